"""``interval(M)`` as a measure: how it is written, what it scores, what it notes."""

import dataclasses
import inspect
from fractions import Fraction

import numpy as np
import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.evaluation.notes import decisive
from intervale.exact.progress import parallel
from intervale.measures import CATALOGUE
from intervale.present.evaluation import evaluation_table
from intervale.scales import Interval, topic_progress

QRELS = {"q1": {"a": 1, "b": 2, "c": 1, "x": 0}, "q2": {"a": 1}}
RUNS = {
    "A": {"q1": {"b": 9.0, "x": 8.0, "a": 7.0, "z": 6.0}, "q2": {"z": 2.0, "a": 1.0}},
    "B": {"q1": {"z": 9.0, "a": 8.0}, "q2": {"a": 3.0}},
}


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("interval(AP@10)", "interval(AP@10)"),
        ("Interval( nDCG(base=2)@5 )", "interval(nDCG(base=2)@5)"),
        ("interval(map_cut_10)", "interval(AP@10)"),
        ("interval(RBP(p=0.5,rel=2),length=7)", "interval(RBP(p=0.5,rel=2),length=7)"),
        ("interval(AP@10, tie_rule='mid', space='topic')", "interval(AP@10,tie_rule='mid',space='topic')"),
        ("interval(P@5,tie_rule='unq')", "interval(P@5)"),
        ("interval(P@5,length=5)", "interval(P@5)"),
        ("interval(nDCG@10, grades=2)", "interval(nDCG@10,grades=2)"),
    ],
)
def test_it_is_written_and_read(text, canonical):
    measure = iv.parse_measure(text)
    assert str(measure) == canonical
    assert iv.parse_measure(str(measure)) == measure


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("interval(AP)", r"write interval\(AP@10\)"),
        ("interval()", "names no measure"),
        ("interval(AP)@10", "belongs to the measure inside"),
        ("interval(AP@10", "a bracket is not closed"),
        ("interval(AP@10,P@5)", "takes one measure"),
        ("interval(AP@10, tie_rule=mid)", "needs quotes: tie_rule='mid'"),
        ("interval(interval(P@5))", "already an interval form"),
        ("interval(GMAP@5)", "geometric mean"),
        ("interval(Bpref)", "it depends on all judged documents"),
        ("interval(AP@10,depth=3)", "no option 'depth'"),
        ("interval(AP@10,tie_rule='best')", "one of: unq, mid, min, max"),
        ("interval(AP@10,space='mine')", "one of: all, topic"),
        ("interval(AP@10,length=0)", "from 1 to 100,000"),
        ("interval(RBP(p=1)@10)", "above 0 and below 1"),
        ("interval(AP@1000000000)", "from 1 to 100,000"),
        ("interval(AP@10,grades=0)", "from 1 to 100,000"),
        ("interval(Rprec,length=5)", "its cutoff is the recall base of a topic"),
        ("interval(nDGC@10)", "did you mean nDCG"),
    ],
)
def test_bad_ones_get_one_sentence(text, reason):
    with pytest.raises(iv.MeasureError, match=reason) as error:
        iv.parse_measure(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["AP@4", "nDCG@4", "P@3", "RR@4", "ERR@4", "RBP(p=0.8)@4", "DCG(base=2)@4"])
def test_scores_of_judged_runs_are_those_of_their_profiles(text):
    table = iv.evaluate(QRELS, RUNS, [f"interval({text})"])
    length = iv.parse_measure(text).cutoff
    scale = iv.interval_scale(text, grades=2)
    profiles = {
        "A": [(2, 0, 1, 0), (0, 1, 0, 0)],
        "B": [(0, 1, 0, 0), (1, 0, 0, 0)],
    }
    for system, runs in profiles.items():
        expected = [float(scale.score_of(run[:length])) for run in runs]
        assert list(table.by_topic(system, f"interval({text})").values()) == expected


def test_scores_of_a_run_space_are_exact_scores():
    measure = iv.interval("DCG(base=2)@3")
    space = iv.RunSpace(3, 2)
    exact = [measure.exact(run, grades=2) for run in space]
    assert measure.score(space.array(), grades=2).tolist() == [float(x) for x in exact]
    assert set(exact) == {Fraction(n, len(set(exact)) - 1) for n in range(len(set(exact)))}


