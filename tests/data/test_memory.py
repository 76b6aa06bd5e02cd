"""``memory=``: what is enough is said in one sentence, what does not fit is refused before it is read, and what is
accepted is kept to: the largest memory that a process ever took is asked of Linux, on files of 1.5 million rows.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import time
import zlib
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import intervale as iv
from intervale.data import files, fragments, read, room
from intervale.data.fragments import ParquetRuns
from intervale.data.room import Room, bytes_of, in_words
from intervale.errors import OptionError

MB = 10**6
QRELS, RUN = {"q1": {"a": 1, "b": 0}}, {"A": {"q1": {"a": 1.0, "b": 2.0}}}


class TestAmounts:
    @pytest.mark.parametrize("unit", room.UNITS)
    @pytest.mark.parametrize("number", ["0", "1", "600", "1.5", "0.001", "12345678"])
    def test_in_all_units(self, number, unit):
        """KB is 1000 bytes, KiB 1024; in large and small letters, with a blank or without."""
        power = "KMGT".find(unit[:1]) + 1 if unit and unit != "B" else 0
        expected = Fraction(number) * (1024 if "I" in unit else 1000) ** power
        for text in (f"{number}{unit}", f" {number} {unit.lower()} ", f"{number}{unit.replace('I', 'i')}"):
            assert bytes_of(text) == pytest.approx(int(expected), abs=1)
            assert isinstance(bytes_of(text), int)

    @pytest.mark.parametrize("count", [0, 1, 2**20, 10**12, np.int64(5)])
    def test_in_bytes(self, count):
        assert bytes_of(count) == count

    @pytest.mark.parametrize(
        "wrong",
        ["", "much", "MB", "-5MB", "5 M B", "5XB", "1e3MB", "5,000MB", "nan", True, -1, [], float("inf"), b"5MB"],
    )
    def test_what_is_none_is_refused(self, wrong):
        with pytest.raises(OptionError, match="is not an amount of memory; write 600MB or 2GiB"):
            iv.evaluate(QRELS, RUN, "AP", memory=wrong)

    def test_in_words(self):
        assert [in_words(count) for count in (0, 499_999, 1.5 * MB, 112 * MB, 10**9, 2_340 * MB, 10**12)] == [
            "0 MB",
            "0 MB",
            "2 MB",
            "112 MB",
            "1.0 GB",
            "2.3 GB",
            "1000.0 GB",
        ]

    @pytest.mark.parametrize("count", [7, 61 * MB, 1_234 * MB, 10**12])
    def test_words_are_an_amount(self, count):
        assert bytes_of(in_words(count)) == pytest.approx(count, rel=0.05, abs=MB)


class TestRoom:
    """With as much memory taken as a test says."""

    @pytest.fixture(autouse=True)
    def taken(self, monkeypatch):
        monkeypatch.setattr(room, "resident", lambda: 100 * MB)

    def test_without_a_limit_there_is_room(self):
        free = Room.of(None, 3)
        free.check_judgments(10**12)
        free.check_whole(10**15, "a")
        assert (free.left(), free.workers, free.limit) == (free, 3, None)

    @pytest.mark.parametrize(("limit", "workers"), [("160MB", 1), ("340MB", 2), ("460MB", 3), ("10GB", 5)])
    def test_as_many_stretches_at_a_time_as_fit(self, limit, workers):
        assert Room.of(limit, 5).left().workers == workers

    def test_less_than_a_stretch_is_refused(self):
        said = "memory=159 MB is not enough: what is loaded and the judgments take 100 MB; give at least 168 MB"
        with pytest.raises(OptionError, match=said):
            Room.of("159MB", 1).left()
        assert Room.of("168MB", 1).left().limit == 168 * MB

    def test_judgments_that_do_not_fit_are_refused(self):
        Room.of("260MB", 1).check_judgments(1_000_000)
        with pytest.raises(OptionError, match="what is loaded and the judgments take 190 MB; give at least 263 MB"):
            Room.of("240MB", 1).check_judgments(1_000_000)

    def test_topics_that_come_back_have_half_of_what_is_left(self):
        assert Room.of(None, 1).again == room.PLENTY
        assert Room.of("500MB", 1).again == 200 * MB
        assert Room.of("110MB", 1).again == room.A_STRETCH // 2


class TestRefused:
    def test_too_little_is_refused_with_what_is_enough(self):
        """Which is then accepted."""
        with pytest.raises(OptionError) as refused:
            iv.evaluate(QRELS, RUN, "AP", memory="10MB")
        found = re.fullmatch(
            r"memory=10 MB is not enough: what is loaded and the judgments take [\d.]+ [MG]B; "
            r"give at least ([\d.]+ [MG]B)",
            str(refused.value),
        )
        assert found
        assert iv.evaluate(QRELS, RUN, "AP", memory=bytes_of(found[1])) == iv.evaluate(QRELS, RUN, "AP")

    @pytest.fixture
    def reads(self, monkeypatch):
        """How many bytes were read of plain files."""
        found, real = [], files.PlainFile.__getitem__

        def counted(self, part):
            content = real(self, part)
            found.append(len(content))
            return content

        monkeypatch.setattr(files.PlainFile, "__getitem__", counted)
        return found

    @pytest.mark.parametrize("name", ["a.csv", "a.json", "a.jsonl", "a.tsv"])
    def test_what_is_read_as_a_whole_is_refused_before_it_is(self, name, tmp_path, reads):
        with (tmp_path / name).open("wb") as file:
            file.write(b"topic\tdocument\tscore\n")
            file.truncate(10**11)  # without taking room on the disk
        started = time.monotonic()
        said = rf"{name} is read as a whole, and memory=64\.0 GB is not enough for it \(about 80\d\.\d GB\); "
        with pytest.raises(OptionError, match=said):
            iv.evaluate(QRELS, tmp_path / name, "AP", memory="64GB")
        assert sum(reads) < 20_000
        assert time.monotonic() - started < 10

    def test_columns_by_their_places_are_read_as_a_whole_too(self, tmp_path, reads):
        with (tmp_path / "a.txt").open("wb") as file:
            file.write(b"q1 a 1.5\n")
            file.truncate(10**11)
        with pytest.raises(OptionError, match="is read as a whole"):
            iv.evaluate(QRELS, tmp_path / "a.txt", "AP", memory="64GB", columns="topic,document,score")
        assert sum(reads) < 20_000

    def test_in_an_archive(self, tmp_path, monkeypatch):
        monkeypatch.setattr(room, "resident", lambda: 100 * MB)
        rows = "topic,document,score\n" + "".join(f"q1,d{n},{n}\n" for n in range(3_000_000))
        (tmp_path / "a.csv.gz").write_bytes(zlib.compress(rows.encode(), 1, 31))
        monkeypatch.setitem(read.TABLE_READERS, "csv", None)
        with pytest.raises(OptionError, match=r"a\.csv\.gz is read as a whole"):
            iv.evaluate(QRELS, tmp_path / "a.csv.gz", "AP", memory="200MB")

    def test_in_a_dataset(self, tmp_path, monkeypatch):
        for part in range(2):
            with (tmp_path / f"part-{part}.csv").open("wb") as file:
                file.write(b"topic,document,score\n")
                file.truncate(50 * MB)
        monkeypatch.setattr(room, "resident", lambda: 100 * MB)
        monkeypatch.setitem(read.TABLE_READERS, "csv", None)
        with pytest.raises(OptionError, match="is read as a whole"):
            iv.evaluate(QRELS, tmp_path, "AP", memory="200MB")

    def test_files_that_fit_one_by_one_are_not_read_at_a_time(self, tmp_path, monkeypatch):
        monkeypatch.setattr(room, "resident", lambda: 100 * MB)
        open_now, most, lock = [0], [0], Lock()

        def slow(content, name):
            with lock:
                open_now[0] += 1
                most[0] = max(most[0], open_now[0])
            time.sleep(0.2)
            with lock:
                open_now[0] -= 1
            return pa.table({"topic": ["q1"], "document": ["a"], "score": [1.0]})

        monkeypatch.setitem(read.TABLE_READERS, "csv", slow)
        for name in ("a.csv", "b.csv"):
            with (tmp_path / name).open("wb") as file:
                file.truncate(25 * MB)  # which take 200 MB each
        iv.evaluate(QRELS, [tmp_path / "a.csv", tmp_path / "b.csv"], "AP", memory="400MB", workers=2)
        assert most == [1]

    def test_row_groups_are_read_in_parts(self, tmp_path, monkeypatch):
        count, reads, real = 200_000, [], fragments._Seekable.read

        def counted(self, size=-1):
            reads.append(len(content := real(self, size)))
            return content

        monkeypatch.setattr(fragments._Seekable, "read", counted)
        monkeypatch.setattr(fragments, "BUFFER", 1 << 16)
        monkeypatch.setattr(fragments, "ROWS", 10_000)
        names = np.random.default_rng(3).permutation(10**7)[:count].astype("U")
        columns = {
            "topic": pa.array(["q1"] * count),
            "document": pa.array(names),
            "score": np.arange(count, dtype=float),
        }
        pq.write_table(
            pa.table(columns),
            tmp_path / "a.parquet",
            row_group_size=count,
            data_page_size=1 << 15,
            use_dictionary=False,
        )
        whole = ParquetRuns(files.open_content(tmp_path / "a.parquet"), "a", False)
        assert sum(len(run) for stretch in whole.stretches() for run in stretch()) == count
        assert sum(reads) > 10 * (1 << 16)
        assert max(reads) <= 4 * (1 << 16)


# ---------------------------------------------------------------- how much was taken

TOPICS, DEPTH = 1_500, 1_000
SCRIPT = """
import json, sys
import intervale as iv
from hashlib import sha256
qrels, run, memory, options = sys.argv[1:]
try:
    found = iv.evaluate(qrels, run, ["AP", "nDCG@10"], memory=memory or None, **json.loads(options))
    said = sha256(found.values.tobytes()).hexdigest(), [note.split(": ")[-1] for note in found.notes]
