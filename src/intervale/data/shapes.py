"""What people hand over, reduced to one of three shapes, by what it can do and without importing anybody's package:

- ``{topic: {document: number}}``: dictionaries, ranx objects, predictions of MTEB;
- ``{topic: [document, …]}``, best first: lists of ids, only as a run;
- an Arrow table: whatever speaks ``__arrow_c_stream__``, polars lazy frames, Hugging Face datasets as selected and
  filtered, pandas objects with ids in their index, and rows: named tuples, dataclasses, dictionaries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from intervale.data.column_names import SWAPPED, Columns, What, find_columns, known_columns, picked
from intervale.data.columns import Qrels, Run
from intervale.errors import InputError, shown

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Shape", "arrow_table", "is_frame", "is_ranked", "one_run", "settled", "shape_of"]

ACCEPTED = (
    "a file, {topic: {document: number}}, a data frame (pandas, polars, Arrow), a Hugging Face dataset, "
    "objects of ranx or ir_datasets, or rows with names (named tuples, dictionaries)"
)
META = "mteb_model_meta"
"""The key of MTEB's prediction files that holds the name of the model."""


@dataclass(frozen=True)
class Shape:
    """Judgments or a run in one of the three shapes, and the name of the system where the object has one. ``by_place``
    says that columns were taken by their places already.
    """

    content: Mapping[Any, Any] | pa.Table
    name: str | None = None
    by_place: bool = False


@dataclass(frozen=True)
class _Asked:
    """What an object is to be read as: judgments or a run, how it is called in messages, and what was said about it."""

    what: What
    name: str
    columns: Columns | None
    relevant_from: float | None


def shape_of(
    source: Any, what: What, name: str, columns: Columns | None = None, relevant_from: float | None = None
) -> Shape:
    """The shape of an object that is no file.

    >>> shape_of([{"qid": 1, "docno": "a", "label": 2, "text": "…"}], "qrels", "the qrels").content.to_pydict()
    {'topic': [1], 'document': ['a'], 'grade': [2]}
    """
    asked = _Asked(what, name, columns, relevant_from)
    for knows, reduce in _OBJECTS:
        if knows(source):
            return reduce(source, asked)
    raise InputError(f"cannot be read from {type(source).__name__}; give {ACCEPTED}", source=name)


def is_frame(source: Any) -> bool:
    """Whether the value is a table of some data frame library."""
    return hasattr(source, "__arrow_c_stream__")


def arrow_table(source: Any, name: str) -> pa.Table | None:
    """A data frame or a dataset of any library as an Arrow table, with all its columns; None of anything else."""
    if _can("with_format", "features", "__len__")(source):
        return _hugging_face(source, _Asked("run", name, None, None)).content
    if _can("collect", "collect_schema")(source):
        source = source.collect()
    return _arrow(source, name) if is_frame(source) else None


def is_ranked(value: Any) -> bool:
    """Whether a value is a list of documents, best first."""
    if isinstance(value, np.ndarray):
        return value.ndim == 1
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


# ---------------------------------------------------------------- mappings


def _mapping(source: Mapping[Any, Any], asked: _Asked) -> Shape:
    if META in source:
        return _predictions(source, asked)
    if hasattr(source, "with_format"):  # a DatasetDict
        splits = ", ".join(str(split) for split in source)
        what = f"holds the splits {splits}; give one of them, such as data[{next(iter(source), 'test')!r}]"
        raise InputError(what, source=asked.name)
    return Shape(source)


def _predictions(source: Mapping[Any, Any], asked: _Asked) -> Shape:
    """The one run in a prediction file of MTEB: ``{subset: {split: {topic: {document: score}}}}``."""
    if asked.what == "qrels":
        raise InputError(f"holds predictions of MTEB; {SWAPPED['qrels']}", source=asked.name)
    parts = {
        f"{subset}/{split}": answers
        for subset, splits in source.items()
        if subset != META and isinstance(splits, Mapping)
        for split, answers in splits.items()
    }
    if not parts:
        raise InputError("holds no predictions", source=asked.name)
    if len(parts) > 1:
        raise InputError(
            f"holds predictions for {', '.join(parts)}; save the part that fits the judgments, "
            "{topic: {document: score}}, as a file of its own",
            source=asked.name,
        )
    ((part, answers),) = parts.items()
    if not isinstance(answers, Mapping) or not all(isinstance(row, Mapping) for row in answers.values()):
        what = f"{part}: expected rankings, {{topic: {{document: score}}}}; predictions of other tasks have none"
        raise InputError(what, source=asked.name)
    meta = source[META]
    model = meta.get("model_name") if isinstance(meta, Mapping) else None
    return Shape(answers, model if isinstance(model, str) and model else None)


