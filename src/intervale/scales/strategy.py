"""A strategy of counting: a row of a table, of which the first whose sizes fit is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from intervale.scales.counting import Counting

__all__ = ["Strategy", "first_that_fits"]

T = TypeVar("T")


@dataclass(frozen=True)
class Strategy(Generic[T]):
    """A way to count: the counting that it gives, what that costs, and how much it may cost."""

    kind: type[Counting]
    make: Callable[[T], Counting | None]
    """The counting, which has not begun; None where values are of another kind."""
    costs: Callable[[T], Mapping[str, int] | None]
    """What there is to look at, and how much of it, known before counting; None where values are of another kind."""
    most: Mapping[str, int]
    """How much of each there may be."""
    ranks: bool = True
    """Whether different values are ranked."""
    places: Callable[[T], bool] | None = None
    """Whether places among all runs are known; None where they are if ranks are exact."""
    by_name: bool = False
    """Whether it is taken only where it is asked for by its name."""

    def knows_places(self, task: T) -> bool:
        return self.kind.exact if self.places is None else self.places(task)

    def counting(self, task: T) -> Counting | None:
        """None where it does not fit."""
        costs = self.costs(task)
        fits = costs is not None and all(number <= self.most[what] for what, number in costs.items())
        return self.make(task) if fits else None


def first_that_fits(strategies: Iterable[Strategy[T]], task: T) -> Counting | None:
    """The counting of the first strategy that fits."""
    return next((found for row in strategies if (found := row.counting(task)) is not None), None)
