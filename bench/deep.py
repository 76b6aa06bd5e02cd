"""How wide the bounds of deep interval scales are and how long they take, each case in a process of its own.

usage: deep.py [--small]     with --small, one scale of length 50
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

ONE = """
import resource, sys, time
from fractions import Fraction
import numpy as np
import intervale as iv
text, grades = sys.argv[1], int(sys.argv[2])
started = time.perf_counter()
scale = iv.interval_scale(text, grades=grades)
length = scale.space.length
random = np.random.default_rng(1)
runs = []
for relevant in (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300):
    if relevant <= length:
        top = np.arange(relevant)
        spread = random.choice(length, relevant, replace=False)
        early = np.unique((length * random.random(relevant) ** 3).astype(int))
        for places in (top, spread, early):
            run = np.zeros(length, dtype=int)
            run[places] = random.integers(1, grades + 1, len(places))
            runs.append(run)
few = scale.rank_bounds_of(np.array(runs))
built = time.perf_counter() - started
relative = max(float(Fraction(high - low, high)) for low, high in few)
half = scale.rank_bounds_of(random.integers(0, grades + 1, (50, length)))
wide = 2 * scale.error
built_all = time.perf_counter() - started
many = random.integers(0, grades + 1, (10_000, length)) * (random.random((10_000, 1)) < 0.5)
started = time.perf_counter()
scale.rank_bounds_of(many)
asked = time.perf_counter() - started
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{built:.1f} | {built_all:.1f} | {peak:.0f} | {relative:.1e} | {wide:.1e} | {asked:.2f}")
"""
CASES = [
    ("RBP(p=0.8)@100", 1),
    ("DCG(base=2)@100", 1),
    ("nDCG@100", 3),
    ("RBP(p=0.95)@1000", 1),
    ("DCG(base=2)@1000", 1),
    ("nDCG@1000", 3),
]
SMALL = [("RBP(p=0.8)@50", 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    print(
        "| measure | grades | seconds, runs with 1 to 300 relevant | seconds, any run | peak MB | relative width of a "
        "rank | width of a score, any run | seconds, 10,000 ranks |\n|---|---:|---:|---:|---:|---:|---:|---:|"
    )
    for text, grades in SMALL if chosen.small else CASES:
        command = [sys.executable, "-c", ONE, text, str(grades)]
        environment = os.environ | {"INTERVALE_CACHE": os.devnull}
        found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()
        print(f"| {text} | {grades + 1} | {found} |", flush=True)


if __name__ == "__main__":
    main()
