"""Tables 4, 5 and 6 of Ferrante, Ferro and Fuhr 2021, column T08_30: TREC-8 ad hoc, runs cut at 30, ties as TREC had.

Sign, rank sum, signed rank, t, Kruskal-Wallis and Friedman counts are those printed. ANOVA counts differ by up to four
of 8,256: the critical values of the studentised range differ in their last digits (ours agree with scipy's to 1e-8).
AP is compared apart: its interval scale is exact here, and in floats there (see ``test_interval_tables``).
"""

import numpy as np
import pytest

import intervale as iv
from intervale.stats.outcome import Setting
from intervale.stats.registry import TESTS
from tests.sizes import LONG

ROWS = ("sign", "rank-sum", "signed-rank", "t", "anova1", "kruskal-wallis", "anova2", "friedman")
SIGNIFICANT = {
    "P": (5153, 4276, 5644, 5633, 1923, 1740, 3362, 2595),
    "RBP(p=0.5)": (4724, 4302, 5108, 5091, 1945, 1678, 2861, 2228),
    "RBP(p=0.3)": (4724, 4302, 5027, 4801, 1730, 1678, 2432, 2228),
    "RBP(p=0.8)": (5105, 4375, 5508, 5425, 2183, 1781, 3474, 2589),
    "DCG(base=2)": (5227, 4425, 5743, 5664, 2125, 1812, 3609, 2706),
    "DCG(base=10)": (5095, 4307, 5663, 5636, 1958, 1750, 3438, 2637),
    "RR": (4074, 3951, 4578, 4582, 1691, 1500, 2233, 1813),
    "R": (5153, 3494, 5434, 5073, 409, 1417, 2440, 2595),
    "AP": (5233, 4067, 5659, 5156, 391, 1593, 2508, 2706),
    "nDCG(base=2)": (5227, 4420, 5726, 5623, 2159, 1827, 3642, 2706),
    "nDCG(base=10)": (5095, 4312, 5632, 5579, 2012, 1782, 3478, 2637),
}
NOTHING = (0, 0)
CHANGED = {
    "P": (NOTHING,) * 8,
    "RBP(p=0.5)": (NOTHING,) * 8,
    "RBP(p=0.3)": (NOTHING, NOTHING, (29, 110), (70, 360), (18, 233), NOTHING, (8, 437), NOTHING),
    "RBP(p=0.8)": (NOTHING, NOTHING, (165, 114), (221, 123), (200, 44), NOTHING, (257, 20), NOTHING),
    "DCG(base=2)": (NOTHING, NOTHING, (260, 147), (408, 161), (633, 59), NOTHING, (601, 25), NOTHING),
    "DCG(base=10)": (NOTHING, NOTHING, (260, 127), (370, 132), (747, 37), NOTHING, (623, 41), NOTHING),
    "RR": (NOTHING, NOTHING, (479, 362), (903, 454), (288, 162), NOTHING, (511, 131), NOTHING),
    "R": (NOTHING, (14, 796), (185, 395), (303, 863), (0, 1514), (28, 351), (47, 969), NOTHING),
    "nDCG(base=2)": (NOTHING, (49, 54), (245, 149), (384, 178), (667, 59), (34, 19), (631, 22), NOTHING),
    "nDCG(base=10)": (NOTHING, (52, 47), (250, 148), (370, 189), (814, 50), (50, 18), (670, 48), NOTHING),
}
AP_CHANGED = (NOTHING, (25, 385), (242, 169), (339, 559), (3, 955), (19, 225), (171, 560), NOTHING)
CORRELATION = {  # measure and measure, their interval forms
    ("P", "RBP(p=0.5)"): (0.7858, 0.7858),
    ("P", "RR"): (0.7151, 0.6322),
    ("P", "RBP(p=0.3)"): (0.7494, 0.7858),
    ("P", "RBP(p=0.8)"): (0.8641, 0.8447),
    ("P", "DCG(base=2)"): (0.9352, 0.8962),
    ("P", "DCG(base=10)"): (0.9866, 0.9243),
    ("RBP(p=0.5)", "RBP(p=0.3)"): (0.9498, 1.0000),
    ("RBP(p=0.5)", "RBP(p=0.8)"): (0.9045, 0.9082),
    ("RBP(p=0.5)", "RR"): (0.8840, 0.6733),
    ("RBP(p=0.5)", "DCG(base=2)"): (0.8461, 0.8166),
    ("RBP(p=0.5)", "DCG(base=10)"): (0.7931, 0.7686),
    ("RBP(p=0.3)", "RBP(p=0.8)"): (0.8606, 0.9082),
    ("RBP(p=0.3)", "RR"): (0.9144, 0.6733),
    ("RBP(p=0.3)", "DCG(base=2)"): (0.8054, 0.8166),
    ("RBP(p=0.3)", "DCG(base=10)"): (0.7547, 0.7686),
    ("RBP(p=0.8)", "RR"): (0.8133, 0.6430),
    ("RBP(p=0.8)", "DCG(base=2)"): (0.9266, 0.8822),
    ("RBP(p=0.8)", "DCG(base=10)"): (0.8745, 0.8333),
    ("RR", "DCG(base=2)"): (0.7668, 0.5971),
    ("RR", "DCG(base=10)"): (0.7214, 0.5896),
    ("DCG(base=2)", "DCG(base=10)"): (0.9435, 0.9273),
    ("R", "P"): (0.7948, 1.0000),
    ("R", "RBP(p=0.5)"): (0.6848, 0.7858),
    ("R", "RBP(p=0.3)"): (0.6648, 0.7858),
    ("R", "RBP(p=0.8)"): (0.7424, 0.8447),
    ("R", "RR"): (0.6611, 0.6322),
    ("R", "DCG(base=2)"): (0.7756, 0.8962),
    ("R", "DCG(base=10)"): (0.7957, 0.9243),
    ("R", "nDCG(base=2)"): (0.7899, 0.8962),
    ("R", "nDCG(base=10)"): (0.8338, 0.9243),
    ("nDCG(base=2)", "P"): (0.9330, 0.8962),
    ("nDCG(base=2)", "RBP(p=0.5)"): (0.8449, 0.8166),
    ("nDCG(base=2)", "RBP(p=0.3)"): (0.8051, 0.8166),
    ("nDCG(base=2)", "RBP(p=0.8)"): (0.9283, 0.8822),
    ("nDCG(base=2)", "RR"): (0.7684, 0.5971),
    ("nDCG(base=2)", "DCG(base=2)"): (0.9804, 1.0000),
    ("nDCG(base=2)", "DCG(base=10)"): (0.9418, 0.9273),
    ("nDCG(base=2)", "nDCG(base=10)"): (0.9368, 0.9273),
    ("nDCG(base=10)", "P"): (0.9568, 0.9243),
    ("nDCG(base=10)", "RBP(p=0.5)"): (0.7841, 0.7686),
    ("nDCG(base=10)", "RBP(p=0.3)"): (0.7472, 0.7686),
    ("nDCG(base=10)", "RBP(p=0.8)"): (0.8684, 0.8333),
    ("nDCG(base=10)", "RR"): (0.7212, 0.5896),
    ("nDCG(base=10)", "DCG(base=2)"): (0.9288, 0.9273),
    ("nDCG(base=10)", "DCG(base=10)"): (0.9610, 1.0000),
}


