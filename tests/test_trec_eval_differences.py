"""What differs from trec_eval, row by row of the table in docs/moving-from-trec-eval.md: intervale's side, on data.

trec_eval's side is read from its sources (version 10: m_rbp.c, m_num_rel.c, m_iprec_at_recall.c, meas_acc.c and
meas_print_single.c); where pytrec_eval, which is trec_eval 9 inside, shows the same, it is asked.
"""

import math
from fractions import Fraction
from pathlib import Path

import pytest
import pytrec_eval

import intervale as iv

PAGE = Path(__file__).resolve().parent.parent / "docs" / "moving-from-trec-eval.md"
ROWS = [
    "`rbp`",
    "`rbp_resid`",
    "`num_rel` in the summary of `-c -l 2`",
    "`-J` where nothing retrieved was judged",
    "a mean half-way between two printed numbers",
]


@pytest.mark.parametrize("row", ROWS)
def test_the_page_has_the_row(row):
    table = PAGE.read_text("utf-8").partition("### What is not, and why")[2].partition("\n## ")[0]
    assert any(line.startswith(f"| {row} |") for line in table.splitlines())


def test_rbp_divides_by_the_largest_grade_of_the_topic():
    """trec_eval never sets the smallest and the largest gain that it starts from; the numbers here are those that it
    gives where they happen to be 0."""
    qrels = {"two": {"a": 2, "b": 1, "c": 0}, "three": {"a": 3, "b": 1}, "one": {"a": 1}}
    run = {topic: {"b": 3.0, "x": 2.0, "a": 1.0} for topic in qrels}
    scores = iv.evaluate(qrels, {"run": run}, ["rbp"]).by_topic("run", "rbp")
    tenth, p = Fraction(1, 10), Fraction(9, 10)
    want = {"two": tenth * (Fraction(1, 2) + p**2), "three": tenth * (Fraction(1, 3) + p**2), "one": tenth * p**2}
    assert scores == pytest.approx({topic: float(x) for topic, x in want.items()}, abs=1e-15)


@pytest.mark.parametrize("other", [["rbp"], ["all_trec"], ["ndcg", "rbp", "map"]])
def test_rbp_does_not_depend_on_what_else_is_asked(other):
    qrels = {"1": {"a": 2, "b": 1}, "2": {"a": 4, "c": 1}}
    run = {"1": {"a": 1.0, "b": 2.0}, "2": {"c": 1.0}}
    rbp = str(iv.parse_measure("rbp"))
    table = iv.evaluate(qrels, {"run": run}, [str(m) for name in other for m in iv.parse_measures(name)])
    assert table.mean("run", rbp) == iv.evaluate(qrels, {"run": run}, [rbp]).mean("run", rbp)


def test_the_summary_of_num_rel_is_the_sum_of_its_topics():
    """trec_eval with ``-c -l 2`` prints 5 in the summary, the documents of grade 1 or more; its topics have 1 and 1."""
    qrels = {"1": {"a": 2, "b": 1, "c": 1}, "2": {"a": 2, "b": 1, "c": 0}}
    table = iv.evaluate(qrels, {"run": {"1": {"a": 1.0}}}, ["NumRel(rel=2)", "NumRel"])
    assert table.by_topic("run", "NumRel(rel=2)") == {"1": 1, "2": 1}
    assert table.means("run") == {"NumRel(rel=2)": 2, "NumRel": 5}


def test_without_judged_documents_judged_only_gives_zero():
    """Nothing is left of the run, and 0 of 0 documents is not a number in C."""
    qrels = {"1": {"a": 1, "b": 0, "c": 2}, "2": {"a": 1}}
    run = {"1": {"x": 2.0, "y": 1.0}, "2": {"a": 1.0}}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"iprec_at_recall", "11pt_avg"}, judged_docs_only_flag=True)
    found = theirs.evaluate(run)
    assert math.isnan(found["1"]["iprec_at_recall_0.00"])
    assert math.isnan(found["1"]["11pt_avg"])
    names = ["IPrec(judged_only=True)@0", "IPrec(judged_only=True)@0.5", "IPrecAvg(judged_only=True)"]
    table = iv.evaluate(qrels, {"run": run}, [*names, "AP(judged_only=True)", "SetP(judged_only=True)"])
    for name in table.names:
        assert table.by_topic("run", name) == {"1": 0.0, "2": 1.0}
        assert table.mean("run", name) == 0.5


TENTHS = [4, 5, 9, 6, 5, 8, 6, 1, 6, 8, 3, 6, 2, 6, 9, 9]
"""Relevant documents among the first ten on each of 16 topics: P@10 has the mean 93/160 = 0.58125."""


def precision_data(counts):
    qrels = {f"{n:02}": {f"d{i}": 1 for i in range(10)} for n in range(len(counts))}
    run = {
        topic: {f"d{i}" if i < count else f"x{i}": 10.0 - i for i in range(10)}
        for topic, count in zip(qrels, counts, strict=True)
    }
    return qrels, run


def test_a_mean_is_rounded_once():
    """trec_eval adds topic after topic and rounds each time, and the order of the topics decides the last digit."""
    assert Fraction(sum(TENTHS), 160) == Fraction(58125, 100000)
    one_by_one = {f"{sum_in_order(order) / 16:.4f}" for order in (TENTHS, sorted(TENTHS), sorted(TENTHS)[::-1])}
    assert one_by_one == {"0.5812", "0.5813"}
    for order in (TENTHS, sorted(TENTHS), sorted(TENTHS)[::-1]):
        mean = iv.evaluate(*precision_data(order), ["P@10"]).mean("run", "P@10")
        assert mean == 0.58125
        assert f"{mean:.4f}" == "0.5813"


def sum_in_order(tenths):
    total = 0.0
    for count in tenths:
        total += count / 10
    return total


def test_systems_with_the_same_scores_on_other_topics_have_equal_means():
    qrels, run = precision_data(TENTHS)
    _, upwards = precision_data(sorted(TENTHS))
    _, downwards = precision_data(sorted(TENTHS)[::-1])
    table = iv.evaluate(qrels, {"A": run, "B": upwards, "C": downwards}, ["P@10", "AP"])
    assert len({table.mean(system, "P@10") for system in table.systems}) == 1
    assert len({table.mean(system, "AP") for system in table.systems}) == 1


@pytest.mark.parametrize("values", [[1e308, 1e308], [math.inf, -math.inf], [math.inf, 1.0]])
@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
@pytest.mark.filterwarnings("ignore:invalid value encountered:RuntimeWarning")
def test_means_beyond_floats_are_not_refused(values):
    import numpy as np

    assert not math.isfinite(iv.parse_measure("AP").combine(np.array(values)))
