"""What the page says beside the headline: every row of its wording tables, each from data that cause it."""

from dataclasses import replace

import numpy as np
import pytest

import intervale as iv
from intervale.present.comparison import evidence_of
from intervale.present.wording import across_measures, advice_on, averaging, cautions_of, rows_of, tiles_of
from intervale.present.wording.cautions import same_results
from intervale.present.wording.rulers import ruler_text
from tests.present.test_headline import HEADLINES, named
from tests.present.test_wording import CASES, MIXED, runs_of


def compared(systems, measure, *, interval=True, compare=(), **changes):
    qrels, runs = runs_of(systems)
    table = replace(iv.evaluate(qrels, runs, [measure], interval=interval), **changes)
    found = iv.compare(table, **dict(compare))
    return found, found.measures[measure], evidence_of(found).measures[measure]


def tiles(systems, measure, **options):
    found, one, said = compared(systems, measure, **options)
    return {tile.ask: tile for tile in tiles_of(found, one, said, "t")}


# ------------------------------------------------------------ who leads, and is it real


def test_the_leader_has_its_mean_and_interval():
    tile = tiles(HEADLINES["others may be, too"][0], "P@4")["Who leads?"]
    assert (tile.say, tile.small) == ("A", "Mean 0.5000, 95% CI 0.3645 to 0.6355.")
    tile = tiles(HEADLINES["equal means"][0], "RR@4")["Who leads?"]
    assert (tile.say, tile.small) == ("A and B", "They average 0.7500.")


@pytest.mark.parametrize(
    ("case", "say", "tone", "small"),
    [
        ("only one, sound", "No other may be best", "yes", "+0.4583 over C. Only A may be the best (Hsu)."),
        ("others may be, too", "2 may be best", "no", "+0.0833 over B. The top is too close to call (Hsu)."),
        ("equal means", "There is none", "no", "A and B have the same mean."),
        ("the same result", "There is none", "no", "A and B have the same grades on every topic."),
    ],
)
def test_is_the_lead_real_among_many(case, say, tone, small):
    systems, measure, _, _ = HEADLINES[case]
    tile = tiles(systems, measure)["Is the lead real?"]
    assert (tile.say, tile.tone, tile.small) == (say, tone, small)


def test_what_is_not_tested_says_why():
    qrels, runs = runs_of(HEADLINES["only one, sound"][0])
    runs["B"].pop("3")
    found = iv.compare(iv.evaluate(qrels, runs, ["P@4"], missing="drop"))
    one = {tile.ask: tile for tile in tiles_of(found, found.measures["P@4"], evidence_of(found).measures["P@4"], "t")}
    assert one["Is the lead real?"].say == "Not tested"
    assert one["Is the lead real?"].small.endswith("it needs every system on every topic.")


@pytest.mark.parametrize(
    ("case", "say", "tone"),
    [
        ("clear, strongest", "Yes", "yes"),
        ("too close, sound", "Too close to call", "no"),
        ("equal", "There is none", "no"),
    ],
)
def test_is_the_lead_real_of_two(case, say, tone):
    systems, measure, _ = CASES[case]
    tile = tiles(systems, measure)["Is the lead real?"]
    assert (tile.say, tile.tone) == (say, tone)
    if case != "equal":
        assert "above B; 95% CI" in tile.small


def test_suggestive_and_opposed_of_two():
    weak = {"A": ["1100"] * 20, "B": ["1100"] * 15 + ["1000"] * 5}
    assert tiles(weak, "P@4")["Is the lead real?"].say == "Yes"
    odd = {"A": ["0001"] * 9 + ["1000"], "B": ["0010"] * 9 + ["0000"]}
    found, one, said = compared(odd, "RR@4", compare={"tests": "sign"})
    assert tiles_of(found, one, said, "sign")[1].say == "Not settled"


def test_bounds_leave_the_leader_open():
    off = np.full((1, 3, 12), 0.4)
    found = tiles(HEADLINES["others may be, too"][0], "P@4", interval=False, errors=off)
    assert [tile.say for tile in found.values()] == ["Not known", "Not known", "Yes", "Not known"]


# ------------------------------------------------------------ does the scale decide


