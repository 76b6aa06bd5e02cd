"""Files behind URLs: what is read and written there is what a disk would hold, errors say what is wrong, and passwords
and signatures stay secret.

Three kinds of storage: fsspec's own memory, ``file://`` and ``zip://`` for the command line, which is another process,
and servers on this machine: one that speaks HTTP, and one that speaks S3 (moto).
"""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import os
import pickle
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from itertools import count, product
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

import intervale as iv
from intervale.cli import main
from intervale.data import cuts, trec
from intervale.data.files import file_stem, open_content, read_content
from intervale.data.made_up import made_up_collection, write_trec
from intervale.data.storage import is_url, listed, plain_url, remote_file, url_of
from intervale.data.tables import table_kind

fsspec = pytest.importorskip("fsspec", reason="URLs need fsspec")

QRELS, RUNS = made_up_collection(topics=8, documents=120, depth=30)
MEASURES = ["AP", "nDCG@10", "num_ret"]
SECRET = "topsecret"
judging = import_module("intervale.data.judge")  # the module, and not the function of this name


@pytest.fixture
def memory() -> Iterator[Any]:
    """fsspec's file system in memory, empty."""
    files = fsspec.filesystem("memory")

    def empty() -> None:
        files.store.clear()
        files.pseudo_dirs[:] = [""]

    empty()
    yield files
    empty()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with judgments, and one with a run of each system."""
    write_trec(tmp_path, QRELS, RUNS)
    (tmp_path / "runs").mkdir()
    for system in RUNS:
        (tmp_path / f"{system}.run").rename(tmp_path / "runs" / f"{system}.run")
    return tmp_path


@pytest.fixture
def remote(folder: Path, memory: Any) -> str:
    """The same files behind a URL."""
    return mirrored(folder, memory, "c")


def mirrored(folder: Path, memory: Any, name: str) -> str:
    """A folder with all that is below it, put into memory under a name; its URL."""
    for path in folder.rglob("*"):
        if path.is_file():
            memory.pipe_file(f"/{name}/{path.relative_to(folder).as_posix()}", path.read_bytes())
    return f"memory://{name}"


def text_of(system: str) -> bytes:
    rows = (
        f"{topic} Q0 {document} {rank} {score} {system}\n"
        for topic, inner in RUNS[system].items()
        for rank, (document, score) in enumerate(inner.items(), start=1)
    )
    return "".join(rows).encode()


def table_of(system: str) -> pa.Table:
    rows = [(topic, document, score) for topic, inner in RUNS[system].items() for document, score in inner.items()]
    return pa.table(dict(zip(("topic", "document", "score"), map(list, zip(*rows, strict=True)), strict=True)))


def parquet_of(system: str) -> bytes:
    out = io.BytesIO()
    parquet.write_table(table_of(system), out, row_group_size=50)
    return out.getvalue()


def csv_of(system: str) -> bytes:
    columns = table_of(system).to_pydict().values()
    return "".join(
        f"{t},{d},{s}\n" for t, d, s in [("topic", "document", "score"), *zip(*columns, strict=True)]
    ).encode()


KINDS: dict[str, Callable[[str], bytes]] = {
    "run": text_of,
    "run.gz": lambda system: gzip.compress(text_of(system)),
    "run.xz": lambda system: lzma.compress(text_of(system)),
    "parquet": parquet_of,
    "parquet.gz": lambda system: gzip.compress(parquet_of(system)),
    "csv": csv_of,
    "csv.gz": lambda system: gzip.compress(csv_of(system)),
}


class TestMemory:
    @pytest.mark.parametrize("kind", KINDS)
    def test_a_run_of_each_kind_is_the_one_of_a_disk(self, kind: str, folder: Path, memory: Any) -> None:
        for system in RUNS:
            (folder / f"{system}.{kind}").write_bytes(KINDS[kind](system))
        url = mirrored(folder, memory, "c")
        local, far = (
            iv.evaluate(f"{root}/qrels.txt", [f"{root}/{system}.{kind}" for system in RUNS], MEASURES)
            for root in (folder, url)
        )
        assert far == local == iv.evaluate(QRELS, RUNS, MEASURES)
        assert far.systems == tuple(RUNS)
        assert far.notes  # one of the systems has ties

    @pytest.mark.parametrize("kind", ["txt.gz", "parquet", "json"])
    def test_judgments_of_each_kind_are_those_of_a_disk(
        self, kind: str, folder: Path, remote: str, memory: Any
    ) -> None:
        rows = [(topic, document, grade) for topic, inner in QRELS.items() for document, grade in inner.items()]
        table = dict(zip(("topic", "document", "grade"), map(list, zip(*rows, strict=True)), strict=True))
        path = folder / f"q.{kind}"
        if kind == "parquet":
            parquet.write_table(pa.table(table), path)
        elif kind == "json":
            path.write_text(str(QRELS).replace("'", '"'))
        else:
            path.write_bytes(gzip.compress((folder / "qrels.txt").read_bytes()))
        memory.pipe_file(f"/c/q.{kind}", path.read_bytes())
        local, far = (iv.evaluate(f"{root}/q.{kind}", f"{root}/runs", MEASURES) for root in (folder, remote))
        assert far == local == iv.evaluate(QRELS, RUNS, MEASURES)

    @pytest.mark.parametrize("runs", ["runs", "runs/", "runs/*.run", "runs/[a-c]*.run", "r*s/d*.run"])
    def test_folders_and_patterns(self, runs: str, folder: Path, remote: str) -> None:
        local, far = (iv.evaluate(f"{root}/qrels.txt", f"{root}/{runs}", MEASURES) for root in (folder, remote))
        assert far == local
        assert len(far.systems) == {"runs/[a-c]*.run": 3, "r*s/d*.run": 1}.get(runs, 4)

    @pytest.mark.parametrize("qrels", ["memory://c/qrels.txt", "memory:///c/qrels.txt"])
    def test_a_folder_of_runs_may_hold_the_judgments(self, qrels: str, folder: Path, memory: Any) -> None:
        shutil.copy(folder / "qrels.txt", folder / "runs")
        mirrored(folder / "runs", memory, "c")
        assert iv.evaluate(folder / "runs/qrels.txt", folder / "runs", ["AP"]).systems == tuple(RUNS)
        assert iv.evaluate(qrels, "memory://c", ["AP"]).systems == tuple(RUNS)

    def test_a_file_of_topics(self, folder: Path, remote: str, memory: Any) -> None:
        (folder / "topics.txt").write_text("t03\nt01\n\n")
        memory.pipe_file("/c/topics.txt", b"t03\nt01\n\n")
        local, far = (
            iv.evaluate(f"{root}/qrels.txt", f"{root}/runs", MEASURES, topics=f"{root}/topics.txt")
            for root in (folder, remote)
        )
        assert far == local
        assert set(far.topics) == {"t01", "t03"}

    @pytest.mark.parametrize(
        ("name", "content", "options"),
        [
            ("a.run", "t01 Q0 doc-ä 1 2 Æ\nt01 Q0 b 2 1 Æ\n".encode("latin-1"), {"encoding": "latin-1"}),
            ("a.run", "t01 Q0 doc-0001 1 2 A\n".encode("utf-16"), {"encoding": "utf-16"}),
            ("a.tsv", b"t01\tdoc-0001\t2\nt01\tdoc-0002\t1\n", {"columns": "topic,document,score"}),
            ("a.run", b"t01 Q0 doc-0001 2 1 A\nt01 Q0 doc-0002 1 1 A\n", {"ties": "rank"}),
            ("a.run", b"t01 Q0 doc-0001 1 1 A\nt01 Q0 doc-0001 2 3 A\n", {"duplicates": "best"}),
        ],
    )
    def test_options_about_files(
        self, name: str, content: bytes, options: dict[str, str], tmp_path: Path, memory: Any
    ) -> None:
        (tmp_path / name).write_bytes(content)
        memory.pipe_file(f"/c/{name}", content)
        local, far = (iv.evaluate(QRELS, f"{root}/{name}", MEASURES, **options) for root in (tmp_path, "memory://c"))
        assert far == local
        assert far.judged is not None
        assert far.judged.retrieved.sum() in (1, 2)

    def test_readers(self, folder: Path, remote: str) -> None:
        assert len(iv.read_qrels(f"{remote}/qrels.txt")) == len(iv.read_qrels(folder / "qrels.txt"))
        far, local = iv.read_run(f"{remote}/runs/dune.run"), iv.read_run(folder / "runs/dune.run")
        assert (far.name, far.score.tolist()) == (local.name, local.score.tolist())
        assert far.source == f"{remote}/runs/dune.run"
        assert [run.name for run in iv.read_runs(f"{remote}/runs")] == list(RUNS)

    def test_a_path_that_lost_a_slash_is_a_url(
        self, folder: Path, remote: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert is_url(Path("s3://bucket/x"))
        assert str(Path("s3://bucket/x")) == "s3:/bucket/x"
        assert url_of(Path("s3://bucket/x")) == "s3://bucket/x"
        runs = [Path(f"{remote}/runs/{system}.run") for system in RUNS]
        found = iv.evaluate(Path(f"{remote}/qrels.txt"), runs, MEASURES)
        assert found == iv.evaluate(QRELS, RUNS, MEASURES)
        found.save(Path("memory://out/e.parquet"))
        assert iv.read_scores("memory://out/e.parquet") == found
        here = folder / "s3:" / "bucket"
        here.mkdir(parents=True)
        (here / "x").write_bytes(text_of("dune"))
        monkeypatch.chdir(folder)
        assert not is_url(Path("s3://bucket/x"))  # there is a file of this name
        assert iv.read_run(Path("s3://bucket/x")).name == "dune"

    def test_a_path_of_a_file_url_is_that_url(self, folder: Path) -> None:
        assert iv.read_run(Path(f"file://{folder}/runs/dune.run")).name == "dune"

    @pytest.mark.parametrize(
        ("text", "url"),
        [
            *[("s3://b/x", True), ("gs://b", True), ("zip://a::s3://b/x.zip", True), ("hdfs://h:1/x", True)],
            *[("C:\\runs\\a.run", False), ("C:/runs/a.run", False), ("c://x", False), ("a.run", False), ("-", False)],
            *[("runs/s3://x", False), ("://x", False), (7, False), (None, False), (b"s3://b/x", False)],
        ],
    )
    def test_what_is_a_url(self, text: object, url: bool) -> None:
        assert is_url(text) is url

    def test_a_chain_that_begins_with_a_cache_is_a_url(self, folder: Path) -> None:
        assert is_url("simplecache::s3://bucket/a.run")
        assert iv.read_run(f"simplecache::file://{folder}/runs/dune.run").name == "dune"

    def test_saved_and_read_back(self, folder: Path, remote: str, memory: Any) -> None:
        found = iv.evaluate(f"{remote}/qrels.txt", f"{remote}/runs", ["P@5", "AP@5"], interval=True)
        found.save("memory://x/deep/e.parquet")
        again = iv.read_scores("memory://x/deep/e.parquet")
        assert again == found
        assert memory.cat("/x/deep/e.parquet") == found.saved_bytes()
        assert memory.find("/x") == ["/x/deep/e.parquet"]
        names = [one.name for one in again.provenance.files]
        assert names == ["qrels.txt", *(f"{system}.run" for system in sorted(RUNS)), "memory://x/deep/e.parquet"]
        found.save(folder / "e.parquet")
        assert iv.read_scores(folder / "e.parquet") == again

    def test_a_score_matrix(self, memory: Any) -> None:
        memory.pipe_file("/m.csv", b"topic,A,B\n1,0.5,1\n2,0.25,0\n")
        assert iv.read_scores("memory://m.csv").values.tolist() == [[[0.5, 0.25], [1.0, 0.0]]]

    def test_a_report(self, remote: str, memory: Any) -> None:
        found = iv.evaluate(f"{remote}/qrels.txt", f"{remote}/runs", ["P@5"])
        page = iv.report(found, output="memory://out/report.html")
        assert memory.cat("/out/report.html").decode() == page
        assert "4 systems on 8 topics" in page

    def test_where_files_came_from(self, folder: Path, remote: str, memory: Any) -> None:
        found = iv.evaluate(f"{remote}/qrels.txt", f"{remote}/runs/*.run", ["AP"])
        memory.pipe_file("/c/runs/dune.run", b"t01 Q0 doc-0001 1 2 dune\n")
        assert all(one.name.startswith("memory://") for one in found.provenance.files)
        records = {one.name.rpartition("/")[2]: (one.role, one.sha256) for one in found.provenance.files}
        assert records.pop("dune.run") == ("run", "changed since it was read")
        qrels = (folder / "qrels.txt").read_bytes()
        assert records.pop("qrels.txt") == ("qrels", hashlib.sha256(qrels).hexdigest())
        for name, found_record in records.items():
            assert found_record == ("run", hashlib.sha256((folder / "runs" / name).read_bytes()).hexdigest())
        assert len(records) == 3

    def test_a_large_file_is_read_by_ranges(self, memory: Any, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        small_pieces(monkeypatch)
        content = text_of("aurora")
        memory.pipe_file("/a.run", content)
        asked = ranges(memory, monkeypatch)
        found = iv.evaluate(QRELS, "memory://a.run", MEASURES)
        assert found == iv.evaluate(QRELS, {"aurora": RUNS["aurora"]}, MEASURES)
        assert len(asked) >= len(content) >> 10
        assert max(stop - start for start, stop in asked) <= 1 << 12 < len(content)  # so much of the first line
        assert set().union(*(range(start, stop) for start, stop in asked)) == set(range(len(content)))

    def test_of_a_parquet_file_only_the_columns_that_are_needed_are_fetched(
        self, memory: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = table_of("aurora")
        noise = np.random.default_rng(1).bytes(40_000 * table.num_rows).hex()
        wide = table.append_column("text", [[noise[n * 80_000 : (n + 1) * 80_000] for n in range(table.num_rows)]])
        out = io.BytesIO()
        parquet.write_table(wide, out, use_dictionary=["topic", "document"], compression="none", row_group_size=60)
        memory.pipe_file("/aurora.parquet", out.getvalue())
        asked = ranges(memory, monkeypatch)
        found = iv.evaluate(QRELS, "memory://aurora.parquet", MEASURES)
        assert found == iv.evaluate(QRELS, {"aurora": RUNS["aurora"]}, MEASURES)
        assert sum(stop - start for start, stop in asked) < len(out.getvalue()) / 5


def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be fetched in pieces of 1 kB, with little around them."""
    monkeypatch.setattr(trec, "FETCHED", 1 << 10)
    for module in (cuts, trec):
        monkeypatch.setattr(module, "BEFORE", 100)
        monkeypatch.setattr(module, "NEAR", 400)


