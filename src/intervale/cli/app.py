"""The application: its commands, and how arguments are read."""

from __future__ import annotations

import os.path
from collections.abc import Callable
from typing import Annotated

import typer

from intervale._version import __version__
from intervale.cli.axioms import axioms
from intervale.cli.balance import balance
from intervale.cli.cache import cache
from intervale.cli.compare import compare
from intervale.cli.completion import completion
from intervale.cli.correlate import correlate
from intervale.cli.demo import demo
from intervale.cli.design import design
from intervale.cli.dominance import dominance
from intervale.cli.entry_points import Commands
from intervale.cli.evaluate import evaluate
from intervale.cli.explore import explore
from intervale.cli.help import SETTINGS, Command
from intervale.cli.leaderboard import leaderboard
from intervale.cli.map import map_runs
from intervale.cli.meaningful import meaningful
from intervale.cli.measures import measures
from intervale.cli.mixing import mixing
from intervale.cli.order import order
from intervale.cli.power import power
from intervale.cli.rankings import rankings
from intervale.cli.relate import relate
from intervale.cli.report import report
from intervale.cli.robustness import robustness
from intervale.cli.scale import scale
from intervale.cli.slips import is_measure
from intervale.cli.stability import stability
from intervale.cli.study import study
from intervale.cli.topics import topics
from intervale.cli.universe import universe

__all__ = ["app", "spread_measures"]

app = typer.Typer(
    name="intervale",
    cls=Commands,
    help="Evaluate retrieval and recommendation runs, and know what the numbers mean.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=SETTINGS,
)


def _command(function: Callable[..., None], name: str | None = None) -> None:
    app.command(name, cls=Command, context_settings=SETTINGS)(function)


_command(evaluate)
_command(compare)
_command(correlate)
_command(mixing)
_command(power)
_command(design)
_command(robustness)
_command(stability)
_command(study)
_command(dominance)
_command(leaderboard)
_command(meaningful)
_command(report)
_command(measures)
_command(order)
_command(map_runs, "map")
_command(scale)
_command(relate)
_command(topics)
_command(universe)
_command(axioms)
_command(balance)
_command(explore)
app.add_typer(rankings)
_command(cache)
_command(demo)
_command(completion)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"intervale {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Evaluate retrieval and recommendation runs, and know what the numbers mean."""


def spread_measures(words: list[str]) -> list[str]:
    """``-m A B C`` as ``-m A -m B -m C``: words after a measure that name no file and parse as measures are
    measures too.

    >>> spread_measures(["evaluate", "q", "r", "-m", "AP", "nDCG@10", "--json"])
    ['evaluate', 'q', 'r', '-m', 'AP', '-m', 'nDCG@10', '--json']
    """
    spread: list[str] = []
    for word in words:
        follows = len(spread) >= 2 and spread[-2] in ("-m", "--measure") and not word.startswith("-")
        if follows and not os.path.exists(word) and is_measure(word):
            spread.append("-m")
        spread.append(word)
    return spread
