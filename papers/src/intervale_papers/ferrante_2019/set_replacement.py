"""Claims of 001 about the partial order on sets: §5.2, and its proof in the appendix, §4.1."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb, isclose

import intervale as iv
from intervale.orders import OwnOrder, theorem_facts
from intervale_papers.ferrante_2019.findings import (
    SMALL,
    Run,
    decided,
    gain_sets,
    on_scale,
    proportional,
    scored,
    twice,
    under,
    value,
    ways,
)
from intervale_papers.ferrante_2019.ranks import rank_function
from intervale_papers.register import Finding, claim


def _counts(run: Run, grades: int = 4) -> list[int]:
    """How many documents have each grade or a higher one."""
    return [sum(x >= grade for x in run) for grade in range(grades + 1)]


def _dominated(r: Run, s: Run) -> bool:
    """Equation (4)."""
    return all(x <= y for x, y in zip(_counts(r), _counts(s), strict=True))


def _replaced(run: Run, place: int, new: int) -> Run:
    return tuple(sorted((*run[:place], new, *run[place + 1 :]), reverse=True))


@claim(
    "001/5.2/axiom",
    "§5.2, Replacement; appendix §4.1, three points",
    "a run with a document replaced by a better one is greater under (4)",
)
def replacement() -> Finding:
    broken = [
        (run, place, new)
        for length, grades in SMALL
        for run, place, new in product(iv.RunSpace(length, grades, "set"), range(length), range(grades + 1))
        if new > run[place]
        and (not _dominated(run, _replaced(run, place, new)) or _dominated(_replaced(run, place, new), run))
    ]
    return decided(broken, len(SMALL))


@claim("001/5.2/partial", "§5.2, 'not every pair of runs is comparable'", "(4) is a partial order that is not total")
def partial() -> Finding:
    order = OwnOrder("counts from each grade up", leq=_dominated, kind="set")
    total = {(n, c) for n, c in SMALL if iv.poset(order, n, c).facts["total"]}
    right = total == {(n, c) for n, c in SMALL if n == 1 or c == 1}
    return under(
        right, iv.poset(order, 2, 2).facts["total"].witness, "from two documents and three grades on; else it is total"
    )


@claim(
    "001/example-4",
    "Example 4",
    "{2, 2, 1, 1, 0} and {3, 1, 1, 1, 0} are incomparable under (4), and the first is below under (1)",
)
def example_4() -> Finding:
    r, s = (2, 2, 1, 1, 0), (3, 1, 1, 1, 0)
    counts = [(_counts(run)[3], _counts(run)[2]) for run in (r, s)]
    apart = not iv.order("set-replacement").comparable(r, s) and iv.order("set-total").leq(r, s)
    return decided(not apart or counts != [(0, 2), (1, 1)], counts, "of grade 3, of grade 2 or more")


@claim("001/5.2.1/same", "§5.2.1", "with binary grades (4) is (1)")
def same_order() -> Finding:
    orders = iv.order("set-total"), iv.order("set-replacement")
    pairs = [pair for length in range(1, 9) for pair in product(iv.RunSpace(length, 1, "set"), repeat=2)]
    return decided(
        [pair for pair in pairs if orders[0].leq(*pair) != orders[1].leq(*pair)], len(pairs), "lengths 1 to 8"
    )


@claim(
    "001/5.2.2/bounded",
    "§5.2.2, first lines",
    "all runs are between {0, …, 0} and {c, …, c}, and there are C(N + c, N)",
)
def bounded() -> Finding:
    found = [(iv.poset("set-replacement", n, c), n, c) for n, c in SMALL]
    ends = [([one.runs[x] for x in one.poset.minimal], [one.runs[x] for x in one.poset.maximal]) for one, _, _ in found]
    right = all(low == [(0,) * n] and high == [(c,) * n] for (low, high), (_, n, c) in zip(ends, found, strict=True))
    sizes = all(len(one.runs) == comb(n + c, n) for one, n, c in found)
    return decided(not right or not sizes, len(SMALL))


@claim(
    "001/5.2.2/proposition-2",
    "§5.2.2, Proposition 2; appendix, Proposition 3",
    "under (4) all maximal chains have the same length",
)
def proposition_2() -> Finding:
    order = OwnOrder("counts from each grade up", leq=_dominated, kind="set")
    found = [iv.poset(order, n, c) for n, c in SMALL]
    broken = [
        one.space for one in found if not one.facts["graded"] or one.poset.height != one.space.length * one.space.grades
    ]
    known = theorem_facts(iv.order("set-replacement"), iv.RunSpace(1000, 4, "set"))["graded"]
    remark = "the length is N · c, for c = 1, too, which the statement leaves out; by theorem for every N and c"
    return decided(broken or not known, len(SMALL), remark)


@claim("001/5.2/set-replacement", "§5.2, eq. (5)", "SBPO is the rank function of set-replacement, which is graded")
def set_replacement() -> Finding:
    return rank_function("set-replacement", "SBPO")


@claim(
    "001/example-5",
    "Example 5",
    "for N = 3, c = 3 the path printed from {1, 1, 0} to {3, 3, 1} is a maximal chain there, and all have length 5",
)
def example_5() -> Finding:
    found = iv.poset("set-replacement", 3, 3)
    paths = ways(found, (1, 1, 0), (3, 3, 1))
    printed = ((1, 1, 0), (1, 1, 1), (2, 1, 1), (3, 1, 1), (3, 2, 1), (3, 3, 1))
    return decided(
        printed not in paths or {len(path) - 1 for path in paths} != {5}, len(paths), "so many paths; 20 runs"
    )


@claim(
    "001/5.2.2/covers",
    "Example 5, 'From the diagram'; appendix §4.1",
    "a run covers another iff one document has the next higher grade",
)
def covers() -> Finding:
    order = OwnOrder("counts from each grade up", leq=_dominated, kind="set")
    for length, grades in SMALL:
        found = set(iv.poset(order, length, grades).cover_pairs())
        runs = iv.RunSpace(length, grades, "set")
        made = {(run, _replaced(run, i, run[i] + 1)) for run in runs for i in range(length) if run[i] < grades}
        if found != made:
            return decided(found ^ made)
    return decided(None, len(SMALL), "covers computed from (4) as printed")


@claim("001/example-6", "Example 6", "four covers lead from {0, 0, 0} to {3, 1, 0}")
def example_6() -> Finding:
    paths = ways(iv.poset("set-replacement", 3, 3), (0, 0, 0), (3, 1, 0))
    via = sum((3, 0, 0) in path for path in paths)
    return decided(
        {len(path) - 1 for path in paths} != {4} or not via,
        (len(paths), via),
        "so many ways, so many of them by {3, 0, 0}",
    )


@claim(
    "001/5.2.2/chains",
    "§5.2.2, Definition 3 and after",
    "along every maximal chain Δ takes the values 0 to n in steps of 1: a difference structure",
)
def chains() -> Finding:
    cases = 0
    for length, grades in ((2, 2), (3, 2), (2, 3), (3, 3), (2, 4)):
        found = iv.poset("set-replacement", length, grades)
        for chain in found.poset.maximal_chains():
            cases += 1
            if [sum(found.runs[x]) for x in chain] != list(range(length * grades + 1)):
                return decided(chain)
    return decided(None, cases, "all maximal chains of five spaces up to N = 3, c = 3")


@claim("001/5.2.2/gP", "§5.2.2", "with g(a_j) = K j, gP = M/(cN) with M of (5)")
def gp_formula() -> Finding:
    broken = [
        run
        for length, grades in SMALL
        for run in iv.RunSpace(length, grades, "set")
        for measure in ("gP", f"gP(gains={{{','.join(f'{j}:{5 * j}' for j in range(1, grades + 1))}}})")
        if value(measure, run, grades) != Fraction(sum(run), grades * length)
    ]
    return decided(broken, len(SMALL), f"K = 1 and 5, {len(SMALL)} spaces")


@claim("001/5.2.2/gR", "§5.2.2", "with g(a_j) = K j, gR = M/(c RB) with M of (5)")
def gr_formula() -> Finding:
    names = {1: "gR(literal=True)@3", 5: "gR(literal=True,gains={1:5,2:10})@3"}
    for run, missed, (k, name) in product(iv.RunSpace(3, 2, "set"), ((2,), (2, 1), (2, 2)), names.items()):
        base = k * (sum(run) + sum(missed))
        if not isclose(scored(run, missed, [name])[name], sum(run) / (2 * base)):
            return decided((run, missed, k))
    return decided(None, 2, "RB the sum of gains, as §4 has it; K = 1 and 5, multisets of three")


@claim("001/5.2/gains", "§5.2", "gP is an interval scale on set-replacement iff gains are proportional to grades")
def proportional_gains() -> Finding:
    sets = [*gain_sets(2, 5), *gain_sets(3, 5), (0, 5, 10, 15), (0, 1, 3, 7)]
    broken = [
        (gains, length)
        for gains, length in product(sets, range(1, 5))
        if (on_scale("gP", "set-replacement", length, len(gains) - 1, gains) == "interval") != proportional(gains)
    ]
    return decided(broken, len(sets), "so many sets of gains for c = 2 and 3, lengths 1 to 4")


@claim(
    "001/example-7",
    "Example 7, first lines",
    "{0, 0, 0} ≺ {1, 1, 1} ≺ {2, 2, 1} ≺ {3, 2, 2}, with Δ = 3 for the first two and 2 for the last two",
)
def example_7() -> Finding:
    found, runs = iv.poset("set-replacement", 3, 3), ((0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 2, 2))
    chained = all(found.order.leq(low, high) for low, high in combinations(runs, 2))
    deltas = [found.rank(runs[1]) - found.rank(runs[0]), found.rank(runs[3]) - found.rank(runs[2])]
    return decided(not chained or deltas != [3, 2], deltas, "")


@claim(
    "001/example-7/gains",
    "Example 7, 'This is true if and only if'",
    "the two differences of gP keep their order iff g(a₃) ≤ 4 g(a₁), and gP is no interval scale else",
)
def example_7_gains() -> Finding:
    for gains in gain_sets(3, 9):
        u, v, r, s = (sum(gains[x] for x in run) for run in ((0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 2, 2)))
        beyond = gains[3] > 4 * gains[1]
        if (s - r > v - u) != beyond or (beyond and on_scale("gP", "set-replacement", 3, 3, gains) == "interval"):
            return decided(gains)
    return decided(None, len(gain_sets(3, 9)), "all gains to 9")


# ---------------------------------------------------------------- the proof in the appendix


@claim(
    "001/A4.1/iterated",
    "appendix §4.1, 'We can iterate the replacement'",
    "from any run all greater ones are reached by replacements",
)
def iterated() -> Finding:
    for length, grades in SMALL:
        found = iv.poset("set-replacement", length, grades)
        pairs = product(found.runs, repeat=2)
        broken = [(r, s) for r, s in pairs if found.poset.leq(found.number(r), found.number(s)) != _dominated(r, s)]
        if broken:
            return decided(broken)
    return decided(None, len(SMALL), "what covers lead to is what (4) has above")


@claim(
    "001/A4.1/higher",
    "appendix §4.1, 'Moreover v̂ ≺ ŝ since'",
    "v is below s as it is s with a document replaced by one of a higher degree",
)
def higher() -> Finding:
    r, s, v = (0, 0), (1, 1), (1, 0)
    order, lowered = iv.order("set-replacement"), _replaced(s, 1, 0)
    between = order.leq(r, v) and order.leq(v, s) and v == lowered
    raised = [_replaced(s, i, new) for i in range(2) for new in range(s[i] + 1, 3)]
    below = [run for run in raised if _dominated(run, s)]
    remark = "the lower degree is in v: s is v with a higher one; that v is between is right"
    return twice(
        between and v not in raised,
        not below,
        (r, v, s),
        remark,
        "all runs made from s by a higher degree, c = 2: none is below s",
    )


@claim(
    "001/A4.1/join",
    "appendix §4.1, 't̂ = r̂ ∨ ŝ'",
    "two runs that cover u are incomparable, and u with both replacements covers both and is their join",
)
def join() -> Finding:
    cases = 0
    for length, grades in SMALL:
        found = iv.poset("set-replacement", length, grades)
        for above in found.poset.above:
            for x, y in combinations(above, 2):
                cases += 1
                joined = found.poset.join(x, y)
                if found.poset.leq(x, y) or joined not in found.poset.above[x] or joined not in found.poset.above[y]:
                    return decided((found.runs[x], found.runs[y]))
    return decided(None, cases, "all pairs of covers")


@claim("001/A4.1/lattice", "appendix §4.1, 'R(N) is a lattice'", "(4) makes a lattice")
def lattice() -> Finding:
    for length, grades in SMALL:
        p = iv.poset("set-replacement", length, grades).poset
        if p.size <= 70 and any(
            p.join(x, y) is None or p.meet(x, y) is None for x, y in combinations(range(p.size), 2)
        ):
            return decided((length, grades))
    return decided(None, len(SMALL), "all pairs looked at; it is distributive, joins taken place by place")
