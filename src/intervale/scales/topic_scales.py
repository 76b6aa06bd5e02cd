"""Whether topics share a scale.

On one topic recall is an interval scale, r/RB; on several topics its values are fractions over different recall bases,
and all of them together are no longer equally spaced. Adding the values in between makes an equally spaced scale again,
with steps that no topic can reach (Ferrante, Ferro and Fuhr 2021, §IV-C, Example 11). Here this is decided for any
measure and any judged topics, from the exact values that each topic can reach: whether all values together are equally
spaced, the smallest equally spaced refinement, and the largest sets of topics that share a scale.

Where the ratio of two values of each topic is irrational, as that of 1 and 1/log2(3) is for a discount by logarithms,
there is no refinement, no topic has equally spaced values, and no set of topics shares a scale: an equally spaced scale
with 0 in it has whole multiples of its step only. This needs two values of each topic, and not all.

Two values of each topic are enough, too, where one is the topic's smallest above 0 and the other no whole multiple of
it, as 1/(N · RB) and 1/((N − 1) · RB) are for AP on runs of length N ≥ 3. A scale that some topics share would have the
smallest of their smallest values as its step, and the topic that has it has another value that is not on this scale.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count, islice
from typing import Any

from intervale.data.tabular import VERDICT, Columns, Rows, Tabular, columns_of, verdict_cells
from intervale.errors import OptionError, UndecidedError
from intervale.exact import LogSum, decimal_text, exact_text
from intervale.exact.commensurable import (
    common_unit,
    incommensurable,
    incommensurable_pair,
    times,
    whole_multiple,
)
from intervale.exact.quotients import Number, Quotient, grouped_quotients
from intervale.exact.spaced import first_unequal
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.measures import Measure, load_measure
from intervale.scales.arguments import run_length
from intervale.scales.shared_scales import SharedScale, ValueSet, partition, shared_scales
from intervale.scales.topic_kinds import TopicKinds

__all__ = ["Refinement", "TopicScales", "number_text", "topic_scales", "value_text"]

FEW = 6
"""How many steps that no topic reaches are named."""
NOT_KNOWN = "no step is known that goes into all values, and no two of them are proven to have an irrational ratio"


@dataclass(frozen=True)
class Refinement:
    """The smallest equally spaced scale that has all values of all topics: its step, how many steps there are from 0 to
    the largest value, how many of them no topic reaches, and the first of those. Where ``exists`` does not hold, its
    witness has two values whose ratio is irrational. Where it holds and values are too many to list, there is no step.
    """

    exists: Verdict
    step: Number | None = None
    steps: int | None = None
    unreached: int | None = None
    first_unreached: tuple[Number, ...] = ()

    @property
    def values(self) -> int | None:
        """How many values it has: one more than steps, as 0 is one of them."""
        return None if self.steps is None else self.steps + 1


@dataclass(frozen=True, repr=False, eq=False)
class TopicScales(Tabular):
    """Whether topics share the scale of a measure.

    ``equally_spaced`` is about the values of all topics together; where it fails, its witness has three neighbouring
    values, each with a topic that reaches it, or two values of one topic: two whose ratio is irrational, or the
    smallest above 0 of all topics and one that is no whole multiple of it. ``sets`` has the sets of topics that share a
    scale and that no topic can be added to, the largest first; a set shares a scale where all its values together are
    equally spaced.

    Topics without a relevant document can only score 0; they are ``left_out``. Where two values of each topic decide
    and all would be too many, they are not listed, and ``values`` is None.
    """

    measure: Measure
    length: int
    grades: int
    bases: Mapping[str, int]
    """The recall base of each topic that counts: its documents from ``rel`` of the measure on, or from grade 1 on."""
    left_out: tuple[str, ...]
    value_sets: tuple[ValueSet, ...]
    """Topics by their values; nothing where values are not listed."""
    values: tuple[Number, ...] | None
    """The values of all topics together, in ascending order; None, too, where it is not known which are equal."""
    equally_spaced: Verdict
    refinement: Refinement
    sets: tuple[SharedScale, ...]
    sets_unknown: str = ""
    """Why it is not known which sets share a scale, so that none is listed; empty where it is known."""

    def __repr__(self) -> str:
        answer = {True: "one scale", False: "no shared scale", None: "not known"}[self.equally_spaced.holds]
        return f"TopicScales({self.measure}, length {self.length}, {len(self.bases):,} topics: {answer})"

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics that count."""
        return tuple(self.bases)

    @property
    def largest(self) -> SharedScale | None:
        """A largest set of topics that share a scale; None where there is none, not even of one topic."""
        return self.sets[0] if self.sets else None

    @cached_property
    def alone(self) -> int | None:
        """How many topics have equally spaced values by themselves; None where that is not known."""
        if any(one.equally_spaced is None for one in self.value_sets):
            return None
        return sum(len(one.topics) for one in self.value_sets if one.equally_spaced)

    def partition(self) -> list[SharedScale]:
        """The topics split into sets that share a scale, greedily: the largest set, then the largest of what is left,
        which need not be the smallest number of sets. Topics that are in no set are left out. ``UndecidedError`` where
        it is not known which sets share a scale.
        """
        return partition(self.value_sets)

    def columns(self) -> Columns:
        """One row: how many topics and values there are, whether these are equally spaced, the refinement, and how many
        topics are in the largest set.
        """
        made, listed = self.refinement, self.values is not None
        row = {
            "measure": str(self.measure),
            "length": self.length,
            "grades": self.grades,
            "topics": len(self.bases),
            "left_out": len(self.left_out),
            "value_sets": len(self.value_sets) if listed else None,
            "values": len(self.values or ()) if listed else None,
            "equally_spaced_alone": self.alone,
            "largest_set": None if self.sets_unknown else len(self.largest.topics) if self.largest else 0,
            "sets": None if self.sets_unknown else len(self.sets),
            "refinement": made.exists.holds,
            "finer_step": None if made.step is None else number_text(made.step),
            "finer_values": made.values,
            "unreached": made.unreached,
            **dict(zip(VERDICT, verdict_cells(self.equally_spaced), strict=True)),
        }
        return {name: [value] for name, value in row.items()}

    def set_rows(self) -> Rows:
        """A row for each set and each topic in it."""
        names = ("measure", "set", "set_topics", "step", "values", "topic", "recall_base")
        rows = (
            (str(self.measure), number, len(one.topics), number_text(one.step), one.steps + 1, topic, self.bases[topic])
            for number, one in enumerate(self.sets, start=1)
            for topic in one.topics
        )
        return Rows(columns_of(names, rows))


