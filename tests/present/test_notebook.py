"""What notebooks show: every public value has its page, which is well-formed, runs nothing, fetches nothing, and keeps
names of others as text."""

import inspect
import re
import sys
import types
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest

import intervale as iv
from intervale import orders, rankings
from intervale.data.made_up import made_up_collection
from intervale.data.tabular import Rows
from intervale.exact.posets import Lattice, Poset
from intervale.exact.progress import parallel, parallel_map, steps
from intervale.exact.shown import Shown
from intervale.exact.verdict import Verdict, undecided
from intervale.present import notebook, notebook_pictures, picture, progress_bar
from intervale.scales import OrderScale
from tests.doors.test_hostile_text import BAD, collection

ALLOWED = {
    *("div", "p", "small", "strong", "sup", "details", "summary", "style"),
    *("table", "thead", "tbody", "tr", "th", "td"),
    *("svg", "g", "path", "rect", "text", "tspan", "line", "polyline", "defs", "clippath", "lineargradient", "stop"),
}
ATTRIBUTES = {
    *("class", "style", "role", "aria-label", "aria-hidden", "aria-roledescription", "id", "xmlns", "xmlns:xlink"),
    *("version", "viewbox", "width", "height", "x", "y", "x1", "x2", "y1", "y2", "dx", "dy", "rx", "ry", "d"),
    *("points", "transform", "offset", "gradientunits", "opacity", "clip-path", "pointer-events", "display"),
    *("fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-miterlimit"),
    *("stop-color", "text-anchor", "font-family", "font-size", "font-weight", "font-style"),
}
FETCHES = re.compile(r"url\((?!#)|@import|expression\(|javascript:", re.IGNORECASE)


class Page(HTMLParser):
    """A page whose tags and attributes are known, closed, and run nothing."""

    def __init__(self, text):
        super().__init__()
        self.open, self.count, self.said = [], {}, []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        assert tag in ALLOWED
        for name, value in attributes:
            assert name in ATTRIBUTES, (tag, name)
            if name != "aria-label":
                assert not FETCHES.search(value or ""), (tag, name, value)
        self.open.append(tag)
        self.count[tag] = self.count.get(tag, 0) + 1

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            assert not FETCHES.search(data)
        self.said.append(data)


@iv.measure
def first_two(grades):
    """The grades of the first two documents."""
    return grades[..., :2].sum(-1)


