"""Comparing systems: the tests on the scores of an evaluation, with their corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from math import nan
from typing import Any

import numpy as np

from intervale.data.files import file_stem
from intervale.errors import OptionError, did_you_mean
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluation import evaluation_of
from intervale.evaluation.interval_forms import form_possible
from intervale.exact.executors import ExecutorLike
from intervale.exact.progress import parallel
from intervale.stats.best import Best, may_be_best
from intervale.stats.comparison import Comparison, MeasureComparison
from intervale.stats.corrections import adjusted, check_correction, level_together
from intervale.stats.decisions import Decisions
from intervale.stats.equivalence import Equivalence, check_margin, equivalence
from intervale.stats.notes import assumed, remarked
from intervale.stats.outcome import Bounds, Outcome, Setting, pairs_of
from intervale.stats.pairwise import mean_differences
from intervale.stats.registry import Test, named_tests

__all__ = ["compare"]

Array = np.ndarray[Any, Any]
LEAST_ALPHA, MOST_RESAMPLES = 1e-9, 1_000_000


def compare(
    evaluation: Evaluation,
    *,
    tests: str | Sequence[str] = ("t",),
    alpha: float = 0.05,
    correction: str = "holm",
    baseline: str | Sequence[str] = (),
    strict: bool = False,
    resamples: int = 10_000,
    seed: int = 0,
    margin: float | None = None,
    best: bool = True,
    forms: Mapping[str, str] | None = None,
    workers: int | None = None,
    executor: ExecutorLike | None = None,
) -> Comparison:
    """Compare the systems of an evaluation by significance tests, all pairs or each with a baseline.

    ``tests`` are names (``t``, ``sign``, ``rank-sum``, ``signed-rank``, ``anova1``, ``anova2``, ``kruskal-wallis``,
    ``friedman``, ``dunnett``, ``randomisation``, ``randomised-tukey``, ``bootstrap``) or ``all`` (but ``dunnett``,
    which needs one baseline). Interval forms in the evaluation
    (``evaluate(..., interval=True)``) are taken as those of their measures, so that decisions stand side by side. A
    test that needs a richer scale than a measure is on says what it assumes, or is refused where ``strict`` is set.
    ``correction`` adjusts the p-values of tests that look at one pair at a time, over one family for each measure: the
    pairs with the baselines where there are any, otherwise all pairs. Family tests (Tukey's, Dunnett's) are adjusted as
    they are. With a ``margin``, it is also asked whether two systems are the same up to differences of that size.
    ``best`` asks which systems may be the best. ``forms`` names the form that stands beside each measure, where that is
    not its interval form.

    ``workers`` and ``executor`` are those of :func:`~intervale.parallel`: who tests blocks of pairs, and resamples. The
    numbers are the same to the bit whoever does.

    >>> from intervale.evaluation import evaluate
    >>> qrels = {str(t): {"a": 1} for t in range(8)}
    >>> first = {str(t): {"a": 2.0, "x": 1.0} for t in range(8)}
    >>> second = {str(t): {"x": 2.0, "a": 1.0} for t in range(8)}
    >>> found = compare(evaluate(qrels, {"A": first, "B": second}, ["RR@2"]), tests="sign")
    >>> found.measures["RR@2"].tests["sign"].p.tolist()
    [0.0078125]
    """
    evaluation_of(evaluation, "compare").needed_scores("a comparison", systems=2)
    chosen = named_tests(list(tests) if not isinstance(tests, str) else tests)
    setting = _setting(alpha, resamples, seed)
    if margin is not None:
        check_margin(margin)
    check_correction(correction)
    if not chosen:
        raise OptionError("compare needs a test: tests='t'")
    if len(evaluation.topics) < 2:
        raise OptionError("a test needs at least two topics, found one")
    baselines = _baselines(evaluation, baseline, chosen)
    form_of = evaluation.interval_forms if forms is None else forms
    measures, notes = {}, []
    about: dict[str, list[str]] = {}
    with parallel(workers, executor):
        for name, measure in zip(evaluation.names, evaluation.measures, strict=True):
            if name in form_of.values():
                continue
            scale = evaluation.scale(name)
            form = form_of.get(name)
            found = _all_decided(evaluation, name, chosen, setting, correction, baselines)
            inner = {} if form is None else _all_decided(evaluation, form, chosen, setting, correction, baselines)
            possible = form is None and form_possible(measure, evaluation.judged)
            lead, no_lead = _best(evaluation, name, alpha, strict) if best else (None, "it was not asked for")
            beside = ["the comparison with the best"] * (lead is not None and not baselines)
            beside += ["the equivalence test"] * (margin is not None)
            if margin is not None and strict and not scale.permits("interval"):
                raise OptionError(f"{name} is on {scale.text}, and equivalence within a margin needs an interval scale")
            for note in assumed(name, measure, scale, chosen, strict, form=form, possible=possible, beside=beside):
                about.setdefault(note, []).append(name)
            notes += remarked(name, found) + ([] if form is None else remarked(form, inner))
            form_scores = None if form is None else evaluation.matrix(form)
            order = (evaluation.bounds_of(name) or (None, None))[1]
            scores, means = evaluation.matrix(name), evaluation.mean_order(name)
            same = None
            if margin is not None and evaluation.bounds_of(name) is not None:
                notes.append(f"{name}: no test of equivalence, as scores lie between bounds")
            elif margin is not None:
                same = _equivalence(scores, next(iter(found.values())), margin, alpha, correction)
            measures[name] = MeasureComparison(
                name, scale, means, scores, found, form, inner, form_scores, order, lead, no_lead, same
            )
    if correction == "none" and len(evaluation.systems) > 2 and any(not test.family for test in chosen):
        notes.append(
            "p-values of pairwise tests are not corrected for the number of pairs: about "
            f"{100 * alpha:g}% of the pairs that do not differ will appear to (use --correction holm)"
        )
    if baselines and any(test.family and not test.needs_baseline for test in chosen):
        notes.append("Tukey's comparisons are corrected for all pairs of systems, even with a baseline")
    return Comparison(
        evaluation,
        measures,
        alpha,
        correction,
        baselines,
        (*(f"{', '.join(those)}: {note}" for note, those in about.items()), *notes, *evaluation.notes),
        resamples,
        seed,
        margin,
    )


def _equivalence(scores: Array, decisions: Decisions, margin: float, alpha: float, correction: str) -> Equivalence:
    """Whether the pairs of a test are the same up to a margin, corrected as pairwise tests are."""
    found = equivalence(scores, decisions.first, decisions.second, margin, alpha)
    p = adjusted(found.p, correction)
    return replace(found, p=p, equivalent=p <= alpha)


def _best(evaluation: Evaluation, name: str, alpha: float, strict: bool) -> tuple[Best | None, str]:
    """Which of several systems may be the best, by the means of a measure for which more is better; or why that is not
    asked.
    """
    scores, measure = evaluation.matrix(name), evaluation.measure(name)
    if len(scores) < 3 or not measure.has_best or measure.aggregate != "mean":
        return None, "it needs three systems or more, and a mean for which more is better"
    if np.isnan(scores).any():
        return None, "it needs every system on every topic"
    if strict and not evaluation.scale(name).permits("interval"):
        return None, "it needs an interval scale (--strict)"
    bounds = evaluation.bounds_of(name)
    found = may_be_best(scores, alpha, None if bounds is None else Bounds(*bounds))
    if measure.in_unit:
        found = replace(found, low=np.clip(found.low, -1, 1), high=np.clip(found.high, -1, 1))
    return found, ""


def _baselines(evaluation: Evaluation, baseline: str | Sequence[str], tests: list[Test]) -> tuple[str, ...]:
    baselines = (baseline,) if isinstance(baseline, str) else tuple(dict.fromkeys(baseline))
    for name in baselines:
        if name not in evaluation.systems:
            hint = did_you_mean(file_stem(str(name)), evaluation.systems)
            known = ", ".join(evaluation.systems[:10])
            raise OptionError(f"the baseline {name!r} is not among the systems; {hint}the systems are: {known}")
    for test in tests:
        if test.needs_baseline and len(baselines) != 1:
            found = "none" if not baselines else f"{len(baselines)}"
            raise OptionError(f"the test {test.name} compares with one baseline (--baseline NAME), found {found}")
    return baselines


def _setting(alpha: float, resamples: int, seed: int) -> Setting:
    if not LEAST_ALPHA <= alpha < 1:
        raise OptionError(f"alpha={alpha} must be a number from {LEAST_ALPHA:g} to below 1")
    if not 100 <= resamples <= MOST_RESAMPLES:
        raise OptionError(f"resamples={resamples} must be a number from 100 to {MOST_RESAMPLES:,}")
    if seed < 0:
        raise OptionError(f"seed={seed} must be at least 0")
    return Setting(alpha, resamples, seed)


def _all_decided(
    evaluation: Evaluation,
    name: str,
    tests: list[Test],
    setting: Setting,
    correction: str,
    baselines: tuple[str, ...],
) -> dict[str, Decisions]:
    """By test, what it decides about the scores of a measure."""
    apart = mean_differences(evaluation.matrix(name))
    return {test.name: _decided(evaluation, name, test, apart, setting, correction, baselines) for test in tests}


def _decided(
    evaluation: Evaluation,
    name: str,
    test: Test,
    difference: Array,
    setting: Setting,
    correction: str,
    baselines: tuple[str, ...],
) -> Decisions:
    """What a test decides about the pairs of systems, whose mean differences are known."""
    scores = evaluation.matrix(name)
    known, bounds = _looked_at(evaluation, name, test)
    first, second = pairs_of(len(scores))
    rows = [evaluation.systems.index(one) for one in baselines]
    keep = np.isin(first, rows) | np.isin(second, rows) if baselines else np.ones(len(first), dtype=bool)
    method = "none" if test.family else correction
    level = level_together(setting.alpha, int(keep.sum()), method)
    setting = replace(setting, interval_alpha=level, baseline=rows[0] if len(rows) == 1 else None)
    if not np.isnan(scores).any():
        outcome = test.run(known, bounds, setting)
    elif test.family:
        missing = int(np.isnan(scores).any(axis=0).sum())
        instead = (
            "count them as 0 (--missing zero), leave topics out (--topics FILE), or use a test of pairs, such as t"
        )
        if evaluation.judged is None:
            instead = "add their scores, or use a pairwise test, such as t"
        raise OptionError(
            f"the test {test.name} needs every system on every topic, and {missing} of {scores.shape[1]} topics are "
            f"missing for some: {instead}"
        )
    else:
        outcome = _by_pair(known, bounds, test, setting)
    if baselines:
        turn = keep & np.isin(first, rows) & ~np.isin(second, rows)  # the baseline stands second
        outcome, first, second = _kept(_turned(outcome, turn), keep), *_swapped(first, second, turn, keep)
        difference = np.where(turn, -difference, difference)[keep]
    if evaluation.measure(name).in_unit and outcome.low is not None and outcome.high is not None:
        outcome = replace(outcome, low=np.clip(outcome.low, -1, 1), high=np.clip(outcome.high, -1, 1))
    p = adjusted(outcome.p, method)
    opened = np.zeros(len(p), dtype=bool)
    if outcome.p_low is not None and outcome.p_high is not None:
        opened = (adjusted(outcome.p_low, method) <= setting.alpha) & (adjusted(outcome.p_high, method) > setting.alpha)
    significant = (p <= setting.alpha) & ~opened
    together = test.family or level is not None
    return Decisions(test, first, second, p, significant, opened, outcome, difference, method, together)


def _looked_at(evaluation: Evaluation, name: str, test: Test) -> tuple[Array, Bounds | None]:
    """What a test looks at: the scores with their bounds; or, where only the order matters and it is known, the places
    of the scores in it, which are exact.
    """
    scores = evaluation.matrix(name)
    bounds = evaluation.bounds_of(name)
    if bounds is None:
        return scores, None
    errors, order = bounds
    across = test.within_topics or evaluation.measures[evaluation.names.index(name)].one_order
    if order is not None and test.scale == "ordinal" and across:
        return np.where(np.isnan(scores), nan, order), None
    return scores, Bounds(errors, order)


def _by_pair(scores: Array, bounds: Bounds | None, test: Test, setting: Setting) -> Outcome:
    """Pair by pair, on the topics that both systems have."""
    first, second = pairs_of(len(scores))
    found = []
    for a, b in zip(first, second, strict=True):
        both = ~np.isnan(scores[[a, b]]).any(axis=0)
        if both.sum() < 2:
            nothing = np.array([nan])
            found.append(Outcome(*(nothing,) * 7, shaky=np.zeros(1, dtype=bool)))
        else:
            rows = np.ix_([a, b], np.flatnonzero(both))
            found.append(test.run(scores[rows], None if bounds is None else bounds.only(rows), setting))
    return Outcome(*(_joined([getattr(one, name) for one in found]) for name in BY_PAIR))


BY_PAIR = tuple(field.name for field in fields(Outcome) if field.name != "omnibus")
"""What an outcome has for each pair."""


def _joined(pieces: list[Array | None]) -> Any:
    return None if any(piece is None for piece in pieces) else np.concatenate(pieces)  # type: ignore[arg-type]


def _kept(outcome: Outcome, keep: Array) -> Outcome:
    kept: Any = {name: None if (one := getattr(outcome, name)) is None else one[keep] for name in BY_PAIR}
    return replace(outcome, **kept)


def _turned(outcome: Outcome, turn: Array) -> Outcome:
    """With the two systems of some pairs exchanged."""
    sign = np.where(turn, -1.0, 1.0)
    low, high = outcome.low, outcome.high
    if low is not None and high is not None:
        low, high = np.where(turn, -high, low), np.where(turn, -low, high)
    return replace(outcome, statistic=outcome.statistic * sign, effect=outcome.effect * sign, low=low, high=high)


def _swapped(first: Array, second: Array, turn: Array, keep: Array) -> tuple[Array, Array]:
    return np.where(turn, second, first)[keep], np.where(turn, first, second)[keep]
