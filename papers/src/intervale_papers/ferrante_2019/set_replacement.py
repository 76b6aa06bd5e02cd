"""Claims about the partial order on sets: §5.2."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, isclose

import intervale as iv
from intervale.orders import OwnOrder, theorem_facts
from intervale_papers.ferrante_2019.findings import (
    LOOKED_AT,
    SMALL,
    Run,
    gain_sets,
    on_scale,
    proportional,
    scored,
    value,
    ways,
)
from intervale_papers.ferrante_2019.ranks import rank_function
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, worded


def _counts(run: Run, grades: int = 4) -> list[int]:
    """How many documents have each grade or a higher one."""
    return [sum(x >= grade for x in run) for grade in range(grades + 1)]


def dominated(r: Run, s: Run) -> bool:
    """Equation (4)."""
    return all(x <= y for x, y in zip(_counts(r), _counts(s), strict=True))


def replaced(run: Run, place: int, new: int) -> Run:
    return tuple(sorted((*run[:place], new, *run[place + 1 :]), reverse=True))


@claim(
    "001/5.2/axiom",
    "§5.2, Replacement; appendix §4.1, three points",
    "a run with a document replaced by a better one is greater under (4)",
)
def replacement() -> Finding:
    made = [
        (run, replaced(run, place, new))
        for length, grades in SMALL
        for run, place, new in product(iv.RunSpace(length, grades, "set"), range(length), range(grades + 1))
        if new > run[place]
    ]
    broken = [(run, other) for run, other in made if not dominated(run, other) or dominated(other, run)]
    return holds(not broken, broken or cases(len(made), "replacement"), LOOKED_AT)


@claim("001/5.2/partial", "§5.2, 'not every pair of runs is comparable'", "(4) is a partial order that is not total")
def partial() -> Finding:
    order = OwnOrder("counts from each grade up", leq=dominated, kind="set")
    total = {(n, c) for n, c in SMALL if iv.poset(order, n, c).facts["total"]}
    low, high = (1, 1), (2, 0)
    return under(
        total == {(n, c) for n, c in SMALL if n == 1 or c == 1}
        and not dominated(low, high)
        and not dominated(high, low),
        f"{cases(len(SMALL), 'space')}; (1, 1) and (2, 0) cannot be compared",
        "from two documents on and for c > 1; otherwise it is total, as §5.2.1 says for c = 1",
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
    return holds(
        apart and counts == [(0, 2), (1, 1)],
        "0 and 1 documents of grade 3; 2 and 1 documents of grade 2 or more",
    )


@claim("001/5.2.1/same", "§5.2.1", "with binary grades (4) is (1)")
def same_order() -> Finding:
    orders = iv.order("set-total"), iv.order("set-replacement")
    pairs = [pair for length in range(1, 9) for pair in product(iv.RunSpace(length, 1, "set"), repeat=2)]
    broken = [(r, s) for r, s in pairs if orders[0].leq(r, s) != orders[1].leq(r, s)]
    return holds(not broken, broken or cases(len(pairs), "pair of runs"), "lengths 1 to 8")


@claim(
    "001/5.2.2/bounded",
    "§5.2.2, first lines",
    "all runs are between {0, …, 0} and {c, …, c}, and there are C(N + c, N)",
)
def bounded() -> Finding:
    broken = []
    for n, c in SMALL:
        runs = list(iv.RunSpace(n, c, "set"))
        between = all(dominated((0,) * n, run) and dominated(run, (c,) * n) for run in runs)
        broken += [] if between and len(set(runs)) == comb(n + c, n) else [(n, c)]
    return holds(not broken, broken or cases(len(SMALL), "space"), LOOKED_AT)


@claim(
    "001/5.2.2/proposition-2",
    "§5.2.2, Proposition 2; appendix, Proposition 3",
    "under (4) all maximal chains have the same length",
)
def proposition_2() -> Finding:
    order = OwnOrder("counts from each grade up", leq=dominated, kind="set")
    found = [iv.poset(order, n, c) for n, c in SMALL]
    broken = [
        one.space for one in found if not one.facts["graded"] or one.poset.height != one.space.length * one.space.grades
    ]
    known = theorem_facts(iv.order("set-replacement"), iv.RunSpace(1000, 4, "set"))["graded"]
    return holds(
        not broken and known,
        cases(len(found), "space"),
        "the length is N c, for c = 1, too, which the proposition leaves out",
    )


@claim("001/5.2/set-replacement", "§5.2.2, eq. (5)", "(5), the sum of the grades, is the rank function of (4)")
def set_replacement() -> Finding:
    return rank_function("set-replacement", "SBPO")


@claim(
    "001/example-5",
    "Example 5, last lines",
    "for N = 3, c = 3 the path printed from {1, 1, 0} to {3, 3, 1} is a maximal chain there, and all have length 5",
)
def example_5() -> Finding:
    paths = ways(iv.poset("set-replacement", 3, 3), (1, 1, 0), (3, 3, 1))
    printed = ((1, 1, 0), (1, 1, 1), (2, 1, 1), (3, 1, 1), (3, 2, 1), (3, 3, 1))
    return holds(
        printed in paths and {len(path) - 1 for path in paths} == {5},
        f"{cases(len(paths), 'path')} up from (1, 1, 0) to (3, 3, 1), with 5 edges each",
        "the one printed is among them",
    )


@claim(
    "001/example-5/covers",
    "Example 5, 'From the diagram you can note'",
    "a run covers another iff a degree a_j of the other is replaced by the next lower one, a_{j−1}",
    erratum=Erratum(
        "a run covers another one if and only if a relevance degree a_j is replaced with a_{j−1}, for j > 0",
        "a run covers another one if and only if a degree a_j of the other is replaced with a_{j+1}, for j < c",
        "the rank function after it, which stands: it counts replacements of a_j by a_{j+1}",
    ),
)
def example_5_covers() -> Finding:
    found = set(iv.poset("set-replacement", 3, 3).cover_pairs())
    runs, places = list(iv.RunSpace(3, 3, "set")), range(3)
    lowered = {(run, replaced(run, i, run[i] - 1)) for run in runs for i in places if run[i] > 0}
    raised = {(run, replaced(run, i, run[i] + 1)) for run in runs for i in places if run[i] < 3}
    return wrong(
        Kind.MISPRINT,
        not found & lowered and found == raised,
        f"(1, 1, 1) covers (1, 1, 0), where a 0 becomes 1; of the {cases(len(found), 'cover')} for N = 3, c = 3 none "
        "is made by a lower degree",
        "the covering run has the higher degree, as in the path that the example prints; the words fit only if they "
        "are read from the covering run down",
        second=dominated((1, 1, 0), (1, 1, 1)) and not dominated((1, 1, 1), (1, 1, 0)),
        again="comparing (1, 1, 0) and (1, 1, 1) by (4)",
    )


@claim(
    "001/5.2.2/covers",
    "§5.2.2, 'As detailed in the Electronic Appendix'",
    "one of two runs covers the other iff they differ by one document, and there by one degree",
)
def covers() -> Finding:
    order = OwnOrder("counts from each grade up", leq=dominated, kind="set")
    looked_at, broken = 0, list[tuple[int, int]]()
    for length, grades in SMALL:
        found = {frozenset(pair) for pair in iv.poset(order, length, grades).cover_pairs()}
        runs = iv.RunSpace(length, grades, "set")
        made = {
            frozenset((run, replaced(run, i, run[i] + 1))) for run in runs for i in range(length) if run[i] < grades
        }
        looked_at, broken = looked_at + len(found), broken + [(length, grades)] * (found != made)
    return holds(not broken, broken or cases(looked_at, "cover"), f"computed from (4) as printed, {LOOKED_AT}")


@claim("001/example-6", "Example 6", "four covers lead from {0, 0, 0} to {3, 1, 0}, three of them to {3, 0, 0}")
def example_6() -> Finding:
    found = iv.poset("set-replacement", 3, 3)
    paths, first = ways(found, (0, 0, 0), (3, 1, 0)), ways(found, (0, 0, 0), (3, 0, 0))
    via = sum((3, 0, 0) in path for path in paths)
    return holds(
        {len(path) - 1 for path in paths} == {4} and {len(path) - 1 for path in first} == {3} and via,
        f"{cases(len(paths), 'path')} of 4 covers, {via} of them by (3, 0, 0)",
    )


@claim(
    "001/5.2.2/chains",
    "§5.2.2, Definition 3 and after",
    "along every maximal chain Δ takes the values 0 to n in steps of 1: a difference structure",
)
def chains() -> Finding:
    looked_at, broken = 0, []
    for length, grades in ((2, 2), (3, 2), (2, 3), (3, 3), (2, 4)):
        found = iv.poset("set-replacement", length, grades)
        for chain in found.poset.maximal_chains():
            looked_at += 1
            even = [sum(found.runs[x]) for x in chain] == list(range(length * grades + 1))
            broken += [] if even else [(length, grades)]
    return holds(not broken, broken or f"{looked_at} maximal chains", "all of five spaces up to N = 3, c = 3")


# ---------------------------------------------------------------- scales of measures


@claim("001/5.2.2/gP", "§5.2.2", "with g(a_j) = K j, gP = M/(cN) with M of (5)")
def gp_formula() -> Finding:
    places = [
        (measure, run, grades)
        for length, grades in SMALL
        for run in iv.RunSpace(length, grades, "set")
        for measure in ("gP", f"gP(gains={{{','.join(f'{j}:{5 * j}' for j in range(1, grades + 1))}}})")
    ]
    broken = [run for text, run, c in places if value(text, run, c) != Fraction(sum(run), c * len(run))]
    spaces = list(product((*range(1, 5), 20), (1, 2, 3)))
    related = {(n, c): iv.relate("SBPO", "gP", length=n, grades=c) for n, c in spaces}
    linear = all((one.alpha, one.beta) == (Fraction(1, c * n), 0) for (n, c), one in related.items())
    return holds(not broken and linear, broken or cases(len(places)), f"K = 1 and 5, {LOOKED_AT}")


@claim("001/5.2.2/gR", "§5.2.2", "with g(a_j) = K j, gR = M/(c RB) with M of (5)")
def gr_formula() -> Finding:
    names = {1: "gR(literal=True)@3", 5: "gR(literal=True,gains={1:5,2:10})@3"}
    places = list(product(iv.RunSpace(3, 2, "set"), ((2,), (2, 1), (2, 2)), names.items()))
    broken = [
        run
        for run, missed, (k, name) in places
        if not isclose(scored(run, missed, [name])[name], sum(run) / (2 * k * (sum(run) + sum(missed))))
    ]
    linear = {iv.relate("SBPO", name, grades=2).relation for name in names.values()} == {"same scale"}
    return holds(
        not broken and linear,
        broken or cases(len(places)),
        "multisets of three, c = 2, K = 1 and 5, RB the sum of gains",
    )


def _linear(measure: str, gains: Sequence[int], length: int) -> bool:
    """Whether a measure with these gains is a positive linear transformation of (5)."""
    named = ",".join(f"{grade}:{gain}" for grade, gain in enumerate(gains) if grade)
    found = iv.relate("SBPO", f"{measure}(gains={{{named}}})", length=length, grades=len(gains) - 1)
    return found.relation == "same scale"


@claim(
    "001/5.2/gains",
    "§5.2.2, 'Under this condition' and 'it is not possible'",
    "gP and gR are interval scales on (4) iff gains are proportional to grades",
)
def proportional_gains() -> Finding:
    sets = [*gain_sets(2, 5), *gain_sets(3, 5), (0, 5, 10, 15), (0, 1, 3, 7)]
    places = list(product(("gP", "gR"), sets, range(1, 5)))
    broken = [
        (gains, length)
        for text, gains, length in places
        if (on_scale(text, "set-replacement", length, len(gains) - 1, gains) == "interval") != proportional(gains)
        or _linear(text, gains, length) != proportional(gains)
    ]
    return holds(not broken, broken or cases(len(places)), f"{len(sets)} sets of gains for c = 2 and 3, lengths 1 to 4")


@claim(
    "001/example-7",
    "Example 7, first lines",
    "{0, 0, 0} ≺ {1, 1, 1} ≺ {2, 2, 1} ≺ {3, 2, 2}, with Δ = 3 for the first two and 2 for the last two",
)
def example_7() -> Finding:
    found, runs = iv.poset("set-replacement", 3, 3), ((0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 2, 2))
    chained = all(found.order.leq(low, high) for low, high in combinations(runs, 2))
    ranks = [found.rank(run) for run in runs]
    return holds(chained and ranks == [0, 3, 5, 7], f"ranks {worded(ranks)}", "each is below the next under (4)")


@claim(
    "001/example-7/gains",
    "Example 7, 'This is true if and only if'",
    "the two differences of gP keep their order iff g(a₃) ≤ 4 g(a₁), and gP is no interval scale else",
)
def example_7_gains() -> Finding:
    sets, broken = gain_sets(3, 9), []
    for gains in sets:
        u, v, r, s = (sum(gains[x] for x in run) for run in ((0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 2, 2)))
        beyond = gains[3] > 4 * gains[1]
        kept = beyond and on_scale("gP", "set-replacement", 3, 3, gains) == "interval"
        broken += [gains] if (s - r > v - u) != beyond or kept else []
    return holds(not broken, broken or cases(len(sets), "set of gains"), "all gains to 9, c = 3")
