"""Rankings of systems on two halves of the topics, against loops over pairs written from the definitions."""

from itertools import combinations
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import kendalltau

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.present.stability import stability_document, stability_tables
from intervale.stats.topic_halves import NOT_NEW, _halves, around

SMALL = {"A": [4.0, 5, 6, 5, 1], "B": [1.0, 2, 9, 1, 1], "C": [1.0, 1, 2, 1, 8], "D": [1.0, 2, 9, 1, 1]}


def by_loops(rows, halves):
    """Tau, the share of swaps and the share of ties of one split, pair by pair."""
    first, second = ([sum(row[t] for t in half) / len(half) for row in rows] for half in halves)
    swaps = tied = pairs = 0
    for a, b in combinations(range(len(rows)), 2):
        x, y = (round(means[a] - means[b], 9) for means in (first, second))
        pairs += 1
        swaps += x * y < 0
        tied += x * y == 0
    statistic = kendalltau(np.round(first, 9), np.round(second, 9)).statistic
    return statistic, swaps / pairs, tied / pairs


def effective(row):
    return sum(row) ** 2 / sum(x * x for x in row)


@pytest.mark.parametrize("seed", [0, 7])
def test_every_split_is_that_of_a_loop(seed):
    found = iv.stability(iv.read_scores(SMALL, measure="x"), splits=25, seed=seed)["x"]
    halves = _halves(5, 25, seed)
    for place, both in enumerate(halves):
        expected = by_loops(list(SMALL.values()), both)
        assert (found.tau[place], found.swaps[place], found.tied[place]) == pytest.approx(expected)


def test_the_same_on_a_collection():
    evaluation = iv.evaluate(*made_up_collection(), ["AP@10", "RR@10"], interval=True)
    found = iv.stability(evaluation, splits=10)
    halves = _halves(len(evaluation.topics), 10, 0)
    for one in found.measures:
        rows = evaluation.matrix(one.name).tolist()
        expected = np.array([by_loops(rows, both) for both in halves])
        np.testing.assert_allclose(np.array([one.tau, one.swaps, one.tied]).T, expected)
        assert one.behind == pytest.approx(
            np.median([evaluation.effective_topics(s, one.name) for s in evaluation.systems])
        )


def test_topics_behind_means_and_differences():
    found = iv.stability(iv.read_scores(SMALL, measure="x"))["x"]
    rows = list(SMALL.values())
    assert found.behind == pytest.approx(np.median([effective(row) for row in rows]))
    apart = [[abs(x - y) for x, y in zip(a, b, strict=True)] for a, b in combinations(rows, 2)]
    assert found.behind_difference == pytest.approx(np.median([effective(row) for row in apart if any(row)]))
    assert found.carried == sum(max(row) > sum(row) / 2 for row in rows) == 3


