"""``compare`` and ``correlate``: from qrels and runs, or from judged runs or a table of scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from intervale.data import JudgedRuns, Policy, judge
from intervale.errors import OptionError
from intervale.measures import Direct, Measure, ScoreTable, named_measures, score
from intervale.scales.form import interval as interval_form
from intervale.stats.compare import Comparison, compare_table
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
    measure too, so that decisions stand side by side.

    >>> qrels = {str(t): {"a": 1} for t in range(8)}
    >>> first = {str(t): {"a": 2.0, "x": 1.0} for t in range(8)}
    >>> second = {str(t): {"x": 2.0, "a": 1.0} for t in range(8)}
    >>> found = compare(qrels, {"A": first, "B": second}, ["RR@2"], tests="sign")
    >>> found.measures["RR@2"].tests["sign"].p.tolist()
    [0.0078125]
    """
    table, _ = scored(qrels, runs, measures, interval=interval, **data)
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
    digits: int | None = None,
    **data: Any,
) -> Correlations:
    """Correlate measures: how alike they rank the systems, overall and topic by topic; ``interval`` does the same for
    their interval forms, and for each measure and its own. ``digits`` rounds means before they are compared.

    >>> qrels = {"1": {"a": 1, "b": 1}}
    >>> runs = {"A": {"1": {"a": 2.0, "x": 1.0}}, "B": {"1": {"x": 2.0, "a": 1.0}}, "C": {"1": {"x": 2.0, "y": 1.0}}}
    >>> correlate(qrels, runs, ["AP@2", "RR@2"]).pairs[0].overall
    1.0
    """
    return correlate_table(scored(qrels, runs, measures, interval=interval, **data)[0], coefficient, digits)


def scored(
    qrels: Any, runs: Any, measures: Any, *, interval: bool = False, **data: Any
) -> tuple[ScoreTable, JudgedRuns]:
    """The table of scores, with interval forms where asked, and the judged runs behind it."""
    wanted = named_measures(measures)  # before any file is read
    without: list[str] = []
    if interval:
        wanted, without = with_interval(wanted)
    kept = {name: data.pop(name) for name in ("topics", "encoding", "workers") if name in data}
    try:
        policy = Policy(**data)
    except TypeError:
        raise OptionError(f"unknown option among: {', '.join(data)}") from None
    judged: JudgedRuns = judge(qrels, runs, policy, **kept)
    table = score(judged, wanted)
    return replace(table, notes=(*without, *table.notes)), judged


def with_interval(measures: dict[str, Measure]) -> tuple[dict[str, Measure], list[str]]:
    """Each measure with its interval form behind it, and a sentence for each that has none: counts, and measures that
    are not defined on a run space.
    """
    found: dict[str, Measure] = {}
    without: dict[str, list[str]] = {}
    for name, measure in measures.items():
        found[name] = measure
        if has_form(measure) and getattr(measure, "cutoff", None) is None:
            without.setdefault("it has no cutoff, and a scale is of runs of one length (write AP@30)", []).append(name)
        elif has_form(measure):
            found.setdefault(f"interval({name})", interval_form(measure))
        elif isinstance(measure, Direct):
            without.setdefault(measure.why_no_exact, []).append(name)
        elif not measure.is_form:
            without.setdefault("it is not a mean over topics", []).append(name)
    return found, [f"{', '.join(names)}: no interval form: {why}" for why, names in without.items()]
