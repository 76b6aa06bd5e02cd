"""Measures of intervale inside the real ir_measures: the numbers of ``iv.evaluate``, topic by topic."""

import copy
import importlib
import math
import pickle
import random
import warnings

import ir_measures
import pandas
import pytest
from ir_measures import AP, ERR, INST, RBP, SDCG, IPrec, P, Qrel, ScoredDoc, SetF, nDCG

import intervale as iv
from intervale.integrations import ir_measures as integration
from intervale.integrations.ir_measures import SERVED, interval, measure
from intervale.measures.catalogue import CATALOGUE

TOP = 3


@pytest.fixture(params=range(3))
def collection(request):
    """Graded judgments and a run with ties, also of scores that are equal as float32; topic 5 is not in the run."""
    draw = random.Random(request.param)
    documents = [f"d{i}" for i in range(30)]
    qrels = {str(t): {d: draw.choice([-1, 0, 0, 1, 2, TOP]) for d in draw.sample(documents, 15)} for t in range(6)}
    qrels["0"] |= {"d0": TOP}
    scores = [1.0, 1.0 + 1e-9, 0.5, 2.0, -3.0]
    run = {str(t): {d: draw.choice(scores) for d in draw.sample(documents, 12)} for t in range(5)}
    return qrels, run | {"not judged": {"d1": 1.0}}


def by_evaluate(measures, qrels, run, **policy):
    """{(topic, measure): score} of intervale itself."""
    found = iv.evaluate(qrels, {"A": run}, measures, ties="trec9", **policy)
    return {(topic, name): x for name in found.names for topic, x in found.by_topic("A", name).items()}


def by_topic(measures, qrels, run):
    """{(topic, measure): score} through ir_measures; no pair comes twice."""
    metrics = list(ir_measures.iter_calc(measures, qrels, run))
    found = {(m.query_id, str(m.measure)): m.value for m in metrics}
    assert len(found) == len(metrics)
    return found


def fixed(name):
    """A measure of the catalogue with a cutoff where it takes one, and the top grade where that matters."""
    served = SERVED[name]
    served = served if served.AT_PARAM is None else served @ 7
    return served(max_rel=TOP) if served.needed().top_matters else served


FORMS = [interval(nDCG @ 10, grades=TOP), interval("AP@5", grades=TOP), interval(P(rel=2) @ 10), interval("RR@10")]
FORMS += [interval("gP@4", grades=TOP), interval("ERR(max_rel=3)@5", grades=TOP), interval("P@5", space="topic")]
BINARY_ONLY = {"RBPO"}
CHECKED = [*FORMS, *(fixed(name) for name in SERVED if name not in BINARY_ONLY), measure("ERR(max_rel=3)@5")]


@pytest.mark.parametrize("asked", CHECKED, ids=str)
def test_every_topic_has_the_score_of_evaluate(collection, asked):
    found = by_topic([asked], *collection)
    wanted = by_evaluate({str(asked): asked.needed()}, *collection)
    assert found == wanted
    assert {topic for topic, _ in found} == set(collection[0])


@pytest.mark.parametrize("asked", CHECKED, ids=str)
def test_topics_are_put_together_as_by_evaluate(collection, asked):
    qrels, run = collection
    mean = iv.evaluate(qrels, {"A": run}, {"it": asked.needed()}, ties="trec9").mean("A", "it")
    assert ir_measures.calc_aggregate([asked], qrels, run) == {asked: mean}
    assert asked.calc_aggregate(qrels, run) == mean
    assert asked.calc(qrels, run).aggregated == mean
    assert ir_measures.evaluator([asked], qrels).calc_aggregate(run) == {asked: mean}


def test_a_geometric_mean_and_a_count_are_no_means(collection):
    scores = {name: [x for (_, m), x in by_topic([SERVED[name]], *collection).items()] for name in ("GMAP", "GMBpref")}
    for name, values in scores.items():
        floored = [math.log(max(x, 1e-5)) for x in values]
        assert SERVED[name].calc_aggregate(*collection) == pytest.approx(math.exp(math.fsum(floored) / len(floored)))
    counts = [x for _, x in by_topic([SERVED["NumNonRelRet"]], *collection).items()]
    assert SERVED["NumNonRelRet"].calc_aggregate(*collection) == sum(counts) > max(counts)


def test_rbpo_is_for_two_grades(collection):
    qrels, run = collection
    asked = SERVED["RBPO"] @ 4
    with pytest.raises(iv.MeasureError):
        asked.calc_aggregate(qrels, run)
    binary = {topic: {d: int(grade > 0) for d, grade in inner.items()} for topic, inner in qrels.items()}
    assert by_topic([asked], binary, run) == by_evaluate(["RBPO@4"], binary, run)


