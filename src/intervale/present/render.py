"""Renderers: a table for the terminal, as Markdown, LaTeX or CSV."""

from __future__ import annotations

import csv
import io
import math
import textwrap
from typing import TYPE_CHECKING, Any

from intervale.present.escape import csv_text, latex_text, markdown_text, visible
from intervale.present.table import Cell, Table

if TYPE_CHECKING:
    from rich.table import Table as RichTable

__all__ = ["to_csv", "to_latex", "to_markdown", "to_terminal"]

WIDEST = 10_000
"""How wide a table may be where nobody says; one column of numbers beside the names is wider where it must."""


def to_terminal(table: Table, *, width: int | None = None, colour: bool = False) -> str:
    """The table as a person sees it in a terminal; ``width`` None lets it be as wide as it wants.

    A table that is too wide is shown in blocks of columns, one below the other: no number is ever cut.
    """
    from rich.console import Console
    from rich.text import Text

    out = io.StringIO()
    widths = _widths(table)
    widest = sum(widths) + WIDEST
    console = Console(file=out, width=widest, force_terminal=colour, no_color=not colour, highlight=False)
    for columns in _blocks(table, widths, width or WIDEST):
        console.print(_rich(table, columns))
    for sentence in (*table.legend, *table.footer):
        for line in textwrap.wrap(visible(sentence), max(40, width or WIDEST), subsequent_indent="  ") or [""]:
            console.print(Text(line, style="dim"))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


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


def to_csv(table: Table) -> str:
    """The table as comma-separated values, numbers in full, nothing marked.

    >>> print(to_csv(Table(("system", "AP"), ((Cell("A,B"), Cell(1 / 3, best=True)), (Cell("C"), Cell(None))))))
    system,AP
    "A,B",0.3333333333333333
    C,
    <BLANKLINE>
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    wide = [any(row[i].interval is not None for row in table.rows) for i in range(len(table.columns))]
    names = zip(map(csv_text, table.columns), wide, strict=True)
    writer.writerow(
        [name for column, two in names for name in ([column, f"{column} low", f"{column} high"] if two else [column])]
    )
    for row in table.rows:
        writer.writerow([value for cell, two in zip(row, wide, strict=True) for value in _raw(cell, two)])
    return out.getvalue()


def _raw(cell: Cell, interval: bool) -> list[Any]:
    """The value of a cell in full, with its interval where the column has them."""
    value: Any = "" if cell.value is None else cell.value
    if isinstance(value, str):
        value = csv_text(value)
    elif isinstance(value, float) and cell.whole:
        value = int(value)
    if not interval:
        return [value]
    bounds = [x for x in cell.interval or () if not math.isnan(x)]
    return [value, *(bounds or ("", ""))]
