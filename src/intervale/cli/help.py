"""How commands explain themselves: usage, options in groups, and worked examples, in the words of the field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple

from typer.core import TyperCommand, TyperGroup

from intervale.cli import slips
from intervale.cli.data import ABOUT_DATA
from intervale.cli.examples import FILES, examples_of
from intervale.errors import InputError, OptionError

__all__ = ["SETTINGS", "Command", "Group", "Row", "sections", "usage"]

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 120}
"""The settings of every command: ``-h``, and help as wide as the terminal."""
RUNNING = ("memory", "parts", "workers", "executor", "in_flight", "no_cache", "help")
SECTIONS = {
    "Statistics": ("test", "alpha", "correction", "baseline", "margin", "resamples", "seed", "steps", "draws", "tries"),
    "Pictures": ("plot", "plot_kind", "hasse", "curve", "spacing", "heatmap", "figures", "size", "font"),
    "Data": tuple(name for name in ABOUT_DATA if name not in RUNNING),
    "Output": ("form", "output", "all_notes", "as_json"),
    "Running": RUNNING,
}
"""Which options stand together, by the names of parameters; all others are the command's own."""
OWN = "Options"
UNBROKEN = "\u2011"
FEW = 8
"""Up to so many options stand in one list."""


class Row(NamedTuple):
    """An argument or option as help shows it."""

    name: str
    """``QRELS``, or ``-o, --output``."""
    value: str
    """What is given to an option; empty for a flag."""
    text: str


def usage(command: Any, path: str) -> str:
    """How a command is called.

    >>> from typer.main import get_command
    >>> from intervale.cli.app import app
    >>> usage(get_command(app).commands["scale"], "intervale scale")
    'intervale scale MEASURE [options]'
    """
    given = (_argument(one) for one in command.params if one.param_type_name == "argument")
    needed = [f"{one.opts[-1]} {one.metavar}" for one in command.params if one.required and one.opts[-1][:1] == "-"]
    last = ["COMMAND", "..."] if hasattr(command, "commands") else []
    return " ".join([path, *given, *needed, "[options]", *last])


def sections(command: Any, context: Any) -> dict[str, list[Row]]:
    """The arguments and options of a command, those that belong together in one section."""
    found: dict[str, list[Row]] = {"Arguments": [], OWN: [], **{name: [] for name in SECTIONS}}
    shown = [one for one in command.get_params(context) if not getattr(one, "hidden", False)]
    few = sum(one.param_type_name == "option" for one in shown) <= FEW
    for one in shown:
        if one.param_type_name == "argument":
            found["Arguments"].append(Row(_bare(one), "", one.help or ""))
            continue
        section = next((name for name, names in SECTIONS.items() if one.name in names and not few), OWN)
        found[section].append(_option(one))
    return {name: rows for name, rows in found.items() if rows}


def _bare(argument: Any) -> str:
    return str(argument.metavar or argument.name).strip("[].")


def _argument(argument: Any) -> str:
    name = _bare(argument) + ("..." if argument.nargs != 1 else "")
    return name if argument.required else f"[{name}]"


def _option(option: Any) -> Row:
    names = ", ".join([*sorted(option.opts, key=len), *option.secondary_opts])
    value = "" if option.is_flag else str(option.metavar or option.name.upper())
    text, usual = option.help or "", _default(option)
    if usual and "default" not in text:
        text = f"{text.removesuffix('.')} (default: {usual})."
    return Row(names, value, text)


def _default(option: Any) -> str:
    value = option.default
    if option.is_flag:
        return str((option.opts if value else option.secondary_opts)[0]) if option.secondary_opts else ""
    if value is None or callable(value) or isinstance(value, list | tuple):
        return ""
    return str(value.value if isinstance(value, Enum) else value)


def _whole_names(text: str) -> str:
    """A text whose names are not broken at their hyphens."""
    return re.sub(r"(?<=\w)-(?=\w)", UNBROKEN, text)


class _Helped:
    """What commands and groups have in common."""

    params: list[Any]
    name: str | None

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        words = usage(self, ctx.command_path).removeprefix(f"{ctx.command_path} ")
        formatter.write_usage(ctx.command_path, words)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        start = len(formatter.buffer)
        for name, rows in sections(self, ctx).items():
            with formatter.section(name):
                formatter.write_dl([(f"{one.name} {one.value}".rstrip(), _whole_names(one.text)) for one in rows])
        formatter.buffer[start:] = [part.replace(UNBROKEN, "-") for part in formatter.buffer[start:]]
        if isinstance(self, Group):
            self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """The worked examples."""
        path = ctx.command_path.partition(" ")[2]
        lines = examples_of(path)
        if not lines:
            return
        named = any(" demo/" in line for _, line in lines)
        formatter.write(f"\nExamples{f', with the files of intervale {FILES}' if named else ''}:\n")
        for sentence, line in lines:
            formatter.write(f"  {sentence}\n  $ intervale {line}\n")

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with slips.worded(ctx, args):
            return super().parse_args(ctx, args)  # type: ignore[misc,no-any-return]


class Command(_Helped, TyperCommand):
    """A command of intervale."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (InputError, OptionError) as error:
            error.args = (slips.as_options(str(error), self.params),)
            raise


class Group(_Helped, TyperGroup):
    """A command with commands of its own."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        with slips.worded(ctx, args):
            return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*self._lines(ctx)])

    def _lines(self, ctx: Any) -> Iterator[tuple[str, str]]:
        for name in self.list_commands(ctx):
            command: Any = self.get_command(ctx, name)
            yield name, (command.help or "").splitlines()[0]
