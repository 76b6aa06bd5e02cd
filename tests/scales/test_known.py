"""No more is said than is known: a sample refutes and never proves, and the same call gives the same answer."""

from dataclasses import fields
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

import intervale as iv
from intervale.exact.verdict import PROVEN, Proof
from intervale.measures.catalogue import CATALOGUE
from intervale.orders import ORDERS
from intervale.present.verdicts import known_by, scale_table
from intervale.scales import critical, spacing, verdicts
from intervale.scales.values import RunValues
from tests.sizes import MORE

QUESTIONS = ("isotone", "strict", "embedding", "equal_steps", "affine")
PARAMETERS = {"RBP": ("RBP(p=0.8)", "RBP(p=0.5)"), "gRBP": ("gRBP(p=0.8)", "gRBP(p=1/3)")}
TEXTS = [text for name, kind in CATALOGUE.items() if kind.has_fold for text in PARAMETERS.get(name, (name,))]
GAINS = {1: ({},), 3: ({}, {1: 1, 2: 3, 3: 7}, {1: 1, 2: 1, 3: 1})}


NAMED = [(length, grades) for grades in (1, 3) for length in (2, 3, 4, 5, 6, 50, 1000 if MORE else 100)]
if not MORE:
    NAMED.remove((4, 3))  # the largest that is enumerated, and as long as all others


def asked(text, length, grades, gains, **options):
    """The scales of a measure with these gains, or None where it takes none or is not defined there."""
    kind = CATALOGUE[text.partition("(")[0]]
    if (gains and ("gains" not in {field.name for field in fields(kind)} or text == "F")) or (
        text == "RBPO" and grades > 1
    ):
        return None
    return iv.scale(text, length=length, grades=grades, gains=[0, *gains.values()] if gains else None, **options)


def check_named(found):
    """A scale is named by proofs only, and what is known by is the weakest of what decided."""
    for one in found.orders.values():
        if one.scale is not None:
            assert one.decisive
            assert all(verdict.proof in PROVEN and verdict.holds is not None for verdict in one.decisive)
            weakest = max(one.decisive, key=lambda verdict: list(Proof).index(verdict.proof))
            assert known_by(one).endswith(("step", "steps")) or known_by(one) == str(weakest.proof)
        if one.applies:
            assert verdicts.SCALES.index(one.at_least) <= verdicts.SCALES.index(one.at_most)
        if one.affine.holds:
            assert one.strict.holds
            assert one.isotone.holds
        if one.strict.holds:
            assert one.isotone.holds
        for question in QUESTIONS:
            verdict = getattr(one, question)
            assert verdict.holds is None or verdict.proof is not Proof.SAMPLED


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(("length", "grades"), NAMED)
def test_only_proofs_name_a_scale(text, length, grades):
    for gains in GAINS[grades]:
        for order in ORDERS:
            found = asked(text, length, grades, gains, order=order, steps=40)
            if found is None:
                continue
            check_named(found)
            again = asked(text, length, grades, gains, order=order, steps=40)
            assert found.orders == again.orders


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("length", [2, 3, 4, 5, 6, 50])
@pytest.mark.parametrize("grades", [1, 3])
def test_only_proofs_say_that_values_are_equally_spaced(text, length, grades):
    if length == 50 and text in ("DCG", "nDCG", "INSQ"):
        pytest.skip("counted on a grid: a minute, and in tests/scales/test_deep.py")
    found = asked(text, length, grades, {}, order="induced")
    if found is None:
        return
    check_named(found)
    assert found.orders == asked(text, length, grades, {}, order="induced").orders
    assert (found["induced"].scale is None) == (found.spacing.equal is None)


