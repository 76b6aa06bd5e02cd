"""Claims on TREC-8: Tables 2 to 4 for T08, and what §IV-C, §VII and §VIII say of the collection."""

from __future__ import annotations

from math import lcm
from pathlib import Path
from typing import Any

import intervale as iv
from intervale_papers.ferrante_2021.printed import FREE, LENGTHS, Own, among, own, own_mid
from intervale_papers.ferrante_2021.trec8_scores import NOT_AP, correlations, judged, scored_runs
from intervale_papers.findings import holds, not_checkable, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

SPLIT = (
    "adding floats splits values of AP that are equal, and eq. (2) counts them apart; rounding means to 8 digits "
    "(footnote 10) comes too late for that"
)
"""Why the ranked form of AP is not that of eq. (2)."""


def _own(folder: Path, measure: str, length: int, form: Any) -> float:
    """The correlation of a measure with a form of it, by means with 8 decimals."""
    table = scored_runs(folder).score({"measure": f"{measure}@{length}", "form": form})
    found = iv.correlate(table, digits=8)
    return round((found.own or found.pairs)[0].overall, 4)


def _own_table(folder: Path, measures: tuple[str, ...], tie_rule: str) -> dict[tuple[str, int], float]:
    return {
        (measure, length): _own(folder, measure, length, iv.interval(f"{measure}@{length}", tie_rule=tie_rule))
        for length in LENGTHS
        for measure in measures
    }


def _differ(found: dict[tuple[str, int], float], printed: Own) -> list[str]:
    """Where numbers are not those printed: the found one and the printed one."""
    return [
        f"{x:.4f} at N = {n} (printed {printed['T08', n][measure]:.4f})"
        for (measure, n), x in found.items()
        if x != printed["T08", n][measure]
    ]


@claim("004/4.3/precision-recall", "§IV-C, 0.8588", "the tau of P and R on TREC-8 is 0.8588", on_data=True)
def precision_recall(folder: Path) -> Finding:
    found = {
        depth: iv.correlate(scored_runs(folder).score([f"P@{depth}", f"R@{depth}"])).pairs[0].overall
        for depth in (100, 200, 500, 1000)
    }
    return not_checkable(
        "here " + ", ".join(f"{tau:.4f} at {depth}" for depth, tau in found.items()) + " documents",
        "the number is from another paper, and neither the depth nor the systems are given",
    )


@claim("004/4.3/topic-by-topic", "§IV-C", "topic by topic the tau of P and R is 1", on_data=True)
def topic_by_topic(folder: Path) -> Finding:
    pair = iv.correlate(scored_runs(folder).score(["P@1000", "R@1000"])).pairs[0]
    return holds(
        abs(pair.topics - 1) < 1e-12 and pair.overall < 1,
        f"1 on all {pair.topics_defined} topics, {pair.overall:.4f} for means, with 1,000 documents",
    )


@claim(
    "004/4.3/lengths",
    "§IV-C, on the length of runs",
    "almost all runs retrieve 1,000 documents for each topic, and nearly all 10",
    on_data=True,
)
def lengths(folder: Path) -> Finding:
    retrieved = judged(folder).retrieved
    full, short = int((retrieved == 1000).sum()), int((retrieved < 10).sum())
    return holds(
        0.95 < full / retrieved.size < 1 and short < retrieved.size / 100,
        f"{full:,} of {retrieved.size:,} lists have 1,000 documents, {short} have fewer than 10",
        f"{int((retrieved.min(axis=1) == 1000).sum())} of {len(retrieved)} runs have 1,000 for every topic",
    )


@claim(
    "004/7/trec8",
    "§VII, T08",
    "T08 has 50 topics, binary judgments and 129 runs of 1,000 documents a topic",
    on_data=True,
)
def trec8(folder: Path) -> Finding:
    runs = judged(folder)
    systems, topics = runs.retrieved.shape
    less, below = int((runs.retrieved < 1000).sum()), int((runs.retrieved < 30).sum())
    return under(
        (systems, topics, runs.topics.top, int(runs.retrieved.max())) == (129, 50, 1, 1000) and less > below > 0,
        f"{less} of {runs.retrieved.size:,} ranked lists are shorter, {below} of them shorter than 30; the shortest "
        f"has {int(runs.retrieved.min())}",
        f"up to 1,000 documents a topic, as §IV-C says; {systems} runs, {topics} topics and binary judgments are right",
    )


