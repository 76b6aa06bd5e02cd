"""``intervale evaluate``: what it prints in every format, what it writes, and how it fails."""

import csv
import io
import json
import math
import os
import subprocess
import sys

import numpy as np
import pytest

import intervale as iv

BOTH = ("evaluate", "qrels.txt", "a.run", "b.run")
ONE = ("evaluate", "qrels.txt", "a.run")


# ---------------------------------------------------------------- JSON, as docs/architecture.md has it


def test_json_document(intervale):
    done = intervale(*BOTH, "-m", "map", "-m", "RBP(p=0.50)", "-m", "num_q", "-m", "gm_map", "--json")
    assert (done.code, done.err) == (0, "")
    document = json.loads(done.out)
    table = iv.evaluate("qrels.txt", ["a.run", "b.run"], ["map", "RBP(p=0.50)", "num_q", "gm_map"])
    assert document["measures"] == ["map", "RBP(p=0.50)", "num_q", "gm_map"]
    assert document["canonical"] == {"map": "AP", "RBP(p=0.50)": "RBP(p=0.5)", "num_q": "NumQ", "gm_map": "GMAP"}
    assert document["aggregates"] == {
        **{"map": "mean", "RBP(p=0.50)": "mean", "num_q": "sum", "gm_map": "geometric mean"}
    }
    assert document["confidence"] == 0.95
    assert document["policy"] == {
        "ties": "trec",
        "missing": "zero",
        "duplicates": "error",
        "grades": 2,
        "depth": None,
        "relevant_from": None,
    }
    assert document["notes"] == ["B: no documents for 1 of 2 topics; they score 0"]
    assert set(document) >= {"systems"}
    for system in ("A", "B"):
        entry = document["systems"][system]
        assert set(entry) == {"mean", "ci"}
        assert entry["mean"] == table.means(system)
        assert entry["ci"]["map"] == list(table.ci(system, "map"))
        assert entry["ci"]["num_q"] is None


def test_json_by_topic_with_null_for_what_is_not_there(intervale):
    done = intervale(*BOTH, "-m", "AP", "--per-topic", "--missing", "drop", "--json")
    systems = json.loads(done.out)["systems"]
    assert systems["A"]["topics"] == {"q1": {"AP": pytest.approx(5 / 6)}, "q2": {"AP": 0.5}}
    assert systems["B"]["topics"] == {"q1": {"AP": 0.25}, "q2": {"AP": None}}
    assert systems["B"]["mean"] == {"AP": 0.25}
    assert systems["B"]["ci"] == {"AP": None}


def test_json_and_format_json_are_the_same(intervale):
    assert intervale(*BOTH, "-m", "AP", "--json").out == intervale(*BOTH, "-m", "AP", "-f", "json").out


def test_json_of_counts_is_whole(intervale):
    out = intervale(*ONE, "-m", "NumRet", "--json", "--per-topic").out
    assert '"NumRet": 5' in out
    assert '"NumRet": 3' in out
    assert ".0" not in out.replace("0.95", "")


@pytest.mark.parametrize("value", ["np.inf", "-np.inf", "np.nan + 0"])
def test_json_of_a_measure_that_gives_no_number(intervale, here, value):
    """JSON has no infinity: null, or a plain refusal."""
    code = f"import numpy as np\ndef odd(grades):\n    return np.full(len(grades), {value})\n"
    (here / f"odd_{len(value)}.py").write_text(code)
    done = intervale(*ONE, "-m", f"odd_{len(value)}:odd", "--json", "--per-topic")
    assert done.code in (0, 2)
    if done.code == 0:
        assert list(json.loads(done.out)["systems"]["A"]["topics"]["q1"].values()) == [None]


# ---------------------------------------------------------------- the other formats


def test_table_of_several_systems(intervale):
    done = intervale(*BOTH, "-m", "AP", "-m", "nDCG@10", "-m", "NumRet")
    assert (done.code, done.err) == (0, "")
    lines = [line.split() for line in done.out.splitlines() if line.strip()]
    assert lines[0] == ["system", "AP", "nDCG@10", "NumRet"]
    rows = {line[0]: line[1:] for line in lines if line[0] in "AB"}
    assert rows["A"][0] == "0.6667*"  # the best of its column
    assert rows["A"][2] == "5"  # counts have no best, and no digits
    assert rows["B"][0] == "0.1250"
    for note in ("*: the best of its column", "2 systems, 2 topics", "B: no documents for 1 of 2 topics; they score 0"):
        assert note in done.out
    assert "trec_eval -c" in done.out


