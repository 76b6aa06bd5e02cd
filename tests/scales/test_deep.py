"""Interval scales where values are too many to count: bounds hold, estimates cover, what they leave open is said."""

import itertools
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest

import intervale as iv
from intervale.exact import grid
from intervale.scales import deep
from intervale.scales.deep import Estimated
from tests.sizes import LONG

RUNS = 250 if LONG else 60
SPACES = [
    *[(text, 26, 1, None) for text in ("DCG", "DCG(base=2)", "DCG(base=10)", "RBP(p=0.8)", "RBP(p=0.95)")],
    ("INSQ", 18, 1, None),
    *[(text, 12, 3, (0, 1, 3, 7)) for text in ("nDCG", "nDCG(base=2)", "gRBP(p=0.6)")],
    *[("DCG", 11, 4, (0, 1, 2, 3, 4)), ("gRBP(p=0.9)", 11, 4, (0, 1, 5, 6, 30))],
]
LONGER = [
    *[(text, 40, 1, None) for text in ("DCG", "DCG(base=2)", "RBP(p=0.8)", "RBP(p=0.95)", "RBP(p=0.55)")],
    *[(text, 20, 3, (0, 1, 3, 7)) for text in ("nDCG", "DCG(base=2)", "gRBP(p=0.6)")],
    *[("DCG", 20, 2, (0, 1, 2)), ("nDCG(base=10)", 20, 3, (0, 2, 5, 6))],
]


@pytest.mark.parametrize("cells", [1 << 10, 1 << 18] if LONG else [1 << 12])
@pytest.mark.parametrize(("text", "length", "grades", "gains"), [*SPACES, *(LONGER if LONG else [])])
def test_the_enclosure_contains_the_exact_rank(monkeypatch, text, length, grades, gains, cells):
    monkeypatch.setattr(grid, "LEAST_CELLS", cells)
    monkeypatch.setattr(grid, "MOST_CELLS", cells)
    monkeypatch.setattr(grid, "LISTED", 64)
    exact, enclosed = (
        iv.interval_scale(text, length=length, grades=grades, gains=gains, method=method, seed=cells)
        for method in ("exact", "grid")
    )
    random = np.random.default_rng(length)
    share = random.random((RUNS, 1)) * np.linspace(0.2, 1, length)
    runs = random.integers(1, grades + 1, (RUNS, length)) * (random.random((RUNS, length)) < share)
    runs = runs.tolist()
    bounds = enclosed.rank_bounds_of(runs)
    assert enclosed.size == exact.size
    for rank, score, (low, high), (least, most) in zip(
        exact.ranks_of(runs), exact.scores_of(runs), bounds, enclosed.score_bounds_of(runs), strict=True
    ):
        assert low <= rank <= high
        assert least <= score <= most
    assert max(high - low for low, high in bounds) <= 2 * enclosed.error * enclosed.size + 1


@pytest.mark.parametrize(("text", "grades"), [("DCG(base=2)@1000", 1), ("nDCG@1000", 3), ("RBP(p=0.95)@1000", 1)])
@pytest.mark.skipif(not LONG, reason="takes a minute; make exhaustive asks for it")
def test_deep_brackets_are_narrow(text, grades):
    scale = iv.interval_scale(text, grades=grades)
    random = np.random.default_rng(7)
    runs = []
    for relevant in (1, 2, 3, 5, 10, 20, 50, 100, 200, 300):
        for places in (random.choice(1000, relevant, replace=False), np.arange(relevant)):
            run = np.zeros(1000, dtype=int)
            run[places] = random.integers(1, grades + 1, relevant)
            runs.append(run.tolist())
    assert max(Fraction(high - low, high) for low, high in scale.rank_bounds_of(runs)) <= Fraction(1, 100)
    if "RBP" in text:
        assert scale.error <= 5e-6


@pytest.mark.parametrize("text", ["DCG(base=2)@100", "RBP(p=0.8)@100"])
@pytest.mark.skipif(not LONG, reason="takes half a minute; make exhaustive asks for it")
def test_scores_at_one_hundred_are_known_to_five_digits(text):
    assert iv.interval_scale(text).error <= 5e-6


