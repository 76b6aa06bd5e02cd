"""The figures of docs/statements.md, from the 129 runs of TREC-8: tables on standard output, and two charts.

usage: make_statement_figures.py FOLDER [--to FIGURES]     FOLDER has qrels.trec8.txt and runs/; FIGURES is docs/figures
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import intervale as iv
from intervale.present.dominance import dominance_chart
from intervale.present.picture import chart_bytes
from intervale.statements.evidence import EQUAL, RESTS_ON

MEASURES = ("AP", "nDCG@10", "RR", "RR@1000", "P@10")
FORMS = ("interval(nDCG@10)", "interval(RR@1000)")
COLOURS = ("#08519c", "#3182bd", "#6baed6", "#fdae6b", "#d94801", "#bdbdbd")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent / "figures")
    chosen = parser.parse_args()
    folder, figures = chosen.folder, chosen.to
    figures.mkdir(parents=True, exist_ok=True)
    runs = sorted((folder / "runs").iterdir())
    evaluation = iv.evaluate(folder / "qrels.trec8.txt", runs, ties="trec9")
    print("| order | one dominates | leads where comparable | neither | the same | comparable on topics | seconds |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for order in ("rank-swap", "rank-replacement", "set-replacement"):
        start = time.perf_counter()
        found = iv.dominance(evaluation, order=order)
        counts = found.counts()
        took = time.perf_counter() - start
        numbers = (counts[key] for key in ("all topics", "all comparable topics", "not at all", "the same"))
        share = counts["comparable"] / counts["comparisons"]
        print(f"| `{order}` | {' | '.join(f'{n:,}' for n in numbers)} | {share:.1%} | {took:.2f} |")
        if order == "rank-swap":
            chart = dominance_chart(found)
            if chart is not None:  # somebody dominates somebody
                (figures / "dominance.svg").write_bytes(chart_bytes(chart, "svg"))
    evidence = iv.evidence(evaluation.score([*MEASURES, *FORMS]))
    names = list(evidence.measures)
    print("\n| the one with the larger mean is better | " + " | ".join(names) + " |")
    print("|---|" + "---:|" * len(names))
    points = []
    for place, rests_on in enumerate((*RESTS_ON, EQUAL)):
        counts = [evidence.measures[name].counts()[rests_on] for name in names]
        print(f"| {rests_on} | " + " | ".join(f"{n:,}" for n in counts) + " |")
        points += [
            {"measure": name, "pairs": n, "rests_on": rests_on, "place": place}
            for name, n in zip(names, counts, strict=True)
        ]
    turned = [evidence.measures[name] for name in names]
    print(
        "| order reversed on the interval scale | "
        + " | ".join(f"{int(one.against.sum()):,}" if one.has_form else "-" for one in turned)
        + " |"
    )
    draw(points, names, figures / "evidence.svg")


def draw(points: list[dict[str, object]], names: list[str], path: Path) -> None:
    import altair as alt
    import vl_convert

    evidence = [*RESTS_ON, EQUAL]
    chart = (
        alt.Chart(alt.Data(values=points))
        .mark_bar()
        .encode(
            x=alt.X("pairs:Q", title="pairs of systems", axis=alt.Axis(format=",.0f"), stack="zero"),
            y=alt.Y("measure:N", title=None, sort=names),
            color=alt.Color(
                "rests_on:N",
                title="the larger mean is better",
                sort=evidence,
                scale=alt.Scale(domain=evidence, range=list(COLOURS)),
                legend=alt.Legend(labelLimit=300),
            ),
            order=alt.Order("place:Q"),
        )
        .properties(width=460, height=190, title="What the order of two means rests on (129 systems of TREC-8)")
        .configure(background="white", padding=12)
    )
    path.write_text(str(vl_convert.vegalite_to_svg(chart.to_json())))


if __name__ == "__main__":
    main()
