"""Claims of §5.6: distances (Definition 10), and those induced by metrics of one ranking (Proposition 5.4)."""

from __future__ import annotations

from itertools import product

from intervale.rankings import PAPER, metric
from intervale_papers.findings import holds, under, wrong
from intervale_papers.group_theoretic.evaluations import (
    ONE_INPUT,
    called,
    digits,
    from_identity,
    members,
    verdict,
)
from intervale_papers.group_theoretic.printed import UNMENDED, marks, marks_without_two
from intervale_papers.group_theoretic.readings import BY_HAND
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

GAINS = ["DCG", "nDCG"]


def _axioms_by_hand(name: str, n: int) -> bool:
    """The four axioms of Definition 10 from the plain formula, all triples of rankings of n items."""
    everyone = members(n)
    d = {(s, t): BY_HAND[name](s, t) for s, t in product(everyone, repeat=2)}
    return all((d[s, t] == 0) == (s == t) and d[s, t] >= 0 and d[s, t] == d[t, s] for s, t in d) and all(
        d[s, t] <= d[s, u] + d[u, t] for s, t, u in product(everyone, repeat=3)
    )


@claim(
    "003/5.6/kendall",
    "§5.6 and Table 3, last row",
    "Kendall's τ is a distance",
)
def kendall_is_a_distance() -> Finding:
    tau, count = (verdict(name, "distance", 6) for name in ("Kendall tau", "Kendall"))
    value = metric("Kendall tau").exact((1, 2), (1, 2))
    by_hand = _axioms_by_hand("Kendall tau", 3)
    return under(
        count.holds and not tau.holds and not by_hand and marks("distance")["Kendall tau"],
        f"τ(12, 12) = {value}, where a distance is 0; the number of pairs in different order satisfies the axioms on "
        "up to 6 items",
        "if τ is the number of discordant pairs, as in the works cited there; §6 has the coefficient, with "
        "τ(σ, σ) = 1 and values down to −1",
    )


@claim(
    "003/5.6/table-3",
    "Table 3, last row",
    "SMAPE and NDPM are no distances",
    erratum=Erratum(
        "distance, SMAPE: ✗, NDPM: ✗",
        "distance, SMAPE: ✓, NDPM: ✓",
        "that most metrics are no distances; this stands",
    ),
)
def no_distances() -> Finding:
    names = ["SMAPE", "NDPM"]
    found = [verdict(name, "distance", 6).holds for name in names]
    right = {name: bool(verdict(name, "distance", 6)) for name in PAPER if name not in ("Kendall tau", *GAINS)}
    mended = any(all(row[name] == right[name] for name in right) for row in marks_without_two("distance"))
    return wrong(
        Kind.FALSE,
        all(found) and not mended and not any(marks("distance")[name] for name in names),
        "all triples of rankings of up to 6 items satisfy the four axioms, for SMAPE and for NDPM",
        "for all n: SMAPE is 2/n times the Canberra distance, a sum of |x − y| / (x + y), and NDPM is Kendall's "
        f"distance over the number of pairs; {UNMENDED}",
        second=all(_axioms_by_hand(name, 4) for name in names),
        again="the plain formulas, all triples of S_4",
    )


@claim(
    "003/table-3/distance",
    "Table 3, last row",
    "RMSE and MAE are distances, and the metrics without ✓ but SMAPE and NDPM are none",
)
def other_distances() -> Finding:
    names = [name for name in PAPER if name not in ("SMAPE", "NDPM", "Kendall tau", *GAINS)]
    right = [name for name in names if bool(verdict(name, "distance", 6)) == marks("distance")[name]]
    yes = [name for name in right if marks("distance")[name]]
    return holds(
        right == names,
        f"{cases(len(right), 'mark')}, ✓ for {called(yes)}; rankings of up to 6 items",
        "of metrics of one ranking |m(σ) − m(ν)| was looked at",
    )


# ------------------------------------------------------------ induced distances


@claim("003/5.6/equivalent", "§5.6", "for metrics of one ranking IoI is Property (1) of Definition 10 for f_m")
def equivalent_to_property_1() -> Finding:
    looked, right, satisfied = 0, True, 0
    for name, n in product(ONE_INPUT, range(2, 8)):
        found = from_identity(n)[name]
        differences = found[:, None] - found if n < 7 else None
        ioi = verdict(name, "identity", n).holds if n > 2 else len(set(found.tolist())) == len(found)
        zero = len(set(found.tolist())) == len(found) if differences is None else (differences == 0).sum() == len(found)
        looked, satisfied = looked + 1, satisfied + bool(zero)
        right &= bool(ioi) == bool(zero)
    return holds(
        right and 0 < satisfied < looked,
        f"{cases(looked, 'case')}, {len(ONE_INPUT)} metrics and n = 2 to 7, both true in {satisfied}",
    )


@claim("003/proposition-5.4/difference", "Proposition 5.4", "for DCG and nDCG m(σ) − m(ν) is not a distance")
def difference_is_no_distance() -> Finding:
    there = [metric(name).score((2, 1)) - metric(name).score((1, 2)) for name in GAINS]
    return holds(
        max(there) < 0, f"m(21) − m(12) is {there[0]:.4f} for DCG and {there[1]:.4f} for nDCG", "it is negative"
    )


@claim(
    "003/proposition-5.4",
    "Proposition 5.4",
    "for DCG and nDCG |m(σ) − m(ν)| is a distance",
    erratum=Erratum(
        "is a distance with the IoI property, where",
        "is a distance where m satisfies the IoI property: for DCG and nDCG up to n = 6",
        "the ✓ of DCG and nDCG in the row distance of Table 3, which should be ✗",
    ),
)
def proposition_5_4() -> Finding:
    found = {name: [verdict(name, "distance", n) for n in (6, 7)] for name in GAINS}
    first, second = found["DCG"][1].witness
    values = [metric("DCG").score(ranking) for ranking in (first, second)]
    return wrong(
        Kind.FALSE,
        all(small.holds and not large.holds for small, large in found.values()),
        f"n = 7: {digits(first)} and {digits(second)} are different and at distance 0",
        "it rests on Proposition 5.1; the other axioms hold for all n",
        second=abs(values[0] - values[1]) < 1e-11,
        again=f"DCG in floats, {values[0]:.10f} for both",
    )
