"""The command line. One module a command; errors become one sentence and an exit code.

====  ==================================================================================================================
0     done
1     a check failed
2     the input or the call is wrong, or memory or disk space is short: one sentence says what
3     a bug in intervale or in the package of a command; ``INTERVALE_TRACEBACK=1`` shows where
130   stopped by Ctrl-C
141   the reader of standard output closed it, as ``head`` does
====  ==================================================================================================================
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress

from intervale._version import __version__
from intervale.cli.streams import open_streams, output_works
from intervale.errors import IntervaleError

__all__ = ["main"]

WRONG, BUG, STOPPED, NO_READER = 2, 3, 130, 141
SIGNS_OF_NO_MEMORY = ("can't start new thread", "annot allocate memory", "failed to map segment")
"""What other errors say where memory is the reason."""
COMPLETE = "_INTERVALE_COMPLETE"
"""The environment variable by which the script of a shell asks for completions of a line."""
TRACEBACK = "INTERVALE_TRACEBACK"
"""The environment variable that asks for the traceback of a bug."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``intervale`` and leave with its exit code."""
    open_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = STOPPED
    except Exception as error:
        code = _failed(error)
    if code == STOPPED:
        _say("stopped")
        if arguments is None:
            output_works()
            os._exit(STOPPED)  # without waiting for what is still being read
    sys.exit(code)


def _run(words: list[str]) -> int:
    if words in (["--version"], ["-V"]):
        print(f"intervale {__version__}")
        return 0
    from intervale.cli.app import app, spread_measures

    if COMPLETE in os.environ and len(words) == 1:
        from intervale.cli.completion import answer

        return answer(words[0], os.environ[COMPLETE])
    try:
        code = app(args=spread_measures(words), prog_name="intervale", standalone_mode=False)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # Typer leaves by itself then
            return NO_READER
        raise
    return code if isinstance(code, int) else 0


def _failed(error: Exception) -> int:
    """Say what went wrong, and give the exit code."""
    output_works()
    if isinstance(error, IntervaleError):
        return _complain(str(error))
    if hasattr(error, "format_message"):  # the command line itself is wrong
        return _complain(f"{error.format_message()} (see intervale --help)")
    if isinstance(error, BrokenPipeError):
        return NO_READER
    if isinstance(error, MemoryError) or any(sign in str(error) for sign in SIGNS_OF_NO_MEMORY):
        return _complain("not enough memory; use fewer or smaller files, or a smaller cutoff")
    if isinstance(error, RecursionError):
        return _complain("the input is nested too deeply")
    if isinstance(error, OverflowError):
        return _complain(f"a number is too large: {error}")
    if isinstance(error, OSError):
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # files are named by who writes them
        where = error.filename or ("standard output" if full else "operating system")
        return _complain(f"{where}: {error.strerror or error}")
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    from intervale.cli.entry_points import package_of  # with Typer, which --version does without

    what = f"{type(error).__name__}: {error}"
    _complain(f"this is a bug in {package_of(error)}, please report it: {what} ({TRACEBACK}=1 shows the traceback)")
    return BUG


def _complain(message: str) -> int:
    sentence = " ".join(message.split())
    try:
        from intervale.present import visible

        _say(visible(sentence))
    except (MemoryError, ImportError):
        _say(sentence.encode("ascii", "backslashreplace").decode())
    return WRONG


def _say(message: str) -> None:
    with suppress(OSError):  # standard error is full or closed: the exit code is all that is left
        print(f"intervale: {message}", file=sys.stderr, flush=True)
