"""Claims on TREC-8: Tables 2 to 6 for T08, and what §IV-C, §VII and §VIII say of the collection."""

from __future__ import annotations

from functools import lru_cache
from math import lcm
from pathlib import Path
from typing import Any

import intervale as iv
from intervale_papers.ferrante_2021.findings import UNDECIDED, conditional, confirmed, refuted
from intervale_papers.ferrante_2021.printed import AMONG, FREE, LENGTHS, OWN, OWN_MID, RECALL_BASED
from intervale_papers.ferrante_2021.printed_tests import CELLS, INTERVAL_TESTS, ORDINAL_TESTS
from intervale_papers.register import Finding, claim

ANOVA = ("anova1", "anova2")
EXACT_TESTS = (*ORDINAL_TESTS, "signed-rank", "t")
NOT_AP = tuple(measure for measure in RECALL_BASED if measure != "AP")
NEAR = 5
"""How far counts of ANOVA may be off: critical values of the studentised range differ in their last digits."""


@lru_cache(maxsize=1)
def _runs(folder: Path) -> iv.Evaluation:
    """The 129 runs, equal scores in the order in which TREC had them."""
    return iv.evaluate(folder / "qrels.trec8.txt", sorted((folder / "runs").iterdir()), ties="trec9")


def _judged(folder: Path) -> iv.JudgedRuns:
    return _runs(folder).needed_runs("TREC-8")


@lru_cache(maxsize=1)
def _table(folder: Path) -> iv.Evaluation:
    """All measures at N = 30, and their interval forms."""
    measures = (*FREE, *RECALL_BASED)
    wanted: dict[str, Any] = {measure: f"{measure}@30" for measure in measures}
    wanted |= {f"interval {measure}": iv.interval(f"{measure}@30") for measure in measures}
    return _runs(folder).score(wanted)


@lru_cache(maxsize=1)
def _correlations(folder: Path) -> iv.Correlations:
    return iv.correlate(_table(folder), digits=8)


@lru_cache(maxsize=1)
def _comparison(folder: Path) -> iv.Comparison:
    return iv.compare(_table(folder), tests=[*ORDINAL_TESTS, *INTERVAL_TESTS], correction="none")


def _own(folder: Path, measure: str, length: int, form: Any) -> float:
    """The correlation of a measure with a form of it, by means with 8 decimals."""
    table = _runs(folder).score({"measure": f"{measure}@{length}", "form": form})
    found = iv.correlate(table, digits=8)
    return round((found.own or found.pairs)[0].overall, 4)


def _own_table(folder: Path, measures: tuple[str, ...], tie_rule: str) -> dict[tuple[str, int], float]:
    return {
        (measure, length): _own(folder, measure, length, iv.interval(f"{measure}@{length}", tie_rule=tie_rule))
        for length in LENGTHS
        for measure in measures
    }


def _differ(found: dict[tuple[str, int], float], printed: dict[tuple[str, int], dict[str, float]]) -> dict[Any, Any]:
    """Where numbers are not those printed: the printed one and the found one."""
    return {key: (printed["T08", key[1]][key[0]], x) for key, x in found.items() if x != printed["T08", key[1]][key[0]]}


@claim("004/4.3/precision-recall", "§IV-C, 0.8588", "the tau of P and R on TREC-8 is 0.8588", on_data=True)
def precision_recall(folder: Path) -> Finding:
    found = {
        depth: round(iv.correlate(_runs(folder).score([f"P@{depth}", f"R@{depth}"])).pairs[0].overall, 4)
        for depth in (100, 200, 500, 1000)
    }
    remark = "not found at these depths; the number is from another paper, whose setting is not given"
    return Finding(UNDECIDED, found, remark)


@claim("004/4.3/topic-by-topic", "§IV-C", "topic by topic the tau of P and R is 1", on_data=True)
def topic_by_topic(folder: Path) -> Finding:
    pair = iv.correlate(_runs(folder).score(["P@1000", "R@1000"])).pairs[0]
    return confirmed(
        abs(pair.topics - 1) < 1e-12 and pair.overall < 1, (pair.topics_defined, pair.overall), "on all topics"
    )


@claim(
    "004/7/trec8",
    "§VII, T08",
    "T08 has 50 topics, binary judgments and 129 runs of 1,000 documents a topic",
    on_data=True,
)
def trec8(folder: Path) -> Finding:
    judged = _judged(folder)
    systems, topics = judged.retrieved.shape
    full = float((judged.retrieved == 1000).mean())
    right = (systems, topics, judged.topics.top, int(judged.retrieved.max())) == (
        129,
        50,
        1,
        1000,
    ) and 0.95 < full < 0.96
    return conditional(
        right, (systems, topics, round(full, 4)), "95.6% of the ranked lists have 1,000 documents; some have one"
    )


