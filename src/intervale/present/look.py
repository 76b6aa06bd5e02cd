"""How pictures look: sizes for the screen and for the columns of a paper, fonts, titles, legends. Needs the extra
``report``."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from intervale.errors import OptionError
from intervale.present.escape import visible
from intervale.present.picture import altair_library

__all__ = [
    "GREY",
    "INK",
    "PALE",
    "SCREEN",
    "SIZES",
    "Look",
    "chart_caption",
    "framed",
    "gradient_legend",
    "lines_of",
    "whole_ticks",
]

T = TypeVar("T")
INK, GREY, PALE = "#1d2b36", "#6b7882", "#e8edf1"
SERIF = "Latin Modern Roman, CMU Serif, Times New Roman, Times, serif"
MONO = "Latin Modern Mono, CMU Typewriter Text, Liberation Mono, Courier New, monospace"
FONT_NAME = re.compile(r"\w[\w .+-]{0,60}")
TEXMF = (
    "usr/share/texmf",
    "usr/share/texlive/texmf-dist",
    "usr/local/texlive/*/texmf-dist",
    "opt/texlive/*/texmf-dist",
)
"""Where TeX keeps fonts, below the root."""
LETTER, PAD, MOST_TICKS = 0.56, 2, 6
"""The width of a letter in ems, more than most have; the margin in points; ticks of a legend."""


@dataclass(frozen=True)
class Look:
    """How a picture looks: how wide it is, its fonts, and whether it has a title.

    On the screen it is as wide as it needs. In a column it has exactly the width of the column, text of 8 points, and
    no title: what a title would say belongs in the caption (:func:`chart_caption`).
    """

    size: str = "screen"
    width: int | None = None
    """In points; None on the screen."""
    font: str = "sans-serif"
    mono: str = "monospace"

    @staticmethod
    def of(size: str = "screen", font: str | None = None) -> Look:
        """A look by the name of its size, and optionally in another font."""
        if size not in SIZES:
            raise OptionError(f"size {size!r} is unknown; use one of: {', '.join(SIZES)}")
        look = SIZES[size]
        if font is not None and not FONT_NAME.fullmatch(font):
            raise OptionError(f"font {font!r}: write the name of one font, such as 'Times New Roman'")
        if look.column or font is not None:
            _tex_fonts()
        return look if font is None else replace(look, font=f"{font}, {look.font}")

    @property
    def column(self) -> bool:
        return self.width is not None

    @property
    def room(self) -> float:
        """In a column, the width between the margins; on the screen, the width of most pictures."""
        return 420 if self.width is None else self.width - 2 * PAD

    def inside(self, screen: float) -> float:
        """The width that is asked for: of the plot on the screen, of the whole picture in a column."""
        return screen if self.width is None else self.width

    def height(self, screen: float) -> float:
        """The height of a plot that has this height on the screen."""
        return screen if self.width is None else min(200.0, round(screen * self.width / 400))

    def pick(self, screen: T, column: T) -> T:
        """One of two: for the screen, or for a column."""
        return column if self.column else screen

    def names_legend(self, names: Sequence[str], **screen: Any) -> Any:
        """A legend of names; in a column below the plot, in as many rows as it takes."""
        legend = altair_library().Legend
        if self.width is None:
            return legend(**screen)
        across = max((len(name) for name in names), default=1) * 4 + 16
        return legend(columns=max(1, int(self.room / across)), **(screen | {"orient": "bottom"}))


SIZES = {
    "screen": Look(),
    "one-column": Look("one-column", 240, SERIF, MONO),
    "two-column": Look("two-column", 504, SERIF, MONO),
}
"""The sizes by name: 240 points are 3.33 inches, 504 points are 7 inches."""
SCREEN = SIZES["screen"]


@cache
def _tex_fonts() -> None:
    """Tell the converter of the Latin Modern fonts that come with TeX, which the system need not know."""
    import vl_convert

    for place in TEXMF:
        for folder in Path("/").glob(f"{place}/fonts/opentype/public/lm"):
            vl_convert.register_font_directory(str(folder))


# ---------------------------------------------------------------- charts


def framed(
    chart: Any,
    look: Look,
    *,
    title: str = "",
    subtitle: str = "",
    caption: str = "",
    width: float | None = None,
    fit: bool = True,
) -> Any:
    """A chart ready to leave: ``width`` is that of the plot on the screen. In a column the picture is as wide as the
    column; a chart of several parts has the width already (``fit=False``).
    """
    alt = altair_library()
    caption = caption or "; ".join(text for text in (title, subtitle) if text)
    if width is not None:
        chart = chart.properties(width=look.inside(width))
    if look.column and fit:
        chart = chart.properties(autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))
    if title and not look.column:
        across = max(width or 0, 320)
        heading = alt.Title(lines_of(title, across, 13), subtitle=lines_of(subtitle, across, 11))
        chart = chart.properties(title=heading)
    chart = chart.properties(usermeta={"unit": look.pick("px", "pt"), "caption": caption})
    return chart.configure(**_settings(look))


def _settings(look: Look) -> dict[str, Any]:
    """The settings of all pictures, and those of the columns."""
    axis: dict[str, Any] = {"labelColor": INK, "titleColor": INK, "labelLimit": 160, "gridColor": PALE}
    title: dict[str, Any] = {"color": INK, "anchor": "start", "subtitleColor": GREY}
    settings: dict[str, Any] = {"background": "white", "padding": 12, "view": {"stroke": None}, "font": look.font}
    if not look.column:
        return settings | {"axis": axis, "title": title}
    small = {"labelFontSize": 8, "titleFontSize": 8, "titleFontWeight": "normal"}
    axis |= small | {"labelLimit": look.room * 0.4, "labelPadding": 2, "tickSize": 3, "titlePadding": 4}
    title |= {"fontSize": 8, "fontWeight": "normal", "subtitleFontSize": 8, "offset": 4}
    legend = small | {
        "orient": "bottom",
        "direction": "horizontal",
        "symbolSize": 36,
        "padding": 0,
        "offset": 6,
        "titleOrient": "left",
    }
    legend |= {"gradientLength": 100, "gradientThickness": 7, "columnPadding": 8, "rowPadding": 1, "labelLimit": 200}
    legend |= {"tickCount": 4}
    return settings | {"padding": PAD, "axis": axis, "title": title, "legend": legend}


def lines_of(text: str, width: float, size: float) -> list[str]:
    """A text in lines that fit into a width, in letters of a size; all about as long.

    >>> lines_of("AP@4 on runs of 4 documents, grades 0 to 1", 160, 13)
    ['AP@4 on runs of', '4 documents,', 'grades 0 to 1']
    """
    shown = visible(text).replace(" = ", "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")
    most = max(8, int(width / (LETTER * size)))
    lines = textwrap.wrap(shown, most)
    even = (textwrap.wrap(shown, fewer) for fewer in range(max(1, len(shown) // max(1, len(lines))), most))
    return next((way for way in even if len(way) == len(lines)), lines)


def whole_ticks(low: float, high: float, most: int = MOST_TICKS) -> list[int]:
    """Whole numbers for a legend or an axis from a whole number to another: all, or in steps of 2, 5, 10, 20, …

    >>> whole_ticks(0, 4), whole_ticks(0, 128), whole_ticks(3, 3)
    ([0, 1, 2, 3, 4], [0, 50, 100], [3])
    """
    first, last = int(low), int(high)
    steps = (step * 10**power for power in range(20) for step in (1, 2, 5))
    step = next(step for step in steps if (last - first) // step < most)
    start = -(-first // step) * step
    return list(range(start, last + 1, step)) or [first]


def gradient_legend(values: Sequence[float], **screen: Any) -> Any:
    """The legend of a gradient: whole numbers for whole numbers."""
    legend = altair_library().Legend
    if not all(float(value).is_integer() for value in values):
        return legend(**screen)
    return legend(format="d", values=whole_ticks(min(values), max(values)), **screen)


def chart_caption(chart: Any) -> str:
    """What the title of a chart says; for a caption where the picture has none."""
    meta = chart.to_dict().get("usermeta", {})
    return str(meta.get("caption", ""))
