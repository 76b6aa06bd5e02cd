"""The sentences of a paper, decided: how many stand, each with its reason, and what flips those that do not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from intervale.present.escape import label
from intervale.present.meaning import meaning_document, meaning_table
from intervale.present.table import Cell, Table
from intervale.statements.claims import STANDS, CheckedClaim, CheckedClaims

__all__ = ["claims_answer", "claims_document", "claims_tables"]


def claims_answer(found: CheckedClaims) -> str:
    """How many sentences are true and meaningful, and what the others are."""
    counts = {outcome: number for outcome, number in found.outcomes.items() if number}
    stands, many = counts.pop(STANDS, 0), len(found.claims)
    by = f" by each of {'its' if many == 1 else 'their'} measures" if len(found.checked) > many else ""
    answer = (
        f"{stands} of {many} sentence{'s' * (many != 1)} {'is' if stands == 1 or many == 1 else 'are'} {STANDS}{by}"
    )
    others = ", ".join(f"{number} {_verb(outcome, number)}" for outcome, number in reversed(counts.items()))
    return f"{answer}; {others}." if others else f"{answer}."


def _verb(outcome: str, number: int) -> str:
    return f"{'is' if number == 1 else 'are'} {outcome}" if outcome.startswith("not ") else outcome


def claims_tables(found: CheckedClaims, notes: tuple[str, ...] = ()) -> list[Table]:
    """The answer and every sentence with its reason; then, for each that is not meaningful, what flips it."""
    columns = ("line", "sentence", "measure", "true", "meaningful", "why")
    rows = tuple(_row(one) for one in found.checked)
    tables = [Table(columns, rows, lead=(claims_answer(found),))]
    for one in found.checked:
        if one.meaning is not None and one.meaning.flip is not None:
            title = ": ".join(part for part in (one.claim.where, one.measure) if part)
            tables.append(replace(meaning_table(one.meaning), title=title))
    return [*tables[:-1], replace(tables[-1], footer=(*tables[-1].footer, *notes))]


def _row(one: CheckedClaim) -> tuple[Cell, ...]:
    texts = (one.claim.where, _said(one), one.measure, _truth(one), _meaningful(one), one.why)
    return tuple(Cell(text) for text in texts)


def _said(one: CheckedClaim) -> str:
    """The sentence, and what it is read as where that is something else."""
    text, statement = one.claim.text, one.claim.statement
    return (
        label(text)
        if statement is None or str(statement) == text
        else f"{label(text)} (read as {label(str(statement))})"
    )


def _truth(one: CheckedClaim) -> str:
    """Yes or no; the two sides of what is not true, which somebody will look for."""
    found = one.meaning
    if found is None:
        return "-"
    if found.opened is not False:
        return "open" if found.opened else "may be open"
    return "yes" if found.truth else f"no: {found.words}"


def _meaningful(one: CheckedClaim) -> str:
    return "-" if one.meaning is None else {True: "yes", False: "no", None: "not decided"}[one.meaning.meaningful.holds]


def claims_document(found: CheckedClaims, notes: tuple[str, ...] = ()) -> dict[str, Any]:
    """The document that ``intervale meaningful --file --json`` prints."""
    sentences = []
    for one in found.checked:
        decision = None if one.meaning is None else meaning_document(one.meaning)
        sentences.append(
            {
                "where": one.claim.where,
                "sentence": one.claim.text,
                "read_as": None if one.claim.statement is None else str(one.claim.statement),
                "measure": one.measure or None,
                "outcome": one.outcome,
                "refusal": one.refusal,
                "decision": decision and {key: value for key, value in decision.items() if key != "notes"},
            }
        )
    return {
        "answer": claims_answer(found),
        "outcomes": found.outcomes,
        "sentences": sentences,
        "notes": list(notes),
    }
