"""intervale beside its peers: files on disk to per-topic scores, start-up included; and from memory, without it.

usage: evaluators.py [--data DIR] [--repeat N] [--only a,b,...] [--tools NAME,...] [--json FILE] [--small]

Every tool runs in a process of its own, the tools take turns, and what counts are ratios of medians inside one run:
machines differ, and one machine differs from hour to hour. The sums of all scores are compared, so that
nobody is fast by doing something else: they may differ by a thousandth, as tools break ties differently. Exits with 1
where a tool fails. With --small, once on tiny collections, and ranx without its compiler.
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
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from make_data import SHAPES, SMALL, make  # noqa: E402

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
    """One process: seconds, peak memory in MB, number and sum of scores; or the error."""
    if tool == "trec_eval":
        commands = [["trec_eval", "-q", "-n", *TREC_EVAL_MEASURES, str(qrels), str(run)] for run in runs]
    else:
        commands = [[sys.executable, str(HERE / "tools.py"), tool, source, str(qrels), *map(str, runs)]]
    started = time.perf_counter()
    output = ""
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
        if done.returncode:
            return {"error": " ".join(done.stderr.strip().splitlines()[-1:])}
        output += done.stdout
    seconds = time.perf_counter() - started
    if tool == "trec_eval":
        return {"seconds": seconds, "peak_mb": None, "total": None}
    told = dict(line.split() for line in done.stderr.splitlines() if line.startswith(("seconds ", "peak ")))
    count, total = output.split()[-2:]
    return {
        "seconds": seconds if source == "files" else float(told["seconds"]),
        "peak_mb": int(told["peak"]) / 1024,
        "count": int(count),
        "total": float(total),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=HERE / ".data")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", default="a,b,c,d,dicts,frames")
    parser.add_argument("--tools", default="intervale,pytrec_eval,ir_measures,ranx,trec_eval")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--small", action="store_true")
    chosen = parser.parse_args()
    shapes, repeat = (SMALL, 1) if chosen.small else (SHAPES, chosen.repeat)
    if chosen.small:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    tools = [tool for tool in chosen.tools.split(",") if tool != "trec_eval" or shutil.which("trec_eval")]
    cases = {name: ("files", name) for name in SHAPES} | {"dicts": ("dicts", "b"), "frames": ("frames", "b")}
    wanted = [name for name in cases if name in chosen.only.split(",")]
    python = sys.version.split()[0]
    print(f"{datetime.date.today()}, {os.cpu_count()} cores, Python {python}, medians of {repeat}\n")
    print("| case | tool | seconds | times intervale | peak MB | sum of scores |\n|---|---|---:|---:|---:|---:|")
    collected: dict[str, Any] = {}
    failed = False
    for case in wanted:
        source, name = cases[case]
        qrels, runs = make(chosen.data, name, shapes[name])
        times: dict[str, list[float]] = {tool: [] for tool in tools}
        last: dict[str, dict[str, Any]] = {}
        for _ in range(repeat):
            for tool in tools:
                if "error" in last.get(tool, {}):
                    continue
                try:
                    last[tool] = once(tool, source, qrels, runs)
                except subprocess.TimeoutExpired:
                    last[tool] = {"error": f"more than {LIMIT} s"}
                times[tool].append(last[tool].get("seconds", float("nan")))
        base = statistics.median(times["intervale"]) if "intervale" in times else float("nan")
        expected = last.get("intervale", {}).get("total")
        for tool in tools:
            total = last[tool].get("total")
            if total and expected and abs(total - expected) > expected / 1000:
                last[tool] = {"error": f"its scores sum to {total:.6f}, those of intervale to {expected:.6f}"}
            if "error" in last[tool]:
                failed = True
                print(f"| {case} | {tool} | failed: {last[tool]['error']} | | | |", flush=True)
                continue
            median = statistics.median(times[tool])
            memory = last[tool]["peak_mb"]
            shown = "" if total is None else f"{total:.6f}"
            peak = "" if memory is None else f"{memory:.0f}"
            print(f"| {case} | {tool} | {median:.2f} | {median / base:.1f} | {peak} | {shown} |", flush=True)
            collected.setdefault(case, {})[tool] = {"seconds": times[tool], "peak_mb": memory, "total": total}
    if chosen.json:
        chosen.json.write_text(json.dumps(collected, indent=2) + "\n")
    sys.exit(failed)


if __name__ == "__main__":
    main()
