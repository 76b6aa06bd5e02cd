"""Exact numbers and counting. No word of information retrieval is known here."""

from intervale.exact.arithmetic import EXACT, FLOATS, Arithmetic
from intervale.exact.logsum import LogSum, inverse_log, primitive_root
from intervale.exact.numbers import (
    Exact,
    bounded_number,
    compare,
    decimal_text,
    exact_number,
    exact_sorted,
    exact_text,
    short_text,
    whole,
)

__all__ = [
    "EXACT",
    "FLOATS",
    "Arithmetic",
    "Exact",
    "LogSum",
    "bounded_number",
    "compare",
    "decimal_text",
    "exact_number",
    "exact_sorted",
    "exact_text",
    "inverse_log",
    "primitive_root",
    "short_text",
    "whole",
]
