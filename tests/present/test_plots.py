"""Pictures of comparisons: what is drawn is what the comparison has."""

import numpy as np
import pytest

import intervale as iv
from intervale.present.picture import chart_bytes, chart_specification
from intervale.present.plots import KINDS, MOST_SYSTEMS

pytest.importorskip("altair")


def comparison(number=5, topics=12, **options):
    random = np.random.default_rng(2)
    hardness = random.random(topics)
    scores = {
        f"S{n}": {str(t): float((hardness[t] + random.random() + n / number) / 3) for t in range(topics)}
        for n in range(number)
    }
    return iv.compare(iv.read_scores(scores, measure="own", scale="interval"), **options)


def rows_of(chart):
    """The data of all layers."""
    whole = chart_specification(chart)
    layers = [whole, *whole.get("layer", [])]
    return [row for layer in layers for row in layer.get("data", {}).get("values", [])]


def test_means_have_every_system_with_its_interval():
    found = comparison()
    rows = {row["system"]: row for row in rows_of(found.plot("means"))}
    assert set(rows) == set(found.systems)
    for s, name in enumerate(found.systems):
        low, high = found.evaluation.ci(name, "own")
        assert (rows[name]["mean"], rows[name]["low"], rows[name]["high"]) == pytest.approx(
            (found.measures["own"].means[s], low, high)
        )
        assert (rows[name]["kind"] == "may be the best") == bool(found.measures["own"].best.possible[s])


def test_differences_are_sorted_and_of_the_pair_asked_for():
    found = comparison()
    x, y = (found.evaluation.by_topic(name, "own") for name in ("S1", "S3"))
    rows = [row for row in rows_of(found.plot("differences", pair=("S1", "S3"))) if "topic" in row]
    assert {row["topic"]: row["difference"] for row in rows} == pytest.approx({t: x[t] - y[t] for t in x})
    ordered = [row["difference"] for row in sorted(rows, key=lambda row: row["place"])]
    assert ordered == sorted(ordered, reverse=True)
    assert all((row["ahead"] == "S1") == (row["difference"] > 0) for row in rows)


def test_the_pair_is_the_leader_and_the_baseline_or_the_next():
    found = comparison(baseline="S0")
    rows = [row for row in rows_of(found.plot("differences")) if "topic" in row]
    assert {row["ahead"] for row in rows} <= {"S4", "S0"}
    assert "differences" in KINDS
    two = comparison(number=2)
    assert rows_of(two.plot()) == rows_of(two.plot("differences"))


def test_a_distribution_has_every_score():
    found = comparison()
    rows = [row for row in rows_of(found.plot("distribution")) if "score" in row]
    assert sorted(row["score"] for row in rows) == pytest.approx(sorted(found.evaluation.values.ravel()))


def test_decisions_are_those_of_the_test():
    found = comparison()
    t = found.measures["own"].tests["t"]
    rows = {(row["a"], row["b"]): row["decision"] for row in rows_of(found.plot("decisions"))}
    for a, b, significant in zip(t.first, t.second, t.significant, strict=True):
        pair = found.systems[a], found.systems[b]
        assert (rows[pair] == "differs") == bool(significant)
        assert rows[pair] == rows[pair[::-1]]


def test_of_many_systems_the_top_and_the_baseline_are_drawn():
    found = comparison(number=MOST_SYSTEMS + 20, baseline="S0")
    names = [row["system"] for row in rows_of(found.plot("means"))]
    assert len(names) == MOST_SYSTEMS + 1
    assert "S0" in names
    assert "; 41 of them are shown" in str(chart_specification(found.plot("means")))


@pytest.mark.parametrize("kind", KINDS)
def test_every_picture_can_be_written(kind):
    assert chart_bytes(comparison(number=3).plot(kind), "svg").startswith(b"<svg")


@pytest.mark.parametrize("kind", KINDS)
def test_missing_topics_and_equal_scores_are_drawn(kind):
    scores = {"A": {"1": 0.5, "2": 0.5, "3": 0.5}, "B": {"1": 0.5, "2": 0.5, "3": 0.5}, "C": {"1": 0.5, "2": 0.1}}
    found = iv.compare(iv.read_scores(scores, measure="own", scale="interval"))
    assert chart_bytes(found.plot(kind), "svg").startswith(b"<svg")


def test_agreement_of_ranking_metrics_is_drawn():
    names = ["tau", "rho", "MAE"]
    rankings = {"x": ["b", "a", "c"], "y": ["a", "c", "b"]}
    for found in (
        iv.rankings.agreement(names, n=4),
        iv.rankings.disagreements(["a", "b", "c"], rankings, names),
    ):
        assert chart_bytes(found.plot(), "svg").startswith(b"<svg")


def test_what_cannot_be_drawn_is_refused():
    found = comparison()
    with pytest.raises(iv.OptionError, match="use one of: means, differences"):
        found.plot("pie")
    with pytest.raises(iv.OptionError, match="was not compared"):
        found.plot(measure="AP")
    with pytest.raises(iv.OptionError, match="'X' is not among the systems"):
        found.plot("differences", pair=("X", "S1"))
    with pytest.raises(iv.OptionError, match="has no picture of its own"):
        found.evaluation.plot()
