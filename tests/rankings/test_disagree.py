"""Where metrics disagree on rankings: against all pairs and all sets of metrics."""

from itertools import combinations

import numpy as np
import pytest

from intervale.errors import InputError, OptionError
from intervale.rankings import disagreements, evaluate

METRICS = ["tau", "rho", "nDCG", "recall", "Cayley", "footrule", "MRR"]


def sign(x):
    return (x > 0) - (x < 0)


@pytest.mark.parametrize("seed", range(8))
def test_pairs_and_cover_by_brute_force(seed):
    rng = np.random.default_rng(seed)
    items = list("abcde")
    rankings = {f"r{i}": rng.permutation(items).tolist() for i in range(6)}
    found = disagreements(items, rankings, METRICS, k=2)
    scores = evaluate(items, rankings, METRICS, k=2)
    names = list(scores.metrics)
    value = {m: {r: scores[r, m].exact * scores.metrics[m].direction for r in rankings} for m in names}
    said = {m: [sign(value[m][x] - value[m][y]) for x, y in combinations(rankings, 2)] for m in names}
    for (a, b), counts in found.counts.items():
        assert counts.ratio * 15 == sum(x == y for x, y in zip(said[a], said[b], strict=True))
        wrong = {frozenset(p) for p, x, y in zip(combinations(rankings, 2), said[a], said[b], strict=True) if x * y < 0}
        assert {frozenset(pair) for pair in found.pairs(a, b)} == wrong
    split = [place for place in range(15) if len({said[m][place] for m in names}) > 1]
    covers = [
        chosen
        for size in range(len(names) + 1)
        for chosen in combinations(names, size)
        if all(len({said[m][place] for m in chosen}) > 1 for place in split)
    ]
    assert found.cover() in covers
    assert len(found.cover()) == len(covers[0])


def test_no_disagreement_needs_no_metric():
    assert disagreements(list("abc"), {"x": list("acb"), "y": list("cba")}, ["tau", "NDPM"]).cover() == ()


def test_what_cannot_be_compared():
    with pytest.raises(OptionError, match="at least two metrics"):
        disagreements(list("abc"), {"x": list("acb"), "y": list("cba")}, ["tau"])
    with pytest.raises(InputError, match="different numbers of items"):
        disagreements(list("abc"), {"x": list("acb"), "y": list("ba")}, ["tau", "MSE"], missing="common")
    with pytest.raises(InputError, match="Kendall tau is undefined for y"):
        disagreements(list("abc"), {"x": list("acb"), "y": [list("bac")]}, ["tau", "MSE"], ties="min")
