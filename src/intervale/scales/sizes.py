"""How many values there can be, bounded before any list of them is made.

A value grows rank by rank. From the states between two ranks three things follow without a value being listed: how many
runs lead to each state, between which numbers their values lie, and over which denominator. No more values can lead
there than runs do, or than there are multiples between the ends. What ends in a refusal ends here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from intervale.exact import Exact, LogSum
from intervale.scales.choices import Choices, Step

__all__ = ["Level", "Sizes"]

Level = dict[Any, list[Step]]
"""For each state before a rank, what each choice there leads to."""
Range = tuple[int, Fraction, Fraction]
"""No more than so many values, between two numbers."""
Ranges = dict[Any, Range]
NOTHING: Range = (1, Fraction(0), Fraction(0))
MOST_STATES, MOST_STEPS = 8_000, 1 << 17
"""With more states between two ranks than this, or more steps from rank to rank in all, values are not counted."""
LARGEST_HALF = 1 << 23
"""With more values in the first half of the ranks than this they are not counted, nor estimated."""
MOST_LISTED = 200_000
"""With more values than this they are not listed, which is all there is for sums over logarithms that keep a state."""


@dataclass(frozen=True, eq=False)
class Sizes:
    """The steps at each rank, and bounds of how many values they can make."""

    levels: list[Level]
    denominator: int | None
    """Over which all values are whole numbers; None where they are not rational."""
    extremes: tuple[Fraction, Fraction]
    """The least and the greatest value; (0, 0) where values are not rational."""
    values: int
    """Of all ranks."""
    widest: int
    """Up to the rank where they are most, by state."""
    looked_at: int
    """By rank and state, all together."""
    first: int
    """Of the first half of the ranks, by state."""
    last: int
    """Of what the second half adds, from the state where these are most."""
    grown: int
    """Of what it adds from each state, all together."""
    pairs: int
    """Of one from the first half and one from the second."""

    @staticmethod
    def of(choices: Choices) -> Sizes | None:
        """None where there are too many states, or values in the first half."""
        middle = choices.length // 2
        levels: list[Level] = []
        seen: Ranges = {choices.start: NOTHING}
        first, taken, widest, looked_at, unit = seen, 0, 1, 0, 1
        for rank in range(1, choices.length + 1):
            taken += len(seen) * choices.number
            if len(seen) > MOST_STATES or taken > MOST_STEPS:
                return None
            level = {state: choices.steps(state, rank) for state in seen}
            levels.append(level)
            unit = _denominator(unit, level)
            steps = ((after, values, step) for state, values in seen.items() for after, step, _ in level[state])
            seen = _added(steps, unit)
            number = sum(values[0] for values in seen.values())
            widest, looked_at = max(widest, number), looked_at + number
            if number > MOST_LISTED if not unit else rank <= middle and number > LARGEST_HALF:
                return None
            first = seen if rank == middle else first
        ((_, whole),) = _added(((None, values, 0) for values in seen.values()), unit).items()
        tails = _tails(levels[middle:])
        return Sizes(
            levels,
            unit or None,
            whole[1:],
            whole[0],
            widest,
            looked_at,
            sum(values[0] for values in first.values()),
            max(tails[state][0] for state in first),
            sum(tails[state][0] for state in first),
            sum(values[0] * tails[state][0] for state, values in first.items()),
        )


def _added(steps: Iterable[tuple[Any, Range, Exact]], unit: int) -> Ranges:
    """Values and what is added to them, by the state that this leads to: no more than there are runs, or multiples of
    1/unit between the ends. Without a unit they are not rational, and runs alone are counted.
    """
    found: Ranges = {}
    for state, (number, low, high), step in steps:
        if unit:
            low, high = low + step, high + step  # type: ignore[assignment]
        if (other := found.get(state)) is not None:
            number, low, high = number + other[0], min(low, other[1]), max(high, other[2])
        found[state] = number, low, high
    if not unit:
        return found
    return {
        state: (min(number, int((high - low) * unit) + 1) if number > 1 else 1, low, high)
        for state, (number, low, high) in found.items()
    }


def _denominator(unit: int, level: Level) -> int:
    """The denominator of values so far with those of a level's steps; 0 where some are not rational."""
    steps = [step for ways in level.values() for _, step, _ in ways]
    if not unit or any(isinstance(step, LogSum) for step in steps):
        return 0
    return lcm(unit, *{step.denominator for step in steps})  # type: ignore[union-attr]


def _tails(levels: list[Level]) -> Ranges:
    """For each state before the first of some levels, the values that they add."""
    found: Ranges = {after: NOTHING for ways in levels[-1].values() for after, _, _ in ways}
    unit = 1
    for level in reversed(levels):
        unit = _denominator(unit, level)
        found = _added(((state, found[after], step) for state, ways in level.items() for after, step, _ in ways), unit)
    return found
