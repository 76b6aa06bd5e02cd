"""The axioms of a measure as a table, and as a document."""

from __future__ import annotations

from typing import Any

from intervale.exact.verdict import Proof, Verdict
from intervale.present.table import Cell, Table
from intervale.scales.axioms import AxiomResult, statements

__all__ = ["axioms_document", "axioms_table"]


def axioms_table(found: AxiomResult, name: str) -> Table:
    """Axioms in rows, with what breaks them below."""
    known = statements()
    rows = tuple(
        (
            Cell(axiom),
            Cell("?" if verdict.undecided else {True: "yes", False: "no", None: "-"}[verdict.holds]),
            Cell(_known_by(verdict)),
            Cell(known[axiom][0]),
            Cell(known[axiom][1]),
        )
        for axiom, verdict in found.verdicts.items()
    )
    space = found.space
    title = f"{name}, runs up to length {space.length}, {space.grades_text}"
    broken = [
        f"{axiom}: {verdict.why}" for axiom, verdict in found.verdicts.items() if not verdict.holds and verdict.why
    ]
    return Table(("axiom", "holds", "known by", "statement", "source"), rows, title, footer=(*broken, _utility(found)))


def _known_by(verdict: Verdict) -> str:
    if verdict.holds is None and not verdict.undecided:
        return ""
    cases = f"{verdict.cases:,} case{'' if verdict.cases == 1 else 's'}"
    return cases if verdict.proof is Proof.EXHAUSTIVE else f"{verdict.proof}, {cases}"


def _utility(found: AxiomResult) -> str:
    verdict = found.utility_oriented
    if verdict.undecided:
        return f"not known whether it is a utility-oriented measurement: {verdict.why}"
    if verdict.holds:
        return f"a utility-oriented measurement on these runs: {verdict.why}"
    return f"not a utility-oriented measurement (Ferrante, Ferro and Maistro 2015, Theorem 5.2): {verdict.why}"


def axioms_document(found: AxiomResult, name: str) -> dict[str, Any]:
    """The axioms as one JSON document."""
    return {
        "measure": name,
        "length": found.space.length,
        "grades": found.space.grades,
        "axioms": {axiom: verdict.to_json() for axiom, verdict in found.verdicts.items()},
        "utility_oriented": found.utility_oriented.to_json(),
    }
