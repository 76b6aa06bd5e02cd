"""The user's own metric: a plain function of two permutations, or of one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.errors import MeasureError, OptionError
from intervale.exact import LogSum
from intervale.rankings.metric import Array, Group, RankingMetric, Value, ranking_text
from intervale.rankings.statistic import Statistic

__all__ = ["OwnMetric", "own_metric"]


class _Nothing(Statistic):
    whole = False

    def floats(self, a: Array, b: Array, k: int) -> Array:
        raise NotImplementedError

    def exact(self, a: Any, b: Any, k: int) -> Any:
        raise NotImplementedError


@dataclass(frozen=True, eq=False, repr=False)
class OwnMetric(RankingMetric):
    """A function of the user's, seen as a ranking metric. Made by :func:`own_metric`."""

    function: Callable[..., Any] = lambda *rankings: 0
    with_k: bool = False

    def values(self, a: Array, b: Array, k: int) -> Array:
        return np.array([float(self._called(x, y, k)) for x, y in zip(a.tolist(), b.tolist(), strict=True)])

    def exact_value(self, a: tuple[int, ...], b: tuple[int, ...], k: int) -> Value:
        value: Value = self._called(a, b, k)
        return value

    def keys(self, a: Array, b: Array, k: int) -> list[Any]:
        return [self._called(x, y, k) for x, y in zip(a.tolist(), b.tolist(), strict=True)]

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
        return value

    @property
    def linear(self) -> bool:
        return False

    @property
    def right_invariant(self) -> bool:
        return False  # not known

    @property
    def exactly(self) -> bool:
        """Whether the function gives integers and fractions, as seen on a few rankings."""
        seen = [self._called(a, b, 2) for a in ((1, 2, 3), (2, 3, 1)) for b in ((1, 2, 3), (3, 2, 1), (1, 3, 2))]
        return not any(isinstance(value, float) for value in seen)


def own_metric(function: Callable[..., Any], *, name: str | None = None, best: int = -1) -> OwnMetric:
    """Make a metric of a function of two rankings (tuples of positions), or of one, that returns a number.

    An ``int`` or ``Fraction`` is taken exactly; a ``float`` is compared with a tolerance of 10⁻¹², and verdicts say
    ``numeric``. The function may take ``k`` by keyword. ``best`` says whether a larger value means more alike (1) or
    less (-1), which matters for agreement only.

    >>> moved = own_metric(lambda s, t: sum(x != y for x, y in zip(s, t)), name="moved")
    >>> moved.exact([1, 2, 3], [2, 1, 3])
    2
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
    if best not in (1, -1):
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
        best=best,
        function=function,
        with_k=with_k,
    )
