"""What is told about a statement: whether it is true, whether that means something, and what flips it."""

from __future__ import annotations

from typing import Any

from intervale.exact.verdict import plain
from intervale.report.table import Cell, Table
from intervale.statements import Meaning
from intervale.statements.terms import Significant, SignificantPairs

__all__ = ["meaning_document", "meaning_table"]


def meaning_table(found: Meaning, notes: tuple[str, ...] = ()) -> Table:
    """The answer in rows, the words before the numbers."""
    left, right = (_number(x) for x in found.sides)
    relation = _relation(found)
    answer = {True: "yes", False: "no", None: "not decided"}[found.meaningful.holds]
    rows = [
        ("statement", str(found.statement)),
        ("scale", f"{found.scale_text}: {found.why_scale}"),
        ("true", f"{'yes' if found.truth else 'no'}: {_sides(found, left, right)}"),
        ("meaningful", f"{answer}: {found.meaningful.why}"),
    ]
    if found.flip is not None:
        after = _sides(found, _number(found.flip.left), _number(found.flip.right))
        rows.append(("flipped by", str(found.flip)))
        rows.append(("then", f"{'false' if found.truth else 'true'}: {after}"))
    if found.kept:
        shares = ", ".join(f"{name} {share:.0%}" for name, share in found.kept.items())
        rows.append(("kept by", f"{shares} ({found.draws} of each, seed {found.seed})"))
    title = found.measure
    known = () if found.meaningful.holds is None or not relation else (f"known by: {found.meaningful.proof}",)
    return Table(("", "answer"), tuple((Cell(a), Cell(b)) for a, b in rows), title=title, footer=(*known, *notes))


def _relation(found: Meaning) -> str:
    return str(getattr(found.statement, "relation", "<="))


def _sides(found: Meaning, left: str, right: str) -> str:
    if isinstance(found.statement, Significant):
        return f"p = {left}, alpha {right}"
    if isinstance(found.statement, SignificantPairs):
        return f"{left} pairs, at alpha {found.alpha:g}"
    return f"{left} against {right}"


def _number(x: float) -> str:
    return f"{x + 0.0:.6g}"


def meaning_document(found: Meaning, notes: tuple[str, ...] = ()) -> dict[str, Any]:
    """The document that ``intervale meaningful --json`` prints."""
    flip = None
    if found.flip is not None:
        sides = [_finite(found.flip.left), _finite(found.flip.right)]
        flip = {"transformation": str(found.flip.change), "of": found.flip.measure or found.measure, "sides": sides}
        flip["kind"] = type(found.flip.change).__name__.lower()
    return {
        "statement": str(found.statement),
        "measure": found.measure,
        "truth": found.truth,
        "sides": [_finite(x) for x in found.sides],
        "meaningful": found.meaningful.to_json(),
        "scale": found.scale,
        "topics": "shared" if found.shared else "own",
        "why_scale": found.why_scale,
        "flip": flip,
        "kept": plain(found.kept),
        "draws": found.draws,
        "seed": found.seed,
        "alpha": found.alpha,
        "notes": list(notes),
    }


def _finite(x: float) -> float | None:
    return x if abs(x) < float("inf") else None
