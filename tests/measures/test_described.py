"""What is said of measures: complete, from one place, and the same in the manual."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import intervale as iv
from intervale.measures import CATALOGUE
from intervale.measures.described import described, found_measures
from intervale.measures.other_names import OTHER_NAMES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "measures.md"


def rows(header):
    """The rows of a table of the page, by its first cell."""
    lines = PAGE.read_text("utf-8").split(f"\n{header}", 1)[1].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return {first.strip("`"): others for first, *others in cells}


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_measure_says_what_it_is(name):
    found = described(name)
    assert found.about.endswith(".")
    assert re.match(rf"{name}(@\w)? = ", found.formula)
    assert found.short.count("(") == found.short.count(")")
    assert found.source
    assert "Source" not in found.about + found.formula + found.conventions
    assert list(found.parameters) == [field.name for field in fields(CATALOGUE[name])]


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_page_says_the_same(name):
    found, (about, parameters, trec, _) = described(name), rows("| name | what it is")[name]
    assert about == f"{found.about}<br>{found.formula}"
    given = {word.strip("`* ") for word in parameters.split(",") if word.strip()}
    at = {"cutoff": "@k", "recall": "@ρ"}
    assert given == {at.get(parameter, parameter) for parameter in found.parameters}
    assert ("**@" in parameters) == (CATALOGUE[name].needs_cutoff or name == "IPrec")
    assert set(re.findall(r"`(\w+)`", trec)) - {name} == set(found.names.get("trec_eval", ()))


def test_the_page_lists_the_names_of_other_tools():
    listed = {name: (measure.strip("`"), by) for name, (measure, by) in rows("| written | here | by").items()}
    assert listed == {other.name: (other.measure, ", ".join(other.tools)) for other in OTHER_NAMES}


@pytest.mark.parametrize(
    ("words", "names", "also"),
    [
        ("ndcg", ["nDCG"], []),
        ("NDCG_cut_10", ["nDCG"], []),
        ("hit rate", ["Success"], []),
        ("AP(rel=2)@10", ["AP"], []),
        ("recall", ["R"], ["gR", "SetR"]),
        ("reciprocal", ["RR", "ERR"], []),
        ("Zobel", ["RBP", "RBPresid"], []),
        ("geometric mean", ["GMAP", "GMBpref"], []),
        ("log2", ["DCG"], []),
        ("xyzzy", [], []),
    ],
)
def test_words_lead_to_measures(words, names, also):
    found, others = found_measures(words)
    assert [one.name for one in found] == names
    assert set(also) <= {one.name for one in others}


def test_a_name_that_is_refused_gets_its_reason():
    with pytest.raises(iv.MeasureError, match="write Success@k for the second"):
        found_measures("hits@5")
    with pytest.raises(iv.MeasureError, match="it needs the scores of all items"):
        iv.catalogue("GAUC")


def test_without_words_the_whole_catalogue():
    assert [one.name for one in found_measures()[0]] == list(CATALOGUE)
    assert [one.name for one in iv.catalogue().found] == list(CATALOGUE)


def test_every_other_name_leads_to_its_measure():
    for other in OTHER_NAMES:
        assert [one.name for one in iv.catalogue(other.name).found] == [other.measure.partition("(")[0]]
