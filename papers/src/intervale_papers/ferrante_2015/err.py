"""Claims of 002 §5.1: which measures are utility-oriented, and the proof for ERR line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod

import numpy as np

import intervale as iv
from intervale_papers.ferrante_2015.findings import LOOKED, SPACES, Array, argued, held, only_if, runs_of
from intervale_papers.register import Finding, claim

Chances = tuple[Fraction, ...]
GRID = (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1))
"""Chances to stop at which the lines of the proof are looked at; each is a polynomial of degree 1 in each of them."""


def _err(x: Sequence[Fraction]) -> Fraction:
    """ERR as it is printed, from the chances to stop at each rank."""
    return sum(
        (Fraction(1, i + 1) * prod((1 - one for one in x[:i]), start=Fraction(1)) * x[i] for i in range(len(x))),
        Fraction(0),
    )


def _passed(x: Sequence[Fraction]) -> Fraction:
    """The chance to go on past all of these: A(x_i, …, x_j) of the paper."""
    return prod((1 - one for one in x), start=Fraction(1))


def _slope(x: Chances, k: int) -> Fraction:
    """The partial derivative in x_k, k from 1: ERR is linear in each chance by itself."""
    high, low = ((*x[: k - 1], Fraction(end), *x[k:]) for end in (1, 0))
    return _err(high) - _err(low)


def _points(longest: int = 4) -> Iterator[Chances]:
    for n in range(1, longest + 1):
        yield from product(GRID, repeat=n)


@claim("002/5.1/measures", "§5.1, The proof is trivial", "AP, RBP, nDCG and ERR are utility-oriented measurements")
def measures() -> Finding:
    gains = "gains={2:3,3:7,4:15,5:31}"
    texts = ("AP", "RBP(p=0.8)", "RBP(p=0.5)", "nDCG(base=2)", "nDCG(base=10)", f"nDCG(base=2,{gains})", "ERR")
    for text, (length, grades) in product(texts, SPACES):
        isotone = iv.scale(text, length=length, grades=grades, order="rank-swap")["rank-swap"].isotone
        if not isotone:
            return held((text, isotone.witness))
    long = [iv.scale(text, length=1000, grades=3, order="rank-swap")["rank-swap"].isotone.holds for text in texts[1:6]]
    return held(
        not all(long), LOOKED, "all runs in spaces of up to 256 runs; RBP and nDCG also for N = 1000 by theorem"
    )


@claim("002/5.1/ERR", "§5.1, the definition of ERR", "ERR is the sum of (1/i) · Π_{k<i} (1 − x_k) · x_i")
def err_formula() -> Finding:
    for length, grades in SPACES:
        for run in runs_of(length, grades):
            x = [Fraction(2**grade - 1, 2**grades) for grade in run]
            if _err(x) != iv.parse_measure("ERR").exact(run, grades=grades):
                return held(run)
    return held(None, LOOKED, "all runs in spaces of up to 256 runs, with x = (2^grade − 1)/2^c")


@claim(
    "002/5.1/slopes",
    "§5.1, Replacement property, ∂ERR/∂x_n and ∂ERR/∂x_{n−1}",
    "∂ERR/∂x_n = (1/n) Π_{k<n} (1 − x_k) and ∂ERR/∂x_{n−1} = Π_{k<n−1} (1 − x_k) · (1/(n−1) − x_n/n)",
)
def slopes() -> Finding:
    for x in _points(5):
        n = len(x)
        last = _slope(x, n) == Fraction(1, n) * _passed(x[:-1])
        if not last or (n > 1 and _slope(x, n - 1) != _passed(x[: n - 2]) * (Fraction(1, n - 1) - x[-1] / n)):
            return held(x)
    return held(
        None,
        None,
        "looked at to n = 5, each chance one of 0, 1/3, 1/2, 1, which settles polynomials of degree 1 in each",
    )


@claim(
    "002/5.1/slopes-positive",
    "§5.1, Replacement property, we will prove that the partial derivatives ∂ERR/∂x_k > 0",
    "all partial derivatives of ERR are above 0 on [0, 1]^n",
)
def slopes_positive() -> Finding:
    signs = [(max(x[: k - 1], default=0) < 1, _slope(x, k)) for x in _points() for k in range(1, len(x) + 1)]
    as_said = all((slope > 0) == inside and slope >= 0 for inside, slope in signs)
    first = as_said and _slope((Fraction(1), Fraction(0)), 2) == 0
    sure = _own((0, Fraction(1)))
    second = sure.score([(1, 0), (1, 1)], grades=1).tolist() == [1.0, 1.0]
    remark = "0 where some x_i = 1 before k, above 0 elsewhere: never below, so that Replacement follows"
    again = "ERR(1, 0) = ERR(1, 1) = 1 where a relevant document always ends the search"
    return argued(first, second, "n = 2, x_1 = 1: ∂ERR/∂x_2 = (1/2)(1 − 1)", remark, again)


@claim(
    "002/5.1/slope-bound",
    "§5.1, Replacement property, since 1/(n−1) − x_n/n > 1/(n−1) − 1/n > 1/((n−1)n)",
    "1/(n−1) − x/n is above 1/(n−1) − 1/n for x in [0, 1], and that above 1/((n−1)n)",
)
def slope_bound() -> Finding:
    ends = {n: [Fraction(1, n - 1) - Fraction(x, n) for x in (0, 1)] for n in range(2, 101)}
    first = all(at_one == Fraction(1, n * (n - 1)) < at_zero for n, (at_zero, at_one) in ends.items())
    deep = [iv.parse_measure("RR").exact((*(0,) * n, 1)) for n in range(20)]
    second = all(deep[n - 2] - deep[n - 1] == deep[n - 2] * deep[n - 1] for n in range(2, 21))
    remark = "the last two are equal, and so are the first two where x = 1; all are above 0"
    return argued(first, second, "n = 2: 1 − 1/2 = 1/(1 · 2)", remark, "reciprocal ranks one apart, to n = 20")


def _rest(x: Sequence[Fraction], k: int) -> Fraction:
    """S(x_{k+1}, …, x_n) of the paper, given these."""
    terms = (Fraction(1, k + 1 + i) * _passed(x[:i]) * x[i] for i in range(len(x)))
    return Fraction(1, k) - sum(terms, Fraction(0))


@claim(
    "002/5.1/S",
    "§5.1, Replacement property, S(x_{k+1}, …, x_n)",
    "∂ERR/∂x_k is above 0 iff S(x_{k+1}, …, x_n) = 1/k − Σ (1/i) Π (1 − x) x_i is",
)
def sign_of_rest() -> Finding:
    for x in _points():
        for k in range(1, len(x) + 1):
            before = _passed(x[: k - 1])
            if _slope(x, k) != before * _rest(x[k:], k):
                return only_if(False, (x, k), "the derivative is another")
    remark = "the derivative is S times the chance to come to rank k, so where no x_i = 1 before k; S itself is above 0"
    return only_if(all(_rest(x, k) > 0 for x in _points() for k in (1, 2, 5)), "x_1 = 1, k = 2", remark)


@claim(
    "002/5.1/last-terms",
    "§5.1, Replacement property, Considering the last two terms",
    "the last two terms of S, with A the chance to come to rank n − 1, add up to at most A/(n−1)",
)
def last_terms() -> Finding:
    for x, k in product(_points(5), (1, 2, 3)):
        n, m = k + len(x), len(x)
        if m >= 2:
            two = _passed(x[: m - 2]) * x[-2] / (n - 1) + _passed(x[:-1]) * x[-1] / n
            if two > _passed(x[: m - 2]) / (n - 1):
                return held((k, x))
    return held(None, None, "looked at for k to 3 and n to k + 5, each chance one of 0, 1/3, 1/2, 1")


@claim(
    "002/5.1/S-bound",
    "§5.1, Replacement property, at the end we obtain that S > 1/k − 1/(k+1)",
    "S(x_{k+1}, …, x_n) > 1/k − 1/(k+1)",
)
def rest_bound() -> Finding:
    over = [(x, k, _rest(x, k) - (Fraction(1, k) - Fraction(1, k + 1))) for x in _points() for k in (1, 2, 5)]
    right = all(excess >= 0 and (excess == 0) == (x[0] == 1) for x, _, excess in over)
    return only_if(right, "k = 1, x_2 = 1: S = 1 − 1/2", "where x_{k+1} < 1; where it is 1 the two are equal")


def _own(chances: Sequence[Fraction | int]) -> iv.Measure:
    """ERR with these chances to stop at each grade, as a measure."""
    table = np.array([float(one) for one in chances])

    def err(grades: Array) -> Array:
        x = table[grades]
        going = np.concatenate([np.ones_like(x[..., :1]), np.cumprod(1 - x, axis=-1)[..., :-1]], axis=-1)
        found: Array = (going * x / np.arange(1, x.shape[-1] + 1)).sum(-1)
        return found

    made: iv.Measure = iv.measure(exact=lambda run: _err([Fraction(chances[grade]) for grade in run]))(err)
    return made


@claim(
    "002/5.1/any-map",
    "§5.1, the replacement is proved for ERR, and the property is proved for Swap",
    "ERR satisfies Replacement and Swap for every increasing map of grades to chances that is 0 at 0",
)
def any_map() -> Finding:
    maps = ((0, 1), (0, Fraction(1, 100)), (0, Fraction(1, 3), 1), (0, Fraction(98, 100), Fraction(99, 100)))
    for chances in maps:
        for length, grades in SPACES:
            if grades == len(chances) - 1:
                isotone = iv.scale(_own(chances), length=length, grades=grades, order="rank-swap")["rank-swap"].isotone
                if not isotone:
                    return held((chances, isotone.witness))
    return held(None, maps[2:], "four maps, one of them up to 1, on all spaces of up to 256 runs")


# ---------------------------------------------------------------- swap


def _middle(x: Sequence[Fraction], i: int) -> Fraction:
    """D of the paper for the chances between ranks i and j = i + 1 + so many."""
    terms = (Fraction(1, i + 1 + m) * _passed(x[:m]) * x[m] for m in range(len(x)))
    return Fraction(1, i) - sum(terms, Fraction(0)) - Fraction(1, i + 1 + len(x)) * _passed(x)


@claim(
    "002/5.1/neighbours",
    "§5.1, Swap property, if j = i + 1",
    "swapping neighbours, ERR does not fall iff x_i/(i(i+1)) ≤ x_{i+1}/(i(i+1))",
)
def neighbours() -> Finding:
    for (a, b), i in product(product(GRID, repeat=2), range(1, 21)):
        sides = [first / i + (1 - first) * second / (i + 1) for first, second in ((a, b), (b, a))]
        if sides[1] - sides[0] != (b - a) / (i * (i + 1)):
            return held((i, a, b))
    return held(None, None, "looked at to i = 20: the difference of the two sides is (x_{i+1} − x_i)/(i(i+1))")


@claim(
    "002/5.1/D",
    "§5.1, Swap property, If |i − j| > 1, x_i D ≤ x_j D",
    "swapping ranks i and j, ERR does not fall iff x_i D(x_{i+1}, …, x_{j−1}) ≤ x_j D(x_{i+1}, …, x_{j−1})",
)
def swap_middle() -> Finding:
    for x in _points():
        for i, j in combinations(range(len(x)), 2):
            swapped = (*x[:i], x[j], *x[i + 1 : j], x[i], *x[j + 1 :])
            if _err(swapped) - _err(x) != _passed(x[:i]) * (x[j] - x[i]) * _middle(x[i + 1 : j], i + 1):
                return held((x, i + 1, j + 1))
    return held(
        None, None, "looked at to n = 4: ERR rises by (x_j − x_i) D times the chance to come to rank i; neighbours, too"
    )


@claim("002/5.1/D-one", "§5.1, Swap property, if k = 1", "1/i − x/(i+1) − (1−x)/(i+2) ≥ 1/(i(i+1)) for x in [0, 1]")
def middle_one() -> Finding:
    ends = [_middle((Fraction(x),), i) - Fraction(1, i * (i + 1)) for i in range(1, 101) for x in (0, 1)]
    return held(min(ends) < 0, None, "looked at to i = 100, at both ends, as it is linear in x; equal at x = 1")


@claim(
    "002/5.1/D-induction",
    "§5.1, Swap property, It holds D(x_1, …, x_k) = D(x_1, …, x_{k−1}) + …",
    "D(x_1, …, x_k) = D(x_1, …, x_{k−1}) + (1 − x_1)…(1 − x_{k−1})/((i+k−1)(i+k))",
)
def middle_induction() -> Finding:
    cases = [(x, i, len(x), _middle(x, i) - _middle(x[:-1], i)) for x in _points() if len(x) > 1 for i in (1, 2, 5)]
    mended = all(step == _passed(x) / ((i + k) * (i + k + 1)) for x, i, k, step in cases)
    printed = any(step == _passed(x[:-1]) / ((i + k - 1) * (i + k)) for x, i, k, step in cases if _passed(x))
    value = iv.parse_measure("ERR(max_rel=1)")  # x = 1/2 at grade 1, so that a Swap of 1 and 0 adds D/2
    rises = [2 * (value.exact((1, *zeros, 0)) - value.exact((0, *zeros, 1))) for zeros in ((0,), (0, 0))]
    remark = "to add is (1 − x_1)…(1 − x_k)/((i+k)(i+k+1)); what is printed is the step before; D > 0 stands"
    again = "ERR of (1,0,0,0), (0,0,0,1), (1,0,0) and (0,0,1): D(0, 0) = 3/4 and D(0) = 2/3 differ by 1/12, not 1/6"
    second = rises == [Fraction(2, 3), Fraction(3, 4)]
    return argued(mended and not printed, second, "i = 1, k = 2, x = (0, 0)", remark, again)


@claim("002/5.1/D-positive", "§5.1, Swap property, D > 0", "D(x_1, …, x_k) > 0 for all chances in [0, 1]")
def middle_positive() -> Finding:
    least = {i: min(_middle(x, i) for x in _points(5)) for i in (1, 2, 3, 10)}
    wrong = [i for i, found in least.items() if found < Fraction(1, i * (i + 1))]
    return held(wrong, None, "looked at to k = 5; at least 1/(i(i+1)), as it is for k = 1 and grows with k")
