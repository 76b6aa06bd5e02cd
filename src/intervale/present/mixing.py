"""What mixing the scales of topics does on a collection: sentences, a table, and a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from intervale.present.table import Cell, Table
from intervale.stats.mixed_scales import ConstantLeftOut, MeasureMixing, Mixing, counted, share_text

__all__ = ["mixing_document", "mixing_sentences", "mixing_tables"]


def mixing_tables(found: Mixing) -> list[Table]:
    """The answer, measures that a constant of the topic divides, and how many topics and lists a cutoff is too deep
    for.
    """
    divided = [one for one in found.measures if one.without is not None]
    tables = [_divided_table(found, divided)] if divided else []
    tables.append(_cutoff_table(found))
    lead = tuple(mixing_sentences(found))
    first = tables[0]
    tables[0] = Table(first.columns, first.rows, first.title, first.legend, first.footer, lead)
    return tables


def _divided_table(found: Mixing, divided: list[MeasureMixing]) -> Table:
    columns = ("measure", "constants", "score pairs reversed", "system pairs reversed", "of", "tau")
    rows = tuple(
        (
            Cell(one.name),
            Cell(f"{out.smallest:.4g} to {out.largest:.4g}", figures=True),
            Cell(None if out.share is None else float(out.share), percent=True),
            Cell(out.reversed_pairs if out.system_pairs else None, whole=True),
            Cell(out.system_pairs or None, whole=True),
            Cell(out.tau),
        )
        for one in divided
        for out in [one.without]
        if out is not None
    )
    legend = (
        "constants: what topics divide by; reversed: in the opposite order without it",
        "score pairs: scores of any systems on different topics; system pairs: by their means; tau of these two "
        "rankings",
    )
    return Table(columns, rows, "With the constant of the topic and without", legend)


def _cutoff_table(found: Mixing) -> Table:
    rows = tuple(
        (
            Cell(one.name),
            Cell("surrogate" if one.surrogate else {True: "yes", False: "no", None: "otherwise"}[one.divided]),
            Cell(one.capped, whole=True),
            Cell(one.short, whole=True),
        )
        for one in found.measures
    )
    columns = ("measure", "divided by a constant", "topics below the cutoff", "lists below the cutoff")
    first = found.measures[0]
    topics = f"{counted(found.topics, 'topic')} with {_from_to(found.bases, 'relevant document')}"
    counts = (
        f"{counted(found.systems, 'system')}, {topics}",
        f"{counted(first.lists, 'ranked list')} of {_from_to(first.lengths, 'document')}",
    )
    legend = (
        "topics below the cutoff have fewer relevant documents, and reach only a part of the values; lists below it "
        "are padded",
        *(
            ("otherwise: something of the topic works inside the score, and cannot be left out",)
            if any(one.divided is None and not one.surrogate for one in found.measures)
            else ()
        ),
        *(
            ("surrogate: ranks among all runs of the length, in which nothing of the topic works",)
            if any(one.surrogate for one in found.measures)
            else ()
        ),
    )
    return Table(columns, rows, "Topics and lists", legend, (*counts, *found.notes))


def _from_to(ends: tuple[int, int], what: str) -> str:
    """How many there are at least and at most.

    >>> _from_to((4, 361), "document"), _from_to((50, 50), "document")
    ('4 to 361 documents', '50 documents')
    """
    low, high = ends
    return counted(high, what) if low == high else f"{low:,} to {counted(high, what)}"


def mixing_sentences(found: Mixing) -> list[str]:
    """The answer: how many pairs the constant of the topic reverses, and which measures have one scale."""
    out = {one.name: one.without for one in found.measures if one.without is not None}
    sentences = []
    if len(out) == 1:
        ((name, only),) = out.items()
        sentences = [f"{name}: {_reversed(only)}."]
    elif out:
        scores = ", ".join(f"{name} {share_text(one)}" for name, one in out.items())
        systems = ", ".join(f"{name} {one.reversed_pairs:,}" for name, one in out.items())
        pairs = next(iter(out.values())).system_pairs
        sentences = [f"Pairs of scores on different topics reversed without the constant of the topic: {scores}."]
        if pairs:
            sentences.append(f"Pairs of systems reversed, of {pairs:,}: {systems}.")
    said: dict[str, Callable[[MeasureMixing], bool]] = {
        "One scale for all topics": lambda one: one.divided is False and not one.needs_one_length,
        "One scale for all topics while all lists have one length, which they do not here": (
            lambda one: one.needs_one_length
        ),
        "The same run scores the same on every topic": lambda one: one.surrogate,
    }
    for words, holds in said.items():
        if some := [one.name for one in found.measures if holds(one)]:
            sentences.append(f"{words}: {', '.join(some)}.")
    return sentences


def _reversed(one: ConstantLeftOut) -> str:
    """What leaving the constant of the topic out reverses, of what pairs there are."""
    systems = f"{one.reversed_pairs:,} of {counted(one.system_pairs, 'pair')} of systems"
    if one.share is None:
        nothing = "no two scores are on different topics"
        be = "is" if one.system_pairs == 1 else "are"
        more = f"; without the constant of the topic {systems} {be} reversed" if one.system_pairs else ""
        return f"{nothing}{more}"
    scores = f"{share_text(one)} of the pairs of scores on different topics"
    both = f"{scores} and {systems}" if one.system_pairs else scores
    return f"without the constant of the topic {both} are reversed"


def mixing_document(found: Mixing) -> dict[str, Any]:
    """The document that ``intervale mixing --json`` prints."""
    return {
        "system_count": found.systems,
        "topic_count": found.topics,
        "recall_bases": list(found.bases),
        "measures": {one.name: _measure(one) for one in found.measures},
        "statements": mixing_sentences(found),
        "notes": list(found.notes),
    }


def _measure(one: MeasureMixing) -> dict[str, Any]:
    out = one.without
    without = None
    if out is not None:
        without = {
            "smallest": out.smallest,
            "largest": out.largest,
            "score_pairs": out.scores.pairs,
            "reversed": out.scores.discordant,
            "share": None if out.share is None else float(out.share),
            "system_pairs": out.system_pairs,
            "system_pairs_reversed": out.reversed_pairs,
            "tau": out.tau,
        }
    counts = {"lists": one.lists, "short": one.short, "lengths": list(one.lengths), "capped": one.capped}
    return {"divided": one.divided, "without": without, **counts}
