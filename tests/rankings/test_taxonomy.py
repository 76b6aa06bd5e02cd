"""The taxonomy of the paper as data, and ranges of values."""

from itertools import pairwise

import numpy as np
import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.rankings import METRICS, PAPER, TABLE_1, Awareness, Group, dcg, listwise, metric, own_metric, rank_biased
from intervale.rankings import agreement as compute
from intervale.rankings.statistic import CellProduct, _Cells
from tests.oracle import rankings as oracle

ALL = [*METRICS.values(), dcg("exponential"), rank_biased(0.5)]


def ks(one, n):
    return range(1, n - one.most_k + 1) if one.depends_on_k else [None]


def test_table_1_has_each_metric_of_the_paper_once():
    names = [name for row in TABLE_1.values() for name in row]
    assert len(names) == len(set(names)) == 33
    assert set(names) == set(PAPER)
    assert {row: len(found) for row, found in TABLE_1.items()} == {
        Awareness.RANKS: 5, Awareness.EQUAL: 9, Awareness.SETS: 19,
    }  # fmt: skip
    assert [one.flat for one in Awareness] == [False, True, True]


def test_theoretical_groups_lie_within_the_rows_of_table_1():
    """§3: metrics of the confusion matrix are set based, errors are flat with equal importance."""
    rows = {Group.CONFUSION: Awareness.SETS, Group.ERROR: Awareness.EQUAL, Group.CORRELATION: Awareness.EQUAL,
            Group.GAIN: Awareness.RANKS, Group.DISTANCE: None}  # fmt: skip
    assert all(one.awareness is rows[one.group] for one in METRICS.values())
    assert listwise("recall").awareness is Awareness.SETS
    assert own_metric(lambda s, t: 0, name="recall").awareness is None


def test_heat_maps_are_ordered_by_the_taxonomy():
    order = compute(["Cayley", "recall", "tau", "MAE", "MRR", "FNR"], n=4).grouped()
    assert order == ["MRR", "MAE", "Kendall tau", "recall", "FNR", "Cayley"]
    every = compute(n=3).grouped()
    assert [PAPER[name].awareness for name in every] == [row for row, names in TABLE_1.items() for _ in names]


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_ranges_as_all_rankings_say(one, n):
    start, everyone = oracle.group(n)[0], oracle.group(n)
    for k in ks(one, n):
        found = iv.rankings.value_range(one, n, k)
        values = [one.exact(start, ranking, k=k) for ranking in everyone]
        assert (found.exact_least, found.exact_greatest) == (min(values), max(values))
        assert one.exact(start, found.least_at, k=k) == min(values)
        assert one.exact(start, found.greatest_at, k=k) == max(values)
        floats = [one.score(start, ranking, k=k) for ranking in everyone]
        assert (found.least, found.greatest) == (pytest.approx(min(floats)), pytest.approx(max(floats)))


MONGE = [one for one in ALL if isinstance(one.statistic, _Cells) and one.statistic.monge]


@pytest.mark.parametrize("one", MONGE, ids=lambda one: one.name)
def test_monge_arrays_are_monge(one):
    """Neighbours are enough, and exact numbers decide; the logarithm of a product."""
    for n in range(2, 8):
        for k in ks(one, n):
            signs = set()
            cells = [
                [one.statistic.one(a, b, n, n if k is None else k) for b in range(1, n + 1)] for a in range(1, n + 1)
            ]
            for up, down in pairwise(cells):
                for (p, q), (r, s) in zip(pairwise(up), pairwise(down), strict=True):
                    left, right = (p * s, q * r) if isinstance(one.statistic, CellProduct) else (p + s, q + r)
                    signs.add(0 if left == right else -1 if left < right else 1)
            assert not {-1, 1} <= signs


def test_ranges_of_long_rankings():
    random = np.random.default_rng(0)
    drawn = np.array([random.permutation(30) + 1 for _ in range(2000)])
    for name in ("MAPE", "SMAPE", "Hamming", "weighted Kendall", "RBO distance", "DCG", "MCC"):
        found, values = iv.rankings.value_range(name, 30), metric(name).score(np.arange(1, 31), drawn)
        assert found.least - 1e-9 <= values.min()
        assert values.max() <= found.greatest + 1e-9
    with pytest.raises(OptionError, match="only that of metrics of the catalogue is"):
        iv.rankings.value_range(own_metric(lambda s, t: 0, name="mine"), 4)
