"""Universes of lengths and recall bases for any measure, against formulas run by run."""

import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

import intervale as iv
from intervale.scales import constant_flip, order_flip, universe_scale
from intervale.scales.topic_runs import TopicRun, topic_runs, universe_size, universe_values
from tests.oracle import universes as slow
from tests.oracle.topics import topic_value

NAMES = ("P", "R", "F", "AP", "RR", "RBP(p=0.5)", "ERR", "nDCG")
SPACES = [(4, 4, 1), (2, 3, 2), (3, 2, 2)]


@pytest.mark.parametrize(("longest", "bases", "grades"), [*SPACES, (1, 5, 3)])
def test_the_runs_of_a_universe(longest, bases, grades):
    found, expected = topic_runs(longest, bases, grades), slow.universe(longest, bases, grades)
    assert len(found) == len(expected) == universe_size(longest, bases, grades)
    assert {tuple(one) for one in found} == set(expected)
    assert [one.size for one in found] == sorted(slow.size(*one) for one in expected)


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("name", NAMES)
def test_values_are_those_of_the_formulas(name, space):
    longest, bases, grades = space
    runs, measure = topic_runs(longest, bases, grades), iv.parse_measure(name)
    found = universe_values(measure, runs, grades)
    for (run, relevant), value, own in zip(runs, found.values, found.own, strict=True):
        assert float(value) == pytest.approx(float(slow.value(name, run, relevant)), abs=1e-14)
        assert float(own) == pytest.approx(float(slow.own(name, run, grades)), abs=1e-14)
        assert value == topic_value(measure, run, (0, *relevant))
    assert len(found.numbers) == len(slow.different([slow.value(name, *one) for one in runs]))


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_found_on_all_universes(name, space):
    longest, bases, grades = space
    (found,) = iv.universes(name, longest=longest, bases=bases, grades=grades).measures
    assert list(found.cells) == [(n, k) for n in range(1, longest + 1) for k in range(1, bases + 1)]
    for (n, k), cell in found.cells.items():
        runs = slow.universe(n, k, grades)
        values = [slow.value(name, *one) for one in runs]
        owns = [slow.own(name, run, grades) for run, _ in runs]
        assert bool(cell.spaced) == slow.equally_spaced(values)
        assert (cell.runs, cell.values) == (len(runs), len(slow.different(values)))
        alone = [
            slow.equally_spaced([v for v, (run, t) in zip(values, runs, strict=True) if (len(run), t) == (n, topic)])
            for topic in slow.topics(k, grades)
            if sum(topic) == k
        ]
        assert bool(cell.alone) == all(alone)
        if found.measure.recall_based:
            turned, pairs = slow.opposite_pairs(values, owns)
            assert cell.flips == Fraction(len(turned), pairs)
        else:
            assert cell.flips is None
            assert name == "P" or values == owns


@pytest.mark.parametrize("grades", [1, 2])
@pytest.mark.parametrize(("first", "second"), [*combinations(("P", "AP", "RR", "nDCG"), 2), ("R", "AP"), ("ERR", "F")])
def test_the_smallest_pair_that_two_measures_order_oppositely(first, second, grades):
    longest, bases = (3, 3) if grades == 1 else (2, 2)
    runs = sorted(slow.universe(longest, bases, grades), key=lambda one: slow.size(*one))
    by_first, by_second = ([slow.value(name, *one) for one in runs] for name in (first, second))
    turned, pairs = slow.opposite_pairs(by_first, by_second)
    found = order_flip(first, second, longest, bases, grades)
    assert found.cases == pairs
    if turned:
        smallest = min(turned, key=lambda pair: (pair[1], pair[0]))
        assert found.witness == tuple(TopicRun(*runs[place]) for place in smallest)
    else:
        assert found.holds or "and" in found.why  # tied by one of them only


@pytest.mark.parametrize("name", ["R", "F", "AP", "nDCG"])
def test_the_smallest_pair_that_a_constant_reverses(name):
    runs = sorted(slow.universe(3, 3, 1), key=lambda one: slow.size(*one))
    values = [slow.value(name, *one) for one in runs]
    turned, _ = slow.opposite_pairs(values, [slow.own(name, run, 1) for run, _ in runs])
    a, b = min(turned, key=lambda pair: (pair[1], pair[0]))
    assert constant_flip(name, 3, 3).witness == (TopicRun(*runs[a]), TopicRun(*runs[b]))