def test_the_ends_and_the_order_of_an_enclosed_scale():
    scale = iv.interval_scale("RBP(p=0.8)@60")
    assert (scale.method, scale.exact) == ("grid", False)
    runs = [[0] * 60, [0] * 59 + [1], [1] * 59 + [0], [1] * 60]
    assert scale.rank_bounds_of(runs) == [(1, 1), (2, 2), (2**60 - 1,) * 2, (2**60,) * 2]
    assert scale.score_bounds_of(runs)[-1] == (1.0, 1.0)
    better = [[0] * n + [1] + [0] * (59 - n) for n in range(59, -1, -1)]
    assert scale.ranks_of(better) == sorted(scale.ranks_of(better))
    assert "proven bounds" in scale.assumption


# ---------------------------------------------------------------- estimates


def test_the_interval_of_an_estimate_covers_at_its_rate(monkeypatch):
    """Over many seeds; the sample is small, so that intervals are wide and may fail."""
    monkeypatch.setattr(deep, "PAIRS", 1 << 15)
    monkeypatch.setattr(deep, "LEAST_PRIME", 101)
    exact = iv.interval_scale("AP@20")
    random = np.random.default_rng(3)
    runs = (random.random((25, 20)) < random.random((25, 1))).astype(int).tolist()
    ranks, scores = exact.ranks_of(runs), exact.scores_of(runs)
    inside, scored, sized = [], [], []
    for seed in range(60 if LONG else 30):
        scale = iv.interval_scale("AP@20", method="residues", seed=seed + 1000)
        inside += [low <= rank <= high for rank, (low, high) in zip(ranks, scale.rank_bounds_of(runs), strict=True)]
        scored += [low <= score <= high for score, (low, high) in zip(scores, scale.score_bounds_of(runs), strict=True)]
        low, high = scale.counting.size_bounds
        sized.append(low <= exact.size <= high)
        assert 0.5 * exact.size < scale.size < 2 * exact.size
        assert scale.error < 0.02
    for covered in (inside, scored, sized):
        assert np.mean(covered) >= 0.95 - 3 * math.sqrt(0.95 * 0.05 / len(sized))
    assert not all(inside) or not all(scored)  # intervals that never fail would be too wide


@pytest.mark.parametrize(("text", "grades"), [("AP@20", 1), ("ERR@10", 2), ("AP(rel=2)@14", 2)])
def test_an_estimate_is_near_the_exact_scale(text, grades):
    exact, estimate = iv.interval_scale(text, grades=grades), iv.interval_scale(text, grades=grades, method="residues")
    assert isinstance(estimate.counting, Estimated)
    runs = np.random.default_rng(1).integers(0, grades + 1, (40, exact.space.length)).tolist()
    away = [abs(float(a - b)) for a, b in zip(exact.scores_of(runs), estimate.scores_of(runs), strict=True)]
    assert max(away) <= 2 * estimate.error
    assert estimate.counting.extremes == exact.extremes
    worst, best = [0] * exact.space.length, [grades] * exact.space.length
    assert [float(x) for x in estimate.scores_of([worst, best])] == [0.0, 1.0]
    assert estimate.rank_bounds_of([worst]) == [(1, 1)]


def test_the_seed_is_said_and_decides():
    first, again, other = (
        iv.interval_scale("AP@16", method="residues", seed=seed).scores_of([[1, 0] * 8])[0] for seed in (1, 1, 2)
    )
    assert first == again != other
    assert "seed 1" in iv.interval_scale("AP@16", method="residues", seed=1).assumption


# ---------------------------------------------------------------- in an evaluation

QRELS = {str(t): {f"d{n}": 1 for n in range(40)} for t in range(4)}


def ranked(places):
    """A run of 80 documents with relevant ones at some places."""
    relevant = iter(range(40))
    names = [f"d{next(relevant)}" if place in places else f"x{place}" for place in range(80)]
    return {name: 80.0 - place for place, name in enumerate(names)}


