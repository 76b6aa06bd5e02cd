"""Derived measures: a measure made of another, written ``name(MEASURE, option=value)``.

They live in rooms above this one, which no module here may import: the table names where, and the one that is meant is
loaded when it is first written.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from intervale.measures.measure import Measure

__all__ = ["FORMS", "form"]

FORMS: dict[str, tuple[str, str]] = {"interval": ("intervale.scales.form", "interval")}
"""The module and the name of the function of a measure, and of options by keyword, that makes each."""


def form(name: str) -> Callable[..., Measure] | None:
    """What makes the derived measure of a name; None where there is none."""
    if name not in FORMS:
        return None
    module, function = FORMS[name]
    found: Callable[..., Measure] = getattr(import_module(module), function)
    return found