@pytest.mark.parametrize(
    ("systems", "measure", "say", "small"),
    [
        (CASES["clear, strongest"][0], "RR@4", "No", "No rescaling of the scores can reverse the lead."),
        (MIXED, "P@4", "No", "Its steps are equal already."),
        (CASES["clear, agrees"][0], "RR@4", "Same leader", "On equal steps A still leads, by "),
        (CASES["clear, equal on equal steps"][0], "RR@4", "It decides", "On equal steps A and B tie."),
        (CASES["clear, reverses"][0], "RR@4", "Another leader", "On equal steps B leads, by "),
        (HEADLINES["only one, agrees"][0], "RR@4", "Same leader", "On equal steps A still leads, by "),
        (
            HEADLINES["only one, another leads on equal steps"][0],
            "RR@4",
            "Another leader",
            "On equal steps B leads, by ",
        ),
        (MIXED, "AP@4", "Same leader", "On equal steps (assuming that all topics share one scale) A still leads"),
    ],
)
def test_does_the_scale_decide(systems, measure, say, small):
    tile = tiles(systems, measure)["Does the scale decide?"]
    assert tile.say == say
    assert tile.small.startswith(small)


def test_without_the_interval_form_it_is_not_known_whether_the_scale_decides():
    tile = tiles(CASES["clear, agrees"][0], "RR@4", interval=False)["Does the scale decide?"]
    assert (tile.say, tile.small) == ("Not known", "No interval form was computed (--interval).")


# ------------------------------------------------------------ may I average this


@pytest.mark.parametrize(
    ("measure", "say", "tone", "why"),
    [
        ("P@4", "Yes", "yes", "Its steps are equal: on lists of 4 each is 0.25."),
        ("RR@4", "With a caveat", "caveat", "Its steps are uneven. Report the equal-step result beside it."),
        (
            "AP@4",
            "With a caveat",
            "caveat",
            "Its steps are uneven and each topic has a scale of its own. Report the equal-step result beside it.",
        ),
        (
            "R@4",
            "With a caveat",
            "caveat",
            "Its steps are equal, but each topic has a scale of its own. Report the equal-step result beside it.",
        ),
    ],
)
def test_may_i_average(measure, say, tone, why):
    table = iv.evaluate(*runs_of(MIXED), [measure], interval=True)
    table.scale_by_order(measure)
    found = averaging(table, measure)
    assert (found.say, found.tone, found.why) == (say, tone, why)


def test_may_i_average_what_is_known_by_its_scores_alone():
    scores = {"A": [1, 2, 2], "B": [3, 1, 2]}
    found = averaging(iv.read_scores(scores, measure="x"), "x")
    assert (found.say, found.tone) == ("Not known", "unknown")
    assert found.why.startswith("Whether its values are equally spaced is not known: ")
    assert found.why.endswith("Report the sign test or medians beside it.")
    assert averaging(iv.read_scores(scores, measure="x", scale="nominal"), "x").say == "No"
    assert averaging(iv.read_scores(scores, measure="x", scale="interval"), "x").say == "Yes"
    assert averaging(iv.read_scores(scores, measure="x", scale="ordinal"), "x").say == "With a caveat"


# ------------------------------------------------------------ does the answer change with the measure


def across(systems, measures, **options):
    found = iv.compare(iv.evaluate(*runs_of(systems), measures, interval=True, **options))
    return across_measures(rows_of(found, evidence_of(found), "t"), len(systems))


def test_one_measure():
    assert across(MIXED, ["P@4"]).startswith("Only P@4 was computed.")


def test_the_same_leader():
    clear = named(["1110"] * 11 + ["1100"], ["0100"] * 12, ["1000"] * 3 + ["0010"] * 9)
    assert across(clear, ["P@4", "RR@4"]) == (
        "No. A leads on both, and on each of them no other system may be the best. A may be the best on every measure."
    )
    half = named(["1110"] * 12, ["1000"] * 11 + ["0100"], ["0100"] * 12)
    assert across(half, ["P@4", "RR@4"]).startswith(
        "No. A leads on both, and on 1 of them no other system may be the best."
    )
    close = HEADLINES["others may be, too"][0]
    said = across(close, ["P@4", "P@3", "SBPO@4"])
    assert said.startswith("No. A leads on all 3 measures, and on each of them others may be the best as well. A and")
    two = {"A": ["1100"] * 12, "B": ["0010"] * 12}
    assert across(two, ["P@4", "RR@4"]) == "No. A leads on both, and the difference is clear on each."


