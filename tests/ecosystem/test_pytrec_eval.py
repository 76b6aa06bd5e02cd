"""``RelevanceEvaluator`` beside the real pytrec_eval: the same keys, topics and numbers, to 1e-12; and what the real
repro_eval does with the dictionaries.

Where nothing was retrieved for a topic, interpolated precision divides 0 by 0 there, and is 0 here. ``runid`` is 0
there, and left out here.
"""

import gzip
import lzma
import math
import random
import warnings

import pytest
import pytrec_eval as theirs

import intervale as iv
from intervale.integrations import pytrec_eval as ours

BOTH = sorted(ours.supported_measures & set(theirs.supported_measures))
FAMILIES = ["P", "recall", "ndcg_cut", "map_cut", "relative_P", "success", "Rprec_mult"]
WRITTEN = [*(f"{family}.1,2,3,7,20" for family in FAMILIES), "iprec_at_recall.0.15,0.5", "set_F.0.5", "11pt_avg.0.25,1"]
ASKED = [BOTH, WRITTEN, ["official"], ["P_5", "P_10", "P", "ndcg_cut.3"], ["official", "P_3"], ["num_q", "ndcg", "map"]]


def drawn(seed):
    """Four topics with negative grades and ties, also of scores that are equal as float32; some retrieve nothing, some
    are not judged. Every topic has a judged document: on one without, pytrec_eval may hang.
    """
    draw = random.Random(seed)
    scores = [1.0, 1.0, 1 + 1e-9, 0.5, 2.0, -1.0]
    qrels = {
        f"q{t}": {f"d{i}": draw.choice([-1, 0, 0, 1, 2, 3]) for i in draw.sample(range(12), draw.randint(1, 8))}
        for t in range(4)
    }
    run = {
        f"q{t}": {f"d{i}": draw.choice(scores) for i in draw.sample(range(14), draw.randint(0, 10))}
        for t in range(6)
        if draw.random() < 0.8
    }
    return {topic: inner | {"always judged": 0} for topic, inner in qrels.items()} | {"empty": {}}, run


def compare(qrels, runs, measures, level=1, judged_only=False):
    """The two evaluators on runs; how many values were compared."""
    first = theirs.RelevanceEvaluator(qrels, set(measures), level, judged_only)
    second = ours.RelevanceEvaluator(qrels, set(measures), level, judged_only)
    compared = 0
    for run in runs:
        wanted, found = first.evaluate(run), second.evaluate(run)
        assert list(found) == list(wanted)
        for topic, values in wanted.items():
            assert found[topic].keys() == values.keys() - {"runid"}
            for name, score in found[topic].items():
                same = math.isclose(score, values[name], rel_tol=1e-12, abs_tol=1e-15)
                assert same or (score == 0.0 and math.isnan(values[name])), (topic, name, score, values[name])
                compared += 1
        for name in {name for values in found.values() for name in values}:
            scores = [values[name] for values in found.values()]
            together = theirs.compute_aggregated_measure(name, scores)
            assert ours.compute_aggregated_measure(name, scores) == pytest.approx(together, rel=1e-12, abs=1e-15)
    return compared


@pytest.mark.parametrize("judged_only", [False, True])
@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("measures", ASKED, ids=lambda names: " ".join(names)[:30])
def test_random_data(measures, level, judged_only):
    for seed in range(12):
        qrels, run = drawn(seed)
        assert compare(qrels, [run], measures, level, judged_only) > 0


def test_there_is_nothing_to_evaluate():
    qrels = {"q1": {"a": 1}, "none": {}}
    for run in ({}, {"q2": {"a": 1.0}}, {"none": {"a": 1.0}}):
        assert ours.RelevanceEvaluator(qrels, {"map"}).evaluate(run) == {}
        assert theirs.RelevanceEvaluator(qrels, {"map"}).evaluate(run) == {}
    for nothing in ({}, {"q0": {}}):
        assert ours.RelevanceEvaluator(nothing, {"map"}).evaluate({"q0": {"a": 1.0}}) == {}
        assert theirs.RelevanceEvaluator(nothing, {"map"}).evaluate({"q0": {"a": 1.0}}) == {}
    assert compare(qrels, [{"q1": {}}], {"map", "P", "num_rel", "num_q", "gm_map"}) == 13


@pytest.fixture(scope="module")
def robust(shared_data):
    """Judgments and two runs of TREC 2003 Robust, read by both."""
    folder = shared_data("trec-robust2003")
    with gzip.open(folder / "qrels.robust03.txt.gz", "rt") as file:
        lines = list(file)
    qrels = ours.parse_qrel(lines)
    assert qrels == theirs.parse_qrel(lines)
    runs = []
    for path in sorted((folder / "runs").glob("*.xz"))[:2]:
        with lzma.open(path, "rt") as file:
            lines = list(file)
        runs.append(ours.parse_run(lines))
        assert runs[-1] == theirs.parse_run(lines)
    return qrels, runs


@pytest.mark.parametrize("level", [1, 2])
def test_robust_2003(robust, level):
    qrels, runs = robust
    names = [name for name in BOTH if name != "runid"]
    assert compare(qrels, runs, names, level) == 2 * 100 * (19 + 5 * 9 + 3 + 10 + 11)


# ---------------------------------------------------------------- names

QRELS = {"q1": {"a": 2, "b": 1, "c": 0}, "q2": {"a": 1}}
RUN = {"q1": {"b": 3.0, "x": 2.0, "a": 1.0}, "q2": {"a": 1.0}}


