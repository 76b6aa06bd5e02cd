"""Claims about the types of scales: the appendix, §2.2.1 to §2.2.4."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from math import prod
from statistics import fmean, quantiles

import intervale as iv
from intervale_papers.ferrante_2019.measurement import fahrenheit
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

LANGUAGES = {"English": (1, 20), "French": (2, 30), "German": (3, 13), "Italian": (4, 11)}
SPOKEN = {"English": 5, "German": 3, "French": 1, "Italian": 1}
PEOPLE = ([1, 1, 1, 1, 3, 3, 2, 4], [20, 20, 20, 20, 13, 13, 30, 11])
TASTES = ("pas dosè", "extra brut", "brut", "extra dry", "sec", "demi-sec", "doux")
FIBONACCI = (1, 2, 3, 5, 8, 13, 21)
WINES = {"A": [1, 2, 3, 4, 7], "B": [1, 1, 1, 6, 7]}
MILE = Fraction("1.609344")
"""Kilometres in a mile."""


# ---------------------------------------------------------------- nominal: languages


def _coded(coding: int) -> list[int]:
    """The codes of the ten people observed."""
    return [LANGUAGES[name][coding] for name, count in SPOKEN.items() for _ in range(count)]


def _language(code: float, coding: int) -> str:
    return next(name for name, codes in LANGUAGES.items() if codes[coding] == code)


@claim(
    "001/A2.2.1/codings",
    "appendix §2.2.1, 'related with a one-to-one mapping'",
    "the two codings of languages are related by a one-to-one mapping",
)
def codings() -> Finding:
    pairs = set(LANGUAGES.values())
    right = all(len({codes[coding] for codes in pairs}) == len(pairs) for coding in (0, 1))
    return holds(right, listed(f"{a} ↦ {b}" for a, b in sorted(pairs)), kind=Kind.TABLES)


@claim(
    "001/A2.2.1/mode",
    "appendix §2.2.1, 'The most spoken language'",
    "the mode is 1 in one coding and 20 in the other, English in both, and meaningful on a nominal scale",
)
def mode() -> Finding:
    coded = [_coded(coding) for coding in (0, 1)]
    found = [max(codes, key=codes.count) for codes in coded]
    meant = iv.meaningful(iv.read_scores({"people": coded[0]}, scale="nominal"), "mode(people) = 1")
    english = {_language(code, coding) for coding, code in enumerate(found)} == {"English"}
    return holds(found == [1, 20] and english and meant, f"modes {listed(found)} of the ten codes")


@claim(
    "001/A2.2.1/people",
    "appendix §2.2.1, 'P₁ =' and 'P₂ ='",
    "of ten people, five speak English, three German, one French and one Italian; P₁ and P₂ are their codes",
    erratum=Erratum(
        printed="P₁ = [1 1 1 1 3 3 2 4], P₂ = [20 20 20 20 13 13 30 11]",
        reads="P₁ = [1 1 1 1 1 3 3 3 2 4], P₂ = [20 20 20 20 20 13 13 13 30 11]",
        depends="the mode, which is English either way",
        symbol=True,
    ),
)
def people() -> Finding:
    counts = [[codes.count(LANGUAGES[name][i]) for name in SPOKEN] for i, codes in enumerate(PEOPLE)]
    return wrong(
        Kind.MISPRINT,
        counts == [[4, 2, 1, 1]] * 2,
        "both lists have 8 codes: four of English speakers, two of German, one of French, one of Italian",
        "one English and one German speaker are missing; repeated numbers may have been lost in taking the text",
    )


@claim(
    "001/A2.2.1/quartile",
    "appendix §2.2.1, 'The highest quartile'",
    "'the highest quartile consists of Italian speaking people' is true with 4 for Italian in M₁ and false with 30 "
    "for French in M₂",
    erratum=Erratum(
        printed="The highest quartile consist of Italian speaking people",
        reads="'The highest value is that of Italian speaking people'; or: 'The third quartile is German', true with "
        "3 in M₁ and false with 20, English, in M₂",
        depends="that quartiles are not meaningful on a nominal scale, which stands",
    ),
)
def quartile() -> Finding:
    third = [{_language(_third(_coded(i), method), i) for method in ("inclusive", "exclusive")} for i in (0, 1)]
    top = [{_language(code, 0) for code in sorted(_coded(0))[-size:]} for size in (2, 3)]
    largest = [_language(max(_coded(i)), i) for i in (0, 1)]
    on_codes = iv.read_scores({"people": _coded(0)}, scale="nominal")
    meant = iv.meaningful(on_codes, "quantile(people, 0.75) = 3")
    right = third == [{"German"}, {"English"}] and largest == ["Italian", "French"]
    return wrong(
        Kind.FALSE,
        right and meant.truth and not meant.meaningful,
        "third quartiles of the ten codes: 3 (German) and 20 (English); largest codes: 4 (Italian) and 30 (French)",
        "4 and 30 are the largest codes, of one person in ten each; the highest quartile is another one",
        second=all(languages == {"German", "Italian"} for languages in top),
        again="the two or three people with the largest codes in M₁: an Italian and Germans",
    )


def _third(codes: list[int], method: str) -> float:
    return quantiles(codes, n=4, method="inclusive" if method == "inclusive" else "exclusive")[2]


# ---------------------------------------------------------------- ordinal: sparkling wines


@claim(
    "001/A2.2.2/increasing",
    "appendix §2.2.2, 'monotonic increasing functions'",
    "the permissible transformations are all monotonic increasing functions, since they preserve the order",
)
def increasing() -> Finding:
    maps = list(combinations_with_replacement(range(1, 10), 7))
    strict = [f for f in maps if all(a < b for a, b in pairwise(f))]
    kept = [f for f in maps if f[3 - 1] > f[1 - 1]]  # the medians 3 > 1
    right = set(strict) < set(kept) and len(kept) < len(maps)
    witness = (
        f"of {len(maps):,} functions of 1..7 into 1..9 that do not fall, {len(maps) - len(kept):,} undo 3 > 1, as "
        f"f(x) = 1 does; none of the {len(strict)} strict ones"
    )
    return under(right, witness, "strictly increasing, as 'distinct' in the point before has it")


@claim(
    "001/A2.2.2/fibonacci",
    "appendix §2.2.2, the two mappings",
    "M₂ = fibonacci(M₁ + 1), a monotonic transformation, maps 1..7 to 1, 2, 3, 5, 8, 13, 21",
)
def fibonacci() -> Finding:
    numbers = [1, 1]
    while len(numbers) < 8:
        numbers.append(sum(numbers[-2:]))
    made = numbers[1:]  # counted from 1: fibonacci(m + 1) is numbers[m]
    rising = all(a < b for a, b in pairwise(made))
    return holds(made == list(FIBONACCI) and rising, listed(made), "with fibonacci(1) = fibonacci(2) = 1")


def _second(codes: list[int]) -> list[int]:
    """Codes of the second scale for those of the first."""
    return [FIBONACCI[code - 1] for code in codes]


@claim(
    "001/A2.2.2/bottles",
    "appendix §2.2.2, 'we have two wineries'",
    "the ten bottles named have the codes printed on both scales",
)
def bottles() -> Finding:
    named = (
        ("pas dosè", "extra brut", "brut", "extra dry", "doux"),
        ("pas dosè", "pas dosè", "pas dosè", "demi-sec", "doux"),
    )
    first = [[TASTES.index(taste) + 1 for taste in bottles] for bottles in named]
    second = [_second(codes) for codes in first]
    printed = [[1, 2, 3, 5, 21], [1, 1, 1, 13, 21]]
    right = first == list(WINES.values()) and second == printed
    return holds(right, listed(tuple(codes) for codes in first + second), kind=Kind.TABLES)


@claim(
    "001/A2.2.2/median",
    "appendix §2.2.2, 'The median of'",
    "the medians are 3 > 1 on both scales, and comparing them is meaningful on an ordinal scale",
)
def median() -> Finding:
    changed = {name: _second(codes) for name, codes in WINES.items()}
    both = [iv.read_scores(scores, scale="ordinal") for scores in (WINES, changed)]
    found = [iv.meaningful(scores, "median(A) > median(B)") for scores in both]
    right = all(one.sides == (3, 1) and one.truth and one.meaningful for one in found)
    return holds(right, f"medians {listed(one.sides for one in found)}")


@claim(
    "001/A2.2.2/mean",
    "appendix §2.2.2, 'The average of'",
    "the means are 3.40 > 3.20 on one scale, 6.40 < 7.40 on the other: not meaningful on an ordinal scale",
)
def average() -> Finding:
    sides = [tuple(fmean(made(codes)) for codes in WINES.values()) for made in (list, _second)]
    found = iv.meaningful(iv.read_scores(WINES, scale="ordinal"), "mean(A) > mean(B)")
    right = sides == [(3.4, 3.2), (6.4, 7.4)] and found.truth and not found.meaningful
    return holds(right, f"means {listed(sides)}; {found.flip} reverses them, too")


# ---------------------------------------------------------------- interval: temperatures


@claim(
    "001/A2.2.3/ratios",
    "appendix §2.2.3, 'which is equivalent to say'",
    "that the permissible transformations are αM + β with α > 0 is equivalent to saying that ratios of intervals are "
    "invariant",
)
def ratios() -> Finding:
    values = (0, 1, 3, 4)
    keeping = {f for f in product(range(-5, 6), repeat=4) if f[0] != f[1] and _keeps_ratios(values, f)}
    lines = {tuple(a * x + b for x in values) for a, b in product(range(-5, 6), range(-30, 31)) if a}
    rising = {f for f in keeping if f[0] < f[1]}
    affine = keeping == {f for f in lines if max(map(abs, f)) <= 5}
    right = affine and set() < rising < keeping and all(sorted(f) == list(f) for f in rising)
    witness = (
        f"of functions of 0, 1, 3, 4 into −5..5, {len(keeping)} keep all ratios, {len(rising)} of them rise; "
        "−M keeps them"
    )
    remark = (
        "for transformations that preserve order, as the point before has it: αM + β with α < 0 leaves ratios of "
        "intervals as they are, too"
    )
    return under(right, witness, remark)


def _keeps_ratios(values: tuple[int, ...], f: tuple[int, ...]) -> bool:
    """Whether ratios of differences are the same before and after."""
    return all(
        (f[a] - f[b]) * (values[c] - values[d]) == (values[a] - values[b]) * (f[c] - f[d])
        for (a, b), (c, d) in product(permutations(range(len(values)), 2), repeat=2)
    )


@claim(
    "001/A2.2.3/mean",
    "appendix §2.2.3, 'in the case of the mean'",
    "which of two means is larger is meaningful for values on an interval scale",
)
def mean_on_interval() -> Finding:
    pairs = list(combinations(list(product(range(1, 5), repeat=3))[::3], 2))
    kept = all(
        (fmean(one) > fmean(other)) == (fmean(a * x + b for x in one) > fmean(a * x + b for x in other))
        for one, other in pairs
        for a, b in ((3, -7), (0.5, 4))
    )
    scores = {name: list(map(float, codes)) for name, codes in WINES.items()}
    meant = iv.meaningful(iv.read_scores(scores, scale="interval"), "mean(A) > mean(B)")
    return holds(kept and meant, f"{cases(len(pairs), 'pair of triples')} of 1..4, before and after 3x − 7 and x/2 + 4")


@claim(
    "001/A2.2.3/month",
    "appendix §2.2.3, 'one month ago'",
    "a difference of 20 − 10 = 10 °C is twice one of 12 − 7 = 5 °C, and so are 68 − 50 = 18 and 53.6 − 44.6 = 9 °F",
)
def month() -> Finding:
    now, then = (fahrenheit(20), fahrenheit(10)), (fahrenheit(12), fahrenheit(7))
    printed = then == (Fraction("53.6"), Fraction("44.6")) and [now[0] - now[1], then[0] - then[1]] == [18, 9]
    scores = {"A": [20.0], "B": [10.0], "C": [12.0], "D": [7.0]}
    statement = "(mean(A) - mean(B)) / (mean(C) - mean(D)) >= 2"
    meant = iv.meaningful(iv.read_scores(scores, scale="interval"), statement)
    return holds(printed and meant, f"12 and 7 °C are {float(then[0])} and {float(then[1])} °F; 18 is twice 9")


# ---------------------------------------------------------------- ratio: means, distances, kelvin


def _gmean(values: tuple[int, ...]) -> float:
    return float(prod(values) ** (1 / len(values)))


@claim(
    "001/A2.2.4/geometric",
    "appendix §2.2.4, 'the case of the geometric'",
    "for an attribute measured on an interval scale it is meaningful which of two geometric means is larger",
    erratum=Erratum(
        printed="for which some attribute can be measured on an interval scale",
        reads="for which some attribute can be measured on a ratio scale",
        depends="the derivation, which is with M′ = αM and stands",
    ),
)
def geometric() -> Finding:
    one, other = (1, 9), (4, 4)
    scores = {"A": [1.0, 9.0], "B": [4.0, 4.0]}
    on = {scale: iv.read_scores(scores, scale=scale) for scale in ("interval", "ratio")}
    meant = {scale: iv.meaningful(evaluation, "gmean(A) < gmean(B)") for scale, evaluation in on.items()}
    moved = _gmean(tuple(x + 10 for x in one)), _gmean(tuple(x + 10 for x in other))
    return wrong(
        Kind.MISPRINT,
        _gmean(one) < _gmean(other) and moved[0] > moved[1],
        f"(1, 9) and (4, 4): 3 < 4; with 10 added, {moved[0]:.6g} > {moved[1]:.6g}",
        "a ratio scale is meant, as in the rest of the section; on an interval scale adding a constant can reverse it",
        second=meant["ratio"].meaningful and not meant["interval"].meaningful,
        again="the theorems for statements about geometric means on the two scales",
    )


@claim(
    "001/A2.2.4/other-mean",
    "appendix §2.2.4, 'Our goal is to demonstrate'",
    "what the derivation shows is that 'the geometric mean of x is greater than the mean of y' is meaningful",
    erratum=Erratum(
        printed="The geometric mean of x_i is greater than the mean of y_i",
        reads="The geometric mean of x_i is greater than the geometric mean of y_i",
    ),
)
def other_mean() -> Finding:
    x, y = (1, 9), (1, 8)
    quoted, derived = _gmean(x) > fmean(y), _gmean(x) > _gmean(y)
    return wrong(
        Kind.MISPRINT,
        quoted != derived,
        f"x = (1, 9), y = (1, 8): geometric means 3 and {_gmean(y):.6g}, mean of y 4.5; 3 > {_gmean(y):.6g}, not 3 > "
        "4.5",
        "the derivation has the geometric mean of y on the right, and that is another statement",
    )


@claim(
    "001/A2.2.4/derivation",
    "appendix §2.2.4, third step of the derivation",
    "the inequality is equivalent to α times the geometric mean of y being greater than α times the geometric mean "
    "of y",
    erratum=Erratum(
        printed="α ⁿ√∏M(y_i) > α ⁿ√∏M(y_i)",
        reads="α ⁿ√∏M(x_i) > α ⁿ√∏M(y_i)",
        depends="the last step, which stands",
        symbol=True,
    ),
)
def derivation() -> Finding:
    triples = [(x, y, a) for x, y in product(product((1, 8, 9), repeat=2), repeat=2) for a in (1, 2)]
    before = [prod(a * v for v in x) > prod(a * v for v in y) for x, y, a in triples]
    printed = [a * a * prod(y) > a * a * prod(y) for _, y, a in triples]
    meant = [a * a * prod(x) > a * a * prod(y) for x, y, a in triples]
    return wrong(
        Kind.MISPRINT,
        before != printed and before == meant,
        f"M(x) = (1, 9), M(y) = (1, 8): 3 > {_gmean((1, 8)):.6g}, and in the third step the same number on both sides",
        "x is meant on the left, as in the steps before and after",
    )


@claim(
    "001/A2.2.4/five-times",
    "appendix §2.2.4, 'five times as distant'",
    "'Rome and Oslo (2,000 km) are five times as distant as Rome and Padua (400 km)' is meaningful, in miles, too",
)
def five_times() -> Finding:
    scores = {"Oslo": [2000.0], "Padua": [400.0]}
    meant = {
        scale: iv.meaningful(iv.read_scores(scores, scale=scale), "mean(Oslo) >= 5 * mean(Padua)")
        for scale in ("interval", "ratio")
    }
    right = meant["ratio"].truth and meant["ratio"].meaningful and not meant["interval"].meaningful
    return holds(right, f"true on every ratio scale; on an interval scale {meant['interval'].flip} undoes it")


@claim(
    "001/A2.2.4/miles",
    "appendix §2.2.4, 'M₂ = 0.62M₁' and 'since 248.54 ∼'",
    "by M₂ = 0.62 M₁ from kilometres to miles, 400 and 2,000 km are 248.54 and 1,242.74 miles, and 248.54 is about 5 "
    "times 1,242.74",
    erratum=Erratum(
        printed="M₂ = 0.62M₁; 248.54 ∼ 5·1,242.74",
        reads="M₂ ≃ 0.621371M₁; 1,242.74 ∼ 5·248.55",
        depends="that the ratio of the two is five, which stands",
    ),
)
def miles() -> Finding:
    exact, rough = ([rate * km for km in (400, 2000)] for rate in (1 / MILE, Fraction("0.62")))
    near, far = printed = [Fraction("248.54"), Fraction("1242.74")]
    exchanged = abs(near - 5 * far) > 1 and abs(far - 5 * near) < 1
    close = all(abs(a - b) < Fraction(1, 100) for a, b in zip(exact, printed, strict=True))
    return wrong(
        Kind.NUMBER,
        exchanged and rough != printed and close and [round(x, 2) for x in exact] == [Fraction("248.55"), far],
        f"0.62 gives {rough[0]} and {int(rough[1]):,}, a mile of 1.609344 km {float(exact[0]):.2f} and "
        f"{float(exact[1]):,.2f}; 5 · 1,242.74 = {float(5 * far):,}",
        "the numbers are of the factor 0.621371, with the first cut off and not rounded; in the last formula the two "
        "distances are exchanged, as Oslo is the farther one",
    )


@claim(
    "001/A2.2.4/kelvin",
    "appendix §2.2.4, 'absolute temperature'",
    "273 K is almost 0 °C, 32 °F; 546 K is almost 273 °C, 523.4 °F; 'twice as hot' is meaningful in kelvin",
)
def kelvin() -> Finding:
    celsius = [Fraction(k) - Fraction("273.15") for k in (273, 546)]
    rounded = [fahrenheit(round(x)) for x in celsius]
    meant = [
        bool(iv.meaningful(iv.read_scores({"A": [546.0], "B": [273.0]}, scale=s), "mean(A) >= 2 * mean(B)"))
        for s in ("interval", "ratio")
    ]
    right = rounded == [32, Fraction("523.4")] and meant == [False, True]
    return holds(right, f"273 K and 546 K are {float(celsius[0]):.2f} and {float(celsius[1]):.2f} °C".replace("-", "−"))


@claim(
    "001/A2.2.4/hotter",
    "appendix §2.2.4, 'the first one is 273 K'",
    "a thing is twice as hot as another one if the first is 273 K and the second 546 K",
    erratum=Erratum(
        printed="the first one is 273 K (almost 0 °C, 32 °F) and the second one is 546 K (almost 273 °C, 523.4 °F)",
        reads="the first one is 546 K (almost 273 °C, 523.4 °F) and the second one is 273 K (almost 0 °C, 32 °F)",
    ),
)
def hotter() -> Finding:
    first, second = 273, 546
    return wrong(
        Kind.MISPRINT,
        first != 2 * second and second == 2 * first,
        "273 is half of 546",
        "the two are exchanged: the second thing is twice as hot as the first",
    )
