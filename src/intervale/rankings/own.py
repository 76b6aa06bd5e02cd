"""The user's own metric: a plain function of two permutations, or of one."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from intervale.errors import MeasureError, OptionError
from intervale.exact import LogSum
from intervale.exact.permutations import all_permutations, random_permutations
from intervale.exact.progress import steps
from intervale.rankings.metric import Array, RankingMetric, Value, ranking_text
from intervale.rankings.statistic import Statistic
from intervale.rankings.taxonomy import Group

__all__ = ["OwnMetric", "as_float", "own_metric", "slack"]

TOLERANCE = 1e-12
"""Values of a user's function that gives floats are equal where they differ by no more of the largest of them."""
MOST_TOLD = 6
"""Up to rankings of so many items it is looked for which way a function points."""
TWICE = 20
"""On so many pairs of rankings a function is called twice, to see that it gives the same."""


class _Nothing(Statistic):
    """Stands where a metric of the catalogue has its statistic; a function is called instead."""

    whole = False

    def floats(self, a: Array, b: Array, k: int) -> Array:
        raise AssertionError("a user-defined function has no statistic")

    def exact(self, a: Any, b: Any, k: int) -> Any:
        raise AssertionError("a user-defined function has no statistic")


@dataclass(frozen=True, eq=False, repr=False)
class OwnMetric(RankingMetric):
    """A function of the user's, seen as a ranking metric. Made by :func:`own_metric`."""

    function: Callable[..., Any] = lambda *rankings: 0
    with_k: bool = False

    gave: set[str] = field(default_factory=set)
    """What this copy of the metric has given so far: ``exact`` numbers, ``floats``."""

    def values(self, a: Array, b: Array, k: int) -> Array:
        return np.array([as_float(self, key) for key in self.keys(a, b, k)], dtype=np.float64)

    def exact_value(self, a: tuple[int, ...], b: tuple[int, ...], k: int) -> Value:
        value: Value = self._called(a, b, k)
        return value

    def keys(self, a: Array, b: Array, k: int) -> list[Any]:
        return [self._called(x, y, k) for x, y in steps(list(zip(a.tolist(), b.tolist(), strict=True)), self.name)]

    def _called(self, a: Any, b: Any, k: int) -> Any:
        given = (tuple(b),) if self.inputs == 1 else (tuple(a), tuple(b))
        try:
            value = self.function(*given, **({"k": k} if self.with_k else {}))
            value = value.item() if isinstance(value, np.generic) else value
            if isinstance(value, bool) or not isinstance(value, int | float | Fraction | LogSum) or value != value:
                raise TypeError(f"gave {value!r}, not a number")
        except Exception as error:
            said = " and ".join(ranking_text(x) for x in given)
            raise MeasureError(f"{self.name} failed on {said}: {type(error).__name__}: {error}") from error
        self.gave.add("floats" if isinstance(value, float) and not math.isinf(value) else "exact")
        return value

    @property
    def right_invariant(self) -> bool:
        return False  # not known

    @property
    def exactly(self) -> bool:
        """Whether all that this copy has given so far were integers, fractions, sums over logarithms or infinite."""
        return "floats" not in self.gave

    @property
    def direction(self) -> int:
        """As ``best`` says; if it does not, 1 where m(σ, σ) is the largest value on S_3, else -1. Where all values on
        S_3 are equal or the function fails, S_4, S_5 and S_6 are asked; where they do not tell, it is 1.
        """
        return self._pointed[0]

    @property
    def direction_why(self) -> str:
        """Why a larger value is taken to mean more alike, or a smaller one."""
        return self._pointed[1]

    @cached_property
    def _pointed(self) -> tuple[int, str]:
        if self.best:
            return self.best, "as given"
        for n in range(3, MOST_TOLD + 1):
            try:
                found = self._direction_on(n)
            except MeasureError:  # it may not take rankings of so few items
                found = 0
            if found:
                return found, f"as m(σ, σ) is {'the' if found > 0 else 'not the'} largest on S_{n}"
        why = f"as rankings of 3 to {MOST_TOLD} items do not tell; if not, say so: own_metric(f, best=-1)"
        return 1, why

    def _direction_on(self, n: int) -> int:
        """1 or -1 as all rankings of n items say, for n above 3 with the identity as first ranking; 0 where all values
        are equal.
        """
        everyone = all_permutations(n).tolist()
        first = everyone if n == 3 and self.inputs == 2 else everyone[:1]
        k = self.checked_k(None, n)
        same = [self._called(a, a, k) for a in first]
        every = [self._called(a, b, k) for a in first for b in everyone]
        near = 0.0
        if "floats" in self.gave:
            same, every = ([as_float(self, value) for value in side] for side in (same, every))
            near = slack(np.array(every))
        least, largest = min(every), max(every)
        if least == largest or (near and largest - least <= near):
            return 0
        return 1 if min(same) >= (largest - near if near else largest) else -1

    def fresh(self, n: int, k: int) -> OwnMetric:
        """A copy that has given nothing yet, once the function gave the same twice for the same rankings."""
        found = replace(self, gave=set())
        drawn = random_permutations(2 * TWICE, n, np.random.default_rng(0)).tolist()
        for a, b in zip(drawn[:TWICE], drawn[TWICE:], strict=True):
            first, second = (self._called(a, b, k) for _ in range(2))
            if first != second:
                given = ranking_text(b) if self.inputs == 1 else f"{ranking_text(a)} and {ranking_text(b)}"
                raise MeasureError(
                    f"{self.name} gave {first} and then {second} for {given}: a metric must be deterministic"
                )
        return found


