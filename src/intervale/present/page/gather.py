"""What a report shows: everything computed by the other packages, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from intervale.data import JudgedRuns
from intervale.errors import IntervaleError, OptionError
from intervale.evaluation import Evaluation
from intervale.exact.progress import steps
from intervale.scales import ScaleResult
from intervale.statements import Evidence, Leaderboard, evidence, leaderboard
from intervale.statements.suggested import TESTED, Suggested, suggested
from intervale.stats import Comparison, compare
from intervale.stats.registry import named_tests

__all__ = ["Card", "Gathered", "gather"]

Array = np.ndarray[Any, Any]
TESTS = ("t", "sign", "rank-sum", "signed-rank", "anova2", "friedman")
"""The first is the one behind the sentences."""
MOST_DEPTH = 100
"""How many ranks of a judged run are shown."""
MANY_PAIRS, FAST_TESTS = 50_000, ("t", "sign")
"""From how many pairs on not all tests are run, and which are."""
MOST_CONTESTED = 400
"""Of how many systems it is asked what nobody can contest."""
NEXT = 2
"""How many systems behind the first one have sentences."""


@dataclass(frozen=True, eq=False)
class Card:
    """The scale of one measure: what was found, or why it could not be looked at."""

    measure: str
    found: ScaleResult | None
    why: str = ""


@dataclass(frozen=True, eq=False)
class Gathered:
    """An evaluation and what follows from it."""

    title: str
    evaluation: Evaluation
    comparison: Comparison
    evidence: Evidence
    leaderboard: Leaderboard | None
    """What of the rankings holds on every scale; None where systems lack topics or are too many, or no measure is a
    mean."""
    cards: tuple[Card, ...]
    grades: int
    """The top grade."""
    sentences: dict[str, list[Suggested]] = field(default_factory=dict)
    """By measure, what may be written about the first systems."""
    about: dict[str, Any] = field(default_factory=dict)
    """How it was made: versions and options; command and files with their hashes where these are wanted."""
    comment: str = ""
    """The author's words."""

    @property
    def judged(self) -> JudgedRuns | None:
        return self.evaluation.judged

    @property
    def measures(self) -> dict[str, str | None]:
        """Each measure, with the name of its interval form where that was computed."""
        forms = self.evaluation.interval_forms
        return {name: forms.get(name) for name in self.evaluation.names if name not in forms.values()}

    @property
    def test(self) -> str:
        """The test behind the sentences, as in ``compare``: the first."""
        return next(iter(next(iter(self.comparison.measures.values())).tests))

    @property
    def depth(self) -> int:
        """How many ranks the measures look at: the largest cutoff, ten at least, a hundred at most."""
        cutoffs = [measure.cutoff or 0 for measure in self.evaluation.measures]
        wanted = max([10, *cutoffs])
        return min(wanted, MOST_DEPTH, self.evaluation.judged.depth if self.evaluation.judged is not None else wanted)

    @cached_property
    def unjudged(self) -> Array | None:
        """By system, the share of its documents in these ranks that nobody judged; None without judged runs."""
        return None if self.evaluation.judged is None else self.evaluation.judged.unjudged(self.depth)


def gather(
    evaluation: Evaluation,
    *,
    title: str = "",
    comment: str = "",
    baseline: str | Sequence[str] = (),
    tests: Sequence[str] = TESTS,
    alpha: float = 0.05,
    correction: str = "holm",
    seed: int = 0,
    about: dict[str, Any] | None = None,
) -> Gathered:
    """Compare systems and look at the scales behind the scores of an evaluation."""
    if len(evaluation.systems) < 2:
        raise OptionError("a report needs at least two systems, found one")
    plain = _no_counts(evaluation)
    if np.isnan(plain.values).any() and tuple(tests) == TESTS:
        chosen = named_tests(list(tests))
        tests = tuple(test.name for test in chosen if not test.family)
        left = " and ".join(test.name for test in chosen if test.family)
        plain = plain.noted((f"{left} need every system on every topic, and are left out", *plain.notes))
    many = len(plain.systems) * (len(plain.systems) - 1) // 2
    if many > MANY_PAIRS and tuple(tests) == TESTS:
        tests = FAST_TESTS
        told = f"of {many:,} pairs only {' and '.join(tests)} were tested; name other tests with --test"
        plain = plain.noted((told, *plain.notes))
    forms = plain.interval_forms
    named = [name for name in plain.names if name not in forms.values()]
    cards = tuple(_card(plain, name) for name in steps(named, "checking scales"))
    comparison = compare(plain, tests=tests, alpha=alpha, correction=correction, seed=seed, baseline=baseline)
    grades = evaluation.grades or 1
    rests_on = evidence(plain)
    if not rests_on.measures:
        raise OptionError("a report needs a measure that is a mean over topics, such as AP; add one with -m")
    sentences = {name: _sentences(comparison, name) for name in steps(list(rests_on.measures), "deciding sentences")}
    settled = _leaderboard(plain, named, alpha)
    return Gathered(title, plain, comparison, rests_on, settled, cards, grades, sentences, about or {}, comment)


def _sentences(comparison: Comparison, name: str) -> list[Suggested]:
    """What may be written of the system with the highest mean, beside the next ones and the baselines; what a test says
    where it is so after correction, too.
    """
    compared, systems = comparison.measures[name], comparison.evaluation.systems
    first, *others = compared.ranking
    second = dict.fromkeys([*others[:NEXT], *(s for s in others if systems[s] in comparison.baselines)])
    found = []
    for other in second:
        tests = [test for test in TESTED if test in compared.tests and compared.different(test)[first, other]]
        pair = systems[first], systems[other]
        found += suggested(comparison.evaluation, name, *pair, tests=tests, alpha=comparison.alpha)
    return sorted(found, key=lambda one: one.assumed)


def _leaderboard(evaluation: Evaluation, names: list[str], alpha: float) -> Leaderboard | None:
    ranked = [name for name in names if evaluation.measure(name).aggregate == "mean"]
    if not ranked or np.isnan(evaluation.values).any() or len(evaluation.systems) > MOST_CONTESTED:
        return None
    return leaderboard(evaluation.subset(measures=ranked), alpha=alpha)


def _no_counts(evaluation: Evaluation) -> Evaluation:
    """Without measures that count documents: nothing is better in them."""
    pairs = list(zip(evaluation.names, evaluation.measures, strict=True))
    kept = [name for name, measure in pairs if measure.has_best and measure.aggregate != "sum"]
    if not kept:
        raise OptionError("a report needs a measure for which more is better; these are counts")
    if len(kept) == len(pairs):
        return evaluation
    left = ", ".join(name for name, _ in pairs if name not in kept)
    return evaluation.subset(measures=kept).noted((f"{left}: counts, which are not compared", *evaluation.notes))


def _card(evaluation: Evaluation, name: str) -> Card:
    measure = evaluation.measure(name)
    if measure.defined_by == "scores":
        return Card(name, None, measure.why_no_exact)
    if measure.cutoff is None:
        return Card(name, None, "it has no cutoff, and a scale needs runs of one length")
    try:
        return Card(name, evaluation.scale_by_order(name))
    except IntervaleError as error:
        return Card(name, None, str(error))
