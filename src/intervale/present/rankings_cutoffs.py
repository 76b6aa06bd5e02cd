"""What cutoffs change on rankings: tables and a document."""

from __future__ import annotations

from typing import Any

from intervale.present.ranking_scores import rule_notes, value_cell
from intervale.present.table import Cell, Table
from intervale.rankings.at_k import AMONG, meaning_at_k
from intervale.rankings.criteria import percent
from intervale.rankings.cutoffs import Cutoffs, CutoffStep, MetricSteps
from intervale.rankings.evaluate import RankingScore
from intervale.rankings.taxonomy import Group

__all__ = ["cutoffs_document", "cutoffs_tables"]

MOST_COLUMNS = 8
"""Values at cutoffs that are named stand in a table of their own; if it were wider, in one for each metric."""
ANSWERS = {True: "yes", False: "no", None: "not known"}


def cutoffs_tables(found: Cutoffs) -> list[Table]:
    """Metrics in rows; and where cutoffs are named, the values at these, rankings in rows."""
    changes = ("small", "steps", "mean change", "largest change", "from k", "opposite", "tied by one")
    rows = tuple(_row(name, one) for name, one in found.metrics.items())
    larger = ", with k the larger cutoff" if found.criteria.epsilon_k.power else ""
    footer = [
        f"stable: at least {percent(found.criteria.share_of_steps)} of the steps from k to k + {found.by} are small",
        f"small: a change below {found.criteria.epsilon_k}{larger}",
        f"opposite: pairs of rankings that m@k and m@(k + {found.by}) put in opposite order",
        "tied by one: pairs of rankings that one of them ties",
        *_at_k(found),
        *_uncertain(found),
        *rule_notes(found.against),
    ]
    columns = ("metric", "stable", "largest in", *changes)
    first = Table(columns, rows, _title(found), lead=tuple(_lead(found)), footer=tuple(footer))
    values = _values(found)
    return [first, *values]


def _row(name: str, one: MetricSteps) -> tuple[Cell, ...]:
    largest, orders = one.largest, one.orders
    return (
        Cell(name),
        Cell(ANSWERS[one.stable]),
        Cell("-" if largest is None else largest.ranking),
        Cell(one.below, whole=True),
        Cell(len(one.steps), whole=True),
        *(_change(number) for number in (one.mean, None if largest is None else largest.change)),
        Cell("-" if largest is None else largest.k, whole=True),
        Cell(orders.discordant, whole=True),
        Cell(orders.tied_first + orders.tied_second, whole=True),
    )


def _change(number: float | None) -> Cell:
    return Cell("infinite", figures=True) if number == float("inf") else Cell(number)


def _lead(found: Cutoffs) -> list[str]:
    """Which metrics are stable, and which order rankings differently at another cutoff."""
    said = []
    for answer, text in ((True, "Stable"), (False, "Not stable"), (None, "Not known to be stable")):
        names = [name for name, one in found.metrics.items() if one.stable is answer]
        said += [f"{text}: {', '.join(names)}."] if names else []
    lines = [" ".join(said)]
    if len(found.against.pairs) > 1:
        lines.append(_orders(found))
    return lines


def _orders(found: Cutoffs) -> str:
    """Which metric puts most pairs of rankings in opposite order."""
    both = f"m@k and m@(k + {found.by})"
    worst = max(found.metrics, key=lambda name: found.metrics[name].orders.discordant)
    orders = found.metrics[worst].orders
    if not orders.discordant:
        return f"No metric puts two rankings in opposite order at k and at k + {found.by}."
    cutoffs = len({step.k for step in found.metrics[worst].steps})
    where = f" at {cutoffs} cutoffs" if cutoffs > 1 else ""
    return (
        f"{worst} changes the order of rankings most: {both} put {orders.discordant:,} of {orders.pairs:,} "
        f"pairs{where} in opposite order."
    )


def _title(found: Cutoffs) -> str:
    count = len(found.against.pairs)
    where = "from each k" if found.k is None else f"from k = {', '.join(map(str, found.k))}"
    return f"{count} ranking{'s' * (count != 1)} against {found.against.reference}, {where} to k + {found.by}"


