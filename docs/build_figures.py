"""Draws the pictures of the manual that need no collection but the demo: for the screen, and for a column of a paper.

``PICTURES`` has the command of each, and the manual shows what it draws. A picture is drawn anew where code is newer.
"""

from __future__ import annotations

import tempfile
from contextlib import chdir
from pathlib import Path

from typer.testing import CliRunner

import intervale
from intervale.cli.app import app

DEMO = ["demo/qrels.txt", *(f"demo/{name}.run" for name in ("aurora", "borealis", "cirrus", "dune"))]
FIVE = ["AP", "nDCG", "RBP(p=0.8)", "RBP(p=0.5)", "ERR"]
MIXED = ["P", "R", "F", "RBP(p=0.5)", "RBP(p=0.8)", "RR", "ERR", "AP", "nDCG"]
SHOWN = ["P", "RBP(p=0.5)", "RR", "DCG(base=2)"]
SPACED = ["P", "AP", "RR", "RBP(p=0.3)", "RBP(p=0.5)", "RBP(p=0.8)", "DCG(base=2)"]
METRICS = ["recall", "MAE", "tau", "rho", "NDPM", "DCG", "nDCG", "MRR"]
STUDIED = ["-m", "P", "-m", "RBP(p=0.5)", "-m", "RR", "-m", "AP"]
COLUMN = ["--size", "one-column"]
PICTURES = {
    "rr-5-spacing": ["map", "RR@5", "--spacing"],
    "rank-swap-4": ["order", "rank-swap", "--length", "4", "--hasse"],
    "axiom-orders": ["order", "all", "--length", "3", "--grades", "2", "--hasse"],
    "ap-4-spacing": ["map", "AP@4", "--spacing"],
    "universes": ["universe", *MIXED, "--longest", "6", "--bases", "6", "--plot"],
    "rr-20-curve": ["map", "RR@20", "--curve"],
    "maps-curves": ["map", *SHOWN, "--lengths", "5,10,20", "--curve"],
    "maps-spacing": ["map", *SPACED, "--length", "4", "--spacing"],
    "balance": ["balance", *FIVE, "--length", "50", "--curve"],
    "balance-experiment": ["balance", "AP", "RBP(p=0.8)", "RBP(p=0.5)", "ERR", "--experiment", "--plot"],
    "compare-means": ["compare", *DEMO, "-m", "nDCG@10", "--plot"],
    "compare-differences": ["compare", *DEMO, "-m", "nDCG@10", "--plot-kind", "differences", "--plot"],
    "compare-distribution": ["compare", *DEMO, "-m", "nDCG@10", "--plot-kind", "distribution", "--plot"],
    "compare-decisions": ["compare", *DEMO, "-m", "nDCG@10", "--plot-kind", "decisions", "--plot"],
    "demo-power": ["power", *DEMO, "-m", "nDCG@10", "-m", "P@10", "-m", "RR@10", "--plot"],
    "demo-places": ["leaderboard", *DEMO, "-m", "RR@10", "--plot"],
    "demo-leaderboard": ["leaderboard", *DEMO, "-m", "RR@10", "--hasse"],
    "study-values": ["study", *DEMO, *STUDIED, "--lengths", "5,10,20", "--values"],
    "agreement": ["rankings", "agreement", *METRICS, "--n", "6", "--heatmap"],
    "dense-hasse": ["order", "rank-swap", "--length", "7", "--hasse"],
    "paper-hasse": ["order", "rank-swap", "--length", "4", *COLUMN, "--hasse"],
    "paper-spacing": ["map", "AP@4", *COLUMN, "--spacing"],
    "paper-curve": ["map", "nDCG@10", "--grades", "2", *COLUMN, "--curve"],
    "paper-maps": ["map", *SHOWN, "--lengths", "5,10,20,30", *COLUMN, "--curve"],
    "paper-balance": ["balance", *FIVE, "--length", "50", *COLUMN, "--curve"],
    "paper-means": ["compare", *DEMO, "-m", "nDCG@10", *COLUMN, "--plot"],
    "paper-agreement": ["rankings", "agreement", *METRICS, "--n", "6", *COLUMN, "--heatmap"],
}
"""The command that draws each; the name of the file comes last."""


def write(folder: Path) -> list[Path]:
    """Draw all pictures that are missing or older than the code; the paths of all."""
    folder.mkdir(parents=True, exist_ok=True)
    code = [Path(__file__), *Path(intervale.__file__).parent.rglob("*.py")]
    newest = max(path.stat().st_mtime for path in code)
    paths = {name: folder.resolve() / f"{name}.svg" for name in PICTURES}
    old = [name for name, path in paths.items() if not path.is_file() or path.stat().st_mtime < newest]
    with tempfile.TemporaryDirectory() as scratch, chdir(scratch):
        if old:
            run("demo", "--files", "demo")
        for name in old:
            run(*PICTURES[name], str(paths[name]))
    return list(paths.values())


def run(*words: str) -> None:
    done = CliRunner().invoke(app, words)
    if done.exit_code:
        raise RuntimeError(f"intervale {' '.join(words)}: {done.output}{done.exception or ''}")
