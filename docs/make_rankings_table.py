"""Write docs/rankings-table.md and docs/rankings-counterexamples.md, the properties of all ranking metrics and what
breaks them, and two heat maps.

usage: make_rankings_table.py [--to FOLDER] [--small]     FOLDER is docs by default

With --small, rankings of 3 items and small samples.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import date
from pathlib import Path

from intervale.present import to_markdown
from intervale.present.picture import chart_bytes
from intervale.present.rankings import agreement_chart, properties_tables
from intervale.rankings import METRICS, PAPER, Agreement, agreement, properties

HEAD = """# Which ranking metric has which property

Made on {today} by `make rankingtable` (`docs/make_rankings_table.py`). The first {paper} metrics are those of the paper
*Ranking evaluation metrics from a group-theoretic perspective*, and `intervale rankings properties --n {n}` prints the
same for them; the other {others} are distances. Every mark is computed: over all rankings of up to {n} items where the
property speaks of all, on 1,000 random pairs of rankings of 100 items (seed 0, k = 10) for robustness I and stability,
as the paper defines them. What the properties say, and what was chosen where the paper leaves a definition open, is in
[Rankings](rankings.md). Metrics with k relevant items have k = n // 2, and for the constant maximum (const.) k = 2 for
every n: MRR, GMR and meanRank have it for a fixed k only. What breaks a property is under
[Counterexamples](rankings-counterexamples.md). What the paper prints for these metrics is in the package
`intervale-papers`.
"""
COUNTEREXAMPLES = """# Counterexamples to properties of ranking metrics

For each property that a ranking metric [lacks](rankings-table.md), the first rankings that show it, as
`make rankingtable` found them. A word in the box leaves the rows that have it, such as *nDCG* or *symmetry*.
"""
FIGURES = ("group", "clustering")


def head(n: int) -> str:
    return HEAD.format(today=date.today().isoformat(), n=n, paper=len(PAPER), others=len(METRICS) - len(PAPER))


def draw(found: Agreement, arranged: str, path: Path) -> None:
    order = found.grouped() if arranged == "group" else found.clustered()
    chart = agreement_chart(found, order, grouped=arranged == "group")
    path.write_bytes(chart_bytes(chart, "svg"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    n, pairs, rankings = (3, 10, 100) if chosen.small else (8, 1000, None)
    found = [properties(name, n=n, pairs=pairs) for name in METRICS]
    tables = [replace(table, title="", footer=()) for table in properties_tables(found)]
    heads = {
        "rankings-table.md": head(n),
        "rankings-counterexamples.md": COUNTEREXAMPLES,
    }
    figures = chosen.to / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    for (name, text), table in zip(heads.items(), tables, strict=True):
        (chosen.to / name).write_text(f"{text}\n{to_markdown(table)}", encoding="utf-8")
    sampled = agreement(rankings=rankings)
    for arranged in FIGURES:
        draw(sampled, arranged, figures / f"rankings-{arranged}.svg")


if __name__ == "__main__":
    main()
