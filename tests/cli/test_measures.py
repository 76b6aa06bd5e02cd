"""``intervale measures``: the catalogue as a list, the page of a measure, and what is found by words."""

import csv
import io
import json

import pytest
from typer.testing import CliRunner

import intervale as iv
from intervale.cli.app import app
from intervale.measures import CATALOGUE


def run(*words):
    return CliRunner().invoke(app, ["measures", *words])


def test_the_list_has_every_measure_once():
    lines = run().output.splitlines()
    assert [line.split()[0] for line in lines[3 : 3 + len(CATALOGUE)]] == list(CATALOGUE)


def test_the_page_of_a_measure():
    text = run("map_cut_10").output
    assert text.startswith("AP. Average precision: ")
    for part in ("Formula: AP = ", "Scale of AP@10 with binary grades: an ordinal scale", "map_cut_k (trec_eval)"):
        assert part in text
    assert "write AP(relative=True)@k" in " ".join(text.split())
    assert "intervale scale AP@10 --grades 2" in text


def test_words_are_looked_for():
    assert run("hit", "rate").output.startswith("Success. ")
    assert [line.split()[0] for line in run("geometric").output.splitlines()[3:5]] == ["GMAP", "GMBpref"]


def test_nothing_found():
    found = run("xyzzy")
    assert found.exit_code
    with pytest.raises(iv.OptionError, match="no measure matches 'xyzzy'; intervale measures lists all"):
        iv.catalogue("xyzzy")


def test_the_document():
    (one,) = json.loads(run("nDCG", "--json").output)["measures"]
    assert one["names"]["trec_eval"] == ["ndcg", "ndcg_cut_k"]
    assert one["scale"]["measure"] == "nDCG@10"
    assert (one["scale"]["level"], one["scale"]["topic_scale"]) == ("ordinal", "own")
    assert one["parameters"]["dcg"] == "'log2'"


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_scale_is_the_one_that_evaluations_are_told(name):
    at = {"cutoff": "@10", "recall": "@0.5"}.get(CATALOGUE[name].at, "")
    qrels, runs = {"q": {"a": 1, "b": 0}}, {"A": {"q": {"a": 1.0}}}
    scale = iv.evaluate(qrels, runs, [name + at]).scale(name + at)
    found = iv.catalogue(name).scales[name]
    assert (found.level, found.shared, found.equal_steps) == (scale.level, scale.shared, scale.equal_steps)


@pytest.mark.parametrize("form", ["csv", "md", "latex", "html"])
def test_other_formats(form):
    assert "Success" in run("-f", form).output
    assert "hit" in run("HR", "-f", form).output


def test_rows_are_tidy():
    rows = list(csv.DictReader(io.StringIO(run("-f", "csv").output)))
    assert [row["measure"] for row in rows] == list(CATALOGUE)
    assert rows[0]["scale"] == "interval"


def test_in_a_notebook():
    assert "<table" in iv.catalogue()._repr_html_()
    assert iv.catalogue("AP").sentences()[0].startswith("AP. ")
