"""The values of a measure on S[N, K], listed: every value of a run over the constant of every topic that allows it.

Values of runs with a relevant document more or less are distinguished, as a topic with k relevant documents allows the
runs with at most k. Fractions are put over one denominator, so that a quotient is one of two whole numbers p/c. Where
p·c is below 2^51, floats distinguish such quotients and order them: two different ones differ by at least a share of
1/(p·c), and a division moves each by at most 2^−53 of it. Others, as those of nDCG over logarithms, are compared
exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import comb, lcm
from typing import Any

import numpy as np

from intervale.exact import Exact, LogSum
from intervale.exact.layered_walks import Layer
from intervale.exact.quotients import Number, grouped_quotients, quotient
from intervale.measures import Fold
from intervale.scales.choices import Choices

__all__ = ["ListedUniverse", "fits", "tracked"]

Array = np.ndarray[Any, Any]
MOST_WORK, MOST_PAIRS, MOST_COMPARED = 1 << 23, 1 << 24, 1 << 16
"""How many runs are listed, times their ranks; how many quotients, and how many of them where they are compared
exactly.
"""
DISTINGUISHED = 1 << 51
Counted = Mapping[tuple[int, Exact], int]
"""How many runs have so many relevant documents and a value."""


def tracked(choices: Choices, length: int, most: int) -> Choices:
    """Choices of two on the runs of a length, whose states say how often the second one, the relevant documents, was
    taken: at most so often.
    """

    def step(state: Any, choice: int, rank: int) -> tuple[Any, Exact] | None:
        inner, (used,) = state
        if choice and used == most:
            return None
        found = choices.step(inner, choice, rank) if rank <= choices.length else (inner, Fraction(0))
        return None if found is None else ((found[0], (used + choice,)), found[1])

    return replace(choices, start=(choices.start, (0,)), step=step, length=length, weights=None, in_floats=None)


def fits(fold: Fold, length: int, layers: Sequence[Layer], *, by_run: bool) -> bool:
    """Whether values are few enough to be listed, from sizes alone; ``by_run`` where runs are counted, too."""
    most = layers[-1].most
    runs = list(accumulate(comb(length, m) for m in range(most + 1)))
    if _only_counts(fold):
        upto = [(m + 1) * (1 if fold.length == length else most + 1) for m in range(most + 1)]
    else:
        upto = runs
        if runs[-1] * length > MOST_WORK:
            return False
    pairs = sum(min(upto[layer.most], runs[layer.most]) for layer in layers)
    if _over_logarithms(fold, layers):
        return pairs <= MOST_COMPARED
    return pairs <= (MOST_PAIRS >> 4 if by_run else MOST_PAIRS)


def _over_logarithms(fold: Fold, layers: Sequence[Layer]) -> bool:
    numbers = (*(fold.weights or ()), *(layer.divisor for layer in layers))
    return any(isinstance(number, LogSum) for number in numbers)


def _only_counts(fold: Fold) -> bool:
    """Whether all ranks have one weight, so that documents are only counted."""
    return fold.weights is not None and len(set(fold.weights)) == 1


@dataclass(frozen=True, eq=False)
class ListedUniverse:
    """All values of S[N, K] in ascending order, and where needed how many runs have each."""

    layers: tuple[Layer, ...]
    counted: Counted

    @staticmethod
    def of(fold: Fold, choices: Choices, length: int, layers: Sequence[Layer]) -> ListedUniverse:
        """``choices`` are those of the fold, two of them; where :func:`fits`."""
        most = layers[-1].most
        counted = _by_count(fold, choices, length, most) if _only_counts(fold) else _by_run(choices, length, most)
        return ListedUniverse(tuple(layers), counted)

    @property
    def size(self) -> int:
        """How many different values there are."""
        return len(self._names) if self._named else len(self._groups)

    def places_of(self, values: Sequence[Exact], layers: Sequence[int]) -> list[int]:
        """Which value, from 0, each value of a run is on the topics of a layer."""
        if self._named:
            above = np.array([self._whole(value) for value in values], dtype=np.float64)
            found: list[int] = np.searchsorted(self._names, above / self._below[np.asarray(layers, int)]).tolist()
            return found
        return [self._groups_of[quotient(v, self.layers[n].divisor)] for v, n in zip(values, layers, strict=True)]

    @cached_property
    def before(self) -> list[int]:
        """For each value, how many runs have a smaller one; then how many there are."""
        found = [0] * self.size
        keys = list(self.counted)
        for number, layer in enumerate(self.layers):
            here = [key for key in keys if key[0] <= layer.most]
            places = self.places_of([value for _, value in here], [number] * len(here))
            for place, key in zip(places, here, strict=True):
                found[place] += layer.times * self.counted[key]
        return [0, *accumulate(found)]

    # ------------------------------------------------------------ floats that stand for quotients

    @cached_property
    def _fewest(self) -> dict[Exact, int]:
        """The values of runs, and with how many relevant documents at least a run has each."""
        found: dict[Exact, int] = {}
        for m, value in sorted(self.counted, key=lambda key: key[0]):
            found.setdefault(value, m)
        return found

    @cached_property
    def _named(self) -> bool:
        """Whether floats tell quotients apart."""
        numbers = (*self._fewest, *(layer.divisor for layer in self.layers))
        if any(isinstance(number, LogSum) for number in numbers):
            return False
        return max(abs(self._whole(value)) for value in self._fewest) * max(self._divisors) < DISTINGUISHED

    @cached_property
    def _denominator(self) -> int:
        return lcm(*(Fraction(value).denominator for value in self._fewest))  # type: ignore[arg-type]

    def _whole(self, value: Exact) -> int:
        return int(value * self._denominator)  # type: ignore[arg-type]

    @cached_property
    def _divisors(self) -> list[int]:
        exact = [Fraction(layer.divisor) for layer in self.layers]  # type: ignore[arg-type]
        below = lcm(*(number.denominator for number in exact))
        return [int(number * below) for number in exact]

    @cached_property
    def _below(self) -> Array:
        return np.array(self._divisors, dtype=np.float64)

    @cached_property
    def _names(self) -> Array:
        above = np.array([self._whole(value) for value in self._fewest], dtype=np.float64)
        fewest = np.array(list(self._fewest.values()))
        parts = [above[fewest <= layer.most] / below for layer, below in zip(self.layers, self._below, strict=True)]
        return np.unique(np.concatenate(parts))

    # ------------------------------------------------------------ compared exactly

    @cached_property
    def _groups(self) -> list[list[Number]]:
        return grouped_quotients(
            dict.fromkeys(
                quotient(value, layer.divisor)
                for layer in self.layers
                for value, fewest in self._fewest.items()
                if fewest <= layer.most
            )
        )

    @cached_property
    def _groups_of(self) -> dict[Number, int]:
        return {value: number for number, group in enumerate(self._groups) for value in group}


def _by_count(fold: Fold, choices: Choices, length: int, most: int) -> Counted:
    """Of a sum over ranks with one weight: j relevant documents at the ranks that count, and m in all."""
    weight, rest = (fold.weights or (Fraction(0),))[0], length - fold.length
    return {
        (m, choices.gains[1] * weight * j): comb(fold.length, j) * comb(rest, m - j)
        for m in range(most + 1)
        for j in range(max(0, m - rest), min(m, fold.length) + 1)
    }


def _by_run(choices: Choices, length: int, most: int) -> Counted:
    """Rank by rank, runs with the same state and value so far being taken together."""
    limited = tracked(choices, length, most)
    seen: dict[tuple[Any, Exact], int] = {(limited.start, Fraction(0)): 1}
    for rank in range(1, length + 1):
        following: dict[tuple[Any, Exact], int] = {}
        for (state, value), runs in seen.items():
            for after, adds, times in limited.steps(state, rank):
                key = after, value + adds if adds else value
                following[key] = following.get(key, 0) + runs * times
        seen = following
    found: dict[tuple[int, Exact], int] = {}
    for ((_, (used,)), value), runs in seen.items():
        found[used, value] = found.get((used, value), 0) + runs
    return found
