"""Folders that are datasets: parts of a run in several files, as Hive, Spark, Dask, polars and Arrow write them.

The parts of a system are one run, so its scores are those of the same rows in one file; folders of other files stay a
run each.
"""

from __future__ import annotations

import gzip
import lzma
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as parquet
import pytest

import intervale as iv
from intervale.data.datasets import Dataset, Part, sources_in
from intervale.data.made_up import made_up_collection

QRELS, RUNS = made_up_collection(topics=8, documents=120, depth=30)
MEASURES = ["AP", "nDCG@10", "num_ret"]
ROWS = [
    (system, topic, document, score)
    for system, answers in RUNS.items()
    for topic, inner in answers.items()
    for document, score in inner.items()
]
COLUMNS = ("system", "topic", "document", "score")
Row = tuple[str, str, str, float]


def table(rows: list[Row], *columns: str) -> pa.Table:
    """Rows as a table with some columns; all without any."""
    whole = pa.table({name: [row[place] for row in rows] for place, name in enumerate(COLUMNS)})
    return whole.select(list(columns)) if columns else whole


def text(rows: list[Row], tag: str = "tag") -> bytes:
    """Rows as TREC text. The rank is not looked at."""
    return "".join(f"{topic} Q0 {document} 1 {score} {tag}\n" for _, topic, document, score in rows).encode()


def of(system: str) -> list[Row]:
    return [row for row in ROWS if row[0] == system]


def write(path: Path, content: bytes | pa.Table) -> None:
    """A file, with the folders that it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        parquet.write_table(content, path)


@pytest.fixture(scope="module")
def whole() -> Any:
    """The evaluation of the rows as they are."""
    return iv.evaluate(QRELS, RUNS, MEASURES)


@pytest.fixture
def memory() -> Iterator[Any]:
    """fsspec's file system in memory, empty."""
    fsspec = pytest.importorskip("fsspec", reason="URLs need fsspec")
    files = fsspec.filesystem("memory")

    def empty() -> None:
        files.store.clear()
        files.pseudo_dirs[:] = [""]

    empty()
    yield files
    empty()


@pytest.fixture(params=["disk", "memory"])
def there(request: pytest.FixtureRequest) -> Callable[[Path], str]:
    """A folder as it is, and the same behind a URL."""
    if request.param == "disk":
        return str
    files = request.getfixturevalue("memory")

    def mirrored(folder: Path) -> str:
        for path in folder.rglob("*"):
            if path.is_file():
                files.pipe_file(f"/{folder.name}/{path.relative_to(folder).as_posix()}", path.read_bytes())
        return f"memory://{folder.name}"

    return mirrored


def by_arrow(folder: Path, *keys: str, form: str = "parquet") -> None:
    pyarrow.dataset.write_dataset(table(ROWS), folder, format=form, partitioning=list(keys), partitioning_flavor="hive")


def by_polars(folder: Path, *keys: str) -> None:
    polars.from_arrow(table(ROWS)).write_parquet(folder, partition_by=list(keys))


def by_pandas(folder: Path, *keys: str) -> None:
    table(ROWS).to_pandas().to_parquet(folder, partition_cols=list(keys))


def by_hand(folder: Path, *keys: str) -> None:
    """Two files in each folder, without the columns that its path has."""
    places = [COLUMNS.index(key) for key in keys]
    for values in dict.fromkeys(tuple(row[place] for place in places) for row in ROWS):
        rows = [row for row in ROWS if tuple(row[place] for place in places) == values]
        home = folder.joinpath(*(f"{key}={value}" for key, value in zip(keys, values, strict=True)))
        columns = [name for name in COLUMNS if name not in keys]
        write(home / "1.parquet", table(rows[::2], *columns))
        write(home / "0.parquet", table(rows[1::2], *columns))


WRITERS = {"arrow": by_arrow, "polars": by_polars, "pandas": by_pandas, "hand": by_hand}


