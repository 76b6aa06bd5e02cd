"""How two measures relate on the runs of one length: one scale, one order with other spacing, or two orders.

Measures that differ by unit and origin are one scale, as Celsius and Fahrenheit are; measures that order all runs alike
may still space them differently; others agree at most where an order compares runs, and from there on take a stance of
their own (Ferrante, Ferro and Fuhr 2021, §IV-B and C). Each is decided by exact values, by theorem or on all runs; a
sample and floats refute, and never prove.

- Two sums over ranks are one scale iff what each grade adds at each rank is in one proportion: M(r) − M(0) is the sum
  of these, and each of them is the difference of two runs.
- Two measures that are strict under a total order have the order of their values from it, and so the same.
- Two measures that are strict under a partial order agree on the pairs that it compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, islice
from typing import Any

import numpy as np

from intervale.data.tabular import VERDICT, Columns, Tabular, columns_of, verdict_cells
from intervale.errors import MeasureError, OptionError
from intervale.exact import Exact, compare, exact_text, whole
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.measures import Measure, load_measure
from intervale.orders import Grades, JudgedRun, ListedOrder, Order, RunSpace
from intervale.orders import order as named_order
from intervale.scales.cover_steps import sampled_steps
from intervale.scales.grade_sets import space_of
from intervale.scales.joint_values import Point, drawn_points, joint_values, run_points, small_points
from intervale.scales.proportional import proportional, quotient, times
from intervale.scales.run_pairs import (
    KINDS,
    RunPairs,
    Test,
    comparable_pairs,
    counted_pairs,
    levels,
    opposite,
    smallest_pair,
    ties_of_first,
    ties_of_second,
)
from intervale.scales.strategies import fold_of, run_length
from intervale.scales.tally import compared_text, run_text
from intervale.scales.values import TOLERANCE, RunValues
from intervale.scales.verdicts import STEPS, OrderScale, scale

__all__ = ["QUESTIONS", "RELATIONS", "Relation", "relate"]

MOST, LARGEST = 20_000, 1_000_000
"""How many pairs of values are listed by default, and how many may be asked for."""
MOST_COMPARED = 4096
"""Up to how many runs all pairs are compared under an order."""
RELATIONS = ("same scale", "same order", "different orders")
QUESTIONS = ("same_scale", "same_order", "never_opposite", "agree")
"""What is asked of two measures."""
TOTAL = ("rank-total", "set-total")
Pair = tuple[JudgedRun, JudgedRun]


@dataclass(frozen=True, repr=False)
class Relation(Tabular):
    """How two measures relate on one run space, each answer with a witness where it fails.

    ``same_scale``: b is ``alpha`` times a plus ``beta``, alpha > 0. ``same_order``: a run has a larger value by one iff
    it has by the other; where it fails, the witness is the smallest pair looked at that they order differently, or that
    only one ties. ``never_opposite``: no run is above another by one and below it by the other. ``agree``: the pairs
    that ``order`` compares they order alike.

    ``pairs`` counts all pairs of runs: ordered alike (concordant) or oppositely (discordant), tied by one or by both.
    ``comparable`` counts those that the order compares; None where runs are too many to compare. Where the runs of
    ``pairs`` were drawn, ``sample`` is how many.
    """

    a: Measure
    b: Measure
    space: RunSpace
    order: str
    same_scale: Verdict
    same_order: Verdict
    never_opposite: Verdict
    agree: Verdict
    alpha: Exact | float | None
    beta: Exact | float | None
    pairs: RunPairs
    comparable: RunPairs | None
    sample: int | None = None

    def __repr__(self) -> str:
        space = f"length {self.space.length}, {self.space.grades_text}"
        return f"Relation({self.a}, {self.b}, {space}: {self.relation or 'not known'})"

    @property
    def relation(self) -> str | None:
        """``same scale``, ``same order`` or ``different orders``; None where that is not known."""
        if self.same_order.holds is False:
            return "different orders"
        if self.same_scale.holds and self.same_scale.proven:
            return "same scale"
        ordered = self.same_order.holds and self.same_order.proven
        return "same order" if ordered and self.same_scale.holds is False else None

    @property
    def topic_constant(self) -> bool:
        """Whether alpha and beta are up to a constant of the topic, such as the recall base, that a run space leaves
        out.
        """
        return self.a.recall_based or self.b.recall_based

    @property
    def shares(self) -> dict[str, Fraction | None]:
        """The exact shares of the pairs: comparable under the order, and ordered alike, oppositely, tied by a, by b, by
        both; of a sample where there is one.
        """
        known = self.comparable
        return {"comparable": None if known is None else Fraction(known.pairs, self.pairs.pairs), **self.pairs.shares}

    @property
    def tau(self) -> float | None:
        """Kendall's tau-b between the two measures over the runs; None where one ties all."""
        return self.pairs.tau

    def columns(self) -> Columns:
        """A row for each question: whether it holds, how that is known, a witness, and the counts of the pairs that it
        is about.
        """
        about = (str(self.a), str(self.b), self.space.length, self.space.grades, self.order, self.relation)
        affine = tuple(None if one is None else _plain(one) for one in (self.alpha, self.beta))
        names = ("a", "b", "length", "grades", "order", "relation", "alpha", "beta", "question", *VERDICT)
        rows = (
            (*about, *affine, question, *verdict_cells(getattr(self, question)), *self._counts(question))
            for question in QUESTIONS
        )
        return columns_of((*names, *KINDS), rows)

    def _counts(self, question: str) -> tuple[int | None, ...]:
        counts = self.comparable if question == "agree" else self.pairs
        return tuple(None if counts is None else getattr(counts, name) for name in KINDS)


