"""The interval mapping against enumeration of all runs, and the numbers of Ferrante, Ferro and Fuhr 2021, §VI."""

import pickle
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import intervale as iv
from intervale.exact import LogSum, exact_text, inverse_log
from intervale.exact.independent import independent_parts
from intervale.measures import CATALOGUE
from intervale.scales.choices import Choices
from intervale.scales.halves import Halves
from intervale.scales.listed import Listed
from intervale.scales.numeric import Sampled
from intervale.scales.sizes import Sizes
from intervale.scales.totals import HalfSums, Nested
from tests.sizes import MOST_RUNS

EXPONENTIAL = "gains={2:3,3:7,4:15}"
MEASURES = [
    *("P", "R", "F", "gP", "gR", "Success", "AP", "GMAP", "RR", "ERR", "DCG", "nDCG", "RBP", "gRBP", "INSQ"),
    *("SBTO", "SBPO", "RBTO", "RBPO"),
    *("DCG(base=2)", "DCG(base=10)", f"nDCG({EXPONENTIAL})", "DCG(dcg='exp-log2')", f"gP({EXPONENTIAL})"),
    *("RBP(p=0.5)", "RBP(p=0.3)", f"gRBP(p=0.8,{EXPONENTIAL})", f"INSQ({EXPONENTIAL})", f"gR({EXPONENTIAL})"),
    *("AP(rel=2)", "P@2", "AP@3"),
]
FOLDED = [name for name, kind in CATALOGUE.items() if kind.has_fold]
MEASURES += [name for name in FOLDED if name not in MEASURES]
FINE = [(1, 100), (2, 15), (2, 31), (3, 5), (3, 9)]
"""Some spaces with many grades."""
SPACES = [
    (length, grades)
    for length in range(1, MOST_RUNS.bit_length())
    for grades in range(1, MOST_RUNS)
    if (grades + 1) ** length <= MOST_RUNS and (grades <= 4 or (length, grades) in FINE)
]


def countings(fold):
    """Every way there is to count the values, by its name."""
    choices = Choices.of(fold)
    sizes = Sizes.of(choices)
    found = {"listed": Listed.of(choices, sizes), "halves": Halves.of(choices, sizes)}
    if fold.weights is not None:
        parts = independent_parts(choices.places(), 10**5, choices.times)
        if parts is not None:
            found |= {"half sums": HalfSums(parts), "coarse": HalfSums(parts, bits=12), "nested": Nested.of(parts)}
    return {name: counting for name, counting in found.items() if counting is not None}


def test_every_measure_with_an_exact_value_is_here():
    assert {iv.parse_measure(text).name for text in MEASURES} == set(FOLDED)


