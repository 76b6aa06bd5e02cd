"""Whether topics share a scale: in sentences, as tables, and as a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from intervale.exact.quotients import Number
from intervale.present.table import Cell, Table
from intervale.scales import TopicScales
from intervale.scales.shared_scales import SharedScale
from intervale.scales.topic_scales import number_text, value_text

__all__ = ["topics_document", "topics_sentences", "topics_tables"]

MOST_NAMED, MOST_LISTED = 8, 100
"""How many topics and recall bases a sentence names, and how many values a document lists."""
COLUMNS = (
    *("measure", "equally spaced", "topics", "values", "alone", "largest set"),
    *("finer step", "finer values", "not reached"),
)
NOTES = (
    "values: those that any of the topics can reach; where they are equally spaced, the topics share a scale",
    "alone: topics whose own values are equally spaced; largest set: the most topics that share a scale",
    "finer step, finer values: the smallest equally spaced scale that has all values; not reached: those of its values "
    "that no topic can reach",
)


def topics_tables(
    found: Sequence[TopicScales],
    names: Sequence[str] | None = None,
    refused: Mapping[str, str] | None = None,
    *,
    sets: bool = False,
) -> list[Table]:
    """The answer for each measure in a sentence, what is known of each in a row, and the sets of topics that share a
    scale where these are asked for.
    """
    named = list(zip(names or [str(one.measure) for one in found], found, strict=True))
    lead = tuple(topics_sentences(named))
    rows = tuple(_row(name, one) for name, one in named)
    footer = (*(refused or {}).values(), *_left_out(named), *NOTES)
    table = Table(COLUMNS, rows, _title(found), lead=lead, footer=footer)
    return [table, *(_sets(name, one) for name, one in named if sets and one.sets)]


def _title(found: Sequence[TopicScales]) -> str:
    bases = [base for one in found for base in one.bases.values()]
    most = max(len(one.bases) for one in found)
    low, high = min(bases), max(bases)
    spread = f"recall bases {low:,} to {high:,}" if low < high else f"recall base {low:,}"
    return f"{_count(most, 'topic')}, {spread}"


def _row(name: str, one: TopicScales) -> tuple[Cell, ...]:
    made, equal = one.refinement, one.equally_spaced
    return (
        Cell(name),
        Cell("?" if equal.undecided else {True: "yes", False: "no", None: "-"}[equal.holds]),
        Cell(len(one.bases), whole=True),
        Cell(None if one.values is None else len(one.values), whole=True),
        Cell("?") if one.alone is None else Cell(one.alone, whole=True),
        Cell("?") if one.sets_unknown else Cell(len(one.largest.topics) if one.largest else 0, whole=True),
        Cell(
            "none" if made.exists.holds is False else "?" if made.step is None else value_text(made.step), figures=True
        ),
        Cell("-" if made.values is None else _many(made.values), figures=True),
        Cell("-" if made.unreached is None else _many(made.unreached), figures=True),
    )


def _sets(name: str, one: TopicScales) -> Table:
    """The sets of topics that share a scale, the largest first."""
    rows = tuple(
        (
            Cell(number, whole=True),
            Cell(len(shared.topics), whole=True),
            Cell(value_text(shared.step)),
            Cell(_many(shared.steps + 1), figures=True),
            Cell(", ".join(f"{base:,}" for base in sorted(one.bases[topic] for topic in shared.topics))),
            Cell(", ".join(shared.topics)),
        )
        for number, shared in enumerate(one.sets, start=1)
    )
    parts = one.partition()
    inside = sum(len(part.topics) for part in parts)
    taken = f"taking the largest set of what is left again and again splits {_count(inside, 'topic')} into "
    footer = (f"{taken}{_count(len(parts), 'set')}; fewer may do",) if len(parts) > 1 else ()
    title = f"{name}: sets of topics that share a scale, and to which no topic can be added"
    return Table(("set", "topics", "step", "values", "recall bases", "which"), rows, title, footer=footer)


# ---------------------------------------------------------------- sentences


def topics_sentences(named: Sequence[tuple[str, TopicScales]]) -> list[str]:
    """The answer for each measure; of one measure, what the smallest equally spaced scale is, too."""
    said = [_answer(name, one) for name, one in named]
    return said + (_refined(named[0][1]) if len(named) == 1 else [])


def _answer(name: str, one: TopicScales) -> str:
    number, equal = len(one.bases), one.equally_spaced
    if equal.holds is None:
        return f"{name}: it is not known whether the topics share a scale: {equal.why}."
    if equal.holds:
        assert one.values is not None
        step = value_text(one.values[1])
        return f"{name}: {_all(number)} a scale: {len(one.values):,} values, {step} apart."
    if one.sets_unknown:
        open_sets = f"which sets of them do is not known: {one.sets_unknown}"
        return f"{name}: the topics do not share a scale: {_neighbours(one)}; {open_sets}."
    if not one.sets:
        reason = _never(one) if one.refinement.exists.holds is False or one.values is None else _neighbours(one)
        return f"{name}: no topic has equally spaced values, and no set of topics shares a scale: {reason}."
    most = len(one.sets[0].topics)
    if most == 1:
        return f"{name}: no two of {number:,} topics share a scale: {_neighbours(one)}."
    some = f"at most {most:,} of {number:,} topics share one ({_bases(one, one.sets[0])})"
    return f"{name}: the topics do not share a scale: {_neighbours(one)}; {some}."


def _all(number: int) -> str:
    return f"all {number:,} topics share" if number > 1 else "the one topic has"


def _neighbours(one: TopicScales) -> str:
    """Three values that are next to each other, and which topics reach them; or else two that no scale has."""
    if len(one.equally_spaced.witness) == 2:
        return _never(one)
    first, *others = one.equally_spaced.witness
    shown = [value_text(first[0]) if first[0] == 0 else _reached(*first), *(_reached(*other) for other in others)]
    return f"{shown[0]}, {shown[1]} and {shown[2]} are neighbouring values with unequal steps"


def _reached(value: Number, topic: str) -> str:
    return f"{value_text(value)} (topic {topic})"


def _never(one: TopicScales) -> str:
    """Why no equally spaced scale has two values of a topic, or none with the smallest value as its step."""
    exists = one.refinement.exists
    if exists.holds is False:
        topics = dict.fromkeys(topic for _, topic in exists.witness)
        return f"of the values of topic{'s' if len(topics) > 1 else ''} {' and '.join(topics)}, {exists.why}"
    (step, topic), (other, _) = one.equally_spaced.witness
    return (
        f"{_reached(step, topic)} is the smallest value above 0, and {value_text(other)} of the same topic is no whole "
        "multiple of it, and every other topic has two such values"
    )


def _refined(one: TopicScales) -> list[str]:
    """What the smallest equally spaced scale with all values is, where they are not equally spaced themselves."""
    made = one.refinement
    if one.equally_spaced.holds or (not one.sets and made.exists.holds is False):
        return []
    if made.exists.holds is False:
        return [f"No equally spaced scale has all values: {made.exists.why}."]
    if made.exists.holds and made.step is None:
        known = "An equally spaced scale has all values, as they are fractions"
        return [f"{known}; they are too many to list, and its step is not known."]
    if made.step is None or made.steps is None or made.unreached is None:
        return [f"It is not known whether an equally spaced scale has all values: {made.exists.why}."]
    named = ", ".join(map(value_text, made.first_unreached))
    first = f": {named}" if made.unreached == len(made.first_unreached) else ""
    size, step = _many(made.steps + 1), value_text(made.step)
    return [
        f"The smallest equally spaced scale that has all of them has {size} values, {step} apart; no topic reaches "
        f"{_many(made.unreached)} of these{first}."
    ]


def _left_out(named: Sequence[tuple[str, TopicScales]]) -> list[str]:
    """Topics without a relevant document; said once where they are the same for all measures."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name, one in named:
        found.setdefault(one.left_out, []).append(name)
    return [
        f"{'' if len(found) == 1 else ', '.join(names) + ': '}left out: {_count(len(topics), 'topic')} without a "
        f"relevant document ({_few(topics)})"
        for topics, names in found.items()
        if topics
    ]


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")


