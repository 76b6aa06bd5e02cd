"""Claims about what each type of scale permits, and about symbols: the appendix, §2.2.5 and §3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations
from math import isclose, prod, sqrt
from statistics import fmean, stdev

import intervale as iv
from intervale_papers.ferrante_2019.findings import scored
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

LEVELS = ("nominal", "ordinal", "interval", "ratio")
STATEMENTS = {
    "mode(A) = 4": "nominal",
    "median(A) > median(B)": "ordinal",
    "quantile(A, 0.25) < quantile(B, 0.25)": "ordinal",
    "spearman(A, B) > 0.5": "ordinal",
    "tau(A, B) > 0.5": "ordinal",
    "mean(A) > mean(B)": "interval",
    "pearson(A, B) > 0.1": "interval",
    "gmean(A) < gmean(B)": "ratio",
    "hmean(A) < hmean(B)": "ratio",
}
"""A statement for each statistic of Table 2, and the scale it is printed at."""
Values = Sequence[float]


@cache
def _meaningful_on(statement: str) -> tuple[bool, ...]:
    """On which of the four types of scales a statement is meaningful."""
    scores: dict[str, list[float]] = {"A": [1, 2, 3, 4, 4, 9], "B": [3, 3, 3, 4, 5, 4.5]}
    return tuple(bool(iv.meaningful(iv.read_scores(scores, scale=scale), statement)) for scale in LEVELS)


@claim(
    "001/A2.2.5/statistics",
    "appendix §2.2.5, Table 2, statistics",
    "mode; median, percentiles, Spearman's ρ, Kendall's τ; mean, Pearson's correlation; geometric and harmonic mean "
    "are appropriate from nominal, ordinal, interval and ratio scales on",
)
def statistics() -> Finding:
    right = all(LEVELS[_meaningful_on(text).index(True)] == scale for text, scale in STATEMENTS.items())
    remark = "by examples: each statement is meaningful on the scale printed, and reversed on the one below"
    return holds(right, f"{cases(len(STATEMENTS), 'statement')} about 1, 2, 3, 4, 4, 9 and 3, 3, 3, 4, 5, 4.5", remark)


@claim(
    "001/A2.2.5/richer",
    "appendix §2.2.5, 'all the appropriate statistics'",
    "statistics that are appropriate on one scale are appropriate on all richer ones",
)
def richer() -> Finding:
    found = [_meaningful_on(text) for text in STATEMENTS]
    right = all(sorted(one) == list(one) and one[-1] for one in found)
    return holds(
        right, f"{cases(len(found), 'statement')}: meaningful on the scale printed, meaningful on all after it"
    )


def _cubed(values: Values) -> list[float]:
    return [x**3 for x in values]


def _moved(values: Values) -> list[float]:
    return [1.8 * x + 32 for x in values]


def _recoded(values: Values) -> list[float]:
    """One-to-one on 1..10, and not increasing."""
    return [7 * x % 11 for x in values]


def _shared_variance(y: Values, one: Values, other: Values) -> float:
    """R² of y by two others, from the three correlations."""
    a, b, c = _pearson(y, one), _pearson(y, other), _pearson(one, other)
    return (a * a + b * b - 2 * a * b * c) / (1 - c * c)


def _pearson(x: Values, y: Values) -> float:
    mean_x, mean_y = fmean(x), fmean(y)
    products = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    squares = sum((a - mean_x) ** 2 for a in x) * sum((b - mean_y) ** 2 for b in y)
    return float(products / sqrt(squares))


def _concordance(*raters: Values) -> float:
    """Kendall's W, without ties."""
    ranks = [[sorted(values).index(x) + 1 for x in values] for values in raters]
    totals, m, n = [sum(column) for column in zip(*ranks, strict=True)], len(raters), len(raters[0])
    return float(12 * sum((x - fmean(totals)) ** 2 for x in totals) / (m**2 * (n**3 - n)))


