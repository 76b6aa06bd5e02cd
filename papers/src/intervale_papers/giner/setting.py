"""Claims of Giner (000), abstract and §3: grades, runs, the five orders, measures, and valuations of runs."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb, log
from typing import Any

import intervale as iv
from intervale.orders import JudgedRun, RunPoset, RunValuation, valuation_from_weights, valuations_exist
from intervale_papers.giner.findings import (
    CONDITIONAL,
    CONFIRMED,
    FEWER,
    FIVE,
    REFUTED,
    SMALL,
    TINY,
    UNDECIDED,
    decided,
    join,
    looked,
    meet,
    run_lattices,
    runs_under,
    small_lattices,
    under,
    uneven_weights,
    values,
)
from intervale_papers.register import Finding, claim

GAINS = {"": (0, 1, 2, 3, 4), "gains={2:3,3:7,4:15}": (0, 1, 3, 7, 15)}
"""Linear and other gains, as a measure writes them, and by grade."""
POSITIVE = {"set-total": "SBTO", "set-replacement": "gR", "rank-total": "RBTO", "rank-replacement": "gRBP(p=0.5)"}
"""For four orders a measure that is a positive valuation."""


def kind_of_metric(order: str, measure: str, length: int, grades: int = 1) -> str:
    """What the distance of a measure is under an order: metric, pseudo-metric or none."""
    return iv.valuation(runs_under(order, length, grades), iv.parse_measure(measure)).metric


@claim(
    "000/abstract",
    "Abstract, last sentence; also §1 and §7",
    "P, R, RBP and DCG are metrics where relevant documents come first, and pseudo-metrics where swaps count",
)
def abstract() -> Finding:
    measures = ("P", "R", "RBP(p=0.8)", "DCG(base=2)")
    replaced = {kind_of_metric("rank-replacement", text, length) for text in measures for length in range(1, 5)}
    swapped = [kind_of_metric("rank-swap", text, 3) for text in measures]
    remark = "under rank-replacement; under rank-swap with binary grades, where RBP is even a metric; else no lattice"
    seen = replaced == {"metric"} and swapped == ["pseudo-metric", "pseudo-metric", "metric", "pseudo-metric"]
    return decided(
        seen and not runs_under("rank-swap", 2, 2).facts["lattice"],
        Finding(CONDITIONAL, dict(zip(measures, swapped, strict=True)), remark),
    )


@claim("000/3/degrees", "§3, definition of REL", "the steps between relevance degrees are those from a_1, ..., a_(c-1)")
def degrees() -> Finding:
    for grades in range(1, 7):
        steps = [low[0] for low, _ in iv.poset("rank-total", 1, grades).cover_pairs()]
        if steps != list(range(grades)):
            return Finding(UNDECIDED, steps)
    remark = "they are steps, but the first one is missing: i runs from 0 to c - 1, or else a_0 and a_1 are not ordered"
    return Finding(CONDITIONAL, ((0,), (1,)), remark)


@claim("000/3/indicator", "§3, gain functions", "the number of a degree is a gain: 0 for a_0, and strictly increasing")
def indicator() -> Finding:
    for grades in range(1, 7):
        gains = [grades * value for value in values("gP", *((grade,) for grade in range(grades + 1)), grades=grades)]
        if gains != list(range(grades + 1)) or any(low >= high for low, high in pairwise(gains)):
            return Finding(REFUTED, gains)
    return Finding(CONFIRMED, None, "to c = 6; gains of 0 must be allowed, though the text calls all of them positive")


@claim("000/3/decreasing", "§3, set-based retrieval", "listing a multiset in decreasing order changes no result")
def decreasing() -> Finding:
    for length, grades in TINY:
        for r, s in product(iv.RunSpace(length, grades, "set"), repeat=2):
            for order in ("set-total", "set-replacement"):
                compared = {iv.order(order).leq(a, s) for a in set(permutations(r))}
                if compared != {iv.order(order).leq(r, s)}:
                    return Finding(REFUTED, (order, r, s))
            if len({*values("gP", *permutations(r), grades=grades)}) > 1:
                return Finding(REFUTED, r)
    return Finding(CONFIRMED, None, f"the two set orders and gP, {looked(TINY)}")


@claim(
    "000/3/finite",
    "§3, R(N) and its two examples",
    "the runs of length N are finitely many, and the two examples are such",
)
def finite() -> Finding:
    for length, grades in SMALL:
        sets, ranks = iv.RunSpace(length, grades, "set"), iv.RunSpace(length, grades)
        if len({*sets}) != comb(length + grades, length) or len({*ranks}) != (grades + 1) ** length:
            return Finding(REFUTED, (length, grades))
    there = (2, 1, 1, 0) in {*iv.RunSpace(4, 2, "set")} and (1, 0, 2, 1) in {*iv.RunSpace(4, 2)}
    remark = "C(N + c, N) multisets and (c + 1)^N rankings, each listed once"
    return Finding(CONFIRMED if there else REFUTED, None, f"{remark}, {looked(SMALL)}")


@claim("000/3/five-orders", "§3, after the operations", "replacement, projection and swapping combine to five orders")
def five_orders() -> Finding:
    names = {"R": "-replacement", "PR": "-total", "SR": "-swap", "PSR": "-total"}
    for (length, grades), kind in product(FEWER, ("set", "rank")):
        for operations, name in names.items():
            if kind == "rank" or "S" not in operations:
                found = runs_under(kind + name, length, grades)
                if _reached(found, operations) != found.poset.up:
                    return Finding(REFUTED, (kind + name, length, grades))
    same = [space for space in SMALL if _different(*space) < 5]
    remark = "five different ones with c ≥ 2 and N ≥ 2; else some are the same, as both set orders with c = 1"
    seen = all((length == 1 or grades == 1) == ((length, grades) in same) for length, grades in SMALL)
    return decided(seen, Finding(CONDITIONAL, f"(N, c) = {same[-1]}", remark))


def _reached(found: RunPoset, operations: str) -> list[int]:
    """For each run the places of all runs that the operations lead to, as a poset has them."""
    place, reached = found.poset.place, [0] * len(found.runs)
    for run in sorted(found.runs, key=lambda one: place[found.number(one)], reverse=True):
        here = 1 << place[found.number(run)]
        for better in {*_improved(run, operations, found.space.grades)}:
            if found.space.kind == "rank" or list(better) == sorted(better, reverse=True):
                here |= reached[found.number(better)] | 1 << place[found.number(better)]
        reached[found.number(run)] = here
    return reached


def _improved(run: JudgedRun, operations: str, top: int) -> list[JudgedRun]:
    """The runs that one operation makes of a run."""
    better = []
    for i, grade in enumerate(run):
        for higher in range(grade + 1, top + 1):
            better.append((*run[:i], higher, *run[i + 1 :]))
            if "P" in operations:
                better.append((*run[:i], higher, *(0,) * (len(run) - i - 1)))
        for k in range(i + 1, len(run) if "S" in operations else 0):
            if grade < run[k]:
                better.append((*run[:i], run[k], *run[i + 1 : k], grade, *run[k + 1 :]))
    return better


def _different(length: int, grades: int) -> int:
    """How many of the five orders differ on a space."""
    return len({(order[:3], tuple(runs_under(order, length, grades).poset.above)) for order in FIVE})


@claim(
    "000/3/lattices", "§3, after the five orderings", "the runs of a length are a lattice under each of the five orders"
)
def lattices() -> Finding:
    for order, (length, grades) in product(FIVE, SMALL):
        lattice = runs_under(order, length, grades).facts["lattice"]
        if bool(lattice) != (order != "rank-swap" or grades == 1 or length == 1):
            return Finding(UNDECIDED, (order, length, grades))
    what, r, s = runs_under("rank-swap", 2, 2).facts["lattice"].witness
    above = [t for t in product(range(3), repeat=2) if _swap_leq(r, t) and _swap_leq(s, t)]
    minimal = [t for t in above if not any(_swap_leq(other, t) for other in above if other != t)]
    remark = (
        f"rank-swap with three grades: the two runs have no {what}, as (1, 2) and (2, 0) are both minimal above them"
    )
    again = "listing all nine runs and comparing by the counts of §5.3: two upper bounds have no other below them"
    return decided(minimal == [(1, 2), (2, 0)], Finding(REFUTED, (r, s), f"{remark}; else it holds", again))


def _swap_leq(r: JudgedRun, s: JudgedRun) -> bool:
    """Swapping+Replacement of §5.3 for grades to 2, by its counts."""
    return all(sum(g >= j for g in r[:k]) <= sum(g >= j for g in s[:k]) for j in range(3) for k in range(1, len(r) + 1))


@claim(
    "000/3/gP", "§3, gP and gR", "gP is the mean of g / g(a_c) over N documents; gR divides by the recall base instead"
)
def formulas_of_sets() -> Finding:
    for (length, grades), (text, g) in product(FEWER, GAINS.items()):
        for run in iv.RunSpace(length, grades):
            total = sum(Fraction(g[grade], g[grades]) for grade in run)
            if values(f"gP({text})", run, grades=grades) != [total / length]:
                return Finding(REFUTED, (text, run))
            if values(f"gR({text})", run, grades=grades) != [total]:  # times the recall base
                return Finding(REFUTED, (text, run))
    return Finding(CONFIRMED, None, f"linear and other gains, {looked(FEWER)}; gR times its recall base")


@claim("000/3/gRBP", "§3, gRBP", "gRBP is (1 - p) / g(a_c) times the sum of p^(i-1) g(r[i])")
def formula_of_rbp() -> Finding:
    p = Fraction(4, 5)
    for (length, grades), (text, g) in product(FEWER, GAINS.items()):
        for run in iv.RunSpace(length, grades):
            total = sum(p**i * g[grade] for i, grade in enumerate(run))
            if values(f"gRBP(p=0.8,{text})".replace(",)", ")"), run, grades=grades) != [(1 - p) / g[grades] * total]:
                return Finding(REFUTED, (text, run))
    return Finding(CONFIRMED, None, f"with p = 0.8, linear and other gains, {looked(FEWER)}")


@claim("000/3/RBP-last", "§3, after gRBP", "gRBP is the expected relevance of the last document inspected")
def last_document() -> Finding:
    p, ends = Fraction(4, 5), {False: 0, True: 0}
    for run in iv.RunSpace(4, 2):
        score = values("gRBP(p=0.8)", run, grades=2)[0]
        for stops in ends:  # whether a reader who reaches rank N stops there
            expected = Fraction(run[-1], 2) * (1 if stops else 1 - p)
            for grade in run[-2::-1]:
                expected = (1 - p) * Fraction(grade, 2) + p * expected
            ends[stops] += expected == score
    remark = "where readers go on past rank N and find nothing relevant; if they stop at N, (0, 1) has p, not (1 - p) p"
    return decided(
        ends[False] == 81 > ends[True],
        Finding(CONDITIONAL, f"of 81 runs {ends[False]} and, if they stop, {ends[True]} agree", remark),
    )


@claim("000/3/DCG", "§3, DCG", "DCG_b is the sum of g(r[i]) / max(1, log_b i)")
def formula_of_dcg() -> Finding:
    for (length, grades), (text, g), base in product(FEWER, GAINS.items(), (2, 10)):
        runs = list(iv.RunSpace(length, grades))
        scores = iv.parse_measure(f"DCG(base={base},{text})".replace(",)", ")")).score(runs, grades=grades)
        for run, score in zip(runs, scores.tolist(), strict=True):
            if abs(score - sum(g[grade] / max(1, log(i, base)) for i, grade in enumerate(run, start=1))) > 1e-12:
                return Finding(REFUTED, (base, text, run))
    return Finding(CONFIRMED, None, f"for b = 2 and 10, linear and other gains, to 1e-12, {looked(FEWER)}")


@claim("000/3/DCG-interest", "§3, after DCG", "under DCG_b a document counts less with each further rank")
def interest() -> Finding:
    for base in (2, 3, 10):
        worth = values(f"DCG(base={base})", *(tuple(int(i == k) for i in range(12)) for k in range(12)))
        falls = [low < high for high, low in pairwise(worth)]
        if falls != [False] * (base - 1) + [True] * (12 - base):
            return Finding(UNDECIDED, (base, falls))
    runs = (1, 0, 0), (0, 1, 0)
    return Finding(
        CONDITIONAL, (*runs, *map(str, values("DCG(base=2)", *runs))), "from rank b on: ranks 1..b count alike"
    )


@claim("000/3/remark-1", "§3, Remark 1", "every ordinal scale (both ways) is isotone, and not the other way round")
def remark_1() -> Finding:
    only_isotone = []
    for found in (runs_under(order, 2, 1) for order in ("rank-total", "rank-replacement")):
        for given in product(range(4), repeat=4):
            pairs = [(given[x] <= given[y], found.poset.leq(x, y)) for x, y in product(range(4), repeat=2)]
            isotone, ordinal = all(up or not low for up, low in pairs), all(up == low for up, low in pairs)
            if ordinal and not isotone:
                return Finding(REFUTED, given)
            if isotone and not ordinal:
                only_isotone.append((found.order.name, given))
    scale = iv.scale("P", length=3, order="rank-swap")["rank-swap"]
    remark = "all functions with four values on binary runs of length 2; and P under rank-swap is isotone only"
    seen = bool(only_isotone) and scale.isotone.holds is True and scale.embedding.holds is False
    return decided(seen, Finding(CONFIRMED, scale.embedding.witness, remark))


@claim("000/3/pseudo-metric-lattice", "§3, (i) and (ii)", "a lattice is pseudo-metric iff it has an isotone valuation")
def pseudo_metric_lattice() -> Finding:
    found = (*small_lattices(), *run_lattices())
    for one in found:
        constant = iv.valuation(one, lambda run: 1)
        if not (constant.is_valuation and constant.isotone) or constant.metric != "pseudo-metric":
            return Finding(REFUTED, one.poset.above)
    return Finding(CONFIRMED, None, "so every lattice is one: constants are isotone valuations, on N5 too")


@claim("000/3/eq-3", "§3, eq. (3)", "every isotone valuation M of runs is the sum of weights of the irreducibles below")
def equation_3() -> Finding:
    for (order, measure), (length, grades) in product(POSITIVE.items(), TINY):
        found = iv.valuation(runs_under(order, length, grades), iv.parse_measure(measure))
        if _summed(found) != list(found.values) or min(found.weights.values()) <= 0:
            return Finding(REFUTED, (order, measure, length, grades))
    moved = iv.valuation(runs_under("rank-replacement", 2, 1), lambda run: 1 + sum(run))
    remark = "where M is 0 at the bottom: 1 + the sum of the grades is a positive valuation and no such sum"
    seen = moved.is_valuation and moved.positive and _summed(moved) != list(moved.values)
    return decided(bool(seen), Finding(CONDITIONAL, (0, 0), remark))


def _summed(found: RunValuation) -> list[Any]:
    """For each run the sum of the weights of J_r."""
    return [sum(found.weights[j] for j in under(found.poset, run)) for run in found.poset.runs]


@claim("000/3/metric", "§3, after eq. (3)", "such M are positive, and d is the shortest path, M(r) + M(s) - 2 M(r ∧ s)")
def made_from_weights() -> Finding:
    for found in run_lattices():
        made = valuation_from_weights(found, uneven_weights(found))
        if not (made.positive and made.metric == "metric" and made.paths_agree()):
            return Finding(REFUTED, found.order.name)
        for r, s in product(found.runs, repeat=2):
            low, high = made.value(meet(found, r, s)), made.value(join(found, r, s))
            if not high - low == made.value(r) + made.value(s) - 2 * low == made.distance(r, s):
                return Finding(REFUTED, (found.order.name, r, s))
    return Finding(CONFIRMED, None, f"where all weights are above 0: {looked(TINY)}, uneven weights")


@claim(
    "000/3/rank-function", "§3, constant assignment", "the weights 1 make the rank function |J_r| of the Hasse diagram"
)
def rank_of_runs() -> Finding:
    for found in run_lattices(FEWER):
        assert found.lattice is not None
        below = [mask.bit_count() for mask in found.lattice.irreducibles_below]
        if below != [found.rank(run) for run in found.runs] or not found.facts["graded"]:
            return Finding(REFUTED, found.order.name)
        if below != [found.order.rank(run, found.space) for run in found.runs]:
            return Finding(REFUTED, found.order.name)
    return Finding(CONFIRMED, None, f"{looked(FEWER)} that are lattices; by counting steps and by formula")


@claim("000/3/not-metric", "§3, before the last paragraph", "a lattice that is not metric may have isotone valuations")
def not_metric() -> Finding:
    found = next(one for one in small_lattices(5) if not one.facts["modular"])
    exist = valuations_exist(found)
    low, high = (run[0] for run in exist["positive"].witness)
    split = iv.valuation(found, lambda run: int(found.poset.leq(low, run[0])))
    shown = not exist["positive"] and exist["isotone"] and split.is_valuation and split.isotone and low < high
    return Finding(CONFIRMED if shown else REFUTED, split.values, "N5: 0 below and 1 above, flat where it must be")


@claim("000/3/other-valuations", "§3, last paragraph", "a metric lattice may have valuations that are not isotone")
def other_valuations() -> Finding:
    found = iv.valuation(runs_under("rank-total", 3, 1), iv.parse_measure("gP"))
    metric = valuation_from_weights(found.poset).metric == "metric"
    shown = metric and found.is_valuation and not found.isotone
    return Finding(CONFIRMED if shown else REFUTED, found.isotone.witness, "shown by gP under rank-total, a chain")


@claim("000/3/isotone-only", "§3, last sentence", "in a metric lattice a measure may be isotone and not positive")
def isotone_only() -> Finding:
    found = iv.valuation(runs_under("rank-swap", 3, 1), iv.parse_measure("gP"))
    metric = valuation_from_weights(found.poset).metric == "metric"
    shown = metric and found.is_valuation and found.isotone and not found.positive
    remark = "shown by gP under rank-swap, binary; §2 after Theorem 4 says the opposite of distributive lattices"
    return Finding(CONFIRMED if shown else REFUTED, found.positive.witness, remark)
