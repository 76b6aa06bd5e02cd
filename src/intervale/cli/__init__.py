"""The command line. One module a command; errors become one sentence and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from intervale._version import __version__
from intervale.errors import IntervaleError

__all__ = ["main"]

STOPPED = 130
"""The exit code after Ctrl-C."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``intervale`` and leave with its exit code: 0 done, 1 a check failed, 2 the input or the call is wrong."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words in (["--version"], ["-V"]):
        print(f"intervale {__version__}")
        sys.exit(0)
    code = _run(words)
    if code == STOPPED and arguments is None:
        sys.stdout.flush()
        os._exit(STOPPED)  # without waiting for what is still being read
    sys.exit(code)


def _run(words: list[str]) -> int:
    from intervale.cli.app import app, spread_measures, trec_eval_habit

    try:
        trec_eval_habit(words)
        code = app(args=spread_measures(words), prog_name="intervale", standalone_mode=False)
    except IntervaleError as error:
        return _complain(str(error))
    except Exception as error:
        if hasattr(error, "format_message"):  # the command line itself is wrong
            return _complain(f"{error.format_message()} (intervale --help says more)")
        raise
    if code == STOPPED:
        print("intervale: stopped", file=sys.stderr, flush=True)
    return code if isinstance(code, int) else 0


def _complain(message: str) -> int:
    from intervale.report import visible

    print(f"intervale: {visible(' '.join(message.split()))}", file=sys.stderr)
    return 2
