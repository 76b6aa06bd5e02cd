"""Parameters and grades at the edge of what is allowed: a number or a plain error, and no more work than needed."""

import time
import tracemalloc

import numpy as np
import pytest

import intervale as iv

QRELS = {"q": {"a": 1, "b": 2, "c": 0, "e": -1}}
RUN = {"A": {"q": {"e": 4.0, "a": 3.0, "x": 2.0, "b": 1.0, "c": 0.5}}}
HUGE = "1" + "0" * 400


@pytest.mark.parametrize(
    "text",
    [
        *("DCG(base=1e308)@5", "DCG(base=1.0000000000000002)@5", f"DCG(base={HUGE})@5", f"nDCG(gains={{1:{HUGE}}})@5"),
        *("nDCG(gains={1:1e308,2:1e308})@5", f"gP(gains={{1:{HUGE}}})@5", "RBP(p=1e-300)", f"RBP(p=1/{HUGE})"),
        *("RBP(p=0.9999999999999999)", "SetF(beta=1e200)", "F(beta=1e200)@5", "F(beta=1e-200)@5", f"F(beta={HUGE})@5"),
        *("INSQ(T=1e308)", "INSQ(T=1e-300)", f"INSQ(T={HUGE})", "INST(T=1e200)", "INST(T=1e-300)", "INST(T=0.5)"),
        *("Rprec(mult=1e308)", "Rprec(mult=1e-300)", "IPrec@1e-300", "P@1000000000", "AP(rel=1000000000)"),
        *("gR(gains={1:0,2:0},literal=True)@3", "F(graded=True,gains={1:0,2:0})@3", "nDCG(gains={0:5})"),
        *("ERR(max_rel=10000)", "gRBP(gains={1:0,2:0},max_rel='topic')"),
    ],
    ids=lambda text: text.replace(HUGE, "HUGE"),
)
def test_extreme_parameters_give_a_number_or_a_plain_error(text):
    try:
        table = iv.evaluate(QRELS, RUN, [text])
    except iv.IntervaleError:
        return
    assert np.isfinite(table.values).all()


def test_a_large_grade_gives_a_number_or_a_plain_error():
    for text in ("nDCG", "nDCG(dcg='exp-log2')", "ERR", "AP", "DCG(dcg='exp-log2')@5"):
        try:
            table = iv.evaluate({"q": {"a": 1500, "b": 1}}, RUN, [text])
        except iv.IntervaleError:
            continue
        assert np.isfinite(table.values).all()


@pytest.mark.parametrize("name", ["P", "R", "AP", "nDCG", "DCG", "RBP", "ERR", "INST", "INSQ", "Judged"])
def test_a_cutoff_far_past_the_end_costs_nothing(name):
    tracemalloc.start()
    iv.evaluate(QRELS, RUN, [f"{name}@3000000"])
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2_000_000


def test_a_large_top_grade_costs_a_table_and_no_more():
    """1500 gains are a matter of milliseconds; looking through all of them for each of them takes seconds."""
    start = time.perf_counter()
    iv.evaluate({"q": {"a": 1500, "b": 1}}, RUN, ["gP@5"])
    assert time.perf_counter() - start < 1
