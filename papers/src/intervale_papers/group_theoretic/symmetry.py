"""Claims of §5.2: the symmetry property (Definition 4)."""

from __future__ import annotations

from itertools import product

from intervale.rankings import PAPER, value_text
from intervale.rankings import metric as of
from intervale_papers.findings import wrong
from intervale_papers.group_theoretic.evaluations import TWO_INPUTS, members, pair_levels
from intervale_papers.group_theoretic.printed import UNMENDED, marks, marks_without_two
from intervale_papers.group_theoretic.readings import BY_HAND
from intervale_papers.register import Erratum, Finding, Kind, claim

N = 4


def symmetric(name: str) -> bool:
    """Whether m(σ, ν) = m(ν, σ) for all pairs of rankings of 4 items."""
    found = pair_levels(name, N)
    return bool((found == found.T).all())


@claim(
    "003/table-3/symmetry",
    "Table 3, second row",
    "which metrics are symmetric",
    erratum=Erratum(
        "symmetry, MAPE: ✓, SMAPE: ✗, R² score: ✗, DCG: ✓, nDCG: ✗",
        "symmetry, MAPE: ✗, SMAPE: ✓, R² score: ✓, DCG and nDCG: the same mark",
        "nothing else; the distance row has ✗ for MAPE, which is right",
        symbol=True,
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
    mended = any(all(row[name] == found[name] for name in TWO_INPUTS) for row in marks_without_two("symmetry"))
    there, back = (value_text(of("MAPE"), *pair, 3) for pair in (((1, 2, 3), (2, 3, 1)), ((2, 3, 1), (1, 2, 3))))
    return wrong(
        Kind.MISPRINT,
        differ == ["MAPE", "SMAPE", "R2"] and not mended,
        f"MAPE(123, 231) = {there} and MAPE(231, 123) = {back}; SMAPE and R² are symmetric on all of S_{N}; the other "
        f"{len(found) - len(differ)} of {len(found)} metrics of two rankings are as printed",
        "R² = 2ρ − 1 on permutations, and ρ has ✓; nDCG is DCG over a constant, and has ✗ where DCG has ✓; shifted "
        "by one place the row would be wrong for SMAPE alone; " + UNMENDED,
        second=hand == differ and PAPER["nDCG"].statistic is PAPER["DCG"].statistic,
        again="the plain formulas, all pairs of S_4",
    )
