"""Claims of 002 §2 to §4: measurement, topics and runs, and why runs are hard to join."""

from __future__ import annotations

from itertools import combinations, product
from math import comb

import intervale as iv
from intervale_papers.ferrante_2015.findings import LOOKED, SPACES, Run, all_pairs, argued, held, only_if, runs_of
from intervale_papers.register import Finding, claim

MEASURES = ("P", "AP", "RBP(p=0.8)", "DCG(base=2)", "ERR")


@claim(
    "002/2.1/representation",
    "§2.1, the representation condition, imply and are implied by",
    "a measurement has the larger number for the better entity, and the better entity for the larger number",
)
def representation() -> Finding:
    """On runs: is there a function of runs that is an embedding of the order of §4.2?"""
    total = {space: bool(iv.poset("rank-swap", *space).facts["total"]) for space in SPACES}
    for (length, grades), holds in total.items():
        found = iv.scale("gRBP(p=0.5)", length=length, grades=grades, order="rank-swap")["rank-swap"]
        if bool(found.embedding.holds) != holds or holds != (length == 1 or (length, grades) == (2, 1)):
            return only_if(False, (length, grades), "a space differs")
    witness = iv.poset("rank-swap", 3, 1).facts["total"].witness
    remark = (
        "on runs both directions hold for one document, or two of binary relevance; else two runs are not comparable, "
        "and any numbers are: only the first direction, that of homomorphisms and of Definition 5.1, can be asked for"
    )
    return only_if(True, witness, remark)


@claim(
    "002/2.1/one-to-one",
    "§2.1, homomorphism rather than isomorphism",
    "a measurement is in general not one-to-one: equal values do not make entities identical",
)
def one_to_one() -> Finding:
    different = {text: len({iv.parse_measure(text).exact(run, grades=2) for run in runs_of(4, 2)}) for text in MEASURES}
    return held([text for text, many in different.items() if many == 81], different, "values of 81 runs, N = 4, c = 2")


@claim(
    "002/3.1/ordinal-grades",
    "§3.1, we take for granted only its order property",
    "comparing runs takes no more of the relevance degrees than their order",
)
def ordinal_grades() -> Finding:
    for (length, grades), order in product(SPACES, ("set-replacement", "rank-swap")):
        runs = runs_of(length, grades, "set" if order.startswith("set") else "rank")
        for stretched in ((0, 1, 5, 6, 20, 21), (0, 3, 4, 5, 9, 10)):
            others = [tuple(stretched[grade] for grade in run) for run in runs]
            if (all_pairs(order, runs) != all_pairs(order, others)).any():
                return held((length, grades, stretched))
    return held(
        None, LOOKED, "all pairs of runs in spaces of up to 256 runs, with two other increasing scales of grades"
    )


@claim(
    "002/3.1/recall-base",
    "§3.1, the recall base, map RB from T into ℕ",
    "the recall base, the number of documents of a grade above 0, is a positive number of every topic",
)
def recall_base() -> Finding:
    qrels = {"1": {"a": 1, "b": 2, "x": 0}, "2": {"x": 0}}
    bases = iv.judge(qrels, {"A": {"1": {"a": 1.0}, "2": {"x": 1.0}}}).topics.recall_base().tolist()
    average = iv.evaluate(qrels, {"A": {"1": {"a": 1.0}}}, ["AP"]).by_topic("A", "AP")["1"]
    remark = (
        "where a document of the topic is relevant; else it is 0, which ℕ, beside ℕ0, leaves out, and AP divides by"
    )
    return only_if(bases == [2, 0] and average == 1 / bases[0], bases, remark)


@claim(
    "002/3.2/power-set",
    "§3.2, 𝒟 := ⋃ D(n) = 2^D, n from 1",
    "the sets of n documents, for n = 1 to |D| together, are all subsets of D",
)
def power_set() -> Finding:
    sizes = range(1, 9)  # a subset of |D| documents is a binary run: which are in it
    counted = [sum(1 for run in iv.RunSpace(many) if sum(run) >= 1) for many in sizes]
    missing = [run for run in iv.RunSpace(3) if run not in {r for n in range(1, 4) for r in _subsets(3, n)}]
    first = all(many == iv.RunSpace(size).size - 1 for many, size in zip(counted, sizes, strict=True))
    second = all(sum(comb(size, n) for n in range(1, size + 1)) == 2**size - 1 for size in sizes)
    remark = "the empty set, no document retrieved, is left out; n would start at 0"
    return argued(
        first and missing == [(0, 0, 0)],
        second,
        "∅, no document of D = {a, b, c}",
        remark,
        "adding up binomial coefficients: 2^|D| − 1",
    )


