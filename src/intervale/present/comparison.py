"""A comparison of systems as tables and as a document: ranking with groups, decisions of tests, pairs, topics."""

from __future__ import annotations

import math
from itertools import combinations, product
from typing import Any

import numpy as np

from intervale.data.tabular import Rows, columns_of
from intervale.present.evidence import evidence_document, evidence_sentences, evidence_table
from intervale.present.table import Cell, Table
from intervale.statements.evidence import Evidence
from intervale.stats.comparison import Comparison, MeasureComparison
from intervale.stats.corrections import CORRECTED, CORRECTIONS
from intervale.stats.decisions import Decisions
from intervale.stats.letters import LETTERS, letters

__all__ = ["comparison_document", "comparison_tables", "pair_table", "ranking_tables", "topic_rows", "topic_table"]

MOST_RANKED = 30


def comparison_tables(found: Comparison, said: Evidence | None = None) -> list[Table]:
    """The systems by mean with the groups that do not differ, where they are not too many; then the decisions, and what
    differences rest on.
    """
    tables = []
    if len(found.systems) <= MOST_RANKED:
        tables = ranking_tables(found)
    changed = [_changed(found)] if len(found.measures) > 1 and found.changed else []
    last = [evidence_table(said, found)] if said is not None and said.measures else []
    return [*tables, *changed, _decisions(found), *last]


def ranking_tables(found: Comparison) -> list[Table]:
    """The systems by mean, one table for each measure."""
    return [_ranking(found, measure) for measure in found.measures.values()]


def _changed(found: Comparison) -> Table:
    rows = tuple(
        (
            Cell(one.group),
            Cell(len(one.cells), whole=True),
            *(Cell(x, percent=True) for x in (one.s2ns, one.ns2s, one.delta)),
        )
        for one in found.changed
    )
    columns = ("decisions that change on the interval scale", "cells", "S2NS", "NS2S", "Δ%")
    legend = "means over cells, each a measure and a test that may change"
    legend += "; the last row is the mean of the rows above" if len(rows) > 1 else ""
    return Table(columns, rows, legend=(legend,))


def _ranking(found: Comparison, measure: MeasureComparison) -> Table:
    test = next(iter(measure.tests))
    decisions = measure.tests[test]
    by = f"{decisions.title}, {found.alpha:g}"
    opened = int(decisions.opened.sum())
    unsettled = (
        (f"{opened:,} of {decisions.pairs:,} decisions are open; they do not count as differences",) if opened else ()
    )
    rows: list[tuple[Cell, ...]] = []
    if found.baselines:
        beside = [name for one in found.baselines for name in (f"win/tie/loss against {one}", f"differs from {one}")]
        columns: tuple[str, ...] = ("system", measure.name, *beside)
        different = measure.different(test)
        for system in measure.ranking:
            against = [
                cell
                for one in found.baselines
                for cell in (
                    _wins(found, measure, system, one),
                    Cell("yes" if different[system, found.systems.index(one)] else ""),
                )
            ]
            rows.append((Cell(found.systems[system]), _mean(measure, system), *against))
        differs = (f"differs: significantly ({by})", *unsettled)
        return Table(columns, tuple(rows), title=f"{measure.name}: systems by mean", legend=differs)
    groups = measure.groups(test)
    shown = 0 < len(groups) <= len(LETTERS)
    marks = letters(groups, len(found.systems)) if shown else []
    for system in measure.ranking:
        rows.append((Cell(found.systems[system]), _mean(measure, system), *([Cell(marks[system])] if shown else [])))
    legend = (f"systems that share a letter do not differ significantly ({by})", *unsettled) if shown else ()
    columns = ("system", measure.name, *(["groups"] if shown else []))
    return Table(columns, tuple(rows), title=f"{measure.name}: systems by mean", legend=legend)


def _wins(found: Comparison, measure: MeasureComparison, system: int, baseline: str) -> Cell:
    other = found.systems.index(baseline)
    return Cell("" if system == other else "/".join(map(str, measure.wins(system, other))))


def _mean(measure: MeasureComparison, system: int) -> Cell:
    mean = float(measure.means[system])
    return Cell(None if math.isnan(mean) else mean, tiny=True)


