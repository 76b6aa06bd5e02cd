"""How two measures relate on the runs of one length: one scale, one order with other spacing, or two orders.

Measures that differ by unit and origin are one scale, as Celsius and Fahrenheit are; measures that order all runs alike
may still space them differently; others agree at most where an order compares runs, and from there on take a stance of
their own (Ferrante, Ferro and Fuhr 2021, §IV-B and C). Each is decided by exact values, by theorem or on all runs
(:mod:`intervale.scales.same_scale`, :mod:`intervale.scales.same_order`); a sample and floats refute, and never prove.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from intervale.data.tabular import VERDICT, Columns, Tabular, columns_of, verdict_cells
from intervale.errors import MeasureError, OptionError
from intervale.exact import Exact, exact_text, whole
from intervale.exact.verdict import Verdict
from intervale.measures import Measure, load_measure
from intervale.orders import Grades, Order, RunSpace
from intervale.orders import order as named_order
from intervale.scales.arguments import run_length
from intervale.scales.folds import fold_of
from intervale.scales.grade_sets import space_of
from intervale.scales.joint_values import drawn_points, joint_values, small_points
from intervale.scales.measure_pair import MeasurePair
from intervale.scales.run_pairs import KINDS, RunPairs, counted_pairs
from intervale.scales.same_order import MOST_COMPARED, agree, never_opposite, same_order
from intervale.scales.same_scale import same_scale
from intervale.scales.values import RunValues

__all__ = ["QUESTIONS", "RELATIONS", "Relation", "relate"]

MOST, LARGEST = 20_000, 1_000_000
"""How many pairs of values are listed by default, and how many may be asked for."""
RELATIONS = ("same scale", "same order", "different orders")
QUESTIONS = ("same_scale", "same_order", "never_opposite", "agree")
"""What is asked of two measures."""


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
        return columns_of((*names, *KINDS, "sample"), rows)

    def _counts(self, question: str) -> tuple[int | None, ...]:
        """The pairs that a question is about, and of how many runs they are where these were drawn."""
        counts, sample = (self.comparable, None) if question == "agree" else (self.pairs, self.sample)
        return (*(None if counts is None else getattr(counts, name) for name in KINDS), sample)


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
    others on all runs where these are few (up to 4,096) or have at most ``most`` different pairs of values. Beyond, the
    smallest runs and a sample, drawn with ``seed``, refute or leave the answer open.

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
    listed = joint_values(one, two, max(most, space.size) if space.size <= MOST_COMPARED else most)
    names = a if isinstance(a, str) else str(one.measure), b if isinstance(b, str) else str(two.measure)
    points = small_points(one, two, seed) if listed is None else listed
    both = MeasurePair(one, two, points, listed is not None, names)
    one_scale, alpha, beta = same_scale(both)
    one_order = same_order(both, one_scale)
    agreement, comparable = agree(both, known, one_order, seed)
    counted = both if both.listed else replace(both, points=drawn_points(one, two, seed))
    pairs = counted_pairs((*level, point.runs) for level, point in zip(counted.levels, counted.points, strict=True))
    return Relation(
        a=one.measure,
        b=two.measure,
        space=space,
        order=known.name,
        same_scale=one_scale,
        same_order=one_order,
        never_opposite=never_opposite(both, one_order),
        agree=agreement,
        alpha=alpha,
        beta=beta,
        pairs=pairs,
        comparable=comparable,
        sample=None if both.listed else len(counted.points),
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