@claim(
    "001/A2.2.5/several",
    "appendix §2.2.5, Table 2, ordinal and interval",
    "Kendall's W is appropriate from ordinal scales on, multiple correlation from interval scales on",
)
def several() -> Finding:
    raters = ([1.0, 6.0, 3.0, 4.0, 7.0], [2.0, 1.0, 4.0, 3.0, 9.0], [1.0, 5.0, 2.0, 8.0, 6.0])
    cubed, moved, recoded = ([change(one) for one in raters] for change in (_cubed, _moved, _recoded))
    w = [_concordance(*made) for made in (raters, cubed, recoded)]
    r = [_shared_variance(*made) for made in (raters, moved, cubed)]
    kept = isclose(w[0], w[1]) and isclose(r[0], r[1])
    right = kept and not isclose(w[0], w[2], rel_tol=0.01) and not isclose(r[0], r[2], rel_tol=0.01)
    witness = (
        f"three raters of five objects: W = {w[0]:.4g}, the same after x³, {w[2]:.4g} after 7x modulo 11; "
        f"R² = {r[0]:.4g}, the same after 1.8x + 32, {r[2]:.4g} after x³"
    )
    return holds(right, witness)


@claim(
    "001/A2.2.5/spread",
    "appendix §2.2.5, Table 2, interval and ratio",
    "standard deviations are appropriate from interval scales on, coefficients of variation on ratio scales only",
)
def spread() -> Finding:
    a, b = [1.0, 3.0, 4.0], [10.0, 12.0, 16.0]

    def larger(change: Callable[[float], float]) -> tuple[bool, bool]:
        one, other = ([change(x) for x in values] for values in (a, b))
        return stdev(one) > stdev(other), stdev(one) / fmean(one) > stdev(other) / fmean(other)

    scaled = {larger(lambda x, k=k: k * x) for k in (0.5, 1, 3)}  # type: ignore[misc]
    moved = {larger(lambda x, k=k: 2 * x + k) for k in (0, 1, 50)}  # type: ignore[misc]
    curved = larger(lambda x: -1 / x)
    right = len(scaled) == 1 and {x for x, _ in moved} == {False} and {y for _, y in moved} == {False, True}
    witness = (
        "(1, 3, 4) and (10, 12, 16): αx + β keeps which deviates more, −1/x does not; 2x + 50 reverses the coefficients"
    )
    return holds(right and curved[0], witness)


# ---------------------------------------------------------------- tests


def _student(one: Values, other: Values) -> float:
    """Student's t of paired scores."""
    differences = [x - y for x, y in zip(one, other, strict=True)]
    return fmean(differences) / (stdev(differences) / sqrt(len(differences)))


@claim(
    "001/A2.2.5/parametric",
    "appendix §2.2.5, Table 2, last column",
    "on interval scales only non-parametric tests are appropriate; parametric ones ask for a ratio scale",
    erratum=Erratum(
        printed="Interval … Non-parametric; Ratio … Non-parametric Parametric",
        reads="Interval … Non-parametric Parametric",
    ),
)
def parametric() -> Finding:
    scores = {"A": [3.0, 4.0, 6.0, 7.0, 9.0], "B": [1.0, 3.0, 4.0, 6.0, 7.0]}
    found = iv.meaningful(iv.read_scores(scores, scale="interval"), "A significantly better than B by t")
    t = [_student(*scores.values()), _student(*map(_moved, scores.values()))]
    return wrong(
        Kind.FALSE,
        isclose(t[0], t[1]),
        f"3, 4, 6, 7, 9 against 1, 3, 4, 6, 7: t = {t[0]:.6g}, and after 1.8x + 32 t = {t[1]:.6g}",
        "by the appendix's own criterion, meaningfulness, an interval scale is enough, as t does not change under "
        "αx + β; so §1 of the paper; the table follows a textbook that is stricter",
        second=found.truth and found.meaningful,
        again="the theorem for statements of significance by a t test on interval scales",
    )


