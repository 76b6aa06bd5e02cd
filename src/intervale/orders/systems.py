"""Systems compared topic by topic in an order on judged runs, all pairs at once.

It is what :meth:`Order.leq <intervale.orders.Order.leq>` says of the runs, found from the relevant documents alone:
in ``rank-swap`` a run is at least as good as another iff, for every grade j, its first document of grade j or more
stands at least as high as the other's first, its second as the other's second, and so on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from intervale.data import JudgedRuns
from intervale.errors import OptionError
from intervale.exact.progress import parallel_map

__all__ = ["SYSTEM_ORDERS", "ahead_counts", "at_least"]

Array = np.ndarray[Any, Any]
SYSTEM_ORDERS = ("rank-swap", "rank-replacement", "set-replacement")
"""The orders that systems are compared in."""
NOWHERE = np.iinfo(np.int32).max


def at_least(judged: JudgedRuns, order: str = "rank-swap") -> Array:
    """``found[t, a, b]``: on topic t the judged run of system a is at least as good as that of b.

    Documents that were not judged count as not relevant, and a run without the topic has none that is.

    >>> from intervale.data import judge
    >>> runs = {"A": {"1": {"x": 2.0, "r": 1.0}}, "B": {"1": {"r": 2.0, "x": 1.0}}}
    >>> at_least(judge({"1": {"r": 1, "s": 1}}, runs)).tolist()
    [[[True, False], [True, True]]]
    """
    if order not in SYSTEM_ORDERS:
        raise OptionError(f"systems are compared in one of the orders {', '.join(SYSTEM_ORDERS)}, not in {order!r}")
    compare = {"rank-swap": _by_swap, "rank-replacement": _by_replacement, "set-replacement": _by_count}[order]
    topics = list(range(len(judged.topics.names)))
    return np.stack(list(parallel_map(lambda topic: compare(judged, topic), topics, "comparing systems")))


def ahead_counts(
    judged: JudgedRuns, topic: int, a: int, b: int, *, whole: bool = False
) -> tuple[tuple[float, int], tuple[float, int]] | None:
    """A grade and a rank down to which a has more documents of that grade or more than b, and one where it has fewer:
    the smallest ranks, then grades; ``whole`` looks at the end of the runs only. None where there are no such two, that
    is where the runs are comparable in ``rank-swap``, or as sets.
    """
    found: list[tuple[float, int] | None] = [None, None]
    for level in _levels(judged, topic):
        places = _places(judged, topic, level)[[a, b]]
        for side, (mine, other) in enumerate(((places[0], places[1]), (places[1], places[0]))):
            first = np.flatnonzero((mine < other) if not whole else (mine < other) & (other == NOWHERE))
            if len(first):
                rank = judged.depth if whole else int(mine[first].min())
                known = found[side]
                if known is None or rank < known[1]:
                    found[side] = level, rank
    up, down = found
    return None if up is None or down is None else (up, down)


def _levels(judged: JudgedRuns, topic: int) -> list[float]:
    """The grades above 0 that retrieved documents of a topic have."""
    grades = [judged.pooled(system, topic)[1] for system in range(len(judged.systems))]
    found = np.unique(np.concatenate(grades))
    return [level for level in found.tolist() if level > 0]


def _places(judged: JudgedRuns, topic: int, level: float) -> Array:
    """Systems × documents: the ranks of the documents of a grade or more, in order; nowhere beyond the last."""
    rows = []
    for system in range(len(judged.systems)):
        rank, grade = judged.pooled(system, topic)
        rows.append(rank[grade >= level])
    found = np.full((len(rows), max((len(row) for row in rows), default=0)), NOWHERE, dtype=np.int32)
    for line, ranks in zip(found, rows, strict=True):
        line[: len(ranks)] = ranks
    return found


def _by_swap(judged: JudgedRuns, topic: int) -> Array:
    found = _all(judged)
    for level in _levels(judged, topic):
        places = _places(judged, topic, level)
        for system, line in enumerate(places):
            found[system] &= (line <= places).all(axis=1)
    return found


def _by_replacement(judged: JudgedRuns, topic: int) -> Array:
    found = _all(judged)
    for level in _levels(judged, topic):
        places = _places(judged, topic, level)
        there = np.zeros((len(places), judged.depth + 1), dtype=bool)
        for system, line in enumerate(places):
            there[system, line[line != NOWHERE]] = True
        bits = np.packbits(there, axis=1)
        for system, line in enumerate(bits):
            found[system] &= ~(bits & ~line).any(axis=1)
    return found


def _by_count(judged: JudgedRuns, topic: int) -> Array:
    found = _all(judged)
    for level in _levels(judged, topic):
        counts = (_places(judged, topic, level) != NOWHERE).sum(axis=1)
        found &= counts[:, None] >= counts[None]
    return found


def _all(judged: JudgedRuns) -> Array:
    return np.ones((len(judged.systems), len(judged.systems)), dtype=bool)
