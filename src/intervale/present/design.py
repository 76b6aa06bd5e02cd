"""The design of a topic set as sentences, as a table and as a document."""

from __future__ import annotations

from math import inf
from typing import Any

from intervale.present.table import Cell, Table
from intervale.stats.topic_sets import Design, Requirement
from intervale.stats.variances import CONFIDENCE

__all__ = ["design_document", "design_sentences", "design_table"]

LIMIT = f"{CONFIDENCE:.0%} upper limit"


def design_sentences(found: Design) -> list[str]:
    """The answer for each measure, of several differences or powers the first."""
    first = {one.source.measure: one for one in reversed(found.answers)}
    return [_sentence(found, first[name]) for name in dict.fromkeys(one.source.measure for one in found.answers)]


def _sentence(found: Design, one: Requirement) -> str:
    in_measure = f" in {one.source.measure}" if one.source.measure else ""
    several = found.method.name.startswith("anova")
    test = f"a {found.method.title}" + (f" of {found.systems:,} systems" if several else "")
    if found.method.name == "ci":
        width = f"{'at most ' if found.asked == 'topics' else ''}{one.width:.4g}"
        ci = f"{100 * (1 - found.alpha):.6g}% confidence interval of the difference of two systems{in_measure}"
        answer = f"{one.topics:,} topics give the {ci} an expected width of {width}"
    else:
        difference = f"{one.difference:.4g}{in_measure}"
        what = f"a difference of {difference}" + (" between the best and the worst" if several else "")
        chance = f"with probability {one.power:.3g} (α = {found.alpha:g})"
        if found.asked == "topics":
            answer = f"{one.topics:,} topics let {test} find {what} {chance}"
        else:
            answer = f"With {one.topics:,} topics {test} finds {what} {chance}"
    return f"{answer}, {_condition(found, one)}.{_caution(found, one)}"


def _condition(found: Design, one: Requirement) -> str:
    variance = f"variance {one.source.variance.value:.4g}"
    if found.pilot is None:
        return f"if {'differences' if found.method.of_pairs else 'scores'} have {variance}"
    vary = "differences vary as between" if found.method.of_pairs else "scores vary as those of"
    which = " and ".join(one.source.pair) or f"these {found.pilot[0]:,} systems"
    return f"if {vary} {which} ({variance})"


def _caution(found: Design, one: Requirement) -> str:
    """What is known of the variance, and what that means for the answer."""
    high = one.source.variance.high
    if high is None or found.pilot is None or one.cautious is None:
        return ""
    if high == inf:
        return f" {found.pilot[1]:,} topics are too few to say how large the variance may be."
    if one.cautious == inf:
        then = "no number of topics that can be had is enough"
    elif found.asked == "topics":
        then = f"it takes {int(one.cautious):,}"
    else:
        then = f"the {'probability' if found.asked == 'power' else found.asked} is {one.cautious:.3g}"
    return f" From {found.pilot[1]:,} topics, the variance may be as large as {high:.4g} ({LIMIT}); then {then}."


def design_table(found: Design) -> Table:
    """A row for each requirement: the variance, what was given, and what was asked for."""
    named = any(one.source.measure for one in found.requirements)
    limits = any(one.source.variance.high is not None for one in found.requirements)
    given = [name for name in ("difference", "power", "width", "topics") if name != found.asked]
    given = [name for name in given if any(getattr(one, name) is not None for one in found.requirements)]
    of = "variance of differences" if found.method.of_pairs else "variance of scores"
    columns = (
        *(["measure"] if named else []),
        of,
        "variance",
        *(["upper limit"] if limits else []),
        *given,
        found.asked,
    )
    columns += ("at the upper limit",) if limits else ()
    beside = len(found.answers) < len(found.requirements)
    rows = []
    for one in found.requirements:
        cells = [*([Cell(one.source.measure or "")] if named else []), Cell(_of(one))]
        cells.append(Cell(one.source.variance.value, tiny=True))
        cells += [Cell(_known(one.source.variance.high), tiny=True)] if limits else []
        cells += [Cell(getattr(one, name), whole=name == "topics", tiny=True) for name in given]
        whole = found.asked == "topics"
        cells.append(Cell(getattr(one, found.asked), whole=whole, tiny=True, best=beside and one.source.used))
        cells += [Cell(_known(one.cautious), whole=whole, tiny=True)] if limits else []
        rows.append(tuple(cells))
    legend: tuple[str, ...] = ("*: the answer above; the others stand beside it",) if beside else ()
    legend += (f"upper limit: one-sided, {CONFIDENCE:.0%}, by a jackknife over topics",) if limits else ()
    footer = (*_about(found), *found.notes)
    return Table(columns, tuple(rows), legend=legend, footer=footer, lead=tuple(design_sentences(found)))


def _of(one: Requirement) -> str:
    start = "" if one.source.used else "largest: "
    return start + ", ".join(one.source.pair) if one.source.pair else one.source.of


def _about(found: Design) -> list[str]:
    what = "differences" if found.method.of_pairs else "scores"
    said = [f"{found.method.title}, alpha {found.alpha:g}, for normal {what}"]
    if found.pilot is not None:
        said.append(f"variances from {found.pilot[0]:,} systems, {found.pilot[1]:,} topics")
    return ["; ".join(said)]


def _known(value: float | None) -> float | None:
    return None if value is None or value == inf else value


def design_document(found: Design) -> dict[str, Any]:
    """The document that ``intervale design --json`` prints."""
    columns = found.columns()
    names = [name for name in columns if name not in ("method", "alpha", "systems", "asked")]
    cells = [columns[name] for name in names]
    return {
        "method": found.method.name,
        "asked": found.asked,
        "alpha": found.alpha,
        "systems": found.systems,
        "confidence": CONFIDENCE,
        "pilot": None if found.pilot is None else dict(zip(("systems", "topics"), found.pilot, strict=True)),
        "requirements": [dict(zip(names, row, strict=True)) for row in zip(*cells, strict=True)],
        "statements": design_sentences(found),
        "notes": list(found.notes),
    }