class TestSystems:
    @pytest.mark.parametrize("keys", [("system",), ("system", "topic"), ("topic", "system"), ("topic",)], ids="/".join)
    @pytest.mark.parametrize("writer", WRITERS)
    def test_as_written_by_others(
        self, writer: str, keys: tuple[str, ...], tmp_path: Path, there: Callable[[Path], str], whole: Any
    ) -> None:
        WRITERS[writer](tmp_path / "d", *keys)
        found = iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES)
        assert found == whole  # systems, scores and notes

    @pytest.mark.parametrize("form", ["csv", "parquet"])
    def test_forms_of_arrow(self, form: str, tmp_path: Path, there: Callable[[Path], str], whole: Any) -> None:
        by_arrow(tmp_path / "d", "system", form=form)
        assert iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES) == whole

    def test_the_topic_of_the_path_in_a_file_of_text(self, tmp_path: Path, whole: Any) -> None:
        by_arrow(tmp_path / "d", "system", "topic", form="csv")
        assert iv.evaluate(QRELS, tmp_path / "d", MEASURES) == whole

    @pytest.mark.parametrize("key", ["system", "run", "tag", "run_id", "Run-ID", "SYSTEM"])
    def test_names_of_the_key(self, key: str, tmp_path: Path, there: Callable[[Path], str]) -> None:
        write(tmp_path / "d" / f"{key}=A" / "x.run", text(of("aurora")))
        write(tmp_path / "d" / f"{key}=B" / "x.run", text(of("dune")))
        found = iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES)
        assert found == iv.evaluate(QRELS, {"A": RUNS["aurora"], "B": RUNS["dune"]}, MEASURES)

    def test_other_keys_say_nothing(self, tmp_path: Path, there: Callable[[Path], str], whole: Any) -> None:
        """Wherever they are, and where they have no value too."""
        for system in RUNS:
            rows = of(system)
            for n, year in enumerate(("2024", "2025", "__HIVE_DEFAULT_PARTITION__")):
                write(
                    tmp_path / "d" / f"year={year}" / f"system={system}" / f"fold={n}" / "x.parquet",
                    table(rows[n::3], "topic", "document", "score"),
                )
        assert iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES) == whole

    def test_keys_may_be_below_folders_without_a_key(self, tmp_path: Path, there: Callable[[Path], str]) -> None:
        for n in range(3):
            write(tmp_path / "d" / "system=A" / "more" / str(n) / "x.run", text(of("dune")[n::3]))
        found = iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES)
        assert found == iv.evaluate(QRELS, {"A": RUNS["dune"]}, MEASURES)

    def test_disks_and_urls_look_equally_deep(self, tmp_path: Path, memory: Any) -> None:
        write(tmp_path / "d" / "year" / "system=A" / "x.run", text(of("dune")))
        memory.pipe_file("/d/year/system=A/x.run", text(of("dune")))
        found = []
        for folder in (tmp_path / "d", "memory://d"):
            try:
                found.append(str(iv.evaluate(QRELS, folder, ["AP"]).systems))
            except iv.InputError as error:
                found.append(str(error).removeprefix(f"{folder}: "))
        assert found[0] == found[1]

    @pytest.mark.parametrize(
        ("name", "system"),
        [
            ("a%20b", "a b"),
            ("a b", "a b"),
            ("a%2Fb", "a/b"),
            ("a%25b", "a%b"),
            ("k1=1.2", "k1=1.2"),
            ("%C3%A9", "é"),
            ("é", "é"),
            ("100%", "100%"),
            ("a+b", "a+b"),
            ("_x", "_x"),
        ],
    )
    def test_quoted_values(self, name: str, system: str, tmp_path: Path, there: Callable[[Path], str]) -> None:
        write(tmp_path / "d" / f"system={name}" / "x.run", text(of("dune")))
        assert iv.evaluate(QRELS, there(tmp_path / "d"), ["AP"]).systems == (system,)

    @pytest.mark.parametrize("system", ["a b", "a/b", "50%", "k=1", "é", "a:b"])
    def test_values_as_arrow_quotes_them(self, system: str, tmp_path: Path, there: Callable[[Path], str]) -> None:
        rows = [(system, *row[1:]) for row in of("dune")]
        pyarrow.dataset.write_dataset(
            table(rows), tmp_path / "d", format="parquet", partitioning=["system"], partitioning_flavor="hive"
        )
        found = iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES)
        assert found == iv.evaluate(QRELS, {system: RUNS["dune"]}, MEASURES)

    def test_topics_that_are_quoted(self, tmp_path: Path, there: Callable[[Path], str]) -> None:
        write(tmp_path / "d" / "system=A" / "topic=a%20b" / "x.parquet", table(of("aurora")[:5], "document", "score"))
        write(tmp_path / "d" / "system=A" / "topic=7" / "x.parquet", table(of("aurora")[:3], "document", "score"))
        documents = [row[2] for row in of("aurora")[:5]]
        found = iv.evaluate(
            {"a b": {documents[0]: 1}, "7": {documents[2]: 1}}, there(tmp_path / "d"), ["P@1", "num_ret"]
        )
        assert found.by_topic("A") == {"a b": {"P@1": 1.0, "num_ret": 5.0}, "7": {"P@1": 0.0, "num_ret": 3.0}}

    @pytest.mark.parametrize("key", ["system", "topic"])
    def test_a_folder_without_a_value_is_refused(self, key: str, tmp_path: Path, there: Callable[[Path], str]) -> None:
        write(tmp_path / "d" / f"{key}=A" / "x.parquet", table(of("dune"), "topic", "document", "score"))
        write(
            tmp_path / "d" / f"{key}=__HIVE_DEFAULT_PARTITION__" / "x.parquet",
            table(of("dune"), "topic", "document", "score"),
        )
        said = rf"{key}=__HIVE_DEFAULT_PARTITION__/x\.parquet: lies in a folder without a value"
        with pytest.raises(iv.InputError, match=said):
            iv.evaluate(QRELS, there(tmp_path / "d"), ["AP"])

    def test_an_empty_value_is_refused(self, tmp_path: Path) -> None:
        write(tmp_path / "d" / "system=" / "x.parquet", table(of("dune"), "topic", "document", "score"))
        with pytest.raises(iv.InputError, match="lies in a folder without a value"):
            iv.evaluate(QRELS, tmp_path / "d", ["AP"])

    def test_two_keys_that_could_be_the_system_are_refused(self, tmp_path: Path) -> None:
        """As two columns are: otherwise the runs of several systems become one."""
        write(tmp_path / "d" / "system=A" / "run=1" / "x.run", text(of("dune")[::2]))
        write(tmp_path / "d" / "system=B" / "run=1" / "x.run", text(of("dune")[1::2]))
        with pytest.raises(iv.InputError, match="could be the"):
            iv.evaluate(QRELS, tmp_path / "d", ["AP"])

    def test_kinds_of_files_may_be_mixed(self, tmp_path: Path, there: Callable[[Path], str], whole: Any) -> None:
        packed = {"a.run": bytes, "b.run.gz": gzip.compress, "c.run.xz": lzma.compress}
        for system in RUNS:
            home, rows = tmp_path / "d" / f"system={system}", of(system)
            for n, (name, pack) in enumerate(packed.items()):
                write(home / name, pack(text(rows[n::5], tag=f"other{n}")))
            write(home / "d.parquet", table(rows[3::5], "topic", "document", "score"))
            lines = [f"{topic},{document},{score}\n" for _, topic, document, score in rows[4::5]]
            write(home / "e.csv", "".join(["topic,document,score\n", *lines]).encode())
        assert iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES) == whole

    def test_the_path_names_the_system_and_not_the_tag(self, tmp_path: Path, there: Callable[[Path], str]) -> None:
        write(tmp_path / "d" / "system=A" / "x.run", text(of("dune")[::2], tag="one"))
        write(tmp_path / "d" / "system=A" / "y.parquet", table(of("dune")[1::2]))
        found = iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES)
        assert found == iv.evaluate(QRELS, {"A": RUNS["dune"]}, MEASURES)

    @pytest.mark.parametrize("seed", range(3))
    def test_rows_in_any_order_in_any_number_of_files(
        self, seed: int, tmp_path: Path, there: Callable[[Path], str], whole: Any
    ) -> None:
        """Topics come back in other files; scores, and ties by document, do not depend on where rows are."""
        draw = random.Random(seed)
        for system in RUNS:
            rows = draw.sample(of(system), len(of(system)))
            cuts = sorted(draw.sample(range(1, len(rows)), 6))
            for n, (start, stop) in enumerate(zip([0, *cuts], [*cuts, len(rows)], strict=True)):
                path = tmp_path / "d" / f"system={system}" / str(draw.randrange(10**9))
                if n % 2:
                    write(path, text(rows[start:stop]))
                else:
                    write(path, table(rows[start:stop], "topic", "document", "score"))
        assert iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES) == whole

    @pytest.mark.parametrize("ties", ["trec", "trec9", "file"])
    def test_ties_as_in_one_file(self, ties: str, tmp_path: Path, there: Callable[[Path], str]) -> None:
        """Also those between rows of several files: files are in the order of their names."""
        rows = [(*row[:3], round(row[3])) for row in of("dune")]
        for n in range(4):
            start, stop = n * len(rows) // 4 + 7 * (n > 0), (n + 1) * len(rows) // 4 + 7
            write(tmp_path / "d" / "system=dune" / f"{n}.run", text(rows[start:stop]))
        write(tmp_path / "one.run", text(rows, tag="dune"))
        found = iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES, ties=ties)
        assert found == iv.evaluate(QRELS, tmp_path / "one.run", MEASURES, ties=ties)
        assert any("tied" in note for note in found.notes)

    def test_a_document_in_two_files_is_a_duplicate(self, tmp_path: Path, there: Callable[[Path], str]) -> None:
        rows = of("dune")
        write(tmp_path / "d" / "system=A" / "0.run", text(rows))
        write(tmp_path / "d" / "system=A" / "1.run", text([(*rows[0][:3], 99.0)]))
        folder = there(tmp_path / "d")
        with pytest.raises(iv.InputError, match=f"document {rows[0][2]} is retrieved twice"):
            iv.evaluate(QRELS, folder, ["AP"])
        found = iv.evaluate(QRELS, folder, ["AP"], duplicates="best")
        best = {"A": RUNS["dune"] | {rows[0][1]: RUNS["dune"][rows[0][1]] | {rows[0][2]: 99.0}}}
        assert found.matrix("AP").tolist() == iv.evaluate(QRELS, best, ["AP"]).matrix("AP").tolist()
        assert "A: 1 duplicate documents left out (best)" in found.notes

    def test_a_line_that_cannot_be_read_is_named_with_its_file(self, tmp_path: Path) -> None:
        write(tmp_path / "d" / "system=A" / "0.run", text(of("dune")))
        write(tmp_path / "d" / "system=A" / "1.run", b"t09 Q0 x 1 1 A\nt09 Q0 x\n")
        with pytest.raises(iv.InputError, match=r"system=A/1\.run:2: expected 6 columns"):
            iv.evaluate(QRELS, tmp_path / "d", ["AP"])

    def test_readers(self, tmp_path: Path, there: Callable[[Path], str]) -> None:
        by_hand(tmp_path / "d", "system", "topic")
        runs = iv.read_runs(there(tmp_path / "d"))
        assert [(run.name, len(run)) for run in runs] == [(system, len(of(system))) for system in RUNS]
        assert iv.evaluate(QRELS, runs, MEASURES) == iv.evaluate(QRELS, RUNS, MEASURES)

    def test_where_files_came_from(self, tmp_path: Path) -> None:
        by_hand(tmp_path / "d", "system")
        records = iv.evaluate(QRELS, tmp_path / "d", ["AP"]).provenance.files
        assert [one.name for one in records] == [str(path) for path in sorted((tmp_path / "d").rglob("*.parquet"))]
        assert {len(one.sha256) for one in records} == {64}