@claim(
    "004/8.1/recall-bases",
    "§VIII-A2",
    "on T08 all topics have 5 relevant documents or more, one has less than 10",
    on_data=True,
)
def recall_bases(folder: Path) -> Finding:
    bases = sorted(int(base) for base in _judged(folder).topics.recall_base())
    return confirmed(bases[0] >= 5 and sum(base < 10 for base in bases) == 1, bases[:3])


@claim("004/8.1/own-topics", "§VIII-A", "topic by topic each measure has tau 1 with its ranked form", on_data=True)
def own_topics(folder: Path) -> Finding:
    found = {own.a: own.topics for own in _correlations(folder).own}
    right = all(abs(tau - 1) < (1e-5 if measure == "AP" else 1e-12) for measure, tau in found.items())
    return confirmed(
        right and len(found) == 11, found["AP"], "N = 30; floats of AP split a few ties that its form keeps"
    )


@claim(
    "004/8.1/table-2-free",
    "Table 2, T08, measures without recall base",
    "the 28 correlations are as printed",
    on_data=True,
)
def table_2_free(folder: Path) -> Finding:
    found = _own_table(folder, FREE, "unq")
    return confirmed(not _differ(found, OWN) and len(found) == 28, _differ(found, OWN), "to four digits")


@claim("004/8.1/table-2-based", "Table 2, T08, R and nDCG", "the 12 correlations are as printed", on_data=True)
def table_2_based(folder: Path) -> Finding:
    found = _own_table(folder, NOT_AP, "unq")
    return confirmed(not _differ(found, OWN) and len(found) == 12, _differ(found, OWN), "to four digits")


@claim(
    "004/8.1/table-2-ap",
    "Table 2, T08, AP",
    "AP has 0.8219, 0.8243, 0.8197 and 0.8377 with its ranked form",
    on_data=True,
)
def table_2_ap(folder: Path) -> Finding:
    found = {("AP", n): _own(folder, "AP", n, iv.interval(f"AP@{n}")) for n in LENGTHS}
    whole = {n: _own(folder, "AP", n, _listed(n, lcm(*range(1, n + 1)))) for n in (10, 20)}
    floats = {n: _own(folder, "AP", n, _listed(n, None)) for n in (10, 20)}
    return refuted(
        list(found.values()) == [0.8219, 0.8240, 0.8195, 0.8364],
        whole == {n: found["AP", n] for n in whole} and floats == {n: OWN["T08", n]["AP"] for n in floats},
        _differ(found, OWN),
        "right at N = 5; beyond, adding floats splits values that are equal, and eq. (2) counts them apart",
        "listing all runs of length 10 and 20: whole numbers give 0.8240 and 0.8195, floats what is printed",
    )


def _listed(length: int, denominator: int | None) -> Any:
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
    found = _own_table(folder, (*FREE, *NOT_AP), "mid")
    return confirmed(not _differ(found, OWN_MID) and len(found) == 40, _differ(found, OWN_MID), "to four digits")


@claim(
    "004/8.1/table-3-ap", "Table 3, T08, AP", "AP has 0.8208, 0.8213, 0.8161 and 0.8401 with mid-ranks", on_data=True
)
def table_3_ap(folder: Path) -> Finding:
    found = _own_table(folder, ("AP",), "mid")
    differ = _differ(found, OWN_MID)
    return conditional(
        differ == {("AP", 10): (0.8213, 0.8214)}, differ, "in floats; with exact values N = 10 has 0.8214"
    )


@claim(
    "004/8.2/table-4",
    "Table 4, T08, all pairs without AP",
    "the 45 pairs of measures, and of ranked forms, are as printed",
    on_data=True,
)
def table_4(folder: Path) -> Finding:
    found = _pairs_of(folder, with_ap=False)
    wrong = {key: pair for key, pair in found.items() if pair != AMONG[(*key, "T08")][:2]}
    return confirmed(not wrong and len(found) == 45, wrong, "to four digits")


