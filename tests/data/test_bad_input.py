"""Every kind of bad input: one sentence with file and line, exit code 2, nothing on standard output, nothing written.

The table in docs/bad-input.md is made from these cases: ``UPDATE=1 pytest tests/data/test_bad_input.py`` writes it
anew.
"""

import bz2
import contextlib
import gzip
import io
import lzma
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from intervale.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "bad-input.md"
QRELS = b"q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\n"
RUN = b"q1 Q0 d1 1 2.5 mine\nq1 Q0 d2 2 1.5 mine\nq2 Q0 d1 1 0.5 mine\n"


def put(name: str, content: bytes) -> Callable[[Path], str]:
    def make(folder: Path) -> str:
        (folder / name).write_bytes(content)
        return name

    return make


def folder_named(name: str) -> Callable[[Path], str]:
    def make(folder: Path) -> str:
        (folder / name).mkdir()
        return name

    return make


def locked(folder: Path) -> str:
    (folder / "run.txt").write_bytes(RUN)
    (folder / "run.txt").chmod(0)
    return "run.txt"


GOOD = put("qrels.txt", QRELS)
GOOD_RUN = put("run.txt", RUN)

CASES: dict[str, tuple[Callable[[Path], str], Callable[[Path], str], list[str]]] = {
    "too few columns": (GOOD, put("run.txt", RUN + b"q2 Q0 d7 2 0.4\n"), []),
    "too many columns in qrels": (put("qrels.txt", QRELS + b"q2 0 d7 1 0.4\n"), GOOD_RUN, []),
    "a score that is not a number": (GOOD, put("run.txt", RUN + b"q2 Q0 d7 2 high mine\n"), []),
    "a grade that is not a number": (put("qrels.txt", QRELS + b"q2 0 d7 yes\n"), GOOD_RUN, []),
    "a score that is NaN": (GOOD, put("run.txt", RUN + b"q2 Q0 d7 2 nan mine\n"), []),
    "a document retrieved twice": (GOOD, put("run.txt", RUN + b"# again\nq2 Q0 d1 2 0.4 mine\n"), []),
    "a document judged twice": (put("qrels.txt", QRELS + b"q2 0 d1 2\n"), GOOD_RUN, []),
    "equal scores, with `--ties error`": (GOOD, put("run.txt", RUN + b"q2 Q0 d7 2 0.5 mine\n"), ["--ties", "error"]),
    "an empty run": (GOOD, put("run.txt", b""), []),
    "empty qrels": (put("qrels.txt", b"# nothing here\n\n"), GOOD_RUN, []),
    "no topic in common": (GOOD, put("run.txt", b"301 Q0 d1 1 2.5 mine\n"), []),
    "a binary file": (GOOD, put("run.txt", b"\x7fELF\x02\x01\x01\x00\x00\x00"), []),
    "a truncated gzip archive": (GOOD, put("run.txt.gz", gzip.compress(RUN * 50, mtime=0)[:-12]), []),
    "a truncated xz archive": (GOOD, put("run.txt.xz", lzma.compress(RUN * 50)[:-12]), []),
    "a truncated bzip2 archive": (GOOD, put("run.txt.bz2", bz2.compress(RUN * 50)[:-12]), []),
    "a gzip archive with other bytes after it": (GOOD, put("run.txt.gz", gzip.compress(RUN, mtime=0) + b"noise"), []),
    "text that is not UTF-8": (GOOD, put("run.txt", RUN + b"q2 Q0 caf\xe9 2 0.4 mine\n"), []),
    "an encoding that does not fit": (GOOD, put("run.txt", b"q1 Q0 caf\xe9 2 0.4 mine\n"), ["--encoding", "ascii"]),
    "an encoding that does not exist": (GOOD, GOOD_RUN, ["--encoding", "klingon"]),
    "a line of a megabyte": (GOOD, put("run.txt", RUN + b"q2 Q0 " + b"x" * (1 << 20) + b" 2 0.4 mine\n"), []),
    "a grade that is too large": (put("qrels.txt", QRELS + b"q2 0 d7 99999\n"), GOOD_RUN, []),
    "an empty folder": (GOOD, folder_named("runs"), []),
    "a folder as qrels": (folder_named("qrels"), GOOD_RUN, []),
    "a missing file": (GOOD, lambda folder: "rnu.txt", []),
    "a pattern without a file": (GOOD, lambda folder: "runs/*.gz", []),
    "a file without read permission": (GOOD, locked, []),
    "a CSV file without the columns": (GOOD, put("run.csv", b"a,b\n1,2\n"), []),
    "a CSV line with too few values": (GOOD, put("run.csv", b"topic,document,score\nq1,d1\n"), []),
    "a CSV value that is not a number": (GOOD, put("run.csv", b"topic,document,score\nq1,d1,1\nq1,d2,x\n"), []),
    "JSON Lines with a broken line": (
        GOOD,
        put("run.jsonl", b'{"topic": "q1", "document": "d1", "score": 1}\n{"topic"\n'),
        [],
    ),
    "a damaged Parquet file": (GOOD, put("run.parquet", b"PAR1 and nothing more"), []),
    "a run in the place of the qrels": (put("run.txt", RUN), put("qrels.txt", QRELS), []),
    "qrels in the place of a run": (GOOD, put("run.txt", QRELS), []),
    "a frame of a run in the place of the qrels": (
        put("qrels.csv", b"qid,docno,score,rank\nq1,d1,2.5,1\n"),
        GOOD_RUN,
        [],
    ),
    "qrels with columns in the place of a run": (GOOD, put("run.csv", b"qid,docno,label\nq1,d1,1\n"), []),
    "three columns without a header": (GOOD, put("run.tsv", b"q1\td1\t1\nq1\td2\t2\n"), []),
    "columns that are not those of the file": (
        GOOD,
        put("run.tsv", b"q1\td1\t1\n"),
        ["--columns", "topic,document,rank,score"],
    ),
    "a rank that is not a number": (
        GOOD,
        put("run.tsv", b"q1\td1\t1\nq1\td2\tsecond\n"),
        ["--columns", "topic,document,rank"],
    ),
    "two columns that could be the topic": (GOOD, put("run.csv", b"qid,query_id,docno,score\nq1,7,d1,1\n"), []),
    "ratings without a threshold": (
        put("qrels.inter", b"user_id:token\titem_id:token\trating:float\nq1\td1\t4.0\n"),
        GOOD_RUN,
        [],
    ),
    "lists of documents as qrels": (put("qrels.json", b'{"q1": ["d1", "d2"]}'), GOOD_RUN, []),
    "predictions of MTEB for several splits": (
        GOOD,
        put("run.json", b'{"mteb_model_meta": {"model_name": "m"}, "en": {"dev": {}, "test": {}}}'),
        [],
    ),
    "predictions of MTEB as qrels": (
        put("qrels.json", b'{"mteb_model_meta": {"model_name": "m"}, "en": {"test": {}}}'),
        GOOD_RUN,
        [],
    ),
    "a topic that has no judgments": (GOOD, GOOD_RUN, ["--topics", "topics.txt"]),
    "a folder as the file of topics": (folder_named("qrels.d"), GOOD_RUN, ["--topics", "qrels.d"]),
    "standard input twice": (lambda folder: "-", lambda folder: "-", []),
    "a top grade that is too large": (GOOD, GOOD_RUN, ["--grades", "1000000000"]),
    "a depth that is too large": (GOOD, GOOD_RUN, ["--depth", str(10**20)]),
    "too many workers": (GOOD, GOOD_RUN, ["--workers", "5000"]),
    "columns with a name that is unknown": (GOOD, GOOD_RUN, ["--columns", "topic,document,points"]),
    "columns of neither qrels nor runs": (GOOD, GOOD_RUN, ["--columns", "topic,grade"]),
    "a threshold that is not finite": (GOOD, GOOD_RUN, ["--relevant-from", "inf"]),
    "a measure that does not exist": (GOOD, GOOD_RUN, ["-m", "nDGC@10"]),
    "trec_eval's `rbp` with a p above 1": (GOOD, GOOD_RUN, ["-m", "rbp.95"]),
    "a cutoff that is too large": (GOOD, GOOD_RUN, ["-m", "P@" + "9" * 4000]),
    "a gain that is infinite": (GOOD, GOOD_RUN, ["-m", "nDCG(gains={2:1e999})"]),
    "an interval form of runs that are too long": (GOOD, GOOD_RUN, ["-m", "interval(AP@1000000000)"]),
    "brackets nested too deep": (GOOD, GOOD_RUN, ["-m", "interval(" * 1500 + "AP@3" + ")" * 1500]),
}
STATED = ["meaningful", "qrels.txt", "run.txt", "-m", "AP"]
COMMANDS: dict[str, list[str]] = {
    "a number out of range in a statement": [*STATED, "mean(mine) > 1e999"],
    "brackets nested too deep in a statement": [*STATED, "(" * 900 + "mean(mine)" + ")" * 900 + " > 0.5"],
    "a statement that cannot be read": [*STATED, "mean(mine) is good"],
    "a gain that is too large": ["map", "DCG@5", "--gains", "0,1e9999999,1"],
    "a run with grades that do not exist": ["map", "AP@3", "1,0,7"],
    "a run space that is too large": ["order", "rank-total", "--length", "100000", "--grades", "3"],
}
"""Other commands, with good qrels and a good run beside them."""


