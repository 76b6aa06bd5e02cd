"""ERR with gains and with chances of stopping, and RBP over the most that a length allows: against their formulas."""

import pickle
from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

import intervale as iv
from intervale.measures.persistence import RBP, gRBP
from intervale.measures.ranked import ERR

HALF = Fraction(1, 2)
CHANCES = [Fraction(0), Fraction(1, 4), Fraction(1, 3), Fraction(9, 10), Fraction(1)]
SPACES = [(length, top) for top in (1, 2, 3) for length in (1, 2, 3, 4 if top < 3 else 3)]


def by_formula(run, x):
    """Σ (1/i) · x_i · ∏_{j<i} (1 − x_j), term by term."""
    total = Fraction(0)
    for i, grade in enumerate(run):
        before = Fraction(1)
        for earlier in run[:i]:
            before *= 1 - x[earlier]
        total += Fraction(1, i + 1) * x[grade] * before
    return total


def check_faces(measure, x, length, top, cutoff=None):
    """The exact value, the fold and the floats of all runs."""
    runs = list(product(range(top + 1), repeat=length))
    scores = measure.score(np.array(runs), grades=top)
    fold = measure.fold(length, top)
    assert fold.gains == tuple(x[: top + 1])
    for run, score in zip(runs, scores, strict=True):
        exact = by_formula(run[:cutoff], x)
        assert measure.exact(run, grades=top) == fold.value(run) == exact
        assert score == pytest.approx(float(exact), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(("length", "top"), SPACES)
def test_chances_of_stopping_are_those_that_are_named(length, top):
    for x in combinations_with_replacement(CHANCES, top):
        measure = ERR(stop=dict(enumerate(x, start=1)))
        check_faces(measure, (Fraction(0), *x), length, top)
        assert iv.parse_measure(str(measure)) == measure


@pytest.mark.parametrize(("length", "top"), SPACES)
@pytest.mark.parametrize("max_rel", [None, 1, 2, 5])
@pytest.mark.parametrize("gains", [{}, {1: 2, 2: 3, 3: 5}, {1: 0, 2: 0}, {0: 1, 2: 1}, {1: 7}, {3: 0}])
def test_gains_make_chances_by_powers_of_two(gains, max_rel, length, top):
    measure, highest = ERR(gains=gains, max_rel=max_rel), top if max_rel is None else max_rel
    gain = [gains.get(grade, grade) for grade in range(highest + 1)]
    x = tuple(Fraction(2 ** gain[min(grade, highest)] - 1, 2 ** max(gain)) for grade in range(top + 1))
    check_faces(measure, x, length, top)
    check_faces(ERR(gains=gains, max_rel=max_rel, cutoff=2), x, length, top, 2)


def test_what_is_known_under_other_names():
    run = (1, 0, 2, 0, 1)
    named = {1: 0.25, 2: 0.75}
    same = [ERR(), ERR(gains={1: 1, 2: 2}), ERR(max_rel=2), ERR(stop=named), ERR(stop={0: 0} | named)]
    assert {measure.exact(run, grades=2) for measure in same} == {Fraction(143, 320)}
    assert ERR(gains={1: 1, 2: 2}) == ERR()
    assert ERR(stop={0: 0, 1: HALF}) == ERR(stop={1: 0.5})
    certain, first = ERR(stop={1: 1}), iv.parse_measure("RR")
    for one in product((0, 1), repeat=5):
        assert certain.exact(one) == first.exact(one)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("ERR(stop={1:0.25,2:0.75})@10", "ERR(stop={1:0.25,2:0.75})@10"),
        ("ERR(stop={2:3/4,1:1/4})@10", "ERR(stop={1:0.25,2:0.75})@10"),
        ("ERR(stop={0.5:1/3,2:1})", "ERR(stop={0.5:1/3,2:1})"),
        ("ERR(stop={1/3:0.5})", "ERR(stop={1/3:0.5})"),
        ("ERR(gains={2:3,1:1},max_rel=2)@5", "ERR(gains={2:3},max_rel=2)@5"),
        ("RBP(normalised=True)@10", "RBP(normalised=True)@10"),
        ("gRBP(p=0.5,normalised=True,max_rel='topic')@3", "gRBP(p=0.5,max_rel='topic',normalised=True)@3"),
        ("RBP(normalised=False)", "RBP"),
    ],
)
def test_they_print_and_read_back(text, printed):
    measure = iv.parse_measure(text)
    assert str(measure) == printed
    assert iv.parse_measure(printed) == measure == pickle.loads(pickle.dumps(measure))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ERR(stop={1:0.5,2:0.2})", "none smaller than that of a lower grade"),
        ("ERR(stop={0:0.1,1:1})", "0 for grade 0"),
        ("ERR(stop={1:1.5})", "from 0 to 1"),
        ("ERR(stop={})", "such as"),
        ("ERR(stop={0:0})", "such as"),
        ("ERR(stop=0.5)", "such as"),
        ("ERR(gains={1:0.5})", "whole numbers from 0 to 32000 by grade, .* stop="),
        ("ERR(gains={1:1e9})", "whole numbers from 0 to 32000"),
        ("ERR(gains={1:2},stop={1:0.5})", "stop and gains both say when a reader stops; use one of them"),
        ("ERR(max_rel=1,stop={1:0.5})", "stop and max_rel both say when a reader stops; use one of them"),
        ("RBP(normalised=1)", "normalised=1 must be True or False"),
        ("RBP(p=1,normalised=True)@3", "above 0 and below 1"),
    ],
)
def test_what_is_no_such_measure_is_refused_in_a_sentence(text, why):
    with pytest.raises(iv.MeasureError, match=why):
        iv.parse_measure(text)
    with pytest.raises(iv.MeasureError, match="stop="):
        ERR(stop={-1: 0, 1: 0.5})