def _decisions(found: Comparison) -> Table:
    interval = any(measure.interval for measure in found.measures.values())
    opened = any(
        decisions.opened.any()
        for measure in found.measures.values()
        for decisions in (*measure.tests.values(), *measure.interval.values())
    )
    beside = ("on the interval scale", "S2NS", "NS2S", "Δ%") if interval else ()
    columns = ("measure", "test", "needs", "pairs", "significant", *beside, *(("open",) if opened else ()))
    rows = []
    for measure in found.measures.values():
        for name, decisions in measure.tests.items():
            test = decisions.test
            number = int(decisions.significant.sum())
            mark = "" if measure.scale.permits(test.scale) else " !"
            cells = [Cell(measure.name), Cell(name), Cell(f"{test.scale}{mark}")]
            cells += [Cell(decisions.pairs, whole=True), Cell(number, whole=True)]
            if interval and measure.interval:
                less, more = measure.changed(name)
                cells += [Cell(int(measure.interval[name].significant.sum()), whole=True)]
                cells += [Cell(less, whole=True), Cell(more, whole=True), _share(less + more, number)]
            elif interval:
                cells += [Cell(None)] * 4
            if opened:
                both = [decisions, *([measure.interval[name]] if measure.interval else [])]
                cells.append(Cell(sum(int(one.opened.sum()) for one in both), whole=True))
            rows.append(tuple(cells))
    legend = []
    if any(str(row[2].value).endswith("!") for row in rows):
        legend.append("!: the test assumes a scale that the measure is not known to be on")
    if interval:
        legend.append(
            "S2NS: significant by the measure, not on its interval scale; NS2S: the reverse; Δ%: both / significant"
        )
    return Table(columns, tuple(rows), "decisions", tuple(legend), (*_about(found), *found.notes))


def _about(found: Comparison) -> list[str]:
    """What the decisions were made with."""
    tests = [one.test for measure in found.measures.values() for one in measure.tests.values()]
    said = [f"alpha {found.alpha:g}"]
    if any(not test.family for test in tests):
        said.append(CORRECTIONS[found.correction][0])
    if any(test.family for test in tests):
        said.append("Tukey's comparisons: alpha for all pairs together")
    if any(test.name in ("randomisation", "bootstrap") for test in tests):
        said.append(f"{found.resamples:,} resamples, seed {found.seed}")
    return ["; ".join(said), f"{len(found.systems):,} systems, {len(found.topics):,} topics"]


def _share(changed: int, number: int) -> Cell:
    return Cell(changed / number if number else None, percent=True)


def pair_table(found: Comparison) -> Table:
    """Every pair of systems that was looked at, with p-value, effect and decision."""
    columns = ("measure", "test", "a", "b", "a − b", "low", "high", "effect", "p", "decision")
    rows = []
    for measure in found.measures.values():
        for source, tests in ((measure.name, measure.tests), (measure.form, measure.interval)):
            for name, decisions in tests.items():
                for pair in _pairs(found, decisions):
                    words = "open" if pair["open"] else "differs" if pair["significant"] else "-"
                    rows.append(
                        (
                            Cell(str(source)),
                            Cell(name),
                            Cell(pair["a"]),
                            Cell(pair["b"]),
                            *(Cell(x, tiny=True) for x in (pair["difference"], pair.get("low"), pair.get("high"))),
                            Cell(pair["effect"]),
                            Cell(pair["p"], tiny=True),
                            Cell(words),
                        )
                    )
    about = (
        f"p and differs: after correction ({CORRECTED[found.correction]}; Tukey's comparisons have their own); low "
        "and high: not corrected, except for Tukey's comparisons"
    )
    return Table(columns, tuple(rows), legend=(about,), footer=(*_about(found), *found.notes))


def topic_table(found: Comparison) -> Table:
    """The differences of two systems, or of each with the baselines, topic by topic."""
    if found.baselines:
        others = [one for one in found.systems if one not in found.baselines]
        pairs = [*((s, b) for b in found.baselines for s in others), *combinations(found.baselines, 2)]
    else:
        pairs = [(found.systems[0], found.systems[1])]
    rows = []
    for measure in found.measures.values():
        sources = [(measure.name, measure.scores)]
        sources += [] if measure.form is None or measure.form_scores is None else [(measure.form, measure.form_scores)]
        for (name, scores), (a, b) in product(sources, pairs):
            x, y = (scores[found.systems.index(one)] for one in (a, b))
            for topic, first, second in zip(found.topics, x.tolist(), y.tolist(), strict=True):
                cells = [None if math.isnan(value) else value for value in (first, second, first - second)]
                names = (Cell(name), Cell(topic), Cell(a), Cell(b))
                rows.append((*names, *(Cell(value, tiny=True) for value in cells)))
    return Table(("measure", "topic", "a", "b", "score of a", "score of b", "a − b"), tuple(rows), footer=found.notes)


