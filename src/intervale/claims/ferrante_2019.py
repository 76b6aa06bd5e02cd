"""Claims of Ferrante, Ferro and Pontarollo 2019 (001) about orders on runs."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

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


# ---------------------------------------------------------------- scales of measures


@claim("001/5.1/binary", "§5.1.1, §5.2", "with binary grades P, R and F are interval scales on both set orders")
def binary_sets() -> Finding:
    for text in ("P", "R", "F"):
        for length in range(1, 9):
            found = iv.scale(text, length=length, order=["set-total", "set-replacement"])
            for name, one in found.orders.items():
                if one.scale != "interval":
                    return Finding(REFUTED, (text, length, name))
    return Finding(CONFIRMED, 8, "lengths 1 to 8")


@claim("001/5.1/graded", "§5.1.2", "with more grades gP and gR are not even ordinal on set-total")
def graded_sets() -> Finding:
    kept = [
        (text, length, grades)
        for text, length, grades in product(("gP", "gR", "gP(gains={2:3,3:7})"), range(2, 13), (2, 3))
        if iv.scale(text, length=length, grades=grades, order="set-total")["set-total"].scale in ("ordinal", "interval")
    ]
    if any(length > 5 for _, length, _ in kept):
        return Finding(REFUTED, kept)
    remark = "for N large enough, as the proof says; they are ordinal where named: measure, length, top grade"
    return Finding(CONDITIONAL if kept else CONFIRMED, kept, remark)


@claim("001/5.2/gains", "§5.2", "gP is an interval scale on set-replacement iff gains are proportional to grades")
def proportional_gains() -> Finding:
    for gains in ([0, 1, 2, 3], [0, 5, 10, 15], [0, 1, 3, 7], [0, 1, 2, 4], [0, 2, 3, 4]):
        even = all(gain * 3 == grade * gains[3] for grade, gain in enumerate(gains))
        for length in range(1, 6):
            one = iv.scale("gP", length=length, grades=3, gains=gains, order="set-replacement")["set-replacement"]
            if (one.scale == "interval") != even:
                return Finding(REFUTED, (gains, length))
    return Finding(CONFIRMED, 5, "five sets of gains, lengths 1 to 5")


@claim("001/6.1/RBP-ordinal", "§6.1, Proposition 4", "gRBP is ordinal on rank-total iff p ≤ G/(G + 1)")
def rbp_ordinal() -> Finding:
    beyond = []
    for gains, p, length in product(
        ([0, 1], [0, 1, 2], [0, 1, 3], [0, 1, 2, 3]),
        (Fraction(1, 5), Fraction(1, 4), Fraction(1, 3), Fraction(2, 5), Fraction(1, 2), Fraction(3, 5)),
        range(2, 9),
    ):
        grades = len(gains) - 1
        smallest = Fraction(min(b - a for a, b in pairwise(gains)), gains[-1])
        found = iv.scale(f"gRBP(p={p})", length=length, grades=grades, gains=gains, order="rank-total")
        ordinal = found["rank-total"].scale in ("ordinal", "interval")
        if ordinal != (p**length - (1 + smallest) * p + smallest > 0):
            return Finding(REFUTED, (gains, p, length), "not even at one N by p^N − (1 + G)p + G > 0")
        if ordinal != (p <= smallest / (smallest + 1)):
            beyond.append((gains, str(p), length))
    remark = "for all N together; at one N iff p^N − (1 + G)p + G > 0; named: gains, p and N where the two differ"
    return Finding(CONDITIONAL if beyond else CONFIRMED, beyond, remark)


@claim("001/6.1/RBP-interval", "§6.1", "gRBP is interval on rank-total iff p = 1/(c + 1) and gains are proportional")
def rbp_interval() -> Finding:
    for grades in (1, 2, 3):
        for p in ("1/2", "1/3", "1/4", "1/5"):
            for gains in (list(range(grades + 1)), [0, *(2**grade for grade in range(1, grades + 1))]):
                one = iv.scale(f"gRBP(p={p})@4", grades=grades, gains=gains, order="rank-total")["rank-total"]
                proportional = all(gain * grades == grade * gains[-1] for grade, gain in enumerate(gains))
                if (one.scale == "interval") != (p == f"1/{grades + 1}" and proportional):
                    return Finding(REFUTED, (grades, p, gains))
    return Finding(CONFIRMED, 3, "1 to 3 grades above 0, length 4")


@claim("001/6.1/others", "§6.1", "AP, DCG and ERR are not even ordinal on rank-total")
def others_total() -> Finding:
    kept = [
        (text, length, grades)
        for text, length, grades in product(("AP", "DCG(base=2)", "DCG", "ERR"), range(2, 9), (1, 2))
        if iv.scale(text, length=length, grades=grades, order="rank-total")["rank-total"].scale
        in ("ordinal", "interval")
    ]
    if any(length > 4 or grades > 1 for _, length, grades in kept):
        return Finding(REFUTED, kept)
    remark = "except on binary runs of at most four documents; named: measure, length, top grade"
    return Finding(CONDITIONAL if kept else CONFIRMED, kept, remark)


@claim("001/6.2/not-interval", "§6.2.1", "with binary grades AP, RBP, DCG and ERR are not interval scales on rank-swap")
def not_interval_swap() -> Finding:
    kept = [
        (text, length)
        for text, length in product(("AP", "RBP(p=0.5)", "RBP(p=0.8)", "DCG(base=2)", "DCG", "ERR"), range(2, 9))
        if iv.scale(text, length=length, order="rank-swap")["rank-swap"].scale == "interval"
    ]
    if any(length > 2 for _, length in kept):
        return Finding(REFUTED, kept)
    return Finding(CONDITIONAL if kept else CONFIRMED, kept, "except with two documents, where the order is total")


@claim("001/6.2/ordinal", "§6.2.1", "AP, RBP, DCG and ERR are ordinal on rank-swap")
def ordinal_swap() -> Finding:
    weak = []
    for text, length in product(("AP", "RBP(p=0.5)", "RBP(p=0.8)", "DCG(base=2)", "DCG", "ERR"), range(2, 8)):
        one = iv.scale(text, length=length, order="rank-swap")["rank-swap"]
        if not one.isotone:
            return Finding(REFUTED, (text, one.isotone.witness))
        if not one.strict:
            weak.append((text, length))
    if {text for text, _ in weak} - {"DCG(base=2)"}:
        return Finding(REFUTED, weak)
    return Finding(
        CONDITIONAL if weak else CONFIRMED, weak, "isotone all; DCG with base 2 does not tell ranks 1 and 2 apart"
    )


@claim("001/6.3/induced", "§6.3", "gRBP with p ≠ G/(G + 1), ERR and DCG are not equally spaced on the order they make")
def induced() -> Finding:
    even = [
        (text, length)
        for text in ("gRBP(p=0.2)", "gRBP(p=0.6)", "ERR", "DCG(base=2)", "DCG")
        for length in range(2, 6)
        if iv.scale(text, length=length, grades=2, order="induced")["induced"].scale == "interval"
    ]
    if any(length > 2 for _, length in even):
        return Finding(REFUTED, even)
    remark = "from three documents on; DCG does not discount up to its base"
    return Finding(CONDITIONAL if even else CONFIRMED, even, remark)