def complaint(folder: Path, kind: str) -> str:
    """Run the case and give the sentence on standard error, after looking at everything else."""
    make_qrels, make_run, options = CASES.get(kind, (GOOD, GOOD_RUN, []))
    (folder / "topics.txt").write_text("q9\n")
    qrels, run = make_qrels(folder), make_run(folder)
    before = sorted(folder.rglob("*"))
    usual = ["evaluate", qrels, run, "-m", "AP", *options]
    arguments = [*COMMANDS.get(kind, usual), "-o", "scores.csv", "-f", "csv"]
    out, err = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        if kind == "a file without read permission" and os.geteuid() == 0:  # nothing is locked for root
            patch.setattr(Path, "open", open_unless_locked)
        with pytest.raises(SystemExit) as end:
            main(arguments)
    assert end.value.code == 2, (kind, err.getvalue())
    assert out.getvalue() == ""
    assert sorted(folder.rglob("*")) == before, "something was written"
    lines = err.getvalue().strip().splitlines()
    assert len(lines) == 1, err.getvalue()
    return lines[0]


def open_unless_locked(path: Path, *args: str) -> object:
    if path.name == "run.txt":
        raise PermissionError(13, "Permission denied", str(path))
    return io.open(path, *args)  # noqa: UP020


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {kind: complaint(tmp_path_factory.mktemp("bad"), kind) for kind in (*CASES, *COMMANDS)}


