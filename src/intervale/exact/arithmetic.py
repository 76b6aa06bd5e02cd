"""Two arithmetics behind one interface, so that a formula is written once.

``EXACT`` computes with fractions and sums over logarithms, one number at a time; ``FLOATS`` with arrays of floats.
A formula that uses only ``+ - * /``, whole powers and what is listed here runs on both.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from intervale.exact.logsum import inverse_log
from intervale.exact.numbers import exact_number

__all__ = ["EXACT", "FLOATS", "Arithmetic"]


class Arithmetic(Protocol):
    """What a formula may ask for besides ``+ - * /``."""

    def number(self, x: Any) -> Any:
        """A parameter or a rank as a number of this arithmetic."""

    def inverse_log(self, n: Any, base: Any) -> Any:
        """1 / log_base(n), n ≥ 2."""

    def capped_inverse_log(self, n: Any, base: Any) -> Any:
        """1 / max(1, log_base(n)), n ≥ 1."""


class _Exact:
    def number(self, x: Any) -> Fraction:
        return exact_number(x)

    def inverse_log(self, n: Any, base: Any) -> Any:
        return inverse_log(int(n), exact_number(base))

    def capped_inverse_log(self, n: Any, base: Any) -> Any:
        return Fraction(1) if n <= exact_number(base) else self.inverse_log(n, base)


class _Floats:
    def number(self, x: Any) -> Any:
        return np.asarray(x, dtype=np.float64)

    def inverse_log(self, n: Any, base: Any) -> Any:
        return 1.0 / _log(n, float(base))

    def capped_inverse_log(self, n: Any, base: Any) -> Any:
        return 1.0 / np.maximum(1.0, _log(n, float(base)))


def _log(n: Any, base: float) -> Any:
    return np.log2(n) if base == 2.0 else np.log(n) / np.log(base)


EXACT: Arithmetic = _Exact()
"""Fractions and sums over logarithms, one number at a time."""
FLOATS: Arithmetic = _Floats()
"""Arrays of floats."""
