"""Runs that are large: CPU seconds and peak memory with a limit and without, and how both, and bytes sent, grow with
rows where two processes judge. What a billion rows would take is computed from that, and labelled an estimate.

usage: scale.py [--data DIR] [--rows N] [--memory 600MB] [--small]

Each evaluation is a process of its own; its peak is VmHWM, its CPU seconds those of user and system. The same
collection comes as TREC text, with one stray line at its end, compressed, and as Parquet; then a million topics, and a
thousand runs. One evaluation runs under ``ulimit -v`` of the limit and what importing reserves. A peak above the limit
and a tenth ends the bench with an error. With --small, a thousandth of it.
"""

from __future__ import annotations

import argparse
import datetime
import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from make_data import Shape, make  # noqa: E402

from intervale.data.room import bytes_of  # noqa: E402

MEASURES = ["AP", "nDCG@10", "P@10"]
BILLION = 1_000_000_000
ONE = """
import json, multiprocessing, re, resource, sys
from concurrent.futures import ProcessPoolExecutor
import intervale as iv
qrels, runs, options = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
if __name__ == "__main__":
    workers = options.pop("processes", None)
    pool = workers and ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    with iv.parallel(executor=pool or "threads") as work:
        found = iv.evaluate(qrels, runs, {measures}, **options)
    if pool:
        pool.shutdown()  # whose CPU seconds are then known
    peak = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(json.dumps({{
        "peak": peak, "cpu": sum(one.ru_utime + one.ru_stime for one in used), "sum": repr(float(found.values.sum())),
        "notes": len(found.notes), "sent": work.sent, "received": work.received, "tasks": work.tasks,
    }}))
"""


