"""Measures of the user's own that grow rank by rank: counted as those of the catalogue are, and checked."""

import itertools
import pickle
from bisect import bisect_left, bisect_right
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import intervale as iv
from intervale.measures.cut import cut_to
from intervale.measures.own_fold import RankByRank
from intervale.scales.counting_task import Wish
from intervale.scales.mapping import _scale


def precision_step(seen, grade, rank):
    return (seen + 1, Fraction(seen + 1, rank)) if grade else (seen, 0)


@iv.measure(exact=iv.rank_by_rank(precision_step))
def precisions(grades):
    """AP without its constant."""
    relevant = grades > 0
    return (relevant * relevant.cumsum(-1) / np.arange(1, grades.shape[-1] + 1)).sum(-1)


def tiring_step(missed, grade, rank):
    """A reader who gives up at the third document in a row that is not relevant."""
    if missed == 3:
        return 3, 0
    return (0, Fraction(grade, 2)) if grade else (missed + 1, 0)


def tiring_scores(grades):
    grades = np.asarray(grades)
    missed, total = np.zeros(grades.shape[:-1]), np.zeros(grades.shape[:-1])
    for rank in range(grades.shape[-1]):
        grade = grades[..., rank]
        reads = missed < 3
        total += np.where(reads, grade / 2, 0)
        missed = np.where(reads, np.where(grade > 0, 0, missed + 1), missed)
    return total


tiring = iv.measure(tiring_scores, exact=iv.rank_by_rank(tiring_step))


def stepped(step, start=0):
    """A measure that has a step and nothing else."""

    def score(grades):
        rows = np.asarray(grades).reshape(-1, np.shape(grades)[-1]).tolist()
        return np.array([float(twin(row)) for row in rows]).reshape(np.shape(grades)[:-1])

    twin = iv.rank_by_rank(step, start)
    return iv.measure(exact=twin)(score)


def values_of(measure, length, grades):
    return sorted(measure.exact(run) for run in itertools.product(range(grades + 1), repeat=length))


@pytest.mark.parametrize("length", [1, 5, 18])
def test_it_is_counted_as_the_catalogue_is(length):
    own, known = iv.interval_scale(precisions, length=length), iv.interval_scale(f"AP@{length}")
    assert (own.method, own.size) == (known.method, known.size)
    runs = np.random.default_rng(length).integers(0, 2, (50, length))
    assert own.ranks_of(runs) == known.ranks_of(runs)


@pytest.mark.parametrize(("measure", "grades"), [(precisions, 2), (tiring, 1), (tiring, 2)])
def test_ranks_and_places_are_those_of_all_runs(measure, grades):
    values = values_of(measure, 6, grades)
    different = sorted(set(values))
    unq = iv.interval_scale(measure, length=6, grades=grades)
    mid = iv.interval_scale(measure, length=6, grades=grades, tie_rule="max")
    for run in itertools.product(range(grades + 1), repeat=6):
        value = measure.exact(run)
        assert unq.rank_of(run) == bisect_right(different, value)
        assert mid.rank_of(run, "max") == bisect_right(values, value)


@given(st.data())
def test_places_by_tables_contain_what_listing_gives(data):
    """Random folds: a state moves among a few, and what is added depends on state, grade and rank."""
    length, grades = data.draw(st.integers(2, 6)), data.draw(st.integers(1, 2))
    states = data.draw(st.integers(1, 3))
    numbers = st.fractions(data.draw(st.sampled_from([-1, 0, 1])), 2, max_denominator=12)
    factor = data.draw(st.sampled_from([1, Fraction(1, 10**25), Fraction(10) ** 40]))
    table = {
        (state, grade): (data.draw(st.integers(0, states - 1)), data.draw(numbers))
        for state in range(states)
        for grade in range(grades + 1)
    }
    falls = data.draw(st.integers(0, 2))

    def step(state, grade, rank):
        after, adds = table[state, grade]
        return after, factor * adds / rank**falls

    measure = stepped(step)
    values = values_of(measure, length, grades)
    runs = [tuple(run) for run in itertools.islice(itertools.product(range(grades + 1), repeat=length), 0, None, 7)]
    space = iv.RunSpace(length, grades)
    scale = _scale(measure, space, None, Wish("walks", placed=True))
    assert scale.method == "walks"
    for run, (low, high) in zip(runs, scale.rank_bounds_of(runs, "max"), strict=True):
        assert low <= bisect_right(values, measure.exact(run)) <= high
    for run, (low, high) in zip(runs, scale.rank_bounds_of(runs, "min"), strict=True):
        assert low <= bisect_left(values, measure.exact(run)) + 1 <= high


