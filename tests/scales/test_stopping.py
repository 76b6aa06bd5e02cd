"""Theorems about ERR for any chances of stopping, and with gains; RBP over the most that a length allows."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import prod

import numpy as np
import pytest

import intervale as iv
from intervale.exact.verdict import Proof
from intervale.measures.ranked import ERR
from intervale.orders import ORDERS
from intervale.scales import critical, spacing
from intervale.scales.axioms import AXIOMS
from intervale.scales.regions import QUESTIONS
from intervale.scales.values import RunValues
from tests.scales.test_proven_axioms import on_all_runs
from tests.scales.test_valuations import check_broken
from tests.scales.test_verdicts import all_pairs, by_pairs, check_witnesses
from tests.sizes import MORE

ASKED = ("isotone", "strict", "embedding", "equal_steps", "affine")


def stopping(*chances, cutoff=None):
    """ERR with these chances of grades 1, 2, …"""
    return ERR(stop=dict(enumerate(map(Fraction, chances), start=1)), cutoff=cutoff)


FEW = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10), Fraction(1)]
SOME = [
    *(("1/3",), ("7/12",)),  # 0 at one rank of rank-total, with four and five ranks
    *(("1/2",), ("9/10",), ("1",), ("0",), ("1/4", "3/4"), ("9/10", "1"), ("0", "1/3"), ("1/3", "1/3"), ("1", "1")),
    *(("9/10", "99/100"), ("1/4", "1/2"), ("0", "0"), ("1/10", "1/2", "1"), ("0", "1/2", "1/2"), ("1/8", "3/8", "7/8")),
    *(("9/10", "99/100", "1"), ("1/4", "1/4", "3/4"), ("1/5", "1", "1")),
]
"""Chances of one to three grades: 0 and 1 among them, some equal, in equal steps or with equal hazards."""


def spaces(top):
    return [(length, cutoff) for length in range(1, {1: 7, 2: 5, 3: 4}[top]) for cutoff in (None, 1, 2)]


@pytest.mark.parametrize("chances", SOME, ids=lambda one: ",".join(one))
def test_verdicts_are_those_of_all_pairs(chances):
    top = len(chances)
    for length, cutoff in spaces(top):
        measure = stopping(*chances, cutoff=cutoff)
        found = iv.scale(measure, length=length, grades=top, order=list(ORDERS))
        value = {run: measure.exact(run, grades=top) for run in iv.RunSpace(length, top)}.__getitem__
        symmetric = all(value(run) == value(tuple(sorted(run))) for run in iv.RunSpace(length, top))
        for name, order in ORDERS.items():
            if order.kind == "set" and not symmetric:
                assert not found[name].applies
                continue
            expected = by_pairs(all_pairs(name, length, top), value)
            assert {asked: getattr(found[name], asked).holds for asked in expected} == expected, (name, length, cutoff)
            check_witnesses(found[name], order, value)
            assert found[name].isotone.proof in (Proof.THEOREM, Proof.CERTIFIED)


@pytest.mark.parametrize("top", [1, 2, 3, 4])
def test_critical_steps_say_what_all_steps_say(top, monkeypatch):
    every = [stopping(*chances) for chances in combinations_with_replacement(FEW, top)]
    lengths = {1: (1, 2, 5), 2: (1, 2, 4), 3: (1, 3), 4: (1, 2)}[top]
    known = {(one, n): iv.scale(one, length=n, grades=top, order=list(ORDERS)) for one in every for n in lengths}
    monkeypatch.setattr(critical, "PROVEN", ())
    for (one, length), quick in known.items():
        slow = iv.scale(one, length=length, grades=top, order=list(ORDERS))
        for name in ORDERS:
            for asked in ASKED:
                assert getattr(quick[name], asked).holds == getattr(slow[name], asked).holds, (one, length, name, asked)
            same = [(found[name].scale, found[name].alpha, found[name].metric) for found in (quick, slow)]
            assert same[0] == same[1], (one, length, name)


def carries(x, depth):
    """What (g, c, …, c) becoming (g + 1, 0, …, 0) at each rank adds, from the formula, with zeros before."""
    top = len(x) - 1
    for rank in range(1, depth + 1):
        tail, reading = Fraction(0), Fraction(1)
        for after in range(rank + 1, depth + 1):
            tail += reading * x[top] / after
            reading *= 1 - x[top]
        for low, high in pairwise(x):
            yield (high - low) / rank - (1 - low) * tail


HAZARDS = [Fraction(n, 10_000) for n in (0, 2500, 5000, 7000, 9000, 9700, 9900, 9990, 10_000)]


@pytest.mark.parametrize("top", [1, 2, 3])
@pytest.mark.parametrize("length", [2, 3, 4, 5, 7, 10, 15, 30])
def test_a_few_carries_stand_for_all_ranks_and_grades(top, length):
    """Of those who did not stop at a grade, so many stop at the next; nearly all of them where long runs are in the
    order.
    """
    kinds = set()
    for hazards in product(HAZARDS if top < 3 or MORE else HAZARDS[::2], repeat=top):
        x = tuple(1 - prod(1 - hazard for hazard in hazards[:grade]) for grade in range(top + 1))
        one = iv.scale(stopping(*x[1:]), length=length, grades=top, order="rank-total")["rank-total"]
        steps = list(carries(x, length))
        assert one.isotone.holds == (min(steps) >= 0), x
        assert one.strict.holds == (min(steps) > 0 and x[-1] < 1), x
        assert one.isotone.proof in (Proof.THEOREM, Proof.CERTIFIED)
        kinds.add(one.scale)
    assert {"none", "weakly ordinal", "ordinal"} <= kinds or (top, length) in ((1, 2), (1, 3))


@pytest.mark.parametrize("top", [30, 200])
def test_the_grade_that_matters_is_found_among_many(top):
    """One step of the chances is smaller than all others, or 0."""
    for place in (1, 7, top // 2, top - 2):
        for share in (0, Fraction(1, 2)):
            growths = [Fraction(share if grade == place else 1, 2 * top) for grade in range(top)]
            chances = [sum(growths[: grade + 1]) for grade in range(top)]
            found = iv.scale(stopping(*chances), length=1, grades=top, order=["rank-replacement", "set-total"])
            assert {one.scale for one in found.orders.values()} == {"weakly ordinal" if not share else "ordinal"}
            swap = iv.scale(stopping(*chances), length=3, grades=top, order="rank-swap")["rank-swap"]
            assert swap.scale == ("weakly ordinal" if not share else "ordinal")
        even = [Fraction(grade, 2 * top) for grade in range(1, top + 1)]
        assert iv.scale(stopping(*even), length=1, grades=top, order="rank-total")["rank-total"].scale == "interval"


@pytest.mark.parametrize("gains", [{1: 3, 2: 1}, {0: 1}, {0: 2, 1: 2, 2: 3}, {1: 5}])
def test_gains_that_fall_or_stop_at_grade_0_are_looked_at_run_by_run(gains):
    measure = ERR(gains=gains)
    found = iv.scale(measure, length=3, grades=2, order=list(ORDERS))
    for name in ("rank-total", "rank-swap", "rank-replacement"):
        expected = by_pairs(all_pairs(name, 3, 2), lambda run: measure.exact(run, grades=2))
        assert {asked: getattr(found[name], asked).holds for asked in expected} == expected
        assert found[name].isotone.proof in (Proof.EXHAUSTIVE, Proof.CERTIFIED)
    long = iv.scale(measure, length=40, grades=2, order="rank-replacement")["rank-replacement"]
    assert long.isotone.holds is not True


@pytest.mark.parametrize("gains", [{2: 3}, {2: 3, 3: 7}, {1: 2, 2: 2}, {1: 0, 2: 1}])
def test_gains_are_decided_as_their_chances(gains):
    measure = ERR(gains=gains)
    for length, top in ((3, 2), (4, 3), (100, 3)):
        chances = measure.fold(1, top).gains
        ours, theirs = (
            iv.scale(one, length=length, grades=top, order=list(ORDERS)) for one in (measure, stopping(*chances[1:]))
        )
        assert {name: one.scale for name, one in ours.orders.items()} == {
            name: one.scale for name, one in theirs.orders.items()
        }
    named = [gains.get(grade, grade) for grade in range(4)]
    assert iv.scale("ERR@3", grades=3, gains=named).measure == ERR(gains=gains, cutoff=3)


# ---------------------------------------------------------------- valuations, spacing


@pytest.mark.parametrize("chances", SOME, ids=lambda one: ",".join(one))
def test_distances_are_those_of_all_pairs(chances):
    top, measure = len(chances), stopping(*chances)
    for length in range(1, 7 - 2 * top + (top == 3)):
        found = iv.scale(measure, length=length, grades=top, order=list(ORDERS))
        for name, one in found.orders.items():
            poset = iv.poset(name, length, top)
            if poset.lattice is None or not one.applies:
                assert (one.valuation.holds, one.metric) == (None, None)
                continue
            value = iv.valuation(poset, measure)
            expected = bool(value.is_valuation), value.metric, bool(value.natural)
            assert (one.valuation.holds, one.metric, one.natural.holds) == expected, (name, length)
    long = iv.scale(measure, length=60, grades=top, order="rank-replacement")["rank-replacement"]
    if any(map(Fraction, chances)):
        assert long.metric == "none"
        check_broken(long.valuation.witness, ORDERS["rank-replacement"], measure, top)


@pytest.mark.parametrize("chances", SOME, ids=lambda one: ",".join(one))
def test_spacing_by_theorem_is_what_counting_says(chances):
    top, measure = len(chances), stopping(*chances)
    for length in (3, 4, 5):
        values = RunValues(measure, iv.RunSpace(length, top))
        every = sorted({values.of(run) for run in values.space})
        known = spacing.by_theorem(measure, values.fold, values.space)
        steps = {high - low for low, high in pairwise(every)}
        assert known.equal == (None if len(every) == 1 else len(steps) == 1)


def test_spacing_names_the_smallest_value():
    falling = RunValues(ERR(gains={1: 3, 2: 1}), iv.RunSpace(4, 2))
    known = spacing.by_theorem(falling.measure, falling.fold, falling.space)
    least = sorted({falling.of(run) for run in falling.space})[1]
    assert known.why.startswith(f"its smallest value above 0 is {least}, ")
    always = RunValues(ERR(gains={0: 1}), iv.RunSpace(4, 2))
    assert spacing.by_theorem(always.measure, always.fold, always.space) is None


# ---------------------------------------------------------------- what is asked of measures


ALL = [*(stopping(*one) for one in SOME), ERR(gains={2: 3}), ERR(gains={1: 2, 2: 3, 3: 5}), ERR(gains={1: 3, 2: 1})]


@pytest.mark.parametrize("measure", ALL, ids=str)
def test_ranks_are_those_of_all_runs(measure):
    tops = [len(measure.stop)] if measure.stop else [2, 3]
    for top in tops:
        for length in range(1, 7 if top < 3 or MORE else 5):
            scale = iv.interval_scale(measure, length=length, grades=top)
            ordered = sorted({measure.exact(run, grades=top) for run in iv.RunSpace(length, top)})
            assert (scale.size, list(scale.values)) == (len(ordered), ordered)
            assert scale.ranks(ordered) == list(range(1, len(ordered) + 1))


@pytest.mark.parametrize("measure", ALL, ids=str)
def test_axioms_are_those_of_all_runs(measure):
    top = len(measure.stop) if measure.stop else 2
    for length in (2, 3) if top > 1 else (2, 4):
        found = iv.axioms(measure, length=length, grades=top, steps=10_000).verdicts
        for name in AXIOMS:
            expected = on_all_runs(name, lambda run: measure.exact(run, grades=top), length, top)
            assert found[name].holds is expected, (name, length, found[name])


@pytest.mark.parametrize("measure", ALL, ids=str)
def test_the_balancing_index_is_the_definition(measure):
    top = len(measure.stop) if measure.stop else 2
    for length in (1, 2, 5, 12):
        first = measure.exact((top, *(0,) * (length - 1)), grades=top)
        reach = [
            b
            for b in range(1, length + 1)
            if first <= measure.exact((*(0,) * (b - 1), *(1,) * (length - b + 1)), grades=top)
        ]
        assert iv.balancing_index(measure, length=length, grades=top) == (max(reach) if reach else None)


def test_relations_are_those_of_all_runs():
    for one, two in product([stopping("1/4", "3/4"), stopping("1/3", "1"), stopping("1", "1")], repeat=2):
        found = iv.relate(one, two, length=3, grades=2)
        runs = list(iv.RunSpace(3, 2))
        a, b = ([measure.exact(run, grades=2) for run in runs] for measure in (one, two))
        pairs = [(x, y) for x in range(27) for y in range(x)]
        alike = all(np.sign(a[x] - a[y]) == np.sign(b[x] - b[y]) for x, y in pairs)
        assert found.same_order.holds == alike
        assert found.same_scale.holds == (one == two)
    same = iv.relate("ERR(max_rel=4)@3", "ERR(stop={1:1/16,2:3/16})@3", grades=2)
    assert (same.relation, same.alpha, same.beta) == ("same scale", 1, 0)
    assert iv.relate("RR@4", "ERR(stop={1:1})@4").relation == "same scale"


def test_regions_say_why_there_are_none():
    for text in ("ERR@3", "ERR(gains={1:2})@3", "ERR(stop={1:0.5})@3"):
        with pytest.raises(iv.OptionError, match=r"over='gains' is for gP, .*, whose steps are linear in the gains"):
            iv.scale_region(text, "gains")


@pytest.mark.parametrize("text", ["ERR(gains={1:32000})@1000", f"ERR(stop={{1:1/{'7' * 99}}})@5000"])
def test_what_is_too_large_is_refused_at_once(text, monkeypatch):
    monkeypatch.setattr(RunValues, "of", lambda *_: pytest.fail("a value was computed"))
    with pytest.raises(iv.OptionError, match="too large to analyse"):
        iv.scale(text)


def test_sets_of_grades_are_asked_by_their_chances():
    text, levels = "ERR(stop={0.5:0.25,2:0.75})@3", "ERR(stop={1:0.25,2:0.75})@3"
    ours, theirs = iv.scale(text, grades=(0, 0.5, 2)), iv.scale(levels, grades=2)
    assert {name: one.scale for name, one in ours.orders.items()} == {
        name: one.scale for name, one in theirs.orders.items()
    }
    mapped = iv.interval_scale(text, grades=(0, 0.5, 2))
    assert mapped.values == iv.interval_scale(levels, grades=2).values
    with pytest.raises(iv.MeasureError, match="at grade 1/2"):
        iv.scale(levels, grades=(0, 0.5, 2))


# ---------------------------------------------------------------- RBP over the most that a length allows


@pytest.mark.parametrize(("text", "grades"), [("RBP", 1), ("RBP(p=0.5)", 1), ("gRBP(p=1/3)", 2), ("gRBP", 3)])
def test_the_unit_changes_and_nothing_else(text, grades):
    plain = iv.parse_measure(text)
    for length in (1, 2, 4, 50):
        other = replace(plain, normalised=True)
        alpha = 1 / (1 - Fraction(str(plain.p)) ** length)
        found = iv.relate(plain, other, length=length, grades=grades)
        assert (found.relation, found.alpha, found.beta) == ("same scale", alpha, 0)
        assert found.same_scale.proof is Proof.THEOREM
        ours, theirs = (iv.scale(one, length=length, grades=grades, order=[*ORDERS]).orders for one in (other, plain))
        for name, one in ours.items():
            assert (one.scale, one.metric) == (theirs[name].scale, theirs[name].metric)
            assert one.alpha == (None if theirs[name].alpha is None else theirs[name].alpha * alpha)
    ours, theirs = (iv.interval_scale(one, length=4, grades=grades) for one in (other, plain))
    assert list(ours.values) == [x / (1 - Fraction(str(plain.p)) ** 4) for x in theirs.values]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("text", "grades"), [("RBP", 1), ("gRBP(gains={2:3})", 2), ("RBP@2", 1)])
def test_regions_of_p_are_those_without_the_unit(text, grades, order):
    plain = iv.parse_measure(text)
    other = replace(plain, normalised=True)
    one, two = (iv.scale_region(each, "p", length=4, grades=grades, order=order) for each in (plain, other))
    assert (one.parts, one.conditions) == (two.parts, two.conditions)
    for p in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 5)):
        found = iv.scale(two.measure_at(p), length=4, grades=grades, order=order)[order]
        assert two.measure_at(p).normalised
        assert {asked: getattr(found, asked).holds for asked in QUESTIONS[:4]} == {
            asked: holds for asked, holds in two.holds_at(p).items() if asked != "metric"
        }
