"""Pictures of a comparison: means with their intervals, differences by topic, distributions, and the decisions on all
pairs. Need the extra ``report``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from intervale.errors import OptionError
from intervale.present.look import GREY, INK, PALE, SCREEN, Look, framed
from intervale.present.picture import altair_library
from intervale.present.wording.texts import p_text, percent
from intervale.stats.comparison import Comparison, MeasureComparison

if TYPE_CHECKING:
    import altair

__all__ = ["KINDS", "comparison_plot"]

MOST_SYSTEMS = 40
"""How many systems are drawn at most in lines."""
BLUE, ORANGE = "#2f6fab", "#d94801"
KIND_COLOURS = {"may be the best": BLUE, "others": GREY, "baseline": ORANGE}
DECIDED = {
    "differs": BLUE,
    "differs before correction only": "#9ecae1",
    "does not differ significantly": PALE,
    "open": "#fdae6b",
}
"""What was decided of a pair, and its colour."""


def comparison_plot(
    found: Comparison, kind: str = "", *, measure: str | None = None, pair: Sequence[str] = (), look: Look = SCREEN
) -> altair.TopLevelMixin:
    """One picture: ``means``, ``differences`` (of two systems, by topic), ``distribution`` (of the scores of each
    system) or ``decisions`` (of the first test, on all pairs). Without a kind, differences of two systems and means of
    more. ``measure`` is the first one where none is named; ``pair`` the two systems with differences: by default the
    highest mean and the baseline, or the next.
    """
    kind = kind or ("differences" if len(found.systems) == 2 else "means")
    if kind not in KINDS:
        raise OptionError(f"plot kind {kind!r} is unknown; use one of: {', '.join(KINDS)}")
    if measure is not None and measure not in found.measures:
        raise OptionError(f"{measure!r} was not compared; the measures are: {', '.join(found.measures)}")
    if pair and len(set(pair)) != 2:
        raise OptionError("a pair has two different systems: pair=('A', 'B')")
    for name in pair:
        if name not in found.systems:
            raise OptionError(f"{name!r} is not among the systems: {', '.join(found.systems[:10])}")
    plot: altair.TopLevelMixin = KINDS[kind](
        found, found.measures[measure or next(iter(found.measures))], tuple(pair), look
    )
    return plot


def _shown(found: Comparison, one: MeasureComparison) -> list[int]:
    """The systems that are drawn: of many the top and the baselines, in the order of means."""
    order = [s for s in one.ranking if not np.isnan(one.means[s])]
    baselines = {found.systems.index(name) for name in found.baselines}
    return [s for place, s in enumerate(order) if place < MOST_SYSTEMS or s in baselines]


def _about(found: Comparison, shown: list[int]) -> str:
    size = f"{len(found.systems):,} systems, {len(found.topics):,} topics"
    return size if len(shown) == len(found.systems) else f"{size}; {len(shown):,} of them are shown"


def _means(found: Comparison, one: MeasureComparison, pair: tuple[str, ...], look: Look) -> Any:
    """A dot for each mean, with the confidence interval of the mean."""
    alt = altair_library()
    shown = _shown(found, one)
    rows = []
    for place, s in enumerate(shown):
        low, high = found.evaluation.ci(found.systems[s], one.name, 1 - found.alpha)
        lead = one.best is not None and bool(one.best.possible[s])
        rows.append(
            {
                "system": found.systems[s],
                "place": place,
                "mean": float(one.means[s]),
                "low": None if np.isnan(low) else low,
                "high": None if np.isnan(high) else high,
                "kind": "baseline" if found.systems[s] in found.baselines else "may be the best" if lead else "others",
            }
        )
    used = [name for name in KIND_COLOURS if any(row["kind"] == name for row in rows)]
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("system:N", sort=alt.EncodingSortField("place", "min"), title=None),
        color=alt.Color(
            "kind:N",
            title=None,
            scale=alt.Scale(domain=used, range=[KIND_COLOURS[name] for name in used]),
            legend=look.names_legend(used, orient="top") if len(used) > 1 else None,
        ),
    )
    lines = base.mark_rule(strokeWidth=look.pick(2, 1)).encode(
        x=alt.X("low:Q", title=f"mean {one.name}, {percent(found.alpha)} confidence interval"), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=look.pick(60, 18), opacity=1).encode(
        x=alt.X("mean:Q", scale=alt.Scale(zero=False)),
        tooltip=["system:N", *(alt.Tooltip(f"{name}:Q", format=".4f") for name in ("mean", "low", "high"))],
    )
    chart = alt.layer(lines, dots).properties(height=_height(look, len(rows)))
    return framed(chart, look, title=f"Systems by mean {one.name}", subtitle=_about(found, shown), width=420)


def _height(look: Look, rows: int) -> float:
    """The height of a plot with a row for each system."""
    return max(look.pick(60, 30), look.pick(18, 10.5) * rows)


def _differences(found: Comparison, one: MeasureComparison, pair: tuple[str, ...], look: Look) -> Any:
    """A bar for each topic, sorted: the score of one system less that of another."""
    alt = altair_library()
    a, b = pair if len(pair) == 2 else _leading(found, one)
    x, y = (one.scores[found.systems.index(name)] for name in (a, b))
    known = np.flatnonzero(~np.isnan(x - y))
    order = known[np.argsort(-(x - y)[known], kind="stable")]
    ahead, tied, behind = one.wins(found.systems.index(a), found.systems.index(b))
    rows = [
        {
            "topic": found.topics[t],
            "place": place,
            "difference": float(x[t] - y[t]),
            "ahead": a if x[t] > y[t] else b,
            "first": float(x[t]),
            "second": float(y[t]),
        }
        for place, t in enumerate(order)
    ]
    width = min(900, max(300, 14 * len(rows)))
    axis = alt.Axis(labels=_room(look, width, len(rows)), ticks=False, labelAngle=-90, labelLimit=90)
    bars = (
        alt.Chart(alt.Data(values=rows))
        .mark_bar()
        .encode(
            x=alt.X("topic:N", sort=alt.EncodingSortField("place", "min"), title="topic", axis=axis),
            y=alt.Y("difference:Q", title=f"{one.name}: {a} − {b}"),
            color=alt.Color(
                "ahead:N",
                title="ahead",
                scale=alt.Scale(domain=[a, b], range=[BLUE, ORANGE]),
                legend=look.names_legend(["ahead", a, b], orient="top"),
            ),
            tooltip=[
                "topic:N",
                alt.Tooltip("difference:Q", format=".4f"),
                alt.Tooltip("first:Q", title=a, format=".4f"),
                alt.Tooltip("second:Q", title=b, format=".4f"),
            ],
        )
    )
    mean = float(np.mean((x - y)[known])) if len(known) else 0.0
    line = alt.Chart(alt.Data(values=[{"mean": mean}])).mark_rule(color=INK, strokeDash=[5, 4]).encode(y="mean:Q")
    return framed(
        alt.layer(bars, line).properties(height=look.height(260)),
        look,
        title=f"{a} and {b} by topic",
        subtitle=f"{a} is ahead on {ahead:,} topics, behind on {behind:,}, tied on {tied:,}; dashed: the mean",
        width=width,
    )


def _room(look: Look, width: float, names: int) -> bool:
    """Whether so many names have room side by side, or one below the other, in a width."""
    return names * look.pick(12, 8) <= look.pick(width, look.room * 0.8)


def _leading(found: Comparison, one: MeasureComparison) -> tuple[str, str]:
    """The highest mean, and the baseline or the next."""
    order = [found.systems[s] for s in one.ranking]
    first = next(iter(found.baselines), order[1])
    return (order[0] if order[0] != first else order[1]), first


def _distribution(found: Comparison, one: MeasureComparison, pair: tuple[str, ...], look: Look) -> Any:
    """The scores of each system: box from quartile to quartile with the median, whiskers to the last score within 1.5
    times its length, the others as points.
    """
    alt = altair_library()
    shown = _shown(found, one)
    rows = [
        {"system": found.systems[s], "place": place, "score": float(score)}
        for place, s in enumerate(shown)
        for score in one.scores[s]
        if not np.isnan(score)
    ]
    y = alt.Y("system:N", sort=alt.EncodingSortField("place", "min"), title=None)
    boxes = (
        alt.Chart(alt.Data(values=rows))
        .mark_boxplot(
            color=BLUE,
            size=look.pick(10, 6),
            median={"color": "white"},
            outliers={"size": look.pick(10, 4), "strokeWidth": look.pick(1.5, 0.7)},
            rule={"strokeWidth": look.pick(1, 0.7)},
        )
        .encode(x=alt.X("score:Q", title=f"{one.name} on each topic"), y=y)
    )
    means = [{"system": found.systems[s], "place": n, "mean": float(one.means[s])} for n, s in enumerate(shown)]
    dots = (
        alt.Chart(alt.Data(values=means))
        .mark_point(shape="diamond", filled=True, color=ORANGE, size=look.pick(50, 14), opacity=1)
        .encode(x=alt.X("mean:Q"), y=y, tooltip=["system:N", alt.Tooltip("mean:Q", format=".4f")])
    )
    chart = alt.layer(boxes, dots).properties(height=_height(look, len(shown)))
    about = f"{_about(found, shown)}; diamond: the mean"
    return framed(chart, look, title=f"Scores by system, {one.name}", subtitle=about, width=420)


def _decisions(found: Comparison, one: MeasureComparison, pair: tuple[str, ...], look: Look) -> Any:
    """A square for each pair of systems, in the order of means: what the first test decided."""
    alt = altair_library()
    decisions = next(iter(one.tests.values()))
    place = {s: n for n, s in enumerate(one.ranking)}
    rows = []
    for i, (a, b) in enumerate(zip(decisions.first.tolist(), decisions.second.tolist(), strict=True)):
        alone, p = float(decisions.outcome.p[i]), float(decisions.p[i])
        words = (
            "open"
            if decisions.opened[i]
            else "differs"
            if decisions.significant[i]
            else "differs before correction only"
            if alone <= found.alpha
            else "does not differ significantly"
        )
        for x, y in ((a, b), (b, a)):
            pair_row = {"a": found.systems[x], "b": found.systems[y], "row": place[x], "column": place[y]}
            rows.append(pair_row | {"decision": words, "p": p_text(p)})
    count = len(found.systems)
    side = look.pick(min(900, max(120, (16 if count <= 60 else 6) * count)), min(look.room, 11 * count + 60))
    few = _room(look, side, count)
    axis = alt.Axis(labels=few, ticks=False, domain=False, **look.pick({"labelFontSize": 10}, {}))
    used = [name for name in DECIDED if any(row["decision"] == name for row in rows)]
    named = "" if few else ", too many to be named"
    chart = (
        alt.Chart(alt.Data(values=rows))
        .mark_rect(stroke="white", strokeWidth=0.5 if few else 0)
        .encode(
            x=alt.X("b:N", sort=alt.EncodingSortField("column", "min"), title=None, axis=axis),
            y=alt.Y("a:N", sort=alt.EncodingSortField("row", "min"), title=None, axis=axis),
            color=alt.Color(
                "decision:N",
                title=None,
                scale=alt.Scale(domain=used, range=[DECIDED[name] for name in used]),
                legend=look.names_legend(used),
            ),
            tooltip=["a:N", "b:N", "decision:N", "p:N"],
        )
        .properties(height=side)
    )
    about = f"{decisions.title}, α = {found.alpha:g}; systems by mean{named}"
    return framed(chart, look, title=f"Pairs of systems by {one.name}", subtitle=about, width=side)


KINDS: dict[str, Callable[[Comparison, MeasureComparison, tuple[str, ...], Look], Any]] = {
    "means": _means,
    "differences": _differences,
    "distribution": _distribution,
    "decisions": _decisions,
}
"""What can be drawn."""
