"""How two measures relate, against all pairs of runs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import intervale as iv
from intervale.errors import UndecidedError
from intervale.exact import compare, inverse_log
from intervale.exact.verdict import Proof
from intervale.orders import ORDERS, OwnOrder
from intervale.scales import relate
from intervale.scales.cover_steps import smallness
from intervale.scales.joint_values import by_smallness, joint_values
from intervale.scales.measure_pair import apart_texts, number_text
from intervale.scales.proportional import proportional, quotient
from intervale.scales.relate import QUESTIONS, RELATIONS
from intervale.scales.run_pairs import KINDS, RunPairs, counted_pairs
from intervale.scales.values import RunValues

BINARY = [
    "P",
    "R",
    "Success",
    "AP",
    "RR",
    "ERR",
    "DCG",
    "DCG(base=2)",
    "RBP(p=0.3)",
    "RBP(p=0.5)",
    "RBP",
    "INSQ",
    "RBPO",
]
GRADED = ["gP", "gR", "P(rel=2)", "AP", "RR", "ERR", "DCG", "nDCG(dcg='exp-log2')", "gRBP(p=1/3)", "SBTO", "RBTO"]
SPACES = {(4, 1): BINARY, (3, 2): GRADED, (1, 1): ["P", "AP", "Success"], (2, 1): ["P", "RR", "DCG", "RBP"]}
CASES = [(a, b, *space) for space, texts in SPACES.items() for a, b in combinations(texts, 2)]


def sign(values, low, high):
    return compare(values[high], values[low])


def kind_of(first, second):
    if first == second:
        return "concordant" if first else "tied_both"
    return "tied_first" if not first else "tied_second" if not second else "discordant"


def all_pairs(runs, one, two):
    """Every pair of runs, smallest first, with the signs of the differences: by the larger run, then by the smaller."""
    ordered = sorted(runs, key=smallness)
    for place, high in enumerate(ordered):
        for low in ordered[:place]:
            yield low, high, sign(one, low, high), sign(two, low, high)


def counts_of(pairs):
    kinds = [kind_of(first, second) for _, _, first, second in pairs]
    return RunPairs(*(kinds.count(kind) for kind in KINDS))


def affine(runs, one, two):
    """α where the second is α > 0 times the first plus a number, 1 where both have one value, None else."""
    worst = (0,) * len(runs[0])
    grown = [(one[run] - one[worst], two[run] - two[worst]) for run in runs]
    moved = next(((x, y) for x, y in grown if x != 0 or y != 0), None)
    if moved is None:
        return 1.0
    if 0 in moved or float(moved[1]) / float(moved[0]) < 0:
        return None
    alpha = float(moved[1]) / float(moved[0])
    return alpha if all(abs(float(y) - alpha * float(x)) < 1e-12 for x, y in grown) else None


@pytest.mark.parametrize(("a", "b", "length", "grades"), CASES)
def test_all_pairs_of_runs(a, b, length, grades):
    runs = list(iv.RunSpace(length, grades))
    one, two = ({run: iv.parse_measure(text).exact(run, grades=grades) for run in runs} for text in (a, b))
    found = relate(a, b, length=length, grades=grades)
    pairs = list(all_pairs(runs, one, two))
    assert found.pairs == counts_of(pairs)
    assert found.sample is None
    differ = next(((low, high) for low, high, x, y in pairs if x != y), None)
    opposite = next(((low, high) for low, high, x, y in pairs if x * y < 0), None)
    assert found.same_order.holds is (differ is None)
    assert found.never_opposite.holds is (opposite is None)
    for verdict, expected in ((found.same_order, differ), (found.never_opposite, opposite)):
        assert (None if verdict.witness is None else set(verdict.witness)) == (
            None if expected is None else {*expected}
        )
        assert verdict.proven
    alpha = affine(runs, one, two)
    assert found.same_scale.holds is (alpha is not None)
    if alpha is not None:
        assert float(found.alpha) == pytest.approx(alpha)
        assert all(found.alpha * one[run] + found.beta == two[run] for run in runs)
    assert found.relation == RELATIONS[0 if alpha is not None else 1 if differ is None else 2]


@pytest.mark.parametrize("order", [*ORDERS, "replacement+units"])
@pytest.mark.parametrize(("a", "b", "length", "grades"), CASES[::5])
def test_pairs_that_an_order_compares(order, a, b, length, grades):
    runs = list(iv.RunSpace(length, grades))
    one, two = ({run: iv.parse_measure(text).exact(run, grades=grades) for run in runs} for text in (a, b))
    found = relate(a, b, length=length, grades=grades, order=order)
    known = iv.order(order)
    symmetric = all(len({tuple(sorted(run)) for run in runs}) >= len({(tuple(sorted(run)), x[run]) for run in runs})
                    for x in (one, two))  # fmt: skip
    if known.kind == "set" and not symmetric:
        assert found.agree.holds is None
        assert "depends on the order of the documents" in found.agree.why
        assert found.comparable is found.shares["comparable"] is None
        return

    def compares(low, high):
        if known.kind == "set":
            low, high = (tuple(sorted(run, reverse=True)) for run in (low, high))
        return known.comparable(low, high)

    pairs = [case for case in all_pairs(runs, one, two) if compares(*case[:2])]
    assert found.comparable == counts_of(pairs)
    assert found.shares["comparable"] == Fraction(len(pairs), len(runs) * (len(runs) - 1) // 2)
    broken = next(((low, high) for low, high, x, y in pairs if x != y), None)
    assert found.agree.holds is (broken is None)
    assert found.agree.proven
    assert broken is None or set(found.agree.witness) == {*broken}


@pytest.mark.parametrize("seed", range(30))
def test_counting_like_all_pairs(seed):
    random = np.random.default_rng(seed)
    points = [tuple(map(int, point)) for point in random.integers(0, 6, size=(random.integers(0, 12), 2))]
    listed = [(point, int(random.integers(1, 4))) for point in points]
    runs = [point for point, number in listed for _ in range(number)]
    kinds = [
        kind_of(*(int(np.sign(y - x)) for x, y in zip(low, high, strict=True))) for low, high in combinations(runs, 2)
    ]
    counted = counted_pairs((*point, number) for point, number in listed)
    assert counted == RunPairs(*(kinds.count(kind) for kind in KINDS))
    assert counted.shares == {kind: Fraction(kinds.count(kind), len(kinds)) for kind in KINDS if kinds}


def test_tau_is_that_of_scipy():
    from scipy.stats import kendalltau

    runs = list(iv.RunSpace(5, 1))
    one, two = ([float(iv.parse_measure(text).exact(run)) for run in runs] for text in ("AP", "RR"))
    assert relate("AP@5", "RR@5").tau == pytest.approx(kendalltau(one, two).statistic)
    assert relate("AP(rel=2)@5", "RR@5").tau is None


@pytest.mark.parametrize(("length", "grades"), [(1, 1), (5, 1), (3, 2), (2, 4)])
def test_runs_by_smallness(length, grades):
    space = iv.RunSpace(length, grades)
    assert list(by_smallness(space)) == sorted(space, key=smallness)


def test_values_that_grow_together_are_those_of_all_runs():
    space = iv.RunSpace(5, 2)
    one, two = (RunValues(iv.parse_measure(text), space) for text in ("AP@4", "ERR(max_rel=2)@5"))
    found = {(point.first, point.second): point for point in joint_values(one, two, 1000)}
    runs = {}
    for run in space:
        runs.setdefault((one.of(run), two.of(run)), []).append(run)
    assert found.keys() == runs.keys()
    assert all(found[key].runs == len(some) for key, some in runs.items())
    assert all(found[key].run == min(some, key=smallness) for key, some in runs.items())
    assert joint_values(one, two, 10) is None


# ---------------------------------------------------------------- the papers


def test_precision_recall_and_f_are_celsius_and_fahrenheit():
    for a, b in combinations(("P@10", "R@10", "F@10", "SBTO@10"), 2):
        found = relate(a, b)
        assert (found.relation, found.beta, found.tau) == ("same scale", 0, 1.0)
    assert relate("P@10", "R@10").topic_constant
    assert not relate("P@10", "SBTO@10").topic_constant


def test_rbp_with_a_small_p_has_the_order_of_rank_total():
    found = relate("RBP(p=0.3)@200", "RBP(p=0.5)@200")
    assert found.relation == "same order"
    assert found.same_order.proof is found.same_scale.proof is Proof.THEOREM
    assert found.pairs.discordant == 0
    assert found.sample
    assert relate("RBP(p=0.8)@8", "RBP(p=0.5)@8").relation == "different orders"


def test_measures_agree_where_swaps_and_replacements_compare():
    """Ferrante, Ferro and Fuhr 2021, §IV-B, for measures that are strict there; P and RR tie what others order."""
    for a, b in combinations(("AP@4", "ERR@4", "DCG@4", "RBP(p=0.3)@4", "RBP(p=0.8)@4"), 2):
        found = relate(a, b)
        assert found.agree.holds
        assert found.agree.proof is Proof.THEOREM
        assert found.comparable.tau == 1
    found = relate("P@4", "RR@4")
    assert found.agree.holds is False
    assert found.comparable.discordant == 0


def test_long_runs_are_refuted_by_the_smallest_pair():
    found = relate("AP@300", "DCG@300")
    assert found.relation == "different orders"
    assert found.same_order.proof is found.never_opposite.proof is Proof.CERTIFIED
    assert sorted(map(sum, found.never_opposite.witness)) == [1, 2]
    assert found.agree.holds
    assert found.comparable is None
    assert relate("P@300", "AP@300").agree.holds is False


def test_what_is_not_refuted_is_open():
    found = relate("AP@60", "GMAP@60")
    assert found.relation is None
    assert found.same_scale.undecided
    assert found.same_order.undecided
    assert found.pairs.discordant == found.pairs.tied_first == 0
    assert relate("AP@60", "AP@60").relation == "same scale"
    assert relate("AP@9", "GMAP@9").same_scale.proof is Proof.EXHAUSTIVE


def test_more_can_be_listed():
    assert relate("RR@40", "P@40", most=200).sample
    found = relate("RR@40", "P@40")
    space = iv.RunSpace(40, 1)
    assert len(joint_values(*(RunValues(iv.parse_measure(text), space) for text in ("RR@40", "P@40")), 20_000)) == 821
    assert found.pairs.pairs == 2**40 * (2**40 - 1) // 2
    assert found.never_opposite.proof is Proof.EXHAUSTIVE


def test_few_runs_are_always_listed():
    found = relate("AP@11", "DCG@11", most=100)
    assert found.pairs == relate("AP@11", "DCG@11").pairs
    assert found.sample is None
    assert found.pairs.pairs == 2**11 * (2**11 - 1) // 2
    assert found.comparable.pairs <= found.pairs.pairs
    assert 0 < found.shares["comparable"] < 1


def test_long_sums_make_no_run_for_every_rank():
    found = relate("P", "R", length=5_000)
    assert (found.relation, found.alpha, found.same_scale.cases) == ("same scale", 5_000, 5_000)


def test_many_grades():
    """Neighbouring grades stand for all where two documents change places."""
    found = relate("gP@3", "P@3", grades=300)
    assert found.relation == "different orders"
    assert relate("gP@200", "gRBP@200", grades=40).agree.holds is False


# ---------------------------------------------------------------- logarithms


@pytest.mark.parametrize(("base", "other"), [("2", "1.75"), ("1.75", "2"), ("1.25", "1.75"), ("4", "8"), ("9/4", "3")])
def test_two_bases(base, other):
    """ln b / ln b' is one proportion from the rank on that both discount: the first ranks tell the two apart."""
    found = relate(f"DCG(base={base})@5", f"DCG(base={other})@5")
    runs = list(iv.RunSpace(5, 1))
    one, two = ({run: iv.parse_measure(f"DCG(base={b})").exact(run) for run in runs} for b in (base, other))
    assert found.same_scale.holds is (affine(runs, one, two) is not None)
    assert found.pairs == counts_of(list(all_pairs(runs, one, two)))


