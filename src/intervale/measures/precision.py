"""Precision, recall and what is made of them, down to a cutoff."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.data import Profiles, TopicJudgments
from intervale.errors import MeasureError
from intervale.exact import Arithmetic, Exact, exact_number
from intervale.measures.gains import BinaryGain, NormalisedGain, binary_gain, normalised_gain, top_gain
from intervale.measures.measure import Additive, Direct, Folded, divide
from intervale.measures.parameters import GainMap, Number

__all__ = ["F", "P", "R", "Rprec", "Success", "gP", "gR"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, repr=False)
class P(BinaryGain, Additive):
    """Precision at k: the share of relevant documents among the first k.

    P@k = (1/k) · Σ_{i ≤ k} [r[i] ≥ rel]; ``relative``: divided by min(k, RB) instead, the most that is possible

    Conventions: a run with fewer than k documents is filled up with documents that are not relevant. Source: van
    Rijsbergen 1979; Ferrante, Ferro and Pontarollo 2019, §4.1.1. trec_eval: ``P_k``, ``relative_P_k``.

    >>> P(cutoff=4).exact((1, 0, 2, 0, 1))
    Fraction(1, 2)
    >>> P(cutoff=4).score([[1, 0, 2, 0, 1], [0, 0, 0, 0, 1]]).tolist()
    [0.5, 0.0]
    """

    needs_cutoff = True
    rel: int = 1
    relative: bool = False
    judged_only: bool = False
    cutoff: int | None = None

    def weight(self, rank: Any, a: Arithmetic) -> Any:
        return a.number(1)

    def scaled(self, total: Any, a: Arithmetic) -> Any:
        return total if self.cutoff is None else total / a.number(self.cutoff)

    @property
    def recall_based(self) -> bool:
        return self.relative

    def normalise(self, totals: Array, rows: Profiles, topics: TopicJudgments) -> Array:
        if not self.relative or self.cutoff is None:
            return totals
        return divide(totals * self.cutoff, np.minimum(self.cutoff, rows.constant(topics.recall_base(self.rel))))

    def divisor(self, judged: Sequence[int], top: int) -> Exact:
        if not self.relative or self.cutoff is None:
            return Fraction(1)
        return Fraction(min(self.cutoff, sum(judged[self.rel :])), self.cutoff)


@dataclass(frozen=True, repr=False)
class R(BinaryGain, Additive):
    """Recall at k: the share of the relevant documents that stand among the first k.

    R@k = (1/RB) · Σ_{i ≤ k} [r[i] ≥ rel]; RB is the recall base, a count of documents

    Conventions: 0 for a topic without a relevant document; on a run space RB is left out. Source: van Rijsbergen 1979;
    Ferrante, Ferro and Pontarollo 2019, §4.1.2. trec_eval: ``recall_k``.

    >>> R(cutoff=3).exact((1, 0, 2, 0, 1))  # RB · R@3
    Fraction(2, 1)
    """

    needs_cutoff = True
    rel: int = 1
    judged_only: bool = False
    cutoff: int | None = None

    def weight(self, rank: Any, a: Arithmetic) -> Any:
        return a.number(1)

    @property
    def recall_based(self) -> bool:
        return True

    def normalise(self, totals: Array, rows: Profiles, topics: TopicJudgments) -> Array:
        return divide(totals, rows.constant(topics.recall_base(self.rel)))

    def divisor(self, judged: Sequence[int], top: int) -> Exact:
        return Fraction(sum(judged[self.rel :]))


@dataclass(frozen=True, repr=False)
class F(Additive):
    """F measure at k: the weighted harmonic mean of P@k and R@k, or of gP@k and gR@k with ``graded``.

    F@k = (1 + β²) · P · R / (β² · P + R); which is (1 + β²) · s / (β² · RB + k), s the number of relevant documents
    among the first k; ``graded``: s is the sum of g(r[i])/g(c), and RB the sum of g/g(c) over all judged documents of
    the topic

    Conventions: 0 for a topic without a relevant document. F is s times a constant of the topic: on a run space it
    is s. Source: van Rijsbergen 1979; Ferrante, Ferro and Pontarollo 2019, §4.1.3, where the graded form is
    proposed.

    >>> F(cutoff=5).exact((1, 0, 2, 0, 1)), F(graded=True, cutoff=5).exact((1, 0, 2, 0, 1), grades=2)
    (Fraction(3, 1), Fraction(2, 1))
    """

    needs_cutoff = True
    beta: Number = 1
    rel: int = 1
    graded: bool = False
    gains: GainMap | None = None
    max_rel: int | None = None
    judged_only: bool = False
    cutoff: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.graded and (self.gains or self.max_rel):
            raise MeasureError(
                "F: gains and max_rel go with graded=True; without it a document is relevant or not, by rel"
            )

    @property
    def top_matters(self) -> bool:
        return self.graded and self.max_rel is None

    def gain(self, grade: int, top: int) -> Fraction:
        if self.graded:
            return normalised_gain(grade, top if self.max_rel is None else self.max_rel, self.gains)
        return binary_gain(grade, self.rel)

    def gain_of_floats(self, grades: Array) -> Array:
        return super().gain_of_floats(grades) if self.graded else (grades >= self.rel).astype(np.float64)

    def weight(self, rank: Any, a: Arithmetic) -> Any:
        return a.number(1)

    @property
    def recall_based(self) -> bool:
        return True

    def normalise(self, totals: Array, rows: Profiles, topics: TopicJudgments) -> Array:
        base, beta = rows.constant(topics.sums(self.topic_gains(topics))), float(self.beta) ** 2
        return np.where(base > 0, (1 + beta) * totals / (beta * base + (self.cutoff or 0)), 0.0)

    def divisor(self, judged: Sequence[int], top: int) -> Exact:
        base, beta = _gain_of_all(self, judged, top), exact_number(self.beta) ** 2
        return (beta * base + (self.cutoff or 0)) / (1 + beta) if base > 0 else Fraction(0)


@dataclass(frozen=True, repr=False)
class gP(NormalisedGain, Additive):  # noqa: N801
    """Generalised precision at k: the mean normalised gain of the first k documents.

    gP@k = (1/k) · Σ_{i ≤ k} g(r[i]) / g(c)

    Conventions: gain = grade unless ``gains`` says otherwise; c is the top grade of the collection or the space
    unless ``max_rel`` says otherwise. Source: Kekäläinen and Järvelin 2002; Ferrante, Ferro and Pontarollo 2019,
    §4.1.1.

    >>> gP(cutoff=4).exact((1, 0, 2, 0), grades=2)
    Fraction(3, 8)
    """

    needs_cutoff = True
    gains: GainMap | None = None
    max_rel: int | None = None
    judged_only: bool = False
    cutoff: int | None = None

    def weight(self, rank: Any, a: Arithmetic) -> Any:
        return a.number(1)

    def scaled(self, total: Any, a: Arithmetic) -> Any:
        return total if self.cutoff is None else total / a.number(self.cutoff)


@dataclass(frozen=True, repr=False)
class gR(NormalisedGain, Additive):  # noqa: N801
    """Generalised recall at k: the share of all gain of the topic that the first k documents bring.

    gR@k = Σ_{i ≤ k} g(r[i]) / Σ_d g(d); the second sum over all judged documents of the topic, so that its maximum is 1

    Conventions: 0 for a topic without gain. ``literal`` is the formula as printed in the source, which divides by
    g(c) once more. On a run space the sum over the topic is left out and g(c) divides. Source: Kekäläinen and
    Järvelin 2002; Ferrante, Ferro and Pontarollo 2019, §4.1.2, with the recall base of §4 a sum of gains.

    >>> gR(cutoff=4).exact((1, 0, 2, 0), grades=2)
    Fraction(3, 2)
    """

    in_unit = False
    needs_cutoff = True
    gains: GainMap | None = None
    max_rel: int | None = None
    literal: bool = False
    judged_only: bool = False
    cutoff: int | None = None

    def weight(self, rank: Any, a: Arithmetic) -> Any:
        return a.number(1)

    @property
    def recall_based(self) -> bool:
        return True

    def normalise(self, totals: Array, rows: Profiles, topics: TopicJudgments) -> Array:
        share = divide(totals, rows.constant(topics.sums(self.topic_gains(topics))))
        return divide(share, float(top_gain(self.max_rel or topics.top or 1, self.gains))) if self.literal else share

    def divisor(self, judged: Sequence[int], top: int) -> Exact:
        once_more = top_gain(self.max_rel or top, self.gains) if self.literal else Fraction(1)
        return _gain_of_all(self, judged, top) * once_more


def _gain_of_all(measure: F | gR, judged: Sequence[int], top: int) -> Fraction:
    """The gains of all judged documents of a topic together."""
    return sum((count * measure.gain(grade, top) for grade, count in enumerate(judged)), Fraction(0))


@dataclass(frozen=True, repr=False)
class Success(BinaryGain, Folded):
    """Success at k: 1 if a relevant document stands among the first k, else 0. Also known as hit rate.

    Success@k = 1 − ∏_{i ≤ k} (1 − [r[i] ≥ rel])

    Source: trec_eval ``success_k``.

    >>> Success(cutoff=2).exact((0, 1, 1)), Success(cutoff=1).exact((0, 1, 1))
    (Fraction(1, 1), Fraction(0, 1))
    """

    needs_cutoff = True
    start = 1
    rel: int = 1
    judged_only: bool = False
    cutoff: int | None = None

    def step(self, state: Any, gain: Any, rank: Any, a: Arithmetic) -> tuple[Any, Any]:
        return state * (1 - gain), state * gain


@dataclass(frozen=True, repr=False)
class Rprec(Direct):
    """R-precision: precision at the recall base RB of the topic, or near ``mult`` times RB.

    Rprec = (1/k) · Σ_{i ≤ k} [r[i] ≥ rel], k = RB; with ``mult`` k = ⌊mult · RB + 0.9⌋

    Conventions: 0 for a topic without a relevant document. Source: Buckley and Voorhees 2005, Retrieval system
    evaluation; trec_eval ``Rprec``, ``Rprec_mult``, where the 0.9 comes from.

    >>> from intervale import evaluate
    >>> evaluate({"q": {"a": 1, "b": 1}}, {"A": {"q": {"a": 3.0, "x": 2.0, "b": 1.0}}}, ["Rprec"]).mean("A", "Rprec")
    0.5
    """

    at = None
    of_topic = "recall base"
    why_no_exact = "its cutoff is the recall base of a topic"
    rel: int = 1
    mult: Number = 1
    judged_only: bool = False

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        base = rows.constant(topics.recall_base(self.rel))
        cut = base if self.mult == 1 else np.floor(float(self.mult) * base + 0.9)
        found = ((rows.grade >= self.rel) & (rows.rank <= cut)).sum(axis=0)
        return divide(found, cut)