def test_documents_that_were_not_judged_can_be_left_out():
    found = iv.evaluate(QRELS, RUNS, {"all": "interval(AP@3)", "judged": "interval(AP(judged_only=True)@3)"})
    late, early = (float(iv.interval("AP@3").exact(run, grades=2)) for run in [(0, 1, 0), (1, 0, 0)])
    assert found.by_topic("B", "all")["q1"] == late
    assert found.by_topic("B", "judged")["q1"] == early > late


def test_the_space_of_a_topic_has_its_own_best_run():
    table = iv.evaluate(QRELS, RUNS, ["interval(AP@4,space='topic')", "interval(AP@4)"])
    assert table.by_topic("B", "interval(AP@4,space='topic')")["q2"] == 1.0  # the one relevant document comes first
    assert table.by_topic("B", "interval(AP@4)")["q2"] < 1.0
    scale = iv.interval_scale("AP@4", grades=2, most=(2, 1))
    assert table.by_topic("A", "interval(AP@4,space='topic')")["q1"] == float(scale.score_of((2, 0, 1, 0)))


def test_what_was_assumed_is_noted():
    notes = iv.evaluate(QRELS, RUNS, ["interval(AP@4)", "interval(P@4)"]).notes
    assert any("interval(AP@4), interval(P@4): 3 of 4 ranked lists" in note for note in notes)
    assert any(note.startswith("interval(AP@4): a surrogate") for note in notes)
    assert not any("interval(P@4): a surrogate" in note for note in notes)


def test_ties_and_the_space_of_a_topic_are_noted():
    notes = " ".join(iv.evaluate(QRELS, RUNS, ["interval(P@4,tie_rule='mid')", "interval(RR@4,space='topic')"]).notes)
    assert "tie rule mid: ranks are places among all runs" in notes
    assert "interval(RR@4,space='topic'): each topic has its own scale" in notes


def test_where_all_runs_have_one_value_they_score_0_and_it_is_noted():
    table = iv.evaluate(QRELS, RUNS, ["interval(AP(rel=2)@3,space='topic')", "interval(P(rel=3)@3)"])
    assert table.by_topic("A", "interval(AP(rel=2)@3,space='topic')") == {"q1": 1.0, "q2": 0.0}
    assert table.by_topic("A", "interval(P(rel=3)@3)") == {"q1": 0.0, "q2": 0.0}
    notes = " ".join(table.notes)
    assert "1 of 2 topics allow only one value" in notes
    assert "all runs have the same value here" in notes


def test_on_a_run_space_the_top_grade_has_to_be_said():
    form = iv.interval("DCG@3")
    for call in (lambda: form.exact((1, 0, 0)), lambda: form.score([[1, 0, 0]])):
        with pytest.raises(iv.MeasureError, match="pass grades=c"):
            call()
    assert form.exact((1, 0, 0), grades=2) == Fraction(3, 20)


def test_a_topic_that_a_run_lacks_scores_0_and_is_not_counted_as_filled_up():
    runs = {"A": {"q1": {"a": 4.0, "b": 3.0}}}
    table = iv.evaluate(QRELS, runs, ["interval(P@2)"])
    assert table.by_topic("A", "interval(P@2)") == {"q1": 1.0, "q2": 0.0}
    assert not any("padded" in note for note in table.notes)


def test_float_grades_are_refused():
    with pytest.raises(iv.OptionError, match="integer grades"):
        iv.evaluate({"q": {"a": 0.5}}, {"A": {"q": {"a": 1.0}}}, ["interval(DCG@3)"])


def test_the_top_grade_can_be_fixed_and_is_part_of_the_name():
    """Without it, a topic's score changes with the grades of other topics."""
    one = {"q2": QRELS["q2"]}
    free, fixed = "interval(nDCG@4)", "interval(nDCG@4,grades=2)"
    alone, together = (iv.evaluate(qrels, RUNS, [free, fixed]) for qrels in (one, QRELS))
    assert alone.by_topic("B", free)["q2"] != together.by_topic("B", free)["q2"]
    assert alone.by_topic("B", fixed)["q2"] == together.by_topic("B", fixed)["q2"] == together.by_topic("B", free)["q2"]
    assert iv.parse_measure(fixed) != iv.parse_measure(free)
    assert iv.parse_measure(fixed).exact((1, 0, 0, 0)) == iv.parse_measure(free).exact((1, 0, 0, 0), grades=2)


