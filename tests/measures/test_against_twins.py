"""Every measure against its slow twin (tests/oracle/measures.py), on small and awkward collections."""

from dataclasses import fields
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

import intervale as iv
from intervale.measures import CATALOGUE
from intervale.measures.interval import RBPO
from tests.oracle.measures import TWINS, Topic
from tests.sizes import MORE
from tests.strategies import Collection, cases, collections, measures


def parameters(measure):
    """The parameters of a measure by name, numbers as floats unless they are whole."""
    given = {field.name: getattr(measure, field.name) for field in fields(measure)}
    as_float = ("p", "base", "beta", "T")
    return {name: float(x) if name in as_float and x is not None else x for name, x in given.items()}


def binary(collection):
    """The same collection with grades of 1 at most."""
    qrels = {topic: {d: min(grade, 1) for d, grade in inner.items()} for topic, inner in collection.qrels.items()}
    return Collection(qrels, collection.runs)


def ranked(answer, depth=None):
    """Documents by score downwards, equal scores by id downwards: trec_eval's order."""
    return sorted(answer, key=lambda document: (answer[document], document.encode()), reverse=True)[:depth]


def topic_of(collection, system, topic, top, depth):
    judgments = collection.qrels[topic]
    answer = collection.runs[system].get(topic, {})
    run = [None if (grade := judgments.get(d)) is None else max(grade, -1) for d in ranked(answer, depth)]
    return Topic(run, [grade for grade in judgments.values() if grade >= 0], top)


def test_every_measure_has_a_twin():
    assert set(TWINS) == set(CATALOGUE)


@pytest.mark.parametrize("kind", CATALOGUE.values(), ids=list(CATALOGUE))
@cases(25 if MORE else 12)
@given(data=st.data())
def test_scores_are_those_of_the_twin(kind, data):
    collection = data.draw(collections())
    asked = data.draw(st.lists(measures(kind), min_size=1, max_size=6, unique_by=str))
    depth = data.draw(st.none() | st.integers(1, 6))
    if kind is RBPO:
        collection = binary(collection)
    largest = max(1, *(grade for inner in collection.qrels.values() for grade in inner.values()))
    top = data.draw(st.integers(largest, 1 if kind is RBPO else 5))
    table = iv.evaluate(collection.qrels, collection.runs, asked, depth=depth, grades=top)
    for system in collection.runs:
        seen = {topic: topic_of(collection, system, topic, top, depth) for topic in table.topics}
        for measure in asked:
            for topic, score in table.by_topic(system, str(measure)).items():
                wanted = TWINS[measure.name](seen[topic], **parameters(measure))
                assert isclose(score, wanted, rel_tol=1e-12, abs_tol=1e-15), (measure, seen[topic])
