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
    names = list(found.levels)
    assert set(names) == set(scores.metrics)
    value = {m: {r: scores[r, m].exact * scores.metrics[m].direction for r in rankings} for m in names}
    said = {m: [sign(value[m][x] - value[m][y]) for x, y in combinations(rankings, 2)] for m in names}
    for (a, b), counts in found.counts.items():
        assert counts.ratio * 15 == sum(x == y for x, y in zip(said[a], said[b], strict=True))
        wrong = {frozenset(p) for p, x, y in zip(combinations(rankings, 2), said[a], said[b], strict=True) if x * y < 0}
        assert {frozenset(pair) for pair in found.pairs(a, b)} == wrong
        opposite = [any({x, y} <= set(three) for x, y in map(tuple, wrong)) for three in combinations(rankings, 3)]
        assert found.triples[a, b] == sum(opposite)
    most = min(found.counts, key=lambda pair: sum(x == y for x, y in zip(*(said[m] for m in pair), strict=True)))
    assert found.counts[found.most].ratio == found.counts[most].ratio
    split = [place for place in range(15) if len({said[m][place] for m in names}) > 1]
    covers = [
        chosen
        for size in range(len(names) + 1)
        for chosen in combinations(names, size)
        if all(len({said[m][place] for m in chosen}) > 1 for place in split)
    ]
    assert found.cover.names in covers
    assert (len(found.cover.names), found.cover.fewest) == (len(covers[0]), True)


def test_no_disagreement_needs_no_metric():
    assert disagreements(list("abc"), {"x": list("acb"), "y": list("cba")}, ["tau", "NDPM"]).cover.names == ()


def test_what_cannot_be_compared():
    with pytest.raises(OptionError, match="at least two metrics"):
        disagreements(list("abc"), {"x": list("acb"), "y": list("cba")}, ["tau"])
    other = {"x": list("acb"), "y": list("ba")}
    with pytest.raises(InputError, match="y does not rank 'c', which reference does; use missing='common'"):
        disagreements(list("abc"), other, ["tau", "MSE"])
    with pytest.raises(InputError, match="y does not rank 'c' and 1 more"):
        disagreements(list("abc"), {"x": list("acb"), "y": list("bda")}, ["tau", "MSE"])
    with pytest.raises(InputError, match="nDCG cannot be compared exactly for x with 3 items and y with 2"):
        disagreements(list("abc"), other, ["tau", "nDCG"], missing="common")
    with pytest.raises(InputError, match="Kendall tau is undefined for y"):
        disagreements(list("abc"), {"x": list("acb"), "y": [list("bac")]}, ["tau", "MSE"], ties="min")


@pytest.mark.parametrize("missing", ["common", "bottom"])
@pytest.mark.parametrize("seed", range(4))
def test_rankings_of_other_items_are_ordered_by_the_values_of_evaluate(seed, missing):
    """Lists of the top 4 of 7 items, with ties, against a list of the top 5."""
    rng = np.random.default_rng(seed)
    rankings = {}
    for number in range(6):
        a, b, c, d = rng.permutation(list("abcdefg"))[:4].tolist()
        rankings[f"r{number}"] = [a, b, [c, d]] if number % 2 else [a, b, c, d]
    options = {"ties": "average", "missing": missing}
    found = disagreements(list("abcde"), rankings, ["Kendall", "footrule", "MAPE", "MAE"], **options)
    scores = evaluate(list("abcde"), rankings, ["Kendall", "footrule", "MAPE", "MAE"], **options)
    assert len(set(scores.items.values())) > 1
    for name, levels in found.levels.items():
        exact = [scores[ranking, name].exact * scores.metrics[name].direction for ranking in rankings]
        for i, j in combinations(range(6), 2):
            assert sign(int(levels[i] - levels[j])) == sign(exact[i] - exact[j])


def test_any_reference_is_the_identity_after_renaming():
    """AR with σ is AR with the identity once items are renamed, for all metrics (Definition 2)."""
    rng = np.random.default_rng(5)
    rankings = {f"r{i}": rng.permutation(list("abcde")).tolist() for i in range(7)}
    renamed = dict(zip("cadeb", "abcde", strict=True))
    other = {name: [renamed[item] for item in row] for name, row in rankings.items()}
    one, two = disagreements(list("cadeb"), rankings, METRICS), disagreements(list("abcde"), other, METRICS)
    assert one.counts == two.counts
    assert one.triples == two.triples


@pytest.mark.parametrize("name", ["nDCG", "normalised(DCG)", "normalised(Spearman)"])
def test_metrics_that_exact_numbers_cannot_compare_are_refused(name):
    rankings = {"x": ["d", "a", "b"], "y": ["b", "a"], "z": ["d", "b", "c"]}
    with pytest.raises(InputError, match=r"cannot be compared exactly for x with 3 items and y with 2"):
        disagreements(["a", "b", "c", "d"], rankings, [name, "tau"], missing="common")


def test_geometric_means_of_other_items_are_ordered_by_their_products():
    """k is the same for all rankings, so that the product of the positions grows with its root."""
    rankings = {"x": ["d", "a", "b"], "y": ["b", "a"], "z": ["d", "b", "c"]}
    found = disagreements(["a", "b", "c", "d"], rankings, ["GMR", "MAE"], missing="common", k=2)
    scores = evaluate(["a", "b", "c", "d"], rankings, ["GMR"], missing="common", k=2)
    for (i, one), (j, other) in combinations(enumerate(rankings), 2):
        closer = sign(scores[other, "GMR"].value - scores[one, "GMR"].value)  # a smaller mean is closer
        assert sign(int(found.levels["GMR"][i] - found.levels["GMR"][j])) == closer


def test_a_reference_with_other_ties_is_another_one():
    """Of three items each, a and b tie nothing, b and c do: nDCG divides by other numbers."""
    rankings = {"x": ["d", "a", "b"], "z": ["d", "b", "c"]}
    with pytest.raises(InputError, match="nDCG cannot be compared exactly for x and z, which rank different items"):
        disagreements(["a", ["b", "c"], "d"], rankings, ["nDCG", "tau"], ties="average", missing="common")


def test_pairs_of_metrics_in_any_order_and_by_any_name():
    rankings = {"x": ["b", "a", "c", "d"], "y": ["a", "b", "d", "c"], "z": ["b", "d", "a", "c"]}
    found = disagreements(["a", "b", "c", "d"], rankings, ["tau", "nDCG"])
    one, other = found["tau", "nDCG"], found["nDCG", "Kendall tau"]
    assert (one.ratio, one.tied_first) == (other.ratio, other.tied_second)
    assert found.pairs("tau", "nDCG") == []
    with pytest.raises(OptionError, match="recall is not here; the metrics are: nDCG, Kendall tau"):
        found["recall", "tau"]
    for pair in (0, "tau", ("tau", "nDCG", "x")):
        with pytest.raises(OptionError, match=r"is not two metrics: write found\[metric, metric\]"):
            found[pair]
    with pytest.raises(OptionError, match=r"unknown ranking metric \['tau'\]"):
        found[["tau"], "nDCG"]
    with pytest.raises(OptionError, match="Kendall tau is named twice; name two metrics"):
        found["tau", "Kendall tau"]
