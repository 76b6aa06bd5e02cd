"""Claims of §VIII-C1 and §VIII-C2: measure by measure, what the printed numbers of Tables 5 and 6 say."""

from __future__ import annotations

from statistics import fmean

from intervale_papers.ferrante_2021.decisions import TESTS, agrees, cells_of, ranked_pairs, shares
from intervale_papers.ferrante_2021.printed import RECALL_BASED, TRACKS, among
from intervale_papers.ferrante_2021.printed_tests import INTERVAL_TESTS, ORDINAL_TESTS, Cell, cells
from intervale_papers.findings import wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed


def _lost(some: list[Cell]) -> list[float]:
    return [100 * cell.lost / cell.significant for cell in some]


def _won(some: list[Cell]) -> list[float]:
    return [100 * cell.won / cell.significant for cell in some]


@claim("004/8.3/unchanged", "§VIII-C1, Table 5", "P and RBP with p = 1/2 change nothing")
def unchanged() -> Finding:
    some = cells_of(("P", "RBP(p=0.5)"), TESTS)
    return agrees(not any(c.lost or c.won for c in some), f"{cases(len(some), 'cell')} without a change")


@claim(
    "004/8.3/rbp03",
    "§VIII-C1, Table 5",
    "RBP with p = 0.3: ordinal counts of RBP with 1/2; Δ% 2 to 29, NS2S to 28%, S2NS around 1%",
)
def rbp03() -> Finding:
    same = all(
        cells()["RBP(p=0.3)", test, t] == cells()["RBP(p=0.5)", test, t] for test in ORDINAL_TESTS for t in TRACKS
    )
    some = cells_of(["RBP(p=0.3)"], INTERVAL_TESTS)
    change = sorted(lost + won for lost, won in zip(_lost(some), _won(some), strict=True))
    won, lost = max(_won(some)), max(_lost(some))
    return agrees(
        same and (round(change[0]), round(change[-1]), round(won), round(lost)) == (2, 29, 28, 1),
        f"Δ% {change[0]:.2f} to {change[-1]:.2f}, NS2S to {won:.2f}%, S2NS to {lost:.2f}%",
    )


@claim(
    "004/8.3/rbp03-decrease",
    "§VIII-C1, RBP_p03, 'a very marginal decrease'",
    "S2NS for RBP with p = 0.3 is a decrease in the number of pairs that are not significantly different",
    erratum=Erratum(
        "a very marginal decrease in the number of not significantly different ones",
        "a very marginal increase in the number of not significantly different ones",
        "nothing else: the next sentence says it rightly for RBP_p08",
    ),
)
def rbp03_decrease() -> Finding:
    some = cells_of(["RBP(p=0.3)"], INTERVAL_TESTS)
    lost = [cell.lost for cell in some if cell.lost]
    first = cells()["RBP(p=0.3)", "signed-rank", "T08"]
    return wrong(
        Kind.MISPRINT,
        len(lost) > len(some) / 2 and first.lost == 29,
        f"signed rank on T08: {first.lost} of {first.significant:,} significant pairs become not significant, so "
        f"that there are {first.lost} more of these; so in {len(lost)} of {len(some)} cells",
        "S2NS counts pairs that change from significantly to not significantly different",
    )


@claim(
    "004/8.3/rbp03-systems",
    "§VIII-C1, 'orders systems in the same way'",
    "RBP with p = 0.3 orders systems as RBP with p = 0.5 does",
    erratum=Erratum(
        r"RBP\_p03 orders systems in the same way as RBP\_p05",
        "RBP_p03 orders runs in the same way as RBP_p05",
        "nothing else: §VIII-A1 and §VIII-B1 say runs",
    ),
)
def rbp03_systems() -> Finding:
    taus = [among()["RBP(p=0.5)", "RBP(p=0.3)", track][0] for track in TRACKS]
    return wrong(
        Kind.MISPRINT,
        all(tau < 1 for tau in taus),
        f"the means of systems have tau {listed(taus)} in Table 4",
        "runs on a topic are ordered alike, systems by their means over topics are not",
    )


@claim(
    "004/8.3/rbp08",
    "§VIII-C1, Table 5",
    "RBP with p = 0.8: S2NS up to 17%, NS2S around 2%; DCG likewise, with more S2NS",
)
def rbp08() -> Finding:
    some = {m: cells_of([m], INTERVAL_TESTS) for m in ("RBP(p=0.8)", "DCG(base=2)", "DCG(base=10)")}
    means = {m: shares(one) for m, one in some.items()}
    most = max(_lost(some["RBP(p=0.8)"]))
    more = all(means[m][0] > means["RBP(p=0.8)"][0] for m in means if m[0] == "D")
    return agrees(
        round(most) == 17 and all(round(won) == 2 for _, won in means.values()) and more,
        f"S2NS to {most:.2f}%; mean S2NS {listed(lost for lost, _ in means.values())}, mean NS2S "
        f"{listed(won for _, won in means.values())} for {listed(means)}",
    )


