"""A study as one HTML page that needs nothing else: the answer, the pictures, the tables."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from intervale._version import __version__
from intervale.errors import IntervaleError
from intervale.present.escape import html_text
from intervale.present.inline_svg import inline_chart
from intervale.present.render import to_html
from intervale.present.study import spacing_strips, study_sentences, study_tables, value_curves
from intervale.present.table import Table
from intervale.stats.interval_study import Study

__all__ = ["study_page"]

STYLE = """
main { padding-bottom: 3rem; }
figure, .table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.4rem; }
th, td { padding: 0.2rem 0.7rem 0.2rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
details summary { cursor: pointer; margin: 1rem 0; font-weight: 600; }
"""
SHOWN = 15
"""Up to how many rows a table is open when the page is."""
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main class="wrap">
<h1>{title}</h1>
{lead}
<p class="about">{about}</p>
{parts}
</main>
</body>
</html>
"""


def study_page(found: Study, source: Sequence[str] = ()) -> str:
    """The page. ``source`` are the names of what was read."""
    sentences = study_sentences(found)
    cut = ", ".join(map(str, found.lengths))
    about = (
        f"{len(found.measures)} measures at lengths {cut}, {len(found.systems):,} systems, {found.topics:,} topics, "
        f"grades 0 to {found.grades}. The experiment is that of Ferrante, Ferro and Fuhr 2021, §VIII. "
        f"Made by intervale {__version__}{' from ' if source else ''}{', '.join(Path(name).name for name in source)}."
    )
    first, *others = study_tables(found)
    tables = [Table(first.columns, first.rows, first.title, first.legend, first.footer), *others]
    parts = [*_pictures(found), *(_table(table) for table in tables)]
    return PAGE.format(
        title="Measures and their interval scales",
        style=files("intervale.present.page").joinpath("assets", "base.css").read_text("utf-8") + STYLE,
        lead="\n".join(f'<p class="lead">{html_text(sentence)}</p>' for sentence in sentences),
        about=html_text(about),
        parts="\n".join(parts),
    )


def _pictures(found: Study) -> list[str]:
    """The pictures that can be drawn; in the place of one that cannot, why."""
    made = []
    for chart in (value_curves, spacing_strips):
        try:
            made.append(f"<figure>{inline_chart(chart(found))}</figure>")
        except IntervaleError as error:
            made.append(f'<p class="about">No picture here: {html_text(str(error))}</p>')
    return made


def _table(table: Table) -> str:
    """A table; a long one is closed at first."""
    text = f'<div class="table">{to_html(table)}</div>'
    if len(table.rows) <= SHOWN:
        return text
    return f"<details><summary>{html_text(table.title)}: {len(table.rows)} rows</summary>{text}</details>"
