"""The exact face of measures: all runs of small run spaces, against the float face, the fold and the formulas."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import intervale as iv
from intervale.exact import LogSum
from intervale.measures import CATALOGUE, Additive, Direct, parse_measure
from intervale.measures.interval import RBPO

SPACES = [(length, 1) for length in range(1, 7)] + [(length, 2) for length in range(1, 5)] + [(1, 3), (2, 3), (3, 3)]
"""Run spaces as (length, top grade)."""

EXPONENTIAL = "gains={1:1,2:3,3:7}"
LOG_MEASURES = [
    f"{name}({inside}){at}"
    for name in ("DCG", "nDCG")
    for inside in ("", "base=2", "base=3", "base=10", "base=2.5", "dcg='exp-log2'", f"base=3,{EXPONENTIAL}")
    for at in ("", "@3")
]
MEASURES = [
    *("P", "P@2", "P@9", "P(rel=2)@3", "P(relative=True)@3", "R", "R@2", "R(rel=2)", "Success", "Success(rel=2)@2"),
    *("F", "F@2", "F(beta=2)@3", "F(rel=2)", "F(graded=True)", f"F(graded=True,{EXPONENTIAL})@2"),
    *("gP", "gP@2", f"gP({EXPONENTIAL})", "gP(max_rel=5)", "gR", "gR@2", f"gR({EXPONENTIAL},max_rel=2)"),
    *("AP", "AP@2", "AP(rel=2)", "GMAP", "RR", "RR@2", "RR(rel=2)", "ERR", "ERR@2", "ERR(max_rel=4)", "ERR(max_rel=1)"),
    *("ERR(gains={1:2,2:3,3:5})", "ERR(gains={1:0,2:0})", "ERR(gains={0:1,2:1})@2", "ERR(gains={2:5},max_rel=2)"),
    *("ERR(stop={1:0.25,2:0.75,3:1})", "ERR(stop={1:0,2:1/3,3:1/3})@2", "ERR(stop={1:1,2:1,3:1})"),
    *("RBP", "RBP(p=0.5)", "RBP(p=0.95,rel=2)@3", "RBP(p=1/3)", "RBP(normalised=True)", "RBP(p=1/3,normalised=True)@2"),
    *("gRBP(normalised=True)", "gRBP(p=0.3,normalised=True,max_rel=4)@9", "gRBP(max_rel='topic',normalised=True)"),
    *("gRBP", "gRBP(p=0.3)@2", f"gRBP(p=0.5,{EXPONENTIAL})", "gRBP(max_rel='topic')", "gRBP(max_rel=4)"),
    *("INSQ", "INSQ(T=2.5)", f"INSQ(T=1/3,{EXPONENTIAL})@2"),
    *("SBTO", "SBTO@2", "SBTO(max_rel=2)@3", "SBPO", "SBPO@2"),
    *("RBTO", "RBTO@2", "RBTO(max_rel=2)@3", "RBPO", "RBPO@2"),
    *LOG_MEASURES,
]
FOLDED = [name for name, kind in CATALOGUE.items() if kind.has_fold]
MEASURES += [name for name in FOLDED if name not in MEASURES and name not in ("DCG", "nDCG")]  # written DCG() above


def runs_of(length, top):
    return list(product(range(top + 1), repeat=length))


def test_every_folded_measure_is_here():
    assert {parse_measure(text).name for text in MEASURES} == set(FOLDED)


@pytest.mark.parametrize("text", MEASURES)
def test_exact_score_and_fold_agree_on_small_spaces(text):
    measure = parse_measure(text)
    for length, top in SPACES:
        if isinstance(measure, RBPO) and top > 1:
            continue
        runs = runs_of(length, top)
        fold = measure.fold(length, top)
        scores = measure.score(np.array(runs), grades=top)
        for run, score in zip(runs, scores, strict=True):
            exact = measure.exact(run, grades=top)
            assert isinstance(exact, Fraction | LogSum)
            assert score == pytest.approx(float(exact), rel=1e-12, abs=1e-15), run
            assert fold.value(run) == exact
            if isinstance(measure, Additive):
                assert sum(fold.gains[g] * w for g, w in zip(run, fold.weights, strict=False)) == exact


FORMULAS = {
    "P": lambda run: Fraction(sum(run), len(run)),
    "R": lambda run: sum(run),
    "F": lambda run: sum(run),
    "AP": lambda run: sum(Fraction(sum(run[: i + 1]), i + 1) for i, r in enumerate(run) if r),
    "RR": lambda run: Fraction(1, run.index(1) + 1) if 1 in run else 0,
    "Success": lambda run: int(1 in run),
    "RBP(p=0.8)": lambda run: sum(Fraction(1, 5) * Fraction(4, 5) ** i for i, r in enumerate(run) if r),
    "ERR": lambda run: sum(
        Fraction(1, (i + 1) * 2 ** (sum(run[:i]) + 1)) for i, r in enumerate(run) if r
    ),  # every relevant document stops half of the readers
    "INSQ(T=1)": lambda run: sum(Fraction(1, (i + 2) ** 2) for i, r in enumerate(run) if r),
}


@pytest.mark.parametrize("text", FORMULAS)
def test_exact_values_of_binary_runs_are_the_formula(text):
    measure = parse_measure(text)
    for length in range(1, 7):
        for run in runs_of(length, 1):
            assert measure.exact(run, grades=1) == FORMULAS[text](run)


def test_runs_with_equal_precision_are_tied_exactly():
    """P and R take N + 1 values on runs of length N, whatever floats would make of 1/N."""
    for length in range(1, 7):
        for name in ("P", "R", "F"):
            assert len({parse_measure(name).exact(run) for run in runs_of(length, 1)}) == length + 1


def test_dcg_finds_ties_that_floats_may_miss():
    """Rank 1 alone (discount 1) ties with ranks 3 and 3 (1/2 twice): grade 1 at rank 1, grade 2 at rank 3."""
    dcg = parse_measure("DCG")
    assert dcg.exact((1, 0, 0)) == dcg.exact((0, 0, 2)) == 1
    assert dcg.exact((0, 2, 0, 0, 0, 0, 0, 0)) == dcg.exact((0, 1, 0, 0, 0, 0, 0, 2))  # 1/log 9 is half of 1/log 3
    assert dcg.exact((0, 1, 0)) != dcg.exact((0, 0, 1))


def test_rbp_reads_p_as_the_decimal_that_was_written():
    assert parse_measure("RBP(p=0.1)").exact((1, 1)) == Fraction(9, 10) + Fraction(9, 100)
    assert parse_measure("RBP(p=1/3)").exact((0, 1)) == Fraction(2, 9)


def test_scores_keep_the_shape_of_the_array():
    runs = np.zeros((2, 3, 4), dtype=int)
    for text in MEASURES:
        assert parse_measure(text).score(runs, grades=1).shape == (2, 3)
    assert parse_measure("AP").score([1, 0, 1]).shape == ()


def test_the_empty_run_is_worth_nothing():
    for text in MEASURES:
        assert parse_measure(text).exact((), grades=1) == 0


def test_empty_runs_score_nothing():
    for text in MEASURES:
        assert parse_measure(text).score(np.zeros((2, 0), dtype=int), grades=1).tolist() == [0.0, 0.0]


def test_the_top_grade_must_be_said_where_it_matters():
    for text in ("gP", "gR", "ERR", "gRBP", "INSQ", "F(graded=True)"):
        with pytest.raises(iv.MeasureError, match="depends on the top grade"):
            parse_measure(text).exact((1, 0))
    assert parse_measure("ERR(max_rel=2)").exact((1, 0)) == Fraction(1, 4)


@pytest.mark.parametrize("face", ["exact", "score"])
@pytest.mark.parametrize("run", [(0, 3, 0), (0, 9, 0), (-1, 0, 1), (-4, 0, 1)], ids=str)
def test_a_grade_that_the_run_space_does_not_have_is_refused(face, run):
    """A run space holds grades 0..c; a grade outside must not pass for another one."""
    for text in ("AP", "ERR", "DCG", "P"):
        with pytest.raises(iv.IntervaleError):
            getattr(parse_measure(text), face)(run, grades=2)


def test_measures_without_an_exact_face_say_why():
    for name, kind in CATALOGUE.items():
        if issubclass(kind, Direct):
            measure = parse_measure("IPrec@0.5" if name == "IPrec" else name)
            with pytest.raises(iv.MeasureError, match="has no exact value on a run space: "):
                measure.exact((1, 0))
            with pytest.raises(iv.MeasureError, match="cannot score grades alone: "):
                measure.score([[1, 0]])


@pytest.mark.parametrize(
    ("text", "order"),
    [("SBTO", "set-total"), ("SBPO", "set-replacement"), ("RBTO", "rank-total"), ("RBPO", "rank-swap")],
)
@pytest.mark.parametrize(("length", "grades"), [(1, 1), (3, 1), (5, 1), (2, 2), (3, 2), (2, 4)])
def test_interval_measures_are_the_rank_functions_of_their_orders(text, order, length, grades):
    """Ferrante, Ferro and Pontarollo 2019, eq. (3), (5), (7), (9): the rank counted in the poset."""
    measure = parse_measure(text)
    if text == "RBPO" and grades > 1:
        with pytest.raises(iv.MeasureError, match="is for binary judgments"):
            measure.exact((0,) * length, grades=grades)
        with pytest.raises(iv.MeasureError, match="is for binary judgments"):
            measure.score([[0] * length], grades=grades)
        return
    poset = iv.poset(order, length, grades)
    for run in poset.runs:
        assert measure.exact(run, grades=grades) == poset.rank(run)
        if poset.space.kind == "set":
            assert measure.exact(run[::-1], grades=grades) == poset.rank(run)


def test_interval_measures_take_grades_above_max_rel_for_it():
    for name in ("SBTO", "RBTO"):
        measure = parse_measure(f"{name}(max_rel=1)@3")
        assert measure.exact((3, 0, 2)) == measure.exact((1, 0, 1)) == measure.score([[3, 0, 2]])[0]
        with pytest.raises(iv.MeasureError, match="needs integer grades"):
            iv.evaluate({"q": {"a": 0.5}}, {"A": {"q": {"a": 1.0}}}, [measure])


def test_many_levels_cost_no_more_than_those_that_occur():
    score = parse_measure("SBTO(max_rel=300)@3").score([[300, 1, 0]])
    assert score[0] == float(parse_measure("SBTO(max_rel=300)@3").exact((300, 1, 0)))


def test_interval_measures_beyond_floating_point_say_so():
    with pytest.raises(iv.MeasureError, match="too large for floating point"):
        parse_measure("RBTO").score([[1] * 1024], grades=1)
    with pytest.raises(iv.MeasureError, match="too large for floating point"):
        parse_measure("RBTO").score([[1] * 1100], grades=1)
    assert parse_measure("RBTO").exact((1, *(0,) * 1099), grades=1) == 2**1099
    with pytest.raises(iv.MeasureError, match="too large for floating point"):
        parse_measure("SBTO(max_rel=1000)@2000").score([[1000] * 2000], grades=1000)
