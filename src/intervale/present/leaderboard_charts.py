"""A leaderboard drawn: between which places each system stands, and who stands above whom. Needs the extra
``report``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from intervale.errors import OptionError
from intervale.orders.layout import layout
from intervale.present.escape import label
from intervale.present.hasse import INK, altair_library, hasse_chart
from intervale.present.leaderboard import CHANGES
from intervale.present.plots import GREY, ORANGE, PALE
from intervale.statements.leaderboard import RELATIONS, Leaderboard, MeasureLeaderboard

if TYPE_CHECKING:
    import altair

__all__ = ["order_chart", "order_charts", "places_chart", "places_plot"]

FEW, MOST_GROUPS, MOST_ACROSS, MOST_NAMED, MOST_LETTERS = 40, 40, 10, 2, 40
"""Up to how many systems have wide rows; of a diagram, how many boxes, how many side by side, and how many systems and
letters in each."""
BANDS = {"by significance": "#c9dcec", "by mean": "#2f6fab"}
"""The two bands, the wider first."""
NOW = "place now"
ABOVE = {"larger": "larger mean on every scale", "better": "significantly better on every scale"}


def places_plot(found: Leaderboard, kind: str = "", *, measure: str | None = None) -> altair.TopLevelMixin:
    """The places of all systems, by one measure or side by side by each."""
    if kind not in ("", "places"):
        raise OptionError(f"plot kind {kind!r} is unknown; there is one: places")
    if measure is not None and measure not in found.measures:
        raise OptionError(f"{measure!r} has no leaderboard; the measures are: {', '.join(found.measures)}")
    names = list(found.measures) if measure is None else [measure]
    parts = [places_chart(found.measures[name]) for name in names]
    chart: Any = parts[0] if len(parts) == 1 else altair_library().concat(*parts, columns=2)
    styled: altair.TopLevelMixin = (
        chart.configure(background="white", padding=12)
        .configure_view(stroke=None)
        .configure_axis(labelColor=INK, titleColor=INK, labelLimit=160, gridColor=PALE)
        .configure_title(color=INK, anchor="start", subtitleColor=GREY)
    )
    return styled


def places_chart(one: MeasureLeaderboard, *, title: bool = True) -> Any:
    """A row for each system, by its mean: between which places it stands by its mean on every scale, behind that
    between which it stands by significant differences, and a dot where it stands now.
    """
    alt = altair_library()
    systems = len(one.systems)
    few = systems <= FEW
    edges = [end for relation in reversed(RELATIONS) for end in one.bands(relation)]
    rows = [
        {
            "system": one.systems[s],
            "row": row,
            "mean": float(one.means[s]),
            "place": int(one.places[s]),
            "low0": int(edges[0][s]) - 0.5,
            "high0": int(edges[1][s]) + 0.5,
            "low1": int(edges[2][s]) - 0.5,
            "high1": int(edges[3][s]) + 0.5,
            "means": f"{int(edges[2][s])} to {int(edges[3][s])}",
            "tests": f"{int(edges[0][s])} to {int(edges[1][s])}",
        }
        for row, s in enumerate(one.ranking)
    ]
    names = [*BANDS, NOW]
    colour = alt.Color(
        "kind:N",
        title=None,
        scale=alt.Scale(domain=names, range=[*BANDS.values(), ORANGE]),
        legend=alt.Legend(orient="top", symbolType="circle"),
    )
    across = alt.Scale(domain=[0.5, systems + 0.5], nice=False, zero=False)
    axis = alt.Axis(orient="top", tickMinStep=1, format="d")
    height = 18 if few else 10
    labels = alt.Axis(labelFontSize=11 if few else 8, ticks=False, domain=False, labelLimit=140)
    base = alt.Chart().encode(
        y=alt.Y("system:N", sort=alt.EncodingSortField("row", "min"), title=None, axis=labels),
        color=colour,
        tooltip=[
            "system:N",
            alt.Tooltip("mean:Q", format=".4f"),
            alt.Tooltip("place:Q", title=NOW),
            alt.Tooltip("means:N", title="places by mean"),
            alt.Tooltip("tests:N", title="places by significance"),
        ],
    )
    bars = [
        base.transform_calculate(kind=f"'{name}'")
        .mark_bar(height=size)
        .encode(x=alt.X(f"low{n}:Q", title="place", scale=across, axis=axis), x2=f"high{n}:Q")
        for n, (name, size) in enumerate(zip(BANDS, (height - 2, height / 2), strict=True))
    ]
    dots = (
        base.transform_calculate(kind=f"'{NOW}'")
        .mark_point(filled=True, size=34 if few else 14, opacity=1)
        .encode(x=alt.X("place:Q", scale=across))
    )
    chart = alt.layer(*bars, dots, data=alt.Data(values=rows)).properties(width=420, height=height * systems)
    if not title:
        return chart
    about = f"the places that each system keeps {CHANGES[one.scores.level, one.scores.shared]}"
    return chart.properties(title=alt.Title(f"Places by mean {one.measure}", subtitle=about))


def order_charts(found: Leaderboard) -> tuple[altair.TopLevelMixin | None, list[str]]:
    """One picture of who stands above whom, by measure and relation; and why some could not be drawn. None where nobody
    stands above another, or none could be drawn.
    """
    alt = altair_library()
    drawn, refused = [], []
    for one in found.measures.values():
        for relation in RELATIONS:
            try:
                chart: Any = order_chart(one, relation)
            except OptionError as error:
                refused.append(str(error))
                continue
            if chart is not None:
                chart.config = alt.Undefined  # that of the whole picture counts
                drawn.append(chart)
    if not drawn:
        return None, refused
    whole: altair.TopLevelMixin = (
        alt.concat(*drawn, columns=1)
        .resolve_scale(color="independent", fill="independent", x="independent", y="independent")
        .configure(background="white", padding=16)
        .configure_view(stroke=None)
    )
    return whole, refused


def order_chart(one: MeasureLeaderboard, relation: str) -> altair.LayerChart | None:
    """Who stands above whom on every scale, as a Hasse diagram: systems that are above the same and below the same
    share a box. None where nobody stands above another.
    """
    above = getattr(one, relation)
    if not above.any():
        return None
    related = above.any(axis=0) | above.any(axis=1)
    groups = [group for group in one.groups(relation) if related[group[0]]]
    placed = layout(one.group_poset(groups, relation)) if len(groups) <= MOST_GROUPS else None
    if placed is None or placed.width > MOST_ACROSS:
        raise OptionError(
            f"{one.measure}, {ABOVE[relation]}: {len(groups)} groups of systems are too many for a diagram that can be "
            "read; --plot FILE draws the places of all"
        )
    labels = [
        ", ".join(label(one.systems[s], MOST_LETTERS) for s in members[:MOST_NAMED])
        + (f" + {len(members) - MOST_NAMED}" if len(members) > MOST_NAMED else "")
        for members in groups
    ]
    values = [float(above[members[0]].sum()) for members in groups]
    left = int((~related).sum())
    heading = f"{one.measure}: {ABOVE[relation]}" + (f"; {left} related to no other" if left else "")
    return hasse_chart(placed, labels, values, title=heading, legend="systems below")