def table(complaints: dict[str, str]) -> str:
    rows = [f"| {kind} | `{sentence.removeprefix('intervale: ')}` |" for kind, sentence in complaints.items()]
    return "\n".join(["| what is wrong | what intervale says |", "|---|---|", *rows]) + "\n"


def test_the_manual_shows_what_is_said(complaints: dict[str, str]) -> None:
    before, begin, rest = PAGE.read_text().partition("<!-- table: begin -->\n")
    _, end, after = rest.partition("<!-- table: end -->")
    assert begin
    assert end
    wanted = before + begin + table(complaints) + end + after
    if os.environ.get("UPDATE"):
        PAGE.write_text(wanted)
    assert PAGE.read_text() == wanted, "run UPDATE=1 pytest tests/data/test_bad_input.py and read the page"


WITH_LINE = {
    "too few columns": 4,
    "too many columns in qrels": 4,
    "a score that is not a number": 4,
    "a grade that is not a number": 4,
    "a score that is NaN": 4,
    "a document retrieved twice": 5,
    "a document judged twice": 4,
    "equal scores, with `--ties error`": 4,
    "text that is not UTF-8": 4,
    "a line of a megabyte": 4,
    "a CSV line with too few values": 2,
    "a CSV value that is not a number": 3,
    "JSON Lines with a broken line": 2,
    "a run in the place of the qrels": 1,
    "qrels in the place of a run": 1,
    "three columns without a header": 1,
    "columns that are not those of the file": 1,
    "a rank that is not a number": 2,
}


NO_FILE = {"an encoding that does not exist", "standard input twice", *list(CASES)[-12:]}


@pytest.mark.parametrize("kind", CASES)
def test_the_file_is_named_and_the_line_where_there_is_one(kind: str, complaints: dict[str, str]) -> None:
    sentence = complaints[kind]
    assert sentence.startswith("intervale: ")
    if kind in WITH_LINE:
        assert f":{WITH_LINE[kind]}: " in sentence
    if kind not in NO_FILE:
        assert any(name in sentence for name in ("run.", "runs", "qrels", "rnu.txt"))


def test_latin_1_is_read_when_told_so(tmp_path: Path) -> None:
    from intervale import evaluate

    (tmp_path / "qrels").write_bytes("q1 0 café 1\n".encode("latin-1"))
    (tmp_path / "run").write_bytes("q1 Q0 café 1 2.0 mine\n".encode("latin-1"))
    table = evaluate(tmp_path / "qrels", tmp_path / "run", ["RR"], encoding="latin-1")
    assert table.mean("mine", "RR") == 1.0
