"""Sentences of every form against brute force: all increasing maps onto a grid, and all independent maps by topic."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy.stats import t

import intervale as iv
from intervale.errors import OptionError
from intervale.statements.transformations import is_permissible
from tests.sizes import LONG, MORE

QUICK = {"tries": 40, "draws": 0}
GRID = 9


def middle(values):
    """Twice the median of the last axis."""
    ordered = np.sort(values, axis=-1)
    return ordered[..., (ordered.shape[-1] - 1) // 2] + ordered[..., ordered.shape[-1] // 2]


def spread(values):
    """Whole multiples of the variance."""
    number = values.shape[-1]
    return number * (values**2).sum(axis=-1) - values.sum(axis=-1) ** 2


def apart(v):
    """The variance of the differences."""
    return np.var(v[:, 0] - v[:, 1], axis=1, ddof=1)


def lower(differences, confidence):
    """The lower end of Student's interval of their mean."""
    number = differences.shape[1]
    half = t.ppf(0.5 + confidence / 2, number - 1) * differences.std(axis=1, ddof=1) / np.sqrt(number)
    return differences.mean(axis=1) - half


def rank(totals, place):
    return 1 + (totals > totals[:, [place]]).sum(axis=1)


# Each sentence, and when it is true: by the scores v (maps × systems × topics), their sums by system, and what a number
# moves to (the n-th of 0 and 1).
TWO = {
    "mean(A) - mean(B) > 1": lambda v, s, n: s[:, 0] - s[:, 1] > v.shape[2] * (n[1] - n[0]),
    "mean(A) > mean(B) + 1": lambda v, s, n: s[:, 0] - s[:, 1] > v.shape[2] * (n[1] - n[0]),
    "mean(A) + mean(B) >= 2": lambda v, s, n: s[:, 0] + s[:, 1] >= 2 * v.shape[2] * n[1],
    "abs(mean(A) - mean(B)) < 1": lambda v, s, n: np.abs(s[:, 0] - s[:, 1]) < v.shape[2] * (n[1] - n[0]),
    "abs(mean(A) - mean(B)) >= 1": lambda v, s, n: np.abs(s[:, 0] - s[:, 1]) >= v.shape[2] * (n[1] - n[0]),
    "not mean(A) > mean(B)": lambda v, s, n: s[:, 0] <= s[:, 1],
    "mean(A - B) > 0": lambda v, s, n: s[:, 0] > s[:, 1],
    "mean(A - B) > 1": lambda v, s, n: s[:, 0] - s[:, 1] > v.shape[2] * (n[1] - n[0]),
    "median(A - B) > 0": lambda v, s, n: middle(v[:, 0] - v[:, 1]) > 0,
    "median(A - B) >= 1": lambda v, s, n: middle(v[:, 0] - v[:, 1]) >= 2 * (n[1] - n[0]),
    "A > B on most topics": lambda v, s, n: 2 * (v[:, 0] > v[:, 1]).sum(axis=1) > v.shape[2],
    "A >= B on all topics": lambda v, s, n: (v[:, 0] >= v[:, 1]).all(axis=1),
    "wins(A, B) > losses(A, B)": lambda v, s, n: (v[:, 0] > v[:, 1]).sum(axis=1) > (v[:, 0] < v[:, 1]).sum(axis=1),
    "ties(A, B) = 1": lambda v, s, n: (v[:, 0] == v[:, 1]).sum(axis=1) == 1,
    "mean(A) > mean(B) and A > B on 1": lambda v, s, n: (s[:, 0] > s[:, 1]) & (v[:, 0, 0] > v[:, 1, 0]),
    "mean(A) > mean(B) or A > B on 1": lambda v, s, n: (s[:, 0] > s[:, 1]) | (v[:, 0, 0] > v[:, 1, 0]),
    "mean(A) > mean(B) and not A > B on most topics": lambda v, s, n: (
        (s[:, 0] > s[:, 1]) & (2 * (v[:, 0] > v[:, 1]).sum(axis=1) <= v.shape[2])
    ),
    "sd(A) > sd(B)": lambda v, s, n: spread(v[:, 0]) > spread(v[:, 1]),
    "var(A) >= var(B)": lambda v, s, n: spread(v[:, 0]) >= spread(v[:, 1]),
    "ci(A, B, 0.5) > 1": lambda v, s, n: lower(v[:, 0] - v[:, 1], 0.5) > n[1] - n[0],
    "ci(A, B, 0.5) < -1": lambda v, s, n: lower(v[:, 1] - v[:, 0], 0.5) > n[1] - n[0],
    "d(A, B) > 1": lambda v, s, n: s[:, 0] - s[:, 1] > np.sqrt(v.shape[2] ** 2 * apart(v)),
    "sd(A) > 2 * sd(B)": lambda v, s, n: spread(v[:, 0]) > 4 * spread(v[:, 1]),
    "2 * var(A) < var(B)": lambda v, s, n: 2 * spread(v[:, 0]) < spread(v[:, 1]),
    "sd(A) > 1": lambda v, s, n: spread(v[:, 0]) > v.shape[2] * (v.shape[2] - 1) * (n[1] - n[0]) ** 2,
}
THREE = {
    "mean(A) > mean(B) > mean(C)": lambda v, s, n: (s[:, 0] > s[:, 1]) & (s[:, 1] > s[:, 2]),
    "A is best": lambda v, s, n: s[:, 0] > s[:, 1:].max(axis=1),
    "mean(A) is the smallest": lambda v, s, n: s[:, 0] < s[:, 1:].min(axis=1),
    "rank(A) = 1": lambda v, s, n: rank(s, 0) == 1,
    "rank(A) = 2": lambda v, s, n: rank(s, 0) == 2,
    "rank(A) <= 2": lambda v, s, n: rank(s, 0) <= 2,
    "mean(A) + mean(B) > 2 * mean(C)": lambda v, s, n: s[:, 0] + s[:, 1] > 2 * s[:, 2],
    "mean(A) - mean(B) > mean(B) - mean(C)": lambda v, s, n: s[:, 0] + s[:, 2] > 2 * s[:, 1],
    "mean(A) > mean(B) or mean(C) > mean(B)": lambda v, s, n: (s[:, 0] > s[:, 1]) | (s[:, 2] > s[:, 1]),
    "not (mean(A) > mean(B) and mean(C) > mean(B))": lambda v, s, n: ~((s[:, 0] > s[:, 1]) & (s[:, 2] > s[:, 1])),
    "mean(A) = mean(B) or mean(A) = mean(C)": lambda v, s, n: (s[:, 0] == s[:, 1]) | (s[:, 0] == s[:, 2]),
}
MULTIPLES = {
    "mean(A) > 2 * mean(B)": lambda v, s, n: s[:, 0] > 2 * s[:, 1],
    "mean(A) / mean(B) > 2": lambda v, s, n: np.where(s[:, 1] > 0, s[:, 0] > 2 * s[:, 1], s[:, 0] < 2 * s[:, 1]),
    "A improves over B by 50%": lambda v, s, n: np.where(
        s[:, 1] > 0, 2 * (s[:, 0] - s[:, 1]) >= s[:, 1], 2 * (s[:, 0] - s[:, 1]) <= s[:, 1]
    ),
}
"""Those that depend on where 0 is; a mean of 0 is left out of ratios."""
MOST_OPEN = {"d(A, B) > 1": 0.2, "median(A - B) > 0": 0.01, "median(A - B) >= 1": 0.3, "sd(A) > 1": 0.05}
"""The share of tables that may stay undecided, where it is not 0."""


