"""What mixing the scales of topics does on a collection: the order of scores and of systems, with the constant of the
topic and without.

A measure that is divided by a constant of the topic, such as AP by the recall base, orders the runs of one topic as it
does without it. Across topics it does not, and neither do means over topics (Ferrante, Ferro and Fuhr 2021, §IV-C and
D: recall is such a measure, and the number of relevant documents, which precision counts, is what it divides). Other
measures have one scale, of which a topic with few relevant documents reaches a part.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.data import JudgedRuns
from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluation import evaluation_of
from intervale.measures import Measure
from intervale.scales.run_pairs import RunPairs, counted_pairs, levels
from intervale.stats.coefficients import tau
from intervale.stats.ranks import leading

__all__ = ["ConstantLeftOut", "MeasureMixing", "Mixing", "mixing"]

Array = np.ndarray[Any, Any]
CLOSE = "scores are floats: those that agree in 12 digits count as equal, and tied pairs are not reversed"


@dataclass(frozen=True)
class ConstantLeftOut:
    """A measure beside itself without the constant of the topic that divides it."""

    smallest: float
    largest: float
    """The constants of the topics: the smallest and the largest."""
    scores: RunPairs
    """How the two order pairs of scores, of any systems, on different topics."""
    system_pairs: int
    reversed_pairs: int
    """How many pairs of systems have their means in the opposite order."""
    tau: float | None
    """Kendall's tau-b of the two rankings of systems by their means; None where one ties all."""

    @property
    def share(self) -> Fraction | None:
        """The share of pairs of scores that are in the opposite order; None where there are no pairs."""
        return Fraction(self.scores.discordant, self.scores.pairs) if self.scores.pairs else None


@dataclass(frozen=True)
class MeasureMixing:
    """A measure on the topics and runs of a collection."""

    name: str
    measure: Measure
    divided: bool | None
    """Whether a constant of the topic divides it; None where one works otherwise, so that it cannot be left out, and
    for a :attr:`surrogate`."""
    without: ConstantLeftOut | None
    """What leaving the constant out changes; None where there is none to leave out."""
    lists: int
    """How many ranked lists there are."""
    short: int | None
    """How many of them are shorter than the cutoff; None without a cutoff."""
    lengths: tuple[int, int]
    """The lengths of the shortest and of the longest."""
    capped: int | None
    """How many topics have fewer relevant documents than the cutoff, and so reach a part of the values only; None
    without a cutoff."""

    @property
    def surrogate(self) -> bool:
        """Whether it has the ranks of a measure of the topic among all runs of a length: the same run scores the same
        on every topic, by the measure behind it not.
        """
        return self.divided is None and self.measure.is_derived and self.measure.one_order

    @property
    def needs_one_length(self) -> bool:
        """Whether one scale is known only for lists of one length, which these are not: such as Judged, which divides
        by the documents that a list has.
        """
        depth = self.measure.cutoff
        shortest, longest = (n if depth is None else min(n, depth) for n in self.lengths)
        free = self.measure.on_run_space or self.measure.needs_cutoff
        return self.divided is False and not free and shortest < longest


@dataclass(frozen=True, repr=False)
class Mixing(Tabular):
    """What mixing topics does to each measure on a collection."""

    systems: int
    topics: int
    bases: tuple[int, int]
    """The smallest and the largest recall base."""
    measures: tuple[MeasureMixing, ...]
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        shares = [f"{one.name} {share_text(one.without)}" for one in self.measures if one.without is not None]
        said = f"reversed across topics without the constant: {', '.join(shares[:4])}" if shares else "no constants"
        size = f"{counted(self.systems, 'system')}, {counted(self.topics, 'topic')}"
        return f"Mixing({size}; {said}{', …' if len(shares) > 4 else ''})"

    def columns(self) -> Columns:
        """A row for each measure."""
        names = ("measure", "divided", "smallest", "largest", "score_pairs", "reversed", "reversed_share")
        more = ("system_pairs", "system_pairs_reversed", "tau", "lists", "short", "shortest", "longest", "capped")
        return columns_of((*names, *more), (self._row(one) for one in self.measures))

    def _row(self, one: MeasureMixing) -> tuple[Any, ...]:
        out = one.without
        cells: tuple[Any, ...] = (None,) * 8
        if out is not None:
            counts = (out.scores.pairs, out.scores.discordant, None if out.share is None else float(out.share))
            cells = (out.smallest, out.largest, *counts, out.system_pairs, out.reversed_pairs, out.tau)
        return (one.name, one.divided, *cells, one.lists, one.short, *one.lengths, one.capped)


def counted(number: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "topic"), counted(6980, "topic")
    ('1 topic', '6,980 topics')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def share_text(out: ConstantLeftOut) -> str:
    """The share of reversed pairs in words; a dash where there are no pairs."""
    return "-" if out.share is None else f"{float(out.share):.1%}"


