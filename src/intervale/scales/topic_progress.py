"""Topics each with a scale of its own, one after the other: with progress, and announced where that takes long."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Sequence
from typing import TypeVar

from intervale.exact.progress import announce, steps

__all__ = ["WORTH_SAYING", "over_topics"]

T = TypeVar("T", bound=Hashable)
LEAST, WORTH_SAYING = 1.0, 4.0
"""Seconds: work is looked at for as long before it is said how long all of it takes; what takes longer is announced."""


def over_topics(limits: Sequence[T], *, again: bool = False) -> Iterator[T]:
    """What topics allow, each that is different once. The time of the first ones says how long all take: that is
    announced once, and not where the same is done ``again``.

    >>> list(over_topics([(1, 2), (1, 0), (1, 2)]))
    [(1, 2), (1, 0)]
    """
    different = list(dict.fromkeys(limits))
    what = f"counting the runs that {len(limits):,} topic{' allows' if len(limits) == 1 else 's allow'}"
    start, said = time.perf_counter(), again
    for done, one in enumerate(steps(different, what)):
        if done and not said:
            passed = time.perf_counter() - start
            expected = passed * len(different) / done
            if said := passed >= LEAST and expected > WORTH_SAYING:
                announce(f"{what} takes about {expected:.0f} s")
        yield one
