"""The pictures of the manual that need no collection but the demo: for the screen, and for a column of a paper.

usage: make_picture_gallery.py [--to FIGURES]     FIGURES is docs/figures by default
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

DEMO = ["demo/qrels.txt", *(f"demo/{name}.run" for name in ("aurora", "borealis", "cirrus", "dune"))]
FIVE = ["AP", "nDCG", "RBP(p=0.8)", "RBP(p=0.5)", "ERR"]
METRICS = ["recall", "MAE", "tau", "rho", "NDPM", "DCG", "nDCG", "MRR"]
COLUMN = ["--size", "one-column"]
PICTURES = {
    "rank-swap-4": ["order", "rank-swap", "--length", "4", "--hasse"],
    "ap-4-spacing": ["map", "AP@4", "--spacing"],
    "rr-20-curve": ["map", "RR@20", "--curve"],
    "balance": ["balance", *FIVE, "--length", "50", "--curve"],
    "compare-means": ["compare", *DEMO, "-m", "nDCG@10", "--plot"],
    "compare-differences": ["compare", *DEMO, "-m", "nDCG@10", "--plot-kind", "differences", "--plot"],
    "dense-hasse": ["order", "rank-swap", "--length", "7", "--hasse"],
    "paper-hasse": ["order", "rank-swap", "--length", "4", *COLUMN, "--hasse"],
    "paper-spacing": ["map", "AP@4", *COLUMN, "--spacing"],
    "paper-curve": ["map", "nDCG@10", "--grades", "2", *COLUMN, "--curve"],
    "paper-balance": ["balance", *FIVE, "--length", "50", *COLUMN, "--curve"],
    "paper-means": ["compare", *DEMO, "-m", "nDCG@10", *COLUMN, "--plot"],
    "paper-agreement": ["rankings", "agreement", *METRICS, "--n", "6", *COLUMN, "--heatmap"],
}
"""The command that draws each; the name of the file comes last."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent / "figures")
    folder = parser.parse_args().to.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        run(scratch, "demo", "--files", "demo")
        print("| figure | command |\n|---|---|")
        for name, words in PICTURES.items():
            run(scratch, *words, str(folder / f"{name}.svg"))
            print(f"| {name}.svg | intervale {' '.join(words)} {name}.svg |", flush=True)


def run(folder: str, *words: str) -> None:
    subprocess.run([sys.executable, "-m", "intervale", *words], cwd=folder, check=True, capture_output=True)


if __name__ == "__main__":
    main()
