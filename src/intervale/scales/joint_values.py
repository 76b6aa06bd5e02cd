"""The values of two measures together: which pairs of values runs have, how many runs have each, and the smallest of
them.

Two values that grow rank by rank grow together, so that runs which agree in both values, and in what is yet to come,
are one entry: long runs can be listed where values are few. Other measures are asked run by run. Where both are too
many, the smallest runs and a sample stand for all, which refutes and never proves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from intervale.measures import Fold
from intervale.orders import JudgedRun, RunSpace
from intervale.scales.cover_steps import smallness, spread_runs
from intervale.scales.values import RunValues

__all__ = ["Point", "by_smallness", "drawn_points", "joint_values", "run_points", "small_points"]

STEPS, HOPELESS = 8, 200
"""How many steps from rank to rank are taken for each pair of values that may be listed; and with how many runs, no two
of which have become one, no more are taken where all runs are too many.
"""
SMALLEST, SPREAD, DRAWN = 1_000, 300, 1_000
"""How many of the smallest runs stand for all, how many spread ones, and how many are drawn for shares."""
MOST_RANKS = 200_000
"""How many ranks all of them have together: of long runs there are fewer."""


Small = tuple[int, int, int]


class Point(NamedTuple):
    """A pair of values, how many runs have it, and the smallest of them."""

    first: Any
    second: Any
    runs: int
    run: JudgedRun


def joint_values(first: RunValues, second: RunValues, most: int) -> list[Point] | None:
    """All pairs of values on a space, by the smallest run; None where there are more than ``most`` to look at.

    >>> from intervale.measures import parse_measure
    >>> space = RunSpace(3, 1)
    >>> one, two = (RunValues(parse_measure(text), space) for text in ("R@3", "Success@3"))
    >>> [(int(point.first), int(point.second), point.runs, point.run) for point in joint_values(one, two, 100)]
    [(0, 0, 1, (0, 0, 0)), (1, 1, 3, (0, 0, 1)), (2, 1, 3, (0, 1, 1)), (3, 1, 1, (1, 1, 1))]
    """
    space = first.space
    if first.fold is not None and second.fold is not None:
        found = _grown(first.fold, second.fold, space, most)
    else:
        found = run_points(first, second, space) if space.size <= most else None
    return None if found is None else sorted(found, key=lambda point: smallness(point.run))


def _grown(one: Fold, two: Fold, space: RunSpace, most: int) -> list[Point] | None:
    """Rank by rank: of the runs with the same states and values so far, their number and the smallest, which is known
    by the total of its grades, its relevant documents and its number in the space.
    """
    last, choices = max(one.length, two.length), space.grades + 1
    level: dict[Any, tuple[int, Small]] = {(one.start, two.start, 0, 0): (1, (0, 0, 0))}
    taken = 0
    for rank in range(1, last + 1):
        taken += len(level) * choices
        following: dict[Any, tuple[int, Small]] = {}
        for (state, other, x, y), (runs, (total, relevant, number)) in level.items() if taken <= STEPS * most else ():
            for grade in range(choices):
                state_after, more = _step(one, state, grade, rank)
                other_after, others = _step(two, other, grade, rank)
                small = (total + grade, relevant + (grade > 0), number * choices + grade)
                _count(following, (state_after, other_after, x + more, y + others), runs, small)
        number_of_runs = choices**rank
        hopeless = HOPELESS < number_of_runs == len(following) and space.size > most
        if hopeless or not following or len(following) > most:
            return None
        level = following
    found: dict[Any, tuple[int, Small]] = {}
    for (_, _, x, y), (runs, small) in level.items():
        _count(found, (x, y), runs, small)
    times = choices ** (space.length - last)
    return [Point(x, y, runs * times, space.run(small[2] * times)) for (x, y), (runs, small) in found.items()]


def _count(found: dict[Any, tuple[int, Small]], key: Any, runs: int, small: Small) -> None:
    """Add runs to those with the same key, and keep the smallest."""
    known = found.get(key)
    found[key] = (runs, small) if known is None else (known[0] + runs, min(known[1], small))


def _step(fold: Fold, state: Any, grade: int, rank: int) -> tuple[Any, Any]:
    """The next state and the increment; nothing changes past the ranks that count."""
    found = fold.step(state, grade, rank) if rank <= fold.length else (state, 0)
    assert found is not None  # every run of a space without limits is allowed
    return found


def small_points(first: RunValues, second: RunValues, seed: int) -> list[Point]:
    """The smallest runs of a space, and some that are spread over it, with their values."""
    space = first.space
    spread = islice(spread_runs(space, np.random.default_rng(seed)), _few(SPREAD, space))
    smallest = islice(by_smallness(space), _few(SMALLEST, space))
    runs = dict.fromkeys([*smallest, *spread])
    return run_points(first, second, sorted(runs, key=smallness))


def drawn_points(first: RunValues, second: RunValues, seed: int) -> list[Point]:
    """Different runs that are drawn, all alike, with their values."""
    space = first.space
    drawn = np.random.default_rng(seed).integers(0, space.grades + 1, size=(_few(DRAWN, space), space.length))
    return run_points(first, second, dict.fromkeys(map(tuple, drawn.tolist())))


def _few(number: int, space: RunSpace) -> int:
    return max(50, min(number, MOST_RANKS // space.length))


def run_points(first: RunValues, second: RunValues, runs: Iterable[JudgedRun]) -> list[Point]:
    """Runs with their values."""
    listed = list(runs)
    first.learn(listed)
    second.learn(listed)
    return [Point(first.of(run), second.of(run), 1, run) for run in listed]


def by_smallness(space: RunSpace) -> Iterator[JudgedRun]:
    """The runs of a space as :func:`~intervale.scales.cover_steps.smallness` orders them, without listing them all.

    >>> list(by_smallness(RunSpace(2, 2)))
    [(0, 0), (0, 1), (1, 0), (0, 2), (2, 0), (1, 1), (1, 2), (2, 1), (2, 2)]
    """
    for total in range(space.length * space.grades + 1):
        for relevant in range(-(-total // space.grades), min(total, space.length) + 1):
            yield from _with_total(space.length, space.grades, total, relevant)


def _with_total(length: int, top: int, total: int, relevant: int) -> Iterator[JudgedRun]:
    """The runs with so many relevant documents whose grades have this total, in the order of numbers."""
    if not relevant:
        yield (0,) * length
        return
    for zeros in range(length - relevant, -1, -1):
        for grade in range(max(1, total - top * (relevant - 1)), min(top, total - relevant + 1) + 1):
            for rest in _with_total(length - zeros - 1, top, total - grade, relevant - 1):
                yield (*(0,) * zeros, grade, *rest)
