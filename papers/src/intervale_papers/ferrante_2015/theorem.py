"""Claims of §5: Replacement, Swap, the equivalence theorem, and measures that agree and do not."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np

import intervale as iv
from intervale_papers.ferrante_2015.spaces import (
    SPACES,
    Run,
    all_pairs,
    looked_at,
    pairs_in_spaces,
    reached,
    replaced,
    runs_of,
    swapped,
)
from intervale_papers.findings import holds, wrong
from intervale_papers.printed import printed_table
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

FIRST, SECOND, THIRD = (1, 0, 0, 1, 0), (0, 1, 1, 0, 1), (0, 0, 1, 1, 1)
DOCUMENTS = {"r": "axybz", "s": "xabyc"}
"""The first two as documents, of which a, b and c are relevant."""
MEASURES = ("P", "AP", "RBP(p=0.5)", "RBP(p=0.8)", "nDCG(base=2)", "nDCG(base=10)", "ERR")
WAY_UP = (
    "chains of Replacements and Swaps reach what the order compares, and nothing else; for all N and c a way up "
    "from the first rank i at which r and s differ: swap r[i] with the next document of a degree above r[i] and at "
    "most s[i], or, where there is none, replace it by s[i]"
)


@claim("002/5/theorem-5.2", "§5, Theorem 5.2", "a function is monotone on runs iff it satisfies Replacement and Swap")
def theorem_5_2() -> Finding:
    """On a space: what chains of Replacements and Swaps reach is what the order compares."""
    for length, grades in SPACES:
        runs, leq = runs_of(length, grades), all_pairs("rank-swap", runs_of(length, grades))
        lost = any(not _from_the_top(runs[a], runs[b]) for a, b in np.argwhere(leq))
        if lost or (reached(runs, grades, (replaced, swapped)) != leq).any():
            return holds(False, f"N = {length}, top grade {grades}")
    return holds(True, looked_at(pairs_in_spaces(), "pair of runs"), WAY_UP)


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
            return holds(False, f"N = {length}, top grade {grades}")
    looked = looked_at(pairs_in_spaces("set"), "pair of sets")
    return holds(True, looked, "chains of Replacements reach what the order compares, and nothing else")


@claim(
    "002/5/moves",
    "§5, proof of Theorem 5.2, This implies that r ≼ s",
    "a Replacement and a Swap both lead to a run that is at least as great",
)
def moves_rise() -> Finding:
    steps = 0
    for length, grades in SPACES:
        runs = runs_of(length, grades)
        pairs = [(run, end) for run in runs for move in (replaced, swapped) for end in move(run, grades)]
        steps += len(pairs)
        low, high = (np.array(side) for side in zip(*pairs, strict=True))
        if not iv.order("rank-swap").leq(low, high).all():
            return holds(False, f"N = {length}, top grade {grades}")
    return holds(True, looked_at(steps, "step"))


@claim(
    "002/5/monotonicity",
    "§5, Note that the monotonicity requested in the definition above differs",
    "monotonicity here, among runs of one length, is another than that for runs that grow at the end",
)
def monotonicity() -> Finding:
    found = iv.axioms("P", length=4)
    right = found.utility_oriented.holds and not found["monotonicity"].holds
    witness = f"{listed(found['monotonicity'].witness)}: P is utility-oriented, and falls when this run grows so"
    return holds(right, witness)


@claim(
    "002/5/agree",
    "§5, As a final remark",
    "two utility-oriented measurements never order two comparable runs in opposite ways",
)
def agree() -> Finding:
    looked = 0
    for length, grades in ((length, grades) for length, grades in SPACES if (grades + 1) ** length <= 81):
        runs = runs_of(length, grades)
        compared = np.argwhere(all_pairs("rank-swap", runs))
        looked += len(compared)
        for text in MEASURES:
            values = [iv.parse_measure(text).exact(run, grades=grades) for run in runs]
            falls = [(runs[a], runs[b]) for a, b in compared if values[a] > values[b]]
            if falls:
                return holds(False, f"{text} on {listed(falls[0])}")
    return holds(
        True, f"{cases(looked, 'pair of comparable runs')} in spaces of up to 81 runs, under {listed(MEASURES)}"
    )


@claim(
    "002/5/disagree",
    "§5, On the contrary, when two runs are not comparable",
    "for two runs that are not comparable there are two utility-oriented measurements that order them differently",
)
def disagree() -> Finding:
    looked = 0
    for length, grades in SPACES:
        runs, leq = runs_of(length, grades), all_pairs("rank-swap", runs_of(length, grades))
        apart, less = ~leq & ~leq.T, np.zeros_like(leq)
        for depth, grade in product(range(1, length + 1), range(1, grades + 1)):
            values = iv.parse_measure(f"P(rel={grade})@{depth}").score(np.array(runs), grades=grades)
            less |= values[:, None] < values[None]
        looked += int(apart.sum()) // 2
        if (apart & ~(less & less.T)).any() or (leq & less.T).any():
            return holds(False, f"N = {length}, top grade {grades}")
    remark = "P at two cutoffs or for two degrees, which are all monotone: what they count is what the order compares"
    return holds(True, looked_at(looked, "pair of runs"), remark)


def _printed_values() -> dict[str, list[Fraction]]:
    """The values that the example prints, of AP times the recall base, by measure."""
    return {
        row["measure"]: [Fraction(row[run]) for run in "rs"] for row in printed_table("ferrante-2015/section-5-example")
    }


@claim(
    "002/5/example-values",
    "§5, the example of Precision and AP, its values",
    "(1,0,0,1,0) has P@5 = 2/5 and AP = (3/2)/RB, (0,1,1,0,1) has 3/5 and (53/30)/RB; they are not comparable",
)
def example_values() -> Finding:
    printed = _printed_values()
    found = {text: [iv.parse_measure(text).exact(run) for run in (FIRST, SECOND)] for text in printed}
    apart = not iv.order("rank-swap").comparable(FIRST, SECOND)
    return holds(apart and found == printed, {text: listed(values) for text, values in found.items()})


@claim(
    "002/5/example",
    "§5, AP(r_t) = (1/RB_t) 3/2 > AP(s_t) = (1/RB_t) 53/30",
    "AP prefers (1,0,0,1,0) to (0,1,1,0,1), Precision the other",
    erratum=Erratum(
        printed="s_t = (0, 1, 1, 0, 1), … AP(r_t) = (1/RB_t) 3/2 > AP(s_t) = (1/RB_t) 53/30",
        reads="s_t = (0, 0, 1, 1, 1) and AP(s_t) = (1/RB_t) 43/30",
        depends="the remark before it, that some two measurements disagree where runs are not comparable; it stands",
    ),
)
def example() -> Finding:
    by_ap, by_p = ([iv.parse_measure(text).exact(run) for run in (FIRST, SECOND, THIRD)] for text in ("AP", "P@5"))
    ranked = {
        name: {"1": dict(zip(names, (5.0, 4.0, 3.0, 2.0, 1.0), strict=True))} for name, names in DOCUMENTS.items()
    }
    scored = iv.evaluate({"1": {"a": 1, "b": 1, "c": 1}}, ranked, ["AP"])
    both = by_ap[0] < by_ap[1] and by_p[0] < by_p[1]
    mended = by_ap[2] == Fraction(43, 30) < by_ap[0] and by_p[0] < by_p[2]
    mended &= not iv.order("rank-swap").comparable(FIRST, THIRD)
    remark = "the values are right, and 3/2 = 45/30 is less than 53/30: AP prefers the second run, as Precision does"
    again = "scoring two runs of five documents for a topic with three relevant ones"
    second = scored.mean("r", "AP") < scored.mean("s", "AP")
    witness = f"AP times RB: {by_ap[0]} and {by_ap[1]}; P@5: {by_p[0]} and {by_p[1]}"
    return wrong(Kind.FALSE, both and mended, witness, remark, second=second, again=again)
