"""How many walks have a total, against listing all walks; and intervals of means, against what they promise."""

from collections import Counter
from fractions import Fraction
from math import lcm
from random import Random

import numpy as np
import pytest

import intervale as iv
from intervale.exact import LogSum, multiplicities
from intervale.exact.bounded_means import bernstein_interval, mean_interval, share_interval
from intervale.exact.drawn_walks import DrawnWalks
from intervale.exact.limbs import Limbs, limbs_for
from intervale.exact.multiplicities import Multiplicities, Multiplicity
from intervale.exact.residue_sets import prime_powers, residue_sets
from intervale.scales.choices import Choices
from tests.sizes import LONG

FOLDS = 4000 if LONG else 400


def listed(start, length, ways):
    """The slow twin: how many walks have each total, by listing states with totals."""
    here = Counter({(start, Fraction(0)): 1})
    for step in range(1, length + 1):
        after = Counter()
        for (state, total), many in here.items():
            for reached, adds, times in ways(state, step):
                after[reached, total + adds] += many * times
        here = after
    found = Counter()
    for (_, total), many in here.items():
        found[total] += many
    return found


def random_ways(random):
    """Moves between a few states, with fractions that often coincide; some are negative, some large."""
    states, largest = random.randint(1, 4), random.choice([3, 7, 30])
    signs = random.choice([[1], [1, -1]])
    scale = random.choice([1, 1, 10**30, Fraction(1, 10**9)])
    table = {}

    def ways(state, step):
        if (state, step) not in table:
            table[state, step] = [
                (
                    random.randrange(states),
                    random.choice(signs) * scale * Fraction(random.randint(0, largest), random.randint(1, largest)),
                    random.choice([1, 1, 2]),
                )
                for _ in range(random.randint(1, 3))
            ]
        return table[state, step]

    return ways


def ap(seen, rank):
    return [(seen, 0, 1), (seen + 1, Fraction(seen + 1, rank), 1)]


def walks_of(text, length, grades=1):
    choices = Choices.of(iv.interval_scale(text, length=length, grades=grades).fold)
    return choices.start, choices.length, choices.steps


def test_random_folds_count_like_listing():
    random = Random(3)
    for _ in range(FOLDS):
        length, ways = random.randint(1, 7), random_ways(random)
        expected = listed(0, length, ways)
        walks = Multiplicities.of(0, length, ways)
        totals = list(expected)
        others = [total + Fraction(random.choice([1, -1]), random.randint(1, 60)) for total in totals[:5]]
        found = walks.count(totals + others)
        assert found == [Multiplicity(expected[total]) for total in totals + others]


@pytest.mark.parametrize(
    ("text", "length", "grades"),
    [
        *[("AP", n, 1) for n in (1, 2, 3, 8, 13, *([16] if LONG else []))],
        *[("ERR", n, 1) for n in (1, 5, 12, *([16] if LONG else []))],
        *[("ERR", n, 2) for n in (2, 6, *([9] if LONG else []))],
        *[("ERR", n, 3) for n in (5, *([7] if LONG else []))],
        *[("RR", 9, 1), ("P", 9, 1)],
    ],
)
def test_values_of_measures_count_like_listing(text, length, grades):
    fold = walks_of(f"{text}@{length}", length, grades)
    expected = listed(*fold)
    walks = Multiplicities.of(*fold)
    totals = list(expected)
    found = walks.count(totals)
    assert [each.least for each in found] == [expected[total] for total in totals]
    assert all(each.known for each in found)
    assert sum(Fraction(expected[total], each.least) for total, each in zip(totals, found, strict=True)) == len(totals)


@pytest.mark.parametrize("together", [7, 1 << 20])
def test_parts_looked_at_apart_change_nothing(monkeypatch, together):
    monkeypatch.setattr(multiplicities, "TOGETHER", together)
    expected = listed(0, 9, ap)
    walks = Multiplicities.of(0, 9, ap)
    assert [each.least for each in walks.count(list(expected))] == list(expected.values())


def test_a_budget_gives_a_bound_from_below():
    expected = listed(0, 12, ap)
    walks = Multiplicities.of(0, 12, ap)
    found = walks.count(list(expected), most=3)
    assert any(not each.known for each in found)
    for each, many in zip(found, expected.values(), strict=True):
        assert each.least == many if each.known else each.least <= many


def test_without_tables_the_numbers_are_the_same(monkeypatch):
    expected = Multiplicities.of(0, 22, ap)
    totals = DrawnWalks(expected).at_most(None, 40, np.random.default_rng(2))
    found = expected.count(totals)
    monkeypatch.setattr(multiplicities, "LARGEST_MODULUS", (1, 1))
    assert Multiplicities.of(0, 22, ap).count(totals) == found


def test_long_runs_have_multiplicities_that_were_found_otherwise():
    """Walking down in plain integers, with denominators as the only thing that leaves ways out."""
    length = 34
    walks = Multiplicities.of(0, length, ap)
    totals = DrawnWalks(walks).at_most(None, 6, np.random.default_rng(5))
    assert [each.least for each in walks.count(totals)] == [plainly_down(total, length) for total in totals]


