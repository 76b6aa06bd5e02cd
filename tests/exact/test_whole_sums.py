"""Sums that are counted without listing them, against listing them all."""

from collections import Counter
from fractions import Fraction
from itertools import accumulate, pairwise, product
from math import gcd, prod

import numpy as np
import pytest

from intervale.exact import cores, covered
from intervale.exact.covered import covered_sums
from intervale.exact.digits import DigitSums
from intervale.exact.filled import filled_sums
from intervale.exact.independent import independent_parts
from intervale.exact.lattices import peeled
from intervale.exact.totals import HalfSums
from intervale.exact.whole_sums import multiples, sum_bits, sums_of, whole_numbers

RANDOM = np.random.default_rng(7)


def listed(places):
    """Every sum, with the number of picks that have it: the specification."""
    sums = Counter({0: 1})
    for place in places:
        grown = Counter()
        for total, ways in sums.items():
            for number in place:
                grown[total + number] += ways
        sums = grown
    return sums


def drawn_places(most, places=6, numbers=3):
    """Some places with 0 and a few other numbers each, without a common divisor."""
    drawn = [
        [0, *RANDOM.choice(np.arange(1, most + 1), RANDOM.integers(1, numbers + 1)).tolist()]
        for _ in range(RANDOM.integers(1, places + 1))
    ]
    divisor = gcd(*(number for place in drawn for number in place))
    return [[number // divisor for number in place] for place in drawn]


@pytest.mark.parametrize("most", [3, 8, 25])
def test_filled_sums_count_like_listing(most):
    for _ in range(700):
        places = drawn_places(most)
        sums = sorted(listed(places))
        found = filled_sums(places)
        assert found.size == len(sums)
        assert [found.at(rank) for rank in range(1, len(sums) + 1)] == sums
        around = range(-2, sums[-1] + 3)
        wanted = [sum(one <= number for one in sums) for number in around]
        assert [found.at_most(number) for number in around] == wanted
        assert found.counts(np.array(around, dtype=float)).tolist() == wanted
        assert [number for number in around if found.has(number)] == sums
        if len(sums) > 1:
            assert found.largest_step == max(high - low for low, high in pairwise(sums))


def test_sums_are_proven_to_be_filled_from_few_places():
    """With bits for the first places only; what is left out is the same as with all listed."""
    proven = 0
    for _ in range(1500):
        places = drawn_places(8, places=12, numbers=1)
        found = filled_sums(places, most=sum(max(place) for place in places) // 2)
        if found is None:
            continue
        proven += 1
        sums = sorted(listed(places))
        assert (found.size, found.top) == (len(sums), sums[-1])
        assert [found.at(rank) for rank in range(1, len(sums) + 1)] == sums
    assert proven > 300
    squares = filled_sums([[0, i * i] for i in range(1, 1001)])
    assert (squares.start, squares.size, len(squares.low)) == (129, 333_833_501 - 2 * 31, 98)  # 31 are no such sums


def test_sums_that_are_not_shown_to_be_filled_are_left():
    assert filled_sums([[0, 3**n] for n in range(40)]) is None
    assert filled_sums([[0, 1 << 30], [0, 1]]) is None


def test_digits_count_like_listing():
    counted = 0
    for _ in range(2000):
        base, length = int(RANDOM.integers(2, 6)), int(RANDOM.integers(1, 5))
        digits = [0, *sorted(set(RANDOM.integers(1, 20, RANDOM.integers(1, 4)).tolist()))]
        times = RANDOM.integers(1, 4, len(digits)).tolist()
        found = DigitSums.of(base, digits, times, length)
        if found is None:
            continue
        counted += 1
        ways = Counter()
        for picks in product(range(len(digits)), repeat=length):
            total = sum(digits[pick] * base**place for place, pick in enumerate(picks))
            ways[total] += prod(times[pick] for pick in picks)
        sums = sorted(ways)
        assert [found.at(rank) for rank in range(1, found.size + 1)] == sums
        assert [found.at_most(number) for number in sums] == list(range(1, len(sums) + 1))
        assert [found.ways_at_most(number) for number in sums] == list(accumulate(ways[number] for number in sums))
        between = RANDOM.integers(-3, sums[-1] + 4, 10).tolist()
        assert [found.at_most(number) for number in between] == [sum(one <= n for one in sums) for n in between]
    assert counted > 1900


def test_too_many_states_are_refused():
    assert DigitSums.of(2, (0, 1, 10, 100, 1000), (1,) * 5, 1000) is None


@pytest.mark.parametrize("power", [1, 2])
def test_parts_by_primes_tell_their_sums(power):
    """Rational weights fall apart by powers of primes, and their totals are counted like those that are listed."""
    for start, length, grades in [(1, 9, 1), (2, 11, 1), (3, 7, 2), (4, 10, 1), (5, 6, 3), (1, 6, 3)]:
        ranks = range(start, start + length)
        places = [[Fraction(grade, rank**power) for grade in range(grades + 1)] for rank in ranks]
        counted = listed(places)
        ordered = sorted(counted)
        halves = HalfSums(independent_parts(places, 1 << 16))
        assert halves.size == len(ordered)
        assert len(halves.parts) > 1
        some = ordered[:: max(1, len(ordered) // 60)]
        assert halves.at_most(some) == [ordered.index(value) + 1 for value in some]
        assert [halves.ways(value) for value in some] == [counted[value] for value in some]
        assert not halves.has(Fraction(1, 1009))


def test_ways_of_large_parts_are_counted_in_a_row():
    places = [[0, 1000 + n, 3000 - n] for n in range(9)]
    (part,) = independent_parts(places, 1 << 16)
    counted = listed(places)
    assert dict(zip(part.numbers, part.ways, strict=True)) == counted


def test_sums_in_bits_are_the_sums():
    for _ in range(200):
        places = drawn_places(12)
        sums = sorted(listed(places))
        assert list(sums_of(tuple(map(tuple, places)))) == sums
        bits = sum_bits(places, 10)
        assert [n for n in range(11) if bits >> n & 1] == [n for n in sums if n <= 10]
        whole = whole_numbers([[Fraction(number, 6) + 1 for number in place] for place in places])
        assert sorted(listed(whole.places)) == sums
        found = multiples(places)
        assert found.size in (None, len(sums))
        assert found.missing is None or int(found.missing) not in sums


# ---------------------------------------------------------------- sums of which nearly all multiples are reached


def rational_places(kind, length, grades, start):
    weights = {
        "1/i": lambda i: Fraction(1, i),
        "1/i²": lambda i: Fraction(1, i * i),
        "drawn": lambda i: Fraction(int(RANDOM.integers(1, 9)), int(RANDOM.integers(1, 25))),
    }
    gains = [0, 1, 3, 4][: grades + 1]
    return [tuple(gain * weights[kind](start + i) for gain in gains) for i in range(length)]


def check_enclosed(found, sums):
    """The share of the sums up to each one lies between the bounds, and so does their number."""
    assert found.reach == sums[-1]
    least, most = found.size_bounds
    assert least <= len(sums) <= most
    low, high = found.shares(sums)
    shares = np.arange(1, len(sums) + 1) / len(sums)
    assert (low <= shares).all()
    assert (shares <= high).all()
    assert float((high - low).max()) <= found.widest
    between = [(a + b) / 2 for a, b in pairwise(sums)]
    low, high = found.shares(between)
    assert (low <= shares[:-1]).all()
    assert (shares[:-1] <= high).all()


def candidates(places):
    """All that the best is taken from."""
    lattice = peeled(places, covered.LEAST_BITS)
    stages = () if lattice is None else lattice.stages(covered.MOST_BITS)
    found = [covered._joined(*parts, stage.unit) for stage in stages for parts in cores.cores_of(stage)]
    return [sums for sums in found if sums is not None]


def kinds(found):
    """What there is beside the base."""
    met = {"determined": found.determined, "between": found.between, "apart": len(found.apart) > 1}
    return {kind for kind, there in met.items() if there} | ({"covering"} if found.core.listed is None else set())


@pytest.mark.parametrize("kind", ["1/i", "1/i²", "drawn"])
@pytest.mark.parametrize("bits", [(2, 3), (4, 6), (6, 9), (8, 16)])
def test_covered_sums_enclose_what_is_listed(monkeypatch, kind, bits):
    """Bases are held small, so that places are peeled off, determined, between, covering and apart."""
    least, most = (1 << n for n in bits)
    monkeypatch.setattr(covered, "LEAST_BITS", least)
    monkeypatch.setattr(covered, "MOST_BITS", most)
    monkeypatch.setattr(cores, "MOST_BITS", most)
    monkeypatch.setattr(covered, "COARSE", 256)
    monkeypatch.setattr(covered, "FINE", 2048)
    seen = 0
    for length in range(2, 12):
        for grades in (1, 2, 3):
            if (grades + 1) ** length > 20_000:
                continue
            for start in (1, 2, 4, 7):
                places = rational_places(kind, length, grades, start)
                found = covered_sums(places)
                if found is not None:
                    check_enclosed(found, sorted(listed(places)))
                    seen += 1
    assert seen > 10


def test_every_core_encloses(monkeypatch):
    """All that the best is taken from, with groups that are determined, between, covering, and places apart."""
    monkeypatch.setattr(covered, "LEAST_BITS", 8)
    monkeypatch.setattr(covered, "MOST_BITS", 128)
    monkeypatch.setattr(cores, "MOST_BITS", 128)
    seen = Counter()
    for _ in range(500):
        divisors = RANDOM.choice([1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 20], int(RANDOM.integers(3, 11)))
        large = [Fraction(int(RANDOM.integers(20, 60)))] if RANDOM.integers(4) == 0 else []
        weights = [Fraction(1, int(divisor)) for divisor in divisors] + large
        gains = [(0, 1), (0, 1, 2), (0, 2, 5)][int(RANDOM.integers(3))] if len(weights) < 8 else (0, 1)
        places = [tuple(gain * weight for gain in gains) for weight in weights]
        sums = sorted(listed(places))
        for found in candidates(places):
            check_enclosed(found, sums)
            seen.update(kinds(found))
    assert all(seen[kind] > 20 for kind in ("determined", "between", "covering", "apart")), seen


def test_a_chain_of_groups_keeps_all_places():
    places = [(Fraction(0), Fraction(1, i * i)) for i in range(2, 40)]
    lattice = peeled(places, 1 << 14)
    numbers = [max(place) * group.unit for group in lattice.groups for place in group.places]
    numbers += [max(place) * lattice.unit for place in lattice.base]
    assert sorted(numbers) == sorted(place[1] for place in places)
    units = [group.unit for group in lattice.groups] + [lattice.unit]
    assert [high / low for low, high in pairwise(units)] == [group.modulus for group in lattice.groups]


def test_numbers_that_are_too_long_are_refused():
    assert covered_sums([(Fraction(0), Fraction(4, 5) ** i) for i in range(1, 1000)]) is None
