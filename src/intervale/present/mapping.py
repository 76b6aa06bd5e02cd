"""The interval scale of a measure: as a table, and as a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import OptionError
from intervale.exact import Exact, LogSum, decimal_text, exact_text
from intervale.present.order import run_text
from intervale.present.table import Cell, Table
from intervale.scales import IntervalScale
from intervale.scales.mapping import approximate

__all__ = ["MapReport", "exact_value", "map_document", "map_table", "number_text", "value_text"]

MOST_ROWS = 40
DIGITS = 6
TINY = 5e-5


@dataclass(frozen=True)
class Placed:
    """A run on the scale: its value, rank and score, and the next values below and above."""

    profile: tuple[int, ...]
    value: Exact
    rank: Fraction | int
    bounds: tuple[int, int] | None
    """Between which ranks the rank lies; None where it is exact."""
    score: Fraction | None
    score_bounds: tuple[float, float] | None
    below: Exact | None
    above: Exact | None


@dataclass(frozen=True)
class ListedValue:
    """A value of a scale, the runs that have it, and their rank and score by the rule for ties."""

    value: Exact
    profiles: Sequence[tuple[int, ...]]
    rank: Fraction | int
    score: Fraction | None


@dataclass(frozen=True)
class MapReport(Tabular):
    """A scale, some runs on it, and where there are few enough all its values with the runs that have them."""

    scale: IntervalScale
    name: str
    tie_rule: str
    placed: Sequence[Placed] = ()
    values: Sequence[ListedValue] = ()

    @staticmethod
    def of(scale: IntervalScale, name: str, profiles: Sequence[tuple[int, ...]], tie_rule: str | None) -> MapReport:
        tie_rule = tie_rule or scale.default_tie_rule
        if not profiles:
            if tie_rule != "unq":
                scale.ranks_of((), tie_rule)  # refused where places among runs are not known
            return MapReport(scale, name, tie_rule, (), _listed(scale, tie_rule))
        values, ranks = scale.values_of(profiles), scale.ranks_of(profiles, tie_rule)
        one = scale.one_value
        scores: Sequence[Fraction | None] = [None] * len(values) if one else scale.scores_of(profiles, tie_rule)
        around = [scale.neighbours_of(profile) for profile in profiles]
        nothing: list[None] = [None] * len(values)
        bounds = nothing if scale.exact else scale.rank_bounds_of(profiles, tie_rule)
        score_bounds = nothing if scale.exact or one else scale.score_bounds_of(profiles, tie_rule)
        placed = [
            Placed(tuple(profile), value, rank, None if known == (rank, rank) else known, score, sure, *sides)
            for profile, value, rank, known, score, sure, sides in zip(
                profiles, values, ranks, bounds, scores, score_bounds, around, strict=True
            )
        ]
        return MapReport(scale, name, tie_rule, placed)

    def columns(self) -> Columns:
        """A row for each run that was given; without any, the rows of the scale itself, one for each value."""
        if not self.placed:
            columns = self._values()
            return {**columns, "measure": [self.name] * len(columns["measure"])}
        about = (self.name, self.scale.space.length, self.scale.space.grades, self.tie_rule)
        ranks = [None if one.bounds else one.rank for one in self.placed]
        whole = all(rank is None or rank == int(rank) for rank in ranks)
        rows = [
            (
                *about,
                run_text(one.profile),
                exact_text(one.value),
                approximate(one.value),
                None if rank is None else int(rank) if whole else str(rank),
                None if one.score is None else float(one.score),
                *(one.score_bounds or (None, None)),
                *(one.bounds or (None, None)),
                *(None if side is None else exact_text(side) for side in (one.below, one.above)),
            )
            for one, rank in zip(self.placed, ranks, strict=True)
        ]
        of_run = ("run", "value", "approximate", "rank", "score", "score_low", "score_high")
        named = ("measure", "length", "grades", "tie_rule")
        return columns_of((*named, *of_run, "rank_low", "rank_high", "below", "above"), rows)

    def _values(self) -> Columns:
        try:
            return replace(self.scale, tie_rule=self.tie_rule).columns()
        except OptionError:
            example = f"10{{{self.scale.space.length - 1}}}"
            raise OptionError(
                f"{self.name} has too many values here to list them: give runs to place on the scale, such as {example}"
            ) from None

    @property
    def rank_name(self) -> str:
        """What ranks are called: places, where they are among runs and not among values."""
        return "rank" if self.tie_rule == "unq" else "place"


def _listed(scale: IntervalScale, tie_rule: str) -> list[ListedValue]:
    """All values in ascending order, where they are few."""
    found = scale.runs_by_value(MOST_ROWS)
    firsts = [runs[0] for _, runs in found]
    ranks = scale.ranks_of(firsts, tie_rule)
    scores: Sequence[Fraction | None] = [None] * len(found) if scale.one_value else scale.scores_of(firsts, tie_rule)
    return [ListedValue(*both, rank, score) for both, rank, score in zip(found, ranks, scores, strict=True)]


def map_table(report: MapReport) -> Table:
    """The runs that were given; without any, all values where they are few, else the facts alone."""
    scale = report.scale
    space = scale.space
    title = f"{report.name} on {space.size_text} of length {space.length} over {space.grades_text}"
    if report.placed:
        columns = ("run", "value", "next below", "next above", report.rank_name, "score")
        rows = tuple(
            (
                Cell(run_text(placed.profile)),
                Cell(value_text(placed.value)),
                Cell(value_text(placed.below)),
                Cell(value_text(placed.above)),
                _bounds_cell(placed.bounds) if placed.bounds else _rank_cell(placed.rank),
                _score_cell(placed),
            )
            for placed in report.placed
        )
        return Table(columns, rows, title, footer=tuple(_sentences(report)))
    if report.values:
        few = ("runs", "value", report.rank_name, "score")
        listed = tuple(
            (
                Cell(_runs_text(one.profiles)),
                Cell(value_text(one.value)),
                _rank_cell(one.rank),
                Cell(None if one.score is None else float(one.score)),
            )
            for one in report.values
        )
        return Table(few, listed, title, footer=tuple(_sentences(report)))
    low, high = scale.extremes
    facts = [("least value", value_text(low)), ("greatest value", value_text(high)), *_size_row(report)]
    return Table(
        ("fact", "value"), tuple((Cell(a), Cell(b)) for a, b in facts), title, footer=tuple(_sentences(report))
    )


def _size_row(report: MapReport) -> list[tuple[str, str]]:
    size = report.scale.known_size
    return [] if size is None else [("different values", number_text(size))]


def _sentences(report: MapReport) -> list[str]:
    scale, size = report.scale, report.scale.known_size
    notes = [] if size is None else [f"{_count(size, 'value')}{scale.how}"]
    if report.tie_rule != "unq":
        notes.append(
            f"tie rule {report.tie_rule}: ranks are places among all runs, not among values; they are ordinal, as "
            "steps between values are not equal"
        )
        if not report.placed and not report.values:
            notes.append(f"give runs to see their places, as in 10{{{scale.space.length - 1}}}")
    steps = scale.step_range
    if steps is not None and not scale.one_value:
        low, high = steps
        notes.append(
            f"every step is {value_text(low)}: the measure is already on an interval scale here"
            if low == high
            else f"steps from {value_text(low)} to {value_text(high)}: the values are not equally spaced"
        )
    elif scale.exact and not scale.measure.numeric and not scale.one_value:
        notes.append("there are too many values to check every step")
    if scale.one_value:
        notes.append("all runs have the same value: there is no scale between them")
    if scale.assumption:
        notes.append(scale.assumption)
    if scale.measure.aggregate != "mean":
        notes.append(
            f"no interval form: an interval scale is for means, and {scale.measure.name} takes the "
            f"{scale.measure.aggregate} over topics"
        )
    if scale.measure.recall_based:
        notes.append(
            f"values leave out the constants of a topic (recall base, ideal run), so a mean of {report.rank_name}s "
            "over topics is a surrogate"
        )
    return notes


def _bounds_cell(bounds: tuple[int, int]) -> Cell:
    low, high = bounds
    digits = 4
    while decimal_text(low, digits) == decimal_text(high, digits) and digits < 12:
        digits += 1
    return Cell(f"{number_text(low, digits)} to {number_text(high, digits).removeprefix('about ')}")


def _rank_cell(rank: Fraction | int) -> Cell:
    """A rank, in full where that can be read."""
    if rank >= 10**15:
        return Cell(f"about {decimal_text(rank, 4)}")
    return Cell(f"{int(rank):,}" if rank == int(rank) else f"{float(rank):,.1f}", figures=True)


def _score_cell(placed: Placed) -> Cell:
    """A score, in scientific notation where it is next to nothing; as bounds where these digits tell them apart."""
    if placed.score is None:
        return Cell(None)
    score = float(placed.score)
    low, high = placed.score_bounds or (score, score)
    form = ".4f" if high >= TINY else ".3e"
    if f"{low:{form}}" != f"{high:{form}}":
        return Cell(f"{low:{form}} to {high:{form}}")
    return Cell(f"{score:.3e}") if 0 < score < TINY else Cell(score)


def number_text(n: int, digits: int = 4) -> str:
    """A number that people can read."""
    return f"{n:,}" if n < 10**15 else f"about {decimal_text(n, digits)}"


def value_text(value: Exact | None) -> str:
    """A value for people: a short fraction, or a decimal of a few digits."""
    if value is None:
        return "-"
    whole = not isinstance(value, LogSum) and Fraction(value).denominator < 10_000
    return str(value) if whole else decimal_text(value, DIGITS)


def _runs_text(runs: Sequence[tuple[int, ...]]) -> str:
    shown = " ".join(run_text(run) for run in runs[:6])
    return shown + (f" and {len(runs) - 6:,} more" if len(runs) > 6 else "")


def _count(n: int, what: str) -> str:
    return f"{number_text(n)} {what}{'' if n == 1 else 's'}"


def map_document(report: MapReport) -> dict[str, Any]:
    """The scale and the runs on it as one JSON document."""
    scale = report.scale
    steps = scale.step_range
    return {
        "measure": report.name,
        "length": scale.space.length,
        "grades": scale.space.grades,
        "size": scale.known_size,
        "method": scale.method,
        "error": scale.error,
        "tie_rule": report.tie_rule,
        "assumption": scale.assumption or None,
        "surrogate": scale.measure.recall_based,
        "steps": None if steps is None else {"smallest": exact_value(steps[0]), "largest": exact_value(steps[1])},
        "profiles": [_placed(placed) for placed in report.placed],
        "values": [
            {
                **_value("value", one.value),
                "rank": _rank(one.rank),
                "score": None if one.score is None else float(one.score),
                "profiles": [list(run) for run in one.profiles],
            }
            for one in report.values
        ],
    }


def _placed(placed: Placed) -> dict[str, Any]:
    bounds, rank = placed.bounds, placed.rank
    entry: dict[str, Any] = {
        "profile": list(placed.profile),
        **_value("value", placed.value),
        "rank": None if bounds else _rank(rank),
        "score": None if placed.score is None else float(placed.score),
        "below": None if placed.below is None else exact_value(placed.below),
        "above": None if placed.above is None else exact_value(placed.above),
    }
    if bounds is None:
        return entry
    low, high = placed.score_bounds or (None, None)
    return entry | {"rank_low": bounds[0], "rank_high": bounds[1], "score_low": low, "score_high": high}


def _rank(rank: Fraction | int) -> int | str:
    return int(rank) if rank == int(rank) else str(rank)


def _value(name: str, value: Exact) -> dict[str, Any]:
    """A value as text, with its key beside it where the text is a decimal."""
    return {name: exact_value(value), f"{name}_float": approximate(value)} | (
        {"key": str(value)} if isinstance(value, LogSum) else {}
    )


def exact_value(value: Exact) -> str:
    """An exact value as JSON has it: a fraction, or a decimal."""
    return decimal_text(value) if isinstance(value, LogSum) else str(value)