def _plain(number: Exact | float) -> str:
    return repr(number) if isinstance(number, float) else exact_text(number)


def relate(
    a: str | Measure | Callable[..., Any],
    b: str | Measure | Callable[..., Any],
    *,
    length: int | None = None,
    grades: Grades = 1,
    order: str | Order = "rank-swap",
    most: int = MOST,
    seed: int = 0,
) -> Relation:
    """How two measures relate on the runs of a length over grades 0..``grades`` or a set of grades, and whether they
    agree where an ``order`` compares runs.

    Sums over ranks are compared at any length, by theorem, and so are measures that are strict under a total order;
    others on all runs where these have at most ``most`` different pairs of values. Beyond, the smallest runs and a
    sample, drawn with ``seed``, refute or leave the answer open.

    >>> found = relate("P@10", "R@10")
    >>> found.relation, found.alpha, found.beta, found.topic_constant
    ('same scale', Fraction(10, 1), Fraction(0, 1), True)
    >>> relate("RBP(p=0.3)@10", "RBP(p=0.5)@10").relation
    'same order'
    >>> relate("AP@6", "DCG@6").never_opposite.witness
    ((0, 1, 0, 0, 1, 0), (1, 0, 0, 0, 0, 0))
    """
    most, seed = whole("most", most, 1, LARGEST), whole("seed", seed, 0)
    measures = load_measure(a), load_measure(b)
    for measure in measures:
        _check(measure)
    known, space = named_order(order), RunSpace(_length(*measures, length), grades)  # type: ignore[arg-type]
    one, two = (_values(space_of(measure, space.length, space.over)[0], space) for measure in measures)
    listed = joint_values(one, two, most)
    both = _Both(one, two, small_points(one, two, seed) if listed is None else listed, listed is not None)
    same_scale, alpha, beta = _same_scale(both)
    same_order = _same_order(both, same_scale)
    never_opposite = _never_opposite(both, same_order)
    agree, comparable = _agree(both, known, same_order, seed)
    counted = both if both.listed else replace(both, points=drawn_points(one, two, seed))
    pairs = counted_pairs((*level, point.runs) for level, point in zip(counted.levels, counted.points, strict=True))
    return Relation(
        one.measure,
        two.measure,
        space,
        known.name,
        same_scale,
        same_order,
        never_opposite,
        agree,
        alpha,
        beta,
        pairs,
        comparable,
        None if both.listed else len(counted.points),
    )


def _check(measure: Measure) -> None:
    """Refuse what is made of another measure."""
    inner = measure.derived_from
    if inner is not None:
        raise MeasureError(f"{measure} has the ranks of the values of {inner}, and orders runs alike: relate {inner}")


def _length(first: Measure, second: Measure, length: int | None) -> int:
    """How long runs are: as requested, else as the cutoffs say."""
    if length is None and None not in (first.cutoff, second.cutoff) and first.cutoff != second.cutoff:
        longer = max(first.cutoff or 0, second.cutoff or 0)
        raise OptionError(f"{first} and {second} have different cutoffs: give the length of runs (--length {longer})")
    return run_length(second if first.cutoff is None else first, length)


