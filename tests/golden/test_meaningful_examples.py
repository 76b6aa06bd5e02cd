"""Examples 1 to 10 and Table 1 of Ferrante, Ferro and Fuhr 2021 (004): statements, verdicts, and what flips them."""

import numpy as np
import pytest
from scipy.stats import gmean

import intervale as iv
from intervale.statements.transformations import Affine, Relabelled, Stretched, is_permissible

COUNTRIES = {"France": (5, 41), "Germany": (4, 13), "Greece": (3, -10), "Italy": (2, 23), "Spain": (1, 17)}
PEOPLE = ["Spain"] * 5 + ["Germany"] * 3 + ["Greece", "Italy"]
WINES = (3, 6, 12, 17, 32, 50, 2000)
WINERIES = {"X": [6, 6, 12, 17, 32], "Y": [3, 3, 3, 12, 50]}
CELSIUS = {"Paris": [2, 2, 4, 8, 36], "Rome": [1, 2, 4, 15, 34]}
FAHRENHEIT = Affine(1.8, 32.0)


def scores(table, scale):
    from intervale.statements.scores import scores_of

    return scores_of(iv.read_scores(table, scale=scale), None, None, None)


def on(change, table):
    values = change.apply(scores(table, "ratio").values)
    return {name: row[~np.isnan(row)].tolist() for name, row in zip(table, values, strict=True)}


def test_countries_on_a_nominal_scale():
    """Examples 1 and 5: the mode says where most people come from; the lowest quartile says nothing."""
    people = {"people": [COUNTRIES[country][0] for country in PEOPLE]}
    printed = Relabelled(*(tuple(float(labels[n]) for labels in COUNTRIES.values()) for n in (0, 1)))
    assert is_permissible(printed, scores(people, "nominal"))
    assert not is_permissible(printed, scores(people, "ordinal"))
    assert iv.meaningful(iv.read_scores(people, scale="nominal"), "mode(people) = 1").meaningful
    quartile = iv.meaningful(iv.read_scores(people, scale="nominal"), "quantile(people, 0.25) = 1")
    assert quartile.truth
    assert quartile.meaningful.holds is False
    other = on(printed, people)
    assert np.quantile(other["people"], 0.25) == COUNTRIES["Germany"][1]  # 13, as printed, and no longer Spain's 17
    assert iv.meaningful(iv.read_scores(other, scale="nominal"), "mode(people) = 17").truth
    assert not iv.meaningful(iv.read_scores(other, scale="nominal"), "quantile(people, 0.25) = 17").truth
    assert is_permissible(quartile.flip.change, scores(people, "nominal"))


def test_germany_less_greece_is_not_spain():
    """Example 1: a difference on a nominal scale names another country on another scale."""
    labels = {"c": {name: values[0] for name, values in COUNTRIES.items()}}
    said = "(score(c, Germany) - score(c, Greece)) / (score(c, Spain) - 0) = 1"
    found = iv.meaningful(iv.read_scores(labels, scale="nominal"), said)
    assert found.truth
    assert found.meaningful.holds is False


def test_wines_on_an_ordinal_scale():
    """Examples 2 and 6: medians may be compared, means may not."""
    squares = Stretched(tuple(map(float, WINES)), tuple(float(x * x) for x in WINES))
    assert is_permissible(squares, scores(WINERIES, "ordinal"))
    assert iv.meaningful(iv.read_scores(WINERIES, scale="ordinal"), "median(X) > median(Y)").meaningful
    means = iv.meaningful(iv.read_scores(WINERIES, scale="ordinal"), "mean(X) > mean(Y)")
    assert (means.truth, means.meaningful.holds) == (True, False)
    assert means.sides == pytest.approx((14.6, 14.2))
    squared = on(squares, WINERIES)
    assert [np.mean(squared[w]) for w in "XY"] == pytest.approx([305.8, 534.2])
    assert [np.median(squared[w]) for w in "XY"] == [144, 9]
    assert not iv.meaningful(iv.read_scores(squared, scale="ordinal"), "mean(X) > mean(Y)").truth
    assert str(means.flip) == "f(x) = x for x < 50, x + 5 from there on"
    assert (means.flip.left, means.flip.right) == pytest.approx((14.6, 15.2))


