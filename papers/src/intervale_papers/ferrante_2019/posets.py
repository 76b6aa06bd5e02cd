"""Claims of 001 about posets: §2 and the appendix, §1."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations, product
from math import gcd, lcm

import intervale as iv
from intervale.orders import InducedOrder, OwnOrder, RunPoset, natural_distance
from intervale_papers.ferrante_2019.findings import SMALL, Run, decided, twice, under, ways
from intervale_papers.register import Finding, claim

GRADED = [("set-replacement", n, c) for n, c in SMALL] + [("rank-swap", n, 1) for n in range(1, 7)]
"""Orders and spaces that are graded."""


def orders_on(size: int) -> Iterator[set[tuple[int, int]]]:
    """Every partial order on 0..size − 1 in which no number is above a larger one, as its pairs x < y. Up to names
    these are all partial orders.
    """
    pairs = list(combinations(range(size), 2))
    for chosen in product((False, True), repeat=len(pairs)):
        less = {pair for pair, within in zip(pairs, chosen, strict=True) if within}
        if all((x, z) in less for x, y in less for w, z in less if y == w):
            yield less


@cache
def bounded_posets(inner: int = 4) -> list[RunPoset]:
    """All posets of up to ``inner`` elements between a least and a greatest one, up to names."""
    found = []
    for size in range(inner + 1):
        for less in orders_on(size):
            pairs = {(x + 1, y + 1) for x, y in less} | {(0, y) for y in range(1, size + 2)}
            found.append(_given(pairs | {(x, size + 1) for x in range(size + 1)}, size + 2))
    return found


def _given(less: set[tuple[int, int]], size: int) -> RunPoset:
    return iv.poset(OwnOrder("given", leq=lambda r, s: r == s or (r[0], s[0]) in less), 1, size - 1)


@claim(
    "001/2/rank-function",
    "§2, 'graded of rank n'",
    "a graded poset has one rank function: 0 at the bottom, +1 at covers",
)
def rank_function() -> Finding:
    graded = [found for found in bounded_posets() if found.facts["graded"]]
    broken = [
        pair for found in graded for pair in found.cover_pairs() if found.rank(pair[1]) != found.rank(pair[0]) + 1
    ]
    uneven = [found for found in bounded_posets() if not found.facts["graded"]]
    none = all(any(found.rank(y) != found.rank(x) + 1 for x, y in found.cover_pairs()) for found in uneven)
    remark = "on all bounded posets of up to 6 elements; one only, as each cover fixes the next value; not graded: none"
    return decided(broken or not none, (len(graded), len(uneven)), remark)


@claim("001/2/intervals", "§2, 'any interval on a graded poset is graded'", "intervals of a graded poset are graded")
def graded_intervals() -> Finding:
    cases, broken = 0, []
    for name, length, grades in GRADED[:14]:
        found = iv.poset(name, length, grades)
        for low, high in product(found.runs, repeat=2) if len(found.runs) <= 20 else ():
            if found.order.leq(low, high):
                cases += 1
                lengths = {len(way) - 1 for way in ways(found, low, high)}
                broken += [(name, low, high)] if lengths != {found.rank(high) - found.rank(low)} else []
    return decided(broken, cases, "all intervals of the spaces looked at, with the length ρ(t) − ρ(s)")


@claim(
    "001/2/shortest-path",
    "§2, last lines; appendix §1, end (Foldes)",
    "in a graded poset ℓ(s, t) is the length of a shortest path in the diagram",
)
def shortest_path() -> Finding:
    broken, cases = [], 0
    for name, length, grades in GRADED:
        found = iv.poset(name, length, grades)
        for start in found.runs[:: 1 + len(found.runs) // 16]:
            for run, steps in _steps_from(found, start).items():
                distance = natural_distance(found.order, start, run, found.space)
                cases += distance is not None
                broken += [(start, run)] if distance not in (None, steps) else []
    return decided(broken, cases, "paths up and down from up to 16 runs of each space, to all runs")


def _steps_from(found: RunPoset, start: Run) -> dict[Run, int]:
    """How many edges of the diagram lead to each run, whichever way they go."""
    steps, waiting = {found.number(start): 0}, deque([found.number(start)])
    while waiting:
        x = waiting.popleft()
        for y in (*found.poset.above[x], *found.poset.below[x]):
            if y not in steps:
                steps[y] = steps[x] + 1
                waiting.append(y)
    return {found.runs[x]: count for x, count in steps.items()}


@claim(
    "001/2/levels",
    "§2; appendix §1, 'same horizontal level'",
    "elements on one level are incomparable; on different ones they may be",
)
def levels() -> Finding:
    found = [iv.poset(name, length, grades) for length, grades in SMALL for name in ("rank-swap", "set-replacement")]
    same = [
        one for one in found for level in one.poset.levels() for x, y in combinations(level, 2) if one.poset.leq(x, y)
    ]
    swap = iv.poset("rank-swap", 4, 1)
    apart = ((0, 1, 1, 1), (1, 0, 0, 0))
    different = swap.rank(apart[0]) != swap.rank(apart[1]) and not swap.order.comparable(*apart)
    return decided(
        same or not different, apart, "the pair is on levels 6 and 4 of binary rank-swap; levels by longest chain"
    )


@claim("001/A1/example-1", "appendix §1, Example 1", "the subsets of a set under inclusion are a poset")
def power_set() -> Finding:
    included = OwnOrder(
        "inclusion", leq=lambda r, s: {i for i, x in enumerate(r) if x} <= {i for i, x in enumerate(s) if x}
    )
    made = [iv.construct(included, iv.RunSpace(size)).steps["poset"] for size in range(1, 7)]
    return decided(not all(made), [found.cases for found in made], "sets of 1 to 6 elements, subsets as binary runs")


@claim(
    "001/A1/example-2",
    "appendix §1, Example 2, first line",
    "inclusion orders the subsets of A totally only where |A| = 1",
)
def power_set_total() -> Finding:
    total = [size for size in range(1, 7) if iv.poset("rank-replacement", size, 1).facts["total"]]
    return under(
        total == [1], ((0, 1), (1, 0)), "for A not empty: the empty set has one subset, and that is a chain, too"
    )


def _height(heights: tuple[int, ...], run: Run) -> int:
    return heights[run[0]]


@claim(
    "001/A1/weak",
    "appendix §1, Example 2 and Table 1",
    "the order made by a function is antisymmetric iff no two have the same value",
)
def weak_order() -> Finding:
    broken = []
    for heights in product(range(4), repeat=4):
        made = InducedOrder(partial(_height, heights))
        tied = any(made.leq((x,), (y,)) and made.leq((y,), (x,)) for x, y in combinations(range(4), 2))
        broken += [heights] if tied != (len(set(heights)) < 4) else []
    return decided(broken, 4**4, "all heights 0..3 of four people")


@claim(
    "001/A1/table-1",
    "appendix §1, Table 1",
    "which of reflexive, antisymmetric, transitive, comparable weak, partial and total orders need",
)
def table_1() -> Finding:
    def holds(leq: Callable[[Run, Run], bool]) -> tuple[bool, ...]:
        runs = list(iv.RunSpace(3))
        pairs, below = list(product(runs, repeat=2)), {(r, s) for r, s in product(runs, repeat=2) if leq(r, s)}
        chained = all((r, t) in below for r, s in below for q, t in below if s == q)
        same = all(r == s or (s, r) not in below for r, s in below)
        return all((r, r) in below for r in runs), same, chained, all({(r, s), (s, r)} & below for r, s in pairs)

    found = [holds(leq) for leq in (InducedOrder(sum).leq, iv.order("rank-swap").leq, iv.order("rank-total").leq)]
    printed = [(True, False, True, True), (True, True, True, False), (True, True, True, True)]
    return decided(
        found != printed,
        "by sum; rank-swap; rank-total",
        "a cross means not needed: each fails in the order named, N = 3, c = 1",
    )


# ---------------------------------------------------------------- the divisors of 30


def _number(run: Run) -> int:
    return int(2 ** run[0] * 3 ** run[1] * 5 ** run[2])


@cache
def divisors() -> tuple[RunPoset, dict[int, Run]]:
    """The divisors of 30 as runs of exponents of 2, 3 and 5."""
    found = iv.poset(OwnOrder("divides", leq=lambda r, s: _number(s) % _number(r) == 0), 3)
    return found, {_number(run): run for run in found.runs}


def _interval(low: int, high: int) -> set[int]:
    found, run = divisors()
    return {_number(found.runs[x]) for x in found.poset.interval(found.number(run[low]), found.number(run[high]))}


@claim(
    "001/A1/example-3",
    "appendix §1, Example 3",
    "among the divisors of 30, 2 covers 1, 6 does not; 2, 3, 5 are incomparable, and so are 3 and 10",
)
def example_3() -> Finding:
    found, run = divisors()
    covers = {(_number(low), _number(high)) for low, high in found.cover_pairs()}
    apart = [pair for pair in ((2, 3), (2, 5), (3, 5), (3, 10)) if found.order.comparable(run[pair[0]], run[pair[1]])]
    right = _interval(1, 2) == {1, 2} and (1, 2) in covers and (1, 6) not in covers and len(found.runs) == 8
    level = {found.rank(run[x]) for x in (2, 3, 5)} == {1} and found.rank(run[10]) == 2
    return decided(apart or not right or not level, len(covers), "8 divisors, 12 covers")


@claim(
    "001/A1/example-3-interval",
    "appendix §1, Example 3, '[1,6] ='",
    "the interval [1, 6] of the divisors of 30 is {1, 2, 6}",
)
def example_3_interval() -> Finding:
    between = {x for x in range(1, 7) if 6 % x == 0}
    return twice(
        _interval(1, 6) != {1, 2, 6},
        between != {1, 2, 6},
        sorted(_interval(1, 6)),
        "3 divides 6, too",
        "dividing 6 by 1 to 6",
    )


@claim(
    "001/A1/example-4",
    "appendix §1, before and in Example 4",
    "the divisors of 30 have six maximal chains, all of length 3, and the ranks printed",
)
def example_4() -> Finding:
    found, run = divisors()
    chains = {tuple(_number(found.runs[x]) for x in chain) for chain in found.poset.maximal_chains()}
    printed = {(1, 2, 6, 30), (1, 2, 10, 30), (1, 3, 6, 30), (1, 3, 15, 30), (1, 5, 10, 30), (1, 5, 15, 30)}
    ranks = {x: found.rank(run[x]) for x in (1, 2, 3, 5, 6, 10, 15, 30)}
    right = chains == printed and list(ranks.values()) == [0, 1, 1, 1, 2, 2, 2, 3] and bool(found.facts["graded"])
    return decided(not right, ranks, "all chains listed")


@claim(
    "001/A1/example-5",
    "appendix §1, Example 5",
    "the divisors of 30 are a lattice of least common multiples and greatest common divisors",
)
def example_5() -> Finding:
    found, run = divisors()
    for x, y in product(run, repeat=2):
        join, meet = (made(found.number(run[x]), found.number(run[y])) for made in (found.poset.join, found.poset.meet))
        if (
            join is None
            or meet is None
            or (_number(found.runs[join]), _number(found.runs[meet])) != (lcm(x, y), gcd(x, y))
        ):
            return decided((x, y))
    return decided(None, (lcm(2, 15), gcd(2, 15)), "all 64 pairs; shown are 2 ∨ 15 and 2 ∧ 15")


@claim(
    "001/A1/lemma-1",
    "appendix §1, Lemma 1",
    "a bounded poset in which two covers of one element have a join is a lattice",
)
def lemma_1() -> Finding:
    broken, kept = [], 0
    for found in bounded_posets(5):
        p = found.poset
        if all(p.join(x, y) is not None for covers in p.above for x, y in combinations(covers, 2)):
            kept += 1
            pairs = combinations(range(p.size), 2)
            broken += [p.above] if any(p.join(x, y) is None or p.meet(x, y) is None for x, y in pairs) else []
    return decided(broken, kept, "all bounded posets of up to 7 elements: so many satisfy it (named more than once)")


@claim(
    "001/A1/proposition-2",
    "appendix §1, Proposition 2",
    "a finite lattice is graded with ρ(s) + ρ(t) ≥ ρ(s ∧ t) + ρ(s ∨ t) iff joins cover what covers meets",
)
def proposition_2() -> Finding:
    broken, kept = [], [0, 0]
    for found in bounded_posets(5):
        if (lattice := found.lattice) is None:
            continue
        pairs, rank = list(combinations(range(lattice.size), 2)), lattice.heights
        ends = {(x, y): (lattice.met(x, y), lattice.joined(x, y)) for x, y in pairs}
        first = found.facts["graded"] and all(rank[x] + rank[y] >= rank[m] + rank[j] for (x, y), (m, j) in ends.items())
        covered = {(x, y) for x, above in enumerate(lattice.above) for y in above}
        second = all({(x, j), (y, j)} <= covered for (x, y), (m, j) in ends.items() if {(m, x), (m, y)} <= covered)
        kept[bool(first)] += 1
        broken += [lattice.above] if bool(first) != second else []
    return decided(broken, tuple(kept), "all lattices of up to 7 elements: neither, both (named more than once)")
