"""What was judged is kept part by part: a second start judges only what is missing, and gives the same numbers.

What is judged is counted where it is done, in ``intervale.data.judge``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as parquet
import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection, write_trec
from intervale.evaluation import Evaluation
from intervale.evaluation import parts as parts_module
from intervale.exact import grid

judging = import_module("intervale.data.judge")  # the module, and not the function of this name
QRELS, RUNS = made_up_collection(topics=10, documents=120, depth=30)
MEASURES = ["AP", "nDCG@10", "Bpref"]
SYSTEMS = tuple(RUNS)
BOUNDED = "interval(RBP(p=0.85)@60,seed=77)"
"""A measure whose scores lie between bounds; the seed makes it a scale of its own."""


DAMAGED_FOOTERS = """
import sys
from pathlib import Path
from intervale.errors import InputError
from intervale.evaluation.load import load
content, refused = Path(sys.argv[1]).read_bytes(), 0
footer = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
for place in range(footer, min(footer + 900, len(content))):
    try:
        load(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :], "a part")
    except InputError:
        refused += 1
print(refused)
"""
"""What is refused of a file, one bit of whose footer is wrong."""


@iv.measure
def first_two(grades: Any) -> Any:
    return grades[..., :2].sum(-1)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with judgments and runs; those of one system lack topics, and one has a topic too many."""
    write_trec(tmp_path, QRELS, RUNS)
    with (tmp_path / "dune.run").open("a") as file:
        file.write("t99 Q0 doc-0001 1 1.0 dune\n")
    lines = (tmp_path / "cirrus.run").read_text().splitlines(keepends=True)
    (tmp_path / "cirrus.run").write_text("".join(line for line in lines if not line.startswith(("t02", "t05"))))
    return tmp_path


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files whose runs, or stretches of them, are judged from now on."""
    seen: list[str] = []
    really = judging.judge_run

    def counting(pool: Any, run: Any, policy: Any) -> Any:
        seen.append(Path(run.source).name)
        return really(pool, run, policy)

    monkeypatch.setattr(judging, "judge_run", counting)
    return seen


def runs_of(data: Path) -> list[Path]:
    return [data / f"{system}.run" for system in SYSTEMS]


def evaluated(data: Path, measures: Any = MEASURES, *, kept: bool = True, **options: Any) -> Evaluation:
    """The runs of the folder evaluated, with parts in ``parts``, or without any."""
    runs = options.pop("runs", runs_of(data))
    where = {"parts": data / "parts"} if kept else {}
    return iv.evaluate(options.pop("qrels", data / "qrels.txt"), runs, measures, **where, **options)


def names(data: Path, beginning: str = "") -> list[str]:
    return sorted(path.name for path in (data / "parts").iterdir() if path.name.startswith(beginning))


def same(one: Evaluation, other: Evaluation) -> bool:
    """Whether two evaluations are the same, with what ``==`` passes over: reasons, notes and ties of judged runs."""
    assert one == other
    assert (one.notes, one.no_form, one.policy) == (other.notes, other.no_form, other.policy)
    assert one.judged is not None
    assert other.judged is not None
    assert (one.judged.notes, one.judged.noted_on) == (other.judged.notes, other.judged.noted_on)
    assert one.judged.tied is not None
    assert other.judged.tied is not None
    return one.judged.tied.tolist() == other.judged.tied.tolist()


def cut_into_units(monkeypatch: pytest.MonkeyPatch, size: int = 2000) -> None:
    """Let units be of some kB, so that each run has several."""
    monkeypatch.setattr(judging, "UNIT", size)


def interrupted(monkeypatch: pytest.MonkeyPatch, after: int) -> Callable[[], None]:
    """Let the next run, or stretch, that is judged after some be Ctrl-C; what makes it work again."""
    really, done = judging.judge_run, []

    def then_stops(*given: Any) -> Any:
        if len(done) == after:
            raise KeyboardInterrupt
        done.append(given)
        return really(*given)

    monkeypatch.setattr(judging, "judge_run", then_stops)
    return lambda: monkeypatch.setattr(judging, "judge_run", really)


class TestFolder:
    def test_a_parquet_file_for_each_source(self, data: Path) -> None:
        found = evaluated(data)
        assert len(names(data)) == 5
        assert [name for name in names(data) if not name.startswith("part-")] == ["_evaluation.json"]
        assert all(name.endswith(".parquet") for name in names(data, "part-"))
        for name in names(data, "part-"):
            one = iv.read_scores(data / "parts" / name)
            assert np.array_equal(one.values, found.subset(systems=one.systems).values)
        assert same(found, evaluated(data, kept=False))

    def test_others_read_all_scores(self, data: Path) -> None:
        found = evaluated(data)
        columns = ["system", "topic", *MEASURES]
        frame = pandas.read_parquet(data / "parts")[columns]
        table = pyarrow.dataset.dataset(data / "parts").to_table(columns=columns).to_pandas()
        for one in (frame, table):
            assert len(one) == len(found.systems) * len(found.topics)
            for measure in MEASURES:
                wide = one.astype({"system": str, "topic": str}).pivot(index="system", columns="topic", values=measure)
                in_order = wide.loc[list(found.systems), list(found.topics)]
                assert np.array_equal(in_order.to_numpy(), found.matrix(measure))

    @pytest.mark.parametrize("missing", ["zero", "drop"])
    def test_read_back(self, missing: str, data: Path) -> None:
        found = evaluated(data, missing=missing)
        assert same(iv.read_scores(data / "parts"), found)
        assert same(iv.read_scores(str(data / "parts")), found)
        assert same(iv.read_scores(f"file://{data}/parts"), found)
        assert any("no documents for 2 of 10 topics" in note for note in found.notes)
        assert any("topics without judgments left out" in note for note in found.notes)

    def test_what_was_read_back_is_scored_by_other_measures(self, data: Path) -> None:
        evaluated(data, "AP")
        again = iv.read_scores(data / "parts").score(["P@5", "AP@5"], interval=True)
        assert again == evaluated(data, ["P@5", "AP@5"], kept=False, interval=True)

    def test_without_measures(self, data: Path, judged: list[str]) -> None:
        found = evaluated(data, ())
        assert found.names == ()
        assert same(iv.read_scores(data / "parts"), found)
        judged.clear()
        assert same(evaluated(data, MEASURES), evaluated(data, MEASURES))
        assert judged == []

    def test_folders_above_are_made(self, data: Path) -> None:
        found = iv.evaluate(data / "qrels.txt", runs_of(data), ["AP"], parts=data / "a/b/c")
        assert iv.read_scores(data / "a/b/c") == found

    def test_files_of_others_are_left_alone(self, data: Path) -> None:
        folder = data / "parts"
        folder.mkdir()
        others = {
            "README.md": b"mine",
            "part-0.parquet": b"of another tool",
            "_unit-mine.npz": b"mine too",
            ".intervale-0.part": b"half",
            "_SUCCESS": b"",
        }
        for name, content in others.items():
            (folder / name).write_bytes(content)
        (folder / "deeper").mkdir()
        first = evaluated(data)
        assert same(evaluated(data), first)
        assert {name: (folder / name).read_bytes() for name in others} == others
        assert (folder / "deeper").is_dir()
        assert same(iv.read_scores(folder), first)

    def test_behind_a_url(self, data: Path, judged: list[str]) -> None:
        fsspec = pytest.importorskip("fsspec", reason="URLs need fsspec")
        files = fsspec.filesystem("memory")
        files.store.clear()
        given: dict[str, Any] = {"qrels": data / "qrels.txt", "runs": runs_of(data), "measures": MEASURES}
        for folder in ("memory://p", "memory://p/"):
            found = iv.evaluate(**given, parts=folder)
            assert same(found, iv.evaluate(**given))
            assert same(iv.read_scores(folder), found)
        assert len(judged) == 4 + 2 * 4
        assert len(files.find("/p")) == 5
        files.store.clear()


class TestSecondStart:
    def test_judges_nothing(self, data: Path, judged: list[str]) -> None:
        first = evaluated(data)
        assert sorted(judged) == sorted(f"{system}.run" for system in SYSTEMS)
        judged.clear()
        before = {name: (data / "parts" / name).read_bytes() for name in names(data)}
        again = evaluated(data)
        assert judged == []
        assert same(again, first)
        assert {name: (data / "parts" / name).read_bytes() for name in names(data)} == before

    def test_a_run_more_is_judged_alone(self, data: Path, judged: list[str]) -> None:
        evaluated(data, runs=runs_of(data)[:3])
        judged.clear()
        found = evaluated(data)
        assert judged == ["dune.run"]
        assert same(found, evaluated(data, kept=False))
        assert same(iv.read_scores(data / "parts"), found)

    def test_a_run_less_and_another_order(self, data: Path, judged: list[str]) -> None:
        evaluated(data)
        judged.clear()
        runs = [data / "dune.run", data / "aurora.run"]
        found = evaluated(data, runs=runs)
        assert judged == []
        assert found.systems == ("dune", "aurora")
        assert same(found, evaluated(data, runs=runs, kept=False))
        assert same(iv.read_scores(data / "parts"), found)

    def test_a_folder_as_source(self, data: Path, judged: list[str]) -> None:
        (data / "runs").mkdir()
        for path in runs_of(data):
            path.rename(data / "runs" / path.name)
        first = evaluated(data, runs=data / "runs")
        judged.clear()
        assert same(evaluated(data, runs=data / "runs"), first)
        assert judged == []
        assert same(iv.read_scores(data / "parts"), first)

    def test_names_that_are_given(self, data: Path, judged: list[str]) -> None:
        """They are no part of what was judged: other names are written, and nothing is judged."""
        evaluated(data)
        judged.clear()
        runs = {f"mine-{path.stem}": path for path in runs_of(data)}
        found = evaluated(data, runs=runs)
        assert judged == []
        assert found.systems == tuple(runs)
        assert same(found, evaluated(data, runs=runs, kept=False))
        assert same(iv.read_scores(data / "parts"), found)

    def test_other_measures_are_scored_without_judging(self, data: Path, judged: list[str]) -> None:
        evaluated(data)
        judged.clear()
        found = evaluated(data, ["P@5", "AP"])
        assert judged == []
        assert same(found, evaluated(data, ["P@5", "AP"], kept=False))
        assert same(iv.read_scores(data / "parts"), found)

    @pytest.mark.parametrize("change", ["touched", "changed", "replaced"])
    def test_a_run_that_was_changed_is_judged_again(self, change: str, data: Path, judged: list[str]) -> None:
        evaluated(data)
        judged.clear()
        path = data / "dune.run"
        if change == "touched":
            os.utime(path, ns=(1, 1))
        elif change == "changed":
            path.write_text(path.read_text().replace("doc-00", "new-00"))
        else:
            (data / "aurora.run").replace(path)
        found = evaluated(data, runs=[data / "borealis.run", path])
        assert judged == ["dune.run"]
        assert same(found, evaluated(data, runs=[data / "borealis.run", path], kept=False))
        assert same(iv.read_scores(data / "parts"), found)

    @pytest.mark.parametrize("change", ["grade", "document", "topic", "subset"])
    def test_other_judgments(self, change: str, data: Path, judged: list[str]) -> None:
        evaluated(data)
        judged.clear()
        other = {topic: dict(inner) for topic, inner in QRELS.items()}
        options: dict[str, Any] = {}
        first = next(iter(other["t01"]))
        if change == "grade":
            other["t01"][first] += 1
        elif change == "document":
            other["t01"] = {"other" if name == first else name: grade for name, grade in other["t01"].items()}
        elif change == "topic":
            del other["t01"]
        else:
            options = {"topics": ["t01", "t03"]}
        found = evaluated(data, qrels=other, **options)
        assert len(judged) == 4
        assert same(found, evaluated(data, qrels=other, kept=False, **options))
        assert same(iv.read_scores(data / "parts"), found)

    def test_the_same_judgments_from_elsewhere(self, data: Path, judged: list[str]) -> None:
        """What counts is what they say, and not the file that says it."""
        first = evaluated(data)
        judged.clear()
        assert same(evaluated(data, qrels=QRELS), first)
        assert judged == []

    @pytest.mark.parametrize(
        "policy",
        [{"ties": "file"}, {"ties": "rank"}, {"depth": 5}, {"duplicates": "first"}, {"missing": "drop"}, {"grades": 4}],
        ids=str,
    )
    def test_another_policy(self, policy: dict[str, Any], data: Path, judged: list[str]) -> None:
        first = evaluated(data)
        judged.clear()
        found = evaluated(data, **policy)
        assert len(judged) == 4
        assert same(found, evaluated(data, kept=False, **policy))
        assert same(iv.read_scores(data / "parts"), found)
        assert same(evaluated(data), first)
        assert same(iv.read_scores(data / "parts"), first)

    def test_another_version(self, data: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        first = evaluated(data)
        judged.clear()
        monkeypatch.setattr(parts_module, "__version__", "0.0.0")
        assert same(evaluated(data), first)
        assert len(judged) == 4

    def test_others_read_the_scores_of_this_evaluation_alone(self, data: Path) -> None:
        evaluated(data)
        os.utime(data / "dune.run", ns=(1, 1))
        found = evaluated(data)
        frame = pandas.read_parquet(data / "parts")
        assert len(frame) == len(found.systems) * len(found.topics)

    def test_a_run_that_is_replaced_after_it_was_judged(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is kept belongs to what was read, and not to what is there when it is written."""
        path, really = data / "aurora.run", judging.judge_run

        def then_replaced(*given: Any) -> Any:
            found = really(*given)
            shutil.copy(data / "dune.run", path)
            return found

        monkeypatch.setattr(judging, "judge_run", then_replaced)
        evaluated(data, runs=[path])
        monkeypatch.setattr(judging, "judge_run", really)
        assert evaluated(data, runs=[path]) == evaluated(data, runs=[path], kept=False)