@pytest.mark.parametrize(("length", "grades"), SPACES)
@pytest.mark.parametrize("text", MEASURES)
def test_values_ranks_and_ties_are_those_of_all_runs(text, length, grades):
    measure = iv.parse_measure(text)
    if text == "RBPO" and grades > 1:
        with pytest.raises(iv.MeasureError, match="binary"):
            iv.interval_scale(measure, length=length, grades=grades)
        return
    scale = iv.interval_scale(measure, length=length, grades=grades)
    fold = measure.fold(length, grades)
    runs = list(iv.RunSpace(length, grades))
    values = [fold.value(run) for run in runs]
    assert scale.values_of(runs[:50]) == [measure.exact(run, grades=grades) for run in runs[:50]] == values[:50]
    counts = Counter(values)
    ordered = sorted(counts)
    assert scale.size == len(ordered)
    assert scale.ranks(ordered) == list(range(1, len(ordered) + 1))
    if len(ordered) > 1:
        assert scale.step_range == (min(scale.steps), max(scale.steps))
    some = ordered[:: max(1, len(ordered) // 12)]
    below = [sum(counts[v] for v in ordered[: ordered.index(value)]) for value in some]
    unseen = (grades + 1) ** (length - fold.length)
    for name, counting in countings(fold).items():
        if name == "coarse" and len(ordered) > 60:
            continue
        assert list(counting.values) == ordered, name
        assert counting.size == len(ordered), name
        assert counting.at_most(ordered) == list(range(1, len(ordered) + 1)), name
        by_counting = replace(scale, counting=counting)
        assert by_counting.ranks(some, "min") == [n + 1 for n in below], name
        assert by_counting.ranks(some, "max") == [n + counts[value] for n, value in zip(below, some, strict=True)], name
        middle = [Fraction(2 * n + 1 + counts[value], 2) for n, value in zip(below, some, strict=True)]
        assert by_counting.ranks(some, "mid") == middle, name
        assert [counting.ways(value) * unseen for value in some] == [counts[value] for value in some], name
        for value in some[:4]:
            place = ordered.index(value)
            around = (ordered[place - 1] if place else None, ordered[place + 1] if place + 1 < len(ordered) else None)
            assert counting.neighbours(value) == around, name


@pytest.mark.parametrize("text", ["AP", "nDCG", "P", "ERR", "RBP", "SBTO"])
@pytest.mark.parametrize(("length", "most"), [(4, (2,)), (5, (0,)), (5, (3,)), (4, (1, 2)), (3, (3, 0))])
def test_the_space_of_a_topic_has_the_runs_that_its_judgments_allow(text, length, most):
    measure, grades = iv.parse_measure(text), len(most)
    scale = iv.interval_scale(measure, length=length, grades=grades, most=most)
    allowed = [
        run
        for run in iv.RunSpace(length, grades)
        if all(run.count(grade) <= cap for grade, cap in enumerate(most, start=1))
    ]
    ordered = sorted({measure.exact(run, grades=grades) for run in allowed})
    assert list(scale.values) == ordered
    assert [scale.rank_of(run) for run in allowed] == [1 + ordered.index(scale.value_of(run)) for run in allowed]
    choices = Choices.of(measure.fold(length, grades)).within(length, most)
    assert Listed.of(choices, Sizes.of(choices)).values == ordered


@pytest.mark.parametrize("most", [(0, 0), (1, 0), (2, 1), (0, 3), (5, 5)])
@pytest.mark.parametrize("text", ["RR@2", "DCG@3", "AP@3", "P@2"])
def test_ranks_that_are_not_looked_at_take_documents_of_a_topic_too(text, most):
    measure = iv.parse_measure(text)
    scale = iv.interval_scale(measure, length=5, grades=2, most=most)
    allowed = [run for run in iv.RunSpace(5, 2) if run.count(1) <= most[0] and run.count(2) <= most[1]]
    values = sorted(measure.exact(run, grades=2) for run in allowed)
    for run in allowed[:: max(1, len(allowed) // 20)]:
        value = measure.exact(run, grades=2)
        assert scale.rank_of(run, "max") == sum(x <= value for x in values)
        assert scale.rank_of(run, "min") == sum(x < value for x in values) + 1


def test_a_value_over_another_logarithm_is_none_of_this_scale():
    other = iv.interval_scale("DCG(base=5/2)@5").value_of((0, 0, 0, 0, 1))
    with pytest.raises(iv.OptionError, match="is not a value"):
        iv.interval_scale("DCG(base=3)@5").ranks([other])


def test_gains_of_very_different_size():
    scale = iv.interval_scale("DCG(gains={1:1,2:1e100})@4", grades=2)
    runs = list(iv.RunSpace(4, 2))
    ordered = sorted({scale.value_of(run) for run in runs})
    assert scale.ranks_of(runs) == [1 + ordered.index(scale.value_of(run)) for run in runs]


@pytest.mark.parametrize("text", ["DCG@30", "RBP(p=0.8)@30", "nDCG@12"])
def test_the_worst_and_the_best_run_have_one_neighbour(text):
    scale = iv.interval_scale(text)
    length = scale.space.length
    worst, best = (0,) * length, (1,) * length
    assert scale.neighbours_of(worst)[0] is None
    assert scale.neighbours_of(best)[1] is None
    above, below = scale.neighbours_of(worst)[1], scale.neighbours_of(best)[0]
    assert scale.ranks([above, below]) == [2, scale.size - 1]


def test_a_scale_can_be_sent_elsewhere_and_is_shown_in_a_line():
    scale = pickle.loads(pickle.dumps(iv.interval_scale("AP@5")))
    assert scale.rank_of((1, 1, 1, 1, 1)) == 31
    assert repr(scale) == "IntervalScale(AP@5, length 5, grades 0..1, 31 values)"


def test_dcg_example_of_section_6():
    scale = iv.interval_scale("DCG(base=2)@4")
    assert scale.size == 12
    runs = [(1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0), (1, 1, 1, 1), (0, 0, 1, 1), (1, 0, 0, 1)]
    assert [scale.rank_of(run) for run in runs] == [9, 10, 11, 12, 5, 6]
    assert scale.rank_of((0, 1, 1, 1)) == 9
    assert [scale.rank_of((0, 0, 0, 1)), scale.rank_of((0, 0, 0, 0))] == [2, 1]


@pytest.mark.parametrize(("length", "size"), [(5, 24), (10, 768), (15, 24_576)])
def test_how_many_values_dcg_has(length, size):
    scale = iv.interval_scale("DCG(base=2)", length=length)
    assert scale.size == size
    assert scale.assumption == ""  # all are further apart than the rounding


def test_how_many_values_ap_has():
    assert iv.interval_scale("AP", length=10).size == 810
    assert iv.interval_scale("AP", length=20).size == 644_203


def test_floats_merge_and_split_values_of_ap():
    """Adding floats in rank order, as 004's code does, gives other numbers of values than there are."""
    runs = iv.RunSpace(10).array().astype(float)
    precision = np.cumsum(runs, axis=1) / np.arange(1, 11)
    sums = np.zeros(len(runs))
    for rank in range(10):
        sums = sums + precision[:, rank] * runs[:, rank]
    assert 810 < len(np.unique(sums)) < 1024


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


def test_ties_of_the_example_in_section_6():
    """Values 0, 0.25, 0.40, 0.40, 0.70: unq 1 2 3 3 4, mid 1 2 3.5 3.5 5, min 1 2 3 3 5, max 1 2 4 4 5."""
    values = [Fraction(0), Fraction(1, 4), Fraction(2, 5), Fraction(7, 10)]
    scale = replace(iv.interval_scale("P@2"), counting=Listed(values, [1, 1, 2, 1]), fold=None)
    assert scale.ranks(values) == [1, 2, 3, 4]
    assert scale.ranks(values, "mid") == [1, 2, Fraction(7, 2), 5]
    assert scale.ranks(values, "min") == [1, 2, 3, 5]
    assert scale.ranks(values, "max") == [1, 2, 4, 5]


# ---------------------------------------------------------------- deep, by closed forms


@pytest.mark.parametrize(
    ("text", "length", "grades", "size"),
    [
        ("P", 1000, 1, 1001),
        ("R", 1000, 3, 1001),
        ("F", 1000, 1, 1001),
        ("gP", 500, 4, 2001),
        ("SBPO", 1000, 3, 3001),
        ("RBPO", 300, 1, 300 * 301 // 2 + 1),
        ("RBTO", 200, 3, 4**200),
        ("RBP(p=0.5)", 1000, 1, 2**1000),
        ("RBP(p=0.3)", 1000, 1, 2**1000),
        ("DCG(base=1000)", 1000, 1, 1001),
        ("RR", 300, 1, 301),
        ("SBTO", 100, 3, 176_851),
    ],
)
def test_closed_forms_reach_deep(text, length, grades, size):
    scale = iv.interval_scale(text, length=length, grades=grades)
    assert scale.size == size
    best, worst = (grades,) * length, (0,) * length
    assert scale.ranks_of([worst, best]) == [1, size]
    middle = (0,) * (length // 2) + (1,) * (length - length // 2)
    assert 1 < scale.rank_of(middle) < size


def test_the_order_of_lexicographic_measures_is_that_of_numbers():
    deep = iv.interval_scale("RBP(p=0.5)@60")
    run = tuple(int(bit) for bit in f"{0b1011 << 50 | 0b1101:060b}")
    assert deep.rank_of(run) == (0b1011 << 50 | 0b1101) + 1
    assert iv.interval_scale("RBP(p=0.2)@60").rank_of(run) == deep.rank_of(run)
    assert iv.interval_scale("RBTO@60").rank_of(run) == deep.rank_of(run)


def test_the_two_ways_to_count_sums_agree_where_values_are_too_many_to_list():
    scale = iv.interval_scale("RBP(p=0.5)@24")
    assert scale.method == "lexicographic"
    halves = HalfSums(scale.counting.parts)
    random = np.random.default_rng(1)
    runs = [tuple(run) for run in random.integers(0, 2, (50, 24)).tolist()]
    values = scale.values_of(runs)
    assert halves.at_most(values) == scale.ranks(values)
    assert halves.ways_at_most(values) == scale.ranks(values, "max")
    other = iv.interval_scale("RBP(p=0.8)@20")
    choices = Choices.of(other.fold)
    listed = Halves.of(choices, Sizes.of(choices))
    values = other.values_of([run[:20] for run in runs])
    assert other.ranks(values) == listed.at_most(values)


def test_ndcg_of_ten_with_five_grades_is_certified():
    scale = iv.interval_scale("nDCG@10", grades=4)
    assert scale.method == "half sums"
    assert scale.assumption == ""
    product = 1
    for part in scale.counting.parts:
        product *= part.size
    assert scale.size == product
    assert "Schanuel" in iv.interval_scale("nDCG@20", grades=3).assumption
    assert isinstance(scale.value_of((1,) * 10), LogSum)


# ---------------------------------------------------------------- the user's own measures


def first_two(grades):
    return grades[..., :2].sum(-1) / 3


def test_an_own_measure_is_enumerated_in_floats():
    scale = iv.interval_scale(iv.measure(first_two), length=4, grades=2)
    assert scale.method == "numeric"
    assert scale.size == 5
    assert scale.rank_of((2, 1, 0, 0)) == 4
    assert scale.rank_of((2, 1, 0, 0), "max") == 9 * 8
    assert "floats" in scale.assumption


def test_functions_of_whole_numbers_do_not_overflow_or_merge():
    scale = iv.interval_scale(iv.measure(lambda grades: (grades * 50).sum(-1)), length=3, grades=3)
    assert (scale.size, scale.values[-1], scale.rank_of((3, 3, 3))) == (10, 450, 10)
    powers = iv.measure(lambda grades: (grades * 5.0 ** np.arange(grades.shape[-1])).sum(-1))
    assert iv.interval_scale(powers, length=18).size == 2**18


@pytest.mark.parametrize("twin", [lambda run: 0.5, lambda run: Fraction(1, 2)])
def test_a_twin_that_is_no_twin_is_refused(twin):
    with pytest.raises(iv.MeasureError, match="its exact version gives"):
        iv.interval_scale(iv.measure(exact=twin)(first_two), length=3)


def test_an_own_measure_with_an_exact_twin_is_exact():
    measure = iv.measure(exact=lambda run: Fraction(sum(run[:2]), 3))(first_two)
    scale = iv.interval_scale(measure, length=4, grades=2)
    assert (scale.method, scale.values[-1], scale.assumption) == ("listed", Fraction(4, 3), "")
    assert scale.rank_of((2, 1, 0, 0)) == 4


def test_an_own_measure_on_too_many_runs_is_sampled_and_says_so():
    weights = 0.8 ** np.arange(30)

    @iv.measure
    def persistence(grades):
        return (grades * weights).sum(-1)

    scale = iv.interval_scale(persistence, length=30)
    assert isinstance(scale.counting, Sampled)
    assert scale.error < 0.002
    assert "drawn at random" in scale.assumption
    exact = iv.interval_scale("RBP(p=0.8)@30")
    random = np.random.default_rng(5)
    runs = [tuple(run) for run in random.integers(0, 2, (40, 30)).tolist()]
    true = exact.ranks_of(runs)
    for run, rank, (low, high) in zip(runs, true, scale.rank_bounds_of(runs), strict=True):
        assert low <= rank <= high
        assert abs(float(scale.score_of(run)) - float(exact.score_of(run))) <= scale.error
    with pytest.raises(iv.OptionError, match="not known"):
        scale.rank_of(runs[0], "unq")
    with pytest.raises(iv.OptionError, match="not known"):
        _ = scale.size


# ---------------------------------------------------------------- how work is done


def test_the_number_of_workers_and_the_executor_change_nothing(monkeypatch):
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    from intervale.exact import sums
    from intervale.scales.mapping import _scale

    monkeypatch.setattr(sums, "BUCKET", 500)
    told = []
    sizes = []
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2) as processes:
        for way in ({"workers": 1}, {"workers": 2}, {"executor": threads}, {"executor": processes}):
            _scale.cache_clear()
            scale = iv.interval_scale("AP@14", progress=lambda *news: told.append(news), **way)
            sizes.append((scale.size, scale.rank_of((1, 0) * 7)))
    assert len(set(sizes)) == 1
    what, done, total = told[-1]
    assert what.startswith("counting values")
    assert done == total


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: iv.interval_scale("AP"), "the length of runs is missing"),
        (lambda: iv.interval_scale("Bpref", length=3), "has no interval form"),
        (lambda: iv.interval_scale("Rprec"), "its cutoff is the recall base of a topic"),
        (lambda: iv.interval_scale("interval(AP@3)"), "already an interval form"),
        (lambda: iv.interval_scale("AP@3", most=["a"]), "for each of the grades"),
        (lambda: iv.interval_scale("AP@3", most=3), "for each of the grades"),
        (lambda: iv.interval_scale("DCG@3", gains=[0, float("nan")]), "must be numbers"),
        (lambda: iv.interval_scale("DCG@3", gains="0,1"), "must be numbers"),
        (lambda: iv.interval_scale("AP@5").ranks([10**30]), "is not a value"),
        (lambda: iv.interval_scale("AP@5").ranks([inverse_log(3)]), "is not a value"),
        (lambda: iv.interval_scale("AP@14", workers=0), "from 1 to 1,024"),
        (lambda: iv.interval_scale("nDCG@20", grades=3, most=[9, 9, 9]), "that a topic allows"),
        (lambda: iv.interval_scale("RR@100000"), "too large to analyse"),
        (lambda: iv.interval_scale("AP", length=3, grades=0), "grades=0"),
        (lambda: iv.interval_scale("AP", length=3, gains={1: 2}), "takes no gains"),
        (lambda: iv.interval_scale("DCG", length=3, grades=3, gains=[0, 1, 3]), "one gain for each is needed"),
        (lambda: iv.interval_scale("DCG", length=3, grades=1, gains={1: 1, 2: 3}), "one gain for each is needed"),
        (lambda: iv.interval_scale("AP", length=3, most=[1, 2]), "for each of the grades 1..1"),
        (lambda: iv.interval_scale("RBP(p=0.8)@60", method="exact"), "the method exact does not count"),
        (lambda: iv.interval_scale("AP@5", method="grid"), "the method grid does not count"),
        (lambda: iv.interval_scale("AP@5", method="guess"), "one of: exact, lexicographic"),
        (lambda: iv.interval_scale("DCG@60").rank_of((1,) * 60, "mid"), "the method grid knows ranks among diff"),
        (lambda: iv.interval_scale("RBP(p=0.8)@60").ranks([Fraction(0)]), "use rank_bounds_of"),
        (lambda: iv.interval_scale("RBP(p=0.8)@60").rank_of((1,) * 59), "not a run of this space"),
        (lambda: iv.interval_scale("RBP(p=0.8)@60").rank_of((2,) * 60), "not one of 0..1"),
        (lambda: iv.interval_scale("AP@60"), "too many values .* Use a smaller cutoff"),
        (lambda: iv.interval_scale("AP@24").values, "too many values here to list"),
        (lambda: iv.interval_scale("RBP@24").values, "too many values here to list"),
        (lambda: iv.interval_scale("AP@3").ranks([Fraction(1, 7)]), "is not a value"),
        (lambda: iv.interval_scale("AP@3").rank_of((1, 0, 1), "best"), "tie_rule='best'"),
        (lambda: iv.interval_scale("AP@3").rank_of((1, 0)), "not a run of this space"),
        (lambda: iv.interval_scale("AP@3", most=[1]).rank_of((1, 0, 1)), "too many documents of grade 1"),
        (lambda: iv.interval_scale("Success(rel=2)@2").score_of((1, 1)), "one value"),
    ],
)
def test_bad_calls_get_one_sentence(call, reason):
    with pytest.raises(iv.IntervaleError, match=reason) as error:
        call()
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("measure", ["DCG@3", "DCG(base=2)@4", "AP@4", "P@3"])
def test_rows_have_exact_texts_and_floats(measure):
    scale = iv.interval_scale(measure)
    table = scale.to_arrow()
    assert table.column_names == ["measure", "length", "grades", "tie_rule", "value", "approximate", "rank", "score"]
    assert table["value"].to_pylist() == [exact_text(value) for value in scale.values]
    assert table["approximate"].to_pylist() == [float(value) for value in scale.values]
    assert table["rank"].to_pylist() == scale.ranks(scale.values)
    assert scale.to_pandas()["approximate"].tolist() == scale.to_polars()["approximate"].to_list()
    assert scale.to_polars()["value"].to_list() == scale.to_pandas()["value"].tolist()


def test_a_value_too_large_for_a_float_has_rows():
    scale = iv.interval_scale("RBTO@2000", method="exact")
    listed = replace(scale, counting=Listed([0, 10**400], [1, 1]))
    assert listed.columns()["approximate"] == [0.0, None]
    assert listed.to_polars()["approximate"].to_list() == [0.0, None]


def test_values_with_more_digits_than_python_prints_have_ranks():
    scale = iv.interval_scale("ERR(max_rel=32000)@3", length=3, grades=2)
    assert list(scale.ranks_of([(0, 0, 0), (0, 0, 1), (2, 2, 2)], "unq")) == [1, 2, scale.size]
