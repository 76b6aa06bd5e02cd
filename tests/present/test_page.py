"""The report as a document: what it holds, what it escapes, what it refuses. tests/browser looks at it in a browser."""

import base64
import hashlib
import html
import re
from html.parser import HTMLParser

import numpy as np
import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.errors import InputError, OptionError
from intervale.present.leaderboard import leaderboard_sentences
from tests.present.page_data import embedded, marks_of, pairs_of, scores_of, text_of

pytest.importorskip("jinja2", reason="needs the extra report")
MEASURES = ["nDCG@10", "P@10", "RR@10"]


@pytest.fixture(scope="module")
def collection():
    return made_up_collection()


@pytest.fixture(scope="module")
def page(collection):
    return iv.report(iv.evaluate(*collection, MEASURES, interval=True), title="Demo")


class Balance(HTMLParser):
    """Whether every element that is opened is closed in turn, and which ids and addresses there are."""

    VOID = ("meta", "link", "input", "br", "img", "wbr")

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.styled = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag not in self.VOID:
            self.open.append(tag)
        self.ids += [value for name, value in attributes if name == "id"]
        self.links += [value for name, value in attributes if name in ("src", "href", "action")]
        self.styled += [tag for name, _ in attributes if name == "style" or name.startswith("on")]

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_it_is_one_whole_document(page):
    found = Balance(page)
    assert found.open == []
    assert len(found.ids) == len(set(found.ids))
    assert {"answer", "measures", "leaderboard", "compare", "topics", "scale", "said", "method"} <= set(found.ids)
    assert all(link.startswith("#") and link[1:] in found.ids for link in found.links)


def test_nothing_but_its_own_script_and_style_may_run(page):
    """The policy names their hashes, and there is no style or script in an attribute, which it would forbid."""
    policy = html.unescape(re.search(r'Content-Security-Policy" content="(.*?)"', page)[1])
    for tag, name in (("script", "script-src"), ("style", "style-src")):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert Balance(page).styled == []


def test_scores_are_those_of_the_table(page, collection):
    table = iv.evaluate(*collection, MEASURES)
    data = embedded(page)
    assert data["systems"] == list(table.systems)
    for n, name in enumerate(MEASURES):
        assert np.array_equal(scores_of(data, n), table.matrix(name))
    judged = iv.judge(*collection)
    for s, t in ((0, 0), (2, 7), (3, 24)):
        marks = marks_of(data, s)[10 * t : 10 * (t + 1)]
        assert [0 if mark in "-." else int(mark) for mark in marks] == judged.grades[s, t, :10].tolist()
        assert [mark in "0123456789" for mark in marks] == judged.judged[s, t, :10].tolist()


def test_means_and_intervals_are_those_of_the_tidy_table(page, collection):
    data = embedded(page)
    found = iv.compare(iv.evaluate(*collection, MEASURES, interval=True)).ranking().to_pandas()
    for n, column in enumerate(data["columns"]):
        rows = found[found.measure == column["name"]].set_index("system").loc[data["systems"]]
        assert column["mean"].split() == [f"{x:.4f}" for x in rows["mean"]]
        assert column["place"] == rows["place"].tolist()
        assert data["measures"][n]["low"].split() == [f"{x:.4f}" for x in rows["ci_low"]]
        assert data["measures"][n]["high"].split() == [f"{x:.4f}" for x in rows["ci_high"]]
        assert [one == "1" for one in data["measures"][n]["possible"]] == rows["may_be_best"].tolist()


def test_sentences_for_a_paper_are_read_and_decided_again(page, collection):
    table = iv.evaluate(*collection, MEASURES)
    section = page[page.index('<section id="said"') :]
    blocks = re.split(r'<div class="block" data-block="\d+"', section)[1:]
    for measure, block in zip(MEASURES, blocks, strict=True):
        folded = block[block.index("Checked one by one") :]
        parts = re.split("To check: |to check: ", folded)[1:]
        assert parts
        for part in parts:
            lines = [html.unescape(line) for line in re.findall(r'<p class="small"><code>(.*?)</code>', part)]
            scale = {"scale": "interval", "topic_scale": "shared"} if "--scale interval" in part else {}
            found = iv.check_claims(table, lines, measure=measure, draws=0, **scale)
            assert lines
            assert {one.outcome for one in found.checked} == {"true and meaningful"}


