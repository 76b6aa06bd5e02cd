"""The scales of a measure: as a table, and as a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from intervale.exact import Exact, short_text
from intervale.exact.verdict import Proof, Verdict
from intervale.measures.declared import LEVELS
from intervale.present.plain import plain_number
from intervale.present.table import Cell, Table
from intervale.scales import OrderScale, ScaleResult
from intervale.scales.permitted import level_of
from intervale.scales.spacing import Spacing
from intervale.scales.tally import run_text
from intervale.stats.permitted import readings

__all__ = ["because", "known_by", "scale_document", "scale_table", "scale_text"]

QUESTIONS = ("isotone", "strict", "embedding", "equal_steps", "affine")
MOST_NUMBERS = 12
"""How many gains a note has."""


def scale_table(found: ScaleResult, name: str) -> Table:
    """Orders in rows: the scale, what holds, and why not more."""
    rows = tuple(
        (
            Cell(order),
            Cell(scale_text(one)),
            *(Cell(_yes(getattr(one, question))) for question in QUESTIONS),
            Cell(known_by(one)),
        )
        for order, one in found.orders.items()
    )
    space = found.space
    title = f"{name} on {space.size_text} of length {space.length} over {space.grades_text}"
    columns = ("order", "scale", "isotone", "strict", "embedding", "equal steps", "affine", "known by")
    return Table(columns, rows, title, footer=tuple(_sentences(found)))


def _yes(verdict: Verdict) -> str:
    return "?" if verdict.undecided else {True: "yes", False: "no", None: "-"}[verdict.holds]


def scale_text(one: OrderScale) -> str:
    """The scale in a word or two, or what is known of it."""
    if one.scale is not None:
        return one.scale
    if not one.applies:
        return "does not apply"
    if one.in_floats is not None:
        return f"{one.in_floats} in floats"
    if one.at_least == "none":
        return "not known" if one.at_most == "interval" else f"at most {one.at_most}"
    return f"at least {one.at_least}"


def because(one: OrderScale) -> str:
    """Why the scale is not richer, or not known; for an interval scale, the affine function."""
    if not one.applies:
        return one.isotone.why
    if one.scale is None:
        reasons = dict.fromkeys(verdict.why for verdict in one.decisive if verdict.why)
        floats = "floats agree to 12 digits only: an exact version would decide it" if one.in_floats else ""
        return "; ".join(reason for reason in (*reasons, floats) if reason)
    if one.scale == "interval" and one.beta is None and one.affine.why:
        return f"every step adds {_number(one.alpha)}; {one.affine.why}"
    if one.scale == "interval":
        return f"M = {_number(one.alpha)}·ρ + {_number(one.beta)}"
    decisive = {"none": one.isotone, "weakly ordinal": one.strict}.get(one.scale)
    if decisive is not None:
        return decisive.why
    return one.equal_steps.why if one.affine.holds is not None or not one.affine.why else one.affine.why


def known_by(one: OrderScale) -> str:
    """How the verdicts that decide the scale are known: the weakest of them; for all steps, on how many."""
    if one.scale is None:
        return ""
    weakest = max(one.decisive, key=lambda verdict: list(Proof).index(verdict.proof))
    if weakest.proof is not Proof.EXHAUSTIVE or not weakest.cases:
        return str(weakest.proof)
    return f"{weakest.cases:,} step{'' if weakest.cases == 1 else 's'}"


def _number(value: Any) -> str:
    if value is None:
        return "?"
    return f"{value:.6g}" if isinstance(value, float) else short_text(value)


def _some(numbers: Sequence[Exact]) -> str:
    """Numbers in a row; of many, the first ones and the last."""
    few = numbers if len(numbers) <= MOST_NUMBERS else (*numbers[: MOST_NUMBERS - 1], "…", numbers[-1])
    return ", ".join(one if isinstance(one, str) else short_text(one) for one in few)


def _many(count: int) -> str:
    return f"{count:,}" if count < 10**36 else f"about 10^{int(count.bit_length() * 0.30103)}"


def _sentences(found: ScaleResult) -> list[str]:
    reasons: dict[str, list[str]] = {}
    for order, one in found.orders.items():
        reasons.setdefault(because(one), []).append(order)
    notes = [f"{', '.join(orders)}: {reason}" for reason, orders in reasons.items() if reason]
    if found.gains is not None and found.space.grades > 1:
        notes.append(f"{found.measure.gains_are}: {_some(found.gains)}")
    spacing = found.spacing
    if spacing is not None and spacing.values is not None:
        notes.append(f"{_many(spacing.values)} different value{'' if spacing.values == 1 else 's'} on the space")
        if spacing.equal is False and spacing.unused is not None:
            notes.append(
                f"steps between neighbouring values from {_number(spacing.smallest)} to {_number(spacing.largest)}; "
                f"the largest leaves {float(spacing.unused):.1%} of the range unused"
            )
    notes += [] if spacing is None else _intrinsic(spacing)
    distances: dict[str, list[str]] = {}
    for order, one in found.orders.items():
        if one.metric not in (None, "none"):
            natural = one.natural.holds and one.natural.proven
            kind = "natural (the number of steps, times a constant)" if natural else f"a {one.metric}"
            distances.setdefault(kind, []).append(order)
    if distances:
        kinds = (f"{kind} on {', '.join(orders)}" for kind, orders in distances.items())
        notes.append("the distance it induces: " + "; ".join(kinds))
    notes += _zeros(found)
    best = max(
        (one.scale for one in found.orders.values()), key=lambda scale: LEVELS.index(level_of(scale)), default=None
    )
    where = [order for order, one in found.orders.items() if one.scale == best]
    if best in LEVELS:
        notes.append(
            f"what {'an' if best[0] in 'aeiou' else 'a'} {best} scale permits ({', '.join(where)}), two views:"
        )
        notes.extend(f"  {reading}" for reading in readings(best))
    if found.measure.recall_based:
        notes.append("this is on one topic; the measure depends on the judgments, so topics may have different scales")
    return notes


def _intrinsic(spacing: Spacing) -> list[str]:
    """What a measure is on the order that it makes itself, and what is not known of that."""
    if spacing.intrinsic is not None:
        same = "" if spacing.tie is None else f": {' and '.join(map(run_text, spacing.tie))} have the same value"
        return [f"on its own order the measure is {spacing.intrinsic}{same}"]
    if spacing.equal is None or spacing.tied is not None or spacing.proof is Proof.NUMERIC:
        return []
    scale = "interval" if spacing.equal else "ordinal"
    why = f": {spacing.tied_why}" if spacing.tied_why else ""
    return [f"on its own order the measure is {scale}; whether it is a metric there is not known{why}"]


def _zeros(found: ScaleResult) -> list[str]:
    """On interval scales, where the run in which nothing is relevant is zero, and why it is not."""
    held: list[str] = []
    broken: dict[str, list[str]] = {}
    for order, one in found.orders.items():
        if one.scale == "interval" and one.natural_zero.holds:
            held.append(order)
        elif one.scale == "interval" and one.natural_zero.holds is False:
            broken.setdefault(one.natural_zero.why, []).append(order)
    where = f"natural zero ({', '.join(held)}): the run without a relevant document has the value 0"
    notes = [f"{where}; ratios mean something if it is worth nothing"] if held else []
    return notes + [f"no natural zero ({', '.join(orders)}): {why}" for why, orders in broken.items()]


def scale_document(found: ScaleResult, name: str) -> dict[str, Any]:
    """The scales as one JSON document."""
    spacing = found.spacing
    return {
        "measure": name,
        "length": found.space.length,
        "grades": found.space.grades,
        "gains": None if found.gains is None else [plain_number(gain) for gain in found.gains],
        "orders": {order: _order(one) for order, one in found.orders.items()},
        "spacing": None
        if spacing is None
        else {
            "values": spacing.values,
            "smallest": plain_number(spacing.smallest),
            "largest": plain_number(spacing.largest),
            "unused": None if spacing.unused is None else float(spacing.unused),
            "tied": spacing.tied,
            "equal": spacing.equal,
            "intrinsic": spacing.intrinsic,
        },
        "recall_based": found.measure.recall_based,
    }


def _order(one: OrderScale) -> dict[str, Any]:
    return {
        "scale": one.scale,
        "at_least": one.at_least,
        "at_most": one.at_most,
        "in_floats": one.in_floats,
        **{question: getattr(one, question).to_json() for question in QUESTIONS},
        "alpha": plain_number(one.alpha),
        "beta": plain_number(one.beta),
        "valuation": one.valuation.to_json(),
        "metric": one.metric,
        "natural": one.natural.to_json(),
        "natural_zero": one.natural_zero.to_json(),
    }
