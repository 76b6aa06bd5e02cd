"""The tests: what each is called, the scale that it needs (Ferrante, Ferro and Fuhr 2021, §III-E), what its effect is,
and the function that computes it.

This is data: a function is loaded when its test is run, so that help texts can name the tests without arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from intervale.errors import OptionError, did_you_mean

if TYPE_CHECKING:
    from intervale.stats.effects import EffectInterval
    from intervale.stats.outcome import Bounds, Outcome, Setting

__all__ = ["TESTS", "Test", "named_tests"]

COHEN = "Cohen's d for pairs"
MEANS = "difference of means / residual standard deviation"
COHEN_CI, MEANS_CI = "effects.cohen", "effects.two_way"
RANKS = "difference of mean ranks / their standard deviation"


@dataclass(frozen=True)
class Test:
    """A test on a table of systems × topics.

    A *family* test looks at all systems at once and corrects for that itself; it needs a complete table.
    """

    __test__ = False  # for pytest: this is no test of ours

    name: str
    title: str
    scale: str
    """The poorest scale that it is for."""
    effect: str
    function: str
    """The module of this package, and the name in it."""
    family: bool = False
    within_topics: bool = False
    """Whether only the order of systems within each topic matters."""
    needs_baseline: bool = False
    """Whether it compares with one system, ``setting.baseline``; what it says of pairs without it is not a number."""

    effect_ci: str = ""
    """The module of this package, and the name in it, for the confidence interval of its effect; empty where it has
    none."""

    def run(self, scores: Any, bounds: Bounds | None, setting: Setting) -> Outcome:
        """What it says of all pairs of systems, from their scores (systems × topics)."""
        found: Outcome = _loaded(self.function)(scores, bounds, setting)
        return found

    def effect_interval(
        self, outcome: Outcome, scores: Any, first: Any, second: Any, alpha: float
    ) -> EffectInterval | None:
        """The confidence interval of each effect in an outcome of the pairs (first, second) of these scores."""
        if not self.effect_ci:
            return None
        found: EffectInterval = _loaded(self.effect_ci)(outcome, scores, first, second, alpha)
        return found


def _loaded(place: str) -> Any:
    module, name = place.split(".")
    return getattr(import_module(f"intervale.stats.{module}"), name)


TESTS = {
    test.name: test
    for test in (
        Test(
            "sign",
            "sign test",
            "ordinal",
            "(wins − losses) / topics",
            "pairwise.sign",
            within_topics=True,
            effect_ci="effects.wins_less_losses",
        ),
        Test(
            "rank-sum",
            "Wilcoxon rank sum test",
            "ordinal",
            "Cliff's delta",
            "pairwise.rank_sum",
            effect_ci="effects.cliff",
        ),
        Test(
            "signed-rank",
            "Wilcoxon signed rank test",
            "interval",
            "rank correlation for pairs",
            "pairwise.signed_rank",
            effect_ci="effects.rank_correlation",
        ),
        Test("t", "Student's t test", "interval", COHEN, "pairwise.t", effect_ci=COHEN_CI),
        Test(
            "anova1",
            "one-way ANOVA, Tukey",
            "interval",
            MEANS,
            "families.anova1",
            family=True,
            effect_ci="effects.one_way",
        ),
        Test("kruskal-wallis", "Kruskal-Wallis test, Tukey", "ordinal", RANKS, "families.kruskal_wallis", family=True),
        Test("anova2", "two-way ANOVA, Tukey", "interval", MEANS, "families.anova2", family=True, effect_ci=MEANS_CI),
        Test(
            "friedman",
            "Friedman test, Tukey",
            "ordinal",
            RANKS,
            "families.friedman",
            family=True,
            within_topics=True,
        ),
        Test(
            "dunnett",
            "two-way ANOVA, Dunnett",
            "interval",
            MEANS,
            "dunnett.dunnett",
            family=True,
            needs_baseline=True,
            effect_ci=MEANS_CI,
        ),
        Test("randomisation", "randomisation test", "interval", COHEN, "resampling.randomisation", effect_ci=COHEN_CI),
        Test(
            "randomised-tukey",
            "randomised Tukey HSD",
            "interval",
            MEANS,
            "randomised_tukey.randomised_tukey",
            family=True,
            effect_ci=MEANS_CI,
        ),
        Test("bootstrap", "paired bootstrap test", "interval", COHEN, "resampling.bootstrap", effect_ci=COHEN_CI),
    )
}


OTHER_NAMES = {
    **dict.fromkeys(("wilcoxon", "wilcoxontest", "wilcox", "wilcoxtest", "wilcoxonsignedrank", "wsr"), "signed-rank"),
    **dict.fromkeys(("signedranks", "wilcoxonsignedranktest"), "signed-rank"),
    **dict.fromkeys(("mannwhitney", "mannwhitneyu", "mwu", "utest", "ranksums", "wilcoxonranksum"), "rank-sum"),
    **dict.fromkeys(("ttest", "student", "students", "studentt", "studentst", "paired", "pairedt"), "t"),
    **dict.fromkeys(("pairedttest", "ttestrel", "tt", "studentttest", "studentsttest", "pairedstudent"), "t"),
    **dict.fromkeys(
        ("permutation", "permutationtest", "fisher", "fisherrandomization", "randomization"), "randomisation"
    ),
    **dict.fromkeys(("randomizationtest", "randomisationtest", "perm", "montecarlo"), "randomisation"),
    **dict.fromkeys(("boot", "bootstraptest", "pairedbootstrap", "bootstrapping"), "bootstrap"),
    **dict.fromkeys(("anova", "aov", "twowayanova", "rmanova"), "anova2 (systems and topics) or anova1"),
    **dict.fromkeys(("onewayanova", "foneway"), "anova1"),
    **dict.fromkeys(("tukey", "tukeyhsd", "hsd"), "anova2 (Tukey's HSD after an ANOVA) or randomised-tukey"),
    **dict.fromkeys(("randomizedtukey", "randomizedtukeyhsd", "randomisedtukeyhsd"), "randomised-tukey"),
    **dict.fromkeys(("mcnemar", "mcnemars", "binomial", "binomtest", "signtest"), "sign"),
    **dict.fromkeys(("kruskal", "kruskaltest", "kruskalwallistest"), "kruskal-wallis"),
    **dict.fromkeys(("friedmanchisquare", "friedmantest", "nemenyi"), "friedman"),
}
"""What other tools and books call the tests, in lower case without signs, and the names here."""


def named_tests(names: str | list[str] | tuple[str, ...]) -> list[Test]:
    """The tests with these names; ``all`` is all of them but those that need a baseline, which are named."""
    wanted = [names] if isinstance(names, str) else list(names)
    for name in wanted:
        if name not in TESTS and name != "all":
            hint = did_you_mean(name, TESTS, OTHER_NAMES)
            raise OptionError(f"test {name!r} is unknown; {hint}use one of: {', '.join(TESTS)}, all")
    every = [test.name for test in TESTS.values() if not test.needs_baseline]
    spread = (one for name in wanted for one in (every if name == "all" else (name,)))
    return [TESTS[name] for name in dict.fromkeys(spread)]
