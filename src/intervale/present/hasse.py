"""Hasse diagrams: boxes with labels, or dots where there are too many to be labelled. Need the extra ``report``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from intervale.errors import OptionError
from intervale.orders.layout import Layout
from intervale.present.escape import label
from intervale.present.look import INK, SCREEN, Look, framed, gradient_legend
from intervale.present.picture import altair_library

if TYPE_CHECKING:
    import altair

__all__ = ["MOST_LABELLED", "group_label", "hasse_chart", "unrelated"]

MOST_LABELLED, TALLEST = 100, 640
"""How many boxes are labelled at most; in points, how tall a diagram in a column is at most."""
LEADING = 1.2
"""From line to line of a label, in its size."""
SIZES = {False: (13.0,), True: (8.0, 7.0)}
"""The sizes of labels that are tried, on the screen and in a column."""
EDGE, MARKED = "#8fa1ae", "#c8501e"
LIGHT, DARK = "#eef4f9", "#7db3dd"
UNLABELLED = "dots, as there is no room for labels"
Label = str | Sequence[str]
"""What stands in a box: a text, or several lines."""


@dataclass(frozen=True)
class Drawing:
    """The measures of a diagram: from box to box and from layer to layer, the size of a box, of its label (None: a dot
    without one), and of the whole.
    """

    step: float
    layer: float
    across: float
    box: float
    letters: float | None
    width: float
    height: float


def hasse_chart(
    layout: Layout,
    labels: Sequence[Label],
    values: Sequence[float],
    *,
    title: str,
    legend: str,
    subtitle: str = "",
    path: Collection[tuple[int, int]] = (),
    look: Look = SCREEN,
    named: bool = False,
) -> altair.LayerChart:
    """The diagram: a box for each element, coloured by its value, and the edges of a path marked. Where there is no
    room for labels the boxes are dots, or where they must be ``named`` the diagram is refused.
    """
    alt = altair_library()
    lines = [[label(line) for line in ([text] if isinstance(text, str) else text)] for text in labels]
    drawing = _drawing(layout, lines, look, named)
    dots = drawing.letters is None
    half, low = drawing.width / 2, -drawing.layer / 2

    def x(field: str) -> Any:
        return alt.X(field, scale=alt.Scale(domain=[-half, half], nice=False, zero=False), axis=None)

    def y(field: str) -> Any:
        return alt.Y(field, scale=alt.Scale(domain=[low, low + drawing.height], nice=False, zero=False), axis=None)

    def marked(yes: Any, no: Any) -> Any:
        return alt.condition("datum.marked", alt.value(yes), alt.value(no))

    edges = (
        alt.Chart(alt.Data(values=_lines(layout, drawing, set(path))))
        .mark_line()
        .encode(
            x=x("x:Q"),
            y=y("y:Q"),
            detail="edge:N",
            order="at:Q",
            color=marked(MARKED, EDGE),
            strokeWidth=marked(2.6, 0.4 if dots else 1) if not look.column else marked(1.4, 0.3 if dots else 0.6),
        )
    )
    ends = {end for edge in path for end in edge}
    boxes = alt.Chart(alt.Data(values=_boxes(layout, lines, values, drawing, ends)))
    nodes = boxes.mark_rect(cornerRadius=drawing.box / (2 if dots else 6)).encode(
        x=x("left:Q"),
        x2="right:Q",
        y=y("low:Q"),
        y2="high:Q",
        fill=alt.Color(
            "value:Q",
            title=legend,
            scale=alt.Scale(range=[LIGHT, DARK]),
            legend=gradient_legend(values, **look.pick({"gradientLength": min(200.0, drawing.height)}, {})),
        ),
        stroke=marked(MARKED, INK),
        strokeWidth=marked(1.4, 0.5) if dots or look.column else marked(2.2, 0.8),
        tooltip=[alt.Tooltip("run:N"), alt.Tooltip("value:Q", title=legend)],
    )
    layers = [edges, nodes]
    if drawing.letters is not None:
        written = boxes.mark_text(
            font=look.mono,
            fontSize=drawing.letters,
            color=INK,
            baseline="middle",
            lineHeight=drawing.letters * LEADING,
        )
        layers.append(written.encode(x=x("x:Q"), y=y("first:Q"), text="run:N"))
    said = "; ".join(part for part in (subtitle, UNLABELLED if dots else "") if part)
    chart = alt.layer(*layers).properties(height=drawing.height)
    whole: altair.LayerChart = framed(chart, look, title=title, subtitle=said, width=drawing.width)
    return whole


def unrelated(systems: int) -> str:
    """How many systems are left out of a diagram, as its title says it."""
    return "" if not systems else f"{systems:,} system{' is' if systems == 1 else 's are'} related to no other"


def group_label(names: Sequence[str], look: Look) -> Label:
    """What stands in the box of a group of systems: the first names, and how many more there are."""
    most, letters = look.pick((2, 40), (1, 22))
    shown = [label(name, letters) for name in names[:most]]
    more = [f"+ {len(names) - most}"] if len(names) > most else []
    return [*shown, *more] if look.column else " ".join([", ".join(shown), *more])


def _drawing(layout: Layout, lines: Sequence[Sequence[str]], look: Look, named: bool) -> Drawing:
    """The measures: the largest letters for which the boxes fit, or dots."""
    layers = 1 + max(y for _, y in layout.places)
    longest, rows = max(len(line) for text in lines for line in text), max(map(len, lines))
    for letters in SIZES[look.column] if named or len(lines) <= MOST_LABELLED else ():
        across = longest * letters * 0.63 + look.pick(12, 5)
        box = rows * letters * LEADING + look.pick(6, 4)
        layer, step = box + look.pick(24, 10), across + look.pick(14, 6)
        if not look.column:
            return Drawing(step, layer, across, box, letters, layout.width * step, layers * layer)
        if layout.width * step <= look.room and layers * layer <= TALLEST:
            step = min(look.room / layout.width, 1.6 * step)
            return Drawing(step, layer, across, box, letters, look.room, layers * layer)
    if named:
        raise OptionError(
            f"the diagram has {layout.width} boxes side by side and {layers} rows, too many for {look.size}; "
            "use a larger --size (two-column, screen)"
        )
    step = min(look.room / layout.width, 14.0) if look.column else 14.0
    tall = TALLEST if look.column else 1600
    width = look.room if look.column else max(layout.width * step, 160.0)
    layer = min(max(8.0, 0.6 * layout.width * step / layers), 60.0, tall / layers)
    if layer < 4:
        raise OptionError(f"the diagram has {layers:,} layers, too many for {look.size}; use a smaller length")
    dot = min(9.0, 0.7 * step, 0.7 * layer)
    return Drawing(step, layer, dot, dot, None, width, layers * layer)


def _lines(layout: Layout, drawing: Drawing, path: Collection[tuple[int, int]]) -> list[dict[str, Any]]:
    """The edges as points."""
    return [
        {"edge": number, "at": at, "x": x * drawing.step, "y": y * drawing.layer, "marked": edge in path}
        for number, (edge, points) in enumerate(layout.edges.items())
        for at, (x, y) in enumerate(points)
    ]


def _boxes(
    layout: Layout,
    lines: Sequence[Sequence[str]],
    values: Sequence[float],
    drawing: Drawing,
    marked: Collection[int],
) -> list[dict[str, Any]]:
    """The elements as boxes with a label."""
    boxes = []
    wide, high = drawing.across / 2, drawing.box / 2
    for number, (text, value, (px, py)) in enumerate(zip(lines, values, layout.places, strict=True)):
        x, y = px * drawing.step, py * drawing.layer
        sides = {"left": x - wide, "right": x + wide, "low": y - high, "high": y + high}
        run = text[0] if len(text) == 1 else list(text)
        first = y + (len(text) - 1) * LEADING * (drawing.letters or 0) / 2  # where the first line stands
        boxes.append({"run": run, "value": value, "x": x, "first": first, "marked": number in marked, **sides})
    return boxes
