"""How long the interval mapping takes, each case in a process of its own, without the cache; a chart of how it grows.

usage: interval.py [--chart FILE.svg] [--quick] [--small]

With --quick, without what grows and its chart. With --small, short runs, and no chart where none is named.
"""

from __future__ import annotations

import argparse
import datetime
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
ONE = """
import sys, numpy as np, intervale as iv
text, grades, asked = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
scale = iv.interval_scale(text, grades=grades)
runs = np.random.default_rng(1).binomial(grades, 0.3, (asked, scale.space.length)).tolist()
if asked:
    scale.ranks_of(runs)
print(scale.method, scale.size)
"""
CASES = [
    ("AP@30", 1, 6450),
    ("RBP(p=0.8)@40", 1, 1000),
    ("nDCG@10", 4, 1000),
    ("nDCG@20", 3, 1000),
    ("ERR@10", 4, 1000),
]
GROWTH = {
    "AP, binary": [(f"AP@{n}", 1) for n in (12, 16, 20, 24, 26, 28, 30, 32)],
    "ERR, 5 grades": [(f"ERR@{n}", 4) for n in (4, 6, 8, 9, 10, 11)],
    "RBP(p=0.8), binary": [(f"RBP(p=0.8)@{n}", 1) for n in (12, 20, 28, 32, 36, 40, 44)],
    "nDCG, 4 grades": [(f"nDCG@{n}", 3) for n in (6, 10, 14, 18, 20, 22)],
    "RBP(p=0.5), binary": [(f"RBP(p=0.5)@{n}", 1) for n in (10, 20, 30, 50, 100)],
}
"""Measures by length, each with 100 ranks asked."""
SMALL_CASES = [("AP@8", 1, 10), ("RBP(p=0.8)@8", 1, 10), ("nDCG@5", 2, 10)]
SMALL_GROWTH = {"AP, binary": [(f"AP@{n}", 1) for n in (4, 8)], "RBP(p=0.5), binary": [("RBP(p=0.5)@100", 1)]}


def measured(text: str, grades: int, asked: int) -> tuple[float, float, str]:
    """Seconds and peak megabytes, start-up included, and what was found."""
    started = time.perf_counter()
    environment = os.environ | {"INTERVALE_CACHE": os.devnull}
    command = [sys.executable, "-c", ONE, text, str(grades), str(asked)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = process.stdout.read().strip()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status:
        raise SystemExit(f"{text} failed")
    return time.perf_counter() - started, usage.ru_maxrss / 1024, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chart", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    cases, growth = (SMALL_CASES, SMALL_GROWTH) if chosen.small else (CASES, GROWTH)
    chart = chosen.chart or (None if chosen.small else HERE / "interval.svg")
    print(
        "| measure | grades | ranks asked | seconds | peak MB | values | method |\n|---|---:|---:|---:|---:|---:|---|"
    )
    for text, grades, asked in cases:
        seconds, peak, found = measured(text, grades, asked)
        method, _, size = found.rpartition(" ")
        print(
            f"| {text} | {grades + 1} | {asked:,} | {seconds:.1f} | {peak:.0f} | {int(size):,} | {method} |", flush=True
        )
    if chosen.quick:
        return
    print("\n| measure | length | seconds | peak MB |\n|---|---:|---:|---:|")
    points = []
    for name, steps in growth.items():
        for text, grades in steps:
            seconds, peak, _ = measured(text, grades, 100)
            length = int(text.rpartition("@")[2])
            print(f"| {name} | {length} | {seconds:.2f} | {peak:.0f} |", flush=True)
            points.append({"measure": name, "length": length, "seconds": seconds, "MB": peak})
    if chart:
        draw(points, chart)


def draw(points: list[dict[str, object]], path: Path) -> None:
    """Seconds and megabytes against the length, on logarithmic axes."""
    import altair as alt

    def panel(y: str) -> alt.LayerChart:
        base = alt.Chart(alt.Data(values=points)).encode(
            x=alt.X("length:Q", title="length of runs", scale=alt.Scale(type="log", nice=False, domain=[4, 110])),
            y=alt.Y(f"{y}:Q", title=y, scale=alt.Scale(type="log")),
            color=alt.Color("measure:N", title=None, sort=list(dict.fromkeys(str(p["measure"]) for p in points))),
        )
        return (base.mark_line() + base.mark_point(filled=True, size=40)).properties(width=300, height=220)

    title = f"intervale: 100 exact ranks, start-up included ({datetime.date.today()}, {os.cpu_count()} cores)"
    alt.hconcat(panel("seconds"), panel("MB")).properties(title=title).save(path)


if __name__ == "__main__":
    main()
