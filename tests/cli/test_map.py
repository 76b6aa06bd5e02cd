"""``intervale map``, ``intervale cache`` and ``intervale evaluate --interval``."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction

import pyarrow.parquet as parquet
import pytest

import intervale as iv
from intervale.scales import mapping


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("INTERVALE_CACHE", str(tmp_path / "cache"))
    mapping._scale.cache_clear()
    yield tmp_path / "cache"
    mapping._scale.cache_clear()


def test_long_ranks_by_places_among_runs(intervale):
    done = intervale("map", "P@1100", "10" * 550, "--tie-rule", "mid")
    assert done.code == 0
    assert "about" in done.out


def test_all_values_of_a_small_space(intervale):
    done = intervale("map", "DCG(base=2)@4")
    assert done.code == 0
    assert "12 values" in done.out
    assert "0111 1011" in done.out  # tied
    assert "not equally spaced" in done.out


def test_runs_on_the_scale(intervale):
    document = json.loads(intervale("map", "DCG(base=2)@4", "1,0,1,1", "0011", "--json").out)
    assert (document["measure"], document["length"], document["grades"]) == ("DCG(base=2)@4", 4, 1)
    assert (document["size"], document["method"], document["error"]) == (12, "half sums", 0)
    first, second = document["profiles"]
    assert first["profile"] == [1, 0, 1, 1]
    assert (first["rank"], second["rank"]) == (9, 5)
    assert first["score"] == 8 / 11
    assert first["value"].startswith("2.13092975")
    assert first["key"] == "3/2 + 1/log(3), logarithms to base 2"
    assert (first["below"], first["above"]) == ("2", "5/2")
    assert document["steps"]["largest"] == "1/2"


def test_graded_with_gains(intervale):
    words = ("map", "nDCG@3", "--grades", 2, "--gains", "0,1,3", "2,0,1", "--json")
    document = json.loads(intervale(*words).out)
    assert document["profiles"][0]["value"] == "7/2"
    assert document["surrogate"]


def test_a_measure_that_is_on_an_interval_scale_already(intervale):
    assert "every step is 1/5" in intervale("map", "P@5").out
    document = json.loads(intervale("map", "RBP(p=0.5)@10", "--json").out)
    assert document["steps"] == {"smallest": "1/1024", "largest": "1/1024"}


VALUES = ["measure", "length", "grades", "tie_rule", "value", "approximate", "rank", "score"]


@pytest.mark.parametrize("measure", ["AP@10", "DCG(base=2)@4", "RR@1"])
def test_the_rows_are_those_of_the_scale(intervale, measure):
    assert intervale("map", measure, "-f", "csv").out == iv.interval_scale(measure).to_csv()


def test_rows_have_the_name_as_written(intervale):
    rows = list(csv.DictReader(io.StringIO(intervale("map", "ndcg@3", "-f", "csv").out)))
    assert (list(rows[0]), rows[0]["measure"]) == (VALUES, "ndcg@3")


def test_the_rows_of_runs(intervale):
    done = intervale("map", "DCG(base=2)@4", "1011", "0000", "-f", "csv")
    first, second = csv.DictReader(io.StringIO(done.out))
    assert list(first) == [
        *VALUES[:4],
        "run",
        *VALUES[4:],
        "score_low",
        "score_high",
        "rank_low",
        "rank_high",
        "below",
        "above",
    ]
    assert first["value"].endswith("(3/2 + 1/log(3), logarithms to base 2)")
    assert float(first["approximate"]) == pytest.approx(2.13092975)
    assert (first["run"], first["rank"], first["below"], first["above"]) == ("1011", "9", "2", "5/2")
    assert (second["value"], second["approximate"], second["below"]) == ("0", "0.0", "")
    huge = next(csv.DictReader(io.StringIO(intervale("map", "RBTO@2000", "1{2000}", "-f", "csv").out)))
    assert (int(huge["value"]), huge["approximate"]) == (2**2000 - 1, "")


def test_ranks_between_two_are_texts_in_parquet(intervale, tmp_path):
    assert intervale("map", "P@2", "10", "11", "--tie-rule", "mid", "-o", tmp_path / "a.parquet").code == 0
    assert parquet.read_table(tmp_path / "a.parquet")["rank"].to_pylist() == ["5/2", "4"]


@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.parametrize("words", [("AP@40",), ("RBP(p=0.8)@60",), ("RBTO@30",), ("nDCG@60", "--grades", 3)])
def test_rows_of_too_many_values_are_refused(intervale, tmp_path, words, form):
    path = tmp_path / f"a.{form}"
    done = intervale("map", *words, "-o", path)
    assert (done.code, done.out, path.exists()) == (2, "", False)
    assert done.err.startswith(f"intervale: {words[0]} has too many values here to list them: give runs to place on ")
    example = done.err.split()[-1]
    if words[0] == "RBTO@30":
        assert intervale("map", *words, example, "-f", "csv").out.count("\n") == 2


def test_ties(intervale):
    document = json.loads(intervale("map", "P@2", "10", "--tie-rule", "mid", "--json").out)
    assert document["profiles"][0]["rank"] == "5/2"
    assert "places among all runs" in intervale("map", "P@2", "10", "--tie-rule", "mid").out


def test_numbers_of_many_digits(intervale):
    document = json.loads(intervale("map", "RBP(p=0.5)@2000", "1" * 2000, "--json").out)
    assert document["profiles"][0]["rank"] == document["size"] == 2**2000
    assert "about 1.148E+602" in intervale("map", "RBP(p=0.5)@2000").out


def test_a_function_of_ones_own(intervale, tmp_path, monkeypatch):
    (tmp_path / "mine_of_map.py").write_text("def relevant(grades):\n    return (grades > 0).sum(-1)\n")
    monkeypatch.chdir(tmp_path)
    document = json.loads(intervale("map", "mine_of_map:relevant", "--length", 4, "0110", "--json").out)
    assert (document["method"], document["size"], document["profiles"][0]["rank"]) == ("numeric", 5, 3)
    document = json.loads(intervale("map", "mine_of_map:relevant", "--length", 40, "01" * 20, "--json").out)
    assert (document["method"], document["size"], document["profiles"][0]["rank"]) == ("sampled", None, None)
    placed = document["profiles"][0]
    assert placed["rank_low"] < 2**39 < placed["rank_high"]
    assert 0 < document["error"] < 0.01
    assert "drawn at random" in intervale("map", "mine_of_map:relevant", "--length", 40).out


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf", "html"])
def test_pictures(intervale, tmp_path, suffix):
    pytest.importorskip("altair")
    spacing, curve = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
    assert intervale("map", "AP@4", "--spacing", spacing, "--curve", curve).code == 0
    assert spacing.stat().st_size > 1000
    assert curve.stat().st_size > 1000
    if suffix == "svg":
        assert "0101 1000" in spacing.read_text()
        assert "share of runs" in curve.read_text()


def test_the_curve_of_a_space_too_large_to_list(intervale, tmp_path):
    pytest.importorskip("altair")
    assert intervale("map", "RBP(p=0.8)@14", "--curve", tmp_path / "c.svg").code == 0
    assert intervale("map", "AP@14", "--curve", tmp_path / "d.svg").code == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["map", "AP"], "the length of runs is missing"),
        (["map", "nDCG@5", "--grades", 3, "--gains", "0,1,3"], "one gain for each is needed"),
        (["map", "nDCG@5", "--gains", "0,x"], "write one number for each grade"),
        (["map", "AP@5", "--gains", "0,1"], "takes no gains"),
        (["map", "RBP(p=1)@5"], "above 0 and below 1"),
        (["map", "RBP(p=0)@5"], "above 0 and below 1"),
        (["map", "AP@60"], "too many values"),
        (["map", "nDCG@100", "--grades", 3, "--method", "exact"], "the method exact does not count"),
        (["map", "AP@5", "--method", "fast"], "one of: exact, lexicographic"),
        (["map", "AP@40", "--seed", -1], "--seed"),
        (["map", "AP@3", "10"], "it has 2 grades, expected 3"),
        (["map", "AP@3", "102"], "not one of 0..1"),
        (["map", "AP@3", "abc"], "write its grades"),
        (["map", "AP@3", "--grades", 0], "--grades 0"),
        (["map", "AP@3", "--length", 0], "--length 0"),
        (["map", "AP@3", "--tie-rule", "best"], "one of: unq, mid, min, max"),
        (["map", "Bpref", "--length", 3], "no interval form"),
        (["map", "AP@14", "--workers", 0], "--workers"),
        (["map", "AP@3", "--spacing", "x.gif"], "use .svg"),
        (["map", "AP@3", "--spacing", "x.svg", "--curve", "x.svg"], "use two names"),
        (["map"], " needs MEASURE, as in intervale "),
        (["cache", "burn"], "burn"),
        (["evaluate", "qrels.txt", "a.run", "-m", "interval(AP)"], "AP@10"),
    ],
)
def test_bad_calls_get_one_sentence(intervale, words, reason):
    done = intervale(*words)
    assert done.code == 2
    assert done.out == ""
    assert reason in done.err
    assert done.err.count("\n") == 1


def test_evaluate_with_interval_forms(intervale):
    words = ("evaluate", "qrels.txt", "a.run", "-m", "AP@3", "-m", "P@2", "--interval", "--json")
    document = json.loads(intervale(*words).out)
    assert document["measures"] == ["AP@3", "interval(AP@3)", "P@2", "interval(P@2)"]
    assert any("a surrogate" in note for note in document["notes"])
    words = ("evaluate", "qrels.txt", "a.run", "-m", "P@2", "Bpref", "NumRel", "--interval", "--json")
    document = json.loads(intervale(*words).out)
    assert document["measures"] == ["P@2", "interval(P@2)", "Bpref", "NumRel"]
    assert any(note.startswith("Bpref: no interval form") for note in document["notes"])
    words = ("evaluate", "qrels.txt", "a.run", "-m", "AP", "P@2", "--interval", "--json")
    document = json.loads(intervale(*words).out)
    assert document["measures"] == ["AP", "P@2", "interval(P@2)"]
    assert any(note.startswith("AP: no interval form: it has no cutoff") for note in document["notes"])
    words = ("evaluate", "qrels.txt", "a.run", "-m", "P@2", "interval(P@2)", "--interval", "--json")
    assert json.loads(intervale(*words).out)["measures"] == ["P@2", "interval(P@2)"]


def test_the_cache_is_shown_and_cleared(intervale, own_cache, monkeypatch):
    monkeypatch.setattr(mapping, "WORTH_KEEPING", 0.0)
    intervale("map", "AP@12", "--no-cache")
    assert json.loads(intervale("cache", "info", "--json").out)["files"] == 0
    mapping._scale.cache_clear()
    intervale("map", "AP@12")
    document = json.loads(intervale("cache", "info", "--json").out)
    assert (document["files"], document["folder"]) == (1, str(own_cache))
    assert "1 result," in intervale("cache", "info").out
    assert intervale("cache", "clear").out.startswith("removed 1 result")
    assert json.loads(intervale("cache", "info", "--json").out)["files"] == 0


def test_the_cache_is_shown_and_cleared_by_measure(intervale, own_cache, monkeypatch):
    monkeypatch.setenv("INTERVALE_CACHE_SIZE", "1GB")
    assert intervale("cache", "info").out == f"0 results, 0 tables, 0 kB, in {own_cache}\n"
    monkeypatch.setattr(mapping, "WORTH_KEEPING", 0.0)
    intervale("map", "AP@12", "1" + "0" * 11)
    intervale("map", "gRBP(p=0.8)@30", "14" + "0" * 28, "--grades", 4)
    document = json.loads(intervale("cache", "info", "--json").out)
    rows = {row["measure"]: row for row in document["measures"]}
    assert rows.keys() == {"AP@12", "gRBP@30"}
    deep = rows["gRBP@30"]
    assert (deep["length"], deep["grades"], deep["results"], deep["tables"]) == (30, 4, 0, document["tables"])
    assert (document["results"], document["limit"]) == (1, 10**9)
    assert document["bytes"] == sum(row["bytes"] for row in rows.values())
    shown = intervale("cache", "info").out
    assert "gRBP@30" in shown
    assert "limit: 1.0 GB" in shown
    assert intervale("cache", "clear", "grbp(p=.8)@30").out.startswith("removed 0 results, ")
    assert [row["measure"] for row in json.loads(intervale("cache", "info", "--json").out)["measures"]] == ["AP@12"]
    assert intervale("cache", "clear", "nothing").code == 2
    monkeypatch.setenv("INTERVALE_CACHE_SIZE", "much")
    done = intervale("cache", "info")
    assert (done.code, done.err) == (2, "intervale: INTERVALE_CACHE_SIZE='much' is not a size; write 500MB or 2GiB\n")


def test_long_work_is_announced(intervale, own_cache, monkeypatch):
    monkeypatch.setattr(mapping, "WORTH_SAYING", -1.0)
    done = intervale("map", "AP@12")
    assert done.err.startswith("intervale: AP@12: counting its values takes about 0 s")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's here")
def test_ctrl_c_stops_and_leaves_no_rubbish(tmp_path):
    env = os.environ | {"INTERVALE_CACHE": str(tmp_path / "kept")}
    command = [sys.executable, "-m", "intervale", "map", "AP@30"]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert "takes about" in process.stderr.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "intervale: stopped\n")
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("words", [("RBP(p=0.8)@60",), ("nDCG@60", "--grades", 3), ("gRBP(p=0.8)@30", "--grades", 4)])
def test_a_deep_scale_without_a_run(intervale, words):
    done = intervale("map", *words)
    assert (done.code, done.err) == (0, "")
    assert "different values" in done.out
    assert "ranks enclosed by the method grid" in done.out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("Rprec",), "Rprec has no interval form: its cutoff is the recall base of a topic"),
        (("Rprec", "--length", 5), "Rprec has no interval form: its cutoff is the recall base of a topic"),
        (("DCG@5", "--grades", 2, "--gains", "0,1e9999999,1"), "write one number for each grade, such as 0,1,3"),
        (("DCG@5", "--grades", 2, "--gains", "0,1e200,1"), "to 1e100"),
        (("AP@1000", "--grades", 32_000), "too many values on about 10^4505 runs"),
        (("ERR@5", "--grades", 32_000), "too large to analyse"),
        (("AP@60",), "too many values"),
        (("interval(AP@3)",), "already an interval form"),
    ],
)
def test_what_cannot_be_mapped_is_refused_in_a_line(intervale, words, reason):
    done = intervale("map", *words)
    assert (done.code, done.out) == (2, "")
    assert reason in done.err
    assert done.err.count("\n") == 1


def test_a_geometric_mean_has_values_and_no_interval_form(intervale):
    done = intervale("map", "GMAP@3")
    assert done.code == 0
    assert "no interval form: an interval scale is for means, and GMAP takes the geometric mean over topics" in done.out


def test_one_measure_without_an_interval_form_does_not_cancel_the_rest(intervale):
    words = ("qrels.txt", "a.run", "b.run", "-m", "P@10", "-m", "AP@60", "--interval")
    done = intervale("evaluate", *words)
    assert done.code == 0
    assert "interval(P@10)" in done.out
    assert "AP@60: no interval form: too many values" in done.out
    for command in ("compare", "correlate"):
        assert intervale(command, *words).code == 0
    for command in ("evaluate", "compare", "correlate"):
        done = intervale(command, *words, "--strict")
        assert (done.code, done.out) == (2, "")
        assert "remove --strict" in done.err


# ------------------------------------------------------------ places

PLACES_OF_RR = {
    "unq": [1, 2, 3, 4, 5],
    "mid": [1, 2, 3.5, 6.5, 12.5],
    "min": [1, 2, 3, 5, 9],
    "max": [1, 2, 4, 8, 16],
}


@pytest.mark.parametrize("rule", PLACES_OF_RR)
def test_all_values_have_the_ranks_of_the_tie_rule_in_every_format(intervale, rule):
    places = PLACES_OF_RR[rule]
    scores = [(place - places[0]) / (places[-1] - places[0]) for place in places]
    words = ("map", "RR@4", "--tie-rule", rule)
    rows = list(csv.DictReader(io.StringIO(intervale(*words, "-f", "csv").out)))
    assert [float(row["rank"]) for row in rows] == places
    assert [float(row["score"]) for row in rows] == pytest.approx(scores)
    assert {row["tie_rule"] for row in rows} == {rule}
    values = json.loads(intervale(*words, "--json").out)["values"]
    assert [Fraction(value["rank"]) for value in values] == places
    assert [value["score"] for value in values] == pytest.approx(scores)
    name = "rank" if rule == "unq" else "place"
    table = [line.split("|")[3:5] for line in intervale(*words, "-f", "md").out.splitlines() if line.startswith("| ")]
    assert table[0] == [f" {name} ", " score "]
    assert [float(cell) for cell, _ in table[1:]] == places
    assert [cell.strip() for _, cell in table[1:]] == [f"{score:.4f}" for score in scores]
    page = iv.interval_scale("RR@4", tie_rule=rule)._repr_html_()
    assert f">{name}<" in page
    for place, score in zip(places, scores, strict=True):
        assert re.search(rf">{place:g}</td>\s*<td[^>]*>{score:.4f}<", page)


def test_runs_have_places_with_their_rule(intervale):
    (row,) = csv.DictReader(io.StringIO(intervale("map", "RR@4", "0010", "--tie-rule", "mid", "-f", "csv").out))
    assert (row["tie_rule"], row["rank"]) == ("mid", "7/2")
    assert "place " in intervale("map", "RR@4", "0010", "--tie-rule", "mid").out
    assert repr(iv.interval_scale("RR@4", tie_rule="mid")) == (
        "IntervalScale(RR@4, length 4, grades 0..1, tie_rule='mid', 5 values)"
    )
    assert "tie_rule" not in repr(iv.interval_scale("RR@4", tie_rule="unq"))


def test_a_scale_of_places_alone_asks_for_runs(intervale):
    assert "give runs to see their places, as in 10{99}" in intervale("map", "AP@100", "--tie-rule", "mid").out
    assert "give runs" not in intervale("map", "RR@4", "--tie-rule", "mid").out


@pytest.mark.parametrize(
    ("words", "has", "has_not"),
    [
        (("ERR@1000", "--grades", 2), "Use a smaller cutoff; to compare", "--tie-rule"),
        (("ERR@1000",), "or --tie-rule mid, places among all runs", "smaller cutoff;"),
        (
            ("AP@100", "--method", "multiplicities"),
            "of up to 70 documents, and these have 100; use --tie-rule mid",
            "=",
        ),
        (("AP@60", "--method", "halves"), "another kind of measure", "up to 70"),
        (("AP",), "give a cutoff (as in AP@10) or --length 10", "length=10"),
    ],
)
def test_a_refusal_recommends_what_can_be_had(intervale, words, has, has_not):
    done = intervale("map", *words)
    assert (done.code, done.out) == (2, "")
    assert has in done.err
    assert has_not not in done.err


def test_a_measure_without_a_cutoff_stands_for_all_in_the_cache(intervale, own_cache, monkeypatch):
    monkeypatch.setattr(mapping, "WORTH_KEEPING", 0.0)
    for name in ("AP@12", "AP@13", "ERR@12"):
        intervale("map", name, "1" + "0" * (int(name[-2:]) - 1))
    assert intervale("cache", "clear", "AP").out.startswith("removed 2 results")
    assert [row["measure"] for row in json.loads(intervale("cache", "info", "--json").out)["measures"]] == ["ERR@12"]