def evaluated(script: Path, qrels: Path, runs: Path, most: int | None = None, **options: Any) -> dict[str, Any]:
    """One evaluation in a process of its own, which may reserve at most so many bytes of addresses."""
    command = [sys.executable, str(script), str(qrels), str(runs), json.dumps(options)]
    if most is not None:
        command = ["bash", "-c", f'ulimit -v {most // 1024}; exec "$@"', "bash", *command]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{runs} with {options} failed:\n{done.stderr}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def reserved() -> int:
    """How many bytes of addresses a process has once all is imported that an evaluation needs."""
    code = (
        "import intervale as iv, re, pyarrow; iv.evaluate({'q': {'d': 1}}, {'A': {'q': {'d': 1.0}}}, ['AP']);"
        "print(re.search(r'VmSize:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout) * 1024


def forms(qrels: Path, run: Path) -> Iterator[tuple[str, Path]]:
    """The run as it comes: each is written once."""
    yield "TREC text", run
    stray, packed, parquet = run.with_suffix(".stray"), run.with_suffix(".txt.gz"), run.with_suffix(".parquet")
    if not stray.exists():
        with run.open("rb") as file, stray.open("wb") as out:
            topic = file.readline().split()[0].decode()
            file.seek(0)
            while part := file.read(1 << 24):
                out.write(part)
            out.write(f"{topic} Q0 stray 1 -1 stray\n".replace(" stray\n", f" {tag_of(run)}\n").encode())
    yield "one stray line", stray
    if not packed.exists():
        with run.open("rb") as file, gzip.open(packed, "wb", compresslevel=1) as out:
            while part := file.read(1 << 24):
                out.write(part)
    yield "gz", packed
    if not parquet.exists():
        import pyarrow.csv
        import pyarrow.parquet

        names = ["topic", "Q0", "document", "rank", "score", "tag"]
        reader = pyarrow.csv.open_csv(
            run,
            pyarrow.csv.ReadOptions(column_names=names, block_size=1 << 26),
            pyarrow.csv.ParseOptions(delimiter=" "),
            pyarrow.csv.ConvertOptions(column_types={name: pyarrow.string() for name in ("topic", "document", "tag")}),
        )
        with pyarrow.parquet.ParquetWriter(parquet, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
    yield "Parquet", parquet


def tag_of(run: Path) -> str:
    with run.open("rb") as file:
        return file.readline().split()[-1].decode()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=HERE / ".data")
    parser.add_argument("--rows", type=int, default=20_000_000)
    parser.add_argument("--memory", default="600MB")
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    less = 1000 if chosen.small else 1
    chosen.data.mkdir(parents=True, exist_ok=True)
    script = chosen.data / "one.py"
    script.write_text(ONE.format(measures=MEASURES))
    print(f"{datetime.date.today()}, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}\n")
    bounded(script, chosen.data, chosen.rows // less, chosen.memory, less)
    growth(script, chosen.data, chosen.rows // less, small=chosen.small)


def bounded(script: Path, data: Path, rows: int, memory: str, less: int) -> None:
    """The table of what a limit costs."""
    topics = max(10, rows // 1000)
    qrels, (run,) = make(data, "scale", Shape(1, topics, rows // topics, 5))
    print(f"| {rows:,} rows | CPU s | peak MB | CPU s with --memory {memory} | times | peak MB |")
    print("|---|---:|---:|---:|---:|---:|")
    sums = set()

    def row(name: str, qrels: Path, runs: Path) -> None:
        free, tight = evaluated(script, qrels, runs), evaluated(script, qrels, runs, memory=memory)
        if (free["sum"], free["notes"]) != (tight["sum"], tight["notes"]):
            raise SystemExit(f"{name}: the numbers differ: {free} {tight}")
        if tight["peak"] > 1.1 * bytes_of(memory):
            raise SystemExit(f"{name}: the peak of {tight['peak'] / 1e6:.0f} MB is above {memory} and a tenth")
        sums.add(free["sum"])
        ratio = tight["cpu"] / free["cpu"]
        print(
            f"| {name} | {free['cpu']:.1f} | {free['peak'] / 1e6:.0f} | {tight['cpu']:.1f} | {ratio:.2f} | "
            f"{tight['peak'] / 1e6:.0f} |",
            flush=True,
        )

    for name, file in forms(qrels, run):
        row(name, qrels, file)
    if len(sums) > 1:
        raise SystemExit(f"the sums of scores differ: {sums}")
    many, (one,) = make(data, "scale", Shape(1, 1_000_000 // less, 20, 1))
    row(f"{1_000_000 // less:,} topics of 20 rows", many, one)
    few, runs = make(data, "scale", Shape(1000 // min(less, 100), 50, 200, 100))
    row(f"{len(runs):,} runs of 10,000 rows", few, runs[0].parent / "run*.txt")
    most = bytes_of(memory) + reserved()
    found = evaluated(script, qrels, run, most, memory=memory)
    print(
        f"\nUnder ulimit -v of {most / 1e6:,.0f} MB, of which importing reserves {reserved() / 1e6:,.0f}: "
        f"done, peak {found['peak'] / 1e6:.0f} MB.\n"
    )


def growth(script: Path, data: Path, rows: int, *, small: bool) -> None:
    """How an evaluation by two processes grows, and what follows for a billion rows."""
    print("| rows | CPU s | peak MB of the driver | tasks | kB sent | kB received |\n|---:|---:|---:|---:|---:|---:|")
    points = []
    for part in (8, 4, 2, 1):
        topics = max(10, rows // part // 1000)
        qrels, (run,) = make(data, "scale", Shape(1, topics, rows // part // topics, 5))
        found = evaluated(script, qrels, run, processes=2)
        points.append((rows // part, found))
        print(
            f"| {rows // part:,} | {found['cpu']:.1f} | {found['peak'] / 1e6:.0f} | {found['tasks']} | "
            f"{found['sent'] / 1e3:.0f} | {found['received'] / 1e3:.0f} |",
            flush=True,
        )
    if small:  # of which nothing follows
        return
    (few, first), (many, last) = points[0], points[-1]

    def at_a_billion(name: str) -> float:
        slope = (last[name] - first[name]) / (many - few)
        return float(last[name] + slope * (BILLION - many))

    cpu, peak, sent, received = (at_a_billion(name) for name in ("cpu", "peak", "sent", "received"))
    print(
        f"\nEstimate, by a straight line through the first and the last row: a billion rows take {cpu / 60:.0f} "
        f"minutes of CPU, {peak / 1e9:.1f} GB in the driver, {sent / 1e6:.1f} MB sent and {received / 1e9:.2f} GB "
        "received."
    )


if __name__ == "__main__":
    main()