def test_proportions_of_logarithms_to_bases_that_are_not_whole():
    (third, fifth), (third_, fifth_) = ((inverse_log(3, b), inverse_log(5, b)) for b in (2, Fraction(7, 4)))
    assert proportional((third, third_), (fifth, fifth_))
    assert proportional((third_, third), (fifth_, fifth))
    assert not proportional((third, third_), (Fraction(1), Fraction(1)))
    other = inverse_log(3, Fraction(5, 4)), inverse_log(5, Fraction(5, 4))
    assert proportional((third_, other[0]), (fifth_, other[1]))
    assert not proportional((third_, other[0]), (fifth_, 2 * other[1]))


def test_what_cannot_be_told_apart_leaves_the_other_answers(monkeypatch):
    def refuse(one, other):
        raise UndecidedError("could not be told apart")

    monkeypatch.setattr("intervale.scales.same_scale.proportional", refuse)
    found = relate("AP@4", "DCG@4")
    assert found.same_scale.undecided
    assert found.same_scale.why == "could not be told apart"
    assert found.same_order.proven
    assert found.pairs.pairs == 120


def test_proportions_of_logarithms():
    third, fifth, other = inverse_log(3, 2), inverse_log(5, 2), inverse_log(5, 3)
    assert quotient(third, Fraction(1, 2)) == 2 * third
    assert quotient(third, fifth) is None
    assert proportional((third, 2 * third), (fifth, 2 * fifth))
    assert not proportional((third, 2 * third), (fifth, 3 * fifth))
    assert not proportional((third, fifth), (fifth, third))
    assert proportional((third, third + 1), (2 * third, 2 * third + 2))
    assert proportional((fifth, other), (third, Fraction(1)))  # 1/log(5) and 1/log(3) to base 2 and to base 3
    assert not proportional((fifth, other), (Fraction(1), Fraction(1)))


