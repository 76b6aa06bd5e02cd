"""Renderers: a table for the terminal, as Markdown, LaTeX or HTML."""

from __future__ import annotations

import io
import textwrap
from typing import TYPE_CHECKING

from intervale.present.escape import html_text, latex_text, markdown_text, visible
from intervale.present.table import Cell, Table

if TYPE_CHECKING:
    from rich.table import Table as RichTable

__all__ = ["to_html", "to_latex", "to_markdown", "to_terminal"]

WIDEST = 10_000
"""How wide a table may be where nobody says; one column of numbers beside the names is wider where it must."""


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
    for columns in _blocks(table, widths, width or WIDEST):
        console.print(_rich(table, columns))
    for sentence in (*table.legend, *_first_notes(table.footer, most_notes)):
        for line in textwrap.wrap(visible(sentence), max(40, width or WIDEST), subsequent_indent="  ") or [""]:
            console.print(Text(line, style="dim"))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


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

    texts = [[visible(name), *(_marked(row[i]) for row in table.rows)] for i, name in enumerate(table.columns)]
    return [max(cell_len(text) for text in column) + 3 for column in texts]


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
        rich.add_column(Text(visible(table.columns[i])), justify="right" if table.right(i) else "left", no_wrap=True)
    for row in table.rows:
        rich.add_row(*(Text(_marked(row[i]), style="bold" if row[i].best else "") for i in columns))
    return rich


def _marked(cell: Cell) -> str:
    return visible(cell.text(mark=True))


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
        texts = ((cell.text() if cell.number else markdown_text(cell.text()), cell.best) for cell in row)
        cells = (f"**{text}**" if best else text for text, best in texts)
        lines.append("| " + " | ".join(cells) + " |")
    notes = [f"- {markdown_text(sentence)}" for sentence in table.footer]
    return "\n".join([*lines, "", *notes] if notes else lines) + "\n"


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
    shape = "".join("r" if table.right(i) else "l" for i in range(len(table.columns)))
    lines = [f"% {visible(sentence)}" for sentence in (table.title, *table.footer) if sentence]
    lines += [rf"\begin{{tabular}}{{{shape}}}", r"\toprule"]
    lines += [" & ".join(latex_text(column) for column in table.columns) + r" \\", r"\midrule"]
    for row in table.rows:
        texts = ((latex_text(cell.text()), cell.best) for cell in row)
        cells = (rf"\textbf{{{text}}}" if best else text for text, best in texts)
        lines.append(" & ".join(cells) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def to_html(table: Table) -> str:
    """The table in HTML as a notebook shows it, the best values in bold, legend and notes below.

    >>> print(to_html(Table(("system", "AP"), ((Cell("<A>"), Cell(0.5, best=True)),))))
    <table>
    <thead><tr><th>system</th><th style="text-align: right">AP</th></tr></thead>
    <tbody>
    <tr><td>&lt;A&gt;</td><td style="text-align: right"><strong>0.5000</strong></td></tr>
    </tbody>
    </table>
    """
    sides = [' style="text-align: right"' if table.right(i) else "" for i in range(len(table.columns))]
    names = zip(table.columns, sides, strict=True)
    lines = ["<table>", *([f"<caption>{html_text(table.title)}</caption>"] if table.title else [])]
    lines.append(f"<thead><tr>{''.join(f'<th{side}>{html_text(name)}</th>' for name, side in names)}</tr></thead>")
    lines.append("<tbody>")
    for row in table.rows:
        texts = [f"<strong>{html_text(cell.text())}</strong>" if cell.best else html_text(cell.text()) for cell in row]
        cells = (f"<td{side}>{text}</td>" for text, side in zip(texts, sides, strict=True))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    lines += ["</tbody>", "</table>"]
    lines += [f"<p><small>{html_text(sentence)}</small></p>" for sentence in (*table.legend, *table.footer)]
    return "\n".join(lines)
