"""The PyPI package ``lattices`` as a second opinion on small posets."""

from itertools import combinations, permutations

import pytest
from lattices import Lattice

import intervale as iv
from tests.sizes import LONG, MORE

SPACES = [
    *[(name, 3, 1) for name in ("set-total", "set-replacement", "rank-swap")],
    *[(name, 2, 2) for name in ("set-replacement", "rank-swap")],
    *([("rank-total", 3, 1), ("rank-replacement", 3, 1)] if MORE else []),  # seconds each
    *([("rank-replacement", 2, 2), ("set-replacement", 3, 2)] if MORE else []),
    *([("rank-swap", 4, 1)] if LONG else []),
]


@pytest.mark.parametrize(("name", "length", "grades"), SPACES)
def test_it_says_the_same(name, length, grades):
    ours = iv.poset(name, length, grades)
    below = {(r, s) for r, s in permutations(ours.runs, 2) if iv.order(name).leq(r, s)}
    theirs = Lattice(ours.runs, lambda r, s: (r, s) in below)
    assert set(theirs.cover_edges()) == {(high, low) for low, high in ours.cover_pairs()}
    assert theirs.validate() == bool(ours.facts["lattice"])
    if not ours.facts["lattice"]:
        return
    assert theirs.modular == bool(ours.facts["modular"])
    assert theirs.distributive == bool(ours.facts["distributive"])
    lattice = ours.lattice
    assert theirs.top == ours.runs[lattice.top]
    assert theirs.bottom == ours.runs[lattice.bottom]
    irreducible = {ours.runs[j] for j in lattice.join_irreducibles}
    assert set(theirs.join_irreducibles()) - {theirs.bottom} == irreducible
    for r, s in combinations(ours.runs, 2):
        x, y = ours.number(r), ours.number(s)
        assert theirs.join(r, s) == ours.runs[lattice.joined(x, y)]
        assert theirs.meet(r, s) == ours.runs[lattice.met(x, y)]
