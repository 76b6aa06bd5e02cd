"""Claims of §5: the proof of Theorem 5.2, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

import intervale as iv
from intervale_papers.ferrante_2015.spaces import (
    SPACES,
    Run,
    all_pairs,
    at_least,
    looked_at,
    reached,
    replaced,
    runs_of,
    swapped,
)
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases


@claim(
    "002/5/proof-counts",
    "§5, proof of Theorem 5.2, If k = i, i + 1, …, j − 1",
    "for ranks between the two swapped, A(r, k, p) = A(s, k, p) for p < r[j] and A(r, k, p) < A(s, k, p) for p ≥ r[j]",
    erratum=Erratum(
        printed="A(r_t, k, p) = A(s_t, k, p) for p < r̂_t[j] and A(r_t, k, p) < A(s_t, k, p) for p ≥ r̂_t[j], "
        "while for k > j",
        reads="A(r_t, k, p) + 1 = A(s_t, k, p) for r̂_t[i] < p ≤ r̂_t[j] and A(r_t, k, p) = A(s_t, k, p) for all "
        "other p, while for k ≥ j",
        depends="that r_t ≼ s_t after a Swap, and the Swap property; both stand",
    ),
)
def proof_counts() -> Finding:
    r, s = (0, 2), (2, 0)
    below, beyond = ([at_least(run, p, 1) for run in (r, s)] for p in (1, 3))  # 1 < r[j] = 2 < 3
    by_measure = [[iv.parse_measure(f"P(rel={p})@1").exact(run, grades=3) for run in (r, s)] for p in (1, 3)]
    second = by_measure[0][0] < by_measure[0][1] and by_measure[1][0] == by_measure[1][1]
    swaps = _swaps_counted()
    witness = f"{r} and {s}, k = 1: for p = 1 the counts are 0 and 1, for p = 3 both 0; {looked_at(swaps, 'Swap')}"
    remark = (
        "the counts differ for r[i] < p ≤ r[j] and for no other p, so that r ≼ s follows; as printed it is right "
        "with binary relevance, for p = 0 and 1; at k = j, which is left out, they are equal"
    )
    again = "P@1 of documents at or above 1, which differs, and at or above 3, which does not"
    broken = swaps and below == [0, 1] and beyond == [0, 0]
    return wrong(Kind.GAP, broken, witness, remark, second=second, again=again)


def _swaps_counted() -> int:
    """How many Swaps of ranks i and j there are, where after each the counts differ by 1 as they should; else 0."""
    swaps = 0
    for length, grades in SPACES:
        counts = list(product(range(1, length + 1), range(grades + 2)))
        for r in runs_of(length, grades):
            for s in swapped(r, grades):
                i, j = (place for place in range(length) if r[place] != s[place])
                grown = [at_least(s, p, k) - at_least(r, p, k) for k, p in counts]
                if grown != [int(i < k <= j and r[i] < p <= r[j]) for k, p in counts]:
                    return 0
                swaps += 1
    return swaps


def _constructed(r: Run, s: Run, least: bool = True) -> list[Run]:
    """The runs from r that the proof makes, from the last rank up; it ends early where there is none to swap with. A
    document is swapped with the nearest of the least grade, or, read otherwise, with the nearest of a smaller grade.
    """
    run, chain = list(r), [r]
    for n in range(len(r) - 1, -1, -1):
        while run[n] > s[n]:
            fits = [i for i in range(n) if run[i] < run[n] and (not least or run[i] == min(run[:n]))]
            if not fits:
                return chain
            run[fits[-1]], run[n] = run[n], run[fits[-1]]
            chain.append(tuple(run))
        run[n] = s[n]  # a Replacement, where it is less
        chain.append(tuple(run))
    return chain


@claim(
    "002/5/proof-documents",
    "§5, proof of Theorem 5.2, we replace the last document in r_t with a document of relevance degree ŝ_t[n]",
    "where r ≼ s and r ends with a lower degree than s, there is a document of that degree to put there instead",
)
def proof_documents() -> Finding:
    """In collections with so many documents of each degree, of which a run has none twice."""
    collections = without = enough = 0
    for length, grades, many in _collections():
        runs = [run for run in runs_of(length, grades) if _drawn_from(run, many)]
        leq = all_pairs("rank-swap", runs)
        ends = [(runs[a], runs[b]) for a, b in np.argwhere(leq) if runs[a][-1] < runs[b][-1]]
        missing = any(not _drawn_from((*r[:-1], s[-1]), many) for r, s in ends)
        collections, without, enough = collections + 1, without + missing, enough + (min(many) == length)
        if (missing and min(many) == length) or (reached(runs, grades, (replaced, swapped)) != leq).any():
            return under(False, f"N = {length}, documents of each degree: {many}", "")
    witness = (
        f"(1, 0) and (2, 1), one document of each degree; missing in {without} of {cases(collections, 'collection')}"
    )
    condition = (
        "where the collection has n documents of each degree, or the properties are asked of μ on all judged runs; "
        "runs have no document twice; the theorem stands in the others, too, by other steps"
    )
    return under(without and enough, witness, condition)


def _collections() -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Run lengths, top grades, and how many documents of each grade there are, up to the length."""
    for length, grades in ((2, 1), (2, 2), (3, 1), (3, 2)):
        for many in product(range(length + 1), repeat=grades + 1):
            if sum(many) >= length:
                yield length, grades, many