def _values(measure: Measure, space: RunSpace) -> RunValues:
    if measure.has_fold:
        fold_of(measure, space)  # refused at once where it is too large
    return RunValues(measure, space)


@dataclass(frozen=True)
class _Both:
    """Two measures on one space, and the runs that are looked at, by size: one for each pair of values, or some."""

    one: RunValues
    two: RunValues
    points: list[Point]
    listed: bool

    @property
    def numeric(self) -> bool:
        return self.one.numeric or self.two.numeric

    @property
    def proof(self) -> Proof:
        """How all runs prove."""
        return Proof.NUMERIC if self.numeric else Proof.EXHAUSTIVE

    @property
    def refutation(self) -> Proof:
        """How a counterexample proves."""
        if self.numeric:
            return Proof.NUMERIC
        return Proof.EXHAUSTIVE if self.listed else Proof.CERTIFIED

    @property
    def pairs(self) -> int:
        """How many pairs of runs were looked at."""
        runs = sum(point.runs for point in self.points)
        return runs * (runs - 1) // 2

    @cached_property
    def levels(self) -> list[tuple[int, int]]:
        """The levels of the runs that are looked at."""
        firsts = levels([point.first for point in self.points], self.one.numeric)
        return list(zip(firsts, levels([point.second for point in self.points], self.two.numeric), strict=True))

    @property
    def certain(self) -> list[Test]:
        """What shows that two orders differ: floats that are equal show nothing."""
        tests: list[Test] = [opposite]
        tests += [] if self.one.numeric else [ties_of_first]
        tests += [] if self.two.numeric else [ties_of_second]
        return tests

    def refutes(self, first: Any, second: Any) -> Any:
        """The same for the signs of two differences."""
        alike = first == second
        open_ = ((first == 0) & self.one.numeric) | ((second == 0) & self.two.numeric)
        return ~alike & ~open_

    def smallest(self, tests: list[Test]) -> Pair | None:
        """The smallest pair that the measures order differently, the one that is lower by the first measure, or by the
        second where that ties them, first.
        """
        places = smallest_pair(self.levels, tests)
        if places is None:
            return None
        low, high = sorted(places, key=lambda place: self.levels[place])
        return self.points[low].run, self.points[high].run

    def open_ties(self) -> bool:
        """Whether floats tie runs that the other measure does not."""
        tests = [test for test in (ties_of_first, ties_of_second) if test not in self.certain]
        return any(test(self.levels) for test in tests)

    def why(self, pair: Pair) -> str:
        texts = (f"by {values.measure} {compared_text(values, pair)}" for values in (self.one, self.two))
        return ", ".join(texts)


NEAR = "floats tie runs that the other measure does not: an exact version would decide it"


# ---------------------------------------------------------------- one scale


def _same_scale(both: _Both) -> tuple[Verdict, Exact | float | None, Exact | float | None]:
    """Whether the second measure is α times the first plus β; and α and β where it is."""
    one, two = both.one, both.two
    if one.measure == two.measure:
        return Verdict(True, proof=Proof.THEOREM, why="they are one measure"), Fraction(1), Fraction(0)
    if both.numeric:
        return _fitted(both)
    worst = (0,) * one.space.length
    start = one.of(worst), two.of(worst)
    additive = all(values.fold is not None and values.fold.weights is not None for values in (one, two))
    if additive:
        cases, proof = _added(one, two), Proof.THEOREM
    else:
        cases = ((point.first - start[0], point.second - start[1], point.run) for point in both.points)
        proof = both.refutation
    unit: tuple[Exact, Exact, JudgedRun] | None = None
    number = 0
    for grown, other, run in cases:
        number += 1
        signs = compare(grown, 0), compare(other, 0)
        if signs[0] != signs[1]:
            return _unequal(both, (worst, run), (grown, other), number, proof), None, None
        if not signs[0]:
            continue
        if unit is None:
            unit = grown, other, run
        elif not proportional(unit[:2], (grown, other)):
            return _unequal(both, (worst, unit[2], run), (*unit[:2], grown, other), number, proof), None, None
    if not additive and not both.listed:
        return undecided(f"not refuted on {number:,} runs", number), None, None
    alpha, beta = _affine(unit, start)
    why = "a sum over ranks: what each grade adds is in one proportion" if additive else ""
    return Verdict(True, None, number, proof, why), alpha, beta


