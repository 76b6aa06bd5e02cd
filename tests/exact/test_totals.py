"""Totals of independent parts against listing them all."""

from collections import Counter
from fractions import Fraction
from itertools import accumulate, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intervale.errors import OptionError
from intervale.exact import independent, inverse_log
from intervale.exact import totals as totals_module
from intervale.exact.independent import independent_parts
from intervale.exact.totals import HalfSums, Nested, step_range_of
from tests.oracle.topics import ways_by_picks

NUMBERS = st.lists(st.integers(-6, 6), min_size=1, max_size=4)
WEIGHTS = st.sampled_from(
    [Fraction(1), Fraction(1, 2), Fraction(3, 7), Fraction(1, 9)] + [inverse_log(n) for n in (3, 4, 5, 6, 8, 9)]
)
PLACES = st.lists(st.tuples(WEIGHTS, NUMBERS), min_size=1, max_size=5)


def totals(places):
    """Every total, with the number of ways it comes about: the specification."""
    counted = Counter()
    for picks in product(*places):
        total = Fraction(0)
        for pick in picks:
            total = total + pick
        counted[total] += 1
    return counted


@settings(max_examples=120)
@given(PLACES, st.sampled_from([61, 20, 4]))
def test_half_sums_count_like_listing(drawn, bits):
    """With few bits all sums are too close to tell by rounded numbers, and are compared exactly."""
    places = [[number * weight for number in numbers] for weight, numbers in drawn]
    counted = totals(places)
    ordered = sorted(counted)
    parts = independent_parts(places, 1000)
    assert parts is not None
    countings = [HalfSums(parts, bits)]
    if (nested := Nested.of(parts)) is not None:
        countings.append(nested)
    between = [Fraction(1, 3), Fraction(-100), Fraction(100)]
    steps = [high - low for low, high in pairwise(ordered)]
    for counting in countings:
        assert counting.step_range == ((min(steps), max(steps)) if steps else None)
        assert counting.second == (ordered[1] if steps else None)
        assert counting.size == len(ordered)
        assert counting.values == ordered
        assert counting.at_most(ordered) == list(range(1, len(ordered) + 1))
        assert counting.at_most(between) == [sum(x <= value for x in ordered) for value in between]
        assert counting.ways_at_most(ordered) == list(accumulate(counted[value] for value in ordered))
        assert [counting.ways(value) for value in ordered] == [counted[value] for value in ordered]
        assert not counting.has(Fraction(1, 1009))
        for n in range(0, len(ordered), max(1, len(ordered) // 5)):
            below, above = counting.neighbours(ordered[n])
            assert below == (ordered[n - 1] if n else None)
            assert above == (ordered[n + 1] if n + 1 < len(ordered) else None)


def test_steps_are_found_without_listing_the_totals(monkeypatch):
    """59,049 picks of three at ten ranks, of which 35,721 totals differ: a few of their steps are computed exactly."""
    places = [[grade * inverse_log(rank + 1) for grade in range(3)] for rank in range(1, 11)]
    parts = independent_parts(places, 1000)
    assert (HalfSums(parts).size, Nested.of(parts)) == (35_721, None)
    listed = step_range_of(HalfSums(parts).values)
    monkeypatch.setattr(totals_module._Picks, "listed_step_range", lambda self: pytest.fail("all were listed"))
    summed = []
    exact_sum = totals_module.exact_sum
    monkeypatch.setattr(totals_module, "exact_sum", lambda numbers: summed.append(1) or exact_sum(numbers))
    assert HalfSums(parts).step_range == listed
    assert len(summed) < 100
    with pytest.raises(pytest.fail.Exception):  # rounded to few bits totals cannot be told apart
        _ = HalfSums(parts, 20).step_range


def test_what_follows_the_least_total_needs_no_halves(monkeypatch):
    """2^46 totals: their halves are not made."""
    parts = independent_parts([[0, inverse_log(n)] for n in range(3, 60)], 1000)
    monkeypatch.setattr(HalfSums, "_halves", lambda self, asked: pytest.fail("halves were made"))
    sums = HalfSums(parts)
    assert sums.neighbours(sums.extremes[0]) == (None, inverse_log(59))


def test_steps_of_equally_spaced_totals_and_of_one():
    equal = independent_parts([[0, 1], [0, 2], [0, 4]], 1000)
    assert HalfSums(equal).step_range == Nested.of(equal).step_range == (1, 1)
    one = independent_parts([[3], [4]], 1000)
    assert HalfSums(one).step_range is Nested.of(one).step_range is None
    many = independent_parts([[0, 3**n] for n in range(17)], 1000)  # too many to list
    assert HalfSums(many).step_range is None


def test_places_that_cannot_be_told_apart_are_one_part():
    (part,) = independent_parts([[0, 1], [0, 2], [0, 3]], 100)
    assert part.numbers == (0, 1, 2, 3, 4, 5, 6)
    assert part.ways == (1, 1, 1, 2, 1, 1, 1)


def test_remainders_tell_the_places_of_a_geometric_row_apart():
    parts = independent_parts([[0, 4**i * 5 ** (9 - i)] for i in range(10)], 100)
    assert [part.size for part in parts] == [2] * 10


def test_too_many_sums_of_one_part_are_refused():
    assert independent_parts([[0, 2**i] for i in range(3)] + [[0, 1, 2, 3, 4, 5, 6]] * 3, 10) is None


def test_numbers_over_several_logarithms_are_refused():
    assert independent_parts([[0, inverse_log(3) + inverse_log(5)]], 10) is None
    assert independent_parts([[0, inverse_log(3, 2)], [0, inverse_log(5, 3)]], 10) is None


@pytest.mark.parametrize(("weights", "nested"), [([4, 2, 1], True), ([3, 2, 1], False), ([5, 2, 1], True)])
def test_nested_where_every_step_outweighs_all_that_follows(weights, nested):
    parts = independent_parts([[0, inverse_log(3) * w] if w == 0 else [0, w] for w in weights], 100)
    assert (Nested.of(parts) is not None) == (nested or len(parts) == 1)


def test_ways_beyond_64_bits():
    many = 10**5
    places = [[0, *[Fraction(2) ** -i] * many] for i in range(1, 4)] + [[0, *[inverse_log(3)] * many]]
    counting = HalfSums(independent_parts(places, 100))
    assert counting.size == 16
    assert counting.ways_at_most(counting.values)[-1] == (many + 1) ** 4
    assert [counting.ways(value) for value in counting.values].count(many**4) == 1


def test_numbers_too_different_in_size_are_refused_and_not_guessed(monkeypatch):
    from intervale.errors import UndecidedError
    from intervale.exact import totals

    monkeypatch.setattr(totals, "MOST_DOUBTFUL", 1)
    parts = independent_parts([[0, 1, 10**40], [0, inverse_log(3), inverse_log(3) * 10**40], [0, inverse_log(5)]], 100)
    counting = HalfSums(parts, bits=20)
    with pytest.raises(UndecidedError, match="differ too much in size"):
        counting.at_most([Fraction(1)])


@pytest.mark.parametrize("place", [(0, 1), (0, 1, 2), (0, 2, 5), (0, 3, 3), (0, 0, 4), (0, 1, 1 << 21)])
@pytest.mark.parametrize("times", [None, (2, 1, 3)])
def test_ways_of_places_that_are_alike(place, times):
    """By powers of a polynomial, and pick by pick."""
    each = times and times[: len(place)]
    for places in ([place] * 7, [place] * 5 + [tuple(2 * number for number in place)] * 3, [place]):
        for part in independent_parts([[Fraction(number) for number in one] for one in places], 10**6, each):
            slow = ways_by_picks(part.places, part.times)
            assert dict(zip(part.numbers, part.ways, strict=True)) == slow


def test_too_many_ways_are_refused(monkeypatch):
    (part,) = independent_parts([[0, 1]] * 100, 1000)
    monkeypatch.setattr(independent, "MOST_BITS", 1000)
    with pytest.raises(OptionError, match="the ways in which 101 sums come about are too many to count"):
        _ = part.ways
