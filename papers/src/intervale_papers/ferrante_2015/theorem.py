"""Claims of 002 §5: Replacement, Swap, the equivalence theorem, and measures that agree and do not."""

from __future__ import annotations

from itertools import product

import numpy as np

import intervale as iv
from intervale_papers.ferrante_2015.findings import (
    LOOKED,
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
from intervale_papers.register import Finding, claim

FIRST, SECOND = (1, 0, 0, 1, 0), (0, 1, 1, 0, 1)
DOCUMENTS = {"r": "axybz", "s": "xabyc"}
"""The same as documents, of which a, b and c are relevant."""
MEASURES = ("P", "AP", "RBP(p=0.5)", "RBP(p=0.8)", "nDCG(base=2)", "nDCG(base=10)", "ERR")


@claim("002/5/theorem-5.2", "§5, Theorem 5.2", "a function is monotone on runs iff it satisfies Replacement and Swap")
def theorem_5_2() -> Finding:
    """On a space: what chains of Replacements and Swaps reach is what the order compares."""
    cases = 0
    for length, grades in SPACES:
        runs, leq = runs_of(length, grades), all_pairs("rank-swap", runs_of(length, grades))
        cases += len(runs) ** 2
        lost = next((1 for a, b in np.argwhere(leq) if not _from_the_top(runs[a], runs[b])), 0)
        if lost or (reached(runs, grades, (replaced, swapped)) != leq).any():
            return held((length, grades))
    return held(None, f"{cases} pairs", WAY_UP)


WAY_UP = (
    "all pairs in spaces of up to 256 runs: chains of both reach what the order compares, and nothing else; for all N "
    "and c by a way up from the first rank: swap r[i] with the next document of a grade above r[i] and at most s[i], "
    "or replace it by s[i] where there is none; the way that the paper takes is one for binary relevance only"
)


def _from_the_top(r: Run, s: Run) -> bool:
    """Whether Swaps and Replacements, from the first rank i at which they differ, lead from r to s. Before i all counts
    are equal, and from i to the document that is moved up r has none of these grades, so that s, with s[i], is one
    ahead: the next run is at most s, too.
    """
    run = r
    while run != s:
        i = next(place for place in range(len(s)) if run[place] != s[place])
        if run[i] > s[i]:
            return False
        j = next((place for place in range(i + 1, len(s)) if run[i] < run[place] <= s[i]), None)
        up, rest = (s[i], run[i + 1 :]) if j is None else (run[j], (*run[i + 1 : j], run[i], *run[j + 1 :]))
        run = (*run[:i], up, *rest)
    return True


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
        LOOKED,
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
    return held(None, f"{cases} steps", "all Replacements and Swaps in spaces of up to 256 runs")


@claim(
    "002/5/monotonicity",
    "§5, Note that the monotonicity requested in the definition above differs",
    "monotonicity here, among runs of one length, is another than that for runs that grow at the end",
)
def monotonicity() -> Finding:
    found = iv.axioms("P", length=4)
    wrong = not found.utility_oriented.holds or found["monotonicity"].holds
    return held(wrong, found["monotonicity"].witness, "P is utility-oriented, and falls when a run grows so")


@claim(
    "002/5/agree",
    "§5, As a final remark",
    "two utility-oriented measurements never order two comparable runs in opposite ways",
)
def agree() -> Finding:
    for length, grades in ((length, grades) for length, grades in SPACES if (grades + 1) ** length <= 81):
        runs = runs_of(length, grades)
        compared = np.argwhere(all_pairs("rank-swap", runs))
        for text in MEASURES:
            values = [iv.parse_measure(text).exact(run, grades=grades) for run in runs]
            falls = [(runs[a], runs[b]) for a, b in compared if values[a] > values[b]]
            if falls:
                return held((text, falls[0]))
    return held(None, ", ".join(MEASURES), "all comparable runs in spaces of up to 81 runs")


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
    return held(None, f"{cases} pairs", "in spaces of up to 256 runs: P at two cutoffs or for two grades, all monotone")


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
