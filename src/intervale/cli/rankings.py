"""``intervale rankings``: metrics on rankings, their properties, agreement, and which to select."""

from __future__ import annotations

import os.path
import re
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from intervale.cli import options
from intervale.cli.help import SETTINGS, Command, Group
from intervale.cli.output import chosen_format, refuse_clashes, rendered, write
from intervale.cli.pictures import draw, prepared, raise_refused
from intervale.cli.progress import long_work
from intervale.cli.ranking_options import Chosen, Files, Held, Named, Reference, Tied, Unranked, chosen_metrics
from intervale.cli.rankings_consensus import find_consensus
from intervale.cli.rankings_cutoffs import EpsilonK, compare_cutoffs
from intervale.cli.rankings_list import list_metrics
from intervale.cli.typed_rankings import typed
from intervale.errors import InputError, OptionError

if TYPE_CHECKING:
    from intervale.present.look import Look
    from intervale.rankings import Agreement

__all__ = ["rankings"]

rankings = typer.Typer(
    name="rankings",
    help="Metrics on rankings as permutations: properties, agreement, distances, which to select.",
    cls=Group,
    rich_markup_mode=None,
    context_settings=SETTINGS,
)


@rankings.callback(invoke_without_command=True)
def _asked(context: typer.Context) -> None:
    """Metrics on rankings as permutations: properties, agreement, distances, which to select."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


rankings.command(name="list", cls=Command, context_settings=SETTINGS)(list_metrics)
rankings.command(name="consensus", cls=Command, context_settings=SETTINGS)(find_consensus)
rankings.command(name="cutoffs", cls=Command, context_settings=SETTINGS)(compare_cutoffs)

Metrics = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="METRIC",
        help="recall, 'Kendall tau', Cayley, module:function; default: the 33 of the paper 'Ranking evaluation "
        "metrics from a group-theoretic perspective'.",
    ),
]
MOST_DRAWN = 200
RELEVANT = "How many items are relevant, and retrieved; default: half of them."
K = Annotated[int | None, typer.Option("--k", metavar="K", help=RELEVANT)]


Epsilon = Annotated[
    str | None,
    typer.Option("--epsilon", metavar="E", help="Robustness I: a mean change by a swap below this; default: 0.005."),
]
Share = Annotated[
    str | None,
    typer.Option(
        "--share",
        metavar="S",
        help="Robustness I: so many swaps below epsilon, instead of their mean; stability: so many steps below epsilon "
        "k; default: 0.975.",
    ),
]
Heatmap = Annotated[
    Path | None, typer.Option("--heatmap", metavar="FILE", help="Draw the heat map: .svg, .png, .pdf or .html.")
]


class Arranged(StrEnum):
    """In which order metrics stand."""

    group = "group"
    clustering = "clustering"


@rankings.command(cls=Command, context_settings=SETTINGS)
def properties(
    metrics: Metrics = None,
    named: Named = None,
    n: Annotated[int, typer.Option("--n", metavar="N", help="Search rankings of 2, 3, … up to N items.")] = 7,
    k: K = None,
    only: Annotated[
        list[str] | None, typer.Option("--property", metavar="NAME", help="Check only this property; may be repeated.")
    ] = None,
    interpretable: Annotated[
        bool,
        typer.Option(
            "--interpretable", help="Check whether values are interpretable, and where the least value is (§6)."
        ),
    ] = False,
    pairs: Annotated[int, typer.Option(metavar="P", help="How many pairs of rankings to draw.")] = 1000,
    drawn: Annotated[int, typer.Option("--size", metavar="N", help="How many items the drawn rankings have.")] = 100,
    seed: options.Seed = 0,
    epsilon: Epsilon = None,
    epsilon_k: EpsilonK = None,
    share: Share = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Check which properties metrics have, with the smallest witness."""
    from intervale.data.tabular import Rows
    from intervale.present.rankings import properties_document, properties_tables
    from intervale.rankings import INTERPRETABILITY
    from intervale.rankings import properties as look
    from intervale.rankings.evaluate import refuse_k

    only = [*(only or ()), *INTERPRETABILITY] if interpretable else only
    chosen = chosen_metrics([*(metrics or ()), *(named or ())])
    refuse_k(k, chosen)
    with long_work(None, no_cache=False):
        found = [
            look(
                one,
                n=n,
                k=k,
                only=only,
                pairs=pairs,
                size=drawn,
                seed=seed,
                epsilon=epsilon,
                epsilon_k=epsilon_k,
                share=share,
            )
            for one in chosen
        ]
    form = chosen_format(form, as_json, output)
    tables, document = partial(properties_tables, found), partial(properties_document, found)
    write(rendered(tables, document, partial(Rows.joined, found), form, output), output)


