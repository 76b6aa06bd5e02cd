"""Claims of 001 about what each type of scale permits: the appendix, §2.2.5 and Table 2."""

from __future__ import annotations

from math import isclose, prod, sqrt
from statistics import fmean, stdev

import intervale as iv
from intervale_papers.ferrante_2019.findings import decided, scored, under
from intervale_papers.ferrante_2019.scale_types import least_scale
from intervale_papers.register import Finding, Outcome, claim


@claim(
    "001/A2.2.5/statistics",
    "appendix §2.2.5, Table 2, statistics",
    "mode, median, Kendall's tau, mean, Pearson's correlation, geometric and harmonic mean each from the "
    "scale printed on",
)
def statistics() -> Finding:
    scores: dict[str, list[float]] = {"A": [1, 2, 3, 4, 4, 9], "B": [3, 3, 3, 4, 5, 4.5]}
    printed = {
        "mode(A) = 4": "nominal",
        "median(A) > median(B)": "ordinal",
        "quantile(A, 0.25) < quantile(B, 0.25)": "ordinal",
        "tau(A, B) > 0.5": "ordinal",
        "mean(A) > mean(B)": "interval",
        "pearson(A, B) > 0.1": "interval",
        "gmean(A) < gmean(B)": "ratio",
        "hmean(A) < hmean(B)": "ratio",
    }
    least = {text: least_scale(text, scores) for text in printed}
    return decided(
        least != printed, least, "by examples: each is meaningful from there on, and turned round on the scale below"
    )


@claim(
    "001/A2.2.5/spread",
    "appendix §2.2.5, Table 2, interval and ratio",
    "standard deviations compare on interval scales, coefficients of variation on ratio scales only",
)
def spread() -> Finding:
    a, b = [1.0, 3.0, 4.0], [10.0, 12.0, 16.0]

    def larger(shift: float, factor: float) -> tuple[bool, bool]:
        one, other = ([factor * x + shift for x in values] for values in (a, b))
        return stdev(one) > stdev(other), stdev(one) / fmean(one) > stdev(other) / fmean(other)

    scaled, moved = {larger(0, k) for k in (0.5, 1, 3)}, {larger(k, 2) for k in (0, 1, 50)}
    right = len(scaled) == 1 and len({x for x, _ in moved}) == 1 and len({y for _, y in moved}) == 2
    return decided(not right, sorted(moved), "(1, 3, 4) and (10, 12, 16), multiplied and moved")


@claim("001/A2.2.5/parametric", "appendix §2.2.5, Table 2, last column", "parametric tests ask for a ratio scale")
def parametric() -> Finding:
    scores = {"A": [3.0, 4.0, 6.0, 7.0, 9.0], "B": [1.0, 3.0, 4.0, 6.0, 7.0]}
    found = iv.meaningful(iv.read_scores(scores, scale="interval"), "A significantly better than B by t")
    moved = [[1.8 * x + 32 for x in values] for values in scores.values()]
    t = [_student(*scores.values()), _student(*moved)]
    remark = (
        "a prescription, as others have it; by the appendix's own criterion, meaningfulness, an interval scale is "
        "enough (so 004): a t test does not change under αx + β"
    )
    right = bool(found) and found.truth and isclose(t[0], t[1])
    return Finding(Outcome.CONDITIONAL if right else Outcome.UNDECIDED, f"t = {t[0]:.4f} and {t[1]:.4f}", remark)


def _student(one: list[float], other: list[float]) -> float:
    """Student's t of paired scores."""
    differences = [x - y for x, y in zip(one, other, strict=True)]
    return fmean(differences) / (stdev(differences) / sqrt(len(differences)))


@claim(
    "001/A2.2.5/non-parametric",
    "appendix §2.2.5, Table 2, last column",
    "non-parametric tests are appropriate on nominal and ordinal scales",
)
def non_parametric() -> Finding:
    scores = {"A": [3.0, 4.0, 6.0, 7.0, 9.0, 9.5, 5.0], "B": [1.0, 3.0, 4.0, 6.0, 7.0, 8.0, 7.5]}
    texts = {test: f"A significantly better than B by {test}" for test in ("sign", "rank-sum", "signed-rank")}
    ordinal, nominal = (
        {test: iv.meaningful(on, text, alpha=0.2).meaningful.holds for test, text in texts.items()}
        for on in (iv.read_scores(scores, scale=scale) for scale in ("ordinal", "nominal"))
    )
    right = ordinal == {"sign": True, "rank-sum": True, "signed-rank": False} and nominal["sign"] is False
    return under(
        right,
        (ordinal, nominal),
        "sign and rank sum on ordinal scales; signed rank needs differences, and on nominal scales all of "
        "them can be turned round",
    )


@claim(
    "001/A2.2.5/GMAP",
    "appendix §2.2.5, last paragraph",
    "means and geometric means of AP may rank two systems the other way round",
)
def gmap() -> Finding:
    topics = [((1, 1, 1, 0), (0, 0, 0, 1)), ((0, 1, 0, 1), (0, 1, 0, 1))]
    scores = {name: [scored(run, (1,), ["AP"])["AP"] for run in runs] for name, runs in zip("AB", topics, strict=True)}
    means = {name: (fmean(values), prod(values) ** 0.5) for name, values in scores.items()}
    found = iv.meaningful(iv.read_scores(scores, scale="ordinal"), "mean(A) > mean(B)")
    right = means["A"][0] > means["B"][0] and means["A"][1] < means["B"][1] and not found.meaningful
    return decided(not right, means, "two systems on two topics: MAP and GMAP of each")
