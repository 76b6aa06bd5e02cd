"""Correlations between measures, overall and topic by topic, and between measures and their interval forms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.measures import ScoreTable
from intervale.stats.coefficients import Coefficient, named_coefficient
from intervale.stats.ranks import leading
from intervale.stats.scale_of import interval_forms

__all__ = ["Correlated", "Correlations", "correlate_table"]

Array = np.ndarray[Any, Any]
MOST_DIGITS = 15


@dataclass(frozen=True)
class Correlated:
    """Two measures: the correlation of their means over systems, the mean over topics of that on each topic, and the
    same of their interval forms.

    ``delta`` is by how much the correlation of the interval forms is larger, as a share (004, Table 4, Δ%).
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


@dataclass(frozen=True)
class Correlations:
    """All pairs of measures; each measure with its own interval form, which says how far it is from an interval scale
    (004 §VIII-A); and what is to be noted.
    """

    coefficient: Coefficient
    systems: int
    topics: int
    pairs: tuple[Correlated, ...]
    own: tuple[Correlated, ...]
    notes: tuple[str, ...]


def correlate_table(table: ScoreTable, coefficient: str = "tau", digits: int | None = None) -> Correlations:
    """Correlate the measures of a table. Interval forms that stand in it are taken as those of their measures.

    Means that agree in 12 digits are tied; ``digits`` rounds them to so many decimals first (004 takes 8). Where scores
    are known between bounds, coefficients of ranks take the order of means that these and the exact order of scores
    leave, and on a topic the exact order itself. A topic on which a measure has one value for all systems is left out.
    """
    chosen = named_coefficient(coefficient)
    if len(table.systems) < 2:
        raise OptionError("a correlation needs at least two systems")
    if digits is not None and not 0 <= digits <= MOST_DIGITS:
        raise OptionError(f"digits={digits} must be a whole number from 0 to {MOST_DIGITS}")
    form_of = interval_forms(table)
    asked = [name for name in table.names if name not in form_of.values()]
    if len(asked) < 2 and not (form_of and chosen.one_with_itself):
        raise OptionError(
            "a correlation is between two measures: name at least two, or ask for interval forms (--interval)"
        )
    pairs = []
    for a, b in combinations(asked, 2):
        found = _correlated(table, a, b, chosen, digits)
        first, second = form_of.get(a), form_of.get(b)
        if first is not None and second is not None:
            inner = _correlated(table, first, second, chosen, digits)
            opened = found.opened + inner.opened
            found = replace(found, interval_overall=inner.overall, interval_topics=inner.topics, opened=opened)
        pairs.append(found)
    own = tuple(
        _correlated(table, name, form, chosen, digits) for name, form in form_of.items() if chosen.one_with_itself
    )
    notes = list(table.notes)
    if form_of and not chosen.one_with_itself:
        notes.append(
            f"{chosen.name} of a list with ties and itself is not 1: measures are not set beside their own forms"
        )
    if some := sum(pair.opened > 0 for pair in (*pairs, *own)):
        notes.append(
            f"{some:,} of {len(pairs) + len(own):,} overall correlations are open: bounds leave the order of some "
            "means open, and their middles were taken"
        )
    if chosen.scale == "interval":
        notes.append(f"{chosen.title} asks for interval scales of both measures")
    return Correlations(chosen, len(table.systems), len(table.topic_names), tuple(pairs), own, tuple(notes))


def _correlated(table: ScoreTable, a: str, b: str, chosen: Coefficient, digits: int | None) -> Correlated:
    ordered = chosen.scale == "ordinal"
    means = [_means(table, name, digits, ordered=ordered) for name in (a, b)]
    known = ~(np.isnan(means[0]) | np.isnan(means[1]))
    overall = _value(chosen, *(mean[known] for mean in means))
    by_topic = []
    first, second = (_scores(table, name, ordered=ordered) for name in (a, b))
    for topic in range(first.shape[1]):
        x, y = first[:, topic], second[:, topic]
        both = ~(np.isnan(x) | np.isnan(y))
        if both.sum() > 1:
            by_topic.append(_value(chosen, x[both], y[both]))
    defined = [value for value in by_topic if not np.isnan(value)]
    opened = sum(table.mean_order(name).open_pairs for name in (a, b) if digits is None)
    topics = float(np.mean(defined)) if defined else float("nan")
    return Correlated(a, b, overall, topics, len(defined), opened=opened)


def _means(table: ScoreTable, name: str, digits: int | None, *, ordered: bool) -> Array:
    """The means of a measure, as they are compared."""
    if digits is not None:
        return np.round([table.mean(system, name) for system in table.systems], digits)
    order = table.mean_order(name)
    return order.places if ordered and table.bounds_of(name) is not None else leading(order.means)


def _scores(table: ScoreTable, name: str, *, ordered: bool) -> Array:
    """The scores of a measure, or their exact order where that is known and all that matters."""
    scores = table.matrix(name)
    order = (table.bounds_of(name) or (None, None))[1]
    return scores if order is None or not ordered else np.where(np.isnan(scores), np.nan, order)


def _value(chosen: Coefficient, x: Array, y: Array) -> float:
    """The correlation; not a number where one list has a single value."""
    return chosen.value(x, y) if len(np.unique(x)) > 1 and len(np.unique(y)) > 1 else float("nan")
