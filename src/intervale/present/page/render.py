"""The page, from a template: no network, no other file."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from intervale.data.writing import write_whole
from intervale.errors import OptionError
from intervale.measures.mean_order import MeanOrder
from intervale.present.escape import script_json, spelled, visible
from intervale.present.evidence import SURROGATE, clear_line, evidence_pairs
from intervale.present.hasse import POLICY, chart_bytes, chart_specification, vega_library
from intervale.present.leaderboard import leaderboard_sentences
from intervale.present.page.charts import charts, heat_map
from intervale.present.page.gather import Card, Gathered
from intervale.present.page.words import BIBTEX, FORMULAS, TERMS
from intervale.present.verdicts import because, known_by, scale_text
from intervale.present.wording import answers
from intervale.scales.spacing import Spacing
from intervale.statements.evidence import EQUAL, OPEN, RESTS_ON
from intervale.statements.suggested import ASSUMED
from intervale.stats.letters import LETTERS, letters
from intervale.stats.registry import Test

__all__ = ["figures", "page"]

Array = np.ndarray[Any, Any]
MOST_SENTENCES = 40
MAY_BE_BEST = "◆"
"""Marks a system that may be the best."""
PICTURES = ("svg", "pdf", "png")


def page(found: Gathered) -> str:
    """The report as one HTML document."""
    specifications = {name: chart_specification(chart) for name, chart in charts(found).items()}
    specifications["heat"] = chart_specification(heat_map(found, next(iter(found.measures)), empty=True))
    parts = {
        "title": found.title or _title(found),
        "found": found,
        "measures": found.measures,
        "short": _short_answers(found),
        "collection": _collection(found),
        "board": _board(found),
        "decisions": _decisions(found),
        "cards": [_card(card, n, specifications) for n, card in enumerate(found.cards)],
        "said": _said(found),
        "clear": clear_line(found.comparison, _first_test(found).name),
        "evidence": _evidence(found),
        "sentences": found.sentences,
        "assumed": ASSUMED,
        "settled": [] if found.leaderboard is None else leaderboard_sentences(found.leaderboard),
        "surrogate": SURROGATE if any(not one.scale.shared for one in found.evidence.measures.values()) else "",
        "dominated": found.evidence.dominance is not None and bool(found.evidence.dominance.dominates.any()),
        "charts": set(specifications),
        "terms": TERMS,
        "formulas": FORMULAS,
        "bibtex": BIBTEX,
        "about": found.about,
        "policy": {} if found.judged is None else asdict(found.evaluation.policy),
        "notes": (*found.comparison.notes,),
        "style": _file("style.css"),
        "script": _file("page.js"),
        "vega": vega_library(),
        "security": POLICY,
        "data": script_json(spelled(_data(found))),
        "specifications": script_json(specifications),
    }
    text: str = _environment().get_template("page.html").render(parts)
    return text


def figures(found: Gathered, folder: Path) -> list[Path]:
    """All charts as SVG, PDF and PNG in a folder, the heat map of each measure among them."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"{folder} cannot be created: {error.strerror}") from None
    made = charts(found) | {f"heat-map-{n}": heat_map(found, name) for n, name in enumerate(found.measures)}
    written = []
    for name, chart in made.items():
        for form in PICTURES:
            path = folder / f"{name}.{form}"
            write_whole(path, chart_bytes(chart, form))
            written.append(path)
    return written


@cache
def _environment() -> Any:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_file),
        autoescape=True,
        finalize=_shown,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = _number
    return environment


