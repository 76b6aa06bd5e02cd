"""What goes together: a number of topics, a difference and the power to find it; or the width of a confidence interval.

Methods are those of Sakai 2016, *Topic set size design*, Information Retrieval Journal 19(3), after Nagata; here with
the noncentral distributions themselves, not with approximations of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt

from intervale.stats.noncentral import f_noncentrality, f_power, first_enough
from intervale.stats.registry import TESTS, Test

__all__ = ["METHODS", "MOST_TOPICS", "Ask", "Method", "solve"]

MOST_TOPICS = 10**9


@dataclass(frozen=True)
class Method:
    """A way to say what is enough.

    A test has power f_power(α, ν₁, ν₂, n · D² / 2σ²), where 2σ² is the variance of differences between two systems, and
    D the difference of two systems, or the range of several: λ is smallest for a range D where all other systems lie in
    its middle.
    """

    name: str
    title: str
    test: Test
    freedom: Callable[[int, int], tuple[int, int]]
    """ν₁ and ν₂, from the number of systems and of topics."""

    @property
    def of_pairs(self) -> bool:
        """Whether it is about two systems, so that its variance is that of differences."""
        return self.test.name == "t"


METHODS = {
    one.name: one
    for one in (
        Method("t", "paired t test", TESTS["t"], lambda m, n: (1, n - 1)),
        Method("anova1", "one-way ANOVA", TESTS["anova1"], lambda m, n: (m - 1, m * (n - 1))),
        Method("anova2", "two-way ANOVA", TESTS["anova2"], lambda m, n: (m - 1, (m - 1) * (n - 1))),
        Method("ci", "confidence interval", TESTS["t"], lambda m, n: (1, n - 1)),
    )
}


@dataclass(frozen=True)
class Ask:
    """What is known of topics, difference and power, or of topics and width; the one that is None is asked for."""

    topics: int | None = None
    difference: float | None = None
    power: float | None = None
    width: float | None = None


def solve(method: Method, ask: Ask, alpha: float, systems: int, deviation: float) -> float:
    """The smallest number of topics that is enough, the power, the difference, or the expected width; ``deviation`` is
    the standard deviation of differences between two systems. Infinite where no number is enough.
    """

    def power(topics: int, difference: float) -> float:
        effect = difference / deviation
        return f_power(alpha, *method.freedom(systems, topics), min(1e300, topics * effect * effect))

    def enough(topics: int) -> bool:
        if ask.width is not None:
            return relative_width(alpha, topics) * deviation <= ask.width
        return ask.difference is not None and ask.power is not None and power(topics, ask.difference) >= ask.power

    if ask.topics is None:
        return first_enough(enough, 2, MOST_TOPICS) or inf
    if method.name == "ci":
        return relative_width(alpha, ask.topics) * deviation
    if ask.difference is not None:
        return power(ask.topics, ask.difference)
    needed = f_noncentrality(alpha, *method.freedom(systems, ask.topics), ask.power or 0.0)
    return sqrt(needed / ask.topics) * deviation


def relative_width(alpha: float, topics: int) -> float:
    """The expected width of the 1 − alpha confidence interval of a mean over topics, in standard deviations:
    2 · t(n − 1) · E(s) / (σ √n), with E(s) / σ = √(2/(n − 1)) · Γ(n/2) / Γ((n − 1)/2).

    >>> round(relative_width(0.05, 50) * 0.2, 12)
    0.113100265714
    """
    from scipy.special import poch, stdtrit

    freedom = topics - 1
    expected = sqrt(2 / freedom) * float(poch(freedom / 2, 0.5))
    return -2 * float(stdtrit(freedom, alpha / 2)) * expected / sqrt(topics)
