"""What is to be counted, and its sizes, from which a strategy is chosen before any value is listed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from math import log2

from intervale.exact import Exact, LogSum
from intervale.exact.independent import Part, independent_parts
from intervale.exact.shelf import Shelf
from intervale.exact.walks import Walk
from intervale.measures import Fold, Measure
from intervale.orders import RunSpace
from intervale.scales.cache import scale_key
from intervale.scales.choices import Choices, allowed_runs
from intervale.scales.covered import Covered
from intervale.scales.folds import fold_of, ways_unseen
from intervale.scales.kept_tables import KeptTables
from intervale.scales.places import MOST_MOVES, walk_of
from intervale.scales.sizes import Sizes
from intervale.scales.totals import HalfSums

__all__ = ["LONGEST", "MOST_PLACES", "Task", "Wish"]

LONGEST, LONGEST_COVERED, MOST_LOGARITHMIC = 5000, 2000, 60_000
"""How many ranks may be counted, how many by multiples of a unit, and how many runs of a topic with sums over
logarithms.
"""
FIRST_RANKS = 48
"""From so many ranks it is foretold whether places can be counted along all of them."""
MOST_PLACES = 1 << 18
"""How many numbers there may be to pick from at all ranks together."""
MOST_IN_A_PART, MOST_IN_A_LARGE_PART = 1 << 18, 1 << 22
"""How many sums a part may have, and where values are counted by halves and no other way is left."""


@dataclass(frozen=True)
class Wish:
    """How a user wants values to be counted."""

    method: str | None = None
    """The name of a way to count; ``exact`` is any that counts exactly."""
    seed: int = 0
    """That of an estimate."""
    placed: bool = False
    """Whether places among all runs are asked for, which need no different values."""
    precise: bool = False
    """Whether bounds of places are to be narrow everywhere."""


@dataclass(frozen=True, eq=False)
class Task:
    """What is to be counted: the values of a measure that grows rank by rank, on all runs of a space or on those that a
    topic allows. What its sizes say is looked at once.
    """

    measure: Measure
    space: RunSpace
    fold: Fold
    most: tuple[int, ...] | None = None
    wish: Wish = Wish()

    @cached_property
    def choices(self) -> Choices:
        return self.allowed(Choices.of(self.fold))

    def allowed(self, choices: Choices) -> Choices:
        """Choices as far as a topic allows them."""
        return choices if self.most is None else choices.within(self.space.length, self.most)

    @property
    def walk(self) -> Walk | None:
        """Runs as walks from state to state."""
        return None if isinstance(self._walk, str) else self._walk

    @property
    def no_walk(self) -> str:
        """Why there is no such walk."""
        return self._walk if isinstance(self._walk, str) else ""

    @cached_property
    def _walk(self) -> Walk | str:
        return walk_of(Choices.of(self.fold), self.allowed)

    @cached_property
    def may_have_places(self) -> bool:
        """Whether places can probably be counted, for advice alone: the first ranks foretell it, as a walk along all of
        them takes seconds to make, and what cannot be counted is to be refused at once.
        """
        length = self.choices.length
        if length <= FIRST_RANKS or length > LONGEST:
            return length <= LONGEST and self.walk is not None
        space = RunSpace(FIRST_RANKS, self.space.grades)
        walk = replace(self, space=space, fold=fold_of(self.measure, space)).walk
        if walk is None:
            return False
        half, first = (len(walk.steps[rank - 1].adds) for rank in (FIRST_RANKS // 2, FIRST_RANKS))
        moves = [first * (rank / FIRST_RANKS) ** log2(first / half) for rank in range(1, length + 1)]
        in_floats = self.fold.in_floats is not None and not self.limited
        taken = [0.0] * length if in_floats else list(accumulate(moves))
        # as a walk is refused while it is made: the moves so far, and for each rank that follows as many as here
        return all(taken[rank] + moves[rank] * (length - rank - 1) <= MOST_MOVES for rank in range(length))

    @property
    def unseen(self) -> int:
        """In how many ways the ranks can be filled that the measure does not look at."""
        return ways_unseen(self.space, self.fold, self.most)

    @property
    def limited(self) -> bool:
        """Whether a topic allows only some runs."""
        return self.choices.closing is not None

    @cached_property
    def places(self) -> list[list[Exact]] | None:
        """What there is to pick from, for sums over ranks; None for others, and where it is too much."""
        choices = self.choices
        return None if choices.weights is None or choices.number * choices.length > MOST_PLACES else choices.places()

    @cached_property
    def parts(self) -> list[Part] | None:
        """Parts whose sums determine what was picked."""
        return None if self.places is None else independent_parts(self.places, MOST_IN_A_PART, self.choices.times)

    @cached_property
    def large_parts(self) -> list[Part] | None:
        """The same where a part may have more sums."""
        return None if self.places is None else independent_parts(self.places, MOST_IN_A_LARGE_PART, self.choices.times)

    @cached_property
    def covered(self) -> Covered | None:
        """Sums of which nearly all multiples of a small unit are values."""
        return None if self.places is None or len(self.places) > LONGEST_COVERED else Covered.of(self.places)

    @cached_property
    def sizes(self) -> Sizes | None:
        """How many values there can be at each rank."""
        return Sizes.of(self.choices) if self.choices.length <= LONGEST else None

    def shelf(self, method: str) -> Shelf:
        """Where tables of a method are kept: in the cache."""
        return KeptTables(scale_key(self.measure, self.space, self.most, method))

    @cached_property
    def one_each(self) -> bool:
        """Whether every run has a value of its own, proven: rational sums whose totals determine what was picked."""
        if self.parts is None or self._logarithms or self.fold.length < self.space.length:
            return False
        return all(times == 1 for times in self.choices.times) and HalfSums(self.parts).size == self.choices.runs

    @cached_property
    def logarithms_of_a_topic(self) -> bool:
        """Whether values are sums over logarithms on more runs of a topic than can be listed."""
        many = self.limited and allowed_runs(self.space.length, self.most or ()) > MOST_LOGARITHMIC
        return many and self._logarithms

    @cached_property
    def _logarithms(self) -> bool:
        return any(isinstance(weight, LogSum) for weight in self.fold.weights or ())
