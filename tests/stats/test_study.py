"""A study: every number is that of correlations and comparisons made apart; a cell that cannot be had cancels none."""

import json
import math
import pickle
import re
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.stats

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.measures.cut import CutMeasure
from intervale.present.study import (
    EXPLAINED,
    spacing_strips,
    study_document,
    study_notes,
    study_sentences,
    study_tables,
    value_curves,
)
from intervale.present.study_page import study_page
from intervale.stats import interval_study
from intervale.stats.interval_study import MEASURES, TESTS

SOME = ("P", "RR", "AP", "nDCG")


@iv.measure
def share(grades):
    """P, in floats."""
    return (grades > 0).mean(-1)


@iv.measure(exact=lambda run: Fraction(sum(grade > 0 for grade in run), len(run)))
def exact_share(grades):
    """P, exactly."""
    return (grades > 0).mean(-1)


@iv.measure
def first_relevant(grades):
    """RR."""
    return ((grades > 0) / np.arange(1, grades.shape[-1] + 1)).max(-1)


@iv.measure
def found_share(grades, *, recall_base):
    return (grades > 0).sum(-1) / np.maximum(recall_base, 1)


@iv.measure
def broken(grades):
    raise ValueError("out of order")


@iv.measure
def constant(grades):
    return np.zeros(grades.shape[:-1])


@pytest.fixture(scope="module")
def runs():
    """Twelve systems of which some are close: those of the collection, and each with its first documents exchanged."""
    qrels, found = made_up_collection()
    random = np.random.default_rng(1)
    systems = dict(found)
    for number in range(8):
        name, run = list(found.items())[number % len(found)]
        systems[f"{name}-{number}"] = {
            topic: {document: score + float(random.normal(0, 3)) for document, score in scores.items()}
            for topic, scores in run.items()
        }
    return iv.evaluate(qrels, systems)


@pytest.fixture(scope="module")
def study(runs):
    return iv.study(runs, SOME, lengths=[3, 8])


def means(runs, measure):
    return np.round(np.nanmean(runs.score({"m": measure}).matrix("m"), axis=1), 8)


def test_each_measure_and_its_form(runs, study):
    found = {(one.measure, one.length, one.tie_rule): one.tau for one in study.own}
    assert len(found) == len(SOME) * 2 * 2
    for (measure, length, rule), tau in found.items():
        plain = means(runs, f"{measure}@{length}")
        form = means(runs, iv.interval(f"{measure}@{length}", tie_rule=rule))
        assert tau == pytest.approx(scipy.stats.kendalltau(plain, form).statistic, abs=1e-12)
    assert found["P", 8, "unq"] == 1
    assert min(found.values()) < 1  # or nothing is seen here


def test_measures_among_themselves(runs, study):
    pairs = {(pair.a, pair.b): pair for pair in study.correlations.pairs}
    assert len(pairs) == 6
    for (a, b), pair in pairs.items():
        plain = [means(runs, f"{name}@8") for name in (a, b)]
        forms = [means(runs, iv.interval(f"{name}@8")) for name in (a, b)]
        assert pair.overall == pytest.approx(scipy.stats.kendalltau(*plain).statistic, abs=1e-12)
        assert pair.interval_overall == pytest.approx(scipy.stats.kendalltau(*forms).statistic, abs=1e-12)


def test_decisions_are_those_of_two_comparisons(runs, study):
    assert [(one.measure, one.test) for one in study.decisions] == [(m, t) for m in SOME for t in TESTS]
    changed = 0
    for one in study.decisions:
        apart = {"m": f"{one.measure}@8", "form": iv.interval(f"{one.measure}@8")}
        plain, form = (
            iv.compare(runs.score({"x": measure}), tests=one.test, correction="none").measures["x"].tests[one.test]
            for measure in apart.values()
        )
        assert one.significant == plain.significant.sum()
        assert one.s2ns == (plain.significant & ~form.significant).sum()
        assert one.ns2s == (~plain.significant & form.significant).sum()
        changed += one.s2ns + one.ns2s
        if not one.averaged:
            assert one.s2ns + one.ns2s == 0
    assert changed


