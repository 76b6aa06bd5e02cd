"""Kernels on permutations against loops."""

from itertools import combinations, permutations

import numpy as np
import pytest

from intervale.exact import permutations as kernel

RANDOM = np.random.default_rng(4)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7])
def test_all_permutations_in_order(n):
    assert kernel.all_permutations(n).tolist() == [list(p) for p in permutations(range(1, n + 1))]
    assert kernel.numbered(kernel.all_permutations(n)).tolist() == list(range(len(kernel.all_permutations(n))))


def test_too_many_are_refused():
    with pytest.raises(ValueError, match="from 1 to"):
        kernel.all_permutations(kernel.MOST_LISTED + 1)


def slow(row):
    return sum(row[i] > row[j] for i, j in combinations(range(len(row)), 2))


@pytest.mark.parametrize("n", [1, 2, 3, 7, 8, 9, 33, 64, 200])
def test_inversions_of_permutations(n):
    rows = kernel.random_permutations(5, n, RANDOM)
    assert kernel.inversions(rows).tolist() == [slow(row) for row in rows.tolist()]
    assert int(kernel.inversions(rows[0])) == slow(rows[0].tolist())


@pytest.mark.parametrize("high", [1, 3, 10, 1000])
def test_inversions_of_any_numbers(high):
    for rows in (RANDOM.integers(0, high, (20, 13)), RANDOM.integers(0, high, (20, 13)) / 7):
        assert kernel.inversions(rows).tolist() == [slow(row) for row in rows.tolist()]


def test_inversions_of_rows_that_are_almost_permutations():
    rows = np.array([[1, 2, 2], [3, 1, 3], [1, 3, 2]])
    assert kernel.inversions(rows).tolist() == [0, 1, 1]


def test_inversions_of_long_rows():
    row = RANDOM.permutation(40_000) + 1
    assert int(kernel.inversions(row)) == sum(
        int((row[max(0, s - 0) : s + 500][None] < row[s : s + 500][:, None]).astype(int)[np.triu_indices(500, 1)].sum())
        + int((row[s + 500 :][None] < row[s : s + 500][:, None]).sum())
        for s in range(0, 40_000, 500)
    )


def test_inversion_table_and_digits():
    for row in kernel.random_permutations(10, 12, RANDOM).tolist():
        larger_before = [sum(x > number for x in row[: row.index(number)]) for number in range(1, 13)]
        assert kernel.inversion_table(np.array(row)).tolist() == larger_before


def test_group_operations():
    p, q = kernel.random_permutations(9, 6, RANDOM), kernel.random_permutations(9, 6, RANDOM)
    for x, y, both in zip(p.tolist(), q.tolist(), kernel.compose(p, q).tolist(), strict=True):
        assert both == [x[number - 1] for number in y]
    assert (kernel.compose(p, kernel.inverse(p)) == np.arange(1, 7)).all()


def longest(row):
    best = []
    for i, x in enumerate(row):
        best.append(1 + max((best[j] for j in range(i) if row[j] < x), default=0))
    return max(best)


def orbits(row):
    seen, count = set(), 0
    for start in range(1, len(row) + 1):
        count += start not in seen
        while start not in seen:
            seen.add(start)
            start = row[start - 1]
    return count


@pytest.mark.parametrize("n", [1, 2, 5, 30])
def test_subsequences_and_cycles(n):
    rows = kernel.random_permutations(30, n, RANDOM)
    assert kernel.longest_increasing(rows).tolist() == [longest(row) for row in rows.tolist()]
    assert kernel.cycles(rows).tolist() == [orbits(row) for row in rows.tolist()]


def test_one_long_cycle():
    for n in (2, 3, 8, 9, 17):
        row = np.roll(np.arange(1, n + 1), 1)
        assert int(kernel.cycles(row)) == 1
        assert kernel.cycle_text(tuple(row.tolist())).count(" ") == n - 1


def test_transpositions():
    rows, pairs = kernel.transpositions(5)
    assert len(rows) == 10
    for row, (i, j) in zip(rows.tolist(), pairs, strict=True):
        assert kernel.cycle_text(tuple(row)) == f"({i} {j})"
