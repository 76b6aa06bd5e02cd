"""Claims of §5.1: identity of indiscernibles (Definition 3), Proposition 5.1 and Table 2."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product
from math import log2
from statistics import mean

import numpy as np

from intervale.rankings import PAPER, dcg
from intervale_papers.findings import holds, under, wrong
from intervale_papers.group_theoretic.evaluations import (
    CONFUSION,
    TWO_INPUTS,
    called,
    digits,
    from_identity,
    from_ranking,
    members,
    pair_levels,
    verdict,
)
from intervale_papers.group_theoretic.printed import UNMENDED, examples, marks
from intervale_papers.group_theoretic.table_2 import compared
from intervale_papers.register import Erratum, Finding, Kind, claim

Ranking = tuple[int, ...]
GAINS = ["DCG", "nDCG"]
RANKS = ["MRR", "GMR", "meanRank"]


def _dcg_at(ranking: Ranking, k: int, discount: Callable[[int], float] = lambda position: log2(position + 1)) -> float:
    """DCG of the first k positions, the gain of item i being n + 1 − i, over the discount of its position."""
    n = len(ranking)
    return sum((n + 1 - item) / discount(position) for item, position in enumerate(ranking, 1) if position <= k)


def _different(values: list[float]) -> bool:
    """Whether no two values are equal, rounding aside."""
    return len({round(value, 9) for value in values}) == len(values)


# ------------------------------------------------------------ Definition 3


def _weighted(s: Ranking, t: Ranking) -> int:
    """Squares of errors, that of the item named 3 counted twice."""
    return sum((1 + (item == 3)) * (x - y) ** 2 for item, (x, y) in enumerate(zip(s, t, strict=True), 1))


@claim("003/definition-3/rewrite", "§5.1, below (2)", "up to renaming, (2) may be written with id in place of σ")
def rewritten_with_the_identity() -> Finding:
    everyone = members(3)
    ties = {s: not _different([_weighted(s, t) for t in everyone]) for s in everyone}
    even = [len({len(set(row)) for row in pair_levels(name, 4).tolist()}) == 1 for name in TWO_INPUTS]
    return under(
        not ties[1, 2, 3] and ties[1, 3, 2] and all(even),
        "Σ wᵢ(σ(i) − ν(i))² with w = 1, 1, 2 has 6 values with id = 123, and two equal ones with σ = 132: 3 for 123 "
        f"and 231; for {len(even)} metrics on S_4 no σ differs from id",
        "for metrics that do not change when items are renamed, which is Type II robustness (Definition 6)",
    )


@claim(
    "003/5.1/table-3", "§5.1 and Table 3, first row", "almost no metric, in Table 3 none, satisfies the IoI property"
)
def table_3_identity() -> Finding:
    found = {name: verdict(name, "identity") for name in PAPER}
    last = max(len(one.witness[1]) for one in found.values() if one.witness)
    late = [name for name, one in found.items() if one.witness and len(one.witness[1]) == last]
    return holds(
        not any(marks("identity").values()) and not any(one.holds for one in found.values()),
        f"equal values of different rankings for {len(found)} metrics, for {called(late)} from n = {last} on",
        "the row is right; Proposition 5.1 says the contrary of DCG and nDCG",
    )


@claim("003/5.1/at-k", "§5.1", "metrics that evaluate only the top k do not satisfy the IoI property")
def at_k() -> Finding:
    short = [_dcg_at(ranking, 2) for ranking in members(3)]
    sizes = [(n, k) for n in range(3, 7) for k in range(1, n - 1)]
    tied = [not _different([_dcg_at(ranking, k) for ranking in members(n)]) for n, k in sizes]
    return under(
        _different(short) and all(tied),
        f"DCG@2 has 6 different values on S_3; DCG@k has equal ones in all {len(sizes)} cases of 3 to 6 items with "
        "two or more after k",
        "for n ≥ k + 2: where one item is left after k, the first k positions determine the ranking",
    )


@claim(
    "003/5.1/cycles",
    "§5.1",
    "rankings made of cycles of elements before k and of elements after k are examples for set-based metrics and for "
    "metrics@k",
)
def cycles_before_and_after() -> Finding:
    looked, right = 0, True
    for n, name in product(range(3, 6), CONFUSION):
        for k in range(1, n):
            found = dict(zip(members(n), from_ranking(name, range(1, n + 1), k).tolist(), strict=True))
            blocks = [(*a, *b) for a in permutations(range(1, k + 1)) for b in permutations(range(k + 1, n + 1))]
            looked += len(blocks)
            right &= len({found[ranking] for ranking in blocks}) == 1
    first, second = _dcg_at((1, 2, 3, 4), 2), _dcg_at((2, 1, 3, 4), 2)
    return under(
        right and abs(first - second) > 0.01 and _dcg_at((1, 2, 4, 3), 2) == first,
        f"the value of id in {looked:,} cases, {len(CONFUSION)} metrics of the confusion matrix and 3 to 5 items; "
        f"DCG@2 of id is {first:.4f}, of (1 2) {second:.4f}",
        "for set-based metrics; for a metric@k that looks at the order, such as DCG@k, only cycles after k",
    )


# ------------------------------------------------------------ Proposition 5.1


@claim(
    "003/proposition-5.1",
    "Proposition 5.1 and §5.6",
    "DCG and nDCG satisfy the IoI property, as the only two metrics",
    erratum=Erratum(
        "DCG and nDCG satisfy the IoI property.",
        "DCG and nDCG satisfy the IoI property for n ≤ 6 (gains n + 1 − i, discount 1/log2(position + 1))",
        "Proposition 5.4 and the sentence before it on the only two metrics, which fail with it; Table 3 has ✗ for "
        "both, which is right",
    ),
)
def proposition_5_1() -> Finding:
    ties = {name: verdict(name, "identity", 8) for name in ("DCG", "nDCG", dcg("exponential"))}
    small = all(verdict(one, "identity", 6).holds for one in ("DCG", "nDCG", dcg("exponential")))
    first, second = ties["DCG"].witness[1:]
    values = [_dcg_at(ranking, 7) for ranking in (first, second)]
    alone = all(_without_ties(n) == GAINS for n in (4, 5, 6))
    older = {_dcg_at(ranking, 2, lambda position: max(1, log2(position))) for ranking in members(2)}
    return wrong(
        Kind.FALSE,
        not any(one.holds for one in ties.values()) and small and alone and len(older) == 1,
        f"n = 7: DCG is {values[0]:.4f} for {digits(first)} and for {digits(second)}; for n = 4, 5 and 6 DCG and nDCG "
        "alone have no equal values",
        "the discounts 1, 1/2 and 1/3 of positions 1, 3 and 7 allow for equal sums; with gains 2^(n + 1 − i) − 1 from "
        "n = 8 on, with the discount 1/max(1, log2 position) already (1 2) and id; the authors' DCG is defined in "
        "Appendix B, which is not in the text",
        second=abs(values[0] - values[1]) < 1e-11,
        again="the sums in floats",
    )


def _without_ties(n: int) -> list[str]:
    """The metrics that distinguish all rankings of n items, compared with id."""
    return [name for name, found in from_identity(n).items() if len(set(found.tolist())) == len(found)]


# ------------------------------------------------------------ Table 2


@claim(
    "003/table-2",
    "Table 2",
    "which metrics distinguish (1 2) from id, (3 4) and (2 4), 10 items of which 5 are relevant",
    erratum=Erratum(
        "(1 2) and id, MRR: ●, GMR: ●, meanRank: ●",
        "(1 2) and id, MRR: ○, GMR: ○, meanRank: ○",
        symbol=True,
    ),
)
def table_2() -> Finding:
    rows = compared(PAPER.values())
    differ = [one for one in rows if one.distinguished != one.in_paper]
    first = [one.metric for one in differ if one.tau == examples()[0].tau and one.in_paper]
    values = {one.metric: one.values[0] for one in differ}
    return wrong(
        Kind.MISPRINT,
        sorted(first) == sorted(RANKS) and len(differ) == len(RANKS) and _all_but_the_first(),
        ", ".join(f"{name} is {values[name]} for both" for name in RANKS)
        + f"; the other {len(rows) - len(differ)} marks "
        "are right, 19 metrics counted in the first column",
        "(1 2) exchanges two of the five relevant items, whose positions remain 1 to 5; no usual reading of a mean of "
        "ranks distinguishes (1 2) from id but not from (3 4) and (2 4), as the three rows print; " + UNMENDED,
        second=(True, False, False) not in _readings_of_ranks(),
        again="reciprocal ranks of the five relevant items, of the first of them, of item 1, and of all items",
    )


def _all_but_the_first() -> bool:
    """Whether the first row of Table 2 has ● in all columns but the first, so that leaving out two changes nothing."""
    _, *others = examples()[0].distinguished.values()
    return all(others)


def _readings_of_ranks() -> list[tuple[bool, ...]]:
    """For readings of the mean reciprocal rank, which rows of Table 2 it distinguishes."""
    readings: tuple[Callable[[Ranking], float], ...] = (
        lambda ranking: mean(1 / position for position in ranking[:5]),
        lambda ranking: 1 / min(ranking[:5]),
        lambda ranking: 1 / ranking[0],
        lambda ranking: mean(1 / position for position in ranking),
    )
    return [tuple(not np.isclose(one(example.sigma), one(example.tau)) for example in examples()) for one in readings]
