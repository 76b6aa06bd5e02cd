"""A picture of measures on universes: for each a map of N and K, coloured by how far its values are from equal steps.
Needs the extra ``report``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from intervale.present.look import GREY, INK, SCREEN, Look, framed
from intervale.present.picture import altair_library
from intervale.scales.universes import Universes

if TYPE_CHECKING:
    import altair

__all__ = ["universes_chart"]

EQUAL, LOW, HIGH = "#4d9221", "#fbe6f1", "#8e0152"
"""Equal steps; small and large deviations."""
ACROSS, CELL = 5, 24
"""How many maps stand side by side on the screen, and how large a square is there."""
LETTERED = 18
"""The least square that has its number in it, in pixels."""


def universes_chart(found: Universes, look: Look = SCREEN) -> altair.FacetChart:
    """The maps: green where values on S[N, K] are equally spaced, else the deviation in percent of the range."""
    alt = altair_library()
    names = [one.name for one in found.measures]
    across = _across(len(names), 3 if look.size == "one-column" else ACROSS)
    room = look.room / across - 26
    cell = min(look.pick(float(CELL), 16.0), room / found.longest) if look.column else float(CELL)
    rows = [
        {
            "measure": one.name,
            "N": size[0],
            "K": size[1],
            "deviation": None if cell_.spaced.holds else round(100 * cell_.uneven.deviation, 2),
            "label": "" if cell_.spaced.holds else f"{100 * cell_.uneven.deviation:.0f}",
        }
        for one in found.measures
        for size, cell_ in one.cells.items()
    ]
    base = alt.Chart().encode(
        x=alt.X("N:O", title="N", axis=alt.Axis(labelAngle=0, domain=False, ticks=False)),
        y=alt.Y("K:O", title="K", sort="descending", axis=alt.Axis(domain=False, ticks=False)),
    )
    layers: list[Any] = [
        base.transform_filter("datum.deviation === null").mark_rect(color=EQUAL),
        base.transform_filter("datum.deviation !== null").mark_rect().encode(color=_colour(look)),
    ]
    if cell >= LETTERED:
        dark = alt.condition("datum.deviation > 10", alt.value("white"), alt.value(INK))
        layers.append(base.mark_text(fontSize=9).encode(text="label:N", color=dark))
    size = {"width": cell * found.longest, "height": cell * found.bases}
    heading = alt.Header(title=None, labelColor=INK, labelFontSize=look.pick(11, 8), labelPadding=4)
    chart = (
        alt.layer(*layers, data=alt.Data(values=rows))
        .properties(**size)
        .facet(facet=alt.Facet("measure:N", sort=names, header=heading), columns=across, spacing=look.pick(14, 6))
        .resolve_scale(x="shared", y="shared")
    )
    grades = "binary" if found.grades == 1 else f"grades 0 to {found.grades}"
    drawn: altair.FacetChart = framed(
        chart,
        look,
        title="Where values on S[N, K] are equally spaced",
        subtitle=f"green: equally spaced; else the largest deviation from equal steps, % of the range; {grades}",
        fit=False,
    )
    return drawn


def _across(number: int, most: int) -> int:
    """How many maps stand side by side: as many as fit, so that the last row is full where that can be."""
    if number <= most:
        return number
    return next((across for across in range(most, 2, -1) if number % across == 0), most)


def _colour(look: Look) -> Any:
    alt = altair_library()
    legend = look.pick({"gradientLength": 120, "titleColor": GREY}, {})
    return alt.Color(
        "deviation:Q",
        title="deviation, %",
        scale=alt.Scale(domain=[0, 20], range=[LOW, HIGH], clamp=True, interpolate="lab"),
        legend=alt.Legend(values=[0, 5, 10, 15, 20], **legend),
    )
