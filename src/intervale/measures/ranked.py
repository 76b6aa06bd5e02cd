"""Measures of where the relevant documents stand: average precision, reciprocal rank, expected reciprocal rank."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.data import Profiles, TopicJudgments
from intervale.exact import Arithmetic, Exact
from intervale.measures.gains import BinaryGain
from intervale.measures.measure import Folded, divide

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

    ERR = Σ_i (1/i) · x_i · ∏_{j<i} (1 − x_j); x_i = (2^r[i] − 1) / 2^c

    Conventions: c is the top grade of the collection or the space unless ``max_rel`` says otherwise; grades above
    it count as c. gdeval and the TREC Web track fix c at 4: write ``ERR(max_rel=4)@20`` for their numbers. Source:
    Chapelle, Metzler, Zhang and Grinspan 2009; Ferrante, Ferro and Pontarollo 2019, §4.2.4, whose x this is with
    gain = grade.

    >>> ERR().exact((1, 0, 2, 0, 1), grades=2)  # 1/4 + 3/16 + 3/320
    Fraction(143, 320)
    """

    start = 1
    max_rel: int | None = None
    judged_only: bool = False
    cutoff: int | None = None

    def gain(self, grade: int, top: int) -> Fraction:
        top = top if self.max_rel is None else self.max_rel
        return Fraction(2 ** min(grade, top) - 1, 2**top)

    @property
    def top_matters(self) -> bool:
        return self.max_rel is None

    def step(self, reading: Any, gain: Any, rank: Any, a: Arithmetic) -> tuple[Any, Any]:
        return reading * (1 - gain), reading * gain / rank
