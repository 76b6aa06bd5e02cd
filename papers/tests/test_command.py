"""``intervale claims``: the verdicts as a table, as a document and as an appendix."""

import json
import re
import subprocess
import sys

import pytest

import intervale_papers.registered  # noqa: F401  all claims, before some are taken
from intervale_papers import register

FEW = ("001/example-8", "001/example-3", "001/6.2/partial", "004/8.1/table-2-ap")


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """Some of the claims: all of them take a minute."""
    monkeypatch.setattr(register, "CLAIMS", {name: register.CLAIMS[name] for name in FEW})


def test_claims_on_the_command_line(intervale):
    claims = json.loads(intervale("claims", "ferrante-2019", "--json").out)["claims"]
    assert {claim["paper"] for claim in claims} == {"001"}
    found = {claim["id"]: claim for claim in claims}
    assert found["001/example-8"]["verdict"] == "refuted"
    assert found["001/example-8"]["again"]
    assert found["001/example-3"]["verdict"] == "confirmed"
    assert "461" in intervale("claims", "001", "--verbose").out


def test_a_table_by_paper(intervale):
    shown = intervale("claims").out
    first, second = "Ferrante, Ferro and Pontarollo 2019", "Ferrante, Ferro and Fuhr 2021"
    assert shown.index(f"{first}, A general theory") < shown.index(f"{second}, Towards meaningful statements")
    assert re.search(rf"^ {first} +001/… +116 +3 .*\n {second} +004/… +100 +1 ", shown, re.MULTILINE)
    assert "4 claims in" in shown
    assert "not run: it needs the TREC-8 collection" in shown


@pytest.mark.parametrize(("number", "paper"), register.PAPERS.items())
def test_a_paper_by_its_name_and_by_its_number(intervale, number, paper):
    by_name, by_number = (
        json.loads(intervale("claims", word, "--json").out)["claims"] for word in (paper.slug, number)
    )
    assert [one["id"] for one in by_name] == [one["id"] for one in by_number]
    assert [one["id"] for one in by_name] == sorted(name for name in FEW if name.startswith(f"{number}/"))
    assert paper.slug in re.sub(r"-\s+", "-", intervale("claims", "--help").out)  # lines may end at a hyphen


def test_the_appendix(intervale, tmp_path):
    assert intervale("claims", "ferrante-2019", "-f", "md", "-o", "claims.md").code == 0
    text = (tmp_path / "claims.md").read_text("utf-8")
    assert "- **refuted** `001/example-8`" in text
    assert "Again by" in text


def test_wrong_calls(intervale):
    done = intervale("claims", "999")
    assert (done.code, "unknown paper '999'" in done.err) == (2, True)
    done = intervale("claims", "ferrante-2021", "--data", ".")
    assert (done.code, "qrels.trec8.txt" in done.err) == (2, True)


def test_help_loads_no_arrays_and_no_claims(intervale):
    assert re.search(r"^  claims +Check the claims of the papers", intervale("--help").out, re.MULTILINE)
    code = "import sys, intervale.cli as c\ntry: c.main(['claims', '--help'])\nexcept SystemExit: print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "--data DIR" in shown
    assert {"numpy", "pyarrow", "intervale_papers.register"}.isdisjoint(shown.split())
