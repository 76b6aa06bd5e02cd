"""Claims of 001 about difference structures and interval scales: §3."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import intervale as iv
from intervale.orders import natural_distance
from intervale_papers.ferrante_2019.findings import decided, on_scale, twice, under, ways
from intervale_papers.register import Finding, claim

VALUES = [(0, *rest) for size in range(1, 8) for rest in combinations(range(1, 8), size)]
"""All increasing sequences of whole numbers from 0 up to 7."""
Levels = dict[tuple[int, int], int]


def _relations() -> list[Levels]:
    """All relations on the intervals of three objects that satisfy axioms i and ii of Definition 1, each as levels.

    By axiom ii turning intervals round turns the weak order round, so that Δ_aa is in its middle, level 0, and Δ_ba at
    minus the level of Δ_ab: the levels of three intervals are free.
    """
    found = []
    for one, two, three in product(range(-3, 4), repeat=3):
        levels = {(0, 1): one, (1, 2): two, (0, 2): three} | {(x, x): 0 for x in range(3)}
        found.append(levels | {(y, x): -level for (x, y), level in levels.items()})
    return found


def _monotone(d: Levels) -> bool:
    """Weak monotonicity, axiom iii."""
    return all(
        d[a, c] <= d[a2, c2]
        for a, b, c, a2, b2, c2 in product(range(3), repeat=6)
        if d[a, b] <= d[a2, b2] and d[b, c] <= d[b2, c2]
    )


def _solvable(objects: Sequence[int], d: Levels) -> bool:
    """The solvability condition, axiom iv."""
    return all(
        any(d[a, x] == d[c, e] for x in objects) and any(d[x, b] == d[c, e] for x in objects)
        for a, b, c, e in product(objects, repeat=4)
        if 0 <= d[c, e] <= d[a, b]
    )


def _differences(values: Sequence[int]) -> Levels:
    return {(x, y): values[y] - values[x] for x, y in product(range(len(values)), repeat=2)}


def _same_order(one: Levels, other: Levels) -> bool:
    return all((one[p] <= one[q]) == (other[p] <= other[q]) for p, q in product(one, repeat=2))


@claim(
    "001/3.2/theorem-1",
    "§3.2, Theorem 1",
    "a difference structure has numbers whose differences are ordered as its intervals are",
)
def theorem_1() -> Finding:
    structures = [d for d in _relations() if _monotone(d) and _solvable(range(3), d)]
    numbers = [_differences(values) for values in product(range(4), repeat=3)]
    broken = [d for d in structures if not any(_same_order(d, made) for made in numbers)]
    return decided(broken, len(structures), "all relations on three objects; so many tables of levels are structures")


@claim(
    "001/3.2/solvability",
    "§3.2, 'equally spaced gradation'",
    "numbers satisfy the solvability condition iff their steps are equal",
)
def solvability() -> Finding:
    broken = [
        values
        for values in VALUES
        if _solvable(range(len(values)), _differences(values))
        != (on_scale("gP", "rank-total", 1, len(values) - 1, values) == "interval")
    ]
    return decided(broken, len(VALUES), "all increasing whole numbers from 0 to 7, as gains of runs of one document")


@claim(
    "001/3.2/uniqueness",
    "§3.2, 'Theorem 3.18 in [16]'",
    "what orders differences as an interval scale does is αM + β with α > 0",
)
def uniqueness() -> Finding:
    broken = [
        values
        for values in VALUES
        if _same_order(_differences(values), _differences(range(len(values))))
        != (on_scale("gP", "rank-total", 1, len(values) - 1, values) == "interval")
    ]
    return decided(broken, len(VALUES), "all increasing whole numbers from 0 to 7, beside 0, 1, 2, …")


@claim("001/3.2/rank-correlation", "§3.2, first lines", "rank correlation asks for an interval scale")
def rank_correlation() -> Finding:
    scores = {"A": [1, 2, 3, 4, 7], "B": [1, 1, 1, 6, 7]}
    cubed = {name: [x**3 for x in values] for name, values in scores.items()}
    found = iv.meaningful(iv.read_scores(scores, scale="ordinal"), "tau(A, B) > 0.5").meaningful
    signs = [_concordant(*made.values()) for made in (scores, cubed)]
    remark = (
        "for means over topics; tau of scores depends on their order alone, and Table 2 of the appendix has it there"
    )
    right = bool(found) and signs[0] == signs[1]
    return under(right, f"concordant less discordant pairs before and after cubing: {signs}", remark)


def _concordant(one: list[int], other: list[int]) -> int:
    """Pairs in the same order less pairs in the other order."""
    pairs = combinations(zip(one, other, strict=True), 2)
    return sum(((a > b) - (a < b)) * ((c > d) - (c < d)) for (a, c), (b, d) in pairs)


@claim(
    "001/3.2/mean",
    "§3.2, first lines",
    "means ask for an interval scale, medians for an ordinal one, modes for a nominal one",
)
def steps_of_scales() -> Finding:
    scores = {"A": [1, 2, 3, 4, 4, 9], "B": [3, 3, 3, 4, 5, 4.5]}
    needed = {"mode(A) = 4": "nominal", "median(A) > median(B)": "ordinal", "mean(A) > mean(B)": "interval"}
    on = {scale: iv.read_scores(scores, scale=scale) for scale in ("nominal", "ordinal", "interval", "ratio")}
    least = {
        text: next(scale for scale, evaluation in on.items() if iv.meaningful(evaluation, text)) for text in needed
    }
    return decided(least != needed, least, "by examples: each is meaningful from the scale named on and flips below it")


@claim("001/3.3/minus-one", "§3.3, third point", "ℓ(a, b) is the length of a maximal chain in [a, b] less 1")
def minus_one() -> Finding:
    found, low, high = iv.poset("set-replacement", 3, 3), (1, 1, 0), (3, 3, 1)
    lengths = {len(way) - 1 for way in ways(found, low, high)}
    distance = natural_distance(found.order, low, high, found.space)
    ranks = found.rank(high) - found.rank(low)
    remark = "§2 has |C| − 1 as the length of a chain: that is ℓ(a, b) itself, without 1 less"
    shown = ((low, high), f"distance {distance}", f"lengths of maximal chains {sorted(lengths)}")
    return twice({distance} == lengths, {ranks} == lengths, shown, remark, "the difference of ranks")


@claim(
    "001/3.3/procedure",
    "§3.3, the six steps",
    "order, graded poset, rank function, difference structure, interval scale: the steps lead there",
)
def procedure() -> Finding:
    orders = [
        ("set-total", "set", 2),
        ("set-replacement", "set", 2),
        ("rank-total", "rank", 2),
        ("rank-swap", "rank", 1),
    ]
    failed = [
        (name, length)
        for name, kind, grades in orders
        for length in range(1, 5)
        if iv.construct(name, iv.RunSpace(length, grades, kind)).failed
    ]
    return decided(failed, 16, "for the four orders of the paper, lengths 1 to 4, grades 0..2 (rank-swap: 0..1)")


@claim(
    "001/example-1",
    "Example 1",
    "0..N under ≤ is graded with ρ(a) = a, a difference structure, and a an interval scale",
)
def example_1() -> Finding:
    for top in range(1, 13):
        made = iv.construct("rank-total", iv.RunSpace(1, top))
        levels = _differences(range(top + 1))
        if made.failed or made.measure != {(a,): a for a in range(top + 1)} or not _solvable(range(top + 1), levels):
            return decided(top)
    return decided(None, 12, "N from 1 to 12, as runs of one document with the grades 0..N")


@claim(
    "001/example-1/numbers",
    "Example 1, 'respectively equal to 1, 6, 7, 9'",
    "for a, b, c, d = 1, 6, 7, 9 the condition is met by d′ = 3 and d″ = 4 only",
)
def example_1_numbers() -> Finding:
    space, chosen = iv.RunSpace(1, 9), iv.order("rank-total")
    wide = [natural_distance(chosen, (a,), (b,), space) for a, b in ((1, 1), (7, 9), (1, 6))]
    after = [x for x in range(1, 10) if natural_distance(chosen, (1,), (x,), space) == wide[1]]
    before = [x for x in range(7) if natural_distance(chosen, (x,), (6,), space) == wide[1]]
    return decided(wide != [0, 2, 5] or after != [3] or before != [4], (wide, after, before), "differences 0, 2 and 5")
