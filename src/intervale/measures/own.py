"""The user's own measures: plain functions of an array of grades."""

from __future__ import annotations

import importlib
import inspect
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from pathlib import Path
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from intervale.data import JudgedRuns, Profiles
from intervale.errors import IntervaleError, MeasureError
from intervale.exact import Exact
from intervale.measures.measure import Fold, Measure
from intervale.measures.own_fold import RankByRank

__all__ = ["OwnFold", "OwnMeasure", "load_function", "load_named", "measure", "wrap"]

Array = np.ndarray[Any, Any]
ROWS_AT_ONCE = 4096
CHECKED = 10
"""On how many runs drawn at random an exact version is compared with the function, besides the plainest ones."""
_marks: WeakKeyDictionary[FunctionType, str] = WeakKeyDictionary()
"""What tells a function from all others, in this process and in those that its pickled copies come from or go to."""


@dataclass(frozen=True, eq=False, repr=False)
class OwnMeasure(Measure):
    """A function of the user's, seen as a measure. Made by :func:`measure`, or by naming ``module:function``.

    Two are equal where their functions are; a copy that was pickled is equal to the original.
    """

    at = None
    in_unit = False
    defined_by = "function"
    why_no_exact = "it has no exact version"
    function: Callable[..., Any]
    twin: Callable[[Sequence[int]], Exact] | None = None
    label: str = ""

    def __post_init__(self) -> None:
        wanted = _keywords(self.function)
        unknown = wanted - {"recall_base", "judged"}
        if unknown:
            raise MeasureError(
                f"{self.label}: a measure takes grades, and recall_base and judged by keyword; not {sorted(unknown)}"
            )

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Any, ...]:
        return _mark(self.function), _mark(self.twin), self.label

    def __reduce__(self) -> Any:
        found = _named(self.function)
        if type(found) is type(self) and found == self:
            return found._again, ()
        return _restored, (self.function, self.twin, self.label, self._key[:2])

    @property
    def _again(self) -> Callable[[], OwnMeasure]:
        """A function that makes the measure, for :mod:`pickle`, which finds it as ``module.name._again``: under the
        decorator ``name`` is the measure, and the function is not found. cloudpickle sends the code of both where it
        would send that of the function, as it does for scripts.
        """
        if "_maker" not in self.__dict__:
            parts = self.function, self.twin, self.label, self._key[:2]

            def again() -> OwnMeasure:
                return _restored(*parts)

            again.__module__, again.__qualname__ = self.function.__module__, f"{self.function.__qualname__}._again"
            self.__dict__.setdefault("_maker", again)
        found: Callable[[], OwnMeasure] = self.__dict__["_maker"]
        return found

    @property
    def name(self) -> str:
        return self.label

    @property
    def numeric(self) -> bool:
        return self.twin is None

    def __str__(self) -> str:
        return self.label

    __repr__ = __str__

    @property
    def written(self) -> str:
        """The function with its module."""
        module = getattr(self.function, "__module__", None)  # some callables have none
        return self.label if module in (None, "__main__") else f"{module}:{self.label}"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def score(self, runs: JudgedRuns | Any, *, grades: int | None = None) -> Array:
        if not isinstance(runs, JudgedRuns):
            array = np.asarray(runs)
            extra = {"judged": np.ones(array.shape, dtype=bool)} if "judged" in _keywords(self.function) else {}
            if self._needs_recall_base:
                raise MeasureError(
                    f"{self.label} needs recall_base, and runs without a topic have none: give it a default, such as "
                    "recall_base=1"
                )
            return self._called(array, array.shape[:-1], extra)
        base = runs.topics.recall_base()
        scores = np.zeros(runs.retrieved.size)
        for start in range(0, len(scores), ROWS_AT_ONCE):
            rows = np.arange(start, min(start + ROWS_AT_ONCE, len(scores)))
            dense, judged = runs.dense(rows)
            extra = {"judged": judged, "recall_base": base[rows % len(base)]}
            wanted = _keywords(self.function)
            scores[rows] = self._called(dense, (len(rows),), {key: extra[key] for key in extra if key in wanted})
        return scores.reshape(runs.shape)

    @property
    def recall_based(self) -> bool:
        return "recall_base" in _keywords(self.function)

    @property
    def _needs_recall_base(self) -> bool:
        try:
            parameter = inspect.signature(self.function).parameters.get("recall_base")
        except (TypeError, ValueError):
            return False
        return parameter is not None and parameter.default is parameter.empty

    def score_profiles(self, block: Profiles) -> Array:
        raise MeasureError(f"{self.label} scores whole matrices of grades")

    def _called(self, grades: Array, shape: tuple[int, ...], extra: dict[str, Any]) -> Array:
        try:
            scores = np.asarray(self.function(grades, **extra), dtype=np.float64)
        except Exception as error:
            raise MeasureError(
                f"{self.label} failed on grades of shape {grades.shape}: {type(error).__name__}: {error}"
            ) from error
        if np.isinf(scores).any():
            raise MeasureError(f"{self.label} gave an infinite score; scores must be finite, or NaN where undefined")
        if scores.shape != shape:
            raise MeasureError(
                f"{self.label} gave scores of shape {scores.shape} for grades of shape {grades.shape}; "
                f"expected {shape}: one score per run"
            )
        return scores

    def exact(self, profile: Sequence[int], *, grades: int | None = None) -> Exact:
        if self.twin is None:
            return super().exact(profile, grades=grades)
        try:
            return self.twin(profile)
        except IntervaleError:
            raise
        except Exception as error:
            raise MeasureError(f"{self}: its exact version failed on {profile}: {error!r}") from error

    def over_grades(self, values: tuple[Fraction, ...]) -> Measure:
        table, function = np.array([float(value) for value in values]), self.function
        twin: Callable[..., Any] | None = self.twin

        def graded(levels: Any, **others: Any) -> Any:
            return function(table[np.asarray(levels)], **others)

        def exact(levels: Sequence[int]) -> Any:
            assert twin is not None
            return twin([values[level] for level in levels])

        if isinstance(twin, RankByRank):
            return replace(self, function=graded, twin=twin.over(values))
        return replace(self, function=graded, twin=None if twin is None else exact)

    def check_exact(self, length: int, grades: int) -> None:
        """Refuse an exact twin that gives floats, or other values than the function."""
        if self.twin is None:
            return
        drawn = np.random.default_rng(0).integers(0, grades + 1, (CHECKED, length)).tolist()
        for run in ((0,) * length, (grades,) * length, (1, *(0,) * (length - 1)), *map(tuple, drawn)):
            exact = self.exact(run, grades=grades)
            if isinstance(exact, float):
                raise MeasureError(f"{self}: its exact version gives floats; it must give whole numbers or fractions")
            try:
                near = float(exact)
            except OverflowError:
                raise MeasureError(f"{self}: its exact value of {run} is too large for a float") from None
            score = float(self.score(np.array([run], dtype=np.int64), grades=grades)[0])
            if abs(near - score) > 1e-6 * max(1.0, abs(score)):
                raise MeasureError(f"{self}: its exact version gives {exact} for {run}, the function {score:g}")


