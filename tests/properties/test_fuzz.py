"""Whatever comes in, a value or an ``IntervaleError`` comes out, and the fast ways say what the slow one says.

``make test`` draws 5,330 cases, the same every time; ``make fuzz`` draws fifty times as many, from a seed that is
printed, and ``make fuzz SMALL=1``, which CI runs, five times as many.
"""

import contextlib
import gzip
import io
import json
import lzma
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intervale import IntervaleError, evaluate, meaningful, parse_measure, parse_measures, read_scores
from intervale.cli import main
from intervale.data.files import read_content
from intervale.data.frames import qrels_from_frame, runs_from_frame
from intervale.data.policy import DUPLICATES, TIES
from intervale.data.tables import TABLE_READERS
from intervale.data.trec import QREL_FIELDS, RUN_FIELDS, RunText, canonical_lines, qrels_from_trec
from intervale.statements import parse_statement
from tests.conftest import CASES_FACTOR

TOKENS = [
    b"q1",
    b"q2",
    b"Q0",
    b"0",
    b"1",
    b"-1",
    b"2",
    b"d1",
    b"d2",
    b"1.5",
    b"+2",
    b"1e3",
    b"nan",
    b"inf",
    b"1.0",
    b"x",
]
TOKENS += [
    "é".encode(),
    b"\xff",
    b"#",
    b"d#1",
    b"\x00",
    b"1_0",
    b"0x1",
    b'"q"',
    b"'",
    b",",
    b"\\",
    b"\x1b[31m",
    b"99999999999999999999",
    b"12.345678",
    b"0.12345678901234567",
    b"-.5",
    b".",
    b"-.",
    b"3.",
    b"1.25e-05",
    b"FBIS3-10082-" * 5,
]
GAPS = [b" ", b" ", b" ", b"\t", b"  ", b" \t", b"\r", b"\x0b", b"\x0c", b"\xc2\xa0", b""]
ENDS = [b"\n", b"\n", b"\n", b"\r\n", b"\n\n", b" \n", b"", b"\n#\n", b"\n \n"]


@st.composite
def texts(draw: st.DrawFn, width: int) -> bytes:
    """TREC text with the faults that real files have: about ``width`` fields a line, any gap, any line end."""
    lines = []
    clean = draw(st.booleans())
    for _ in range(draw(st.integers(0, 5))):
        count = width if clean else draw(st.sampled_from([width, width, width, width - 1, width + 1, 1]))
        gap = b" " if clean else None
        fields = [draw(st.sampled_from(TOKENS)) for _ in range(count)]
        line = fields[0]
        for field in fields[1:]:
            line += (gap or draw(st.sampled_from(GAPS))) + field
        lines.append(line + (b"\n" if clean else draw(st.sampled_from(ENDS))))
    return (b"\xef\xbb\xbf" if draw(st.integers(0, 20)) == 0 else b"") + b"".join(lines)


def cases(n: int) -> settings:
    return settings(max_examples=max(1, round(n * CASES_FACTOR)))


def by_the_book(text: bytes, fields: tuple[str, ...], *, ranks: bool = False) -> list[list[str]] | None:
    """The rows that the line by line reader finds, or None where it refuses the text or finds nothing."""
    if b"\0" in text:
        return None
    try:
        plain = text.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        lines = canonical_lines(plain, fields, "text", ranks=ranks).split(b"\n")[:-1]
    except IntervaleError:
        return None
    return [[field.decode(errors="replace") for field in line.split(b" ")] for line in lines] or None


@cases(5000)
@given(texts(4))
def test_qrels_text(text: bytes) -> None:
    rows = by_the_book(text, QREL_FIELDS)
    if rows is None:
        with pytest.raises(IntervaleError):
            qrels_from_trec(text, "qrels")
        return
    qrels = qrels_from_trec(text, "qrels")
    assert qrels.topic.to_pylist() == [row[0] for row in rows]
    assert qrels.document.to_pylist() == [row[2] for row in rows]
    assert qrels.grade.tolist() == [float(row[3]) for row in rows]


