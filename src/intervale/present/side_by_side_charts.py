"""Small charts of interval scales: a row for each measure, a column for each length. Need the extra ``report``.

Everything is placed in points in one view, so that a picture for a column has exactly its width.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from intervale.errors import OptionError
from intervale.present.hasse import MARKED
from intervale.present.look import GREY, PALE, SCREEN, Look, framed, lines_of
from intervale.present.picture import altair_library
from intervale.present.side_by_side import place_text
from intervale.present.side_by_side_grid import Grid, Marks, Panel
from intervale.present.spacing import SQUARE, THREAD
from intervale.scales import IntervalScales
from intervale.scales.side_by_side import MappedMeasure, Point

if TYPE_CHECKING:
    import altair

__all__ = ["curves_chart", "spacings_chart"]

MOST_DRAWN = 41
"""How many values of a measure have a thread to where equal steps put them."""


def curves_chart(found: IntervalScales, look: Look = SCREEN) -> altair.LayerChart:
    """The value of every run, the runs in increasing order, and the same runs on the interval scale (Ferrante, Ferro
    and Fuhr 2021, Figures 6 to 8). Both axes are shares: of the runs, and of the range of the measure. Equal steps are
    a straight line only where each value has as many runs as any other.
    """
    return _chart(
        found,
        look,
        _curve,
        "Values of all runs",
        "across: share of runs; up: from the least value (0) to the greatest (1); a value that many runs share is a "
        "long flat piece, so equal steps need not make a straight line",
        1.25,
    )


def spacings_chart(found: IntervalScales, look: Look = SCREEN) -> altair.LayerChart:
    """Where the values of a measure lie, on the left, and where equal steps put them, on the right (Ferrante, Ferro and
    Fuhr 2021, Figure 3). All values are drawn; threads join some of them where they are many.
    """
    subtitle = (
        "left: as the measure spaces them; right: in equal steps; up: from the least value (0) to the greatest (1)"
    )
    if any((one.size or 0) > MOST_DRAWN for one in found):
        subtitle += (
            f"; where there are more than {MOST_DRAWN} values, threads join every k-th and the ends of the largest gap"
        )
    return _chart(found, look, _spacing, "Where values lie", subtitle, 0.8)


# ---------------------------------------------------------------- the picture


def _chart(
    found: IntervalScales,
    look: Look,
    draw: Callable[[Marks, Panel], None],
    title: str,
    subtitle: str,
    shape: float,
) -> altair.LayerChart:
    grid = Grid.of(found, look, shape)
    panels, marks = grid.panels(found), Marks(look)
    missing: dict[str, str] = {}
    for panel in panels:
        try:
            draw(marks, panel)
        except OptionError as error:
            missing[place_text(panel.of)] = str(error)
            _say(marks, panel, str(error), grid)
    if len(missing) == len(panels):
        raise OptionError(f"none of these can be drawn: {': '.join(next(iter(missing.items())))}")
    _names(marks, grid, panels, found)
    bottom = max(panel.top + panel.height for panel in panels)
    _ends(marks, grid, panels)
    if draw is _curve:
        _shares(marks, grid, panels)
        bottom += grid.line
    height = bottom + _legend(marks, grid, bottom + grid.line)
    width = look.room if look.column else max(panel.left + panel.width for panel in panels) + 4
    if missing:
        subtitle += f"; not drawn: {', '.join(missing)}"
    chart: altair.LayerChart = framed(
        _layers(marks, grid, width, height),
        look,
        title=f"{title}, {found.maps[0].space.grades_text}{_length(found)}",
        subtitle=subtitle,
        width=width,
    )
    return chart


def _length(found: IntervalScales) -> str:
    """The length of runs, where all have the same one."""
    return f", runs of length {found.lengths[0]:,}" if len(found.lengths) == 1 else ""


def _layers(marks: Marks, grid: Grid, width: float, height: float) -> Any:
    alt = altair_library()

    def at(channel: Any, name: str, domain: list[float]) -> Any:
        return channel(f"{name}:Q", axis=None, scale=alt.Scale(domain=domain, nice=False, zero=False))

    x, y = at(alt.X, "x", [0, width]), at(alt.Y, "y", [height, 0])
    colour = alt.Color("colour:N", scale=None, legend=None)
    stroke = alt.StrokeWidth("width:Q", scale=None, legend=None)
    rules = alt.Chart(alt.Data(values=marks.rules)).mark_rule().encode(x=x, y=y, x2="x2:Q", y2="y2:Q")
    lines = alt.Chart(alt.Data(values=marks.lines)).mark_line(interpolate="linear", clip=False)
    layers = [rules.encode(color=colour, strokeWidth=stroke)]
    if marks.bars:
        bars = alt.Chart(alt.Data(values=marks.bars)).mark_rect(strokeWidth=0)
        layers.append(bars.encode(x=x, y=y, x2="x2:Q", y2="y2:Q", color=colour))
    if marks.lines:
        layers.append(lines.encode(x=x, y=y, color=colour, strokeWidth=stroke, detail="line:N", order="n:Q"))
    for align in ("left", "center", "right"):
        for bold in (False, True):
            some = [row for row in marks.texts if (row["align"], row["bold"]) == (align, bold)]
            if some:
                style = {"align": align, "fontWeight": "bold" if bold else "normal"}
                texts = alt.Chart(alt.Data(values=some)).mark_text(baseline="middle", fontSize=grid.letters, **style)
                layers.append(texts.encode(x=x, y=y, text="text:N", color=colour))
    return alt.layer(*layers).properties(height=height)


def _frame(marks: Marks, panel: Panel, lines: Sequence[float]) -> None:
    for share in lines:
        marks.rule(panel.left, panel.y(share), panel.x(1), panel.y(share), PALE, 1)
    for share in (0.0, 1.0):
        marks.rule(panel.x(share), panel.top, panel.x(share), panel.y(0), PALE, 1)


def _say(marks: Marks, panel: Panel, why: str, grid: Grid) -> None:
    """Why there is no chart, as far as there is room."""
    _frame(marks, panel, (0.0, 1.0))
    most, words = int(panel.height / grid.line), why.split()
    lines = lines_of(why, panel.width - 4, grid.letters)
    while len(lines) > most and len(words) > 1:
        words = words[:-1]
        lines = lines_of(f"{' '.join(words).rstrip('.,;:')} …", panel.width - 4, grid.letters)
    first = panel.y(0.5) - (len(lines) - 1) * grid.line / 2
    for n, line in enumerate(lines):
        marks.text(panel.x(0.5), first + n * grid.line, line, align="center", colour=GREY)


def _names(marks: Marks, grid: Grid, panels: Sequence[Panel], found: IntervalScales) -> None:
    """A name above each chart; or above each row, and the lengths above the columns."""
    bold = not grid.look.column
    several = len(found.lengths) > 1
    for panel in panels:
        above, one = panel.top - grid.line / 2, panel.of
        if grid.named:
            name = place_text(one) if several else one.name
            marks.text(panel.left, above, _cut(name, panel.width + grid.gap, grid.letters), bold=bold)
            continue
        if one.space.length == found.lengths[0]:
            room = grid.columns * (panel.width + grid.gap)
            marks.text(panel.left, above, _cut(one.name, room, grid.letters), bold=bold)
        if one.name == found.measures[0]:
            marks.text(panel.x(0.5), grid.line / 2, f"N = {one.space.length:,}", align="center")


def _cut(text: str, room: float, letters: float) -> str:
    """A text that fits into a room."""
    most = max(3, int(room / (letters * 0.55)))
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _ends(marks: Marks, grid: Grid, panels: Sequence[Panel]) -> None:
    """0 and 1 left of the first charts."""
    for panel in panels:
        if panel.left == min(one.left for one in panels):
            marks.text(panel.left - 3, panel.y(0) - grid.letters * 0.3, "0", align="right", colour=GREY)
            marks.text(panel.left - 3, panel.y(1) + grid.letters * 0.3, "1", align="right", colour=GREY)


def _shares(marks: Marks, grid: Grid, panels: Sequence[Panel]) -> None:
    """0% and 100% below the last charts."""
    lowest: dict[float, Panel] = {}
    for panel in panels:
        lowest[panel.left] = max(panel, lowest.get(panel.left, panel), key=lambda one: one.top)
    for panel in lowest.values():
        below = panel.y(0) + grid.line / 2
        marks.text(panel.left, below, "0", colour=GREY)
        marks.text(panel.x(1), below, "100%", align="right", colour=GREY)


def _legend(marks: Marks, grid: Grid, top: float) -> float:
    """What the colours mean, below all charts; how much height that takes."""
    left, row = grid.letters, 0
    room = grid.look.room if grid.look.column else 10_000.0
    for colour, text in ((SQUARE, "values of the measure"), (MARKED, "the same in equal steps")):
        across = 18 + len(text) * grid.letters * 0.5
        if left > grid.letters and left + across > room:
            left, row = grid.letters, row + 1
        y = top + row * grid.line
        marks.rule(left, y, left + 12, y, colour, 2)
        marks.text(left + 16, y, text)
        left += across + 12
    return (row + 1.6) * grid.line


# ---------------------------------------------------------------- the charts


def _curve(marks: Marks, panel: Panel) -> None:
    points = panel.of.points
    if any(point.runs is None for point in points):
        raise OptionError("how many runs have its values cannot be counted")
    _frame(marks, panel, (0.0, 0.5, 1.0))
    thin, thick = marks.look.pick((1.2, 1.8), (0.6, 1.0))
    if all(point.rank is not None for point in points):
        marks.line(_steps(panel, points, "rank"), MARKED, thin)
    marks.line(_steps(panel, points, "value"), SQUARE, thick)


def _steps(panel: Panel, points: Sequence[Point], which: str) -> list[tuple[float, float]]:
    """A step for each point: from the share of runs below it to the share up to it."""
    before, found = 0.0, []
    for point in points:
        up, runs = panel.y(point.rank or 0.0 if which == "rank" else point.value), point.runs or 0.0
        found += [(panel.x(before), up), (panel.x(runs), up)]
        before = runs
    return found


def _spacing(marks: Marks, panel: Panel) -> None:
    thin, thick = marks.look.pick((1.0, 1.6), (0.4, 0.7))
    pairs, places = [*_chosen(panel.of), *_at_gap(panel.of)], panel.of.places or ()
    _frame(marks, panel, (0.0, 1.0))
    for value, rank in pairs:
        marks.rule(panel.x(0.36), panel.y(value), panel.x(0.64), panel.y(rank), THREAD, thin)
    _bars(marks, panel, (0.06, 0.36), places, SQUARE, thick)
    many = min(panel.of.size or len(places), int(2 * panel.height / thick))
    _bars(marks, panel, (0.64, 0.94), np.linspace(0, 1, many).tolist(), MARKED, thick)


def _bars(
    marks: Marks, panel: Panel, across: tuple[float, float], places: Sequence[float], colour: str, thick: float
) -> None:
    """A line at each place; lines that would touch are one bar, which looks the same and takes less."""
    left, right = map(panel.x, across)
    for low, high in _stretches(places, thick / panel.height):
        marks.bar(left, panel.y(high) - thick / 2, right, panel.y(low) + thick / 2, colour)


def _stretches(places: Sequence[float], near: float) -> list[tuple[float, float]]:
    """The ends of stretches of increasing places in which no two neighbours are further apart than ``near``."""
    found: list[tuple[float, float]] = []
    for place in places:
        if found and place - found[-1][1] <= near:
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
    return found


def _chosen(one: MappedMeasure) -> list[tuple[float, float]]:
    """Values and where equal steps put them: all, or every k-th. Between numbers that were ranked, a value is placed by
    a straight line.
    """
    points, places = one.points, one.places
    if places is None:
        raise OptionError("the ranks of its values are not known")
    if one.size == len(places):
        last = one.size - 1
        every = -(-last // (MOST_DRAWN - 1))
        return [(places[n], n / last) for n in (*range(0, last, every), last)]
    ranks, values, last = [point.rank or 0.0 for point in points], [point.value for point in points], len(points) - 1
    steps = min(one.size or 2, 10**15) - 1
    sought = np.round(np.linspace(0, 1, MOST_DRAWN) * steps) / steps
    at = np.clip(np.searchsorted(ranks, sought), 1, last)
    low, high = np.take(ranks, at - 1), np.take(ranks, at)
    share = (sought - low) / np.where(high > low, high - low, 1.0)
    found = np.take(values, at - 1) + np.clip(share, 0, 1) * (np.take(values, at) - np.take(values, at - 1))
    return list(zip(found.tolist(), sought.tolist(), strict=True))


def _at_gap(one: MappedMeasure) -> list[tuple[float, float]]:
    """The two values with the largest gap between them, and where equal steps put them; none where all are drawn or all
    gaps are equal.
    """
    places = one.places or ()
    if one.size is None or one.size <= MOST_DRAWN or one.equal:
        return []
    low, high = max(pairwise(places), key=lambda ends: ends[1] - ends[0])
    if one.size == len(places):
        rank = places.index(low) / (one.size - 1)
    else:
        rank = next(point.rank or 0.0 for point in one.points if point.value >= low)
    return [(low, rank), (high, rank + 1 / (one.size - 1))]
