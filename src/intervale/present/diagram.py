"""Hasse diagrams as SVG that the page colours: a box for each element, its score beside it, better ones above.

Colours are the page's CSS variables. In the explorer each box is a link to the state in which it is pressed, so that a
keyboard reaches it; a picture that is saved brings its own colours, and one in the gallery or a notebook has no links.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from intervale.exact.posets import Poset
from intervale.orders import JudgedRun, RunPoset
from intervale.orders.layout import Layout, layout
from intervale.present.digits import aligned, in_words
from intervale.present.escape import html_text
from intervale.present.order import run_text

__all__ = ["MOST_DRAWN", "Diagram", "MarkedStep", "diagram_of", "plain_diagram", "svg_picture"]

MOST_DRAWN = 256
"""How many lists a diagram may have."""
LAYER, BOX, LETTER, SMALL, GAP = 36.0, 22.0, 7.2, 5.8, 18.0
"""In pixels: from layer to layer, the height of a box, a letter in a box, one beside it, between columns."""
MARGIN = 12.0
Edge = tuple[int, int]
Point = tuple[float, float]


class MarkedStep(Protocol):
    """A step in colour, ``first`` or ``second``, and by how much the score grows on it."""

    @property
    def low(self) -> JudgedRun: ...
    @property
    def high(self) -> JudgedRun: ...
    @property
    def growth(self) -> Any: ...
    @property
    def colour(self) -> str: ...


@dataclass(frozen=True)
class Diagram:
    """What is drawn: the lists with their labels, scores and places, the steps, and those in colour."""

    runs: tuple[JudgedRun, ...]
    labels: tuple[str, ...]
    scores: tuple[str, ...]
    """Empty texts where lists have no score of their own."""
    places: tuple[Point, ...]
    edges: tuple[tuple[Edge, tuple[Point, ...]], ...]
    marked: tuple[tuple[Edge, str, str], ...]
    """Steps in colour, with what each adds."""
    width: float
    height: float
    members: tuple[tuple[JudgedRun, ...], ...] = ()
    """The lists of each box, where lists with equal scores are one."""
    values: tuple[Any, ...] = ()

    @property
    def is_wide(self) -> bool:
        """Whether it needs the whole width of the page."""
        return self.width > 400

    def number(self, run: JudgedRun) -> int | None:
        """The box of a list."""
        if run in self.runs:
            return self.runs.index(run)
        return next((n for n, members in enumerate(self.members) if run in members), None)


def diagram_of(found: RunPoset, value: Callable[[JudgedRun], Any] | None, steps: Sequence[MarkedStep]) -> Diagram:
    """The diagram of a poset; without a value the boxes have no score."""
    drawn = layout(found.poset)
    classes = found.classes or ()
    labels = [run_text(run) for run in found.runs]
    if classes:
        more = [f" +{len(members) - 1}" if len(members) > 1 else "" for members in classes]
        labels = [label + rest for label, rest in zip(labels, more, strict=True)]
    values = () if value is None else tuple(value(run) for run in found.runs)
    scores = aligned(values) if value is not None else [""] * len(labels)
    across = max(map(len, labels)) * LETTER + 16
    beside = max(map(len, scores)) * SMALL + 6 if value is not None else 0
    column, at = _grid(drawn, across, beside)
    numbers = {edge: steps for edge, steps in _marked(found, steps).items() if edge in drawn.edges}
    marked = tuple((edge, step.colour, _signed(step.growth, steps)) for edge, step in numbers.items())
    room = max((len(text) for _, _, text in marked), default=0) * SMALL
    left = min(x for x, _ in (at(*place) for place in drawn.places)) - across / 2
    shift = max(0.0, round(room + MARGIN - left, 1)) if drawn.width < 3 else 0.0
    places = tuple((x + shift, y) for x, y in (at(*place) for place in drawn.places))
    edges = tuple(
        (edge, tuple((x + shift, y) for x, y in (at(*point) for point in points)))
        for edge, points in drawn.edges.items()
    )
    width = drawn.width * column + 2 * MARGIN + 2 * shift
    return Diagram(
        tuple(found.runs),
        tuple(labels),
        tuple(scores),
        places,
        edges,
        marked,
        round(width, 1),
        _height(drawn),
        tuple(classes),
        values,
    )


def plain_diagram(poset: Poset, labels: Sequence[str]) -> Diagram:
    """The diagram of any poset: a label for each element, no scores and no steps in colour.

    >>> plain_diagram(Poset([[1], []]), ["worse", "better"]).height
    72.0
    """
    drawn = layout(poset)
    column, at = _grid(drawn, max(map(len, labels)) * LETTER + 16, 0)
    places = tuple(at(*place) for place in drawn.places)
    edges = tuple((edge, tuple(at(*point) for point in points)) for edge, points in drawn.edges.items())
    width = round(drawn.width * column + 2 * MARGIN, 1)
    return Diagram((), tuple(labels), ("",) * len(labels), places, edges, (), width, _height(drawn))


def _grid(drawn: Layout, across: float, beside: float) -> tuple[float, Callable[[float, float], Point]]:
    """How wide a column is, for boxes of a width with so much beside them; and where a place of the layout stands."""
    column = across + beside + GAP
    top = max(y for _, y in drawn.places)

    def at(x: float, y: float) -> Point:
        return round(drawn.width * column / 2 + x * column - beside / 2 + MARGIN, 1), round((top - y + 0.5) * LAYER, 1)

    return column, at


def _height(drawn: Layout) -> float:
    return (max(y for _, y in drawn.places) + 1) * LAYER


def _marked(found: RunPoset, steps: Sequence[MarkedStep]) -> dict[Edge, MarkedStep]:
    marked: dict[Edge, MarkedStep] = {}
    for step in steps:
        edge = found.number(step.low), found.number(step.high)
        marked.setdefault(edge, step)
    return marked


def _signed(growth: Any, steps: Sequence[MarkedStep]) -> str:
    """What a step adds, with as many digits as tell the steps apart."""
    texts = in_words(*(step.growth for step in steps))
    text = next(text for step, text in zip(steps, texts, strict=True) if step.growth == growth)
    return f"+{text}" if growth >= 0 else text


# ---------------------------------------------------------------- SVG

Link = Callable[[JudgedRun], str]
STYLE = (
    ".edge{stroke:#a9adb3;fill:none}.edge.first{stroke:#1f5fb0;stroke-width:3}.edge.second{stroke:#b8501c;stroke-width:3}"
    ".edge.path{stroke:#1c6e4d;stroke-width:3}rect{fill:#fff;stroke:#a9adb3}.lit rect{fill:#1b2530;stroke:#1b2530}"
    ".picked rect{stroke:#1c6e4d;stroke-width:3}text{font-family:sans-serif;fill:#1b2530}"
    ".name{font:bold 12px monospace}.lit .name{fill:#fff}.score{font-size:10px;fill:#586472}"
    ".add{font:bold 10px sans-serif}.add.first{fill:#1f5fb0}"
    ".add.second{fill:#b8501c}.paper{stroke:none}"
)
"""The colours of a picture that is saved, the same as those of the page in the light."""


def svg_picture(
    diagram: Diagram,
    label: str,
    *,
    link: Link | None = None,
    picked: Collection[JudgedRun] = (),
    path: Collection[Edge] = (),
    alone: bool = False,
) -> str:
    """The diagram as SVG. With ``link`` its boxes lead somewhere; ``alone`` makes a file of it."""
    marks = {edge: colour for edge, colour, _ in diagram.marked}
    lit = {end for edge in marks for end in edge}
    numbers = {diagram.number(run) for run in picked}
    parts = [_edge(points, "path" if edge in path else marks.get(edge, "")) for edge, points in diagram.edges]
    parts += [_box(diagram, n, link, n in lit, n in numbers) for n in range(len(diagram.labels))]
    points = dict(diagram.edges)
    parts += [_add(points[edge], colour, text) for edge, colour, text in diagram.marked]
    size = f'viewBox="0 0 {diagram.width:g} {diagram.height:g}" width="{diagram.width:g}" height="{diagram.height:g}"'
    role = "group" if link is not None else "img"
    own = f'xmlns="http://www.w3.org/2000/svg" {size}' if alone else size
    style = f'<style>{STYLE}</style><rect class="paper" width="100%" height="100%"/>' if alone else ""
    return f'<svg {own} class="hasse" role="{role}" aria-label="{html_text(label)}">{style}{"".join(parts)}</svg>'


def _edge(points: Sequence[Point], colour: str) -> str:
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline class="{f"edge {colour}".strip()}" points="{line}"/>'


def _box(diagram: Diagram, n: int, link: Link | None, lit: bool, picked: bool) -> str:
    (x, y), name, score = diagram.places[n], diagram.labels[n], diagram.scores[n]
    across = len(max(diagram.labels, key=len)) * LETTER + 16
    drawn = (
        f'<rect x="{x - across / 2:g}" y="{y - BOX / 2:g}" width="{across:g}" height="{BOX:g}" rx="6"/>'
        f'<text class="name" x="{x:g}" y="{y + 4:g}" text-anchor="middle">{html_text(name)}</text>'
    )
    drawn += f'<text class="score" x="{x + across / 2 + 5:g}" y="{y + 3.5:g}">{score}</text>' if score else ""
    kind = " ".join(word for word, so in (("run", True), ("lit", lit), ("picked", picked)) if so)
    if link is None:
        return f'<g class="{kind}">{drawn}</g>'
    run = diagram.runs[n]
    said = f"{name} scores {score}" if score else name
    said += ", pressed" if picked else ""
    where = f'href="{html_text(link(run))}" id="run-{"".join(map(str, run))}" data-go'
    return f'<a class="{kind}" {where} aria-label="{html_text(said)}">{drawn}</a>'


def _add(points: Sequence[Point], colour: str, text: str) -> str:
    (x1, y1), (x2, y2) = points[0], points[-1]
    x, y = (x1 + x2) / 2 - 8, (y1 + y2) / 2 + 3.5
    return f'<text class="add {colour}" x="{x:g}" y="{y:g}" text-anchor="end">{html_text(text)}</text>'
