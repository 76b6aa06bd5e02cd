"""Properties of ranking metrics beside what Tables 2 and 3 of the paper print, as tables."""

from __future__ import annotations

from collections.abc import Sequence

from intervale.plugins import Cell, Table
from intervale.rankings import PAPER, PropertyResult, cycle_text
from intervale_papers.group_theoretic.printed import ROWS, printed
from intervale_papers.group_theoretic.table_2 import Compared, compared

__all__ = ["comparison_tables"]

MARKS = {True: "✓", False: "✗", None: "–"}
HEADS = {"robustness-1": "rob. I", "robustness-2": "rob. II", "width-swap": "WSD"}
"""Names of properties that are short enough for a column."""
PROPOSED = {("DCG", "identity"): "Prop. 5.1", ("nDCG", "identity"): "Prop. 5.1"}
"""Where a proposition of the paper says that a property holds and its Table 3 prints that it does not."""
LEGEND = (
    "✓ holds, ✗ does not, ? is not known, – does not apply; in brackets what the paper's Table 3 prints where it says "
    "otherwise; rob.: robustness, WSD: width-swap"
)
EXAMPLES = (
    "yes: it distinguishes the two rankings, each compared with id; in brackets what the paper prints if it differs"
)


def comparison_tables(found: Sequence[PropertyResult]) -> list[Table]:
    """Table 3 beside what was found, then where they differ and why, then Table 2; of the metrics of the paper alone,
    and not of another with the same name.
    """
    own = [one for one in found if PAPER.get(one.metric.name) is one.metric]
    return [_marks(own), _differences(own), _examples(compared([one.metric for one in own]))]


def _names(one: PropertyResult) -> list[str]:
    return [name for name in ROWS if name in one.verdicts]


def _marks(found: Sequence[PropertyResult]) -> Table:
    rows = tuple((Cell(one.metric.name), *(Cell(_mark(one, name)) for name in _names(one))) for one in found)
    heads = (HEADS.get(name, name) for name in _names(found[0]))
    return Table(("metric", *heads), rows, f"Table 3 of the paper, rankings of up to {found[0].n} items", (LEGEND,))


def _mark(found: PropertyResult, name: str) -> str:
    sign, mark = _sign(found, name), printed(found.metric.name, name)
    return sign if mark == found[name].holds else f"{sign} ({MARKS[mark]})"


def _differences(found: Sequence[PropertyResult]) -> Table:
    """A row for each mark that the paper has otherwise."""
    rows = []
    for one in found:
        for name in _names(one):
            mark = printed(one.metric.name, name)
            if mark != one[name].holds:
                proposed = PROPOSED.get((one.metric.name, name))
                text = MARKS[mark] + (f", {proposed} ✓" if proposed else "")
                rows.append(tuple(map(Cell, (one.metric.name, name, _sign(one, name), text, one[name].why))))
    return Table(("metric", "property", "here", "paper", "why"), tuple(rows), "Where the paper says otherwise")


def _sign(found: PropertyResult, name: str) -> str:
    return "?" if found[name].undecided else MARKS[found[name].holds]


def _examples(examples: list[Compared]) -> Table:
    pairs = list(dict.fromkeys((one.sigma, one.tau) for one in examples))
    heads = [f"{cycle_text(sigma)} and {cycle_text(tau)}" for sigma, tau in pairs]
    names = list(dict.fromkeys(one.metric for one in examples))
    by = {(one.metric, one.sigma, one.tau): one for one in examples}
    rows = tuple((Cell(name), *(Cell(_distinguished(by[name, *pair])) for pair in pairs)) for name in names)
    return Table(("metric", *heads), rows, "Table 2 of the paper: rankings of 10 items, 5 relevant", (EXAMPLES,))


def _distinguished(one: Compared) -> str:
    words = {True: "yes", False: "no"}
    said = f"{words[one.distinguished]}: {one.values[0]}, {one.values[1]}"
    return said if one.distinguished == one.in_paper else f"{said} ({words[one.in_paper]})"
