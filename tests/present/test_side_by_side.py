"""Small charts of interval scales, and the picture of the balancing experiment."""

from itertools import pairwise

import numpy as np
import pytest

import intervale as iv
from intervale.scales import BalancingExperiment

pytest.importorskip("altair")

from intervale.present.balance import balance_chart
from intervale.present.balance_experiment import experiment_chart
from intervale.present.look import SIZES, chart_caption
from intervale.present.picture import chart_bytes, chart_specification
from intervale.present.side_by_side import maps_table
from intervale.present.side_by_side_charts import (
    MOST_DRAWN,
    _at_gap,
    _chosen,
    _stretches,
    curves_chart,
    spacings_chart,
)


def texts_of(chart):
    return [
        row["text"] for layer in chart_specification(chart)["layer"] for row in layer["data"]["values"] if "text" in row
    ]


@pytest.mark.parametrize("draw", [curves_chart, spacings_chart])
def test_a_chart_for_each_measure_and_length(draw):
    found = iv.interval_scales(["P", "AP", "RR"], lengths=[4, 5])
    texts = texts_of(draw(found))
    assert [text for text in texts if text in ("P", "AP", "RR")] == ["P", "AP", "RR"]
    assert [text for text in texts if text.startswith("N = ")] == ["N = 4", "N = 5"]


@pytest.mark.parametrize("size", ["one-column", "two-column"])
@pytest.mark.parametrize("draw", [curves_chart, spacings_chart])
@pytest.mark.parametrize("lengths", [[4], [3, 4, 5]])
def test_a_picture_has_the_width_of_its_column(draw, size, lengths):
    found = iv.interval_scales(["P", "AP", "RR", "RBP(p=0.8)", "ERR"], lengths=lengths)
    look = SIZES[size]
    drawn = chart_bytes(draw(found, look), "svg").decode()
    assert f'width="{look.width}pt"' in drawn.split(">", 1)[0]
    assert chart_caption(draw(found, look))


def test_lines_of_an_interval_scale_are_one():
    """Of P the measure and equal steps have the same line; of RR not."""
    for name, same in (("P", True), ("RR", False)):
        layer = chart_specification(curves_chart(iv.interval_scales(name, lengths=[6])))["layer"][1]
        lines = {}
        for row in layer["data"]["values"]:
            lines.setdefault(row["line"], []).append((row["x"], row["y"]))
        first, second = lines.values()
        assert np.allclose(first, second) == same


def test_steps_reach_from_corner_to_corner():
    points = iv.interval_scales("AP", lengths=[6]).maps[0].points
    assert [point.runs for point in points] == sorted(point.runs for point in points)
    assert (points[0].value, points[0].rank, points[-1].runs) == (0.0, 0.0, 1.0)


@pytest.mark.parametrize(("name", "length"), [("P", 60), ("P", 2000), ("RBP(p=0.5)", 10), ("RBTO", 30)])
def test_some_of_many_values_show_equal_steps_as_equal(name, length):
    pairs = _chosen(iv.interval_scales(name, lengths=[length]).maps[0])
    assert MOST_DRAWN / 2 <= len(pairs) <= MOST_DRAWN
    assert all(value == pytest.approx(rank, abs=0.006) for value, rank in pairs)
    assert (pairs[0], pairs[-1]) == ((0.0, 0.0), (1.0, 1.0))


@pytest.mark.parametrize(("name", "length"), [("AP", 10), ("RBP(p=0.3)", 9), ("ERR", 10)])
def test_some_of_many_values_are_values(name, length):
    one = iv.interval_scales(name, lengths=[length]).maps[0]
    low, high = map(float, one.scale.extremes)
    values = np.array([(float(value) - low) / (high - low) for value in one.scale.values])
    for value, rank in _chosen(one):
        assert value == pytest.approx(values[round(rank * (len(values) - 1))], abs=0.0051)


