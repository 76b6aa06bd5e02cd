"""Collections for the benches: made-up ones, the same files for the same seed, and real runs, unpacked.

usage: make_data.py [--small] [--trec8 FOLDER] FOLDER [NAME...]

| name | runs | topics | depth | judged a topic | what it is like |
|---|---|---|---|---|---|
| trec8 | 129 | 50 | 1000 | 1737 | TREC-8 ad hoc itself, where its files are (--trec8 says where) |
| real-looking | 48 | 50 | 1000 | 1700 | an archive: scores, ids and orders of all kinds (real_looking.py) |
| a | 100 | 50 | 1000 | 1700 | a TREC track |
| b | 1 | 6,980 | 1000 | 5 | a passage collection with shallow judgments |
| c | 1 | 200,000 | 20 | 3 | a recommender's test set |
| d | 1 | 6,980 | 1000 | 5 | as b, with messy white space |
| parquet | 1 | 6,980 | 1000 | 5 | b, as Parquet files |

In a, b, c and d every third run has its scores rounded, so that it has ties. With --small, a thousandth of it, to see
that all works.
"""

from __future__ import annotations

import argparse
import lzma
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from real_looking import document_name, topic_name, write_run

if TYPE_CHECKING:
    import numpy as np

TREC8 = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "trec8-adhoc"


class Shape(NamedTuple):
    runs: int
    topics: int
    depth: int
    judged: int
    separator: str = " "
    documents: int = 2_000_000


SHAPES = {
    "real-looking": Shape(48, 50, 1000, 1700, documents=200_000),
    "a": Shape(100, 50, 1000, 1700),
    "b": Shape(1, 6_980, 1000, 5),
    "c": Shape(1, 200_000, 20, 3),
    "d": Shape(1, 6_980, 1000, 5, separator=" \t  "),
}
SMALL = {
    "real-looking": Shape(8, 5, 100, 170, documents=2_000),
    "a": Shape(3, 5, 100, 170),
    "b": Shape(1, 70, 100, 5),
    "c": Shape(1, 200, 20, 3),
    "d": Shape(1, 70, 100, 5, separator=" \t  "),
}
NAMES = ("trec8", *SHAPES, "parquet")


class AbsentError(Exception):
    """A collection cannot be made here, and why."""


def made(folder: Path, name: str, small: bool = False, trec8: Path = TREC8) -> tuple[Path, list[Path]]:
    """The qrels file and the run files of a collection, which are written unless they are there."""
    shapes = SMALL if small else SHAPES
    if name == "trec8":
        return unpacked(folder, trec8, 1 if small else None)
    if name == "parquet":
        return as_parquet(*make(folder, "b", shapes["b"]))
    return make(folder, name, shapes[name])


def make(folder: Path, name: str, shape: Shape, seed: int = 8) -> tuple[Path, list[Path]]:
    """Write a made-up collection unless it is there; the qrels file and the run files."""
    home = folder / f"{name}-{'-'.join(str(part) for part in shape[:4])}"
    qrels, runs = home / "qrels.txt", [home / f"run{number:03d}.txt" for number in range(shape.runs)]
    if all(path.exists() for path in (qrels, *runs)):
        return qrels, runs
    import numpy as np

    real = name == "real-looking"
    home.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(seed)
    judged = [np.unique(random.integers(0, shape.documents, shape.judged)) for _ in range(shape.topics)]
    with qrels.open("w", encoding="utf-8") as file:
        for topic, documents in enumerate(judged, start=1):
            grades = random.choice(3, len(documents), p=[0.6, 0.3, 0.1])
            label = topic_name(topic) if real else topic
            names = map(document_name, documents.tolist()) if real else (f"D{d:07d}" for d in documents)
            file.writelines(f"{label} 0 {d} {g}\n" for d, g in zip(names, grades, strict=True))
    for number, path in enumerate(runs):
        with path.open("w", encoding="utf-8") as file:
            if real:
                answers = [(topic, _retrieved(random, shape, docs)) for topic, docs in enumerate(judged, start=1)]
                file.write(write_run(random, number, answers))
                continue
            for topic, documents in enumerate(judged, start=1):
                file.write(_answer(random, shape, number, topic, documents))
    return qrels, runs


def unpacked(folder: Path, source: Path, most: int | None = None) -> tuple[Path, list[Path]]:
    """The runs of TREC-8 as plain files."""
    packed = sorted(source.glob("runs/input.*.xz"))[:most]
    if not packed:
        raise AbsentError("the runs of TREC-8 are not in the folder shared/data/trec8-adhoc beside the project")
    home = folder / f"trec8-{len(packed)}"
    home.mkdir(parents=True, exist_ok=True)
    runs = [home / path.stem for path in packed]
    for path, run in zip(packed, runs, strict=True):
        if not run.exists():
            run.write_bytes(lzma.decompress(path.read_bytes()))
    return source / "qrels.trec8.txt", runs


def as_parquet(qrels: Path, runs: list[Path]) -> tuple[Path, list[Path]]:
    """A collection as Parquet files beside its text, with the columns that it takes."""
    _to_parquet(qrels, {"f0": "query_id", "f2": "doc_id", "f3": "relevance"})
    for run in runs:
        _to_parquet(run, {"f0": "query_id", "f2": "doc_id", "f4": "score"})
    return qrels.with_suffix(".parquet"), [run.with_suffix(".parquet") for run in runs]


def _to_parquet(path: Path, columns: dict[str, str]) -> None:
    if path.with_suffix(".parquet").exists():
        return
    import pyarrow as pa
    from pyarrow import csv, parquet

    table = csv.read_csv(
        path,
        read_options=csv.ReadOptions(autogenerate_column_names=True),
        parse_options=csv.ParseOptions(delimiter=" "),
        convert_options=csv.ConvertOptions(include_columns=list(columns), column_types={"f0": pa.string()}),
    )
    parquet.write_table(table.rename_columns(list(columns.values())), path.with_suffix(".parquet"))


def _retrieved(random: np.random.Generator, shape: Shape, judged: np.ndarray) -> np.ndarray:
    """The documents that a run has for a topic: about 60% of the judged ones, and others."""
    import numpy as np

    found = judged[random.random(len(judged)) < 0.6]
    others = random.integers(0, shape.documents, 2 * shape.depth)
    documents = np.unique(np.concatenate([found, others]))
    random.shuffle(documents)
    return documents[: shape.depth]


def _answer(random: np.random.Generator, shape: Shape, number: int, topic: int, judged: np.ndarray) -> str:
    import numpy as np

    documents = _retrieved(random, shape, judged)
    scores = np.sort(random.random(len(documents)))[::-1] * 20
    digits = 2 if number % 3 == 0 else 6
    s = shape.separator
    return "".join(
        f"{topic}{s}Q0{s}D{document:07d}{s}{rank}{s}{score:.{digits}f}{s}run{number:03d}\n"
        for rank, (document, score) in enumerate(zip(documents, scores, strict=True), start=1)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--trec8", type=Path, default=TREC8)
    chosen = parser.parse_args()
    for name in chosen.names or NAMES:
        try:
            print(made(chosen.folder, name, chosen.small, chosen.trec8)[0])
        except AbsentError as absent:
            print(f"{name}: skipped, {absent}")


if __name__ == "__main__":
    main()
