"""Claims of §VIII-C that the printed numbers of Tables 5 and 6 decide by themselves."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev

from intervale_papers.ferrante_2021.printed import FREE, RECALL_BASED, TRACKS, own
from intervale_papers.ferrante_2021.printed_tests import INTERVAL_TESTS, ORDINAL_TESTS, PAIRS, Cell, cells
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

TESTS = (*ORDINAL_TESTS, *INTERVAL_TESTS)
ELEVEN = (*FREE, *RECALL_BASED)
MOVED = tuple(m for m in FREE if m not in ("P", "RBP(p=0.5)"))
"""The measures without a recall base that are not on an interval scale."""
RIVALS = {
    ("t", "sign"): "t and sign",
    ("t", "rank-sum"): "t and rank sum",
    ("t", "signed-rank"): "t and signed rank",
    ("anova1", "kruskal-wallis"): "one-way ANOVA and Kruskal-Wallis",
    ("anova2", "friedman"): "two-way ANOVA and Friedman",
}
"""Parametric tests and those that they are compared with, on single pairs and on all systems, and both in words."""


def agrees(right: object, witness: str, remark: str = "") -> Finding:
    """Prose that the printed figures bear out."""
    return holds(right, witness, remark, Kind.TABLES)


def cells_of(measures: Iterable[str], tests: Iterable[str]) -> list[Cell]:
    wanted, by = set(measures), set(tests)
    return [cell for (measure, test, _), cell in cells().items() if measure in wanted and test in by]


def ranked_pairs(measure: str, test: str, track: str) -> int:
    """How many pairs are significant by the ranked form."""
    cell = cells()[measure, test, track]
    return cell.significant - cell.lost + cell.won


def shares(some: list[Cell]) -> tuple[float, float]:
    """Mean percentages of lost and won pairs, from the counts."""
    lost, won = ([100 * cell[place] / cell.significant for cell in some] for place in (1, 3))
    return round(fmean(lost), 2), round(fmean(won), 2)


def _changed(some: list[Cell]) -> list[float]:
    """The percentages of pairs that change."""
    return [100 * (cell.lost + cell.won) / cell.significant for cell in some]


def _off_percentages(measures: Iterable[str]) -> tuple[list[tuple[str, str, str, str]], int]:
    """Where a percentage does not follow from the counts beside it, and how many were looked at."""
    wanted, off, seen = set(measures), [], 0
    for (measure, test, track), cell in cells().items():
        parts = {
            "S2NS": (cell.lost, cell.lost_percent),
            "NS2S": (cell.won, cell.won_percent),
            "Δ%": (cell.lost + cell.won, cell.change_percent),
        }
        for column, (count, printed) in parts.items():
            if measure in wanted:
                seen += 1
                right = abs(100 * count / cell.significant - printed) <= 0.005001
                off += [] if right else [(measure, test, track, column)]
    return off, seen


@claim(
    "004/8.3/percentages",
    "Table 6, AP, two-way ANOVA, T27_30, 73 (8.50%)",
    "all percentages of Table 6 follow from the counts beside them",
    erratum=Erratum("73 (8.50%)", "73 (8.00%)", "nothing else: Δ% in the same row, 19.50%, is right"),
)
def percentages() -> Finding:
    off, seen = _off_percentages(RECALL_BASED)
    cell = cells()["AP", "anova2", "T27"]
    return wrong(
        Kind.NUMBER,
        off == [("AP", "anova2", "T27", "NS2S")],
        f"{cell.won} of {cell.significant} are {100 * cell.won / cell.significant:.2f}%, not {cell.won_percent:.2f}%",
        f"the other {seen - 1} percentages of Table 6 are right",
        second=round(cell.change_percent - cell.lost_percent, 2) == 8.0,
        again="taking S2NS from Δ% in the same row, 19.50 − 11.50",
    )


@claim("004/8.3/percentages-5", "Table 5", "all percentages of Table 5 follow from the counts beside them")
def percentages_5() -> Finding:
    off, seen = _off_percentages(FREE)
    return agrees(not off, f"{seen} percentages")


@claim("004/8.3/possible", "Tables 5 and 6", "no count is larger than the number of pairs leaves room for")
def possible() -> Finding:
    right = all(
        cell.lost <= cell.significant <= PAIRS[track] and cell.won <= PAIRS[track] - cell.significant
        for (_, _, track), cell in cells().items()
    )
    return agrees(right, cases(len(cells()), "cell"))


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
    found = [
        ranked_pairs(one, test, t) == ranked_pairs(two, test, t) for one, two in twins for test in TESTS for t in TRACKS
    ]
    return agrees(all(found), f"{len(found)} comparisons of Sig − S2NS + NS2S")


@claim(
    "004/8.3/parametric",
    "§VIII-C, side note",
    "parametric tests find more pairs than non-parametric ones",
    erratum=Erratum(
        "since they discover more significantly different pairs",
        "since they discover more significantly different pairs in most cases; but Student's t test mostly finds fewer "
        "than the Wilcoxon signed rank test, and for R and AP both ANOVA find fewer than Kruskal-Wallis and Friedman",
        "nothing else: it is a side note",
    ),
)
def parametric() -> Finding:
    fewer = {
        pair: sum(_significant(m, pair[0], t) < _significant(m, pair[1], t) for m in ELEVEN for t in TRACKS)
        for pair in RIVALS
    }
    anova = all(
        _significant(m, one, t) < _significant(m, two, t)
        for m in ("R", "AP")
        for one, two in list(RIVALS)[3:]
        for t in TRACKS
    )
    each = len(ELEVEN) * len(TRACKS)
    return wrong(
        Kind.FALSE,
        fewer["t", "signed-rank"] > each / 2 and anova,
        f"fewer in {sum(fewer.values())} of {each * len(RIVALS)} comparisons, t against signed rank in "
        f"{fewer['t', 'signed-rank']} of {each}; AP on T08: one-way ANOVA 391, Kruskal-Wallis 1,593",
        f"of {each} comparisons each, the parametric test finds fewer in "
        + listed(f"{fewer[pair]} ({names})" for pair, names in RIVALS.items()),
    )


def _significant(measure: str, test: str, track: str) -> int:
    return cells()[measure, test, track].significant


@claim(
    "004/8.3/unadjusted",
    "§VIII-C, side note",
    "the four tests of single pairs find many more pairs than the four of all systems",
)
def unadjusted() -> Finding:
    single, joint = ("sign", "rank-sum", "signed-rank", "t"), ("anova1", "kruskal-wallis", "anova2", "friedman")
    ratios = [
        min(_significant(m, test, t) for test in single) / max(_significant(m, test, t) for test in joint)
        for m in ELEVEN
        for t in TRACKS
    ]
    return agrees(
        min(ratios) > 1.2,
        f"the fewest of the four against the most of the others: {min(ratios):.2f} to {max(ratios):.2f} times as many, "
        f"{len(ratios)} comparisons",
    )


@claim(
    "004/8.3/further-stronger",
    "§VIII-C, coarse trends",
    "as a coarse trend, the further a measure is from an interval scale, the more decisions change",
)
def further_stronger() -> Finding:
    changed = {
        (m, t): fmean(cells()[m, test, t].change_percent for test in INTERVAL_TESTS) for m in ELEVEN for t in TRACKS
    }
    pairs = [(a, b, t) for t in TRACKS for a in FREE for b in FREE if own()[t, 30][a] < own()[t, 30][b]]
    against = [(a, b, t) for a, b, t in pairs if changed[a, t] < changed[b, t]]
    ends = all(
        max(FREE, key=lambda m: changed[m, t]) == "RR" == min(FREE, key=lambda m: own()[t, 30][m]) for t in TRACKS
    )
    return agrees(
        ends and len(against) < len(pairs) / 5,
        f"{len(pairs) - len(against)} of {len(pairs)} comparisons of measures without recall base by Tables 2 and 5",
        f"as a trend: {len(against)} go the other way, DCG(base=2) and DCG(base=10) on T08 for example",
    )


@claim(
    "004/8.3/ordinal-free",
    "§VIII-C, Table 5",
    "tests for ordinal scales decide alike by measure and ranked form, without a recall base",
)
def ordinal_free() -> Finding:
    free = cells_of(FREE, ORDINAL_TESTS)
    also = [cell for cell in cells_of(RECALL_BASED, ("sign", "friedman")) if cell.lost or cell.won]
    return agrees(
        not any(cell.lost or cell.won for cell in free) and not also,
        f"{cases(len(free), 'cell')} without a change",
        "with a recall base, sign and Friedman tests still do",
    )


@claim(
    "004/8.3/mean-free",
    "§VIII-C, first finding",
    "without recall base, tests for interval scales: 13% S2NS and 5% NS2S on average",
)
def mean_free() -> Finding:
    moved, every = cells_of(MOVED, INTERVAL_TESTS), cells_of(FREE, INTERVAL_TESTS)
    (lost, won), (all_lost, all_won) = shares(moved), shares(every)
    return under(
        [round(lost), round(won)] == [13, 5] and [round(all_lost), round(all_won)] == [9, 4],
        f"{lost} and {won}% over {len(moved)} cells, {all_lost} and {all_won}% over all {len(every)}",
        "without P and RBP(p=0.5), which are interval scales and for which nothing changes",
    )


@claim(
    "004/8.3/mean-ordinal",
    "§VIII-C, second finding, S2NS around 2%",
    "with recall base, tests for ordinal scales: around 2% S2NS and around 4% NS2S on average",
    erratum=Erratum(
        "count around 2% and in the",
        "count around 1% and in the (NS2S around 4%)",
        "the reduction of Type I errors in the next sentence, which was called small already",
    ),
)
def mean_ordinal() -> Finding:
    every, some = cells_of(RECALL_BASED, ORDINAL_TESTS), cells_of(RECALL_BASED, ("rank-sum", "kruskal-wallis"))
    (lost, won), (some_lost, some_won) = shares(every), shares(some)
    choices = [shares(cells_of(RECALL_BASED, tests)) for n in range(1, 5) for tests in combinations(ORDINAL_TESTS, n)]
    printed = [round(fmean(x), 2) for x in zip(*((c.lost_percent, c.won_percent) for c in every), strict=True)]
    return wrong(
        Kind.NUMBER,
        (round(lost), round(won)) == (1, 4) and not any((round(a), round(b)) == (2, 4) for a, b in choices),
        f"{lost} and {won}% over all {len(every)} cells; without sign and Friedman {some_lost} and {some_won}% over "
        f"{len(some)}",
        f"the paper does not say how it averages; none of the {len(choices)} choices of these four tests gives 2 and 4",
        second=printed == [lost, won],
        again="averaging the percentages that are printed instead of the counts",
    )


@claim(
    "004/8.3/mean-interval",
    "§VIII-C, third finding",
    "with recall base, tests for interval scales: around 10% S2NS and around 45% NS2S on average",
)
def mean_interval() -> Finding:
    some = cells_of(RECALL_BASED, INTERVAL_TESTS)
    lost, won = shares(some)
    return agrees(
        round(lost) == 10 and abs(won - 45) < 1,
        f"{lost} and {won}% over {len(some)} cells",
        "most of the latter is one-way ANOVA on R and AP",
    )


@claim(
    "004/8.3/grand-mean",
    "§VIII-C; abstract; §I; §IX",
    "over all tracks, measures and tests 25 ± 11% of decisions change",
)
def grand_mean() -> Finding:
    every = _changed(list(cells().values()))
    some = _changed(cells_of(MOVED, INTERVAL_TESTS) + cells_of(RECALL_BASED, TESTS))
    half = 1.96 * stdev(some) / sqrt(len(some))
    return under(
        [round(fmean(some)), round(half), round(fmean(every))] == [25, 11, 15],
        f"{fmean(some):.1f}% with a 95% interval of ± {half:.1f} over {len(some)} cells, {fmean(every):.1f}% over all "
        f"{len(every)}",
        "over the groups of the three findings before it: without P and RBP(p=0.5), and without tests for ordinal "
        "scales on measures that have no recall base, where nothing can change",
    )
