"""Geometric and harmonic means on an interval scale: only the zero of the scale matters, one number.

With the smallest score of the two systems at y > 0, the geometric means compare as two products of (v + y), the
harmonic means as two sums of 1 / (v + y): the difference has the sign of a polynomial in y. Where its coefficients
have one sign it has no root above 0 (Descartes), and the comparison does not depend on the zero; where they change
sign once it turns over for sure; else it is looked at along y.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from intervale.exact.verdict import Proof
from intervale.statements.decision import Signs
from intervale.statements.expressions import Term
from intervale.statements.scores import Scores
from intervale.statements.transformations import Affine, Transformation

__all__ = ["shift_signs"]

MOST_DEGREE = 400
HALF_MESH, HALVINGS = 120, 60


def shift_signs(scores: Scores, left: Term, right: Term, face: str) -> tuple[Signs, Proof, int] | None:
    """The signs that left − right takes over αx + β with all scores of the two above 0; None where the polynomial is
    too long.
    """
    a, b = scores.weights(left), scores.weights(right)
    apart = {code: a.get(code, Fraction(0)) - b.get(code, Fraction(0)) for code in {*a, *b}}
    chain = [Fraction(float(x)) for x in scores.chain]
    least = min(chain[code] for code in apart)
    weights = {chain[code] - least: weight for code, weight in apart.items() if weight}
    if not weights:
        return {0: None}, Proof.THEOREM, 0
    polynomial = _of_products(weights) if face == "logarithm" else _of_reciprocals(weights)
    if polynomial is None:
        return None
    kinds = {1 if x > 0 else -1 for x in polynomial if x}
    if len(kinds) == 1:
        return {kinds.pop(): Affine(1.0, float(max(weights) - least))}, Proof.THEOREM, 0
    places: dict[int, Fraction] = {}
    for power in range(-HALF_MESH, HALF_MESH + 1):
        y = max(weights) * Fraction(10) ** (power // 20) * Fraction(round(1000 * 10 ** (power % 20 / 20)), 1000)
        places.setdefault(_sign(_at(polynomial, y)), y)
    if 1 in places and -1 in places:
        places.setdefault(0, _root(polynomial, places[1], places[-1]))
    changes: dict[int, Transformation | None] = {sign: Affine(1.0, float(y - least)) for sign, y in places.items()}
    return changes, Proof.NUMERIC if len(places) == 3 else Proof.SAMPLED, 2 * HALF_MESH + 1


def _of_products(weights: dict[Fraction, Fraction]) -> list[Fraction] | None:
    """Π (v + y)^w over the values that weigh more left, less that over the others; w is made whole."""
    whole = lcm(*(weight.denominator for weight in weights.values()))
    powers = {value: int(weight * whole) for value, weight in weights.items()}
    if sum(power for power in powers.values() if power > 0) > MOST_DEGREE:
        return None
    up, down = ([value for value, power in powers.items() for _ in range(sign * power)] for sign in (1, -1))
    return _less(_product(up), _product(down))


def _of_reciprocals(weights: dict[Fraction, Fraction]) -> list[Fraction] | None:
    """−Σ w / (v + y), times Π (v + y)."""
    if len(weights) > MOST_DEGREE:
        return None
    total: list[Fraction] = []
    whole = _product(list(weights))
    for value, weight in weights.items():
        total = _less(total, [weight * x for x in _without(whole, value)])
    return total


def _product(values: list[Fraction]) -> list[Fraction]:
    """The coefficients of Π (v + y), the constant first."""
    found = [Fraction(1)]
    for value in values:
        found = [value * x + y for x, y in zip([*found, Fraction(0)], [Fraction(0), *found], strict=True)]
    return found


def _without(product: list[Fraction], value: Fraction) -> list[Fraction]:
    """The product divided by (v + y), from the highest power down."""
    found = [product[-1]]
    for x in product[-2:0:-1]:
        found.append(x - value * found[-1])
    return found[::-1]


def _less(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
    size = max(len(a), len(b))
    a, b = ([*x, *[Fraction(0)] * (size - len(x))] for x in (a, b))
    return [x - y for x, y in zip(a, b, strict=True)]


def _at(polynomial: list[Fraction], y: Fraction) -> Fraction:
    total = Fraction(0)
    for x in reversed(polynomial):
        total = total * y + x
    return total


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)


def _root(polynomial: list[Fraction], up: Fraction, down: Fraction) -> Fraction:
    """A number where the polynomial is 0, to double precision."""
    for _ in range(HALVINGS):
        middle = Fraction(float((up + down) / 2))
        if middle in (up, down):
            break
        up, down = (middle, down) if _at(polynomial, middle) > 0 else (up, middle)
    return up
