"""Pictures of a scale: how a measure spaces the runs, and its values over all runs. Need the extra ``report``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from intervale.errors import OptionError
from intervale.present.hasse import MARKED
from intervale.present.look import INK, SCREEN, Look, framed
from intervale.present.order import run_text, space_text
from intervale.present.picture import altair_library
from intervale.scales import IntervalScale
from intervale.scales.mapping import MOST_RUNS_SHOWN

if TYPE_CHECKING:
    import altair

__all__ = ["curve_chart", "spacing_chart"]

MOST_VALUES, MOST_RUNS_NAMED = 64, 6
"""How many values can be drawn and runs be named beside one."""
AXIS = 32
"""About how many points an axis with its title takes."""
SQUARE, THREAD = "#2f6fab", "#b9c6cf"
POINTS = 600


def spacing_chart(scale: IntervalScale, name: str, look: Look = SCREEN) -> altair.LayerChart:
    """On the left the values where the measure puts them, on the right where the interval scale puts them, with the
    runs that have each (Ferrante, Ferro and Fuhr 2021, Figure 3).
    """
    alt = altair_library()
    rows = scale.runs_by_value(MOST_VALUES)
    line, letters = look.pick((18, 12.0), (9.5, 8.0))
    if not rows:
        raise OptionError(
            f"the spacing of {name} cannot be drawn: it shows at most {MOST_VALUES} values of at most "
            f"{MOST_RUNS_SHOWN:,} runs; --curve draws more"
        )
    last = len(rows) - 1
    low, high = float(rows[0][0]), float(rows[-1][0])
    labels = [_runs(runs, look.room * 0.5 / (letters * 0.6) if look.column else None) for _, runs in rows]
    dots = [
        {"n": n, "value": float(value), "even": low + (high - low) * (n / last if last else 0.0), "runs": label}
        for n, ((value, _), label) in enumerate(zip(rows, labels, strict=True))
    ]
    threads = [{"n": dot["n"], "x": x, "y": dot[field]} for dot in dots for x, field in ((0, "value"), (1, "even"))]
    room = max(map(len, labels)) * letters * 0.65  # for the labels, right of the threads
    inside = look.room - AXIS
    across = look.pick(140.0, inside - room)
    width = across * 1.1 + room
    height = max(look.pick(240, 120), line * len(rows))
    right = alt.Scale(domain=[-0.08, look.pick(width, inside) / across], nice=False, zero=False)
    pad = (high - low) * 0.02 or 0.5
    axis = alt.Axis(title=_axis_title(scale, name), grid=False, titleColor=INK)

    def y(field: str) -> Any:
        return alt.Y(field, axis=axis, scale=alt.Scale(domain=[low - pad, high + pad], nice=False, zero=False))

    def x(field: str) -> Any:
        return alt.X(field, axis=None, scale=right)

    lines = alt.Chart(alt.Data(values=threads)).mark_line(color=THREAD, strokeWidth=look.pick(2, 0.7))
    base = alt.Chart(alt.Data(values=dots))
    tooltip = [alt.Tooltip("runs:N"), alt.Tooltip("value:Q")]
    size = look.pick(70, 22)
    measured = base.mark_square(color=SQUARE, size=size, opacity=1).encode(
        x=alt.XDatum(0, scale=right), y=y("value:Q"), tooltip=tooltip
    )
    even = base.mark_square(color=MARKED, size=size, opacity=1).encode(
        x=alt.XDatum(1, scale=right), y=y("even:Q"), tooltip=tooltip
    )
    texts = base.mark_text(
        font=look.mono, fontSize=letters, color=INK, align="left", baseline="middle", dx=look.pick(10, 5)
    ).encode(x=alt.XDatum(1, scale=right), y=y("even:Q"), text="runs:N")
    layers = alt.layer(lines.encode(x=x("x:Q"), y=y("y:Q"), detail="n:N"), measured, even, texts)
    values = "1 value" if len(rows) == 1 else f"{len(rows)} values"
    chart: altair.LayerChart = framed(
        layers.properties(height=height),
        look,
        title=f"{name} on {space_text(scale.space)}",
        subtitle=f"left: its {values} as the measure spaces them; right: the same in equal steps, with their runs",
        width=width,
    )
    return chart


def _axis_title(scale: IntervalScale, name: str) -> str:
    return f"{name}, constants of a topic left out" if scale.measure.recall_based else name


def _runs(runs: list[tuple[int, ...]], most: float | None) -> str:
    """The runs that have a value: as many as are named, and as fit into a number of letters."""
    texts = [run_text(run) for run in runs]
    for count in range(min(MOST_RUNS_NAMED, len(texts)), 0, -1):
        rest = f" +{len(texts) - count:,}" if len(texts) > count else ""
        named = " ".join(texts[:count]) + rest
        if most is None or len(named) <= most:
            break
    return named


def curve_chart(scale: IntervalScale, name: str, look: Look = SCREEN) -> altair.LayerChart:
    """The value of every run, the runs in ascending order (Ferrante, Ferro and Fuhr 2021, Figures 6 to 8)."""
    alt = altair_library()
    points = scale.curve(POINTS)
    steps = [{"share": 0.0, "value": points[0][1]}]
    for (before, _), (share, value) in zip([(0.0, 0.0), *points[:-1]], points, strict=True):
        steps += [{"share": before, "value": value}, {"share": share, "value": value}]
    for n, step in enumerate(steps):
        step["n"] = n
    x = alt.X(
        "share:Q",
        title="share of runs up to this value",
        axis=alt.Axis(format="%", tickCount=look.pick(10, 5)),
        scale=alt.Scale(domain=[0, 1]),
    )
    line = (
        alt.Chart(alt.Data(values=steps))
        .mark_line(color=SQUARE, strokeWidth=look.pick(1.8, 1))
        .encode(x=x, y=alt.Y("value:Q", title=_axis_title(scale, name)), order="n:Q")
    )
    chart: altair.LayerChart = framed(
        alt.layer(line).properties(height=look.height(260)),
        look,
        title=f"{name} on {space_text(scale.space)}",
        subtitle=f"values from the lowest to the highest, over {scale.space.size_text}",
        width=420,
    )
    return chart
