"""Names as people write them: other words for statistics, tests, coefficients, corrections and measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intervale.errors import MeasureError, OptionError, shown
from intervale.statements.expressions import STATISTICS
from intervale.stats.coefficients import COEFFICIENTS
from intervale.stats.corrections import CORRECTIONS
from intervale.stats.registry import TESTS

if TYPE_CHECKING:
    from intervale.statements.reading import Reader

__all__ = ["COEFFICIENT_NAMES", "correction_called", "measure_named", "statistic_named", "test_called"]

STATISTICS_TOO = {
    "average": "mean",
    "avg": "mean",
    "percentile": "quantile",
    "minimum": "min",
    "maximum": "max",
    "geometric_mean": "gmean",
    "harmonic_mean": "hmean",
}
COEFFICIENT_NAMES = {name: name for name in COEFFICIENTS} | {"rho": "spearman", "kendall": "tau"}
TESTS_TOO = {
    "t-test": "t",
    "ttest": "t",
    "student": "t",
    "wilcoxon": "signed-rank",
    "signed": "signed-rank",
    "sign-test": "sign",
    "rank-sum-test": "rank-sum",
    "mann-whitney": "rank-sum",
    "anova": "anova2",
    "tukey": "anova2",
    "hsd": "anova2",
    "kruskal": "kruskal-wallis",
    "permutation": "randomisation",
    "randomization": "randomisation",
    "fisher": "randomisation",
    "randomised": "randomised-tukey",
    "randomized-tukey": "randomised-tukey",
}
AROUND = ("a", "an", "the", "paired", "two-sided", "two-tailed", "student", "wilcoxon", "test", "rank", "tukey", "hsd")
"""Words around the name of a test that add nothing to it."""
CORRECTIONS_TOO = {"holm-bonferroni": "holm", "benjamini-hochberg": "bh", "fdr": "bh"}


def statistic_named(word: str) -> str | None:
    """A statistic by one of its names; None where it is none."""
    name = STATISTICS_TOO.get(word, word)
    return name if name in STATISTICS else None


def measure_named(word: str) -> str | None:
    """The measure that a word names, as it names itself: AP for MAP; None where it is none."""
    from intervale.measures import parse_measure

    try:
        return str(parse_measure(word))
    except MeasureError:
        return None


def test_called(reader: Reader) -> str:
    """The test that the next words name: t, t-test, paired t-test, Wilcoxon, …"""
    found = None
    while reader.at < len(reader.tokens):
        kind, word = reader.tokens[reader.at]
        name = TESTS_TOO.get(word.casefold(), word.casefold())
        if (
            kind != "word"
            or (found is not None and name not in (*AROUND, found))
            or (name not in TESTS and name not in AROUND)
        ):
            break
        found = (
            name
            if name in TESTS and word.casefold() not in ("student", "wilcoxon")
            else found or TESTS_TOO.get(word.casefold())
        )
        reader.at += 1
    if found is None:
        word = reader.name("a test")
        raise OptionError(f"test {shown(word)} is unknown; use one of: {', '.join(TESTS)}")
    return found


test_called.__test__ = False  # type: ignore[attr-defined]  # for pytest: this is no test of ours


def correction_called(reader: Reader) -> str:
    word = reader.name("a correction").casefold()
    name = CORRECTIONS_TOO.get(word, word)
    if name not in CORRECTIONS:
        raise OptionError(f"correction {shown(word)} is unknown; use one of: {', '.join(CORRECTIONS)}")
    reader.takes("correction")
    return name
