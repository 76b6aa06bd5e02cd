"""Sources read and judged in parts: whatever the parts, every row is read once, and what is judged is what the source
as a whole gives. The slow twins read line by line and judge topic by topic, in plain Python.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import intervale as iv
from intervale.data import cuts, files, fragments, merge, trec
from intervale.data.column_names import columns_for
from intervale.data.columns import Run
from intervale.data.cuts import Window, cut
from intervale.data.datasets import Part
from intervale.data.fragments import ParquetRuns
from intervale.data.judging import judge_run
from intervale.data.policy import Policy
from intervale.data.pool import Pool
from intervale.data.read import FileRuns, open_runs
from intervale.data.room import Room
from intervale.data.trec import RunText

judging = import_module("intervale.data.judge")  # the name in the package is that of the function
PACKERS = {"gz": gzip.compress, "xz": lzma.compress, "bz2": bz2.compress}


class Row(NamedTuple):
    """A line of a run."""

    tag: str
    topic: str
    document: str
    score: float
    rank: int = 1


# ---------------------------------------------------------------- slow twins


def slow_cut(text: bytes, place: int) -> int:
    """The first line that begins at a place or behind it and has another first field than the line before; a line
    without a field is like no other.
    """
    if place <= 0:
        return 0
    starts = [0, *(n + 1 for n, byte in enumerate(text) if byte == ord("\n"))]
    field = {start: text[start:].split(b"\n")[0].split()[:1] for start in starts}
    for before, here in pairwise(starts):
        if here >= place and (field[before] != field[here] or not field[here]):
            return here
    return len(text)


def slow_rows(text: bytes) -> list[Row]:
    """The rows of a run, line by line; comments and blank lines are passed over."""
    lines = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    fields = [[field.decode() for field in line.split()] for line in lines]
    return [
        Row(one[5], one[0], one[2], float(one[4]), int(one[3])) for one in fields if one and not one[0].startswith("#")
    ]


def slow_judged(qrels: dict, rows: list[Row], duplicates: str = "first") -> dict:
    """By system and topic: how many documents are retrieved, were left out as duplicates and are tied, and the ranks
    and grades of the pooled ones. Equal scores stand in the order of ids downwards, byte by byte.
    """
    found: dict = {}
    for system, topic in dict.fromkeys((row.tag, row.topic) for row in rows if row.topic in qrels):
        some = [row for row in rows if (row.tag, row.topic) == (system, topic)]
        score: dict[str, float] = {}
        for row in some:
            if row.document not in score or (duplicates == "best" and row.score > score[row.document]):
                score[row.document] = row.score
        order = sorted(score, key=lambda one: (score[one], one.encode()), reverse=True)
        tied = sum(n for n in Counter(score.values()).values() if n > 1)
        grades = qrels[topic]
        pooled = [(rank, grades[one]) for rank, one in enumerate(order, start=1) if one in grades]
        found[system, topic] = len(order), len(some) - len(order), tied, pooled
    return found


# ---------------------------------------------------------------- what is compared with them


def rows_of(runs: list[Run]) -> list[Row]:
    return [
        Row(run.name, *values, *(() if run.rank is None else (int(rank),)))
        for run in runs
        for *values, rank in zip(
            run.topic.to_pylist(),
            run.document.to_pylist(),
            run.score.tolist(),
            np.ones(len(run)) if run.rank is None else run.rank,
            strict=True,
        )
    ]


def all_rows(unread) -> list[Row]:
    """The rows of all stretches of a source, in their order."""
    return [row for stretch in unread.stretches() for row in rows_of(stretch())]


def by_tag(rows: list[Row]) -> dict[str, list[Row]]:
    """Rows by their system; inside a stretch the rows of one stand together."""
    return {tag: [row for row in rows if row.tag == tag] for tag in dict.fromkeys(row.tag for row in rows)}


def by_topic(pool: Pool, runs) -> dict:
    """Judged runs as :func:`slow_judged` has them."""
    found: dict = {}
    for run in runs:
        assert len(set(run.topics.tolist())) == len(run.topics), "a topic is there twice"
        columns = (run.topics, run.retrieved, run.duplicates, run.ties)
        for code, *counts in zip(*(column.tolist() for column in columns), strict=True):
            here = run.topic == code
            pooled = list(zip(run.rank[here].tolist(), run.grade[here].tolist(), strict=True))
            found[run.name, pool.topics.names[code]] = *counts, pooled
    return found


def assert_same(one: iv.JudgedRuns, other: iv.JudgedRuns) -> None:
    """Two judged runs are equal in all they have."""
    assert (one.systems, one.notes, one.policy) == (other.systems, other.notes, other.policy)
    assert one.topics.same_as(other.topics)
    for name in ("offsets", "rank", "grade", "retrieved", "answered", "tied"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
        assert getattr(one, name).dtype == getattr(other, name).dtype


# ---------------------------------------------------------------- made-up data


def made_up_rows(seed: int, topics: int = 12, most: int = 12, tags: tuple[str, ...] = ("A",)) -> list[Row]:
    """Rows with the topics one after the other, some with many documents, and with many ties."""
    draw = random.Random(seed)
    names = [f"q{number}" for number in draw.sample(range(200), topics)]
    rows = []
    for topic in names:
        for tag in tags:
            for rank, document in enumerate(draw.sample(range(2 * most), draw.randint(1, most)), start=1):
                rows.append(Row(tag, topic, f"d{document}", draw.randint(-4, 8) / 4, rank))
    return rows


def text_of(rows: list[Row], end: str = "\n") -> bytes:
    lines = (f"{row.topic} Q0 {row.document} {row.rank} {row.score} {row.tag}{end}" for row in rows)
    return "".join(lines).encode()


def messy(rows: list[Row], seed: int) -> bytes:
    """The text of rows with all that may stand in one: comments, blank lines, tabs, ends of lines as on Windows and on
    old Macintoshes, blanks before the first field, a byte-order mark, and perhaps no line feed at the end.
    """
    draw = random.Random(seed)
    parts = [draw.choice(["", "\ufeff"])]
    for row in rows:
        parts += draw.choices(["", "\n", "# a comment\n", "#\n", "  \r\n"], [20, 1, 1, 1, 1])
        parts.append(draw.choices(["", " ", "\t"], [10, 1, 1])[0])
        between = draw.choices([" ", "\t", "  \t"], [10, 1, 1])[0]
        values = (row.topic, "Q0", row.document, str(row.rank), str(row.score), row.tag)
        parts.append(between.join(values) + draw.choices(["", " more"], [10, 1])[0])
        parts.append(draw.choices(["\n", "\r\n", "\r"], [20, 2, 1])[0])
    text = "".join(parts)
    return (text.rstrip() if draw.random() < 0.5 else text).encode()


def made_up_qrels(rows: list[Row], seed: int) -> dict[str, dict[str, int]]:
    """Grades for some documents of most topics, and for one topic that no run has."""
    draw = random.Random(seed)
    pairs = sorted({(row.topic, row.document) for row in rows})
    judged: dict[str, dict[str, int]] = {"nobody": {"d1": 1}}
    for topic, document in pairs:
        if topic != pairs[-1][0] and draw.random() < 0.6:
            judged.setdefault(topic, {})[document] = draw.randint(0, 2)
    return judged


@pytest.fixture
def put(tmp_path):
    """Puts content where a kind of source has it; its name."""

    def write(content: bytes, kind: str = "file", name: str = "some.run") -> str | Path:
        if kind == "url":
            fsspec = pytest.importorskip("fsspec", reason="URLs need fsspec")
            url = f"memory://{tmp_path.name}/{name}"
            fsspec.filesystem("memory").pipe_file(f"{tmp_path.name}/{name}", content)
            return url
        path = tmp_path / (name if kind == "file" else f"{name}.{kind}")
        if kind == "zst":
            with pa.output_stream(str(path), compression="zstd") as stream:
                stream.write(content)
        else:
            path.write_bytes(content if kind == "file" else PACKERS[kind](content))
        return path

    return write


def opened(source: str | Path, *, ranks: bool = False):
    (found,) = open_runs(source, name=None, ranks=ranks, encoding=None)
    return found


@pytest.fixture
def small(monkeypatch):
    """Makes what is read at once small: the pieces of a text, what is looked at around a place, parts of a file."""

    def make(piece: int, *, near: int = 5, part: int = 100) -> None:
        for name in ("PIECE", "FETCHED"):
            monkeypatch.setattr(trec, name, piece)
        for module in (cuts, trec):
            monkeypatch.setattr(module, "BEFORE", near)
            monkeypatch.setattr(module, "NEAR", near)
        monkeypatch.setattr(files, "PIECE", part)

    return make


# ---------------------------------------------------------------- where texts are cut

USUAL = (
    b"q1 Q0 a 1 3 A",
    b"q1\tQ0 b 2 2 A",
    b"q10 Q0 a 1 3 A",
    b"q Q0 a 1 3 A",
    b"q2 Q0 a 1 3 A more",
    b"q2 Q0 " + b"long" * 20 + b" 1 3 A",
    "é Q0 a 1 3 A".encode(),
    b"q.* Q0 a 1 3 A",
    b"# a comment",
    b"",
)
UNUSUAL = (*USUAL, b" q1 Q0 a 1 3 A", b"\tq1 Q0 a 1 3 A", b"q1\x0bQ0 a 1 3 A", b"q1", b"#", b" ", b"\x0c", b"a\rb")


def texts(lines) -> st.SearchStrategy[bytes]:
    """Texts of such lines, with or without an end of the last."""
    ends = st.sampled_from([b"\n", b"\n", b"\r\n"])
    made = st.lists(st.tuples(st.sampled_from(lines), ends), max_size=14)
    return st.builds(
        lambda pairs, last: b"".join(map(b"".join, pairs)) + last, made, st.sampled_from([b"", *lines[:3]])
    )


FEW = st.integers(1, 30)


class Counted:
    """Bytes, and how many of them were read."""

    def __init__(self, content: bytes) -> None:
        self.content, self.read = content, 0

    def __len__(self) -> int:
        return len(self.content)

    def __getitem__(self, part: slice) -> bytes:
        found = self.content[part]
        self.read += len(found)
        return found


class TestCut:
    @given(texts(USUAL), FEW, FEW)
    def test_it_is_the_line_that_its_sentence_says(self, text, before, near):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cuts, "BEFORE", before)
            patch.setattr(cuts, "NEAR", near)
            found = [cut(text, place) for place in range(-1, len(text) + 2)]
        assert found == [slow_cut(text, place) for place in range(-1, len(text) + 2)]

    @given(texts(USUAL), FEW, FEW, st.integers(0, 200), st.integers(0, 200))
    def test_a_window_changes_nothing(self, text, before, near, start, size):
        window = Window(text, start - 20, start + size)
        assert len(window) == len(text)
        assert all(window[one : one + size] == text[one : one + size] for one in range(0, len(text), 7))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cuts, "BEFORE", before)
            patch.setattr(cuts, "NEAR", near)
            places = range(0, len(text) + 2, 3)
            assert [cut(window, place) for place in places] == [slow_cut(text, place) for place in places]

    @given(texts(UNUSUAL), FEW, FEW)
    @example(b"\n q1 Q0 a 1 3 A\n q1 Q0 b 2 2 A\n", 30, 30)
    def test_it_never_falls_as_the_place_grows(self, text, before, near):
        """Without which a row would be in two pieces, or in none."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cuts, "BEFORE", before)
            patch.setattr(cuts, "NEAR", near)
            found = [cut(text, place) for place in range(len(text) + 1)]
        assert found == sorted(found)
        assert all(place <= here for place, here in enumerate(found))
        assert all(here == len(text) or text[here - 1 : here] in (b"", b"\n") for here in found)
        assert found[0] == 0
        assert found[-1] == len(text)

    @given(texts(UNUSUAL), st.lists(st.tuples(FEW, FEW), min_size=2, max_size=4))
    def test_how_much_is_looked_at_first_does_not_matter(self, text, sizes):
        found = []
        for before, near in sizes:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(cuts, "BEFORE", before)
                patch.setattr(cuts, "NEAR", near)
                found.append([cut(text, place) for place in range(len(text) + 1)])
        assert all(one == found[0] for one in found)

    def test_little_is_read_of_a_large_text(self):
        lines = [b"q%d Q0 d%d 1 3 A\n" % (number // 100, number) for number in range(100_000)]
        text = b"".join(lines)
        for place in range(1, len(text), len(text) // 50):
            content = Counted(text)
            assert place <= cut(content, place) < place + 100 * len(lines[-1])
            assert content.read <= cuts.BEFORE + cuts.NEAR

    def test_lines_and_topics_longer_than_what_is_looked_at_first(self):
        long = b"q1 Q0 " + b"x" * 300_000 + b" 1 3 A\n"
        text = long + b"q1 Q0 a 1 2 A\n" * 20_000 + b"q2 Q0 a 1 3 A\n" + long
        here = len(long) + 20_000 * 14
        for place in (1, 5_000, 200_000, len(long), len(long) + 1, here - 20, here):
            assert cut(text, place) == here
        for place in (here + 1, here + 14):
            assert cut(text, place) == here + 14
        for place in (here + 15, here + 100_000, len(text)):
            assert cut(text, place) == len(text)


# ---------------------------------------------------------------- pieces of text


class TestPieces:
    @pytest.mark.parametrize("kind", ["bytes", "file", "url"])
    @pytest.mark.parametrize("seed", range(4))
    def test_any_places_part_the_rows(self, kind, seed, put, small):
        """Every row is in one piece, and their order is kept."""
        text = messy(made_up_rows(seed, tags=("A", "B") if seed % 2 else ("A",)), seed)
        whole = RunText(text, "a", True) if kind == "bytes" else opened(put(text, kind), ranks=True)
        expected, draw = by_tag(slow_rows(text.removeprefix(b"\xef\xbb\xbf"))), random.Random(seed)
        for _ in range(8):
            small(draw.randint(1, 300), near=draw.randint(1, 40))
            places = sorted(draw.choices(range(len(text) + 1), k=draw.randint(0, 20)))
            pieces = [replace(whole, start=start, stop=stop) for start, stop in pairwise([0, *places, len(text)])]
            assert by_tag([row for piece in pieces for row in all_rows(piece)]) == expected
        assert by_tag(all_rows(whole)) == expected == by_tag(rows_of(whole.runs()))

    @pytest.mark.parametrize("kind", ["file", "url"])
    def test_units_of_any_size(self, kind, put, small):
        text = messy(made_up_rows(21), 3)
        whole, expected = opened(put(text, kind), ranks=True), slow_rows(text.removeprefix(b"\xef\xbb\xbf"))
        for size in (7, 100, 101, len(text) - 1, len(text), 2 * len(text), 10 * len(text)):
            small(70)
            units = whole.units(size)
            assert [row for unit in units for row in all_rows(unit)] == expected
            assert len(units) <= 1 + len(text) // size
            assert len(units) == 1 or size < 2 * len(text)
        assert len(whole.units(13)) > 20

    def test_bytes_are_no_units(self):
        assert RunText(b"q1 Q0 a 1 3 A\n", "a", False).units(1) is None

    @pytest.mark.parametrize("piece", [10, 100, 400])
    def test_a_topic_is_in_one_piece(self, piece, put, small):
        rows = made_up_rows(5, topics=30, most=30)
        small(piece)
        whole = opened(put(text_of(rows)))
        topics = [{row.topic for row in rows_of(stretch())} for stretch in whole.stretches()]
        assert sum(map(len, topics)) == len(set().union(*topics)) == 30
        assert sum(map(bool, topics)) > 5

    def test_a_line_without_an_end_is_read(self, put, small):
        rows = made_up_rows(6)
        small(50)
        assert all_rows(opened(put(text_of(rows).rstrip()), ranks=True)) == rows

    @pytest.mark.parametrize("kind", ["file", "url", "gz"])
    def test_a_stretch_of_comments_alone(self, kind, put, small):
        rows = made_up_rows(7)
        text = text_of(rows[:20]) + b"# nothing but comments\n" * 40 + b"\n" * 200 + text_of(rows[20:])
        small(100)
        whole = opened(put(text, kind), ranks=True)
        assert sum(not stretch() for stretch in whole.stretches()) > 1
        assert all_rows(whole) == rows

    @pytest.mark.parametrize("kind", ["file", "url", "gz"])
    @pytest.mark.parametrize("memory", [None, "64GB"])
    def test_a_file_of_comments_alone_is_refused(self, kind, memory, put, small):
        small(100)
        source = put(b"# nothing but comments\n" * 40, kind)
        with pytest.raises(iv.InputError, match="no retrieved documents; expected lines: topic Q0 document rank"):
            iv.evaluate({"q1": {"a": 1}}, source, "AP", memory=memory)

    def test_of_a_remote_file_each_piece_is_fetched_about_once(self, put, small, monkeypatch):
        from intervale.data.storage import RemoteFile

        text = text_of(made_up_rows(8, topics=60, most=40))
        whole, fetched = opened(put(text, "url")), []
        read = RemoteFile.__getitem__

        def counting(self, part):
            fetched.append(len(found := read(self, part)))
            return found

        monkeypatch.setattr(RemoteFile, "__getitem__", counting)
        small(8_000, near=1_000)
        rows = all_rows(whole)
        assert len(rows) == len(slow_rows(text))
        assert len(fetched) <= 3 * (1 + len(text) // 8_000)
        assert sum(fetched) <= 1.5 * len(text)


class TestArchives:
    @pytest.mark.parametrize("kind", [*PACKERS, "zst"])
    def test_streamed_in_pieces_of_any_size(self, kind, put, small):
        text = messy(made_up_rows(9, tags=("A", "B")), 9).replace(b"\r", b"\n")
        whole, draw = opened(put(text, kind), ranks=True), random.Random(9)
        expected = by_tag(slow_rows(text.removeprefix(b"\xef\xbb\xbf")))
        for piece in (60, 100, 1_000, len(text), 3 * len(text)):  # a piece is longer than a line
            small(piece, near=draw.randint(1, 50), part=draw.randint(1, 300))
            assert by_tag(all_rows(whole)) == expected

    @pytest.mark.parametrize("kind", [*PACKERS, "zst"])
    def test_they_come_in_pieces(self, kind, put, small):
        rows = made_up_rows(10, topics=40)
        small(200, part=100)
        sizes = [len(rows_of(stretch())) for stretch in opened(put(text_of(rows), kind)).stretches()]
        assert len(sizes) > 10
        assert max(sizes) < len(rows) / 4

    def test_a_topic_longer_than_a_piece_is_in_one_stretch(self, put, small):
        """Wherever the chunks of the archive end: for a topic that is cut, the archive is read once more."""
        rows = [Row("A", topic, f"d{n}", -n) for topic in ("topic-1", "topic-12", "topic-2") for n in range(40)]
        whole = opened(put(text_of(rows), "gz"))
        for part in range(60, 90):
            small(200, part=part)
            topics = [{row.topic for row in rows_of(stretch())} for stretch in whole.stretches()]
            assert sum(map(len, topics)) == 3

    def test_an_encoding_is_streamed_too(self, put, small):
        rows = [row._replace(document=f"é{row.document}") for row in made_up_rows(11)]
        source = put(text_of(rows).decode().encode("latin-1"))
        small(120, part=7)
        (found,) = open_runs(source, name=None, ranks=True, encoding="latin-1")
        assert len(list(found.stretches())) > 3
        assert all_rows(found) == rows


class TestOldMacintoshes:
    """Lines that end in a carriage return alone, in files larger than what is read at once."""

    @pytest.fixture(autouse=True)
    def short_lines(self, monkeypatch, small):
        small(50, part=64)
        monkeypatch.setattr(trec, "LONGEST_LINE", 40)

    @pytest.mark.parametrize("kind", ["file", "gz", "url"])
    def test_runs(self, kind, put):
        rows = made_up_rows(12)
        assert all_rows(opened(put(text_of(rows, "\r"), kind), ranks=True)) == rows

    @pytest.mark.parametrize("kind", ["file", "gz", "url"])
    def test_judgments(self, kind, put):
        text = "".join(f"q{n // 9} 0 d{n} {n % 3}\r" for n in range(100)).encode()
        found = iv.read_qrels(put(text, kind))
        assert found.document.to_pylist() == [f"d{n}" for n in range(100)]
        assert found.grade.tolist() == [n % 3 for n in range(100)]


# ---------------------------------------------------------------- row groups of Parquet files

KINDS = {
    "plain": lambda table: table,
    "dictionary": lambda table: _cast(table, lambda column: column.dictionary_encode()),
    "large": lambda table: _cast(table, lambda column: column.cast(pa.large_string())),
    "several tags": lambda table: table.append_column(
        "tag", pa.array([f"S{n % 3}" for n in range(len(table))], pa.string())
    ),
}


def _cast(table: pa.Table, change) -> pa.Table:
    for place, name in enumerate(("topic", "document")):
        table = table.set_column(place, name, change(table.column(name)))
    return table


def table_of(rows: list[Row]) -> pa.Table:
    columns = {name: [getattr(row, name) for row in rows] for name in ("topic", "document", "score", "rank")}
    return pa.table(columns)


def write_groups(path: Path, table: pa.Table, sizes: list[int]) -> Path:
    """A Parquet file with row groups of some sizes, also none, and one with what is left."""
    start = 0
    with pq.ParquetWriter(path, table.schema) as out:
        for size in [*sizes, len(table)]:
            out.write_table(table.slice(start, size))
            start = min(len(table), start + size)
    return path


def group_units(whole: ParquetRuns, draw: random.Random) -> list[ParquetRuns]:
    """All row groups of a file, some in each part."""
    count = whole._file().metadata.num_row_groups
    places = sorted(draw.sample(range(1, count), draw.randint(0, count - 1)))
    return [replace(whole, groups=groups) for groups in pairwise([0, *places, count])]


GROUPS = {
    "one": [],
    "a row each": [1] * 30,
    "some empty": [0, 5, 0, 0, 7, 1, 0, 30, 0],
    "all empty first": [0, 0, 0],
    "of any size": [9, 2, 40, 1, 1, 3, 22],
}


class TestParquet:
    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("groups", GROUPS)
    def test_any_row_groups_in_any_parts(self, kind, groups, tmp_path, monkeypatch):
        rows = made_up_rows(13, topics=9, most=30)
        table = KINDS[kind](table_of(rows))
        whole = opened(write_groups(tmp_path / "a.parquet", table, GROUPS[groups]), ranks=True)
        expected, draw = by_tag(rows_of(whole.runs())), random.Random(13)
        assert [row[1:] for row in rows_of(whole.runs())] == [row[1:] for row in rows] or kind == "several tags"
        for size in (2, 7, 1_000):
            monkeypatch.setattr(fragments, "ROWS", size)
            units = group_units(whole, draw)
            assert by_tag(all_rows(whole)) == expected
            assert by_tag([row for unit in units for row in all_rows(unit)]) == expected

    @pytest.mark.parametrize("size", [1, 4, 1_000])
    def test_a_topic_is_in_one_stretch(self, size, tmp_path, monkeypatch):
        rows = made_up_rows(14, topics=9, most=30)
        path = write_groups(tmp_path / "a.parquet", table_of(rows), GROUPS["of any size"])
        monkeypatch.setattr(fragments, "ROWS", size)
        topics = [
            {row.topic for row in rows_of(stretch())}
            for unit in group_units(opened(path), random.Random(3))
            for stretch in unit.stretches()
        ]
        assert sum(map(len, topics)) == len(set().union(*topics)) == 9

    @pytest.mark.parametrize("sizes", [[1] * 20, [7, 0, 3], []])
    def test_one_topic_in_all_of_the_file(self, sizes, tmp_path, monkeypatch):
        rows = [Row("A", "q1", f"d{n}", -n, n) for n in range(20)]
        path = write_groups(tmp_path / "a.parquet", table_of(rows), sizes)
        monkeypatch.setattr(fragments, "ROWS", 2)
        whole = opened(path, ranks=True)
        units = whole.units(1)
        found = [[row[1:] for row in all_rows(unit)] for unit in units]
        assert [len(some) for some in found if some] == [20]
        assert [row for some in found for row in some] == [row[1:] for row in rows]

    def test_parts_that_have_no_topic_of_their_own_read_little(self, tmp_path, monkeypatch):
        """Those in the middle of a topic look at their own row groups, and not at all that follow."""
        rows = [Row("A", "q1", f"d{n}", -n, n) for n in range(40)]
        whole = opened(write_groups(tmp_path / "a.parquet", table_of(rows), [1] * 39))
        read, tables = [], ParquetRuns._tables

        def counting(self):
            for one in tables(self):
                read.append(one[1].num_rows)
                yield one

        monkeypatch.setattr(ParquetRuns, "_tables", counting)
        for unit in whole.units(1):
            all_rows(unit)
        assert sum(read) <= 3 * 40

    def test_units_of_any_size(self, tmp_path):
        rows = made_up_rows(15, topics=30, most=30)
        whole = opened(write_groups(tmp_path / "a.parquet", table_of(rows), [20] * 10), ranks=True)
        about = whole._file().metadata
        most = sum(about.row_group(n).total_byte_size for n in range(about.num_row_groups))
        counts = []
        for size in (1, most // 5, most // 2, most, 2 * most):
            units = whole.units(size)
            counts.append(len(units))
            assert [row[1:] for unit in units for row in all_rows(unit)] == [row[1:] for row in rows]
        assert counts[0] == about.num_row_groups
        assert counts == sorted(counts, reverse=True)
        assert counts[-1] == 1

    @pytest.mark.parametrize("batch", [1, 5, 1_000])
    def test_columns_by_place(self, batch, tmp_path, monkeypatch):
        rows = made_up_rows(16, topics=8, most=20)
        table = table_of(rows).rename_columns(["w", "x", "y", "z"])
        path = write_groups(tmp_path / "a.parquet", table, GROUPS["of any size"])
        monkeypatch.setattr(fragments, "ROWS", batch)
        options = {"name": None, "ranks": True, "encoding": None}
        columns = columns_for("run", "topic,document,score,rank")
        (whole,) = open_runs(path, **options, columns=columns)
        expected = [row[1:] for row in rows]
        assert [row[1:] for unit in whole.units(1) for row in all_rows(unit)] == expected
        assert [row[1:] for row in rows_of(whole.runs())] == expected
        qrels = made_up_qrels(rows, 16)
        found = iv.data.judge(qrels, path, columns="topic,document,score,rank")
        assert_same(found, iv.data.judge(qrels, {"a": table_of(rows)}))

    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("groups", GROUPS)
    def test_judged_as_the_whole_table(self, kind, groups, tmp_path, monkeypatch):
        rows = made_up_rows(17, topics=9, most=30)
        table, qrels = KINDS[kind](table_of(rows)), made_up_qrels(rows, 17)
        path = write_groups(tmp_path / "a.parquet", table, GROUPS[groups])
        monkeypatch.setattr(fragments, "ROWS", 4)
        monkeypatch.setattr(judging, "UNIT", 1)
        expected = iv.data.judge(qrels, table if kind == "several tags" else {"a": table})
        assert_same(iv.data.judge(qrels, path), expected)
        with ThreadPoolExecutor(2) as threads:
            assert_same(iv.data.judge(qrels, path, executor=threads), expected)

    def test_where_the_path_says_the_topic(self, tmp_path):
        """A file of a dataset without a column for the topic: all its rows are of one."""
        rows = [Row("A", "q1", f"d{n}", -n, n) for n in range(20)]
        path = write_groups(tmp_path / "part-0.parquet", table_of(rows).drop_columns("topic"), [3] * 6)
        file = FileRuns(Part(str(path), "A", "q1"), "dataset", True, None, None)
        assert rows_of(file.runs()) == all_rows(file) == rows
        assert [row for unit in file.units(1) for row in all_rows(unit)] == rows

    def test_rows_in_messages_are_those_of_the_file(self, tmp_path, monkeypatch):
        rows = made_up_rows(18, topics=9, most=30)
        for row in (1, 30, len(rows)):
            for column in ("topic", "document", "score"):
                table = table_of(rows).to_pydict()
                table[column][row - 1] = None
                path = write_groups(tmp_path / "a.parquet", pa.table(table), GROUPS["of any size"])
                monkeypatch.setattr(fragments, "ROWS", 4)
                said = f"column '{column}' has no value in row {row}$"
                for memory in (None, "64GB"):
                    with pytest.raises(iv.InputError, match=said):
                        iv.data.judge({"q1": {"a": 1}}, path, memory=memory)
                with pytest.raises(iv.InputError, match=said):
                    list(map(all_rows, opened(path).units(1)))


# ---------------------------------------------------------------- the numbers of lines

WRONG = {
    "too few columns": (b"q1 Q0 a 1 A", "expected 6 columns (topic, Q0, document, rank, score, tag), found 5"),
    "no number": (b"q1 Q0 a 1 much A", "expected a number as score, found 'much'"),
    "not UTF-8": (b"q1 Q0 \xff 1 2 A", "the document '\\xff' is not UTF-8 text; name its encoding"),
    "topic not UTF-8": (b"\xff Q0 a 1 2 A", "the topic '\\xff' is not UTF-8 text; name its encoding"),
}


class TestLines:
    """Line numbers are those of the file, whatever is read at once."""

    @pytest.mark.parametrize("kind", ["file", "gz", "url"])
    @pytest.mark.parametrize("memory", [None, "64GB"])
    @pytest.mark.parametrize("wrong", WRONG)
    def test_of_a_wrong_line(self, wrong, memory, kind, put, small):
        line, message = WRONG[wrong]
        text, draw = text_of(made_up_rows(19)).splitlines(keepends=True), random.Random(19)
        for number in (1, 2, 3, 40, len(text)):
            lines = [*text[: number - 1], line + b"\n", *text[number - 1 :]]
            source = put(b"".join(lines), kind)
            small(draw.randint(1, 400), part=draw.randint(10, 300))
            with pytest.raises(iv.InputError) as found:
                iv.data.judge({"q1": {"a": 1}}, source, memory=memory)
            assert (found.value.line, found.value.source) == (number, str(source))
            assert message in str(found.value)
            with pytest.raises(iv.InputError) as of_whole:
                iv.read_run(source)
            assert str(found.value) == str(of_whole.value) or number == 2  # where the hint on columns differs

    @pytest.mark.parametrize("kind", ["file", "gz"])
    @pytest.mark.parametrize("memory", [None, "64GB"])
    def test_whatever_ends_lines(self, memory, kind, put, small):
        draw = random.Random(20)
        for _ in range(10):
            lines = [draw.choice([f"q1 Q0 a{n} 1 2 A", "# a comment", ""]) for n in range(draw.randint(1, 60))]
            before = "".join(line + draw.choice(["\n", "\r\n", "\n", "\r"]) for line in lines).encode()
            source = put(before + b"q2 Q0 a 1 much A\n" + b"q3 Q0 a 1 2 A\n" * 30, kind)
            number = len(before.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"))
            small(draw.randint(5, 200), part=draw.randint(5, 300))
            with pytest.raises(iv.InputError, match="expected a number as score, found 'much'") as found:
                iv.data.judge({"q1": {"a": 1}}, source, memory=memory)
            assert found.value.line == number

    @pytest.mark.parametrize("kind", ["file", "gz", "url"])
    @pytest.mark.parametrize("memory", [None, "64GB"])
    @pytest.mark.parametrize("workers", [1, 4])
    def test_the_first_of_several(self, workers, memory, kind, put, small):
        """Which is not the one that is met first: what cannot be read comes before duplicates, these before ties."""
        rows = [Row("A", f"q{n // 5}", f"d{n}", 1.0 if n in (3, 4) else -n) for n in range(60)]
        lines = text_of(rows).splitlines(keepends=True)
        lines[30] = lines[31]
        qrels, policy = {f"q{n}": {"a": 1} for n in range(12)}, Policy(ties="error")
        small(60)
        with pytest.raises(iv.InputError, match="retrieved twice") as found:
            iv.data.judge(qrels, put(b"".join(lines), kind), policy, memory=memory, workers=workers)
        assert found.value.line == 32
        lines[50] = b"q10 Q0 d50 1 A\n"
        lines[55] = b"q11 Q0 d55 1 A\n"
        with pytest.raises(iv.InputError, match="expected 6 columns") as found:
            iv.data.judge(qrels, put(b"".join(lines), kind), policy, memory=memory, workers=workers)
        assert found.value.line == 51

    @pytest.mark.parametrize("kind", ["file", "gz", "url"])
    @pytest.mark.parametrize("memory", [None, "64GB"])
    def test_of_a_duplicate_in_another_stretch(self, memory, kind, put, small):
        rows = made_up_rows(22)
        source = put(text_of([*rows, rows[3]]), kind)
        small(60)
        twice = f"topic {rows[3].topic}: document {rows[3].document} is retrieved twice"
        with pytest.raises(iv.InputError, match=twice) as found:
            iv.data.judge({rows[3].topic: {"a": 1}}, source, memory=memory)
        assert found.value.line == len(rows) + 1

    def test_of_judgments(self, put, monkeypatch):
        lines = [b"q%d 0 d%d 1\n" % (n // 9, n) for n in range(100)]
        for part in (20, 64, 333, 5_000):
            monkeypatch.setattr(files, "PIECE", part)
            for kind in ("file", "gz", "url"):
                for number in (1, 2, 50, 100):
                    text = b"".join([*lines[: number - 1], b"q1 0 d 1 2 3\n", *lines[number:]])
                    with pytest.raises(iv.InputError, match="expected 4 columns") as found:
                        iv.read_qrels(put(text, kind))
                    assert found.value.line == number


# ---------------------------------------------------------------- topics that come back


def stray(rows: list[Row], seed: int) -> list[Row]:
    """One line of the first topic moved to the end."""
    return [*rows[1:], rows[0]]


def shuffled(rows: list[Row], seed: int) -> list[Row]:
    return random.Random(seed).sample(rows, len(rows))


def twice(rows: list[Row], seed: int) -> list[Row]:
    """Some rows once more at the end, with other scores: duplicates in other stretches."""
    some = random.Random(seed).sample(rows, len(rows) // 3)
    return [*rows, *(row._replace(score=row.score + random.Random(seed).choice([-1, 0, 1])) for row in some)]


ORDERS = {"as they are": lambda rows, seed: rows, "one stray line": stray, "shuffled": shuffled, "twice": twice}


@pytest.fixture
def kept_folders(monkeypatch, tmp_path):
    """The temporary folders that rows of topics that come back were put into."""
    found: list[Path] = []

    class Seen(TemporaryDirectory):
        def __init__(self, **options):
            super().__init__(dir=tmp_path, **options)
            found.append(Path(self.name))

    monkeypatch.setattr(merge, "TemporaryDirectory", Seen)
    return found


def judged_in_parts(unread, pool, policy):
    return judging.judged(pool, unread, SimpleNamespace(policy=policy, room=Room(2)), workers=2)


class TestTopicsThatComeBack:
    @pytest.mark.parametrize("order", ORDERS)
    @pytest.mark.parametrize("groups", [1, 3])
    @pytest.mark.parametrize("kind", ["file", "gz", "url", "bytes"])
    def test_are_judged_as_in_the_whole(self, kind, groups, order, put, small, monkeypatch, kept_folders):
        rows = ORDERS[order](made_up_rows(23, topics=14, tags=("A", "B")), 23)
        if order == "one stray line":
            assert rows[-1].topic == rows[0].topic
        text, qrels = text_of(rows), made_up_qrels(rows, 23)
        monkeypatch.setattr(merge, "A_ROW", 1 if groups == 1 else 1 << 40)
        monkeypatch.setattr(merge, "MOST_FILES", groups)
        unknown = tuple(dict.fromkeys(row.topic for row in rows if row.topic not in qrels))
        for duplicates, piece in (("first", 80), ("best", 500)):
            policy = Policy(duplicates=duplicates)
            pool = Pool.of(iv.read_qrels(qrels), policy)
            small(piece)
            whole = RunText(text, "a", False) if kind == "bytes" else opened(put(text, kind))
            found = judged_in_parts(whole, pool, policy)
            assert by_topic(pool, found) == slow_judged(qrels, rows, duplicates)
            assert by_topic(pool, found) == by_topic(pool, [judge_run(pool, run, policy) for run in whole.runs()])
            assert [run.name for run in found] == list(dict.fromkeys(row.tag for row in rows))
            assert [run.unknown for run in found] == [unknown, unknown]
        assert bool(kept_folders) == (groups > 1 and order != "as they are")
        assert not any(folder.exists() for folder in kept_folders)

    @pytest.mark.parametrize("order", ORDERS)
    @pytest.mark.parametrize("elsewhere", [False, True])
    @pytest.mark.parametrize("memory", [None, "64GB"])
    def test_notes_and_all_else_are_those_of_the_whole(self, memory, elsewhere, order, put, small, monkeypatch):
        rows = ORDERS[order](made_up_rows(24, topics=14, tags=("A", "B")), 24)
        qrels, policy = made_up_qrels(rows, 24), Policy(duplicates="best", depth=5)
        source = put(text_of(rows))
        expected = iv.data.judge(qrels, source, policy)
        assert any("tied scores" in note for note in expected.notes)
        assert any("duplicate documents left out" in note for note in expected.notes) == (order == "twice")
        assert any("topics without judgments" in note for note in expected.notes)
        monkeypatch.setattr(judging, "UNIT", 300)
        small(100)
        with ThreadPoolExecutor(2) as threads:
            executor = threads if elsewhere else None
            assert_same(iv.data.judge(qrels, source, policy, executor=executor, memory=memory), expected)
        by_hand = slow_judged(qrels, rows, "best")
        tied = {name: sum(one[2] for (tag, _), one in by_hand.items() if tag == name) for name in "AB"}
        assert dict(zip(expected.systems, expected.tied.tolist(), strict=True)) == tied

    @pytest.mark.parametrize("ties", ["trec", "rank", "file"])
    def test_under_any_rule_for_ties(self, ties, put, small):
        rows = shuffled(made_up_rows(25), 25)
        qrels, source = made_up_qrels(rows, 25), put(text_of(rows))
        expected = iv.data.judge(qrels, source, Policy(ties=ties))
        small(50)
        assert_same(iv.data.judge(qrels, source, Policy(ties=ties)), expected)

    @pytest.mark.parametrize("elsewhere", [False, True])
    @pytest.mark.parametrize("kind", ["run", "parquet"])
    def test_in_two_files_of_a_dataset(self, kind, elsewhere, tmp_path, small, monkeypatch, kept_folders):
        rows = made_up_rows(26, topics=14)
        some = random.Random(26).choices([0, 1, 2], k=len(rows))
        whole, folder, qrels = [], tmp_path / "set", made_up_qrels(rows, 26)
        folder.mkdir()
        for part in range(3):
            here = [row for row, place in zip(rows, some, strict=True) if place == part]
            whole += here
            if kind == "run":
                (folder / f"part-{part}.run").write_bytes(text_of(here))
            else:
                write_groups(folder / f"part-{part}.parquet", table_of(here), [5] * 4)
        expected = iv.data.judge(qrels, {"set" if kind == "parquet" else "A": table_of(whole)})
        assert_same(iv.data.judge(qrels, folder), expected)
        monkeypatch.setattr(merge, "A_ROW", 1 << 40)
        monkeypatch.setattr(merge, "MOST_FILES", 3)
        monkeypatch.setattr(fragments, "ROWS", 3)
        monkeypatch.setattr(judging, "UNIT", 100)
        small(60)
        with ThreadPoolExecutor(2) as threads:
            assert_same(iv.data.judge(qrels, folder, executor=threads if elsewhere else None), expected)
        assert kept_folders
        assert not any(folder.exists() for folder in kept_folders)

    @pytest.mark.parametrize("sizes", [[], [1] * 50, GROUPS["some empty"]])
    def test_in_other_row_groups(self, sizes, tmp_path, monkeypatch):
        rows = shuffled(made_up_rows(27), 27)
        qrels, path = made_up_qrels(rows, 27), write_groups(tmp_path / "a.parquet", table_of(rows), sizes)
        monkeypatch.setattr(fragments, "ROWS", 3)
        monkeypatch.setattr(judging, "UNIT", 1)
        expected = iv.data.judge(qrels, {"a": table_of(rows)})
        assert_same(iv.data.judge(qrels, path), expected)
        with ThreadPoolExecutor(2) as threads:
            assert_same(iv.data.judge(qrels, path, executor=threads), expected)

    def test_no_file_is_left_where_it_goes_wrong(self, put, small, monkeypatch, kept_folders):
        rows = made_up_rows(28)
        monkeypatch.setattr(merge, "A_ROW", 1 << 40)
        monkeypatch.setattr(merge, "MOST_FILES", 4)
        small(60)
        with pytest.raises(iv.InputError, match="is retrieved twice"):
            iv.data.judge(made_up_qrels(rows, 28), put(text_of([*rows, *rows[:5]])))
        read, left = RunText._piece, [60]

        def once(self, start, stop):
            left[0] -= 1
            if left[0] < 0:
                raise iv.InputError("was changed while it was read", source=self.source)
            return read(self, start, stop)

        source = put(text_of(shuffled(rows, 28)))
        left[0] = len(list(opened(source).stretches())) + 3
        monkeypatch.setattr(RunText, "_piece", once)
        with pytest.raises(iv.InputError, match="was changed while it was read"):
            iv.data.judge(made_up_qrels(rows, 28), source, workers=1)
        assert left[0] < 0
        assert len(kept_folders) == 2
        assert not any(folder.exists() for folder in kept_folders)

    def test_as_many_groups_as_there_is_room_for(self, put, small, monkeypatch, kept_folders):
        """Rows of topics that come back, in so many files as make each small enough; at most so many as can be open."""
        rows = shuffled(made_up_rows(29, topics=40), 29)
        qrels = made_up_qrels(rows, 29)
        small(60)
        made, add = [], merge._Kept.add

        def counted(self, group, run):
            made.append(self.groups)
            add(self, group, run)

        monkeypatch.setattr(merge._Kept, "add", counted)
        source = put(text_of(rows))
        expected = iv.data.judge(qrels, source)
        assert set(made) == {1}
        back = sum(one[0] for one in slow_judged(qrels, rows).values())
        for asked in (2, 7, 300):
            made.clear()
            monkeypatch.setattr(merge, "A_ROW", asked * Room(2).again // back)
            assert_same(iv.data.judge(qrels, source), expected)
            assert set(made) == {min(asked, merge.MOST_FILES)} or set(made) == {min(asked, merge.MOST_FILES) + 1}
        assert not any(folder.exists() for folder in kept_folders)


class TestWhatIsReadAgain:
    """Stretches with a topic that comes back, and no others."""

    @pytest.fixture
    def pieces(self, monkeypatch):
        """The stretches of plain text that were read, by where they begin."""
        found, read = [], RunText._piece

        def recorded(self, start, stop):
            found.append(start)
            return read(self, start, stop)

        monkeypatch.setattr(RunText, "_piece", recorded)
        return found

    def test_nothing_where_no_topic_does(self, put, small, pieces):
        rows = made_up_rows(30, topics=30)
        small(200)
        iv.data.judge(made_up_qrels(rows, 30), put(text_of(rows)))
        assert len(pieces) > 10
        assert Counter(pieces).most_common(1)[0][1] == 1

    @pytest.mark.parametrize("place", [0, 100, 200])
    def test_two_stretches_for_a_stray_line(self, place, put, small, pieces):
        rows = made_up_rows(31, topics=60)
        qrels = {row.topic: {"d1": 1} for row in rows}
        small(200)
        source = put(text_of([*rows[:place], *rows[place + 1 :], rows[place]]))
        iv.data.judge(qrels, source)
        assert len(set(pieces)) > 10
        assert len(pieces) == len(set(pieces)) + 2

    def test_nothing_where_the_topic_has_no_judgments(self, put, small, pieces):
        rows = made_up_rows(31, topics=60)
        qrels = {row.topic: {"d1": 1} for row in rows if row.topic != rows[0].topic}
        small(200)
        iv.data.judge(qrels, put(text_of([*rows[1:], rows[0]])))
        assert len(pieces) == len(set(pieces)) > 10

    def test_of_a_system_alone(self, put, small, pieces):
        """A topic that comes back in one of two systems is read again where that one has it."""
        first, second = made_up_rows(32, topics=60), made_up_rows(32, topics=60, tags=("B",))
        qrels = {row.topic: {"d1": 1} for row in first}
        small(200)
        iv.data.judge(qrels, put(text_of([*first[1:], *second, first[0]])))
        assert len(pieces) == len(set(pieces)) + 2

    def test_of_an_archive_only_what_is_needed_is_made_into_columns(self, put, small, monkeypatch):
        rows = made_up_rows(33, topics=60)
        qrels, found, read = {row.topic: {"d1": 1} for row in rows}, [], trec.PackedRunText._read

        def recorded(self, text, **options):
            found.append(options["first_line"])
            return read(self, text, **options)

        monkeypatch.setattr(trec.PackedRunText, "_read", recorded)
        small(200)
        iv.data.judge(qrels, put(text_of([*rows[1:], rows[0]]), "gz"))
        assert len(set(found)) > 10
        assert len(found) == len(set(found)) + 2

    def test_of_row_groups(self, tmp_path, monkeypatch):
        rows = made_up_rows(34, topics=60)
        qrels, found, made = {row.topic: {"d1": 1} for row in rows}, [], ParquetRuns._made

        def recorded(self, table, first_row):
            found.append(first_row)
            return made(self, table, first_row)

        monkeypatch.setattr(ParquetRuns, "_made", recorded)
        monkeypatch.setattr(fragments, "ROWS", 10)
        iv.data.judge(qrels, write_groups(tmp_path / "a.parquet", table_of([*rows[1:], rows[0]]), [40] * 4))
        assert len(set(found)) > 10
        assert len(found) == len(set(found)) + 2

    def test_of_units_those_that_have_it(self, put, small, monkeypatch, pieces):
        rows = made_up_rows(35, topics=60)
        qrels, source = {row.topic: {"d1": 1} for row in rows}, put(text_of([*rows[1:], rows[0]]))
        monkeypatch.setattr(judging, "UNIT", 600)
        small(200)
        units = len(FileRuns.of(source, False, None, None).units(600))
        with ThreadPoolExecutor(2) as threads:
            iv.data.judge(qrels, source, executor=threads)
        assert units > 5
        assert len(set(pieces)) < len(pieces) <= len(set(pieces)) * (1 + 3 / units)
