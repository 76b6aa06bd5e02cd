"""Common units, whole multiples and irrational ratios."""

from fractions import Fraction
from itertools import combinations
from math import log

import pytest

from intervale.errors import UndecidedError
from intervale.exact import commensurable, inverse_log
from intervale.exact.commensurable import (
    common_unit,
    incommensurable,
    incommensurable_pair,
    ratio,
    times,
    whole_multiple,
)
from intervale.exact.quotients import quotient
from intervale.exact.spaced import first_unequal

THIRD, FIFTH = inverse_log(3), inverse_log(5)
IDEAL = 1 + THIRD + FIFTH


@pytest.mark.parametrize(
    "numbers",
    [
        [Fraction(1, 2), Fraction(1, 3)],
        [Fraction(6), Fraction(4), Fraction(10)],
        [Fraction(k, n) for n in (3, 5, 6) for k in range(1, n + 1)],
    ],
)
def test_the_unit_of_fractions_is_the_largest(numbers):
    """Written from the definition: of all numbers max/n, the first that goes into all."""
    largest = max(numbers)
    steps = next(n for n in range(1, 1000) if all((x / (largest / n)).denominator == 1 for x in numbers))
    assert common_unit(numbers) == largest / steps


@pytest.mark.parametrize("unit", [Fraction(2, 7), THIRD, quotient(THIRD, IDEAL), quotient(Fraction(1), IDEAL)])
def test_multiples_of_one_unit(unit):
    numbers = [times(unit, factor) for factor in (4, 6, 10)]
    assert common_unit(numbers) == times(unit, 2)
    assert [whole_multiple(x, unit) for x in numbers] == [4, 6, 10]
    assert whole_multiple(times(unit, Fraction(1, 2)), unit) is None
    assert whole_multiple(Fraction(0), unit) == 0
    assert ratio(numbers[0], numbers[1]) == Fraction(2, 3)
    assert first_unequal([Fraction(0), *(times(unit, n) for n in range(1, 5))]) is None
    assert first_unequal([Fraction(0), *(times(unit, n) for n in (1, 2, 4, 5))]) == 2
    assert incommensurable_pair(numbers) is None


def test_whole_multiples_are_decided_where_keys_say_nothing():
    sixth = quotient(THIRD, 1 + THIRD)  # which is 1/log(6)
    assert ratio(sixth, inverse_log(6)) is None
    assert whole_multiple(times(sixth, 3), inverse_log(6)) == 3
    assert whole_multiple(1 + THIRD, THIRD) is None
    assert whole_multiple(1 + THIRD, 1 + FIFTH) is None
    assert common_unit([Fraction(1), THIRD]) is None


def test_what_cannot_be_decided_is_an_error(monkeypatch):
    monkeypatch.setattr(commensurable, "enclosed", lambda number, digits: (Fraction(-1), Fraction(1)))
    with pytest.raises(UndecidedError, match="could not be decided"):
        whole_multiple(THIRD, Fraction(1))


def test_irrational_ratios():
    """Two logarithms and nothing else: rational only where in one proportion."""
    for m, k in combinations([3, 5, 6, 7, 10], 2):
        assert incommensurable(inverse_log(m), inverse_log(k)) == (m, k)
        assert incommensurable(2 * inverse_log(m) + inverse_log(k), inverse_log(m) + inverse_log(k)) == (m, k)
    assert incommensurable(Fraction(1), THIRD) == (2, 3)
    assert incommensurable(Fraction(1), inverse_log(9, 10)) == (3, 10) or (10, 3)
    assert incommensurable(quotient(Fraction(1), IDEAL), quotient(THIRD, IDEAL)) == (2, 3)
    assert incommensurable(quotient(Fraction(1), 1 + THIRD), Fraction(1)) == (2, 3)
    assert incommensurable(Fraction(1), inverse_log(2, Fraction(5, 2))) == (Fraction(5, 2), 2)


def test_what_is_not_proven_is_not_stated():
    assert incommensurable(THIRD, 2 * THIRD) is None
    assert incommensurable(1 + THIRD, 2 + 2 * THIRD) is None
    assert incommensurable(Fraction(1), THIRD + FIFTH) is None
    assert incommensurable(quotient(THIRD, 1 + THIRD), inverse_log(6)) is None  # they are equal
    assert incommensurable(quotient(THIRD, 1 + FIFTH), quotient(FIFTH, 1 + THIRD)) is None
    assert incommensurable(inverse_log(3, 2), inverse_log(3, 5)) is None
    assert ratio(inverse_log(3, 2), inverse_log(3, 5)) is None
    assert incommensurable_pair([Fraction(1, 2), Fraction(1, 3)]) is None


def test_a_pair_is_looked_for_among_plain_numbers():
    numbers = [THIRD + FIFTH + 1, 3 * FIFTH + THIRD, FIFTH, Fraction(1, 2), THIRD]
    assert incommensurable_pair(numbers) == (Fraction(1, 2), THIRD)
    assert log(3) / log(2) == pytest.approx(1 / float(THIRD))
