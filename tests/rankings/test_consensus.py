"""The median of rankings, by all rankings."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

import intervale as iv
from intervale.errors import IntervaleError
from intervale.exact import linear_ordering
from intervale.present.rankings_consensus import consensus_document, consensus_table
from intervale.rankings import (
    METRICS,
    NamedRankings,
    consensus,
    listwise,
    metric,
    normalised,
    own_metric,
    rank_biased,
)
from intervale.rankings.consensus import CONSENSUS_DISTANCES, total_text

ITEMS = "abcdefg"
AROUND = {"x": "abcde", "y": "bcdea", "z": "cdeab", "v": "deabc", "w": "eabcd"}
"""Each ranking is the one before turned by one."""


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


@pytest.mark.parametrize("distance", [*CONSENSUS_DISTANCES, rank_biased("1/3")], ids=str)
@pytest.mark.parametrize(("seed", "size", "count"), [(0, 3, 2), (1, 4, 3), (2, 5, 4), (3, 5, 3), (4, 6, 5)])
@pytest.mark.parametrize("tied", [False, True])
def test_as_all_rankings_say(distance, seed, size, count, tied):
    if tied and distance not in ("Kendall", "footrule", "Spearman"):
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
        counted = distance in ("Kendall", "Spearman") or many == 1
        assert found.count == (many if counted else None)
        rough = consensus(given, distance, "Borda", weights=weights)
        assert (rough.total, rough.lower, found.borda) == (every[rough.order], least, rough.total)
        assert (rough.best, rough.optimal) == (least, rough.total == least)


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
    with pytest.raises(IntervaleError, match=r"does not rank .* use missing='bottom'"):
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
        ({"weights": {"x": True}}, "the weight of x: True is not a number"),
        ({"weights": {"x": "1/100000000000"}}, "too large or too fine"),
    ):
        with pytest.raises(IntervaleError, match=said):
            consensus(given, **more)


def test_only_metrics_of_the_catalogue():
    given = {"x": ["a", "b", "c"], "y": ["b", "a", "c"], "z": ["a", "c", "b"]}
    assert rank_biased(0.9) is rank_biased() is METRICS["RBO distance"]
    assert consensus(given, rank_biased("9/10")).distance.name == "RBO distance"
    for name in CONSENSUS_DISTANCES:
        with pytest.raises(IntervaleError, match=f"no median under your own metric {name}; the distances are: Kendall"):
            consensus(given, own_metric(lambda a, b: 0, name=name))
    for one in (listwise("Kendall"), normalised("Kendall"), listwise(rank_biased(0.5))):
        with pytest.raises(IntervaleError, match=r"no median under .*; the distances are: Kendall"):
            consensus(given, one)
    with pytest.raises(IntervaleError, match="is for 2 to 81 items, not 82"):
        consensus({"x": [str(n) for n in range(82)]}, rank_biased(0.12345678901))


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ([1, 2], "must give numbers by the names of rankings"),
        ({"x": None}, "the weight of x: None is not a number"),
        ({"x": "two"}, "the weight of x: 'two' is not a number"),
        ({"w": 2}, r"r7, r8 and 2 more$"),
    ],
)
def test_weights_that_are_refused(weights, said):
    given = {name: ["a", "b"] for name in ["x", *(f"r{number}" for number in range(11))]}
    with pytest.raises(IntervaleError, match=said):
        consensus(given, weights=weights)


def test_what_to_do_about_ties():
    complete = {"x": ["a", ["b", "c"]], "y": ["a", "b", "c"]}
    for distance in ("Hamming", "RBO distance"):
        with pytest.raises(IntervaleError, match=r"use distance='Kendall', footrule or Spearman$"):
            consensus(complete, distance)
        with pytest.raises(IntervaleError, match=r"Spearman, or leave out the items that missing='bottom' ties$"):
            consensus({"x": ["a"], "y": ["a", "b", "c"]}, distance, missing="bottom")
        assert consensus({"x": ["a", "b"], "y": ["a", "b", "c"]}, distance, missing="bottom").total == 0


def test_mean_positions_of_the_rankings_that_have_an_item():
    given = {"x": ["a", "b", "c"], "y": ["c"], "z": ["c", "a"]}
    found = consensus(given, missing="common", weights={"z": 2})
    means = dict(zip(*(found.columns()[name] for name in ("item", "mean_position")), strict=True))
    assert means == {"a": 5 / 3, "b": 2, "c": 1.5}
    assert consensus(given, "Kendall", "Borda", missing="common", weights={"z": 2}).order == ("c", "a", "b")
    assert "nor in the mean position" in " ".join(consensus_table(found).footer)
    nobody = NamedRankings.of({"x": [["a"], ["b"]]}, ["a", "b", "c"])
    with pytest.raises(IntervaleError, match="no ranking has the item 'c'; leave it out"):
        consensus(nobody, missing="common")


def test_sentences():
    given = {"x": ["a", "b", "c", "d"], "y": ["b", "c", "a", "d"], "z": [["a", "d"], "b", "c"]}
    table = consensus_table(consensus(given, "footrule", weights={"x": 3, "z": "1/2"}))
    assert table.columns == ("position", "item", "mean position")
    assert table.footer[1:] == ("weights: x 3, z 1/2, others 1", "ties: tied items are at their average position")
    table = consensus_table(consensus(given))
    assert table.columns == ("position", "item", "mean position", "group")
    assert table.footer[-1] == "ties: a pair tied in one ranking counts 1/2"
    alone = consensus_table(consensus({"x": ["a", "b"]}, "RBO distance"))
    assert alone.title == "Median of 1 ranking of 2 items"
    assert alone.lead == ("Total RBO distance 0, proven to be the least; the only one.",)
    many = consensus({f"r{number}": ["a", "b"] for number in range(12)}, weights={f"r{n}": 2 for n in range(12)})
    assert consensus_table(many).footer[-1].endswith("r9 2, 2 more")
    level = consensus({"x": [[str(n) for n in range(1000)]]}, "Spearman")
    assert "; one of about 10^2567 such rankings." in consensus_table(level).lead[0]


def test_an_order_that_is_not_the_least():
    given = {
        "x": ["a", "b", "c"],
        "y": ["a", "b", "c"],
        "z": ["c", "b", "a"],
        "w": ["b", "c", "a"],
        "v": ["a", "b", "c"],
    }
    rough = consensus(given, "Hamming", "Borda", weights={"z": 2, "w": 2})
    median = consensus(given, "Hamming", weights={"z": 2, "w": 2})
    assert rough.total > median.total == rough.lower
    assert (rough.optimal, rough.unique, rough.count) == (False, None, None)
    assert consensus_document(rough)["optimal"] is False
    assert consensus_table(rough).lead == (
        f"Total Hamming distance {rough.total}, not the least: the median has {median.total}.",
    )
    assert repr(rough).endswith("not the least)")


def test_bounds_that_are_not_attained(monkeypatch):
    monkeypatch.setattr(linear_ordering, "BY_SUBSETS", 0)
    monkeypatch.setattr(linear_ordering, "BY_BRANCHING", 0)
    given = NamedRankings.of({name: [[x] for x in row] for name, row in AROUND.items()})
    found, rough = consensus(given), consensus(given, method="Borda")
    assert found.lower < found.total == found.best <= rough.total
    assert found.optimal is None
    assert "for any ranking; not proven to be the least" in consensus_table(found).lead[0]
    assert rough.optimal is (False if rough.total > found.total else None)
    assert "at least" in repr(found)


def test_numbers_in_sentences():
    assert total_text(Fraction(13221386), down=True) == "13,221,386"
    for number in (Fraction(2, 3), Fraction(26442773, 2), Fraction(10**20 - 1), Fraction(2, 3 * 10**9)):
        assert Fraction(total_text(number, down=True)) <= number
    short = consensus({"x": ["a", "b", "c"]})
    assert repr(short) == "Consensus(Kendall: a, b, c; total 0, least)"
    long = repr(
        consensus(NamedRankings.of({n: [[str(i * n % 61)] for i in range(1, 61)] for n in (1, 2)}), "RBO distance")
    )
    assert "…; total" in long
    assert len(long) < 80


def test_spearman_of_a_thousand_items():
    random = np.random.default_rng(5)
    rows = np.array([random.permutation(1000) + 1 for _ in range(3)])
    given = NamedRankings(tuple(map(str, range(1000))), ("x", "y", "z"), rows)
    found = consensus(given, "Spearman")
    places = np.array([found.order.index(item) + 1 for item in given.items])
    assert found.total == ((rows - places) ** 2).sum()
