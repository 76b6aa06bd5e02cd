"""A ranking metric: one definition, a vectorised face in floats and an exact one.

A ranking of n items is a permutation σ: σ(i) is the position of item i (the group-theoretic paper, §4). A metric m(σ,
ν) is made in three steps: a statistic counted in the two rankings, a rational function of it, and, for a few metrics,
an increasing function of that (a root, a division by a constant). The exact face stops before the last step: its values
are integers, fractions or sums over logarithms, equal where the metric is equal and larger where it is larger, so that
they decide ties and order.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.errors import InputError, OptionError
from intervale.exact import Exact, whole
from intervale.exact.shown import Shown
from intervale.rankings.statistic import CellProduct, Statistic
from intervale.rankings.taxonomy import AWARENESS, Awareness, Group

__all__ = ["RankingMetric", "as_rankings", "ranking_text", "ratio", "root", "unchanged"]

Array = np.ndarray[Any, Any]
Value = Exact | float
"""An exact value, or infinity."""


def ratio(x: Any, y: Any) -> Any:
    """x / y for fractions and arrays, infinite where only y is 0.

    >>> ratio(Fraction(1), Fraction(3)), ratio(Fraction(1), Fraction(0))
    (Fraction(1, 3), inf)
    """
    if isinstance(y, int | Fraction):
        return x / Fraction(y) if y else math.inf if x > 0 else math.nan
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(x, dtype=np.float64) / y


def unchanged(x: Any, n: Any, k: Any) -> Any:
    """A metric that is its statistic."""
    return x


def root(x: Any, n: Any, k: Any) -> Any:
    """A metric that is the root of a rational number."""
    return np.sqrt(x)


@dataclass(frozen=True, eq=False)
class RankingMetric(Shown):
    """A metric on rankings. ``score`` gives floats for any number of rankings, ``exact`` the exact face of two.

    >>> from intervale.rankings import metric
    >>> tau = metric("Kendall tau")
    >>> tau.score([1, 2, 3], [[1, 2, 3], [2, 1, 3], [3, 2, 1]]).round(3).tolist()
    [1.0, 0.333, -1.0]
    >>> tau.exact([1, 2, 3], [2, 1, 3])
    Fraction(1, 3)
    """

    name: str
    title: str
    group: Group
    formula: str
    statistic: Statistic
    outer: Callable[[Any, Any, Any], Any]
    """The rational function of the statistic, n and k."""
    after: Callable[[Any, Any, Any], Any] | None = None
    """The increasing function of what ``outer`` gives, n and k, in floats; None where there is none."""
    exact_is: str = "the value"
    """What the exact face gives."""
    inputs: int = 2
    """One or two rankings; of one, the other is the identity: the items are named by their true positions."""
    depends_on_k: bool = False
    most_k: int = 0
    """The largest k is n less this."""
    best: int = 1
    """1 where a larger value means more alike, -1 where a smaller one does; 0 where ``direction`` finds out."""
    affine: bool = False
    """Whether the value is α + β times the statistic, α and β made of n and k alone."""
    note: str = ""
    choice: str = ""
    """What was chosen where the group-theoretic paper leaves the definition open."""
    theorems: dict[str, str] = field(default_factory=dict)
    """Properties that are proven for all n, with the reason."""

    # ------------------------------------------------------------ values

    def score(self, first: Any, second: Any = None, *, k: int | None = None) -> Any:
        """The value in floats: a number for two rankings, an array for arrays of rankings (…, n)."""
        a, b = self._pair(first, second)
        shape = a.shape[:-1]
        rows = a.reshape(-1, a.shape[-1]), b.reshape(-1, a.shape[-1])
        found = self.values(*rows, self.checked_k(k, a.shape[-1]))
        return float(found[0]) if not shape else found.reshape(shape)

    def exact(self, first: Any, second: Any = None, *, k: int | None = None) -> Value:
        """The exact face of two rankings (``exact_is`` says what it is)."""
        a, b = self._pair(first, second)
        if a.ndim != 1:
            raise OptionError(f"{self.name}: exact values are for two rankings, not for arrays of them; use score")
        return self.exact_value(tuple(a.tolist()), tuple(b.tolist()), self.checked_k(k, len(a)))

    def values(self, a: Array, b: Array, k: int) -> Array:
        """The values of rows of rankings, already checked."""
        return self.finished(self.statistic.floats(a, b, k), a.shape[-1], k)

    def finished(self, statistic: Array, n: Any, k: Any) -> Array:
        """The values for values of the statistic."""
        if isinstance(self.statistic, CellProduct):
            assert self.after is not None
            return np.asarray(self.after(statistic, n, k))
        found = self.outer(statistic, n, k)
        return np.asarray(found if self.after is None else self.after(found, n, k), dtype=np.float64)

    def exact_value(self, a: tuple[int, ...], b: tuple[int, ...], k: int) -> Value:
        """The exact face of two rankings, already checked."""
        return self._outer(self.statistic.exact(a, b, k), len(a), k)

    def _outer(self, counted: Exact, n: int, k: int) -> Value:
        value: Value = self.outer(Fraction(counted) if isinstance(counted, int) else counted, n, k)
        return value

    def keys(self, a: Array, b: Array, k: int) -> list[Any]:
        """Exact values of rows, already checked."""
        return [self._outer(counted, a.shape[-1], k) for counted in self.statistic.exact_rows(a, b, k)]

    # ------------------------------------------------------------ what it is

    def slope(self, n: int, k: int) -> float | None:
        """By how much the value changes, up or down, where the statistic changes by one; None where that is not one
        number.

        >>> from intervale.rankings import metric
        >>> metric("MAE").slope(10, 10), metric("RMSE").slope(10, 10)
        (0.1, None)
        """
        if not self.affine:
            return None
        if self.after is None:
            return abs(float(self.outer(Fraction(1), n, k) - self.outer(Fraction(0), n, k)))
        return abs(float(self.finished(np.array(1.0), n, k) - self.finished(np.array(0.0), n, k)))

    @property
    def awareness(self) -> Awareness | None:
        """What it knows of positions by Table 1 of the group-theoretic paper; None where it is not there.

        >>> from intervale.rankings import metric
        >>> metric("MAE").awareness, metric("Cayley").awareness
        (<Awareness.EQUAL: 'equal importance'>, None)
        """
        return None if self.group is Group.OWN else AWARENESS.get(self.name)

    @property
    def right_invariant(self) -> bool:
        """Whether it is known not to change when items are renamed: m(μ, σ) = m(μ ∘ ν, σ ∘ ν)."""
        return True

    @property
    def exactly(self) -> bool:
        """Whether ties are decided by exact numbers."""
        return True

    @property
    def direction(self) -> int:
        """1 where a larger value means more alike, -1 where a smaller one does."""
        return self.best

    @property
    def direction_why(self) -> str:
        """Why that is so, where it had to be found out; of metrics of the catalogue it is part of the definition."""
        return "by definition"

    def fresh(self, n: int, k: int) -> RankingMetric:
        """The metric itself; of a function of the user's a copy that has given nothing yet, seen to be no draw."""
        return self

    def checked_k(self, k: int | None, n: int) -> int:
        """k, or n // 2 where none is given; refused out of range."""
        if not self.depends_on_k:
            return n if k is None else k
        most = n - self.most_k
        if k is None:
            if most < 1:
                raise OptionError(f"{self.name} needs rankings of at least {1 + self.most_k} items, not {n}")
            return min(max(1, n // 2), most)
        return whole(f"{self.name}: k", k, 1, most, f" for rankings of {n} items")

    def _pair(self, first: Any, second: Any) -> tuple[Array, Array]:
        if second is None:
            if self.inputs == 2:
                raise OptionError(f"{self.name} compares two rankings; give it both")
            b = as_rankings(first)
            a = np.broadcast_to(np.arange(1, b.shape[-1] + 1), b.shape)
        else:
            a, b = as_rankings(first), as_rankings(second)
        if a.shape[-1] != b.shape[-1]:
            raise InputError(f"the rankings have {a.shape[-1]} and {b.shape[-1]} items; they must have the same length")
        if a.shape[-1] < 2:
            raise InputError(f"a ranking of {a.shape[-1]} item leaves nothing to compare; give at least 2")
        try:
            left, right = np.broadcast_arrays(a, b)
        except ValueError:
            raise InputError(
                f"arrays of rankings of shapes {a.shape[:-1]} and {b.shape[:-1]} cannot be compared"
            ) from None
        return left, right

    def __repr__(self) -> str:
        return f"metric({self.name!r})"


def as_rankings(rankings: Any) -> Array:
    """Rankings as an array (…, n) of positions, each a permutation of 1..n; refused with a sentence otherwise.

    >>> as_rankings([2, 1, 3]).tolist()
    [2, 1, 3]
    >>> as_rankings([2, 2, 3])
    Traceback (most recent call last):
    ...
    intervale.errors.InputError: (2, 2, 3) is not a ranking: the position 2 appears twice; each of 1..3 must occur once
    """
    try:
        array = np.asarray(rankings)
    except ValueError:
        raise InputError(
            "rankings of different lengths do not make an array; give rankings of the same length"
        ) from None
    if array.ndim == 0 or array.size == 0:
        raise InputError(f"{rankings!r} is not a ranking: write the position of each item, such as 2, 1, 3")
    if not np.issubdtype(array.dtype, np.integer):
        real = np.issubdtype(array.dtype, np.floating)
        if not real or not (np.abs(array) < 2**53).all() or (array % 1).any():
            raise InputError(f"{ranking_text(array)} is not a ranking: positions are whole numbers from 1")
        array = array.astype(np.int64)
    rows = array.reshape(-1, array.shape[-1])
    n = rows.shape[1]
    wrong = _wrong(rows)
    if wrong.any():
        row = rows[int(np.argmax(wrong))].tolist()
        outside = next((x for x in row if not 1 <= x <= n), None)
        seen: set[int] = set()
        twice = next((x for x in row if x in seen or seen.add(x)), None)  # type: ignore[func-returns-value]
        said = f"{outside} is not in 1..{n}" if outside is not None else f"the position {twice} appears twice"
        where = f"{ranking_text(row)} is not a ranking" if len(rows) == 1 else f"ranking {int(np.argmax(wrong)) + 1}"
        raise InputError(f"{where}: {said}; each of 1..{n} must occur once")
    return array


def _wrong(rows: Array) -> Array:
    """Which rows are no permutations of 1..n."""
    n = rows.shape[1]
    found = np.zeros(len(rows), dtype=bool)
    step = max(1, (1 << 16) // n)
    for start in range(0, len(rows), step):
        part = rows[start : start + step]
        outside = ((part < 1) | (part > n)).any(1)
        there = np.zeros(part.shape, dtype=bool)
        there[np.arange(len(part))[:, None], np.where(outside[:, None], 1, part) - 1] = True
        found[start : start + step] = outside | ~there.all(1)
    return found


def ranking_text(ranking: Any, most: int = 12) -> str:
    """A ranking as it is written, cut short where it is long.

    >>> ranking_text((2, 1, 3)), ranking_text(range(1, 30), 3)
    ('(2, 1, 3)', '(1, 2, 3, … 29 in all)')
    """
    numbers = [f"{x:g}" if isinstance(x, float) else str(x) for x in np.ravel(np.asarray(ranking)).tolist()]
    if len(numbers) <= most:
        return f"({', '.join(numbers)})"
    return f"({', '.join(numbers[:most])}, … {len(numbers)} in all)"