def _added(one: RunValues, two: RunValues) -> Iterator[tuple[Exact, Exact, JudgedRun]]:
    """What each grade adds at each rank, in two sums over ranks, with the run that has it alone; late ranks first."""
    space = one.space
    for rank in range(space.length, 0, -1):
        for grade in range(1, space.grades + 1):
            run = (*(0,) * (rank - 1), grade, *(0,) * (space.length - rank))
            yield _cell(one, rank, grade), _cell(two, rank, grade), run


def _cell(values: RunValues, rank: int, grade: int) -> Exact:
    fold = values.fold
    assert fold is not None
    assert fold.weights is not None
    return fold.weights[rank - 1] * (fold.gains[grade] - fold.gains[0]) if rank <= fold.length else 0


def _affine(
    unit: tuple[Exact, Exact, JudgedRun] | None, start: tuple[Exact, Exact]
) -> tuple[Exact | float, Exact | float]:
    """α and β, exact where they are numbers of a kind that is known; with one value only, α = 1."""
    alpha = Fraction(1) if unit is None else quotient(unit[1], unit[0])
    moved = None if alpha is None else times(alpha, start[0])
    if alpha is not None and moved is not None:
        return alpha, start[1] - moved
    assert unit is not None
    rough = float(unit[1]) / float(unit[0])
    return rough, float(start[1]) - rough * float(start[0])


def _unequal(both: _Both, runs: tuple[JudgedRun, ...], grown: tuple[Exact, ...], cases: int, proof: Proof) -> Verdict:
    """What two measures grow by from the worst run to others, not in one proportion."""
    one, two = both.one, both.two
    parts = (
        f"from {run_text(runs[0])} to {run_text(run)} {one.measure} grows by {one.text(x)} and {two.measure} by "
        f"{two.text(y)}"
        for run, x, y in zip(runs[1:], grown[::2], grown[1::2], strict=True)
    )
    return Verdict(False, runs, cases, proof, "; ".join(parts))


def _fitted(both: _Both) -> tuple[Verdict, float | None, float | None]:
    """The same in floats, on the line through the least and the greatest value of the first measure."""
    first, second = (
        np.array([float(x) for x in some]) for some in zip(*(point[:2] for point in both.points), strict=True)
    )
    low, high = int(first.argmin()), int(first.argmax())
    span, grown = first[high] - first[low], second[high] - second[low]
    spread = second.max() - second.min()
    flat = [bool(width <= TOLERANCE * abs(x).max()) for width, x in ((span, first), (spread, second))]
    alpha = 1.0 if flat[0] else float(grown / span)
    off = np.abs(second - second[low] - (0 if flat[0] else alpha * (first - first[low])))
    slack = 4 * TOLERANCE * (abs(second).max() + abs(alpha) * abs(first).max())
    furthest = int(off.argmax())
    if flat != [False, False] and flat != [True, True]:
        constant, other = (both.one, both.two) if flat[0] else (both.two, both.one)
        why = f"{constant.measure} has one value on these runs, and {other.measure} has more"
        return Verdict(False, None, len(both.points), both.refutation, why), None, None
    if alpha <= 0 or off[furthest] > slack:
        runs = dict.fromkeys(both.points[place].run for place in (low, high, furthest))
        shown = "; ".join(
            f"{both.one.text(both.one.of(run))} and {both.two.text(both.two.of(run))} for {run_text(run)}"
            for run in runs
        )
        why = f"{both.one.measure} and {both.two.measure} have the values {shown}"
        return Verdict(False, tuple(runs), len(both.points), both.refutation, why), None, None
    if not both.listed:
        return undecided(f"not refuted on {len(both.points):,} runs", len(both.points)), None, None
    beta = float(second[low] - alpha * first[low])
    return Verdict(True, None, len(both.points), both.proof, "in floats"), alpha, beta


# ---------------------------------------------------------------- one order


def _same_order(both: _Both, same_scale: Verdict) -> Verdict:
    if same_scale.holds and same_scale.proven:
        return replace(same_scale, why="they differ by unit and origin only")
    pair = both.smallest(both.certain)
    if pair is not None:
        return Verdict(False, pair, both.pairs, both.refutation, both.why(pair))
    if both.open_ties():
        return undecided(NEAR, both.pairs)
    total = _under_total(both, "strict")
    return total or _held(both)


def _never_opposite(both: _Both, same_order: Verdict) -> Verdict:
    if same_order.holds:
        return same_order
    pair = both.smallest([opposite])
    if pair is not None:
        return Verdict(False, pair, both.pairs, both.refutation, both.why(pair))
    return _under_total(both, "isotone") or _held(both)


