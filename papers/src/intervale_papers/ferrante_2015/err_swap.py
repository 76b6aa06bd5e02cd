"""Claims of §5.1: the proof of Swap for ERR, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

import intervale as iv
from intervale_papers.ferrante_2015.err import GRID, GRID_IN_WORDS, err_of, passed, points
from intervale_papers.findings import holds, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

Chances = tuple[Fraction, ...]


def _middle(x: Sequence[Fraction], i: int) -> Fraction:
    """D of the paper for the chances between ranks i and j = i + 1 + so many."""
    terms = (Fraction(1, i + 1 + m) * passed(x[:m]) * x[m] for m in range(len(x)))
    return Fraction(1, i) - sum(terms, Fraction(0)) - Fraction(1, i + 1 + len(x)) * passed(x)


def _swaps(longest: int = 4) -> Iterator[tuple[Chances, Chances, int, int]]:
    """Chances, the same with two exchanged, and the ranks of these, from 1."""
    for x in points(longest):
        for i, j in combinations(range(len(x)), 2):
            yield x, (*x[:i], x[j], *x[i + 1 : j], x[i], *x[j + 1 :]), i + 1, j + 1


@claim(
    "002/5.1/swap-terms",
    "§5.1, Swap property, where F and G are suitable functions",
    "exchanging x_i and x_j leaves the terms of ERR before rank i and after rank j as they are",
)
def swap_terms() -> Finding:
    looked = 0
    for x, other, i, j in _swaps():
        looked += 1
        before = err_of(x[: i - 1]), err_of(other[: i - 1])
        after = err_of(x) - err_of(x[:j]), err_of(other) - err_of(other[:j])
        if before[0] != before[1] or after[0] != after[1]:
            return holds(False, x)
    return holds(True, f"{cases(looked, 'exchange')} to n = 4, {GRID_IN_WORDS}")


@claim(
    "002/5.1/neighbours",
    "§5.1, Swap property, if j = i + 1",
    "swapping neighbours, ERR does not fall iff x_i/(i(i+1)) ≤ x_{i+1}/(i(i+1))",
)
def neighbours() -> Finding:
    looked = list(product(GRID, GRID, range(1, 21)))
    for a, b, i in looked:
        sides = [first / i + (1 - first) * second / (i + 1) for first, second in ((a, b), (b, a))]
        if sides[1] - sides[0] != (b - a) / (i * (i + 1)):
            return holds(False, f"i = {i}, {a} and {b}")
    remark = "the difference of the two sides is (x_{i+1} − x_i)/(i(i+1))"
    return holds(True, f"{cases(len(looked), 'case')} to i = 20, {GRID_IN_WORDS}", remark)


@claim(
    "002/5.1/D",
    "§5.1, Swap property, If |i − j| > 1, x_i D ≤ x_j D",
    "swapping ranks i and j, ERR does not fall iff x_i D(x_{i+1}, …, x_{j−1}) ≤ x_j D(x_{i+1}, …, x_{j−1})",
)
def swap_middle() -> Finding:
    looked = 0
    for x, other, i, j in _swaps():
        looked += 1
        rise = passed(x[: i - 1]) * (x[j - 1] - x[i - 1]) * _middle(x[i : j - 1], i)
        if err_of(other) - err_of(x) != rise:
            return holds(False, x)
    remark = "ERR rises by (x_j − x_i) D times the chance to come to rank i; with neighbours, too"
    return holds(True, f"{cases(looked, 'exchange')} to n = 4, {GRID_IN_WORDS}", remark)


@claim("002/5.1/D-one", "§5.1, Swap property, if k = 1", "1/i − x/(i+1) − (1−x)/(i+2) ≥ 1/(i(i+1)) for x in [0, 1]")
def middle_one() -> Finding:
    over = [_middle((Fraction(x),), i) - Fraction(1, i * (i + 1)) for i in range(1, 101) for x in (0, 1)]
    return holds(min(over) >= 0, "i to 100, x = 0 and 1, as it is linear in x", "equal at x = 1")


@claim(
    "002/5.1/D-induction",
    "§5.1, Swap property, It holds D(x_1, …, x_k) = D(x_1, …, x_{k−1}) + …",
    "D(x_1, …, x_k) = D(x_1, …, x_{k−1}) + (1 − x_1)…(1 − x_{k−1})/((i+k−1)(i+k))",
    erratum=Erratum(
        printed="+ 1/((i+k−1)(i+k)) (1 − x_1) … (1 − x_{k−1}) > 0",
        reads="+ 1/((i+k)(i+k+1)) (1 − x_1) … (1 − x_k) > 0",
        depends="D > 0 by induction, and Swap for ERR; both stand",
    ),
)
def middle_induction() -> Finding:
    steps = [(x, i, len(x), _middle(x, i) - _middle(x[:-1], i)) for x in points(least=2) for i in (1, 2, 5)]
    mended = all(step == passed(x) / ((i + k) * (i + k + 1)) for x, i, k, step in steps)
    printed = any(step == passed(x[:-1]) / ((i + k - 1) * (i + k)) for x, i, k, step in steps if passed(x))
    value = iv.parse_measure("ERR(max_rel=1)")  # x = 1/2 at grade 1, so that a Swap of 1 and 0 adds D/2
    rises = [2 * (value.exact((1, *zeros, 0)) - value.exact((0, *zeros, 1))) for zeros in ((0,), (0, 0))]
    witness = f"i = 1, k = 2, x = (0, 0): {rises[1]} is not {rises[0]} + 1/6; {cases(len(steps), 'case')} looked at"
    remark = "all three indices are one too small: what is printed is added in the step before"
    again = "ERR of (1, 0, 0, 0), (0, 0, 0, 1), (1, 0, 0) and (0, 0, 1), by which D(0, 0) and D(0) differ by 1/12"
    second = rises[1] - rises[0] == Fraction(1, 12)
    return wrong(Kind.MISPRINT, mended and not printed, witness, remark, second=second, again=again)


@claim("002/5.1/D-positive", "§5.1, Swap property, D > 0", "D(x_1, …, x_k) > 0 for all chances in [0, 1]")
def middle_positive() -> Finding:
    values = [(_middle(x, i), i) for x in points(5) for i in (1, 2, 3, 10)]
    right = all(found >= Fraction(1, i * (i + 1)) for found, i in values)
    remark = "at least 1/(i(i+1)), as for k = 1, and it does not fall with k"
    return holds(right, f"{cases(len(values), 'case')} to k = 5, {GRID_IN_WORDS}", remark)
