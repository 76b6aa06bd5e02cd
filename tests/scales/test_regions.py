"""Regions of parameters: what ``iv.scale`` finds on both sides of every boundary, on it, and on a grid."""

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

import intervale as iv
from intervale.errors import IntervaleError, UndecidedError
from intervale.exact.logsum import inverse_log
from intervale.orders import ORDERS
from intervale.scales.base_parts import _Piece
from intervale.scales.gain_regions import named_gains
from intervale.scales.regions import QUESTIONS, scale_region

TINY = Fraction(1, 10**9)
SPACES = [(1, 1), (2, 1), (3, 1), (4, 1), (6, 1), (1, 2), (2, 2), (3, 2), (4, 3)]


def by_scale(found, value):
    """What ``iv.scale`` says of the measure with one value of the parameter."""
    one = iv.scale(found.measure_at(value), length=found.space.length, grades=found.space.grades, order=found.order)[
        found.order
    ]
    answers = {question: getattr(one, question).holds for question in QUESTIONS[:4]}
    return {**answers, "metric": None if one.metric is None else one.metric == "metric"}, one.scale


def values_around(found, grid):
    """A grid, every boundary that is rational, and numbers close to every boundary."""
    for region in found.scales:
        for end in region[:2]:
            if end is None:
                continue
            middle = end if isinstance(end, Fraction) else end.enclose(15)[0]
            grid = [*grid, middle - TINY, middle, middle + TINY]
    low, high = found.parts[0].low, found.parts[-1].high
    return sorted({x for x in grid if x > low and (high is None or x < high)})


def check(found, grid):
    for value in values_around(found, grid):
        expected, scale = by_scale(found, value)
        assert found.holds_at(value) == expected, value
        assert found.scale_at(value) == scale, value


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "text", ["RBP", "gRBP", "RBP(rel=2)", "gRBP(gains={1:2,2:3,3:7})", "RBP@2", "gRBP(gains={1:2,2:1})"]
)
@pytest.mark.parametrize(("length", "grades"), SPACES)
def test_regions_of_p_are_what_scale_finds(text, order, length, grades):
    found = scale_region(text, "p", length=length, grades=grades, order=order)
    assert found.parts[0].low == 0
    assert found.parts[-1].high == 1
    check(found, [Fraction(n, 12) for n in range(1, 12)])


@pytest.mark.parametrize("length", [2, 3, 5, 10, 40, 200])
def test_the_conditions_of_the_papers_on_p(length):
    """Ferrante, Ferro and Pontarollo 2019, §6.1: interval at 1/2 only; ordinal up to 1/2 whatever the length."""
    found = scale_region("RBP", "p", length=length)
    interval = [region for region in found.regions["affine"] if region.holds]
    assert [(one.low, one.high) for one in interval] == [(Fraction(1, 2), Fraction(1, 2))]
    assert found.regions["strict"][0].low == 0
    assert found.holds_at(Fraction(1, 2))["strict"]
    if length > 2:
        assert [one.text for one in found.conditions["strict"]] == [f"p^{length} − 2p + 1 > 0"]
        end = found.regions["strict"][0].high
        assert end.side(Fraction(1, 2)) < 0
        value = end.enclose(30)[0]
        assert abs(value**length - 2 * value + 1) < Fraction(1, 10**20)
    else:
        assert [(one.holds, one.text("p")) for one in found.regions["strict"]] == [(True, "0 < p < 1")]


@pytest.mark.parametrize("grades", [2, 3, 4])
def test_graded_rbp_is_interval_at_one_over_the_number_of_grades(grades):
    found = scale_region("gRBP", "p", length=3, grades=grades)
    assert [one.low for one in found.regions["affine"] if one.holds] == [Fraction(1, grades + 1)]
    other = scale_region("gRBP", "p", length=3, grades=grades, gains=[0, *(3**k for k in range(grades))])
    assert not any(one.holds for one in other.regions["affine"])


