"""What of a ranking holds under every change of scale: in sentences, as tables and a document, and drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from intervale.present.table import Cell, Table
from intervale.statements.leaderboard import RELATIONS, Leaderboard, MeasureLeaderboard
from intervale.statements.scores import Scores

__all__ = ["leaderboard_document", "leaderboard_sentences", "leaderboard_tables"]

MOST_SYSTEMS = 20
"""How many systems are shown."""
UNKNOWN = {
    "larger_unknown": "mean not known",
    "open": "order open",
    "better_unknown": "significance not known",
    "significant_open": "significance open",
}
"""What is counted apart, and what its column is called."""
CHANGES = {
    ("nominal", True): "under any relabelling of the scores",
    ("nominal", False): "under any relabelling of the scores on each topic",
    ("ordinal", True): "under every increasing change of the scores",
    ("ordinal", False): "under every increasing change of the scores of each topic",
    ("interval", True): "for every zero and unit of the scale",
    ("interval", False): "for every zero and unit of each topic's scale",
    ("ratio", True): "for every unit of the scale",
    ("ratio", False): "for every unit of each topic's scale",
}
"""What may be changed, by the level of the scale and whether topics share it."""


def leaderboard_sentences(found: Leaderboard) -> list[str]:
    """For each measure: how many comparisons of means hold under every change, how many significant differences do, and
    above how many systems there is none.
    """
    return [_said(one) for one in found.measures.values()]


def _said(one: MeasureLeaderboard) -> str:
    counts = one.counts()
    if not counts["unequal"]:
        why = "are open" if counts["open"] else "are equal"
        return f"All means of {one.measure} {why}: there is nothing to compare."
    change = CHANGES[one.scores.level, one.scores.shared]
    known = _of("comparison", counts["larger"], counts["unequal"], f" of mean {one.measure}")
    said = f"{known} {change}."
    if counts["larger_unknown"]:
        said += f" For {counts['larger_unknown']:,} it is not known, as {_unknown(one.scores)}."
    if counts["significant"]:
        said += f" {_of_these(counts['better'], counts['significant'])}"
        if counts["better_unknown"]:
            said = f"{said.removesuffix('.')}; for {counts['better_unknown']:,} it is not known."
    else:
        said += " No difference is significant."
    return f"{said} For {_unbeaten(one):,} of {len(one.systems):,} systems, no other has a larger mean on every scale."


def _unbeaten(one: MeasureLeaderboard) -> int:
    """How many systems have no other above them on every scale."""
    return int((one.bands()[0] == 1).sum())


def _of(noun: str, part: int, whole: int, about: str) -> str:
    """A share in a sentence, with its verb.

    >>> _of("comparison", 3, 4, " of means"), _of("comparison", 1, 1, ""), _of("comparison", 0, 4, "")
    ('3 of 4 comparisons of means (75%) hold', 'The one comparison holds', 'None of 4 comparisons holds')
    """
    if whole == 1:
        return f"The one {noun}{about} {'holds' if part else 'does not hold'}"
    if part in (0, whole):
        return f"{'All' if part else 'None of'} {whole:,} {noun}s{about} hold{'' if part else 's'}"
    return f"{part:,} of {whole:,} {noun}s{about} ({_share(part / whole)}) hold{'s' if part == 1 else ''}"


def _of_these(part: int, whole: int) -> str:
    """How many of the significant differences do.

    >>> _of_these(2, 9), _of_these(1, 9), _of_these(0, 9), _of_these(9, 9), _of_these(0, 1)
    ('2 of the 9 significant differences do.', '1 of the 9 significant differences does.', \
'None of the 9 significant differences does.', 'All 9 significant differences do.', \
'The one significant difference does not.')
    """
    if whole == 1:
        return f"The one significant difference does{'' if part else ' not'}."
    if part == whole:
        return f"All {whole:,} significant differences do."
    number = f"{part:,}" if part else "None"
    return f"{number} of the {whole:,} significant differences do{'es' if part < 2 else ''}."


def _share(share: float) -> str:
    """A share that is neither nothing nor all.

    >>> _share(0.001), _share(0.58), _share(0.999)
    ('< 1%', '58%', '> 99%')
    """
    return "< 1%" if share < 0.01 else "> 99%" if share > 0.99 else f"{share:.0%}"


def _unknown(scores: Scores) -> str:
    """What is not known of a scale."""
    parts = [] if scores.known else ["the scale is an interval scale"]
    parts += [] if scores.shared_known else ["topics share one scale"]
    return f"it is not known whether {' and whether '.join(parts)}"


def leaderboard_tables(found: Leaderboard) -> list[Table]:
    """How much of the ranking holds, by measure; and between which places each system stands."""
    return [_counts(found), _places(found)]


def _counts(found: Leaderboard) -> Table:
    counted = [(one, one.counts()) for one in found.measures.values()]
    unknown = [key for key in UNKNOWN if any(counts[key] for _, counts in counted)]
    every = "on every scale"
    columns = ("measure", "scale", "unequal means", every, "significant", every, "none above")
    rows = []
    for one, counts in counted:
        cells = [Cell(one.measure), Cell(_scale_text(one.scores))]
        for whole, part in (("unequal", "larger"), ("significant", "better")):
            cells.append(Cell(counts[whole], whole=True))
            cells.append(Cell(_number(counts[part], counts[whole]), figures=True))
        cells += [Cell(_unbeaten(one), whole=True), *(Cell(counts[key], whole=True) for key in unknown)]
        rows.append(tuple(cells))
    legend = ("none above: systems than which no other has a larger mean on every scale",)
    lead = tuple(leaderboard_sentences(found))
    headings = (*columns, *(UNKNOWN[key] for key in unknown))
    return Table(headings, tuple(rows), "pairs of systems", legend, lead=lead)


def _number(part: int, whole: int) -> str:
    """A number with its share, where it is some and not all."""
    return f"{part:,} ({_share(part / whole)})" if 0 < part < whole else f"{part:,}"


def _scale_text(scores: Scores) -> str:
    level = scores.level if scores.known else f"{scores.level} or richer"
    if not scores.shared_known:
        return f"{level}, perhaps by topic"
    return level if scores.shared else f"{level}, by topic"


def _places(found: Leaderboard) -> Table:
    """The places of the first systems by the first measure: of one measure also by significance."""
    measures = list(found.measures.values())
    alone = len(measures) == 1
    bands = [[one.bands(relation) for relation in RELATIONS[: 1 + alone]] for one in measures]
    order = measures[0].ranking
    rows = [
        (
            Cell(found.systems[s]),
            *([Cell(float(measures[0].means[s]))] if alone else []),
            *(Cell(_band(ends, s), figures=True) for kinds in bands for ends in kinds),
        )
        for s in order[:MOST_SYSTEMS]
    ]
    names = (measures[0].measure, "places", "by significance") if alone else tuple(found.measures)
    legend = [
        f"{'places' if alone else 'from place to place'}: below all systems with a larger mean on every scale, above "
        "all with a smaller one"
    ]
    legend += ["by significance: below all that are significantly better on every scale, above all that are worse"]
    more = len(order) - len(rows)
    notes = [f"{more:,} more systems are not shown; --plot FILE draws all, --json lists them"] if more else []
    title = "places on every scale"
    footer = (_tested(found), *notes, *found.notes)
    return Table(("system", *names), tuple(rows), title, tuple(legend[: 1 + alone]), footer)


def _band(ends: tuple[Any, Any], system: int) -> str:
    low, high = (int(end[system]) for end in ends)
    return f"{low}" if low == high else f"{low}–{high}"


def _tested(found: Leaderboard) -> str:
    size = f"{len(found.systems):,} systems, {found.topics:,} topics"
    level = f"{found.alpha:g}/{found.pairs:,} = {found.level:.3g}" if found.pairs > 1 else f"{found.alpha:g}"
    return f"significant: Student's t test, each pair at {level}; {size}"


def leaderboard_document(found: Leaderboard) -> dict[str, Any]:
    """The document that ``intervale leaderboard --json`` prints."""
    return {
        "alpha": found.alpha,
        "level": found.level,
        "systems": list(found.systems),
        "topic_count": found.topics,
        "measures": {name: _measure(one) for name, one in found.measures.items()},
        "statements": leaderboard_sentences(found),
        "notes": list(found.notes),
    }


def _measure(one: MeasureLeaderboard) -> dict[str, Any]:
    names = one.systems
    bands = {relation: one.bands(relation) for relation in RELATIONS}
    scores = one.scores
    return {
        "scale": scores.level,
        "topic_scale": None if not scores.shared_known else "shared" if scores.shared else "own",
        "counts": one.counts(),
        "shares": {"larger": one.kept, "better": one.better_kept},
        "means": {name: float(mean) for name, mean in zip(names, one.means, strict=True)},
        "places": {
            names[s]: {"mean": int(one.places[s])}
            | {relation: [int(low[s]), int(high[s])] for relation, (low, high) in bands.items()}
            for s in one.ranking
        },
    } | {
        key: [[names[a], names[b]] for a, b in zip(*np.nonzero(getattr(one, key)), strict=True)]
        for key in ("larger", "larger_unknown", "significant", "better", "better_unknown")
    }
