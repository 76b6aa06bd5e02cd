"""Score tables: what an evaluation gives."""

from __future__ import annotations

import contextlib
import math
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from intervale.data import Policy
from intervale.data.writing import write_whole
from intervale.errors import MeasureError, OptionError
from intervale.exact.rounding import NOISE
from intervale.measures.mean_order import MeanOrder, mean_order
from intervale.measures.measure import Measure
from intervale.measures.parse import parse_measure
from intervale.measures.saved import arrow_table, parquet_bytes, read_scores

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["ScoreTable", "effective_number", "one_carries"]

Array = np.ndarray[Any, Any]
CONFIDENCE = 0.95


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Scores of systems × topics for some measures, with the policy they were made under and what is to be noted.

    ``values[m, s, t]`` is the score of system s on topic t under measure m, not a number where the run has no such
    topic and the policy is to drop it. ``names`` are the measures as the user wrote them, ``measures`` the values
    behind the names.

    >>> from intervale import evaluate
    >>> table = evaluate(
    ...     {"q1": {"a": 1}, "q2": {"b": 1}}, {"A": {"q1": {"a": 1.0}, "q2": {"x": 2.0, "b": 1.0}}}, ["RR", "P@1"]
    ... )
    >>> table.mean("A", "RR"), table.topics("A", "RR")
    (0.75, {'q1': 1.0, 'q2': 0.5})
    >>> table
    ScoreTable(1 system × 2 topics × 2 measures: RR, P@1)
    """

    systems: tuple[str, ...]
    topic_names: tuple[str, ...]
    names: tuple[str, ...]
    measures: tuple[Measure, ...]
    values: Array
    policy: Policy
    notes: tuple[str, ...] = field(default=())
    errors: Array | None = None
    """How far each score can be off to either side, shaped like ``values``; None where all are exact."""
    order: Array | None = None
    """The place of each score in the exact order of its measure, shaped like ``values``: the same where scores are the
    same by definition, higher where they are larger, however far they can be off. −1 where the order is not known; None
    where it is for no measure, or not needed."""

    def __repr__(self) -> str:
        parts = (
            _count(len(self.systems), "system"),
            _count(len(self.topic_names), "topic"),
            _count(len(self.names), "measure"),
        )
        return f"ScoreTable({' × '.join(parts)}: {', '.join(self.names)})"

    # ------------------------------------------------------------ looking at it

    @property
    def grades(self) -> int | None:
        """The top grade of the judgments; None where they are not whole numbers."""
        return self.policy.grades

    def matrix(self, measure: str) -> Array:
        """The systems × topics scores of one measure."""
        values: Array = self.values[self._measure(measure)]
        return values

    def topics(self, system: str, measure: str) -> dict[str, float]:
        """The score on each topic."""
        row = self.values[self._measure(measure), self._system(system)]
        return {topic: float(x) for topic, x in zip(self.topic_names, row, strict=True)}

    def mean(self, system: str, measure: str) -> float:
        """The topics put together as the measure asks: the mean, for counts the sum, for GMAP and GMBpref the
        geometric mean.
        """
        index = self._measure(measure)
        return self.measures[index].combine(self.values[index, self._system(system)])

    def means(self, system: str) -> dict[str, float]:
        """:meth:`mean` for every measure."""
        return {name: self.mean(system, name) for name in self.names}

    def all_means(self) -> dict[str, dict[str, float]]:
        """:meth:`means` for every system."""
        return {system: self.means(system) for system in self.systems}

    def mean_bounds(self, system: str, measure: str) -> tuple[float, float]:
        """Between which numbers :meth:`mean` lies, where scores are known between bounds; (mean, mean) elsewhere. For
        an estimated scale they are as sure as its intervals, or more.
        """
        mean = self.mean(system, measure)
        if self.errors is None:
            return mean, mean
        index, row = self._measure(measure), self._system(system)
        errors = self.errors[index, row][~np.isnan(self.values[index, row])]
        off = float(errors.mean()) if len(errors) else 0.0
        return mean - off, mean + off

    def bounds_of(self, measure: str) -> tuple[Array, Array | None] | None:
        """How far the scores of a measure can be off, and their exact order where that is known; None where they are
        exact.
        """
        index = self._measure(measure)
        if self.errors is None or not self.errors[index].any():
            return None
        order = None if self.order is None or (self.order[index] < 0).any() else self.order[index]
        return self.errors[index], order

    def mean_order(self, measure: str) -> MeanOrder:
        """Which of two systems has the larger mean: known, equal, or left open by the bounds of scores."""
        index = self._measure(measure)
        means = np.array([self.mean(system, measure) for system in self.systems])
        errors, order = self.bounds_of(measure) or (None, None)
        return mean_order(means, self.values[index], errors, order, across=self.measures[index].one_order)

    def best(self, measure: str) -> set[str]:
        """The systems with the largest mean, those that differ from it by rounding alone included; nobody where bounds
        of scores leave it open.
        """
        if self.bounds_of(measure) is not None:
            marked = self.mean_order(measure).best
        else:
            means = np.array([self.mean(system, measure) for system in self.systems])
            most = np.nanmax(means, initial=-np.inf)
            with np.errstate(invalid="ignore"):
                marked = most - means <= NOISE * (np.abs(most) + np.abs(means))
        return {system for system, best in zip(self.systems, marked, strict=True) if best}

    def effective_topics(self, system: str, measure: str) -> float:
        """How many topics stand behind the mean: (Σ x)² / Σ x², the number of topics where all score the same, 1 where
        one topic alone makes the mean.
        """
        values = self.values[self._measure(measure), self._system(system)]
        return float(effective_number(values[~np.isnan(values)][None])[0])

    def interval(self, system: str, measure: str, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The confidence interval of :meth:`mean` by Student's t over topics; not a number for sums and for fewer
        than two topics.

        It takes topics as a sample and scores as roughly normal: a look at the noise, not a test. For a geometric
        mean it is the interval of the logarithms.

        >>> from intervale import evaluate
        >>> table = evaluate(
        ...     {"1": {"a": 1}, "2": {"a": 1}}, {"A": {"1": {"a": 1.0}, "2": {"x": 2.0, "a": 1.0}}}, ["RR"]
        ... )
        >>> [round(x, 4) for x in table.interval("A", "RR")]
        [-2.4266, 3.9266]
        """
        if not 0 < confidence < 1:
            raise OptionError(f"confidence={confidence} must be a number above 0 and below 1")
        index = self._measure(measure)
        values = self.values[index, self._system(system)]
        values = values[~np.isnan(values)]
        aggregate, nothing = self.measures[index].aggregate, (math.nan, math.nan)
        if aggregate == "sum" or len(values) < 2:
            return nothing
        logarithms = aggregate == "geometric mean"
        if logarithms:
            values = np.log(np.maximum(values, 1e-5))
        from scipy.special import stdtrit

        middle = float(values.mean())
        scale = 2.0**500 if np.abs(values).max() > 2.0**500 else 1.0  # so that squares of large scores are floats too
        spread = float((values / scale).std(ddof=1)) * scale
        half = float(stdtrit(len(values) - 1, (1 + confidence) / 2)) * spread / math.sqrt(len(values))
        low, high = middle - half, middle + half
        return (math.exp(low), math.exp(high)) if logarithms else (low, high)

    def _measure(self, name: str) -> int:
        if name in self.names:
            return self.names.index(name)
        with contextlib.suppress(MeasureError, ValueError):  # another name of the same measure
            return self.measures.index(parse_measure(name))
        raise OptionError(f"the table has no measure {name!r}; it has {', '.join(self.names)}")

    def _system(self, name: str) -> int:
        if name in self.systems:
            return self.systems.index(name)
        raise OptionError(f"the table has no system {name!r}; it has {', '.join(self.systems[:10])}")

    # ------------------------------------------------------------ handing it on

    def to_arrow(self) -> pyarrow.Table:
        """The scores as an Arrow table with columns system, topic, measure, value; policy and notes in its metadata."""
        return arrow_table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """The scores as a pandas data frame with columns system, topic, measure, value."""
        try:
            frame: pandas.DataFrame = self.to_arrow().to_pandas()
        except ImportError:
            raise OptionError("to_pandas needs the package pandas: pip install pandas") from None
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The scores as a polars data frame with columns system, topic, measure, value."""
        try:
            import polars
        except ImportError:
            raise OptionError("to_polars needs the package polars: pip install polars") from None
        frame = polars.from_arrow(self.to_arrow())
        assert isinstance(frame, polars.DataFrame)
        return frame

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """Write the scores, their policy and notes to a Parquet file that :meth:`from_parquet` reads back."""
        write_whole(path, self.to_parquet_bytes())

    def to_parquet_bytes(self) -> bytes:
        """The Parquet file of :meth:`to_parquet`, not written anywhere."""
        return parquet_bytes(self)

    @staticmethod
    def from_parquet(path: str | PathLike[str]) -> ScoreTable:
        """Read a table back that :meth:`to_parquet` wrote. Rows are found by their names, whatever their order.

        No code is loaded: a measure of the user's own comes back as its name and scores, and nothing is known of its
        scale.
        """
        return read_scores(path)


def one_carries(rows: Array) -> Array:
    """Whether one number makes more than half of the sum of its row, of at least three that are there.

    >>> one_carries(np.array([[1.0, 0.2, 0.3], [1.0, 0.6, 0.6], [1.0, 0.1, np.nan]])).tolist()
    [True, False, False]
    """
    known = np.nan_to_num(rows)
    found: Array = (known.max(axis=1, initial=0.0) > known.sum(axis=1) / 2) & ((~np.isnan(rows)).sum(axis=1) > 2)
    return found


def effective_number(rows: Array) -> Array:
    """(Σ x)² / Σ x² of each row; not a number where all are 0.

    >>> effective_number(np.array([[0.5, 0.5], [1.0, 0.0], [1e-300, 1e-300]])).tolist()
    [2.0, 1.0, 2.0]
    """
    largest = np.abs(rows).max(axis=1, initial=0.0, keepdims=True)
    scaled = np.divide(rows, largest, out=np.zeros_like(rows), where=largest > 0)
    squares = (scaled**2).sum(axis=1)
    found: Array = np.divide(scaled.sum(axis=1) ** 2, squares, out=np.full(len(rows), np.nan), where=squares > 0)
    return found


def _count(n: int, noun: str) -> str:
    return f"{n:,} {noun}" + ("" if n == 1 else "s")
