"""How far from an interval scale: by all runs and all pairs of runs, from the definitions."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import linprog

import intervale as iv
from intervale.errors import IntervaleError
from intervale.orders import ORDERS
from intervale.scales.deviation import distance_from_interval

MEASURES = ["P", "AP", "RR", "ERR", "RBP", "RBP(p=0.5)", "DCG", "DCG(base=2)", "gP", "gRBP(p=0.3)", "SBTO", "Success"]
SPACES = [(1, 1), (2, 1), (3, 1), (5, 1), (2, 2), (3, 2)]


def covers(order, runs):
    """Pairs of runs with none between."""
    below = {(a, b) for a in runs for b in runs if a != b and order.leq(a, b)}
    return [(a, b) for a, b in below if not any((a, c) in below and (c, b) in below for c in runs)]


def heights(runs, steps):
    found = dict.fromkeys(runs, 0)
    for _ in runs:
        for a, b in steps:
            found[b] = max(found[b], found[a] + 1)
    return found


def chebyshev(x, y):
    """The largest distance of the best line, as a linear program finds it."""
    ones = np.ones(len(x))
    rows = np.vstack([np.column_stack([x, ones, -ones]), np.column_stack([-x, -ones, -ones])])
    return linprog([0, 0, 1], A_ub=rows, b_ub=np.concatenate([y, -y]), bounds=[(None, None)] * 3).fun


@pytest.mark.parametrize("text", MEASURES)
@pytest.mark.parametrize("order", ["induced", *ORDERS])
@pytest.mark.parametrize(("length", "grades"), SPACES)
def test_numbers_are_those_of_all_runs(text, order, length, grades):
    measure = iv.parse_measure(text)
    if order == "rank-swap" and grades > 1 and length > 1:
        reason = "not graded"
    else:
        reason = "" if iv.scale(measure, length=length, grades=grades, order=order)[order].applies else "depends on"
    if reason:
        with pytest.raises(IntervaleError, match=reason):
            distance_from_interval(measure, length=length, grades=grades, order=order)
        return
    found = distance_from_interval(measure, length=length, grades=grades, order=order)
    kind = "rank" if order == "induced" else ORDERS[order].kind
    runs = list(iv.RunSpace(length, grades, kind))
    value = {run: measure.exact(run, grades=grades) for run in runs}
    if order == "induced":
        levels = sorted(set(value.values()))
        rho = {run: levels.index(value[run]) for run in runs}
        steps = [high - low for low, high in pairwise(levels)]
    else:
        pairs = covers(ORDERS[order], runs)
        rho = heights(runs, pairs)
        steps = [value[b] - value[a] for a, b in pairs]
    x, y = np.array([float(rho[run]) for run in runs]), np.array([float(value[run]) for run in runs])
    assert float(found.largest) == pytest.approx(chebyshev(x, y), abs=1e-9)
    spread = max(value.values()) - min(value.values())
    assert float(found.share) == pytest.approx(float(found.largest) / float(spread) if spread else 0.0, abs=1e-12)
    assert max(abs(value[run] - (found.line.slope * rho[run] + found.line.intercept)) for run in runs) == found.largest
    commonest = max(Counter(steps).values(), default=0)
    assert (found.steps, found.unequal) == (len(steps), len(steps) - commonest)
    order_of = [
        (np.sign(rho[a] - rho[b]), (value[a] > value[b]) - (value[a] < value[b])) for a, b in combinations(runs, 2)
    ]
    assert found.discordant == sum(one * other < 0 for one, other in order_of)
    if len(set(value.values())) == 1 or len(set(rho.values())) == 1:
        assert found.tau is None
        assert found.pearson is None
    else:
        assert found.tau == pytest.approx(stats.kendalltau(x, np.round(y, 12)).statistic, abs=1e-12)
        assert found.pearson == pytest.approx(np.corrcoef(x, y)[0, 1], abs=1e-9)


@pytest.mark.parametrize("text", MEASURES)
@pytest.mark.parametrize("order", ["induced", "rank-total", "rank-replacement", "rank-swap"])
def test_nothing_is_left_exactly_on_an_interval_scale(text, order):
    found = distance_from_interval(text, length=4, order=order)
    interval = iv.scale(text, length=4, order=order)[order].scale == "interval"
    assert (found.share == 0 and found.tau == 1) is interval
    assert (found.unequal_share == 0 and found.tau == 1) is interval
    assert (found.pearson == 1.0) is interval
    assert 0 <= found.share <= Fraction(1, 2)


def test_values_that_are_counted_are_those_of_all_runs(monkeypatch):
    from intervale.scales import deviation

    expected = distance_from_interval("AP@9")
    monkeypatch.setattr(deviation, "MOST_RUNS", 100)
    found = distance_from_interval("AP@9")
    assert (found.line, found.steps, found.unequal, found.spread) == (
        expected.line,
        expected.steps,
        expected.unequal,
        expected.spread,
    )
    assert found.pearson == pytest.approx(expected.pearson, abs=1e-12)


def test_long_runs_where_values_are_few():
    found = distance_from_interval("P@500")
    assert (found.share, found.unequal_share, found.pearson) == (0, 0, 1.0)
    found = distance_from_interval("RR@500")
    assert found.unequal_share == Fraction(499, 500)
    assert found.share > Fraction(2, 5)


def test_as_a_row():
    columns = distance_from_interval("RR@4").columns()
    assert columns["order"] == ["induced"]
    assert columns["largest"] == ["1/8"]
    assert columns["unequal"] == [3]
    assert "0.125 of the range" in repr(distance_from_interval("RR@4"))


@pytest.mark.parametrize(
    ("text", "options", "reason"),
    [
        ("AP@15", {"order": "rank-total"}, "too many for a deviation"),
        ("AP@40", {}, "too many to list"),
        ("AP@3", {"order": "rank-swap", "grades": 2}, "not graded"),
        ("AP@3", {"order": "set-total"}, "depends on the order of the documents"),
        ("AP@3", {"order": "units"}, "not for units"),
        ("AP", {}, "the length of runs is missing"),
    ],
)
def test_refusals(text, options, reason):
    with pytest.raises(IntervaleError, match=reason):
        distance_from_interval(text, **options)


def test_functions_without_exact_values_are_refused():
    with pytest.raises(IntervaleError, match="no exact values"):
        distance_from_interval(iv.measure(lambda grades: grades.sum(-1)), length=3)
