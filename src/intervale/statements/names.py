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

__all__ = [
    "COEFFICIENT_NAMES",
    "averaged",
    "correction_called",
    "correction_named",
    "measure_named",
    "statistic_named",
    "test_called",
]

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
    "sum": "rank-sum",
    "mann-whitney": "rank-sum",
    "anova": "anova2",
    "tukey": "anova2",
    "hsd": "anova2",
    "kruskal": "kruskal-wallis",
    "permutation": "randomisation",
    "randomization": "randomisation",
    "fisher": "randomisation",
    "randomized-tukey": "randomised-tukey",
}
AROUND = ("a", "an", "the", "paired", "two-sided", "two-tailed", "test", "rank")
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


def averaged(word: str) -> str:
    """The same for a measure whose mean over topics is meant; refused where topics are put together in another way."""
    from intervale.measures import parse_measure

    measure = parse_measure(word)
    if measure.aggregate != "mean":
        raise OptionError(f"{word} is no mean over topics; write, for instance, gmean(A) > gmean(B) in AP")
    return str(measure)


def test_called(reader: Reader) -> str:
    """The test that the next words name: t, t-test, paired t-test, Wilcoxon signed rank, …; what is named last counts,
    as in Wilcoxon rank sum.
    """
    found = None
    while reader.kind == "word":
        word = reader.words[reader.at]
        name = TESTS_TOO.get(word.removesuffix("-test"), TESTS_TOO.get(word, word.removesuffix("-test")))
        if name not in TESTS and word not in AROUND:
            break
        found = name if name in TESTS else found
        reader.at += 1
    if found is None:
        word = reader.name("a test")
        raise OptionError(f"test {shown(word)} is unknown; use one of: {', '.join(TESTS)}")
    return found


test_called.__test__ = False  # type: ignore[attr-defined]  # for pytest: this is no test of ours


def correction_named(word: str) -> str | None:
    name = CORRECTIONS_TOO.get(word, word)
    return name if name in CORRECTIONS else None


def correction_called(reader: Reader) -> str:
    word = reader.name("a correction")
    name = correction_named(word.casefold())
    if name is None:
        raise OptionError(f"correction {shown(word)} is unknown; use one of: {', '.join(CORRECTIONS)}")
    reader.takes("correction")
    return name
