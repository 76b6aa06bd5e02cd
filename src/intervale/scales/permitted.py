"""What each scale permits: transformations, statistics and tests, as data.

After Stevens; Ferrante, Ferro and Pontarollo 2019, appendix, Table 2 (001); Ferrante, Ferro and Fuhr 2021, §III-C and E
(004). Where the two differ the tests of 004 stand first: 001 permits parametric tests on ratio scales only.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LEVELS", "PERMITTED", "Permitted", "level_of", "permitted", "readings"]

LEVELS = ("nominal", "ordinal", "interval", "ratio")
"""From the poorest to the richest."""


@dataclass(frozen=True)
class Permitted:
    """What a scale adds to those below it."""

    transformations: str
    statistics: tuple[str, ...]
    tests: tuple[str, ...]
    tests_by_001: str


PERMITTED = {
    "nominal": Permitted("one-to-one functions", ("mode", "frequencies"), (), "non-parametric tests"),
    "ordinal": Permitted(
        "increasing functions",
        ("median", "quantiles", "Spearman's rho", "Kendall's tau", "Kendall's W"),
        ("sign", "rank-sum", "kruskal-wallis", "friedman"),
        "non-parametric tests",
    ),
    "interval": Permitted(
        "αM + β with α > 0",
        ("mean", "standard deviation", "Pearson's correlation", "multiple correlation"),
        ("signed-rank", "t", "anova1", "anova2", "randomisation", "bootstrap"),
        "non-parametric tests",
    ),
    "ratio": Permitted(
        "αM with α > 0", ("geometric mean", "harmonic mean", "coefficient of variation"), (), "all, parametric too"
    ),
}


def level_of(scale: str | None) -> str:
    """The level of a verdict: what is weakly ordinal or none keeps no order, and permits what a nominal scale does.

    >>> level_of("weakly ordinal"), level_of("interval")
    ('nominal', 'interval')
    """
    return scale if scale in LEVELS else "nominal"


def permitted(level: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All statistics and all tests that a scale permits.

    >>> permitted("ordinal")[1]
    ('sign', 'rank-sum', 'kruskal-wallis', 'friedman')
    """
    upto = LEVELS[: LEVELS.index(level) + 1]
    statistics = tuple(name for one in upto for name in PERMITTED[one].statistics)
    return statistics, tuple(name for one in upto for name in PERMITTED[one].tests)


def readings(scale: str | None) -> tuple[str, str]:
    """Two readings of one verdict, in words: the representational one, and the one in which values are utilities."""
    level = level_of(scale)
    statistics, tests = permitted(level)
    beyond = [name for one in LEVELS[LEVELS.index(level) + 1 : 3] for name in PERMITTED[one].statistics[:1]]
    tests_text = f", tests: {', '.join(tests)}" if tests else ""
    not_text = f"; not {' or '.join(beyond)}" if beyond else ""
    return (
        f"representational (001, 004): {', '.join(statistics)}{tests_text}{not_text}",
        "utility (Moffat 2022): if values are taken as what a run is worth to a user, a ratio scale by assumption, all "
        "statistics and tests; the assumption is about users, and runs cannot test it",
    )
