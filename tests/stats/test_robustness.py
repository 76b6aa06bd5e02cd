"""Smaller pools: against judgments that are written out and evaluated from scratch, draw by draw."""

import json
from fractions import Fraction
from math import floor

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

import intervale as iv
from intervale.data import Policy
from intervale.evaluation.reduced import ReducibleRuns
from intervale.stats.smaller_pools import Kept, robustness

MEASURES = ["AP", "nDCG@3", "ERR@3", "Bpref", "infAP", "P(judged_only=True)@2", "Judged@3"]
DOCUMENTS = [f"d{n}" for n in range(8)]


def sizes(share, number):
    return max(1, floor(Fraction(str(share)) * number + Fraction(1, 2)))


def drawn(qrels, share, seed, draw):
    """The judgments of a draw, in plain loops: in the order of topics and of the file."""
    topics = sorted(qrels)
    priority = iter(np.random.default_rng([seed, draw]).random(sum(len(qrels[t]) for t in topics)).tolist())
    found = {}
    for topic in topics:
        marked = sorted((next(priority), document) for document in qrels[topic])
        kept = {document for _, document in marked[: sizes(share, len(marked))]}
        found[topic] = {document: grade for document, grade in qrels[topic].items() if document in kept}
    return found


def pooled(qrels, runs, depth):
    """The judgments of documents that some run has within the first ranks."""
    seen = {
        (topic, document)
        for run in runs.values()
        for topic, scores in run.items()
        for document in sorted(scores, key=lambda d: (scores[d], d), reverse=True)[:depth]
    }
    return {t: {d: g for d, g in some.items() if (t, d) in seen} for t, some in qrels.items()}


@st.composite
def collections(draw):
    grades = st.sampled_from([-1, 0, 0, 1, 2])
    topics = [f"t{n}" for n in range(draw(st.integers(2, 4)))]
    qrels = {t: draw(st.dictionaries(st.sampled_from(DOCUMENTS), grades, min_size=1)) for t in topics}
    qrels[topics[0]][DOCUMENTS[0]] = 2  # the top grade
    scores = st.sampled_from([1.0, 2.0, 2.0, 3.0])
    some = st.dictionaries(st.sampled_from([*DOCUMENTS, "x", "y"]), scores, min_size=1, max_size=6)
    runs = {f"S{n}": {t: draw(some) for t in topics} for n in range(draw(st.integers(2, 3)))}
    if len(topics) > 2:
        del runs["S0"][topics[1]]  # a topic that a run lacks
    return qrels, runs


def same(found, expected):
    return found.values == pytest.approx(expected.values, abs=0, nan_ok=True)


@settings(max_examples=40)
@given(collections(), st.sampled_from([0.1, 0.3, 0.5, 1]), st.integers(0, 3))
def test_a_draw_is_an_evaluation_of_fewer_judgments(data, share, draw):
    """To the digit: scores of the draw, and those of judgments that are written out."""
    from intervale.data.provenance import Provenance
    from intervale.evaluation.evaluate import score_judged
    from intervale.measures import named_measures
    from intervale.stats.smaller_pools import _kept

    qrels, runs = data
    pool = ReducibleRuns.of(qrels, runs, Policy())
    for by, part, fewer in (
        ("uniform", share, drawn(qrels, share, 7, draw)),
        ("depth", draw + 1, pooled(qrels, runs, draw + 1)),
    ):
        judged = pool.judged(_kept(pool, by, part, 7, draw))
        found = score_judged(judged, named_measures(MEASURES), Provenance())
        left = {topic: some for topic, some in fewer.items() if some}
        if any(not left.keys() & run.keys() for run in runs.values()):
            continue  # a run without any topic is refused where it is read
        expected = iv.evaluate(left, runs, MEASURES, grades=2)
        assert same(found.subset(topics=left), expected)
        lost = [t for t, topic in enumerate(found.topics) if topic not in left]
        assert not found.values[: len(MEASURES) - 1, :, lost].any()


def test_all_judgments_are_the_evaluation_itself():
    qrels = {"2": {"a": 1, "b": 0, "c": -1}, "1": {"a": 2}, "10": {"z": 0}}
    runs = {"A": {"1": {"a": 1.0, "b": 0.5}, "2": {"c": 3.0, "a": 1.0}}, "B": {"10": {"z": 1.0}, "2": {"b": 1.0}}}
    pool = ReducibleRuns.of(qrels, runs, Policy())
    judged, expected = pool.judged(np.ones(len(pool.grades), dtype=bool)), iv.judge(qrels, runs)
    for name in ("offsets", "rank", "grade", "retrieved", "answered"):
        assert np.array_equal(getattr(judged, name), getattr(expected, name)), name
    for name in ("names", "top"):
        assert getattr(judged.topics, name) == getattr(expected.topics, name)
    assert np.array_equal(judged.topics.grades, expected.topics.grades)
    assert np.array_equal(judged.topics.offsets, expected.topics.offsets)
    assert judged.policy == expected.policy
    assert judged.grade.dtype == expected.grade.dtype


