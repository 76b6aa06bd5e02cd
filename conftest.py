"""Runs the examples in README.md and docs/*.md as tests.

- ``python`` blocks and ``>>>`` examples run as written; the examples of a page share their names.
- ``console`` blocks: each ``$ `` line is a command, the lines below it what it prints (``...`` stands for
  anything; without lines below, anything will do). It must exit with 0, or with what it says: ``  # exit 2``.
- ``bash`` blocks: each line is a command that must exit with 0.
- ``<!-- file: NAME -->`` above a block writes the block to a file for the examples that follow.

Of the commands, those that start with a word of ``RUN`` are run. What runs the others is in ``tests/test_commands.py``,
which fails where nothing does. Each page has a temporary directory of its own, and its examples run there. Other blocks
are not run.
"""

import atexit
import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sybil import Document, Example, Region, Sybil
from sybil.evaluators.doctest import DocTestEvaluator
from sybil.parsers.abstract import DocTestStringParser
from sybil.parsers.markdown.lexers import RawFencedCodeBlockLexer
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser, SkipParser

from tests import warm

os.environ["INTERVALE_CACHE"] = tempfile.mkdtemp(prefix="intervale-cache-")
"""Tests do not find what users keep, nor leave anything with them; the commands of examples find what others kept."""
atexit.register(shutil.rmtree, os.environ["INTERVALE_CACHE"], ignore_errors=True)
os.environ["INTERVALE_CACHE_SIZE"] = "0"
"""Tables of hundreds of megabytes are not written; tests of what is kept of them ask for it."""

RUN = ("intervale", "cat", "head")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE  # as doctest_optionflags in pyproject.toml
ANY_FENCE = RawFencedCodeBlockLexer(re.compile(r"(?P<info>[^\n]*)\n"))
FILE_COMMENT = re.compile(r"<!-- file: (?P<name>\S+) -->\s*\Z")
EXIT_COMMENT = re.compile(r"\s+# exit (\d+)$")
SHELL = re.compile(r"[|<>;&*?$`~\\]")
"""What only a shell understands."""


class Command(NamedTuple):
    line: str
    output: str | None  # None: not checked


def console_commands(block: str) -> Iterator[Command]:
    """The commands of a ``console`` block, each with the output below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        command = lines.pop(0)
        while command.endswith("\\") and lines:
            command = command[:-1] + lines.pop(0).removeprefix("> ")
        output = "\n".join(lines)
        yield Command(command, output if output.strip() else None)


def bash_commands(block: str) -> Iterator[Command]:
    """The commands of a ``bash`` block."""
    for line in block.replace("\\\n", " ").splitlines():
        yield Command(line.strip(), None)


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).rstrip() + "\n"


def run(command: Command) -> str | None:
    """Run one command in the current directory; what went wrong, or None."""
    env = os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
    env["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), env.get("PATH", os.defpath)])
    env.pop("FORCE_COLOR", None)
    words = shlex.split(command.line, comments=True)
    if words[0] == "intervale" and not SHELL.search(command.line):
        done = warm.intervale(words[1:], env)
    else:
        shell = subprocess.run(
            command.line,
            shell=True,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=warm.SECONDS,
            check=False,
        )
        done = warm.Done(shell.returncode, shell.stdout)
    said = EXIT_COMMENT.search(command.line)
    code = int(said[1]) if said else 0
    if done.code != code:
        return f"$ {command.line}\nexit {done.code}, expected {code}; output:\n{done.output}"
    if command.output is not None:
        want, got = tidy(command.output), tidy(done.output)
        if not doctest.OutputChecker().check_output(want, got, doctest.ELLIPSIS):
            return f"$ {command.line}\nexpected:\n{want}\ngot:\n{got}"
    return None


def shell(commands: Callable[[str], Iterable[Command]]) -> Callable[[Example], str | None]:
    def evaluate(example: Example) -> str | None:
        for command in commands(example.parsed):
            if command.line.split(" ")[0] in RUN and (problem := run(command)):
                return problem
        return None

    return evaluate


def doctests(document: Document) -> Iterator[Region]:
    """``>>>`` examples in ``pycon`` blocks, and outside of any block."""
    parser = DocTestStringParser(DocTestEvaluator(FLAGS))
    fences = list(ANY_FENCE(document))
    for fence in fences:
        if fence.lexemes["info"].strip() in ("pycon", "{doctest}"):
            source = fence.lexemes["source"]
            for region in parser(source, document.path):
                region.adjust(fence, source)
                yield region
    for region in parser(document.text, document.path):
        if not any(fence.start <= region.start < fence.end for fence in fences):
            yield region


def files(document: Document) -> Iterator[Region]:
    """Blocks under a ``<!-- file: NAME -->`` comment."""
    for fence in ANY_FENCE(document):
        comment = FILE_COMMENT.search(document.text, 0, fence.start)
        if comment:
            parsed = (comment["name"], fence.lexemes["source"])
            yield Region(comment.start(), comment.end(), parsed, write_file)


def write_file(example: Example) -> None:
    name, text = example.parsed
    Path(name).write_text(text, encoding="utf-8")


def setup(namespace: dict[str, Any]) -> None:
    directory = tempfile.TemporaryDirectory(prefix="intervale-docs-")
    namespace["_back"] = Path.cwd(), directory
    os.chdir(directory.name)


def teardown(namespace: dict[str, Any]) -> None:
    back, directory = namespace["_back"]
    os.chdir(back)
    directory.cleanup()


pytest_collect_file = Sybil(
    parsers=[
        files,
        doctests,
        PythonCodeBlockParser(doctest_optionflags=FLAGS),
        CodeBlockParser("console", shell(console_commands)),
        CodeBlockParser("bash", shell(bash_commands)),
        SkipParser(),
    ],
    patterns=["README.md", "docs/*.md"],
    setup=setup,
    teardown=teardown,
).pytest()
