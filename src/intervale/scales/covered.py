"""Sums over ranks with rational weights, too many to count: scores between bounds that are proven.

Nearly all multiples of a small unit are values there (:mod:`intervale.exact.covered`), so that the share of the values
below one is known nearly, though not how many there are: INSQ at 1000.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact import Exact, LogSum
from intervale.exact.covered import CoveredSums, covered_sums
from intervale.scales.counting import Asked, Bounds, Rank
from intervale.scales.deep import Deep

__all__ = ["Covered"]

Array = np.ndarray[Any, Any]
FAR_OFF = 0.25


@dataclass(frozen=True, eq=False)
class Covered(Deep):
    """Values of which the share below each is enclosed; how many there are is known between bounds only."""

    method = "covered"
    sums: CoveredSums
    least: Fraction

    @staticmethod
    def of(places: Sequence[Sequence[Exact]]) -> Covered | None:
        """None where values are not rational, or not of this kind."""
        if any(isinstance(number, LogSum) for place in places for number in place):
            return None
        rational = [[Fraction(number) for number in place] for place in places]  # type: ignore[arg-type]
        least = [min(place) for place in rational]
        above = [tuple(number - low for number in place) for low, place in zip(least, rational, strict=True)]
        sums = covered_sums(above)
        return None if sums is None else Covered(sums, sum(least, Fraction(0)))

    @property
    def known_size(self) -> int | None:
        low, high = self.sums.size_bounds
        return low if low == high else None

    @property
    def size(self) -> int:
        size = self.known_size
        if size is None:
            raise OptionError("the number of different values is not known here: only bounds of ranks and scores are")
        return size

    @property
    def most_values(self) -> int | None:
        return self.sums.size_bounds[1]

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        return self.least, self.least + self.sums.reach

    @property
    def how(self) -> str:
        return f"; scores enclosed by the method {self.method}"

    @property
    def assumption(self) -> str:
        rests = f"scores lie between proven bounds, to ±{self.error:.2g}"
        return rests if self.known_size is not None else f"{rests}; how many values there are is not known"

    @cached_property
    def error(self) -> float:
        """Half the widest bracket of a score."""
        return min(1.0, self.sums.widest + self._one) / 2

    @property
    def off(self) -> float:
        """How far a score can be off, or nearly: what is far too much is not looked at closely."""
        return self.sums.rough / 2 if self.sums.rough > FAR_OFF else self.error

    @property
    def _one(self) -> float:
        """No less than the share of one value."""
        return float(Fraction(1, self.sums.size_bounds[0])) * 1.001

    def seconds(self, asked: int) -> float:
        return 1.0

    def has(self, value: Exact) -> bool:
        """Whether it may be a value: between the extremes."""
        low, high = self.extremes
        return not isinstance(value, LogSum) and bool(low <= value <= high)

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        raise OptionError("only bounds of ranks are known here: use rank_bounds_of")

    def _bounds(self, asked: Asked) -> tuple[Array, Array]:
        """Between which scores those of runs lie; the worst and the best value are known."""
        self._check_ties(asked)
        values = [Fraction(value) - self.least for value in asked.values]  # type: ignore[arg-type]
        low, high = self.sums.shares(values)
        low = np.maximum(0.0, low - self._one)
        for n, value in enumerate(values):
            if not value or value == self.sums.reach:
                low[n] = high[n] = float(bool(value))
        return low, high

    def score_bounds(self, asked: Asked) -> list[tuple[float, float]]:
        low, high = self._bounds(asked)
        return list(zip(low.tolist(), high.tolist(), strict=True))

    def scores(self, asked: Asked) -> list[Fraction]:
        """The middles of the bounds."""
        return [(Fraction(low) + Fraction(high)) / 2 for low, high in self.score_bounds(asked)]

    def rank_bounds(self, asked: Asked) -> list[Bounds]:
        least, most = (size - 1 for size in self.sums.size_bounds)
        bounds = [(Fraction(low), Fraction(high)) for low, high in self.score_bounds(asked)]
        return [(1 + floor(low * least), 1 + ceil(high * most)) for low, high in bounds]

    def ranks(self, asked: Asked) -> list[Rank]:
        """The middles of the bounds."""
        return [(low + high) // 2 for low, high in self.rank_bounds(asked)]

    def ends(self, asked: Asked) -> tuple[Rank, Rank]:
        return 1, self.size
