"""Claims on TREC-8: Tables 5 and 6 for T08, and what §VII and §VIII-C1 say of the tests."""

from __future__ import annotations

from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import intervale as iv
from intervale_papers.ferrante_2021.printed import FREE
from intervale_papers.ferrante_2021.printed_tests import ORDINAL_TESTS, cells
from intervale_papers.ferrante_2021.trec8 import SPLIT
from intervale_papers.ferrante_2021.trec8_scores import NOT_AP, comparison, scored_runs
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import listed

ANOVA = {"anova1": 129 * 49, "anova2": 128 * 49}
"""Both models, and the degrees of freedom of their residuals."""
EXACT_TESTS = (*ORDINAL_TESTS, "signed-rank", "t")
Counts = tuple[int, int, int]


@cache
def _critical(freedom: float) -> float:
    """The critical value of the studentised range of 129 systems at the level 0.05."""
    from scipy.stats import studentized_range

    return float(studentized_range.ppf(0.95, 129, freedom))


def _counts(one: Any, test: str, critical: float | None) -> Counts:
    """Sig, S2NS and NS2S of a measure, by the p-values, or by a critical value of the statistic."""
    if critical is None:
        return (int(one.tests[test].significant.sum()), *one.changed(test))
    plain, form = (abs(some[test].outcome.statistic) > critical for some in (one.tests, one.interval))
    return int(plain.sum()), int((plain & ~form).sum()), int((form & ~plain).sum())


def _printed(measure: str, test: str) -> Counts:
    cell = cells()[measure, test, "T08"]
    return cell.significant, cell.lost, cell.won


def _off(
    folder: Path, measures: tuple[str, ...], tests: tuple[str, ...], critical: float | None = None
) -> dict[tuple[str, str], Counts]:
    """How far Sig, S2NS and NS2S are from what is printed, where they are."""
    found = {}
    for measure in measures:
        for test in tests:
            counts = _counts(comparison(folder).measures[measure], test, critical)
            off = [ours - theirs for ours, theirs in zip(counts, _printed(measure, test), strict=True)]
            if any(off):
                found[measure, test] = (off[0], off[1], off[2])
    return found


def _as_printed(folder: Path, measures: tuple[str, ...]) -> Finding:
    off = _off(folder, measures, EXACT_TESTS)
    return holds(
        not off,
        listed(f"{m} by {test}" for m, test in off) if off else f"{3 * len(measures) * len(EXACT_TESTS)} counts",
    )


@claim(
    "004/7/level",
    "§VII, α = 0.05",
    "the confidence level of the tests is 0.05",
    erratum=Erratum(r"we used a confidence level  $\alpha = 0.05$", "we used a significance level α = 0.05"),
    on_data=True,
)
def level(folder: Path) -> Finding:
    table = scored_runs(folder).score(["P@30"])
    found = [
        int(
            iv.compare(table, tests=["t"], alpha=alpha, correction="none", best=False)
            .measures["P@30"]
            .tests["t"]
            .significant.sum()
        )
        for alpha in (0.05, 0.95)
    ]
    return wrong(
        Kind.MISPRINT,
        found[0] == cells()["P", "t", "T08"].significant != found[1],
        f"P on T08 by the t test: {found[0]:,} pairs, as printed, at the confidence level 0.95; {found[1]:,} at 0.05",
        "0.05 is the significance level; the confidence level is 1 − α",
    )


@claim(
    "004/8.3/table-5",
    "Table 5, T08, all tests but ANOVA",
    "Sig, S2NS and NS2S of seven measures and six tests are as printed",
    on_data=True,
)
def table_5(folder: Path) -> Finding:
    return _as_printed(folder, FREE)


@claim("004/8.3/table-5-anova", "Table 5, T08, ANOVA", "the counts of both ANOVA are as printed", on_data=True)
def table_5_anova(folder: Path) -> Finding:
    return _anova(folder, FREE)


@claim(
    "004/8.3/table-6",
    "Table 6, T08, R and nDCG, all tests but ANOVA",
    "Sig, S2NS and NS2S of three measures and six tests are as printed",
    on_data=True,
)
def table_6(folder: Path) -> Finding:
    return _as_printed(folder, NOT_AP)


@claim(
    "004/8.3/table-6-anova", "Table 6, T08, R and nDCG, ANOVA", "the counts of both ANOVA are as printed", on_data=True
)
def table_6_anova(folder: Path) -> Finding:
    return _anova(folder, NOT_AP)


def _anova(folder: Path, measures: tuple[str, ...]) -> Finding:
    """All counts are as printed with the critical value for infinitely many degrees of freedom, and near without."""
    off = _off(folder, measures, tuple(ANOVA))
    most = max((abs(x) for three in off.values() for x in three), default=0)
    return under(
        off and not _off(folder, measures, tuple(ANOVA), _critical(inf)),
        f"with {ANOVA['anova1']:,} and {ANOVA['anova2']:,} degrees of freedom (critical values "
        f"{_critical(ANOVA['anova1']):.4f} and {_critical(ANOVA['anova2']):.4f}) {len(off)} of "
        f"{len(measures) * len(ANOVA)} cells differ, by up to {most} pairs",
        f"with the critical value of the studentised range for infinite degrees of freedom, {_critical(inf):.4f}",
    )


@claim(
    "004/8.3/table-6-ap",
    "Table 6, T08, AP",
    "the counts of all eight tests on AP are as printed",
    erratum=Erratum(
        "242 (4.28%)",
        "S2NS and NS2S on T08: 239 and 172 by signed rank, 335 and 566 by t, 3 and 950 by one-way ANOVA, 172 and 565 "
        "by two-way ANOVA; Sig by the sign test 5,234 for 5,233",
        "the averages of §VIII-C, which stand; AP in Tables 2, 3 and 4 has the same one cause; T26 and T27 are likely "
        "to change in the same way",
    ),
    on_data=True,
)
def table_6_ap(folder: Path) -> Finding:
    off = _off(folder, ("AP",), EXACT_TESTS) | _off(folder, ("AP",), tuple(ANOVA), _critical(inf))
    one = comparison(folder).measures["AP"]
    signed, t = (one.changed(test) for test in ("signed-rank", "t"))
    one_way, two_way = (_counts(one, test, _critical(inf))[1:] for test in ANOVA)
    right = [signed, t, one_way, two_way] == [(239, 172), (335, 566), (3, 950), (172, 565)]
    return wrong(
        Kind.NUMBER,
        right and len(off) == 5 and off["AP", "sign"] == (0, 0, 1) and not any(three[0] for three in off.values()),
        f"S2NS and NS2S are {listed(signed)} by signed rank, {listed(t)} by t, {listed(one_way)} by one-way and "
        f"{listed(two_way)} by two-way ANOVA, and 0 and 1 by sign; the other three as printed",
        f"{SPLIT}; the scores of AP are floats, too, and by exact values one pair more is significant by sign; ANOVA "
        f"with the critical value {_critical(inf):.4f}",
    )


@claim(
    "004/8.3/meaningful",
    "§VIII-C1, 1,923 pairs",
    "that one-way ANOVA tells 1,923 pairs apart by P is a meaningful statement",
    on_data=True,
)
def meaningful_pairs(folder: Path) -> Finding:
    counts = _counts(comparison(folder).measures["P"], "anova1", None)
    said = iv.meaningful(scored_runs(folder).score(["P@30"]), f"significant(anova1) = {counts[0]}")
    return holds(
        counts == (1923, 0, 0) and said.truth and said.meaningful.holds is True,
        f"{counts[0]:,} pairs by P, and the same pairs by its ranked form",
    )