def test_pairs_of_measures_alone_and_mixed():
    (pair,) = iv.universes(["P", "AP"], longest=3, bases=2).pairs
    runs = slow.universe(3, 2, 1)
    values = [[slow.value(name, *one) for one in runs] for name in ("P", "AP")]
    turned, pairs = slow.opposite_pairs(*values)
    assert (pair.mixed.discordant, pair.mixed.pairs) == (len(turned), pairs)
    same = [(i, j) for i, j in combinations(range(len(runs)), 2) if _set(runs[i]) == _set(runs[j])]
    assert pair.alone.pairs == len(same)
    assert pair.alone.discordant == len(set(turned) & set(same))


def _set(one):
    return len(one[0]), one[1]


@pytest.mark.parametrize("longest", range(1, 6))
@pytest.mark.parametrize("bases", range(1, 6))
def test_where_rank_based_measures_stay_equally_spaced(longest, bases):
    """The page on universes proves these for all N and K."""
    expected = {
        "RR": longest <= 2,
        "RBP(p=0.5)": longest <= bases + 1,
        "RBP(p=0.8)": longest == 1,
        "ERR": longest == 1 or (longest, bases) == (2, 1),
        "AP": (longest, bases) in ((1, 1), (1, 2), (2, 1)),
        "nDCG": longest == bases == 1,
    }
    assert {name: bool(universe_scale(name, longest, bases)) for name in expected} == expected


@pytest.mark.parametrize("name", ["RR", "ERR", "RBP(p=0.5)", "RBP(p=0.8)", "DCG"])
def test_measures_without_length_and_recall_base_have_the_values_of_the_longest_runs(name):
    runs, measure = topic_runs(4, 3), iv.parse_measure(name)
    found = universe_values(measure, runs, 1)
    longest = {value for one, value in zip(runs, found.values, strict=True) if (len(one.run), one.base) == (4, 3)}
    assert set(found.values) == longest


def test_one_value_that_is_written_in_two_ways():
    """nDCG of 01 with RB = 2 is 1/log(6), to base 2, and so is that of 00001 with RB = 1."""
    runs = topic_runs(5, 2)
    found = universe_values(iv.parse_measure("nDCG"), runs, 1)
    levels = dict(zip(runs, found.levels, strict=True))
    assert levels[TopicRun((0, 1), (2,))] == levels[TopicRun((0, 0, 0, 0, 1), (1,))]


def test_witnesses_and_texts():
    found = universe_scale("AP", 2, 2)
    assert found.witness == (TopicRun((0, 1), (2,)), TopicRun((1,), (2,)), TopicRun((1,), (1,)))
    assert str(TopicRun((2, 0), (1, 3))) == "(2,0) with 1 of grade 1 and 3 of grade 2"
    assert constant_flip("P", 3, 3).proof == "theorem"
    assert universe_scale("P", 3, 3, grades=2).witness[1] == TopicRun((0, 0, 1), (1, 0))
    assert universe_scale("P@2", 3, 3).holds is True


def test_the_result_shows_itself():
    found = iv.universes([iv.parse_measure("AP"), "P"], longest=2, bases=2)
    assert repr(found) == "Universes(S[2, 2]; equally spaced on AP 3, P 4 of 4)"
    columns = found.columns()
    assert len(columns["measure"]) == 8
    assert columns["flips"][:4] == [0.0, 0.0, 0.0, 0.0]
    assert columns["flips"][4:] == [None] * 4
    assert "On S[2, 2] P is equally spaced; AP is not." in found.sentences()


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: iv.universes([]), "at least one measure"),
        (lambda: iv.universes("AP", longest=0), "longest=0"),
        (lambda: iv.universes("AP", bases=0), "bases=0"),
        (lambda: iv.universes("AP", grades=0), "grades=0"),
        (lambda: iv.universes("AP", longest=30, bases=30), "more than 30,000 runs on topics"),
        (lambda: iv.universes("AP", longest=200, bases=200, grades=10), "more than 30,000 runs on topics"),
        (lambda: iv.universes("AP", longest=10, bases=10), "too many to look at each smaller one"),
        (lambda: universe_scale("AP", 20, 200), "more than 30,000 runs on topics"),
        (lambda: universe_scale("Bpref", 2, 2), "no exact value on a topic"),
        (lambda: universe_scale("interval(AP@3)", 2, 2), "ask about AP@3"),
        (lambda: universe_scale("R(rel=2)", 2, 2, grades=2), "nothing to find"),
        (lambda: universe_scale("nDCG(gains={0:1})", 2, 2), "counts documents of grade 0"),
        (lambda: order_flip("AP", "nDGC", 2, 2), "did you mean nDCG"),
        (lambda: iv.universes(None), "universes needs a measure or several"),
        (lambda: iv.universes(3), "universes needs a measure or several"),
        (lambda: iv.universes([None]), "None is not a measure"),
    ],
)
def test_bad_calls(call, reason):
    with pytest.raises(iv.IntervaleError, match=reason.replace("(", r"\(")):
        call()