FOLDS = [
    *("AP", "AP(rel=2)", "AP(rel=3)", "AP@1", "AP@2", "AP(rel=2)@3", "RR", "RR(rel=2)", "RR@1", "RR@2", "RR(rel=3)@2"),
    *("Success", "Success@1", "Success@2", "Success(rel=2)@3", "Success(rel=3)", "ERR", "ERR@1", "ERR@2", "ERR@3"),
    *("ERR(max_rel=1)", "ERR(max_rel=2)", "ERR(max_rel=4)", "ERR(max_rel=2)@2", "SBTO", "SBTO@1", "SBTO@2"),
    *("SBTO(max_rel=1)", "SBTO(max_rel=2)", "SBTO(max_rel=5)", "SBTO(max_rel=2)@2", "GMAP"),
]
SPACES = [
    (1, 1),
    (2, 1),
    (3, 1),
    (4, 1),
    (5, 1),
    (6, 1),
    *([(7, 1)] if MORE else []),
    (1, 2),
    (2, 2),
    (3, 2),
    (4, 2),
    (1, 3),
    (2, 3),
    (3, 3),
]


@pytest.mark.parametrize("text", FOLDS)
@pytest.mark.parametrize(("length", "grades"), SPACES)
def test_critical_steps_say_what_all_steps_say(text, length, grades, monkeypatch):
    by_theorem = iv.scale(text, length=length, grades=grades, order=list(ORDERS))
    monkeypatch.setattr(critical, "PROVEN", ())
    by_enumeration = iv.scale(text, length=length, grades=grades, order=list(ORDERS))
    for name in ORDERS:
        quick, slow = by_theorem[name], by_enumeration[name]
        assert quick.applies == slow.applies, name
        for question in QUESTIONS:
            assert getattr(quick, question).holds == getattr(slow, question).holds, (name, question)
        assert (quick.scale, quick.alpha, quick.beta) == (slow.scale, slow.alpha, slow.beta)
        if quick.applies and length > 1:
            assert quick.isotone.proof is Proof.THEOREM
            assert slow.isotone.proof is Proof.EXHAUSTIVE


@pytest.mark.parametrize("text", FOLDS)
@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("grades", [1, 3])
def test_critical_steps_are_steps_of_the_order(text, name, grades):
    order, length = ORDERS[name], 9
    space = order.space(length, grades)
    values = RunValues(iv.parse_measure(text), iv.RunSpace(length, grades))
    steps = list(critical.extreme_steps(order, values.fold, space, values.of))
    assert steps
    for step in steps:
        assert step.high in set(order.above(step.low, grades))


SUMS = ["P", "R", "RBPO", "RBTO", "RBP(p=0.3)", "RBP(p=0.5)", "RBP(p=0.8)", "gP", "gP(gains={2:3,3:7})", "SBPO", "P@2"]


@pytest.mark.parametrize("text", [*SUMS, *FOLDS, "gRBP(p=0.5)", "gRBP(p=1/4)", "gRBP(p=0.2)", "INSQ"])
@pytest.mark.parametrize(("length", "grades"), [*SPACES, (8, 1), (9, 1), (5, 2), (4, 3)])
def test_spacing_by_theorem_is_what_counting_says(text, length, grades):
    measure = iv.parse_measure(text)
    if text == "RBPO" and grades > 1:
        return
    values = RunValues(measure, iv.RunSpace(length, grades))
    known = spacing.by_theorem(measure, values.fold, values.space)
    if known is None:
        return
    every = sorted({values.of(run) for run in values.space})
    steps = {high - low for low, high in pairwise(every)}
    assert known.equal == (None if len(every) == 1 else len(steps) == 1)
    assert known.values in (None, len(every))
    assert known.tied in (None, len(every) < values.space.size)
    if known.largest is not None:
        assert (known.smallest, known.largest) == (min(steps), max(steps))
        assert known.unused == max(steps) / (every[-1] - every[0])


