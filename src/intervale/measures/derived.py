"""Derived measures: a measure made of another, written ``name(MEASURE, option=value)``.

They live in packages above this one, which no module here may import: the table, the one place where they are named,
says where, and the one that is meant is loaded when it is first written. Nothing is registered by importing it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from intervale.measures.measure import Measure

__all__ = ["DERIVED", "derived"]

DERIVED: dict[str, tuple[str, str]] = {"interval": ("intervale.scales.form", "interval_as_written")}
"""The module and the name of the function of a measure, and of options by keyword, that makes each."""


def derived(name: str) -> Callable[..., Measure] | None:
    """What makes the derived measure of a name; None where there is none."""
    if name not in DERIVED:
        return None
    module, function = DERIVED[name]
    found: Callable[..., Measure] = getattr(import_module(module), function)
    return found
