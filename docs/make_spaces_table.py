"""The figures of docs/spaces.md: how many topics carry means by measures and spaces of runs, and how stable rankings of
systems are when topics are halved. A table on standard output, and a chart.

usage: make_spaces_table.py FOLDER... [--depth N...] [--measures M...] [--relevant-from G] [--splits N]
       [--chart FILE.svg] [--small]

A FOLDER has one file qrels* and runs/. At depths at which values are not listed, forms are places among runs
(tie_rule='mid'). What is refused is said in its row. With --small, P, RR and AP at depth 5 only.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import monotonic
from typing import Any

import intervale as iv
from intervale.errors import IntervaleError
from intervale.stats.coefficients import tau
from intervale.stats.ranks import leading
from intervale.stats.topic_halves import around

MEASURES = ("AP", "nDCG", "RBP(p=0.8)", "ERR", "P", "RR")
SPACES = ("raw", "all", "topic", "universe")
LISTED = 10
"""Up to this depth scales are of values; beyond, of places among runs."""
NAMES = {"trec8-adhoc": "TREC-8", "trec-robust2003": "Robust 2003"}
HEAD = (
    "| collection | N | measure | space | topics behind a mean | behind a difference | one topic carries | "
    "tau of halves | swaps | tau with raw | seconds |\n|---|---:|---|---|---:|---:|---:|---:|---:|---:|---:|"
)
SHORT = (
    "| measure | topics behind a mean: raw | all | topic | universe | tau of halves: raw | all | topic | universe | "
    "tau with raw: all | topic | universe |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--depth", type=int, nargs="+", default=[10])
    parser.add_argument("--measures", nargs="+", default=MEASURES)
    parser.add_argument("--relevant-from", type=float)
    parser.add_argument("--splits", type=int, default=1000)
    parser.add_argument("--chart", type=Path, default=Path(__file__).parent / "figures" / "spaces.svg")
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    measures, depths = (("P", "RR", "AP"), [5]) if chosen.small else (chosen.measures, chosen.depth)
    points = []
    print(HEAD, flush=True)
    for folder in chosen.folders:
        (qrels,) = folder.glob("qrels*")
        runs = iv.evaluate(qrels, folder / "runs", relevant_from=chosen.relevant_from)
        for depth in depths:
            for name in measures:
                points += rows_of(runs, NAMES.get(folder.name, folder.name), name, depth, chosen.splits)
    for where in dict.fromkeys(point["where"] for point in points):
        print_short([point for point in points if point["where"] == where])
    draw(points, chosen.chart)


def print_short(points: list[dict[str, Any]]) -> None:
    """A row for each measure, spaces side by side, as the page has it."""
    print(f"\n{points[0]['where']}\n\n{SHORT}")
    for name in dict.fromkeys(point["measure"] for point in points):
        of = {point["space"]: point for point in points if point["measure"] == name}
        cells = [f"{of[space]['behind']:.1f}" if space in of else "-" for space in SPACES]
        cells += [f"{of[space][what]:.3f}" if space in of else "-" for what in ("tau", "agree") for space in SPACES]
        print(f"| {name} | {' | '.join(cells[:8] + cells[9:])} |")


def form(name: str, depth: int, space: str) -> str:
    """How a measure is written on a space.

    >>> form("AP", 10, "topic"), form("AP", 1000, "all")
    ("interval(AP@10,space='topic')", "interval(AP@1000,tie_rule='mid')")
    """
    if space == "raw":
        return f"{name}@{depth}"
    rule = ",tie_rule='mid'" if depth > LISTED else ""
    return f"interval({name}@{depth}{rule}{'' if space == 'all' else f',space={space!r}'})"


def rows_of(runs: iv.Evaluation, collection: str, name: str, depth: int, splits: int) -> list[dict[str, Any]]:
    """A row for each space, printed at once."""
    points: list[dict[str, Any]] = []
    raw = runs.score([f"{name}@{depth}"])
    for space in SPACES:
        start = f"| {collection} | {depth} | {name} | {space} | "
        try:
            begun = monotonic()
            table = runs.score([form(name, depth, space)])
            seconds = monotonic() - begun
        except IntervaleError as error:
            print(f"{start}refused: {str(error).partition('. ')[0]} | | | | | | |", flush=True)
            continue
        (found,) = iv.stability(table, splits=splits).measures
        systems, topics = len(runs.systems), len(runs.topics)
        agree = tau(*(leading(one.mean_order(one.names[0]).means) for one in (raw, table)))
        mean, _, low, high, _ = around(found.tau)
        print(
            f"{start}{found.behind:.1f} of {topics} | {found.behind_difference:.1f} | {found.carried} of {systems} | "
            f"{mean:.3f} | {found.swap_rate:.1%} | {agree:.3f} | {seconds:.0f} |",
            flush=True,
        )
        points.append(
            {"where": f"{collection}, N = {depth}", "measure": name, "space": space, "agree": agree}
            | {"behind": found.behind, "share": found.behind / topics, "tau": mean, "low": low, "high": high}
        )
    return points


def draw(points: list[dict[str, Any]], path: Path) -> None:
    import altair as alt

    colour = alt.Color(
        "space:N",
        sort=list(SPACES),
        scale=alt.Scale(domain=list(SPACES), range=["#6b7882", "#2f5f9e", "#d1791f", "#3f8f5b"]),
        legend=alt.Legend(title="space", orient="top"),
    )
    y = alt.Y("measure:N", sort=list(MEASURES), title=None)
    offset = alt.YOffset("space:N", sort=list(SPACES))
    row = alt.Row("where:N", title=None, sort=list(dict.fromkeys(point["where"] for point in points)))
    charts = []
    for what, title in (
        ("share", "topics behind a mean, as a share of all"),
        ("tau", "tau of two halves of the topics"),
    ):
        x = alt.X(f"{what}:Q", title=title, scale=alt.Scale(domain=[0, 1]))
        base = alt.Chart(alt.Data(values=points)).encode(y=y, yOffset=offset, color=colour)
        marks = base.mark_point(filled=True, size=60, opacity=1).encode(x=x)
        spread = base.mark_rule(strokeWidth=1.5, opacity=0.5).encode(x=alt.X("low:Q", title=title), x2="high:Q")
        layers = alt.layer(spread, marks) if what == "tau" else alt.layer(marks)
        charts.append(layers.properties(width=260, height=alt.Step(9)).facet(row=row))
    alt.hconcat(*charts).configure(background="white").save(path)


if __name__ == "__main__":
    main()
