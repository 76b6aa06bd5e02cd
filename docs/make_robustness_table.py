"""The tables of docs/robustness.md, from the 129 runs of TREC-8: what smaller pools change.

usage: make_robustness_table.py FOLDER [--small]     FOLDER has qrels.trec8.txt and runs/
"""

from __future__ import annotations

import argparse
from pathlib import Path

import intervale as iv
from intervale.stats.smaller_pools import Kept

MEASURES = ("AP@30", "nDCG@10", "P@10", "RBP(p=0.8)@10")
POOLS = {"uniform": (0.1, 0.3, 0.5, 0.7, 0.9), "depth": (5, 10, 20, 50)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--small", action="store_true", help="one draw, and no interval form at 30 documents")
    chosen = parser.parse_args()
    draws, measures = (1, MEASURES[1:]) if chosen.small else (10, MEASURES)
    runs = sorted((chosen.folder / "runs").iterdir())
    for by, keep in POOLS.items():
        found = iv.robustness(
            chosen.folder / "qrels.trec8.txt", runs, measures, by=by, keep=keep, draws=draws, interval=True
        )
        pools = [f"{one:.0%}" if by == "uniform" else f"depth {one}" for one in keep]
        for what in ("tau", "decisions"):
            print(f"\n| {what} | {' | '.join(pools)} |")
            print("|---|" + "---:|" * len(keep))
            for name in found.measures:
                means = [Kept.around(getattr(one, what))[0] for one in found.kept if one.measure == name]
                shown = [f"{x:.3f}" if what == "tau" else f"{x:.1%}" for x in means]
                print(f"| {name} | {' | '.join(shown)} |")
        widths = [high - low for one in found.kept for _, low, high in [Kept.around(one.tau)]]
        print(f"\n{by}: judgments {found.judgments}, topics without relevant {found.without}, widest {max(widths):.3f}")
        print("significant by all judgments:", found.significant)


if __name__ == "__main__":
    main()
