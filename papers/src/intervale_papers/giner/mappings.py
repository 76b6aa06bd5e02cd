"""Claims of Giner, §3 from the valuations of runs on: ordinal scales, eq. (3) and what may exist."""

from __future__ import annotations

from itertools import product

import intervale as iv
from intervale.orders import RunPoset, RunValuation, valuation_from_weights, valuations_exist
from intervale_papers.findings import holds, under, wrong
from intervale_papers.giner.lattices import (
    FEWER,
    MEASURES_OF_FIVE,
    TINY,
    Tried,
    everywhere,
    irreducibles,
    join,
    meet,
    run_lattices,
    runs_under,
    size_of,
    small_lattices,
    uneven_weights,
)
from intervale_papers.giner.theory import isotone_valuations, sums_of_weights
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, worded

FUNCTIONS = "functions with values 0 to 4 on the binary runs of length 2, under rank-total and rank-replacement"


@claim(
    "000/1/all-metrics",
    "§1, fifth paragraph; also the abstract, §4.1, §4.2, §5.1, §5.2 and §7",
    "all possible metrics and pseudo-metrics on the runs are determined: they are those of isotone valuations",
)
def all_metrics() -> Finding:
    chain = runs_under("set-total", 2, 1)
    same = {(r, s): int(r != s) for r, s in product(chain.runs, repeat=2)}
    metric = all(same[r, t] <= same[r, s] + same[s, t] for r, s, t in product(chain.runs, repeat=3))
    made = [_made(chain, given) for given in product(range(5), repeat=3)]
    isotone = [one for one in made if one.isotone]
    equal = [one for one in isotone if len({one.distance(r, s) for r, s in same if r != s} - {0}) == 1 and one.positive]
    found = [one for one in isotone if one.values[0] == 0]
    kept = all(sums_of_weights(one) == [*one.values] for one in found)
    witness = (
        "distance 1 between any two of the multisets 00, 10 and 11 is a metric; a valuation with 1 for both steps "
        "has 2 "
    )
    witness += f"from 00 to 11; {cases(len(found), 'valuation')} with values 0 to 4 and 0 for 00 are sums of eq. (3)"
    return under(metric and not equal and kept, witness, "metric stands for one that a valuation makes, d_M")


@claim(
    "000/3/ordering-of-numbers",
    "§3, valuations of runs",
    "in M(r) ≤ M(s) the ordering of the real numbers is the one written ≼",
    erratum=Erratum(
        printed=r"$\preceq$  denotes the ordering on  $\mathbb{R}$", reads="≤ denotes the ordering on R", symbol=True
    ),
)
def ordering_of_numbers() -> Finding:
    found = runs_under("rank-replacement", 2, 1)
    r, s = found.facts["total"].witness
    witness = (
        f"under rank-replacement {worded(r)} and {worded(s)} cannot be compared by ≼, which numbers always can by ≤"
    )
    return wrong(Kind.MISPRINT, not found.facts["total"], witness, "≼ is the order of the runs; §2 has ≤ at this place")


def functions() -> list[tuple[RunPoset, tuple[int, ...], bool, bool]]:
    """Functions on binary runs of length 2 under two orders, each with whether it is isotone, and ordinal both ways."""
    found = []
    for poset in (runs_under(order, 2, 1) for order in ("rank-total", "rank-replacement")):
        for given in product(range(5), repeat=4):
            pairs = [(given[x] <= given[y], poset.poset.leq(x, y)) for x, y in product(range(4), repeat=2)]
            found.append((poset, given, all(up or not low for up, low in pairs), all(up == low for up, low in pairs)))
    return found


@claim(
    "000/3/remark-1", "§3, Remark 1", "every ordinal scale (both ways) is isotone, and not every isotone mapping is one"
)
def remark_1() -> Finding:
    kinds = [(isotone, ordinal) for _, _, isotone, ordinal in functions()]
    both, only = kinds.count((True, True)), kinds.count((True, False))
    witness = f"of {len(kinds)} {FUNCTIONS}, {both} are ordinal, all isotone, and {only} isotone only"
    return holds(both and only and (False, True) not in kinds, witness)


