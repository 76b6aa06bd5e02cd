"""Claims about the partial order on ranked runs: §6.2."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import log2

import intervale as iv
from intervale.orders import OwnOrder, theorem_facts
from intervale_papers.ferrante_2019.findings import LOOKED_AT, SMALL, Run, on_scale, value, ways
from intervale_papers.ferrante_2019.ranks import rank_function
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, worded

BINARY = ("AP", "RBP(p=0.5)", "RBP(p=0.8)", "DCG(base=2)", "DCG(base=10)", "ERR")
NAMED = "AP, RBP with p = 1/2 and 4/5, DCG with b = 2 and 10, and ERR"


def dominated(r: Run, s: Run) -> bool:
    """Equation (8)."""
    return all(
        sum(x >= grade for x in r[:k]) <= sum(x >= grade for x in s[:k])
        for grade in range(max(*r, *s) + 1)
        for k in range(1, len(r) + 1)
    )


def _swapped(run: Run, i: int, j: int) -> Run:
    return (*run[:i], run[j], *run[i + 1 : j], run[i], *run[j + 1 :])


# ---------------------------------------------------------------- the order


@claim(
    "001/6.2/axioms",
    "§6.2, Replacement and Swap",
    "a better document at a rank, or a better one exchanged upwards, makes a run greater under (8)",
)
def axioms() -> Finding:
    looked_at, broken = 0, []
    for length, grades in ((n, c) for n, c in SMALL if (c + 1) ** n <= 128):
        for run in iv.RunSpace(length, grades):
            made = [(*run[:i], new, *run[i + 1 :]) for i in range(length) for new in range(run[i] + 1, grades + 1)]
            made += [_swapped(run, i, j) for j in range(length) for i in range(j) if run[i] < run[j]]
            looked_at += len(made)
            broken += [(run, other) for other in made if not dominated(run, other) or dominated(other, run)]
    return holds(
        not broken,
        broken or f"{looked_at:,} replacements and swaps",
        "all on spaces of up to 128 runs",
    )


@claim(
    "001/6.2/swap",
    "§6.2, the line of the swap property",
    "with the documents at ranks i and j swapped the run is (…, r[i−1], r[j], r[i+1], …, r[j−1], r[j], r[j+1], …)",
    erratum=Erratum(
        "r̂[i−1], r̂[j], r̂[i+1], …, r̂[j−1], r̂[j], r̂[j+1]",
        "r̂[i−1], r̂[j], r̂[i+1], …, r̂[j−1], r̂[i], r̂[j+1]",
        "nothing else: the property is used as its words have it",
        symbol=True,
    ),
)
def swap() -> Finding:
    pairs = [(run, i, j) for run in iv.RunSpace(4, 2) for j in range(4) for i in range(j) if run[i] < run[j]]
    same = [run for run, i, j in pairs if sorted((*run[:i], run[j], *run[i + 1 :])) == sorted(run)]
    return wrong(
        Kind.MISPRINT,
        pairs and not same and all(sorted(_swapped(*place)) == sorted(place[0]) for place in pairs),
        "from (0, 1) it would lead to (1, 1), and a swap leads to (1, 0)",
        f"r[j] stands at both ranks, and r[i] is lost: in none of {len(pairs)} swaps for N = 4, c = 2 do the "
        "degrees stay the same ones",
    )


@claim("001/6.2/partial", "§6.2, 'not every pair of runs is comparable'", "(8) is a partial order and not a total one")
def partial_order() -> Finding:
    order = OwnOrder("counts down to each rank", leq=dominated)
    spaces = [(n, c) for n, c in SMALL if (c + 1) ** n <= 128]
    total = {(n, c) for n, c in spaces if iv.poset(order, n, c).facts["total"]}
    low, high = (0, 1, 1), (1, 0, 0)
    return under(
        total == {(n, c) for n, c in spaces if n == 1 or (c == 1 and n == 2)}
        and not dominated(low, high)
        and not dominated(high, low),
        f"{cases(len(spaces), 'space')}; (0, 1, 1) and (1, 0, 0) cannot be compared",
        "from three documents on, and from two where c > 1; shorter runs form a chain",
    )


@claim("001/example-10", "Example 10", "(1, 1, 3, 0, 2) and (1, 2, 0, 0, 3) cannot be compared under (8)")
def example_10() -> Finding:
    r, s = (1, 1, 3, 0, 2), (1, 2, 0, 0, 3)
    counts = [(sum(g >= 2 for g in run[:2]), sum(g >= 1 for g in run[:3])) for run in (r, s)]
    return holds(
        not iv.order("rank-swap").comparable(r, s) and counts == [(0, 3), (1, 2)],
        "down to rank 2, 0 and 1 documents of grade 2 or more; down to rank 3, 3 and 2 of grade 1 or more",
    )


@claim("001/example-10/total", "Example 10, 'As a side note'", "under (6) the first of them is below the second")
def example_10_total() -> Finding:
    ranks = [int(value("RBTO", run, 3)) for run in ((1, 1, 3, 0, 2), (1, 2, 0, 0, 3))]
    return holds(ranks[0] < ranks[1], f"their ranks under (6) are {worded(ranks)}")


@claim(
    "001/6.2/bounded",
    "§6.2, 'R(N) is bounded'",
    "under (8) all runs are between (0, …, 0) and (c, …, c), and there are (c + 1)^N",
)
def bounded() -> Finding:
    broken = []
    for n, c in SMALL:
        runs = list(iv.RunSpace(n, c))
        between = all(dominated((0,) * n, run) and dominated(run, (c,) * n) for run in runs)
        broken += [] if between and len(set(runs)) == (c + 1) ** n else [(n, c)]
    return holds(not broken, broken or cases(len(SMALL), "space"), LOOKED_AT)


# ---------------------------------------------------------------- binary grades


@claim(
    "001/6.2.1/proposition-3",
    "§6.2.1, Proposition 3; appendix, Proposition 6",
    "with binary grades all maximal chains of (8) have the same length",
)
def proposition_3() -> Finding:
    order = OwnOrder("counts down to each rank", leq=dominated)
    found = {n: iv.poset(order, n) for n in range(1, 7)}
    heights = {n: one.poset.height for n, one in found.items() if one.facts["graded"]}
    known = theorem_facts(iv.order("rank-swap"), iv.RunSpace(1000))["graded"]
    return holds(
        heights == {n: n * (n + 1) // 2 for n in found} and known,
        f"lengths for N = 1 to 6: {worded(list(heights.values()))}",
        "N(N + 1)/2, computed from (8) as printed",
    )


@claim("001/6.2/rank-swap-binary", "§6.2.1, eq. (9)", "with binary grades (9) is the rank function of (8)")
def rank_swap_binary() -> Finding:
    return rank_function("rank-swap", "RBPO", most_grades=1)


@claim("001/example-11", "Example 11", "for N = 4 all paths up from (0, 1, 0, 0) to (1, 0, 1, 1) have length 4")
def example_11() -> Finding:
    paths = ways(iv.poset("rank-swap", 4, 1), (0, 1, 0, 0), (1, 0, 1, 1))
    return holds(
        {len(path) - 1 for path in paths} == {4} and len(paths) > 1,
        f"{cases(len(paths), 'path')}, one of them by (1, 0, 0, 0), (1, 0, 0, 1) and (1, 0, 1, 0)",
    )


@claim(
    "001/example-11/maximal",
    "Example 11, 'is also a maximal chain'",
    "the runs of such a path are a maximal chain",
    erratum=Erratum(
        "is also a maximal chain, since there does not exist",
        "is also a maximal chain on [r̂, ŝ], since there does not exist",
        "nothing else: Example 5 says it of its path in these words",
    ),
)
def example_11_maximal() -> Finding:
    found = iv.poset("rank-swap", 4, 1)
    paths = ways(found, (0, 1, 0, 0), (1, 0, 1, 1))
    longer = [
        [run for run in found.runs if run not in path and all(found.order.comparable(run, other) for other in path)]
        for path in paths
    ]
    inside = [run for path in longer for run in path if dominated((0, 1, 0, 0), run) and dominated(run, (1, 0, 1, 1))]
    return wrong(
        Kind.MISPRINT,
        all((0, 0, 0, 0) in more and (1, 1, 1, 1) in more for more in longer) and not inside,
        f"(0, 0, 0, 0) and (1, 1, 1, 1) can be added to each of the {len(paths)} paths, and nothing between their ends",
        "a maximal chain is part of no other chain (§2): the path is one of [r, s], and not of R(4)",
    )


@claim(
    "001/6.2.1/covers",
    "§6.2.1, before eq. (9); appendix §5.2",
    "with binary grades covers are exchanges of neighbours and replacements at the last rank",
)
def covers() -> Finding:
    order = OwnOrder("counts down to each rank", leq=dominated)
    looked_at, broken = 0, list[int]()
    for length in range(1, 7):
        runs = list(iv.RunSpace(length))
        swaps = {(r, _swapped(r, i, i + 1)) for r in runs for i in range(length - 1) if r[i : i + 2] == (0, 1)}
        last = {(r, (*r[:-1], 1)) for r in runs if r[-1] == 0}
        found = set(iv.poset(order, length).cover_pairs())
        looked_at, broken = looked_at + len(found), broken + [length] * (found != swaps | last)
    return holds(not broken, broken or cases(looked_at, "cover"), "lengths 1 to 6, computed from (8) as printed")


@claim(
    "001/example-12", "Example 12", "(1, 0, 1, 1) is reached in 4 + 2 + 1 = 7 covers, by (1, 0, 0, 0) and (1, 0, 1, 0)"
)
def example_12() -> Finding:
    found = iv.poset("rank-swap", 4, 1)
    stops = [(0, 0, 0, 0), (1, 0, 0, 0), (1, 0, 1, 0), (1, 0, 1, 1)]
    steps = [{len(path) - 1 for path in ways(found, low, high)} for low, high in pairwise(stops)]
    return holds(
        steps == [{4}, {2}, {1}] and value("RBPO", stops[-1]) == 7,
        "4, 2 and 1 covers from each stop to the next, on every path",
    )


@claim(
    "001/6.2.1/chains",
    "§6.2.1, Definition 5 and after",
    "along every maximal chain Δ of Definition 5 takes the values 0 to n in steps of 1: a difference structure",
)
def chains() -> Finding:
    looked_at, broken = 0, []
    for length in range(1, 5):
        found = iv.poset("rank-swap", length, 1)
        for chain in found.poset.maximal_chains():
            looked_at += 1
            ranks = [sum((length - i) * x for i, x in enumerate(found.runs[y])) for y in chain]
            broken += [] if ranks == list(range(len(chain))) else [length]
    return holds(not broken, broken or f"{looked_at} maximal chains", "all for N = 1 to 4")


@claim(
    "001/example-13",
    "Example 13",
    "two covers of one chain of R(4): the differences of AP, RBP, DCG₂ and ERR are as printed, and unequal",
)
def example_13() -> Finding:
    steps = ((0, 1, 0, 0), (1, 0, 0, 0)), ((0, 0, 0, 1), (0, 0, 1, 0))
    covered = all(list(iv.order("rank-swap").above(low)).count(high) == 1 for low, high in steps)
    in_chain = all(iv.order("rank-swap").leq(a, b) for a, b in pairwise((*steps[1], *steps[0])))
    grown = {text: [value(text, high) - value(text, low) for low, high in steps] for text in ("AP", "ERR")}
    as_printed = grown == {"AP": [Fraction(1, 2), Fraction(1, 12)], "ERR": [Fraction(1, 4), Fraction(1, 24)]}
    rbp = all(
        [value(f"RBP(p={p})", high) - value(f"RBP(p={p})", low) for low, high in steps]
        == [(1 - p) ** 2, (1 - p) ** 2 * p**2]
        for p in (Fraction(k, 10) for k in range(1, 10))
    )
    dcg = [float(value("DCG(base=2)", high) - value("DCG(base=2)", low)) for low, high in steps]
    near = dcg[0] == 0 and abs(dcg[1] - (1 / log2(3) - 1 / 2)) < 1e-12
    return holds(
        covered and in_chain and as_printed and rbp and near,
        f"AP 1/2 and 1/12, ERR 1/4 and 1/24, DCG₂ 0 and {worded(dcg[1])}",
        "RBP for p = 0.1 to 0.9: (1 − p)² and (1 − p)²p²",
    )


@claim("001/6.2/not-interval", "§6.2.1", "with binary grades AP, RBP, DCG and ERR are not interval scales on (8)")
def not_interval_swap() -> Finding:
    places = list(product(BINARY, range(1, 9)))
    kept = {(text, length) for text, length in places if on_scale(text, "rank-swap", length) == "interval"}
    linear = {(text, n) for text, n in places if iv.relate("RBPO", text, length=n).relation == "same scale"}
    return under(
        kept == linear == {(text, 1) for text in BINARY} | {("RBP(p=0.5)", 2)},
        f"{cases(len(places))}: {NAMED}, N to 8; at N = 2 the values of RBP with p = 1/2 are 0, 1/4, 1/2 and 3/4",
        "from three documents on; with two RBP with p = 1/2 is one, with one all are",
    )


@claim(
    "001/6.2/ordinal",
    "§6.2.1, last line, 'as demonstrated by [26]'",
    "r ⪯ s ⇒ M(r) ≤ M(s) for AP, RBP, DCG and ERR on (8), which is what [26] demonstrates",
)
def ordinal_swap() -> Finding:
    places = list(product(BINARY, range(2, 8)))
    found = {(text, n): iv.scale(text, length=n, order="rank-swap")["rank-swap"] for text, n in places}
    tied = {text for (text, _), one in found.items() if not one.strict}
    return holds(
        all(one.isotone for one in found.values()) and tied == {"DCG(base=2)", "DCG(base=10)"},
        f"{cases(len(places))}: {NAMED}, N = 2 to 7",
        "DCG can be equal for r ≺ s: down to rank b an exchange changes nothing",
    )


@claim(
    "001/6.2/ordinal-iff",
    "§6.2.1, last line, with the definition of §5.1.2 and §6.1",
    "AP, RBP, DCG and ERR are ordinal scales on (8): r ⪯ s ⇔ M(r) ≤ M(s)",
)
def ordinal_iff() -> Finding:
    places = list(product(BINARY, range(3, 7)))
    found = [iv.scale(text, length=n, order="rank-swap")["rank-swap"] for text, n in places]
    r, s = (1, 0, 0), (0, 1, 1)
    values = [value("AP", run) for run in (r, s)]
    both_ways = not any(one.embedding for one in found) and not dominated(r, s) and values[0] < values[1]
    return under(
        both_ways and all(one.isotone for one in found),
        f"(1, 0, 0) and (0, 1, 1) cannot be compared, and RB·AP is {values[0]} and {values[1]}; in all {len(places)} "
        f"cases ⇔ fails and ⇒ holds: {NAMED}, N = 3 to 6",
        "ordinal scales are those of [26], which the line cites, r ⪯ s ⇒ M(r) ≤ M(s); numbers can always be compared, "
        "and from three documents on some runs cannot",
    )


# ---------------------------------------------------------------- more grades


@claim("001/6.2/not-graded", "§6.2.2", "with three grades or more (8) is not graded")
def not_graded() -> Finding:
    spaces = [(n, c) for n, c in SMALL if c > 1]
    graded = {(n, c) for n, c in spaces if iv.poset("rank-swap", n, c).facts["graded"]}
    chains = iv.poset("rank-swap", 2, 2).facts["graded"].witness
    long = theorem_facts(iv.order("rank-swap"), iv.RunSpace(1000, 2))["graded"]
    return under(
        graded == {(n, c) for n, c in spaces if n == 1} and not long and [len(chain) - 1 for chain in chains] == [5, 6],
        f"{cases(len(spaces), 'space')}; for N = 2, c = 2 one chain goes from (0, 1) by (0, 2) to (1, 2), one by (1, "
        "0) and (1, 1)",
        "from two documents on; the degrees of one document form a chain",
    )


@claim("001/example-14", "Example 14", "from (2, 1, 0) two maximal chains of 3 and 2 steps lead up to (2, 2, 1), c = 2")
def example_14() -> Finding:
    found = ways(iv.poset(OwnOrder("counts down to each rank", leq=dominated), 3, 2), (2, 1, 0), (2, 2, 1))
    return holds(
        sorted(len(way) - 1 for way in found) == [2, 3] and any((2, 2, 0) in way for way in found),
        "by (2, 2, 0), and by (2, 1, 1) and (2, 1, 2)",
        "computed from (8) as printed; there are no others",
    )
