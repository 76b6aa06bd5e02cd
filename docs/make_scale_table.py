"""Write docs/scale-table.md: the scale of each measure under each order, for lengths 2 to 8.

usage: make_scale_table.py [--to FOLDER] [--small]     FOLDER is docs by default

With --small, lengths 2 and 3 only.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import intervale as iv
from intervale.orders import ORDERS

RANKED = ("AP", "RR", "ERR", "DCG", "DCG(base=2)")
MEASURES = {
    1: [
        "P",
        "R",
        "F",
        "Success",
        *RANKED,
        "RBP(p=0.3)",
        "RBP(p=0.5)",
        "RBP(p=0.8)",
        "INSQ",
        "SBTO",
        "SBPO",
        "RBTO",
        "RBPO",
    ],
    2: [
        *("gP", "gP(gains={2:3})", "P", *RANKED, "DCG(gains={2:3})", "gRBP(p=1/3)", "gRBP(p=0.8)"),
        *("gRBP(p=1/3,gains={2:3})", "INSQ", "SBTO", "SBPO", "RBTO"),
    ],
    3: [
        *("gP", "gP(gains={2:3,3:7})", "P", *RANKED, "DCG(gains={2:3,3:7})", "gRBP(p=1/4)", "gRBP(p=0.8)"),
        *("gRBP(p=1/4,gains={2:3,3:7})", "INSQ", "SBTO", "SBPO", "RBTO"),
    ],
}
"""What is shown for each top grade. R, F and gR are P and gP on a run space, nDCG is DCG."""
LENGTHS = range(2, 9)
HEAD = """# Which measure is on which scale

Made by `make scaletable` (`docs/make_scale_table.py`): every cell is computed, by theorem, for all lengths from 2 to 8,
and under `induced` for those whose values could be counted. A cell that is not the same
for all lengths says from which length on. *weakly* stands for weakly ordinal: better runs never have smaller values,
but may have equal ones. A dash: the order is one of sets, and the measure depends on the order of the documents. What
the words mean is in [Scales](scales.md). Where the papers say otherwise, `intervale claims` has the statement and the
witness.
"""


def cell(measure: str, order: str, grades: int, lengths: range = LENGTHS) -> str:
    """The scale by length, in short."""
    found: list[tuple[int, str]] = []
    for length in lengths:
        one = iv.scale(measure, length=length, grades=grades, order=order)[order]
        if one.applies and one.scale is None:
            continue  # not known
        scale = {None: "–", "weakly ordinal": "weakly"}.get(one.scale, one.scale)
        if not found or found[-1][1] != scale:
            found.append((length, str(scale)))
    first, *later = found
    return first[1] + "".join(f"; {scale} from {length}" for length, scale in later)


def table(grades: int, lengths: range) -> str:
    orders = [*ORDERS, "induced"]
    rows = [
        f"| {text} | " + " | ".join(cell(text, order, grades, lengths) for order in orders) + " |"
        for text in MEASURES[grades]
    ]
    head = "| measure | " + " | ".join(orders) + " |\n|---|" + "---|" * len(orders)
    name = {1: "Binary grades", 2: "Three grades, 0..2", 3: "Four grades, 0..3"}[grades]
    return f"## {name}\n\n{head}\n" + "\n".join(rows) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    lengths = LENGTHS[:2] if chosen.small else LENGTHS
    chosen.to.mkdir(parents=True, exist_ok=True)
    text = HEAD + "\n" + "\n".join(table(grades, lengths) for grades in MEASURES)
    (chosen.to / "scale-table.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