def test_conditions_have_steps_that_break_them():
    found = scale_region("RBP", "p", length=3)
    (condition,) = found.conditions["isotone"]
    assert condition.text == "p^3 − 2p + 1 ≥ 0"
    assert condition.steps == (((0, 1, 1), (1, 0, 0)),)
    low, high = condition.steps[0]
    for p in (Fraction(7, 10), Fraction(99, 100)):
        measure = found.measure_at(p)
        assert measure.exact(low) > measure.exact(high)
        assert found.verdict_at("isotone", p).witness == (low, high)
    (equal,) = found.conditions["affine"]
    assert equal.text == "p = 1/2"
    (a, b), (c, d) = equal.steps
    measure = found.measure_at(Fraction(1, 3))
    assert measure.exact(b) - measure.exact(a) != measure.exact(d) - measure.exact(c)
    assert scale_region("RBP", "p", length=3, order="rank-swap").conditions["strict"] == []
    assert scale_region("RBP", "p", length=3, order="set-total").why == "RBP depends on the order of the documents"


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("length", "grades"), [(1, 1), (2, 1), (3, 1), (4, 1), (7, 1), (1, 2), (2, 2), (3, 2), (2, 3)])
@pytest.mark.parametrize("text", ["DCG", "nDCG(gains={1:1,2:5,3:6})", "DCG@2"])
def test_regions_of_the_base_are_what_scale_finds(text, order, length, grades):
    found = scale_region(text, "base", length=length, grades=grades, order=order)
    assert found.parts[0].low == 1
    assert found.parts[-1].high is None
    check(found, [Fraction(n, 10) for n in (11, 13, 15, 17, 19, 23, 27, 31, 47, 75, 200)] + [Fraction(2), Fraction(3)])


def test_where_the_base_changes_the_scale():
    found = scale_region("DCG", "base", length=2)
    assert [(one.text("b"), one.holds) for one in found.scales] == [
        ("1 < b < 2^(1/2)", "ordinal"),
        ("b = 2^(1/2)", "interval"),
        ("2^(1/2) < b < 2", "ordinal"),
        ("b ≥ 2", "weakly ordinal"),
    ]
    found = scale_region("DCG", "base", length=3)
    edge = next(one.high for one in found.regions["strict"] if one.holds)
    assert float(edge) == pytest.approx(np.exp(1 / (1 / np.log(2) + 1 / np.log(3))), rel=1e-14)
    assert [one.text for one in found.conditions["strict"]] == ["w1 > w2 + w3"]
    found = scale_region("DCG", "base", length=7, order="rank-replacement")
    assert [(one.text("b"), one.holds) for one in found.scales] == [("1 < b < 7", "ordinal"), ("b ≥ 7", "interval")]
    found = scale_region("DCG", "base", length=7, order="set-replacement")
    assert [(one.text("b"), one.holds) for one in found.scales] == [("1 < b < 7", None), ("b ≥ 7", "interval")]
    found = scale_region("DCG", "base", length=7, order="rank-swap")
    assert [(one.text("b"), one.holds) for one in found.scales] == [
        ("1 < b < 2", "ordinal"),
        ("b ≥ 2", "weakly ordinal"),
    ]
    assert [one.text for one in found.conditions["strict"]] == ["w1 > w2"]
    assert [one.holds for one in scale_region("DCG", "base", length=60).scales] == ["none"]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("text", ["F", "F(graded=True)", "F@2"])
@pytest.mark.parametrize(("length", "grades"), [(1, 1), (3, 1), (2, 2), (3, 2)])
def test_beta_does_not_matter(text, order, length, grades):
    found = scale_region(text, "beta", length=length, grades=grades, order=order)
    assert len(found.scales) == 1
    check(found, [Fraction(1, 10), Fraction(1), Fraction(2), Fraction(1000)])


# ---------------------------------------------------------------- gains