def value_text(number: Number) -> str:
    """A value for people: a fraction where that is short, else six digits.

    >>> from fractions import Fraction
    >>> value_text(Fraction(1, 6))
    '1/6'
    """
    if isinstance(number, Quotient | LogSum):
        return f"{float(number):.6g}"
    return str(number) if number.denominator < 10**6 else decimal_text(number, 6).lower()


def number_text(number: Number) -> str:
    """A value in full: a fraction, or a sum or quotient with logarithms."""
    return str(number) if isinstance(number, Quotient) else exact_text(number)


def topic_scales(
    measure: str | Measure | Callable[..., Any], topics: Mapping[str, Sequence[int]], length: int | None = None
) -> TopicScales:
    """Whether topics share a scale, from how many judged documents of grade 0, 1, … each has. Runs have a ``length``,
    the cutoff of the measure by default. What is too large to list is refused at once.

    >>> found = topic_scales("R", {"q1": (0, 1), "q2": (0, 2), "q3": (0, 3)}, length=10)
    >>> [str(value) for value in found.values], found.equally_spaced.holds
    (['0', '1/3', '1/2', '2/3', '1'], False)
    >>> found.refinement.steps, [str(step) for step in found.refinement.first_unreached]
    (6, ['1/6', '5/6'])
    >>> [one.topics for one in found.sets]
    [('q1', 'q2'), ('q1', 'q3')]
    """
    chosen = load_measure(measure)
    if not chosen.on_run_space:
        chosen.divisor((0, 0), 1)  # one without exact values says so, whatever the length
    found = TopicKinds.of(chosen, run_length(chosen, length), topics)
    if not found.topics:
        raise OptionError(f"{chosen}: no topic has a relevant document")
    answer = _listed(found) if found.may_list() else _irrational(found) or _no_multiple(found)
    if answer is None:
        raise OptionError(f"{chosen} has too many values on these topics to list them; use a smaller cutoff")
    return answer


def _listed(found: TopicKinds) -> TopicScales:
    """From all values."""
    sets = found.value_sets()
    shared, unknown = _shared(sets)
    values, spaced = _union(sets)
    refinement = _refinement(sets, values)
    if values is None and refinement.exists.holds is False:
        spaced = refinement.exists
    return TopicScales(
        found.measure,
        found.length,
        found.grades,
        found.bases,
        found.left_out,
        tuple(sets),
        values,
        spaced,
        refinement,
        shared,
        unknown,
    )


