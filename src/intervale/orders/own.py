"""Orders of the user's own, from a comparison, from covers or from a key, and orders induced by the values of a
measure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from numbers import Integral
from typing import Any

import numpy as np

from intervale.errors import IntervaleError, OptionError, shown
from intervale.exact import Exact
from intervale.exact.logsum import LogSum
from intervale.exact.posets import NotAPosetError, Poset
from intervale.exact.preorders import Preorder
from intervale.exact.relations import answers, failure
from intervale.orders.listed import ListedOrder
from intervale.orders.space import JudgedRun, RunSpace

__all__ = ["InducedOrder", "OwnOrder", "exact_values"]

Array = np.ndarray[Any, Any]
MOST_COMPARED = 4096
"""How many runs are compared each with each."""
MOST_ABOVE = 100_000
"""How many runs are looked at on the way up from one run to another."""
CANNOT_SORT = "the values of the runs cannot be sorted"


class OwnOrder(ListedOrder):
    """An order of the user's own: ``leq(r, s)`` on tuples of grades, ``covers(r)``, what sits directly above a run, or
    ``key(r)``, a value that is larger for better runs.

    Runs may be tied, r ≼ s ≼ r: then the elements of its poset are classes of tied runs. A relation that is not
    reflexive and transitive is refused, with the runs that break it, and so are covers with a run between or in a
    cycle. To look at a space as a whole it must be small: 4,096 runs for ``leq``, 40,000 otherwise. Single runs are
    compared at any length. Where covers are written for one top grade, ``grades`` says which.

    >>> by_first = OwnOrder("by first grade", leq=lambda r, s: r == s or r[0] < s[0])
    >>> list(by_first.above((0, 1), 1))
    [(1, 0), (1, 1)]
    >>> OwnOrder("first grade", leq=lambda r, s: r[0] <= s[0]).classes(RunSpace(2, 1))
    [[(0, 0), (0, 1)], [(1, 0), (1, 1)]]
    """

    source = "given by the user"

    def __init__(
        self,
        name: str,
        *,
        leq: Callable[[JudgedRun, JudgedRun], bool] | None = None,
        covers: Callable[[JudgedRun], Iterable[JudgedRun]] | None = None,
        key: Callable[[JudgedRun], Any] | None = None,
        kind: str = "rank",
        grades: int | None = None,
    ) -> None:
        if sum(given is not None for given in (leq, covers, key)) != 1:
            raise OptionError("an order needs exactly one of leq, covers and key")
        if not callable(leq or covers or key):
            raise OptionError(f"leq, covers and key must be functions, not {shown(leq or covers or key)}")
        super().__init__(name, kind)
        self._compare, self._covers, self._key, self.grades = leq, covers, key, grades
        if leq is not None:
            self.most_runs = MOST_COMPARED  # type: ignore[misc]

    @property
    def by_covers(self) -> bool:
        """Whether what sits directly above a run is known without listing all."""
        return self._covers is not None

    def key(self, run: JudgedRun) -> Any:
        """The value of a run, where the order is made by one."""
        assert self._key is not None
        try:
            return self._key(run)
        except IntervaleError:
            raise
        except Exception as error:
            raise OptionError(f"the value of {run} failed: {type(error).__name__}: {error}") from error

    # ------------------------------------------------------------ the space as a whole

    def _listed(self, space: RunSpace) -> Preorder:
        runs = list(space)
        if self._covers is not None:
            return self._from_covers(runs, space)
        if self._key is not None:
            return _by_keys([self.key(run) for run in runs])
        assert self._compare is not None
        return Preorder.from_rows(len(runs), (answers(self.name, self._compare, (run,), runs) for run in runs))

    def _from_covers(self, runs: list[JudgedRun], space: RunSpace) -> Preorder:
        if self.grades not in (None, space.grades):
            raise OptionError(f"the covers of {self.name} are for grades 0..{self.grades}, not {space.grades_text}")
        found = Poset([[space.index(cover) for cover in self._covered(run)] for run in runs])
        if (between := found.shortcut()) is not None:
            raise NotAPosetError("a cover has a run between", between)
        return Preorder.of(found)

    def _covered(self, run: JudgedRun) -> list[JudgedRun]:
        assert self._covers is not None
        try:
            return [tuple(cover) for cover in self._covers(run)]
        except Exception as error:
            raise failure(self.name, (run,), error) from error

    def _compared(self, r: JudgedRun, s: JudgedRun) -> bool:
        assert self._compare is not None
        try:
            return bool(self._compare(r, s))
        except Exception as error:
            raise failure(self.name, (r, s), error) from error

    # ------------------------------------------------------------ single runs

    def _leq(self, r: Array, s: Array, top: int | None) -> Array:
        pairs = zip(map(tuple, r.tolist()), map(tuple, s.tolist()), strict=True)
        if self._compare is not None:
            return np.array([self._compared(a, b) for a, b in pairs], dtype=bool)
        if self._key is not None:
            keys = {run: self.key(run) for run in {*map(tuple, r.tolist()), *map(tuple, s.tolist())}}
            try:
                return np.array([bool(keys[a] == keys[b] or keys[a] < keys[b]) for a, b in pairs], dtype=bool)
            except (TypeError, ValueError):
                raise OptionError(CANNOT_SORT) from None
        largest = max(1, int(r.max(initial=0)), int(s.max(initial=0)))
        space = self.space(r.shape[1], self.grades or top or largest)
        if space.size > self.most_runs:
            return np.array([self._reaches(a, b) for a, b in pairs], dtype=bool)
        found = self.poset(space)
        return np.array([found.leq(self.number(a, space), self.number(b, space)) for a, b in pairs], dtype=bool)

    def _reaches(self, low: JudgedRun, high: JudgedRun) -> bool:
        """Whether covers lead up from one run to another."""
        seen, front = {low}, [low]
        while front and high not in seen:
            front = [cover for run in front for cover in self._covered(run) if cover not in seen]
            seen.update(front)
            if len(seen) > MOST_ABOVE:
                raise OptionError(f"{self.name}: too many runs above {low} to search for {high}")
        return high in seen

    def _above(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        space = self.space(len(run), grades)
        if self._covers is not None and space.size > self.most_runs:
            return iter([space.checked(cover) for cover in self._covered(run)])
        return super()._above(run, grades)


def _by_keys(keys: list[Any]) -> Preorder:
    """The weak order of keys; refused where they have no total order, as NaN and sets have none."""
    try:
        if any(isinstance(key, set | frozenset) or not key == key for key in keys):
            raise TypeError
        return Preorder.from_keys(keys)
    except (TypeError, ValueError):
        raise OptionError(CANNOT_SORT) from None


def exact_values(value: Any, space: RunSpace) -> Callable[[JudgedRun], Any]:
    """A function of the runs of a space: one that was given, or the exact values of what has some, such as a measure.
    What it raises is an ``OptionError``, and so is a value that is not exact.
    """
    if hasattr(value, "exact"):
        measure = value if space.values is None else value.over_grades(space.values)
        return partial(_exactly, partial(measure.exact, grades=space.grades))
    if not callable(value):
        raise OptionError(f"values are given by a measure or a function of a run, not by {value!r}")
    return partial(_exactly, value)


def _exactly(value: Callable[[JudgedRun], Any], run: JudgedRun) -> Exact:
    """The value of a run, checked."""
    try:
        found = value(run)
    except IntervaleError:
        raise
    except Exception as error:
        raise failure("the value", (run,), error) from error
    if isinstance(found, Integral):
        return int(found)
    if not isinstance(found, Fraction | LogSum):
        raise OptionError(f"the value of {run} is {shown(found)}; give an exact number: an int or a Fraction")
    return found


class InducedOrder(OwnOrder):
    """The order that the values of a measure make: r ≼ s iff key(r) ≤ key(s). A weak order: runs with equal values
    are tied.

    ``key`` gives the exact value of a run. Its poset is the chain of the classes of equal values, from the smallest;
    the rank of a run is the number of smaller values.

    >>> by_first = InducedOrder(lambda run: run[0])
    >>> by_first.leq((0, 1), (0, 0)), by_first.classes(RunSpace(2, 1))
    (True, [[(0, 0), (0, 1)], [(1, 0), (1, 1)]])
    """

    source = "Ferrante, Ferro and Pontarollo 2019, §5.3, §6.3"

    def __init__(self, key: Callable[[JudgedRun], Any], kind: str = "rank") -> None:
        super().__init__("induced", key=key, kind=kind)
