"""Judged topics as a measure sees them: those of one kind have the same values.

The values of a topic follow from how many documents of each grade a run can have there, which are no more than its
ranks, and from the constant that divides them. Grades from 1 on count: documents of grade 0 are there for every run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral
from typing import Any, NamedTuple

from intervale.errors import MeasureError, OptionError, shown
from intervale.exact import Exact, LogSum
from intervale.exact.quotients import Number, quotient
from intervale.measures import Fold, Measure
from intervale.scales.proven_axioms import GROWING
from intervale.scales.shared_scales import ValueSet
from intervale.scales.topic_values import fold_on, most_topic_values, rooms, topic_values

__all__ = ["Kind", "TopicKinds"]

MOST_VALUES, MOST_LOGARITHMIC = 1_000_000, 20_000
"""With more values on all topics together than this they are not listed; of sums over logarithms fewer."""
RANKS_TRIED = 16
Judged = tuple[int, ...]
"""How many judged documents of grade 0, 1, … a topic has."""


class Kind(NamedTuple):
    """What the values of a topic follow from."""

    rooms: tuple[tuple[Exact, int], ...]
    """How many documents of each gain a run can have."""
    divisor: Exact


@dataclass(frozen=True, eq=False)
class TopicKinds:
    """Topics by their kind."""

    measure: Measure
    length: int
    grades: int
    fold: Fold
    bases: dict[str, int]
    """The recall base of each topic that counts."""
    left_out: tuple[str, ...]
    """Topics that can only score 0."""
    topics: dict[Kind, list[str]]
    examples: dict[Kind, Judged]
    """The documents of a topic of each kind."""

    @staticmethod
    def of(measure: Measure, length: int, topics: Mapping[str, Sequence[int]]) -> TopicKinds:
        """Topics by how many judged documents of grade 0, 1, … each has; refused where a measure has no exact values on
        a topic, or 0 is none of them.
        """
        if measure.is_derived:
            raise MeasureError(f"{measure} has the ranks of the values of {measure.derived_from}: ask about that")
        judged = {str(topic): _checked(topic, counts) for topic, counts in topics.items()}
        grades = _top_grade(judged)
        here = measure.on_space(length, grades)
        here.divisor((0,) * (grades + 1), grades)  # one without exact values says so
        fold = fold_on(here, length, grades)
        if fold.gains[0]:
            raise MeasureError(f"{measure} gives documents of grade 0 a gain, so that 0 is not a value of every topic")
        kind_of = {counts: _kind(here, fold, length, counts) for counts in dict.fromkeys(judged.values())}
        kinds: dict[Kind, list[str]] = {}
        examples: dict[Kind, Judged] = {}
        for topic, counts in judged.items():
            kind = kind_of[counts]
            if kind is not None:
                kinds.setdefault(kind, []).append(topic)
                examples.setdefault(kind, counts)
        rel = here.rel or 1
        bases = {topic: sum(counts[rel:]) for topic, counts in judged.items() if kind_of[counts] is not None}
        left_out = tuple(topic for topic, counts in judged.items() if kind_of[counts] is None)
        return TopicKinds(measure, length, grades, fold, bases, left_out, kinds, examples)

    def may_list(self) -> bool:
        """Whether all values are few enough to list."""
        logarithms = any(isinstance(weight, LogSum) for weight in self.fold.weights or ())
        room = MOST_LOGARITHMIC if logarithms else MOST_VALUES
        for kind in sorted(self.topics, key=lambda one: sum(room for _, room in one.rooms), reverse=True):
            try:
                room -= most_topic_values(self.measure, self.examples[kind], self.length)
            except OptionError:
                return False
            if room < 0:
                return False
        return True

    def value_sets(self) -> list[ValueSet]:
        """The topics by their values, which different kinds may share."""
        found: dict[tuple[int, Number, Number], list[tuple[tuple[Number, ...], list[str]]]] = {}
        for kind, topics in self.topics.items():
            values = tuple(topic_values(self.measure, self.examples[kind], self.length))
            alike = found.setdefault((len(values), values[1], values[-1]), [])
            same = next((members for known, members in alike if known == values), None)
            if same is None:
                alike.append((values, list(topics)))
            else:
                same.extend(topics)
        order = {topic: place for place, topic in enumerate(self.bases)}
        sets = [
            ValueSet(tuple(sorted(members, key=order.__getitem__)), values)
            for alike in found.values()
            for values, members in alike
        ]
        return sorted(sets, key=lambda one: order[one.topics[0]])

    def few_values(self, kind: Kind) -> list[Number]:
        """The values above 0 of runs with one relevant document at one of the first ranks."""
        nothing = (0,) * self.length
        found = [
            self.fold.value((*nothing[:rank], grade, *nothing[rank + 1 :]))
            for rank in range(min(self.fold.length, RANKS_TRIED))
            for grade, count in enumerate(self.examples[kind])
            if count and self.fold.gains[grade]
        ]
        return [quotient(value, kind.divisor) for value in dict.fromkeys(found) if value]

    def no_multiple(self, kind: Kind) -> tuple[Fraction, Fraction] | None:
        """The smallest value above 0 of topics of a kind, and the smallest value of a run with one relevant document
        that is no whole multiple of it; None where none is known.

        Where no document adds less than 0, and one without gain adds nothing and changes nothing, a run is worth no
        less than what its first document with a gain adds, or, where gains are weighted by rank, than what any of its
        documents adds. A run with that document alone has just this value, so that such a run has the smallest.
        """
        divisor, numbers = kind.divisor, (*(self.fold.weights or ()), *self.fold.gains)
        if not (isinstance(divisor, Fraction) and _fractions(numbers) and self._never_down()):
            return None
        judged = zip(self.examples[kind], self.fold.gains, strict=True)
        grade_of = {gain: grade for grade, (count, gain) in enumerate(judged) if count and gain}
        ranks = range(1, self.fold.length + 1)
        added = {Fraction(self._alone(grade, rank)) for grade in grade_of.values() for rank in ranks}
        values = sorted(value for value in added if value)
        other = next((value for value in values if (value / values[0]).denominator != 1), None)
        return None if other is None else (values[0] / divisor, other / divisor)

    def _never_down(self) -> bool:
        """Whether no document adds less than 0, as far as that is proven."""
        if self.fold.weights is not None:
            return all(number >= 0 for number in (*self.fold.weights, *self.fold.gains))
        return type(self.measure) in GROWING and all(0 <= gain <= 1 for gain in self.fold.gains)

    def _alone(self, grade: int, rank: int) -> Any:
        """What a document adds at a rank, with none that has a gain before it."""
        if self.fold.weights is not None:
            return self.fold.gains[grade] * self.fold.weights[rank - 1]
        step = self.fold.step(self.fold.start, grade, rank)
        return 0 if step is None else step[1]


def _fractions(numbers: Iterable[Exact]) -> bool:
    return all(isinstance(number, int | Fraction) for number in numbers)


def _checked(topic: str, counts: Any) -> Judged:
    found = tuple(counts) if isinstance(counts, Iterable) else ()
    if len(found) < 2 or not all(isinstance(n, Integral) and int(n) >= 0 for n in found):
        expected = "expected how many documents of grade 0, 1, … it has"
        raise OptionError(f"topic {shown(topic)}: {expected}, found {shown(counts)}")
    return tuple(int(n) for n in found)


def _top_grade(judged: Mapping[str, Judged]) -> int:
    tops = {len(counts) - 1 for counts in judged.values()}
    if len(tops) != 1:
        raise OptionError("topics must have the number of documents of the same grades" if tops else "no topics given")
    return tops.pop()


def _kind(measure: Measure, fold: Fold, length: int, judged: Judged) -> Kind | None:
    """None where the topic can only score 0."""
    if not any(count and gain for count, gain in zip(judged, fold.gains, strict=True)):
        return None
    divisor = measure.divisor(judged, len(judged) - 1)
    found = rooms(fold, judged[1:])
    return None if divisor == 0 else Kind(tuple((gain, min(room, length)) for gain, room in found.items()), divisor)