def test_twice_as_sweet_and_so_much_more():
    """Example 2: neither a ratio nor a difference of categories."""
    wines = {"wine": {"brut": 12, "extra brut": 6, "extra dry": 17, "sec": 32}}
    twice = iv.meaningful(iv.read_scores(wines, scale="ordinal"), 'score(wine, brut) = 2 * score(wine, "extra brut")')
    assert (twice.truth, twice.meaningful.holds) == (True, False)
    more, ratio = 'score(wine, brut) > score(wine, "extra brut")', 'score(wine, brut) / score(wine, "extra brut") = 2'
    assert iv.meaningful(iv.read_scores(wines, scale="ordinal"), more).meaningful
    assert iv.meaningful(iv.read_scores(wines, scale="ratio"), ratio).meaningful


def test_temperatures_on_an_interval_scale():
    """Examples 3 and 7: differences and means may be compared, multiples and geometric means may not."""
    days = {"today": {"Rome": 20, "Oslo": 10}, "then": {"Rome": 12, "Oslo": 7}}
    twice = "(score(today, Rome) - score(today, Oslo)) / (score(then, Rome) - score(then, Oslo)) = 2"
    assert iv.meaningful(iv.read_scores(days, scale="interval"), twice).truth
    assert iv.meaningful(iv.read_scores(days, scale="interval"), twice).meaningful
    assert iv.meaningful(iv.read_scores(days, scale="ordinal"), twice).meaningful.holds is False
    hot = iv.meaningful(iv.read_scores(days, scale="interval"), "score(today, Rome) = 2 * score(today, Oslo)")
    assert (hot.truth, hot.meaningful.holds) == (True, False)
    assert FAHRENHEIT.apply(np.array([20.0, 10.0])).tolist() == [68, 50]
    assert 68 / 50 == 1.36

    warm = on(FAHRENHEIT, CELSIUS)
    assert warm["Paris"] == pytest.approx([35.6, 35.6, 39.2, 46.4, 96.8])
    assert warm["Rome"] == pytest.approx([33.8, 35.6, 39.2, 59.0, 93.2])
    for said in ("median(Paris) = median(Rome)", "mean(Paris) < mean(Rome)"):
        found = iv.meaningful(iv.read_scores(CELSIUS, scale="interval"), said)
        assert found.truth
        assert found.meaningful
        assert iv.meaningful(iv.read_scores(warm, scale="interval"), said).truth
    assert [np.mean(warm[city]) for city in warm] == pytest.approx([50.72, 52.16])
    product = iv.meaningful(iv.read_scores(CELSIUS, scale="interval"), "gmean(Paris) > gmean(Rome)")
    assert (product.truth, product.meaningful.holds) == (True, False)
    assert [round(gmean(CELSIUS[city]), 2) for city in CELSIUS] == [5.40, 5.27]
    assert [round(gmean(warm[city]), 2) for city in warm] == [46.74, 48.17]
    assert not iv.meaningful(iv.read_scores(warm, scale="interval"), "gmean(Paris) > gmean(Rome)").truth
    assert isinstance(product.flip.change, Affine)
    assert iv.meaningful(iv.read_scores(CELSIUS, scale="ratio"), "gmean(Paris) > gmean(Rome)").meaningful


