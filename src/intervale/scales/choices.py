"""What can come at each rank of a run, for counting values.

No value distinguishes grades of one gain, so that they are one choice; how many grades a choice stands for is kept, as
runs are counted by their grades.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb, prod
from typing import Any

import numpy as np

from intervale.exact import Exact
from intervale.measures.measure import Fold

__all__ = ["Choices", "allowed_runs", "filled"]

Array = np.ndarray[Any, Any]
Step = tuple[Any, Exact, int]
"""What a choice leads to: the state after it, what the value grows by, and in how many ways that comes about."""


@dataclass(frozen=True, eq=False)
class Choices:
    """A fold whose grades of one gain are one choice: ``step(state, choice, rank)``, as in
    :class:`~intervale.measures.measure.Fold`.
    """

    start: Any
    step: Callable[[Any, int, int], tuple[Any, Exact] | None]
    length: int
    gains: tuple[Exact, ...]
    """The gain of each choice."""
    times: tuple[int, ...]
    """How many grades each choice stands for."""
    weights: tuple[Exact, ...] | None
    of_grade: tuple[int, ...]
    """The choice that each grade is."""
    in_floats: Callable[[Any, Any, int], tuple[Any, Any]] | None = None
    """As in :class:`~intervale.measures.measure.Fold`."""
    closing: Callable[[Any], int] | None = None
    """In how many ways a run that ends in a state comes about, where the single ranks do not say."""

    @staticmethod
    def of(fold: Fold) -> Choices:
        """The choices of a fold. Its step has to look at the gain of a grade alone."""
        place: dict[Exact, int] = {}
        of_grade = tuple(place.setdefault(gain, len(place)) for gain in fold.gains)
        first, times = (found.tolist() for found in np.unique(of_grade, return_index=True, return_counts=True)[1:])

        def step(state: Any, choice: int, rank: int) -> tuple[Any, Exact] | None:
            return fold.step(state, first[choice], rank)

        return Choices(
            fold.start, step, fold.length, tuple(place), tuple(times), fold.weights, of_grade, fold.in_floats
        )

    @property
    def number(self) -> int:
        """How many choices there are at a rank."""
        return len(self.gains)

    @property
    def runs(self) -> int:
        """How many runs of choices there can be."""
        return int(self.number**self.length)

    def steps(self, state: Any, rank: int) -> list[Step]:
        """What each choice leads to, where it is possible."""
        found = ((self.step(state, choice, rank), times) for choice, times in enumerate(self.times))
        return [(*step, times) for step, times in found if step is not None]

    def places(self) -> list[list[Exact]]:
        """What each choice adds at each rank, for sums over ranks."""
        return [[gain * weight for gain in self.gains] for weight in self.weights or ()]

    def row(self, grades: Array) -> Array:
        """Grades as choices."""
        found: Array = np.array(self.of_grade)[grades]
        return found

    def within(self, length: int, most: Sequence[int]) -> Choices:
        """The same on the runs of a length that a topic allows: ``most[g - 1]`` documents of grade g at most.

        Grade 0 has no limit, and a limit that no run can reach is none. Ranks that the fold does not look at take
        documents, too. A choice has room for as many documents as its grades together; in how many ways these share
        it is known once all documents of the run are.
        """
        caps = (None, *(cap if cap < length else None for cap in most))
        members = [[caps[g] for g, of in enumerate(self.of_grade) if of == choice] for choice in range(self.number)]
        tracked = [choice for choice, some in enumerate(members) if any(cap is not None for cap in some)]
        if not tracked:
            return self
        place = {choice: n for n, choice in enumerate(tracked)}
        rooms = [None if None in members[c] else sum(cap or 0 for cap in members[c]) for c in tracked]
        times = tuple(1 if choice in place else n for choice, n in enumerate(self.times))

        def step(state: Any, choice: int, rank: int) -> tuple[Any, Exact] | None:
            inner, used = state
            if choice in place:
                n = place[choice]
                room = rooms[n]
                if room is not None and used[n] == room:
                    return None
                used = (*used[:n], used[n] + 1, *used[n + 1 :])
            found = self.step(inner, choice, rank) if rank <= self.length else (inner, Fraction(0))
            return None if found is None else ((found[0], used), found[1])

        @cache
        def shared(choice: int) -> list[int]:
            return filled(length, [length if cap is None else cap for cap in members[choice]])

        def closing(state: Any) -> int:
            return prod(shared(choice)[n] for choice, n in zip(tracked, state[1], strict=True))

        start = (self.start, (0,) * len(tracked))
        return replace(self, start=start, step=step, length=length, weights=None, times=times, closing=closing)


def filled(length: int, caps: Sequence[int]) -> list[int]:
    """In how many ways 0, 1, …, ``length`` ranks can be filled where a grade may stand at no more ranks than its cap.

    >>> filled(3, [1]), filled(3, [1, 3])
    ([1, 1, 0, 0], [1, 2, 3, 4])
    """
    ways = [1, *(0,) * length]
    for cap in caps:
        ways = [sum(ways[n - k] * comb(n, k) for k in range(min(cap, n) + 1)) for n in range(length + 1)]
    return ways


def allowed_runs(length: int, most: Sequence[int]) -> int:
    """How many runs of a length have at most so many documents of each grade from 1 on.

    >>> allowed_runs(3, [1]), allowed_runs(3, [3])
    (4, 8)
    """
    return sum(ways * comb(length, n) for n, ways in enumerate(filled(length, most)))  # the rest is grade 0