@pytest.fixture(scope="module")
def values():
    qrels, runs = made_up_collection()
    scores = iv.evaluate(qrels, runs, ["P@5", "AP@5"], interval=True)
    dominance = iv.dominance(scores)
    scale = iv.scale("AP@3", grades=2)
    chain = iv.poset("rank-swap", 3)
    own = orders.OwnOrder("by <first> grade", leq=lambda r, s: r == s or r[0] < s[0])
    divisors = iv.relational([1, 2, 4, 6], {"divides": lambda a, b: b % a == 0})
    return [
        iv.catalogue(),
        *(scores, scores.aggregate("median,cv"), iv.compare(scores), iv.correlate(scores), iv.evidence(scores)),
        *(iv.compare(scores.subset(systems=["aurora", "dune"])), iv.design(scores, difference=0.05)),
        *(iv.discriminative_power(scores), iv.robustness(qrels, runs, ["P@5"], keep=[0.5], draws=2)),
        iv.study(iv.evaluate(qrels, runs), ["P", "RR"], lengths=[3], tests=["t"]),
        *(dominance, dominance.pair("aurora", "cirrus"), iv.leaderboard(scores), iv.scale_changes(scores)),
        iv.meaningful(scores, "mean(aurora) > mean(cirrus)", measure="AP@5"),
        iv.check_claims(scores, ["mean(aurora) > mean(cirrus)", "mean(aurora) >"], draws=5),
        *(scale, scale["rank-swap"], scale["rank-swap"].affine, scale["induced"], scores.scale("AP@5")),
        *(iv.scale("P@3"), iv.scale(first_two, length=3), iv.scale("AP@3", order="induced"), undecided("open")),
        *(Verdict(True), Verdict(False, ((0, 1), (1, 0)), 3, why="a <b>"), iv.axioms("AP@3")),
        *(iv.interval_scale("AP@4"), iv.interval_scale("DCG@3"), iv.interval_scale("AP@12")),
        *(iv.parse_measure("AP@10"), iv.parse_measure("nDCG(dcg='exp-log2')"), iv.interval("RR@10"), first_two),
        *(iv.RunSpace(3), iv.RunSpace(1), iv.RunSpace(4, 2, "set"), iv.RunSpace(1000, 3)),
        *(iv.order("rank-swap"), iv.order("set-total"), own, orders.InducedOrder(sum)),
        *(chain, iv.poset(own, 3), iv.poset("rank-replacement", 10), iv.poset("rank-swap", 3, 2)),
        *(iv.poset(orders.InducedOrder(sum), 3), iv.poset(own, 10)),
        *(chain.poset, chain.lattice, Poset([[]]), iv.valuation(chain, sum), iv.construct("rank-swap", iv.RunSpace(3))),
        *(iv.universes(["P", "AP"], longest=2, bases=2), iv.mixing(scores), iv.stability(scores, splits=5)),
        *(iv.interval_scales(["P", "AP"], lengths=[3, 60]), iv.balancing_experiment("AP", trials=2, length=30)),
        *(iv.topic_scales("R@4", {"q1": 1, "q2": 2, "q3": 3}), iv.topic_scales("nDCG@3", qrels)),
        *(iv.relate("P@3", "RR@3"), iv.scales.distance_from_interval("AP@4"), iv.calibration("RBP(p=0.3)@4")),
        *(iv.scales.scale_region("RBP", "p", length=4), iv.scales.scale_region("F@3", "beta")),
        iv.scales.scale_region("gP", "gains", length=3, grades=2, order="set-replacement"),
        *(iv.axiom_orders(2, 1), orders.substitutes("rank-swap", iv.RunSpace(2, 2)), iv.order("replacement+units")),
        *(iv.difference_structure([0, 1, 2]), iv.difference_structure([0, 1, 3])),
        *(divisors, divisors.poset("divides")),
        *(iv.construct("rank-swap", iv.RunSpace(3, 2)), iv.valuation(chain, iv.parse_measure("AP@3"))),
        *(iv.read_qrels(qrels), iv.read_run(runs["dune"], name="dune"), scores.judged, iv.Policy(depth=10)),
        *(rankings.metric("Kendall tau"), rankings.properties("DCG", n=3, only="identity")),
        *(rankings.agreement(["DCG", "MSE", "Kendall tau"], n=3), rankings.agreement(["DCG", "MSE"], n=3)),
        rankings.select_metrics("symmetry", among=["NDPM", "MSE"], n=3),
        *(rankings.consensus({"x": ["a", "b"], "y": ["b", "a"]}), rankings.metric_list(["tau"], n=3)),
        rankings.read_rankings({"x": ["a", "b"], "y": ["b", "a"]}),
        rankings.evaluate(["a", "b"], {"x": ["b", "a"], "y": ["a", "b"]}, ["tau"]),
        rankings.cutoffs(["a", "b"], {"x": ["b", "a"], "y": ["a", "b"]}, ["MSE"]),
        rankings.disagreements(["a", "b"], {"x": ["b", "a"], "y": ["a", "b"]}, ["tau", "MSE"]),
        *(Rows({"a": [1, 2], "b": [None, "x"]}), *iv.read_scores({"A": [1, 2], "B": [0, 1]}, measure="m").measures),
    ]


