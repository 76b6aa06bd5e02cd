"""Claims of §VIII-C1 and §VIII-C2: measure by measure, what the printed numbers of Tables 5 and 6 say."""

from __future__ import annotations

from statistics import fmean

from intervale_papers.ferrante_2021.decisions import TESTS, cells_of, ranked_pairs, shares
from intervale_papers.ferrante_2021.findings import conditional, confirmed, refuted
from intervale_papers.ferrante_2021.printed import RECALL_BASED, TRACKS
from intervale_papers.ferrante_2021.printed_tests import CELLS, INTERVAL_TESTS, ORDINAL_TESTS
from intervale_papers.register import Finding, claim


@claim("004/8.3/unchanged", "§VIII-C1, Table 5", "P and RBP with p = 1/2 change nothing")
def unchanged() -> Finding:
    return confirmed(not any(c.lost or c.won for c in cells_of(("P", "RBP(p=0.5)"), TESTS)), 48)


@claim(
    "004/8.3/rbp03",
    "§VIII-C1, Table 5",
    "RBP with p = 0.3: ordinal counts of RBP with 1/2; Δ% 2 to 29, NS2S to 28%, S2NS around 1%",
)
def rbp03() -> Finding:
    same = all(CELLS["RBP(p=0.3)", test, t] == CELLS["RBP(p=0.5)", test, t] for test in ORDINAL_TESTS for t in TRACKS)
    cells = cells_of(["RBP(p=0.3)"], INTERVAL_TESTS)
    change = sorted(100 * (c.lost + c.won) / c.significant for c in cells)
    won, lost = max(100 * c.won / c.significant for c in cells), max(100 * c.lost / c.significant for c in cells)
    right = same and (round(change[0]), round(change[-1]), round(won), round(lost)) == (2, 29, 28, 1)
    return confirmed(right, (change[0], change[-1], won, lost))


@claim(
    "004/8.3/rbp08",
    "§VIII-C1, Table 5",
    "RBP with p = 0.8: S2NS up to 17%, NS2S around 2%; DCG likewise, with more S2NS",
)
def rbp08() -> Finding:
    cells = {m: cells_of([m], INTERVAL_TESTS) for m in ("RBP(p=0.8)", "DCG(base=2)", "DCG(base=10)")}
    lost = {m: round(max(100 * c.lost / c.significant for c in some)) for m, some in cells.items()}
    means = {m: shares(some) for m, some in cells.items()}
    right = lost["RBP(p=0.8)"] == 17 and all(round(won) == 2 for _, won in means.values())
    return confirmed(right and all(means[m][0] > means["RBP(p=0.8)"][0] for m in means if m[0] == "D"), (lost, means))


@claim("004/8.3/rr", "§VIII-C1, Table 5", "RR changes up to 72%, S2NS more than NS2S")
def rr() -> Finding:
    cells = cells_of(["RR"], INTERVAL_TESTS)
    most = max(100 * (c.lost + c.won) / c.significant for c in cells)
    lost, won = shares(cells)
    less = [key for key, c in CELLS.items() if key[0] == "RR" and c.lost < c.won]
    return confirmed(
        round(most) == 72 and lost > 2 * won,
        (round(most, 2), lost, won, less),
        "S2NS in 10 of its 12 cells; the others are listed",
    )


@claim(
    "004/8.3/ordinal-based",
    "§VIII-C2, Table 6",
    "with recall base, tests for ordinal scales change by up to 51%, sign and Friedman not",
)
def ordinal_based() -> Finding:
    most = {test: max(c.change_percent for c in cells_of(RECALL_BASED, [test])) for test in ORDINAL_TESTS}
    right = round(max(most.values())) == 51 and most["sign"] == most["friedman"] == 0
    return confirmed(right, most)


@claim(
    "004/8.3/interval-more",
    "§VIII-C2, Table 6",
    "with recall base, tests for interval scales change more than those for ordinal scales",
)
def interval_more() -> Finding:
    found = {
        m: [
            round(fmean(c.change_percent for c in cells_of([m], tests)), 1) for tests in (INTERVAL_TESTS, ORDINAL_TESTS)
        ]
        for m in RECALL_BASED
    }
    return confirmed(
        all(interval > ordinal for interval, ordinal in found.values()), found, "means over tests and tracks"
    )


@claim("004/8.3/recall-558", "§VIII-C2, Table 6", "recall wins up to 558% significant pairs, by one-way ANOVA")
def recall_558() -> Finding:
    shares = {key: 100 * cell.won / cell.significant for key, cell in CELLS.items() if key[0] == "R"}
    most = max(shares, key=lambda key: shares[key])
    return confirmed(most == ("R", "anova1", "T26") and round(shares[most]) == 558, (most, shares[most]))


@claim(
    "004/8.3/recall-positives",
    "§VIII-C2, recall, 'false positives'",
    "the growth of NS2S for recall is a reduction of false positives",
)
def recall_positives() -> Finding:
    cell = CELLS["R", "anova1", "T26"]
    lost, won = shares(cells_of(["R"], INTERVAL_TESTS))
    grown = ranked_pairs("R", "anova1", "T26") == cell.significant + cell.won
    return refuted(
        cell.lost == 0 and cell.won == 385 and grown,
        won > 10 * lost,
        cell,
        "of false negatives: by the paper's own reading S2NS is for false positives, and here none of the 69 "
        "significant pairs is taken back while 385 are added",
        "means over all its tests for interval scales: 97.9% newly significant, 1.9% no longer",
    )


@claim("004/8.3/ndcg-bit", "§VIII-C2, Table 6", "Δ% of nDCG is a bit larger than that of DCG")
def ndcg_bit() -> Finding:
    steps = [
        round(CELLS[f"n{m}", test, t].change_percent - CELLS[m, test, t].change_percent, 2)
        for m in ("DCG(base=2)", "DCG(base=10)")
        for test in TESTS
        for t in TRACKS
    ]
    signs = sum(s > 0 for s in steps), sum(s == 0 for s in steps), sum(s < 0 for s in steps)
    right = signs == (30, 12, 6) and 0 < fmean(steps) < 2
    return conditional(
        right, (signs, round(fmean(steps), 2)), "in 30 of 48 cells, equal in 12, less in 6; by 1.7 points on average"
    )
