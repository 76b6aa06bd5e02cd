"""The notebooks of the manual run from the first cell to the last, and are kept without output."""

import os
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
ACTIVE = re.compile(
    r"<script|<iframe|<object|<embed|javascript:|\bon\w+\s*=\s*[\"']|\bsrc\s*=|@import|url\(\s*[\"']?http", re.I
)
SECONDS = 600


def stored(path):
    return nbformat.read(path, as_version=4)


def pages(book):
    """The HTML that cells show."""
    for cell in book.cells:
        for output in cell.get("outputs", ()):
            if "text/html" in output.get("data", {}):
                yield cell, output["data"]["text/html"]


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == [
        "evaluate-and-compare",
        "is-my-measure-interval",
        "own-measure-and-order",
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_kept_without_output(path):
    book = stored(path)
    nbformat.validate(book)
    assert (book.nbformat, book.nbformat_minor) == (4, 5)
    assert book.metadata.kernelspec.name == "python3"
    assert len({cell.id for cell in book.cells}) == len(book.cells)
    for cell in book.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs_from_first_to_last_cell(path, tmp_path, monkeypatch):
    paths = [str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    book = stored(path)
    NotebookClient(
        book, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    shown = list(pages(book))
    assert len(shown) >= 6
    for cell, page in shown:
        assert not ACTIVE.search(page), cell.source
        assert page == "" or '<div class="intervale">' in page
    errors = [
        output.text for cell in book.cells for output in cell.get("outputs", ()) if output.get("name") == "stderr"
    ]
    assert errors == []
