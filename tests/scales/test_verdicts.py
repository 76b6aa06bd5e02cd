"""Scales by looking at all pairs of runs, and the worked examples of the papers."""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

import intervale as iv
from intervale.exact.verdict import Proof
from intervale.orders import ORDERS, OwnOrder
from intervale.scales import verdicts
from intervale.scales.permitted import PERMITTED
from intervale.stats.permitted import permitted, readings

MEASURES = [
    *("P", "R", "F", "gP", "gR", "Success", "AP", "RR", "ERR", "DCG", "DCG(base=2)", "RBP", "RBP(p=0.5)", "RBP(p=0.3)"),
    *("RBP(p=0.6)", "gRBP(p=1/3)", "gRBP(p=0.4)", "INSQ", "SBTO", "SBPO", "RBTO", "RBPO", "gP(gains={2:3,3:7})"),
    *("DCG(gains={2:3,3:7})", "AP(rel=2)", "P@2", "AP@2", "DCG(gains={1:2,2:1})", "RR(rel=2)"),
]
SPACES = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (1, 2), (2, 2), (3, 2), (2, 3), (3, 3), (4, 2)]


class Pairs(NamedTuple):
    """All pairs of runs of a space under an order, from the definition."""

    runs: list[tuple[int, ...]]
    leq: np.ndarray
    pairs: list[tuple[int, int]]
    """Different runs, the first below the second."""
    covers: list[tuple[int, int]]
    """The pairs with no run between them."""
    graded: bool
    """Whether all chains from one run to another are equally long."""


@cache
def all_pairs(name, length, grades):
    order = ORDERS[name]
    runs = list(order.space(length, grades))
    n = len(runs)
    array = np.array(runs)
    leq = order.leq(array[:, None, :].repeat(n, 1), array[None, :, :].repeat(n, 0))
    below = leq & ~np.eye(n, dtype=bool)
    between = (below.astype(int) @ below.astype(int)) > 0
    covers = np.argwhere(below & ~between).tolist()
    heights = [0] * n
    for _ in range(n):
        for x, y in covers:
            heights[y] = max(heights[y], heights[x] + 1)
    graded = all(heights[y] == heights[x] + 1 for x, y in covers)
    return Pairs(runs, leq, np.argwhere(below).tolist(), covers, graded)


def by_pairs(found, value):
    """What holds, from the definitions: every pair of runs."""
    values = [value(run) for run in found.runs]
    place = {each: n for n, each in enumerate(sorted(set(values)))}
    levels = [place[each] for each in values]  # equal and in order as the values are
    steps = {values[y] - values[x] for x, y in found.covers}
    affine = len(steps) <= 1 and (not steps or next(iter(steps)) > 0)
    return {
        "isotone": all(levels[x] <= levels[y] for x, y in found.pairs),
        "strict": all(levels[x] < levels[y] for x, y in found.pairs),
        "embedding": bool((np.less_equal.outer(levels, levels) == found.leq).all()),
        "equal_steps": len(steps) <= 1,
        "affine": affine if found.graded else None,
    }


@pytest.mark.parametrize("text", MEASURES)
@pytest.mark.parametrize(("length", "grades"), SPACES)
def test_verdicts_are_those_of_all_pairs(text, length, grades):
    measure = iv.parse_measure(text)
    if text == "RBPO" and grades > 1:
        return
    found = iv.scale(measure, length=length, grades=grades, order=list(ORDERS))
    value = {run: measure.exact(run, grades=grades) for run in iv.RunSpace(length, grades)}.__getitem__
    of_set = {}
    for run in iv.RunSpace(length, grades):
        of_set.setdefault(tuple(sorted(run)), set()).add(value(run))
    for name, order in ORDERS.items():
        one = found[name]
        if order.kind == "set" and any(len(values) > 1 for values in of_set.values()):
            assert one.scale is None
            assert len({value(run) for run in one.isotone.witness}) == 2
            continue
        expected = by_pairs(all_pairs(name, length, grades), value)
        got = {question: getattr(one, question).holds for question in expected}
        assert got == expected, name
        check_witnesses(one, order, value)
        if expected["affine"]:
            assert one.scale == "interval"
            poset = iv.poset(name, length, grades)
            assert all(value(run) == one.alpha * poset.rank(run) + one.beta for run in poset.runs)
        else:
            rich = "ordinal" if expected["strict"] else "weakly ordinal" if expected["isotone"] else "none"
            assert one.scale == rich


