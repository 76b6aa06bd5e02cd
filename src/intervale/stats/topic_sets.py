"""How many topics a test collection needs: for a test that finds a difference, or for a narrow confidence interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import inf, isfinite, sqrt

import numpy as np

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import OptionError, shown
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluation import evaluation_of
from intervale.stats.requirements import METHODS, MOST_TOPICS, Ask, Method, solve
from intervale.stats.scale_notes import scale_notes
from intervale.stats.variances import Variance, of_differences, of_scores

__all__ = ["Design", "Requirement", "Source", "design"]

MOST_SYSTEMS, LEAST_ALPHA, POWER = 10**6, 1e-9, 0.8


@dataclass(frozen=True)
class Source:
    """A variance: of the differences between two systems for ``t`` and ``ci``, of scores for analysis of variance."""

    of: str
    variance: Variance
    measure: str | None = None
    used: bool = True
    """Whether answers are taken from it; the others stand beside it."""
    pair: tuple[str, str] | tuple[()] = ()


@dataclass(frozen=True)
class Requirement:
    """What goes together, by one source of the variance."""

    source: Source
    topics: int
    difference: float | None
    power: float | None
    width: float | None
    cautious: float | None
    """What was asked for if the variance is at its upper limit: None where it has none, infinite where no number is
    enough."""


@dataclass(frozen=True, repr=False)
class Design(Tabular):
    """How many topics, which power, which difference, or which width."""

    method: Method
    asked: str
    """``topics``, ``power``, ``difference`` or ``width``."""
    alpha: float
    systems: int
    """How many systems are tested together."""
    requirements: tuple[Requirement, ...]
    pilot: tuple[int, int] | None
    """How many systems and topics variances are estimated from; None where they were given."""
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        one = self.answers[0]
        value = getattr(one, self.asked)
        shown = f"{value:,}" if self.asked == "topics" else f"{value:.4g}"
        variance = one.source.variance.value
        return f"Design({self.method.title}: {self.asked} {shown}; variance {variance:.4g}, alpha {self.alpha:g})"

    @property
    def answers(self) -> tuple[Requirement, ...]:
        """The requirements that answer the question, without those that stand beside them."""
        return tuple(one for one in self.requirements if one.source.used)

    def columns(self) -> Columns:
        """A row for each requirement; ``cautious`` is what was asked for if the variance is at its upper limit."""
        numbers = ("topics", "difference", "power", "width", "cautious")
        names = ("measure", "method", "alpha", "systems", "asked", *numbers)
        rows = (
            (
                *(one.source.measure, self.method.name, self.alpha, self.systems, self.asked),
                *(_finite(getattr(one, name)) for name in numbers),
                *(one.source.variance.value, _finite(one.source.variance.high), one.source.of),
                *(one.source.pair or (None, None)),
                one.source.used,
            )
            for one in self.requirements
        )
        return columns_of((*names, "variance", "variance_high", "variance_of", "a", "b", "used"), rows)


def _finite(value: float | None) -> float | None:
    return None if value is None or not isfinite(value) else value


def design(
    evaluation: Evaluation | None = None,
    *,
    difference: float | Sequence[float] | None = None,
    topic_count: int | None = None,
    power: float | Sequence[float] | None = None,
    width: float | Sequence[float] | None = None,
    method: str = "t",
    alpha: float = 0.05,
    variance: float | None = None,
    difference_variance: float | None = None,
    system_count: int | None = None,
    pair: Sequence[str] | None = None,
    strict: bool = False,
) -> Design:
    """The smallest number of topics with which a test finds a true ``difference`` with probability ``power`` (0.8 by
    default); with ``topic_count``, the power, or without a difference the one that is found with that power.

    ``method`` is ``t`` (paired t test of two systems), ``anova1`` or ``anova2`` (analysis of variance of
    ``system_count`` systems of which the best and the worst differ by ``difference``; two-way allows for systems that
    share topics, and needs fewer) or ``ci``: the smallest number with which the expected width of the 1 − alpha
    confidence interval of a difference is at most ``width``. Power is exact for normal differences: noncentral F, both
    tails of t.

    The variance of scores within systems (σ²; for ``anova2`` what is left of it without differences between topics) or
    of differences between two systems (σ_d²) is given, or estimated from an evaluation: the variance of differences,
    pooled over all pairs of systems or of one ``pair``. Beside it stand 2σ², which Sakai 2016 takes for σ_d², and the
    largest of all pairs. Given one, the other is taken by σ_d² = 2σ², too. An estimate has an upper confidence limit
    (95%, one-sided), and beside the answer stands the one for that limit. Differences of means need an interval scale.

    >>> design(difference=0.05, difference_variance=0.04).answers[0].topics
    128
    >>> round(design(difference=0.05, topic_count=50, difference_variance=0.04).answers[0].power, 4)
    0.4104
    >>> design(width=0.1, method="ci", variance=0.02).answers[0].topics
    64
    """
    chosen, asked = _question(method, difference, topic_count, power, width)
    if not LEAST_ALPHA <= alpha < 1:
        raise OptionError(f"alpha={alpha} must be a number from {LEAST_ALPHA:g} to below 1")
    differences, widths = _several("difference", difference), _several("width", width)
    powers = (
        [None]
        if asked in ("power", "width") or widths != [None]
        else _several("power", POWER if power is None else power)
    )
    if any(one is not None and not alpha < one < 1 for one in powers):
        raise OptionError(f"power must be a number above alpha ({alpha:g}) and below 1")
    systems = _systems(chosen, system_count, evaluation)
    if evaluation is None:
        if strict or pair:
            raise OptionError(f"{'strict' if strict else 'pair'} needs data to estimate variances from")
        sources = [_given(chosen, variance, difference_variance)]
        notes = ["a difference of means needs an interval scale: intervale scale MEASURE says which scale it is on"]
    elif variance is not None or difference_variance is not None:
        raise OptionError("give a variance, or data to estimate it from, not both")
    else:
        sources, notes = _estimated(evaluation, chosen, pair, strict)
    if chosen.name == "anova1" and evaluation is not None:
        notes.insert(0, "one-way ANOVA ignores that systems share topics; anova2 allows for it, and needs fewer topics")
    asks = [Ask(topic_count, *rest) for rest in product(differences, powers, widths)]
    rows = [_answered(chosen, asked, ask, alpha, systems, source) for source in sources for ask in asks]
    pilot = None if evaluation is None else (len(evaluation.systems), len(evaluation.topics))
    return Design(chosen, asked, alpha, systems, tuple(rows), pilot, tuple(notes))


def _question(name: str, difference: object, topics: int | None, power: object, width: object) -> tuple[Method, str]:
    """The method, and what is asked for."""
    if name not in METHODS:
        raise OptionError(f"method {name!r} is unknown; use one of: {', '.join(METHODS)}")
    if topics is not None and not (2 <= topics <= MOST_TOPICS and float(topics).is_integer()):
        raise OptionError(f"topic_count={shown(topics)} must be a whole number from 2 to {MOST_TOPICS:,}")
    if name == "ci":
        if (width is None) == (topics is None) or difference is not None or power is not None:
            raise OptionError("a confidence interval needs its width, or a number of topics, and nothing else")
        return METHODS[name], "topics" if topics is None else "width"
    if width is not None:
        raise OptionError("width is that of a confidence interval: use the method ci, or give a difference")
    if difference is None and topics is None:
        raise OptionError("give the difference to detect: difference=0.05 (--difference 0.05)")
    if topics is not None and difference is not None and power is not None:
        raise OptionError("of difference, power and number of topics, leave out the one to be computed")
    return METHODS[name], "topics" if topics is None else "difference" if difference is None else "power"


def _several(name: str, values: float | Sequence[float] | None) -> list[float | None]:
    if values is None:
        return [None]
    try:
        listed = [float(one) for one in (np.atleast_1d(values).tolist())]
    except (TypeError, ValueError):
        raise OptionError(f"{name}={shown(values)} must be a number above 0, or several") from None
    if not listed or isinstance(values, bool | str):
        raise OptionError(f"{name}={shown(values)} must be a number above 0, or several")
    for one in listed:
        if not 0 < one < inf:
            raise OptionError(f"{name}={one:g} must be a number above 0")
    return list(listed)


def _systems(method: Method, number: int | None, evaluation: Evaluation | None) -> int:
    """How many systems are tested together."""
    if method.of_pairs:
        if number is not None:
            raise OptionError(f"the number of systems is for analysis of variance: {method.name} is about two")
        return 2
    if number is None and evaluation is None:
        raise OptionError("analysis of variance needs the number of systems: system_count=10 (--system-count 10)")
    number = len(evaluation_of(evaluation, "design").systems) if number is None else number
    if not (2 <= number <= MOST_SYSTEMS and float(number).is_integer()):
        raise OptionError(f"system_count={shown(number)} must be a whole number from 2 to {MOST_SYSTEMS:,}")
    return number


# ------------------------------------------------------------ variances


def _given(method: Method, variance: float | None, of_differences: float | None) -> Source:
    if (variance is None) == (of_differences is None):
        raise OptionError(
            "one variance is needed: that of scores within systems (variance=), that of differences between two "
            "systems (difference_variance=), or data to estimate it from"
        )
    if variance is not None:
        value, of = (2 * variance, "twice the one given") if method.of_pairs else (variance, "given")
    else:
        value, of = ((of_differences or 0.0) / 2, "half the one given")
        value, of = (of_differences or 0.0, "given") if method.of_pairs else (value, of)
    return _usable(Source(of, Variance(value)))


def _usable(source: Source) -> Source:
    value = source.variance.value
    if not 1e-290 < value < 1e290:
        why = "scores or differences have no spread" if value == 0 else "it must be a number above 0, not extreme"
        of = "" if source.measure is None else f"{source.measure}: "
        raise OptionError(f"{of}nothing follows from a variance of {value:g}: {why}")
    return source


def _estimated(
    evaluation: Evaluation, method: Method, pair: Sequence[str] | None, strict: bool
) -> tuple[list[Source], list[str]]:
    """The variances of each measure, and what is to be noted about it."""
    evaluation_of(evaluation, "design").needed_scores("a design", systems=2)
    if len(evaluation.topics) < 2:
        raise OptionError("a variance needs at least two topics, found one")
    two = None if pair is None else _pair(evaluation, method, pair)
    notes = scale_notes(evaluation, method.test, strict)
    if bounded := [name for name in evaluation.names if evaluation.bounds_of(name) is not None]:
        notes.append(f"{', '.join(bounded)}: scores are known between bounds; midpoints were used")
    found: list[Source] = []
    for name in evaluation.names:
        scores = evaluation.matrix(name)
        within = of_scores(scores)
        pooled, largest, (a, b) = of_differences(scores)
        if method.of_pairs:
            if two is not None:
                first, second = two.systems
                found.append(Source("pair", of_differences(two.matrix(name))[0], name, pair=(first, second)))
            found.append(Source("all pairs, pooled", pooled, name, used=two is None))
            found.append(Source("twice the variance within systems", within.times(2), name, used=False))
            at_most = evaluation.systems[a], evaluation.systems[b]
            found.append(Source("largest of a pair", largest, name, used=False, pair=at_most))
        elif method.name == "anova1":
            found.append(Source("residual, one-way", within, name))
        else:
            found.append(Source("residual, two-way", pooled.times(0.5), name))
    return [_usable(source) for source in found if source.used or source.variance.value > 0], [
        *notes,
        *evaluation.notes,
    ]


def _pair(evaluation: Evaluation, method: Method, pair: Sequence[str]) -> Evaluation:
    if not method.of_pairs:
        raise OptionError("a pair is for the methods t and ci: analysis of variance is about all systems")
    if len(set(pair)) != 2:
        raise OptionError("a pair has two different systems: pair=('A', 'B') (--pair A B)")
    return evaluation.subset(systems=pair)


# ------------------------------------------------------------ answers


def _answered(method: Method, asked: str, ask: Ask, alpha: float, systems: int, source: Source) -> Requirement:
    """With what was asked for, and with what it is if the variance is at its upper limit."""

    def answer(variance: float) -> float:
        return solve(method, ask, alpha, systems, sqrt(variance if method.of_pairs else 2 * variance))

    found, high = answer(source.variance.value), source.variance.high
    if found == inf:
        goal = "this power" if ask.topics else f"a width of {ask.width:g}" if ask.width else f"{ask.difference:g}"
        more = "larger topic_count" if ask.topics else f"larger {'width' if ask.width else 'difference'}"
        raise OptionError(f"more than {MOST_TOPICS:,} topics would be needed for {goal}: ask for a {more}")
    cautious = None
    if high is not None:
        cautious = answer(high) if high < inf else alpha if asked == "power" else inf
    known = {"topics": ask.topics, "difference": ask.difference, "power": ask.power, "width": ask.width}
    known[asked] = int(found) if asked == "topics" else found
    return Requirement(source, cautious=cautious, **known)  # type: ignore[arg-type]