def topic_rows(found: Comparison) -> Rows:
    """:func:`topic_table` as one long table."""
    rows = ([cell.value for cell in row] for row in topic_table(found).rows)
    return Rows(columns_of(("measure", "topic", "a", "b", "score_a", "score_b", "difference"), rows))


def comparison_document(
    found: Comparison, said: Evidence | None = None, *, pairs: bool = False, topics: bool = False
) -> dict[str, Any]:
    """The document that ``intervale compare --json`` prints."""
    differences = _differences(topic_table(found)) if topics else {}
    return {
        "alpha": found.alpha,
        "correction": found.correction,
        "resamples": found.resamples,
        "seed": found.seed,
        "baselines": list(found.baselines),
        "systems": len(found.systems),
        "topics": len(found.topics),
        "measures": {
            name: {
                "scale": measure.scale.level,
                "equal_steps": measure.scale.equal_steps,
                "why": measure.scale.why,
                "means": {
                    found.systems[s]: None if np.isnan(measure.means[s]) else float(measure.means[s])
                    for s in measure.ranking
                },
                "tests": {test: _test(found, measure, test, pairs) for test in measure.tests},
            }
            | ({"differences": differences[name]} if topics else {})
            for name, measure in found.measures.items()
        },
        "changed": [
            {
                "group": one.group,
                "cells": [list(cell) for cell in one.cells],
                "s2ns": one.s2ns,
                "ns2s": one.ns2s,
                "delta": one.delta,
            }
            for one in found.changed
        ],
        "statements": [*found.statements, *([] if said is None else evidence_sentences(said, found))],
        "evidence": {} if said is None else evidence_document(said),
        "notes": list(found.notes),
    }


def _test(found: Comparison, measure: MeasureComparison, name: str, pairs: bool) -> dict[str, Any]:
    decisions = measure.tests[name]
    entry: dict[str, Any] = {
        "title": decisions.test.title,
        "correction": "Tukey" if decisions.test.family else decisions.correction,
        "needs": decisions.test.scale,
        "permitted": measure.scale.permits(decisions.test.scale),
        "pairs": decisions.pairs,
        "significant": int(decisions.significant.sum()),
        "open": int(decisions.opened.sum()),
    }
    if measure.interval:
        less, more = measure.changed(name)
        form = measure.interval[name]
        entry["interval"] = {
            "significant": int(form.significant.sum()),
            "s2ns": less,
            "ns2s": more,
            "open": int(form.opened.sum()),
        }
        if pairs:
            entry["interval"]["decisions"] = _pairs(found, form)
    if pairs:
        entry["effect"] = decisions.test.effect
        entry["decisions"] = _pairs(found, decisions)
    return entry


def _pairs(found: Comparison, decisions: Decisions) -> list[dict[str, Any]]:
    outcome = decisions.outcome
    listed = []
    for pair in range(decisions.pairs):
        entry = {
            "a": found.systems[decisions.first[pair]],
            "b": found.systems[decisions.second[pair]],
            "difference": _number(decisions.difference[pair]),
            "statistic": _number(outcome.statistic[pair]),
            "p": _number(decisions.p[pair]),
            "p_alone": None if decisions.test.family else _number(outcome.p[pair]),
            "significant": bool(decisions.significant[pair]),
            "effect": _number(outcome.effect[pair]),
            "open": bool(decisions.opened[pair]),
        }
        if outcome.low is not None and outcome.high is not None:
            entry |= {"low": _number(outcome.low[pair]), "high": _number(outcome.high[pair])}
        listed.append(entry)
    return listed


def _differences(table: Table) -> dict[str, list[dict[str, Any]]]:
    names = ("topic", "a", "b", "score_a", "score_b", "difference")
    found: dict[str, list[dict[str, Any]]] = {}
    for row in table.rows:
        found.setdefault(str(row[0].value), []).append(dict(zip(names, (cell.value for cell in row[1:]), strict=True)))
    return found


def _number(value: Any) -> float | None:
    return float(value) if math.isfinite(value) else None
