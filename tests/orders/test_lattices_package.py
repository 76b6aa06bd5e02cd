"""The PyPI package ``lattices`` as a second opinion on small posets."""

import os
from itertools import combinations

import pytest
from lattices import Lattice

import intervale as iv

SPACES = [
    *[(name, 3, 1) for name in ("set-total", "set-replacement", "rank-total", "rank-replacement", "rank-swap")],
    *[(name, 2, 2) for name in ("set-replacement", "rank-replacement", "rank-swap")],
    ("set-replacement", 3, 2),
    *([("rank-swap", 4, 1)] if int(os.environ.get("MOST_RUNS", "0")) > 1024 else []),  # make exhaustive has the time
]


@pytest.mark.parametrize(("name", "length", "grades"), SPACES)
def test_it_says_the_same(name, length, grades):
    ours = iv.poset(name, length, grades)
    theirs = Lattice(ours.runs, lambda r, s: r != s and iv.order(name).leq(r, s))
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
