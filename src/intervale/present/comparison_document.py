"""A comparison as one JSON document."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from intervale.present.comparison import evidence_of
from intervale.present.evidence import evidence_document, evidence_sentences
from intervale.present.pairs import topic_table
from intervale.present.table import Table
from intervale.present.wording import answers
from intervale.statements.evidence import Evidence
from intervale.stats.comparison import Comparison, MeasureComparison
from intervale.stats.decisions import Decisions
from intervale.stats.outcome import Omnibus
from intervale.stats.tidy import test_pairs

__all__ = ["comparison_document"]


def comparison_document(
    found: Comparison, said: Evidence | None = None, *, pairs: bool = False, topics: bool = False
) -> dict[str, Any]:
    """The document that ``intervale compare --json`` prints."""
    said = evidence_of(found) if said is None else said
    differences = _differences(topic_table(found)) if topics else {}
    return {
        "alpha": found.alpha,
        "correction": found.correction,
        "resamples": found.resamples,
        "seed": found.seed,
        "margin": found.margin,
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
                "may_be_best": None
                if measure.best is None
                else [found.systems[s] for s in measure.ranking if measure.best.possible[s]],
                "tests": {test: _test(found, measure, test, pairs) for test in measure.tests},
            }
            | ({"differences": differences[name]} if topics else {})
            | ({"interval_differences": differences[measure.form]} if topics and measure.form in differences else {})
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
        "answers": [
            {"measure": one.measure, "verdict": one.verdict, "numbers": one.numbers} for one in answers(found, said)
        ],
        "statements": [*found.statements, *evidence_sentences(said, found)],
        "evidence": evidence_document(said),
        "notes": list(found.notes),
    }


def _test(found: Comparison, measure: MeasureComparison, name: str, pairs: bool) -> dict[str, Any]:
    decisions = measure.tests[name]
    entry: dict[str, Any] = {
        "title": decisions.test.title,
        "correction": "its own" if decisions.test.family else decisions.correction,
        "needs": decisions.test.scale,
        "permitted": measure.scale.permits(decisions.test.scale),
        "pairs": decisions.pairs,
        "significant": int(decisions.significant.sum()),
        "open": int(decisions.opened.sum()),
    }
    if decisions.outcome.omnibus is not None:
        entry["omnibus"] = _omnibus(decisions.outcome.omnibus)
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
            entry["interval"]["decisions"] = _pairs(found, measure, form)
    if pairs:
        entry["effect"] = decisions.test.effect
        entry["decisions"] = _pairs(found, measure, decisions)
    return entry


def _pairs(found: Comparison, measure: MeasureComparison, decisions: Decisions) -> list[dict[str, Any]]:
    columns = test_pairs(found, measure, decisions)
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _omnibus(omnibus: Omnibus) -> dict[str, Any]:
    return {
        "name": omnibus.name,
        "statistic": _number(omnibus.statistic),
        "freedom": list(omnibus.freedom),
        "p": _number(omnibus.p),
    }


def _differences(table: Table) -> dict[str, list[dict[str, Any]]]:
    names = ("topic", "a", "b", "score_a", "score_b", "difference")
    found: dict[str, list[dict[str, Any]]] = {}
    for row in table.rows:
        found.setdefault(str(row[0].value), []).append(dict(zip(names, (cell.value for cell in row[1:]), strict=True)))
    return found


def _number(value: Any) -> float | None:
    return float(value) if math.isfinite(value) else None
