"""``read_scores``: an evaluation from scores that were computed elsewhere, or saved."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from intervale.data import Policy
from intervale.data.dicts import text_of
from intervale.data.files import read_content, source_name
from intervale.data.provenance import Provenance
from intervale.data.shapes import is_frame
from intervale.data.storage import is_url
from intervale.data.tables import TABLE_READERS, nested_json, table_kind
from intervale.errors import InputError, MeasureError, OptionError, shown
from intervale.evaluation.evaluation import Evaluation
from intervale.evaluation.load import is_saved, load
from intervale.evaluation.named import NamedScores
from intervale.evaluation.parts import has_parts, load_parts
from intervale.measures import Measure, parse_measure

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["read_scores"]

Array = np.ndarray[Any, Any]
COLUMNS = {
    "system": ("system", "run", "run_id", "tag", "name"),
    "topic": ("topic", "topic_id", "query_id", "qid", "query", "q_id"),
    "measure": ("measure", "metric"),
    "value": ("value", "score"),
}
"""How the columns of a long table are called."""
LONG = ("system", "topic", "value")
WITHOUT_NAME = "score"
ALL = "all"
"""What trec_eval and intervale call the row of means, which is no topic."""
LEFT_OUT = f"the scores of topic {ALL!r} are taken as means and left out"
Scores = dict[str, dict[str, dict[str, float]]]
"""By measure, system and topic."""


def read_scores(
    source: Any,
    *,
    measure: str | None = None,
    scale: str | None = None,
    topic_scale: str | None = None,
    grades: int | None = None,
    systems: str | None = None,
    encoding: str | None = None,
) -> Evaluation:
    """An evaluation from scores: a saved evaluation, a folder that :func:`evaluate` kept with ``parts=``, or a score
    matrix as CSV, Parquet, JSON, frame or dictionary.

    A **wide** matrix has a row for each topic and a column for each system, the first column (or the index of a pandas
    frame) naming the topics; it is the other way round where that column is called system, or with ``systems="rows"``.
    A **long** table has columns system, topic, value, and measure where it has several. A dictionary is ``{system:
    {topic: score}}`` or ``{system: [score, …]}``. An empty or missing score is absent, not 0; the row of means that is
    called all is left out.

    ``measure`` names the measure of a wide matrix. The scale of a measure in the catalogue is computed, with ``grades``
    as the top grade. For other measures, ``scale`` gives the scale (nominal, ordinal, interval, ratio), and
    ``topic_scale`` says whether topics share it (``shared``, the default) or each has its own (``own``).

    >>> wine = {"X": [6, 6, 12, 17, 32], "Y": [3, 3, 3, 12, 50]}
    >>> found = read_scores(wine, measure="points", scale="ordinal")
    >>> found, found.mean("X", "points")
    (Evaluation(2 systems × 5 topics × 1 measure: points), 14.6)
    """
    if systems not in (None, "columns", "rows"):
        raise OptionError(f"systems={shown(systems)} is unknown; use columns (a system in each column) or rows")
    if measure is not None and not isinstance(measure, str):
        raise OptionError(f"measure={shown(measure)} must be the name of a measure, such as 'nDCG@10'")
    if topic_scale is not None and scale is None:
        raise OptionError("topic_scale= says whether topics share the scale that scale= gives; give scale= as well")
    if isinstance(source, str | os.PathLike) and _is_folder(source):
        return load_parts(source)
    name = source_name(source) if isinstance(source, str | os.PathLike) else "the scores"
    content = read_content(source, encoding) if isinstance(source, str | os.PathLike) else None
    if content is not None and is_saved(content):
        given = {"measure": measure, "scale": scale, "grades": grades, "systems": systems}
        if odd := next((what for what, one in given.items() if one is not None), ""):
            raise OptionError(f"{name}: a saved evaluation has its own measures, scales and grades; leave out {odd}")
        found = load(content, name)
        return replace(found, provenance=found.provenance.beside(Provenance.of(evaluation=source)))
    rows = _rows(source, content, name, measure, systems)
    return _evaluation(rows, name, scale, topic_scale, grades, Provenance.of(scores=source))


def _is_folder(source: str | os.PathLike[str]) -> bool:
    return has_parts(source) if is_url(source) else os.path.isdir(source)


def _rows(source: Any, content: bytes | None, name: str, measure: str | None, systems: str | None) -> Scores:
    kind = None if content is None else table_kind(name, content)
    if systems is not None and (kind == "json" or isinstance(source, Mapping)):
        raise OptionError(f"{name}: systems= is for wide tables; a dictionary is {{system: {{topic: score}}}}")
    if content is not None:
        if kind == "json":
            return {measure or WITHOUT_NAME: _of_mapping(nested_json(content, name, "{system: {topic: score}}"), name)}
        if kind is None:
            raise InputError(
                "no runs are given, and it is not a score matrix (.csv, .parquet, .json, .jsonl); give qrels and runs",
                source=name,
            )
        source = TABLE_READERS[kind](content, name)
    elif isinstance(source, Mapping):
        return {measure or WITHOUT_NAME: _of_mapping(source, name)}
    elif not is_frame(source):
        raise InputError(
            f"scores are read from a file, a dictionary or a data frame, not from {type(source).__name__}", source=name
        )
    return _of_table(source, name, measure, systems)


def _of_mapping(scores: Mapping[Any, Any], name: str) -> dict[str, dict[str, float]]:
    """Scores by system, and by topic or in the order of the topics."""
    found: dict[str, dict[str, float]] = {}
    for system, row in scores.items():
        if isinstance(row, np.ndarray):
            row = row.tolist()
        if not isinstance(row, Mapping | Sequence) or isinstance(row, str | bytes):
            raise InputError(f"system {shown(system)}: expected its scores by topic, found {shown(row)}", source=name)
        label = _text(system, name)
        if label in found:
            raise InputError(f"the system {label!r} appears twice", source=name)
        found[label] = {}
        for topic, value in row.items() if isinstance(row, Mapping) else enumerate(row, start=1):
            text = _text(topic, name)
            if text in found[label]:
                raise InputError(f"system {label}: the topic {text!r} appears twice", source=name)
            found[label][text] = _number(value, f"system {label}, topic {text}", name)
    return found


def _of_table(source: Any, name: str, measure: str | None, systems: str | None) -> Scores:
    import pyarrow as pa

    try:
        table = pa.table(source)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"the frame cannot be read: {str(error).splitlines()[0]}", source=name) from None
    for column in table.column_names:
        if table.column_names.count(column) > 1:
            raise InputError(f"column {column!r} appears twice", source=name)
    table = _index_first(table)
    folded = {column.strip().casefold(): column for column in reversed(table.column_names)}
    columns = {what: next((folded[n] for n in names if n in folded), None) for what, names in COLUMNS.items()}
    if all(columns[what] is not None for what in LONG):
        if systems is not None:
            raise OptionError(f"{name}: systems= is for wide tables, and this one has a column for systems")
        return _of_long(table, {what: column for what, column in columns.items() if column}, name, measure)
    return {measure or WITHOUT_NAME: _of_wide(table, columns, name, systems)}


def _index_first(table: pa.Table) -> pa.Table:
    """A table whose first column is the index that pandas keeps as the last one, where it has names and not numbers."""
    index = [name for name in (table.schema.pandas_metadata or {}).get("index_columns", ()) if isinstance(name, str)]
    return table.select([*index, *(name for name in table.column_names if name not in index)])


def _of_long(table: pa.Table, columns: dict[str, str], name: str, measure: str | None) -> Scores:
    if measure is not None and "measure" in columns:
        raise OptionError(f"{name}: it has a column {columns['measure']!r}; leave measure= out")
    lists = {what: table.column(column).to_pylist() for what, column in columns.items()}
    measures = lists.get("measure", [measure or WITHOUT_NAME] * table.num_rows)
    found: Scores = {}
    rows = zip(measures, lists["system"], lists["topic"], lists["value"], strict=True)
    for number, (of, system, topic, value) in enumerate(rows, start=2):
        row = found.setdefault(_text(of, name), {}).setdefault(_text(system, name), {})
        if _text(topic, name) in row:
            raise InputError(f"{of}, system {system}, topic {topic} appears twice", source=name, line=number)
        row[_text(topic, name)] = _number(value, f"system {system}, topic {topic}", name, number)
    return found


def _of_wide(
    table: pa.Table, columns: dict[str, str | None], name: str, systems: str | None
) -> dict[str, dict[str, float]]:
    first = table.column_names[0] if table.column_names else ""
    if first == columns["system"]:
        if systems == "columns":
            raise OptionError(f"{name}: its first column {first!r} names systems; use systems='rows'")
        systems = "rows"
    elif first == columns["topic"] and systems == "rows":
        raise OptionError(f"{name}: its first column {first!r} names topics; leave out systems='rows'")
    of_rows = "system" if systems == "rows" else "topic"
    first = columns[of_rows] or first
    others = [column for column in table.column_names if column != first]
    if not others or not table.num_rows:
        raise InputError("holds no scores; expected a row for each topic and a column for each system", source=name)
    cells = table.column(first).to_pylist()
    if first not in columns.values() and all(_is_fraction(cell) for cell in cells):
        raise InputError(
            f"the first column {first!r} holds scores, not the names of {of_rows}s; add a column {of_rows!r}",
            source=name,
        )
    labels = [_text(label, name) for label in cells]
    if len(set(labels)) < len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise InputError(f"the {of_rows} {twice!r} appears twice", source=name)
    found = {
        column: {
            label: _number(value, f"{of_rows} {label}, column {column}", name, line)
            for line, (label, value) in enumerate(zip(labels, table.column(column).to_pylist(), strict=True), start=2)
        }
        for column in others
    }
    if systems != "rows":
        return found
    return {label: {column: found[column][label] for column in others} for label in labels}


def _is_fraction(cell: Any) -> bool:
    """Whether a cell is a number that is not whole."""
    try:
        return not float(cell).is_integer()
    except (TypeError, ValueError, OverflowError):
        return False


def _text(label: Any, name: str) -> str:
    if label is None or label == "":
        raise InputError("a row or column has no name", source=name)
    return text_of(int(label) if isinstance(label, float) and label.is_integer() else label, name)


def _number(value: Any, where: str, name: str, line: int | None = None) -> float:
    """A score; not a number where the cell is empty."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return np.nan
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{where}: expected a score, found {shown(value)}", source=name, line=line) from None
    if isinstance(value, bool) or np.isinf(number):
        raise InputError(f"{where}: expected a finite score, found {shown(value)}", source=name, line=line)
    return number


