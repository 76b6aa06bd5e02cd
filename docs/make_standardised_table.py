"""The table of docs/evaluation.md on standardised scores, from the 129 runs of TREC-8: which decisions change.

usage: make_standardised_table.py FOLDER     FOLDER has qrels.trec8.txt and runs/
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import intervale as iv
from intervale.evaluation.standardise import FORMS
from intervale.stats.coefficients import tau
from intervale.stats.comparison import Decisions

MEASURES = ("AP", "nDCG@10")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    raw = iv.evaluate(folder / "qrels.trec8.txt", sorted((folder / "runs").iterdir()), MEASURES)
    counted = "no longer | newly"
    print(f"| scores | scale | tau | significant, Holm | {counted} | significant, uncorrected | {counted} |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for name in MEASURES:
        before = {correction: decided(raw, name, correction) for correction in ("holm", "none")}
        counts = " | ".join(f"{int(one.significant.sum()):,} | |" for one in before.values())
        print(f"| {name} | {raw.scale(name).level} | | {counts} |")
        for form in FORMS:
            found = raw.subset(measures=[name]).standardise(form)
            label = f"{form}({name})"
            means = [np.array([one.mean(s, n) for s in raw.systems]) for one, n in ((raw, name), (found, label))]
            cells = [label, found.scale(label).level, f"{tau(*means):.3f}"]
            for correction, old in before.items():
                new = decided(found, label, correction)
                lost, won = (old.significant & ~new.significant), (new.significant & ~old.significant)
                cells += [f"{int(one.sum()):,}" for one in (new.significant, lost, won)]
            print(f"| {' | '.join(cells)} |")


def decided(found: iv.Evaluation, name: str, correction: str) -> Decisions:
    return iv.compare(found.subset(measures=[name]), tests="t", correction=correction).measures[name].tests["t"]


if __name__ == "__main__":
    main()