def test_shapes_of_data_give_the_same(collection, tmp_path):
    qrels, run = collection
    asked = [interval(nDCG @ 10, grades=TOP), SERVED["DCG"] @ 5, AP, nDCG @ 10]
    wanted = by_topic(asked, qrels, run)
    assert len(wanted) == 4 * len(qrels)
    judgments = [Qrel(t, d, grade) for t, inner in qrels.items() for d, grade in inner.items()]
    answers = [ScoredDoc(t, d, score) for t, inner in run.items() for d, score in inner.items()]
    assert by_topic(asked, judgments, answers) == wanted
    assert by_topic(asked, iter(judgments), iter(answers)) == wanted
    frames = pandas.DataFrame(judgments), pandas.DataFrame(answers).assign(rank=7, query="words")
    assert by_topic(asked, *frames) == wanted
    ours = {place: score for place, score in wanted.items() if place[1] not in ("AP", "nDCG@10")}
    assert by_topic(asked[:2], frames[0].astype({"relevance": float}), frames[1]) == ours  # pytrec_eval refuses floats
    lines = [f"{t} 0 {d} {grade}\n" for t, d, grade, _ in judgments]
    (tmp_path / "qrels").write_text("".join(lines))
    lines = [f"{t.replace(' ', '-')} Q0 {d} 0 {score!r} tag\n" for t, d, score in answers]
    (tmp_path / "run").write_text("".join(lines))
    read = ir_measures.read_trec_qrels(str(tmp_path / "qrels")), ir_measures.read_trec_run(str(tmp_path / "run"))
    assert by_topic(asked, *read) == wanted


def test_topics_that_are_numbers_stay_numbers():
    qrels = pandas.DataFrame({"query_id": [1, 2], "doc_id": ["a", "b"], "relevance": [1, 1]})
    run = pandas.DataFrame({"query_id": [1], "doc_id": ["a"], "score": [1.0]})
    assert by_topic([interval("P@2")], qrels, run) == {(1, "interval(P@2)"): 0.5, (2, "interval(P@2)"): 0.0}


@pytest.mark.parametrize("asked", CHECKED, ids=str)
def test_nothing_retrieved_scores_as_a_missing_topic(collection, asked):
    qrels, run = collection
    missing = by_evaluate({str(asked): asked.needed()}, qrels, run)["5", str(asked)]
    frames = pandas.DataFrame(columns=["query_id", "doc_id", "score"]), pandas.DataFrame({"query_id": ["elsewhere"]})
    judgments = pandas.DataFrame([Qrel(t, d, grade) for t, inner in qrels.items() for d, grade in inner.items()])
    for run in frames:
        assert list(asked.runtime_impl(judgments, run)) == []
    for run in ({}, {"elsewhere": {"d1": 1.0}}):
        assert by_topic([asked], qrels, run) == {(topic, str(asked)): missing for topic in qrels}


# ---------------------------------------------------------------- the top grade

GRADED = {"1": {"a": 2, "b": 1}, "2": {"c": 1}}
RUN = {"1": {"b": 2.0, "a": 1.0}, "2": {"x": 2.0, "c": 1.0}}
PART = {"2": GRADED["2"]}


def test_a_top_grade_that_is_fixed_does_not_change_with_the_topics():
    asked = interval(nDCG @ 3, grades=2)
    assert by_topic([asked], PART, RUN)["2", str(asked)] == by_topic([asked], GRADED, RUN)["2", str(asked)]
    with pytest.raises(iv.OptionError, match=r"write interval\(nDCG@3, grades=2\)"):
        interval(nDCG @ 3, grades=1).calc_aggregate(GRADED, RUN)


@pytest.mark.parametrize(
    ("asked", "fix"),
    [
        (interval(nDCG @ 3), r"write interval\(nDCG@3,grades=2\) to fix it"),
        (interval("ERR@3"), r"write interval\(ERR@3,grades=2\) to fix it"),
        (SERVED["gRBP"](p=0.5), "write max_rel=2 to fix it"),
        (SERVED["RBTO"] @ 3, "write max_rel=2 to fix it"),
    ],
    ids=str,
)
def test_a_top_grade_from_the_judgments_is_warned_of(asked, fix):
    with pytest.warns(UserWarning, match=f"top grade 2, from these judgments; {fix}"):
        whole = by_topic([asked], GRADED, RUN)
    assert whole == by_evaluate({str(asked): asked.needed()}, GRADED, RUN)
    with pytest.warns(UserWarning, match="top grade 1"):
        part = by_topic([asked], PART, RUN)
    assert part["2", str(asked)] != whole["2", str(asked)]


def test_it_is_warned_of_once_and_in_the_line_that_asks():
    asked = interval(nDCG @ 3)
    with pytest.warns(UserWarning, match="top grade") as caught:
        ir_measures.calc_aggregate([asked], GRADED, RUN)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ir_measures.calc_aggregate([asked], GRADED, {"2": {"c": 1.0}})
    assert [warning.filename for warning in caught] == [__file__]
    with pytest.warns(UserWarning, match="top grade 1"):
        asked.calc_aggregate(PART, RUN)


