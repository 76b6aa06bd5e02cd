"""The application: its commands, and how arguments are read."""

from __future__ import annotations

import os.path
from typing import Annotated

import typer

from intervale._version import __version__
from intervale.cli.axioms import axioms
from intervale.cli.balance import balance
from intervale.cli.cache import cache
from intervale.cli.compare import compare
from intervale.cli.correlate import correlate
from intervale.cli.demo import demo
from intervale.cli.design import design
from intervale.cli.dominance import dominance
from intervale.cli.entry_points import Commands
from intervale.cli.evaluate import evaluate
from intervale.cli.explore import explore
from intervale.cli.leaderboard import leaderboard
from intervale.cli.map import map_runs
from intervale.cli.meaningful import meaningful
from intervale.cli.measures import measures
from intervale.cli.order import order
from intervale.cli.power import power
from intervale.cli.rankings import rankings
from intervale.cli.report import report
from intervale.cli.robustness import robustness
from intervale.cli.scale import scale
from intervale.errors import IntervaleError, OptionError

__all__ = ["app", "spread_measures", "trec_eval_habit"]

app = typer.Typer(
    name="intervale",
    cls=Commands,
    help="Evaluate retrieval and recommendation runs, and know what the numbers mean.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(evaluate)
app.command()(compare)
app.command()(correlate)
app.command()(power)
app.command()(design)
app.command()(robustness)
app.command()(dominance)
app.command()(leaderboard)
app.command()(meaningful)
app.command()(report)
app.command()(measures)
app.command()(order)
app.command("map")(map_runs)
app.command()(scale)
app.command()(axioms)
app.command()(balance)
app.command()(explore)
app.add_typer(rankings)
app.command()(cache)
app.command()(demo)


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


HABITS = {
    "-q": "use --per-topic instead of trec_eval -q",
    "-c": "leave out trec_eval -c: it is the default (--missing zero)",
    "-l": "use rel= in the measure, as in AP(rel=2), instead of trec_eval -l",
    "-J": "use judged_only=True in the measure, as in P(judged_only=True)@10, instead of trec_eval -J",
    "-M": "use --depth instead of trec_eval -M",
    "-n": "leave out trec_eval -n: every measure has its mean",
}
"""What to use instead of options of trec_eval."""


def trec_eval_habit(words: list[str]) -> None:
    """Answer an option of trec_eval's with the one that means it here."""
    for word in words:
        if word in HABITS or (word[:2] in ("-l", "-M") and word[2:].isdigit()):
            raise OptionError(HABITS[word[:2]])


def spread_measures(words: list[str]) -> list[str]:
    """``-m A B C`` as ``-m A -m B -m C``: words after a measure that name no file and parse as measures are
    measures too.

    >>> spread_measures(["evaluate", "q", "r", "-m", "AP", "nDCG@10", "--json"])
    ['evaluate', 'q', 'r', '-m', 'AP', '-m', 'nDCG@10', '--json']
    """
    spread: list[str] = []
    for word in words:
        follows = len(spread) >= 2 and spread[-2] in ("-m", "--measure") and not word.startswith("-")
        if follows and not os.path.exists(word) and _is_measure(word):
            spread.append("-m")
        spread.append(word)
    return spread


def _is_measure(word: str) -> bool:
    from intervale.measures import parse_measures

    try:
        parse_measures(word)
    except IntervaleError:
        return False
    return True
