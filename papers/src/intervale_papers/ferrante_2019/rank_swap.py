"""Claims of 001 about the partial order on ranked runs: §6.2."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import log2

import intervale as iv
from intervale.orders import OwnOrder, theorem_facts
from intervale_papers.ferrante_2019.findings import SMALL, Run, decided, on_scale, under, value, ways
from intervale_papers.ferrante_2019.ranks import rank_function
from intervale_papers.register import Finding, claim

BINARY = ("AP", "RBP(p=0.5)", "RBP(p=0.8)", "DCG(base=2)", "DCG", "ERR")


def dominated(r: Run, s: Run) -> bool:
    """Equation (8)."""
    return all(
        sum(x >= grade for x in r[:k]) <= sum(x >= grade for x in s[:k])
        for grade in range(max(*r, *s) + 1)
        for k in range(1, len(r) + 1)
    )


@claim(
    "001/6.2/axioms",
    "§6.2, Replacement and Swap",
    "a better document at a rank, or a better one exchanged upwards, makes a run greater under (8)",
)
def axioms() -> Finding:
    cases = 0
    for length, grades in ((n, c) for n, c in SMALL if (c + 1) ** n <= 128):
        for run in iv.RunSpace(length, grades):
            made = [(*run[:i], new, *run[i + 1 :]) for i in range(length) for new in range(run[i] + 1, grades + 1)]
            pairs = [(i, j) for j in range(length) for i in range(j) if run[i] < run[j]]
            made += [(*run[:i], run[j], *run[i + 1 : j], run[i], *run[j + 1 :]) for i, j in pairs]
            cases += len(made)
            if wrong := [other for other in made if not dominated(run, other) or dominated(other, run)]:
                return decided((run, wrong))
    return decided(
        None,
        cases,
        "all replacements and swaps on spaces of up to 128 runs; the line of the swap prints r[j] at both places",
    )


@claim("001/6.2/partial", "§6.2", "rank-swap is a partial order and not a total one")
def partial_order() -> Finding:
    total = {(n, c) for n, c in SMALL if iv.poset("rank-swap", n, c).facts["total"]}
    right = total == {(n, c) for n, c in SMALL if n == 1 or (c == 1 and n == 2)}
    witness = iv.poset("rank-swap", 3, 1).facts["total"].witness
    return under(right, witness, "from three ranks on, or two with three grades; shorter runs form a chain")


@claim("001/example-10", "Example 10", "(1, 1, 3, 0, 2) and (1, 2, 0, 0, 3) cannot be compared under rank-swap")
def example_10() -> Finding:
    r, s = (1, 1, 3, 0, 2), (1, 2, 0, 0, 3)
    counts = [(sum(g >= 2 for g in run[:2]), sum(g >= 1 for g in run[:3])) for run in (r, s)]
    right = not iv.order("rank-swap").comparable(r, s) and counts == [(0, 3), (1, 2)]
    return decided(not right, counts, "of grade 2 down to rank 2, of grade 1 down to rank 3")


@claim("001/example-10/total", "Example 10, 'As a side note'", "under (6) the first of them is below the second")
def example_10_total() -> Finding:
    r, s, order = (1, 1, 3, 0, 2), (1, 2, 0, 0, 3), iv.order("rank-total")
    return decided(
        not order.leq(r, s) or order.leq(s, r), [str(value("RBTO", run, 3)) for run in (r, s)], "their ranks under (6)"
    )


@claim(
    "001/6.2/bounded",
    "§6.2, 'R(N) is bounded'",
    "under (8) all runs are between (0, …, 0) and (c, …, c), and there are (c + 1)^N",
)
def bounded() -> Finding:
    for length, grades in SMALL:
        found = iv.poset("rank-swap", length, grades)
        ends = [[found.runs[x] for x in side] for side in (found.poset.minimal, found.poset.maximal)]
        if ends != [[(0,) * length], [(grades,) * length]] or len(found.runs) != (grades + 1) ** length:
            return decided((length, grades))
    return decided(None, len(SMALL))


# ---------------------------------------------------------------- binary grades


@claim(
    "001/6.2.1/proposition-3",
    "§6.2.1, Proposition 3; appendix, Proposition 6",
    "with binary grades all maximal chains of (8) have the same length",
)
def proposition_3() -> Finding:
    order = OwnOrder("counts down to each rank", leq=dominated)
    heights = {n: iv.poset(order, n).poset.height for n in range(1, 7) if iv.poset(order, n).facts["graded"]}
    broken = {n: height for n, height in heights.items() if height != n * (n + 1) // 2}
    known = theorem_facts(iv.order("rank-swap"), iv.RunSpace(1000))["graded"]
    remark = "lengths 1 to 6, from (8) as printed, the length is N(N + 1)/2; by theorem for every N"
    return decided(broken or len(heights) < 6 or not known, heights, remark)


@claim("001/6.2/rank-swap-binary", "§6.2, eq. (9)", "with binary grades RBPO is the rank function of rank-swap")
def rank_swap_binary() -> Finding:
    return rank_function("rank-swap", "RBPO", most_grades=1)


@claim("001/example-11", "Example 11", "for N = 4 all paths up from (0, 1, 0, 0) to (1, 0, 1, 1) have length 4")
def example_11() -> Finding:
    paths = ways(iv.poset("rank-swap", 4, 1), (0, 1, 0, 0), (1, 0, 1, 1))
    return decided(
        {len(path) - 1 for path in paths} != {4} or len(paths) < 2, paths[0], f"{len(paths)} paths; shown is one"
    )


@claim("001/example-11/maximal", "Example 11, 'is also a maximal chain'", "the runs of such a path are a maximal chain")
def example_11_maximal() -> Finding:
    found = iv.poset("rank-swap", 4, 1)
    path = ways(found, (0, 1, 0, 0), (1, 0, 1, 1))[0]
    longer = [
        run for run in found.runs if run not in path and all(found.order.comparable(run, other) for other in path)
    ]
    inside = [run for run in longer if found.order.leq(path[0], run) and found.order.leq(run, path[-1])]
    right = not inside and (0, 0, 0, 0) in longer
    return under(
        right, longer, "of [r, s], as Example 5 says of its path; not of R(4), where the runs named can be added"
    )


@claim(
    "001/6.2.1/covers",
    "§6.2.1, before eq. (9); appendix §5.2",
    "with binary grades covers are exchanges of neighbours and replacements at the last rank",
)
def covers() -> Finding:
    order = OwnOrder("counts down to each rank", leq=dominated)
    for length in range(1, 7):
        runs = list(iv.RunSpace(length))
        swaps = {(r, (*r[:i], 1, 0, *r[i + 2 :])) for r in runs for i in range(length - 1) if r[i : i + 2] == (0, 1)}
        last = {(r, (*r[:-1], 1)) for r in runs if r[-1] == 0}
        if set(iv.poset(order, length).cover_pairs()) != swaps | last:
            return decided(length)
    return decided(None, 6, "lengths 1 to 6, from (8) as printed")


@claim(
    "001/example-12", "Example 12", "(1, 0, 1, 1) is reached in 4 + 2 + 1 = 7 covers, by (1, 0, 0, 0) and (1, 0, 1, 0)"
)
def example_12() -> Finding:
    found = iv.poset("rank-swap", 4, 1)
    stops = [(0, 0, 0, 0), (1, 0, 0, 0), (1, 0, 1, 0), (1, 0, 1, 1)]
    steps = [{len(path) - 1 for path in ways(found, low, high)} for low, high in pairwise(stops)]
    return decided(steps != [{4}, {2}, {1}] or value("RBPO", stops[-1]) != 7, steps, "")


@claim(
    "001/6.2.1/chains",
    "§6.2.1, Definition 5 and after",
    "along every maximal chain Δ of Definition 5 takes the values 0 to n in steps of 1: a difference structure",
)
def chains() -> Finding:
    cases = 0
    for length in range(1, 5):
        found = iv.poset("rank-swap", length, 1)
        for chain in found.poset.maximal_chains():
            cases += 1
            ranks = [sum((length - i) * x for i, x in enumerate(found.runs[y])) for y in chain]
            if ranks != list(range(len(chain))):
                return decided(chain)
    return decided(None, cases, "all maximal chains of lengths 1 to 4")


@claim(
    "001/example-13",
    "Example 13",
    "two covers of one chain of R(4): the differences of AP, RBP, DCG₂ and ERR are as printed, and unequal",
)
def example_13() -> Finding:
    steps = ((0, 1, 0, 0), (1, 0, 0, 0)), ((0, 0, 0, 1), (0, 0, 1, 0))
    covered = all(list(iv.order("rank-swap").above(low)).count(high) == 1 for low, high in steps)
    in_chain = all(iv.order("rank-swap").leq(a, b) for a, b in pairwise((*steps[1], *steps[0])))
    grown = {
        text: [value(text, high) - value(text, low) for low, high in steps] for text in ("AP", "ERR", "RBP(p=4/5)")
    }
    printed = {
        "AP": [Fraction(1, 2), Fraction(1, 12)],
        "ERR": [Fraction(1, 4), Fraction(1, 24)],
        "RBP(p=4/5)": [Fraction(1, 25), Fraction(16, 625)],
    }
    dcg = [float(value("DCG(base=2)", high) - value("DCG(base=2)", low)) for low, high in steps]
    right = covered and in_chain and grown == printed and dcg[0] == 0 and abs(dcg[1] - (1 / log2(3) - 1 / 2)) < 1e-12
    return decided(
        not right,
        {name: [str(x) for x in found] for name, found in grown.items()},
        "RBP with p = 4/5: (1 − p)² and (1 − p)²p²",
    )


@claim("001/6.2/not-interval", "§6.2.1", "with binary grades AP, RBP, DCG and ERR are not interval scales on rank-swap")
def not_interval_swap() -> Finding:
    kept = [
        (text, length)
        for text, length in product(BINARY, range(1, 9))
        if on_scale(text, "rank-swap", length) == "interval"
    ]
    right = {text for text, length in kept if length > 1} == {"RBP(p=0.5)"} and not any(
        length > 2 for _, length in kept
    )
    return under(
        right,
        kept,
        "from three documents on; with two the order is total and RBP with p = 1/2 is one, with one all are",
    )


@claim("001/6.2/ordinal", "§6.2.1", "AP, RBP, DCG and ERR are ordinal on rank-swap")
def ordinal_swap() -> Finding:
    found = {
        (text, n): iv.scale(text, length=n, order="rank-swap")["rank-swap"] for text, n in product(BINARY, range(2, 8))
    }
    weak = [place for place, one in found.items() if not one.strict]
    right = all(one.isotone for one in found.values()) and {text for text, _ in weak} == {"DCG(base=2)"}
    return under(right, weak, "isotone all; DCG with base 2 does not tell ranks 1 and 2 apart")


@claim(
    "001/6.2/ordinal-iff",
    "§6.2.1, last line, with the definition of §6.1",
    "they are so in the sense r ⪯ s ⇔ M(r) ≤ M(s)",
)
def ordinal_iff() -> Finding:
    found = {
        (text, n): iv.scale(text, length=n, order="rank-swap")["rank-swap"].embedding
        for text, n in product(BINARY, range(1, 7))
    }
    held = {place for place, one in found.items() if one}
    right = held == {(text, n) for text, n in product(BINARY, (1, 2)) if n == 1 or text != "DCG(base=2)"}
    remark = (
        "up to two documents only (DCG with base 2: one): later some runs are incomparable, and their values "
        "are not; ⇒ holds"
    )
    return under(right, found["AP", 3].witness, remark)


# ---------------------------------------------------------------- more grades


@claim("001/6.2/not-graded", "§6.2.2", "with three grades or more rank-swap is not graded")
def not_graded() -> Finding:
    graded = {(n, c) for n, c in SMALL if c > 1 and iv.poset("rank-swap", n, c).facts["graded"]}
    chains = iv.poset("rank-swap", 2, 2).facts["graded"].witness
    long = theorem_facts(iv.order("rank-swap"), iv.RunSpace(1000, 2))["graded"]
    remark = (
        "for two ranks or more (by theorem for all), one is a chain; the chains shown are of length 2 and grades 0..2"
    )
    return under(graded == {(n, c) for n, c in SMALL if c > 1 and n == 1} and not long, chains, remark)


@claim("001/example-14", "Example 14", "from (2, 1, 0) two maximal chains of 3 and 2 steps lead up to (2, 2, 1), c = 2")
def example_14() -> Finding:
    chains = ways(iv.poset("rank-swap", 3, 2), (2, 1, 0), (2, 2, 1))
    again = ways(iv.poset(OwnOrder("counts down to each rank", leq=dominated), 3, 2), (2, 1, 0), (2, 2, 1))
    lengths = sorted(len(way) - 1 for way in chains)
    return decided(lengths != [2, 3] or sorted(chains) != sorted(again), tuple(chains), "")
