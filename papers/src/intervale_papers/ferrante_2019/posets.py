"""Claims about posets: §2."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import intervale as iv
from intervale.orders import OwnOrder, RunPoset
from intervale_papers.ferrante_2019.findings import SMALL, Run, ways
from intervale_papers.findings import holds, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

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
    "001/2/covers",
    "§2, 't covers s'",
    "t covers s if s ⪯ t and [s, t] = {s, t}",
    erratum=Erratum(
        "t covers s if s ⪯ t and [s, t] = {s, t}",
        "t covers s if s ≺ t and [s, t] = {s, t}",
        "the rank function, with ρ(t) = ρ(s) + 1 where t covers s; it stands, as covers are of different elements "
        "everywhere else; §1 of the appendix has the same line",
        symbol=True,
    ),
)
def covers() -> Finding:
    found = iv.poset("rank-swap", 3, 1)
    leq = found.order.leq
    covering = {
        (s, t)
        for s, t in product(found.runs, repeat=2)
        if leq(s, t) and {u for u in found.runs if leq(s, u) and leq(u, t)} == {s, t}
    }
    same = [s for s, t in covering if s == t]
    others = {(s, t) for s, t in covering if s != t}
    return wrong(
        Kind.MISPRINT,
        same and others == set(found.cover_pairs()),
        f"in R(3) under (8), c = 1, the words hold for {cases(len(others), 'cover')} and for all {len(same)} runs with "
        "themselves",
        "[s, s] = {s, s}: every element would cover itself, and its rank be its rank plus 1",
    )


@claim(
    "001/2/levels",
    "§2; appendix §1, 'same horizontal level'",
    "elements on one level are incomparable; elements on different levels may be so, too",
)
def levels() -> Finding:
    small = [(n, c) for n, c in SMALL if (c + 1) ** n <= 64]
    found = [iv.poset(name, length, grades) for length, grades in small for name in ("rank-swap", "set-replacement")]
    pairs = [(one, x, y) for one in found for level in one.poset.levels() for x, y in combinations(level, 2)]
    same = [(one.runs[x], one.runs[y]) for one, x, y in pairs if one.order.comparable(one.runs[x], one.runs[y])]
    swap, apart = iv.poset("rank-swap", 4, 1), ((0, 1, 1, 1), (1, 0, 0, 0))
    different = [swap.rank(run) for run in apart] == [6, 4] and not swap.order.comparable(*apart)
    return holds(
        not same and different,
        same or f"{cases(len(pairs), 'pair')} on one level; (0, 1, 1, 1) and (1, 0, 0, 0) are on levels 6 and 4",
        "in the posets of (4) and (8) on spaces of up to 64 ranked runs, with levels by the longest chain from below",
    )


@claim(
    "001/2/rank-function",
    "§2, 'graded of rank n'",
    "a graded poset has one rank function only: 0 at minimal elements, and 1 more at each cover",
)
def rank_function() -> Finding:
    graded, broken = 0, []
    for size in range(2, 5):
        for less in orders_on(size):
            found = _given(less, size)
            if found.facts["graded"]:
                graded += 1
                made = [rho for rho in product(range(size), repeat=size) if _is_rank(found, rho)]
                broken += [] if made == [tuple(found.rank((x,)) for x in range(size))] else [less]
    return holds(
        graded and not broken,
        f"{graded} graded posets",
        "all of 2 to 4 elements in which no number is above a larger one; of all functions to 0, 1, 2, … one is left "
        "in each",
    )


def _is_rank(found: RunPoset, rho: tuple[int, ...]) -> bool:
    low = all(rho[found.runs[x][0]] == 0 for x in found.poset.minimal)
    return low and all(rho[y] == rho[x] + 1 for (x,), (y,) in found.cover_pairs())


@claim("001/2/intervals", "§2, 'any interval on a graded poset is graded'", "intervals of a graded poset are graded")
def graded_intervals() -> Finding:
    seen, broken = 0, []
    for name, length, grades in GRADED[:14]:
        found = iv.poset(name, length, grades)
        for low, high in product(found.runs, repeat=2) if len(found.runs) <= 20 else ():
            if found.order.leq(low, high):
                seen += 1
                lengths = {len(way) - 1 for way in ways(found, low, high)}
                broken += [(low, high)] if lengths != {found.rank(high) - found.rank(low)} else []
    return holds(
        not broken,
        broken or cases(seen, "interval"),
        "all intervals of posets of (4) with up to 20 runs: their maximal chains have the length ρ(t) − ρ(s)",
    )


@claim(
    "001/2/shortest-path",
    "§2, last lines; §3.3, third point; appendix §1, end (Foldes)",
    "in a graded poset ℓ(s, t) is the length of a shortest path in the diagram",
)
def shortest_path() -> Finding:
    broken, seen = [], 0
    for name, length, grades in GRADED:
        found = iv.poset(name, length, grades)
        for start in found.runs[:: 1 + len(found.runs) // 16]:
            for run, steps in _steps_from(found, start).items():
                if found.order.comparable(start, run):
                    seen += 1
                    broken += [(start, run)] if abs(found.rank(run) - found.rank(start)) != steps else []
    return holds(
        not broken,
        broken or cases(seen, "pair of comparable runs"),
        "paths up and down from up to 17 runs of each space of (4) and (8)",
    )


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
