"""Peers through ir_measures: gdeval (ERR, nDCG with exponential gains), cwl-eval (RBP, INSQ, INST), Judged.

Random graded judgments without ties, since ir_measures breaks ties in more than one way. One topic is longer than the
1000 documents at which cwl-eval stops.
"""

import random

import ir_measures
import pytest

import intervale as iv

TOP = 4


@pytest.fixture(scope="module", params=range(3))
def collection(request):
    """Judgments and a run; topics are numbers, as gdeval wants them."""
    draw = random.Random(request.param)
    qrels, run = {}, {}
    for topic, length in [("1", 40), ("2", 7), ("3", 1), ("4", 150), ("5", 1300)]:
        documents = [f"d{i}" for i in range(2 * length)]
        judged = draw.sample(documents, max(1, length // 2))
        qrels[topic] = {d: draw.choice([0, 0, 0, 1, 2, 3, 4]) for d in judged} | {"unretrieved": 3}
        scores = draw.sample(range(10 * length), length)
        run[topic] = dict(zip(draw.sample(documents, length), map(float, scores), strict=True))
    return qrels, run


def theirs(provider, measures, collection):
    """{(topic, measure): value} of a provider of ir_measures."""
    peer = ir_measures.providers.registry[provider]
    if not peer.is_available():
        pytest.skip(f"ir_measures' provider {provider} is not available here")
    qrels, run = collection
    judgments = [ir_measures.Qrel(t, d, grade) for t, inner in qrels.items() for d, grade in inner.items()]
    answers = [ir_measures.ScoredDoc(t, d, score) for t, inner in run.items() for d, score in inner.items()]
    asked = [ir_measures.parse_measure(text) for text in measures]
    return {(m.query_id, str(m.measure)): m.value for m in peer.iter_calc(asked, judgments, answers)}


def ours(measures, collection):
    qrels, run = collection
    table = iv.evaluate(qrels, {"A": run}, measures)
    return {(topic, name): x for name in table.names for topic, x in table.by_topic("A", name).items()}


@pytest.mark.parametrize("cutoff", [1, 5, 20, 1000])
def test_gdeval(collection, cutoff):
    """gdeval fixes the top grade at 4, prints five digits, and leaves out topics without a relevant document."""
    found = theirs("gdeval", [f"ERR@{cutoff}", f"nDCG(dcg='exp-log2')@{cutoff}"], collection)
    names = {f"ERR@{cutoff}": f"ERR(max_rel={TOP})@{cutoff}"}
    scores = ours([f"ERR(max_rel={TOP})@{cutoff}", f"nDCG(dcg='exp-log2')@{cutoff}"], collection)
    assert len(found) == 2 * 5
    for (topic, name), value in found.items():
        assert scores[topic, names.get(name, name)] == pytest.approx(value, abs=0.5001e-5, rel=0)


@pytest.fixture
def somewhere(tmp_path, monkeypatch):
    """cwl-eval writes a log to the current folder."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("p", [0.5, 0.8, 0.95, 0.999])
@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.usefixtures("somewhere")
def test_rbp_of_cwl(collection, p, rel):
    """cwl-eval's reader stops at rank 1000 at the latest: its weights add up to 1, ours to 1 − p^1000 unless
    normalised.
    """
    found = theirs("cwl_eval", [f"RBP(p={p},rel={rel})"], collection)
    plain, same = f"RBP(p={p},rel={rel})@1000", f"RBP(p={p},rel={rel},normalised=True)@1000"
    scores = ours([plain, same], collection)
    assert len(found) == 5
    for (topic, _), value in found.items():
        assert scores[topic, plain] == pytest.approx(value * (1 - p**1000), rel=1e-9)
        assert scores[topic, same] == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize("name", ["INSQ", "INST"])
@pytest.mark.parametrize("T", [1, 2, 3.5, 10])
@pytest.mark.usefixtures("somewhere")
def test_insq_and_inst_of_cwl(collection, name, T):
    """cwl-eval stops at rank 1000: @1000 gives its numbers. Without @, our sums go on for ever, which gives less for
    runs that are not longer.
    """
    text = f"{name}(T={T},max_rel={TOP})"
    found = theirs("cwl_eval", [text], collection)
    scores = ours([f"{text}@1000", text], collection)
    assert len(found) == 5
    for (topic, _), value in found.items():
        assert scores[topic, f"{text}@1000"] == pytest.approx(value, rel=1e-9)
        assert scores[topic, text] < value * (1 - 1e-6) or value == 0 or topic == "5"


def test_judged(collection):
    """ir_measures takes a negative grade for a judgment; there is none here."""
    names = ["Judged@1", "Judged@10", "Judged@2000", "Judged"]
    found = theirs("judged", names, collection)
    assert len(found) == 4 * 5
    assert ours(names, collection) == pytest.approx(found, rel=1e-15)


SHARED = [
    *("P@10", "P(rel=2)@5", "R@10", "Rprec", "AP", "AP(rel=3)@10", "RR", "nDCG", "nDCG@10", "Bpref", "infAP"),
    *("nDCG(gains={2:3,3:7})@10", "P(judged_only=True)@10", "nDCG(judged_only=True)@10", "AP(judged_only=True)"),
    *("SetP", "SetR", "SetF", "SetAP", "SetP(relative=True)", "Success(rel=4)@5", "NumRet(rel=2)"),
]


@pytest.mark.parametrize("name", SHARED)
def test_measures_under_the_same_name(collection, name):
    """Through ir_measures' provider pytrec_eval, parameters and all."""
    assert ours([name], collection) == pytest.approx(theirs("pytrec_eval", [name], collection), rel=1e-12)


def test_beta_of_the_set_f_measure(collection):
    """ir_measures hands beta to trec_eval, whose parameter is β²: its SetF(beta=4) is our SetF(beta=2)."""
    found = theirs("pytrec_eval", ["SetF(beta=4.0)"], collection)
    scores = ours(["SetF(beta=2)"], collection)
    for (topic, _), value in found.items():
        assert scores[topic, "SetF(beta=2)"] == pytest.approx(value, rel=1e-12)