FREE = ["gP", "gR", "gRBP(p=0.3)", "gRBP(p=1/3)", "gRBP(p=0.1)", "DCG", "nDCG", "DCG(base=1.1)", "INSQ", "F", "gP@2"]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("text", FREE)
@pytest.mark.parametrize(("length", "grades"), [(1, 1), (3, 1), (1, 2), (2, 2), (3, 2), (2, 3)])
def test_conditions_on_gains_are_what_scale_finds(text, order, length, grades):
    found = scale_region(text, "gains", length=length, grades=grades, order=order)
    random = np.random.default_rng(length + 10 * grades)
    drawn = [random.integers(0, 9, grades).tolist() for _ in range(8)]
    spaced = [[k * step for k in range(1, grades + 1)] for step in (1, 3)]
    others = list(product((0, 1, 2, 4), repeat=grades))[::5]
    for gains in [*drawn, *spaced, *others]:
        expected, scale = by_scale(found, [0, *gains])
        assert found.holds_at([0, *gains]) == expected, gains
        assert found.scale_at([0, *gains]) == scale, gains


@pytest.mark.parametrize("text", FREE)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("grades", [1, 2, 3])
def test_gains_on_the_edge_of_a_condition(text, order, grades):
    """Where one condition is an equality, gains are isotone and not strict, and a little further neither."""
    found = scale_region(text, "gains", length=2, grades=grades, order=order)
    if found.known is None:
        return
    inside = np.array([Fraction(2 * k) for k in range(1, grades + 1)])
    for n in found.known.isotone:
        low, high = found.known.forms[n].bounds
        if low != high or not any(low):
            continue
        row = np.array(low)
        edge = inside - row * (row @ inside) / (row @ row)
        for gains in (edge, edge + TINY * row, edge - TINY * row):
            if min(gains) >= 0:
                assert found.holds_at([0, *gains]) == by_scale(found, [0, *gains])[0]


def test_conditions_on_gains_as_they_are_written():
    def texts(text, question, order, **space):
        return [one.text for one in scale_region(text, "gains", order=order, **space).conditions[question]]

    assert texts("gP", "strict", "rank-replacement", length=5, grades=3) == ["g1 > 0", "g2 > g1", "g3 > g2"]
    assert texts("gP", "isotone", "rank-replacement", length=5, grades=3) == ["g2 ≥ g1", "g3 ≥ g2"]
    assert texts("gP", "affine", "rank-replacement", length=5, grades=3) == ["g1 > 0", "g2 = 2·g1", "g3 = 3·g1"]
    assert texts("gP", "strict", "set-total", length=5, grades=3) == ["g1 > 0", "g2 > 5·g1", "g3 > 5·g2"]
    assert texts("DCG", "strict", "rank-swap", length=9, grades=2) == ["g1 > 0", "g2 > g1"]
    assert texts("gP", "affine", "rank-total", length=5, grades=3) == ["never"]
    assert texts("DCG(base=1.1)", "strict", "rank-total", length=2, grades=2) == ["g1 > 0.137504·g2", "g2 > 1.15943·g1"]


def test_whether_any_gains_do():
    assert scale_region("DCG", "gains", length=5, grades=2).possible["strict"] is False
    assert scale_region("DCG", "gains", length=5, grades=2, order="rank-swap").possible["strict"] is True
    assert scale_region("DCG(base=2)", "gains", length=5, grades=2, order="rank-swap").possible["strict"] is False
    assert scale_region("gRBP(p=0.2)", "gains", length=9, grades=3).possible["strict"] is True
    assert scale_region("gRBP(p=0.3)", "gains", length=9, grades=3).possible["strict"] is False
    assert scale_region("gRBP(p=0.25)", "gains", length=9, grades=3).possible["affine"] is True


