"""The balancing index: against Algorithm 1, the closed forms, and the numbers of Ferrante, Ferro and Maistro 2015."""

from fractions import Fraction
from math import log

import pytest

import intervale as iv
from intervale.scales import balancing_curve

MEASURES = [
    "gP(gains={0:5,1:2,2:1,3:1})",
    "gP(gains={1:0})",
    "AP",
    "RR",
    "ERR",
    "DCG",
    "DCG(base=2)",
    "nDCG(base=3)",
    "RBP",
    "RBP(p=0.5)",
    "P",
    "INSQ",
    "gP",
    "RBTO",
    "SBTO",
]


def by_definition(measure, length, grades):
    """max { b : M(q_max, 0, …) ≤ M(0, …, 0, q_min, …) } in exact numbers; None for the empty set."""
    first = measure.exact((grades, *(0,) * (length - 1)), grades=grades)
    found = [
        b
        for b in range(1, length + 1)
        if first <= measure.exact((*(0,) * (b - 1), *(1,) * (length - b + 1)), grades=grades)
    ]
    return max(found, default=None)


@pytest.mark.parametrize("text", MEASURES)
@pytest.mark.parametrize("grades", [1, 2, 3])
def test_bisection_and_the_linear_algorithm_give_the_definition(text, grades):
    measure = iv.parse_measure(text)
    for length in range(1, 13):
        expected = by_definition(measure, length, grades)
        falls = not text.startswith("gP(gains={0")
        for method in ("bisection", "linear", None) if falls else ("linear", None):
            assert iv.balancing_index(measure, length=length, grades=grades, method=method) == expected, (
                length,
                method,
            )


def test_the_numbers_of_section_6():
    assert balancing_curve("RBP(p=0.8)", [10, 20, 30, 100, 1000]) == [6, 7, 8, 8, 8]
    assert iv.balancing_index("RBP(p=0.95)", length=1000) == 59  # "almost b = 60"
    assert set(balancing_curve("ERR", range(2, 100, 7))) == {1}
    assert iv.balancing_index("AP", length=1000) == 957
    assert iv.balancing_index("nDCG(base=2)", length=1000) > 950


# ---------------------------------------------------------------- closed forms, corrected where the paper's are wrong


def closed_ap(n, grades):
    ok = [b for b in range(1, n + 1) if sum(Fraction(k, k + b - 1) for k in range(1, n - b + 2)) >= 1]
    return max(ok, default=None)


def closed_rbp(p, n):
    """b ≤ log_p(1 − p + p^n) + 1, here without the logarithm; the paper has ≥, whose maximum is infinite."""
    return max((b for b in range(1, n + 1) if p ** (b - 1) >= 1 - p + p**n), default=None)


def closed_err(x_min, x_max, n):
    """x_min Σ_{k=b}^n (1 − x_min)^(k − b) / k ≥ x_max; the paper's exponent is k − 1."""
    ok = [
        b
        for b in range(1, n + 1)
        if x_min * sum((1 - x_min) ** (k - b) / Fraction(k) for k in range(b, n + 1)) >= x_max
    ]
    return max(ok, default=None)


def closed_dcg(base, n, grades):
    """Σ_{k=b}^n q_min / max(1, log_a k) ≥ q_max."""
    ok = [b for b in range(1, n + 1) if sum(1 / max(1, log(k) / log(base)) for k in range(b, n + 1)) >= grades - 1e-12]
    return max(ok, default=None)


@pytest.mark.parametrize("n", [1, 2, 5, 17, 60])
def test_closed_forms(n):
    assert iv.balancing_index("AP", length=n) == closed_ap(n, 1)
    for p in (Fraction(3, 10), Fraction(1, 2), Fraction(4, 5), Fraction(19, 20)):
        assert iv.balancing_index(f"RBP(p={p})", length=n) == closed_rbp(p, n)
    for grades in (1, 2, 3):
        x = [Fraction(2**grade - 1, 2**grades) for grade in range(grades + 1)]
        assert iv.balancing_index("ERR", length=n, grades=grades) == closed_err(x[1], x[-1], n)
        assert iv.balancing_index("nDCG(base=2)", length=n, grades=grades) == closed_dcg(2, n, grades)
        assert iv.balancing_index("nDCG(base=10)", length=n, grades=grades) == closed_dcg(10, n, grades)


def test_values_too_large_for_floats():
    assert iv.balancing_index("RBTO", length=1200) == 1
    assert iv.balancing_index("RBTO", length=1200, grades=3) is None


def test_ties_are_decided_exactly():
    """P: one relevant document weighs as much at the end as at the top."""
    assert iv.balancing_index("P", length=1000) == 1000
    assert iv.balancing_index("gP", length=1000, grades=3) == 998
    assert iv.balancing_index("RBP(p=1/2)", length=60) == 1


def test_an_own_measure_is_looked_at_for_every_b():
    @iv.measure
    def middle(grades):  # not monotone in b
        return grades[..., 0] * 1.0 + (grades.sum(-1) == 3) * 5.0

    assert iv.balancing_index(middle, length=6) == 4
    assert iv.balancing_index(middle, length=6, method="linear") == 4


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: iv.balancing_index("AP"), "the length of runs is missing"),
        (lambda: iv.balancing_index("AP", length=3, method="guess"), "one of: bisection, linear"),
        (lambda: iv.balancing_index("Bpref", length=3), "no exact value"),
        (lambda: iv.balancing_index("AP", length=True), "must be a whole number"),
    ],
)
def test_bad_calls(call, reason):
    with pytest.raises(iv.IntervaleError, match=reason):
        call()
