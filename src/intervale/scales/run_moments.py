"""The mean and the standard deviation of a measure over all runs of a space, without listing values.

Every grade comes equally often at every rank, independently of the others.

- A *sum over ranks* is a sum of independent picks: its mean is the mean gain times the sum of the weights, its variance
  the variance of the gains times the sum of the squares of the weights.
- AP, RR, ERR and Success keep a state s, a number, and each document changes it and the value V by affine functions of
  it: s becomes a·s + b, and V grows by c·s + d, with a, b, c and d from the gain and the rank alone. For AP s is the
  number of relevant documents so far, and s + x and x(s + x)/i follow; for the others it is the chance that the reader
  has not stopped, and s(1 − x) and s·x/i (for Success s·x) follow. So the means of s, V, s², sV and V² at a rank are
  linear functions of those at the rank before.
- Other values that grow by states are followed from state to state, with the runs that lead to each.
- Where gains lie symmetrically about their middle, exchanging the best grade with the worst, the second best with the
  second worst and so on turns the value v of a sum over ranks into low + high − v. So its values, and the runs that
  have them, lie symmetrically about the middle of the range, which is their mean and their median.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, inf, lcm, sqrt
from typing import Any

from intervale.exact import Exact, LogSum, exact_sorted
from intervale.exact.logsum import exact_sum
from intervale.measures import Fold, Measure
from intervale.measures.precision import Success
from intervale.measures.ranked import AP, ERR, GMAP, RR
from intervale.scales.choices import Choices

__all__ = ["RunMoments", "run_moments", "symmetric"]

MOST_STEPS = 1 << 17
"""With more steps than this, from a state at a rank to one at the next, values are not followed."""
AFFINE: tuple[type[Measure], ...] = (AP, GMAP, RR, ERR, Success)
"""Measures whose state and value change by affine functions of the state."""


@dataclass(frozen=True)
class RunMoments:
    """The mean over all runs, exactly, and the standard deviation in floats; None where it is beyond these."""

    mean: Exact
    sd: float | None


def run_moments(measure: Measure, fold: Fold) -> RunMoments | None:
    """The moments of a measure that has this fold; None where there are too many states.

    >>> from intervale.measures import parse_measure
    >>> ap = parse_measure("AP@1000")
    >>> run_moments(ap, ap.fold(1000, 1)).mean == sum(Fraction(i + 1, 4 * i) for i in range(1, 1001))
    True
    """
    choices = Choices.of(fold)
    if choices.weights is not None:
        return _of_sum(choices, choices.weights)
    return _affine(choices) if type(measure) in AFFINE else _by_states(choices)


def symmetric(fold: Fold) -> bool:
    """Whether a fold is a sum over ranks whose gains lie symmetrically about their middle.

    >>> from intervale.measures import parse_measure
    >>> symmetric(parse_measure("DCG@5").fold(5, 2)), symmetric(parse_measure("DCG(gains={1:1,2:3})@5").fold(5, 2))
    (True, False)
    """
    gains = exact_sorted(fold.gains)
    return fold.weights is not None and len({a + b for a, b in zip(gains, reversed(gains), strict=True)}) == 1


# ---------------------------------------------------------------- sums over ranks


def _of_sum(choices: Choices, weights: tuple[Exact, ...]) -> RunMoments:
    gains = [(Fraction(gain), times) for gain, times in zip(choices.gains, choices.times, strict=True)]  # type: ignore[arg-type]
    grades = sum(choices.times)
    mean, square = (sum((gain**power * times for gain, times in gains), Fraction(0)) / grades for power in (1, 2))
    return RunMoments(exact_sum(weights) * mean, _root(square - mean**2, weights))


def _root(variance: Fraction, weights: Iterable[Exact]) -> float | None:
    """The square root of a variance times the sum of squares."""
    try:
        return sqrt(variance) * sqrt(fsum(float(weight) ** 2 for weight in weights))
    except OverflowError:
        return None


# ---------------------------------------------------------------- affine functions of the state


def _affine(choices: Choices) -> RunMoments:
    """The means of s and V exactly, those of s², sV and V² in floats."""
    grades, state, growth = sum(choices.times), Fraction(choices.start), []
    s, v, ss, sv, vv = float(state), 0.0, float(state) ** 2, 0.0, 0.0
    for rank in range(1, choices.length + 1):
        following: Exact = Fraction(0)
        next_s = next_v = next_ss = next_sv = next_vv = 0.0
        added: list[tuple[Exact, int]] = []
        for (b, d, times), (one, step, _) in zip(
            choices.steps(Fraction(0), rank), choices.steps(Fraction(1), rank), strict=True
        ):
            a, c, share = one - b, step - d, Fraction(times, grades)
            following += share * (a * state + b)
            added.append((c * state + d, times))
            x, y, slope, shift, part = float(a), float(b), float(c), float(d), float(share)
            grown = slope * s + shift
            next_s += part * (x * s + y)
            next_v += part * (v + grown)
            next_ss += part * (x * x * ss + 2 * x * y * s + y * y)
            next_sv += part * (x * sv + y * v + x * slope * ss + (x * shift + y * slope) * s + y * shift)
            squares = slope * slope * ss + 2 * slope * shift * s + shift * shift
            next_vv += part * (vv + 2 * (slope * sv + shift * v) + squares)
        growth.append(_total(added) * Fraction(1, grades))
        state, s, v, ss, sv, vv = Fraction(following), next_s, next_v, next_ss, next_sv, next_vv  # type: ignore[arg-type]
    return RunMoments(exact_sum(growth), sqrt(max(0.0, vv - v * v)))


# ---------------------------------------------------------------- from state to state


@dataclass
class _Reached:
    """The runs so far that end in one state: how many, the share of all that they are, and what they add to the mean
    and to the mean square.
    """

    runs: int = 0
    share: float = 0.0
    first: float = 0.0
    second: float = 0.0

    def grow(self, before: _Reached, step: float, times: int, share: float) -> None:
        """Add what follows from the runs of a state before by a step that comes so often."""
        self.runs += before.runs * times
        self.share += share * before.share
        self.first += share * (before.first + step * before.share)
        self.second += share * (before.second + 2 * step * before.first + step * step * before.share)


def _by_states(choices: Choices) -> RunMoments | None:
    """Rank by rank: the runs that lead to each state, and their moments."""
    seen: dict[Any, _Reached] = {choices.start: _Reached(1, 1.0)}
    grades, taken, growth = sum(choices.times), 0, []
    for rank in range(1, choices.length + 1):
        taken += len(seen) * choices.number
        if taken > MOST_STEPS:
            return None
        reached: dict[Any, _Reached] = {}
        added: list[tuple[Exact, int]] = []
        for state, before in seen.items():
            for after, step, times in choices.steps(state, rank):
                reached.setdefault(after, _Reached()).grow(before, _float(step), times, times / grades)
                added.append((step, before.runs * times))
        growth.append(_total(added) * Fraction(1, grades**rank))
        seen = reached
    return RunMoments(exact_sum(growth), _deviation(list(seen.values())))


def _total(added: list[tuple[Exact, int]]) -> Exact:
    """The sum of numbers that each come so often, those that are rational over one denominator."""
    if any(isinstance(number, LogSum) for number, _ in added):
        return exact_sum(number * times for number, times in added)
    numbers = [(Fraction(number), times) for number, times in added]  # type: ignore[arg-type]
    below = lcm(*(number.denominator for number, _ in numbers))
    return Fraction(sum(number.numerator * (below // number.denominator) * times for number, times in numbers), below)


def _float(step: Exact) -> float:
    try:
        return float(step)
    except OverflowError:
        return inf


def _deviation(reached: list[_Reached]) -> float | None:
    """None where floats end."""
    try:
        first, second = fsum(one.first for one in reached), fsum(one.second for one in reached)
    except (OverflowError, ValueError):
        return None
    variance = second - first * first
    return sqrt(max(0.0, variance)) if variance < inf else None
