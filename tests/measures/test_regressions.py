"""What was once wrong, and must not be again."""

from fractions import Fraction

import numpy as np
import pytest

import intervale as iv
from intervale.exact import compare, decimal_text, inverse_log


def perfect(qrels):
    return {"A": {topic: {d: float(grade) for d, grade in inner.items() if grade} for topic, inner in qrels.items()}}


def test_a_perfect_run_scores_1_whatever_topics_come_before():
    random = np.random.default_rng(8)
    qrels = {f"q{t:04d}": {f"d{i}": int(g) for i, g in enumerate(random.integers(1, 4, 20))} for t in range(3000)}
    table = iv.evaluate(qrels, perfect(qrels), ["nDCG", "nDCG(dcg='exp-log2')@10", "gR@20", "AP"])
    assert (table.values == 1.0).all()


@pytest.mark.parametrize("name", ["nDCG(gains={3:1e20})@10", "gR(gains={3:1e20})@10"])
def test_a_huge_gain_of_one_topic_leaves_the_others_alone(name):
    qrels = {"q1": {"a": 3}, "q2": {"b": 1}}
    assert iv.evaluate(qrels, perfect(qrels), [name]).by_topic("A", name) == {"q1": 1.0, "q2": 1.0}


def test_precision_is_a_count_over_k():
    run = {"A": {"q": {f"d{i}": float(-i) for i in range(49)}}}
    assert iv.evaluate({"q": {f"d{i}": 1 for i in range(3)}}, run, ["P@10"]).mean("A", "P@10") == 0.3
    assert iv.evaluate({"q": {f"d{i}": 1 for i in range(49)}}, run, ["P@49"]).mean("A", "P@49") == 1.0


def test_a_score_does_not_depend_on_what_else_is_scored():
    qrels = {f"q{t}": {f"d{i}": 1 for i in range(400)} for t in range(10)}
    run = {topic: {d: float(-i) for i, d in enumerate(inner)} for topic, inner in qrels.items()}
    names = ["DCG", "RBP(p=0.99)", "AP", "RBPresid(p=0.99)"]
    together = iv.evaluate(qrels, {"A": run}, names)
    alone = iv.evaluate({"q3": qrels["q3"]}, {"A": {"q3": run["q3"]}}, names)
    for name in names:
        assert together.by_topic("A", name)["q3"] == alone.by_topic("A", name)["q3"]


def test_ids_whose_hashes_collide_are_told_apart():
    qrels = {"q": {"document-0000001": 0, 'IQeIcsw6Ft|M&+"w': 1}}
    table = iv.evaluate(qrels, {"A": {"q": {'IQeIcsw6Ft|M&+"w': 2.0, "document-0000001": 1.0}}}, ["P@1", "Judged"])
    assert table.means("A") == {"P@1": 1.0, "Judged": 1.0}


def test_a_file_of_qrels_and_a_frame_of_runs(tmp_path):
    pandas = pytest.importorskip("pandas")
    (tmp_path / "qrels").write_text("q1 0 d1 1\n")
    frame = pandas.DataFrame({"topic": ["q1"], "document": ["d1"], "score": [1.0]})
    for runs in (frame, [frame], {"A": frame}):
        assert iv.evaluate(str(tmp_path / "qrels"), runs, ["AP"]).values.tolist() == [[[1.0]]]


def test_lines_that_end_with_a_carriage_return_are_lines(tmp_path):
    (tmp_path / "run").write_bytes(b"q1 Q0 c 1 2 A\rq1 Q0 a 2 1 A\r")
    assert len(iv.read_run(tmp_path / "run")) == 2


def test_digits_that_cancel_are_computed_anew():
    digits = decimal_text(inverse_log(3), 60)
    near = inverse_log(3) - Fraction(digits[:30])
    assert float(decimal_text(near, 12)) == pytest.approx(float(Fraction(digits) - Fraction(digits[:30])), rel=1e-11)


def test_logarithms_to_different_bases_are_compared():
    assert compare(inverse_log(3, 2), inverse_log(3, 10)) == -1
    assert inverse_log(5, Fraction(9, 4)) == 2 * inverse_log(5, Fraction(3, 2))


def test_large_grades_cost_little():
    qrels = {"q": {"a": 20_000, "b": 1}}
    run = {"A": {"q": {"b": 2.0, "a": 1.0}}}
    assert iv.evaluate(qrels, run, ["gP@2"]).mean("A", "gP@2") == pytest.approx((1 + 1 / 20_000) / 2)


def test_parameters_may_not_be_none_and_may_be_numpy_numbers():
    from intervale.measures.persistence import RBP
    from intervale.measures.precision import P

    with pytest.raises(iv.MeasureError, match="p=None"):
        RBP(p=None)
    assert P(cutoff=np.int64(10)) == P(cutoff=10)
    assert RBP(p=np.float64(0.5)) == RBP(p=0.5)


def test_a_long_name_reads_back():
    measure = iv.parse_measure("nDCG(gains={" + ",".join(f"{i}:{i + 1}" for i in range(300)) + "})@10")
    assert iv.parse_measure(str(measure)) == measure