@claim("004/8.3/rr", "§VIII-C1, Table 5", "RR changes up to 72%, with a remarkable S2NS and a sizeable NS2S")
def rr() -> Finding:
    some = cells_of(["RR"], INTERVAL_TESTS)
    most = max(lost + won for lost, won in zip(_lost(some), _won(some), strict=True))
    lost, won = shares(some)
    less = [key for key, c in cells().items() if key[0] == "RR" and c.lost < c.won]
    return agrees(
        round(most) == 72 and lost > 2 * won > 10,
        f"up to {most:.2f}%; S2NS {lost}% and NS2S {won}% on average",
        f"S2NS is larger in {len(some) - len(less)} of {len(some)} cells; not by signed rank and one-way ANOVA on T27",
    )


@claim(
    "004/8.3/ordinal-based",
    "§VIII-C2, Table 6",
    "with recall base, tests for ordinal scales change by up to 51%, sign and Friedman not",
)
def ordinal_based() -> Finding:
    most = {test: max(c.change_percent for c in cells_of(RECALL_BASED, [test])) for test in ORDINAL_TESTS}
    return agrees(
        round(max(most.values())) == 51 and most["sign"] == most["friedman"] == 0,
        f"at most {', '.join(f'{test} {change:.2f}%' for test, change in most.items())}",
    )


@claim(
    "004/8.3/interval-more",
    "§VIII-C2, Table 6",
    "with recall base, tests for interval scales change more than those for ordinal scales",
)
def interval_more() -> Finding:
    interval, ordinal = (
        {m: fmean(c.change_percent for c in cells_of([m], tests)) for m in RECALL_BASED}
        for tests in (INTERVAL_TESTS, ORDINAL_TESTS)
    )
    return agrees(
        all(interval[m] > ordinal[m] for m in RECALL_BASED),
        ", ".join(f"{m} {interval[m]:.1f} and {ordinal[m]:.1f}%" for m in RECALL_BASED),
        "means over tests and tracks",
    )


@claim("004/8.3/recall-558", "§VIII-C2, Table 6", "recall wins up to 558% significant pairs, by one-way ANOVA")
def recall_558() -> Finding:
    won = {key: 100 * cell.won / cell.significant for key, cell in cells().items() if key[0] == "R"}
    most = max(won, key=lambda key: won[key])
    return agrees(
        most == ("R", "anova1", "T26") and round(won[most]) == 558, f"{won[most]:.2f}% by one-way ANOVA on T26_30"
    )


@claim(
    "004/8.3/recall-positives",
    "§VIII-C2, recall, 'false positives'",
    "the growth of NS2S for recall is a reduction of false positives",
    erratum=Erratum(
        "i.e. a reduction in the number of false positives, up to a striking 558%",
        "i.e. a reduction in the number of false negatives, up to a striking 558%",
        "nothing else: the loss of power that the next sentence names is that of false negatives",
    ),
)
def recall_positives() -> Finding:
    cell = cells()["R", "anova1", "T26"]
    grown = ranked_pairs("R", "anova1", "T26") - cell.significant
    return wrong(
        Kind.MISPRINT,
        cell.lost == 0 and grown == cell.won == 385,
        f"one-way ANOVA on T26: of {cell.significant} significant pairs {cell.lost} are taken back, {cell.won} added",
        "§VIII-C reads NS2S as false negatives, and says so for RBP and RR",
    )


@claim("004/8.3/ndcg-bit", "§VIII-C2, Table 6", "Δ% of nDCG is a bit larger than that of DCG")
def ndcg_bit() -> Finding:
    steps = [
        round(cells()[f"n{m}", test, t].change_percent - cells()[m, test, t].change_percent, 2)
        for m in ("DCG(base=2)", "DCG(base=10)")
        for test in TESTS
        for t in TRACKS
    ]
    more, less = sum(s > 0 for s in steps), sum(s < 0 for s in steps)
    return agrees(
        more > 4 * less and 0 < fmean(steps) < 2,
        f"by {fmean(steps):.2f} points on average; larger in {more} of {len(steps)} cells, less in {less}",
    )
