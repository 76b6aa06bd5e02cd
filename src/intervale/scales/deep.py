"""Ranks where values are too many to count: enclosed, or estimated with a confidence.

:class:`Enclosed` is for sums over ranks: bounds that are proven, from a grid. :class:`Estimated` is for rational values
that grow rank by rank, such as those of AP and ERR: the values of some residue classes stand for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact import Exact, LogSum, decimal_text
from intervale.exact.grid import Grid
from intervale.exact.independent import Part
from intervale.exact.progress import announce, steps
from intervale.exact.residues import Divided, ResidueSample, prime_above
from intervale.exact.shelf import NOTHING_KEPT, Shelf
from intervale.exact.totals import HalfSums
from intervale.scales.choices import Choices
from intervale.scales.counting import Asked, Bounded, Bounds, Rank
from intervale.scales.sizes import Level, Sizes

__all__ = ["Deep", "Enclosed", "Estimated", "estimate_text"]

Array = np.ndarray[Any, Any]
CLASSES, PAIRS = 32, 1 << 26
"""How many residue classes are drawn, and how many sums are looked at in all of them, about."""
LEAST_PRIME = 1009
LEAST_RUNS = 1 << 14
"""With fewer runs than this residue classes are too small to stand for all values."""
WORTH_SAYING = 4.0
"""Seconds: work that will take longer is announced."""
LARGEST = 1 << 62
LONGEST_IN_FULL = 10**15
"""Up to here sizes are written in full."""


class Deep(Bounded):
    """What both have in common: only ranks among different values are known."""

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        raise OptionError(
            f"the method {self.method} knows ranks among different values alone (tie_rule='unq'); for places among "
            "all runs leave the method out"
        )

    def ways(self, value: Exact) -> int:
        return self.ways_at_most([value])[0]

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        return None, None

    def _check_ties(self, asked: Asked) -> None:
        if asked.tie_rule != "unq":
            self.ways_at_most([])


@dataclass(frozen=True, eq=False)
class Enclosed(Deep):
    """Sums over ranks: the rank of a run lies between bounds that are proven."""

    method = "grid"
    choices: Choices
    places: list[list[Exact]]
    parts: list[Part]
    shelf: Shelf = NOTHING_KEPT
    """Where its tables are kept."""
    of: str = ""
    """What it counts the values of, for messages."""
    one_each: bool = False
    """Whether every run has a value of its own: then ranks among values are places among runs."""

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.places, self.parts, self.shelf, self.of)

    @cached_property
    def totals(self) -> HalfSums:
        """The same sums for what needs no counting."""
        return HalfSums(self.parts)

    @property
    def size(self) -> int:
        return self.totals.size

    @property
    def how(self) -> str:
        return f"; ranks enclosed by the method {self.method}"

    @property
    def most_values(self) -> int:
        return self.size

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        return self.totals.extremes

    @property
    def error(self) -> float:
        """Half the widest bracket of a score."""
        return self.grid.error

    @cached_property
    def assumption(self) -> str:
        rests = "ranks lie between proven bounds"
        roots = {part.unit.terms[0][0] if isinstance(part.unit, LogSum) else 1 for part in self.parts}
        if len(roots) == 1:
            return rests
        return f"{rests}; different sums of logarithms count as different values, as Schanuel's conjecture implies"

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        """Known for the least value only."""
        return None, self.totals.second if value == self.extremes[0] else None

    def seconds(self, asked: int) -> float:
        picks = sum(min(part.size - 1, 3) for part in self.parts)
        return 0.0 if "grid" in self.__dict__ else min(60.0, 2 + picks * 0.03)

    def has(self, value: Exact) -> bool:
        return self.totals.has(value)

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        raise OptionError("only bounds of ranks are known here: use rank_bounds_of")

    def ends(self, asked: Asked) -> tuple[Rank, Rank]:
        return 1, self.size

    def rank_bounds(self, asked: Asked) -> list[Bounds]:
        if not self.one_each:
            self._check_ties(asked)
        runs = asked.rows
        if not len(runs):
            return []
        return self.grid.enclose(self.choices.row(runs[:, : len(self.places)]))

    def ranks(self, asked: Asked) -> list[Rank]:
        """The middles of the bounds."""
        return [(low + high) // 2 for low, high in self.rank_bounds(asked)]

    def middles(self, asked: Asked, low: Array, high: Array) -> Array:
        return (low + high) / 2


@dataclass(frozen=True, eq=False)
class Estimated(Deep):
    """Rational values of which those in some residue classes are known: ranks and scores have a confidence interval."""

    method = "residues"
    levels: list[Level]
    start: Any
    denominator: int
    prime: int
    number: int
    """How many choices there are at a rank."""
    least_and_greatest: tuple[Exact, Exact]
    seed: int
    confidence: float = 0.95

    @staticmethod
    def of(choices: Choices, sizes: Sizes, seed: int) -> Estimated | None:
        """None where values are not rational or too large for 64 bits, or runs too few for a sample."""
        if choices.runs < LEAST_RUNS or sizes.denominator is None:
            return None
        sought = _prime_sought(choices)
        least, most = (int(end * sizes.denominator) for end in sizes.extremes)
        if max(abs(least), abs(most)) // sought >= LARGEST:
            return None
        return Estimated(
            sizes.levels, choices.start, sizes.denominator, prime_above(sought), choices.number, sizes.extremes, seed
        )

    @staticmethod
    def costs(choices: Choices, sizes: Sizes) -> dict[str, int]:
        """The runs of a half, the prime to divide by, and the values of second halves one after the other."""
        return {
            "half": choices.number ** _half(choices.length),
            "prime": _prime_sought(choices),
            "second halves": _grown_size(sizes.levels, choices.number),
        }

    @cached_property
    def sample(self) -> ResidueSample:
        if self.cost > WORTH_SAYING:
            announce(f"sampling the values of residue classes takes about {self.cost:.0f} s")
        remainders = np.random.default_rng(self.seed).choice(self.prime, CLASSES, replace=False).tolist()
        return ResidueSample.of(_halves(self.levels, self.start, self.denominator, self.prime), self.prime, remainders)

    @cached_property
    def seen(self) -> int:
        """How many values are in the sample."""
        return int(self.sample.counts.sum())

    @property
    def size(self) -> int:
        """How many values there are: an estimate."""
        return max(2, round(Fraction(self.seen * self.prime, CLASSES)))

    @property
    def how(self) -> str:
        return estimate_text(self.size_bounds, self.confidence, self.method)

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        return self.least_and_greatest

    @cached_property
    def size_bounds(self) -> Bounds:
        """The confidence interval of the size."""
        return self._scaled(self.seen)

    @property
    def error(self) -> float:
        """The largest half of a confidence interval of a score."""
        low, high = self._share(self.seen // 2, self.seen)
        return (high - low) / 2

    @property
    def assumption(self) -> str:
        return (
            f"an estimate: {self.seen:,} values, those of {CLASSES} residue classes modulo {self.prime:,} drawn with "
            f"seed {self.seed}, stand for all, about {self.size:.4g}; each confidence interval is at "
            f"{self.confidence:.0%}"
        )

    @property
    def cost(self) -> float:
        return 7.0 + 6e-7 * _grown_size(self.levels, self.number)

    def seconds(self, asked: int) -> float:
        return 0.0 if "sample" in self.__dict__ else self.cost

    def has(self, value: Exact) -> bool:
        """Whether it may be a value: between the extremes, with their denominator."""
        if isinstance(value, LogSum) or (Fraction(value) * self.denominator).denominator != 1:
            return False
        return bool(self.extremes[0] <= value <= self.extremes[1])

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        """Estimates of the ranks; the best value has the estimated size."""
        ends = {self.extremes[0]: 1, self.extremes[1]: self.size}
        return [ends.get(value) or 1 + round(self._number_below(value) * self._each) for value in values]

    def rank_bounds(self, asked: Asked) -> list[Bounds]:
        """Confidence intervals of the ranks; the worst value has rank 1, the best one the size."""
        self._check_ties(asked)
        ends = {self.extremes[0]: (1, 1), self.extremes[1]: self.size_bounds}
        found = []
        for value in asked.values:
            low, high = self._scaled(self._number_below(value))
            found.append(ends.get(value) or (1 + low, 1 + high))
        return found

    def score_bounds(self, asked: Asked) -> list[tuple[float, float]]:
        """Confidence intervals of the scores: a score is the share of all other values that are less."""
        self._check_ties(asked)
        worst, best = self.extremes
        ends = {worst: (0.0, 0.0), best: (1.0, 1.0)}
        return [
            ends.get(value) or self._share(self._number_below(value), self._others(value)) for value in asked.values
        ]

    def scores(self, asked: Asked) -> list[Fraction]:
        """Estimates of the scores."""
        self._check_ties(asked)
        worst, best = self.extremes
        ends = {worst: Fraction(0), best: Fraction(1)}
        return [
            ends[value] if value in ends else Fraction(self._number_below(value), max(1, self._others(value)))
            for value in asked.values
        ]

    def _others(self, value: Exact) -> int:
        """How many values in the sample are not this one."""
        return self.seen - self.sample.has(self._whole(value))

    def _whole(self, value: Exact) -> int:
        return int(Fraction(value) * self.denominator)  # type: ignore[arg-type]

    def _number_below(self, value: Exact) -> int:
        return int(self.sample.below(self._whole(value)).sum())

    @property
    def _each(self) -> Fraction:
        """How many values each one in the sample stands for."""
        return Fraction(self.prime, CLASSES)

    @cached_property
    def _dispersion(self) -> float:
        """How much more the classes differ than independent draws would, at least 1: the variance of their counts
        over the mean.
        """
        counts = self.sample.counts
        return max(1.0, float(counts.var(ddof=1) / max(counts.mean(), 1e-9)))

    def _scaled(self, seen: int) -> Bounds:
        """The confidence interval of a number of values of which so many are in the sample (Garwood's, for counts)."""
        from scipy.special import gammaincinv

        tail, number = (1 - self.confidence) / 2, seen / self._dispersion
        low = float(gammaincinv(number, tail)) if number else 0.0
        high = float(gammaincinv(number + 1, 1 - tail))
        each = self._each * Fraction(self._dispersion)
        return max(seen, int(Fraction(low) * each)), int(Fraction(high) * each) + 1

    def _share(self, below: int, seen: int) -> tuple[float, float]:
        """The confidence interval of a share of which so many are in the sample (Clopper and Pearson's)."""
        from scipy.special import betaincinv

        tail = (1 - self.confidence) / 2
        some, rest = below / self._dispersion, (seen - below) / self._dispersion
        low = float(betaincinv(some, rest + 1, tail)) if some else 0.0
        high = float(betaincinv(some + 1, rest, 1 - tail)) if rest else 1.0
        return low, high


def _prime_sought(choices: Choices) -> int:
    """The prime is at least this, so that the classes drawn are small enough to look at."""
    return max(LEAST_PRIME, choices.runs * CLASSES // PAIRS)


def _half(length: int) -> int:
    """How many ranks the second half has."""
    return length - length // 2


def _grown_size(levels: list[Level], number: int) -> int:
    """How many values of second halves there are, one after the other, with so many choices at a rank."""
    last = _half(len(levels))
    return len(levels[len(levels) - last]) * int(number**last)


def _halves(levels: list[Level], start: Any, denominator: int, prime: int) -> Iterator[tuple[Divided, Divided]]:
    """For each state between the halves, the values of the first ranks that lead to it and what the last ones add."""
    middle = len(levels) // 2
    first = _grown({start: Divided.of(0, prime)}, levels[:middle], denominator)
    for state, values in steps(list(first.items()), "joining residue classes"):
        last = _grown({state: Divided.of(0, prime)}, levels[middle:], denominator)
        yield values, Divided.together(list(last.values()))


def _grown(seen: dict[Any, Divided], levels: list[Level], denominator: int) -> dict[Any, Divided]:
    for level in levels:
        reached: dict[Any, list[Divided]] = {}
        for state, values in seen.items():
            for after, step, _ in level[state]:
                reached.setdefault(after, []).append(values.plus(int(step * denominator)))  # type: ignore[arg-type]
        seen = {state: Divided.together(pieces) for state, pieces in reached.items()}
    return seen


def estimate_text(bounds: Bounds, confidence: float, method: str) -> str:
    """The confidence interval of a size, in words that follow its estimate.

    >>> estimate_text((632_100, 649_800), 0.95, "residues")
    ', an estimate: 632,100 to 649,800 at 95% confidence, by the method residues'
    """
    low, high = (f"{end:,}" if end < LONGEST_IN_FULL else f"about {decimal_text(end, 4)}" for end in bounds)
    return f", an estimate: {low} to {high} at {confidence:.0%} confidence, by the method {method}"
