"""The figures of docs/leaderboard.md, from the 129 runs of TREC-8: a table on standard output, and two charts.

usage: make_leaderboard_figures.py FOLDER [--to FIGURES]   FOLDER has qrels.trec8.txt and runs/; FIGURES is docs/figures
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import intervale as iv
from intervale.present.leaderboard_charts import order_charts
from intervale.present.picture import chart_bytes
from intervale.statements.leaderboard import MeasureLeaderboard

MEASURES = ("AP@30", "nDCG@10", "RR@10", "P@10")
ROWS = (
    ("AP@30", "ordinal, one for each topic", {}),
    ("AP@30", "ordinal, if topics shared one", {"topic_scale": "shared"}),
    ("nDCG@10", "ordinal, one for each topic", {}),
    ("nDCG@10", "ordinal, if topics shared one", {"topic_scale": "shared"}),
    ("RR@10", "ordinal", {}),
    ("P@10", "interval", {}),
    ("P@10", "if it were ordinal", {"scale": "ordinal"}),
)
PLACES = "RR@10"
SOME = 11
"""About how many systems are in the diagram."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent / "figures")
    chosen = parser.parse_args()
    chosen.to.mkdir(parents=True, exist_ok=True)
    runs = sorted((chosen.folder / "runs").iterdir())
    evaluation = iv.evaluate(chosen.folder / "qrels.trec8.txt", runs, MEASURES, ties="trec9")
    print("| measure | scale | unequal means | on every scale | significant | on every scale | none above | seconds |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for name, words, scale in ROWS:
        start = time.perf_counter()
        one = iv.leaderboard(evaluation.subset(measures=[name]), **scale).measures[name]
        took = time.perf_counter() - start
        print(f"| {name} | {words} | {' | '.join(numbers(one))} | {took:.1f} |")
    found = iv.leaderboard(evaluation)
    (chosen.to / "places.svg").write_bytes(chart_bytes(found.plot(measure=PLACES), "svg"))
    some = evaluation.systems[:: max(1, len(evaluation.systems) // SOME)]
    chart, refused = order_charts(iv.leaderboard(evaluation.subset(systems=some, measures=[PLACES])))
    if chart is not None:
        (chosen.to / "leaderboard.svg").write_bytes(chart_bytes(chart, "svg"))
    for why in refused:
        print(why)


def numbers(one: MeasureLeaderboard) -> list[str]:
    counts, (first, _) = one.counts(), one.bands()
    shares = {"larger": one.kept or 0.0, "better": one.better_kept or 0.0}
    cells = []
    for whole, part in (("unequal", "larger"), ("significant", "better")):
        cells += [f"{counts[whole]:,}", f"{counts[part]:,} ({shares[part]:.0%})"]
    return [*cells, f"{(first == 1).sum():,}"]


if __name__ == "__main__":
    main()
