"""Polynomials: roots as NumPy finds them, and signs as exact values have them on both sides of every root and on it."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from intervale.exact.polynomials import (
    UNKNOWN,
    Polynomial,
    Root,
    common_divisor,
    count_roots,
    roots,
    sign_at,
    sign_regions,
    sturm_sequence,
)

x = UNKNOWN
SEEDS = range(120)


def drawn(seed, *, degree=6):
    """A polynomial with whole coefficients, some with rational and double roots in (-2, 2)."""
    random = np.random.default_rng(seed)
    found = Polynomial.of(int(a) for a in random.integers(-4, 5, random.integers(1, degree)))
    for n, d in random.integers([-3, 2], [4, 5], (random.integers(0, 3), 2)).tolist():
        found = found * (d * x - n) ** int(random.integers(1, 3))
    return found or x


@pytest.mark.parametrize("seed", SEEDS)
def test_arithmetic_is_that_of_values(seed):
    one, other = drawn(seed), drawn(seed + 1000)
    quotient, rest = divmod(one, other)
    assert quotient * other + rest == one
    assert rest.degree < max(1, other.degree)
    for at in (Fraction(-3, 7), 0, 1, Fraction(5, 2)):
        a, b = one(at), other(at)
        assert (one + other)(at) == a + b
        assert (one - other)(at) == a - b
        assert (1 - one)(at) == 1 - a
        assert (one * other)(at) == a * b
        assert (one**3)(at) == a**3
        assert one.sign(at) == (a > 0) - (a < 0)
        assert (one.primitive(at) > 0) == (a > 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_derivatives_and_common_divisors(seed):
    one, other, both = drawn(seed), drawn(seed + 1000), drawn(seed + 2000)
    expected = np.polynomial.Polynomial([float(a) for a in one.coefficients]).deriv().coef
    assert np.allclose([float(a) for a in one.derivative.coefficients] or [0.0], expected)
    common = common_divisor(one * both, other * both)
    assert not divmod(common, both)[1]
    assert not divmod(one * both, common)[1]
    assert not divmod(other * both, common)[1]
    free = (one * one * other).square_free
    assert common_divisor(free, free.derivative).degree == 0
    assert not divmod((one * other).square_free, free)[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_roots_are_those_of_numpy(seed):
    polynomial = drawn(seed)
    free = polynomial.square_free
    found = roots(polynomial, -2, 2)
    near = np.roots([float(a) for a in reversed(free.coefficients)])
    expected = sorted(z.real for z in near if abs(z.imag) < 1e-7 and -2 + 1e-9 < z.real < 2 - 1e-9)
    assert np.allclose([float(root) for root in found], expected, atol=1e-9)
    assert len(found) == len(expected) == count_roots(polynomial, -2, 2)
    for root in found:
        if isinstance(root, Root):
            assert root.polynomial.sign(root.low) * root.polynomial.sign(root.high) == -1
            low, high = root.enclose(30)
            assert free.sign(low) * free.sign(high) == -1
            assert 0 < high - low <= Fraction(1, 10**30)
        else:
            assert polynomial(root) == 0
        assert sign_at(polynomial, root) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_signs_on_both_sides_of_every_root_and_on_it(seed):
    polynomials = [drawn(seed + 1000 * n, degree=4) for n in range(3)] + [Polynomial(())]
    found = sign_regions(polynomials, -2, 2)
    assert found[0].low == -2
    assert found[-1].high == 2
    for one, other in pairwise(found):
        assert one.high == other.low
        assert (one.low == one.high) != (other.low == other.high)
    tiny = Fraction(1, 10**12)
    grid = [Fraction(n, 37) for n in range(-73, 74)]
    for number in {end for part in found for end in part[:2]}:
        middle = number.enclose(20)[0] if isinstance(number, Root) else number
        grid += [at for at in (middle - tiny, middle, middle + tiny) if -2 < at < 2]
    for at in grid:
        part = next(part for part in found if holds(part, at))
        assert part.signs == tuple(one.sign(at) for one in polynomials)


def holds(part, at):
    """Whether a rational number is in a part."""
    low, high = part.low, part.high
    if low == high:
        return low == at
    above = low.side(at) > 0 if isinstance(low, Root) else at > low
    return above and (high.side(at) < 0 if isinstance(high, Root) else at < high)


def test_both_kinds_of_roots_happen_often():
    kinds = [type(root) for seed in SEEDS for root in roots(drawn(seed), -2, 2)]
    assert min(kinds.count(Fraction), kinds.count(Root)) > 60


def test_a_root_may_be_the_same_of_two_polynomials():
    parts = sign_regions([x**2 - 2, x**4 - 4, x**3 - 2], 0, 2)
    assert [part.signs for part in parts if part.low == part.high] == [(-1, -1, 0), (0, 0, 1)]
    root = roots(x**2 - 2, 0, 2)[0]
    assert [sign_at(one, root) for one in (x**4 - 4, x - 1, 1 - x, 7 * x**2 - 14, Polynomial(()))] == [0, 1, -1, 0, 0]


def test_close_roots_are_separated():
    long = x**40 - 2 * x + 1
    parts = sign_regions([long, 2 * x - 1], 0, 1)
    assert [part.signs for part in parts] == [(1, -1), (1, 0), (1, 1), (0, 1), (-1, 1)]
    root = roots(long, 0, 1)[0]
    assert root.side(Fraction(1, 2)) == -1
    assert root.side(Fraction(1, 2) + Fraction(1, 2**41)) == -1
    assert root.side(Fraction(1, 2) + Fraction(1, 2**40)) == 1
    assert root.decimal(6) == "0.500000"
    assert root.decimal(15) == "0.500000000000455"


def test_nothing_and_constants_have_no_roots():
    assert roots(Polynomial(()), 0, 1) == roots(Polynomial((3,)), 0, 1) == []
    assert sign_regions([Polynomial((-3,))], 0, 1) == [(0, 1, (-1,))]
    assert Polynomial(()).degree == -1
    assert Polynomial(())(Fraction(1, 3)) == 0
    assert len(sturm_sequence(Polynomial((3,)))) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_a_polynomial_that_is_at_least_another_is_so_on_a_grid(seed):
    one, other = drawn(seed), drawn(seed + 1000)
    if one.at_least(other):
        assert all(one(Fraction(n, 20)) >= other(Fraction(n, 20)) for n in range(21))
    assert one.at_least(one)
    assert (one + 1).at_least(one)
    assert (1 - x).at_least((1 - x) ** 2)


def test_as_text():
    assert (x**4 - 2 * x + 1).text("p") == "p^4 − 2p + 1"
    assert (Fraction(1, 2) * x - x**2).text() == "−x^2 + 1/2·x"
    assert Polynomial(()).text() == "0"
    assert (x * x * (x - 1)).without_zero == x - 1
