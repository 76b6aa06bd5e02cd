"""Ranks among different values from numbers of runs: each value counted once, by how many runs share it.

The runs with a value of at most x have as many different values as the sum of 1/multiplicity over them, where the
multiplicity of a run is how many runs have its value. So φ(x) is the number of these runs, which is known between
proven bounds, times the mean of 1/multiplicity, which is estimated: runs are drawn, all with at most x equally often,
and the multiplicity of each is found exactly. The mean is of numbers between 0 and 1, for which there are confidence
intervals that hold for every number of draws (:mod:`intervale.exact.bounded_means`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import Any

import numpy as np

from intervale.exact import Exact, LogSum
from intervale.exact.bounded_means import mean_interval, share_interval
from intervale.exact.drawn_walks import DrawnWalks
from intervale.exact.limbs import limbs_for
from intervale.exact.multiplicities import Multiplicities
from intervale.exact.progress import announce, steps
from intervale.scales.choices import Choices
from intervale.scales.counting import Asked, Bounds
from intervale.scales.deep import WORTH_SAYING, Deep, estimate_text

__all__ = ["Drawn", "Draws", "Places"]

Array = np.ndarray[Any, Any]
Places = Callable[[Sequence[Fraction]], list[Bounds]]
"""Between which numbers the number of runs with at most each value lies, proven; each is the value of some run."""
DRAWS, PILOTS = 1000, 400
"""How many runs are drawn for ranks of a stretch of values, and how many to find where the next stretch begins."""
MOST_PAIRS = 1 << 17
"""How many pairs of a state and a value are looked at for one run at a rank; with more its multiplicity is known from
below only.
"""
BATCH = 50
PAIR_SECONDS = 3e-7
GROWTH = 0.29
"""Pairs looked at for a run: about the number of runs to this power."""
LEAST_RUNS = 1 << 10
MOST_BITS = 71
"""With more bits in the number of runs than this, most multiplicities would be known from below only: AP ends at 70."""


@dataclass(frozen=True, eq=False)
class Draws:
    """Runs drawn from all with at most some value, in ascending order of their draw: values, and 1/multiplicity between
    bounds.
    """

    limit: Fraction
    runs: Bounds
    """How many runs there are to draw from, between proven bounds."""
    values: Array
    low: Array
    high: Array

    def inside(self, value: Fraction) -> Array:
        found: Array = np.array([bool(drawn <= value) for drawn in self.values], dtype=bool)
        return found

    def bounds(self, value: Fraction, confidence: float) -> Bounds:
        """The confidence interval of how many different values are at most this one."""
        inside = self.inside(value)
        low, high = mean_interval(np.where(inside, self.low, 0.0), np.where(inside, self.high, 0.0), confidence)
        return floor(self.runs[0] * Fraction(low)), ceil(self.runs[1] * Fraction(high))

    def about(self, value: Fraction) -> int:
        """An estimate of how many different values are at most this one."""
        mean = float(np.where(self.inside(value), (self.low + self.high) / 2, 0.0).mean())
        return round(Fraction(mean) * (self.runs[0] + self.runs[1]) / 2)


@dataclass(frozen=True, eq=False)
class Drawn(Deep):
    """Rational values that grow rank by rank: ranks and scores have a confidence interval, from multiplicities of runs
    that are drawn.
    """

    method = "multiplicities"
    walks: Multiplicities
    places: Places
    runs: int
    seed: int = 0
    confidence: float = 0.95
    draws: int = DRAWS

    @staticmethod
    def of(choices: Choices, places: Places, seed: int = 0, draws: int = DRAWS) -> Drawn | None:
        """None where values are not rational, states too many, runs too few, or only some runs are allowed."""
        if choices.closing is not None or choices.runs < LEAST_RUNS:
            return None
        walks = Multiplicities.of(choices.start, choices.length, choices.steps)
        if walks is None or walks.ranges[-1] == [(0, 0)]:
            return None
        return Drawn(walks, places, sum(choices.times) ** choices.length, seed, draws=draws)

    @staticmethod
    def costs(choices: Choices) -> dict[str, int]:
        """How many bits the number of runs has: what there is to look at doubles with every three or four of them."""
        return {"bits of runs": choices.runs.bit_length()}

    # ------------------------------------------------------------ draws

    @cached_property
    def drawn_walks(self) -> DrawnWalks:
        return DrawnWalks(self.walks)

    @cached_property
    def stretches(self) -> list[Draws]:
        """Draws, first from all runs, then from about half of those before, as far down as ranks were asked for."""
        if self.cost > WORTH_SAYING:
            announce(f"counting the runs that share a value takes about {self.cost:.0f} s")
        return [self._drawn(0, self.extremes[1], (self.runs, self.runs))]

    @cached_property
    def limits(self) -> list[Fraction]:
        """The greatest values of stretches, as far as they are known: medians of draws that serve for nothing else."""
        return [self.extremes[1]]

    def _random(self, *of: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, *of])

    def _limit(self, number: int) -> Fraction:
        while len(self.limits) <= number:
            above = self.limits[-1]
            drawn = self.drawn_walks.at_most(above, PILOTS, self._random(1, len(self.limits)))
            self.limits.append(min(sorted(drawn)[PILOTS // 2], above))
        return self.limits[number]

    def _number(self, value: Fraction) -> int:
        """The stretch that a value lies in."""
        number = 0
        while value <= self._limit(number + 1) < self._limit(number):
            number += 1
        return number

    def _stretch(self, number: int) -> Draws:
        while len(self.stretches) <= number:
            limit = self._limit(len(self.stretches))
            self.stretches.append(self._drawn(len(self.stretches), limit, self.places([limit])[0]))
        return self.stretches[number]

    def _drawn(self, number: int, limit: Fraction, runs: Bounds) -> Draws:
        among = limit if number else None
        values = self.drawn_walks.at_most(among, self.draws, self._random(0, number))
        batches = [values[first : first + BATCH] for first in range(0, len(values), BATCH)]
        found = [
            multiplicity
            for batch in steps(batches, "counting runs that share a value")
            for multiplicity in self.walks.count(batch, MOST_PAIRS)
        ]
        high = np.array([1 / max(1, multiplicity.least) for multiplicity in found])
        low = np.array([share if each.known else 0.0 for share, each in zip(high, found, strict=True)])
        return Draws(limit, runs, np.array(values, dtype=object), low, high)

    # ------------------------------------------------------------ the size

    @property
    def size(self) -> int:
        """How many values there are: an estimate."""
        return max(2, self.stretches[0].about(self.extremes[1]))

    @cached_property
    def size_bounds(self) -> Bounds:
        """The confidence interval of the size."""
        return self._within(self.stretches[0].bounds(self.extremes[1], self.confidence), self.runs)

    @property
    def most_values(self) -> int:
        """There are no more values than runs: proven."""
        return self.runs

    @property
    def extremes(self) -> tuple[Fraction, Fraction]:
        low, high = zip(*self.walks.ranges[-1], strict=True)
        return Fraction(min(low), self.walks.units[-1]), Fraction(max(high), self.walks.units[-1])

    @property
    def how(self) -> str:
        return estimate_text(self.size_bounds, self.confidence, self.method)

    @cached_property
    def error(self) -> float:
        """Half a confidence interval of the score of the median run among those drawn."""
        middle: Fraction = sorted(self.stretches[0].values)[self.draws // 2]
        low, high = self._scored_between(middle)
        return float(high - low) / 2

    @property
    def assumption(self) -> str:
        return (
            f"an estimate: how many runs share a value was counted for {self.draws:,} runs drawn with seed "
            f"{self.seed}, and as many for each halving of the runs below; about {self.size:.4g} values; each "
            f"confidence interval is at {self.confidence:.0%}, and no rank is more than the number of runs with at "
            "most its value, which is proven"
        )

    @property
    def cost(self) -> float:
        walks = self.walks
        likely = float(2.0 ** min(60.0, GROWTH * self.runs.bit_length())) + 10 * walks.states[-1]
        pairs = min(likely, MOST_PAIRS * walks.length / 4)
        wide = limbs_for(max(high for _, high in walks.ranges[-1])) * len(walks.steps[-1]) / walks.states[-2] / 4
        return 1.0 + self.draws * (3e-4 + PAIR_SECONDS * pairs * max(1.0, wide))

    def seconds(self, asked: int) -> float:
        return 0.0 if "stretches" in self.__dict__ else self.cost

    # ------------------------------------------------------------ ranks

    def has(self, value: Exact) -> bool:
        """Whether some run has this value; with very many to look at, that is taken to be so."""
        if isinstance(value, LogSum):
            return False
        found = self.walks.count([Fraction(value)], MOST_PAIRS)[0]
        return found.least > 0 or not found.known

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        """Estimates of the ranks; the best value has the estimated size."""
        rational = [Fraction(value) for value in values]  # type: ignore[arg-type]
        ends = {self.extremes[0]: 1, self.extremes[1]: self.size}
        most = [high for _, high in self.places(rational)]
        return [ends.get(value) or min(self._about(value), high) for value, high in zip(rational, most, strict=True)]

    def _about(self, value: Fraction) -> int:
        """No less than the estimate at the end of the stretch below, so that ranks do not fall where stretches meet."""
        number = self._number(value)
        below = self._stretch(number + 1)
        least = below.about(below.limit) if below.limit < value else 1
        return min(max(2, least, self._stretch(number).about(value)), self.size)

    def rank_bounds(self, asked: Asked) -> list[Bounds]:
        """Confidence intervals of the ranks; the worst value has rank 1, the best one the size."""
        self._check_ties(asked)
        values = [Fraction(value) for value in asked.values]  # type: ignore[arg-type]
        most = dict(zip(values, self.places(values), strict=True))
        ends = {self.extremes[0]: (1, 1), self.extremes[1]: self.size_bounds}
        return [ends.get(value) or self._ranked_between(value, most[value][1]) for value in values]

    def _ranked_between(self, value: Fraction, most: int) -> Bounds:
        found = self._stretch(self._number(value)).bounds(value, self.confidence)
        return self._within(found, most)

    @staticmethod
    def _within(bounds: Bounds, most: int) -> Bounds:
        """Bounds of the rank of a value that is neither the least nor more than ``most`` runs have at most."""
        high = max(2, min(bounds[1], most))
        return min(max(2, bounds[0]), high), high

    def scores(self, asked: Asked) -> list[Fraction]:
        """Estimates of the scores."""
        self._check_ties(asked)
        last = self.size - 1
        return [Fraction(rank - 1, last) for rank in self.at_most(asked.values)]

    def score_bounds(self, asked: Asked) -> list[tuple[float, float]]:
        """Confidence intervals of the scores: a score is the share of all other values that are less."""
        self._check_ties(asked)
        ends = {self.extremes[0]: (0.0, 0.0), self.extremes[1]: (1.0, 1.0)}
        return [
            ends.get(value) or self._scored_between(Fraction(value))  # type: ignore[arg-type]
            for value in asked.values
        ]

    def _scored_between(self, value: Fraction) -> tuple[float, float]:
        """In the first stretch from the same draws as the size; below it from two intervals that hold together."""
        number = self._number(value)
        if number == 0:
            all_runs = self.stretches[0]
            low, high = share_interval(all_runs.inside(value), all_runs.low, all_runs.high, self.confidence)
            off = 1 / max(1, self.size_bounds[0] - 1)
            return max(0.0, low - off), min(1.0, high + off)
        both = (1 + self.confidence) / 2
        size = self._within(self.stretches[0].bounds(self.extremes[1], both), self.runs)
        rank = self._stretch(number).bounds(value, both)
        return max(0.0, (rank[0] - 1) / (size[1] - 1)), min(1.0, (rank[1] - 1) / (size[0] - 1))
