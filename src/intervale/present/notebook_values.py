"""What a notebook shows of values that are no tables of results: measures, orders, posets, verdicts, data."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

import numpy as np

from intervale.data import JudgedRuns, Policy, Qrels, Run
from intervale.evaluation import MeasureScale
from intervale.exact import short_text
from intervale.exact.differences import DifferenceStructure
from intervale.exact.object_posets import ObjectPoset
from intervale.exact.posets import Poset
from intervale.exact.shown import Shown
from intervale.exact.structures import RelationalStructure
from intervale.exact.verdict import Verdict, plain
from intervale.measures import Measure
from intervale.orders import ORDERS, Order, RunPoset, RunSpace, RunValuation, theorem_facts
from intervale.present.order import OrderReport, order_table, run_text, space_text
from intervale.present.table import Cell, Table
from intervale.present.verdicts import QUESTIONS, because, scale_text
from intervale.rankings import RankingMetric
from intervale.scales import OrderScale

__all__ = ["VALUES"]

Parts = tuple[tuple[str, ...], tuple[Table, ...]]
"""The sentences and the tables of a value."""
FEW, MOST_CHECKED = 5, 300
"""How many rows of data are shown, and up to how many runs the facts of a poset are worked out for the screen."""
WORDS = {True: "It holds.", False: "It does not hold.", None: "It does not apply."}


def _facts(rows: Iterable[tuple[str, Any]], title: str = "", notes: Iterable[str] = ()) -> Table:
    """What is known, a fact in each row."""
    kept = [(name, value) for name, value in rows if value not in (None, "")]
    cells = tuple((Cell(name), value if isinstance(value, Cell) else Cell(str(value))) for name, value in kept)
    return Table(("", "value"), cells, title, footer=tuple(notes))


def _yes(verdict: Verdict) -> str:
    return "not known" if verdict.undecided else {True: "yes", False: "no", None: "does not apply"}[verdict.holds]


# ------------------------------------------------------------ verdicts and scales


def _verdict(found: Verdict) -> Parts:
    word = "It is not known." if found.undecided else WORDS[found.holds]
    witness = None if found.witness is None else _witness(found.witness)
    rows = [
        ("why", found.why),
        ("witness", witness),
        ("known by", "" if found.holds is None else str(found.proof)),
        ("cases", f"{found.cases:,}" if found.cases else ""),
    ]
    table = _facts(rows)
    return (word,), (table,) if table.rows else ()


def _witness(value: Any) -> str:
    """What breaks it, runs as they are written in labels."""
    if isinstance(value, tuple | list) and value and all(isinstance(part, int) for part in value):
        return run_text(value) if min(value) >= 0 else str(plain(value))
    if isinstance(value, tuple | list):
        nested = any(isinstance(part, tuple | list) and part and not isinstance(part[0], int) for part in value)
        return ("; " if nested else ", ").join(_witness(part) for part in value)
    return str(plain(value))


def _order_scale(found: OrderScale) -> Parts:
    known = scale_text(found)
    why = because(found)
    sentence = f"Under {found.order}: {known}" + (f" ({why})." if why else ".")
    rows = tuple(
        (
            Cell(question.replace("_", " ")),
            Cell(_yes(verdict)),
            Cell(verdict.why),
            Cell("" if verdict.holds is None else str(verdict.proof)),
        )
        for question in QUESTIONS
        for verdict in [getattr(found, question)]
    )
    return (sentence,), (Table(("question", "holds", "because", "known by"), rows),)


def _measure_scale(found: MeasureScale) -> Parts:
    return (f"{found.text[0].upper()}{found.text[1:]}.",), (_facts([("why", found.why)]),)


# ------------------------------------------------------------ measures and metrics


def _measure(found: Measure) -> Parts:
    """What it is, its formula, its parameters, and its scale where the definition alone says so."""
    parts = {field.name: getattr(found, field.name) for field in fields(found)}
    about = parts["function"] if found.defined_by == "function" else type(found)
    paragraphs = [" ".join(part.replace("``", "").split()) for part in (inspect.getdoc(about) or "").split("\n\n")]
    what = paragraphs[0] if paragraphs[0] else "A measure of the user's own."
    formula = paragraphs[1] if len(paragraphs) > 1 and " = " in paragraphs[1] and ">>>" not in paragraphs[1] else ""
    hidden = ("function", "twin", "label")
    parameters = [(name, _parameter(value)) for name, value in parts.items() if name not in hidden]
    declared = found.declared_scale
    scale = f"see iv.scale({found.written!r})" if declared is None else f"{declared.level}: {declared.why}"
    rows = [
        ("formula", formula),
        *parameters,
        ("average over topics", found.aggregate),
        ("depends on the judgments of a topic", "yes" if found.recall_based else "no"),
        ("scale", scale),
    ]
    return (f"{found}: {what}",), (_facts(rows),)


def _parameter(value: Any) -> str:
    return "not set" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _metric(found: RankingMetric) -> Parts:
    alike = {1: "a larger value", -1: "a smaller value", 0: "found out when it is used"}[found.best]
    rows = [
        ("formula", found.formula),
        ("group", str(found.group)),
        ("kind", "" if found.awareness is None else str(found.awareness)),
        ("means more alike", alike),
        ("rankings", "two" if found.inputs == 2 else "one, beside the true one"),
        ("depends on k", "yes" if found.depends_on_k else "no"),
        ("choice", found.choice),
        ("note", found.note),
    ]
    return (f"{found.name}: {found.title}",), (_facts(rows),)


# ------------------------------------------------------------ orders


def _order(found: Order) -> Parts:
    things = "multisets of grades" if found.kind == "set" else "ranked runs"
    sentence = f"{found.name}: {'a total' if found.total else 'an'} order on {things}."
    rows = [("source", found.source), ("known of it", found.reason)]
    return (sentence,), (_facts(rows),)


def _run_poset(found: RunPoset) -> Parts:
    """The facts: by looking at all runs where they are few, by theorem where there is one."""
    small = found.poset.size <= MOST_CHECKED
    about = f"{found.order.name} on {space_text(found.space)}: {found.poset.size:,} elements."
    if not small and found.order.name not in ORDERS:
        return (about,), (_facts([("height", found.poset.height)], notes=["facts has the rest, checked on all runs"]),)
    facts = found.facts if small else theorem_facts(found.order, found.space)
    held = [name for name, verdict in facts.items() if verdict.holds]
    answer = f"{about[:-1]}; {', '.join(held)}." if held else about
    report = OrderReport(found.order, found.space, facts, {}, found if small else None)
    return (answer,), (order_table(report),)


def _poset(found: Poset) -> Parts:
    edges = sum(map(len, found.above))
    rows = [("elements", found.size), ("covers", edges), ("height", found.height)]
    return (f"A {type(found).__name__.lower()} on the numbers 0 to {found.size - 1:,}.",), (_facts(rows),)


YES_NO = {True: "yes", False: "no", None: "does not apply"}


def _object_poset(found: ObjectPoset) -> Parts:
    sentence = f"A poset of {len(found.objects):,} objects in {len(found.classes):,} classes."
    return (sentence,), (_facts([(name, YES_NO[verdict.holds]) for name, verdict in found.facts.items()]),)


def _relational(found: RelationalStructure) -> Parts:
    rows = [(name, f"of {relation.arity} objects") for name, relation in found.relations.items()]
    return (f"A structure of {len(found.objects):,} objects with relations.",), (_facts(rows),)


def _differences(found: DifferenceStructure) -> Parts:
    sentence = "A difference structure." if found.holds else f"Not a difference structure: {found.failed} fails."
    steps = found.axioms | {"representation": found.representation, "uniqueness": found.uniqueness}
    return (sentence,), (_facts([(name, YES_NO[verdict.holds]) for name, verdict in steps.items()]),)


def _space(found: RunSpace) -> Parts:
    runs = [run_text(found.run(n)) for n in range(min(FEW, found.size))]
    first = ", ".join(runs) + (", …" if found.size > FEW else "")
    rows = [("size", found.size_text), ("first runs", first), ("last run", run_text(found.run(found.size - 1)))]
    text = space_text(found)
    return (f"All {text}.",), (_facts(rows),)


def _valuation(found: RunValuation) -> Parts:
    about = f"{found.poset.order.name} on {space_text(found.poset.space)}"
    facts = [("is a valuation", found.is_valuation), ("isotone", found.isotone), ("positive", found.positive)]
    rows = tuple(
        (Cell(name), Cell(_yes(verdict)), Cell("" if verdict.witness is None else _witness(verdict.witness)))
        for name, verdict in facts
    )
    word = {"metric": "a metric", "pseudo-metric": "a pseudo-metric", "none": "no metric"}[found.metric]
    weights = tuple((Cell(run_text(run)), Cell(short_text(weight))) for run, weight in found.weights.items())
    tables = [Table(("fact", "holds", "broken by"), rows, about)]
    tables += [Table(("join-irreducible run", "weight"), weights, "What it grows by")] if weights else []
    return (f"The distance that this function makes is {word}.",), tuple(tables)


# ------------------------------------------------------------ data


def _qrels(found: Qrels) -> Parts:
    grades, counts = np.unique(found.grade, return_counts=True)
    names = tuple(f"grade {grade:g}" for grade in grades.tolist())
    many = Table(names, (tuple(Cell(int(count), whole=True) for count in counts),), "Judgments by grade")
    rows = tuple(
        (Cell(found.topic[n].as_py()), Cell(found.document[n].as_py()), Cell(f"{found.grade[n]:g}", figures=True))
        for n in range(min(FEW, len(found)))
    )
    sentence = f"{len(found):,} judgments on {len(found.topic_names):,} topics."
    return (sentence,), (many, Table(("topic", "document", "grade"), rows, _first(len(found), "judgments")))


def _run(found: Run) -> Parts:
    rows = tuple(
        (Cell(found.topic[n].as_py()), Cell(found.document[n].as_py()), Cell(f"{found.score[n]:g}", figures=True))
        for n in range(min(FEW, len(found)))
    )
    topics = len(np.unique(np.asarray(found.topic.indices)))
    sentence = f"{found.name}: {len(found):,} documents retrieved for {topics:,} topics."
    return (sentence,), (Table(("topic", "document", "score"), rows, _first(len(found), "documents")),)


def _first(number: int, what: str) -> str:
    return f"The first {FEW} of {number:,} {what}" if number > FEW else ""


def _judged(found: JudgedRuns) -> Parts:
    systems, topics = found.shape
    pooled = np.diff(found.offsets).reshape(systems, topics).sum(axis=1)
    rows = tuple(
        (
            Cell(name),
            Cell(int(found.answered[s].sum()), whole=True),
            Cell(int(found.retrieved[s].sum()), whole=True),
            Cell(int(pooled[s]), whole=True),
        )
        for s, name in enumerate(found.systems)
    )
    sentence = (
        f"{systems:,} system{'' if systems == 1 else 's'} on {topics:,} topic{'' if topics == 1 else 's'}, judged."
    )
    notes = (*found.policy.sentences(), *found.notes)
    return (sentence,), (Table(("system", "topics", "retrieved", "of these in the qrels"), rows, footer=notes),)


def _policy(found: Policy) -> Parts:
    rows = [(field.name, getattr(found, field.name)) for field in fields(found)]
    return ("What is done where data leave a choice.",), (_facts(rows, notes=found.sentences()),)


VALUES: dict[type[Shown], Callable[[Any], Parts]] = {
    Verdict: _verdict,
    OrderScale: _order_scale,
    MeasureScale: _measure_scale,
    Measure: _measure,
    RankingMetric: _metric,
    Order: _order,
    RunPoset: _run_poset,
    Poset: _poset,
    ObjectPoset: _object_poset,
    RelationalStructure: _relational,
    DifferenceStructure: _differences,
    RunSpace: _space,
    RunValuation: _valuation,
    Qrels: _qrels,
    Run: _run,
    JudgedRuns: _judged,
    Policy: _policy,
}
"""The sentences and tables of each kind of value that is no table itself."""
