"""On real engines: a dask cluster of processes, process pools, loky, Ray and MPI. Every result is equal to the bit to
the one of this process, notes included, also after workers and drivers were killed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import intervale as iv
from intervale.scales.cache import without_cache
from intervale.scales.mapping import _scale
from tests.cluster.collection import MEASURES, make

ROOT = Path(__file__).resolve().parent.parent.parent
NO_DASK = "dask.distributed is not installed: make cluster installs it"
pytestmark = pytest.mark.filterwarnings("default")  # of the engines, which are not ours


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("collection")
    make(folder)
    return folder


@pytest.fixture(scope="module")
def alone(collection: Path) -> iv.Evaluation:
    """The evaluation in this process, with threads."""
    return iv.evaluate(collection / "qrels.txt", collection / "runs", MEASURES)


@contextmanager
def dask_cluster(folder: Path, workers: int = 2, preload: bool = False) -> Iterator[str]:
    """A scheduler and workers as processes of their own, as on a cluster; the address of the scheduler."""
    scheduler_file = folder / "scheduler.json"
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}", "TRACE": str(folder)}
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    started = [
        subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", scheduler_file],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    ]
    try:
        wait_for(scheduler_file.exists)
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", scheduler_file]
        worker += ["--nthreads", "1", "--no-dashboard", "--no-nanny", "--local-directory", folder]
        worker += ["--preload", "tests.cluster.slow"] if preload else []
        started += [
            subprocess.Popen(worker, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for _ in range(workers)
        ]
        yield str(scheduler_file)
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


def wait_for(condition: Callable[[], Any], seconds: float = 60) -> Any:
    """What a condition gives once it holds."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)
    return found


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pytest.importorskip("distributed", reason=NO_DASK)
    with dask_cluster(tmp_path_factory.mktemp("dask")) as scheduler_file:
        yield f"dask:{scheduler_file}"


def ray_executor() -> Any:
    pytest.importorskip("ray", reason="ray is not installed: make cluster installs it where there is a wheel")
    from intervale.integrations.ray import RayExecutor

    return RayExecutor


def loky_executor() -> Any:
    return pytest.importorskip("loky", reason="loky is not installed: make cluster installs it").get_reusable_executor


@pytest.fixture(params=["dask", "processes", "loky", "ray"])
def executor(request: pytest.FixtureRequest) -> Any:
    if request.param == "dask":
        return request.getfixturevalue("cluster")
    makers = {"processes": lambda: "processes", "loky": loky_executor, "ray": ray_executor}
    return makers[request.param]()