class TestNotData:
    """Files that engines leave beside data."""

    BESIDE = ("_SUCCESS", "_metadata", "_common_metadata", "._SUCCESS.crc", ".part-00000.parquet.crc", ".DS_Store")

    def leave(self, folder: Path) -> None:
        for name in self.BESIDE:
            write(folder / name, b"" if name == "_SUCCESS" else b"crc\0")
        write(folder / "_temporary" / "0" / "part-00000.parquet", b"half")
        write(folder / "_delta_log" / "0.json", b"{}")
        write(folder / ".spark-staging" / "part-00000.parquet", b"half")

    def test_in_a_dataset(self, tmp_path: Path, there: Callable[[Path], str], whole: Any) -> None:
        by_hand(tmp_path / "d", "system")
        self.leave(tmp_path / "d")
        for system in RUNS:
            self.leave(tmp_path / "d" / f"system={system}")
        assert iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES) == whole

    def test_in_a_folder_of_parts(self, tmp_path: Path, there: Callable[[Path], str], whole: Any) -> None:
        for n in range(4):
            write(tmp_path / "d" / f"part-{n:05d}-1f.c000.snappy.parquet", table(ROWS[n::4]))
        self.leave(tmp_path / "d")
        assert iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES) == whole

    def test_in_a_folder_of_one_part(self, tmp_path: Path, there: Callable[[Path], str], whole: Any) -> None:
        """As Spark writes after ``coalesce(1)``."""
        write(tmp_path / "d" / "part-00000-1f.c000.snappy.parquet", table(ROWS))
        write(tmp_path / "d" / "_SUCCESS", b"")
        write(tmp_path / "d" / ".part-00000-1f.c000.snappy.parquet.crc", b"crc")
        assert iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES) == whole

    def test_hidden_files_of_a_folder_of_runs(self, tmp_path: Path, there: Callable[[Path], str]) -> None:
        write(tmp_path / "d" / "a.run", text(of("dune"), tag="a"))
        write(tmp_path / "d" / ".b.run.swp", b"x")
        assert iv.evaluate(QRELS, there(tmp_path / "d"), ["AP"]).systems == ("a",)


