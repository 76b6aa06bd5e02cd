"""Ranking metrics for many pairs of rankings at once, beside a loop over scipy; then agreement and properties.

usage: rankings.py [PAIRS [LENGTH]]     10,000 pairs of length 1,000 where nothing is said
"""

from __future__ import annotations

import sys

sys.path = sys.path[1:]  # this folder: libraries want the statistics of the standard library

import time  # noqa: E402
from collections.abc import Callable  # noqa: E402

import numpy as np  # noqa: E402
import scipy.stats  # noqa: E402

from intervale.rankings import METRICS, agreement, metric, properties  # noqa: E402

PEERS: dict[str, Callable[[np.ndarray, np.ndarray], object]] = {
    "Kendall tau": lambda x, y: scipy.stats.kendalltau(x, y).statistic,
    "Spearman rho": lambda x, y: scipy.stats.spearmanr(x, y).statistic,
}
OTHERS = ("footrule", "Cayley", "RBO distance", "DCG", "recall")
SAMPLE = 500


def timed(work: Callable[[], object]) -> tuple[float, object]:
    start = time.perf_counter()
    found = work()
    return time.perf_counter() - start, found


def main() -> None:
    pairs, length = (int(word) for word in (*sys.argv[1:], "10000", "1000")[:2])
    random = np.random.default_rng(0)
    base = np.tile(np.arange(1, length + 1), (pairs, 1))
    first, second = random.permuted(base, axis=1), random.permuted(base, axis=1)
    print(f"{pairs:,} pairs of rankings of {length:,} items\n")
    print(f"| metric | seconds | scipy, pair by pair (from a sample of {SAMPLE}) | largest difference |")
    print("|---|---:|---:|---:|")
    for name in (*PEERS, *OTHERS):
        one = metric(name)
        seconds, values = timed(lambda one=one: one.score(first, second))
        if name not in PEERS:
            print(f"| {name} | {seconds:.2f} | | |", flush=True)
            continue
        some = range(0, pairs, max(1, pairs // SAMPLE))
        loop, theirs = timed(lambda name=name, some=some: [PEERS[name](first[i], second[i]) for i in some])
        apart = np.abs(np.asarray(values)[list(some)] - np.asarray(theirs)).max()
        print(f"| {name} | {seconds:.2f} | {loop * pairs / len(some):.1f} | {apart:.0e} |", flush=True)
    print("\n| what | seconds |\n|---|---:|")
    seconds, _ = timed(lambda: agreement())
    print(f"| agreement of the 33 metrics, n = 100, k = 30, 10,000 rankings, 528 pairs | {seconds:.1f} |", flush=True)
    seconds, _ = timed(lambda: agreement(n=8))
    print(f"| the same over all 40,320 rankings of 8 items | {seconds:.1f} |", flush=True)
    seconds, _ = timed(lambda: [properties(name) for name in METRICS])
    print(f"| eleven properties of {len(METRICS)} metrics, n = 7, 1,000 pairs in S_100 | {seconds:.1f} |")


if __name__ == "__main__":
    main()
