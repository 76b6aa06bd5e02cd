"""``intervale map`` with several measures or lengths."""

import csv
import io
import json

import pytest

pytest.importorskip("altair")


def test_a_row_for_each_measure_and_length(intervale):
    done = intervale("map", "P", "RR", "AP", "--lengths", "5,60")
    assert (done.code, done.err) == (0, "")
    assert "Equally spaced, and so on an interval scale: P.\nNot equally spaced: RR, AP.\n" in done.out
    assert done.out.count("about 1.153E+18") == 3
    assert "AP at length 60: AP has too many values" in done.out


def test_where_spacing_depends_on_the_length(intervale):
    done = intervale("map", "DCG(base=10)", "--lengths", "5,10,12")
    assert "interval scale: DCG(base=10) at 5, 10.\nNot equally spaced: DCG(base=10) at 12." in done.out


def test_without_lengths_each_has_its_cutoff_or_one_length(intervale):
    maps = json.loads(intervale("map", "AP@3", "RR@5", "--json").out)["maps"]
    assert [(one["measure"], one["length"]) for one in maps] == [("AP@3", 3), ("RR@5", 5)]
    maps = json.loads(intervale("map", "AP", "RR", "--length", 4, "--json").out)["maps"]
    assert [(one["length"], one["size"], one["runs"]) for one in maps] == [(4, 15, 16), (4, 5, 16)]
    assert maps[1]["steps"] == {"smallest": "1/12", "largest": "1/2"}
    assert (maps[1]["least"], maps[1]["greatest"], maps[1]["equally_spaced"]) == ("0", "1", False)
    assert (maps[0]["surrogate"], maps[0]["refusal"], maps[0]["error"]) == (True, None, 0)


@pytest.mark.parametrize("form", ["table", "md", "latex", "html", "csv", "json"])
def test_formats(intervale, form):
    done = intervale("map", "AP", "RBP(p=0.8)", "--lengths", "4,60", "-f", form)
    assert done.code == 0
    assert done.out
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(done.out)))
        assert [row["method"] for row in rows] == ["halves", "", "half sums", "grid"]
        assert rows[1]["refusal"].startswith("AP has too many values")
        assert rows[0]["largest_share"] == "0.25"


def test_one_measure_with_runs_is_as_before(intervale):
    one = json.loads(intervale("map", "RR@4", "0100", "1,0,0,0", "--json").out)
    assert [placed["rank"] for placed in one["profiles"]] == [4, 5]
    assert "maps" in json.loads(intervale("map", "RR", "--lengths", "4", "--json").out)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["AP", "RR", "0110", "--length", 4], "runs are placed on one scale: name one measure and one length"),
        (["AP", "0110", "--lengths", "4"], "runs are placed on one scale"),
        (["AP", "RR", "--length", 4, "--tie-rule", "mid"], "--tie-rule is about runs on one scale"),
        (["AP", "--length", 4, "--lengths", "5"], "--length and --lengths ask for two things"),
        (["AP", "--lengths", "5,x"], "--lengths '5,x' must be whole numbers"),
        (["AP@4", "abc"], "to place a run, write its grades"),
        (["AP", "interval(AP@5)", "--lengths", "5"], "already an interval form"),
        (["AP", "ERR", "--lengths", "60,70"], "AP has too many values"),
        (["AP", "RR"], "the length of runs is missing"),
    ],
)
def test_bad_calls_get_one_sentence(intervale, words, reason):
    done = intervale("map", *words)
    assert (done.code, done.out) == (2, "")
    assert reason in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf", "html"])
def test_pictures(intervale, tmp_path, suffix):
    spacing, curve = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
    assert intervale("map", "AP", "RR", "--lengths", "4,60", "--spacing", spacing, "--curve", curve).code == 0
    assert min(spacing.stat().st_size, curve.stat().st_size) > 1000
    if suffix == "svg":
        for path in (spacing, curve):
            text = path.read_text("utf-8")
            assert "N = 60" in text
            assert "values of the measure" in text
            assert "AP has too" in text  # at 60, in its chart


def test_a_picture_without_room_is_refused_after_the_table(intervale, tmp_path):
    lengths = ",".join(map(str, range(1, 13)))
    done = intervale("map", "P", "RR", "--lengths", lengths, "--curve", tmp_path / "c.svg", "--size", "one-column")
    assert done.code == 2
    assert "Interval scales" in done.out
    assert "have no room in one-column; name fewer lengths or measures, or use a larger --size" in done.err
