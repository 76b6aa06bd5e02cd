"""Claims of 002 §4.1 and §4.2: the partial orders of runs, their examples, least and greatest runs."""

from __future__ import annotations

from itertools import product

import numpy as np

import intervale as iv
from intervale_papers.ferrante_2015.findings import (
    LOOKED,
    SPACES,
    Array,
    Run,
    all_pairs,
    argued,
    held,
    only_if,
    runs_of,
    swapped,
)
from intervale_papers.register import Finding, claim

R, S, W, V = (0, 1, 1, 2, 2), (0, 1, 1, 2, 3), (0, 1, 1, 1, 3), (2, 0, 1, 2, 1)


def _at_least(run: Run, grade: int, depth: int) -> int:
    """How many of the first documents have at least a grade: A(r, k, p) of the paper."""
    return sum(1 for one in run[:depth] if one >= grade)


def _is_order(found: Array) -> bool:
    """Whether a relation on all pairs is reflexive, antisymmetric and transitive."""
    steps = found.astype(int)
    return bool(found.diagonal().all() and (found & found.T).sum() == len(found) and found[steps @ steps > 0].all())


@claim("002/4.1/order", "§4.1, partial ordering among runs", "comparing counts at and above each grade orders runs")
def set_order() -> Finding:
    orders = [_is_order(all_pairs("set-replacement", runs_of(*space, "set"))) for space in SPACES]
    runs = {"A": {"1": {"a": 2.0, "x": 1.0}}, "B": {"1": {"b": 2.0, "y": 1.0}}}
    twice = iv.dominance(iv.evaluate({"1": {"a": 1, "b": 1}}, runs), order="set-replacement").pair("A", "B")
    remark = (
        "a partial order of judged runs, on all spaces of up to 256 runs; of the runs themselves it is a preorder: "
        "two runs of other documents with the same grades are each at most the other"
    )
    return only_if(all(orders) and twice.same == ("1",), runs, remark)


@claim(
    "002/4.1/example",
    "§4.1, For example, REL = {0, 1, 2, 3}",
    "as sets, 0,1,1,2,2 is smaller than 0,1,1,2,3 and not comparable to 0,1,1,1,3",
)
def set_example() -> Finding:
    order = iv.order("set-replacement")
    right = order.leq(R, S) and not order.leq(S, R) and not order.comparable(R, W)
    return held(not right, (R, S, W), "2 and then 1 documents at or above 2, 0 and then 1 at or above 3")


@claim(
    "002/4.1/extremes",
    "§4.1, among all the runs with a fixed number of relevant documents",
    "of the sets with k relevant documents, all of grade 1 is smallest and all of the top grade greatest",
)
def set_extremes() -> Finding:
    return _extremes("set-replacement", "set")


def _extremes(order: str, kind: str, only: int | None = None) -> Finding:
    """Whether the runs with k relevant documents lie between the two named; ranked runs start with the zeros."""
    for length, grades in SPACES:
        for run in runs_of(length, grades, kind):
            k = sum(1 for grade in run if grade)
            low, high = (*(0,) * (length - k), *(1,) * k), (*(grades,) * k, *(0,) * (length - k))
            if only in (None, k) and not (iv.order(order).leq(low, run) and iv.order(order).leq(run, high)):
                return held((low, run, high))
    return held(None, LOOKED, "all runs in spaces of up to 256 runs")


@claim("002/4.1/binary", "§4.1, in the case of binary relevance", "with binary relevance sets are totally ordered")
def set_binary() -> Finding:
    lengths = range(1, 13)
    return held(
        [n for n in lengths if not iv.poset("set-replacement", n, 1).facts["total"]],
        None,
        "looked at to N = 12; a binary set is its number of relevant documents",
    )


@claim(
    "002/4.1/ratio",
    "§4.1, If REL relies on a more powerful scale",
    "with grades on a ratio scale, summing them up makes the order of sets total",
)
def set_ratio() -> Finding:
    right = True
    for length, grades in SPACES:
        runs = runs_of(length, grades, "set")
        sums, below = np.array([sum(run) for run in runs]), all_pairs("set-replacement", runs)
        extends = not (below & ~below.T & (sums[:, None] >= sums[None])).any()
        right &= extends and (len(set(sums.tolist())) < len(runs)) == (length > 1 and grades > 1)
    remark = (
        "the sum extends the order, and leaves no two sets without an answer; but with c ≥ 2 and N ≥ 2 different sets "
        "tie, so it is a total preorder, and another relation than the one defined"
    )
    return only_if(right, ((1, 1), (2, 0)), remark)


