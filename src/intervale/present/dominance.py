"""Systems compared without a measure, as tables, as documents, and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from intervale.orders.layout import layout
from intervale.present.hasse import group_label, hasse_chart, unrelated
from intervale.present.look import SCREEN, Look
from intervale.present.table import Cell, Table
from intervale.statements.dominance import ALL, APART, COMPARABLE, NOWHERE, SAME, Dominance, PairDominance

if TYPE_CHECKING:
    import altair

__all__ = [
    "dominance_chart",
    "dominance_document",
    "dominance_tables",
    "pair_dominance_document",
    "pair_dominance_tables",
    "pair_verdict",
]

MOST_LISTED, MOST_SYSTEMS, MOST_GROUPS = 20, 12, 40
AXIOMS = {
    "rank-swap": "for any measure that satisfies Replacement and Swap",
    "rank-replacement": "for any measure that satisfies Replacement",
    "set-replacement": "for any measure of sets that satisfies Replacement",
}


def dominance_tables(found: Dominance) -> list[Table]:
    """How many pairs are settled, and the systems with whom each dominates."""
    counts = found.counts()
    rows = [
        (Cell("one dominates on all topics"), Cell(counts[ALL], whole=True)),
        (Cell("one leads on all comparable topics"), Cell(counts[COMPARABLE], whole=True)),
        (Cell("neither"), Cell(counts[NOWHERE], whole=True)),
        (Cell("the same on all topics"), Cell(counts[SAME], whole=True)),
        (Cell("all pairs"), Cell(counts["pairs"], whole=True)),
    ]
    if counts[APART]:
        rows.insert(-1, (Cell(APART), Cell(counts[APART], whole=True)))
    share = counts["comparable"] / counts["comparisons"] if counts["comparisons"] else 0.0
    about = f"{counts['comparable']:,} of {counts['comparisons']:,} comparisons on topics ({share:.1%}) are settled"
    footer = (f"{about}, {AXIOMS[found.order]}", *found.judged.notes)
    whole = Table(("pairs of systems", "number"), tuple(rows), title=f"compared in {found.order}", footer=footer)
    return [_systems(found), whole] if len(found.systems) <= MOST_SYSTEMS else [whole]


def _systems(found: Dominance) -> Table:
    """Each system with those it dominates and leads."""
    rows = []
    order = sorted(
        range(len(found.systems)), key=lambda s: (-int(found.dominates[s].sum()), -int(found.leads[s].sum()))
    )
    for system in order:
        lower = [name for name, yes in zip(found.systems, found.dominates[system], strict=True) if yes]
        led = found.leads[system] & ~found.dominates[system]
        ahead = [name for name, yes in zip(found.systems, led, strict=True) if yes]
        rows.append((Cell(found.systems[system]), Cell(", ".join(lower) or "-"), Cell(", ".join(ahead) or "-")))
    return Table(("system", "dominates on all topics", "leads on all comparable topics"), tuple(rows))


def pair_dominance_tables(pair: PairDominance, found: Dominance) -> list[Table]:
    """Two systems: topics by kind, and measures that disagree where runs are not comparable."""
    kinds = {
        f"{pair.first} is better": pair.better,
        f"{pair.second} is better": pair.worse,
        "the same": pair.same,
        "not comparable": pair.incomparable,
    }
    rows = tuple((Cell(kind), Cell(str(len(topics))), Cell(_listed(topics))) for kind, topics in kinds.items())
    less = len(pair.incomparable) - len(pair.disagreements)
    why = (
        f"on {less} of the topics that are not comparable, rank-swap compares the runs: all measures of the catalogue "
        "agree"
    )
    why += " there, but a measure of a single rank may not"
    said = (why,) if less and found.order == "rank-replacement" else ()
    footer = (
        pair_verdict(pair),
        *said,
        f"where runs are comparable, the answer is the same {AXIOMS[found.order]}",
        *found.judged.notes,
    )
    title = f"{pair.first} and {pair.second} in {found.order}"
    tables = [Table(("", "topics", "which"), rows, title=title, footer=footer)]
    if pair.disagreements:
        lines = tuple(
            (Cell(one.topic), Cell(_beside(one.first, one.first_values)), Cell(_beside(one.second, one.second_values)))
            for one in pair.disagreements[:MOST_LISTED]
        )
        more = len(pair.disagreements) - len(lines)
        said = (f"{more} more topics are not shown; --json lists them",) if more > 0 else ()
        columns = ("topic", f"{pair.first} is ahead by", f"{pair.second} is ahead by")
        title = "measures that disagree where runs are not comparable"
        tables.insert(0, Table(columns, lines, title=title, footer=said))
    return tables


def _beside(measure: str, values: tuple[float, float]) -> str:
    return f"{measure}: {values[0]:.4f} and {values[1]:.4f}"


def pair_verdict(pair: PairDominance) -> str:
    """Which of two systems dominates the other, in words."""
    for word, better, worse in ((pair.dominates, pair.first, pair.second), (pair.dominated, pair.second, pair.first)):
        if word in (SAME, APART):
            return f"{pair.first} and {pair.second}: {word}" + (" on all topics" if word == SAME else "")
        if word != NOWHERE:
            return f"{better} dominates {worse} on {word}"
    return "neither dominates the other"


def _listed(topics: tuple[str, ...]) -> str:
    more = len(topics) - MOST_LISTED
    return ", ".join(topics[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def dominance_document(found: Dominance) -> dict[str, Any]:
    """All pairs in which one system dominates or leads, as one document."""
    names = found.systems
    return {
        "order": found.order,
        "systems": list(names),
        "topics": len(found.topics),
        "pairs": {key.replace(" ", "_"): number for key, number in found.counts().items()},
        "dominates": [[names[a], names[b]] for a, b in zip(*found.dominates.nonzero(), strict=True)],
        "leads": [[names[a], names[b]] for a, b in zip(*(found.leads & ~found.dominates).nonzero(), strict=True)],
        "notes": list(found.judged.notes),
    }


def pair_dominance_document(pair: PairDominance, found: Dominance) -> dict[str, Any]:
    return {
        "order": found.order,
        "first": pair.first,
        "second": pair.second,
        "verdict": pair_verdict(pair),
        "better": list(pair.better),
        "worse": list(pair.worse),
        "same": list(pair.same),
        "incomparable": list(pair.incomparable),
        "disagreements": [
            {
                "topic": one.topic,
                "measures": [one.first, one.second],
                "values": [list(one.first_values), list(one.second_values)],
            }
            for one in pair.disagreements
        ],
        "notes": list(found.judged.notes),
    }


def dominance_chart(found: Dominance, title: str | None = None, look: Look = SCREEN) -> altair.LayerChart | None:
    """The systems by dominance on all topics: who dominates stands higher. Systems that dominate the same and are
    dominated by the same share a box; those in no relation are left out. None where there is none.
    """
    every = sorted(found.twins(), key=len, reverse=True)
    groups = every[:MOST_GROUPS]
    if not groups:
        return None
    labels = [group_label([found.systems[s] for s in members], look) for members in groups]
    values = [float(found.dominates[members[0]].sum()) for members in groups]
    left = len(found.systems) - sum(map(len, every))
    said = ["a line leads up to who is at least as good on every topic", AXIOMS[found.order]] if title is None else []
    said += [unrelated(left)] if left and title is None else []
    said += [f"the {MOST_GROUPS} largest of {len(every):,} groups"] if len(every) > MOST_GROUPS else []
    return hasse_chart(
        layout(found.group_poset(groups)),
        labels,
        values,
        title=f"Systems that dominate others on all {len(found.topics):,} topics" if title is None else title,
        subtitle="; ".join(said),
        legend="systems dominated",
        look=look,
        named=True,
    )
