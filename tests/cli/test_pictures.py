"""Pictures that commands draw: sizes, captions, and what is refused beside what is written."""

import json
import re

import pytest

from intervale.data.made_up import made_up_collection, write_trec

pytest.importorskip("altair")
COMMANDS = {
    "order": ["order", "rank-swap", "--length", 3, "--hasse"],
    "spacing": ["map", "AP@3", "--spacing"],
    "curve": ["map", "AP@3", "--curve"],
    "spacings": ["map", "AP", "RR", "P", "--lengths", "3,4", "--spacing"],
    "curves": ["map", "AP@3", "RR@4", "--curve"],
    "balance": ["balance", "AP", "ERR", "--length", 9, "--curve"],
    "experiment": ["balance", "AP", "ERR", "--length", 30, "--experiment", "--trials", 3, "--plot"],
    "agreement": ["rankings", "agreement", "tau", "rho", "--n", 4, "--heatmap"],
    "disagree": ["rankings", "disagree", "a,b,c", "b,a,c", "c,b,a", "-m", "tau", "-m", "nDCG", "--heatmap"],
    "compare": ["compare", "DEMO", "-m", "P@10", "--plot"],
    "power": ["power", "DEMO", "-m", "P@10", "--no-ci", "--plot"],
    "places": ["leaderboard", "DEMO", "-m", "P@10", "--plot"],
    "diagram": ["leaderboard", "DEMO", "-m", "P@10", "--hasse"],
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    write_trec(tmp_path, *made_up_collection())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def words(name):
    demo = ["qrels.txt", "aurora.run", "borealis.run", "cirrus.run", "dune.run"]
    return [part for word in COMMANDS[name] for part in (demo if word == "DEMO" else [word])]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_that_draws_has_sizes_and_fonts(intervale, here, name):
    done = intervale(*words(name), "p.pdf", "--size", "two-column", "--font", "Liberation Serif", "-o", "x.md")
    assert done.code == 0, done.err
    assert re.search(rb"/MediaBox ?\[0 0 504 ", (here / "p.pdf").read_bytes())
    assert done.err.startswith("intervale: caption of p.pdf: ")
    assert done.err.count("\n") == 1
    done = intervale(*words(name), "q.svg", "-o", "x.md")
    assert (done.code, done.err) == (0, "")
    assert re.match(r'<svg [^>]*width="[0-9.]+"', (here / "q.svg").read_text("utf-8"))


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["p.svg", "--size", "a4"], "size 'a4' is unknown; use one of: screen, one-column, two-column"),
        (["p.svg", "--font", "a;b"], "write the name of one font"),
        (["p.gif", "--size", "one-column"], "use .svg, .png, .pdf, .html"),
    ],
)
def test_wrong_options_are_refused_before_any_work(intervale, here, name, options, reason):
    done = intervale(*words(name), *options)
    assert (done.code, done.out) == (2, "")
    assert reason in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_a_size_without_a_picture_is_refused(intervale, here, name):
    done = intervale(*words(name)[:-1], "--size", "one-column")
    assert (done.code, done.out) == (2, "")
    assert "--size and --font are for pictures; name the file of one" in done.err


@pytest.mark.parametrize(
    ("measure", "refused", "drawn", "reason"),
    [
        ("AP@10", "--spacing", "--curve", "the spacing of AP@10 cannot be drawn: it shows at most 64 values"),
        ("RBTO@2000", "--spacing", None, "cannot be drawn"),
        ("RBTO@2000", "--curve", None, "too large here to be drawn"),
    ],
)
def test_a_picture_that_is_refused_cancels_nothing_else(intervale, tmp_path, measure, refused, drawn, reason):
    bad, good = tmp_path / "bad.svg", tmp_path / "good.svg"
    done = intervale("map", measure, refused, bad, *([drawn, good] if drawn else []))
    assert (done.code, bad.exists(), good.exists()) == (2, False, drawn is not None)
    assert reason in done.err
    assert done.err.count("\n") == 1
    assert "different values" in done.out


def test_two_pictures_that_are_refused_are_both_named(intervale, tmp_path):
    done = intervale("map", "RBTO@2000", "--spacing", tmp_path / "a.svg", "--curve", tmp_path / "b.svg")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "at most 64 values" in done.err
    assert "too large here to be drawn" in done.err
    assert done.out


def test_a_diagram_that_is_refused_leaves_table_and_places(intervale, here):
    demo = ["qrels.txt", "aurora.run", "borealis.run", "-m", "P@10", "--scale", "nominal"]
    done = intervale("leaderboard", *demo, "--hasse", "h.svg", "--plot", "p.svg")
    assert (done.code, (here / "h.svg").exists(), (here / "p.svg").exists()) == (2, False, True)
    assert "nothing to draw in h.svg" in done.err
    assert "aurora" in done.out


@pytest.mark.parametrize(
    ("words", "largest"),
    [
        (["rank-swap", "--length", 9], "--length 8 or less"),
        (["rank-total", "--length", 6, "--grades", 2], "--length 5 or less"),
        (["set-total", "--length", 400], "--length 299 or less"),
        (["rank-swap", "--length", 1, "--grades", 400], "fewer --grades"),
    ],
)
def test_a_diagram_too_large_to_read_names_the_length_that_fits(intervale, tmp_path, words, largest):
    done = intervale("order", *words, "--hasse", tmp_path / "h.svg")
    assert (done.code, done.out) == (2, "")
    assert f"too large to read (at most 300): use {largest}; --path RUN RUN shows" in done.err
    assert "-o FILE.csv" in done.err


def test_a_diagram_of_many_runs_has_dots(intervale, tmp_path):
    path = tmp_path / "h.svg"
    assert intervale("order", "rank-swap", "--length", 7, "--hasse", path).code == 0
    drawn = path.read_text("utf-8")
    assert "no room for labels" in drawn
    assert "1010101" not in re.sub(r'aria-label="[^"]*"', "", drawn)


def test_agreement_is_oriented_unless_it_is_as_defined(intervale):
    words = ("rankings", "agreement", "recall", "FNR", "--n", 5, "--k", 2)
    said = intervale(*words)
    assert "oriented so that larger means more alike" in said.out
    assert "1.0000" in said.out
    turned, plain = (json.loads(intervale(*words, *more, "--json").out) for more in ((), ("--as-defined",)))
    assert (turned["oriented"], turned["reversed"]) == (True, ["FNR"])
    assert (plain["oriented"], plain["reversed"]) == (False, [])
    assert turned["pairs"]["recall"]["FNR"]["ratio"] == 1.0
    assert plain["pairs"]["recall"]["FNR"]["concordant"] == 0
