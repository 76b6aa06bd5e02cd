"""Claims of §4.1 and §4.2: the partial orders of runs, their examples, least and greatest runs."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np

import intervale as iv
from intervale_papers.ferrante_2015.spaces import (
    SPACES,
    Array,
    Run,
    all_pairs,
    at_least,
    looked_at,
    pairs_in_spaces,
    runs_of,
    swapped,
)
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

R, S, W, V = (0, 1, 1, 2, 2), (0, 1, 1, 2, 3), (0, 1, 1, 1, 3), (2, 0, 1, 2, 1)


def _is_order(found: Array) -> bool:
    """Whether a relation on all pairs is reflexive, antisymmetric and transitive."""
    steps = found.astype(int)
    return bool(found.diagonal().all() and (found & found.T).sum() == len(found) and found[steps @ steps > 0].all())


@claim("002/4.1/order", "§4.1, partial ordering among runs", "comparing counts at and above each degree orders runs")
def set_order() -> Finding:
    orders = [_is_order(all_pairs("set-replacement", runs_of(*space, "set"))) for space in SPACES]
    runs = {"A": {"1": {"a": 2.0, "x": 1.0}}, "B": {"1": {"b": 2.0, "y": 1.0}}}
    twice = iv.dominance(iv.evaluate({"1": {"a": 1, "b": 1}}, runs), order="set-replacement").pair("A", "B")
    witness = (
        f"runs a, x and b, y, with a and b relevant: each is at most the other; {looked_at(_sets(), 'set of degrees')}"
    )
    condition = (
        "where runs with the same judged run are taken as one; of runs of documents it is a preorder, and the same "
        "is to be said of §4.2"
    )
    return under(all(orders) and twice.same == ("1",), witness, condition)


def _sets() -> int:
    return sum(len(runs_of(*space, "set")) for space in SPACES)


@claim(
    "002/4.1/above",
    "§4.1 and §4.2, how many items there are above that relevance degree",
    "counting for each degree the documents above it, as in words, is the order of the formula, which counts r ≥ rel",
)
def above() -> Finding:
    for (length, grades), kind in product(SPACES, ("set", "rank")):
        runs = np.array(runs_of(length, grades, kind))
        strict = np.stack([runs > grade for grade in range(grades + 1)], axis=-1).astype(int)
        counts = strict.sum(axis=1) if kind == "set" else strict.cumsum(axis=1).reshape(len(runs), -1)
        in_words = (counts[:, None] <= counts[None]).all(axis=-1)
        order = "set-replacement" if kind == "set" else "rank-swap"
        if (in_words != all_pairs(order, runs_of(length, grades, kind))).any():
            return holds(False, f"N = {length}, top grade {grades}")
    looked = looked_at(pairs_in_spaces() + pairs_in_spaces("set"), "pair of runs")
    return holds(True, looked, "all documents are at or above 0, and above one degree is at or above the next")


@claim(
    "002/4.1/example",
    "§4.1, For example, REL = {0, 1, 2, 3}",
    "as sets, 0,1,1,2,2 is smaller than 0,1,1,2,3 and not comparable to 0,1,1,1,3",
)
def set_example() -> Finding:
    order = iv.order("set-replacement")
    right = order.leq(R, S) and not order.leq(S, R) and not order.comparable(R, W)
    counts = [f"{at_least(R, grade, 5)} and {at_least(W, grade, 5)} at or above {grade}" for grade in (2, 3)]
    return holds(right, f"of the last two sets {', '.join(counts)}")


@claim(
    "002/4.1/extremes",
    "§4.1, among all the runs with a fixed number of relevant documents",
    "of the sets with k relevant documents, all of grade 1 is smallest and all of the top grade greatest",
)
def set_extremes() -> Finding:
    return _extremes("set-replacement", "set")


def _extremes(order: str, kind: str, only: int | None = None) -> Finding:
    """Whether the runs with k relevant documents lie between the two named; ranked runs start with the zeros."""
    looked = 0
    for length, grades in SPACES:
        for run in runs_of(length, grades, kind):
            k = sum(1 for grade in run if grade)
            low, high = (*(0,) * (length - k), *(1,) * k), (*(grades,) * k, *(0,) * (length - k))
            if only in (None, k):
                looked += 1
                if not (iv.order(order).leq(low, run) and iv.order(order).leq(run, high)):
                    return holds(False, [low, run, high])
    return holds(True, looked_at(looked, "run" if kind == "rank" else "set of degrees"))


@claim(
    "002/4.1/binary", "§4.1, in the case of binary relevance", "with binary relevance judged sets are totally ordered"
)
def set_binary() -> Finding:
    lengths, looked = range(1, 13), 0
    for length in lengths:
        runs = runs_of(length, 1, "set")
        relevant = np.array([sum(run) for run in runs])
        looked += len(runs) ** 2
        if (all_pairs("set-replacement", runs) != (relevant[:, None] <= relevant[None])).any():
            return holds(False, f"N = {length}")
    return holds(True, f"{cases(looked, 'pair of sets')} to N = {lengths[-1]}: by the number of relevant documents")


@claim(
    "002/4.1/ratio",
    "§4.1, If REL relies on a more powerful scale",
    "with degrees on a ratio scale, summing them up makes the order of sets total",
)
def set_ratio() -> Finding:
    right = True
    for length, grades in SPACES:
        runs = runs_of(length, grades, "set")
        sums, below = np.array([sum(run) for run in runs]), all_pairs("set-replacement", runs)
        extends = not (below & ~below.T & (sums[:, None] >= sums[None])).any()
        right &= extends and (len(set(sums.tolist())) < len(runs)) == (length > 1 and grades > 1)
    condition = (
        "where sets of one sum are taken as equal: sums then order all sets, and agree with the counts where these "
        "do; else, with more than two degrees, different sets tie"
    )
    witness = f"{{1, 1}} and {{2, 0}} both have sum 2; {looked_at(_sets(), 'set of degrees')}"
    return under(right, witness, condition)


@claim(
    "002/4.2/order",
    "§4.2, the definition, ŝ_t[k] ≥ rel on its right side",
    "comparing |{j ≤ k : r[j] ≥ rel}| with |{j ≤ k : s[k] ≥ rel}| for all k and rel orders runs",
    erratum=Erratum(
        printed="|{j ≤ k : ŝ_t[k] ≥ rel}|",
        reads="|{j ≤ k : ŝ_t[j] ≥ rel}|",
        depends="all of §4.2 and §5, which use the order with ŝ_t[j]; they stand",
        symbol=True,
    ),
)
def rank_order() -> Finding:
    def printed(r: Run, s: Run) -> bool:
        ranks = product(range(1, len(r) + 1), range(max(*r, *s) + 1))
        return all(at_least(r, rel, k) <= (k if s[k - 1] >= rel else 0) for k, rel in ranks)

    meant = [_is_order(all_pairs("rank-swap", runs_of(*space))) for space in SPACES]
    alone = sum(1 for space in SPACES for run in runs_of(*space) if not printed(run, run))
    all_runs = sum(len(runs_of(*space)) for space in SPACES)
    witness = f"(1, 0) is not at most itself, nor are {alone - 1:,} others of {looked_at(all_runs)}"
    remark = "with s[k] the right side looks at one document only; with s[j] it is a partial order of judged runs"
    return wrong(Kind.MISPRINT, all(meant) and not printed((1, 0), (1, 0)), witness, remark)


@claim(
    "002/4.2/example",
    "§4.2, For example, REL = {0, 1, 2, 3}",
    "(0,1,1,2,2) is smaller than (0,1,1,2,3) and not comparable to (0,1,1,1,3)",
)
def rank_example() -> Finding:
    order = iv.order("rank-swap")
    right = order.leq(R, S) and not order.leq(S, R) and not order.comparable(R, W)
    counts = [f"{at_least(R, g, k)} and {at_least(W, g, k)} at or above {g} to rank {k}" for g, k in ((2, 4), (3, 5))]
    return holds(right, f"of the first and the last run {', '.join(counts)}")


@claim(
    "002/4.2/moved-forward",
    "§4.2, On the other hand, the run v = (2, 0, 1, 2, 1)",
    "(0,1,1,2,2) is not comparable with (2,0,1,2,1)",
    erratum=Erratum(
        printed="the run r̂_t = (0, 1, 1, 2, 2) is not comparable with the run v̂_t = (2, 0, 1, 2, 1)",
        reads="the run (1, 1, 0, 2, 2) is not comparable with the run v̂_t = (2, 0, 1, 2, 1)",
        depends="the sentence after it, that sets are equal where ranked runs are not comparable; it stands with "
        "that run",
    ),
)
def moved_forward() -> Finding:
    order, between, other = iv.order("rank-swap"), (0, 2, 1, 2, 1), (1, 1, 0, 2, 2)
    counts = [(at_least(R, g, k), at_least(V, g, k)) for k in range(1, 6) for g in range(4)]
    first = order.leq(R, V) and all(left <= right for left, right in counts)
    least = all(order.leq(R, run) for run in permutations(R))
    mended = not order.comparable(other, V) and sorted(other) == sorted(V)
    steps = between in swapped(R, 3) and V in swapped(between, 3)
    remark = (
        "the first is smaller: its degrees rise from rank to rank, so that it is the least of all its rearrangements"
    )
    again = "two Swaps that lead from one to the other: ranks 2 and 5, then ranks 1 and 2"
    witness = f"{R}, {between}, {V}: at each rank and degree the last has as many documents or more"
    return wrong(Kind.FALSE, first and least and mended, witness, remark, second=steps, again=again)


@claim("002/4.2/equal-sets", "§4.2, end of the example", "as sets, (0,1,1,2,2) and (2,0,1,2,1) are equal")
def equal_sets() -> Finding:
    order = iv.order("set-replacement")
    return holds(order.leq(R, V) and order.leq(V, R), f"both are {{{', '.join(map(str, sorted(V)))}}}")


@claim(
    "002/4.2/binary-example",
    "§4.2, Note that in rank-based retrieval",
    "(0,1,0,1,0) is not comparable to (1,0,0,0,1)",
)
def binary_example() -> Finding:
    r, s = (0, 1, 0, 1, 0), (1, 0, 0, 0, 1)
    counts = [f"{at_least(r, 1, k)} and {at_least(s, 1, k)} relevant to rank {k}" for k in (1, 4)]
    return holds(not iv.order("rank-swap").comparable(r, s), ", ".join(counts))


@claim(
    "002/4.2/never-total",
    "§4.2, we cannot achieve a total ordering, and Summing up",
    "ranked runs are not totally ordered, neither with binary relevance nor with degrees on a ratio scale",
)
def never_total() -> Finding:
    right = True
    for length, grades in SPACES:
        sums = np.array(runs_of(length, grades)).cumsum(axis=1)
        by_sums = (sums[:, None] <= sums[None]).all(axis=-1)
        short = length == 1 or (length, grades) == (2, 1)
        total = bool(iv.poset("rank-swap", length, grades).facts["total"])
        right &= total == short == bool((by_sums | by_sums.T).all())
    condition = (
        "for runs of three documents or more, or of two with more than two degrees; summing up degrees rank by "
        "rank changes nothing; zeros appended keep two runs apart"
    )
    witness = (
        "(0, 0), (0, 1), (1, 0) and (1, 1) are a chain, (0, 1, 1) and (1, 0, 0) are apart; "
        f"{cases(len(SPACES), 'space')}"
    )
    return under(right, witness, condition)


@claim(
    "002/4.2/one-relevant",
    "§4.2, retrieving just one relevant document",
    "a run with one relevant document lies between (0,…,0,1) and (q,0,…,0)",
)
def one_relevant() -> Finding:
    return _extremes("rank-swap", "rank", only=1)


@claim(
    "002/4.2/eq-1",
    "§4.2, eq. (1)",
    "a run with k relevant documents lies between k of grade 1 at the end and k of the top grade at the start",
)
def equation_1() -> Finding:
    return _extremes("rank-swap", "rank")
