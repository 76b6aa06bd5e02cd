"""Numbers on one scale compared: weightings of a chain, and what permissible transformations do to their difference.

With f strictly increasing, Σ a_k f(v_k) − Σ b_k f(v_k) = Σ_k (f(v_k) − f(v_{k−1})) · D_k, where D_k is the weight of a
from v_k on less that of b. The steps of f are free, so the signs that occur are those of the D_k: one sign where one
weighting dominates the other (for means, first-order stochastic dominance), all three where the D_k differ in sign. One
larger step is enough to turn the difference over.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any

import numpy as np

from intervale.exact.sign_patterns import sum_signs
from intervale.exact.verdict import Proof
from intervale.statements.decision import Signs, nice_above
from intervale.statements.expressions import FACES, Score, Statistic, Term
from intervale.statements.scores import Scores
from intervale.statements.transformations import Jump, Relabelled, Stretched, Transformation

__all__ = ["MOST_ORDERS", "chain_of", "common_face", "nominal_signs", "ordinal_signs", "tails"]

Array = np.ndarray[Any, Any]
MOST_ORDERS = 5_040
"""How many orders of labels are looked at."""
SPAN = 12.0
"""How far the logarithms of new values reach."""


def common_face(terms: Iterable[Term]) -> str | None:
    """On what all terms are weightings: scores, their logarithms, or −1/x; a single score is one on each. None where
    they are mixed.
    """
    faces = set()
    for term in terms:
        if isinstance(term, Statistic) and term.kind in FACES:
            faces.add(FACES[term.kind])
        elif isinstance(term, Statistic) and term.kind in ("median", "quantile"):
            faces.add("plain")
    return None if len(faces) > 1 else faces.pop() if faces else "plain"


def tails(scores: Scores, left: Term, right: Term) -> list[Fraction]:
    """D_k for k = 1, 2, …: the weight from the k-th value of the chain on in the left term, less that in the right."""
    a, b = scores.weights(left), scores.weights(right)
    return _tails(a, b, list(range(len(scores.chain))))


def _tails(a: dict[int, Fraction], b: dict[int, Fraction], order: list[int]) -> list[Fraction]:
    found, total = [], Fraction(0)
    for code in reversed(order[1:]):
        total += a.get(code, Fraction(0)) - b.get(code, Fraction(0))
        found.append(total)
    return found[::-1]


def ordinal_signs(scores: Scores, left: Term, right: Term) -> Signs:
    """The signs that left − right takes over increasing transformations."""
    face = common_face((left, right))
    steps = tails(scores, left, right)
    found: dict[int, Transformation | None] = {}
    for sign, taken in sum_signs(steps).items():
        jump = _jump(scores, left, right, steps, sign) if face == "plain" else None
        found[sign] = jump or chain_of(scores.chain, taken, str(face))
    return found


def _jump(scores: Scores, left: Term, right: Term, steps: list[Fraction], sign: int) -> Jump | None:
    """One larger step that gives the sign."""
    now = scores.number(left) - scores.number(right)
    if not scores.sign(left, right):
        now = 0.0
    wanted = sign or (-1 if now > 0 else 1)
    place = max(range(len(steps)), key=lambda k: wanted * steps[k], default=None)
    if place is None or wanted * steps[place] <= 0 or (sign == 0 and now == 0):
        return None
    slope = abs(float(steps[place]))
    if sign == 0:
        by = abs(now) / slope
    else:
        width = float(scores.chain[-1] - scores.chain[0])
        by = nice_above(max(-wanted * now / slope, width / 10) * 1.01)
    return Jump(float(scores.chain[place + 1]), by)


def chain_of(chain: Array, steps: list[Fraction], face: str) -> Stretched:
    """New values of the chain with these steps, on the face that is weighed."""
    return Stretched(tuple(chain.tolist()), tuple(_new_values(steps, face)))


def _new_values(steps: list[Fraction], face: str) -> list[float]:
    numbers = [0.0]
    total = Fraction(0)
    for step in steps:
        total += step
        numbers.append(float(total))
    if face == "plain":
        return numbers
    largest = numbers[-1] or 1.0
    if face == "logarithm":
        return [float(np.exp(SPAN * number / largest)) for number in numbers]
    return [1.0 / (1.0 + SPAN * (largest - number) / largest) for number in numbers]


# ------------------------------------------------------------ nominal


def nominal_signs(scores: Scores, left: Term, right: Term, seed: int) -> tuple[Signs, Proof, int]:
    """The signs that left − right takes over one-to-one transformations: over all orders of the values that matter, or
    many.
    """
    face = str(common_face((left, right)))
    codes = sorted({code for term in (left, right) for code in _matter(scores, term)})
    found: dict[int, Transformation | None] = {}
    every = factorial(len(codes)) <= MOST_ORDERS
    tried = 0
    for order in permutations(codes) if every else _shuffled(codes, seed):
        tried += 1
        place = np.full(len(scores.chain), len(codes))
        place[list(order)] = np.arange(len(codes))
        a, b = scores.weights(left, place), scores.weights(right, place)
        for sign, taken in sum_signs(_tails(a, b, list(order))).items():
            if sign not in found:
                found[sign] = _labels(scores, list(order), _new_values(taken, face))
        if len(found) == 3:
            break
    same = not every and _same(scores, left, right)
    return found, Proof.EXHAUSTIVE if every else Proof.THEOREM if same else Proof.SAMPLED, tried


def _matter(scores: Scores, term: Term) -> Iterable[int]:
    if isinstance(term, Score) or (isinstance(term, Statistic) and term.kind == "mode"):
        return scores.weights(term)
    assert isinstance(term, Statistic)
    return scores.weights(Statistic("mean", term.system))


def _same(scores: Scores, left: Term, right: Term) -> bool:
    """Whether both are the same statistic of the same scores."""
    kinds = [(term.kind, term.q) if isinstance(term, Statistic) else None for term in (left, right)]
    if kinds[0] is None or kinds[0] != kinds[1]:
        return False
    a, b = (scores.weights(Statistic("mean", term.system)) for term in (left, right))  # type: ignore[attr-defined]
    return a == b


def _labels(scores: Scores, order: list[int], numbers: list[float]) -> Relabelled:
    """The values that matter get these numbers, the others some beyond them."""
    new = dict(zip(order, numbers, strict=True))
    beyond = max(numbers, default=0.0) + 1
    for code in range(len(scores.chain)):
        if code not in new:
            new[code] = beyond
            beyond += 1
    return Relabelled(tuple(scores.chain.tolist()), tuple(new[code] for code in range(len(scores.chain))))


def _shuffled(codes: list[int], seed: int) -> Iterable[tuple[int, ...]]:
    random = np.random.default_rng(seed)
    yield tuple(codes)
    yield tuple(reversed(codes))
    for _ in range(MOST_ORDERS - 2):
        yield tuple(random.permutation(codes).tolist())
