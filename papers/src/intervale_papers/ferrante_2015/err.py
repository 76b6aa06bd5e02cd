"""Claims of §5.1: which measures are utility-oriented, ERR, and the proof of Replacement for it line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np

import intervale as iv
from intervale_papers.ferrante_2015.spaces import SPACES, Array, looked_at, runs_of
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, worded

__all__ = ["GRID", "GRID_IN_WORDS", "err_of", "passed", "points"]

Chances = tuple[Fraction, ...]
GRID = (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1))
"""Chances to stop at which the lines of the proof are looked at; each is a polynomial of degree 1 in each of them."""
GRID_IN_WORDS = "each chance one of 0, 1/3, 1/2 and 1"


def err_of(x: Sequence[Fraction]) -> Fraction:
    """ERR as it is printed, from the chances to stop at each rank."""
    return sum((Fraction(1, i + 1) * passed(x[:i]) * x[i] for i in range(len(x))), Fraction(0))


def passed(x: Sequence[Fraction]) -> Fraction:
    """The chance to go on past all of these: A(x_i, …, x_j) of the paper."""
    return prod((1 - one for one in x), start=Fraction(1))


def _slope(x: Chances, k: int) -> Fraction:
    """The partial derivative in x_k, k from 1: ERR is linear in each chance by itself."""
    high, low = ((*x[: k - 1], Fraction(end), *x[k:]) for end in (1, 0))
    return err_of(high) - err_of(low)


def points(longest: int = 4, least: int = 1) -> Iterator[Chances]:
    for n in range(least, longest + 1):
        yield from product(GRID, repeat=n)


@claim("002/5.1/measures", "§5.1, The proof is trivial", "AP, RBP, nDCG and ERR are utility-oriented measurements")
def measures() -> Finding:
    gains = "gains={2:3,3:7,4:15,5:31}"
    texts = ("AP", "RBP(p=0.8)", "RBP(p=0.5)", "nDCG(base=2)", "nDCG(base=10)", f"nDCG(base=2,{gains})", "ERR")
    for text, (length, grades) in product(texts, SPACES):
        isotone = iv.scale(text, length=length, grades=grades, order="rank-swap")["rank-swap"].isotone
        if not isotone:
            return holds(False, f"{text} on {worded(isotone.witness)}")
    long = [iv.scale(text, length=1000, grades=3, order="rank-swap")["rank-swap"].isotone.holds for text in texts[1:6]]
    looked = looked_at(sum(len(runs_of(*space)) for space in SPACES))
    return holds(
        all(long), f"{looked}, under {cases(len(texts), 'measure')}", "RBP and nDCG also for N = 1000 by theorem"
    )


@claim("002/5.1/ERR", "§5.1, the definition of ERR", "ERR is the sum of (1/i) · Π_{k<i} (1 − x_k) · x_i")
def err_formula() -> Finding:
    looked = 0
    for length, grades in SPACES:
        for run in runs_of(length, grades):
            looked += 1
            x = [Fraction(2**grade - 1, 2**grades) for grade in run]
            if err_of(x) != iv.parse_measure("ERR").exact(run, grades=grades):
                return holds(False, run)
    remark = "with x = (2^grade − 1)/2^c, a choice that is not in the paper"
    return holds(True, looked_at(looked), remark, Kind.CONFORMITY)


@claim(
    "002/5.1/slopes",
    "§5.1, Replacement property, ∂ERR/∂x_n and ∂ERR/∂x_{n−1}",
    "∂ERR/∂x_n = (1/n) Π_{k<n} (1 − x_k) and ∂ERR/∂x_{n−1} = Π_{k<n−1} (1 − x_k) · (1/(n−1) − x_n/n)",
)
def slopes() -> Finding:
    looked = 0
    for x in points(5):
        n, looked = len(x), looked + 1
        last = _slope(x, n) == Fraction(1, n) * passed(x[:-1])
        if not last or (n > 1 and _slope(x, n - 1) != passed(x[: n - 2]) * (Fraction(1, n - 1) - x[-1] / n)):
            return holds(False, x)
    remark = "which settles polynomials of degree 1 in each chance"
    return holds(True, f"{cases(looked, 'point')} to n = 5, {GRID_IN_WORDS}", remark)


@claim(
    "002/5.1/slopes-positive",
    "§5.1, Replacement property, we will prove that the partial derivatives ∂ERR/∂x_k > 0",
    "all partial derivatives of ERR are above 0 on [0, 1]^n",
    erratum=Erratum(
        printed="the partial derivatives ∂/∂x_k ERR > 0 for any k ≤ n and (x_1, …, x_n) ∈ [0, 1]^n",
        reads="the partial derivatives ∂/∂x_k ERR ≥ 0, and > 0 where x_i < 1 for all i < k",
        depends="the two derivatives that follow, > 0 under the same condition, and Replacement for ERR; it stands",
    ),
)
def slopes_positive() -> Finding:
    signs = [(max(x[: k - 1], default=0) < 1, _slope(x, k)) for x in points() for k in range(1, len(x) + 1)]
    zero = sum(1 for _, slope in signs if slope == 0)
    as_said = all((slope > 0) == inside and slope >= 0 for inside, slope in signs)
    sure = _own((0, Fraction(1))).score([(1, 0), (1, 1)], grades=1).tolist()
    witness = f"n = 2, x_1 = 1: ∂ERR/∂x_2 = (1/2)(1 − 1); 0 in {zero} of {cases(len(signs), 'case')} to n = 4"
    remark = (
        "0 where some x_i = 1 before k, above 0 elsewhere: ERR does not fall in any variable, which is what is needed"
    )
    again = "ERR(1, 0) = ERR(1, 1) = 1 where a relevant document always ends the search"
    return wrong(Kind.GAP, as_said and zero, witness, remark, second=sure == [1.0, 1.0], again=again)


def _rest(x: Sequence[Fraction], k: int) -> Fraction:
    """S(x_{k+1}, …, x_n) of the paper, given these."""
    terms = (Fraction(1, k + 1 + i) * passed(x[:i]) * x[i] for i in range(len(x)))
    return Fraction(1, k) - sum(terms, Fraction(0))


@claim(
    "002/5.1/S",
    "§5.1, Replacement property, S(x_{k+1}, …, x_n)",
    "∂ERR/∂x_k is above 0 iff S(x_{k+1}, …, x_n) = 1/k − Σ (1/i) Π (1 − x) x_i is",
)
def sign_of_rest() -> Finding:
    looked = 0
    for x in points():
        for k in range(1, len(x) + 1):
            looked += 1
            before, rest, slope = passed(x[: k - 1]), _rest(x[k:], k), _slope(x, k)
            if slope != before * rest or ((slope > 0) == (rest > 0)) != (before > 0):
                return under(False, x, "")
    condition = "where no x_i = 1 before k: the derivative is S times the chance to come to rank k, and S is above 0"
    return under(looked, f"x_1 = 1, k = 2: S > 0 and the derivative is 0; {cases(looked, 'case')} to n = 4", condition)


@claim(
    "002/5.1/last-terms",
    "§5.1, Replacement property, Considering the last two terms",
    "the last two terms of S, with A the chance to come to rank n − 1, add up to at most A/(n−1)",
)
def last_terms() -> Finding:
    looked = 0
    for x, k in product(points(5, least=2), (1, 2, 3)):
        n, before, looked = k + len(x), passed(x[:-2]), looked + 1
        two = before * x[-2] / (n - 1) + passed(x[:-1]) * x[-1] / n
        if two > before / (n - 1):
            return holds(False, x)
    return holds(True, f"{cases(looked, 'case')}, k to 3 and n to k + 5, {GRID_IN_WORDS}")


@claim(
    "002/5.1/S-bound",
    "§5.1, Replacement property, > in the bounds of 1/(n−1) − x_n/n and of S",
    "1/(n−1) − x_n/n > 1/(n−1) − 1/n > 1/((n−1)n); S is above what the bound ≤ on its last two terms leaves of it, "
    "and above 1/k − 1/(k+1)",
    erratum=Erratum(
        printed="1/(n−1) − x_n/n > 1/(n−1) − 1/n > 1/((n−1)n) > 0; S(x_{k+1}, …, x_n) > 1/k − … − 1/(n−1) A(x_{k+1}, "
        "…, x_{n−2}); S(x_{k+1}, …, x_n) > 1/k − 1/(k+1) > 0",
        reads="1/(n−1) − x_n/n ≥ 1/(n−1) − 1/n = 1/((n−1)n) > 0; S(x_{k+1}, …, x_n) ≥ 1/k − … − 1/(n−1) A(x_{k+1}, "
        "…, x_{n−2}); S(x_{k+1}, …, x_n) ≥ 1/k − 1/(k+1) > 0",
        depends="that ∂ERR/∂x_{n−1} is not negative, S > 0, and Replacement for ERR; all stand",
        symbol=True,
    ),
)
def rest_bound() -> Finding:
    ends = {n: [Fraction(1, n - 1) - Fraction(x, n) for x in (0, 1)] for n in range(2, 101)}
    slopes_equal = all(at_one == Fraction(1, n * (n - 1)) < at_zero for n, (at_zero, at_one) in ends.items())
    over = [(x, _rest(x, k) - (Fraction(1, k) - Fraction(1, k + 1))) for x in points() for k in (1, 2, 5)]
    as_said = all(excess >= 0 and (excess == 0) == (x[0] == 1) for x, excess in over)
    equal = sum(1 for _, excess in over if excess == 0)
    witness = (
        f"n = 2: 1 − 1/2 = 1/(1 · 2), and so for all n to {max(ends)}; k = 1, x_2 = 1: S = 1 − 1/2; S and its last "
        f"bound are equal in {equal} of {cases(len(over), 'case')}"
    )
    remark = (
        "both sides are equal where x_n = 1, where one of x_{k+1}, …, x_{n−1} is 1, and where x_{k+1} = 1; the line "
        "before the second has ≤; that S > 0 is right"
    )
    return wrong(Kind.MISPRINT, slopes_equal and as_said and equal and _step_reached(), witness, remark)


def _step_reached() -> bool:
    """Whether S is never below what the bound on its last two terms leaves, and that where a chance before is 1."""
    for x, k in product(points(least=2), (1, 2, 5)):
        over = _rest(x, k) - _rest(x[:-2], k) + passed(x[:-2]) / (k + len(x) - 1)
        if over < 0 or (over == 0) != (passed(x[:-1]) == 0):
            return False
    return True


def _own(chances: Sequence[Fraction | int]) -> iv.Measure:
    """ERR with these chances to stop at each grade, as a measure."""
    table = np.array([float(one) for one in chances])

    def err(grades: Array) -> Array:
        x = table[grades]
        going = np.concatenate([np.ones_like(x[..., :1]), np.cumprod(1 - x, axis=-1)[..., :-1]], axis=-1)
        found: Array = (going * x / np.arange(1, x.shape[-1] + 1)).sum(-1)
        return found

    made: iv.Measure = iv.measure(exact=lambda run: err_of([Fraction(chances[grade]) for grade in run]))(err)
    return made


@claim(
    "002/5.1/any-map",
    "§5.1, the map r̂_t[i] ↦ x_i(r̂_t[i]) is increasing and x_i(0) = 0",
    "ERR satisfies Replacement and Swap for all increasing maps x_i of degrees to chances that are 0 at 0",
)
def any_map() -> Finding:
    maps = ((0, 1), (0, Fraction(1, 100)), (0, Fraction(1, 3), 1), (0, Fraction(98, 100), Fraction(99, 100)))
    looked = [(one, space) for one in maps for space in SPACES if space[1] == len(one) - 1]
    isotone = [
        iv.scale(_own(chances), length=length, grades=grades, order="rank-swap")["rank-swap"].isotone
        for chances, (length, grades) in looked
    ]
    low, high = Fraction(1, 10), Fraction(9, 10)  # a relevant document ends the search here at rank 1, there at rank 2
    first, second = err_of((low, Fraction(0))), err_of((Fraction(0), high))
    witness = f"x_1(1) = {low} and x_2(1) = {high}: ERR is {first} for (1, 0) and {second} for (0, 1)"
    condition = (
        f"where all ranks have one map, as the proof of Swap takes for granted, looked at for {len(maps)} maps in "
        "all spaces of up to 256 runs; with a map of its own for each rank Replacement holds and Swap need not"
    )
    return under(all(isotone) and first < second, witness, condition)
