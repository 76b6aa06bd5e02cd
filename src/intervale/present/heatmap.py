"""A square of numbers from 0 to 1 as a heat map: pink, white, green, as in Figure 1 of the group-theoretic paper. Needs
the extra ``report``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from intervale.present.look import INK, SCREEN, Look, framed
from intervale.present.picture import altair_library

if TYPE_CHECKING:
    import altair

__all__ = ["heat_map"]

PINK, WHITE, GREEN = "#c51b7d", "#f7f7f7", "#4d9221"
CELL, MOST_SIDE, LEAST_LABEL = 17, 1300, 9
"""In pixels: a square, the whole map at most, and the least square that has a name beside it."""
MARGINS = {"left": 12, "top": 12, "bottom": 12, "right": 36}
"""On the screen; the legend stands at the right, in letters that may be wider where the picture is shown."""


def heat_map(
    names: Sequence[str],
    ratio: Any,
    *,
    title: str,
    legend: str,
    subtitle: str = "",
    groups: Sequence[str] | None = None,
    families: Sequence[str] | None = None,
    look: Look = SCREEN,
) -> altair.LayerChart:
    """The map: a square for each pair, and where names come in groups lines between these, which are named above; where
    groups come in families, these have thicker lines and are named above the groups. Names that have no room are left
    out.
    """
    alt = altair_library()
    cells = [{"a": a, "b": b, "ratio": round(float(ratio(a, b)), 4)} for a in names for b in names]
    cell = min(20.0, look.room * 0.76 / len(names)) if look.column else min(CELL, MOST_SIDE / len(names))
    named = cell >= look.pick(LEAST_LABEL, 6.5)
    if look.column and not named:
        cell = look.room / len(names)
    letters = min(look.pick(10.0, 8.0), cell + look.pick(0, 0.5))
    shown = {"title": None, "domain": False, "ticks": False, "labels": named, "labelFontSize": letters}
    x, y = (alt.Axis(labelLimit=look.pick(140, look.room * 0.35), labelAngle=a, **shown) for a in (-90, 0))
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
                legend=alt.Legend(values=[0, 0.5, 1], **look.pick({"gradientLength": 180}, {})),
            ),
            tooltip=["a:N", "b:N", alt.Tooltip("ratio:Q", title=legend)],
        )
    )
    layers = [squares]
    if groups is not None:
        layers += _borders(groups, cell, look)
    if families is not None:
        layers += _borders(families, cell, look, level=1)
    said = [subtitle, "" if named else "too many to be named"]
    chart = alt.layer(*layers).resolve_scale(x="independent", y="independent").properties(height=cell * len(names))
    text = "; ".join(part for part in said if part)
    drawn: altair.LayerChart = framed(chart, look, title=title, subtitle=text, width=cell * len(names))
    return drawn if look.column else drawn.properties(padding=MARGINS)


def _borders(groups: Sequence[str], cell: float, look: Look, level: int = 0) -> list[Any]:
    """Lines between groups, and above them the names that have room; those of a higher level thicker, and above."""
    alt = altair_library()
    scale = alt.Scale(domain=[0, len(groups)], nice=False, zero=False)
    down = alt.Scale(domain=[len(groups), 0], nice=False, zero=False)
    starts = [i for i in range(len(groups)) if i == 0 or groups[i] != groups[i - 1]]
    lines = alt.Chart(alt.Data(values=[{"at": i} for i in starts[1:]]))
    lines = lines.mark_rule(color=INK, strokeWidth=look.pick(1, 0.5) * (1 + 1.5 * level))
    letters = look.pick(9, 7)
    middles = [
        {"at": (i + end) / 2, "group": groups[i]}
        for i, end in zip(starts, [*starts[1:], len(groups)], strict=True)
        if len(groups[i]) * letters * 0.5 <= (end - i) * cell
    ]
    words = alt.Chart(alt.Data(values=middles)).mark_text(color=INK, fontSize=letters, baseline="bottom")
    x = alt.X("at:Q", scale=scale, axis=None)
    return [
        lines.encode(x=x),
        lines.encode(y=alt.Y("at:Q", scale=down, axis=None)),
        words.encode(x=x, y=alt.value(-4 - level * (letters + 3)), text="group:N"),
    ]
