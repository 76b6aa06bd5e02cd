"""Valuations and distances at any length, beside all pairs of runs; steps and squares that are drawn."""

import importlib.util
from fractions import Fraction
from itertools import islice, pairwise, product
from pathlib import Path

import numpy as np
import pytest

import intervale as iv
from intervale.exact.verdict import Proof
from intervale.orders import ORDERS, OwnOrder, valuation_from_weights
from intervale.scales import valuations
from intervale.scales.cover_steps import FROM_EACH, covers_of, sampled_steps, spread_runs, whole_step
from intervale.scales.values import RunValues
from tests.sizes import MOST_RUNS

MEASURES = [
    *("P", "gP", "gR", "Success", "AP", "RR", "ERR", "DCG", "DCG(base=2)", "RBP(p=0.5)", "RBP(p=0.3)", "RBP(p=0.6)"),
    *("gRBP(p=1/3)", "INSQ", "SBTO", "RBTO", "RBPO", "gP(gains={2:3,3:7})", "gP(gains={2:1})", "AP(rel=2)", "P@2"),
    *("AP@2", "AP@1", "DCG(gains={1:2,2:1})", "RR(rel=2)", "SBTO(max_rel=1)", "SBTO@2", "ERR(max_rel=1)", "Success@2"),
]
"""Of measures that are one on a run space (R, F and SBPO are P and gP there, GMAP is AP, nDCG is DCG) the first."""
SPACES = [(n, c) for c in range(1, 8) for n in range(1, 13) if (c + 1) ** n <= MOST_RUNS]
LATTICES = ("set-replacement", "rank-replacement", "rank-swap")


@pytest.mark.parametrize(("length", "grades"), SPACES)
def test_distances_are_those_of_all_pairs(length, grades):
    posets = {name: iv.poset(name, length, grades) for name in ORDERS}
    for text in MEASURES:
        if text == "RBPO" and grades > 1:
            continue
        measure = iv.parse_measure(text)
        found = iv.scale(measure, length=length, grades=grades, order=list(ORDERS))
        for name, poset in posets.items():
            one = found[name]
            if poset.lattice is None or not one.applies:
                assert (one.valuation.holds, one.metric, one.natural.holds) == (None, None, None)
                continue
            value = iv.valuation(poset, measure)
            expected = bool(value.is_valuation), value.metric, bool(value.natural)
            assert (one.valuation.holds, one.metric, one.natural.holds) == expected, (text, name)
            assert one.valuation.proof in (Proof.THEOREM, Proof.CERTIFIED)
            if one.valuation.holds is False:
                check_broken(one.valuation.witness, ORDERS[name], measure, grades)


def check_broken(witness, order, measure, grades):
    """Two runs whose values are not those of their join and meet together."""
    r, s = witness
    runs = r, s, order.join(r, s, grades), order.meet(r, s, grades)
    one, other, join, meet = (measure.exact(run, grades=grades) for run in runs)
    assert one + other != join + meet


@pytest.mark.parametrize("text", ["Success", "AP", "RR", "ERR", "SBTO", "AP@3", "ERR(max_rel=1)", "DCG", "gP"])
@pytest.mark.parametrize(("length", "grades"), [(4, 1), (7, 1), (3, 2), (4, 3)])
def test_theorems_say_what_squares_say(text, length, grades, monkeypatch):
    known = iv.scale(text, length=length, grades=grades, order=list(LATTICES))
    monkeypatch.setattr(valuations, "why_valuation", lambda *_: "")
    for name, one in iv.scale(text, length=length, grades=grades, order=list(LATTICES)).orders.items():
        assert (one.valuation.holds, one.metric) == (known[name].valuation.holds, known[name].metric), name
        assert one.valuation.proof is not Proof.THEOREM or one.valuation.why == "every function on a chain is one"


@pytest.mark.parametrize(
    ("name", "length", "grades"),
    [("rank-replacement", 4, 1), ("rank-replacement", 2, 3), ("set-replacement", 3, 3), ("rank-swap", 5, 1)],
)
def test_one_square_below_each_run_finds_every_function_that_is_none(name, length, grades):
    """Valuations with weights that are drawn, then with the value of one run changed."""
    random = np.random.default_rng(5)
    poset = iv.poset(name, length, grades)
    irreducible = [poset.runs[j] for j in poset.lattice.join_irreducibles]
    for changed in [None, *poset.runs]:
        weights = {run: int(weight) for run, weight in zip(irreducible, random.integers(-3, 4, 99), strict=False)}
        value = valuation_from_weights(poset, weights)
        table = {run: value.value(run) + (run == changed) for run in poset.runs}
        found = iv.scale(by_table(table, poset.space.kind), length=length, grades=grades, order=name)[name]
        expected = iv.valuation(poset, table.__getitem__)
        assert found.valuation.holds == bool(expected.is_valuation)
        assert found.metric == expected.metric