@claim("004/8.2/table-4-ap", "Table 4, T08, pairs with AP", "the ten pairs with AP are as printed", on_data=True)
def table_4_ap(folder: Path) -> Finding:
    found = _pairs_of(folder, with_ap=True)
    plain = all(pair[0] == AMONG[(*key, "T08")][0] for key, pair in found.items())
    off = {key: round(pair[1] - AMONG[(*key, "T08")][1], 4) for key, pair in found.items()}
    near = all(abs(x) < 0.005 for x in off.values())
    return conditional(
        plain and near and len(found) == 10,
        off,
        "measures exactly; ranked forms nearly, as AP's is exact here and in floats there",
    )


def _pairs_of(folder: Path, with_ap: bool) -> dict[tuple[str, str], tuple[float, float]]:
    by_pair = {frozenset((pair.a, pair.b)): pair for pair in _correlations(folder).pairs}
    found = {}
    for a, b in dict.fromkeys(key[:2] for key in AMONG if ("AP" in key) == with_ap):
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
    table = _runs(folder).score(["P@30", "RBP(p=0.5)@30", "RR@30"])
    said = iv.meaningful(table, 'tau("P@30", "RBP(p=0.5)@30") > 0.785')
    other = iv.meaningful(table, 'tau("P@30", "RR@30") > 0.7')
    return confirmed(
        said.truth and said.meaningful.holds is True, (said.sides, other.meaningful.holds), "not so with RR"
    )


def _off(
    folder: Path, measures: tuple[str, ...], tests: tuple[str, ...]
) -> dict[tuple[str, str], tuple[int, int, int]]:
    """How far Sig, S2NS and NS2S are from what is printed, where they are."""
    found = {}
    for measure in measures:
        one = _comparison(folder).measures[measure]
        for test in tests:
            cell = CELLS[measure, test, "T08"]
            lost, won = one.changed(test)
            off = int(one.tests[test].significant.sum()) - cell.significant, lost - cell.lost, won - cell.won
            if any(off):
                found[measure, test] = off
    return found


@claim(
    "004/8.3/table-5",
    "Table 5, T08, all tests but ANOVA",
    "Sig, S2NS and NS2S of seven measures and six tests are as printed",
    on_data=True,
)
def table_5(folder: Path) -> Finding:
    off = _off(folder, FREE, EXACT_TESTS)
    return confirmed(not off, off, "126 counts")


@claim("004/8.3/table-5-anova", "Table 5, T08, ANOVA", "the counts of both ANOVA are as printed", on_data=True)
def table_5_anova(folder: Path) -> Finding:
    return _near(_off(folder, FREE, ANOVA))


@claim(
    "004/8.3/table-6",
    "Table 6, T08, R and nDCG, all tests but ANOVA",
    "Sig, S2NS and NS2S of three measures and six tests are as printed",
    on_data=True,
)
def table_6(folder: Path) -> Finding:
    off = _off(folder, NOT_AP, EXACT_TESTS)
    return confirmed(not off, off, "54 counts")


@claim(
    "004/8.3/table-6-anova", "Table 6, T08, R and nDCG, ANOVA", "the counts of both ANOVA are as printed", on_data=True
)
def table_6_anova(folder: Path) -> Finding:
    return _near(_off(folder, NOT_AP, ANOVA))


def _near(off: dict[tuple[str, str], tuple[int, int, int]]) -> Finding:
    near = all(abs(x) <= NEAR for three in off.values() for x in three)
    return conditional(
        near, off, "within 5 of 8,256 pairs: critical values of the studentised range differ in their last digits"
    )


@claim("004/8.3/table-6-ap", "Table 6, T08, AP", "the counts of all eight tests on AP are as printed", on_data=True)
def table_6_ap(folder: Path) -> Finding:
    off = _off(folder, ("AP",), (*ORDINAL_TESTS, *INTERVAL_TESTS))
    right = all(abs(x) <= 8 for three in off.values() for x in three) and not any(
        off[key][0] for key in off if key[1] not in ANOVA
    )
    return conditional(
        right,
        off,
        "Sig exactly but for ANOVA; changes within 8, as the interval scale of AP is exact here and in floats there",
    )


@claim(
    "004/8.3/meaningful",
    "§VIII-C1, 1,923 pairs",
    "that one-way ANOVA tells 1,923 pairs apart by P is a meaningful statement",
    on_data=True,
)
def meaningful_pairs(folder: Path) -> Finding:
    number = int(_comparison(folder).measures["P"].tests["anova1"].significant.sum())
    said = iv.meaningful(_runs(folder).score(["P@30"]), f"significant(anova1) = {number}")
    right = said.truth and said.meaningful.holds is True and said.scale == "interval" and abs(number - 1923) <= NEAR
    return confirmed(right, (number, said.scale))
