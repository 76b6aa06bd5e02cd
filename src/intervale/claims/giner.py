"""Claims of Giner (000) about lattices of runs and their valuations."""

from __future__ import annotations

from functools import partial

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
        if not iv.poset("rank-swap", length, 1).facts["distributive"]:
            return Finding(CONFIRMED, length)
    return Finding(REFUTED, 8, "binary, it is distributive (to N = 8 by looking); with more grades it is no lattice")


@claim("000/5.3/positive", "§5.3", "there is no positive valuation on the lattice of rank-swap")
def no_positive_valuation() -> Finding:
    poset, rbp = iv.poset("rank-swap", 4, 1), iv.parse_measure("RBP(p=0.5)")
    found = iv.valuation(poset, partial(rbp.exact, grades=1))
    refuted = found.is_valuation and found.positive
    return Finding(REFUTED if refuted else CONFIRMED, "RBP(p=0.5), N = 4", "its weights are all positive")


@claim("000/5.3/natural-distance", "§5.3", "there is no natural distance on the diagram of rank-swap")
def natural_distance() -> Finding:
    rbpo = iv.parse_measure("RBPO")
    for length in range(2, 7):
        found = iv.valuation(iv.poset("rank-swap", length, 1), partial(rbpo.exact, grades=1))
        if not (found.is_valuation and found.natural):
            return Finding(CONFIRMED, length)
    return Finding(REFUTED, "RBPO", "binary, RBPO is a valuation that grows by 1 at every step; see 001 eq. (9)")


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
            found = iv.valuation(iv.poset("rank-swap", length, 1), partial(value.exact, grades=1))
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
            found = iv.valuation(poset, partial(value.exact, grades=grades))
            if not (found.is_valuation and found.positive):
                return Finding(REFUTED, (text, length, grades))
    return Finding(CONFIRMED, len(FEWER), "on all spaces looked at")


@claim(
    "000/4.2/natural",
    "§4.2 and §5.2",
    "gP puts equal weights on the join-irreducible runs, so it is the natural distance",
)
def natural_gp() -> Finding:
    poset = iv.poset("rank-replacement", 2, 2)
    linear, other = (iv.parse_measure(text) for text in ("gP", "gP(gains={2:3})"))
    even = iv.valuation(poset, partial(linear.exact, grades=2)).natural
    uneven = iv.valuation(poset, partial(other.exact, grades=2)).natural
    if even and not uneven:
        return Finding(
            CONDITIONAL, uneven.witness, "only where gains are proportional to grades; here with gains 0, 1, 3"
        )
    return Finding(REFUTED)


@claim(
    "000/2/isotone-is-positive", "§2, after Theorem 4", "on a distributive lattice every isotone valuation is positive"
)
def isotone_is_positive() -> Finding:
    poset, precision = iv.poset("rank-swap", 3, 1), iv.parse_measure("P")
    found = iv.valuation(poset, partial(precision.exact, grades=1))
    refuted = poset.facts["distributive"] and found.is_valuation and found.isotone and not found.positive
    return Finding(REFUTED if refuted else CONFIRMED, found.positive.witness, "P under rank-swap: a weight may be 0")


@claim(
    "000/2/eq-2", "§2, eq. (2)", "the weighted shortest path is the sum over the symmetric difference of irreducibles"
)
def equation_2() -> Finding:
    for order, measure in (("rank-swap", "RBP(p=0.5)"), ("rank-replacement", "DCG(base=2)"), ("set-replacement", "gP")):
        value = iv.parse_measure(measure)
        found = iv.valuation(iv.poset(order, 4, 1), partial(value.exact, grades=1)).paths_agree()
        if not found:
            return Finding(REFUTED, found.witness)
    return Finding(CONFIRMED, 3, "for three lattices and valuations, all pairs of runs")


@claim("000/5.1/binary-order", "§5.1", "under rank-total (1, 0, 0) comes right after (0, 0, 0), and then (0, 1, 0)")
def binary_order() -> Finding:
    order = iv.order("rank-total")
    right = order.leq((1, 0, 0), (0, 1, 0))
    return Finding(
        CONFIRMED if right else REFUTED, list(order.above((0, 0, 0), 1)), "the list is read from the wrong end"
    )


@claim("000/5.1/gP", "§5.1", "under rank-total gP is not isotone: (0, 0, 1, 1) is below (1, 0, 0, 0) and has more")
def gp_on_rank_total() -> Finding:
    return _falls("gP", (0, 0, 1, 1), (1, 0, 0, 0))


@claim("000/5.1/AP", "§5.1", "under rank-total AP is not isotone by the same example: 0.125 after 0.208")
def ap_on_rank_total() -> Finding:
    same = _falls("AP", (0, 0, 1, 1), (1, 0, 0, 0))
    other = _falls("AP", (0, 0, 1, 1), (0, 1, 0, 0))
    if same.outcome is REFUTED and other.outcome is CONFIRMED:
        return Finding(CONDITIONAL, other.witness, "not by that example (AP rises there), but by (0, 1, 0, 0)")
    return same


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
