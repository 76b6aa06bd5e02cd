"""Claims of §VI and §VII: the interval mapping, its examples and its limits."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import intervale as iv
from intervale_papers.ferrante_2021.findings import (
    CONDITIONAL,
    CONFIRMED,
    REFUTED,
    conditional,
    confirmed,
    evaluated,
    refuted,
)
from intervale_papers.ferrante_2021.printed import FREE, RECALL_BASED
from intervale_papers.register import Finding, claim

LENGTHS = range(1, 11)


@claim(
    "004/6/order", "§VI, eq. (1) and (2)", "the ranked form of a measure keeps its order of runs and is equally spaced"
)
def order() -> Finding:
    for measure in (*FREE, *RECALL_BASED, "ERR"):
        for length in (1, 2, 3, 4, 6):
            scale = iv.interval_scale(measure, length=length)
            runs = sorted(iv.RunSpace(length), key=lambda run: float(scale.value_of(run)))
            values, ranks = scale.values_of(runs), scale.ranks_of(runs)
            kept = all((a < b) == (x < y) for (a, b), (x, y) in zip(pairwise(values), pairwise(ranks), strict=True))
            if not kept or sorted(set(ranks)) != list(range(1, scale.size + 1)):
                return confirmed(False, (measure, length))
    return confirmed(True, scale.size, "twelve measures, lengths 1, 2, 3, 4 and 6")


@claim("004/6/systems", "§VI, after eq. (2)", "the ranked form of a measure keeps its ranking of systems")
def systems() -> Finding:
    table = evaluated({"A": [(1, 0, 0, 0), (0, 0, 0, 1)], "B": [(0, 1, 0, 0)] * 2}, ["RR@4", "interval(RR@4)"], [1, 1])
    own = iv.correlate(table).own[0]
    means = [list(table.means(system).values()) for system in "AB"]
    right = own.topics == 1 and means[0][0] > means[1][0] and means[0][1] < means[1][1]
    return conditional(right, means, "on each topic; by means over topics it can turn round, as in Example 9")


@claim("004/6/one-to-one", "§VI, before eq. (2)", "most measures have fewer values than there are runs")
def one_to_one() -> Finding:
    sizes = {measure: iv.interval_scale(measure, length=10).size for measure in (*FREE, *RECALL_BASED)}
    fewer = [measure for measure, size in sizes.items() if size < 2**10]
    right = len(fewer) == 8 and all(size == 2**10 for measure, size in sizes.items() if measure not in fewer)
    return confirmed(right, sizes, "8 of the 11 of the experiments at N = 10; RBP tells all runs apart")


@claim(
    "004/6/tied-values",
    "§VI, M = [0.00 0.25 0.40 0.40 0.70]",
    "mid, min, max and unique ranks of five values are as listed",
)
def tied_values() -> Finding:
    def fifth(grades: Any) -> Any:
        import numpy as np

        return np.array([0.0, 0.25, 0.4, 0.4, 0.7])[grades[..., 0]]

    scale = iv.interval_scale(iv.measure(fifth), length=1, grades=4)
    found = {
        ties: [float(r) for r in scale.ranks_of([(g,) for g in range(5)], ties)]
        for ties in ("mid", "min", "max", "unq")
    }
    printed = {"mid": [1, 2, 3.5, 3.5, 5], "min": [1, 2, 3, 3, 5], "max": [1, 2, 4, 4, 5], "unq": [1, 2, 3, 3, 4]}
    even = [ties for ties, ranks in found.items() if len({b - a for a, b in pairwise(sorted(set(ranks)))}) == 1]
    return confirmed(found == printed and even == ["unq"], found, "and only unique ranks are equally spaced")


@claim(
    "004/6/dcg-values",
    "§VI-A, Figures 4 and 5",
    "DCG of the runs named is 3.131, 2.631, 2.500, 2.131, 0.500, 0, 1.131 and 1.500",
)
def dcg_values() -> Finding:
    runs = ["1111", "1110", "1101", "1011", "0111", "0001", "0000", "0011", "1001"]
    scale = iv.interval_scale("DCG(base=2)@4")
    found = [round(float(scale.value_of(tuple(map(int, run)))), 3) for run in runs]
    return confirmed(found == [3.131, 2.631, 2.5, 2.131, 2.131, 0.5, 0, 1.131, 1.5], found)


@claim(
    "004/6/index",
    "§VI-A, Figures 4 and 5",
    "the number of a run is its grades read as binary digits: 0011 is 3, 1001 is 9, of 0 to 15",
)
def index() -> Finding:
    space = iv.RunSpace(4)
    numbers = [space.index(run) for run in space]
    right = numbers == list(range(16)) and space.index((0, 0, 1, 1)) == 3 and space.index((1, 0, 0, 1)) == 9
    return confirmed(right, numbers[-1])


@claim("004/6/example", "§VI-A, Figure 4", "DCG with base 2 at N = 4 has 12 values, with ranks 12, 11, 10, 9, 9, 5, 6")
def dcg_example() -> Finding:
    scale = iv.interval_scale("DCG(base=2)@4")
    runs = [(1, 1, 1, 1), (1, 1, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1), (0, 1, 1, 1), (0, 0, 1, 1), (1, 0, 0, 1)]
    ranks = [int(rank) for rank in scale.ranks_of(runs)]
    right = scale.size == 12 and ranks == [12, 11, 10, 9, 9, 5, 6]
    return Finding(CONFIRMED if right else REFUTED, (scale.size, ranks))


@claim("004/6/sizes", "§VI-B", "DCG with base 2 has 24, 768 and 24576 values at N = 5, 10 and 15")
def dcg_sizes() -> Finding:
    sizes = [iv.interval_scale("DCG(base=2)", length=length).size for length in (5, 10, 15)]
    return Finding(CONFIRMED if sizes == [24, 768, 24_576] else REFUTED, sizes)


@claim("004/6/rbp-formula", "§VI, after eq. (2)", "for RBP with p = 1/2, φ(m) = 2^N m")
def rbp_formula() -> Finding:
    return _off_by_one("RBP(p=0.5)", lambda value, length: 2**length * value)


@claim("004/6/rr-formula", "§VI, after eq. (2)", "for RR, φ(m) = N + 1 − 1/m")
def rr_formula() -> Finding:
    return _off_by_one("RR", lambda value, length: length + 1 - 1 / value)


def _off_by_one(measure: str, printed: Callable[[Any, int], Any]) -> Finding:
    """Compare a printed formula with eq. (2) at every value but 0."""
    off = set()
    for length in LENGTHS:
        scale = iv.interval_scale(measure, length=length)
        off |= {
            rank - printed(value, length)
            for value, rank in zip(scale.values, scale.ranks(scale.values), strict=True)
            if value
        }
    runs = iv.RunSpace(3)
    image = {iv.parse_measure(measure).exact(run) for run in runs}
    best = max(image, key=float)
    counted = sum(float(value) <= float(best) for value in image)  # eq. (2), word for word
    return refuted(
        off == {1},
        counted == printed(best, 3) + 1,
        ("N = 3", f"m = {best}", f"φ = {counted}", f"printed {printed(best, 3)}"),
        "one less than eq. (2) above 0: eq. (2) counts the value 0, too, whose rank is 1; lengths 1 to 10",
        "counting the values of all runs of length 3 that are at most the largest",
    )


@claim("004/6/example-12", "§VI-C, Example 12", "Recall at N = 2 is mapped to 1, 2, 2, 3 whatever the recall base")
def example_12() -> Finding:
    scale = iv.interval_scale("R", length=2)
    ranks = [int(rank) for rank in scale.ranks_of([(0, 0), (0, 1), (1, 0), (1, 1)])]
    return Finding(CONFIRMED if ranks == [1, 2, 2, 3] else REFUTED, ranks)


@claim("004/6/ties", "§VI", "ranks by mid, min or max are not equally spaced, unless there are no ties")
def ties() -> Finding:
    scale = iv.interval_scale("P@4")
    for rule in ("mid", "min", "max"):
        ranks = scale.ranks(scale.values, rule)
        if len({b - a for a, b in pairwise(ranks)}) == 1:
            return Finding(REFUTED, (rule, ranks))
    half = iv.interval_scale("RBP(p=0.5)@8")
    alike = all(half.ranks(half.values, rule) == half.ranks(half.values) for rule in ("mid", "min", "max"))
    return Finding(CONFIRMED if alike else REFUTED, scale.ranks(scale.values, "mid"), "P@4 by mid-ranks")


@claim("004/6/limits", "§VI-D", "the mapping is not feasible at N = 40, nor with graded relevance")
def limits() -> Finding:
    deep, graded = iv.interval_scale("RBP(p=0.8)@40"), iv.interval_scale("nDCG@10", grades=4)
    return Finding(
        CONDITIONAL,
        (deep.size, graded.size),
        "by enumeration; counting needs no list of runs, and gives the sizes of RBP(p=0.8)@40 and of nDCG@10 with five "
        "grades",
    )


@claim(
    "004/6/example-12-steps", "§VI-C, Example 12", "from [1 0] to [1 1] is 1 on the mapped scale, 1/2 and 1/3 by recall"
)
def example_12_steps() -> Finding:
    scale = iv.interval_scale("R", length=2)
    mapped = scale.rank_of((1, 1)) - scale.rank_of((1, 0))
    scores = [evaluated({"r2": [(1, 0)], "r3": [(1, 1)]}, ["R@2"], [base]) for base in (2, 3)]
    steps = [round(table.mean("r3", "R@2") - table.mean("r2", "R@2"), 12) for table in scores]
    return confirmed(mapped == 1 and steps == [0.5, round(1 / 3, 12)], (mapped, steps))


@claim(
    "004/6/recall-base",
    "§VI-C; §VIII",
    "P, RBP, DCG and RR keep their scale from topic to topic, R, AP and nDCG do not",
)
def recall_base() -> Finding:
    qrels = {"1": {"a": 1}, "2": dict.fromkeys("abcdef", 1)}
    run = {topic: {name: float(-n) for n, name in enumerate("abcdefghijkl")} for topic in qrels}
    measures = [f"{measure}@12" for measure in (*FREE, *RECALL_BASED)]
    changes = iv.scale_changes(iv.evaluate(qrels, {"A": run}, measures))
    kept = [change.measure for change in changes if change.keeps]
    return confirmed(kept == [f"{measure}@12" for measure in FREE], kept, "recall bases 1 and 6, runs of 12")


@claim("004/6/memory", "§VI-D", "all runs take 240 GB at N = 30 and 320 TB at N = 40 with 8 bytes a digit")
def memory() -> Finding:
    bytes_needed = [iv.RunSpace(length).size * length * 8 for length in (30, 40)]
    right = bytes_needed == [240 * 2**30, 320 * 2**40]
    return confirmed(right, bytes_needed, "GB and TB as powers of 1,024")


@claim("004/6/one-bit", "§VI-D, 1 bit per digit", "with one bit a digit all runs of length 40 take 40 TB")
def one_bit() -> Finding:
    bits = iv.RunSpace(40).size * 40
    by_bits = bits / 8 / 2**40
    by_doubles = iv.RunSpace(40).size * 40 * 8 / 2**40 / 64
    return refuted(
        by_bits == 5,
        by_doubles == 5,
        {"TB with one bit": by_bits, "TB with one byte": bits / 2**40},
        "5 TB: 2^40 runs of 40 bits are 5 bytes each. 40 TB is what one byte a digit takes",
        "taking a 64th of the 320 TB that are printed for 64 bits a digit",
    )


@claim(
    "004/6/graded",
    "§VI-D, last paragraph",
    "at N = 30 there are 2^30 ~ 10^9 binary runs and 4^30 = 2^60 ~ 10^18 with four grades",
)
def graded() -> Finding:
    binary, four = iv.RunSpace(30).size, iv.RunSpace(30, 3).size
    right = four == 2**60 and [
        round(float(f"{size:.0e}") / 10**power) for size, power in ((binary, 9), (four, 18))
    ] == [1, 1]
    return confirmed(right, (binary, four))


@claim("004/7/spaces", "§VII, run lengths", "at N = 5, 10, 20 and 30 there are about 32, 10^3, 10^6 and 10^9 runs")
def spaces() -> Finding:
    sizes = [iv.RunSpace(length).size for length in (5, 10, 20, 30)]
    right = sizes[0] == 32 and all(
        1 <= size / 10**power < 1.1 for size, power in zip(sizes[1:], (3, 6, 9), strict=True)
    )
    return confirmed(right, sizes)


@claim("004/7/pairs", "§VII and Tables 5 and 6", "129, 75 and 72 systems make 8,256, 2,775 and 2,556 pairs")
def pairs() -> Finding:
    from intervale_papers.ferrante_2021.printed_tests import PAIRS

    found = [sum(range(systems)) for systems in (129, 75, 72)]
    return confirmed(found == list(PAIRS.values()), found)
