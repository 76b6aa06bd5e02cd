"""Rank functions, distances, comparable pairs and facts, against definitions written out."""

from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intervale.exact.facts import FACTS, poset_facts
from intervale.exact.posets import Lattice, NotALatticeError, Poset
from intervale.exact.preorders import Preorder
from intervale.exact.shapes import (
    comparable_share,
    hasse_distances,
    rank_function,
    uneven_paths,
)

PENTAGON = Poset([[1, 2], [4], [3], [4], []])
DIAMOND = Poset([[1, 2, 3], [4], [4], [4], []])
TWO_CHAINS = Poset([[1], [], [3], [4], []])


@st.composite
def posets(draw, most=9):
    """Any poset: arrows go from smaller to larger numbers."""
    size = draw(st.integers(0, most))
    every = list(combinations(range(size), 2))
    arrows = draw(st.lists(st.sampled_from(every), max_size=2 * size)) if every else []
    return Preorder.generated(size, [[y for x, y in arrows if x == z] for z in range(size)]).poset


@st.composite
def lattices(draw):
    """Any small lattice: sets closed under intersection, by inclusion."""
    found = {0b11111, *draw(st.lists(st.integers(0, 31), max_size=6))}
    while more := {a & b for a in found for b in found} - found:
        found |= more
    masks = sorted(found)
    return Lattice.of(Poset.from_leq(len(masks), lambda x, y: masks[x] & masks[y] == masks[x]))


def edges(poset):
    return [(x, y) for x, covers in enumerate(poset.above) for y in covers]


def net_steps(poset, path):
    """Edges up less edges down; fails where two neighbours are no edge."""
    return sum(1 if y in poset.above[x] else -1 if x in poset.above[y] else 1 / 0 for x, y in pairwise(path))


def slow_distances(poset):
    size = poset.size
    length = np.full((size, size), np.inf)
    np.fill_diagonal(length, 0)
    for x, y in edges(poset):
        length[x, y] = length[y, x] = 1
    for z in range(size):
        length = np.minimum(length, length[:, z : z + 1] + length[z : z + 1])
    return [[None if np.isinf(one) else int(one) for one in row] for row in length]


@given(posets())
def test_a_rank_function_or_two_paths_that_no_rank_function_allows(poset):
    ranks, paths = rank_function(poset), uneven_paths(poset)
    assert (ranks is None) != (paths is None)
    if ranks is None:
        one, other = paths
        assert (one[0], one[-1]) == (other[0], other[-1])
        assert net_steps(poset, one) != net_steps(poset, other)
    else:
        assert all(ranks[y] == ranks[x] + 1 for x, y in edges(poset))
        for row in slow_distances(poset):
            assert min(rank for rank, far in zip(ranks, row, strict=True) if far is not None) == 0


@given(posets())
def test_ranked_is_graded_where_there_is_a_least_and_a_greatest_element(poset):
    facts = poset_facts(poset, None, range(poset.size))
    if facts["graded"]:
        assert facts["ranked"]
        assert rank_function(poset) == poset.heights
    elif facts["bounded"]:
        assert not facts["ranked"]


def test_small_rank_functions():
    assert rank_function(Poset([])) == []
    assert rank_function(Poset([[]])) == [0]
    assert rank_function(TWO_CHAINS) == [0, 1, 0, 1, 2]  # two parts, ranked and not graded
    assert rank_function(PENTAGON) is None
    assert uneven_paths(PENTAGON) == ([0, 1, 4], [0, 2, 3, 4])
    around = Poset([[2, 3], [3, 4], [5], [], [], [4]])  # 0 < 2 < 5 < 4 > 1 < 3 > 0
    assert rank_function(around) is None
    assert sorted(net_steps(around, path) for path in uneven_paths(around)) == [1, 3]


@given(posets())
def test_distances_in_the_hasse_diagram(poset):
    assert [hasse_distances(poset, x) for x in range(poset.size)] == slow_distances(poset)


@given(posets())
def test_the_share_of_comparable_pairs(poset):
    pairs = list(combinations(range(poset.size), 2))
    comparable = sum(poset.leq(x, y) or poset.leq(y, x) for x, y in pairs)
    assert comparable_share(poset) == (Fraction(comparable, len(pairs)) if pairs else 1)


@given(lattices())
def test_distances_go_down_to_the_meet_of_a_modular_lattice(lattice):
    ranks = rank_function(lattice)
    if lattice.modular:
        for x in range(lattice.size):
            expected = [ranks[x] + ranks[y] - 2 * ranks[lattice.met(x, y)] for y in range(lattice.size)]
            assert hasse_distances(lattice, x) == expected


# ------------------------------------------------------------ facts


def facts_of(poset, labels):
    try:
        lattice = Lattice.of(poset)
    except NotALatticeError:
        lattice = None
    return poset_facts(poset, lattice, labels)


def test_the_facts_of_a_pentagon_in_its_names():
    facts = facts_of(PENTAGON, "oabci")
    assert tuple(facts) == FACTS
    assert facts["bounded"]
    assert facts["total"].witness == ("a", "b")
    assert facts["graded"].witness == (("o", "a", "i"), ("o", "b", "c", "i"))
    assert facts["ranked"].witness == (("o", "a", "i"), ("o", "b", "c", "i"))
    assert facts["lattice"]
    assert facts["modular"].witness == facts["distributive"].witness == ("o", "b", "c", "a", "i")
    assert facts["modular"].why == "a sublattice N5"


def test_the_facts_of_a_diamond_and_of_what_is_no_lattice():
    facts = facts_of(DIAMOND, "oabci")
    assert facts["modular"]
    assert facts["distributive"].witness == ("o", "a", "b", "c", "i")
    assert facts["distributive"].why == "a sublattice M3"
    apart = facts_of(TWO_CHAINS, "abxyz")
    assert apart["bounded"].witness == ("a", "x", "b", "z")
    assert apart["graded"].witness == (("a", "b"), ("x", "y", "z"))
    assert apart["ranked"]
    assert apart["lattice"].witness == ("join", "b", "z")
    assert apart["modular"].holds is None
    crossed = facts_of(Poset([[1, 2], [3, 4], [3, 4], [5], [5], []]), "oabcdi")
    assert crossed["bounded"]
    assert crossed["lattice"].witness == ("join", "a", "b")


@pytest.mark.parametrize("size", [1, 2, 5])
def test_a_chain_has_all_facts(size):
    assert all(facts_of(Poset([*([x + 1] for x in range(size - 1)), []]), range(size)).values())