def test_table_of_one_system_stands_upright(intervale):
    lines = [line.split() for line in intervale(*ONE, "-m", "AP", "-m", "P@1").out.splitlines() if line.strip()]
    assert lines[0] == ["measure", "A"]
    assert ["AP", "0.6667"] in lines
    assert ["P@1", "0.5000"] in lines


def test_table_by_topic(intervale):
    done = intervale(*BOTH, "-m", "AP", "--per-topic", "--missing", "drop")
    rows = [line.split() for line in done.out.splitlines()]
    for row in (["A", "q2", "0.5000"], ["B", "q2", "-"], ["A", "all", "0.6667"], ["B", "all", "0.2500"]):
        assert row in rows


def test_markdown(intervale):
    out = intervale(*BOTH, "-m", "AP", "-f", "md").out
    assert out.startswith("| system | AP |\n|---|---:|\n| A | **0.6667** |\n| B | 0.1250 |\n")


def test_latex(intervale):
    out = intervale(*BOTH, "-m", "AP", "-f", "latex").out
    assert "\\begin{tabular}{lr}\n\\toprule\nsystem & AP \\\\\n\\midrule\nA & \\textbf{0.6667} \\\\\n" in out
    assert out.endswith("\\bottomrule\n\\end{tabular}\n")


def test_csv_has_all_digits(intervale):
    rows = list(csv.reader(io.StringIO(intervale(*BOTH, "-m", "AP", "NumRet", "-f", "csv").out)))
    assert rows[0] == ["system", "topic", "measure", "value"]
    assert rows[1][:3] == ["A", "all", "AP"]
    assert float(rows[1][3]) == iv.evaluate("qrels.txt", "a.run", "AP").mean("A", "AP")
    assert rows[2:] == [["A", "all", "NumRet", "5"], ["B", "all", "AP", "0.125"], ["B", "all", "NumRet", "2"]]


def test_csv_by_topic_leaves_empty_what_is_not_there(intervale):
    out = intervale(*BOTH, "-m", "AP", "-f", "csv", "--per-topic", "--missing", "drop").out
    assert "B,q1,AP,0.25\nB,q2,AP,\nB,all,AP,0.25\n" in out


def test_parquet(intervale, here):
    done = intervale(*BOTH, "-m", "AP", "nDCG@2", "-f", "parquet", "-o", "scores.parquet")
    assert done == (0, "", "")
    table = iv.read_scores(here / "scores.parquet")
    assert np.array_equal(table.values, iv.evaluate("qrels.txt", ["a.run", "b.run"], ["AP", "nDCG@2"]).values)


def test_parquet_is_not_for_the_screen(intervale):
    done = intervale(*ONE, "-m", "AP", "-f", "parquet")
    assert (done.code, done.out) == (2, "")
    assert "name a file with -o" in done.err


# ---------------------------------------------------------------- options


def measures_of(done):
    return json.loads(done.out)["measures"]


def test_several_measures_after_one_m(intervale):
    assert measures_of(intervale(*ONE, "-m", "AP", "nDCG@10", "map", "--json")) == ["AP", "nDCG@10", "map"]
    assert measures_of(intervale(*ONE, "-m", "AP", "-m", "RR", "P@5", "--json")) == ["AP", "RR", "P@5"]
    assert measures_of(intervale(*ONE, "--measure", "AP", "RR", "--json")) == ["AP", "RR"]


def test_files_after_a_measure_are_files(intervale):
    done = intervale("evaluate", "-m", "AP", "RR", "qrels.txt", "a.run", "b.run", "--json")
    assert measures_of(done) == ["AP", "RR"]
    assert list(json.loads(done.out)["systems"]) == ["A", "B"]


def test_a_file_that_is_called_like_a_measure_is_a_file(intervale, here):
    (here / "P@5").write_text((here / "a.run").read_text())
    done = intervale("evaluate", "qrels.txt", "-m", "AP", "P@5", "--json")
    assert measures_of(done) == ["AP"]


def test_families_of_measures(intervale):
    assert measures_of(intervale(*ONE, "-m", "P.5,10", "--json")) == ["P@5", "P@10"]
    assert len(measures_of(intervale(*ONE, "-m", "official", "--json"))) == 29


