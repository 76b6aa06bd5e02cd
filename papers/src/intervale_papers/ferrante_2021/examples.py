"""Claims of §I and §III: scales, what they permit, and Examples 1 to 8."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import prod
from statistics import fmean, median, mode, quantiles

import intervale as iv
from intervale_papers.ferrante_2021.findings import conditional, confirmed, evaluated, refuted
from intervale_papers.register import Finding, claim

PEOPLE = ["Spain"] * 5 + ["Germany"] * 3 + ["Greece", "Italy"]
LABELS = {"France": 5, "Germany": 4, "Greece": 3, "Italy": 2, "Spain": 1}
OTHER_LABELS = {"France": 41, "Germany": 13, "Greece": -10, "Italy": 23, "Spain": 17}
SUGAR = (3, 6, 12, 17, 32, 50, 2000)
WINERIES = {"X": [6, 6, 12, 17, 32], "Y": [3, 3, 3, 12, 50]}
CELSIUS = {"Paris": [2, 2, 4, 8, 36], "Rome": [1, 2, 4, 15, 34]}
ORDINAL_TESTS, INTERVAL_TESTS = ("sign", "rank-sum", "kruskal-wallis", "friedman"), ("signed-rank", "t", "anova1")


def _fahrenheit(celsius: float) -> float:
    return celsius * 9 / 5 + 32


def _says(said: str, scores: object, scale: str) -> tuple[bool, bool | None]:
    """Whether a statement is true, and whether it is meaningful."""
    found = iv.meaningful(iv.read_scores(scores, scale=scale), said)
    return found.truth, found.meaningful.holds


@claim("004/1/rr-intervals", "§I, on reciprocal rank", "all intervals of RR have different lengths")
def rr_intervals() -> Finding:
    equal = []
    for length in range(1, 31):
        steps = iv.interval_scale("RR", length=length).steps
        between = [Fraction(1, k) - Fraction(1, k + 1) for k in range(1, length)]
        if len(set(between)) < len(between):
            return confirmed(False, length)
        equal += [length] if len(set(steps)) < len(steps) else []
    right = equal == [k * (k + 1) for k in range(1, 6)]
    return conditional(
        right, equal, "between ranks; with 0, two steps are equal at N = k(k + 1): 1/N = 1/k − 1/(k + 1)"
    )


@claim("004/1/rank-correlation", "§I, list of scales", "rank correlation asks for an interval scale")
def rank_correlation() -> Finding:
    scores = {"A": [1, 2, 3, 4, 9], "B": [1, 2, 3, 5, 4]}
    found = {said: _says(f"{said}(A, B) > 0.7", scores, "ordinal") for said in ("tau", "pearson")}
    means = {"A": [1, 4], "B": [2, 2]}
    right = found["tau"] == (True, True) and found["pearson"][1] is False
    return conditional(
        right and _says("mean(A) > mean(B)", means, "ordinal")[1] is False,
        found,
        "an ordinal scale is enough for tau of two lists of scores; for Pearson's, and for tau of means, it is not",
    )


@claim("004/3.2/example-1", "§III-B1, Example 1", "Germany less Greece is Spain by one measurement, Italy by the other")
def example_1() -> Finding:
    named = [
        next(name for name, label in labels.items() if label == labels["Germany"] - labels["Greece"])
        for labels in (LABELS, OTHER_LABELS)
    ]
    said = "(score(c, Germany) - score(c, Greece)) / (score(c, Spain) - 0) = 1"
    right = named == ["Spain", "Italy"] and _says(said, {"c": LABELS}, "nominal") == (True, False)
    return confirmed(right, named, "and iv.meaningful finds a relabelling that makes it false")


@claim(
    "004/3.2/example-2-squares", "§III-B2, Example 2", "the squares of the seven labels are a scale of the same order"
)
def example_2_squares() -> Finding:
    printed = (9, 36, 144, 289, 1024, 2500, 4_000_000)
    right = tuple(x * x for x in SUGAR) == printed and sorted(printed) == list(printed)
    return confirmed(right, dict(zip(SUGAR, printed, strict=True)))


@claim(
    "004/3.2/example-2",
    "§III-B2, Example 2",
    "twice as sweet and 6 g/l more say nothing on an ordinal scale; order does",
)
def example_2() -> Finding:
    wines = {"wine": {"brut": 12, "extra": 6, "sec": 32, "dry": 17, "none": 0, "six": 6}}
    twice = _says("score(wine, brut) = 2 * score(wine, extra)", wines, "ordinal")
    more = _says(
        "(score(wine, brut) - score(wine, extra)) / (score(wine, six) - score(wine, none)) = 1", wines, "ordinal"
    )
    order = _says("score(wine, brut) > score(wine, extra)", wines, "ordinal")
    ratio = _says("score(wine, brut) / score(wine, extra) = 2", wines, "ratio")
    return confirmed(twice == more == (True, False) and order == ratio == (True, True), (twice, more, order, ratio))


@claim(
    "004/3.2/ratio-of-differences",
    "§III-B3, last formula",
    "ratios of differences survive every affine change of scale",
)
def ratio_of_differences() -> Finding:
    said = "(score(s, a) - score(s, b)) / (score(s, c) - score(s, d)) = 3"
    scores = {"s": {"a": 7, "b": 1, "c": 4, "d": 2}}
    kept = all(
        Fraction((al * 7 + be) - (al * 1 + be), (al * 4 + be) - (al * 2 + be)) == 3
        for al in range(1, 20)
        for be in range(-20, 20)
    )
    found = [_says(said, scores, scale) for scale in ("interval", "ordinal")]
    return confirmed(kept and found == [(True, True), (True, False)], found, "on an ordinal scale they do not")


@claim(
    "004/3.2/example-3",
    "§III-B3, Example 3",
    "20/10 = 2 in Celsius is 1.36 in Fahrenheit; equal increases stay equal (18)",
)
def example_3() -> Finding:
    warm = [_fahrenheit(c) for c in (10, 20, 30)]
    days = {"t": {"a": 10, "b": 20, "c": 30}}
    hot = _says("score(t, b) = 2 * score(t, a)", days, "interval")
    rise = _says("(score(t, b) - score(t, a)) / (score(t, c) - score(t, b)) = 1", days, "interval")
    right = warm[1] / warm[0] == 1.36 and warm[2] - warm[1] == warm[1] - warm[0] == 18
    return confirmed(right and hot == (True, False) and rise == (True, True), warm)


@claim(
    "004/3.3/permitted",
    "§III-C",
    "modes from nominal scales on, medians ordinal, means interval, geometric means ratio",
)
def permitted() -> Finding:
    scores = {"A": [2, 2, 4, 8, 36], "B": [1, 3, 3, 15, 34]}
    scales = [iv.read_scores(scores, scale=scale) for scale in ("nominal", "ordinal", "interval", "ratio")]
    found = {
        said: [iv.meaningful(on, f"{said}(A) {sign} {said}(B)").meaningful.holds for on in scales]
        for said, sign in (("mode", "!="), ("median", ">"), ("mean", "<"), ("gmean", ">"), ("hmean", ">"))
    }
    expected = {"mode": 0, "median": 1, "mean": 2, "gmean": 3, "hmean": 3}
    right = all([bool(x) for x in found[said]] == [n >= first for n in range(4)] for said, first in expected.items())
    return confirmed(right, found, "five scores each; standard deviations are not among the statements")


@claim("004/3.4/mouse", "§III-D, the mouse and the elephant", "a false statement can be meaningful")
def mouse() -> Finding:
    found = _says("score(kg, mouse) > score(kg, elephant)", {"kg": {"mouse": 0.02, "elephant": 5000}}, "ratio")
    return confirmed(found == (False, True), found)


@claim(
    "004/3.4/example-5-mode",
    "§III-D, Example 5",
    "most people come from Spain: the mode is 1, or 17, and may be compared",
)
def example_5_mode() -> Finding:
    one, two = ([labels[name] for name in PEOPLE] for labels in (LABELS, OTHER_LABELS))
    right = (mode(one), mode(two)) == (1, 17) and _says("mode(p) = 1", {"p": one}, "nominal") == (True, True)
    return confirmed(right, (mode(one), mode(two)))


@claim(
    "004/3.4/example-5-quartile",
    "§III-D, Example 5",
    "the lowest quartile is Spain by one scale, 13 (Germany) by the other",
)
def example_5_quartile() -> Finding:
    one, two = ([labels[name] for name in PEOPLE] for labels in (LABELS, OTHER_LABELS))
    found = [quantiles(some, n=4, method="inclusive")[0] for some in (one, two)]
    said = _says("quantile(p, 0.25) = 1", {"p": one}, "nominal")
    return confirmed(found == [1, 13] and said == (True, False), found)


@claim("004/3.4/example-6-median", "§III-D, Example 6", "medians 12 > 3 and 144 > 9: meaningful on an ordinal scale")
def example_6_median() -> Finding:
    medians = [median(x**power for x in some) for power in (1, 2) for some in WINERIES.values()]
    right = medians == [12, 3, 144, 9] and _says("median(X) > median(Y)", WINERIES, "ordinal") == (True, True)
    return confirmed(right, medians)


@claim("004/3.4/example-6-mean", "§III-D, Example 6", "means 14.6 > 14.2 but 305.8 < 534.2 on squares: not meaningful")
def example_6_mean() -> Finding:
    means = [fmean(x**power for x in some) for power in (1, 2) for some in WINERIES.values()]
    found = iv.meaningful(iv.read_scores(WINERIES, scale="ordinal"), "mean(X) > mean(Y)")
    right = means == [14.6, 14.2, 305.8, 534.2] and (found.truth, found.meaningful.holds) == (True, False)
    return confirmed(right, str(found.flip), "adding 5 to the largest label is enough")


@claim(
    "004/3.4/example-7-differences",
    "§III-D, Example 7",
    "a difference twice as large (10 and 5) is so in Fahrenheit (18, 9)",
)
def example_7_differences() -> Finding:
    days = {"now": {"Rome": 20, "Oslo": 10}, "then": {"Rome": 12, "Oslo": 7}}
    said = "(score(now, Rome) - score(now, Oslo)) / (score(then, Rome) - score(then, Oslo)) = 2"
    warm = [round(_fahrenheit(a) - _fahrenheit(b), 9) for a, b in ((20, 10), (12, 7))]
    return confirmed(warm == [18, 9] and _says(said, days, "interval") == (True, True), warm)


@claim(
    "004/3.4/example-7-means",
    "§III-D, Example 7",
    "medians 4 = 4 (39.2) and means 10.4 < 11.2 (50.72 < 52.16) are meaningful",
)
def example_7_means() -> Finding:
    warm = {city: [_fahrenheit(c) for c in some] for city, some in CELSIUS.items()}
    numbers = [round(f(table[city]), 9) for f in (median, fmean) for table in (CELSIUS, warm) for city in CELSIUS]
    right = numbers == [4, 4, 39.2, 39.2, 10.4, 11.2, 50.72, 52.16]
    said = [_says(one, CELSIUS, "interval") for one in ("median(Paris) = median(Rome)", "mean(Paris) < mean(Rome)")]
    return confirmed(right and said == [(True, True)] * 2, numbers)


@claim(
    "004/3.4/example-7-geometric", "§III-D, Example 7", "geometric means 5.40 > 5.27, but 46.74 < 48.17: not meaningful"
)
def example_7_geometric() -> Finding:
    warm = {city: [_fahrenheit(c) for c in some] for city, some in CELSIUS.items()}
    means = [round(prod(table[city]) ** 0.2, 2) for table in (CELSIUS, warm) for city in CELSIUS]
    said = [_says("gmean(Paris) > gmean(Rome)", CELSIUS, scale) for scale in ("interval", "ratio")]
    return confirmed(means == [5.4, 5.27, 46.74, 48.17] and said == [(True, False), (True, True)], means)


@claim(
    "004/3.4/means-interval",
    "§III-D, chain of equivalences in Example 7",
    "comparing means is always meaningful on interval scales",
)
def means_interval() -> Finding:
    return _always("mean", "interval", range(-1, 4))


@claim(
    "004/3.4/geometric-ratio",
    "§III-D, end of Example 8",
    "comparing geometric means is always meaningful on ratio scales",
)
def geometric_ratio() -> Finding:
    return _always("gmean", "ratio", range(1, 6))


def _always(statistic: str, scale: str, scores: range) -> Finding:
    """All pairs of three scores each: true or false under every permissible transformation."""
    lists = [list(some) for some in combinations_with_replacement(scores, 3)]
    pairs = [iv.read_scores({"A": a, "B": b}, scale=scale) for n, a in enumerate(lists) for b in lists[:n]]
    said = f"{statistic}(A) > {statistic}(B)"
    right = all(iv.meaningful(pair, said, draws=0).meaningful.holds for pair in pairs)
    return confirmed(right, len(pairs), "pairs of three scores out of five, each decided by the argument of the paper")


@claim("004/3.4/example-8-miles", "§III-D, Example 8, 248.54 ~ 5 · 1,242.74", "248.54 is about five times 1,242.74")
def example_8_miles() -> Finding:
    short, long = 248.54, 1242.74
    said = _says("score(Rome, Oslo) / score(Rome, Padua) = 5", {"Rome": {"Padua": 400, "Oslo": 2000}}, "ratio")
    other = _says("score(Rome, Padua) / score(Rome, Oslo) = 5", {"Rome": {"Padua": short, "Oslo": long}}, "ratio")
    return refuted(
        abs(short - 5 * long) > 1 and abs(long - 5 * short) < 1,
        said == (True, True) and other == (False, True),
        (5 * long, 5 * short),
        "the sides are exchanged: 5 · 248.54 = 1,242.70; the statement about Rome, Oslo and Padua is meaningful",
        "iv.meaningful: the ratio 5 of 2,000 and 400 km is true on every ratio scale, the printed one false",
    )


@claim(
    "004/3.4/example-8-digits",
    "§III-D, Example 8, 248.54 and 1,242.74",
    "400 and 2,000 km are 248.54 and 1,242.74 miles",
)
def example_8_digits() -> Finding:
    by_factor = [round(km * 0.621371, 2) for km in (400, 2000)]
    by_metres = [round(float(Fraction(km * 1_000_000, 1_609_344)), 2) for km in (400, 2000)]
    right = by_factor == by_metres == [248.55, 1242.74] and int(400 * 62.1371) == 24854
    return conditional(
        right,
        by_factor,
        "with 248.548 cut off; rounded it is 248.55, and the factor 0.62 of Example 4 gives 248 and 1,240",
    )


@claim(
    "004/3.4/example-8-kelvin",
    "§III-D, Example 8",
    "273 K is half of 546 K; in Celsius 0/273 = 0, in Fahrenheit 32/523.4 = 0.06",
)
def example_8_kelvin() -> Finding:
    low, high = _fahrenheit(0), _fahrenheit(273)
    half = [
        _says("score(k, a) / score(k, b) = 0.5", {"k": {"a": 273, "b": 546}}, scale) for scale in ("ratio", "interval")
    ]
    right = (low, high, round(low / high, 2)) == (32, 523.4, 0.06) and half == [(True, True), (True, False)]
    return confirmed(right, (low, high, low / high))


@claim("004/3.5/ordinal-tests", "§III-E", "sign, rank sum, Kruskal-Wallis and Friedman tests ask for an ordinal scale")
def ordinal_tests() -> Finding:
    found = {test: _decision(test, "ordinal") for test in ORDINAL_TESTS}
    return confirmed(set(found.values()) == {True}, found, "no increasing function changes their decisions")


@claim("004/3.5/interval-tests", "§III-E", "signed rank and t tests and ANOVA ask for an interval scale")
def interval_tests() -> Finding:
    found = {test: (_decision(test, "ordinal"), _decision(test, "interval")) for test in INTERVAL_TESTS}
    return confirmed(set(found.values()) == {(False, True)}, found, "some increasing function changes what they decide")


def _decision(test: str, scale: str) -> bool | None:
    scores = {"A": [3, 5, 6, 8, 9, 11, 12, 40], "B": [2, 4, 5, 7, 8, 10, 13, 14], "C": [1, 1, 2, 2, 3, 3, 4, 5]}
    said = (
        "A significantly better than B by " + test
        if test in ("sign", "signed-rank", "t")
        else f"significant({test}) > 1"
    )
    return iv.meaningful(iv.read_scores(scores, scale=scale, topic_scale="shared"), said).meaningful.holds


@claim("004/3.5/ties", "§III-E, sign and signed rank test", "sign and signed rank tests leave tied samples out")
def tied_samples() -> Finding:
    better, worse, level = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    found = []
    for more in (0, 5):
        grades = {"A": [better] * 7 + [level] * more, "B": [worse] * 7 + [level] * more}
        tests = iv.compare(
            evaluated(grades, ["RR@3"], [1] * (7 + more)), tests=["sign", "signed-rank", "t"], correction="none"
        )
        found.append([float(one.p[0]) for one in tests.measures["RR@3"].tests.values()])
    return confirmed(found[0][:2] == found[1][:2] and found[0][2] != found[1][2], found, "and the t test does not")
