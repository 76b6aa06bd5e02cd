"""Commands of other packages: what they name in the entry-point group ``intervale.commands``, loaded when asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import typer
from typer.core import TyperCommand

from intervale.cli.groups import GROUPS, OTHERS
from intervale.cli.help import SETTINGS, Command, Group
from intervale.errors import OptionError

__all__ = ["Commands", "package_of"]

GROUP = "intervale.commands"
PACKAGE = "_intervale_package"
"""The attribute of an error that names the package whose command raised it."""
KNOWN = {"claims": "intervale-papers"}
"""Commands of packages of ours, and what installs them."""


class Commands(Group):
    """The commands of intervale, then those of plug-ins. A plug-in does not replace a command of intervale."""

    def list_commands(self, ctx: Any) -> list[str]:
        own = super().list_commands(ctx)
        return [*own, *sorted({entry.name for entry in entry_points(group=GROUP)} - set(own))]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return super().get_command(ctx, cmd_name) or _plugged(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands in their groups, each with its example below."""
        known = {name: line for lines in GROUPS.values() for name, line in lines.items()}
        listed = self.list_commands(ctx)
        width = max(map(len, listed))
        for group, lines in GROUPS.items():
            names = [name for name in lines if name in listed]
            if group == OTHERS:
                names += [name for name in listed if name not in known]
            with formatter.section(group):
                for name in names:
                    line, example = known.get(name) or (self.get_command(ctx, name).get_short_help_str(80), "")
                    formatter.write(f"  {name:{width}}  {line}\n")
                    formatter.write(f"    $ intervale {example}\n" if example else "")


class Plugged(TyperCommand):
    """A command of a plug-in. Its line in ``--help`` is the summary of its package; it is loaded when it is run."""

    def __init__(self, entry: EntryPoint) -> None:
        about = entry.dist.metadata.json if entry.dist is not None else {}
        super().__init__(entry.name, help=str(about.get("summary", "")))
        self.entry = entry

    def make_context(self, *words: Any, **options: Any) -> Any:
        command = _loaded(self.entry)
        command.invoke = partial(self._marked, command.invoke)
        return self._marked(command.make_context, *words, **options)

    def _marked(self, call: Callable[..., Any], *words: Any, **options: Any) -> Any:
        """The result of a call; what it raises is marked as coming from the package of the plug-in."""
        try:
            return call(*words, **options)
        except Exception as error:
            setattr(error, PACKAGE, _package(self.entry))
            raise


def _plugged(name: str) -> Plugged | None:
    """The command that plug-ins have under a name."""
    found = list(entry_points(group=GROUP, name=name))
    if not found:
        if name in KNOWN:
            raise OptionError(f"{name} is a command of {KNOWN[name]}; install it with: pip install {KNOWN[name]}")
        return None
    if len(found) > 1:
        packages = ", ".join(sorted(map(_package, found)))
        raise OptionError(f"the command {name} is in several packages ({packages}); uninstall all but one")
    return Plugged(found[0])


def _loaded(entry: EntryPoint) -> Any:
    """The command itself: a Typer application, or a function that becomes one."""
    try:
        found = entry.load()
        if isinstance(found, typer.Typer):
            return typer.main.get_command(found)
        application = typer.Typer(rich_markup_mode=None, add_completion=False)
        application.command(entry.name, cls=Command, context_settings=SETTINGS)(found)
        return typer.main.get_command(application)
    except (Exception, SystemExit) as error:  # whatever the code of somebody else does when it is imported
        reason = f"{type(error).__name__}: {error}"
        raise OptionError(f"the command {entry.name} of {_package(entry)} cannot be loaded ({reason})") from error


def package_of(error: Exception) -> str:
    """The package whose bug an error is."""
    return str(getattr(error, PACKAGE, "intervale"))


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module
