"""What a test decides about pairs of systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.stats.corrections import CORRECTED
from intervale.stats.outcome import Outcome
from intervale.stats.registry import Test

__all__ = ["ROWS", "Decisions"]

Array = np.ndarray[Any, Any]
ROWS = ("a", "b", "difference", "ci_low", "ci_high", "effect", "p", "significant", "open")
"""What :meth:`Decisions.rows` has of a pair."""


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

    @property
    def pairs(self) -> int:
        return len(self.first)

    @property
    def title(self) -> str:
        """The test with its correction; Tukey's comparisons have theirs in their name."""
        return self.test.title if self.test.family else f"{self.test.title}, {CORRECTED[self.correction]}"

    def rows(self, systems: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """The pairs one by one; None where there is no number."""
        outcome = self.outcome
        for i in range(self.pairs):
            numbers = (self.difference, outcome.low, outcome.high, outcome.effect, self.p)
            yield (
                systems[self.first[i]],
                systems[self.second[i]],
                *(None if one is None or np.isnan(one[i]) else float(one[i]) for one in numbers),
                bool(self.significant[i]),
                bool(self.opened[i]),
            )

    def counted(self) -> str:
        """How many pairs are significant, in words, with those that are open."""
        number, opened = int(self.significant.sum()), int(self.opened.sum())
        return f"{number:,} of {self.pairs:,}" + (f" ({opened:,} open)" if opened else "")
