"""intervale beside its peers: files on disk to per-topic scores, start-up included; and from memory, without it.

usage: evaluators.py [--data DIR] [--repeat N] [--only a,b,...] [--tools NAME,...] [--json FILE]

Every tool runs in a process of its own, the tools take turns, and what counts are ratios of medians inside one run:
machines differ, and one machine differs from hour to hour. The sum of all scores is compared, so that nobody is
fast by doing something else."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from make_data import SHAPES, make  # noqa: E402

TREC_EVAL_MEASURES = [
    "-m",
    "P.10",
    "-m",
    "recall.1000",
    "-m",
    "map",
    "-m",
    "ndcg_cut.10",
    "-m",
    "ndcg",
    "-m",
    "recip_rank",
]
LIMIT = 900


def once(tool: str, source: str, qrels: Path, runs: list[Path]) -> dict[str, Any]:
    """One process: seconds, peak memory, number and sum of scores."""
    if tool == "trec_eval":
        commands = [["trec_eval", "-q", "-n", *TREC_EVAL_MEASURES, str(qrels), str(run)] for run in runs]
    else:
        commands = [[sys.executable, str(HERE / "tools.py"), tool, source, str(qrels), *map(str, runs)]]
    started = time.perf_counter()
    output = ""
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
        if done.returncode:
            return {"error": done.stderr.strip().splitlines()[-1:]}
        output += done.stdout
    seconds = time.perf_counter() - started
    inside = [line for line in done.stderr.splitlines() if line.startswith("seconds ")]
    if source != "files" and inside:
        seconds = float(inside[-1].split()[1])
    result: dict[str, Any] = {"seconds": seconds}
    if tool != "trec_eval":
        count, total = output.split()[-2:]
        result |= {"count": int(count), "total": float(total)}
    return result


def peak_memory(tool: str, source: str, qrels: Path, runs: list[Path]) -> float | None:
    """Peak resident memory of one process in MB, by the kernel's own count."""
    if tool == "trec_eval":
        return None
    process = subprocess.Popen(
        [sys.executable, str(HERE / "tools.py"), tool, source, str(qrels), *map(str, runs)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return usage.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=HERE / ".data")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", default="a,b,c,d,dicts,frames")
    parser.add_argument("--tools", default="intervale,pytrec_eval,ir_measures,ranx,trec_eval")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    tools = [tool for tool in chosen.tools.split(",") if tool != "trec_eval" or shutil.which("trec_eval")]
    cases = {name: ("files", name) for name in SHAPES} | {"dicts": ("dicts", "b"), "frames": ("frames", "b")}
    wanted = [name for name in cases if name in chosen.only.split(",")]
    python = sys.version.split()[0]
    print(f"{datetime.date.today()}, {os.cpu_count()} cores, Python {python}, medians of {chosen.repeat}\n")
    print("| case | tool | seconds | times intervale | peak MB | sum of scores |\n|---|---|---:|---:|---:|---:|")
    collected: dict[str, Any] = {}
    for case in wanted:
        source, name = cases[case]
        qrels, runs = make(chosen.data, name, SHAPES[name])
        times: dict[str, list[float]] = {tool: [] for tool in tools}
        last: dict[str, dict[str, Any]] = {}
        for _ in range(chosen.repeat):
            for tool in tools:
                if "error" in last.get(tool, {}):
                    continue
                try:
                    last[tool] = once(tool, source, qrels, runs)
                except subprocess.TimeoutExpired:
                    last[tool] = {"error": [f"more than {LIMIT} s"]}
                times[tool].append(last[tool].get("seconds", float("nan")))
        base = statistics.median(times["intervale"]) if "intervale" in times else float("nan")
        for tool in tools:
            if "error" in last[tool]:
                print(f"| {case} | {tool} | failed: {' '.join(last[tool]['error'])} | | | |", flush=True)
                continue
            median = statistics.median(times[tool])
            memory = peak_memory(tool, source, qrels, runs)
            total = last[tool].get("total")
            shown = f"{total:.6f}" if total is not None else ""
            peak = "" if memory is None else f"{memory:.0f}"
            print(f"| {case} | {tool} | {median:.2f} | {median / base:.1f} | {peak} | {shown} |", flush=True)
            collected.setdefault(case, {})[tool] = {"seconds": times[tool], "peak_mb": memory, "total": total}
    if chosen.json:
        chosen.json.write_text(json.dumps(collected, indent=2) + "\n")


if __name__ == "__main__":
    main()
