"""Deep tables are kept between processes: read bit for bit, built again where they are damaged, within a limit."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.exact import grid
from intervale.scales import cache, kept_tables
from intervale.scales.cache_contents import contents
from intervale.scales.kept_tables import KeptTables, limit, make_room
from intervale.scales.mapping import _scale

KEY = {"measure": "module.Kind: made up", "length": 3, "grades": 1, "most": None, "method": "grid"}
SHELF = KeptTables(KEY)
PARTS = {
    "ends": np.array([0.1, np.inf, -0.0, 5e-324]),
    "places": np.arange(12, dtype=np.int64).reshape(3, 4),
    "none": np.zeros((0, 4)),
    "tilt": 0.1 + 0.2,
    "error": 7,
}
MEASURES = ["RBP(p=0.8)@60", "nDCG@60"]


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A cache of its own with room for tables, which are small here; scales are made anew."""
    monkeypatch.setenv("INTERVALE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("INTERVALE_CACHE_SIZE", "2GB")
    monkeypatch.setattr(grid, "LEAST_CELLS", 1 << 12)
    monkeypatch.setattr(grid, "MOST_CELLS", 1 << 12)
    monkeypatch.setattr(grid, "LISTED", 64)
    _scale.cache_clear()
    yield tmp_path / "cache"
    _scale.cache_clear()


@pytest.fixture
def built(monkeypatch):
    """The octaves of the tables that were built."""
    found, make = [], grid._Side._made

    def made(side, tally, plan):
        found.append(plan.octave)
        return make(side, tally, plan)

    monkeypatch.setattr(grid._Side, "_made", made)
    return found


def runs(length=60):
    drawn = np.random.default_rng(2).random((40, length))
    return (drawn < np.geomspace(0.001, 0.9, 40)[:, None]).astype(int).tolist()


def bounds(text, workers=1):
    """As a fresh process finds them, with how far a score can be off."""
    _scale.cache_clear()
    with iv.parallel(workers=workers):
        scale = iv.interval_scale(text)
        assert scale.method == "grid"
        return scale.rank_bounds_of(runs()), scale.error


# ---------------------------------------------------------------- what is read is what was built


@pytest.mark.parametrize("text", MEASURES)
def test_the_second_time_tables_are_read_and_none_is_built(kept, built, text):
    first = bounds(text)
    number, before = len(built), {path: path.read_bytes() for path in cache.files()}
    assert number > 3
    assert bounds(text) == first
    assert len(built) == number
    assert {path: path.read_bytes() for path in cache.files()} == before
    with cache.without_cache():
        assert bounds(text) == first
    assert len(built) == 2 * number


@pytest.mark.parametrize("text", MEASURES)
def test_one_worker_and_two_keep_the_same(kept, built, text):
    first = bounds(text, workers=1)
    before = {path.name: path.read_bytes() for path in cache.files()}
    cache.clear()
    assert bounds(text, workers=2) == first
    assert {path.name: path.read_bytes() for path in cache.files()} == before
    number = len(built)
    assert bounds(text, workers=2) == first
    assert len(built) == number


@pytest.mark.parametrize("workers", [1, 2])
def test_without_the_cache_nothing_is_read_or_written(kept, built, workers):
    with cache.without_cache():
        first = bounds(MEASURES[0], workers)
    assert not kept.exists()
    number = len(built)
    assert bounds(MEASURES[0], workers) == first
    assert len(built) == 2 * number


def test_tables_that_are_read_are_not_announced(kept, monkeypatch):
    monkeypatch.setattr(grid, "WORTH_SAYING", 0.0)
    said = []
    with iv.progress(lambda what, done, total: said.append((what, done, total))):
        bounds(MEASURES[0])
    assert "building tables of sums of RBP@60 takes up to" in next(what for what, _, total in said if not total)
    what, done, total = said[-1]
    assert (what, done) == ("building tables of sums of RBP@60", total)
    said.clear()
    with iv.progress(lambda what, done, total: said.append(what)):
        bounds(MEASURES[0])
    assert said == []


def test_other_widths_have_other_tables(kept, built, monkeypatch):
    bounds(MEASURES[0])
    number = len(built)
    monkeypatch.setattr(grid, "LEAST_CELLS", 1 << 11)
    monkeypatch.setattr(grid, "MOST_CELLS", 1 << 11)
    bounds(MEASURES[0])
    assert len(built) > number


# ---------------------------------------------------------------- files


def same(found):
    assert found.keys() == PARTS.keys()
    for name, part in PARTS.items():
        if isinstance(part, np.ndarray):
            assert (found[name].dtype, found[name].shape) == (part.dtype, part.shape)
            assert found[name].tobytes() == part.tobytes()
            assert not found[name].flags.writeable
        else:
            assert (found[name], type(found[name])) == (part, type(part))
    return True


def test_a_table_comes_back_bit_for_bit(kept):
    assert SHELF.get("one") is None
    SHELF.put("one", PARTS)
    assert same(SHELF.get("one"))
    assert SHELF.get("two") is None
    assert KeptTables(KEY | {"length": 4}).get("one") is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:40],
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: data[:-70] + bytes([data[-70] ^ 1]) + data[-69:],
        lambda data: data.replace(b'"format": 2', b'"format": 3'),
        lambda data: data.replace(b'"tilt": 0.3', b'"tilt": 0.4'),
        lambda data: data.replace(b"made up", b"made on"),
        lambda data: data.replace(b"[3, 4]", b"[4, 3]"),
        lambda data: b"[" * 100_000 + b"\n",
        lambda data: b"null\n" + data,
        lambda data: b"\xff\n",
    ],
)
def test_a_damaged_file_is_absent_and_written_again(kept, damage):
    SHELF.put("one", PARTS)
    (path,) = cache.files()
    whole = path.read_bytes()
    damaged = damage(whole)
    assert damaged != whole
    path.write_bytes(damaged)
    assert SHELF.get("one") is None
    SHELF.put("one", PARTS)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("what", ["__version__", "FORMAT"])
