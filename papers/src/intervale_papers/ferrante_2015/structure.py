"""Claims of §2 to §4: measurement, topics and runs, and why runs are hard to join."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import comb

import numpy as np

import intervale as iv
from intervale_papers.ferrante_2015.spaces import SPACES, Array, Run, all_pairs, looked_at, pairs_in_spaces, runs_of
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

MEASURES = ("P", "AP", "RBP(p=0.8)", "DCG(base=2)", "ERR")


@claim(
    "002/2.1/representation",
    "§2.1, the representation condition, imply and are implied by",
    "a measurement maps the empirical relation so that it implies the numerical one and is implied by it",
)
def representation() -> Finding:
    """Of any two numbers one is at most the other: two entities that are not comparable have no two numbers."""
    orders = {space: all_pairs("set-replacement", runs_of(*space, "set")) for space in SPACES if space[1] == 1}
    ranked = [all_pairs("rank-swap", runs_of(*space)) for space in SPACES]
    included = [all_pairs("rank-replacement", runs_of(length, 1)) for length in range(1, 7)]
    total = [leq for leq in (*orders.values(), *ranked, *included) if (leq | leq.T).all()]
    partial = [leq for leq in (*orders.values(), *ranked, *included) if not (leq | leq.T).all()]
    right = all(_both_ways(leq) for leq in total) and not any(_both_ways(leq) for leq in partial)
    apart = iv.poset("rank-swap", 3, 1).facts["total"].witness
    witness = (
        f"{listed(apart)} are not comparable, and any two numbers are; {len(total)} total orders, {len(partial)} others"
    )
    condition = (
        "where the empirical order is total, as for heights, lengths and binary sets; inclusion of sets and the "
        "order of ranked runs are not, and there only the first direction is left, which Definition 5.1 asks for"
    )
    return under(right and len(total) > 0 < len(partial), witness, condition)


def _both_ways(leq: Array) -> bool:
    """Whether how many runs are at most a run is a number that stands for the order in both directions."""
    numbers = leq.sum(axis=0)
    return bool(((numbers[:, None] <= numbers[None]) == leq).all())


@claim(
    "002/2.1/one-to-one",
    "§2.1, homomorphism rather than isomorphism",
    "a measurement is in general not one-to-one: equal values do not make entities identical",
)
def one_to_one() -> Finding:
    runs = runs_of(4, 2)
    values = {text: len({iv.parse_measure(text).exact(run, grades=2) for run in runs}) for text in MEASURES}
    told = listed(f"{text} {many}" for text, many in values.items())
    return holds(max(values.values()) < len(runs), f"of {len(runs)} runs, N = 4 and three grades, values: {told}")


@claim(
    "002/3.1/ordinal-grades",
    "§3.1, we take for granted only its order property",
    "comparing runs takes no more of the relevance degrees than their order, and adding them up makes no sense",
)
def ordinal_grades() -> Finding:
    scales = ((0, 1, 5, 6, 20, 21), (0, 3, 4, 5, 9, 10))
    for (length, grades), order in product(SPACES, ("set-replacement", "rank-swap")):
        runs = runs_of(length, grades, "set" if order.startswith("set") else "rank")
        for scale in scales:
            others = [tuple(scale[grade] for grade in run) for run in runs]
            if (all_pairs(order, runs) != all_pairs(order, others)).any():
                return holds(False, runs[0])
    sums = [sum(scale[grade] for grade in run) for scale in scales for run in ((2, 0), (1, 1))]
    looked = looked_at(pairs_in_spaces() + pairs_in_spaces("set"), "pair of runs")
    remark = "both orders stay as they are on two other scales; the sums of {2, 0} and {1, 1} change sides between them"
    return holds(sums[0] > sums[1] and sums[2] < sums[3], looked, remark)


@claim(
    "002/3.1/recall-base",
    "§3.1, the recall base is the map RB from T into ℕ",
    "the recall base, the number of documents of a degree above 0, is a natural number above 0 for every topic",
)
def recall_base() -> Finding:
    qrels = {"1": {"a": 1, "b": 2, "x": 0}, "2": {"x": 0}}
    bases = iv.judge(qrels, {"A": {"1": {"a": 1.0}, "2": {"x": 1.0}}}).topics.recall_base().tolist()
    condition = (
        "where each topic has a relevant document, and finitely many; ℕ, beside ℕ0 for the numbers with 0, leaves "
        "out the 0 of a topic without one, by which AP would be divided"
    )
    return under(bases == [2, 0], f"two topics with recall bases {listed(bases)}", condition)


@claim(
    "002/3.2/power-set",
    "§3.2, 𝒟 := ⋃ D(n) = 2^D, n from 1",
    "the sets of n documents, for n = 1 to |D| together, are all subsets of D",
    erratum=Erratum(
        printed="𝒟 := ⋃_{n=1}^{|D|} D(n) = 2^D, which is the power set of D, i.e. the set of all the subsets of D",
        reads="𝒟 := ⋃_{n=1}^{|D|} D(n) = 2^D ∖ {∅}, i.e. the set of all the non-empty subsets of D",
    ),
)
def power_set() -> Finding:
    made = {run for many in range(1, 4) for run in _subsets(3, many)}
    missing = [run for run in iv.RunSpace(3) if run not in made]  # a subset is a binary run: which are in it
    counted = all(sum(comb(size, n) for n in range(1, size + 1)) == 2**size - 1 for size in range(1, 9))
    witness = f"the empty set; of a D with 3 documents, {len(made)} of {2**3} subsets"
    remark = "n is a positive number, so that the empty set, no document retrieved, is left out"
    again = "adding up binomial coefficients: 2^|D| − 1"
    return wrong(Kind.MISPRINT, missing == [(0, 0, 0)], witness, remark, second=counted, again=again)


def _subsets(size: int, many: int) -> list[Run]:
    return [tuple(int(i in chosen) for i in range(size)) for chosen in combinations(range(size), many)]


@claim(
    "002/3.2/universe",
    "§3.2, the universe set of judged documents",
    "the union of all multisets (REL, m) is the set of all sets of judged documents",
    erratum=Erratum(
        printed="𝓡 := ⋃_{m ∈ 𝓜} (REL, m) of all the possible sets of judged documents",
        reads="𝓡 := {(REL, m) : m ∈ 𝓜}",
        depends="the scoring functions of Definition 5.1, which take a multiset of 𝓡; they stand",
    ),
)
def universe() -> Finding:
    judged = [Counter(run) for many in (1, 2) for run in combinations_with_replacement((0, 1), many)]
    union: Counter[int] = Counter()
    for one in judged:
        union |= one
    together = sorted(union.elements())
    witness = (
        f"binary, up to two documents: {len(judged)} multisets, and their union is {{{', '.join(map(str, together))}}}"
    )
    remark = "a union of multisets is one multiset of degrees; meant is the set that has each of them as an element"
    return wrong(Kind.MISPRINT, together == [0, 0, 1, 1] and union not in judged, witness, remark)


@claim(
    "002/4/additive-monotone",
    "§4, third paragraph, M(B) = M(A) + M(A ∪ (A^C ∩ B)) ≥ M(A)",
    "an additive measure is monotone, as for A ⊆ B it is M(B) = M(A) + M(A ∪ (Aᶜ ∩ B))",
    erratum=Erratum(
        printed="M(B) = M(A) + M(A ∪ (A^C ∩ B)) ≥ M(A)",
        reads="M(B) = M(A) + M(A^C ∩ B) ≥ M(A)",
        depends="that additive measures are monotone, in the same sentence; it stands",
    ),
)
def additive_monotone() -> Finding:
    """Sets are binary runs, which documents are in; sums over ranks are additive measures of them."""
    looked = 0
    for text in ("P", "RBP(p=0.5)"):
        value = {run: iv.parse_measure(text).exact(run) for run in runs_of(5, 1)}
        for a, b in product(value, repeat=2):
            if iv.order("rank-replacement").leq(a, b):
                looked += 1
                rest = tuple(y - x for x, y in zip(a, b, strict=True))
                meant, printed = value[a] + value[rest], value[a] + value[tuple(map(max, a, rest))]
                if meant != value[b] or value[a] > value[b] or (printed == value[b]) != (value[a] == 0):
                    return wrong(Kind.MISPRINT, False, (a, b), "")
    witness = f"counting, A = {{1}}, B = {{1, 2}}: 2 is not 1 + 2; {looked} pairs A ⊆ B under two measures"
    remark = "A is there twice: as printed the equation holds only where M(A) = 0, without the second A always"
    return wrong(Kind.MISPRINT, looked, witness, remark)


@claim(
    "002/4/inclusion",
    "§4, Let us consider inclusion",
    "a document that is not relevant, appended, lowers some measures and leaves others, so inclusion orders no runs",
)
def inclusion() -> Finding:
    precision, biased = (iv.parse_measure(text).exact for text in ("P", "RBP(p=0.8)"))
    runs = [run for length in range(1, 7) for run in runs_of(length, 1) if any(run)]
    falls = [run for run in runs if precision((*run, 0)) < precision(run) and biased((*run, 0)) == biased(run)]
    grows = [run for run in runs if precision((*run, 1)) >= precision(run) and biased((*run, 1)) > biased(run)]
    remark = "with one more document that is not relevant P falls and RBP stays; one more relevant document lowers none"
    return holds(
        falls == grows == runs,
        f"{cases(len(runs), 'run')} of binary relevance to N = 6, such as (1) and (1, 0)",
        remark,
    )


@claim(
    "002/4/additivity",
    "§4, almost no one would require additivity",
    "the value of a run with a document appended is not the sum of the values of the two",
)
def additivity() -> Finding:
    exact = [iv.parse_measure(text).exact for text in MEASURES]
    sums = [of((0, 0, 0), grades=1) + of((1,), grades=1) for of in exact]
    joined = [of((0, 0, 0, 1), grades=1) for of in exact]
    right = all(one != other for one, other in zip(sums, joined, strict=True))
    return holds(right, f"(0, 0, 0, 1) against (0, 0, 0) and (1), for {listed(MEASURES)}")


@claim(
    "002/4/fusion",
    "§4, data fusion",
    "a fused run need be neither the sum of its parts, nor at least as good as each",
)
def fusion() -> Finding:
    first, second, fused = (1, 1), (0, 0), (1, 0, 1, 0)  # taken in turn from two runs without a common document
    values = [[iv.parse_measure(text).exact(run, grades=1) for run in (first, second, fused)] for text in MEASURES]
    right = all(both != a + b and both < max(a, b) for a, b, both in values)
    return holds(right, f"{first} and {second} taken in turn, {fused}", f"{listed(MEASURES)} all fall")


@claim(
    "002/4/basic-cases",
    "§4, examples of very basic cases",
    "a relevant document is better first than second, and a more relevant one better in the same place",
)
def basic_cases() -> Finding:
    looked = 0
    for length, grades in SPACES:
        runs = runs_of(length, grades)
        swap, place = all_pairs("rank-swap", runs), all_pairs("rank-replacement", runs)
        np.fill_diagonal(place, False)
        first = [run for run in runs if length > 1 and run[0] > 0 == run[1]]
        second = [(0, run[0], *run[2:]) for run in first]
        pairs = list(zip(second, first, strict=True))
        strict = all(iv.order("rank-swap").leq(a, b) and not iv.order("rank-swap").leq(b, a) for a, b in pairs)
        looked += int(place.sum()) + len(pairs)
        if (place & (~swap | swap.T)).any() or not strict:
            return holds(False, f"N = {length}, top grade {grades}")
    return holds(True, looked_at(looked, "pair of runs"), "strictly better each time")
