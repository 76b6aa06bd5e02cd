"""Made-up collections for the benches: the same files for the same seed.

usage: make_data.py [--small] FOLDER [NAME...]

| name | runs | topics | depth | judged a topic | what it is like |
|---|---|---|---|---|---|
| a | 100 | 50 | 1000 | 1700 | a TREC track |
| b | 1 | 6,980 | 1000 | 5 | a passage collection with shallow judgments |
| c | 1 | 200,000 | 20 | 3 | a recommender's test set |
| d | 1 | 6,980 | 1000 | 5 | as b, with messy white space |

Every third run has its scores rounded, so that it has ties. With --small, a thousandth of it, to see that all works.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np


class Shape(NamedTuple):
    runs: int
    topics: int
    depth: int
    judged: int
    separator: str = " "
    documents: int = 2_000_000


SHAPES = {
    "a": Shape(100, 50, 1000, 1700),
    "b": Shape(1, 6_980, 1000, 5),
    "c": Shape(1, 200_000, 20, 3),
    "d": Shape(1, 6_980, 1000, 5, separator=" \t  "),
}
SMALL = {
    "a": Shape(3, 5, 100, 170),
    "b": Shape(1, 70, 100, 5),
    "c": Shape(1, 200, 20, 3),
    "d": Shape(1, 70, 100, 5, separator=" \t  "),
}


def make(folder: Path, name: str, shape: Shape, seed: int = 8) -> tuple[Path, list[Path]]:
    """Write a collection unless it is there; the qrels file and the run files."""
    home = folder / f"{name}-{'-'.join(str(part) for part in shape[:4])}"
    qrels, runs = home / "qrels.txt", [home / f"run{number:03d}.txt" for number in range(shape.runs)]
    if all(path.exists() for path in (qrels, *runs)):
        return qrels, runs
    home.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(seed)
    judged = [np.unique(random.integers(0, shape.documents, shape.judged)) for _ in range(shape.topics)]
    with qrels.open("w") as file:
        for topic, documents in enumerate(judged, start=1):
            grades = random.choice(3, len(documents), p=[0.6, 0.3, 0.1])
            file.writelines(f"{topic} 0 D{d:07d} {g}\n" for d, g in zip(documents, grades, strict=True))
    for number, path in enumerate(runs):
        with path.open("w") as file:
            for topic, documents in enumerate(judged, start=1):
                file.write(_answer(random, shape, number, topic, documents))
    return qrels, runs


def _answer(random: np.random.Generator, shape: Shape, number: int, topic: int, judged: np.ndarray) -> str:
    found = judged[random.random(len(judged)) < 0.6]
    others = random.integers(0, shape.documents, 2 * shape.depth)
    documents = np.unique(np.concatenate([found, others]))
    random.shuffle(documents)
    documents = documents[: shape.depth]
    scores = np.sort(random.random(len(documents)))[::-1] * 20
    digits = 2 if number % 3 == 0 else 6
    s = shape.separator
    return "".join(
        f"{topic}{s}Q0{s}D{document:07d}{s}{rank}{s}{score:.{digits}f}{s}run{number:03d}\n"
        for rank, (document, score) in enumerate(zip(documents, scores, strict=True), start=1)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    shapes = SMALL if chosen.small else SHAPES
    for name in chosen.names or shapes:
        print(make(chosen.folder, name, shapes[name])[0])


if __name__ == "__main__":
    main()
