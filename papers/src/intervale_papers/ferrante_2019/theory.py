"""Claims about difference structures and interval scales: §3."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import log
from statistics import fmean, pvariance

import intervale as iv
from intervale.orders import natural_distance
from intervale_papers.ferrante_2019.findings import on_scale, ways
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

VALUES = [(0, *rest) for size in range(1, 8) for rest in combinations(range(1, 8), size)]
"""All increasing sequences of whole numbers from 0 up to 7."""
Pair = tuple[int, int]
Levels = dict[Pair, int]


def _relations() -> list[Levels]:
    """All relations on the intervals of three objects that satisfy axioms i and ii of Definition 1, each as levels.

    By axiom ii turning intervals round turns the weak order round, so that Δ_aa is in its middle, level 0, and Δ_ba at
    minus the level of Δ_ab: the levels of three intervals are free. Levels are as close together as they can be.
    """
    found = {}
    for one, two, three in product(range(-3, 4), repeat=3):
        levels = {(0, 1): one, (1, 2): two, (0, 2): three} | {(x, x): 0 for x in range(3)}
        levels |= {(y, x): -level for (x, y), level in levels.items()}
        found[_places(tuple(levels.values()))] = levels
    return list(found.values())


def _places(levels: tuple[int, ...]) -> tuple[int, ...]:
    """A weak order, written the same way whatever levels it was made from."""
    distinct = sorted(set(levels))
    return tuple(distinct.index(level) for level in levels)


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


def _equally_spaced(values: Sequence[int]) -> bool:
    """As intervale finds it: for the values as gains of runs of one document."""
    return on_scale("gP", "rank-total", 1, len(values) - 1, values) == "interval"


# ---------------------------------------------------------------- scales


@claim(
    "001/3.2/mean",
    "§3.2, first lines",
    "modes ask for a nominal scale, medians and percentiles for an ordinal one, means and product-moment correlations "
    "for an interval one",
)
def steps_of_scales() -> Finding:
    scores = {"A": [1, 2, 3, 4, 4, 9], "B": [3, 3, 3, 4, 5, 4.5]}
    needed = {
        "mode(A) = 4": "nominal",
        "median(A) > median(B)": "ordinal",
        "quantile(A, 0.25) < quantile(B, 0.25)": "ordinal",
        "mean(A) > mean(B)": "interval",
        "pearson(A, B) > 0.1": "interval",
    }
    on = {scale: iv.read_scores(scores, scale=scale) for scale in ("nominal", "ordinal", "interval", "ratio")}
    least = {
        text: next(scale for scale, evaluation in on.items() if iv.meaningful(evaluation, text)) for text in needed
    }
    return holds(least == needed, least, "by one example each: meaningful from the scale named on, and not below it")


@claim(
    "001/3.2/variation",
    "§3.2, first lines",
    "variances can be compared from interval scales on, coefficients of variation on ratio scales",
)
def variation() -> Finding:
    def larger(factor: int, shift: int) -> tuple[bool, bool]:
        one, other = ([factor * x + shift for x in values] for values in ((1, 3, 4), (10, 12, 16)))
        spread = [pvariance(values) for values in (one, other)]
        return spread[0] > spread[1], spread[0] * fmean(other) ** 2 > spread[1] * fmean(one) ** 2

    scaled, moved = [larger(k, 0) for k in (1, 2, 5)], [larger(2, k) for k in (0, 10, 50)]
    logs = [pvariance([log(x) for x in values]) for values in ((1, 3, 4), (10, 12, 16))]
    right = len(set(scaled)) == 1 and len({x for x, _ in moved}) == 1 and len({y for _, y in moved}) == 2
    return holds(
        right and not scaled[0][0] and logs[0] > logs[1],
        "(1, 3, 4) and (10, 12, 16), multiplied by 1, 2 and 5, moved by 0, 10 and 50, and their logarithms",
        "multiplying keeps the order of both; moving keeps that of the variances and turns that of the coefficients "
        "round; logarithms turn that of the variances round",
    )


@claim(
    "001/3.2/rank-correlation",
    "§3.2, first lines",
    "rank correlation is possible from interval scales on, and not on ordinal ones",
    erratum=Erratum(
        "interval scales add the possibility to compute mean, variance, productmoment correlation and rank correlation",
        "ordinal scales allow median, percentiles and rank correlation; interval scales add mean, variance and "
        "product-moment correlation",
        "nothing else; Table 2 of the appendix has Spearman's and Kendall's coefficients in the line of ordinal scales",
    ),
)
def rank_correlation() -> Finding:
    lists = list(product((1, 2, 3), repeat=3))
    kept = moved = 0
    for one, other in product(lists, repeat=2):
        for images in combinations(range(1, 6), 3):
            made = [tuple(images[x - 1] for x in values) for values in (one, other)]
            same = _concordant(one, other) == _concordant(*made) and _places(one) == _places(made[0])
            kept, moved = kept + same, moved + (not same)
    meant = iv.meaningful(
        iv.read_scores({"A": [1, 2, 3, 4, 7], "B": [1, 1, 1, 6, 7]}, scale="ordinal"), "tau(A, B) > 0.5"
    )
    return wrong(
        Kind.FALSE,
        not moved,
        f"{cases(kept, 'pair')} of three scores and increasing functions: the ranks and the pairs in the same order "
        "stay as they are",
        "rank correlations depend on the order of the scores alone, which every increasing function keeps; Stevens' "
        "list of 1946 has them among interval scales, too",
        second=meant.meaningful,
        again="asking whether 'tau(A, B) > 0.5' is meaningful on an ordinal scale",
    )


def _concordant(one: Sequence[int], other: Sequence[int]) -> int:
    """Pairs in the same order less pairs in the other order."""
    pairs = combinations(zip(one, other, strict=True), 2)
    return sum(((a > b) - (a < b)) * ((c > d) - (c < d)) for (a, c), (b, d) in pairs)


@claim(
    "001/3.2/uniqueness",
    "§3.2, 'Theorem 3.18 in [16]'",
    "what orders differences as an interval scale M does is αM + β with α > 0",
)
def uniqueness() -> Finding:
    broken = [
        values
        for values in VALUES
        if _same_order(_differences(values), _differences(range(len(values)))) != _equally_spaced(values)
    ]
    return holds(
        not broken,
        broken or cases(len(VALUES), "sequence"),
        "all increasing sequences of whole numbers from 0 to 7 compared with 0, 1, 2, …",
    )


# ---------------------------------------------------------------- difference structures


@claim(
    "001/3.2/zero",
    "§3.2, 'which, in turn implies that'",
    "if Δ_aa comes before Δ_ab, then Δ_ba comes before Δ_aa",
)
def zero() -> Finding:
    pairs = list(product(range(2), repeat=2))
    every = {_places(levels) for levels in product(range(4), repeat=4)}
    kept = []
    for levels in every:
        d = dict(zip(pairs, levels, strict=True))
        if all(d[q[::-1]] <= d[p[::-1]] for p, q in product(pairs, repeat=2) if d[p] <= d[q]) and d[0, 0] < d[0, 1]:
            kept.append(d)
    return holds(
        kept and all(d[1, 0] < d[0, 0] for d in kept),
        f"of {len(every)} weak orders of the four intervals of two objects, {len(kept)} satisfies axiom ii and has "
        "Δ_aa before Δ_ab",
        "it has Δ_ba first, then Δ_aa and Δ_bb together, then Δ_ab",
    )


@claim(
    "001/3.2/definition-1",
    "§3.2, Definition 1, axiom iv",
    "the solvability condition asks for d′ and d″ in R",
    erratum=Erratum(
        "there exists d', d'' ∈ R such that",
        "there exist d', d'' ∈ E such that",
        "Theorem 1 and all that uses it; they stand, as Example 1 and §5 and §6 look for d', d'' among the objects",
        symbol=True,
    ),
)
def definition_1() -> Finding:
    unequal = [values for values in VALUES if not _equally_spaced(values)]
    solved = [values for values in unequal if _solvable(range(len(values)), _differences(values))]
    return wrong(
        Kind.MISPRINT,
        (0, 1, 3) in unequal and not solved,
        "the numbers 0, 1, 3: Δ from 1 to 3 is 2, and 2 is a real number, but none of the three",
        f"taken in the real numbers it would hold for all numbers; taken in E it fails for each of {len(unequal)} "
        "sequences that are not equally spaced, as the text after it says",
    )


@claim(
    "001/3.2/adding",
    "§3.2, after Definition 1, 'adding a non-null interval'",
    "adding an interval that is not null to an interval gives a greater one",
)
def adding() -> Finding:
    relations = [d for d in _relations() if _monotone(d)]
    triples = [(d[a, b], d[b, c], d[a, c]) for d in relations for a, b, c in product(range(3), repeat=3)]
    positive = [total > first for first, added, total in triples if added > 0]
    negative = [total > first for first, added, total in triples if added < 0]
    return under(
        all(positive) and negative and not any(negative),
        f"{cases(len(positive), 'sum')} of intervals of three objects; in 0, 1, 2 the difference from 0 to 2 is 2, "
        "and with that from 2 to 1 added it is 1",
        "if the interval added is positive; one with b ≺ a is not null either, and makes it smaller",
    )


@claim(
    "001/3.2/solvability",
    "§3.2, 'equally spaced gradation'",
    "numbers satisfy the solvability condition iff their steps are equal",
)
def solvability() -> Finding:
    broken = [
        values for values in VALUES if _solvable(range(len(values)), _differences(values)) != _equally_spaced(values)
    ]
    return holds(
        not broken,
        broken or cases(len(VALUES), "sequence"),
        "all increasing sequences of whole numbers from 0 to 7, as gains of runs of one document",
    )


@claim(
    "001/3.2/theorem-1",
    "§3.2, Theorem 1",
    "a difference structure has numbers whose differences are ordered as its intervals are",
)
def theorem_1() -> Finding:
    structures = [d for d in _relations() if _monotone(d) and _solvable(range(3), d)]
    numbers = [_differences(values) for values in product(range(4), repeat=3)]
    broken = [d for d in structures if not any(_same_order(d, made) for made in numbers)]
    return holds(
        structures and not broken,
        f"{len(structures)} difference structures",
        "all that there are on three objects; the numbers 0 to 3 are enough for them",
    )


# ---------------------------------------------------------------- the procedure


@claim(
    "001/3.3/minus-one",
    "§3.3, third point",
    "ℓ(a, b) is the length of a maximal chain in [a, b] minus 1",
    erratum=Erratum(
        "which also corresponds to the length of a maximal chain in [a, b] minus 1",
        "which is also the length of a maximal chain in [a, b], its number of elements minus 1",
        "nothing else: the examples count edges",
    ),
)
def minus_one() -> Finding:
    found, low, high = iv.poset("set-replacement", 3, 3), (1, 1, 0), (3, 3, 1)
    lengths = {len(way) - 1 for way in ways(found, low, high)}
    distance = natural_distance(found.order, low, high, found.space)
    return wrong(
        Kind.MISPRINT,
        {distance} == lengths,
        f"from {low} to {high} in Example 5: ℓ is {distance}, and the maximal chains have 6 runs and the length 5",
        "the length of a chain C is |C| − 1 in §2: the 1 is taken off there",
        second={found.rank(high) - found.rank(low)} == lengths,
        again="the difference of the ranks",
    )


@claim(
    "001/3.3/procedure",
    "§3.3, the six steps",
    "an order that makes a graded poset leads by these steps to a difference structure and an interval scale",
)
def procedure() -> Finding:
    orders = [
        ("set-total", "set", 2),
        ("set-replacement", "set", 2),
        ("rank-total", "rank", 2),
        ("rank-swap", "rank", 1),
    ]
    places = [(name, iv.RunSpace(n, grades, kind)) for name, kind, grades in orders for n in range(1, 5)]
    failed = [name for name, space in places if iv.construct(name, space).failed]
    stopped = iv.construct("rank-swap", iv.RunSpace(2, 2)).failed
    return holds(
        not failed and stopped,
        failed or cases(len(places), "space"),
        "the four orders of §5 and §6, lengths 1 to 4, grades 0 to 2 (0 and 1 for (8)); with (8) and grades 0 to 2 the "
        "procedure stops at the second step",
    )


# ---------------------------------------------------------------- Example 1


@claim(
    "001/example-1",
    "Example 1",
    "0..N under ≤ is graded with ρ(a) = a, a difference structure, and a an interval scale",
)
def example_1() -> Finding:
    tops = range(1, 13)
    broken = []
    for top in tops:
        made = iv.construct("rank-total", iv.RunSpace(1, top))
        right = not made.failed and made.measure == {(a,): a for a in range(top + 1)}
        broken += [] if right and _solvable(range(top + 1), _differences(range(top + 1))) else [top]
    return holds(not broken, broken or cases(len(tops), "set"), "N from 1 to 12, as runs of one document")


@claim(
    "001/example-1/integers",
    "Example 1, '≤ between natural numbers'",
    "the differences of 0..N are compared as natural numbers",
    erratum=Erratum(
        "relation defined between natural numbers",
        "relation defined between integers",
        "nothing else: the line before has the differences in ℤ",
    ),
)
def example_1_integers() -> Finding:
    negative = [pair for pair in product(range(10), repeat=2) if pair[1] - pair[0] < 0]
    return wrong(
        Kind.MISPRINT,
        negative,
        f"for N = 9, {len(negative)} of the 100 differences are negative, such as that from 9 to 7",
        "Δ_ab = b − a is no natural number where b < a",
    )


@claim(
    "001/example-1/weak",
    "Example 1, point i",
    "the differences make a weak order of the intervals, and not a total one",
)
def example_1_weak() -> Finding:
    intervals = list(product(range(4), repeat=2))
    leq = {(p, q) for p, q in product(intervals, repeat=2) if p[1] - p[0] <= q[1] - q[0]}
    weak = all((p, q) in leq or (q, p) in leq for p, q in product(intervals, repeat=2))
    chained = all((p, r) in leq for p, q, r in product(intervals, repeat=3) if (p, q) in leq and (q, r) in leq)
    tied = [(p, q) for p, q in combinations(intervals, 2) if {(p, q), (q, p)} <= leq]
    return holds(
        weak and chained and tied,
        f"{cases(len(tied), 'pair')} of different intervals of 0 to 3 with one length, such as (0, 1) and (1, 2)",
        "any two can be compared, and the relation is transitive",
    )


@claim(
    "001/example-1/monotone",
    "Example 1, point iii",
    "b − a ≤ b′ − a′ and c − b ≤ c′ − b′ together are equivalent to c − a ≤ c′ − a′",
    erratum=Erratum(
        "Δ_bc ⪯_d Δ_b'c' ⇔ b−a ≤ b'−a' and c−b ≤ c'−b' ⇔ c−a = c−b+b−a",
        "… ⇔ b−a ≤ b'−a' and c−b ≤ c'−b' ⇒ c−a = c−b+b−a …",
        "axiom iii for the numbers 0..N, which needs ⇒ only; it stands",
        symbol=True,
    ),
)
def example_1_monotone() -> Finding:
    back, broken = [], []
    for a, b, c, a2, b2, c2 in product(range(4), repeat=6):
        both, together = b - a <= b2 - a2 and c - b <= c2 - b2, c - a <= c2 - a2
        broken += [(a, b, c, a2, b2, c2)] if both and not together else []
        back += [(a, b, c, a2, b2, c2)] if together and not both else []
    return wrong(
        Kind.MISPRINT,
        (0, 2, 2, 0, 1, 3) in back and not broken,
        "a, b, c = 0, 2, 2 and a′, b′, c′ = 0, 1, 3: 2 ≤ 3 for the sum, and 2 > 1 for the first part",
        "the sum of two inequalities follows from them, and does not give them back",
    )


@claim(
    "001/example-1/numbers",
    "Example 1, 'respectively equal to 1, 6, 7, 9'",
    "for a, b, c, d = 1, 6, 7, 9 the differences are 0, 2 and 5, and the condition is met by d′ = 3 and d″ = 4",
)
def example_1_numbers() -> Finding:
    space, chosen = iv.RunSpace(1, 9), iv.order("rank-total")
    wide = [natural_distance(chosen, (a,), (b,), space) for a, b in ((1, 1), (7, 9), (1, 6))]
    after = [x for x in range(1, 10) if natural_distance(chosen, (1,), (x,), space) == wide[1]]
    before = [x for x in range(7) if natural_distance(chosen, (x,), (6,), space) == wide[1]]
    return holds(
        wide == [0, 2, 5] and after == [3] and before == [4],
        f"2 steps above 1 is {after[0]}, 2 steps below 6 is {before[0]}",
        "no other number meets it",
    )