def test_every_public_class_shows_itself(values):
    packages = [iv, *(getattr(iv, name) for name in iv.__all__ if inspect.ismodule(getattr(iv, name)))]
    packages += [orders, iv.data, iv.scales, iv.stats, iv.statements, iv.evaluation]
    shown = {type(value) for value in values}
    public = {getattr(iv, name) for name in iv.__all__ if inspect.isclass(getattr(iv, name))}
    public = {one for one in public if not issubclass(one, Exception)}
    assert public
    for one in public:
        assert issubclass(one, Shown), one
        assert any(issubclass(kind, one) for kind in shown), one
    known = {
        value
        for package in packages
        for name in package.__all__
        if inspect.isclass(value := getattr(package, name)) and issubclass(value, Shown)
    }
    assert {one for one in known if not any(issubclass(kind, one) for kind in shown)} == set()
    assert {OrderScale, Verdict, Lattice, Poset} <= shown


def test_pages_are_plain_and_well_formed(values):
    for value in values:
        text = value._repr_html_()
        page = Page(text)
        assert text.startswith('<div class="intervale">')
        assert page.count["div"] >= 1
        said = "".join(page.said).strip()
        assert said, value
        assert "object at 0x" not in said, value
        for drawing in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
            ElementTree.fromstring(drawing)


def test_the_answer_comes_first(values):
    for value in values:
        text = value._repr_html_()
        if type(value) in {*notebook.ANSWERS, *notebook.LIFTED, *notebook.VALUES}:
            assert text.index("<p>") < text.index("<table>" if "<table>" in text else "</div>"), value


def test_words_of_values():
    assert "5 values, all listed." in iv.interval_scale("RR@4")._repr_html_()
    page = iv.parse_measure("nDCG@10")._repr_html_()
    assert "average over topics" in page
    assert "see iv.scale(&#x27;nDCG@10&#x27;)" in page
    assert "``" not in page


def test_floats_prove_no_spacing():
    head = iv.measure(lambda grades: 2 * grades[..., 0] + grades[..., 1])
    assert "equally spaced, as far as floats can tell." in iv.scale(head, length=3)._repr_html_()
    assert "equally spaced.<" in iv.scale("P@3")._repr_html_()


def test_pictures(values):
    drawn = {type(value) for value in values if "<svg" in value._repr_html_()}
    named = {iv.Comparison, iv.Leaderboard, iv.DiscriminativePower, iv.IntervalScale, rankings.Agreement}
    named |= {iv.IntervalScales, iv.BalancingExperiment}
    assert named | {orders.RunPoset, orders.RunValuation, orders.OwnOrder, Poset, Lattice} <= drawn


def test_dominance_is_drawn():
    good = {"t1": {"a": 2.0, "b": 1.0}, "t2": {"a": 2.0, "b": 1.0}}
    bad = {"t1": {"b": 2.0, "x": 1.0, "a": 0.5}, "t2": {"x": 2.0, "a": 1.0}}
    found = iv.dominance(iv.evaluate({"t1": {"a": 1, "b": 0}, "t2": {"a": 1, "b": 0}}, {"<good>": good, "bad": bad}))
    text = found._repr_html_()
    assert re.findall(r'<text class="name"[^>]*>([^<]+)<', text) == ["bad", "&lt;good&gt;"] or "&lt;good&gt;" in text
    assert text.count('<polyline class="edge"') == 1


def test_charts_do_not_share_names_and_take_the_colours_of_the_page(values):
    power = next(value for value in values if isinstance(value, iv.DiscriminativePower))
    other = iv.discriminative_power(power_of_three())
    first, second = power._repr_html_(), other._repr_html_()
    names = [set(re.findall(r' id="([^"]+)"', text)) for text in (first, second)]
    assert names[0]
    assert not names[0] & names[1]
    for text in (first, second):
        assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(re.findall(r' id="([^"]+)"', text))
        assert "currentColor" in text
        assert 'fill="white"' not in text


def power_of_three():
    return iv.read_scores({"A": [1, 2, 3], "B": [0, 1, 3], "C": [2, 2, 1]}, measure="m", scale="interval")


