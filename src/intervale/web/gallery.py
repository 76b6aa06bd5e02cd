"""The gallery: what the explorer shows of every measure of the catalogue, as pages that need no server and no script.

One page for each measure, with every order on some small spaces, and an index with a table of verdicts.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from intervale.data.writing import write_whole
from intervale.errors import OptionError
from intervale.measures import CATALOGUE
from intervale.web.answer import Answer, answer_of
from intervale.web.pages import asset, filled, shown
from intervale.web.state import State, state_of
from intervale.web.words import ORDER_WORDS, Kind, about_measure

__all__ = ["SPACES", "write_gallery"]

SPACES = ((4, 1), (3, 1), (2, 1), (3, 2), (2, 2))
"""Lengths and top grades, the first of each top grade in the index too."""
PILLS = {
    "interval": "yes",
    "ordinal": "caveat",
    "weakly ordinal": "caveat",
    "none": "no",
}


@dataclass(frozen=True)
class Shown:
    """An answer of the gallery with its pictures."""

    state: State
    answer: Answer
    parts: dict[str, Any]

    @property
    def name(self) -> str:
        """Where it stands on its page."""
        return f"n{self.state.length}-c{self.state.grades}-{self.state.order}"


def pill(kind: Kind) -> str:
    """The colour of a verdict."""
    return PILLS.get(kind, "unknown")


def write_gallery(folder: Path) -> int:
    """Write the gallery to a folder, and say how many pages it has."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"{folder} cannot be written: {error.strerror or error}") from None
    first = {grades: (length, grades) for length, grades in reversed(SPACES)}
    verdicts: dict[str, dict[tuple[int, int], list[Shown]]] = {}
    for name in CATALOGUE:
        verdicts[name] = {space: [_answered(name, *space, order) for order in ORDER_WORDS] for space in SPACES}
        page = filled(
            "gallery_measure.html",
            name=name,
            about=about_measure(name),
            spaces=verdicts[name],
            orders=ORDER_WORDS,
            pill=pill,
        )
        write_whole(folder / f"{name}.html", page)
        verdicts[name] = {space: found for space, found in verdicts[name].items() if space in first.values()}
    index = filled(
        "gallery.html",
        spaces=[first[grades] for grades in sorted(first)],
        verdicts=verdicts,
        orders=ORDER_WORDS,
        pill=pill,
    )
    write_whole(folder / "index.html", index)
    for sheet in ("base.css", "explorer.css"):
        write_whole(folder / sheet, asset(sheet))
    return len(CATALOGUE) + 1


def _answered(name: str, length: int, grades: int, order: str) -> Shown:
    state = state_of(name, length, grades, order)
    answer = answer_of(state)
    return Shown(state, answer, shown(state, answer, linked=False))
