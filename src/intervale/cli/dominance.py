"""``intervale dominance``: systems compared topic by topic without a measure."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intervale.cli import options
from intervale.cli.data import NO_DATA, Data, takes_data
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.pictures import draw, prepared, raise_refused
from intervale.cli.progress import long_work
from intervale.errors import OptionError

if TYPE_CHECKING:
    from intervale.data.tabular import Tabular
    from intervale.present.look import Look
    from intervale.statements.dominance import Dominance

__all__ = ["dominance"]


@takes_data
def dominance(
    order: Annotated[
        str, typer.Option(metavar="NAME", help="rank-swap, rank-replacement or set-replacement.")
    ] = "rank-swap",
    pair: Annotated[
        tuple[str, str] | None, typer.Option(metavar="A B", help="Compare two systems topic by topic.")
    ] = None,
    hasse: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the dominance diagram: .svg, .png, .pdf or .html.")
    ] = None,
    size: options.Size = "screen",
    font: options.Font = None,
    data: Data = NO_DATA,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Compare systems topic by topic, without a measure: which is at least as good by any sensible measure."""
    from intervale.present import dominance as shown
    from intervale.statements import dominance as compare_systems

    look = prepared(size, font, hasse)
    with long_work(data.running, no_cache=False):
        found = compare_systems(data.evaluation(), order=order)
    two = pair if pair is not None else found.systems if len(found.systems) == 2 else None
    if two is not None:
        looked = found.pair(*two)
        tables = partial(shown.pair_dominance_tables, looked, found)
        document = partial(shown.pair_dominance_document, looked, found)
    else:
        tables, document = partial(shown.dominance_tables, found), partial(shown.dominance_document, found)
    rows: Tabular = found if pair is None else found.pair(*pair)  # one schema for any number of runs
    text = rendered(tables, document, rows, chosen_format(form, as_json, output), output, all_notes=all_notes)
    write(text, output)
    raise_refused([draw(hasse, look, lambda: _chart(found, hasse, look))])


def _chart(found: Dominance, path: Path | None, look: Look) -> Any:
    from intervale.present.dominance import dominance_chart

    chart = dominance_chart(found, look=look)
    if chart is None:
        raise OptionError(f"no system dominates another on all topics, so there is nothing to draw in {path}")
    return chart
