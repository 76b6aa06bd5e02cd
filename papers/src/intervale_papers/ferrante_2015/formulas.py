"""Claims of §6: the formulas of the balancing index for AP, RBP, ERR and nDCG."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import floor, log

import intervale as iv
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

Formula = Callable[[int], int | None]
Difference = tuple[int, int | None, int | None]
PERSISTENCE = (Fraction(1, 2), Fraction(4, 5), Fraction(19, 20))


def _off(text: str, printed: Formula, lengths: range, grades: int = 1) -> list[Difference]:
    """Where a printed formula does not give the balancing index: length, index, formula."""
    found = [(n, iv.balancing_index(text, length=n, grades=grades), printed(n)) for n in lengths]
    return [(n, index, formula) for n, index, formula in found if index != formula]


def _told(off: list[Difference]) -> str:
    """Differences in words."""
    return listed(f"{formula} for {index or 'no index'} at n = {n}" for n, index, formula in off)


@claim(
    "002/6/AP",
    "§6, AP",
    "for AP the balancing index is the largest b with Σ k/(k + b − 1) ≥ 1, k from 1 to n − b + 1",
)
def balance_ap() -> Finding:
    def printed(n: int) -> int | None:
        fits = [b for b in range(1, n + 1) if sum(Fraction(k, k + b - 1) for k in range(1, n - b + 2)) >= 1]
        return max(fits, default=None)

    lengths = range(1, 41)
    right = not any(_off("AP", printed, lengths, grades) for grades in (1, 3))
    return holds(right, f"n to {lengths[-1]}, with two and with four degrees, of which AP asks only whether above 0")


@claim(
    "002/6/RBP",
    "§6, RBP, b ≥ log_p(1 − p + p^n) + 1",
    "for RBP it is the largest b with b ≥ log_p(1 − p + p^n) + 1",
    erratum=Erratum(
        printed="B(n) = max {b ∈ ℕ : b ≥ log_p(1 − p + p^n) + 1}",
        reads="B(n) = max {b ∈ ℕ : b ≤ log_p(1 − p + p^n) + 1}",
        depends="Figure 1(a), whose values for RBP are those with ≤; it stands",
        symbol=True,
    ),
)
def balance_rbp() -> Finding:
    def largest(p: Fraction, fits: Callable[[Fraction, Fraction], bool]) -> Formula:
        """b against log_p(x) + 1 is p^(b − 1) against x, the other way round, as p < 1."""
        return lambda n: max((b for b in range(1, n + 1) if fits(p ** (b - 1), 1 - p + p**n)), default=None)

    lengths = range(2, 41)
    mended = not any(_off(f"RBP(p={float(p)})", largest(p, lambda power, x: power >= x), lengths) for p in PERSISTENCE)
    off = _off("RBP(p=0.8)", largest(Fraction(4, 5), lambda power, x: power <= x), lengths)
    bound = log(1 - 0.8 + 0.8**3, 0.8) + 1  # 2.52 for n = 3, so that b = 3, 4, … all fit
    index = iv.balancing_index("RBP(p=0.8)", length=3, method="linear")
    witness = (
        f"p = 0.8, n = 3: the bound is {bound:.3g} and the index {index}; with b to n the formula gives "
        f"{_told(off[:3])}"
    )
    remark = "with ≥ every large b fits, and there is no greatest; with ≤ it is the index, as p^(b−1) falls with b"
    broken = mended and len(off) == len(lengths) and index == 2 < bound < 3
    return wrong(Kind.MISPRINT, broken, witness, remark)


@claim(
    "002/6/explicit",
    "§6, some of the above formulas depend explicitly on the length of the run, as in the case of RBP",
    "the formula for RBP gives the index from n without a search",
)
def explicit() -> Finding:
    lengths, looked = range(2, 61), 0
    for p, n in product(PERSISTENCE, lengths):
        bound = log(1 - p + p**n, p) + 1
        clear = abs(bound - round(bound)) > 1e-9  # floats do not tell a bound near an integer from it
        looked += clear
        if clear and floor(bound) != iv.balancing_index(f"RBP(p={float(p)})", length=n):
            return holds(False, f"p = {p}, n = {n}")
    remark = "it is the integer part of log_p(1 − p + p^n) + 1"
    return holds(looked, f"{cases(looked, 'case')}: p = {listed(PERSISTENCE)}, n to {lengths[-1]}", remark)


@claim(
    "002/6/ERR",
    "§6, ERR, the exponent k − 1",
    "for ERR it is the largest b with x_min Σ (1 − x_min)^(k − 1)/k ≥ x_max, k from b to n",
    erratum=Erratum(
        printed="x_min Σ_{k=b}^n (1 − x_min)^{k−1}/k ≥ x_max",
        reads="x_min Σ_{k=b}^n (1 − x_min)^{k−b}/k ≥ x_max",
        depends="Figure 1(a), where both give ERR the index 1; it stands",
        symbol=True,
    ),
)
def balance_err() -> Finding:
    text, lengths = "ERR(max_rel=4)", range(1, 31)
    mended = not any(_off(text, _err_formula(grades, lambda k, b: k - b), lengths, grades) for grades in (1, 2))
    off = _off(text, _err_formula(1, lambda k, b: k - 1), lengths)
    top, tail = (iv.parse_measure(text).exact(run, grades=1) for run in ((1, 0, 0, 0), (0, 1, 1, 1)))
    second = tail >= top > tail * Fraction(15, 16)  # the exponent k − 1 has one factor 15/16 too many at b = 2
    witness = f"x_min = x_max = 1/16: {_told(off[:3])}; wrong for {len(off)} of {cases(len(lengths), 'length')}"
    remark = "users come to rank k past k − b relevant documents, as the ranks before b have none"
    again = "ERR of (1, 0, 0, 0) and (0, 1, 1, 1), of which the second is larger: the index is 2 at n = 4"
    return wrong(Kind.FALSE, mended and off, witness, remark, second=second, again=again)


def _err_formula(grades: int, exponent: Callable[[int, int], int]) -> Formula:
    """The formula for ERR(max_rel=4), the exponent a function of k and b."""
    low, high = Fraction(1, 16), Fraction(2**grades - 1, 16)

    def total(n: int, b: int) -> Fraction:
        return low * sum((1 - low) ** exponent(k, b) / Fraction(k) for k in range(b, n + 1))

    return lambda n: max((b for b in range(1, n + 1) if total(n, b) >= high), default=None)


@claim("002/6/nDCG", "§6, nDCG", "for nDCG it is max(b1, b2), by whether b is beyond the base of the logarithm")
def balance_ndcg() -> Finding:
    lengths, short, off = range(1, 26), 0, []
    spaces = [(base, grades, "", grades) for base, grades in product((2, 3, 10), (1, 2, 3))]
    for base, grades, gains, high in [*spaces, (2, 2, ",gains={2:3}", 3)]:
        short += min(base - 1, len(lengths))
        differences = _off(f"nDCG(base={base}{gains})", _ndcg_formula(base, high), lengths, grades)
        off += [(base, *one) for one in differences]
    base, n, index, formula = off[-1]
    witness = (
        f"base {base}, n = {n}, four degrees: the formula gives {formula}, and the index is {index}; wrong for "
        f"{len(off)} of {short} lengths below the base, and for none of the others to n = {lengths[-1]}"
    )
    condition = (
        "for runs at least as long as the base of the logarithm; b2 counts ranks up to the base that others lack"
    )
    return under(off and all(n < base for base, n, _, _ in off), witness, condition)


def _ndcg_formula(base: int, high: int) -> Formula:
    """The formula for nDCG, q_min = 1, for lengths to 25; exact, so that ties are."""
    weight = [iv.parse_measure(f"DCG(base={base})").exact((*(0,) * rank, 1), grades=1) for rank in range(25)]

    def printed(n: int) -> int | None:
        far = [b for b in range(base + 1, n + 1) if sum(weight[b - 1 : n], Fraction(0)) >= high]
        rest = sum(weight[base:n], Fraction(0))
        near = [b for b in range(1, base + 1) if rest + (base - b + 1) >= high]
        return max([*far, *near], default=None)

    return printed
