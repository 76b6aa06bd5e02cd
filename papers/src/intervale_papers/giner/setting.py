"""Claims of Giner, abstract and §3: grades, runs, the five orders and the measures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb, log

import intervale as iv
from intervale.orders import JudgedRun, RunPoset
from intervale_papers.findings import holds, under, wrong
from intervale_papers.giner.formulas import rank_swap, set_replacement, set_total
from intervale_papers.giner.lattices import (
    FEWER,
    FIVE,
    SMALL,
    TINY,
    Tried,
    everywhere,
    kind_of_metric,
    runs_under,
    size_of,
    values,
)
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import worded

GAINS = {"": (0, 1, 2, 3, 4), "gains={2:3,3:7,4:15}": (0, 1, 3, 7, 15)}
"""Linear and other gains, as a measure writes them, and by grade."""
NO_JOIN = "with three grades (0, 2) and (1, 0) have no join"


@claim(
    "000/abstract",
    "Abstract, last sentence; also §1 and §7",
    "P, R, RBP and DCG are metrics where relevant documents come first, and pseudo-metrics where swaps count",
)
def abstract() -> Finding:
    measures = ("P", "R", "RBP(p=0.8)", "DCG(base=2)")
    replaced = {kind_of_metric("rank-replacement", text, length) for text in measures for length in range(1, 5)}
    swapped = [kind_of_metric("rank-swap", text, 3) for text in measures]
    ok = replaced == {"metric"} and swapped == ["pseudo-metric", "pseudo-metric", "metric", "pseudo-metric"]
    projected = {text: kind_of_metric("rank-total", text, 3) for text in ("P", "R", "DCG(base=2)")}
    fails = {*projected.values()} == {"none"} and not runs_under("rank-swap", 2, 2).facts["lattice"]
    witness = (
        "binary, N = 3: metrics under rank-replacement; under rank-swap P, R and DCG_2 are pseudo-metrics, RBP with "
    )
    witness += f"p = 0.8 a metric; {NO_JOIN} there"
    condition = (
        "prioritized means replacement alone (with projection P, R and DCG make no metric), and under swapping grades "
        "are binary; there RBP is even a metric"
    )
    return under(ok and fails, witness, condition)


@claim(
    "000/3/degrees",
    "§3, definition of REL",
    "the degrees are ordered by a_i ≺ a_(i+1) for i from 1 to c - 1",
    erratum=Erratum(
        printed=r"$i \in \{1, \dots, c-1\}$",
        reads="i ∈ {0, …, c − 1}",
        depends="the order of the degrees; the paper uses the one meant",
        symbol=True,
    ),
)
def degrees() -> Finding:
    steps = [[low[0] for low, _ in iv.poset("rank-total", 1, c).cover_pairs()] for c in range(1, 7)]
    short = all(found == [*range(c)] and len(found) == len(range(1, c)) + 1 for c, found in enumerate(steps, start=1))
    witness = "a chain of c + 1 degrees has c steps, counted to c = 6; with c = 1 the range printed is empty"
    return wrong(
        Kind.MISPRINT, short, witness, "the step from a_0 to a_1 is missing, without which the order is not total"
    )


@claim(
    "000/3/positive-gains",
    "§3, gain functions",
    "a gain function assigns a positive number to every degree",
    erratum=Erratum(
        printed="assigns a positive real number to any relevance degree",
        reads="assigns a non-negative real number to any relevance degree",
    ),
)
def positive_gains() -> Finding:
    gains = [3 * value for value in values("gP", *((grade,) for grade in range(4)), grades=3)]
    witness = f"the indicator function with c = 3 has the gains {worded(gains)}"
    remark = "the next sentences set g(a_0) = 0, and give the indicator function with the gain 0 for a_0 as an example"
    return wrong(Kind.MISPRINT, min(gains) == 0 and gains == sorted({*gains}), witness, remark)


@claim("000/3/indicator", "§3, gain functions", "the number of a degree is such a gain: 0 for a_0, strictly increasing")
def indicator() -> Finding:
    def tried() -> Tried:
        for c in range(1, 7):
            gains = [c * value for value in values("gP", *((grade,) for grade in range(c + 1)), grades=c)]
            yield f"c = {c}", gains[0] == 0 and all(low < high for low, high in pairwise(gains))

    return everywhere(
        tried(), "scale of degrees", "with c = 1 to 6, by gP of runs of one document", kind=Kind.CONFORMITY
    )


@claim("000/3/decreasing", "§3, set-based retrieval", "listing a multiset in decreasing order changes no result")
def decreasing() -> Finding:
    def tried() -> Tried:
        for space in TINY:
            for r, s in product(iv.RunSpace(*space, "set"), repeat=2):
                listed = {*permutations(r)}
                compared = {
                    (set_total(a, s), set_replacement(a, s), set_total(s, a), set_replacement(s, a)) for a in listed
                }
                yield (r, s), len(compared) == 1 and len({*values("gP", *listed, grades=space[1])}) == 1

    where = f"from spaces {size_of(TINY)}: the formulas of §4.1, §4.2 and of gP, for every way to list the first"
    return everywhere(tried(), "pair of multisets", where)


@claim(
    "000/3/finite",
    "§3, R(N) and its two examples",
    "the runs of length N are finitely many, and the two examples are such",
)
def finite() -> Finding:
    def tried() -> Tried:
        for length, grades in SMALL:
            sets, ranks = iv.RunSpace(length, grades, "set"), iv.RunSpace(length, grades)
            counted = len({*sets}) == comb(length + grades, length) and len({*ranks}) == (grades + 1) ** length
            yield f"N = {length}, c = {grades}", counted

    found = [((2, 1, 1, 0), iv.RunSpace(4, 2, "set")), ((1, 0, 2, 1), iv.RunSpace(4, 2))]
    if not all(run in {*space} for run, space in found):
        return holds(False, "the two examples")
    remark = "there are C(N + c, N) multisets and (c + 1)^N rankings"
    return everywhere(
        tried(), "space", f"{size_of(SMALL)}, listed; and the two examples among those of N = 4, c = 2", remark
    )


@claim(
    "000/3/five-orders",
    "§3, after the operations",
    "the operations combine to five orders: two of multisets and three of rankings",
)
def five_orders() -> Finding:
    def tried() -> Tried:
        names = {"R": "-replacement", "PR": "-total", "SR": "-swap", "PSR": "-total"}
        for (length, grades), kind, (operations, name) in product(FEWER, ("set", "rank"), names.items()):
            if kind == "rank" or "S" not in operations:
                found = runs_under(kind + name, length, grades)
                yield f"{kind}{name}, N = {length}, c = {grades}", _reached(found, operations) == found.poset.up
        yield "five on N = 2, c = 2", _different(2, 2) == 5
        for (length, grades), order in product(FEWER, FIVE):
            made = iv.axiom_orders(length, grades, order[:4].rstrip("-"))
            yield f"{order} among all combinations, N = {length}, c = {grades}", made.named(order) is not None

    remark = (
        "what the operations lead to is the order of the formulas in §4 and §5; swapping adds nothing to projection; "
        "with c = 1 or N = 1 some of the five are the same"
    )
    where = f"of operations and spaces {size_of(FEWER)}; on runs of length 2 with three grades all five differ"
    return everywhere(tried(), "combination", where, remark)


def _reached(found: RunPoset, operations: str) -> list[int]:
    """For each run the places of all runs that the operations lead to, as a poset has them."""
    place, reached = found.poset.place, [0] * len(found.runs)
    for run in sorted(found.runs, key=lambda one: place[found.number(one)], reverse=True):
        here = 1 << place[found.number(run)]
        for better in {*_improved(run, operations, found.space.grades)}:
            if found.space.kind == "rank" or list(better) == sorted(better, reverse=True):
                here |= reached[found.number(better)] | 1 << place[found.number(better)]
        reached[found.number(run)] = here
    return reached


def _improved(run: JudgedRun, operations: str, top: int) -> Iterator[JudgedRun]:
    """The runs that one operation makes of a run."""
    for i, grade in enumerate(run):
        for higher in range(grade + 1, top + 1):
            yield (*run[:i], higher, *run[i + 1 :])
            if "P" in operations:
                yield (*run[:i], higher, *(0,) * (len(run) - i - 1))
        for k in range(i + 1, len(run) if "S" in operations else 0):
            if grade < run[k]:
                yield (*run[:i], run[k], *run[i + 1 : k], grade, *run[k + 1 :])


def _different(length: int, grades: int) -> int:
    """How many of the five orders differ on a space."""
    return len({(order[:3], tuple(runs_under(order, length, grades).poset.above)) for order in FIVE})


@claim(
    "000/3/lattices",
    "§3, after the five orderings",
    "the runs of a length are a lattice under each of the five orders",
    erratum=Erratum(
        printed="can be considered as a lattice [1]",
        reads="can be considered as a lattice [1], but for Swapping+Replacement with c ≥ 2 and N ≥ 2",
        depends=(
            "§5.3, which is about a lattice for c = 1 only, as are Propositions 7 and 8 (isotone they stand for all "
            "c), "
            "and the last sentence of the abstract"
        ),
    ),
)
def lattices() -> Finding:
    expected = all(
        bool(runs_under(order, length, grades).facts["lattice"]) == (order != "rank-swap" or 1 in (length, grades))
        for order, (length, grades) in product(FIVE, SMALL)
    )
    what, r, s = runs_under("rank-swap", 2, 2).facts["lattice"].witness
    above = [t for t in product(range(3), repeat=2) if rank_swap(r, t) and rank_swap(s, t)]
    minimal = [t for t in above if not any(rank_swap(other, t) for other in above if other != t)]
    witness = (
        f"rank-swap, N = 2, c = 2: {worded(r)} and {worded(s)} have no {what}, as {worded(minimal)} are both minimal "
        "above"
    )
    remark = f"under the other four orders, and with c = 1 or N = 1, there are meets and joins ({len(SMALL)} spaces)"
    again = "listing the nine runs and comparing them by the counts of §5.3"
    return wrong(Kind.FALSE, expected, witness, remark, second=minimal == [(1, 2), (2, 0)], again=again)


def _as_printed(tried: Callable[[tuple[int, int], str, tuple[int, ...]], Tried], what: str) -> Finding:
    """Whether what the library computes is the formula, for linear and other gains."""
    found = (case for space, (text, g) in product(FEWER, GAINS.items()) for case in tried(space, text, g))
    return everywhere(found, "value", f"{what}; linear and other gains, spaces {size_of(FEWER)}", kind=Kind.CONFORMITY)


@claim(
    "000/3/gP", "§3, gP and gR", "gP is the mean of g / g(a_c) over N documents; gR divides by the recall base instead"
)
def formulas_of_sets() -> Finding:
    def tried(space: tuple[int, int], text: str, g: tuple[int, ...]) -> Tried:
        for run in iv.RunSpace(*space):
            total = sum(Fraction(g[grade], g[space[1]]) for grade in run)
            yield run, values(f"gP({text})", run, grades=space[1]) == [total / space[0]]
            yield run, values(f"gR({text})", run, grades=space[1]) == [total]

    return _as_printed(tried, "of gP, and of gR times its recall base")


@claim(
    "000/3/gP-user",
    "§3, after gP",
    "gP is the score of a user who reads from rank 1 down to k and stops",
    erratum=Erratum(
        printed=r"a user model which always reads from rank 1 down to  $k$ , and then stops",
        reads="a user model which always reads from rank 1 down to N, and then stops",
        symbol=True,
    ),
)
def user_of_gp() -> Finding:
    run = (1, 0, 1, 0)
    means = [Fraction(sum(run[:k]), k) for k in range(1, 5)]
    same = {k for k in range(1, 5) if all([Fraction(sum(r[:k]), k)] == values("gP", r) for r in iv.RunSpace(4))}
    witness = (
        f"(1, 0, 1, 0) has gP 1/2, and down to k = 1, 2, 3, 4 the means {worded(means)}; on all 16 runs only k = 4 "
        "agrees"
    )
    return wrong(
        Kind.MISPRINT, same == {4} and means[0] != means[3], witness, "k is not in the formula, which takes N documents"
    )


@claim("000/3/gRBP", "§3, gRBP", "gRBP is (1 - p) / g(a_c) times the sum of p^(i-1) g(r[i])")
def formula_of_rbp() -> Finding:
    p = Fraction(4, 5)

    def tried(space: tuple[int, int], text: str, g: tuple[int, ...]) -> Tried:
        measure = f"gRBP(p=0.8,{text})".replace(",)", ")")
        for run in iv.RunSpace(*space):
            total = sum(p**i * g[grade] for i, grade in enumerate(run))
            yield run, values(measure, run, grades=space[1]) == [(1 - p) / g[space[1]] * total]

    return _as_printed(tried, "with p = 0.8")


@claim("000/3/RBP-last", "§3, after gRBP", "gRBP is the expected relevance of the last document inspected")
def last_document() -> Finding:
    p, ends = Fraction(4, 5), {False: 0, True: 0}
    runs = list(iv.RunSpace(4, 2))
    for run in runs:
        score = values("gRBP(p=0.8)", run, grades=2)[0]
        for stops in ends:  # whether a reader who reaches rank N stops there
            expected = Fraction(run[-1], 2) * (1 if stops else 1 - p)
            for grade in run[-2::-1]:
                expected = (1 - p) * Fraction(grade, 2) + p * expected
            ends[stops] += expected == score
    witness = (
        f"p = 0.8, N = 4, c = 2: all {ends[False]} runs agree if readers go on, {ends[True]} of them if they stop at N"
    )
    condition = "readers go on past rank N and find nothing relevant; if they stop at N, the last rank counts p^(N-1)"
    return under(ends[False] == len(runs) > ends[True], witness, condition)


@claim("000/3/DCG", "§3, DCG", "DCG_b is the sum of g(r[i]) / max(1, log_b i)")
def formula_of_dcg() -> Finding:
    def tried(space: tuple[int, int], text: str, g: tuple[int, ...]) -> Tried:
        for base in (2, 10):
            runs = list(iv.RunSpace(*space))
            scores = iv.parse_measure(f"DCG(base={base},{text})".replace(",)", ")")).score(runs, grades=space[1])
            for run, score in zip(runs, scores.tolist(), strict=True):
                printed = sum(g[grade] / max(1, log(i, base)) for i, grade in enumerate(run, start=1))
                yield run, abs(score - printed) < 1e-12

    return _as_printed(tried, "to 1e-12, with b = 2 and 10")


@claim("000/3/DCG-interest", "§3, after DCG", "under DCG_b a document counts less with each successive rank")
def interest() -> Finding:
    right = True
    for base in (2, 3, 10):
        worth = values(f"DCG(base={base})", *(tuple(int(i == k) for i in range(12)) for k in range(12)))
        right &= [low < high for high, low in pairwise(worth)] == [False] * (base - 1) + [True] * (12 - base)
    alike = values("DCG(base=2)", (1, 0, 0), (0, 1, 0))
    witness = (
        "DCG_2 is 1 for (1, 0, 0) and for (0, 1, 0); a document counts less from rank b + 1 on for b = 2, 3, 10 to "
        "rank 12"
    )
    return under(right and alike == [1, 1], witness, "from rank b on: the ranks 1 to b count alike")
