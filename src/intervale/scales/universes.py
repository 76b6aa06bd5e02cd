"""Measures on universes of lengths and recall bases: which stay equally spaced, how far the others are from it, and
what the constant of a topic does to the order of runs.

Ferrante, Ferro and Fuhr 2021, §IV-D, show for P, R and F that mixing lengths n and recall bases RB breaks what holds on
each S_{n,RB} alone, and hypothesise that rank-based measures fare worse. A :class:`Universes` has what decides it, for
all S[n, k] up to S[N, K]: each set alone and all together, values and order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from intervale.data.tabular import VERDICT, Columns, Tabular, columns_of, verdict_cells
from intervale.errors import OptionError, shown
from intervale.exact.spaced import Unevenness, unevenness
from intervale.exact.verdict import Verdict
from intervale.measures import Measure, load_measure
from intervale.scales.run_pairs import RunPairs, counted_pairs
from intervale.scales.topic_runs import TopicRun, UniverseValues, topic_runs, universe_values
from intervale.scales.universe import equally_spaced, own_flip

__all__ = ["MeasureUniverses", "PairOfMeasures", "UniverseCell", "Universes", "universes"]

MOST_WORK = 1_000_000
"""How many runs the universes that are looked at may have together, for each measure."""


@dataclass(frozen=True)
class UniverseCell:
    """A measure on one universe S[N, K]."""

    longest: int
    bases: int
    runs: int
    values: int
    """How many different values there are."""
    spaced: Verdict
    """Whether the values on S[N, K] are equally spaced; where not, three runs with neighbouring values that are not."""
    uneven: Unevenness
    """How far the values on S[N, K] are from that."""
    alone: Verdict
    """Whether they are on runs of length N on a topic with K relevant documents, without any mixing."""
    uneven_alone: Unevenness
    """How far they are from that; of the topic for which it is most, where grades allow several."""
    pairs: RunPairs | None
    """How the measure and itself without the constant of the topic order the runs; None where it has none."""

    @property
    def flips(self) -> Fraction | None:
        """The share of pairs that are ordered oppositely without the constant of the topic."""
        return None if self.pairs is None else Fraction(self.pairs.discordant, self.pairs.pairs)


@dataclass(frozen=True)
class MeasureUniverses:
    """A measure on all universes up to the largest, and on that the smallest two runs that it orders oppositely without
    the constant of the topic.
    """

    name: str
    measure: Measure
    cells: dict[tuple[int, int], UniverseCell]
    """By (N, K)."""
    flip: Verdict

    @property
    def last(self) -> UniverseCell:
        """The largest universe."""
        return self.cells[max(self.cells)]

    @property
    def spaced(self) -> list[tuple[int, int]]:
        """Where the values are equally spaced."""
        return [size for size, cell in self.cells.items() if cell.spaced.holds]

    @property
    def first_uneven(self) -> UniverseCell | None:
        """The smallest length, and for it the smallest recall base, for which values are not equally spaced even
        without mixing; None where there is none.
        """
        return next((cell for cell in self.cells.values() if cell.alone.holds is False), None)


@dataclass(frozen=True)
class PairOfMeasures:
    """How two measures order pairs of runs: those of one length on one topic, and all of the universe."""

    a: str
    b: str
    alone: RunPairs
    mixed: RunPairs


@dataclass(frozen=True, repr=False)
class Universes(Tabular):
    """What mixing lengths and recall bases does to measures, for all universes up to S[N, K]."""

    longest: int
    bases: int
    grades: int
    measures: tuple[MeasureUniverses, ...]
    pairs: tuple[PairOfMeasures, ...]

    def __repr__(self) -> str:
        shares = ", ".join(f"{one.name} {len(one.spaced)}" for one in self.measures[:4])
        more = ", …" if len(self.measures) > 4 else ""
        count = self.longest * self.bases
        return f"Universes(S[{self.longest}, {self.bases}]; equally spaced on {shares}{more} of {count})"

    def columns(self) -> Columns:
        """A row for each measure and universe."""
        names = ("measure", "grades", "longest", "bases", "runs", "values", *VERDICT, "deviation", "step_ratio")
        rows = (
            (
                one.name,
                self.grades,
                *(cell.longest, cell.bases, cell.runs, cell.values),
                *verdict_cells(cell.spaced),
                *(cell.uneven.deviation, cell.uneven.ratio),
                *(cell.alone.holds, cell.uneven_alone.deviation),
                None if cell.flips is None else float(cell.flips),
            )
            for one in self.measures
            for cell in one.cells.values()
        )
        return columns_of((*names, "alone", "alone_deviation", "flips"), rows)


def universes(
    measures: str | Measure | Iterable[str | Measure], *, longest: int = 4, bases: int = 4, grades: int = 1
) -> Universes:
    """What mixing runs of lengths up to ``longest`` and topics with up to ``bases`` relevant documents does to
    measures, over grades 0..``grades``: on all S[n, k] up to S[N, K], each alone and all together.

    >>> found = universes(["P", "AP", "RBP(p=0.5)"], longest=3, bases=3)
    >>> found
    Universes(S[3, 3]; equally spaced on P 6, AP 3, RBP(p=0.5) 8 of 9)
    >>> [(one.name, one.last.flips) for one in found.measures]
    [('P', None), ('AP', Fraction(2, 35)), ('RBP(p=0.5)', None)]
    """
    asked = _asked(measures)
    if not asked:
        raise OptionError("universes needs at least one measure")
    loaded = [load_measure(one) for one in asked]
    runs = topic_runs(longest, bases, grades)
    if len(runs) * longest * bases > MOST_WORK:
        raise OptionError(
            f"S[{longest}, {bases}] has {len(runs):,} runs on topics, too many to look at each smaller one; use "
            "smaller N and K, or universe_scale for this one alone"
        )
    values = [universe_values(measure, runs, grades) for measure in loaded]
    names = [one if isinstance(one, str) else str(one) for one in asked]
    places = _places(runs)
    found = tuple(_on_all(name, one, longest, bases, places) for name, one in zip(names, values, strict=True))
    both = combinations(zip(names, values, strict=True), 2)
    pairs = tuple(PairOfMeasures(a, b, *_ordered(one, two, places)) for (a, one), (b, two) in both)
    return Universes(longest, bases, grades, found, pairs)


def _asked(measures: Any) -> list[str | Measure]:
    """The measures as a list."""
    if isinstance(measures, str | Measure) or callable(measures):
        return [measures]
    if not isinstance(measures, Iterable):
        raise OptionError(f"universes needs a measure or several, such as ['P', 'AP'], not {shown(measures)}")
    return list(measures)


Places = dict[tuple[int, tuple[int, ...]], list[int]]


def _places(runs: Sequence[TopicRun]) -> Places:
    """The places of the runs of each length on each topic."""
    found: Places = {}
    for place, one in enumerate(runs):
        found.setdefault((len(one.run), one.relevant), []).append(place)
    return dict(sorted(found.items()))


def _on_all(name: str, found: UniverseValues, longest: int, bases: int, places: Places) -> MeasureUniverses:
    sizes = [(n, k) for n in range(1, longest + 1) for k in range(1, bases + 1)]
    cells = {size: _cell(found, size, places) for size in sizes}
    return MeasureUniverses(name, found.measure, cells, own_flip(found))


def _cell(found: UniverseValues, size: tuple[int, int], places: Places) -> UniverseCell:
    longest, bases = size
    mixed = found.part(lambda one: len(one.run) <= longest and one.base <= bases)
    single = [some for (n, topic), some in places.items() if (n, sum(topic)) == size]
    verdicts = [equally_spaced(found, some) for some in single]
    worst = max((_uneven(found, some) for some in single), key=lambda one: one.deviation)
    pairs = None
    if found.measure.recall_based:
        pairs = counted_pairs((found.levels[place], found.own_levels[place], 1) for place in mixed)
    return UniverseCell(
        longest,
        bases,
        len(mixed),
        len({found.levels[place] for place in mixed}),
        equally_spaced(found, mixed),
        _uneven(found, mixed),
        min(verdicts, key=lambda one: (one.holds is not False, one.holds is not None)),
        worst,
        pairs,
    )


def _uneven(found: UniverseValues, places: Sequence[int]) -> Unevenness:
    return unevenness([found.numbers[level] for level in sorted({found.levels[place] for place in places})])


def _ordered(one: UniverseValues, two: UniverseValues, places: Places) -> tuple[RunPairs, RunPairs]:
    """How two measures order the pairs of one length and topic, all of these together, and all pairs."""
    every = [(first, second, 1) for first, second in zip(one.levels, two.levels, strict=True)]
    each = [counted_pairs(every[place] for place in some) for some in places.values()]
    alone = RunPairs(
        sum(pairs.concordant for pairs in each),
        sum(pairs.discordant for pairs in each),
        sum(pairs.tied_first for pairs in each),
        sum(pairs.tied_second for pairs in each),
        sum(pairs.tied_both for pairs in each),
    )
    return alone, counted_pairs(every)
