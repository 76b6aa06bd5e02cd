"""A square of numbers from 0 to 1 as a heat map: pink, white, green, as in Figure 1 of the group-theoretic paper. Needs
the extra ``report``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from intervale.present.hasse import altair_library

if TYPE_CHECKING:
    import altair

__all__ = ["heat_map"]

CELL, GAP = 17, 18
PINK, WHITE, GREEN, INK = "#c51b7d", "#f7f7f7", "#4d9221", "#1d2b36"


def heat_map(
    names: Sequence[str], ratio: Any, *, title: str, legend: str, groups: Sequence[str] | None = None
) -> altair.LayerChart:
    """The map: a square for each pair, and where names come in groups lines between these, which are named above."""
    alt = altair_library()
    cells = [{"a": a, "b": b, "ratio": round(float(ratio(a, b)), 4)} for a in names for b in names]
    side = CELL * len(names)
    x, y = (alt.Axis(title=None, labelLimit=140, domain=False, ticks=False, labelAngle=angle) for angle in (-90, 0))
    squares = (
        alt.Chart(alt.Data(values=cells))
        .mark_rect()
        .encode(
            x=alt.X("a:N", sort=list(names), axis=x, scale=alt.Scale(padding=0)),
            y=alt.Y("b:N", sort=list(names), axis=y, scale=alt.Scale(padding=0)),
            color=alt.Color(
                "ratio:Q",
                title=legend,
                scale=alt.Scale(domain=[0, 0.5, 1], range=[PINK, WHITE, GREEN], interpolate="rgb"),
                legend=alt.Legend(gradientLength=180),
            ),
            tooltip=["a:N", "b:N", alt.Tooltip("ratio:Q", title=legend)],
        )
    )
    layers = [squares]
    heading = alt.TitleParams(title, offset=0 if groups is None else GAP)
    if groups is not None:
        edges = [{"at": i * CELL} for i in range(1, len(names)) if groups[i] != groups[i - 1]]
        lines = alt.Chart(alt.Data(values=edges)).mark_rule(color=INK, strokeWidth=1)
        scale = alt.Scale(domain=[0, side], range=[0, side], nice=False, zero=False)
        layers.append(lines.encode(x=alt.X("at:Q", scale=scale, axis=None)))
        layers.append(lines.encode(y=alt.Y("at:Q", scale=scale, axis=None)))
        starts = [i for i in range(len(names)) if i == 0 or groups[i] != groups[i - 1]]
        middles = [
            {"at": (i + end) * CELL / 2, "group": groups[i]}
            for i, end in zip(starts, [*starts[1:], len(names)], strict=True)
        ]
        words = alt.Chart(alt.Data(values=middles)).mark_text(color=INK, fontSize=9, baseline="bottom")
        layers.append(words.encode(x=alt.X("at:Q", scale=scale, axis=None), y=alt.value(-4), text="group:N"))
    chart: altair.LayerChart = (
        alt.layer(*layers)
        .resolve_scale(x="independent", y="independent")
        .properties(width=side, height=side, title=heading)
        .configure(background="white", padding=12)
        .configure_view(stroke=None)
    )
    return chart