def check_witnesses(one, order, value):
    """What is said to break a claim does."""
    if one.isotone.holds is False:
        low, high = one.isotone.witness
        assert order.leq(low, high)
        assert value(low) > value(high)
    if one.strict.holds is False:
        low, high = one.strict.witness
        assert order.leq(low, high)
        assert value(low) >= value(high)
    if one.embedding.holds is False:
        low, high = one.embedding.witness
        pairs = ((low, high), (high, low))
        assert any(bool(order.leq(r, s)) != bool(value(r) <= value(s)) for r, s in pairs)
    if one.equal_steps.holds is False and len(one.equal_steps.witness) == 4:
        a, b, c, d = one.equal_steps.witness
        assert value(b) - value(a) != value(d) - value(c)


@pytest.mark.parametrize("text", ["P", "gP", "DCG", "RBP(p=0.5)", "RBP(p=0.7)", "gRBP(p=0.2)", "RBTO", "INSQ"])
@pytest.mark.parametrize(("length", "grades"), [(6, 1), (3, 2), (4, 2), (3, 3)])
def test_kinds_of_steps_say_what_all_steps_say(text, length, grades, monkeypatch):
    """For sums over ranks a few kinds of steps stand for all."""
    quick = iv.scale(text, length=length, grades=grades, order=list(ORDERS))
    monkeypatch.setattr(verdicts, "additive_steps", lambda *_: None)
    slow = iv.scale(text, length=length, grades=grades, order=list(ORDERS))
    for name in ORDERS:
        for question in ("isotone", "strict", "embedding", "equal_steps", "affine"):
            assert getattr(quick[name], question).holds == getattr(slow[name], question).holds, (name, question)
        assert (quick[name].scale, quick[name].alpha, quick[name].beta) == (
            slow[name].scale,
            slow[name].alpha,
            slow[name].beta,
        )
        if quick[name].scale is not None:
            assert quick[name].strict.proof is Proof.THEOREM
            assert slow[name].strict.proof is Proof.EXHAUSTIVE


# ---------------------------------------------------------------- 001


@pytest.mark.parametrize("text", ["P", "R", "F"])
@pytest.mark.parametrize("length", range(2, 7))
def test_001_5_1_1_binary_set_measures_are_interval(text, length):
    found = iv.scale(text, length=length, order=["set-total", "set-replacement"])
    assert {one.scale for one in found.orders.values()} == {"interval"}


def test_001_5_1_2_graded_precision_is_not_even_ordinal_on_the_total_order():
    """{1, …, 1} is worse than {2, 0, …, 0}, but N·g(1) > g(2) for large N: N = 3 is enough for gain = grade."""
    assert iv.scale("gP", length=2, grades=2, order="set-total")["set-total"].scale == "weakly ordinal"
    three = iv.scale("gP", length=3, grades=2, order="set-total")["set-total"]
    assert three.scale == "none"
    low, high = three.isotone.witness
    assert (low, high) == ((1, 1, 1), (2, 0, 0))


def test_001_5_2_and_example_7_gains_decide_on_the_partial_order():
    assert iv.scale("gP", length=3, grades=3, order="set-replacement")["set-replacement"].scale == "interval"
    uneven = iv.scale("gP", length=3, grades=3, gains=[0, 1, 3, 7], order="set-replacement")["set-replacement"]
    assert uneven.scale == "ordinal"
    gain = iv.parse_measure("gP(gains={2:3,3:7})").exact
    u, v, r, s = (0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 2, 2)
    two_steps = gain(s, grades=3) - gain(r, grades=3)  # is not at most the three from u to v: 7 > 4 · 1
    assert two_steps > gain(v, grades=3) - gain(u, grades=3)


