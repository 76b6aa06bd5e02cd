"""Tests in statements: which one is named, how it is run, which changes of scale leave its decisions alone, and what it
can say under the others.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import inf, nan
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.statements.decision import Decision, invariant
from intervale.statements.exchanges import exchange_reach
from intervale.statements.expressions import written
from intervale.statements.reach import Reach
from intervale.statements.scores import Scores
from intervale.statements.shared_ranks import MOST_PROGRAMS, shared_reach
from intervale.statements.signed_ranks import own_reach
from intervale.statements.statement import Statement
from intervale.statements.student import common_topics, fixed, t_reach
from intervale.stats.corrections import adjusted, check_correction, level_together
from intervale.stats.outcome import Outcome, Setting, pairs_of
from intervale.stats.registry import Test, named_tests

__all__ = [
    "check_levels",
    "check_pair",
    "corrected_ends",
    "corrected_levels",
    "corrected_p",
    "family_reach",
    "invariant_pair",
    "invariant_test",
    "levels_text",
    "outcome",
    "pair_outcome",
    "pair_p_values",
    "pair_reach",
    "pair_rows",
    "place_of",
    "test_named",
]

Array = np.ndarray[Any, Any]

PAIRED = ("t", "signed-rank", "randomisation", "bootstrap")
"""Tests that depend on the differences alone, and not on their unit."""
ROUNDED = 1e-12
"""The share of a level by which rounding of corrected p-values may move it."""
MOST_PAIRS = 200
"""How many pairs are looked at one by one."""


def test_named(name: str) -> Test:
    if name == "all":
        raise OptionError("a statement needs one test, such as t")
    test = named_tests(name)[0]
    if test.needs_baseline:
        raise OptionError(
            f"a statement has no baseline, and {name} needs one: use another test, such as anova2, or "
            f"intervale compare --test {name} --baseline SYSTEM"
        )
    return test


test_named.__test__ = False  # type: ignore[attr-defined]  # for pytest: this is no test of ours


def _the(test: Test) -> str:
    """The test in a sentence.

    >>> _the(named_tests("t")[0]), _the(named_tests("friedman")[0])
    ("Student's t test", 'the Friedman test (Tukey)')
    """
    title, *how = test.title.split(", ")
    article = "" if title.startswith("Student") else "the "
    return f"{article}{title}" + (f" ({', '.join(how)})" if how else "")


def outcome(test: Test, values: Array, setting: Setting) -> Outcome:
    """The test on systems × topics."""
    if values.shape[1] < 2:
        raise OptionError("a test needs at least two topics that both systems have")
    if np.isnan(values).any():
        raise OptionError(f"{_the(test)} needs every system on every topic")
    return test.run(values, None, setting)


def pair_outcome(test: Test, scores: Scores, first: str, second: str, setting: Setting) -> tuple[float, float]:
    """The p-value of two systems, and by how much the first is better in the sense of the test; of all systems at once
    in family tests, else on the topics that both have.
    """
    a, b = scores.row(first), scores.row(second)
    if test.family:
        found = outcome(test, scores.values, setting)
        pair, sign = place_of(len(scores.systems), a, b), 1.0 if a < b else -1.0
    else:
        found = outcome(test, pair_rows(scores, first, second), setting)
        pair, sign = 0, 1.0
    return float(found.p[pair]), sign * float(found.effect[pair])


def pair_rows(scores: Scores, first: str, second: str) -> Array:
    """The scores of two systems on the topics that both have."""
    rows = scores.values[[scores.row(first), scores.row(second)]]
    found: Array = rows[:, ~np.isnan(rows).any(axis=0)]
    return found


def check_pair(said: Statement, scores: Scores, first: str, second: str) -> None:
    if scores.row(first) == scores.row(second):
        raise OptionError(f"{said}: both systems are the same")


def place_of(systems: int, a: int, b: int) -> int:
    """Where a pair stands among all: (0, 1), (0, 2), …, (1, 2), …"""
    low, high = min(a, b), max(a, b)
    return low * systems - low * (low + 1) // 2 + high - low - 1


# ------------------------------------------------------------ levels and corrections


def check_levels(said: str, test: str, level: Fraction | None, correction: str | None) -> None:
    """Refuse a level that is none, and a correction of what is corrected already."""
    if level is not None and not 0 < level < 1:
        raise OptionError(f"{said}: the level {written(level)} must be a number above 0 and below 1, such as 0.05")
    if correction is None:
        return
    check_correction(correction)
    if test_named(test).family:
        raise OptionError(
            f"{said}: {test} corrects for all pairs of systems itself: leave out 'with {correction}', or use a test of "
            "pairs, such as t"
        )


def levels_text(level: Fraction | None, correction: str | None) -> str:
    """How a level and a correction stand in a statement."""
    at = "" if level is None else f" at {written(level)}"
    return at if correction is None else f"{at} with {correction}"


def pair_p_values(test: Test, scores: Scores, setting: Setting, correction: str) -> Array:
    """The corrected p-values of all pairs of systems; not a number where two systems have fewer than two topics in
    common, which are no part of the family.
    """
    values = scores.values
    if not np.isnan(values).any():
        return adjusted(outcome(test, values, setting).p, correction)
    found = np.full(len(pairs_of(len(values))[0]), nan)
    for place, (a, b) in enumerate(zip(*pairs_of(len(values)), strict=True)):
        both = ~np.isnan(values[[a, b]]).any(axis=0)
        if both.sum() > 1:
            found[place] = float(outcome(test, values[[a, b]][:, both], setting).p[0])
    return adjusted(found, correction)


def corrected_p(test: Test, scores: Scores, first: str, second: str, setting: Setting, correction: str) -> float:
    """The corrected p-value of two systems."""
    found = pair_p_values(test, scores, setting, correction)
    return float(found[place_of(len(scores.systems), scores.row(first), scores.row(second))])


def corrected_levels(level: float, scores: Scores, correction: str | None) -> tuple[float, float]:
    """Two levels of the p-value of a pair alone: at or below the first it is significant after the correction whatever
    other pairs are, above the second it is not. Both are the same for Bonferroni and Šidák, but for rounding.

    A step-wise correction multiplies p by at most the number of pairs m, and by at least 1; Benjamini and Yekutieli's
    multiplies both by 1 + 1/2 + … + 1/m.
    """
    if correction in (None, "none"):
        return level, level
    known = (~np.isnan(scores.values)).astype(int)
    first, second = pairs_of(len(known))
    pairs = int(((known @ known.T)[first, second] > 1).sum())
    if correction == "sidak":
        together = level_together(level, pairs, correction)
        assert together is not None
        return together * (1 - ROUNDED), together * (1 + ROUNDED)
    more = float((1 / np.arange(1, pairs + 1)).sum()) if correction == "by" else 1.0
    strict = level / max(1, pairs) / more
    loose = strict if correction == "bonferroni" else level / more
    return strict * (1 - ROUNDED), loose * (1 + ROUNDED)


# ------------------------------------------------------------ under other scales


def invariant_test(test: Test, scores: Scores) -> Decision | None:
    """Where no permissible transformation changes what a test decides."""
    if scores.level == "nominal":
        return None
    if test.within_topics:
        return invariant(f"{_the(test)} depends only on the order of systems within each topic")
    if scores.shared and test.scale == "ordinal":
        return invariant(f"{_the(test)} depends only on the order of scores")
    if scores.shared and scores.level in ("interval", "ratio"):
        return invariant(f"{_the(test)} does not change under αx + β")
    return None


def invariant_pair(test: Test, scores: Scores, first: str, second: str) -> Decision | None:
    """Where no permissible transformation changes what a test says of two systems."""
    found = invariant_test(test, scores)
    if found is None and test.name in PAIRED and scores.level != "nominal" and fixed(scores, first, second):
        return invariant("no permissible transformation changes the ratios of the differences on topics")
    return found


def pair_reach(
    test: Test, scores: Scores, first: str, second: str, setting: Setting, *, pairs: int = 1
) -> Reach | None:
    """What a test can say of two systems over the permissible transformations, where that is known and it is not the
    same under all: of Student's t (which two-way analysis of variance is for two systems), of signed ranks and of
    exchanges.
    """
    if scores.level == "nominal" or (scores.shared and scores.level != "ordinal"):
        return None
    if common_topics(scores, first, second) < 2:
        return Reach(inf, inf, 1.0, "the two systems have fewer than two topics in common")
    if test.name == "t" or (test.name == "anova2" and len(scores.systems) == 2):
        return t_reach(scores, first, second)
    if test.name == "signed-rank":
        if scores.shared:
            return shared_reach(scores, first, second, programs=MOST_PROGRAMS // pairs)
        return own_reach(scores, first, second)
    return exchange_reach(scores, first, second, setting) if test.name == "randomisation" else None


def family_reach(test: Test, scores: Scores, setting: Setting) -> list[Reach] | None:
    """What a test can say of each pair of systems; None where that is not known, or there are too many."""
    pairs = list(combinations(scores.systems, 2))
    if len(pairs) > MOST_PAIRS or test.family:
        return None
    found = [pair_reach(test, scores, first, second, setting, pairs=len(pairs)) for first, second in pairs]
    return None if None in found else [one for one in found if one is not None]


def corrected_ends(
    scores: Scores, reached: list[Reach], correction: str, favoured: tuple[str, str] | None = None
) -> tuple[Array, Array]:
    """Bounds of the corrected p-values of all pairs, of one of them where the test favours its first system. A
    corrected p-value grows with that of every pair: all at their lower ends, or all at their upper ends, bound it.
    """
    low, high = (np.array([one.ends[end] for one in reached]) for end in (0, 1))
    known = (~np.isnan(scores.values)).astype(int)
    apart = (known @ known.T)[pairs_of(len(known))] < 2
    if favoured is not None:
        a, b = (scores.row(name) for name in favoured)
        one = reached[place_of(len(known), a, b)]
        low[place_of(len(known), a, b)] = (one.first if a < b else one.second) * (1 - one.near)
    return adjusted(np.where(apart, nan, low), correction), adjusted(np.where(apart, nan, high), correction)
