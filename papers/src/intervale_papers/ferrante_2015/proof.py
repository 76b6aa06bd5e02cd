"""Claims of 002 §5: the proof of Theorem 5.2, step by step."""

from __future__ import annotations

from itertools import product

import numpy as np

import intervale as iv
from intervale_papers.ferrante_2015.findings import LOOKED, SPACES, Run, all_pairs, argued, held, runs_of, swapped
from intervale_papers.register import Finding, claim


def _counted(run: Run, depth: int, grade: int) -> int:
    """A(r, k, p) of the proof: how many of the first k documents have at least a grade."""
    return sum(1 for one in run[:depth] if one >= grade)


@claim(
    "002/5/proof-counts",
    "§5, proof of Theorem 5.2, If k = i, i + 1, …, j − 1",
    "for ranks between the two swapped, A(r, k, p) = A(s, k, p) for p < r[j] and A(r, k, p) < A(s, k, p) for p ≥ r[j]",
)
def proof_counts() -> Finding:
    r, s = (0, 2), (2, 0)
    first = _counted(r, 1, 1) < _counted(s, 1, 1) and _counted(r, 1, 3) == _counted(s, 1, 3)  # 1 < r[j] = 2 < 3
    below, beyond = ([iv.parse_measure(f"P(rel={p})@1").exact(run, grades=3) for run in (r, s)] for p in (1, 3))
    second = below[0] < below[1] and beyond[0] == beyond[1]
    remark = (
        "they differ for r[i] < p ≤ r[j] and no other p, so that r ≼ s follows; as printed it is right for binary "
        "relevance with p = 0 or 1; at k = j, which is left out, they are equal"
    )
    again = "P@1 of documents at or above 1, which differs, and at or above 3, which does not"
    return argued(first and _counts_mended(), second, (r, s, "k = 1, p = 1 and 3"), remark, again)


def _counts_mended() -> bool:
    """Whether after every Swap of ranks i and j counts differ as said, by 1."""
    for length, grades in SPACES:
        cases = list(product(range(1, length + 1), range(grades + 2)))
        for r in runs_of(length, grades):
            for s in swapped(r, grades):
                i, j = (place for place in range(length) if r[place] != s[place])
                grown = [_counted(s, k, p) - _counted(r, k, p) for k, p in cases]
                if grown != [int(i < k <= j and r[i] < p <= r[j]) for k, p in cases]:
                    return False
    return True


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
    "002/5/proof-example",
    "§5, proof of Theorem 5.2, For example",
    "(1,0,1,0,1,1) is at most (1,1,0,1,1,0), and the first run on the way up is (1,0,1,1,1,0)",
)
def proof_example() -> Finding:
    r, s = (1, 0, 1, 0, 1, 1), (1, 1, 0, 1, 1, 0)
    chain = _constructed(r, s)
    right = iv.order("rank-swap").leq(r, s) and chain[1] == (1, 0, 1, 1, 1, 0) and chain[-1] == s
    return held(not right, chain[1], "and it ends at the second run")


@claim(
    "002/5/proof-last",
    "§5, proof of Theorem 5.2, It is immediate to see",
    "where r ≼ s and r ends with a higher grade than s, r has a document of at most the last grade of s to swap with",
)
def proof_last() -> Finding:
    for length, grades in SPACES:
        array = np.array(runs_of(length, grades))
        higher = array[:, None, -1] > array[None, :, -1]
        none = array.min(axis=1)[:, None] > array[None, :, -1]
        if (all_pairs("rank-swap", runs_of(length, grades)) & higher & none).any():
            return held((length, grades))
    return held(
        None,
        LOOKED,
        "all pairs of runs in spaces of up to 256 runs; else more documents of r reach r's least grade",
    )


@claim(
    "002/5/proof-construction",
    "§5, proof of Theorem 5.2, we swap the last document in r_t with the closest document of minimum relevance grade",
    "from r ≼ s, swaps with the nearest least relevant document and replacements, from the last rank up, lead to s",
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
    again = "the first step from (0, 1, 2), after which a 2 stands first, while (0, 2, 1) has none there"
    return argued(first, second, (r, beyond, s), PAST, again)


PAST = (
    "binary, and for N = 2, it does; with three grades and N = 3 or 4 it goes past some s and never gets there, "
    "also where the nearest document of any smaller grade is taken; 002/5/theorem-5.2 has another way"
)
