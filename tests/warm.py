"""``intervale`` in a process of its own that starts at once: forked from one that has loaded what commands load."""

import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

LOADED = ["numpy", "scipy.special", "scipy.stats", "pyarrow.compute", "pyarrow.csv", "pyarrow.parquet", "rich.console"]
LOADED += ["typer", "intervale.cli.app"]
"""What takes long to import, and is nothing that a test looks at."""
SECONDS = 300


class Done(NamedTuple):
    code: int | None
    """None where it took too long."""
    output: str
    """Standard output and standard error."""


def intervale(words: Sequence[str], env: Mapping[str, str]) -> Done:
    """Run a command in the current folder; there is nothing on its standard input."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LOADED)
    with TemporaryDirectory(prefix="intervale-warm-") as folder:
        output = Path(folder) / "output"
        process = context.Process(target=_run, args=([*words], Path.cwd(), dict(env), output))
        process.start()
        process.join(SECONDS)
        if process.is_alive():
            process.kill()
            process.join()
            return Done(None, output.read_text("utf-8"))
        return Done(process.exitcode, output.read_text("utf-8"))


def _run(words: list[str], folder: Path, env: dict[str, str], output: Path) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    written = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for handle in (1, 2):
        os.dup2(written, handle)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", buffering=1, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.path[0:0] = [str(Path(sys.executable).parent)]
    sys.argv = ["intervale", *words]
    from intervale.cli import main

    main(words)
