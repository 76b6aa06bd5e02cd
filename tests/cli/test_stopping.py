"""Chances of stopping and RBP over its largest value, on the command line."""

import json

import pytest

QRELS = "q 0 a 1\nq 0 b 2\nq 0 c 0\n"
RUN = "q Q0 a 1 3 A\nq Q0 x 2 2 A\nq Q0 b 3 1 A\n"
STOP = "ERR(stop={1:0.25,2:0.75})@10"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "a.run").write_text(RUN)
    return str(tmp_path / "qrels.txt"), str(tmp_path / "a.run")


def test_they_are_evaluated_under_the_name_that_was_written(intervale, files):
    names = [STOP, "ERR@10", "ERR(gains={2:3})@10", "RBP(normalised=True)@3", f"interval({STOP[:-3]}@3)"]
    done = intervale("evaluate", *files, *(word for name in names for word in ("-m", name)), "--json")
    assert done.code == 0
    (means,) = (system["mean"] for system in json.loads(done.out)["systems"].values())
    assert list(means) == names
    assert means[STOP] == means["ERR@10"] == 0.25 + 0.75 * 0.75 / 3
    assert means["RBP(normalised=True)@3"] == pytest.approx((1 + 0.8**2) / (1 + 0.8 + 0.8**2))
    for form in ("md", "latex", "csv", "html"):
        assert intervale("evaluate", *files, "-m", STOP, "-f", form).code == 0


def test_a_grade_without_a_chance_is_one_sentence(intervale, files):
    done = intervale("evaluate", *files, "-m", "ERR(stop={1:0.5})")
    assert done.code == 2
    assert "has no chance of stopping at grade 2: name one for every grade above 0" in done.err


def test_scales_maps_axioms_and_relations(intervale):
    document = json.loads(intervale("scale", STOP.replace("10", "4"), "--grades", "2", "--json").out)
    assert document["gains"] == ["0", "1/4", "3/4"]
    assert document["orders"]["rank-swap"]["scale"] == "ordinal"
    over = intervale("scale", "ERR(stop={0.5:0.25,2:0.75})@3", "--grades", "0,0.5,2", "--json")
    assert json.loads(over.out)["orders"]["rank-replacement"]["scale"] == "ordinal"
    assert intervale("map", "ERR(stop={1:1/3,2:1})@3", "--grades", "2").code == 0
    assert intervale("axioms", "ERR(stop={1:1/3,2:1})@3", "--grades", "2").code == 0
    related = intervale("relate", "RBP@10", "RBP(normalised=True)@10", "--json")
    assert json.loads(related.out)["relation"] == "same scale"
    refused = intervale("scale", "ERR@3", "--over", "gains")
    assert (refused.code, "whose steps are linear in the gains" in refused.err) == (2, True)


def test_the_catalogue_shows_the_parameters(intervale):
    said = intervale("measures", "ERR").out
    assert all(word in said for word in ("gains", "stop", "max_rel", "chances of stopping from 0 to 1 by grade"))
    assert "normalised" in intervale("measures", "RBP").out