@pytest.mark.parametrize("length", range(2, 8))
def test_001_6_1_rbp_on_the_total_order_at_the_length_asked(length):
    """Ordinal iff p^N − (1 + G) p + G > 0; p ≤ G/(G + 1) is that for all N together."""
    for p in (Fraction(3, 10), Fraction(1, 2), Fraction(11, 20), Fraction(3, 5), Fraction(2, 3), Fraction(9, 10)):
        one = iv.scale(f"RBP(p={p})", length=length, order="rank-total")["rank-total"]
        assert (one.scale in ("ordinal", "interval")) == (p**length - 2 * p + 1 > 0)
        assert (one.scale == "interval") == (p == Fraction(1, 2))


@pytest.mark.parametrize(("grades", "p"), [(2, "1/3"), (3, "1/4")])
def test_001_6_1_graded_rbp_is_interval_for_one_p(grades, p):
    assert iv.scale(f"gRBP(p={p})@4", grades=grades, order="rank-total")["rank-total"].scale == "interval"
    assert iv.scale("gRBP(p=1/10)@4", grades=grades, order="rank-total")["rank-total"].scale == "ordinal"
    gains = [0, 1, 3, 7][: grades + 1]
    found = iv.scale(f"gRBP(p={p})@4", grades=grades, gains=gains, order="rank-total")
    assert found["rank-total"].scale != "interval"


def test_001_example_9_none_of_these_is_ordinal_on_the_total_order():
    r, s = (1, 0, 2, 0, 1), (1, 1, 0, 0, 0)
    assert iv.order("rank-total").leq(r, s)
    for text in ("DCG(base=2)", "ERR", "AP", "gRBP(p=0.46)"):
        measure = iv.parse_measure(text)
        assert measure.exact(r, grades=2) > measure.exact(s, grades=2)
        assert iv.scale(text, length=5, grades=2, order="rank-total")["rank-total"].scale == "none"


def test_001_example_13_equal_steps_fail_on_the_partial_order():
    runs = [(0, 1, 0, 0), (1, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0)]
    for text, high, low in (("AP", Fraction(1, 2), Fraction(1, 12)), ("ERR", Fraction(1, 4), Fraction(1, 24))):
        r, s, u, v = (iv.parse_measure(text).exact(run, grades=1) for run in runs)
        assert (s - r, v - u) == (high, low)
        found = iv.scale(text, length=4, order="rank-swap")["rank-swap"]
        assert (found.scale, found.equal_steps.holds) == ("ordinal", False)
    assert iv.scale("RBPO@4", order="rank-swap")["rank-swap"].scale == "interval"
    # DCG with base 2 does not discount rank 2: it is not strict, so weakly ordinal only
    assert iv.scale("DCG(base=2)@4", order="rank-swap")["rank-swap"].scale == "weakly ordinal"


def test_001_6_2_2_a_graded_partial_order_has_no_rank_function():
    one = iv.scale("RBTO@3", grades=2, order="rank-swap")["rank-swap"]
    assert (one.affine.holds, one.scale) == (None, "ordinal")
    assert "not graded" in one.affine.why


def test_001_6_3_dcg_is_not_equally_spaced_on_its_own_order():
    found = iv.scale("DCG(base=2)@3", grades=2, order="induced")
    assert found["induced"].scale == "ordinal"
    value = iv.parse_measure("DCG(base=2)").exact
    top = [value(run) for run in [(2, 2, 2), (2, 2, 1), (2, 1, 2)]]
    assert top[0] - top[1] != top[1] - top[2]


# ---------------------------------------------------------------- 002, 000, 004


@pytest.mark.parametrize("text", ["AP", "RBP", "nDCG", "ERR", "P", "RR"])
@pytest.mark.parametrize(("length", "grades"), [(5, 1), (3, 2), (3, 3)])
def test_002_theorem_5_2_isotone_iff_replacement_and_swap(text, length, grades):
    axioms = iv.axioms(text, length=length, grades=grades)
    isotone = iv.scale(text, length=length, grades=grades, order="rank-swap")["rank-swap"].isotone
    assert bool(axioms.utility_oriented.holds) == bool(isotone.holds)
    assert isotone.holds


