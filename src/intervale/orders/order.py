"""Orders on judged runs: what "better" means before any number.

Each order compares runs in polynomial time for any length, vectorised, and knows what sits directly above and below
a run without enumerating the space. Where it is graded it knows its rank function in closed form, and where meets
and joins have a closed form it knows those too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any, ClassVar

import numpy as np

from intervale.errors import OptionError
from intervale.exact.shown import Shown
from intervale.orders.space import Grades, JudgedRun, RunSpace

__all__ = ["ORDERS", "Order", "RankReplacement", "RankSwap", "RankTotal", "SetReplacement", "SetTotal"]

Array = np.ndarray[Any, Any]
PIECE, FEW = 1 << 22, 16
"""Grades compared at a time: few enough to stay near the processor, enough that threads seldom wait for each other."""


class Order(Shown, ABC):
    """An order on the judged runs of a space. ``kind`` says which: ordered lists or multisets."""

    name: ClassVar[str]
    kind: ClassVar[str]
    source: ClassVar[str]
    total: ClassVar[bool] = False
    reason: ClassVar[str] = ""
    """Why the facts known by theorem hold."""

    def space(self, length: int, grades: Grades = 1) -> RunSpace:
        """The run space that this order orders."""
        return RunSpace(length, grades, self.kind)  # type: ignore[arg-type]

    most_runs: ClassVar[int] = 40_000
    """How many runs a space may have to be looked at as a whole: a poset keeps two bits for each pair."""

    def check_size(self, space: RunSpace) -> None:
        """Refuse a space that is too large to check, before anything is done."""
        if space.size > self.most_runs:
            raise OptionError(
                f"the space has {space.size_text}, too many to check (at most {self.most_runs:,}); "
                "leq, covers, rank and paths work for single runs of any length, "
                "and the facts of the built-in orders are known by theorem"
            )

    def check_space(self, space: RunSpace) -> None:
        """Refuse a space of the other kind."""
        if space.kind != self.kind:
            right = f"RunSpace({space.length}, {space.grades}, {self.kind!r})"
            raise OptionError(f"{self.name} orders runs of the kind {self.kind!r}: give it {right}")

    # ------------------------------------------------------------ comparing

    def leq(self, r: Any, s: Any, grades: int | None = None) -> Any:
        """Whether r ≼ s: a truth value for two runs, an array of them for arrays of runs (…, length).

        ``grades`` is the top grade of the space, on which an order that is made may depend; by default the largest of
        the runs.
        """
        left, right = _grades(r), _grades(s)
        try:
            if left.shape[-1] != right.shape[-1]:
                raise ValueError
            first, second = np.broadcast_arrays(left, right)
        except ValueError:
            shapes = f"{left.shape} and {right.shape}"
            raise OptionError(f"runs of shapes {shapes} cannot be compared") from None
        shape = first.shape[:-1]
        rows = self._prepared(first.reshape(-1, first.shape[-1])), self._prepared(second.reshape(-1, first.shape[-1]))
        found = _in_pieces(partial(self._leq, top=grades), *rows)
        return bool(found[0]) if not shape else found.reshape(shape)

    def _prepared(self, runs: Array) -> Array:
        return runs

    @abstractmethod
    def _leq(self, r: Array, s: Array, top: int | None) -> Array:
        """Row by row whether r ≼ s."""

    def comparable(self, r: Sequence[int], s: Sequence[int], grades: int | None = None) -> bool:
        """Whether one of two runs is at least as good as the other."""
        return bool(self.leq(r, s, grades)) or bool(self.leq(s, r, grades))

    # ------------------------------------------------------------ neighbours

    def above(self, run: Sequence[int], grades: Grades = 1) -> Iterator[JudgedRun]:
        """The runs that cover this one."""
        space = self.space(len(run), grades)
        return self._above(space.checked(run), space.grades)

    def below(self, run: Sequence[int], grades: Grades = 1) -> Iterator[JudgedRun]:
        """The runs that this one covers."""
        space = self.space(len(run), grades)
        return self._below(space.checked(run), space.grades)

    @abstractmethod
    def _above(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]: ...

    @abstractmethod
    def _below(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]: ...

    def minimum(self, space: RunSpace) -> JudgedRun:
        """The worst run."""
        return (0,) * space.length

    def maximum(self, space: RunSpace) -> JudgedRun:
        """The best run."""
        return (space.grades,) * space.length

    # ------------------------------------------------------------ closed forms

    def graded(self, space: RunSpace) -> bool:
        """Whether all maximal chains have the same length, by theorem."""
        return True

    @abstractmethod
    def rank(self, run: JudgedRun, space: RunSpace) -> int | None:
        """The rank function ρ, from 0; None where the order is not graded."""

    def meet(self, r: JudgedRun, s: JudgedRun, grades: int) -> JudgedRun | None:
        """The greatest run below both, where it has a closed form."""
        return None

    def join(self, r: JudgedRun, s: JudgedRun, grades: int) -> JudgedRun | None:
        """The least run above both, where it has a closed form."""
        return None

    def __repr__(self) -> str:
        return f"order({self.name!r})"


class _Total(Order):
    """A total order whose runs are numbered by it: everything follows from the number."""

    total = True
    reason = "a chain is a distributive lattice, ranked by its numbers"

    def _above(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        space = self.space(len(run), grades)
        index = space.index(run) + 1
        if index < space.size:
            yield space.run(index)

    def _below(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        space = self.space(len(run), grades)
        index = space.index(run) - 1
        if index >= 0:
            yield space.run(index)

    def rank(self, run: JudgedRun, space: RunSpace) -> int:
        return space.index(run)

    def meet(self, r: JudgedRun, s: JudgedRun, grades: int) -> JudgedRun:
        return r if self.leq(r, s) else s

    def join(self, r: JudgedRun, s: JudgedRun, grades: int) -> JudgedRun:
        return s if self.leq(r, s) else r


class _PlaceByPlace(Order):
    """An order whose meets and joins are taken place by place: a part of a product of chains, ranked by the sum."""

    reason = "meets and joins are taken place by place: a sublattice of a product of chains, ranked by the sum"

    def rank(self, run: JudgedRun, space: RunSpace) -> int:
        return sum(run)

    def meet(self, r: JudgedRun, s: JudgedRun, grades: int) -> JudgedRun:
        return tuple(map(min, r, s))

    def join(self, r: JudgedRun, s: JudgedRun, grades: int) -> JudgedRun:
        return tuple(map(max, r, s))


class SetTotal(_Total):
    """``set-total``: more documents of the highest grade at which two multisets differ.

    r ≺ s iff |{i : r_i = k}| < |{i : s_i = k}| for the largest grade k at which the counts differ.
    ρ(r) = Σ_j C(r_j + N − j, N − j + 1), grades in descending order. Source: Ferrante, Ferro and Pontarollo 2019,
    eq. (1), (2).

    >>> SetTotal().rank((3, 2, 1, 0, 0), RunSpace(5, 3, "set"))
    27
    """

    name, kind, source = "set-total", "set", "Ferrante, Ferro and Pontarollo 2019, eq. (1)"

    def _leq(self, r: Array, s: Array, top: int | None) -> Array:
        result = np.ones(len(r), dtype=bool)
        settled = np.zeros(len(r), dtype=bool)
        for grade in _thresholds(r, s)[::-1]:
            less, more = _counted(r >= grade), _counted(s >= grade)
            now = ~settled & (less != more)
            result[now] = less[now] < more[now]
            settled |= now
        return result


class SetReplacement(_PlaceByPlace):
    """``set-replacement``: at least as many documents at or above every grade.

    r ≼ s iff |{i : r_i ≥ j}| ≤ |{i : s_i ≥ j}| for every grade j. ρ(r) = Σ r_i. A distributive lattice: with grades
    in descending order meets and joins are taken place by place. Source: Ferrante, Ferro and Pontarollo 2019, eq.
    (4), (5).

    >>> SetReplacement().leq((2, 2, 1, 1, 0), (3, 1, 1, 1, 0))
    False
    """

    name, kind, source = "set-replacement", "set", "Ferrante, Ferro and Pontarollo 2019, eq. (4)"

    def _leq(self, r: Array, s: Array, top: int | None) -> Array:
        result = np.ones(len(r), dtype=bool)
        for grade in _thresholds(r):
            result &= _counted(r >= grade) <= _counted(s >= grade)
        return result

    def _above(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        for grade in sorted(set(run), reverse=True):
            if grade < grades:
                place = run.index(grade)  # the first of its grade: the order of places stays
                yield (*run[:place], grade + 1, *run[place + 1 :])

    def _below(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        for grade in sorted(set(run), reverse=True):
            if grade > 0:
                place = len(run) - 1 - run[::-1].index(grade)
                yield (*run[:place], grade - 1, *run[place + 1 :])


class RankTotal(_Total):
    """``rank-total``: the higher grade at the first rank at which two runs differ (strong top-heaviness).

    ρ(r) = Σ_i r[i] · (c + 1)^(N − i). Source: Ferrante, Ferro and Pontarollo 2019, eq. (6), (7).

    >>> RankTotal().rank((1, 3, 0, 3, 2), RunSpace(5, 3))
    462
    """

    name, kind, source = "rank-total", "rank", "Ferrante, Ferro and Pontarollo 2019, eq. (6)"

    def _leq(self, r: Array, s: Array, top: int | None) -> Array:
        differ = r != s
        first = differ.argmax(axis=1)
        rows = np.arange(len(r))
        return np.asarray(r[rows, first] <= s[rows, first])


class RankReplacement(_PlaceByPlace):
    """``rank-replacement``: at least as good a grade at every rank.

    ρ(r) = Σ r[i]. A distributive lattice, meets and joins taken rank by rank. Source: Giner, §5.2.

    >>> RankReplacement().leq((1, 0, 2), (1, 1, 2)), RankReplacement().leq((0, 1), (1, 0))
    (True, False)
    """

    name, kind, source = "rank-replacement", "rank", "Giner, On the metric properties, §5.2"

    def _leq(self, r: Array, s: Array, top: int | None) -> Array:
        return np.asarray((r <= s).all(axis=1))

    def _above(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        for place, grade in enumerate(run):
            if grade < grades:
                yield (*run[:place], grade + 1, *run[place + 1 :])

    def _below(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        for place, grade in enumerate(run):
            if grade > 0:
                yield (*run[:place], grade - 1, *run[place + 1 :])


class RankSwap(Order):
    """``rank-swap``: at every rank at least as many documents so far at or above every grade (weak top-heaviness).

    r ≼ s iff |{i ≤ k : r[i] ≥ j}| ≤ |{i ≤ k : s[i] ≥ j}| for every grade j and rank k. It is what replacements and
    swaps generate. Binary: graded with ρ(r) = Σ_i (N − i + 1) · r[i], a distributive lattice whose meets and joins
    are taken on the counts so far. With more grades and two ranks or more it is not graded. Source: Ferrante, Ferro
    and Pontarollo 2019, eq. (8), (9).

    >>> RankSwap().leq((0, 1, 0, 0), (1, 0, 1, 1)), RankSwap().rank((1, 0, 1, 1), RunSpace(4, 1))
    (True, 7)
    >>> list(RankSwap().above((0, 2, 1), 2))
    [(2, 0, 1), (1, 2, 0), (0, 2, 2)]
    """

    name, kind, source = "rank-swap", "rank", "Ferrante, Ferro and Pontarollo 2019, eq. (8)"
    reason = (
        "binary runs are sequences of counts, with meets and joins place by place; with three grades by the witness"
    )

    def _leq(self, r: Array, s: Array, top: int | None) -> Array:
        result = np.ones(len(r), dtype=bool)
        end, low = (table.astype(np.int16 if r.shape[1] < 2**15 else np.int32, copy=False) for table in _lead_tables())
        for grade in _thresholds(r):
            rows = np.flatnonzero(result)
            if not len(rows):
                break
            left, right = (r, s) if len(rows) == len(r) else (r[rows], s[rows])
            both = np.packbits(left >= grade, axis=1).astype(np.uint16) << 8 | np.packbits(right >= grade, axis=1)
            gained = end.take(both)
            before = np.cumsum(gained, axis=1, dtype=gained.dtype) - gained
            result[rows] = (before + low.take(both)).min(axis=1, initial=0) >= 0
        return result

    def _above(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        """Swaps of r[i] < r[k] with no grade from r[i] to r[k] between them, and a grade raised by one where no
        later document has the grade or the next. Replacements and swaps generate the order, and these are the ones
        with nothing between: all thresholds but those crossed stay as they are, so that what is left to move is a
        binary run.
        """
        for i, low in enumerate(run):
            nearest = grades + 1
            for k in range(i + 1, len(run)):
                high = run[k]
                if high == low or nearest == low + 1:
                    break
                if low < high < nearest:
                    nearest = high
                    yield (*run[:i], high, *run[i + 1 : k], low, *run[k + 1 :])
        last = {grade: place for place, grade in enumerate(run)}
        for grade, place in sorted(last.items(), key=lambda item: item[1]):
            if grade < grades and last.get(grade + 1, -1) < place:
                yield (*run[:place], grade + 1, *run[place + 1 :])

    def _below(self, run: JudgedRun, grades: int) -> Iterator[JudgedRun]:
        """The same turned round: turning all grades over, c − g, turns the order over."""
        turned = tuple(grades - grade for grade in run)
        for cover in self._above(turned, grades):
            yield tuple(grades - grade for grade in cover)

    def graded(self, space: RunSpace) -> bool:
        return space.grades == 1 or space.length == 1

    def rank(self, run: JudgedRun, space: RunSpace) -> int | None:
        if not self.graded(space):
            return None
        return sum((space.length - i) * grade for i, grade in enumerate(run))

    def meet(self, r: JudgedRun, s: JudgedRun, grades: int) -> JudgedRun | None:
        return _from_counts(map(min, _counts(r), _counts(s))) if grades == 1 or len(r) == 1 else None

    def join(self, r: JudgedRun, s: JudgedRun, grades: int) -> JudgedRun | None:
        return _from_counts(map(max, _counts(r), _counts(s))) if grades == 1 or len(r) == 1 else None


def _thresholds(*runs: Array) -> Sequence[int]:
    """The grades above 0 at which something can change: all up to the largest where they are few, else those that
    occur.
    """
    largest = max(int(array.max(initial=0)) for array in runs)
    if largest <= FEW:
        return range(1, largest + 1)
    return [int(grade) for grade in np.unique(np.concatenate([np.unique(array) for array in runs])) if grade]


@cache
def _lead_tables() -> tuple[Array, Array]:
    """For eight ranks of two binary runs r and s, as the number 256·r + s: by how many documents s leads r at their
    end, and the least that it leads by on the way.
    """
    eight = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.int8)
    lead = np.cumsum(eight[None, :, :] - eight[:, None, :], axis=2, dtype=np.int8).reshape(-1, 8)
    return lead[:, -1].astype(np.int16), lead.min(axis=1).astype(np.int16)


def _counted(marks: Array) -> Array:
    """How many marks each row has."""
    counts: Array = np.bitwise_count(np.packbits(marks, axis=1)).sum(axis=1, dtype=np.int32)
    return counts


def _counts(run: JudgedRun) -> list[int]:
    total, counts = 0, []
    for grade in run:
        total += grade
        counts.append(total)
    return counts


def _from_counts(counts: Any) -> JudgedRun:
    run, before = [], 0
    for count in counts:
        run.append(count - before)
        before = count
    return tuple(run)


def _grades(runs: Any) -> Array:
    array = np.asarray(runs)
    if array.ndim == 0 or not array.shape[-1] or array.dtype.kind not in "iub":
        raise OptionError("runs must be tuples or arrays of whole grades, with ranks in the last axis")
    if array.size and array.min() < 0:
        raise OptionError("grades must be at least 0; one of these is negative")
    return array


def _in_pieces(compare: Callable[[Array, Array], Array], r: Array, s: Array) -> Array:
    """Compare rows in pieces that fit the cache, on as many processors as there are."""
    step = max(1, PIECE // max(1, r.shape[1]))
    if len(r) <= step:
        return compare(r, s)
    starts = range(0, len(r), step)
    with ThreadPoolExecutor() as executor:
        pieces = executor.map(partial(_piece, compare, r, s, step), starts)
        return np.concatenate(list(pieces))


def _piece(compare: Callable[[Array, Array], Array], r: Array, s: Array, step: int, start: int) -> Array:
    return compare(r[start : start + step], s[start : start + step])


ORDERS: dict[str, Order] = {
    made.name: made for made in (SetTotal(), SetReplacement(), RankTotal(), RankReplacement(), RankSwap())
}
"""The five orders of the papers, by name."""
