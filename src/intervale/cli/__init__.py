"""The command line. One module a command; errors become one sentence and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from intervale._version import __version__
from intervale.errors import IntervaleError

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``intervale`` and leave with its exit code: 0 done, 1 a check failed, 2 the input or the call is wrong."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words in (["--version"], ["-V"]):
        print(f"intervale {__version__}")
        sys.exit(0)
    sys.exit(_run(words))


def _run(words: list[str]) -> int:
    from intervale.cli.app import app, spread_measures

    try:
        code = app(args=spread_measures(words), prog_name="intervale", standalone_mode=True)
    except IntervaleError as error:
        from intervale.report import visible

        print(f"intervale: {visible(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("intervale: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader went away: no noise at exit
        return 0
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 2 if end.code else 0
    return code if isinstance(code, int) else 0
