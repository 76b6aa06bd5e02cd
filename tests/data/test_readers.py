"""Files as people have them read like clean ones, and errors name file and line."""

import bz2
import gzip
import lzma
import threading

import pyarrow
import pyarrow.parquet
import pytest

import intervale as iv

QRELS = "q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\nq2 0 é -1\n"
RUN = "q1 Q0 d1 1 2.5 mine\nq1 Q0 d2 2 1.5 mine\nq2 Q0 é 1 0.5 mine\nq2 Q0 d1 2 -1e-3 mine\n"


def qrels_as_lists(source):
    qrels = iv.read_qrels(source)
    return qrels.topic.to_pylist(), qrels.document.to_pylist(), qrels.grade.tolist()


def run_as_lists(source, **options):
    run = iv.read_run(source, **options)
    return run.name, run.topic.to_pylist(), run.document.to_pylist(), run.score.tolist()


@pytest.fixture
def put(tmp_path):
    def write(content, name="file.txt"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def test_clean_files(put):
    assert qrels_as_lists(put(QRELS)) == (["q1", "q1", "q2", "q2"], ["d1", "d2", "d1", "é"], [1, 0, 2, -1])
    assert run_as_lists(put(RUN)) == ("mine", ["q1", "q1", "q2", "q2"], ["d1", "d2", "é", "d1"], [2.5, 1.5, 0.5, -1e-3])


MESSY = {
    "tabs": lambda text: text.replace(" ", "\t"),
    "tabs and blanks": lambda text: text.replace(" ", " \t ", 3).replace("0 ", "0\t"),
    "several blanks": lambda text: text.replace(" ", "    "),
    "blanks at both ends": lambda text: text.replace("\n", "  \n").replace("q", "  q"),
    "lines end as on Windows": lambda text: text.replace("\n", "\r\n"),
    "some lines end as on Windows": lambda text: text.replace("\n", "\r\n", 2),
    "byte-order mark": lambda text: "\ufeff" + text,
    "byte-order mark and comment": lambda text: "\ufeff# made by hand\n" + text,
    "comments": lambda text: "# topic\n" + text.replace("\n", "\n#q1 0 d9 1\n", 2) + "# end",
    "comments after blanks": lambda text: text.replace("\n", "\n  # q1 0 d9 1\n", 2),
    "blank lines": lambda text: "\n\n" + text.replace("\n", "\n\n \n\t\n"),
    "no newline at the end": lambda text: text.rstrip("\n"),
    "numbers with a sign": lambda text: text.replace(" 1\n", " +1\n").replace(" 2.5", " +2.5"),
}


@pytest.mark.parametrize("kind", MESSY)
def test_messy_files_read_like_clean_ones(kind, put):
    make = MESSY[kind]
    assert qrels_as_lists(put(make(QRELS), "messy")) == qrels_as_lists(put(QRELS))
    assert run_as_lists(put(make(RUN), "messy")) == run_as_lists(put(RUN))


def test_lines_that_end_in_a_bare_carriage_return_are_not_lost(put):
    """Read like others, or refused; never taken for what follows the sixth field of the first line."""
    try:
        run = run_as_lists(put(RUN.replace("\n", "\r"), "old mac"))
    except iv.InputError:
        return
    assert run == run_as_lists(put(RUN))


@pytest.mark.parametrize("junk", [" junk", "\tjunk junk", " #", " 7 8 9"])
def test_what_follows_the_sixth_field_of_a_run_is_ignored(junk, put):
    clean = run_as_lists(put(RUN))
    assert run_as_lists(put(RUN.replace("mine\n", f"mine{junk}\n"), "junk")) == clean
    assert run_as_lists(put(RUN.replace("mine\n", f"mine{junk}\n", 1), "some junk")) == clean


@pytest.mark.parametrize(("pack", "ending"), [(gzip.compress, "gz"), (lzma.compress, "xz"), (bz2.compress, "bz2")])
def test_compressed_files(pack, ending, put):
    """By what they hold, whatever they are called."""
    for name in (f"file.{ending}", "file.txt"):
        packed = put(pack(QRELS.encode()), name)
        assert qrels_as_lists(packed) == qrels_as_lists(put(QRELS, "clean"))
        assert qrels_as_lists(str(packed)) == qrels_as_lists(put(QRELS, "clean"))
    parts = [line.encode() + b"\n" for line in RUN.splitlines()]
    several = put(b"".join(map(pack, parts)), f"several.{ending}")  # archives one after the other are one
    assert run_as_lists(several) == run_as_lists(put(RUN, "clean"))


def test_ids_may_be_any_text(put):
    ids = [
        "#1",
        '"d"',
        "'",
        "a,b",
        "a;b",
        "\\n",
        "NULL",
        "nan",
        "1",
        "01",
        "1.0",
        "-",
        "é",
        "日本",
        "😀",
        "\u00a0",
        "x" * 3000,
    ]
    lines = [f"q1 0 {document} 1\n" for document in ids]
    assert qrels_as_lists(put("".join(lines)))[1] == ids
    runs = [f"q1 Q0 {document} 0 {-i} NA\n" for i, document in enumerate(ids)]
    assert run_as_lists(put("".join(runs)))[:3] == ("NA", ["q1"] * len(ids), ids)


def test_topics_that_look_like_numbers_stay_text(put):
    assert qrels_as_lists(put("1 0 a 1\n01 0 a 1\n1.0 0 a 1\n"))[0] == ["1", "01", "1.0"]


@pytest.mark.parametrize("score", ["1", "1.5", "-0.25", "1e3", "1E-3", ".5", "5.", "+3", "inf", "-inf", "1e400", "0.1"])
def test_scores_are_read_as_python_reads_them(score, put):
    assert run_as_lists(put(f"q1 Q0 a 1 {score} A\n"))[3] == [float(score)]


def test_scores_keep_all_their_digits(put):
    scores = [
        "0.1234567890123456789",
        "12345678901234567890",
        "2.2250738585072014e-308",
        "5e-324",
        "1.7976931348623157e308",
    ]
    lines = [f"q1 Q0 d{i} 1 {score} A\n" for i, score in enumerate(scores)]
    assert run_as_lists(put("".join(lines)))[3] == [float(score) for score in scores]


def test_grades_may_be_floats(put):
    assert qrels_as_lists(put("q1 0 a 1\nq1 0 b 0.5\n"))[2] == [1.0, 0.5]
    assert qrels_as_lists(put("q1 0 a 1.0\nq1 0 b 2\n"))[2] == [1, 2]


def test_the_tag_names_the_run_unless_a_name_is_given(put):
    assert run_as_lists(put(RUN))[0] == "mine"
    assert run_as_lists(put(RUN), name="other")[0] == "other"


def test_a_file_with_several_tags_holds_several_runs(put):
    path = put("q1 Q0 a 1 1 A\nq1 Q0 b 1 1 B\nq2 Q0 c 1 1 A\n")
    one, two = iv.read_runs(path)
    assert (one.name, one.document.to_pylist()) == ("A", ["a", "c"])
    assert (two.name, two.document.to_pylist()) == ("B", ["b"])
    with pytest.raises(iv.InputError, match=r"holds 2 runs \(A, B"):
        iv.read_run(path)


def test_ranks_are_kept_where_they_are_asked_for(put):
    run = put(RUN)
    assert iv.read_run(run).rank is None
    assert iv.read_run(run, ranks=True).rank.tolist() == [1, 2, 1, 2]


def test_a_large_file_reads_like_its_lines(put):
    """Longer than the blocks in which text is read, messy only at its end."""
    lines = [f"q{i // 1000} Q0 document-{i % 1000} {i % 1000} {1000 - i % 1000} large\n" for i in range(120_000)]
    messy = "".join(lines) + "# the end\n"
    name, topics, documents, scores = run_as_lists(put(messy))
    assert name == "large"
    assert topics == [line.split()[0] for line in lines]
    assert documents == [line.split()[2] for line in lines]
    assert scores == [float(line.split()[4]) for line in lines]


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("q2 0 d7", r"expected 4 columns .*, found 3"),
        ("q2", r"expected 4 columns .*, found 1"),
        ("q2 0 d7 1 1", r"expected 4 columns .*, found 5"),
        ("q2 0 d7 high", r"expected a number as grade, found 'high'"),
        ("q2 0 d7 nan", r"number"),
        ("q2 0 d7 1_000", r"expected a number as grade"),
        ("q2 0 d7 0x1", r"expected a number as grade"),
        ("q2 0 d7 \x1b[31m", r"expected a number as grade"),
    ],
)
def test_a_wrong_line_of_qrels_is_named(line, message, put):
    for before, number in [(QRELS, 5), ("# comment\n\n" + QRELS.replace(" ", "\t"), 7)]:
        path = put(f"{before}{line}\nq9 0 d1 1\n")
        with pytest.raises(iv.InputError, match=message) as caught:
            iv.read_qrels(path)
        assert str(caught.value).startswith(f"{path}:{number}: ")
        assert (caught.value.source, caught.value.line) == (str(path), number)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("q2 Q0 d7 1 0.5", r"expected 6 columns .*, found 5"),
        ("q2 Q0 d7 1 high mine", r"expected a number as score, found 'high'"),
        ("q2 Q0 d7 1 1,5 mine", r"expected a number as score"),
        ("q2 Q0 d7 1 - mine", r"expected a number as score"),
    ],
)
def test_a_wrong_line_of_a_run_is_named(line, message, put):
    path = put(f"{RUN}{line}\nq9 Q0 d1 1 1 mine\n")
    with pytest.raises(iv.InputError, match=message) as caught:
        iv.read_run(path)
    assert str(caught.value).startswith(f"{path}:5: ")


