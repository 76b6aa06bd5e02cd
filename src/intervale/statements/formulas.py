"""Sentences made of comparisons of weighted sums by *and*, *or* and *not*, decided exactly.

A formula says when a sentence is true and when it is false, each as alternatives of comparisons that hold together. It
is meaningful iff the other of the two has no solution in the cone of the scale (:mod:`~intervale.statements.cones`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from intervale.exact.alternatives import Inequality, Solution, solved
from intervale.exact.verdict import Proof
from intervale.statements.cones import Cone, Parts, Row, cones, is_linear
from intervale.statements.decision import Decision, nice_above
from intervale.statements.relations import MIRRORED
from intervale.statements.scores import Scores
from intervale.statements.transformations import Transformation

__all__ = ["Atom", "Formula", "all_of", "any_of", "comparison", "decided", "opposite", "ratio"]

MOST_ALTERNATIVES, MOST_NUMBERS = 1_000, 40_000
"""How many alternatives are looked at, and how large a system of inequalities may be."""
NEGATED = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "!=", "!=": "="}


@dataclass(frozen=True)
class Atom:
    """Σ c · term ∘ 0, ∘ one of >, >= and =."""

    parts: Parts
    relation: str


Alternatives = list[tuple[Atom, ...]]


@dataclass(frozen=True)
class Formula:
    """When a sentence is true and when it is false: alternatives of comparisons that hold together."""

    true: Alternatives
    false: Alternatives


def _atoms(parts: Parts, relation: str) -> Alternatives:
    if relation == "!=":
        return [*_atoms(parts, ">"), *_atoms(parts, "<")]
    if relation in ("<", "<="):
        parts, relation = [(-factor, term) for factor, term in parts], MIRRORED[relation]
    return [(Atom(tuple(parts), relation),)]


def comparison(parts: Parts, relation: str) -> Formula:
    """Σ c · term ∘ 0."""
    return Formula(_atoms(parts, relation), _atoms(parts, NEGATED[relation]))


def ratio(top: Parts, bottom: Parts, relation: str, number: Fraction) -> Formula:
    """top / bottom ∘ number, wherever the bottom is not 0."""
    less = [*top, *((-number * factor, term) for factor, term in bottom)]

    def where(relation: str) -> Alternatives:
        above = _together([_atoms(bottom, ">"), _atoms(less, relation)])
        return above + _together([_atoms(bottom, "<"), _atoms(less, MIRRORED[relation])])

    return Formula(where(relation), where(NEGATED[relation]))


def opposite(formula: Formula) -> Formula:
    return Formula(formula.false, formula.true)


def all_of(formulas: Sequence[Formula]) -> Formula | None:
    """All of them; None where there are too many alternatives."""
    if prod(len(one.true) for one in formulas) > MOST_ALTERNATIVES:
        return None
    return Formula(_together([one.true for one in formulas]), [some for one in formulas for some in one.false])


def any_of(formulas: Sequence[Formula]) -> Formula | None:
    """One of them at least."""
    found = all_of([opposite(one) for one in formulas])
    return None if found is None else opposite(found)


def _together(parts: Sequence[Alternatives]) -> Alternatives:
    return [tuple(atom for some in chosen for atom in some) for chosen in product(*parts)]


# ------------------------------------------------------------ decisions


def decided(scores: Scores, formula: Formula, truth: bool) -> Decision | None:
    """Whether a formula that is true, or false, now is so on every permissible scale; None where the scale is no union
    of few cones, or the system too large.
    """
    wanted = formula.false if truth else formula.true
    terms = [term for side in (formula.true, formula.false) for some in side for atom in some for _, term in atom.parts]
    some = cones(scores, terms) if is_linear(scores, terms) else None
    if some is None:
        return None
    cases, proven, other = 0, True, "false" if truth else "true"
    for cone in some:
        for atoms in wanted:
            cases += 1
            found = _reached(cone, atoms)
            if isinstance(found, Transformation):
                why = f"{_open(scores)}, and there is a choice that makes it {other}"
                return Decision(False, why, found, Proof.THEOREM, cases)
            proven &= found
    if not proven:
        return None
    why = f"{_open(scores)}, and no choice makes it {other}"
    return Decision(True, why, None, Proof.EXHAUSTIVE if scores.level == "nominal" else Proof.THEOREM, cases)


def _open(scores: Scores) -> str:
    """What the scale leaves open, in words."""
    if not scores.shared:
        return "each topic may be rescaled separately"
    return {
        "nominal": "labels may be exchanged",
        "ordinal": "the steps between scores may have any size",
        "interval": "the scale may have another unit and another zero",
        "ratio": "the scale may have another unit",
    }[scores.level]


def _reached(cone: Cone, atoms: Sequence[Atom]) -> Transformation | bool:
    """A transformation under which all of these comparisons hold; or whether it is known that there is none."""
    rows = [cone.row(atom.parts) for atom in atoms]
    relations = [atom.relation for atom in atoms]
    simple = next(_single(cone, rows, relations), None)
    if simple is not None:
        return simple
    system = [Inequality(*row, relation) for row, relation in zip(rows, relations, strict=True)]
    if len(system) * (len(rows[0][0]) + 2 * len(rows[0][1])) > MOST_NUMBERS:
        return _approximate(cone, system) or False
    found = solved(system)
    return cone.change(found.positive, found.free) if isinstance(found, Solution) else True


def _single(cone: Cone, rows: Sequence[Row], relations: Sequence[str]) -> Iterator[Transformation]:
    """One larger step, or one shift, that is enough: easy to read and to check by hand."""
    now = cone.now
    at = [_value(row, now) for row in rows]
    for part in (0, 1):
        for place in range(len(now[part])):
            slopes = [row[part][place] for row in rows]
            for sign in (1, -1) if part else (1,):
                by = _enough(at, [sign * slope for slope in slopes], relations)
                if by is not None:
                    moved: Row = (list(now[0]), list(now[1]))
                    moved[part][place] += sign * by
                    yield cone.change(*moved)


def _enough(at: Sequence[Fraction], slopes: Sequence[Fraction], relations: Sequence[str]) -> Fraction | None:
    """x > 0 with at + x · slope ∘ 0 for all; None where there is none."""
    low, high, exact = Fraction(0), None, None
    for value, slope, relation in zip(at, slopes, relations, strict=True):
        if not slope:
            if not (value > 0 or (value == 0 and relation != ">")) or (relation == "=" and value):
                return None
            continue
        root = -value / slope
        if relation == "=":
            if root <= 0 or exact not in (None, root):
                return None
            exact = root
        elif slope > 0:
            low = max(low, root)
        else:
            high = root if high is None else min(high, root)
    if exact is not None:
        return exact if exact > low and (high is None or exact < high) else None
    if high is not None:
        return (low + high) / 2 if low < high else None
    scale = max((abs(value / slope) for value, slope in zip(at, slopes, strict=True) if slope), default=Fraction(1))
    return Fraction(nice_above(float(max(low, scale / 10) * Fraction(101, 100)) or 1.0))


def _value(row: Row, numbers: Row) -> Fraction:
    pairs = ((a, b) for part in (0, 1) for a, b in zip(row[part], numbers[part], strict=True))
    return sum((a * b for a, b in pairs if a and b), Fraction(0))


def _approximate(cone: Cone, system: Sequence[Inequality]) -> Transformation | None:
    """A solution in floating point of a large system, which the caller evaluates; nothing follows where there is
    none.
    """
    import numpy as np
    from scipy.optimize import linprog

    above, free = len(system[0].positive), len(system[0].free)
    rows = np.array([[float(x) for x in (*one.positive, *one.free)] for one in system])
    strict = np.array([one.relation == ">" for one in system], dtype=float)
    equal = np.array([one.relation == "=" for one in system])
    found = linprog(
        np.concatenate([np.ones(above), np.zeros(free)]),
        A_ub=-rows[~equal],
        b_ub=-strict[~equal],
        A_eq=rows[equal] if equal.any() else None,
        b_eq=np.zeros(int(equal.sum())) if equal.any() else None,
        bounds=[(1, None)] * above + [(None, None)] * free,
    )
    if found.x is None:
        return None
    numbers = [Fraction(float(x)) for x in found.x]
    return cone.change(numbers[:above], numbers[above:])
