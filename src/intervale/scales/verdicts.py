"""Which scale a measure is on, under each order: the verdicts, and the runs that break what fails.

A measure is on an interval scale where it is an affine function of the number of steps from the worst run; on an
ordinal scale where better runs always have larger values. What an order says is better is a chain of steps, so both
are decided on steps (:mod:`intervale.scales.cover_steps`, :mod:`intervale.scales.critical`). A scale is named where
this is proven; a sample and floats refute, and never prove. Sources: Ferrante, Ferro and Pontarollo 2019, §5-6;
Ferrante, Ferro and Maistro 2015, §5; Ferrante, Ferro and Fuhr 2021, §IV.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from itertools import chain, pairwise
from typing import Any

from intervale.data.tabular import VERDICT, Columns, Tabular, columns_of, verdict_cells
from intervale.errors import OptionError
from intervale.exact import Exact
from intervale.exact.shown import Shown
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.measures import Measure, load_measure
from intervale.orders import (
    ORDERS,
    GeneratedOrder,
    Grades,
    JudgedRun,
    ListedOrder,
    Order,
    RunPoset,
    RunSpace,
    poset,
    theorem_facts,
)
from intervale.orders import order as named_order
from intervale.scales.cover_steps import additive_steps, all_steps, poset_steps, sampled_steps, smallness
from intervale.scales.critical import critical_exchanges, critical_steps, extreme_steps, is_proven
from intervale.scales.folds import fold_of
from intervale.scales.grade_sets import space_of
from intervale.scales.sampled_orders import sampled_verdicts
from intervale.scales.spacing import Spacing, spacing_of
from intervale.scales.tally import Tally, compared_text
from intervale.scales.valuations import MOST_IN_LATTICE, metric_of, natural_of, small_valuation, valuation_of
from intervale.scales.values import TOLERANCE, RunValues, check_budget
from intervale.scales.zero import NOT_INTERVAL, natural_zero, own_zero

__all__ = ["SCALES", "OrderScale", "ScaleResult", "Spacing", "own_scale", "scale"]

MOST_RUNS = 20_000
STEPS = 2_000
"""How many steps a sample has by default."""
SCALES = ("none", "weakly ordinal", "ordinal", "interval")
"""From the poorest to the richest."""


@dataclass(frozen=True)
class OrderScale(Shown):
    """What holds of a measure under one order, each with a witness where it fails.

    ``isotone``: a better run never has a smaller value. ``strict``: it has a larger one. ``embedding``: larger values
    also mean better runs. ``equal_steps``: every step up adds the same. ``affine``: the value is α times the number of
    steps from the worst run, plus β; without a single worst run there is no β. On a lattice, ``valuation``: M(r ∨ s) +
    M(r ∧ s) = M(r) + M(s); ``natural``: M(r ∨ s) − M(r ∧ s) is the number of steps between r and s, times a constant.
    """

    order: str
    isotone: Verdict
    strict: Verdict
    embedding: Verdict
    equal_steps: Verdict
    affine: Verdict
    alpha: Exact | float | None = None
    beta: Exact | float | None = None
    valuation: Verdict = field(default_factory=lambda: Verdict(None, why="not checked"))
    metric: str | None = None
    """What d(r, s) = M(r ∨ s) − M(r ∧ s) is on a lattice: ``metric``, ``pseudo-metric`` or ``none``; None where that is
    not known, and where there is no lattice.
    """
    natural: Verdict = field(default_factory=lambda: Verdict(None, why="not checked"))
    natural_zero: Verdict = NOT_INTERVAL
    """On an interval scale, whether the run in which nothing is relevant is the worst one and has the value 0, which
    makes it a ratio scale for whoever holds that this run has nothing of what is measured
    (:mod:`intervale.scales.zero`).
    """

    @property
    def scale(self) -> str | None:
        """``interval``, ``ordinal``, ``weakly ordinal`` or ``none``, where that is proven; None where it is not known,
        and where the order does not apply.
        """
        return self.at_least if self.at_least == self.at_most else None

    @property
    def applies(self) -> bool:
        """Whether the order says anything about the measure."""
        return self.isotone.holds is not None or self.isotone.undecided

    @property
    def at_least(self) -> str | None:
        """The richest scale that is proven; None where the order does not apply."""
        return self._richest(lambda verdict: verdict.holds is True and verdict.proven) if self.applies else None

    @property
    def at_most(self) -> str | None:
        """The richest scale that is not refuted; None where the order does not apply."""
        return self._richest(lambda verdict: verdict.holds is True or verdict.undecided) if self.applies else None

    @property
    def in_floats(self) -> str | None:
        """What floats say, where they confirm more than is proven: no proof, as they are equal to a tolerance only."""
        confirmed = self._richest(lambda verdict: verdict.holds is True) if self.applies else None
        return None if self.scale is not None or confirmed == self.at_least else confirmed

    def _richest(self, counts: Callable[[Verdict], bool]) -> str:
        if not counts(self.isotone):
            return "none"
        if not counts(self.strict):
            return "weakly ordinal"
        return "interval" if counts(self.affine) else "ordinal"

    @property
    def decisive(self) -> tuple[Verdict, ...]:
        """The verdicts that the scale follows from; without a scale, those that are open."""
        if not self.applies:
            return ()
        if self.scale is None:
            return tuple(one for one in (self.isotone, self.strict, self.affine) if not one.proven)
        return {
            "none": (self.isotone,),
            "weakly ordinal": (self.isotone, self.strict),
            "ordinal": (self.strict, self.affine) if self.affine.holds is False else (self.strict,),
            "interval": (self.affine,),
        }[self.scale]


QUESTIONS = ("isotone", "strict", "embedding", "equal_steps", "affine")
"""What is asked of a measure under an order."""


@dataclass(frozen=True, repr=False)
class ScaleResult(Tabular):
    """The scales of a measure on one run space, by order."""

    measure: Measure
    space: RunSpace
    gains: tuple[Exact, ...] | None
    orders: dict[str, OrderScale]
    spacing: Spacing | None

    def __repr__(self) -> str:
        space = f"length {self.space.length}, {self.space.grades_text}"
        scales = ", ".join(f"{name}: {one.scale or 'not known'}" for name, one in self.orders.items())
        return f"ScaleResult({self.measure}, {space}: {scales})"

    def columns(self) -> Columns:
        """A row for each order and question: whether it holds, how that is known, and a witness."""
        about = (str(self.measure), self.space.length, self.space.grades)
        names = ("measure", "length", "grades", "order", "scale", "question", *VERDICT)
        rows = (
            (*about, name, one.scale, question, *verdict_cells(getattr(one, question)))
            for name, one in self.orders.items()
            for question in QUESTIONS
        )
        return columns_of(names, rows)

    def __getitem__(self, order: str) -> OrderScale:
        if order not in self.orders:
            raise OptionError(f"{order!r} was not checked; the orders checked are: {', '.join(self.orders)}")
        return self.orders[order]


def scale(
    measure: str | Measure | Callable[..., Any],
    *,
    length: int | None = None,
    grades: Grades = 1,
    order: str | Order | Iterable[str | Order] = "all",
    gains: Mapping[int, Any] | Sequence[Any] | None = None,
    steps: int = STEPS,
    seed: int = 0,
) -> ScaleResult:
    """Which scale a measure is on, on the runs of a length over grades 0..``grades`` or a set of grades, under an order
    or all of them.

    Sums over ranks, AP, RR, ERR, Success and SBTO are decided at any length, by theorem; other measures on all runs
    where they are at most 20,000. Beyond, a sample of so many ``steps``, drawn with ``seed``, refutes or leaves the
    scale open. A function without an exact version is checked in floats, which can refute but not prove. Where the
    order is a lattice, the distance that the measure makes is decided likewise (:mod:`intervale.scales.valuations`).

    >>> found = scale("RBP(p=0.5)@4", order="rank-total")
    >>> found["rank-total"].scale, found["rank-total"].alpha
    ('interval', Fraction(1, 16))
    >>> swapped = scale("AP@1000", order="rank-swap")["rank-swap"]
    >>> swapped.scale, swapped.metric, bool(swapped.natural)
    ('ordinal', 'metric', False)
    """
    check_budget(steps, seed)
    chosen, space = space_of(load_measure(measure), length, grades, gains)
    values = _values(chosen, space)
    wanted, symmetric = _wanted(order), cache(partial(_symmetric, values, steps, seed))
    found: dict[str, OrderScale] = {}
    spacing: Spacing | None = None
    for one in wanted:
        if one == "induced":
            spacing = spacing_of(values)
            found["induced"] = _induced(values, spacing)
        else:
            known = named_order(one)
            if known.name in found:
                raise OptionError(f"two orders have the name {known.name}: give each its own")
            found[known.name] = _under(known, values, symmetric, steps, seed)
    fold = values.fold
    return ScaleResult(chosen, values.space, None if fold is None else tuple(fold.gains), found, spacing)


def own_scale(measure: Measure, grades: int) -> OrderScale:
    """The scale of a measure on the order that it makes itself, as :func:`scale` finds it, without the sizes of steps.

    >>> own_scale(load_measure("RR@10"), 1).scale, own_scale(load_measure("P@10"), 1).scale
    ('ordinal', 'interval')
    """
    values = _values(*space_of(measure, None, grades))
    return _induced(values, spacing_of(values, measured=False))


def _values(measure: Measure, space: RunSpace) -> RunValues:
    if measure.has_fold:
        fold_of(measure, space)  # refused at once where it is too large
    return RunValues(measure, space)


def _wanted(order: str | Order | Iterable[str | Order]) -> list[str | Order]:
    if isinstance(order, str) and order == "all":
        return [*ORDERS, "induced"]
    if isinstance(order, str | Order):
        return [order]
    try:
        wanted = list(order)
    except TypeError:
        wanted = []
    if not wanted:
        raise OptionError(f"order={order!r} is unknown; use one of: all, induced, {', '.join(ORDERS)}, or your own")
    return wanted


def _under(order: Order, values: RunValues, symmetric: Callable[[], Verdict], steps: int, seed: int) -> OrderScale:
    """The verdicts under one order."""
    space = order.space(values.space.length, values.space.over)
    refused = _of_classes(order, symmetric()) if order.kind == "set" else None
    if refused is not None:
        return refused
    if isinstance(order, GeneratedOrder) and (same := order.same(space)) is not None:
        return replace(_under(same, values, symmetric, steps, seed), order=order.name)
    if isinstance(order, ListedOrder) and space.size > order.most_runs:
        isotone, strict, other = sampled_verdicts(order, space, values, steps, seed)
        none = Verdict(None, why="not checked: too many runs")
        zero = natural_zero(values, other, None, None)
        return OrderScale(order.name, isotone, strict, *(other,) * 3, valuation=none, natural=none, natural_zero=zero)
    if isinstance(ORDERS.get(order.name), type(order)):
        found, facts = None, theorem_facts(order, space)
        tally = _tally(order, space, values, steps, seed)
    else:
        found = poset(order, space.length, space.over)
        facts = _own_facts(found)
        if (refused := _of_ties(found, values)) is not None:
            return refused
        tally = Tally(values, values.proof)
        tally.add(poset_steps(found, values))
    isotone, strict, equal = tally.isotone(), tally.strict(), tally.equal_steps()
    if not tally.cases:
        isotone = strict = equal = Verdict(None, why="no run is better than another in this order")
    uneven = bool(facts["bounded"]) and not facts["graded"]  # from the worst run to the best, not between other ends
    if equal.holds is not False and uneven and tally.growth is not None and tally.sign():
        equal = Verdict(False, facts["graded"].witness, equal.cases, equal.proof, "paths up of different lengths")
    elif equal.undecided and facts["graded"].holds:
        equal = _from_worst_to_best(order, space, values, tally, equal)
    affine = _affine(equal, tally.sign(), facts["graded"].witness if uneven else None)
    if affine.holds and not strict.holds:  # the steps are all alike and go up: this is not measured again
        isotone = strict = replace(affine, why="every step has the same size")
    alpha, beta = tally.growth if affine.holds else None, None
    if affine.holds and (worst := _single(order.minimum, space)) is not None:
        beta = values.of(worst)
    elif affine.holds:
        affine = replace(affine, why="no single worst run")
    embedding = strict if facts["total"].holds else _not_embedding(values, facts["total"].witness)
    lattice = facts["lattice"]
    if not lattice.holds:
        valued = Verdict(None, why="not a lattice" if lattice.holds is False else lattice.why)
    elif found is None:
        valued = valuation_of(order, space, values, bool(facts["total"]), steps, seed)
    else:
        valued = small_valuation(found, values)
    metric, natural = metric_of(valued, isotone, strict), natural_of(valued, affine)
    zero = natural_zero(values, affine, alpha, beta)
    return OrderScale(order.name, isotone, strict, embedding, equal, affine, alpha, beta, valued, metric, natural, zero)


def _of_classes(order: Order, symmetric: Verdict) -> OrderScale | None:
    """Under an order of sets: nothing where a measure is no function of sets, or that is not known; else None."""
    if symmetric.holds:
        return None
    why = symmetric.why if symmetric.holds is False else "not checked: too many runs"
    none = Verdict(None, symmetric.witness, why=why)
    asked = none if symmetric.holds is False else symmetric
    return OrderScale(order.name, *(asked,) * 5, valuation=none, natural=none)


def _of_ties(found: RunPoset, values: RunValues) -> OrderScale | None:
    """Under an order that ties runs: not even isotone where two of them have different values; else None."""
    for members in found.classes or ():
        values.learn(members)
        for pair in pairwise(members):
            if values.compare(values.of(pair[0]), values.of(pair[1])):
                why = f"{compared_text(values, pair)}, although they are tied"
                broken = Verdict(False, pair, proof=values.refutation, why=why)
                none = Verdict(None, pair, why=why)
                return OrderScale(found.order.name, broken, broken, broken, none, none, valuation=none, natural=none)
    return None


def _own_facts(found: RunPoset) -> dict[str, Verdict]:
    """What is asked here of an order of one's own; whether it is a lattice only where runs are few enough for
    valuations.
    """
    elements, runs = found.poset, found.runs
    bounded = Verdict(len(elements.minimal) == len(elements.maximal) == 1, cases=elements.size)
    pair, chains = elements.incomparable_pair(), elements.uneven_chains()
    uneven = None if chains is None else tuple(tuple(runs[x] for x in chain) for chain in chains)
    total = Verdict(pair is None, None if pair is None else tuple(runs[x] for x in pair), elements.size)
    graded = Verdict(chains is None, uneven, elements.size)
    if elements.size > MOST_IN_LATTICE:
        lattice = Verdict(None, why="not checked: too many runs")
    else:
        boundless = elements.boundless_pair
        witness = boundless and (boundless[0], *(runs[x] for x in boundless[1:]))
        lattice = Verdict(boundless is None, witness, elements.size)
    return {"bounded": bounded, "total": total, "graded": graded, "lattice": lattice}


def _single(end: Callable[[RunSpace], JudgedRun], space: RunSpace) -> JudgedRun | None:
    """The worst run, or the best; None where there is no single one."""
    try:
        return end(space)
    except OptionError:
        return None


def _tally(order: Order, space: RunSpace, values: RunValues, steps: int, seed: int) -> Tally:
    """The steps that decide under an order of the papers: a few that stand for all, all, or a sample."""
    fold = values.fold
    if fold is not None and fold.weights is not None:
        deciding = additive_steps(order, fold, space)
        why = "a sum over ranks: these steps stand for all"
    else:
        deciding = critical_steps(order, values.measure, fold, space, values.of)
        why = "these steps stand for all"
    if deciding is not None:
        tally = Tally(values, Proof.THEOREM, why)
        tally.add(deciding)
    elif space.size <= MOST_RUNS:
        tally = Tally(values, values.proof)
        tally.add(all_steps(order, space, values))
    else:
        tally = Tally(values, Proof.SAMPLED)
        tally.add(chain(extreme_steps(order, fold, space, values.of), sampled_steps(order, space, values, seed)), steps)
    return tally


def _from_worst_to_best(order: Order, space: RunSpace, values: RunValues, tally: Tally, equal: Verdict) -> Verdict:
    """What equal steps would make of the way from the worst run to the best, where no two were found to differ."""
    worst, best = _single(order.minimum, space), _single(order.maximum, space)
    number = None if best is None else order.rank(best, space)
    if worst is None or best is None or number is None or tally.growth is None:
        return equal
    ends = (values.of(worst), values.of(best), tally.growth)
    low, high, step = (Fraction(x) for x in ends) if values.numeric else ends
    expected = low + number * step
    slack = number * Fraction(4 * TOLERANCE) * max(abs(high), abs(low)) if values.numeric else 0
    if high == expected or (slack and abs(high - expected) <= slack):
        return equal
    why = (
        f"{number:,} steps of {values.text(tally.growth)} would lead from the worst run to {_shown(values, expected)}, "
        f"and the best has {_shown(values, high)}"
    )
    return Verdict(False, (worst, best), equal.cases, values.refutation, why)


def _shown(values: RunValues, number: Any) -> str:
    return values.text(float(number) if values.numeric else number)


def _symmetric(values: RunValues, steps: int, seed: int) -> Verdict:
    """Whether the order of the documents does not matter; the witness has two neighbours exchanged."""
    fold = values.fold
    if fold is not None and fold.weights is not None:
        weights = [*fold.weights, *(0,) * (values.space.length - fold.length)]
        pair = _unequal_neighbours(weights, fold.gains)
        return Verdict(True, proof=Proof.THEOREM) if pair is None else _order_matters(values, pair)
    if is_proven(values.measure):
        pairs, proof = critical_exchanges(fold, values.space), Proof.THEOREM
    elif values.space.size <= MOST_RUNS:
        pairs, proof = _all_exchanges(values.space), values.proof
    else:
        swap = named_order("rank-swap")
        sample = chain(
            extreme_steps(swap, fold, values.space, values.of), sampled_steps(swap, values.space, values, seed)
        )
        looked_at = (step for step, _ in zip(sample, range(steps), strict=False))
        pairs = ((step.low, step.high) for step in looked_at if sorted(step.low) == sorted(step.high))
        proof = Proof.SAMPLED
    pair = next((pair for pair in pairs if values.compare(values.of(pair[0]), values.of(pair[1]))), None)
    if pair is not None:
        return _order_matters(values, pair)
    if proof is Proof.SAMPLED:
        why = (
            f"whether {values.measure} depends on the order of the documents is not known: not seen on {steps:,} steps"
        )
        return undecided(why, steps)
    return Verdict(True, proof=proof)


def _order_matters(values: RunValues, pair: tuple[JudgedRun, JudgedRun]) -> Verdict:
    why = f"{values.measure} depends on the order of the documents: {compared_text(values, pair)}"
    return Verdict(False, pair, proof=values.refutation, why=why)


def _all_exchanges(space: RunSpace) -> Iterator[tuple[JudgedRun, JudgedRun]]:
    for run in sorted(space, key=smallness):
        for i in range(len(run) - 2, -1, -1):
            if run[i] < run[i + 1]:
                yield run, (*run[:i], run[i + 1], run[i], *run[i + 2 :])


def _unequal_neighbours(weights: list[Exact], gains: tuple[Exact, ...]) -> tuple[JudgedRun, JudgedRun] | None:
    """For a sum over ranks: neighbours with different weights, and two grades with different gains."""
    length = len(weights)
    rank = next((i for i in range(length - 2, -1, -1) if weights[i] != weights[i + 1]), None)
    grade = next((g for g in range(1, len(gains)) if gains[g] != gains[0]), None)
    if rank is None or grade is None:
        return None
    before, after = (0,) * rank, (0,) * (length - rank - 2)
    return (*before, 0, grade, *after), (*before, grade, 0, *after)


def _not_embedding(values: RunValues, pair: tuple[JudgedRun, JudgedRun]) -> Verdict:
    """Under a partial order larger values cannot mean better runs: two runs that cannot be compared have values that
    can.
    """
    r, s = pair
    if values.compare(values.of(s), values.of(r)) < 0:
        r, s = s, r
    why = f"{compared_text(values, (r, s))}, although neither is better"
    return Verdict(False, (r, s), 1, Proof.THEOREM, why)


def _affine(equal: Verdict, sign: int, uneven: tuple[tuple[JudgedRun, ...], ...] | None) -> Verdict:
    if uneven is not None:
        return Verdict(None, uneven, why="the order is not graded: paths from the worst run differ in length")
    if equal.holds and sign <= 0:
        return Verdict(False, None, equal.cases, equal.proof, "the steps are equal, but do not go up")
    return equal


def _induced(values: RunValues, spacing: Spacing) -> OrderScale:
    """Under the order that the measure makes itself everything holds but, perhaps, equal steps."""
    own = Verdict(True, proof=Proof.THEOREM, why="the order is made by the measure's own values")
    if spacing.values == 1:
        one = Verdict(None, why=spacing.why)
        return OrderScale("induced", own, own, own, one, one)
    if spacing.equal is None:
        open_ = undecided(spacing.why)
        return OrderScale("induced", own, own, own, open_, open_, natural_zero=own_zero(values, open_, None, None))
    equal = Verdict(spacing.equal, None, (spacing.values or 1) - 1, spacing.proof, spacing.why)
    step = spacing.smallest if spacing.equal else None
    zero = own_zero(values, equal, step, spacing.least)
    return OrderScale("induced", own, own, own, equal, equal, step, spacing.least, natural_zero=zero)
