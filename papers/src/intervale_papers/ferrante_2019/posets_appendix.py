"""Claims about posets in the appendix, §1."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import combinations, product
from math import gcd, lcm

import intervale as iv
from intervale.orders import InducedOrder, OwnOrder, RunPoset
from intervale_papers.ferrante_2019.findings import Run
from intervale_papers.ferrante_2019.posets import bounded_posets
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

Pairs = set[tuple[int, int]]
DIVISORS = (1, 2, 3, 5, 6, 10, 15, 30)


@claim("001/A1/example-1", "appendix §1, Example 1", "the subsets of a set, ordered by inclusion, are a poset")
def power_set() -> Finding:
    included = OwnOrder(
        "inclusion", leq=lambda r, s: {i for i, x in enumerate(r) if x} <= {i for i, x in enumerate(s) if x}
    )
    made = [iv.construct(included, iv.RunSpace(size)).steps["poset"] for size in range(1, 7)]
    return holds(all(made), f"{cases(sum(one.cases for one in made), 'subset')} of sets of 1 to 6 elements")


@claim(
    "001/A1/example-2",
    "appendix §1, Example 2, first line",
    "the subsets of A, ordered by inclusion, are not totally ordered unless |A| = 1",
)
def power_set_total() -> Finding:
    total = [size for size in range(7) if _inclusion_is_total(size)]
    return under(
        total == [0, 1],
        "of sets of 0 to 6 elements, total for 0 and 1; from 2 on {1} and {2} are incomparable",
        "for A not empty: the empty set has one subset only, itself, and that is totally ordered, too",
    )


def _inclusion_is_total(size: int) -> bool:
    return all(one & other in (one, other) for one, other in combinations(range(2**size), 2))


# ---------------------------------------------------------------- weak orders


def _height(heights: tuple[int, ...], run: Run) -> int:
    return heights[run[0]]


def _by_height(heights: tuple[int, ...]) -> Pairs:
    """Who is at most as tall as whom."""
    leq = InducedOrder(partial(_height, heights)).leq
    return {(x, y) for x, y in product(range(len(heights)), repeat=2) if leq((x,), (y,))}


def _antisymmetric(below: Pairs) -> bool:
    return all(x == y or (y, x) not in below for x, y in below)


def _weak(below: Pairs, size: int) -> bool:
    """Comparable and transitive."""
    compared = all((x, y) in below or (y, x) in below for x, y in product(range(size), repeat=2))
    return compared and all((x, z) in below for x, y in below for w, z in below if y == w)


@claim(
    "001/A1/weak",
    "appendix §1, Example 2, 'the antisymmetry holds true'",
    "the order made by a function is antisymmetric iff the function is injective",
)
def weak_order() -> Finding:
    found = [(_antisymmetric(_by_height(heights)), len(set(heights)) == 4) for heights in product(range(4), repeat=4)]
    return holds(all(one == other for one, other in found), f"{cases(len(found), 'function')} of four people into 0..3")


@claim(
    "001/A1/weak-iff",
    "appendix §1, Example 2, last line",
    "people ordered by height are weakly ordered iff at least two are of the same height",
)
def weak_iff() -> Finding:
    found = [(_by_height(heights), len(set(heights)) < 4) for heights in product(range(4), repeat=4)]
    always = all(_weak(below, 4) for below, _ in found)
    right = always and all(tied != _antisymmetric(below) for below, tied in found)
    remark = (
        "where weak means weak and not total; as §3.2 of the paper has it a total order is a weak one, too, and an "
        "order by height is always weak"
    )
    return under(right, "heights 0, 1, 2, 3: all different, comparable and transitive", remark)


@claim(
    "001/A1/table-1",
    "appendix §1, Table 1",
    "of reflexivity, antisymmetry, transitivity and comparability, weak orders need all but the second, partial ones "
    "all but the fourth, total ones all",
)
def table_1() -> Finding:
    found = [_properties(leq) for leq in (InducedOrder(sum).leq, iv.order("rank-swap").leq, iv.order("rank-total").leq)]
    printed = [(True, False, True, True), (True, True, True, False), (True, True, True, True)]
    witness = "the 8 binary runs of length 3 by their sum (weak), by rank-swap (partial), by rank-total (total)"
    return holds(found == printed, witness, "a cross means not needed: there is an order of the kind that lacks it")


def _properties(leq: Callable[[Run, Run], bool]) -> tuple[bool, ...]:
    """Whether an order of runs is reflexive, antisymmetric, transitive, and compares all."""
    runs = list(iv.RunSpace(3))
    pairs, below = list(product(runs, repeat=2)), {(r, s) for r, s in product(runs, repeat=2) if leq(r, s)}
    chained = all((r, t) in below for r, s in below for q, t in below if s == q)
    same = all(r == s or (s, r) not in below for r, s in below)
    return all((r, r) in below for r in runs), same, chained, all({(r, s), (s, r)} & below for r, s in pairs)


# ---------------------------------------------------------------- the divisors of 30


def _number(run: Run) -> int:
    return int(2 ** run[0] * 3 ** run[1] * 5 ** run[2])


@cache
def divisors() -> tuple[RunPoset, dict[int, Run]]:
    """The divisors of 30 as runs of exponents of 2, 3 and 5."""
    found = iv.poset(OwnOrder("divides", leq=lambda r, s: _number(s) % _number(r) == 0), 3)
    return found, {_number(run): run for run in found.runs}


def _interval(low: int, high: int) -> set[int]:
    found, run = divisors()
    return {_number(found.runs[x]) for x in found.poset.interval(found.number(run[low]), found.number(run[high]))}


def _covers() -> Pairs:
    return {(_number(low), _number(high)) for low, high in divisors()[0].cover_pairs()}


@claim(
    "001/A1/covers",
    "appendix §1, 't covers s if'",
    "t covers s if s ⪯ t and [s, t] = {s, t}, that is there is no u with s ≺ u ≺ t",
    erratum=Erratum(
        printed="if s ⪯ t and [s,t] = {s,t}",
        reads="if s ≺ t and [s,t] = {s,t}",
        depends="the rank function and all uses of covers, which mean s ≺ t and stand; §2 of the paper has the same "
        "line",
        symbol=True,
    ),
)
def covers() -> Finding:
    printed = {
        (s, t)
        for s, t in product(DIVISORS, repeat=2)
        if t % s == 0 and {u for u in DIVISORS if u % s == 0 and t % u == 0} == {s, t}
    }
    itself = {(s, t) for s, t in printed if s == t}
    remark = "as [s, s] = {s}, every element would cover itself, and its rank would have to be its rank plus one"
    witness = (
        f"of the divisors of 30, {len(itself)} cover themselves so; without them the {len(_covers())} covers are right"
    )
    return wrong(Kind.MISPRINT, len(itself) == 8 and printed - itself == _covers(), witness, remark)


@claim(
    "001/A1/example-3",
    "appendix §1, Example 3",
    "the divisors of 30 are a poset; 2 covers 1, 6 does not; 2, 3, 5 are on one level and incomparable, 3 and 10 on "
    "different ones and incomparable",
)
def example_3() -> Finding:
    found, run = divisors()
    apart = all(not found.order.comparable(run[x], run[y]) for x, y in ((2, 3), (2, 5), (3, 5), (3, 10)))
    covered = _interval(1, 2) == {1, 2} and (1, 2) in _covers() and (1, 6) not in _covers()
    level = {found.rank(run[x]) for x in (2, 3, 5)} == {1} and found.rank(run[10]) == 2
    right = apart and covered and level and tuple(sorted(run)) == DIVISORS
    return holds(right, f"{len(run)} divisors, {len(_covers())} covers; levels 1 of 2, 3, 5 and 2 of 10")


@claim(
    "001/A1/example-3-interval",
    "appendix §1, Example 3, '[1,6] ='",
    "the interval [1, 6] of the divisors of 30 is {1, 2, 6}",
    erratum=Erratum(
        printed="[1,6] = {1,2,6}", reads="[1,6] = {1,2,3,6}", depends="that 6 does not cover 1, which stands"
    ),
)
def example_3_interval() -> Finding:
    divided = {x for x in range(1, 7) if 6 % x == 0}
    return wrong(
        Kind.MISPRINT,
        _interval(1, 6) != {1, 2, 6},
        f"between 1 and 6 are {listed(sorted(_interval(1, 6)))}",
        "3 divides 6, too; Example 4 has it between them in the chain {1, 3, 6, 30}",
        second=divided != {1, 2, 6},
        again="dividing 6 by 1 to 6",
    )


def _maximal_chains() -> set[tuple[int, ...]]:
    found = divisors()[0]
    return {tuple(_number(found.runs[x]) for x in chain) for chain in found.poset.maximal_chains()}


@claim(
    "001/A1/chains",
    "appendix §1, 'a chain is the subset'",
    "among the divisors of 30, {1, 10, 30} is a chain, {1, 2, 10, 30} a maximal one, and all maximal ones have "
    "length 3",
)
def chains() -> Finding:
    found = _maximal_chains()
    chain = all(y % x == 0 for x, y in combinations((1, 10, 30), 2)) and (1, 10, 30) not in found
    lengths, containing = {len(one) - 1 for one in found}, [one for one in found if {1, 10, 30} <= set(one)]
    right = chain and (1, 2, 10, 30) in found and lengths == {3} and len(containing) == 2
    return holds(right, f"{len(found)} maximal chains of length 3; {{1, 10, 30}} is part of two")


@claim(
    "001/A1/example-4",
    "appendix §1, Example 4",
    "the maximal chains of the divisors of 30 are the six printed, and the ranks are those printed",
)
def example_4() -> Finding:
    found, run = divisors()
    printed = {(1, 2, 6, 30), (1, 2, 10, 30), (1, 3, 6, 30), (1, 3, 15, 30), (1, 5, 10, 30), (1, 5, 15, 30)}
    ranks = {x: found.rank(run[x]) for x in DIVISORS}
    right = _maximal_chains() == printed and list(ranks.values()) == [0, 1, 1, 1, 2, 2, 2, 3]
    return holds(right and found.facts["graded"], f"{cases(len(printed), 'chain')}; ranks {listed(ranks.values())}")


@claim(
    "001/A1/example-5",
    "appendix §1, Example 5",
    "the divisors of 30 are a lattice: 2 ∨ 15 = 30, 2 ∧ 15 = 1, and joins and meets are least common multiples and "
    "greatest common divisors",
)
def example_5() -> Finding:
    found, run = divisors()
    pairs = list(product(run, repeat=2))
    ends = {(x, y): _join_and_meet(found, run[x], run[y]) for x, y in pairs}
    right = ends[2, 15] == (30, 1) and all(ends[x, y] == (lcm(x, y), gcd(x, y)) for x, y in pairs)
    return holds(right, cases(len(pairs), "pair of divisors"))


def _join_and_meet(found: RunPoset, r: Run, s: Run) -> tuple[int, ...]:
    ends = (made(found.number(r), found.number(s)) for made in (found.poset.join, found.poset.meet))
    return tuple(0 if end is None else _number(found.runs[end]) for end in ends)


# ---------------------------------------------------------------- lattices


@claim(
    "001/A1/no-bound",
    "appendix §1, 'Note that not every pair'",
    "not every pair of elements of a poset has an infimum or a supremum",
)
def no_bound() -> Finding:
    none = [one for one in bounded_posets() if one.lattice is None]
    smallest = min(none, key=lambda one: one.poset.size).poset
    right = smallest.size == 6 and sorted(map(len, smallest.above)) == [0, 1, 1, 2, 2, 2]
    return holds(right, "a and b below c and d, with a least and a greatest element: a and b have no least upper bound")


@claim(
    "001/A1/lemma-1",
    "appendix §1, Lemma 1",
    "a bounded poset of finite rank in which two covers of one element have a join is a lattice",
)
def lemma_1() -> Finding:
    broken, kept = [], 0
    for found in bounded_posets(5):
        p = found.poset
        if all(p.join(x, y) is not None for above in p.above for x, y in combinations(above, 2)):
            kept += 1
            pairs = combinations(range(p.size), 2)
            broken += [p.above] if any(p.join(x, y) is None or p.meet(x, y) is None for x, y in pairs) else []
    witness = f"{cases(kept, 'order')} on up to 7 elements that satisfy it, of {len(bounded_posets(5))} bounded ones"
    return holds(not broken, witness)


def _semimodular(found: RunPoset) -> tuple[bool, bool]:
    """Whether a lattice satisfies the first and the second condition of Proposition 2."""
    lattice = found.lattice
    assert lattice is not None
    pairs, rank = combinations(range(lattice.size), 2), lattice.heights
    ends = {(x, y): (lattice.met(x, y), lattice.joined(x, y)) for x, y in pairs}
    first = found.facts["graded"] and all(rank[x] + rank[y] >= rank[m] + rank[j] for (x, y), (m, j) in ends.items())
    covered = {(x, y) for x, above in enumerate(lattice.above) for y in above}
    second = all({(x, j), (y, j)} <= covered for (x, y), (m, j) in ends.items() if {(m, x), (m, y)} <= covered)
    return bool(first), second


@claim(
    "001/A1/graded-iff",
    "appendix §1, before Proposition 2",
    "Proposition 2 gives a necessary and sufficient condition for a finite lattice to be graded",
    erratum=Erratum(
        printed="a necessary and sufficient condition for a finite lattice to be graded",
        reads="a necessary and sufficient condition for a finite lattice to be semimodular, and so a sufficient one "
        "for it to be graded",
        depends="Propositions 3 and 6, whose proofs use that it is sufficient; both stand",
    ),
)
def graded_iff() -> Finding:
    lattices = [one for one in bounded_posets() if one.lattice is not None]
    sufficient = all(one.facts["graded"] for one in lattices if _semimodular(one)[1])
    graded = [one for one in lattices if one.facts["graded"] and not _semimodular(one)[1]]
    shapes = {(one.poset.size, *sorted(map(len, one.poset.above))) for one in graded}
    return wrong(
        Kind.MISPRINT,
        sufficient and shapes == {(6, 0, 1, 1, 1, 1, 2)},
        "the hexagon 0 < a < b < 1, 0 < c < d < 1: graded of rank 3; a and c cover a ∧ c = 0, a ∨ c = 1 covers neither",
        "not necessary: the two conditions of Proposition 2 are those of a semimodular lattice; a graded one need not "
        "satisfy them",
    )


@claim(
    "001/A1/proposition-2",
    "appendix §1, Proposition 2",
    "a finite lattice is graded with ρ(s) + ρ(t) ≥ ρ(s ∧ t) + ρ(s ∨ t) iff s ∨ t covers s and t where both cover s ∧ t",
)
def proposition_2() -> Finding:
    found = [_semimodular(one) for one in bounded_posets(5) if one.lattice is not None]
    witness = (
        f"lattices of up to 7 elements: {found.count((True, True))} satisfy both, {found.count((False, False))} neither"
    )
    return holds(
        all(first == second for first, second in found), witness, "alike up to names are counted more than once"
    )