def test_a_grade_above_the_top_grade_is_refused():
    with pytest.raises(
        iv.OptionError,
        match=r"there is a grade 2, and interval\(nDCG@4,grades=1\) ends at 1: write interval\(nDCG@4, grades=2\)",
    ):
        iv.evaluate(QRELS, RUNS, ["interval(nDCG@4,grades=1)"])
    with pytest.raises(iv.MeasureError, match="there is a grade 3"):
        iv.interval("DCG@3", grades=2).score([[3, 0, 0]], grades=3)


def test_a_top_grade_taken_from_the_judgments_is_noted_where_it_matters():
    inferred = "top grade 2, from these judgments; write interval(M, grades=2) to fix it"
    notes = iv.evaluate(QRELS, RUNS, ["interval(nDCG@4)", "interval(gP@4)", "interval(AP@4)", "interval(P@4)"]).notes
    assert f"interval(nDCG@4), interval(gP@4): {inferred}" in notes
    fixed = iv.evaluate(QRELS, RUNS, ["interval(nDCG@4,grades=2)"]).notes
    above = iv.evaluate(QRELS, RUNS, ["interval(nDCG@4)"], grades=3).notes
    assert not any("top grade" in note for note in (*fixed, *above))


def test_the_top_grade_of_a_topic_space():
    fixed, free = (f"interval(DCG@3,{options}space='topic')" for options in ("", "grades=4,"))
    table = iv.evaluate(QRELS, RUNS, [fixed, free])
    assert table.by_topic("A", fixed) == table.by_topic("A", free)


def test_an_own_measure_has_an_interval_form():
    @iv.measure
    def relevant(grades):
        return (grades > 0).sum(-1)

    form = iv.interval(relevant, length=4)
    assert iv.evaluate(QRELS, RUNS, {"form": form}).by_topic("A", "form") == {"q1": 0.5, "q2": 0.25}


@pytest.mark.parametrize("name", [name for name, kind in CATALOGUE.items() if kind.has_fold])
def test_recall_based_measures_are_those_that_the_judgments_of_a_topic_change(name):
    """More relevant documents that nobody retrieved change the score just where the measure says so."""
    measure = iv.parse_measure(name if name in ("GMAP",) else f"{name}@3")
    one = {"q": {"a": 1, "b": 1}}
    more = {"q": {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}}
    run = {"A": {"q": {"a": 2.0, "x": 1.0}}}
    scores = [iv.evaluate(qrels, run, {"m": measure}).mean("A", "m") for qrels in (one, more)]
    assert (scores[0] != scores[1]) == measure.recall_based


def test_it_is_a_measure_like_others():
    form = iv.parse_measure("interval(RR@3)")
    assert isinstance(form, Interval)
    assert np.isclose(form.score([[0, 0, 1]], grades=1), 1 / 3)


def test_the_function_has_the_options_of_the_form():
    """The same names, types and defaults; one that is unknown is refused as Python does."""
    options = {name: one for name, one in inspect.signature(iv.interval).parameters.items() if name != "measure"}
    fields = {one.name: one for one in dataclasses.fields(Interval) if one.name != "inner"}
    assert list(options) == list(fields)
    assert all(one.kind is inspect.Parameter.KEYWORD_ONLY for one in options.values())
    for name, one in options.items():
        if name != "length":
            assert (one.annotation, one.default) == (fields[name].type, fields[name].default), name
    given = {"length": 12, "tie_rule": "mid", "space": "topic", "method": "exact", "seed": 3, "grades": 2}
    made = iv.interval("AP@10", **given)
    assert {name: getattr(made, name) for name in given} == given
    assert iv.parse_measure(str(made)) == made
    with pytest.raises(TypeError, match="depth"):
        iv.interval("AP@10", depth=3)


# ------------------------------------------------------------ what is said of places and of topics

TOPIC = "interval(AP@4,space='topic')"


def of(measure, **more):
    return [note for note in iv.evaluate(QRELS, RUNS, [measure], **more).notes if note.startswith(measure)]


@pytest.mark.parametrize(
    ("measure", "among"),
    [
        ("interval(AP@4,tie_rule='mid')", "among all runs, not"),
        ("interval(AP@4,tie_rule='mid',space='topic')", "among the runs that the topic allows, not"),
        ("interval(AP@4,tie_rule='mid',space='universe',bases=5)", "among the runs of S[4, 5], not"),
    ],
)
def test_places_say_among_which_runs(measure, among):
    assert among in of(measure)[0]