@pytest.mark.parametrize("alpha", [Fraction(3, 2), inverse_log(3, 2)])
def test_one_scale_over_logarithms(alpha):
    def counted(grades):
        return grades.sum(-1).astype(float)

    one = iv.measure(counted, exact=lambda run: Fraction(sum(run)))
    two = iv.measure(lambda grades: counted(grades) * float(alpha) + 1, exact=lambda run: alpha * sum(run) + 1)
    found = relate(one, two, length=4, grades=2)
    assert (found.relation, found.alpha, found.beta) == ("same scale", alpha, 1)
    back = relate(two, one, length=4, grades=2)
    assert back.relation == "same scale"
    assert float(back.alpha) == pytest.approx(1 / float(alpha))


# ---------------------------------------------------------------- functions of one's own


def halving(grades):
    return (grades / 2.0 ** np.arange(1, grades.shape[-1] + 1)).sum(-1)


def test_floats_refute_and_never_prove():
    own = iv.measure(halving)
    found = relate(own, "RBP(p=0.5)", length=4)
    assert found.relation is None
    assert found.same_scale.holds
    assert found.same_scale.proof is found.same_order.proof is Proof.NUMERIC
    assert found.alpha == pytest.approx(1)
    assert relate(own, "RBP(p=0.3)", length=4).same_scale.holds is False
    opposed = relate(own, "AP", length=4)
    assert opposed.relation == "different orders"
    assert opposed.never_opposite.proof is Proof.NUMERIC
    assert relate(own, own, length=4).relation == "same scale"
    assert relate(own, "AP", length=40).never_opposite.holds is False


