"""Where metrics disagree on rankings: tables, a document and a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from intervale.present.heatmap import heat_map
from intervale.present.look import SCREEN, Look
from intervale.present.ranking_scores import own_notes, rule_notes
from intervale.present.table import Cell, Table
from intervale.rankings.disagree import Disagreements

if TYPE_CHECKING:
    import altair

__all__ = ["disagreements_chart", "disagreements_document", "disagreements_table"]

FEW = 6
"""Up to so many metrics are listed pair by pair, more as a matrix."""


def disagreements_table(found: Disagreements) -> Table:
    """Pairs of metrics with their counts and an example, or a matrix of ratios where there are many."""
    footer = ["agreement: the share of pairs of rankings on which the signs agree, ties included"]
    if len(found.levels) > FEW:
        columns = ("metric", *found.levels)
        rows = [(Cell(a), *(Cell(_ratio(found, a, b), digits=2) for b in found.levels)) for a in found.levels]
        footer.append("-f csv and --json have the counts of all pairs, and examples")
    else:
        columns = ("a", "b", "agreement", "opposite", "tied by one", "triples", "closer by a", "closer by b")
        rows = [_row(found, pair) for pair in found.counts]
        footer.append("opposite: pairs of rankings in opposite order; closer by a, closer by b: such a pair")
        footer.append("tied by one: pairs that one metric ties; triples: those in which two are in opposite order")
    left_out = (f"{name} is left out: {why}" for name, why in found.left_out.items())
    notes = (*footer, *left_out, *own_notes(found.scores.metrics), *rule_notes(found.scores), *_sizes(found))
    return Table(columns, tuple(rows), _title(found), lead=tuple(_lead(found)), footer=notes)


def _row(found: Disagreements, pair: tuple[str, str]) -> tuple[Cell, ...]:
    one = found.counts[pair]
    closer = next(iter(found.pairs(*pair)), (None, None))
    whole = (one.discordant, one.tied_first + one.tied_second, found.triples[pair])
    return (
        *map(Cell, pair),
        Cell(float(one.ratio)),
        *(Cell(number, whole=True) for number in whole),
        *(Cell("-" if name is None else name) for name in closer),
    )


def _lead(found: Disagreements) -> list[str]:
    """Which two metrics disagree most, and which metrics show every disagreement."""
    first, second = found.most
    one = found.counts[found.most]
    apart = one.pairs - one.concordant - one.tied_both
    if not apart:
        return [f"The {len(found.levels)} metrics agree on {_every(one.pairs)}."]
    tied = apart - one.discordant
    cover = found.cover
    fewer = "no fewer do" if cover.fewest else "by the bound of the solver, no fewer do"
    shows = f"{len(cover.names)} of the {len(found.levels)} metrics show every disagreement, and {fewer}"
    if len(cover.names) == len(found.levels):
        shows = "Every disagreement is shown by all metrics together, and by no fewer"
    where = f"{apart:,} of {_pairs(one.pairs)}" if one.pairs > 1 else "the one pair of rankings"
    return [
        f"{first} and {second} disagree most{_others(found)}: on {where} "
        f"({one.discordant:,} in opposite order, {tied:,} tied by one of them).",
        f"{shows}: {', '.join(cover.names)}.",
    ]


def _others(found: Disagreements) -> str:
    """That other metrics disagree as much."""
    most = found.counts[found.most]
    like = [one for one in found.counts.values() if (one.ratio, one.discordant) == (most.ratio, most.discordant)]
    if len(like) == 1:
        return ""
    return f", tied with {len(like) - 1} other pair{'s' * (len(like) > 2)} of metrics"


def _every(count: int) -> str:
    return "the one pair of rankings" if count == 1 else f"all {_pairs(count)}"


def _pairs(count: int) -> str:
    return f"{count:,} pair{'s' * (count != 1)} of rankings"


def _title(found: Disagreements) -> str:
    scores = found.scores
    sizes = set(scores.items.values())
    title = f"{len(scores.names)} rankings against {scores.reference}"
    title += f", {sizes.pop()} items" if len(sizes) == 1 else ""
    return title + ("" if scores.k is None else f", k = {scores.k}")


def _sizes(found: Disagreements) -> list[str]:
    sizes = found.scores.items.values()
    same = len(set(sizes)) == 1
    return [] if same else [f"each ranking is compared on its own items, {min(sizes)} to {max(sizes)} of them"]


def _ratio(found: Disagreements, a: str, b: str) -> float:
    return 1.0 if a == b else float(found.counts[(a, b) if (a, b) in found.counts else (b, a)].ratio)


def disagreements_chart(found: Disagreements, look: Look = SCREEN) -> altair.LayerChart:
    """The agreement of all pairs of metrics on the rankings as a heat map, as the paper's Table 1 divides metrics."""
    chosen = [found.scores.metrics[name] for name in found.levels]
    return heat_map(
        list(found.levels),
        lambda a, b: _ratio(found, a, b),
        title="Agreement of ranking metrics",
        subtitle=_title(found),
        legend="agreement ratio",
        groups=[str(one.group) for one in chosen],
        families=[str(one.awareness or "") for one in chosen],
        look=look,
    )


def disagreements_document(found: Disagreements) -> dict[str, Any]:
    """The disagreements as one JSON document."""
    scores = found.scores
    pairs: dict[str, dict[str, Any]] = {}
    for (a, b), one in found.counts.items():
        pairs.setdefault(a, {})[b] = {
            "ratio": float(one.ratio),
            "exact": str(one.ratio),
            "concordant": one.concordant,
            "discordant": one.discordant,
            "tied_first": one.tied_first,
            "tied_second": one.tied_second,
            "tied_both": one.tied_both,
            "triples": found.triples[a, b],
            "opposite": [list(pair) for pair in found.pairs(a, b)],
        }
    return {
        "reference": scores.reference,
        "k": scores.k,
        "ties": scores.ties,
        "missing": scores.missing,
        "items": scores.items,
        "reversed": [name for name in found.levels if scores.metrics[name].direction < 0],
        "most": list(found.most),
        "cover": list(found.cover.names),
        "cover_proven": found.cover.fewest,
        "left_out": found.left_out,
        "order": list(found.levels),
        "pairs": pairs,
    }
