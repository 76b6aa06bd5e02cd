"""Scales on S[N, K], against listing all runs on all topics with fractions."""

from fractions import Fraction
from itertools import accumulate, product
from math import comb, log
from random import Random

import numpy as np
import pytest

import intervale as iv
from intervale.errors import IntervaleError, MeasureError, OptionError
from intervale.exact import smallest_walks
from intervale.exact.layered_walks import Layer, LayeredPlaces
from intervale.exact.quotients import compare_quotients, quotient
from intervale.exact.walks import Walk
from intervale.scales.counting_task import Wish
from intervale.scales.universe_space import universe_of
from tests.sizes import MORE

RULES = ("min", "mid", "max")
DIVIDED = [("AP", 5, 3), ("AP", 4, 12), ("R", 5, 7), ("AP(relative=True)", 4, 6), ("nDCG", 4, 3), ("nDCG", 3, 5)]
PLAIN = [("P", 5, 3), ("ERR", 5, 3), ("RBP(p=0.8)", 5, 2), ("RBP(p=0.5)", 4, 9), ("DCG", 4, 2), ("RR", 5, 2)]


def constant(name, length, base):
    """What the value of a run on a topic is divided by, from the formulas."""
    if name in ("AP", "R"):
        return Fraction(base)
    if name == "AP(relative=True)":
        return Fraction(min(base, length))
    if name == "nDCG":
        return iv.parse_measure(f"DCG@{length}").exact((1,) * min(base, length) + (0,) * (length - base), grades=1)
    return Fraction(1)


def gain(name, length, run):
    """The value of a run before it is divided, from the formulas."""
    hits = [sum(run[:rank]) for rank in range(1, length + 1)]
    if name.startswith("AP"):
        return sum((Fraction(n * run[rank - 1], rank) for rank, n in enumerate(hits, start=1)), Fraction(0))
    if name == "R":
        return Fraction(sum(run))
    return iv.parse_measure(f"{'DCG' if name == 'nDCG' else name}@{length}").exact(run, grades=1)


def every_run(name, length, bases):
    """Each run on each topic that allows it, with its value."""
    return [
        (run, base, quotient(gain(name, length, run), constant(name, length, base)))
        for base in range(1, bases + 1)
        for run in product((0, 1), repeat=length)
        if sum(run) <= base
    ]


def ranks(values):
    """For each value its rank among different ones, and its first and last place."""
    groups = []
    for number, value in sorted(enumerate(values), key=lambda one: float(one[1])):
        if groups and compare_quotients(values[groups[-1][0]], value) == 0:
            groups[-1].append(number)
        else:
            groups.append([number])
    found, before = [(0, 0, 0)] * len(values), 0
    for place, group in enumerate(groups, start=1):
        for number in group:
            found[number] = place, before + 1, before + len(group)
        before += len(group)
    return found


def by_rule(rule, unq, first, last):
    return {"unq": unq, "min": first, "max": last, "mid": Fraction(first + last, 2)}[rule]


@pytest.mark.parametrize(("name", "length", "bases"), DIVIDED + PLAIN)
@pytest.mark.parametrize("rule", ["unq", *RULES])
def test_ranks_are_those_of_a_list_of_all_runs(name, length, bases, rule):
    listed = every_run(name, length, bases)
    expected = ranks([value for *_, value in listed])
    scale = iv.interval(f"{name}@{length}", space="universe", bases=bases, tie_rule=rule).universe()
    assert scale.exact
    assert scale.size == max(unq for unq, *_ in expected)
    assert [scale.rank_of(run, base) for run, base, _ in listed] == [by_rule(rule, *one) for one in expected]
    ends = min(by_rule(rule, *one) for one in expected), max(by_rule(rule, *one) for one in expected)
    assert scale.ends == ends
    scores, errors = scale.scored([run for run, *_ in listed], [base for _, base, _ in listed])
    wanted = [float(Fraction(by_rule(rule, *one) - ends[0]) / (ends[1] - ends[0])) for one in expected]
    assert (np.abs(scores - wanted) <= errors + 1e-15).all()


