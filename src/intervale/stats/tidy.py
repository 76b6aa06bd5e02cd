"""A comparison as tidy tables: a row for each pair of systems, and a row for each system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from intervale.data.tabular import Columns

if TYPE_CHECKING:
    from intervale.stats.comparison import Comparison, MeasureComparison
    from intervale.stats.decisions import Decisions

__all__ = ["pair_columns", "ranking_columns", "test_pairs"]

Array = np.ndarray[Any, Any]


def pair_columns(found: Comparison) -> Columns:
    """A row for each pair of systems by each measure and test, and by interval forms where there are any.

    | column | holds |
    |---|---|
    | ``difference``, ``ci_low``, ``ci_high`` | the mean of a less that of b, with its confidence interval |
    | ``ci_together`` | whether that holds for all pairs together, or for this pair alone |
    | ``statistic`` | that of the test: t, z, wins less losses, … |
    | ``p``, ``p_alone`` | after correction over all pairs, and of this pair alone (none in family tests) |
    | ``effect``, ``effect_low``, ``effect_high`` | the effect size of the test, with an interval for this pair alone |
    | ``wins``, ``ties``, ``losses`` | on how many topics a scores more, the same, less than b |
    | ``significant``, ``open`` | the decision, and whether bounds of the scores leave it open |
    | ``p_equivalent``, ``equivalent`` | with a margin: two one-sided t tests after correction, and their decision |
    | ``below``, ``within``, ``above`` | with a margin: posterior probabilities of the difference |
    """
    pieces: list[Columns] = []
    for one in found.measures.values():
        for name, tests in ((one.name, one.tests), (one.form, one.interval)):
            for test, decisions in tests.items():
                about: Columns = {"measure": [name] * decisions.pairs, "test": [test] * decisions.pairs}
                pieces.append(about | test_pairs(found, one, decisions))
    return {name: [value for piece in pieces for value in piece[name]] for name in pieces[0]}


def test_pairs(found: Comparison, one: MeasureComparison, decisions: Decisions) -> Columns:
    """The pairs of one test; see :func:`pair_columns`."""
    outcome, number, systems = decisions.outcome, decisions.pairs, found.systems
    record = zip(("wins", "ties", "losses"), one.records(decisions.first, decisions.second), strict=True)
    return {
        "a": [systems[a] for a in decisions.first],
        "b": [systems[b] for b in decisions.second],
        "difference": _listed(decisions.difference, number),
        "ci_low": _listed(outcome.low, number),
        "ci_high": _listed(outcome.high, number),
        "ci_together": [None if x is None else decisions.together for x in _listed(outcome.low, number)],
        "statistic": _listed(outcome.statistic, number),
        "p": _listed(decisions.p, number),
        "p_alone": _listed(None if decisions.test.family else outcome.p, number),
        "effect": _listed(outcome.effect, number),
        **_effect_ci(found, one, decisions),
        **{title: counts.tolist() for title, counts in record},
        "significant": decisions.significant.tolist(),
        "open": decisions.opened.tolist(),
        **_equivalence(found, one, decisions),
    }


def _effect_ci(found: Comparison, one: MeasureComparison, decisions: Decisions) -> Columns:
    """The intervals of effects; none where scores lie between bounds."""
    name, scores = (one.name, one.scores) if decisions in one.tests.values() else (one.form, one.form_scores)
    low = high = None
    if name is not None and scores is not None and found.evaluation.bounds_of(name) is None:
        made = decisions.test.effect_interval(decisions.outcome, scores, decisions.first, decisions.second, found.alpha)
        low, high = (None, None) if made is None else (made.low, made.high)
    return {"effect_low": _listed(low, decisions.pairs), "effect_high": _listed(high, decisions.pairs)}


def _equivalence(found: Comparison, one: MeasureComparison, decisions: Decisions) -> Columns:
    """What is known of a margin; nothing of interval forms, as it is one of the measure."""
    if found.margin is None:
        return {}
    same = one.equivalence if decisions in one.tests.values() else None
    if same is None:
        return dict.fromkeys(("p_equivalent", "equivalent", "below", "within", "above"), [None] * decisions.pairs)
    return {
        "p_equivalent": _listed(same.p, decisions.pairs),
        "equivalent": same.equivalent.tolist(),
        **{name: _listed(getattr(same, name), decisions.pairs) for name in ("below", "within", "above")},
    }


test_pairs.__test__ = False  # type: ignore[attr-defined]  # for pytest: this is no test of ours


def _listed(numbers: Array | None, length: int) -> list[float | None]:
    """Numbers one by one; None where there is none."""
    if numbers is None:
        return [None] * length
    return [x if np.isfinite(x) else None for x in numbers.tolist()]


def ranking_columns(found: Comparison) -> Columns:
    """A row for each system by each measure, the highest mean first: place, mean with the confidence interval of
    ``Evaluation.ci`` at 1 − alpha, topics, whether it may be the best, and by the first test the letters of its groups
    (where there is no baseline and they can be read) and the baselines that it differs from.
    """
    rows: list[dict[str, Any]] = []
    for one in found.measures.values():
        test = next(iter(one.tests))
        marks = () if found.baselines else one.letters
        different = one.different(test)
        places = one.mean_order.places
        for s in one.ranking:
            system = found.systems[s]
            low, high = found.evaluation.ci(system, one.name, 1 - found.alpha)
            apart = [name for name in found.baselines if different[s, found.systems.index(name)]]
            rows.append(
                {
                    "measure": one.name,
                    "test": test,
                    "place": None if np.isnan(places[s]) else 1 + int((places > places[s]).sum()),
                    "system": system,
                    "mean": _number(one.means[s]),
                    "ci_low": _number(low),
                    "ci_high": _number(high),
                    "topics": int((~np.isnan(one.scores[s])).sum()),
                    "may_be_best": None if one.best is None else bool(one.best.possible[s]),
                    "groups": marks[s] if marks else None,
                    "differs_from": "; ".join(apart) if found.baselines else None,
                }
            )
    return {name: [row[name] for row in rows] for name in rows[0]}


def _number(x: float) -> float | None:
    return float(x) if np.isfinite(x) else None
