"""The page of sentences: made anew it is the same, and quotations are where they are said to be."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAPERS = {
    "Ferrante, Ferro and Fuhr 2021": "004_9f00280e58b4277d.txt",
    "Ferrante, Ferro and Pontarollo 2019, appendix": "001_ad12b67f4203330e.txt",
    "Ferrante, Ferro and Maistro 2015": "002_b821bbc00b3db63a.txt",
}


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("make_sentences", ROOT / "docs" / "make_sentences.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_up_to_date(script):
    assert (ROOT / "docs" / "sentences.md").read_text(encoding="utf-8") == script.page()


def test_there_are_enough_of_each(script):
    assert len(script.QUOTED) >= 30
    assert len(script.QUOTED) + len(script.MADE_UP) >= 60
    rows = [line for line in script.page().splitlines() if re.match(r"\| \d", line)]
    assert len(rows) == len(script.QUOTED) + len(script.MADE_UP)
    verdicts = {tuple(line.split(" | ")[4:6]) for line in rows}
    assert {("yes", "yes"), ("yes", "no"), ("no", "yes"), ("no", "no")} <= verdicts


def plain(text):
    """Without the markup of formulas, in small letters."""
    text = re.sub(r"\^\\circ\\text\{([A-Z])\}", r"°\1", text)
    text = re.sub(r"\\(tau|alpha)", lambda found: {"tau": "τ", "alpha": "α"}[found[1]], text)
    return re.sub(r"[\s$*]+", " ", text.replace("’", "'")).casefold()


def test_quotations_are_verbatim(script):
    folder = ROOT.parent / "shared" / "papers"
    if not folder.exists():
        pytest.skip("needs the folder shared/papers beside the project")
    texts = {paper: plain((folder / name).read_text(encoding="utf-8")) for paper, name in PAPERS.items()}
    missing = [said for said, paper, *_ in script.QUOTED if plain(said).strip() not in texts[paper]]
    assert not missing
