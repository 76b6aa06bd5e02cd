"""Write docs/axiom-orders.md: the orders that combinations of axioms generate, on all spaces of up to five ranks and
four grades.

usage: make_axiom_orders.py [--to FOLDER] [--small]     FOLDER is docs by default

With --small, up to three ranks and three grades only.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import intervale as iv
from intervale.orders import MOVES, AxiomOrder, AxiomOrders

FACTS = ("total", "graded", "lattice", "distributive")
Space = tuple[int, int]
CONDITIONS: dict[str, Callable[[int, int], bool]] = {
    "yes": lambda n, c: True,
    "no": lambda n, c: False,
    "c = 1": lambda n, c: c == 1,
    "N = 2, c = 1": lambda n, c: n == 2 and c == 1,
    "N = 2": lambda n, c: n == 2,
    "N = 2 or c = 1": lambda n, c: n == 2 or c == 1,
    "c ≤ 2": lambda n, c: c <= 2,
}
"""Where a fact holds, in words; the first that is true of exactly the same spaces is taken."""
HEAD = """# Which orders the axioms make

Made by `make scaletable` (`docs/make_axiom_orders.py`): on every space of N = 1 to {length} ranks and grades 0..c, c =
1 to {grades}, all combinations of moves were closed under composition, and what they generate was compared with the
five [orders](orders.md) of the papers. Combinations that generate the same order are one row, with the smallest of
them. A fact that depends on the space says for which N ≥ 2 and c it holds. With one rank there are no swaps, and all
other combinations but units alone make the chain of grades.

| move | from a run to |
|---|---|
{moves}

`intervale order all --length 3 --grades 2` prints the table of one space, `set:all` that of multisets, `--hasse FILE`
draws it:

![The orders that moves generate on runs of 3 documents with grades 0 to 2](_made/figures/axiom-orders.svg)
"""
FOOT = """
- The five orders are among them, as Giner says. As it is defined here, with the replacement that makes room for it,
  projection alone makes the total orders, and replacement and swaps add nothing to it.
- With two grades, neighbours that change places are enough for `rank-swap`. From three grades on, and three ranks,
  less can be compared than with swaps at a distance: `(0, 2, 1)` never becomes `(1, 2, 0)`, as neighbours lead from it
  to `(2, 0, 1)` and `(2, 1, 0)` only, and replacements add to the grades.
- Units of relevance tie runs with equal sums. With replacement that is, for multisets, the total order of which
  Ferrante, Ferro and Maistro 2015, §4.1 speak for grades on a ratio scale. Of ranked runs they say, in §4.2, that no
  such order suggests itself, as nobody knows what a rank is worth; units treat all ranks alike. With projection ties
  spread until only a few classes are left.
- Swaps alone never change the grades that a run has, so there is one connected part for each multiset.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", default=Path(__file__).parent, type=Path)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    chosen.to.mkdir(parents=True, exist_ok=True)
    length, grades = (3, 2) if chosen.small else (5, 3)
    (chosen.to / "axiom-orders.md").write_text(page(length, grades), "utf-8")


def page(length: int, grades: int) -> str:
    """The whole page."""
    moves = "\n".join(f"| `{name}` | {move.about} ({move.source}) |" for name, move in MOVES.items())
    parts = [HEAD.format(length=length, grades=grades, moves=moves)]
    for kind, title in (("rank", "Ranked runs"), ("set", "Multisets")):
        spaces = {(n, c): iv.axiom_orders(n, c, kind) for n in range(1, length + 1) for c in range(1, grades + 1)}
        parts.append(f"\n## {title}\n\n{table(spaces)}")
    return "".join((*parts, "\n## What it shows\n", FOOT))


def table(spaces: dict[Space, AxiomOrders]) -> str:
    """A row for each order of the largest space, with its facts on all of two ranks and more."""
    length, grades = max(spaces)
    shown = ((min(3, length), min(2, grades)), (length, grades))
    share = "comparable pairs, " + ", ".join(f"N = {n} and c = {c}" for n, c in shown)
    lines = ["| moves | order | " + " | ".join((*FACTS, share)) + " |", "|---|---|" + "---|" * (len(FACTS) + 1)]
    for one in spaces[length, grades].orders:
        here = {space: _same(found, one) for space, found in spaces.items() if space[0] > 1}
        facts = (_where({space: bool(found.facts[fact]) for space, found in here.items()}) for fact in FACTS)
        shares = ", ".join(f"{float(here[space].comparable):.1%}" for space in shown)
        moves = " or ".join(f"`{'+'.join(combination)}`" for combination in one.combinations)
        lines.append(f"| {moves} | {' '.join(f'`{name}`' for name in one.names)} | {' | '.join((*facts, shares))} |")
    return "\n".join(lines) + "\n"


def _same(found: AxiomOrders, one: AxiomOrder) -> AxiomOrder:
    """The order that the same moves generate on another space."""
    name = one.label if found.space.kind == "rank" else f"set:{one.label}"
    made = iv.poset(name, found.space.length, found.space.grades)
    return next(
        other
        for other in found.orders
        if (other.poset.classes, other.poset.poset.above) == (made.classes, made.poset.above)
    )


def _where(holds: dict[Space, bool]) -> str:
    """Where a fact holds, in words."""
    for words, condition in CONDITIONS.items():
        if all(condition(*space) == found for space, found in holds.items()):
            return words
    return ", ".join(f"N = {n}, c = {c}" for (n, c), found in holds.items() if found)


if __name__ == "__main__":
    main()