def shared_maps(low):
    """The values 0, 1, 2 to whole numbers from ``low`` on, in order."""
    return np.array(list(combinations(range(low, low + GRID), 3)))


def reached(table, *, own, low=0):
    """Scores under all maps, and where 0 and 1 go, which move with their own scale where topics do."""
    table = np.array(table)
    if not own:
        maps = shared_maps(low)
        return maps[:, table], (maps[:, 0], maps[:, 1])
    columns = [*(sorted(set(column)) for column in table.T), [0, 1]]
    ways = [np.array(list(combinations(range(low, low + 6), len(values)))) for values in columns]
    chosen = np.array(list(product(*(range(len(way)) for way in ways))))
    topics = []
    for place, column in enumerate(table.T):
        at = [columns[place].index(x) for x in column]
        topics.append(ways[place][chosen[:, place]][:, at])
    numbers = ways[-1][chosen[:, -1]]
    return np.stack(topics, axis=2), (numbers[:, 0], numbers[:, 1])


def check(said, true, systems, table, *, own, low=0):
    """The verdict agrees with all maps; what flips is permissible and flips. Whether it was decided."""
    values, numbers = reached(table, own=own, low=low)
    sums = values.sum(axis=2)
    defined = sums[:, 1] != 0 if "/" in said or "improves" in said else np.ones(len(sums), dtype=bool)
    truths = set(true(values, sums, numbers)[defined].tolist())
    scores = dict(zip(systems, table, strict=True))
    if ("/" in said or "improves" in said) and not sum(scores["B"]):
        return True  # not defined as it is
    evaluation = iv.read_scores(scores, scale="ordinal", topic_scale="own" if own else "shared")
    try:
        found = iv.meaningful(evaluation, said, **QUICK)
    except OptionError:  # d of differences that are all the same
        assert said.startswith("d(")
        return True
    now = np.array([table])
    assert found.truth == bool(true(now, now.sum(axis=2), (np.array([0]), np.array([1])))[0])
    truths.add(found.truth)
    if found.meaningful.holds is None:
        return False
    if found.meaningful.holds:
        assert len(truths) == 1, (said, table, own)
        return True
    case = found.statement.case(iv.statements.scores.Source(evaluation), iv.stats.outcome.Setting(0.05, 10, 0))
    assert is_permissible(found.flip.change, case.scores), (said, table, str(found.flip))
    assert case.truth(found.flip.change.apply(case.scores.values)).holds != found.truth
    return True


TABLES = list(product(range(3), repeat=6))


def some(step):
    """All tables where there is time (``make exhaustive``), else every so many."""
    return TABLES[:: 1 if LONG else max(1, step // 3) if MORE else step]


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("said", TWO)
def test_two_systems_on_three_topics(said, own):
    """Tables of three values."""
    tables = some(37 if own else 11)
    opened = sum(not check(said, TWO[said], "AB", np.reshape(table, (2, 3)).tolist(), own=own) for table in tables)
    assert opened <= MOST_OPEN.get(said, 0) * len(tables), f"{opened} of {len(tables)} are not decided"


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("said", THREE)
def test_three_systems_on_two_topics(said, own):
    tables = some(37 if own else 11)
    opened = sum(not check(said, THREE[said], "ABC", np.reshape(table, (3, 2)).tolist(), own=own) for table in tables)
    assert not opened, f"{opened} of {len(tables)} are not decided"


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("said", MULTIPLES)
def test_multiples_and_ratios(said, own):
    """Maps around 0, as the zero of an ordinal scale is free."""
    tables = some(61 if own else 17)
    cells = [np.reshape(table, (2, 3)).tolist() for table in tables]
    assert all(check(said, MULTIPLES[said], "AB", table, own=own, low=-4) for table in cells)
