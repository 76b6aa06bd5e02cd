"""The claims in LaTeX: every character is one that LaTeX knows, and the table fits its pages."""

import re
import shutil
import subprocess

import pytest

from intervale.plugins import Format, rendered
from intervale_papers import CLAIMS, Checked, Finding, Kind
from intervale_papers.command import _narrow
from intervale_papers.latex import PACKAGES, fitting

PAPER = "\\documentclass{article}\n%s\n\\begin{document}\n%s\\end{document}\n"


def table(kind=None):
    """All claims: those with an erratum as wrong, or all of one kind."""
    found = {name: Finding(kind or (Kind.FALSE if claim.erratum else Kind.CONFIRMED)) for name, claim in CLAIMS.items()}
    shown = [Checked(claim, found[name], 0.0) for name, claim in CLAIMS.items()]
    return fitting(rendered(lambda: _narrow(shown), dict, dict, Format.latex))


@pytest.mark.parametrize("kind", [None, Kind.NOT_RUN])
def test_every_character_is_known(kind):
    assert sorted({c for c in table(kind) if not c.isascii()}) == []


def test_a_row_for_each_claim():
    text = table()
    rows = [line for line in text.splitlines() if line.endswith(r"\\ \addlinespace")]
    assert len(rows) == len(CLAIMS)
    assert {len(re.findall(r"(?<!\\)&", row)) for row in rows} == {3}
    assert text.startswith(f"% {PACKAGES}\n")
    assert sum(float(width) for width in re.findall(r"p\{([\d.]+)\\linewidth\}", text)) <= 0.9


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex: make latex installs it")
@pytest.mark.parametrize("kind", [None, Kind.CONFORMITY])
def test_it_compiles_and_no_line_is_too_long(kind, tmp_path):
    (tmp_path / "claims.tex").write_text(PAPER % (PACKAGES, table(kind)))
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "claims.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
    )
    wrong = [line for line in done.stdout.splitlines() if re.match(r"!|Overfull|.*Missing character", line)]
    assert (done.returncode, wrong) == (0, []), done.stdout[-2000:]
