"""What a notebook shows of a value: the answer in sentences, tables, pictures, notes; plain HTML that needs no script.

The page is made of tags that sanitised pages keep (JupyterLab, VS Code, marimo, nbviewer, GitHub), in the colours of
the page around it. Where pictures are taken away or cannot be drawn, the rest says it all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from intervale.data.tabular import Tabular
from intervale.errors import IntervaleError
from intervale.exact.shown import Shown
from intervale.present.escape import html_text
from intervale.present.inline_svg import DIAGRAM_STYLE
from intervale.present.notebook_answers import ANSWERS, LIFTED
from intervale.present.notebook_pictures import PICTURES
from intervale.present.notebook_values import VALUES
from intervale.present.render import legend_of, to_html
from intervale.present.results import tables_of
from intervale.present.table import Table

__all__ = ["html_of"]

MOST_ROWS, MOST_COLUMNS, MOST_NOTES, MOST_LETTERS = 50, 30, 5, 600
"""How much of a table is on the screen, how many notes stand open, and how long a text may be."""
SCROLLS = "overflow-x: auto; max-width: 100%"
STYLE = (
    ".intervale p{margin:.6em 0}.intervale table{border-collapse:collapse;margin:.4em 0}"
    ".intervale th,.intervale td{padding:.25em .6em;vertical-align:top}"
    ".intervale thead th{border-bottom:1px solid #80808080}"
)
"""For pages that take all space from tables and paragraphs."""


def html_of(value: Shown) -> str:
    """A value as a notebook shows it.

    >>> from intervale.exact.verdict import Verdict
    >>> print(html_of(Verdict(True, cases=12)))
    <div class="intervale">
    <style>...</style>
    <p><strong>It holds.</strong></p>
    ...
    </div>
    """
    page = page_of(value)
    style = DIAGRAM_STYLE if any('class="hasse"' in picture for picture in page.pictures) else ""
    return "\n".join(['<div class="intervale">', f"<style>{STYLE}{style}</style>", *_lines(page), "</div>"])


@dataclass(frozen=True)
class Page:
    """The parts of what is shown; pictures are SVG, all else is text that others may have written."""

    answers: tuple[str, ...]
    tables: tuple[Table, ...]
    pictures: tuple[str, ...] = ()


def page_of(value: Shown) -> Page:
    """The parts of what is shown of a value."""
    kinds = type(value).__mro__
    parts_of = next((VALUES[kind] for kind in kinds if kind in VALUES), None)
    if parts_of is not None:
        answers, tables = parts_of(value)
    elif isinstance(value, Tabular):
        answers, tables = (), tuple(tables_of(value))
    else:
        answers, tables = (repr(value),), ()
    found = next((ANSWERS[kind] for kind in kinds if kind in ANSWERS), None)
    answers = (*answers, *(found(value) if found is not None else ()))
    if isinstance(value, Tabular) and type(value) in LIFTED:
        answers, tables = _lifted(tables, LIFTED[type(value)])
    draw = next((PICTURES[kind] for kind in kinds if kind in PICTURES), None)
    return Page(answers, tables, _drawn(draw, value))


def _lifted(tables: tuple[Table, ...], number: int) -> tuple[tuple[str, ...], tuple[Table, ...]]:
    """The first notes of the last table, which are the answer, as sentences; and the tables without them."""
    last = tables[-1]
    sentences = tuple(f"{note[:1].upper()}{note[1:]}." for note in last.footer[:number])
    return sentences, (*tables[:-1], replace(last, footer=last.footer[number:]))


def _drawn(draw: Callable[[Any], Sequence[str]] | None, value: Any) -> tuple[str, ...]:
    """The pictures; none where the extra ``report`` is missing, or where a picture would be too large."""
    try:
        return tuple(draw(value)) if draw is not None else ()
    except IntervaleError:
        return ()


# ------------------------------------------------------------ HTML


def _lines(page: Page) -> Iterator[str]:
    answers = [*page.answers[:1], *([" ".join(page.answers[1:])] if page.answers[1:] else [])]
    answers += (sentence for table in page.tables for sentence in table.lead)
    for place, sentence in enumerate(answers[:MOST_ROWS]):
        line = html_text(_cut(sentence))
        yield f"<p><strong>{line}</strong></p>" if place == 0 and len(sentence) <= 160 else f"<p>{line}</p>"
    for table in page.tables:
        if table.title:
            yield f"<p><strong>{html_text(_cut(table.title))}</strong></p>"
        yield f'<div style="{SCROLLS}">\n{to_html(_on_screen(table))}\n</div>'
        yield from (_note(sentence) for sentence in (*_left_out(table), *legend_of(table)))
    for picture in page.pictures:
        yield f'<div style="{SCROLLS}; margin: 0.5em 0">{picture}</div>'
    yield from _notes(list(dict.fromkeys(note for table in page.tables for note in table.footer)))


def _on_screen(table: Table) -> Table:
    """The part of a table that has room on a screen, without its title, sentences and notes."""
    kept = tuple(
        tuple(replace(cell, value=_cut(cell.value)) if isinstance(cell.value, str) else cell for cell in row)
        for row in (one[:MOST_COLUMNS] for one in table.rows[:MOST_ROWS])
    )
    names = tuple(_cut(name) for name in table.columns[:MOST_COLUMNS])
    return Table(names, kept)


def _left_out(table: Table) -> Iterator[str]:
    """How much of a table is shown, where it is not all."""
    for what, number, most in (("rows", len(table.rows), MOST_ROWS), ("columns", len(table.columns), MOST_COLUMNS)):
        if number > most:
            yield f"the first {most} of {number:,} {what}"


def _cut(text: str) -> str:
    """A text that is not endless.

    >>> _cut("short"), len(_cut("x" * 5000))
    ('short', 601)
    """
    return text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS] + "…"


def _notes(notes: list[str]) -> Iterator[str]:
    """The first notes, and the others where they are asked for."""
    few, more = notes[:MOST_NOTES], notes[MOST_NOTES:]
    yield from (_note(note) for note in few)
    if more:
        yield f"<details><summary><small>{len(more)} more note{'' if len(more) == 1 else 's'}</small></summary>"
        yield from (_note(note) for note in more)
        yield "</details>"


def _note(text: str) -> str:
    return f'<p style="margin: 0.15em 0"><small>{html_text(_cut(text))}</small></p>'
