"""The five orders as Giner prints them, by counting, apart from how the library compares runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from typing import Any

import intervale as iv
from intervale.orders import JudgedRun, OwnOrder
from intervale_papers.giner.lattices import FEWER, everywhere, runs_under, size_of
from intervale_papers.register import Finding

TOP = 4
"""The largest grade of the spaces looked at."""


def set_total(r: JudgedRun, s: JudgedRun) -> bool:
    """§4.1: the counts at the largest degree where they differ."""
    pairs = [(sum(g == j for g in r), sum(g == j for g in s)) for j in range(TOP + 1)]
    k = max((j for j, (mine, other) in enumerate(pairs) if mine != other), default=None)
    return k is None or pairs[k][0] <= pairs[k][1]


def set_replacement(r: JudgedRun, s: JudgedRun) -> bool:
    """§4.2: the counts at or above every degree."""
    return all(sum(g >= j for g in r) <= sum(g >= j for g in s) for j in range(TOP + 1))


def rank_total(r: JudgedRun, s: JudgedRun) -> bool:
    """§5.1: the grades at the first rank where they differ."""
    k = min((j for j in range(len(r)) if r[j] != s[j]), default=0)
    return r[k] <= s[k]


def rank_replacement(r: JudgedRun, s: JudgedRun) -> bool:
    """§5.2: the grades rank by rank."""
    return all(map(int.__le__, r, s))


def rank_swap(r: JudgedRun, s: JudgedRun) -> bool:
    """§5.3: the counts down to every rank at or above every degree."""
    ranks = range(1, len(r) + 1)
    return all(sum(g >= j for g in r[:k]) <= sum(g >= j for g in s[:k]) for j in range(TOP + 1) for k in ranks)


def same_order(order: str, leq: Callable[[JudgedRun, JudgedRun], bool], fact: str, remark: str = "") -> Finding:
    """Whether a formula is a partial order, the one of that name, and has a fact on all spaces."""

    def tried() -> Iterator[tuple[Any, Any]]:
        for length, grades in FEWER:
            made = iv.poset(OwnOrder("as printed", leq=leq, kind=order.partition("-")[0]), length, grades)
            same = made.poset.above == runs_under(order, length, grades).poset.above
            yield f"N = {length}, c = {grades}", same and made.facts[fact].holds

    return everywhere(tried(), "space", f"{size_of(FEWER)}, their orders built from the formula", remark)


def bound_by_counts(r: JudgedRun, s: JudgedRun, pick: Callable[[int, int], int]) -> JudgedRun:
    """The meet of binary runs under rank-swap (``min``), or the join (``max``): of their counts so far."""
    found = [0, *map(pick, accumulate(r), accumulate(s))]
    return tuple(high - low for low, high in pairwise(found))
