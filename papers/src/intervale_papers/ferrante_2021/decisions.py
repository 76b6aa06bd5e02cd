"""Claims of §VIII-C that the printed numbers of Tables 5 and 6 decide by themselves."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from statistics import fmean, stdev

from intervale_papers.ferrante_2021.findings import conditional, confirmed, refuted
from intervale_papers.ferrante_2021.printed import FREE, OWN, RECALL_BASED, TRACKS
from intervale_papers.ferrante_2021.printed_tests import CELLS, INTERVAL_TESTS, ORDINAL_TESTS, PAIRS, Cell
from intervale_papers.register import Finding, claim

TESTS = (*ORDINAL_TESTS, *INTERVAL_TESTS)
MOVED = tuple(m for m in FREE if m not in ("P", "RBP(p=0.5)"))
"""The measures without a recall base that are not on an interval scale."""


def cells_of(measures: Iterable[str], tests: Iterable[str]) -> list[Cell]:
    wanted, by = set(measures), set(tests)
    return [cell for (measure, test, _), cell in CELLS.items() if measure in wanted and test in by]


def ranked_pairs(measure: str, test: str, track: str) -> int:
    """How many pairs are significant by the ranked form."""
    cell = CELLS[measure, test, track]
    return cell.significant - cell.lost + cell.won


def shares(cells: list[Cell]) -> tuple[float, float]:
    """Mean percentages of lost and won pairs, from the counts."""
    lost, won = ([100 * cell[place] / cell.significant for cell in cells] for place in (1, 3))
    return round(fmean(lost), 2), round(fmean(won), 2)


def _printed_shares(cells: list[Cell]) -> tuple[float, float]:
    """The same, from the percentages that are printed."""
    return round(fmean(cell.lost_percent for cell in cells), 2), round(fmean(cell.won_percent for cell in cells), 2)


def _misprints() -> list[tuple[str, str, str, str, float, float]]:
    wrong = []
    for key, cell in CELLS.items():
        parts = {
            "S2NS": (cell.lost, cell.lost_percent),
            "NS2S": (cell.won, cell.won_percent),
            "Δ%": (cell.lost + cell.won, cell.change_percent),
        }
        for column, (count, printed) in parts.items():
            share = 100 * count / cell.significant
            wrong += [(*key, column, printed, round(share, 3))] if abs(share - printed) > 0.005001 else []
    return wrong


@claim(
    "004/8.3/percentages",
    "Table 6, AP, two-way ANOVA, T27_30, 73 (8.50%)",
    "all percentages follow from the counts beside them",
)
def percentages() -> Finding:
    wrong = _misprints()
    cell = CELLS["AP", "anova2", "T27"]
    by_change = round(cell.change_percent - cell.lost_percent, 2)
    return refuted(
        wrong == [("AP", "anova2", "T27", "NS2S", 8.5, 7.996)],
        by_change == 8.0,
        wrong,
        "73 of 913 are 8.00%, not 8.50%; the other 791 percentages of Tables 5 and 6 are right",
        "Δ% less S2NS in the same row, 19.50 − 11.50",
    )


@claim("004/8.3/percentages-5", "Table 5", "all 504 percentages of Table 5 follow from the counts beside them")
def percentages_5() -> Finding:
    wrong = [one for one in _misprints() if one[0] in FREE]
    return confirmed(not wrong and 3 * len(cells_of(FREE, TESTS)) == 504, wrong)


@claim("004/8.3/possible", "Tables 5 and 6", "no count is larger than the number of pairs leaves room for")
def possible() -> Finding:
    right = all(
        cell.lost <= cell.significant <= PAIRS[track] and cell.won <= PAIRS[track] - cell.significant
        for (_, _, track), cell in CELLS.items()
    )
    return confirmed(right, len(CELLS))


@claim(
    "004/8.3/shared-forms",
    "Tables 5 and 6",
    "R and P, nDCG and DCG, RBP with 0.3 and 0.5 have as many significant pairs by ranked forms",
)
def shared_forms() -> Finding:
    twins = (
        ("R", "P"),
        ("nDCG(base=2)", "DCG(base=2)"),
        ("nDCG(base=10)", "DCG(base=10)"),
        ("RBP(p=0.3)", "RBP(p=0.5)"),
    )
    differ = [
        (one, test, t)
        for one, two in twins
        for test in TESTS
        for t in TRACKS
        if ranked_pairs(one, test, t) != ranked_pairs(two, test, t)
    ]
    return confirmed(not differ, differ, "Sig − S2NS + NS2S, all tests and tracks: 96 comparisons")


@claim("004/8.3/parametric", "§VIII-C, side note", "parametric tests find more pairs than non-parametric ones")
def parametric() -> Finding:
    rivals = (
        ("t", "sign"),
        ("t", "rank-sum"),
        ("t", "signed-rank"),
        ("anova1", "kruskal-wallis"),
        ("anova2", "friedman"),
    )
    fewer = {
        (one, two): sum(CELLS[m, one, t][0] <= CELLS[m, two, t][0] for m in (*FREE, *RECALL_BASED) for t in TRACKS)
        for one, two in rivals
    }
    totals = {
        pair: tuple(sum(cell.significant for cell in cells_of((*FREE, *RECALL_BASED), [test])) for test in pair)
        for pair in rivals
    }
    lost = [pair for pair, (one, two) in totals.items() if one <= two]
    return conditional(
        lost == [("t", "signed-rank")] and fewer["t", "signed-rank"] == 25 and fewer["t", "rank-sum"] == 1,
        totals,
        "in the totals, but for t against signed rank, which finds more in 25 of 33 cells; and not for R and AP by "
        "ANOVA: 391 against 1,593 of Kruskal-Wallis for AP on T08",
    )


@claim(
    "004/8.3/unadjusted",
    "§VIII-C, side note",
    "the four tests of single pairs find many more pairs than the four of all systems",
)
def unadjusted() -> Finding:
    single, joint = ("sign", "rank-sum", "signed-rank", "t"), ("anova1", "kruskal-wallis", "anova2", "friedman")
    ratio = min(
        min(CELLS[m, test, t].significant for test in single) / max(CELLS[m, test, t].significant for test in joint)
        for m in (*FREE, *RECALL_BASED)
        for t in TRACKS
    )
    return confirmed(ratio > 1.2, round(ratio, 3), "the fewest of the one against the most of the other, 33 times")


@claim(
    "004/8.3/further-stronger",
    "§VIII-C, coarse trends",
    "the further a measure is from an interval scale, the more decisions change",
)
def further_stronger() -> Finding:
    changed = {
        (m, t): fmean(CELLS[m, test, t].change_percent for test in INTERVAL_TESTS)
        for m in (*FREE, *RECALL_BASED)
        for t in TRACKS
    }
    pairs = [(a, b, t) for t in TRACKS for a in FREE for b in FREE if OWN[t, 30][a] < OWN[t, 30][b]]
    against = [(a, b, t) for a, b, t in pairs if changed[a, t] < changed[b, t]]
    right = all(
        max(FREE, key=lambda m: changed[m, t]) == "RR" == min(FREE, key=lambda m: OWN[t, 30][m]) for t in TRACKS
    )
    return conditional(
        right and 0 < len(against) < len(pairs) / 5,
        against,
        f"at the ends: P and RBP(p=0.5) change nothing, RR most; of {len(pairs)} comparisons without recall base, "
        f"{len(against)} go the other way",
    )


@claim(
    "004/8.3/ordinal-free",
    "§VIII-C, Table 5",
    "tests for ordinal scales decide alike by measure and ranked form, without a recall base",
)
def ordinal_free() -> Finding:
    moved = [cell for cell in cells_of(FREE, ORDINAL_TESTS) if cell.lost or cell.won]
    also = [cell for cell in cells_of(RECALL_BASED, ("sign", "friedman")) if cell.lost or cell.won]
    return confirmed(not moved and not also, len(cells_of(FREE, ORDINAL_TESTS)), "with one, sign and Friedman still do")


@claim(
    "004/8.3/mean-free",
    "§VIII-C, first finding",
    "without recall base, tests for interval scales: 13% S2NS and 5% NS2S on average",
)
def mean_free() -> Finding:
    moved, every = cells_of(MOVED, INTERVAL_TESTS), cells_of(FREE, INTERVAL_TESTS)
    right = [round(x) for x in shares(moved)] == [13, 5] and [round(x) for x in shares(every)] == [9, 4]
    return conditional(
        right,
        {60: shares(moved), 84: shares(every)},
        "without P and RBP(p=0.5), where nothing can change; with them 9% and 4%",
    )


@claim(
    "004/8.3/mean-ordinal",
    "§VIII-C, second finding, 2% and 4%",
    "with recall base, tests for ordinal scales: around 2% S2NS and around 4% NS2S on average",
)
def mean_ordinal() -> Finding:
    every, some = cells_of(RECALL_BASED, ORDINAL_TESTS), cells_of(RECALL_BASED, ("rank-sum", "kruskal-wallis"))
    found = {48: (shares(every), _printed_shares(every)), 24: (shares(some), _printed_shares(some))}
    rounded = [[[round(x) for x in shares] for shares in pair] for pair in found.values()]
    return conditional(
        all(pair == [[1, 4], [1, 4]] for pair in rounded[:1]) and all(pair == [[2, 8], [2, 8]] for pair in rounded[1:]),
        found,
        "if 1.25% is around 2%, and only over all 48 cells; without sign and Friedman it is 2.5% and 8.4%",
    )


@claim(
    "004/8.3/mean-interval",
    "§VIII-C, third finding",
    "with recall base, tests for interval scales: 10% S2NS and 45% NS2S on average",
)
def mean_interval() -> Finding:
    lost, won = shares(cells_of(RECALL_BASED, INTERVAL_TESTS))
    return confirmed(
        round(lost) == 10 and abs(won - 45) < 1, (lost, won), "48 cells; 44.1%, most of it one-way ANOVA on R and AP"
    )


@claim(
    "004/8.3/grand-mean",
    "§VIII-C; abstract; §I; §IX",
    "over all tracks, measures and tests 25 ± 11% of decisions change",
)
def grand_mean() -> Finding:
    every = [100 * (cell.lost + cell.won) / cell.significant for cell in CELLS.values()]
    cells = cells_of(MOVED, INTERVAL_TESTS) + cells_of(RECALL_BASED, TESTS)
    some = [100 * (cell.lost + cell.won) / cell.significant for cell in cells]
    half = 1.96 * stdev(some) / sqrt(len(some))
    right = [round(fmean(some)), round(half), round(fmean(every))] == [25, 11, 15]
    return conditional(
        right,
        {len(some): (round(fmean(some), 2), round(half, 2)), len(every): round(fmean(every), 2)},
        "over the 156 cells in which something can change: 25.1, 95% interval ± 10.7; over all 264 cells 14.8%",
    )