def test_the_answer_comes_first(page):
    words = text_of(page)
    first = "aurora has the highest mean nDCG@10, but the top is too close to call."
    assert words.index(first) < words.index("Who leads?") < words.index("Does the answer change with the measure?")
    assert "aurora is better than borealis on nDCG@10" not in words


def test_the_answers_are_those_of_compare(page, collection):
    """The headline of each measure, to the letter."""
    from intervale.present.comparison_document import comparison_document

    found = comparison_document(iv.compare(iv.evaluate(*collection, MEASURES, interval=True)))
    shown = text_of(page)
    for answer in found["answers"]:
        assert html.escape(answer["verdict"]) in shown
        assert html.escape(answer["numbers"]).split(" On equal steps")[0] in shown


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</script><b>", "a&amp;b 😀", "{a} {b} {m}"]
)
def test_names_are_escaped(name):
    qrels = {name: {"a": 1}, "2": {"b": 1}}
    runs = {name: {name: {"a": 1.0}, "2": {"b": 1.0}}, "B": {name: {"x": 1.0}, "2": {"b": 1.0}}}
    page = iv.report(iv.evaluate(qrels, runs, ["RR@5"], interval=True), title=name, comment=f"{name}\n{name}")
    if "<" in name:
        assert name not in page
    data = embedded(page)
    assert data["systems"][0] == name
    assert name in data["topics"]
    assert Balance(page).open == []


def test_the_authors_words_are_text_and_stay_lines(collection):
    page = iv.report(iv.evaluate(*collection, ["P@10"]), comment="First line\n\nSecond <b>line</b> & more")
    assert "First line\n\nSecond &lt;b&gt;line&lt;/b&gt; &amp; more" in page
    assert "From the author" in page
    assert "From the author" not in iv.report(iv.evaluate(*collection, ["P@10"]))


def test_a_comment_on_the_command_line(intervale, tmp_path):
    assert intervale("demo", "--files", "demo").code == 0
    words = ["report", "demo/qrels.txt", "demo/aurora.run", "demo/dune.run", "-m", "P@10", "-o", "r.html", "--comment"]
    (tmp_path / "words.txt").write_text("What we saw.\n", "utf-8")
    assert intervale(*words, "words.txt").code == 0
    assert "<p>What we saw.</p>" in (tmp_path / "r.html").read_text("utf-8")
    (tmp_path / "long.txt").write_text("x" * 20_001, "utf-8")
    (tmp_path / "odd.txt").write_bytes(b"caf\xe9")
    for file, said in (("none.txt", "no such file"), ("long.txt", "20,001 characters"), ("odd.txt", "not UTF-8 text")):
        done = intervale(*words, file)
        assert (done.code, said in done.err) == (2, True), done.err


def test_a_baseline_is_the_one_family(collection):
    """Pairs with it have p; others are left to the command that tests them."""
    found = iv.evaluate(*collection, MEASURES, interval=True)
    page = iv.report(found, baseline="cirrus")
    data = embedded(page)
    assert data["baselines"] == [found.systems.index("cirrus")]
    for n in range(len(MEASURES)):
        shown = pairs_of(data, n)
        assert len(shown) == 6
        for pair, one in shown.items():
            assert ("?" in (one["p"], one["low"], one["equal_p"])) == ("cirrus" not in pair)
            assert data["sentences"][one["case"]].startswith("Not tested:") == ("cirrus" not in pair)
            assert "?" not in (one["difference"], one["equal"])
    assert "2 of 3 systems score clearly higher than cirrus, 1 clearly lower." in page
    assert "over 3 comparisons with cirrus" in page
    compared = iv.compare(iv.evaluate(*collection, ["RR@10"], interval=True), baseline=["cirrus", "dune"])
    (*_, last) = compared.sentences()
    both = iv.report(iv.evaluate(*collection, ["RR@10"], interval=True), baseline=["cirrus", "dune"])
    assert last[last.index("On equal steps") :] in html.unescape(text_of(both))
    with pytest.raises(OptionError, match="the baseline 'nobody' is not among the systems"):
        iv.report(found, baseline="nobody")


