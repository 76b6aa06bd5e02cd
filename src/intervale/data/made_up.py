"""A made-up collection: graded qrels and a few systems of known quality, from a fixed seed. For the demo, tests and
benches.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from intervale.data.writing import write_whole
from intervale.errors import InputError

__all__ = ["made_up_collection", "write_trec"]

SYSTEMS = {"aurora": 1.5, "borealis": 1.4, "cirrus": 1.0, "dune": 0.4}
"""Systems and how well they tell grades apart."""


def made_up_collection(
    topics: int = 25, documents: int = 400, depth: int = 50, seed: int = 8
) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, dict[str, float]]]]:
    """Qrels with grades 0 to 3 and one run a system, as dictionaries.

    About one document in twelve is relevant, three quarters of what the systems retrieve is judged, and one system
    rounds its scores, so that it has ties.

    >>> qrels, runs = made_up_collection(topics=2, documents=30, depth=5)
    >>> list(qrels), list(runs), len(runs["dune"]["t01"])
    (['t01', 't02'], ['aurora', 'borealis', 'cirrus', 'dune'], 5)
    """
    random = np.random.default_rng(seed)
    names = [f"doc-{i:04d}" for i in range(documents)]
    qrels: dict[str, dict[str, int]] = {}
    runs: dict[str, dict[str, dict[str, float]]] = {system: {} for system in SYSTEMS}
    for number in range(1, topics + 1):
        topic = f"t{number:02d}"
        grades = np.where(random.random(documents) < 1 / 12, random.choice([1, 2, 3], documents, p=[0.6, 0.3, 0.1]), 0)
        pooled: set[int] = set()
        for system, skill in SYSTEMS.items():
            scores = skill * np.sqrt(grades) + random.normal(size=documents) + 3.0
            best = np.argsort(-scores, kind="stable")[:depth]
            digits = 1 if system == "dune" else 4
            runs[system][topic] = {names[i]: round(float(scores[i]), digits) for i in best}
            pooled.update(int(i) for i in best[: depth * 3 // 4])
        qrels[topic] = {names[i]: int(grades[i]) for i in sorted(pooled)}
    return qrels, runs


def write_trec(
    folder: Path, qrels: Mapping[str, Mapping[str, int]], runs: Mapping[str, Mapping[str, Mapping[str, float]]]
) -> list[str]:
    """Write qrels and runs to a folder as TREC files ``qrels.txt`` and ``SYSTEM.run``; the names of the files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be created: {error.strerror}", source=str(folder)) from None
    lines = [f"{topic} 0 {document} {grade}\n" for topic, inner in qrels.items() for document, grade in inner.items()]
    write_whole(folder / "qrels.txt", "".join(lines))
    for system, answers in runs.items():
        lines = [
            f"{topic} Q0 {document} {rank} {score} {system}\n"
            for topic, inner in answers.items()
            for rank, (document, score) in enumerate(inner.items(), start=1)
        ]
        write_whole(folder / f"{system}.run", "".join(lines))
    return ["qrels.txt", *(f"{system}.run" for system in runs)]