@cases(6000)
@given(texts(6), st.booleans())
def test_run_text(text: bytes, ranks: bool) -> None:
    rows = by_the_book(text, RUN_FIELDS, ranks=ranks)
    if rows is None:
        with pytest.raises(IntervaleError):
            RunText(text, "run", ranks).runs()
        return
    runs = RunText(text, "run", ranks).runs()
    assert sum(len(run) for run in runs) == len(rows)
    for run in runs:
        mine = [row for row in rows if row[5] == run.name]
        assert run.topic.to_pylist() == [row[0] for row in mine]
        assert run.document.to_pylist() == [row[2] for row in mine]
        assert run.score.tolist() == [float(row[4]) for row in mine]
        assert not ranks or run.rank.tolist() == [float(row[3]) for row in mine]


@cases(1500)
@given(
    texts(4),
    texts(6),
    st.sampled_from(list(TIES)),
    st.sampled_from(list(DUPLICATES)),
)
def test_text_to_scores(
    tmp_path_factory: pytest.TempPathFactory, qrels: bytes, run: bytes, ties: str, duplicates: str
) -> None:
    folder = tmp_path_factory.getbasetemp()
    (folder / "qrels").write_bytes(qrels)
    (folder / "run").write_bytes(run)
    with contextlib.suppress(IntervaleError):
        table = evaluate(
            folder / "qrels", folder / "run", ["AP", "nDCG@2", "Judged@2"], ties=ties, duplicates=duplicates
        )
        assert np.isfinite(table.values).all()
        assert ((table.values >= 0) & (table.values <= 1 + 1e-12)).all()


RUN_LINES = st.builds(
    lambda topic, document, score, tag: f"{topic} Q0 {document} 1 {score} {tag}\n".encode(),
    st.sampled_from(["q1", "q2", "q2", "q3", "\ufeffq1", "q9"]),
    st.sampled_from(["d1", "d2", "d3", "d4", "d5"]),
    st.sampled_from(["1", "2", "2.0", "3e0", "-1"]),
    st.sampled_from(["a", "a", "a", "a", "a", "a", "a", "b"]),
)


@cases(1500)
@given(
    st.lists(RUN_LINES, max_size=12),
    st.booleans(),
    texts(6),
    st.sampled_from([1, 20, 60]),
    st.sampled_from(list(TIES)),
    st.sampled_from(list(DUPLICATES)),
)
def test_a_run_by_stretches(
    tmp_path_factory: pytest.TempPathFactory,
    lines: list[bytes],
    together: bool,
    other: bytes,
    size: int,
    ties: str,
    duplicates: str,
) -> None:
    """A run judged a few lines at a time gives what the whole gives, errors and notes included."""
    path = tmp_path_factory.getbasetemp() / "stretched"
    path.write_bytes(b"".join(sorted(lines) if together else lines) + (b"" if together else other))
    qrels = {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 2, "d3": 1}, "q3": {"d5": 1}, "q4": {"d1": 1}}

    def outcome() -> object:
        try:
            table = evaluate(qrels, path, ["AP", "nDCG@2", "Judged@2"], ties=ties, duplicates=duplicates)
        except IntervaleError as error:
            return str(error)
        return table.values.tolist(), table.systems, table.notes

    whole = outcome()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("intervale.data.trec.PIECE", size)
        assert outcome() == whole


HEADERS = {"csv": b"topic,document,score,grade\n", "tsv": b"user_id:token\titem_id:token\tscore:float\tlabel:float\n"}