@pytest.mark.parametrize(("name", "length", "bases"), [*DIVIDED, ("AP", 9, 6), ("ERR", 8, 4), ("DCG", 6, 3)])
@pytest.mark.parametrize("rule", RULES)
def test_places_of_walks_are_inside(name, length, bases, rule, monkeypatch):
    monkeypatch.setattr(smallest_walks, "MOST_LISTED", 10)
    listed = every_run(name, length, bases)
    expected = [by_rule(rule, *one) for one in ranks([value for *_, value in listed])]
    form = iv.interval(f"{name}@{length}", space="universe", bases=bases, tie_rule=rule, method="walks")
    scale = form.universe()
    assert scale.method == "walks"
    runs, on = [run for run, *_ in listed], [base for _, base, _ in listed]
    bounds = scale.rank_bounds_of(runs, on)
    assert all(low <= rank <= high for rank, (low, high) in zip(expected, bounds, strict=True))
    low, high = min(expected), max(expected)
    scores, errors = scale.scored(runs, on)
    wanted = np.array([float(Fraction(rank - low) / (high - low)) for rank in expected])
    assert (np.abs(scores - wanted) <= errors + 1e-12).all()


@pytest.mark.parametrize("name", ["AP@3", "P@1", "RBP(p=0.5)@2", "ERR@4"])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("most", [0, 5, 50_000])
def test_a_cutoff_below_the_length_of_runs(name, rule, most, monkeypatch):
    """Many runs have the value 0; how many is known exactly, whatever is listed."""
    monkeypatch.setattr(smallest_walks, "MOST_LISTED", most)
    length, bases = 6, 8
    measure, cutoff = iv.parse_measure(name), int(name.rpartition("@")[2])
    listed = [
        (run, base, quotient(measure.exact(run[:cutoff], grades=1), Fraction(base if name == "AP@3" else 1)))
        for base in range(1, bases + 1)
        for run in product((0, 1), repeat=length)
        if sum(run) <= base
    ]
    expected = [by_rule(rule, *one) for one in ranks([value for *_, value in listed])]
    scale = universe_of(measure, length, bases, 1, rule, Wish(method="walks"))
    assert scale.ends == (min(expected), max(expected))
    runs, on = [run for run, *_ in listed], [base for _, base, _ in listed]
    bounds = scale.rank_bounds_of(runs, on)
    assert all(low <= rank <= high for rank, (low, high) in zip(expected, bounds, strict=True))
    scores, errors = scale.scored(runs, on)
    low, high = scale.ends
    wanted = np.array([float(Fraction(rank - low) / (high - low)) for rank in expected])
    assert (np.abs(scores - wanted) <= errors + 1e-12).all()


def test_a_universe_of_a_thousand_documents_and_a_short_cutoff():
    """Half of the runs have the value 0, and more than floats can count."""
    scale = universe_of(iv.parse_measure("RBP(p=0.5)@3"), 1000, 1000, 1, "max")
    upto = list(accumulate(comb(997, many) for many in range(998)))
    worst = sum(upto[min(base, 997)] for base in range(1, 1001))
    assert scale.ends[0] == worst
    places = {(0, 0, 0): worst}
    for run in ((0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1)):
        more = sum(upto[min(base - sum(run), 997)] for base in range(max(1, sum(run)), 1001))
        places[run] = max(places.values()) + more
    rows = [(*run, *(0,) * 997) for run in places]
    scores, errors = scale.scored(rows, [500] * 8)
    for place, (low, high), score, error in zip(
        places.values(), scale.rank_bounds_of(rows, [500] * 8), scores, errors, strict=True
    ):
        assert low <= place <= high
        assert abs(score - (place - worst) / (places[1, 1, 1] - worst)) <= error + 1e-12


def test_measures_of_ones_own_on_a_universe():
    @iv.measure(exact=iv.rank_by_rank(lambda state, grade, rank: (0, 0)))
    def nothing(grades):
        return np.zeros(grades.shape[:-1])

    for rule in RULES:
        scale = universe_of(nothing, 4, 3, 1, rule)
        assert scale.one_value
        with pytest.raises(OptionError, match=r"has the same value on all runs of S\[4, 3\]"):
            scale.scored([(1, 0, 0, 0)], [2])

    @iv.measure(exact=iv.rank_by_rank(lambda state, grade, rank: (0, Fraction(-(2**60) - rank) if grade else 0)))
    def below(grades):
        return -((grades > 0) * (2.0**60 + np.arange(1, grades.shape[-1] + 1))).sum(-1)

    different = {below.exact(run) for run in product((0, 1), repeat=6)}
    assert universe_of(below, 6, 6, 1, "mid").size == len(different)


