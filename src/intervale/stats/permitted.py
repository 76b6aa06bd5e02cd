"""What a scale permits, with the scales below it: the statistics that are data of the scale, and the tests that need no
richer one.
"""

from __future__ import annotations

from intervale.measures.declared import LEVELS
from intervale.scales.permitted import PERMITTED, level_of
from intervale.stats.registry import TESTS

__all__ = ["permitted", "readings"]


def permitted(level: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All statistics and all tests that a scale permits, the poorest scale first.

    >>> permitted("ordinal")[1]
    ('sign', 'rank-sum', 'kruskal-wallis', 'friedman')
    """
    upto = LEVELS[: LEVELS.index(level) + 1]
    statistics = tuple(name for one in upto for name in PERMITTED[one].statistics)
    return statistics, tuple(test.name for one in upto for test in TESTS.values() if test.scale == one)


def readings(scale: str | None) -> tuple[str, str]:
    """Two readings of one verdict, in words: the representational one, and the one in which values are utilities."""
    level = level_of(scale)
    statistics, tests = permitted(level)
    beyond = [name for one in LEVELS[LEVELS.index(level) + 1 : 3] for name in PERMITTED[one].statistics[:1]]
    tests_text = f", tests: {', '.join(tests)}" if tests else ""
    not_text = f"; not {' or '.join(beyond)}" if beyond else ""
    return (
        "representational (Ferrante, Ferro and Pontarollo 2019; Ferrante, Ferro and Fuhr 2021): "
        f"{', '.join(statistics)}{tests_text}{not_text}",
        "utility (Moffat 2022): all statistics and tests, if a value is what a run is worth to a user: then the "
        "scale is a ratio scale by assumption, which runs cannot test",
    )