def test_the_page_of_the_manual_has_these_figures():
    page = (Path(__file__).resolve().parents[2] / "docs" / "universes.md").read_text(encoding="utf-8")
    names = ["P", "R", "F", "RBP(p=0.5)", "RBP(p=0.8)", "RR", "ERR", "AP", "nDCG"]
    for one in iv.universes(names, longest=5, bases=5).measures:
        last = one.last
        flips = "none" if last.flips is None else f"{float(last.flips):.1%}"
        cells = f"{last.uneven_alone.deviation:.1%} | {last.uneven.deviation:.1%} | {flips} |"
        assert any(line.startswith(f"| {one.name} |") and line.endswith(cells) for line in page.splitlines()), cells


def test_the_page_has_the_shares_of_pairs_of_measures():
    page = (Path(__file__).resolve().parents[2] / "docs" / "universes.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+) and (\S+) \| (\S+%) \| (\S+%) \|$", page, re.MULTILINE)
    assert len(rows) == 6
    for first, second, *shares in rows:
        (pair,) = iv.universes([first, second], longest=5, bases=5).pairs
        exact = [Fraction(pairs.discordant, pairs.pairs) for pairs in (pair.alone, pair.mixed)]
        assert shares == [f"{round(1000 * share) / 10:.1f}%" for share in exact]


def test_the_page_says_where_mixing_moves_measures():
    """Further from equal steps, nearer, or the same, on all universes up to S[6, 6]."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "universes.md").read_text(encoding="utf-8")
    found = {one.name: one for one in iv.universes(["P", "R", "F", "AP", "nDCG", "ERR"], longest=6, bases=6).measures}
    moved = {
        name: {size: cell.uneven.deviation - cell.uneven_alone.deviation for size, cell in one.cells.items()}
        for name, one in found.items()
    }
    for name in ("P", "R", "F", "AP", "nDCG"):
        further, nearer = (sum(sign * move > 1e-9 for move in moved[name].values()) for sign in (1, -1))
        assert f"| {name} | {further} | {nearer} | {36 - further - nearer} |" in page
    nearer = {name: [size for size, move in moved[name].items() if move < -1e-9] for name in ("AP", "nDCG")}
    assert nearer["AP"] == [(3, 3), (3, 4), (4, 3), (4, 4), (4, 5), (4, 6), (5, 4), (5, 5), (5, 6), (6, 5), (6, 6)]
    assert nearer["nDCG"] == [(6, 2), (6, 3)]
    assert all(moved["nDCG"][size] > -0.005 for size in nearer["nDCG"])
    assert not any(moved["ERR"].values())
    broken = {
        name: [size for size, cell in found[name].cells.items() if cell.alone.holds and not cell.spaced.holds]
        for name in ("AP", "nDCG")
    }
    assert broken == {"AP": [(1, k) for k in range(3, 7)], "nDCG": [(1, k) for k in range(2, 7)]}
    graded = iv.universes("ERR", longest=3, bases=3, grades=2).measures[0].cells
    moves = [
        (round(100 * graded[n, n].uneven_alone.deviation, 1), round(100 * graded[n, n].uneven.deviation, 1))
        for n in (1, 3)
    ]
    assert moves == [(0.0, 8.3), (15.1, 11.0)]