except iv.IntervaleError as error:
    said = str(error), None
with open("/proc/self/status") as status:
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(json.dumps([1024 * peak, *said]))
"""

pytest_linux = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="the largest memory that a process took is asked of Linux (/proc)"
)


class Taken(NamedTuple):
    """What a process took, and what it found: a digest of values with notes, or what it refused."""

    peak: int
    values: str
    notes: list[str] | None


def digits(numbers: np.ndarray, width: int) -> np.ndarray:
    """Numbers as rows of digits."""
    return (numbers[:, None] // 10 ** np.arange(width)[::-1] % 10 + ord("0")).astype(np.uint8)


def columns_of(*parts: bytes | np.ndarray) -> np.ndarray:
    """Rows of bytes from columns and what stands between them."""
    count = next(len(part) for part in parts if isinstance(part, np.ndarray))
    wide = (np.tile(np.frombuffer(part, np.uint8), (count, 1)) if isinstance(part, bytes) else part for part in parts)
    return np.concatenate(list(wide), axis=1)


def texts(column: np.ndarray) -> pa.Array:
    """Rows of bytes as a column of texts."""
    ends = np.arange(len(column) + 1, dtype=np.int32) * column.shape[1]
    data = pa.py_buffer(np.ascontiguousarray(column).tobytes())
    return pa.StringArray.from_buffers(len(column), pa.py_buffer(ends), data)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One run in several forms, and two sets of judgments."""
    home, draw = tmp_path_factory.mktemp("memory"), np.random.default_rng(4)
    topic, rank = np.divmod(np.arange(TOPICS * DEPTH), DEPTH)
    topics, documents = digits(topic, 4), digits((topic * 7919 + rank * 104_729) % 10**7, 7)
    scores = (DEPTH - rank) // 2  # two by two tied
    lines = columns_of(b"q", topics, b" Q0 doc-", documents, b" ", digits(rank, 4), b" ", digits(scores, 4), b".25 A\n")
    text = lines.tobytes()
    (home / "plain.run").write_bytes(text)
    (home / "stray.run").write_bytes(text[lines.shape[1] :] + text[: lines.shape[1]])
    (home / "both").mkdir()
    for name in ("plain.run", "stray.run"):
        os.link(home / name, home / "both" / name)
    (home / "shuffled.run").write_bytes(lines[draw.permutation(len(lines))].tobytes())
    (home / "packed.run.gz").write_bytes(zlib.compress(text, 1, 31))
    (home / "wrong.run").write_bytes(text + b"q1 Q0 a 1 much A\n")
    table = pa.table({"topic": texts(columns_of(b"q", topics)), "document": texts(columns_of(b"doc-", documents))})
    table = table.append_column("score", pa.array(scores + 0.25))
    pq.write_table(table, home / "groups.parquet", row_group_size=200_000)
    judgments = columns_of(b"q", topics, b" 0 doc-", documents, b" ", digits(draw.integers(0, 3, len(rank)), 1), b"\n")
    (home / "many.qrels").write_bytes(judgments.tobytes())
    (home / "few.qrels").write_bytes(judgments[draw.random(len(rank)) < 0.02].tobytes())
    assert (home / "plain.run").stat().st_size > 50 * MB
    assert (home / "many.qrels").stat().st_size > 30 * MB
    return home


