"""What becomes of a scale when topics have different recall bases and runs different lengths.

The universe S[N, K] has all runs of length n ≤ N on topics with recall base RB ≤ K, written [r, n, RB]: r relevant
documents among n retrieved (Ferrante, Ferro and Fuhr 2021, §IV-D). Precision is r/n, recall r/RB, F1 2r/(n + RB). On
one n and one RB the three are the same interval scale; on the universe they are not, and order runs differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from intervale.data import JudgedRuns
from intervale.errors import OptionError
from intervale.exact.verdict import Proof, Verdict
from intervale.measures import Measure, named_measures

__all__ = ["UNIVERSE_MEASURES", "ScaleChange", "Triple", "order_flip", "scale_changes", "universe", "universe_scale"]

Triple = tuple[int, int, int]
"""A run by its relevant documents, its length and the recall base of its topic: [r, n, RB]."""
UNIVERSE_MEASURES: dict[str, Callable[[int, int, int], Fraction]] = {
    "P": lambda r, n, base: Fraction(r, n),
    "R": lambda r, n, base: Fraction(r, base),
    "F": lambda r, n, base: Fraction(2 * r, n + base),
}
MOST, MOST_COMPARED = 200, 1000


def universe(longest: int, largest_base: int) -> Iterator[Triple]:
    """All runs of S[N, K].

    >>> len(list(universe(2, 2)))
    9
    """
    if not (1 <= longest <= MOST and 1 <= largest_base <= MOST):
        raise OptionError(f"a universe has lengths and recall bases from 1 to {MOST}")
    for n in range(1, longest + 1):
        for base in range(1, largest_base + 1):
            for r in range(min(n, base) + 1):
                yield r, n, base


def universe_scale(measure: str, longest: int, largest_base: int) -> Verdict:
    """Whether P, R or F is equally spaced on S[N, K]; the witness has runs with three neighbouring values that are not.

    >>> universe_scale("P", 2, 2).holds, universe_scale("P", 3, 1).witness
    (True, ((0, 1, 1), (1, 3, 1), (1, 2, 1)))
    """
    value = _value(measure)
    runs: dict[Fraction, Triple] = {}
    count = 0
    for triple in universe(longest, largest_base):
        count += 1
        runs.setdefault(value(*triple), triple)
    ordered = sorted(runs)
    for (low, middle), (_, high) in pairwise(pairwise(ordered)):
        if middle - low != high - middle:
            why = f"{measure} has the values {low}, {middle}, {high} next to each other"
            return Verdict(False, tuple(runs[x] for x in (low, middle, high)), count, Proof.EXHAUSTIVE, why)
    return Verdict(True, None, count)


def order_flip(first: str, second: str, longest: int, largest_base: int) -> Verdict:
    """Whether two of P, R and F order the runs of S[N, K] alike; the witness is a smallest pair that they
    order the other way round, or, where there is none, that only one of them finds equal.

    >>> order_flip("P", "R", 2, 2).witness
    ((1, 1, 2), (1, 2, 1))
    """
    one, two = _value(first), _value(second)
    runs = sorted(universe(longest, largest_base), key=lambda triple: (sum(triple), triple))
    if len(runs) > MOST_COMPARED:
        raise OptionError(f"{len(runs):,} runs are too many to compare each with each; take smaller N and K")
    ones, twos = [one(*run) for run in runs], [two(*run) for run in runs]
    cases, half = 0, None
    for high, b in enumerate(runs):
        for low, a in enumerate(runs[:high]):
            cases += 1
            by_one, by_two = _sign(ones[low] - ones[high]), _sign(twos[low] - twos[high])
            if by_one != by_two:
                half = half or (a, b)  # equal for one of them
                if by_one == -by_two:
                    return _flipped(first, second, (a, b), cases)
    return Verdict(True, None, cases) if half is None else _flipped(first, second, half, cases)


def _flipped(first: str, second: str, pair: tuple[Triple, Triple], cases: int) -> Verdict:
    one, two = _value(first), _value(second)
    a, b = sorted(pair)
    why = f"{first}: {one(*a)} and {one(*b)}; {second}: {two(*a)} and {two(*b)}"
    return Verdict(False, (a, b), cases, Proof.EXHAUSTIVE, why)


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)


def _value(measure: str) -> Callable[[int, int, int], Fraction]:
    if measure not in UNIVERSE_MEASURES:
        raise OptionError(f"{measure!r} is not one of the measures of a universe: {', '.join(UNIVERSE_MEASURES)}")
    return UNIVERSE_MEASURES[measure]


@dataclass(frozen=True)
class ScaleChange:
    """Whether a measure keeps its scale over the topics and runs of an evaluation, and why not."""

    measure: str
    keeps: bool | None
    """None where it is not known."""
    reasons: tuple[str, ...]


def scale_changes(runs: JudgedRuns, measures: Any) -> list[ScaleChange]:
    """Which measures change their scale between the topics of these runs, or between runs, and why.

    A measure changes with the topic where something of the topic works in it (its recall base, its ideal run) and
    differs; topics with the same grades share a scale. It changes with the run where it looks at whole runs, and these
    have different lengths. Runs that are shorter than the cutoff are filled up, and topics with fewer relevant
    documents than the cutoff use a part of the scale: that is said, and no change.

    >>> from intervale import judge
    >>> judged = judge({"1": {"a": 1}, "2": {"a": 1, "b": 1}}, {"A": {"1": {"a": 1.0}, "2": {"a": 2.0, "b": 1.0}}})
    >>> [(change.measure, change.keeps) for change in scale_changes(judged, ["R@1", "P@1"])]
    [('R@1', False), ('P@1', True)]
    """
    if not isinstance(runs, JudgedRuns):
        raise OptionError("scale_changes looks at judged runs: make them with iv.judge(qrels, runs)")
    return [_change(name, measure, runs) for name, measure in named_measures(measures).items()]


def _change(name: str, measure: Measure, runs: JudgedRuns) -> ScaleChange:
    keeps, *reasons = _by_topic(measure, runs)
    cutoff = measure.cutoff
    lengths = runs.retrieved[runs.answered]
    if cutoff is None and len(np.unique(lengths)) > 1:
        keeps = False
        reasons.append(f"it has no cutoff, and the runs have from {lengths.min()} to {lengths.max()} documents")
    if cutoff is not None and (short := int((lengths < cutoff).sum())):
        reasons.append(f"{short:,} of {len(lengths):,} ranked lists have fewer than {cutoff} documents: filled up")
    bases = runs.topics.recall_base(measure.rel or 1)
    if cutoff is not None and (capped := int((bases < cutoff).sum())):
        reasons.append(
            f"{capped} of {len(bases)} topics have fewer than {cutoff} relevant documents, so that their runs cannot "
            "have all values: the same scale, of which they use a part"
        )
    return ScaleChange(name, keeps, tuple(reasons))


def _by_topic(measure: Measure, runs: JudgedRuns) -> tuple[Any, ...]:
    """Whether all topics are on one scale, and why not where they are not."""
    if not _topics_differ(runs):
        return (True,)
    if not measure.on_run_space:
        return _by_judgments(measure, runs)
    if not measure.recall_based:
        return (True,)
    if measure.is_derived:
        return False, "its scale stands for measures that depend on the judgments of the topic, which differ"
    constants = measure.topic_constants(runs.topics)
    if constants is None:
        return None, "it may depend on the judgments of the topic"
    return _by_constant(constants, runs.topics.names)


def _topics_differ(runs: JudgedRuns) -> bool:
    """Whether two topics have different grades, each taken as often as it was given."""
    topics = runs.topics
    grades = np.split(topics.descending(topics.grades)[0], topics.offsets[1:-1])
    return any(not np.array_equal(grades[0], other) for other in grades[1:])


def _by_judgments(measure: Measure, runs: JudgedRuns) -> tuple[Any, ...]:
    if measure.of_topic == "nothing":
        return (True,)
    bases = runs.topics.recall_base(measure.rel or 1)
    if bases.min() != bases.max():
        return False, f"topics have from {bases.min()} to {bases.max()} relevant documents, and {measure.why_no_exact}"
    if measure.of_topic == "recall base":
        return (True,)
    return None, f"topics have different judgments, and {measure.why_no_exact}"


def _by_constant(constants: Any, names: Sequence[str]) -> tuple[Any, ...]:
    some = np.flatnonzero(constants > 0)
    if not len(some) or constants[some].min() >= constants[some].max() * (1 - 1e-12):
        return (True,)
    low, high = some[constants[some].argmin()], some[constants[some].argmax()]
    return False, (
        f"it divides by something of the topic: 1 on a run is worth {constants[low]:.4g} on topic {names[low]} and "
        f"{constants[high]:.4g} on topic {names[high]}"
    )
