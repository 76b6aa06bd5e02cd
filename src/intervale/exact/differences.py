"""Difference structures: when the differences of numbers on a finite chain are equally spaced.

Differences of numbers always form a weak order, change their sign when turned round, and add up; what can fail is
solvability. If 0 ≤ Δ(c, d) ≤ Δ(a, b) there must be d′ and d″ with Δ(a, d′) = Δ(c, d) = Δ(d″, b). On a finite set
that means equal steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from intervale.exact.verdict import Proof, Verdict

__all__ = ["AXIOMS", "difference_structure"]

AXIOMS = ("weak order", "sign", "weak monotonicity", "solvability")


def difference_structure(values: Sequence[Any]) -> dict[str, Verdict]:
    """The four axioms of a difference structure for the numbers of a finite set; the witness of solvability is (a,
    b, c, d).

    >>> {name: bool(verdict) for name, verdict in difference_structure([0, 1, 2, 3]).items()}
    {'weak order': True, 'sign': True, 'weak monotonicity': True, 'solvability': True}
    >>> difference_structure([0, 1, 3])["solvability"].witness
    (1, 3, 0, 1)
    """
    by_numbers = Verdict(True, proof=Proof.THEOREM, why="differences of numbers")
    return dict.fromkeys(AXIOMS[:3], by_numbers) | {"solvability": _solvability(sorted(set(values)))}


def _solvability(values: list[Any]) -> Verdict:
    present = set(values)
    first: dict[Any, tuple[Any, Any]] = {}
    for i, c in enumerate(values):
        for d in values[i:]:
            first.setdefault(d - c, (c, d))
    cases = 0
    for difference, (c, d) in sorted(first.items()):
        for a in values:
            if a + difference > values[-1]:
                break
            cases += 1
            b = next(value for value in values if value - a >= difference)
            if a + difference not in present or b - difference not in present:
                return Verdict(False, (a, b, c, d), cases)
    return Verdict(True, cases=cases)
