"""Run spaces: all judged runs of one length over grades 0..c.

A ranked run is a tuple of grades, best rank first. A set-based run is a multiset of grades and is written in
descending order, as the papers do. Over an explicit set of grades a run is a tuple of their levels, 0..c.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import comb, log10
from typing import Any

import numpy as np

from intervale.errors import NumberError, OptionError, shown
from intervale.exact import bounded_number, short_text, whole
from intervale.exact.shown import Shown

__all__ = ["Grades", "JudgedRun", "RunSpace"]

MOST_SHOWN = 24
"""How many grades of a run an error shows."""
JudgedRun = tuple[int, ...]
Grades = int | Iterable[Any]
"""What a space is over: the top grade c of grades 0..c, or the grades themselves, 0 and larger numbers."""
Array = np.ndarray[Any, Any]
LARGEST = 100_000
"""How long runs may be, and how high grades."""
MOST_LISTED = 1 << 24
MOST_BITS, MOST_DIGITS = 100_000, 30_000
"""How many bits the number of a run may have, and how many digits that is."""


@dataclass(frozen=True)
class RunSpace(Shown):
    """All judged runs of length N over grades 0..c: ordered lists (``kind="rank"``) or multisets (``kind="set"``).

    Runs are numbered from 0: ranked runs in the order of numbers to base c + 1, multisets in the order ``set-total``.
    Numbering and its inverse need no enumeration.

    ``grades`` may be the grades themselves, 0 first, in increasing order (Ferrante, Ferro and Maistro 2015, §3.1). Then
    ``values`` has them, exactly, and runs are tuples of their **levels**: :meth:`levels` and :meth:`graded` translate.

    >>> space = RunSpace(length=3, grades=2)
    >>> space.size, space.index((2, 0, 1)), space.run(19)
    (27, 19, (2, 0, 1))
    >>> multisets = RunSpace(length=3, grades=2, kind="set")
    >>> multisets.size, list(multisets)[:4]
    (10, [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)])
    >>> halves = RunSpace(2, grades=(0, 0.5, 2))
    >>> halves.grades, halves.levels((2, 0.5)), halves.graded((2, 1))
    (2, (2, 1), (Fraction(2, 1), Fraction(1, 2)))
    """

    length: int
    grades: int = 1
    kind: str = "rank"
    values: tuple[Fraction, ...] | None = None

    def __post_init__(self) -> None:
        given: Any = self.grades if self.values is None else self.values
        if not isinstance(given, int | np.integer | float | str):
            values = _grade_values(given)
            whole_grades = values == tuple(range(len(values)))
            object.__setattr__(self, "values", None if whole_grades else values)
            object.__setattr__(self, "grades", len(values) - 1)
        for name in ("length", "grades"):
            object.__setattr__(self, name, whole(name, getattr(self, name), 1, LARGEST))
        if self.kind not in ("rank", "set"):
            raise OptionError(f"kind={shown(self.kind)} is unknown; use one of: rank, set")
        if self.length * self.grades.bit_length() > MOST_BITS:
            limit = f"length {self.length:,} with grades 0..{self.grades:,}"
            raise OptionError(f"{limit} is too large to analyse: a space has at most about 10^{MOST_DIGITS:,} runs")

    @property
    def over(self) -> Grades:
        """What the space is over, as :class:`RunSpace` takes it: the top grade, or the grades."""
        return self.grades if self.values is None else self.values

    @property
    def equal_grades(self) -> bool:
        """Whether the grades are in equal steps."""
        return self.values is None or len({high - low for low, high in pairwise(self.values)}) == 1

    @property
    def grades_text(self) -> str:
        """The grades in words.

        >>> RunSpace(3, 2).grades_text, RunSpace(3, (0, 0.5, 2)).grades_text
        ('grades 0..2', 'grades 0, 1/2, 2, written 0..2')
        """
        if self.values is None:
            return f"grades 0..{self.grades}"
        return f"grades {', '.join(map(short_text, self.values))}, written 0..{self.grades}"

    def levels(self, run: Iterable[Any]) -> JudgedRun:
        """A run that is written in grades, as a run of this space."""
        given = tuple(run)
        if self.values is None:
            return self.checked(given)
        places = {value: level for level, value in enumerate(self.values)}
        try:
            return self.checked([places[bounded_number(grade)] for grade in given])
        except (KeyError, NumberError, TypeError):
            known = ", ".join(map(short_text, self.values))
            written = ",".join(map(str, given))
            raise OptionError(f"{written} is not a run of this space: its grades are {known}") from None

    def graded(self, run: Iterable[int]) -> tuple[int | Fraction, ...]:
        """The grades of a run of this space."""
        levels = self.checked(run)
        return levels if self.values is None else tuple(self.values[level] for level in levels)

    @property
    def size(self) -> int:
        """How many runs there are: (c + 1)^N ranked runs, C(N + c, N) multisets."""
        if self.kind == "rank":
            return int((self.grades + 1) ** self.length)
        return comb(self.length + self.grades, self.length)

    @property
    def size_text(self) -> str:
        """The size in words that a person can read.

        >>> RunSpace(10).size_text, RunSpace(1000, 2).size_text
        ('1,024 runs', 'about 10^477 runs')
        """
        size = self.size
        return f"{size:,} runs" if size < 10**15 else f"about 10^{int(size.bit_length() * log10(2))} runs"

    def __len__(self) -> int:
        if self.size > sys.maxsize:
            raise OptionError(f"{self.size_text} are too many for len(); use .size")
        return self.size

    def __iter__(self) -> Iterator[JudgedRun]:
        if self.kind == "rank":
            yield from product(range(self.grades + 1), repeat=self.length)
        else:
            # ascending in set-total: compare the descending lists letter by letter
            ascending = combinations_with_replacement(range(self.grades + 1), self.length)
            yield from sorted(tuple(reversed(run)) for run in ascending)

    def __contains__(self, run: object) -> bool:
        return isinstance(run, Sequence) and not self._fault(run)

    def index(self, run: Sequence[int]) -> int:
        """The number of a run."""
        run = self.checked(run)
        if self.kind == "rank":
            number = 0
            for grade in run:
                number = number * (self.grades + 1) + grade
            return number
        return sum(comb(grade + self.length - j, self.length - j + 1) for j, grade in enumerate(run, start=1) if grade)

    def run(self, index: int) -> JudgedRun:
        """The run with a number."""
        if not 0 <= index < self.size:
            raise OptionError(f"no run has the number {shown(index)}; numbers go from 0 to {shown(self.size - 1)}")
        if self.kind == "rank":
            digits = []
            for _ in range(self.length):
                index, grade = divmod(index, self.grades + 1)
                digits.append(grade)
            return tuple(reversed(digits))
        run, top = [], self.grades
        for j in range(1, self.length + 1):
            while top and comb(top + self.length - j, self.length - j + 1) > index:
                top -= 1
            index -= comb(top + self.length - j, self.length - j + 1) if top else 0
            run.append(top)
        return tuple(run)

    def array(self) -> Array:
        """All runs as rows of one array, in the order of their numbers."""
        if self.size > MOST_LISTED:
            raise OptionError(f"{self.size_text} are too many for one array (at most {MOST_LISTED:,})")
        if self.kind == "set":
            return np.array(list(self), dtype=self._grade_type)
        numbers = np.arange(self.size)
        powers = (self.grades + 1) ** np.arange(self.length - 1, -1, -1)
        return (numbers[:, None] // powers % (self.grades + 1)).astype(self._grade_type)

    @property
    def _grade_type(self) -> type[np.signedinteger[Any]]:
        """The smallest of two types that holds the grades."""
        return np.int8 if self.grades <= np.iinfo(np.int8).max else np.int32

    def checked(self, run: Iterable[int]) -> JudgedRun:
        """The run as a tuple of this space, multisets in descending order; an ``OptionError`` where it is none."""
        given = tuple(run)
        if self.kind == "set" and all(_whole(grade) for grade in given):
            given = tuple(sorted(given, reverse=True))
        fault = self._fault(given)
        if fault:
            first = ", ".join(shown(grade) for grade in given[:MOST_SHOWN])
            run_text = f"({first}, …)" if len(given) > MOST_SHOWN else f"({first}{',' if len(given) == 1 else ''})"
            raise OptionError(f"{run_text} is not a run of this space: {fault}")
        return tuple(int(grade) for grade in given)

    def _fault(self, run: Sequence[int]) -> str:
        if len(run) != self.length:
            return f"it has {len(run)} grades, expected {self.length}"
        for rank, grade in enumerate(run, start=1):
            if not _whole(grade) or not 0 <= grade <= self.grades:
                return f"grade {shown(grade)} at rank {rank} is not one of 0..{self.grades}"
        if self.kind == "set" and any(a < b for a, b in pairwise(run)):
            return "the grades of a multiset must be in descending order"
        return ""


def _grade_values(given: Iterable[Any]) -> tuple[Fraction, ...]:
    """The grades of a set, exactly; refused where they do not begin at 0 or do not increase."""
    try:
        values = tuple(bounded_number(grade) for grade in given)
    except (TypeError, NumberError):
        raise OptionError(f"grades={shown(given)} must be the top grade, or numbers such as 0, 0.5, 2") from None
    if len(values) < 2 or values[0] != 0 or any(low >= high for low, high in pairwise(values)):
        written = ", ".join(map(shown, values))
        raise OptionError(f"the grades {written} must begin with 0 and increase, such as 0, 0.5, 2")
    return values


def _whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
