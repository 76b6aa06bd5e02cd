"""The runs of a universe S[N, K], each on a topic, and the exact values of a measure on them.

S[N, K] has all runs of length n ≤ N on topics with recall base RB ≤ K, a run having at most the relevant documents that
its topic has (Ferrante, Ferro and Fuhr 2021, §IV-D). With more grades a topic has a number of documents of each grade
above 0, K together at most. A measure that needs a cutoff and has none, such as P and F, is cut at the length of the
run; all others see the run as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import NamedTuple

from intervale.errors import MeasureError, OptionError
from intervale.exact import Exact, LogSum, whole
from intervale.exact.quotients import Number, Quotient, grouped_quotients, quotient
from intervale.measures import Measure
from intervale.orders import JudgedRun
from intervale.scales.tally import run_text

__all__ = ["TopicRun", "UniverseValues", "number_text", "topic_runs", "topics_of", "universe_size", "universe_values"]

MOST_RUNS = 30_000
"""How many runs on topics a universe has at most."""
LONGEST, LARGEST, MOST_GRADES = 200, 200, 10
Relevant = tuple[int, ...]
"""How many documents of grade 1, 2, … a topic has."""


class TopicRun(NamedTuple):
    """A run on a topic."""

    run: JudgedRun
    relevant: Relevant
    """How many documents of grade 1, 2, … the topic has."""

    def __str__(self) -> str:
        if len(self.relevant) == 1:
            return f"{run_text(self.run)} with RB = {self.base}"
        parts = [f"{count} of grade {grade}" for grade, count in enumerate(self.relevant, start=1) if count]
        return f"{run_text(self.run)} with {' and '.join(parts)}"

    @property
    def base(self) -> int:
        """How many relevant documents the topic has."""
        return sum(self.relevant)

    @property
    def size(self) -> tuple[int, int, int, Relevant, JudgedRun]:
        """By what runs on topics are called small: the grades of the run, its length and the grades of the topic
        together; then each alone.
        """
        found, wanted = sum(self.run), sum(grade * count for grade, count in enumerate(self.relevant, start=1))
        return found + len(self.run) + wanted, found, len(self.run), self.relevant, self.run


def topics_of(largest_base: int, grades: int) -> Iterator[Relevant]:
    """All topics with 1 to ``largest_base`` relevant documents.

    >>> list(topics_of(2, 1)), list(topics_of(1, 2))
    ([(1,), (2,)], [(0, 1), (1, 0)])
    """
    if grades == 1:
        yield from ((base,) for base in range(1, largest_base + 1))
        return
    for first in range(largest_base + 1):
        yield from ((first, *others) for others in topics_of(largest_base - first, grades - 1))
        if first:
            yield (first, *(0,) * (grades - 1))


def universe_size(longest: int, largest_base: int, grades: int, most: int | None = None) -> int:
    """How many runs on topics S[N, K] has; with ``most``, counting ends where there are more.

    >>> universe_size(2, 2, 1), universe_size(2, 2, 2)
    (11, 32)
    """
    cells = longest * (comb(largest_base + grades, grades) - 1)
    if most is not None and 2 * cells > most:
        return 2 * cells  # the worst run and one with a relevant document for each
    total = 0
    for relevant in sorted(topics_of(largest_base, grades), key=sum, reverse=True):
        for length in range(longest, 0, -1):
            total += _runs_of(length, relevant)
            if most is not None and total > most:
                return total
    return total


def _runs_of(length: int, relevant: Relevant) -> int:
    """How many runs of a length a topic allows."""
    ways = {length: 1}  # by the ranks that are left
    for most in relevant:
        after: dict[int, int] = {}
        for left, number in ways.items():
            for used in range(min(left, most) + 1):
                after[left - used] = after.get(left - used, 0) + number * comb(left, used)
        ways = after
    return sum(ways.values())


def topic_runs(longest: int, largest_base: int, grades: int = 1) -> list[TopicRun]:
    """All runs on topics of S[N, K] over grades 0..``grades``, by size; refused where they are too many.

    >>> [str(one) for one in topic_runs(2, 1)]
    ['(0) with RB = 1', '(0,0) with RB = 1', '(1) with RB = 1', '(0,1) with RB = 1', '(1,0) with RB = 1']
    """
    longest = whole("longest", longest, 1, LONGEST)
    largest_base = whole("bases", largest_base, 1, LARGEST)
    grades = whole("grades", grades, 1, MOST_GRADES)
    size = universe_size(longest, largest_base, grades, MOST_RUNS)
    if size > MOST_RUNS:
        few = f"at most {MOST_RUNS:,} can be looked at; use smaller N and K"
        raise OptionError(f"S[{longest}, {largest_base}] has more than {min(size, MOST_RUNS):,} runs on topics: {few}")
    found = [
        TopicRun(run, relevant)
        for relevant in topics_of(largest_base, grades)
        for length in range(1, longest + 1)
        for run in _allowed(length, relevant)
    ]
    return sorted(found, key=lambda one: one.size)


def _allowed(length: int, relevant: Relevant) -> Iterator[JudgedRun]:
    """The runs of a length that a topic allows: where documents of the top grade stand, then those below it."""
    if not relevant:
        yield (0,) * length
        return
    *below, most = relevant
    for count in range(min(length, most) + 1):
        for ranks in combinations(range(length), count):
            for rest in _allowed(length - count, tuple(below)):
                lower = iter(rest)
                yield tuple(len(relevant) if rank in ranks else next(lower) for rank in range(length))


@dataclass(frozen=True, eq=False)
class UniverseValues:
    """The values of a measure on the runs of a universe, with the constant of the topic and without."""

    measure: Measure
    runs: Sequence[TopicRun]
    values: Sequence[Number]
    own: Sequence[Exact]
    """The values without the constant of the topic that divides them."""

    @cached_property
    def groups(self) -> list[list[Number]]:
        """The different values in ascending order, each in all its forms."""
        return grouped_quotients(dict.fromkeys(self.values))

    @cached_property
    def numbers(self) -> list[Number]:
        """The different values in ascending order."""
        return [group[0] for group in self.groups]

    @cached_property
    def levels(self) -> list[int]:
        """The place of each run's value among the different ones."""
        return _levels(self.values, self.groups)

    @cached_property
    def own_levels(self) -> list[int]:
        """The same without the constant of the topic."""
        return _levels(self.own, grouped_quotients(dict.fromkeys(self.own)))

    def part(self, test: Callable[[TopicRun], bool]) -> list[int]:
        """The places of some runs."""
        return [place for place, one in enumerate(self.runs) if test(one)]


