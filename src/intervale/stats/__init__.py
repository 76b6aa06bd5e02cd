"""Statistics that know the scale: tests of systems and correlations of measures.

Names are fetched when they are first used: help texts list the tests, which are data, and load no arrays.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from intervale.stats.compare_systems import compare
    from intervale.stats.comparison import Comparison
    from intervale.stats.correlations import Correlations, correlate

__all__ = ["Comparison", "Correlations", "compare", "correlate"]

_MODULE_OF = {
    "Comparison": "comparison",
    "Correlations": "correlations",
    "compare": "compare_systems",
    "correlate": "correlations",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'intervale.stats' has no attribute {name!r}")
    return getattr(import_module(f"intervale.stats.{_MODULE_OF[name]}"), name)