def test_002_theorem_5_2_on_every_function_of_a_small_space():
    """All functions of binary runs of length 2 with values 0..2, and random ones of length 3."""
    from itertools import product

    spaces = [(iv.RunSpace(2), list(product(range(3), repeat=4)))]
    random = np.random.default_rng(7)
    spaces.append((iv.RunSpace(3), random.integers(0, 4, (300, 8)).tolist()))
    spaces.append((iv.RunSpace(2, 2), random.integers(0, 4, (300, 9)).tolist()))
    swap = iv.order("rank-swap")
    for space, functions in spaces:
        runs = list(space)
        below = [(x, y) for x, r in enumerate(runs) for y, s in enumerate(runs) if x != y and swap.leq(r, s)]
        for values in functions:
            table = dict(zip(runs, values, strict=True))
            isotone = all(values[x] <= values[y] for x, y in below)
            replaced = all(
                table[run] <= table[(*run[:i], run[i] + 1, *run[i + 1 :])]
                for run in runs
                for i in range(space.length)
                if run[i] < space.grades
            )
            swapped = all(
                table[run] <= table[tuple(run[j] if k == i else run[i] if k == j else run[k] for k in range(len(run)))]
                for run in runs
                for i in range(len(run))
                for j in range(i + 1, len(run))
                if run[i] < run[j]
            )
            assert isotone == (replaced and swapped)


def test_000_precision_makes_a_pseudo_metric_where_documents_swap():
    found = iv.scale("P@4", order=["rank-swap", "rank-replacement"])
    assert (found["rank-swap"].metric, found["rank-replacement"].metric) == ("pseudo-metric", "metric")
    assert found["rank-swap"].valuation.holds


def test_004_4_b_only_p_and_rbp_with_one_half_are_equally_spaced():
    even = {text: iv.scale(text, length=4, order="induced")["induced"].scale for text in
            ("P", "R", "AP", "RR", "RBP(p=0.3)", "RBP(p=0.5)", "RBP(p=0.8)", "DCG(base=2)")}  # fmt: skip
    assert {text for text, scale in even.items() if scale == "interval"} == {"P", "R", "RBP(p=0.5)"}
    assert iv.scale("RR@4", order="induced").spacing.unused == Fraction(1, 2)
    assert iv.scale("AP@4", order="induced").spacing.unused == Fraction(1, 4)


@pytest.mark.parametrize(
    ("text", "intrinsic"),
    [("RBP(p=0.5)@4", "interval/metric"), ("RBP(p=0.8)@4", "ordinal/metric"), ("AP@4", "ordinal/pseudo-metric"),
     ("P@4", "interval/pseudo-metric")],
)  # fmt: skip
def test_intrinsic_classes(text, intrinsic):
    assert iv.scale(text, order="induced").spacing.intrinsic == intrinsic


# ---------------------------------------------------------------- own measures, own orders, large spaces


@iv.measure
def backwards(grades):
    """Rewards what stands further down."""
    return (grades * np.arange(1, grades.shape[-1] + 1)).sum(-1)


def test_an_own_measure_is_decided_in_floats():
    one = iv.scale(backwards, length=4, order="rank-swap")["rank-swap"]
    assert (one.scale, one.isotone.proof, one.isotone.witness) == ("none", Proof.NUMERIC, ((0, 0, 0, 1), (0, 0, 1, 0)))


@pytest.mark.parametrize("factor", [1e-13, 1.0, 1e9])
def test_a_positive_factor_changes_no_scale(factor):
    halves = 0.5 ** np.arange(1, 5)
    own = iv.measure(lambda grades: (grades * halves).sum(-1) * factor)
    found = iv.scale(own, length=4, order=["rank-total", "rank-swap", "induced"])
    assert [one.in_floats for one in found.orders.values()] == ["interval", "ordinal", "interval"]
    assert [one.scale for one in found.orders.values()] == [None, None, None]  # floats prove nothing


def test_small_differences_are_differences():
    steep = iv.measure(lambda grades: (grades * 10.0 ** -(2 * np.arange(grades.shape[-1]))).sum(-1))
    assert iv.scale(steep, length=6, order="rank-total")["rank-total"].in_floats == "ordinal"


