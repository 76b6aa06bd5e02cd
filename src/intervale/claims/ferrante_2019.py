"""Claims of Ferrante, Ferro and Pontarollo 2019 (001) about orders on runs."""

from __future__ import annotations

from itertools import pairwise

import intervale as iv
from intervale.claims.register import Finding, Outcome, claim

CONFIRMED, REFUTED, CONDITIONAL = Outcome.CONFIRMED, Outcome.REFUTED, Outcome.CONDITIONAL
SMALL = [(length, grades) for length in range(1, 7) for grades in range(1, 5) if (grades + 1) ** length <= 256]
"""Lengths and top grades of the spaces looked at."""


@claim("001/5.1/set-total", "§5.1, eq. (3)", "SBTO is the rank function of set-total: an interval scale")
def set_total() -> Finding:
    return _rank_function("set-total", "SBTO")


@claim("001/5.2/set-replacement", "§5.2, eq. (5)", "SBPO is the rank function of set-replacement, which is graded")
def set_replacement() -> Finding:
    return _rank_function("set-replacement", "SBPO")


@claim("001/6.1/rank-total", "§6.1, eq. (7)", "RBTO is the rank function of rank-total: an interval scale")
def rank_total() -> Finding:
    return _rank_function("rank-total", "RBTO")


@claim("001/6.2/rank-swap-binary", "§6.2, eq. (9)", "with binary grades RBPO is the rank function of rank-swap")
def rank_swap_binary() -> Finding:
    return _rank_function("rank-swap", "RBPO", most_grades=1)


def _rank_function(order: str, measure: str, most_grades: int = 4) -> Finding:
    """Every step up raises the measure by one, and the worst run has 0."""
    value, cases = iv.parse_measure(measure), 0
    for length, grades in SMALL:
        if grades > most_grades:
            continue
        poset = iv.poset(order, length, grades)
        if value.exact(poset.order.minimum(poset.space), grades=grades) != 0:
            return Finding(REFUTED, (0,) * length)
        for low, high in poset.cover_pairs():
            cases += 1
            if value.exact(high, grades=grades) - value.exact(low, grades=grades) != 1:
                return Finding(REFUTED, (low, high), f"{measure} does not grow by 1")
    return Finding(CONFIRMED, cases, "every step of the posets looked at")


@claim("001/6.2/not-graded", "§6.2.2", "with three grades or more rank-swap is not graded")
def not_graded() -> Finding:
    for length, grades in SMALL:
        graded = iv.poset("rank-swap", length, grades).facts["graded"]
        if length > 1 and grades > 1 and graded:
            return Finding(REFUTED, (length, grades))
    chains = iv.poset("rank-swap", 2, 2).facts["graded"].witness
    return Finding(CONFIRMED, chains, "for two ranks or more; the chains are of length 2 and grades 0..2")


@claim("001/example-14", "Example 14", "from (2, 1, 0) two maximal chains of 3 and 2 steps lead up to (2, 2, 1), c = 2")
def example_14() -> Finding:
    found = iv.poset("rank-swap", 3, 2)
    low, high = found.number((2, 1, 0)), found.number((2, 2, 1))
    ways = [[low]]
    done: list[list[int]] = []
    while ways:
        way = ways.pop()
        if way[-1] == high:
            done.append(way)
        ways += [[*way, y] for y in found.poset.above[way[-1]] if found.poset.leq(y, high)]
    chains = tuple(tuple(found.runs[x] for x in way) for way in done)
    right = sorted(len(way) - 1 for way in done) == [2, 3]
    return Finding(CONFIRMED if right else REFUTED, chains)


@claim("001/example-8", "Example 8", "(1, 3, 0, 3, 2) has the rank 461 and (1, 3, 1, 0, 2) the rank 466 for c = 3")
def example_8() -> Finding:
    value = iv.parse_measure("RBTO")
    ranks = [value.exact(run, grades=3) for run in ((1, 3, 0, 3, 2), (1, 3, 1, 0, 2))]
    return Finding(CONFIRMED if ranks == [461, 466] else REFUTED, tuple(map(str, ranks)), "256 + 192 + 12 + 2 = 462")


@claim("001/example-3", "Example 3", "for c = 2, N = 5, SBTO of {2, 2, 1, 1, 1} is 14 and of {2, 1, 1, 0, 0} is 8")
def example_3() -> Finding:
    value = iv.parse_measure("SBTO")
    ranks = [value.exact(run, grades=2) for run in ((2, 2, 1, 1, 1), (2, 1, 1, 0, 0))]
    return Finding(CONFIRMED if ranks == [14, 8] else REFUTED, tuple(map(str, ranks)))


@claim("001/example-10", "Example 10", "(1, 1, 3, 0, 2) and (1, 2, 0, 0, 3) cannot be compared under rank-swap")
def example_10() -> Finding:
    r, s = (1, 1, 3, 0, 2), (1, 2, 0, 0, 3)
    counts = [(sum(g >= 2 for g in run[:2]), sum(g >= 1 for g in run[:3])) for run in (r, s)]
    apart = not iv.order("rank-swap").comparable(r, s)
    return Finding(CONFIRMED if apart else REFUTED, counts, "of grade 2 down to rank 2, of grade 1 down to rank 3")


@claim("001/6.2/partial", "§6.2", "rank-swap is a partial order and not a total one")
def partial_order() -> Finding:
    for length, grades in SMALL:
        total = iv.poset("rank-swap", length, grades).facts["total"]
        if bool(total) != (length == 1 or (grades == 1 and length == 2)):
            return Finding(REFUTED, (length, grades))
    witness = iv.poset("rank-swap", 3, 1).facts["total"].witness
    return Finding(CONDITIONAL, witness, "from three ranks on, or two with three grades; shorter runs form a chain")


@claim("001/5.1/chain", "§5.1", "under set-total all multisets stand in one chain, numbered by their rank")
def set_total_chain() -> Finding:
    for length, grades in SMALL:
        space = iv.RunSpace(length, grades, "set")
        order = iv.order("set-total")
        for low, high in pairwise(space):
            numbers = [iv.parse_measure("SBTO").exact(run, grades=grades) for run in (low, high)]
            if not order.leq(low, high) or order.leq(high, low) or numbers[0] + 1 != numbers[1]:
                return Finding(REFUTED, (low, high))
    return Finding(CONFIRMED, len(SMALL), "on all spaces looked at")