@claim(
    "000/3/pseudo-metric-lattice",
    "§3, (i) and (ii)",
    "a lattice is pseudo-metric iff it has an isotone valuation, and metric iff it has a positive one",
)
def pseudo_metric_lattice() -> Finding:
    found = []
    for lattice in small_lattices(5):
        made = isotone_valuations(lattice, 4)
        apart = any(all(v.distance(x, y) for x, y in product(lattice.runs, repeat=2) if x != y) for v in made)
        found.append((bool(made), apart, any(v.positive for v in made)))
    metric, only = found.count((True, True, True)), found.count((True, False, False))
    witness = (
        f"of {cases(len(found), 'lattice')} with 2 to 5 elements all have isotone valuations; {metric} have a positive "
    )
    witness += f"one and a metric, {only} neither"
    right = metric and only and metric + only == len(found)
    return holds(right, witness, "values 0 to 4; (i) holds of every lattice, as constants are isotone valuations")


@claim(
    "000/3/eq-3",
    "§3, eq. (3)",
    "every isotone valuation M of a distributive lattice of runs is a sum of weights of the irreducibles below",
)
def equation_3() -> Finding:
    kept = [_is_sum(order, text, *space) for (order, text), space in product(MEASURES_OF_FIVE.items(), TINY)]
    kept += [_is_sum("rank-replacement", "gRBP(p=0.5)", *space) for space in TINY]
    moved = iv.valuation(runs_under("rank-replacement", 2, 1), lambda run: 1 + sum(run))
    fails = moved.is_valuation and moved.positive and sums_of_weights(moved) != [*moved.values]
    witness = (
        "1 + the sum of the grades is a positive valuation under rank-replacement, and 1 at the worst run, where the "
        "sum "
    )
    witness += f"of no weights is 0; {len(kept)} measures and spaces with 0 there are such sums"
    return under(fails and all(kept), witness, "M is 0 at the worst run, and positive or with weights that may be 0")


def _is_sum(order: str, measure: str, length: int, grades: int) -> bool:
    found = iv.valuation(runs_under(order, length, grades), iv.parse_measure(measure))
    return sums_of_weights(found) == [*found.values] and min(found.weights.values()) > 0


def weighted_distance(lattices: list[RunPoset]) -> Finding:
    """Whether positive weights make a metric, the shortest path and M(r) + M(s) − 2 M(r ∧ s)."""

    def tried() -> Tried:
        for found in lattices:
            made = valuation_from_weights(found, uneven_weights(found))
            metric = made.is_valuation and made.positive and made.paths_agree()
            for r, s in product(found.runs, repeat=2):
                low, high = made.value(meet(found, r, s)), made.value(join(found, r, s))
                apart = high - low == made.value(r) + made.value(s) - 2 * low == made.distance(r, s)
                yield (r, s), metric and apart and (r == s or high > low)

    return everywhere(tried(), "pair of runs", f"with uneven weights above 0, from lattices {size_of(TINY)}")


@claim("000/3/metric", "§3, after eq. (3)", "such M are positive, and d is the shortest path, M(r) + M(s) - 2 M(r ∧ s)")
def made_from_weights() -> Finding:
    return weighted_distance(list(run_lattices()))


@claim(
    "000/3/rank-function", "§3, constant assignment", "the weights 1 make the rank function |J_r| of the Hasse diagram"
)
def rank_of_runs() -> Finding:
    def tried() -> Tried:
        for found in run_lattices(FEWER):
            assert found.lattice is not None
            counts = [mask.bit_count() for mask in found.lattice.irreducibles_below]
            for run, count in zip(found.runs, counts, strict=True):
                yield run, count == found.rank(run) == found.order.rank(run, found.space)

    where = (
        f"from lattices {size_of(FEWER)}: |J_r|, the steps from the worst run, and the library's formula of the rank"
    )
    return everywhere(tried(), "run", where)


@claim("000/3/not-metric", "§3, before the last paragraph", "a lattice that is not metric may have isotone valuations")
def not_metric() -> Finding:
    found = next(one for one in small_lattices(5) if not one.facts["modular"])
    exist = valuations_exist(found)
    made = [one for one in isotone_valuations(found, 3) if len({*one.values}) > 1]
    shown = not exist["positive"] and not any(one.positive for one in made)
    witness = (
        f"the lattice N5 has none that is positive, and {len(made)} isotone ones that are not constant, with values "
        "0 to 3"
    )
    return holds(shown and made, witness)


