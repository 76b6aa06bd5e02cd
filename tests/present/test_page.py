"""The report as a document: what it holds, what it escapes, what it refuses. tests/browser looks at it in a browser."""

import hashlib
import html
import json
import re
from html.parser import HTMLParser

import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.errors import InputError, OptionError
from intervale.present.leaderboard import leaderboard_sentences

pytest.importorskip("altair", reason="needs the extra report")
MEASURES = ["nDCG@10", "P@10", "RR@10"]


@pytest.fixture(scope="module")
def collection():
    return made_up_collection()


@pytest.fixture(scope="module")
def page(collection):
    return iv.report(iv.evaluate(*collection, MEASURES, interval=True), title="Demo")


class Balance(HTMLParser):
    """Whether every element that is opened is closed in turn, and which ids there are."""

    VOID = ("meta", "link", "input", "br", "img")

    def __init__(self):
        super().__init__()
        self.open, self.ids = [], []

    def handle_starttag(self, tag, attributes):
        if tag not in self.VOID:
            self.open.append(tag)
        self.ids += [value for name, value in attributes if name == "id"]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def embedded(page, name):
    return json.loads(re.search(f'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)[1])


def test_it_is_one_whole_document(page):
    parser = Balance()
    parser.feed(page)
    assert parser.open == []
    assert len(parser.ids) == len(set(parser.ids))
    wanted = {
        "short",
        "collection",
        "leaderboard",
        "topics",
        "decisions",
        "correlations",
        "scales",
        "said",
        "sentences",
        "method",
    }
    assert wanted <= set(parser.ids)
    assert not re.search(r'(src|href)="(?!#|data:)', page.split("<script")[0])
    assert len(page.encode()) < 3_000_000


def test_every_chart_has_its_place(page):
    parser = Balance()
    parser.feed(page)
    assert {f"chart-{name}" for name in embedded(page, "specifications")} <= set(parser.ids)


def test_scores_are_those_of_the_table(page, collection):
    table = iv.evaluate(*collection, MEASURES)
    data = embedded(page, "data")
    assert data["systems"] == list(table.systems)
    for name in MEASURES:
        for row, wanted in zip(data["scores"][name], table.matrix(name), strict=True):
            assert row == pytest.approx(wanted.tolist(), abs=1e-6)
    judged = iv.judge(*collection)
    for s, t in ((0, 0), (2, 7), (3, 24)):
        marks = data["runs"][s][t]
        assert [0 if mark in "-." else int(mark) for mark in marks] == judged.grades[s, t, :10].tolist()
        assert [mark in "0123456789" for mark in marks] == judged.judged[s, t, :10].tolist()


def test_sentences_for_a_paper_are_read_and_decided_again(page, collection):
    section = re.search(r'<section id="sentences".*?</section>', page, re.DOTALL)[0]
    table = iv.evaluate(*collection, MEASURES)
    for measure, part in zip(MEASURES, section.split("<h3>")[1:], strict=True):
        rows = re.findall(r'<td class="wrap">(.*?)</td><td class="wrap"><code>(.*?)</code></td>', part)
        assert rows
        found = iv.check_claims(table, [html.unescape(line) for _, line in rows], measure=measure, draws=0)
        assert [one.outcome == "true and meaningful" for one in found.checked] == ["*" not in said for said, _ in rows]


def test_what_is_said_in_short(page):
    assert "nDCG@10: aurora has the highest mean nDCG@10, but the top is too close to call. It averages 0.6678;" in page
    assert "aurora is better than borealis" not in page


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</script><b>", "a&amp;b 😀"]
)
def test_names_are_escaped(name):
    qrels = {name: {"a": 1}, "2": {"b": 1}}
    runs = {name: {name: {"a": 1.0}, "2": {"b": 1.0}}, "B": {name: {"x": 1.0}, "2": {"b": 1.0}}}
    page = iv.report(iv.evaluate(qrels, runs, ["RR@5"], interval=True), title=name)
    text = page.replace(iv_bundle(page), "")
    if "<" in name:
        assert name not in text
    data = embedded(page, "data")
    assert data["systems"][0] == name
    assert name in data["topics"]
    Balance().feed(page)


def iv_bundle(page):
    """The part that is the charting library."""
    return max(re.findall(r"<script>(.*?)</script>", page, re.DOTALL), key=len)


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
    assert embedded(page, "data")["runs"] is None
    assert "chart-recall-base" not in page
    assert embedded(page, "data")["scores"]["P@10"] == embedded(iv.report(found), "data")["scores"]["P@10"]
    for claimed in ('<th scope="row">ties</th>', "count as not relevant, except", "judged runs side by side"):
        assert claimed not in page
        assert claimed in iv.report(iv.evaluate(*collection, ["P@10"]))


def test_figures_for_papers(collection, tmp_path):
    iv.report(iv.evaluate(*collection, ["P@10"]), figures=tmp_path / "figures")
    found = {path.name for path in (tmp_path / "figures").iterdir()}
    assert {"evidence.svg", "evidence.pdf", "evidence.png", "heat-map-0.svg", "recall-base.pdf"} <= found
    assert {"places.svg", "places.pdf", "places.png"} <= found
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
    assert '<th scope="row">command</th>' not in page
    done = intervale(*words, "-o", "r.html", "--provenance")
    page = (tmp_path / "r.html").read_text("utf-8")
    assert hashlib.sha256((tmp_path / "demo" / "qrels.txt").read_bytes()).hexdigest() in page
    assert "intervale" in re.search(r'<th scope="row">command</th><td class="wrap">(.*?)</td>', page)[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["demo/qrels.txt", "demo/aurora.run", "demo/dune.run", "-m", "P@10"], "-o report.html"),
        (["demo/qrels.txt", "demo/aurora.run", "-m", "P@10", "-o", "r.html"], "at least two systems"),
        (["demo/qrels.txt", "demo/aurora.run", "demo/dune.run", "-o", "r.html"], "at least one measure"),
        (["demo/qrels.txt", "-o", "r.html"], "for qrels, give runs as well"),
        (["scores.parquet", "--missing", "drop", "-o", "r.html"], "--missing needs qrels and runs"),
        (["demo/qrels.txt", "demo/aurora.run", "demo/dune.run", "-m", "NumRel", "-o", "r.html"], "counts"),
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
    assert "on a sound scale" not in re.search(r'<section id="short".*?</section>', page, re.DOTALL)[0]


def test_equal_means_share_a_place():
    qrels = {"1": {"a": 1}, "2": {"a": 1}}
    run = {"1": {"a": 2.0, "x": 1.0}, "2": {"x": 2.0, "a": 1.0}}
    poor = {"1": {"x": 2.0, "a": 1.0}, "2": {"x": 2.0, "y": 1.0}}
    page = iv.report(iv.evaluate(qrels, {"A": run, "B": run, "C": run, "D": poor}, ["RR@2"], interval=True))
    assert "RR@2: A, B and C are the same result under 3 names." in page
    board = page[page.index('<table id="board">') : page.index("</table>", page.index('<table id="board">'))]
    assert "▲" not in board
    assert "▼" not in board


def test_a_measure_without_cutoff_or_mean(collection):
    page = iv.report(iv.evaluate(*collection, ["AP", "GMAP", "P@5"], interval=True))
    assert "AP: no interval form: it has no cutoff" in page
    assert "it is not a mean over topics" in page
    assert "interval(P@5)" in page


def test_what_nobody_can_contest(page, collection):
    """The sentences of ``leaderboard``, and the places by the first measure."""
    for sentence in leaderboard_sentences(iv.leaderboard(iv.evaluate(*collection, MEASURES))):
        assert f"<li>{sentence}</li>" in page
    rows = embedded(page, "specifications")["places"]["data"]["values"]
    assert [row["system"] for row in rows] == ["aurora", "borealis", "cirrus", "dune"]


def test_topics_that_are_left_out():
    qrels = {"1": {"a": 1, "b": 1}, "2": {"a": 1}, "3": {"a": 1}}
    runs = {
        "A": {t: {"a": 2.0} for t in "123"},
        "B": {t: {"x": 2.0} for t in "123"},
        "C": {"1": {"a": 1.0}, "2": {"x": 1.0}},
    }
    page = iv.report(iv.evaluate(qrels, runs, ["RR@2"], interval=True, missing="drop"))
    assert "anova2 and friedman need every system on every topic" in page
    assert "The dominance diagram is not drawn" in page
    assert "What nobody can contest" not in page
    assert embedded(page, "data")["runs"][2][2] is None


def test_grades_that_cannot_be_shown():
    qrels = {"1": {"a": 12, "b": 1}, "2": {"a": 1}}
    runs = {s: {"1": {"a": 2.0, "b": 1.0}, "2": {"a": x}} for s, x in (("A", 1.0), ("B", 2.0))}
    data = embedded(iv.report(iv.evaluate(qrels, runs, ["RR@2"])), "data")
    assert data["runs"] is None
    assert "above 9" in data["without"]


def test_measures_whose_values_were_not_counted(collection):
    """AP@30 has values that are counted only where its interval form is asked for."""
    page = iv.report(iv.evaluate(*collection, ["AP@30", "AP@60"]))
    assert "AP@30" in page
    assert "None values" not in page


def test_a_measure_without_an_interval_form_is_noted_and_the_rest_is_there(collection):
    page = iv.report(iv.evaluate(*collection, ["P@10", "ERR@60"], interval=True))
    assert "ERR@60: no interval form: too many values" in page
    assert "interval(P@10)" in page
    with pytest.raises(OptionError, match="remove --strict"):
        iv.evaluate(*collection, ["P@10", "ERR@60"], interval=True, strict=True)
