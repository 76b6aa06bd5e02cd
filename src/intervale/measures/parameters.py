"""The parameters of measures: each name means the same wherever it stands, and is checked when a measure is built."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from intervale.errors import MeasureError, NumberError, shown
from intervale.exact import exact_number

__all__ = ["GainMap", "Number", "StopMap", "allowed", "checked", "printed"]

Number = int | float | Fraction
GainMap = tuple[tuple[int, Number], ...]
"""Gains of the grades that have one other than the grade itself, in the order of grades."""
StopMap = tuple[tuple[Number, Number], ...]
"""Chances of stopping of the grades above 0, in the order of grades."""

LARGEST, LARGEST_GAIN, LONGEST = 10**9, 10**100, 100
LARGEST_GRADE = 32_000


def checked(name: str, value: Any, rule: str | None = None) -> Any:
    """The value of a parameter in its one form, or a ``MeasureError`` that says what is allowed.

    >>> checked("p", Fraction(4, 5)), checked("cutoff", 10), checked("gains", {0: 0, 1: 1, 2: 3})
    (0.8, 10, ((2, 3),))
    >>> checked("p", 7)
    Traceback (most recent call last):
    intervale.errors.MeasureError: p=7 must be a number above 0 and below 1
    """
    check, words = _CHECKS[rule or name]
    try:
        found = check(value)
    except NumberError as error:
        raise MeasureError(f"{name}={shown(value)} is not allowed: {error}") from None
    except (TypeError, ValueError, OverflowError):
        found = None
    if found is None:
        raise MeasureError(f"{name}={shown(value)} must be {words}")
    return found


def allowed(rule: str) -> str:
    """What a parameter may be, in words.

    >>> allowed("p")
    'a number above 0 and below 1'
    """
    return _CHECKS[rule][1]


def printed(value: Any) -> str:
    """A parameter as it is written inside a measure's name.

    >>> printed(((2, 3), (3, 7.5))), printed(Fraction(1, 3)), printed("exp-log2"), printed((0.25, 0.5))
    ('{2:3,3:7.5}', '1/3', "'exp-log2'", '(0.25,0.5)')
    """
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return "{" + ",".join(f"{printed(grade)}:{printed(gain)}" for grade, gain in value) + "}"
    if isinstance(value, tuple):
        return "(" + ",".join(printed(x) for x in value) + ("," if len(value) == 1 else "") + ")"
    return str(value) if isinstance(value, Fraction) else repr(value)


def _number(value: Any) -> Number:
    """A finite number in its shortest form: an integer, a float that reads back as the same decimal, or a fraction."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(value)
    if not isinstance(value, int | float | Fraction):  # a number of NumPy's
        value = int(value) if isinstance(value, numbers.Integral) else float(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(value)
    exact = exact_number(value)
    if max(abs(exact.numerator), exact.denominator) > LARGEST_GAIN:
        raise NumberError(f"a number is written with at most {LONGEST} digits in numerator and denominator")
    near = float(exact)
    if exact.denominator == 1:
        return int(exact)
    return near if exact_number(near) == exact else exact


def _number_where(holds: Callable[[Number], bool]) -> Callable[[Any], Number | None]:
    def check(value: Any) -> Number | None:
        number = _number(value)
        return number if holds(number) else None

    return check


def _whole(least: int, most: int = LARGEST) -> Callable[[Any], int | None]:
    def check(value: Any) -> int | None:
        number = value if type(value) is int else _number(value)
        return number if isinstance(number, int) and least <= number <= most else None

    return check


def _truth(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _one_of(*known: str) -> Callable[[Any], str | None]:
    return lambda value: value if value in known else None


def _gains(value: Any) -> GainMap | None:
    pairs = value.items() if isinstance(value, Mapping) else value
    gains = {}
    for grade, gain in pairs:
        level, number = _whole(0)(grade), _number(gain)
        if level is None or not 0 <= number <= LARGEST_GAIN:
            return None
        gains[level] = number
    return tuple((grade, gain) for grade, gain in sorted(gains.items()) if grade != gain)


def _whole_gains(value: Any) -> GainMap | None:
    found = _gains(value)
    return found if found is None or all(_whole(0, LARGEST_GRADE)(gain) is not None for _, gain in found) else None


def _stops(value: Any) -> StopMap | None:
    """Chances by grade: 0 for grade 0, not above 1, none smaller than that of a lower grade, one of them named."""
    pairs = value.items() if isinstance(value, Mapping) else value
    chances = {exact_number(_number(grade)): (_number(grade), _number(chance)) for grade, chance in pairs}
    if chances.pop(Fraction(0), (0, 0))[1] != 0 or not chances or min(chances) < 0:
        return None
    found = tuple(pair for _, pair in sorted(chances.items()))
    exact = [Fraction(0), *(exact_number(chance) for _, chance in found), Fraction(1)]
    return found if exact == sorted(exact) else None


def _recall_levels(value: Any) -> tuple[Number, ...] | None:
    if not isinstance(value, Iterable) or isinstance(value, str | Mapping):
        return None
    levels = tuple(_number(x) for x in value)
    return levels if levels and all(0 <= x <= 1 for x in levels) else None


def _top_grade(value: Any) -> int | str | None:
    return "topic" if isinstance(value, str) and value == "topic" else _whole(1, LARGEST_GRADE)(value)


_CHECKS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "cutoff": (_whole(1), "a whole number from 1 to a billion"),
    "rel": (_whole(1), "a whole number from 1 to a billion: relevant means a grade of at least rel"),
    "judged_only": (_truth, "True or False"),
    "relative": (_truth, "True or False"),
    "graded": (_truth, "True or False"),
    "literal": (_truth, "True or False"),
    "normalised": (_truth, "True or False"),
    "gains": (_gains, "gains of grades, such as {0:0,1:1,2:3}, none of them negative or above 1e100"),
    "whole gains": (
        _whole_gains,
        "whole numbers from 0 to 32000 by grade, such as {1:1,2:3}; for others give the chances of stopping, as in "
        "stop={1:0.25,2:0.75}",
    ),
    "stop": (
        _stops,
        "chances of stopping from 0 to 1 by grade, such as {1:0.25,2:0.75}: 0 for grade 0, none smaller than that of "
        "a lower grade",
    ),
    "max_rel": (_whole(1, LARGEST_GRADE), "a whole number from 1 to 32000, the top grade"),
    "max_rel or topic": (_top_grade, "a whole number of at least 1, the top grade; or 'topic', the top of each topic"),
    "dcg": (_one_of("log2", "exp-log2"), "'log2' (gain = grade) or 'exp-log2' (gain = 2^grade - 1)"),
    "base": (_number_where(lambda b: b > 1), "a number above 1: the base of the logarithm"),
    "p": (_number_where(lambda p: 0 < p < 1), "a number above 0 and below 1"),
    "beta": (_number_where(lambda b: 0 < b <= 10**6), "a number above 0, at most a million"),
    "T": (_number_where(lambda t: Fraction(1, 10**6) <= t <= 1000), "a number above 0, from a millionth to a thousand"),
    "mult": (_number_where(lambda m: 0 < m <= 10**6), "a number above 0, at most a million"),
    "recall": (_number_where(lambda r: 0 <= r <= 1), "a number from 0 to 1"),
    "levels": (_recall_levels, "recall levels from 0 to 1, such as (0.25,0.5,0.75)"),
}