def by_table(table, kind="rank"):
    """A measure with these values, exact."""

    def exact(run):
        return table[tuple(sorted(run, reverse=True)) if kind == "set" else tuple(run)]

    def scored(grades):
        rows = grades.reshape(-1, grades.shape[-1]).tolist()
        return np.array([float(exact(row)) for row in rows]).reshape(grades.shape[:-1])

    return iv.measure(scored, exact=exact)


@pytest.mark.parametrize("name", ["rank-replacement", "rank-swap"])
def test_a_distance_keeps_the_triangle_inequality_iff_the_measure_is_a_valuation(name):
    order, runs = ORDERS[name], list(iv.RunSpace(3))
    random = np.random.default_rng(11)
    kinds = set()
    tables = [{run: int(value) for run, value in zip(runs, row, strict=True)} for row in random.integers(0, 3, (60, 8))]
    tables += [{run: int(np.dot(row, run)) for run in runs} for row in product(range(4), repeat=3)]
    for table in tables:
        distance = {(r, s): table[order.join(r, s, 1)] - table[order.meet(r, s, 1)] for r, s in product(runs, runs)}
        pseudo = all(distance[r, t] <= distance[r, s] + distance[s, t] for r, s, t in product(runs, repeat=3))
        pseudo &= all(value >= 0 for value in distance.values())
        strict = all(distance[r, s] for r, s in distance if r != s)
        found = iv.scale(by_table(table), length=3, order=name)[name].metric
        assert found == ("none" if not pseudo else "metric" if strict else "pseudo-metric")
        kinds.add(found)
    assert kinds == {"none", "metric", "pseudo-metric"}


# ---------------------------------------------------------------- long runs


LONG = {
    "P": ("natural", "natural", "natural", "pseudo-metric"),
    "Success": ("pseudo-metric", "pseudo-metric", "none", "pseudo-metric"),
    "AP": (None, None, "none", "metric"),
    "RR": (None, None, "none", "pseudo-metric"),
    "ERR": (None, None, "none", "metric"),
    "DCG(base=2)": (None, None, "metric", "pseudo-metric"),
    "DCG": (None, None, "metric", "metric"),
    "RBP(p=0.8)": (None, None, "metric", "metric"),
    "SBTO": ("natural", "natural", "natural", "pseudo-metric"),
    "RBPO": (None, None, "metric", "natural"),
}


@pytest.mark.parametrize("text", LONG)
def test_binary_runs_of_length_1000(text):
    measure = iv.parse_measure(text)
    names = ["set-total", "set-replacement", "rank-replacement", "rank-swap"]
    found = iv.scale(measure, length=1000, order=names)
    kinds = tuple("natural" if one.natural else one.metric for one in found.orders.values())
    assert kinds == LONG[text]
    for name, one in found.orders.items():
        if one.valuation.holds is False:
            assert one.valuation.proof is Proof.CERTIFIED
            check_broken(one.valuation.witness, ORDERS[name], measure, 1)


@pytest.mark.parametrize(
    "text", ["AP(rel=40)", "RR(rel=63)", "ERR(max_rel=2)", "Success(rel=7)", "SBTO", "AP(rel=2)@3"]
)
def test_what_breaks_the_law_is_found_with_many_grades(text):
    measure = iv.parse_measure(text)
    one = iv.scale(measure, length=100, grades=63, order="rank-replacement")["rank-replacement"]
    assert (one.metric, one.valuation.proof) == ("none", Proof.CERTIFIED)
    check_broken(one.valuation.witness, ORDERS["rank-replacement"], measure.on_space(100, 63), 63)


def test_a_lattice_ends_with_three_grades_under_rank_swap():
    one = iv.scale("RBP@1000", grades=2, order="rank-swap")["rank-swap"]
    assert (one.metric, one.valuation.why, one.natural.why) == (None, "not a lattice", "not a lattice")