@claim(
    "004/8.1/recall-bases",
    "§VIII-A2, T08",
    "on T08 all topics have 5 relevant documents or more, one has less than 10",
    on_data=True,
)
def recall_bases(folder: Path) -> Finding:
    bases = sorted(int(base) for base in judged(folder).topics.recall_base())
    return holds(
        bases[0] >= 5 and sum(base < 10 for base in bases) == 1, f"the smallest recall bases are {listed(bases[:3])}"
    )


@claim("004/8.1/own-topics", "§VIII-A", "topic by topic each measure has tau 1 with its ranked form", on_data=True)
def own_topics(folder: Path) -> Finding:
    found = {one.a: one.topics for one in correlations(folder).own}
    right = all(abs(tau - 1) < (1e-5 if measure == "AP" else 1e-12) for measure, tau in found.items())
    return holds(
        right and len(found) == 11,
        f"1 for {len(found) - 1} measures at N = 30, {found['AP']:.6f} for AP",
        "the scores of AP are floats, which split a few ties that its ranked form keeps",
    )


@claim(
    "004/8.1/table-2-free",
    "Table 2, T08, measures without recall base",
    "the 28 correlations are as printed",
    on_data=True,
)
def table_2_free(folder: Path) -> Finding:
    return _as_printed(_own_table(folder, FREE, "unq"), own())


@claim("004/8.1/table-2-based", "Table 2, T08, R and nDCG", "the 12 correlations are as printed", on_data=True)
def table_2_based(folder: Path) -> Finding:
    return _as_printed(_own_table(folder, NOT_AP, "unq"), own())


def _as_printed(found: dict[tuple[str, int], float], printed: Own) -> Finding:
    differ = _differ(found, printed)
    return holds(not differ, listed(differ) if differ else f"{len(found)} correlations to four digits")


@claim(
    "004/8.1/table-2-ap",
    "Table 2, T08, AP",
    "AP has 0.8219, 0.8243, 0.8197 and 0.8377 with its ranked form",
    erratum=Erratum(
        "0.8243",
        "0.8240; on T08_20 0.8195 for 0.8197, on T08_30 0.8364 for 0.8377",
        "the range of AP in §VIII-A2, which stands; AP in Tables 3, 4 and 6 has the same one cause; T26 and T27 are "
        "likely to change in the same way",
    ),
    on_data=True,
)
def table_2_ap(folder: Path) -> Finding:
    found = {("AP", n): _own(folder, "AP", n, iv.interval(f"AP@{n}")) for n in LENGTHS}
    whole = {n: _own(folder, "AP", n, _by_listing(n, lcm(*range(1, n + 1)))) for n in (10, 20)}
    floats = {n: _own(folder, "AP", n, _by_listing(n, None)) for n in (10, 20)}
    return wrong(
        Kind.NUMBER,
        list(found.values()) == [0.8219, 0.8240, 0.8195, 0.8364],
        listed(_differ(found, own())),
        SPLIT,
        second=whole == {n: found["AP", n] for n in whole} and floats == {n: own()["T08", n]["AP"] for n in floats},
        again="listing all runs of length 10 and 20: in whole numbers they give these values, in floats those printed",
    )


