"""What the order of means rests on: as a table, in sentences, and as a document."""

from __future__ import annotations

from typing import Any

from intervale.present.table import Cell, Table
from intervale.present.wording import Pair, all_pairs
from intervale.statements.evidence import EQUAL, OPEN, RESTS_ON, Evidence
from intervale.stats.comparison import Comparison

__all__ = ["clear_line", "counts_table", "evidence_document", "evidence_pairs", "evidence_sentences", "evidence_table"]

MOST_SPOKEN = 3
"""Up to how many pairs of systems are spoken of in sentences."""
ABOUT = "pairs of systems by the strongest evidence that one of them has the larger mean"
SURROGATE = "holds on equal steps: where topics have different scales, this assumes that they share one"


def evidence_table(found: Evidence, compared: Comparison) -> Table:
    """What differences rest on, from the strongest to the weakest: of few systems in sentences, of many how many pairs
    rest on what, by measure.
    """
    pairs = evidence_pairs(found, compared)
    if pairs:
        rows = [(Cell(pair.measure), Cell(str(pair))) for pair in pairs]
        return Table(("measure", "in words"), tuple(rows), legend=(clear_line(compared),))
    return counts_table(found)


def counts_table(found: Evidence) -> Table:
    """How many pairs of systems rest on what, by measure."""
    columns = ("what the larger mean rests on", *found.measures)
    lines = []
    opened = any(OPEN in one.counts() for one in found.measures.values())
    for place, kind in enumerate((*RESTS_ON, EQUAL, *([OPEN] if opened else []))):
        cells = []
        for one in found.measures.values():
            cells.append(Cell(one.counts().get(kind, 0) if one.applies(place) else None, whole=True))
        lines.append((Cell(kind), *cells))
    if any(one.has_form for one in found.measures.values()):
        turned = [int(one.against.sum()) if one.has_form else None for one in found.measures.values()]
        lines.append((Cell("order reversed on the interval scale"), *(Cell(number, whole=True) for number in turned)))
    surrogate = any(one.has_form and not one.scale.shared for one in found.measures.values())
    legend = (ABOUT, *([SURROGATE] if surrogate else []), *_dashes(found))
    return Table(columns, tuple(lines), legend=legend)


def _dashes(found: Evidence) -> list[str]:
    """Why some kinds of evidence do not apply to some measures."""
    measures = found.measures.values()
    why = [] if all(one.scale.shared for one in measures) else ["topics share no scale"]
    if any(one.has_form for one in measures):
        why += [] if all(one.has_form for one in measures) else ["no interval form"]
    elif not all(one.applies(RESTS_ON.index("holds on equal steps")) for one in measures):
        why.append("no interval form (--interval computes it, where there is one)")
    return [f"-: {', or '.join(why)}"] if why else []


def clear_line(compared: Comparison, test: str | None = None) -> str:
    """When a difference is called clear."""
    tests = next(iter(compared.measures.values())).tests
    decisions = tests[test or next(iter(tests))]
    corrected = not decisions.test.family and decisions.correction != "none"
    among = f" over {decisions.pairs:,} comparison{'s' * (decisions.pairs != 1)}" if corrected else ""
    return f"clear: p at most {compared.alpha:g} ({decisions.title}{among})"


def evidence_pairs(found: Evidence, compared: Comparison, test: str | None = None) -> list[Pair]:
    """Every pair by every measure, where they are few: by a test, or the first, in the order of the measures."""
    most = max((int(one.asked.sum()) // 2 for one in found.measures.values()), default=0)
    if most > MOST_SPOKEN:
        return []
    pairs = []
    for name, one in found.measures.items():
        measure = compared.measures[name]
        pairs += all_pairs(measure, one, test or next(iter(measure.tests)), compared.alpha)
    return pairs


def evidence_sentences(found: Evidence, compared: Comparison) -> list[str]:
    """What differences of few systems rest on, in sentences; of many, in numbers."""
    pairs = evidence_pairs(found, compared)
    if pairs:
        return [f"{pair.measure}: {pair}" for pair in pairs]
    said = []
    for name, one in found.measures.items():
        counts = ", ".join(f"{number:,} {kind}" for kind, number in one.counts().items() if number)
        said.append(f"{name}: of the pairs of systems {counts}")
    return said


def evidence_document(found: Evidence) -> dict[str, Any]:
    return {
        name: {"pairs": one.counts(), "reversed": int(one.against.sum()) if one.has_form else None}
        for name, one in found.measures.items()
    }