SYSTEMS = {
    "A": {"0": ranked(range(30)), "1": ranked([3]), "2": ranked([1, 5]), "3": ranked([70])},
    "B": {"0": ranked(range(0, 60, 2)), "1": ranked([2]), "2": ranked([4]), "3": ranked([60])},
}


def test_a_mean_that_one_topic_carries_is_said():
    table = iv.evaluate(QRELS, SYSTEMS, ["RBP(p=0.8)@80", "interval(DCG@80)", "interval(DCG@80,log=True)"])
    notes = " ".join(table.notes)
    assert "one topic carries more than half of the mean of 2 of 2 systems" in notes
    assert "effective number of topics behind a mean: 1.0 of 4" in notes
    assert "they are not an interval scale" in notes
    assert table.effective_topics("A", "interval(DCG@80)") == pytest.approx(1.0, abs=1e-3)
    assert table.effective_topics("A", "RBP(p=0.8)@80") > 1.5
    assert table.errors is not None
    low, high = table.mean_bounds("A", "interval(DCG@80)")
    assert low < table.mean("A", "interval(DCG@80)") < high
    assert table.mean_bounds("A", "RBP(p=0.8)@80") == (table.mean("A", "RBP(p=0.8)@80"),) * 2


def test_bounds_are_kept_in_parquet(tmp_path):
    table = iv.evaluate(QRELS, SYSTEMS, ["interval(DCG@80)"])
    table.save(tmp_path / "scores.parquet")
    again = iv.read_scores(tmp_path / "scores.parquet")
    assert again.errors.tolist() == table.errors.tolist()
    exact = iv.evaluate(QRELS, SYSTEMS, ["interval(DCG@8)"])
    assert exact.errors is None


def test_means_that_bounds_cannot_tell_apart_are_open(monkeypatch):
    monkeypatch.setattr(grid, "LEAST_CELLS", 1 << 6)
    monkeypatch.setattr(grid, "MOST_CELLS", 1 << 6)
    last = {rank: ranked([*range(28), rank]) for rank in (29, 30, 31, 32)}  # C has the best and the worst, D the others
    near = {
        "C": dict(SYSTEMS["A"]) | {"0": last[29], "1": last[32]},
        "D": dict(SYSTEMS["A"]) | {"0": last[30], "1": last[31]},
    }
    table = iv.evaluate(QRELS, near, ["interval(DCG@80,seed=5)"])  # the seed makes it a scale of its own
    assert any("it is open which mean is larger for 1 of 1 pairs" in note for note in table.notes)


def test_the_logarithm_of_a_rank():
    table = iv.evaluate(QRELS, SYSTEMS, ["interval(RR@4,log=True)"])
    assert table.by_topic("A", "interval(RR@4,log=True)")["0"] == 1.0
    assert table.by_topic("A", "interval(RR@4,log=True)")["1"] == pytest.approx(math.log(2) / math.log(5))
    assert table.by_topic("A", "interval(RR@4,log=True)")["3"] == 0.0


@pytest.mark.parametrize("tie_rule", ["min", "mid", "max"])
def test_the_logarithm_of_a_place(tie_rule):
    """Among all 16 runs, by brute force."""
    runs = list(itertools.product((0, 1), repeat=4))
    values = [iv.parse_measure("RR@4").exact(run, grades=1) for run in runs]
    place = {"min": lambda v: sum(w < v for w in values) + 1, "max": lambda v: sum(w <= v for w in values)}
    place["mid"] = lambda v: (place["min"](v) + place["max"](v)) / 2
    found = iv.interval("RR@4", tie_rule=tie_rule, log=True).score(runs, grades=1)
    best = math.log(place[tie_rule](1))
    for value, score in zip(values, found, strict=True):
        low, high = math.floor(place[tie_rule](value)), math.ceil(place[tie_rule](value))
        assert score == pytest.approx((math.log(low) + math.log(high)) / 2 / best)