def ranges(memory: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The parts of files that are fetched from now on."""
    asked = []
    really = type(memory).cat_file

    def counting(self: Any, path: str, start: int | None = None, end: int | None = None, **options: Any) -> bytes:
        content: bytes = really(self, path, start=start, end=end, **options)
        asked.append((start or 0, (start or 0) + len(content)))
        return content

    monkeypatch.setattr(type(memory), "cat_file", counting)  # of the class: each thread has an object of its own
    return asked


class TestNames:
    """What a file is called in results and messages, and what its name says about its form."""

    def test_messages_name_the_url_and_the_line(
        self, folder: Path, memory: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Also where the line is far behind what was fetched first, and where a run is not read as a whole for it."""
        small_pieces(monkeypatch)
        good = text_of("dune")
        bad = {
            "columns": good + b"t09 Q0 x\n",
            "number": good + b"t09 Q0 x 1 high dune\n",
            "twice": good + good.splitlines(keepends=True)[0],
        }
        for name, content in bad.items():
            memory.pipe_file(f"/b/{name}.run", content)
            (folder / f"{name}.run").write_bytes(content)
            said = set()
            for root, limit in product((f"{folder}/", "memory://b/"), (None, "16GB")):
                with pytest.raises(iv.InputError) as refused:
                    iv.evaluate(QRELS, f"{root}{name}.run", ["AP"], memory=limit)
                said.add(str(refused.value).removeprefix(root))
            assert len(said) == 1
            assert said.pop().startswith(f"{name}.run:{1 + good.count(10)}: ")

    def test_a_damaged_parquet_file_is_named(self, memory: Any) -> None:
        memory.pipe_file("/b/a.parquet", parquet_of("dune")[:-30] + b"PAR1")
        with pytest.raises(iv.InputError, match=r"^memory://b/a\.parquet: damaged or not Parquet"):
            iv.evaluate(QRELS, "memory://b/a.parquet", ["AP"])

    def test_a_damaged_archive_is_named(self, memory: Any) -> None:
        memory.pipe_file("/b/a.run.gz", gzip.compress(text_of("dune"))[:-30])
        with pytest.raises(iv.InputError, match=r"^memory://b/a\.run\.gz: damaged or truncated gzip archive"):
            iv.evaluate(QRELS, "memory://b/a.run.gz", ["AP"])

    def test_a_run_without_a_tag_is_called_as_its_file(self, memory: Any) -> None:
        memory.pipe_file("/deep/er/bm25.parquet", parquet_of("dune"))
        assert iv.evaluate(QRELS, "memory://deep/er/bm25.parquet", ["AP"]).systems == ("bm25",)

    def test_the_ending_is_that_of_the_file_and_not_of_the_query(self, memory: Any) -> None:
        url = "https://host/run.csv?X-Amz-Signature=1"
        assert (table_kind(plain_url(url), b"a,b\n"), file_stem(plain_url(url))) == ("csv", "run")
        memory.pipe_file("/bm25.csv?X-Amz-Signature=1", csv_of("dune"))
        assert iv.evaluate(QRELS, "memory://bm25.csv?X-Amz-Signature=1", ["AP"]).systems == ("bm25",)

    def test_the_ending_is_that_of_the_file_and_not_of_the_archive(self, tmp_path: Path) -> None:
        with zipfile.ZipFile(tmp_path / "x.zip", "w") as file:
            file.writestr("bm25.csv", csv_of("dune"))
        assert iv.evaluate(QRELS, f"zip://bm25.csv::file://{tmp_path}/x.zip", ["AP"]).systems == ("bm25",)

    def test_the_files_of_an_archive(self, folder: Path) -> None:
        with zipfile.ZipFile(folder / "x.zip", "w") as file:
            for system in RUNS:
                file.writestr(f"in/{system}.run", text_of(system))
        want = iv.evaluate(QRELS, RUNS, MEASURES)
        for runs in ("in", "in/*.run"):
            assert iv.evaluate(QRELS, f"zip://{runs}::file://{folder}/x.zip", MEASURES) == want

    def test_a_pattern_at_the_root(self, folder: Path, memory: Any) -> None:
        want = iv.evaluate(QRELS, RUNS, MEASURES)
        with zipfile.ZipFile(folder / "x.zip", "w") as file:
            for system in RUNS:
                file.writestr(f"{system}.run", text_of(system))
                memory.pipe_file(f"/{system}.run", text_of(system))
        assert iv.evaluate(QRELS, f"zip://*.run::file://{folder}/x.zip", MEASURES) == want
        assert iv.evaluate(QRELS, "memory://*.run", MEASURES) == want
        mirrored(folder / "runs", memory, "deep")
        assert iv.evaluate(QRELS, "memory://*/*.run", MEASURES) == want

    def test_a_folder_that_holds_judgments_by_a_name_and_by_a_url(self, folder: Path) -> None:
        shutil.copy(folder / "qrels.txt", folder / "runs")
        name, url = f"{folder}/runs", f"file://{folder}/runs"
        assert iv.evaluate(f"{name}/qrels.txt", url, ["AP"]).systems == tuple(RUNS)
        assert iv.evaluate(f"{url}/qrels.txt", name, ["AP"]).systems == tuple(RUNS)

    def test_a_url_that_is_given_twice_is_noted_as_it_was_written(self, remote: str) -> None:
        url = f"{remote}/runs/dune.run"
        assert f"{url} is given 2 times: the same run under other names" in iv.evaluate(QRELS, [url, url], ["AP"]).notes

    def test_a_folder_by_a_relative_name(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(folder)
        assert iv.evaluate("file://qrels.txt", "file://runs/*.run", ["AP"]).systems == tuple(RUNS)
        assert iv.evaluate("file://qrels.txt", "file://runs", ["AP"]).systems == tuple(RUNS)

    def test_files_of_a_folder_on_a_host_are_read_from_that_host(
        self, folder: Path, memory: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As hdfs, sftp, ftp, smb and webhdfs: the host is no part of the path, but an argument of the file system."""
        from fsspec.implementations.memory import MemoryFileSystem
        from fsspec.registry import _registry
        from fsspec.utils import infer_storage_options

        class OnHost(MemoryFileSystem):
            protocol = "onhost"

            def __init__(self, host: str = "", **options: Any) -> None:
                super().__init__(**options)
                if host != "there":
                    raise ConnectionError(f"no host {host!r}")

            @classmethod
            def _strip_protocol(cls, path: str) -> str:
                return MemoryFileSystem._strip_protocol(infer_storage_options(path)["path"])

            @staticmethod
            def _get_kwargs_from_urls(url: str) -> dict[str, str]:
                return {"host": infer_storage_options(url).get("host", "")}

        monkeypatch.setitem(_registry, "onhost", OnHost)
        mirrored(folder, memory, "c")
        assert iv.read_run("onhost://there/c/runs/dune.run").name == "dune"
        assert iv.evaluate(QRELS, "onhost://there/c/runs/*.run", ["AP"]).systems == tuple(RUNS)
        assert iv.evaluate(QRELS, "onhost://there/c/runs", ["AP"]).systems == tuple(RUNS)


class TestCommand:
    """Other processes, which do not see the memory of this one; and the same commands in this one."""

    @pytest.fixture
    def command(self, folder: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
        def run(*words: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                [sys.executable, "-m", "intervale", *words],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
                env=os.environ | {"NO_COLOR": "1", "COLUMNS": "100"},
            )

        return run

    @pytest.fixture
    def here(
        self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> Callable[..., tuple[object, str, str]]:
        """A command in this process: its exit code, and what it writes to standard output and standard error."""

        def run(*words: str) -> tuple[object, str, str]:
            monkeypatch.chdir(folder)
            with pytest.raises(SystemExit) as left:
                main(list(words))
            said = capsys.readouterr()
            return left.value.code, said.out, said.err

        return run

    def test_file_urls_give_what_names_give(self, command: Any, here: Any, folder: Path) -> None:
        words = ["-m", "AP", "-m", "nDCG@10", "-f", "csv", "--per-topic"]
        far = command("evaluate", f"file://{folder}/qrels.txt", f"file://{folder}/runs", *words)
        assert (far.returncode, far.stdout, far.stderr) == here("evaluate", "qrels.txt", "runs", *words)
        assert far.returncode == 0
        assert far.stdout.count("\n") > 2 * 4 * 8

    def test_files_of_an_archive(self, command: Any, folder: Path) -> None:
        with zipfile.ZipFile(folder / "x.zip", "w") as file:
            file.write(folder / "qrels.txt", "qrels.txt")
            for system in RUNS:
                file.write(folder / f"runs/{system}.run", f"{system}.run")
        archive = f"::file://{folder}/x.zip"
        runs = [f"zip://{system}.run{archive}" for system in RUNS]
        done = command("evaluate", f"zip://qrels.txt{archive}", *runs, "-m", "AP", "-f", "csv")
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[1:] == self.means()

    def test_scores_are_written_to_a_file_url_and_read_from_it(self, command: Any, here: Any, folder: Path) -> None:
        output = f"file://{folder}/new/scores.parquet"
        done = command("evaluate", "qrels.txt", "runs", "-m", "AP", "-o", output)
        assert done.returncode == 0, done.stderr
        want = iv.evaluate(folder / "qrels.txt", folder / "runs", ["AP"])
        assert iv.read_scores(folder / "new/scores.parquet") == iv.read_scores(output) == want
        code, out, _ = here("evaluate", output, "-f", "csv")
        assert (code, out.splitlines()[1:]) == (0, self.means())

    def test_parts_behind_a_file_url(self, command: Any, here: Any, folder: Path) -> None:
        parts = f"file://{folder}/kept"
        done = command("evaluate", "qrels.txt", "runs", "-m", "AP", "-f", "csv", "--parts", parts)
        assert done.returncode == 0, done.stderr
        assert iv.read_scores(folder / "kept") == iv.read_scores(parts) == iv.evaluate(QRELS, RUNS, ["AP"])
        code, out, _ = here("evaluate", parts, "-f", "csv")
        assert (code, out.splitlines()[1:]) == (0, self.means())

    def test_topics_of_a_file_url(self, here: Any, folder: Path) -> None:
        (folder / "topics.txt").write_text("t03\n")
        words = ["-m", "num_ret", "-f", "csv", "--topics", f"file://{folder}/topics.txt"]
        code, out, _ = here("evaluate", "qrels.txt", "runs/dune.run", *words)
        assert (code, out.splitlines()[1:]) == (0, ["dune,all,num_ret,30"])

    def test_what_is_not_there_is_said_in_one_line(self, here: Any, folder: Path) -> None:
        url = f"file://{folder}/none.run"
        assert here("evaluate", "qrels.txt", url, "-m", "AP") == (2, "", f"intervale: {url}: no such file\n")

    def test_an_input_is_not_written_over_by_its_url(self, here: Any, folder: Path) -> None:
        run = folder / "runs/dune.run"
        before = run.read_bytes()
        code, _, said = here("evaluate", "qrels.txt", "runs/dune.run", "-m", "AP", "-f", "csv", "-o", f"file://{run}")
        assert run.read_bytes() == before
        assert (code, "is an input and would be overwritten" in said) == (2, True)

    @staticmethod
    def means() -> list[str]:
        found = iv.evaluate(QRELS, RUNS, ["AP"])
        return [f"{system},all,AP,{found.mean(system, 'AP')!r}" for system in RUNS]


class TestRefusals:
    @pytest.mark.parametrize(
        ("url", "said"),
        [
            ("memory://c/none.run", "memory://c/none.run: no such file"),
            ("memory://none/", "memory://none/: no such file"),
            ("memory://c/*.none", "memory://c/*.none: no file matches this pattern"),
            ("memory://none/*.run", "memory://none/*.run: no file matches this pattern"),
            ("memory://empty", "memory://empty: is a folder without files"),
            ("memory://hidden", "memory://hidden: is a folder without files"),
            ("nosuch://c/a.run", "nosuch://c/a.run: cannot be read: Protocol not known: nosuch"),
            ("zip://a.run::memory://c/none.zip", "zip://a.run::memory://c/none.zip: no such file"),
        ],
    )
    def test_what_is_not_there(self, url: str, said: str, remote: str, memory: Any) -> None:
        memory.makedirs("/empty")
        memory.pipe_file("/hidden/.a.run", b"")
        with pytest.raises(iv.IntervaleError) as refused:
            iv.evaluate(QRELS, url, ["AP"])
        assert str(refused.value) == said

    @pytest.mark.parametrize("what", ["qrels", "topics"])
    def test_judgments_and_topics_are_single_files(self, what: str, remote: str) -> None:
        given: dict[str, Any] = {"qrels": QRELS, "runs": RUNS, "measures": ["AP"]} | {what: remote}
        with pytest.raises(iv.InputError, match=r"^memory://c: is a folder; name a file$"):
            iv.evaluate(**given)

    def test_without_fsspec_the_remedy_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "fsspec.core", None)
        with pytest.raises(iv.OptionError, match=r"^s3://b/a\.run needs fsspec: pip install 'intervale\[remote\]'$"):
            iv.read_run("s3://b/a.run")

    def test_a_file_system_that_is_not_installed_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from fsspec.registry import known_implementations

        missing = {"class": "no_such_module.Files", "err": "Install nosuchfs to access nosuch"}
        monkeypatch.setitem(known_implementations, "nosuch", missing)
        with pytest.raises(iv.OptionError, match=r"^nosuch://b/a\.run: Install nosuchfs to access nosuch$"):
            iv.read_run("nosuch://b/a.run")

    @pytest.mark.parametrize(
        ("error", "said"),
        [
            (PermissionError("/a.run"), "cannot be read: permission denied"),
            (TimeoutError("it took too long\nby far"), "cannot be read: it took too long"),
            (KeyError(), "cannot be read: KeyError"),
            (MemoryError(), "does not fit into memory"),
        ],
    )
    def test_whatever_a_file_system_raises_becomes_a_sentence(
        self, error: Exception, said: str, memory: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        memory.pipe_file("/a.run", text_of("dune"))

        def fails(*_: Any, **__: Any) -> bytes:
            raise error

        monkeypatch.setattr(type(memory), "cat_file", fails)
        with pytest.raises(iv.InputError) as refused:
            iv.evaluate(QRELS, "memory://a.run", ["AP"])
        assert str(refused.value) == f"memory://a.run: {said}"

    def test_a_server_that_does_not_say_the_size(self, memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        memory.pipe_file("/a.run", text_of("dune"))
        monkeypatch.setattr(type(memory), "info", lambda _, path, **__: {"name": path, "size": None, "type": "file"})
        with pytest.raises(iv.InputError, match=r"its server does not say how large it is$"):
            read_content("memory://a.run")

    @pytest.mark.parametrize("left", [1, 700])
    def test_a_truncated_answer_is_refused(self, left: int, memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """Also where what there is ends with a line, and would be a shorter run."""
        content = text_of("dune")
        memory.pipe_file("/a.run", content)
        really = type(memory).cat_file
        last = content.rindex(b"\n", 0, len(content) - left) + 1

        def cut(self: Any, path: str, start: int, end: int) -> bytes:
            return bytes(really(self, path, start=start, end=min(end, last)))

        monkeypatch.setattr(type(memory), "cat_file", cut)
        said = rf"^memory://a\.run: gave [\d,]+ of {len(content):,} bytes that were asked for$"
        with pytest.raises(iv.InputError, match=said):
            iv.evaluate(QRELS, "memory://a.run", ["AP"])

    def test_what_cannot_be_written(self, memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        found = iv.evaluate(QRELS, RUNS, ["AP"])
        memory.pipe_file("/old.parquet", b"old")

        def fails(*_: Any, **__: Any) -> None:
            raise OSError("the store is full\nreally")

        monkeypatch.setattr(type(memory), "pipe_file", fails)
        with pytest.raises(iv.OptionError, match=r"^memory://old\.parquet cannot be written: the store is full$"):
            found.save("memory://old.parquet")
        assert memory.cat("/old.parquet") == b"old"
        with pytest.raises(iv.OptionError, match=r"^nosuch://a cannot be written: Protocol not known: nosuch$"):
            found.save("nosuch://a")

    @pytest.mark.parametrize(
        "output",
        [
            "memory://c/runs/dune.run",
            "memory:///c/runs/dune.run",
        ],
    )
    def test_an_input_is_not_written_over(self, output: str, remote: str, memory: Any) -> None:
        before = memory.cat("/c/runs/dune.run")
        found = iv.evaluate(f"{remote}/qrels.txt", [f"{remote}/runs/dune.run", f"{remote}/runs/aurora.run"], ["P@5"])
        with pytest.raises(iv.OptionError, match="is an input and would be overwritten"):
            iv.report(found, output=output)
        assert memory.cat("/c/runs/dune.run") == before


class TestChanges:
    """A file that changes while it is read is refused, as on a disk."""

    def test_between_opening_and_reading(self, memory: Any) -> None:
        memory.pipe_file("/a.run", text_of("dune"))
        file = remote_file("memory://a.run")
        memory.pipe_file("/a.run", text_of("dune"))  # the same content, as far as anybody can tell another
        with pytest.raises(iv.InputError, match=r"^memory://a\.run: was changed while it was read$"):
            file[:]

    def test_between_opening_here_and_reading_elsewhere(self, memory: Any) -> None:
        memory.pipe_file("/a.run", text_of("dune"))
        file = remote_file("memory://a.run")
        assert file[:3] == b"t01"
        sent = pickle.dumps(file)
        assert pickle.loads(sent)[:3] == b"t01"
        memory.pipe_file("/a.run", text_of("aurora"))
        with pytest.raises(iv.InputError, match=r"^memory://a\.run: was changed while it was read$"):
            pickle.loads(sent)[:3]

    def test_to_something_shorter(self, memory: Any) -> None:
        memory.pipe_file("/a.run", text_of("dune"))
        content = open_content("memory://a.run")
        memory.pipe_file("/a.run", text_of("dune")[:100])
        with pytest.raises(iv.InputError, match=r"changed while it was read|gave 100 of [\d,]+ bytes"):
            content[:]

    def test_after_its_beginning_was_read(self, memory: Any) -> None:
        memory.pipe_file("/a.run", text_of("dune"))
        content = open_content("memory://a.run")  # which looks at the first bytes
        memory.pipe_file("/a.run", text_of("dune").replace(b"t02", b"t03"))
        with pytest.raises(iv.InputError, match="was changed while it was read"):
            content[:]

    def test_between_two_ranges(self, memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        small_pieces(monkeypatch)
        content = text_of("dune")
        memory.pipe_file("/a.run", content)
        really, calls = type(memory).cat_file, []

        def then_replaced(*given: Any, **options: Any) -> bytes:
            found: bytes = really(*given, **options)
            calls.append(1)
            if len(calls) == 4:
                memory.pipe_file("/a.run", content.replace(b"doc-00", b"doc-99"))
            return found

        monkeypatch.setattr(type(memory), "cat_file", then_replaced)
        with pytest.raises(iv.InputError, match="was changed while it was read"):
            iv.evaluate(QRELS, "memory://a.run", ["AP"], workers=1)


class TestSecrets:
    """``user:password@`` and ``?X-Amz-Signature=…`` are in no message, note, record or file."""

    URL = f"memory://me:{SECRET}@c/dune.run?X-Amz-Signature={SECRET}"

    @pytest.fixture
    def url(self, memory: Any) -> str:
        memory.pipe_file(memory._strip_protocol(self.URL), text_of("dune"))
        return self.URL

    @pytest.mark.parametrize(
        ("url", "shown"),
        [
            ("s3://bucket/a.run", "s3://bucket/a.run"),
            ("https://me:topsecret@host/a.run", "https://host/a.run"),
            ("https://topsecret@host:8080/a@b.run", "https://host:8080/a@b.run"),
            ("https://host/a.run?sig=topsecret&x=1", "https://host/a.run?…"),
            ("https://host/a.run?sig=topsecret#end", "https://host/a.run?…#end"),
            ("zip://a.run::https://me:topsecret@h/x.zip?s=topsecret", "zip://a.run::https://h/x.zip?…"),
            ("zip://a.run::https://h/x.zip?s=topsecret::s3://me:topsecret@b", "zip://a.run::https://h/x.zip?…::s3://b"),
            ("https://host/a.run?redirect=https://x/?s=topsecret", "https://host/a.run?…"),
            ("https://me:p@topsecret@host/a.run", "https://host/a.run"),
        ],
    )
    def test_how_urls_are_shown(self, url: str, shown: str) -> None:
        assert plain_url(url) == shown

    def test_results_and_files_keep_none(self, url: str, tmp_path: Path, memory: Any) -> None:
        found = iv.evaluate(QRELS, [url, RUNS["aurora"]], ["P@5"], parts=tmp_path / "parts")
        assert found.systems[0] == "dune"
        found.save(tmp_path / "e.parquet")
        page = iv.report(found, provenance=True)
        records = [one.name for one in found.provenance.files]
        assert records == ["memory://c/dune.run?…"]
        shown = [repr(found), *found.notes, *records, page, found.to_csv(), found.to_markdown(), found._repr_html_()]
        assert not [text for text in shown if SECRET in text]
        files = [tmp_path / "e.parquet", *(tmp_path / "parts").iterdir()]
        assert len(files) == 3
        for path in files:
            assert SECRET.encode() not in path.read_bytes()
            if path.suffix == ".parquet":
                table = parquet.read_table(path)
                assert SECRET not in f"{table.to_pydict()} {table.schema.metadata}"

    def test_the_representation_of_a_provenance_has_none(self, url: str) -> None:
        assert SECRET not in repr(iv.evaluate(QRELS, url, ["P@5"]).provenance)

    def test_notes_about_files_have_none(self, url: str) -> None:
        found = iv.evaluate(QRELS, [url, url], ["P@5"])
        assert any("is given 2 times" in note for note in found.notes)
        assert not [note for note in found.notes if SECRET in note]

    @pytest.mark.parametrize(
        ("source", "said"),
        [
            (URL.replace("dune", "none"), "no such file"),
            (URL.replace("dune", "no*"), "no file matches"),
            (URL.replace("memory", "nosuch"), "Protocol not known"),
            (f"zip://a.run::{URL}", "not a zip file"),
            (URL.replace("dune.run", "bad"), ":1: expected 6 columns"),
            (URL.replace("dune.run", "bad.gz"), "damaged or truncated gzip archive"),
            (URL.replace("dune.run", "twice"), ":2: topic t01: document a is retrieved twice"),
            (URL.replace("dune.run", "other"), "has no topic in common"),
        ],
    )
    def test_messages_have_none(self, source: str, said: str, url: str, memory: Any) -> None:
        contents = {
            "bad": b"a b c\n",
            "bad.gz": gzip.compress(text_of("dune"))[:50],
            "twice": b"t01 Q0 a 1 1 A\n" * 2,
            "other": b"x Q0 a 1 1 A\n",
        }
        for name, content in contents.items():
            memory.pipe_file(memory._strip_protocol(self.URL.replace("dune.run", name)), content)
        with pytest.raises(iv.IntervaleError) as refused:
            iv.evaluate(QRELS, source, ["AP"])
        text = str(refused.value)
        assert SECRET not in text
        assert said in text or (said.startswith(":2: topic") and said[4:] in text)  # the line is a further question

    def test_messages_about_writing_have_none(self, memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        found = iv.evaluate(QRELS, RUNS, ["AP"])
        with pytest.raises(iv.OptionError, match=r"^nosuch://c/dune\.run\?… cannot be written") as refused:
            found.save(self.URL.replace("memory", "nosuch"))
        assert SECRET not in str(refused.value)

    @pytest.mark.parametrize("what", ["read", "written"])
    def test_what_a_file_system_says_is_shown_without_them(
        self, what: str, url: str, memory: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As aiohttp does: 403, message='Forbidden', url='https://…?X-Amz-Signature=…'."""

        def fails(_: Any, path: str, *__: Any, **___: Any) -> None:
            raise RuntimeError(f"403, message='Forbidden', url='https:/{path}'")

        monkeypatch.setattr(type(memory), "cat_file" if what == "read" else "pipe_file", fails)
        with pytest.raises(iv.IntervaleError, match="403") as refused:
            iv.read_run(url) if what == "read" else iv.evaluate(QRELS, RUNS, ["AP"]).save(url)
        assert SECRET not in str(refused.value)

    def test_an_input_with_a_signature_is_not_written_over(self, url: str, memory: Any) -> None:
        found = iv.evaluate(QRELS, [url, RUNS["aurora"]], ["P@5"])
        with pytest.raises(iv.OptionError, match="is an input and would be overwritten") as refused:
            iv.report(found, output=url)
        assert SECRET not in str(refused.value)


# ---------------------------------------------------------------- servers


class Answers(BaseHTTPRequestHandler):
    """A web server for some files; what it does beside that is said by the names of folders."""

    contents: dict[str, bytes]
    asked: list[tuple[str, str | None]]
    numbers = count()

    def do_HEAD(self) -> None:
        self.answer(head=True)

    def do_GET(self) -> None:
        self.answer(head=False)

    def answer(self, *, head: bool) -> None:
        kind, _, name = self.path.lstrip("/").partition("?")[0].rpartition("/")
        content = self.contents.get(name)
        part = self.headers.get("Range")
        if not head:
            self.asked.append((self.path, part))
        if kind == "moved":  # to an address with a new signature each time, as of many archives
            return self.send(302, b"", head, {"Location": f"/ranges/{name}?signature={next(self.numbers)}"})
        if kind == "forbidden" or content is None:
            return self.send(403 if content else 404, b"", head)
        if part and kind != "whole":
            start, stop = (int(end) for end in part.removeprefix("bytes=").split("-"))
            about = {"Content-Range": f"bytes {start}-{min(stop, len(content) - 1)}/{len(content)}"}
            return self.send(206, content[start : stop + 1], head, about)
        return self.send(200, content, head, {} if kind == "whole" else {"Accept-Ranges": "bytes"})

    def send(self, code: int, content: bytes, head: bool, about: dict[str, str] | None = None) -> None:
        self.send_response(code)
        headers = {"Content-Type": "application/octet-stream", "Content-Length": str(len(content)), "ETag": '"1"'}
        for name, value in (headers | (about or {})).items():
            self.send_header(name, value)
        self.end_headers()
        if not head:
            self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Nothing."""


class TestHttp:
    @pytest.fixture
    def server(self) -> Iterator[str]:
        pytest.importorskip("aiohttp", reason="fsspec needs aiohttp for http://")
        Answers.contents, Answers.asked = {f"{system}.run": text_of(system) for system in RUNS}, []
        with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
            thread = Thread(target=server.serve_forever, args=[0.02], daemon=True)
            thread.start()
            yield f"http://127.0.0.1:{server.server_port}"
            server.shutdown()
            thread.join(timeout=10)

    def test_a_file_is_read_by_ranges(self, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
        small_pieces(monkeypatch)
        found = iv.evaluate(QRELS, [f"{server}/ranges/{system}.run" for system in RUNS], MEASURES)
        assert found == iv.evaluate(QRELS, RUNS, MEASURES)
        asked = [part for path, part in Answers.asked if path.endswith("dune.run") and part]
        assert len(asked) > 2
        size = len(text_of("dune"))
        for part in asked:
            start, stop = map(int, part.removeprefix("bytes=").split("-"))
            assert stop - start < size - 1

    def test_what_is_not_there(self, server: str) -> None:
        with pytest.raises(iv.InputError) as refused:
            iv.read_run(f"{server}/ranges/none.run")
        assert str(refused.value) == f"{server}/ranges/none.run: no such file"

    def test_a_server_without_ranges(self, server: str) -> None:
        """As ``python -m http.server``."""
        assert iv.evaluate(QRELS, f"{server}/whole/dune.run", ["AP"]).systems == ("dune",)

    def test_a_redirection_to_an_address_that_is_new_each_time(self, server: str) -> None:
        """As archives of data sets do: the signature in the address does not make another file of it."""
        assert iv.evaluate(QRELS, f"{server}/moved/dune.run", ["AP"]).systems == ("dune",)

    def test_what_a_server_refuses_is_said_without_secrets(self, server: str) -> None:
        url = f"{server}/forbidden/dune.run?X-Amz-Signature={SECRET}"
        with pytest.raises(iv.InputError, match=r"forbidden/dune\.run\?…: ") as refused:
            iv.evaluate(QRELS, url, ["AP"])
        assert SECRET not in str(refused.value)


S3_SERVER = "the tests of object stores need moto's server and s3fs"


@pytest.fixture(scope="module")
def store() -> Iterator[Any]:
    """A server on this machine that speaks S3, with an empty bucket; the file system that reads it."""
    s3fs = pytest.importorskip("s3fs", reason=S3_SERVER)
    server = pytest.importorskip("moto.server", reason=S3_SERVER).ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            patch.delenv(name)
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        patch.setenv("AWS_ACCESS_KEY_ID", "testing")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        patch.setenv("NO_PROXY", "127.0.0.1")
        s3fs.S3FileSystem.clear_instance_cache()
        try:
            files = fsspec.filesystem("s3")
            files.mkdir("bucket")
            yield files
        finally:
            s3fs.S3FileSystem.clear_instance_cache()
            server.stop()


def requests(store: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """What is asked of an object store from now on, with what is said about it."""
    asked = []
    really = type(store)._call_s3

    async def counting(self: Any, method: str, *more: Any, **about: Any) -> Any:
        asked.append((method, about))
        return await really(self, method, *more, **about)

    monkeypatch.setattr(type(store), "_call_s3", counting)
    return asked


class TestObjectStore:
    @pytest.fixture
    def remote(self, store: Any, folder: Path) -> str:
        """The files of the folder as objects, in a bucket that has nothing else."""
        for path in store.find("bucket"):
            store.rm_file(path)
        store.invalidate_cache()
        for path in folder.rglob("*"):
            if path.is_file():
                store.pipe_file(f"bucket/c/{path.relative_to(folder).as_posix()}", path.read_bytes())
        return "s3://bucket/c"

    @pytest.fixture
    def judged(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The sources of the runs that are judged from now on."""
        seen: list[str] = []
        really = judging.judge_run

        def counting(pool: Any, run: Any, policy: Any) -> Any:
            seen.append(run.source)
            return really(pool, run, policy)

        monkeypatch.setattr(judging, "judge_run", counting)
        return seen

    @pytest.mark.parametrize("runs", ["runs", "runs/*.run"])
    def test_runs_as_objects(self, runs: str, folder: Path, remote: str) -> None:
        far = iv.evaluate(f"{remote}/qrels.txt", f"{remote}/{runs}", MEASURES)
        assert far == iv.evaluate(folder / "qrels.txt", folder / "runs", MEASURES)
        digests = [one.sha256 for one in far.provenance.files]
        paths = [folder / "qrels.txt", *(folder / f"runs/{system}.run" for system in sorted(RUNS))]
        assert digests == [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]

    @pytest.mark.parametrize("kind", ["run.gz", "parquet", "csv"])
    def test_runs_of_other_kinds(self, kind: str, store: Any, remote: str) -> None:
        for system in RUNS:
            store.pipe_file(f"bucket/c/{kind}/{system}.{kind}", KINDS[kind](system))
        assert iv.evaluate(QRELS, f"{remote}/{kind}", MEASURES) == iv.evaluate(QRELS, RUNS, MEASURES)

    def test_many_objects(self, store: Any, remote: str) -> None:
        for n in range(20):
            store.pipe_file(f"bucket/c/many/{n:02d}.run", text_of("dune").replace(b" dune\n", b" dune%02d\n" % n))
        found = iv.evaluate(QRELS, f"{remote}/many", ["AP"])
        assert found.systems == tuple(f"dune{n:02d}" for n in range(20))
        alone = iv.evaluate(QRELS, {"dune": RUNS["dune"]}, ["AP"])
        assert {found.mean(system, "AP") for system in found.systems} == {alone.mean("dune", "AP")}

    def test_a_large_object_is_read_by_ranges(
        self, store: Any, remote: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """20 MB, in pieces of 2 MB: no request takes more than a piece and what is near it; little is read twice."""
        monkeypatch.setattr(trec, "FETCHED", 2 << 20)
        random = np.random.default_rng(8)
        topics, depth = 400, 1000
        numbers = random.permuted(np.tile(np.arange(2 * depth), (topics, 1)), axis=1)[:, :depth].tolist()
        lines = (
            f"topic-{topic:04d} Q0 document-{number:012d} {rank} {depth - rank}.25 large\n"
            for topic, row in enumerate(numbers)
            for rank, number in enumerate(row)
        )
        content = "".join(lines).encode()
        assert len(content) > 20_000_000
        qrels = {
            f"topic-{topic:04d}": {f"document-{number:012d}": number % 3 for number in range(0, 2 * depth, 40)}
            for topic in range(topics)
        }
        (tmp_path / "large.run").write_bytes(content)
        store.pipe_file("bucket/c/large.run", content)
        asked = requests(store, monkeypatch)
        found = iv.evaluate(qrels, f"{remote}/large.run", MEASURES)
        assert found == iv.evaluate(qrels, tmp_path / "large.run", MEASURES)
        parts = [about["Range"] for method, about in asked if method == "get_object"]  # all have one
        sizes = [1 + int(stop) - int(start) for start, stop in (part[len("bytes=") :].split("-") for part in parts)]
        assert len(sizes) >= 10
        assert max(sizes) <= (2 << 20) + (1 << 18)
        assert sum(sizes) < 1.2 * len(content)

    def test_results_are_written_by_one_put(self, store: Any, remote: str, monkeypatch: pytest.MonkeyPatch) -> None:
        found = iv.evaluate(QRELS, RUNS, ["P@5"])
        asked = requests(store, monkeypatch)
        found.save("s3://bucket/out/e.parquet")
        page = iv.report(found, output="s3://bucket/out/report.html")
        changes = [(what, about.get("Key")) for what, about in asked if what.startswith(("put", "create", "delete"))]
        assert changes == [("put_object", "out/e.parquet"), ("put_object", "out/report.html")]
        assert sorted(store.find("bucket/out")) == ["bucket/out/e.parquet", "bucket/out/report.html"]
        assert iv.read_scores("s3://bucket/out/e.parquet") == found
        assert store.cat_file("bucket/out/report.html").decode() == page

    def test_a_second_start_judges_nothing(self, store: Any, remote: str, judged: list[str]) -> None:
        given: dict[str, Any] = {
            "qrels": f"{remote}/qrels.txt",
            "runs": f"{remote}/runs",
            "measures": MEASURES,
            "parts": "s3://bucket/parts",
        }
        first = iv.evaluate(**given)
        assert len(judged) == 4
        assert first == iv.evaluate(QRELS, RUNS, MEASURES)
        names = [path.rpartition("/")[2] for path in store.find("bucket/parts")]
        assert [name for name in names if not name.startswith("part-")] == ["_evaluation.json"]
        assert len(names) == 5
        judged.clear()
        again = iv.evaluate(**given)
        assert judged == []
        assert again == first
        assert iv.read_scores("s3://bucket/parts") == first

    def test_a_changed_object_is_noticed(self, store: Any, remote: str, judged: list[str]) -> None:
        given: dict[str, Any] = {
            "qrels": f"{remote}/qrels.txt",
            "runs": f"{remote}/runs",
            "measures": MEASURES,
            "parts": "s3://bucket/parts",
        }
        first = iv.evaluate(**given)
        file = remote_file(f"{remote}/runs/dune.run")
        other = text_of("aurora").replace(b" aurora\n", b" dune\n")
        store.pipe_file("bucket/c/runs/dune.run", other)
        with pytest.raises(iv.InputError, match=r"^s3://bucket/c/runs/dune\.run: was changed while it was read$"):
            file[:]
        records = {one.name.rpartition("/")[2]: one.sha256 for one in first.provenance.files}
        assert [name for name, digest in records.items() if digest == "changed since it was read"] == ["dune.run"]
        judged.clear()
        again = iv.evaluate(**given)
        assert judged == ["s3://bucket/c/runs/dune.run"]
        assert again == iv.evaluate(QRELS, RUNS | {"dune": RUNS["aurora"]}, MEASURES)
        assert iv.read_scores("s3://bucket/parts") == again

    def test_what_is_not_there(self, remote: str) -> None:
        for url, said in {
            f"{remote}/none.run": "no such file",
            "s3://no-such-bucket/a.run": "no such file",
            f"{remote}/*.none": "no file matches this pattern",
        }.items():
            with pytest.raises(iv.InputError) as refused:
                iv.evaluate(QRELS, url, ["AP"])
            assert str(refused.value) == f"{url}: {said}"

    def test_no_bucket_is_made(self, store: Any) -> None:
        with pytest.raises(iv.OptionError, match=r"^s3://bukket/e\.parquet cannot be written"):
            iv.evaluate(QRELS, RUNS, ["AP"]).save("s3://bukket/e.parquet")
        assert not store.exists("bukket")

    def test_listings_are_in_order_and_new(self, store: Any, remote: str) -> None:
        assert listed(f"{remote}/runs") == [(f"{remote}/runs/{one}.run", (f"{one}.run",)) for one in sorted(RUNS)]
        other = fsspec.filesystem("s3", skip_instance_cache=True)
        other.pipe_file("bucket/c/runs/0.run", text_of("dune"))  # by somebody else, whom caches do not know
        assert [below for _, below in listed(f"{remote}/runs")] == [(f"{one}.run",) for one in ["0", *sorted(RUNS)]]
