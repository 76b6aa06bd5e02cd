"""The tests by name, and the scale that each needs (Ferrante, Ferro and Fuhr 2021, §III-E)."""

from __future__ import annotations

from intervale.errors import OptionError
from intervale.stats.families import anova1, anova2, friedman, kruskal_wallis
from intervale.stats.outcome import Test
from intervale.stats.pairwise import rank_sum, sign, signed_rank, t
from intervale.stats.resampling import bootstrap, randomisation

__all__ = ["PAPER", "TESTS", "named_tests"]

COHEN = "Cohen's d for pairs"
MEANS = "difference of means / residual standard deviation"
RANKS = "difference of mean ranks / their standard deviation"
TESTS = {
    test.name: test
    for test in (
        Test("sign", "sign test", "ordinal", "(wins − losses) / topics", sign, within_topics=True),
        Test("rank-sum", "Wilcoxon rank sum test", "ordinal", "Cliff's delta", rank_sum),
        Test("signed-rank", "Wilcoxon signed rank test", "interval", "rank correlation for pairs", signed_rank),
        Test("t", "Student's t test", "interval", COHEN, t),
        Test("anova1", "one-way ANOVA, Tukey", "interval", MEANS, anova1, family=True),
        Test("kruskal-wallis", "Kruskal-Wallis test, Tukey", "ordinal", RANKS, kruskal_wallis, family=True),
        Test("anova2", "two-way ANOVA, Tukey", "interval", MEANS, anova2, family=True),
        Test("friedman", "Friedman test, Tukey", "ordinal", RANKS, friedman, family=True, within_topics=True),
        Test("randomisation", "randomisation test", "interval", COHEN, randomisation),
        Test("bootstrap", "paired bootstrap test", "interval", COHEN, bootstrap),
    )
}
PAPER = ("sign", "rank-sum", "signed-rank", "t", "anova1", "kruskal-wallis", "anova2", "friedman")
"""The tests of Tables 5 and 6 of that paper, in their order."""


def named_tests(names: str | list[str] | tuple[str, ...]) -> list[Test]:
    """The tests with these names; ``all`` is all of them."""
    wanted = [names] if isinstance(names, str) else list(names)
    if "all" in wanted:
        return list(TESTS.values())
    for name in wanted:
        if name not in TESTS:
            raise OptionError(f"test {name!r} is not known; one of: {', '.join(TESTS)}, all")
    return [TESTS[name] for name in dict.fromkeys(wanted)]