QRELS = {"q": {"a": 1, "b": 2, "c": 0}, "r": {"a": 1}}
RUNS = {"A": {"q": {"a": 3.0, "x": 2.0, "b": 1.0}, "r": {"a": 1.0}}}


def test_a_grade_without_a_chance_is_refused():
    half = iv.parse_measure("ERR(stop={1:0.5})")
    with pytest.raises(iv.MeasureError, match="has no chance of stopping at grade 2: name one for every grade above 0"):
        iv.evaluate(QRELS, RUNS, [half])
    with pytest.raises(iv.MeasureError, match="at grade 2"):
        iv.evaluate({"q": {"a": 1, "b": 2}}, {"A": {"q": {"a": 1.0}}}, [half])  # though it was not retrieved
    with pytest.raises(iv.MeasureError, match="at grade 1"):
        iv.evaluate({"q": {"a": 0, "b": 2}}, {"A": {"q": {"a": 1.0}}}, ["ERR(stop={2:0.5})"])
    for call in (lambda: half.exact((0, 2)), lambda: half.score([[0, 2]], grades=2), lambda: half.fold(2, 2)):
        with pytest.raises(iv.MeasureError, match="at grade 2"):
            call()
    with pytest.raises(iv.MeasureError, match="at grade 2"):
        iv.scale(half, length=2, grades=2)
    assert iv.evaluate({"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}}, ["ERR(stop={1:0.5,2:0.9})"]).values.item() == 0.5


def test_judged_runs_with_float_grades_have_the_chances_of_their_grades():
    qrels = {"q": {"a": 0.5, "b": 2.0, "c": 0.0}}
    runs = {"A": {"q": {"b": 3.0, "c": 2.0, "a": 1.0}}}
    text = "ERR(stop={0.5:0.3,2:0.75})"
    score = iv.evaluate(qrels, runs, [text]).mean("A", text)
    space = iv.RunSpace(3, (0, 0.5, 2))
    over = iv.parse_measure(text).over_grades(space.values)
    assert score == pytest.approx(float(over.exact(space.levels((2, 0, 0.5)))))
    with pytest.raises(iv.MeasureError, match="at grade 1/2"):
        iv.evaluate(qrels, {"A": {"q": {"b": 3.0}}}, ["ERR(stop={2:0.75})"])
    with pytest.raises(iv.MeasureError, match="needs integer grades"):
        iv.evaluate(qrels, runs, ["ERR(gains={1:2})"])


def test_over_a_set_of_grades_the_chances_are_named_by_grade():
    def over(text, *grades):
        return iv.parse_measure(text).over_grades(tuple(map(Fraction, grades)))

    assert over("ERR(stop={0.5:0.25,2:0.75})@3", 0, "1/2", 2) == iv.parse_measure("ERR(stop={1:0.25,2:0.75})@3")
    assert over("ERR", 0, 1, 3) == iv.parse_measure("ERR(gains={2:3})")
    assert over("ERR", 0, 1, 3).exact((1, 2), grades=2) == iv.parse_measure("ERR").exact((1, 3), grades=3)
    for text in ("ERR", "ERR(max_rel=4)"):
        with pytest.raises(iv.MeasureError, match=r"whole grades 0\.\.c, not for the grades 0, 1/2: give the chances"):
            over(text, 0, "1/2")
    with pytest.raises(iv.MeasureError, match="has gains of whole grades"):
        over("ERR(gains={1:2})", 0, 2)
    with pytest.raises(iv.MeasureError, match="at grade 1/2"):
        over("ERR(stop={2:0.75})", 0, "1/2", 2)


# ---------------------------------------------------------------- RBP


@pytest.mark.parametrize("p", [0.5, 0.8, Fraction(1, 3), 0.99])
@pytest.mark.parametrize("length", range(1, 6))
def test_the_best_run_of_the_length_scores_1(p, length):
    exact = Fraction(str(p))
    most = sum((1 - exact) * exact**i for i in range(length))
    plain, normalised = RBP(p=p), RBP(p=p, normalised=True)
    assert normalised.exact((1,) * length) == 1
    for run in product((0, 1), repeat=length):
        value = normalised.exact(run)
        assert value == plain.exact(run) / most == normalised.fold(length, 1).value(run)
        assert value == RBP(p=p, normalised=True, cutoff=length).exact((*run, 1, 1))
        assert normalised.score([run])[0] == pytest.approx(float(value), rel=1e-14, abs=0)
    graded = gRBP(p=p, normalised=True)
    for run in product(range(3), repeat=min(length, 4)):
        assert graded.exact(run, grades=2) * sum((1 - exact) * exact**i for i in range(len(run))) == gRBP(p=p).exact(
            run, grades=2
        )


def test_judged_runs_need_a_cutoff():
    for name in ("RBP(normalised=True)", "gRBP(normalised=True)"):
        with pytest.raises(iv.MeasureError, match=r"normalised=True\) needs a cutoff to score runs, such as .*@10"):
            iv.evaluate(QRELS, RUNS, [name])
    scores = iv.evaluate(QRELS, RUNS, ["RBP@2", "RBP(normalised=True)@2"]).means("A")
    assert scores["RBP(normalised=True)@2"] == pytest.approx(scores["RBP@2"] / (1 - 0.8**2), rel=1e-15)


def test_a_persistence_near_1_keeps_its_digits():
    near = RBP(p=0.999999999, normalised=True)
    one = float(near.exact((1, 0, 0, 0)))
    assert near.score([[1, 0, 0, 0]])[0] == pytest.approx(one, rel=1e-7)  # 1 − p is not that of the decimal
    assert near.score([[1, 1, 1, 1]])[0] == pytest.approx(1, rel=1e-15)


def test_a_power_that_is_too_long_is_refused_at_once():
    with pytest.raises(iv.MeasureError, match="is too large: use a smaller cutoff"):
        iv.parse_measure("RBP(normalised=True)@1000000000").exact((1, 0))
    score = iv.parse_measure("RBP(normalised=True)@1000000000").score([[1, 0]])[0]
    assert score == pytest.approx(0.2)