@pytest.mark.parametrize(
    "text", ["interval(AP@5)", "interval(DCG@4)", "interval(RR@3)", "interval(AP@5,tie_rule='mid')"]
)
def test_interval_forms_are_equally_spaced_by_construction(text):
    one = iv.scale(text, length=5, order="induced")
    value = iv.parse_measure(text).exact
    every = sorted({value(run, grades=1) for run in iv.RunSpace(5)})
    equal = len({high - low for low, high in pairwise(every)}) == 1
    assert one["induced"].scale == ("interval" if equal else None)
    assert one.spacing.values in (None, len(every))


# ---------------------------------------------------------------- what was said and was not known


@pytest.mark.parametrize(
    ("text", "grades", "order", "scale"),
    [
        ("Success@1000", 1, "rank-replacement", "weakly ordinal"),
        ("RR@1000", 1, "rank-replacement", "weakly ordinal"),
        ("RR@1000", 1, "rank-total", "weakly ordinal"),
        ("SBTO@1000", 3, "rank-replacement", "ordinal"),
        ("ERR@1000", 4, "rank-total", "none"),
        ("AP@1000", 1, "rank-total", "none"),
        ("AP@1000", 1, "rank-swap", "ordinal"),
        ("SBTO@200", 1, "induced", "interval"),
        ("RBPO@1000", 1, "induced", "interval"),
        ("AP@1000", 1, "induced", "ordinal"),
    ],
)
def test_scales_at_depth_are_those_of_theorems(text, grades, order, scale):
    one = iv.scale(text, grades=grades, order=order)[order]
    assert (one.scale, known_by(one)) == (scale, "theorem")


def test_what_breaks_at_depth_is_shown_on_runs_of_that_length():
    one = iv.scale("ERR@1000", grades=4, order="rank-total")["rank-total"]
    low, high = one.isotone.witness
    assert len(low) == 1000
    value = iv.parse_measure("ERR@1000").exact
    assert iv.order("rank-total").leq(low, high)
    assert value(low, grades=4) > value(high, grades=4)


def own(exact):
    """A measure of one's own with the exact values of a function, which no theorem knows."""

    def score(grades):
        rows = grades.reshape(-1, grades.shape[-1]).tolist()
        return np.array([float(exact(tuple(run))) for run in rows]).reshape(grades.shape[:-1])

    return iv.measure(score, exact=exact)


def test_a_sample_that_refutes_nothing_leaves_the_scale_open():
    count = own(lambda run: Fraction(sum(run)))
    found = iv.scale(count, length=60, order=["rank-replacement", "set-total"])
    one = found["rank-replacement"]
    assert (one.scale, one.at_least, one.at_most) == (None, "none", "interval")
    assert (one.isotone.holds, one.isotone.undecided, one.isotone.cases) == (None, True, verdicts.STEPS)
    assert one.isotone.why == "not refuted on 2,000 steps"
    assert not found["set-total"].affine.holds
    text = " ".join(cell.text() for row in scale_table(found, "count").rows for cell in row)
    assert "not known" in text


def test_a_sample_refutes_and_says_what_is_certain():
    """Rank 1 counts twice: equal steps are refuted, and the rest is open."""
    double = own(lambda run: Fraction(sum(run) + run[0]))
    one = iv.scale(double, length=60, order="rank-replacement", steps=50)["rank-replacement"]
    assert (one.scale, one.at_least, one.at_most) == (None, "none", "ordinal")
    assert (one.equal_steps.holds, one.equal_steps.proof) == (False, Proof.CERTIFIED)


def test_the_way_from_the_worst_run_to_the_best_refutes_equal_steps():
    """All steps but those to the best run are equal, and a sample of three does not meet these."""
    odd = own(lambda run: Fraction(sum(run) + (sum(run) == len(run))))
    one = iv.scale(odd, length=60, order="rank-replacement", steps=3)["rank-replacement"]
    assert one.equal_steps.holds is False
    assert "60 steps of 1 would lead from the worst run to 60, and the best has 61" in one.equal_steps.why


