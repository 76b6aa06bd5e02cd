"""Tables 4, 5 and 6 of Ferrante, Ferro and Fuhr 2021 for TREC-8 (column T08_30), and the means of their §VIII-C.

usage: make_tables_ferrante_2021.py FOLDER [LENGTH]     FOLDER has qrels.trec8.txt and runs/
"""

from __future__ import annotations

import sys
from pathlib import Path

import intervale as iv
from intervale.plugins import Table, comparison_tables, correlation_tables, to_markdown
from intervale_papers.ferrante_2021.printed_tests import ROWS

MEASURES = (
    *("P", "RBP(p=0.5)", "RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)", "DCG(base=10)", "RR"),
    *("R", "AP", "nDCG(base=2)", "nDCG(base=10)"),
)


def main() -> None:
    folder = Path(sys.argv[1])
    length = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    wanted = {name: f"{name}@{length}" for name in MEASURES}
    wanted |= {f"interval({name})": iv.interval(f"{name}@{length}") for name in MEASURES}
    runs = sorted((folder / "runs").iterdir())
    evaluation = iv.evaluate(folder / "qrels.trec8.txt", runs, wanted, ties="trec9")
    for one in (
        *correlation_tables(iv.correlate(evaluation, digits=8)),
        *comparison_tables(iv.compare(evaluation, tests=ROWS, correction="none")),
    ):
        print(to_markdown(Table(one.columns, one.rows, one.title, one.legend)))


if __name__ == "__main__":
    main()
