"""The table of type I errors in docs/statistics.md: how often each test finds a difference where there is none.

usage: make_type_one.py [REPETITIONS]

Systems are exchangeable: their scores on a topic are the topic's difficulty plus noise of one distribution, so that
every difference found is an error. Tests of one pair at a time: the share of pairs. Tests of all systems at once: the
share of tables with at least one difference, which is what they hold at alpha. Behind each share stands its standard
error: the standard deviation over repetitions, over the root of their number.
"""

from __future__ import annotations

import sys

import numpy as np

from intervale.stats.outcome import Setting
from intervale.stats.registry import TESTS

SYSTEMS, TOPICS = 5, 50


def continuous(random: np.random.Generator) -> np.ndarray:
    return random.beta(1 + 2 * random.random(TOPICS), 3, (SYSTEMS, TOPICS))


def tied(random: np.random.Generator) -> np.ndarray:
    """Precision at 5: six values, many of them 0, more on easy topics."""
    return random.binomial(5, random.beta(0.5, 1.5, TOPICS), (SYSTEMS, TOPICS)) / 5


def main() -> None:
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    print("| test | of | continuous | heavily tied |\n|---|---|---:|---:|")
    for name, test in TESTS.items():
        shares = []
        for make in (continuous, tied):
            random = np.random.default_rng(1)
            found = []
            for repetition in range(repetitions if name not in ("randomisation", "bootstrap") else repetitions // 4):
                p = test.run(make(random), None, Setting(resamples=999, seed=repetition)).p
                found.append((p <= 0.05).any() if test.family else (p <= 0.05).mean())
            shares.append(f"{np.mean(found):.1%} ± {np.std(found, ddof=1) / np.sqrt(len(found)):.1%}")
        what = "tables" if test.family else "pairs"
        print(f"| `{name}` | {what} | {shares[0]} | {shares[1]} |", flush=True)


if __name__ == "__main__":
    main()
