"""Measures of where the relevant documents stand: average precision, reciprocal rank, expected reciprocal rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

import numpy as np

from intervale.data import JudgedRuns, Profiles, TopicJudgments
from intervale.errors import MeasureError
from intervale.exact import Arithmetic, Exact, exact_number
from intervale.measures.gains import BinaryGain, mapped_gain, top_gain
from intervale.measures.measure import Folded, Measure, divide
from intervale.measures.parameters import GainMap, StopMap

__all__ = ["AP", "ERR", "GMAP", "RR"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, repr=False)
class AP(BinaryGain, Folded):
    """Average precision: the precision at the rank of each relevant document, averaged over all relevant documents
    of the topic.

    AP = (1/RB) · Σ_i [r[i] ≥ rel] · P@i; the sum down to the cutoff where there is one; ``relative``: divided by
    min(k, RB) instead

    Conventions: relevant documents that were not retrieved count with precision 0; 0 for a topic without a relevant
    document; on a run space RB is left out. ``relative`` is the MAP@k of recommender systems, which can reach 1 though
    more than k documents are relevant. Source: Buckley and Voorhees 2005; Ferrante, Ferro and Pontarollo 2019,
    §4.2.1. trec_eval: ``map``, ``map_cut_k``.

    >>> AP().exact((1, 0, 0, 1, 0)), AP().exact((0, 1, 1, 0, 1))  # RB · AP
    (Fraction(3, 2), Fraction(53, 30))
    """

    rel: int = 1
    relative: bool = False
    judged_only: bool = False
    cutoff: int | None = None

    def step(self, seen: Any, gain: Any, rank: Any, a: Arithmetic) -> tuple[Any, Any]:
        seen = seen + gain
        return seen, gain * seen / rank

    @property
    def recall_based(self) -> bool:
        return True

    def normalise(self, totals: Array, rows: Profiles, topics: TopicJudgments) -> Array:
        base = rows.constant(topics.recall_base(self.rel))
        return divide(totals, np.minimum(base, self.cutoff) if self.relative and self.cutoff else base)

    def divisor(self, judged: Sequence[int], top: int) -> Exact:
        base = sum(judged[self.rel :])
        return Fraction(min(base, self.cutoff) if self.relative and self.cutoff else base)


@dataclass(frozen=True, repr=False)
class GMAP(AP):
    """Average precision put together over topics by the geometric mean, each value at least 10⁻⁵.

    GMAP = exp((1/t) · Σ ln max(AP, 0.00001)); the sum over t topics

    For one topic it is AP. Source: Robertson 2006, On GMAP; trec_eval ``gm_map``.

    >>> GMAP().combine(AP().score([[1, 0], [0, 0]]))
    0.003162277660168379
    """

    aggregate = "geometric mean"


@dataclass(frozen=True, repr=False)
class RR(BinaryGain, Folded):
    """Reciprocal rank: one over the rank of the first relevant document.

    RR = 1 / min{i : r[i] ≥ rel}; 0 if there is none down to the cutoff

    Source: Kantor and Voorhees 2000; Ferrante, Ferro and Fuhr 2021, §II. trec_eval: ``recip_rank``.

    >>> RR().exact((0, 0, 1, 1)), RR(cutoff=2).exact((0, 0, 1, 1))
    (Fraction(1, 3), Fraction(0, 1))
    """

    start = 1
    rel: int = 1
    judged_only: bool = False
    cutoff: int | None = None

    def step(self, waiting: Any, gain: Any, rank: Any, a: Arithmetic) -> tuple[Any, Any]:
        return waiting * (1 - gain), waiting * gain / rank

    def counted(self, length: int, grades: int) -> dict[Exact, int] | None:
        """1/k for the runs whose first relevant document stands at rank k; of the ranks after the cutoff nothing is
        said.
        """
        depth = length if self.cutoff is None else min(length, self.cutoff)
        relevant = max(0, grades + 1 - self.rel)
        others = grades + 1 - relevant
        found: dict[Exact, int] = {Fraction(0): others**depth}
        if relevant:
            before, after = 1, (grades + 1) ** depth
            for rank in range(1, depth + 1):
                after //= grades + 1
                found[Fraction(1, rank)] = before * relevant * after
                before *= others
        return found


@dataclass(frozen=True, repr=False)
class ERR(Folded):
    """Expected reciprocal rank: a reader goes down the list and stops at rank i with a chance that grows with its
    grade.

    ERR = Σ_i (1/i) · x_i · ∏_{j<i} (1 − x_j); x_i = (2^g(r[i]) − 1) / 2^g(c), or what ``stop`` says of the grade r[i]

    Conventions: gain = grade unless ``gains`` says otherwise, in whole numbers; c is the top grade of the collection or
    the space unless ``max_rel`` says otherwise, grades above it count as c, and g(c) is the largest gain of 0..c.
    The power 2^g − 1 is part of the formula: gains 0, 1, 3 that are already 2^r − 1 of the grades 0..2 are the default,
    1/4 and 3/4, and ``gains={1:1,2:3}`` would take the power twice, 1/8 and 7/8.
    ``stop={1:0.25,2:0.75}`` has the chances of stopping themselves, one for each grade of the collection or the space,
    none smaller than that of a lower grade, 0 for grade 0. gdeval and the TREC Web track fix c at 4: write
    ``ERR(max_rel=4)@20`` for their numbers. Source: Chapelle, Metzler, Zhang and Grinspan 2009; Ferrante, Ferro and
    Pontarollo 2019, §4.2.4.

    >>> ERR().exact((1, 0, 2, 0, 1), grades=2)  # 1/4 + 3/16 + 3/320
    Fraction(143, 320)
    >>> ERR(gains={2: 3}).exact((2, 0, 1), grades=2), ERR(stop={1: 0.5, 2: 1}).exact((1, 0, 2))
    (Fraction(169, 192), Fraction(2, 3))
    """

    start = 1
    gains_are = "chances of stopping at the grades"
    rules = {"gains": "whole gains"}  # noqa: RUF012
    gains: GainMap | None = None
    stop: StopMap | None = None
    max_rel: int | None = None
    judged_only: bool = False
    cutoff: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stop is not None and (self.gains or self.max_rel):
            other = "gains" if self.gains else "max_rel"
            raise MeasureError(f"{self.name}: stop and {other} both say when a reader stops; use one of them")

    def on_space(self, length: int | None, top: int | None) -> Self:
        if self.stop is not None and top is not None:
            for grade in range(1, top + 1):
                self._chance(grade)
        return super().on_space(length, top)

    def over_grades(self, values: tuple[Fraction, ...]) -> Measure:
        if self.stop is not None:
            changed: dict[str, Any] = {"stop": {level: self._chance(value) for level, value in enumerate(values)}}
            return replace(self, **changed)
        if self.max_rel is not None or any(value.denominator != 1 for value in values):
            raise MeasureError(
                f"{self} is defined for whole grades 0..c, not for the grades {', '.join(map(str, values))}: give the "
                "chances of stopping by grade, as in ERR(stop={0.5:0.25,2:0.75})"
            )
        return super().over_grades(values)

    @cached_property
    def _chances(self) -> dict[int | Fraction, Fraction]:
        return {exact_number(grade): exact_number(chance) for grade, chance in ((0, 0), *(self.stop or ()))}

    def _chance(self, grade: int | Fraction) -> Fraction:
        """What ``stop`` says of a grade."""
        if grade not in self._chances:
            raise MeasureError(f"{self} has no chance of stopping at grade {grade}: name one for every grade above 0")
        return self._chances[grade]

    def gain(self, grade: int, top: int) -> Fraction:
        if self.stop is not None:
            return self._chance(grade)
        top = top if self.max_rel is None else self.max_rel
        gain, highest = int(mapped_gain(min(grade, top), self.gains)), int(top_gain(top, self.gains))
        return Fraction(2**gain - 1, 2**highest)

    def gain_of_floats(self, grades: Array) -> Array:
        if self.stop is None:
            return super().gain_of_floats(grades)
        found, place = np.unique(grades, return_inverse=True)
        chances = np.array([float(self._chance(exact_number(grade))) for grade in found.tolist()])
        return chances[place].reshape(grades.shape)

    def looked_at(self, runs: JudgedRuns) -> JudgedRuns:
        if self.stop is not None and runs.topics.top is None:
            self.topic_gains(runs.topics)  # refused where one of the grades has no chance
        return super().looked_at(runs)

    @property
    def top_matters(self) -> bool:
        return self.max_rel is None and self.stop is None

    def step(self, reading: Any, gain: Any, rank: Any, a: Arithmetic) -> tuple[Any, Any]:
        return reading * (1 - gain), reading * gain / rank
