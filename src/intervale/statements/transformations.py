"""Permissible transformations: what a scale leaves open, as values that can be applied, read and checked by hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Any, ClassVar, Self

import numpy as np

from intervale.exact.rounding import NOISE
from intervale.measures.declared import LEVELS
from intervale.statements.scores import THE_NUMBER, Scores
from intervale.statements.splines import splines

__all__ = ["Affine", "ByTopic", "Curve", "Jump", "Relabelled", "Stretched", "Transformation", "is_permissible"]

Array = np.ndarray[Any, Any]
MOST_LISTED, MOST_CHANGES = 12, 3


class Transformation(ABC):
    """A change of scale. ``level`` is the richest kind of scale that it is permissible for; ``by_topic`` says whether
    it
    changes topics each in a way of its own.
    """

    level: ClassVar[str]
    by_topic: ClassVar[bool] = False

    @abstractmethod
    def apply(self, values: Array) -> Array:
        """The scores on the other scale: systems × topics."""

    @classmethod
    def columnwise(cls, changes: Sequence[Self], values: Array) -> Array:
        """The scores with a change of this kind for each column."""
        found = [change.apply(values[:, [column]]) for column, change in enumerate(changes)]
        return np.hstack(found)

    @abstractmethod
    def __str__(self) -> str: ...


@dataclass(frozen=True)
class Affine(Transformation):
    """f(x) = factor · x + shift, factor > 0; a similarity where shift = 0."""

    factor: float
    shift: float = 0.0
    level: ClassVar[str] = "interval"

    def apply(self, values: Array) -> Array:
        return self.factor * values + self.shift

    @classmethod
    def columnwise(cls, changes: Sequence[Self], values: Array) -> Array:
        factors, shifts = np.array([(change.factor, change.shift) for change in changes]).T
        found: Array = factors * values + shifts
        return found

    def __str__(self) -> str:
        factor = "" if self.factor == 1 else f"{_shown(self.factor)} · "
        return f"f(x) = {factor}x" + (
            f" {'+' if self.shift > 0 else '−'} {_shown(abs(self.shift))}" if self.shift else ""
        )


@dataclass(frozen=True)
class Jump(Transformation):
    """f(x) = x below ``start``, x + ``by`` from there on, by > 0: increasing, with one larger step."""

    start: float
    by: float
    level: ClassVar[str] = "ordinal"

    def apply(self, values: Array) -> Array:
        return np.where(values >= self.start - NOISE * abs(self.start), values + self.by, values)

    def __str__(self) -> str:
        return f"f(x) = x for x < {_shown(self.start)}, x + {_shown(self.by)} from there on"


@dataclass(frozen=True)
class Stretched(Transformation):
    """A new value for each value in order, straight between them."""

    old: tuple[float, ...]
    new: tuple[float, ...]
    level: ClassVar[str] = "ordinal"

    def apply(self, values: Array) -> Array:
        found: Array = np.interp(values, self.old, self.new)
        return np.where(np.isnan(values), np.nan, found)

    def __str__(self) -> str:
        return _listed(self.old, self.new)


@dataclass(frozen=True)
class Relabelled(Transformation):
    """A new value for each value, in whatever order."""

    old: tuple[float, ...]
    new: tuple[float, ...]
    level: ClassVar[str] = "nominal"

    def apply(self, values: Array) -> Array:
        places = np.abs(np.asarray(self.old)[:, None, None] - values[None]).argmin(axis=0)
        return np.where(np.isnan(values), np.nan, np.asarray(self.new)[places])

    def __str__(self) -> str:
        return _listed(self.old, self.new)


@dataclass(frozen=True)
class Curve(Transformation):
    """One of a family of increasing curves on the range from the smallest to the largest score, brought to 0 … 1."""

    family: str
    parameter: float
    low: float
    high: float
    knots: tuple[tuple[float, float], ...] = ()
    level: ClassVar[str] = "ordinal"

    def apply(self, values: Array) -> Array:
        columns = np.reshape(values, (-1, 1))
        return self.columnwise([self], columns).reshape(np.shape(values))

    @classmethod
    def columnwise(cls, changes: Sequence[Self], values: Array) -> Array:
        found = np.empty_like(values, dtype=float)
        families = np.array([change.family for change in changes])
        for family in dict.fromkeys(families.tolist()):
            places = np.flatnonzero(families == family).tolist()
            some = [changes[place] for place in places]
            c, low, high = np.array([(change.parameter, change.low, change.high) for change in some]).T
            u = (values[:, places] - low) / (high - low)
            found[:, places] = _curved(family, u, c, [change.knots for change in some])
        return found

    def __str__(self) -> str:
        u = (
            "u"
            if (self.low, self.high) == (0.0, 1.0)
            else f"u = (x − {_shown(self.low)}) / {_shown(self.high - self.low)}"
        )
        c = _shown(abs(self.parameter))
        formula = {
            "power": f"u^{c}",
            "logarithm": f"ln(1 + {c}·u)" if self.parameter > 0 else f"−ln(1 + {c}·(1 − u))",
            "logit": f"logit({c} + (1 − 2·{c})·u)",
        }.get(self.family, "a spline through " + ", ".join(f"({x:.3g}, {y:.3g})" for x, y in self.knots))
        return f"f(x) = {formula}" + ("" if u == "u" else f", {u}")


@dataclass(frozen=True)
class ByTopic(Transformation):
    """A change of scale for each topic: those named, the others stay."""

    changes: tuple[tuple[int, str, Transformation], ...]
    """(column, topic, change)"""
    level: ClassVar[str] = "interval"
    by_topic: ClassVar[bool] = True

    def apply(self, values: Array) -> Array:
        found = values.astype(float, copy=True)
        kinds: dict[type[Transformation], list[tuple[int, Transformation]]] = {}
        for column, _, change in self.changes:
            kinds.setdefault(type(change), []).append((column, change))
        for kind, some in kinds.items():
            columns = [column for column, _ in some]
            found[:, columns] = kind.columnwise([change for _, change in some], values[:, columns])
        return found

    def __str__(self) -> str:
        alike: dict[str, list[str]] = {}
        for _, topic, change in self.changes:
            alike.setdefault(str(change), []).append(topic)
        shown = list(alike.items())[:MOST_CHANGES]
        parts = [f"{change}{',' * change.endswith(' on')} on {_some(some)}" for change, some in shown]
        more = sum(len(some) for some in list(alike.values())[MOST_CHANGES:])
        rest = f"and likewise, with other numbers, on {more} more topics" if more else "the other topics do not change"
        return "; ".join([*parts, rest])


def _curved(family: str, u: Array, c: Array, knots: Sequence[tuple[tuple[float, float], ...]]) -> Array:
    """A curve of a family for each column of u, with its parameter c or its knots."""
    if family == "power":
        return np.asarray(u**c)
    if family == "logarithm":  # rises early for c > 0, late for c < 0
        size = np.abs(c)
        early, late = np.log1p(size * u) / np.log1p(size), 1 - np.log1p(size * (1 - u)) / np.log1p(size)
        return np.asarray(np.where(c > 0, early, late))
    if family == "logit":
        inner = c + (1 - 2 * c) * u
        return np.asarray(np.log(inner / (1 - inner)))
    return splines(knots, u)


def is_permissible(change: Transformation, scores: Scores) -> bool:
    """Whether a change of scale keeps what the scale of the scores is about, looked at on the scores that there are."""
    if change.by_topic and scores.shared:
        return False
    if isinstance(change, ByTopic):
        return all(
            _within(one, scores.level) and _keeps(scores.values[:, [column]], one, scores.level)
            for column, _, one in change.changes
        )
    return _within(change, scores.level) and _keeps(scores.values, change, scores.level)


def _within(change: Transformation, level: str) -> bool:
    """Whether the class that a level permits has changes of this kind."""
    if level == "ratio":
        return isinstance(change, Affine) and change.shift == 0
    return LEVELS.index(change.level) >= LEVELS.index(level)


def _keeps(values: Array, change: Transformation, level: str) -> bool:
    old, new = values.ravel(), change.apply(values).ravel()
    known = ~np.isnan(old)
    if not known.any():  # a topic without scores
        return True
    order = np.argsort(old[known], kind="stable")
    before, after = old[known][order], new[known][order]
    if not np.isfinite(after).all():
        return False
    apart = np.diff(before) > NOISE * np.maximum(np.abs(before[1:]), np.abs(before[:-1]))
    if level == "nominal":
        groups = np.concatenate([[0], np.cumsum(apart)])
        firsts = [after[groups == group] for group in range(groups[-1] + 1)]
        return all(len(np.unique(one)) == 1 for one in firsts) and len({float(one[0]) for one in firsts}) == len(firsts)
    return bool((np.diff(after)[apart] > 0).all())


def _listed(old: tuple[float, ...], new: tuple[float, ...]) -> str:
    digits = next((n for n in range(6, 18) if len({f"{y:.{n}g}" for y in new}) == len(new)), 17)
    pairs = [f"{_shown(x)} ↦ {_shown(y, digits)}" for x, y in zip(old, new, strict=True)]
    if len(pairs) <= MOST_LISTED:
        return ", ".join(pairs)
    return ", ".join([*pairs[: MOST_LISTED - 2], "…", pairs[-1]]) + f" ({len(pairs)} values)"


def _some(names: list[str]) -> str:
    named = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    return named if names[0].startswith(THE_NUMBER) else f"topic{'s' * (len(names) > 1)} {named}"


def _shown(x: float, digits: int = 6) -> str:
    """A number with as many digits as it needs, six at most where nothing else is asked for."""
    if x == int(x) and abs(x) < 1e7:
        return str(int(x))
    return f"{x:.{digits}g}" if abs(log10(abs(x))) < 15 else f"{x:.3g}"
