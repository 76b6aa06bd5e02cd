"""How wide the bounds of deep interval scales and of places among all runs are and how long they take, each case in a
process of its own.

usage: deep.py [--small] [--precise] [--only MEASURE]

With --small, short runs; with --precise, places within 1% everywhere.
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
PLACES = """
import resource, sys, time
import numpy as np
import intervale as iv
text, grades, precise = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "True"
started = time.perf_counter()
scale = iv.interval_scale(text, grades=grades, method="walks", tie_rule="mid", precise=precise)
places = scale.counting.places
base, most = places.walk.base, places.walk.most
ends = [base + 2.0**k for k in range(-40, 40) if places.smallest.cut < base + 2.0**k]
ends = [end for end in ends if end < most] + [most]
places.places(np.array(ends) * (1 - 1e-9))
built, work = time.perf_counter() - started, time.process_time()
random = np.random.default_rng(1)
length = scale.space.length
share = random.random((10_000, 1)) ** 3
many = random.integers(1, grades + 1, (10_000, length)) * (random.random((10_000, length)) < share)
started = time.perf_counter()
scale.scored(many)
asked = time.perf_counter() - started
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
widest = [(octave, stretch.anchors[0][-1], stretch.widest) for octave, stretch in sorted(places.stretches.items())]
print(f"{built:.1f} | {work:.1f} | {peak:.0f} | {max(width for _, _, width in widest):.3f} | {10_000 / asked:,.0f}")
print(" ".join(f"{end:.4g}: {width:.4f}" for _, end, width in widest))
"""
CASES = [
    ("RBP(p=0.8)@100", 1),
    ("DCG(base=2)@100", 1),
    ("nDCG@100", 3),
    ("RBP(p=0.95)@1000", 1),
    ("DCG(base=2)@1000", 1),
    ("nDCG@1000", 3),
    ("nDCG@1000", 4),
]
SMALL = [("RBP(p=0.8)@50", 1)]
PLACED = [("AP@100", 1), ("AP@1000", 1), ("ERR@20", 4), ("ERR@1000", 1)]
SMALL_PLACED = [("AP@30", 1), ("ERR@8", 4)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--precise", action="store_true")
    parser.add_argument("--only", metavar="MEASURE")
    chosen = parser.parse_args()
    deep, places = (SMALL, SMALL_PLACED) if chosen.small else (CASES, PLACED)
    if not chosen.precise:
        ranks([case for case in deep if chosen.only in (None, case[0])])
    placed([case for case in places if chosen.only in (None, case[0])], chosen.precise)


def measured(code: str, *words: str) -> list[str]:
    """What a script prints in a process of its own, without a cache."""
    command, environment = [sys.executable, "-c", code, *words], os.environ | {"INTERVALE_CACHE": os.devnull}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


def ranks(cases: list[tuple[str, int]]) -> None:
    print(
        "| measure | grades | seconds, runs with 1 to 300 relevant | seconds, any run | peak MB | relative width of a "
        "rank | width of a score, any run | seconds, 10,000 ranks |\n|---|---:|---:|---:|---:|---:|---:|---:|"
    )
    for text, grades in cases:
        (found,) = measured(ONE, text, str(grades))
        print(f"| {text} | {grades + 1} | {found} |", flush=True)


def placed(cases: list[tuple[str, int]], precise: bool) -> None:
    """Places: all octaves, and the widest bounds of each."""
    print(
        "\n| places of | grades | seconds, all octaves | CPU seconds | peak MB | largest relative width | places a "
        "second |\n|---|---:|---:|---:|---:|---:|---:|"
    )
    octaves = {}
    for text, grades in cases:
        found, octaves[text] = measured(PLACES, text, str(grades), str(precise))
        print(f"| {text} | {grades + 1} | {found} |", flush=True)
    print("\nLargest relative width up to each value x, an octave at a time:\n")
    for text, widths in octaves.items():
        print(f"- {text}: {widths}")


if __name__ == "__main__":
    main()
