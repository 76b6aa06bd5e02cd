"""Ranking metrics for many pairs of rankings at once, beside a loop over scipy; then agreement and properties.

usage: rankings.py [PAIRS [LENGTH]] [--small]     10,000 pairs of length 1,000 by default, 20 of length 10 with --small
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from math import factorial

import numpy as np
import scipy.stats

from intervale.rankings import METRICS, agreement, metric, properties

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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=int, nargs="?")
    parser.add_argument("length", type=int, nargs="?")
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    pairs, length = chosen.pairs or (20 if chosen.small else 10_000), chosen.length or (10 if chosen.small else 1000)
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
    rankings, every, most, sampled = (100, 4, 3, 10) if chosen.small else (10_000, 8, 7, 1000)
    seconds, _ = timed(lambda: agreement(rankings=rankings))
    print(f"| agreement of the 33 metrics, n = 100, k = 30, {rankings:,} rankings | {seconds:.1f} |", flush=True)
    seconds, _ = timed(lambda: agreement(n=every))
    print(f"| the same over all {factorial(every):,} rankings of {every} items | {seconds:.1f} |", flush=True)
    seconds, _ = timed(lambda: [properties(name, n=most, pairs=sampled) for name in METRICS])
    print(f"| properties of {len(METRICS)} metrics, n = {most}, {sampled:,} pairs in S_100 | {seconds:.1f} |")


if __name__ == "__main__":
    main()
