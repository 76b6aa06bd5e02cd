"""Claims of 003: what they rest on, and that refutations are computed twice."""

import numpy as np
import pytest

from intervale.rankings import PAPER, Sample, consistency, listwise, metric, own_metric
from intervale.rankings import properties as look
from intervale_papers import CLAIMS, Outcome
from intervale_papers.group_theoretic.comparison import comparison_tables
from intervale_papers.group_theoretic.printed import COLUMNS, TABLE_2, TABLE_2_COLUMNS, TABLE_3, printed
from intervale_papers.group_theoretic.readings import fixed_relevant, moved_sensitive, scaled_shares
from intervale_papers.group_theoretic.table_2 import compared
from tests.oracle import rankings as oracle


@pytest.fixture(scope="module")
def found():
    return {name: claim.check() for name, claim in CLAIMS.items() if name.startswith("003/")}


def test_every_refutation_is_argued_twice(found):
    refuted = [name for name, one in found.items() if one.outcome is Outcome.REFUTED]
    assert len(refuted) == 6
    assert all(found[name].again for name in refuted)


def test_a_width_swap_dependent_metric_is_not_moved_apart():
    """m(σ, (i j) ∘ σ) of metrics that do not know names is m(id, (i j)), by loops."""
    for name in ("Kendall tau", "MAPE", "recall", "DCG"):
        one, start = metric(name), (1, 2, 3, 4)
        k = 2 if one.depends_on_k else None
        apart = any(
            oracle.TWINS[name](s, put(s, 1, 2), k or 4) != pytest.approx(oracle.TWINS[name](s, put(s, 3, 4), k or 4))
            for s in oracle.group(4)
        )
        assert moved_sensitive(name, 4) == apart == (one.exact(start, (2, 1, 3, 4)) != one.exact(start, (1, 2, 4, 3)))


def put(s, i, j):
    return tuple(j if x == i else i if x == j else x for x in s)


def test_both_readings_are_named(found):
    said = found["003/5.4/prevents"].remark
    assert "29 of 33" in said
    assert "27 come out" in said


def test_a_fixed_relevant_set_as_loops_have_it():
    sample = Sample(5, 12, 1, 2)
    sigma, nu = sample.drawn()
    steps, kept = 0, 0
    for s, t in zip(sigma.tolist(), nu.tolist(), strict=True):
        values = [len(oracle.top(s, 4) & oracle.top(t, k)) / k for k in range(1, 13)]
        kept += sum(abs(values[k - 1] - values[k - 2]) < 1 / k - 1e-12 for k in range(2, 13))
        steps += 11
    assert fixed_relevant(4, sample)["precision"] == (kept / steps >= 0.975)


def test_scaled_positions(found):
    shares = scaled_shares(Sample())
    assert shares["RMSE"] == pytest.approx(0.9987, abs=1e-4)
    assert "99.87%" in found["003/table-3/stability"].remark
    assert set(found["003/table-3/stability"].witness) >= {"MSE", "RMSE", "MAE", "recall", "Kendall tau", "DCG"}


def test_the_row_of_symmetry(found):
    assert found["003/table-3/symmetry"].witness == ["MAPE", "DCG", "SMAPE", "R2"]
    assert [printed(name, "symmetry").holds for name in ("MAPE", "DCG", "SMAPE", "R2")] == [True, True, False, False]


def test_the_reversed_metric_by_three_rankings(found):
    s, m, v = found["003/definition-1/reversed"].witness
    assert len({s, m, v}) == 3
    x, y = ({t: oracle.TWINS[name]((1, 2, 3), t, 3) for t in (s, m, v)} for name in ("Kendall tau", "NDPM"))
    assert (x[s], y[s]) == (x[m], y[m])
    assert x[s] <= x[v]
    assert y[s] > y[v]


def test_what_is_automatic(found):
    assert not {"nDCG", "MRR", "Kendall tau"} & set(found["003/6/only"].witness)
    assert "recall" in found["003/6/only"].witness