@rankings.command(cls=Command, context_settings=SETTINGS)
def agreement(
    metrics: Metrics = None,
    named: Named = None,
    n: Annotated[int, typer.Option("--n", metavar="N", help="Number of items; up to 8, all rankings are used.")] = 100,
    k: Annotated[
        int | None,
        typer.Option("--k", metavar="K", help="How many items are relevant, and retrieved; default: 30% of them."),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option("--rankings", metavar="R", help="How many rankings to draw; default: 10,000 if n is above 8."),
    ] = None,
    seed: options.Seed = 0,
    as_defined: Annotated[
        bool,
        typer.Option("--as-defined", help="Do not reverse metrics for which less is better, as agreement does."),
    ] = False,
    arranged: Annotated[
        Arranged,
        typer.Option("--order", metavar="|".join(Arranged), help="Sort by theoretical group, or cluster by agreement."),
    ] = Arranged.group,
    heatmap: Heatmap = None,
    size: options.Size = "screen",
    font: options.Font = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Compute how often metrics agree on which of two rankings is closer to the true one."""
    from intervale.present.rankings import agreement_document, agreement_tables
    from intervale.rankings import agreement as compute

    refuse_clashes(heatmap, output)
    form = chosen_format(form, as_json, output)
    look = prepared(size, font, heatmap)
    chosen = chosen_metrics([*(metrics or ()), *(named or ())], same=True)
    with long_work(None, no_cache=False):
        found = compute(chosen, n=n, k=k, rankings=count, seed=seed, oriented=not as_defined)
    order = found.grouped() if arranged is Arranged.group else found.clustered()
    tables, document = partial(agreement_tables, found, order), partial(agreement_document, found, order)
    refused = draw(heatmap, look, lambda: _chart(found, order, arranged, look))
    write(rendered(tables, document, found, form, output), output)
    raise_refused([refused])


@rankings.command(cls=Command, context_settings=SETTINGS)
def distance(
    first: Annotated[str, typer.Argument(metavar="RANKING", help="The position of each item, 2,1,3; or items, b,a,c.")],
    second: Annotated[str, typer.Argument(metavar="RANKING", help="The other ranking, in the same notation.")],
    metrics: Annotated[
        list[str] | None,
        typer.Option("-m", "--metric", metavar="METRIC", help="A metric; may be repeated; default: all distances."),
    ] = None,
    k: K = None,
    lists: Annotated[
        bool, typer.Option("--lists", help="Read the numbers as items in the order of the ranking, not as positions.")
    ] = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Compute the distance between two rankings: classical distances, or any metric."""
    from intervale.present.rankings import distance_document, distance_rows, distance_table
    from intervale.rankings import METRICS, Group
    from intervale.rankings.evaluate import refuse_k

    chosen = chosen_metrics(metrics) if metrics else [one for one in METRICS.values() if one.group is Group.DISTANCE]
    refuse_k(k, chosen)
    a, b = _pair(first, second, lists)
    form = chosen_format(form, as_json, output)
    table, document = partial(distance_table, chosen, a, b, k), partial(distance_document, chosen, a, b, k)
    write(rendered(table, document, partial(distance_rows, chosen, a, b, k), form, output), output)


@rankings.command(cls=Command, context_settings=SETTINGS)
def evaluate(
    reference: Reference,
    files: Files,
    metrics: Chosen = None,
    k: K = None,
    ties: Tied = "error",
    missing: Unranked = "error",
    values: Held = None,
    exact: Annotated[bool, typer.Option("--exact", help="Show exact numbers beside the values.")] = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Compute how close rankings of items by name are to a reference, by any metrics."""
    from intervale.present.ranking_scores import scores_document, scores_table
    from intervale.rankings import evaluate as compute

    refuse_clashes(output, read=[reference, *files])
    form = chosen_format(form, as_json, output)
    chosen = chosen_metrics(metrics) if metrics else None
    with long_work(None, no_cache=False):
        given = [typed(word) for word in files]
        found = compute(typed(reference), given, chosen, k=k, ties=ties, missing=missing, values=cast(Any, values))
    table, document = partial(scores_table, found, exact=exact), partial(scores_document, found)
    write(rendered(table, document, found, form, output), output)


@rankings.command(cls=Command, context_settings=SETTINGS)
def disagree(
    reference: Reference,
    files: Files,
    metrics: Chosen = None,
    k: K = None,
    ties: Tied = "error",
    missing: Unranked = "error",
    values: Held = None,
    heatmap: Heatmap = None,
    size: options.Size = "screen",
    font: options.Font = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Find the rankings on which metrics disagree, and the fewest metrics that show every disagreement."""
    from intervale.present.rankings_disagree import (
        disagreements_chart,
        disagreements_document,
        disagreements_table,
    )
    from intervale.rankings import disagreements

    refuse_clashes(heatmap, output, read=[reference, *files])
    form = chosen_format(form, as_json, output)
    look = prepared(size, font, heatmap)
    chosen = chosen_metrics(metrics) if metrics else None
    with long_work(None, no_cache=False):
        given = [typed(word) for word in files]
        found = disagreements(
            typed(reference), given, chosen, k=k, ties=ties, missing=missing, values=cast(Any, values)
        )
    refused = draw(heatmap, look, lambda: disagreements_chart(found, look))
    table, document = partial(disagreements_table, found), partial(disagreements_document, found)
    write(rendered(table, document, found, form, output), output)
    raise_refused([refused])


@rankings.command(cls=Command, context_settings=SETTINGS)
def select(
    need: Annotated[
        list[str] | None, typer.Option(metavar="PROPERTY", help="A property that is needed; may be repeated.")
    ] = None,
    domain: Annotated[
        str | None,
        typer.Option(metavar="DOMAIN", help="The properties that a domain needs, such as 'rank aggregation'."),
    ] = None,
    among: Annotated[
        list[str] | None, typer.Option(metavar="METRIC", help="Only this metric, or your own; may be repeated.")
    ] = None,
    n: Annotated[int, typer.Option("--n", metavar="N", help="Search rankings of 2, 3, … up to N items.")] = 7,
    k: K = None,
    seed: options.Seed = 0,
    epsilon: Epsilon = None,
    epsilon_k: EpsilonK = None,
    share: Share = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Find the metrics that have the properties needed, and what the others lack. Exit code 1 if none has all."""
    from intervale.present.rankings import selection_document, selection_table
    from intervale.rankings import select_metrics as look

    with long_work(None, no_cache=False):
        chosen = chosen_metrics(among) if among else None
        found = look(
            need or (),
            domain=domain,
            among=chosen,
            n=n,
            k=k,
            seed=seed,
            epsilon=epsilon,
            epsilon_k=epsilon_k,
            share=share,
        )
    form = chosen_format(form, as_json, output)
    table, document = partial(selection_table, found), partial(selection_document, found)
    write(rendered(table, document, found, form, output), output)
    if not found.fitting:
        raise typer.Exit(1)


def _pair(first: str, second: str, lists: bool) -> tuple[list[int], list[int]]:
    """Two rankings as positions: numbers are positions, other words are items in their order."""
    words = [[word for word in text.replace(",", " ").split() if word] for text in (first, second)]
    if not all(words):
        raise InputError("a ranking is empty; write the position of each item, such as 2,1,3")
    if not lists and all(re.fullmatch(r"-?[0-9]{1,18}", word) for side in words for word in side):
        a, b = ([int(word) for word in side] for side in words)
        return a, b
    for side in words:
        twice = next((word for word in side if side.count(word) > 1), None)
        if twice is not None:
            raise InputError(f"the item {twice!r} appears twice in one ranking; each item has one position")
    odd = sorted(set(words[0]) ^ set(words[1]))
    if odd:
        what = f"the item {odd[0]!r} is in one ranking only; both must rank the same items"
        if any(os.path.exists(text) for text in (first, second)):
            what = "distance takes two rankings that are typed; intervale rankings evaluate reads files"
        raise InputError(what)
    return [1 + words[0].index(item) for item in words[0]], [1 + words[1].index(item) for item in words[0]]


def _chart(found: Agreement, order: list[str], arranged: Arranged, look: Look) -> Any:
    from intervale.present.rankings import agreement_chart

    if len(order) > MOST_DRAWN:
        raise OptionError(f"a heat map of {len(order)} metrics is too large to read (at most {MOST_DRAWN}); name fewer")
    return agreement_chart(found, order, grouped=arranged is Arranged.group, look=look)
