"""Whatever happens, one sentence and an exit code: full and closed outputs, no memory, numbers without end, bugs."""

import os
import subprocess
import sys

import pytest

import intervale as iv
from intervale.cli import main
from intervale.measures.precision import P

ONE = ("evaluate", "qrels.txt", "a.run", "-m", "AP")
TWO = ("meaningful", "qrels.txt", "a.run", "b.run", "-m", "AP")


def in_shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line for the shell, where ``intervale`` is this one."""
    ours = f'intervale() {{ "{sys.executable}" -m intervale "$@"; }}; '
    return subprocess.run(
        ["bash", "-c", ours + line], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, check=False
    )


@pytest.mark.parametrize("words", ["evaluate qrels.txt a.run -m AP", "--help", "--version", "map AP@3 --json"])
class TestStandardOutput:
    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
    def test_a_full_disk_is_a_sentence(self, words):
        done = in_shell(f"intervale {words} >/dev/full")
        assert (done.returncode, done.stderr) == (2, "intervale: standard output: No space left on device\n")

    def test_a_closed_one_is_a_sentence(self, words):
        done = in_shell(f"intervale {words} >&-")
        assert (done.returncode, done.stderr) == (2, "intervale: standard output: Bad file descriptor\n")

    def test_a_reader_that_went_away_is_no_error(self, words):
        done = in_shell(f"intervale {words} | true; exit ${{PIPESTATUS[0]}}")
        assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("how", ["2>&-", "2>/dev/full"])
def test_without_standard_error_the_exit_code_is_left(how):
    done = in_shell(f"intervale evaluate qrels.txt nothing.run -m AP {how}")
    assert (done.returncode, done.stdout) == (2, "")


def test_without_standard_input_files_are_read():
    assert in_shell("intervale evaluate qrels.txt a.run -m AP <&-").returncode == 0
    done = in_shell("intervale evaluate - a.run -m AP <&-")
    assert (done.returncode, done.stderr) == (2, "intervale: standard input: is closed\n")


NINES = "9" * 5000
WRONG = {
    "a measure longer than a file name": ([*ONE, "A" * 5000], "File name too long"),
    "a statement longer than a file name": ([*TWO, "mean(A) > " + "9" * 500], "out of range"),
    "a top grade beyond all grades": (
        [*ONE, "--grades", "1000000000"],
        "--grades 1000000000 must be a whole number from",
    ),
    "a depth beyond all runs": ([*ONE, "--depth", str(10**20)], "--depth 100000000000000000000 must be a whole number"),
    "a depth of 4,000 digits": ([*ONE, "--depth", "9" * 4000], "--depth about 10^4000 must be a whole number"),
    "so many workers": ([*ONE, "--workers", str(10**9)], "--workers 1000000000 must be a whole number from 1 to 1,024"),
    "a number beyond floats": ([*TWO, "mean(A) > 1e999"], "'1e999' is out of range"),
    "a factor beyond floats": ([*TWO, "mean(A) > 1e999 * mean(B)"], "'1e999' is out of range"),
    "a ratio beyond floats": ([*TWO, "mean(A) / mean(B) > 1e999"], "'1e999' is out of range"),
    "a share beyond floats": ([*TWO, "quantile(A, 1e999) > 2"], "'1e999' is out of range"),
    "a count beyond floats": ([*TWO, "significant(t) > 1e999"], "'1e999' is out of range"),
    "numbers divided without end": ([*TWO, "mean(A) > 1" + "/1e99" * 9], "is out of range"),
    "900 brackets": ([*TWO, "(" * 900 + "mean(A)" + ")" * 900 + " > 1"], "nested more than 20 deep"),
    "interval( 1,500 times": (
        [*ONE, "-m", "interval(" * 1500 + "AP@3" + ")" * 1500],
        "nested 1500 deep; at most 20 are",
    ),
    "900 signs": ([*ONE, "-m", "P@" + "-" * 900 + "1"], "must be a number"),
    "a cutoff of 4,000 digits": ([*ONE, "-m", "P@" + "9" * 4000], "cutoff=about 10^4000 must be"),
    "a cutoff of 5,000 digits": ([*ONE, "-m", "P@" + NINES], "is not a measure"),
    "trec_eval's with 5,000 digits": ([*ONE, "-m", "P." + NINES], "a number has at most 1,000 digits"),
    "a level of 5,000 digits": ([*ONE, "-m", "iprec_at_recall_0." + NINES], "a number has at most 1,000 digits"),
    "a p of 200 digits": ([*ONE, "-m", "rbp_0." + "9" * 200], "at most 100 digits"),
    "a p above 1": ([*ONE, "-m", "rbp.95"], "which is not below 1: write RBP(p=0.95), which is ranx's on"),
    "gains without end": (
        ["map", "DCG@5", "--gains", "0,1e9999999,1"],
        "'1e9999999' is out of range: exponents go from",
    ),
    "a gain of 5,000 digits": (["map", "DCG@5", "--gains", "0,1," + NINES], "a number has at most 1,000 digits"),
    "a gain that is no number": (["map", "DCG@5", "--gains", "0,1/0"], "'1/0' is not a number"),
    "a run of 5,000 digits": (["map", "AP@2", f"1,{NINES}"], "is not a run"),
    "a run without end": (["map", "AP@2", "0{999999}" * 99], "it has 98,999,901 grades, expected 2"),
    "a cutoff of a billion": ([*ONE, "-m", "interval(AP@1000000000)"], "from 1 to 100,000"),
    "a space without end": (["scale", "AP", "--length", "100000", "--grades", "99999"], "too large to analyse"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_out_of_range_is_one_sentence(intervale, kind):
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)  # as a new process has it; map lifts the limit
    words, reason = WRONG[kind]
    done = intervale(*words)
    assert (done.code, done.out) == (2, "")
    assert reason in done.err
    assert done.err.startswith("intervale: ")
    assert done.err.count("\n") == 1
    assert len(done.err) < 600


HUGE = 10**5000


@pytest.mark.parametrize(
    "call",
    [
        lambda: iv.parse_measure("P.99999" + "9" * 5000),
        lambda: P(cutoff=HUGE),
        lambda: iv.RunSpace(HUGE),
        lambda: iv.RunSpace(3).run(HUGE),
        lambda: iv.RunSpace(3).index((0, HUGE, 0)),
        lambda: len(iv.RunSpace(1000)),
        lambda: iv.RunSpace(1000).array(),
        lambda: iv.evaluate({"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}}, ["AP"], depth=HUGE),
        lambda: iv.evaluate({"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}}, ["AP"], grades=HUGE),
        lambda: iv.evaluate({"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}}, ["AP"], workers=HUGE),
        lambda: iv.parse_measure("ERR").score([[0, 1]], grades=10**9),
        lambda: iv.parse_measure("ERR").exact([0, 1], grades=10**9),
        lambda: iv.parse_measure("RBTO@1000000000").exact([0, 1], grades=2),
        lambda: iv.interval_scale("DCG@5", gains=["0", "1e9999999"]),
    ],
)
def test_python_raises_an_error_of_ours(call):
    with pytest.raises(iv.IntervaleError) as refused:
        call()
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (MemoryError(), 2, "not enough memory"),
        (RuntimeError("can't start new thread"), 2, "not enough memory"),
        (RecursionError("maximum recursion depth exceeded"), 2, "the input is nested too deeply"),
        (OverflowError("too large"), 2, "a number is too large: too large"),
        (OSError(24, "Too many open files", "x.run"), 2, "x.run: Too many open files"),
        (KeyboardInterrupt(), 130, "stopped"),
        (ValueError("odd"), 3, "this is a bug in intervale, please report it: ValueError: odd (INTERVALE_TRACEBACK=1"),
    ],
)
def test_what_nobody_expected_is_one_sentence(capsys, monkeypatch, error, code, sentence):
    def fail(words):
        raise error

    monkeypatch.setattr("intervale.cli.app.spread_measures", fail)
    monkeypatch.delenv("INTERVALE_TRACEBACK", raising=False)
    with pytest.raises(SystemExit) as end:
        main(["demo"])
    assert end.value.code == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"intervale: {sentence}")
    assert err.count("\n") == 1


def test_a_bug_shows_its_traceback_where_one_is_asked_for(capsys, monkeypatch):
    monkeypatch.setattr("intervale.cli.app.spread_measures", lambda words: {}["key"])
    monkeypatch.setenv("INTERVALE_TRACEBACK", "1")
    with pytest.raises(SystemExit) as end:
        main(["demo"])
    assert end.value.code == 3
    err = capsys.readouterr().err
    assert err.startswith("Traceback")
    assert "this is a bug in intervale" in err.splitlines()[-1]