class OwnFold(OwnMeasure):
    """A function of the user's whose exact version says how its value grows rank by rank."""

    has_fold = True

    def fold(self, length: int, grades: int) -> Fold:
        """How the exact value grows on runs of this length over grades 0..``grades``."""
        assert isinstance(self.twin, RankByRank)
        return self.twin.fold(length, grades)

    def divisor(self, judged: Sequence[int], top: int) -> Exact:
        return super().divisor(judged, top) if self.recall_based else Fraction(1)


def measure(
    function: Callable[..., Any] | None = None, *, exact: Callable[[Sequence[int]], Exact] | None = None
) -> Any:
    """Make a measure of a function of an array of grades (…, depth) that returns (…) scores.

    The function may also take ``recall_base`` (a number a run) and ``judged`` (a mask of the shape of the grades)
    by keyword. An ``exact`` twin, a function of one profile that returns an int or a Fraction, makes verdicts about
    the measure exact. One made by :func:`~intervale.measures.own_fold.rank_by_rank` says how the value grows rank by
    rank, so that values and places of long runs can be counted.

    >>> @measure
    ... def first_two(grades):
    ...     return grades[..., :2].sum(-1)
    >>> first_two.score([[1, 0, 2], [2, 2, 0]]).tolist()
    [1.0, 4.0]
    """
    if function is None:
        return lambda function: wrap(function, exact)
    return wrap(function, exact)


