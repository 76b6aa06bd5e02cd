"""The base b of the discount max(1, log_b i) in parts, on each of which all steps of DCG keep their signs.

For b from k to k + 1 the weights of ranks up to k are 1, and those of later ranks log2(b)/log2(i). So what a step adds
is A + B·log2(b), with A rational and B a sum over logarithms: it has one root at most, and its signs at rational
numbers are decided exactly (:mod:`intervale.exact.log_roots`). From b = N on all weights are 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from typing import Any, NamedTuple

from intervale.errors import UndecidedError
from intervale.exact import Exact, compare, inverse_log
from intervale.exact.log_roots import LogRoot, value_at
from intervale.measures import Fold
from intervale.orders import Order, RunSpace
from intervale.scales.cover_steps import CoverStep, additive_steps
from intervale.scales.parts import NEVER, Condition, End, Part, PartsAndConditions, constant_gains

__all__ = ["parts_in_base"]


class _Growth(NamedTuple):
    """A + B·log2(b), and the step that adds it."""

    constant: Fraction
    slope: Exact
    step: CoverStep

    @property
    def signs(self) -> tuple[int, int]:
        return compare(self.constant, 0), compare(self.slope, 0)

    def less(self, other: _Growth) -> tuple[Fraction, Exact]:
        return self.constant - other.constant, self.slope - other.slope


class _Judged(NamedTuple):
    """A part, a step that goes down there, one that does not go up, and two that differ."""

    part: Part
    down: CoverStep | None = None
    flat: CoverStep | None = None
    unequal: tuple[CoverStep, ...] = ()


def parts_in_base(fold: Fold, order: Order, space: RunSpace, graded: bool) -> PartsAndConditions:
    """The parts of b > 1; from each whole number to the next, and beyond the last rank that counts."""
    found: list[_Judged] = []
    for k in range(1, fold.length + 1):
        piece = _Piece(fold, order, space, k, graded)
        try:
            found += list(piece.parts())  # all of them, or none where one is not decided
        except UndecidedError:
            found += piece.alike(None, None, None)
    isotone, strict = (
        dict.fromkeys(_condition(step, fold, space, relation) for step in steps if step is not None)
        for relation, steps in (("≥", [one.down for one in found]), (">", [one.flat for one in found]))
    )
    if constant_gains(fold):
        strict = dict.fromkeys([next(iter(strict), Condition(NEVER))])
    unequal = next((one.unequal for one in found if one.unequal), ())
    steps = tuple((step.low, step.high) for step in unequal)
    return PartsAndConditions([one.part for one in found], list(isotone), list(strict), steps)


@dataclass(frozen=True)
class _Piece:
    """The bases from k to k + 1, k included; from 1 on, 1 not included; from the last rank on, all."""

    fold: Fold
    order: Order
    space: RunSpace
    k: int
    graded: bool

    @property
    def low(self) -> Fraction:
        return Fraction(self.k)

    @property
    def high(self) -> Fraction | None:
        return None if self.k == self.fold.length else Fraction(self.k + 1)

    def alike(
        self, isotone: bool | None, strict: bool | None, affine: bool | None, step: CoverStep | None = None
    ) -> list[_Judged]:
        """The parts where the same holds on all of them."""
        applies = constant_gains(self.fold) or not self.apart
        ends: list[tuple[End, End | None]] = [(self.low, self.low)] if self.k > 1 else []
        ends.append((self.low, self.high))
        return [_Judged(Part(*some, isotone, strict, affine, applies), step, step) for some in ends]

    @property
    def apart(self) -> bool:
        """Whether an order of sets is asked about weights that are not equal."""
        fold, space = self.fold, self.space
        return space.kind == "set" and (self.k < fold.length or fold.length < space.length)

    def growths(self) -> Iterator[_Growth]:
        """What steps add."""
        ranks = range(1, self.fold.length + 1)
        constants = tuple(Fraction(int(rank <= self.k)) for rank in ranks)
        slopes = tuple(Fraction(0) if rank <= self.k else inverse_log(rank, 2) for rank in ranks)
        both: Any = [
            additive_steps(self.order, replace(self.fold, weights=weights), self.space)
            for weights in (constants, slopes)
        ]
        return (_Growth(Fraction(one.growth), other.growth, one) for one, other in zip(*both, strict=True))

    def parts(self) -> Iterator[_Judged]:
        if self.apart:
            constant = constant_gains(self.fold)
            yield from self.alike(*((True, False, False) if constant else (None, None, None)))
            return
        seen: list[_Growth] = []
        for growth in self.growths():
            seen.append(growth)
            if max(growth.signs) <= 0 and min(growth.signs) < 0:  # a step that goes down, whatever b
                yield from self.alike(False, False, False, growth.step)
                return
        differences = [(one, *one.less(seen[0])) for one in seen[1:]]
        unequal = [(one, a, b) for one, a, b in differences if a or b]
        cuts = _cuts([*((a, b) for a, b, _ in seen), *((a, b) for _, a, b in unequal[:1])], self.low, self.high)
        if self.k > 1:
            other = next((one for one, a, b in unequal if compare(value_at(a, b, self.low), 0)), None)
            yield self._judged(self.low, self.low, seen, _signs(seen, self.low), other)
        for left, right in pairwise([self.low, *cuts, self.high]):
            assert left is not None
            signs = _signs(seen, _between(left, right))
            yield self._judged(left, right, seen, signs, unequal[0][0] if unequal else None)
            if isinstance(right, LogRoot):
                signs = [0 if _vanishes(a, b, right) else sign for (a, b, _), sign in zip(seen, signs, strict=True)]
                other = next((one for one, a, b in unequal if not _vanishes(a, b, right)), None)
                yield self._judged(right, right, seen, signs, other)

    def _judged(
        self, low: End, high: End | None, seen: Sequence[_Growth], signs: Sequence[int], other: _Growth | None
    ) -> _Judged:
        """What signs say; ``other`` is a step that differs from the first. Of steps that break something that at the
        earliest rank is shown, which does so for most b.
        """
        down = next((one.step for one, sign in zip(reversed(seen), reversed(signs), strict=True) if sign < 0), None)
        flat = next((one.step for one, sign in zip(reversed(seen), reversed(signs), strict=True) if sign <= 0), None)
        part = Part(low, high, down is None, flat is None, self.graded and flat is None and other is None)
        return _Judged(part, down, flat, () if other is None else (seen[0].step, other.step))


def _signs(seen: Sequence[_Growth], b: Fraction) -> list[int]:
    return [compare(value_at(one.constant, one.slope, b), 0) for one in seen]


def _vanishes(a: Fraction, b: Exact, root: LogRoot) -> bool:
    """Whether A + B·log2(b) is 0 at a root: by its key; where that differs, it is shown to be another number."""
    if not a and not b:
        return True
    if compare(a, 0) * compare(b, 0) >= 0:
        return False
    other = LogRoot(a, b)
    if not other.same(root):
        other.below(root)  # raises where the two cannot be distinguished
        return False
    return True


def _cuts(functions: Sequence[tuple[Fraction, Exact]], low: Fraction, high: Fraction | None) -> list[LogRoot]:
    """The roots of functions between two whole numbers, in ascending order, each once."""
    found: list[LogRoot] = []
    for a, b in dict.fromkeys(functions):
        if compare(a, 0) * compare(b, 0) < 0:
            root = LogRoot(a, b)
            inside = (low == 1 or root.side(low) < 0) and (high is None or root.side(high) > 0)
            if inside and not any(root.same(other) for other in found):
                found.append(root)
    return sorted(found, key=cmp_to_key(_compared))


def _compared(one: LogRoot, other: LogRoot) -> int:
    return -1 if one.below(other) else 1


def _between(low: End, high: End | None) -> Fraction:
    """A rational number between two."""
    if high is None:
        return _bounds(low, 10)[1] + 1
    digits = 10
    while (left := _bounds(low, digits)[1]) >= (right := _bounds(high, digits)[0]):
        digits *= 2
    return (left + right) / 2


def _bounds(end: End, digits: int) -> tuple[Fraction, Fraction]:
    return (end, end) if isinstance(end, Fraction) else end.enclose(digits)


def _condition(step: CoverStep, fold: Fold, space: RunSpace, relation: str) -> Condition:
    """That a step goes up, or does not go down, by the weights of ranks: what it takes away stands to the right. Of
    sets all weights are 1 where the order applies, and it never does.
    """
    if space.kind == "set" or constant_gains(fold):
        return Condition(NEVER, ((step.low, step.high),))
    gains: Any = fold.gains
    changes = [
        (rank, Fraction(gains[high] - gains[low]))
        for rank, (low, high) in enumerate(zip(step.lower, step.higher, strict=True), start=step.rank)
    ]
    unit = next((abs(change) for _, change in changes if change), 1)
    sides = [_sum([(rank, abs(change) / unit) for rank, change in changes if change * sign > 0]) for sign in (1, -1)]
    return Condition(f"{sides[0]} {relation} {sides[1]}", ((step.low, step.high),))


def _sum(terms: Sequence[tuple[int, Fraction]]) -> str:
    """Weights of ranks with their factors, added up; many with one factor in short.

    >>> _sum([(2, Fraction(1)), (3, Fraction(1)), (4, Fraction(1))]), _sum([(1, Fraction(3, 2))]), _sum([])
    ('w2 + … + w4', '3/2·w1', '0')
    """
    if len(terms) > 2 and len({factor for _, factor in terms}) == 1:
        factor, short = terms[0][1], f"w{terms[0][0]} + … + w{terms[-1][0]}"
        return short if factor == 1 else f"{factor}·({short})"
    return " + ".join(f"w{rank}" if factor == 1 else f"{factor}·w{rank}" for rank, factor in terms) or "0"
