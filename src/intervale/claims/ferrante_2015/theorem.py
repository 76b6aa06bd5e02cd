"""Claims of 002 §5: Replacement, Swap, the equivalence theorem and its proof, and measures that disagree."""

from __future__ import annotations

from itertools import product

import numpy as np

import intervale as iv
from intervale.claims.ferrante_2015.shared import (
    SPACES,
    Run,
    all_pairs,
    argued,
    held,
    reached,
    replaced,
    runs_of,
    swapped,
)
from intervale.claims.register import Finding, claim

FIRST, SECOND = (1, 0, 0, 1, 0), (0, 1, 1, 0, 1)
DOCUMENTS = {"r": "axybz", "s": "xabyc"}
"""The same as documents, of which a, b and c are relevant."""
MEASURES = ("P", "AP", "RBP(p=0.5)", "RBP(p=0.8)", "nDCG(base=2)", "nDCG(base=10)", "ERR")


@claim("002/5/theorem-5.2", "§5, Theorem 5.2", "a function is monotone on runs iff it satisfies Replacement and Swap")
def theorem_5_2() -> Finding:
    """On a space: what chains of Replacements and Swaps reach is what the order compares."""
    cases = 0
    for length, grades in SPACES:
        runs = runs_of(length, grades)
        cases += len(runs) ** 2
        differ = np.argwhere(reached(runs, grades, (replaced, swapped)) != all_pairs("rank-swap", runs))
        if len(differ):
            return held([runs[number] for number in differ[0]])
    remark = (
        "all pairs in spaces of up to 256 runs: chains of both reach what the order compares, and nothing else; "
        "the way up that the proof takes is one for binary relevance only (002/5/proof-construction)"
    )
    return held(None, cases, remark)


@claim(
    "002/5/theorem-sets",
    "§5, after the proof, the case of set-based retrieval",
    "a function of sets is monotone iff it satisfies Replacement",
)
def theorem_sets() -> Finding:
    for length, grades in SPACES:
        runs = runs_of(length, grades, "set")
        if (reached(runs, grades, (replaced,), "set") != all_pairs("set-replacement", runs)).any():
            return held((length, grades))
    return held(
        None,
        len(SPACES),
        "all pairs of sets in spaces of up to 256 runs: chains of Replacements reach what is compared",
    )


@claim(
    "002/5/moves",
    "§5, proof of Theorem 5.2, This implies that r ≼ s",
    "a Replacement and a Swap both lead to a run that is at least as great",
)
def moves_rise() -> Finding:
    cases = 0
    for length, grades in SPACES:
        runs = runs_of(length, grades)
        pairs = [(run, end) for run in runs for move in (replaced, swapped) for end in move(run, grades)]
        cases += len(pairs)
        low, high = (np.array(side) for side in zip(*pairs, strict=True))
        if not iv.order("rank-swap").leq(low, high).all():
            return held((length, grades))
    return held(None, cases, "all Replacements and Swaps in spaces of up to 256 runs")


@claim(
    "002/5/monotonicity",
    "§5, Note that the monotonicity requested in the definition above differs",
    "monotonicity here, among runs of one length, is another than that for runs that grow at the end",
)
def monotonicity() -> Finding:
    found = iv.axioms("P", length=4, seconds=2)
    wrong = not found.utility_oriented.holds or found["monotonicity"].holds
    return held(wrong, found["monotonicity"].witness, "P is utility-oriented, and falls when a run grows so")


# ---------------------------------------------------------------- the proof


def _counted(run: Run, depth: int, grade: int) -> int:
    """A(r, k, p) of the proof: how many of the first k documents have at least a grade."""
    return sum(1 for one in run[:depth] if one >= grade)


@claim(
    "002/5/proof-counts",
    "§5, proof of Theorem 5.2, If k = i, i + 1, …, j − 1",
    "for ranks between the two swapped, A(r, k, p) = A(s, k, p) for p < r[j] and A(r, k, p) < A(s, k, p) for p ≥ r[j]",
)
def proof_counts() -> Finding:
    mended = True
    for length, grades in SPACES:
        for r in runs_of(length, grades):
            for s in swapped(r, grades):
                i, j = (place for place in range(length) if r[place] != s[place])
                for k, p in product(range(i + 1, j + 1), range(1, grades + 1)):
                    mended &= (_counted(s, k, p) - _counted(r, k, p)) == (1 if r[i] < p <= r[j] else 0)
    r, s = (0, 2), (2, 0)
    first = _counted(r, 1, 1) < _counted(s, 1, 1) and _counted(r, 1, 3) == _counted(s, 1, 3)  # 1 < r[j] = 2 < 3
    below, beyond = ([iv.parse_measure(f"P(rel={p})@1").exact(run, grades=3) for run in (r, s)] for p in (1, 3))
    remark = "they differ for r[i] < p ≤ r[j] and for no other p; r ≼ s follows" if mended else "it is another rule"
    again = "P@1 of documents at or above 1, which differs, and at or above 3, which does not"
    return argued(first, below[0] < below[1] and beyond[0] == beyond[1], (r, s, "k = 1, p = 1 and 3"), remark, again)


