"""All pairs of systems under the eight tests of Ferrante, Ferro and Fuhr 2021, beside a loop over scipy and ranx.

usage: significance.py FOLDER      FOLDER has matrices of topics × systems as CSV: trec8.adhoc.ap.csv, …
       significance.py --small     on random scores of 4 systems and 20 topics
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
import scipy.stats

from intervale.stats.outcome import Setting
from intervale.stats.registry import TESTS

NAMES = ("sign", "rank-sum", "signed-rank", "t", "anova1", "kruskal-wallis", "anova2", "friedman")
MATRICES = ("trec8.adhoc.ap.csv", "trec17.blog-topicrel.ap.csv")


def read(path: Path) -> np.ndarray:
    """Systems × topics."""
    with path.open() as file:
        rows = list(csv.reader(file))
    start = 0 if _number(rows[1][0]) else 1
    return np.array([[float(x) for x in row[start:]] for row in rows[1:]]).T


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return "." in text


LOOPS: dict[str, Callable[[np.ndarray, np.ndarray], object]] = {
    "sign": lambda x, y: scipy.stats.binomtest(int((x > y).sum()), max(1, int((x != y).sum()))),
    "rank-sum": lambda x, y: scipy.stats.mannwhitneyu(x, y, method="asymptotic"),
    "signed-rank": lambda x, y: scipy.stats.wilcoxon(x, y, method="approx", correction=False),
    "t": lambda x, y: scipy.stats.ttest_rel(x, y),
}


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def loop(test: str, scores: np.ndarray, pairs: list[tuple[int, int]]) -> None:
    for a, b in pairs:
        LOOPS[test](scores[a], scores[b])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    if chosen.small:
        os.environ["NUMBA_DISABLE_JIT"] = "1"  # ranx takes longer to compile than to compare
        tables = {"random scores": np.random.default_rng(1).random((4, 20))}
    elif chosen.folder:
        tables = {name: read(chosen.folder / name) for name in MATRICES}
    else:
        parser.error("a folder with matrices of scores is needed, or --small")
    for name, scores in tables.items():
        systems, topics = scores.shape
        pairs = list(combinations(range(systems), 2))
        print(f"\n{name}: {systems} systems, {topics} topics, {len(pairs):,} pairs\n")
        print("| test | seconds | scipy, pair by pair (from a sample of 800) |\n|---|---:|---:|")
        total = 0.0
        for test in NAMES:
            seconds = timed(partial(TESTS[test].run, scores, None, Setting()))
            total += seconds
            beside = "-"
            if test in LOOPS:
                some = pairs[:: max(1, len(pairs) // 800)]
                beside = f"{timed(partial(loop, test, scores, some)) * len(pairs) / len(some):.1f}"
            print(f"| {test} | {seconds:.2f} | {beside} |", flush=True)
        print(f"| all eight | {total:.2f} | |")
        ranx(scores)


def ranx(scores: np.ndarray) -> None:
    """What ranx.compare does once it has scored the runs, on the same scores."""
    try:
        from ranx.statistical_tests import compute_statistical_significance
    except ImportError:
        print("\nranx is not installed")
        return
    table = {f"s{n}": {"AP": row} for n, row in enumerate(scores)}
    for test in ("student", "fisher"):
        some = dict(list(table.items())[: 20 if test == "fisher" else None])
        seconds = timed(partial(compute_statistical_significance, list(some), some, test, 1000, 0.05, 1))
        count = len(some) * (len(some) - 1) // 2
        print(f"\nranx, {test}: {seconds:.1f} s for {count:,} pairs, {seconds / count * 1000:.2f} ms each")


if __name__ == "__main__":
    main()
