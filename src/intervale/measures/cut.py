"""Measures of the user's own on runs of one length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from intervale.data import JudgedRuns, Profiles
from intervale.exact import Exact
from intervale.measures.measure import Fold, Measure

__all__ = ["CutMeasure", "cut_to"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, repr=False)
class CutMeasure(Measure):
    """A measure of the user's own on runs of one length, as on a run space: longer runs are cut, shorter ones filled up
    with documents that are not relevant.
    """

    at = None
    in_unit = False
    defined_by = "function"
    inner: Measure
    label: str
    cutoff: int | None = None

    def __post_init__(self) -> None:
        """Nothing is to be checked: the function was, and so were the lengths."""

    def __str__(self) -> str:
        return f"{self.label}@{self.cutoff}"

    @property
    def numeric(self) -> bool:
        return self.inner.numeric

    @property
    def recall_based(self) -> bool:
        return self.inner.recall_based

    def score(self, runs: JudgedRuns | Any, *, grades: int | None = None) -> Array:
        cut = _first_documents(runs, self.cutoff or 0) if isinstance(runs, JudgedRuns) else runs
        return self.inner.score(cut, grades=grades)

    def score_profiles(self, block: Profiles) -> Array:
        return self.inner.score_profiles(block)

    def exact(self, profile: Sequence[int], *, grades: int | None = None) -> Exact:
        return self.inner.exact(profile, grades=grades)

    def check_exact(self, length: int, grades: int) -> None:
        self.inner.check_exact(length, grades)


class CutFold(CutMeasure):
    """The same where the exact value grows rank by rank."""

    has_fold = True

    def fold(self, length: int, grades: int) -> Fold:
        return self.inner.fold(min(length, self.cutoff or length), grades)


def cut_to(measure: Measure, label: str, length: int | None) -> CutMeasure:
    """A measure of the user's own on runs of a length."""
    return (CutFold if measure.has_fold else CutMeasure)(measure, label, length)


def _first_documents(runs: JudgedRuns, length: int) -> JudgedRuns:
    """Judged runs as if each had retrieved so many documents: those further down are left out, and where there are
    fewer, unjudged ones follow.
    """
    kept = np.flatnonzero(runs.rank <= length)
    return replace(
        runs,
        offsets=np.searchsorted(kept, runs.offsets),
        rank=runs.rank[kept],
        grade=runs.grade[kept],
        retrieved=np.full_like(runs.retrieved, length),
    )