def test_distances_on_a_ratio_scale():
    """Examples 4 and 8. Printed is 248.54 ~ 5 · 1,242.74, which is the wrong way round: 1,242.74 is 5 times 248.55."""
    miles = Affine(0.621371)
    distances = {"Rome": {"Padua": 400, "Oslo": 2000}}
    five = iv.meaningful(iv.read_scores(distances, scale="ratio"), "score(Rome, Oslo) / score(Rome, Padua) = 5")
    assert five.truth
    assert five.meaningful
    padua, oslo = miles.apply(np.array([400.0, 2000.0]))
    assert (round(padua, 2), round(oslo, 2)) == (248.55, 1242.74)
    assert oslo == pytest.approx(5 * padua)
    assert padua != pytest.approx(5 * oslo)
    assert iv.meaningful(iv.read_scores(distances, scale="interval"), "score(Rome, Oslo) / score(Rome, Padua) = 5").flip
    kelvin = {"thing": {"cold": 273.0, "hot": 546.0}}
    half = "score(thing, cold) / score(thing, hot) = 0.5"
    assert iv.meaningful(iv.read_scores(kelvin, scale="ratio"), half).meaningful
    celsius = iv.meaningful(iv.read_scores(kelvin, scale="interval"), half)
    assert (celsius.truth, celsius.meaningful.holds) == (True, False)
    assert is_permissible(Affine(1.0, -273.0), scores(kelvin, "interval"))
    assert not is_permissible(Affine(1.0, -273.0), scores(kelvin, "ratio"))


def evaluated(grades_of, measure, base):
    """Scores of judged runs that are written as grades, with a recall base."""
    topics = [str(n + 1) for n in range(len(next(iter(grades_of.values()))))]
    qrels = {t: {f"{t}-{d}": 1 for d in range(base)} for t in topics}
    runs = {}
    for system, profiles in grades_of.items():
        runs[system] = {}
        for topic, profile in zip(topics, profiles, strict=True):
            relevant = iter(range(base))
            names = [f"{topic}-{next(relevant)}" if grade else f"x{n}" for n, grade in enumerate(profile)]
            runs[system][topic] = {name: float(len(names) - n) for n, name in enumerate(names)}
    return iv.evaluate(qrels, runs, [measure])


def test_reciprocal_ranks():
    """Example 9: A has the larger mean reciprocal rank, B the better mean rank."""
    table = evaluated({"A": [(1, 0, 0, 0), (0, 0, 0, 1)], "B": [(0, 1, 0, 0), (0, 1, 0, 0)]}, "RR@4", 1)
    found = iv.meaningful(table, "mean(A) > mean(B)")
    assert found.sides == (0.625, 0.5)
    assert (found.truth, found.meaningful.holds, found.scale) == (True, False, "ordinal")
    ranks = Stretched((0.25, 1 / 3, 0.5, 1.0), (-4.0, -3.0, -2.0, -1.0))
    assert is_permissible(ranks, scores({"A": [1, 0.25], "B": [0.5, 0.5]}, "ordinal"))
    values = ranks.apply(table.matrix("RR@4"))
    assert values.mean(axis=1).tolist() == [-2.5, -2.0]
    assert iv.meaningful(iv.evaluate(*_nothing()), "mean(A) > mean(B)").meaningful  # equal scores stay equal


def _nothing():
    qrels = {"1": {"a": 1}}
    run = {"1": {"a": 1.0}}
    return qrels, {"A": run, "B": run}, ["RR@4"]


def test_average_precision():
    """Example 10, Table 1: means of AP as printed; neither comparison is meaningful."""
    runs = {
        "A": [(1, 1, 1, 0), (1, 0, 0, 1)],
        "B": [(1, 1, 0, 1), (1, 0, 1, 0)],
        "C": [(0, 0, 1, 0), (0, 1, 0, 1)],
        "D": [(0, 0, 0, 1), (0, 1, 1, 0)],
    }
    table = evaluated(runs, "AP@4", 4)
    means = {system: round(table.mean(system, "AP@4"), 4) for system in runs}
    assert means == {"A": 0.5625, "B": 0.5521, "C": 0.1667, "D": 0.1771}
    for said in ("mean(A) > mean(B)", "mean(C) < mean(D)"):
        for topics in ("shared", "own"):
            found = iv.meaningful(table, said, topic_scale=topics)
            assert (found.truth, found.meaningful.holds) == (True, False)
    ranked = evaluated(runs, "interval(AP@4)", 4)
    assert ranked.mean("A", "interval(AP@4)") != ranked.mean("B", "interval(AP@4)")
    assert iv.meaningful(ranked, "mean(A) > mean(B)", topic_scale="shared").meaningful