def test_halves_are_halves_and_do_not_depend_on_how_many_there_are():
    for topics in (2, 5, 8):
        halves = _halves(topics, 6, 3)
        assert halves.shape == (6, 2, topics // 2)
        assert all(len(set(both.ravel().tolist())) == topics // 2 * 2 for both in halves)
        assert (_halves(topics, 3, 3) == halves[:3]).all()
    left_out = {frozenset(range(5)) - frozenset(both.ravel().tolist()) for both in _halves(5, 100, 0)}
    assert len(left_out) == 5


def test_same_seed_same_answer_whoever_works():
    evaluation = iv.evaluate(*made_up_collection(), ["AP@10", "P@5", "nDCG@10"])
    one, two, other = (iv.stability(evaluation, splits=20, seed=seed) for seed in (4, 4, 5))
    with iv.parallel(1):
        alone = iv.stability(evaluation, splits=20, seed=4)
    with iv.parallel(3):
        several = iv.stability(evaluation, splits=20, seed=4)
    assert one.columns() == two.columns() == alone.columns() == several.columns()
    assert one.columns() != other.columns()


def test_measures_see_the_same_splits():
    evaluation = iv.evaluate(*made_up_collection(), ["AP@10", "P@5"])
    together, apart = iv.stability(evaluation, splits=9), iv.stability(evaluation, ["P@5"], splits=9)
    assert together["P@5"].tau.tolist() == apart["P@5"].tau.tolist()
    difference = together["AP@10"].tau - together["P@5"].tau
    assert together.paired("AP@10", "P@5") == pytest.approx((difference.mean(), (difference > 0).mean()))
    assert together.paired("AP@10", "AP@10") == (0.0, 0.0)


def test_measures_are_computed_where_there_are_runs():
    evaluation = iv.evaluate(*made_up_collection())
    assert [one.name for one in iv.stability(evaluation, "RR@10", splits=2).measures] == ["RR@10"]


def test_a_half_that_ties_all_has_no_tau():
    found = iv.stability(iv.read_scores({"A": [1, 1, 1, 1], "B": [1, 1, 1, 2]}, measure="x"))
    one = found["x"]
    assert np.isnan(one.tau).all()
    assert (one.mean_tau, one.swap_rate, around(one.tied)[0]) == (None, 0.0, 1.0)
    assert "x: splits on which a half ties all systems have no tau, and are left out" in found.notes
    assert found.paired("x", "x") is None
    assert found.sentences()[0].startswith("No split ranks")
    assert stability_document(found)["measures"]["x"]["tau"]["mean"] is None
    with pytest.raises(iv.OptionError, match="nothing to draw"):
        found.plot()


def test_scores_below_zero_have_no_number_of_topics():
    found = iv.stability(iv.read_scores({"A": [1, -1, 2], "B": [0, 1, 2]}, measure="x"))["x"]
    assert found.behind is found.carried is None
    assert found.behind_difference == pytest.approx(9 / 5)


def test_a_topic_that_a_run_lacks_does_not_count():
    scores = {"A": [1.0, None, 3.0, 2.0], "B": [2.0, 1.0, 1.0, 0.0], "C": [0.0, 5.0, 2.0, 1.0]}
    evaluation = iv.read_scores({name: [np.nan if x is None else x for x in row] for name, row in scores.items()})
    (found,) = iv.stability(evaluation, splits=30).measures
    for place, both in enumerate(_halves(4, 30, 0)):
        means = [[np.nanmean(row[half]) for row in evaluation.values[0]] for half in both]
        assert found.tau[place] == pytest.approx(kendalltau(*means).statistic, nan_ok=True)


def test_geometric_means_and_sums_are_put_together_as_the_measure_asks():
    evaluation = iv.evaluate(*made_up_collection(), ["GMAP", "NumRelRet"])
    found = iv.stability(evaluation, splits=4)
    for name in ("GMAP", "NumRelRet"):
        for place, both in enumerate(_halves(len(evaluation.topics), 4, 0)):
            parts = [evaluation.subset(topics=[evaluation.topics[t] for t in half]) for half in both]
            means = [np.round([part.mean(s, name) for s in part.systems], 10) for part in parts]
            assert found[name].tau[place] == pytest.approx(kendalltau(*means).statistic)


def test_open_pairs_are_counted_and_middles_used():
    whole = iv.evaluate(*made_up_collection(), ["AP@5"])
    exact, bounded = whole.subset(systems=whole.systems[:2]), whole.subset(systems=whole.systems[:2])
    object.__setattr__(bounded, "errors", np.full(bounded.values.shape, 0.5))
    found = iv.stability(bounded, splits=3)
    assert found.measures[0].opened == bounded.mean_order("AP@5").open_pairs == 1
    assert found.measures[0].tau.tolist() == iv.stability(exact, splits=3).measures[0].tau.tolist()
    assert any("the order of 1 pairs of means is open within bounds; middles were used" in note for note in found.notes)
    assert stability_tables(found)[0].columns[-1] == "open"


def test_spreads():
    mean, sd, low, high, se = around(np.array([0.2, 0.4, 0.6]))
    assert (mean, sd, se) == pytest.approx((0.4, 0.2, 0.2 / sqrt(3)))
    assert 0.2 < low < high < 0.6
    assert around(np.array([0.5])) == (0.5, None, 0.5, 0.5, None)


def test_the_result_shows_itself():
    found = iv.stability(iv.read_scores(SMALL, measure="x"), splits=1000)
    assert repr(found).startswith("Stability(4 systems, halves of 2 topics; tau x ")
    assert found.notes[0] == NOT_NEW
    assert found.notes[1].startswith("of 5 topics one, drawn with each split, is left out")
    assert found.notes[2].startswith("there are 15 different splits of 5 topics")
    (table,) = stability_tables(found)
    assert table.rows[0][0].value == "x"
    assert any("1,000 splits" in line for line in table.footer)
    row = {name: values[0] for name, values in found.columns().items()}
    assert (row["systems_carried"], row["carried_share"], row["open_pairs"]) == (3, 0.75, 0)


def test_different_splits_are_counted():
    for topics in (2, 3, 4, 5):
        seen = {frozenset(frozenset(half.tolist()) for half in both) for both in _halves(topics, 1000, 0)}
        found = iv.stability(iv.read_scores({"A": list(range(topics)), "B": [1] * topics}), splits=1000)
        assert any(note.startswith(f"there are {len(seen):,} different splits") for note in found.notes)


def test_bad_calls():
    scores = iv.read_scores(SMALL, measure="x")
    with pytest.raises(iv.OptionError, match=r"iv\.stability\(iv\.evaluate"):
        iv.stability({})
    with pytest.raises(iv.OptionError, match="at least one measure"):
        iv.stability(iv.evaluate(*made_up_collection()))
    with pytest.raises(iv.OptionError, match="found one: give at least two"):
        iv.stability(iv.read_scores({"A": [1, 2]}))
    with pytest.raises(iv.OptionError, match="at least two topics"):
        iv.stability(iv.read_scores({"A": [1], "B": [2]}))
    with pytest.raises(iv.OptionError, match="splits"):
        iv.stability(scores, splits=0)
    with pytest.raises(iv.OptionError, match="seed"):
        iv.stability(scores, seed=-1)
    with pytest.raises(iv.OptionError, match="unknown measure 'y'"):
        iv.stability(scores)["y"]
    many = iv.read_scores({str(n): [n, n + 1] for n in range(600)})
    with pytest.raises(iv.OptionError, match="too many: use splits=55,555"):
        iv.stability(many, splits=100_000)
    with pytest.raises(iv.OptionError, match="plot kind"):
        iv.stability(scores).plot("levels")


@pytest.mark.parametrize(
    ("name", "qrels", "heading"),
    [("trec8-adhoc", "qrels.trec8.txt", "TREC-8:"), ("trec-robust2003", "qrels.robust03.txt.gz", "Robust 2003:")],
)
def test_figures_of_the_manual(shared_data, name, qrels, heading):
    folder = shared_data(name)
    page = (Path(__file__).resolve().parents[2] / "docs" / "spaces.md").read_text(encoding="utf-8")
    rows = page.partition(f"\n{heading}\n")[2].lstrip().partition("\n\n")[0].splitlines()
    for measure in ("P", "RR"):
        forms = [f"{measure}@10", f"interval({measure}@10)", f"interval({measure}@10,space='topic')"]
        found = iv.stability(iv.evaluate(folder / qrels, folder / "runs", forms), splits=1000)
        (row,) = (row for row in rows if row.startswith(f"| {measure} |"))
        cells = [cell.strip() for cell in row.split("|")[2:]]
        assert cells[:3] == [f"{one.behind:.1f}" for one in found.measures]
        assert cells[4:7] == [f"{one.mean_tau:.3f}" for one in found.measures]
