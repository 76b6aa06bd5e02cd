"""Ranks from numbers of runs and draws: intervals cover, ends are exact, what it rests on is said."""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.scales.choices import Choices
from intervale.scales.multiplicities import Drawn
from tests.sizes import LONG

SEEDS = 200 if LONG else 20
DRAWN = 200 if LONG else 60


def both(text, grades=1, seed=0, draws=DRAWN):
    """The exact scale, and the counting that draws, with numbers of runs from the exact one."""
    exact = iv.interval_scale(text, grades=grades)

    def places(values):
        return [(ways, ways) for ways in exact.counting.ways_at_most(values)]

    return exact, Drawn.of(Choices.of(exact.fold), places, seed, draws)


def asked(exact, length, grades=1, tie_rule="unq"):
    random = np.random.default_rng(length)
    shares = (0.1, 0.3, 0.45, 0.5, 0.6)
    runs = [(random.integers(1, grades + 1, length) * (random.random(length) < share)).tolist() for share in shares]
    return SimpleNamespace(tie_rule=tie_rule, values=[exact.fold.value(run) for run in runs]), runs


@pytest.mark.parametrize(("text", "length", "grades"), [("AP@20", 20, 1), ("ERR@14", 14, 1), ("ERR@8", 8, 2)])
def test_intervals_cover_the_exact_ranks(text, length, grades):
    exact, first = both(text, grades)
    wanted, runs = asked(exact, length, grades)
    ranks, scores = exact.counting.at_most(wanted.values), exact.scores_of(runs)
    covered = np.zeros((3, len(runs)), dtype=int)
    for seed in range(SEEDS):
        drawn = Drawn(first.walks, first.places, first.runs, seed, draws=DRAWN)
        low, high = drawn.size_bounds
        covered[0] += low <= exact.size <= high
        covered[1] += [low <= rank <= high for rank, (low, high) in zip(ranks, drawn.rank_bounds(wanted), strict=True)]
        between = drawn.score_bounds(wanted)
        covered[2] += [low <= score <= high for score, (low, high) in zip(scores, between, strict=True)]
    assert covered.min() >= 0.95 * SEEDS


def test_ends_are_exact_and_ranks_do_not_fall():
    exact, drawn = both("AP@16", draws=200)
    values = [exact.values[n] for n in range(0, exact.size, 97)] + [exact.extremes[1]]
    wanted = SimpleNamespace(tie_rule="unq", values=values)
    ranks = drawn.at_most(values)
    assert ranks == sorted(ranks)
    bounds = drawn.rank_bounds(wanted)
    assert (ranks[0], bounds[0], bounds[-1]) == (1, (1, 1), drawn.size_bounds)
    assert (drawn.score_bounds(wanted)[0], drawn.score_bounds(wanted)[-1]) == ((0.0, 0.0), (1.0, 1.0))
    assert (drawn.scores(wanted)[0], drawn.scores(wanted)[-1]) == (0, 1)
    most = exact.counting.ways_at_most(values)
    assert all(2 <= low <= high <= ways for (low, high), ways in list(zip(bounds, most, strict=True))[1:])


def test_what_it_rests_on_is_said():
    exact, drawn = both("AP@16", seed=3)
    assert (drawn.method, drawn.exact, drawn.most_values) == ("multiplicities", False, 1 << 16)
    assert drawn.extremes == exact.extremes
    assert "60 runs drawn with seed 3" in drawn.assumption
    assert "at 95%" in drawn.assumption
    low, high = drawn.size_bounds
    assert drawn.how == f", an estimate: {low:,} to {high:,} at 95% confidence, by the method multiplicities"
    assert 0 < drawn.error < 0.5
    assert 0 < drawn.cost < 60
    assert drawn.seconds(1) == 0.0  # it was drawn
    assert drawn.has(Fraction(1, 16))
    assert not drawn.has(Fraction(1, 17))
    wanted, _ = asked(exact, 16, tie_rule="mid")
    with pytest.raises(OptionError, match="knows ranks among different values alone"):
        drawn.rank_bounds(wanted)


def test_the_same_seed_gives_the_same_ranks():
    exact, drawn = both("AP@16", seed=5)
    wanted, _ = asked(exact, 16)
    again = both("AP@16", seed=5)[1]
    assert (
        again.rank_bounds(SimpleNamespace(tie_rule="unq", values=wanted.values[::-1]))
        == drawn.rank_bounds(wanted)[::-1]
    )


def test_multiplicities_known_from_below_widen_intervals(monkeypatch):
    exact, drawn = both("AP@20", seed=1)
    low, high = drawn.size_bounds
    monkeypatch.setattr("intervale.scales.multiplicities.MOST_PAIRS", 4)
    wide = both("AP@20", seed=1)[1]
    assert wide.size_bounds[0] < low <= exact.size <= high < wide.size_bounds[1]


def test_what_it_is_not_for():
    def none(values):
        raise AssertionError("not asked")

    assert Drawn.of(Choices.of(iv.interval_scale("AP@5").fold), none) is None
    assert Drawn.of(Choices.of(iv.interval_scale("DCG@20").fold), none) is None
    limited = Choices.of(iv.interval_scale("AP@20").fold).within(20, (5,))
    assert Drawn.of(limited, none) is None
    assert Drawn.costs(Choices.of(iv.interval_scale("AP@20").fold)) == {"bits of runs": 21}