def _held(both: _Both) -> Verdict:
    """What was not refuted: proven where all runs were looked at."""
    if both.listed:
        return Verdict(True, None, both.pairs, both.proof, "in floats" if both.numeric else "")
    return undecided(f"not refuted on {both.pairs:,} pairs of runs", both.pairs)


def _under_total(both: _Both, question: str) -> Verdict | None:
    """That both measures follow one total order, where a theorem says so; None where none does."""
    for name in TOTAL if not both.numeric else ():
        found = [getattr(_under(values, name, 0), question) for values in (both.one, both.two)]
        if all(one.holds and one.proof is Proof.THEOREM for one in found):
            why = f"both are {question} under {name}, a total order"
            return Verdict(True, None, sum(one.cases for one in found), Proof.THEOREM, why)
    return None


def _under(values: RunValues, order: str | Order, seed: int) -> OrderScale:
    space = values.space
    (found,) = scale(values.measure, length=space.length, grades=space.grades, order=order, seed=seed).orders.values()
    return found


# ---------------------------------------------------------------- where an order compares runs


def _agree(both: _Both, order: Order, same_order: Verdict, seed: int) -> tuple[Verdict, RunPairs | None]:
    """Whether the measures order alike what an order compares; and how they order these pairs, where runs are few."""
    one, two = both.one, both.two
    under = [_under(values, order, seed) for values in (one, two)]
    for found in under:
        if not found.applies:
            return Verdict(None, found.isotone.witness, why=found.isotone.why), None
    counts, pair = None, None
    if one.space.size <= min(MOST_COMPARED, order.most_runs):
        counts, pair = _compared(both, order)
    if pair is not None and counts is not None:
        low, high = pair if order.leq(*_in_order(order, pair)) else pair[::-1]
        return Verdict(False, (low, high), counts.pairs, both.proof, both.why((low, high))), counts
    if same_order.holds and same_order.proven:
        return replace(same_order, why="they order all runs alike"), counts
    strict = [found.strict for found in under]
    if all(found.holds and found.proven for found in strict):
        weakest = max((found.proof for found in strict), key=list(Proof).index)
        cases = sum(found.cases for found in strict)
        return Verdict(True, None, cases, weakest, f"both are strict under {order.name}"), counts
    if counts is not None:
        near = both.numeric and bool(counts.tied_first + counts.tied_second)
        return (undecided(NEAR, counts.pairs) if near else Verdict(True, None, counts.pairs, both.proof)), counts
    return _sampled(both, order, under, seed), None


def _in_order(order: Order, pair: Pair) -> Pair:
    """Two runs as the order has them."""
    if order.kind == "rank":
        return pair
    low, high = (tuple(sorted(run, reverse=True)) for run in pair)
    return low, high


def _compared(both: _Both, order: Order) -> tuple[RunPairs, Pair | None]:
    one, two, space = both.one, both.two, both.one.space
    whole = both if both.listed else replace(both, points=run_points(one, two, space), listed=True)
    firsts = {point.first: level for point, (level, _) in zip(whole.points, whole.levels, strict=True)}
    seconds = {point.second: level for point, (_, level) in zip(whole.points, whole.levels, strict=True)}
    return comparable_pairs(order, space, lambda run: (firsts[one.of(run)], seconds[two.of(run)]), both.refutes)


def _sampled(both: _Both, order: Order, under: list[OrderScale], seed: int) -> Verdict:
    """Where runs are many: what breaks the scale of one of the measures under the order, then a sample of steps."""
    verdicts = (getattr(found, question) for found in under for question in ("isotone", "strict"))
    cases: Iterable[Pair] = [verdict.witness for verdict in verdicts if verdict.holds is False]
    if not isinstance(order, ListedOrder):
        space = order.space(both.one.space.length, both.one.space.grades)
        steps = islice(sampled_steps(order, space, both.one, seed), STEPS)
        cases = chain(cases, ((step.low, step.high) for step in steps))
    number = 0
    for pair in cases:
        number += 1
        first, second = map(partial(_sign, pair), (both.one, both.two))
        if both.refutes(np.int64(first), np.int64(second)):
            return Verdict(False, pair, number, both.refutation, both.why(pair))
    return undecided(f"not refuted on {number:,} steps", number)


def _sign(pair: Pair, values: RunValues) -> int:
    return values.compare(values.of(pair[1]), values.of(pair[0]))
