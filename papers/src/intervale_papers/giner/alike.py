"""Checks of Giner (000) that are made under two orders: for multisets and for rankings."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from random import Random

import intervale as iv
from intervale.orders import JudgedRun, natural_distance, valuation_from_weights
from intervale_papers.giner.findings import (
    CONDITIONAL,
    CONFIRMED,
    FEWER,
    REFUTED,
    SMALL,
    TINY,
    below,
    decided,
    irreducibles,
    looked,
    run_lattices,
    runs_under,
    under,
    uneven_weights,
    values,
)
from intervale_papers.register import Finding

LINEAR_AND_OTHER = ("gP", "gR", "gP(gains={2:3,3:7,4:15})", "gP(gains={2:1.5,3:1.75,4:1.9})")


def chain_irreducibles(order: str) -> Finding:
    """Whether in a total order all runs but the worst are join-irreducible, and J_r are those up to r."""
    for length, grades in TINY:
        found = runs_under(order, length, grades)
        worst = (0,) * length
        if {*irreducibles(found)} != {*found.runs} - {worst}:
            return Finding(REFUTED, (length, grades))
        for run in found.runs:
            smaller = {one for one in found.runs if iv.order(order).leq(one, run)} - {worst}
            if under(found, run) != smaller:
                return Finding(REFUTED, run)
    return Finding(CONFIRMED, None, f"with r itself in J_r; {looked(TINY)}")


def chain_distance(order: str) -> Finding:
    """Whether sums of weights up to a run make the metric M(s) − M(r), and k each the number of steps times k."""
    for found in run_lattices(TINY, [order]):
        weights, total, sums = uneven_weights(found), 0, {found.runs[0]: 0}
        for _, run in found.cover_pairs():
            total += weights[run]
            sums[run] = total
        made, even = valuation_from_weights(found, weights), valuation_from_weights(found, dict.fromkeys(weights, 3))
        if made.metric != "metric" or not made.paths_agree() or any(made.value(run) != sums[run] for run in found.runs):
            return Finding(REFUTED, (order, found.space))
        for r, s in product(found.runs, repeat=2):
            steps = natural_distance(found.order, r, s, found.space)
            if (below(found, r, s) and made.distance(r, s) != sums[s] - sums[r]) or even.distance(r, s) != 3 * (
                steps or 0
            ):
                return Finding(REFUTED, (order, r, s))
    return Finding(CONFIRMED, None, f"uneven weights, and 3 for all; {looked(TINY)}")


def same_values(low: JudgedRun, high: JudgedRun, grades: int) -> Finding:
    """Whether gR of two runs has the values of gP: a matter of the recall base, as gR = N gP / RB."""
    length, equal = len(low), []
    precise, recalled = values("gP", low, high, grades=grades), values("gR", low, high, grades=grades)
    for recall_base in range(1, 9):
        equal += [recall_base] if [value / recall_base for value in recalled] == precise else []
    ratio = {many / one for one, many in zip(precise, recalled, strict=True)}
    remark = (
        f"where the recall base is N = {length}, as gR = N gP / RB; what follows for their order does not depend on it"
    )
    return decided(equal == [length] and ratio == {length}, Finding(CONDITIONAL, f"RB = {equal[0]} only", remark))


def irreducibles_below(order: str) -> Finding:
    """Whether |J_r| is the sum of the grades."""
    for length, grades in SMALL:
        poset = runs_under(order, length, grades)
        assert poset.lattice is not None
        for run, mask in zip(poset.runs, poset.lattice.irreducibles_below, strict=True):
            if mask.bit_count() != sum(run):
                return Finding(REFUTED, run)
    return Finding(CONFIRMED, None, looked(SMALL))


def sum_of_grades(order: str) -> Finding:
    """Whether the weight k on every join-irreducible run makes k times the sum of the grades, the natural metric."""
    k = Fraction(2, 7)
    for found in run_lattices(FEWER, [order]):
        made = valuation_from_weights(found, dict.fromkeys(irreducibles(found), k))
        if any(made.value(run) != k * sum(run) for run in found.runs) or made.metric != "metric" or not made.natural:
            return Finding(REFUTED, (order, found.space))
    return Finding(CONFIRMED, None, f"with k = 2/7, {looked(FEWER)}; the distance is the natural one")


def positive(order: str, measures: tuple[str, ...]) -> Finding:
    """Whether measures are positive valuations under an order on all spaces."""
    for (length, grades), text in product(FEWER, measures):
        found = iv.valuation(runs_under(order, length, grades), iv.parse_measure(text))
        if not (found.is_valuation and found.positive and found.metric == "metric"):
            return Finding(REFUTED, (text, length, grades))
    return Finding(CONFIRMED, None, looked(FEWER))


def natural_where_linear(order: str) -> Finding:
    """Whether gP is the natural distance with gains proportional to grades, and not with others."""
    linear, other = iv.parse_measure("gP"), iv.parse_measure("gP(gains={2:3})")
    even = [iv.valuation(runs_under(order, *space), linear).natural for space in FEWER]
    uneven = iv.valuation(runs_under(order, 2, 2), other).natural
    remark = "only where gains are proportional to grades; the steps differ with the gains 0, 1, 3"
    return decided(all(even) and not uneven, Finding(CONDITIONAL, uneven.witness, remark))


def constant_of(order: str) -> Finding:
    """Whether the weights of gP are 1 / (N c), and those of gR times its recall base 1 / c."""
    for length, grades in FEWER:
        precise, recalled = (iv.valuation(runs_under(order, length, grades), iv.parse_measure(m)) for m in ("gP", "gR"))
        if {*precise.weights.values()} != {Fraction(1, length * grades)}:
            return Finding(REFUTED, (length, grades))
        if {*recalled.weights.values()} != {Fraction(1, grades)}:
            return Finding(REFUTED, (length, grades))
    other = iv.valuation(runs_under(order, 2, 2), iv.parse_measure("gP(gains={2:3})")).weights
    remark = (
        "with gains proportional to grades and a_c read as its number c; with the gains 0, 1, 3 weights are 1/6 and 1/3"
    )
    seen = {*other.values()} == {Fraction(1, 6), Fraction(1, 3)}
    return decided(seen, Finding(CONDITIONAL, {run: str(weight) for run, weight in other.items()}, remark))


def long_pairs(grades: int) -> list[tuple[JudgedRun, JudgedRun]]:
    """Pairs of runs of 200 documents, of which the first differ late, the last early."""
    drawn = Random(grades)
    runs = [tuple(drawn.randrange(grades + 1) for _ in range(200)) for _ in range(60)]
    return [(r, (*r[:place], *s[place:])) for place, (r, s) in zip(range(199, 0, -4), pairwise(runs), strict=False)]
