"""Opening files: what is read is bounded and linear, and a file that changes while it is read harms nobody."""

import bz2
import contextlib
import gzip
import lzma
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest

import intervale as iv
from intervale.data import files
from intervale.data.files import read_content

RUN = b"q1 Q0 d1 1 2.5 mine\n"


PACKERS = {"gz": gzip.compress, "xz": lzma.compress, "bz2": bz2.compress}


CUT_WHILE_READ = """
import os, sys
from intervale.data import files
content = files.read_content(sys.argv[1])
os.truncate(sys.argv[1], 1000)
print(sum(map(len, content.split(b"\\n"))))
"""


def test_a_large_file_that_is_cut_short_after_it_was_opened_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "large.run"
    count = 2_500_000  # 50 MB
    path.write_bytes(RUN * count)
    command = [sys.executable, "-c", CUT_WHILE_READ, path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout) == (0, f"{(len(RUN) - 1) * count}\n"), done


def test_a_file_that_is_cut_short_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.run"
    path.write_bytes(RUN * 100)
    real = os.fstat

    def looked_at_then_cut(descriptor: int) -> os.stat_result:
        found = real(descriptor)
        os.truncate(path, 50)
        return found

    monkeypatch.setattr(files.os, "fstat", looked_at_then_cut)
    with pytest.raises(iv.InputError, match=r"a.run: was truncated while it was read: 50 of 2,000 bytes are left"):
        read_content(path)


def test_memory_is_taken_by_the_size_of_the_file(tmp_path: Path) -> None:
    """Under a limit of 3 GiB of address space, where 4 GiB at once were refused."""
    (tmp_path / "qrels").write_bytes(b"q1 0 d1 1\n")
    (tmp_path / "run").write_bytes(RUN)
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30)); "
        "from intervale.cli import main; main(sys.argv[1:])"
    )
    words = ["evaluate", "qrels", "run", "-m", "AP", "-f", "csv"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout.splitlines()[1:]) == (0, ["mine,all,AP,1.0"]), done