def test_the_share_of_judged_documents(intervale):
    done = intervale(*ONE, "-m", "nDCG@2", "AP", "--judged", "--json")
    assert measures_of(done) == ["nDCG@2", "Judged@2", "AP", "Judged"]
    assert json.loads(done.out)["systems"]["A"]["mean"]["Judged@2"] == 0.75


def test_confidence_intervals(intervale):
    low, high = iv.evaluate("qrels.txt", "a.run", "AP").ci("A", "AP")
    assert f"0.6667 [{low:.4f}, {high:.4f}]" in intervale(*ONE, "-m", "AP", "--ci").out
    assert f"**0.6667 [{low:.4f}, {high:.4f}]**" in intervale(*BOTH, "-m", "AP", "--ci", "-f", "md").out


def test_topics(intervale, here):
    (here / "topics.txt").write_text("\ufeffq2\n\n  q2  \n")
    done = intervale(*ONE, "-m", "AP", "--topics", "topics.txt", "--per-topic", "--json")
    assert json.loads(done.out)["systems"]["A"]["topics"] == {"q2": {"AP": 0.5}}


def test_depth_grades_ties_missing_duplicates(intervale):
    options = ["--depth", "1", "--grades", "4", "--ties", "file", "--missing", "drop", "--duplicates", "best"]
    document = json.loads(intervale(*ONE, "-m", "gP@1", "NumRet", *options, "--json").out)
    assert document["policy"] == {
        "ties": "file",
        "missing": "drop",
        "duplicates": "best",
        "grades": 4,
        "depth": 1,
        "relevant_from": None,
    }
    assert document["systems"]["A"]["mean"] == {"gP@1": 0.25, "NumRet": 2}


def test_standard_input(shell, here):
    with (here / "a.run").open() as file:
        done = shell("evaluate", "qrels.txt", "-", "-m", "AP", "--json", stdin=file)
    assert json.loads(done.out)["systems"]["A"]["mean"] == {"AP": pytest.approx(2 / 3)}


def test_a_measure_of_ones_own(shell, here):
    (here / "own.py").write_text("def top(grades):\n    return grades[..., 0]\n")
    done = shell(*ONE, "-m", "own:top", "AP", "--json")
    assert json.loads(done.out)["systems"]["A"]["mean"]["own:top"] == 1


# ---------------------------------------------------------------- writing to a file


def test_output_goes_to_a_file_whole(intervale, here):
    (here / "out.csv").write_text("old")
    assert intervale(*ONE, "-m", "AP", "-f", "csv", "-o", "out.csv") == (0, "", "")
    assert (here / "out.csv").read_text() == intervale(*ONE, "-m", "AP", "-f", "csv").out
    assert sorted(path.name for path in here.iterdir()) == ["a.run", "b.run", "out.csv", "qrels.txt"]
    mask = os.umask(0)
    os.umask(mask)
    assert (here / "out.csv").stat().st_mode & 0o777 == 0o666 & ~mask


def test_nothing_is_left_where_something_fails(intervale, here):
    (here / "out.csv").write_text("old")
    assert intervale("evaluate", "qrels.txt", "nothing.run", "-m", "AP", "-f", "csv", "-o", "out.csv").code == 2
    assert (here / "out.csv").read_text() == "old"
    assert intervale(*ONE, "-m", "AP", "-o", "no/such/folder/out.csv").code == 2
    (here / "folder").mkdir()
    assert intervale(*ONE, "-m", "AP", "-o", "folder").code == 2
    assert sorted(path.name for path in here.iterdir()) == ["a.run", "b.run", "folder", "out.csv", "qrels.txt"]
    assert list((here / "folder").iterdir()) == []


def test_a_pipe_is_written_to_and_not_replaced(shell, here):
    """As ``-o /dev/stdout`` or ``-o /dev/null``: what is no plain file must stay what it is."""
    os.mkfifo(here / "pipe")
    reader = subprocess.Popen(["cat", here / "pipe"], stdout=subprocess.PIPE, text=True)
    try:
        done = shell(*ONE, "-m", "AP", "-f", "csv", "-o", "pipe")
        assert (here / "pipe").is_fifo()
        assert done.code == 0
        assert reader.communicate(timeout=20)[0].startswith("system,topic,measure,value\n")
    finally:
        reader.kill()
        reader.wait()
        reader.stdout.close()


