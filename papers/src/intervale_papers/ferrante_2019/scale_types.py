"""Claims of 001 about measurement and types of scales: the appendix, §2."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product
from math import isclose, prod
from statistics import fmean

import intervale as iv
from intervale_papers.ferrante_2019.findings import UNDECIDED, decided, twice, under
from intervale_papers.register import Finding, claim

LEVELS = ("nominal", "ordinal", "interval", "ratio")
HEIGHTS = {"Ananas": 15.47, "Banana": 67.13, "Papaya": 93.00}
LANGUAGES = {"English": (1, 20), "French": (2, 30), "German": (3, 13), "Italian": (4, 11)}
SPOKEN = {"English": 5, "German": 3, "French": 1, "Italian": 1}
WINES = {"A": [1, 2, 3, 4, 7], "B": [1, 1, 1, 6, 7]}


def _fahrenheit(celsius: Fraction | int) -> Fraction:
    return Fraction(9, 5) * celsius + 32


def least_scale(statement: str, scores: dict[str, list[float]]) -> str:
    """The poorest scale on which a statement about these scores is meaningful."""
    return next(scale for scale in LEVELS if iv.meaningful(iv.read_scores(scores, scale=scale), statement))


@claim(
    "001/A2.1/trees",
    "appendix §2.1, 'the example of Figure 1'",
    "the heights printed represent 'taller than' by x > y and 'much taller than' by x > y + 50",
)
def trees() -> Finding:
    taller = {(a, b) for a, b in permutations(HEIGHTS, 2) if HEIGHTS[a] > HEIGHTS[b]}
    much = {(a, b) for a, b in permutations(HEIGHTS, 2) if HEIGHTS[a] > HEIGHTS[b] + 50}
    said = (
        {("Papaya", "Banana"), ("Papaya", "Ananas"), ("Banana", "Ananas")},
        {("Papaya", "Ananas"), ("Banana", "Ananas")},
    )
    return decided((taller, much) != said, sorted(much), "as the relations of the text around Figure 1")


@claim(
    "001/A2.1/sense",
    "appendix §2.1, 'provided that, for example'",
    "where a Papaya tree is taller than a Banana tree, the Banana tree gets the higher number",
)
def sense() -> Finding:
    order, trees = iv.order("rank-total"), [(0,), (1,), (2,)]  # Ananas, Banana, Papaya
    printed = dict(zip(trees, HEIGHTS.values(), strict=True))
    turned = printed | {(1,): HEIGHTS["Papaya"], (2,): HEIGHTS["Banana"]}
    kept = [
        all(order.leq(r, s) == (made[r] <= made[s]) for r, s in product(trees, repeat=2)) for made in (printed, turned)
    ]
    remark = "the taller one does, as the representation condition and the example's own numbers have it"
    return twice(
        kept == [True, False], HEIGHTS["Papaya"] > HEIGHTS["Banana"], (93.00, 67.13), remark, "the heights printed"
    )


@claim(
    "001/A2.1/rods",
    "appendix §2.1, 'a set of rods'",
    "lengths turn joining rods into adding, and keep both under αM alone",
)
def rods() -> Finding:
    rods = [Fraction(x) for x in (1, 2, 3, 5)]
    kept = {
        (a, b)
        for a, b in product((1, 2, 3), (0, 1))
        if all(a * (x + y) + b == (a * x + b) + (a * y + b) for x, y in product(rods, repeat=2))
    }
    return decided(
        kept != {(1, 0), (2, 0), (3, 0)}, sorted(kept), "of αM + β with α = 1, 2, 3 and β = 0, 1: those that keep it"
    )


@claim(
    "001/A2.2/true-or-false",
    "appendix §2.2, 'A banana weights more'",
    "a statement may be false and meaningful; 'twice as warm' is not meaningful in degrees",
)
def true_or_false() -> Finding:
    kilograms = iv.read_scores({"banana": [0.12], "ananas": [1.1]}, scale="ratio")
    degrees = iv.read_scores({"Rome": [20], "Oslo": [10]}, scale="interval")
    weight = iv.meaningful(kilograms, "mean(banana) > mean(ananas)")
    twice_as = iv.meaningful(degrees, "mean(Rome) >= 2 * mean(Oslo)")
    right = bool(weight) and not weight.truth and twice_as.truth and not twice_as.meaningful
    return decided(
        not right, str(twice_as.flip), "the second is true in °C; shown is a change of scale that turns it round"
    )


@claim(
    "001/A2.2/temperatures",
    "appendix §2.2, 'in Rome is 20 °C'",
    "20 °C and 10 °C are 68 °F and 50 °F, and 68 is not twice 50",
)
def temperatures() -> Finding:
    found = [_fahrenheit(20), _fahrenheit(10)]
    return decided(found != [68, 50] or found[0] == 2 * found[1], [str(x) for x in found], "")


@claim(
    "001/A2.2.1/mode",
    "appendix §2.2.1, 'The most spoken language'",
    "the mode is English under both codings, and meaningful on a nominal scale",
)
def mode() -> Finding:
    coded = [[LANGUAGES[name][coding] for name, count in SPOKEN.items() for _ in range(count)] for coding in (0, 1)]
    found = [max(codes, key=codes.count) for codes in coded]
    meant = iv.meaningful(iv.read_scores({"people": coded[0]}, scale="nominal"), "mode(people) = 1")
    return decided(found != [1, 20] or not meant or len(coded[0]) != 10, found, "1 and 20 are the codes of English")


@claim("001/A2.2.1/people", "appendix §2.2.1, 'P₁ =' and 'P₂ ='", "the two lists have the ten people observed")
def people() -> Finding:
    lists = [1, 1, 1, 1, 3, 3, 2, 4], [20, 20, 20, 20, 13, 13, 30, 11]
    counts = [{name: codes.count(LANGUAGES[name][i]) for name in SPOKEN} for i, codes in enumerate(lists)]
    short = [{name: SPOKEN[name] - count[name] for name in SPOKEN if SPOKEN[name] != count[name]} for count in counts]
    if not any(short):
        return decided(None, counts, "")
    return Finding(
        UNDECIDED, short[0], "in the text at hand both lack one English and one German speaker; the page may have them"
    )


@claim(
    "001/A2.2.1/quartile",
    "appendix §2.2.1, 'The highest quartile'",
    "the largest code is Italian in one coding and French in the other: not meaningful on a nominal scale",
)
def quartile() -> Finding:
    largest = [max((codes[i], name) for name, codes in LANGUAGES.items())[1] for i in (0, 1)]
    codes = [LANGUAGES[name][0] for name, count in SPOKEN.items() for _ in range(count)]
    found = iv.meaningful(iv.read_scores({"people": codes}, scale="nominal"), "max(people) = 4")
    return decided(
        largest != ["Italian", "French"] or not found.truth or found.meaningful,
        str(found.flip),
        "shown is another coding",
    )


@claim(
    "001/A2.2.2/fibonacci",
    "appendix §2.2.2, the two mappings",
    "1, 2, 3, 5, 8, 13, 21 are fibonacci(M₁ + 1), which is increasing on 1..7",
)
def fibonacci() -> Finding:
    numbers = [1, 1]
    while len(numbers) < 8:
        numbers.append(sum(numbers[-2:]))
    made = [numbers[m] for m in range(1, 8)]  # the numbers are counted from 1: fibonacci(m + 1) is numbers[m]
    return decided(
        made != [1, 2, 3, 5, 8, 13, 21] or made != sorted(set(made)), made, "with fibonacci(1) = fibonacci(2) = 1"
    )


def _second(codes: list[int]) -> list[int]:
    return [[1, 2, 3, 5, 8, 13, 21][code - 1] for code in codes]


@claim(
    "001/A2.2.2/median",
    "appendix §2.2.2, 'The median of'",
    "the medians are 3 and 1 on both scales, and comparing them is meaningful on an ordinal scale",
)
def median() -> Finding:
    changed = {name: _second(codes) for name, codes in WINES.items()}
    both = [iv.read_scores(scores, scale="ordinal") for scores in (WINES, changed)]
    found = [iv.meaningful(scores, "median(A) > median(B)") for scores in both]
    return decided([one.sides for one in found] != [(3, 1), (3, 1)] or not all(found), [one.sides for one in found], "")


@claim(
    "001/A2.2.2/mean",
    "appendix §2.2.2, 'The average of'",
    "the means are 3.40 and 3.20 on one scale, 6.40 and 7.40 on the other: not meaningful on an ordinal scale",
)
def average() -> Finding:
    sides = [tuple(fmean(made(codes)) for codes in WINES.values()) for made in (list, _second)]
    found = iv.meaningful(iv.read_scores(WINES, scale="ordinal"), "mean(A) > mean(B)")
    right = sides == [(3.4, 3.2), (6.4, 7.4)] and found.truth and not found.meaningful
    return decided(not right, sides, f"a smaller change will do: {found.flip}")


@claim(
    "001/A2.2.3/ratios",
    "appendix §2.2.3, 'ratios of intervals'",
    "ratios of differences do not change under αM + β, and do under other increasing functions",
)
def ratios() -> Finding:
    scores = {"A": [20.0], "B": [10.0], "C": [12.0], "D": [7.0]}
    statement = "(mean(A) - mean(B)) / (mean(C) - mean(D)) >= 2"
    meant = [
        bool(iv.meaningful(iv.read_scores(scores, scale=scale), statement))
        for scale in ("ordinal", "interval", "ratio")
    ]
    pairs = permutations((Fraction(1), Fraction(3), Fraction(4), Fraction(9)), 4)
    kept = all((a - b) / (c - d) == (7 * a - 7 * b) / (7 * c - 7 * d) for a, b, c, d in pairs)
    return decided(meant != [False, True, True] or not kept, meant, "ordinal, interval, ratio")


@claim(
    "001/A2.2.3/mean",
    "appendix §2.2.3, 'in the case of the mean'",
    "which of two means is larger is meaningful on an interval scale, not on an ordinal one",
)
def mean_on_interval() -> Finding:
    values = list(product(range(1, 5), repeat=3))
    broken = []
    for one, other in combinations(values[::5], 2):
        before, after = (fmean(one) > fmean(other)), (fmean(3 * x - 7 for x in one) > fmean(3 * x - 7 for x in other))
        broken += [(one, other)] if before != after else []
    least = least_scale("mean(A) > mean(B)", {name: list(map(float, codes)) for name, codes in WINES.items()})
    return decided(broken or least != "interval", least, "by theorem, and 3x − 7 on pairs of triples of 1..4")


@claim(
    "001/A2.2.3/month",
    "appendix §2.2.3, 'one month ago'",
    "12 °C and 7 °C are 53.6 °F and 44.6 °F, and the difference of 18 °F is twice that of 9 °F as 10 °C is of 5 °C",
)
def month() -> Finding:
    now, then = (_fahrenheit(20), _fahrenheit(10)), (_fahrenheit(12), _fahrenheit(7))
    right = then == (Fraction("53.6"), Fraction("44.6")) and [now[0] - now[1], then[0] - then[1]] == [18, 9]
    return decided(not right, [str(x) for x in then], "")


@claim(
    "001/A2.2.4/geometric",
    "appendix §2.2.4, 'the case of the geometric'",
    "for values on an interval scale it is meaningful which of two geometric means is larger",
)
def geometric() -> Finding:
    scores = {"A": [1.0, 9.0], "B": [4.0, 4.0]}
    on = {scale: iv.read_scores(scores, scale=scale) for scale in ("interval", "ratio")}
    meant = {scale: iv.meaningful(evaluation, "gmean(A) < gmean(B)") for scale, evaluation in on.items()}
    moved = {name: prod(x + 2 for x in values) for name, values in scores.items()}
    right = bool(meant["ratio"]) and not meant["interval"].meaningful and moved["A"] < moved["B"]
    remark = (
        "on a ratio scale, which the section and M′ = αM mean; the line says interval, where adding a "
        "constant can turn it round"
    )
    return under(right, str(meant["interval"].flip), remark)


@claim("001/A2.2.4/miles", "appendix §2.2.4, 'since 248.54 ∼'", "248.54 is about 5 times 1,242.74")
def miles() -> Finding:
    near, far = (Fraction(km * 1000 * 1000, 1609344) for km in (400, 2000))
    shown = [f"{float(x):.3f}" for x in (near, far)]
    remark = "the other way round: 5 · 248.54 = 1,242.70"
    return twice(
        not isclose(near, 5 * far, rel_tol=0.01) and far == 5 * near,
        248.54 < 1242.74,
        shown,
        remark,
        "the sizes: 248.54 is the smaller number",
    )


@claim("001/A2.2.4/factor", "appendix §2.2.4, 'M₂ = 0.62M₁'", "400 km and 2,000 km are 248.54 and 1,242.74 miles")
def factor() -> Finding:
    exact = [float(Fraction(km * 1_000_000, 1609344)) for km in (400, 2000)]
    rough = [0.62 * km for km in (400, 2000)]
    right = [f"{x:.2f}" for x in exact] == ["248.55", "1242.74"] and [round(x) for x in rough] == [248, 1240]
    return under(
        right,
        [f"{x:.3f}" for x in exact],
        "up to a last digit cut off, with 0.621371; the 0.62 printed gives 248 and 1,240",
    )


@claim(
    "001/A2.2.4/kelvin",
    "appendix §2.2.4, 'absolute temperature'",
    "273 K and 546 K are almost 0 °C, 32 °F and 273 °C, 523.4 °F, and twice is meaningful in K alone",
)
def kelvin() -> Finding:
    celsius = [Fraction(k) - Fraction("273.15") for k in (273, 546)]
    rounded = [_fahrenheit(round(x)) for x in celsius]
    meant = [
        bool(iv.meaningful(iv.read_scores({"A": [546.0], "B": [273.0]}, scale=s), "mean(A) >= 2 * mean(B)"))
        for s in ("interval", "ratio")
    ]
    return decided(rounded != [32, Fraction("523.4")] or meant != [False, True], [str(x) for x in celsius], "in °C")