def test_a_file_that_does_not_fit_into_memory_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_bytes(b"q1 0 d1 1\n")
    with (tmp_path / "run").open("wb") as file:
        file.truncate(1 << 36)  # without taking room on the disk
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30)); "
        "from intervale.cli import main; main(sys.argv[1:])"
    )
    words = ["evaluate", "qrels", "run", "-m", "AP"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr == "intervale: run: does not fit into memory\n"


class TestArchives:
    def test_many_empty_members_are_read_in_linear_time(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is given to the unpacker is counted: each byte once, and 1 KiB beside it for each member."""
        fed = []

        class Counting(files._Member):
            def pieces(self, data):
                fed.append(len(data))
                return super().pieces(data)

        monkeypatch.setattr(files, "_Member", Counting)
        path = tmp_path / "a.run.gz"
        members = 20_000
        content = gzip.compress(b"", mtime=0) * members + gzip.compress(RUN, mtime=0)
        path.write_bytes(content)
        assert read_content(path) == RUN
        assert sum(fed) <= 2 * len(content) + 1024 * (members + 1)

    def test_what_is_filled_up_with_zeros_is_read(self, tmp_path: Path) -> None:
        path = tmp_path / "a.run.gz"
        path.write_bytes(gzip.compress(RUN) + bytes(5_000_000) + gzip.compress(RUN) + bytes(100))
        assert read_content(path) == RUN * 2

    @pytest.mark.parametrize("kind", PACKERS)
    def test_members_of_any_size_are_read(self, kind: str, tmp_path: Path) -> None:
        pack, path = PACKERS[kind], tmp_path / f"a.run.{kind}"
        parts = [RUN * count for count in (0, 1, 100, 100_000, 0, 3)]
        path.write_bytes(b"".join(map(pack, parts)))
        assert read_content(path) == b"".join(parts)

    @pytest.mark.parametrize("kind", PACKERS)
    def test_what_is_cut_off_or_damaged_anywhere_is_refused(self, kind: str, tmp_path: Path) -> None:
        path = tmp_path / f"a.run.{kind}"
        whole = PACKERS[kind](b"".join(b"q1 Q0 d%d 1 %d mine\n" % (n, -n) for n in range(500)))
        magic = {"gz": 2, "xz": 6, "bz2": 3}[kind]
        for end in range(magic, len(whole), 7):
            path.write_bytes(whole[:end])
            with pytest.raises(iv.InputError, match=r"damaged or truncated \w+ archive"):
                read_content(path)
        for place in range(magic, len(whole), 11):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
            with contextlib.suppress(iv.InputError):  # some bytes of a header may be anything
                read_content(path)

    @pytest.mark.parametrize("end", [5, 20, -3, -1])
    def test_zstd_that_is_cut_off_is_refused(self, end: int, tmp_path: Path) -> None:
        path = tmp_path / "a.run.zst"
        content = b"".join(b"q1 Q0 d%d 1 %d mine\n" % (n, -n) for n in range(500))
        with pa.output_stream(str(path), compression="zstd") as stream:
            stream.write(content)
        assert read_content(path) == content
        path.write_bytes(path.read_bytes()[:end])
        with pytest.raises(iv.InputError, match="damaged or truncated zstd archive"):
            read_content(path)

    @pytest.mark.parametrize("kind", [*PACKERS, "zst"])
    def test_the_limit_is_named(self, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(files, "MOST_UNPACKED", 1 << 24)
        path = tmp_path / f"a.run.{kind}"
        if kind == "zst":
            with pa.output_stream(str(path), compression="zstd") as stream:
                stream.write(bytes(1 << 25))
        else:
            path.write_bytes(PACKERS[kind](bytes(1 << 25)))
        with pytest.raises(iv.InputError, match="archive unpacks to more than 16 MiB; unpack it to a file"):
            read_content(path)


class TestNames:
    def test_a_frame_without_a_name_is_called_run(self) -> None:
        frame = pa.table({"topic": ["q1"], "document": ["d1"], "score": [1.0]})
        qrels = {"q1": {"d1": 1}}
        assert iv.read_run(frame).name == "run"
        assert iv.evaluate(qrels, frame, ["AP"]).systems == ("run",)
        assert iv.evaluate(qrels, [frame, frame], ["AP"]).systems == ("run", "run (2)")
        assert iv.evaluate(qrels, [{"q1": {"d1": 1.0}}] * 2, ["AP"]).systems == ("run", "run (2)")

    def test_topics_may_be_whole_numbers(self) -> None:
        qrels = {1: {"a": 1}, 2: {"a": 1}, 3: {"a": 1}}
        table = iv.evaluate(qrels, {"mine": {1: {"a": 1.0}, 3: {"a": 1.0}}}, ["AP"], topics=[1, 2])
        assert table.topics == ("1", "2")

    @pytest.mark.parametrize("topics", [7, [1.5], [None], [["q1"]]])
    def test_what_is_no_topic_is_refused(self, topics: object) -> None:
        with pytest.raises(iv.IntervaleError, match="topics"):
            iv.evaluate({"q1": {"a": 1}}, {"mine": {"q1": {"a": 1.0}}}, ["AP"], topics=topics)

    @pytest.mark.parametrize("scores", [[1.0, "x"], [1j, 2j], [10**30, 1]])
    def test_a_frame_that_mixes_kinds_is_refused(self, scores: list[object]) -> None:
        frame = pd.DataFrame({"topic": ["q1", "q1"], "document": ["d1", "d2"], "score": scores})
        with pytest.raises(iv.InputError, match="the frame cannot be read"):
            iv.read_run(frame)

    @pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "q/" * 3000])
    def test_a_name_that_no_file_can_have_is_refused(self, name: str) -> None:
        with pytest.raises(iv.InputError) as refused:
            iv.evaluate({"q1": {"a": 1}}, name, ["AP"])
        assert len(str(refused.value)) < 400


def test_a_named_pipe_is_opened_once(tmp_path: Path) -> None:
    """Whoever opens it a second time waits for another writer."""
    os.mkfifo(tmp_path / "pipe")
    writer = subprocess.Popen(["/bin/sh", "-c", f"printf 'q Q0 d 1 1 t\\n' > '{tmp_path}/pipe'"])
    code = f"import intervale as iv; print(len(iv.read_run({str(tmp_path / 'pipe')!r})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, writer.wait(timeout=60)) == ("1\n", 0), done.stderr


def test_a_file_that_is_replaced_while_it_is_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text("q Q0 d 1 1 t\n")
    content = files.open_content(path)
    assert content[:1] == b"q"
    (tmp_path / "other").write_text("q Q0 e 1 1 t\n")
    (tmp_path / "other").replace(path)
    with pytest.raises(iv.InputError, match="was changed while it was read"):
        content[:]
