"""Ranges of a number, and how their ends are written: with as many digits as set an end apart from those beside it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from intervale.exact import short_text
from intervale.exact.log_roots import LogRoot
from intervale.exact.polynomials import Root
from intervale.scales.parts import End, side

__all__ = ["Region", "end_digits", "end_text", "exact_end"]

SHORT, LONG, MORE = 6, 20, 2
"""How many significant digits an irrational number has for people and in files: more where that sets it apart."""


class Region(NamedTuple):
    """All values from ``low`` to ``high``, these included or not, and whether something holds there; None is what does
    not apply or is not known.
    """

    low: End
    high: End | None
    """None: there is no end."""
    low_included: bool
    high_included: bool
    holds: Any
    digits: tuple[int, int] = (SHORT, SHORT)
    """How many digits set each end apart from the numbers beside it at which something changes."""

    def text(self, name: str) -> str:
        """The values in words.

        >>> Region(Fraction(0), Fraction(1, 2), False, True, True).text("p")
        '0 < p ≤ 1/2'
        """
        low = end_text(self.low, self.digits[0])
        if self.low == self.high:
            return f"{name} = {low}"
        left, right = ("≤" if included else "<" for included in (self.low_included, self.high_included))
        if self.high is None:
            return f"{name} {'≥' if self.low_included else '>'} {low}"
        return f"{low} {left} {name} {right} {end_text(self.high, self.digits[1])}"


def end_text(end: End, digits: int = SHORT) -> str:
    """A number for people: a fraction, a power, or some digits of a root."""
    if isinstance(end, Fraction):
        return short_text(end)
    return (end.text if isinstance(end, LogRoot) else "") or end.decimal(digits)


def exact_end(end: End, digits: int = SHORT) -> str:
    """A number as files have it: a fraction, or twenty digits of a root, more where that sets it apart."""
    return str(end) if isinstance(end, Fraction) else end.decimal(max(LONG, digits + SHORT))


def end_digits(ends: Sequence[End]) -> list[int]:
    """How many digits, at least six, each of some ascending numbers needs to be written between those beside it; where
    that is more, two more, which show how far it is from them.

    >>> from intervale.exact.polynomials import UNKNOWN, roots
    >>> half, root = Fraction(1, 2), roots(UNKNOWN**30 - 2 * UNKNOWN + 1, Fraction(1, 2), 1)[0]
    >>> end_digits([half, root]), root.decimal(6), root.decimal(12)
    ([6, 12], '0.500000', '0.500000000466')
    """
    found: list[int] = []
    before: Fraction | None = None
    for place, end in enumerate(ends):
        digits, written = SHORT, end if isinstance(end, Fraction) else Fraction(end.decimal(SHORT))
        after = ends[place + 1] if place + 1 < len(ends) else None
        while not isinstance(end, Fraction) and not _between(before, written, after):
            digits += 1
            end = end.refined(Fraction(1, 10 ** (digits + 4))) if isinstance(end, Root) else end
            written = Fraction(end.decimal(digits))
        if digits > SHORT and not isinstance(end, Fraction):
            digits += MORE
            written = Fraction(end.decimal(digits))
        found.append(digits)
        before = written
    return found


def _between(before: Fraction | None, x: Fraction, after: End | None) -> bool:
    """Whether a number is above the one that is written before it, and below the next."""
    return (before is None or before < x) and (after is None or side(after, x) < 0)