def test_where_it_does_not_matter_nothing_is_said():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asked = [interval("AP@3"), interval(P @ 3), SERVED["DCG"] @ 3, SERVED["gRBP"](max_rel="topic")]
        whole, part = by_topic(asked, GRADED, RUN), by_topic(asked, PART, RUN)
    assert all(whole[place] == score for place, score in part.items())


# ---------------------------------------------------------------- names


def test_what_ir_measures_lacks_is_served_and_nothing_else():
    own = {name for name, found in ir_measures.measures.registry.items() if not isinstance(found, integration.Served)}
    assert set(SERVED) == set(CATALOGUE) - own
    assert {"DCG", "gRBP", "gP", "gR", "GMAP", "F", "SBTO", "RBTO"} <= set(SERVED)
    assert {"ERR", "IPrec", "SetF", "nDCG", "AP", "RBP", "INST"}.isdisjoint(SERVED)
    for name in ("ERR", "IPrec", "SetF"):
        assert type(ir_measures.parse_measure(name)).__module__.startswith("ir_measures.")
        with pytest.raises(AttributeError, match=f"for that of intervale write measure\\('{name}'\\)"):
            getattr(integration, name)
    with pytest.raises(AttributeError, match=r"no attribute 'nothing'$"):
        integration.nothing  # noqa: B018
    assert set(dir(integration)) == {"SERVED", "interval", "measure", *SERVED}


@pytest.mark.parametrize("asked", [*CHECKED, SERVED["RBPO"] @ 3], ids=str)
def test_names_are_those_of_intervale(asked):
    if not isinstance(asked, type(measure)):
        assert iv.parse_measure(str(asked)) == asked.needed()
    params = ",".join(f"{name}={(str(x) if name == 'of' else x)!r}" for name, x in asked.params.items())
    again = ir_measures.parse_measure(f"{asked.NAME}({params})")
    assert again == asked
    assert hash(again) == hash(asked)


def test_texts_are_parsed_by_ir_measures():
    assert ir_measures.parse_measure("interval(of='nDCG@10',grades=2)") == interval(nDCG @ 10, grades=2)
    assert ir_measures.parse_measure("DCG(base=2)@4") == SERVED["DCG"](base=2) @ 4
    assert ir_measures.parse_measure("intervale(of='ERR@10')") == measure("ERR@10")
    assert interval("P@3")(grades=2) == interval("P@3", grades=2)
    assert interval(SERVED["gP"] @ 4, grades=2) == interval("gP@4", grades=2)


def test_own_functions():
    def first(grades):
        return grades[..., 0]

    assert measure(first).calc_aggregate({"q": {"a": 2}}, {"q": {"a": 1.0}}) == 2.0
    assert str(measure(first)) == "intervale(first)"
    other = measure(lambda grades: grades[..., 0])
    same_name = measure(lambda grades: 1 - grades[..., 0])
    assert str(other) == str(same_name)
    found = ir_measures.calc_aggregate([other, same_name], {"q": {"a": 1}}, {"q": {"a": 1.0}})
    assert (found[other], found[same_name]) == (1.0, 0.0)


def test_an_own_function_is_not_the_measure_of_its_name():
    @iv.measure
    def P(grades):
        return 1.0 * (grades[..., 1] > 0)

    qrels, run = {"q": {"a": 1, "b": 0}}, {"q": {"a": 2.0, "b": 1.0}}
    wanted = iv.evaluate(qrels, {"A": run}, [iv.interval(P, length=2, grades=1)]).means("A")
    assert wanted == {"interval(P,length=2,grades=1)": 0.0}
    for asked in (interval(P, length=2, grades=1), interval(P, length=2)(grades=1)):
        assert iv.evaluate(qrels, {"A": run}, [asked]).means("A") == wanted
        assert asked.calc_aggregate(qrels, run) == 0.0


def test_measures_of_this_module_go_wherever_measures_go():
    found = iv.evaluate(GRADED, {"A": RUN}, [measure("ERR@2"), SERVED["DCG"] @ 2, interval(nDCG @ 2)])
    assert found.names == ("ERR@2", "DCG@2", "interval(nDCG@2)")
    assert found.means("A") == iv.evaluate(GRADED, {"A": RUN}, list(found.names)).means("A")
    with pytest.raises(iv.MeasureError, match="interval needs a measure"):
        iv.parse_measure(interval)


@pytest.mark.parametrize("asked", [*CHECKED, interval, measure(P @ 3), measure(max)], ids=str)
def test_they_can_be_pickled(asked):
    for again in (pickle.loads(pickle.dumps(asked)), copy.deepcopy(asked)):
        assert again == asked
        assert type(again) is type(asked)
        assert again.ours == asked.ours