def test_a_rank_that_is_no_number_matters_only_where_ranks_do(put):
    path = put(RUN + "q2 Q0 d7 first 0.25 mine\n")
    assert len(iv.read_run(path)) == 5
    with pytest.raises(iv.InputError, match=r":5: expected a number as rank, found 'first'"):
        iv.read_run(path, ranks=True)


def test_a_score_that_is_not_a_number_is_refused(put):
    with pytest.raises(iv.InputError, match=r"score is not a number|expected a number as score"):
        iv.read_run(put(RUN + "q2 Q0 d7 3 nan mine\n"))


def test_a_grade_beyond_all_grades_is_refused(put):
    for grade in ("99999", "99999999999999999999", "1e30"):
        with pytest.raises(iv.InputError, match=r"grade|number"):
            iv.judge(put(f"q1 0 d1 {grade}\n"), {"A": {"q1": {"d1": 1.0}}})


@pytest.mark.parametrize("content", ["", "\n", "# only a comment\n", "\ufeff", "   \n\t\n"])
def test_files_without_a_line_are_refused(content, put):
    path = put(content)
    with pytest.raises(iv.InputError, match="no judgments"):
        iv.read_qrels(path)
    with pytest.raises(iv.InputError, match="no retrieved documents"):
        iv.read_run(path)


