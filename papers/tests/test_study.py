"""``iv.study`` on TREC-8 gives the tables of Ferrante, Ferro and Fuhr 2021 where they are right."""

from pathlib import Path

import pytest

import intervale as iv
from intervale_papers.printed import printed_table

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "trec8-adhoc"
FEW = ("P", "RBP(p=0.5)", "RR", "RBP(p=0.3)")
EXACT = ("sign", "rank-sum", "kruskal-wallis", "friedman", "signed-rank", "t")
"""All but ANOVA, whose critical values were taken for infinitely many degrees of freedom."""


@pytest.fixture(scope="module")
def runs():
    if not DATA.is_dir():
        pytest.skip("needs the TREC-8 collection")
    return iv.evaluate(DATA / "qrels.trec8.txt", sorted((DATA / "runs").iterdir()), ties="trec9")


def test_tables_2_and_3(runs):
    found = {(one.tie_rule, one.length, one.measure): one.tau for one in iv.study(runs, lengths=[5, 10]).own}
    differ = []
    for rule, table in (("unq", "table-2"), ("mid", "table-3")):
        for row in printed_table(f"ferrante-2021/{table}"):
            if row["track"] == "T08" and int(row["length"]) in (5, 10):
                for measure in list(row)[2:]:
                    if f"{found[rule, int(row['length']), measure]:.4f}" != row[measure]:
                        differ.append((rule, row["length"], measure))
    assert differ == [("unq", "10", "AP"), ("mid", "10", "AP")]  # there, adding floats splits equal values


def test_table_5(runs):
    cells = {(one.measure, one.test): one for one in iv.study(runs, FEW, lengths=[30], tests=EXACT).decisions}
    assert len(cells) == len(FEW) * len(EXACT)
    seen = 0
    for row in printed_table("ferrante-2021/table-5"):
        one = cells.get((row["measure"], row["test"])) if row["track"] == "T08" else None
        if one is not None:
            printed = [row[name] for name in ("significant", "lost", "won")]
            assert [str(number) for number in (one.significant, one.s2ns, one.ns2s)] == printed
            seen += 1
    assert seen == len(cells)
