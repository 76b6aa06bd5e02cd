"""The interval mapping against enumeration of all runs, and the numbers of Ferrante, Ferro and Fuhr 2021, §VI."""

from collections import Counter
from fractions import Fraction

import pytest

import intervale as iv
from intervale.measures import CATALOGUE

EXPONENTIAL = "gains={2:3,3:7,4:15}"
MEASURES = [
    *("P", "R", "F", "gP", "gR", "Success", "AP", "GMAP", "RR", "ERR", "DCG", "nDCG", "RBP", "gRBP", "INSQ"),
    *("SBTO", "SBPO", "RBTO", "RBPO"),
    *("DCG(base=2)", "DCG(base=10)", f"nDCG({EXPONENTIAL})", "DCG(dcg='exp-log2')", f"gP({EXPONENTIAL})"),
    *("RBP(p=0.5)", "RBP(p=0.3)", f"gRBP(p=0.8,{EXPONENTIAL})", "AP(rel=2)", "P@2", "AP@3"),
]
SPACES = [(1, 1), (2, 1), (5, 1), (8, 1), (2, 2), (4, 2), (3, 3), (2, 4), (3, 4)]


def test_every_measure_with_an_exact_value_is_here():
    assert {iv.parse_measure(text).name for text in MEASURES} == {
        name for name, kind in CATALOGUE.items() if hasattr(kind, "fold")
    }


@pytest.mark.parametrize("text", MEASURES)
@pytest.mark.parametrize(("length", "grades"), SPACES)
def test_values_ranks_and_ties_are_those_of_all_runs(text, length, grades):
    measure = iv.parse_measure(text)
    if text == "RBPO" and grades > 1:
        with pytest.raises(iv.MeasureError, match="binary"):
            iv.interval_scale(measure, length=length, grades=grades)
        return
    scale = iv.interval_scale(measure, length=length, grades=grades)
    values = {run: measure.exact(run, grades=grades) for run in iv.RunSpace(length, grades)}
    counts = Counter(values.values())
    assert dict(zip(scale.values, scale.runs, strict=True)) == counts
    assert all(low < high for low, high in zip(scale.values, scale.values[1:], strict=False))
    ordered = sorted(counts)
    for run, value in list(values.items())[:40]:
        below = sum(counts[v] for v in ordered if v < value)
        assert scale.rank_of(run) == sum(v <= value for v in ordered)
        assert scale.rank_of(run, "min") == below + 1
        assert scale.rank_of(run, "max") == below + counts[value]
        assert scale.rank_of(run, "mid") == Fraction(2 * below + 1 + counts[value], 2)


def test_dcg_example_of_section_6():
    scale = iv.interval_scale("DCG(base=2)@4")
    assert scale.size == 12
    runs = [(1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0), (1, 1, 1, 1), (0, 0, 1, 1), (1, 0, 0, 1)]
    assert [scale.rank_of(run) for run in runs] == [9, 10, 11, 12, 5, 6]


@pytest.mark.parametrize(("length", "size"), [(5, 24), (10, 768)])
def test_how_many_values_dcg_has(length, size):
    assert iv.interval_scale("DCG(base=2)", length=length).size == size


def test_how_many_values_ap_has():
    assert iv.interval_scale("AP", length=10).size == 810


def test_rr_and_rbp_by_equation_2_not_by_the_formulas_printed_after_it():
    scale = iv.interval_scale("RR@5")
    ranks = [scale.rank(value) for value in scale.values]
    assert ranks == [1, 2, 3, 4, 5, 6]
    printed = [5 + 1 - 1 / value for value in scale.values[1:]]  # φ(m) = N + 1 − 1/m is one less
    assert [rank - 1 for rank in ranks[1:]] == printed
    half = iv.interval_scale("RBP(p=0.5)@5")
    assert all(half.rank(value) == 2**5 * value + 1 for value in half.values)  # printed: 2^N m
    assert len(set(half.steps)) == 1


def test_example_12_recall_is_mapped_to_1_2_2_3():
    scale = iv.interval_scale("R", length=2)
    assert [scale.rank_of(run) for run in [(0, 0), (0, 1), (1, 0), (1, 1)]] == [1, 2, 2, 3]


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: iv.interval_scale("AP"), "say how long runs are"),
        (lambda: iv.interval_scale("Bpref", length=3), "has no interval scale here"),
        (lambda: iv.interval_scale("AP", length=3, grades=0), "grades=0"),
        (lambda: iv.interval_scale("AP", length=3, gains={1: 2}), "takes no gains"),
        (lambda: iv.interval_scale("RBP(p=0.8)@60"), "too many values"),
        (lambda: iv.interval_scale("AP@3").rank(Fraction(1, 7)), "is not a value"),
        (lambda: iv.interval_scale("AP@3").rank_of((1, 0, 1), "best"), "ties='best'"),
        (lambda: iv.interval_scale("Success(rel=2)@2").score_of((1, 1)), "one value"),
    ],
)
def test_bad_calls_get_one_sentence(call, reason):
    with pytest.raises(iv.IntervaleError, match=reason) as error:
        call()
    assert "\n" not in str(error.value)
