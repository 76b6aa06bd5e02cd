"""Measures of a reader who goes on with some persistence: RBP and its residual, INSQ, INST."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.data import Profiles, TopicJudgments
from intervale.errors import MeasureError
from intervale.exact import FLOATS, Arithmetic, Exact
from intervale.measures.gains import BinaryGain, NormalisedGain, float_gains, mapped_gain, normalised_gain
from intervale.measures.measure import Additive, Direct, divide, rank_sum
from intervale.measures.parameters import GainMap, Number

__all__ = ["INSQ", "INST", "RBP", "RBPresid", "gRBP"]

Array = np.ndarray[Any, Any]
MOST_BITS = 200_000
"""How many bits the power of a persistence may have."""


class Persistent(Additive):
    """The sum over ranks of a reader who goes on with probability p; ``normalised``: over the most that runs of length
    N can reach, 1 − p^N.
    """

    p: Number
    normalised: bool

    @property
    def lacks_cutoff(self) -> bool:
        return self.normalised and self.cutoff is None

    def weight(self, rank: Any, a: Arithmetic) -> Any:
        p = a.number(self.p)
        return (1 - p) * p ** (rank - 1)

    def scaled(self, total: Any, a: Arithmetic) -> Any:
        if not self.normalised or self.cutoff is None:
            return total
        p = a.number(self.p)
        if a is FLOATS:
            return total / -np.expm1(self.cutoff * np.log(p))
        if self.cutoff * (p.numerator.bit_length() + p.denominator.bit_length()) > MOST_BITS:
            raise MeasureError(f"{self}: the exact value of p^{self.cutoff} is too large: use a smaller cutoff")
        return total / (1 - p**self.cutoff)


@dataclass(frozen=True, repr=False)
class RBP(BinaryGain, Persistent):
    """Rank-biased precision: the reader looks at the next document with probability p.

    RBP = (1 − p) · Σ_i p^(i−1) · [r[i] ≥ rel]; ``normalised``: divided by 1 − p^N, N being the cutoff

    Conventions: documents past the end or the cutoff bring nothing; what they could bring is the residual
    (``RBPresid``). Exact values read p as the decimal that was written. ``normalised`` needs a cutoff, and gives 1 to
    the best run of that length; it is RBP times a constant, 1/(1 − p^N), so that its scale and all that tests find are
    those of RBP. Source: Moffat and Zobel 2008; Ferrante, Ferro and Pontarollo 2019, §4.2.2.

    >>> RBP(p=0.5).exact((1, 0, 1)), RBP(p=0.5, normalised=True).exact((1, 0, 1))
    (Fraction(5, 8), Fraction(5, 7))
    """

    p: Number = 0.8
    rel: int = 1
    normalised: bool = False
    judged_only: bool = False
    cutoff: int | None = None


@dataclass(frozen=True, repr=False)
class gRBP(Persistent):  # noqa: N801
    """Graded rank-biased precision: RBP with the normalised gain of each document.

    gRBP = (1 − p) · Σ_i p^(i−1) · g(r[i]) / g(c); ``normalised``: divided by 1 − p^N, N being the cutoff

    Conventions: gain = grade unless ``gains`` says otherwise; c is the top grade of the collection or the space
    unless ``max_rel`` says otherwise. ``max_rel='topic'`` takes the largest gain of each topic, as trec_eval's
    ``rbp`` does; on a run space it is left out. ``normalised`` is as for RBP. Source: Sakai and Kando 2008; Ferrante,
    Ferro and Pontarollo 2019, §4.2.2.

    >>> gRBP(p=0.5).exact((2, 0, 1), grades=2)
    Fraction(9, 16)
    """

    rules = {"max_rel": "max_rel or topic"}  # noqa: RUF012
    p: Number = 0.8
    gains: GainMap | None = None
    max_rel: int | str | None = None
    normalised: bool = False
    judged_only: bool = False
    cutoff: int | None = None

    @property
    def top_matters(self) -> bool:
        return self.max_rel is None

    def gain(self, grade: int, top: int) -> Fraction:
        if isinstance(self.max_rel, str):
            return mapped_gain(grade, self.gains)
        return normalised_gain(grade, top if self.max_rel is None else self.max_rel, self.gains)

    @property
    def recall_based(self) -> bool:
        return self.max_rel == "topic"

    def normalise(self, totals: Array, rows: Profiles, topics: TopicJudgments) -> Array:
        if self.max_rel != "topic":
            return totals
        gains, place = topics.descending(self.topic_gains(topics))
        return divide(totals, rows.constant(topics.sums(gains * (place == 1))))

    def divisor(self, judged: Sequence[int], top: int) -> Exact:
        if self.max_rel != "topic":
            return Fraction(1)
        return max((self.gain(grade, top) for grade, count in enumerate(judged) if count), default=Fraction(0))


@dataclass(frozen=True, repr=False)
class RBPresid(Direct):
    """The residual of RBP: how much the score could still grow if all that was not judged or not retrieved were
    relevant.

    RBPresid = p^n + (1 − p) · Σ_i p^(i−1) · [document i was not judged]; n is the number of documents looked at

    Conventions: nothing retrieved leaves a residual of 1. trec_eval's ``rbp_resid`` gives 0 where every retrieved
    document was judged, though p^n is left, and counts 0 for a missing topic. Source: Moffat and Zobel 2008, §3.4.

    >>> from intervale import evaluate
    >>> evaluate({"q": {"a": 1}}, {"A": {"q": {"a": 2.0, "x": 1.0}}}, ["RBPresid(p=0.5)"]).mean("A", "RBPresid(p=0.5)")
    0.5
    """

    of_topic = "nothing"
    why_no_exact = "on a run space every document is judged"
    has_best = False
    p: Number = 0.8
    cutoff: int | None = None

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        weights = RBP(p=self.p).weight_table(rows.depth)
        judged = rank_sum(weights[np.minimum(rows.rank, rows.depth + 1)] * (rows.grade >= 0))
        return np.asarray(np.maximum(1.0 - judged, 0.0))


@dataclass(frozen=True, repr=False)
class INSQ(NormalisedGain, Additive):
    """INSQ: a reader who wants gain T goes from rank i to the next with probability ((i + 2T − 1)/(i + 2T))².

    INSQ = Σ_i w_i · g(r[i]) / g(c); w_i = (i + 2T − 1)^−2 / Σ_j (j + 2T − 1)^−2

    Conventions: the sum in w_i goes on for ever, or to k for ``@k``: then the reader has stopped at rank k at the
    latest. C/W/L implementations (cwl-eval, and ir_measures through it) do so at 1000: ``INSQ@1000`` gives their
    numbers. On a run space the sum, a constant, is left out. Source: Moffat, Scholer and Thomas 2012.

    >>> INSQ(T=1).exact((1, 0, 1))  # 1/4 + 1/16
    Traceback (most recent call last):
    intervale.errors.MeasureError: INSQ depends on the top grade: pass grades=c, or set max_rel
    >>> INSQ(T=1).exact((1, 0, 1), grades=1)
    Fraction(5, 16)
    """

    T: Number = 1
    gains: GainMap | None = None
    max_rel: int | None = None
    cutoff: int | None = None

    def weight(self, rank: Any, a: Arithmetic) -> Any:
        return 1 / (rank + 2 * a.number(self.T) - 1) ** 2

    def normalise(self, totals: Array, rows: Profiles, topics: TopicJudgments) -> Array:
        from scipy.special import zeta

        first = 2 * float(self.T)
        if self.cutoff is None:
            return np.asarray(totals / zeta(2, first))
        few = min(self.cutoff, 10_000)  # summed; what is beyond is small, and its difference exact enough
        rest = 0.0 if few == self.cutoff else zeta(2, first + few) - zeta(2, first + self.cutoff)
        return np.asarray(totals / (self.weight_table(few).sum() + rest))


@dataclass(frozen=True, repr=False)
class INST(NormalisedGain, Direct):
    """INST: a reader who wants gain T, and knows how much is still missing, goes from rank i to the next with
    probability C_i.

    INST = Σ_i V_i · g(r[i])/g(c) / Σ_i V_i; V_1 = 1, V_{i+1} = V_i · C_i, C_i = ((i + T + T_i − 1)/(i + T + T_i))²,
    T_i = T − Σ_{j ≤ i} g(r[j])/g(c)

    Conventions: both sums go on for ever, or to k for ``@k``, as for INSQ: ``INST@1000`` gives cwl-eval's numbers.
    A document that was not judged brings nothing. The products telescope between judged documents and the tails are
    values of the Hurwitz zeta function. Source: Moffat, Bailey, Scholer and Thomas 2015.

    >>> from intervale import evaluate
    >>> evaluate({"q": {"a": 1, "b": 0}}, {"A": {"q": {"b": 2.0, "a": 1.0}}}, ["INST@2"]).mean("A", "INST@2")
    0.30769...
    """

    of_topic = "nothing"
    why_no_exact = "it is a quotient of two sums, both of which depend on the run"
    T: Number = 1
    gains: GainMap | None = None
    max_rel: int | None = None
    cutoff: int | None = None

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        from scipy.special import zeta

        gains = float_gains(self.gain, rows.grade, topics.top, self)
        # From one document with gain to the next, V_i = scale / (i + shift - 1)^2 with shift = T + T_i.
        shift = np.full(len(rows.retrieved), 2.0 * float(self.T))
        scale = shift**2
        last, weight, total = (np.zeros(len(rows.retrieved)) for _ in range(3))
        for gain, rank in zip(gains, rows.rank, strict=True):
            here = gain > 0
            at = np.where(here, rank, last + 1.0)
            v = scale / (at + shift - 1) ** 2
            weight += np.where(here, scale * (zeta(2, last + shift) - zeta(2, at + shift)), 0.0)
            total += v * gain
            scale = np.where(here, v * (at + shift - gain - 1) ** 2, scale)
            last = np.where(here, at, last)
            shift = shift - gain
        end = 0.0 if self.cutoff is None else zeta(2, self.cutoff + shift)
        return np.asarray(total / (weight + scale * (zeta(2, last + shift) - end)))
