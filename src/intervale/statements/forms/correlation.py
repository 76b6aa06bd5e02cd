"""A correlation and a plain number: ``tau(AP, RR) > 0.9`` of two measures, ``pearson(A, B) > 0`` of two systems."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from intervale.errors import OptionError
from intervale.exact.verdict import Proof
from intervale.statements.decision import Decision, invariant
from intervale.statements.expressions import mean, quoted, written
from intervale.statements.scores import Source
from intervale.statements.signs import means_are_ordered
from intervale.statements.statement import Case, Related
from intervale.stats.coefficients import COEFFICIENTS, named_coefficient
from intervale.stats.outcome import Setting

__all__ = ["Correlated"]


@dataclass(frozen=True)
class Correlated(Related):
    """``tau(AP, nDCG@10) > 0.9``: a correlation of two measures over systems, by their means or on one topic; or of two
    systems over topics.
    """

    coefficient: str
    first: str
    second: str
    relation: str
    number: Fraction
    topic: str | None = None

    def __str__(self) -> str:
        on = "" if self.topic is None else f", {quoted(self.topic)}"
        inside = f"{quoted(self.first)}, {quoted(self.second)}{on}"
        return f"{self.coefficient}({inside}) {self.relation} {written(self.number)}"

    def systems(self) -> tuple[str, ...]:
        """The two names, which are systems where no measures are meant."""
        return (self.first, self.second)

    def measures(self, systems: Collection[str]) -> tuple[str, ...]:
        """The two names, unless both are systems."""
        return () if {self.first, self.second} <= set(systems) else (self.first, self.second)

    def case(self, source: Source, setting: Setting) -> Case:
        named_coefficient(self.coefficient)
        if self.measures(source.systems):
            return Case(self, source.scores(self.first), setting, source.scores(self.second))
        if self.topic is not None:
            raise OptionError(f"{self}: a topic is for two measures; two systems are correlated over all topics")
        return super().case(source, setting)

    def sides(self, case: Case) -> tuple[float, float]:
        scores = case.scores
        if case.other is None:
            x, y = (scores.values[scores.row(name)] for name in (self.first, self.second))
        elif self.topic is not None:
            x, y = (one.values[:, one.column(self.topic)] for one in case.sets)
        else:
            x, y = (np.array([one.number(mean(name)) for name in one.systems]) for one in case.sets)
        known = ~(np.isnan(x) | np.isnan(y))
        x, y = x[known], y[known]
        value = float(COEFFICIENTS[self.coefficient].value(x, y)) if len(x) > 1 else float("nan")
        if np.isnan(value):
            raise OptionError(
                f"{self}: a correlation needs two lists of at least two numbers that are not all the same"
            )
        return value, float(self.number)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        sets = case.sets
        ranks = named_coefficient(self.coefficient).scale == "ordinal"
        means = case.other is not None and self.topic is None
        within = case.other is not None and self.topic is not None
        by_order = ranks and not means
        enough = (one.level in ("interval", "ratio") or (by_order and one.level == "ordinal") for one in sets)
        if all(enough) and (within or all(one.shared for one in sets)):
            if by_order:
                return invariant("it depends only on the order of scores")
            return invariant("it does not change under αx + β")
        if means and ranks and all(means_are_ordered(one) for one in sets):
            return Decision(True, "no transformation changes the order of the means", None, Proof.EXHAUSTIVE)
        return None
