"""Valuations, their weights and distances; paths between runs (Giner, §2, §4 and §5)."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import intervale as iv
from intervale.exact.posets import Lattice, Poset
from intervale.exact.valuations import collapsed_edges, examine
from intervale.orders import natural_distance, run_distance, shortest_path, valuation_from_weights, valuations_exist

DISTRIBUTIVE = [("set-replacement", 3, 2), ("rank-replacement", 2, 2), ("rank-swap", 4, 1), ("rank-total", 2, 2)]


@pytest.mark.parametrize(("name", "length", "grades"), DISTRIBUTIVE)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_weights_make_a_valuation_and_come_back(name, length, grades, data):
    poset = iv.poset(name, length, grades)
    irreducible = [poset.runs[j] for j in poset.lattice.join_irreducibles]
    weights = {run: Fraction(data.draw(st.integers(0, 5)), 3) for run in irreducible}
    made = valuation_from_weights(poset, weights)
    assert made.is_valuation
    assert made.isotone
    assert bool(made.positive) == all(weights.values())
    assert made.metric == ("metric" if all(weights.values()) else "pseudo-metric")
    assert made.weights == weights
    assert made.paths_agree()
    for r, s, t in product(poset.runs[:8], repeat=3):
        assert made.distance(r, t) <= made.distance(r, s) + made.distance(s, t)
        assert made.distance(r, s) == made.distance(s, r)


@pytest.mark.parametrize(("name", "length", "grades"), DISTRIBUTIVE)
def test_equal_weights_make_the_rank_function(name, length, grades):
    poset = iv.poset(name, length, grades)
    made = valuation_from_weights(poset)
    assert made.natural
    assert all(made.value(run) == poset.rank(run) for run in poset.runs)


def test_a_function_that_is_no_valuation_has_a_witness():
    poset = iv.poset("rank-replacement", 2)
    found = iv.valuation(poset, lambda run: run[0] * run[1])
    assert not found.is_valuation
    r, s = found.is_valuation.witness
    assert {r, s} == {(0, 1), (1, 0)}
    assert found.metric == "none"


def test_weights_must_be_those_of_the_lattice():
    with pytest.raises(iv.OptionError, match="join-irreducible"):
        valuation_from_weights(iv.poset("rank-replacement", 2), {(1, 1): 1})
    with pytest.raises(iv.OptionError, match="not a distributive lattice"):
        valuation_from_weights(iv.poset("rank-swap", 2, 2))
    with pytest.raises(iv.OptionError, match=r"\(0, 2\) and \(1, 0\) have no join"):
        _ = iv.valuation(iv.poset("rank-swap", 2, 2), sum).metric


def test_distances_for_any_length_are_those_of_the_lattice():
    for name, length, grades in DISTRIBUTIVE:
        poset = iv.poset(name, length, grades)
        found = iv.valuation(poset, poset.rank)
        for r, s in combinations(poset.runs, 2):
            assert run_distance(iv.order(name), poset.rank, r, s, grades) == found.distance(r, s)
    with pytest.raises(iv.OptionError, match="no closed form"):
        run_distance(iv.order("rank-swap"), sum, (0, 2), (1, 0), 2)


PENTAGON = Lattice.of(Poset([[1, 2], [3], [4], [4], []]))
DIAMOND = Lattice.of(Poset([[1, 2, 3], [4], [4], [4], []]))


def test_a_pentagon_has_an_isotone_valuation_but_no_positive_one():
    assert collapsed_edges(PENTAGON) == {(1, 3)}
    assert examine(PENTAGON, [0, 1, 1, 1, 2]).metric == "pseudo-metric"
    assert examine(PENTAGON, [0, 1, 2, 2, 4]).valuation.witness is not None


def test_a_diamond_has_a_positive_valuation():
    assert collapsed_edges(DIAMOND) == set()
    assert examine(DIAMOND, [0, 1, 1, 1, 2]).metric == "metric"
    assert not examine(DIAMOND, [0, 1, 1, 2, 3]).valuation


def test_what_order_has_which_valuations():
    for name in ("set-total", "set-replacement", "rank-total", "rank-replacement"):
        assert valuations_exist(iv.poset(name, 2, 2))["positive"]
    assert valuations_exist(iv.poset("rank-swap", 5, 1))["positive"]
    assert valuations_exist(iv.poset("rank-swap", 2, 2))["positive"].holds is None


@pytest.mark.parametrize(("name", "length", "grades"), [*DISTRIBUTIVE, ("rank-swap", 3, 2), ("rank-swap", 2, 3)])
def test_shortest_paths_are_as_long_as_breadth_first_search_says(name, length, grades):
    order = iv.order(name)
    space = order.space(length, grades)
    poset = iv.poset(name, length, grades)
    for low in poset.runs:
        distance, front = {poset.number(low): 0}, [poset.number(low)]
        while front:
            following = []
            for x in front:
                for y in poset.poset.above[x]:
                    if y not in distance:
                        distance[y] = distance[x] + 1
                        following.append(y)
            front = following
        for high in poset.runs:
            if not order.leq(low, high):
                continue
            steps = list(shortest_path(order, low, high, space))
            assert len(steps) == distance[poset.number(high)] == natural_distance(order, high, low, space)
            assert [low, *(step.after for step in steps)][-1] == high


class TestGinerExamples:
    """§4 and §5: which measures are valuations on which order."""

    @pytest.mark.parametrize("measure", ["gP", "gR"])
    @pytest.mark.parametrize("order", ["set-replacement", "rank-replacement"])
    def test_propositions_2_and_5(self, measure, order):
        value = iv.parse_measure(measure)
        found = iv.valuation(iv.poset(order, 3, 2), lambda run: value.exact(run, grades=2))
        assert found.metric == "metric"
        assert found.natural

    @pytest.mark.parametrize("measure", ["RBP(p=0.8)", "DCG(base=2)"])
    def test_proposition_6(self, measure):
        value = iv.parse_measure(measure)
        found = iv.valuation(iv.poset("rank-replacement", 4, 1), lambda run: value.exact(run, grades=1))
        assert found.metric == "metric"
        assert not found.natural

    def test_section_5_1_by_numbers(self):
        below = iv.order("rank-total").leq
        r, s, t = (0, 0, 1, 1), (1, 0, 0, 0), (0, 1, 0, 0)
        assert below(r, s)
        assert below(r, t)
        assert iv.parse_measure("gP").score([s, r], grades=1).tolist() == [0.25, 0.5]
        # with a recall base of 4 the paper's 0.125 and 0.208 are AP of t and r; AP of its s is 0.25
        assert (iv.parse_measure("AP").score([t, s, r]) / 4).round(3).tolist() == [0.125, 0.25, 0.208]
        assert iv.parse_measure("DCG(base=2)").score([t, r]).round(3).tolist() == [1.0, 1.131]

    def test_section_5_3_the_value_of_gp_is_two_thirds(self):
        assert iv.parse_measure("gP").exact((1, 0, 1), grades=1) == Fraction(2, 3)
        assert iv.parse_measure("gP").exact((1, 1, 0), grades=1) == Fraction(2, 3)
