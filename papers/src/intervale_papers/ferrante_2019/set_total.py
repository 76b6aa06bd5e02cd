"""Claims about the total order on sets: §5.1."""

from __future__ import annotations

from itertools import pairwise, product
from math import comb

import intervale as iv
from intervale.orders import OwnOrder, natural_distance
from intervale_papers.ferrante_2019.findings import (
    LOOKED_AT,
    SMALL,
    Run,
    gain_sets,
    on_scale,
    value,
)
from intervale_papers.ferrante_2019.ranks import rank_function
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, worded

SETS = [run for length, grades in SMALL for run in iv.RunSpace(length, grades, "set")]
"""The runs of all spaces looked at, those of each after the other."""


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


# ---------------------------------------------------------------- the order


@claim(
    "001/5.1/first-difference",
    "§5.1, after eq. (1)",
    "with grades in decreasing order (1) compares the first place at which two runs differ",
)
def first_difference() -> Finding:
    spaces = [list(iv.RunSpace(length, grades, "set")) for length, grades in SMALL]
    pairs = [pair for runs in spaces for pair in product(runs, repeat=2)]
    broken = [(r, s) for r, s in pairs if _fewer(r, s) != (r <= s)]
    return holds(not broken, broken or cases(len(pairs), "pair of runs"), LOOKED_AT)


@claim("001/5.1/first-example", "§5.1, 'For example, let c = 4'", "{4, 3, 2, 2, 2, 2} is below {4, 3, 3, 0, 0, 0}")
def first_example() -> Finding:
    r, s = (4, 3, 2, 2, 2, 2), (4, 3, 3, 0, 0, 0)
    counts = [(_count(run, 4), _count(run, 3)) for run in (r, s)]
    right = iv.order("set-total").leq(r, s) and not iv.order("set-total").leq(s, r) and _fewer(r, s)
    return holds(
        right and counts == [(1, 1), (1, 2)],
        "one document of grade 4 in both; of grade 3, one in the first and two in the second",
    )


@claim("001/5.1/total", "§5.1, 'R(N) is a totally ordered set'", "(1) is a total order, graded of rank |R(N)| − 1")
def total() -> Finding:
    order = OwnOrder("fewer of the highest", leq=_fewer, kind="set")
    found = [iv.poset(order, length, grades) for length, grades in SMALL]
    broken = [one.space for one in found if not one.facts["total"] or one.poset.height != one.space.size - 1]
    return holds(not broken, cases(len(found), "space"), LOOKED_AT)


@claim("001/5.1/chain", "§5.1, 'computes the total number of runs preceding'", "ρ(r) is the number of runs before r")
def set_total_chain() -> Finding:
    broken = [
        run
        for length, grades in SMALL
        for run in iv.RunSpace(length, grades, "set")
        if sum(_fewer(other, run) and other != run for other in iv.RunSpace(length, grades, "set")) != sum(_terms(run))
    ]
    return holds(not broken, broken or cases(len(SETS), "run"), f"counted one by one, {LOOKED_AT}")


# ---------------------------------------------------------------- the rank function


@claim(
    "001/5.1/tails",
    "§5.1, before eq. (2)",
    "what the j-th grade adds to the rank is the rank of (r_j, 0, …, 0) among runs of N − j + 1 documents",
)
def tails() -> Finding:
    looked_at, broken = 0, []
    for length, grades in SMALL:
        for run, j in product(iv.RunSpace(length, grades, "set"), range(length)):
            rest, zeros = length - j, (0,) * (length - j - 1)
            added = value("SBTO", (*run[: j + 1], *zeros), grades) - value("SBTO", (*run[:j], 0, *zeros), grades)
            tail = iv.RunSpace(rest, grades, "set").index((run[j], *zeros))
            looked_at += 1
            broken += [] if added == tail == comb(run[j] + rest - 1, rest) else [run]
    return holds(not broken, broken or cases(looked_at, "place of a run"), LOOKED_AT)


