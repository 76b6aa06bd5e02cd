"""The values that a topic can reach, against all runs that it allows: exact, and in floats by evaluation."""

from fractions import Fraction
from itertools import product

import pytest

import intervale as iv
from intervale.errors import MeasureError, OptionError
from intervale.measures import CATALOGUE, parse_measure
from intervale.scales import interval_scale
from intervale.scales import topic_values as module
from intervale.scales.topic_values import most_topic_values
from intervale.scales.topic_values import topic_values as values_of
from tests.oracle.topics import sorted_quotients, topic_value

EXPONENTIAL = "gains={1:1,2:3}"
MEASURES = [
    *("P@3", "P(relative=True)@3", "P(rel=2)@3", "R@3", "R@2", "F@3", "F(beta=2)@3", "F(graded=True)@3"),
    *("gP@3", f"gP({EXPONENTIAL})@3", "gR@3", "gR(literal=True)@3", "Success@3", "AP@3", "AP@2", "AP(relative=True)@3"),
    *("GMAP@3", "RR@3", "RR(rel=2)@3", "ERR@3", "ERR(max_rel=4)@3", "RBP@3", "RBP(p=0.5)@3", "gRBP@3"),
    *("gRBP(max_rel='topic')@3", "INSQ@3", "DCG@3", "nDCG@3", "nDCG@2", "nDCG(base=2)@3", "nDCG(dcg='exp-log2')@3"),
    *("SBTO@3", "SBPO@3", "RBTO@3", "RBPO@3"),
]
TOPICS = {1: [(0, 1), (7, 2), (0, 3), (2, 40)], 2: [(0, 1, 1), (3, 0, 2), (0, 5, 0), (1, 2, 9)]}
CASES = [
    (text, judged)
    for text in MEASURES
    for top, topics in TOPICS.items()
    for judged in topics
    if not (text.startswith("RBPO") and top > 1)
]


def allowed(length, judged):
    """All runs of a length with no more documents of a grade than there are."""
    top = len(judged) - 1
    for run in product(range(top + 1), repeat=length):
        if all(run.count(grade) <= judged[grade] for grade in range(1, top + 1)):
            yield run


def reaches_nothing(measure, judged):
    divisor = measure.on_space(3, len(judged) - 1).divisor(judged, len(judged) - 1)
    return divisor == 0


def test_every_folded_measure_is_here():
    assert {parse_measure(text).name for text in MEASURES} == {n for n, kind in CATALOGUE.items() if kind.has_fold}


@pytest.mark.parametrize(("text", "judged"), CASES)
def test_all_values_are_those_of_all_runs(text, judged):
    measure = parse_measure(text)
    for length in (3, 4):
        if reaches_nothing(measure, judged):
            with pytest.raises(OptionError, match="without a relevant document"):
                values_of(measure, judged, length)
            continue
        listed = values_of(measure, judged, length)
        scored = sorted_quotients(topic_value(measure, run, judged) for run in allowed(length, judged))
        assert listed == scored
        assert most_topic_values(measure, judged, length) >= len(listed)


def scored(measure, judged, runs):
    """The scores of runs by :func:`intervale.evaluate`, where documents that run out are not judged."""
    names = [(grade, number) for grade, count in enumerate(judged) for number in range(count)]
    qrels = {f"t{place}": {f"g{g}n{n}": g for g, n in names} for place in range(len(runs))}
    retrieved = {}
    for place, run in enumerate(runs):
        used = dict.fromkeys(range(len(judged)), 0)
        documents = []
        for rank, grade in enumerate(run):
            documents.append(f"g{grade}n{used[grade]}" if used[grade] < judged[grade] else f"other{rank}")
            used[grade] += 1
        retrieved[f"t{place}"] = documents
    found = iv.evaluate(qrels, {"A": retrieved}, {"m": measure}, grades=len(judged) - 1)
    return {topic: found.values[0, 0, number] for number, topic in enumerate(found.topics)}


@pytest.mark.parametrize(("text", "judged"), CASES)
def test_exact_values_are_the_scores(text, judged):
    measure = parse_measure(text)
    if reaches_nothing(measure, judged):
        return
    runs = list(allowed(3, judged))
    floats = scored(measure, judged, runs)
    own = 1.0
    if measure.name == "INSQ":  # whose own constant exact values leave out
        own = sum(1 / (rank + 1) ** 2 for rank in (1, 2, 3))
    for place, run in enumerate(runs):
        exact = float(topic_value(measure, run, judged)) / own
        assert floats[f"t{place}"] == pytest.approx(exact, rel=1e-12, abs=1e-15), run


@pytest.mark.parametrize("text", ["P@6", "R@6", "gP@6", f"gR({EXPONENTIAL})@6", "F(graded=True)@4", "SBPO@5"])
@pytest.mark.parametrize("judged", [(0, 2, 1), (0, 9, 3), (5, 0, 4), (0, 4, 0)])
def test_counting_documents_gives_what_listing_runs_gives(text, judged):
    measure = parse_measure(text).on_space(6, 2)
    divisor = measure.divisor(judged, 2)
    listed = interval_scale(measure, length=6, grades=2, most=judged[1:]).values
    assert values_of(measure, judged, 6) == [value / divisor for value in listed]


@pytest.mark.parametrize("text", ["RR@8", "Success@8", "RR(rel=2)@8"])
def test_one_document_reaches_all_values(text, monkeypatch):
    """By the values of runs with one relevant document, as where runs are many, and by all runs."""
    measure, judged = parse_measure(text), (0, 2, 3)
    once = values_of(measure, judged)
    monkeypatch.setattr(module, "MOST_COMBINATIONS", 0)
    module._reached.cache_clear()
    assert values_of(measure, judged) == once
    assert module.of_one_document(measure, 8, judged[1:]) == tuple(once)
    assert module.of_one_document(parse_measure("ERR@8"), 8, judged[1:]) is None
    module._reached.cache_clear()


def test_real_sizes():
    assert len(values_of(parse_measure("R@1000"), (0, 347))) == 348
    assert values_of(parse_measure("P@1000"), (0, 2)) == [0, Fraction(1, 1000), Fraction(1, 500)]
    assert len(values_of(parse_measure("RR@1000"), (0, 17))) == 1001
    assert len(values_of(parse_measure("gR@1000"), (0, 300, 40))) == 381


@pytest.mark.parametrize("text", ["AP@1000", "RBP@1000", "nDCG@1000", "DCG@100", "ERR@300"])
def test_too_many_values_are_refused_at_once(text):
    with pytest.raises(OptionError, match="too many values on a topic to list them; use a smaller cutoff"):
        values_of(parse_measure(text), (0, 300))


def test_runs_that_a_topic_does_not_allow():
    with pytest.raises(MeasureError, match="is not a run of a topic with 1 documents of grade 1"):
        topic_value(parse_measure("AP@3"), (1, 1, 0), (0, 1))


def test_measures_without_exact_values():
    with pytest.raises(MeasureError, match="has no exact value"):
        topic_value(parse_measure("Rprec"), (1, 0), (0, 1))
