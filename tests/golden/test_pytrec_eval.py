"""pytrec_eval (trec_eval 9 in Python), to 1e-12: graded judgments of TREC 2003 Robust, and random data with many ties.

trec_eval 9 and pytrec_eval keep scores as float32, so ties="trec9". Interpolated precision (``iprec_at_recall``,
``11pt_avg``) is left out: trec_eval 10 rounds the wanted number of documents to the nearest, trec_eval 9 took
⌊ρ · RB + 0.9⌋. Per topic, ``gm_map`` and ``gm_bpref`` are logarithms there and plain values here.
"""

import gzip
import lzma
import math

import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

import intervale as iv
from tests.sizes import MORE
from tests.strategies import Collection, cases, collections

SINGLE = [
    *("map", "Rprec", "bpref", "recip_rank", "infAP", "ndcg", "num_q", "num_ret", "num_rel", "num_rel_ret"),
    *("num_nonrel_judged_ret", "set_P", "set_relative_P", "set_recall", "set_map", "set_F", "gm_map", "gm_bpref"),
]
FAMILIES = ["P", "recall", "ndcg_cut", "map_cut", "relative_P", "success", "Rprec_mult"]


def ours(name, rel):
    """The measure that a name of pytrec_eval's stands for at a level of relevance; num_ret counts everything."""
    measure = iv.parse_measure(name)
    return type(measure)(**vars(measure) | {"rel": rel}) if measure.rel is not None and name != "num_ret" else measure


def compare(qrels, runs, rel=1, names=(*SINGLE, *FAMILIES)):
    """All measures of all runs on all topics that both have; how many values were compared."""

    def theirs_of(run):
        return pytrec_eval.RelevanceEvaluator(qrels, set(names), relevance_level=rel).evaluate(run)

    theirs = {system: theirs_of(run) for system, run in runs.items()}
    asked = {name: ours(name, rel) for topics in theirs.values() for values in topics.values() for name in values}
    table = iv.evaluate(qrels, runs, asked, ties="trec9", missing="drop")
    compared = 0
    for system, topics in theirs.items():
        for name in asked:
            scores = table.by_topic(system, name)
            for topic, values in topics.items():
                wanted = math.exp(values[name]) if name.startswith("gm_") else values[name]
                got = max(scores[topic], 1e-5) if name.startswith("gm_") else scores[topic]
                assert math.isclose(got, wanted, rel_tol=1e-12, abs_tol=1e-15), (system, name, topic)
                compared += 1
            together = pytrec_eval.compute_aggregated_measure(name, [values[name] for values in topics.values()])
            assert table.mean(system, name) == pytest.approx(together, rel=1e-12, abs=1e-15), (system, name)
    return compared


# ---------------------------------------------------------------- TREC 2003 Robust


@pytest.fixture(scope="module")
def robust(shared_data):
    """Judgments and runs as dictionaries, read without the package; every third run where time is short."""
    folder = shared_data("trec-robust2003")
    qrels = plain_qrels(folder / "qrels.robust03.txt.gz")
    paths = sorted((folder / "runs").glob("*.xz"))
    assert len(paths) == 17
    return qrels, {path.name.split(".")[1]: plain_run(path) for path in (paths if MORE else paths[::3])}


def plain_qrels(path):
    qrels = {}
    with gzip.open(path, "rt") as file:
        for line in file:
            topic, _, document, grade = line.split()
            qrels.setdefault(topic, {})[document] = int(grade)
    return qrels


def plain_run(path):
    run = {}
    with lzma.open(path, "rt") as file:
        for line in file:
            topic, _, document, _, score, _ = line.split()
            run.setdefault(topic, {})[document] = float(score)
    return run


@pytest.mark.parametrize("rel", [1, 2])
def test_all_runs_of_robust_2003(robust, rel):
    qrels, runs = robust
    assert compare(qrels, runs, rel) == len(runs) * 100 * (18 + 5 * 9 + 3 + 10)


def test_files_give_the_same_scores_as_dictionaries(robust, shared_data):
    qrels, runs = robust
    folder = shared_data("trec-robust2003")
    names = ["map", "ndcg", "bpref", "num_ret"]
    files = {name: folder / "runs" / f"input.{name}.xz" for name in runs}
    read = iv.evaluate(folder / "qrels.robust03.txt.gz", files, names, ties="trec9")
    given = iv.evaluate(qrels, runs, names, ties="trec9")
    assert (read.values == given.values).all()
    assert (read.systems, read.topics) == (given.systems, given.topics)


# ---------------------------------------------------------------- random data

CLOSE = [1.0, 1.0, 1.0 + 1e-9, 1.0 - 1e-9, 0.5, 2.0, 1e-30, -1.0, 3e38]
"""Scores that are equal as float32, though not all as float64."""


@st.composite
def tied_collections(draw):
    """Every topic has a judged document: on one without, pytrec_eval's ndcg reads past its array and may hang."""
    collection = draw(collections(st.integers(-2, 3)))
    scores = st.sampled_from(CLOSE)
    qrels = {topic: inner | {"always judged": 0} for topic, inner in collection.qrels.items()}
    runs = {s: {t: {d: draw(scores) for d in a} for t, a in run.items()} for s, run in collection.runs.items()}
    return Collection(qrels, runs)


@cases(150)
@given(tied_collections(), st.integers(1, 3))
def test_random_data(collection, rel):
    names = [*SINGLE, *(f"{family}.1,2,3,7,20" for family in FAMILIES)]
    compare(collection.qrels, collection.runs, rel, names)
