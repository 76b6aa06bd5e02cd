"""What each scale permits: transformations and statistics, as data. The scale that each test needs is listed
with the tests.

After Stevens; Ferrante, Ferro and Pontarollo 2019, appendix, Table 2; Ferrante, Ferro and Fuhr 2021, §III-C and E.
Where the two differ the later one is followed: the earlier one permits parametric tests on ratio scales only. The table
of 2019 also has the multiple correlation, of one variable with several others, which nothing here computes. Ratios and
percentage changes are named after Ferrante, Ferro and Fuhr 2021, §III-B: a ratio scale preserves ratios.
"""

from __future__ import annotations

from dataclasses import dataclass

from intervale.measures.declared import LEVELS

__all__ = ["PERMITTED", "STATISTICS", "Permitted", "Statistic", "level_of"]


@dataclass(frozen=True)
class Statistic:
    """A statistic of the scores of one system over topics. What computes it is found by its name in
    :mod:`intervale.evaluation.aggregates`, so that help texts can name it without arrays.
    """

    name: str
    title: str
    scale: str
    """The poorest scale that it is for."""


STATISTICS = {
    one.name: one
    for one in (
        Statistic("mode", "mode", "nominal"),
        Statistic("median", "median", "ordinal"),
        Statistic("quantile", "quantiles", "ordinal"),
        Statistic("mean", "mean", "interval"),
        Statistic("sd", "standard deviation", "interval"),
        Statistic("gmean", "geometric mean", "ratio"),
        Statistic("hmean", "harmonic mean", "ratio"),
        Statistic("cv", "coefficient of variation", "ratio"),
    )
}
"""The statistics of one system, from the poorest scale."""


@dataclass(frozen=True)
class Permitted:
    """What a scale adds to those below it."""

    transformations: str
    statistics: tuple[str, ...]


def _permitted(level: str, transformations: str, *others: str) -> Permitted:
    own = (one.title for one in STATISTICS.values() if one.scale == level)
    return Permitted(transformations, (*own, *others))


PERMITTED = {
    "nominal": _permitted("nominal", "one-to-one functions", "frequencies"),
    "ordinal": _permitted("ordinal", "increasing functions", "Spearman's rho", "Kendall's tau", "Kendall's W"),
    "interval": _permitted("interval", "αM + β with α > 0", "Pearson's correlation"),
    "ratio": _permitted("ratio", "αM with α > 0", "ratios of scores", "percentage changes"),
}


def level_of(scale: str | None) -> str:
    """The level of a verdict: what is weakly ordinal or none keeps no order, and permits what a nominal scale does.

    >>> level_of("weakly ordinal"), level_of("interval")
    ('nominal', 'interval')
    """
    return scale if scale in LEVELS else "nominal"
