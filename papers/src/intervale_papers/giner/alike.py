"""Checks of Giner that are made under two orders: for multisets and for rankings."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from random import Random

import intervale as iv
from intervale.orders import JudgedRun, natural_distance, valuation_from_weights
from intervale_papers.findings import under, wrong
from intervale_papers.giner.lattices import (
    FEWER,
    SMALL,
    TINY,
    Tried,
    everywhere,
    irreducibles,
    lower_irreducibles,
    run_lattices,
    runs_under,
    size_of,
    uneven_weights,
    values,
)
from intervale_papers.register import Finding, Kind
from intervale_papers.wording import worded

LINEAR_AND_OTHER = ("gP", "gR", "gP(gains={2:3,3:7,4:15})", "gP(gains={2:1.5,3:1.75,4:1.9})")


def chain_irreducibles(order: str) -> Finding:
    """Whether in a total order all runs but the worst are join-irreducible, and J_r are those up to r."""

    def tried() -> Tried:
        for length, grades in TINY:
            found, worst = runs_under(order, length, grades), (0,) * length
            every = {*irreducibles(found)} == {*found.runs} - {worst}
            for run in found.runs:
                smaller = {one for one in found.runs if iv.order(order).leq(one, run)} - {worst}
                yield run, every and lower_irreducibles(found, run) == smaller

    return everywhere(tried(), "run", f"from spaces {size_of(TINY)}", "with r itself in J_r, as J_x is defined in §2")


def chain_distance(order: str) -> Finding:
    """Whether sums of weights up to a run make the metric M(s) − M(r), and k each the number of steps times k."""

    def tried() -> Tried:
        for found in run_lattices(TINY, [order]):
            weights, total, sums = uneven_weights(found), 0, {found.runs[0]: 0}
            for _, run in found.cover_pairs():
                total += weights[run]
                sums[run] = total
            made, even = (
                valuation_from_weights(found, weights),
                valuation_from_weights(found, dict.fromkeys(weights, 3)),
            )
            metric = made.metric == "metric" and made.paths_agree() and even.paths_agree()
            up_to = {run: lower_irreducibles(found, run) for run in found.runs}
            for r, s in product(found.runs, repeat=2):
                steps = natural_distance(found.order, r, s, found.space)
                counted = even.distance(r, s) == 3 * len(up_to[r] ^ up_to[s]) == 3 * (steps or 0)
                same = made.value(r) == sums[r] and made.distance(r, s) == abs(sums[s] - sums[r])
                yield (r, s), metric and counted and same

    return everywhere(tried(), "pair of runs", f"from spaces {size_of(TINY)}, with uneven weights and with 3 for all")


def same_values(*examples: tuple[JudgedRun, JudgedRun, int]) -> Finding:
    """Whether gR of two runs and a top grade has the values of gP: a matter of the recall base, as gR = N gP / RB."""
    bases, broken, shown = range(1, 9), True, []
    for low, high, grades in examples:
        precise, recalled = values("gP", low, high, grades=grades), values("gR", low, high, grades=grades)
        equal = [base for base in bases if [value / base for value in recalled] == precise]
        signs = {_sign(*precise)} | {_sign(*(value / base for value in recalled)) for base in bases}
        broken &= equal == [len(low)] and len(signs) == 1
        other = [value / (len(low) + 1) for value in recalled]
        shown.append(f"gP {worded(precise)}, gR {worded(other)} with RB = {len(low) + 1}")
    remark = (
        "of recall bases 1 to 8 the values are the same with N only; how gR orders the two runs of an example does not "
        "depend on it"
    )
    return wrong(Kind.GAP, broken, f"in the order of the sections, {'; '.join(shown)}", remark)


def _sign(one: Fraction, other: Fraction) -> int:
    return (one > other) - (one < other)


def number_of_irreducibles(order: str) -> Finding:
    """Whether |J_r| is the sum of the grades."""

    def tried() -> Tried:
        for space in SMALL:
            poset = runs_under(order, *space)
            assert poset.lattice is not None
            for run, mask in zip(poset.runs, poset.lattice.irreducibles_below, strict=True):
                yield run, mask.bit_count() == sum(run)

    return everywhere(tried(), "run", f"from spaces {size_of(SMALL)}", "with r itself in J_r where it is irreducible")


def sum_of_grades(order: str, remark: str = "") -> Finding:
    """Whether the weight k on every join-irreducible run makes k times the sum of the grades, the natural metric."""
    k = Fraction(2, 7)

    def tried() -> Tried:
        for found in run_lattices(FEWER, [order]):
            made = valuation_from_weights(found, dict.fromkeys(irreducibles(found), k))
            natural = made.metric == "metric" and made.natural
            for run in found.runs:
                yield run, natural and made.value(run) == k * sum(run)

    return everywhere(
        tried(), "run", f"from spaces {size_of(FEWER)}, with k = 2/7; the distance is the natural one", remark
    )


def positive(order: str, measures: tuple[str, ...], which: str, remark: str = "") -> Finding:
    """Whether measures are positive valuations under an order on all spaces."""

    def tried() -> Tried:
        for (length, grades), text in product(FEWER, measures):
            found = iv.valuation(runs_under(order, length, grades), iv.parse_measure(text))
            right = found.is_valuation and found.positive and found.metric == "metric"
            yield f"{text}, N = {length}, c = {grades}", right

    return everywhere(tried(), "pair", f"of a measure and a space: {which}; spaces {size_of(FEWER)}", remark)


def natural_where_linear(order: str) -> Finding:
    """Whether gP and gR are the natural distance with gains proportional to grades, and not with others."""
    linear = [
        iv.valuation(runs_under(order, *space), iv.parse_measure(m)).natural for space in FEWER for m in ("gP", "gR")
    ]
    found = runs_under(order, 2, 2)
    other = [iv.valuation(found, iv.parse_measure(f"{m}(gains={{2:3}})")) for m in ("gP", "gR")]
    (low, middle), (_, high) = other[0].natural.witness
    sizes = [other[0].value(b) - other[0].value(a) for a, b in ((low, middle), (middle, high))]
    witness = (
        f"gains 0, 1, 3 and N = 2: gP grows by {sizes[0]} from {worded(low)} to {worded(middle)}, and by {sizes[1]} "
        "on to "
    )
    witness += f"{worded(high)}; with linear gains all steps are equal on {len(FEWER)} spaces"
    return under(all(linear) and not any(one.natural for one in other), witness, "gains are proportional to grades")


def constant_of(*orders: str) -> Finding:
    """Whether the weights of gP are 1 / (N c), and those of gR times its recall base 1 / c."""
    kept, doubled = True, set[Fraction]()
    for order, (length, grades) in product(orders, FEWER):
        precise, recalled = (iv.valuation(runs_under(order, length, grades), iv.parse_measure(m)) for m in ("gP", "gR"))
        kept &= {*precise.weights.values()} == {Fraction(1, length * grades)}
        kept &= {*recalled.weights.values()} == {Fraction(1, grades)}
    for order in orders:
        doubled |= {*iv.valuation(runs_under(order, 2, 2), iv.parse_measure("gP(gains={1:2,2:4})")).weights.values()}
    witness = (
        f"weights 1 / (N c) of gP and 1 / (RB c) of gR on {len(FEWER)} spaces under both orders; with the gains 0, 2, "
        f"4 and N = 2 they are {worded(doubled)}, too"
    )
    remark = (
        "a_c is a degree, which may be a label; the number that makes k right is that of the degree, c, and not its "
        "gain"
    )
    return wrong(Kind.MISPRINT, kept and doubled == {Fraction(1, 4)}, witness, remark)


def long_pairs(grades: int) -> list[tuple[JudgedRun, JudgedRun]]:
    """Pairs of runs of 200 documents, of which the first differ late, the last early."""
    drawn = Random(grades)
    runs = [tuple(drawn.randrange(grades + 1) for _ in range(200)) for _ in range(60)]
    return [(r, (*r[:place], *s[place:])) for place, (r, s) in zip(range(199, 0, -4), pairwise(runs), strict=False)]
