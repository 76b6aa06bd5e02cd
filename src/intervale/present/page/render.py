"""The page, from a template: no network, no other file, and a content policy that lets nothing else run."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from intervale.errors import IntervaleError, OptionError
from intervale.present.escape import script_json, spelled, visible
from intervale.present.leaderboard import leaderboard_sentences
from intervale.present.page.carry import carried
from intervale.present.page.gather import Card, Gathered
from intervale.present.page.ruler import double_ruler
from intervale.present.page.words import BIBTEX, FORMULAS, TERMS
from intervale.present.verdicts import because, known_by, scale_text
from intervale.present.wording import (
    OTHER_READING,
    Advice,
    Answer,
    Tile,
    across_measures,
    advice_on,
    averaging,
    cautions_of,
    pair_of,
    rows_of,
    tiles_of,
)
from intervale.present.wording.against import against_of
from intervale.present.wording.answers import changed_on_equal_steps
from intervale.present.wording.headline import headline_of
from intervale.present.wording.paper import only_best, untested_advice
from intervale.present.wording.rulers import ruler_text
from intervale.present.wording.texts import percent
from intervale.scales import interval_scale
from intervale.statements.evidence import EQUAL, OPEN, RESTS_ON
from intervale.statements.suggested import ASSUMED
from intervale.stats.corrections import CORRECTED

__all__ = ["asset", "page", "policy", "template_environment", "template_library"]

SCRIPTS = ("numbers.js", "data.js", "draw.js", "board.js", "pair.js", "topics.js", "page.js")
"""The parts of the script, in the order in which they build on each other."""
STYLES = ("base.css", "page.css")
RULED_LENGTHS, MOST_RULED = (4, 3, 2), 200
"""The lengths of lists that a ruler may be of, and how many values it can show."""
MOST_ADVISED = 4
"""About how many pairs sentences are given: the leader with the next, and with the baselines."""


@dataclass(frozen=True)
class Block:
    """What the page says where one measure is chosen."""

    measure: str
    leader: str | None
    """With which name the verdict begins; None where it begins with none."""
    answer: Answer
    changed: str
    """What equal steps change among all pairs, where they were computed."""
    against: list[Answer]
    """What is said beside each baseline."""
    tiles: list[Tile]
    cautions: list[str]
    advice: list[tuple[str, str, list[Advice]]]
    """For pairs of systems, what to write, to add and to avoid."""


def page(found: Gathered) -> str:
    """The report as one HTML document."""
    style = "".join(asset(name) for name in STYLES)
    script = '"use strict";\n(() => {\n' + "".join(asset(name) for name in SCRIPTS) + "})();\n"
    rows = rows_of(found.comparison, found.evidence, found.test)
    parts = {
        "title": found.title or title_of(found),
        "size": title_of(found),
        "comment": found.comment,
        "found": found,
        "blocks": [_block(found, name) for name in found.evidence.measures],
        "rows": rows,
        "across": across_measures(rows, len(found.evaluation.systems)),
        "hsu": any(row.possible is not None for row in rows),
        "other_reading": OTHER_READING,
        "cards": [_card(found, card) for card in found.cards],
        "grounds": _grounds(found),
        "assumed": ASSUMED,
        "settled": [] if found.leaderboard is None else leaderboard_sentences(found.leaderboard),
        "method": _method(found),
        "decisions": _decisions(found),
        "terms": TERMS,
        "formulas": FORMULAS,
        "bibtex": BIBTEX,
        "about": found.about,
        "notes": found.comparison.notes,
        "style": style,
        "script": script,
        "security": policy(script, style),
        "data": script_json(spelled(carried(found))),
    }
    text: str = template_environment().get_template("page.html").render(parts)
    return text


def policy(script: str, style: str) -> str:
    """What a page may do: run this script and use this style, and reach nothing."""
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def template_library() -> Any:
    """Jinja, or what to install; whoever needs it asks before any work."""
    try:
        import jinja2
    except ImportError:
        wanted = "pip install 'intervale[report]'"
        raise OptionError(f"reports need jinja2, part of the extra 'report': {wanted}") from None
    return jinja2


@cache
def template_environment() -> Any:
    """Templates in which every text is made visible, then escaped."""
    jinja2 = template_library()
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(asset),
        autoescape=True,
        finalize=_shown,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["level"] = percent
    environment.filters["lines"] = _lines
    return environment


def _shown(value: Any) -> Any:
    """What the template puts in the page: texts are made visible, then escaped; what it calls safe stays."""
    return visible(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _lines(text: str) -> Any:
    """A text of several lines, which stay lines."""
    from markupsafe import Markup, escape

    return Markup("\n").join(escape(visible(line)) for line in text.splitlines())


def asset(name: str) -> str:
    """A file of the page."""
    return (files("intervale.present.page") / "assets" / name).read_text("utf-8")


def title_of(found: Gathered) -> str:
    systems, topics = len(found.evaluation.systems), len(found.evaluation.topics)
    return f"{systems:,} systems on {topics:,} topic{'s' * (topics != 1)}"


# ------------------------------------------------------------ the answer by each measure


def _block(found: Gathered, name: str) -> Block:
    comparison, test = found.comparison, found.test
    compared, evidence = comparison.measures[name], found.evidence.measures[name]
    headline = headline_of(comparison, compared, evidence)
    two = len(comparison.systems) == 2
    pair = pair_of(compared, evidence, test, 0, 1, comparison.alpha) if two else None
    answer = headline.answer if pair is None else pair.answer
    baselines = () if two else comparison.baselines
    against = [against_of(comparison, compared, evidence, test, one).answer for one in baselines]
    leader = headline.leaders[0] if headline.leaders else None
    return Block(
        name,
        leader if leader is not None and answer.verdict.startswith(leader) else None,
        answer,
        "" if two else changed_on_equal_steps(compared, evidence, test),
        against,
        tiles_of(comparison, compared, evidence, test),
        cautions_of(found.evaluation, name, leader, found.depth),
        _advice(found, name),
    )


def _advice(found: Gathered, name: str) -> list[tuple[str, str, list[Advice]]]:
    """Sentences about the leader beside the next system, and beside the baselines."""
    comparison = found.comparison
    compared, evidence = comparison.measures[name], found.evidence.measures[name]
    decisions = compared.tests[found.test]
    first, *others = compared.ranking
    base = [comparison.systems.index(one) for one in comparison.baselines]
    wanted = dict.fromkeys([*(s for s in base if s != first), *others[:1]])
    beside = {
        *decisions.second[decisions.first == first].tolist(),
        *decisions.first[decisions.second == first].tolist(),
    }
    made: list[tuple[str, str, list[Advice]]] = []
    for other in list(wanted)[:MOST_ADVISED]:
        advice = untested_advice(evidence, first, other)
        if other in beside:
            advice = advice_on(comparison, compared, evidence, found.test, first, other)
        if not made:
            advice = [*only_best(comparison, compared, comparison.systems[first]), *advice]
        if advice:
            made.append((comparison.systems[first], comparison.systems[other], advice))
    return made


# ------------------------------------------------------------ scales and grounds


def _card(found: Gathered, card: Card) -> dict[str, Any]:
    made: dict[str, Any] = {"name": card.measure, "why": card.why, "orders": [], "ruler": "", "text": ""}
    made["average"] = averaging(found.evaluation, card.measure)
    made |= _ruler(found, card.measure)
    if card.found is not None:
        made["length"], made["grades"] = card.found.space.length, card.found.space.grades
        for name, one in card.found.orders.items():
            made["orders"].append((name, scale_text(one), known_by(one), because(one)))
    return made


def _ruler(found: Gathered, name: str) -> dict[str, str]:
    """The double ruler of the longest short lists whose values can be shown."""
    measure = found.evaluation.measure(name)
    if measure.cutoff is None or measure.at != "cutoff":
        return {}
    for length in RULED_LENGTHS:
        try:
            short = replace(measure, cutoff=min(length, measure.cutoff))  # type: ignore[call-arg]
            rows = interval_scale(short, grades=found.grades).runs_by_value(MOST_RULED)
        except IntervaleError:
            continue
        if rows:
            values = [float(value) for value, _ in rows]
            text = ruler_text(measure, values, short.cutoff or length, found.grades)
            label = f"Two rulers of {len(values)} scores of {name}: above as it spaces them, below at equal steps"
            return {"ruler": double_ruler(values, label=visible(label)), "text": text}
    return {}


def _grounds(found: Gathered) -> dict[str, Any]:
    """How many pairs of systems rest on what, by measure: for bars of a width of 1000."""
    kinds = [*RESTS_ON, EQUAL]
    if any(OPEN in one.counts() for one in found.evidence.measures.values()):
        kinds.append(OPEN)
    many = len(found.evaluation.systems)
    pairs = many * (many - 1) // 2
    rows = []
    for name, one in found.evidence.measures.items():
        counts, at, parts = one.counts(), 0, []
        for place, kind in enumerate(kinds, start=1):
            number = counts.get(kind, 0)
            drawn = {"place": min(place, 6), "x": 1000 * at / pairs, "width": 1000 * number / pairs}
            parts.append({"kind": kind, "number": number, "applies": one.applies(place - 1), **drawn})
            at += number
        rows.append({"name": name, "parts": parts, "reversed": int(one.against.sum()) if one.has_form else None})
    return {"kinds": kinds, "rows": rows, "pairs": pairs}


# ------------------------------------------------------------ the method


def _method(found: Gathered) -> list[tuple[str, str]]:
    """How it was made, in five lines."""
    evaluation, comparison, rows = found.evaluation, found.comparison, []
    if found.judged is not None:
        topics = found.judged.topics
        bases, judged = topics.recall_base(), topics.judged()
        grades = f"grades 0 to {topics.top}" if topics.top else "grades that are not whole numbers"
        each = f"{bases.min():,} to {bases.max():,} relevant per topic"
        rows.append(("Judgments", f"{int(judged.sum()):,} judged, {int(bases.sum()):,} relevant ({each}), {grades}"))
    rows.append(("Runs", title_of(found)))
    decisions = next(iter(comparison.measures.values())).tests[found.test]
    among = f"over {decisions.pairs:,} comparisons"
    if comparison.baselines:
        among += f" with {', '.join(comparison.baselines)}"
    family = decisions.test.family or decisions.pairs == 1
    corrected = "" if family else f", {CORRECTED[comparison.correction]} {among}"
    if comparison.correction == "none" and not family:
        corrected = f", not corrected for {decisions.pairs:,} comparisons"
    rows.append(("Tests", f"{decisions.test.title}, two-sided, α = {comparison.alpha:g}{corrected}"))
    asked = any(one.best is not None for one in comparison.measures.values())
    hsu = "; which systems may be the best: Hsu's multiple comparisons with the best" * asked
    rows.append(("Intervals", f"{percent(comparison.alpha)}, Student's t over topics for each mean{hsu}"))
    if found.judged is not None:
        for line in evaluation.policy.sentences():
            name, words = line.split(": ", 1)
            rows.append((name.capitalize(), words))
    return rows


def _decisions(found: Gathered) -> list[dict[str, Any]]:
    """What every test decided, by measure."""
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
                "form": None,
            }
            if test in compared.interval:
                less, more = compared.changed(test)
                row["open"] += int(compared.interval[test].opened.sum())
                row |= {"form": int(compared.interval[test].significant.sum()), "less": less, "more": more}
            rows.append(row)
    return rows
