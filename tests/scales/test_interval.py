"""The interval mapping against enumeration of all runs, and the numbers of Ferrante, Ferro and Fuhr 2021, §VI."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

import intervale as iv
from intervale.measures import CATALOGUE
from intervale.scales.counting import Listed

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
    fold = measure.fold(length, grades)
    values = {run: measure.exact(run, grades=grades) for run in iv.RunSpace(length, grades)}
    counts = Counter(values.values())
    ordered = sorted(counts)
    listed = replace(scale, counting=Listed.of(fold, grades, 10**6))
    roads = [scale, listed] if scale.method == "halves" else [listed]
    assert (scale.method == "halves") == all(isinstance(value, int | Fraction) for value in ordered)
    some = ordered[:: max(1, len(ordered) // 40)]
    below = [sum(counts[v] for v in ordered if v < value) for value in some]
    for road in roads:
        assert list(road.values) == ordered
        assert road.size == len(ordered)
        assert road.ranks(ordered) == list(range(1, len(ordered) + 1))
        assert road.ranks(some, "min") == [n + 1 for n in below]
        assert road.ranks(some, "max") == [n + counts[value] for n, value in zip(below, some, strict=True)]
        middle = [Fraction(2 * n + 1 + counts[value], 2) for n, value in zip(below, some, strict=True)]
        assert road.ranks(some, "mid") == middle
    run = iv.RunSpace(length, grades).run(1)
    assert scale.rank_of(run) == 1 + ordered.index(values[run])


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
    assert iv.interval_scale("AP", length=20).size == 644_203


def test_rr_and_rbp_by_equation_2_not_by_the_formulas_printed_after_it():
    scale = iv.interval_scale("RR@5")
    ranks = scale.ranks(scale.values)
    assert ranks == [1, 2, 3, 4, 5, 6]
    printed = [5 + 1 - 1 / value for value in scale.values[1:]]  # φ(m) = N + 1 − 1/m is one less
    assert [rank - 1 for rank in ranks[1:]] == printed
    half = iv.interval_scale("RBP(p=0.5)@5")
    assert half.ranks(half.values) == [2**5 * value + 1 for value in half.values]  # printed: 2^N m
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
        (lambda: iv.interval_scale("AP@24").values, "too many values here to list"),
        (lambda: iv.interval_scale("AP@3").ranks([Fraction(1, 7)]), "is not a value"),
        (lambda: iv.interval_scale("AP@3").rank_of((1, 0, 1), "best"), "ties='best'"),
        (lambda: iv.interval_scale("Success(rel=2)@2").score_of((1, 1)), "one value"),
    ],
)
def test_bad_calls_get_one_sentence(call, reason):
    with pytest.raises(iv.IntervaleError, match=reason) as error:
        call()
    assert "\n" not in str(error.value)
