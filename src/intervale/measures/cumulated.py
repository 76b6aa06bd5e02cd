"""Discounted cumulated gain, plain and normalised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.data import Profiles, TopicJudgments
from intervale.errors import MeasureError
from intervale.exact import EXACT, Arithmetic, Exact
from intervale.exact.logsum import exact_sum
from intervale.measures.gains import GradedGain
from intervale.measures.measure import Additive, divide
from intervale.measures.parameters import GainMap, Number

__all__ = ["DCG", "nDCG"]

Array = np.ndarray[Any, Any]
MOST_IDEAL = 2_000
"""Without a cutoff, the exact ideal has at most so many documents with gain."""


@dataclass(frozen=True, repr=False)
class DCG(GradedGain, Additive):
    """Discounted cumulated gain: gains added up, those further down counting less.

    DCG@k = Σ_{i ≤ k} g(r[i]) / log2(i + 1); with ``base`` b: Σ_{i ≤ k} g(r[i]) / max(1, log_b i)

    Conventions: gain = grade unless ``gains`` says otherwise; ``dcg='exp-log2'`` is gain 2^grade − 1. Without
    ``base`` the discount is trec_eval's, with it the one of Järvelin and Kekäläinen that the papers use. Exact
    values are sums of rationals over logarithms. Source: Järvelin and Kekäläinen 2002; Ferrante, Ferro and
    Pontarollo 2019, §4.2.3.

    >>> DCG().exact((1, 0, 2))  # 1/log2(2) + 2/log2(4)
    Fraction(2, 1)
    >>> print(DCG(base=2).exact((1, 0, 2, 0, 1)))
    1 + 2/log(3) + 1/log(5), logarithms to base 2
    """

    in_unit = False
    dcg: str = "log2"
    base: Number | None = None
    gains: GainMap | None = None
    judged_only: bool = False
    cutoff: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.dcg == "exp-log2" and self.gains:
            raise MeasureError(f"{self.name}: dcg='exp-log2' and gains both define the gains; use one of them")

    def gain(self, grade: int, top: int) -> Fraction:
        return Fraction(2**grade - 1) if self.dcg == "exp-log2" else super().gain(grade, top)

    def gain_of_floats(self, grades: Array) -> Array:
        return np.exp2(grades) - 1 if self.dcg == "exp-log2" else super().gain_of_floats(grades)

    def weight(self, rank: Any, a: Arithmetic) -> Any:
        return a.inverse_log(rank + 1, 2) if self.base is None else a.capped_inverse_log(rank, self.base)


@dataclass(frozen=True, repr=False)
class nDCG(DCG):  # noqa: N801
    """Normalised discounted cumulated gain: DCG over the DCG of the best possible run.

    nDCG@k = DCG@k / ideal DCG@k; the ideal run has all judged documents of the topic, in the order of their gains

    Conventions: 0 for a topic without gain; on a run space the ideal is left out. Parameters as for DCG. Source:
    Järvelin and Kekäläinen 2002. trec_eval: ``ndcg``, ``ndcg_cut_k``.

    >>> nDCG(cutoff=3).exact((1, 0, 2))  # the DCG
    Fraction(2, 1)
    >>> from intervale import evaluate
    >>> evaluate({"q": {"a": 2, "b": 1}}, {"A": {"q": {"a": 2.0, "b": 1.0}}}, ["nDCG@10"]).mean("A", "nDCG@10")
    1.0
    """

    in_unit = True

    @property
    def recall_based(self) -> bool:
        return True

    def normalise(self, totals: Array, rows: Profiles, topics: TopicJudgments) -> Array:
        gains, place = topics.descending(self.topic_gains(topics))
        most = int(topics.judged().max(initial=0))
        depth = most if self.cutoff is None else min(most, self.cutoff)
        ideal = topics.sums(gains * self.weight_table(depth)[np.minimum(place, depth + 1)])
        return divide(totals, rows.constant(ideal))

    def divisor(self, judged: Sequence[int], top: int) -> Exact:
        stretches = self._ideal(judged, top)
        if self.cutoff is None and sum(len(ranks) for _, ranks in stretches) > MOST_IDEAL:
            raise MeasureError(
                f"{self.name}: the exact ideal of more than {MOST_IDEAL:,} documents with gain is too long; "
                "use a cutoff"
            )
        return exact_sum(gain * self.weight(EXACT.number(rank), EXACT) for gain, ranks in stretches for rank in ranks)

    def _ideal(self, judged: Sequence[int], top: int) -> list[tuple[Fraction, range]]:
        """The gains other than 0 of the ideal run, the largest first, and the ranks up to the cutoff that have each."""
        found: list[tuple[Fraction, range]] = []
        before = 0
        for gain, count in sorted(((self.gain(grade, top), n) for grade, n in enumerate(judged) if n), reverse=True):
            end = before + count if self.cutoff is None else min(before + count, self.cutoff)
            if gain and end > before:
                found.append((gain, range(before + 1, end + 1)))
            before = end
        return found
