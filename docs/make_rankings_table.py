"""Write docs/rankings-table.md, the properties of all ranking metrics, and two heat maps.

usage: make_rankings_table.py [--to FOLDER] [--small]     FOLDER is docs by default

With --small, rankings of 3 items and small samples.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import date
from pathlib import Path

from intervale.present import to_markdown
from intervale.present.hasse import chart_bytes
from intervale.present.heatmap import heat_map
from intervale.present.rankings import properties_tables
from intervale.rankings import METRICS, Agreement, agreement, properties

HEAD = """# Which ranking metric has which property

Made on {today} by `make rankingtable` (`docs/make_rankings_table.py`); `intervale rankings properties --n {n}` prints
the same. The 33 metrics are those of the paper *Ranking evaluation metrics from a group-theoretic perspective*. Every
mark is computed: over all rankings of up to {n} items where the property speaks of all, on 1,000 random pairs of
rankings of 100 items (seed 0, k = 10) for robustness I and stability, as the paper defines them. What the properties
say, and what was chosen where the paper leaves a definition open, is in [Rankings](rankings.md). Metrics with k
relevant items have k = n // 2, and for the constant maximum (const.) k = 2 for every n: MRR, GMR and
meanRank have it for a fixed k only. What the paper prints for these metrics is in the package `intervale-papers`.
"""
FIGURES = {"group": "by theoretical group", "clustering": "those together that agree"}


def draw(found: Agreement, arranged: str, path: Path) -> None:
    order = found.grouped() if arranged == "group" else found.clustered()
    chart = heat_map(
        order,
        lambda a, b: 1.0 if a == b else found[a, b].ratio,
        title=f"Agreement of the 33 metrics, n = 100, k = 30, seed 0, {FIGURES[arranged]}",
        legend="agreement ratio",
        groups=[str(found.metrics[name].group) for name in order] if arranged == "group" else None,
    )
    path.write_bytes(chart_bytes(chart, "svg"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    n, pairs, rankings = (3, 10, 100) if chosen.small else (8, 1000, None)
    found = [properties(name, n=n, pairs=pairs) for name in METRICS]
    titles = ("## Properties", "## Counterexamples")
    tables = [replace(table, title="", footer=()) for table in properties_tables(found)]
    parts = [f"{title}\n\n{to_markdown(table)}" for title, table in zip(titles, tables, strict=True)]
    head = HEAD.format(today=date.today().isoformat(), n=n)
    figures = chosen.to / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    (chosen.to / "rankings-table.md").write_text(head + "\n" + "\n".join(parts), encoding="utf-8")
    sampled = agreement(rankings=rankings)
    for arranged in FIGURES:
        draw(sampled, arranged, figures / f"rankings-{arranged}.svg")


if __name__ == "__main__":
    main()