def test_what_breaks_at_the_top_only_is_found_on_long_runs():
    weights = 0.8 ** np.arange(300)
    own = iv.measure(lambda grades: (grades * weights).sum(-1))
    assert iv.scale(own, length=300, order="rank-total")["rank-total"].scale == "none"


@pytest.mark.parametrize(
    ("text", "length", "grades"),
    [("AP(rel=3)@4", 4, 3), ("RR(rel=3)@4", 4, 3), ("P(rel=2)@7", 8, 2), ("AP@8", 8, 1), ("AP@30", 30, 1)],
)
def test_set_orders_do_not_apply_where_the_order_of_documents_matters(text, length, grades):
    one = iv.scale(text, length=length, grades=grades, order="set-total")["set-total"]
    assert one.scale is None
    low, high = one.isotone.witness
    assert sorted(low) == sorted(high)
    measure = iv.parse_measure(text)
    assert measure.exact(low, grades=grades) != measure.exact(high, grades=grades)


def test_an_own_function_that_looks_far_down_depends_on_the_order():
    own = iv.measure(lambda grades: grades[..., 6] * grades[..., 7] * 1.0)
    assert iv.scale(own, length=8, order="set-total")["set-total"].scale is None


def test_witnesses_on_sets_are_small():
    one = iv.scale("gP", length=4, grades=3, order="set-total")["set-total"]
    assert one.isotone.witness == ((1, 1, 1, 1), (2, 0, 0, 0))


def test_one_value_is_said_to_be_one():
    assert iv.scale("P(rel=2)@3", order="induced")["induced"].equal_steps.why == "all runs have one value"


def test_an_own_order():
    longer = OwnOrder("more relevant", leq=lambda r, s: r == s or sum(r) < sum(s))
    assert iv.scale("P", length=3, order=longer)["more relevant"].scale == "interval"
    assert iv.scale("RR", length=3, order=longer)["more relevant"].scale == "none"


def test_beyond_what_can_be_listed_theorems_decide_and_what_breaks_is_small():
    swap = iv.scale("AP@40", order="rank-swap")["rank-swap"]
    assert (swap.scale, swap.strict.proof) == ("ordinal", Proof.THEOREM)
    total = iv.scale("AP@40", order="rank-total")["rank-total"]
    low, high = total.isotone.witness
    assert sum(low) <= 2 >= sum(high)


def test_sums_over_ranks_are_decided_at_any_length():
    found = iv.scale("nDCG@1000", grades=3, order=["rank-swap", "rank-replacement", "rank-total"])
    assert [one.scale for one in found.orders.values()] == ["ordinal", "ordinal", "none"]
    assert all(one.isotone.proof is Proof.THEOREM for one in found.orders.values())


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: iv.scale("AP"), "the length of runs is missing"),
        (lambda: iv.scale("AP@3", order="best"), "best"),
        (lambda: iv.scale("Bpref", length=3), "no exact value"),
        (lambda: iv.scale("AP@3", gains=[0, 1]), "takes no gains"),
        (lambda: iv.scale("DCG@3", grades=2, gains=[0, 1]), "one gain for each"),
        (lambda: iv.scale("AP@3", grades=0), "grades=0"),
        (lambda: iv.scale("AP@3", order=[]), "is unknown; use one of"),
        (lambda: iv.scale("AP@3", order=3), "is unknown; use one of"),
        (lambda: iv.scale("AP@3", order="rank-swap")["set-total"], "was not checked"),
    ],
)
def test_bad_calls_get_one_sentence(call, reason):
    with pytest.raises(iv.IntervaleError, match=reason) as error:
        call()
    assert "\n" not in str(error.value)


def test_what_scales_permit():
    assert set(PERMITTED) == {"nominal", "ordinal", "interval", "ratio"}
    assert "t" in permitted("interval")[1]
    assert "t" not in permitted("ordinal")[1]
    assert "Kendall's tau" in permitted("ordinal")[0]
    representational, utility = readings("ordinal")
    assert "not mean" in representational
    assert "Moffat" in utility