def taken(folder: Path, qrels: str, run: str, memory: str, *, feed: Path | None = None, **options) -> Taken:
    """What another process takes for an evaluation; ``feed`` goes through its standard input."""
    command = [sys.executable, "-c", SCRIPT, qrels, run, memory, json.dumps(options)]
    with nullcontext() if feed is None else subprocess.Popen(["cat", feed], stdout=subprocess.PIPE) as cat:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL if cat is None else cat.stdout,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    return Taken(*json.loads(done.stdout))


@pytest.fixture(scope="module")
def without_limit(folder):
    """What is found without a limit, by the judgments; asked once."""
    found = {}
    for qrels in ("few.qrels", "many.qrels"):
        one = iv.evaluate(folder / qrels, folder / "plain.run", ["AP", "nDCG@10"])
        notes = [note.split(": ")[-1] for note in one.notes]
        assert any("tied scores" in note for note in notes)
        found[qrels] = hashlib.sha256(one.values.tobytes()).hexdigest(), notes
    return found


@pytest.fixture(scope="module")
def enough(folder):
    """What a process says is enough for it, by the judgments, and a little more."""
    found = {}
    for qrels in ("few.qrels", "many.qrels"):
        said = taken(folder, qrels, "plain.run", "10MB").values
        words = re.fullmatch(r"memory=10 MB is not enough: .* take \d+ MB; give at least (\d+) MB", said)
        assert words, said
        found[qrels] = int(1.1 * int(words[1]) * MB)  # from one start to the next a process takes more or less
    return found