def test_evaluate_by_pieces_archives_and_datasets(
    collection: Path, alone: iv.Evaluation, executor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text in pieces, compressed text, and Parquet by system, whose runs have no tag and therefore other names."""
    monkeypatch.setattr(sys.modules["intervale.data.judge"], "UNIT", 100_000)
    qrels = collection / "qrels.txt"
    with iv.parallel(workers=2, executor=executor) as work:
        by_pieces = iv.evaluate(qrels, collection / "runs", MEASURES)
        tasks = work.tasks
        packed = iv.evaluate(qrels, collection / "packed", MEASURES)
        hive = iv.evaluate(qrels, collection / "hive", MEASURES)
        held = iv.evaluate(iv.read_qrels(qrels), collection / "runs", MEASURES)  # judgments in memory are sent
    assert tasks > 8  # pieces, not files
    for found in (by_pieces, packed, hive, held):
        assert found == alone, found
        assert found.notes == alone.notes


def test_a_measure_of_ones_own_travels(collection: Path, executor: Any) -> None:
    """Scores are computed in this process, wherever runs are judged."""

    @iv.measure
    def first_two(grades):
        return grades[..., :2].sum(-1)

    qrels, runs = collection / "qrels.txt", collection / "runs"
    assert iv.evaluate(qrels, runs, [first_two], executor=executor, workers=2) == iv.evaluate(qrels, runs, [first_two])


@pytest.mark.parametrize("name", ["AP@22", "AP@28"])
def test_counting(name: str, executor: Any) -> None:
    """The values of AP are counted by workers that build the table themselves."""
    runs = [[1, 0, 1] + [0] * (int(name[3:]) - 3), [0, 1] * (int(name[3:]) // 2)]
    with without_cache():
        _scale.cache_clear()
        here = iv.interval_scale(name)
        expected = here.size, here.ranks_of(runs)
        _scale.cache_clear()
        with iv.parallel(workers=2, executor=executor) as work:
            there = iv.interval_scale(name)
            assert (there.size, there.ranks_of(runs)) == expected
    assert work.tasks > 1
    assert work.sent + work.received < 5_000_000


TESTS = ["t", "sign", "rank-sum", "signed-rank", "anova2", "randomisation", "randomised-tukey", "bootstrap"]


def test_eight_tests(executor: Any) -> None:
    """Eight tests on 100 systems, of which some pairs make many blocks."""
    random = np.random.default_rng(8)
    scores = iv.read_scores(
        {f"s{n:03d}": random.random(60).round(3).tolist() for n in range(100)}, measure="m", scale="interval"
    )
    expected = iv.compare(scores, tests=TESTS, resamples=1000).measures["m"].tests
    with iv.parallel(workers=2, executor=executor) as work:
        found = iv.compare(scores, tests=TESTS, resamples=1000).measures["m"].tests
    assert work.tasks > 1
    for name in TESTS:
        for what in ("p", "difference", "significant"):
            assert np.array_equal(getattr(found[name], what), getattr(expected[name], what), equal_nan=True), name
        for what in ("statistic", "effect", "low", "high"):
            one, other = (getattr(tests[name].outcome, what) for tests in (found, expected))
            assert (one is None and other is None) or np.array_equal(one, other, equal_nan=True), (name, what)


def test_mpi(collection: Path, alone: iv.Evaluation, tmp_path: Path) -> None:
    """Under mpiexec with three processes, two of them workers."""
    pytest.importorskip("mpi4py", reason="mpi4py is not installed: make cluster installs it")
    launcher = Path(sys.executable).parent / "mpiexec"
    if not launcher.exists():
        pytest.skip("there is no mpiexec: make cluster installs MPICH")
    output = tmp_path / "scores.parquet"
    script = (
        "import sys; import intervale as iv; from mpi4py.futures import MPIPoolExecutor\n"
        "import intervale.data\nfrom tests.cluster.collection import MEASURES\n"
        "if __name__ == '__main__':\n"
        "    sys.modules['intervale.data.judge'].UNIT = 100_000\n"
        f"    found = iv.evaluate({str(collection / 'qrels.txt')!r}, {str(collection / 'runs')!r}, MEASURES, "
        "executor=MPIPoolExecutor)\n"
        f"    found.save({str(output)!r})\n"
    )
    (tmp_path / "evaluate.py").write_text(script)
    done = subprocess.run(
        [launcher, "-n", "3", sys.executable, "-m", "mpi4py.futures", str(tmp_path / "evaluate.py")],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert iv.read_scores(output) == alone


# ------------------------------------------------------------ what dies


def driver(collection: Path, executor: str, output: Path, parts: Path | None = None) -> list[Any]:
    return [sys.executable, "-m", "tests.cluster.driver", collection, executor, output, *([parts] if parts else [])]


def run_of(folder: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}", "TRACE": str(folder)}


def traces(folder: Path) -> list[int]:
    """The processes that have judged something."""
    return [int(path.name) for path in folder.iterdir() if path.name.isdigit()]


def test_a_killed_worker(collection: Path, alone: iv.Evaluation, tmp_path: Path) -> None:
    """Its tasks are done by the other one, which builds the judgments anew where it has not; the numbers stay."""
    pytest.importorskip("distributed", reason=NO_DASK)
    output = tmp_path / "scores.parquet"
    with dask_cluster(tmp_path, preload=True) as scheduler_file:
        process = subprocess.Popen(
            driver(collection, f"dask:{scheduler_file}", output), cwd=ROOT, env=run_of(tmp_path), stderr=subprocess.PIPE
        )
        os.kill(wait_for(lambda: traces(tmp_path))[0], signal.SIGKILL)
        assert process.wait(timeout=120) == 0, process.communicate()[1]
    assert len(traces(tmp_path)) == 2
    assert iv.read_scores(output) == alone


def test_a_killed_driver(collection: Path, alone: iv.Evaluation, tmp_path: Path) -> None:
    """What was done is kept; a second start on the same cluster does the rest."""
    pytest.importorskip("distributed", reason=NO_DASK)
    output, parts = tmp_path / "scores.parquet", tmp_path / "parts"
    with dask_cluster(tmp_path, preload=True) as scheduler_file:
        command = driver(collection, f"dask:{scheduler_file}", output, parts)
        process = subprocess.Popen(command, cwd=ROOT, env=run_of(tmp_path), stderr=subprocess.DEVNULL)
        before = wait_for(lambda: [*parts.glob("_unit-*"), *parts.glob("part-*")] if parts.exists() else None)
        process.kill()
        process.wait()
        assert not output.exists()
        assert not (parts / "_evaluation.json").exists()
        with pytest.raises(iv.InputError, match="it is not done"):
            iv.read_scores(parts)
        again = subprocess.run(command, cwd=ROOT, env=run_of(tmp_path), timeout=120, check=False)
        assert again.returncode == 0
    assert before
    assert iv.read_scores(output) == alone
    assert iv.read_scores(parts) == alone
    assert not list(parts.glob("_unit-*"))


def test_a_killed_process_of_a_pool(collection: Path, alone: iv.Evaluation, tmp_path: Path) -> None:
    """A pool that was opened by its name is opened anew."""
    output = tmp_path / "scores.parquet"
    script = (
        "import tests.cluster.slow, sys\n"
        "from tests.cluster.driver import main\n"
        "if __name__ == '__main__':\n"
        "    main(*sys.argv[1:])\n"
    )
    (tmp_path / "evaluate.py").write_text(script)
    command = [sys.executable, str(tmp_path / "evaluate.py"), str(collection), "processes", str(output)]
    process = subprocess.Popen(command, cwd=ROOT, env=run_of(tmp_path), stderr=subprocess.PIPE)
    os.kill(wait_for(lambda: [one for one in traces(tmp_path) if one != process.pid])[0], signal.SIGKILL)
    assert process.wait(timeout=120) == 0, process.communicate()[1]
    assert iv.read_scores(output) == alone


def hearing() -> None:
    """Hear Ctrl-C, which what a shell starts in the background ignores."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def pressed(process: subprocess.Popen[bytes], times: int = 8) -> bytes:
    """What a process prints that Ctrl-C ends; pressed once more where the key came while Python ran a finaliser, in
    which it raises nothing.
    """
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=3)[0]
    return process.communicate(timeout=60)[0]


