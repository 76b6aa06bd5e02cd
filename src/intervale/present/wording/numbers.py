"""The numbers behind a sentence about two systems."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intervale.present.wording.texts import p_text, percent, plain, topics_text
from intervale.statements.evidence import RESTS_ON
from intervale.stats.comparison import MeasureComparison
from intervale.stats.corrections import CORRECTED
from intervale.stats.outcome import Setting
from intervale.stats.registry import TESTS

__all__ = ["Numbers", "equivalent_pairs", "numbers_of", "p_both"]

SIGN = TESTS["sign"]


@dataclass(frozen=True)
class Numbers:
    """The numbers behind a pair: what was found, and how sure that is."""

    difference: float
    ci: tuple[float, float] | None
    together: bool
    """Whether the interval holds for all comparisons together."""
    alpha: float
    alone: float
    """p of this pair alone."""
    corrected: float
    comparisons: int
    test: str
    correction: str
    """Empty where the test has its own."""
    ahead: int
    behind: int
    tied: int
    sign: float
    """p of the sign test, which needs no scale."""
    rests_on: int = -1
    missing: bool = False
    """Whether one of the two lacks topics: these numbers are of those that both have."""
    margin: float | None = None
    equivalent: bool = False
    p_equivalent: float = 1.0
    within: float = 0.0

    def __str__(self) -> str:
        way = "higher" if self.difference >= 0 else "lower"
        mean = "On the topics that both have its mean" if self.missing else "Its mean"
        measured = f" ({self.measured})" if self.measured else ""
        said = [f"{mean} is {plain(abs(self.difference))} {way}{measured}."]
        said.append(f"{self.topics[0].upper()}{self.topics[1:]} (sign test: {p_text(self.sign)}).")
        if 0 <= self.rests_on <= 2:
            said.append(f"{RESTS_ON[self.rests_on].capitalize()}.")
        if self.margin is not None:
            shown = "Equivalent" if self.equivalent else "Not shown to be equivalent"
            chance = f"probability of a smaller difference {self.within:.2g}"
            said.append(f"{shown} within ±{self.margin:g} (TOST: {p_text(self.p_equivalent)}; {chance}).")
        return " ".join(said)

    @property
    def topics(self) -> str:
        return topics_text(self.ahead, self.tied, self.behind)

    @property
    def measured(self) -> str:
        """The confidence interval of the difference, and p."""
        return "; ".join(part for part in (self._interval(), self._p()) if part)

    def _interval(self) -> str:
        if self.ci is None:
            return ""
        low, high = self.ci if self.difference >= 0 else (-self.ci[1], -self.ci[0])
        all_of = "simultaneous " if self.together and self.comparisons > 1 else ""
        return f"{all_of}{percent(self.alpha)} CI {plain(low)} to {plain(high)}"

    def _p(self) -> str:
        if self.test == SIGN.title and self.comparisons == 1:
            return ""  # it follows
        if not self.correction or self.comparisons == 1:
            return f"{p_text(self.corrected)}, {self.test}"
        if self.correction == CORRECTED["none"]:
            return f"{p_text(self.alone)}, {self.test}, not corrected for {self.comparisons:,} comparisons"
        return f"{p_both(self.alone, self.corrected, self.comparisons)}, {self.test}, {self.correction}"


def p_both(alone: float, corrected: float, comparisons: int) -> str:
    """p of a pair alone, and after correction.

    >>> p_both(0.005, 0.08, 142), p_both(0.02, 0.02, 1)
    ('p = 0.005 alone, 0.08 among 142 comparisons', 'p = 0.02')
    """
    over = f" among {comparisons:,} comparisons" if comparisons > 1 else ""
    if p_text(corrected) == p_text(alone):
        return f"{p_text(corrected)}{over}"
    return f"{p_text(alone)} alone, {p_text(corrected).removeprefix('p = ').removeprefix('p ')}{over}"


def numbers_of(compared: MeasureComparison, test: str, a: int, b: int, alpha: float, rests_on: int) -> Numbers:
    """Those of two systems, the first having the larger mean."""
    decisions = compared.tests[test]
    place, sign = decisions.place(a, b)
    outcome = decisions.outcome
    ci = None
    if outcome.low is not None and outcome.high is not None and np.isfinite(outcome.low[place]):
        low, high = sorted((sign * float(outcome.low[place]), sign * float(outcome.high[place])))
        ci = low, high
    ahead, tied, behind = compared.wins(a, b)
    counted = np.array([[1.0] * ahead + [0.0] * behind, [0.0] * ahead + [1.0] * behind])
    return Numbers(
        sign * float(decisions.difference[place]),
        ci,
        decisions.together,
        alpha,
        float(outcome.p[place]),
        float(decisions.p[place]),
        decisions.pairs,
        decisions.test.title,
        "" if decisions.test.family else CORRECTED[decisions.correction],
        ahead,
        behind,
        tied,
        float(SIGN.run(counted, None, Setting()).p[0]),
        rests_on,
        bool(np.isnan(compared.scores[[a, b]]).any()),
        *_margin(compared, place),
    )


def equivalent_pairs(compared: MeasureComparison, correction: str) -> str:
    """How many pairs of many are equivalent, where a margin was given."""
    same = compared.equivalence
    if same is None:
        return ""
    corrected = f"TOST, {CORRECTED[correction]}"
    number = int(same.equivalent.sum())
    return f"{number:,} of {len(same.p):,} pairs are equivalent within ±{same.margin:g} ({corrected})."


def _margin(compared: MeasureComparison, place: int) -> tuple[float | None, bool, float, float]:
    same = compared.equivalence
    if same is None:
        return None, False, 1.0, 0.0
    return same.margin, bool(same.equivalent[place]), float(same.p[place]), float(same.within[place])