class TestDamage:
    """A file that is there is not enough: it has to be whole, and to be about what is asked."""

    @pytest.mark.parametrize("damage", ["empty", "half", "tail", "text", "folder"])
    def test_a_part(self, damage: str, data: Path, judged: list[str]) -> None:
        first = evaluated(data)
        judged.clear()
        path = self.part_of(data, "dune")
        content = path.read_bytes()
        damaged = {"empty": b"", "half": content[: len(content) // 2], "tail": content[:-1], "text": b"not Parquet"}
        if damage == "folder":
            path.unlink()
            path.mkdir()
            with pytest.raises(iv.OptionError, match=r"cannot be written: it is a folder"):
                evaluated(data)
            return
        path.write_bytes(damaged[damage])
        assert same(evaluated(data), first)
        assert judged == ["dune.run"]
        assert path.read_bytes() == content
        assert same(iv.read_scores(data / "parts"), first)

    def test_any_byte_of_a_part(self, data: Path) -> None:
        """Numbers are those of the run, wherever it is damaged; nothing but these is ever raised."""
        first = evaluated(data, ["AP"], runs=[data / "dune.run"])
        path = self.part_of(data, "dune")
        content = path.read_bytes()
        footer = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
        damages = [(place, 1) for place in range(4, footer, 13)]
        damages += [(place, 0xFF) for place in range(0, len(content), max(1, len(content) // 50))]
        for place, bits in damages:
            path.write_bytes(content[:place] + bytes([content[place] ^ bits]) + content[place + 1 :])
            again = evaluated(data, ["AP"], runs=[data / "dune.run"])
            assert again == first, place
            assert again.judged is not None
            assert first.judged is not None
            assert again.judged.notes == first.judged.notes, place

    @pytest.mark.xfail(
        raises=AssertionError, reason="pyarrow 26 aborts the process where it is asked for a damaged column chunk"
    )
    def test_no_damage_ends_the_process(self, data: Path) -> None:
        """In another one: what C++ throws past Python cannot be caught."""
        evaluated(data, ["AP"], runs=[data / "dune.run"])
        command = [sys.executable, "-c", DAMAGED_FOOTERS, self.part_of(data, "dune")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        assert int(done.stdout) > 100

    def test_a_part_under_the_name_of_another(self, data: Path, judged: list[str]) -> None:
        first = evaluated(data)
        judged.clear()
        shutil.copy(self.part_of(data, "aurora"), self.part_of(data, "dune"))
        assert same(evaluated(data), first)
        assert judged == ["dune.run"]

    def test_a_saved_evaluation_under_the_name_of_a_part(self, data: Path, judged: list[str]) -> None:
        first = evaluated(data)
        judged.clear()
        evaluated(data, kept=False).subset(systems=["aurora"]).save(self.part_of(data, "dune"))
        assert len(judged) == 4
        assert same(evaluated(data), first)
        assert judged[4:] == ["dune.run"]

    def test_a_part_that_another_tool_wrote_again(self, data: Path, judged: list[str]) -> None:
        """With rows in another order and other compression: it is the same, or judged again."""
        first = evaluated(data)
        path = self.part_of(data, "dune")
        table = parquet.read_table(path)
        turned = table.take(pa.array(range(table.num_rows - 1, -1, -1)))
        parquet.write_table(turned, path, compression="none")
        assert same(evaluated(data), first)
        assert same(iv.read_scores(data / "parts"), first)

    @pytest.mark.parametrize("damage", ["empty", "half", "text", "other", "npy"])
    def test_a_unit(self, damage: str, data: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        cut_into_units(monkeypatch)
        whole = evaluated(data, kept=False)
        again = interrupted(monkeypatch, 3)
        with pytest.raises(KeyboardInterrupt):
            evaluated(data, workers=1)
        again()
        units = [data / "parts" / name for name in names(data, "_unit-")]
        assert len(units) == 3
        content = units[0].read_bytes()
        if damage == "npy":
            np.save(units[0].with_suffix(".npy"), np.arange(3))
            units[0].with_suffix(".npy").replace(units[0])
        else:
            other = units[1].read_bytes()
            damaged = {"empty": b"", "half": content[: len(content) // 2], "text": b"no archive", "other": other}
            units[0].write_bytes(damaged[damage])
        judged.clear()
        assert same(evaluated(data, workers=1), whole)
        total = sum(-(-max(path.stat().st_size - 1000, 1) // 2000) for path in runs_of(data))
        assert len(judged) == total - 2

    def test_the_list_of_parts(self, data: Path, judged: list[str]) -> None:
        first = evaluated(data)
        for content in (b"", b"{", b"[]", b"null", b'{"systems": 1}', b"\xff"):
            (data / "parts/_evaluation.json").write_bytes(content)
            with pytest.raises(iv.InputError, match=r"evaluate once more with parts= this folder$"):
                iv.read_scores(data / "parts")
        judged.clear()
        assert same(evaluated(data), first)
        assert judged == []
        assert same(iv.read_scores(data / "parts"), first)

    def test_a_part_that_is_missing_is_named(self, data: Path) -> None:
        evaluated(data)
        path = self.part_of(data, "dune")
        path.unlink()
        with pytest.raises(iv.InputError, match=rf"parts: {path.name} is missing; evaluate once more with parts= this"):
            iv.read_scores(data / "parts")

    def test_parts_of_different_evaluations_are_not_mixed(self, data: Path) -> None:
        evaluated(data, ["P@5"], runs=[data / "dune.run"])
        path = self.part_of(data, "dune")
        content = path.read_bytes()
        evaluated(data)
        path.write_bytes(content)
        with pytest.raises(iv.InputError, match="holds parts of different evaluations; use a folder for each"):
            iv.read_scores(data / "parts")

    @pytest.mark.parametrize("name", ["{data}/e.parquet", "../e.parquet", "deeper/e.parquet"])
    def test_a_list_that_names_other_files_is_refused(self, name: str, data: Path) -> None:
        """It may come from anybody, who has no business with files elsewhere."""
        found = evaluated(data)
        found.save(data / "e.parquet")
        (data / "parts/deeper").mkdir()
        found.save(data / "parts/deeper/e.parquet")
        path = data / "parts/_evaluation.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | {"files": [name.format(data=data)]}))
        with pytest.raises(iv.InputError, match="parts: damaged"):
            iv.read_scores(data / "parts")

    def test_systems_that_are_not_those_of_the_list(self, data: Path) -> None:
        evaluated(data)
        about = json.loads((data / "parts/_evaluation.json").read_text())
        (data / "parts/_evaluation.json").write_text(json.dumps(about | {"systems": ["x", *about["systems"][1:]]}))
        with pytest.raises(iv.InputError, match="holds other systems than it says"):
            iv.read_scores(data / "parts")

    @staticmethod
    def part_of(data: Path, system: str) -> Path:
        """The file with the part of a system."""
        for path in (data / "parts").glob("part-*.parquet"):
            if system in iv.read_scores(path).systems:
                return path
        raise LookupError(system)


class TestUnits:
    @pytest.mark.parametrize("size", [2500, 10**6])
    def test_their_size_does_not_change_a_bit(self, size: int, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = evaluated(data, kept=False)
        cut_into_units(monkeypatch, size)
        assert same(evaluated(data), whole)
        assert same(iv.read_scores(data / "parts"), whole)
        assert names(data, "_unit-") == []

    @pytest.mark.parametrize("size", [100, 600, 1500])
    def test_units_in_which_no_topic_begins(self, size: int, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = evaluated(data, kept=False)
        cut_into_units(monkeypatch, size)
        assert same(evaluated(data), whole)
        assert same(iv.read_scores(data / "parts"), whole)

    def test_a_file_of_a_dataset_without_rows(self, data: Path) -> None:
        frame = pandas.DataFrame([(t, d, s) for t, inner in RUNS["dune"].items() for d, s in inner.items()])
        frame.columns = ["topic", "document", "score"]
        (data / "d").mkdir()
        for n, rows in enumerate((frame[:100], frame[:0], frame[100:])):
            rows.to_parquet(data / "d" / f"part-{n}.parquet")
        whole = evaluated(data, runs=data / "d", kept=False)
        assert same(evaluated(data, runs=data / "d"), whole)

    @pytest.mark.parametrize("after", [0, 1, 3, 7])
    def test_after_a_crash_only_the_missing_ones_are_judged(
        self, after: int, data: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cut_into_units(monkeypatch)
        whole = evaluated(data, kept=False)
        evaluated(data, workers=1)
        total = len(judged) - 4  # the first four are of the evaluation without parts
        assert total > 12
        shutil.rmtree(data / "parts")
        again = interrupted(monkeypatch, after)
        with pytest.raises(KeyboardInterrupt):
            evaluated(data, workers=1)
        again()
        with pytest.raises(iv.InputError, match=r"has no _evaluation\.json"):
            iv.read_scores(data / "parts")
        judged.clear()
        assert same(evaluated(data, workers=1), whole)
        assert len(judged) == total - after
        assert names(data, "_unit-") == []
        judged.clear()
        assert same(evaluated(data, workers=1), whole)
        assert judged == []
        assert same(iv.read_scores(data / "parts"), whole)

    def test_units_are_kept_while_a_source_is_not_done(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        cut_into_units(monkeypatch)
        again = interrupted(monkeypatch, 3)
        with pytest.raises(KeyboardInterrupt):
            evaluated(data, workers=1)
        again()
        assert (len(names(data, "_unit-")), len(names(data, "part-"))) == (3, 0)
        assert names(data, ".") == []  # nothing that is half written

    def test_a_crash_while_a_file_is_written(
        self, data: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is there as a whole or not at all."""
        cut_into_units(monkeypatch)
        whole = evaluated(data, kept=False)
        replace, done = os.replace, []

        def then_stops(source: Any, target: Any) -> None:
            done.extend([target] if Path(target).name.startswith("_unit-") else [])
            if len(done) == 4:
                raise KeyboardInterrupt
            replace(source, target)

        monkeypatch.setattr(os, "replace", then_stops)
        with pytest.raises(KeyboardInterrupt):
            evaluated(data, workers=1)
        monkeypatch.setattr(os, "replace", replace)
        assert len(names(data)) == 3
        judged.clear()
        assert same(evaluated(data, workers=1), whole)
        assert len(judged) > 0
        assert names(data, "_unit-") == []

    def test_units_of_a_run_that_was_changed_are_not_used(
        self, data: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cut_into_units(monkeypatch)
        again = interrupted(monkeypatch, 3)
        with pytest.raises(KeyboardInterrupt):
            evaluated(data, workers=1)
        again()
        path = data / "aurora.run"
        path.write_text(path.read_text().replace("doc-00", "new-00"))
        judged.clear()
        found = evaluated(data, workers=1)
        assert judged.count("aurora.run") == -(-(path.stat().st_size - 1000) // 2000)
        assert same(found, evaluated(data, kept=False))

    def test_several_at_a_time(self, data: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """By threads of this process, and by an executor."""
        cut_into_units(monkeypatch)
        whole = evaluated(data, kept=False)
        assert same(evaluated(data, workers=4), whole)
        shutil.rmtree(data / "parts")
        with ThreadPoolExecutor(2) as executor:
            assert same(evaluated(data, executor=executor), whole)
            judged.clear()
            assert same(evaluated(data, executor=executor), whole)
        assert judged == []
        assert names(data, "_unit-") == []
        assert same(iv.read_scores(data / "parts"), whole)

    def test_begun_here_and_finished_by_an_executor(
        self, data: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cut_into_units(monkeypatch)
        whole = evaluated(data, kept=False)
        again = interrupted(monkeypatch, 6)
        with pytest.raises(KeyboardInterrupt):
            evaluated(data, workers=1)
        again()
        judged.clear()
        with ThreadPoolExecutor(2) as executor:
            assert same(evaluated(data, executor=executor), whole)
        first = -(-((data / "aurora.run").stat().st_size - 1000) // 2000)
        assert judged.count("aurora.run") == max(0, first - 6)
        assert names(data, "_unit-") == []

    def test_begun_by_an_executor_and_finished_here(
        self, data: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cut_into_units(monkeypatch)
        whole = evaluated(data, kept=False)
        again = interrupted(monkeypatch, 3)
        with ThreadPoolExecutor(1) as executor, pytest.raises(KeyboardInterrupt):
            evaluated(data, executor=executor)
        again()
        assert (len(names(data, "_unit-")), len(names(data, "part-"))) == (3, 0)
        judged.clear()
        assert same(evaluated(data, workers=1), whole)
        assert judged.count("aurora.run") == -(-((data / "aurora.run").stat().st_size - 1000) // 2000) - 3
        assert names(data, "_unit-") == []

    @pytest.mark.parametrize("kind", ["parquet", "csv", "run.gz"])
    def test_other_kinds_of_files(
        self, kind: str, data: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cut_into_units(monkeypatch)
        rows = [(s, t, d, x) for s, run in RUNS.items() for t, inner in run.items() for d, x in inner.items()]
        frame = pandas.DataFrame(rows, columns=["system", "topic", "document", "score"])
        path = data / f"all.{kind}"
        if kind == "parquet":
            frame.to_parquet(path, row_group_size=40)
        elif kind == "csv":
            frame.to_csv(path, index=False)
        else:
            text = frame.assign(q0="Q0", rank=1)[["topic", "q0", "document", "rank", "score", "system"]]
            text.to_csv(path, index=False, header=False, sep=" ", compression="gzip")
        whole = iv.evaluate(QRELS, RUNS, MEASURES)
        assert same(evaluated(data, runs=path), whole)
        judged.clear()
        assert same(evaluated(data, runs=path), whole)
        assert judged == []
        assert same(iv.read_scores(data / "parts"), whole)
        assert (len(names(data, "part-")), names(data, "_unit-")) == (1, [])


class TestSources:
    def test_several_tags_in_one_file(self, data: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """In turn, topic by topic, so that each piece has them all."""
        lines = [line for path in runs_of(data) for line in path.read_text().splitlines(keepends=True)]
        (data / "all.run").write_text("".join(sorted(lines, key=lambda line: line.split()[0])))
        whole = evaluated(data, runs=data / "all.run", kept=False)
        assert sorted(whole.systems) == sorted(SYSTEMS)
        for size in (64 << 20, 9000):
            cut_into_units(monkeypatch, size)
            assert same(evaluated(data, runs=data / "all.run"), whole)
            assert same(iv.read_scores(data / "parts"), whole)
            judged.clear()
            assert same(evaluated(data, runs=data / "all.run"), whole)
            assert judged == []

    def test_tags_that_clash(self, data: Path, judged: list[str]) -> None:
        """Systems are then called by their files, which a part alone does not know."""
        for path in runs_of(data):
            lines = path.read_text().splitlines()
            path.write_text("".join(f"{line.rpartition(' ')[0]} same\n" for line in lines))
        found = evaluated(data)
        assert found.systems == SYSTEMS
        assert same(found, evaluated(data, kept=False))
        assert same(iv.read_scores(data / "parts"), found)
        judged.clear()
        assert same(evaluated(data), found)
        alone = evaluated(data, runs=[data / "dune.run"])
        assert judged == []
        assert alone.systems == ("same",)
        assert same(iv.read_scores(data / "parts"), alone)
        assert same(evaluated(data), found)
        assert same(iv.read_scores(data / "parts"), found)

    def test_datasets(self, data: Path, judged: list[str]) -> None:
        for system, run in RUNS.items():
            for topic, inner in run.items():
                path = data / "d" / f"system={system}" / f"{topic}.run"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("".join(f"{topic} Q0 {d} 1 {score} x\n" for d, score in inner.items()))
        whole = iv.evaluate(QRELS, RUNS, MEASURES)
        assert same(evaluated(data, runs=data / "d"), whole)
        assert len(names(data, "part-")) == 4
        assert same(iv.read_scores(data / "parts"), whole)
        os.utime(data / "d" / "system=dune" / "t03.run", ns=(1, 1))
        judged.clear()
        assert same(evaluated(data, runs=data / "d"), whole)
        assert len(judged) == len(QRELS)  # the files of one system
        (data / "d" / "system=dune" / "t03.run").unlink()
        found = evaluated(data, runs=data / "d")
        assert same(found, evaluated(data, runs=data / "d", kept=False))
        assert any("dune: no documents for 1 of 10 topics" in note for note in found.notes)

    def test_runs_from_memory_are_judged_each_time(self, data: Path, judged: list[str]) -> None:
        """They are in no folder: what is read back are the others."""
        runs = {"A": data / "aurora.run", "M": RUNS["dune"], "B": data / "borealis.run"}
        found = evaluated(data, runs=runs)
        assert same(found, evaluated(data, runs=runs, kept=False))
        judged.clear()
        assert same(evaluated(data, runs=runs), found)
        assert len(judged) == 1
        back = iv.read_scores(data / "parts")
        assert back.systems == ("A", "B")
        assert back.noted(()) == found.subset(systems=["A", "B"]).noted(())
        assert len(names(data, "part-")) == 2

    def test_runs_from_memory_alone(self, data: Path) -> None:
        evaluated(data, runs=RUNS)
        with pytest.raises(iv.InputError) as refused:
            iv.read_scores(data / "parts")
        assert "damaged" not in str(refused.value)

    @pytest.mark.parametrize("named", [False, True])
    def test_a_file_that_is_given_twice(self, named: bool, data: Path) -> None:
        path = data / "dune.run"
        found = evaluated(data, runs={"x": path, "y": path} if named else [path, path])
        assert len(found.systems) == 2
        assert same(iv.read_scores(data / "parts"), found)

    def test_the_same_file_in_other_words(self, data: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """Names of files need not be the same for the numbers to be."""
        whole = evaluated(data, kept=False)
        monkeypatch.chdir(data)
        assert same(evaluated(data, runs=[f"{system}.run" for system in SYSTEMS]), whole)
        assert same(iv.read_scores(data / "parts"), whole)
        assert same(evaluated(data), whole)
        assert same(iv.read_scores(data / "parts"), whole)


class TestMeasures:
    def test_interval_forms(self, data: Path, judged: list[str]) -> None:
        options: dict[str, Any] = {"measures": ["P@5", "AP@5", "nDCG@10", "Bpref"], "interval": True}
        found = evaluated(data, **options)
        assert found.interval_forms.keys() == {"P@5", "AP@5", "nDCG@10"}
        assert found.no_form.keys() == {"Bpref"}
        assert same(found, evaluated(data, kept=False, **options))
        assert same(iv.read_scores(data / "parts"), found)
        judged.clear()
        assert same(evaluated(data, **options), found)
        assert judged == []
        assert same(evaluated(data, ["P@5"]), evaluated(data, ["P@5"], kept=False))

    def test_measures_without_an_interval_form_alone(self, data: Path) -> None:
        found = evaluated(data, ["Bpref"], interval=True)
        assert found.no_form.keys() == {"Bpref"}
        assert same(iv.read_scores(data / "parts"), found)

    def test_own_measures(self, data: Path, judged: list[str]) -> None:
        """They come back as from a file that was saved: as scores with a name."""
        found = evaluated(data, ["AP", first_two])
        assert found.names == ("AP", "first_two")
        assert same(found, evaluated(data, ["AP", first_two], kept=False))
        found.save(data / "e.parquet")
        assert same(iv.read_scores(data / "parts"), iv.read_scores(data / "e.parquet"))
        judged.clear()
        assert same(evaluated(data, ["AP", first_two]), found)
        assert judged == []
        assert same(iv.read_scores(data / "parts"), iv.read_scores(data / "e.parquet"))

    def test_an_own_measure_that_was_changed_is_scored_again(self, data: Path) -> None:
        def mine(factor: int) -> Any:
            def score(grades: Any) -> Any:
                return factor * grades[..., 0]

            return iv.measure(score)

        for factor in (1, 2):
            found = evaluated(data, {"mine": mine(factor)})
            assert found.matrix("mine").max() == 3 * factor
            assert np.array_equal(iv.read_scores(data / "parts").values, found.values)

    def test_names_that_are_given(self, data: Path) -> None:
        found = evaluated(data, {"precision": "P@5", "mean": "AP"})
        assert found.names == ("precision", "mean")
        assert same(iv.read_scores(data / "parts"), found)
        again = evaluated(data, {"precision": "P@10", "mean": "AP"})
        assert same(again, evaluated(data, {"precision": "P@10", "mean": "AP"}, kept=False))
        assert same(iv.read_scores(data / "parts"), again)

    @pytest.fixture
    def coarse(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Few cells, so that bounds are wide, and found quickly."""
        monkeypatch.setattr(grid, "LEAST_CELLS", 1 << 10)
        monkeypatch.setattr(grid, "MOST_CELLS", 1 << 10)

    def test_scores_between_bounds(self, coarse: None, data: Path, judged: list[str]) -> None:
        found = evaluated(data, BOUNDED)
        assert found.errors is not None
        assert found.order is not None
        assert same(found, evaluated(data, BOUNDED, kept=False))
        judged.clear()
        assert same(evaluated(data, BOUNDED), found)
        assert judged == []

    def test_scores_between_bounds_beside_exact_ones(self, coarse: None, data: Path) -> None:
        found = evaluated(data, [BOUNDED, "P@5"], interval=True)
        assert found.errors is not None
        assert same(iv.read_scores(data / "parts"), found)
        assert same(evaluated(data, ["P@5"], interval=True), evaluated(data, ["P@5"], kept=False, interval=True))

    @pytest.mark.parametrize("before", [0, 2])
    def test_the_order_of_scores_is_one_of_all_systems(self, before: int, coarse: None, data: Path) -> None:
        """And not that of a part alone, or of the systems of a start before, also where scores are the same."""
        if before:
            evaluated(data, BOUNDED, runs=runs_of(data)[:before])
        found = evaluated(data, BOUNDED)
        assert same(found, evaluated(data, BOUNDED, kept=False))
        assert same(iv.read_scores(data / "parts"), found)


class TestRefusals:
    @pytest.mark.parametrize("there", [True, False])
    def test_a_folder_that_is_not_done(self, there: bool, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        if there:
            again = interrupted(monkeypatch, 2)
            with pytest.raises(KeyboardInterrupt):
                evaluated(data, workers=1)
            again()
            assert len(names(data, "part-")) == 2
        else:
            (data / "parts").mkdir()
        said = (
            r"parts: has no _evaluation\.json: nothing was kept there by parts, or it is not done; "
            r"evaluate once more with parts= this folder$"
        )
        with pytest.raises(iv.InputError, match=said):
            iv.read_scores(data / "parts")

    @pytest.mark.parametrize("name", ["file", "file/below"])
    def test_what_is_no_folder_is_refused_at_once(self, name: str, data: Path, judged: list[str]) -> None:
        (data / "file").write_text("x")
        with pytest.raises(iv.OptionError, match=rf"{name} cannot be made a folder: "):
            iv.evaluate(data / "qrels.txt", runs_of(data), ["AP"], parts=data / name)
        assert judged == []

    @pytest.mark.skipif(
        not Path("/proc/self").is_dir(), reason="needs a folder that nobody can write to, such as /proc"
    )
    def test_a_folder_that_cannot_be_written_to_is_refused_at_once(self, data: Path, judged: list[str]) -> None:
        with pytest.raises(iv.OptionError, match=r"^/proc/self\b.* cannot be written"):
            iv.evaluate(data / "qrels.txt", runs_of(data), ["AP"], parts="/proc/self")
        assert judged == []

    def test_a_url_that_cannot_be_written_to_is_refused_at_once(
        self, data: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pytest.importorskip("fsspec", reason="URLs need fsspec")
        from fsspec.implementations.memory import MemoryFileSystem

        def refuses(*_: Any, **__: Any) -> None:
            raise PermissionError("read only")

        monkeypatch.setattr(MemoryFileSystem, "pipe_file", refuses)
        with pytest.raises(iv.OptionError, match=r"^memory://p\b.* cannot be written: read only$"):
            iv.evaluate(data / "qrels.txt", runs_of(data), ["AP"], parts="memory://p")
        assert judged == []

    def test_a_run_that_cannot_be_read_leaves_the_others(self, data: Path, judged: list[str]) -> None:
        whole = evaluated(data, kept=False)
        content = (data / "dune.run").read_text()
        (data / "dune.run").write_text(content + "t01 Q0 x\n")
        with pytest.raises(iv.InputError, match=rf"dune\.run:{1 + content.count(chr(10))}: expected 6 columns"):
            evaluated(data, workers=1)
        (data / "dune.run").write_text(content)
        judged.clear()
        assert same(evaluated(data), whole)
        assert judged == ["dune.run"]

    def test_a_run_without_a_topic_of_the_judgments_is_refused(self, data: Path) -> None:
        """As without parts, and whatever was kept before."""
        (data / "dune.run").write_text("x Q0 a 1 1 dune\n")
        said = []
        for kept in (False, True, True):
            with pytest.raises(iv.InputError, match="has no topic in common with") as refused:
                evaluated(data, kept=kept)
            said.append(str(refused.value))
        assert len(set(said)) == 1

    @pytest.mark.parametrize("options", [{"ties": "error"}, {"duplicates": "error"}], ids=str)
    def test_errors_are_those_without_parts(self, options: dict[str, Any], data: Path) -> None:
        path = data / "aurora.run"
        first = path.read_text().splitlines(keepends=True)[0]
        if "duplicates" in options:
            path.write_text(path.read_text() + first)
        said = []
        for kept in (False, True, True):
            with pytest.raises(iv.InputError) as refused:
                evaluated(data, kept=kept, workers=1, **options)
            said.append(str(refused.value))
        assert len(set(said)) == 1

    @pytest.mark.parametrize("executor", [False, True])
    def test_of_several_errors_the_one_without_parts(
        self, executor: bool, data: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A line that cannot be read goes before a duplicate, also where that is in a unit before."""
        cut_into_units(monkeypatch)
        path = data / "aurora.run"
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join([lines[0], *lines, "t10 Q0 x\n"]))
        said = set()
        with ThreadPoolExecutor(1) as pool:
            for kept in (False, True, True):
                with pytest.raises(iv.InputError) as refused:
                    evaluated(data, kept=kept, executor=pool if executor else None)
                said.add(str(refused.value))
        assert len(said) == 1
        assert f"aurora.run:{len(lines) + 2}: expected 6 columns" in said.pop()

    @pytest.mark.parametrize(
        "beginning",
        [
            "",
            "file://",
        ],
    )
    def test_runs_from_memory_alone_are_no_error(self, beginning: str, data: Path) -> None:
        pytest.importorskip("fsspec", reason="URLs need fsspec")
        found = iv.evaluate(QRELS, RUNS, ["AP"], parts=f"{beginning}{data}/parts")
        assert found == iv.evaluate(QRELS, RUNS, ["AP"])

    def test_measures_that_do_not_exist_cost_nothing(self, data: Path) -> None:
        with pytest.raises(iv.MeasureError):
            evaluated(data, ["nosuch"])
        assert not (data / "parts").exists()


@pytest.fixture(autouse=True)
def _nothing_is_left_in_memory() -> Iterator[None]:
    """Tests that put files into fsspec's memory do not see those of others."""
    yield
    try:
        from fsspec.implementations.memory import MemoryFileSystem
    except ImportError:
        return
    MemoryFileSystem.store.clear()
    MemoryFileSystem.pseudo_dirs[:] = [""]


# ------------------------------------------------------------ found by breaking it


class TestOneNumberOfUnits:
    """Whoever judges a source, its units are the same: one that was kept is never taken for another, or for all."""

    CSV = "topic,document,score,tag\nt1,a,2,A\nt1,b,1,A\nt1,a,2,B\nt1,a,1,B\n"

    def test_several_tags_of_a_table(self, tmp_path: Path) -> None:
        (tmp_path / "two.csv").write_text(self.CSV)
        about: dict[str, Any] = {"duplicates": "error", "parts": tmp_path / "kept"}
        for _ in range(2):
            with pytest.raises(iv.InputError, match=r"appears twice|duplicate"):
                iv.evaluate({"t1": {"a": 1}}, tmp_path / "two.csv", ["AP"], **about)
        with ThreadPoolExecutor(1) as pool, pytest.raises(iv.InputError, match=r"appears twice|duplicate"):
            iv.evaluate({"t1": {"a": 1}}, tmp_path / "two.csv", ["AP"], **about, executor=pool)

    def test_row_groups_that_unpack_to_more(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(judging, "UNIT", 4000)
        topics = [f"t{n // 100}" for n in range(600)]
        table = pa.table({"topic": topics, "document": [f"d{n % 100:03}" for n in range(600)], "score": [1.0] * 600})
        parquet.write_table(table, tmp_path / "run.parquet", row_group_size=100)
        qrels = {f"t{n}": {"d099": 1} for n in range(6)}
        plain = iv.evaluate(qrels, tmp_path / "run.parquet", ["AP"])
        done: list[int] = []
        really = parts_module.Parts.keep

        def stopping(self: Any, source: str, runs: Any, unit: int | None = None) -> None:
            really(self, source, runs, unit)
            done.append(0 if unit is None else unit)
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(parts_module.Parts, "keep", stopping)
            with pytest.raises(KeyboardInterrupt):
                iv.evaluate(qrels, tmp_path / "run.parquet", ["AP"], parts=tmp_path / "kept")
        with ThreadPoolExecutor(1) as pool:
            again = iv.evaluate(qrels, tmp_path / "run.parquet", ["AP"], parts=tmp_path / "kept", executor=pool)
        assert again.values.tolist() == plain.values.tolist()
        assert iv.read_scores(tmp_path / "kept").values.tolist() == plain.values.tolist()

    @pytest.mark.parametrize("kept", [False, True])
    def test_a_large_table_in_a_dataset(self, kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(judging, "UNIT", 50)
        (tmp_path / "ds").mkdir()
        (tmp_path / "ds" / "part-0.csv").write_text("topic,document,score\nt1,a,1\n")
        rows = "".join(f"t2,x{n},{9 - n}\n" for n in range(5))
        (tmp_path / "ds" / "part-1.csv").write_text(f"topic,document,score\n{rows}t2,a,1\n")
        qrels = {"t1": {"a": 1}, "t2": {"a": 1}}
        plain = iv.evaluate(qrels, tmp_path / "ds", ["AP"])
        about: dict[str, Any] = {"parts": tmp_path / "kept"} if kept else {}
        with ThreadPoolExecutor(1) as pool:
            far = iv.evaluate(qrels, tmp_path / "ds", ["AP"], **about, executor=pool)
        near = iv.evaluate(qrels, tmp_path / "ds", ["AP"], **about)
        assert plain.values.tolist() == near.values.tolist() == far.values.tolist() == [[[1.0, 1 / 6]]]

    def test_a_large_table_alone(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(judging, "UNIT", 10)
        (tmp_path / "run.csv").write_text("topic,document,score\nt1,b,2\nt1,a,1\n")
        with ThreadPoolExecutor(1) as pool:
            found = iv.evaluate({"t1": {"a": 1}}, tmp_path / "run.csv", ["AP"], executor=pool)
        assert found.values.tolist() == [[[0.5]]]


class TestWhoseFolder:
    def test_files_of_one_name_in_two_folders(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for folder, document in (("one", "a"), ("two", "b")):
            (tmp_path / folder).mkdir()
            (tmp_path / folder / "my.run").write_text(f"t1 Q0 {document} 1 1.0 A\n")
            os.utime(tmp_path / folder / "my.run", (1, 1))
        found = []
        for folder in ("one", "two"):
            monkeypatch.chdir(tmp_path / folder)
            found.append(iv.evaluate({"t1": {"a": 1}}, "my.run", ["AP"], parts=tmp_path / "kept").mean("A", "AP"))
        assert found == [1.0, 0.0]

    def test_what_others_wrote_is_left_alone(self, data: Path) -> None:
        mine = data / "kept" / "part-0123456789abcdef0123456789abcdef.parquet"
        mine.parent.mkdir()
        parquet.write_table(pa.table({"a": [1]}), mine)
        iv.evaluate(data / "qrels.txt", data / "dune.run", ["AP"], parts=data / "kept")
        assert parquet.read_table(mine).to_pydict() == {"a": [1]}

    @pytest.mark.parametrize("content", ["mine", "[]", '{"files": []}'])
    def test_a_list_that_others_wrote_is_refused(self, content: str, data: Path) -> None:
        (data / "kept").mkdir()
        (data / "kept" / "_evaluation.json").write_text(content)
        with pytest.raises(iv.OptionError, match=r"_evaluation.json was not written by parts=: name another folder"):
            iv.evaluate(data / "qrels.txt", data / "dune.run", ["AP"], parts=data / "kept")
        assert (data / "kept" / "_evaluation.json").read_text() == content

    @pytest.mark.parametrize("runs", ["", "dune.run", ["cirrus.run", "dune.run"]])
    def test_the_folder_of_the_runs_is_refused(self, runs: Any, data: Path) -> None:
        given = [data / one for one in runs] if isinstance(runs, list) else data / runs
        with pytest.raises(iv.OptionError, match="is the folder of the runs; name another"):
            iv.evaluate(data / "qrels.txt", given, ["AP"], parts=data)

    def test_units_of_what_was_changed_are_removed(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (data / "kept").mkdir()
        (data / "kept" / f"_unit-{'0' * 32}.npz").write_bytes(b"left over")
        iv.evaluate(data / "qrels.txt", data / "dune.run", ["AP"], parts=data / "kept")
        assert [path.name for path in (data / "kept").glob("_unit-*")] == []