@cases(1500)
@given(st.sampled_from(sorted(TABLE_READERS)), st.binary(max_size=60), texts(3), st.booleans())
def test_tables(kind: str, noise: bytes, text: bytes, header: bool) -> None:
    content = noise if not header else (HEADERS.get(kind, b"") + text.replace(b" ", b"," if kind == "csv" else b"\t"))
    with contextlib.suppress(IntervaleError):
        table = TABLE_READERS[kind](content, f"file.{kind}")
        with contextlib.suppress(IntervaleError):
            qrels_from_frame(table)
        runs_from_frame(table)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["topic", "document", "score"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@cases(500)
@given(st.lists(JSON, max_size=3))
def test_json_lines(rows: list[object]) -> None:
    content = "\n".join(json.dumps(row) for row in rows).encode()
    with contextlib.suppress(IntervaleError):
        runs_from_frame(TABLE_READERS["jsonl"](content, "file.jsonl"))


@cases(500)
@given(
    st.binary(max_size=200), st.sampled_from([gzip.compress, lzma.compress]), st.integers(0, 60), st.integers(0, 255)
)
def test_archives(tmp_path_factory: pytest.TempPathFactory, text: bytes, pack: object, place: int, byte: int) -> None:
    packed = bytearray(pack(text))  # type: ignore[operator]
    path = tmp_path_factory.getbasetemp() / "packed"
    path.write_bytes(packed)
    assert read_content(path) == text
    packed[place % len(packed)] = byte
    path.write_bytes(bytes(packed[: len(packed) - place % 7]))
    with contextlib.suppress(IntervaleError):
        read_content(path)


KEYS = st.sampled_from(["q1", "q2", "qid", "query", "docno", "document", "score", "label", "rating", "rank", "run"])
SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 10**20) | st.floats() | st.sampled_from(["d1", "d2", "1", "é", ""])
)
OBJECTS = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner, inner)
        | st.dictionaries(KEYS | SCALARS.filter(lambda one: one == one), inner, max_size=4)
        | st.builds(iter, st.lists(inner, max_size=2))
    ),
    max_leaves=12,
)
SPECS = ["topic,document,grade", "topic,document,rank", "document,-,topic,rating", "topic,document,score,tag"]


@cases(1500)
@given(OBJECTS, OBJECTS, st.none() | st.sampled_from(SPECS), st.none() | st.floats(-1, 5))
def test_objects(qrels: object, runs: object, columns: str | None, least: float | None) -> None:
    """Whatever people hand over is read, or refused with a sentence."""
    with contextlib.suppress(IntervaleError):
        evaluate(qrels, {"A": {"q1": {"d1": 1.0}}}, ["AP"], columns=columns, relevant_from=least)
    with contextlib.suppress(IntervaleError):
        evaluate({"q1": {"d1": 1}, "1": {"d2": 1}}, runs, ["AP"], columns=columns)


@cases(1000)
@given(texts(3), st.sampled_from(SPECS), st.sampled_from(["file", "file.csv", "file.tsv"]), st.sampled_from(" \t,"))
def test_texts_with_columns(
    tmp_path_factory: pytest.TempPathFactory, text: bytes, columns: str, name: str, gap: str
) -> None:
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(text.replace(b" ", gap.encode()))
    qrels = {"q1": {"d1": 1}, "q2": {"d2": 2}}
    with contextlib.suppress(IntervaleError):
        if "grade" in columns or "rating" in columns:
            evaluate(path, {"A": {"q1": {"d1": 1.0}}}, ["AP"], columns=columns, relevant_from=1)
        else:
            evaluate(qrels, path, ["AP"], columns=columns)


PIECES = [
    "P",
    "nDCG",
    "AP",
    "RBP",
    "IPrec",
    "foo",
    "(",
    ")",
    "@",
    "10",
    "-5",
    "0.5",
    "p=",
    "rel=",
    "gains=",
    "{1:2}",
    "{",
    "}",
]
PIECES += [
    ":",
    ",",
    "1/3",
    "1/0",
    "'x'",
    "True",
    "None",
    "map",
    "ndcg_cut",
    "_",
    ".",
    "5,10",
    "**",
    "lambda",
    "[",
    "]",
    "9" * 400,
    "9" * 5000,
    "1e999",
    "-" * 900,
    "interval(",
    "(" * 30,
    ")" * 30,
    "é",
]


@cases(5000)
@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join) | st.text(max_size=30))
def test_measure_texts(text: str) -> None:
    with contextlib.suppress(IntervaleError), ends(text):
        for measure in parse_measures(text):
            assert parse_measure(str(measure)) == measure
            with contextlib.suppress(IntervaleError):
                measure.score([[1, 0, 2]], grades=2)
            measure.exact((1, 0, 2), grades=2)


