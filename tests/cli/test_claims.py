"""``intervale claims``: the verdicts as a table, as a document and as an appendix."""

import json

import pytest

from intervale.claims import register

FEW = ("001/example-8", "001/example-3", "001/6.2/partial", "004/8.1/table-2-ap")


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """Some of the claims: all of them take a minute."""
    monkeypatch.setattr(register, "CLAIMS", {name: register.CLAIMS[name] for name in FEW})


def test_claims_on_the_command_line(intervale):
    claims = json.loads(intervale("claims", "001", "--json").out)["claims"]
    assert {claim["paper"] for claim in claims} == {"001"}
    found = {claim["id"]: claim for claim in claims}
    assert found["001/example-8"]["verdict"] == "refuted"
    assert found["001/example-8"]["again"]
    assert found["001/example-3"]["verdict"] == "confirmed"
    assert "461" in intervale("claims", "001", "--verbose").out


def test_a_table_by_paper(intervale):
    shown = intervale("claims").out
    assert shown.index("001: Ferrante") < shown.index("004: Ferrante")
    assert "4 claims in" in shown
    assert "not run: it is about TREC-8" in shown


def test_the_appendix(intervale, here):
    assert intervale("claims", "001", "-f", "md", "-o", "claims.md").code == 0
    text = (here / "claims.md").read_text("utf-8")
    assert "- **refuted** `001/example-8`" in text
    assert "Again by" in text


def test_wrong_calls(intervale, here):
    done = intervale("claims", "999")
    assert (done.code, "no paper is called '999'" in done.err) == (2, True)
    done = intervale("claims", "004", "--data", ".")
    assert (done.code, "qrels.trec8.txt" in done.err) == (2, True)
