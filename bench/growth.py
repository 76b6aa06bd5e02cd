"""How time and memory grow with rows, topics and measures, each in a process of its own; a chart of it.

usage: growth.py [--data DIR] [--repeat N] [--chart FILE.svg] [--small]

With --small, once on tiny collections, and no chart where none is named.
"""

from __future__ import annotations

import argparse
import datetime
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from make_data import Shape, make  # noqa: E402

MEASURES = [
    "P@10",
    "AP",
    "nDCG@10",
    "RR",
    "R@100",
    "nDCG",
    "RBP(p=0.8)",
    "ERR@20",
    "Bpref",
    "Rprec",
    "infAP",
    "IPrecAvg",
]
ONE = "import sys, intervale as iv; iv.evaluate(sys.argv[1], sys.argv[2], sys.argv[3:])"
Series = dict[str, list[tuple[Shape, int]]]
SERIES: Series = {
    "rows (1000 a topic)": [(Shape(1, topics, 1000, 5), 3) for topics in (250, 1000, 2500, 5000, 10_000)],
    "topics (1,000,000 rows)": [
        (Shape(1, topics, 1_000_000 // topics, 5), 3) for topics in (1000, 5000, 20_000, 100_000)
    ],
    "measures (1,000,000 rows)": [(Shape(1, 1000, 1000, 5), count) for count in (1, 3, 6, 12)],
}
"""Collections and numbers of measures, by what grows."""
SMALL: Series = {
    "rows (1000 a topic)": [(Shape(1, topics, 1000, 5), 3) for topics in (1, 2)],
    "topics (1000 rows)": [(Shape(1, topics, 1000 // topics, 5), 3) for topics in (10, 100)],
    "measures (1000 rows)": [(Shape(1, 10, 100, 5), count) for count in (1, 12)],
}


def measured(shape: Shape, measures: int, data: Path, repeat: int) -> tuple[float, float]:
    """Median seconds and peak megabytes of one evaluation, start-up included."""
    qrels, runs = make(data, "growth", shape)
    seconds, peak = [], 0.0
    for _ in range(repeat):
        started = time.perf_counter()
        process = subprocess.Popen([sys.executable, "-c", ONE, str(qrels), str(runs[0]), *MEASURES[:measures]])
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        if status:
            raise SystemExit(f"{MEASURES[:measures]} on {shape} failed")
        seconds.append(time.perf_counter() - started)
        peak = max(peak, usage.ru_maxrss / 1024)
    return statistics.median(seconds), peak


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=HERE / ".data")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--chart", type=Path)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    series, repeat = (SMALL, 1) if chosen.small else (SERIES, chosen.repeat)
    chart = chosen.chart or (None if chosen.small else HERE / "growth.svg")
    points = []
    print(f"{datetime.date.today()}, {os.cpu_count()} cores\n")
    print("| what grows | to | seconds | peak MB |\n|---|---:|---:|---:|")
    for name, steps in series.items():
        for shape, measures in steps:
            seconds, peak = measured(shape, measures, chosen.data, repeat)
            x = measures if name.startswith("measures") else shape.topics * (1000 if name.startswith("rows") else 1)
            print(f"| {name} | {x:,} | {seconds:.2f} | {peak:.0f} |", flush=True)
            points.append({"what": name, "x": x, "seconds": seconds, "MB": peak})
    if chart:
        draw(points, chart)


def draw(points: list[dict[str, object]], path: Path) -> None:
    """Three panels, seconds above megabytes, against what grows."""
    import altair as alt

    def panel(name: str, y: str, colour: str) -> alt.Chart:
        data = alt.Data(values=[point for point in points if point["what"] == name])
        axis = alt.X("x:Q", title=name, scale=alt.Scale(zero=True), axis=alt.Axis(format="~s", tickCount=5))
        base = alt.Chart(data).encode(x=axis, y=alt.Y(f"{y}:Q", title=y, scale=alt.Scale(zero=True)))
        return (base.mark_line(color=colour) + base.mark_point(color=colour, filled=True)).properties(
            width=220, height=130
        )

    rows = [
        alt.hconcat(*(panel(name, y, colour) for name in dict.fromkeys(str(p["what"]) for p in points)))
        for y, colour in (("seconds", "#1f5a89"), ("MB", "#a5532a"))
    ]
    title = f"intervale: files to scores, start-up included ({datetime.date.today()}, {os.cpu_count()} cores)"
    alt.vconcat(*rows).properties(title=title).save(path)


if __name__ == "__main__":
    main()
