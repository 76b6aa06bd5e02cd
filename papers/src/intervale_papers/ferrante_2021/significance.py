"""Claims of §III-E, and of §VIII-C on the tests themselves: what significance tests ask of a scale and of samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import intervale as iv
from intervale_papers.ferrante_2021.judged import evaluated
from intervale_papers.ferrante_2021.printed_tests import INTERVAL_TESTS, ORDINAL_TESTS
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

SCORES = {"A": [3, 5, 6, 8, 9, 11, 12, 40], "B": [2, 4, 5, 7, 8, 10, 13, 14], "C": [1, 1, 2, 2, 3, 3, 4, 5]}
Scores = Mapping[str, Sequence[float]]
Change = Callable[[float], float]
INCREASING: tuple[Change, ...] = (lambda x: x**3, lambda x: 1.1**x, lambda x: -1 / x, lambda x: x if x < 12 else x + 90)
AFFINE: tuple[Change, ...] = (lambda x: 2 * x, lambda x: x - 32, lambda x: 1.8 * x + 32)


def _p(test: str, scores: Scores, change: Change = lambda x: x) -> tuple[float, ...]:
    """The p-values of all pairs of systems, scores changed by a function."""
    changed = {system: [change(x) for x in some] for system, some in scores.items()}
    found = iv.compare(iv.read_scores(changed, scale="interval"), tests=[test], correction="none")
    return tuple(round(float(p), 10) for p in next(iter(found.measures.values())).tests[test].p)


@claim("004/3.5/ordinal-tests", "§III-E", "sign, rank sum, Kruskal-Wallis and Friedman tests ask for an ordinal scale")
def ordinal_tests() -> Finding:
    moved = [test for test in ORDINAL_TESTS for change in INCREASING if _p(test, SCORES, change) != _p(test, SCORES)]
    return holds(
        not moved,
        f"p-values of {cases(len(ORDINAL_TESTS), 'test')} on three systems and eight topics under {len(INCREASING)} "
        "increasing functions: none changes",
    )


@claim("004/3.5/interval-tests", "§III-E", "signed rank and t tests and ANOVA ask for an interval scale")
def interval_tests() -> Finding:
    kept = [test for test in INTERVAL_TESTS if all(_p(test, SCORES, one) == _p(test, SCORES) for one in AFFINE)]
    moved = [test for test in INTERVAL_TESTS if any(_p(test, SCORES, one) != _p(test, SCORES) for one in INCREASING)]
    return holds(
        kept == moved == list(INTERVAL_TESTS),
        f"p-values of {listed(INTERVAL_TESTS)} on three systems and eight topics: kept by "
        f"{len(AFFINE)} affine changes, changed by increasing functions",
    )


@claim(
    "004/3.5/ties",
    "§III-E, sign and signed rank test",
    "sign and signed rank tests leave tied samples out",
)
def tied_samples() -> Finding:
    better, worse, level = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    found = []
    for more in (0, 5):
        grades = {"A": [better] * 7 + [level] * more, "B": [worse] * 7 + [level] * more}
        table = evaluated(grades, ["RR@3"], [1] * (7 + more))
        tests = iv.compare(table, tests=["sign", "signed-rank", "t"], correction="none").measures["RR@3"].tests
        found.append([float(one.p[0]) for one in tests.values()])
    return holds(
        found[0][:2] == found[1][:2] and found[0][2] != found[1][2],
        f"seven topics won: p = {found[0][0]:g} by both, without and with five tied topics",
        "as these tests are defined here, too; the t test does not leave them out",
        Kind.CONFORMITY,
    )


@claim(
    "004/3.5/paired",
    "§III-E, Wilcoxon Rank Sum Test",
    "the rank sum test looks at the ranks of two paired samples",
    erratum=Erratum(
        "looks at the ranks of two paired samples",
        "looks at the ranks of two independent samples",
        "nothing else: the counts of this test for T08 in Tables 5 and 6 are those of the test for independent samples",
    ),
)
def paired() -> Finding:
    pair = {system: SCORES[system] for system in "AB"}
    turned = {"A": pair["A"], "B": pair["B"][::-1]}
    tests = ("rank-sum", "sign", "signed-rank", "t")
    before, after = ({test: _p(test, some)[0] for test in tests} for some in (pair, turned))
    blind = [test for test in tests if before[test] == after[test]]
    return wrong(
        Kind.FALSE,
        blind == ["rank-sum"],
        f"with the scores of the second system in reverse order its p stays {before['rank-sum']:.4f}; that of the "
        f"signed rank test goes from {before['signed-rank']:.4f} to {after['signed-rank']:.4f}",
        "it ranks all scores of both samples together and never uses which score belongs to which",
    )


@claim(
    "004/3.5/kruskal-wallis",
    "§III-E, Kruskal-Wallis Test",
    "the Kruskal-Wallis test extends the rank sum test to more than two systems",
)
def kruskal_wallis() -> Finding:
    from scipy.stats import kruskal, mannwhitneyu

    pairs = [(SCORES[a], SCORES[b]) for a, b in ("AB", "AC", "BC")]
    both = [
        (kruskal(one, two).pvalue, mannwhitneyu(one, two, use_continuity=False, method="asymptotic").pvalue)
        for one, two in pairs
    ]
    return holds(
        all(abs(one - two) < 1e-12 for one, two in both) and len({round(one, 6) for one, _ in both}) == 3,
        f"{cases(len(both), 'pair')} of samples with p = {listed(f'{one:.4g}' for one, _ in both)} by both tests",
        "with the normal approximation of the rank sum, without its continuity correction",
    )


@claim(
    "004/8.3/anova-t",
    "§VIII-C, one-way ANOVA for the system effect",
    "one-way ANOVA extends Student's t test to more than two systems",
)
def anova_t() -> Finding:
    from scipy.stats import f_oneway, ttest_ind, ttest_rel

    one, two = SCORES["A"], SCORES["B"]
    by_f, apart, paired_t = (float(test(one, two).pvalue) for test in (f_oneway, ttest_ind, ttest_rel))
    two_way = _p("anova2", {"A": one, "B": two})[0]
    return under(
        abs(by_f - apart) < 1e-12 and abs(two_way - paired_t) < 1e-9 and abs(by_f - paired_t) > 0.01,
        f"two systems: p = {by_f:.4f} by one-way ANOVA and the t test of two independent samples, {paired_t:.4f} by "
        "two-way ANOVA and the paired t test",
        "the t test of independent samples; the paired one, which §III-E describes and Tables 5 and 6 count, is what "
        "two-way ANOVA extends",
    )


@claim(
    "004/8.3/section",
    "§VIII-C, 'As described in Section VIII-C'",
    "the tests and the scales that they assume are described in Section VIII-C; also in §IV-B, 'from III-B to VIII-C'",
    erratum=Erratum(
        "As described in Section VIII-C, we consider the following tests",
        "As described in Section III-E …; likewise 'as discussed in Section VIII-C' above it, and 'from III-B to "
        "III-E' in §IV-B",
    ),
)
def section() -> Finding:
    described = {
        **dict.fromkeys(("Sign", "Wilcoxon Rank Sum", "Kruskal-Wallis", "Friedman"), "ordinal"),
        **dict.fromkeys(("Wilcoxon Signed Rank", "Student's t", "ANOVA"), "interval"),
    }  # the scales that §III-E names
    considered = {
        **{"Sign": "ordinal", "Wilcoxon Rank Sum": "ordinal", "Wilcoxon Signed Rank": "interval"},
        **{"Student's t": "interval", "ANOVA": "interval", "Kruskal-Wallis": "ordinal", "Friedman": "ordinal"},
    }  # those in brackets in §VIII-C
    return wrong(
        Kind.MISPRINT,
        described == considered,
        f"§III-E names the same scale for each of the {len(considered)} tests that §VIII-C lists",
        "the section refers to itself; Section III-E describes the tests and what they assume",
    )
