"""Statistics that know the scale: tests of systems, comparisons of measures, numbers of topics.

Names are fetched when they are first used: help texts list the tests, which are data, and load no arrays.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from intervale.stats.compare_systems import compare
    from intervale.stats.comparison import Comparison
    from intervale.stats.correlations import Correlations, correlate
    from intervale.stats.discriminative import DiscriminativePower, discriminative_power
    from intervale.stats.interval_study import Study, study
    from intervale.stats.mixed_scales import Mixing, mixing
    from intervale.stats.smaller_pools import Robustness, robustness
    from intervale.stats.topic_halves import Stability, stability
    from intervale.stats.topic_sets import Design, design

_MODULE_OF = {
    "Comparison": "comparison",
    "Correlations": "correlations",
    "Design": "topic_sets",
    "DiscriminativePower": "discriminative",
    "Mixing": "mixed_scales",
    "Robustness": "smaller_pools",
    "Stability": "topic_halves",
    "Study": "interval_study",
    "compare": "compare_systems",
    "correlate": "correlations",
    "design": "topic_sets",
    "discriminative_power": "discriminative",
    "mixing": "mixed_scales",
    "robustness": "smaller_pools",
    "stability": "topic_halves",
    "study": "interval_study",
}

__all__ = [
    "Comparison",
    "Correlations",
    "Design",
    "DiscriminativePower",
    "Mixing",
    "Robustness",
    "Stability",
    "Study",
    "compare",
    "correlate",
    "design",
    "discriminative_power",
    "mixing",
    "robustness",
    "stability",
    "study",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'intervale.stats' has no attribute {name!r}")
    return getattr(import_module(f"intervale.stats.{_MODULE_OF[name]}"), name)
