"""The report as a document: what it holds, what it escapes, what it refuses. tests/browser looks at it in a browser."""

import json
import re
from html.parser import HTMLParser

import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.errors import InputError, OptionError

pytest.importorskip("altair", reason="needs the extra report")
MEASURES = ["nDCG@10", "P@10", "RR@10"]


@pytest.fixture(scope="module")
def collection():
    return made_up_collection()


@pytest.fixture(scope="module")
def page(collection):
    return iv.report(*collection, MEASURES, title="Demo")


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
    wanted = {"short", "collection", "leaderboard", "topics", "decisions", "correlations", "scales", "said", "method"}
    assert wanted <= set(parser.ids)
    assert not re.search(r'(src|href)="(?!#|data:)', page.split("<script")[0])
    assert len(page.encode()) < 3_000_000


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


def test_what_is_said_in_short(page):
    assert "nDCG@10: aurora is best, before borealis (0.6678 against 0.6167)." in page
    assert "That it is better holds" in page


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</script><b>", "a&amp;b 😀"]
)
def test_names_are_escaped(name):
    qrels = {name: {"a": 1}, "2": {"b": 1}}
    runs = {name: {name: {"a": 1.0}, "2": {"b": 1.0}}, "B": {name: {"x": 1.0}, "2": {"b": 1.0}}}
    page = iv.report(qrels, runs, ["RR@5"], title=name)
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
    iv.evaluate(*collection, MEASURES).to_parquet(saved)
    page = iv.report(saved, output=tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text("utf-8") == page
    assert embedded(page, "data")["runs"] is None
    assert "chart-recall-base" not in page
    assert "scores.parquet" in page  # with its hash


def test_figures_for_papers(collection, tmp_path):
    iv.report(*collection, ["P@10"], interval=False, figures=tmp_path / "figures")
    found = {path.name for path in (tmp_path / "figures").iterdir()}
    assert {"grounds.svg", "grounds.pdf", "grounds.png", "heat-map-0.svg", "recall-base.pdf"} <= found
    assert (tmp_path / "figures" / "grounds.pdf").read_bytes()[:4] == b"%PDF"


def test_hashes_and_the_command(intervale, tmp_path):
    import hashlib

    assert intervale("demo", "--files", "demo").code == 0
    done = intervale("report", "demo/qrels.txt", "demo/aurora.run", "demo/dune.run", "-m", "P@10", "-o", "r.html")
    assert done.code == 0, done.err
    assert "wrote r.html" in done.err
    page = (tmp_path / "r.html").read_text("utf-8")
    assert hashlib.sha256((tmp_path / "demo" / "qrels.txt").read_bytes()).hexdigest() in page
    assert "trec_eval" in page or "ties" in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["demo/qrels.txt", "demo/aurora.run", "demo/dune.run", "-m", "P@10"], "-o report.html"),
        (["demo/qrels.txt", "demo/aurora.run", "-m", "P@10", "-o", "r.html"], "one system"),
        (["demo/qrels.txt", "demo/aurora.run", "demo/dune.run", "-o", "r.html"], "at least one measure"),
        (["demo/qrels.txt", "-o", "r.html"], "cannot be read as Parquet"),
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
        iv.report(*collection, [])
    with pytest.raises(InputError, match="Parquet"):
        iv.report(tmp_path / "nothing.parquet")
    with pytest.raises(OptionError, match="cannot be written"):
        iv.report(*collection, ["P@10"], tmp_path / "no" / "where.html", interval=False)


def test_the_demo_writes_its_report(intervale, tmp_path):
    done = intervale("demo", "--report", "demo.html")
    assert done.code == 0
    assert str((tmp_path / "demo.html").resolve()) in done.err
    assert "A made-up collection" in (tmp_path / "demo.html").read_text("utf-8")
