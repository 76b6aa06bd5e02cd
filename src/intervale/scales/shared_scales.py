"""Which topics share a scale: the sets of topics whose values together are equally spaced.

Every topic reaches 0, so that a shared scale is {0, h, 2h, …, kh}. Its step h is its smallest value above 0, and kh its
largest, so that some topic has h as its smallest value above 0, and some topic has kh as its largest. For each such h
and kh let T(h, k) be all topics that have no values but these. A set of topics with this scale is a part of T(h, k);
T(h, k) reaches all that the set reaches, and nothing else, and so has this scale itself. So every set that no topic can
be added to is one of the T(h, k), and looking at these finds all of them: as many as there are pairs of a smallest and
a largest value, and not as there are sets of topics. Topics with the very same values are looked at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from intervale.errors import UndecidedError
from intervale.exact.commensurable import common_unit, whole_multiple
from intervale.exact.quotients import Number
from intervale.exact.spaced import first_unequal

__all__ = ["SharedScale", "ValueSet", "partition", "shared_scales"]


@dataclass(frozen=True, eq=False)
class ValueSet:
    """Topics that reach the very same values, from 0 on in ascending order."""

    topics: tuple[str, ...]
    values: tuple[Number, ...]

    @cached_property
    def unit(self) -> Number | None:
        """The largest number of which all values are whole multiples; None where none is known."""
        return common_unit(self.values[1:])

    @cached_property
    def equally_spaced(self) -> bool | None:
        """Whether all steps between neighbouring values are equal; None where that is not known."""
        try:
            return first_unequal(self.values) is None
        except UndecidedError:
            return None

    def steps(self, step: Number) -> list[int] | None:
        """The values as whole multiples of a step; None where one is none."""
        if self.unit is not None and whole_multiple(self.unit, step) is None:
            return None
        found = []
        for value in self.values:
            number = whole_multiple(value, step)
            if number is None:
                return None
            found.append(number)
        return found


@dataclass(frozen=True)
class SharedScale:
    """Topics whose values together are 0, one step, two steps, … as far as ``steps`` of them."""

    topics: tuple[str, ...]
    step: Number
    steps: int


@dataclass(frozen=True)
class _Candidate:
    members: frozenset[int]
    step: Number
    steps: int


def shared_scales(sets: Sequence[ValueSet]) -> list[SharedScale]:
    """All sets of topics that share a scale and that no topic can be added to, those with most topics first; or
    ``UndecidedError``.

    >>> from fractions import Fraction
    >>> thirds, halves = ([Fraction(k, n) for k in range(n + 1)] for n in (3, 2))
    >>> for one in shared_scales([ValueSet(("a", "b"), tuple(thirds)), ValueSet(("c",), tuple(halves))]):
    ...     print(one.topics, one.step, one.steps)
    ('a', 'b') 1/3 3
    ('c',) 1/2 2
    """
    found = [candidate for step in _steps(sets) for candidate in _of_step(sets, step)]

    def size(one: _Candidate) -> int:
        return sum(len(sets[place].topics) for place in one.members)

    maximal: list[_Candidate] = []
    for candidate in sorted(found, key=lambda one: (-size(one), sorted(one.members))):
        if not any(candidate.members <= other.members for other in maximal):
            maximal.append(candidate)
    return [
        SharedScale(tuple(topic for place in sorted(one.members) for topic in sets[place].topics), one.step, one.steps)
        for one in maximal
    ]


def _steps(sets: Sequence[ValueSet]) -> Iterator[Number]:
    """What the step of a shared scale can be."""
    yield from dict.fromkeys(one.values[1] for one in sets)


def _of_step(sets: Sequence[ValueSet], step: Number) -> Iterator[_Candidate]:
    """The sets T(h, k) of one step h that reach all of 0, h, …, kh."""
    fitting = [(found, place) for place, one in enumerate(sets) if (found := one.steps(step)) is not None]
    reached: set[int] = set()
    members: set[int] = set()
    for last, some in groupby(sorted(fitting, key=lambda one: one[0][-1]), key=lambda one: one[0][-1]):
        for numbers, place in some:
            reached.update(numbers)
            members.add(place)
        if len(reached) == last + 1:
            yield _Candidate(frozenset(members), step, last)


def partition(sets: Sequence[ValueSet]) -> list[SharedScale]:
    """Topics parted into sets that share a scale, greedily: the largest set, then the largest of what is left. It need
    not be the smallest number of sets. Topics that are in no such set are left out.
    """
    found: list[SharedScale] = []
    left = list(sets)
    while shared := shared_scales(left):
        found.append(shared[0])
        taken = set(shared[0].topics)
        left = [one for one in left if one.topics[0] not in taken]
    return found
