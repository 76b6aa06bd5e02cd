"""The experiment with the balancing index: in sentences, as a table, a document and a picture. The picture needs the
extra ``report``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from intervale.present.look import SCREEN, Look, framed
from intervale.present.picture import altair_library
from intervale.present.table import Cell, Table
from intervale.scales import BalancingExperiment
from intervale.scales.balance_experiment import TrialShare

if TYPE_CHECKING:
    import altair

__all__ = ["experiment_chart", "experiment_document", "experiment_notes", "experiment_table"]


def experiment_table(found: BalancingExperiment) -> Table:
    """The share of trials with a significant difference: rnk in rows, measures in columns."""
    shares = [found[name] for name in found.counts]
    rows = tuple(
        (Cell(rnk, whole=True), *(Cell(one[rnk], percent=True) for one in shares)) for rnk in range(found.ranks + 1)
    )
    title = "Trials with a significant difference"
    lead = tuple(_sentence(found, name) for name in found.counts)
    return Table(("rnk", *found.counts), rows, title, lead=lead, footer=tuple(experiment_notes(found)))


def _sentence(found: BalancingExperiment, name: str) -> str:
    """At which rnk a system is better in most trials, beside the index."""
    first, second = found.majority(name)
    either = [rnk for rnk, share in enumerate(found[name]) if share > 0.5 and rnk not in {*first, *second}]
    better = [(which, some) for which, some in (("first", first), ("second", second)) if some]
    told = [f"the {which} {_where(some, found.ranks)}" for which, some in better]
    if told:
        which, some = better[0]
        told[0] = f"the {which} system is significantly better in most trials {_where(some, found.ranks)}"
    if either:
        told.append(f"the systems differ in most trials, but neither is better in most, {_where(either, found.ranks)}")
    if not told:
        told = ["the systems differ significantly in at most half of the trials at every rnk"]
    return f"{name}: {', '.join(told)}; {_index(found.index[name])}."


def _where(some: Sequence[int], last: int) -> str:
    """Some rnk of 0, …, ``last`` in words.

    >>> _where((0, 1, 2), 9), _where((0, 1, 2), 2), _where((5, 8, 9), 9), _where((0,), 9)
    ('up to rnk 2', 'at every rnk', 'at rnk 5 and from rnk 8 on', 'at rnk 0')
    """
    starts = [rnk for rnk in some if rnk - 1 not in some]
    ends = [rnk for rnk in some if rnk + 1 not in some]
    parts = [_range(low, high, last) for low, high in zip(starts, ends, strict=True)]
    return parts[0] if len(parts) == 1 else _listed(parts)


def _range(low: int, high: int, last: int) -> str:
    if low == high:
        return f"at rnk {low}"
    if low == 0:
        return "at every rnk" if high == last else f"up to rnk {high}"
    return f"from rnk {low} on" if high == last else f"from rnk {low} to {high}"


def _index(index: int | None) -> str:
    return "no balancing index" if index is None else f"balancing index {index:,}"


def experiment_notes(found: BalancingExperiment) -> list[str]:
    """How the systems are made, what is tested, and how well shares are known."""
    (a, b), (c, d) = found.middle, found.tail
    how = (
        "each segment has exactly its share, to the nearest document"
        if found.exact_shares
        else "whether a document is relevant is drawn for each one independently"
    )
    widest = max(
        max(one.ci[1] - one.share, one.share - one.ci[0]) for name in found.counts for one in found.shares(name)
    )
    trials = "1 trial" if found.trials == 1 else f"{found.trials:,} trials"
    return [
        f"relevant documents of the two systems: {_percent(found.top)} of both down to rank rnk, then {_percent(a)} "
        f"and {_percent(b)} down to rank {found.ranks}, then {_percent(c)} and {_percent(d)} down to rank "
        f"{found.length:,}; {how}",
        f"significant: paired t test over {found.topics:,} topics at level {found.alpha:g}; constants of a topic, such "
        "as its recall base, are left out",
        f"{trials} drawn with seed {found.seed} are a sample: each share is known to {100 * widest:.1f} points or "
        "better, at a confidence of 95%",
    ]


def _percent(share: float) -> str:
    return f"{100 * share:g}%"


def experiment_document(found: BalancingExperiment) -> dict[str, Any]:
    """The experiment as one JSON document."""
    measures = {
        name: {
            "index": found.index[name],
            "shares": [one._asdict() | {"ci": list(one.ci)} for one in found.shares(name)],
        }
        for name in found.counts
    }
    asked = {
        name: getattr(found, name)
        for name in ("top", "middle", "tail", "ranks", "exact_shares", "trials", "topics", "length", "alpha", "seed")
    }
    return {"experiment": {"measures": measures, **asked, "confidence": 0.95, "notes": experiment_notes(found)}}


# ---------------------------------------------------------------- the picture


def experiment_chart(found: BalancingExperiment, look: Look = SCREEN) -> altair.LayerChart:
    """The share of trials with a significant difference against rnk, with its confidence band and the balancing index
    of each measure (Ferrante, Ferro and Maistro 2015, Figure 1b). Points are hollow where the second system is more
    often the better one.
    """
    alt = altair_library()
    names = list(found.counts)
    points = [_point(name, one) for name in names for one in found.shares(name)]
    colour = alt.Color("measure:N", title=None, sort=names, legend=look.names_legend(names, symbolOpacity=1))
    x = alt.X(
        "rnk:Q",
        title="rnk: down to this rank the systems are alike",
        axis=alt.Axis(format="d", tickMinStep=1, tickCount=look.pick(10, 5), labelFlush=False),
        scale=alt.Scale(domain=[0, found.ranks], nice=False),
    )
    axis = alt.Axis(format="%", tickCount=look.pick(6, 5))
    title = look.pick("trials with a significant difference", "significant trials")
    y = alt.Y("share:Q", title=title, axis=axis, scale=alt.Scale(domain=[0, 1]))
    base = alt.Chart(alt.Data(values=points))
    band = base.mark_area(opacity=0.18).encode(x=x, y=alt.Y("low:Q"), y2="high:Q", color=colour)
    line = base.mark_line(strokeWidth=look.pick(2, 1)).encode(x=x, y=y, color=colour)
    dots = [dot.encode(x=x, y=y, color=colour) for dot in _dots(base, look)]
    chart: altair.LayerChart = framed(
        alt.layer(band, *_marks(found, look, x, colour), line, *dots).properties(height=look.height(280)),
        look,
        title="How often two made-up systems differ significantly",
        subtitle=_subtitle(found),
        width=420,
    )
    return chart


def _point(name: str, one: TrialShare) -> dict[str, Any]:
    second = one.second_better > one.first_better
    return {"measure": name, "rnk": one.rnk, "share": one.share, "low": one.ci[0], "high": one.ci[1], "second": second}


def _dots(base: Any, look: Look) -> list[Any]:
    """Rings where the second system is more often the better one, and dots elsewhere, which fit into a ring."""
    rings, dots = base.transform_filter("datum.second"), base.transform_filter("!datum.second")
    return [
        rings.mark_point(
            filled=False, fill="white", opacity=1, size=look.pick(60, 22), strokeWidth=look.pick(1.5, 0.7)
        ),
        dots.mark_point(filled=True, opacity=1, size=look.pick(22, 8)),
    ]


def _marks(found: BalancingExperiment, look: Look, x: Any, colour: Any) -> list[Any]:
    """A dashed line at each index that is in the picture."""
    alt = altair_library()
    inside = [{"measure": name, "rnk": index} for name, index in found.index.items() if index and index <= found.ranks]
    if not inside:
        return []
    rules = alt.Chart(alt.Data(values=inside)).mark_rule(strokeDash=[4, 3], strokeWidth=look.pick(1.5, 0.8))
    return [rules.encode(x=x, color=colour)]


def _subtitle(found: BalancingExperiment) -> str:
    (a, b), (c, d) = found.middle, found.tail
    beyond = [
        f"{name} has {'none' if index is None else f'{index:,}'}"
        for name, index in found.index.items()
        if index is None or index > found.ranks
    ]
    at: dict[int, list[str]] = {}
    for name, index in found.index.items():
        if index is not None and index <= found.ranks:
            at.setdefault(index, []).append(name)
    beyond += [
        f"{_listed(names)} {'both' if len(names) == 2 else 'all'} have {index}"
        for index, names in at.items()
        if len(names) > 1
    ]
    outside = f" ({'; '.join(beyond)})" if beyond else ""
    second = any(one.second_better > one.first_better for name in found.counts for one in found.shares(name))
    hollow = "; hollow: the second system is more often the better one" if second else ""
    exactly = "exactly relevant" if found.exact_shares else "relevant"
    return (
        f"{exactly}: {_percent(found.top)} of both to rank rnk, {_percent(a)} and {_percent(b)} to rank {found.ranks}, "
        f"{_percent(c)} and {_percent(d)} to rank {found.length:,}; {found.topics:,} topics, {found.trials:,} trials, "
        f"bands 95%{hollow}; dashed: balancing index{outside}{_hidden(found)}"
    )


def _hidden(found: BalancingExperiment) -> str:
    """Which lines lie under another."""
    alike: dict[tuple[float, ...], list[str]] = {}
    for name in found.counts:
        alike.setdefault(found[name], []).append(name)
    return "".join(f"; the lines of {_listed(names)} coincide" for names in alike.values() if len(names) > 1)


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