def test_measures_of_ir_measures_mean_what_they_mean_there():
    assert str(interval(ERR @ 3, grades=2)) == "interval(ERR(max_rel=4)@3,grades=2)"
    assert str(measure(INST(max_rel=2))) == "intervale(INST(max_rel=2)@1000)"
    assert str(measure(SetF(beta=4.0))) == "intervale(SetF(beta=2))"


REFUSED = [
    (lambda: interval(RBP(p=0.8) @ 3), "has graded gains without rel: write"),
    (lambda: interval(RBP(p=0.9) @ 5), r"write 'gRBP\(p=0.9\)@5', or RBP\(p=0.9,rel=1\)@5"),
    (lambda: measure(SetF(beta=-1.0)), r"SetF\(beta=-1.0\) of ir_measures needs beta above 0"),
    (lambda: measure(SetF(beta=0.0)), "needs beta above 0"),
    (lambda: measure(IPrec @ 0.1), "as trec_eval 9 does"),
    (lambda: ir_measures.parse_measure("interval@3"), "3 is not a measure"),
    (lambda: interval(SDCG @ 3), "SDCG@3 of ir_measures: it is not in the catalogue"),
    (lambda: interval(nDCG), r"write interval\(nDCG@10\)"),
    (lambda: interval(nDCG @ 3) @ 3, "the cutoff belongs to the measure inside"),
    (lambda: interval(nDCG @ 3, base=2), "interval has no option 'base'"),
    (lambda: measure("AP", rel=2), "options belong to the measure inside"),
    (lambda: SERVED["IPrecAvg"] @ 3, "IPrecAvg takes no @3"),
    (lambda: SERVED["DCG"](x=1), "DCG has no parameter 'x'; it has dcg, base"),
    (lambda: SERVED["DCG"] @ -1, "cutoff=-1 must be"),
    (lambda: interval(SERVED["GMAP"] @ 3), "an interval scale is for means"),
    (lambda: interval.calc_aggregate(GRADED, RUN), "interval needs a measure"),
    (lambda: SERVED["F"].calc_aggregate(GRADED, RUN), "needs a cutoff"),
]


@pytest.mark.parametrize(("call", "words"), REFUSED)
def test_refusals_say_what_to_write(call, words):
    with pytest.raises(iv.MeasureError, match=words):
        call()


def test_binary_rbp_and_f_are_the_same_in_both():
    assert interval(RBP(p=0.8, rel=1) @ 3).needed() == iv.parse_measure("interval(RBP(p=0.8)@3)")
    assert measure(SetF).needed() == iv.parse_measure("SetF")


def test_loading_again_registers_once():
    before = dict(ir_measures.measures.registry)
    pipeline = list(ir_measures.DefaultPipeline.providers)
    try:
        again = importlib.reload(integration)
        assert ir_measures.measures.registry == before
        assert all(ir_measures.measures.registry[name] is before[name] for name in before)
        assert ir_measures.DefaultPipeline.providers == pipeline
        assert list(again.SERVED) == list(SERVED)
        found = again.interval("P@2").calc_aggregate(GRADED, RUN)
        assert found == interval("P@2").calc_aggregate(GRADED, RUN)
        for asked in (again.gRBP(max_rel=2), again.interval("P@2")):
            assert pickle.loads(pickle.dumps(asked)) == asked
        assert again.measure(lambda grades: grades[..., 0]) != again.measure(lambda grades: grades[..., 1])
    finally:
        integration.__dict__.update(_KEPT)


_KEPT = dict(vars(integration))


# ---------------------------------------------------------------- real data


def test_robust_2003(shared_data):
    folder = shared_data("trec-robust2003")
    run = sorted((folder / "runs").glob("*.xz"))[0]
    qrels, read = iv.read_qrels(folder / "qrels.robust03.txt.gz"), iv.read_run(run)
    judgments = pandas.DataFrame({"query_id": qrels.topic.to_pylist(), "doc_id": qrels.document.to_pylist()})
    judgments["relevance"] = qrels.grade
    answers = pandas.DataFrame({"query_id": read.topic.to_pylist(), "doc_id": read.document.to_pylist()})
    answers["score"] = read.score
    names = ["interval(nDCG@10,grades=2)", "interval(AP@20,grades=2)", "interval(RBP(p=0.8)@10,grades=2)"]
    asked = [measure(name) for name in names]
    found = by_topic(asked, judgments, answers)
    wanted = iv.evaluate(folder / "qrels.robust03.txt.gz", {"A": run}, names, ties="trec9")
    assert len(found) == 3 * 100
    for (topic, name), score in found.items():
        assert wanted.by_topic("A", name.removeprefix("intervale(")[:-1])[topic] == score
