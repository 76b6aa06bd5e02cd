"""Claims of 001 about the total order on sets: §5.1."""

from __future__ import annotations

from itertools import pairwise, product
from math import comb, isclose

import intervale as iv
from intervale.orders import OwnOrder, natural_distance
from intervale_papers.ferrante_2019.findings import (
    CONDITIONAL,
    SMALL,
    Run,
    decided,
    gain_sets,
    on_scale,
    scored,
    twice,
    under,
    value,
)
from intervale_papers.ferrante_2019.ranks import rank_function
from intervale_papers.register import Finding, claim


def _count(run: Run, grade: int) -> int:
    return sum(x == grade for x in run)


def _fewer(r: Run, s: Run) -> bool:
    """Equation (1), with equality: fewer documents of the highest grade at which the counts differ."""
    apart = [k for k in range(5) if _count(r, k) != _count(s, k)]
    return not apart or _count(r, max(apart)) < _count(s, max(apart))


def _terms(run: Run) -> list[int]:
    """The summands of equation (2), in the order in which the run is written."""
    length = len(run)
    return [comb(grade + length - j, length - j + 1) for j, grade in enumerate(run, start=1)]


@claim(
    "001/5.1/first-difference",
    "§5.1, after eq. (1)",
    "with grades in decreasing order (1) compares the first place at which two runs differ",
)
def first_difference() -> Finding:
    spaces = [list(iv.RunSpace(length, grades, "set")) for length, grades in SMALL]
    broken = [(r, s) for runs in spaces for r, s in product(runs, repeat=2) if _fewer(r, s) != (r <= s)]
    return decided(broken, len(SMALL))


@claim("001/5.1/first-example", "§5.1, 'For example, let c = 4'", "{4, 3, 2, 2, 2, 2} is below {4, 3, 3, 0, 0, 0}")
def first_example() -> Finding:
    r, s = (4, 3, 2, 2, 2, 2), (4, 3, 3, 0, 0, 0)
    counts = [tuple(_count(run, grade) for grade in (4, 3)) for run in (r, s)]
    right = iv.order("set-total").leq(r, s) and not iv.order("set-total").leq(s, r) and _fewer(r, s)
    return decided(not right or counts != [(1, 1), (1, 2)], counts, "of grades 4 and 3")


@claim("001/5.1/total", "§5.1, 'R(N) is a totally ordered set'", "(1) is a total order, graded of rank |R(N)| − 1")
def total() -> Finding:
    order = OwnOrder("fewer of the highest", leq=_fewer, kind="set")
    found = [iv.poset(order, length, grades) for length, grades in SMALL]
    broken = [one.space for one in found if not one.facts["total"] or one.poset.height != one.space.size - 1]
    return decided(broken, len(SMALL))


@claim("001/5.1/chain", "§5.1", "under set-total all multisets stand in one chain, numbered by their rank")
def set_total_chain() -> Finding:
    order = iv.order("set-total")
    for length, grades in SMALL:
        for low, high in pairwise(iv.RunSpace(length, grades, "set")):
            numbers = [value("SBTO", run, grades) for run in (low, high)]
            if not order.leq(low, high) or order.leq(high, low) or numbers[0] + 1 != numbers[1]:
                return decided((low, high))
    return decided(None, len(SMALL), "on all spaces looked at")


@claim("001/5.1/codomain", "§5.1, line of eq. (2)", "the ranks of (2) go from 0 to C(N + c, N)")
def codomain() -> Finding:
    largest = {(n, c): max(sum(_terms(run)) for run in iv.RunSpace(n, c, "set")) for n, c in SMALL}
    right = all(rank == comb(n + c, n) - 1 for (n, c), rank in largest.items())
    remark = "as a set that has them all: the largest rank is C(N + c, N) − 1, as 'rank |R(N)| − 1' before has it"
    return under(right, ("N = 2, c = 2", largest[2, 2], comb(4, 2)), remark)


