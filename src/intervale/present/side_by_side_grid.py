"""Where small charts stand in one picture, and what is drawn in them, in points of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from intervale.errors import OptionError
from intervale.present.look import INK, Look
from intervale.scales import IntervalScales
from intervale.scales.side_by_side import MappedMeasure

__all__ = ["Grid", "Marks", "Panel"]

MOST_PANELS = 120
"""How many small charts there may be."""
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Panel:
    """The place of a small chart."""

    of: MappedMeasure
    left: float
    top: float
    width: float
    height: float

    def x(self, share: float) -> float:
        return self.left + self.width * share

    def y(self, share: float) -> float:
        return self.top + self.height * (1 - share)


@dataclass
class Marks:
    """What is drawn: lines of points, straight lines, bars, and texts, in points of the picture."""

    look: Look
    lines: Rows = field(default_factory=list)
    rules: Rows = field(default_factory=list)
    bars: Rows = field(default_factory=list)
    texts: Rows = field(default_factory=list)

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: float) -> None:
        name = f"{len(self.lines)}"
        self.lines += [
            {"x": x, "y": y, "n": n, "line": name, "colour": colour, "width": width} for n, (x, y) in enumerate(points)
        ]

    def rule(self, x: float, y: float, x2: float, y2: float, colour: str, width: float) -> None:
        self.rules.append({"x": x, "y": y, "x2": x2, "y2": y2, "colour": colour, "width": width})

    def bar(self, x: float, y: float, x2: float, y2: float, colour: str) -> None:
        self.bars.append({"x": x, "y": y, "x2": x2, "y2": y2, "colour": colour})

    def text(
        self, x: float, y: float, text: str, *, align: str = "left", colour: str = INK, bold: bool = False
    ) -> None:
        self.texts.append({"x": x, "y": y, "text": text, "align": align, "colour": colour, "bold": bold})


@dataclass(frozen=True)
class Grid:
    """How many small charts there are, how large they are, and where they stand."""

    look: Look
    letters: float
    columns: int
    width: float
    height: float
    gap: float
    named: bool
    """Whether each chart has a name of its own, and not each row and each column one."""
    labelled: bool
    """Whether there are numbers below the charts."""

    @staticmethod
    def of(found: IntervalScales, look: Look, shape: float) -> Grid:
        """One with a row for each measure where there are several lengths; else all one after the other."""
        lengths, letters, gap = len(found.lengths), look.pick(11.0, 8.0), look.pick(12.0, 6.0)
        named = len(found) == len(found.measures)
        most = {"screen": 4, "one-column": 3}.get(look.size, 6) + (1 if shape < 1 else 0)
        columns = -(-len(found) // -(-len(found) // most)) if named else lengths
        wide = look.pick(92.0 * max(1.0, shape), (look.room - letters - (columns - 1) * gap) / columns)
        wide = min(wide, look.pick(wide, 110.0 * shape))
        if wide < 3.2 * letters or len(found) > MOST_PANELS:
            raise OptionError(
                f"{len(found)} small charts, {columns} side by side, have no room in {look.size}; name fewer lengths "
                "or measures, or use a larger --size"
            )
        return Grid(look, letters, columns, wide, max(wide / shape, 4.5 * letters), gap, named, shape > 1)

    @property
    def line(self) -> float:
        """The height of a line of text."""
        return self.letters * 1.35

    def panels(self, found: IntervalScales) -> list[Panel]:
        place = {name: n for n, name in enumerate(found.measures)}
        across = {length: n for n, length in enumerate(found.lengths)}
        top = 0.0 if self.named else self.line
        panels = []
        for n, one in enumerate(found):
            row, column = divmod(n, self.columns) if self.named else (place[one.name], across[one.space.length])
            left = self.letters + column * (self.width + self.gap)
            panels.append(Panel(one, left, top + self.line + row * self.deep, self.width, self.height))
        return panels

    @property
    def deep(self) -> float:
        """From one row to the next."""
        labels = self.line * 0.6 if self.named and self.labelled else 0.0
        return self.height + self.line + self.look.pick(12.0, 7.0) + labels
