"""Renderers: a table for the terminal, as Markdown, LaTeX or HTML."""

from __future__ import annotations

import io
import re
import textwrap
from typing import TYPE_CHECKING

from intervale.present.escape import html_text, latex_text, markdown_text, visible
from intervale.present.table import BEST, Cell, Table

if TYPE_CHECKING:
    from rich.table import Table as RichTable

__all__ = ["legend_of", "to_html", "to_latex", "to_markdown", "to_terminal"]

READABLE = 100
"""How wide a line of prose is at most."""
WIDEST = 10_000
"""How wide a table may be where nobody says; one column of numbers beside the names is wider where it must."""


MINUS = re.compile(r"(?<![\de])-(?=\d)")
MOST_NOTES = 5
"""How many notes stand below a table in a terminal where not all are asked for."""


def to_terminal(table: Table, *, width: int | None = None, colour: bool = False, most_notes: int | None = None) -> str:
    """The table as a person sees it in a terminal; ``width`` None lets it be as wide as it wants.

    A table that is too wide is shown in blocks of columns, one below the other: no number is ever cut. Of more than
    ``most_notes`` notes the others are counted.
    """
    from rich.console import Console
    from rich.text import Text

    out = io.StringIO()
    widths = _widths(table)
    widest = sum(widths) + WIDEST
    console = Console(file=out, width=widest, force_terminal=colour, no_color=not colour, highlight=False)
    for sentence in table.lead:
        for line in _prose(visible(sentence), min(width or WIDEST, READABLE)):
            console.print(Text(line))
    if table.lead and table.title:
        console.print()
    for columns in _blocks(table, widths, width or WIDEST):
        console.print(_rich(table, columns))
    for sentence in (*table.legend, *_first_notes(table.footer, most_notes)):
        for line in textwrap.wrap(visible(sentence), max(40, width or WIDEST), subsequent_indent="  ") or [""]:
            console.print(Text(line, style="dim"))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _prose(sentence: str, width: int) -> list[str]:
    """Lines of so many characters, no name cut."""
    return textwrap.wrap(sentence, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _first_notes(notes: tuple[str, ...], most: int | None) -> tuple[str, ...]:
    """The first notes, and how many more there are.

    >>> _first_notes(("a", "b", "c"), 1)
    ('a', '… and 2 more notes: --all-notes shows them')
    """
    more = 0 if most is None else len(notes) - most
    if more <= 0:
        return notes
    rest = "1 more note: --all-notes shows it" if more == 1 else f"{more} more notes: --all-notes shows them"
    return (*notes[:most], f"… and {rest}")


def _widths(table: Table) -> list[int]:
    """How many places each column takes on the screen."""
    from rich.cells import cell_len

    texts = ([visible(name), *_texts(table, i)] for i, name in enumerate(table.columns))
    return [max(cell_len(text) for text in column) + 3 for column in texts]


def _texts(table: Table, column: int) -> list[str]:
    """The entries of a column, with a star at the best. Where some carry marks, digits stand below digits."""
    cells = [row[column] for row in table.rows]
    texts = [visible(cell.text(mark=True)) for cell in cells]
    if not table.marked(column):
        return texts
    starred = [text + " " * (not cell.best) for text, cell in zip(texts, cells, strict=True)]
    width = max(len(visible(table.columns[column])), *(len(text) for text in starred))
    return [f"{text:>{width}} {visible(cell.marks)}" for text, cell in zip(starred, cells, strict=True)]


def _blocks(table: Table, widths: list[int], width: int) -> list[list[int]]:
    """The columns in blocks that fit a width, each with the columns of names at the left."""
    names = [i for i in range(len(table.columns)) if not table.right(i)] or [0]
    blocks, used = [list(names)], sum(widths[i] for i in names)
    room = used
    for i in range(len(table.columns)):
        if i in names:
            continue
        if room + widths[i] > width and len(blocks[-1]) > len(names):
            blocks.append(list(names))
            room = used
        blocks[-1].append(i)
        room += widths[i]
    return blocks


def _rich(table: Table, columns: list[int]) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    rich = RichTable(title=Text(visible(table.title)) if table.title else None, box=box.SIMPLE_HEAD, pad_edge=False)
    for i in columns:
        right = table.right(i) and not table.marked(i)
        rich.add_column(Text(visible(table.columns[i])), justify="right" if right else "left", no_wrap=True)
    texts = {i: _texts(table, i) for i in columns}
    for n, row in enumerate(table.rows):
        rich.add_row(*(Text(texts[i][n], style="bold" if row[i].best else "") for i in columns))
    return rich


def legend_of(table: Table) -> list[str]:
    """What marks mean where the best is in bold."""
    return [sentence for sentence in table.legend if sentence != BEST]


def to_markdown(table: Table) -> str:
    """The table in Markdown, the best values in bold.

    >>> print(to_markdown(Table(("system", "AP"), ((Cell("A|B"), Cell(0.5, best=True)),))))
    | system | AP |
    |---|---:|
    | A\\|B | **0.5000** |
    <BLANKLINE>
    """
    header = "| " + " | ".join(markdown_text(column) for column in table.columns) + " |"
    rule = "|" + "|".join("---:" if table.right(i) else "---" for i in range(len(table.columns))) + "|"
    lines = [*([f"**{markdown_text(table.title)}**", ""] if table.title else []), header, rule]
    for row in table.rows:
        lines.append("| " + " | ".join(_in_markdown(cell) for cell in row) + " |")
    lead = [line for sentence in table.lead for line in (markdown_text(sentence), "")]
    legend = [line for sentence in legend_of(table) for line in ("", markdown_text(sentence))] if table.caption else []
    notes = [f"- {markdown_text(sentence)}" for sentence in table.footer]
    return "\n".join([*lead, *lines, *legend, *(["", *notes] if notes else [])]) + "\n"


def _in_markdown(cell: Cell) -> str:
    text = cell.text() if cell.number else markdown_text(cell.text())
    text = f"**{text}**" if cell.best else text
    return f"{text}<sup>{markdown_text(cell.marks)}</sup>" if cell.marks else text


def to_latex(table: Table) -> str:
    """The table in LaTeX for the package booktabs, the best values in bold, the notes as comments.

    >>> print(to_latex(Table(("system", "AP"), ((Cell("my_run"), Cell(0.5, best=True)),))))
    \\begin{tabular}{lr}
    \\toprule
    system & AP \\\\
    \\midrule
    my\\_run & \\textbf{0.5000} \\\\
    \\bottomrule
    \\end{tabular}
    <BLANKLINE>
    """
    marked = any(table.marked(i) for i in range(len(table.columns)))  # then digits stand below digits at the left
    shape = "".join("r" if table.right(i) and not marked else "l" for i in range(len(table.columns)))
    lines = [f"% {visible(sentence)}" for sentence in (*table.lead, table.title, *table.footer) if sentence]
    if table.caption:
        lines += [r"\begin{table}", r"\centering", rf"\caption{{{latex_text(table.caption)}}}", r"\smallskip"]
    lines += [rf"\begin{{tabular}}{{{shape}}}", r"\toprule"]
    lines += [" & ".join(latex_text(column) for column in table.columns) + r" \\", r"\midrule"]
    lines += [" & ".join(_in_latex(cell) for cell in row) + r" \\" for row in table.rows]
    lines += [r"\bottomrule", r"\end{tabular}", *([r"\end{table}"] if table.caption else [])]
    return "\n".join(lines) + "\n"


def _in_latex(cell: Cell) -> str:
    plain = latex_text(cell.text())
    plain = MINUS.sub("$-$", plain) if cell.number else plain
    text = rf"\textbf{{{plain}}}" if cell.best else plain
    return rf"{text}\textsuperscript{{{latex_text(cell.marks)}}}" if cell.marks else text


def to_html(table: Table) -> str:
    """The table in HTML as a notebook shows it, the best values in bold, legend and notes below.

    >>> print(to_html(Table(("system", "AP"), ((Cell("<A>"), Cell(0.5, best=True)),))))
    <table>
    <thead><tr><th style="text-align: left">system</th><th style="text-align: right">AP</th></tr></thead>
    <tbody>
    <tr><td style="text-align: left">&lt;A&gt;</td><td style="text-align: right"><strong>0.5000</strong></td></tr>
    </tbody>
    </table>
    """
    sides = [f' style="text-align: {"right" if table.right(i) else "left"}"' for i in range(len(table.columns))]
    names = zip(table.columns, sides, strict=True)
    lines = [f"<p>{html_text(sentence)}</p>" for sentence in table.lead]
    lines += ["<table>", *([f"<caption>{html_text(table.title)}</caption>"] if table.title else [])]
    lines.append(f"<thead><tr>{''.join(f'<th{side}>{html_text(name)}</th>' for name, side in names)}</tr></thead>")
    lines.append("<tbody>")
    for row in table.rows:
        cells = (f"<td{side}>{_in_html(cell)}</td>" for cell, side in zip(row, sides, strict=True))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    lines += ["</tbody>", "</table>"]
    lines += [f"<p><small>{html_text(sentence)}</small></p>" for sentence in (*legend_of(table), *table.footer)]
    return "\n".join(lines)


def _in_html(cell: Cell) -> str:
    text = f"<strong>{html_text(cell.text())}</strong>" if cell.best else html_text(cell.text())
    return f"{text}<sup>{html_text(cell.marks)}</sup>" if cell.marks else text