@claim(
    "001/5.1/codomain",
    "§5.1, line of eq. (2)",
    "the rank function maps to 0, 1, …, C(N + c, N)",
    erratum=Erratum(
        "ρ : R(N) → {0, 1, …, C(N+c, N)}",
        "ρ : R(N) → {0, 1, …, C(N+c, N) − 1}",
        "nothing else: 'graded of rank |R(N)| − 1' stands before it, and §6.1 has (c + 1)^N − 1",
    ),
)
def codomain() -> Finding:
    largest = {(n, c): max(sum(_terms(run)) for run in iv.RunSpace(n, c, "set")) for n, c in SMALL}
    return wrong(
        Kind.MISPRINT,
        all(rank == comb(n + c, n) - 1 for (n, c), rank in largest.items()),
        f"for N = 2, c = 2 the largest rank is {largest[2, 2]}, that of (2, 2), and C(4, 2) = {comb(4, 2)}",
        f"the best run has the rank |R(N)| − 1 on all {len(largest)} spaces looked at; no run has the last number",
    )


@claim(
    "001/5.1/written",
    "§5.1, line under eq. (2), 'for any i < N'",
    "(2) is the rank of a run that is written in increasing order",
    erratum=Erratum(
        "r̂_i ⪯ r̂_{i+1} for any i < N",
        "r̂_i ⪰ r̂_{i+1} for any i < N",
        "eq. (3) and Definition 2; they stand, as §4.1 and all examples list the degrees in decreasing order",
        symbol=True,
    ),
)
def written() -> Finding:
    spaces = [iv.RunSpace(length, grades, "set") for length, grades in SMALL]
    decreasing = all(sum(_terms(run)) == place for space in spaces for place, run in enumerate(space))
    tied = [sum(_terms(run)) for run in ((0, 2), (1, 1))]
    return wrong(
        Kind.MISPRINT,
        decreasing and tied == [2, 2],
        "written in increasing order, (0, 2) and (1, 1) would both have the rank 2",
        f"written in decreasing order, (2) is the rank of all {len(SETS)} runs looked at",
    )


@claim(
    "001/example-2",
    "Example 2",
    "for c = 3, N = 5, ρ{3, 0, 0, 0, 0} = 21, ρ{2, 0, 0, 0} = 5, ρ{1, 0, 0} = 1, and ρ{3, 2, 1, 0, 0} = 27",
)
def example_2() -> Finding:
    runs = ((3, 0, 0, 0, 0), (2, 0, 0, 0), (1, 0, 0), (3, 2, 1, 0, 0))
    ranks = [int(value("SBTO", run, 3)) for run in runs]
    below = [next(iter(iv.order("set-total").below(run, 3))) for run in runs[:2]]
    return holds(
        ranks == [21, 5, 1, 27] and below == [(2,) * 5, (1,) * 4],
        f"ranks {worded(ranks)}",
        "the first two cover (2, 2, 2, 2, 2) and (1, 1, 1, 1), as the example says",
    )


@claim(
    "001/example-2/zeros",
    "Example 2, 'remember that'",
    "the worst run of length 5 is {0, 0, 0, 0, 0, 0}",
    erratum=Erratum("ρ({a_0, a_0, a_0, a_0, a_0, a_0}) = 0", "ρ({a_0, a_0, a_0, a_0, a_0}) = 0", symbol=True),
)
def example_2_zeros() -> Finding:
    worst = iv.order("set-total").minimum(iv.RunSpace(5, 3, "set"))
    return wrong(
        Kind.MISPRINT,
        len(worst) == 5 and set(worst) == {0},
        f"the worst run for N = 5 is {worst}, with five degrees",
        "six degrees are printed where N = 5",
    )


@claim(
    "001/example-2/objects",
    "Example 2, '|{a₀, a₁}| ='",
    "before {2, 0, 0, 0} come the multisets of 4 out of |{a₀, a₁}| = 3 objects",
    erratum=Erratum(
        "|{a_0, a_1}| = 3 objects", "|{a_0, a_1}| = 2 objects", "nothing else: the 5 after it is that of two"
    ),
)
def example_2_objects() -> Finding:
    before = [run for run in iv.RunSpace(4, 3, "set") if run < (2, 0, 0, 0)]
    sizes = {objects: iv.RunSpace(4, objects - 1, "set").size for objects in (2, 3)}
    return wrong(
        Kind.MISPRINT,
        value("SBTO", (2, 0, 0, 0), 3) == sizes[2],
        f"{sizes[2]} multisets of 4 out of two objects, and {sizes[3]} out of three",
        "a₀ and a₁ are two objects, and ρ = 5 is printed",
        second=len({grade for run in before for grade in run}) == 2 and len(before) == 5,
        again="listing the multisets before (2, 0, 0, 0) and the degrees in them",
    )