def test_text_that_is_not_utf_8_is_refused_with_its_line(put):
    path = put(RUN.encode() + b"q2 Q0 caf\xe9 3 0.1 mine\n")
    with pytest.raises(iv.InputError, match=r":5: .*UTF-8"):
        iv.read_run(path)


def test_what_is_no_text_file_is_refused(put, tmp_path):
    for path, message in [
        (tmp_path / "nothing", "no such file"),
        (tmp_path, "directory|folder"),
        (put(b"\x7fELF\x00\x00", "binary"), "binary"),
        (put(gzip.compress(QRELS.encode())[:-9], "cut.gz"), "gzip"),
        (put(lzma.compress(QRELS.encode())[:-9], "cut.xz"), "xz"),
        (put(b"\x1f\x8bnot gzip at all", "no.gz"), "gzip"),
    ]:
        with pytest.raises(iv.InputError, match=message):
            iv.read_qrels(path)


def test_nothing_is_read_any_more_once_an_error_is_raised(put):
    """No thread goes on reading a file once an error is raised."""
    bad = put("broken\n", "bad.run")
    large = put("".join(f"q1 Q0 d{i} 1 {i} A junk\n" for i in range(100_000)) + "broken\n", "large.run")
    before = set(threading.enumerate())
    with pytest.raises(iv.InputError, match=r"bad\.run:1: "):
        iv.judge({"q1": {"d1": 1}}, [bad, large], workers=2)
    assert not [one for one in threading.enumerate() if one.name.startswith("ThreadPoolExecutor") and one not in before]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("run.csv", 'qid,docno,score\nq,a,1\nq,"b\nc",2\nq,a,3\n', 5),
        ("run.jsonl", '{"topic": 1, "document": "a", "score": 2}\n\n{"topic": 1, "document": "a", "score": 1}\n', 3),
        ("run.txt", "q Q0 a 1 2 t\n# q Q0 a\nq Q0 a 2 1 t\n", 3),
    ],
)
def test_duplicates_are_found_on_their_line_in_any_format(tmp_path, name, text, line):
    (tmp_path / name).write_text(text)
    with pytest.raises(iv.InputError, match=f"{name}:{line}: .*retrieved twice"):
        iv.evaluate({"q": {"a": 1}, "1": {"a": 1}}, tmp_path / name, ["AP"])


