"""How long comparing a million pairs of runs of length 1000 takes under each order, and looking at all binary runs of
length 12 under rank-swap.

usage: orders.py [--small]     with --small, a hundred pairs of length 10, and runs of length 4
"""

from __future__ import annotations

import argparse
import resource
import time

import numpy as np

import intervale as iv
from intervale.orders import ORDERS


def pairs(top: int, shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Runs, and others of which every second is at least as good at every rank."""
    random = np.random.default_rng(1)
    r = random.integers(0, top + 1, shape, dtype=np.int8)
    s = random.integers(0, top + 1, shape, dtype=np.int8)
    np.maximum(s[1::2], r[1::2], out=s[1::2])
    return r, s


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true")
    small = parser.parse_args().small
    length, shape = (4, (100, 10)) if small else (12, (1_000_000, 1000))
    started = time.perf_counter()
    found = iv.poset("rank-swap", length)
    facts = ", ".join(name for name, verdict in found.facts.items() if verdict)
    print(f"rank-swap, {2**length:,} runs: {facts}; width {found.poset.width}: {time.perf_counter() - started:.2f} s")
    print(f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB\n")
    print("| order | grades | seconds | r ≼ s |\n|---|---:|---:|---:|")
    for top in (1, 3):
        r, s = pairs(top, shape)
        for name, order in ORDERS.items():
            started = time.perf_counter()
            share = order.leq(r, s).mean()
            print(f"| {name} | {top + 1} | {time.perf_counter() - started:.2f} | {share:.1%} |", flush=True)


if __name__ == "__main__":
    main()