def _levels(values: Sequence[Number], groups: Sequence[Sequence[Number]]) -> list[int]:
    level = {value: place for place, group in enumerate(groups) for value in group}
    return [level[value] for value in values]


def universe_values(measure: Measure, runs: Sequence[TopicRun], grades: int) -> UniverseValues:
    """The exact values of a measure on the runs of a universe over grades 0..``grades``.

    >>> from intervale.measures import parse_measure
    >>> found = universe_values(parse_measure("AP"), topic_runs(2, 2), 1)
    >>> [str(value) for value in found.numbers]
    ['0', '1/4', '1/2', '1']
    """
    inner = measure.derived_from
    if inner is not None:
        raise MeasureError(f"{measure} has the ranks of the values of {inner}: ask about {inner}")
    own: dict[JudgedRun, Exact] = {}
    divisors: dict[tuple[int, Relevant], Exact] = {}
    for run, relevant in runs:
        here = measure.on_space(len(run), grades)
        if (len(run), relevant) not in divisors:
            divisors[len(run), relevant] = _divisor(here, relevant)
        if run not in own:
            own[run] = here.exact(run, grades=grades)
    values = [quotient(own[run], divisors[len(run), relevant]) for run, relevant in runs]
    return UniverseValues(measure, runs, values, [own[run] for run, _ in runs])


def _divisor(measure: Measure, relevant: Relevant) -> Exact:
    """What a topic divides by, whatever else was judged there."""
    few, many = (measure.divisor((unjudged, *relevant), len(relevant)) for unjudged in (0, 1000))
    if few != many:
        raise MeasureError(f"{measure} counts documents of grade 0, of which a universe says nothing")
    if few == 0:
        raise MeasureError(f"{measure} has nothing to find on a topic of the universe; use rel=1")
    return few


def number_text(value: Number) -> str:
    """A value for people: a fraction, or six digits.

    >>> from fractions import Fraction
    >>> number_text(Fraction(1, 4))
    '1/4'
    """
    return f"{float(value):.6g}" if isinstance(value, Quotient | LogSum) else str(value)