def test_an_own_function_is_refuted_or_open_on_long_runs():
    first = iv.measure(lambda grades: grades[..., 0], exact=lambda run: run[0])
    both = iv.measure(lambda grades: grades[..., 0] * grades[..., -1], exact=lambda run: run[0] * run[-1])
    found = iv.scale(first, length=60, order="rank-replacement", steps=300)["rank-replacement"]
    assert (found.valuation.undecided, found.valuation.cases, found.metric) == (True, 300, None)
    found = iv.scale(both, length=60, order="rank-replacement", steps=300)["rank-replacement"]
    assert (found.metric, found.valuation.proof) == ("none", Proof.CERTIFIED)


@pytest.mark.parametrize("length", [4, 60])
def test_floats_refute_and_never_prove(length):
    weights = 0.8 ** np.arange(length)
    linear = iv.measure(lambda grades: (grades * weights).sum(-1))
    squared = iv.measure(lambda grades: (grades * weights).sum(-1) ** 2)
    one = iv.scale(linear, length=length, order="rank-replacement")["rank-replacement"]
    assert one.metric is None
    assert not one.valuation.proven
    one = iv.scale(squared, length=length, order="rank-replacement")["rank-replacement"]
    assert (one.metric, one.valuation.holds, one.valuation.proof) == ("none", False, Proof.NUMERIC)


# ---------------------------------------------------------------- conditions on gains


def smallest_gap(gains):
    return Fraction(min(high - low for low, high in pairwise(gains)), gains[-1])


@pytest.mark.parametrize("gains", [(0, 1, 2), (0, 1, 1), (0, 1, 3), (0, 2, 1), (0, 0, 1), (0, 1, 2, 4), (0, 1, 4, 13)])
@pytest.mark.parametrize("length", [2, 3, 1000])
def test_gains_decide_what_precision_makes(gains, length):
    top = len(gains) - 1
    names = ["set-total", "set-replacement", "rank-replacement"]
    found = iv.scale("gP", length=length, grades=top, gains=gains, order=names)
    gaps = [high - low for low, high in pairwise(gains)]
    expected = "metric" if min(gaps) > 0 else "pseudo-metric" if min(gaps) >= 0 else "none"
    for name in names[1:]:
        assert found[name].metric == expected
        assert found[name].natural.holds == (len(set(gaps)) == 1 and min(gaps) > 0)
    over = [high - length * low for low, high in pairwise(gains)]
    assert found["set-total"].metric == ("metric" if min(over) > 0 else "pseudo-metric" if min(over) >= 0 else "none")


@pytest.mark.parametrize("gains", [(0, 1), (0, 1, 2), (0, 1, 3)])
@pytest.mark.parametrize("length", [2, 3, 7, 30])
def test_persistence_and_gains_decide_under_rank_total(gains, length):
    gap = smallest_gap(gains)
    for p in (Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(3, 5), gap / (gap + 1)):
        one = iv.scale(f"gRBP(p={p})", length=length, grades=len(gains) - 1, gains=gains, order="rank-total")[
            "rank-total"
        ]
        left = p**length - (1 + gap) * p + gap
        assert one.metric == ("metric" if left > 0 else "none" if left < 0 else "pseudo-metric")
        assert bool(one.natural) == (gains == tuple(range(len(gains))) and p == Fraction(1, len(gains)))


def test_the_distances_in_the_manual_are_what_comes_out():
    """A sample of the cells, made again; and marks where Giner says otherwise."""
    folder = Path(__file__).resolve().parents[2] / "docs"
    spec = importlib.util.spec_from_file_location("make_scale_table", folder / "make_scale_table.py")
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    sections = (folder / "scale-table.md").read_text(encoding="utf-8").split("\n### ")[1:]
    cells = []
    for grades, section in zip(maker.MEASURES, sections, strict=False):
        lines = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
        head, _, *rows = [[cell.strip() for cell in line] for line in lines]
        assert [row[0] for row in rows] == maker.MEASURES[grades]
        cells += [(row[0], order, grades, row[n]) for row in rows for n, order in enumerate(head[1:], start=1)]
    for place in np.random.default_rng(4).choice(len(cells), 25, replace=False):
        *asked, written = cells[place]
        assert maker.distance_cell(*asked) == written, asked
    known = {(measure, order, grades): written for measure, order, grades, written in cells}
    assert known["RBP(p=0.8)", "rank-swap", 1] == "metric †"
    assert known["P", "rank-swap", 1] == "pseudo"
    assert known["gP(gains={2:3})", "set-replacement", 2] == "metric †"


