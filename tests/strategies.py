"""What Hypothesis draws: measures of the whole catalogue, and small collections with everything that is awkward."""

from dataclasses import dataclass, fields
from fractions import Fraction

from hypothesis import Phase, settings
from hypothesis import strategies as st

from intervale.measures import CATALOGUE, Measure
from intervale.measures.cumulated import DCG
from intervale.measures.persistence import gRBP
from intervale.measures.precision import F


def cases(count: int) -> settings:
    """So many examples. Those that fail are shown as they are: collections are small, and shrinking takes minutes."""
    return settings(max_examples=count, phases=(Phase.explicit, Phase.generate))


RECALL = [0, 0.1, 0.2, 0.25, 0.35, 0.5, 0.7, 1, Fraction(1, 3)]
GAINS = [0, 0.5, 1, 2, 3, 7.25, 10, Fraction(1, 3)]
VALUES = {
    "cutoff": [*range(1, 12), 30],
    "rel": [1, 2, 3],
    "judged_only": [False, True],
    "relative": [False, True],
    "graded": [False, True],
    "literal": [False, True],
    "normalised": [False, True],
    "gains": [{}, {1: 3}, {2: 3, 3: 7}, {0: 0.5, 4: Fraction(1, 3)}, {1: 0, 2: 0, 3: 0}],
    "whole gains": [{}, {1: 3}, {0: 2, 2: 3, 3: 7}, {1: 0, 2: 0, 3: 0}, {1: 200}],
    "stop": [None, {1: 0.25, 2: 0.75, 3: 1, 4: 1, 5: 1}, dict.fromkeys(range(1, 6), Fraction(1, 3))],
    "max_rel": [None, 1, 2, 5],
    "dcg": ["log2", "exp-log2"],
    "base": [None, 2, 3, 10, 2.5, 1.5, Fraction(4, 3)],
    "p": [0.1, 0.5, 0.8, 0.95, Fraction(1, 3), Fraction(2, 7)],
    "beta": [1, 0.5, 2, Fraction(1, 3)],
    "T": [1, 2, 3.5, 10, 0.75, Fraction(5, 3)],
    "mult": [1, 0.2, 0.35, 1.6, 5, Fraction(1, 3)],
    "recall": RECALL,
    "levels": [(0.5,), (0, 1), (0.25, 0.5, 0.75), (Fraction(1, 3), 0.1)],
}
"""Values that each parameter may have."""
PARAMETERS = {name: st.sampled_from(values) for name, values in VALUES.items()} | {
    "gains": st.dictionaries(st.integers(0, 4), st.sampled_from(GAINS), max_size=4),
    "levels": st.lists(st.sampled_from(RECALL), min_size=1, max_size=4).map(tuple),
    "stop": st.lists(st.sampled_from(RECALL), min_size=5, max_size=5).map(lambda x: dict(enumerate(sorted(x), 1))),
}
RULES = {"whole gains": st.dictionaries(st.integers(0, 4), st.integers(0, 9), max_size=4)}
"""The same for parameters that follow another rule in some measures."""


@st.composite
def measures(draw: st.DrawFn, kind: type[Measure] | None = None) -> Measure:
    """A measure of the catalogue (of one kind, if asked) with any of its parameters set. One that needs a cutoff has
    one.
    """
    kind = kind or draw(st.sampled_from(list(CATALOGUE.values())))
    given = {}
    for field in fields(kind):
        needed = field.name == "recall" or (field.name == "cutoff" and (kind.needs_cutoff or given.get("normalised")))
        if needed or draw(st.booleans()):
            given[field.name] = draw(RULES.get(kind.rules.get(field.name, ""), PARAMETERS[field.name]))
    if issubclass(kind, gRBP) and draw(st.booleans()):
        given["max_rel"] = "topic"
    if issubclass(kind, DCG) and given.get("dcg") == "exp-log2":
        given.pop("gains", None)
    if given.get("stop"):
        given.pop("gains", None)
        given.pop("max_rel", None)
    if issubclass(kind, F) and not given.get("graded"):
        given.pop("gains", None)
        given.pop("max_rel", None)
    return kind(**given)


@dataclass(frozen=True)
class Collection:
    """Judgments {topic: {document: grade}} and runs {system: {topic: {document: score}}}."""

    qrels: dict[str, dict[str, int]]
    runs: dict[str, dict[str, dict[str, float]]]


TOPICS = ["t1", "t2", "t3"]
DOCUMENTS = [f"d{i}" for i in range(9)] + ["D", "é", "d10"]
SCORES = [3.0, 2.0, 2.0, 1.0, 0.5, -1.0, -0.0, 0.0]


GRADES = st.integers(-2, 4)


@st.composite
def collections(draw: st.DrawFn, grades: st.SearchStrategy[int] = GRADES) -> Collection:
    """Three topics and two systems: tied scores, unjudged and pooled-unjudged documents, missing topics, topics
    without a relevant document, topics that were not judged.
    """
    qrels = {t: draw(st.dictionaries(st.sampled_from(DOCUMENTS), grades, min_size=1)) for t in TOPICS}
    answer = st.dictionaries(st.sampled_from(DOCUMENTS), st.sampled_from(SCORES), min_size=1)
    runs = {}
    for system in ("A", "B"):
        runs[system] = draw(st.dictionaries(st.sampled_from([*TOPICS, "not judged"]), answer))
        runs[system]["t1"] = draw(answer)
    return Collection(qrels, runs)
