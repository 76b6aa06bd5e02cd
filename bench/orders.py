"""How long comparing a million pairs of runs of length 1000 takes under each order, and looking at all binary runs of
length 12 under rank-swap.

usage: orders.py
"""

from __future__ import annotations

import resource
import time

import numpy as np

import intervale as iv
from intervale.orders import ORDERS

PAIRS, LENGTH = 1_000_000, 1000


def pairs(top: int) -> tuple[np.ndarray, np.ndarray]:
    """Runs, and others of which every second is at least as good at every rank."""
    random = np.random.default_rng(1)
    r = random.integers(0, top + 1, (PAIRS, LENGTH), dtype=np.int8)
    s = random.integers(0, top + 1, (PAIRS, LENGTH), dtype=np.int8)
    np.maximum(s[1::2], r[1::2], out=s[1::2])
    return r, s


def main() -> None:
    started = time.perf_counter()
    found = iv.poset("rank-swap", 12)
    facts = ", ".join(name for name, verdict in found.facts.items() if verdict)
    print(f"rank-swap, 4,096 runs: {facts}; width {found.poset.width}: {time.perf_counter() - started:.2f} s")
    print(f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB\n")
    print("| order | grades | seconds | r ≼ s |\n|---|---:|---:|---:|")
    for top in (1, 3):
        r, s = pairs(top)
        for name, order in ORDERS.items():
            started = time.perf_counter()
            share = order.leq(r, s).mean()
            print(f"| {name} | {top + 1} | {time.perf_counter() - started:.2f} | {share:.1%} |", flush=True)


if __name__ == "__main__":
    main()
