"""What mixing the scales of topics does on a collection, against a loop over all pairs."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.present.mixing import mixing_document, mixing_tables
from intervale.scales.run_pairs import counted_pairs
from intervale.stats.coefficients import tau

QRELS = {"1": {"a": 1, "b": 0}, "2": {"a": 1, "b": 1, "c": 1}, "3": {"a": 2, "b": 1, "x": 1, "y": 1}}
RUNS = {
    "A": {"1": {"a": 2.0, "b": 1.0}, "2": {"x": 1.0}, "3": {"y": 3.0, "z": 2.0, "a": 1.0}},
    "B": {"1": {"x": 1.0}, "2": {"a": 2.0, "b": 1.0}, "3": {"a": 1.0}},
    "C": {"1": {"b": 2.0, "a": 1.0}, "2": {"c": 1.0}, "3": {"z": 1.0}},
}


def by_loops(scores, divisors):
    """Pairs of scores on different topics, those reversed without the constants, and pairs of systems reversed."""
    systems, topics = scores.shape
    cells = [(s, t) for s in range(systems) for t in range(topics) if divisors[t]]
    own = scores * divisors
    reversed_, pairs = 0, 0
    for (s, t), (r, u) in combinations(cells, 2):
        if t == u:
            continue
        pairs += 1
        x, y = scores[s, t] - scores[r, u], own[s, t] - own[r, u]
        reversed_ += min(abs(x), abs(y)) > 1e-9 and x * y < 0
    means = [matrix[:, np.flatnonzero(divisors)].mean(axis=1) for matrix in (scores, own)]
    turned = sum(
        min(abs(means[0][a] - means[0][b]), abs(means[1][a] - means[1][b])) > 1e-9
        and (means[0][a] - means[0][b]) * (means[1][a] - means[1][b]) < 0
        for a, b in combinations(range(systems), 2)
    )
    return pairs, reversed_, turned, tau(*(np.round(one, 10) for one in means))


def divisors_of(name, qrels, topics):
    bases = np.array([sum(grade > 0 for grade in qrels[topic].values()) for topic in topics], float)
    if name.startswith("F@"):
        return np.where(bases > 0, (bases + int(name[2:])) / 2, 0)
    if not name.startswith("nDCG"):
        return bases
    depth = int(name.partition("@")[2])
    return np.array(
        [
            sum(g / np.log2(i + 2) for i, g in enumerate(sorted(qrels[topic].values(), reverse=True)[:depth]))
            for topic in topics
        ]
    )


@pytest.mark.parametrize("name", ["R@2", "AP", "AP@2", "F@3", "nDCG@2"])
@pytest.mark.parametrize("collection", [(QRELS, RUNS), made_up_collection()])
def test_counts_are_those_of_a_loop(name, collection):
    qrels, runs = collection
    evaluation = iv.evaluate(qrels, runs, [name])
    (found,) = iv.mixing(evaluation).measures
    divisors = divisors_of(name, qrels, evaluation.topics)
    pairs, reversed_, turned, expected = by_loops(evaluation.matrix(name), divisors)
    out = found.without
    assert (out.scores.pairs, out.scores.discordant, out.reversed_pairs) == (pairs, reversed_, turned)
    assert out.tau == pytest.approx(expected)
    assert (out.smallest, out.largest) == pytest.approx((divisors[divisors > 0].min(), divisors.max()))
    assert out.share == pytest.approx(reversed_ / pairs)


def test_measures_with_one_scale():
    found = {one.name: one for one in iv.mixing(iv.evaluate(QRELS, RUNS, ["P@2", "RR", "Bpref", "AP@2"])).measures}
    assert [found[name].divided for name in ("P@2", "RR", "Bpref", "AP@2")] == [False, False, None, True]
    assert found["P@2"].without is found["Bpref"].without is None
    assert (found["P@2"].capped, found["P@2"].short, found["P@2"].lists) == (1, 5, 9)
    assert found["RR"].capped is found["RR"].short is None
    assert found["RR"].lengths == (1, 3)


def test_interval_forms_are_not_taken_apart():
    found = iv.mixing(iv.evaluate(QRELS, RUNS, ["AP@2"], interval=True)).measures
    assert [one.divided for one in found] == [True, None]


def test_a_topic_with_nothing_to_find_is_left_out():
    qrels = {**QRELS, "4": {"a": 0}}
    runs = {name: {**run, "4": {"a": 1.0}} for name, run in RUNS.items()}
    with_it, without = (iv.mixing(iv.evaluate(q, r, ["R@2"])) for q, r in ((qrels, runs), (QRELS, RUNS)))
    assert with_it.measures[0].without == without.measures[0].without
    assert any("1 of 4 topics has no relevant document" in note for note in with_it.notes)


def test_one_system_and_one_topic():
    found = iv.mixing(iv.evaluate({"1": {"a": 1}}, {"A": {"1": {"a": 1.0}}}, ["AP"])).measures[0].without
    assert (found.scores.pairs, found.share, found.system_pairs, found.tau) == (0, None, 0, None)


def test_one_topic_has_no_pairs_on_different_topics():
    qrels, runs = {"1": QRELS["2"]}, {name: {"1": run["2"]} for name, run in RUNS.items()}
    found = iv.mixing(iv.evaluate(qrels, runs, ["AP"]))
    assert repr(found) == "Mixing(3 systems, 1 topic; reversed across topics without the constant: AP -)"
    assert found.columns()["reversed_share"] == [None]
    assert mixing_document(found)["measures"]["AP"]["without"]["share"] is None
    assert found.sentences() == [
        "AP: no two scores are on different topics; without the constant of the topic 0 of 3 pairs of systems are "
        "reversed."
    ]
    table = mixing_tables(found)[0]
    assert [cell.value for cell in table.rows[0]][2:5] == [None, 0, 3]
    one = iv.mixing(iv.evaluate(qrels, {"A": runs["A"]}, ["AP", "R@2"]))
    assert repr(one).startswith("Mixing(1 system, 1 topic; ")
    assert one.sentences() == [
        "Pairs of scores on different topics reversed without the constant of the topic: AP -, R@2 -."
    ]
    assert [cell.value for cell in mixing_tables(one)[0].rows[0]][2:5] == [None, None, None]
    alone = iv.mixing(iv.evaluate(qrels, {"A": runs["A"]}, ["AP"])).sentences()
    assert alone == ["AP: no two scores are on different topics."]
    two = iv.mixing(iv.evaluate(qrels, {"A": runs["A"], "B": runs["B"]}, ["AP"])).sentences()
    assert two[0].endswith("0 of 1 pair of systems is reversed.")


def test_one_scale_on_lists_of_one_length():
    """Judged divides by the documents of a list; Unjudged by k, and P too."""
    names = ["Judged", "Judged@1", "Unjudged@2", "P@2"]
    found = iv.mixing(iv.evaluate(QRELS, RUNS, names))
    assert [one.needs_one_length for one in found.measures] == [True, False, False, False]
    assert found.sentences() == [
        "One scale for all topics: Judged@1, Unjudged@2, P@2.",
        "One scale for all topics while all lists have one length, which they do not here: Judged.",
    ]
    even = {name: {topic: ["a", "z"] for topic in run} for name, run in RUNS.items()}
    assert iv.mixing(iv.evaluate(QRELS, even, ["Judged"])).sentences() == ["One scale for all topics: Judged."]


def test_a_surrogate_scores_the_same_run_the_same_on_every_topic():
    same = {"A": {topic: ["a"] for topic in QRELS}}
    qrels = {topic: {doc: min(grade, 1) for doc, grade in judged.items()} for topic, judged in QRELS.items()}
    evaluation = iv.evaluate(qrels, same, ["interval(AP@2)", "interval(AP@2,space='topic')"])
    assert len(set(evaluation.matrix("interval(AP@2)")[0])) == 1
    found = iv.mixing(evaluation)
    assert [(one.divided, one.surrogate) for one in found.measures] == [(None, True), (None, False)]
    assert found.sentences() == ["The same run scores the same on every topic: interval(AP@2)."]
    (table,) = mixing_tables(found)
    assert [row[1].value for row in table.rows] == ["surrogate", "otherwise"]
    (alone,) = mixing_tables(iv.mixing(iv.evaluate(qrels, same, ["interval(AP@2)"])))
    assert not any("works inside the score" in line for line in alone.legend)
    assert "surrogate: ranks among all runs of the length, in which nothing of the topic works" in alone.legend


def test_scores_are_grouped_by_topic_once(monkeypatch):
    asked = []

    def watched(cells):
        asked.append(list(cells))
        return counted_pairs(asked[-1])

    monkeypatch.setattr("intervale.stats.mixed_scales.counted_pairs", watched)
    qrels = {str(n): {"a": 1, "b": n % 2} for n in range(300)}
    iv.mixing(iv.evaluate(qrels, {"A": {topic: ["a"] for topic in qrels}}, ["AP"]))
    assert sum(map(len, asked)) == 600  # all together, and each on its topic


def test_the_result_shows_itself():
    found = iv.mixing(iv.evaluate(QRELS, RUNS, ["AP", "P@2"]))
    assert repr(found).startswith("Mixing(3 systems, 3 topics; reversed across topics without the constant: AP ")
    assert found.columns()["divided"] == [True, False]
    assert found.sentences()[-1] == "One scale for all topics: P@2."
    assert repr(iv.mixing(iv.evaluate(QRELS, RUNS, ["P@2"]))) == "Mixing(3 systems, 3 topics; no constants)"


def test_bad_calls():
    with pytest.raises(iv.OptionError, match=r"iv\.mixing\(iv\.evaluate"):
        iv.mixing({})
    with pytest.raises(iv.OptionError, match="needs judged runs"):
        iv.mixing(iv.read_scores({"A": [1]}))
    with pytest.raises(iv.OptionError, match="at least one measure"):
        iv.mixing(iv.evaluate(QRELS, RUNS))


@pytest.mark.parametrize(
    ("name", "qrels", "heading"),
    [
        ("trec8-adhoc", "qrels.trec8.txt", "TREC-8"),
        ("trec-robust2003", "qrels.robust03.txt.gz", "Robust 2003"),
    ],
)
def test_figures_of_the_manual(shared_data, name, qrels, heading):
    folder = shared_data(name)
    page = (Path(__file__).resolve().parents[2] / "docs" / "universes.md").read_text(encoding="utf-8")
    measures = ["R@1000", "AP", "nDCG@1000", "R@10", "F@10", "AP@10", "nDCG@10", "P@10", "RR"]
    found = iv.mixing(iv.evaluate(folder / qrels, folder / "runs", measures))
    for one in found.measures:
        out = one.without
        if out is not None:
            cells = f"{float(out.share):.1%} | {out.reversed_pairs:,} of {out.system_pairs:,} | {out.tau:.4f} |"
            assert f"| {heading} | {one.name} | {cells}" in page
