"""``intervale leaderboard``: what of a ranking holds under every change of scale."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.data import NO_DATA, Data, takes_data
from intervale.cli.output import chosen_format, rendered, say, write
from intervale.cli.progress import long_work
from intervale.errors import OptionError

__all__ = ["leaderboard"]


@takes_data
def leaderboard(
    measure: options.Measures = None,
    alpha: Annotated[
        float, typer.Option(metavar="A", help="Significance level of all pairs together; each pair has A / pairs.")
    ] = 0.05,
    scale: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help="Override the scale: nominal, ordinal, interval or ratio."),
    ] = None,
    topic_scale: Annotated[
        str | None,
        typer.Option(metavar="shared|own", help="Override whether topics share one scale."),
    ] = None,
    hasse: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw who stands above whom: .svg, .png, .pdf or .html.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the places of all systems: .svg, .png, .pdf or .html.")
    ] = None,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Rank systems as far as no change of scale can contest: by means, and by significant differences."""
    from intervale.present.hasse import altair_library, chart_bytes, picture_format
    from intervale.present.leaderboard import leaderboard_document, leaderboard_tables
    from intervale.present.leaderboard_charts import order_charts
    from intervale.statements import leaderboard as rank_systems

    for path in (hasse, plot):
        if path is not None:  # before any work
            picture_format(path)
            altair_library()
    with long_work(data.workers, no_cache):
        found = rank_systems(data.evaluation(measure), alpha=alpha, scale=scale, topic_scale=topic_scale)
    tables, document = partial(leaderboard_tables, found), partial(leaderboard_document, found)
    text = rendered(tables, document, found, chosen_format(form, as_json, output), output, all_notes=all_notes)
    if plot is not None:
        write(chart_bytes(found.plot(), picture_format(plot)), plot)
    write(text, output)
    if hasse is not None:
        chart, refused = order_charts(found)
        if chart is None:
            why = "; ".join(refused) or "no system is above another on every scale"
            raise OptionError(f"there is nothing to draw in {hasse}: {why}")
        write(chart_bytes(chart, picture_format(hasse)), hasse)
        for one in refused:
            say(f"not drawn: {one}")