@pytest.mark.parametrize(("name", "length"), [("AP", 10), ("AP", 14), ("nDCG", 14), ("RBP(p=0.3)", 13), ("ERR", 10)])
def test_all_values_are_drawn_and_no_gap_is_made_up(name, length):
    """Places are those of all values, to a part of the range; so a gap is never wider than the largest step."""
    one = iv.interval_scales(name, lengths=[length]).maps[0]
    low, high = map(float, one.scale.extremes)
    values = np.array([(float(value) - low) / (high - low) for value in one.scale.values])
    places = np.array(one.places)
    assert (places[0], places[-1]) == (0.0, 1.0)
    assert np.abs(values[:, None] - places).min(axis=1).max() <= 1 / 199 + 1e-9
    assert np.abs(places[:, None] - values).min(axis=1).max() <= 1 / 199 + 1e-9
    assert np.diff(places).max() <= np.diff(values).max() + 1 / 199 + 1e-9
    gap = _at_gap(one)
    assert gap[1][0] - gap[0][0] == pytest.approx(np.diff(values).max(), abs=1 / 199)
    for value, rank in gap:
        assert value == pytest.approx(values[round(rank * (len(values) - 1))], abs=1 / 199)


def test_the_top_of_ap_is_no_emptier_than_its_largest_step():
    for length, step in ((10, 0.1), (20, 0.05)):
        places = iv.interval_scales("AP", lengths=[length]).maps[0].places
        assert max(b - a for a, b in pairwise(places)) == pytest.approx(step, abs=1 / 199)


def test_lines_that_touch_are_one_bar():
    assert _stretches((0.0, 0.1, 0.15, 0.2, 0.5, 1.0), 0.06) == [(0.0, 0.0), (0.1, 0.2), (0.5, 0.5), (1.0, 1.0)]
    assert _stretches((), 1.0) == []
    chart = spacings_chart(iv.interval_scales(["AP", "P"], lengths=[4, 12]))
    bars = chart_specification(chart)["layer"][1]["data"]["values"]
    assert len(bars) < 400


def test_one_length_is_in_the_title():
    assert "runs of length 4" in chart_caption(spacings_chart(iv.interval_scales(["AP", "P"], lengths=[4])))
    assert "runs of length" not in chart_caption(curves_chart(iv.interval_scales(["AP", "P"], lengths=[4, 5])))


def test_steps_that_are_not_measured_say_why():
    notes = " ".join(maps_table(iv.interval_scales("RBP(p=0.8)", lengths=[10, 18])).footer)
    assert "RBP(p=0.8) at length 18: more than 100,000 values, too many to measure every step" in notes


def test_what_is_not_drawn_says_why():
    @iv.measure
    def own(grades):
        return (grades > 0).sum(-1) * 1.0

    found = iv.interval_scales(["P", "AP", "RBP(p=0.8)", "gP(gains={1:0})"], lengths=[5, 60])
    chart = curves_chart(found)
    texts = " ".join(texts_of(chart))
    assert "too many values to draw" in texts.replace("\n", " ")
    assert "all runs have one value" in texts
    assert "AP has too many" in texts
    assert chart_caption(chart).endswith(
        "not drawn: AP at length 60, RBP(p=0.8) at length 60, gP(gains={1:0}) at length 5, gP(gains={1:0}) at length 60"
    )
    assert "ranks of its values" in " ".join(texts_of(spacings_chart(iv.interval_scales([own, "P"], lengths=[25]))))
    assert curves_chart(iv.interval_scales([own], lengths=[25])) is not None
    with pytest.raises(iv.OptionError, match="none of these can be drawn: AP at length 60: AP has too many"):
        curves_chart(iv.interval_scales("AP", lengths=[60]))


def test_names_are_cut_where_they_have_no_room():
    long = "gP(gains={1:1,2:3,3:7,4:15})"
    texts = texts_of(curves_chart(iv.interval_scales(["P", "RR", long], lengths=[3], grades=4), SIZES["one-column"]))
    assert any(text.startswith("gP(gains=") and text.endswith("…") for text in texts)


def test_kinds_of_pictures():
    found = iv.interval_scales(["P", "AP"], lengths=[4])
    assert chart_specification(found.plot()) == chart_specification(found.plot("curve"))
    assert chart_specification(found.plot("spacing")) != chart_specification(found.plot())
    with pytest.raises(iv.OptionError, match="use curve or spacing"):
        found.plot("pie")


# ---------------------------------------------------------------- the experiment


