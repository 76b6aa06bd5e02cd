"""How much memory there is, and what it is enough for."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from intervale.errors import OptionError, shown

__all__ = ["Room", "bytes_of", "in_words"]

UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12} | {
    f"{letter}IB": 1 << (10 * n) for n, letter in enumerate("KMGT", start=1)
}
A_STRETCH, A_PARQUET = 60_000_000, 150_000_000
"""How many bytes a stretch of a run takes while it is judged, at most, and the rows of a Parquet file beside Arrow."""
A_JUDGMENT = 90
"""How many bytes a judgment takes in the pool, beside its id."""
SOME = 1_000_000
"""Below so many bytes a unit was forgotten."""
PLENTY = 1 << 30
"""How many bytes topics that are judged again may take, where no limit is given."""


def bytes_of(memory: object) -> int:
    """An amount of memory in bytes.

    >>> bytes_of("600MB"), bytes_of("1.5 GiB"), bytes_of(2**20)
    (600000000, 1610612736, 1048576)
    >>> bytes_of("much")
    Traceback (most recent call last):
    intervale.errors.OptionError: memory='much' is not an amount of memory; write 600MB or 2GiB
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*", str(memory))
    if isinstance(memory, bool) or found is None or found[2].upper() not in UNITS:
        raise OptionError(f"memory={shown(memory)} is not an amount of memory; write 600MB or 2GiB")
    return int(float(found[1]) * UNITS[found[2].upper()])


def in_words(count: float) -> str:
    """An amount of memory as people write it.

    >>> in_words(599_999_999), in_words(2.34e9)
    ('600 MB', '2.3 GB')
    """
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


def enough(count: float) -> str:
    """An amount of memory, rounded up: what is said to be enough must be.

    >>> enough(599_400_000), enough(2.31e9)
    ('600 MB', '2.4 GB')
    """
    digit = 10**8 if count >= 10**9 else 10**6
    return in_words(ceil(count / digit) * digit)


@dataclass(frozen=True)
class Room:
    """How many stretches may be worked on at a time, and how many bytes this process may take."""

    workers: int
    limit: int | None = None

    @staticmethod
    def of(memory: int | str | None, workers: int) -> Room:
        """The room in so much memory for so many workers."""
        limit = None if memory is None else bytes_of(memory)
        if limit is not None and limit < SOME:
            raise OptionError(f"memory={shown(memory)} is {limit:,} bytes; with a unit it is 600MB or 2GiB")
        return Room(workers, limit)

    def check_judgments(self, count: int) -> None:
        """Refuse so many judgments where they do not fit, before they are put into a pool."""
        if self.limit is not None:
            self._check(resident() + count * A_JUDGMENT, "the judgments")

    def left(self) -> Room:
        """The room that is left once judgments are read."""
        if self.limit is None:
            return self
        free = self._check(resident(), "the judgments")
        return Room(max(1, min(self.workers, int(free // (2 * A_STRETCH)))), self.limit)

    @property
    def again(self) -> int:
        """How many bytes topics that are judged again may take now."""
        return PLENTY if self.limit is None else max(A_STRETCH, self.limit - resident()) // 2

    def check_parquet(self, name: str) -> None:
        """Refuse a Parquet file where too little is left for its rows; Arrow is loaded already."""
        if self.limit is not None and resident() + A_PARQUET > self.limit:
            limit, needed = in_words(self.limit), enough(1.1 * (resident() + A_PARQUET))
            raise OptionError(f"{name} is Parquet, and memory={limit} is not enough for it; give at least {needed}")

    def check_whole(self, size: int, name: str) -> None:
        """Refuse a file of so many bytes that has to be read as a whole, where it does not fit."""
        if self.limit is not None and resident() + 8 * size > self.limit:
            limit, needed = in_words(self.limit), enough(resident() + 8 * size)
            raise OptionError(
                f"{name} is read as a whole, and memory={limit} is not enough for it (about {needed}); TREC text and "
                "Parquet are read in parts"
            )

    def check_parts(self, parts: Iterable[bytes], name: str) -> None:
        """The same of a file whose size is not known: its parts are counted until they are too many, and not kept."""
        size = 0
        for part in parts if self.limit is not None else ():
            size += len(part)
            self.check_whole(size, name)

    def _check(self, used: int, what: str) -> int:
        """How much is free beside what is used."""
        assert self.limit is not None
        free = self.limit - used
        if free < A_STRETCH:
            limit, taken, needed = in_words(self.limit), in_words(used), enough(1.05 * (used + A_STRETCH))
            raise OptionError(
                f"memory={limit} is not enough: what is loaded and {what} take {taken}; give at least {needed}"
            )
        return free


def resident() -> int:
    """How many bytes of memory this process holds; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        pass
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
