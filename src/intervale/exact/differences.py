"""Difference structures: when differences between objects are ordered so that they can be measured in equal steps.

Δ(a, b) is the difference from a to b, and ≼ a relation between differences. Definition 1 of Ferrante, Ferro and
Pontarollo 2019 has four axioms, for all objects:

- weak order: Δ(a, b) ≼ Δ(c, d) or Δ(c, d) ≼ Δ(a, b), and ≼ is transitive;
- sign: if Δ(a, b) ≼ Δ(c, d) then Δ(d, c) ≼ Δ(b, a);
- weak monotonicity: if Δ(a, b) ≼ Δ(a′, b′) and Δ(b, c) ≼ Δ(b′, c′) then Δ(a, c) ≼ Δ(a′, c′);
- solvability: if Δ(a, a) ≼ Δ(c, d) ≼ Δ(a, b) there are d′ and d″ with Δ(a, d′) ~ Δ(c, d) ~ Δ(d″, b).

Differences of numbers always satisfy the first three. What can fail is solvability, and on a finite set that means
equal steps: if the smallest step is less than another one, it cannot be laid off inside that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, product
from numbers import Integral, Real
from typing import Any

import numpy as np

from intervale.errors import OptionError, shown
from intervale.exact.logsum import LogSum
from intervale.exact.numbers import Exact, exact_number, exact_sorted
from intervale.exact.relations import answers, distinct, intransitive_triple, unrelated_pair
from intervale.exact.shown import Shown
from intervale.exact.verdict import Proof, Verdict

__all__ = ["AXIOMS", "DifferenceStructure", "difference_structure"]

Array = np.ndarray[Any, Any]
Pair = tuple[Any, Any]
AXIOMS = ("weak order", "sign", "weak monotonicity", "solvability")
MOST_OBJECTS = 60
"""How many objects a relation on pairs may have: it is asked about n⁴ pairs of pairs, 13 million for 60."""
REPRESENTED = "Δ(a, b) ≼ Δ(c, d) iff M(b) − M(a) ≤ M(d) − M(c): Ferrante, Ferro and Pontarollo 2019, Theorem 1"
UNIQUE = "up to M′ = αM + β with α > 0: Rossi 2014, Theorem 3.18"


@dataclass(frozen=True, repr=False)
class DifferenceStructure(Shown):
    """The axioms of a difference structure, each with its verdict, and the measure that they make where all hold.

    ``measure`` has equal steps from 0, and orders differences as the relation does (``representation``). It is an
    interval scale: whatever else does so is αM + β with α > 0 (``uniqueness``).
    """

    axioms: dict[str, Verdict]
    representation: Verdict
    uniqueness: Verdict
    measure: dict[Any, int] | None

    def __repr__(self) -> str:
        found = "every axiom holds" if self.holds else f"{self.failed} fails"
        return f"DifferenceStructure({found})"

    @property
    def holds(self) -> bool:
        """Whether all axioms hold."""
        return all(self.axioms.values())

    @property
    def failed(self) -> str | None:
        """The name of the first axiom that fails, or None."""
        return next((name for name, verdict in self.axioms.items() if not verdict), None)


def difference_structure(objects: Iterable[Any], leq: Callable[[Pair, Pair], Any] | None = None) -> DifferenceStructure:
    """Whether objects and a relation between their differences are a difference structure; the axioms are those above.

    Without ``leq`` the objects are numbers and Δ(a, b) = b − a. With it, ``leq((a, b), (c, d))`` is whether
    Δ(a, b) ≼ Δ(c, d), any relation on the pairs of up to 60 objects, and each axiom is decided on its own. Objects a
    and b with Δ(a, b) ~ Δ(a, a) have the same measure. Witnesses: for weak order two differences that do not compare,
    or three where ≼ is not transitive; (a, b, c, d) for sign and solvability; (a, b, c, a′, b′, c′) for weak
    monotonicity.

    Source: Ferrante, Ferro and Pontarollo 2019, Definition 1 and Theorem 1.

    >>> difference_structure([10, 20, 30]).measure
    {10: 0, 20: 1, 30: 2}
    >>> difference_structure([0, 1, 3]).axioms["solvability"].witness
    (1, 3, 0, 1)
    >>> height = {"ant": 1, "bee": 1, "cat": 2}
    >>> by_height = lambda ab, cd: height[ab[1]] - height[ab[0]] <= height[cd[1]] - height[cd[0]]
    >>> difference_structure(height, by_height).measure
    {'ant': 0, 'bee': 0, 'cat': 1}
    >>> difference_structure("xy", lambda ab, cd: ab <= cd).failed
    'sign'
    """
    if not isinstance(objects, Iterable):
        raise OptionError(f"objects must be a list of numbers, or of objects with leq, not {shown(objects)}")
    if leq is None:
        return _of_numbers(objects)
    if not callable(leq):
        raise OptionError(f"leq={shown(leq)} must be a function of two pairs of objects")
    found = distinct(objects)
    if len(found) > MOST_OBJECTS:
        raise OptionError(f"{len(found):,} objects are too many to compare all differences (at most {MOST_OBJECTS})")
    return _of_relation(found, leq)


def _made(axioms: dict[str, Verdict], representation: Verdict, measure: dict[Any, int]) -> DifferenceStructure:
    """A difference structure with its measure; without one where an axiom fails."""
    failed = next((name for name, verdict in axioms.items() if not verdict), None)
    if failed is not None:
        none = Verdict(None, why=f"not a difference structure: {failed} fails")
        return DifferenceStructure(axioms, none, none, None)
    unique = Verdict(True, proof=Proof.THEOREM, why=UNIQUE)
    return DifferenceStructure(axioms, representation, unique, measure)


# ------------------------------------------------------------ numbers


def _of_numbers(objects: Iterable[Any]) -> DifferenceStructure:
    numbers = {one: _number(one) for one in dict.fromkeys(objects)}
    if not numbers:
        raise OptionError("no numbers: a difference structure needs at least one")
    values = exact_sorted(set(numbers.values()))
    by_numbers = Verdict(True, proof=Proof.THEOREM, why="differences of numbers")
    axioms = dict.fromkeys(AXIOMS[:3], by_numbers) | {"solvability": _equal_steps(values)}
    place = {value: index for index, value in enumerate(values)}
    representation = Verdict(True, proof=Proof.THEOREM, why=REPRESENTED)
    return _made(axioms, representation, {one: place[value] for one, value in numbers.items()})


def _number(one: Any) -> Exact:
    """An exact number as it is; a float as the decimal that it is written as."""
    if isinstance(one, Integral):
        return int(one)
    if isinstance(one, Fraction | LogSum):
        return one
    if isinstance(one, Decimal):
        return exact_number(one)
    if isinstance(one, Real):
        return exact_number(float(one))
    raise OptionError(f"{shown(one)} is not a number; give leq, a relation on pairs of objects")


def _equal_steps(values: Sequence[Exact]) -> Verdict:
    """Solvability for numbers in ascending order: a smallest step (c, d), and a larger one (a, b), where not all are
    equal.
    """
    steps = [(low, high) for low, high in pairwise(values)]
    if not steps:
        return Verdict(True)
    c, d = min(steps, key=lambda step: step[1] - step[0])
    larger = next(((a, b) for a, b in steps if b - a != d - c), None)
    return Verdict(larger is None, larger and (*larger, c, d), len(steps))


# ------------------------------------------------------------ relations


def _of_relation(objects: tuple[Any, ...], leq: Callable[[Pair, Pair], Any]) -> DifferenceStructure:
    n = len(objects)
    pairs = list(product(objects, repeat=2))
    related = np.array([answers("leq", leq, (pair,), pairs) for pair in pairs])
    by_object = related.reshape(n, n, n, n)  # [a, b, c, d]: Δ(a, b) ≼ Δ(c, d)

    def named(*numbers: Any) -> tuple[Any, ...]:
        return tuple(objects[number] for number in numbers)

    axioms = {
        "weak order": _weak_order(related, pairs),
        "sign": _first_broken(by_object & ~by_object.transpose(3, 2, 1, 0), named),
        "weak monotonicity": _monotonicity(by_object, named),
        "solvability": _first_broken(_unsolved(by_object), named),
    }
    measure = _measured(by_object)
    steps = (measure[None, :] - measure[:, None]).reshape(-1)
    wrong = (related != (steps[:, None] <= steps[None, :])).reshape(n, n, n, n)
    representation = _first_broken(wrong, named, REPRESENTED)
    return _made(axioms, representation, dict(zip(objects, measure.tolist(), strict=True)))


def _first_broken(broken: Array, named: Callable[..., tuple[Any, ...]], why: str = "") -> Verdict:
    """The verdict on all (a, b, c, d), from where it is broken."""
    where = np.argwhere(broken)
    return Verdict(not len(where), named(*where[0]) if len(where) else None, broken.size, why=why)


def _weak_order(related: Array, pairs: Sequence[Pair]) -> Verdict:
    if (apart := unrelated_pair(related)) is not None:
        return Verdict(False, tuple(pairs[x] for x in apart), related.size, why="differences that do not compare")
    if (broken := intransitive_triple(related)) is not None:
        return Verdict(False, tuple(pairs[x] for x in broken), related.size, why="not transitive")
    return Verdict(True, cases=related.size)


def _monotonicity(by_object: Array, named: Callable[..., tuple[Any, ...]]) -> Verdict:
    """Weak monotonicity says that a relation is transitive: that of (a, a′) to (b, b′) where Δ(a, b) ≼ Δ(a′, b′)."""
    n = len(by_object)
    turned = by_object.transpose(0, 2, 1, 3).reshape(n * n, n * n)
    if (broken := intransitive_triple(turned)) is None:
        return Verdict(True, cases=turned.size)
    (a, b, c), (a1, b1, c1) = zip(*(divmod(x, n) for x in broken), strict=True)
    return Verdict(False, named(a, b, c, a1, b1, c1), turned.size)


def _unsolved(by_object: Array) -> Array:
    """Where Δ(a, a) ≼ Δ(c, d) ≼ Δ(a, b), and there is no d′ or no d″."""
    alike = by_object & by_object.transpose(2, 3, 0, 1)
    from_a, to_b = np.logical_or.reduce(alike, axis=1), np.logical_or.reduce(alike, axis=0)
    null = np.einsum("aacd->acd", by_object)
    asked = null[:, None] & by_object.transpose(2, 3, 0, 1)
    found: Array = asked & ~(from_a[:, None] & to_b[None, :])
    return found


def _measured(by_object: Array) -> Array:
    """The place of each object among those that differ: a is at or below b iff Δ(a, a) ≼ Δ(a, b)."""
    below = np.einsum("aaab->ab", by_object).sum(axis=0)
    places: Array = np.unique(below, return_inverse=True)[1]
    return places
