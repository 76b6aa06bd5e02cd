"""Evaluations as Parquet files.

A file has a row for each system and topic: ``system``, ``topic``, a column for each measure (and one for its error, and
one for the exact order, where scores lie between bounds), and where there are judged runs ``retrieved`` with the lists
``rank`` and ``grade`` of the pooled documents. A JSON document in the metadata has the names in their order, the
measures behind them, the constants of the topics, policy, notes and provenance. :mod:`intervale.evaluation.load` reads
it back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from intervale.data import JudgedRuns, TopicJudgments
from intervale.errors import MeasureError, OptionError
from intervale.evaluation.evaluation import Evaluation
from intervale.measures import parse_measure

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["FORMAT", "KEY", "PART_KEY", "RUN_COLUMNS", "long_table", "parquet_bytes", "part_column"]

Array = np.ndarray[Any, Any]
KEY, PART_KEY = b"intervale", b"intervale part"
FORMAT = 1
RUN_COLUMNS = ("retrieved", "rank", "grade")


def part_column(name: str) -> str:
    """How a further column of a part is called: as no measure is."""
    return f"{name} (documents)"


def long_table(found: Evaluation) -> pa.Table:
    """The scores with columns system, topic, measure, value, and error where scores lie between bounds."""
    import pyarrow as pa

    measures, systems, topics = found.values.shape
    columns = {
        "system": _repeated("system", found.systems, outer=measures, inner=topics),
        "topic": _repeated("topic", found.topics, outer=measures * systems, inner=1),
        "measure": _repeated("measure", found.names, outer=1, inner=systems * topics),
        "value": _numbers(found.values),
    }
    if found.errors is not None:
        columns["error"] = pa.array(found.errors.ravel())
    return pa.table(columns)


def parquet_bytes(
    found: Evaluation, extra: Mapping[str, Array] | None = None, about: dict[str, Any] | None = None
) -> bytes:
    """The whole evaluation as a Parquet file with checksums; with further columns, and a document about them."""
    import pyarrow as pa
    import pyarrow.parquet

    content, table = pa.BufferOutputStream(), _wide_table(found)
    if about is not None:
        metadata = {**table.schema.metadata, PART_KEY: json.dumps(about)}
        for name, column in (extra or {}).items():
            table = table.append_column(part_column(name), pa.array(column))
        table = table.replace_schema_metadata(metadata)
    pyarrow.parquet.write_table(table, content, write_page_checksum=True)
    whole: bytes = content.getvalue().to_pybytes()
    return whole


def _wide_table(found: Evaluation) -> pa.Table:
    import pyarrow as pa

    systems, topics = len(found.systems), len(found.topics)
    columns = {
        "system": _repeated("system", found.systems, outer=1, inner=topics),
        "topic": _repeated("topic", found.topics, outer=systems, inner=1),
    }
    about: dict[str, Any] = {
        "format": FORMAT,
        "systems": found.systems,
        "topics": found.topics,
        "policy": asdict(found.policy),
        "notes": found.notes,
        "no_form": found.no_form,
        "provenance": {
            "versions": found.provenance.versions,
            "files": [{**asdict(one), "name": PurePath(one.name).name} for one in found.provenance.files],
        },
        "measures": [],
    }
    _texts("measure", found.names)  # which name columns
    taken = {*columns, *RUN_COLUMNS}
    for index, name in enumerate(found.names):
        entry = {"name": name, "measure": str(found.measures[index]), "column": _free(name, taken)}
        columns[entry["column"]] = _numbers(found.values[index])
        if found.errors is not None and found.errors[index].any():
            entry["error"] = _free(f"{name} error", taken)
            columns[entry["error"]] = pa.array(found.errors[index].ravel())
        if found.order is not None and (found.order[index] >= 0).any():
            entry["order"] = _free(f"{name} order", taken)
            columns[entry["order"]] = pa.array(found.order[index].ravel())
        about["measures"].append(entry | _as_saved(found, name))
    if found.judged is not None:
        columns |= _run_columns(found.judged)
        about["judgments"] = _topic_constants(found.judged.topics)
        about["run_notes"], about["noted_on"] = found.judged.notes, found.judged.noted_on
        about["tied"] = None if found.judged.tied is None else found.judged.tied.tolist()
    return pa.table(columns).replace_schema_metadata({KEY: json.dumps(about)})


def _as_saved(found: Evaluation, name: str) -> dict[str, Any]:
    """What is kept of a measure that its name does not bring back: how topics are put together, and its scale. Of one
    of the catalogue, its scale where it was given.
    """
    measure = found.measure(name)
    try:
        if parse_measure(str(measure)) == measure:
            given = found.given_scales.get(name)
            return {} if given is None else {"scale": asdict(given)}
    except MeasureError:
        pass
    kept = {"aggregate": measure.aggregate, "has_best": measure.has_best}
    return {"as_saved": kept | {"scale": asdict(found.scale(name))}}


def _free(name: str, taken: set[str]) -> str:
    """A name for a column that no other has."""
    while name in taken:
        name = f"{name} (measure)"
    taken.add(name)
    return name


def _run_columns(judged: JudgedRuns) -> dict[str, pa.Array]:
    """By system and topic, the number of documents retrieved, null where the run lacks the topic, and the ranks and
    grades of the pooled ones.
    """
    import pyarrow as pa

    offsets = pa.array(judged.offsets.astype(np.int64), type=pa.int64())
    return {
        "retrieved": pa.array(judged.retrieved.ravel(), mask=~judged.answered.ravel()),
        "rank": pa.LargeListArray.from_arrays(offsets, pa.array(judged.rank)),
        "grade": pa.LargeListArray.from_arrays(offsets, pa.array(judged.grade)),
    }


def _topic_constants(topics: TopicJudgments) -> dict[str, Any]:
    """The top grade, and for each topic its grades with how often each occurs, from the highest."""
    counts = []
    for start, end in zip(topics.offsets[:-1], topics.offsets[1:], strict=True):
        grades, number = np.unique(topics.grades[start:end], return_counts=True)
        counts.append([[grade.item(), int(n)] for grade, n in zip(grades[::-1], number[::-1], strict=True)])
    return {"top": topics.top, "grades": counts, "digests": topics.digests.tolist()}


def _numbers(values: Array) -> pa.Array:
    """Scores; null where there is none."""
    import pyarrow as pa

    flat = values.ravel()
    return pa.array(flat, mask=np.isnan(flat))


def _repeated(what: str, names: Sequence[str], *, outer: int, inner: int) -> pa.DictionaryArray:
    import pyarrow as pa

    codes = np.tile(np.repeat(np.arange(len(names), dtype=np.int32), inner), outer)
    return pa.DictionaryArray.from_arrays(codes, _texts(what, names))


def _texts(what: str, names: Sequence[str]) -> pa.Array:
    """Names, which must be Unicode text."""
    import pyarrow as pa

    try:
        return pa.array(names, type=pa.string())
    except UnicodeEncodeError:
        odd = next(name for name in names if any("\ud800" <= c <= "\udfff" for c in name))
        raise OptionError(f"the {what} {odd!r} is not valid Unicode; rename it") from None
