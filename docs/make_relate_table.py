"""Write docs/relate-table.md: how each two measures of the catalogue relate on runs of six documents.

usage: make_relate_table.py [--to FOLDER] [--small]     FOLDER is docs by default

With --small, runs of three documents.
"""

from __future__ import annotations

import argparse
from functools import cache
from itertools import combinations
from pathlib import Path

from intervale.scales import Relation, relate

RANKED = ("AP", "GMAP", "RR", "ERR", "DCG", "nDCG", "DCG(base=2)")
MEASURES = {
    1: [
        *("P", "R", "F", "gP", "gR", "SBTO", "SBPO", "Success", *RANKED),
        *("RBP(p=0.3)", "RBP(p=0.5)", "RBTO", "RBP(p=0.8)", "INSQ", "RBPO"),
    ],
    2: [
        *("gP", "gR", "F(graded=True)", "SBPO", "gP(gains={2:3})", "P", "R", "F", "Success", *RANKED),
        *("DCG(dcg='exp-log2')", "RBP(p=0.5)", "RBP(p=0.8)", "gRBP(p=1/3)", "RBTO", "gRBP(p=0.8)", "INSQ", "SBTO"),
    ],
}
"""What is shown for each top grade: the measures of the catalogue that are defined on a run space, with parameters."""
NAMES = {1: "Binary grades", 2: "Three grades, 0..2"}
LENGTH, SHORT = 6, 3
HEAD = """# How any two measures relate

Made by `make scaletable` (`docs/make_relate_table.py`): for every two measures, on all runs of {length} documents, what
[`relate`](scales.md#how-two-measures-relate) finds. Measures in one row are **one scale** up to unit and origin, on one
topic, as Celsius and Fahrenheit are.

| cell | means |
|---|---|
| = | one scale |
| ~ | all runs are ordered alike, with other spacing |
| 0 | no two runs are ordered oppositely, but one of the measures ties runs that the other does not |
| 2.5% | the share of pairs of different runs that are ordered oppositely |
| † | the measures disagree even where `rank-swap` compares two runs: one ties what the other does not |
"""


@cache
def found(a: str, b: str, grades: int, length: int) -> Relation:
    """How two measures relate."""
    return relate(a, b, grades=grades, length=length)


def classes(grades: int, length: int) -> list[list[str]]:
    """The measures, those that are one scale together."""
    together: list[list[str]] = []
    for text in MEASURES[grades]:
        same = (one for one in together if found(one[0], text, grades, length).relation == "same scale")
        members = next(same, None)
        if members is None:
            together.append([text])
        else:
            members.append(text)
    return together


def cell(a: str, b: str, grades: int, length: int) -> str:
    """How two measures relate, in short."""
    if a == b:
        return "="
    one = found(a, b, grades, length)
    if one.relation == "same order":
        return "~"
    share = one.pairs.shares["discordant"]
    shown = "0" if not share else f"{float(share):.1%}" if share >= 0.0005 else "< 0.1%"
    return shown if one.agree.holds else f"{shown} †"


def table(grades: int, length: int) -> str:
    rows = classes(grades, length)
    firsts = [members[0] for members in rows]
    order = {text: place for place, text in enumerate(firsts)}
    cells = {(a, b): cell(a, b, grades, length) for a, b in combinations(firsts, 2)}
    lines = ["| | " + " | ".join(firsts) + " |", "|---|" + "---|" * len(firsts)]
    for members in rows:
        a = members[0]
        shown = ("=" if a == b else cells[(a, b) if order[a] < order[b] else (b, a)] for b in firsts)
        lines.append(f"| {', '.join(members)} | {' | '.join(shown)} |")
    share = found(*firsts[:2], grades, length).shares["comparable"]
    assert share is not None
    compared = f"`rank-swap` compares {float(share):.1%} of the pairs of runs."
    return f"## {NAMES[grades]}\n\n{compared}\n\n" + "\n".join(lines) + "\n"


def page(length: int) -> str:
    """The whole page."""
    return "\n".join([HEAD.format(length=length), *(table(grades, length) for grades in MEASURES)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    chosen.to.mkdir(parents=True, exist_ok=True)
    (chosen.to / "relate-table.md").write_text(page(SHORT if chosen.small else LENGTH), encoding="utf-8")


if __name__ == "__main__":
    main()