def test_ties_and_different_leaders():
    tied = named(["1000", "0100"] * 6, ["0100", "1000"] * 6, ["0000"] * 12)
    assert across(tied, ["RR@4", "P@4"]).startswith("No. A and B tie on both.")
    apart = named(["1000"] * 12, ["0111"] * 12, ["0000"] * 12)
    assert across(apart, ["RR@4", "P@4"]).startswith(
        "Yes. The 2 measures name 2 different leaders, and on each of them no other system may be the best."
    )
    assert across(apart, ["RR@4", "P@4"]).endswith("No system may be the best on every measure.")
    unclear = named(["1000", "0111", "1000"] * 4, ["0111", "1000", "0111"] * 4, ["0000"] * 12)
    assert across(unclear, ["RR@4", "P@4"]).startswith("Not clearly. The 2 measures name 2 different leaders, and")


# ------------------------------------------------------------ before you quote this


def cautions(qrels, runs, measure="P@2", leader="A", depth=2, **options):
    return cautions_of(iv.evaluate(qrels, runs, [measure], **options), measure, leader, depth)


TOPICS = ["1", "2", "3", "4", "5"]
JUDGED = {t: {"a": 1, "b": 1, "x": 0, "y": 0} for t in TOPICS}
FINE = {"A": {t: {"a": 2.0, "b": 1.0} for t in TOPICS}, "B": {t: {"a": 2.0, "x": 1.0} for t in TOPICS}}


def test_nothing_to_say():
    assert cautions(JUDGED, FINE) == []


def test_documents_that_nobody_judged():
    runs = FINE | {"B": {t: {"u": 2.0, "v": 1.0} for t in TOPICS}}
    assert cautions(JUDGED, runs) == [
        "On average 50.0% of the documents in the top 2 of a run were never judged and count as not relevant. For 1 "
        "system it is more than half. For A it is 0%."
    ]
    own = {"A": {t: {"a": 2.0, "u": 1.0} for t in TOPICS}} | {
        f"B{n}": {t: {"a": 2.0, ("b" if n % 2 else "x"): 1.0 + n / 10} for t in TOPICS[: 5 - n % 2]} | {"5": {"y": 1.0}}
        for n in range(4)
    }
    assert cautions(JUDGED, own)[0].startswith(
        "On average 10.0% of the documents in the top 2 of a run were never judged"
    )


def test_runs_with_the_same_grades():
    runs = FINE | {"C": FINE["B"]}
    assert cautions(JUDGED, runs) == [
        "B and C have the same grades at every rank on every topic: they are one result, not several."
    ]
    runs |= {"D": FINE["A"]}
    assert cautions(JUDGED, runs) == [
        "2 groups of systems have the same grades at every rank on every topic (A and D; B and C): each is one result, "
        "not several."
    ]
    assert same_results(iv.judge(JUDGED, FINE)) == []


def test_topics_that_runs_lack():
    runs = FINE | {"B": {t: FINE["B"][t] for t in TOPICS[:3]}}
    assert cautions(JUDGED, runs) == ["B has no documents for 2 of 5 topics, which count as 0."]
    assert cautions(JUDGED, runs, missing="drop") == [
        "B has no documents for 2 of 5 topics, which are left out of its mean."
    ]
    runs |= {"C": {t: {"x": 2.0, "a": 1.0} for t in TOPICS[:1]}}
    assert cautions(JUDGED, runs) == [
        "2 systems have no documents for some of the 5 topics (C for 4), which count as 0."
    ]


def test_one_topic_that_carries_the_mean():
    few = {"A": {t: ({"a": 2.0, "b": 1.0} if t == "3" else {"x": 2.0, "y": 1.0}) for t in TOPICS}, "B": FINE["B"]}
    assert cautions(JUDGED, few) == ["Topic 3 alone makes up 100% of the mean P@2 of A."]
    assert cautions({t: JUDGED[t] for t in "123"}, {s: {t: run[t] for t in "123"} for s, run in few.items()}) == []


