"""Pictures inside a page: SVG that takes the colours of the page, light or dark, and shares no name with another."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from intervale.present.diagram import BOX, Diagram, Point, svg_picture
from intervale.present.look import GREY, INK, PALE
from intervale.present.picture import chart_bytes

if TYPE_CHECKING:
    import altair

__all__ = ["DIAGRAM_STYLE", "inline_chart", "inline_diagram"]

COLOURS = {INK: "currentColor", "#000": "currentColor", "#888": "currentColor", PALE: "#80808040"}
"""Colours of charts that depend on the page, and what stands for them: its text, and grey that shows on any ground."""
SHRINKS = "max-width: 100%; min-width: 21rem; height: auto"
"""On a narrow screen a picture shrinks so far that it can be read; then it scrolls."""
DIAGRAM_STYLE = (
    ".intervale .hasse .edge{stroke:currentColor;stroke-opacity:.45;fill:none}"
    ".intervale .hasse rect{fill:currentColor;fill-opacity:.06;stroke:currentColor;stroke-opacity:.6}"
    ".intervale .hasse text{font-family:sans-serif;fill:currentColor}"
    ".intervale .hasse .name{font:bold 12px monospace}.intervale .hasse .score{font-size:10px;fill-opacity:.75}"
)
"""How a diagram looks in a page that shows it as a part."""
_PAPER = re.compile(r'(<svg\b[^>]*>)<rect width="[\d.]+" height="[\d.]+" fill="white"/>')
_NAMES = re.compile(r'(?<= id=")[\w-]+(?=")')
_GREY_TEXT = re.compile(rf'(<text\b[^>]*) fill="{GREY}"')
_COLOUR = re.compile(r'\b(fill|stroke)="(#[0-9a-f]{3,6})"')


def inline_chart(chart: altair.TopLevelMixin) -> str:
    """A chart as a part of a page: without ground, in the colours of the page, its names its own."""
    drawn = chart_bytes(chart, "svg").decode()
    own = f"iv{hashlib.sha256(drawn.encode()).hexdigest()[:10]}-"
    for name in dict.fromkeys(_NAMES.findall(drawn)):
        drawn = drawn.replace(f' id="{name}"', f' id="{own}{name}"').replace(f"url(#{name})", f"url(#{own}{name})")
    drawn = _PAPER.sub(r"\1", drawn, count=1)
    drawn = _GREY_TEXT.sub(r'\1 fill="currentColor" fill-opacity="0.75"', drawn)
    drawn = _COLOUR.sub(lambda found: f'{found[1]}="{COLOURS.get(found[2], found[2])}"', drawn)
    return drawn.replace("<svg ", f'<svg style="{SHRINKS}" ', 1)


def inline_diagram(diagram: Diagram, label: str) -> str:
    """A Hasse diagram as a part of a page; it needs :data:`DIAGRAM_STYLE`.

    >>> from intervale.exact.posets import Poset
    >>> from intervale.present.diagram import plain_diagram
    >>> inline_diagram(plain_diagram(Poset([[1], []]), ["A", "B"]), "two systems").count("<rect")
    2
    """
    edges = tuple((edge, _outside(points)) for edge, points in diagram.edges)
    return svg_picture(replace(diagram, edges=edges), label)


def _outside(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """An edge from the top of a box to the foot of another: what is behind a box would be seen."""
    (x, y), *between, (last_x, last_y) = points
    return (x, y - BOX / 2), *between, (last_x, last_y + BOX / 2)