def test_places_too_small_for_floats_have_logarithms():
    found = iv.evaluate(QRELS, SYSTEMS, ["interval(AP@450,tie_rule='mid',grades=4)"])
    assert any("too small for floats" in note and "log=True" in note for note in found.notes)
    logs = iv.interval("AP@450", tie_rule="mid", grades=4, log=True)
    scores = logs.score([(0,) * 450, (1,) + (0,) * 449, (1, 1) + (0,) * 448, (1,) * 450], grades=4)
    assert scores[0] == 0.0 < scores[1] < scores[2] < scores[3] == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("interval(AP@9,method='quick')", "one of: exact, lexicographic"),
        ("interval(AP@9,seed=-1)", "seed=-1"),
        ("interval(AP@9,log=2)", "True or False"),
        ("interval(AP@9,depth=2)", "it has length, tie_rule, space, method, seed, log"),
    ],
)
def test_bad_options_get_one_sentence(text, reason):
    with pytest.raises(iv.MeasureError, match=reason):
        iv.parse_measure(text)


@pytest.mark.parametrize("text", ["interval(AP@9,log=True)", "interval(RBP(p=0.8)@60)"])
def test_what_is_not_exact_has_no_exact_values(text):
    with pytest.raises(iv.MeasureError, match="no exact values"):
        iv.parse_measure(text).exact((1, 0), grades=1)


def test_the_rule_for_ties_of_a_scale_is_used_wherever_none_is_named():
    """On scales that are counted exactly, as on those that are enclosed."""
    for measure, method in (("AP@8", None), ("AP@8", "walks"), ("P@8", None)):
        plain = iv.interval_scale(measure)
        runs = [(1, 0, 0, 1, 0, 0, 0, 0), (0,) * 8, (1,) * 8]
        for rule in ("mid", "min", "max"):
            scale = iv.interval_scale(measure, tie_rule=rule, method=method)
            assert scale.default_tie_rule == rule
            assert scale.ranks_of(runs) == plain.ranks_of(runs, rule)
            assert scale.scores_of(runs) == plain.scores_of(runs, rule)
            assert scale.ends() == plain.ends(rule)
            assert pickle.loads(pickle.dumps(scale)).rank_of(runs[0]) == scale.rank_of(runs[0])
        assert iv.interval_scale(measure, tie_rule="mid") is iv.interval_scale(measure, tie_rule="mid")
    rows = iv.interval_scale("P@1100", tie_rule="mid").columns()
    assert (rows["rank"][:2], rows["rank"][-1], rows["score"][-1]) == ([1, 551.5], None, 1)
    rows = iv.interval_scale("P@3", tie_rule="mid").columns()
    assert (rows["rank"], rows["score"]) == ([1, 3, 6, 8], [0, 2 / 7, 5 / 7, 1])
    assert iv.interval_scale("P@3").columns()["rank"] == [1, 2, 3, 4]
    assert iv.interval_scale("P@3", tie_rule="mid").ranks([0]) == [1]


def test_grades_may_be_whole_floats():
    scale = iv.interval_scale("AP@8", tie_rule="mid")
    assert scale.ranks_of(np.eye(8)) == scale.ranks_of(np.eye(8, dtype=int))
    with pytest.raises(iv.errors.IntervaleError, match=r"grade 0\.5 at rank 2"):
        scale.ranks_of(np.array([[1.0, 0.5, *[0.0] * 6]]))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: iv.interval_scale("AP@8", precise="yes"), "precise='yes' must be True or False"),
        (lambda: iv.interval_scale("AP@1000000"), "AP@1000000: a run has at most 100,000 documents"),
        (lambda: iv.interval_scale(iv.rank_by_rank(lambda s, g, r: (s, g)), length=8), "give it beside the function"),
        (lambda: iv.interval_scale("AP@60"), "method='multiplicities' estimates how many there are"),
    ],
)
def test_what_is_refused_says_what_to_do(make, said):
    with pytest.raises(iv.errors.IntervaleError, match=said):
        make()
