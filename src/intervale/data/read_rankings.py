"""Reading rankings of items with names: from CSV, TSV, Parquet, JSON and JSON Lines files, data frames, dictionaries.

A table has one of three forms, and says itself which one, or the caller does:

- **long**: columns ``ranking``, ``item`` and ``rank`` (or ``position``) or ``score``; without ``ranking`` it is one
  ranking, called as its file;
- **wide**: a column of items, called ``item`` or the first one if it does not hold numbers, and a column of ranks
  (``values="ranks"``) or scores (``values="scores"``) for each ranking;
- **lists** (``values="items"``): each column is a ranking, its items from the best down; a shorter one ends in blanks.

A smaller rank is better, a larger score is better, and equal numbers are ties. An item without a number is not ranked.
Whether numbers are ranks or scores is never guessed from the numbers. A column called ``rank``, ``position`` or
``score`` holds what it is called, and ``values`` is about the others. Numbers are compared exactly, as they were
written. The index of a pandas frame is a column of items where there is no other, and is left out elsewhere.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import partial
from itertools import groupby
from numbers import Integral
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from intervale.data.dicts import text_of
from intervale.data.files import file_stem, read_content, source_name
from intervale.data.named_rankings import NamedRankings
from intervale.data.shapes import arrow_table, is_ranked
from intervale.data.tables import TABLE_READERS, json_lines, json_value, table_kind
from intervale.errors import InputError, OptionError, did_you_mean, shown

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["VALUES", "Values", "read_rankings"]

Values = Literal["ranks", "scores", "items"]
VALUES = ("ranks", "scores", "items")
KNOWN = {"ranking": "ranking", "item": "item", "rank": "rank", "position": "rank", "score": "score"}
"""What columns of the long form are called, and what they hold."""
ACCEPTED = "a file, a data frame, {name: [item, …]}, {name: {item: number}} or rankings that were read"
STATE = (
    "say what the columns hold: values='ranks', values='scores' or values='items'; a long table needs the columns "
    "ranking, item, and rank or score"
)
ENDINGS = "name a file that ends in .csv, .tsv, .parquet, .json or .jsonl"
RANKS_OR_SCORES = "say values='ranks' or values='scores'"
MOST_EXPONENT, LONGEST = 1000, 80
_NUMBER = re.compile(
    r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*|\s*[-+]?(nan|inf|infinity)\s*", re.ASCII | re.IGNORECASE
)
_WORD = re.compile(r"\w+")
_INDEX_LEVEL = re.compile(r"__index_level_\d+__")


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
    ``score`` needs no word, and neither does a dictionary: lists are items, best first, and numbers are scores. A
    pandas Series, numbers with items as the index, is one ranking.
    ``item`` and ``ranking`` name the columns that hold the items and, in the long form, the rankings; otherwise items
    are in the column ``item``, or in the first one, which then holds no numbers. A list inside a list is a tie:
    ``["a", ["b", "c"]]``.

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
        known = all(isinstance(one, str | os.PathLike | Mapping | NamedRankings) or _is_frame(one) for one in source)
        if not source or not known or all(map(_is_item, source)):
            raise InputError(f"expected rankings with names; give {ACCEPTED}", source="the rankings")
        return NamedRankings.joined([read_rankings(one, values=values, item=item, ranking=ranking) for one in source])
    if _is_series(source):
        return _from_series(source, asked)
    return _from_table(_frame(source), asked, "the rankings", name or "ranking")


def _is_item(one: Any) -> bool:
    """Whether it names an item rather than a file."""
    return isinstance(one, str) and _WORD.fullmatch(one) is not None and not os.path.exists(one)


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
        _check_text(kind, content, source)
        found = json_value(content, source, _exact)
        if not isinstance(found, dict):
            raise InputError("expected {name: [item, …]} or {name: {item: number}}", source=source)
        return _from_dictionary(found, asked, source, asked.values)
    if kind is None and b"\t" not in content.partition(b"\n")[0] and not source.endswith(".tsv"):
        raise InputError(f"rankings are read from tables and JSON; {ENDINGS}", source=source)
    _check_text(kind, content, source)
    if kind == "csv":
        _check_separator(content.partition(b"\n")[0].decode().strip(), source)
    read = partial(json_lines, number=str) if kind == "jsonl" else TABLE_READERS[kind or "tsv"]
    return _from_table(read(content, source), asked, source, stem)


def _check_text(kind: str | None, content: bytes, source: str) -> None:
    """Refuse a text in another encoding than UTF-8, or than JSON may have."""
    if kind != "parquet":
        try:
            content.decode(json.detect_encoding(content) if kind == "json" else "utf-8")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise InputError("is not UTF-8 text; save it as UTF-8", source=source, line=line) from None


def _frame(source: Any) -> pa.Table:
    """A data frame as a table; the index of a pandas frame is among its columns where it has a name."""
    if hasattr(source, "set_index") and list(source.index.names) != [None]:
        source = source.set_index(source.index.astype(object))  # an index that counts rows has no column in Arrow
    if hasattr(source, "set_axis") and not all(isinstance(name, str) for name in source.columns):
        source = source.set_axis([str(name) for name in source.columns], axis=1)
    if hasattr(source, "to_frame"):
        what = "a Series without an index has no items"
        raise InputError(f"{what}; give {{name: series.to_list()}} for items, best first", source="the rankings")
    found = arrow_table(source, "the rankings")
    if found is None:
        raise InputError(f"cannot be read from {type(source).__name__}; give {ACCEPTED}", source="the rankings")
    return found


def _is_series(source: Any) -> bool:
    return hasattr(source, "to_frame") and hasattr(source, "index")


def _is_frame(source: Any) -> bool:
    """Whether it is a data frame or a Series."""
    return hasattr(source, "__arrow_c_stream__") or _is_series(source)


def _counts(index: Sequence[Any]) -> bool:
    """Whether an index only counts rows: 0, 1, 2, …"""
    return list(index) == list(range(len(index)))


def _from_series(source: Any, asked: _Asked) -> NamedRankings:
    """A pandas Series of numbers by item as one ranking."""
    name = asked.name or ("ranking" if source.name is None else str(source.name))
    return _from_dictionary({name: source}, asked, "the rankings", _said(name) or asked.values or "scores")


def _numbers_by_item(source: Any) -> dict[Any, Any]:
    """The numbers of a pandas Series by its index; None where there is none."""
    index = source.index
    if list(index.names) == [None] and _counts(index.tolist()):
        what = "the index of a Series is its items, and this one only counts rows"
        raise InputError(f"{what}; set the items as its index", source="the rankings")
    if not index.is_unique:
        item = index[index.duplicated()][0]
        raise InputError(f"the item {shown(item)} appears twice in the index of the Series", source="the rankings")
    rows = zip(index, source, source.isna(), strict=True)
    return {item: None if missing else number for item, number, missing in rows}


def _from_dictionary(source: Mapping[Any, Any], asked: _Asked, called: str, numbers: Values | None) -> NamedRankings:
    rankings: dict[str, Sequence[Sequence[str]]] = {}
    items: dict[str, None] = {}
    if not source:
        raise InputError("hold no ranking" if called == "the rankings" else "holds no ranking", source=called)
    for number, (key, content) in enumerate(source.items(), 1):
        name = _name(key, "name", f"ranking {number}", called)
        if name in rankings:
            raise InputError(f"the ranking {shown(name)} appears twice", source=called)
        if _is_series(content):
            content = _numbers_by_item(content)
        if isinstance(content, Mapping):
            if numbers not in ("ranks", "scores"):
                raise InputError(f"{name}: has numbers by item; {RANKS_OR_SCORES}", source=called)
            named = {_name(one, "item", name, called): value for one, value in content.items()}
            if len(named) < len(content):
                raise InputError(f"{name}: two items are written alike", source=called)
            items |= dict.fromkeys(named)
            rankings[name] = _by_number(list(named), list(named.values()), numbers, called, [f"{name}: "] * len(named))
        elif is_ranked(content):
            rankings[name] = [
                [_name(each, "item", name, called) for each in (one if is_ranked(one) else [one])] for one in content
            ]
        else:
            what = f"{name}: expected a list of items or numbers by item, found {type(content).__name__}"
            raise InputError(what, source=called)
        if not any(rankings[name]):
            raise InputError(f"{name}: ranks no item", source=called)
    return NamedRankings.of(rankings, items, called)


# ---------------------------------------------------------------- tables


def _from_table(table: pa.Table, asked: _Asked, source: str, stem: str) -> NamedRankings:
    stripped = [name.strip() for name in table.column_names]
    table = table.rename_columns(stripped).replace_schema_metadata(table.schema.metadata)
    _distinct(table.column_names, source)
    if not table.num_rows:
        raise InputError("has no rows", source=source)
    table = _indexed(table, asked, source)
    names = list(table.column_names)
    if asked.values == "items":
        if asked.item is not None or asked.ranking is not None:
            raise OptionError("values='items': columns list items, and no column of items or rankings is named")
        return _lists(table, source)
    roles = {role: column for column in reversed(names) if (role := _role(column))}
    for role, wanted in (("item", asked.item), ("ranking", asked.ranking)):
        if wanted is not None:
            roles[role] = _column(wanted.strip(), names, source)
    number = _number_column(names, roles, asked, source)
    if number is not None:
        _all_used(names, {*roles.values(), number[0]}, source)
        return _long(table, roles, number, source, stem)
    return _wide(table, roles.get("item"), asked.values, source)


def _role(column: str) -> str | None:
    """What a column holds by its name."""
    return KNOWN.get(column.strip().casefold())


def _said(column: str) -> Values | None:
    """Whether a column holds ranks or scores, where its name says so."""
    role = _role(column)
    return "ranks" if role == "rank" else "scores" if role == "score" else None


def _check_separator(header: str, source: str) -> None:
    for sign, what in ((";", "';'"), ("\t", "a tab")):
        if sign in header and "," not in header:
            what = f"has one column, {shown(header)}: its separator seems to be {what}"
            raise InputError(f"{what}; save it with commas, or with tabs as a .tsv file", source=source)


def _indexed(table: pa.Table, asked: _Asked, source: str) -> pa.Table:
    """A table that was a pandas frame with its index first where that holds items or rankings; else without it."""
    index = _index_of(table)
    others = [name for name in table.column_names if name not in index]
    kept = [name for name in index if name in (asked.item, asked.ranking) or _role(name)]
    items: list[str] = []
    if not any(name == asked.item or _role(name) == "item" for name in (*kept, *others)):
        items = [name for name in index if name not in kept and _holds_items(table, name, others)][:1]
    kept += items
    found = table.select([*([] if asked.values == "items" else kept), *others])
    if not found.num_columns:
        raise InputError("has no columns", source=source)
    return found.rename_columns(
        ["item" if name in items or _INDEX_LEVEL.fullmatch(name) else name for name in found.column_names]
    )


def _index_of(table: pa.Table) -> list[str]:
    """The columns that were the index of a pandas frame: of a data frame, of Parquet, or of CSV the first one where it
    has no name.
    """
    try:
        named = list((table.schema.pandas_metadata or {}).get("index_columns", ()))
    except (AttributeError, TypeError, ValueError):  # anyone may write such a thing into a file
        named = []
    return [
        name
        for place, name in enumerate(table.column_names)
        if name in named
        or _INDEX_LEVEL.fullmatch(name)
        or (not name and not place and _whole(table.column(name).to_pylist()))
    ]


def _whole(cells: Iterable[Any]) -> bool:
    return all(str(cell).isdigit() for cell in cells)


def _holds_items(table: pa.Table, index: str, others: Sequence[str]) -> bool:
    """Whether an index may hold items: it does not count rows, nor repeat a column that may hold them, and where it has
    no name and whole numbers the first column does not hold words.
    """
    cells = table.column(index).to_pylist()
    if _INDEX_LEVEL.fullmatch(index) and _counts(cells):
        return False
    if not others:
        return True
    first = table.column(others[0]).to_pylist()
    if all(_exact(cell) is not None for cell in first if cell is not None):
        return True
    named = bool(index) and not _INDEX_LEVEL.fullmatch(index)
    return cells != first and (named or not _whole(cells))


def _number_column(names: list[str], roles: dict[str, str], asked: _Asked, source: str) -> tuple[str, Values] | None:
    """Of the long form, the column of ranks or scores and which they are; None of the wide form."""
    numbers = {role: roles[role] for role in ("rank", "score") if role in roles}
    rest = [name for name in names if name not in (roles.get("item"), roles.get("ranking"))]
    if "ranking" not in roles and ("item" not in roles or not set(rest) <= set(numbers.values())):
        return None
    if "item" not in roles:
        raise InputError(f"no column 'item' among {', '.join(names)}; name it with item=", source=source)
    if asked.values is not None and len(rest) > 1:
        numbers = {role: column for role, column in numbers.items() if f"{role}s" == asked.values}
    if not numbers and asked.values is not None and len(rest) == 1:
        return rest[0], asked.values
    if len(numbers) > 1:
        raise InputError(f"has ranks and scores; {RANKS_OR_SCORES}", source=source)
    if not numbers:
        wanted = asked.values.removesuffix("s") if asked.values else "rank' or 'score"
        what = f"no column '{wanted}' among {', '.join(names)}"
        raise InputError(f"{what}; name it so, or {RANKS_OR_SCORES}", source=source)
    ((role, column),) = numbers.items()
    return column, "ranks" if role == "rank" else "scores"


def _all_used(names: list[str], used: set[str], source: str) -> None:
    """Refuse a column of a long table that would be ignored."""
    for place, name in enumerate(names, 1):
        _name(name, "name", f"column {place}", source)
        if name not in used:
            twin = next((one for one in used if _role(one) == _role(name) is not None), None)
            what = f"has the columns {shown(twin)} and {shown(name)}, which both hold {_role(name)}s; leave one out"
            more = "leave it out, or make it part of the names of rankings"
            beside = f"has the column {shown(name)} beside {', '.join(one for one in names if one in used)}; {more}"
            raise InputError(what if twin else beside, source=source)


def _long(table: pa.Table, roles: dict[str, str], number: tuple[str, Values], source: str, stem: str) -> NamedRankings:
    column, values = number
    every = [_name(one, "item", f"row {row}", source) for row, one in _rows(table, roles["item"])]
    if "ranking" in roles:
        owners = [_name(one, "name of a ranking", f"row {row}", source) for row, one in _rows(table, roles["ranking"])]
    else:
        owners = [_name(stem, "name", "the ranking", source)] * len(every)
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


def _wide(table: pa.Table, named: str | None, values: Values | None, source: str) -> NamedRankings:
    item = table.column_names[0] if named is None else named
    names = [name for name in _column_names(table, source, item) if name != item]
    kinds = [kind for name in names if (kind := _said(name) or values)]
    if len(kinds) < len(names) or (values is None and not names):
        raise InputError(f"{STATE}; the columns are: {', '.join(table.column_names)}", source=source)
    if not names:
        what = f"has one column, {shown(item)}, and {values} need a column of items beside them"
        raise InputError(f"{what}; a list of items is typed, a,b,c, or read with values='items'", source=source)
    if named is None and item:  # one without a name was the index of a frame
        _check_items(table, item, source)
    items: dict[str, int] = {}
    for row, one in _rows(table, item):
        text = _name(one, "item", f"row {row}", source)
        if text in items:
            what = f"row {row}, column {item}: the item {shown(text)} appears twice, first in row {items[text]}"
            raise InputError(what, source=source)
        items[text] = row
    rankings = {}
    for name, kind in zip(names, kinds, strict=True):
        numbers = [one for _, one in _rows(table, name)]
        where = [f"row {row}, column {name}: " for row in items.values()]
        rankings[name] = _by_number(list(items), numbers, kind, source, where)
        if not rankings[name]:
            raise InputError(f"column {name}: ranks no item", source=source)
    return NamedRankings.of(rankings, items, source)


def _check_items(table: pa.Table, first: str, source: str) -> None:
    """Refuse to take a first column for that of the items which may be a ranking, or where another one is it."""
    cells = [one for _, one in _rows(table, first) if one is not None]
    if cells and all(_exact(one) is not None for one in cells):
        what = f"no column is called 'item', and the first one, {shown(first)}, holds numbers, as rankings do"
        raise InputError(f"{what}; call the column of items 'item', or add one", source=source)
    for name in table.column_names[1:]:
        words = [one for _, one in _rows(table, name) if isinstance(one, str)]
        if words and not any(_NUMBER.fullmatch(one) for one in words):
            what = f"no column is called 'item', and {shown(first)} and {shown(name)} both hold words"
            raise InputError(f"{what}; call that of the items 'item', and that of rankings 'ranking'", source=source)


def _lists(table: pa.Table, source: str) -> NamedRankings:
    rankings = {}
    for name in _column_names(table, source):
        cells = [one for _, one in _rows(table, name)]
        last = max((place for place, one in enumerate(cells) if one is not None), default=-1)
        found: dict[str, int] = {}
        for place, one in enumerate(cells[: last + 1]):
            text = _name(one, "item", f"row {place + 1}, column {name}", source)
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


def _column_names(table: pa.Table, source: str, item: str | None = None) -> list[str]:
    """The names of columns; only that of the items may be blank."""
    names = enumerate(table.column_names, 1)
    return [name if name == item else _name(name, "name", f"column {place}", source) for place, name in names]


def _distinct(names: Sequence[str], source: str) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"two columns are called {shown(twice)}", source=source)


# ---------------------------------------------------------------- cells


def _name(one: Any, what: str, where: str, source: str) -> str:
    """The name of an item or of a ranking: text, or a whole number."""
    if one is None or (isinstance(one, str) and not one.strip()):
        raise InputError(f"{where}: has no {what}", source=source)
    try:
        return text_of(one.strip() if isinstance(one, str) else one, source)
    except InputError:
        why = "is not valid Unicode text" if isinstance(one, str) else "is not text or a whole number"
        raise InputError(f"{where}: the {what} {_written(one)} {why}", source=source) from None


def _by_number(
    items: Sequence[str], cells: Sequence[Any], values: Values, source: str, where: Sequence[str]
) -> list[list[str]]:
    """Items in tiers by their ranks or scores; those without a number are left out."""
    numbers = [(_number(cell, values, source, where[place]), place) for place, cell in enumerate(cells)]
    ranked = [(number, place) for number, place in numbers if number is not None]
    ranked.sort(key=_first, reverse=values == "scores")
    return [[items[place] for _, place in tier] for _, tier in groupby(ranked, key=_first)]


def _first(pair: tuple[Any, int]) -> Any:
    return pair[0]


def _number(cell: Any, values: Values, source: str, where: str) -> int | Fraction | Decimal | None:
    """A rank or a score; None where there is none."""
    if cell is None:
        return None
    what = f"{where}{_written(cell)} is not a {values.removesuffix('s')}"
    number = _exact(cell)
    if number is None:
        raise InputError(f"{what}; expected a number or a blank", source=source)
    if isinstance(number, Decimal) and number.is_nan():
        raise InputError(f"{what}; leave it blank if not ranked", source=source)
    if isinstance(number, Decimal) and number and not (number.is_finite() and abs(number.adjusted()) <= MOST_EXPONENT):
        limits = f"finite, with exponents from -{MOST_EXPONENT} to {MOST_EXPONENT}"
        raise InputError(f"{where}{_written(cell)} is out of range: {values} are {limits}", source=source)
    if values == "ranks" and number < 1:
        ways = "add 1 to ranks that start at 0; numbers of which a larger one is better are values='scores'"
        raise InputError(f"{what}: ranks are 1 or more, and 1 is the best; {ways}", source=source)
    return number


def _written(cell: Any) -> str:
    """A cell as a message shows it."""
    return str(cell) if isinstance(cell, Decimal) and len(str(cell)) < LONGEST else shown(cell)


def _exact(cell: Any) -> int | Fraction | Decimal | None:
    """The number that was written, a float as its shortest decimal; None of anything else. These types are compared
    exactly with each other.
    """
    if isinstance(cell, Fraction | Decimal):
        return cell
    if isinstance(cell, Integral) and not isinstance(cell, bool):
        return int(cell)
    if isinstance(cell, float | np.floating):
        return Decimal(repr(float(cell)))
    if not isinstance(cell, str) or not _NUMBER.fullmatch(cell):
        return None
    try:
        return Decimal(cell)
    except InvalidOperation:  # an exponent of many digits
        return Decimal("inf")
