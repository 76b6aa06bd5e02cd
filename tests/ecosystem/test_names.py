"""Names of other tools, each computed by its own tool: our number is theirs, or the reason why not stands here.

One small graded collection without ties, since tools break them differently. Every topic has a document that was judged
not relevant: ranx has no bpref without one.
"""

import math
import random
import warnings

import pytest

import intervale as iv
from intervale.measures import CATALOGUE
from intervale.measures.other_names import DIFFERENT, OTHER_NAMES


@pytest.fixture(scope="module")
def collection():
    draw = random.Random(24)
    qrels, run = {}, {}
    for topic, length, missed in [("1", 40, 3), ("2", 12, 3), ("3", 5, 0), ("4", 150, 3)]:
        documents = [f"d{i}" for i in range(length + missed)]
        judged = draw.sample(documents, max(1, 3 * length // 4))
        qrels[topic] = {d: draw.choice([0, 0, 1, 2, 3, 4]) for d in judged} | {"d0": 4, "other": 0}
        scores = draw.sample(range(10 * length), length)
        run[topic] = dict(zip(draw.sample(documents, length), map(float, scores), strict=True))
    return qrels, run


def ours(name, collection):
    qrels, run = collection
    table = iv.evaluate(qrels, {"A": run}, [name])
    return table.by_topic("A", table.names[0])


def same(name, theirs, collection, digits=None):
    assert len(theirs) == 4
    assert any(theirs.values())
    tolerance = {"rel": 1e-9} if digits is None else {"abs": 0.51 * 10.0**-digits, "rel": 0}
    assert ours(name, collection) == pytest.approx(theirs, **tolerance)


# ---------------------------------------------------------------- objects of ir_measures

OBJECTS = {
    "AP": ["AP", "AP@5", "AP(rel=2)", "AP(rel=2)@10", "AP(judged_only=True)"],
    "Bpref": ["Bpref", "Bpref(rel=2)"],
    "ERR": ["ERR@5", "ERR@20"],
    "INSQ": ["INSQ(max_rel=4)", "INSQ(T=2.5,max_rel=4)", "INSQ(max_rel=3)", "INSQ(min_rel=1,max_rel=4)"],
    "INST": ["INST(max_rel=4)", "INST(T=2.5,max_rel=4)", "INST(max_rel=3)", "INST(min_rel=2,max_rel=4)"],
    "IPrec": ["IPrec@0.0", "IPrec@1.0", "IPrec(rel=2)@1.0"],
    "Judged": ["Judged", "Judged@5"],
    "NumQ": ["NumQ"],
    "NumRel": ["NumRel"],
    "NumRelRet": ["NumRelRet"],
    "NumRet": ["NumRet", "NumRet(rel=2)"],
    "P": ["P@5", "P(rel=2)@5", "P(judged_only=True)@5"],
    "R": ["R@5", "R(judged_only=True)@5"],
    "RBP": ["RBP(rel=1)", "RBP(p=0.5,rel=2)", "RBP(p=0.95,rel=1)"],
    "RR": ["RR", "RR@3", "RR(rel=2)", "RR(judged_only=True)"],
    "Rprec": ["Rprec", "Rprec(rel=2)"],
    "SetAP": ["SetAP", "SetAP(rel=2)"],
    "SetF": ["SetF", "SetF(beta=4.0)", "SetF(beta=2.0)"],
    "SetP": ["SetP", "SetP(rel=2)", "SetP(relative=True)"],
    "SetR": ["SetR", "SetR(rel=2)"],
    "SetRelP": ["SetRelP"],
    "Success": ["Success@2", "Success(rel=4)@5"],
    "infAP": ["infAP", "infAP(rel=2)"],
    "nDCG": ["nDCG", "nDCG@5", "nDCG(dcg='exp-log2')@5", "nDCG(gains={2:3,3:7})@5", "nDCG(judged_only=True)@5"],
}
"""Measures of its registry, with parameters that it needs or takes."""
SAME = {"BPref": "Bpref", "MAP": "AP", "MRR": "RR", "NDCG": "nDCG", "Precision": "P", "RPrec": "Rprec", "Recall": "R"}
DIVERSITY = "diversity measures are out of scope"
NOT_HERE = {
    **dict.fromkeys(
        ["Accuracy", "BPM", "Compat", "NERR8", "NERR9", "NERR10", "NERR11", "SDCG"], "not in the catalogue"
    ),
    **dict.fromkeys(["ERR_IA", "nERR_IA", "alpha_DCG", "alpha_nDCG", "α_DCG", "α_nDCG", "NRBP", "nNRBP"], DIVERSITY),
    **dict.fromkeys(["AP_IA", "MAP_IA", "P_IA", "StRecall"], DIVERSITY),
}
REFUSED = {
    "IPrec@0.3": "rounds recall levels as trec_eval 9 does: write 'IPrec@0.3'",
    "RBP(p=0.8)": r"has graded gains without rel: write 'gRBP\(p=0.8\)'",
    "RBP(p=0.99,rel=1)": "stops at rank 1000, which matters for p=0.99",
    "INSQ": "needs max_rel",
    "INST(T=2.0)": "needs max_rel",
    "INST(min_rel=3,max_rel=2)": "needs 0 <= min_rel < max_rel",
}
PRINTED = {"ERR": 5, "nDCG(dcg": 5}
"""Measures whose tool prints so many digits."""


@pytest.fixture
def somewhere(tmp_path, monkeypatch):
    """cwl-eval writes a log to the current folder."""
    monkeypatch.chdir(tmp_path)


def from_ir_measures(measure, collection):
    ir_measures = pytest.importorskip("ir_measures")
    qrels, run = collection
    judgments = [ir_measures.Qrel(t, d, grade) for t, inner in qrels.items() for d, grade in inner.items()]
    answers = [ir_measures.ScoredDoc(t, d, score) for t, inner in run.items() for d, score in inner.items()]
    return {metric.query_id: metric.value for metric in ir_measures.iter_calc([measure], judgments, answers)}


def test_the_whole_registry_is_here():
    registry = pytest.importorskip("ir_measures").measures.registry
    own = {name for name, one in registry.items() if type(one).__module__.startswith("ir_measures.")}
    assert own == {*OBJECTS, *SAME, *NOT_HERE}
    for other, name in SAME.items():
        assert registry[other] is registry[name]
    assert {type(registry[name]).NAME for name in OBJECTS} <= set(CATALOGUE)


@pytest.mark.parametrize("text", [text for texts in OBJECTS.values() for text in texts])
@pytest.mark.usefixtures("somewhere")
def test_an_object_of_ir_measures_gives_its_numbers(text, collection):
    ir_measures = pytest.importorskip("ir_measures")
    measure = ir_measures.parse_measure(text)
    try:
        theirs = from_ir_measures(measure, collection)
    except ValueError as error:
        pytest.skip(f"ir_measures cannot compute it here: {error}")
    digits = next((digits for begin, digits in PRINTED.items() if text.startswith(begin)), None)
    same(measure, theirs, collection, digits)


@pytest.mark.parametrize("name", NOT_HERE)
def test_an_object_that_is_not_here_is_refused(name):
    registry = pytest.importorskip("ir_measures").measures.registry
    with pytest.raises(iv.MeasureError, match=f"of ir_measures: .*{NOT_HERE[name]}"):
        iv.parse_measure(registry[name])


@pytest.mark.parametrize("text", REFUSED)
def test_an_object_that_means_something_else_is_refused(text):
    ir_measures = pytest.importorskip("ir_measures")
    name, _, inside = text.partition("(")
    measure = ir_measures.parse_measure(text) if inside or "@" in text else ir_measures.measures.registry[name]
    with pytest.raises(iv.MeasureError, match=REFUSED[text]):
        iv.parse_measure(measure)


def test_refused_objects_really_differ(collection, tmp_path, monkeypatch):
    """The refusals are not empty words: our measure of the same text has other numbers."""
    monkeypatch.chdir(tmp_path)
    ir_measures = pytest.importorskip("ir_measures")

    def differs(theirs, ours_is):
        found = from_ir_measures(ir_measures.parse_measure(theirs), collection)
        return ours(ours_is, collection) != pytest.approx(found, rel=1e-6)

    assert any(differs(f"IPrec@0.{level}", f"IPrec@0.{level}") for level in range(1, 10))
    assert differs("RBP(p=0.999,rel=1)", "RBP(p=0.999)")
    assert differs("SetF(beta=4.0)", "SetF(beta=4)")
    assert differs("INST(max_rel=4)", "INST(max_rel=4)")
    assert differs("ERR@20", "ERR(max_rel=3)@20")


def test_objects_go_wherever_measures_go(collection):
    ir_measures = pytest.importorskip("ir_measures")
    qrels, run = collection
    measures = [ir_measures.nDCG @ 10, ir_measures.AP(rel=2), "P@5", ir_measures.ERR @ 20]
    table = iv.evaluate(qrels, {"A": run}, measures)
    assert table.names == ("nDCG@10", "AP(rel=2)", "P@5", "ERR(max_rel=4)@20")
    assert iv.evaluate(qrels, {"A": run}, ir_measures.nDCG @ 10).names == ("nDCG@10",)
    assert iv.evaluate(qrels, {"A": run}, {"mine": ir_measures.nDCG @ 10}).names == ("mine",)
    assert iv.interval(ir_measures.nDCG @ 5) == iv.interval("nDCG@5")
    assert iv.scale(ir_measures.P @ 3, order="induced").measure == iv.parse_measure("P@3")
    assert iv.parse_measures([ir_measures.P @ 3, "AP"]) == iv.parse_measures("P@3 AP")


def test_what_differs_though_it_is_taken():
    """Judged: ties by document id ascending there, and a negative grade is a judgment; NumRel: topics without a run."""
    judged = pytest.importorskip("ir_measures").parse_measure("Judged@1")
    tied = {"1": {"a": 1}}, {"1": {"a": 1.0, "b": 1.0}}
    assert (ours(judged, tied), from_ir_measures(judged, tied)) == ({"1": 0.0}, {"1": 1.0})
    negative = {"1": {"a": -1, "b": 1}}, {"1": {"a": 2.0, "b": 1.0}}
    assert (ours(judged, negative), from_ir_measures(judged, negative)) == ({"1": 0.0}, {"1": 1.0})
    relevant = pytest.importorskip("ir_measures").parse_measure("NumRel")
    lacking = {"1": {"a": 1}, "2": {"b": 1}}, {"1": {"a": 1.0}}
    assert (ours(relevant, lacking)["2"], from_ir_measures(relevant, lacking)["2"]) == (1.0, 0.0)


def test_a_measure_that_was_defined_by_a_function_is_refused():
    ir_measures = pytest.importorskip("ir_measures")
    measure = ir_measures.define_byquery(lambda qrels, run: 1.0, name="AP")
    with pytest.raises(iv.MeasureError, match="AP of ir_measures is a function of data frames"):
        iv.parse_measure(measure)


# ---------------------------------------------------------------- ranx

RANX = """\
    precision@5 recall@5 f1@5 r-precision mrr mrr@3 map map@5 dcg@5 dcg_burges@5 ndcg ndcg@5 ndcg_burges@5 ndcg_burges
    bpref hit_rate@2 precision@5-l2 recall@5-l3 f1@5-l2 r-precision-l2 mrr-l2 mrr@3-l3 map-l2 map@5-l3 dcg@5-l3 ndcg-l2
    ndcg@5-l3 bpref-l2 hit_rate@5-l4
"""
RANX_REFUSED = {
    "hits": "or NumRelRet, summed over topics, for the whole run",
    "hits@5": "is the number of relevant documents .* in ranx, .*: write Success@k for the second",
    "rbp.95": "write RBP\\(p=0.95\\), which is ranx's on binary judgments",
    "rbp@95": r"write RBP@95, or RBP\(p=0.95\)",
    "rbp-l2": r"rbp is graded and has no lowest relevant grade: write RBP\(rel=2\)",
    "ndcg_burges@5-l2": "nDCG has no such grade",
}


def from_ranx(name, collection):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of numba, about its own cache and threads
        ranx = pytest.importorskip("ranx")
        qrels, run = collection
        scores = ranx.Run(run)
        ranx.evaluate(ranx.Qrels(qrels), scores, name)
    return {topic: float(value) for topic, value in scores.scores[name].items()}


@pytest.mark.parametrize("name", RANX.split())
def test_a_name_of_ranx_gives_its_numbers(name, collection):
    same(name, from_ranx(name, collection), collection)


@pytest.mark.parametrize(("name", "ours_is"), [("precision", "SetP"), ("recall", "SetR"), ("f1", "SetF")])
def test_what_ranx_computes_without_a_cutoff(name, ours_is, collection):
    """These names are precision and F here, which need a cutoff, and trec_eval's family of recall."""
    same(ours_is, from_ranx(name, collection), collection)
    assert iv.parse_measures(name) != iv.parse_measures(ours_is)
    assert (name, f"write {ours_is}") in {(one.name, one.why[-len(f"write {ours_is}") :]) for one in DIFFERENT}


@pytest.mark.parametrize("name", RANX_REFUSED)
def test_a_name_of_ranx_that_means_something_else_is_refused(name):
    with pytest.raises(iv.MeasureError, match=RANX_REFUSED[name]):
        iv.parse_measure(name)


def test_what_is_said_of_the_refused_names_is_so(collection):
    """hits@k is k times P@k, hits NumRelRet; rbp.95 is RBP on binary judgments, and adds up grades on others."""
    qrels, run = collection
    assert from_ranx("hits@5", collection) == pytest.approx({t: 5 * x for t, x in ours("P@5", collection).items()})
    assert from_ranx("hits", collection) == pytest.approx(ours("NumRelRet", collection))
    graded = {topic: 4 * x for topic, x in ours("gRBP(p=0.95,max_rel=4)", collection).items()}
    assert from_ranx("rbp.95", collection) == pytest.approx(graded)
    binary = {topic: {d: min(grade, 1) for d, grade in inner.items()} for topic, inner in qrels.items()}, run
    assert from_ranx("rbp.95", binary) == pytest.approx(ours("RBP(p=0.95)", binary))


# ---------------------------------------------------------------- pytrec_eval

PYTREC_REASONS = {
    "iprec_at_recall": "trec_eval 9 rounds recall levels differently",
    "11pt_avg": "trec_eval 9 rounds recall levels differently",
    "gm_map": "the logarithm of one topic, before the mean",
    "gm_bpref": "the logarithm of one topic, before the mean",
    "utility": "exists in trec_eval only",
    "relstring": "exists in trec_eval only",
    "runid": "exists in trec_eval only",
    "G": "exists in trec_eval only",
    "binG": "exists in trec_eval only",
    "Rndcg": "exists in trec_eval only",
    "ndcg_rel": "exists in trec_eval only",
}


def test_every_name_of_pytrec_eval(collection):
    pytrec_eval = pytest.importorskip("pytrec_eval")
    qrels, run = collection
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, pytrec_eval.supported_measures)
    found = evaluator.evaluate(run)
    names = list(found["1"])
    compared = 0
    for name in names:
        family = next((one for one in PYTREC_REASONS if name == one or name.startswith(f"{one}_")), None)
        if family is None:
            theirs = {topic: values[name] for topic, values in found.items()}
            assert ours(name, collection) == pytest.approx(theirs, rel=1e-9)
            compared += any(theirs.values())
        elif "only" in PYTREC_REASONS[family]:
            with pytest.raises(iv.MeasureError, match=PYTREC_REASONS[family]):
                iv.parse_measures(name)
    assert compared > 60


# ---------------------------------------------------------------- BEIR, MTEB, sentence-transformers, RecBole

CUTOFFS = (1, 3, 10)


@pytest.mark.parametrize("k", CUTOFFS)
@pytest.mark.parametrize(
    ("spellings", "trec"),
    [
        ("NDCG@{} ndcg_at_{} Ndcg@{} ndcg_{}", "ndcg_cut_{}"),
        ("MAP@{} map_at_{} mean_average_precision@{}", "map_cut_{}"),
        ("Recall@{} recall_at_{} RECALL_AT_{}", "recall_{}"),
        ("P@{} Precision@{} precision_at_{} p_at_{}", "P_{}"),
        ("Hit@{} hit@{} HR@{} hit_rate_at_{} hit_ratio@{} HitRate@{}", "success_{}"),
    ],
)
def test_spellings_of_what_pytrec_eval_computes(spellings, trec, k, collection):
    """BEIR and MTEB call pytrec_eval and write its numbers under names of their own."""
    pytrec_eval = pytest.importorskip("pytrec_eval")
    qrels, run = collection
    name = trec.format(k)
    found = pytrec_eval.RelevanceEvaluator(qrels, {name}).evaluate(run)
    theirs = {topic: values[name] for topic, values in found.items()}
    for text in spellings.format(*[k] * 9).split():
        assert iv.parse_measure(text) == iv.parse_measure(name)
        assert ours(text, collection) == pytest.approx(theirs, rel=1e-9)


def by_hand(collection):
    """The relevance of the documents of each topic in the order of the run, and its recall base."""
    qrels, run = collection
    for topic, scores in run.items():
        ranked = sorted(scores, key=scores.__getitem__, reverse=True)
        relevant = {d for d, grade in qrels[topic].items() if grade > 0}
        yield topic, [d in relevant for d in ranked], len(relevant)


@pytest.mark.parametrize("k", CUTOFFS)
def test_map_and_capped_recall_where_they_divide_by_no_more_than_k(k, collection):
    """MAP@k of RecBole and sentence-transformers, and R_cap@k of BEIR, by their definitions: min(k, RB) divides."""
    precision, capped, first = {}, {}, {}
    for topic, hits, base in by_hand(collection):
        sums = sum(sum(hits[: rank + 1]) / (rank + 1) for rank in range(min(k, len(hits))) if hits[rank])
        precision[topic] = sums / min(k, base)
        capped[topic] = sum(hits[:k]) / min(k, base)
        first[topic] = next((1 / (rank + 1) for rank, hit in enumerate(hits[:k]) if hit), 0.0)
    assert ours(f"AP(relative=True)@{k}", collection) == pytest.approx(precision)
    assert ours(f"R_cap@{k}", collection) == pytest.approx(capped)
    assert ours(f"mrr_at_{k}", collection) == pytest.approx(first)
    assert ours("MAP@10", collection) != pytest.approx(precision)


def test_ndcg_of_recbole_is_that_of_binary_judgments(collection):
    qrels, run = collection
    binary = {topic: {d: min(grade, 1) for d, grade in inner.items()} for topic, inner in qrels.items()}, run
    found = {}
    for topic, hits, base in by_hand(collection):
        ideal = sum(1 / math.log2(rank + 2) for rank in range(min(10, base)))
        found[topic] = sum(1 / math.log2(rank + 2) for rank, hit in enumerate(hits[:10]) if hit) / ideal
    assert ours("NDCG@10", binary) == pytest.approx(found)
    assert ours("NDCG@10", collection) != pytest.approx(found)


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize("other", OTHER_NAMES, ids=lambda other: other.name)
def test_every_other_name_stands_for_its_measure(other):
    measure = iv.parse_measure(other.measure)
    for text in (other.name, other.name.lower(), other.name.upper()):
        assert iv.parse_measure(f"{text}@10" if measure.at else text) == iv.parse_measure(
            f"{other.measure}@10" if measure.at else other.measure
        )
    assert iv.parse_measure(str(measure)) == measure


def test_what_tools_compute_differently_is_of_measures_that_are_here():
    assert {one.measure for one in DIFFERENT} <= set(CATALOGUE)