def test_without_the_extra_there_are_tables_alone(values, monkeypatch):
    for name in ("altair", "vl_convert"):
        monkeypatch.setitem(sys.modules, name, None)
    comparison = next(value for value in values if isinstance(value, iv.Comparison))
    poset = next(value for value in values if isinstance(value, orders.RunPoset))
    assert "<svg" not in comparison._repr_html_()
    assert Page(comparison._repr_html_()).count["table"] == 1
    assert "<svg" in poset._repr_html_()  # diagrams need nothing
    with pytest.raises(iv.OptionError, match="report"):
        picture.altair_library()


def test_long_tables_are_cut_and_counted():
    scores = iv.read_scores({f"s{n:03d}": [n, n + 1.0] for n in range(120)}, measure="m", scale="interval")
    text = scores._repr_html_()
    assert Page(text).count["tr"] == 1 + notebook.MOST_ROWS
    assert "the first 50 of 120 rows" in text
    wide = Rows({f"c{n}": [n] for n in range(40)})._repr_html_()
    assert Page(wide).count["th"] == notebook.MOST_COLUMNS
    assert "the first 30 of 40 columns" in wide


def test_large_posets_are_not_drawn(values):
    large = [
        one for one in values if isinstance(one, orders.RunPoset) and one.poset.size > notebook_pictures.MOST_BOXES
    ]
    assert large
    assert all("<svg" not in one._repr_html_() for one in large)


@pytest.mark.parametrize("kind", BAD)
def test_names_of_others_are_text(kind):
    qrels, runs = collection(kind)
    scores = iv.evaluate(qrels, runs, {BAD[kind] or "AP": "AP@5"})
    name, measure = BAD[kind], BAD[kind] or "AP"
    order = orders.OwnOrder(name, leq=lambda r, s: r == s or r[0] < s[0])
    dominance = iv.dominance(scores)
    shown = [scores, scores.judged, iv.read_run(runs[name], name=name or "x"), iv.read_qrels(qrels), dominance]
    shown += [dominance.pair(name, "B"), iv.compare(scores), iv.leaderboard(scores), order, iv.poset(order, 2)]
    shown += [Verdict(False, name, why=name), scores.scale(measure), iv.evidence(scores)]
    for value in shown:
        text = value._repr_html_()
        Page(text)
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\ud800-\udfff]", text)


# ------------------------------------------------------------ progress


class Handle:
    def __init__(self, seen):
        self.seen = seen

    def update(self, content, raw):
        assert raw
        self.seen.append(content["text/html"])


@pytest.fixture
def kernel(monkeypatch):
    """A Jupyter kernel as far as a bar knows one: what it shows, and what it calls when a cell ends."""
    seen, ends = [], []

    def display(content, raw, display_id):
        assert raw
        assert display_id is True
        seen.append(content["text/html"])
        return Handle(seen)

    class Shell:
        kernel = object()
        events = types.SimpleNamespace(register=lambda name, call: ends.append((name, call)))

    shell = Shell()
    module = types.ModuleType("IPython")
    module.get_ipython = lambda: shell
    shows = types.ModuleType("IPython.display")
    shows.display = display
    monkeypatch.setitem(sys.modules, "IPython", module)
    monkeypatch.setitem(sys.modules, "IPython.display", shows)
    monkeypatch.delitem(sys.modules, "marimo", raising=False)
    monkeypatch.setattr(progress_bar, "FIRST", 0.0)
    monkeypatch.setattr(progress_bar, "AGAIN", 0.0)
    progress_bar._jupyter_bar.cache_clear()
    yield types.SimpleNamespace(seen=seen, ends=ends, shows=shows)
    progress_bar._jupyter_bar.cache_clear()


