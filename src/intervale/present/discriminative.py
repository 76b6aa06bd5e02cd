"""Discriminative power as sentences, tables, a document and a picture. The picture needs the extra ``report``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from intervale.errors import OptionError
from intervale.present.look import INK, SCREEN, Look, framed
from intervale.present.picture import altair_library
from intervale.present.table import Cell, Table
from intervale.stats.discriminative import CONFIDENCE, DiscriminativePower, MeasurePower, PowerDifference

if TYPE_CHECKING:
    import altair

__all__ = ["level_chart", "power_document", "power_sentences", "power_tables"]

POINTS = 600
MOST_COMPARED, MOST_NAMED = 6, 3
"""Of how many measures the differences are shown, and how many that are not known are named."""


def power_sentences(found: DiscriminativePower) -> list[str]:
    """How many pairs each measure tells apart; and which measures tell apart more than others, as far as is known."""
    alone = "" if found.test.family else ", each pair alone"
    by = f"{found.test.title}{alone}, α = {found.alpha:g}"
    first, *others = found.measures
    pairs = f"{first.decisions.pairs:,} pair" + ("s" if first.decisions.pairs != 1 else "")
    of = f" of {pairs} of systems ({'; '.join([by, *_ci(first.ci)])})"
    said = f"{first.name} tells apart {first.share:.1%}{of}"
    for one in others:
        said += f", {one.name} {one.share:.1%}" + "".join(f" ({ci})" for ci in _ci(one.ci))
    known = [_larger(one) for one in found.differences if one.ci is not None and one.ci[0] * one.ci[1] > 0]
    unknown = [one for one in found.differences if one.ci is not None and one.ci[0] * one.ci[1] <= 0]
    sentences = [f"{said}."]
    sentences += [f"More pairs are told apart {'; '.join(known)}."] if known else []
    if len(unknown) > MOST_NAMED:
        sentences.append(
            f"For {len(unknown)} of {len(found.differences)} pairs of measures it is not known which does."
        )
    elif unknown:
        named = ", ".join(f"{one.a} or {one.b}" for one in unknown)
        sentences.append(f"These topics do not show which tells apart more pairs: {named}.")
    return sentences


def _ci(ci: tuple[float, float] | None) -> list[str]:
    return [] if ci is None else [f"{CONFIDENCE:.0%} CI {ci[0]:.1%} to {ci[1]:.1%}"]


def _larger(one: PowerDifference) -> str:
    assert one.ci is not None
    a, b, ci = (one.a, one.b, one.ci) if one.difference > 0 else (one.b, one.a, (-one.ci[1], -one.ci[0]))
    points = f"{100 * abs(one.difference):.1f} points, {CONFIDENCE:.0%} CI {100 * ci[0]:.1f} to {100 * ci[1]:.1f}"
    return f"by {a} than by {b} ({points})"


def power_tables(found: DiscriminativePower) -> list[Table]:
    """The measures with their shares; then how much they differ."""
    opened = any(one.decisions.opened.any() for one in found.measures)
    columns = ("measure", "needs", "pairs", "significant", "share", "low", "high")
    last = ("smallest significant difference", "largest that is not", *(["open"] if opened else []))
    rows = []
    for one in found.measures:
        mark = "" if one.scale.permits(found.test.scale) else " !"
        cells = [Cell(one.name), Cell(f"{found.test.scale}{mark}"), Cell(one.decisions.pairs, whole=True)]
        cells += [Cell(one.significant, whole=True), Cell(one.share, percent=True)]
        cells += [Cell(x, percent=True) for x in one.ci or (None, None)]
        cells += [Cell(x, tiny=True) for x in (one.smallest_significant, one.largest_not)]
        cells += [Cell(int(one.decisions.opened.sum()), whole=True)] if opened else []
        rows.append(tuple(cells))
    legend = ["!: the test assumes a scale that the measure is not known to be on"] if _marked(found) else []
    legend += [f"low, high: {CONFIDENCE:.0%} confidence interval over topics, by a jackknife"] if _any_ci(found) else []
    how = "all pairs together" if found.test.family else "each pair alone, not corrected"
    size = f"{len(found.systems):,} systems, {len(found.topics):,} topics"
    notes = (f"{found.test.title}, {how}, alpha {found.alpha:g}; {size}", *found.notes)
    compared = 1 < len(found.measures) <= MOST_COMPARED
    title = "pairs of systems told apart"
    lead = tuple(power_sentences(found))
    tables = [Table((*columns, *last), tuple(rows), title, tuple(legend), () if compared else notes, lead)]
    if compared:
        tables.append(_differences(found, notes))
    return tables


def _differences(found: DiscriminativePower, notes: tuple[str, ...]) -> Table:
    rows = tuple(
        (Cell(one.a), Cell(one.b), *(Cell(x, percent=True) for x in (one.difference, *(one.ci or (None, None)))))
        for one in found.differences
    )
    return Table(("a", "b", "a − b", "low", "high"), rows, "shares compared", footer=notes)


def _marked(found: DiscriminativePower) -> bool:
    return any(not one.scale.permits(found.test.scale) for one in found.measures)


def _any_ci(found: DiscriminativePower) -> bool:
    return any(one.ci is not None for one in found.measures)


def power_document(found: DiscriminativePower) -> dict[str, Any]:
    """The document that ``intervale power --json`` prints."""
    return {
        "test": found.test.name,
        "title": found.test.title,
        "needs": found.test.scale,
        "alpha": found.alpha,
        "confidence": CONFIDENCE,
        "system_count": len(found.systems),
        "topic_count": len(found.topics),
        "measures": {one.name: _measure(found, one) for one in found.measures},
        "differences": [
            {"a": one.a, "b": one.b, "difference": one.difference, "ci": None if one.ci is None else list(one.ci)}
            for one in found.differences
        ],
        "statements": power_sentences(found),
        "notes": list(found.notes),
    }


def _measure(found: DiscriminativePower, one: MeasurePower) -> dict[str, Any]:
    return {
        "pairs": one.decisions.pairs,
        "significant": one.significant,
        "open": int(one.decisions.opened.sum()),
        "share": one.share,
        "ci": None if one.ci is None else list(one.ci),
        "permitted": one.scale.permits(found.test.scale),
        "form_of": one.form_of,
        "smallest_significant": one.smallest_significant,
        "largest_not_significant": one.largest_not,
        "levels": one.levels.tolist(),
    }


def level_chart(found: DiscriminativePower, kind: str = "", *, look: Look = SCREEN) -> altair.LayerChart:
    """The achieved significance levels of each measure in increasing order: the lower a curve, the more pairs are told
    apart at any alpha (Sakai 2006).
    """
    if kind not in ("", "levels"):
        raise OptionError(f"plot kind {kind!r} is unknown; there is one: levels")
    alt = altair_library()
    top = min(1.0, 4 * found.alpha)
    points = [point for one in found.measures for point in _points(one)]
    names = [one.name for one in found.measures]
    size = f"{len(found.systems):,} systems on {len(found.topics):,} topics"
    x = alt.X(
        "share:Q",
        title="share of pairs, by increasing p",
        axis=alt.Axis(format="%", tickCount=look.pick(10, 5)),
        scale=alt.Scale(domain=[0, 1]),
    )
    y = alt.Y("p:Q", title="p of a pair", scale=alt.Scale(domain=[0, top]), axis=alt.Axis(tickCount=5))
    colour = alt.Color(
        "measure:N", title=None, sort=names, scale=alt.Scale(scheme="tableau10"), legend=look.names_legend(names)
    )
    lines = (
        alt.Chart(alt.Data(values=points))
        .mark_line(clip=True, interpolate="step-before", strokeWidth=look.pick(1.8, 1))
        .encode(x=x, y=y, color=colour)
    )
    level = alt.Chart(alt.Data(values=[{"p": found.alpha}])).mark_rule(color=INK, strokeDash=[4, 3]).encode(y=y)
    chart: altair.LayerChart = framed(
        alt.layer(lines, level).properties(height=look.height(260)),
        look,
        title=f"p-values of {found.measures[0].decisions.pairs:,} pairs of {size}",
        subtitle=f"{found.test.title}; the lower a line, the more pairs differ; dashed: α = {found.alpha:g}",
        width=420,
    )
    return chart


def _points(one: MeasurePower) -> list[dict[str, Any]]:
    levels = one.levels
    shown = np.unique(np.linspace(0, len(levels) - 1, POINTS).astype(int))
    return [{"measure": one.name, "share": (i + 1) / len(levels), "p": float(levels[i])} for i in shown.tolist()]
