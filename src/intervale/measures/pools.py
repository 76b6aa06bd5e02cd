"""Measures that know what was judged: Bpref, inferred AP, the share of judged documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.data import Profiles, TopicJudgments
from intervale.measures.measure import Direct, divide

__all__ = ["Bpref", "GMBpref", "Judged", "Unjudged", "infAP"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, repr=False)
class Bpref(Direct):
    """Binary preference: how seldom a judged non-relevant document stands before a relevant one. Unjudged documents
    are passed over.

    Bpref = (1/RB) · Σ_r (1 − min(n_r, RB) / min(N, RB)); over the relevant documents r retrieved, n_r the judged
    non-relevant documents before r, N all judged non-relevant documents of the topic

    Conventions: a relevant document with none before it counts 1; 0 for a topic without a relevant document; pooled
    but unjudged documents (negative grades) are passed over. Source: Buckley and Voorhees 2004, as trec_eval
    ``bpref`` has it.

    >>> from intervale import evaluate
    >>> qrels = {"q": {"a": 1, "b": 1, "c": 0, "d": 0}}
    >>> evaluate(qrels, {"A": {"q": {"a": 4.0, "c": 3.0, "x": 2.0, "b": 1.0}}}, ["Bpref"]).mean("A", "Bpref")
    0.75
    """

    at = None
    why_no_exact = "it depends on all judged documents of a topic"
    rel: int = 1

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        relevant = rows.grade >= self.rel
        before = np.cumsum((rows.grade >= 0) & ~relevant, axis=0)
        base = rows.constant(topics.recall_base(self.rel))
        other = rows.constant(topics.judged()) - base
        lost = divide(np.minimum(before, base), np.broadcast_to(np.minimum(other, base), before.shape))
        return divide((relevant * (1.0 - lost)).sum(axis=0), base)


@dataclass(frozen=True, repr=False)
class GMBpref(Bpref):
    """Bpref put together over topics by the geometric mean, each value at least 10⁻⁵.

    GMBpref = exp((1/t) · Σ ln max(Bpref, 0.00001)); the sum over t topics

    For one topic it is Bpref. Source: trec_eval ``gm_bpref``.

    >>> GMBpref().aggregate
    'geometric mean'
    """

    aggregate = "geometric mean"


@dataclass(frozen=True, repr=False)
class infAP(Direct):  # noqa: N801
    """Inferred average precision: AP estimated from a pool of which only a sample was judged.

    infAP = (1/RB) · Σ_r (1/k + ((k−1)/k) · (d/(k−1)) · (s + ε)/(s + n + 2ε)); over the relevant documents r
    retrieved at rank k; among the k − 1 documents before it d are pooled, s judged relevant and n judged not
    relevant; ε = 0.00001

    Conventions: a negative grade is a pooled document that was not judged; 0 for a topic without a relevant
    document. Source: Yilmaz and Aslam 2006, as trec_eval ``infAP`` has it.

    >>> from intervale import evaluate
    >>> qrels = {"q": {"a": 1, "b": -1, "c": 1, "d": 0}}
    >>> run = {"q": {"d": 5.0, "a": 4.0, "b": 3.0, "x": 2.0, "c": 1.0}}
    >>> round(evaluate(qrels, {"A": run}, ["infAP"]).mean("A", "infAP"), 4)
    0.5
    """

    at = None
    why_no_exact = "it depends on what was pooled and judged"
    rel: int = 1

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        relevant, pooled = rows.grade >= self.rel, rows.grade >= -1
        judged = rows.grade >= 0
        good, bad, seen = (_above(kind) for kind in (relevant, judged & ~relevant, pooled))
        epsilon = 1e-5
        rank = rows.rank.astype(np.float64)
        expected = 1 / rank + seen / rank * (good + epsilon) / (good + bad + 2 * epsilon)
        return divide((relevant * expected).sum(axis=0), rows.constant(topics.recall_base(self.rel)))


def _above(kind: Array) -> Array:
    """How many documents of a kind stand above each place."""
    return (np.cumsum(kind, axis=0) - kind).astype(np.float64)


@dataclass(frozen=True, repr=False)
class Judged(Direct):
    """The share of judged documents among the first k, or among all retrieved: how much a score can be trusted.

    Judged@k = Σ_{i ≤ k} [document i was judged] / min(k, n); n is the number of documents retrieved

    Conventions: 0 where nothing was retrieved; a negative grade is not a judgment. Source: ir_measures ``Judged``.

    >>> from intervale import evaluate
    >>> evaluate({"q": {"a": 1}}, {"A": {"q": {"a": 2.0, "x": 1.0}}}, ["Judged@10", "Unjudged@10"]).means("A")
    {'Judged@10': 0.5, 'Unjudged@10': 0.1}
    """

    of_topic = "nothing"
    why_no_exact = "on a run space every document is judged"
    has_best = False
    cutoff: int | None = None

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        return divide((rows.grade >= 0).sum(axis=0), rows.retrieved)


@dataclass(frozen=True, repr=False)
class Unjudged(Direct):
    """The number of unjudged documents among the first k, over k.

    Unjudged@k = Σ_{i ≤ k} [document i was not judged] / k

    Conventions: places that a short run leaves empty are not unjudged documents. Source: trec_eval ``unj_k``.

    >>> str(Unjudged(cutoff=10))
    'Unjudged@10'
    """

    of_topic = "nothing"
    why_no_exact = "on a run space every document is judged"
    has_best = False
    needs_cutoff = True
    cutoff: int | None = None

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        unjudged = rows.retrieved - (rows.grade >= 0).sum(axis=0)
        return np.asarray(unjudged / (self.cutoff or 1))
