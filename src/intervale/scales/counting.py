"""What an interval scale asks of a counting, and what nearly every counting answers.

A counting knows the values of one measure on one run space: how many there are, how many are at most a given one, how
many runs have them. It begins to count when it is first asked; whether values are too many for it is decided before,
from sizes (:mod:`intervale.scales.fold_strategies`). *Ways* are runs: in how many ways a value comes about.

A counting says itself how precise it is. Most know every rank, and inherit what follows from that. One that knows ranks
between bounds only is a :class:`Bounded` counting.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, inf, nextafter
from typing import Any, ClassVar, Protocol

import numpy as np

from intervale.exact import Exact
from intervale.exact.totals import step_range_of

__all__ = ["MOST_SHOWN", "Asked", "Bounded", "Bounds", "Counting", "Rank", "share"]

Array = np.ndarray[Any, Any]
Rank = Fraction | int
Bounds = tuple[int, int]
"""Between which ranks a rank lies, both included."""
MOST_SHOWN = 1 << 22
"""With more values than this they are not listed to be shown."""


class Asked(Protocol):
    """Runs that a scale is asked about. What is not needed is not made."""

    @property
    def tie_rule(self) -> str:
        """What rank runs with equal values get: ``unq``, ``mid``, ``min`` or ``max``."""

    @property
    def rows(self) -> Array:
        """Their grades, a row a run."""

    @property
    def values(self) -> list[Exact]:
        """Their values."""

    def some_values(self, places: Sequence[int]) -> list[Exact]:
        """The values of some of them, by their numbers."""

    def ranked(self, values: Sequence[Exact]) -> list[Rank]:
        """The ranks of values by the rule for ties, from the cache as far as it has them."""


class Counting(ABC):
    """The values of a measure on a run space, counted."""

    method: ClassVar[str]
    """How values are counted, in a word."""
    exact: ClassVar[bool] = True
    """Whether ranks are known, and not only bounds of them."""
    default_tie_rule: ClassVar[str] = "unq"
    """The rule for ties where none is given."""
    unchecked: ClassVar[str] = "there are too many values to check their steps"
    """Why steps cannot be checked, where values are not listed."""
    kept: ClassVar[bool] = False
    """Whether what took long is worth keeping in the cache."""

    # ------------------------------------------------------------ the values

    @property
    @abstractmethod
    def size(self) -> int:
        """How many different values there are; refused where that cannot be known."""

    @property
    def known_size(self) -> int | None:
        """How many different values there are; None where that cannot be known."""
        return self.size

    @property
    def one_value(self) -> bool:
        """Whether it is known that all runs have the same value."""
        low, high = self.extremes
        return bool(low == high)

    @property
    @abstractmethod
    def values(self) -> Sequence[Exact] | None:
        """The values themselves, in ascending order; None where they are too many to list."""

    @property
    @abstractmethod
    def extremes(self) -> tuple[Exact, Exact]:
        """The least and the greatest value."""

    @abstractmethod
    def has(self, value: Exact) -> bool:
        """Whether some run has this value."""

    @abstractmethod
    def at_most(self, values: Sequence[Exact]) -> list[int]:
        """For each value, how many different values are at most that: φ."""

    @abstractmethod
    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        """For each value, how many runs have at most that; refused where that cannot be known."""

    @abstractmethod
    def ways(self, value: Exact) -> int:
        """How many runs have this value; refused where that cannot be known."""

    @abstractmethod
    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        """The next lower and the next higher value; None at the ends, and where they are not known."""

    # ------------------------------------------------------------ what is known without counting

    @property
    def assumption(self) -> str:
        """What the number of values rests on, in words; empty where it is proven."""
        return ""

    @property
    def how(self) -> str:
        """How well the size is known, in words that follow the number of values."""
        return f", counted by the method {self.method}"

    @property
    def most_values(self) -> int | None:
        """A number that the size does not exceed, known without counting; None where there is none but that of runs."""
        return self.size

    @property
    def equally_spaced(self) -> bool:
        """Whether it is proven, without looking at values, that all steps between neighbouring ones are equal."""
        return False

    @property
    def step_range(self) -> tuple[Exact, Exact] | None:
        """The smallest and the largest step between neighbouring values; None where there is none, or values are too
        many to list.
        """
        return step_range_of(self.values)

    # ------------------------------------------------------------ what it costs

    @property
    def cost(self) -> float:
        """About how many seconds it takes to know the size: from sizes alone, and so always the same; endless where it
        cannot be known.
        """
        return 0.0

    def seconds(self, asked: int) -> float:
        """About how many seconds it will take to rank ``asked`` values."""
        return 0.0

    @property
    def counted(self) -> bool:
        """Whether the size is known; False where the cache may spare the counting."""
        return True

    def state(self) -> dict[str, Any]:
        """What was counted, for the cache to keep beside ranks."""
        return {}

    def resume(self, state: Mapping[str, Any]) -> bool:
        """Take up what was counted before; False where that belongs to other values."""
        return True

    # ------------------------------------------------------------ runs, as precisely as it can

    @property
    def error(self) -> float:
        """How far a score can be off."""
        return 0.0

    def ranks(self, asked: Asked) -> list[Rank]:
        """The ranks of runs; where they are not known, those that stand for them."""
        return asked.ranked(asked.values)

    def rank_bounds(self, asked: Asked) -> list[Bounds]:
        """Between which ranks the ranks of runs lie; a mean of two is rounded down and up."""
        return [(floor(rank), ceil(rank)) for rank in self.ranks(asked)]

    def ends(self, asked: Asked) -> tuple[Rank, Rank]:
        """The ranks of the worst and the best value."""
        if asked.tie_rule == "unq":
            return 1, self.size
        low, high = asked.ranked(self.extremes)
        return low, high

    def scores(self, asked: Asked) -> list[Fraction]:
        """Where ranks lie between those of the worst and the best value, from 0 to 1."""
        ranks = self.ranks(asked)
        low, high = self.ends(asked)
        return [Fraction(rank - low) / (high - low) for rank in ranks]

    def score_bounds(self, asked: Asked) -> list[tuple[float, float]]:
        """Between which scores the scores of runs lie."""
        return [(float(score), float(score)) for score in self.scores(asked)]

    def scored(self, asked: Asked) -> tuple[Array, Array]:
        """The scores of runs in floats, and how far each can be off."""
        scores = np.array([float(score) for score in self.scores(asked)])
        return scores, np.zeros(len(scores))


class Bounded(Counting):
    """A counting that knows ranks between bounds: proven ones, or at a confidence."""

    exact = False

    @property
    @abstractmethod
    def error(self) -> float:
        """How far a score can be off, proven or at the confidence that :attr:`assumption` says."""

    @property
    def values(self) -> None:
        return None

    @property
    def most_values(self) -> int | None:
        return None

    @abstractmethod
    def rank_bounds(self, asked: Asked) -> list[Bounds]:
        """Between which ranks the ranks of runs lie."""

    def score_bounds(self, asked: Asked) -> list[tuple[float, float]]:
        low, high = self.ends(asked)
        whole = high - low
        bounds = self.rank_bounds(asked)
        return [(max(0.0, share(a - low, whole, -inf)), min(1.0, share(b - low, whole, inf))) for a, b in bounds]

    def scored(self, asked: Asked) -> tuple[Array, Array]:
        low, high = np.array(self.score_bounds(asked)).reshape(-1, 2).T
        scores = self.middles(asked, low, high)
        return scores, np.maximum(high - scores, scores - low)

    def middles(self, asked: Asked, low: Array, high: Array) -> Array:
        """The scores that stand for runs whose scores lie between bounds."""
        return np.array([float(score) for score in self.scores(asked)])


def share(part: Rank, whole: Rank, towards: float) -> float:
    """A share of numbers of any size as a float that is not less, or not more, than it.

    >>> share(1, 3, -inf), share(1, 3, inf), share(Fraction(1, 2), 2, inf)
    (0.3333333333333333, 0.33333333333333337, 0.25)
    """
    top, bottom = part.numerator * whole.denominator, part.denominator * whole.numerator
    near = top / bottom  # the nearest float
    number, over = near.as_integer_ratio()
    more = number * bottom - top * over
    return nextafter(near, towards) if (more < 0 if towards > 0 else more > 0) else near