OPTIONS = [
    "-m",
    "--ties",
    "--missing",
    "--duplicates",
    "--topics",
    "--grades",
    "--depth",
    "--workers",
    "--encoding",
    "-f",
    "-o",
    "--json",
]
WORDS = [
    *OPTIONS,
    "--per-topic",
    "--judged",
    "--ci",
    "--help",
    "AP",
    "nDCG@10",
    "P@0",
    "trec",
    "drop",
    "first",
    "csv",
    "latex",
    "parquet",
]
WORDS += [
    "0",
    "-1",
    "3",
    "latin-1",
    "x",
    "",
    "é",
    "\x1b[31m",
    "-",
    "--",
    "--no-such-option",
    "qrels",
    "run",
    "evaluate",
    "demo",
]


@cases(1000)
@given(st.lists(st.sampled_from(WORDS), max_size=7))
def test_command_lines(tmp_path_factory: pytest.TempPathFactory, words: list[str]) -> None:
    folder = tmp_path_factory.getbasetemp() / "command-lines"
    folder.mkdir(exist_ok=True)
    (folder / "qrels").write_text("q1 0 d1 1\n")
    (folder / "run").write_text("q1 Q0 d1 1 2.0 mine\n")
    if "-" in words:
        return  # standard input is the test runner's
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as end,
    ):
        main(["evaluate", "qrels", "run", "-m", "AP", *words])
    assert end.value.code in (0, 2), (words, err.getvalue())
    assert "Traceback" not in err.getvalue()
    if end.value.code == 2:
        assert out.getvalue() == ""
        assert err.getvalue().strip()


NUMBERS = [
    "0",
    "1",
    "2",
    "-1",
    "0.5",
    "1/3",
    "-0",
    "1e9",
    "1e99",
    "1e101",
    "1e-101",
    "1e999",
    "-1e999",
    "1e9999999",
    "nan",
    "inf",
    "1.5.2",
    "0x10",
    "1_0",
    "٣",
    "9" * 40,
    "9" * 400,
    "9" * 1200,
    "10" * 2500,
    "32000",
    "32001",
    "100001",
]
"""Numbers as they may stand in statements, options and measures: fine, out of range, without end, none at all."""
STATED = [
    "A", "B", "C", "'run 2'", '"', "q1", "q9", "mean", "median", "quantile", "mode", "min", "max", "gmean", "hmean",
    "score", "tau", "pearson", "rbo", "significant", "significantly", "better", "worse", "different", "than", "from",
    "by", "t", "sign", "signed-rank", "on", "topic", "(", ")", ",", "*", "/", "-", "−", ">", "<", ">=", "<=", "=",
    "!=", "≥", "==", "(" * 30, ")" * 30, "", "\x1b[31m", "é", "AP", "RR",
]  # fmt: skip
SYSTEMS = st.sampled_from(["A", "B", "C", "'run 2'"])
RELATIONS = st.sampled_from([">", "<", ">=", "<=", "=", "!=", "~"])
NUMBER = st.sampled_from(NUMBERS)
TERM = (
    st.builds(
        "{}({})".format, st.sampled_from(["mean", "median", "mode", "min", "max", "gmean", "hmean", "sum"]), SYSTEMS
    )
    | st.builds("quantile({}, {})".format, SYSTEMS, NUMBER)
    | st.builds("score({}, {})".format, SYSTEMS, st.sampled_from(["q1", "q2", "q9"]))
    | NUMBER
)
SIDE = st.recursive(
    TERM, lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from(["-", "*", "/"]), inner), max_leaves=4
)
STATEMENTS = (
    st.builds("{} {} {}".format, SIDE, RELATIONS, SIDE)
    | st.builds("{} {} {} on {}".format, SYSTEMS, RELATIONS, SYSTEMS, st.sampled_from(["q1", "q9"]))
    | st.builds("tau({}, {}) {} {}".format, SYSTEMS, SYSTEMS, RELATIONS, NUMBER)
    | st.builds("{} significantly better than {} by {}".format, SYSTEMS, SYSTEMS, st.sampled_from(["t", "sign", "x"]))
    | st.builds("significant({}) {} {}".format, st.sampled_from(["t", "sign", "x"]), RELATIONS, NUMBER)
    | st.lists(st.sampled_from(STATED) | NUMBER, max_size=9).map(" ".join)
)
SCORES = {"A": [0.5, 0.25, 1.0], "B": [0.5, 0.5, 0.0], "run 2": [0.0, 0.0, 0.125]}
LONGEST_CASE = 60
"""Seconds after which a case is called endless; none takes one."""


