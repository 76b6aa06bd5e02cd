"""Tables in LaTeX and pictures, compiled by pdflatex as in a paper: ``make latex`` installs it where it is absent."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection, write_trec
from intervale.present.escape import latex_text
from intervale.present.picture import chart_bytes
from tests.doors.test_hostile_text import BAD

pytestmark = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex: make latex installs it")
PAPER = "\\documentclass{article}\n\\usepackage{booktabs,graphicx}\n\\begin{document}\n%s\n\\end{document}\n"


def compiled(text, folder):
    (folder / "paper.tex").write_text(PAPER % text)
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
    )
    wrong = [line for line in done.stdout.splitlines() if line.startswith("!") or "Missing character" in line]
    assert (done.returncode, wrong) == (0, []), done.stdout[-2000:]
    assert (folder / "paper.pdf").stat().st_size > 1000


@pytest.mark.parametrize(
    "words",
    [
        ["compare", "--baseline", "cirrus", "--baseline", "dune"],
        ["compare", "--test", "anova2", "--show", "ci,difference,p,effect,wins,topics"],
        ["compare", "--details", "--interval", "--test", "t", "--test", "friedman"],
        ["compare", "--pairs"],
        ["evaluate", "--ci"],
        ["correlate"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_what_commands_print_compiles(words, tmp_path):
    write_trec(tmp_path, *made_up_collection())
    runs = [f"{name}.run" for name in ("aurora", "borealis", "cirrus", "dune")]
    asked = [words[0], "qrels.txt", *runs, "-m", "nDCG@10", "-m", "P@10", *words[1:], "-f", "latex"]
    done = subprocess.run(
        [sys.executable, "-m", "intervale", *asked], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True
    )
    compiled(done.stdout, tmp_path)


def test_names_cannot_break_a_table(tmp_path):
    """Names in ASCII; others depend on the fonts and the engine of the paper."""
    names = [text for text in BAD.values() if text.strip() and text.isascii() and len(text) < 60]
    scores = {name: {str(t): (n + t) % 7 / 7 for t in range(5)} for n, name in enumerate(names)}
    found = iv.compare(iv.read_scores(scores, measure="P@10"), baseline=names[0])
    compiled(found.to_latex(), tmp_path)


@pytest.mark.parametrize(("size", "width"), [("one-column", 240), ("two-column", 504)])
def test_a_picture_has_the_width_of_its_column(size, width, tmp_path):
    """LaTeX measures the box itself: a big point is 1.00375 of its points."""
    scores = {name: {str(t): (n + t) % 7 / 7 for t in range(5)} for n, name in enumerate("ABC")}
    chart = iv.compare(iv.read_scores(scores, measure="P@10")).plot("means", size=size)
    (tmp_path / "means.pdf").write_bytes(chart_bytes(chart, "pdf"))
    compiled("\\sbox0{\\includegraphics{means.pdf}}\\typeout{WIDE \\the\\wd0}\\usebox0", tmp_path)
    measured = float(re.search(r"WIDE ([0-9.]+)pt", (tmp_path / "paper.log").read_text(errors="replace"))[1])
    assert measured == pytest.approx(width * 72.27 / 72, abs=0.01)


def written():
    """The characters outside ASCII in texts of the package: constants, but no docstrings."""
    found = set()
    for path in Path(iv.__file__).parent.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                found |= {c for c in node.value if not c.isascii() and c.isprintable()}
    return found


def test_every_character_that_tables_may_have(tmp_path):
    """The circle stands under marks of untrusted text alone, and the wide signs are looked for there."""
    compiled("\n\n".join(map(latex_text, sorted(written() - set("◌＋－＝＠")))), tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        ["properties", "nDCG", "--interpretable", "--n", "3"],
        ["list", "RMSE", "GMR", "Cayley"],
        ["distance", "1,2,3", "3,2,1", "-m", "GMR"],
        ["cutoffs", "a,b,c", "b,a,c", "c,a,b"],
    ],
    ids=lambda words: words[0],
)
def test_tables_of_rankings_compile(words, tmp_path):
    command = [sys.executable, "-m", "intervale", "rankings", *words, "-f", "latex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    compiled(done.stdout, tmp_path)
