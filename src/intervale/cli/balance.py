"""``intervale balance``: the balancing index of measures, and the experiment with it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intervale.cli import options
from intervale.cli.arguments import parse_shares
from intervale.cli.output import chosen_format, refuse_clashes, rendered, write
from intervale.cli.pictures import draw, prepared, raise_refused
from intervale.cli.progress import Running, long_work
from intervale.errors import OptionError

if TYPE_CHECKING:
    from intervale.present.look import Look
    from intervale.scales import BalancingExperiment

__all__ = ["balance"]

COLUMNS = ("measure", "length", "grades", "index")
POINTS = 200
"""How many lengths a curve has at most."""


def balance(
    measures: Annotated[list[str], typer.Argument(metavar="MEASURE", help="AP, RBP(p=0.5), module:function.")],
    length: options.Length = None,
    grades: options.TopGrade = 1,
    experiment: Annotated[
        bool,
        typer.Option(
            "--experiment",
            help="Draw runs of two systems that are alike at the top, and count how often they differ significantly.",
        ),
    ] = False,
    shares: Annotated[
        str | None,
        typer.Option(
            metavar="TOP,A:B,A:B",
            help="Shares of relevant documents: at the top, to rank --ranks, and below; default 0.2,0.7:0.3,0.1:0.7.",
        ),
    ] = None,
    ranks: Annotated[
        int | None, typer.Option(metavar="N", help="To which rank the tops of the systems become alike; default: 20.")
    ] = None,
    exact_shares: Annotated[
        bool | None, typer.Option("--exact-shares", help="Give each part of a run exactly its share.")
    ] = None,
    trials: Annotated[int | None, typer.Option(metavar="N", help="Number of trials; default: 1000.")] = None,
    topic_count: Annotated[
        int | None, typer.Option("--topic-count", metavar="N", help="Number of topics in a trial; default: 50.")
    ] = None,
    alpha: Annotated[float | None, typer.Option(metavar="A", help="Significance level; default: 0.05.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", min=0, help="Random seed; default: 0.")] = None,
    curve: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the index over lengths up to N: .svg, .png, .pdf or .html."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the experiment: .svg, .png, .pdf or .html.")
    ] = None,
    size: options.Size = "screen",
    font: options.Font = None,
    workers: options.Workers = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Compute the balancing index: the last rank from which lowest relevant grades are worth a top grade at rank 1."""
    look = prepared(size, font, curve, plot)
    refuse_clashes(curve, plot, output)
    chosen_form = chosen_format(form, as_json, output)
    asked = {
        "shares": shares,
        "ranks": ranks,
        "exact_shares": exact_shares,
        "trials": trials,
        "topic_count": topic_count,
        "alpha": alpha,
        "seed": seed,
    }
    given = {name: value for name, value in asked.items() if value is not None}
    if not experiment:
        _refuse_alone([*given, *(["plot"] if plot is not None else [])])
        text, length = _indices(measures, length, grades, chosen_form, output)
        refused = [draw(curve, look, lambda: _chart(measures, length, grades, look))]
    else:
        if grades != 1:
            raise OptionError("--experiment is about relevant or not: leave --grades out")
        with long_work(Running(workers), no_cache=False):
            found = _experiment(measures, length, given)
            text = _rendered(found, chosen_form, output)
            refused = [
                draw(curve, look, lambda: _chart(measures, found.length, 1, look)),
                draw(plot, look, lambda: _experiment_chart(found, look)),
            ]
    write(text, output)
    raise_refused(refused)


# ---------------------------------------------------------------- the index


def _indices(
    measures: list[str], length: int | None, grades: Any, form: options.Format, output: Path | None
) -> tuple[str | bytes, int]:
    """The index of each measure, written; and the longest run that was looked at."""
    from intervale.data.tabular import Rows, columns_of
    from intervale.measures import load_measure
    from intervale.present.results import tables_of
    from intervale.scales import balancing_index
    from intervale.scales.arguments import run_length

    found: list[dict[str, Any]] = []
    for text in measures:
        chosen = load_measure(text)
        index = balancing_index(chosen, length=length, grades=grades)
        found.append({"measure": text, "length": run_length(chosen, length), "grades": grades, "index": index})
    longest = max(one["length"] for one in found)
    if form is options.Format.table:
        return "".join(_said(one) for one in found), longest
    document = found[0] if len(found) == 1 else {"balance": found}
    rows = Rows(columns_of(COLUMNS, ([one[name] for name in COLUMNS] for one in found)))
    return rendered(lambda: tables_of(rows), lambda: document, rows, form, output), longest


def _said(one: dict[str, Any]) -> str:
    name, index, length = one["measure"], one["index"], one["length"]
    if index is None:
        lost = f"the lowest relevant grade at all {length} ranks is worth less than one top grade at rank 1"
        return f"{name}: no balancing index: {lost}\n"
    worth = f"the lowest relevant grade from rank {index} on is worth at least one top grade at rank 1"
    return f"{name}: balancing index {index} of {length}: {worth}\n"


def _chart(measures: list[str], longest: int, grades: int, look: Look) -> Any:
    from intervale.present.balance import balance_chart
    from intervale.scales import balancing_curve

    points = min(longest, POINTS)
    lengths = sorted({-(-longest * n // points) for n in range(1, points + 1)})
    curves = {text: list(zip(lengths, balancing_curve(text, lengths, grades=grades), strict=True)) for text in measures}
    return balance_chart(curves, grades, look)


# ---------------------------------------------------------------- the experiment


def _refuse_alone(names: list[str]) -> None:
    """Refuse options of the experiment without it."""
    if names:
        option = f"--{names[0].replace('_', '-')}"
        more = "; --curve draws the index" if names[0] == "plot" else ""
        raise OptionError(f"{option} is about the experiment: add --experiment{more}")


def _experiment(measures: list[str], length: int | None, given: dict[str, Any]) -> BalancingExperiment:
    from intervale.scales import balancing_experiment

    known = dict(given)
    if "shares" in known:
        known |= parse_shares(known.pop("shares"))
    if "topic_count" in known:
        known["topics"] = known.pop("topic_count")
    if length is not None:
        known["length"] = length
    return balancing_experiment(measures, **known)


def _rendered(found: BalancingExperiment, form: options.Format, output: Path | None) -> str | bytes:
    from intervale.present.balance_experiment import experiment_document, experiment_table

    return rendered(partial(experiment_table, found), partial(experiment_document, found), found, form, output)


def _experiment_chart(found: BalancingExperiment, look: Look) -> Any:
    from intervale.present.balance_experiment import experiment_chart

    return experiment_chart(found, look)
