"""Claims of §5.4: sensitivity (Definition 7) and width swap dependency (Definition 8, Lemma 5.3)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np

from intervale.rankings import PAPER, levels, metric, own_metric
from intervale_papers.findings import under, wrong
from intervale_papers.group_theoretic.evaluations import called, verdict
from intervale_papers.group_theoretic.printed import UNMENDED, marks, marks_without_two
from intervale_papers.group_theoretic.readings import moved_sensitive, swaps, widths_by_hand
from intervale_papers.register import Erratum, Finding, Kind, claim

NAMED = ["Kendall tau", "Spearman rho", "NDPM"]
"""The metrics of Lemma 5.3."""


def _from_below(s: tuple[int, ...], t: tuple[int, ...]) -> Fraction:
    """Absolute errors over positions counted from the last: the end of the ranking counts most."""
    n = len(s)
    return sum((Fraction(abs(x - y), n + 1 - x) for x, y in zip(s, t, strict=True)), Fraction(0)) / n


@claim(
    "003/definition-7/top",
    "§5.4 and Definition 7",
    "sensitive metrics assign more weight to the first part of the rankings",
    erratum=Erratum(
        "sensitive metrics assign more weight to the first part of the rankings",
        "sensitive metrics assign different weights to the first part and to later parts of the rankings",
        "the description of sensitivity in Table 4; MAPE, SMAPE, DCG and nDCG do assign more weight to the first part",
    ),
)
def weight_of_the_first_part() -> Finding:
    one = own_metric(_from_below, name="from below")
    start = (1, 2, 3, 4)
    near, far = _from_below(start, swaps(4)[1, 2]), _from_below(start, swaps(4)[3, 4])
    moved = all(
        _from_below(tuple(range(1, n + 1)), swaps(n)[i, j]) != _from_below(tuple(range(1, n + 1)), swaps(n)[k, m])
        for n in range(4, 7)
        for i, j, k, m in combinations(range(1, n + 1), 4)
        if j - i == m - k
    )
    return wrong(
        Kind.FALSE,
        verdict(one, "sensitivity", 5).holds and near < far and all(map(_first_part, ("MAPE", "SMAPE", "DCG", "nDCG"))),
        f"the mean of |σ(i) − ν(i)| / (n + 1 − σ(i)), n = 4: {near} for (1 2), {far} for (3 4), compared with id",
        "Definition 7 asks only that the two swaps differ; this metric gives more weight to the last part and is "
        "sensitive, too; the sentence would stand if Definition 7 asked that the earlier swap changes m by more",
        second=moved,
        again="all pairs of disjoint swaps of one width, 4 to 6 items, how far each moves a ranking",
    )


def _first_part(name: str) -> bool:
    """Whether of two disjoint swaps of one width the earlier always changes the metric by more, 4 to 6 items."""
    one = metric(name)
    for n in range(4, 7):
        start = tuple(range(1, n + 1))
        change = {at: abs(one.score(start, start) - one.score(start, swap)) for at, swap in swaps(n).items()}
        for i, j, k, m in combinations(range(1, n + 1), 4):
            if j - i == m - k and change[i, j] <= change[k, m] + 1e-9:
                return False
    return True


@claim("003/5.4/prevents", "§5.4", "a width swap dependent metric is not sensitive")
def width_swap_prevents() -> Finding:
    tau, start = metric("Kendall tau"), (1, 2, 3, 4)
    values = [tau.exact(start, after) for after in (start, (2, 1, 4, 3))]
    dependent = [name for name in PAPER if verdict(name, "width-swap", 6)]
    put = [name for name in dependent if verdict(name, "sensitivity", 6)]
    moved = [name for name in dependent if moved_sensitive(name, 6)]
    return under(
        values[0] != values[1] and put == dependent and not moved,
        f"σ = (1 2): τ(id, (1 2) ∘ σ) = {values[0]} and τ(id, (3 4) ∘ σ) = {values[1]}; so for {called(put)}",
        "if m((i j) ∘ σ) in Definition 7 is m(σ, (i j) ∘ σ), how far the swap moves σ; if it is m(id, (i j) ∘ σ), as "
        "m((i j)) is in Definition 8, all width swap dependent metrics are sensitive",
    )


@claim(
    "003/lemma-5.3",
    "Lemma 5.3",
    "Kendall's τ, Spearman's ρ and NDPM are width swap independent",
    erratum=Erratum(
        "NDPM are width swap independent.",
        "NDPM are width swap dependent.",
        "nothing else; the row WSD of Table 3 has ✓ for the three",
    ),
)
def lemma_5_3() -> Finding:
    found = [name for name in NAMED if verdict(name, "width-swap", 12)]
    return wrong(
        Kind.MISPRINT,
        found == NAMED and all(marks("width-swap")[name] for name in NAMED),
        "a swap of width w has 2w − 1 pairs in different order and Σ (σ(i) − ν(i))² = 2w² wherever it is; all swaps of "
        "up to 12 items",
        "that only the width counts is what Definition 8 and Table 3 call dependent",
        second=all(widths_by_hand(NAMED, n) for n in range(4, 9)),
        again="the plain formulas, all swaps of 4 to 8 items",
    )


@claim(
    "003/5.4/others",
    "§5.4 and Table 3, fifth row",
    "the other metrics are not: disjoint swaps of one width have different effects",
    erratum=Erratum(
        "For the other metrics, it is trivial to find pairs of disjoint swaps",
        "For the other metrics but MSE, RMSE, MAE and R² score, which are width swap dependent, too, it is trivial to "
        "find pairs of disjoint swaps",
        "the row WSD of Table 3, where the four have ✗ and should have ✓; their ✗ for sensitivity stands",
    ),
)
def others_width_swap() -> Finding:
    found = [name for name in PAPER if verdict(name, "width-swap", 12)]
    others = [name for name in found if not marks("width-swap")[name]]
    rest = [name for name in PAPER if name not in found]
    mended = any(all(row[name] for name in found) for row in marks_without_two("width-swap"))
    apart = [name for name in rest if _disjoint_differ(name)]
    return wrong(
        Kind.FALSE,
        others == ["MSE", "RMSE", "MAE", "R2"] and apart == rest and not mended,
        f"{called(others)} have one value for all swaps of one width, up to 12 items; for the other {len(apart)} such "
        "disjoint swaps are found",
        "a swap of width w has Σ |σ(i) − ν(i)| = 2w and Σ (σ(i) − ν(i))² = 2w² wherever it is, which is all they see; "
        f"as for Table 3, {UNMENDED}",
        second=all(widths_by_hand(others, n) for n in range(5, 9)),
        again="the plain formulas, all swaps of 5 to 8 items",
    )


def _disjoint_differ(name: str, n: int = 6) -> bool:
    """Whether two disjoint swaps of one width have different values."""
    one, found = metric(name), swaps(n)
    values = levels(
        one, np.array([range(1, n + 1)] * len(found)), np.array(list(found.values())), one.checked_k(None, n)
    )
    by = dict(zip(found, values.tolist(), strict=True))
    return any(by[a] != by[b] for a, b in combinations(by, 2) if a[1] - a[0] == b[1] - b[0] and not set(a) & set(b))


@claim(
    "003/table-3/sensitivity",
    "Table 3, sixth row",
    "which metrics are sensitive",
    erratum=Erratum(
        "sensitivity, NDPM: ✓",
        "sensitivity, NDPM: ✗",
        "§5.4, by which NDPM, width swap dependent, cannot be sensitive; that sentence then agrees with the table",
        symbol=True,
    ),
)
def table_3_sensitivity() -> Finding:
    printed = marks("sensitivity")
    put = {name: bool(verdict(name, "sensitivity", 6)) for name in PAPER}
    moved = {name: moved_sensitive(name, 6) for name in PAPER}
    differ = [[name for name in PAPER if found[name] != printed[name]] for found in (moved, put)]
    both = [name for name in PAPER if printed[name] and marks("width-swap")[name]]
    mended = not all(row["NDPM"] for row in marks_without_two("sensitivity"))
    same = put["NDPM"] == put["Kendall tau"] and moved["NDPM"] == moved["Kendall tau"]
    return wrong(
        Kind.MISPRINT,
        printed["NDPM"] and not printed["Kendall tau"] and same and all(differ) and not mended,
        "NDPM = (1 − τ)/2 has ✓ and τ has ✗, and a metric and its half differ in the same places, however Definition 7 "
        "is read",
        f"if m((i j) ∘ σ) is m(σ, (i j) ∘ σ), the marks of {called(differ[0])} differ, the last three as both swaps "
        f"may be among the relevant items; if it is m(id, (i j) ∘ σ), those of {called(differ[1])}; {UNMENDED}",
        second=both == ["NDPM"],
        again="§5.4, by which no metric has ✓ for both WSD and sensitivity",
    )
