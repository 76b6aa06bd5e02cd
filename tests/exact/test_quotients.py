"""Quotients of sums over logarithms, against decimals with many digits."""

import random
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations

import pytest

from intervale.exact import LogSum, inverse_log
from intervale.exact.logsum import BITS
from intervale.exact.quotients import (
    Quotient,
    _units,
    compare_quotients,
    enclosed,
    grouped_quotients,
    proportion,
    quotient,
)
from tests.oracle.topics import sorted_quotients

DIGITS = 60
BASES = [2, 3, 10, Fraction(5, 2)]


def decimal(number) -> Decimal:
    """From the definition: rational + Σ q · ln(base) / ln(m)."""
    if isinstance(number, Quotient):
        return decimal(number.above) / decimal(number.below)
    if isinstance(number, LogSum):
        base = (Decimal(number.base.numerator) / Decimal(number.base.denominator)).ln()
        logs = (decimal(q) * base / Decimal(m).ln() for m, q in number.terms)
        return decimal(number.rational) + sum(logs, Decimal(0))
    return Decimal(Fraction(number).numerator) / Decimal(Fraction(number).denominator)


def drawn(seed: int, base) -> list:
    """Sums over a few logarithms, all above 0, and quotients of two."""
    draw = random.Random(seed)
    sums = []
    for _ in range(12):
        number = Fraction(draw.randint(1, 4), draw.randint(1, 3))
        for m in draw.sample([3, 4, 5, 6, 7, 8, 9], draw.randint(0, 3)):
            number = number + Fraction(draw.randint(1, 5), draw.randint(1, 2)) * inverse_log(m, base)
        sums.append(number)
    return [Fraction(0), *sums, *(quotient(a, b) for a, b in combinations(sums, 2))]


@pytest.mark.parametrize("base", BASES)
def test_against_decimals(base):
    numbers = drawn(1, base)
    with localcontext() as context:
        context.prec = DIGITS
        exact = {place: decimal(number) for place, number in enumerate(numbers)}
        for i, j in combinations(range(len(numbers)), 2):
            close = abs(exact[i] - exact[j]) < Decimal(10) ** -40
            expected = 0 if close else 1 if exact[i] > exact[j] else -1
            assert compare_quotients(numbers[i], numbers[j]) == expected == -compare_quotients(numbers[j], numbers[i])
        ordered = [decimal(number) for number in sorted_quotients(numbers)]
        assert ordered == sorted(ordered)
        assert len(ordered) == len({round(value, 40) for value in exact.values()})


@pytest.mark.parametrize("base", BASES)
def test_bounds_hold_the_number(base):
    with localcontext() as context:
        context.prec = DIGITS
        for number in drawn(2, base):
            value = decimal(number)
            for low, high in (enclosed(number, 30), tuple(Fraction(bound, 2**BITS) for bound in _units(number))):
                assert decimal(low) <= value + Decimal(10) ** -50
                assert value - Decimal(10) ** -50 <= decimal(high)
                assert high - low < Fraction(1, 10**20)
            assert float(number) == pytest.approx(float(value), rel=1e-15)


def test_small_numbers_and_numbers_below_0_have_bounds_too():
    third, tiny = inverse_log(3), Fraction(1, 2**200)
    for number in (quotient(third, tiny * (1 + third)), quotient(-third, 1 + third), quotient(tiny, 1 + third)):
        low, high = _units(number)
        assert low <= high
        assert compare_quotients(number, 0) == (1 if number.above > 0 else -1)


@pytest.mark.parametrize("factor", [Fraction(1), Fraction(7, 3), Fraction(1, 12)])
def test_one_key_for_equal_parts_up_to_a_factor(factor):
    above, below = inverse_log(3) + 2 * inverse_log(5), 1 + inverse_log(3) / 2
    once, again = quotient(above, below), quotient(factor * above, factor * below)
    assert once == again
    assert hash(once) == hash(again)
    assert quotient(factor * below, below) == factor
    assert quotient(above, factor) == above / factor
    assert quotient(0, below) == 0


def test_equal_numbers_are_grouped_whatever_they_look_like():
    third = inverse_log(3)
    same = [quotient(third, 1 + third), inverse_log(6), quotient(2 * third, 2 + 2 * third)]
    groups = grouped_quotients([*same, Fraction(1, 2)])
    assert [len(group) for group in groups] == [3, 1]
    assert sorted_quotients([]) == []


def test_texts_and_comparisons():
    third = inverse_log(3)
    found = quotient(third, 1 + third)
    assert str(found) == "(1/log(3))/(1 + 1/log(3)), logarithms to base 2"
    assert found < 1 <= quotient(1 + third, Fraction(1))
    assert found <= found
    assert not found > found
    assert found >= 0


def test_logarithms_with_different_bases_are_in_no_proportion():
    """1/log(3) to base 2 over the same to base 5 is log(2)/log(5)."""
    two, five = inverse_log(3, 2), inverse_log(3, 5)
    found = quotient(two, five)
    assert proportion(two, five) is None
    assert proportion(6 * two, 4 * two) == Fraction(3, 2)
    assert float(found) == pytest.approx(0.4306765580733931)
    assert str(found) == "(1/log(3), logarithms to base 2)/(1/log(3), logarithms to base 5)"
