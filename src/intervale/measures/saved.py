"""Score tables as Parquet files, and back.

A file has a row for each measure, system and topic (columns ``measure``, ``system``, ``topic``, ``value``, and
``error`` and ``order`` where scores are known between bounds) and a JSON document in its metadata: the names in their
order, the measures behind them, the policy and the notes. Rows are found by their names, so another tool may sort them.
The file may come from anybody: nothing in it is run or imported, and what is not a whole table of scores is refused.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from os import PathLike
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from intervale.data import JudgedRuns, Policy, Profiles, TopicJudgments
from intervale.data.files import read_content, source_name
from intervale.data.policy import LARGEST_GRADE
from intervale.errors import InputError, MeasureError, OptionError
from intervale.measures.declared import NOT_KNOWN, DeclaredScale
from intervale.measures.measure import Direct, Measure
from intervale.measures.parse import parse_measure

if TYPE_CHECKING:
    import pyarrow as pa

    from intervale.measures.scores import ScoreTable

__all__ = ["SavedMeasure", "arrow_table", "parquet_bytes", "read_scores"]

Array = np.ndarray[Any, Any]
MOST_SCORES = 100_000_000
"""How many scores a file may hold."""
KEY = b"intervale"
COLUMNS = ("measure", "system", "topic")
AGGREGATES = ("mean", "sum", "geometric mean")


@dataclass(frozen=True, repr=False)
class SavedMeasure(Direct):
    """A measure whose scores were saved and whose definition was not: a function of the user's. It has a name and
    scores, and nothing is known of its scale.
    """

    at = None
    defined_by = "scores"
    why_no_exact = "its scores were saved without its function"
    label: str = ""
    aggregate: str = "mean"  # type: ignore[misc]
    has_best: bool = True  # type: ignore[misc]

    def __post_init__(self) -> None:
        """The name is any text."""

    @property
    def name(self) -> str:
        return self.label

    @property
    def declared_scale(self) -> DeclaredScale:
        return DeclaredScale("ordinal", None, f"{NOT_KNOWN}: {self.why_no_exact}")

    def __str__(self) -> str:
        return self.label

    __repr__ = __str__

    def score(self, runs: JudgedRuns | Any, *, grades: int | None = None) -> Array:
        raise MeasureError(f"{self.label} cannot score runs: {self.why_no_exact}")

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        raise MeasureError(f"{self.label} cannot score runs: {self.why_no_exact}")


# ------------------------------------------------------------ writing


def arrow_table(scores: ScoreTable) -> pa.Table:
    """The scores as an Arrow table with columns system, topic, measure, value; all else is in its metadata."""
    import pyarrow as pa

    measures, systems, topics = scores.values.shape
    values = scores.values.ravel()
    columns = {
        "system": _repeated("system", scores.systems, outer=measures, inner=topics),
        "topic": _repeated("topic", scores.topic_names, outer=measures * systems, inner=1),
        "measure": _repeated("measure", scores.names, outer=1, inner=systems * topics),
        "value": pa.array(values, mask=np.isnan(values)),
    }
    if scores.errors is not None:
        columns["error"] = pa.array(scores.errors.ravel())
    if scores.order is not None:
        columns["order"] = pa.array(scores.order.ravel())
    about = {
        "measures": [str(measure) for measure in scores.measures],
        "as_saved": [_as_saved(measure) for measure in scores.measures],
        "names": scores.names,
        "systems": scores.systems,
        "topics": scores.topic_names,
        "policy": {f.name: getattr(scores.policy, f.name) for f in fields(scores.policy)},
        "notes": scores.notes,
    }
    return pa.table(columns).replace_schema_metadata({KEY: json.dumps(about)})


def parquet_bytes(scores: ScoreTable) -> bytes:
    """The scores as a Parquet file with checksums."""
    import pyarrow as pa
    import pyarrow.parquet

    content = pa.BufferOutputStream()
    pyarrow.parquet.write_table(arrow_table(scores), content, write_page_checksum=True)
    whole: bytes = content.getvalue().to_pybytes()
    return whole


def _repeated(what: str, names: Sequence[str], *, outer: int, inner: int) -> pa.DictionaryArray:
    import pyarrow as pa

    codes = np.tile(np.repeat(np.arange(len(names), dtype=np.int32), inner), outer)
    try:
        texts = pa.array(names, type=pa.string())
    except UnicodeEncodeError:
        odd = next(name for name in names if any("\ud800" <= c <= "\udfff" for c in name))
        raise OptionError(
            f"the {what} {odd!r} is not Unicode text, and a table holds nothing else; rename it"
        ) from None
    return pa.DictionaryArray.from_arrays(codes, texts)


def _as_saved(measure: Measure) -> dict[str, Any] | None:
    """What is kept of a measure that its name does not bring back; None for one of the catalogue."""
    try:
        if parse_measure(str(measure)) == measure:
            return None
    except MeasureError:
        pass
    return {"aggregate": measure.aggregate, "has_best": measure.has_best}


# ------------------------------------------------------------ reading


def read_scores(path: str | PathLike[str]) -> ScoreTable:
    """A table of scores from a Parquet file that intervale wrote; no code is loaded."""
    import pyarrow as pa
    import pyarrow.parquet

    from intervale.measures.scores import ScoreTable

    source = source_name(path)
    content = read_content(path)
    try:
        file = pyarrow.parquet.ParquetFile(pa.BufferReader(pa.py_buffer(content)), page_checksum_verification=True)
        about = _About(_document(file.schema_arrow.metadata, source), source)
        about.check_size(file.metadata.num_rows)
        table = file.read()
        rows = about.rows(table)
        values = about.numbers(table, "value", rows)
        errors = about.numbers(table, "error", rows) if "error" in table.column_names else None
        order = about.numbers(table, "order", rows) if "order" in table.column_names else None
    except (pa.ArrowException, ArithmeticError, LookupError, MemoryError, OSError, TypeError, ValueError) as error:
        _refuse(f"damaged or not Parquet: {(str(error).splitlines() or [type(error).__name__])[0]}", source)
    if errors is not None and not (errors >= 0).all():
        _refuse("damaged: an error is not a number of at least 0", source)
    if order is not None and not ((order >= -1) & (order == np.floor(order)) & (order < 2**53)).all():
        _refuse("damaged: an order is not a whole number of at least -1", source)
    return ScoreTable(
        about.names["system"],
        about.names["topic"],
        about.names["measure"],
        about.measures,
        values,
        about.policy,
        about.notes,
        errors,
        None if order is None else order.astype(np.int64),
    )


def _refuse(what: str, source: str) -> NoReturn:
    raise InputError(what, source=source)


def _document(metadata: dict[bytes, bytes] | None, source: str) -> dict[str, Any]:
    raw = (metadata or {}).get(KEY)
    if raw is None:
        _refuse(
            "is Parquet without the metadata that intervale writes: not a table of scores, or saved again by a tool "
            "that drops it (pyarrow keeps it)",
            source,
        )
    try:
        about = json.loads(raw)
    except (ValueError, RecursionError):
        about = None
    if not isinstance(about, dict):
        _refuse("damaged: what it says about the scores is not a JSON object", source)
    return about


class _About:
    """What a file says about its scores, checked."""

    def __init__(self, about: dict[str, Any], source: str) -> None:
        self.source = source
        self.names = {
            "measure": self._texts(about, "names"),
            "system": self._texts(about, "systems"),
            "topic": self._texts(about, "topics"),
        }
        self.shape = tuple(len(self.names[column]) for column in COLUMNS)
        self.notes = self._texts(about, "notes", some=False)
        self.measures = self._measures(about)
        self.policy = self._policy(about.get("policy"))

    def check_size(self, rows: int) -> None:
        """Before anything is unpacked."""
        expected = int(np.prod([*map(int, self.shape)], dtype=object))
        if rows != expected:
            _refuse(f"damaged: it has {rows:,} rows, and its names make {expected:,}", self.source)
        if rows > MOST_SCORES:
            _refuse(f"holds {rows:,} scores; at most {MOST_SCORES:,} are read", self.source)

    def rows(self, table: pa.Table) -> Array:
        """The place of each row in the order of the names: each place once."""
        import pyarrow as pa
        import pyarrow.compute as pc

        places = np.zeros(table.num_rows, dtype=np.int64)
        for column in COLUMNS:
            found = self._column(table, column)
            texts = found.cast(found.type.value_type) if pa.types.is_dictionary(found.type) else found
            if not (pa.types.is_string(texts.type) or pa.types.is_large_string(texts.type)):
                _refuse(f"column {column!r} must hold names, it holds {texts.type}", self.source)
            codes = pc.index_in(texts, value_set=pa.array(self.names[column], type=texts.type))
            if codes.null_count:
                row = pc.index(pc.is_null(codes), True).as_py()
                _refuse(f"row {row + 1}: {texts[row].as_py()!r} is not a {column} of this table", self.source)
            places = places * len(self.names[column]) + np.asarray(codes.to_numpy(zero_copy_only=False), np.int64)
        twice = np.flatnonzero(np.bincount(places, minlength=len(places)) > 1)
        if len(twice):
            named = zip(COLUMNS, np.unravel_index(int(twice[0]), self.shape), strict=True)
            which = ", ".join(f"{column} {self.names[column][int(n)]!r}" for column, n in named)
            _refuse(f"damaged: {which} appears twice", self.source)
        return places

    def numbers(self, table: pa.Table, column: str, places: Array) -> Array:
        """A column of numbers by measure, system and topic; not a number where there is none."""
        import pyarrow as pa

        found = self._column(table, column)
        if not (pa.types.is_floating(found.type) or pa.types.is_integer(found.type)):
            _refuse(f"column {column!r} must hold numbers, it holds {found.type}", self.source)
        made = np.full(len(places), np.nan)
        made[places] = found.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)
        if np.isinf(made).any():
            _refuse(f"column {column!r} holds an infinite number", self.source)
        return made.reshape(self.shape)

    def _column(self, table: pa.Table, name: str) -> pa.ChunkedArray:
        if table.column_names.count(name) != 1:
            _refuse(f"expected one column {name!r} among {table.column_names}", self.source)
        return table.column(name)

    def _texts(self, about: dict[str, Any], key: str, *, some: bool = True) -> tuple[str, ...]:
        texts = about.get(key)
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts) or (some and not texts):
            _refuse(f"damaged: {key!r} is not a list of texts", self.source)
        if some and len(set(texts)) < len(texts):
            _refuse(f"damaged: {key!r} has a name twice", self.source)
        return tuple(texts)

    def _measures(self, about: dict[str, Any]) -> tuple[Measure, ...]:
        texts = about.get("measures")
        kept = about.get("as_saved", [None] * len(self.names["measure"]))
        if not (isinstance(texts, list) and isinstance(kept, list)) or {len(texts), len(kept)} != {self.shape[0]}:
            _refuse("damaged: 'measures' does not fit 'names'", self.source)
        return tuple(self._measure(text, how) for text, how in zip(texts, kept, strict=True))

    def _measure(self, text: Any, kept: Any) -> Measure:
        if not isinstance(text, str):
            _refuse("damaged: a measure is not a text", self.source)
        if isinstance(kept, dict):
            aggregate, has_best = kept.get("aggregate"), kept.get("has_best")
            if aggregate not in AGGREGATES or not isinstance(has_best, bool):
                _refuse(f"damaged: how topics are put together under {text!r} is not known", self.source)
            return SavedMeasure(label=text, aggregate=aggregate, has_best=has_best)
        try:
            return parse_measure(text)
        except MeasureError as error:
            raise InputError(str(error), source=self.source) from None

    def _policy(self, policy: Any) -> Policy:
        try:
            made = Policy(**policy)
        except (OptionError, TypeError) as error:
            raise InputError(f"damaged: its policy cannot be read: {error}", source=self.source) from None
        if made.grades is not None and made.grades > LARGEST_GRADE:
            _refuse(f"damaged: its top grade is above {LARGEST_GRADE:,}", self.source)
        return made
