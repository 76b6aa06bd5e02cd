"""Sums of rationals over logarithms: laws of arithmetic, order, enclosures. What is true, 200 decimal digits say."""

import decimal
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intervale.errors import UndecidedError
from intervale.exact import LogSum, compare, decimal_text, exact_number, exact_text, inverse_log, primitive_root
from intervale.exact.logsum import exact_sum
from intervale.measures import parse_measure

BASES = [2, 3, 4, 10, Fraction(5, 2), Fraction(4, 3), Fraction(101, 100)]
rationals = st.fractions(-50, 50, max_denominator=60)
bases = st.sampled_from(BASES)
arguments = st.integers(2, 400)


@st.composite
def sums(draw, base=2):
    """A rational plus a few rationals over logarithms."""
    total = draw(rationals)
    for q, n in draw(st.lists(st.tuples(rationals, arguments), max_size=5)):
        total = total + q * inverse_log(n, base)
    return total


def true_value(x, digits=200):
    """The value to about 200 digits, computed from the key as it stands."""
    with decimal.localcontext() as context:
        context.prec = digits
        if isinstance(x, Fraction):
            return divided(x)
        total = divided(x.rational)
        ln_base = divided(x.base).ln()
        for m, q in x.terms:
            total += divided(q) * ln_base / decimal.Decimal(m).ln()
        return total


def divided(x):
    return decimal.Decimal(x.numerator) / decimal.Decimal(x.denominator)


# ---------------------------------------------------------------- primitive roots and single logarithms


def test_primitive_root_is_that_of_brute_force():
    powers = {}
    for m in range(2, 5001):
        if m not in powers:  # primitive: no smaller number has it as a power
            value, k = m, 1
            while value <= 5000:
                powers[value] = (m, k)
                value, k = value * m, k + 1
    assert {n: primitive_root(n) for n in range(2, 5001)} == powers


@pytest.mark.parametrize("n", [10**40, 2**500, 3**200 + 1, (10**20 + 39) ** 3])
def test_primitive_root_of_large_numbers(n):
    m, k = primitive_root(n)
    assert m**k == n
    assert primitive_root(m) == (m, 1)


@pytest.mark.parametrize("n", [1, 0, -8])
def test_numbers_below_two_have_no_root_and_no_logarithm(n):
    for function in (primitive_root, inverse_log):
        with pytest.raises(ValueError, match="at least 2"):
            function(n)


@pytest.mark.parametrize("base", [1, 0, -2, Fraction(1, 2)])
def test_a_base_of_one_or_less_is_refused(base):
    with pytest.raises(ValueError, match="base above 1"):
        inverse_log(3, base)


@given(arguments, bases)
def test_inverse_log_is_one_over_the_logarithm(n, base):
    with decimal.localcontext() as context:
        context.prec = 60
        wanted = divided(Fraction(base)).ln() / decimal.Decimal(n).ln()
    assert abs(true_value(inverse_log(n, base)) - wanted) < decimal.Decimal("1e-55")


@given(arguments, st.integers(2, 30), st.integers(1, 6))
def test_change_of_base_is_a_factor(n, base, power):
    """1/log_{b^k}(n) = k/log_b(n), exactly."""
    assert inverse_log(n, base**power) == power * inverse_log(n, base)


@given(arguments, st.integers(1, 6), bases)
def test_the_logarithm_of_a_power_is_a_multiple(n, power, base):
    """1/log(n^k) = (1/k)/log(n), exactly."""
    assert inverse_log(n**power, base) == inverse_log(n, base) / power


def test_ties_that_only_the_key_shows():
    assert inverse_log(4) + inverse_log(4) == inverse_log(2) == 1
    assert inverse_log(9, 10) + inverse_log(9, 10) == inverse_log(3, 10)
    assert inverse_log(8) + inverse_log(8) + inverse_log(8) == 1
    assert inverse_log(36, 2) * 2 == inverse_log(6, 2)
    assert inverse_log(6, 2) != inverse_log(2, 2) + inverse_log(3, 2)


# ---------------------------------------------------------------- arithmetic


@given(sums(), sums(), sums(), rationals)
def test_sums_form_a_vector_space_over_the_rationals(x, y, z, q):
    assert x + y == y + x
    assert (x + y) + z == x + (y + z)
    assert q * (x + y) == q * x + q * y == (x + y) * q
    assert x + 0 == 0 + x == x * 1 == x
    assert x - y == -(y - x) == x + (-1) * y
    assert x - x == 0 * x == 0
    assert x + q - q == x
    assert q - x == -(x - q)
    if q:
        assert x / q * q == x


@given(st.sampled_from(BASES).flatmap(lambda base: st.tuples(sums(base), sums(base))))
def test_arithmetic_is_that_of_real_numbers(pair):
    x, y = pair
    a, b = Fraction(true_value(x)), Fraction(true_value(y))
    for got, wanted in [(x + y, a + b), (x - y, a - b)]:
        assert abs(Fraction(true_value(got)) - wanted) < Fraction(1, 10**190)


@given(sums(), sums())
def test_equal_values_have_equal_hashes(x, y):
    assert hash((x + y) - y) == hash(x)
    assert ((x + y) - y) in {x}


