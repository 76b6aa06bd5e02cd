"""The tables of errors in docs/statistics.md: how often each test finds a difference where there is none.

usage: make_type_one.py [REPETITIONS]

Systems are exchangeable: their scores on a topic are the topic's difficulty plus noise of one distribution, so that
every difference found is an error. Tests of one pair at a time: the share of pairs. Tests of all systems at once: the
share of tables with at least one difference, which is what they hold at alpha. Below: how often a system that is as
good as all others is excluded from those that may be the best, and how often two systems whose mean difference is the
margin are found equivalent. Behind each share stands its standard error: the standard deviation over repetitions, over
the root of their number.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

from intervale.stats.best import may_be_best
from intervale.stats.equivalence import equivalence
from intervale.stats.outcome import Setting, pairs_of
from intervale.stats.registry import TESTS

SYSTEMS, TOPICS = 5, 50
RESAMPLED = ("randomisation", "randomised-tukey", "bootstrap")


def continuous(random: np.random.Generator) -> np.ndarray:
    return random.beta(1 + 2 * random.random(TOPICS), 3, (SYSTEMS, TOPICS))


def tied(random: np.random.Generator) -> np.ndarray:
    """Precision at 5: six values, many of them 0, more on easy topics."""
    return random.binomial(5, random.beta(0.5, 1.5, TOPICS), (SYSTEMS, TOPICS)) / 5


def excluded(scores: np.ndarray, repetition: int) -> float:
    """The share of systems that are said not to be the best, though all are."""
    return float((~may_be_best(scores, 0.05).possible).mean())


def equivalent(scores: np.ndarray, repetition: int) -> float:
    """The share of pairs that are found equivalent, though they differ by the margin."""
    margin = 0.1
    first, second = pairs_of(SYSTEMS)
    moved = np.concatenate([scores, scores + margin])
    return float(equivalence(moved, first + SYSTEMS, second, margin).equivalent.mean())


def shares(of: Callable[[np.ndarray, int], float], repetitions: int) -> str:
    cells = []
    for make in (continuous, tied):
        random = np.random.default_rng(1)
        found = [of(make(random), repetition) for repetition in range(repetitions)]
        cells.append(f"{np.mean(found):.1%} ± {np.std(found, ddof=1) / np.sqrt(len(found)):.1%}")
    return " | ".join(cells)


def main() -> None:
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    print("| test | of | continuous | heavily tied |\n|---|---|---:|---:|")
    for name, test in TESTS.items():

        def found(scores: np.ndarray, repetition: int, test=test) -> float:
            p = test.run(scores, None, Setting(resamples=999, seed=repetition, baseline=0)).p
            return float((p <= 0.05).any() if test.family else (p <= 0.05).mean())

        cells = shares(found, repetitions if name not in RESAMPLED else repetitions // 4)
        print(f"| `{name}` | {'tables' if test.family else 'pairs'} | {cells} |", flush=True)
    print(f"| excluded from the best | systems | {shares(excluded, repetitions)} |", flush=True)
    print(f"| equivalent | pairs | {shares(equivalent, repetitions)} |", flush=True)


if __name__ == "__main__":
    main()
