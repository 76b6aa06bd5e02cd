"""What sizes decide before anything is counted: bounds hold, refusals count nothing, grades of one gain are one."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import intervale as iv
from intervale.exact import grid, independent, residues, sums, totals
from intervale.exact.independent import independent_parts, multiples
from intervale.scales import deep, halves, listed, mapping
from intervale.scales.choices import Choices
from intervale.scales.sizes import Sizes

MEASURES = [
    "AP",
    "AP(rel=2)",
    "RR",
    "ERR",
    "P(rel=2)",
    "gP",
    "SBTO",
    "gRBP(p=0.8)",
    "INSQ",
    "nDCG(gains={2:1})",
    "AP@2",
]
SPACES = [(length, grades) for length in range(1, 6) for grades in range(1, 4) if (grades + 1) ** length <= 1024]

REFUSED = [
    ("AP@60", {}),
    ("AP@1000", {}),
    ("AP@60", {"grades": 3}),
    ("AP@1000", {"grades": 32_000}),
    ("gRBP(p=0.8)@30", {"grades": 5}),
    ("ERR@20", {"grades": 4}),
    ("ERR@5", {"grades": 32_000}),
    ("INSQ(T=3)@60", {}),
    ("RBP(p=0.8)@100000", {}),
    ("DCG@100000", {}),
    ("RBTO@100000", {}),
    ("RR@100000", {}),
    ("nDCG@20", {"grades": 3, "most": [9, 9, 9]}),
    ("AP@200", {"most": [100]}),
    ("DCG@5", {"grades": 2, "gains": [0, 10**5000, 1]}),
    ("DCG@5", {"grades": 2, "gains": ["0", "1e9999999", "1"]}),
    ("AP@1000000000", {}),
    ("Rprec", {}),
]


@pytest.fixture
def counters(monkeypatch):
    """Everything that counts, and how often it was begun."""
    begun = Counter()

    def watch(where, name):
        whole = getattr(where, name)

        def counted(*given, **options):
            begun[name] += 1
            return whole(*given, **options)

        monkeypatch.setattr(where, name, counted)

    for where, name in [
        (listed, "exact_sorted"),
        (halves, "_grown"),
        (halves, "_merged"),
        (deep, "_grown"),
        (sums, "_counted"),
        (sums, "_sums"),
        (sums.PairSums, "__post_init__"),
        (totals.HalfSums, "_halves"),
        (totals._Half, "_in_order_of_picks"),
        (residues, "_joined"),
        (grid._Side, "__init__"),
        (grid, "add"),
        (independent, "Part"),
    ]:
        watch(where, name)
    mapping._scale.cache_clear()
    yield begun
    mapping._scale.cache_clear()


@pytest.mark.parametrize(("text", "options"), REFUSED)
def test_no_refusal_starts_counting(counters, text, options):
    with pytest.raises(iv.IntervaleError) as error:
        iv.interval_scale(text, **options)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 600
    assert not counters


def test_the_counters_see_counting(counters):
    for text in ("AP@12", "RBP(p=0.8)@20", "RBP(p=0.8)@60", "nDCG@12", "RR@9"):
        iv.interval_scale(text).scores_of([(1,) * iv.parse_measure(text).cutoff])
    iv.interval_scale("AP@16", method="residues").scores_of([(1, 0) * 8])
    assert {"_grown", "_counted", "_halves", "_joined", "__init__", "Part", "exact_sorted"} <= set(counters)


@pytest.mark.parametrize(("text", "grades"), [("AP@30", 1), ("AP@40", 2), ("ERR@20", 2), ("SBTO@30", 3)])
def test_a_scale_that_there_is_is_made_without_counting(counters, text, grades):
    iv.interval_scale(text, grades=grades)
    assert not counters


@pytest.mark.parametrize(("length", "grades"), SPACES)
@pytest.mark.parametrize("text", MEASURES)
def test_bounds_hold_and_ends_are_exact(text, length, grades):
    choices = Choices.of(iv.parse_measure(text).fold(length, grades))
    sizes = Sizes.of(choices)
    ends, middles, last = set(), set(), {}
    for run in product(range(choices.number), repeat=choices.length):
        state, total, halfway = choices.start, Fraction(0), Fraction(0)
        for rank, choice in enumerate(run, start=1):
            if rank == choices.length // 2 + 1:
                middles.add((state, total))
                between, halfway = state, total
            state, step = choices.step(state, choice, rank)
            total = total + step
        ends.add(total)
        last.setdefault(between, set()).add(total - halfway)
    assert len(ends) <= sizes.values
    assert len(middles) <= sizes.first
    assert max(map(len, last.values())) <= sizes.last
    assert sum(map(len, last.values())) <= sizes.grown
    assert sum(len(last[state]) for state, _ in middles) <= sizes.pairs
    if sizes.denominator is not None:
        assert (min(ends), max(ends)) == sizes.extremes


@pytest.mark.parametrize(("length", "grades"), SPACES)
@pytest.mark.parametrize("text", MEASURES)
def test_grades_of_one_gain_are_one_and_runs_are_counted_by_grades(text, length, grades):
    """Against all runs: values, and in how many runs each comes about, whatever the way to count."""
    measure = iv.parse_measure(text)
    counts = Counter(measure.exact(run, grades=grades) for run in iv.RunSpace(length, grades))
    ordered = sorted(counts)
    for method in (None, "exact", "halves", "listed"):
        try:
            scale = iv.interval_scale(measure, length=length, grades=grades, method=method)
        except iv.OptionError:
            assert method in ("halves", "listed")
            continue
        assert scale.ranks(ordered) == list(range(1, len(ordered) + 1))
        assert scale.ranks(ordered, "max") == np.cumsum([counts[value] for value in ordered]).tolist()


@pytest.mark.parametrize("most", [(1, 2, 1), (0, 2, 9), (2, 0, 0), (1, 9, 9), (9, 9, 1)])
@pytest.mark.parametrize("text", ["AP(rel=2)", "AP", "P(rel=3)", "RR@3", "ERR", "DCG(gains={2:1,3:2})", "SBTO"])
def test_grades_of_one_gain_share_the_room_of_a_topic(text, most):
    measure = iv.parse_measure(text)
    allowed = [
        run for run in iv.RunSpace(4, 3) if all(run.count(grade) <= cap for grade, cap in enumerate(most, start=1))
    ]
    counts = Counter(measure.exact(run, grades=3) for run in allowed)
    ordered = sorted(counts)
    scale = iv.interval_scale(measure, length=4, grades=3, most=most)
    assert list(scale.values) == ordered
    assert scale.ranks(ordered, "max") == np.cumsum([counts[value] for value in ordered]).tolist()
    assert {scale.rank_of(run) for run in allowed} == set(range(1, len(ordered) + 1))


def test_more_grades_do_not_change_the_values_of_a_binary_measure():
    binary, graded = iv.interval_scale("AP@20"), iv.interval_scale("AP@20", grades=4)
    assert (graded.size, graded.method) == (binary.size, binary.method)
    runs = np.random.default_rng(3).integers(0, 5, (20, 20))
    assert graded.ranks_of(runs.tolist()) == binary.ranks_of((runs > 0).astype(int).tolist())


def test_runs_beyond_64_bits_are_counted():
    scale = iv.interval_scale("AP@28", grades=4)
    assert (scale.method, scale.rank_of((4,) * 28, "max")) == ("halves", 5**28)


# ------------------------------------------------------------ sums over ranks


@settings(max_examples=200)
@given(st.lists(st.lists(st.integers(-4, 9), min_size=1, max_size=4), min_size=1, max_size=5))
def test_sums_said_to_be_all_multiples_are(places):
    found = multiples([[Fraction(number, 6) for number in place] for place in places])
    sums = {Fraction(sum(picked), 6) for picked in product(*places)}
    if found is None:
        assert len(sums) == 1
    elif found.size is not None:
        assert sums == {found.least + n * found.step for n in range(found.size)}
    elif found.missing is not None:
        assert found.least + found.missing not in sums
        assert found.missing < max(sums) - found.least
        assert (found.missing / found.step).denominator == 1


@pytest.mark.parametrize(
    ("text", "grades", "size"),
    [
        ("gRBP(p=0.5)@60", 2, 2 * (2**60 - 1) + 1),
        ("gRBP(p=0.5)@1000", 2, 2 * (2**1000 - 1) + 1),
        ("RBPO@1000", 1, 500_501),
        ("gP@5", 32_000, 160_001),
    ],
)
def test_sums_that_leave_no_multiple_out_need_no_counting(text, grades, size):
    scale = iv.interval_scale(text, grades=grades)
    length = scale.space.length
    assert scale.size == size
    assert scale.equal_step == (scale.extremes[1] - scale.extremes[0]) / (size - 1)
    assert scale.ranks_of([(0,) * length, (grades,) * length]) == [1, size]
    assert scale.rank_of((0,) * (length - 1) + (1,)) == 2


def test_numbered_sums_like_enumeration():
    scale = iv.interval_scale("gRBP(p=0.5)@6", grades=2, method="numbered")
    other = iv.interval_scale("gRBP(p=0.5)@6", grades=2, method="halves")
    runs = list(scale.space)
    assert scale.ranks_of(runs) == other.ranks_of(runs)
    assert scale.ranks_of(runs, "mid") == other.ranks_of(runs, "mid")
    assert [scale.neighbours_of(run) for run in runs[::50]] == [other.neighbours_of(run) for run in runs[::50]]


def test_places_that_a_prime_tells_together():
    """Of INSQ: no rank alone, but 13 and 26 together are told from the rest by the remainder modulo 13."""
    places = [[0, Fraction(1, n * n)] for n in (2, 3, 4, 6, 13, 26)]
    parts = independent_parts(places, 1000)
    assert max(part.size for part in parts) == 4
    assert prod(part.size for part in parts) == len({sum(picks) for picks in product(*places)})


def test_insq_at_thirty_like_at_most_by_halves():
    assert iv.interval_scale("INSQ@30").method == "half sums"
    sums = iv.interval_scale("INSQ@18", method="half sums")
    listed = iv.interval_scale("INSQ@18", method="listed") if sums.size <= 200_000 else None
    values = {Fraction(0)}
    for rank in range(1, 19):
        values |= {value + Fraction(1, (rank + 1) ** 2) for value in values}
    assert sums.size == len(values)
    assert listed is None or listed.size == sums.size


@pytest.mark.parametrize(("text", "quick"), [("AP@20", True), ("AP@30", False), ("RBP(p=0.8)@60", True), ("P@9", True)])
def test_whether_counting_is_quick_does_not_depend_on_what_was_counted(text, quick):
    scale = iv.interval_scale(text)
    before = (scale.quick, scale.unequal)
    if quick:
        assert scale.size > 1
    assert (scale.quick, scale.unequal) == before == (quick, before[1])