def test_propositions_and_tables_that_contradict_each_other(found):
    assert "Table 3" in found["003/proposition-5.1"].remark
    assert "Proposition 5.1" in found["003/5.1/table-3"].remark


def test_most_pairs_do_not_depend_on_the_order(found):
    """A pair counts only if it is non-consistent both ways: τ and ρ are one way only at n = 4."""
    assert consistency("Kendall tau", "Spearman rho", n=4).holds is False
    assert consistency("Spearman rho", "Kendall tau", n=4).holds
    assert len(PAPER) * (len(PAPER) - 1) / 4 < found["003/4.1/most"].witness < 338
    turned = own_metric(lambda s, t: -metric("LR+").exact(s, t, k=len(s) // 2), name="turned")
    assert np.isneginf(turned.exact((1, 2), (1, 2)))


# ---------------------------------------------------------------- the tables as printed


def test_table_2_and_where_it_differs():
    """By hand: MAPE and SMAPE cannot tell (1 2) from (2 4), 1 + 1/2 = 2/2 + 2/4; means over the same five positions do
    not change when two of these five items change places.
    """
    for one in compared(PAPER.values()):
        twin = oracle.TWINS[one.metric]
        values = [twin(range(1, 11), ranking, 5) for ranking in (one.sigma, one.tau)]
        same = all(v == float("inf") for v in values) or values[0] == pytest.approx(values[1], abs=1e-12)
        assert one.told_apart != same
    wrong = {(one.metric, one.tau) for one in compared(PAPER.values()) if one.told_apart != one.in_paper}
    assert wrong == {(name, TABLE_2[0].tau) for name in ("MRR", "GMR", "meanRank")}


def test_the_rows_of_the_tables():
    assert list(PAPER) == list(COLUMNS)
    assert {len(row) for row in TABLE_3.values()} == {35}
    assert {len(example.marks) for example in TABLE_2} == {17}
    assert len(TABLE_2_COLUMNS) == 15
    robust = [name for name in PAPER if printed(name, "robustness-2").holds]
    assert robust == ["MSE", "RMSE", "MAE", "MAPE", "R2", "Kendall tau", "Spearman rho"]  # Proposition 5.2
    assert [name for name in PAPER if printed(name, "width-swap").holds] == ["Kendall tau", "Spearman rho", "NDPM"]
    assert [n for n in PAPER if printed(n, "distance").holds] == ["RMSE", "MAE", "Kendall tau", "DCG", "nDCG"]
    assert not printed("MAPE", "symmetry").certain
    assert printed("recall", "symmetry").certain
    assert printed("Cayley", "symmetry") is None


def test_another_metric_of_the_same_name_is_not_compared():
    mine = own_metric(lambda s, t: 0, name="MSE")
    assert printed("MSE", "distance") is not None
    assert compared([mine, listwise("recall")]) == []
    marks, *_ = comparison_tables([look(one, n=3, only="distance") for one in (mine, "MAE")])
    assert [row[0].value for row in marks.rows] == ["MAE"]


def test_tables_beside_the_printed_ones():
    wanted = [look(name, n=7, only=["identity", "distance"]) for name in ("DCG", "SMAPE", "recall")]
    marks, differences, examples = comparison_tables(wanted)
    assert [[cell.value for cell in row] for row in marks.rows] == [
        ["DCG", "✗", "✗ (✓)"],
        ["SMAPE", "✗", "✓ (✗)"],
        ["recall", "✗", "✗"],
    ]
    assert [tuple(cell.value for cell in row[:4]) for row in differences.rows] == [
        ("DCG", "distance", "✗", "✓"),
        ("SMAPE", "distance", "✓", "✗"),
    ]
    assert examples.columns == ("metric", "(1 2) and id", "(1 2) and (3 4)", "(1 2) and (2 4)")
    assert [row[0].value for row in examples.rows] == ["DCG", "SMAPE", "recall"]