@claim(
    "002/4.2/order",
    "§4.2, the definition, ŝ_t[k] ≥ rel on its right side",
    "comparing |{j ≤ k : r[j] ≥ rel}| with |{j ≤ k : s[k] ≥ rel}| for all k and rel orders runs",
)
def rank_order() -> Finding:
    def printed(r: Run, s: Run) -> bool:
        cases = product(range(1, len(r) + 1), range(max(*r, *s) + 1))
        return all(_at_least(r, rel, k) <= (k if s[k - 1] >= rel else 0) for k, rel in cases)

    meant = [_is_order(all_pairs("rank-swap", runs_of(*space))) for space in SPACES]
    remark = "with s[j] for s[k] it is one on judged runs; with s[k], as the text has it, (1, 0) is not at most itself"
    return only_if(all(meant) and not printed((1, 0), (1, 0)), (1, 0), remark)


@claim(
    "002/4.2/example",
    "§4.2, For example, REL = {0, 1, 2, 3}",
    "(0,1,1,2,2) is smaller than (0,1,1,2,3) and not comparable to (0,1,1,1,3)",
)
def rank_example() -> Finding:
    order = iv.order("rank-swap")
    right = order.leq(R, S) and not order.leq(S, R) and not order.comparable(R, W)
    return held(not right, (R, S, W), "down to rank 4, 1 and then 0 documents at or above 2; to 5, 0 and then 1 of 3")


@claim(
    "002/4.2/moved-forward",
    "§4.2, On the other hand, the run v = (2, 0, 1, 2, 1)",
    "(0,1,1,2,2) is not comparable with (2,0,1,2,1)",
)
def moved_forward() -> Finding:
    counts = {(k, g): (_at_least(R, g, k), _at_least(V, g, k)) for k in range(1, 6) for g in range(4)}
    first = bool(iv.order("rank-swap").leq(R, V)) and all(left <= right for left, right in counts.values())
    between = (0, 2, 1, 2, 1)
    second = between in swapped(R, 3) and V in swapped(between, 3)
    remark = "the first is smaller: what moves down is less relevant than what moves up past it"
    again = "two Swaps that lead from one to the other: ranks 2 and 5, then ranks 1 and 2"
    return argued(first, second, (R, between, V), remark, again)


@claim("002/4.2/equal-sets", "§4.2, end of the example", "as sets, (0,1,1,2,2) and (2,0,1,2,1) are equal")
def equal_sets() -> Finding:
    order = iv.order("set-replacement")
    return held(not (order.leq(R, V) and order.leq(V, R)), (R, V))


@claim(
    "002/4.2/binary-example",
    "§4.2, Note that in rank-based retrieval",
    "(0,1,0,1,0) is not comparable to (1,0,0,0,1)",
)
def binary_example() -> Finding:
    r, s = (0, 1, 0, 1, 0), (1, 0, 0, 0, 1)
    counts = [(_at_least(r, 1, k), _at_least(s, 1, k)) for k in range(1, 6)]
    return held(iv.order("rank-swap").comparable(r, s), counts, "behind at rank 1, ahead at rank 4")


@claim(
    "002/4.2/never-total",
    "§4.2, we cannot achieve a total ordering, and Summing up",
    "ranked runs are not totally ordered, neither with binary relevance nor with more grades",
)
def never_total() -> Finding:
    total = {space: bool(iv.poset("rank-swap", *space).facts["total"]) for space in SPACES}
    right = all(found == (length == 1 or (length, grades) == (2, 1)) for (length, grades), found in total.items())
    remark = (
        "from N = 3 on with binary relevance, from N = 2 with more, as zeros appended keep two runs apart; "
        "a shorter run space is a chain"
    )
    return only_if(right, ((0, 0), (0, 1), (1, 0), (1, 1)), remark)


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