# ---------------------------------------------------------------- orders of one's own


def test_no_worst_run_is_needed():
    """Three worst runs that cannot be compared: (0, 0) apart, and (0, 1) and (1, 0) below (1, 1)."""
    order = OwnOrder("two ends", leq=lambda r, s: r == s or 0 < sum(r) < sum(s))
    counted = iv.scale("R", length=2, order=order)["two ends"]
    assert (counted.scale, counted.alpha, counted.beta) == ("interval", 1, None)
    assert counted.affine.why == "no single worst run"
    assert (counted.isotone.holds, counted.strict.holds, counted.equal_steps.holds) == (True, True, True)
    assert counted.metric is None
    late = iv.scale(by_table({run: -sum(run) for run in iv.RunSpace(2)}), length=2, order=order)["two ends"]
    assert (late.scale, late.isotone.witness) == ("none", ((0, 1), (1, 1)))
    assert iv.scale("AP", length=2, order=order)["two ends"].scale == "ordinal"


def test_tied_runs_with_different_values():
    order = OwnOrder("by documents", leq=lambda r, s: sum(r) <= sum(s))
    assert iv.scale("P", length=3, order=order)["by documents"].scale == "interval"
    one = iv.scale("AP", length=3, order=order)["by documents"]
    assert (one.scale, one.isotone.witness) == ("none", ((0, 0, 1), (0, 1, 0)))
    assert one.isotone.why == "M(0,0,1) = 1/3 < M(0,1,0) = 1/2, although they are tied"


def test_an_order_of_ones_own_is_not_one_of_the_papers_by_its_name():
    mine = OwnOrder("rank-swap", leq=lambda r, s: all(map(int.__le__, r, s)))
    assert iv.scale("P", length=3, order=mine)["rank-swap"].scale == "interval"


def test_own_lattices_are_looked_at_where_they_are_small():
    """One run beside two that follow each other: N5, with a run more on top."""

    def leq(r, s):
        return r == s or sum(r) == 0 or sum(s) == 4 or (sum(s) == 3 and sum(r) < 3) or (r, s) == ((1, 0), (2, 0))

    pentagon = OwnOrder("pentagon", kind="set", leq=leq)
    found = iv.scale("gP", length=2, grades=2, order=pentagon)["pentagon"]
    assert found.valuation.holds is False
    assert (found.metric, found.natural.holds) == ("none", False)


# ---------------------------------------------------------------- steps that are drawn


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("grades", [1, 3])
def test_drawn_steps_are_those_drawn_one_by_one(name, grades):
    order, space = ORDERS[name], ORDERS[name].space(40, grades)
    values = RunValues(
        iv.measure(lambda runs: (runs * 0.9 ** np.arange(runs.shape[-1])).sum(-1)), iv.RunSpace(40, grades)
    )
    drawn = list(islice(sampled_steps(order, space, values, 3), 400))
    assert drawn == list(islice(one_by_one(order, space, values.of, 3), 400))


def one_by_one(order, space, value, seed):
    """All covers of each run are listed, and each run is scored alone."""
    random = np.random.default_rng(seed)
    for low in spread_runs(space, random):
        covers = list(order.above(low, space.grades))
        if len(covers) > FROM_EACH:
            covers = [covers[place] for place in sorted(random.choice(len(covers), FROM_EACH, replace=False))]
        for high in covers:
            yield whole_step(low, high, value(low), value(high))


@pytest.mark.parametrize("name", ORDERS)
def test_covers_are_those_of_the_order(name):
    order = ORDERS[name]
    for run in order.space(3, 2):
        assert list(covers_of(order, run, 2)) == list(order.above(run, 2))


def test_functions_are_called_with_many_runs_at_once():
    calls = []

    @iv.measure
    def top(grades):
        calls.append(grades.shape)
        return grades[..., :10].sum(-1)

    found = iv.scale(top, length=1000)
    assert len(calls) < 300  # not one for each of the thousands of runs
    assert found["rank-replacement"].isotone.cases == 2000
    assert {shape[-1] for shape in calls} == {1000}


def test_a_run_without_a_value_is_named_among_many():
    own = iv.measure(lambda grades: np.where(grades[..., 7] > 0, np.nan, grades.sum(-1)))
    for name in ("rank-replacement", "induced"):
        with pytest.raises(iv.IntervaleError, match="has no finite value for the run"):
            iv.scale(own, length=30, order=name)