@pytest.mark.parametrize("scale", ["weakly ordinal", "ordinal", "interval"])
@pytest.mark.parametrize("text", ["gRBP(p=1/4)", "gP", "gRBP(p=0.1)", "DCG(base=1.1)"])
@pytest.mark.parametrize("order", ["rank-total", "rank-replacement", "set-total", "set-replacement"])
def test_nearest_gains_are_on_the_scale_and_no_others_on_a_grid_are_nearer(text, order, scale):
    found = scale_region(text, "gains", length=2, grades=3, order=order)
    question = {"weakly ordinal": "isotone", "ordinal": "strict", "interval": "affine"}[scale]
    if not found.possible[question]:
        if scale != "weakly ordinal":
            with pytest.raises(IntervaleError, match="no gains put"):
                found.nearest([0, 1, 3, 7], scale)
        return
    for given in ([0, 1, 3, 7], [0, 5, 4, 3], [0, 0, 0, 1], [0, 1, 2, 3]):
        near = found.nearest(given, scale)
        assert found.holds_at(near.gains)[question]
        assert near.squares == sum((Fraction(a) - b) ** 2 for a, b in zip(given, near.gains, strict=True))
        edge = found.nearest(given, "weakly ordinal") if scale == "ordinal" else near
        for other in product(range(0, 9), repeat=3):
            if found.holds_at([0, *other])[question]:
                squares = sum((a - b) ** 2 for a, b in zip(given[1:], other, strict=True))
                assert squares >= edge.squares
                assert not near.nearest or squares >= near.squares
    assert found.nearest([0, 2, 4, 6], "weakly ordinal").squares == 0 or order in ("set-total", "rank-total")


# ---------------------------------------------------------------- what is shown, and what is refused


def test_regions_as_rows():
    found = scale_region("RBP", "p", length=3)
    columns = found.columns()
    rows = list(zip(*columns.values(), strict=True))
    assert rows[0] == ("RBP", 3, 1, "rank-total", "p", "scale", "ordinal", "0", "1/2", False, False, "0 < p < 1/2")
    assert {row[5] for row in rows} == {"scale", *QUESTIONS}
    for question in QUESTIONS:
        cut = found.regions[question]
        assert all(a.high == b.low and a.high_included != b.low_included for a, b in pairwise(cut))
    assert "interval: p = 1/2" in repr(found)
    gains = scale_region("gP", "gains", length=3, grades=2, order="set-replacement")
    assert gains.columns()["condition"] == ["g2 ≥ g1", "g1 > 0", "g2 > g1", "g1 > 0", "g2 = 2·g1"]
    assert repr(gains).startswith("GainRegion(gP")
    one = scale_region("gP", "gains", length=3, grades=1, order="set-replacement").columns()
    assert list(zip(one["question"], one["holds"], one["condition"], strict=True)) == [
        ("isotone", "true", "every gain"),
        ("strict", None, "g1 > 0"),
        ("affine", None, "g1 > 0"),
    ]
    outside = scale_region("gRBP", "gains", length=3, grades=2, order="set-total").columns()
    assert outside["condition"] == ["does not apply"] * 3
    never = scale_region("gP", "gains", length=3, grades=2, order="rank-total").columns()
    assert list(zip(never["holds"], never["condition"], strict=True))[1:] == [("false", "never")] * 2


def test_generated_orders_have_the_regions_of_the_order_they_are():
    found = scale_region("RBP", "p", length=3, order="replacement+swap")
    assert found.order == "rank-swap"


@pytest.mark.parametrize(
    ("words", "options", "reason"),
    [
        (("AP", "p"), {"length": 3}, "over='p' is for RBP and gRBP, not for AP"),
        (("RBP", "q"), {"length": 3}, "over='q' is unknown; use one of: p, beta, base, gains"),
        (("RBP", "gains"), {"length": 3}, "over='gains' is for"),
        (("DCG(dcg='exp-log2')", "gains"), {"length": 3}, "both define the gains"),
        (("gP(max_rel=4)", "gains"), {"length": 3}, "needs the top grade of the space"),
        (("RBP", "p"), {}, "the length of runs is missing"),
        (("RBP", "p"), {"length": 3, "order": "induced"}, "not for induced"),
        (("RBP", "p"), {"length": 3, "order": "units"}, "regions are known for the orders"),
        (("RBP", "p"), {"length": 1000}, "length 1,000 is too large"),
        (("DCG", "base"), {"length": 61}, "length 61 is too large"),
        (("gP", "gains"), {"length": 3, "grades": 40}, "too many"),
        (("gP", "gains"), {"length": 3, "grades": 2, "gains": [0, 1, 2]}, "use nearest"),
    ],
)
def test_refusals(words, options, reason):
    with pytest.raises(IntervaleError, match=reason.replace("(", r"\(").replace(")", r"\)")):
        scale_region(*words, **options)