def narrow(grades):
    """AP in floats of 32 bits."""
    ranks = np.arange(1, grades.shape[-1] + 1, dtype=np.float32)
    return ((grades.cumsum(-1) / ranks).astype(np.float32) * grades).sum(-1, dtype=np.float32) / np.float32(3)


@pytest.mark.parametrize("length", [3, 5, 8])
def test_narrow_floats_are_no_reason_for_another_order(length):
    found = relate(iv.measure(narrow), "AP", length=length)
    assert found.same_order.holds
    assert found.same_scale.holds
    assert found.agree.holds
    assert not found.same_order.proven
    opposed = relate(iv.measure(narrow), "DCG", length=6)
    assert opposed.relation == "different orders"
    assert opposed.never_opposite.why.endswith("(in floats)")


def test_names_are_those_that_were_given():
    found = relate("RBP(p=0.8)@6", "AP@6")
    assert "by RBP(p=0.8)@6 M(" in found.same_order.why
    assert "RBP(p=0.8)@6 grows by" in found.same_scale.why


def test_digits_set_numbers_apart():
    assert apart_texts(Fraction(7, 10), Fraction(7, 10) + Fraction(1, 10**8)) == ("7/10", "0.70000001")
    assert apart_texts(1.2618595, 1.2618596) == ("1.2618595", "1.2618596")
    assert number_text(Fraction(1374849979999, 20000000000000000)) == "0.0000687425"


