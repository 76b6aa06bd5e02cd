"""What the tables of the papers print: files of digits, transcribed once and read by the checks.

Each is ``tables/<paper>/<table>.csv``; ``tables/SHA256SUMS`` has their checksums, so that no digit changes unnoticed.
"""

from __future__ import annotations

import csv
from importlib.resources import files

__all__ = ["printed_table"]


def printed_table(name: str) -> list[dict[str, str]]:
    """The rows of a printed table by its name, such as ``"ferrante-2021/table-2"``, with the digits as they stand."""
    text = files("intervale_papers").joinpath("tables", f"{name}.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))
