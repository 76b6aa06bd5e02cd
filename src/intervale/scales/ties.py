"""Whether different runs have different values, at any length: by theorem, or by two runs that share one.

Proofs. The measure looks at the first k of N ranks; grades are 0..c.

- A document beyond rank k changes nothing, and two grades with one gain may stand for each other: runs share a value
  where k < N, or where two grades have one gain.
- A sum over ranks whose weights are in one proportion p = a/b in lowest terms, as those of RBP. Let gains above that of
  grade 0 be whole numbers without a common divisor. Two runs share a value iff Σ d_i p^(i − 1) = 0, where d_i is the
  difference of their gains at rank i. Let m and n be the first and the last rank with d_i ≠ 0. Times b^(n − 1)/a^(m −
  1) the sum is one of whole numbers, d_i a^(i − m) b^(n − i), so that a divides d_m and b divides d_n. So values differ
  where no two gains differ by a multiple of b, or none by one of a: with binary grades at every p. Where a·t and b·t
  are differences of gains, two neighbouring ranks are enough to share a value.
- Otherwise runs are looked for that share a value: with up to two documents of a grade above 0 in a sum over ranks,
  else with any grades at the first ranks and 0 after them. AP has 1 for (1, 0, 0, 0) and (0, 1, 0, 1), RR for (1, 0)
  and (1, 1), ERR has 1/6 for (0, 0, 1, 0, 0, 0) and (0, 0, 0, 1, 0, 1), INSQ has 1/12² = 1/15² + 1/20². What is found
  is compared once more by the values of the whole runs; what is not found is left open.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, pairwise, product
from math import gcd, lcm
from typing import Any

from intervale.exact import Exact
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.measures import Fold
from intervale.orders import JudgedRun, RunSpace

__all__ = ["distinct_values"]

MOST_FIRST, MOST_RANKS, MOST_RUNS = 4096, 40, 20_000
"""How many runs may differ at the first ranks, at how many ranks two documents may stand, and how many runs are looked
at in all.
"""


def distinct_values(fold: Fold, space: RunSpace) -> Verdict:
    """Whether no two runs share a value; where some do, two of them are the witness.

    >>> from intervale.measures import load_measure
    >>> def ask(text, length, grades=1):
    ...     return distinct_values(load_measure(text).fold(length, grades), RunSpace(length, grades))
    >>> ask("RBP(p=0.8)", 1000).why
    'its weights are powers of 4/5, and no two gains differ by a multiple of 5'
    >>> ask("AP", 6).witness
    ((1, 0, 0, 0, 0, 0), (0, 1, 0, 1, 0, 0))
    >>> ask("DCG", 30).holds is None
    True
    """
    pair = _without_effect(fold, space)
    if pair is not None:
        return Verdict(False, pair, 1, Proof.THEOREM)
    powers = _of_powers(fold)
    if powers is not None:
        return powers
    short: dict[Exact, tuple[int, ...]] = {}
    looked_at = 0
    some = _of_two(fold) if fold.weights is not None else _of_first(fold, space.grades)
    for value, start in islice(some, MOST_RUNS):
        looked_at += 1
        if value in short:
            pair = _whole(short[value], space.length), _whole(start, space.length)
            if fold.value(pair[0]) == fold.value(pair[1]):
                return Verdict(False, pair, looked_at, Proof.CERTIFIED)
        else:
            short[value] = start
    return undecided(f"{looked_at:,} runs that were looked at have different values", looked_at)


def _whole(start: tuple[int, ...], length: int) -> JudgedRun:
    """A run with these grades first, and 0 after them."""
    return (*start, *(0,) * (length - len(start)))


def _without_effect(fold: Fold, space: RunSpace) -> tuple[JudgedRun, JudgedRun] | None:
    """Two runs that differ where it does not matter."""
    if fold.length < space.length:
        return _whole((), space.length), (*(0,) * (space.length - 1), 1)
    first: dict[Exact, int] = {}
    for grade, gain in enumerate(fold.gains):
        if gain in first:
            return _whole((first[gain],), space.length), _whole((grade,), space.length)
        first[gain] = grade
    return None


# ---------------------------------------------------------------- powers of one number


def _of_powers(fold: Fold) -> Verdict | None:
    """That values differ, where weights are powers of a rational number and its terms say so."""
    ratio = _proportion(fold)
    if ratio is None:
        return None
    gains = _whole_gains(fold.gains)
    for divisor in (ratio.denominator, ratio.numerator):
        if len({gain % divisor for gain in gains}) == len(gains):
            why = f"its weights are powers of {ratio}, and no two gains differ by a multiple of {divisor}"
            return Verdict(True, None, len(gains), Proof.THEOREM, why)
    return None


def _proportion(fold: Fold) -> Fraction | None:
    """What each weight is of the one before; None where that is not one rational number, or not between 0 and 1."""
    numbers: tuple[Any, ...] = (*(fold.weights or ()), *fold.gains)
    if not fold.weights or len(fold.weights) < 2 or not all(isinstance(x, int | Fraction) and x >= 0 for x in numbers):
        return None
    first, second = (Fraction(weight) for weight in numbers[:2])
    ratio = second / first if first else Fraction(0)
    same = all(low == high * ratio for high, low in pairwise(numbers[: len(fold.weights)]))
    return ratio if same and 0 < ratio < 1 else None


def _whole_gains(gains: tuple[Any, ...]) -> list[int]:
    """What gains are above that of grade 0, in whole numbers without a common divisor."""
    above = [Fraction(gain - gains[0]) for gain in gains]
    unit = lcm(*(one.denominator for one in above))
    whole = [int(one * unit) for one in above]
    return [one // gcd(*whole) for one in whole]


# ---------------------------------------------------------------- runs that may share a value


def _of_two(fold: Fold) -> Iterator[tuple[Exact, tuple[int, ...]]]:
    """Values and first grades of runs with at most two documents of a grade above 0, fewer and earlier ones first; of a
    sum over ranks.
    """
    assert fold.table is not None
    table, grades = fold.table[:MOST_RANKS], range(1, len(fold.gains))
    added = [[what - row[0] for what in row] for row in table]
    yield 0, ()
    ranks = range(len(table))
    for rank, grade in product(ranks, grades):
        yield added[rank][grade], (*(0,) * rank, grade)
    for last in ranks:
        for rank, one, two in product(range(last), grades, grades):
            yield added[rank][one] + added[last][two], (*(0,) * rank, one, *(0,) * (last - rank - 1), two)


def _of_first(fold: Fold, top: int) -> Iterator[tuple[Exact, tuple[int, ...]]]:
    """Values and grades of all runs of the first ranks, as many as there may be, without 0 at the end."""
    runs: list[tuple[Any, Exact, tuple[int, ...]]] = [(fold.start, 0, ())]
    yield 0, ()
    for rank in range(1, fold.length + 1):
        if len(runs) * (top + 1) > MOST_FIRST:
            return
        grown = []
        for (state, value, start), grade in product(runs, range(top + 1)):
            found = fold.step(state, grade, rank)
            assert found is not None
            grown.append((found[0], value + found[1], (*start, grade)))
        yield from ((value, start) for _, value, start in grown if start[-1])
        runs = grown
