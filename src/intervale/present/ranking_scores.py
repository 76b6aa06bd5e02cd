"""Rankings against a reference by several metrics: table and document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from intervale.exact import LogSum
from intervale.present.table import Cell, Table
from intervale.rankings import RankingScore, RankingScores
from intervale.rankings.digits import in_full
from intervale.rankings.disagree import closest
from intervale.rankings.evaluate import MISSING, TIES, Against
from intervale.rankings.metric import RankingMetric
from intervale.rankings.taxonomy import Group
from intervale.rankings.ties import rule_of

__all__ = ["own_notes", "rule_notes", "scores_document", "scores_table", "value_cell"]

MOST_LISTED = 6


def scores_table(found: RankingScores, *, exact: bool = False) -> Table:
    """Rankings in rows, metrics in columns; with the exact numbers, where asked for, in a column beside each."""
    sizes = set(found.items.values())
    columns = ["ranking", *(["items"] if len(sizes) > 1 else [])]
    for name in found.metrics:
        columns += [name, f"{name}, exact"] if exact else [name]
    rows = []
    for name in found.names:
        cells = [Cell(name), *([Cell(found.items[name], whole=True)] if len(sizes) > 1 else [])]
        for metric in found.metrics:
            one = found.scores[name, metric]
            cells += [value_cell(one), Cell(one.text or "undefined", figures=True)] if exact else [value_cell(one)]
        rows.append(tuple(cells))
    title = f"Against {found.reference}"
    title += f", {sizes.pop()} items" if len(sizes) == 1 else ""
    title += "" if found.k is None else f", k = {found.k}"
    return Table(tuple(columns), tuple(rows), title, lead=_lead(found), footer=tuple(_notes(found, exact=exact)))


def _lead(found: RankingScores) -> tuple[str, ...]:
    """Which rankings are closest to the reference, and by which metrics."""
    by_ranking: dict[tuple[str, ...], list[str]] = {}
    for name, first in closest(found).items():
        by_ranking.setdefault(first, []).append(name)
    said = [f"{_together(first)} by {_together(names)}" for first, names in by_ranking.items()]
    return (f"Closest to {found.reference}: {'; '.join(said)}.",) if said else ()


def _together(names: Sequence[str]) -> str:
    """Several names as one phrase.

    >>> _together(["a"]), _together(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    listed = list(names)
    if len(listed) > MOST_LISTED:
        return f"{', '.join(listed[:MOST_LISTED])} and {len(listed) - MOST_LISTED} more"
    return f"{', '.join(listed[:-1])} and {listed[-1]}" if len(listed) > 1 else listed[0]


def value_cell(one: RankingScore) -> Cell:
    """The value of a ranking for a table."""
    return Cell((one.text or "undefined") if one.value is None else one.value, figures=one.value is None)


def _notes(found: RankingScores, *, exact: bool) -> list[str]:
    """Which way metrics point, what was decided for ties and items, and why a value is undefined."""
    less = [name for name, one in found.metrics.items() if one.direction < 0]
    said = [f"less is closer: {', '.join(less)}"] if less else []
    said += [*own_notes(found.metrics), *rule_notes(found)]
    if exact:
        kinds = {metric: one.exact_is for (_, metric), one in found.scores.items()}
        cut = {metric: one.exact for (_, metric), one in found.scores.items() if not in_full(one.exact)}
        sums = [name for name, exact in cut.items() if isinstance(exact, LogSum)]
        long = [name for name in cut if name not in sums]
        said += [f"{name}: the exact number is {kind}" for name, kind in kinds.items() if kind != "the value"]
        said += [f"{', '.join(sums)}: a sum over logarithms, of which the first digits are shown"] if sums else []
        said += [f"{', '.join(long)}: a long number, of which the first digits are shown"] if long else []
    sizes = found.items.values()
    if len(set(sizes)) > 1:
        text = f"rankings are compared on {min(sizes)} to {max(sizes)} items"
        said.append(f"{text}; a distance grows with their number, and normalised(…) does not")
    with_k = [name for name, one in found.metrics.items() if one.depends_on_k]
    if with_k and len(with_k) < len(found.metrics):
        said.append(f"k: only {', '.join(with_k)} {'use' if len(with_k) > 1 else 'uses'} it")
    return said + _undefined(found)


def _undefined(found: RankingScores) -> list[str]:
    """Why values are undefined, once for all rankings of which that is so."""
    names: dict[tuple[str, str], list[str]] = {}
    for (name, metric), one in found.scores.items():
        if one.why:
            names.setdefault((metric, one.why), []).append(name)
    return [
        f"{metric}: undefined for {which[0]}{f' and {len(which) - 1} more' if len(which) > 1 else ''}: {why}"
        for (metric, why), which in names.items()
    ]


def own_notes(metrics: Mapping[str, RankingMetric]) -> list[str]:
    """For functions of the user's, which way they point."""
    words = {1: "larger", -1: "smaller"}
    own = ((name, one) for name, one in metrics.items() if one.group is Group.OWN)
    return [f"{name}: {words[one.direction]} is taken to mean more alike, {one.direction_why}" for name, one in own]


def rule_notes(found: RankingScores | Against) -> list[str]:
    """What was decided for ties and for items that a ranking leaves out."""
    said = [TIES[found.ties]] if found.ruled and found.ties != "error" else []
    by_rule: dict[str, list[str]] = {}
    for name, text in _rules(found).items() if found.ruled else ():
        by_rule.setdefault(text, []).append(name)
    said += [f"{', '.join(names)}: {text}" for text, names in by_rule.items()]
    return [*said, MISSING[found.missing]] if found.uneven else said


def _rules(found: RankingScores | Against) -> dict[str, str]:
    """By metric, its rule for ties and where that is from."""
    rules = ((name, rule_of(one)) for name, one in found.metrics.items())
    return {name: f"{rule.says} ({rule.source})" for name, rule in rules if rule is not None}


def scores_document(found: RankingScores) -> dict[str, Any]:
    """The values as one JSON document; null where one is infinite or undefined."""
    return {
        "reference": found.reference,
        "k": found.k,
        "ties": found.ties,
        "missing": found.missing,
        "tie_rules": _rules(found) if found.ruled else {},
        "items": found.items,
        "less_is_closer": [name for name, one in found.metrics.items() if one.direction < 0],
        "rankings": {
            name: {
                metric: {
                    "value": one.value,
                    "exact": one.text or None,
                    "exact_is": one.text_is,
                    "why": one.why or None,
                }
                for metric in found.metrics
                for one in [found.scores[name, metric]]
            }
            for name in found.names
        },
    }
