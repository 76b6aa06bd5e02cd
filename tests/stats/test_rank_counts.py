"""What the rank sum test counts for all pairs of systems at once, beside one comparison at a time."""

from itertools import combinations, product

import numpy as np
import pytest

from intervale.stats import rank_counts
from intervale.stats.rank_counts import RankCounts, open_comparisons
from tests.oracle import statistics as oracle


def codes_of(scores):
    return np.unique(scores, return_inverse=True)[1].reshape(np.shape(scores))


def agrees(codes):
    found = RankCounts(codes)
    larger, tied, rows = found.larger(), found.tied(), codes.tolist()
    for a, b in combinations(range(len(codes)), 2):
        assert larger[a, b] == oracle.larger(rows[a], rows[b])
        assert larger[b, a] == oracle.larger(rows[b], rows[a])
        assert tied[a, b] == tied[b, a] == oracle.tied(rows[a], rows[b])


@pytest.mark.parametrize("stretch", [1, 2, 20])
def test_all_small_tables(stretch, monkeypatch):
    monkeypatch.setattr(rank_counts, "STRETCH", stretch)
    for systems, topics, values in ((2, 2, 4), (3, 2, 3), (2, 3, 3)):
        for scores in product(range(values), repeat=systems * topics):
            agrees(codes_of(np.reshape(scores, (systems, topics))))


@pytest.mark.parametrize("values", [1, 3, 40, 100_000])
@pytest.mark.parametrize("piece", [50, 1 << 21])
def test_many_systems(values, piece, monkeypatch):
    monkeypatch.setattr(rank_counts, "PIECE", piece)
    random = np.random.default_rng(values)
    agrees(codes_of(random.integers(0, values, (61, 5))))
    scores = np.where(random.random((47, 7)) < 0.4, 0.0, random.random((47, 7)))  # a heavy tie below all others
    agrees(codes_of(scores))


def test_many_topics_are_counted_in_double_precision():
    random = np.random.default_rng(3)
    codes = codes_of(random.integers(0, 30, (3, 300)))
    assert RankCounts(codes)._counts.dtype == np.float64
    agrees(codes)


def test_few_stretches_are_multiplied_and_few_scores_compared():
    """The work is that of the docstring, and not that of all comparisons."""
    systems, topics = 200, 10
    found = RankCounts(codes_of(np.random.default_rng(1).random((systems, topics))))
    assert found._counts.shape[1] == 20 * topics
    compared = sum(len(late) for late, _ in found._within(found._stretch[found._code]))
    assert compared == 20 * topics * (systems // 20) * (systems // 20 - 1) // 2


@pytest.mark.parametrize("piece", [3, 1 << 21])
@pytest.mark.parametrize("size", [0.0, 0.1, 0.3, 10.0])
def test_open_comparisons(size, piece, monkeypatch):
    monkeypatch.setattr(rank_counts, "PIECE", piece)
    random = np.random.default_rng(8)
    for systems, topics in ((2, 1), (3, 2), (7, 5)):
        scores = random.integers(0, 10, (systems, topics)) / 10
        errors = random.choice([0.0, size, size / 2], (systems, topics))
        found = open_comparisons(scores, errors)
        for a, b in combinations(range(systems), 2):
            expected = oracle.open_comparisons(scores[a], scores[b], errors[a], errors[b])
            assert found[a, b] == found[b, a] == expected
