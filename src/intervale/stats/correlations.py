"""Correlations between measures, overall and topic by topic, and between measures and their interval forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import OptionError
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluation import evaluation_of
from intervale.stats.coefficients import Coefficient, Concordance, concordance, named_coefficient
from intervale.stats.ranks import leading

__all__ = ["Correlated", "Correlations", "correlate"]

Array = np.ndarray[Any, Any]
MOST_DIGITS = 15
MOST_IN_REPR = 3


@dataclass(frozen=True)
class Correlated:
    """Two measures: the correlation of their means over systems, the mean over topics of that on each topic, and the
    same of their interval forms.

    ``delta`` is by how much the correlation of the interval forms is larger, as a share (Ferrante, Ferro and
    Fuhr 2021, Table 4, Δ%).
    """

    a: str
    b: str
    overall: float
    topics: float
    topics_defined: int
    interval_overall: float | None = None
    interval_topics: float | None = None
    opened: int = 0
    """How many pairs of means are open, by one of the two measures or their forms: the correlation of means takes the
    middles of their bounds there."""

    @property
    def delta(self) -> float | None:
        if self.interval_overall is None or not self.overall:
            return None
        return self.interval_overall / self.overall - 1


@dataclass(frozen=True, repr=False)
class Correlations(Tabular):
    """All pairs of measures; each measure with its own interval form, which says how far it is from an interval scale
    (Ferrante, Ferro and Fuhr 2021, §VIII-A); and what is to be noted.
    """

    coefficient: Coefficient
    systems: int
    topics: int
    pairs: tuple[Correlated, ...]
    own: tuple[Correlated, ...]
    notes: tuple[str, ...]
    concordance: dict[str, Concordance]
    """How much topics agree on the order of systems, by each measure and interval form (Kendall's W)."""

    def __repr__(self) -> str:
        first = [f"{pair.a}, {pair.b}: {pair.overall:.4f}" for pair in self.pairs[:MOST_IN_REPR]]
        more = "; …" if len(self.pairs) > MOST_IN_REPR else ""
        return f"Correlations({self.coefficient.title} over {self.systems} systems: {'; '.join(first)}{more})"

    def columns(self) -> Columns:
        """A row for each pair of measures, and one for each measure with its own interval form."""
        names = ("a", "b", "coefficient", "overall", "by_topic", "topics", "interval_overall", "interval_by_topic")
        rows = (
            (
                pair.a,
                pair.b,
                self.coefficient.name,
                pair.overall,
                pair.topics,
                pair.topics_defined,
                pair.interval_overall,
                pair.interval_topics,
            )
            for pair in (*self.pairs, *self.own)
        )
        return columns_of(names, ([None if x != x else x for x in row] for row in rows))


def correlate(
    evaluation: Evaluation,
    coefficient: str = "tau",
    digits: int | None = None,
    forms: Mapping[str, str] | None = None,
) -> Correlations:
    """Correlate the measures of an evaluation: how alike they rank the systems, overall and topic by topic. Interval
    forms in it (``evaluate(..., interval=True)``) are taken as those of their measures, and correlated likewise.

    Means that agree in 12 digits are tied; ``digits`` rounds them to so many decimals first (Ferrante, Ferro and Fuhr
    2021 take 8), relative to the largest mean where that is tiny. Where scores are known between bounds, coefficients
    of ranks take the order of means that these and the exact order of scores leave, and on a topic the exact order
    itself. A topic on which a measure has one value for all systems is left out. ``forms`` names the form that stands
    beside each measure, where that is not its interval form.

    Beside it stands how much topics agree on the order of systems: Kendall's W by each measure and interval form, which
    is the same for both, as they order the runs of a topic alike.

    >>> from intervale.evaluation import evaluate
    >>> qrels = {"1": {"a": 1, "b": 1}}
    >>> runs = {"A": {"1": {"a": 2.0, "x": 1.0}}, "B": {"1": {"x": 2.0, "a": 1.0}}, "C": {"1": {"x": 2.0, "y": 1.0}}}
    >>> correlate(evaluate(qrels, runs, ["AP@2", "RR@2"])).pairs[0].overall
    1.0
    """
    evaluation_of(evaluation, "correlate").needed_scores("a correlation")
    chosen = named_coefficient(coefficient)
    if len(evaluation.systems) < 2:
        raise OptionError("a correlation needs at least two systems")
    if digits is not None and not 0 <= digits <= MOST_DIGITS:
        raise OptionError(f"digits={digits} must be a whole number from 0 to {MOST_DIGITS}")
    form_of = evaluation.interval_forms if forms is None else forms
    asked = [name for name in evaluation.names if name not in form_of.values()]
    if len(asked) < 2 and not (form_of and chosen.one_with_itself):
        raise OptionError("a correlation needs two measures: name two, or add interval forms (--interval)")
    pairs = []
    for a, b in combinations(asked, 2):
        found = _correlated(evaluation, a, b, chosen, digits)
        first, second = form_of.get(a), form_of.get(b)
        if first is not None and second is not None:
            inner = _correlated(evaluation, first, second, chosen, digits)
            opened = found.opened + inner.opened
            found = replace(found, interval_overall=inner.overall, interval_topics=inner.topics, opened=opened)
        pairs.append(found)
    own = tuple(
        _correlated(evaluation, name, form, chosen, digits) for name, form in form_of.items() if chosen.one_with_itself
    )
    notes = list(evaluation.notes)
    if form_of and not chosen.one_with_itself:
        notes.append(
            f"{chosen.name} of a list with ties and itself is not 1: measures are not correlated with their own "
            "interval forms"
        )
    if some := sum(pair.opened > 0 for pair in (*pairs, *own)):
        notes.append(
            f"{some:,} of {len(pairs) + len(own):,} overall correlations are open: the order of some means is open "
            "within bounds, and midpoints were used"
        )
    if chosen.scale == "interval":
        notes.append(f"{chosen.title} assumes interval scales of both measures")
    size = len(evaluation.systems), len(evaluation.topics)
    agreed = {name: concordance(_scores(evaluation, name, ordered=True).T) for name in evaluation.names}
    if incomplete := [name for name, one in agreed.items() if one.rankings < size[1]]:
        notes.append(f"{', '.join(incomplete)}: Kendall's W is over the topics that all systems have")
    return Correlations(chosen, *size, tuple(pairs), own, tuple(notes), agreed)


def _correlated(evaluation: Evaluation, a: str, b: str, chosen: Coefficient, digits: int | None) -> Correlated:
    ordered = chosen.scale == "ordinal"
    means = [_means(evaluation, name, digits, ordered=ordered) for name in (a, b)]
    known = ~(np.isnan(means[0]) | np.isnan(means[1]))
    overall = _value(chosen, *(mean[known] for mean in means))
    by_topic = []
    first, second = (_scores(evaluation, name, ordered=ordered) for name in (a, b))
    for topic in range(first.shape[1]):
        x, y = first[:, topic], second[:, topic]
        both = ~(np.isnan(x) | np.isnan(y))
        if both.sum() > 1:
            by_topic.append(_value(chosen, x[both], y[both]))
    defined = [value for value in by_topic if not np.isnan(value)]
    opened = sum(evaluation.mean_order(name).open_pairs for name in (a, b) if digits is None)
    topics = float(np.mean(defined)) if defined else float("nan")
    return Correlated(a, b, overall, topics, len(defined), opened=opened)


def _means(evaluation: Evaluation, name: str, digits: int | None, *, ordered: bool) -> Array:
    """The means of a measure, as they are compared."""
    if digits is not None:
        return _rounded(np.array([evaluation.mean(system, name) for system in evaluation.systems]), digits)
    order = evaluation.mean_order(name)
    return order.places if ordered and evaluation.bounds_of(name) is not None else leading(order.means)


def _rounded(means: Array, digits: int) -> Array:
    """Means rounded to decimals; where that would leave less than half of these of the largest, as on scales of long
    runs, relative to it.
    """
    largest = float(np.nanmax(np.abs(means), initial=0.0))
    if not 0 < largest < 10 ** (-digits / 2):
        return np.round(means, digits)
    return np.round(means / largest, digits)


def _scores(evaluation: Evaluation, name: str, *, ordered: bool) -> Array:
    """The scores of a measure, or their exact order where that is known and all that matters."""
    scores = evaluation.matrix(name)
    order = (evaluation.bounds_of(name) or (None, None))[1]
    return scores if order is None or not ordered else np.where(np.isnan(scores), np.nan, order)


def _value(chosen: Coefficient, x: Array, y: Array) -> float:
    """The correlation; not a number where one list has a single value."""
    return chosen.value(x, y) if len(np.unique(x)) > 1 and len(np.unique(y)) > 1 else float("nan")
