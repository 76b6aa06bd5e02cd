"""Curves of the balancing index over run length. Needs the extra ``report``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from intervale.present.hasse import altair_library

if TYPE_CHECKING:
    import altair

__all__ = ["balance_chart"]


def balance_chart(curves: Mapping[str, Sequence[tuple[int, int | None]]], grades: int) -> altair.LayerChart:
    """The index of each measure against the length of runs, and the bisector (Ferrante, Ferro and Maistro 2015, Figure
    1a).
    """
    alt = altair_library()
    points = [
        {"measure": name, "length": length, "index": index}
        for name, curve in curves.items()
        for length, index in curve
        if index is not None
    ]
    longest = max(length for curve in curves.values() for length, _ in curve)
    base = alt.Chart(alt.Data(values=points)).encode(
        x=alt.X("length:Q", title="length of runs"),
        y=alt.Y("index:Q", title="balancing index"),
        color=alt.Color("measure:N", title=None, sort=list(curves)),
    )
    ends = alt.Data(values=[{"length": 0, "index": 0}, {"length": longest, "index": longest}])
    bisector = alt.Chart(ends).mark_line(color="#b9c6cf", strokeDash=[4, 4]).encode(x="length:Q", y="index:Q")
    chart: altair.LayerChart = (
        alt.layer(bisector, base.mark_line(strokeWidth=2))
        .properties(
            width=420,
            height=300,
            title=alt.Title(
                "Balancing index", subtitle=f"grades 0..{grades}; dashed: the length itself", anchor="start"
            ),
        )
        .configure(background="white", padding=16)
        .configure_view(stroke=None)
    )
    return chart
