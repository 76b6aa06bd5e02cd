"""Pictures for papers: widths in points, fonts, titles, whole numbers, what is thinned or refused."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.orders.layout import layout
from intervale.present.balance import balance_chart
from intervale.present.dominance import dominance_chart
from intervale.present.hasse import MOST_LABELLED, hasse_chart
from intervale.present.leaderboard_charts import order_charts, places_plot
from intervale.present.look import LETTER, SIZES, Look, chart_caption, gradient_legend, lines_of, whole_ticks
from intervale.present.order import run_text
from intervale.present.picture import chart_bytes, chart_specification
from intervale.present.rankings import agreement_chart
from intervale.present.spacing import curve_chart, spacing_chart

WIDTHS = {"one-column": 240, "two-column": 504}
SVG = "{http://www.w3.org/2000/svg}"


def scores(systems=6, topics=8):
    values = np.random.default_rng(3).random((systems, topics)).round(2) + np.arange(systems)[:, None]
    named = {f"System {s}": {str(t): float(v) for t, v in enumerate(row)} for s, row in enumerate(values)}
    return iv.read_scores(named, measure="P@10")


def hasse(look, name="rank-swap", length=4, grades=1, values=None):
    found = iv.poset(name, length, grades)
    chosen = values or [float(sum(grade > 0 for grade in run)) for run in found.runs]
    labels = [run_text(run) for run in found.runs]
    return hasse_chart(layout(found.poset), labels, chosen, title="T", legend="relevant documents", look=look)


def judged():
    qrels = {f"t{t}": {"a": 1, "b": 1, "c": 0} for t in range(3)}
    runs = {name: {f"t{t}": {d: 3.0 - n for n, d in enumerate(order)} for t in range(3)}
            for name, order in {"best": "abc", "middle": "acb", "worst": "cab"}.items()}  # fmt: skip
    return iv.dominance(iv.evaluate(qrels, runs))


def agreement(look):
    found = iv.rankings.agreement(["tau", "rho", "recall", "DCG"], n=4)
    return agreement_chart(found, found.grouped(), grouped=True, look=look)


PICTURES = {
    "hasse": hasse,
    "dense": lambda look: hasse(look, length=7),
    "spacing": lambda look: spacing_chart(iv.interval_scale("AP@4"), "AP@4", look),
    "spacing, many runs": lambda look: spacing_chart(iv.interval_scale("RR@8"), "RR@8", look),
    "curve": lambda look: curve_chart(iv.interval_scale("nDCG@5", grades=2), "nDCG@5", look),
    "balance": lambda look: balance_chart({"AP": [(1, 1), (2, 1), (3, 2)], "ERR": [(1, 1), (2, 1)]}, 1, look),
    "agreement": agreement,
    "dominance": lambda look: dominance_chart(judged(), look=look),
    "diagrams": lambda look: order_charts(iv.leaderboard(scores()), look)[0],
    "places": lambda look: iv.leaderboard(scores()).plot(size=look.size),
    "places of many": lambda look: iv.leaderboard(scores(60)).plot(size=look.size),
    "levels": lambda look: iv.discriminative_power(scores(), ci=False).plot(size=look.size),
} | {
    kind: lambda look, kind=kind: iv.compare(scores()).plot(kind, size=look.size)
    for kind in ("means", "differences", "distribution", "decisions")
}


def svg_of(chart):
    return ElementTree.fromstring(chart_bytes(chart, "svg"))


@pytest.mark.parametrize("size", WIDTHS)
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_exactly_as_wide_as_its_column(name, size):
    chart = PICTURES[name](SIZES[size])
    root = svg_of(chart)
    assert root.get("width") == f"{WIDTHS[size]}pt"
    assert root.get("viewBox").split()[:3] == ["0", "0", str(WIDTHS[size])]
    assert root.get("height").endswith("pt")
    box = re.search(rb"/MediaBox ?\[0 0 ([0-9.]+) ([0-9.]+)\]", chart_bytes(chart, "pdf"))
    assert float(box[1]) == WIDTHS[size]
    assert float(box[2]) < 700


@pytest.mark.parametrize("name", PICTURES)
def test_text_in_a_column_is_text_of_about_eight_points_in_serif(name):
    root = svg_of(PICTURES[name](SIZES["one-column"]))
    texts = list(root.iter(f"{SVG}text"))
    assert texts
    for text in texts:
        assert 7 <= float(text.get("font-size").removesuffix("px")) <= 9
        assert text.get("font-family").startswith(("Latin Modern Roman, ", "Latin Modern Mono, "))
        assert text.get("font-family").endswith(("serif", "monospace"))


def test_a_column_has_no_title_and_the_caption_has_its_words():
    screen, column = (
        spacing_chart(iv.interval_scale("AP@4"), "AP@4", SIZES[size]) for size in ("screen", "one-column")
    )
    title = chart_specification(screen)["title"]
    assert title["text"] == ["AP@4 on runs of 4 documents, grades 0 to 1"]
    assert "title" not in chart_specification(column)
    assert chart_caption(column).startswith("AP@4 on runs of 4 documents, grades 0 to 1; left: its 15 values as")
    assert chart_caption(column) == chart_caption(screen)


@pytest.mark.parametrize("name", PICTURES)
def test_titles_fit_the_width(name):
    specification = chart_specification(PICTURES[name](SIZES["screen"]))
    width = float(svg_of(PICTURES[name](SIZES["screen"])).get("width"))
    for part in specification.get("concat", [specification]):
        title = part["title"]
        for lines, size in ((title["text"], 13), (title["subtitle"], 11)):
            assert all(len(line) * LETTER * size <= max(width, 320) for line in lines)


@pytest.mark.parametrize("text", ["", "one", "a word " * 40, "x" * 300])
def test_lines_keep_every_letter(text):
    lines = lines_of(text, 200, 10)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(len(line) * LETTER * 10 <= 200 for line in lines)


def test_fonts_by_name():
    look = Look.of("one-column", "Libertinus Serif")
    assert look.font.startswith("Libertinus Serif, Latin Modern Roman")
    chart = iv.compare(scores()).plot("means", size="two-column", font="Libertinus Serif")
    families = {text.get("font-family") for text in svg_of(chart).iter(f"{SVG}text")}
    assert families == {look.font}
    for bad in ("", '"><script>', "a, b", "x" * 100):
        with pytest.raises(OptionError, match="write the name of one font"):
            Look.of("screen", bad)
    with pytest.raises(OptionError, match="size 'a4' is unknown; use one of: screen, one-column, two-column"):
        iv.compare(scores()).plot("means", size="a4")


# ---------------------------------------------------------------- whole numbers


@pytest.mark.parametrize(("low", "high"), [(0, 0), (0, 1), (0, 5), (0, 13), (3, 128), (1, 100_000)])
def test_whole_ticks_are_few_whole_numbers_inside(low, high):
    ticks = whole_ticks(low, high)
    assert 1 <= len(ticks) <= 6
    assert all(isinstance(tick, int) and low <= tick <= high for tick in ticks)
    assert len({b - a for a, b in pairwise(ticks)}) <= 1


def numbers(root):
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    return [text for text in texts if re.fullmatch(r"[0-9]+([.][0-9]+)?", text)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("length", [1, 2, 7, 8])
def test_the_legend_of_whole_numbers_has_whole_numbers(length, size):
    labels = {run_text(run) for run in iv.RunSpace(length)}
    legend = [number for number in numbers(svg_of(hasse(SIZES[size], length=length))) if number not in labels]
    assert all("." not in number for number in legend)


def test_more_than_twelve_whole_values_and_others():
    assert gradient_legend([float(n) for n in range(20)]).to_dict() == {"format": "d", "values": [0, 5, 10, 15]}
    assert gradient_legend([0.0, 0.5]).to_dict() == {}
    found = iv.poset("rank-total", 4, 1)
    drawn = svg_of(hasse(SIZES["screen"], name="rank-total", values=[float(n) for n in range(len(found.runs))]))
    assert [number for number in numbers(drawn) if len(number) < 4] == ["0", "5", "10", "15"]


@pytest.mark.parametrize("name", ["dominance", "diagrams", "places", "balance"])
def test_counts_places_and_lengths_are_whole(name):
    shown = numbers(svg_of(PICTURES[name](SIZES["screen"])))
    assert shown
    assert all("." not in number for number in shown)


# ---------------------------------------------------------------- many runs and systems


def test_dense_diagrams_have_dots():
    labelled, dots = (chart_specification(hasse(SIZES["screen"], length=n)) for n in (6, 7))
    assert 2**6 <= MOST_LABELLED < 2**7
    assert [len(one["layer"]) for one in (labelled, dots)] == [3, 2]
    assert "dots" in " ".join(dots["title"]["subtitle"])
    boxes = dots["layer"][1]["data"]["values"]
    assert len(boxes) == 2**7
    places = sorted((box["left"], box["low"], box["right"], box["high"]) for box in boxes)
    for i, (left, low, right, high) in enumerate(places):
        for other in places[i + 1 :]:
            assert other[0] >= right or other[1] >= high or other[3] <= low, "two dots overlap"
        assert right > left


@pytest.mark.parametrize(("length", "labelled"), [(4, True), (5, False)])
def test_labels_are_left_out_where_a_column_has_no_room(length, labelled):
    one, two = (chart_specification(hasse(SIZES[s], name="rank-replacement", length=length)) for s in WIDTHS)
    assert (len(one["layer"]) == 3, len(two["layer"]) == 3) == (labelled, True)


def test_diagrams_of_systems_need_their_names():
    board = iv.leaderboard(scores(4))
    assert order_charts(board, SIZES["one-column"])[0] is not None
    wide = {f"System {n} of {size}": (size * np.eye(8)[n]).tolist() for n in range(8) for size in (1, 2)}
    many = {name: {str(t): float(x) for t, x in enumerate(row)} for name, row in wide.items()}
    board = iv.leaderboard(iv.read_scores(many, measure="M"), scale="ordinal", topic_scale="own")
    chart, refused = order_charts(board, SIZES["one-column"])
    assert chart is None
    assert "too many for one-column; use a larger --size (two-column, screen)" in refused[0]


def test_places_by_several_measures_need_the_screen():
    runs = {name: {t: {"a": 1.0 + n, "b": 2.0 - n} for t in "tu"} for n, name in enumerate(("one", "other"))}
    board = iv.leaderboard(iv.evaluate({t: {"a": 1, "b": 0} for t in "tu"}, runs, ["P@1", "RR@2"]))
    assert len(chart_specification(places_plot(board))["concat"]) == 2
    assert places_plot(board, measure="RR@2", look=SIZES["one-column"]) is not None
    with pytest.raises(OptionError, match="one-column has room for the places by one measure: name one with -m"):
        places_plot(board, look=SIZES["one-column"])


# ---------------------------------------------------------------- the balancing index


def test_the_balancing_index_is_drawn_as_steps():
    curves = {name: [(n, iv.balancing_index(name, length=n, grades=3)) for n in range(1, 13)] for name in ("AP", "ERR")}
    assert None in [index for _, index in curves["ERR"]]
    steps = chart_specification(balance_chart(curves, 3))["layer"][1]
    assert steps["mark"]["interpolate"] == "step"
    drawn = {(row["measure"], row["length"]): row["index"] for row in steps["data"]["values"]}
    assert drawn == {(name, n): index for name, curve in curves.items() for n, index in curve}