def test_names_of_intervale_stand_beside_those_of_trec_eval():
    names = ["interval(nDCG@3)", "nDCG@3", "gRBP(p=0.5)", "ndcg_cut_3"]
    found = ours.RelevanceEvaluator(QRELS, names).evaluate(RUN)
    assert found == iv.evaluate(QRELS, {"A": RUN}, sorted(names), ties="trec9").by_topic("A")
    one = ours.RelevanceEvaluator(QRELS, names).evaluate({"q2": RUN["q2"]})
    assert one == {"q2": found["q2"]}  # the top grade is that of the judgments, whatever the run
    assert ours.compute_aggregated_measure("GMAP", [0.25, 1.0]) == pytest.approx(0.5)


def test_what_is_supported():
    left_out = {"G", "Rndcg", "binG", "ndcg_rel", "relstring", "runid", "utility"}
    assert set(theirs.supported_measures) - ours.supported_measures == left_out
    assert ours.supported_measures - set(theirs.supported_measures) == set(ours.NEWER)
    for nickname, names in ours.supported_nicknames.items():
        assert set(theirs.supported_nicknames[nickname]) - left_out == names


REFUSED = [
    (lambda: ours.RelevanceEvaluator(QRELS, {"utility"}), iv.MeasureError, "not in the catalogue"),
    (lambda: ours.RelevanceEvaluator(QRELS, {"ndgc"}), iv.MeasureError, "did you mean nDCG"),
    (lambda: ours.RelevanceEvaluator(QRELS, "map"), iv.OptionError, r"write \{'map'\}"),
    (
        lambda: ours.RelevanceEvaluator({1: {"a": 1}}, {"map"}),
        iv.InputError,
        "topic 1 is not text: write ids in quotes",
    ),
    (lambda: ours.RelevanceEvaluator({"1": {7: 1}}, {"map"}), iv.InputError, "document 7 is not text"),
    (lambda: ours.RelevanceEvaluator(QRELS, {"map"}).evaluate({1: {"a": 1.0}}), iv.InputError, "topic 1 is not"),
    (lambda: ours.RelevanceEvaluator(QRELS, {"map"}).evaluate({"q1": {7: 1.0}}), iv.InputError, "document 7 is"),
    (lambda: ours.RelevanceEvaluator(QRELS, {"AP@10"}, 2), iv.MeasureError, "write rel=2 in it"),
    (lambda: ours.RelevanceEvaluator(QRELS, {"interval(AP@10)"}, 2), iv.MeasureError, "write rel=2 in it"),
    (
        lambda: ours.parse_run(["q1 Q0 d1 1 2 t", "q1 Q0 d1 2 1 t"]),
        iv.InputError,
        "line 2: document 'd1' appears twice",
    ),
    (lambda: ours.parse_run(["q1 Q0 d1 1 2"]), iv.InputError, r"line 1: expected 6 columns \(topic, Q0, document"),
    (lambda: ours.parse_qrel(["q1 0 d1 high"]), iv.InputError, "line 1: grade 'high' is not a number"),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_refusals_say_what_to_write(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_a_name_with_its_own_level_is_taken():
    found = ours.RelevanceEvaluator(QRELS, {"AP(rel=2)@10", "map", "nDCG@2"}, 2).evaluate(RUN)
    assert found["q1"]["AP(rel=2)@10"] == found["q1"]["map"] == 1 / 3


# ---------------------------------------------------------------- dictionaries of an evaluation


def test_by_topic_is_the_dictionary_of_pytrec_eval():
    qrels, run = drawn(5)
    names = ["map", "ndcg", "recip_rank", "P_5", "ndcg_cut_10", "bpref"]
    run = {topic: found for topic, found in run.items() if found}
    wanted = theirs.RelevanceEvaluator(qrels, set(names)).evaluate(run)
    found = iv.evaluate(qrels, {"A": run}, names, ties="trec9", missing="drop").by_topic("A")
    assert found == {topic: pytest.approx(values, rel=1e-12) for topic, values in wanted.items()}
    whole = iv.evaluate(qrels, {"A": run}, names).by_topic("A")
    assert set(whole) == {topic for topic, inner in qrels.items() if inner}


def test_scores_that_are_not_there_are_left_out():
    scores = iv.read_scores({"A": [1.0, float("nan")], "B": [0.5, 0.25]}, measure="m")
    assert scores.by_topic("A") == {"1": {"m": 1.0}}
    assert scores.by_topic("B") == {"1": {"m": 0.5}, "2": {"m": 0.25}}
    assert math.isnan(scores.by_topic("A", "m")["2"])
    with pytest.raises(iv.OptionError, match="unknown system 'C'"):
        scores.by_topic("C")


def test_repro_eval_takes_them():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it imports from scipy.stats.stats
        pytest.importorskip("repro_eval", reason="needs the package repro_eval: pip install 'intervale[ecosystem]'")
        effectiveness = pytest.importorskip("repro_eval.measure.effectiveness")
        effects = pytest.importorskip("repro_eval.measure.overall_effects")
        util = pytest.importorskip("repro_eval.util")
    qrels, runs = iv.data.made_up.made_up_collection(topics=8)
    found = iv.evaluate(qrels, runs, ["interval(nDCG@5,grades=3)", "AP"])
    first, second = found.by_topic("aurora"), found.by_topic("cirrus")
    rmse = effectiveness.RMSE(first, second)
    for name in found.names:
        a, b = (found.matrix(name)[found.systems.index(system)] for system in ("aurora", "cirrus"))
        assert rmse[name] == pytest.approx(math.sqrt(((a - b) ** 2).mean()))
        assert util.arp_scores(first)[name] == pytest.approx(found.mean("aurora", name))
    ratio = effects.ER(first, second, second, second)
    assert ratio == dict.fromkeys(found.names, 0.0)
