"""What each scale permits: transformations and statistics, as data. The scale that each test needs is listed
with the tests.

After Stevens; Ferrante, Ferro and Pontarollo 2019, appendix, Table 2; Ferrante, Ferro and Fuhr 2021, §III-C and E.
Where the two differ the later one is followed: the earlier one permits parametric tests on ratio scales only.
"""

from __future__ import annotations

from dataclasses import dataclass

from intervale.measures.declared import LEVELS

__all__ = ["PERMITTED", "Permitted", "level_of"]


@dataclass(frozen=True)
class Permitted:
    """What a scale adds to those below it."""

    transformations: str
    statistics: tuple[str, ...]


PERMITTED = {
    "nominal": Permitted("one-to-one functions", ("mode", "frequencies")),
    "ordinal": Permitted(
        "increasing functions", ("median", "quantiles", "Spearman's rho", "Kendall's tau", "Kendall's W")
    ),
    "interval": Permitted(
        "αM + β with α > 0", ("mean", "standard deviation", "Pearson's correlation", "multiple correlation")
    ),
    "ratio": Permitted("αM with α > 0", ("geometric mean", "harmonic mean", "coefficient of variation")),
}


def level_of(scale: str | None) -> str:
    """The level of a verdict: what is weakly ordinal or none keeps no order, and permits what a nominal scale does.

    >>> level_of("weakly ordinal"), level_of("interval")
    ('nominal', 'interval')
    """
    return scale if scale in LEVELS else "nominal"