class TestParts:
    """Folders whose files are all called ``part-…``, or ``part.…``."""

    @pytest.mark.parametrize("name", ["part-{:05d}-1f.c000.snappy.parquet", "part.{}.parquet", "part-{}.parquet"])
    def test_one_run_in_several_parts(self, name: str, tmp_path: Path, there: Callable[[Path], str]) -> None:
        for n in range(12):
            write(tmp_path / "bm25" / name.format(n), table(of("dune")[n::12], "topic", "document", "score"))
        found = iv.evaluate(QRELS, there(tmp_path / "bm25"), MEASURES)
        assert found == iv.evaluate(QRELS, {"bm25": RUNS["dune"]}, MEASURES)

    def test_parts_of_text(self, tmp_path: Path, there: Callable[[Path], str]) -> None:
        """Spark's ``saveAsTextFile`` calls them part-00000 and part-00001.gz."""
        rows = of("dune")
        write(tmp_path / "d" / "part-00000", text(rows[::3], tag="mine"))
        write(tmp_path / "d" / "part-00001.gz", gzip.compress(text(rows[1::3], tag="mine")))
        write(tmp_path / "d" / "part-00002", text(rows[2::3], tag="mine"))
        found = iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES)
        assert found == iv.evaluate(QRELS, {"mine": RUNS["dune"]}, MEASURES)

    def test_a_column_that_names_the_system(self, tmp_path: Path, there: Callable[[Path], str], whole: Any) -> None:
        """Its runs are spread over the parts."""
        for n in range(5):
            write(tmp_path / "d" / f"part-{n}.parquet", table(ROWS[n::5]))
        assert iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES) == whole

    def test_a_column_that_names_the_system_below_other_keys(
        self, tmp_path: Path, there: Callable[[Path], str], whole: Any
    ) -> None:
        for n in range(3):
            write(tmp_path / "d" / f"fold={n}" / "x.parquet", table(ROWS[n::3]))
        assert iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES) == whole

    def test_a_part_without_rows(self, tmp_path: Path, there: Callable[[Path], str]) -> None:
        """Engines write one for a partition that is empty."""
        for n in range(3):
            rows = of("dune")[n::2] if n < 2 else []
            whole = table(of("dune"), "topic", "document", "score").slice(0, 0)
            write(tmp_path / "d" / f"part-{n}.parquet", table(rows, "topic", "document", "score") if rows else whole)
        found = iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES)
        assert found == iv.evaluate(QRELS, {"d": RUNS["dune"]}, MEASURES)

    def test_parts_without_any_rows_are_refused(self, tmp_path: Path) -> None:
        for n in range(2):
            empty = table(of("dune"), "topic", "document", "score").slice(0, 0)
            write(tmp_path / "d" / f"part-{n}.parquet", empty)
        with pytest.raises(iv.InputError, match=r"d(/part-0\.parquet)?: no retrieved documents"):
            iv.evaluate(QRELS, tmp_path / "d", ["AP"])

    def test_as_dask_writes_them(self, tmp_path: Path, there: Callable[[Path], str], whole: Any) -> None:
        frames = pytest.importorskip("dask.dataframe", reason="needs dask's data frames")
        frame = frames.from_pandas(table(ROWS).to_pandas(), npartitions=3)
        frame.to_parquet(tmp_path / "plain", write_index=False, write_metadata_file=True)
        frame.to_parquet(tmp_path / "keys", write_index=False, partition_on=["system"])
        assert len(list((tmp_path / "plain").iterdir())) == 5
        for name in ("plain", "keys"):
            assert iv.evaluate(QRELS, there(tmp_path / name), MEASURES) == whole

    def test_a_name_that_is_given(self, tmp_path: Path, there: Callable[[Path], str]) -> None:
        for n in range(2):
            write(tmp_path / "d" / f"part-{n}.parquet", table(of("dune")[n::2], "topic", "document", "score"))
        assert iv.evaluate(QRELS, {"mine": there(tmp_path / "d")}, ["AP"]).systems == ("mine",)

    def test_the_number_of_parts_does_not_change_the_name(self, tmp_path: Path) -> None:
        names = set()
        for parts in (1, 2):
            for n in range(parts):
                rows = table(of("dune")[n::parts], "topic", "document", "score")
                write(tmp_path / str(parts) / "bm25" / f"part-{n}.parquet", rows)
            names.add(iv.evaluate(QRELS, tmp_path / str(parts) / "bm25", ["AP"]).systems)
        assert names == {("bm25",)}


