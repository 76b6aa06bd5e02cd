"""The pages of the manual that are made when it is built: none is lost, and each thing stands on one page."""

import inspect
import re
import sys
from importlib import import_module

import pytest

import intervale as iv
from tests.manual import ROOT

DOCS = ROOT / "docs"
ENTRY = re.compile(r"^- (?:<a id=.*?></a>|\[\]\{#[\w-]+\})\*\*[\w ,]+\*\* `([^`]+)`", re.MULTILINE)
DOCUMENTED = re.compile(r"^\.\. (?:auto|py:)\w+:: (intervale[\w.]*)$", re.MULTILINE)


@pytest.fixture
def build(monkeypatch):
    """The module that builds some pages, by its name."""
    pytest.importorskip("sphinx", reason="needs Sphinx: pip install 'intervale[docs]'")
    monkeypatch.syspath_prepend(str(DOCS))
    before = set(sys.modules)
    yield lambda name: import_module(f"build_{name}")
    for name in set(sys.modules) - before:
        if name.startswith("build_"):
            del sys.modules[name]


def test_every_claim_is_on_the_page_of_its_paper(build, tmp_path):
    source = ROOT / "papers" / "docs"
    pages = build("papers").write(source, tmp_path)
    assert sorted(pages) == sorted(tmp_path.iterdir())
    claims = [name for page in source.glob("claims-*.md") for name in ENTRY.findall(page.read_text("utf-8"))]
    on_pages = [ENTRY.findall(page.read_text("utf-8")) for page in pages]
    assert sorted(claims) == sorted(name for names in on_pages for name in names)
    assert len(claims) > 650
    assert all(len({name.partition("/")[0] for name in names}) <= 1 for names in on_pages)
    index = (tmp_path / "index.md").read_text("utf-8")
    assert all(page.stem in index for page in pages if page.stem != "index")
    assert not ENTRY.search(index)


def test_every_public_name_is_documented_once(build, tmp_path):
    pages = build("api").write(tmp_path)
    texts = [page.read_text("utf-8") for page in pages if page.name != "index.md"]
    documented = [name for text in texts for name in DOCUMENTED.findall(text)[1:]]  # the first is the module
    assert len(documented) == len(set(documented)) > 150
    public = {name for name in iv.__all__ if not inspect.ismodule(getattr(iv, name))} - {"__version__"}
    assert {f"intervale.{name}" for name in public} <= set(documented)
    assert [text for text in texts if " at 0x" in text] == []
    for package in ("data", "rankings", "stats", "plugins"):
        names = {name.rpartition(".")[2] for name in documented}
        assert set(import_module(f"intervale.{package}").__all__) <= names


def test_pictures_of_pages_are_drawn(build):
    """Every picture that a page takes from the build has its command, and every one drawn is shown."""
    shown = {
        name
        for page in [*DOCS.glob("*.md")]
        for name in re.findall(r"\(_made/figures/([\w-]+)\.svg\)", page.read_text("utf-8"))
    }
    assert shown == set(build("figures").PICTURES)


def test_a_picture_is_drawn_where_it_is_missing(build, tmp_path, monkeypatch):
    figures = build("figures")
    monkeypatch.setattr(figures, "PICTURES", {"one": ["map", "RR@3", "--spacing"]})
    (path,) = figures.write(tmp_path)
    assert path.read_text("utf-8").startswith("<svg")
    drawn = path.stat().st_mtime_ns
    figures.write(tmp_path)
    assert path.stat().st_mtime_ns == drawn
    path.unlink()
    monkeypatch.setattr(figures, "PICTURES", {"one": ["map", "no such measure", "--spacing"]})
    with pytest.raises(RuntimeError, match="no such measure"):
        figures.write(tmp_path)
