"""``intervale claims``: errata by default, every claim on request, and one with all that is known of it."""

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


def test_errata_are_what_is_printed(intervale):
    done = intervale("claims", "ferrante-2019")
    assert done.out.startswith("1 proposed erratum in 1 paper.\n")
    assert "001/example-8, Example 8" in done.out
    assert re.search(r"^  printed +“.*461", done.out, re.MULTILINE)
    assert re.search(r"^  should read +.*462", done.out, re.MULTILINE)
    assert "001/example-3" not in done.out
    assert max(map(len, done.out.splitlines())) <= 100


def test_every_claim(intervale):
    done = intervale("claims", "--all")
    first, second = "Ferrante, Ferro and Pontarollo 2019", "Ferrante, Ferro and Fuhr 2021"
    assert done.out.index(f"{first}, A general theory") < done.out.index(f"{second}, Towards meaningful statements")
    assert "  001/example-3: confirmed. " in done.out
    assert "3 claims of 2 papers checked; 1 not run: it needs TREC-8 (--data DIR)." in done.out
    assert "  004/8.1/table-2-ap: not run. " in done.out
    assert "undecided" not in done.out
    assert max(map(len, done.out.splitlines())) <= 100


def test_one_claim(intervale):
    done = intervale("claims", "001/example-3")
    assert done.out.startswith("001/example-3, Example 3: confirmed\n")
    assert re.search(r"^  says +\S", done.out, re.MULTILINE)


def test_as_a_document(intervale):
    claims = json.loads(intervale("claims", "ferrante-2019", "--all", "--json").out)["claims"]
    found = {claim["id"]: claim for claim in claims}
    assert set(found) == {name for name in FEW if name.startswith("001/")}
    assert found["001/example-8"]["kind"] == "wrong number"
    assert "462" in found["001/example-8"]["erratum"]["reads"]
    assert found["001/example-3"]["erratum"] is None
    errata = json.loads(intervale("claims", "ferrante-2019", "--json").out)["claims"]
    assert [claim["id"] for claim in errata] == ["001/example-8"]


def test_what_was_not_run_says_so_everywhere(intervale):
    name, why = "004/8.1/table-2-ap", "it needs the TREC-8 collection (--data DIR)"
    assert intervale("claims", name).out.startswith(f"{name}, Table 2, T08, AP: not run\n")
    (one,) = json.loads(intervale("claims", name, "--json").out)["claims"]
    assert (one["kind"], one["remark"], one["witness"]) == ("not run", why, "")
    page = intervale("claims", "ferrante-2021", "-f", "md").out
    assert f"**not run** `{name}`" in page
    assert "| not run | 1 |" in page
    assert f"**not run** (1): [{name}]" in page
    assert "- *not run*: " in intervale("claims", "-f", "md").out
    assert json.loads(intervale("claims", "ferrante-2021", "--json").out)["claims"] == []  # no erratum without a check


@pytest.mark.parametrize(("number", "paper"), register.PAPERS.items())
def test_a_paper_by_its_name_and_by_its_number(intervale, number, paper):
    by_name, by_number = (
        json.loads(intervale("claims", word, "--all", "--json").out)["claims"] for word in (paper.slug, number)
    )
    assert [one["id"] for one in by_name] == [one["id"] for one in by_number]
    assert [one["id"] for one in by_name] == sorted(name for name in FEW if name.startswith(f"{number}/"))
    assert paper.slug in re.sub(r"-\s+", "-", intervale("claims", "--help").out)  # lines may end at a hyphen


def test_the_page_of_a_paper(intervale, tmp_path):
    assert intervale("claims", "ferrante-2019", "-o", "claims.md").code == 0
    text = (tmp_path / "claims.md").read_text("utf-8")
    assert "## Proposed errata\n\n### 1. Example 8" in text
    assert "**wrong number** `001/example-8`" in text


@pytest.mark.parametrize("form", ["csv", "latex", "html"])
def test_other_forms(intervale, form):
    shown = intervale("claims", "ferrante-2019", "-f", form).out
    assert "001/example-8" in shown.replace(r"\allowbreak{}", "")


def test_latex_fits_a_page(intervale):
    text = intervale("claims", "ferrante-2019", "-f", "latex").out
    assert r"\begin{longtable}" in text
    assert "claim & kind & as printed & should read" in text
    assert "tabular" not in text


def test_wrong_calls(intervale):
    done = intervale("claims", "999")
    assert (done.code, "unknown paper or claim '999'" in done.err) == (2, True)
    done = intervale("claims", "ferrante-2021", "--data", ".")
    assert (done.code, "qrels.trec8.txt" in done.err) == (2, True)


def test_help_loads_no_arrays_and_no_claims(intervale):
    assert re.search(r"^  claims +", intervale("--help").out, re.MULTILINE)
    code = "import sys, intervale.cli as c\ntry: c.main(['claims', '--help'])\nexcept SystemExit: print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "--data DIR" in shown
    assert {"numpy", "pyarrow", "intervale_papers.register"}.isdisjoint(shown.split())
