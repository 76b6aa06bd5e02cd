"""The exact values of a measure on a topic: all that runs can reach there.

A run space leaves out what a topic brings: it allows at most so many documents of each grade, and a constant of the
topic, its recall base or the gain of its ideal run, divides the value. Values without the constant depend on the
documents of each grade alone, and on no more of them than a run has ranks, so that topics share them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod

from intervale.errors import OptionError
from intervale.exact import Exact, LogSum, exact_sorted
from intervale.exact.quotients import Quotient, quotient
from intervale.measures import Fold, Measure
from intervale.orders import RunSpace
from intervale.scales.arguments import run_length
from intervale.scales.choices import allowed_runs
from intervale.scales.folds import fold_of
from intervale.scales.mapping import interval_scale

__all__ = ["TopicValue", "fold_on", "most_topic_values", "of_one_document", "rooms", "topic_values"]

TopicValue = Exact | Quotient
MOST_COMBINATIONS = 1 << 20
"""With more numbers of documents by grade than this, values of measures that only count are not listed."""
MOST_LISTED, MOST_STEPS = 1 << 22, 1 << 22
"""How many values are listed at most, and how many ranks are looked at in runs with one relevant document."""
Limits = tuple[int, ...]
"""How many documents of grade 1, 2, … a run can have on a topic."""


@lru_cache(maxsize=16)
def fold_on(measure: Measure, size: int, grades: int) -> Fold:
    """The fold of a measure on the runs of a length over grades 0..``grades``, made once for all topics."""
    return fold_of(measure, RunSpace(size, grades))


def topic_values(measure: Measure, judged: Sequence[int], length: int | None = None) -> list[TopicValue]:
    """All values that runs of a length have on a topic, in ascending order; refused where they are too many to list.

    >>> from intervale.measures import parse_measure
    >>> topic_values(parse_measure("R@5"), (9, 3))
    [Fraction(0, 1), Fraction(1, 3), Fraction(2, 3), Fraction(1, 1)]
    """
    here, size, most = _on_topic(measure, judged, length)
    divisor = _divisor(here, judged)
    if most_topic_values(measure, judged, length) > MOST_LISTED:
        raise _too_many(measure)
    values = _reached(here, size, most)
    return list(values) if divisor == 1 else [quotient(value, divisor) for value in values]


def most_topic_values(measure: Measure, judged: Sequence[int], length: int | None = None) -> int:
    """A number that the values on a topic do not exceed, known before any is listed; refused where none is known.

    >>> from intervale.measures import parse_measure
    >>> most_topic_values(parse_measure("R@1000"), (0, 300)), most_topic_values(parse_measure("AP@10"), (0, 3))
    (301, 176)
    """
    here, size, most = _on_topic(measure, judged, length)
    fold = fold_on(here, size, len(most))
    if _only_counts(fold):
        return _combinations(fold, most)
    runs = _most_runs(size, rooms(fold, most))
    if runs <= MOST_COMBINATIONS or any(isinstance(weight, LogSum) for weight in fold.weights or ()):
        return runs
    try:
        if of_one_document(here, size, most) is not None:
            return size * len(most) + 1
        return min(runs, interval_scale(here, length=size, grades=len(most), most=most).counting.most_values or runs)
    except OptionError:
        raise _too_many(measure) from None


def _on_topic(measure: Measure, judged: Sequence[int], length: int | None) -> tuple[Measure, int, Limits]:
    """The measure on runs of a length, that length, and how many documents of each grade from 1 on a run can have."""
    top, size = len(judged) - 1, run_length(measure, length)
    return measure.on_space(size, top), size, tuple(min(count, size) for count in judged[1:])


def _divisor(measure: Measure, judged: Sequence[int]) -> Exact:
    divisor = measure.divisor(judged, len(judged) - 1)
    if divisor == 0:
        raise OptionError("a topic without a relevant document has the value 0 alone")
    return divisor


def _too_many(measure: Measure) -> OptionError:
    return OptionError(f"{measure} has too many values on a topic to list them; use a smaller cutoff")


def _most_runs(size: int, rooms: Mapping[Exact, int]) -> int:
    """How many runs of gains a topic allows; of very many, a number that they do not exceed, which is quicker."""
    most = tuple(rooms.values())
    if comb(size, min(sum(most), size // 2)) > MOST_COMBINATIONS:
        return int((len(most) + 1) ** size)
    return allowed_runs(size, most)


# ---------------------------------------------------------------- values without the constant of the topic


@lru_cache(maxsize=64)
def _reached(measure: Measure, size: int, most: Limits) -> tuple[Exact, ...]:
    """The values that runs with at most so many documents of each grade have, in ascending order."""
    fold = fold_on(measure, size, len(most))
    if _only_counts(fold) and _combinations(fold, most) <= MOST_COMBINATIONS:
        return _by_count(fold, rooms(fold, most))
    if _most_runs(size, rooms(fold, most)) > MOST_COMBINATIONS:
        found = of_one_document(measure, size, most)
        if found is not None:
            return found
    return interval_scale(measure, length=size, grades=len(most), most=most).values


def rooms(fold: Fold, most: Limits) -> dict[Exact, int]:
    """How many documents of each gain but that of grade 0 a run can have: no value distinguishes grades of one gain."""
    found: dict[Exact, int] = {}
    for gain, count in zip(fold.gains[1:], most, strict=True):
        if gain != fold.gains[0] and count:
            found[gain] = found.get(gain, 0) + count
    return found


def _only_counts(fold: Fold) -> bool:
    """Whether all ranks have one weight, so that documents are only counted."""
    return fold.weights is not None and len(set(fold.weights)) == 1


def _combinations(fold: Fold, most: Limits) -> int:
    """How many numbers of documents by gain there can be."""
    return prod(min(n, fold.length) + 1 for n in rooms(fold, most).values())


def _by_count(fold: Fold, rooms: Mapping[Exact, int]) -> tuple[Exact, ...]:
    """The values of a sum over ranks with one weight, from how many documents of each gain a run has."""
    weight, nothing = (fold.weights or (Fraction(0),))[0], fold.gains[0]
    found: set[Exact] = set()
    for counts in product(*(range(min(count, fold.length) + 1) for count in rooms.values())):
        left = fold.length - sum(counts)
        if left >= 0:
            gained = sum((n * gain for n, gain in zip(counts, rooms, strict=True)), left * nothing)
            found.add(gained * weight)
    return tuple(exact_sorted(found))


def of_one_document(measure: Measure, size: int, most: Limits) -> tuple[Exact, ...] | None:
    """All values of all runs, where runs with one relevant document of the topic have each of them; None where they do
    not. A topic's runs are among all runs, and those with one document among them: what both have, the topic has.
    """
    grades = tuple(grade for grade, count in enumerate(most, start=1) if count)
    return _single(measure, size, len(most), grades)


@lru_cache(maxsize=64)
def _single(measure: Measure, size: int, top: int, grades: tuple[int, ...]) -> tuple[Exact, ...] | None:
    if size * size * len(grades) > MOST_STEPS:
        return None
    scale = interval_scale(measure, length=size, grades=top)
    if not scale.quick or not scale.exact or (scale.counting.most_values or size * top + 2) > size * top + 1:
        return None
    fold, nothing = fold_on(measure, size, top), (0,) * size
    runs = ((*nothing[:rank], grade, *nothing[rank + 1 :]) for rank in range(fold.length) for grade in grades)
    found = {fold.value(nothing), *(fold.value(run) for run in runs)}
    return tuple(scale.values) if len(found) == scale.size else None
