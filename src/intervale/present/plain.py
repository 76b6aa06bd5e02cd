"""Exact numbers as JSON documents have them."""

from __future__ import annotations

from intervale.exact import Exact, LogSum, decimal_text

__all__ = ["plain_number"]


def plain_number(value: Exact | float | None) -> str | float | None:
    """A number in a document: a fraction as text, twenty digits of a sum over logarithms, and floats as they are.

    >>> from fractions import Fraction
    >>> from intervale.exact import inverse_log
    >>> plain_number(Fraction(1, 3)), plain_number(inverse_log(3)), plain_number(0.5), plain_number(None)
    ('1/3', '0.63092975357145743710', 0.5, None)
    """
    if value is None or isinstance(value, float):
        return value
    return decimal_text(value) if isinstance(value, LogSum) else str(value)
