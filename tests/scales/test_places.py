"""Places among all runs between bounds, against countings that know them exactly."""

from itertools import pairwise, product

import numpy as np
import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.exact import smallest_walks, walk_places
from intervale.scales import mapping
from tests.sizes import MORE

RULES = ("min", "mid", "max")
SHORT = [
    ("AP@14", 1),
    ("AP@7", 3),
    ("AP(rel=2)@8", 2),
    ("ERR@12", 1),
    ("ERR@6", 3),
    ("ERR(stop={1:0.3,2:0.3,3:1})@6", 3),
    ("ERR(stop={1:0.37})@12", 1),
    ("RR@10", 2),
    ("RBP(p=0.5)@12", 1),
    ("gRBP@6", 3),
    ("DCG@10", 1),
    ("nDCG@6", 2),
    ("nDCG(base=4)@7", 1),
    ("P@10", 1),
    ("SBTO@6", 2),
]


@pytest.fixture
def hardly_any_listed(monkeypatch):
    monkeypatch.setattr(smallest_walks, "MOST_LISTED", 10)


def some_runs(length, grades, number=200):
    random = np.random.default_rng(length)
    drawn = random.integers(0, grades + 1, (number, length)) * (random.random((number, 1)) < 0.7)
    return [*map(tuple, drawn.tolist()), (0,) * length, (grades,) * length]


def inside(exact, bounds):
    return all(low <= rank <= high for rank, (low, high) in zip(exact, bounds, strict=True))


@pytest.mark.parametrize(("name", "grades"), SHORT)
@pytest.mark.parametrize("rule", RULES)
def test_places_are_inside(name, grades, rule, hardly_any_listed):
    exact = iv.interval_scale(name, grades=grades)
    placed = iv.interval_scale(name, grades=grades, method="walks", tie_rule=rule)
    runs = some_runs(exact.space.length, grades)
    assert placed.method == "walks"
    assert inside(exact.ranks_of(runs, rule), placed.rank_bounds_of(runs, rule))
    scores = [float(score) for score in exact.scores_of(runs, rule)]
    assert all(
        low <= score * (1 + 1e-12) and score <= high * (1 + 1e-12)
        for score, (low, high) in zip(scores, placed.score_bounds_of(runs, rule), strict=True)
    )
    values, errors = placed.scored(runs, rule)
    assert (np.abs(values - scores) <= errors + 1e-12).all()


@pytest.mark.parametrize(("name", "grades", "most"), [("AP@12", 1, [3]), ("AP@6", 2, [2, 1]), ("ERR@8", 2, [1, 2])])
def test_runs_that_a_topic_allows(name, grades, most, hardly_any_listed):
    exact = iv.interval_scale(name, grades=grades, most=most)
    placed = iv.interval_scale(name, grades=grades, most=most, method="walks", tie_rule="max")
    runs = [
        run
        for run in product(range(grades + 1), repeat=exact.space.length)
        if all(run.count(grade) <= n for grade, n in enumerate(most, start=1))
    ][::7]
    for rule in RULES:
        assert inside(exact.ranks_of(runs, rule), placed.rank_bounds_of(runs, rule))


@pytest.mark.skipif(not MORE, reason="takes half a minute; make exhaustive has the time")
def test_at_length_30():
    exact, placed = iv.interval_scale("AP@30"), iv.interval_scale("AP@30", method="walks", tie_rule="max")
    runs = some_runs(30, 1, 1000)
    bounds = placed.rank_bounds_of(runs, "max")
    assert inside(exact.ranks_of(runs, "max"), bounds)
    assert all((high - low) / high <= 0.1 for low, high in bounds)


class TestDeep:
    """AP@200: too many values to count or to estimate."""

    scale = staticmethod(lambda: iv.interval_scale("AP@200", tie_rule="mid"))

    def test_places_are_known_where_ranks_are_not(self):
        scale = self.scale()
        run = (0,) * 190 + (1,) + (0,) * 9
        ((low, high),) = scale.rank_bounds_of([run], "max")
        assert low == high == 11  # with one document further down, or none
        with pytest.raises(OptionError, match="use tie_rule='mid', 'min' or 'max', which are ordinal"):
            scale.rank_of(run, "unq")
        with pytest.raises(OptionError, match="too many"):
            iv.interval_scale("AP@200")

    def test_the_order_of_values_is_kept(self):
        runs = sorted(some_runs(200, 1, 50), key=self.scale().value_of)
        bounds = self.scale().rank_bounds_of(runs, "max")
        assert all(low <= higher for (low, _), (_, higher) in pairwise(bounds))
        assert bounds[-1] == (2**200, 2**200)

    def test_an_evaluation_says_that_they_are_ordinal(self):
        qrels, run = {"1": {"a": 1, "b": 1}}, {"1": {"a": 3.0, "x": 2.0, "b": 1.0}}
        found = iv.evaluate(qrels, {"A": run}, ["interval(AP@200,tie_rule='mid')"])
        low, high = found.mean_bounds("A", "interval(AP@200,tie_rule='mid')")
        assert 0 < low <= found.mean("A", "interval(AP@200,tie_rule='mid')") <= high < 1e-30
        assert found.scale("interval(AP@200,tie_rule='mid')").level == "ordinal"


def test_too_many_states_are_refused():
    with pytest.raises(OptionError, match="too many states on the way"):
        iv.interval_scale("ERR@60", grades=4, tie_rule="mid")


