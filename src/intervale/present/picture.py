"""Pictures as files: the format that a file name asks for, and charts as SVG, PNG, PDF and HTML. Needs the extra
``report``."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intervale.errors import OptionError
from intervale.present.escape import label, script_json, spelled, visible

if TYPE_CHECKING:
    import altair

__all__ = [
    "FORMATS",
    "POLICY",
    "altair_library",
    "chart_bytes",
    "chart_specification",
    "picture_format",
    "vega_library",
]

FORMATS = ("svg", "png", "pdf", "html")
DPI = 300
"""Dots per inch of a PNG for a paper."""
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
    """The chart in one of the formats svg, png, pdf and html. None of them needs a browser or a network. A chart
    that is measured in points (:mod:`intervale.present.look`) has their size in SVG, too.
    """
    import vl_convert

    specification = chart_specification(chart)
    points = specification.get("usermeta", {}).get("unit") == "pt"
    if form == "html":
        return (PAGE % (POLICY, script_json(specification), vega_library())).encode()
    text = json.dumps(specification)
    if form == "svg":
        drawn = visible(str(vl_convert.vegalite_to_svg(text)))  # Vega reads what visible wrote as an escape again
        return (_in_points(drawn) if points else drawn).encode()
    if form == "png":
        return bytes(vl_convert.vegalite_to_png(text, scale=1 if points else 2, ppi=DPI if points else None))
    return bytes(vl_convert.vegalite_to_pdf(text))


def _in_points(svg: str) -> str:
    """An SVG whose unit is a point, where that of SVG is a 96th of an inch."""
    head, rest = svg.split(">", 1)
    return re.sub(r'\b(width|height)="([0-9.]+)"', r'\1="\2pt"', head) + ">" + rest


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
