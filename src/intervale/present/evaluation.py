"""A table of scores as a report: the table that people see, the document that programs read."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from intervale.data.tabular import Rows, columns_of
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluation import CONFIDENCE
from intervale.evaluation.notes import DECISIVE, decisive
from intervale.measures.spread import one_carries
from intervale.present.table import BEST, Cell, Table

if TYPE_CHECKING:
    from intervale.evaluation.aggregates import Aggregates

__all__ = ["aggregates_document", "aggregates_table", "evaluation_document", "evaluation_rows", "evaluation_table"]

BEYOND = "!: the statistic assumes a scale that the measure is not known to be on"


def evaluation_table(
    scores: Evaluation, *, per_topic: bool = False, ci: bool = False, sort: str | None = None
) -> Table:
    """Systems in rows and measures in columns, the best value of each marked; one system alone stands upright.

    ``sort`` puts the systems in the order of a measure's means, the best first.
    """
    if sort is not None:
        scores = _sorted(scores, sort)
    if per_topic:
        return _per_topic(scores)
    about = _ci_line(scores) if ci else ()
    footer = (*about, *_count_line(scores), *_notes(scores))
    if len(scores.systems) == 1:
        (system,) = scores.systems
        upright = tuple((Cell(name), _mean(scores, system, name, ci)) for name in scores.names)
        return Table(("measure", system), upright, footer=footer)
    best = {name: _best(scores, name) for name in scores.names}
    behind = [name for name in scores.names if _few_topics(scores, name)]
    rows = tuple(
        (
            Cell(system),
            *(
                cell
                for name in scores.names
                for cell in (
                    _mean(scores, system, name, ci, system in best[name]),
                    *([_topics(scores, system, name)] if name in behind else []),
                )
            ),
        )
        for system in scores.systems
    )
    columns = [
        column for name in scores.names for column in (name, *([f"topics behind {name}"] if name in behind else []))
    ]
    return Table(("system", *columns), rows, legend=_best_line(best), footer=footer)


def _few_topics(scores: Evaluation, name: str) -> bool:
    """Whether one topic carries more than half of the mean of some system, for a measure made of ranks."""
    return scores.measure(name).few_may_carry and bool(one_carries(scores.matrix(name)).any())


def _topics(scores: Evaluation, system: str, name: str) -> Cell:
    number = scores.effective_topics(system, name)
    return Cell(None) if math.isnan(number) else Cell(number, digits=1)


def _sorted(scores: Evaluation, measure: str) -> Evaluation:
    means = [scores.mean(system, measure) for system in scores.systems]
    places = means if scores.bounds_of(measure) is None else scores.mean_order(measure).places.tolist()
    rows = sorted(range(len(places)), key=lambda s: (math.isnan(places[s]), -places[s]))
    return scores.subset(systems=[scores.systems[s] for s in rows])


def _ci_line(scores: Evaluation) -> tuple[str, ...]:
    if len(scores.topics) < 2:
        return ("no confidence interval: it takes two topics",)
    return (f"[low, high]: {CONFIDENCE:.0%} confidence interval of the mean, Student's t over topics",)


def _per_topic(scores: Evaluation) -> Table:
    rows = []
    for s, system in enumerate(scores.systems):
        for t, topic in enumerate(scores.topics):
            cells = [_cell(scores, m, scores.values[m, s, t]) for m in range(len(scores.names))]
            rows.append((Cell(system), Cell(topic), *cells))
        rows.append((Cell(system), Cell("all"), *(_mean(scores, system, name, False) for name in scores.names)))
    footer = (*_count_line(scores), *_notes(scores))
    return Table(("system", "topic", *scores.names), tuple(rows), footer=footer)


def _cell(scores: Evaluation, measure: int, value: float) -> Cell:
    chosen = scores.measures[measure]
    return Cell(None if math.isnan(value) else float(value), whole=chosen.aggregate == "sum", tiny=chosen.is_derived)


def _mean(scores: Evaluation, system: str, name: str, ci: bool, best: bool = False) -> Cell:
    value = scores.mean(system, name)
    measure = scores.measure(name)
    around = scores.ci(system, name, CONFIDENCE) if ci else None
    shown = None if math.isnan(value) else value
    return Cell(shown, measure.aggregate == "sum", best, around, tiny=measure.is_derived)


def _best(scores: Evaluation, name: str) -> set[str]:
    """The systems with the best mean of a measure, where more is better and bounds do not leave it open."""
    if not scores.measure(name).has_best:
        return set()
    return scores.best(name)


def _best_line(best: dict[str, set[str]]) -> tuple[str, ...]:
    return (BEST,) if any(best.values()) else ()


def _notes(scores: Evaluation) -> list[str]:
    """What decides how scores can be read comes first, as not all notes are shown by default; then how data were
    handled, and the other notes.
    """
    first = [note for note in scores.notes if decisive(note) < len(DECISIVE)]
    return [*first, *_policy(scores), *(note for note in scores.notes if note not in first)]


def _policy(scores: Evaluation) -> list[str]:
    """How data were handled, where that is known: not of scores alone."""
    return [] if scores.judged is None else scores.policy.sentences()


def _count_line(scores: Evaluation) -> tuple[str, ...]:
    return (_counts(len(scores.systems), len(scores.topics)),)


def _counts(systems: int, topics: int) -> str:
    return f"{systems:,} system{'s' * (systems != 1)}, {topics:,} topic{'s' * (topics != 1)}"


def evaluation_rows(scores: Evaluation, *, per_topic: bool = False, ci: bool = False) -> Rows:
    """One long table: system, topic, measure, value; the means are on the topic ``all``, as trec_eval has them."""
    names = ["system", "topic", "measure", "value", *(["ci_low", "ci_high"] if ci else [])]
    rows: list[tuple[Any, ...]] = []
    for s, system in enumerate(scores.systems):
        for m, name in enumerate(scores.names):
            whole = scores.measures[m].aggregate == "sum"
            if per_topic:
                values = zip(scores.topics, scores.values[m, s], strict=True)
                rows += [(system, topic, name, _json(float(value), whole)) for topic, value in values]
            ends = [_json(end, False) for end in scores.ci(system, name)] if ci else []
            rows.append((system, "all", name, _json(scores.mean(system, name), whole), *ends))
    return Rows(columns_of(names, rows))


def evaluation_document(scores: Evaluation, *, per_topic: bool = False) -> dict[str, Any]:
    """The document that ``intervale evaluate --json`` prints."""
    systems: dict[str, Any] = {}
    whole = [measure.aggregate == "sum" for measure in scores.measures]
    for s, system in enumerate(scores.systems):
        means = zip(scores.names, whole, strict=True)
        entry: dict[str, Any] = {"mean": {name: _json(scores.mean(system, name), count) for name, count in means}}
        entry["ci"] = {
            name: None if math.isnan((bounds := scores.ci(system, name, CONFIDENCE))[0]) else list(bounds)
            for name in scores.names
        }
        forms = [name for name, measure in zip(scores.names, scores.measures, strict=True) if measure.is_derived]
        if forms:
            entry["effective_topics"] = {name: _json(scores.effective_topics(system, name), False) for name in forms}
        if scores.errors is not None:
            entry["bounds"] = {name: [_json(end, False) for end in scores.mean_bounds(system, name)] for name in forms}
        if per_topic:
            entry["topics"] = {
                topic: {name: _json(float(scores.values[m, s, t]), whole[m]) for m, name in enumerate(scores.names)}
                for t, topic in enumerate(scores.topics)
            }
            if scores.errors is not None:
                rows = [(name, scores.errors[scores.names.index(name), s]) for name in forms]
                entry["errors"] = {
                    topic: {name: float(errors[t]) for name, errors in rows} for t, topic in enumerate(scores.topics)
                }
        systems[system] = entry
    return {
        "measures": list(scores.names),
        "systems": systems,
        "aggregates": {name: measure.aggregate for name, measure in zip(scores.names, scores.measures, strict=True)},
        "canonical": {name: str(measure) for name, measure in zip(scores.names, scores.measures, strict=True)},
        "confidence": CONFIDENCE,
        "topic_count": len(scores.topics),
        "policy": asdict(scores.policy),
        "notes": list(scores.notes),
    }


def aggregates_table(found: Aggregates, sort: str | None = None) -> Table:
    """Systems in rows and the statistics of measures in columns; one system alone stands upright. ``sort`` puts the
    systems in the order of the first statistic of a measure, the largest first.
    """
    pairs = [(m, k) for m in range(len(found.names)) for k in range(len(found.statistics))]
    beyond = [not found.permitted(m, k) for m, k in pairs]
    names = [
        f"{found.statistics[k].name} {found.names[m]}{' !' if mark else ''}"
        for (m, k), mark in zip(pairs, beyond, strict=True)
    ]
    cells = [[_statistic(found, m, s, k) for m, k in pairs] for s in _places(found, sort)]
    systems = [found.systems[s] for s in _places(found, sort)]
    legend = (BEYOND,) if any(beyond) else ()
    footer = (_counts(len(found.systems), found.topics), *found.notes)
    if len(systems) == 1:
        upright = tuple((Cell(name), cell) for name, cell in zip(names, cells[0], strict=True))
        return Table(("statistic", systems[0]), upright, legend=legend, footer=footer)
    rows = tuple((Cell(system), *row) for system, row in zip(systems, cells, strict=True))
    return Table(("system", *names), rows, legend=legend, footer=footer)


def _places(found: Aggregates, sort: str | None) -> list[int]:
    places = list(range(len(found.systems)))
    if sort is None:
        return places
    values = [found.value(system, sort) for system in found.systems]
    return sorted(places, key=lambda s: (math.isnan(values[s]), -values[s] if values[s] == values[s] else 0.0))


def _statistic(found: Aggregates, m: int, s: int, k: int) -> Cell:
    value, low, high = (float(array[m, s, k]) for array in (found.values, found.low, found.high))
    around = (low, high) if low < high else None
    return Cell(value if math.isfinite(value) else None, ci=around, tiny=found.measures[m].is_derived)


def aggregates_document(found: Aggregates) -> dict[str, Any]:
    """What ``intervale evaluate --aggregate --json`` prints."""

    def by_measure(array: Any, s: int) -> dict[str, dict[str, float | int | None]]:
        return {
            name: {one.name: _json(float(array[m, s, k]), False) for k, one in enumerate(found.statistics)}
            for m, name in enumerate(found.names)
        }

    systems: dict[str, Any] = {}
    for s, system in enumerate(found.systems):
        systems[system] = {"statistics": by_measure(found.values, s)}
        if found.bounded:
            systems[system] |= {"low": by_measure(found.low, s), "high": by_measure(found.high, s)}
    return {
        "measures": list(found.names),
        "statistics": [
            {
                "statistic": one.name,
                "title": one.statistic.title,
                "needs": one.statistic.scale,
                "permitted": {name: found.permitted(m, k) for m, name in enumerate(found.names)},
            }
            for k, one in enumerate(found.statistics)
        ],
        "scales": {name: scale.text for name, scale in zip(found.names, found.scales, strict=True)},
        "systems": systems,
        "topic_count": found.topics,
        "notes": list(found.notes),
    }


def _json(x: float, whole: bool) -> float | int | None:
    if not math.isfinite(x):
        return None
    return int(x) if whole else x