@claim(
    "001/5.1/differences",
    "§5.1, Definition 2",
    "Δ of Definition 2 is the number of steps between two runs, with its sign, and makes a difference structure",
)
def differences() -> Finding:
    looked_at, broken = 0, list[tuple[Run, Run]]()
    for length, grades in ((n, c) for n, c in SMALL if comb(n + c, n) <= 21):
        space, order = iv.RunSpace(length, grades, "set"), iv.order("set-total")
        for r, s in product(space, repeat=2):
            delta, looked_at = sum(_terms(s)) - sum(_terms(r)), looked_at + 1
            steps = natural_distance(order, r, s, space) if order.leq(r, s) else natural_distance(order, s, r, space)
            broken += [] if abs(delta) == steps and (delta >= 0) == order.leq(r, s) else [(r, s)]
        broken += [((length,), (grades,))] if iv.construct(order, space).failed else []
    return holds(not broken, broken or cases(looked_at, "pair of runs"), "on spaces of up to 21 multisets")


@claim(
    "001/5.1/additive",
    "§5.1, 'Condition iii. follows'",
    "Δ_rs = Δ_rt + Δ_ts for all runs r, s and y",
    erratum=Erratum("for any r̂, ŝ, ŷ ∈ R(N)", "for any r̂, ŝ, t̂ ∈ R(N)", symbol=True),
)
def additive() -> Finding:
    runs = list(iv.RunSpace(3, 2, "set"))
    delta = {(r, s): sum(_terms(s)) - sum(_terms(r)) for r, s in product(runs, repeat=2)}
    triples = list(product(runs, repeat=3))
    added = all(delta[r, s] == delta[r, t] + delta[t, s] for r, s, t in triples)
    return wrong(
        Kind.MISPRINT,
        added,
        f"{cases(len(triples), 'triple')} of runs for N = 3, c = 2: the equation holds for all r, s and t",
        "the equation has t̂ where the words after it have ŷ",
    )


@claim("001/5.1/set-total", "§5.1, eq. (3)", "(3) is the rank function of (1): an interval scale")
def set_total() -> Finding:
    return rank_function("set-total", "SBTO")


@claim(
    "001/5.1/stray-sum",
    "§5.1, the line after eq. (3), 'Σ(v̂ᵢ − ûᵢ)'",
    "ρ(v) − ρ(u) is at most the difference of the sums of grades",
    erratum=Erratum(
        "ρ(v̂) − ρ(û) ≤ Σ_{i=1}^{N} (v̂_i − û_i) ⇔ M(ŝ) − M(r̂) ≤ M(v̂) − M(û)",
        "ρ(v̂) − ρ(û) ⇔ M(ŝ) − M(r̂) ≤ M(v̂) − M(û)",
        "that (3) is an interval scale, which stands: the equivalences hold without the sum",
    ),
)
def stray_sum() -> Finding:
    u, v = (1, 1), (2, 0)
    steps = value("SBTO", v, 2) - value("SBTO", u, 2)
    between = [run for run in iv.RunSpace(2, 2, "set") if u < run <= v]
    return wrong(
        Kind.MISPRINT,
        steps > sum(v) - sum(u),
        f"u = (1, 1) and v = (2, 0): ρ(v) − ρ(u) = {steps}, and the sum is {sum(v) - sum(u)}",
        "a sum too many in a chain of equivalences; it fits the order of §5.2",
        second=len(between) > sum(v) - sum(u),
        again="listing the multisets above u up to v",
    )


# ---------------------------------------------------------------- what documents add


@claim("001/5.1/a1", "§5.1, 'always gives a constant contribution'", "each document of grade a₁ adds 1 in (3)")
def first_grade() -> Finding:
    added = [term for run in SETS for term, grade in zip(_terms(run), run, strict=True) if grade == 1]
    return holds(set(added) == {1}, cases(len(added), "document of grade 1"), LOOKED_AT)


@claim(
    "001/5.1/decreasing",
    "§5.1, 'the binomial coefficient is decreasing'",
    "each further document of one grade above a₁ adds less in (3) than the one before",
)
def decreasing() -> Finding:
    found = [pair for run in SETS for pair in pairwise(zip(run, _terms(run), strict=True))]
    steps = [(before, after) for (x, before), (y, after) in found if x == y > 1]
    broken = [step for step in steps if step[0] <= step[1]]
    return holds(not broken, broken or cases(len(steps), "pair of neighbouring documents"), LOOKED_AT)


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
    differ = {new for (*_, new), added in effects.items() if len(added) > 1}
    same = {added for (*_, new), effect in effects.items() if new == 1 for added in effect}
    return holds(
        differ == {2, 3, 4} and same == {1},
        f"the effect differs somewhere for the new grades {worded(differ)}; for the new grade 1 it is 1 everywhere",
        LOOKED_AT,
    )