def test_a_score_that_is_not_a_number_is_found_on_its_line(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text('{"topic": "q", "document": "a", "score": 1.5}\n{"topic": "q", "document": "b", "score": NaN}\n')
    with pytest.raises(iv.InputError, match=r"run.jsonl:2: .*not a number"):
        iv.evaluate({"q": {"a": 1}}, path, ["AP"])


# ---------------------------------------------------------------- numbers that do not fit


@pytest.mark.parametrize("kind", ["dictionary", "frame", "parquet"])
def test_unsigned_scores_and_grades_do_not_wrap(tmp_path, kind):
    """2⁶³ is the largest score, and no grade at all."""
    scores = {"q1": {"a": 2**63 + 2**60, "b": 5}}
    table = pyarrow.table(
        {"topic": ["q1", "q1"], "document": ["a", "b"], "score": pyarrow.array([2**63 + 2**60, 5], pyarrow.uint64())}
    )
    judged = table.rename_columns(["topic", "document", "grade"])
    if kind == "parquet":
        pyarrow.parquet.write_table(table, tmp_path / "run.parquet")
        pyarrow.parquet.write_table(judged, tmp_path / "qrels.parquet")
    run, qrels = {
        "dictionary": (scores, scores),
        "frame": (table, judged),
        "parquet": (tmp_path / "run.parquet", tmp_path / "qrels.parquet"),
    }[kind]
    assert iv.read_run(run).score.tolist() == [2.0**63 + 2.0**60, 5.0]
    assert iv.evaluate({"q1": {"a": 1}}, {"A": run}, ["P@1"]).mean("A", "P@1") == 1.0
    with pytest.raises(iv.InputError, match=r"grade 1\.0\d+e\+19 is out of range"):
        iv.evaluate(qrels, {"A": {"q1": {"a": 1.0}}}, ["P@1"])


@pytest.mark.parametrize("score", [[1.0], [1.0, 2.0], (1,), {"x": 1}, [[1.0]]])
def test_a_list_is_no_score(tmp_path, score):
    for other in (score, 2.0):
        with pytest.raises(iv.InputError, match=r"every score must be a number|one level more"):
            iv.read_run({"q1": {"a": score, "b": other}})
        with pytest.raises(iv.InputError, match=r"every grade must be a number|one level more"):
            iv.read_qrels({"q1": {"a": score, "b": other}})


def test_the_longest_line_is_read(tmp_path):
    for size, rows in ((1 << 20, 2), ((1 << 20) + 1, None)):
        text = b"q Q0 " + b"a" * (size - 11) + b" 1 5 t\nq Q0 b 2 1 t\n"
        (tmp_path / "run").write_bytes(text)
        if rows is None:
            with pytest.raises(iv.InputError, match="run:1: the line is 1,048,577 bytes long"):
                iv.read_run(tmp_path / "run")
        else:
            assert len(iv.read_run(tmp_path / "run")) == rows


@pytest.mark.parametrize("last", ["", "u Q0 z 3 1 t\n", "b Q0 w 3 1 t\n"])
@pytest.mark.parametrize("rule", ["duplicates", "ties"])
def test_the_first_line_that_is_wrong_is_named(tmp_path, last, rule):
    """Also where a topic is unknown, or comes back; ties are found topic by topic then, in the order of ids."""
    (tmp_path / "qrels").write_text("a 0 x 1\nb 0 x 1\n")
    second = "x" if rule == "duplicates" else "y"
    lines = [f"{topic} Q0 {document} 1 9 t\n" for topic in "ba" for document in ("x", second)]
    (tmp_path / "run").write_text("".join(lines) + last)
    named = "run:4: topic a: document" if rule == "ties" and last.startswith("b") else "run:2: topic b: document"
    with pytest.raises(iv.InputError, match=named):
        iv.evaluate(tmp_path / "qrels", tmp_path / "run", ["AP"], **{rule: "error"})


def test_comments_and_blank_lines_are_not_read_line_by_line(tmp_path, monkeypatch):
    monkeypatch.setattr("intervale.data.trec.canonical_lines", lambda *given, **more: pytest.fail("read by lines"))
    (tmp_path / "run").write_text("# a run\n\n  q Q0 a 1 2 t\n \t\n#\nq\tQ0  b 2 1 t\n\n")
    run = iv.read_run(tmp_path / "run")
    assert run.document.to_pylist() == ["a", "b"]