def test_the_experiment_is_drawn_with_its_indices():
    found = iv.balancing_experiment(["RBP(p=0.8)", "AP", "P"], trials=5, length=60)
    chart = experiment_chart(found)
    band, rules, line, rings, dots = chart_specification(chart)["layer"]
    assert [(row["measure"], row["rnk"]) for row in rules["data"]["values"]] == [("RBP(p=0.8)", 8)]
    drawn = {(row["measure"], row["rnk"]): row["share"] for row in line["data"]["values"]}
    assert drawn == {(name, rnk): found[name][rnk] for name in found.counts for rnk in range(21)}
    assert all(row["low"] <= row["share"] <= row["high"] for row in band["data"]["values"])
    assert "balancing index (AP has 50; P has 60); the lines of AP and P coincide" in chart_caption(chart)
    assert "hollow: the second system is more often the better one" in chart_caption(chart)
    assert [layer["transform"] for layer in (rings, dots)] == [
        [{"filter": "datum.second"}],
        [{"filter": "!datum.second"}],
    ]
    second = {(row["measure"], row["rnk"]) for row in line["data"]["values"] if row["second"]}
    assert second == {
        (name, one.rnk) for name in found.counts for one in found.shares(name) if one.second_better > one.first_better
    }


def test_lines_that_hide_each_other_are_named():
    found = iv.balancing_experiment(["ERR", "RR"], trials=5, length=60)
    assert "ERR and RR both have 1" in chart_caption(experiment_chart(found))
    curves = {"ERR": [(1, 1), (2, 1)], "RR": [(1, 1), (2, 1)], "P": [(1, 1), (2, 2)]}
    assert "the lines of ERR and RR coincide" in chart_caption(balance_chart(curves, 1))


def test_the_picture_of_the_experiment_has_the_width_of_its_column():
    found = iv.balancing_experiment("AP", trials=5, length=60)
    for size in ("one-column", "two-column"):
        drawn = chart_bytes(found.plot(size=size), "svg").decode()
        assert f'width="{SIZES[size].width}pt"' in drawn.split(">", 1)[0]
    assert len(chart_specification(found.plot())["layer"]) == 4  # no index to mark


def test_sentences():
    found = iv.balancing_experiment(["RBP(p=0.8)", "AP"], trials=30, length=100)
    said = found.sentences()
    assert said[0].startswith("RBP(p=0.8): the first system is significantly better in most trials up to rnk ")
    assert said[1] == "AP: the second system is significantly better in most trials at every rnk; balancing index 87."
    alike = iv.balancing_experiment("P", trials=5, middle=(0.2, 0.2), tail=(0.2, 0.2), length=60).sentences()
    assert alike == [
        "P: the systems differ significantly in at most half of the trials at every rnk; balancing index 60."
    ]


BETTER = "system is significantly better in most trials"
NEITHER = "the systems differ in most trials, but neither is better in most,"


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([(9, 0), (6, 0), (5, 0), (0, 6)], f"the first {BETTER} up to rnk 1, the second at rnk 3"),
        ([(1, 0), (0, 6), (0, 5), (0, 6)], f"the second {BETTER} at rnk 1 and at rnk 3"),
        ([(0, 1), (7, 0), (7, 0), (7, 0)], f"the first {BETTER} from rnk 1 on"),
        ([(0, 1), (7, 0), (7, 0), (0, 0)], f"the first {BETTER} from rnk 1 to 2"),
        ([(0, 5)] * 4, "the systems differ significantly in at most half of the trials at every rnk"),
        ([(4, 5), (5, 4), (0, 0), (0, 0)], f"{NEITHER} up to rnk 1"),
        ([(4, 5), (6, 4), (6, 0), (6, 0)], f"the first {BETTER} from rnk 1 on, {NEITHER} at rnk 0"),
    ],
)
def test_the_sentence_names_every_rnk_with_a_majority(counts, said):
    found = BalancingExperiment(
        {"AP": tuple(counts)}, {"AP": None}, 0.2, (0.7, 0.3), (0.1, 0.7), 3, False, 10, 5, 30, 0.05, 0
    )
    assert found.sentences() == [f"AP: {said}; no balancing index."]
    first, second = found.majority("AP")
    assert first == tuple(rnk for rnk, (a, _) in enumerate(counts) if a / 10 > 0.5)
    assert second == tuple(rnk for rnk, (_, b) in enumerate(counts) if b / 10 > 0.5)
