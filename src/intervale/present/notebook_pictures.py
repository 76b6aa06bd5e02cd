"""The pictures that a notebook shows of a value: Hasse diagrams, which need nothing, and charts where the extra
``report`` is there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from intervale.errors import IntervaleError
from intervale.exact.posets import Poset
from intervale.exact.shown import Shown
from intervale.orders import InducedOrder, Order, OwnOrder, RunPoset, RunValuation, poset
from intervale.present.balance_experiment import experiment_chart
from intervale.present.diagram import diagram_of, plain_diagram
from intervale.present.discriminative import level_chart
from intervale.present.hasse import group_label
from intervale.present.inline_svg import inline_chart, inline_diagram
from intervale.present.leaderboard_charts import places_plot
from intervale.present.look import SCREEN
from intervale.present.order import space_text
from intervale.present.plots import comparison_plot
from intervale.present.rankings import agreement_chart
from intervale.present.rankings_disagree import disagreements_chart
from intervale.present.regions import strip_chart
from intervale.present.side_by_side_charts import curves_chart
from intervale.present.spacing import spacing_chart
from intervale.present.stability import stability_chart
from intervale.rankings.agreement import Agreement
from intervale.rankings.disagree import Disagreements
from intervale.scales import BalancingExperiment, IntervalScale, IntervalScales, NumberRegion
from intervale.statements import Dominance, Leaderboard
from intervale.stats import Comparison, DiscriminativePower, Stability

__all__ = ["MOST_BOXES", "PICTURES"]

MOST_BOXES, MOST_ACROSS, MOST_SYSTEMS, MOST_MEASURES, MOST_VALUES = 64, 14, 60, 4, 40
"""Of diagrams, how many boxes there are and how many side by side; of charts, how many systems, charts and values."""
EXAMPLE = 3
"""How long the runs are on which an order is drawn."""


def _fits(poset: Poset) -> bool:
    """Whether the diagram of an order is small enough to be read."""
    return 0 < poset.size <= MOST_BOXES and max(len(level) for level in poset.levels()) <= MOST_ACROSS


def _run_poset(found: RunPoset, value: Callable[[Any], Any] | None = None) -> list[str]:
    if not _fits(found.poset):
        return []
    title = f"Hasse diagram of {found.order.name} on {space_text(found.space)}; better runs stand higher"
    return [inline_diagram(diagram_of(found, value, ()), title)]


def _plain_poset(found: Poset) -> list[str]:
    if not _fits(found):
        return []
    return [inline_diagram(plain_diagram(found, [str(x) for x in range(found.size)]), "Hasse diagram")]


def _order(found: Order) -> list[str]:
    """The order on short runs; an own order as far as it is defined on them."""
    grades = found.grades or 1 if isinstance(found, OwnOrder) else 1
    try:
        return _run_poset(poset(found, EXAMPLE, grades))
    except IntervaleError:
        return []


def _valuation(found: RunValuation) -> list[str]:
    return _run_poset(found.poset, found.value)


def _dominance(found: Dominance) -> list[str]:
    """Systems by dominance on all topics, those that dominate the same and are dominated by the same in one box."""
    groups = sorted(found.twins(), key=len, reverse=True)
    if not 0 < len(groups) <= MOST_BOXES:
        return []
    labels = [str(group_label([found.systems[s] for s in members], SCREEN)) for members in groups]
    title = f"Systems that dominate others on all topics in {found.order}; who dominates stands higher"
    return [inline_diagram(plain_diagram(found.group_poset(groups), labels), title)]


def _leaderboard(found: Leaderboard) -> list[str]:
    if len(found.systems) > MOST_SYSTEMS:
        return []
    return [inline_chart(places_plot(found, measure=name)) for name in list(found.measures)[:MOST_MEASURES]]


def _comparison(found: Comparison) -> list[str]:
    """The means by each measure, or by topic the differences of two systems."""
    return [inline_chart(comparison_plot(found, measure=name)) for name in list(found.measures)[:MOST_MEASURES]]


def _ranked(found: Stability) -> bool:
    """Whether there is something to draw, and not too much."""
    return len(found.measures) <= MOST_VALUES and any(one.mean_tau is not None for one in found.measures)


def _interval_scale(found: IntervalScale) -> list[str]:
    return [inline_chart(spacing_chart(found, str(found.measure)))] if found.runs_by_value(MOST_VALUES) else []


def _agreement(found: Agreement) -> list[str]:
    if not 2 < len(found.metrics) <= MOST_BOXES:
        return []
    return [inline_chart(agreement_chart(found, found.clustered(), grouped=False))]


def _disagreements(found: Disagreements) -> list[str]:
    return [inline_chart(disagreements_chart(found))] if 2 < len(found.levels) <= MOST_BOXES else []


PICTURES: dict[type[Shown], Callable[[Any], list[str]]] = {
    RunPoset: _run_poset,
    Poset: _plain_poset,
    InducedOrder: lambda found: [],
    Order: _order,
    RunValuation: _valuation,
    Dominance: _dominance,
    Leaderboard: _leaderboard,
    Comparison: _comparison,
    DiscriminativePower: lambda found: [inline_chart(level_chart(found))],
    Stability: lambda found: [inline_chart(stability_chart(found))] if _ranked(found) else [],
    IntervalScale: _interval_scale,
    IntervalScales: lambda found: [inline_chart(curves_chart(found))],
    NumberRegion: lambda found: [inline_chart(strip_chart([found], str(found.measure)))],
    BalancingExperiment: lambda found: [inline_chart(experiment_chart(found))],
    Agreement: _agreement,
    Disagreements: _disagreements,
}
"""How the pictures of each kind of value are drawn."""
