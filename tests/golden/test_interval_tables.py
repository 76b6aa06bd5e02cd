"""Tables 2 and 3 of Ferrante, Ferro and Fuhr 2021 on the TREC-8 ad hoc runs.

Kendall's tau-b between the mean of each measure and the mean of its interval form over 129 systems, ties among equal
scores broken as TREC did (``trec9``), means rounded to 8 digits. For AP the paper adds floats, which splits and merges
values; with exact values three of eight entries differ, and its own numbers come out when floats are added
(``test_ap_in_floats``).
"""

import numpy as np
import pytest
from scipy.stats import kendalltau

import intervale as iv
from tests.sizes import LONG, MORE

MEASURES = ("P", "RBP(p=0.5)", "RR", "RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)", "DCG(base=10)", "R")
NORMALISED = ("nDCG(base=2)", "nDCG(base=10)")
PRINTED = {
    ("unq", 5): (1.0000, 1.0000, 0.9211, 0.9522, 0.9605, 0.9759, 1.0000, 0.8145, 0.9759, 1.0000),
    ("unq", 10): (1.0000, 1.0000, 0.8466, 0.9500, 0.9527, 0.9553, 1.0000, 0.8030, 0.9541, 0.9965),
    ("unq", 20): (1.0000, 1.0000, 0.7677, 0.9498, 0.9498, 0.9334, 0.9537, 0.7943, 0.9285, 0.9452),
    ("unq", 30): (1.0000, 1.0000, 0.7329, 0.9498, 0.9508, 0.9128, 0.9261, 0.7948, 0.9072, 0.9147),
    ("mid", 5): (0.9680, 1.0000, 0.9694, 0.9522, 0.9605, 0.9622, 0.9680, 0.7973, 0.9622, 0.9680),
    ("mid", 10): (0.9392, 1.0000, 0.9713, 0.9500, 0.9527, 0.9462, 0.9392, 0.7725, 0.9450, 0.9362),
    ("mid", 20): (0.9043, 1.0000, 0.9736, 0.9498, 0.9498, 0.9276, 0.9045, 0.7809, 0.9227, 0.8970),
    ("mid", 30): (0.8978, 1.0000, 0.9743, 0.9498, 0.9508, 0.9094, 0.8931, 0.7625, 0.9038, 0.8851),
}
AP_EXACT = {
    ("unq", 5): 0.8219,
    ("unq", 10): 0.8240,
    ("unq", 20): 0.8195,
    ("unq", 30): 0.8364,
    ("mid", 5): 0.8208,
    ("mid", 10): 0.8214,
    ("mid", 20): 0.8161,
    ("mid", 30): 0.8401,
}
AP_PRINTED = {("unq", 5): 0.8219, ("unq", 10): 0.8243, ("unq", 20): 0.8197, ("mid", 10): 0.8213, ("mid", 20): 0.8161}
AP_VALUES = {5: (31, 31), 10: (866, 810), 20: (736_541, 644_203)}
"""How many values AP has when floats are added, and how many it has."""


@pytest.fixture(scope="module")
def judged(shared_data):
    folder = shared_data("trec8-adhoc")
    runs = sorted((folder / "runs").iterdir())
    assert len(runs) == 129
    return iv.evaluate(folder / "qrels.trec8.txt", runs, ties="trec9")


def tau(first, second):
    return round(float(kendalltau(np.round(first, 8), np.round(second, 8)).statistic), 4)


def own_tau(judged, measure, tie_rule):
    """Between the means of a measure and those of its interval form."""
    table = judged.score([measure, f"interval({measure},tie_rule='{tie_rule}')"])
    return tau(*table.values.mean(axis=-1))


@pytest.mark.parametrize(("tie_rule", "length"), PRINTED)
def test_measures_other_than_ap(judged, tie_rule, length):
    if length > 10 and not (LONG if tie_rule == "mid" else MORE):
        pytest.skip("takes a while; make exhaustive runs it")
    found = tuple(own_tau(judged, f"{measure}@{length}", tie_rule) for measure in (*MEASURES, *NORMALISED))
    assert found == PRINTED[tie_rule, length]


@pytest.mark.parametrize(("tie_rule", "length"), AP_EXACT)
def test_ap_with_exact_values(judged, tie_rule, length):
    if length == 30 and not LONG:
        pytest.skip("takes a while; make exhaustive runs it")
    assert own_tau(judged, f"AP@{length}", tie_rule) == AP_EXACT[tie_rule, length]


@pytest.mark.parametrize(("tie_rule", "length"), AP_PRINTED)
def test_ap_in_floats(judged, tie_rule, length):
    """The paper's numbers: every run in floats, precision added up in rank order, ranks among what comes out."""
    sums = np.zeros(1)
    seen = np.zeros(1)
    for rank in range(1, length + 1):  # all runs, one more rank at a time
        sums, seen = np.concatenate([sums, sums + (seen + 1) / rank]), np.concatenate([seen, seen + 1])
    values, counts = np.unique(sums, return_counts=True)
    at_most = np.cumsum(counts)
    ranks = np.arange(1, len(values) + 1) if tie_rule == "unq" else at_most - (counts - 1) / 2
    assert (len(values), iv.interval_scale(f"AP@{length}").size) == AP_VALUES[length]
    grades = judged.judged.grades[..., :length]
    scores = np.zeros(grades.shape[:2])
    found = np.zeros(grades.shape[:2])
    for rank in range(1, length + 1):
        relevant = grades[..., rank - 1] > 0
        found = found + relevant
        scores = np.where(relevant, scores + found / rank, scores)
    interval = ranks[np.searchsorted(values, scores)]
    base = judged.judged.topics.recall_base()
    assert tau((scores / base).mean(axis=-1), interval.mean(axis=-1)) == AP_PRINTED[tie_rule, length]
