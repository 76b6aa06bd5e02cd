"""Results show themselves: short in a prompt, as a table in a notebook, in every form that people work with."""

from __future__ import annotations

import inspect
from html.parser import HTMLParser

import pandas
import polars
import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.data.tabular import Tabular
from intervale.present.results import tables_of
from intervale.scales import distance_from_interval, relate, scale_region


class Cells(HTMLParser):
    """How many tables, rows and cells a page has; tags must be closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: dict[str, int] = {}
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes) -> None:
        self.open.append(tag)
        self.count[tag] = self.count.get(tag, 0) + 1

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def results() -> dict[str, Tabular]:
    evaluation = iv.evaluate(*made_up_collection(), ["P@5", "AP@5"], interval=True)
    dominance = iv.dominance(evaluation)
    return {
        "evaluation": evaluation,
        "aggregates": evaluation.aggregate("median,cv"),
        "robustness": iv.robustness(*made_up_collection(), ["P@5"], keep=[0.5], draws=2),
        "study": iv.study(iv.evaluate(*made_up_collection()), ["P", "RR"], lengths=[3], tests=["t"]),
        "catalogue": iv.catalogue(),
        "comparison": iv.compare(evaluation),
        "correlations": iv.correlate(evaluation),
        "design": iv.design(evaluation, difference=0.05),
        "discriminative power": iv.discriminative_power(evaluation),
        "evidence": iv.evidence(evaluation),
        "meaning": iv.meaningful(evaluation, "mean(aurora) > mean(cirrus)", measure="AP@5"),
        "claims": iv.check_claims(evaluation, ["mean(aurora) > mean(cirrus)", "mean(aurora) >"], draws=5),
        "dominance": dominance,
        "leaderboard": iv.leaderboard(evaluation),
        "pair": dominance.pair("aurora", "cirrus"),
        "scale": iv.scale("AP@3", grades=2),
        "regions": scale_region("RBP", "p", length=4),
        "gains": scale_region("gP", "gains", length=3, grades=2, order="set-replacement"),
        "deviation": distance_from_interval("AP@4"),
        "calibration": iv.calibration("RBP(p=0.3)@4"),
        "axioms": iv.axioms("AP@3"),
        "universes": iv.universes(["P", "nDCG"], longest=2, bases=2),
        "mixing": iv.mixing(evaluation),
        "stability": iv.stability(evaluation, splits=5),
        "relation": relate("AP@4", "RBP(p=0.5)@4", grades=2),
        "topic scales": iv.topic_scales("R@4", {"q1": 1, "q2": 2, "q3": 3}),
        "interval scale": iv.interval_scale("AP@4"),
        "interval scales": iv.interval_scales(["P", "AP"], lengths=[3, 60]),
        "experiment": iv.balancing_experiment(["AP", "RBP"], trials=2, length=30),
        "interval scale over logarithms": iv.interval_scale("DCG@3"),
        "construction": iv.construct("rank-swap", iv.RunSpace(3, 1)),
        "properties": iv.rankings.properties("DCG", n=3, only="identity"),
        "agreement": iv.rankings.agreement(["DCG", "MSE", "Kendall tau"], n=3),
        "consensus": iv.rankings.consensus({"x": ["a", "b", "c"], "y": ["b", "a", "c"]}),
        "cutoffs": iv.rankings.cutoffs(list("abc"), {"x": list("bac"), "y": list("acb")}, ["recall", "MSE"], k=1),
        "disagreements": iv.rankings.disagreements(list("abc"), {"x": list("bac"), "y": list("acb")}, ["tau", "MSE"]),
        "ranking scores": iv.rankings.evaluate(list("abc"), {"x": list("bac"), "y": list("acb")}, ["tau", "MSE"]),
        "selection": iv.rankings.select_metrics("symmetry", among=["NDPM", "MSE"], n=3),
    }


NAMES = [
    *("evaluation", "comparison", "correlations", "design", "evidence", "meaning", "dominance", "pair", "scale"),
    *("relation", "discriminative power", "leaderboard", "axioms", "aggregates", "robustness", "study", "claims"),
    "topic scales",
    *("regions", "gains", "deviation", "calibration", "universes", "mixing", "interval scales", "experiment"),
    "stability",
    *("interval scale", "interval scale over logarithms", "construction", "properties", "agreement", "selection"),
    *("consensus", "cutoffs", "disagreements", "ranking scores"),
]


@pytest.mark.parametrize("name", NAMES)
def test_short_repr(name, results) -> None:
    text = repr(results[name])
    assert text.startswith(f"{type(results[name]).__name__}(")
    assert len(text) <= 240
    assert "array(" not in text
    assert "object at" not in text


@pytest.mark.parametrize("name", NAMES)
def test_html_is_a_table(name, results) -> None:
    found = Cells(results[name]._repr_html_())
    assert found.count["table"] == len(tables_of(results[name]))
    assert found.count["tr"] > found.count["table"]
    assert found.count["td"] > 0


@pytest.mark.parametrize("name", NAMES)
def test_frames_have_the_same_rows(name, results) -> None:
    result = results[name]
    table, frame, polar = result.to_arrow(), result.to_pandas(), result.to_polars()
    assert isinstance(frame, pandas.DataFrame)
    assert isinstance(polar, polars.DataFrame)
    assert table.num_rows == len(frame) == len(polar) > 0
    assert table.column_names == list(frame.columns) == polar.columns
    assert result.to_csv().splitlines()[0] == ",".join(table.column_names)


@pytest.mark.parametrize("name", NAMES)
def test_markdown_and_latex(name, results) -> None:
    tables = len(tables_of(results[name]))
    assert results[name].to_markdown().count("\n|---") == tables or tables == 1
    assert results[name].to_latex().count(r"\begin{tabular}") == tables


def test_every_public_result_is_here(results) -> None:
    """Every class of results that the public names give shows itself."""
    shown = {type(one) for one in results.values()}
    classes = {value for name in iv.__all__ if inspect.isclass(value := getattr(iv, name))}
    without = {"JudgedRuns", "Measure", "MeasureScale", "Policy", "Qrels", "Run", "RunSpace"}
    results_of = {one for one in classes if not issubclass(one, Exception) and one.__name__ not in without}
    assert {one for one in results_of if not any(issubclass(kind, one) for kind in shown)} == set()


def test_names_of_others_are_text_in_html() -> None:
    scores = iv.read_scores({"<b>A</b>": [1.0, 2.0], "B": [0.5, 0.25]}, measure="<i>m</i>", scale="interval")
    for result in (scores, iv.compare(scores)):
        assert "<b>" not in result._repr_html_()
        assert "<i>" not in result._repr_html_()