def test_a_function_with_an_exact_version_is_like_the_measure():
    own = iv.measure(halving, exact=lambda run: sum(Fraction(grade, 2**i) for i, grade in enumerate(run, start=1)))
    for other in ("AP", "RBP(p=0.5)", "P", "DCG"):
        found, expected = relate(own, other, length=5), relate("RBP(p=0.5)", other, length=5)
        for name in ("relation", "alpha", "beta", "pairs", "comparable"):
            assert getattr(found, name) == getattr(expected, name)
        assert [getattr(found, name).witness for name in QUESTIONS[1:]] == [
            getattr(expected, name).witness for name in QUESTIONS[1:]
        ]


def test_ties_of_floats_are_open():
    own = iv.measure(lambda grades: grades.sum(-1) / 7.0)
    found = relate(own, "AP", length=4, order="rank-replacement")
    assert found.same_order.holds is False  # AP orders two runs the other way round
    found = relate(iv.measure(lambda grades: grades[..., 0] / 7.0), "RBP(p=0.5)", length=3, order="rank-total")
    assert found.same_order.undecided
    assert found.never_opposite.holds
    assert found.agree.undecided
    exact = relate("Success@1", iv.measure(halving), length=3)
    assert exact.same_order.holds is False  # Success ties exactly


def test_one_value_only():
    flat = relate("P(rel=2)@3", "AP(rel=2)@3")
    assert (flat.relation, flat.alpha, flat.beta, flat.tau) == ("same scale", 1, 0, None)
    assert relate("P(rel=2)@3", "AP@3").same_scale.holds is False
    constant = iv.measure(lambda grades: np.full(grades.shape[:-1], 0.5))
    assert relate(constant, "P", length=3).same_scale.holds is False
    assert relate(constant, "P(rel=2)", length=3).same_scale.holds


def test_a_measure_turned_round_is_another_order():
    down = iv.measure(lambda grades: -1.0 * grades.sum(-1), exact=lambda run: -Fraction(sum(run)))
    found = relate(down, "P", length=3)
    assert (found.relation, found.tau) == ("different orders", -1.0)
    assert relate(iv.measure(lambda grades: -1.0 * grades.sum(-1)), "P", length=3).same_scale.holds is False


def test_sets_of_grades_and_own_orders():
    found = relate("gP@3", "gR@3", grades=(0, 0.5, 2))
    assert (found.relation, found.space.grades) == ("same scale", 2)
    order = OwnOrder("sum", leq=lambda r, s: r == s or sum(r) < sum(s))
    assert relate("P@3", "AP@3", order=order).agree.holds
    assert relate("P@4", "AP@4", order=order).agree.holds is False
    assert relate("AP@14", "ERR@14", order=order).agree.holds is False  # sampled: too many runs to list


# ---------------------------------------------------------------- results and refusals


def test_columns_and_repr():
    found = relate("AP@3", "DCG@3")
    rows = found.columns()
    assert rows["question"] == list(QUESTIONS)
    assert {len(column) for column in rows.values()} == {4}
    assert rows["concordant"] == [found.pairs.concordant] * 3 + [found.comparable.concordant]
    assert rows["sample"] == [None] * 4
    drawn = relate("AP@30", "DCG@30").columns()
    assert drawn["sample"] == [1000, 1000, 1000, None]
    assert repr(found) == "Relation(AP@3, DCG@3, length 3, grades 0..1: same order)"
    assert sum(share for name, share in found.shares.items() if name != "comparable") == 1


@pytest.mark.parametrize(
    ("a", "b", "options", "reason"),
    [
        ("P@5", "AP@10", {}, "different cutoffs: give the length of runs"),
        ("P", "AP", {}, "the length of runs is missing"),
        ("interval(AP@4)", "AP@4", {}, "relate AP@4"),
        ("Bpref", "AP@4", {}, "no exact value"),
        ("nDGC@3", "AP@3", {}, "did you mean nDCG"),
        ("P@5", "AP@5", {"order": "best"}, "unknown order 'best'"),
        ("P@5", "AP@5", {"most": 0}, "most=0"),
        ("P@5", "AP@5", {"seed": -1}, "seed=-1"),
        ("P@5", "AP@5", {"length": 0}, "length"),
        ("AP@50000", "P@50000", {}, "too large to analyse"),
    ],
)
def test_refusals(a, b, options, reason):
    with pytest.raises(iv.IntervaleError, match=reason):
        relate(a, b, **options)