@claim("001/5.1/set-total", "§5.1, eq. (3)", "SBTO is the rank function of set-total: an interval scale")
def set_total() -> Finding:
    return rank_function("set-total", "SBTO")


@claim(
    "001/5.1/written",
    "§5.1, line under eq. (2), 'for any i < N'",
    "(2) is the rank of a run that is written in increasing order",
)
def written() -> Finding:
    for length, grades in SMALL:
        if any(sum(_terms(run)) != i for i, run in enumerate(iv.RunSpace(length, grades, "set"))):
            return decided((length, grades))
    tied = [sum(_terms(run)) for run in ((0, 2), (1, 1))]
    remark = (
        "in decreasing order, as §4.1 sets and the examples do; increasing, {0, 2} and {1, 1} both get 2 (the "
        "sign may be the text's, not the page's)"
    )
    return under(tied == [2, 2], ("(0, 2)", "(1, 1)", tied), remark)


@claim(
    "001/5.1/tails",
    "§5.1, before eq. (2)",
    "what the j-th grade adds to the rank is the rank of (r_j, 0, …, 0) among runs of N − j + 1 documents",
)
def tails() -> Finding:
    for length, grades in SMALL:
        for run, j in product(iv.RunSpace(length, grades, "set"), range(length)):
            rest, zeros = length - j, (0,) * (length - j - 1)
            added = value("SBTO", (*run[: j + 1], *zeros), grades) - value("SBTO", (*run[:j], 0, *zeros), grades)
            tail = iv.RunSpace(rest, grades, "set").index((run[j], *zeros))
            if not added == tail == comb(run[j] + rest - 1, rest):
                return decided((run, j))
    return decided(None, len(SMALL))


@claim(
    "001/example-2",
    "Example 2",
    "for c = 3, N = 5, ρ{3, 0, 0, 0, 0} = 21, ρ{2, 0, 0, 0} = 5, ρ{1, 0, 0} = 1, and ρ{3, 2, 1, 0, 0} = 27",
)
def example_2() -> Finding:
    runs = ((3, 0, 0, 0, 0), (2, 0, 0, 0), (1, 0, 0), (3, 2, 1, 0, 0))
    ranks = [int(value("SBTO", run, 3)) for run in runs]
    below = [next(iter(iv.order("set-total").below(run, 3))) for run in runs[:2]]
    return decided(
        ranks != [21, 5, 1, 27] or below != [(2,) * 5, (1,) * 4], ranks, f"they cover {below[0]} and {below[1]}"
    )


@claim(
    "001/example-2/objects",
    "Example 2, '|{a₀, a₁}| ='",
    "before {2, 0, 0, 0} come the multisets of 4 out of |{a₀, a₁}| = 3 objects",
)
def example_2_objects() -> Finding:
    before = value("SBTO", (2, 0, 0, 0), 3)
    listed = [run for run in iv.RunSpace(4, 3, "set") if run < (2, 0, 0, 0)]
    right = [objects for objects in (2, 3) if iv.RunSpace(4, objects - 1, "set").size == before]
    used = {grade for run in listed for grade in run}
    remark = "two objects give the 5 that the example goes on with; three would give 15"
    return twice(
        right == [2], len(used) == 2 and len(listed) == 5, listed, remark, "listing the multisets and their grades"
    )


@claim(
    "001/5.1/differences",
    "§5.1, Definition 2",
    "Δ of Definition 2 is the number of steps between two runs, and makes a difference structure",
)
def differences() -> Finding:
    for length, grades in ((n, c) for n, c in SMALL if comb(n + c, n) <= 21):
        space, order = iv.RunSpace(length, grades, "set"), iv.order("set-total")
        wrong = [
            (r, s)
            for r, s in product(space, repeat=2)
            if abs(sum(_terms(s)) - sum(_terms(r))) != natural_distance(order, r, s, space)
        ]
        if wrong or iv.construct(order, space).failed:
            return decided(wrong or (length, grades))
    return decided(None, len(SMALL), "on spaces of up to 21 multisets")


