"""Claims of §VIII-A and §VIII-B that the printed numbers of Tables 2, 3 and 4 decide by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from statistics import mean

from intervale_papers.ferrante_2021.printed import (
    FREE,
    LENGTHS,
    RECALL_BASED,
    TRACKS,
    Own,
    among,
    own,
    own_mid,
)
from intervale_papers.ferrante_2021.printed_tests import cells
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

DCG, NDCG = ("DCG(base=2)", "DCG(base=10)"), ("nDCG(base=2)", "nDCG(base=10)")
ELEVEN = (*FREE, *RECALL_BASED)
HALF_DIGIT = 0.00005


def _agrees(right: object, witness: str, remark: str = "") -> Finding:
    """Prose that the printed figures bear out."""
    return holds(right, witness, remark, Kind.TABLES)


def _span(measures: Iterable[str], table: Own | None = None) -> tuple[float, float]:
    """The smallest and the largest entry of some columns below 1."""
    wanted = list(measures)
    entries = [row[measure] for row in (table or own()).values() for measure in wanted if row[measure] < 1]
    return min(entries), max(entries)


def _loss(entry: float) -> int:
    """What an entry is short of 1, in percent."""
    return int(round(1 - entry, 4) * 100 + 0.5)


def _column(measure: str, track: str) -> list[float]:
    return [own()[track, length][measure] for length in LENGTHS]


def _falls(measure: str, track: str) -> bool:
    return _column(measure, track) == sorted(_column(measure, track), reverse=True)


def _changes(wanted: Callable[[str, str], bool], track: str | None = None) -> list[float]:
    """Δ% of the pairs of measures that are wanted."""
    return [row[2] for (a, b, where), row in among().items() if wanted(a, b) and track in (None, where)]


@claim(
    "004/1/all-measures",
    "Abstract; §I, contribution 5",
    "for all measures, Precision among them, there are substantial effects on the order of means and on tests",
    erratum=Erratum(
        "For all the regarded measures – namely Precision, Recall,",
        "For all the regarded measures but Precision – namely Recall, Average Precision, …",
        "nothing else: §VIII-A1 and §VIII-C1 say that nothing changes for Precision",
    ),
)
def all_measures() -> Finding:
    taus = {row["P"] for row in own().values()}
    moved = [cell for (measure, _, _), cell in cells().items() if measure == "P" and (cell.lost or cell.won)]
    rows = sum(measure == "P" for measure, _, _ in cells())
    return wrong(
        Kind.FALSE,
        taus == {1.0} and not moved,
        f"Precision has 1.0000 in all {len(own())} rows of Table 2, and none of its {rows} cells of Table 5 changes",
        "Precision is an interval scale already; so is RBP with p = 1/2, but as a family RBP does change",
    )


@claim("004/8.1/ones", "§VIII-A1, Table 2", "P and RBP with p = 1/2 have tau 1 with their ranked forms, everywhere")
def ones() -> Finding:
    right = all(row["P"] == row["RBP(p=0.5)"] == 1 for row in own().values())
    other = [m for m in ELEVEN if m not in FREE[:2] and all(row[m] == 1 for row in own().values())]
    return _agrees(right and not other, f"{cases(len(own()), 'row')} of 1.0000 for both", "and no other measure has")


@claim(
    "004/8.1/rr-lowest",
    "§VIII-A1, Table 2",
    "RR has 0.67 to 0.93, lower than all others of its group, a drop of 7 to 33%",
)
def rr_lowest() -> Finding:
    low, high = _span(["RR"])
    lowest = all(row["RR"] == min(row[m] for m in FREE) for row in own().values())
    return _agrees(
        lowest and round(low, 2) == 0.67 and abs(high - 0.93) <= 0.005 + 1e-9 and (_loss(high), _loss(low)) == (7, 33),
        f"{low:.4f} to {high:.4f}, the lowest of its group in all {len(own())} rows",
    )


@claim("004/8.1/rr-falls", "§VIII-A1, Table 2", "the longer runs are, the lower is the correlation of RR")
def rr_falls() -> Finding:
    return _agrees(
        all(_falls("RR", track) for track in TRACKS), f"{listed(_column('RR', 'T08'))} on T08; likewise on T26 and T27"
    )


@claim("004/8.1/rbp03-range", "§VIII-A1, Table 2", "RBP with p = 0.3 has 0.95 to 0.97, a difference of 3 to 5%")
def rbp03_range() -> Finding:
    low, high = _span(["RBP(p=0.3)"])
    right = (round(low, 2), round(high, 2)) == (0.95, 0.97) and (_loss(high), _loss(low)) == (3, 5)
    return _agrees(right, f"{low:.4f} to {high:.4f}")


@claim(
    "004/8.1/rbp08-range",
    "§VIII-A1, RBP_p08 in Table 2",
    "RBP with p = 0.8 has 0.93 to 0.96, a loss of 4 to 7%",
    erratum=Erratum(
        "in the range 0.93 – 0.96 with an “intervalness” loss in the range 4% – 7%",
        "in the range 0.93 – 0.97 with an “intervalness” loss in the range 3% – 7%",
    ),
)
def rbp08_range() -> Finding:
    low, high = _span(["RBP(p=0.8)"])
    outside = [f"{t}_{n:02} {row['RBP(p=0.8)']}" for (t, n), row in own().items() if row["RBP(p=0.8)"] >= 0.965]
    return wrong(
        Kind.NUMBER,
        (round(low, 2), round(high, 2)) == (0.93, 0.97) and (_loss(high), _loss(low)) == (3, 7),
        f"{listed(outside)} in Table 2, a loss of {100 * (1 - high):.2f}%",
        "the largest entry is cut off, not rounded; the other eleven are in the range",
    )


@claim(
    "004/8.1/rbp-stable",
    "§VIII-A1, Table 2",
    "the correlations of RBP get more stable the longer runs are, and vary more with p = 0.8 than with 0.3",
)
def rbp_stable() -> Finding:
    steps = {
        (m, t): [abs(b - a) for a, b in pairwise(_column(m, t))] for m in ("RBP(p=0.8)", "RBP(p=0.3)") for t in TRACKS
    }
    right = all(some[2] == min(some) for some in steps.values())
    more = all(sum(steps["RBP(p=0.8)", t]) > sum(steps["RBP(p=0.3)", t]) for t in TRACKS)
    last = [round(steps["RBP(p=0.8)", t][2], 4) for t in TRACKS]
    return _agrees(right and more, f"with p = 0.8 from N = 20 to 30 by {listed(last)}, the smallest step on each track")


@claim(
    "004/8.1/dcg-range",
    "§VIII-A1, Table 2",
    "DCG is above 0.9 with a loss of 2 to 9%; with base 10 it has 1 at N = 5 and 10",
)
def dcg_range() -> Finding:
    low, high = _span(DCG)
    ones_at = all((row["DCG(base=10)"] == 1) == (n <= 10) for (_, n), row in own().items())
    right = low > 0.9 and (_loss(high), _loss(low)) == (2, 9)
    return _agrees(right and ones_at, f"{low:.4f} to {high:.4f}", "entries of 1 apart")


@claim(
    "004/8.1/dcg-falls",
    "§VIII-A1, Table 2",
    "as a general trend DCG is less and less an interval scale the longer runs are",
)
def dcg_falls() -> Finding:
    columns = {(measure, track): _column(measure, track) for measure in DCG for track in TRACKS}
    falls = [key for key, some in columns.items() if _falls(*key)]
    return _agrees(
        len(falls) == 4 and all(some[-1] < some[0] for some in columns.values()),
        f"{listed(columns[DCG[0], 'T08'])} with base 2 on T08; all {len(columns)} columns fall from N = 5 to 30",
        "as a trend: on T27 both rise from N = 20 to 30",
    )


@claim("004/8.1/recall-range", "§VIII-A2, Table 2", "R has 0.7 to 0.9, a loss of 10 to 30%")
def recall_range() -> Finding:
    low, high = _span(["R"])
    return _agrees((round(low, 1), round(high, 1)) == (0.7, 0.9), f"{low:.4f} to {high:.4f}", "to one digit")


@claim(
    "004/8.1/ap-range",
    "§VIII-A2, AP in Table 2",
    "AP has 0.69 to 0.86, a loss of 14 to 31%",
    erratum=Erratum(
        "in the range 0.69 – 0.86 with an “intervalness” loss in the range 14% – 31%",
        "in the range 0.69 – 0.87 with an “intervalness” loss in the range 13% – 31%",
    ),
)
def ap_range() -> Finding:
    low, high = _span(["AP"])
    above = [f"{track}_{n:02} {row['AP']}" for (track, n), row in own().items() if row["AP"] > 0.865]
    return wrong(
        Kind.NUMBER,
        (round(low, 2), round(high, 2)) == (0.69, 0.87) and (_loss(high), _loss(low)) == (13, 31),
        f"{listed(above)} in Table 2",
        "the largest entry is that of T26_30; 0.8600 is T26_20",
    )


@claim("004/8.1/ndcg-range", "§VIII-A2, Table 2", "nDCG is above 0.9 with a loss of 2 to 10%")
def ndcg_range() -> Finding:
    low, high = _span(NDCG)
    others = [row[m] for (_, n), row in own().items() for m in NDCG if not (m == NDCG[1] and n <= 10)]
    return under(
        low > 0.9 and high > 0.98 and all(0.9 <= x < 0.98 for x in others),
        f"T26_10 has {high:.4f} with base 10, a loss of {100 * (1 - high):.1f}%; without base 10 up to N = 10 losses "
        f"are {100 * (1 - max(others)):.1f} to {100 * (1 - min(others)):.1f}%",
        "without base 10 at N = 5 and 10, of which the next sentences speak",
    )


@claim("004/8.1/ndcg-5", "§VIII-A2, Table 2", "nDCG with base 10 has 1 at N = 5, a little less at N = 10, least on T27")
def ndcg_5() -> Finding:
    five, ten = ([own()[track, n][NDCG[1]] for track in TRACKS] for n in (5, 10))
    return _agrees(
        five == [1, 1, 1] and all(0.99 < x < 1 for x in ten) and min(ten) == ten[2], f"at N = 10 {listed(ten)}"
    )


@claim("004/8.1/normalised", "§VIII-A2, end", "R loses much more than nDCG, and AP is close to R")
def normalised() -> Finding:
    loss = {m: round(1 - mean(row[m] for row in own().values()), 4) for m in RECALL_BASED}
    right = min(loss["R"], loss["AP"]) > 3 * max(loss[m] for m in NDCG) and abs(loss["R"] - loss["AP"]) < 0.02
    return _agrees(
        right, f"mean losses: {', '.join(f'{m} {x:.1%}' for m, x in loss.items())}", "over the twelve rows of Table 2"
    )


@claim(
    "004/8.1/mid-precision",
    "§VIII-A3, P in Table 3",
    "with mid-ranks P drops to 0.90 to 0.97",
    erratum=Erratum(
        "drops from 1.0 to the range 0.90 – 0.97",
        "drops from 1.0 to the range 0.88 – 0.97",
        "nothing else: the drop is larger than said",
    ),
)
def mid_precision() -> Finding:
    low, high = _span(["P"], own_mid())
    below = [f"{track}_{n:02} {row['P']}" for (track, n), row in own_mid().items() if row["P"] < 0.895]
    return wrong(
        Kind.NUMBER,
        (round(low, 2), round(high, 2)) == (0.88, 0.97) and len(below) == 1,
        f"{listed(below)} in Table 3",
        "the other eleven rows are in the range",
    )


@claim("004/8.1/mid-rbp", "§VIII-A3, Table 3", "with mid-ranks only RBP with p = 1/2 keeps tau 1")
def mid_rbp() -> Finding:
    kept = [m for m in ELEVEN if all(row[m] == 1 for row in own_mid().values())]
    same = [m for m in ELEVEN if all(own_mid()[key][m] == row[m] for key, row in own().items())]
    return _agrees(
        kept == ["RBP(p=0.5)"] and same == ["RBP(p=0.5)", "RBP(p=0.3)", "RBP(p=0.8)"],
        f"1.0000 in all {len(own_mid())} rows of Table 3",
        f"{listed(same)}, which have no ties, have the same columns in both tables",
    )


@claim("004/8.1/mid-lower", "§VIII-A3, Tables 2 and 3", "as a general trend correlations are lower with mid-ranks")
def mid_lower() -> Finding:
    steps = {m: [own_mid()[key][m] - row[m] for key, row in own().items()] for m in ELEVEN}
    lower, higher = ({m: sum(s * sign > 0 for s in some) for m, some in steps.items()} for sign in (-1, 1))
    always = [m for m in ELEVEN if lower[m] == len(own())]
    return _agrees(
        always == ["P", *DCG, "R", *NDCG]
        and higher["RR"] == len(own())
        and sum(lower.values()) > 4 * sum(higher.values()),
        f"{sum(lower.values())} of {len(own()) * len(ELEVEN)} entries are lower, {sum(higher.values())} higher",
        f"as a trend: RR is higher in all {higher['RR']} rows, 0.9832 instead of 0.6725 on T26_30, and AP in "
        f"{higher['AP']}; a loss of intervalness does not explain these",
    )


@claim("004/8.2/percentages", "Table 4, columns Δ%", "all 165 percentages follow from the correlations beside them")
def percentages() -> Finding:
    off = []
    for key, (plain, ranked, change) in among().items():
        low = 100 * ((ranked - HALF_DIGIT) / (plain + HALF_DIGIT) - 1) - 0.005
        high = 100 * ((ranked + HALF_DIGIT) / (plain - HALF_DIGIT) - 1) + 0.005
        off += [] if low <= change <= high else [key]
    return _agrees(not off and len(among()) == 165, f"{len(among())} percentages", "within the rounding of four digits")


@claim(
    "004/8.2/span",
    "§VIII-B, second paragraph",
    "correlations are overestimated by 0.16 to 33.30% and underestimated by 0.4 to 25.82%",
)
def span() -> Finding:
    changes = _changes(lambda a, b: True)
    below, above = [x for x in changes if x < 0], [x for x in changes if x > 0]
    right = (min(below), max(below), min(above), max(above)) == (-33.30, -0.16, 0.40, 25.82)
    return _agrees(
        right,
        f"{len(below)} overestimated by {-max(below):.2f} to {-min(below):.2f}%, {len(above)} underestimated by "
        f"{min(above):.2f} to {max(above):.2f}%",
        f"and {len(changes) - len(below) - len(above)} of 0.00",
    )


@claim(
    "004/8.2/shared-forms",
    "§VIII-B, Table 4",
    "P and R, DCG and nDCG, RBP with 0.3 and 0.5 have the same rows between ranked forms",
)
def shared_forms() -> Finding:
    ranked = {(frozenset((a, b)), track): row[1] for (a, b, track), row in among().items()}
    twins = (("P", "R"), ("RBP(p=0.5)", "RBP(p=0.3)"), *zip(DCG, NDCG, strict=True))
    seen = 0
    for one, two in twins:
        for track in TRACKS:
            others = [m for m in ELEVEN if m not in (one, two)]
            same = all(ranked[frozenset((one, m)), track] == ranked[frozenset((two, m)), track] for m in others)
            seen += len(others)
            if not same or ranked[frozenset((one, two)), track] != 1:
                return _agrees(False, f"{one} and {two} on {track}")
    return _agrees(True, f"{seen} comparisons of rows for {len(twins)} pairs of measures", "and tau 1 with each other")


@claim(
    "004/8.2/tables-agree",
    "§VIII-B1, Tables 2 and 4",
    "RBP with 0.3 and 0.5, and P and R, correlate as RBP with 0.3, and R, with their ranked forms",
)
def tables_agree() -> Finding:
    pairs = (("RBP(p=0.5)", "RBP(p=0.3)", "RBP(p=0.3)"), ("R", "P", "R"))
    found = [among()[a, b, t][0] == own()[t, 30][m] for a, b, m in pairs for t in TRACKS]
    both = [listed(own()[t, 30][m] for t in TRACKS) for _, _, m in pairs]
    return _agrees(all(found), f"{both[0]}; {both[1]} in both tables")


@claim(
    "004/8.2/p-rbp05", "§VIII-B1, Table 4", "P and RBP with p = 1/2 correlate as their ranked forms do, on all tracks"
)
def p_rbp05() -> Finding:
    rows = [among()["P", "RBP(p=0.5)", track] for track in TRACKS]
    same = [key for key, row in among().items() if row[0] == row[1]]
    return _agrees(
        all(a == b for a, b, _ in rows) and len(same) == 3,
        f"{listed(row[0] for row in rows)} twice",
        "and no other two measures do",
    )


@claim(
    "004/8.2/rbp-5",
    "§VIII-B1, Table 4",
    "RBP with 0.3 and 0.5: 0.9498 on T08, 1 between ranked forms, underestimated by 5.3%",
)
def rbp_5() -> Finding:
    plain, ranked, change = among()["RBP(p=0.5)", "RBP(p=0.3)", "T08"]
    right = (plain, ranked) == (0.9498, 1) and round(100 * (ranked / plain - 1), 1) == 5.3
    return _agrees(right, f"{plain:.4f} and {ranked:.4f}, {change:+.2f}%")


@claim(
    "004/8.2/rr-over",
    "§VIII-B1, RR in Table 4",
    "RR with P, RBP and DCG is overestimated by 12-26, 26-33 and 11-19% on the three tracks",
)
def rr_over() -> Finding:
    found = {t: _changes(lambda a, b: "RR" in (a, b) and {a, b} <= set(FREE), t) for t in TRACKS}
    spans = [(round(-max(some)), round(-min(some))) for some in found.values()]
    return _agrees(
        spans == [(12, 26), (26, 33), (11, 19)],
        listed(f"{-max(some):.2f} to {-min(some):.2f}" for some in found.values()),
    )


@claim("004/8.2/p-r", "§VIII-B2, Table 4", "P and R are underestimated by 26, 12 and 22%")
def p_r() -> Finding:
    found = [among()["R", "P", t][2] for t in TRACKS]
    return _agrees([round(x) for x in found] == [26, 12, 22], f"{listed(found)}%")


@claim("004/8.2/dcg-ndcg", "§VIII-B2, Table 4", "DCG and nDCG are underestimated by 1 to 4%")
def dcg_ndcg() -> Finding:
    found = _changes(lambda a, b: (b, a) in zip(DCG, NDCG, strict=True))
    return _agrees((round(min(found)), round(max(found))) == (1, 4) and len(found) == 6, f"{listed(found)}%")


@claim(
    "004/8.2/ap-p-r",
    "§VIII-B2, Table 4",
    "AP is nearer to R than to P; ranked forms are equally near, underestimated by 1 to 9%",
)
def ap_p_r() -> Finding:
    rows = {t: (among()["R", "AP", t], among()["AP", "P", t]) for t in TRACKS}
    right = all(r[0] > p[0] and r[1] == p[1] for r, p in rows.values())
    found = [row[2] for pair in rows.values() for row in pair]
    return _agrees(right and (round(min(found)), round(max(found))) == (1, 9), f"{listed(found)}%")


@claim("004/8.2/ap-dcg", "§VIII-B2, Table 4", "AP and DCG are underestimated by 9 to 16%")
def ap_dcg() -> Finding:
    found = _changes(lambda a, b: a == "AP" and b in DCG)
    return _agrees((round(min(found)), round(max(found))) == (9, 16), f"{listed(found)}%")


@claim(
    "004/8.2/ap-dcg-ranked",
    "§VIII-B2, AP and DCG, 'between 0.94 and 0.97'",
    "the ranked forms of AP and DCG have 0.94 to 0.97",
    erratum=Erratum("between 0.94 and 0.97", "between 0.94 and 0.98"),
)
def ap_dcg_ranked() -> Finding:
    found = {(b, t): among()["AP", b, t][1] for b in DCG for t in TRACKS}
    high = [f"{ranked:.4f} for {b}" for (b, t), ranked in found.items() if round(ranked, 3) > 0.97 and t == "T27"]
    return wrong(
        Kind.NUMBER,
        (round(min(found.values()), 2), round(max(found.values()), 2)) == (0.94, 0.98) and len(high) == 2,
        f"{listed(high)} on T27",
        "the largest entry is cut off, not rounded",
    )


@claim(
    "004/9/inflates",
    "§IX, on correlations",
    "scales that are no interval scales make measures look more different than they are, RR apart",
)
def inflates() -> Finding:
    free = _changes(lambda a, b: "RR" not in (a, b) and {a, b} <= set(FREE))
    based = _changes(lambda a, b: "RR" not in (a, b) and not {a, b} <= set(FREE))
    rr = _changes(lambda a, b: "RR" in (a, b))
    up = [sum(x > 0 for x in some) for some in (free, based)]
    right = mean(based) > 0 > mean(free) and max(rr) < 0 and 2 * up[1] > len(based) and 2 * up[0] < len(free)
    return under(
        right,
        f"Δ% is positive in {up[1]} of {len(based)} entries with a measure that has the recall base, "
        f"{mean(based):+.1f} on average, and in {up[0]} of {len(free)} without, −{-mean(free):.1f}",
        f"on average, for pairs of which one depends on the recall base; all {len(rr)} with RR are negative",
    )