def _shared(sets: Sequence[ValueSet]) -> tuple[tuple[SharedScale, ...], str]:
    """The sets of topics that share a scale, or why they are not known."""
    try:
        return tuple(shared_scales(sets)), ""
    except UndecidedError as error:
        return (), str(error)


def _irrational(found: TopicKinds) -> TopicScales | None:
    """From two values of each topic whose ratio is irrational; None where some topic has none that are proven so."""
    never: Verdict | None = None
    for kind, topics in found.topics.items():
        pair = incommensurable_pair(found.few_values(kind))
        if pair is None:
            return None
        if never is None:
            never = _never(pair, topics[0], topics[0])
    assert never is not None
    about = found.measure, found.length, found.grades, found.bases, found.left_out
    return TopicScales(*about, (), None, never, Refinement(never), ())


def _no_multiple(found: TopicKinds) -> TopicScales | None:
    """From the smallest value above 0 of each topic and one that is no whole multiple of it; None where some topic has
    none that are known.
    """
    pairs: list[tuple[Fraction, Fraction, str]] = []
    for kind, topics in found.topics.items():
        pair = found.no_multiple(kind)
        if pair is None:
            return None
        pairs.append((*pair, topics[0]))
    step, other, topic = min(pairs)
    why = f"{value_text(step)} is the smallest value above 0, and {value_text(other)} is no whole multiple of it"
    uneven = Verdict(False, ((step, topic), (other, topic)), len(pairs), Proof.THEOREM, why)
    fractions = "all values are fractions, and so whole multiples of one over their common denominator"
    made = Refinement(Verdict(True, None, len(pairs), Proof.THEOREM, fractions))
    about = found.measure, found.length, found.grades, found.bases, found.left_out
    return TopicScales(*about, (), None, uneven, made, ())


def _never(pair: tuple[Number, Number], *topics: str) -> Verdict:
    """That no equally spaced scale has two values, each reached by a topic."""
    bases = incommensurable(*pair)
    assert bases is not None
    values = " and ".join(map(value_text, pair))
    why = f"{values} have an irrational ratio, as {bases[0]}^a = {bases[1]}^b has no solution but a = b = 0"
    return Verdict(False, tuple(zip(pair, topics, strict=True)), 2, Proof.THEOREM, why)


def _union(sets: Sequence[ValueSet]) -> tuple[tuple[Number, ...] | None, Verdict]:
    """The values of all topics together, and whether they are equally spaced; None where it is not known which are
    equal.
    """
    first: dict[Number, str] = {}
    for one in sets:
        for value in one.values:
            first.setdefault(value, one.topics[0])
    try:
        values = tuple(group[0] for group in grouped_quotients(first))
    except UndecidedError as error:
        return None, undecided(str(error), len(first))
    return values, _spacing(values, first.__getitem__)


def _spacing(values: Sequence[Number], topic_of: Callable[[Number], str]) -> Verdict:
    try:
        place = first_unequal(values)
    except UndecidedError as error:
        return undecided(str(error), len(values))
    if place is None:
        return Verdict(True, None, len(values))
    return Verdict(False, tuple((value, topic_of(value)) for value in values[place - 1 : place + 2]), len(values))


def _refinement(sets: Sequence[ValueSet], values: Sequence[Number] | None) -> Refinement:
    """The step of an equally spaced scale with 0 and all values goes into each value a whole number of times, and so
    into the largest number that does; that is the step of the smallest such scale.
    """
    units = [one.unit for one in sets]
    known = [unit for unit in units if unit is not None]
    step = common_unit(known) if len(known) == len(units) else None
    if step is None or values is None:  # values over one step are distinguished
        return _no_refinement(sets)
    numbers = [whole_multiple(value, step) or 0 for value in values]
    unreached, reached = numbers[-1] + 1 - len(numbers), set(numbers)
    missing = (number for number in count(1) if number not in reached)
    first = tuple(times(step, number) for number in islice(missing, min(FEW, unreached)))
    return Refinement(Verdict(True, None, len(values)), step, numbers[-1], unreached, first)


def _no_refinement(sets: Sequence[ValueSet]) -> Refinement:
    """Why there is none: two values of one topic with an irrational ratio, or the smallest ones of two topics."""
    for one in sets:
        pair = None if one.unit is not None else incommensurable_pair(one.values[1:])
        if pair is not None:
            return Refinement(_never(pair, one.topics[0], one.topics[0]))
    smallest = {one.values[1]: one.topics[0] for one in sets}
    pair = incommensurable_pair(smallest)
    return Refinement(undecided(NOT_KNOWN) if pair is None else _never(pair, *(smallest[value] for value in pair)))