@pytest_linux
class TestTaken:
    """As much as was said to be enough, and a tenth more: what the allocators of others keep is not counted here.

    Reading all of the plain file first takes 320 MB. Before runs were read in parts, a stray line took 400 MB, the
    shuffled file 410 MB, the archive 170 MB, and the Parquet file 330 MB; 30 MB of judgments took 315 MB.
    """

    @pytest.mark.parametrize("run", ["plain.run", "stray.run", "shuffled.run", "packed.run.gz"])
    def test_by_texts(self, run, folder, enough, without_limit):
        limit = enough["few.qrels"]
        assert limit < 150 * MB
        found = taken(folder, "few.qrels", run, str(limit))
        assert found[1:] == without_limit["few.qrels"]
        assert found.peak <= 1.1 * limit

    def test_by_many_judgments(self, folder, enough, without_limit):
        limit = enough["many.qrels"]
        assert limit > enough["few.qrels"] + 100 * MB
        found = taken(folder, "many.qrels", "plain.run", str(limit))
        assert found[1:] == without_limit["many.qrels"]
        assert found.peak <= 1.1 * limit

    def test_by_a_parquet_file(self, folder, without_limit):
        found = taken(folder, "few.qrels", "groups.parquet", "240MB")
        assert found[1:] == without_limit["few.qrels"]
        assert found.peak <= 1.1 * 240 * MB

    def test_by_a_parquet_file_with_little(self, folder, enough, without_limit):
        """It is refused, or the limit is kept to."""
        limit = enough["few.qrels"]
        found = taken(folder, "few.qrels", "groups.parquet", str(limit))
        assert found.peak <= 1.1 * limit
        assert found[1:] == without_limit["few.qrels"] or "is not enough" in found.values

    @pytest.mark.parametrize("how", ["standard input", "a named pipe"])
    def test_by_a_pipe(self, how, folder, enough, without_limit, tmp_path, monkeypatch):
        """It is put into a file, which is gone when the process has ended."""
        monkeypatch.setenv("TMPDIR", str(tmp_path))
        limit, run = enough["few.qrels"], "-"
        if how == "a named pipe":
            run = str(folder / "pipe")
            os.mkfifo(run)
            writer = subprocess.Popen(["sh", "-c", 'cat plain.run > "$0"', run], cwd=folder)
            found = taken(folder, "few.qrels", run, str(limit))
            assert writer.wait(timeout=60) == 0
        else:
            found = taken(folder, "few.qrels", run, str(limit), feed=folder / "plain.run")
        assert found[1:] == without_limit["few.qrels"]
        assert found.peak <= 1.1 * limit
        assert not list(tmp_path.iterdir())

    def test_by_several_runs(self, folder, enough, without_limit):
        """One at a time where there is no room for two."""
        limit = enough["few.qrels"]
        found = taken(folder, "few.qrels", "both", str(limit))
        assert found.notes == 2 * without_limit["few.qrels"][1], found.values
        assert found.peak <= 1.1 * limit

    @pytest.mark.xfail(reason="the lines of a stretch that is wrong are held as objects of Python", strict=False)
    def test_by_an_error_at_the_end(self, folder, enough):
        limit = enough["few.qrels"]
        found = taken(folder, "few.qrels", "wrong.run", str(limit))
        assert found.values == "wrong.run:1500001: expected a number as score, found 'much'"
        assert found.peak <= 1.1 * limit

    def test_judgments_that_do_not_fit(self, folder, enough):
        """What they take is said before they are made ready for looking up."""
        found = taken(folder, "many.qrels", "plain.run", "200MB")
        assert found.values.startswith("memory=200 MB is not enough: what is loaded and the judgments take ")
        assert found.peak <= 1.1 * 200 * MB
