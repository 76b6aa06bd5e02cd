"""The balancing index over run length, as steps. Needs the extra ``report``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from intervale.present.look import SCREEN, Look, framed
from intervale.present.picture import altair_library

if TYPE_CHECKING:
    import altair

__all__ = ["balance_chart"]


def balance_chart(
    curves: Mapping[str, Sequence[tuple[int, int | None]]], grades: int, look: Look = SCREEN
) -> altair.LayerChart:
    """The index of each measure against the length of runs, and the bisector (Ferrante, Ferro and Maistro 2015, Figure
    1a). Both are whole numbers: each length is the middle of a step, and there is none where there is no index.
    """
    alt = altair_library()
    points = [
        {"measure": name, "length": length, "index": index} for name, curve in curves.items() for length, index in curve
    ]
    lengths = sorted({length for curve in curves.values() for length, _ in curve})
    whole = alt.Axis(format="d", tickMinStep=1, tickCount=look.pick(10, 6))
    across = alt.Axis(format="d", tickMinStep=1, tickCount=look.pick(8, 5), labelFlush=False)
    colour = alt.Color("measure:N", title=None, sort=list(curves), legend=look.names_legend(list(curves)))
    steps = (
        alt.Chart(alt.Data(values=points))
        .mark_line(strokeWidth=look.pick(2, 1), interpolate="step")
        .encode(
            x=alt.X("length:Q", title="length of runs", axis=across),
            y=alt.Y("index:Q", title="balancing index", axis=whole),
            color=colour,
        )
    )
    ends = alt.Data(values=[{"length": 0, "index": 0}, {"length": lengths[-1], "index": lengths[-1]}])
    bisector = alt.Chart(ends).mark_line(color="#b9c6cf", strokeDash=[4, 4], strokeWidth=look.pick(2, 1))
    every = len(lengths) == lengths[-1]
    said = f"grades 0 to {grades:,}; dashed: the length itself" + ("" if every else f"; at {len(lengths)} lengths")
    said += _hidden(curves)
    chart: altair.LayerChart = framed(
        alt.layer(bisector.encode(x="length:Q", y="index:Q"), steps).properties(height=look.height(300)),
        look,
        title="Balancing index by length of runs",
        subtitle=said,
        width=420,
    )
    return chart


def _hidden(curves: Mapping[str, Sequence[tuple[int, int | None]]]) -> str:
    """Which lines lie under another."""
    alike: dict[tuple[tuple[int, int | None], ...], list[str]] = {}
    for name, curve in curves.items():
        alike.setdefault(tuple(curve), []).append(name)
    return "".join(
        f"; the lines of {', '.join(names[:-1])} and {names[-1]} coincide" for names in alike.values() if len(names) > 1
    )
