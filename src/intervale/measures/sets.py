"""Measures of the whole retrieved set, and counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.data import Profiles, TopicJudgments
from intervale.measures.measure import Direct, divide
from intervale.measures.parameters import Number

__all__ = ["NumNonRelRet", "NumQ", "NumRel", "NumRelRet", "NumRet", "SetAP", "SetF", "SetP", "SetR"]

Array = np.ndarray[Any, Any]


def relevant_retrieved(rows: Profiles, rel: int) -> Array:
    """How many relevant documents each row retrieved."""
    counts: Array = (rows.grade >= rel).sum(axis=0)
    return counts


class OfTheSet(Direct):
    """A measure of the set that was retrieved, whatever its order and size."""

    at = None
    of_topic = "recall base"
    why_no_exact = "it depends on how many documents a run retrieved and on the recall base of a topic"
    rel: int


@dataclass(frozen=True, repr=False)
class SetP(OfTheSet):
    """Precision of the retrieved set: relevant retrieved over retrieved.

    SetP = f / n; f relevant documents among the n retrieved; ``relative``: f / min(n, RB)

    Conventions: 0 where nothing was retrieved. Source: trec_eval ``set_P``, ``set_relative_P``.

    >>> from intervale import evaluate
    >>> qrels, run = {"q": {"a": 1, "b": 1}}, {"q": {"a": 3.0, "x": 2.0, "y": 1.0, "z": 0.5}}
    >>> evaluate(qrels, {"A": run}, ["SetP", "SetR", "SetF", "SetAP"]).means("A")
    {'SetP': 0.25, 'SetR': 0.5, 'SetF': 0.3333333333333333, 'SetAP': 0.125}
    """

    rel: int = 1
    relative: bool = False
    judged_only: bool = False

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        most = rows.retrieved
        if self.relative:
            most = np.minimum(most, rows.constant(topics.recall_base(self.rel)))
        return divide(relevant_retrieved(rows, self.rel), most)


@dataclass(frozen=True, repr=False)
class SetR(OfTheSet):
    """Recall of the retrieved set: relevant retrieved over relevant.

    SetR = f / RB; f relevant documents retrieved

    Conventions: 0 for a topic without a relevant document. Source: trec_eval ``set_recall``.

    >>> str(SetR(rel=2))
    'SetR(rel=2)'
    """

    rel: int = 1

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        return divide(relevant_retrieved(rows, self.rel), rows.constant(topics.recall_base(self.rel)))


@dataclass(frozen=True, repr=False)
class SetF(OfTheSet):
    """F measure of the retrieved set.

    SetF = (1 + β²) · P · R / (β² · P + R); which is (1 + β²) · f / (β² · RB + n), f relevant documents among the n
    retrieved

    Conventions: 0 for a topic without a relevant document or a run without documents. Source: van Rijsbergen 1979.
    trec_eval's ``set_F`` is the same at β = 1; its parameter x stands for β².

    >>> str(SetF(beta=2))
    'SetF(beta=2)'
    """

    rel: int = 1
    beta: Number = 1
    judged_only: bool = False

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        base, beta = rows.constant(topics.recall_base(self.rel)), float(self.beta) ** 2
        return divide(
            (1 + beta) * relevant_retrieved(rows, self.rel), np.where(base > 0, beta * base + rows.retrieved, 0)
        )


@dataclass(frozen=True, repr=False)
class SetAP(OfTheSet):
    """Precision times recall of the retrieved set: average precision where the order is not known.

    SetAP = f² / (n · RB); f relevant documents among the n retrieved

    Conventions: 0 where nothing was retrieved or nothing is relevant. Source: trec_eval ``set_map``.

    >>> str(SetAP())
    'SetAP'
    """

    rel: int = 1
    judged_only: bool = False

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        found = relevant_retrieved(rows, self.rel)
        return divide(found * found, rows.retrieved * rows.constant(topics.recall_base(self.rel)))


class Count(Direct):
    """A count, summed over topics."""

    at = None
    aggregate = "sum"
    has_best = False
    in_unit = False
    why_no_exact = "it counts documents of a collection"


@dataclass(frozen=True, repr=False)
class NumQ(Count):
    """The number of topics that count.

    NumQ = 1; summed over topics

    Source: trec_eval ``num_q``.

    >>> from intervale import evaluate
    >>> names = ["NumQ", "NumRet", "NumRel", "NumRelRet", "NumNonRelRet"]
    >>> evaluate({"q": {"a": 1, "b": 1, "c": 0}}, {"A": {"q": {"a": 3.0, "c": 2.0, "x": 1.0}}}, names).means("A")
    {'NumQ': 1.0, 'NumRet': 3.0, 'NumRel': 2.0, 'NumRelRet': 1.0, 'NumNonRelRet': 1.0}
    """

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        return np.ones(len(rows.retrieved))


@dataclass(frozen=True, repr=False)
class NumRet(Count):
    """The number of documents retrieved; with ``rel``, of those with a grade of at least rel.

    NumRet = n; with ``rel``: Σ_i [r[i] ≥ rel]; summed over topics

    Source: trec_eval ``num_ret``.

    >>> str(NumRet(rel=2))
    'NumRet(rel=2)'
    """

    rel: int | None = None

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        return rows.retrieved.astype(np.float64) if self.rel is None else relevant_retrieved(rows, self.rel)


@dataclass(frozen=True, repr=False)
class NumRel(Count):
    """The number of relevant documents: the recall base.

    NumRel = RB; summed over topics

    Source: trec_eval ``num_rel``.

    >>> str(NumRel())
    'NumRel'
    """

    rel: int = 1

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        return rows.constant(topics.recall_base(self.rel))


@dataclass(frozen=True, repr=False)
class NumRelRet(Count):
    """The number of relevant documents retrieved.

    NumRelRet = Σ_i [r[i] ≥ rel]; summed over topics

    Source: trec_eval ``num_rel_ret``.

    >>> str(NumRelRet(rel=2))
    'NumRelRet(rel=2)'
    """

    rel: int = 1

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        return relevant_retrieved(rows, self.rel)


@dataclass(frozen=True, repr=False)
class NumNonRelRet(Count):
    """The number of documents retrieved that were judged not relevant.

    NumNonRelRet = Σ_i [document i was judged, r[i] < rel]; summed over topics

    Source: trec_eval ``num_nonrel_judged_ret``.

    >>> str(NumNonRelRet())
    'NumNonRelRet'
    """

    rel: int = 1

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        counts: Array = ((rows.grade >= 0) & (rows.grade < self.rel)).sum(axis=0)
        return counts