def test_averages_are_means_of_cells(study):
    cells = {(one.measure, one.test): one for one in study.decisions}
    *groups, mean_of_groups = study.averages
    for group in groups:
        some = [cells[cell] for cell in group.cells]
        assert group.s2ns == pytest.approx(np.mean([one.s2ns / one.significant for one in some]))
        assert group.ns2s == pytest.approx(np.mean([one.ns2s / one.significant for one in some]))
    assert mean_of_groups.delta == pytest.approx(np.mean([group.delta for group in groups]))
    able = [one.delta for one in study.decisions if one.averaged and one.significant]
    assert study.overall() == (pytest.approx(np.mean(able)), len(able))
    share, cells_in_all = study.overall(all_cells=True)
    assert cells_in_all == sum(one.significant > 0 for one in study.decisions)
    assert share < study.overall()[0]


def test_without_the_lowest_quartile(runs):
    found = iv.study(runs, ["P"], lengths=[3], without_lowest=True)
    order = sorted(runs.systems, key=lambda system: means(runs, "AP")[runs.systems.index(system)])
    assert set(found.left_out) == set(order[:3])
    assert set(found.systems) == set(order[3:])
    assert any("lowest quartile" in note for table in study_tables(found) for note in table.footer)


def test_places_stand_for_ranks_that_cannot_be_had(runs):
    found = iv.study(runs, ["AP", "P"], lengths=[4, 60])
    cells = {(one.measure, one.length, one.tie_rule): one for one in found.own}
    assert cells["AP", 60, "unq"].tau is None
    assert cells["AP", 60, "unq"].why
    assert cells["AP", 4, "unq"].tau is not None
    assert cells["P", 60, "unq"].tau == 1
    assert 0 < cells["AP", 60, "mid"].tau <= 1
    assert found.placed == ("AP",)
    assert not any(one.averaged for one in found.decisions if one.measure == "AP")
    assert not any(measure == "AP" for group in found.averages for measure, _ in group.cells)
    assert any(note.startswith("AP: at length 60 by places among all runs") for note in found.notes)
    assert any("AP at 60: " in note for note in study_tables(found)[0].footer)
    assert "AP (places)" in {row[0].value for table in study_tables(found) for row in table.rows}


def test_a_measure_without_a_form_cancels_no_other(runs):
    found = iv.study(runs, [exact_share, "P"], lengths=[4, 60])
    assert {one.measure for one in found.decisions} == {"P"}
    assert found.placed == ()
    assert any(note.startswith("exact_share: left out of the tables at length 60: ") for note in found.notes)


def test_tiny_means_are_told_apart(runs):
    """Places among all runs of 300 documents: next to nothing, and not all the same."""
    cell = iv.study(runs, ["P"], lengths=[300]).own[1]
    assert cell.tie_rule == "mid"
    assert 0 < cell.tau <= 1


def test_what_is_open_within_bounds_is_said(runs):
    found = iv.study(runs, ["RBP(p=0.85)"], lengths=[60], tests=["t"])
    opened = (
        iv.correlate(runs.score({"m": "RBP(p=0.85)@60", "f": iv.interval("RBP(p=0.85)@60")}), digits=8).own[0].opened
    )
    assert found.own[0].opened == opened
    assert any("is open within bounds" in note for note in found.notes) == any(one.opened for one in found.own)


def test_nothing_can_be_studied(runs):
    with pytest.raises(iv.OptionError, match="no measure has an interval form at length 60"):
        iv.study(runs, [exact_share], lengths=[60])


@pytest.mark.parametrize(
    ("measures", "lengths", "message"),
    [
        (["nDCG@10"], [5], "nDCG@10 has a cutoff; write nDCG, and 10 among the lengths"),
        (["Rprec"], [5], "Rprec has no cutoff: it cannot be studied at a length"),
        (
            [share, iv.measure(lambda grades: grades.sum(-1)), lambda grades: grades.max(-1)],
            [5],
            "two measures are called",
        ),
        (["interval(AP@5)"], [5], "a study makes interval forms itself"),
        ("AP@5", 5, "AP@5 has a cutoff"),
        (["P"], "5", "lengths must be whole numbers"),
        (["P"], [5.0], "lengths must be whole numbers"),
        ([], [5], "a study needs a measure"),
        (["P"], [0, 5], "lengths must be whole numbers from 1 on"),
        (["P"], [], "lengths must be whole numbers from 1 on"),
    ],
)
def test_refusals(runs, measures, lengths, message):
    with pytest.raises(iv.IntervaleError, match=message):
        iv.study(runs, measures, lengths=lengths)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tests": "tea"}, "test 'tea' is unknown"),
        ({"tests": ["t", "sgn"]}, "test 'sgn' is unknown; did you mean sign"),
        ({"tests": []}, "a study needs a test"),
        ({"tests": "dunnett"}, "dunnett compares with one baseline, and a study compares all pairs"),
        ({"alpha": 0}, "alpha=0 must be a number"),
    ],
)
def test_refused_before_anything_is_scored(runs, options, message, monkeypatch):
    monkeypatch.setattr("intervale.stats.interval_study._own", None)
    with pytest.raises(iv.OptionError, match=message):
        iv.study(runs, ["P"], lengths=[3], **options)


