"""A scale as a cone: what permissible transformations make of scores is Σ s_g G_g + Σ z_h H_h, s_g > 0, z_h free.

On an ordinal scale the s_g are the steps between its values in order and z is where it begins; on an interval scale s
is the factor and z the shift; on a ratio scale there is a factor alone. Where each topic has its own scale, each has
its own s and z. A nominal scale is the union of the cones of all orders of its labels. A weighted sum of numbers on the
scale is linear in s and z, with the same coefficients on every scale that can be reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, permutations
from math import factorial
from typing import Any

import numpy as np

from intervale.exact.rounding import NOISE
from intervale.statements.chains import MOST_ORDERS, common_face
from intervale.statements.expressions import Score, Statistic, Term
from intervale.statements.scores import Scores
from intervale.statements.transformations import Affine, ByTopic, Jump, Relabelled, Stretched, Transformation

__all__ = ["Cone", "Parts", "Row", "cones", "is_linear"]

Array = np.ndarray[Any, Any]
Parts = Sequence[tuple[Fraction, Term]]
"""A weighted sum of numbers on the scale: Σ c · term."""
Row = tuple[list[Fraction], list[Fraction]]
"""The coefficients of such a sum: of the numbers above 0, and of the free ones."""


@dataclass(frozen=True)
class Block:
    """One scale: the values on it in ascending order (places in the chain of all scores), and its numbers."""

    level: str
    places: tuple[int, ...]
    chain: tuple[Fraction, ...]
    column: int | None = None
    """The topic that it is the scale of; None where topics share it."""

    @property
    def _ordered(self) -> bool:
        return self.level in ("ordinal", "nominal")

    @cached_property
    def now(self) -> Row:
        """What makes the scores as they are."""
        values = [self.chain[place] for place in self.places]
        if self.level == "nominal":  # in another order they are not as they are
            values = [Fraction(n) for n in range(len(values))]
        if self._ordered:
            return [y - x for x, y in pairwise(values)], values[:1]
        return [Fraction(1)], [Fraction(0)] if self.level == "interval" else []

    def row(self, weights: dict[int, Fraction]) -> Row:
        """The coefficients of Σ w · value."""
        whole = sum(weights.values(), Fraction(0))
        if not self._ordered:
            parts = [weight * self.chain[place] for place, weight in weights.items()]
            total, size = sum(parts, Fraction(0)), sum((abs(x) for x in parts), Fraction(0))
            total = Fraction(0) if abs(total) <= Fraction(NOISE) * size else total
            return [total], [whole] if self.level == "interval" else []
        tails, total = [], Fraction(0)
        for place in reversed(self.places[1:]):
            total += weights.get(place, Fraction(0))
            tails.append(total)
        return tails[::-1], [whole] if self.places else []

    @property
    def _numbers(self) -> tuple[float, ...]:
        return tuple(float(self.chain[place]) for place in self.places)

    def _simple(self, positive: Sequence[Fraction], free: Sequence[Fraction]) -> Transformation | None:
        """A shift, or one larger step, where that is all that changes."""
        if list(positive) == self.now[0]:
            return Affine(1.0, float(free[0] - self.now[1][0]))
        more = [
            (place, new - old) for place, (new, old) in enumerate(zip(positive, self.now[0], strict=True)) if new != old
        ]
        if len(more) != 1 or more[0][1] < 0 or list(free) != self.now[1]:
            return None
        return Jump(self._numbers[more[0][0] + 1], float(more[0][1]))

    def change(self, positive: Sequence[Fraction], free: Sequence[Fraction]) -> Transformation:
        """The transformation with these numbers."""
        if not self._ordered:
            return Affine(float(positive[0]), float(free[0]) if free else 0.0)
        new = [free[0]]
        for step in positive:
            new.append(new[-1] + step)
        if self.level == "ordinal":
            return self._simple(positive, free) or Stretched(self._numbers, tuple(float(x) for x in new))
        value = dict(zip(self.places, new, strict=True))
        beyond = new[-1] + 1
        others = {place: beyond + n for n, place in enumerate(p for p in range(len(self.chain)) if p not in value)}
        named = value | others
        return Relabelled(tuple(map(float, self.chain)), tuple(float(named[p]) for p in range(len(self.chain))))


@dataclass(frozen=True, eq=False)
class Cone:
    """The scales of a table of scores, one block each."""

    scores: Scores
    blocks: tuple[Block, ...]

    @cached_property
    def now(self) -> Row:
        rows = [block.now for block in self.blocks]
        return [x for row in rows for x in row[0]], [x for row in rows for x in row[1]]

    def row(self, parts: Parts) -> Row:
        """The coefficients of a weighted sum of numbers on the scale."""
        weights: list[dict[int, Fraction]] = [{} for _ in self.blocks]
        for factor, term in parts:
            for block, places in zip(weights, self._weights(term), strict=True):
                for place, weight in places.items():
                    block[place] = block.get(place, Fraction(0)) + factor * weight
        rows = [block.row(found) for block, found in zip(self.blocks, weights, strict=True)]
        return [x for row in rows for x in row[0]], [x for row in rows for x in row[1]]

    def _weights(self, term: Term) -> list[dict[int, Fraction]]:
        scores = self.scores
        if scores.shared:
            order = None
            if scores.level == "nominal":
                order = np.full(len(scores.chain), len(scores.chain))
                order[list(self.blocks[0].places)] = np.arange(len(self.blocks[0].places))
            return [scores.weights(term, order)]
        codes = scores.codes[scores.row(term.system)]  # type: ignore[attr-defined]
        columns = np.flatnonzero(codes >= 0) if isinstance(term, Statistic) else [scores.column(term.topic)]  # type: ignore[attr-defined]
        scores.weights(term)  # refuses a term without scores
        weight = Fraction(1, len(columns))
        at = {int(column): {int(codes[column]): weight} for column in columns}
        return [at.get(int(block.column or 0), {}) for block in self.blocks]

    def change(self, positive: Sequence[Fraction], free: Sequence[Fraction]) -> Transformation:
        """The transformation with these numbers; topics that stay as they are are left out."""
        changes: list[tuple[int, str, Transformation]] = []
        at_positive = at_free = 0
        for block in self.blocks:
            steps, shifts = (len(part) for part in block.now)
            own = list(positive[at_positive : at_positive + steps]), list(free[at_free : at_free + shifts])
            at_positive, at_free = at_positive + steps, at_free + shifts
            if block.column is None:
                return block.change(*own)
            if own != (list(block.now[0]), list(block.now[1])):
                changes.append((block.column, self.scores.topics[block.column], block.change(*own)))
        return ByTopic(tuple(changes))


def is_linear(scores: Scores, terms: Sequence[Term]) -> bool:
    """Whether sums of these are linear in what a scale leaves open."""
    if common_face(terms) != "plain":
        return False
    if scores.shared:
        return True
    single = all(isinstance(term, Score) or (isinstance(term, Statistic) and term.kind == "mean") for term in terms)
    return scores.level != "nominal" and single


def cones(scores: Scores, terms: Sequence[Term]) -> Iterator[Cone] | None:
    """The cones whose union is what the scale can become: one, or for labels one an order; None where these are too
    many.
    """
    chain = tuple(Fraction(float(x)) for x in scores.chain)
    if scores.level == "nominal":
        systems = {system for term in terms for system in term.systems}
        rows = scores.codes[[place for place, name in enumerate(scores.systems) if name in systems]]
        codes = [int(code) for code in np.unique(rows[rows >= 0])]
        if factorial(len(codes)) > MOST_ORDERS:
            return None
        return (Cone(scores, (Block("nominal", order, chain),)) for order in permutations(codes))
    if scores.shared:
        return iter([Cone(scores, (Block(scores.level, tuple(range(len(chain))), chain),))])
    blocks = []
    for column in range(len(scores.topics)):
        places = tuple(int(code) for code in np.unique(scores.codes[:, column]) if code >= 0)
        if places:
            blocks.append(Block(scores.level, places, chain, column))
    return iter([Cone(scores, tuple(blocks))])
