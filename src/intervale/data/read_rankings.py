"""Reading rankings of items with names: from CSV, TSV, Parquet, JSON and JSON Lines files, data frames, dictionaries.

A table has one of three forms, and says itself which one, or is told:

- **long**: columns ``ranking``, ``item`` and ``rank`` (or ``position``) or ``score``; without ``ranking`` it is one
  ranking, called as its file;
- **wide**: a column of items, and a column of ranks (``values="ranks"``) or scores (``values="scores"``) for each
  ranking;
- **lists** (``values="items"``): each column is a ranking, its items from the best down; a shorter one ends in blanks.

A smaller rank is better, a larger score is better, and equal numbers are ties. An item without a number is not ranked.
Whether numbers are ranks or scores is never guessed from the numbers.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from intervale.data.dicts import text_of
from intervale.data.files import file_stem, read_content, source_name
from intervale.data.named_rankings import NamedRankings
from intervale.data.shapes import arrow_table, is_ranked
from intervale.data.tables import TABLE_READERS, json_value, table_kind
from intervale.errors import InputError, OptionError, did_you_mean, shown

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["VALUES", "Values", "read_rankings"]

Values = Literal["ranks", "scores", "items"]
VALUES = ("ranks", "scores", "items")
KNOWN = {"ranking": "ranking", "item": "item", "rank": "rank", "position": "rank", "score": "score"}
"""What columns of the long form are called, and what they hold."""
ACCEPTED = "a file, a data frame, {name: [item, …]}, {name: {item: number}} or rankings that were read"
STATE = "say what the columns hold: values='ranks', 'scores' or 'items'"


def read_rankings(
    source: Any,
    *,
    values: Values | None = None,
    item: str | None = None,
    ranking: str | None = None,
    name: str | None = None,
) -> NamedRankings:
    """Rankings of items with names, from a file, a data frame or a dictionary; a list stands for several of these.

    ``values`` says what columns, or the numbers of a dictionary, are: ``ranks`` (smaller is better), ``scores`` (larger
    is better) or ``items`` (each column lists items, best first). A table with columns ``item`` and ``rank`` or
    ``score`` needs no word, and neither does a dictionary: lists are items, best first, and numbers are scores.
    ``item`` and ``ranking`` name the columns that hold the items and, in the long form, the rankings; otherwise items
    are in the column ``item``, or in the first one. A list inside a list is a tie: ``["a", ["b", "c"]]``.

    >>> read_rankings({"old": ["b", "a", "c"], "new": ["a", ["b", "c"]]}).positions.tolist()
    [[1, 2, 3], [2, 1, 2]]
    >>> read_rankings({"model": {"age": 0.5, "income": 0.9, "city": 0.5}}).tiers("model")
    (('income',), ('age', 'city'))
    """
    if values is not None and values not in VALUES:
        raise OptionError(f"values={shown(values)} must be one of: {', '.join(VALUES)}")
    asked = _Asked(values, item, ranking, name)
    if isinstance(source, NamedRankings):
        return source
    if isinstance(source, str | os.PathLike):
        return _from_file(source, asked)
    if isinstance(source, Mapping):
        return _from_dictionary(source, asked, "the rankings", values or "scores")
    if isinstance(source, Sequence) and not isinstance(source, bytes):
        if not source or not all(isinstance(one, str | os.PathLike | Mapping | NamedRankings) for one in source):
            raise InputError(f"expected rankings with names; give {ACCEPTED}", source="the rankings")
        return NamedRankings.joined([read_rankings(one, values=values, item=item, ranking=ranking) for one in source])
    return _from_table(_frame(source), asked, "the rankings", name or "ranking")


@dataclass(frozen=True)
class _Asked:
    """What was said about rankings."""

    values: Values | None
    item: str | None
    ranking: str | None
    name: str | None


# ---------------------------------------------------------------- sources


def _from_file(file: str | os.PathLike[str], asked: _Asked) -> NamedRankings:
    source, content = source_name(file), read_content(file)
    stem = asked.name or file_stem(source)
    kind = table_kind(source, content)
    if kind == "json":
        found = json_value(content, source)
        if not isinstance(found, dict):
            raise InputError("expected {name: [item, …]} or {name: {item: number}}", source=source)
        return _from_dictionary(found, asked, source, asked.values)
    if kind is None and b"\t" not in content.partition(b"\n")[0]:
        raise InputError("rankings are read from CSV, TSV, Parquet, JSON and JSON Lines files", source=source)
    return _from_table(TABLE_READERS[kind or "tsv"](content, source), asked, source, stem)


def _frame(source: Any) -> pa.Table:
    """A data frame as a table; with its index where that holds the items."""
    if hasattr(source, "reset_index") and hasattr(source, "index"):
        names = list(source.index.names)
        if names != [None] or not np.array_equal(source.index, np.arange(len(source))):
            source = source.reset_index(names=[name or f"index-{place}" for place, name in enumerate(names)])
    found = arrow_table(source, "the rankings")
    if found is None:
        raise InputError(f"cannot be read from {type(source).__name__}; give {ACCEPTED}", source="the rankings")
    return found


def _from_dictionary(source: Mapping[Any, Any], asked: _Asked, called: str, numbers: Values | None) -> NamedRankings:
    rankings: dict[str, Sequence[Sequence[str]]] = {}
    items: dict[str, None] = {}
    if not source:
        raise InputError("hold no ranking" if called == "the rankings" else "holds no ranking", source=called)
    for key, content in source.items():
        name = str(key)
        if name in rankings:
            raise InputError(f"the ranking {shown(name)} appears twice", source=called)
        if isinstance(content, Mapping):
            if numbers not in ("ranks", "scores"):
                raise InputError(f"{name}: has numbers by item; say values='ranks' or 'scores'", source=called)
            named = {_item(one, name, called): value for one, value in content.items()}
            if len(named) < len(content):
                raise InputError(f"{name}: two items are written alike", source=called)
            items |= dict.fromkeys(named)
            rankings[name] = _by_number(list(named), list(named.values()), numbers, called, [f"{name}: "] * len(named))
        elif is_ranked(content):
            if asked.values in ("ranks", "scores"):
                raise InputError(f"{name}: is a list of items, and has no {asked.values}", source=called)
            rankings[name] = [
                [_item(each, name, called) for each in one] if is_ranked(one) else [_item(one, name, called)]
                for one in content
            ]
        else:
            what = f"{name}: expected a list of items or numbers by item, found {type(content).__name__}"
            raise InputError(what, source=called)
        if not any(rankings[name]):
            raise InputError(f"{name}: ranks no item", source=called)
    return NamedRankings.of(rankings, items, called)


# ---------------------------------------------------------------- tables


def _from_table(table: pa.Table, asked: _Asked, source: str, stem: str) -> NamedRankings:
    names = list(table.column_names)
    _distinct(names, source)
    if not table.num_rows:
        raise InputError("has no rows", source=source)
    if asked.values == "items":
        if asked.item is not None or asked.ranking is not None:
            raise OptionError("values='items': columns list items, and no column of items or rankings is named")
        return _lists(table, source)
    roles = {role: column for column in reversed(names) if (role := KNOWN.get(column.strip().casefold()))}
    for role, wanted in (("item", asked.item), ("ranking", asked.ranking)):
        if wanted is not None:
            roles[role] = _column(wanted, names, source)
    number = _number_column(names, roles, asked, source)
    if number is not None:
        return _long(table, roles, number, source, stem)
    return _wide(table, roles.get("item", names[0]), asked.values, source)


def _number_column(names: list[str], roles: dict[str, str], asked: _Asked, source: str) -> tuple[str, Values] | None:
    """Of the long form, the column of ranks or scores and which they are; None of the wide form."""
    numbers = {role: roles[role] for role in ("rank", "score") if role in roles}
    rest = [name for name in names if name not in (roles.get("item"), roles.get("ranking"))]
    if "ranking" not in roles and ("item" not in roles or not set(rest) <= set(numbers.values())):
        return None
    if "item" not in roles:
        raise InputError(f"no column 'item' among {', '.join(names)}; name it with item=", source=source)
    if asked.values is not None:
        numbers = {role: column for role, column in numbers.items() if f"{role}s" == asked.values}
        if not numbers and len(rest) == 1:
            return rest[0], asked.values
    if len(numbers) > 1:
        raise InputError("has ranks and scores; say values='ranks' or 'scores'", source=source)
    if not numbers:
        wanted = asked.values.removesuffix("s") if asked.values else "rank' or 'score"
        what = f"no column '{wanted}' among {', '.join(names)}"
        raise InputError(f"{what}; name it so, or say values='ranks' or 'scores'", source=source)
    ((role, column),) = numbers.items()
    return column, "ranks" if role == "rank" else "scores"


def _long(table: pa.Table, roles: dict[str, str], number: tuple[str, Values], source: str, stem: str) -> NamedRankings:
    column, values = number
    every = [_item(one, f"row {row}", source) for row, one in _rows(table, roles["item"])]
    owners = [stem] * len(every)
    if "ranking" in roles:
        owners = [_item(one, f"row {row}", source, "name of a ranking") for row, one in _rows(table, roles["ranking"])]
    numbers = [one for _, one in _rows(table, column)]
    rows: dict[str, list[int]] = {}
    for place, owner in enumerate(owners):
        rows.setdefault(owner, []).append(place)
    rankings = {}
    for owner, places in rows.items():
        named: dict[str, Any] = {}
        for place in places:
            if every[place] in named:
                what = f"row {place + 1}: the item {shown(every[place])} appears twice in the ranking {shown(owner)}"
                raise InputError(what, source=source)
            named[every[place]] = numbers[place]
        where = [f"row {place + 1}: " for place in places]
        rankings[owner] = _by_number(list(named), list(named.values()), values, source, where)
        if not rankings[owner]:
            raise InputError(f"{owner}: ranks no item", source=source)
    return NamedRankings.of(rankings, dict.fromkeys(every), source)


def _wide(table: pa.Table, item: str, values: Values | None, source: str) -> NamedRankings:
    names = [name for name in table.column_names if name != item]
    if values is None:
        raise InputError(f"{STATE} (--values); the columns are: {', '.join(table.column_names)}", source=source)
    if not names:
        raise InputError(f"has the column {shown(item)} only; each other column is a ranking", source=source)
    items: dict[str, int] = {}
    for row, one in _rows(table, item):
        text = _item(one, f"row {row}", source)
        if text in items:
            raise InputError(
                f"row {row}: the item {shown(text)} appears twice, first in row {items[text]}", source=source
            )
        items[text] = row
    rankings = {}
    for name in names:
        numbers = [one for _, one in _rows(table, name)]
        where = [f"row {row}, column {name}: " for row in items.values()]
        rankings[name] = _by_number(list(items), numbers, values, source, where)
        if not rankings[name]:
            raise InputError(f"column {name}: ranks no item", source=source)
    return NamedRankings.of(rankings, items, source)


def _lists(table: pa.Table, source: str) -> NamedRankings:
    rankings = {}
    for name in table.column_names:
        cells = [one for _, one in _rows(table, name)]
        last = max((place for place, one in enumerate(cells) if one is not None), default=-1)
        found: dict[str, int] = {}
        for place, one in enumerate(cells[: last + 1]):
            text = _item(one, f"row {place + 1}, column {name}", source)
            if text in found:
                what = f"row {place + 1}, column {name}: the item {shown(text)} appears twice"
                raise InputError(f"{what}, first in row {found[text] + 1}", source=source)
            found[text] = place
        if not found:
            raise InputError(f"column {name}: ranks no item", source=source)
        rankings[name] = [[one] for one in found]
    return NamedRankings.of(rankings, (), source)


def _rows(table: pa.Table, column: str) -> Iterable[tuple[int, Any]]:
    """The cells of a column with the numbers of their rows; None where one is blank."""
    cells = table.column(column).to_pylist()
    for row, one in enumerate(cells, 1):
        yield row, None if isinstance(one, str) and not one.strip() else one


def _column(wanted: str, names: Sequence[str], source: str) -> str:
    if wanted in names:
        return wanted
    near = did_you_mean(wanted, names)
    raise InputError(f"no column {shown(wanted)}; {near}the columns are: {', '.join(names)}", source=source)


def _distinct(names: Sequence[str], source: str) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"two columns are called {shown(twice)}", source=source)


# ---------------------------------------------------------------- cells


def _item(one: Any, where: str, source: str, what: str = "item") -> str:
    """The name of an item: text, or a whole number."""
    if one is None or (isinstance(one, str) and not one.strip()):
        raise InputError(f"{where}: has no {what}", source=source)
    if isinstance(one, str):
        return one.strip()
    try:
        return text_of(one, source)
    except InputError:
        raise InputError(f"{where}: {shown(one)} is no {what}; write a text or a whole number", source=source) from None


def _by_number(
    items: Sequence[str], cells: Sequence[Any], values: Values, source: str, where: Sequence[str]
) -> list[list[str]]:
    """Items in tiers by their ranks or scores; those without a number are left out."""
    numbers = [(_number(cell, values, source, where[place]), place) for place, cell in enumerate(cells)]
    ranked = [(-one if values == "scores" else one, place) for one, place in numbers if one is not None]
    return [[items[place] for _, place in tier] for _, tier in groupby(sorted(ranked), key=lambda pair: pair[0])]


def _number(cell: Any, values: Values, source: str, where: str) -> float | None:
    if cell is None:
        return None
    what = values.removesuffix("s")
    try:
        found = float("x" if isinstance(cell, bool) else cell)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{where}{shown(cell)} is no {what}; expected a number or a blank", source=source) from None
    if not math.isfinite(found):
        raise InputError(f"{where}{shown(cell)} is no {what}; leave it blank if not ranked", source=source)
    if values == "ranks" and found <= 0:
        raise InputError(f"{where}{shown(cell)} is no rank; ranks are above 0, and 1 is the best", source=source)
    return found
