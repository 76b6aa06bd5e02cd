"""The charts behind a report as pictures for papers: SVG, PDF and PNG by Vega-Lite."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from intervale.data.writing import write_whole
from intervale.errors import IntervaleError, OptionError
from intervale.present.dominance import dominance_chart
from intervale.present.leaderboard_charts import places_chart
from intervale.present.page.gather import Gathered
from intervale.present.picture import altair_library, chart_bytes
from intervale.present.spacing import spacing_chart
from intervale.scales import interval_scale
from intervale.statements.evidence import EQUAL, RESTS_ON
from intervale.stats import Correlations, correlate

__all__ = ["figures"]

INK, BLUE = "#1d2b36", "#2f6fab"
EVIDENCE_COLOURS = ("#08519c", "#3182bd", "#9ecae1", "#fdae6b", "#d94801", "#bdbdbd")
PICTURES = ("svg", "pdf", "png")
DRAWN_LENGTHS = (4, 3, 2)
MOST_LABELS, WIDEST = 120, 1400
"""Up to how many topics are named in a chart, and how wide it may be."""


def figures(found: Gathered, folder: Path) -> list[Path]:
    """All charts as SVG, PDF and PNG in a folder, the heat map of each measure among them."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"{folder} cannot be created: {error.strerror}") from None
    made = charts(found) | {f"heat-map-{n}": heat_map(found, name) for n, name in enumerate(found.measures)}
    written = []
    for name, chart in made.items():
        for form in PICTURES:
            path = folder / f"{name}.{form}"
            write_whole(path, chart_bytes(chart, form))
            written.append(path)
    return written


def charts(found: Gathered) -> dict[str, Any]:
    """All charts by name; one that has nothing to show is left out."""
    named = list(found.measures)
    alike = correlate(found.evaluation) if len(named) > 1 else None
    made = {
        "recall-base": _recall_base(found),
        "correlations": _correlations(alike, named, forms=False),
        "correlations-interval": _correlations(alike, named, forms=True),
        "evidence": _evidence(found),
        "places": _places(found),
        "dominance": _dominance(found),
    }
    made |= {f"spacing-{n}": _spacing(found, name) for n, name in enumerate(found.measures)}
    return {name: _styled(chart) for name, chart in made.items() if chart is not None}


def heat_map(found: Gathered, measure: str) -> Any:
    """Systems × topics, the best system on top and the hardest topic to the left. Each row knows its place, by which it
    is sorted.
    """
    alt = altair_library()
    topics, systems = len(found.evaluation.topics), len(found.evaluation.systems)
    few = topics <= MOST_LABELS
    axis = alt.Axis(labels=few, ticks=few, labelFontSize=9, labelLimit=80)
    chart = (
        alt.Chart(alt.Data(values=heat_rows(found, measure)))
        .mark_rect()
        .encode(
            x=alt.X(
                "topic:N",
                sort=alt.EncodingSortField("column", "min"),
                title="topic, the hardest to the left",
                axis=axis,
            ),
            y=alt.Y(
                "system:N",
                sort=alt.EncodingSortField("line", "min"),
                title=None,
                axis=alt.Axis(labelFontSize=9, labelLimit=120),
            ),
            color=alt.Color("score:Q", title=measure, scale=alt.Scale(scheme="viridis")),
            tooltip=["system:N", "topic:N", alt.Tooltip("score:Q", format=".4f")],
        )
        .properties(width=min(WIDEST, max(200, 14 * topics)), height=max(60, 12 * systems))
    )
    return _styled(chart)


