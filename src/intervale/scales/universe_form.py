"""Judged runs on the scale of S[N, K]: each with the recall base of its topic."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from intervale.data import JudgedRuns
from intervale.errors import MeasureError
from intervale.scales.universe_space import UniverseScale, relevance_of

if TYPE_CHECKING:
    from intervale.scales.form import Interval

__all__ = ["OnUniverse"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class OnUniverse:
    """An interval form on its universe; without one where no topic has a relevant document."""

    form: Interval
    scale: UniverseScale | None

    @staticmethod
    def of(form: Interval, runs: JudgedRuns, top: int) -> OnUniverse:
        """K is the largest recall base of the topics where the form names none."""
        bases = _bases(form, runs, top)
        largest = int(bases.max(initial=0))
        if form.bases is not None and largest > form.bases:
            topic = runs.topics.names[int(bases.argmax())]
            raise MeasureError(
                f"{form}: topic {topic} has {largest} relevant documents, and this universe ends at {form.bases}: "
                f"write bases={largest}, or leave bases out"
            )
        return OnUniverse(form, form.universe(largest, top) if largest else None)

    def check(self) -> None:
        """Refuse a scale that cannot be counted."""
        if self.scale is not None:
            _ = self.scale.method

    # ------------------------------------------------------------ judged runs

    def scored(self, runs: JudgedRuns, table: Callable[[], Array]) -> tuple[Array, Array]:
        """The scores of judged runs, and how far each can be off; ``table`` gives their grades. Each run that occurs is
        looked up once for each recall base.
        """
        if self.scale is None or self.scale.one_value:
            return np.zeros(runs.shape), np.zeros(runs.shape)
        self.check()
        rows, bases, place = self._different(runs, table())
        scores, errors = self._logarithms(rows, bases) if self.form.log else self.scale.scored(rows, bases)
        return scores[place].reshape(runs.shape), errors[place].reshape(runs.shape)

    def order(self, runs: JudgedRuns, table: Array) -> Array | None:
        """The exact order of all values, over all topics."""
        if self.scale is None:
            return None
        rows, bases, place = self._different(runs, table)
        levels = self.scale.order_of(rows, bases)
        return None if levels is None else levels[place].reshape(runs.shape)

    def _different(self, runs: JudgedRuns, table: Array) -> tuple[Array, list[int], Array]:
        """The different runs with recall bases, and which of them each judged run is. On a topic without a relevant
        document a run has the value 0, as it has on every topic.
        """
        assert self.scale is not None
        bases = _bases(self.form, runs, len(self.scale.relevance.relevant) - 1)
        bases = np.tile(np.where(bases == 0, self.scale.bases, bases), runs.shape[0])
        both = np.column_stack([self.scale.relevance.rows(table), bases.astype(np.int16)])
        found, place = np.unique(both, axis=0, return_inverse=True)
        return found[:, :-1], found[:, -1].tolist(), place.reshape(-1)

    def _logarithms(self, rows: Array, bases: list[int]) -> tuple[Array, Array]:
        """log rank / log of the best value's rank, of runs, and how far it can be off."""
        assert self.scale is not None
        _, best = self.scale.ends
        bounds = [(log(low), log(high)) for low, high in self.scale.rank_bounds_of(rows, bases)]
        low, high = np.array(bounds).reshape(-1, 2).T / (log(best.numerator) - log(best.denominator))
        return (low + high) / 2, (high - low) / 2

    def notes(self, runs: JudgedRuns) -> Iterator[str]:
        if self.scale is None:
            yield "no topic has a relevant document: all runs score 0"
            return
        scale, form = self.scale, self.form
        fix = f", the most that a topic has here; write bases={scale.bases} to fix it" if form.bases is None else ""
        yield (
            f"topics share the scale of S[{scale.length}, {scale.bases}]: all runs of up to {scale.length} documents, "
            f"filled up, on topics with 1 to {scale.bases} relevant ones{fix}"
        )
        yield from [scale.assumption] if scale.assumption else []
        yield from ["all runs have the same value here, and score 0"] if scale.one_value else []
        empty = int((_bases(form, runs, len(scale.relevance.relevant) - 1) == 0).sum())
        if empty:
            yield f"{empty} of {runs.shape[1]} topics have no relevant document, and score 0"

    # ------------------------------------------------------------ runs without a topic

    def exact(self, profile: tuple[int, ...]) -> Fraction:
        """The score of a run where no constant of the topic works in it."""
        scale = self._without_topics()
        if self.form.log or not scale.exact:
            why = "it is a logarithm" if self.form.log else "its ranks are not counted one by one"
            raise MeasureError(f"{self.form} has no exact values: {why}")
        if scale.one_value:
            return Fraction(0)
        low, high = scale.ends
        return Fraction(scale.rank_of(profile, scale.bases) - low) / (high - low)

    def on_space(self, rows: Array) -> Array:
        """The same for rows of grades, in floats."""
        scale = self._without_topics()
        if scale.one_value:
            return np.zeros(len(rows))
        found, place = np.unique(rows, axis=0, return_inverse=True)
        bases = [scale.bases] * len(found)
        scores = (self._logarithms(found, bases) if self.form.log else scale.scored(found, bases))[0]
        return scores[place.reshape(-1)]

    def _without_topics(self) -> UniverseScale:
        assert self.scale is not None
        if self.scale.divided:
            raise MeasureError(f"{self.form} needs the recall base of a topic: score runs with judgments instead")
        return self.scale


def _bases(form: Interval, runs: JudgedRuns, top: int) -> Array:
    """The recall base of each topic, as the measure sees relevance."""
    topics = runs.topics
    relevant = np.array(relevance_of(form.inner, form.length, top).relevant)
    return topics.sums(relevant[np.clip(topics.grades, 0, top)]).astype(np.int64)
