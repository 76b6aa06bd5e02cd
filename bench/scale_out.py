"""How much faster an interval scale is counted by more workers of dask, and what is sent to them.

usage: scale_out.py [--measure AP@30] [--asked 6450] [--workers 2] [--rounds 3] [--small]

One worker process of dask with one thread, several such, and threads of one process take turns, without the cache; each
time the cluster is new, and started before the clock. It prints medians; CPU seconds, which depend less on what else
the machine does; and what a worker does once. All must give the same numbers. With --small, AP@22 once: it shows that
the bench works, and says nothing about speed.
"""

from __future__ import annotations

import argparse
import os
import pickle
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

import intervale as iv
from intervale.exact.progress import Work, parallel
from intervale.scales.cache import without_cache
from intervale.scales.mapping import _scale


@dataclass(frozen=True)
class Measured:
    seconds: float
    cpu: list[float]
    """Of each process that counts."""
    work: Work
    found: tuple[int, int]
    """The size of the scale, and the sum of the ranks asked."""


@contextmanager
def cluster(workers: int) -> Iterator[Any]:
    """A client of so many worker processes of dask, all of which have answered."""
    from distributed import Client, LocalCluster

    options: dict[str, Any] = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(**options) as local, Client(local, set_as_default=False) as client:
        client.wait_for_workers(workers)
        yield client


def counted(text: str, asked: int) -> tuple[int, int]:
    _scale.cache_clear()
    scale = iv.interval_scale(text)
    runs = np.random.default_rng(1).binomial(1, 0.3, (asked, scale.space.length)).tolist()
    ranks = scale.ranks_of(runs)
    return scale.size, int(sum(ranks))


def measured(workers: int | None, text: str, asked: int) -> Measured:
    """By so many workers of dask; without a number, by the threads of this process."""
    if workers is None:
        with parallel(executor="threads") as work:
            started, before = time.perf_counter(), time.process_time()
            found = counted(text, asked)
            return Measured(time.perf_counter() - started, [time.process_time() - before], work, found)
    with cluster(workers) as client, parallel(executor=client.get_executor(pure=False)) as work:
        before = client.run(time.process_time)
        started = time.perf_counter()
        found = counted(text, asked)
        seconds = time.perf_counter() - started
        after = client.run(time.process_time)
        return Measured(seconds, [after[name] - before[name] for name in before], work, found)


def profile(text: str) -> Iterator[tuple[str, str]]:
    """What a worker has to do once, and what it is sent."""
    _scale.cache_clear()
    counting: Any = iv.interval_scale(text).counting
    content = pickle.dumps(counting)
    table = sum(a.nbytes + b.nbytes for a, b in counting.sums.parts)
    yield "the recipe", f"{len(content):,} bytes"
    yield "the table that it makes", f"{table / 1e6:.1f} MB"
    seconds = []
    for _ in range(5):
        started = time.perf_counter()
        again = pickle.loads(content)
        between = time.perf_counter()
        _ = again.sums
        seconds.append((between - started, time.perf_counter() - between))
    steps, lists = (median(column) for column in zip(*seconds, strict=True))
    yield "reading it: the steps at each rank", f"{steps:.3f} s"
    yield "making the table from them", f"{lists:.3f} s"
    yield "sums to look at", f"{counting.sums.pairs:,} in {len(counting.sums.bounds) - 1:,} buckets"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", default="AP@30")
    parser.add_argument("--asked", type=int, default=6450)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    text, asked, rounds = ("AP@22", 100, 1) if chosen.small else (chosen.measure, chosen.asked, chosen.rounds)
    try:
        import distributed
    except ImportError:
        raise SystemExit("bench/scale_out.py needs dask.distributed: pip install distributed") from None
    print(f"{text}, {asked:,} ranks asked, {os.cpu_count()} cores, dask {distributed.__version__}\n")
    ways: dict[str, int | None] = {
        "dask, 1 worker": 1,
        f"dask, {chosen.workers} workers": chosen.workers,
        "threads of one process": None,
    }
    rounds_of: dict[str, list[Measured]] = {name: [] for name in ways}
    with without_cache():
        for _ in range(rounds):
            for name, workers in ways.items():
                rounds_of[name].append(measured(workers, text, asked))
        answers = {one.found for some in rounds_of.values() for one in some}
        if len(answers) > 1:
            raise SystemExit(f"the numbers differ: {answers}")
        print("| how | seconds | times as fast | CPU s, all | CPU s, busiest | tasks | kB sent | kB received |")
        print("|---|---:|---:|---:|---:|---:|---:|---:|")
        alone = median(one.seconds for one in rounds_of["dask, 1 worker"])
        for name, some in rounds_of.items():
            seconds = median(one.seconds for one in some)
            cpu, busiest = median(sum(one.cpu) for one in some), median(max(one.cpu) for one in some)
            work = some[-1].work
            sent, received = work.sent / 1e3, work.received / 1e3
            print(
                f"| {name} | {seconds:.1f} | {alone / seconds:.2f} | {cpu:.1f} | {busiest:.1f} | {work.tasks} | "
                f"{sent:.0f} | {received:.0f} |"
            )
        ((size, _),) = answers
        took = {name: [round(one.seconds, 2) for one in some] for name, some in rounds_of.items()}
        print(f"\n{size:,} values; load average {os.getloadavg()[0]:.1f}; seconds of all rounds: {took}\n")
        print("| once in a worker | |\n|---|---:|")
        for what, how_much in profile(text):
            print(f"| {what} | {how_much} |")


if __name__ == "__main__":
    main()