def test_tables_of_another_version_are_not_read(kept, monkeypatch, what):
    SHELF.put("one", PARTS)
    monkeypatch.setattr(kept_tables, what, "0.0.0")
    assert SHELF.get("one") is None


def test_a_damaged_table_is_built_again(kept, built):
    first = bounds(MEASURES[0])
    number = len(built)
    path = max(cache.files(), key=lambda path: path.stat().st_size)
    path.write_bytes(path.read_bytes()[:-100])
    assert bounds(MEASURES[0]) == first
    assert len(built) == number + 1


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("INTERVALE_CACHE", str(tmp_path / "file"))
    monkeypatch.setenv("INTERVALE_CACHE_SIZE", "1GB")
    SHELF.put("one", PARTS)
    assert SHELF.get("one") is None


def test_a_full_disk_costs_only_time(kept, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    SHELF.put("one", PARTS)
    assert list(kept.iterdir()) == []


def test_many_writers_and_readers_at_once(kept):
    def both(number):
        SHELF.put(f"{number % 3}", PARTS)
        found = SHELF.get(f"{number % 3}")
        return found is not None and same(found)

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(both, range(60)))
    assert sorted(path.suffix for path in cache.files()) == [".table"] * 3


# ---------------------------------------------------------------- the limit


def aged(name, seconds):
    """Keep a table that was used so many seconds ago."""
    before = set(cache.files())
    SHELF.put(name, {"zeros": np.zeros(1000)})
    (path,) = set(cache.files()) - before
    os.utime(path, (time.time() - seconds,) * 2)
    return path


def test_the_limit_is_read_as_people_write_sizes(monkeypatch):
    for text, expected in {"500MB": 500_000_000, "1 GiB": 1 << 30, "0": 0, "": 2_000_000_000}.items():
        monkeypatch.setenv("INTERVALE_CACHE_SIZE", text)
        assert limit() == expected
    monkeypatch.setenv("INTERVALE_CACHE_SIZE", "much")
    with pytest.raises(OptionError, match="INTERVALE_CACHE_SIZE='much' is not a size; write 500MB or 2GiB"):
        limit()


def test_what_was_not_used_for_longest_goes_first(kept, monkeypatch):
    paths = [aged(f"{n}", 9000 - 1000 * n) for n in range(4)]
    assert SHELF.get("0") is not None  # used now
    monkeypatch.setenv("INTERVALE_CACHE_SIZE", "40000")
    SHELF.put("new", {"zeros": np.zeros(1000)})
    assert [path.exists() for path in paths] == [True, False, True, True]
    assert SHELF.get("new") is not None


def test_what_was_used_a_moment_ago_stays(kept, monkeypatch):
    """Else work whose tables do not fit together would find none of them the next time."""
    paths = [aged(f"{n}", 5) for n in range(4)]
    monkeypatch.setenv("INTERVALE_CACHE_SIZE", "40000")
    SHELF.put("new", {"zeros": np.zeros(1000)})
    assert all(path.exists() for path in paths)
    assert SHELF.get("new") is None


def test_a_lower_limit_holds_at_once(kept, monkeypatch):
    paths = [aged(f"{n}", 5 - n) for n in range(4)]
    monkeypatch.setenv("INTERVALE_CACHE_SIZE", "20000")
    SHELF.put("new", {"zeros": np.zeros(1000)})
    assert [path.exists() for path in paths] == [False, False, True, True]


def test_a_table_larger_than_the_limit_is_not_kept(kept, monkeypatch):
    old = aged("old", 9000)
    monkeypatch.setenv("INTERVALE_CACHE_SIZE", "9000")
    SHELF.put("new", {"zeros": np.zeros(2000)})
    assert cache.files() == [old]