def _shown(value: Any) -> Any:
    """What the template puts in the page: texts are made visible, then escaped; what it calls safe stays."""
    return visible(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _file(name: str) -> str:
    return (files("intervale.present.page") / "assets" / name).read_text("utf-8")


def _number(value: Any, digits: int = 4) -> str:
    if value is None or (isinstance(value, float) and np.isnan(value)):
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{value:.{digits}f}"


def _title(found: Gathered) -> str:
    return f"{len(found.evaluation.systems)} systems on {len(found.evaluation.topics)} topics"


# ------------------------------------------------------------ sections


def _collection(found: Gathered) -> list[tuple[str, str]]:
    """What was evaluated, in rows."""
    table = found.evaluation
    rows = [("systems", f"{len(table.systems):,}"), ("topics", f"{len(table.topics):,}")]
    if found.judged is not None:
        bases, judged = found.judged.topics.recall_base(), found.judged.topics.judged()
        missing = int((~found.judged.answered).sum())
        rows += [
            ("judged documents", f"{int(judged.sum()):,}, {judged.min():,} to {judged.max():,} a topic"),
            ("recall base", f"{int(bases.sum()):,} relevant documents, {bases.min():,} to {bases.max():,} a topic"),
            ("grades", f"0 to {found.judged.topics.top}" if found.judged.topics.top else "not whole numbers"),
            ("topics missing from runs", f"{missing:,}" if missing else "none"),
        ]
        unjudged = found.unjudged()
        assert unjudged is not None
        worst = found.evaluation.systems[int(unjudged.argmax())]
        share = f"{unjudged.mean():.1%} on average, most in {worst}: {unjudged.max():.1%}" if unjudged.max() else "none"
        rows.append((f"unjudged in the first {found.depth}", share))
    return rows


def _board(found: Gathered) -> dict[str, Any]:
    """The leaderboard: for each system the mean of each measure and of its interval form, and how many places it moves
    there. Systems with equal means share a place.
    """
    columns: list[dict[str, Any]] = []
    cells: list[list[tuple[float | None, str, int]]] = []
    marks = set()
    for name, form in found.measures.items():
        beside = _letters(found, name)
        marks |= {MAY_BE_BEST if one == MAY_BE_BEST else "letters" for one in beside if one}
        places = _places(found.comparison.measures[name].mean_order)
        columns.append({"name": name, "form": None, "id": len(columns)})
        means = found.comparison.measures[name].means
        cells.append([(_mean(mean), mark, 0) for mean, mark in zip(means, beside, strict=True)])
        if form is not None:
            on_form = found.evaluation.mean_order(form)
            columns.append({"name": form, "form": name, "id": len(columns)})
            moved = places - _places(on_form)
            cells.append([(_mean(mean), "", int(by)) for mean, by in zip(on_form.means, moved, strict=True)])
    first = next(iter(found.comparison.measures.values()))
    rows = [{"system": found.evaluation.systems[s], "cells": [column[s] for column in cells]} for s in first.ranking]
    return {"columns": columns, "rows": rows, "marks": marks, "test": first.tests[_first_test(found).name].title}


def _places(means: MeanOrder) -> Array:
    """The place of each mean, from 1; equal ones share it."""
    with np.errstate(invalid="ignore"):
        found: Array = 1 + (means.places[None] > means.places[:, None]).sum(axis=1)
    return found


def _mean(x: float) -> float | None:
    return None if np.isnan(x) else float(x)


def _first_test(found: Gathered) -> Test:
    """The test behind letters and answers in short: t where it was run."""
    tests = next(iter(found.comparison.measures.values())).tests
    return tests["t"].test if "t" in tests else next(iter(tests.values())).test


def _letters(found: Gathered, name: str) -> list[str]:
    """The groups of each system as letters; where there are too many, a mark on those that may be the best."""
    compared, test = found.comparison.measures[name], _first_test(found).name
    groups = compared.groups(test)
    if 1 < len(groups) <= len(LETTERS) // 2:
        return letters(groups, len(compared.means))
    if compared.best is None:
        return [""] * len(compared.means)
    return [MAY_BE_BEST if possible else "" for possible in compared.best.possible]


def _decisions(found: Gathered) -> list[dict[str, Any]]:
    rows = []
    for name, compared in found.comparison.measures.items():
        for test, decisions in compared.tests.items():
            number = int(decisions.significant.sum())
            row: dict[str, Any] = {
                "measure": name,
                "test": decisions.title,
                "needs": decisions.test.scale,
                "given": compared.scale.permits(decisions.test.scale),
                "pairs": decisions.pairs,
                "significant": number,
                "open": int(decisions.opened.sum()),
            }
            if test in compared.interval:
                less, more = compared.changed(test)
                form = int(compared.interval[test].significant.sum())
                row["open"] += int(compared.interval[test].opened.sum())
                row |= {"form": form, "s2ns": less, "ns2s": more, "share": (less + more) / number if number else None}
            rows.append(row)
    return rows


def _card(card: Card, number: int, drawn: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {"name": card.measure, "why": card.why, "orders": [], "spacing": "", "chart": ""}
    if f"spacing-{number}" in drawn:
        made["chart"] = f"spacing-{number}"
    if card.found is None:
        return made
    made["length"], made["grades"] = card.found.space.length, card.found.space.grades
    for name, one in card.found.orders.items():
        made["orders"].append((name, scale_text(one), known_by(one), because(one)))
    spacing = card.found.spacing
    if spacing is not None:
        many = "" if spacing.values is None else f"{spacing.values:,} values"
        made["spacing"] = ", ".join(part for part in (many, _steps(spacing)) if part)
    return made


def _steps(spacing: Spacing) -> str:
    if spacing.smallest is not None and spacing.largest is not None:
        return f"steps from {_short(spacing.smallest)} to {_short(spacing.largest)}"
    return {True: "equally spaced", False: "not equally spaced", None: ""}[spacing.equal]


def _short(x: Any) -> str:
    text = str(x)
    return text if len(text) <= 24 else f"{float(x):.4g}"


def _evidence(found: Gathered) -> list[tuple[str, list[int | None]]]:
    """How many pairs rest on what, by measure; none where a kind does not apply."""
    measures = list(found.evidence.measures.values())
    rows: list[tuple[str, list[int | None]]] = []
    opened = [OPEN] if any(OPEN in one.counts() for one in measures) else []
    for place, kind in enumerate((*RESTS_ON, EQUAL, *opened)):
        rows.append((kind, [one.counts().get(kind, 0) if one.applies(place) else None for one in measures]))
    if any(one.has_form for one in measures):
        turned = [int(one.against.sum()) if one.has_form else None for one in measures]
        rows.append(("order reversed on the interval scale", turned))
    return rows


def _said(found: Gathered) -> list[str]:
    """A sentence for each pair of systems, where they are few."""
    pairs = evidence_pairs(found.evidence, found.comparison, _first_test(found).name)
    return [f"{pair.measure}: {pair}" for pair in pairs][:MOST_SENTENCES]


def _short_answers(found: Gathered) -> list[str]:
    """For each measure the answer that ``compare`` gives."""
    return [str(answer) for answer in answers(found.comparison, found.evidence, _first_test(found).name)]


def _data(found: Gathered) -> dict[str, Any]:
    """The scores and judged runs that the page looks things up in."""
    shown = [*found.measures, *(form for form in found.measures.values() if form is not None)]
    scores = {
        name: [[None if np.isnan(x) else round(float(x), 6) for x in row] for row in found.evaluation.matrix(name)]
        for name in shown
    }
    return {
        "systems": list(found.evaluation.systems),
        "topics": list(found.evaluation.topics),
        "measures": [{"name": name, "form": form} for name, form in found.measures.items()],
        "scores": scores,
        "depth": found.depth,
        "runs": _runs(found),
        "without": _without_runs(found),
    }


def _without_runs(found: Gathered) -> str:
    """Why the page has no judged runs to show."""
    if found.judged is None:
        return "Judged runs are not part of this report: it was made from scores."
    return "Judged runs are not shown: their grades are above 9, or not whole."


def _runs(found: Gathered) -> list[list[str | None]] | None:
    """By system and topic, the grades of the first documents: a digit each, - where not judged, . past the end; none
    where a topic that the run lacks is left out.
    """
    judged = found.judged
    if judged is None or judged.topics.top is None or judged.topics.top > 9:
        return None
    depth, left_out = found.depth, judged.policy.missing == "drop"
    rows: list[list[str | None]] = []
    for system in range(len(judged.systems)):
        line: list[str | None] = []
        for topic in range(len(judged.topics.names)):
            if left_out and not judged.answered[system, topic]:
                line.append(None)
                continue
            rank, grade = judged.pooled(system, topic)
            length = min(depth, int(judged.retrieved[system, topic]))
            marks = ["-"] * length + ["."] * (depth - length)
            for place, value in zip(rank.tolist(), grade.tolist(), strict=True):
                if place <= length and value >= 0:
                    marks[place - 1] = str(int(value))
            line.append("".join(marks))
        rows.append(line)
    return rows
