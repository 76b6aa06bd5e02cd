"""The scores that a statement is about, with the scale they are on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from math import nan
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.evaluation import Evaluation
from intervale.evaluation.scale import TOPIC_SCALES
from intervale.exact.rounding import NOISE, merged
from intervale.measures.declared import LEVELS
from intervale.measures.mean_order import MeanOrder, mean_order
from intervale.statements.expressions import Anchored, Number, Score, Statistic, Term, places

__all__ = ["THE_NUMBER", "Scores", "Source", "anchored", "scores_of"]

Array = np.ndarray[Any, Any]
THE_NUMBER = "the number"
"""How the places of plain numbers are called."""


@dataclass(frozen=True, eq=False)
class Scores:
    """Systems × topics, not a number where a system lacks a topic; the ``level`` of their scale, and whether topics
    have one scale (``shared``) or one each.
    """

    systems: tuple[str, ...]
    topics: tuple[str, ...]
    values: Array
    level: str
    shared: bool
    why: str = ""
    name: str = ""
    errors: Array | None = None
    """How far each score can be off; None where all are exact."""
    order: Array | None = None
    """The place of each score in the exact order of its topic, where scores can be off and it is known."""
    across: bool = True
    """Whether that order is one for all topics."""
    known: bool | None = True
    """Whether the level is known to be the richest; None where an interval scale is neither shown nor ruled out."""
    shared_known: bool = True
    """Whether it is known if topics share the scale; where it is not, ``shared`` is False."""
    numbers: tuple[str, ...] = ()
    """The systems that stand for the plain numbers in a statement."""

    @property
    def real(self) -> Scores:
        """Without what stands for plain numbers."""
        if not self.numbers:
            return self
        found = self.only([name for name in self.systems if name not in self.numbers])
        errors, order = (None if one is None else one[:, :-1] for one in (found.errors, found.order))
        return replace(
            found, topics=found.topics[:-1], values=found.values[:, :-1], errors=errors, order=order, numbers=()
        )

    @property
    def one_ratio_scale(self) -> bool:
        """Whether topics share a ratio scale: only similarities are permissible."""
        return self.level == "ratio" and self.shared

    @property
    def richest(self) -> Scores:
        """On the richest scale that they can be on, as far as is known."""
        level = self.level if self.known else "interval"
        return replace(self, level=level, known=True, shared=self.shared or not self.shared_known, shared_known=True)

    def only(self, names: Collection[str]) -> Scores:
        """The scores of some systems."""
        rows = [place for place, name in enumerate(self.systems) if name in names]
        kept = tuple(self.systems[row] for row in rows)
        errors, order = (None if one is None else one[rows] for one in (self.errors, self.order))
        return replace(self, systems=kept, values=self.values[rows], errors=errors, order=order)

    def off(self, term: Term) -> float:
        """By how much a term can be off where scores lie between bounds: a mean by the mean over the scores that are
        there, another weighting by no more than the worst of them, a single score by its own.
        """
        if self.errors is None:
            return 0.0
        row = self.row(term.system)  # type: ignore[attr-defined]
        if isinstance(term, Score):
            return float(self.errors[row, self.column(term.topic)])
        errors = self.errors[row][~np.isnan(self.values[row])]
        if not len(errors):
            return 0.0
        return float(errors.mean() if isinstance(term, Statistic) and term.kind == "mean" else errors.max())

    @cached_property
    def mean_order(self) -> MeanOrder:
        """Which means are larger, as far as bounds of scores leave that."""
        means = np.array([row[~np.isnan(row)].mean() if (~np.isnan(row)).any() else nan for row in self.values])
        return mean_order(means, self.values, self.errors, self.order, across=self.across)

    def known_sign(self, left: Term, right: Term) -> int | None:
        """Which of two means, or of two scores on a topic, is larger where scores lie between bounds: 1, 0 or −1; None
        where that is open, or another statistic.
        """
        a, b = (self.row(term.system) for term in (left, right))  # type: ignore[attr-defined]
        if isinstance(left, Statistic) and isinstance(right, Statistic) and left.kind == right.kind == "mean":
            found = self.mean_order
            if found.opened[a, b]:
                return None
            return 1 if found.larger[a, b] else -1 if found.larger[b, a] else 0
        if isinstance(left, Score) and isinstance(right, Score) and self.order is not None:
            x, y = self.column(left.topic), self.column(right.topic)
            if x == y or self.across:
                return int(np.sign(self.order[a, x] - self.order[b, y]))
        return None

    def row(self, system: str) -> int:
        return _found(system, self.systems, "system")

    def column(self, topic: str) -> int:
        return _found(topic, self.topics, "topic")

    def changed(self, values: Array) -> Scores:
        """The same with other scores, which are taken as exact."""
        return replace(self, values=values, errors=None, order=None)

    @cached_property
    def chain(self) -> Array:
        """The different scores in ascending order; those that differ by rounding alone are one."""
        values = merged(self.values)
        found: Array = np.unique(values[~np.isnan(values)])
        return found

    @cached_property
    def codes(self) -> Array:
        """The place of each score in the chain; -1 where there is none."""
        found: Array = np.searchsorted(self.chain, merged(self.values))
        known: Array = np.where(np.isnan(self.values), -1, found)
        return known

    # ------------------------------------------------------------ terms

    def weights(self, term: Term, order: Array | None = None) -> dict[int, Fraction]:
        """The weight of each place of the chain in a term. ``order`` is another order of the places, where the scale
        has none of its own.
        """
        codes = self._codes_of(term)
        if isinstance(term, Score):
            return {int(codes[0]): Fraction(1)}
        assert isinstance(term, Statistic)
        if term.kind == "mode":
            values, counts = np.unique(codes, return_counts=True)
            often = values[counts == counts.max()]
            if len(often) > 1:
                raise OptionError(f"{term}: {len(often)} scores are the most frequent, {counts.max()} times each")
            return {int(often[0]): Fraction(1)}
        found: dict[int, Fraction] = {}
        if (share := term.share) is not None:
            ordered = np.sort(codes) if order is None else codes[np.argsort(order[codes], kind="stable")]
            for place, weight in places(share, len(codes)).items():
                code = int(ordered[place])
                found[code] = found.get(code, Fraction(0)) + weight
            return found
        values, counts = np.unique(codes, return_counts=True)
        return {int(v): Fraction(int(n), len(codes)) for v, n in zip(values, counts, strict=True)}

    def _codes_of(self, term: Term) -> Array:
        assert isinstance(term, Score | Statistic)
        codes: Array = self.codes[self.row(term.system)]
        if isinstance(term, Score):
            codes = codes[[self.column(term.topic)]]
        codes = codes[codes >= 0]
        if not len(codes):
            raise OptionError(f"{term}: there are no scores")
        return codes

    def sign(self, left: Term, right: Term) -> int:
        """Which is larger: 1, 0 or −1; equal where only rounding tells them apart. Between bounds, what is
        known, or else the middles.
        """
        if self.errors is not None and (known := self.known_sign(left, right)) is not None:
            return known
        x, y = self.number(left), self.number(right)
        return 0 if abs(x - y) <= NOISE * (abs(x) + abs(y)) else 1 if x > y else -1

    def number(self, term: Term) -> float:
        """What a term is on these scores."""
        row = self.values[self.row(term.system)]  # type: ignore[attr-defined]
        if isinstance(term, Score):
            value = float(row[self.column(term.topic)])
            if np.isnan(value):
                raise OptionError(f"{term}: there are no scores")
            return value
        assert isinstance(term, Statistic)
        row = row[~np.isnan(row)]
        if not len(row):
            raise OptionError(f"{term}: there are no scores")
        if term.kind == "mode":
            return float(self.chain[next(iter(self.weights(term)))])
        if (share := term.share) is not None:
            ordered = np.sort(row)
            return float(sum(float(weight) * ordered[place] for place, weight in places(share, len(row)).items()))
        if term.kind == "mean":
            return float(row.mean())
        if (row <= 0).any():
            raise OptionError(f"{term}: it needs scores above 0, and {int((row <= 0).sum())} of {len(row)} are not")
        return float(np.exp(np.log(row).mean())) if term.kind == "gmean" else float(1 / (1 / row).mean())


def anchored(statement: Any, scores: Scores) -> tuple[Any, Scores]:
    """A statement whose plain numbers are scores of systems of their own on a topic of their own, so that they move
    with the scale as scores do; and the scores with these.
    """
    numbers = list(dict.fromkeys(_numbers(statement)))
    if not numbers:
        return statement, scores
    topic = f"{THE_NUMBER}{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"
    systems = [f"number {number}" for number in numbers]
    while topic in scores.topics or set(systems) & set(scores.systems):
        topic, systems = f"{topic}'", [f"{system}'" for system in systems]
    values = np.full((len(scores.systems) + len(numbers), len(scores.topics) + 1), nan)
    values[: len(scores.systems), :-1] = scores.values
    values[len(scores.systems) :, -1] = [float(number.number) for number in numbers]
    meant = {number: Anchored(system, topic, number) for number, system in zip(numbers, systems, strict=True)}
    errors = None
    if scores.errors is not None:
        errors = np.zeros_like(values)
        errors[: len(scores.systems), :-1] = scores.errors
    wider = replace(
        scores,
        systems=(*scores.systems, *systems),
        topics=(*scores.topics, topic),
        values=values,
        errors=errors,
        order=None,  # where a number stands in it is not known
        numbers=tuple(systems),
    )
    return _replaced(statement, meant), wider


def _numbers(value: Any) -> list[Number]:
    if isinstance(value, Number):
        return [value]
    if isinstance(value, tuple):
        return [one for part in value for one in _numbers(part)]
    return _numbers(tuple(getattr(value, field.name) for field in fields(value))) if is_dataclass(value) else []


def _replaced(value: Any, meant: dict[Number, Anchored]) -> Any:
    if isinstance(value, Number):
        return meant[value]
    if isinstance(value, tuple):
        return tuple(_replaced(part, meant) for part in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    return replace(value, **{field.name: _replaced(getattr(value, field.name), meant) for field in fields(value)})


@dataclass(frozen=True)
class Source:
    """Where the scores of a statement come from: an evaluation; the measure that is named beside the statement, and
    what is said of the scale.
    """

    evaluation: Evaluation
    measure: str | None = None
    scale: str | None = None
    topic_scale: str | None = None

    @property
    def systems(self) -> tuple[str, ...]:
        return self.evaluation.systems

    def scores(self, measure: str | None = None) -> Scores:
        """The scores of a measure, or of the one that is named beside the statement."""
        return scores_of(self.evaluation, measure or self.measure, self.scale, self.topic_scale)


def scores_of(evaluation: Evaluation, measure: str | None, scale: str | None, topic_scale: str | None) -> Scores:
    """The scores of one measure of an evaluation. ``scale`` and ``topic_scale`` replace the scale of the
    measure.
    """
    if scale is not None and scale not in LEVELS:
        raise OptionError(f"scale={scale!r} is unknown; use one of: {', '.join(LEVELS)}")
    if topic_scale is not None and topic_scale not in TOPIC_SCALES:
        known = "use shared (topics have one scale) or own (each has its own)"
        raise OptionError(f"topic_scale={topic_scale!r} is unknown; {known}")
    if measure is None and len(evaluation.names) > 1:
        raise OptionError(f"there are {len(evaluation.names)} measures; name one: {', '.join(evaluation.names)}")
    index = 0 if measure is None else evaluation.index(measure)
    name = evaluation.names[index]
    own = evaluation.scale(name)
    level = scale or own.level
    asked = scale is not None
    shared = own.shared if topic_scale is None else topic_scale == "shared"
    if shared is None and asked:
        shared = (
            True  # a scale that is given is one for all topics unless topic_scale says otherwise, as in read_scores
        )
    errors, order = evaluation.bounds_of(name) or (None, None)
    return Scores(
        evaluation.systems,
        evaluation.topics,
        evaluation.matrix(name),
        level,
        bool(shared),
        "as given" if asked else own.why,
        measure or name,
        errors,
        order,
        evaluation.measures[index].one_order,
        True if asked else own.equal_steps is not None or None,
        shared is not None,
    )


def _found(name: str, names: tuple[str, ...], what: str) -> int:
    if name in names:
        return names.index(name)
    spelled = {one.casefold(): one for one in names}
    near = [spelled[one] for one in get_close_matches(name.casefold(), spelled, n=1)]
    listed = f"the {what}s are: {', '.join(names[:10])}" + ", …" * (len(names) > 10)
    raise OptionError(f"unknown {what} {name!r}; {f'did you mean {near[0]}?' if near else listed}")
