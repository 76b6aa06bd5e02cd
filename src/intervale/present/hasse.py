"""Hasse diagrams: one Vega-Lite specification for SVG, PNG, PDF and HTML. Needs the extra ``report``."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intervale.errors import OptionError
from intervale.orders.layout import Layout
from intervale.present.escape import label, script_json, spelled

if TYPE_CHECKING:
    import altair

__all__ = [
    "FORMATS",
    "POLICY",
    "altair_library",
    "chart_bytes",
    "chart_specification",
    "hasse_chart",
    "picture_format",
    "vega_library",
]

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
    alt = altair_library()
    labels = [label(text) for text in labels]
    across = max(map(len, labels)) * CHARACTER + 12
    width, height = layout.width * (across + GAP), (1 + max(y for _, y in layout.places)) * LAYER

    def x(field: str) -> Any:
        return alt.X(field, scale=alt.Scale(domain=[-width / 2, width / 2], nice=False, zero=False), axis=None)

    def y(field: str) -> Any:
        return alt.Y(field, scale=alt.Scale(domain=[-LAYER / 2, height - LAYER / 2], nice=False, zero=False), axis=None)

    def marked(yes: Any, no: Any) -> Any:
        return alt.condition("datum.marked", alt.value(yes), alt.value(no))

    edges = (
        alt.Chart(alt.Data(values=_lines(layout, across + GAP, set(path))))
        .mark_line()
        .encode(
            x=x("x:Q"),
            y=y("y:Q"),
            detail="edge:N",
            order="at:Q",
            color=marked(MARKED, EDGE),
            strokeWidth=marked(2.6, 1),
        )
    )
    boxes = alt.Chart(alt.Data(values=_boxes(layout, labels, values, across, {end for edge in path for end in edge})))
    steps = sorted(set(values)) if all(float(value).is_integer() for value in values) else []
    key = alt.Legend(format="d", values=steps) if 0 < len(steps) <= 12 else alt.Legend()
    nodes = boxes.mark_rect(cornerRadius=4).encode(
        x=x("left:Q"),
        x2="right:Q",
        y=y("low:Q"),
        y2="high:Q",
        fill=alt.Color("value:Q", title=legend, scale=alt.Scale(range=[LIGHT, DARK]), legend=key),
        stroke=marked(MARKED, INK),
        strokeWidth=marked(2.2, 0.8),
        tooltip=[alt.Tooltip("run:N"), alt.Tooltip("value:Q", title=legend)],
    )
    texts = boxes.mark_text(font="monospace", fontSize=13, color=INK).encode(x=x("x:Q"), y=y("y:Q"), text="run:N")
    chart: altair.LayerChart = (
        alt.layer(edges, nodes, texts)
        .properties(width=width, height=height, title=title)
        .configure(background="white", padding=16)
        .configure_view(stroke=None)
    )
    return chart


def _lines(layout: Layout, step: float, path: Collection[tuple[int, int]]) -> list[dict[str, Any]]:
    """The edges as points, in pixels."""
    return [
        {"edge": number, "at": at, "x": x * step, "y": y * LAYER, "marked": edge in path}
        for number, (edge, points) in enumerate(layout.edges.items())
        for at, (x, y) in enumerate(points)
    ]


def _boxes(
    layout: Layout, labels: Sequence[str], values: Sequence[float], across: float, marked: Collection[int]
) -> list[dict[str, Any]]:
    """The elements as boxes with a label, in pixels."""
    boxes = []
    for number, (text, value, (px, py)) in enumerate(zip(labels, values, layout.places, strict=True)):
        x, y = px * (across + GAP), py * LAYER
        sides = {"left": x - across / 2, "right": x + across / 2, "low": y - BOX / 2, "high": y + BOX / 2}
        boxes.append({"run": text, "value": value, "x": x, "y": y, "marked": number in marked, **sides})
    return boxes


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<title>intervale</title></head>
<body><div id="chart"></div>
<script type="application/json" id="specification">%s</script>
<script>%s</script>
<script>
vegaEmbed("#chart", JSON.parse(document.getElementById("specification").textContent), {renderer: "svg"});
</script>
</body></html>
"""
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval'"
"""What a page may do: run the scripts in it, and reach nothing."""


def chart_bytes(chart: altair.TopLevelMixin, form: str) -> bytes:
    """The chart in one of the formats svg, png, pdf and html. None of them needs a browser or a network."""
    import vl_convert

    specification = chart_specification(chart)
    if form == "html":
        return (PAGE % (POLICY, script_json(specification), vega_library())).encode()
    text = json.dumps(specification)
    if form == "svg":
        return str(vl_convert.vegalite_to_svg(text)).encode()
    if form == "png":
        return bytes(vl_convert.vegalite_to_png(text, scale=2))
    return bytes(vl_convert.vegalite_to_pdf(text))


def chart_specification(chart: Any) -> dict[str, Any]:
    """The chart in Vega-Lite, its texts made visible: the one way in which charts leave."""
    specification: dict[str, Any] = spelled(chart.to_dict(), label)
    return specification


@cache
def vega_library() -> str:
    """The script that draws charts in a page."""
    import vl_convert

    bundle: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    return bundle.replace("</script", "<\\/script")


def picture_format(path: Path) -> str:
    """The format that the name of a file asks for."""
    form = path.suffix.lower().lstrip(".")
    if form not in FORMATS:
        raise OptionError(f"{path}: unknown picture format; use {', '.join('.' + known for known in FORMATS)}")
    return form


def altair_library() -> Any:
    """Altair, or what to install; whoever needs it asks before any work."""
    try:
        import altair
        import jinja2  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError as error:
        wanted = "pip install 'intervale[report]'"
        raise OptionError(f"reports and pictures need {error.name}, part of the extra 'report': {wanted}") from None
    return altair
