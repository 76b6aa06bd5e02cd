"""What is in the cache: in a sentence, as a table, and as a document."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from intervale.data.room import in_words
from intervale.present.table import Cell, Table
from intervale.scales.cache_contents import CacheContents

__all__ = ["cache_document", "cache_sentence", "cache_table"]


def cache_sentence(found: CacheContents) -> str:
    """Such as ``3 results, 38 tables, 959 MB, in /home/me/.cache/intervale/scales``."""
    counts = [_many(found.results, "result"), _many(found.tables, "table")]
    counts += [_many(found.unknown, "file") + " that cannot be read"] if found.unknown else []
    return f"{', '.join(counts)}, {_size(found.bytes)}, in {found.folder}"


def cache_table(found: CacheContents) -> Table:
    """A row for each measure, length and top grade, with the limit below."""
    rows = tuple(
        (
            Cell(one.measure),
            *(Cell(number, whole=True) for number in (one.length, one.grades, one.results, one.tables)),
            Cell(one.bytes / 1e6, digits=1),
            Cell(datetime.fromtimestamp(one.used).astimezone().strftime("%Y-%m-%d %H:%M")),
        )
        for one in found.kept
    )
    columns = ("measure", "length", "top grade", "results", "tables", "MB", "last used")
    return Table(columns, rows, lead=(cache_sentence(found),), footer=(_limited(found),))


def cache_document(found: CacheContents) -> dict[str, Any]:
    return {
        "folder": str(found.folder),
        "files": len(found.files),
        "bytes": found.bytes,
        "results": found.results,
        "tables": found.tables,
        "limit": found.limit,
        "measures": [
            {
                "measure": one.measure,
                "length": one.length,
                "grades": one.grades,
                "results": one.results,
                "tables": one.tables,
                "bytes": one.bytes,
                "last_used": datetime.fromtimestamp(one.used, UTC).isoformat(timespec="seconds"),
            }
            for one in found.kept
        ],
    }


def _limited(found: CacheContents) -> str:
    if not found.limit:
        return "no tables are kept (INTERVALE_CACHE_SIZE=0)"
    return f"limit: {_size(found.limit)}; what was not used for longest is removed first (INTERVALE_CACHE_SIZE sets it)"


def _size(count: int) -> str:
    return in_words(count) if count >= 10**6 else f"{count / 1e3:.0f} kB"


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
