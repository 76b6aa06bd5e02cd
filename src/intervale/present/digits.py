"""Numbers for people: as many digits as tell different ones apart, six significant ones at most."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import Any

__all__ = ["MOST_DIGITS", "aligned", "in_words", "times"]

MOST_DIGITS = 6
SMALL = 1e-3
"""Below this, numbers are written with an exponent."""


def aligned(values: Sequence[Any], least: int = 3) -> list[str]:
    """Numbers that stand below each other, all with the same number of decimals: ``least``, or more where different
    ones would look alike.

    >>> aligned([0.5904, 0.5]), aligned([0.10241, 0.10242]), aligned([3, 0])
    (['0.590', '0.500'], ['0.10241', '0.10242'], ['3', '0'])
    >>> aligned([0.5, 0.0003]), aligned([0.5, 0.0000003])
    (['0.5000', '0.0003'], ['0.500000', '3e−07'])
    """
    floats = [float(value) for value in values]
    largest = max((abs(value) for value in floats), default=0.0)
    if all(value.is_integer() for value in floats) and largest < 10**15:
        return [f"{int(value):,}".replace("-", "−") for value in floats]
    if largest < SMALL or largest >= 10**MOST_DIGITS:
        return [f"{value:.{least}g}".replace("-", "−", 1) for value in floats]
    before = max(0, int(log10(largest)) + 1) if largest >= 1 else 0
    most = max(0, MOST_DIGITS - before)
    texts: list[str] = []
    for decimals in range(min(least, most), most + 1):
        texts = [f"{value:.{decimals}f}" for value in floats]
        if len(set(texts)) == len(set(floats)) and not any(_vanished(*one) for one in zip(floats, texts, strict=True)):
            break
    texts = [
        f"{value:.{least}g}" if _vanished(value, text) else text for value, text in zip(floats, texts, strict=True)
    ]
    return [text.replace("-", "−", 1) for text in texts]


def _vanished(value: float, text: str) -> bool:
    """Whether a number that is not 0 reads as 0."""
    return value != 0 and float(text) == 0


def in_words(*values: Any) -> list[str]:
    """Numbers in a sentence: as :func:`aligned`, without zeros at the end.

    >>> in_words(0.1024, 0.0256), in_words(0.25), in_words(1, 0)
    (['0.102', '0.026'], ['0.25'], ['1', '0'])
    """
    return [text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text for text in aligned(values)]


def times(ratio: float) -> str:
    """How many times as large one number is as another.

    >>> times(6.9876), times(7.0), times(123456.0), times(2.5e7)
    ('6.99', '7', '123,456', '2.5e+07')
    """
    return f"{ratio:,.0f}" if 1000 <= ratio < 10**MOST_DIGITS else f"{ratio:.3g}"
