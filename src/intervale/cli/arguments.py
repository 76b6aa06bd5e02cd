"""What is written on the command line as values: numbers, gains, orders, runs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from intervale.errors import NumberError, OptionError, shown

if TYPE_CHECKING:
    from fractions import Fraction

    from intervale.orders import JudgedRun, Order, RunSpace

__all__ = ["parse_gains", "parse_grades", "parse_lengths", "parse_numbers", "parse_order", "parse_run", "parse_shares"]

MOST_GRADES = 1_000_000


def parse_numbers(option: str, text: str) -> list[float]:
    """Numbers as they are written: 0.02,0.05."""
    try:
        return [float(word) for word in text.split(",")]
    except ValueError:
        raise OptionError(f"{option} {shown(text)} must be a number, or several as in 0.02,0.05") from None


def parse_lengths(text: str) -> list[int]:
    """Lengths of runs as they are written: 5,10,20."""
    words = [word.strip() for word in text.split(",")]
    if not all(re.fullmatch(r"[0-9]{1,6}", word) and int(word) for word in words):
        raise OptionError(f"--lengths {shown(text)} must be whole numbers from 1 on, as in 5,10,20")
    return [int(word) for word in words]


def parse_shares(text: str) -> dict[str, Any]:
    """Shares of relevant documents as they are written: at the top, then of two systems down to a rank and below.

    >>> parse_shares("0.2,0.7:0.3,0.1:0.7")
    {'top': 0.2, 'middle': (0.7, 0.3), 'tail': (0.1, 0.7)}
    """
    words = re.split("[,:]", text)
    try:
        top, a, b, c, d = map(float, words)
    except ValueError:
        top = -1.0
    if text.count(",") != 2 or not re.fullmatch("[^:]*,[^,]*:[^,]*,[^,]*:[^,]*", text) or top < 0:
        raise OptionError(
            f"--shares {shown(text)} must be the share at the top, then those of both systems to a rank and below, as "
            "in 0.2,0.7:0.3,0.1:0.7"
        )
    return {"top": top, "middle": (a, b), "tail": (c, d)}


def parse_gains(text: str) -> list[Fraction]:
    """Gains as they are written, 0,1,3; fractions too."""
    from intervale.exact import bounded_number

    try:
        return [bounded_number(word) for word in text.split(",")]
    except NumberError as error:
        raise OptionError(f"--gains: {error}; write one number for each grade, such as 0,1,3") from None


def parse_grades(text: str | int) -> int | tuple[Fraction, ...]:
    """Grades as they are written: the top grade, or the grades themselves, 0,0.5,2."""
    from intervale.exact import bounded_number

    if "," not in str(text):
        if not re.fullmatch(r"[0-9]{1,9}", str(text)):
            raise OptionError(f"--grades {shown(text)} must be the top grade, or all grades as in 0,0.5,2")
        return int(text)
    try:
        return tuple(bounded_number(word) for word in str(text).split(","))
    except NumberError as error:
        raise OptionError(f"--grades: {error}; write the top grade, or all grades as in 0,0.5,2") from None


def parse_order(name: str) -> str | Order:
    """An order by its name, or the user's own as module:function, also among moves; ``induced`` is left to who knows
    the measure.
    """
    from intervale.measures.own import load_function
    from intervale.orders import GeneratedOrder, OwnOrder
    from intervale.orders import order as built_in

    if name == "induced":
        return name
    kind, moves = ("set", name.removeprefix("set:")) if name.startswith("set:") else ("rank", name)
    words = moves.split("+")
    if ":" in moves and len(words) == 1:
        return OwnOrder(name, leq=load_function(moves), kind=kind)
    if ":" in moves:
        return GeneratedOrder([load_function(word) if ":" in word else word for word in words], kind, name)
    return built_in(name)


def parse_run(text: str, space: RunSpace) -> JudgedRun:
    """A run as it is written: 1,0,2 or, with grades below ten, 102; a grade many times as 0{97}. Over a set of grades,
    by its grades: 0.5,0,2.
    """
    if space.values is not None and "," in text:
        return space.levels([word.strip() for word in text.split(",")])
    words = [word.strip() for word in text.split(",")] if "," in text else re.findall(r"\d\{\d+\}|.", text)
    parts: list[tuple[int, int]] = []
    for word in words:
        found = re.fullmatch(r"([0-9]{1,6})(?:\{([0-9]{1,6})\})?", word)
        if found is None:
            raise OptionError(f"{shown(text)} is not a run; write its grades, such as 1,0,2 or 102 or 10{{98}}2")
        parts.append((int(found[1]), int(found[2] or 1)))
    count = sum(times for _, times in parts)
    if count > MOST_GRADES:
        raise OptionError(
            f"{shown(text)} is not a run of this space: it has {count:,} grades, expected {space.length:,}"
        )
    return space.checked([grade for grade, times in parts for _ in range(times)])
