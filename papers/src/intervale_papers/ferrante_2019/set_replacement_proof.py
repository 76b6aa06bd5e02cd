"""Claims about the proof that the partial order on sets is graded: the appendix, §4.1."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import intervale as iv
from intervale.orders import OwnOrder
from intervale_papers.ferrante_2019.findings import SMALL, Run
from intervale_papers.ferrante_2019.posets import bounded_posets
from intervale_papers.ferrante_2019.set_replacement import dominated, replaced
from intervale_papers.findings import holds, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases


def _at_least(run: Run, grade: int) -> int:
    """How many documents have this degree or a higher one."""
    return sum(x >= grade for x in run)


# ---------------------------------------------------------------- covers


@claim(
    "001/A4.1/points",
    "appendix §4.1, second of the three points",
    "that a replacement of r̂_i by a_j leads upwards follows from three points: below, between and above the two "
    "degrees",
    erratum=Erratum(
        printed="for δ_a(r̂_i) < k ≤ j, |{n : r̂_n ⪰ a_j}|",
        reads="for δ_a(r̂_i) < k ≤ j, |{n : r̂_n ⪰ a_k}|, and the same on the right",
        depends="that r̂ precedes the run with the replacement, which stands",
        symbol=True,
    ),
)
def points() -> Finding:
    runs = list(iv.RunSpace(3, 3, "set"))
    pairs = [(r, s, low, high) for r, s in product(runs, repeat=2) for low, high in combinations(range(4), 2)]
    printed = [(r, s) for r, s, low, high in pairs if _ends_agree(r, s, low, high) and _grows(r, s, [high])]
    meant = [
        (r, s) for r, s, low, high in pairs if _ends_agree(r, s, low, high) and _grows(r, s, range(low + 1, high + 1))
    ]
    r, s = (2, 2, 0), (3, 1, 0)
    return wrong(
        Kind.MISPRINT,
        (r, s) in printed and not dominated(r, s) and all(dominated(*pair) for pair in meant),
        "{2, 2, 0} and {3, 1, 0} with degrees 0 and 3 satisfy the points as printed and are incomparable: two and one "
        "documents of degree 2 or more",
        "the point is about each k, and its formula has j instead",
    )


def _ends_agree(r: Run, s: Run, low: int, high: int) -> bool:
    """The first and the third point."""
    outside = [grade for grade in range(4) if not low < grade <= high]
    return all(_at_least(r, grade) == _at_least(s, grade) for grade in outside)


def _grows(r: Run, s: Run, grades: range | list[int]) -> bool:
    return all(_at_least(r, grade) <= _at_least(s, grade) for grade in grades)


@claim(
    "001/A4.1/iterated",
    "appendix §4.1, 'We can iterate the replacement'",
    "replacements lead from any run to all greater ones",
)
def iterated() -> Finding:
    number, right = 0, True
    for length, grades in SMALL:
        runs = list(iv.RunSpace(length, grades, "set"))
        for run in runs:
            above = {other for other in runs if dominated(run, other)}
            number += len(above)
            right = right and _reached(run, grades) == above
    return holds(right, cases(number, "pair of runs"), f"in {len(SMALL)} spaces")


def _reached(run: Run, grades: int) -> set[Run]:
    """What replacements by the next degree, one after the other, make of a run."""
    reached, waiting = {run}, [run]
    while waiting:
        one = waiting.pop()
        raised = {replaced(one, i, x + 1) for i, x in enumerate(one) if x < grades}
        waiting += raised - reached
        reached |= raised
    return reached


@claim(
    "001/A4.1/rank",
    "appendix §4.1, 'by definition of rank function'",
    "a replacement is a cover iff ρ(ŝ) − ρ(r̂) = 1, by definition of the rank function",
    erratum=Erratum(
        printed="by definition of rank function",
        reads="as ρ grows strictly along (1), so that a step of one leaves no run between; and from a_i to a_j with "
        "j > i + 1 the run with a_{i+1} is between",
        depends="Proposition 3, which the argument is part of; it stands",
    ),
)
def rank() -> Finding:
    without = sum(not one.facts["graded"] for one in bounded_posets())
    number, right = 0, True
    for length, grades in SMALL:
        covers = _covers(length, grades)
        for run, place, new in product(iv.RunSpace(length, grades, "set"), range(length), range(grades + 1)):
            if new > run[place]:
                number += 1
                right = right and ((tuple(run), replaced(run, place, new)) in covers) == (new == run[place] + 1)
    return wrong(
        Kind.GAP,
        right and without,
        f"of {cases(number, 'replacement')} those by the next degree are covers; of bounded posets of up to 6 "
        f"elements {without} have no rank function",
        "a poset has a rank function once it is graded, and that is what is to be proved here; that covers are "
        "replacements by the next degree is right",
    )


def _covers(length: int, grades: int) -> set[tuple[Run, Run]]:
    """The covers of the order as printed."""
    order = OwnOrder("counts from each degree up", leq=dominated, kind="set")
    return set(iv.poset(order, length, grades).cover_pairs())


@claim(
    "001/A4.1/between",
    "appendix §4.1, 'If r̂ and ŝ differ for more than one replacement'",
    "where r̂ ≺ ŝ differ by more than one replacement there is a run between, so that covers are replacements by the "
    "next degree",
)
def between() -> Finding:
    number, right = 0, True
    for length, grades in SMALL:
        steps = {
            (tuple(run), replaced(run, i, x + 1))
            for run in iv.RunSpace(length, grades, "set")
            for i, x in enumerate(run)
            if x < grades
        }
        number += len(steps)
        right = right and steps == _covers(length, grades)
    return holds(right, cases(number, "cover"), f"all those of (1) in {len(SMALL)} spaces")


@claim(
    "001/A4.1/higher",
    "appendix §4.1, 'Moreover v̂ ≺ ŝ since'",
    "v̂ ≺ ŝ since v̂ is ŝ with one document replaced by one of a higher degree",
    erratum=Erratum(
        printed="v̂ is ŝ where a replacement with a higher relevance degree has been performed",
        reads="ŝ is v̂ where a replacement with a higher relevance degree has been performed",
        depends="that v̂ is between r̂ and ŝ, which stands",
    ),
)
def higher() -> Finding:
    r, s, v = (0, 0), (1, 1), (1, 0)
    raised = [replaced(s, i, new) for i in range(2) for new in range(s[i] + 1, 3)]
    stands = (
        dominated(r, v)
        and dominated(v, s)
        and s in [replaced(v, i, new) for i in range(2) for new in range(v[i] + 1, 3)]
    )
    return wrong(
        Kind.MISPRINT,
        stands and v not in raised and not any(dominated(run, s) for run in raised),
        "r̂ = {0, 0}, v̂ = {1, 0}, ŝ = {1, 1}: the higher degree is in ŝ",
        "the two runs are exchanged; a run with a higher degree would be above ŝ",
    )


# ---------------------------------------------------------------- joins


def _two_covers() -> Iterator[tuple[int, int, Run, Run, Run, Run]]:
    """For all u with documents of degrees i > j below the top: i, j, u, and u with i raised (ŝ), j (r̂), both (t̂)."""
    for length, grades in SMALL:
        for run in map(tuple, iv.RunSpace(length, grades, "set")):
            for i, j in combinations(sorted({x for x in run if x < grades}, reverse=True), 2):
                s, r = replaced(run, run.index(i), i + 1), replaced(run, run.index(j), j + 1)
                yield i, j, run, s, r, replaced(s, s.index(j), j + 1)


@claim(
    "001/A4.1/incomparable",
    "appendix §4.1, 'Note that r̂ and ŝ are incomparable'",
    "ŝ has one document of degree a_{i+1} or more more than r̂, and one of a_{j+1} or more less: they are incomparable",
)
def incomparable() -> Finding:
    found = list(_two_covers())
    right = all(
        _at_least(s, i + 1) == _at_least(r, i + 1) + 1
        and _at_least(s, j + 1) == _at_least(r, j + 1) - 1
        and not dominated(r, s)
        and not dominated(s, r)
        for i, j, _, s, r, _ in found
    )
    return holds(right, cases(len(found), "pair of covers of one run"))


@claim(
    "001/A4.1/join",
    "appendix §4.1, 't̂ = r̂ ∨ ŝ'",
    "t̂, with both replacements, covers r̂ and ŝ, has the counts of r̂ up to a_i and those of ŝ from a_{i+1} on, and "
    "is their join",
)
def join() -> Finding:
    found = list(_two_covers())
    right = all(
        all(_at_least(t, k) == _at_least(r, k) for k in range(i + 1))
        and all(_at_least(t, k) == _at_least(s, k) for k in range(i + 1, 6))
        for i, _, _, s, r, t in found
    )
    return holds(right and all(_is_join(*one[3:]) for one in found), cases(len(found), "pair of covers of one run"))


def _is_join(s: Run, r: Run, t: Run) -> bool:
    """Whether t covers two runs and is below all runs that are above both."""
    runs = map(tuple, iv.RunSpace(len(t), 4, "set"))
    raised = all(any(replaced(low, i, low[i] + 1) == t for i in range(len(t))) for low in (r, s))
    return raised and all(dominated(t, v) for v in runs if dominated(r, v) and dominated(s, v))


@claim(
    "001/A4.1/lattice", "appendix §4.1, 'R(N) is a lattice'", "the sets of N judged documents are a lattice under (1)"
)
def lattice() -> Finding:
    number, right = 0, True
    for length, grades in SMALL:
        p = iv.poset("set-replacement", length, grades).poset
        pairs = list(combinations(range(p.size), 2))
        number += len(pairs)
        right = right and all(p.join(x, y) is not None and p.meet(x, y) is not None for x, y in pairs)
    return holds(right, cases(number, "pair of runs"), f"in {len(SMALL)} spaces")
