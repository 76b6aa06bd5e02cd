"""Claims of Giner (000) about lattices of runs and their valuations."""

from __future__ import annotations

import intervale as iv
from intervale.claims.ferrante_2019 import SMALL
from intervale.claims.register import Finding, Outcome, claim

CONFIRMED, REFUTED, CONDITIONAL = Outcome.CONFIRMED, Outcome.REFUTED, Outcome.CONDITIONAL
FEWER = [(length, grades) for length, grades in SMALL if (grades + 1) ** length <= 81]


@claim("000/3/lattices", "§3", "the runs of a length are a lattice under each of the five orders")
def lattices() -> Finding:
    for length, grades in SMALL:
        for order in ("set-total", "set-replacement", "rank-total", "rank-replacement", "rank-swap"):
            lattice = iv.poset(order, length, grades).facts["lattice"]
            if bool(lattice) != (order != "rank-swap" or grades == 1 or length == 1):
                return Finding(Outcome.UNDECIDED, (order, length, grades))
    what, r, s = iv.poset("rank-swap", 2, 2).facts["lattice"].witness
    return Finding(REFUTED, (r, s), f"rank-swap with three grades: the two runs have no {what}; the others are")


@claim("000/5.3/modular", "§5.3", "the lattice of rank-swap contains an N5, so it is not modular")
def modular() -> Finding:
    for length in range(1, 9):
        if not iv.poset("rank-swap", length, 1).facts["modular"]:
            return Finding(CONFIRMED, length)
    if any(iv.poset("rank-swap", length, 2).facts["lattice"] for length in range(2, 5)):
        return Finding(Outcome.UNDECIDED)
    return Finding(REFUTED, 8, "binary, it is modular (to N = 8 by looking); with three grades it is no lattice")


@claim("000/5.3/positive", "§5.3", "there is no positive valuation on the lattice of rank-swap")
def no_positive_valuation() -> Finding:
    found = iv.valuation(iv.poset("rank-swap", 4, 1), iv.parse_measure("RBP(p=0.5)"))
    if found.is_valuation and found.positive:
        return Finding(
            REFUTED, "RBP(p=0.5), N = 4", "binary, where it is a lattice, RBP is one: its weights are positive"
        )
    return Finding(Outcome.UNDECIDED)


@claim("000/5.3/natural-distance", "§5.3", "there is no natural distance on the diagram of rank-swap")
def natural_distance() -> Finding:
    binary = [iv.valuation(iv.poset("rank-swap", length, 1), iv.parse_measure("RBPO")) for length in range(2, 7)]
    graded = [iv.poset("rank-swap", length, 2).facts["graded"] for length in range(2, 5)]
    if all(found.is_valuation and found.natural for found in binary) and not any(graded):
        remark = "with three grades it is not graded; binary, RBPO is a valuation that grows by 1 at every step"
        return Finding(CONDITIONAL, graded[0].witness, remark)
    return Finding(Outcome.UNDECIDED)


@claim("000/5.3/gP-0.22", "§5.3", "for N = 3, gP of (1, 0, 1) is 0.22")
def gp_of_101() -> Finding:
    value = iv.parse_measure("gP").exact((1, 0, 1), grades=1)
    return Finding(CONFIRMED if round(float(value), 2) == 0.22 else REFUTED, str(value), "(1 + 0 + 1) / 3")


@claim("000/proposition-7", "Proposition 7", "gP and gR are isotone valuations under rank-swap")
def proposition_7() -> Finding:
    return _on_rank_swap(("gP", "gR"))


@claim("000/proposition-8", "Proposition 8", "RBP and DCG_b are isotone valuations under rank-swap")
def proposition_8() -> Finding:
    return _on_rank_swap(("gRBP(p=0.8)", "gRBP(p=0.5)", "DCG(base=2)", "DCG(base=10)"))


def _on_rank_swap(measures: tuple[str, ...]) -> Finding:
    for text in measures:
        value = iv.parse_measure(text)
        for length in range(1, 6):
            found = iv.valuation(iv.poset("rank-swap", length, 1), value)
            if not (found.is_valuation and found.isotone):
                return Finding(REFUTED, (text, length))
    return Finding(CONDITIONAL, 5, "binary to N = 5 by looking; with three grades there is no lattice to be one on")


@claim("000/proposition-1", "Proposition 1", "under set-replacement |J_r| is the sum of the grades")
def proposition_1() -> Finding:
    return _irreducibles_below("set-replacement")


@claim("000/proposition-4", "Proposition 4", "under rank-replacement |J_r| is the sum of the grades")
def proposition_4() -> Finding:
    return _irreducibles_below("rank-replacement")


def _irreducibles_below(order: str) -> Finding:
    for length, grades in SMALL:
        poset = iv.poset(order, length, grades)
        assert poset.lattice is not None
        for run, mask in zip(poset.runs, poset.lattice.irreducibles_below, strict=True):
            if mask.bit_count() != sum(run):
                return Finding(REFUTED, run)
    return Finding(CONFIRMED, len(SMALL), "on all spaces looked at")


@claim("000/proposition-2", "Proposition 2", "gP and gR are positive valuations under set-replacement")
def proposition_2() -> Finding:
    return _positive("set-replacement", ("gP", "gR", "gP(gains={2:3,3:7,4:15})"))


@claim("000/proposition-5", "Proposition 5", "gP and gR are positive valuations under rank-replacement")
def proposition_5() -> Finding:
    return _positive("rank-replacement", ("gP", "gR", "gP(gains={2:3,3:7,4:15})"))


