"""Pictures of a scale: how a measure spaces the runs, and its values over all runs. Need the extra ``report``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from intervale.errors import OptionError
from intervale.present.hasse import INK, MARKED, altair_library
from intervale.present.order import run_text
from intervale.scales import IntervalScale
from intervale.scales.mapping import MOST_RUNS_SHOWN

if TYPE_CHECKING:
    import altair

__all__ = ["curve_chart", "spacing_chart"]

MOST_VALUES, MOST_RUNS_NAMED, LINE, CHARACTER = 64, 6, 18, 8.0
"""How many values can be drawn and runs be named beside one; in pixels, a line of text and a character."""
SQUARE, THREAD = "#2f6fab", "#b9c6cf"
POINTS = 600


def spacing_chart(scale: IntervalScale, name: str) -> altair.LayerChart:
    """On the left the values where the measure puts them, on the right where the interval scale puts them, with the
    runs that have each (Ferrante, Ferro and Fuhr 2021, Figure 3).
    """
    alt = altair_library()
    rows = scale.runs_by_value(MOST_VALUES)
    if not rows:
        raise OptionError(
            f"the spacing of {name} cannot be drawn: it shows at most {MOST_VALUES} values of at most "
            f"{MOST_RUNS_SHOWN:,} runs; --curve draws more"
        )
    last = len(rows) - 1
    low, high = float(rows[0][0]), float(rows[-1][0])
    labels = [_runs(runs) for _, runs in rows]
    dots = [
        {"n": n, "value": float(value), "even": low + (high - low) * (n / last if last else 0.0), "runs": label}
        for n, ((value, _), label) in enumerate(zip(rows, labels, strict=True))
    ]
    threads = [{"n": dot["n"], "x": x, "y": dot[field]} for dot in dots for x, field in ((0, "value"), (1, "even"))]
    room = max(map(len, labels)) * CHARACTER
    width, height = 150 + room, max(240, LINE * len(rows))
    right = alt.Scale(domain=[-0.08, width / 140], nice=False, zero=False)
    pad = (high - low) * 0.02 or 0.5
    axis = alt.Axis(title=_axis_title(scale, name), grid=False, titleColor=INK)

    def y(field: str) -> Any:
        return alt.Y(field, axis=axis, scale=alt.Scale(domain=[low - pad, high + pad], nice=False, zero=False))

    def x(field: str) -> Any:
        return alt.X(field, axis=None, scale=right)

    lines = alt.Chart(alt.Data(values=threads)).mark_line(color=THREAD).encode(x=x("x:Q"), y=y("y:Q"), detail="n:N")
    base = alt.Chart(alt.Data(values=dots))
    tooltip = [alt.Tooltip("runs:N"), alt.Tooltip("value:Q")]
    measured = base.mark_square(color=SQUARE, size=70, opacity=1).encode(
        x=alt.XDatum(0, scale=right), y=y("value:Q"), tooltip=tooltip
    )
    even = base.mark_square(color=MARKED, size=70, opacity=1).encode(
        x=alt.XDatum(1, scale=right), y=y("even:Q"), tooltip=tooltip
    )
    texts = base.mark_text(font="monospace", fontSize=12, color=INK, align="left", dx=10).encode(
        x=alt.XDatum(1, scale=right), y=y("even:Q"), text="runs:N"
    )
    chart: altair.LayerChart = (
        alt.layer(lines, measured, even, texts)
        .properties(
            width=width,
            height=height,
            title=alt.Title(
                f"{name}: {len(rows)} values, length {scale.space.length}, grades 0..{scale.space.grades}",
                subtitle="left: spaced by the measure; right: equally spaced, as interval scale",
                anchor="start",
            ),
        )
        .configure(background="white", padding=16)
        .configure_view(stroke=None)
    )
    return chart


def _axis_title(scale: IntervalScale, name: str) -> str:
    return f"{name}, constants of a topic left out" if scale.measure.recall_based else name


def _runs(runs: list[tuple[int, ...]]) -> str:
    named = " ".join(run_text(run) for run in runs[:MOST_RUNS_NAMED])
    return named + (f" +{len(runs) - MOST_RUNS_NAMED:,}" if len(runs) > MOST_RUNS_NAMED else "")


def curve_chart(scale: IntervalScale, name: str) -> altair.LayerChart:
    """The value of every run, the runs in ascending order (Ferrante, Ferro and Fuhr 2021, Figures 6 to 8)."""
    alt = altair_library()
    points = scale.curve(POINTS)
    steps = [{"share": 0.0, "value": points[0][1]}]
    for (before, _), (share, value) in zip([(0.0, 0.0), *points[:-1]], points, strict=True):
        steps += [{"share": before, "value": value}, {"share": share, "value": value}]
    for n, step in enumerate(steps):
        step["n"] = n
    line = (
        alt.Chart(alt.Data(values=steps))
        .mark_line(color=SQUARE, strokeWidth=1.8)
        .encode(
            x=alt.X(
                "share:Q",
                title="share of runs up to this value",
                axis=alt.Axis(format="%"),
                scale=alt.Scale(domain=[0, 1]),
            ),
            y=alt.Y("value:Q", title=_axis_title(scale, name)),
            order="n:Q",
        )
    )
    chart: altair.LayerChart = (
        alt.layer(line)
        .properties(
            width=420,
            height=260,
            title=alt.Title(
                f"{name} on {scale.space.size_text}",
                subtitle=f"length {scale.space.length}, grades 0..{scale.space.grades}",
                anchor="start",
            ),
        )
        .configure(background="white", padding=16)
        .configure_view(stroke=None)
    )
    return chart