def heat_rows(found: Gathered, measure: str) -> list[dict[str, Any]]:
    """The scores with the places of their system and topic; a mean is over the scores that there are."""
    values = found.evaluation.matrix(measure)
    line = {s: place for place, s in enumerate(found.comparison.measures[measure].ranking)}
    known = ~np.isnan(values)
    means = np.where(known, values, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    column = {int(t): place for place, t in enumerate(np.argsort(means, kind="stable"))}
    return [
        {
            "system": found.evaluation.systems[s],
            "topic": found.evaluation.topics[t],
            "score": None if np.isnan(values[s, t]) else round(float(values[s, t]), 4),
            "line": line[s],
            "column": column[t],
        }
        for s in range(values.shape[0])
        for t in range(values.shape[1])
    ]


def _recall_base(found: Gathered) -> Any:
    if found.judged is None:
        return None
    alt = altair_library()
    bases = found.judged.topics.recall_base()
    rows = [{"topic": t, "relevant": int(n)} for t, n in zip(found.judged.topics.names, bases, strict=True)]
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_bar(color=BLUE)
        .encode(
            x=alt.X(
                "topic:N",
                sort=alt.EncodingSortField("relevant", "min"),
                title="topic",
                axis=alt.Axis(labels=len(rows) <= MOST_LABELS // 2, ticks=False, labelFontSize=9, labelLimit=80),
            ),
            y=alt.Y("relevant:Q", title="relevant documents"),
            tooltip=["topic:N", "relevant:Q"],
        )
        .properties(width=min(760, max(200, 14 * len(rows))), height=180)
    )


def _correlations(found: Correlations | None, names: list[str], *, forms: bool) -> Any:
    """Kendall's tau of the means, measure by measure; or of their interval forms."""
    if found is None:
        return None
    alt = altair_library()
    pairs = [
        (pair.a, pair.b, pair.interval_overall if forms else pair.overall)
        for pair in found.pairs
        if not forms or pair.interval_overall is not None
    ]
    rows = [
        {"a": x, "b": y, "tau": None if np.isnan(float(tau)) else round(float(tau), 4)}  # type: ignore[arg-type]
        for a, b, tau in pairs
        for x, y in ((a, b), (b, a))
    ]
    if not rows:
        return None
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("a:N", sort=names, title=None, axis=alt.Axis(labelAngle=-40)), y=alt.Y("b:N", sort=names, title=None)
    )
    colour = alt.Color("tau:Q", title="tau", scale=alt.Scale(scheme="blues", domain=[0, 1], clamp=True))
    size = max(160, 64 * len(names))
    words = base.mark_text(fontSize=11).encode(
        text=alt.Text("tau:Q", format=".2f"),
        color=alt.condition("datum.tau > 0.6", alt.value("white"), alt.value(INK)),
    )
    squares = base.mark_rect().encode(color=colour, tooltip=["a:N", "b:N", alt.Tooltip("tau:Q", format=".4f")])
    return (squares + words).properties(width=size, height=size)


def _evidence(found: Gathered) -> Any:
    alt = altair_library()
    names = list(found.evidence.measures)
    if not names:
        return None
    kinds = [*RESTS_ON, EQUAL]
    rows = [
        {"measure": name, "pairs": found.evidence.measures[name].counts().get(kind, 0), "rests on": kind, "place": n}
        for name in names
        for n, kind in enumerate(kinds)
    ]
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_bar()
        .encode(
            x=alt.X("pairs:Q", title="pairs of systems", axis=alt.Axis(format=",.0f", tickMinStep=1), stack="zero"),
            y=alt.Y("measure:N", sort=names, title=None),
            color=alt.Color(
                "rests on:N",
                title="rests on",
                sort=kinds,
                scale=alt.Scale(domain=kinds, range=list(EVIDENCE_COLOURS)),
                legend=alt.Legend(orient="bottom", columns=2, labelLimit=280),
            ),
            order=alt.Order("place:Q"),
            tooltip=["measure:N", "rests on:N", alt.Tooltip("pairs:Q", format=",")],
        )
        .properties(width=520, height=max(60, 34 * len(names)))
    )


def _places(found: Gathered) -> Any:
    """By the first measure that has a leaderboard."""
    if found.leaderboard is None:
        return None
    return places_chart(next(iter(found.leaderboard.measures.values())), title=False)


def _dominance(found: Gathered) -> Any:
    whole = found.evidence.dominance
    return None if whole is None or not whole.known.all() else dominance_chart(whole, title="")


def _spacing(found: Gathered, name: str) -> Any:
    """Figure 3 of Ferrante, Ferro and Fuhr 2021 for the longest runs, of up to four documents, whose values can be
    drawn."""
    measure = found.evaluation.measure(name)
    if measure.cutoff is None or measure.at != "cutoff":
        return None
    for length in DRAWN_LENGTHS:
        try:
            short = replace(measure, cutoff=length)  # type: ignore[call-arg]
            return spacing_chart(interval_scale(short, grades=found.grades), str(short))
        except IntervaleError:
            continue
    return None


def _styled(chart: Any) -> Any:
    return (
        chart.configure(background="white", padding=12)
        .configure_axis(labelColor=INK, titleColor=INK)
        .configure_view(stroke=None)
    )
