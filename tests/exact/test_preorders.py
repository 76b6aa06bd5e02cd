"""Preorders against definitions written out, on all small relations and on random ones."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intervale.exact.posets import Poset
from intervale.exact.preorders import NotAPreorderError, Preorder

RANDOM = np.random.default_rng(7)


def closure(size, arrows):
    """The reflexive and transitive closure of a set of pairs, step by step."""
    found = {(x, x) for x in range(size)} | set(arrows)
    while True:
        more = {(x, w) for x, y in found for z, w in found if y == z} - found
        if not more:
            return found
        found |= more


def is_preorder(size, related):
    return closure(size, related) == related


def pairs_of(preorder):
    return {(x, y) for x, y in product(range(preorder.size), repeat=2) if preorder.leq(x, y)}


def assert_is(preorder, size, related):
    """That a preorder is this relation, and what it says of itself is right."""
    assert preorder.size == size
    assert pairs_of(preorder) == related
    tied = [{y for y in range(size) if (x, y) in related and (y, x) in related} for x in range(size)]
    firsts = [x for x in range(size) if min(tied[x]) == x]
    assert preorder.classes == [tuple(sorted(tied[x])) for x in firsts]
    assert preorder.class_of == [firsts.index(min(tied[x])) for x in range(size)]
    assert preorder.antisymmetric == (len(firsts) == size)
    assert preorder.poset.above == quotient(firsts, related).above


def quotient(firsts, related):
    return Poset.from_leq(len(firsts), lambda i, j: (firsts[i], firsts[j]) in related)


def assert_witness(error, size, related):
    """That the elements of an error break what it says."""
    what, witness = error.args
    assert all(type(x) is int for x in witness)
    assert all(str(x) in what for x in witness)
    if what.startswith("not reflexive"):
        assert (witness * 2) not in related
    else:
        x, y, z = witness
        assert what.startswith("not transitive")
        assert {(x, y), (y, z)} <= related
        assert (x, z) not in related


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_all_relations_on_up_to_three_elements(size):
    accepted = 0
    every = list(product(range(size), repeat=2))
    for truths in product([False, True], repeat=len(every)):
        related = {pair for pair, holds in zip(every, truths, strict=True) if holds}
        try:
            found = Preorder.from_leq(size, lambda x, y, known=related: (x, y) in known)
        except NotAPreorderError as error:
            assert not is_preorder(size, related)
            assert_witness(error, size, related)
        else:
            assert_is(found, size, related)
            accepted += 1
    assert accepted == {0: 1, 1: 1, 2: 4, 3: 29}[size]  # A000798, topologies on a set


@st.composite
def drawn_arrows(draw, most=12):
    size = draw(st.integers(0, most))
    numbers = st.integers(0, max(0, size - 1))
    return size, draw(st.lists(st.tuples(numbers, numbers), max_size=2 * size)) if size else []


@given(drawn_arrows())
def test_generated_is_the_closure(drawn):
    size, arrows = drawn
    following = [[y for x, y in arrows if x == z] for z in range(size)]
    related = closure(size, arrows)
    assert_is(Preorder.generated(size, following), size, related)
    assert_is(Preorder.from_leq(size, lambda x, y: (x, y) in related), size, related)


@given(drawn_arrows(7), st.data())
def test_a_closure_with_one_pair_changed_is_seen_through(drawn, data):
    size, arrows = drawn
    related = closure(size, arrows)
    if size:
        number = st.integers(0, size - 1)
        related ^= {data.draw(st.tuples(number, number))}
    try:
        found = Preorder.from_leq(size, lambda x, y: (x, y) in related)
    except NotAPreorderError as error:
        assert not is_preorder(size, related)
        assert_witness(error, size, related)
    else:
        assert is_preorder(size, related)
        assert_is(found, size, related)


@pytest.mark.parametrize("size", [63, 64, 65, 130])
def test_relations_wider_than_a_word(size):
    keys = RANDOM.integers(0, 9, (size, 3))
    related = (keys[:, None] <= keys[None]).all(axis=-1)
    found = Preorder.from_rows(size, related)
    assert [[found.leq(x, y) for y in range(size)] for x in range(size)] == related.tolist()
    assert found.antisymmetric == (len(np.unique(keys, axis=0)) == size)
    chain = Preorder.from_leq(size, lambda x, y: x >= y)
    assert chain.poset.above == [(), *((x - 1,) for x in range(1, size))]
    broken = np.triu(np.ones((size, size), dtype=bool))
    broken[size - 3, size - 1] = False
    with pytest.raises(NotAPreorderError) as raised:
        Preorder.from_rows(size, broken)
    assert raised.value.args[1] == (size - 3, size - 2, size - 1)


@given(st.lists(st.integers(-3, 3)))
def test_keys_are_a_total_preorder(keys):
    related = {(x, y) for x, y in product(range(len(keys)), repeat=2) if keys[x] <= keys[y]}
    found = Preorder.from_keys(keys)
    assert {(x, y) for x, y in product(range(len(keys)), repeat=2) if found.leq(x, y)} == related
    assert [{keys[x] for x in members} for members in found.classes] == [{key} for key in sorted(set(keys))]
    assert found.poset.incomparable_pair() is None


def test_things_are_compared_themselves():
    words = ["pear", "fig", "plum", "kiwi", "date"]
    found = Preorder.from_leq(words, lambda x, y: len(x) <= len(y))
    assert found.classes == [(0, 2, 3, 4), (1,)]
    assert found.poset.above == [(), (0,)]


def test_what_a_function_raises_comes_through():
    with pytest.raises(ZeroDivisionError, match="division by zero"):
        Preorder.from_leq(3, lambda x, y: 1 / (x - y) > 0)


def test_a_function_is_asked_once_about_each_pair():
    asked = []
    Preorder.from_leq(5, lambda x, y: asked.append((x, y)) or x == y)
    assert asked == list(product(range(5), repeat=2))


def test_a_poset_is_a_preorder_without_ties():
    poset = Poset([[1, 2], [3], [3], []])
    found = Preorder.of(poset)
    assert found.poset is poset
    assert found.antisymmetric
    assert found.classes == [(0,), (1,), (2,), (3,)]


def test_classes_that_are_not_transitive_are_named_by_their_elements():
    """0 and 1 are tied, below 2, which is below 3; neither is below 3."""
    related = {*product([0, 1], repeat=2), (0, 2), (1, 2), (2, 2), (2, 3), (3, 3)}
    with pytest.raises(NotAPreorderError) as raised:
        Preorder.from_leq(4, lambda x, y: (x, y) in related)
    assert raised.value.args == ("not transitive at 0, 2 and 3", (0, 2, 3))


def test_a_cycle_of_arrows_ties_everything_on_it():
    found = Preorder.generated(6, [[1], [2], [0, 3], [4], [], [5, 4]])
    assert found.classes == [(0, 1, 2), (3,), (4,), (5,)]
    assert found.poset.above == [(1,), (2,), (), (2,)]
    assert repr(found) == "Preorder(6 elements in 4 classes)"
