"""intervale beside its peers: files on disk to per-topic scores, start-up included; and from memory, without it.

usage: evaluators.py [--data DIR] [--repeat N] [--only CASE,...] [--tools NAME,...] [--history FILE] [--small]

Every tool runs in a process of its own, the tools take turns, and what counts are ratios of medians inside one run:
machines differ, and one machine differs from hour to hour; the load average stands beside. The sums of all scores
are compared, so that nobody is fast by doing something else: they are the same, or they are what intervale gives for
the reason that REASONS names. Exits with 1 where a tool fails, or a sum is not explained. With --history the ratios
are added to a file, which history.py reads. With --small, once on tiny collections, and ranx without its compiler.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import history  # noqa: E402
from make_data import NAMES, AbsentError, made  # noqa: E402

CASES = {name: ("parquet" if name == "parquet" else "files", name) for name in NAMES}
CASES |= {"dicts": ("dicts", "b"), "frames": ("frames", "b")}
"""What a case is read from, and its collection."""

TREC_EVAL = ["trec_eval", "-q", "-n"]
for name in ("P.10", "recall.1000", "map", "ndcg_cut.10", "ndcg", "recip_rank"):
    TREC_EVAL += ["-m", name]
LEFT_OUT = {("c", "trec_eval"): "it looks up each topic among all topics, which takes more than a minute for 200,000"}
"""What is not measured in its full size, and why."""

PEERS = ("pytrec_eval", "trec_eval", "ir_measures", "ranx")
LIMIT = 900
SAME = 1e-9
"""By which part sums may differ that are added up in another order."""


class Reason(NamedTuple):
    """Why the scores of a tool may sum to something else, and which row of ``TOOLS`` in tools.py gives that sum."""

    why: str
    check: str


FLOAT32 = "compares scores as 32-bit floats, and so finds more ties"
REASONS = {
    "pytrec_eval": Reason(FLOAT32, "intervale with ties='trec9'"),
    "ir_measures": Reason(f"asks pytrec_eval, which {FLOAT32}", "intervale with ties='trec9'"),
    "ranx": Reason("sorts by score alone, and so leaves ties in any order", "intervale on ranx's rankings"),
    "trec_eval 9": Reason(f"{FLOAT32}; it prints 4 decimals", "intervale with ties='trec9', rounded"),
    "trec_eval 10": Reason("prints 4 decimals", "intervale, rounded"),
}


class Measured(NamedTuple):
    """One run of a tool. Memory in MB."""

    seconds: float
    cpu: float
    peak: float
    total: float


class ToolError(Exception):
    """A tool did not do its work, and what it said."""


def checked(reason: Reason | None, total: float, own: float, ask: Callable[[str], tuple[float, float]]) -> str:
    """By what a sum was checked; ``own`` is that of intervale, ``ask`` gives the bounds of a check."""
    if _between(total, own, own):
        return "the same"
    if reason is None:
        raise ToolError(f"its scores sum to {total:.6f}, those of intervale to {own:.6f}, and no reason is known")
    low, high = ask(reason.check)
    if not _between(total, low, high):
        expected = f"{low:.6f}" if low == high else f"{low:.6f} to {high:.6f}"
        raise ToolError(f"its scores sum to {total:.6f}; it {reason.why}, but {reason.check} gives {expected}")
    return reason.check


def _between(total: float, low: float, high: float) -> bool:
    slack = SAME * max(abs(low), abs(high), 1)
    return low - slack <= total <= high + slack


def run_once(tool: str, source: str, qrels: Path, runs: list[Path]) -> Measured:
    """One process, or for trec_eval one for each run."""
    if tool == "trec_eval":
        done = [_process([*TREC_EVAL, str(qrels), str(run)]) for run in runs]
        seconds, cpu, peaks, outputs = zip(*done, strict=True)
        return Measured(sum(seconds), sum(cpu), max(peaks), sum(map(printed_sum, outputs)) / 10_000)
    seconds, cpu, peak, output = _tool(tool, source, qrels, runs)
    told = json.loads(output.splitlines()[-1])
    return Measured(told.get("seconds", seconds), told.get("cpu", cpu), peak, told["total"])


def printed_sum(output: str) -> int:
    """The sum of the scores that trec_eval printed with four decimals, in ten-thousandths."""
    return sum(int(line.rpartition("\t")[2].replace(".", "")) for line in output.splitlines())


def bounds(check: str, source: str, qrels: Path, runs: list[Path]) -> tuple[float, float]:
    """What a check of tools.py gives."""
    told = json.loads(_tool(check, source, qrels, runs)[3].splitlines()[-1])
    return told.get("low", told.get("total")), told.get("high", told.get("total"))


def _tool(tool: str, source: str, qrels: Path, runs: list[Path]) -> tuple[float, float, float, str]:
    return _process([sys.executable, str(HERE / "tools.py"), tool, source, str(qrels), *map(str, runs)])


def _process(command: list[str]) -> tuple[float, float, float, str]:
    """Seconds, seconds of CPU, peak memory in MB and output of a command."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=err)
        timer = threading.Timer(LIMIT, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            err.seek(0)
            said = err.read().decode(errors="replace").strip().splitlines()[-1:]
            raise ToolError(" ".join(said) if seconds < LIMIT else f"more than {LIMIT} s")
        out.seek(0)
        return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, out.read().decode()


def reason_of(tool: str) -> Reason | None:
    """The reason for a tool; of trec_eval that for its version."""
    if tool == "trec_eval":
        said = subprocess.run(["trec_eval", "--version"], capture_output=True, text=True, check=False)
        version = (said.stdout + said.stderr).split()[-1]
        tool = f"trec_eval {version.partition('.')[0]}"
    return REASONS.get(tool)


def measure_case(
    case: str, tools: list[str], repeat: int, qrels: Path, runs: list[Path]
) -> tuple[dict[str, float], bool]:
    """Print the rows of a case; the median seconds of each tool, and whether all did their work."""
    source = CASES[case][0]
    measured: dict[str, list[Measured]] = {tool: [] for tool in tools}
    failed: dict[str, str] = {}
    for _ in range(repeat):
        for tool in tools:
            if tool not in failed:
                try:
                    measured[tool].append(run_once(tool, source, qrels, runs))
                except ToolError as error:
                    failed[tool] = str(error)
    asked: dict[str, tuple[float, float]] = {}

    def ask(check: str) -> tuple[float, float]:
        if check not in asked:
            asked[check] = bounds(check, source, qrels, runs)
        return asked[check]

    medians = {}
    for tool in tools:
        by = ""
        if tool not in failed and tool != "intervale":
            own = measured["intervale"][-1].total if "intervale" not in failed else float("nan")
            try:
                by = checked(reason_of(tool), measured[tool][-1].total, own, ask)
            except ToolError as error:
                failed[tool] = str(error)
        if tool in failed:
            print(f"| {case} | {tool} | failed: {failed[tool]} | | | | | |", flush=True)
            continue
        medians[tool] = statistics.median(one.seconds for one in measured[tool])
        cpu = statistics.median(one.cpu for one in measured[tool])
        peak = max(one.peak for one in measured[tool])
        ratio = f"{medians[tool] / medians['intervale']:.2f}" if "intervale" in medians else ""
        total = measured[tool][-1].total
        print(
            f"| {case} | {tool} | {medians[tool]:.2f} | {ratio} | {cpu:.2f} | {peak:.0f} | {total:.6f} | {by} |",
            flush=True,
        )
    return medians, not failed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=HERE / ".data")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", default=",".join(CASES))
    parser.add_argument("--tools", default=",".join(PEERS))
    parser.add_argument("--history", type=Path)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    if chosen.small and chosen.history:
        parser.error("--small says nothing about speed: leave --history out")
    if strange := {*chosen.only.split(",")} - {*CASES}:
        parser.error(f"no case {', '.join(sorted(strange))}: there are {', '.join(CASES)}")
    if strange := {*chosen.tools.split(",")} - {"intervale", *PEERS}:
        parser.error(f"no tool {', '.join(sorted(strange))}: there are {', '.join(PEERS)}")
    repeat = 1 if chosen.small else chosen.repeat
    os.environ |= {"PYTHONUTF8": "1"} | ({"NUMBA_DISABLE_JIT": "1"} if chosen.small else {})
    peers = [tool for tool in PEERS if tool in chosen.tools.split(",")]
    python, cores = sys.version.split()[0], os.cpu_count() or 1
    print(f"{datetime.date.today()}, {cores} cores, Python {python}, medians of {repeat}\n")
    if "trec_eval" in peers and not shutil.which("trec_eval"):
        peers.remove("trec_eval")
        print("trec_eval is left out: it is not on the PATH.\n")
    print("| case | tool | seconds | intervale: times as fast | CPU seconds | peak MB | sum of scores | checked by |")
    print("|---|---|---:|---:|---:|---:|---:|---|")
    ratios, passed = [], True
    for case in CASES:
        if case not in chosen.only.split(","):
            continue
        source, name = CASES[case]
        try:
            qrels, runs = _collection(chosen.data, name, chosen.small)
        except AbsentError as absent:
            print(f"| {case} | skipped: {absent} | | | | | | |", flush=True)
            continue
        tools = ["intervale", *(tool for tool in peers if tool != "trec_eval" or source == "files")]
        for tool in [] if chosen.small else [tool for tool in tools if (case, tool) in LEFT_OUT]:
            tools.remove(tool)
            print(f"| {case} | {tool} | left out: {LEFT_OUT[case, tool]} | | | | | |", flush=True)
        before = os.getloadavg()[0]
        medians, well = measure_case(case, tools, repeat, qrels, runs)
        after = os.getloadavg()[0]
        passed &= well
        of = {tool: medians[tool] / medians["intervale"] for tool in medians if "intervale" in medians}
        ratios.append([case, f"{before:.1f}", f"{after:.1f}", *(f"{of[t]:.2f}" if t in of else "" for t in peers)])
        if chosen.history:
            row = history.Row(str(datetime.date.today()), case, "", 0, max(before, after), python, cores)
            rows = [row._replace(tool=tool, ratio=of[tool]) for tool in of if tool != "intervale"]
            history.append(chosen.history, rows)
    print("\nTimes as fast as each peer, and the load average before and after:\n")
    print(f"| case | before | after | {' | '.join(peers)} |\n|---|{'---:|' * (len(peers) + 2)}")
    for row in ratios:
        print(f"| {' | '.join(row)} |")
    print("\nWhere a sum differs:\n")
    for tool, reason in REASONS.items():
        print(f"- {tool} {reason.why}. Checked by: {reason.check}.")
    sys.exit(not passed)


def _collection(folder: Path, name: str, small: bool) -> tuple[Path, list[Path]]:
    """The files of a collection, written by a process of its own: the memory of a tool's process starts at what this
    one takes."""
    command = [sys.executable, str(HERE / "make_data.py"), *(["--small"] if small else []), str(folder), name]
    subprocess.run(command, check=True, capture_output=True)
    return made(folder, name, small)


if __name__ == "__main__":
    main()
