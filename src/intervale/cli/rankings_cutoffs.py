"""``intervale rankings cutoffs``: how much metrics change from one cutoff to a larger one."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, cast

import typer

from intervale.cli import options
from intervale.cli.output import chosen_format, refuse_clashes, rendered, write
from intervale.cli.progress import long_work
from intervale.cli.ranking_options import Chosen, Files, Held, Reference, Tied, Unranked, chosen_metrics
from intervale.cli.typed_rankings import typed
from intervale.errors import OptionError

__all__ = ["EpsilonK", "compare_cutoffs"]

EpsilonK = Annotated[
    str | None,
    typer.Option("--epsilon-k", metavar="E", help="Changes below this are small: 0.05, 1/k, 2/k^2; default: 1/k."),
]


def compare_cutoffs(
    reference: Reference,
    files: Files,
    metrics: Chosen = None,
    k: Annotated[
        str | None, typer.Option("--k", metavar="K,...", help="Cutoffs to compare with the next; default: all.")
    ] = None,
    by: Annotated[int, typer.Option("--by", metavar="I", help="Compare k with k + I.")] = 1,
    epsilon_k: EpsilonK = None,
    share: Annotated[
        str | None,
        typer.Option("--share", metavar="S", help="How many changes must be small for 'stable'; default: 0.975."),
    ] = None,
    ties: Tied = "error",
    missing: Unranked = "error",
    values: Held = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Compute how much metrics change from cutoff k to k + I, on rankings of items by name against a reference."""
    from intervale.present.rankings_cutoffs import cutoffs_document, cutoffs_tables
    from intervale.rankings import cutoffs

    refuse_clashes(output, read=[reference, *files])
    form = chosen_format(form, as_json, output)
    chosen = chosen_metrics(metrics) if metrics else None
    with long_work(None, no_cache=False):
        found = cutoffs(
            typed(reference),
            [typed(word) for word in files],
            chosen,
            k=None if k is None else _cutoffs(k),
            by=by,
            epsilon_k=epsilon_k,
            share=share,
            ties=ties,
            missing=missing,
            values=cast(Any, values),
        )
    tables, document = partial(cutoffs_tables, found), partial(cutoffs_document, found)
    write(rendered(tables, document, found, form, output), output)


def _cutoffs(text: str) -> list[int]:
    words = [word for word in text.replace(",", " ").split() if word]
    if not words or not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        raise OptionError(f"--k {text}: write whole numbers with commas, such as 5,10,20")
    return [int(word) for word in words]