def _bases(one: TopicScales, shared: SharedScale) -> str:
    """The recall bases of some topics, and how often each comes."""
    counts = Counter(one.bases[topic] for topic in shared.topics)
    if len(counts) == 1:
        return f"recall base {next(iter(counts)):,}"
    shown = [f"{_times(number)}{base:,}" for base, number in sorted(counts.items())]
    if len(shown) > MOST_NAMED:
        return f"recall bases {', '.join(shown[:MOST_NAMED])}, …"
    return f"recall bases {', '.join(shown[:-1])} and {shown[-1]}"


def _times(number: int) -> str:
    return {1: "", 2: "twice "}.get(number, f"{number:,} times ")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _many(count: int) -> str:
    return f"{count:,}" if count < 10**9 else f"about 10^{len(str(count)) - 1}"


# ---------------------------------------------------------------- a document


def topics_document(
    found: Sequence[TopicScales], names: Sequence[str], refused: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """All that is known as one JSON document."""
    named = list(zip(names, found, strict=True))
    return {
        "grades": found[0].grades,
        "measures": {name: _measure(one) for name, one in named},
        "refused": dict(refused or {}),
        "statements": topics_sentences(named),
        "notes": _left_out(named),
    }


def _measure(one: TopicScales) -> dict[str, Any]:
    made, values = one.refinement, one.values
    return {
        "length": one.length,
        "recall_bases": dict(one.bases),
        "left_out": list(one.left_out),
        "value_sets": None if values is None else len(one.value_sets),
        "values": None if values is None else len(values),
        "listed": [number_text(value) for value in values] if values and len(values) <= MOST_LISTED else None,
        "equally_spaced": one.equally_spaced.to_json(),
        "alone": one.alone,
        "refinement": {
            "exists": made.exists.to_json(),
            "step": None if made.step is None else number_text(made.step),
            "values": made.values,
            "unreached": made.unreached,
            "first_unreached": [number_text(value) for value in made.first_unreached],
        },
        "sets": None
        if one.sets_unknown
        else [
            {"topics": list(shared.topics), "step": number_text(shared.step), "values": shared.steps + 1}
            for shared in one.sets
        ],
    }