def mixing(evaluation: Evaluation) -> Mixing:
    """What mixing the scales of topics does to the measures of an evaluation with judged runs.

    Where a constant of the topic divides a measure, it is set beside itself without it: how many pairs of scores on
    different topics, and how many pairs of systems by their means, are in the opposite order, and Kendall's tau-b of
    the two rankings of systems. For every measure with a cutoff: how many ranked lists are shorter, and how many topics
    have fewer relevant documents, so that they reach a part of the values only.

    Scores are floats. Those that agree in 12 digits count as equal, as the means do, and a pair that is tied in one of
    the two is not counted as reversed. Topics without a relevant document are left out, as nothing divides there.

    >>> from intervale.evaluation import evaluate
    >>> qrels = {"1": {"a": 1}, "2": {"a": 1, "b": 1, "c": 1}}
    >>> runs = {"A": {"1": {"a": 1.0}, "2": {"x": 1.0}}, "B": {"1": {"x": 1.0}, "2": {"a": 2.0, "b": 1.0}}}
    >>> (found,) = mixing(evaluate(qrels, runs, ["R@2"])).measures
    >>> found.without.scores.discordant, found.without.scores.pairs, found.without.reversed_pairs
    (1, 4, 1)
    """
    evaluation_of(evaluation, "mixing").needed_scores("mixing")
    judged = evaluation.needed_runs("mixing")
    pairs = zip(evaluation.names, evaluation.measures, strict=True)
    found = tuple(_mixed(name, measure, evaluation.matrix(name), judged) for name, measure in pairs)
    bases = judged.topics.recall_base(1)
    notes = list(evaluation.notes)
    if any(one.without is not None for one in found):
        notes.insert(0, CLOSE)
    if empty := int((bases == 0).sum()):
        have = "has" if empty == 1 else "have"
        of = counted(len(bases), "topic")
        notes.append(f"{empty:,} of {of} {have} no relevant document, and nothing is divided there")
    size = len(evaluation.systems), len(evaluation.topics)
    return Mixing(*size, (int(bases.min()), int(bases.max())), found, tuple(notes))


def _mixed(name: str, measure: Measure, scores: Array, runs: JudgedRuns) -> MeasureMixing:
    lengths, bases = runs.retrieved[runs.answered], runs.topics.recall_base(measure.rel or 1)
    cutoff = measure.cutoff
    short = None if cutoff is None else int((lengths < cutoff).sum())
    capped = None if cutoff is None else int((bases < cutoff).sum())
    span = (int(lengths.min()), int(lengths.max())) if len(lengths) else (0, 0)
    divided, without = _left_out(measure, scores, runs)
    return MeasureMixing(name, measure, divided, without, len(lengths), short, span, capped)


def _left_out(measure: Measure, scores: Array, runs: JudgedRuns) -> tuple[bool | None, ConstantLeftOut | None]:
    """Whether a constant divides, and what leaving it out changes."""
    if not measure.on_run_space:
        return (False if measure.of_topic == "nothing" else None), None
    if not measure.recall_based:
        return False, None
    worth = None if measure.is_derived else measure.topic_constants(runs.topics)
    if worth is None:
        return None, None
    some = np.flatnonzero(worth > 0)
    if not len(some):
        return True, None
    return True, _compared(measure, scores[:, some], 1 / worth[some])


def _compared(measure: Measure, scores: Array, divisors: Array) -> ConstantLeftOut:
    own = scores * divisors
    topic = np.broadcast_to(np.arange(scores.shape[1]), scores.shape)
    known = ~np.isnan(scores)
    first, second = (levels(matrix[known].tolist(), numeric=True) for matrix in (scores, own))
    both = [(x, y, 1) for x, y in zip(first, second, strict=True)]
    on_topic: dict[int, list[tuple[int, int, int]]] = {}
    for place, one in zip(topic[known].tolist(), both, strict=True):
        on_topic.setdefault(place, []).append(one)
    every, within = counted_pairs(both), [counted_pairs(some) for some in on_topic.values()]
    means = [leading(np.array([measure.combine(row) for row in matrix])) for matrix in (scores, own)]
    signs = [np.sign(one[:, None] - one[None]) for one in means]
    turned = int((signs[0] * signs[1] < 0).sum()) // 2
    systems, value = len(scores), tau(*means)
    return ConstantLeftOut(
        float(divisors.min()),
        float(divisors.max()),
        _less(every, within),
        systems * (systems - 1) // 2,
        turned,
        None if np.isnan(value) else value,
    )


def _less(every: RunPairs, within: list[RunPairs]) -> RunPairs:
    """The pairs on different topics: all but those on one."""
    return RunPairs(
        every.concordant - sum(one.concordant for one in within),
        every.discordant - sum(one.discordant for one in within),
        every.tied_first - sum(one.tied_first for one in within),
        every.tied_second - sum(one.tied_second for one in within),
        every.tied_both - sum(one.tied_both for one in within),
    )