@contextlib.contextmanager
def ends(case: object) -> Iterator[None]:
    """A guard against work without end: the test fails. What a case may do is bounded by its sizes, not by this."""

    def late(number: int, frame: object) -> None:
        raise AssertionError(f"no end: {case!r}")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(LONGEST_CASE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@cases(1000)
@given(STATEMENTS)
def test_statement_texts(text: str) -> None:
    with contextlib.suppress(IntervaleError), ends(text):
        statement = parse_statement(text)
        assert parse_statement(str(statement)) == statement


@cases(150)
@given(
    STATEMENTS, st.sampled_from(["nominal", "ordinal", "interval", "ratio", "x"]), st.sampled_from(["shared", "own"])
)
def test_statements_decided(text: str, scale: str, topics: str) -> None:
    with contextlib.suppress(IntervaleError), ends(text):
        found = meaningful(read_scores(SCORES, scale=scale, topic_scale=topics), text, tries=20, draws=2)
        assert found.meaningful.holds in (True, False, None)


ABOUT_DATA = {"--ties", "--missing", "--duplicates", "--topics", "--grades", "--depth", "--workers", "--encoding"}
ABOUT_DATA |= {"--columns", "--relevant-from"}
WRITTEN = {"-f", "-o", "--json"}
COMMANDS: dict[tuple[str, ...], set[str]] = {
    ("evaluate", "qrels", "run", "-m", "ERR", "-m", "nDCG@5"): {"-m", *ABOUT_DATA, *WRITTEN},
    ("evaluate", "qrels", "run", "-m", "P@2", "--interval"): {"-m", "--grades", "--depth", "--workers"},
    ("compare", "qrels", "run", "other", "-m", "AP"): {"-m", "--alpha", "--test", "--correction", *ABOUT_DATA},
    ("correlate", "qrels", "run", "other", "-m", "AP", "-m", "RR"): {"--coefficient", "--digits", *ABOUT_DATA},
    ("power", "qrels", "run", "other", "-m", "AP", "--no-ci"): {"--test", "--alpha", "--seed", *ABOUT_DATA},
    ("design", "qrels", "run", "other", "-m", "AP"): {"--difference", "--power", "--alpha", "--method", *ABOUT_DATA},
    ("design", "--variance", "0.1"): {"--difference", "--width", "--topic-count", "--system-count", "--method"},
    ("topics", "qrels", "-m", "R@3", "-m", "nDCG"): {
        "-m", "--length", "--grades", "--topics", "--encoding", "--columns", "--relevant-from", *WRITTEN,
    },
    ("dominance", "qrels", "run", "other"): {"--order", *ABOUT_DATA, *WRITTEN},
    ("leaderboard", "qrels", "run", "other", "-m", "AP"): {
        "-m", "--alpha", "--scale", "--topic-scale", *ABOUT_DATA, *WRITTEN,
    },
    ("meaningful", "qrels", "run", "other", "mean(mine) > mean(yours)", "-m", "AP", "--tries", "9", "--draws", "2"): {
        "--scale", "--topic-scale", "--alpha", "--seed", *ABOUT_DATA, *WRITTEN,
    },
    ("order", "rank-swap", "--length", "2"): {"--length", "--grades", "-m", "--path", *WRITTEN},
    ("map", "AP@3", "--no-cache"): {"--gains", "--ties", "--method", "--seed", "--length", "--workers", *WRITTEN},
    ("map", "DCG@3", "--no-cache"): {"--gains", "--ties", "--method", "--seed", "--length", *WRITTEN},
    ("scale", "P@3", "--order", "rank-swap"): {"--gains", "--order", "-f"},
    ("balance", "AP", "--length", "4"): {"--length", "--json"},
    ("rankings", "distance", "1,2,3", "3,2,1"): {"--k", "-m", *WRITTEN},
}  # fmt: skip
NUMERIC = {"--grades", "--depth", "--workers", "--alpha", "--digits", "--seed", "--length", "--gains", "--k"}
NUMERIC |= {"--relevant-from", "--difference", "--power", "--width", "--topic-count", "--system-count"}
"""Options that take a number: they are drawn more often, and mostly with one."""
VALUES = ["", "x", "AP", "AP@2", "P@0", "trec", "drop", "rank-total", "t", "interval", "0,1", "1,0", "-", "1e999"]
VALUES += ["topic,-,document,grade", "topic,_,document,rank,score,tag", "topic,document,rank"]


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    words = list(draw(st.sampled_from(sorted(COMMANDS))))
    known = sorted(COMMANDS[tuple(words)])
    likely = known + 4 * [option for option in known if option in NUMERIC]
    for option in draw(st.lists(st.sampled_from(likely), min_size=1, max_size=2)):
        values = NUMBERS if option in NUMERIC else VALUES
        words += [option] if option == "--json" else [option, draw(st.sampled_from(values))]
    return words


@cases(500)
@given(command_lines())
def test_options_of_commands(tmp_path_factory: pytest.TempPathFactory, words: list[str]) -> None:
    """A result, or one sentence and exit code 2, and nothing half written; no case may find a bug (exit code 3)."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(collection(tmp_path_factory)),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        ends(words),
        pytest.raises(SystemExit) as end,
    ):
        main(words)
    assert end.value.code in (0, 2), (words, err.getvalue())
    if end.value.code == 2:
        assert out.getvalue() == ""
        assert err.getvalue().startswith("intervale: ")
        assert not any(sentence in err.getvalue() for sentence in LAST_RESORTS), (words, err.getvalue())


LAST_RESORTS = ("not enough memory", "nested too deeply", "a number is too large", "operating system")
"""What the command line says where a cause was not seen before: a fuzz must not find one."""


def collection(factory: pytest.TempPathFactory) -> Path:
    folder = factory.getbasetemp() / "collection"
    folder.mkdir(exist_ok=True)
    (folder / "qrels").write_text("q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\nq3 0 d3 1\n")
    (folder / "run").write_text("q1 Q0 d1 1 2.0 mine\nq2 Q0 d2 1 3 mine\nq2 Q0 d1 2 1 mine\nq3 Q0 d3 1 1 mine\n")
    (folder / "other").write_text("q1 Q0 d2 1 2.0 yours\nq1 Q0 d1 2 1 yours\nq2 Q0 d1 2 1 yours\nq3 Q0 d1 1 1 yours\n")
    return folder


def test_a_line_of_100_megabytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_bytes(b"q1 Q0 d1 1 2.0 mine\nq1 Q0 " + b"x" * 100_000_000 + b" 2 1.0 mine\n")
    with pytest.raises(IntervaleError, match=r"run:2: the line is 100,000,017 bytes long"):
        evaluate({"q1": {"d1": 1}}, path, ["AP"])


def test_an_archive_that_unpacks_to_10_gigabytes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is lowered for the test; the archive is one of zeros, a thousand times smaller than what it holds."""
    monkeypatch.setattr("intervale.data.files.MOST_UNPACKED", 1 << 26)
    for name, pack in (("run.gz", gzip.compress), ("run.xz", lzma.compress)):
        (tmp_path / name).write_bytes(pack(b"\n" * (1 << 27)))
        with pytest.raises(IntervaleError, match="unpacks to more than"):
            evaluate({"q1": {"d1": 1}}, tmp_path / name, ["AP"])


def test_a_million_topics() -> None:
    import pyarrow as pa

    count = 1_000_000
    ids = pa.array(np.arange(count)).cast(pa.string())
    documents = pa.array(np.arange(count) % 1000).cast(pa.string())
    qrels = pa.table({"topic": ids, "document": documents, "grade": np.arange(count) % 3})
    run = pa.table({"topic": ids, "document": documents, "score": np.ones(count)})
    table = evaluate(qrels, run, ["AP", "nDCG@10"])
    assert table.values.shape == (2, 1, count)
    assert abs(table.mean(table.systems[0], "AP") - np.mean(np.arange(count) % 3 > 0)) < 1e-12
