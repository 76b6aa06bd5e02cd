"""Tables 1 to 4 of the paper as printed: files of ``tables/group-theoretic``.

Marks are read from the left. The header row of Table 3 has 35 fields as its rows have, 33 names and then two empty
ones, so that the last two marks of a row stand under no name; that of Table 2 has 15 names for 17 marks. The surplus
marks are kept in the files, under the numbers of their fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from intervale.rankings import metric
from intervale_papers.printed import printed_table

__all__ = [
    "ROWS",
    "SURPLUS",
    "UNMENDED",
    "Example",
    "columns",
    "domains",
    "examples",
    "groups",
    "marks",
    "marks_without_two",
    "printed",
]

ROWS = {
    "identity": "id. indisc.",
    "symmetry": "symmetry",
    "robustness-1": "rob I",
    "robustness-2": "rob II",
    "width-swap": "WSD",
    "sensitivity": "sensitivity",
    "stability": "stability",
    "distance": "distance",
}
"""The properties by our names, with the first field of their rows in Table 3."""
SURPLUS = "the text has two marks too many in each row, so the slip may be that of the text"
"""What a remark has to say where a claim rests on marks of Table 2 or 3."""
UNMENDED = f"{SURPLUS}, though the row is wrong whichever two are left out"
CONFUSION = "CMB metrics"
"""The column of Table 2 for all metrics of the confusion matrix."""


# ------------------------------------------------------------ Tables 1 and 4


def groups() -> dict[str, list[str]]:
    """Table 1: the metrics of each group, by our names.

    >>> {group: len(names) for group, names in groups().items()}
    {'Ranking aware metrics': 5, 'Metrics assigning equal importance to each position': 9, 'Set based metrics': 19}
    """
    found: dict[str, list[str]] = {}
    for row in printed_table("group-theoretic/table-1"):
        found.setdefault(row["group"], []).append(metric(row["metric"]).name)
    return found


def domains() -> dict[str, str]:
    """Table 4: the domains of each property, in one line as they are printed.

    >>> domains()["stability"]
    'Information Retrieval Recommender Systems'
    """
    return {row["property"]: row["domain"] for row in printed_table("group-theoretic/table-4")}


# ------------------------------------------------------------ Table 3


@cache
def _table_3() -> dict[str, dict[str, str]]:
    return {row["property"]: row for row in printed_table("group-theoretic/table-3")}


def columns() -> list[str]:
    """The 33 metrics that Table 3 names, by our names."""
    names = [name for name in _table_3()["symmetry"] if name != "property" and not name.isdigit()]
    return [metric(name).name for name in names]


def marks(name: str) -> dict[str, bool]:
    """A row of Table 3: whether each metric has ✓.

    >>> [metric for metric, holds in marks("width-swap").items() if holds]
    ['Kendall tau', 'Spearman rho', 'NDPM']
    """
    row = _table_3()[ROWS[name]]
    return {metric(one).name: row[one] == "✓" for one in row if one != "property" and not one.isdigit()}


def marks_without_two(name: str) -> Iterator[dict[str, bool]]:
    """A row of Table 3 with any two of its 35 marks left out: whether each metric has ✓.

    >>> sum(1 for _ in marks_without_two("width-swap"))
    595
    """
    row = [mark == "✓" for field, mark in _table_3()[ROWS[name]].items() if field != "property"]
    for kept in combinations(row, len(columns())):
        yield dict(zip(columns(), kept, strict=True))


def printed(wanted: str, name: str) -> bool | None:
    """What Table 3 prints for a metric and a property; None where it has neither.

    >>> printed("SMAPE", "robustness-2"), printed("MAPE", "symmetry"), printed("Cayley", "symmetry")
    (False, True, None)
    """
    return marks(name).get(wanted) if name in ROWS else None


# ------------------------------------------------------------ Table 2


@dataclass(frozen=True)
class Example:
    """A row of Table 2: two rankings compared with the identity, how many items are relevant, and for each column
    whether the metric distinguishes the two (●).
    """

    sigma: tuple[int, ...]
    tau: tuple[int, ...]
    relevant: int
    distinguished: dict[str, bool]


@cache
def examples() -> tuple[Example, ...]:
    """The rows of Table 2, its columns by our names.

    >>> [(one.sigma[:4], one.tau[:4]) for one in examples()]
    [((2, 1, 3, 4), (1, 2, 3, 4)), ((2, 1, 3, 4), (1, 2, 4, 3)), ((2, 1, 3, 4), (1, 4, 3, 2))]
    """
    found = []
    for row in printed_table("group-theoretic/table-2"):
        n = int(row["ranking length"])
        names = list(row)[list(row).index(CONFUSION) :]
        signs = {name if name == CONFUSION else metric(name).name: row[name] for name in names if not name.isdigit()}
        told = {name: sign == "●" for name, sign in signs.items()}
        found.append(Example(_ranking(row["σ"], n), _ranking(row["τ"], n), int(row["relevant"]), told))
    return tuple(found)


def _ranking(text: str, n: int) -> tuple[int, ...]:
    """A ranking from what Table 2 writes: id, or a swap (i j)."""
    found = list(range(1, n + 1))
    if text != "id":
        i, j = (int(word) for word in text.strip("()").split())
        found[i - 1], found[j - 1] = j, i
    return tuple(found)
