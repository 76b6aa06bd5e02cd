"""Relations of two numbers, equal where only rounding tells them apart."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from intervale.exact.rounding import NOISE

__all__ = ["MIRRORED", "RELATIONS", "clear", "related"]

RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
}
MIRRORED = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "=", "!=": "!="}
"""The relation with its sides exchanged."""
CLEAR = 1e-9
"""Sides that differ by a smaller share of them are not shown to be apart."""


def related(left: float, relation: str, right: float) -> bool:
    """A relation of two numbers, equal where only rounding tells them apart.

    >>> related(0.1 + 0.2, ">", 0.3), related(0.1 + 0.2, "=", 0.3)
    (False, True)
    """
    near = abs(left - right) <= NOISE * (abs(left) + abs(right))
    return RELATIONS[relation](right if near else left, right)


def clear(left: float, right: float) -> bool:
    """Whether two sides are further apart than rounding can make them."""
    return abs(left - right) > CLEAR * (abs(left) + abs(right))
