"""A leaderboard in words and pictures: what is said and drawn is what it has."""

import numpy as np
import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.present.leaderboard import leaderboard_sentences, leaderboard_tables
from intervale.present.leaderboard_charts import MOST_ACROSS, order_chart, order_charts
from intervale.present.picture import chart_bytes, chart_specification

GOOD = {"A": [9, 8, 9, 7, 9], "B": [5, 4, 5, 4, 5], "C": [1, 2, 1, 2, 1]}


def board(scores, scale="ordinal", topics="shared", **options):
    return iv.leaderboard(iv.read_scores(scores, measure="M", scale=scale, topic_scale=topics), **options)


def many(systems, topics=12, seed=1, steps=3):
    random = np.random.default_rng(seed)
    scores = random.integers(0, steps, size=(systems, topics)) + np.arange(systems)[:, None] * 2 // systems
    return {f"S{n}": row.tolist() for n, row in enumerate(scores.astype(float))}


@pytest.mark.parametrize(
    ("scores", "scale", "topics", "said"),
    [
        (GOOD, "interval", "shared", "All 3 comparisons of mean M hold for every zero and unit of the scale."),
        (GOOD, "interval", "shared", "All 3 significant differences do."),
        (GOOD, "interval", "own", "hold for every zero and unit of each topic's scale."),
        (GOOD, "ordinal", "own", "hold under every increasing change of the scores of each topic."),
        (GOOD, "ordinal", "own", "None of the 3 significant differences does."),
        (GOOD, "ratio", "shared", "hold for every unit of the scale."),
        (GOOD, "nominal", "shared", "None of 3 comparisons of mean M holds under any relabelling of the scores."),
        ({"A": [1, 5], "B": [2, 3]}, "ordinal", "shared", "The one comparison of mean M does not hold under every"),
        ({"A": [1, 5], "B": [2, 3]}, "ordinal", "shared", "No difference is significant."),
        ({"A": [1, 5], "B": [1, 5]}, "ordinal", "shared", "All means of M are equal: there is nothing to compare."),
        (GOOD, "ordinal", "shared", "For 1 of 3 systems, no other has a larger mean on every scale."),
    ],
)
def test_sentences(scores, scale, topics, said):
    (sentence,) = leaderboard_sentences(board(scores, scale, topics))
    assert said in sentence


def test_what_is_not_known_is_said_so():
    found = iv.leaderboard(iv.read_scores(GOOD | {"D": [2, 9, 1, 1, 1]}, measure="M"))
    (sentence,) = leaderboard_sentences(found)
    why = "as it is not known whether the scale is an interval scale and whether topics share one scale."
    assert f"For 3 it is not known, {why}" in sentence
    assert "None of the 3 significant differences does; for 3 it is not known." in sentence
    (row,) = leaderboard_tables(found)[0].rows
    assert "ordinal or richer, perhaps by topic" in [cell.text() for cell in row]
    assert leaderboard_tables(found)[0].columns[-2:] == ("mean not known", "significance not known")


def test_tables():
    counts, places = leaderboard_tables(board({"A": [9] * 5, "B": [5] * 5, "C": [1, 2, 1, 2, 1]}))
    assert [cell.text() for cell in counts.rows[0]] == ["M", "ordinal", "3", "3", "3", "1 (33%)", "1"]
    assert [[cell.text() for cell in row] for row in places.rows] == [
        ["A", "9.0000", "1", "1–2"],
        ["B", "5.0000", "2", "2–3"],
        ["C", "1.4000", "3", "1–3"],
    ]
    large = leaderboard_tables(board(many(60)))[1]
    assert len(large.rows) == 20
    assert any(note.startswith("40 more systems are not shown") for note in large.footer)


def test_places_are_drawn_as_they_are():
    found = board(many(9))
    one = found.measures["M"]
    rows = {row["system"]: row for row in chart_specification(found.plot())["data"]["values"]}
    assert set(rows) == set(one.systems)
    for n, relation in enumerate(("better", "larger")):
        low, high = one.bands(relation)
        for s, name in enumerate(one.systems):
            assert (rows[name][f"low{n}"], rows[name][f"high{n}"]) == (low[s] - 0.5, high[s] + 0.5)
            assert rows[name]["place"] == one.places[s]
            assert rows[name]["row"] == one.ranking.index(s)
    assert chart_bytes(found.plot("places", measure="M"), "svg").startswith(b"<svg")
    with pytest.raises(OptionError, match="plot kind 'x' is unknown; there is one: places"):
        found.plot("x")
    with pytest.raises(OptionError, match="'N' has no leaderboard; the measures are: M"):
        found.plot(measure="N")


def test_diagrams_show_groups_and_covers():
    twins = {"A": [5, 5, 5], "B": [3, 4, 3], "C": [4, 3, 3], "D": [1, 1, 1], "E": [1, 9, 0]}
    one = board(twins).measures["M"]
    whole = chart_specification(order_chart(one, "larger"))
    boxes = {row["run"] for row in whole["layer"][1]["data"]["values"]}
    assert boxes == {"A", "B, C", "D"}
    edges = {row["edge"] for row in whole["layer"][0]["data"]["values"]}
    assert len(edges) == 2  # A to D goes through B and C
    assert whole["title"]["subtitle"] == ["1 system is related to no other"]


def test_diagrams_that_nobody_could_read_are_refused():
    number = MOST_ACROSS + 1
    pairs = {f"S{n}-{size}": (size * np.eye(number)[n]).tolist() for n in range(number) for size in (1, 2)}
    found = board(pairs, topics="own")  # each is related to one other
    assert found.measures["M"].larger.sum() == number
    with pytest.raises(OptionError, match="too many for a diagram that can be read; --plot FILE draws the places"):
        order_chart(found.measures["M"], "larger")
    chart, refused = order_charts(found)
    assert chart is None
    assert len(refused) == 1
    chart, refused = order_charts(board({"A": [1, 2], "B": [2, 1]}))
    assert chart is None
    assert refused == []