def _by_listing(length: int, denominator: int | None) -> Any:
    """The ranked form of AP by listing all runs: in whole numbers over a denominator, or in floats."""
    import numpy as np

    def summed(grades: Any) -> Any:
        total, seen = np.zeros(grades.shape[:-1]), np.zeros(grades.shape[:-1], dtype=np.int64)
        for rank in range(1, length + 1):
            hit = grades[..., rank - 1] > 0
            seen = seen + hit
            total = total + hit * (seen * (denominator // rank) if denominator else seen / rank)
        return total

    runs = (np.arange(2**length)[:, None] >> np.arange(length)).astype(np.uint8) & 1
    values = np.unique(summed(runs))
    return iv.measure(lambda grades: np.searchsorted(values, summed(grades)) + 1.0)


@claim("004/8.1/table-3", "Table 3, T08, all but AP", "the 40 correlations with mid-ranks are as printed", on_data=True)
def table_3(folder: Path) -> Finding:
    return _as_printed(_own_table(folder, (*FREE, *NOT_AP), "mid"), own_mid())


@claim(
    "004/8.1/table-3-ap",
    "Table 3, T08, AP",
    "AP has 0.8208, 0.8213, 0.8161 and 0.8401 with mid-ranks",
    erratum=Erratum("0.8213", "0.8214", "nothing else; AP in Tables 2, 4 and 6 has the same one cause"),
    on_data=True,
)
def table_3_ap(folder: Path) -> Finding:
    found = _own_table(folder, ("AP",), "mid")
    return wrong(
        Kind.NUMBER,
        list(found.values()) == [0.8208, 0.8214, 0.8161, 0.8401],
        listed(_differ(found, own_mid())),
        SPLIT + "; split values have mid-ranks side by side, so that little changes",
    )


@claim(
    "004/8.2/table-4",
    "Table 4, T08, all pairs without AP",
    "the 45 pairs of measures, and of ranked forms, are as printed",
    on_data=True,
)
def table_4(folder: Path) -> Finding:
    found = _pairs_of(folder, with_ap=False)
    off = [" and ".join(key) for key, pair in found.items() if pair != among()[(*key, "T08")][:2]]
    return holds(not off, listed(off) if off else f"{cases(len(found), 'pair')} to four digits, both correlations")


@claim(
    "004/8.2/table-4-ap",
    "Table 4, T08, pairs with AP",
    "the ten pairs with AP are as printed",
    erratum=Erratum(
        "0.9673",
        "RnkMsr on T08: 0.8930 with R and P, 0.7928 with RBP_p05 and RBP_p03, 0.8580 with RBP_p08, 0.5862 with RR, "
        "0.9646 with DCG_b02 and nDCG_b02, 0.9409 with DCG_b10 and nDCG_b10",
        "the ranges of §VIII-B2 on AP, which stand on T08; AP in Tables 2, 3 and 6 has the same one cause; T26 and "
        "T27 are likely to change in the same way",
    ),
    on_data=True,
)
def table_4_ap(folder: Path) -> Finding:
    found = _pairs_of(folder, with_ap=True)
    plain = all(pair[0] == among()[(*key, "T08")][0] for key, pair in found.items())
    off = {key: round(among()[(*key, "T08")][1] - pair[1], 4) for key, pair in found.items()}
    exact = {"R": 0.893, "P": 0.893, "RBP(p=0.5)": 0.7928, "RBP(p=0.3)": 0.7928, "RBP(p=0.8)": 0.858, "RR": 0.5862}
    exact |= {"DCG(base=2)": 0.9646, "nDCG(base=2)": 0.9646, "DCG(base=10)": 0.9409, "nDCG(base=10)": 0.9409}
    other = {next(name for name in key if name != "AP"): pair[1] for key, pair in found.items()}
    return wrong(
        Kind.NUMBER,
        plain and other == exact and all(off.values()),
        f"ranked forms: printed {min(off.values()):.4f} to {max(off.values()):.4f} more than found in all {len(off)} "
        f"pairs, {other['DCG(base=2)']:.4f} and not 0.9673 with DCG(base=2)",
        f"{SPLIT}; the correlations of the measures themselves are as printed",
    )


def _pairs_of(folder: Path, with_ap: bool) -> dict[tuple[str, str], tuple[float, float]]:
    by_pair = {frozenset((pair.a, pair.b)): pair for pair in correlations(folder).pairs}
    found = {}
    for a, b in dict.fromkeys(key[:2] for key in among() if ("AP" in key) == with_ap):
        pair = by_pair[frozenset((a, b))]
        found[a, b] = round(pair.overall, 4), round(pair.interval_overall or 0.0, 4)
    return found


@claim(
    "004/8.2/meaningful",
    "§VIII-B1, 0.7858",
    "that P and RBP with p = 1/2 have tau 0.7858 is a meaningful statement",
    on_data=True,
)
def meaningful_tau(folder: Path) -> Finding:
    table = scored_runs(folder).score(["P@30", "RBP(p=0.5)@30", "RR@30"])
    tau = iv.correlate(scored_runs(folder).score(["P@30", "RBP(p=0.5)@30"]), digits=8).pairs[0].overall
    said = iv.meaningful(table, 'tau("P@30", "RBP(p=0.5)@30") > 0.785')
    other = iv.meaningful(table, 'tau("P@30", "RR@30") > 0.7')
    return holds(
        said.truth and said.meaningful.holds is True and other.meaningful.holds is False and round(tau, 4) == 0.7858,
        f"tau {tau:.4f} with means to 8 digits, the same under all affine changes of both scales",
        "with RR instead of RBP some increasing function changes it",
    )
