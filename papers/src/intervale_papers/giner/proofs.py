"""Claims of Giner, the appendix: the steps of its proofs."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, combinations, product

import intervale as iv
from intervale.orders import JudgedRun
from intervale_papers.findings import wrong
from intervale_papers.giner.formulas import rank_swap
from intervale_papers.giner.lattices import (
    FEWER,
    SMALL,
    TINY,
    Tried,
    all_hold,
    everywhere,
    irreducibles,
    join,
    lower_irreducibles,
    ordered_pairs,
    runs_under,
    size_of,
    values,
)
from intervale_papers.giner.setting import GAINS
from intervale_papers.giner.theory import irredundant_joins, joined
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases


@claim("000/appendix/eq-8", "Appendix, eq. (8)", "irreducible multisets have one grade some times and else 0")
def equation_8() -> Finding:
    def tried() -> Tried:
        for length, grades in SMALL:
            printed = {(m,) * k + (0,) * (length - k) for m in range(1, grades + 1) for k in range(1, length + 1)}
            found = {*irreducibles(runs_under("set-replacement", length, grades))}
            yield f"N = {length}, c = {grades}", found == printed and len(found) == length * grades

    return everywhere(tried(), "space", f"{size_of(SMALL)}: those listed, N times c of them, and no others")


@claim(
    "000/appendix/listed-below",
    "Appendix, proof of Proposition 1",
    "J_r has, for each k, k documents of one grade up to r_k",
)
def listed_below() -> Finding:
    def tried() -> Tried:
        for length, grades in FEWER:
            found = runs_under("set-replacement", length, grades)
            for run in found.runs:
                listed = {
                    (m,) * k + (0,) * (length - k) for k in range(1, length + 1) for m in range(1, run[k - 1] + 1)
                }
                yield run, lower_irreducibles(found, run) == listed

    return everywhere(tried(), "multiset", f"from spaces {size_of(FEWER)}")


@claim(
    "000/appendix/unique-join",
    "Appendix, proof of Proposition 1",
    "every element is in a unique manner a join of join-irreducible elements",
    erratum=Erratum(
        printed="every element can be expressed in a unique manner as a join of the join-irreducible elements",
        reads="every element can be expressed in a unique manner as an irredundant join of join-irreducible elements",
        depends="the proof of Proposition 1, which needs no uniqueness and stands",
    ),
)
def unique_join() -> Finding:
    found = runs_under("set-replacement", 2, 2)
    lower = sorted(lower_irreducibles(found, (2, 0)))
    every = [some for size in (1, 2, 3) for some in combinations(lower, size) if joined(found, some) == (2, 0)]
    once = all_hold((run, irredundant_joins(found, run) == 1) for run in found.runs[1:])
    witness = "{2, 0} is the join of itself alone, and of {1, 0} and {2, 0}"
    seen = {*every} == {((2, 0),), ((1, 0), (2, 0))} and once
    return wrong(Kind.MISPRINT, seen, witness, "Theorem 1, which is quoted here, says irredundant")


@claim(
    "000/appendix/join",
    "Appendix, proof of Proposition 1",
    "under set-replacement the join is the maximum place by place",
)
def join_of_sets() -> Finding:
    def tried() -> Tried:
        for space in FEWER:
            found = runs_under("set-replacement", *space)
            for r, s in product(found.runs, repeat=2):
                yield (r, s), join(found, r, s) == tuple(map(max, r, s))

    return everywhere(tried(), "pair of multisets", f"from spaces {size_of(FEWER)}, grades in decreasing order")


@claim(
    "000/appendix/covers-set",
    "Appendix, proof of Proposition 2",
    "under set-replacement a step raises one grade by one",
)
def covers_of_sets() -> Finding:
    return _raised_by_one("set-replacement")


@claim(
    "000/appendix/covers-rank",
    "Appendix, proof of Proposition 6",
    "under rank-replacement a step raises one grade by one",
)
def covers_of_ranks() -> Finding:
    return _raised_by_one("rank-replacement")


def _raised_by_one(order: str) -> Finding:
    """Whether s is right above r iff one place of s is one more than in r and the others are equal."""

    def tried() -> Tried:
        for length, grades in FEWER:
            found = runs_under(order, length, grades)
            steps = {*found.cover_pairs()}
            for r, s in product(found.runs, repeat=2):
                raised = sorted(map(int.__sub__, s, r)) == [0] * (length - 1) + [1]
                yield (r, s), raised == ((r, s) in steps)

    return everywhere(tried(), "pair of runs", f"from spaces {size_of(FEWER)}")


@claim(
    "000/appendix/strictly-below",
    "Appendix, proofs of Propositions 2 and 6",
    "if r ≼ s and r ≠ s, some place of s covers that of r (r_k ≺ s_k), and none is smaller",
    erratum=Erratum(
        printed=r"$\hat{r}_k \prec \hat{s}_k$",
        reads="r_k ≼ s_k and r_k ≠ s_k (also for r[k] and s[k]); §2 uses ≺ for covers",
        depends="Propositions 2 and 6; both stand",
        symbol=True,
    ),
)
def strictly_below() -> Finding:
    pairs = [
        pair
        for order in ("set-replacement", "rank-replacement")
        for space in TINY
        for pair in ordered_pairs(runs_under(order, *space))
    ]
    meant = all(all(map(int.__le__, r, s)) and any(map(int.__lt__, r, s)) for r, s in pairs)
    literal = [(r, s) for r, s in pairs if not any(y == x + 1 for x, y in zip(r, s, strict=True))]
    witness = (
        f"(0) and (2): a_2 does not cover a_0; so in {len(literal)} of {cases(len(pairs), 'pair of runs')} from "
        f"spaces {size_of(TINY)}"
    )
    remark = "with ≺ read as strictly smaller it is right for all of them"
    return wrong(Kind.MISPRINT, meant and ((0,), (2,)) in literal, witness, remark)


@claim(
    "000/appendix/sums",
    "Appendix, proofs of Propositions 2 and 6",
    "under replacement a better run has a larger sum of gains",
)
def larger_sums() -> Finding:
    def tried() -> Tried:
        for order, space, g in product(("set-replacement", "rank-replacement"), TINY, GAINS.values()):
            for r, s in ordered_pairs(runs_under(order, *space)):
                yield (r, s), sum(g[x] for x in r) < sum(g[x] for x in s)

    return everywhere(
        tried(), "case", f"of two runs, one better, from spaces {size_of(TINY)}, with linear or other gains"
    )


@claim(
    "000/appendix/gP-for-RBP",
    "Appendix, proof of Proposition 6, first line",
    "RBP is positive if gP(r) < gP(s) for all r ≼ s with r ≠ s",
    erratum=Erratum(
        printed=(
            r"*RBP* will be a positive valuation if the implication:  $\hat{r} \preceq \hat{s}$  and  $\hat{r} \neq "
            r"\hat{s} \Rightarrow gP(\hat{r}) < gP(\hat{s})$  holds true"
        ),
        reads="RBP will be a positive valuation if the implication: r ≼ s and r ≠ s ⇒ gRBP(r) < gRBP(s) holds true",
        depends="the proof of Proposition 6, which goes on with gRBP and stands",
    ),
)
def precision_for_rbp() -> Finding:
    low, high = (1, 0), (0, 2)
    precise, biased = values("gP", low, high, grades=2), values("gRBP(p=0.4)", low, high, grades=2)
    witness = f"from (1, 0) to (0, 2) gP rises from {precise[0]} to {precise[1]}, gRBP with p = 0.4 falls from "
    witness += f"{float(biased[0]):.3g} to {float(biased[1]):.3g}"
    remark = "that gP rises says nothing of RBP; the proof of Proposition 8 has gRBP at this place"
    return wrong(Kind.MISPRINT, precise[0] < precise[1] and biased[0] > biased[1], witness, remark)


@claim(
    "000/appendix/valuation-property",
    "Appendix, proofs of Propositions 7 and 8, first lines",
    "under rank-swap a measure is an isotone valuation if it is isotone",
    erratum=Erratum(
        printed="The generalized precision will be an isotone valuation if the implication",
        reads=(
            "the proof has to show, too, that it is a valuation: for c = 1 meet and join are the smaller and larger "
            "of the "
            "counts so far, rank by rank, in which gP, gR, RBP and DCG_b are linear"
        ),
        depends="Propositions 7 and 8; for c = 1 both stand",
    ),
)
def valuation_property() -> Finding:
    found = runs_under("rank-swap", 3, 1)
    other = iv.valuation(found, lambda run: Fraction(run[0] * sum(run), 3))
    measures = ("gP", "gR", "gRBP(p=0.8)", "DCG(base=2)", "DCG(base=10)")
    stands = all(
        iv.valuation(runs_under("rank-swap", length, 1), iv.parse_measure(text)).is_valuation
        for text, length in product(measures, range(1, 6))
    )
    r, s = (0, 1, 1), (1, 0, 0)
    parts = [other.value(run) for run in (r, s, join(found, r, s))]
    witness = (
        f"P@1 times P@3 is isotone: {parts[0]} for (0, 1, 1), {parts[1]} for (1, 0, 0), {parts[2]} for their join "
        "(1, 0, 1) and 0 for "
    )
    witness += "their meet (0, 1, 0)"
    remark = (
        "for Propositions 2, 5 and 6 this part is quoted, here it is neither quoted nor shown; binary and to N = 5 "
        "it holds"
    )
    broken = other.isotone and not other.is_valuation and parts == [0, Fraction(1, 3), Fraction(2, 3)]
    return wrong(Kind.GAP, broken and stands, witness, remark)


@claim(
    "000/appendix/strict-counts",
    "Appendix, proof of Proposition 7",
    "counting the degrees above each a_j, and not those at or above it, defines the same order",
)
def strict_counts() -> Finding:
    def tried() -> Tried:
        for length, grades in TINY:
            places = list(product(range(grades + 1), range(1, length + 1)))
            for r, s in product(iv.RunSpace(length, grades), repeat=2):
                strict = all(sum(g > j for g in r[:k]) <= sum(g > j for g in s[:k]) for j, k in places)
                yield (r, s), strict == rank_swap(r, s)

    return everywhere(tried(), "pair of runs", f"from spaces {size_of(TINY)}")


@claim(
    "000/appendix/prefix-sums",
    "Appendix, proofs of Propositions 7 and 8",
    "r ≼ s iff no partial sum of gains of r is above that of s",
    erratum=Erratum(
        printed=r"\iff \quad \sum_{i=1}^k g(\hat{r}[i]) \leq \sum_{i=1}^k g(\hat{s}[i])",
        reads="⟹ Σ_(i≤k) g(r[i]) ≤ Σ_(i≤k) g(s[i])",
        depends="Propositions 7 and 8, whose proofs both have this line and use ⟹ only, which holds",
    ),
)
def prefix_sums() -> Finding:
    flat, (r, s) = (0, 2, 3, 4, 5), ((1, 1), (2, 0))
    broken = {g: [pair for space in TINY for pair in _sums_only(g, *space)] for g in (*GAINS.values(), flat)}
    graded = all(len(pair[0]) > 1 and max(map(max, pair)) > 1 for pairs in broken.values() for pair in pairs)
    one_way = all(
        _no_more(*pair, g) for g in broken for space in TINY for pair in ordered_pairs(runs_under("rank-swap", *space))
    )
    witness = (
        "(1, 1) and (2, 0) with gains equal to grades: sums 1, 2 against 2, 2, but two relevant documents against one"
    )
    remark = (
        "from left to right it holds, for three gain functions; from right to left it fails with c ≥ 2 and N ≥ 2 "
        "only; with the "
        "gains 0, 2, 3 it fails for (0, 2) and (1, 1)"
    )
    again = "the counts of §5.3 for these two runs: down to rank 2, 2 and 1 documents of grade 1 and more"
    counted = _no_more(r, s, GAINS[""]) and sum(x >= 1 for x in r) > sum(x >= 1 for x in s)
    seen = (r, s) in broken[GAINS[""]] and ((0, 2), (1, 1)) in broken[flat] and graded and one_way
    return wrong(Kind.GAP, seen, witness, remark, second=counted, again=again)


def _sums_only(g: tuple[int, ...], length: int, grades: int) -> list[tuple[JudgedRun, JudgedRun]]:
    """All pairs whose partial sums of gains say r ≼ s, though it is not so."""
    pairs = ((r, s) for r, s in product(iv.RunSpace(length, grades), repeat=2) if _no_more(r, s, g))
    return [(r, s) for r, s in pairs if not rank_swap(r, s)]


def _no_more(r: JudgedRun, s: JudgedRun, g: tuple[int, ...]) -> bool:
    """Whether every partial sum of gains of r is at most that of s."""
    return all(map(int.__le__, accumulate(g[x] for x in r), accumulate(g[x] for x in s)))


@claim(
    "000/appendix/rank-by-rank",
    "Appendix, proof of Proposition 8, the step to the weighted sums",
    "as g(r[i]) ≤ g(s[i]) at every rank gives larger weighted sums, r ≼ s does",
    erratum=Erratum(
        printed=r"Notice that if  $g(\hat{r}[i]) \leq g(\hat{s}[i])$",
        reads=(
            "by summation by parts, Σ w_i g(r[i]) = Σ_k (w_k − w_(k+1)) Σ_(i≤k) g(r[i]) with w_(N+1) = 0, and as the "
            "weights do "
            "not rise, the partial sums just shown give the weighted ones"
        ),
        depends="Proposition 8; that RBP and DCG_b are isotone stands",
    ),
)
def rank_by_rank() -> Finding:
    pairs = [pair for space in TINY for pair in ordered_pairs(runs_under("rank-swap", *space))]
    missed = [(r, s) for r, s in pairs if any(map(int.__gt__, r, s))]
    stands = True
    for text, (length, grades) in product(("gRBP(p=0.8)", "DCG(base=2)"), [(2, 1), (2, 2), (2, 3), (3, 1), (4, 1)]):
        scores = {run: values(text, run, grades=grades)[0] for run in iv.RunSpace(length, grades)}
        stands &= all(scores[r] <= scores[s] for r, s in ordered_pairs(runs_under("rank-swap", length, grades)))
    by_parts = all(_weighted(run) == _by_parts(run) for space in TINY for run in iv.RunSpace(*space))
    witness = (
        f"(0, 1) ≼ (1, 0), with less at rank 2; so {len(missed)} of {cases(len(pairs), 'pair')} r ≼ s from spaces "
        f"{size_of(TINY)}"
    )
    remark = (
        "after a swap some rank has less, so that the step covers replacements only; that RBP and DCG_2 are isotone "
        "was checked"
    )
    return wrong(Kind.GAP, ((0, 1), (1, 0)) in missed and stands and by_parts, witness, remark)


def _weighted(run: JudgedRun, p: Fraction = Fraction(4, 5)) -> Fraction:
    """The sum of the grades, weighted as by RBP."""
    return sum((p**i * grade for i, grade in enumerate(run)), Fraction(0))


def _by_parts(run: JudgedRun, p: Fraction = Fraction(4, 5)) -> Fraction:
    """The same from partial sums of grades."""
    weights = [*(p**i for i in range(len(run))), Fraction(0)]
    return sum(((weights[k] - weights[k + 1]) * total for k, total in enumerate(accumulate(run))), Fraction(0))
