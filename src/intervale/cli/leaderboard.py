"""``intervale leaderboard``: what of a ranking holds under every change of scale."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intervale.cli import options
from intervale.cli.data import NO_DATA, Data, takes_data
from intervale.cli.output import chosen_format, rendered, say, write
from intervale.cli.pictures import draw, prepared, raise_refused
from intervale.cli.progress import long_work
from intervale.errors import OptionError

if TYPE_CHECKING:
    from intervale.present.look import Look
    from intervale.statements.leaderboard import Leaderboard

__all__ = ["leaderboard"]


@takes_data
def leaderboard(
    measure: options.Measures = None,
    alpha: Annotated[
        float, typer.Option(metavar="A", help="Significance level of all pairs together; each pair has A / pairs.")
    ] = 0.05,
    scale: options.Level = None,
    topic_scale: options.TopicScale = None,
    hasse: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw who stands above whom: .svg, .png, .pdf or .html.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the places of all systems: .svg, .png, .pdf or .html.")
    ] = None,
    size: options.Size = "screen",
    font: options.Font = None,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Rank systems as far as no change of scale can contest: by means, and by significant differences."""
    from intervale.present.leaderboard import leaderboard_document, leaderboard_tables
    from intervale.present.leaderboard_charts import places_plot
    from intervale.statements import leaderboard as rank_systems

    look = prepared(size, font, hasse, plot)
    with long_work(data.running, no_cache):
        found = rank_systems(data.evaluation(measure), alpha=alpha, scale=scale, topic_scale=topic_scale)
    tables, document = partial(leaderboard_tables, found), partial(leaderboard_document, found)
    text = rendered(tables, document, found, chosen_format(form, as_json, output), output, all_notes=all_notes)
    refused = draw(plot, look, partial(places_plot, found, look=look))
    write(text, output)
    raise_refused([refused, draw(hasse, look, lambda: _orders(found, hasse, look))])


def _orders(found: Leaderboard, path: Path | None, look: Look) -> Any:
    """Who stands above whom, as far as it can be drawn."""
    from intervale.present.leaderboard_charts import order_charts

    chart, refused = order_charts(found, look)
    if chart is None:
        why = "; ".join(refused) or "no system is above another on every scale"
        raise OptionError(f"there is nothing to draw in {path}: {why}")
    for one in refused:
        say(f"not drawn: {one}")
    return chart