def test_a_sum_without_logarithms_is_a_fraction_again():
    third = inverse_log(3)
    assert isinstance(third, LogSum)
    assert isinstance(third - third, Fraction)
    assert isinstance(0 * third, Fraction)
    assert isinstance(sum([third, -third, third]), LogSum)


def test_what_does_not_go_together_is_refused():
    third = inverse_log(3)
    with pytest.raises(ValueError, match="base 2 and base 10"):
        third + inverse_log(3, 10)
    for operation in (lambda: third * third, lambda: third + "1", lambda: third / third, lambda: third + 0.5):
        with pytest.raises(TypeError):
            operation()
    with pytest.raises(ZeroDivisionError):
        third / 0


# ---------------------------------------------------------------- order and enclosures


@given(st.sampled_from(BASES).flatmap(lambda base: st.tuples(sums(base), sums(base))))
def test_order_is_that_of_the_true_values(pair):
    x, y = pair
    wanted = 0 if x == y else 1 if true_value(x) > true_value(y) else -1
    assert compare(x, y) == wanted == -compare(y, x)
    assert ((x < y), (x <= y), (x > y), (x >= y)) == (wanted < 0, wanted <= 0, wanted > 0, wanted >= 0)


@given(sums(), st.integers(1, 40))
def test_order_sees_differences_far_below_floats(x, digits):
    tiny = Fraction(1, 10**digits)
    assert x < x + tiny
    assert x - tiny < x
    if isinstance(x, LogSum):
        near = Fraction(true_value(x)).limit_denominator(10**digits)
        assert compare(x, near) == (1 if Fraction(true_value(x)) > near else -1)


@given(st.sampled_from(BASES).flatmap(sums), st.integers(5, 120))
def test_enclosures_hold_the_true_value_and_shrink(x, digits):
    if isinstance(x, Fraction):
        return
    low, high = x.enclose(digits)
    assert low < Fraction(true_value(x, 400)) < high
    wider = x.enclose(digits + 20)
    assert wider[1] - wider[0] < high - low


@given(st.sampled_from(BASES).flatmap(sums))
def test_floats_and_decimals_are_the_value_rounded(x):
    assert float(x) == pytest.approx(float(true_value(x)), rel=1e-15, abs=0)
    with decimal.localcontext() as context:
        context.prec = 20
        assert decimal.Decimal(decimal_text(x)) == pytest.approx(+true_value(x), rel=decimal.Decimal("1e-19"), abs=0)


def test_a_float_of_two_numbers_close_together_keeps_its_digits():
    """1/log2(3) less its first 40 digits."""
    with decimal.localcontext() as context:
        context.prec = 40
        near = Fraction(decimal.Decimal(2).ln() / decimal.Decimal(3).ln())
    difference = inverse_log(3) - near
    assert float(difference) == pytest.approx(float(true_value(difference)), rel=1e-12, abs=0)


@pytest.mark.parametrize("text", ["DCG", "DCG(base=2)", "DCG(base=3)", "DCG(base=10)", "DCG(base=2.5)"])
def test_every_two_runs_of_a_small_space_are_told_apart(text):
    """No UndecidedError: different keys have different values here, so order is decided at the first digits."""
    measure = parse_measure(text)
    for length, top in [(6, 1), (4, 2)]:
        values = sorted({measure.exact(run) for run in product(range(top + 1), repeat=length)})
        assert all(x < y for x, y in pairwise(values))
        assert [float(x) for x in values] == sorted(float(x) for x in values)


def test_equal_values_with_different_keys_would_be_undecided(monkeypatch):
    """No such pair is known, so the limit of digits is lowered to two numbers that differ past it."""
    monkeypatch.setattr("intervale.exact.logsum.MOST_DIGITS", 30)
    x = inverse_log(3)
    with pytest.raises(UndecidedError, match="could not be distinguished from 0"):
        compare(x, Fraction(true_value(x, 100)))


# ---------------------------------------------------------------- reading and printing


def test_numbers_are_read_as_written():
    assert exact_number(0.1) == Fraction(1, 10)
    assert exact_number(1e-300) == Fraction(1, 10**300)
    assert exact_number("2.5") == exact_number(Fraction(5, 2)) == exact_number(decimal.Decimal("2.50"))


def test_texts():
    assert exact_text(Fraction(3, 2)) == "3/2"
    assert exact_text(5) == exact_text(Fraction(5)) == "5"
    assert decimal_text(inverse_log(3)) == "0.63092975357145743710"
    assert exact_text(inverse_log(3)) == "0.63092975357145743710 (1/log(3), logarithms to base 2)"
    assert decimal_text(Fraction(1, 7), 3) == "0.143"


@given(st.sampled_from(BASES).flatmap(lambda base: st.lists(sums(base), max_size=6)))
def test_a_sum_of_many_is_that_of_one_after_the_other(numbers):
    total = Fraction(0)
    for number in numbers:
        total = total + number
    assert exact_sum(numbers) == total
    assert type(exact_sum(numbers)) is type(total)


def test_bounds_of_many_logarithms_have_short_denominators():
    """They grow with the digits, and not with the number of logarithms."""
    for many in (10, 400):
        low, high = exact_sum(inverse_log(n) for n in range(3, 3 + many)).enclose(40)
        assert low < high < low + Fraction(1, 10**34)
        assert max(low.denominator, high.denominator).bit_length() < 250
