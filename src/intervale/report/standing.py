"""What the order of means rests on: as a table, in sentences, and as a document."""

from __future__ import annotations

from typing import Any

from intervale.report.table import Cell, Table
from intervale.statements.standing import EQUAL, GROUNDS, OPEN, Claim, Standings

__all__ = ["standing_document", "standing_sentences", "standing_table"]

MOST_SPOKEN = 3
"""Up to how many systems are spoken of in sentences."""
ABOUT = "pairs of systems by the strongest ground on which the one with the larger mean is better"
SURROGATE = "on the interval scale: for measures whose topics share no scale this also assumes that they do"


def standing_table(found: Standings) -> Table:
    """What may be said, from the strongest to the weakest: of few systems in sentences, of many how many pairs rest on
    what, by measure.
    """
    if all(len(one.systems) <= MOST_SPOKEN for one in found.measures.values()):
        rows = [(Cell(claim.ground), Cell(str(claim))) for claim in _claims(found)]
        rows = rows or [(Cell(EQUAL), Cell("no system has a larger mean than another"))]
        return Table(("rests on", "what may be said"), tuple(rows), legend=(ABOUT,))
    columns = ("what may be said", *found.measures)
    lines = []
    opened = any(OPEN in one.counts() for one in found.measures.values())
    for place, ground in enumerate((*GROUNDS, EQUAL, *([OPEN] if opened else []))):
        cells = []
        for one in found.measures.values():
            cells.append(Cell(one.counts().get(ground, 0) if one.applies(place) else None, whole=True))
        lines.append((Cell(ground), *cells))
    if any(one.has_form for one in found.measures.values()):
        turned = [int(one.against.sum()) if one.has_form else None for one in found.measures.values()]
        lines.append((Cell("turned round by the interval form"), *(Cell(number, whole=True) for number in turned)))
    surrogate = any(one.has_form and not one.scale.shared for one in found.measures.values())
    legend = (
        ABOUT,
        *([SURROGATE] if surrogate else []),
        "-: topics share no scale; or no interval form was asked for (--interval)",
    )
    return Table(columns, tuple(lines), legend=legend)


def _claims(found: Standings) -> list[Claim]:
    """All claims, the strongest first; what holds whatever the measure is said once."""
    claims = {str(claim): claim for one in found.measures.values() for claim in one.claims()}
    return sorted(claims.values(), key=lambda claim: GROUNDS.index(claim.ground))


def standing_sentences(found: Standings) -> list[str]:
    """What may be said of few systems, in sentences; of many, in numbers."""
    if all(len(one.systems) <= MOST_SPOKEN for one in found.measures.values()):
        return [str(claim) for claim in _claims(found)]
    said = []
    for name, standing in found.measures.items():
        counts = ", ".join(f"{number:,} {ground}" for ground, number in standing.counts().items() if number)
        said.append(f"{name}: of the pairs of systems {counts}")
    return said


def standing_document(found: Standings) -> dict[str, Any]:
    return {
        name: {"grounds": one.counts(), "turned": int(one.against.sum()) if one.has_form else None}
        for name, one in found.measures.items()
    }