def test_values_out_of_range_are_refused():
    found = scale_region("RBP", "p", length=3)
    for value in (0, 1, 2, -1, "x", None):
        with pytest.raises(IntervaleError, match="must be a number with 0 < p < 1"):
            found.holds_at(value)
    with pytest.raises(IntervaleError, match="is not asked here"):
        found.verdict_at("best", 0.5)
    gains = scale_region("gP", "gains", length=3, grades=2)
    for value in ([0, 1], [1, 1, 2], [0, -1, 2], ["a", "b", "c"], 3):
        with pytest.raises(IntervaleError, match="gains"):
            gains.holds_at(value)
    with pytest.raises(IntervaleError, match="unknown"):
        gains.nearest([0, 1, 2], "ratio")


def test_values_are_refused_for_what_is_wrong_with_them():
    found = scale_region("RBP", "p", length=3)
    with pytest.raises(IntervaleError, match="numbers are 0, or from 1e-100 to 1e100"):
        found.scale_at(1e-300)
    with pytest.raises(IntervaleError, match="p=True must be a number"):
        found.scale_at(True)
    with pytest.raises(IntervaleError, match=r"^about 10"):
        scale_region("DCG", "base", length=3).scale_at(10**200)
    beta = scale_region("F", "beta", length=3, order="set-replacement")
    for asked in (beta.scale_at, beta.measure_at):
        with pytest.raises(IntervaleError, match="at most a million"):
            asked(10**7)
    with pytest.raises(IntervaleError, match="gains must be numbers"):
        named_gains({1.5: 1, 2: 1}, 2)
    assert named_gains({"1": 1, 2: 1}, 2) == [1, 1]


def test_one_value_is_never_strict():
    for text, over in (("gRBP", "p"), ("DCG", "base")):
        for order in ("set-total", "rank-total", "rank-swap"):
            found = scale_region(text, over, length=4, gains=[0, 0], order=order)
            assert [one.text for one in found.conditions["strict"]] == ["never"]
            assert not any(region.holds for region in found.regions["strict"])


@pytest.mark.parametrize("length", [5, 20, 50, 120])
def test_ends_are_written_between_those_beside_them(length):
    found = scale_region("RBP", "p", length=length)
    interval, root = found.scales[1], found.scales[3]
    for text in (root.text("p").removeprefix("p = "), found.columns()["low"][3]):
        written = Fraction(text)
        assert interval.low < written < 1
        assert abs(written - root.low.enclose(80)[0]) < (written - interval.low) / 50


def test_no_gains_are_nearest_to_none():
    found = scale_region("gP", "gains", length=3, grades=2, order="set-replacement")
    near = found.nearest([0, 0, 0], "interval")
    assert not near.nearest
    assert found.scale_at(near.gains) == "interval"


def test_a_part_that_is_not_decided_takes_no_others_with_it(monkeypatch):
    judged = _Piece._judged
    calls = []

    def refuse(self, low, *rest):
        calls.append(low)
        if self.k == 2 and calls.count(Fraction(2)) > 1:
            raise UndecidedError("not decided")
        return judged(self, low, *rest)

    monkeypatch.setattr(_Piece, "_judged", refuse)
    found = scale_region("DCG", "base", length=4, order="rank-replacement")
    assert [(part.low, part.high) for part in found.parts if part.isotone is None] == [(2, 2), (2, 3)]
    assert len({(part.low, part.high) for part in found.parts}) == len(found.parts)


def test_the_discount_is_what_the_measure_has():
    """Weights of DCG with a base, as the regions take them."""
    measure = iv.parse_measure("DCG(base=3)")
    assert measure.fold(5, 1).weights == (1, 1, 1, inverse_log(4, 3), inverse_log(5, 3))
