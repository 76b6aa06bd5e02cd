"""The fold of a measure on a run space, refused where its exact numbers would be too many or too long.

How large they become follows from a few of them, before the others are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from intervale.errors import OptionError
from intervale.exact import EXACT, Exact, LogSum
from intervale.measures import Fold, Measure
from intervale.measures.measure import Additive, Folded
from intervale.orders import RunSpace

__all__ = ["fold_of", "ways_unseen"]

MOST_BITS, MOST_LOGARITHMS = 1 << 28, 1 << 15
"""How many bits the exact numbers of a measure may have, and how many numbers over logarithms there may be to pick from
at all ranks together.
"""
LONGEST_FOLD, MOST_IN_A_FOLD, MOST_MULTIPLIED = 10_000, 1 << 26, 1 << 46
"""How many ranks a value may look at that is no sum over ranks, how many ranks and grades together, and how much work
products of its gains may be: half a minute.
"""


def fold_of(measure: Measure, space: RunSpace) -> Fold:
    """The fold of a measure on a space, unless its numbers are too many, or too long."""
    on_space = measure.on_space(space.length, space.grades)
    used = min(on_space.cutoff or space.length, space.length)
    bits = logarithms = 0
    if not isinstance(on_space, Additive) and (used > LONGEST_FOLD or used * space.grades > MOST_IN_A_FOLD):
        bits = MOST_BITS + 1
    elif isinstance(on_space, Folded):
        bits = _bits(on_space.gain(space.grades, space.grades)) * (space.grades + 1)
    if isinstance(on_space, Folded) and not isinstance(on_space, Additive) and bits <= MOST_BITS:
        bits = MOST_BITS + 1 if _multiplied(on_space, used, space.grades) > MOST_MULTIPLIED else bits
    if isinstance(on_space, Additive) and bits <= MOST_BITS:
        weights = (on_space.weight(EXACT.number(rank), EXACT) for rank in (1, max(1, used - 1), used))
        ends = [on_space.scaled(weight, EXACT) for weight in weights]
        bits += max(map(_bits, ends)) * used
        logarithms = used * (space.grades + 1) if any(isinstance(weight, LogSum) for weight in ends) else 0
    if bits > MOST_BITS or logarithms > MOST_LOGARITHMS:
        raise OptionError(
            f"the exact values of {measure} on runs of length {space.length} over grades 0..{space.grades} are too "
            "large to analyse; use a smaller cutoff, or fewer grades"
        )
    return measure.fold(space.length, space.grades)


def _multiplied(measure: Folded, used: int, grades: int) -> int:
    """How much work a value is that is made of products of gains: at each rank, the square of how long they may be."""
    gains: list[Any] = [measure.gain(grade, grades) for grade in range(grades + 1)]
    longest: int = max(gain.denominator.bit_length() for gain in gains)
    return used * (used * longest) ** 2


def _bits(number: Exact) -> int:
    """How long an exact number is; those over logarithms count by their number."""
    if isinstance(number, LogSum):
        return 0
    exact = Fraction(number)
    return exact.numerator.bit_length() + exact.denominator.bit_length()


def ways_unseen(space: RunSpace, fold: Fold, most: Sequence[int] | None = None) -> int:
    """In how many ways the ranks can be filled that a measure does not look at; 1 where a topic allows at most ``most``
    documents of each grade, as its runs are counted with all their ranks.

    >>> from intervale.measures import parse_measure
    >>> space = RunSpace(5, 1)
    >>> ways_unseen(space, fold_of(parse_measure("P@3"), space))
    4
    """
    if any(allowed < space.length for allowed in most or ()):
        return 1
    return int((space.grades + 1) ** (space.length - fold.length))