def test_places_at_a_hundred_documents_are_those_of_ap():
    own = iv.interval_scale(precisions, length=100, tie_rule="mid")
    known = iv.interval_scale("AP@100", tie_rule="mid")
    runs = [(1, 0, 1, *(0,) * 97), (0,) * 100, (1,) * 100, (*(0,) * 50, *(1, 0) * 25)]
    for (low, high), (least, most) in zip(own.rank_bounds_of(runs), known.rank_bounds_of(runs), strict=True):
        assert max(low, least) <= min(high, most)
        assert high - low <= high / 50


def test_values_that_fall_are_counted():
    def penalty(seen, grade, rank):
        return seen, Fraction(1, rank) if grade else Fraction(-1, 2)

    def bonus(seen, grade, rank):
        return seen, Fraction(1, rank) + Fraction(1, 2) if grade else Fraction(0)

    measure = stepped(penalty)
    values = sorted(set(values_of(measure, 10, 1)))
    scale = iv.interval_scale(measure, length=10)
    assert scale.size == len(values)
    runs = list(itertools.product(range(2), repeat=10))
    assert scale.ranks_of(runs) == [bisect_right(values, measure.exact(run)) for run in runs]
    long, other = (iv.interval_scale(stepped(one), length=300, tie_rule="mid") for one in (penalty, bonus))
    assert long.method == other.method == "walks"
    some = np.random.default_rng(0).integers(0, 2, (20, 300)).tolist()
    assert long.rank_bounds_of(some) == other.rank_bounds_of(some)  # the same order, 1/2 less a document


def test_why_places_are_not_counted():
    def states(state, grade, rank):
        return 2 * state + grade, Fraction(state * grade, rank)

    def hidden(state, grade, rank):  # two ways to add nothing, of which the second leads to very small numbers
        kind, seen = state
        if rank == 1:
            return ("small" if grade else "usual", 0), Fraction(0)
        return (kind, seen + grade), Fraction(grade * (seen + 1), rank * (10**330 if kind == "small" else 1))

    def lowered(state, grade, rank):
        if rank == 1:
            return 0, Fraction(grade - 1, 10**430)
        return state + grade, Fraction(grade * (state + 1), rank)

    for step, start, why in (
        (states, 0, "there are too many states on the way"),
        (hidden, ("start", 0), "what documents add differs too much in size for floats"),
        (lowered, 0, "what documents add differs too much in size for floats"),
    ):
        with pytest.raises(iv.errors.OptionError, match=f"cannot be counted: {why}"):
            iv.interval_scale(stepped(step, start), length=40, tie_rule="mid")
    with pytest.raises(iv.errors.OptionError, match="there are too many states on the way"):
        iv.interval_scale(stepped(states), length=40, method="walks", tie_rule="mid")
    apart = stepped(
        lambda state, grade, rank: (state, Fraction((2 * grade - 1) * 15 * 10**307 if rank == 1 else grade))
    )
    with pytest.raises(iv.errors.OptionError, match="too large for floats"):
        iv.interval_scale(apart, length=2, method="walks", tie_rule="mid")
    for digits in (310, 322):  # floats that small have lost their last digits
        lost = stepped(lambda state, grade, rank, digits=digits: (state, Fraction(grade, 10 ** (digits + rank))))
        with pytest.raises(iv.errors.OptionError, match="differs too much in size for floats"):
            iv.interval_scale(lost, length=2, method="walks", tie_rule="mid")
    tiny = stepped(lambda state, grade, rank: (state, Fraction(grade, 10 ** (304 + rank))))
    assert iv.interval_scale(tiny, length=2, method="walks", tie_rule="max").rank_bounds_of([(0, 0), (1, 1)]) == [
        (1, 1),
        (4, 4),
    ]
    huge = stepped(lambda state, grade, rank: (state, Fraction(10) ** 400 * grade))
    with pytest.raises(iv.errors.MeasureError, match="is too large for a float"):
        iv.interval_scale(huge, length=40, tie_rule="mid")


@pytest.mark.parametrize("each", [Fraction(7, 10), 1])
def test_what_every_document_adds_does_not_widen_bounds(each):
    """Runs where all roundings go the same way."""

    def step(state, grade, rank):
        return grade, each + Fraction(grade * (1 + state), 1000 * rank)

    scale = iv.interval_scale(stepped(step), length=240, tie_rule="mid")
    for low, high in scale.rank_bounds_of([(*(1,) * 239, 0), (1, 0) * 120, (0,) * 240, (1,) * 240]):
        assert low >= high * 0.9