@claim("001/example-3", "Example 3", "for c = 2, N = 5, (3) of {2, 2, 1, 1, 1} is 14 and of {2, 1, 1, 0, 0} is 8")
def example_3() -> Finding:
    ranks = [int(value("SBTO", run, 2)) for run in ((2, 2, 1, 1, 1), (2, 1, 1, 0, 0))]
    return holds(ranks == [14, 8], "6 + 5 + 1 + 1 + 1 = 14 and 6 + 1 + 1 = 8")


@claim(
    "001/example-3/replaced",
    "Example 3, 'Let us now replace'",
    "with one 1 replaced by 2 they are 17 and 12: 3 and 4 more",
)
def example_3_replaced() -> Finding:
    before = [value("SBTO", run, 2) for run in ((2, 2, 1, 1, 1), (2, 1, 1, 0, 0))]
    after = [value("SBTO", run, 2) for run in ((2, 2, 2, 1, 1), (2, 2, 1, 0, 0))]
    more = [int(y - x) for x, y in zip(before, after, strict=True)]
    return holds(after == [17, 12] and more == [3, 4], "17 − 14 = 3 and 12 − 8 = 4")


# ---------------------------------------------------------------- scales of measures


@claim(
    "001/5.1.1/mass",
    "§5.1.1, first lines",
    "with binary grades (1) orders by the number of relevant documents, which is the rank",
)
def mass() -> Finding:
    pairs = [pair for length in range(1, 9) for pair in product(iv.RunSpace(length, 1, "set"), repeat=2)]
    broken = [(r, s) for r, s in pairs if _fewer(r, s) != (sum(r) <= sum(s)) or sum(_terms(r)) != sum(r)]
    return holds(not broken, broken or cases(len(pairs), "pair of runs"), "lengths 1 to 8")


@claim("001/5.1/binary", "§5.1.1, §5.2.1", "with binary grades P, R and F are interval scales on both orders of sets")
def binary_sets() -> Finding:
    places = list(product(("P", "R", "F"), ("set-total", "set-replacement"), (*range(1, 9), 50)))
    broken = [place for place in places if on_scale(*place) != "interval"]
    return holds(not broken, broken or cases(len(places)), "three measures, two orders, lengths 1 to 8 and 50")


@claim("001/5.1/graded", "§5.1.2", "with more grades gP and gR are not even ordinal on (1)")
def graded_sets() -> Finding:
    kept = {
        gains: {n for n in range(2, 10) if on_scale("gP", "set-total", n, 2, gains) in ("ordinal", "interval")}
        for gains in ((0, 1, 2), (0, 1, 3), (0, 1, 4), (0, 2, 7))
    }
    shorter = {gains: {n for n in range(2, 10) if n * gains[1] < gains[2]} for gains in kept}
    recall = all(
        on_scale("gR", "set-total", n, 2, (0, 1, 3)) == on_scale("gP", "set-total", n, 2, (0, 1, 3)) for n in (2, 3)
    )
    return under(
        kept == shorter and any(kept.values()) and recall,
        "for c = 2, N to 9 and gains 0, 1, 2; 0, 1, 3; 0, 1, 4; 0, 2, 7: with gains 0, 1, 3 gP is ordinal at N = 2 "
        "only",
        "for N large enough, as the proof says and the last sentence does not: for c = 2 from N g(a₁) ≥ g(a₂) on",
    )


@claim(
    "001/5.1.2/long",
    "§5.1.2, 'by choosing a N big enough'",
    "{1, …, 1} is below {2, 0, …, 0} and has the larger gP once N g(a₁) > g(a₂)",
)
def long_enough() -> Finding:
    places, broken = list(product(gain_sets(2, 6), range(2, 9))), []
    for gains, length in places:
        low, high = (1,) * length, (2, *(0,) * (length - 1))
        measure = f"gP(gains={{1:{gains[1]},2:{gains[2]}}})"
        larger = value(measure, low, 2) > value(measure, high, 2)
        right = iv.order("set-total").leq(low, high) and larger == (length * gains[1] > gains[2])
        broken += [] if right else [(gains, length)]
    return holds(not broken, broken or cases(len(places)), "all gains to 6, N from 2 to 8")
