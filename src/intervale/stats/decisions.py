"""What a test decides about pairs of systems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.stats.corrections import CORRECTED
from intervale.stats.outcome import Outcome
from intervale.stats.registry import Test

__all__ = ["Decisions"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Decisions:
    """What a test says of pairs of systems: ``first[i]`` and ``second[i]`` are the systems of pair i.

    ``p`` is after ``correction`` over all pairs, ``outcome.p`` that of each pair alone. ``opened`` marks the pairs for
    which bounds of the scores leave the decision open; these are not significant.
    """

    test: Test
    first: Array
    second: Array
    p: Array
    significant: Array
    opened: Array
    outcome: Outcome
    difference: Array
    """The mean over the topics that both systems have of the first score less the second."""
    correction: str
    together: bool
    """Whether the confidence intervals of the differences hold for all pairs together, and not each for its own."""

    @property
    def pairs(self) -> int:
        return len(self.first)

    @property
    def title(self) -> str:
        """The test with its correction, where there is more than one pair; family tests have theirs in their name."""
        own = self.test.family or self.pairs == 1
        return self.test.title if own else f"{self.test.title}, {CORRECTED[self.correction]}"

    def place(self, a: int, b: int) -> tuple[int, int]:
        """Which pair two systems are, and 1 where ``a`` is the first of it, else −1."""
        ahead = np.flatnonzero((self.first == a) & (self.second == b))
        if len(ahead):
            return int(ahead[0]), 1
        return int(np.flatnonzero((self.first == b) & (self.second == a))[0]), -1

    def counted(self) -> str:
        """How many pairs are significant, in words, with those that are open."""
        number, opened = int(self.significant.sum()), int(self.opened.sum())
        return f"{number:,} of {self.pairs:,}" + (f" ({opened:,} open)" if opened else "")