QRELS = {
    f"t{n:02}": {d: int((n * 7 + k * 5) % 11 < 3) + int(k == n % 8) for k, d in enumerate(DOCUMENTS)} for n in range(12)
}
RUNS = {
    f"S{s}": {
        t: {d: float((k * (s + 2) + n * 3) % 17 + s * QRELS[t].get(d, 0)) for k, d in enumerate([*DOCUMENTS, "x", "y"])}
        for n, t in enumerate(QRELS)
    }
    for s in range(5)
}


@pytest.mark.parametrize(("by", "keep"), [("uniform", [0.2, 0.6, 1]), ("depth", [1, 3])])
def test_tau_and_decisions_from_scratch(by, keep):
    found = robustness(QRELS, RUNS, ["AP", "nDCG@5"], by=by, keep=keep, draws=3, seed=5, interval=True)
    every = iv.evaluate(QRELS, RUNS, ["AP", "nDCG@5"], interval=True)
    assert found.measures == every.names == ("AP", "nDCG@5", "interval(nDCG@5)")
    decided = iv.compare(every, tests="t")

    def signs(comparison, name):
        tests = comparison.measures[name].tests["t"]
        return np.where(tests.significant, np.sign(tests.difference), 0)

    for part in keep:
        for draw in range(3 if by == "uniform" else 1):
            fewer = drawn(QRELS, part, 5, draw) if by == "uniform" else pooled(QRELS, RUNS, part)
            table = iv.evaluate(fewer, RUNS, ["AP", "nDCG@5"], interval=True, grades=every.grades)
            again = iv.compare(table, tests="t")
            for one in (kept for kept in found.kept if kept.keep == part):
                means = [[np.round(e.mean(s, one.measure), 12) for s in e.systems] for e in (every, table)]
                assert one.tau[draw] == pytest.approx(scipy.stats.kendalltau(*means).statistic, nan_ok=True)
                if one.measure in decided.measures:
                    first, second = (signs(c, one.measure) for c in (decided, again))
                    assert one.decisions[draw] == pytest.approx((first == second).mean())
                    assert one.significant[draw] == np.count_nonzero(second)
    assert found.significant["AP"] == np.count_nonzero(signs(decided, "AP"))


def test_with_all_judgments_nothing_changes():
    for keep, by in ((1, "uniform"), (100, "depth")):
        found = robustness(QRELS, RUNS, "AP", by=by, keep=keep, draws=2)
        assert all((one.tau == 1).all() and (one.decisions == 1).all() for one in found.kept)
        assert found.judgments == (96.0,)


def test_the_exact_number_of_each_topic_is_kept_and_smaller_parts_are_inside_larger_ones():
    from intervale.stats.smaller_pools import _kept

    pool = ReducibleRuns.of(QRELS, RUNS, Policy())
    inside = np.zeros(len(pool.grades), dtype=bool)
    for share in (0.01, 0.2, 0.31, 0.5, 0.99, 1.0):
        kept = _kept(pool, "uniform", share, 0, 0)
        assert kept.reshape(12, 8).sum(axis=1).tolist() == [sizes(share, 8)] * 12
        assert not (inside & ~kept).any()
        inside = kept
    counts = sum(_kept(pool, "uniform", 0.25, 0, draw) for draw in range(800))
    assert counts.mean() == pytest.approx(200)
    assert abs(counts - 200).max() < 5 * np.sqrt(800 * 0.25 * 0.75)


def test_same_seed_same_answer_whatever_the_number_of_draws():
    first, second = (robustness(QRELS, RUNS, "AP", keep=[0.3], draws=n, seed=3).kept[0].tau for n in (2, 5))
    assert (second[:2] == first).all()
    other = robustness(QRELS, RUNS, "AP", keep=[0.3], draws=5, seed=4).kept[0].tau
    assert (other != second).any()


def test_the_interval_over_draws():
    draws = np.array([0.1, 0.4, 0.2, np.nan, 0.3])
    assert Kept.around(draws) == pytest.approx((0.25, *np.quantile([0.1, 0.2, 0.3, 0.4], [0.025, 0.975])))
    assert np.isnan(Kept.around(np.array([np.nan]))).all()


def test_topics_that_lose_all_relevant_documents_are_counted():
    qrels = {"1": {"a": 1, "b": 0, "c": 0, "d": 0}, "2": {"a": 1, "b": 1}, "3": {"b": 0}}
    runs = {"A": {t: {"a": 2.0, "b": 1.0} for t in qrels}, "B": {t: {"b": 2.0, "c": 1.0} for t in qrels}}
    found = robustness(qrels, runs, "AP", keep=[0.25], draws=20)
    expected = np.mean([sum(max(s.values()) < 1 for s in drawn(qrels, 0.25, 0, d).values()) for d in range(20)])
    assert found.without == (pytest.approx(expected),)
    assert f"up to {expected:g} of 3 topics (mean over draws) have no relevant document" in " ".join(found.notes)
    assert "1 with all" in " ".join(found.notes)