# ---------------------------------------------------------------- failing


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([*ONE, "-m", "nDGC@10"], "did you mean nDCG"),
        ([*ONE, "-m", "P@-5"], "whole number from 1 to a billion"),
        ([*ONE, "-m", "P"], "needs a cutoff"),
        ([*ONE, "-m", "no_such_module:f"], "cannot be imported"),
        (["evaluate", "qrels.txt", "nothing.run", "-m", "AP"], "nothing.run: no such file"),
        (["evaluate", "nothing.txt", "a.run", "-m", "AP"], "nothing.txt: no such file"),
        (["evaluate", "a.run", "qrels.txt", "-m", "AP"], "a.run:1: expected 4 columns"),
        ([*ONE, "-m", "AP", "--ties", "random"], "one of: trec, trec9, rank, file, error"),
        ([*ONE, "-m", "AP", "--missing", "skip"], "one of: zero, drop"),
        ([*ONE, "-m", "AP", "--duplicates", "last"], "one of: error, first, best"),
        ([*ONE, "-m", "AP", "--topics", "nothing.txt"], "nothing.txt"),
        ([*ONE, "-m", "AP", "--grades", "1"], "the qrels contain grade 2"),
        ([*ONE, "-m", "AP", "--depth", "0"], "--depth 0 must be a whole number from 1 to 1,000,000,000"),
        ([*ONE, "-m", "AP", "-o", "no/folder/out"], "cannot be written"),
    ],
)
@pytest.mark.parametrize("form", ["table", "json"])
def test_an_error_is_one_line_and_exit_2(intervale, words, message, form):
    done = intervale(*words, "-f", form)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.startswith("intervale: ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["evaluate", "qrels.txt", "a.run"],
        ["evaluate", "qrels.txt", "-m", "AP"],
        [*ONE, "-m", "AP", "--no-such-option"],
        [*ONE, "-m", "AP", "-f", "xml"],
        [*ONE, "-m", "AP", "--depth", "deep"],
        ["no-such-command"],
    ],
)
def test_a_wrong_call_is_exit_2(intervale, words):
    done = intervale(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err
    assert "Traceback" not in done.err


def test_a_traceback_never_reaches_the_user(shell, here):
    (here / "own.py").write_text("def broken(grades):\n    return grades.nothing\n")
    done = shell(*ONE, "-m", "own:broken")
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "AttributeError" in done.err


def test_escape_codes_do_not_reach_the_terminal(intervale, here):
    """Ids and tags of files are not trusted: control characters are spelled out."""
    evil = "\x1b[31mred\x1b[0m\x07\x9b"
    (here / "evil.run").write_text(f"q1 Q0 d1 1 1 {evil}\nq\x1b9 Q0 d1 1 1 {evil}\n")
    (here / "evil.txt").write_text("q1 0 d1 1\nq\x1b9 0 d1 1\n")
    for words in (
        ["evaluate", "evil.txt", "evil.run", "-m", "AP"],
        ["evaluate", "evil.txt", "evil.run", "a.run", "-m", "AP", "--per-topic"],
        ["evaluate", "evil.txt", "evil.run", "-m", "AP", "-f", "md"],
        ["evaluate", "evil.txt", "evil.run", "-m", "AP", "-f", "latex"],
        ["evaluate", "evil.txt", "evil.run", "-m", "AP", "--json"],
        ["evaluate", "evil.txt", "no\x1b[31m.run", "-m", "AP"],
        ["evaluate", "evil.txt", "evil.run", "-m", "A\x1b[31mP"],
    ):
        done = intervale(*words)
        for control in ("\x1b", "\x07", "\x9b"):
            assert control not in done.out + done.err, words
    assert "\\x1b[31mred" in intervale("evaluate", "evil.txt", "evil.run", "-m", "AP").out


def test_a_reader_that_goes_away_is_no_error(here):
    """As ``intervale evaluate … | head -1``."""
    (here / "big.run").write_text("".join(f"q{i} Q0 d 1 1 A\n" for i in range(20000)))
    (here / "big.txt").write_text("".join(f"q{i} 0 d 1\n" for i in range(20000)))
    command = [sys.executable, "-m", "intervale", "evaluate", "big.txt", "big.run", "-m", "AP", "--per-topic"]
    process = subprocess.Popen([*command, "-f", "csv"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 0
    assert error == b""


# ---------------------------------------------------------------- help and version


def test_version(shell, intervale):
    for words in (["--version"], ["-V"]):
        assert intervale(*words) == (0, f"intervale {iv.__version__}\n", "")
    assert shell("--version") == (0, f"intervale {iv.__version__}\n", "")


def test_help(intervale):
    for words in (["--help"], ["-h"]):
        done = intervale(*words)
        assert (done.code, done.err) == (0, "")
        assert "evaluate" in done.out
        assert "demo" in done.out
    for option in ("--per-topic", "--judged", "--ci", "--ties", "--missing", "--duplicates", "--topics", "--grades"):
        assert option in intervale("evaluate", "--help").out


def test_no_words_show_the_help(intervale):
    done = intervale()
    assert "evaluate" in done.out + done.err


def test_scores_of_one_topic_have_no_interval(intervale, here):
    (here / "one.txt").write_text("q1 0 d1 1\n")
    done = intervale("evaluate", "one.txt", "a.run", "-m", "AP", "--json")
    entry = json.loads(done.out)["systems"]["A"]
    assert entry["ci"] == {"AP": None}
    assert math.isfinite(entry["mean"]["AP"])


def test_five_notes_stand_below_a_table_and_all_on_request(intervale):
    line = (*BOTH, "-m", "nDCG@5", "AP@5", "AP", "--interval")
    short, full = (intervale(*line, *more).out.splitlines() for more in ((), ("--all-notes",)))
    *shown, rest = short
    assert full[: len(shown)] == shown
    more = len(full) - len(shown)
    assert more > 1
    assert rest == f"… and {more} more notes: --all-notes shows them"
    markdown = intervale(*line, "-f", "md").out
    assert "all-notes" not in markdown
    assert sum(one.startswith("- ") for one in markdown.splitlines()) == 5 + more


# ---------------------------------------------------------------- statistics over topics


def test_aggregates_in_every_format(intervale, here):
    words = (*BOTH, "-m", "P@2", "-m", "RR", "--aggregate", "median,mean", "--aggregate", "cv")
    table = iv.evaluate("qrels.txt", ["a.run", "b.run"], ["P@2", "RR"]).aggregate(["median,mean", "cv"])
    lines = [line.split("  ") for line in intervale(*words).out.splitlines()]
    head = [cell.strip() for cell in lines[1] if cell.strip()]
    assert head == ["system", "median P@2", "mean P@2", "cv P@2 !", "median RR", "mean RR !", "cv RR !"]
    assert "!: the statistic assumes a scale that the measure is not known to be on" in intervale(*words).out
    document = json.loads(intervale(*words, "--json").out)
    assert document["systems"]["A"]["statistics"]["RR"]["median"] == table.value("A", "RR", "median")
    assert document["statistics"][1] == {
        **{"statistic": "mean", "title": "mean", "needs": "interval", "permitted": {"P@2": True, "RR": False}}
    }
    rows = list(csv.DictReader(io.StringIO(intervale(*words, "-f", "csv").out)))
    assert len(rows) == 2 * 2 * 3
    assert [float(row["value"]) for row in rows if (row["system"], row["measure"]) == ("B", "P@2")] == pytest.approx(
        table.values[0, 1].tolist()
    )
    assert intervale(*words, "-f", "md").out.startswith("| system | median P@2 |")
    assert intervale(*words, "-o", "out.parquet").code == 0
    upright = intervale(*ONE, "-m", "P@2", "--aggregate", "median").out
    assert next(line.split() for line in upright.splitlines() if line.strip()) == ["statistic", "A"]
    by_sort = intervale(*BOTH, "-m", "P@2", "--aggregate", "median", "--sort", "P@2", "-f", "md").out
    assert by_sort.index("| A |") < by_sort.index("| B |")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--aggregate", "median", "--per-topic"], "--aggregate replaces the means, and --per-topic is about them"),
        (["--aggregate", "median", "--ci"], "and --ci is about them"),
        (["--aggregate", "most"], "the statistic 'most' is unknown"),
        (["--aggregate", "mean", "--strict"], "RR is on an ordinal scale (without a cutoff"),
    ],
)
def test_aggregates_that_are_refused(intervale, words, reason):
    done = intervale(*BOTH, "-m", "RR", *words)
    assert (done.code, done.out) == (2, "")
    assert reason in done.err
