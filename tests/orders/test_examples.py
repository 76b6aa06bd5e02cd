"""Worked examples of Ferrante, Ferro and Pontarollo 2019 that take measures or posets of other things than runs."""

from fractions import Fraction
from math import gcd, lcm

import pytest

import intervale as iv
from intervale.exact.differences import difference_structure
from intervale.exact.posets import Lattice, Poset
from intervale.orders import natural_distance, shortest_path


def exact(measure, run, grades):
    return iv.parse_measure(measure).exact(run, grades=grades)


def test_example_1_natural_numbers_are_a_difference_structure():
    steps = difference_structure(list(range(10)))
    assert steps.holds
    assert difference_structure([0, 1, 3]).failed == "solvability"  # 1 less 0 is not solvable up from 1


def test_example_2_the_multiset_with_rank_21():
    order, space = iv.order("set-total"), iv.RunSpace(5, 3, "set")
    assert order.rank((3, 0, 0, 0, 0), space) == 21
    assert list(order.below((3, 0, 0, 0, 0), 3)) == [(2, 2, 2, 2, 2)]
    assert order.leq((3, 0, 0, 0, 0), (3, 2, 1, 0, 0))


def test_example_3_one_replacement_counts_3_here_and_4_there():
    values = [exact("SBTO", run, 2) for run in [(2, 2, 1, 1, 1), (2, 2, 2, 1, 1), (2, 1, 1, 0, 0), (2, 2, 1, 0, 0)]]
    assert values[1] - values[0] == 3
    assert values[3] - values[2] == 4


def test_example_6_four_steps_to_a_multiset():
    order, space = iv.order("set-replacement"), iv.RunSpace(3, 3, "set")
    assert len(list(shortest_path(order, (0, 0, 0), (3, 1, 0), space))) == 4
    assert order.rank((3, 1, 0), space) == 4 == exact("SBPO", (3, 1, 0), 3)


@pytest.mark.parametrize(
    ("gains", "interval"), [("{1:1,2:2,3:3}", True), ("{1:1,2:2,3:4}", True), ("{1:1,2:2,3:5}", False)]
)
def test_example_7_the_order_of_differences_under_gp(gains, interval):
    u, v, r, s = (0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 2, 2)
    order, space = iv.order("set-replacement"), iv.RunSpace(3, 3, "set")
    assert order.leq(u, v)
    assert order.leq(v, r)
    assert order.leq(r, s)
    assert natural_distance(order, r, s, space) == 2
    assert natural_distance(order, u, v, space) == 3
    gp = {run: exact(f"gP(gains={gains})", run, 3) for run in (u, v, r, s)}
    assert (gp[s] - gp[r] <= gp[v] - gp[u]) == interval


def test_example_9_measures_against_the_first_difference():
    r, s = (1, 0, 2, 0, 1), (1, 1, 0, 0, 0)
    assert iv.order("rank-total").leq(r, s)
    assert exact("DCG(base=2)", r, 2) > exact("DCG(base=2)", s, 2) == 2
    assert exact("ERR", r, 2) == Fraction(1, 4) + Fraction(3, 16) + Fraction(3, 320)
    assert exact("ERR", s, 2) == Fraction(1, 4) + Fraction(3, 32)
    assert exact("AP", r, 2) == 1 + Fraction(2, 3) + Fraction(3, 5)
    assert exact("AP", s, 2) == 2
    for p, above in [("0.453", False), ("0.454", True)]:
        assert (exact(f"gRBP(p={p})", r, 2) > exact(f"gRBP(p={p})", s, 2)) == above


def test_example_12_seven_steps():
    order, space = iv.order("rank-swap"), iv.RunSpace(4)
    steps = [natural_distance(order, (0, 0, 0, 0), run, space) for run in [(1, 0, 0, 0), (1, 0, 1, 0), (1, 0, 1, 1)]]
    assert steps == [4, 6, 7]
    assert exact("RBPO", (1, 0, 1, 1), 1) == 7