def test_more_steps_or_another_seed_is_another_sample_and_the_same_call_the_same():
    halves = own(lambda run: sum(Fraction(grade, 2**rank) for rank, grade in enumerate(run, start=1)))
    one, same = (iv.scale(halves, length=40, order="rank-swap", steps=70, seed=3) for _ in range(2))
    assert one.orders == same.orders
    assert iv.scale(halves, length=40, order="rank-swap", steps=71)["rank-swap"].isotone.cases == 71


def test_floats_refute_and_never_prove():
    """Equally spaced but for 3e-13: no theorem says that it is interval."""
    weights = np.array([4.0, 2.0, 1.0 + 3e-13])
    almost = iv.measure(lambda grades: (grades * weights).sum(-1))
    found = iv.scale(almost, length=3, order=["rank-total", "induced"])
    for one in found.orders.values():
        assert (one.scale, one.in_floats, known_by(one)) == (None, "interval", "")
        assert one.affine.proof is Proof.NUMERIC
    late = iv.measure(lambda grades: (grades * np.arange(1, grades.shape[-1] + 1)).sum(-1))
    assert iv.scale(late, length=3, order="rank-swap")["rank-swap"].at_most == "none"


def test_what_is_affine_is_strict():
    """The last ranks add less than floats tell apart: what follows is not measured again."""
    halves = 0.5 ** np.arange(1, 61)
    rbp5 = iv.measure(lambda grades: (grades * halves[: grades.shape[-1]]).sum(-1))
    for length in (10, 60):
        for one in iv.scale(rbp5, length=length, order=["rank-total", "rank-swap"]).orders.values():
            assert not (one.affine.holds and not one.strict.holds)
            assert one.scale is None
            assert one.strict.holds is not False  # too small to tell from none is not equal


@pytest.mark.parametrize(
    ("text", "grades", "unused"),
    [("RBP(p=0.3)@16", 1, 0.4), ("RBP(p=0.3)@17", 1, 0.4), ("ERR@20", 1, None), ("nDCG@100", 1, None)],
)
def test_what_was_not_computed_is_not_printed(text, grades, unused):
    found = iv.scale(text, grades=grades, order="induced")
    said = " ".join(scale_table(found, text).footer)
    assert (" 0.0% of the range" in said, "of the range unused" in said) == (False, unused is not None)
    if unused is not None:
        assert float(found.spacing.unused) == pytest.approx(unused, abs=1e-3)


def test_a_budget_is_a_number_of_steps():
    for steps in (0, -1, 1.5, True, "x", 10**12):
        with pytest.raises(iv.IntervaleError, match="steps="):
            iv.scale("AP@4", steps=steps)
    with pytest.raises(iv.IntervaleError, match="seed="):
        iv.scale("AP@4", seed=-1)


@pytest.mark.parametrize("text", ["gP(gains={0:1,1:0})@3", "gRBP(p=0.5,gains={0:2,1:1})@3", "P@3", "SBTO@4"])
def test_the_affine_function_of_the_own_order_starts_at_the_least_value(text):
    found = iv.scale(text, order="induced")
    one = found["induced"]
    value = iv.parse_measure(text).exact
    every = sorted({value(run, grades=1) for run in found.space})
    assert every == [one.beta + n * one.alpha for n in range(len(every))]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("AP@100000", {}),
        ("RBP(p=0.8)@100000", {}),
        ("ERR@3", {"grades": 32_000}),
        ("SBTO@100000", {}),
    ],
)
def test_what_is_too_large_is_refused_at_once(text, options, monkeypatch):
    def looked(*_):
        raise AssertionError("a value was computed")

    monkeypatch.setattr(RunValues, "of", looked)
    with pytest.raises(iv.IntervaleError, match="too large"):
        iv.scale(text, **options)


def test_long_numbers_are_short_for_people():
    for text, grades in (("ERR@3", 2000), ("RBTO@15000", 1)):
        found = iv.scale(text, grades=grades, order=["rank-replacement", "induced"])
        said = scale_table(found, text).footer
        assert max(map(len, said)) < 500
