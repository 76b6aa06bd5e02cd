"""``intervale completion``: a script for the shell, and the answers to what it asks.

The script asks ``intervale`` itself, by an environment variable and the line up to the cursor. The answer are the words
that may stand there, one a line; where there are none, the shell completes the names of files.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Annotated, Any

import typer

from intervale.cli import COMPLETE
from intervale.cli.output import write

__all__ = ["answer", "completion"]

BREAKS = "_INTERVALE_BREAKS"
"""The environment variable with the characters at which bash breaks words."""
CUTOFFS = (5, 10, 20, 100, 1000)
MEASURES = ("measure", "measures", "sort", "words")
"""The parameters that take measures."""

BASH = f"""_intervale() {{
    local IFS=$'\\n'
    COMPREPLY=( $({COMPLETE}=bash {BREAKS}="$COMP_WORDBREAKS" \\
        "${{1/#\\~/$HOME}}" "${{COMP_LINE:0:COMP_POINT}}" 2>/dev/null) )
}}
complete -o default -F _intervale intervale
"""
ZSH = f"""#compdef intervale
_intervale() {{
    local -a found
    found=("${{(@f)$({COMPLETE}=zsh intervale "${{(j: :)words[1,CURRENT-1]}} $PREFIX" 2>/dev/null)}}")
    if [[ -n "$found[1]" ]]; then
        _describe intervale found
    else
        _files
    fi
}}
if [[ "$funcstack[1]" == _intervale ]]; then
    _intervale "$@"
else
    compdef _intervale intervale
fi
"""
FISH = f"""function __intervale_complete
    set -l found ({COMPLETE}=fish intervale (commandline -cp | string collect) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c intervale -f -a '(__intervale_complete)'
"""
SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


class Shell(StrEnum):
    """The shells with a script."""

    bash = "bash"
    zsh = "zsh"
    fish = "fish"


def completion(
    shell: Annotated[Shell, typer.Argument(metavar="|".join(Shell), help="Your shell.")],
) -> None:
    """Print a script that completes commands, options, their values and measures in your shell. In ~/.bashrc or
    ~/.zshrc (after compinit): eval "$(intervale completion bash)", or zsh; in fish, save it as
    ~/.config/fish/completions/intervale.fish.
    """
    write(SCRIPTS[shell], None)


def answer(line: str, shell: str) -> int:
    """Print what may stand at the end of a line, as a shell reads it."""
    words = _words(line)
    found = [*_candidates(words[1:-1], words[-1])]
    if shell == "bash":
        breaks = os.environ.get(BREAKS, "")  # bash replaces what is after the last of them, and an @ too
        kept = max((n + (one != "@") for n, one in enumerate(words[-1]) if one in breaks), default=0)
        lines = [value[kept:] for value, _ in found]
    elif shell == "zsh":
        lines = [":".join(part.replace(":", "\\:") for part in one if part) for one in found]
    else:
        lines = ["\t".join(part for part in one if part) for one in found]
    write("".join(f"{one}\n" for one in lines), None)
    return 0


def _words(line: str) -> list[str]:
    """The words of a line that may end inside a word; the last one is what is being written."""
    for end in ("", "'", '"'):
        try:
            words = shlex.split(line + end)
        except ValueError:
            continue
        return words if words and (end or not line[-1:].isspace()) else [*words, ""]
    return [*line.split(), ""]


def _candidates(before: list[str], begun: str) -> Iterator[tuple[str, str]]:
    """What may follow these words and begins like this, each with what it is."""
    command, words = _command(before)
    options = {name: one for one in command.params for name in (*one.opts, *one.secondary_opts) if name[:1] == "-"}
    asked = options.get(words[-1]) if words else None
    option, sign, value = begun.partition("=")
    if sign and option in options:
        found = ((f"{option}={one}", about) for one, about in _values(options[option], value))
    elif asked is not None and not asked.is_flag:
        found = ((one, about) for one, about in _values(asked, begun))
    elif begun.startswith("-"):
        used = {options[word].name for word in words if word in options and not options[word].multiple}
        found = ((name, _short(one.help)) for name, one in options.items() if one.name not in used)
    elif hasattr(command, "commands"):
        named = ((name, command.get_command(_context(command), name)) for name in command.list_commands(None))
        found = ((name, _short(one.help)) for name, one in named)
    else:
        found = ((one, about) for one, about in _given(command, options, words, begun))
    return (one for one in found if one[0].startswith(begun))


def _command(words: list[str]) -> tuple[Any, list[str]]:
    """The command that these words call, and the words after it."""
    from typer.main import get_command

    from intervale.cli.app import app

    command: Any = get_command(app)
    for number, word in enumerate(words):
        inner = command.get_command(_context(command), word) if hasattr(command, "commands") else None
        if inner is None:
            return command, words[number:]
        command = inner
    return command, []


def _context(command: Any) -> Any:
    from typer import Context

    return Context(command)


def _short(help: str | None) -> str:
    """The first sentence of a help text or a docstring, without its marks."""
    return (help or "").split("\n\n")[0].replace("\n", " ").replace("`", "").partition(". ")[0].rstrip(".")


def _given(command: Any, options: dict[str, Any], words: list[str], begun: str) -> Iterator[tuple[str, str]]:
    """The values of the argument that comes next."""
    given, after = 0, None
    for word in words:
        if word.startswith("-"):
            after = options.get(word)
        elif after is not None and not after.is_flag:
            after = None
        else:
            given += 1
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    if arguments:
        yield from _values(arguments[min(given, len(arguments) - 1)], begun)


def _values(param: Any, begun: str) -> Iterator[tuple[str, str]]:
    """What an option or argument takes."""
    metavar = param.metavar or ""
    if "|" in metavar and not re.search("[A-Z]", metavar):
        yield from ((one, "") for one in metavar.split("|"))
    elif param.name in MEASURES:
        yield from _measures(begun)
    elif param.name in KNOWN:
        yield from KNOWN[param.name]()


def _measures(begun: str) -> Iterator[tuple[str, str]]:
    from intervale.measures import CATALOGUE

    name, sign, _ = begun.partition("@")
    if name in CATALOGUE:
        yield from ((f"{name}@{cutoff}", "") for cutoff in CUTOFFS)
    if not sign:
        yield from ((one, _short(kind.__doc__)) for one, kind in CATALOGUE.items())


def _tests() -> Iterator[tuple[str, str]]:
    from intervale.stats.registry import TESTS

    yield from ((name, test.title) for name, test in TESTS.items())
    yield "all", "all tests but dunnett"


def _corrections() -> Iterator[tuple[str, str]]:
    from intervale.stats.corrections import CORRECTIONS

    yield from ((name, "") for name in CORRECTIONS)


def _coefficients() -> Iterator[tuple[str, str]]:
    from intervale.stats.coefficients import COEFFICIENTS

    yield from ((name, "") for name in COEFFICIENTS)


def _orders() -> Iterator[tuple[str, str]]:
    from intervale.orders import ORDERS

    yield from ((name, _short(type(one).__doc__)) for name, one in ORDERS.items())
    yield "induced", "The order of a measure (-m)"


KNOWN: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "test": _tests,
    "correction": _corrections,
    "coefficient": _coefficients,
    "order": _orders,
    "name": _orders,
}
"""Values that a list elsewhere has, by the names of parameters."""