def _at_k(found: Cutoffs) -> list[str]:
    """What a reader may take m@k for, and is not so."""
    metrics = {name: one.metric for name, one in found.metrics.items()}
    among = [name for name, one in metrics.items() if meaning_at_k(one) == AMONG]
    own = [name for name, one in metrics.items() if one.depends_on_k and one.group is not Group.CONFUSION]
    said = []
    if among:
        text = "at k, the top k of the reference, ranked among themselves; what only the other ranking has there is not"
        said.append(f"{', '.join(among)}: {text} seen")
    if own:
        said.append(f"{', '.join(own)}: the reference itself has another value at each k, which is part of the change")
    return said


def _uncertain(found: Cutoffs) -> list[str]:
    """What is open, and what is undefined and why."""
    said = []
    for name, one in found.metrics.items():
        missing = [step for step in one.steps if step.change is None]
        if missing:
            first = missing[0]
            why = f"{first.ranking} from k = {first.k}: {first.why}"
            said.append(f"{name}: {len(missing)} of {len(one.steps)} steps are undefined, such as {why}")
        if one.open:
            text = "1 change is" if one.open == 1 else f"{one.open} changes are"
            said.append(f"{name}: {text} too near {found.criteria.epsilon_k} to be sure")
    return [*said, *(f"{name} is left out: {why}" for name, why in found.left_out.items())]


def _values(found: Cutoffs) -> list[Table]:
    """The values at the cutoffs that are named: in one table, or where that is too wide in one for each metric."""
    if found.k is None:
        return []
    cutoffs = sorted({*found.k, *(k + found.by for k in found.k)})
    names = list(found.metrics)
    parts = [names] if len(names) * len(cutoffs) <= MOST_COLUMNS else [[name] for name in names]
    return [_values_of(found, [(name, k) for name in part for k in cutoffs]) for part in parts]


def _values_of(found: Cutoffs, wanted: list[tuple[str, int]]) -> Table:
    scores: dict[tuple[str, str, int], RankingScore] = {}
    for name, one in found.metrics.items():
        for step in one.steps:
            scores[step.ranking, name, step.k] = step.first
            scores[step.ranking, name, step.k + found.by] = step.second
    rows = tuple((Cell(at), *(value_cell(scores[at, name, k]) for name, k in wanted)) for at in found.against.pairs)
    return Table(("ranking", *(f"{name}@{k}" for name, k in wanted)), rows, "Values")


def cutoffs_document(found: Cutoffs) -> dict[str, Any]:
    """The changes as one JSON document; null where a value is infinite or undefined."""
    return {
        "reference": found.against.reference,
        "by": found.by,
        "epsilon_k": str(found.criteria.epsilon_k),
        "share": float(found.criteria.share_of_steps),
        "ties": found.against.ties,
        "missing": found.against.missing,
        "items": {name: pair.n for name, pair in found.against.pairs.items()},
        "left_out": found.left_out,
        "metrics": {name: _summary(one) for name, one in found.metrics.items()},
        "values": [_step(name, step, found.by) for name, one in found.metrics.items() for step in one.steps],
    }


def _summary(one: MetricSteps) -> dict[str, Any]:
    largest, orders = one.largest, one.orders
    return {
        "stable": one.stable,
        "steps": len(one.steps),
        "below": one.below,
        "open": one.open,
        "undefined": len(one.steps) - len(one.defined),
        "largest": None if largest is None else _finite(largest.change),
        "largest_at": None if largest is None else [largest.ranking, largest.k],
        "mean": _finite(one.mean),
        "pairs": orders.pairs,
        "opposite": orders.discordant,
        "tied_by_one": orders.tied_first + orders.tied_second,
    }


def _step(name: str, step: CutoffStep, by: int) -> dict[str, Any]:
    return {
        "metric": name,
        "ranking": step.ranking,
        "k": step.k,
        "next_k": step.k + by,
        "value": step.first.value,
        "exact": step.first.text or None,
        "next": step.second.value,
        "next_exact": step.second.text or None,
        "change": _finite(step.change),
        "below": step.below,
        "why": step.why or None,
    }


def _finite(number: float | None) -> float | None:
    return number if number is not None and abs(number) < float("inf") else None