@claim(
    "000/3/metric-space",
    "§3, last paragraph",
    "if the runs are a metric space, there is a positive valuation",
    erratum=Erratum(
        printed="is a metric space, then there is at least one mapping that is a positive valuation",
        reads="is a metric lattice, then there is at least one mapping that is a positive valuation",
        depends="§1 and §7 say metric and pseudo-metric space in the same sense",
    ),
)
def metric_space() -> Finding:
    exist = [(bool(one.facts["modular"]), bool(valuations_exist(one)["positive"])) for one in small_lattices(5)]
    apart = all(int(r != t) <= int(r != s) + int(s != t) for r, s, t in product(range(5), repeat=3))
    witness = (
        "the five elements of the lattice N5 with distance 1 between any two are a metric space, and N5 has no "
        "positive valuation"
    )
    remark = "every set is a metric space in this way; the paragraph before says metric lattice"
    return wrong(
        Kind.MISPRINT, apart and exist.count((False, False)) == 1 and (False, True) not in exist, witness, remark
    )


@claim(
    "000/3/could-be-ordinal",
    "§3, last paragraph",
    "a metric lattice has a positive valuation, which could be an ordinal scale",
)
def could_be_ordinal() -> Finding:
    found = [(poset.order.name, _made(poset, given).positive, ordinal) for poset, given, _, ordinal in functions()]
    chain = [ordinal for name, positive, ordinal in found if positive and name == "rank-total"]
    other = [ordinal for name, positive, ordinal in found if positive and name == "rank-replacement"]
    witness = f"{FUNCTIONS}: {chain.count(True)} of {len(chain)} positive ones are ordinal on the chain, and "
    witness += f"{other.count(True)} of {len(other)} under rank-replacement"
    right = chain and all(chain) and other and not any(other)
    return holds(right, witness, "on a chain always, and never where some runs cannot be compared")


def _made(poset: RunPoset, given: tuple[int, ...]) -> RunValuation:
    return iv.valuation(poset, lambda run: given[poset.number(run)])


@claim(
    "000/3/join-reducible",
    "§3, last paragraph",
    "a constant assignment on the join-reducible elements makes the natural distance",
    erratum=Erratum(
        printed="if the join-reducible assignment is constant",
        reads="if the assignment to the join-irreducible elements is constant",
        symbol=True,
    ),
)
def join_reducible() -> Finding:
    found = runs_under("rank-total", 2, 1)
    reducible = {*found.runs[1:]} - {*irreducibles(found)}
    uneven = valuation_from_weights(found, {(0, 1): 1, (1, 0): 2, (1, 1): 5})
    even = valuation_from_weights(found)
    witness = (
        "the chain (0, 0) ≺ (0, 1) ≺ (1, 0) ≺ (1, 1) has no join-reducible element; the weights 1, 2, 5 make no "
        "natural "
    )
    witness += "distance on it, the weights 1, 1, 1 do"
    return wrong(
        Kind.MISPRINT,
        not reducible and not uneven.natural and even.natural,
        witness,
        "weights stand on J, as in eq. (3)",
    )


@claim("000/3/other-valuations", "§3, last paragraph", "a metric lattice may have valuations that are not isotone")
def other_valuations() -> Finding:
    found = iv.valuation(runs_under("rank-total", 3, 1), iv.parse_measure("gP"))
    low, high = found.isotone.witness
    shown = valuation_from_weights(found.poset).metric == "metric" and found.is_valuation and not found.isotone
    witness = (
        f"gP under rank-total is {found.value(low)} for {worded(low)} and {found.value(high)} for the better "
        f"{worded(high)}"
    )
    return holds(shown, witness)


@claim("000/3/isotone-only", "§3, last sentence", "in a metric lattice a measure may be isotone and not positive")
def isotone_only() -> Finding:
    found = iv.valuation(runs_under("rank-swap", 3, 1), iv.parse_measure("gP"))
    low, high = found.positive.witness
    metric = valuation_from_weights(found.poset).metric == "metric"
    shown = metric and found.is_valuation and found.isotone and not found.positive
    witness = f"gP under rank-swap, binary, is {found.value(low)} for {worded(low)} and for the better {worded(high)}"
    remark = "§2 after Theorem 4 says the opposite of distributive lattices, of which this is one"
    return holds(shown and found.poset.facts["distributive"], witness, remark)
