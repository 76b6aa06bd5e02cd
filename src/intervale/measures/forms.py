"""Forms of measures: a measure made of another, written ``form(MEASURE, option=value)``.

Rooms above this one add theirs: importing ``intervale.scales`` adds ``interval``.
"""

from __future__ import annotations

from collections.abc import Callable

from intervale.measures.measure import Measure

__all__ = ["FORMS"]

FORMS: dict[str, Callable[..., Measure]] = {}
"""Each form by its name: a function of a measure and of options by keyword."""
