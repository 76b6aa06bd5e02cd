"""Places among all runs where values are too many to count: how many runs score at most a value, between bounds.

Places need no different values, so a fold with few states at each rank is enough: AP and ERR at 1000. They are ordinal:
a step from one place to the next is no step from one value to the next (Ferrante, Ferro and Fuhr 2021, §VI, on ties).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from math import inf, log2
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact import Exact, LogSum
from intervale.exact.logsum import exact_sum
from intervale.exact.progress import announce
from intervale.exact.shelf import NOTHING_KEPT, Shelf
from intervale.exact.smallest_walks import Place
from intervale.exact.walk_places import NARROW, WIDTHS, WalkPlaces
from intervale.exact.walks import FloatMove, Quick, Walk, rounded_names
from intervale.measures import Fold
from intervale.scales.choices import Choices, Step
from intervale.scales.counting import Asked, Bounded, Bounds, Rank, share

__all__ = ["NEARLY_BEST", "PER_MOVE", "PRECISE", "WORTH_SAYING", "Placed", "float_values", "place_bounds", "walk_of"]

Array = np.ndarray[Any, Any]
ChoiceStep = Callable[[Any, int, int], tuple[Any, Exact] | None]
MOST_MOVES = 1 << 21
"""How many moves from state to state there may be at all ranks together: AP@1000 has a million."""
PER_MOVE, PRECISE = 3e-6, 8.0
"""Seconds that a move takes in the table of an octave, about, and how many times more where bounds are to be narrow."""
MOST_EXPONENT = 20
"""Totals up to 2 to this, and down to 2 to minus this, are taken as they are."""
LARGEST_EXPONENT = 1000
"""2 to this is a float."""
SMALLEST, LEAST_FLOAT = 1e-300, 2.3e-308
"""From the first on, numbers of the walk are kept to their last digit, and from the second on those that are added."""
WORTH_SAYING = 4.0
"""Seconds: work that will take longer is announced."""
NEARLY_BEST = 1 - 1e-9
"""Values above this share of the best one are compared with it exactly."""


def walk_of(choices: Choices, limited: Callable[[Choices], Choices] | None = None) -> Walk | str:
    """The runs of a fold as walks from state to state, or why they are not counted so. Where every document adds
    something at a rank, or one takes something away, totals are lowered by the least that is added; where they are very
    large or small, they are multiplied by a power of two.

    ``limited`` makes of choices those that a topic allows. Where the ranks alone do not say then in how many ways a run
    comes about, a last step does. A fold whose step runs on floats makes the walk quicker.
    """
    try:
        return _walk_of(choices, limited)
    except OverflowError:
        return "what documents add is too large for floats"


def _walk_of(choices: Choices, limited: Callable[[Choices], Choices] | None) -> Walk | str:
    allowed = choices if limited is None else limited(choices)
    ways, quick = partial(_ways, allowed), None
    if choices.in_floats is not None and allowed is choices:
        found = Walk.in_floats(choices.start, choices.length, ways, _in_floats(choices), MOST_MOVES)
    else:
        if choices.in_floats is not None and limited is not None:
            floats = limited(replace(choices, start=float(choices.start), step=partial(_float_step, choices)))
            quick = Quick(floats.start, partial(_ways, floats), _names)
        found = Walk.of(allowed.start, allowed.length + (allowed.closing is not None), ways, MOST_MOVES, quick)
    if found is None:
        return f"there are too many states on the way (more than {MOST_MOVES:,} moves from one to another)"
    lowers = any(np.signbit(moves.adds).any() for moves in found.steps)
    if lowers and choices.in_floats is not None:
        return "a document may lower the value"
    if lowers or (found.least > 0 and choices.in_floats is None):
        lowest = _least_at_ranks(allowed)
        allowed = replace(allowed, step=partial(_lowered, allowed.step, lowest))
        found = Walk.of(allowed.start, found.length, partial(_ways, allowed))
        assert found is not None
        found = replace(found, offset=exact_sum(lowest))
    factor = _factor(found.most)
    if _too_small(allowed, factor):
        return "what documents add differs too much in size for floats"
    return found.scaled(factor)


def _least_at_ranks(choices: Choices) -> list[Exact]:
    """The least that a document can add at each rank."""
    states, found = {choices.start}, []
    for rank in range(1, choices.length + 1):
        steps = [step for state in states for step in choices.steps(state, rank)]
        found.append(min(adds for _, adds, _ in steps))
        states = {after for after, _, _ in steps}
    return found


def _lowered(step: ChoiceStep, lowest: Sequence[Exact], state: Any, choice: int, rank: int) -> tuple[Any, Exact] | None:
    """A step that adds less, by what every document adds at the rank at least."""
    found = step(state, choice, rank)
    return None if found is None else (found[0], found[1] - lowest[rank - 1])


def _factor(most: float) -> float:
    """The power of two that brings the largest total near 1; 1 where it is neither very large nor very small."""
    exponent = max(round(log2(most)), -LARGEST_EXPONENT) if most else 0
    return 1.0 if abs(exponent) <= MOST_EXPONENT else 2.0**-exponent


def _too_small(choices: Choices, factor: float) -> bool:
    """Whether the first number that is added other than 0 can be too small for floats: then 0 would not be exact."""
    states = {choices.start}
    for rank in range(1, choices.length + 1):
        steps = [step for state in states for step in choices.steps(state, rank)]
        sizes = [abs(float(adds)) for _, adds, _ in steps if adds != 0]
        if any(size < LEAST_FLOAT or size * factor < SMALLEST for size in sizes):
            return True
        states = {after for after, adds, _ in steps if adds == 0}
    return False


def _ways(choices: Choices, state: Any, rank: int) -> list[Step]:
    if rank > choices.length:
        assert choices.closing is not None
        return [(state, Fraction(0), choices.closing(state))]
    return choices.steps(state, rank)


def _float_step(choices: Choices, state: float, choice: int, rank: int) -> tuple[float, Any]:
    assert choices.in_floats is not None
    after, adds = choices.in_floats(state, float(choices.gains[choice]), rank)
    return float(after), float(adds)


def _names(state: tuple[Any, tuple[int, ...]]) -> Iterator[tuple[float, tuple[int, ...]]]:
    """What a state is called that has the documents used up beside the number."""
    for name in rounded_names(state[0]):
        yield name, state[1]


def _in_floats(choices: Choices) -> list[tuple[FloatMove, int]]:
    """The step for each choice, and in how many ways that comes about."""
    step = choices.in_floats
    assert step is not None

    def move(gain: float, states: Any, rank: int) -> tuple[Any, Any]:
        after, adds = step(states, gain, rank)
        return after + 0 * states, adds + 0 * states

    gains = [float(gain) for gain in choices.gains]
    return [(partial(move, gain), times) for gain, times in zip(gains, choices.times, strict=True)]


def float_values(fold: Fold, runs: Array) -> Array:
    """The values of runs, a row each, in floats."""
    assert fold.in_floats is not None
    gains, total = np.array([float(gain) for gain in fold.gains]), np.zeros(len(runs))
    state = np.full(len(runs), float(fold.start))
    for rank, found in enumerate(gains[runs[:, : fold.length]].T, start=1):
        state, adds = fold.in_floats(state, found, rank)
        total += adds
    return total


def place_bounds(found: Sequence[Place], tie_rule: str) -> list[Bounds]:
    """Bounds of ranks by a rule for ties."""
    if tie_rule == "unq":
        return [(min(less, 1) + 1, most) for less, most, _ in found]
    if tie_rule == "max":
        return [(less + same, most) for less, most, same in found]
    if tie_rule == "min":
        return [(less + 1, most - same + 1) for less, most, same in found]
    return [((2 * less + same + 1) // 2, -(-(2 * most - same + 1) // 2)) for less, most, same in found]


@dataclass(frozen=True, eq=False)
class Placed(Bounded):
    """Places between proven bounds; how many different values there are is not known."""

    method = "walks"
    default_tie_rule = "mid"
    walk: Walk
    fold: Fold
    widths: Sequence[float] = WIDTHS
    shelf: Shelf = NOTHING_KEPT
    unseen: int = 1
    """In how many ways the ranks can be filled that the measure does not look at."""

    @cached_property
    def places(self) -> WalkPlaces:
        return WalkPlaces(self.walk, self.widths, self.shelf)

    @property
    def size(self) -> int:
        raise OptionError(
            "there are too many different values to count them; places among all runs are known (tie_rule='mid')"
        )

    @property
    def known_size(self) -> int | None:
        return None

    @cached_property
    def extremes(self) -> tuple[Exact, Exact]:
        (low, _), (high, _) = self.walk.extremes
        return self.walk.value_of(low), self.walk.value_of(high)

    @property
    def how(self) -> str:
        return f"; places among all runs enclosed by the method {self.method}"

    @property
    def assumption(self) -> str:
        return "places lie between proven bounds"

    @property
    def error(self) -> float:
        """Half the widest bracket of a score; it needs the tables of the largest values. A score is a share of what is
        between the first and the last place, by any rule for ties; bounds of places are whole numbers.
        """
        (_, worst), (_, best) = self.walk.extremes
        between = self.places.size - max(worst, best)
        if not between:
            return inf
        return self.places.widest_share / 2 * (self.places.size / between) + share(1, 2 * between, inf)

    def has(self, value: Exact) -> bool:
        """Whether it may be a value: between the extremes."""
        low, high = self.extremes
        return not isinstance(value, LogSum) and bool(low <= value <= high)

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        return [self.size for _ in values]

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        raise OptionError("only bounds of places are known here: use rank_bounds_of")

    def ways(self, value: Exact) -> int:
        return self.ways_at_most([value])[0]

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        return None, None

    # ------------------------------------------------------------ runs

    def rank_bounds(self, asked: Asked) -> list[Bounds]:
        """Bounds of places: the mean of the first and the last place of a value lies between bounds of these. Of ranks
        among different values an upper bound is known: there are no more values than runs.
        """
        return place_bounds(self._places(asked), asked.tie_rule)

    def _places(self, asked: Asked) -> list[Place]:
        """How many runs have less than each run asked for, how many no more, and how many the same."""
        totals = self._totals(asked)
        seconds = len(self.places.missing(totals)) * self._of_an_octave
        if seconds > WORTH_SAYING:
            announce(f"counting runs by value takes about {seconds:.0f} s")
        places = self.places.places(totals)
        (worst, last), (best, many) = self.walk.extremes
        size = self.places.size
        if worst == 0:
            places = [(0, last, last) if not total else place for total, place in zip(totals, places, strict=True)]
        near = np.flatnonzero(totals >= float(best) * NEARLY_BEST).tolist()
        for n, value in zip(near, asked.some_values(near), strict=True):
            if value == self.extremes[1]:
                places[n] = size - many, size, many
        return [(less * self.unseen, most * self.unseen, same * self.unseen) for less, most, same in places]

    def _totals(self, asked: Asked) -> Array:
        if self.fold.in_floats is None:
            return np.array([self.walk.total_of(value) for value in asked.values])
        return float_values(self.fold, asked.rows) * self.walk.factor

    def ranks(self, asked: Asked) -> list[Rank]:
        """The middles of the bounds."""
        self._refuse_values(asked)
        return [Fraction(low + high, 2) for low, high in self.rank_bounds(asked)]

    def middles(self, asked: Asked, low: Array, high: Array) -> Array:
        self._refuse_values(asked)
        middle: Array = (low + high) / 2
        return middle

    def ends(self, asked: Asked) -> tuple[Rank, Rank]:
        self._refuse_values(asked)
        worst, best = (many * self.unseen for _, many in self.walk.extremes)
        size = self.places.size * self.unseen
        if asked.tie_rule == "min":
            return 1, size - best + 1
        return (worst, size) if asked.tie_rule == "max" else (Fraction(1 + worst, 2), Fraction(2 * size - best + 1, 2))

    def _refuse_values(self, asked: Asked) -> None:
        if asked.tie_rule == "unq":
            raise OptionError(
                "there are too many different values to rank them; places among all runs are known between bounds: "
                "use tie_rule='mid', 'min' or 'max', which are ordinal"
            )

    # ------------------------------------------------------------ what it costs

    @property
    def cost(self) -> float:
        return float("inf")

    def seconds(self, asked: int) -> float:
        octaves = log2(max(2.0, self.walk.most / (self.walk.base or 1.0)))
        return 0.0 if self.places.stretches else min(asked, octaves) * self._of_an_octave

    @cached_property
    def _of_an_octave(self) -> float:
        """About how many seconds the table of an octave takes."""
        moves = sum(len(moves.adds) for moves in self.walk.steps)
        return (PRECISE if max(self.widths) <= NARROW else 1.0) * PER_MOVE * moves
