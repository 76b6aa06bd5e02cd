"""What becomes of a scale when topics have different recall bases and runs different lengths.

The universe S[N, K] has all runs of length n ≤ N on topics with recall base RB ≤ K, written [r, n, RB]: r relevant
documents among n retrieved (Ferrante, Ferro and Fuhr 2021, §IV-D). Precision is r/n, recall r/RB, F1 2r/(n + RB). On
one n and one RB the three are the same interval scale; on the universe they are not, and order runs differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from intervale.errors import OptionError
from intervale.exact.verdict import Proof, Verdict

__all__ = ["UNIVERSE_MEASURES", "Triple", "order_flip", "universe", "universe_scale"]

Triple = tuple[int, int, int]
"""A run by its relevant documents, its length and the recall base of its topic: [r, n, RB]."""
UNIVERSE_MEASURES: dict[str, Callable[[int, int, int], Fraction]] = {
    "P": lambda r, n, base: Fraction(r, n),
    "R": lambda r, n, base: Fraction(r, base),
    "F": lambda r, n, base: Fraction(2 * r, n + base),
}
MOST, MOST_COMPARED = 200, 1000


def universe(longest: int, largest_base: int) -> Iterator[Triple]:
    """All runs of S[N, K].

    >>> len(list(universe(2, 2)))
    9
    """
    if not (1 <= longest <= MOST and 1 <= largest_base <= MOST):
        raise OptionError(f"a universe has lengths and recall bases from 1 to {MOST}")
    for n in range(1, longest + 1):
        for base in range(1, largest_base + 1):
            for r in range(min(n, base) + 1):
                yield r, n, base


def universe_scale(measure: str, longest: int, largest_base: int) -> Verdict:
    """Whether P, R or F is equally spaced on S[N, K]; the witness has runs with three neighbouring values that are not.

    >>> universe_scale("P", 2, 2).holds, universe_scale("P", 3, 1).witness
    (True, ((0, 1, 1), (1, 3, 1), (1, 2, 1)))
    """
    value = _value(measure)
    runs: dict[Fraction, Triple] = {}
    count = 0
    for triple in universe(longest, largest_base):
        count += 1
        runs.setdefault(value(*triple), triple)
    ordered = sorted(runs)
    for (low, middle), (_, high) in pairwise(pairwise(ordered)):
        if middle - low != high - middle:
            why = f"{measure} has the values {low}, {middle}, {high} next to each other"
            return Verdict(False, tuple(runs[x] for x in (low, middle, high)), count, Proof.EXHAUSTIVE, why)
    return Verdict(True, None, count)


def order_flip(first: str, second: str, longest: int, largest_base: int) -> Verdict:
    """Whether two of P, R and F order the runs of S[N, K] alike; the witness is a smallest pair that they
    order the other way round, or, where there is none, that only one of them finds equal.

    >>> order_flip("P", "R", 2, 2).witness
    ((1, 1, 2), (1, 2, 1))
    """
    one, two = _value(first), _value(second)
    runs = sorted(universe(longest, largest_base), key=lambda triple: (sum(triple), triple))
    if len(runs) > MOST_COMPARED:
        raise OptionError(f"{len(runs):,} runs are too many to compare pairwise; use smaller N and K")
    ones, twos = [one(*run) for run in runs], [two(*run) for run in runs]
    cases, half = 0, None
    for high, b in enumerate(runs):
        for low, a in enumerate(runs[:high]):
            cases += 1
            by_one, by_two = _sign(ones[low] - ones[high]), _sign(twos[low] - twos[high])
            if by_one != by_two:
                half = half or (a, b)  # equal for one of them
                if by_one == -by_two:
                    return _flipped(first, second, (a, b), cases)
    return Verdict(True, None, cases) if half is None else _flipped(first, second, half, cases)


def _flipped(first: str, second: str, pair: tuple[Triple, Triple], cases: int) -> Verdict:
    one, two = _value(first), _value(second)
    a, b = sorted(pair)
    why = f"{first}: {one(*a)} and {one(*b)}; {second}: {two(*a)} and {two(*b)}"
    return Verdict(False, (a, b), cases, Proof.EXHAUSTIVE, why)


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)


def _value(measure: str) -> Callable[[int, int, int], Fraction]:
    if measure not in UNIVERSE_MEASURES:
        raise OptionError(f"{measure!r} is not one of the measures of a universe: {', '.join(UNIVERSE_MEASURES)}")
    return UNIVERSE_MEASURES[measure]