def test_an_anonymous_page_names_nobody(intervale, tmp_path):
    """Not in names, files, hashes, notes or places, whatever else is asked for; the same seed gives the same names."""
    assert intervale("demo", "--files", "demo").code == 0
    systems = ("aurora", "borealis", "cirrus", "dune")
    text = (tmp_path / "demo" / "dune.run").read_text("utf-8").splitlines()
    (tmp_path / "demo" / "dune.run").write_text("\n".join(text[40:]), "utf-8")  # lacks topics, which a note says
    words = ["report", "demo/qrels.txt", *(f"demo/{name}.run" for name in systems), "-m", "P@10", "-m", "AP@5"]
    pages = []
    for seed in ("3", "3", "4"):
        done = intervale(*words, "-o", "r.html", "--anonymous", "--seed", seed, "--provenance", "--baseline", "cirrus")
        assert done.code == 0, done.err
        pages.append((tmp_path / "r.html").read_text("utf-8"))
    for page in pages:
        assert not re.search("aurora|borealis|cirrus|dune|qrels|demo", page)
        assert embedded(page)["systems"] == ["S01", "S02", "S03", "S04"]
        assert "no documents for" in page
        for file in (tmp_path / "demo").iterdir():
            assert hashlib.sha256(file.read_bytes()).hexdigest() not in page
    assert pages[0] == pages[1] != pages[2]
    named = intervale(*words, "-o", "named.html")
    assert named.code == 0
    shown = embedded((tmp_path / "named.html").read_text("utf-8"))["columns"][0]["mean"].split()
    for page in pages:
        assert sorted(embedded(page)["columns"][0]["mean"].split()) == sorted(shown)


def test_a_saved_table(collection, tmp_path):
    saved = tmp_path / "scores.parquet"
    iv.evaluate(*collection, MEASURES).save(saved)
    page = iv.report(iv.read_scores(saved), output=tmp_path / "report.html", provenance=True)
    assert (tmp_path / "report.html").read_text("utf-8") == page
    assert "scores.parquet" in page
    assert hashlib.sha256(saved.read_bytes()).hexdigest() in page
    assert iv.report(iv.read_scores(saved)) == iv.report(iv.evaluate(*collection, MEASURES))


def test_scores_alone(collection):
    found = iv.evaluate(*collection, ["P@10"])
    matrix = {system: found.by_topic(system, "P@10") for system in found.systems}
    page = iv.report(iv.read_scores(matrix, measure="P@10", grades=3))
    data = embedded(page)
    assert data["runs"] is None
    assert data["unjudged"] is None
    assert data["measures"][0]["scores"] == embedded(iv.report(found))["measures"][0]["scores"]
    assert "<dt>Judgments</dt>" not in page
    assert "<dt>Judgments</dt>" in iv.report(found)


def test_figures_for_papers(collection, tmp_path):
    pytest.importorskip("altair", reason="needs the extra report")
    iv.report(iv.evaluate(*collection, ["P@10", "AP@5"]), figures=tmp_path / "figures")
    found = {path.name for path in (tmp_path / "figures").iterdir()}
    names = {"evidence", "heat-map-0", "heat-map-1", "recall-base", "places", "correlations", "spacing-0"}
    assert {f"{name}.{form}" for name in names for form in ("svg", "pdf", "png")} <= found
    assert (tmp_path / "figures" / "evidence.pdf").read_bytes()[:4] == b"%PDF"