def test_one_topic_is_not_enough(runs):
    with pytest.raises(iv.OptionError, match="a study needs at least two topics, found 1"):
        iv.study(runs.subset(topics=runs.topics[:1]), "P", lengths=5)


def test_one_system_is_not_enough():
    with pytest.raises(iv.OptionError, match="a study needs at least two systems, found 1"):
        iv.study(iv.evaluate({"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}}), "P", lengths=5)


def test_scores_alone_are_not_enough():
    with pytest.raises(iv.IntervaleError, match="judged runs"):
        iv.study(iv.read_scores({"A": [1, 2], "B": [2, 1]}, measure="M", scale="interval"))
    with pytest.raises(iv.OptionError, match="integer grades"):
        iv.study(iv.evaluate({"q": {"a": 0.5}}, {"A": {"q": {"a": 1.0}}}))


def test_the_same_whoever_counts(runs, study):
    again = iv.study(runs, SOME, lengths=[8, 3, 3], workers=2, executor="threads")
    assert study_document(again) == study_document(study)


def test_one_long_table(study):
    table = study.to_arrow()
    assert table.num_rows == len(study.own) + 2 * 6 + 4 * len(study.decisions)
    assert set(table["table"].to_pylist()) == {"own", "among", "decisions"}


def test_sentences(study):
    first, second, third = study_sentences(study)
    assert re.match(r"At length 8, \d of 4 measures rank 12 systems on 25 topics as their interval forms do", first)
    assert second.startswith("On the interval scale correlations among measures are up to ")
    assert f"on average over {study.overall()[1]} combinations of a measure and a test" in third


def test_the_page_needs_nothing_else(study):
    pytest.importorskip("altair", reason="needs altair: pip install 'intervale[report]'")
    page = study_page(study, ["qrels.txt", "<runs>"])
    assert page.count("<svg") == 2
    assert "&lt;runs&gt;" in page
    links = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert [link for link in links if not link.startswith("#")] == []
    assert all(sentence in page for sentence in study_sentences(study))


def test_the_measures_of_the_paper(runs):
    found = iv.study(runs, lengths=[2])
    assert found.measures == MEASURES
    assert all(one.tau is not None and not math.isnan(one.tau) for one in found.own if one.tie_rule == "unq")
    json.dumps(study_document(found), allow_nan=False)


# ------------------------------------------------------------ measures of one's own


@pytest.mark.parametrize(("own", "same"), [(share, "P"), (exact_share, "P"), (first_relevant, "RR")])
def test_a_measure_of_ones_own_is_cut_at_each_length(runs, own, same):
    found, known = (iv.study(runs, [one], lengths=[3, 6], tests=["t", "sign"]) for one in (own, same))
    assert [(one.length, one.tie_rule, one.why) for one in found.own] == [
        (one.length, one.tie_rule, "") for one in known.own
    ]
    assert [one.tau for one in found.own] == pytest.approx([one.tau for one in known.own], abs=1e-12)
    for one, other in zip(found.decisions, known.decisions, strict=True):
        assert (one.measure, one.significant, one.s2ns, one.ns2s) == (
            str(own),
            other.significant,
            other.s2ns,
            other.ns2s,
        )


def test_an_exact_version_tells_the_scale(runs):
    """P is on an interval scale, which floats cannot prove."""
    exact, floats, known = (
        [cell.averaged for cell in iv.study(runs, one, lengths=3, tests="t").decisions]
        for one in (exact_share, share, "P")
    )
    assert (exact, floats, known) == ([False], [True], [False])


@pytest.mark.parametrize("length", [1, 4, 1000])
def test_runs_are_cut_or_filled_up(runs, length):
    judged = runs.needed_runs("a test")
    assert judged.depth not in (1, 4, 1000)
    cut = CutMeasure(share, "share", length)
    np.testing.assert_allclose(cut.score(judged), iv.parse_measure(f"P@{length}").score(judged), rtol=1e-14)
    assert (str(cut), cut.cutoff) == (f"share@{length}", length)
    assert pickle.loads(pickle.dumps(cut)) == cut != CutMeasure(share, "share", length + 1)


def test_what_the_judgments_of_a_topic_give(runs):
    """The recall base is that of the topic; where there is no topic it has a default."""

    @iv.measure
    def recall(grades, *, recall_base=1):
        return (grades > 0).sum(-1) / np.maximum(recall_base, 1)

    found, known = (iv.study(runs, one, lengths=5, tests="t") for one in (recall, "R"))
    assert [one.tau for one in found.own] == pytest.approx([one.tau for one in known.own], abs=1e-12)
    assert found.decisions[0].recall_based


def test_a_cell_says_why_there_is_none(runs):
    found = iv.study(runs, [found_share, broken, share, exact_share, constant, "P"], lengths=[3, 12], tests="t")
    cells = {(one.measure, one.length, one.tie_rule): one for one in found.own}
    assert "needs recall_base" in cells["found_share", 3, "unq"].why
    assert "ValueError: out of order" in cells["broken", 3, "mid"].why
    assert cells["share", 3, "unq"].why == ""
    assert "runs drawn at random" in cells["share", 12, "unq"].why
    assert cells["share", 12, "mid"].tau is not None
    assert "too many to check" in cells["exact_share", 12, "unq"].why
    assert "are equal to 8 decimals" in cells["constant", 3, "unq"].why
    assert {one.measure for one in found.decisions} == {"P", "share"}
    assert found.placed == ("share",)
    footer = study_tables(found)[0].footer
    assert len([note for note in footer if "needs recall_base" in note]) == 1
    assert any(note.startswith("found_share at 3, 12: ") for note in footer)
    json.dumps(study_document(found), allow_nan=False)


def test_pictures_have_what_can_be_drawn(runs):
    pytest.importorskip("altair", reason="needs altair: pip install 'intervale[report]'")
    found = iv.study(runs, [found_share, constant, share], lengths=[3], tests="t")
    for chart in (value_curves(found), spacing_strips(found)):
        text = json.dumps(chart.to_dict())
        assert re.search(r"not drawn: found_share[^;]*, constant", text)
        assert '"measure": "share"' in text


def test_a_function_as_it_is(runs):
    def first(grades):
        return grades[..., 0]

    found = iv.study(runs, first, lengths=2, tests="t")
    assert found.measures == ("first",)
    assert found.definitions["first"].defined_by == "function"


# ------------------------------------------------------------ notes


def test_a_word_is_explained_where_it_comes_first(study):
    notes = study_notes(study)
    assert study_document(study)["notes"] == notes
    assert all(note.startswith(bare) for note, bare in zip(notes, study.notes, strict=True))
    for word, meant in EXPLAINED.items():
        having = [note for note in notes if word in note.replace(meant, "")]
        assert [meant in note for note in having] == ([True] + [False] * len(having))[: len(having)], word
    words = [word for word in EXPLAINED if any(word in note for note in study.notes)]
    assert words == ["effective number of topics", "a surrogate", "top grade"]


def test_bounds_are_explained(study):
    opened = replace(study, notes=("AP at 60: open within bounds", "P: 3 decisions are open within bounds"))
    assert study_notes(opened) == [f"AP at 60: open within bounds ({EXPLAINED['bounds']})", opened.notes[1]]


@pytest.mark.parametrize(
    ("opened", "said"), [(1, "1 decision is open within bounds, and counts"), (2, "2 decisions are")]
)
def test_one_open_decision_is_one(opened, said):
    found = SimpleNamespace(tests={"t": SimpleNamespace(opened=np.array([opened]))}, interval={})
    (note,) = interval_study._open_notes([], SimpleNamespace(measures={"AP": found}))
    assert note.startswith(f"AP: {said}")
