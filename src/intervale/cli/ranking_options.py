"""Options that commands on rankings share: rankings by name, metrics, and rules for ties and items left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from intervale.rankings import RankingMetric

__all__ = ["Chosen", "Files", "Held", "Named", "Reference", "Tied", "Unranked", "chosen_metrics"]

Reference = Annotated[
    str, typer.Argument(metavar="REFERENCE", help="The name of one of the rankings, a file with one, or items, a,b,c.")
]
Files = Annotated[
    list[str],
    typer.Argument(
        metavar="RANKING", help="Files of rankings (CSV, TSV, Parquet, JSON; long, wide or lists), or items, b,a,c."
    ),
]
Chosen = Annotated[
    list[str] | None,
    typer.Option("-m", "--metric", metavar="METRIC", help="A metric; may be repeated; default: a few usual ones."),
]
Named = Annotated[
    list[str] | None, typer.Option("-m", "--metric", metavar="METRIC", help="The same as METRIC; may be repeated.")
]
Tied = Annotated[
    str, typer.Option("--ties", metavar="error|average|min", help="What tied items count as; refused by default.")
]
Unranked = Annotated[
    str,
    typer.Option(
        "--missing",
        metavar="error|common|bottom",
        help="What to do with items that a ranking leaves out: refuse, "
        "compare the common ones, or put them below all others.",
    ),
]
Held = Annotated[
    str | None,
    typer.Option("--values", metavar="ranks|scores|items", help="What the columns of a wide table hold."),
]


def _own(word: str) -> RankingMetric:
    """What ``module:name`` names: a function, or a metric that was made there."""
    from intervale.measures.own import load_function, load_named
    from intervale.rankings import RankingMetric, own_metric

    found = load_named(word)
    return found if isinstance(found, RankingMetric) else own_metric(load_function(word), name=word)


def chosen_metrics(words: list[str] | None, *, same: bool = False) -> list[RankingMetric]:
    """Metrics as they are named, each once, or as often as it is named."""
    from intervale.rankings import metric, metrics

    if not words:
        return list(metrics().values())
    own: dict[str, RankingMetric] = {}
    if any(":" in word for word in words):
        own = {word: _own(word) for word in words if ":" in word}
    found = [own[word] if word in own else metric(word) for word in words]
    return found if same else list(metrics(found).values())
