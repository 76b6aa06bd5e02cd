"""Identities between logarithms: numbers that are equal though they are written differently."""

from fractions import Fraction
from itertools import combinations
from math import log

import pytest

from intervale.errors import UndecidedError
from intervale.exact import inverse_log
from intervale.exact.log_identities import same_quotient
from intervale.exact.quotients import Quotient, compare_quotients, grouped_quotients, quotient
from intervale.exact.spaced import first_unequal, unevenness
from tests.oracle.topics import sorted_quotients

THIRD, SIXTH = inverse_log(3, 2), inverse_log(6, 2)


def test_a_quotient_may_be_one_logarithm():
    """1/log(3) over 1 + 1/log(3) is 1/(log(3) + 1), and log(3) + log(2) is log(6)."""
    both = quotient(THIRD, 1 + THIRD)
    assert abs(float(both) - 1 / (log(6) / log(2))) < 1e-15
    assert compare_quotients(both, SIXTH) == compare_quotients(SIXTH, both) == 0
    assert sorted_quotients([SIXTH, both, Fraction(1, 4)]) == [Fraction(1, 4), SIXTH]
    assert grouped_quotients([both, Fraction(1), SIXTH]) == [[both, SIXTH], [Fraction(1)]]


@pytest.mark.parametrize("base", [2, 3, 10, Fraction(5, 2)])
def test_identities_with_any_base(base):
    """1/log(a) over 1/log(a) + 1/log(b) is log(b)/log(ab), which is 1/log(ab) over 1/log(b)."""
    for a, b in combinations((2, 3, 5, 7), 2):
        one, two, product = (inverse_log(m, base) for m in (a, b, a * b))
        first, second = quotient(one, one + two), quotient(product, two)
        assert compare_quotients(first, second) == 0
        assert len(sorted_quotients([first, second])) == 1


def test_numbers_that_differ_are_told_apart():
    numbers = [quotient(inverse_log(m, 2), 1 + inverse_log(k, 2)) for m in (3, 5, 6, 7) for k in (3, 5, 6)]
    found = sorted_quotients(numbers)
    floats = [float(number) for number in found]
    assert floats == sorted(floats)
    assert len(found) == len({round(float(number), 12) for number in numbers})
    one = {0: Fraction(1)}
    assert not same_quotient(({3: Fraction(1)}, one), ({3: Fraction(2)}, one), Fraction(2))
    assert same_quotient((one, one), (one, one), Fraction(2))


def test_what_is_too_large_to_multiply_out_is_not_said_to_be_equal():
    many = {m: Fraction(1) for m in (3, 5, 7, 11, 13, 17, 19)}
    first = ({3: Fraction(1)}, {**many, 0: Fraction(1)})
    second = ({6: Fraction(1)}, {0: Fraction(1)})
    assert not same_quotient(first, second, Fraction(2))


def test_equal_steps():
    assert first_unequal([THIRD * n for n in range(4)]) is None
    assert first_unequal([Fraction(0), SIXTH, THIRD, Fraction(1)]) == 1
    both = quotient(inverse_log(5, 2), 1 + THIRD)
    assert first_unequal([Fraction(0), both, Fraction(1)]) == 1
    assert first_unequal([Fraction(0), quotient(THIRD, 1 + THIRD), 2 * SIXTH]) is None  # by an identity
    for start in (Fraction(1, 3), THIRD, quotient(THIRD, 1 + THIRD)):
        common = start.below if isinstance(start, Quotient) else Fraction(1)
        above = start.above if isinstance(start, Quotient) else start
        assert first_unequal([quotient(above + n * THIRD, common) for n in range(4)]) is None
        assert first_unequal([quotient(above + n * THIRD, common) for n in (0, 1, 2, 4)]) == 2
    with pytest.raises(UndecidedError):  # n/log(6), but a difference has no key
        first_unequal([SIXTH, quotient(2 * THIRD, 1 + THIRD), 3 * SIXTH])
    assert first_unequal([SIXTH, quotient(2 * THIRD, 1 + THIRD), 4 * SIXTH]) == 1
    assert first_unequal([quotient(THIRD, 1 + THIRD), Fraction(1, 2), Fraction(1)]) == 1


@pytest.mark.parametrize("base", [Fraction(3, 2), Fraction(5, 3), Fraction(12, 5)])
def test_a_rational_base_has_the_logarithms_of_its_primes(base):
    """1/log(d) over 1 + 1/log(d), to base n/d, is log(n/d)/(log(n/d) + log(d)), which is 1/log(n)."""
    below, above = (inverse_log(n, base) for n in (base.denominator, base.numerator))
    assert compare_quotients(quotient(below, 1 + below), above) == 0
    assert compare_quotients(quotient(below, 1 + below), inverse_log(base.numerator + 2, base)) != 0


def test_how_far_from_equal_steps():
    assert unevenness([Fraction(1)]).deviation == unevenness([0, 1, 2]).deviation == 0
    found = unevenness([Fraction(0), SIXTH, Fraction(1)])
    value = log(2) / log(6)
    assert found.ratio == pytest.approx((1 - value) / value)
    assert found.deviation == pytest.approx(abs(value - 0.5) / 2)
