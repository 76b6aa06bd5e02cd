"""``intervale mixing``: what mixing the scales of topics does on a collection."""

from __future__ import annotations

from functools import partial

from intervale.cli import options
from intervale.cli.data import NO_DATA, Data, takes_data
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.progress import long_work

__all__ = ["mixing"]


@takes_data
def mixing(
    measure: options.Measures = None,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Count what mixing the scales of topics does: scores and systems in the opposite order without the constant."""
    from intervale.present.mixing import mixing_document, mixing_tables
    from intervale.stats import mixing as count

    with long_work(data.running, no_cache):
        found = count(data.evaluation(measure))
    tables, document = partial(mixing_tables, found), partial(mixing_document, found)
    chosen = chosen_format(form, as_json, output)
    write(rendered(tables, document, found, chosen, output, all_notes=all_notes), output)
