"""Orders that are made: what sits above and below a run is known from all runs of the space.

They may tie runs. What they make is a preorder; its poset is that of the classes of tied runs, and what is asked of the
order is asked of that poset.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact.posets import NotAPosetError, Poset
from intervale.exact.preorders import NotAPreorderError, Preorder
from intervale.orders.order import Order
from intervale.orders.space import JudgedRun, RunSpace

__all__ = ["ListedOrder", "NotAnOrderError"]

Array = np.ndarray[Any, Any]


class NotAnOrderError(OptionError):
    """A relation on runs that is not an order: ``what`` fails, and the ``runs`` that show it."""

    def __init__(self, name: str, what: str, runs: tuple[JudgedRun, ...]) -> None:
        self.what, self.runs = what, runs
        shown = ", ".join(map(str, runs))
        super().__init__(f"{name} is not an order: {what}" + (f": {shown}" if shown else ""))


class ListedOrder(Order):
    """An order that is made, from a comparison, from covers, from a key or from moves."""

    def __init__(self, name: str, kind: str = "rank") -> None:
        if kind not in ("rank", "set"):
            raise OptionError(f"kind={kind!r} is unknown; use one of: rank, set")
        self.name, self.kind = name, kind  # type: ignore[misc]
        self._preorders = lru_cache(maxsize=8)(self._made)

    def check_size(self, space: RunSpace) -> None:
        """Refuse a space with more runs than are listed."""
        if space.size > self.most_runs:
            most = f"at most {self.most_runs:,}"
            raise OptionError(f"{self.name} must list all runs, and {space.size_text} are too many to check ({most})")

    @abstractmethod
    def _listed(self, space: RunSpace) -> Preorder:
        """The preorder on the numbers of the runs."""

    def preorder(self, space: RunSpace) -> Preorder:
        """The preorder on the numbers of the runs; refused where they are too many, or where the relation is none."""
        self.check_space(space)
        self.check_size(space)
        return self._preorders(space)

    def _made(self, space: RunSpace) -> Preorder:
        try:
            return self._listed(space)
        except (NotAPreorderError, NotAPosetError) as error:
            what, witness = error.args
            raise NotAnOrderError(self.name, what, tuple(space.run(x) for x in witness)) from None

    def poset(self, space: RunSpace) -> Poset:
        """The poset of the classes of tied runs; where none are tied, on the numbers of the runs."""
        return self.preorder(space).poset

    def classes(self, space: RunSpace) -> list[list[JudgedRun]]:
        """The classes of tied runs, by number."""
        return [[space.run(x) for x in members] for members in self.preorder(space).classes]

    def number(self, run: JudgedRun, space: RunSpace) -> int:
        """The number of the class that a run is in."""
        return self.preorder(space).class_of[space.index(run)]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_preorders"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._preorders = lru_cache(maxsize=8)(self._made)

    def _prepared(self, runs: Array) -> Array:
        return np.sort(runs, axis=1)[:, ::-1] if self.kind == "set" else runs

    def _leq(self, r: Array, s: Array, top: int | None) -> Array:
        space = self.space(r.shape[1], top or max(1, int(r.max(initial=0)), int(s.max(initial=0))))
        poset = self.poset(space)
        pairs = zip(map(tuple, r.tolist()), map(tuple, s.tolist()), strict=True)
        return np.array([poset.leq(self.number(a, space), self.number(b, space)) for a, b in pairs], dtype=bool)

    def _above(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        space = self.space(len(run), grades)
        return self._members(space, self.poset(space).above[self.number(run, space)])

    def _below(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        space = self.space(len(run), grades)
        return self._members(space, self.poset(space).below[self.number(run, space)])

    def _members(self, space: RunSpace, classes: tuple[int, ...]) -> Iterator[JudgedRun]:
        members = self.preorder(space).classes
        return (space.run(x) for number in classes for x in members[number])

    def minimum(self, space: RunSpace) -> JudgedRun:
        return self._only(self.poset(space).minimal, space, "worst")

    def maximum(self, space: RunSpace) -> JudgedRun:
        return self._only(self.poset(space).maximal, space, "best")

    def _only(self, ends: list[int], space: RunSpace, what: str) -> JudgedRun:
        first = [self.preorder(space).classes[end][0] for end in ends[:2]]
        if len(ends) > 1:
            one, other = map(space.run, first)
            raise OptionError(f"{self.name} has no single {what} run: {one} and {other} both qualify")
        return space.run(first[0])

    def graded(self, space: RunSpace) -> bool:
        return self.poset(space).uneven_chains() is None

    def rank(self, run: JudgedRun, space: RunSpace) -> int | None:
        poset = self.poset(space)
        return poset.heights[self.number(run, space)] if self.graded(space) else None

    def meet(self, r: JudgedRun, s: JudgedRun, grades: int) -> JudgedRun | None:
        space = self.space(len(r), grades)
        found = self.poset(space).meet(self.number(r, space), self.number(s, space))
        return None if found is None else space.run(self.preorder(space).classes[found][0])

    def join(self, r: JudgedRun, s: JudgedRun, grades: int) -> JudgedRun | None:
        space = self.space(len(r), grades)
        found = self.poset(space).join(self.number(r, space), self.number(s, space))
        return None if found is None else space.run(self.preorder(space).classes[found][0])
