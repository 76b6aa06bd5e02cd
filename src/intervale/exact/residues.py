"""Sampling the distinct sums of pairs of numbers by residue classes.

Numbers are given as parts (A, B), each standing for all sums a + b; they may be far too many to look at. The distinct
sums that leave one remainder modulo a prime can be found alone, since b must leave the remainder that a leaves open.
Every distinct sum is in one class, however often it comes about, so that classes drawn at random are a fair sample of
the distinct sums: their number is estimated without bias, and so is the share of them below a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from intervale.exact.sums import distinct

__all__ = ["Divided", "ResidueSample", "prime_above"]

Array = np.ndarray[Any, Any]
MOST_PENDING = 1 << 21
"""How many sums of a class are added before equal ones are put together, or as many as there are already."""


@dataclass(frozen=True, eq=False)
class Divided:
    """Whole numbers of any size as quotients and remainders by one prime."""

    quotients: Array
    remainders: Array
    prime: int

    @staticmethod
    def of(number: int, prime: int) -> Divided:
        quotient, remainder = divmod(number, prime)
        return Divided(np.array([quotient]), np.array([remainder]), prime)

    def plus(self, number: int) -> Divided:
        """Each of them and a number."""
        quotient, remainder = divmod(number, self.prime)
        remainders = self.remainders + remainder
        carried = remainders >= self.prime
        return Divided(
            self.quotients + quotient + carried, np.where(carried, remainders - self.prime, remainders), self.prime
        )

    @staticmethod
    def together(pieces: Sequence[Divided]) -> Divided:
        return Divided(
            np.concatenate([piece.quotients for piece in pieces]),
            np.concatenate([piece.remainders for piece in pieces]),
            pieces[0].prime,
        )

    def by_remainder(self) -> Divided:
        order = np.argsort(self.remainders, kind="stable")
        return Divided(self.quotients[order], self.remainders[order], self.prime)

    def __len__(self) -> int:
        return len(self.quotients)


@dataclass(frozen=True, eq=False)
class ResidueSample:
    """The distinct sums in some residue classes: for each remainder the quotients, ascending.

    >>> numbers = Divided.together([Divided.of(n, 7) for n in range(100)])
    >>> sample = ResidueSample.of([(numbers, numbers)], 7, [3])
    >>> (sample.counts.tolist(), sample.below(80).tolist(), sample.has(80))  # of 0..198
    ([28], [11], True)
    """

    prime: int
    classes: list[tuple[int, Array]]

    @staticmethod
    def of(parts: Iterable[tuple[Divided, Divided]], prime: int, remainders: Sequence[int]) -> ResidueSample:
        """From the parts, one after the other; the second of each is not kept."""
        found: list[list[Array]] = [[] for _ in remainders]
        for first, second in parts:
            a, b = first.by_remainder(), second.by_remainder()
            for pieces, remainder in zip(found, remainders, strict=True):
                pieces.append(_joined(a, b, remainder))
                if sum(map(len, pieces[1:])) > max(MOST_PENDING, len(pieces[0])):
                    pieces[:] = [distinct(np.concatenate(pieces))]
        classes = [distinct(np.concatenate(pieces)) for pieces in found]
        return ResidueSample(prime, list(zip(remainders, classes, strict=True)))

    @cached_property
    def counts(self) -> Array:
        """How many distinct sums each class has."""
        return np.array([len(quotients) for _, quotients in self.classes])

    def below(self, number: int) -> Array:
        """How many of each class are less than a number."""
        return np.array(
            [np.searchsorted(quotients, -((rest - number) // self.prime)) for rest, quotients in self.classes]
        )

    def has(self, number: int) -> bool:
        """Whether a number is one of those in the sample."""
        quotient, remainder = divmod(number, self.prime)
        for rest, quotients in self.classes:
            if rest == remainder:
                place = int(np.searchsorted(quotients, quotient))
                return place < len(quotients) and int(quotients[place]) == quotient
        return False


def _joined(first: Divided, second: Divided, remainder: int) -> Array:
    """The quotients of all sums that leave a remainder. Both are in the order of their remainders."""
    missing = remainder - first.remainders
    borrowed = missing < 0
    missing = np.where(borrowed, missing + first.prime, missing)
    begin = np.searchsorted(second.remainders, missing, side="left")
    end = np.searchsorted(second.remainders, missing, side="right")
    counts = end - begin
    total = int(counts.sum())
    place = np.arange(total) + np.repeat(begin - (np.cumsum(counts) - counts), counts)
    sums: Array = np.repeat(first.quotients + borrowed, counts) + second.quotients[place]
    return sums


def prime_above(number: int) -> int:
    """The least prime above a number.

    >>> prime_above(100)
    101
    """
    candidate = max(2, number + 1)
    while any(candidate % divisor == 0 for divisor in range(2, int(candidate**0.5) + 1)):
        candidate += 1
    return candidate
