"""How stable rankings of systems are under halving of topics: sentences, a table, a document and a picture. The picture
needs the extra ``report``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from intervale.errors import OptionError
from intervale.present.look import SCREEN, Look, framed
from intervale.present.picture import altair_library
from intervale.present.table import Cell, Table
from intervale.stats.topic_halves import MeasureStability, Stability, around

if TYPE_CHECKING:
    import altair

__all__ = ["stability_chart", "stability_document", "stability_sentences", "stability_tables"]


def stability_sentences(found: Stability) -> list[str]:
    """Which measure ranks most alike on two halves of the topics, and how many topics carry a mean."""
    ranked = [(one.mean_tau, one.swap_rate, one) for one in found.measures]
    known = [(tau, swaps, one) for tau, swaps, one in ranked if tau is not None and swaps is not None]
    if not known:
        return ["No split ranks the systems on both halves: each ties all of them on one."]
    halves = f"two random halves of {found.half:,} topic{'s' if found.half != 1 else ''} each"
    if len(known) == 1:
        ((tau, swaps, one),) = known
        said = [
            f"{one.name}: on {halves}, Kendall's tau of the two rankings is {tau:.2f}, and {swaps:.1%} of pairs swap."
        ]
    else:
        taus = ", ".join(f"{one.name} {tau:.2f}" for tau, _, one in known)
        rates = ", ".join(f"{one.name} {swaps:.1%}" for _, swaps, one in known)
        said = [
            f"Kendall's tau of the rankings on {halves}: {taus}.",
            f"Pairs of systems that the halves order differently: {rates}.",
        ]
    carried = [f"{one.carried:,} of {found.systems:,} systems by {one.name}" for one in found.measures if one.carried]
    if carried:
        said.append(f"One topic makes more than half of the mean for {', '.join(carried)}.")
    return said


def stability_tables(found: Stability) -> list[Table]:
    """A row for each measure."""
    opened = any(one.opened for one in found.measures)
    columns = ("measure", "tau", "swaps", "tied", "topics behind a mean", "behind a difference", "one topic carries")
    rows = tuple(
        (
            Cell(one.name),
            _spread(one.tau, found.splits),
            Cell(one.swap_rate, percent=True),
            Cell(around(one.tied)[0], percent=True),
            Cell(one.behind, digits=1),
            Cell(one.behind_difference, digits=1),
            Cell(one.carried, whole=True),
            *([Cell(one.opened, whole=True)] if opened else []),
        )
        for one in found.measures
    )
    legend = (
        "tau: Kendall's tau-b of the rankings on two halves of the topics, mean over splits"
        + (" [the middle 95% of splits]" if found.splits > 1 else ""),
        "swaps, tied: pairs of systems that the halves order differently, and that one of them ties",
        "behind: effective number of topics of all, (Σ x)² / Σ x², the median over systems; of differences, over pairs",
        "one topic carries: systems of which one topic makes more than half of the mean",
        *(("open: pairs of systems whose order is open within bounds",) if opened else ()),
    )
    counts = f"{found.systems:,} systems, {found.topics:,} topics; {found.splits:,} splits, seed {found.seed}"
    lead = tuple(stability_sentences(found))
    names = (*columns, *(["open"] if opened else []))
    return [Table(names, rows, "Rankings of systems on two halves of the topics", legend, (counts, *found.notes), lead)]


def _spread(draws: Any, splits: int) -> Cell:
    mean, _, low, high, _ = around(draws)
    ends = (low, high) if low is not None and high is not None and splits > 1 else None
    return Cell(mean, ci=ends, digits=3)


def stability_document(found: Stability) -> dict[str, Any]:
    """The document that ``intervale stability --json`` prints."""
    return {
        "system_count": found.systems,
        "topic_count": found.topics,
        "half": found.half,
        "splits": found.splits,
        "seed": found.seed,
        "measures": {one.name: _measure(found, one) for one in found.measures},
        "statements": stability_sentences(found),
        "notes": list(found.notes),
    }


def _measure(found: Stability, one: MeasureStability) -> dict[str, Any]:
    names = ("mean", "sd", "low", "high", "se")
    shares = (("tau", one.tau), ("swaps", one.swaps), ("tied", one.tied))
    return {
        **{name: dict(zip(names, around(draws), strict=True)) for name, draws in shares},
        "splits_ranked": int((~np.isnan(one.tau)).sum()),
        "topics_behind_mean": one.behind,
        "topics_behind_difference": one.behind_difference,
        "carried": one.carried,
        "carried_share": None if one.carried is None else one.carried / found.systems,
        "open": one.opened,
    }


def stability_chart(found: Stability, kind: str = "", *, look: Look = SCREEN) -> altair.LayerChart:
    """Measures in rows: the mean tau of the two halves, with the middle 95% of splits as a line."""
    if kind not in ("", "tau"):
        raise OptionError(f"plot kind {kind!r} is unknown; there is one: tau")
    alt = altair_library()
    spreads = [(one.name, around(one.tau)) for one in found.measures]
    points = [
        {"measure": name, "tau": mean, "low": low, "high": high}
        for name, (mean, _, low, high, _) in spreads
        if mean is not None
    ]
    if not points:
        raise OptionError("there is nothing to draw: on every split one half ties all systems")
    names = [point["measure"] for point in points]
    least = min(min(float(point["low"] or 0), 1.0) for point in points)
    scale = alt.Scale(domain=[min(0.0, least), 1.0], nice=False)
    y = alt.Y("measure:N", title=None, sort=names, axis=alt.Axis(labelLimit=look.pick(280, 110)))
    x = alt.X("tau:Q", title="Kendall's tau of two halves", scale=scale, axis=alt.Axis(tickCount=look.pick(10, 5)))
    base = alt.Chart(alt.Data(values=points)).encode(y=y)
    lines = base.mark_rule(strokeWidth=look.pick(2.0, 1.2), color="#8fb0d4").encode(
        x=alt.X("low:Q", scale=scale), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=look.pick(70, 28), opacity=1, color="#2f5f9e").encode(x=x)
    chart: altair.LayerChart = framed(
        alt.layer(lines, dots).properties(height=alt.Step(look.pick(22, 14))),
        look,
        title="Rankings of systems on two halves of the topics",
        subtitle=f"{found.systems:,} systems, halves of {found.half:,} topics; means of {found.splits:,} splits "
        "and the middle 95% of them",
        width=420,
    )
    return chart