def test_example_13_equal_steps_that_measures_take_for_different():
    r, s, u, v = (0, 1, 0, 0), (1, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0)
    order = iv.order("rank-swap")
    assert s in list(order.above(r, 1))
    assert v in list(order.above(u, 1))

    def steps(measure):
        return exact(measure, s, 1) - exact(measure, r, 1), exact(measure, v, 1) - exact(measure, u, 1)

    assert steps("AP") == (Fraction(1, 2), Fraction(1, 12))
    assert steps("ERR") == (Fraction(1, 4), Fraction(1, 24))
    p = Fraction(4, 5)
    assert steps("RBP(p=0.8)") == ((1 - p) ** 2, (1 - p) ** 2 * p**2)
    first, second = steps("DCG(base=2)")
    assert first == 0 < second
    assert steps("RBPO") == (1, 1)


DIVISORS = [1, 2, 3, 5, 6, 10, 15, 30]
BY_DIVISION = Poset.from_leq(8, lambda x, y: DIVISORS[y] % DIVISORS[x] == 0)


def test_appendix_examples_1_and_2_power_sets():
    for elements in range(4):
        subsets = Poset.from_leq(2**elements, lambda x, y: x & y == x)
        assert (subsets.incomparable_pair() is None) == (elements <= 1)
        assert Lattice.of(subsets).distributive


def test_appendix_example_3_hasse_diagram_of_the_divisors_of_30():
    edges = {(DIVISORS[x], DIVISORS[y]) for x, covers in enumerate(BY_DIVISION.above) for y in covers}
    assert edges == {
        *[(1, 2), (1, 3), (1, 5)],
        *[(2, 6), (2, 10), (3, 6), (3, 15), (5, 10), (5, 15)],
        *[(6, 30), (10, 30), (15, 30)],
    }


def test_appendix_example_4_its_maximal_chains_and_ranks():
    chains = [[DIVISORS[x] for x in chain] for chain in BY_DIVISION.maximal_chains()]
    expected = [[1, 2, 6, 30], [1, 2, 10, 30], [1, 3, 6, 30], [1, 3, 15, 30], [1, 5, 10, 30], [1, 5, 15, 30]]
    assert sorted(chains) == expected
    assert BY_DIVISION.maximal_chain_count == 6
    assert dict(zip(DIVISORS, BY_DIVISION.heights, strict=True)) == {1: 0, 2: 1, 3: 1, 5: 1, 6: 2, 10: 2, 15: 2, 30: 3}
    assert BY_DIVISION.uneven_chains() is None


def test_appendix_example_5_meets_and_joins_are_divisors_and_multiples():
    lattice = Lattice.of(BY_DIVISION)
    for x, a in enumerate(DIVISORS):
        for y, b in enumerate(DIVISORS):
            assert DIVISORS[lattice.joined(x, y)] == lcm(a, b)
            assert DIVISORS[lattice.met(x, y)] == gcd(a, b)


def test_width_levels_and_linear_extensions_of_small_posets():
    assert BY_DIVISION.width == 3
    assert [len(level) for level in BY_DIVISION.levels()] == [1, 3, 3, 1]
    extensions = list(BY_DIVISION.linear_extensions())
    assert len(extensions) == BY_DIVISION.linear_extension_count() == 48
    for extension in extensions:
        assert all(not BY_DIVISION.leq(b, a) for i, a in enumerate(extension) for b in extension[i + 1 :])
    lattice = Lattice.of(BY_DIVISION)  # Birkhoff: elements are sets of join-irreducibles, the primes
    assert [DIVISORS[j] for j in lattice.join_irreducibles] == [2, 3, 5]
    masks = lattice.irreducibles_below
    assert len(set(masks)) == 8
    assert all(masks[lattice.joined(x, y)] == masks[x] | masks[y] for x in range(8) for y in range(8))
    assert all(masks[lattice.met(x, y)] == masks[x] & masks[y] for x in range(8) for y in range(8))
