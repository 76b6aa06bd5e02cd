"""Tables 4, 5 and 6 of Ferrante, Ferro and Fuhr 2021 for TREC-8 (column T08_30), and the means of their §VIII-C.

usage: make_tables_004.py FOLDER [LENGTH]     FOLDER has qrels.trec8.txt and runs/
"""

from __future__ import annotations

import sys
from pathlib import Path

import intervale as iv
from intervale.present import to_markdown
from intervale.present.comparison import comparison_tables
from intervale.present.correlations import correlation_tables
from intervale.present.table import Table
from intervale.stats.registry import PAPER

MEASURES = (
    *("P", "RBP(p=0.5)", "RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)", "DCG(base=10)", "RR"),
    *("R", "AP", "nDCG(base=2)", "nDCG(base=10)"),
)


def main() -> None:
    folder = Path(sys.argv[1])
    length = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    runs = iv.judge(folder / "qrels.trec8.txt", sorted((folder / "runs").iterdir()), iv.Policy(ties="trec9"))
    wanted = {name: f"{name}@{length}" for name in MEASURES}
    wanted |= {f"interval({name})": iv.interval(f"{name}@{length}") for name in MEASURES}
    table = iv.score(runs, wanted)
    for one in (
        *correlation_tables(iv.correlate_table(table, digits=8)),
        *comparison_tables(iv.compare_table(table, tests=PAPER, correction="none")),
    ):
        print(to_markdown(Table(one.columns, one.rows, one.title, one.legend)))


if __name__ == "__main__":
    main()
