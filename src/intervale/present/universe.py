"""Measures on universes of lengths and recall bases: the answer in sentences, tables, and a document."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from intervale.exact.verdict import Verdict, plain
from intervale.present.order import run_text
from intervale.present.table import Cell, Table
from intervale.scales.run_pairs import KINDS, RunPairs
from intervale.scales.topic_runs import TopicRun
from intervale.scales.universes import MeasureUniverses, PairOfMeasures, UniverseCell, Universes

__all__ = ["sizes_text", "universes_document", "universes_sentences", "universes_tables"]


def universes_tables(found: Universes) -> list[Table]:
    """The answer and one row for each measure; which universes are equally spaced; witnesses; pairs of measures."""
    witnesses = _witness_table(found)
    tables = [_measures_table(found), _grid_table(found), *([witnesses] if witnesses.rows else [])]
    return tables + ([_pairs_table(found)] if found.pairs else [])


def _measures_table(found: Universes) -> Table:
    columns = ("measure", "alone", "mixed: equal for", "deviation alone", "deviation mixed", "steps", "reversed")
    rows = tuple(
        (
            Cell(one.name),
            Cell(_alone(one)),
            Cell(sizes_text(one.spaced)),
            Cell(one.last.uneven_alone.deviation, percent=True),
            Cell(one.last.uneven.deviation, percent=True),
            Cell(f"1 : {one.last.uneven.ratio:,.4g}", figures=True),
            Cell(None if one.last.flips is None else float(one.last.flips), percent=True),
        )
        for one in found.measures
    )
    size = _name(found.longest, found.bases)
    legend = (
        "alone: runs of one length on topics with one recall base; mixed: all of S[N, K]; equal: equally spaced values",
        f"deviation: the largest from the best equal steps, by the range, for n = {found.longest} and RB = "
        f"{found.bases} alone and on {size}; steps: smallest to largest, mixed",
        "reversed: pairs of runs in the opposite order without the constant of the topic; - where there is none",
    )
    number = found.measures[0].last.runs
    grades = "binary" if found.grades == 1 else f"grades 0 to {found.grades}"
    lengths, bases = (_up_to(most, "document") for most in (found.longest, found.bases))
    relevant = bases.replace("document", "relevant document")
    title = f"{size}: runs of {lengths} on topics with {relevant}; {number:,} runs, {grades}"
    return Table(columns, rows, title, legend, lead=tuple(universes_sentences(found)))


def _up_to(most: int, what: str) -> str:
    return f"1 {what}" if most == 1 else f"up to {most} {what}s"


def _alone(one: MeasureUniverses) -> str:
    first = one.first_uneven
    return "equal" if first is None else f"not at n = {first.longest}, RB = {first.bases}"


def _name(longest: int, bases: int) -> str:
    return f"S[{longest}, {bases}]"


def sizes_text(sizes: list[tuple[int, int]]) -> str:
    """Universes by N and K, in short.

    >>> sizes_text([(1, 1), (1, 2), (2, 1), (2, 2), (3, 2)]), sizes_text([])
    ('N = 1 to 2, K = 1 to 2; N = 3, K = 2', 'none')
    """
    ranges = [(n, _ranges([k for _, k in same])) for n, same in groupby(sorted(sizes), key=lambda size: size[0])]
    rows = [([n for n, _ in same], text) for text, same in groupby(ranges, key=lambda row: row[1])]
    return "; ".join(f"N = {_ranges(lengths)}, K = {text}" for lengths, text in rows) or "none"


def _ranges(numbers: list[int]) -> str:
    """Whole numbers in ascending order, neighbours together."""
    groups = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    parts = [[number for _, number in same] for _, same in groups]
    return " and ".join(str(part[0]) if len(part) == 1 else f"{part[0]} to {part[-1]}" for part in parts)


def _grid_table(found: Universes) -> Table:
    rows = tuple(
        (
            Cell(one.name if bases == 1 else ""),
            Cell(bases, whole=True),
            *(_spaced(one.cells[longest, bases]) for longest in range(1, found.longest + 1)),
        )
        for one in found.measures
        for bases in range(1, found.bases + 1)
    )
    columns = ("measure", "K", *(f"N = {longest}" for longest in range(1, found.longest + 1)))
    legend = ("equal: the values on S[N, K] are equally spaced; else their deviation from that",)
    return Table(columns, rows, "Values on S[N, K]", legend)


def _spaced(cell: UniverseCell) -> Cell:
    if cell.spaced.holds is None:
        return Cell("?", figures=True)
    return Cell("equal", figures=True) if cell.spaced.holds else Cell(cell.uneven.deviation, percent=True)


def _witness_table(found: Universes) -> Table:
    rows = []
    for one in found.measures:
        first = one.first_uneven
        asked = {
            "alone": None if first is None else first.alone,
            "mixed": one.last.spaced,
            "reversed": one.flip if one.measure.recall_based else None,
        }
        rows += [
            (Cell(one.name), Cell(question), Cell(_runs(verdict)), Cell(_values(verdict)))
            for question, verdict in asked.items()
            if verdict is not None and verdict.holds is False
        ]
    title = "Runs that show it"
    return Table(("measure", "question", "runs", "values"), tuple(rows), title)


def _runs(verdict: Verdict) -> str:
    return ", ".join(map(_on_topic, verdict.witness))


def _values(verdict: Verdict) -> str:
    """The values of the witness, as the reason has them."""
    text = verdict.why.partition(" has the values ")[2].partition(" next to each other")[0]
    return text or verdict.why.rpartition(", of ")[0].partition(": ")[2]


def _on_topic(one: TopicRun) -> str:
    if len(one.relevant) == 1:
        return f"{run_text(one.run)} with RB = {one.base}"
    return f"{run_text(one.run)} with {'+'.join(map(str, one.relevant))}"


def _pairs_table(found: Universes) -> Table:
    rows = tuple(
        (
            Cell(one.a),
            Cell(one.b),
            *(Cell(_opposite(pairs), percent=True) for pairs in (one.alone, one.mixed)),
            *(Cell(pairs.tau, digits=3) for pairs in (one.alone, one.mixed)),
        )
        for one in found.pairs
    )
    legend = ("opposite: pairs of runs that the two order oppositely; alone: pairs of one length and one topic",)
    columns = ("a", "b", "opposite alone", "opposite mixed", "tau alone", "tau mixed")
    return Table(columns, rows, f"Pairs of measures on {_name(found.longest, found.bases)}", legend)


def _opposite(pairs: RunPairs) -> float | None:
    return float(pairs.shares["discordant"]) if pairs.pairs else None


# ---------------------------------------------------------------- sentences


def universes_sentences(found: Universes) -> list[str]:
    """The answer: which measures are equally spaced, mixed and alone, and which pairs a constant reverses."""
    size = _name(found.longest, found.bases)
    mixed = _said({one.name: one.last.spaced.holds for one in found.measures})
    alone = _said({one.name: _holds_alone(one) for one in found.measures})
    sentences = [f"On {size} {mixed}.", f"On one length and one recall base at a time {alone}."]
    turned = sorted((one for one in found.measures if one.last.flips), key=lambda one: -(one.last.flips or 0))
    if turned:
        shares = ", ".join(f"{one.name} {float(one.last.flips or 0):.1%}" for one in turned)
        a, b = map(_on_topic, turned[0].flip.witness)
        example = f"for {turned[0].name} such as {a} and {b}"
        sentences.append(f"Pairs of runs reversed without the constant of the topic: {shares}; {example}.")
    return sentences


def _holds_alone(one: MeasureUniverses) -> bool | None:
    """Whether the values of a measure are equally spaced on every length and recall base by itself."""
    answers = {cell.alone.holds for cell in one.cells.values()}
    return False if False in answers else None if None in answers else True


def _said(answers: dict[str, bool | None]) -> str:
    """Which measures are equally spaced, which are not, and of which it is not known.

    >>> _said({"P": False, "R": False, "RBP(p=0.5)": True}), _said({"AP": False})
    ('RBP(p=0.5) is equally spaced; P and R are not', 'AP is not equally spaced')
    """
    yes, no, open_ = ([name for name, holds in answers.items() if holds is asked] for asked in (True, False, None))
    parts = [f"{_listed(yes)} equally spaced"] if yes else []
    if no:
        parts.append(f"{_listed(no)} not" if yes else f"{_listed(no)} not equally spaced")
    if open_:
        parts.append(f"it is not known whether {_listed(open_)}" + ("" if yes or no else " equally spaced"))
    return "; ".join(parts)


def _listed(names: list[str]) -> str:
    return f"{names[0]} is" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} are"


# ---------------------------------------------------------------- a document


def universes_document(found: Universes) -> dict[str, Any]:
    """The document that ``intervale universe --json`` prints."""
    return {
        "longest": found.longest,
        "bases": found.bases,
        "grades": found.grades,
        "measures": {one.name: _measure(one) for one in found.measures},
        "pairs": [_pair(one) for one in found.pairs],
        "statements": universes_sentences(found),
    }


def _measure(one: MeasureUniverses) -> dict[str, Any]:
    return {
        "divided": one.measure.recall_based,
        "flip": one.flip.to_json(),
        "universes": [_cell(cell) for cell in one.cells.values()],
    }


def _cell(cell: UniverseCell) -> dict[str, Any]:
    return {
        "longest": cell.longest,
        "bases": cell.bases,
        "runs": cell.runs,
        "values": cell.values,
        "equally_spaced": cell.spaced.to_json(),
        "deviation": cell.uneven.deviation,
        "step_ratio": cell.uneven.ratio,
        "alone": cell.alone.to_json(),
        "alone_deviation": cell.uneven_alone.deviation,
        "flips": None if cell.flips is None else {"share": float(cell.flips), "exact": plain(cell.flips)},
    }


def _pair(one: PairOfMeasures) -> dict[str, Any]:
    return {"a": one.a, "b": one.b, "alone": _counts(one.alone), "mixed": _counts(one.mixed)}


def _counts(pairs: RunPairs) -> dict[str, Any]:
    return {"pairs": pairs.pairs, **{kind: getattr(pairs, kind) for kind in KINDS}, "tau": pairs.tau}
