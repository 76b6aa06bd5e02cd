"""Measures of the user's own whose value grows rank by rank: what a document adds depends on it, on its rank, and on a
state that the documents before it leave behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from intervale.errors import IntervaleError, MeasureError, shown
from intervale.exact import Exact
from intervale.measures.measure import Fold

__all__ = ["RankByRank", "rank_by_rank"]

Step = Callable[[Any, int, int], tuple[Any, int | Fraction]]
MOST_STEPS = 1 << 20
"""How many steps are remembered."""


@dataclass(frozen=True)
class RankByRank:
    """An exact version of a measure, made by :func:`rank_by_rank`. It is called with the grades of a run."""

    step: Step
    start: Any = 0

    def __post_init__(self) -> None:
        if not callable(self.step):
            raise MeasureError(f"rank_by_rank: step={shown(self.step)} is no function of a state, a grade and a rank")
        _refuse_unhashable(self.start, "start=")

    def __call__(self, profile: Sequence[int]) -> Exact:
        state, total = self.start, Fraction(0)
        for rank, grade in enumerate(profile, start=1):
            state, adds = self._stepped(state, grade, rank)
            total += adds
        return total

    def fold(self, length: int, grades: int) -> Fold:
        """The fold over runs of a length; each grade is a gain of its own."""
        return Fold(self.start, lru_cache(maxsize=MOST_STEPS)(self._stepped), length, tuple(range(grades + 1)))

    def over(self, values: Sequence[Fraction]) -> RankByRank:
        """The same where grades are levels that stand for these numbers."""
        return RankByRank(_Valued(self.step, tuple(values)), self.start)

    def _stepped(self, state: Any, grade: int, rank: int) -> tuple[Any, int | Fraction]:
        """A step, checked."""
        where = f"step({shown(state)}, {grade}, {rank})"
        try:
            found: Any = self.step(state, grade, rank)
        except IntervaleError:
            raise
        except Exception as error:
            raise MeasureError(f"{where} failed: {type(error).__name__}: {error}") from error
        if not isinstance(found, tuple) or len(found) != 2:
            raise MeasureError(f"{where} gave {shown(found)}; expected the next state and what is added, two values")
        after, adds = found
        if isinstance(adds, bool) or not isinstance(adds, int | Fraction):
            raise MeasureError(
                f"{where} adds {shown(adds)}, a {type(adds).__name__}; it must be a whole number or a fraction "
                "(fractions.Fraction)"
            )
        _refuse_unhashable(after, f"{where} gave the state ")
        return after, adds


@dataclass(frozen=True)
class _Valued:
    """A step that is given numbers in the place of levels."""

    step: Step
    values: tuple[Fraction, ...]

    def __call__(self, state: Any, level: int, rank: int) -> tuple[Any, int | Fraction]:
        value: Any = self.values[level]
        return self.step(state, value, rank)


def rank_by_rank(step: Step, start: Any = 0) -> RankByRank:
    """An exact version of a measure whose value grows rank by rank, for ``measure(exact=...)``.

    ``step(state, grade, rank)`` returns the next state and what the document adds, a whole number or a fraction; the
    value is the sum of what is added, V(r) = Σᵢ addedᵢ. ``start`` is the state before rank 1. States are numbers, texts
    or tuples. The fewer there are at each rank, the longer the runs whose values can be counted: AP needs the number of
    relevant documents so far.

    >>> from fractions import Fraction
    >>> def precision_at_each(seen, grade, rank):
    ...     return (seen + 1, Fraction(seen + 1, rank)) if grade else (seen, 0)
    >>> rank_by_rank(precision_at_each)((1, 0, 1))
    Fraction(5, 3)
    """
    return RankByRank(step, start)


def _refuse_unhashable(state: Any, what: str) -> None:
    try:
        hash(state)
    except TypeError:
        raise MeasureError(
            f"{what}{shown(state)}, which is not hashable; a state is a number, a text or a tuple of these"
        ) from None
