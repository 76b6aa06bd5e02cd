"""Scores of which only a name is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.data import JudgedRuns, Profiles, TopicJudgments
from intervale.errors import MeasureError
from intervale.measures import Direct
from intervale.measures.declared import NOT_KNOWN, DeclaredScale

__all__ = ["NamedScores"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, repr=False)
class NamedScores(Direct):
    """A measure whose scores are there and whose definition is not: a column of a score matrix, or a function of the
    user's that was saved. It has a name and scores; its scale is the one that was given or saved with them.
    """

    at = None
    in_unit = False
    defined_by = "scores"
    why_no_exact = "only its scores are known, not its definition"
    label: str = ""
    aggregate: str = "mean"  # type: ignore[misc]
    has_best: bool = True  # type: ignore[misc]

    def __post_init__(self) -> None:
        """The name is any text."""

    @property
    def name(self) -> str:
        return self.label

    @property
    def declared_scale(self) -> DeclaredScale:
        return DeclaredScale("ordinal", None, f"{NOT_KNOWN}: {self.why_no_exact}")

    def __str__(self) -> str:
        return self.label

    __repr__ = __str__

    def score(self, runs: JudgedRuns | Any, *, grades: int | None = None) -> Array:
        raise MeasureError(f"{self.label} cannot score runs: {self.why_no_exact}")

    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        raise MeasureError(f"{self.label} cannot score runs: {self.why_no_exact}")
