"""How long an answer of the explorer takes: every measure on binary lists, each asked for the first time.

usage: explore.py [--small]     with --small, lists of 3 documents instead of 8
"""

from __future__ import annotations

import argparse
import time

from intervale.measures import CATALOGUE
from intervale.web.answer import answer_of
from intervale.web.state import state_of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true")
    length = 3 if parser.parse_args().small else 8
    print(f"lists of {length}, order rank-swap\n\n| measure | seconds | verdict |\n|---|---:|---|")
    taken = []
    for name, kind in CATALOGUE.items():
        if kind.on_run_space:
            started = time.perf_counter()
            answer = answer_of(state_of(name, length, 1, "rank-swap"))
            taken.append(time.perf_counter() - started)
            print(f"| {name} | {taken[-1]:.2f} | {answer.kind} |", flush=True)
    print(f"\nmedian {sorted(taken)[len(taken) // 2]:.2f} s, longest {max(taken):.2f} s")


if __name__ == "__main__":
    main()
