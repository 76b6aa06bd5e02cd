"""The scale of a measure on S[N, K]: where the value of a run on a topic stands among all values that runs of at most N
documents have on topics with 1 to K relevant ones (Ferrante, Ferro and Fuhr 2021, §IV-D).

Relevance is binary. A run that is shorter than N has the value of the run filled up with documents that are not
relevant, so that lengths add no value, and every filled-up run counts once on each topic that allows it: with k
relevant documents, the runs with at most k. A constant of the topic, c_k, divides: its recall base or the gain of its
ideal run. The values are v/c_k for k = 1..K and v the value of a run with at most k relevant documents.

- Without such a constant the values are those of the runs with at most K relevant documents: the scale is theirs.
- With one, values are listed (:mod:`~intervale.scales.universe_lists`) where they are few enough.
- Places among all runs (tie rules ``mid``, ``min``, ``max``; ordinal) are Σ_k #{runs with at most k relevant documents
  and v ≤ c_k·x}: listed, or enclosed between proven bounds (:mod:`~intervale.exact.layered_walks`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from math import ceil, floor, inf
from typing import Any

import numpy as np

from intervale.errors import MeasureError, OptionError, UndecidedError
from intervale.exact import Exact
from intervale.exact.layered_walks import Layer, LayeredPlaces
from intervale.exact.levels import levels_of
from intervale.exact.progress import announce
from intervale.exact.quotients import compare_quotients, grouped_quotients, quotient
from intervale.exact.smallest_walks import Place
from intervale.exact.walk_places import NARROW, WIDTHS
from intervale.exact.walks import Walk
from intervale.measures import Fold, Measure
from intervale.orders import RunSpace
from intervale.scales.cache import scale_key
from intervale.scales.choices import Choices
from intervale.scales.counting import Bounds, Rank, share
from intervale.scales.counting_task import Wish
from intervale.scales.folds import fold_of
from intervale.scales.kept_tables import KeptTables
from intervale.scales.mapping import IntervalScale, interval_scale
from intervale.scales.places import NEARLY_BEST, PER_MOVE, PRECISE, WORTH_SAYING, float_values, place_bounds, walk_of
from intervale.scales.topic_values import of_one_document
from intervale.scales.universe_lists import ListedUniverse, fits, tracked

__all__ = ["MOST_BASES", "Relevance", "UniverseScale", "relevance_of", "universe_of"]

Array = np.ndarray[Any, Any]
MOST_BASES, LONGEST = 10_000, 5000
LISTED, WALKS = "listed", "walks"


@dataclass(frozen=True, eq=False)
class Relevance:
    """Binary relevance, as a measure sees the grades 0..``top``."""

    fold: Fold
    relevant: tuple[bool, ...]
    """Which grades are relevant."""

    @property
    def grade(self) -> int:
        """The grade that stands for all relevant ones; 0 where there is none."""
        return self.relevant.index(True) if any(self.relevant) else 0

    def rows(self, table: Array) -> Array:
        """Grades of which one stands for all relevant ones."""
        found: Array = np.array([self.grade * one for one in self.relevant], dtype=np.int16)[table]
        return found

    def judged(self, base: int) -> tuple[int, ...]:
        """How many documents of each grade a topic with this recall base has."""
        return tuple(base * (grade == self.grade) for grade in range(len(self.relevant)))

    @property
    def choices(self) -> Choices:
        """Not relevant or relevant, each in one way."""
        return replace(Choices.of(self.fold), times=(1, 1))


@lru_cache(maxsize=16)
def relevance_of(measure: Measure, length: int, top: int) -> Relevance:
    """How a measure sees grades 0..``top``; refused where it distinguishes more than two kinds of documents."""
    if not measure.has_fold:
        raise MeasureError(
            f"{measure}: space='universe' is only for measures whose value grows rank by rank; use the space of all "
            "runs (without space='universe')"
        )
    fold = fold_of(measure, RunSpace(length, top))
    if len(set(fold.gains)) > 2 or fold.gains[0] != 0:
        raise MeasureError(
            f"{measure}: space='universe' is for binary relevance, and there are {len(set(fold.gains))} gains here; "
            "use space='topic', or a measure that only knows relevant or not, such as AP(rel=1)"
        )
    if fold.value((0,) * length) != 0:
        raise MeasureError(
            f"{measure}: space='universe' is for measures that give 0 to a run without a relevant document; use the "
            "space of all runs (without space='universe')"
        )
    return Relevance(fold, tuple(gain != 0 for gain in fold.gains))


@dataclass(frozen=True, eq=False)
class UniverseScale:
    """The scale of a measure on S[N, K], K = ``bases``. Runs are rows of grades, each with its topic's recall base.

    >>> from intervale.measures import parse_measure
    >>> scale = universe_of(parse_measure("AP@4"), 4, 12)
    >>> scale.size, scale.rank_of((1, 0, 0, 0), 1), scale.rank_of((1, 0, 0, 0), 2)
    (102, 102, 87)
    """

    measure: Measure
    length: int
    bases: int
    relevance: Relevance
    layers: tuple[Layer, ...]
    """For each recall base, or for several that allow the same values: at most how many relevant documents a run has,
    what its value is divided by, and for how many recall bases that is so.
    """
    tie_rule: str
    wish: Wish

    # ------------------------------------------------------------ how it is counted

    @property
    def placed(self) -> bool:
        """Whether ranks are places among all runs."""
        return self.tie_rule != "unq"

    @property
    def divided(self) -> bool:
        """Whether a constant of the topic changes values."""
        return len({layer.divisor for layer in self.layers}) > 1

    @cached_property
    def plain(self) -> IntervalScale | None:
        """Without a constant of the topic, the scale of the runs with at most K relevant documents."""
        if self.placed or self.divided:
            return None
        top, method, seed = len(self.relevance.relevant) - 1, self.wish.method, self.wish.seed
        most: tuple[int, ...] | None = self.relevance.judged(self.bases)[1:]
        if self.bases >= self.length or of_one_document(self.measure, self.length, most or ()) is not None:
            most = None
        elif self._fits:
            return None
        return interval_scale(self.measure, length=self.length, grades=top, most=most, method=method, seed=seed)

    @cached_property
    def method(self) -> str:
        """How it is counted; refused where no way fits."""
        if self.plain is not None:
            return self.plain.method
        wanted = self.wish.method
        if wanted not in (None, "exact", LISTED, WALKS) or (wanted == WALKS and not self.placed):
            raise OptionError(
                f"the method {wanted} does not count the values of {self.measure} on S[{self.length}, {self.bases}]; "
                "leave the method out"
            )
        if wanted != WALKS and self._fits:
            return LISTED
        if self.placed and wanted in (None, WALKS) and self._walk is not None:
            return WALKS
        where = f"S[{self.length}, {self.bases}]"
        if self.placed:
            why = f": {self._counted}" if isinstance(self._counted, str) else ""
            raise OptionError(f"{self.measure}: places among the runs of {where} cannot be counted{why}")
        other = f"places among the runs of {where} (tie_rule='mid'), which are ordinal"
        raise OptionError(f"{self.measure} has too many values on {where}; use a smaller cutoff, or {other}")

    @cached_property
    def _fits(self) -> bool:
        return fits(self.relevance.fold, self.length, self.layers, by_run=self.placed)

    @property
    def exact(self) -> bool:
        """Whether ranks are known, and not only bounds of them."""
        return self.plain.exact if self.plain is not None else self.method == LISTED

    @property
    def one_value(self) -> bool:
        """Whether all runs have the same value."""
        if self.relevance.grade == 0 or (self.plain is not None and self.plain.one_value):
            return True
        return self.placed and self._walk is not None and self._walk.most == 0

    @cached_property
    def listed(self) -> ListedUniverse:
        return ListedUniverse.of(self.relevance.fold, self.relevance.choices, self.length, self.layers)

    @property
    def _walk(self) -> Walk | None:
        """Runs as walks, where they can be had."""
        return None if isinstance(self._counted, str) else self._counted

    @cached_property
    def _counted(self) -> Walk | str:
        """Runs as walks, or why not: values are divided, and so not those of walks that are scaled."""
        if self.length > LONGEST:
            return f"there are more than {LONGEST:,} ranks"
        found = walk_of(self.relevance.choices, partial(tracked, length=self.length, most=self.layers[-1].most))
        if isinstance(found, str) or (found.factor == 1 and not found.offset):
            return found
        return "what documents add is too large or too small for floats, or below 0"

    @cached_property
    def places(self) -> LayeredPlaces:
        """How many runs have at most a value, between bounds."""
        walk = self._walk
        assert walk is not None
        classes = [0] * walk.states
        for (_, (used,)), number in walk.number.items():
            classes[number] = used
        space = RunSpace(self.length, len(self.relevance.relevant) - 1)
        shelf = KeptTables(scale_key(self.measure, space, (self.bases,), f"{WALKS} on a universe"))
        return LayeredPlaces(walk, classes, self.layers, (NARROW,) if self.wish.precise else WIDTHS, shelf)

    @property
    def size(self) -> int:
        """How many different values there are; refused where they are not listed."""
        if self.plain is not None:
            return self.plain.size
        if self.method != LISTED:
            raise OptionError("there are too many different values to count them; places among all runs are known")
        return self.listed.size

    @property
    def assumption(self) -> str:
        """What is not exact, in words."""
        if self.plain is not None:
            return self.plain.assumption
        return "" if self.exact else "places lie between proven bounds"

    # ------------------------------------------------------------ runs on topics

    def rank_of(self, run: Sequence[int], base: int) -> Rank:
        """The rank of a run on a topic with so many relevant documents, where it is known exactly."""
        if not self.exact:
            raise OptionError("only bounds of ranks are known here: use rank_bounds_of")
        return self._ranks(self._rows([run], [base]), [base])[0]

    def rank_bounds_of(self, runs: Sequence[Sequence[int]] | Array, bases: Sequence[int]) -> list[Bounds]:
        """Between which ranks the ranks of runs lie, each on a topic with so many relevant documents; a mean of two is
        rounded down and up.
        """
        rows = self._rows(runs, bases)
        if self.plain is not None:
            return self.plain.rank_bounds_of(rows.tolist(), "unq")
        if self.exact:
            return [(floor(rank), ceil(rank)) for rank in self._ranks(rows, bases)]
        return place_bounds(self._places(rows, bases), self.tie_rule)

    def scored(self, runs: Sequence[Sequence[int]] | Array, bases: Sequence[int]) -> tuple[Array, Array]:
        """The scores of runs in floats, and how far each can be off: 0 for the worst value, 1 for the best."""
        rows = self._rows(runs, bases)
        if self.plain is not None:
            return self.plain.scored(rows.tolist(), "unq")
        low, high = self.ends
        if low == high:
            raise OptionError(f"{self.measure} has the same value on all runs of S[{self.length}, {self.bases}]")
        if self.exact:
            scores = [float(Fraction(rank - low) / (high - low)) for rank in self._ranks(rows, bases)]
            return np.array(scores), np.zeros(len(scores))
        bounds = self.rank_bounds_of(rows, bases)
        ends = [(share(a - low, high - low, -inf), share(b - low, high - low, inf)) for a, b in bounds]
        least, most = np.clip(np.array(ends).reshape(-1, 2).T, 0.0, 1.0)
        middle = (least + most) / 2
        return middle, np.nextafter(np.maximum(most - middle, middle - least), inf) * (least < most)

    @cached_property
    def ends(self) -> tuple[Rank, Rank]:
        """The ranks of the worst and the best value."""
        if self.plain is not None:
            return 1, self.plain.size
        if self.method == LISTED:
            return self._by_rule(0), self._by_rule(self.listed.size - 1)
        worst, (_, best), size = self.places.worst, self.places.best, self.places.size
        if self.tie_rule == "min":
            return 1, size - best + 1
        return (worst, size) if self.tie_rule == "max" else (Fraction(1 + worst, 2), Fraction(2 * size - best + 1, 2))

    def order_of(self, runs: Array, bases: Sequence[int]) -> Array | None:
        """Integers for runs on topics in the exact order of their values; None where two could not be distinguished."""
        rows = self._rows(runs, bases)
        of = [self._layer(base) for base in bases]

        def exact(places: Array) -> list[Exact]:
            found = [
                quotient(self.relevance.fold.value(tuple(rows[n].tolist())), self.layers[of[n]].divisor) for n in places
            ]
            groups = grouped_quotients(found)
            number = {value: n for n, group in enumerate(groups) for value in group}
            return [number[value] for value in found]

        try:
            return levels_of(self._floats(rows, bases), exact)
        except UndecidedError:
            return None

    def _rows(self, runs: Sequence[Sequence[int]] | Array, bases: Sequence[int]) -> Array:
        """Runs as rows of grades, checked against the recall bases of their topics."""
        rows = self.relevance.rows(self._grades(runs, len(bases)))
        for base, found in zip(bases, (rows > 0).sum(axis=1).tolist(), strict=True):
            if not 1 <= base <= self.bases:
                raise OptionError(
                    f"a topic with {base} relevant documents is not in S[{self.length}, {self.bases}]: write "
                    f"bases={base}, or leave bases out"
                )
            if found > base:
                raise OptionError(
                    f"a run with {found} relevant documents is not a run of a topic with {base}; give the recall base "
                    "of its topic"
                )
        return rows

    def _grades(self, runs: Sequence[Sequence[int]] | Array, count: int) -> Array:
        """Runs as rows of grades, refused where one is not of this length or has other grades."""
        top = len(self.relevance.relevant) - 1
        if not isinstance(runs, np.ndarray):
            runs = [RunSpace(self.length, top).checked(run) for run in runs]
        table = np.asarray(runs, dtype=np.int64).reshape(-1, self.length)
        if table.min(initial=0) < 0 or table.max(initial=0) > top:
            raise OptionError(f"grades of runs go from 0 to {top} here; name the top grade with grades=")
        if len(table) != count:
            raise OptionError(f"{len(table)} runs have {count} recall bases; give one for each run")
        return table

    def _layer(self, base: int) -> int:
        return self._layer_of[base - 1]

    @cached_property
    def _layer_of(self) -> list[int]:
        return [number for number, layer in enumerate(self.layers) for _ in range(layer.times)]

    def _ranks(self, rows: Array, bases: Sequence[int]) -> list[Rank]:
        if self.plain is not None:
            return self.plain.ranks_of(rows.tolist(), "unq")
        values = [self.relevance.fold.value(tuple(row)) for row in rows.tolist()]
        return [self._by_rule(place) for place in self.listed.places_of(values, [self._layer(base) for base in bases])]

    def _by_rule(self, place: int) -> Rank:
        """The rank of a value by the rule for ties."""
        if not self.placed:
            return place + 1
        first, last = self.listed.before[place] + 1, self.listed.before[place + 1]
        if self.tie_rule == "mid":
            return Fraction(first + last, 2)
        return first if self.tie_rule == "min" else last

    def _floats(self, rows: Array, bases: Sequence[int]) -> Array:
        divisors = np.array([float(self.layers[self._layer(base)].divisor) for base in bases])
        if self.relevance.fold.in_floats is None:
            values = np.array([float(self.relevance.fold.value(tuple(row))) for row in rows.tolist()])
        else:
            values = float_values(self.relevance.fold, rows)
        found: Array = values / divisors
        return found

    def _places(self, rows: Array, bases: Sequence[int]) -> list[Place]:
        """How many runs have less than each run asked for, how many no more, and how many the same."""
        values = self._floats(rows, bases)
        seconds = len(self.places.missing(values)) * self._of_an_octave
        if seconds > WORTH_SAYING:
            announce(f"counting runs by value takes about {seconds:.0f} s")
        found = self.places.places(values)
        (best, many), size = self.places.best, self.places.size
        for n in np.flatnonzero(values >= float(best) * NEARLY_BEST).tolist():
            divisor = self.layers[self._layer(bases[n])].divisor
            if compare_quotients(quotient(self.relevance.fold.value(tuple(rows[n].tolist())), divisor), best) == 0:
                found[n] = size - many, size, many
        return found

    @cached_property
    def _of_an_octave(self) -> float:
        """About how many seconds the table of an octave takes."""
        assert self._walk is not None
        moves = sum(len(moves.adds) for moves in self._walk.steps)
        return (PRECISE if self.wish.precise else 1.0) * PER_MOVE * moves


def universe_of(
    measure: Measure, length: int, bases: int, top: int = 1, tie_rule: str = "unq", wish: Wish | None = None
) -> UniverseScale:
    """The scale of a measure on S[``length``, ``bases``], where grades go up to ``top``. Nothing is counted yet."""
    return _universe(measure, length, bases, top, tie_rule, wish or Wish())


@lru_cache(maxsize=16)
def _universe(measure: Measure, length: int, bases: int, top: int, tie_rule: str, wish: Wish) -> UniverseScale:
    if bases > MOST_BASES:
        raise OptionError(f"bases={bases:,} is out of range (1 to {MOST_BASES:,}); use the space of all runs instead")
    found = relevance_of(measure, length, top)
    return UniverseScale(measure, length, bases, found, _layers(measure, length, bases, found), tie_rule, wish)


def _layers(measure: Measure, length: int, bases: int, relevance: Relevance) -> tuple[Layer, ...]:
    """A constant of the topic does not fall when there are more relevant documents: where it is the same for two recall
    bases, it is for all between.
    """
    here, top = measure.on_space(length, len(relevance.relevant) - 1), len(relevance.relevant) - 1
    last = min(bases, length)
    known = {base: here.divisor(relevance.judged(base), top) for base in (last, bases)}
    one = known[last] == known[bases]
    layers: list[Layer] = []
    for base in range(1, bases + 1):
        divisor = known[last] if one and base >= last else here.divisor(relevance.judged(base), top)
        if layers and layers[-1].most == min(base, length) and layers[-1].divisor == divisor:
            layers[-1] = replace(layers[-1], times=layers[-1].times + 1)
        else:
            layers.append(Layer(min(base, length), divisor))
    return tuple(layers)
