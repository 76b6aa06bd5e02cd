"""Linear forms Σ a_k·x_k in numbers x_k ≥ 0: which conditions on their signs are needed, and the nearest numbers that
satisfy all.

Coefficients are exact. One that is no rational multiple of the others in its form is taken between rational bounds:
since no x_k is negative, lower bounds make a condition that is enough, and upper bounds one that is necessary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from intervale.exact.alternatives import Inequality, Multipliers, Solution, solved
from intervale.exact.logsum import LogSum, exact_sum
from intervale.exact.numbers import Exact, compare, decimal_text

__all__ = ["LinearForm", "feasible_point", "is_infeasible", "nearest_point", "needed"]

DIGITS = 40
"""How close bounds of a coefficient are."""
SHORT = 9
"""How many characters a fraction has that is written out."""
ZERO = Fraction(0)
Row = tuple[Fraction, ...]


@dataclass(frozen=True)
class LinearForm:
    """Σ a_k·x_k; ``coefficients`` are the a_k.

    >>> x, y = LinearForm.variables(2)
    >>> (2 * (y - x) - y).coefficients
    (Fraction(-2, 1), Fraction(1, 1))
    """

    coefficients: tuple[Exact, ...]

    @staticmethod
    def variables(number: int) -> list[LinearForm]:
        """The forms x_1, x_2, …"""
        return [LinearForm(tuple(Fraction(int(n == k)) for n in range(number))) for k in range(number)]

    def __sub__(self, other: LinearForm) -> LinearForm:
        return LinearForm(tuple(a - b for a, b in zip(self.coefficients, other.coefficients, strict=True)))

    def __rmul__(self, number: Exact) -> LinearForm:  # type: ignore[misc]
        return LinearForm(tuple(number * a if a else ZERO for a in self.coefficients))

    __mul__ = __rmul__

    def at(self, values: Sequence[Fraction]) -> Exact:
        """The value where x_k is the k-th number."""
        return exact_sum([a * x for a, x in zip(self.coefficients, values, strict=True)])

    @cached_property
    def bounds(self) -> tuple[Row, Row]:
        """Lower and upper bounds of the coefficients, divided by the size of the first that is not 0: the same where
        all are rational multiples of it.
        """
        first = next((a for a in self.coefficients if a), None)
        if first is None:
            return (ZERO,) * len(self.coefficients), (ZERO,) * len(self.coefficients)
        size = first if compare(first, 0) > 0 else -first
        pairs = [_quotient(a, size) for a in self.coefficients]
        return tuple(low for low, _ in pairs), tuple(high for _, high in pairs)

    @property
    def low(self) -> Row:
        return self.bounds[0]

    @property
    def high(self) -> Row:
        return self.bounds[1]

    def text(self, names: Sequence[str], relation: str) -> str:
        """The condition that the form is in a relation to 0, as it is written: what is taken away stands to the right.

        >>> x, y, z = LinearForm.variables(3)
        >>> (y - x - Fraction(1, 4) * z).text("xyz", "≥")
        'y ≥ x + 1/4·z'
        """
        exact = self.low == self.high
        middle = [(a + b) / 2 for a, b in zip(self.low, self.high, strict=True)]
        unit = next((a for a in reversed(middle) if a > 0), Fraction(1))
        sides = [
            [_term(abs(a / unit), exact, name) for a, name in zip(middle, names, strict=True) if a * sign > 0]
            for sign in (1, -1)
        ]
        left, right = (" + ".join(side) or "0" for side in sides)
        return f"{left} {relation} {right}"


def _term(size: Fraction, exact: bool, name: str) -> str:
    if size == 1:
        return name
    return f"{size if exact and len(str(size)) <= SHORT else decimal_text(size, 6)}·{name}"


def _quotient(a: Exact, size: Exact) -> tuple[Fraction, Fraction]:
    """Bounds of a quotient of two numbers, the second above 0; twice the quotient where it is rational."""
    if not a:
        return ZERO, ZERO
    if not isinstance(a, LogSum) and not isinstance(size, LogSum):
        return Fraction(a) / size, Fraction(a) / size
    if isinstance(a, LogSum) and isinstance(size, LogSum):
        (m, above), below = a.terms[0], dict(size.terms)
        if m in below and above / below[m] * size == a:
            return above / below[m], above / below[m]
    (a_low, a_high), (low, high) = _enclosed(a), _enclosed(size)
    found = [x / y for x in (a_low, a_high) for y in (low, high)]
    return min(found), max(found)


def _enclosed(number: Exact) -> tuple[Fraction, Fraction]:
    return number.enclose(DIGITS) if isinstance(number, LogSum) else (Fraction(number), Fraction(number))


# ---------------------------------------------------------------- conditions


def needed(forms: Sequence[LinearForm], relation: str) -> list[int]:
    """The numbers of those conditions, form > 0 or form >= 0, that follow from no others and x ≥ 0. Of conditions that
    contradict each other, some that do so are left.

    >>> x, y, z = LinearForm.variables(3)
    >>> needed([y - x, z - x, z - y, x], ">"), needed([y - x, z - x, z - y, x], ">=")
    ([0, 2, 3], [0, 2])
    """
    kept: list[int] = []
    for n, form in enumerate(forms):  # quickly: place by place
        if not any(_above(form, forms[m]) for m in kept):
            kept = [*(m for m in kept if not _above(forms[m], form)), n]
    few: list[int] = []
    for n in kept:
        if not _follows(forms[n], [forms[m] for m in few], relation):
            few.append(n)
    for n in list(few):
        if _follows(forms[n], [forms[m] for m in few if m != n], relation):
            few.remove(n)
    return few


def _follows(form: LinearForm, others: Sequence[LinearForm], relation: str) -> bool:
    """Whether a condition follows from others: these and its contrary have no solution."""
    contrary = Inequality([], [-a for a in form.low], ">=" if relation == ">" else ">")
    system = [Inequality([], other.high, relation) for other in others]
    return isinstance(solved([*system, *_not_negative(len(form.low)), contrary]), Multipliers)


def _above(one: LinearForm, other: LinearForm) -> bool:
    """Whether a form is at least another wherever x ≥ 0."""
    return all(a >= b for a, b in zip(one.low, other.high, strict=True))


def _not_negative(number: int) -> list[Inequality]:
    return [Inequality([], row, ">=") for row in _unit_rows(number)]


def _unit_rows(number: int) -> list[Row]:
    return [tuple(Fraction(int(n == k)) for n in range(number)) for k in range(number)]


def feasible_point(forms: Sequence[LinearForm], relation: str) -> list[Fraction] | None:
    """Numbers x ≥ 0, not all 0, with all forms > 0 or >= 0; None where none are found."""
    found = solved(_system([form.low for form in forms], relation))
    return found.free if isinstance(found, Solution) else None


def is_infeasible(forms: Sequence[LinearForm], relation: str) -> bool:
    """Whether it is proven that there are no such numbers.

    >>> x, y = LinearForm.variables(2)
    >>> is_infeasible([x - y, y - x], ">"), is_infeasible([x - y, y - x], ">=")
    (True, False)
    """
    return isinstance(solved(_system([form.high for form in forms], relation)), Multipliers)


def _system(rows: Sequence[Row], relation: str) -> list[Inequality]:
    number = len(rows[0])
    some = Inequality([], [Fraction(1)] * number, ">")
    return [*(Inequality([], row, relation) for row in rows), *_not_negative(number), some]


# ---------------------------------------------------------------- the nearest numbers


def nearest_point(forms: Sequence[LinearForm], point: Sequence[Fraction]) -> list[Fraction]:
    """The numbers x ≥ 0 with all forms ≥ 0 that are nearest to a point, by the sum of squares of the differences.

    By the conditions of Karush, Kuhn and Tucker these are point + Σ y_i·a_i with y_i ≥ 0, and y_i > 0 only where the
    form a_i is 0. The y are found as Lawson and Hanson find them, on fractions: a condition that is broken joins those
    that are to be 0, and one whose y would fall below 0 leaves them; the distance grows with each, so that this ends.

    >>> x, y = LinearForm.variables(2)
    >>> nearest_point([y - 2 * x], [Fraction(1), Fraction(1)])
    [Fraction(3, 5), Fraction(6, 5)]
    """
    rows = [*(form.low for form in forms), *_unit_rows(len(point))]
    active: list[int] = []
    weights = [ZERO] * len(rows)
    found = list(point)
    while True:
        values = [_dot(row, found) for row in rows]
        worst = min(range(len(rows)), key=values.__getitem__)
        if values[worst] >= 0:
            return found
        active.append(worst)
        while True:
            wanted = _multipliers([rows[n] for n in active], point)
            if all(y > 0 for y in wanted):
                break
            share = min(
                weights[n] / (weights[n] - y) for n, y in zip(active, wanted, strict=True) if y <= 0 and weights[n] != y
            )
            for n, y in zip(active, wanted, strict=True):
                weights[n] += share * (y - weights[n])
            active = [n for n in active if weights[n] > 0]
        weights = [ZERO] * len(rows)
        for n, y in zip(active, wanted, strict=True):
            weights[n] = y
        found = [x + sum(weights[n] * rows[n][k] for n in active) for k, x in enumerate(point)]


def _dot(row: Row, values: Sequence[Fraction]) -> Fraction:
    return sum((a * x for a, x in zip(row, values, strict=True)), ZERO)


def _multipliers(rows: Sequence[Row], point: Sequence[Fraction]) -> list[Fraction]:
    """The y with row · (point + Σ y_i·row_i) = 0 for every row; the rows are independent."""
    table = [[_dot(one, other) for other in rows] + [-_dot(one, point)] for one in rows]
    for n in range(len(rows)):
        pivot = next(m for m in range(n, len(rows)) if table[m][n])
        table[n], table[pivot] = table[pivot], table[n]
        table[n] = [x / table[n][n] for x in table[n]]
        for m in range(len(rows)):
            if m != n and table[m][n]:
                factor = table[m][n]
                table[m] = [x - factor * y for x, y in zip(table[m], table[n], strict=True)]
    return [row[-1] for row in table]