@pytest.mark.parametrize("factor", [Fraction(1, 10**100), Fraction(1, 10**20), 10**12, Fraction(10) ** 200])
def test_very_large_and_very_small_values(factor):
    def step(seen, grade, rank):
        return seen + grade, factor * Fraction(grade * (seen + 1), rank)

    scale, known = (
        iv.interval_scale(stepped(step), length=60, tie_rule="mid"),
        iv.interval_scale("AP@60", tie_rule="mid"),
    )
    assert scale.extremes == (0, 60 * factor)
    assert scale.error < 0.01
    runs = [(0,) * 60, (1,) * 60, (*(1,) * 59, 0), (*(0,) * 58, 1, 1), (1, 0) * 30]
    for (low, high), (least, most) in zip(scale.rank_bounds_of(runs), known.rank_bounds_of(runs), strict=True):
        assert max(low, least) <= min(high, most)
        assert low >= high * 0.98


def test_topics_allow_some_runs_only():
    scale = iv.interval_scale(precisions, length=8, most=(3,))
    known = iv.interval_scale("AP@8", most=(3,))
    runs = [run for run in itertools.product(range(2), repeat=8) if sum(run) <= 3]
    assert (scale.size, scale.ranks_of(runs)) == (known.size, known.ranks_of(runs))
    everywhere = iv.interval(precisions, length=8, space="universe", bases=12)
    qrels, runs = {"t": {"a": 1, "b": 1}}, {"A": {"t": {"a": 2.0, "x": 1.0}}}
    own = iv.evaluate(qrels, runs, {"form": everywhere}).mean("A", "form")
    plain = iv.interval_scale(precisions, length=8).score_of((1, *(0,) * 7))
    assert own == pytest.approx(float(plain))  # no constant of the topic divides


def test_the_scale_is_the_same_with_a_step_and_without():
    plain = iv.measure(precisions.function, exact=lambda run: precisions.exact(run))
    with_step, without = iv.scale(precisions, length=6), iv.scale(plain, length=6)
    for order in ("rank-replacement", "rank-swap", "rank-total"):
        assert str(with_step[order]) == str(without[order])


def test_other_numbers_for_grades():
    over = tiring.over_grades((Fraction(0), Fraction(1, 2), Fraction(2)))
    assert isinstance(over.twin, RankByRank)
    assert over.exact((2, 1, 0, 0)) == Fraction(5, 4)
    assert over.score([[2, 1, 0, 0]]).tolist() == [1.25]
    assert over.fold(4, 2).value((2, 1, 0, 0)) == Fraction(5, 4)
    values = {over.exact(run) for run in itertools.product(range(3), repeat=4)}
    assert iv.interval_scale(tiring, length=4, grades=(0, 0.5, 2)).size == len(values)


def test_a_cut_measure_is_counted_as_at_its_length():
    cut = cut_to(precisions, "precisions", 20)
    assert cut.has_fold
    assert iv.interval_scale(cut).size == iv.interval_scale("AP@20").size
    assert cut.score([[1, 0, 1] + [0] * 17]).tolist() == [1 + 2 / 3]
    assert not cut_to(iv.measure(tiring_scores), "tiring", 20).has_fold
    assert pickle.loads(pickle.dumps(cut)) == cut


def test_a_copy_is_equal():
    copied = pickle.loads(pickle.dumps(precisions))
    assert copied == precisions
    assert copied.has_fold
    assert hash(copied) == hash(precisions)
    assert precisions != tiring


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (lambda state, grade, rank: (state, 0.5), "step(0, 1, 1) adds 0.5, a float; it must be a whole number"),
        (lambda state, grade, rank: (state, True), "adds True, a bool"),
        (lambda state, grade, rank: grade, "step(0, 1, 1) gave 1; expected the next state and what is added"),
        (lambda state, grade, rank: ([], 0), "not hashable"),
        (lambda state, grade: (state, 0), "step(0, 1, 1) failed: TypeError"),
        (lambda state, grade, rank: (state, 1 // (grade - 1)), "failed: ZeroDivisionError"),
    ],
)
def test_a_wrong_step_is_named(step, message):
    measure = iv.measure(lambda grades: grades[..., 0], exact=iv.rank_by_rank(step))
    with pytest.raises(iv.MeasureError) as caught:
        measure.exact((1, 0))
    assert message in str(caught.value)
    with pytest.raises(iv.MeasureError):
        iv.interval_scale(measure, length=3)


def test_a_step_that_is_another_measure_is_refused():
    wrong = iv.measure(tiring_scores, exact=iv.rank_by_rank(precision_step))
    for ask in (lambda: iv.interval_scale(wrong, length=4), lambda: iv.scale(wrong, length=4)):
        with pytest.raises(iv.MeasureError, match="its exact version gives"):
            ask()


def test_what_is_no_step_is_refused():
    with pytest.raises(iv.MeasureError, match="no function of a state"):
        iv.rank_by_rank(3)
    with pytest.raises(iv.MeasureError, match="not hashable"):
        iv.rank_by_rank(precision_step, start=[])
