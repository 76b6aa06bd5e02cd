"""Claims of §VI and §VII: the interval mapping, its examples and its limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate, pairwise, product
from typing import Any, Literal

import intervale as iv
from intervale_papers.ferrante_2021.judged import evaluated
from intervale_papers.ferrante_2021.printed import FREE, RECALL_BASED
from intervale_papers.ferrante_2021.printed_tests import PAIRS
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed, worded

LENGTHS = range(1, 11)
ELEVEN = (*FREE, *RECALL_BASED)


@claim(
    "004/6/order", "§VI, eq. (1) and (2)", "the ranked form of a measure keeps its order of runs and is equally spaced"
)
def order() -> Finding:
    looked_at = [(measure, length) for measure in (*ELEVEN, "ERR") for length in (1, 2, 3, 4, 6)]
    for measure, length in looked_at:
        scale = iv.interval_scale(measure, length=length)
        runs = sorted(iv.RunSpace(length), key=lambda run: float(scale.value_of(run)))
        values, ranks = scale.values_of(runs), scale.ranks_of(runs)
        kept = all((a < b) == (x < y) for (a, b), (x, y) in zip(pairwise(values), pairwise(ranks), strict=True))
        if not kept or sorted(set(ranks)) != list(range(1, scale.size + 1)):
            return holds(False, f"{measure} at N = {length}")
    return holds(
        True,
        f"{cases(len(looked_at))}: twelve measures at lengths 1, 2, 3, 4 and 6",
        "the ranks that are computed here are those of eq. (2)",
        Kind.CONFORMITY,
    )


@claim(
    "004/6/from-unit",
    "§VI, before eq. (2)",
    "φ is a transformation from [0, 1] into the whole numbers",
    erratum=Erratum(
        r"transformation  $\varphi$  from  $[0, 1]$  into  $\mathbb{N}$",
        "transformation φ from the image M(REL^N) into ℕ",
        "nothing else: eq. (2) defines φ on the image",
    ),
)
def from_unit() -> Finding:
    scale = iv.interval_scale("DCG(base=2)@4")
    best = scale.value_of((1, 1, 1, 1))
    above = sum(float(value) > 1 for value in scale.values)
    return wrong(
        Kind.MISPRINT,
        float(best) > 1 and scale.rank_of((1, 1, 1, 1)) == 12,
        f"φ({float(best):.3f}) = 12 in §VI-A; {above} of the {scale.size} values of DCG at N = 4 are above 1",
        "DCG is not bounded by 1, and φ is defined for values of the measure only",
    )


@claim("004/6/systems", "§VI, after eq. (2)", "the ranked form of a measure keeps its ranking of systems")
def systems() -> Finding:
    table = evaluated({"A": [(1, 0, 0, 0), (0, 0, 0, 1)], "B": [(0, 1, 0, 0)] * 2}, ["RR@4", "interval(RR@4)"], [1, 1])
    own = iv.correlate(table).own[0]
    (a, a_form), (b, b_form) = (table.means(system).values() for system in "AB")
    return under(
        own.topics == 1 and a > b and a_form < b_form,
        f"in Example 9 A has {a:g}, B {b:g} by mean RR, {1 + 4 * a_form:g} and {1 + 4 * b_form:g} by ranks 1 to 5",
        "on each topic; by means over topics it can be reversed, which is what §VIII-A measures",
    )


@claim("004/6/one-to-one", "§VI, before eq. (2)", "most measures have fewer values than there are runs")
def one_to_one() -> Finding:
    sizes = {measure: iv.interval_scale(measure, length=10).size for measure in ELEVEN}
    fewer = [measure for measure, size in sizes.items() if size < 2**10]
    return holds(
        len(fewer) == 8 and not any(measure.startswith("RBP") for measure in fewer),
        f"{len(fewer)} of the {len(sizes)} of the experiments at N = 10, from {min(sizes.values())} values of P to "
        f"{sizes['AP']} of AP",
        "RBP tells all 1,024 runs apart",
    )


@claim(
    "004/6/tied-values",
    "§VI, M = [0.00 0.25 0.40 0.40 0.70]",
    "mid, min, max and unique ranks of five values are as listed, and only unique ranks are equally spaced",
)
def tied_values() -> Finding:
    from scipy.stats import rankdata

    ways: dict[str, Literal["average", "min", "max", "dense"]]
    ways = {"mid": "average", "min": "min", "max": "max", "unq": "dense"}
    found = {ties: [float(r) for r in rankdata([0, 0.25, 0.4, 0.4, 0.7], way)] for ties, way in ways.items()}
    printed = {"mid": [1, 2, 3.5, 3.5, 5], "min": [1, 2, 3, 3, 5], "max": [1, 2, 4, 4, 5], "unq": [1, 2, 3, 3, 4]}
    even = [ties for ties, ranks in found.items() if len({b - a for a, b in pairwise(sorted(set(ranks)))}) == 1]
    return holds(found == printed and even == ["unq"], "; ".join(f"{ties} {listed(r)}" for ties, r in found.items()))


@claim(
    "004/6/ties",
    "§VI, 'no longer equi-spaced'",
    "with tied values, each of mid, min and max ranks gives values that are no longer equally spaced",
)
def ties() -> Finding:
    scale, small = iv.interval_scale("P@4"), iv.interval_scale("R", length=2)
    uneven = [rule for rule in ("mid", "min", "max") if _uneven(scale.ranks(scale.values, rule))]
    mid = small.ranks_of([(0, 0), (0, 1), (1, 0), (1, 1)], "mid")
    tied = [counts for size in range(2, 6) for counts in product((1, 2, 3), repeat=size) if max(counts) > 1]
    all_three = [counts for counts in tied if _all_uneven(counts)]
    condition = [
        t
        for t in tied
        if len(set(t[1:])) > 1 and len(set(t[:-1])) > 1 and any(a != b for a, b in zip(t, t[2:], strict=False))
    ]
    return under(
        uneven == ["mid", "min", "max"] and not _uneven(sorted(set(mid))) and all_three == condition,
        f"the runs of Example 12 have the mid-ranks {listed(map(float, mid))} by recall, equally spaced; all three "
        f"rules are uneven in {len(all_three)} of {cases(len(tied))} with ties",
        "where the numbers of ties differ among all values but the first, among all but the last, and between two "
        "values next but one to each other, as in the example there and for P at N = 4",
    )


def _all_uneven(counts: tuple[int, ...]) -> bool:
    """Whether mid, min and max ranks of values that occur so often are all unevenly spaced."""
    last = list(accumulate(counts))
    first = [end - count + 1 for end, count in zip(last, counts, strict=True)]
    return _uneven(first) and _uneven(last) and _uneven([a + b for a, b in zip(first, last, strict=True)])


def _uneven(ranks: Any) -> bool:
    return len({b - a for a, b in pairwise(ranks)}) > 1


@claim(
    "004/6/dcg-values",
    "§VI-A, Figures 4 and 5",
    "DCG of the runs named is 3.131, 2.631, 2.500, 2.131, 0.500, 0, 1.131 and 1.500",
)
def dcg_values() -> Finding:
    runs = ["1111", "1110", "1101", "1011", "0111", "0001", "0000", "0011", "1001"]
    scale = iv.interval_scale("DCG(base=2)@4")
    found = [round(float(scale.value_of(tuple(map(int, run)))), 3) for run in runs]
    return holds(
        found == [3.131, 2.631, 2.5, 2.131, 2.131, 0.5, 0, 1.131, 1.5], f"{listed(found)} for {len(runs)} runs"
    )


@claim(
    "004/6/index",
    "§VI-A, Figures 4 and 5",
    "the number of a run is its grades read as binary digits: 0011 is 3, 1001 is 9, of 0 to 15",
)
def index() -> Finding:
    numbers = [int("".join(map(str, run)), 2) for run in iv.RunSpace(4)]
    found = [int(run, 2) for run in ("0011", "1001")]
    return holds(sorted(numbers) == list(range(16)) and found == [3, 9], "16 runs have the numbers 0 to 15")


@claim(
    "004/6/example",
    "§VI-A, Figures 4 and 5",
    "DCG with base 2 at N = 4 has 12 values; the runs named have the ranks 12, 11, 10, 9, 9, 2, 1, 5 and 6",
)
def dcg_example() -> Finding:
    scale = iv.interval_scale("DCG(base=2)@4")
    named = ("1111", "1110", "1101", "1011", "0111", "0001", "0000", "0011", "1001")
    ranks = [int(scale.rank_of(tuple(map(int, run)))) for run in named]
    return holds(
        scale.size == 12 and ranks == [12, 11, 10, 9, 9, 2, 1, 5, 6],
        f"{scale.size} values; ranks {listed(ranks)}",
    )


@claim("004/6/sizes", "§VI-B", "DCG with base 2 has 24, 768 and 24576 values at N = 5, 10 and 15")
def dcg_sizes() -> Finding:
    sizes = [iv.interval_scale("DCG(base=2)", length=length).size for length in (5, 10, 15)]
    return holds(sizes == [24, 768, 24_576], f"{listed(sizes)} values")


@claim(
    "004/6/rbp-formula",
    "§VI, after eq. (2), φ for RBP and RR",
    "for RBP with p = 1/2, φ(m) = 2^N m; for RR, φ(m) = N + 1 − 1/m",
    erratum=Erratum(
        r"\varphi(m) = 2^N m$  while for RR we have that  $\varphi(m) = N + 1 - \frac{1}{m}",
        "φ(m) = 2^N m + 1 while for RR we have that φ(m) = N + 2 − 1/m for m > 0, and φ(0) = 1",
        "nothing else: a constant more leaves all of §VIII as it is",
    ),
)
def closed_forms() -> Finding:
    printed: dict[str, Callable[[Any, int], Any]]
    printed = {"RBP(p=0.5)": lambda m, length: 2**length * m, "RR": lambda m, length: length + 1 - 1 / m}
    off = [rise for measure, formula in printed.items() for rise in _rises(measure, formula)]
    told, counted_right = [], True
    for measure, formula in printed.items():
        image = {iv.parse_measure(measure).exact(run) for run in iv.RunSpace(3)}
        best = max(image, key=float)
        counted = sum(float(value) <= float(best) for value in image)  # eq. (2), word for word
        counted_right = counted_right and counted == formula(best, 3) + 1
        told.append(
            f"{measure} with m = {worded(best)}: eq. (2) gives {counted}, the formula {worded(formula(best, 3))}"
        )
    return wrong(
        Kind.FALSE,
        set(off) == {1},
        f"N = 3, {'; '.join(told)}",
        f"one less than eq. (2), which also counts the value 0, whose rank is 1; {len(off):,} values above 0 at "
        "lengths 1 to 10",
        second=counted_right,
        again="listing the runs of length 3 and counting as eq. (2) says",
    )


def _rises(measure: str, printed: Callable[[Any, int], Any]) -> Iterator[Any]:
    """How much eq. (2) is above a printed formula, at every value but 0."""
    for length in LENGTHS:
        scale = iv.interval_scale(measure, length=length)
        for value, rank in zip(scale.values, scale.ranks(scale.values), strict=True):
            if value:
                yield rank - printed(value, length)


@claim(
    "004/6/example-12",
    "§VI-C, Example 12",
    "recall at N = 2 is 0, 1/2, 1/2, 1 with recall base 2 and 0, 1/3, 1/3, 2/3 with 3, and 1, 2, 2, 3 by ranks",
)
def example_12() -> Finding:
    runs = [(0, 0), (0, 1), (1, 0), (1, 1)]
    table = [evaluated({str(n): [run] for n, run in enumerate(runs)}, ["R@2"], [base]) for base in (2, 3)]
    found = [[Fraction(one.mean(str(n), "R@2")).limit_denominator(9) for n in range(4)] for one in table]
    ranks = [[sorted(set(values)).index(value) + 1 for value in values] for values in found]
    right = [listed(values) for values in found] == ["0, 1/2, 1/2 and 1", "0, 1/3, 1/3 and 2/3"]
    return holds(
        right
        and ranks == [[1, 2, 2, 3]] * 2
        and list(map(int, iv.interval_scale("R", length=2).ranks_of(runs))) == ranks[0],
        f"{listed(found[0])}; {listed(found[1])}; ranks {listed(ranks[0])} for both",
    )


@claim(
    "004/6/example-12-steps", "§VI-C, Example 12", "from [1 0] to [1 1] is 1 on the mapped scale, 1/2 and 1/3 by recall"
)
def example_12_steps() -> Finding:
    scale = iv.interval_scale("R", length=2)
    mapped = scale.rank_of((1, 1)) - scale.rank_of((1, 0))
    scores = [evaluated({"r2": [(1, 0)], "r3": [(1, 1)]}, ["R@2"], [base]) for base in (2, 3)]
    steps = [round(table.mean("r3", "R@2") - table.mean("r2", "R@2"), 12) for table in scores]
    return holds(
        mapped == 1 and steps == [0.5, round(1 / 3, 12)],
        f"{worded(mapped)} by ranks, {listed(Fraction(step).limit_denominator(9) for step in steps)} by recall",
    )


@claim(
    "004/6/limits",
    "§VI-D; §IX",
    "all runs have to be generated for the mapping, which is not feasible at N = 40, nor with graded relevance",
)
def limits() -> Finding:
    deep, graded = iv.interval_scale("RBP(p=0.8)@40"), iv.interval_scale("nDCG@10", grades=4)
    values = {iv.parse_measure("nDCG@4").exact(run, grades=4) for run in iv.RunSpace(4, 4)}
    small = iv.interval_scale("nDCG@4", grades=4)
    return under(
        deep.size == 2**40 and graded.size == 1_746_875 and small.size == len(values),
        f"by counting, RBP(p=0.8) has {deep.size:,} values at N = 40, and nDCG with five grades {graded.size:,} at "
        "N = 10",
        "where the runs are listed, as the procedure of Figure 4 does; counting values does not need the list",
    )


@claim(
    "004/6/recall-base",
    "§VI-C; §VIII",
    "P, RBP, DCG and RR keep their scale from topic to topic, R, AP and nDCG do not",
)
def recall_base() -> Finding:
    runs = {str(n): [run] for n, run in enumerate(iv.RunSpace(4)) if sum(run) <= 2}
    measures = [f"{measure}@4" for measure in ELEVEN]
    two, six = (evaluated(runs, measures, [base]) for base in (2, 6))
    kept = [m for m in measures if all(two.mean(run, m) == six.mean(run, m) for run in runs)]
    return holds(
        kept == [f"{measure}@4" for measure in FREE],
        f"{len(runs)} runs of length 4 score the same with recall bases 2 and 6 by {listed(FREE)}",
        f"and not by {listed(RECALL_BASED)}",
    )


@claim("004/6/memory", "§VI-D", "all runs take 240 GB at N = 30 and 320 TB at N = 40 with 8 bytes a digit")
def memory() -> Finding:
    needed = [2**length * length * 8 for length in (30, 40)]
    return holds(
        needed == [240 * 2**30, 320 * 2**40], f"{needed[0]:,} and {needed[1]:,} bytes", "GB and TB as powers of 1,024"
    )


@claim(
    "004/6/one-bit",
    "§VI-D, 1 bit per digit",
    "with one bit a digit all runs of length 40 take 40 TB",
    erratum=Erratum("it would have meant 40 TByte", "it would have meant 5 TByte", "nothing else: 5 TB are much, too"),
)
def one_bit() -> Finding:
    bits = 2**40 * 40
    return wrong(
        Kind.NUMBER,
        bits / 8 / 2**40 == 5,
        f"2^40 runs of 40 bits, 5 bytes each: {bits / 8 / 2**40:g} TB; with one byte a digit {bits / 2**40:g} TB",
        "40 TB is what one byte a digit takes",
        second=320 / 64 == 5,
        again="taking a 64th of the 320 TB that are printed for 64 bits a digit",
    )


@claim(
    "004/6/graded",
    "§VI-D, last paragraph",
    "at N = 30 there are 2^30 ~ 10^9 binary runs and 4^30 = 2^60 ~ 10^18 with four grades",
)
def graded() -> Finding:
    binary, four = iv.RunSpace(30).size, iv.RunSpace(30, 3).size
    right = four == 2**60 and 1 <= binary / 10**9 < 1.2 and 1 <= four / 10**18 < 1.2
    return holds(right, f"{binary / 10**9:.3f} · 10^9 and {four / 10**18:.3f} · 10^18 runs")


@claim("004/7/spaces", "§VII, run lengths", "at N = 5, 10, 20 and 30 there are about 32, 10^3, 10^6 and 10^9 runs")
def spaces() -> Finding:
    sizes = [iv.RunSpace(length).size for length in (5, 10, 20, 30)]
    right = sizes[0] == 32 and all(
        1 <= size / 10**power < 1.1 for size, power in zip(sizes[1:], (3, 6, 9), strict=True)
    )
    return holds(right, f"{listed(f'{size:,}' for size in sizes)} runs")


@claim("004/7/pairs", "§VII and Tables 5 and 6", "129, 75 and 72 systems make 8,256, 2,775 and 2,556 pairs")
def pairs() -> Finding:
    found = [systems * (systems - 1) // 2 for systems in (129, 75, 72)]
    return holds(found == list(PAIRS.values()), f"{listed(f'{n:,}' for n in found)} pairs", kind=Kind.TABLES)
