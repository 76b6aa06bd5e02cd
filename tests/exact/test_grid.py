"""Bounds from a grid against counting: the rank is always inside, whatever the numbers and however coarse the grid."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from intervale.exact import grid as module
from intervale.exact import inverse_log
from intervale.exact.grid import Grid
from intervale.exact.independent import independent_parts
from intervale.exact.logsum import exact_sum
from intervale.exact.totals import HalfSums

WEIGHTS = st.one_of(
    st.fractions(Fraction(1, 1000), 5, max_denominator=1000),
    st.integers(3, 300).map(inverse_log),
)
GAINS = st.sampled_from([(0, 1), (0, 1, 2), (0, 1, 3, 7), (0, 2, 2, 5), (1, 4), (-2, 0, 3)])


def total(places, row):
    return exact_sum(place[pick] for place, pick in zip(places, row, strict=True))


@pytest.mark.parametrize(("cells", "listed"), [(1 << 6, 2), (1 << 9, 16), (1 << 14, 1 << 10)])
@settings(max_examples=12)
@given(weights=st.lists(WEIGHTS, min_size=1, max_size=9), gains=GAINS, seed=st.integers(0, 1000))
def test_the_rank_is_inside(cells, listed, weights, gains, seed):
    places = [[gain * weight for gain in gains] for weight in weights]
    parts = independent_parts(places, 10**5)
    assume(parts is not None)
    random = np.random.default_rng(seed)
    rows = random.integers(0, len(gains), (12, len(places))) * (
        random.random((12, 1)) < random.random((12, len(places)))
    )
    true = HalfSums(parts).at_most([total(places, row) for row in rows.tolist()])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_CELLS", cells)
        patch.setattr(module, "LEAST_CELLS", cells)
        patch.setattr(module, "LISTED", listed)
        counted = Grid(places, parts)
        bounds = counted.enclose(rows)
        for rank, (low, high) in zip(true, bounds, strict=True):
            assert 1 <= low <= rank <= high <= counted.size
            assert (high - low) / counted.size <= 2 * counted.error + 1 / counted.size


def test_more_cells_make_a_narrower_bracket(monkeypatch):
    places = [[0, Fraction(9, 10) ** i] for i in range(40)]
    parts = independent_parts(places, 100)
    row = np.array([[1, 0] * 20])
    widths = []
    for cells in (1 << 8, 1 << 12, 1 << 16):
        monkeypatch.setattr(module, "MOST_CELLS", cells)
        monkeypatch.setattr(module, "LEAST_CELLS", cells)
        ((low, high),) = Grid(places, parts).enclose(row)
        widths.append(high - low)
    assert widths[0] > 8 * widths[1] > 64 * widths[2] > 0


def test_small_ranks_are_exact_from_both_ends():
    places = [[0, Fraction(4, 5) ** i] for i in range(60)]
    parts = independent_parts(places, 100)
    rows = np.zeros((4, 60), dtype=int)
    rows[1, 59] = rows[2, 40] = 1
    rows[3] = 1 - rows[2]
    counted = Grid(places, parts)
    (worst, last, few, many) = counted.enclose(rows)
    assert worst == (1, 1)
    assert last == (2, 2)
    assert few[0] == few[1]
    assert many == (counted.size + 1 - few[0],) * 2
    # an independent count of the few: the sums of the last twenty places that are at most that of the one before
    tail = independent_parts(places[40:], 100)
    assert HalfSums(tail).at_most([Fraction(4, 5) ** 40])[0] == few[0]


@pytest.mark.parametrize("factor", [Fraction(10) ** 80, Fraction(10) ** -80])
def test_the_unit_does_not_matter(factor):
    places = [[0, Fraction(9, 10) ** i] for i in range(50)]
    rows = np.random.default_rng(2).integers(0, 2, (20, 50))
    found = []
    for unit in (1, factor):
        scaled = [[number * unit for number in place] for place in places]
        found.append(Grid(scaled, independent_parts(scaled, 100)).enclose(rows))
    assert found[0] == found[1]


def test_totals_that_the_list_cannot_tell_apart_count_in_the_error():
    places = [[0, Fraction(1, 10**50) / (n + 2), Fraction(1, n + 3)] for n in range(7)]
    parts = independent_parts(places, 10**5)
    counted = Grid(places, parts)
    rows = np.random.default_rng(0).integers(0, 3, (200, 7))
    true = HalfSums(parts, bits=61).at_most([total(places, row) for row in rows[:20].tolist()])
    bounds = counted.enclose(rows)
    assert all(low <= rank <= high for rank, (low, high) in zip(true, bounds, strict=False))
    assert max(high - low for low, high in bounds) <= 2 * counted.error * counted.size + 1


def test_a_grid_too_coarse_to_tell_anything_says_so(monkeypatch):
    """With more totals than floats hold, nothing known is a bound of 1 and not a small share of much."""
    monkeypatch.setattr(module, "MOST_CELLS", 1 << 4)
    monkeypatch.setattr(module, "LEAST_CELLS", 1 << 4)
    places = [[0, Fraction(99, 100) ** i] for i in range(1100)]
    counted = Grid(places, independent_parts(places, 100))
    ((low, high),) = counted.enclose(np.array([[1, 0] * 550]))
    assert (low, high) == (1, counted.size)
    assert counted.error == 0.5