@claim(
    "001/A2.2.5/non-parametric",
    "appendix §2.2.5, Table 2, last column",
    "on nominal and on ordinal scales non-parametric tests are appropriate",
)
def non_parametric() -> Finding:
    ordinal, nominal = _tests_on("ordinal"), _tests_on("nominal")
    kept = ordinal == {"sign": True, "rank-sum": True, "signed-rank": False} and set(nominal.values()) == {False}
    statistics = {round(_chi_square(codes), 9) for codes in permutations(range(3))}
    witness = (
        "ordinal: sign and rank-sum tests are meaningful, signed-rank is not; nominal: none of the three is, and χ² "
        "of counts by class is the same under all 6 codings"
    )
    remark = "for tests that use no more than the scale has: counts on nominal scales, order on ordinal ones"
    return under(kept and len(statistics) == 1, witness, remark)


def _tests_on(scale: str) -> dict[str, bool | None]:
    """Whether it is meaningful on a scale that a test finds A better than B."""
    scores = {"A": [3.0, 4.0, 6.0, 7.0, 9.0, 9.5, 5.0], "B": [1.0, 3.0, 4.0, 6.0, 7.0, 8.0, 7.5]}
    on = iv.read_scores(scores, scale=scale)
    texts = {test: f"A significantly better than B by {test}" for test in ("sign", "rank-sum", "signed-rank")}
    return {test: iv.meaningful(on, text, alpha=0.2).meaningful.holds for test, text in texts.items()}


def _chi_square(codes: Sequence[int]) -> float:
    """χ² of two samples of three classes under a coding of the classes."""
    samples = ["aaaabbc", "abbbbcc"]
    coded = [[codes["abc".index(one)] for one in sample] for sample in samples]
    counts = [[sample.count(code) for code in range(3)] for sample in coded]
    columns, total = [sum(column) for column in zip(*counts, strict=True)], sum(map(len, samples))
    expected = [[sum(row) * column / total for column in columns] for row in counts]
    cells = [cell for rows in zip(counts, expected, strict=True) for cell in zip(*rows, strict=True)]
    return float(sum((seen - due) ** 2 / due for seen, due in cells))


@claim(
    "001/A2.2.5/GMAP",
    "appendix §2.2.5, last paragraph",
    "arithmetic and geometric means of AP may come to disagreeing conclusions",
)
def gmap() -> Finding:
    topics = [((1, 1, 1, 0), (0, 0, 0, 1)), ((0, 1, 0, 1), (0, 1, 0, 1))]
    scores = {name: [scored(run, (1,), ["AP"])["AP"] for run in runs] for name, runs in zip("AB", topics, strict=True)}
    means = {name: (fmean(values), prod(values) ** 0.5) for name, values in scores.items()}
    found = iv.meaningful(iv.read_scores(scores, scale="ordinal"), "mean(A) > mean(B)")
    right = means["A"][0] > means["B"][0] and means["A"][1] < means["B"][1] and not found.meaningful
    shown = listed(f"{name}: MAP {mean:.4g}, GMAP {geometric:.4g}" for name, (mean, geometric) in means.items())
    return holds(right, f"two topics, {shown}")


# ---------------------------------------------------------------- Table 3


@claim(
    "001/A3/degree",
    "appendix §3, Table 3, the rows of r̂_j and r̂[j]",
    "the j-th element of a judged run is a_j",
    erratum=Erratum(printed="i.e. r̂[j] = a_j", reads="i.e. r̂[j] = GT(t, d_j), and the same for r̂_j"),
)
def degree() -> Finding:
    ranked = [run for run in iv.RunSpace(3, 3) if run == (1, 2, 3)]
    sets = [run for run in iv.RunSpace(3, 3, "set") if tuple(run) == (1, 2, 3)]
    total = sum(1 for _ in iv.RunSpace(3, 3))
    return wrong(
        Kind.MISPRINT,
        len(ranked) == 1 and not sets,
        f"of {total} ranked runs with N = 3, c = 3 one has a_j at rank j for all j: a₁, a₂, a₃; listed downwards, no "
        "set has",
        "a_j is the j-th degree of REL, not that of the j-th document; §4.2 of the paper has r̂[j] = GT(t, d_j)",
    )