def wrap(function: Callable[..., Any], exact: Callable[[Sequence[int]], Exact] | None = None) -> Measure:
    """The function as a measure; a measure stays what it is."""
    if isinstance(function, Measure):
        return function
    if isinstance(function, type) and issubclass(function, Measure):
        return function()
    if isinstance(function, RankByRank):
        raise MeasureError(
            "rank_by_rank(...) says how the value of a measure grows: give it beside the function, "
            "iv.measure(function, exact=rank_by_rank(...))"
        )
    if not callable(function):
        raise MeasureError(f"a measure is made from a function, not from {function!r}; pass names to evaluate directly")
    return _made(function, exact, getattr(function, "__name__", type(function).__name__))


def _made(function: Callable[..., Any], twin: Callable[[Sequence[int]], Exact] | None, label: str) -> OwnMeasure:
    return (OwnFold if isinstance(twin, RankByRank) else OwnMeasure)(function, twin, label)


def _restored(
    function: Callable[..., Any], twin: Callable[[Sequence[int]], Exact] | None, label: str, marks: Sequence[Any]
) -> OwnMeasure:
    """A measure from what was pickled of it. A copy of a function keeps its mark."""
    for some, mark in zip((function, twin), marks, strict=True):
        if isinstance(some, RankByRank) and isinstance(some.step, FunctionType):
            _marks.setdefault(some.step, mark[0])
        if isinstance(some, FunctionType):
            _marks.setdefault(some, mark)
    return _made(function, twin, label)


def _mark(function: Callable[..., Any] | None) -> Any:
    """What tells a function from others and goes with its copies; other things that can be called say so themselves."""
    if isinstance(function, RankByRank):
        return _mark(function.step), function.start
    return _marks.setdefault(function, secrets.token_hex(16)) if isinstance(function, FunctionType) else function


def _named(function: Callable[..., Any]) -> Any:
    """What the name of a function stands for in its module; None where that is nothing."""
    if not isinstance(function, FunctionType):
        return None
    module = sys.modules.get(function.__module__)
    return reduce(lambda found, part: getattr(found, part, None), function.__qualname__.split("."), module)


def load_function(text: str) -> Callable[..., Any]:
    """The function that ``module:function`` names."""
    found = load_named(text)
    if not callable(found):
        raise MeasureError(f"{text!r} is not a function")
    function: Callable[..., Any] = found
    return function


def load_named(text: str) -> Any:
    """What ``module:name`` names; modules of the current folder are found too, after those of Python.

    This runs code: only for what the user asks for, never for what stands in data.
    """
    module_name, _, path = text.partition(":")
    try:
        with _current_folder():
            found: Any = importlib.import_module(module_name)
    except ImportError as error:
        raise MeasureError(f"{text!r}: module {module_name!r} cannot be imported: {error}") from None
    except Exception as error:
        raise MeasureError(
            f"{text!r}: module {module_name!r} fails when imported: {type(error).__name__}: {error}"
        ) from error
    for part in path.split("."):
        if not hasattr(found, part):
            raise MeasureError(f"{text!r}: module {module_name!r} has no {path!r}")
        found = getattr(found, part)
    return found


@contextmanager
def _current_folder() -> Iterator[None]:
    """The current folder is searched last inside the ``with``, and not after it."""
    here = str(Path.cwd())
    added = here not in sys.path
    if added:
        sys.path.append(here)
    try:
        yield
    finally:
        if added:
            sys.path.remove(here)


def _keywords(function: Callable[..., Any]) -> set[str]:
    """The parameters of the function after its first."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return set()
    return {
        p.name for p in parameters[1:] if p.default is p.empty and p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
    } | {p.name for p in parameters[1:] if p.name in ("recall_base", "judged")}
