"""The figures of docs/power.md, from the 129 runs of TREC-8: two tables on standard output, and the curves.

usage: make_power_figures.py FOLDER [--to FIGURES]     FOLDER has qrels.trec8.txt and runs/; FIGURES is docs/figures
"""

from __future__ import annotations

import argparse
from pathlib import Path

import intervale as iv
from intervale.present.picture import chart_bytes

MEASURES = ("nDCG@10", "AP", "P@10", "RR")
DIFFERENCES = (0.02, 0.05, 0.1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent / "figures")
    chosen = parser.parse_args()
    chosen.to.mkdir(parents=True, exist_ok=True)
    runs = sorted((chosen.folder / "runs").iterdir())
    evaluation = iv.evaluate(chosen.folder / "qrels.trec8.txt", runs, MEASURES)
    found = iv.discriminative_power(evaluation)
    print("| measure | pairs told apart | 95% CI | every difference above this was significant |")
    print("|---|---:|---:|---:|")
    for one in found.measures:
        low, high = one.ci or (0.0, 1.0)
        print(f"| {one.name} | {one.share:.1%} | {low:.1%} to {high:.1%} | {one.largest_not or 0.0:.3f} |")
    (chosen.to / "power.svg").write_bytes(chart_bytes(found.plot(), "svg"))
    sizes = iv.design(evaluation, difference=DIFFERENCES)
    print("\n| measure | variance of differences | " + " | ".join(f"difference {x:g}" for x in DIFFERENCES) + " |")
    print("|---|---:|" + "---:|" * len(DIFFERENCES))
    for name in MEASURES:
        rows = [one for one in sizes.answers if one.source.measure == name]
        cells = (f"{one.topics:,} ({one.cautious or 0:,.0f})" for one in rows)
        print(f"| {name} | {rows[0].source.variance.value:.4f} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
