"""Claims of Giner, §4: runs as multisets, ordered by projection and replacement or by replacement alone."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import comb

import intervale as iv
from intervale.orders import JudgedRun, natural_distance
from intervale_papers.findings import holds, under, wrong
from intervale_papers.giner.alike import (
    LINEAR_AND_OTHER,
    chain_distance,
    chain_irreducibles,
    constant_of,
    long_pairs,
    natural_where_linear,
    number_of_irreducibles,
    positive,
    same_values,
    sum_of_grades,
)
from intervale_papers.giner.formulas import same_order, set_replacement, set_total
from intervale_papers.giner.lattices import (
    FEWER,
    SMALL,
    TINY,
    Tried,
    everywhere,
    run_lattices,
    runs_under,
    size_of,
    values,
)
from intervale_papers.giner.mappings import weighted_distance
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

PAIRS_OF_GP = "gP and gR, with linear and other gains"


@claim("000/4.1/order", "§4.1, first formula", "counts at the largest degree where they differ order multisets totally")
def order_set_total() -> Finding:
    return same_order("set-total", set_total, "total")


@claim(
    "000/4.1/irreducible", "§4.1, J of R(N)", "every multiset but the worst is join-irreducible; J_r has all up to r"
)
def irreducible_sets() -> Finding:
    return chain_irreducibles("set-total")


@claim(
    "000/4.1/distance",
    "§4.1, M and d",
    "sums of weights along the chain are metrics with d = M(s) - M(r) for r ≼ s; equal weights count steps",
)
def distance_of_sets() -> Finding:
    return chain_distance("set-total")


@claim(
    "000/4.1/listed", "§4.1, the listed order", "the first multisets are 0000, 1000, 1100, ..., 1111, 2000, 2100, 2110"
)
def listed_sets() -> Finding:
    def tried() -> Tried:
        for length in range(4, 8):
            ones = [(1,) * k + (0,) * (length - k) for k in range(length + 1)]
            twos = [(2, *(1,) * k, *(0,) * (length - k - 1)) for k in range(3)]
            for low, high in pairwise(ones + twos):
                yield (low, high), list(iv.order("set-total").above(low, 2)) == [high]

    return everywhere(tried(), "step of the list", "for N = 4 to 7, each to what comes right above")


def _first_steps() -> list[tuple[int, int, int]]:
    """For all N up to 6 and k up to 4 the number of multisets below {a_k, a_0, ...}."""
    cases_of = product(range(1, 7), range(1, 5))
    return [(length, k, sum(run[0] < k for run in iv.RunSpace(length, k, "set"))) for length, k in cases_of]


@claim(
    "000/4.1/binomial",
    "§4.1, r = {a_k, a_0, ..., a_0}",
    "the steps to it are the combinations with repetitions of N elements taken k at a time",
    erratum=Erratum(
        printed=r"$N$  elements taken  $\delta_a(a_k) = k$  at a time",
        reads="combinations with repetitions of k elements taken N at a time",
        depends="the binomial after these words and eq. (4); both are right",
    ),
)
def first_binomial() -> Finding:
    steps = _first_steps()
    formula = all(found == comb(k + length - 1, length) for length, k, found in steps)
    by_rank = all(found == runs_under("set-total", n, k).rank((k, *(0,) * (n - 1))) for n, k, found in steps)
    words = [(length, k) for length, k, found in steps if found != comb(length + k - 1, k)]
    witness = (
        "N = 4, k = 2: 5 multisets are below, from 0000 to 1111, and C(5, 4) = 5; 4 elements taken 2 at a time give "
        "C(5, 2) = 10"
    )
    remark = (
        f"the binomial itself is right for all {len(steps)} of N to 6 and k to 4; in the usual sense of the words N "
        "and k are exchanged"
    )
    return wrong(Kind.MISPRINT, formula and by_rank and (4, 2) in words, witness, remark)


@claim(
    "000/4.1/numbered-from-0",
    "§4.1, the first binomial",
    "the first element of r is written r_0",
    erratum=Erratum(
        printed=r"\delta_a(\hat{r}_0) + N - 1", reads="δ_a(r_1) + N − 1, as runs are numbered from 1", symbol=True
    ),
)
def numbered_from_0() -> Finding:
    steps = _first_steps()
    first = all(found == comb(run[0] + n - 1, n) for n, k, found in steps for run in [(k, *(0,) * (n - 1))])
    witness = f"the first degree, r_1 in §3 and in eq. (4), is right in all {len(steps)} cases; no r_0 is defined"
    return wrong(Kind.MISPRINT, first, witness, "§3 lists a run from its first to its N-th element")


@claim(
    "000/4.1/second-binomial",
    "§4.1, s = {a_k, a_m, a_0, ...}",
    "from {a_k, a_0, ...} to s there are C(m + N - 1, N) steps, combinations of N - 1 elements taken m - 1 at a time",
    erratum=Erratum(
        printed=r"\binom{\delta_a(\hat{r}_1) + N - 1}{N}",
        reads="C(δ_a(s_2) + N − 2, N − 1), the combinations with repetitions of m elements taken N − 1 at a time",
        depends="eq. (4), which has it right",
    ),
)
def second_binomial() -> Finding:
    meant, printed, words = [], [], []
    for length, (m, k) in product(range(2, 6), combinations_with_replacement(range(1, 5), 2)):
        low, high, space = (k, *(0,) * (length - 1)), (k, m, *(0,) * (length - 2)), iv.RunSpace(length, k, "set")
        steps = natural_distance(iv.order("set-total"), low, high, space)
        listed = sum(set_total(low, run) and set_total(run, high) for run in space) - 1
        meant.append(steps == listed == comb(m + length - 2, length - 1))
        printed.append(steps == comb(m + length - 1, length))
        words.append(steps == comb(length + m - 3, m - 1))
    witness = (
        f"(2, 0) ≺ (2, 1) ≺ (2, 2) are 2 steps, not C(3, 2) = 3; of {cases(len(meant), 'case')} to N = 5 and k = 4 "
        "it is "
    )
    witness += f"right in {sum(printed)}, the words in {sum(words)}, C(m + N - 2, N - 1) in all"
    return wrong(
        Kind.MISPRINT,
        all(meant) and not all(printed) and not all(words),
        witness,
        "the term of eq. (4) with j = 2 is right",
    )


@claim(
    "000/eq-4", "§4.1, eq. (4)", "the sum of C(r_j + N - j, N - j + 1) is the number of steps from the worst multiset"
)
def equation_4() -> Finding:
    def tried() -> Tried:
        for space in SMALL:
            found = runs_under("set-total", *space)
            for run in found.runs:
                yield run, _printed(run) == found.rank(run)
        for r, s in long_pairs(4):
            r, s = (tuple(sorted(run, reverse=True)) for run in (r, s))
            yield (r[:9], s[:9]), (_printed(r) <= _printed(s)) == iv.order("set-total").leq(r, s)

    return everywhere(
        tried(),
        "case",
        f"with k = 1: the multisets of spaces {size_of(SMALL)}, and the order of pairs of 200 documents",
    )


def _printed(run: JudgedRun) -> int:
    """Eq. (4) with k = 1."""
    length = len(run)
    return sum(comb(grade + length - j, length - j + 1) for j, grade in enumerate(run, start=1))


@claim("000/4.1/every-measure", "§4.1 and §5.1, after the equations", "on a total order every measure is a valuation")
def every_measure() -> Finding:
    measures = ("gP", "gR", "SBPO", "AP", "RR", "ERR", "DCG(base=2)", "gRBP(p=0.9)")

    def tried() -> Tried:
        for (order, text), (length, grades) in product(product(("set-total", "rank-total"), measures), TINY):
            found = iv.valuation(runs_under(order, length, grades), iv.parse_measure(text))
            yield f"{text} under {order}, N = {length}, c = {grades}", found.is_valuation

    where = f"of eight measures, two orders and spaces {size_of(TINY)}"
    return everywhere(tried(), "combination", where, "of two runs one is the join and one the meet")


@claim("000/4.1/gP-numbers", "§4.1, example", "{1, 1, 1, 0} is below {2, 0, 0, 0} and has gP 0.375 against 0.25")
def gp_example() -> Finding:
    low, high = (1, 1, 1, 0), (2, 0, 0, 0)
    found = values("gP", low, high, grades=2)
    shown = found == [Fraction("0.375"), Fraction("0.25")] and set_total(low, high) and not set_total(high, low)
    return holds(shown, f"gP is {found[0]} and {found[1]}, with gains equal to grades")


@claim("000/4.1/gP-isotone", "§4.1, before the example", "gP and gR are not isotone when multisets are totally ordered")
def gp_on_set_total() -> Finding:
    isotone = {
        space
        for space in SMALL
        if all(iv.valuation(runs_under("set-total", *space), iv.parse_measure(m)).isotone for m in ("gP", "gR"))
    }
    expected = {(length, grades) for length, grades in SMALL if 1 in (length, grades) or (length, grades) == (2, 2)}
    steep = [
        bool(iv.scale("gP", length=length, grades=2, order="set-total", gains=[0, 1, top])["set-total"].isotone)
        for length, top in ((4, 3), (4, 4), (9, 8), (9, 9))
    ]
    witness = (
        f"isotone on {len(isotone)} of {len(SMALL)} spaces, all with c = 1 among them; N = 4, c = 2: with the gains "
        "0, 1, 3 not "
    )
    witness += "isotone, with 0, 1, 4 isotone"
    condition = (
        "c ≥ 2 and N ≥ 2, not both 2, and gains equal to grades; with c = 1 they are isotone, as with the gains 0, 1, N"
    )
    return under(isotone == expected and steep == [False, True] * 2, witness, condition)


@claim(
    "000/4.1/gR",
    "§4.1, §5.1 and §5.3, after the examples of gP",
    "the examples are valid for gR, as it has the same values as gP (in §5.1, with binary grades)",
    erratum=Erratum(
        printed="it reaches the same values than the generalized precision",
        reads="it is the generalized precision times N / RB, a positive constant",
        depends=(
            "§5.1, 'it has the same values than the generalized precision', and §5.3, which has the words of §4.1; "
            "that gR behaves as gP in the three examples stands"
        ),
    ),
)
def values_of_recall() -> Finding:
    return same_values(((1, 1, 1, 0), (2, 0, 0, 0), 2), ((0, 0, 1, 1), (1, 0, 0, 0), 1), ((1, 0, 1), (1, 1, 0), 1))


@claim("000/4.1/natural", "§4.1, last sentences", "gP and gR are no multiple of eq. (4): not the natural distance")
def gp_is_not_eq_4() -> Finding:
    natural, agree = set(), True
    for length, grades in SMALL:
        found = iv.valuation(runs_under("set-total", length, grades), iv.parse_measure("gP"))
        ratios = {Fraction(found.value(run), _printed(run)) for run in found.poset.runs[1:]}
        agree &= bool(found.natural) == (len(ratios) == 1)
        natural |= {(length, grades)} if found.natural else set()
    expected = {(length, grades) for length, grades in SMALL if 1 in (length, grades)}
    witness = (
        f"with c = 1, N = 2 gP is 0, 1/2, 1 and eq. (4) 0, 1, 2; gP is a multiple of eq. (4) on {len(natural)} of "
        f"{len(SMALL)} "
    )
    witness += "spaces, those with c = 1 or N = 1"
    condition = "c ≥ 2 and N ≥ 2; binary, each step adds one relevant document, and gP is eq. (4) with k = 1 / N"
    return under(agree and natural == expected, witness, condition)


@claim(
    "000/4.2/order", "§4.2, first formula", "counts at or above every degree order multisets as a distributive lattice"
)
def order_set_replacement() -> Finding:
    return same_order("set-replacement", set_replacement, "distributive")


@claim("000/proposition-1", "Proposition 1", "under set-replacement |J_r| is the sum of the grades")
def proposition_1() -> Finding:
    return number_of_irreducibles("set-replacement")


@claim(
    "000/4.2/distance", "§4.2, M and d", "under set-replacement weights make metrics with d = M(r) + M(s) - 2 M(r ∧ s)"
)
def distance_of_replaced_sets() -> Finding:
    return weighted_distance(list(run_lattices(TINY, ["set-replacement"])))


@claim(
    "000/eq-5", "§4.2, eq. (5)", "equal weights k under set-replacement make k times the sum of the grades, a metric"
)
def equation_5() -> Finding:
    return sum_of_grades("set-replacement")


@claim(
    "000/4.2/valuations",
    "§4.2, before Proposition 2",
    "gP and gR are valuations under replacement [rank-based], and Proposition 2 shows that they are positive",
    erratum=Erratum(
        printed="[rank-based] ordering, the following result shows that they are positive",
        reads="[set-based] ordering, the following result … (in §4.2; the same words are right in §5.2)",
        depends="Proposition 2, which needs it for multisets; it stands",
        symbol=True,
    ),
)
def valuations_of_sets() -> Finding:
    found = {
        order: [
            bool(iv.valuation(runs_under(order, *space), iv.parse_measure(text)).is_valuation)
            for text, space in product(LINEAR_AND_OTHER, FEWER)
        ]
        for order in ("set-replacement", "rank-replacement")
    }
    counted = len(found["set-replacement"])
    witness = (
        f"valuations under both orders in all {counted} pairs of a measure ({PAIRS_OF_GP}) and a space {size_of(FEWER)}"
    )
    remark = (
        "§4.2 and Proposition 2 are about multisets; that gP and gR are valuations there is true, too, and is what "
        "is needed"
    )
    return wrong(Kind.MISPRINT, all(map(all, found.values())), witness, remark)


@claim("000/proposition-2", "Proposition 2", "gP and gR are positive valuations under set-replacement")
def proposition_2() -> Finding:
    return positive("set-replacement", LINEAR_AND_OTHER, PAIRS_OF_GP)


@claim(
    "000/4.2/natural",
    "§4.2, after Proposition 2",
    "gP and gR put equal weights on the join-irreducible runs: the natural distance",
)
def natural_gp() -> Finding:
    return natural_where_linear("set-replacement")


@claim(
    "000/4.2/k",
    "§4.2, after Proposition 2, and §5.2, after Proposition 5",
    "gP is eq. (5), and eq. (7), with k = 1 / (N a_c), and gR with k = 1 / (RB a_c)",
    erratum=Erratum(
        printed=r"$k = \frac{1}{N \cdot a_c}$  and  $k = \frac{1}{RB \cdot a_c}$",
        reads="k = 1 / (N · δ_a(a_c)) and k = 1 / (RB · δ_a(a_c)), with gains proportional to grades",
        depends="that gP and gR are the natural distance, in both sections; it stands for such gains",
        symbol=True,
    ),
)
def constants() -> Finding:
    return constant_of("set-replacement", "rank-replacement")
