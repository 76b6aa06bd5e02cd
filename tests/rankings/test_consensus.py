"""The median of rankings, by all rankings."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

import intervale as iv
from intervale.errors import IntervaleError
from intervale.rankings import NamedRankings, consensus, metric
from intervale.rankings.consensus import CONSENSUS_DISTANCES

ITEMS = "abcdefg"


def drawn(seed, size, count, tied=False):
    """Named rankings, and their tiers."""
    random = np.random.default_rng(seed)
    found = {}
    for name in range(count):
        marks = random.integers(0, 3, size) if tied else random.permutation(size)
        found[f"r{name}"] = [[ITEMS[i] for i in np.flatnonzero(marks == mark)] for mark in np.unique(marks)]
    return NamedRankings.of(found, ITEMS[:size])


def slow(given, distance, weights, order):
    """The total distance of an order, item by item and pair by pair."""
    total = Fraction(0)
    for name in given.names:
        tiers = given.tiers(name)
        above, place = 0, {}
        for tier in tiers:
            place |= dict.fromkeys(tier, above + Fraction(len(tier) + 1, 2))
            above += len(tier)
        if distance == "Kendall":
            pairs = [(a, b) for i, a in enumerate(order) for b in order[i + 1 :] if a in place and b in place]
            found = sum(Fraction(1, 2) if place[a] == place[b] else Fraction(place[a] > place[b]) for a, b in pairs)
        elif distance in ("footrule", "Spearman"):
            power = 1 if distance == "footrule" else 2
            found = sum(abs(place[item] - at) ** power for at, item in enumerate(order, 1))
        else:
            mine = [int(place[item]) for item in given.items]
            found = metric(distance).exact(mine, [1 + order.index(item) for item in given.items])
        total += weights.get(name, 1) * Fraction(found)
    return total


@pytest.mark.parametrize("distance", CONSENSUS_DISTANCES)
@pytest.mark.parametrize(("seed", "size", "count"), [(0, 3, 2), (1, 4, 3), (2, 5, 4), (3, 5, 3), (4, 6, 5)])
@pytest.mark.parametrize("tied", [False, True])
def test_as_all_rankings_say(distance, seed, size, count, tied):
    if tied and distance in ("Hamming", "RBO distance"):
        with pytest.raises(IntervaleError, match="without ties"):
            consensus(drawn(0, 6, 3, True), distance)
        return
    given = drawn(seed, size, count, tied)
    for weights in ({}, {"r0": 3, "r1": Fraction(1, 2)}):
        every = {order: slow(given, distance, weights, order) for order in permutations(given.items)}
        least = min(every.values())
        many = sum(total == least for total in every.values())
        found = consensus(given, distance, weights=weights)
        assert (found.total, found.lower, found.optimal) == (least, least, True)
        assert every[found.order] == least
        assert found.unique is (many == 1)
        assert found.count in (None, many)
        rough = consensus(given, distance, "Borda", weights=weights)
        assert (rough.total, rough.lower, found.borda) == (every[rough.order], least, rough.total)


@pytest.mark.parametrize("seed", range(3))
def test_items_left_out(seed):
    whole = drawn(seed, 5, 4)
    rows = np.where(whole.positions <= 3, whole.positions, 0)
    given = NamedRankings(whole.items, whole.names, rows)
    for missing in ("common", "bottom"):
        tiers = {name: [*given.tiers(name)] for name in given.names}
        if missing == "bottom":
            for name, ranked in tiers.items():
                ranked.append([item for item in given.items if (item,) not in given.tiers(name)])
        taken = NamedRankings.of(tiers, given.items)
        least = min(slow(taken, "Kendall", {}, order) for order in permutations(given.items))
        assert consensus(given, missing=missing).total == least
    with pytest.raises(IntervaleError, match="does not rank the item"):
        consensus(given)
    with pytest.raises(IntervaleError, match="for Kendall only"):
        consensus(given, "footrule", missing="common")


def test_refusals_and_parts():
    given = {"x": ["a", "b", "c", "d"], "y": ["a", "c", "d", "b"], "z": ["a", "d", "b", "c"]}
    found = consensus(given)
    assert [len(part) for part in found.parts] == [1, 3]
    assert (found.count, found.unique, found.optimal) == (3, False, True)
    assert consensus(given, weights={"y": 10}).order == ("a", "c", "d", "b")
    assert found.columns()["item"][0] == "a"
    assert iv.rankings.consensus is consensus
    for more, said in (
        ({"distance": "Cayley"}, "no median under Cayley"),
        ({"method": "best"}, "must be one of"),
        ({"missing": "no"}, "must be one of"),
        ({"weights": {"w": 1}}, "no ranking is called"),
        ({"weights": {"x": 0}}, "must be above 0"),
        ({"weights": {"x": "1/100000000000"}}, "too large or too fine"),
    ):
        with pytest.raises(IntervaleError, match=said):
            consensus(given, **more)
