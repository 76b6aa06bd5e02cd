"""Natural zeros: from the definitions, on all runs, under the five orders and those of one's own."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import intervale as iv
from intervale.exact.verdict import Proof
from intervale.orders import ORDERS, OwnOrder
from intervale.scales.permitted import PERMITTED
from intervale.scales.zero import NOT_INTERVAL

MEASURES = ["P", "R", "AP", "RR", "RBP(p=0.5)", "gP", "gRBP(p=0.25)", "DCG(base=8)", "SBTO", "SBPO", "RBTO", "Success"]
SPACES = [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (3, 2)]


def total(grades):
    return grades.sum(-1)


def shifted(grades):
    return 1 + grades.sum(-1)


def negative(grades):
    return -1.0 * grades.sum(-1)


def missing(grades):
    return grades.shape[-1] * 2 - grades.sum(-1)


def late(grades):
    return (grades * 2.0 ** np.arange(grades.shape[-1])).sum(-1)


OWN = {
    "total": iv.measure(total, exact=lambda run: Fraction(sum(run))),
    "shifted": iv.measure(shifted, exact=lambda run: Fraction(1 + sum(run))),
    "negative": iv.measure(negative, exact=lambda run: -Fraction(sum(run))),
    "missing": iv.measure(missing, exact=lambda run: Fraction(len(run) * 2 - sum(run))),
    "late": iv.measure(late, exact=lambda run: Fraction(sum(grade * 2**i for i, grade in enumerate(run)))),
}


def brute(measure, order, length, grades):
    """Whether M = α · (steps from the worst run) with α > 0, the worst run being the one in which nothing is relevant;
    None where M is no affine function of the steps.
    """
    runs = list(iv.RunSpace(length, grades, order.kind))
    value = {run: measure.exact(run, grades=grades) for run in runs}
    below = {(a, b) for a in runs for b in runs if a != b and order.leq(a, b)}
    covers = [(a, b) for a, b in below if not any((a, c) in below and (c, b) in below for c in runs)]
    steps = {value[b] - value[a] for a, b in covers}
    if len(steps) != 1 or next(iter(steps)) <= 0:
        return None
    zero = (0,) * length
    return all((zero, run) in below for run in runs if run != zero) and value[zero] == 0


@pytest.mark.parametrize("name", [*MEASURES, *OWN])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("length", "grades"), SPACES)
def test_zeros_are_those_of_all_runs(name, order, length, grades):
    measure = OWN.get(name) or iv.parse_measure(name)
    found = iv.scale(measure, length=length, grades=grades, order=order)[order]
    if found.scale != "interval":
        assert found.natural_zero.holds is None
        assert not found.natural_zero.undecided
        return
    assert found.natural_zero.holds is brute(measure, ORDERS[order], length, grades)
    assert found.natural_zero.proven
    if not found.natural_zero.holds:
        assert found.natural_zero.witness == ((0,) * length,)


@pytest.mark.parametrize("name", [*MEASURES, *OWN])
@pytest.mark.parametrize(("length", "grades"), SPACES)
def test_zeros_on_the_order_of_values(name, length, grades):
    measure = OWN.get(name) or iv.parse_measure(name)
    found = iv.scale(measure, length=length, grades=grades, order="induced")["induced"]
    values = {run: measure.exact(run, grades=grades) for run in product(range(grades + 1), repeat=length)}
    if found.scale != "interval":
        assert found.natural_zero == NOT_INTERVAL
    else:
        expected = values[(0,) * length] == 0 == min(values.values())
        assert found.natural_zero.holds is expected


def test_what_breaks_it_is_said():
    found = iv.scale(OWN["shifted"], length=3)
    for order in ("set-total", "rank-replacement", "induced"):
        assert found[order].scale == "interval"
        assert found[order].natural_zero.why == "M(0,0,0) = 1, although nothing is relevant"
        assert found[order].natural_zero.proof is Proof.CERTIFIED
    own = iv.scale(OWN["negative"], length=3, order="induced")["induced"].natural_zero
    assert own.why == "M(0,0,0) = 0 is not the smallest value, which is -3"
    assert iv.scale("P@3", order="rank-replacement")["rank-replacement"].natural_zero.why == (
        "M(0,0,0) = 0, and no run is worse"
    )
    gains = iv.scale("gP@3", grades=2, gains=[1, 2, 3], order="set-replacement")["set-replacement"]
    assert gains.scale == "interval"
    assert gains.natural_zero.why == "M(0,0,0) = 1/3, although nothing is relevant"


def test_orders_of_ones_own():
    """Turned round, the run in which nothing is relevant is the best one; without a worst run there is no zero."""
    turned = OwnOrder("turned", leq=lambda r, s: sum(r) >= sum(s))
    found = iv.scale(OWN["negative"], length=2, order=turned)["turned"]
    assert found.scale == "interval"
    assert found.natural_zero.holds is False
    upward = OwnOrder("upward", leq=lambda r, s: sum(r) <= sum(s))
    assert iv.scale(OWN["total"], length=2, order=upward)["upward"].natural_zero.holds
    split = OwnOrder("split", leq=lambda r, s: r == s or (r[0] == s[0] == 1 and r[1] <= s[1]))
    found = iv.scale("P@2", order=split)["split"]
    assert (found.scale, found.beta) == ("interval", None)
    assert found.natural_zero.why == "the order has no single worst run"


def test_at_any_length_and_where_it_is_not_known():
    assert iv.scale("RBP(p=0.5)@1000", order="rank-total")["rank-total"].natural_zero.proof is Proof.THEOREM
    assert iv.scale("interval(AP@6)", order="induced")["induced"].natural_zero.holds
    found = iv.scale(iv.measure(total, exact=lambda run: Fraction(sum(run))), length=30, order="rank-replacement")
    assert found["rank-replacement"].affine.undecided
    assert found["rank-replacement"].natural_zero.undecided


@pytest.mark.parametrize(
    ("function", "holds"),
    [
        (lambda grades: grades.mean(-1), True),
        (lambda grades: 0.1 + grades.mean(-1) - 0.1, True),
        (lambda grades: 0.1 + grades.mean(-1), False),
        (lambda grades: 1 - grades.mean(-1), False),
    ],
)
def test_in_floats(function, holds):
    found = iv.scale(iv.measure(function), length=3, order="induced")["induced"]
    assert (found.scale, found.in_floats) == (None, "interval")
    assert found.natural_zero.holds is holds
    assert not found.natural_zero.proven


def test_what_a_ratio_scale_permits():
    assert PERMITTED["ratio"].statistics == (
        "geometric mean",
        "harmonic mean",
        "coefficient of variation",
        "ratios of scores",
        "percentage changes",
    )


def test_ratios_flip_without_the_zero():
    """What the zero is for: twice as good is true on every scale with that zero, and not on others."""
    scores = {"A": [0.6, 0.4], "B": [0.3, 0.2]}
    for level, holds in (("interval", False), ("ratio", True)):
        read = iv.read_scores(scores, measure="P@10", scale=level)
        found = iv.meaningful(read, "mean(A) = 2 * mean(B)")
        assert found.truth
        assert found.meaningful.holds is holds
