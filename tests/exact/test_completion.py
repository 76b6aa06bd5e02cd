"""The Dedekind-MacNeille completion against all cuts, listed from the definition."""

from itertools import chain, combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intervale.exact.completion import TooManyCutsError, completion
from intervale.exact.posets import Poset
from intervale.exact.preorders import Preorder


def cuts(poset):
    """All sets A with A = A^ul, by trying all sets."""
    every = range(poset.size)
    found = []
    for members in chain.from_iterable(combinations(every, k) for k in range(poset.size + 1)):
        upper = [u for u in every if all(poset.leq(x, u) for x in members)]
        lower = [low for low in every if all(poset.leq(low, u) for u in upper)]
        if set(lower) == set(members):
            found.append(frozenset(members))
    return found


def assert_completes(poset):
    made, expected = completion(poset), cuts(poset)
    lower = [frozenset(made.lower(x)) for x in range(made.lattice.size)]
    assert sorted(lower, key=sorted) == sorted(expected, key=sorted)
    for x, y in product(range(made.lattice.size), repeat=2):
        assert made.lattice.leq(x, y) == (lower[x] <= lower[y])
    for x, y in product(range(poset.size), repeat=2):
        assert poset.leq(x, y) == made.lattice.leq(made.embedding[x], made.embedding[y])
        for bound, kept in ((poset.join(x, y), made.lattice.joined), (poset.meet(x, y), made.lattice.met)):
            assert bound is None or kept(made.embedding[x], made.embedding[y]) == made.embedding[bound]
    principal = {frozenset(z for z in range(poset.size) if poset.leq(z, x)) for x in range(poset.size)}
    assert {lower[x] for x in made.new} == set(expected) - principal


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4])
def test_all_posets_of_up_to_four_elements(size):
    every = list(combinations(range(size), 2))
    posets = set()
    for truths in product([False, True], repeat=len(every)):
        arrows = [pair for pair, holds in zip(every, truths, strict=True) if holds]
        posets.add(tuple(Preorder.generated(size, [[y for x, y in arrows if x == z] for z in range(size)]).poset.above))
    assert len(posets) == [1, 1, 2, 7, 40][size]  # A006455, partial orders that agree with the numbers
    for above in posets:
        assert_completes(Poset(above))


@given(st.data())
def test_random_posets_of_up_to_seven_elements(data):
    size = data.draw(st.integers(5, 7))
    arrows = data.draw(st.lists(st.sampled_from(list(combinations(range(size), 2))), max_size=14))
    names = data.draw(st.permutations(range(size)))
    following = [[names[y] for x, y in arrows if names[x] == z] for z in range(size)]
    assert_completes(Preorder.generated(size, following).poset)


def test_a_lattice_is_its_own_completion():
    square = completion(Poset([[1, 2], [3], [3], []]))
    assert square.new == []
    assert square.embedding == [0, 1, 2, 3]
    assert square.lattice.above == [(1, 2), (3,), (3,), ()]


def crown(size):
    """Antichains a₁, …, aₙ and b₁, …, bₙ with aᵢ < bⱼ for i ≠ j: its completion are all subsets."""
    return Poset([*([size + j for j in range(size) if j != i] for i in range(size)), *([] for _ in range(size))])


def test_the_completion_of_a_crown_are_all_subsets():
    made = completion(crown(6))
    assert made.lattice.size == 64
    assert made.lattice.distributive
    assert len(made.new) == 64 - 12
    assert repr(made) == "Completion(12 elements, 52 new)"


def test_too_many_cuts_are_refused():
    with pytest.raises(TooManyCutsError, match="more than 63 elements"):
        completion(crown(6), most=63)
    assert completion(crown(6), most=64).lattice.size == 64
    with pytest.raises(TooManyCutsError, match="more than 20,000 elements"):
        completion(crown(60))
