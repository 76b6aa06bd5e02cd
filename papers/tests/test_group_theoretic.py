"""Claims of the group-theoretic paper: what they rest on, and what their errata say."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from intervale.rankings import PAPER, Sample, consistency, listwise, metric, own_metric
from intervale.rankings import properties as look
from intervale_papers import CLAIMS, CONTENTS, Kind
from intervale_papers.group_theoretic.agreement import _by_order, _by_second_line, _by_signs, _non_consistent
from intervale_papers.group_theoretic.comparison import comparison_tables
from intervale_papers.group_theoretic.evaluations import from_identity, pair_levels
from intervale_papers.group_theoretic.printed import ROWS, columns, domains, examples, groups, marks, printed
from intervale_papers.group_theoretic.readings import BY_HAND, moved_sensitive
from intervale_papers.group_theoretic.robustness import renaming_invariant
from intervale_papers.group_theoretic.stability import below, fixed_relevant
from intervale_papers.group_theoretic.table_2 import compared
from intervale_papers.printed import printed_table
from tests.oracle import rankings as oracle

KINDS = dict(
    line.split(" ", 1) for line in (Path(__file__).parent / "kinds" / "003.txt").read_text("utf-8").splitlines()
)


@pytest.fixture(scope="module")
def found():
    return {name: claim.check() for name, claim in CLAIMS.items() if name.startswith("003/")}


def test_kinds_and_errata(found):
    assert {name: str(one.kind) for name, one in found.items()} == KINDS
    assert all((CLAIMS[name].erratum is not None) == one.kind.wrong for name, one in found.items())
    assert all(one.witness and len(one.witness) <= 200 for one in found.values())
    assert Kind.UNDECIDED not in {one.kind for one in found.values()}


def test_sections_have_titles_and_all_claims(found):
    assert all(section.title and section.items for section in CONTENTS["003"])
    named = [name for section in CONTENTS["003"] for item in section.items for name in item.claims]
    assert sorted(named) == sorted(found)


# ---------------------------------------------------------------- second computations


@pytest.mark.parametrize("name", BY_HAND)
def test_plain_formulas(name):
    for s in oracle.group(3):
        for t in oracle.group(3):
            assert float(BY_HAND[name](s, t)) == pytest.approx(oracle.TWINS[name](s, t, 3))


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


def test_a_fixed_relevant_set_as_loops_have_it():
    sample = Sample(5, 12, 1, 2)
    sigma, nu = sample.drawn()
    steps, kept = 0, 0
    for s, t in zip(sigma.tolist(), nu.tolist(), strict=True):
        values = [len(oracle.top(s, 4) & oracle.top(t, k)) / k for k in range(1, 13)]
        kept += sum(abs(values[k - 1] - values[k - 2]) < 1 / k - 1e-12 for k in range(2, 13))
        steps += 11
    assert fixed_relevant(4, sample)["precision"] == (kept / steps >= 0.975)


def test_steps_below_a_bound():
    assert below(np.array([[0.0, 0.4, 0.8]])) == pytest.approx(1 / 2)  # 0.4 < 1/2, and not 1/3
    assert below(np.array([[np.nan, 0.0, 0.2]])) == 1


def test_renaming_by_levels():
    for name in ("SMAPE", "recall"):
        assert renaming_invariant(pair_levels(name, 3), 3)
    assert not renaming_invariant(pair_levels(listwise("recall"), 3), 3)


def test_non_consistency_as_the_package_has_it():
    """τ and ρ are non-consistent one way only at n = 4."""
    levels = from_identity(4)
    for a, b in (("Kendall tau", "Spearman rho"), ("Spearman rho", "Kendall tau"), ("recall", "MAE")):
        assert _non_consistent(levels[a], levels[b]) == (not consistency(a, b, n=4).holds)


def test_readings_of_the_agreement_ratio():
    x, y = np.array([1, 1, 2]), np.array([1, 2, 1])
    assert _by_signs(x, y) == 0
    assert _by_second_line(x, y) == Fraction(2, 3)
    assert _by_order(x, y) == Fraction(2, 3)
    assert _by_second_line(x, x) == _by_order(x, x) == _by_signs(x, x) == 1


def test_the_reversed_metric_by_three_rankings():
    s, m, v = (1, 3, 2), (2, 1, 3), (1, 2, 3)  # the witness of 003/definition-1/reversed
    x, y = ({t: oracle.TWINS[name]((1, 2, 3), t, 3) for t in (s, m, v)} for name in ("Kendall tau", "NDPM"))
    assert (x[s], y[s]) == (x[m], y[m])
    assert x[s] <= x[v]
    assert y[s] > y[v]


def test_propositions_and_tables_that_contradict_each_other(found):
    assert "Table 3" in CLAIMS["003/proposition-5.1"].erratum.depends
    assert "Proposition 5.1" in found["003/5.1/table-3"].remark


# ---------------------------------------------------------------- the tables as printed


def test_table_2_and_where_it_differs():
    """By hand: MAPE and SMAPE cannot distinguish (1 2) from (2 4), 1 + 1/2 = 2/2 + 2/4; means over the same five
    positions do not change when two of these five items change places.
    """
    for one in compared(PAPER.values()):
        twin = oracle.TWINS[one.metric]
        values = [twin(range(1, 11), ranking, 5) for ranking in (one.sigma, one.tau)]
        same = all(v == float("inf") for v in values) or values[0] == pytest.approx(values[1], abs=1e-12)
        assert one.distinguished != same
    differ = {(one.metric, one.tau) for one in compared(PAPER.values()) if one.distinguished != one.in_paper}
    assert differ == {(name, examples()[0].tau) for name in ("MRR", "GMR", "meanRank")}


def test_the_fields_of_the_tables():
    assert list(PAPER) == columns()
    assert {len(row) for row in printed_table("group-theoretic/table-3")} == {1 + 33 + 2}
    assert {len(row) for row in printed_table("group-theoretic/table-2")} == {5 + 15 + 2}
    assert len(examples()) == 3
    assert len(examples()[0].distinguished) == 15
    assert {name for names in groups().values() for name in names} == set(PAPER)
    assert list(domains()) == [row["property"] for row in printed_table("group-theoretic/table-4")]


def test_the_rows_of_table_3():
    robust = [name for name in PAPER if printed(name, "robustness-2")]
    assert robust == ["MSE", "RMSE", "MAE", "MAPE", "R2", "Kendall tau", "Spearman rho"]  # Proposition 5.2
    assert [name for name in PAPER if printed(name, "width-swap")] == ["Kendall tau", "Spearman rho", "NDPM"]
    assert [name for name in PAPER if printed(name, "distance")] == ["RMSE", "MAE", "Kendall tau", "DCG", "nDCG"]
    assert [printed(name, "symmetry") for name in ("MAPE", "DCG", "SMAPE", "R2")] == [True, True, False, False]
    assert printed("Cayley", "symmetry") is printed("MSE", "tractability") is None
    assert all(len(marks(name)) == 33 for name in ROWS)


def test_another_metric_of_the_same_name_is_not_compared():
    mine = own_metric(lambda s, t: 0, name="MSE")
    assert printed("MSE", "distance") is not None
    assert compared([mine, listwise("recall")]) == []
    shown, *_ = comparison_tables([look(one, n=3, only="distance") for one in (mine, "MAE")])
    assert [row[0].value for row in shown.rows] == ["MAE"]


def test_tables_beside_the_printed_ones():
    wanted = [look(name, n=7, only=["identity", "distance"]) for name in ("DCG", "SMAPE", "recall")]
    shown, differences, beside = comparison_tables(wanted)
    assert [[cell.value for cell in row] for row in shown.rows] == [
        ["DCG", "✗", "✗ (✓)"],
        ["SMAPE", "✗", "✓ (✗)"],
        ["recall", "✗", "✗"],
    ]
    assert [tuple(cell.value for cell in row[:4]) for row in differences.rows] == [
        ("DCG", "distance", "✗", "✓"),
        ("SMAPE", "distance", "✓", "✗"),
    ]
    assert beside.columns == ("metric", "(1 2) and id", "(1 2) and (3 4)", "(1 2) and (2 4)")
    assert [row[0].value for row in beside.rows] == ["DCG", "SMAPE", "recall"]
