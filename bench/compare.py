"""The time of ``intervale compare`` from files to the answer, beside ``evaluate`` and ``--version`` on the same files.

usage: compare.py ROBUST TREC8     folders of trec-robust2003 and trec8-adhoc
       compare.py --small DATA     on the collection that make_data.py --small wrote
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

FIVE = ("AP", "nDCG@10", "P@10", "RR", "RBP(p=0.8)@10")


def cpu(*words: str) -> float:
    """Seconds of processor time that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "intervale", *words], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def line(title: str, files: list[str], measures: tuple[str, ...]) -> None:
    asked = [word for name in measures for word in ("-m", name)]
    cpu("evaluate", *files, *asked)  # files and modules are in memory from here on
    with tempfile.TemporaryDirectory() as folder:
        saved = str(Path(folder, "scores.parquet"))
        evaluated = cpu("evaluate", *files, *asked, "-o", saved)
        times = (cpu("--version"), evaluated, cpu("compare", *files, *asked), cpu("compare", saved))
    print(f"| {title} | " + " | ".join(f"{seconds:.2f}" for seconds in times) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    print("| seconds of processor time | --version | evaluate | compare | compare, saved scores |")
    print("|---|---:|---:|---:|---:|")
    if chosen.small:
        (folder,) = chosen.folders
        files = [str(path) for path in sorted(next(folder.glob("a-*")).iterdir())]  # qrels.txt, then runs
        line(f"{len(files) - 1} systems, nDCG@10", files, ("nDCG@10",))
        return
    robust, trec8 = chosen.folders
    runs = [str(path) for path in sorted((robust / "runs").iterdir())[:7]]
    line("7 systems, 100 topics, nDCG@10, grades 0..2", [str(robust / "qrels.robust03.txt.gz"), *runs], FIVE[1:2])
    runs = [str(path) for path in sorted((trec8 / "runs").iterdir())]
    line(f"{len(runs)} systems, 50 topics, 5 measures", [str(trec8 / "qrels.trec8.txt"), *runs], FIVE)


if __name__ == "__main__":
    main()