def plainly_down(total, length):
    unit = lcm(*range(1, length + 1))
    here = Counter({(seen, int(total * unit)): 1 for seen in range(length + 1)})
    for rank in range(length, 0, -1):
        below = Counter()
        step = unit // lcm(*range(1, rank))
        for (seen, left), many in here.items():
            for before, rest in ((seen, left), (seen - 1, left - seen * (unit // rank))):
                if 0 <= before < rank and 0 <= rest <= before * unit and rest % step == 0:
                    below[before, rest] += many
        here = below
    return here[0, 0]


def test_what_has_no_multiplicities_is_said():
    weight = iv.interval_scale("DCG@3").fold.weights[1]
    assert isinstance(weight, LogSum)
    assert Multiplicities.of(0, 2, lambda state, step: [(0, weight, 1)]) is None
    assert Multiplicities.of(0, 9, ap, most=20) is None
    assert Multiplicities.of(0, 2, lambda state, step: [] if state else [(1, 0, 1)]) is None
    assert Multiplicities.of(0, 3, ap).count([]) == []
    many = Multiplicities.of(0, 60, lambda state, step: [(0, 0, 2)]).count([Fraction(0)])[0]
    assert (many.known, many.least) == (False, 1 << 53)


def test_residue_sets_are_those_of_all_totals():
    random = Random(8)
    for _ in range(40):
        length, ways = random.randint(1, 5), random_ways(random)
        walks = Multiplicities.of(0, length, ways)
        tables = residue_sets(walks.steps, walks.units, walks.states, [200, 50])
        here = {(0, 0)}
        for step, edges in enumerate(walks.steps, start=1):
            scale = walks.units[step] // walks.units[step - 1]
            here = {(t, total * scale + adds) for s, t, adds, _ in edges for state, total in here if state == s}
            for table in tables[step]:
                assert walks.units[step] % table.modulus == 0
                reached = {(state, total % table.modulus) for state, total in here}
                every = [(state, r) for state in range(walks.states[step]) for r in range(table.modulus)]
                states, residues = (np.array(part) for part in zip(*every, strict=True))
                assert {pair for pair, has in zip(every, table.have(states, residues), strict=True) if has} == reached


def test_limbs_are_whole_numbers():
    random = Random(1)
    for bits in (10, 60, 61, 62, 100, 200):
        numbers = [random.randint(-(1 << bits), 1 << bits) for _ in range(50)]
        others = [random.randint(-(1 << bits), 1 << bits) for _ in range(50)]
        count = limbs_for(2 << bits)
        difference = Limbs.of(numbers, count).minus(Limbs.of(others, count))
        expected = [a - b for a, b in zip(numbers, others, strict=True)]
        assert difference.whole() == expected
        quotient, rest = difference.divided(97)
        assert list(zip(quotient.whole(), rest.tolist(), strict=True)) == [divmod(n, 97) for n in expected]
        assert difference.residues(99991).tolist() == [n % 99991 for n in expected]
        assert np.allclose(difference.floats(), np.array(expected, dtype=np.float64), rtol=1e-14)


@pytest.mark.parametrize("number", [1, 2, 97, 360, 2**40, 2**61 - 1, 4093 * 4093])
def test_prime_powers_divide(number):
    for p, power in prime_powers(number).items():
        assert number % power == 0
        assert number // power % p


def test_draws_are_uniform_below_a_total():
    """A chi-square test for walks of AP@8 with at most 1."""
    from scipy.stats import chisquare

    expected = {total: many for total, many in listed(0, 8, ap).items() if total <= 1}
    drawn = Counter(DrawnWalks(Multiplicities.of(0, 8, ap)).at_most(Fraction(1), 20_000, np.random.default_rng(4)))
    assert set(drawn) <= set(expected)
    shares = np.array(list(expected.values())) / sum(expected.values())
    assert chisquare([drawn[total] for total in expected], 20_000 * shares).pvalue > 1e-3


@pytest.mark.parametrize("x", [Fraction(0), Fraction(1, 30), Fraction(20)])
def test_draws_at_the_ends(x):
    drawn = DrawnWalks(Multiplicities.of(0, 30, ap)).at_most(x, 30, np.random.default_rng(4))
    assert max(drawn) <= x


@pytest.mark.parametrize("interval", [lambda x: mean_interval(x, x), bernstein_interval])
@pytest.mark.parametrize(("one", "other"), [(0.02, 1.0), (0.5, 0.5), (2.0, 5.0)])
def test_means_are_covered(interval, one, other):
    random = np.random.default_rng(7)
    inside = [
        low <= one / (one + other) <= high for low, high in (interval(random.beta(one, other, 150)) for _ in range(200))
    ]
    assert sum(inside) >= 190


def test_shares_are_covered_and_bounds_of_draws_widen():
    random = np.random.default_rng(9)
    covered = 0
    for _ in range(200):
        weights = 1 / random.integers(1, 30, 150)
        inside = random.random(150) < 2 / 3 * weights**0.5
        low, high = share_interval(inside, weights, weights)
        covered += low <= EXPECTED_SHARE <= high
    assert covered >= 190
    wide = share_interval(inside, weights * 0.9, np.minimum(1, weights * 1.1))
    assert wide[0] < low < high < wide[1]
    assert mean_interval(weights * 0.9, weights)[0] < mean_interval(weights, weights)[0]


EXPECTED_SHARE = 2 / 3 * sum(n**-1.5 for n in range(1, 30)) / sum(1 / n for n in range(1, 30))