def test_hashes_and_the_command_are_in_the_page_where_they_are_asked_for(intervale, tmp_path):
    assert intervale("demo", "--files", "demo").code == 0
    words = ["report", "demo/qrels.txt", "demo/aurora.run", "demo/dune.run", "-m", "P@10", "--no-interval"]
    done = intervale(*words, "-o", "r.html")
    assert done.code == 0, done.err
    assert "wrote r.html" in done.err
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "demo/" not in page
    assert "qrels.txt" not in page
    assert "Command to repeat this report" not in page
    done = intervale(*words, "-o", "r.html", "--provenance")
    page = (tmp_path / "r.html").read_text("utf-8")
    assert hashlib.sha256((tmp_path / "demo" / "qrels.txt").read_bytes()).hexdigest() in page
    assert "intervale" in re.search(r"Command to repeat this report</summary><pre>(.*?)</pre>", page)[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["demo/qrels.txt", "demo/aurora.run", "demo/dune.run", "-m", "P@10"], "-o report.html"),
        (["demo/qrels.txt", "demo/aurora.run", "-m", "P@10", "-o", "r.html"], "at least two systems"),
        (["demo/qrels.txt", "demo/aurora.run", "demo/dune.run", "-o", "r.html"], "at least one measure"),
        (["demo/qrels.txt", "-o", "r.html"], "no runs are given"),
        (["scores.parquet", "--missing", "drop", "-o", "r.html"], "--missing needs qrels and runs"),
        (["demo/qrels.txt", "demo/aurora.run", "demo/dune.run", "-m", "NumRel", "-o", "r.html"], "counts"),
        (["demo/qrels.txt", "demo/aurora.run", "demo/dune.run", "-m", "GMAP", "-o", "r.html"], "a mean over topics"),
    ],
)
def test_bad_calls_get_one_sentence(intervale, words, said):
    assert intervale("demo", "--files", "demo").code == 0
    done = intervale("report", *words)
    assert done.code == 2
    assert said in done.err


def test_bad_calls_in_python(collection, tmp_path):
    with pytest.raises(OptionError, match="at least one measure"):
        iv.report(iv.evaluate(*collection, []))
    with pytest.raises(InputError, match="no such file"):
        iv.report(iv.read_scores(tmp_path / "nothing.parquet"))
    with pytest.raises(OptionError, match="cannot be written"):
        iv.report(iv.evaluate(*collection, ["P@10"]), tmp_path / "no" / "where.html")


def test_the_demo_writes_its_report(intervale, tmp_path):
    done = intervale("demo", "--report", "demo.html")
    assert done.code == 0
    assert str((tmp_path / "demo.html").resolve()) in done.err
    assert "A made-up collection" in (tmp_path / "demo.html").read_text("utf-8")


def test_saved_scores_keep_their_grades(collection, tmp_path):
    """ERR@1 on graded runs is not equally spaced, on binary ones it would be."""
    saved = tmp_path / "err.parquet"
    iv.evaluate(*collection, ["ERR@1"]).save(saved)
    page = iv.report(iv.read_scores(saved))
    assert "grades 0 to 3" in page
    assert "With a caveat" in page


def test_equal_means_share_a_place():
    qrels = {"1": {"a": 1}, "2": {"a": 1}}
    run = {"1": {"a": 2.0, "x": 1.0}, "2": {"x": 2.0, "a": 1.0}}
    poor = {"1": {"x": 2.0, "a": 1.0}, "2": {"x": 2.0, "y": 1.0}}
    page = iv.report(iv.evaluate(qrels, {"A": run, "B": run, "C": run, "D": poor}, ["RR@2"], interval=True))
    assert "A</span>, B and C are the same result under 3 names." in page
    column = embedded(page)["columns"][0]
    assert column["place"] == column["equal_place"] == [1, 1, 1, 4]