@pytest.mark.parametrize("seed", range(30 if MORE else 8))
def test_layers_of_random_walks(seed, monkeypatch):
    """States that count relevant documents, gains and divisors drawn at random."""
    monkeypatch.setattr(smallest_walks, "MOST_LISTED", 20)
    random = Random(seed)
    length = random.randint(2, 9)
    adds = {(n, rank): Fraction(random.randint(0, 9), random.randint(1, 9)) for n in range(10) for rank in range(1, 10)}
    adds = adds | {(n, rank): Fraction(0) for n, rank in adds if random.random() < 0.1}

    def ways(seen, step):
        return [(seen, Fraction(0), 1), (seen + 1, adds[seen, step], 1)]

    walk = Walk.of(0, length, ways)
    layers = [
        Layer(min(most, length), Fraction(random.randint(1, 30), random.randint(1, 4)), random.randint(1, 3))
        for most in sorted(random.randint(0, length + 1) for _ in range(random.randint(1, 6)))
    ]
    values = []
    for layer in layers:
        for run in product((0, 1), repeat=length):
            if sum(run) <= layer.most:
                total = sum((adds[sum(run[: n - 1]), n] for n in range(1, length + 1) if run[n - 1]), Fraction(0))
                values += [total / layer.divisor] * layer.times
    values.sort()
    classes = [0] * walk.states
    for state, number in walk.number.items():
        classes[number] = state
    places = LayeredPlaces(walk, classes, layers)
    assert places.size == len(values)
    assert places.best == (values[-1], values.count(values[-1]))
    assert places.worst == values.count(0)
    different = sorted(set(values))
    for value, (less, most, same) in zip(different, places.places(list(map(float, different))), strict=True):
        first, many = values.index(value), values.count(value)
        assert less <= first
        assert first + many <= most
        assert same <= many


@pytest.mark.parametrize("name", ["P@9", "ERR@7", "RBP(p=0.8)@8", "DCG@6", "RR@8"])
def test_without_a_constant_it_is_the_scale_of_runs_with_at_most_so_many(name):
    plain = iv.interval_scale(name, grades=1, most=(3,))
    scale = iv.interval(name, space="universe", bases=3).universe()
    runs = [run for run in product((0, 1), repeat=plain.space.length) if sum(run) <= 3]
    assert scale.size == plain.size
    assert [scale.rank_of(run, 3) for run in runs] == plain.ranks_of(runs, "unq")


@pytest.mark.parametrize("length", [100, 1000] if MORE else [100])
def test_deep_places_are_inside(length):
    scale = iv.interval(f"R@{length}", space="universe", bases=347, tie_rule="mid").universe()
    assert scale.exact  # documents are only counted
    placed = iv.interval(f"R@{length}", space="universe", bases=347, tie_rule="mid", method="walks").universe()
    random = np.random.default_rng(0)
    bases = random.integers(20, 348, 12).tolist()
    runs = [(np.arange(length) < random.integers(0, min(base, length) + 1)).astype(int) for base in bases]
    exact = [scale.rank_of(run, base) for run, base in zip(runs, bases, strict=True)]
    bounds = placed.rank_bounds_of(np.array(runs), bases)
    assert all(low <= rank <= high for rank, (low, high) in zip(exact, bounds, strict=True))


QRELS = {"1": {"a": 1, "b": 1, "x": 0}, "2": {"a": 1}, "3": {"x": 0}}
RUNS = {
    "A": {"1": {"a": 3.0, "x": 2.0, "b": 1.0}, "2": {"a": 1.0}, "3": {"x": 1.0}},
    "B": {"1": {"x": 3.0, "a": 2.0}, "2": {"x": 2.0, "a": 1.0}, "3": {"x": 1.0}},
}


def test_an_evaluation_shares_one_scale():
    name = "interval(AP@3,space='universe')"
    table = iv.evaluate(QRELS, RUNS, [name])
    scale = iv.interval("AP@3", space="universe", bases=2).universe()
    expected = [
        [Fraction(scale.rank_of(run, base) - 1, scale.size - 1) for run, base in row]
        for row in ([((1, 0, 1), 2), ((1, 0, 0), 1)], [((0, 1, 0), 2), ((0, 1, 0), 1)])
    ]
    assert table.matrix(name)[:, :2].tolist() == [[float(one) for one in row] for row in expected]
    assert table.matrix(name)[:, 2].tolist() == [0, 0]
    notes = " ".join(table.notes)
    assert "topics share the scale of S[3, 2]" in notes
    assert "write bases=2 to fix it" in notes
    assert "1 of 3 topics have no relevant document, and score 0" in notes
    assert table.scale(name).level == "interval"