def test_ctrl_c_cancels_what_was_sent(collection: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command ends with 130, and the workers do nothing more."""
    monkeypatch.setenv("PAUSE", "16")  # or all is done before the key is pressed, once more where that is needed
    distributed = pytest.importorskip(
        "distributed", reason="dask.distributed is not installed: make cluster installs it"
    )
    with dask_cluster(tmp_path, preload=True) as scheduler_file:
        command = [
            sys.executable,
            "-m",
            "intervale",
            "evaluate",
            str(collection / "qrels.txt"),
            str(collection / "runs"),
        ]
        command += ["-m", "AP", "--executor", f"dask:{scheduler_file}"]
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=run_of(tmp_path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=hearing,
        )
        wait_for(lambda: traces(tmp_path))
        out = pressed(process)
        assert (process.returncode, out) == (130, b"")
        with distributed.Client(scheduler_file=scheduler_file) as client:
            wait_for(lambda: not any(client.processing().values()))


def test_a_worker_with_other_judgments_is_refused(collection: Path, cluster: str, monkeypatch: Any) -> None:
    """The fingerprint of the judgments is compared where they are read."""
    from intervale.data import worker_pool

    real = worker_pool.fingerprint
    monkeypatch.setattr(worker_pool, "fingerprint", lambda pool: "other " + real(pool))
    with pytest.raises(iv.InputError, match=r"qrels\.txt: holds other judgments where a worker reads it"):
        iv.evaluate(collection / "qrels.txt", collection / "runs", ["AP"], executor=cluster)
