"""How witnesses are worded: runs, fractions, names and lists as a reader writes them, and never as Python does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

__all__ = ["cases", "listed", "worded"]


def worded(value: Any) -> str:
    """A value in words: a run in brackets, a fraction as a fraction, a float with six digits, a set in a row.

    >>> worded((1, 0, 2)), worded(Fraction(1, 3)), worded({"P": 1, "R": Fraction(1, 2)}), worded(0.30000000000000004)
    ('(1, 0, 2)', '1/3', 'P: 1, R: 1/2', '0.3')
    >>> worded([(1, 0), (0, 1)]), worded(True), worded({2, 1})
    ('(1, 0) and (0, 1)', 'yes', '1 and 2')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Fraction) and value.denominator > 1:
        return str(value)
    if isinstance(value, int | Fraction):
        return f"{int(value):,}" if abs(int(value)) >= 10_000 else str(int(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{worded(key)}: {worded(one)}" for key, one in value.items())
    if isinstance(value, tuple):
        return f"({', '.join(worded(one) for one in value)})"
    if isinstance(value, (set, frozenset)):
        return listed(sorted(value))
    return listed(value) if isinstance(value, Iterable) else str(value)


def listed(values: Iterable[Any]) -> str:
    """Values one after the other.

    >>> listed(["P", "R", "AP"]), listed(["P"]), listed([])
    ('P, R and AP', 'P', 'none')
    """
    words = [worded(one) for one in values]
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]])) or "none"


def cases(number: int, what: str = "case") -> str:
    """How many were looked at.

    >>> cases(1), cases(65_640, "pair of runs"), cases(3, "graded space")
    ('1 case', '65,640 pairs of runs', '3 graded spaces')
    """
    noun = re.split(r" (?=of |with |in |on |for |that )", what, maxsplit=1)
    return f"{number:,} {' '.join([noun[0] + 's' * (number != 1), *noun[1:]])}"
