"""From nothing to a compiled paper by the tutorial alone: its files and commands as written, then pdflatex."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from sybil.document import Document

from conftest import ANY_FENCE, FILE_COMMENT, console_commands, run

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "tutorial.md"
pytestmark = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex: make latex installs it")


def test_the_paper_of_the_tutorial_compiles(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = Document(PAGE.read_text("utf-8"), str(PAGE))
    wanted = ("intervale demo", "intervale compare")
    for fence in ANY_FENCE(page):
        source = fence.lexemes["source"]
        if comment := FILE_COMMENT.search(page.text, 0, fence.start):
            Path(comment["name"]).write_text(source, encoding="utf-8")
        elif fence.lexemes["info"].strip() == "console":
            problems = [run(one) for one in console_commands(source) if one.line.startswith(wanted)]
            assert [problem for problem in problems if problem] == []
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
        env=os.environ,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert Path("paper.pdf").stat().st_size > 1000
