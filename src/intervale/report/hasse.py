"""Hasse diagrams: one Vega-Lite specification for SVG, PNG, PDF and HTML. Needs the extra ``report``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from intervale.errors import OptionError
from intervale.orders.layout import Layout

if TYPE_CHECKING:
    import altair

__all__ = ["FORMATS", "chart_bytes", "hasse_chart"]

FORMATS = ("svg", "png", "pdf", "html")
CHARACTER, LAYER, BOX, GAP = 8.2, 46, 22, 14
"""In pixels: a character of a label, from layer to layer, the height of a box, the least gap between boxes."""
INK, EDGE, MARKED = "#1d2b36", "#8fa1ae", "#c8501e"
LIGHT, DARK = "#eef4f9", "#7db3dd"


def hasse_chart(
    layout: Layout,
    labels: Sequence[str],
    values: Sequence[float],
    *,
    title: str,
    legend: str,
    path: Collection[tuple[int, int]] = (),
) -> altair.LayerChart:
    """The diagram: a box for each element, coloured by its value, and the edges of a path marked."""
    alt = _altair()
    across = max(len(label) for label in labels) * CHARACTER + 12
    step = across + GAP
    width, height = layout.width * step, (1 + max(y for _, y in layout.places)) * LAYER
    across_scale = alt.Scale(domain=[-width / 2, width / 2], nice=False, zero=False)
    up_scale = alt.Scale(domain=[-LAYER / 2, height - LAYER / 2], nice=False, zero=False)
    x, y = alt.X("x:Q", scale=across_scale, axis=None), alt.Y("y:Q", scale=up_scale, axis=None)
    lines, on_path = [], set(path)
    for number, (edge, points) in enumerate(layout.edges.items()):
        marked = edge in on_path
        lines += [
            {"edge": number, "at": at, "x": px * step, "y": py * LAYER, "marked": marked}
            for at, (px, py) in enumerate(points)
        ]
    marked_nodes = {node for edge in on_path for node in edge}
    boxes = [
        {
            "run": label,
            "value": value,
            "x": px * step,
            "left": px * step - across / 2,
            "right": px * step + across / 2,
            "y": py * LAYER,
            "low": py * LAYER - BOX / 2,
            "high": py * LAYER + BOX / 2,
            "marked": number in marked_nodes,
        }
        for number, (label, value, (px, py)) in enumerate(zip(labels, values, layout.places, strict=True))
    ]
    edges = (
        alt.Chart(alt.Data(values=lines))
        .mark_line()
        .encode(
            x=x,
            y=y,
            detail="edge:N",
            order="at:Q",
            color=alt.condition("datum.marked", alt.value(MARKED), alt.value(EDGE)),
            strokeWidth=alt.condition("datum.marked", alt.value(2.6), alt.value(1)),
        )
    )
    data = alt.Data(values=boxes)
    whole = all(float(value).is_integer() for value in values)
    colour = alt.Color(
        "value:Q",
        title=legend,
        scale=alt.Scale(range=[LIGHT, DARK]),
        legend=alt.Legend(format="d", values=sorted(set(values))) if whole and len(set(values)) <= 12 else alt.Legend(),
    )
    nodes = (
        alt.Chart(data)
        .mark_rect(cornerRadius=4)
        .encode(
            x=alt.X("left:Q", scale=across_scale, axis=None),
            x2="right:Q",
            y=alt.Y("low:Q", scale=up_scale, axis=None),
            y2="high:Q",
            fill=colour,
            stroke=alt.condition("datum.marked", alt.value(MARKED), alt.value(INK)),
            strokeWidth=alt.condition("datum.marked", alt.value(2.2), alt.value(0.8)),
            tooltip=[alt.Tooltip("run:N"), alt.Tooltip("value:Q", title=legend)],
        )
    )
    texts = alt.Chart(data).mark_text(font="monospace", fontSize=13, color=INK).encode(x=x, y=y, text="run:N")
    chart: altair.LayerChart = (
        alt.layer(edges, nodes, texts)
        .properties(width=width, height=height, title=title)
        .configure(background="white", padding=16)
        .configure_view(stroke=None)
    )
    return chart


def chart_bytes(chart: altair.LayerChart, form: str) -> bytes:
    """The chart in one of the formats svg, png, pdf and html. None of them needs a browser or a network."""
    import vl_convert

    specification = chart.to_json()
    if form == "svg":
        return str(vl_convert.vegalite_to_svg(specification)).encode()
    if form == "png":
        return bytes(vl_convert.vegalite_to_png(specification, scale=2))
    if form == "pdf":
        return bytes(vl_convert.vegalite_to_pdf(specification))
    return str(vl_convert.vegalite_to_html(specification, bundle=True)).encode()


def _altair() -> Any:
    try:
        import altair
        import vl_convert  # noqa: F401
    except ImportError:
        raise OptionError("pictures need Altair and vl-convert: pip install 'intervale[report]'") from None
    return altair