def slack(values: Array) -> float:
    """How far floats may be apart and still be called equal: 10⁻¹² of the largest finite one.

    >>> slack(np.array([1.0, -2.0, np.inf]))
    2e-12
    """
    finite = np.abs(values[np.isfinite(values)])
    return TOLERANCE * float(finite.max(initial=0.0))


def as_float(one: RankingMetric, value: Any) -> float:
    """A value as a float; refused where it is too large for one."""
    try:
        return float(value)
    except OverflowError:
        raise MeasureError(f"{one.name} gave a number too large for a float; use exact") from None


def own_metric(function: Callable[..., Any], *, name: str | None = None, best: int | None = None) -> OwnMetric:
    """Make a metric of a function of two rankings (tuples of positions), or of one, that returns a number.

    An ``int``, a ``Fraction`` or an infinity is taken exactly; ``float`` values are compared with a tolerance of 10⁻¹²
    of the largest of the values that are compared, and verdicts say ``numeric``. The function may take ``k`` by
    keyword. ``best`` says whether a larger value means more alike (1) or less (-1), which matters where rankings are
    compared by their values: agreement, evaluate and disagreements. Where it is not given, it is 1 if no value on S_3
    is larger than m(σ, σ), else -1. Where S_3 does not tell, as all values are equal or the function fails, rankings of
    4 to 6 items are asked; where these do not tell either, it is 1.

    >>> moved = own_metric(lambda s, t: sum(x != y for x, y in zip(s, t)), name="moved")
    >>> moved.exact([1, 2, 3], [2, 1, 3]), moved.direction
    (2, -1)
    >>> own_metric(lambda s, t: sum(x <= 5 and y <= 5 for x, y in zip(s, t))).direction_why
    'as m(σ, σ) is the largest on S_6'
    """
    label = str(name or getattr(function, "__name__", "own"))
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        raise OptionError(f"{label}: the parameters of the function cannot be read; wrap it in a def") from None
    with_k = any(p.name == "k" for p in parameters)
    required = [
        p
        for p in parameters
        if p.name != "k" and p.default is p.empty and p.kind in (p.POSITIONAL_OR_KEYWORD, p.POSITIONAL_ONLY)
    ]
    if len(required) not in (1, 2):
        raise OptionError(f"{label}: a ranking metric takes one ranking or two, and k by keyword; not {len(required)}")
    if best not in (None, 1, -1):
        raise OptionError(f"best={best!r} must be 1 (larger is more alike) or -1")
    return OwnMetric(
        name=label,
        title="your own",
        group=Group.OWN,
        formula="a function of one ranking" if len(required) == 1 else "a function of two rankings",
        statistic=_Nothing(),
        outer=lambda x, n, k: x,
        inputs=len(required),
        depends_on_k=with_k,
        best=best or 0,
        function=function,
        with_k=with_k,
    )
