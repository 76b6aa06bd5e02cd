"""A comparison of systems for people: the answer in sentences, one table of systems × measures, and beside it what each
test decided."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from intervale.data.tabular import Columns
from intervale.errors import OptionError
from intervale.present.evidence import evidence_table
from intervale.present.table import BEST, Cell, Table
from intervale.present.wording import answers
from intervale.present.wording.texts import p_text, percent
from intervale.statements import evidence
from intervale.statements.evidence import Evidence
from intervale.stats.comparison import Comparison, MeasureComparison
from intervale.stats.corrections import CORRECTED
from intervale.stats.outcome import Omnibus
from intervale.stats.tidy import test_pairs

__all__ = ["SHOWN", "about", "comparison_tables", "evidence_of", "systems_table"]

MOST_SYSTEMS, TOP = 30, 10
"""Up to how many systems are all shown, and how many of more are at the top."""
RESAMPLED = ("randomisation", "bootstrap", "randomised-tukey")
NO_LETTERS = "no letters, as too many groups of systems overlap; --baseline NAME marks what differs from a system"
BESIDE: dict[str, tuple[str, ...]] = {
    "difference": ("ci_low", "ci_high"),
    "p": (),
    "effect": ("effect_low", "effect_high"),
    "wins": (),
}
"""What is shown of a system beside another, with the ends of its interval."""
MARKS = "†‡§¶‖"
"""The signs of the baselines; beyond, their numbers."""
SHOWN = {
    "ci": "confidence interval of the mean",
    "difference": "difference of means, with its confidence interval",
    "p": "p after correction",
    "effect": "effect size, with its interval",
    "wins": "wins/ties/losses on topics",
    "topics": "number of topics",
}
"""What can be shown beside the means; differences, p, effects and wins are against the baselines, or where there are
none against the system with the highest mean."""


def comparison_tables(
    found: Comparison,
    said: Evidence | None = None,
    *,
    show: Collection[str] = (),
    every: bool = False,
    details: bool = False,
) -> list[Table]:
    """The answer and the one table; where several tests or interval forms were asked for, or ``details``, what each
    test decided and what differences rest on.
    """
    said = evidence_of(found) if said is None else said
    forms = any(one.interval for one in found.measures.values())
    several = any(len(one.tests) > 1 or _omnibus(one) for one in found.measures.values())
    tables = [systems_table(found, said, show=show, every=every)]
    if details or forms or several:
        changed = [_changed(found)] if len(found.measures) > 1 and found.changed else []
        tables += [*changed, _decisions(found)]
    if (details or forms) and said.measures and len(found.systems) > 2:
        tables.append(evidence_table(said, found))
    return tables


def evidence_of(found: Comparison) -> Evidence:
    """What the differences of a comparison rest on."""
    return evidence(found.evaluation, baseline=found.baselines)


# ------------------------------------------------------------ the one table


def systems_table(
    found: Comparison, said: Evidence | None = None, *, show: Collection[str] = (), every: bool = False
) -> Table:
    """Systems × measures in the order of the first measure's means: the best in bold, marks at what differs from a
    baseline, or where there is none letters that systems share which do not differ. Of many systems the top, the
    baselines and their neighbours, unless ``every`` one is wanted. ``show`` adds columns of :data:`SHOWN`.
    """
    for name in show:
        if name not in SHOWN:
            raise OptionError(f"show={name!r} is unknown; use one of: {', '.join(SHOWN)}")
    said = evidence_of(found) if said is None else said
    measures = list(found.measures.values())
    columns = [column for one in measures for column in _columns(found, one, show)]
    order = measures[0].ranking
    rows: list[tuple[Cell, ...]] = []
    last = -1
    places = _unfolded(found, order, every)
    for place in (*places, len(order)):
        if place > last + 1:
            rows.append((Cell(f"… {place - last - 1:,} more"), *(Cell(None, blank=True) for _ in columns)))
        if place < len(order):
            rows.append((Cell(found.systems[order[place]]), *(column.cells[order[place]] for column in columns)))
        last = place
    folded = len(places) < len(order)
    starred = any(cell.best for row in rows for cell in row)
    legend = (
        *([BEST] * starred),
        *(_marks_line(found) or [NO_LETTERS]),
        *_shown_lines(found, show),
        *_fold_line(folded),
        *_open_line(found),
    )
    footer = (*about(found), *found.notes)
    lead = tuple(str(answer) for answer in answers(found, said))
    names = ("system", *(column.name for column in columns))
    caption = _caption(found, (*_marks_line(found), *_shown_lines(found, show)), folded)
    return Table(names, tuple(rows), "", legend, footer, lead, caption)


@dataclass(frozen=True)
class _Column:
    """A column with a cell for each system."""

    name: str
    cells: list[Cell]


def _columns(found: Comparison, one: MeasureComparison, show: Collection[str]) -> list[_Column]:
    """The means of a measure, and what else of it is shown."""
    test = next(iter(one.tests))
    evaluation = found.evaluation
    best = evaluation.best(one.name) if evaluation.measure(one.name).has_best else set()
    whole = evaluation.measure(one.name).aggregate == "sum"
    marks = _marks(found, one, test)
    around = [evaluation.ci(system, one.name, 1 - found.alpha) if "ci" in show else None for system in found.systems]
    means = [
        Cell(None if math.isnan(mean) else float(mean), whole, system in best, ci, tiny=True, marks=mark)
        for system, mean, ci, mark in zip(found.systems, one.means, around, marks, strict=True)
    ]
    made = [_Column(one.name, means)]
    if "topics" in show:
        made.append(_Column("topics", [Cell(int(n), whole=True) for n in (~np.isnan(one.scores)).sum(axis=1)]))
    others = found.baselines or tuple(found.systems[s] for s in one.ranking[:1])
    wanted = [name for name in BESIDE if name in show]
    pairs = test_pairs(found, one, one.tests[test]) if wanted else {}
    for other in others:
        base = found.systems.index(other)
        for name in wanted:
            title = {"difference": f"− {other}", "wins": f"win/tie/loss vs {other}"}
            cells = [_beside(one, test, pairs, name, s, base) for s in range(len(found.systems))]
            made.append(_Column(title.get(name, f"{name} vs {other}"), cells))
    return made


def _beside(one: MeasureComparison, test: str, pairs: Columns, name: str, system: int, base: int) -> Cell:
    """What is shown of a system beside another, from the tidy table of pairs."""
    if system == base:
        return Cell(None, blank=True)
    if name == "wins":
        return Cell("/".join(map(str, one.wins(system, base))), figures=True)
    place, sign = one.tests[test].place(system, base)
    value = pairs[name][place]
    if name == "p" or value is None:
        return Cell(value, tiny=True)
    ends = [pairs[end][place] for end in BESIDE[name]]
    around = None if None in ends else (min(sign * x for x in ends), max(sign * x for x in ends))
    return Cell(sign * value, tiny=True, ci=around)


def _marks(found: Comparison, one: MeasureComparison, test: str) -> list[str]:
    """Behind each mean: the signs of the baselines that it differs from, or the letters of its groups."""
    if not found.baselines:
        return list(one.letters) or [""] * len(found.systems)
    different = one.different(test)
    rows = [found.systems.index(name) for name in found.baselines]
    return ["".join(_sign(n) for n, base in enumerate(rows) if different[s, base]) for s in range(len(found.systems))]


def _sign(n: int) -> str:
    return MARKS[n] if n < len(MARKS) else f"({n + 1})"


def _unfolded(found: Comparison, order: list[int], every: bool) -> list[int]:
    """The places of the systems that are shown: of many the top, the baselines and their neighbours."""
    if every or len(order) <= MOST_SYSTEMS:
        return list(range(len(order)))
    wanted = set(range(TOP))
    for name in found.baselines:
        place = order.index(found.systems.index(name))
        wanted |= {place - 1, place, place + 1}
    return sorted(wanted & set(range(len(order))))


def _fold_line(folded: bool) -> list[str]:
    return ["…: --all shows every system, -f csv has all of them"] if folded else []


def _marks_line(found: Comparison) -> list[str]:
    """What the marks mean, where there are any."""
    decided = [next(iter(one.tests.values())) for one in found.measures.values()]
    by = f"{decided[0].title}, α = {found.alpha:g}"
    if found.baselines:
        signs = ", ".join(f"{_sign(n)} differs from {name}" for n, name in enumerate(found.baselines))
        return [f"{signs} ({by})"]
    if any(one.letters for one in found.measures.values()):
        another = any(one.best is not None for one in found.measures.values())
        hsu = "; which systems may be the best is another question, and another test" if another else ""
        return [f"systems that share a letter do not differ significantly ({by}){hsu}"]
    return []


def _shown_lines(found: Comparison, show: Collection[str]) -> list[str]:
    """What the columns beside the means are."""
    said = []
    decided = next(iter(next(iter(found.measures.values())).tests.values()))
    level = percent(found.alpha)
    if "ci" in show:
        said.append(f"[low, high] of a mean: {level} confidence interval, Student's t over topics")
    if "difference" in show and decided.outcome.low is not None:
        held = f"for all {decided.pairs:,} pairs together" if decided.together and decided.pairs > 1 else "for the pair"
        own = " (Bonferroni's: it may reach 0 where Holm decides that systems differ)"
        said.append(
            f"[low, high] of a difference: {level} confidence interval, {held}"
            + own * (decided.correction == "holm" and decided.pairs > 1)
        )
    if "p" in show:
        said.append(f"p: {decided.title}")
    if "effect" in show:
        said.append(f"effect: {decided.test.effect}, with an interval for the pair alone where there is one")
    return said


def _open_line(found: Comparison) -> list[str]:
    decided = [next(iter(one.tests.values())) for one in found.measures.values()]
    opened = sum(int(one.opened.sum()) for one in decided)
    pairs = sum(one.pairs for one in decided)
    return [f"{opened:,} of {pairs:,} decisions are open; they do not count as differences"] if opened else []


def _caption(found: Comparison, rest: tuple[str, ...], folded: bool) -> str:
    """The sentences that stand above the table in a paper."""
    names = list(found.measures)
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    means = all(found.evaluation.measure(name).aggregate == "mean" for name in names)
    size = f"{len(found.systems):,} systems on {len(found.topics):,} topics"
    shown = "the highest and the baselines" if found.baselines else "the highest"
    said = [f"{'Mean ' * means}{listed} of {size}{f' ({shown} are shown)' * folded}."]
    said += ["The best of each column is in bold."]
    said += [f"{one[0].upper()}{one[1:]}." for one in rest]
    return " ".join(said)


def about(found: Comparison) -> list[str]:
    """What the decisions were made with."""
    tests = {one.test.name: one for measure in found.measures.values() for one in measure.tests.values()}
    said = [f"α = {found.alpha:g}"]
    single = [one for one in tests.values() if not one.test.family]
    number = single[0].pairs if single else 1
    if number > 1:
        over = f"over {number:,} comparisons for each measure and test"
        said.append(f"{CORRECTED[found.correction]} {over}" if found.correction != "none" else "not corrected")
    said += [f"{one.test.title}: its own correction" for one in tests.values() if one.test.family]
    if found.margin is not None:
        said.append(f"equivalence within ±{found.margin:g}: two one-sided t tests, {CORRECTED[found.correction]}")
    if any(name in RESAMPLED for name in tests):
        said.append(f"{found.resamples:,} resamples, seed {found.seed}")
    return ["; ".join(said), f"{len(found.systems):,} systems, {len(found.topics):,} topics"]


# ------------------------------------------------------------ tests and what they decided


def _decisions(found: Comparison) -> Table:
    interval = any(measure.interval for measure in found.measures.values())
    opened = any(
        decisions.opened.any()
        for measure in found.measures.values()
        for decisions in (*measure.tests.values(), *measure.interval.values())
    )
    together = any(_omnibus(measure) for measure in found.measures.values())
    beside = ("on the interval scale", "S2NS", "NS2S", "Δ%") if interval else ()
    columns = ("measure", "test", "needs", *(("all systems",) if together else ()), "pairs", "significant", *beside)
    rows = []
    for measure in found.measures.values():
        for name, decisions in measure.tests.items():
            test = decisions.test
            number = int(decisions.significant.sum())
            mark = "" if measure.scale.permits(test.scale) else " !"
            cells = [Cell(measure.name), Cell(name), Cell(f"{test.scale}{mark}")]
            cells += [Cell(_omnibus_text(decisions.outcome.omnibus))] if together else []
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
    if together:
        legend.append("all systems: whether any of them differ")
    if interval:
        legend.append(
            "S2NS: significant by the measure, not on its interval scale; NS2S: the reverse; Δ%: both / significant"
        )
    return Table((*columns, *(("open",) if opened else ())), tuple(rows), "decisions", tuple(legend))


def _omnibus(measure: MeasureComparison) -> bool:
    return any(one.outcome.omnibus is not None for one in measure.tests.values())


def _omnibus_text(omnibus: Omnibus | None) -> str:
    """Such as F(3, 72) = 41.2, p < 0.0001."""
    if omnibus is None:
        return ""
    freedom = ", ".join(f"{number:g}" for number in omnibus.freedom)
    return f"{omnibus.name}({freedom}) = {omnibus.statistic:.4g}, {p_text(omnibus.p)}"


def _share(changed: int, number: int) -> Cell:
    return Cell(changed / number if number else None, percent=True)


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
