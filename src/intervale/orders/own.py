"""Orders of the user's own, from a comparison or from covers, and orders induced by the values of a measure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any

import numpy as np

from intervale.errors import IntervaleError, OptionError
from intervale.exact.posets import NotAPosetError, Poset
from intervale.orders.order import Order
from intervale.orders.space import JudgedRun, RunSpace

__all__ = ["InducedOrder", "OwnOrder", "exact_values"]

Array = np.ndarray[Any, Any]


class OwnOrder(Order):
    """An order of the user's own: ``leq(r, s)`` on tuples of grades, or ``covers(r)``, what sits directly above a run.

    All runs of the space are checked, so it must be small. A relation that is not a partial order is refused, with the
    runs that break it.
    Where covers are written for one top grade, ``grades`` says which.

    >>> by_first = OwnOrder("by first grade", leq=lambda r, s: r == s or r[0] < s[0])
    >>> list(by_first.above((0, 1), 1))
    [(1, 0), (1, 1)]
    """

    source = "given by the user"
    most_runs = 4096

    def __init__(
        self,
        name: str,
        *,
        leq: Callable[[JudgedRun, JudgedRun], bool] | None = None,
        covers: Callable[[JudgedRun], Iterable[JudgedRun]] | None = None,
        kind: str = "rank",
        grades: int | None = None,
    ) -> None:
        if (leq is None) == (covers is None):
            raise OptionError("an order needs either leq or covers")
        self.name, self.kind = name, kind  # type: ignore[misc]
        self._compare, self._covers, self.grades = leq, covers, grades
        self._posets = lru_cache(maxsize=8)(self._poset)

    def poset(self, space: RunSpace) -> Poset:
        """The poset on the numbers of the runs."""
        return self._posets(space)

    def _poset(self, space: RunSpace) -> Poset:
        self.check_size(space)
        runs = list(space)
        try:
            if self._covers is None:
                return Poset.from_leq(space.size, lambda x, y: self._compared(runs[x], runs[y]))
            found = Poset([[space.index(cover) for cover in self._covered(run)] for run in runs])
            if (between := found.shortcut()) is not None:
                raise NotAPosetError("a cover has a run between", between)
            return found
        except NotAPosetError as error:
            what, witness = error.args
            shown = ", ".join(str(runs[x]) for x in witness)
            raise OptionError(f"{self.name} is not a partial order: {what}" + (f": {shown}" if shown else "")) from None

    def _covered(self, run: JudgedRun) -> list[JudgedRun]:
        assert self._covers is not None
        try:
            return [tuple(cover) for cover in self._covers(run)]
        except Exception as error:
            raise OptionError(f"{self.name} failed on {run}: {type(error).__name__}: {error}") from error

    def _compared(self, r: JudgedRun, s: JudgedRun) -> bool:
        assert self._compare is not None
        try:
            return bool(self._compare(r, s))
        except Exception as error:
            raise OptionError(f"{self.name} failed on {r} and {s}: {type(error).__name__}: {error}") from error

    def _leq(self, r: Array, s: Array) -> Array:
        pairs = zip(map(tuple, r.tolist()), map(tuple, s.tolist()), strict=True)
        if self._compare is not None:
            return np.array([self._compared(a, b) for a, b in pairs])
        space = self.space(r.shape[1], self.grades or max(1, int(r.max(initial=0)), int(s.max(initial=0))))
        found = self.poset(space)
        return np.array([found.leq(space.index(a), space.index(b)) for a, b in pairs])

    def _above(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        space = self.space(len(run), grades)
        yield from (space.run(y) for y in self.poset(space).above[space.index(run)])

    def _below(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        space = self.space(len(run), grades)
        yield from (space.run(y) for y in self.poset(space).below[space.index(run)])

    def minimum(self, space: RunSpace) -> JudgedRun:
        return self._only(self.poset(space).minimal, space, "worst")

    def maximum(self, space: RunSpace) -> JudgedRun:
        return self._only(self.poset(space).maximal, space, "best")

    def _only(self, ends: list[int], space: RunSpace, what: str) -> JudgedRun:
        if len(ends) > 1:
            raise OptionError(
                f"{self.name} has no single {what} run: {space.run(ends[0])} and {space.run(ends[1])} both qualify"
            )
        return space.run(ends[0])

    def graded(self, space: RunSpace) -> bool:
        return self.poset(space).uneven_chains() is None

    def rank(self, run: JudgedRun, space: RunSpace) -> int | None:
        found = self.poset(space)
        return found.heights[space.index(run)] if found.uneven_chains() is None else None


def exact_values(value: Any, grades: int) -> Callable[[JudgedRun], Any]:
    """A function of runs: one that was given, or the exact values of what has some, such as a measure."""
    if hasattr(value, "exact"):
        return partial(value.exact, grades=grades)
    if not callable(value):
        raise OptionError(f"values are given by a measure or a function of a run, not by {value!r}")
    found: Callable[[JudgedRun], Any] = value
    return found


class InducedOrder(Order):
    """The order that the values of a measure make: r ≼ s iff key(r) ≤ key(s). A weak order: runs with equal values
    are equivalent.

    ``key`` gives the exact value of a run. Its poset is the chain of the classes of equal values; the rank of a run
    is the number of smaller values.

    >>> by_first = InducedOrder(lambda run: run[0])
    >>> by_first.leq((0, 1), (0, 0)), by_first.classes(RunSpace(2, 1))
    (True, [[(0, 0), (0, 1)], [(1, 0), (1, 1)]])
    """

    name, kind, source = "induced", "rank", "Ferrante, Ferro and Pontarollo 2019, §5.3, §6.3"

    def __init__(self, key: Callable[[JudgedRun], Any], kind: str = "rank") -> None:
        self._key, self.kind = key, kind  # type: ignore[misc]
        self._classes = lru_cache(maxsize=8)(self._by_value)

    def _leq(self, r: Array, s: Array) -> Array:
        keys: dict[JudgedRun, Any] = {}

        def value(run: JudgedRun) -> Any:
            if run not in keys:
                keys[run] = self.key(run)
            return keys[run]

        pairs = zip(map(tuple, r.tolist()), map(tuple, s.tolist()), strict=True)
        return np.array([value(a) == value(b) or value(a) < value(b) for a, b in pairs])

    def key(self, run: JudgedRun) -> Any:
        """The value of a run."""
        try:
            return self._key(run)
        except IntervaleError:
            raise
        except Exception as error:
            raise OptionError(f"the value of {run} failed: {type(error).__name__}: {error}") from error

    def classes(self, space: RunSpace) -> list[list[JudgedRun]]:
        """The runs of a space by value, from the smallest."""
        return self._classes(space)

    def _by_value(self, space: RunSpace) -> list[list[JudgedRun]]:
        self.check_size(space)
        by_value: dict[Any, list[JudgedRun]] = {}
        for run in space:
            by_value.setdefault(self.key(run), []).append(run)
        try:
            return [by_value[value] for value in sorted(by_value)]
        except TypeError:
            raise OptionError("the values of the runs cannot be sorted") from None

    def minimum(self, space: RunSpace) -> JudgedRun:
        return self.classes(space)[0][0]

    def maximum(self, space: RunSpace) -> JudgedRun:
        return self.classes(space)[-1][0]

    def _neighbours(self, run: JudgedRun, grades: int, step: int) -> Iterator[JudgedRun]:
        classes = self.classes(self.space(len(run), grades))
        place = next(i for i, members in enumerate(classes) if run in members) + step
        yield from classes[place] if 0 <= place < len(classes) else ()

    def _above(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        yield from self._neighbours(run, grades, 1)

    def _below(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        yield from self._neighbours(run, grades, -1)

    def rank(self, run: JudgedRun, space: RunSpace) -> int:
        return next(i for i, members in enumerate(self.classes(space)) if run in members)
