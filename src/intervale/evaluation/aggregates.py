"""Statistics of the scores of each system over topics, each with the scale that it needs.

Which there are, and what each needs, is data of :mod:`intervale.scales.permitted`; here is how they are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import floor, fsum, inf, nan, sqrt
from typing import Any

import numpy as np

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import IntervaleError, OptionError, shown
from intervale.evaluation.evaluation import Evaluation
from intervale.evaluation.interval_forms import form_possible
from intervale.evaluation.scale import MeasureScale
from intervale.exact import bounded_number
from intervale.exact.rounding import merged
from intervale.measures import Measure
from intervale.scales.permitted import STATISTICS, Statistic

__all__ = ["Aggregates", "Asked", "aggregate", "named_statistics"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Asked:
    """A statistic as it was asked for: its name, and which quantile it is."""

    name: str
    statistic: Statistic
    share: Fraction | None = None


def named_statistics(names: str | Iterable[str]) -> tuple[Asked, ...]:
    """The statistics with these names, several in one text separated by commas.

    >>> [(one.name, one.statistic.scale) for one in named_statistics("median,quantile:0.9")]
    [('median', 'ordinal'), ('quantile:0.9', 'ordinal')]
    """
    texts = [text.strip() for one in ([names] if isinstance(names, str) else names) for text in str(one).split(",")]
    return tuple(_asked(text) for text in dict.fromkeys(texts))


def _asked(text: str) -> Asked:
    name, colon, share = text.partition(":")
    if name not in STATISTICS or (colon and name != "quantile"):
        known = ", ".join(f"{one}:Q" if one == "quantile" else one for one in STATISTICS)
        raise OptionError(f"the statistic {shown(text)} is unknown; use one of: {known}")
    if name == "median":
        return Asked(text, STATISTICS[name], Fraction(1, 2))
    if name != "quantile":
        return Asked(text, STATISTICS[name])
    try:
        number = bounded_number(share)
    except (IntervaleError, TypeError):
        number = Fraction(-1)
    if not 0 <= number <= 1:
        raise OptionError(f"{shown(text)} needs a share from 0 to 1, as in quantile:0.25")
    return Asked(text, STATISTICS[name], number)


# ------------------------------------------------------------ the statistics, of scores that are there


def _mean(x: Array) -> float:
    return fsum(x) / len(x) if np.isfinite(x).all() else float(x.mean())


def _sd(x: Array) -> float:
    """√(Σ (x − mean)² / (n − 1)); undefined for one score."""
    return float(x.std(ddof=1)) if len(x) > 1 else nan


def _cv(x: Array) -> float:
    """The standard deviation over the mean; undefined where that is 0."""
    mean = _mean(x)
    return _sd(x) / mean if mean else nan


def _gmean(x: Array) -> float:
    """(x₁ · … · xₙ)^(1/n): 0 where a score is 0, undefined where one is negative."""
    if (x < 0).any():
        return nan
    return 0.0 if (x == 0).any() else float(np.exp(np.log(x).mean()))


def _hmean(x: Array) -> float:
    """n / Σ 1/x: 0, its limit, where a score is 0; undefined where one is negative."""
    if (x < 0).any():
        return nan
    least = x.min()
    return 0.0 if least == 0 else float(least / (least / x).mean())


COMPUTED: dict[str, Callable[[Array], float]] = {
    "mean": _mean,
    "sd": _sd,
    "gmean": _gmean,
    "hmean": _hmean,
    "cv": _cv,
}
"""How statistics are computed that are functions of the scores and nothing else."""


def _quantile(x: Array, share: Fraction, between: bool) -> float:
    """The score at the place (n − 1)·q, from 0, of the scores in order, as numpy and R have it by default and as
    statements do. Between two places, with ``between`` the two are interpolated, which needs an interval scale;
    otherwise the lower one is taken, a score that occurs, so that every increasing transformation moves it with it.
    """
    ordered = np.sort(x)
    at = (len(x) - 1) * share
    low = floor(at)
    high = min(low + 1, len(x) - 1)
    part = float(at - low) if between else 0.0
    return float(ordered[low] * (1 - part) + ordered[high] * part) if part else float(ordered[low])


def _mode(x: Array, keys: Array) -> float:
    """The most frequent score; undefined where there are several. Scores with the same key are the same."""
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    often = np.flatnonzero(counts == counts.max())
    return float(x[first[often[0]]]) if len(often) == 1 else nan


# ------------------------------------------------------------ of an evaluation


@dataclass(frozen=True, eq=False, repr=False)
class Aggregates(Tabular):
    """Statistics of each system and measure over topics: ``values[m, s, k]`` is the k-th statistic of system s under
    measure m, not a number where it is undefined; between ``low`` and ``high`` where scores lie between bounds.
    """

    systems: tuple[str, ...]
    names: tuple[str, ...]
    measures: tuple[Measure, ...]
    statistics: tuple[Asked, ...]
    values: Array
    low: Array
    high: Array
    scales: tuple[MeasureScale, ...]
    topics: int
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        asked = ", ".join(one.name for one in self.statistics)
        return f"Aggregates({asked} of {len(self.systems)} systems by {', '.join(self.names)})"

    def value(self, system: str, measure: str, statistic: str | None = None) -> float:
        """One statistic; the first where it is not named."""
        asked = [one.name for one in self.statistics]
        for what, name, known in (
            ("system", system, self.systems),
            ("measure", measure, self.names),
            ("statistic", statistic or asked[0], asked),
        ):
            if name not in known:
                raise OptionError(f"unknown {what} {shown(name)}; the {what}s are: {', '.join(known[:10])}")
        place = asked.index(statistic) if statistic else 0
        return float(self.values[self.names.index(measure), self.systems.index(system), place])

    def permitted(self, measure: int, statistic: int) -> bool:
        """Whether the measure is known to be on a scale that the statistic is for."""
        return self.scales[measure].permits(self.statistics[statistic].statistic.scale)

    @property
    def bounded(self) -> bool:
        """Whether some scores lie between bounds."""
        return bool((self.low < self.high).any())

    def columns(self) -> Columns:
        """A row for each system, measure and statistic: the scale that it needs, whether the measure is on one, the
        value and its bounds.
        """
        rows = []
        for (s, system), (m, measure) in product(enumerate(self.systems), enumerate(self.names)):
            for k, one in enumerate(self.statistics):
                ends = (None if np.isnan(x) else float(x) for x in (a[m, s, k] for a in self._ends))
                rows.append((system, measure, one.name, one.statistic.scale, self.permitted(m, k), *ends))
        return columns_of(("system", "measure", "statistic", "needs", "permitted", "value", "low", "high"), rows)

    @property
    def _ends(self) -> tuple[Array, Array, Array]:
        return self.values, self.low, self.high


def aggregate(evaluation: Evaluation, statistics: str | Iterable[str], *, strict: bool = False) -> Aggregates:
    """Statistics over the topics that each system has; see :meth:`Evaluation.aggregate`."""
    asked = named_statistics(statistics)
    if not asked:
        raise OptionError("name at least one statistic, such as median")
    evaluation.needed_scores("a statistic over topics")
    scales = tuple(evaluation.scale(name) for name in evaluation.names)
    about: dict[str, list[str]] = {}
    for name, measure, scale in zip(evaluation.names, evaluation.measures, scales, strict=True):
        possible = form_possible(measure, evaluation.judged)
        for note in _assumed(name, measure, scale, asked, strict=strict, possible=possible):
            about.setdefault(note, []).append(name)
    shape = len(evaluation.names), len(evaluation.systems), len(asked)
    values, low, high = np.full(shape, nan), np.full(shape, nan), np.full(shape, nan)
    for m, name in enumerate(evaluation.names):
        between = scales[m].permits("interval")
        keys = _equal(evaluation, name)
        errors = (evaluation.bounds_of(name) or (None, None))[0]
        for s, row in enumerate(evaluation.matrix(name)):
            known = ~np.isnan(row)
            if not known.any():
                continue
            off = np.zeros(int(known.sum())) if errors is None else errors[s, known]
            code = None if keys is None else keys[s, known]
            with np.errstate(all="ignore"):  # measures of the user's may give what is not finite
                for k, one in enumerate(asked):
                    values[m, s, k], low[m, s, k], high[m, s, k] = _one(one, row[known], off, code, between)
        for note in _remarks(asked, values[m], evaluation.matrix(name), between):
            about.setdefault(note, []).append(name)
    found = (f"{', '.join(names)}: {note}" for note, names in about.items())
    topics = len(evaluation.topics)
    measures = evaluation.names, evaluation.measures
    notes = (*found, *evaluation.notes)
    return Aggregates(evaluation.systems, *measures, asked, values, low, high, scales, topics, notes)


def _equal(evaluation: Evaluation, name: str) -> Array | None:
    """Systems × topics, the same number where scores are the same: up to rounding, or by the exact order where scores
    lie between bounds; None where it is not known.
    """
    bounds = evaluation.bounds_of(name)
    if bounds is None:
        return merged(evaluation.matrix(name))
    return bounds[1] if evaluation.measure(name).one_order else None


def _one(asked: Asked, x: Array, off: Array, keys: Array | None, between: bool) -> tuple[float, float, float]:
    """A statistic and its bounds. For sums, scores are divided by a power of two near the largest, so that squares of
    large and small ones are floats too.
    """
    name = asked.statistic.name
    largest = float(np.abs(x).max())
    summed = name in ("mean", "sd", "cv") and 0 < largest < inf
    unit = 2.0 ** (np.frexp(largest)[1] - 1) if summed else 1.0
    x, off = x / unit, off / unit
    ends = x - off, x + off
    if asked.share is not None:
        found = [_quantile(one, asked.share, between) for one in (x, *ends)]
    elif name == "mode":
        middle = nan if keys is None else _mode(x, keys)
        found = [middle, middle - float(off.max()), middle + float(off.max())]
    else:
        function = COMPUTED[name]
        floor_at = 0.0 if (x >= 0).all() and name in ("gmean", "hmean") else -inf
        found = [function(x), *(function(np.maximum(one, floor_at)) for one in ends)]
        if name in ("sd", "cv"):
            half = float(np.linalg.norm(off)) / sqrt(max(1, len(x) - 1))  # centring errors makes them no longer
            spread, mean = _sd(x), [_mean(one) for one in ends]
            found[1:] = [max(0.0, spread - half), spread + half]
            if name == "cv":
                found[1:] = [found[1] / mean[1], found[2] / mean[0]] if mean[0] > 0 else [nan, nan]
        if not off.any():
            found[1:] = [found[0]] * 2
    factor = 1.0 if name == "cv" else unit
    return found[0] * factor, found[1] * factor, found[2] * factor


# ------------------------------------------------------------ notes


def _assumed(
    name: str, measure: Measure, scale: MeasureScale, asked: tuple[Asked, ...], *, strict: bool, possible: bool
) -> list[str]:
    """What statistics assume that the measure does not give, without its name; refused with ``strict``. ``possible``
    says whether the measure could have an interval form.
    """
    beyond = [one for one in asked if not scale.permits(one.statistic.scale)]
    if strict and beyond:
        first = beyond[0]
        fitting = ", ".join(one for one, row in STATISTICS.items() if scale.permits(row.scale))
        form = f"its interval form, interval({name}), " if possible and first.statistic.scale == "interval" else ""
        raise OptionError(
            f"{name} is on {scale.text} ({scale.why}), and {first.name} needs {_a(first.statistic.scale)} scale: use "
            f"{form}{fitting}, or remove --strict"
        )
    if strict and not scale.shared:
        raise OptionError(
            f"{name}: {scale.apart(measure)}, and {asked[0].name} puts the scores of topics together: use a measure "
            "without recall base, or remove --strict"
        )
    said = []
    for level in dict.fromkeys(one.statistic.scale for one in beyond):
        names = [one.name for one in beyond if one.statistic.scale == level]
        known = "perhaps not" if scale.equal_steps is None else "not"
        why = f" ({scale.why})" if level != "ratio" else " (where its 0 stands is a convention)"
        assume = "assume" if len(names) > 1 else "assumes"
        said.append(f"{known} on {_a(level)} scale{why}; {', '.join(names)} {assume} one")
    if not scale.shared:
        said.append(f"{scale.apart(measure)}; statistics over topics assume that they do")
    return said


def _remarks(asked: tuple[Asked, ...], values: Array, scores: Array, between: bool) -> list[str]:
    """What is to be noted about the statistics of one measure: where they are undefined, 0, or the lower of two."""
    said = []
    systems = len(values)
    there = (~np.isnan(scores)).sum(axis=1)
    zero, negative = ((scores == 0).any(axis=1), (scores < 0).any(axis=1))
    for k, one in enumerate(asked):
        name = one.statistic.name
        without = int((np.isnan(values[:, k]) & (there > 0)).sum())
        if name == "mode" and without:
            said.append(f"no mode for {without:,} of {systems:,} systems: no score is the most frequent one")
        elif name in ("gmean", "hmean") and (negative | zero).any():
            for what, those, score in (("undefined", negative, "below 0"), ("0", zero & ~negative, "of 0")):
                if those.any():
                    said.append(
                        f"{one.name} is {what} for {int(those.sum()):,} of {systems:,} systems, with a score {score}"
                    )
        elif without:
            needs = "two topics" if name == "sd" else "two topics and a mean that is not 0"
            said.append(f"{one.name} is undefined for {without:,} of {systems:,} systems: it needs {needs}")
        if one.share is not None and not between and any(((n - 1) * one.share).denominator > 1 for n in there if n):
            said.append(f"{one.name}: between two scores the lower one; a number between them needs an interval scale")
    return said


def _a(level: str) -> str:
    return f"{'an' if level[0] in 'aeiou' else 'a'} {level}"
