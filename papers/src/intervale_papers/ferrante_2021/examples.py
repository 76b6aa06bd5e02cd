"""Claims of §I and §III-B to §III-D: scales, what they permit, and Examples 1 to 8."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import prod
from statistics import fmean, median, mode, pstdev, quantiles
from typing import Any

import intervale as iv
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

PEOPLE = ["Spain"] * 5 + ["Germany"] * 3 + ["Greece", "Italy"]
LABELS = {"France": 5, "Germany": 4, "Greece": 3, "Italy": 2, "Spain": 1}
OTHER_LABELS = {"France": 41, "Germany": 13, "Greece": -10, "Italy": 23, "Spain": 17}
SUGAR = (3, 6, 12, 17, 32, 50, 2000)
WINERIES = {"X": [6, 6, 12, 17, 32], "Y": [3, 3, 3, 12, 50]}
CELSIUS = {"Paris": [2, 2, 4, 8, 36], "Rome": [1, 2, 4, 15, 34]}


def _fahrenheit(celsius: float) -> float:
    return celsius * 9 / 5 + 32


def _says(said: str, scores: object, scale: str) -> tuple[bool, bool | None]:
    """Whether a statement is true, and whether it is meaningful."""
    found = iv.meaningful(iv.read_scores(scores, scale=scale), said)
    return found.truth, found.meaningful.holds


@claim("004/1/rr-intervals", "§I, on reciprocal rank", "all intervals of RR have different lengths")
def rr_intervals() -> Finding:
    equal, between_ranks = [], True
    for length in range(1, 31):
        steps = iv.interval_scale("RR", length=length).steps
        between = [Fraction(1, k) - Fraction(1, k + 1) for k in range(1, length)]
        between_ranks = between_ranks and len(set(between)) == len(between)
        equal += [length] if len(set(steps)) < len(steps) else []
    return under(
        between_ranks and equal == [k * (k + 1) for k in range(1, 6)],
        f"with the value 0, two intervals are equal at N = {listed(equal)}: 1/20 − 0 = 1/4 − 1/5, for example",
        "between runs that have a relevant document: with the value 0 of the others, 1/N = 1/k − 1/(k + 1) where "
        "N = k(k + 1), and at N = 2 RR is equally spaced; lengths 1 to 30",
    )


@claim(
    "004/1/rank-correlation",
    "§I, list of scales",
    "rank correlation is among what an interval scale permits and an ordinal one does not",
)
def rank_correlation() -> Finding:
    scores = {"A": [1, 2, 3, 4, 9], "B": [1, 2, 3, 5, 4]}
    tau = [_says("tau(A, B) > 0.7", scores, scale) for scale in ("interval", "ordinal")]
    pearson = _says("pearson(A, B) > 0.7", scores, "ordinal")
    bent = _tau([x**3 for x in scores["A"]], [2**x for x in scores["B"]])
    return under(
        tau == [(True, True)] * 2 and pearson[1] is False and bent == _tau(*scores.values()),
        f"tau of 1, 2, 3, 4, 9 and 1, 2, 3, 5, 4 is {_tau(*scores.values()):.1f}, and {bent:.1f} of the cubes of the "
        "first and the powers of 2 of the second",
        "as in Stevens' list of 1946, which the authors follow; tau of two rankings needs order only, which no "
        "increasing function changes, and Pearson's coefficient does need an interval scale",
    )


def _tau(first: Sequence[int], second: Sequence[int]) -> float:
    """Concordant less discordant pairs, of all pairs, of lists without ties."""
    size = len(first)
    signs = [(first[i] < first[j]) == (second[i] < second[j]) for j in range(size) for i in range(j)]
    return (2 * sum(signs) - len(signs)) / len(signs)


@claim("004/3.2/example-1", "§III-B1, Example 1", "Germany less Greece is Spain by one measurement, Italy by the other")
def example_1() -> Finding:
    named = [
        next(name for name, label in labels.items() if label == labels["Germany"] - labels["Greece"])
        for labels in (LABELS, OTHER_LABELS)
    ]
    said = "(score(c, Germany) - score(c, Greece)) / (score(c, Spain) - 0) = 1"
    return holds(
        named == ["Spain", "Italy"] and _says(said, {"c": LABELS}, "nominal") == (True, False),
        f"4 − 3 = 1, {named[0]}; 13 − (−10) = 23, {named[1]}",
        "and some relabelling makes Germany less Greece is Spain false: it is not meaningful",
    )


@claim(
    "004/3.2/example-2-squares", "§III-B2, Example 2", "the squares of the seven labels are a scale of the same order"
)
def example_2_squares() -> Finding:
    printed = (9, 36, 144, 289, 1024, 2500, 4_000_000)
    return holds(tuple(x * x for x in SUGAR) == printed and sorted(set(printed)) == list(printed), listed(printed))


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
    return holds(
        twice == more == (True, False) and order == ratio == (True, True),
        "12 = 2 · 6 and 12 − 6 = 6 are true and not meaningful, 12 > 6 is both; 12/6 = 2 is, on a ratio scale",
    )


@claim(
    "004/3.2/ratio-of-differences",
    "§III-B3, last formula",
    "ratios of differences survive every affine change of scale",
)
def ratio_of_differences() -> Finding:
    changes = [(al, be) for al in range(1, 20) for be in range(-20, 20)]
    kept = all(Fraction((al * 7 + be) - (al * 1 + be), (al * 4 + be) - (al * 2 + be)) == 3 for al, be in changes)
    said = "(score(s, a) - score(s, b)) / (score(s, c) - score(s, d)) = 3"
    scores = {"s": {"a": 7, "b": 1, "c": 4, "d": 2}}
    found = [_says(said, scores, scale) for scale in ("interval", "ordinal")]
    return holds(
        kept and found == [(True, True), (True, False)],
        f"(7 − 1)/(4 − 2) = 3 under {len(changes)} affine changes",
        "α and β cancel; on an ordinal scale some increasing function changes it",
    )


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
    return holds(
        right and hot == (True, False) and rise == (True, True), f"10, 20 and 30 °C are {listed(warm)} °F; 68/50 = 1.36"
    )


@claim(
    "004/3.3/permitted",
    "§III-C",
    "modes from nominal scales on, medians ordinal, means interval, geometric and harmonic means ratio",
)
def permitted() -> Finding:
    scores = {"A": [2, 2, 4, 8, 36], "B": [1, 3, 3, 15, 34]}
    scales = [iv.read_scores(scores, scale=scale) for scale in ("nominal", "ordinal", "interval", "ratio")]
    first = {"mode": 0, "median": 1, "mean": 2, "gmean": 3, "hmean": 3}
    signs = {"mode": "!=", "mean": "<"}
    found = {
        name: [bool(iv.meaningful(on, f"{name}(A) {signs.get(name, '>')} {name}(B)").meaningful.holds) for on in scales]
        for name in first
    }
    return holds(
        all(found[name] == [n >= start for n in range(4)] for name, start in first.items()),
        f"{cases(sum(map(len, found.values())), 'statement')} that compare 2, 2, 4, 8, 36 with 1, 3, 3, 15, 34",
        "below the scale named, some permissible transformation changes the truth of each; from there on none does",
    )


@claim(
    "004/3.3/deviation",
    "§III-C, interval and ratio scale",
    "standard deviations from interval scales on, coefficients of variation on ratio scales",
)
def deviation() -> Finding:
    one, two = [1, 2, 6], [10, 12, 15]
    changes = [(al, be) for al in range(1, 20) for be in range(-20, 20)]
    kept = {pstdev(al * x + be for x in one) > pstdev(al * x + be for x in two) for al, be in changes}
    cubes = pstdev(x**3 for x in one) > pstdev(x**3 for x in two)
    near, far = [1, 2, 3], [10, 12, 15]
    scaled = {_variation([al * x for x in near]) > _variation([al * x for x in far]) for al in range(1, 20)}
    moved = _variation([x + 40 for x in near]) > _variation([x + 40 for x in far])
    return holds(
        kept == {True} and not cubes and scaled == {True} and not moved,
        f"1, 2, 6 deviate more than 10, 12, 15 under {len(changes)} affine changes, their cubes less; 1, 2, 3 vary "
        "more than 10, 12, 15 under 19 similarities, less after adding 40 to all six",
        "an affine change multiplies deviations by α; they also square differences, which the reason given leaves out",
    )


def _variation(some: Sequence[float]) -> float:
    return pstdev(some) / fmean(some)


@claim("004/3.4/mouse", "§III-D, the mouse and the elephant", "a false statement can be meaningful")
def mouse() -> Finding:
    found = _says("score(kg, mouse) > score(kg, elephant)", {"kg": {"mouse": 0.02, "elephant": 5000}}, "ratio")
    return holds(found == (False, True), "0.02 kg > 5,000 kg is false, and so by every other unit")


@claim(
    "004/3.4/example-5-mode",
    "§III-D, Example 5",
    "most people come from Spain: the mode is 1, or 17, and may be compared",
)
def example_5_mode() -> Finding:
    one, two = ([labels[name] for name in PEOPLE] for labels in (LABELS, OTHER_LABELS))
    right = (mode(one), mode(two)) == (1, 17) and _says("mode(p) = 1", {"p": one}, "nominal") == (True, True)
    return holds(right, f"modes {mode(one)} and {mode(two)}", "most as the mode: five of ten are not more than half")


@claim(
    "004/3.4/example-5-quartile",
    "§III-D, Example 5",
    "the lowest quartile is Spain by one scale, 13 (Germany) by the other",
)
def example_5_quartile() -> Finding:
    one, two = ([labels[name] for name in PEOPLE] for labels in (LABELS, OTHER_LABELS))
    found = [quantiles(some, n=4, method="inclusive")[0] for some in (one, two)]
    said = _says("quantile(p, 0.25) = 1", {"p": one}, "nominal")
    return holds(found == [1, 13] and said == (True, False), f"lower quartiles {found[0]:g} and {found[1]:g}")


@claim("004/3.4/example-6-median", "§III-D, Example 6", "medians 12 > 3 and 144 > 9: meaningful on an ordinal scale")
def example_6_median() -> Finding:
    medians = [median(x**power for x in some) for power in (1, 2) for some in WINERIES.values()]
    right = medians == [12, 3, 144, 9] and _says("median(X) > median(Y)", WINERIES, "ordinal") == (True, True)
    return holds(right, f"medians {listed(medians)}")


@claim("004/3.4/example-6-mean", "§III-D, Example 6", "means 14.6 > 14.2 but 305.8 < 534.2 on squares: not meaningful")
def example_6_mean() -> Finding:
    means = [fmean(x**power for x in some) for power in (1, 2) for some in WINERIES.values()]
    found = iv.meaningful(iv.read_scores(WINERIES, scale="ordinal"), "mean(X) > mean(Y)")
    right = means == [14.6, 14.2, 305.8, 534.2] and (found.truth, found.meaningful.holds) == (True, False)
    return holds(right, f"means {listed(means)}", f"already {found.flip} is enough" if right else "")


@claim(
    "004/3.4/example-7-differences",
    "§III-D, Example 7",
    "a difference twice as large (10 and 5) is so in Fahrenheit (18, 9)",
)
def example_7_differences() -> Finding:
    days = {"now": {"Rome": 20, "Oslo": 10}, "then": {"Rome": 12, "Oslo": 7}}
    said = "(score(now, Rome) - score(now, Oslo)) / (score(then, Rome) - score(then, Oslo)) = 2"
    warm = [round(_fahrenheit(a) - _fahrenheit(b), 9) for a, b in ((20, 10), (12, 7))]
    return holds(warm == [18, 9] and _says(said, days, "interval") == (True, True), f"differences of {listed(warm)} °F")


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
    return holds(right and said == [(True, True)] * 2, f"medians and means {listed(numbers)}")


@claim(
    "004/3.4/example-7-geometric", "§III-D, Example 7", "geometric means 5.40 > 5.27, but 46.74 < 48.17: not meaningful"
)
def example_7_geometric() -> Finding:
    warm = {city: [_fahrenheit(c) for c in some] for city, some in CELSIUS.items()}
    means = [round(prod(table[city]) ** 0.2, 2) for table in (CELSIUS, warm) for city in CELSIUS]
    said = [_says("gmean(Paris) > gmean(Rome)", CELSIUS, scale) for scale in ("interval", "ratio")]
    return holds(
        means == [5.4, 5.27, 46.74, 48.17] and said == [(True, False), (True, True)], f"geometric means {listed(means)}"
    )


@claim(
    "004/3.4/means-interval",
    "§III-D, chain of equivalences in Example 7",
    "comparing means is always meaningful on interval scales",
)
def means_interval() -> Finding:
    affine = [lambda x, al=al, be=be: al * x + be for al in (Fraction(1, 3), 2, 9) for be in (-7, 0, 5)]
    return _always(sum, range(-1, 4), affine, "affine changes", lambda x: x**3)


@claim(
    "004/3.4/geometric-ratio",
    "§III-D, end of Example 8",
    "comparing geometric means is always meaningful on ratio scales",
)
def geometric_ratio() -> Finding:
    similar = [lambda x, al=al: al * x for al in (Fraction(1, 3), Fraction(9, 5), 2, 9)]
    return _always(prod, range(1, 6), similar, "similarities", lambda x: x + 32)


def _always(
    combine: Callable[[Any], Any],
    scores: range,
    permitted: Sequence[Callable[[Any], Any]],
    what: str,
    other: Callable[[Any], Any],
) -> Finding:
    """All pairs of three scores each, whose sums or products stand for their means: what the permitted changes do to
    their order, and that another change does reverse some.
    """
    lists = list(combinations_with_replacement(scores, 3))
    pairs = [(a, b) for n, a in enumerate(lists) for b in lists[:n]]
    first = {pair: combine(pair[0]) > combine(pair[1]) for pair in pairs}

    def moved(change: Callable[[Any], Any]) -> list[Any]:
        values = {one: combine([change(x) for x in one]) for one in lists}
        return [pair for pair in pairs if (values[pair[0]] > values[pair[1]]) != first[pair]]

    reversed_by_other = moved(other)
    return holds(
        not any(moved(change) for change in permitted) and reversed_by_other,
        f"{cases(len(pairs), 'pair')} of three scores out of five under {len(permitted)} {what}: none changes; a "
        f"change that is not permitted reverses {len(reversed_by_other)}",
    )


@claim(
    "004/3.4/example-8-miles",
    "§III-D, Example 8, 248.54 ∼ 5 · 1,242.74",
    "in miles 248.54 is about five times 1,242.74",
    erratum=Erratum(r"248.54 \sim 5 \cdot 1,242.74", "1,242.74 ∼ 5 · 248.55", "nothing else: the statement stands"),
)
def example_8_miles() -> Finding:
    short, long = 248.54, 1242.74
    miles = [float(Fraction(km * 1_000_000, 1_609_344)) for km in (400, 2000)]
    said = _says("score(Rome, Oslo) / score(Rome, Padua) = 5", {"Rome": {"Padua": 400, "Oslo": 2000}}, "ratio")
    exchanged = abs(short - 5 * long) > 1 and abs(long - 5 * short) < 1 and said == (True, True)
    return wrong(
        Kind.MISPRINT,
        exchanged and [round(one, 2) for one in miles] == [248.55, 1242.74],
        f"5 · 1,242.74 = {5 * long:,.2f}, 5 · 248.54 = {5 * short:,.2f}; 400 km are {miles[0]:.3f} miles, 2,000 km "
        f"are {miles[1]:,.3f}",
        "the sides are exchanged, and the last digit of 248.54 is cut off, not rounded; that Rome and Oslo are five "
        "times as distant as Rome and Padua is meaningful",
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
    return holds(right, f"0 and 273 °C are {low:g} and {high:g} °F; 32/523.4 = {low / high:.4f}")
