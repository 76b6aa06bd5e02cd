"""``compare`` and ``correlate``: from qrels and runs, or from judged runs or a table of scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from intervale.data import JudgedRuns, Policy, judge
from intervale.errors import OptionError
from intervale.measures import Measure, ScoreTable, named_measures, score
from intervale.scales.form import interval as interval_form
from intervale.stats.comparison import Comparison, compare_table
from intervale.stats.correlate import Correlations, correlate_table
from intervale.stats.scale_of import has_form

__all__ = ["compare", "correlate", "scored", "with_interval"]


def compare(
    qrels: Any,
    runs: Any,
    measures: Any,
    *,
    tests: str | Sequence[str] = ("t",),
    interval: bool = False,
    alpha: float = 0.05,
    correction: str = "holm",
    baseline: str | Sequence[str] = (),
    strict: bool = False,
    resamples: int = 10_000,
    seed: int = 0,
    **data: Any,
) -> Comparison:
    """Compare systems by significance tests. ``qrels``, ``runs``, ``measures`` and what else is named are as in
    :func:`~intervale.evaluate`; :func:`~intervale.stats.compare_table` takes a table of scores instead.

    ``tests`` are names (``t``, ``sign``, ``rank-sum``, ``signed-rank``, ``anova1``, ``anova2``, ``kruskal-wallis``,
    ``friedman``, ``randomisation``, ``bootstrap``) or ``all``. ``interval`` runs them on the interval form of each
    measure too, so that decisions stand side by side. ``strict`` refuses tests that need a richer scale than the
    measure is on, and measures without an interval form where these are asked for.

    >>> qrels = {str(t): {"a": 1} for t in range(8)}
    >>> first = {str(t): {"a": 2.0, "x": 1.0} for t in range(8)}
    >>> second = {str(t): {"x": 2.0, "a": 1.0} for t in range(8)}
    >>> found = compare(qrels, {"A": first, "B": second}, ["RR@2"], tests="sign")
    >>> found.measures["RR@2"].tests["sign"].p.tolist()
    [0.0078125]
    """
    table, _ = scored(qrels, runs, measures, interval=interval, strict=strict, **data)
    return compare_table(
        table,
        tests=tests,
        alpha=alpha,
        correction=correction,
        baseline=baseline,
        strict=strict,
        resamples=resamples,
        seed=seed,
    )


def correlate(
    qrels: Any,
    runs: Any,
    measures: Any,
    *,
    coefficient: str = "tau",
    interval: bool = False,
    strict: bool = False,
    digits: int | None = None,
    **data: Any,
) -> Correlations:
    """Correlate measures: how alike they rank the systems, overall and topic by topic; ``interval`` does the same for
    their interval forms, and for each measure and its own, and ``strict`` refuses a measure that has none. ``digits``
    rounds means before they are compared.

    >>> qrels = {"1": {"a": 1, "b": 1}}
    >>> runs = {"A": {"1": {"a": 2.0, "x": 1.0}}, "B": {"1": {"x": 2.0, "a": 1.0}}, "C": {"1": {"x": 2.0, "y": 1.0}}}
    >>> correlate(qrels, runs, ["AP@2", "RR@2"]).pairs[0].overall
    1.0
    """
    table, _ = scored(qrels, runs, measures, interval=interval, strict=strict, **data)
    return correlate_table(table, coefficient, digits)


def scored(
    qrels: Any, runs: Any, measures: Any, *, interval: bool = False, strict: bool = False, **data: Any
) -> tuple[ScoreTable, JudgedRuns]:
    """The table of scores, with interval forms where asked, and the judged runs behind it. A measure without an
    interval form is noted, or with ``strict`` refused.
    """
    wanted = named_measures(measures)  # before any file is read
    kept = {name: data.pop(name) for name in ("topics", "encoding", "workers") if name in data}
    try:
        policy = Policy(**data)
    except TypeError:
        raise OptionError(f"unknown option among: {', '.join(data)}") from None
    judged: JudgedRuns = judge(qrels, runs, policy, **kept)
    wanted, without = with_interval(wanted, judged, add=interval, strict=strict)
    table = score(judged, wanted)
    return replace(table, notes=(*without, *table.notes)), judged


def with_interval(
    measures: dict[str, Measure], judged: JudgedRuns, *, add: bool = True, strict: bool = False
) -> tuple[dict[str, Measure], list[str]]:
    """Each measure, with ``add`` its interval form behind it, and a sentence for each that has none on these judgments;
    with ``strict`` the first of these is refused, and so is what leaves nothing to compute. Sizes decide: nothing is
    counted here.
    """
    found: dict[str, Measure] = {}
    without: dict[str, list[str]] = {}
    for name, measure in measures.items():
        if not measure.is_derived:
            found[name] = measure
            if not add:
                continue
        why = _why_no_form(measure, judged)
        if why and strict:
            raise OptionError(f"{name}: no interval form: {why}; leave --strict out to go on without it")
        if why:
            without.setdefault(why, []).append(name)
        elif measure.is_derived:
            found[name] = measure
        else:
            found.setdefault(f"interval({name})", interval_form(measure))
    notes = [f"{', '.join(names)}: no interval form: {why}" for why, names in without.items()]
    if not found:
        raise OptionError(notes[0])
    return found, notes


def _why_no_form(measure: Measure, judged: JudgedRuns) -> str:
    """Why a measure has no interval form on these judgments; empty where it has one."""
    if not measure.on_run_space:
        return measure.why_no_exact
    if not measure.is_derived:
        if not has_form(measure):
            return "it is not a mean over topics"
        if measure.cutoff is None:
            return "it has no cutoff; write one, as in AP@30"
        measure = interval_form(measure)
    if judged.topics.top is None:
        return "it needs integer grades, and the judgments have floats"
    return measure.why_not(judged)
