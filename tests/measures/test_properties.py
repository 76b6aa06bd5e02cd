"""What holds for many measures at once, on any collection."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import intervale as iv
from intervale.measures import CATALOGUE
from intervale.measures.interval import RBPO
from tests.strategies import cases, collections, measures


def has(kind, parameter):
    return parameter in {field.name for field in fields(kind)}


WITH_JUDGED_ONLY = [kind for kind in CATALOGUE.values() if has(kind, "judged_only")]
WITH_CUTOFF = [kind for kind in CATALOGUE.values() if has(kind, "cutoff") and kind is not RBPO]  # which is binary
IN_UNIT = [name for name, measure in CATALOGUE.items() if measure.in_unit]


@cases(200)
@given(collections(), st.sampled_from(WITH_JUDGED_ONLY).flatmap(measures))
def test_judged_only_is_the_run_without_unjudged_documents(collection, measure):
    def judged(topic, answer):
        grades = collection.qrels.get(topic, {})
        return {document: score for document, score in answer.items() if grades.get(document, -1) >= 0}

    left = {s: {t: judged(t, answer) for t, answer in run.items()} for s, run in collection.runs.items()}
    if not all(any(run.values()) for run in left.values()):
        return
    whole = iv.evaluate(collection.qrels, collection.runs, [replace(measure, judged_only=True)])
    short = iv.evaluate(collection.qrels, left, [replace(measure, judged_only=False)])
    assert whole.values == pytest.approx(short.values, rel=1e-12, abs=1e-15)


@cases(200)
@given(collections(), st.sampled_from(WITH_CUTOFF).flatmap(measures), st.integers(1, 8))
def test_a_cutoff_is_the_run_cut_there(collection, measure, cutoff):
    """@k on the whole run is @k on its first k documents."""
    if measure.judged_only:
        measure = replace(measure, judged_only=False)
    measure = replace(measure, cutoff=cutoff)
    whole = iv.evaluate(collection.qrels, collection.runs, [measure])
    cut = iv.evaluate(collection.qrels, collection.runs, [measure], depth=cutoff)
    assert whole.values == pytest.approx(cut.values, rel=1e-12, abs=1e-15)


@cases(100)
@given(collections(), st.sampled_from(IN_UNIT).flatmap(lambda name: measures(CATALOGUE[name])))
def test_scores_lie_between_0_and_1(collection, measure):
    scores = iv.evaluate(collection.qrels, collection.runs, [measure]).values
    assert (scores >= 0).all()
    assert (scores <= 1 + 1e-12).all()


@cases(50)
@given(collections(), st.randoms(use_true_random=False))
def test_the_order_of_documents_in_the_input_does_not_matter(collection, random):
    def shuffled(mapping):
        keys = list(mapping)
        random.shuffle(keys)
        return {key: shuffled(mapping[key]) if isinstance(mapping[key], dict) else mapping[key] for key in keys}

    names = ["AP", "nDCG@3", "Bpref", "infAP", "INST", "RBPresid", "Judged@2"]
    one = iv.evaluate(collection.qrels, collection.runs, names)
    runs = {system: shuffled(run) for system, run in collection.runs.items()}
    two = iv.evaluate(shuffled(collection.qrels), runs, names)
    assert np.array_equal(one.values, two.values)
