"""Standard output and standard error as the command line finds them: open, closed, full, or without a reader."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress

__all__ = ["open_streams", "output_works"]


class _Closed(io.TextIOBase):
    """Standard output that was closed before the program began (``>&-``): whatever is written to it fails."""

    encoding = "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")


def open_streams() -> None:
    """Put something in the place of a standard stream that is closed, so that no file takes its number. What is said to
    a closed standard error is lost, as for other tools; output that is lost is an error.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if name == "stdout":
                sys.stdout = _Closed()
            elif name == "stderr":
                sys.stderr = os.fdopen(nowhere, "w")


def output_works() -> bool:
    """Whether what was given to standard output can be written. Where it cannot, it goes nowhere from now on: Python
    would try once more at exit, and complain.
    """
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        return False
    return True
