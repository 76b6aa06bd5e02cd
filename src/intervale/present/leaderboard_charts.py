"""A leaderboard drawn: between which places each system stands, and who stands above whom. Needs the extra
``report``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from intervale.errors import OptionError
from intervale.orders.layout import layout
from intervale.present.hasse import group_label, hasse_chart, unrelated
from intervale.present.leaderboard import CHANGES
from intervale.present.look import SCREEN, Look, chart_caption, framed, lines_of
from intervale.present.picture import altair_library
from intervale.present.plots import ORANGE
from intervale.statements.leaderboard import RELATIONS, Leaderboard, MeasureLeaderboard

if TYPE_CHECKING:
    import altair

__all__ = ["order_chart", "order_charts", "places_chart", "places_plot"]

FEW, MOST_GROUPS, MOST_ACROSS = 40, 40, 10
"""Up to how many systems have wide rows; of a diagram, how many boxes, and how many side by side."""
BANDS = {"by significance": "#c9dcec", "by mean": "#2f6fab"}
"""The two bands, the wider first."""
NOW = "place now"
ABOVE = {"larger": "Larger mean on every scale", "better": "Significantly better on every scale"}


def places_plot(
    found: Leaderboard, kind: str = "", *, measure: str | None = None, look: Look = SCREEN
) -> altair.TopLevelMixin:
    """The places of all systems, by one measure or side by side by each."""
    if kind not in ("", "places"):
        raise OptionError(f"plot kind {kind!r} is unknown; there is one: places")
    if measure is not None and measure not in found.measures:
        raise OptionError(f"{measure!r} has no leaderboard; the measures are: {', '.join(found.measures)}")
    names = list(found.measures) if measure is None else [measure]
    if len(names) > 1 and look.column:
        raise OptionError(f"{look.size} has room for the places by one measure: name one with -m")
    if len(names) == 1:
        one = found.measures[names[0]]
        title, about = _words(one)
        about += "; too many systems to be named" if look.column and len(one.systems) > FEW else ""
        plot: altair.TopLevelMixin = framed(
            places_chart(one, title=False, look=look), look, title=title, subtitle=about, width=420
        )
        return plot
    parts = [places_chart(found.measures[name]) for name in names]
    several: altair.TopLevelMixin = framed(altair_library().concat(*parts, columns=2), look, fit=False)
    return several


def _words(one: MeasureLeaderboard) -> tuple[str, str]:
    """The title of a picture of places, and what it shows."""
    kept = f"the places that each system keeps {CHANGES[one.scores.level, one.scores.shared]}"
    return f"Places by mean {one.measure}", kept


def places_chart(one: MeasureLeaderboard, *, title: bool = True, look: Look = SCREEN) -> Any:
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
        legend=look.names_legend(names, orient="top", symbolType="circle"),
    )
    across = alt.Scale(domain=[0.5, systems + 0.5], nice=False, zero=False)
    axis = alt.Axis(orient="top", tickMinStep=1, format="d")
    low = max(1.5, min(5.0, 320 / systems))
    height, letters, dot = look.pick((18, 11, 34) if few else (10, 8, 14), (10.5, 8, 12) if few else (low, 8, low))
    labels = alt.Axis(
        labels=few or not look.column,
        labelFontSize=letters,
        ticks=False,
        domain=False,
        labelLimit=look.pick(140, look.room * 0.4),
    )
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
        for n, (name, size) in enumerate(zip(BANDS, (0.85 * height, height / 2), strict=True))
    ]
    dots = (
        base.transform_calculate(kind=f"'{NOW}'")
        .mark_point(filled=True, size=dot, opacity=1)
        .encode(x=alt.X("place:Q", scale=across))
    )
    chart = alt.layer(*bars, dots, data=alt.Data(values=rows)).properties(width=420, height=height * systems)
    if not title:
        return chart
    said, about = _words(one)
    return chart.properties(title=alt.Title(lines_of(said, 420, 13), subtitle=lines_of(about, 420, 11)))


def order_charts(found: Leaderboard, look: Look = SCREEN) -> tuple[altair.TopLevelMixin | None, list[str]]:
    """One picture of who stands above whom, by measure and relation; and why some could not be drawn. None where nobody
    stands above another, or none could be drawn.
    """
    alt = altair_library()
    drawn, refused = [], []
    for one in found.measures.values():
        for relation in RELATIONS:
            try:
                chart: Any = order_chart(one, relation, look)
            except OptionError as error:
                refused.append(str(error))
                continue
            if chart is not None:
                drawn.append(chart)
    if len(drawn) < 2:
        return (drawn[0] if drawn else None), refused
    said = ". ".join(chart_caption(chart) for chart in drawn)
    several = alt.concat(*(_part(chart, look) for chart in drawn), columns=1)
    several = several.resolve_scale(color="independent", fill="independent", x="independent", y="independent")
    whole: altair.TopLevelMixin = framed(several, look, fit=False, caption=said)
    return whole, refused


def _part(chart: Any, look: Look) -> Any:
    """A diagram as a part of a picture: what is said of a whole picture is taken off, and in a column its title says
    which part it is.
    """
    undefined = altair_library().Undefined
    title = lines_of(chart_caption(chart).partition(";")[0], look.room, 8) if look.column else chart.title
    chart = chart.copy()
    chart.config = chart.usermeta = chart.autosize = undefined
    return chart.properties(title=title, width=look.room if look.column else chart.width)


def order_chart(one: MeasureLeaderboard, relation: str, look: Look = SCREEN) -> altair.LayerChart | None:
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
            f"{ABOVE[relation]}, by {one.measure}: {len(groups)} groups of systems are too many for a diagram that can "
            "be read; --plot FILE draws the places of all"
        )
    labels = [group_label([one.systems[s] for s in members], look) for members in groups]
    values = [float(above[members[0]].sum()) for members in groups]
    left = int((~related).sum())
    title = f"{ABOVE[relation]}, by {one.measure}"
    return hasse_chart(
        placed, labels, values, title=title, subtitle=unrelated(left), legend="systems below", look=look, named=True
    )
