"""Saved evaluations read back. The file may come from anybody: nothing in it is run or imported, rows and columns are
found by their names, and what is not a whole evaluation is refused.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from intervale.data import JudgedRuns, Policy, TopicJudgments
from intervale.data.policy import LARGEST_GRADE
from intervale.data.provenance import FileRecord, Provenance
from intervale.data.texts import Texts
from intervale.errors import InputError, MeasureError, OptionError
from intervale.evaluation.evaluation import Evaluation
from intervale.evaluation.named import NamedScores
from intervale.evaluation.saved import FORMAT, KEY, PART_KEY, RUN_COLUMNS, part_column
from intervale.measures import Measure, parse_measure

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet

    from intervale.evaluation.scale import MeasureScale

__all__ = ["is_saved", "load", "part_extras"]

Array = np.ndarray[Any, Any]
MOST_VALUES = 100_000_000
"""How many names and numbers a file may hold in its columns."""
MOST_JUDGED = 100_000_000
DEEPEST = 2**31 - 1
"""The largest rank."""
AGGREGATES = ("mean", "sum", "geometric mean")


def is_saved(content: bytes) -> bool:
    """Whether a Parquet file says that it is a saved evaluation, or has the columns of one."""
    import pyarrow as pa
    import pyarrow.parquet

    if content[:4] != b"PAR1":
        return False
    try:
        schema = pyarrow.parquet.read_schema(pa.BufferReader(pa.py_buffer(content)))
    except (pa.ArrowException, OSError, ValueError):  # damaged
        return KEY in content
    return KEY in (schema.metadata or {}) or {"system", "topic", *RUN_COLUMNS} <= set(schema.names)


def load(content: bytes, source: str) -> Evaluation:
    """An evaluation from the content of a file that :meth:`Evaluation.save` wrote; no code is loaded."""
    import pyarrow as pa
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(pa.BufferReader(pa.py_buffer(content)), page_checksum_verification=True)
        reader = _Reader(_document(file.schema_arrow.metadata, source), source)
        reader.check_size(file.metadata)
        return reader.evaluation(file.read())
    except (pa.ArrowException, ArithmeticError, LookupError, MemoryError, OSError, TypeError, ValueError) as error:
        _refuse(f"damaged or not Parquet: {(str(error).splitlines() or [type(error).__name__])[0]}", source)


def part_extras(content: bytes, names: Sequence[str]) -> tuple[dict[str, Any], dict[str, Array]]:
    """What a part of an evaluation says beside it, and further columns, systems × topics."""
    import pyarrow as pa
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(pa.BufferReader(pa.py_buffer(content)), page_checksum_verification=True)
        about = json.loads(file.schema_arrow.metadata[PART_KEY])
        table = file.read(columns=[part_column(name) for name in names])
        systems = len(about["runs"])
        return about, {name: table.column(part_column(name)).to_numpy().reshape(systems, -1) for name in names}
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"damaged: {error}") from None


def _refuse(what: str, source: str) -> NoReturn:
    raise InputError(what, source=source)


def _document(metadata: dict[bytes, bytes] | None, source: str) -> dict[str, Any]:
    raw = (metadata or {}).get(KEY)
    if raw is None:
        _refuse(
            "is Parquet without the metadata that intervale writes: not a saved evaluation, or saved again by a tool "
            "that drops it (pyarrow keeps it)",
            source,
        )
    try:
        about = json.loads(raw)
    except (ValueError, RecursionError):
        about = None
    if not isinstance(about, dict):
        _refuse("damaged: its metadata is not a JSON object", source)
    if about.get("format") != FORMAT:
        _refuse(f"was saved in format {about.get('format')!r}; this version reads format {FORMAT}", source)
    return about


class _Reader:
    """What a file says about its scores, checked."""

    def __init__(self, about: dict[str, Any], source: str) -> None:
        self.about, self.source = about, source
        self.systems = self._texts("systems")
        self.topics = self._texts("topics")
        self.notes = self._texts("notes", names=False)
        self.policy = self._policy()
        entries = about.get("measures")
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            _refuse("damaged: 'measures' is not a list of objects", source)
        self.entries: list[dict[str, Any]] = entries
        self.names = tuple(self._text(entry, "name") for entry in entries)
        if len(set(self.names)) < len(self.names):
            _refuse("damaged: 'measures' contains a name twice", source)
        self.scales: dict[str, MeasureScale] = {}
        self.measures = tuple(self._measure(entry) for entry in entries)

    # ------------------------------------------------------------ the table

    def check_size(self, file: pyarrow.parquet.FileMetaData) -> None:
        """Before anything is unpacked."""
        expected = len(self.systems) * len(self.topics)
        if file.num_rows != expected:
            _refuse(f"damaged: it has {file.num_rows:,} rows, expected {expected:,}", self.source)
        groups = [file.row_group(n) for n in range(file.num_row_groups)]
        held = sum(group.column(n).num_values for group in groups for n in range(group.num_columns))
        if max(held, expected * len(self.names)) > MOST_VALUES:
            _refuse(f"holds {held:,} values; at most {MOST_VALUES:,} are read", self.source)

    def evaluation(self, table: pa.Table) -> Evaluation:
        places = self._rows(table)
        shape = len(self.systems), len(self.topics)
        values = np.empty((len(self.names), *shape))
        errors, order = np.zeros(values.shape), np.full(values.shape, -1.0)
        for index, entry in enumerate(self.entries):
            values[index] = self._numbers(table, self._text(entry, "column"), places).reshape(shape)
            if "error" in entry:
                errors[index] = self._numbers(table, self._text(entry, "error"), places).reshape(shape)
            if "order" in entry:
                order[index] = self._numbers(table, self._text(entry, "order"), places).reshape(shape)
        if not (errors >= 0).all():
            _refuse("damaged: an error is negative or not a number", self.source)
        if not ((order >= -1) & (order == np.floor(order)) & (order < 2**53)).all():
            _refuse("damaged: an order is not a whole number of at least -1", self.source)
        return Evaluation(
            self.systems,
            self.topics,
            self.names,
            self.measures,
            values,
            self.policy,
            self.notes,
            errors if errors.any() else None,
            order.astype(np.int64) if (order >= 0).any() else None,
            self._judged(table, places),
            self._provenance(),
            self.scales,
            no_form=self._reasons(),
        )

    def _rows(self, table: pa.Table) -> Array:
        """The place of each row in the order of the names: each place once."""
        places = np.zeros(table.num_rows, dtype=np.int64)
        for column, names in (("system", self.systems), ("topic", self.topics)):
            places = places * len(names) + self._codes(table, column, names)
        twice = np.flatnonzero(np.bincount(places, minlength=len(places)) > 1)
        if len(twice):
            system, topic = divmod(int(twice[0]), len(self.topics))
            named = f"system {self.systems[system]!r}, topic {self.topics[topic]!r}"
            _refuse(f"damaged: {named} appears twice", self.source)
        return places

    def _codes(self, table: pa.Table, column: str, names: tuple[str, ...]) -> Array:
        import pyarrow as pa
        import pyarrow.compute as pc

        from intervale.data.arrow import one_chunk, strings, to_numpy

        found = self._column(table, column)
        texts = found.cast(found.type.value_type) if pa.types.is_dictionary(found.type) else found
        if not (pa.types.is_string(texts.type) or pa.types.is_large_string(texts.type)):
            _refuse(f"column {column!r} must hold names, but holds {texts.type}", self.source)
        codes = one_chunk(pc.index_in(texts, value_set=strings(Texts.of(names)).cast(texts.type)))
        if codes.null_count:
            row = pc.index(pc.is_null(codes), True).as_py()
            _refuse(f"row {row + 1}: {texts[row].as_py()!r} is not a {column} of this evaluation", self.source)
        return to_numpy(codes).astype(np.int64)

    def _numbers(self, table: pa.Table, column: str, places: Array) -> Array:
        """A column of numbers in the order of the names; not a number where there is none."""
        import pyarrow as pa
        import pyarrow.compute as pc

        from intervale.data.arrow import from_numpy, to_numpy

        found = self._column(table, column)
        if not (pa.types.is_floating(found.type) or pa.types.is_integer(found.type)):
            _refuse(f"column {column!r} must hold numbers, but holds {found.type}", self.source)
        made = np.full(len(places), np.nan)
        made[places] = to_numpy(pc.coalesce(found.cast(pa.float64(), safe=False), from_numpy(made)))
        if np.isinf(made).any():
            _refuse(f"column {column!r} holds an infinite number", self.source)
        return made

    def _column(self, table: pa.Table, name: str) -> pa.ChunkedArray:
        if table.column_names.count(name) != 1:
            _refuse(f"expected one column {name!r} among {table.column_names}", self.source)
        return table.column(name)

    # ------------------------------------------------------------ judged runs

    def _judged(self, table: pa.Table, places: Array) -> JudgedRuns | None:
        about = self.about.get("judgments")
        if about is None:
            if odd := sorted(set(RUN_COLUMNS) & set(table.column_names)):
                _refuse(f"damaged: it has a column {odd[0]!r} and no judgments", self.source)
            return None
        topics = self._topic_constants(about)
        back = np.argsort(places)
        retrieved = self._numbers(table, "retrieved", places)
        answered = ~np.isnan(retrieved)
        retrieved = np.where(answered, retrieved, 0)
        sizes, rank = self._lists(table, "rank", back)
        others, grade = self._lists(table, "grade", back)
        row = np.repeat(np.arange(len(sizes)), sizes)
        whole = topics.top is not None
        fits = (
            np.array_equal(sizes, others)
            and ((retrieved >= 0) & (retrieved <= DEEPEST) & (retrieved == np.floor(retrieved))).all()
            and (rank == np.floor(rank)).all()
            and (rank >= 1).all()
            and (rank <= retrieved[row]).all()
            and (np.diff(rank) > 0)[row[1:] == row[:-1]].all()
            and _as_judged(grade, row, topics)
        )
        if not fits:
            _refuse("damaged: its ranks and grades do not form judged runs", self.source)
        shape = len(self.systems), len(self.topics)
        return JudgedRuns(
            self.systems,
            topics,
            np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            rank.astype(np.int32),
            grade.astype(np.int16 if whole else np.float64),
            retrieved.astype(np.int64).reshape(shape),
            answered.reshape(shape),
            self.policy,
            self._texts("run_notes", names=False),
            self._noted_on(),
            self._tied(),
        )

    def _noted_on(self) -> tuple[int, int] | None:
        found = self.about.get("noted_on")
        if found is None:
            return None
        if not isinstance(found, list) or [type(number) for number in found] != [int, int]:
            _refuse("damaged: 'noted_on' is not two whole numbers", self.source)
        return found[0], found[1]

    def _tied(self) -> Array | None:
        found = self.about.get("tied")
        if found is None:
            return None
        fits = isinstance(found, list) and len(found) == len(self.systems)
        if not fits or not all(type(number) is int and 0 <= number < 2**63 for number in found):
            _refuse("damaged: 'tied' is not a whole number for each system", self.source)
        return np.array(found, dtype=np.int64)

    def _lists(self, table: pa.Table, column: str, back: Array) -> tuple[Array, Array]:
        """How many numbers each row has, and the numbers, in the order of the names."""
        import pyarrow as pa

        from intervale.data.arrow import from_numpy, one_chunk, to_numpy

        found = self._column(table, column)
        if not (pa.types.is_list(found.type) or pa.types.is_large_list(found.type)):
            _refuse(f"column {column!r} must hold lists, but holds {found.type}", self.source)
        lists = one_chunk(found.take(from_numpy(back)))
        flat = lists.flatten()
        kinds = pa.types.is_floating, pa.types.is_integer, pa.types.is_null
        if not any(kind(flat.type) for kind in kinds):
            _refuse(f"column {column!r} must hold lists of numbers, but holds {found.type}", self.source)
        if lists.null_count or flat.null_count:
            _refuse(f"damaged: column {column!r} has a row without a list, or a list without a number", self.source)
        return to_numpy(lists.value_lengths()).astype(np.int64), to_numpy(flat.cast(pa.float64(), safe=False))

    def _topic_constants(self, about: Any) -> TopicJudgments:
        top, counts = (about.get("top"), about.get("grades")) if isinstance(about, dict) else (None, None)
        if not isinstance(counts, list) or len(counts) != len(self.topics):
            _refuse("damaged: the judgments of its topics cannot be read", self.source)
        if type(top) is not type(self.policy.grades) or top != self.policy.grades:
            _refuse("damaged: its judgments and its policy have different top grades", self.source)
        kinds = (int, float) if top is None else (int,)
        for some in counts:
            if not _are_counts(some, kinds, LARGEST_GRADE if top is None else top):
                _refuse("damaged: the judgments of its topics cannot be read", self.source)
        totals = [sum(number for _, number in some) for some in counts]
        if sum(totals) > MOST_JUDGED:
            _refuse(f"has {sum(totals):,} judged documents; at most {MOST_JUDGED:,} are read", self.source)
        pairs = [pair for some in counts for pair in some]
        grades = np.array([grade for grade, _ in pairs], dtype=np.float64 if top is None else np.int16)
        repeated = np.repeat(grades, np.array([number for _, number in pairs], dtype=np.int64))
        digests = about.get("digests")
        if not isinstance(digests, list) or len(digests) != len(counts) or not all(map(_is_digest, digests)):
            _refuse("damaged: the judgments of its topics cannot be read", self.source)
        offsets = np.concatenate([[0], np.cumsum(totals)]).astype(np.int64)
        return TopicJudgments(self.topics, offsets, repeated, top, np.array(digests, dtype=np.uint64))

    # ------------------------------------------------------------ what it says

    def _reasons(self) -> dict[str, str]:
        found = self.about.get("no_form")
        if not isinstance(found, dict) or not all(isinstance(why, str) for why in found.values()):
            _refuse("damaged: 'no_form' is not an object of texts", self.source)
        return found

    def _texts(self, key: str, *, names: bool = True) -> tuple[str, ...]:
        texts = self.about.get(key)
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts) or (names and not texts):
            _refuse(f"damaged: {key!r} is not a list of texts", self.source)
        if names and len(set(texts)) < len(texts):
            _refuse(f"damaged: {key!r} contains a name twice", self.source)
        return tuple(texts)

    def _text(self, entry: dict[str, Any], key: str) -> str:
        text = entry.get(key)
        if not isinstance(text, str):
            _refuse(f"damaged: the {key} of a measure is not a text", self.source)
        return text

    def _measure(self, entry: dict[str, Any]) -> Measure:
        text, kept = self._text(entry, "measure"), entry.get("as_saved")
        if kept is None:
            if "scale" in entry:
                self.scales[self._text(entry, "name")] = self._scale(text, entry["scale"])
            try:
                return parse_measure(text)
            except MeasureError as error:
                raise InputError(str(error), source=self.source) from None
        if not isinstance(kept, dict):
            _refuse(f"damaged: the aggregation over topics of {text!r} is unknown", self.source)
        aggregate, has_best = kept.get("aggregate"), kept.get("has_best")
        if aggregate not in AGGREGATES or not isinstance(has_best, bool):
            _refuse(f"damaged: the aggregation over topics of {text!r} is unknown", self.source)
        self.scales[self._text(entry, "name")] = self._scale(text, kept.get("scale"))
        return NamedScores(label=text, aggregate=aggregate, has_best=has_best)

    def _scale(self, text: str, kept: Any) -> MeasureScale:
        from intervale.evaluation.scale import saved_scale

        found = saved_scale(kept)
        if found is None:
            _refuse(f"damaged: the scale of {text!r} cannot be read", self.source)
        return found

    def _policy(self) -> Policy:
        try:
            made = Policy(**self.about["policy"])
        except (KeyError, OptionError, TypeError) as error:
            raise InputError(f"damaged: its policy cannot be read: {error}", source=self.source) from None
        if made.grades is not None and made.grades > LARGEST_GRADE:
            _refuse(f"damaged: its top grade is above {LARGEST_GRADE:,}", self.source)
        return made

    def _provenance(self) -> Provenance:
        about = self.about.get("provenance")
        versions, files = (about.get("versions"), about.get("files")) if isinstance(about, dict) else (None, None)
        try:
            if not isinstance(versions, dict) or not all(isinstance(x, str) for x in versions.values()):
                raise TypeError
            if not isinstance(files, list):
                raise TypeError
            records = tuple(FileRecord(**one) for one in files)
            if not all(isinstance(x, str) for one in records for x in (one.role, one.name, one.sha256)):
                raise TypeError
        except TypeError:
            _refuse("damaged: its provenance cannot be read", self.source)
        return Provenance((), records, versions)


def _is_digest(number: Any) -> bool:
    return type(number) is int and 0 <= number < 2**64


def _are_counts(some: Any, kinds: tuple[type, ...], top: int) -> bool:
    """Whether something is a list of pairs (grade, how often), from the highest grade."""
    if not isinstance(some, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in some):
        return False
    if not all(type(grade) in kinds and 0 <= grade <= top and type(n) is int and n >= 1 for grade, n in some):
        return False
    return all(before[0] > after[0] for before, after in pairwise(some))


def _as_judged(grade: Array, row: Array, topics: TopicJudgments) -> bool:
    """Whether no row has more documents of a grade than its topic; a negative grade is of one that was not judged."""
    negative = (grade >= -1) & (grade < 0) if topics.top is None else grade == -1
    judged = grade >= 0
    if not (negative | judged).all():
        return False
    levels = np.unique(topics.grades)
    grade, row = grade[judged], row[judged]
    if not np.isin(grade, levels).all():
        return False
    there, number = np.unique(
        topics.topic_of * len(levels) + np.searchsorted(levels, topics.grades), return_counts=True
    )
    cells, used = np.unique(row * len(levels) + np.searchsorted(levels, grade), return_counts=True)
    cells %= len(levels) * len(topics.names)  # rows are system by system, topics inside
    return bool(np.isin(cells, there).all() and (used <= number[np.searchsorted(there, cells)]).all())
