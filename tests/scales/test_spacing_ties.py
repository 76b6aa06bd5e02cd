"""Whether different runs share a value, at any length, beside all runs of small spaces; and the class that a measure
has on its own order.
"""

from itertools import product

import pytest

import intervale as iv
from intervale.exact.verdict import Proof
from intervale.measures import load_measure
from intervale.orders import RunSpace
from intervale.present.verdicts import scale_document, scale_table
from intervale.scales.spacing import LOGARITHMS
from intervale.scales.ties import distinct_values

SMALL = [(length, grades) for length in range(1, 9) for grades in range(1, 5) if (grades + 1) ** length <= 1100]
PERSISTENCES = ("1/5", "1/4", "1/3", "2/5", "1/2", "3/5", "2/3", "3/4", "4/5", "5/6")
FOLDS = ("P", "AP", "RR", "ERR", "Success", "INSQ", "INSQ(T=2)", "DCG", "DCG(base=2)", "gP", "SBPO", "RBTO", "AP@3",
         "ERR@2", "RBP(p=0.8,rel=2)", "SBTO", "ERR(max_rel=1)")  # fmt: skip
GAINS = ("1:1,2:3", "1:1,2:3,3:7", "1:2,2:3", "1:2,2:5,3:6", "1:1/2,2:2")


def ask(text, length, grades=1):
    return distinct_values(load_measure(text).fold(length, grades), RunSpace(length, grades))


def listed(text, length, grades):
    """The same from all values."""
    fold, runs = load_measure(text).fold(length, grades), list(RunSpace(length, grades))
    return len({fold.value(run) for run in runs}) == len(runs)


def agrees(text, length, grades):
    found = ask(text, length, grades)
    true = listed(text, length, grades)
    assert found.holds in (None, true), (text, length, grades)
    if found.holds is False:
        fold = load_measure(text).fold(length, grades)
        low, high = found.witness
        assert low != high
        assert {len(low), len(high)} == {length}
        assert fold.value(low) == fold.value(high)
    return found.holds is not None


@pytest.mark.parametrize("text", FOLDS)
def test_ties_are_those_of_all_runs(text):
    for length, grades in SMALL:
        agrees(text, length, grades)


@pytest.mark.parametrize("p", PERSISTENCES)
def test_powers_of_one_number_are_decided_at_every_length(p):
    spaces = [(length, grades) for length, grades in SMALL if length > 1]
    assert all(agrees(f"gRBP(p={p})", length, grades) for length, grades in spaces)
    assert all(agrees(f"RBP(p={p})", length, grades) for length, grades in spaces)


@pytest.mark.parametrize(("p", "gains"), list(product(PERSISTENCES, GAINS)))
def test_powers_with_gains(p, gains):
    for length in range(1, 6):
        agrees(f"gRBP(p={p},gains={{{gains}}})", length, gains.count(":"))


def test_rational_terms_of_the_proportion_decide():
    assert ask("RBP(p=0.95)", 1000).why.endswith("powers of 19/20, and no two gains differ by a multiple of 20")
    assert ask("gRBP(p=5/6,gains={1:1,2:3,3:7})", 500, 3).why.endswith("differ by a multiple of 5")
    assert ask("gRBP(p=2/3)", 3, 3).witness == ((2, 0, 0), (0, 3, 0))
    assert ask("gRBP(p=2/3)", 500, 2).holds


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("AP", (1, 0, 0, 0), (0, 1, 0, 1)),
        ("RR", (1,), (1, 1)),
        ("ERR", (0, 0, 1), (0, 0, 0, 1, 0, 1)),
        ("P", (1,), (0, 1)),
        ("INSQ", (0,) * 10 + (1,), (0,) * 13 + (1,) + (0,) * 4 + (1,)),
    ],
)
def test_runs_that_share_a_value(text, low, high):
    found = ask(text, 200)
    assert found.witness == tuple((*run, *(0,) * (200 - len(run))) for run in (low, high))
    assert found.proof is Proof.CERTIFIED


def test_runs_that_differ_where_it_does_not_matter():
    assert ask("RBP(p=0.5)@4", 6).witness == ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1))
    assert ask("AP", 3, 2).witness == ((1, 0, 0), (2, 0, 0))


@pytest.mark.parametrize(
    ("text", "grades", "intrinsic"),
    [
        ("AP", 1, "ordinal/pseudo-metric"),
        ("RR", 2, "ordinal/pseudo-metric"),
        ("ERR", 1, "ordinal/pseudo-metric"),
        ("ERR", 3, "ordinal/pseudo-metric"),
        ("INSQ", 1, "ordinal/pseudo-metric"),
        ("nDCG", 1, "ordinal/pseudo-metric"),
        ("P", 1, "interval/pseudo-metric"),
        ("RBP(p=0.3)", 1, "ordinal/metric"),
        ("RBP(p=0.5)", 1, "interval/metric"),
        ("RBP(p=0.8)", 1, "ordinal/metric"),
        ("gRBP(p=0.8)", 3, "ordinal/metric"),
        ("gRBP(p=1/3)", 2, "interval/metric"),
        ("gRBP(p=2/3)", 3, "ordinal/pseudo-metric"),
    ],
)
def test_the_class_on_the_own_order_at_depth(text, grades, intrinsic):
    for length in (100, 1000):
        found = iv.scale(text, length=length, grades=grades, order="induced")
        assert found.spacing.intrinsic == intrinsic
        assert scale_document(found, text)["spacing"]["intrinsic"] == intrinsic


def test_what_is_not_known_is_said():
    spacing = iv.scale("DCG@30", order="induced").spacing
    assert (spacing.equal, spacing.tied, spacing.intrinsic) == (False, None, None)
    assert "Schanuel" in spacing.tied_why
    told = iv.scale("DCG@20", order="induced").spacing
    assert told.intrinsic == "ordinal/metric"


def test_the_table_names_two_runs():
    shared, open_ = (scale_table(iv.scale(text, order="induced"), text).footer for text in ("AP@40", "DCG@30"))
    two = "(1 at 1; else 0) and (1 at 2; 1 at 4; else 0) have the same value"
    assert f"on its own order the measure is ordinal/pseudo-metric: {two}" in shared
    assert f"on its own order the measure is ordinal; whether it is a metric there is not known: {LOGARITHMS}" in open_