def _ranx(source: Any, asked: _Asked) -> Shape:
    if not hasattr(source, asked.what):
        raise InputError(SWAPPED[asked.what], source=asked.name)
    title = source.name if asked.what == "run" else None
    return Shape(source.to_dict(), title if isinstance(title, str) and title else None)


# ---------------------------------------------------------------- tables


def _hugging_face(source: Any, asked: _Asked) -> Shape:
    """As selected, filtered and shuffled, which the table underneath does not know."""
    if getattr(source, "format", {}).get("type") == "custom":
        raise InputError("has a transform that is applied on access; apply it with map first", source=asked.name)
    return Shape(source.with_format("arrow")[:])


def _pandas_frame(source: Any, asked: _Asked) -> Shape:
    """With its index where that has names; other columns, which may hold anything, are left out."""
    columns = {str(column) for column in source.columns}
    levels = [n for n, level in enumerate(source.index.names) if level is not None and str(level) not in columns]
    if levels:
        source = source.reset_index(level=levels)
    known = known_columns(source.columns)
    return Shape(_arrow(source if asked.columns is not None or len(known) < 3 else source[known], asked.name))


def _pandas_series(source: Any, asked: _Asked) -> Shape:
    levels = list(source.index.names)
    if len(levels) != 2:
        raise InputError("a Series needs an index of two levels, topic and document", source=asked.name)
    named = {role: levels.index(name) for role in ("topic", "document") if (name := picked(levels, role, asked.name))}
    topic = named.get("topic", 1 - named["document"] if "document" in named else 0)
    number = source.name if known_columns([source.name]) else "grade" if asked.what == "qrels" else "score"
    columns = {
        "topic": source.index.get_level_values(topic).tolist(),
        "document": source.index.get_level_values(1 - topic).tolist(),
        number: source.tolist(),
    }
    return Shape(_built(columns, asked.name))


def _lazy(source: Any, asked: _Asked) -> Shape:
    return Shape(_arrow(source.collect(), asked.name))


def _stream(source: Any, asked: _Asked) -> Shape:
    return Shape(_arrow(source, asked.name))


def _arrow(frame: Any, name: str) -> pa.Table:
    import pyarrow as pa

    try:
        return pa.table(frame)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        why = "; ".join(str(part) for part in error.args)
        raise InputError(f"the frame cannot be read (a column may mix types): {why}", source=name) from None


# ---------------------------------------------------------------- rows


@dataclass(frozen=True)
class _Rows:
    """Rows one after the other: the names of their fields, empty where they have none, and how to get at one.

    ``keyed`` says that fields are keys, as in a table, and not those of a class made for judgments or for runs.
    """

    rows: Iterator[Any]
    fields: tuple[str, ...]
    getter: Callable[[Any], Callable[[Any], Any]]
    keyed: bool = True


def _iterated(source: Any, asked: _Asked) -> Shape:
    """The judgments or the scored documents of a dataset, as ir_datasets has them."""
    wanted, other = "qrels_iter", "scoreddocs_iter"
    if asked.what == "run":
        wanted, other = other, wanted
    if not hasattr(source, wanted):
        raise InputError(f"the dataset has no {wanted}, only {other}", source=asked.name)
    return _of_rows(getattr(source, wanted)(), asked)


def _of_rows(source: Any, asked: _Asked) -> Shape:
    if hasattr(source, "with_format"):  # a streamed dataset of Hugging Face
        source = source.with_format(None)
    rows = iter(source)
    head = list(islice(rows, 1))
    if not head:
        once = "; a generator can be read only once" if isinstance(source, Iterator) else ""
        raise InputError(f"holds nothing{once}", source=asked.name)
    table = _table_of(_named_rows(head[0], chain(head, rows), asked.name), asked)
    return Shape(table, by_place=asked.columns is not None)


def _named_rows(first: Any, rows: Iterator[Any], name: str) -> _Rows:
    if isinstance(first, Mapping):
        return _Rows(rows, tuple(first), itemgetter)
    if fields := _fields(first):
        return _Rows(rows, fields, attrgetter, keyed=False)
    if is_ranked(first):
        return _Rows(rows, (), itemgetter)
    raise InputError(f"expected rows with names, such as named tuples; found {shown(first)}", source=name)


def _fields(row: Any) -> tuple[str, ...]:
    """The names of the fields of a named tuple or of a dataclass."""
    fields = getattr(row, "_fields", None) or getattr(row, "__dataclass_fields__", ())
    return tuple(str(field) for field in fields) if isinstance(fields, tuple | dict) else ()


