"""The exact constant of a topic, against the floats that scores are divided by."""

import random
from fractions import Fraction

import numpy as np
import pytest

from intervale.data import read_qrels
from intervale.data.policy import Policy
from intervale.data.pool import Pool
from intervale.errors import MeasureError
from intervale.exact import EXACT
from intervale.exact.logsum import exact_sum
from intervale.measures import CATALOGUE, parse_measure
from tests.oracle.topics import ideal_by_documents

EXPONENTIAL = "gains={1:1,2:3,3:7}"
MEASURES = [
    *("P@3", "P(relative=True)@3", "P(relative=True,rel=2)@5", "R", "R@4", "R(rel=2)", "Success@3", "Success(rel=2)@3"),
    *("F@3", "F(beta=2)@5", "F(rel=2)@3", "F(graded=True)@4", f"F(graded=True,beta=0.5,{EXPONENTIAL})@2"),
    *("gP@3", f"gP({EXPONENTIAL})@3", "gR", "gR@3", f"gR({EXPONENTIAL})", "gR(literal=True)", "gR(max_rel=2)"),
    *(f"gR(literal=True,{EXPONENTIAL},max_rel=2)", "gR(literal=True,max_rel=5)"),
    *("AP", "AP@4", "AP(rel=2)", "AP(relative=True)@4", "AP(relative=True,rel=2)@3", "GMAP", "RR", "RR(rel=2)"),
    *("ERR", "ERR@3", "ERR(max_rel=4)", "RBP", "RBP(p=0.5)@3", "RBP(p=0.5,normalised=True)@3"),
    *("gRBP", "gRBP(max_rel='topic')", f"gRBP(max_rel='topic',{EXPONENTIAL})@2", "gRBP(max_rel=2)", "INSQ"),
    *("DCG", "DCG(base=2)@3", "nDCG", "nDCG@3", "nDCG(base=2)@5", "nDCG(base=10)", "nDCG(dcg='exp-log2')@4"),
    *(f"nDCG({EXPONENTIAL})", f"nDCG(base=3,{EXPONENTIAL})@4", "nDCG(base=2.5)", "SBPO@3", "RBTO@3", "RBPO@3"),
]
TOPICS = 40


def collection(seed: int, top: int):
    """Random topics, some without a relevant document or without any document of some grade."""
    draw = random.Random(seed)
    qrels = {
        f"q{number}": {
            f"d{place}": draw.choice(draw.choice([range(top + 1), [0], [0, 1], [top], [0, top]]))
            for place in range(draw.choice([1, 2, 5, 12]))
        }
        for number in range(TOPICS)
    }
    qrels["all"] = {f"d{grade}": grade for grade in range(top + 1)}
    judged = Pool.of(read_qrels(qrels), Policy(grades=top)).topics
    counts = {name: np.bincount(list(qrels[name].values()), minlength=top + 1).tolist() for name in judged.names}
    return judged, counts


def test_every_folded_measure_with_floats_is_here():
    known = {parse_measure(text).name for text in MEASURES}
    assert known == {name for name, kind in CATALOGUE.items() if kind.has_fold} - {"SBTO"}


@pytest.mark.parametrize("text", MEASURES)
@pytest.mark.parametrize("top", [1, 2, 3])
def test_the_inverse_is_what_a_value_of_1_is_worth(text, top):
    if text.startswith("RBPO") and top > 1:
        pytest.skip("RBPO is binary")
    judged, counts = collection(7, top)
    measure = parse_measure(text).on_space(None, top)
    worth = measure.topic_constants(judged)
    for name, expected in zip(judged.names, worth, strict=True):
        divisor = measure.divisor(counts[name], top)
        assert divisor >= 0
        if measure.name == "INSQ":  # divided by one number for all topics, which exact values leave out
            assert divisor == 1
            assert expected == worth[0]
            continue
        inverse = 1 / float(divisor) if divisor else 0.0
        assert inverse == pytest.approx(float(expected), rel=1e-12), (name, counts[name])


def test_documents_that_are_not_relevant_change_nothing():
    for text in (text for text in MEASURES if not text.startswith("RBPO")):
        measure = parse_measure(text).on_space(None, 2)
        assert measure.divisor((0, 3, 2), 2) == measure.divisor((500, 3, 2), 2), text
        assert (measure.divisor((4, 0, 0), 2) == 0) == (measure.divisor((0, 0, 0), 2) == 0)


def test_sbto_has_no_constant():
    assert parse_measure("SBTO@4").divisor((9, 2, 1), 2) == Fraction(1)


@pytest.mark.parametrize("text", [name for name, kind in CATALOGUE.items() if not kind.has_fold])
def test_others_say_why_they_have_none(text):
    measure = parse_measure({"IPrec": "IPrec@0.5", "Unjudged": "Unjudged@3"}.get(text, text))
    with pytest.raises(MeasureError, match="has no exact value on a topic"):
        measure.divisor((0, 3), 1)


@pytest.mark.parametrize(
    "text", ["nDCG", "nDCG@3", "nDCG(base=2)@5", "nDCG(dcg='exp-log2')@4", "nDCG(gains={1:2,2:2})@4"]
)
@pytest.mark.parametrize("judged", [(0, 0, 0), (3, 0, 0), (2, 1, 2), (0, 4, 1), (9, 0, 6)])
def test_the_ideal_document_by_document(text, judged):
    measure = parse_measure(text)
    slow = exact_sum(gain * measure.weight(rank, EXACT) for gain, rank in ideal_by_documents(measure, judged, 2))
    assert measure.divisor(judged, 2) == slow


def test_the_ideal_of_many_documents_ends_at_the_cutoff():
    many = (10**9, 10**9)
    assert parse_measure("nDCG@3").divisor(many, 1) == parse_measure("nDCG@3").divisor((0, 3), 1)
    assert parse_measure("nDCG").divisor((10**9, 2), 1) == parse_measure("nDCG").divisor((0, 2), 1)
    with pytest.raises(MeasureError, match="more than 2,000 documents with gain is too long; use a cutoff"):
        parse_measure("nDCG").divisor(many, 1)