@claim("000/proposition-6", "Proposition 6", "RBP and DCG_b are positive valuations under rank-replacement")
def proposition_6() -> Finding:
    return _positive("rank-replacement", ("gRBP(p=0.8)", "gRBP(p=0.5)", "DCG(base=2)", "DCG(base=10)"))


def _positive(order: str, measures: tuple[str, ...]) -> Finding:
    for length, grades in FEWER:
        poset = iv.poset(order, length, grades)
        for text in measures:
            value = iv.parse_measure(text)
            found = iv.valuation(poset, value)
            if not (found.is_valuation and found.positive):
                return Finding(REFUTED, (text, length, grades))
    return Finding(CONFIRMED, len(FEWER), "on all spaces looked at")


@claim("000/4.2/natural", "§4.2 and §5.2", "gP puts equal weights on the join-irreducible runs: the natural distance")
def natural_gp() -> Finding:
    linear, other = iv.parse_measure("gP"), iv.parse_measure("gP(gains={2:3})")
    posets = [iv.poset(order, 2, 2) for order in ("set-replacement", "rank-replacement")]
    uneven = [iv.valuation(poset, other).natural for poset in posets]
    if all(iv.valuation(poset, linear).natural for poset in posets) and not any(uneven):
        remark = "only where gains are proportional to grades; the steps differ with the gains 0, 1, 3"
        return Finding(CONDITIONAL, uneven[0].witness, remark)
    return Finding(Outcome.UNDECIDED)


@claim(
    "000/2/isotone-is-positive", "§2, after Theorem 4", "on a distributive lattice every isotone valuation is positive"
)
def isotone_is_positive() -> Finding:
    poset = iv.poset("rank-swap", 3, 1)
    found = iv.valuation(poset, iv.parse_measure("P"))
    if poset.facts["distributive"] and found.is_valuation and found.isotone and not found.positive:
        return Finding(REFUTED, found.positive.witness, "P under rank-swap: a weight may be 0")
    return Finding(Outcome.UNDECIDED)


@claim("000/2/eq-2", "§2, eq. (2)", "d(r, s) is the weighted shortest path and the sum over the differing irreducibles")
def equation_2() -> Finding:
    cases = (
        ("rank-swap", 4, 1, "RBP(p=0.5)"),
        ("rank-replacement", 4, 1, "DCG(base=2)"),
        ("set-replacement", 3, 2, "gP"),
    )
    for order, length, grades, measure in cases:
        found = iv.valuation(iv.poset(order, length, grades), iv.parse_measure(measure))
        agree = found.paths_agree()
        if not agree:
            return Finding(REFUTED, agree.witness)
        for r in found.poset.runs:
            for s in found.poset.runs:
                meet = found.poset.order.meet(r, s, grades)
                if meet is None or found.distance(r, s) != found.value(r) + found.value(s) - 2 * found.value(meet):
                    return Finding(REFUTED, (r, s))
    return Finding(CONFIRMED, len(cases), "for three lattices and valuations, all pairs of runs")


@claim("000/5.1/binary-order", "§5.1", "under rank-total (1, 0, 0) comes right after (0, 0, 0), and then (0, 1, 0)")
def binary_order() -> Finding:
    order = iv.order("rank-total")
    first = next(order.above((0, 0, 0)))
    listed = (first, next(order.above(first)))
    right = listed == ((1, 0, 0), (0, 1, 0))
    return Finding(CONFIRMED if right else REFUTED, listed, "the list of the paper is read from the wrong end")


@claim("000/5.1/gP", "§5.1", "under rank-total gP is not isotone: (0, 0, 1, 1) is below (1, 0, 0, 0) and has more")
def gp_on_rank_total() -> Finding:
    return _falls("gP", (0, 0, 1, 1), (1, 0, 0, 0))


@claim("000/5.1/AP", "§5.1", "under rank-total AP is not isotone by the same example: 0.208, and then 0.125")
def ap_on_rank_total() -> Finding:
    low, same, other = (0, 0, 1, 1), (1, 0, 0, 0), (0, 1, 0, 0)
    values = (iv.parse_measure("AP").score([low, same, other], grades=1) / 4).round(3).tolist()  # a recall base of 4
    falls = _falls("AP", low, other).outcome is CONFIRMED and _falls("AP", low, same).outcome is REFUTED
    if falls and values == [0.208, 0.25, 0.125]:
        return Finding(CONDITIONAL, (low, other), "not by that example, where AP rises to 0.25; by (0, 1, 0, 0) it is")
    return Finding(Outcome.UNDECIDED, str(values))


@claim("000/5.1/DCG", "§5.1", "under rank-total DCG_2 is not isotone: (0, 0, 1, 1) has 1.131, (0, 1, 0, 0) has 1")
def dcg_on_rank_total() -> Finding:
    found = _falls("DCG(base=2)", (0, 0, 1, 1), (0, 1, 0, 0))
    printed = iv.parse_measure("DCG(base=2)").score([(0, 0, 1, 1), (0, 1, 0, 0)], grades=1).round(3).tolist()
    return found if printed == [1.131, 1.0] else Finding(REFUTED, printed)


def _falls(measure: str, low: tuple[int, ...], high: tuple[int, ...]) -> Finding:
    value = iv.parse_measure(measure)
    below = iv.order("rank-total").leq(low, high)
    values = value.exact(low, grades=1), value.exact(high, grades=1)
    return Finding(CONFIRMED if below and values[1] < values[0] else REFUTED, (low, high, *map(str, values)))