def test_float_grades_and_a_top_grade():
    qrels = {t: {"a": 0.5, "b": 1.0, "c": 0.0} for t in "12"}
    runs = {"A": {t: {"a": 2.0, "b": 1.0} for t in "12"}, "B": {t: {"c": 2.0, "b": 1.0} for t in "12"}}
    pool = ReducibleRuns.of(qrels, runs, Policy())
    assert pool.judged(np.ones(6, dtype=bool)).grade.dtype == float
    assert robustness(qrels, runs, "DCG@3", keep=[0.5]).kept
    whole = {t: {"a": 1, "b": 1, "c": 0} for t in "12"}
    assert ReducibleRuns.of(whole, runs, Policy(grades=3)).judged(np.ones(6, dtype=bool)).policy.grades == 3
    with pytest.raises(iv.OptionError, match="but the qrels contain grade 4"):
        robustness({"1": {"a": 4}, "2": {"a": 1}}, runs, "AP", grades=3)
    with pytest.raises(iv.OptionError, match="needs integer grades"):
        robustness(qrels, runs, "AP", grades=3)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"by": "random"}, "use uniform"),
        ({"keep": []}, "needs 1 to 100 numbers"),
        ({"keep": [0]}, "a share above 0 and up to 1"),
        ({"keep": [1.5]}, "or a depth with by='depth'"),
        ({"keep": ["x"]}, "keep='x' is not a number"),
        ({"by": "depth", "keep": [0.5]}, "a whole number from 1"),
        ({"draws": 0}, "draws=0 must be a whole number from 1"),
        ({"seed": -1}, "seed=-1"),
        ({"alpha": 2}, "alpha=2"),
        ({"measures": []}, "at least one measure"),
        ({"runs": {"A": RUNS["S0"]}}, "give at least two runs"),
        ({"topics": ["t01"]}, "at least two topics"),
    ],
)
def test_refused_at_once(options, reason):
    with pytest.raises(iv.OptionError, match=reason):
        robustness(**{"qrels": QRELS, "runs": RUNS, "measures": "AP"} | options)


def test_graded_judgments_of_a_real_collection(shared_data):
    """Robust 2003, with grades 0 to 2, for a few topics of four runs."""
    folder = shared_data("trec-robust2003")
    files = sorted((folder / "runs").iterdir())[:4]
    names = [str(topic) for topic in (303, 310, 325, 601, 620)]
    read = iv.read_qrels(folder / "qrels.robust03.txt.gz")
    rows = zip(read.topic.to_pylist(), read.document.to_pylist(), read.grade.tolist(), strict=True)
    qrels = {t: {} for t in names}
    for topic, document, grade in rows:
        if topic in qrels:
            qrels[topic][document] = grade
    found = robustness(qrels, files, ["AP", "nDCG@10"], keep=[0.2], draws=2)
    every = iv.evaluate(qrels, files, ["AP", "nDCG@10"])
    for draw in range(2):
        table = iv.evaluate(drawn(qrels, 0.2, 0, draw), files, ["AP", "nDCG@10"], grades=every.grades)
        for one in found.kept:
            means = [[e.mean(s, one.measure) for s in e.systems] for e in (every, table)]
            assert one.tau[draw] == pytest.approx(scipy.stats.kendalltau(*means).statistic)
    assert every.grades == 2


def test_on_the_command_line(tmp_path, monkeypatch, capsys):
    from intervale.cli import main
    from intervale.data.made_up import made_up_collection, write_trec

    monkeypatch.chdir(tmp_path)
    write_trec(tmp_path, *made_up_collection())
    data = ("robustness", "qrels.txt", "aurora.run", "borealis.run", "cirrus.run", "-m", "P@5")

    def run(*words):
        with pytest.raises(SystemExit) as end:
            main([*data, *words])
        done = capsys.readouterr()
        return end.value.code, done.out, done.err

    code, out, _ = run("--keep", "0.2,0.5", "--draws", "3", "--json")
    found = robustness("qrels.txt", ["aurora.run", "borealis.run", "cirrus.run"], "P@5", keep=[0.2, 0.5], draws=3)
    document = json.loads(out)
    assert code == 0
    assert document["keep"] == [0.2, 0.5]
    entry = document["pools"][0]["measures"]["P@5"]
    assert [entry["tau"][key] for key in ("mean", "low", "high")] == pytest.approx(Kept.around(found.kept[0].tau))
    assert [pool["judgments"] for pool in document["pools"]] == list(found.judgments)
    text = run("--by", "depth", "--keep", "3")[1]
    assert "pool depth" in text
    assert "[low, high]" not in text
    for words, reason in (
        (("--missing", "drop"), "--missing does not apply here"),
        (("--keep", "0.5,a"), "--keep a is not a number"),
    ):
        code, _, err = run(*words)
        assert (code, reason in err) == (2, True)