def test_a_bar_in_a_notebook_moves_and_vanishes(kernel):
    assert list(steps(range(4), "<work>")) == [0, 1, 2, 3]
    assert [re.findall(r'value="(\d+)"', text) for text in kernel.seen] == [["25"], ["50"], ["75"], []]
    assert kernel.seen[-1] == ""
    assert "&lt;work&gt;" in kernel.seen[0]
    kernel.seen.clear()
    assert list(parallel_map(abs, [-1, -2, -3], "more")) == [1, 2, 3]
    assert kernel.seen[-1] == ""


def test_a_bar_vanishes_where_work_fails(kernel):
    for n in steps(range(10), "work"):
        if n == 3:
            break
    assert "progress" in kernel.seen[-1]
    ((name, end),) = kernel.ends
    assert name == "post_run_cell"
    end(None)
    assert kernel.seen[-1] == ""
    number = len(kernel.seen)
    end(None)
    assert len(kernel.seen) == number


def test_showing_never_breaks_the_work(kernel):
    def broken(*_, **__):
        raise RuntimeError("no connection")

    kernel.shows.display = broken
    assert sum(steps(range(5), "work")) == 10


def test_a_listener_of_the_users_is_told_instead(kernel):
    told = []
    with iv.progress(lambda *news: told.append(news)):
        list(steps(range(2), "work"))
    with parallel(listener=lambda *news: told.append(news)):
        list(steps(range(1), "work"))
    assert told == [("work", 1, 2), ("work", 2, 2), ("work", 1, 1)]
    with iv.progress(False):
        list(steps(range(3), "work"))
    assert kernel.seen == []


def test_off_elsewhere(monkeypatch, capsys):
    for name in ("IPython", "marimo"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert progress_bar.notebook_bar() is None
    list(steps(range(3), "work"))
    terminal = types.ModuleType("IPython")
    terminal.get_ipython = lambda: types.SimpleNamespace()
    monkeypatch.setitem(sys.modules, "IPython", terminal)
    assert progress_bar.notebook_bar() is None
    list(steps(range(3), "work"))
    assert capsys.readouterr() == ("", "")


def test_a_line_in_a_terminal(monkeypatch, capsys):
    for name in ("IPython", "marimo"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(progress_bar, "FIRST", 0.0)
    monkeypatch.setattr(progress_bar, "AGAIN", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with iv.progress():
        list(steps(range(2), "wo\x1brk"))
    assert capsys.readouterr().err == "\r\x1b[Kwo\\x1brk: 50% \r\x1b[K"


def test_a_line_in_a_terminal_says_how_much_longer_it_takes(monkeypatch, capsys):
    for name in ("IPython", "marimo"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    clock = iter(range(0, 10_000, 100))
    monkeypatch.setattr(progress_bar.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with iv.progress():
        list(parallel_map(abs, [1, 2, 3, 4], "work"))
    assert re.search(r"work: 25%, about [\d,]+ s left ", capsys.readouterr().err)


def test_a_wrong_argument_is_refused():
    with pytest.raises(iv.OptionError, match="True, False or a function"), iv.progress("yes"):
        pass


def test_the_bar_of_marimo(monkeypatch):
    told = []

    class Bar:
        def __init__(self, **options):
            told.append(("made", options["total"], options["remove_on_exit"]))
            self.progress = types.SimpleNamespace(update=lambda increment, title: told.append((increment, title)))

        def __exit__(self, *_):
            told.append("gone")

    marimo = types.ModuleType("marimo")
    marimo.running_in_notebook = lambda: True
    marimo.status = types.SimpleNamespace(progress_bar=Bar)
    monkeypatch.setitem(sys.modules, "marimo", marimo)
    monkeypatch.setattr(progress_bar, "FIRST", 0.0)
    monkeypatch.setattr(progress_bar, "AGAIN", 0.0)
    progress_bar._marimo_bar.cache_clear()
    assert len(list(steps(range(3), "work"))) == 3
    progress_bar._marimo_bar.cache_clear()
    assert told == [("made", 100, True), (33, "work"), (33, "work"), "gone"]