class TestRunsEach:
    """Folders of runs, as people have them."""

    @pytest.mark.parametrize(
        "names",
        [
            ("a.run", "b.run"),
            ("_a.run", "b.run"),
            ("_a.run", "_b.run"),
            ("part-0.run", "b.run"),
            ("partial.run", "party.run"),
            ("k1=1.run", "k1=2.run"),
        ],
        ids=" ".join,
    )
    def test_a_run_each(self, names: tuple[str, str], tmp_path: Path, there: Callable[[Path], str]) -> None:
        """Without a tag, so that parts of one run would be one."""
        systems = dict(sorted(zip(names, ("aurora", "dune"), strict=True)))
        for name, system in systems.items():
            write(tmp_path / "d" / name, table(of(system), "topic", "document", "score"))
        found = iv.evaluate(QRELS, there(tmp_path / "d"), MEASURES)
        runs = {name.removesuffix(".run"): RUNS[system] for name, system in systems.items()}
        assert found == iv.evaluate(QRELS, runs, MEASURES)

    def test_folders_inside_are_not_looked_into(self, tmp_path: Path, there: Callable[[Path], str]) -> None:
        write(tmp_path / "d" / "a.run", text(of("dune"), tag="a"))
        write(tmp_path / "d" / "old" / "b.run", text(of("dune"), tag="b"))
        assert iv.evaluate(QRELS, there(tmp_path / "d"), ["AP"]).systems == ("a",)

    def test_patterns_name_files(self, tmp_path: Path, there: Callable[[Path], str]) -> None:
        """Those of a dataset, too: who names files gets a run of each."""
        for n in range(2):
            write(tmp_path / "d" / f"part-{n}.run", text(of("dune")[n::2], tag=f"half{n}"))
        assert iv.evaluate(QRELS, there(tmp_path / "d") + "/part-*.run", ["AP"]).systems == ("half0", "half1")

    def test_a_folder_without_data_is_refused(self, tmp_path: Path, there: Callable[[Path], str]) -> None:
        write(tmp_path / "d" / ".hidden", b"x")
        with pytest.raises(iv.InputError, match=r"d: is a folder without files$"):
            iv.evaluate(QRELS, there(tmp_path / "d"), ["AP"])