def _subsets(size: int, many: int) -> list[Run]:
    return [tuple(int(i in chosen) for i in range(size)) for chosen in combinations(range(size), many)]


@claim(
    "002/4/additive-monotone",
    "§4, third paragraph, M(B) = M(A) + M(A ∪ (A^C ∩ B)) ≥ M(A)",
    "an additive measure is monotone, as for A ⊆ B it is M(B) = M(A) + M(A ∪ (Aᶜ ∩ B))",
)
def additive_monotone() -> Finding:
    """Sets are binary runs, which documents are in; sums over ranks are additive measures of them."""
    for text in ("P", "RBP(p=0.5)"):
        value = {run: iv.parse_measure(text).exact(run) for run in runs_of(5, 1)}
        for a, b in product(value, repeat=2):
            if iv.order("rank-replacement").leq(a, b):
                rest = tuple(y - x for x, y in zip(a, b, strict=True))
                joined = tuple(map(max, a, rest))
                meant, printed = value[a] + value[rest], value[a] + value[joined]
                if meant != value[b] or value[a] > value[b] or (printed == value[b]) != (value[a] == 0):
                    return only_if(False, (text, a, b), "a pair differs")
    remark = "monotone it is, as M(B) = M(A) + M(Aᶜ ∩ B); with the set printed the equation holds only where M(A) = 0"
    return only_if(True, "counting, A = {1}, B = {1, 2}: 2 is not 1 + 2", remark)


@claim(
    "002/4/inclusion",
    "§4, Let us consider inclusion",
    "a document that is not relevant, appended, lowers some measures and leaves others, so inclusion orders no runs",
)
def inclusion() -> Finding:
    precision, biased = iv.parse_measure("P"), iv.parse_measure("RBP(p=0.8)")
    for run in (run for length in range(1, 7) for run in runs_of(length, 1) if any(run)):
        longer, better = (*run, 0), (*run, 1)
        falls = precision.exact(longer) < precision.exact(run) and biased.exact(longer) == biased.exact(run)
        if not falls or precision.exact(better) < precision.exact(run) or biased.exact(better) <= biased.exact(run):
            return held(run)
    return held(
        None, ((1,), (1, 0)), "P falls and RBP stays on all binary runs to N = 6; one more relevant lowers none"
    )


@claim(
    "002/4/additivity",
    "§4, almost no one would require additivity",
    "the value of a run with a document appended is not the sum of the values of the two",
)
def additivity() -> Finding:
    broken = {}
    for text in MEASURES:
        of = iv.parse_measure(text).exact
        broken[text] = next(
            (r for r in runs_of(3, 1) if of((*r, 1), grades=1) != of(r, grades=1) + of((1,), grades=1)), 0
        )
    return held([text for text, run in broken.items() if not run], broken, "with a relevant document after these runs")


@claim(
    "002/4/fusion",
    "§4, data fusion",
    "a fused run need be neither the sum of its parts, nor at least as good as each",
)
def fusion() -> Finding:
    first, second, fused = (1, 1), (0, 0), (1, 0, 1, 0)  # taken in turn from two runs without a common document
    values = {
        text: [iv.parse_measure(text).exact(run, grades=1) for run in (first, second, fused)] for text in MEASURES
    }
    wrong = [text for text, (a, b, both) in values.items() if both == a + b or both >= max(a, b)]
    return held(wrong, (first, second, fused), "P, AP, RBP, DCG and ERR all fall when the second is mixed in")


@claim(
    "002/4/basic-cases",
    "§4, examples of very basic cases",
    "a relevant document is better first than second, and a more relevant one better in the same place",
)
def basic_cases() -> Finding:
    for length, grades in SPACES:
        runs = runs_of(length, grades)
        swap, place = all_pairs("rank-swap", runs), all_pairs("rank-replacement", runs)
        first = [((g, 0, *(0,) * (length - 2)), (0, g, *(0,) * (length - 2))) for g in range(1, grades + 1)]
        strict = all(iv.order("rank-swap").leq(b, a) and a != b for a, b in first if length > 1)
        if (place & ~swap).any() or (place & swap.T).sum() != len(runs) or not strict:
            return held((length, grades))
    return held(None, LOOKED, "all pairs of runs in spaces of up to 256 runs; strictly better each time")