def test_places_without_the_constants_of_a_topic_are_a_surrogate_and_no_interval_scale():
    (note,) = (note for note in of("interval(AP@4,tie_rule='mid')") if "a surrogate" in note)
    assert note.endswith("(recall base, ideal run), which these places leave out: a surrogate")
    assert any("do not share one interval scale" in note for note in of("interval(AP@4)"))


def test_the_top_grade_is_noted_where_it_changes_scores():
    noted = {
        name: any("top grade 2" in note for note in of(name))
        for name in (
            TOPIC,
            "interval(AP@4,space='topic',tie_rule='mid')",
            "interval(nDCG@4,space='topic')",
            "interval(ERR@4,space='topic')",
            "interval(nDCG@4)",
            "interval(AP@4,tie_rule='mid')",
        )
    }
    assert list(noted.values()) == [False, False, False, True, True, True]


def test_long_counting_on_topics_is_announced_once_and_shows_progress(monkeypatch):
    clock = iter(range(0, 1000, 3))
    monkeypatch.setattr(topic_progress.time, "perf_counter", lambda: next(clock))
    told = []
    with parallel(listener=lambda *what: told.append(what)):
        assert list(topic_progress.over_topics([(1,), (2,), (1,), (3,)])) == [(1,), (2,), (3,)]
        assert list(topic_progress.over_topics([(1,), (2,)], again=True)) == [(1,), (2,)]
    what = "counting the runs that 4 topics allow"
    assert told[:4] == [(what, 1, 3), (f"{what} takes about 9 s", 0, 0), (what, 2, 3), (what, 3, 3)]
    assert all(total for _, _, total in told[4:])


def test_scores_on_topics_tell_how_far_they_are():
    told = []
    with parallel(listener=lambda *what: told.append(what)):
        iv.evaluate(QRELS, RUNS, [TOPIC])
    assert ("counting the runs that 2 topics allow", 2, 2) in told


def test_a_form_that_is_refused_is_named_once():
    with pytest.raises(
        OptionError, match=r"^interval\(AP@4,space='universe',bases=1\): no interval form: topic q1 has"
    ):
        iv.evaluate(QRELS, RUNS, ["interval(AP@4,space='universe',bases=1)"])
    with pytest.raises(OptionError, match=r"tie_rule='mid',space='universe',bases=1\): no places: topic q1 has"):
        iv.evaluate(QRELS, RUNS, ["interval(AP@4,tie_rule='mid',space='universe',bases=1)"])


def test_advice_on_a_topic_is_what_can_be_had():
    def refused(measure, **given):
        with pytest.raises(OptionError) as found:
            iv.interval_scale(measure, **given)
        return str(found.value)

    places = "places among the runs that the topic allows (tie_rule='mid'), which are ordinal"
    assert refused("AP@100", most=(40,)).endswith(f". Use a smaller cutoff, or {places}")
    whole = "or the space of all runs (without space='topic')"
    assert refused("nDCG@20", grades=2, most=(15, 8)).endswith(f". Use a smaller cutoff, {places}, {whole}")


def test_what_is_too_much_to_list_says_what_to_use():
    for given in ({"tie_rule": "mid"}, {"tie_rule": "mid", "precise": True}):
        with pytest.raises(OptionError, match=r"use rank_bounds_of\(runs\)$"):
            _ = iv.interval_scale("AP@100", **given).values
    with pytest.raises(OptionError, match=r"use ranks_of\(runs\)$"):
        _ = iv.interval_scale("RBTO@40").values


def test_what_decides_how_scores_are_read_comes_first():
    qrels = {str(n): {f"d{i}": 1 + i % 2 for i in range(8)} for n in range(3)}
    runs = {"A": {"0": {"d0": 2.0, "d1": 1.0}, "1": {f"x{i}": 9.0 - i for i in range(8)} | {"d1": 0.5}}}
    table = iv.evaluate(
        qrels, runs, ["interval(AP@30,tie_rule='mid')", "interval(P@10)", "GMAP@5", "AP@60"], interval=True
    )
    found = [decisive(note) for note in table.notes]
    assert found == sorted(found)
    footer = evaluation_table(table).footer[1:]
    first = [decisive(note) for note in footer]
    assert first == sorted(first)
    assert ": no interval form: " in footer[0]
    assert any(": tie rule mid" in note for note in footer[:4])
    assert any("one topic carries more than half" in note for note in footer[:5])
