"""The smallest cover: against all sets of columns."""

from itertools import combinations

import numpy as np
import pytest

from intervale.exact import covers
from intervale.exact.covers import _covers, _masks, smallest_cover


@pytest.mark.parametrize("seed", range(40))
def test_all_sets_of_columns(seed):
    random = np.random.default_rng(seed)
    rows = (random.random((random.integers(1, 12), 7)) < random.uniform(0.15, 0.6)).astype(int)
    rows = rows[rows.any(1)]
    least = next(
        size for size in range(8) for chosen in combinations(range(7), size) if rows[:, list(chosen)].any(1).all()
    )
    found = smallest_cover(rows)
    assert (len(found.chosen), found.proven) == (least, True)
    assert rows[:, list(found.chosen)].any(1).all()
    assert [_covers(_masks(rows), size, [10**6]) for size in range(8)] == [size >= least for size in range(8)]


def test_what_is_too_much_to_look_at_is_not_proven(monkeypatch):
    monkeypatch.setattr(covers, "MOST_LOOKED_AT", 0)
    rows = np.array([[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 0], [0, 1, 0, 1]])
    found = smallest_cover(rows)
    assert (len(found.chosen), found.proven) == (2, False)