class TestSources:
    """What is behind a folder, before anything is read."""

    def test_a_dataset_for_each_system(self, tmp_path: Path) -> None:
        by_hand(tmp_path / "d", "system", "topic")
        found = sources_in(tmp_path / "d")
        assert [one.name for one in found if isinstance(one, Dataset)] == [f"{tmp_path}/d/{system}" for system in RUNS]
        first = found[0]
        assert isinstance(first, Dataset)
        home = tmp_path / "d" / "system=aurora"
        assert first.parts[:3] == (
            Part(home / "topic=t01" / "0.parquet", "aurora", "t01"),
            Part(home / "topic=t01" / "1.parquet", "aurora", "t01"),
            Part(home / "topic=t02" / "0.parquet", "aurora", "t02"),
        )

    def test_names_that_hold_in_any_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        by_hand(tmp_path / "d", "system")
        monkeypatch.chdir(tmp_path)
        for one in sources_in("d"):
            assert isinstance(one, Dataset)
            assert [str(part.file) for part in one.absolute().parts] == [
                f"{tmp_path}/{part.file}" for part in one.parts
            ]

    def test_a_file_stands_for_itself(self, tmp_path: Path) -> None:
        write(tmp_path / "system=a.run", text(of("dune")))
        assert sources_in(tmp_path / "system=a.run") == [tmp_path / "system=a.run"]
        assert sources_in("no such file") == ["no such file"]


def test_rows_of_one_file_and_of_many_give_the_same_means(tmp_path: Path) -> None:
    """What all of this is for, with many topics in each of many files."""
    qrels, runs = made_up_collection(topics=60, documents=200, depth=60)
    rows = [
        ("dune", topic, document, score) for topic, inner in runs["dune"].items() for document, score in inner.items()
    ]
    random.Random(3).shuffle(rows)
    write(tmp_path / "one.parquet", table(rows))
    for n in range(40):
        write(tmp_path / "d" / "system=dune" / f"{n}.parquet", table(rows[n::40], "topic", "document", "score"))
    one, many = (iv.evaluate(qrels, source, MEASURES) for source in (tmp_path / "one.parquet", tmp_path / "d"))
    assert many == one
    assert many.mean("dune", "num_ret") == 60 * 60