@claim(
    "001/5.1/stray-sum",
    "§5.1, the line after eq. (3), 'Σ(v̂ᵢ − ûᵢ)'",
    "ρ(v) − ρ(u) is at most the difference of the sums of grades",
)
def stray_sum() -> Finding:
    u, v = (1, 1), (2, 0)
    steps = value("SBTO", v, 2) - value("SBTO", u, 2)
    between = [run for run in iv.RunSpace(2, 2, "set") if u < run <= v]
    binary = all(value("SBTO", run) == sum(run) for n in range(1, 7) for run in iv.RunSpace(n))
    remark = (
        "the sum stands in the chain of equivalences, which hold without it; for c = 1 both are equal" if binary else ""
    )
    return twice(
        steps > sum(v) - sum(u),
        len(between) > sum(v) - sum(u),
        (u, v, str(steps), sum(v) - sum(u)),
        remark,
        "listing the multisets above u up to v",
    )


@claim("001/5.1/a1", "§5.1, 'always gives a constant contribution'", "each document of grade a₁ adds 1 in (3)")
def first_grade() -> Finding:
    spaces = [iv.RunSpace(length, grades, "set") for length, grades in SMALL]
    broken = [
        run for space in spaces for run in space if any(t != 1 for t, x in zip(_terms(run), run, strict=True) if x == 1)
    ]
    return decided(broken, len(SMALL))


@claim(
    "001/5.1/decreasing",
    "§5.1, 'the binomial coefficient is decreasing'",
    "each further document of one grade above a₁ adds less in (3) than the one before",
)
def decreasing() -> Finding:
    spaces = [iv.RunSpace(length, grades, "set") for length, grades in SMALL]
    broken = [
        run
        for run in (run for space in spaces for run in space)
        if any(x == y > 1 and s <= t for (x, s), (y, t) in pairwise(zip(run, _terms(run), strict=True)))
    ]
    return decided(broken, len(SMALL))


@claim(
    "001/5.1/replacements",
    "§5.1, end of the paragraph before Example 3",
    "the same replacement may add differently in two runs, if the new grade is above a₁",
)
def replacements() -> Finding:
    effects: dict[tuple[int, int, int, int], set[int]] = {}
    for length, grades in SMALL:
        space = iv.RunSpace(length, grades, "set")
        for run, place, new in product(space, range(length), range(1, grades + 1)):
            if run[place] < new:
                after = space.index((*run[:place], *run[place + 1 :], new))
                effects.setdefault((length, grades, run[place], new), set()).add(after - space.index(run))
    same = {found[2:] for found, added in effects.items() if len(added) == 1 and found[0] > 1}
    differ = {new for (n, _, _, new), added in effects.items() if len(added) > 1}
    return decided(
        1 in differ or not differ or (0, 1) not in same,
        sorted(differ),
        "new grades whose effect differs somewhere; that of a₁ is always 1",
    )


@claim("001/example-3", "Example 3", "for c = 2, N = 5, SBTO of {2, 2, 1, 1, 1} is 14 and of {2, 1, 1, 0, 0} is 8")
def example_3() -> Finding:
    ranks = [value("SBTO", run, 2) for run in ((2, 2, 1, 1, 1), (2, 1, 1, 0, 0))]
    return decided(ranks != [14, 8], tuple(map(str, ranks)), "")


@claim(
    "001/example-3/replaced",
    "Example 3, 'Let us now replace'",
    "with one 1 replaced by 2 they are 17 and 12: 3 and 4 more",
)
def example_3_replaced() -> Finding:
    before = [value("SBTO", run, 2) for run in ((2, 2, 1, 1, 1), (2, 1, 1, 0, 0))]
    after = [value("SBTO", run, 2) for run in ((2, 2, 2, 1, 1), (2, 2, 1, 0, 0))]
    more = [int(y - x) for x, y in zip(before, after, strict=True)]
    return decided(after != [17, 12] or more != [3, 4], (tuple(map(str, after)), more), "")