def test_precise_bounds_are_narrow_everywhere():
    plain, precise = (iv.interval_scale("AP@60", tie_rule="max", precise=wish) for wish in (False, True))
    runs = some_runs(60, 1, 300)
    wide, narrow = plain.rank_bounds_of(runs, "max"), precise.rank_bounds_of(runs, "max")
    assert all(max(a, c) <= min(b, d) for (a, b), (c, d) in zip(wide, narrow, strict=True))
    assert max((high - low) / high for low, high in narrow) < 0.011
    form = iv.interval("AP@60", tie_rule="mid", precise=True)
    assert str(form) == "interval(AP@60,tie_rule='mid',precise=True)"
    assert iv.parse_measure(str(form)) == form


def test_an_upper_bound_of_ranks_among_values():
    exact, placed = iv.interval_scale("AP@14"), iv.interval_scale("AP@14", method="walks")
    runs = some_runs(14, 1)
    assert inside(exact.ranks_of(runs), placed.rank_bounds_of(runs, "unq"))
    with pytest.raises(OptionError, match="which are ordinal"):
        placed.scores_of(runs, "unq")


@pytest.mark.parametrize("rule", RULES)
def test_where_every_run_has_a_value_of_its_own_ranks_are_places(rule):
    exact = iv.interval_scale("RBP(p=0.8)@16")
    grid = iv.interval_scale("RBP(p=0.8)@16", method="grid")
    runs = some_runs(16, 1)
    assert inside(exact.ranks_of(runs, rule), grid.rank_bounds_of(runs, rule))
    assert iv.interval_scale("RBP(p=0.8)@60", tie_rule=rule).method == "grid"
    assert iv.interval_scale("DCG@60", tie_rule=rule).method == "walks"


def test_different_values_by_multiplicities():
    exact, drawn = iv.interval_scale("AP@20"), iv.interval_scale("AP@20", method="multiplicities", seed=3)
    runs = some_runs(20, 1, 40)
    ranks, bounds = exact.ranks_of(runs), drawn.rank_bounds_of(runs)
    assert sum(low <= rank <= high for rank, (low, high) in zip(ranks, bounds, strict=True)) >= 38
    assert "95%" in drawn.assumption
    with pytest.raises(
        OptionError, match="the method multiplicities estimates the values of AP@100 on runs of up to 70 documents"
    ):
        iv.interval_scale("AP@100", method="multiplicities")


def test_tables_are_found_again(tmp_path, monkeypatch):
    monkeypatch.setenv("INTERVALE_CACHE", str(tmp_path))
    monkeypatch.setenv("INTERVALE_CACHE_SIZE", "1GB")
    runs = some_runs(60, 1, 40)
    made = iv.interval_scale("AP@60", tie_rule="mid", seed=1).rank_bounds_of(runs)
    monkeypatch.setattr(walk_places.WalkPlaces, "_made", None)
    assert iv.interval_scale("AP@60", tie_rule="mid", seed=2).rank_bounds_of(runs) == made


@pytest.mark.parametrize("most", range(1, 40))
def test_totals_at_the_end_of_the_list(most, monkeypatch):
    """Equal values in floats may differ by their last digit, and so lie on both sides of the end."""
    monkeypatch.setattr(smallest_walks, "MOST_LISTED", most)
    mapping._scale.cache_clear()
    exact, placed = (iv.interval_scale("nDCG(base=4)@7", method=method) for method in ("exact", "walks"))
    runs = list(product((0, 1), repeat=7))
    for rule in RULES:
        assert inside(exact.ranks_of(runs, rule), placed.rank_bounds_of(runs, rule))
    mapping._scale.cache_clear()


@pytest.mark.parametrize(("name", "grades"), [("AP@14", 1), ("ERR@6", 3), ("AP@60", 1)])
def test_no_score_is_off_by_more_than_the_error(name, grades, hardly_any_listed):
    mapping._scale.cache_clear()
    scale = iv.interval_scale(name, grades=grades, method="walks")
    runs = some_runs(scale.space.length, grades)
    bounds = scale.score_bounds_of(runs, "max")
    assert 0 < max(high - low for low, high in bounds) <= 2 * scale.error * 1.01
    assert scale.error < 0.05
    if scale.space.length < 20:
        exact = iv.interval_scale(name, grades=grades, method="exact")
        for rule in RULES:
            scores, errors = scale.scored(runs, rule)
            off = np.abs(scores - [float(score) for score in exact.scores_of(runs, rule)])
            assert (off <= errors + 1e-15).all()
            assert errors.max() <= scale.error * 1.01


@pytest.mark.parametrize("grades", [3, 4])
def test_the_worst_runs_of_many_grades(grades):
    """Of 5^1000 runs one has no relevant document, and as many as there are grades have one, at the last rank."""
    runs = [(0,) * 1000, (0,) * 999 + (1,), (0,) * 998 + (1, 0)]
    scale = iv.interval_scale("AP@1000", grades=grades, tie_rule="max")
    for place, (low, high) in zip((1, 1 + grades, 1 + 2 * grades), scale.rank_bounds_of(runs), strict=True):
        assert low <= place <= high
    assert all(0 <= low <= high <= 1 for low, high in scale.score_bounds_of(runs))


@pytest.mark.parametrize("most", [0, 1, 3])
def test_the_error_where_hardly_anything_is_listed(most, monkeypatch):
    monkeypatch.setattr(smallest_walks, "MOST_LISTED", most)
    for name in ("AP@2", "AP@9", "P@3", "RR@6"):
        mapping._scale.cache_clear()
        scale = iv.interval_scale(name, method="walks")
        runs = list(product((0, 1), repeat=scale.space.length))
        exact = iv.interval_scale(name, method="exact")
        assert scale.error >= 0
        for rule in RULES:
            assert inside(exact.ranks_of(runs, rule), scale.rank_bounds_of(runs, rule))
            assert all(0 <= low <= high <= 1 for low, high in scale.score_bounds_of(runs, rule))
    mapping._scale.cache_clear()
