"""What was pressed in the diagram: one list with its neighbours, or two with the path between them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from intervale.exact.posets import Poset
from intervale.orders.paths import step_text
from intervale.present.diagram import Diagram, Edge
from intervale.present.digits import in_words
from intervale.web.state import State
from intervale.web.words import counted

__all__ = ["Selection", "selection_of"]


@dataclass(frozen=True)
class Selection:
    """What is said of the lists that were pressed: a sentence and lines below it, lists between backticks; and the
    steps of the path.
    """

    sentence: str
    lines: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()


def selection_of(state: State, diagram: Diagram | None) -> Selection | None:
    """What to say of the lists that a state names; None where there are none, or nothing is drawn."""
    if diagram is None:
        return None
    numbers = [number for run in state.runs if (number := diagram.number(run)) is not None]
    if len(numbers) == 1:
        return _one(diagram, numbers[0])
    return _two(diagram, *numbers) if len(numbers) == 2 else None


def _one(diagram: Diagram, number: int) -> Selection:
    name = f"`{diagram.labels[number]}`"
    first = f"{name} scores {diagram.scores[number]}." if diagram.scores[number] else f"{name}."
    up = [_neighbour(diagram, number, edge[1]) for edge, _ in diagram.edges if edge[0] == number]
    down = [_neighbour(diagram, number, edge[0]) for edge, _ in diagram.edges if edge[1] == number]
    lines = ("One step up: " + (", ".join(up) or "none, it is the best list"),)
    return Selection(first, (*lines, "One step down: " + (", ".join(down) or "none, it is the worst list")))


def _neighbour(diagram: Diagram, number: int, other: int) -> str:
    if not diagram.values:
        return f"`{diagram.labels[other]}`"
    return f"`{diagram.labels[other]}` ({_signed(diagram.values[other] - diagram.values[number])})"


def _two(diagram: Diagram, one: int, other: int) -> Selection:
    path = _path(diagram, one, other) or _path(diagram, other, one)
    if one == other:
        return Selection(f"`{diagram.labels[one]}` holds both lists: their scores are equal.")
    if path is None:
        names = f"`{diagram.labels[one]}` and `{diagram.labels[other]}`"
        return Selection(f"{names} cannot be compared: neither is better in this order.")
    low, high = diagram.labels[path[0]], diagram.labels[path[-1]]
    grown = ""
    if diagram.values:
        grown = f", which {'adds' if diagram.values[path[-1]] >= diagram.values[path[0]] else 'changes the score by'} "
        grown += _signed(diagram.values[path[-1]] - diagram.values[path[0]]).removeprefix("+")
    sentence = f"`{high}` is better than `{low}`: {counted(len(path) - 1, 'step')} up{grown}."
    lines = []
    for before, after in pairwise(path):
        words = "the next score" if diagram.members else step_text(diagram.runs[before], diagram.runs[after])
        words = "the next list" if words.startswith("the next run") else words
        rest = f", {_signed(diagram.values[after] - diagram.values[before])}" if diagram.values else ""
        lines.append(f"`{diagram.labels[before]}` → `{diagram.labels[after]}`: {words}{rest}")
    return Selection(sentence, tuple(lines), tuple(pairwise(path)))


def _path(diagram: Diagram, low: int, high: int) -> list[int] | None:
    """The boxes of a shortest way up, by looking at all steps."""
    above: list[list[int]] = [[] for _ in diagram.runs]
    for (before, after), _ in diagram.edges:
        above[before].append(after)
    if not Poset(above).leq(low, high):
        return None
    came_from, front = {low: low}, [low]
    while high not in came_from:
        following = []
        for box in front:
            for after in above[box]:
                if after not in came_from:
                    came_from[after] = box
                    following.append(after)
        front = following
    path = [high]
    while path[-1] != low:
        path.append(came_from[path[-1]])
    return path[::-1]


def _signed(growth: Any) -> str:
    (text,) = in_words(growth)
    return f"+{text}" if growth >= 0 else text
