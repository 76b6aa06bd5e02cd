"""Evaluates a collection on a cluster: ``driver.py FOLDER EXECUTOR OUTPUT [PARTS]``; started, and killed, by tests."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import intervale as iv
from tests.cluster.collection import MEASURES


def main(folder: str, executor: str, output: str, parts: str | None = None) -> None:
    import_module("intervale.data.judge").UNIT = 100_000
    home = Path(folder)
    found = iv.evaluate(
        home / "qrels.txt", home / "runs", MEASURES, executor=executor, workers=2, parts=parts, interval=False
    )
    found.save(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