def test_many_tied_scores():
    runs = FINE | {"B": {t: {"a": 1.0, "x": 1.0} for t in TOPICS}}
    assert cautions(JUDGED, runs) == [
        "One system has many documents with tied scores (B: 100%): which of them comes first was decided by a rule."
    ]


def test_short_runs():
    assert cautions(JUDGED, FINE, "P@3", depth=3) == [
        "A and B have fewer than 3 documents on some topics: 10 lists were padded with documents that are not relevant."
    ]


def test_at_most_four():
    runs = {
        "A": {t: {"u": 1.0, "v": 1.0} for t in TOPICS[:4]} | {"5": {"a": 1.0}},
        "B": {t: {"u": 1.0, "v": 1.0} for t in TOPICS[:4]} | {"5": {"a": 1.0}},
        "C": {"1": {"u": 1.0, "v": 1.0}},
    }
    found = cautions(JUDGED, runs, "P@3", depth=3)
    assert len(found) == 4
    assert ["judged" in found[0], "same grades" in found[1], "no documents" in found[2]] == [True] * 3


# ------------------------------------------------------------ sentences for a paper


def advice(case, **options):
    systems, measure, _ = CASES[case]
    found, one, said = compared(systems, measure, **options)
    return [(each.kind, each.sentence) for each in advice_on(found, one, said, "t", 0, 1)]


def test_what_to_write_of_a_clear_difference():
    kinds = dict(advice("clear, strongest"))
    assert kinds["write"].startswith("A is better than B on RR@4 (difference +0.3889, 95% CI ")
    assert kinds["write"].endswith("n = 12).")
    assert kinds["avoid"] == "A improves on B by 64%."
    assert "add" not in kinds
    for case in ("clear, agrees", "clear, equal on equal steps", "clear, reverses"):
        found = dict(advice(case))
        assert found["write"].startswith("A scores higher than B on RR@4 (")
        assert found["add"].startswith("Means treat the scores of RR@4 as if their steps were equal; on equal steps")
    assert ("avoid", "A is better than B.") in advice("clear, reverses")
    assert ("avoid", "A is better than B.") in advice("clear, equal on equal steps")
    assert any(sentence.startswith("A is 0.45") for _, sentence in advice("clear, agrees"))


def test_what_to_write_of_a_difference_that_is_not_clear():
    for case in ("too close, sound", "too close, reverses"):
        found = advice(case)
        assert found[0][1].startswith("A and B did not differ significantly on ")
        assert ("avoid", "A outperforms B.") in found
        assert ("avoid", "Both systems perform equally well.") in found
    assert advice("suggestive")[0][1].startswith("A scored higher than B on P@4, but not clearly after correction (")


def test_percentages_are_for_ratio_scales():
    scores = {"A": [4.0, 5.0, 6.0, 5.5], "B": [1.0, 2.0, 3.0, 2.0]}
    for scale, avoided in (("interval", True), ("ratio", False)):
        found = iv.compare(iv.read_scores(scores, measure="points", scale=scale))
        said = advice_on(found, found.measures["points"], evidence_of(found).measures["points"], "t", 0, 1)
        assert said[0].sentence.startswith("A is better than B on points (")
        assert any("improves on B by 156%" in one.sentence for one in said) == avoided


def test_where_nothing_is_to_be_written():
    assert advice("equal") == []
    assert ("add", "Means treat the scores of RR@4 as if their steps were equal.") in advice(
        "clear, agrees", interval=False
    )


# ------------------------------------------------------------ rulers


def test_what_a_ruler_shows():
    p, rr, recall = (iv.parse_measure(name) for name in ("P@4", "RR@4", "R@4"))
    assert ruler_text(p, [0, 0.25, 0.5, 0.75, 1], 4, 2) == (
        "5 possible scores on lists of 4, all 0.25 apart. Grades 1 and 2 count alike."
    )
    assert ruler_text(rr, [0, 0.25, 0.5, 1], 3, 1) == (
        "4 possible scores on lists of 3; the largest step is 2 times the smallest."
    )
    assert ruler_text(recall, [0, 1, 2], 2, 4) == (
        "3 possible scores on lists of 2, at equal steps. Grades 1 to 4 count alike. The same list is worth more on a "
        "topic with few relevant documents, so topics have no common scale."
    )