@pytest.fixture(scope="module")
def table(shared_data):
    folder = shared_data("trec8-adhoc")
    runs = sorted((folder / "runs").iterdir())
    wanted = {name: f"{name}@30" for name in SIGNIFICANT}
    wanted |= {f"interval {name}": iv.interval(f"{name}@30") for name in CHANGED}
    if LONG:
        wanted["interval AP"] = iv.interval("AP@30")
    return iv.evaluate(folder / "qrels.trec8.txt", runs, wanted, ties="trec9")


def decided(table, name, test):
    return TESTS[test].run(table.matrix(name), None, Setting()).p <= 0.05


def slack(test):
    return 5 if test in ("anova1", "anova2") else 0


@pytest.mark.parametrize("name", SIGNIFICANT)
def test_how_many_pairs_differ(table, name):
    for test, printed in zip(ROWS, SIGNIFICANT[name], strict=True):
        assert abs(int(decided(table, name, test).sum()) - printed) <= slack(test), test


@pytest.mark.parametrize("name", CHANGED)
def test_how_many_change_on_the_interval_scale(table, name):
    for test, printed in zip(ROWS, CHANGED[name], strict=True):
        plain, form = decided(table, name, test), decided(table, f"interval {name}", test)
        found = int((plain & ~form).sum()), int((~plain & form).sum())
        assert max(abs(a - b) for a, b in zip(found, printed, strict=True)) <= slack(test), (test, found)


@pytest.mark.skipif(not LONG, reason="counts the values of AP@30; make exhaustive runs it")
def test_ap_changes_nearly_as_printed(table):
    for test, printed in zip(ROWS, AP_CHANGED, strict=True):
        plain, form = decided(table, "AP", test), decided(table, "interval AP", test)
        found = int((plain & ~form).sum()), int((~plain & form).sum())
        assert max(abs(a - b) for a, b in zip(found, printed, strict=True)) <= 8, (test, found)


def test_correlations_of_measures_and_of_their_interval_forms(table):
    """Means are rounded to 8 decimals, as there (footnote 10)."""
    found = iv.correlate(table, digits=8)
    by_pair = {frozenset((pair.a, pair.b)): pair for pair in found.pairs}
    for (a, b), printed in CORRELATION.items():
        pair = by_pair[frozenset((a, b))]
        assert (round(pair.overall, 4), round(pair.interval_overall, 4)) == printed, (a, b)
    for own in found.own:  # order is kept on every topic; floats of AP split a few ties that its interval scale keeps
        assert own.topics == pytest.approx(1.0, abs=1e-5 if own.a == "AP" else 1e-12), own
    assert by_pair[frozenset(("P", "R"))].topics == pytest.approx(1.0, abs=1e-12)


def test_the_intervalness_of_precision_is_one(table):
    assert np.array_equal(decided(table, "P", "t"), decided(table, "interval P", "t"))
