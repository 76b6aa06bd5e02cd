"""CITATION.cff says what the package says: its version, its license, and the papers that a report cites."""

import re
import tomllib
from pathlib import Path

import yaml

import intervale
from intervale.present.page.words import BIBTEX

ROOT = Path(__file__).resolve().parent.parent
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
RENAMED = {"issue": "number", "collection-title": "booktitle"}
"""Fields that BibTeX calls otherwise."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def entries():
    """The fields of each paper in BibTeX, without the braces that keep capitals."""
    for entry in BIBTEX.split("\n}\n"):
        if entry:
            fields = re.findall(r"(\w+) = \{((?:[^{}]|\{[^}]*\})*)\}", entry)
            yield {name: text.replace("{", "").replace("}", "") for name, text in fields}


def test_the_version_is_that_of_the_package():
    assert str(CITATION["version"]) == intervale.__version__


def test_authors_license_and_keywords_are_those_of_the_project():
    assert CITATION["authors"] == PROJECT["authors"]
    assert CITATION["license"] == PROJECT["license"]
    assert CITATION["keywords"] == PROJECT["keywords"]


def test_the_papers_are_those_that_a_report_cites():
    cited = [
        {
            "author": " and ".join(f"{one['family-names']}, {one['given-names']}" for one in paper["authors"]),
            "title": paper["title"],
            "year": str(paper["year"]),
            **{name: str(paper[name]) for name in ("journal", "volume") if name in paper},
            **{bibtex: str(paper[cff]) for cff, bibtex in RENAMED.items() if cff in paper},
        }
        for paper in CITATION["references"]
    ]
    assert cited == [*entries()]
