"""Claims of §5.2: the symmetry property (Definition 4)."""

from __future__ import annotations

from itertools import product

from intervale.rankings import PAPER, value_text
from intervale.rankings import metric as of
from intervale_papers.findings import wrong
from intervale_papers.group_theoretic.evaluations import TWO_INPUTS, called, members, pair_levels
from intervale_papers.group_theoretic.printed import marks
from intervale_papers.group_theoretic.readings import BY_HAND
from intervale_papers.register import Erratum, Finding, Kind, claim

N = 4


def symmetric(name: str) -> bool:
    """Whether m(σ, ν) = m(ν, σ) for all pairs of rankings of 4 items."""
    found = pair_levels(name, N)
    return bool((found == found.T).all())


@claim(
    "003/5.2/ground-truth",
    "§5.2",
    "in Recommender Systems and Information Retrieval a ground truth order makes the symmetry property impossible",
    erratum=Erratum(
        "makes the symmetric property impossible",
        "makes the symmetry property unnecessary",
        "nothing else; §7 says that symmetry is essential unless a ground truth is available",
    ),
)
def impossible_with_a_ground_truth() -> Finding:
    common = ["precision", "recall", "NDPM"]
    found = [name for name in common if symmetric(name)]
    return wrong(
        Kind.FALSE,
        found == common,
        f"{called(found)} are the same with the two rankings exchanged, for all pairs of rankings of {N} items",
        "these are metrics of the two domains; symmetry is a property of the metric, whatever one of the rankings "
        "stands for",
        second=all(marks("symmetry")[name] for name in common),
        again="Table 3, which has ✓ for all three",
    )


@claim(
    "003/table-3/symmetry",
    "Table 3, second row",
    "which metrics are symmetric",
    erratum=Erratum(
        "Summary table of the property satisfied by the metrics.",
        "in the row symmetry ✗ for MAPE, ✓ for SMAPE and R² score, and one mark for DCG and nDCG, which take one "
        "ranking",
        "nothing else; the distance row has ✗ for MAPE, which is right",
    ),
)
def table_3_symmetry() -> Finding:
    found = {name: symmetric(name) for name in TWO_INPUTS}
    differ = [name for name in TWO_INPUTS if found[name] != marks("symmetry")[name]]
    hand = [
        name
        for name in ("MAPE", "SMAPE", "R2")
        if all(BY_HAND[name](s, t) == BY_HAND[name](t, s) for s, t in product(members(N), repeat=2))
        != marks("symmetry")[name]
    ]
    there, back = (value_text(of("MAPE"), *pair, 3) for pair in (((1, 2, 3), (2, 3, 1)), ((2, 3, 1), (1, 2, 3))))
    return wrong(
        Kind.FALSE,
        differ == ["MAPE", "SMAPE", "R2"],
        f"MAPE(123, 231) = {there} and MAPE(231, 123) = {back}; SMAPE and R² are symmetric on all of S_{N}; the other "
        f"{len(found) - len(differ)} of {len(found)} metrics of two rankings are as printed",
        "R² = 2ρ − 1 on permutations, and ρ has ✓; nDCG is DCG over a constant, and has ✗ where DCG has ✓; shifted "
        "by one place the row would be wrong for SMAPE alone",
        second=hand == differ and PAPER["nDCG"].statistic is PAPER["DCG"].statistic,
        again="the plain formulas, all pairs of S_4",
    )
