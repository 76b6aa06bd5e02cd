"""A statement, decided: whether it is true, whether that means something, and what flips it."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from intervale.exact.verdict import plain
from intervale.present.table import Cell, Table
from intervale.statements import Meaning
from intervale.statements.transformations import ByTopic, Transformation

__all__ = ["meaning_document", "meaning_table"]


def meaning_table(found: Meaning, notes: tuple[str, ...] = ()) -> Table:
    """The answer in rows, the words before the numbers."""
    answer = {True: "yes", False: "no", None: "not decided"}[found.meaningful.holds]
    rows = [
        ("statement", str(found.statement)),
        ("scale", f"{found.scale_text}: {found.why_scale}"),
        *([("scale of the other", found.other)] if found.other else []),
        ("true", f"{'yes' if found.truth else 'no'}: {found.words}"),
        ("meaningful", f"{answer}: {found.meaningful.why}"),
    ]
    if found.opened is not False:
        word = "they leave it open" if found.opened else "midpoints were used, so it may be open"
        rows.insert(-1, ("bounds", f"scores are known between bounds: {word}"))
    if found.flip is not None:
        rows.append(("flipped by", str(found.flip)))
        rows.append(("then", f"{'false' if found.truth else 'true'}: {found.flip.words}"))
    if found.kept:
        shares = ", ".join(f"{name} {share:.0%}" for name, share in found.kept.items())
        rows.append(("kept by", f"{shares} ({found.draws} of each, seed {found.seed})"))
    title = found.measure
    known = (f"known by: {found.meaningful.proof}",) if found.meaningful.holds else ()
    return Table(("", "answer"), tuple((Cell(a), Cell(b)) for a, b in rows), title=title, footer=(*known, *notes))


def meaning_document(found: Meaning, notes: tuple[str, ...] = ()) -> dict[str, Any]:
    """The document that ``intervale meaningful --json`` prints."""
    flip = None
    if found.flip is not None:
        sides = [_finite(found.flip.left), _finite(found.flip.right)]
        flip = {"transformation": str(found.flip.change), "of": found.flip.measure or found.measure, "sides": sides}
        flip |= _whole(found.flip.change)
    return {
        "statement": str(found.statement),
        "measure": found.measure,
        "truth": found.truth,
        "sides": [_finite(x) for x in found.sides],
        "open": found.opened,
        "meaningful": found.meaningful.to_json(),
        "scale": found.scale,
        "scale_known": found.richer is False,
        "topic_scale": found.topic_scale,
        "why_scale": found.why_scale,
        "other": found.other or None,
        "flip": flip,
        "kept": plain(found.kept),
        "draws": found.draws,
        "seed": found.seed,
        "alpha": found.alpha,
        "notes": list(notes),
    }


def _whole(change: Transformation) -> dict[str, Any]:
    """A transformation with all its numbers."""
    if isinstance(change, ByTopic):
        return {"kind": "bytopic", "topics": {topic: _whole(one) for _, topic, one in change.changes}}
    return {"kind": type(change).__name__.lower()} | {f.name: plain(getattr(change, f.name)) for f in fields(change)}  # type: ignore[arg-type]


def _finite(x: float) -> float | None:
    return x if abs(x) < float("inf") else None
