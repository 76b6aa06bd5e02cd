"""Residue classes of sums against all sums."""

from hypothesis import given
from hypothesis import strategies as st

from intervale.exact.residues import Divided, ResidueSample, prime_above

NUMBERS = st.lists(st.integers(-(2**70), 2**70) | st.integers(0, 60), min_size=1, max_size=12)


def divided(numbers, prime):
    return Divided.together([Divided.of(number, prime) for number in numbers])


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=3), st.sampled_from([2**31 - 1, 2**31 - 19]))
def test_large_numbers_keep_their_sums(parts, prime):
    every = {a + b for first, second in parts for a in first for b in second}
    wanted = sorted({number % prime for number in every})[:4]
    sample = ResidueSample.of([(divided(a, prime), divided(b, prime)) for a, b in parts], prime, wanted)
    for remainder, quotients in sample.classes:
        found = [int(quotient) * prime + remainder for quotient in quotients]
        assert found == sorted(number for number in every if number % prime == remainder)


@given(st.lists(st.tuples(*[st.lists(st.integers(0, 60), min_size=1, max_size=12)] * 2), min_size=1, max_size=3))
def test_all_classes_together_are_all_sums(parts):
    every = sorted({a + b for first, second in parts for a in first for b in second})
    sample = ResidueSample.of([(divided(a, 7), divided(b, 7)) for a, b in parts], 7, range(7))
    assert sample.counts.sum() == len(every)
    for number in range(-2, 125):
        assert sample.below(number).sum() == sum(other < number for other in every)
        assert sample.has(number) == (number in every)


def test_adding_a_number_carries():
    numbers = divided([0, 5, 6, 2**70], 7).plus(9)
    assert [int(q) * 7 + int(r) for q, r in zip(numbers.quotients, numbers.remainders, strict=True)] == [
        9,
        14,
        15,
        2**70 + 9,
    ]


def test_primes():
    assert [prime_above(n) for n in (0, 1, 2, 13, 1008, 524308)] == [2, 2, 3, 17, 1009, 524309]