def _evaluation(
    rows: Scores, name: str, scale: str | None, topic_scale: str | None, grades: int | None, provenance: Provenance
) -> Evaluation:
    systems = tuple(dict.fromkeys(system for some in rows.values() for system in some))
    named = dict.fromkeys(topic for some in rows.values() for row in some.values() for topic in row)
    topics = tuple(topic for topic in named if topic != ALL)
    if not systems or not topics:
        only = f"; its only topic is {ALL!r}, the means" if ALL in named else ""
        raise InputError(f"holds no scores of topics{only}", source=name)
    values = np.array(
        [
            [[some.get(system, {}).get(topic, np.nan) for topic in topics] for system in systems]
            for some in rows.values()
        ]
    )
    measures = tuple(_measure(label) for label in rows)
    missing = "drop" if np.isnan(values).any() else "zero"
    found = Evaluation(
        systems,
        topics,
        tuple(rows),
        measures,
        values,
        Policy(missing=missing, grades=grades),
        (*_notes(rows, measures, values), *([LEFT_OUT] if ALL in named else [])),
        provenance=provenance,
    )
    if scale is not None:
        from intervale.evaluation.scale import given_scale

        found.scales.update(dict.fromkeys(rows, given_scale(scale, topic_scale or "shared")))
    return found


def _measure(label: str) -> Measure:
    """The measure of the catalogue with this name, or scores of which only the name is known."""
    try:
        return parse_measure(label)
    except MeasureError:
        return NamedScores(label=label)


def _notes(rows: Scores, measures: tuple[Measure, ...], values: Array) -> list[str]:
    notes = ["only scores were read: how ties, missing topics and unjudged documents were handled is not known"]
    absent = int(np.isnan(values).sum())
    if absent:
        notes.append(
            f"{absent:,} of {values.size:,} scores are missing; each mean is over the topics that the system has"
        )
    known = [label for label, measure in zip(rows, measures, strict=True) if measure.defined_by != "scores"]
    if known:
        notes.append(f"{', '.join(known)}: assumed to be the measure of that name")
    return notes
