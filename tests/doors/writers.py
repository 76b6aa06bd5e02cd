"""Every writer of intervale, interrupted: ``python -m tests.doors.writers kill|full FOLDER``.

Each writes one large content over another in a process of its own, again and again. ``kill`` kills that process at
seeded moments; ``full`` gives it no room for the new content. What is on the disk afterwards must be one of the two
contents, whole. The result is one JSON document.
"""

import json
import os
import random
import resource
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np

import intervale as iv
from intervale.cli import output
from intervale.data import Policy
from intervale.data.made_up import write_trec
from intervale.evaluation import Evaluation
from intervale.measures import parse_measure
from intervale.present.page import make, pictures
from intervale.scales import cache

SIZE = 3_000_000
KILLS, SLOWEST = 10, 0.03
"""For each writer; and after how many seconds at most."""
TABLE = Evaluation(("A", "B"), ("t",), ("AP",), (parse_measure("AP"),), np.zeros((1, 2, 1)), Policy())


def content(letter: str) -> str:
    return letter * SIZE


def save(path: Path, letter: str) -> None:
    Evaluation.saved_bytes = lambda self: content(letter).encode()
    TABLE.save(path)


def report(path: Path, letter: str) -> None:
    make.gather = lambda *_, **__: None
    make.page = lambda _: content(letter)
    iv.report(TABLE, output=path)


def figure(path: Path, letter: str) -> None:
    pictures.charts = lambda _: {path.stem: None}
    pictures.chart_bytes = lambda *_: content(letter).encode()
    pictures.figures(SimpleNamespace(measures={}), path.parent)


def command_line(path: Path, letter: str) -> None:
    output.write(content(letter), path)


def kept(path: Path, letter: str) -> None:
    cache.folder = lambda: path.parent
    cache._path = lambda _: path
    cache.store({"key": 1}, {"result": content(letter)})


def files(path: Path, letter: str) -> None:
    write_trec(path.parent, {"t": {content(letter): 1}}, {})


WRITERS = {
    "Evaluation.save": (save, "scores.parquet"),
    "report": (report, "report.html"),
    "report(figures=)": (figure, "chart.svg"),
    "-o": (command_line, "table.txt"),
    "cache": (kept, "kept.json"),
    "demo --files": (files, "qrels.txt"),
}


def killed(write, path: Path, moment: float) -> None:
    child = os.fork()
    if not child:
        while True:
            for letter in "ba":
                write(path, letter)
    time.sleep(moment)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def without_room(write, path: Path) -> None:
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_FSIZE, (SIZE // 2, SIZE // 2))
        try:
            write(path, "b")
        except iv.IntervaleError:
            os._exit(0)
        os._exit(0 if write is kept else 1)  # what the cache cannot keep is no error
    _, status = os.waitpid(child, 0)
    assert status == 0, "no sentence"


def main(how: str, folder: Path) -> None:
    found = {}
    for name, (write, file) in WRITERS.items():
        path = folder / name.strip("-").replace(" ", "") / file
        path.parent.mkdir()
        whole = set()
        for letter in "ba":
            write(path, letter)
            whole.add(path.read_bytes())
        old, moments = path.read_bytes(), random.Random(f"{name} {how}")
        halves, left = 0, set()
        for _ in range(KILLS if how == "kill" else 1):
            if how == "kill":
                killed(write, path, moments.uniform(0, SLOWEST))
            else:
                without_room(write, path)
            halves += path.read_bytes() not in (whole if how == "kill" else {old})
            write(path, "a")
            left |= {other.name for other in path.parent.iterdir()} - {path.name, "chart.pdf", "chart.png"}
        found[name] = {"kills": KILLS if how == "kill" else 0, "halves": halves, "left": sorted(left)}
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
