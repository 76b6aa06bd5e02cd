"""Interpolated precision at recall levels: the points of the classical recall-precision graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from intervale.data import Profiles, TopicJudgments
from intervale.errors import MeasureError
from intervale.measures.measure import Direct
from intervale.measures.parameters import Number

__all__ = ["IPrec", "IPrecAvg"]

Array = np.ndarray[Any, Any]


def interpolated(rows: Profiles, base: Array, rel: int, levels: tuple[Number, ...], rounding: float) -> Array:
    """Interpolated precision of each row at each recall level: (levels, rows)."""
    relevant = rows.grade >= rel
    count = np.cumsum(relevant, axis=0)
    precision = np.where(relevant, count / rows.rank, 0.0)
    best = np.maximum.accumulate(precision[::-1], axis=0)[::-1]  # the best precision from here on
    found = np.zeros((len(levels), len(base)))
    for line, level in zip(found, levels, strict=True):
        wanted = np.maximum(1, np.floor(float(level) * base + rounding))
        np.max(np.where(relevant & (count == wanted), best, 0.0), axis=0, out=line, initial=0.0)
    return found


@dataclass(frozen=True, repr=False)
class IPrec(Direct):
    """Interpolated precision at a recall level: the best precision at that recall or beyond.

    IPrec@ρ = max P@i; over ranks i down to which at least m = max(1, ⌊ρ · RB + 1/2⌋) relevant documents stand, 0 if
    fewer than m were retrieved

    Conventions: ``@`` sets the recall level, from 0 to 1. The rounding of ρ · RB is trec_eval 10's; trec_eval 9 and
    pytrec_eval take ⌊ρ · RB + 0.9⌋. Source: Manning, Raghavan and Schütze 2008, §8.4; trec_eval
    ``iprec_at_recall``.

    >>> from intervale import evaluate
    >>> run = {"q": {"a": 3.0, "x": 2.0, "b": 1.0}}
    >>> evaluate({"q": {"a": 1, "b": 1}}, {"A": run}, ["IPrec@0.5", "IPrec@1"]).means("A")
    {'IPrec@0.5': 1.0, 'IPrec@1': 0.6666666666666666}
    """

    at = "recall"
    of_topic = "recall base"
    why_no_exact = "its recall level is relative to the recall base of a topic"
    rounding: ClassVar[float] = 0.5
    """What is added before ρ · RB is rounded down."""
    rel: int = 1
    judged_only: bool = False
    recall: Number | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.recall is None:
            raise MeasureError("IPrec needs a recall level from 0 to 1, such as IPrec@0.1")

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        base = rows.constant(topics.recall_base(self.rel))
        scores: Array = interpolated(rows, base, self.rel, (self.recall or 0,), self.rounding)[0]
        return scores


@dataclass(frozen=True, repr=False)
class IPrecAvg(Direct):
    """Interpolated precision averaged over recall levels, by default the eleven levels 0, 0.1, …, 1.

    IPrecAvg = (1/l) · Σ IPrec@ρ; the sum over the l recall levels ρ

    Source: trec_eval ``11pt_avg``.

    >>> from intervale import evaluate
    >>> run = {"q": {"a": 3.0, "x": 2.0, "b": 1.0}}
    >>> round(evaluate({"q": {"a": 1, "b": 1}}, {"A": run}, ["IPrecAvg"]).mean("A", "IPrecAvg"), 4)
    0.9091
    """

    at = None
    of_topic = "recall base"
    why_no_exact = "its recall levels are relative to the recall base of a topic"
    rounding: ClassVar[float] = 0.5
    rel: int = 1
    levels: tuple[Number, ...] = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)
    judged_only: bool = False

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        base = rows.constant(topics.recall_base(self.rel))
        scores: Array = interpolated(rows, base, self.rel, self.levels, self.rounding).mean(axis=0)
        return scores