@pytest.mark.parametrize("rule", ["unq", *RULES])
@pytest.mark.parametrize("method", ["listed", "walks"])
def test_logarithms_are_those_of_ranks(rule, method):
    if rule == "unq" and method == "walks":
        pytest.skip("walks count runs, not values")
    scale = iv.interval("AP@3", space="universe", bases=2, tie_rule=rule).universe()
    name = f"interval(AP@3,space='universe',bases=2,tie_rule='{rule}',log=True,method='{method}')"
    table = iv.evaluate(QRELS, RUNS, [name])
    _, best = scale.ends
    on_topics = [[((1, 0, 1), 2), ((1, 0, 0), 1)], [((0, 1, 0), 2), ((0, 1, 0), 1)]]
    expected = np.array([[log(scale.rank_of(run, base)) / log(best) for run, base in row] for row in on_topics])
    bounds = table.bounds_of(name)
    errors = 0 if bounds is None else bounds[0][:, :2]
    assert (abs(table.matrix(name)[:, :2] - expected) <= errors + 1e-12).all()


def test_a_larger_universe_is_another_scale():
    two, nine = ("interval(AP@3,space='universe',bases=2)", "interval(AP@3,space='universe',bases=9)")
    table = iv.evaluate(QRELS, RUNS, [two, nine])
    assert table.matrix(two).tolist() != table.matrix(nine).tolist()
    assert iv.parse_measure(nine) == iv.interval("AP@3", space="universe", bases=9)
    assert str(iv.parse_measure(nine)) == nine


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("interval(AP@3,space='universe',bases=1)", "topic 1 has 2 relevant documents.*write bases=2"),
        ("interval(AP@60,space='universe')", "use a smaller cutoff, or places among the runs of S"),
        ("interval(AP@3,space='universe',method='grid')", "leave the method out"),
    ],
)
def test_what_is_refused_says_what_to_do(name, reason):
    qrels = {"1": {"a": 1, "b": 1, **{f"d{n}": 1 for n in range(60 * ("60" in name))}}}
    with pytest.raises(IntervaleError, match=reason):
        iv.evaluate(qrels, {"A": {"1": {"a": 1.0}}}).score([name])


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"bases": 3}, "needs space='universe'"),
        ({"bases": 0, "space": "universe"}, "from 1 to 10,000"),
        ({"bases": 10**6, "space": "universe"}, "from 1 to 10,000"),
    ],
)
def test_bases_that_are_refused(options, reason):
    with pytest.raises(MeasureError, match=reason):
        iv.interval("AP@3", **options)


def test_graded_relevance_is_refused_where_the_measure_sees_it():
    qrels = {"1": {"a": 1, "b": 2}}
    with pytest.raises(IntervaleError, match="is for binary relevance, and there are 3 gains here; use space='topic'"):
        iv.evaluate(qrels, {"A": {"1": {"a": 1.0}}}, ["P@2"]).score(["interval(nDCG@2,space='universe')"])
    table = iv.evaluate(qrels, {"A": {"1": {"a": 1.0}}}, ["interval(AP@2,space='universe')"])
    scale = iv.interval("AP@2", space="universe", bases=2).universe()
    assert table.matrix(table.names[0]).tolist() == [[(scale.rank_of((1, 0), 2) - 1) / (scale.size - 1)]]


def test_a_run_without_a_topic_needs_no_constant():
    assert iv.interval("P@4", space="universe", bases=2).exact((1, 1, 0, 0), grades=1) == 1
    with pytest.raises(MeasureError, match="needs the recall base of a topic"):
        iv.interval("AP@4", space="universe", bases=2).exact((1, 1, 0, 0), grades=1)
    with pytest.raises(MeasureError, match="write bases=100"):
        iv.interval("P@4", space="universe").exact((1, 0, 0, 0), grades=1)


@pytest.mark.parametrize(
    ("run", "bases", "message"),
    [
        ((-1, 0, 0, 0, 0), [2], "grade"),
        ((0.7, 0, 0, 0, 0), [2], "grade"),
        ((2, 0, 0, 0, 0), [2], "grade"),
        ((1, 0, 0), [2], "length|5"),
        ((1, 0, 0, 0, 0), [2, 3], "1 runs have 2 recall bases; give one for each run"),
        ((1, 1, 1, 0, 0), [2], "is not a run of a topic with 2; give the recall base of its topic"),
    ],
)
def test_runs_that_are_none(run, bases, message):
    scale = iv.interval("AP@5", space="universe").universe(12)
    with pytest.raises(IntervaleError, match=message):
        scale.rank_bounds_of([run], bases)


def test_bases_that_are_none():
    for bases in (0, 2.5, True):
        with pytest.raises(OptionError, match="bases="):
            iv.interval("AP@5", space="universe").universe(bases)