def test_a_measure_without_cutoff_or_mean(collection):
    page = iv.report(iv.evaluate(*collection, ["AP", "GMAP", "P@5"], interval=True))
    data = embedded(page)
    assert "AP: no interval form: it has no cutoff" in page
    assert [one["name"] for one in data["columns"]] == ["AP", "GMAP", "P@5"]
    assert [one["name"] for one in data["measures"]] == ["AP", "P@5"]
    assert data["columns"][2]["form"] == "interval(P@5)"


def test_what_nobody_can_contest(page, collection):
    for sentence in leaderboard_sentences(iv.leaderboard(iv.evaluate(*collection, MEASURES))):
        assert f"<li>{sentence}</li>" in page


def test_topics_that_are_left_out():
    qrels = {"1": {"a": 1, "b": 1}, "2": {"a": 1}, "3": {"a": 1}}
    runs = {
        "A": {t: {"a": 2.0} for t in "123"},
        "B": {t: {"x": 2.0} for t in "123"},
        "C": {"1": {"a": 1.0}, "2": {"x": 1.0}},
    }
    page = iv.report(iv.evaluate(qrels, runs, ["RR@2"], interval=True, missing="drop"))
    assert "anova2 and friedman need every system on every topic" in page
    assert "What nobody can contest" not in page
    data = embedded(page)
    depth = data["runs"]["depth"]
    assert marks_of(data, 2)[2 * depth :] == " " * depth
    assert np.isnan(scores_of(data, 0)[2, 2])


def test_grades_above_nine_are_carried_and_others_are_not():
    qrels = {"1": {"a": 12, "b": 1}, "2": {"a": 1}}
    runs = {s: {"1": {"a": 2.0, "b": 1.0}, "2": {"a": x}} for s, x in (("A", 1.0), ("B", 2.0))}
    data = embedded(iv.report(iv.evaluate(qrels, runs, ["RR@2"])))
    assert data["runs"]["halves"]
    assert marks_of(data, 0) == "c11."
    qrels["1"]["a"] = 35
    data = embedded(iv.report(iv.evaluate(qrels, runs, ["RR@2"])))
    assert not data["runs"]["halves"]
    assert marks_of(data, 0) == "z11."
    qrels["1"]["a"] = 40
    assert embedded(iv.report(iv.evaluate(qrels, runs, ["RR@2"])))["runs"] is None


def test_measures_whose_values_were_not_counted(collection):
    """AP@30 has values that are counted only where its interval form is asked for."""
    page = iv.report(iv.evaluate(*collection, ["AP@30", "AP@60"]))
    assert "AP@30" in page
    assert "None values" not in text_of(page)
    assert "each is None" not in text_of(page)


def test_a_measure_without_an_interval_form_is_noted_and_the_rest_is_there(collection):
    page = iv.report(iv.evaluate(*collection, ["P@10", "ERR@60"], interval=True))
    assert "ERR@60: no interval form: too many values" in page
    assert "interval(P@10)" in page
    with pytest.raises(OptionError, match="remove --strict"):
        iv.evaluate(*collection, ["P@10", "ERR@60"], interval=True, strict=True)


def test_many_systems_on_many_topics_carry_the_first_ones(monkeypatch):
    """Where scores do not all fit, those of the first systems and of the baselines do, and all means."""
    monkeypatch.setattr("intervale.present.page.carry.MOST_SCORES", 6 * 40)
    random = np.random.default_rng(0)
    scores = {f"s{n:02d}": (n + random.random(40)).tolist() for n in range(30)}
    found = iv.read_scores(scores, measure="points", scale="interval")
    data = embedded(iv.report(found, baseline="s03", tests=["t"]))
    assert [data["systems"][s] for s in data["scored"]] == ["s03", "s25", "s26", "s27", "s28", "s29"]
    assert scores_of(data, 0).shape == (6, 40)
    assert np.array_equal(scores_of(data, 0)[0], found.matrix("points")[3])
    assert len(data["columns"][0]["mean"].split()) == 30
