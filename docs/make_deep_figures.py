"""The figures of docs/deep.md, from the 129 runs of TREC-8: a table on standard output, and a chart.

usage: make_deep_figures.py FOLDER [--chart FILE.svg] [--small]     FOLDER has qrels.trec8.txt and runs/

With --small, depths 5 and 10 only.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from scipy.stats import kendalltau

import intervale as iv
from intervale.measures.spread import effective_number, one_carries

DEPTHS = (5, 10, 20, 30, 50, 100, 200, 500, 1000)
MEASURES = ("P", "nDCG", "RBP(p=0.8)", "RBP(p=0.95)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chart", type=Path, default=Path(__file__).parent / "figures" / "topics-behind.svg")
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    folder = chosen.folder
    runs = iv.evaluate(folder / "qrels.trec8.txt", sorted((folder / "runs").iterdir()), ties="trec9")
    points = []
    print(
        "| measure | N | method | topics behind a mean: least, median, most | systems of which one topic carries more "
        "than half | tau of means, measure and interval form | means that are open |\n|---|---:|---|---|---:|---:|---:|"
    )
    for name in MEASURES:
        for depth in DEPTHS[:2] if chosen.small else DEPTHS:
            text = f"{name}@{depth}"
            form = f"interval({text})"
            table = runs.score({text: text, form: iv.interval(text)})
            values = table.matrix(form)
            behind = effective_number(values)
            carried = int(one_carries(values).sum())
            tau = kendalltau(*(np.round(table.matrix(m).mean(axis=1), 300) for m in (text, form))).statistic
            open_notes = [note.partition(" open for ")[2] for note in table.notes if " open for " in note]
            opened = open_notes[0].split(" of ")[0] if open_notes else "0"
            least, median, most = np.nanquantile(behind, [0, 0.5, 1])
            method = iv.interval_scale(text).method
            print(
                f"| {name} | {depth} | {method} | {least:.1f}, {median:.1f}, {most:.1f} | {carried} | {tau:.4f} | "
                f"{opened} |",
                flush=True,
            )
            points.append({"measure": name, "N": depth, "least": least, "median": median, "most": most})
    draw(points, chosen.chart)


def draw(points: list[dict[str, object]], path: Path) -> None:
    import altair as alt

    depth = alt.X(
        "N:Q",
        title="N, the depth of the scale",
        scale=alt.Scale(type="log", domain=[5, 1000], nice=False),
        axis=alt.Axis(values=list(DEPTHS)),
    )
    topics = alt.Y("median:Q", title="topics behind an interval mean (of 50)", scale=alt.Scale(domain=[0, 50]))
    colour = alt.Color("measure:N", title=None, sort=list(MEASURES))
    chart = alt.Chart(alt.Data(values=points)).mark_line(point=True).encode(x=depth, y=topics, color=colour)
    title = "TREC-8 ad hoc: median over 129 systems"
    chart.properties(width=460, height=240, title=title).save(path)


if __name__ == "__main__":
    main()