def _table_of(found: _Rows, asked: _Asked) -> pa.Table:
    """A table with a column for each role that rows have."""
    keys = _keys(found, asked)
    getters = {role: found.getter(key) for role, key in keys.items()}
    built: dict[str, list[Any]] = {role: [] for role in keys}
    for number, row in enumerate(found.rows, start=1):
        for role, get in getters.items():
            try:
                built[role].append(get(row))
            except (AttributeError, KeyError, IndexError, TypeError):
                raise InputError(f"row {number} has no {role}: {shown(row)}", source=asked.name) from None
    return _built(built, asked.name)


def _keys(found: _Rows, asked: _Asked) -> dict[str, Any]:
    """Where each role stands in a row."""
    if asked.columns is not None:
        roles, fields = asked.columns.roles, found.fields or range(len(asked.columns.roles))
        if len(fields) != len(roles):
            what = f"expected {len(roles)} columns ({asked.columns}), found {len(fields)}"
            raise InputError(what, source=asked.name)
        return {role: field for role, field in zip(roles, fields, strict=True) if role is not None}
    if not found.fields:
        example = "topic,document,grade" if asked.what == "qrels" else "topic,document,score"
        raise InputError(f"rows have no names; say what they hold, such as columns={example!r}", source=asked.name)
    keys = find_columns(found.fields, asked.what, asked.name, relevant_from=asked.relevant_from)
    if not found.keyed and picked([keys.get("grade", "")], "score"):
        raise InputError(f"no field 'grade' among {list(found.fields)}; {SWAPPED['qrels']}", source=asked.name)
    return keys


def _built(columns: dict[str, list[Any]], name: str) -> pa.Table:
    import pyarrow as pa

    try:
        return pa.table(columns)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        why = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(f"a column mixes types: {why}", source=name) from None


# ---------------------------------------------------------------- what an object can do


def _can(*names: str) -> Callable[[Any], bool]:
    return lambda source: all(hasattr(source, name) for name in names)


_OBJECTS: tuple[tuple[Callable[[Any], bool], Callable[[Any, _Asked], Shape]], ...] = (
    (lambda source: isinstance(source, Mapping), _mapping),
    (_can("to_dict", "get_doc_ids_and_scores"), _ranx),
    (_can("with_format", "features", "__len__"), _hugging_face),
    (_can("reset_index", "columns"), _pandas_frame),
    (_can("reset_index", "to_frame"), _pandas_series),
    (_can("collect", "collect_schema"), _lazy),
    (is_frame, _stream),
    (_can("qrels_iter"), _iterated),
    (_can("scoreddocs_iter"), _iterated),
    (lambda source: isinstance(source, Iterable) and not isinstance(source, str | bytes), _of_rows),
)
"""What an object can do, and how it is reduced then; the first that fits is taken."""


# ---------------------------------------------------------------- one run, or several


def settled(runs: Any) -> Any:
    """Runs that can be looked at twice: an iterator of runs as a list of them. One of rows is a run, and stays one."""
    if not isinstance(runs, Iterator) or is_frame(runs):
        return runs
    head = list(islice(runs, 1))
    rest = chain(head, runs)
    return rest if not head or _is_row(head[0]) else list(rest)


def one_run(runs: Any) -> bool:
    """Whether something is one run; else it is a list or a dictionary of several.

    >>> one_run({"q1": ["d3", "d1"]}), one_run({"A": {"q1": ["d3", "d1"]}}), one_run(["a.run", "b.run"])
    (True, False, False)
    """
    if isinstance(runs, Mapping):
        return META in runs or hasattr(runs, "with_format") or _is_answer(_first(runs))
    if isinstance(runs, Sequence) and not isinstance(runs, str | bytes):
        return len(runs) > 0 and _is_row(runs[0])
    return True


def _first(mapping: Mapping[Any, Any]) -> Any:
    """The first value that is not empty."""
    values = mapping.values()
    return next((value for value in values if not isinstance(value, Mapping | list) or value), next(iter(values), None))


def _is_answer(value: Any) -> bool:
    """Whether a value is what a run has for one topic: numbers by document, or documents."""
    if isinstance(value, Mapping):
        inner = _first(value)
        return META not in value and not isinstance(inner, Mapping) and not is_ranked(inner)
    return is_ranked(value) and (not len(value) or isinstance(value[0], str | int | np.integer))


def _is_row(value: Any) -> bool:
    """Whether a value is one row of a run: a named tuple, a dataclass, a dictionary with the names of columns, or a
    tuple or list with a number in it.
    """
    names = tuple(value) if isinstance(value, Mapping) else () if isinstance(value, Qrels | Run) else _fields(value)
    if names:
        return all(any(picked([name], role) for name in names) for role in ("topic", "document"))
    return isinstance(value, tuple | list) and any(isinstance(part, int | float) for part in value)