def _constructed(r: Run, s: Run) -> list[Run]:
    """The runs from r that the proof makes, from the last rank up; it ends early where there is none to swap with."""
    run, chain = list(r), [r]
    for n in range(len(r) - 1, -1, -1):
        if run[n] > s[n]:
            least = min(run[: n + 1])
            i = max((place for place in range(n) if run[place] == least), default=n)
            run[i], run[n] = run[n], run[i]
            chain.append(tuple(run))
            if run[n] > s[n]:
                return chain
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
        len(SPACES),
        "all pairs of runs in spaces of up to 256 runs; else more documents of r reach r's least grade",
    )


@claim(
    "002/5/proof-construction",
    "§5, proof of Theorem 5.2, we swap the last document in r_t with the closest document of minimum relevance grade",
    "from r ≼ s, swaps with the nearest least relevant document and replacements, from the last rank up, lead to s",
)
def proof_construction() -> Finding:
    ways = {(1, 6): [0, 0], (2, 3): [0, 0], (3, 3): [0, 0]}
    for grades, length in ways:
        runs = runs_of(length, grades)
        for a, b in np.argwhere(all_pairs("rank-swap", runs)):
            ways[grades, length][_constructed(runs[a], runs[b])[-1] == runs[b]] += 1
    lost = [failed for failed, _ in ways.values()]
    r, beyond, s = (0, 1, 2), (2, 1, 0), (0, 2, 1)  # one Swap leads from r to s, but the first step goes to beyond
    past = _constructed(r, s)[1] == beyond and iv.parse_measure("P(rel=2)@1").exact(beyond, grades=2) == 1
    second = past and s in swapped(r, 2) and not iv.order("rank-swap").leq(beyond, s)
    remark = f"binary it does, to N = 6; with three or four grades it goes past s for {lost[1:]} of the pairs of N = 3"
    again = "the first step from (0, 1, 2), after which a 2 stands first, while (0, 2, 1) has none there"
    return argued(lost[0] == 0 and min(lost[1:]) > 0, second, (r, beyond, s), remark, again)


# ---------------------------------------------------------------- measures that agree, and that do not


@claim(
    "002/5/agree",
    "§5, As a final remark",
    "two utility-oriented measurements never order two comparable runs in opposite ways",
)
def agree() -> Finding:
    for length, grades in SPACES:
        runs = runs_of(length, grades)
        strictly = all_pairs("rank-swap", runs)
        for text in MEASURES:
            values = [iv.parse_measure(text).exact(run, grades=grades) for run in runs]
            falls = [(a, b) for a, b in np.argwhere(strictly) if values[a] > values[b]]
            if falls:
                return held((text, *falls[0]))
    return held(None, len(SPACES), f"all comparable runs in spaces of up to 256 runs, by {', '.join(MEASURES)}")


@claim(
    "002/5/disagree",
    "§5, On the contrary, when two runs are not comparable",
    "for two runs that are not comparable there are two utility-oriented measurements that order them differently",
)
def disagree() -> Finding:
    cases = 0
    for length, grades in SPACES:
        runs, leq = runs_of(length, grades), all_pairs("rank-swap", runs_of(length, grades))
        apart, less = ~leq & ~leq.T, np.zeros_like(leq)
        for depth, grade in product(range(1, length + 1), range(1, grades + 1)):
            values = iv.parse_measure(f"P(rel={grade})@{depth}").score(np.array(runs), grades=grades)
            less |= values[:, None] < values[None]
        cases += int(apart.sum()) // 2
        if (apart & ~(less & less.T)).any() or (leq & less.T).any():
            return held((length, grades))
    return held(None, cases, "all pairs in spaces of up to 256 runs: P at two cutoffs or for two grades, all monotone")


@claim(
    "002/5/example-values",
    "§5, the example of Precision and AP, its values",
    "(1,0,0,1,0) has P@5 = 2/5 and AP = (3/2)/RB, (0,1,1,0,1) has 3/5 and (53/30)/RB; they are not comparable",
)
def example_values() -> Finding:
    values = [[str(iv.parse_measure(text).exact(run)) for run in (FIRST, SECOND)] for text in ("P@5", "AP")]
    wrong = iv.order("rank-swap").comparable(FIRST, SECOND) or values != [["2/5", "3/5"], ["3/2", "53/30"]]
    return held(wrong, values)


@claim(
    "002/5/example",
    "§5, AP(r_t) = (1/RB_t) 3/2 > AP(s_t) = (1/RB_t) 53/30",
    "AP prefers (1,0,0,1,0) to (0,1,1,0,1), Precision the other",
)
def example() -> Finding:
    by_ap, by_p = ([iv.parse_measure(text).exact(run) for run in (FIRST, SECOND)] for text in ("AP", "P@5"))
    ranked = {
        name: {"1": dict(zip(names, (5.0, 4.0, 3.0, 2.0, 1.0), strict=True))} for name, names in DOCUMENTS.items()
    }
    found = iv.evaluate({"1": {"a": 1, "b": 1, "c": 1}}, ranked, ["AP"])
    steep = [iv.parse_measure("RBP(p=0.5)").exact(run) for run in (FIRST, SECOND)]
    remark = "the values are right, and 45/30 is less than 53/30: AP prefers the second, too"
    remark += "; RBP with p = 0.5 does prefer the first" if steep[0] > steep[1] else ""
    first, again = (
        by_ap[0] < by_ap[1] and by_p[0] < by_p[1],
        "scoring two runs of five documents for a topic with RB = 3",
    )
    return argued(first, found.mean("r", "AP") < found.mean("s", "AP"), (by_ap, by_p), remark, again)
