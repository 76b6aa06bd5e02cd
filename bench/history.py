"""How many times as fast as its peers intervale was, run by run of evaluators.py: the last against the one before.

usage: history.py [FILE] [--loss PART]

A ratio that is more than PART (0.15 if not given) smaller than the one before, of the same case and tool on as many
cores, is marked as a loss.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "history.csv"


class Row(NamedTuple):
    """What one run of the bench said of a case and a tool."""

    date: str
    case: str
    tool: str
    ratio: float
    load: float
    python: str
    cores: int


class Change(NamedTuple):
    """The last ratio of a case and a tool, and the one before, if there is one."""

    before: Row | None
    last: Row

    def lost(self, part: float) -> bool:
        """Whether the ratio fell by more than a part of what it was."""
        return self.before is not None and self.last.ratio < (1 - part) * self.before.ratio


def append(path: Path, rows: list[Row]) -> None:
    """Add rows at the end; a new file gets a header."""
    new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        if new:
            writer.writerow(Row._fields)
        for row in rows:
            writer.writerow(row._replace(ratio=round(row.ratio, 2), load=round(row.load, 1)))


def read(path: Path) -> list[Row]:
    """The rows of a file, in the order in which they were added."""
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Row(r["date"], r["case"], r["tool"], float(r["ratio"]), float(r["load"]), r["python"], int(r["cores"]))
            for r in csv.DictReader(file)
        ]


def changes(rows: list[Row]) -> list[Change]:
    """The last row of each case, tool and number of cores beside the one before it."""
    last: dict[tuple[str, str, int], Change] = {}
    for row in rows:
        key = row.case, row.tool, row.cores
        last[key] = Change(last[key].last if key in last else None, row)
    return list(last.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=FILE, metavar="FILE")
    parser.add_argument("--loss", type=float, default=0.15, metavar="PART")
    chosen = parser.parse_args()
    print(
        "| case | tool | cores | before | load | last | load | change | |\n|---|---|---:|---:|---:|---:|---:|---:|---|"
    )
    found = changes(read(chosen.file))
    for change in found:
        before, last = change
        old = f"{before.ratio:.2f} ({before.date}) | {before.load:.1f}" if before else " | "
        step = f"{last.ratio / before.ratio - 1:+.0%}" if before else ""
        mark = "LOSS" if change.lost(chosen.loss) else ""
        new = f"{last.ratio:.2f} ({last.date}) | {last.load:.1f}"
        print(f"| {last.case} | {last.tool} | {last.cores} | {old} | {new} | {step} | {mark} |")
    losses = sum(change.lost(chosen.loss) for change in found)
    compared = sum(change.before is not None for change in found)
    print(f"\n{losses} of {compared} ratios that were measured before fell by more than {chosen.loss:.0%}.")


if __name__ == "__main__":
    main()
