"""A collection that is made up, in the layouts that clusters meet; the scripts beside run on it in other processes."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet

MEASURES = ["AP", "nDCG@10", "P@5", "RBP(p=0.8)"]
TOPICS, DEPTH = 120, 200


def make(folder: Path) -> None:
    """``qrels.txt``, four runs as text, one large run, the same as Parquet by system, and compressed."""
    random = np.random.default_rng(26)
    with (folder / "qrels.txt").open("w") as file:
        for topic in range(TOPICS):
            for document in random.choice(2000, 40, replace=False):
                file.write(f"q{topic:03d} 0 d{document} {random.integers(0, 3)}\n")
    runs = folder / "runs"
    runs.mkdir()
    for name in ("aurora", "borealis", "corona", "dune"):
        lines = []
        for topic in random.permutation(TOPICS):
            scores = np.sort(random.random(DEPTH).round(3))[::-1]
            for rank, document in enumerate(random.choice(2000, DEPTH, replace=False)):
                lines.append((f"q{topic:03d}", f"d{document}", rank + 1, float(scores[rank])))
        text = "".join(f"{topic} Q0 {document} {rank} {score} {name}\n" for topic, document, rank, score in lines)
        (runs / f"{name}.run").write_text(text)
        packed = folder / "packed"
        packed.mkdir(exist_ok=True)
        (packed / f"{name}.run.gz").write_bytes(gzip.compress(text.encode()))
        topic, document, rank, score = zip(*lines, strict=True)
        table = pa.table({"topic": topic, "document": document, "rank": rank, "score": score})
        home = folder / "hive" / f"system={name}"
        home.mkdir(parents=True)
        half = len(table) // 3
        pa.parquet.write_table(table.slice(0, half), home / "part-0.parquet", row_group_size=5000)
        pa.parquet.write_table(table.slice(half), home / "part-1.parquet", row_group_size=7000)