# ---------------------------------------------------------------- scales of measures


@claim(
    "001/5.1.1/mass",
    "§5.1.1, first lines",
    "with binary grades (1) orders by the number of relevant documents, which is the rank",
)
def mass() -> Finding:
    order = iv.order("set-total")
    for length in range(1, 9):
        for r, s in product(iv.RunSpace(length, 1, "set"), repeat=2):
            if order.leq(r, s) != (sum(r) <= sum(s)) or value("SBTO", r) != sum(r):
                return decided((r, s))
    return decided(None, 8, "lengths 1 to 8")


@claim("001/5.1.1/formulas", "§5.1.1", "P = M/N, R = M/RB and F = 2M/(N + RB) with M of (3)")
def formulas() -> Finding:
    for run, missed in product(iv.RunSpace(4, 1, "set"), range(3)):
        base, found = sum(run) + missed, scored(run, (1,) * missed, ["P@4", "R@4", "F@4"])
        rank = float(value("SBTO", run))
        wanted = [rank / 4, rank / base if base else 0, 2 * rank / (4 + base)]
        if not all(map(isclose, found.values(), wanted)):
            return decided((run, missed))
    return decided(None, 15, "multisets of 4, with 0 to 2 relevant documents missed; R has no value at RB = 0")


@claim("001/5.1/binary", "§5.1.1, §5.2", "with binary grades P, R and F are interval scales on both set orders")
def binary_sets() -> Finding:
    broken = [
        (text, length, name)
        for text, length, name in product(("P", "R", "F"), (*range(1, 9), 50), ("set-total", "set-replacement"))
        if on_scale(text, name, length) != "interval"
    ]
    return decided(broken, 54, "lengths 1 to 8, and 50 by theorem")


@claim(
    "001/5.1.2/not-interval",
    "§5.1.2, first paragraph",
    "with more grades gP and gR are no positive linear transformation of (3)",
)
def not_interval() -> Finding:
    kept = [
        (text, gains, length)
        for text, grades, length in product(("gP", "gR"), (2, 3), range(1, 5))
        for gains in gain_sets(grades, 5)
        if on_scale(text, "set-total", length, grades, gains) == "interval"
    ]
    right = {length for _, _, length in kept} == {1} and ("gP", (0, 1, 2), 1) in kept
    return under(
        right, kept[:2], "from two documents on (gains to 5, lengths to 4); with one, gains proportional to grades are"
    )


@claim("001/5.1/graded", "§5.1.2", "with more grades gP and gR are not even ordinal on set-total")
def graded_sets() -> Finding:
    kept = [
        (text, length, grades)
        for text, length, grades in product(("gP", "gR", "gP(gains={2:3,3:7})"), range(2, 13), (2, 3))
        if on_scale(text, "set-total", length, grades) in ("ordinal", "interval")
    ]
    remark = "for N large enough, as the proof says; they are ordinal where named: measure, length, top grade"
    found = under(not any(length > 5 for _, length, _ in kept), kept, remark)
    return found if kept or found.outcome is not CONDITIONAL else decided(None, kept)


@claim(
    "001/5.1.2/long",
    "§5.1.2, 'by choosing a N big enough'",
    "{1, …, 1} is below {2, 0, …, 0} and has the larger gP once N g(a₁) > g(a₂)",
)
def long_enough() -> Finding:
    for gains, length in product(gain_sets(2, 6), range(2, 9)):
        low, high = (1,) * length, (2, *(0,) * (length - 1))
        measure = f"gP(gains={{1:{gains[1]},2:{gains[2]}}})"
        larger = value(measure, low, 2) > value(measure, high, 2)
        if not iv.order("set-total").leq(low, high) or larger != (length * gains[1] > gains[2]):
            return decided((gains, length))
    return decided(None, "(1, 1, 1) and (2, 0, 0)", "all gains to 6, N from 2 to 8")