def _drawn_from(run: Run, many: tuple[int, ...]) -> bool:
    """Whether a collection has the documents of a run."""
    return all(run.count(grade) <= there for grade, there in enumerate(many))


@claim(
    "002/5/proof-example",
    "§5, proof of Theorem 5.2, For example",
    "(1,0,1,0,1,1) is at most (1,1,0,1,1,0), and the first run on the way up is (1,0,1,1,1,0)",
)
def proof_example() -> Finding:
    r, s = (1, 0, 1, 0, 1, 1), (1, 1, 0, 1, 1, 0)
    chain = _constructed(r, s)
    right = iv.order("rank-swap").leq(r, s) and chain[1] == (1, 0, 1, 1, 1, 0) and chain[-1] == s
    return holds(right, f"the first run is {chain[1]}, and the last the second run")


@claim(
    "002/5/proof-last",
    "§5, proof of Theorem 5.2, It is immediate to see",
    "where r ≼ s and r ends with a higher degree than s, r has a document of at most the last degree of s to swap with",
)
def proof_last() -> Finding:
    looked = 0
    for length, grades in SPACES:
        array = np.array(runs_of(length, grades))
        higher = all_pairs("rank-swap", runs_of(length, grades)) & (array[:, None, -1] > array[None, :, -1])
        looked += int(higher.sum())
        if (higher & (array.min(axis=1)[:, None] > array[None, :, -1])).any():
            return holds(False, f"N = {length}, top grade {grades}")
    remark = (
        "else all of r and not all of s would reach the least degree of r; in this minimum i is printed from 0, "
        "and starts at 1"
    )
    return holds(looked, looked_at(looked, "pair of runs"), remark)


@claim(
    "002/5/proof-construction",
    "§5, proof of Theorem 5.2, we swap the last document in r_t with the closest document of minimum relevance grade",
    "from r ≼ s, swaps with the nearest least relevant document and replacements, from the last rank up, lead to s",
    erratum=Erratum(
        printed="we swap the last document in r_t with the closest document of minimum relevance grade of the same run",
        reads="from the first rank i with r̂_t[i] ≠ ŝ_t[i] on: swap r_t[i] with the next document of a degree "
        "above r̂_t[i] and at most ŝ_t[i], or, where there is none, replace it by one of degree ŝ_t[i]",
        depends="Theorem 5.2, whose proof is complete for binary relevance only; the theorem stands",
    ),
)
def proof_construction() -> Finding:
    lost = {}
    for grades, length, least in product((1, 2, 3), (2, 3, 4), (True, False)):
        runs = runs_of(length, grades)
        pairs = [(runs[a], runs[b]) for a, b in np.argwhere(all_pairs("rank-swap", runs))]
        lost[grades, length, least] = sum(1 for r, s in pairs if _constructed(r, s, least)[-1] != s)
    first = all((many == 0) == (grades == 1 or length == 2) for (grades, length, _), many in lost.items())
    r, beyond, s = (0, 1, 2), (2, 1, 0), (0, 2, 1)  # one Swap leads from r to s, but the first step goes to beyond
    heads = [iv.parse_measure("P(rel=2)@1").exact(run, grades=2) for run in (beyond, s)]
    second = {beyond, s} <= set(swapped(r, 2)) and heads == [1, 0] and not iv.order("rank-swap").leq(beyond, s)
    witness = f"from {r} the first step leads to {beyond}, which is not at most {s}"
    again = "P@1 of documents of grade 2, which is 1 after the first step and 0 at the end"
    return wrong(Kind.GAP, first, witness, PAST, second=second, again=again)


PAST = (
    "with binary relevance, and for N = 2, it does; with three or four degrees and N = 3 or 4 it goes past some s "
    "and never gets there, also where the nearest document of any smaller degree is taken"
)