def test_no_size_is_no_tables(kept, monkeypatch, built):
    aged("old", 1)
    monkeypatch.setenv("INTERVALE_CACHE_SIZE", "0")
    assert SHELF.get("old") is None
    SHELF.put("new", PARTS)
    assert len(cache.files()) == 1


def test_results_go_last_and_unfinished_files_after_an_hour(kept):
    cache.store({"measure": "k: AP@9"}, {"ranks": {"0": 1}})
    (result,) = cache.files()
    os.utime(result, (0, 0))
    old = aged("old", 9000)
    parts = {name: kept / f".intervale-{name}.part" for name in ("left", "written")}
    for path in parts.values():
        path.write_bytes(bytes(1000))
    os.utime(parts["left"], (0, 0))
    assert make_room(8000, 18_000)
    assert (result.exists(), old.exists(), parts["left"].exists(), parts["written"].exists()) == (
        True,
        True,
        False,
        True,
    )
    assert make_room(8000, 11_000)
    assert (result.exists(), old.exists(), parts["written"].exists()) == (True, False, True)


# ---------------------------------------------------------------- what is in it


def test_contents_by_measure(kept):
    bounds(MEASURES[0])
    (rbp,) = contents().kept
    assert (rbp.measure, rbp.length, rbp.grades, rbp.results, rbp.tables) == ("RBP@60", 60, 1, 0, len(cache.files()))
    SHELF.put("one", PARTS)
    (kept / ".intervale-left.part").write_text("")
    found = contents()
    assert {one.measure for one in found.kept} == {"RBP@60", "made up"}
    assert (found.unknown, found.tables, len(found.files)) == (1, rbp.tables + 1, rbp.tables + 2)
    assert [one.measure for one in contents("made up").kept] == ["made up"]
    assert contents("RBP(p=0.8)@60").bytes == rbp.bytes
    assert contents("P@5").files == ()


# ---------------------------------------------------------------- processes

SCRIPT = """
import json, sys
import intervale as iv
from intervale.exact import grid
from intervale.scales import kept_tables
grid.LEAST_CELLS, grid.MOST_CELLS, grid.LISTED = 1 << 12, 1 << 12, 64
made, built = grid._Side._made, []
grid._Side._made = lambda side, tally, plan: built.append(plan.octave) or made(side, tally, plan)
if "--stall" in sys.argv:
    class Stalls:
        def __init__(self, path): self.file = open(path, "xb")
        def __enter__(self): return self
        def __exit__(self, *_): self.file.close()
        def write(self, piece):
            self.file.write(bytes(piece)[:100])
            self.file.flush()
            print("stalled", flush=True)
            sys.stdin.read()
    kept_tables.Path.open = lambda path, mode="r": Stalls(path) if mode == "xb" else open(path, mode)
with iv.parallel(workers=int(sys.argv[1])):
    scale = iv.interval_scale("nDCG@60")
    found = scale.rank_bounds_of(json.loads(sys.argv[2])), scale.error
print(json.dumps([len(built), found]))
"""


def started(folder, workers=1, *more):
    own = os.environ | {"INTERVALE_CACHE": str(folder), "INTERVALE_CACHE_SIZE": "1GB"}
    words = [sys.executable, "-c", SCRIPT, str(workers), json.dumps(runs()), *more]
    return subprocess.Popen(words, env=own, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ended(process):
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return json.loads(out)


def test_another_process_builds_no_table_and_finds_the_same(tmp_path):
    number, first = ended(started(tmp_path))
    assert number > 3
    assert ended(started(tmp_path, 2)) == [0, first]


def test_two_processes_at_once(tmp_path):
    both = [started(tmp_path, workers) for workers in (1, 2)]
    (_, first), (_, second) = map(ended, both)
    assert first == second
    assert ended(started(tmp_path)) == [0, first]
    assert {path.suffix for path in Path(tmp_path).iterdir()} == {".table"}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's here")
def test_a_kill_in_the_midst_of_writing_leaves_nothing_that_is_read(tmp_path):
    process = started(tmp_path, 1, "--stall")
    try:
        assert process.stdout.readline() == "stalled\n"
    finally:
        process.kill()
        process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    (part,) = tmp_path.iterdir()
    assert (part.suffix, part.stat().st_size) == (".part", 100)
    number, first = ended(started(tmp_path))
    assert number > 3
    assert ended(started(tmp_path)) == [0, first]


# ---------------------------------------------------------------- how far it is


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_is_told_while_tables_are_built_and_in_the_thread_that_asked(kept, workers):
    told = []

    def listen(what, done, total):
        told.append((threading.get_ident(), what, done, total))

    with iv.progress(listen):
        bounds("nDCG@60", workers)
    assert {thread for thread, *_ in told} == {threading.get_ident()}
    steps = [(done, total) for _, what, done, total in told if what == "building tables of sums of nDCG@60"]
    assert all(0 <= done <= total for done, total in steps)
    assert steps[0][0] == 0
    assert steps[-1][0] == steps[-1][1]
