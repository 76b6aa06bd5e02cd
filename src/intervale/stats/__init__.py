"""Statistics that know the scale: tests of systems and correlations of measures."""

from intervale.stats.api import compare, correlate
from intervale.stats.comparison import Comparison, compare_table
from intervale.stats.correlate import Correlations, correlate_table

__all__ = ["Comparison", "Correlations", "compare", "compare_table", "correlate", "correlate_table"]
