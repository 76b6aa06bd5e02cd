"""What is said of many systems: who has the highest mean, and who may be the best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intervale.present.wording.numbers import equivalent_pairs
from intervale.present.wording.scale import Scale, on_equal_steps, scale_of_lead
from intervale.present.wording.texts import Answer, listing, percent, plain, signed, topics_text
from intervale.statements.evidence import MeasureEvidence
from intervale.stats.comparison import Comparison, MeasureComparison

__all__ = ["Headline", "headline_of"]


@dataclass(frozen=True)
class Headline:
    """Which of many systems has the highest mean, and which may be the best."""

    leaders: tuple[str, ...]
    """Those with the highest mean: one, or several that tie; none where bounds leave it open."""
    measure: str
    mean: float
    runner_up: str
    runner_up_mean: float
    topics: int
    possible: int | None
    """How many systems may be the best; None where that was not asked."""
    ci: tuple[float, float] | None
    """By how much the leader may really be ahead of the best of the others, or behind it."""
    alpha: float
    scale: Scale
    ahead: str = ""
    """On how many topics the leader is ahead of the next."""
    same: bool = False
    """Whether the leaders have the same grades everywhere."""
    shared: bool = True
    why: str = ""
    """Why the scale is not known."""
    not_asked: str = ""
    """Why it was not asked who may be the best."""
    others: tuple[str, ...] = ()
    """Those that may be the best as well."""
    equivalent: str = ""
    """How many pairs are equivalent, where a margin was given."""

    def __str__(self) -> str:
        measure = self.measure
        if not self.leaders:
            return f"Not known: which system has the highest mean {measure}, as scores lie between bounds."
        if len(self.leaders) > 1:
            number = "two" if len(self.leaders) == 2 else f"{len(self.leaders):,}"
            tie = f"are the same result under {number} names" if self.same else f"tie for the highest mean {measure}"
            return f"{listing(self.leaders)} {tie}."
        (leader,) = self.leaders
        if self.possible is None:
            return f"{leader} has the highest mean {measure}."
        if self.possible > 1:
            return f"{leader} has the highest mean {measure}, but the top is too close to call."
        if self.scale in (Scale.STRONGEST, Scale.INTERVAL):
            return f"{leader} is the best system on {measure}."
        if self.scale is Scale.AGREES:
            return f"{leader} scores highest on {measure}, and still does {on_equal_steps(self.shared)}."
        if self.scale is Scale.UNKNOWN:
            return (
                f"{leader} scores highest on {measure} as it spaces its scores. Whether it does on equal steps is not "
                f"known: {self.why}."
            )
        return f"{leader} scores highest on {measure}, but only because of how {measure} spaces its scores."

    @property
    def numbers(self) -> str:
        if not self.leaders:
            return ""
        said = [f"{'It averages' if len(self.leaders) == 1 else 'They average'} {plain(self.mean)}"]
        if self.runner_up:
            said[0] += f"; {self.runner_up} comes next with {plain(self.runner_up_mean)}"
        said[0] += "."
        if self.ahead:
            said.append(f"Against {self.runner_up} it is {self.ahead}.")
        if self.possible is None:
            said.append(f"Which systems may be the best was not tested: {self.not_asked}.")
            return " ".join([*said, *([self.equivalent] if self.equivalent else [])])
        if self.ci is not None and len(self.leaders) == 1:
            low, high = self.ci
            reach = f"from {signed(low)} to {signed(high)}"
            said.append(
                f"On {self.topics:,} topics its true lead over the best of the others could be anything {reach}."
            )
        if self.others:
            named = self.others[0] if len(self.others) == 1 else listing(self.others)
            said.append(f"{named} may be the best as well ({percent(self.alpha)} confidence, Hsu).")
        elif len(self.leaders) == 1:
            said.append(f"No other system may be the best ({percent(self.alpha)} confidence, Hsu).")
        return " ".join([*said, *([self.equivalent] if self.equivalent else [])])

    @property
    def answer(self) -> Answer:
        return Answer(self.measure, str(self), self.numbers)


def headline_of(found: Comparison, compared: MeasureComparison, evidence: MeasureEvidence) -> Headline:
    order = evidence.means
    first = order.best
    leaders = [s for s in compared.ranking if first[s]]
    others = [s for s in compared.ranking if not first[s] and not np.isnan(order.means[s])]
    runner_up = others[0] if others else None
    best = compared.best
    scale, why = scale_of_lead(evidence, leaders[0], np.array(others)) if leaders and others else (Scale.UNKNOWN, "")
    judged = found.evaluation.judged
    same = len(leaders) > 1 and judged is not None and judged.same_grades([found.systems[s] for s in leaders])
    return Headline(
        tuple(found.systems[s] for s in leaders),
        compared.name,
        float(order.means[leaders[0]]) if leaders else float("nan"),
        found.systems[runner_up] if runner_up is not None else "",
        float(order.means[runner_up]) if runner_up is not None else float("nan"),
        len(found.topics),
        None if best is None else int(best.possible.sum()),
        None if best is None or not leaders else (float(best.low[leaders[0]]), float(best.high[leaders[0]])),
        found.alpha,
        scale,
        topics_text(*compared.wins(leaders[0], runner_up)) if len(leaders) == 1 and runner_up is not None else "",
        same,
        bool(evidence.scale.shared),
        why,
        compared.no_best,
        ()
        if best is None
        else tuple(found.systems[s] for s in compared.ranking if best.possible[s] and s not in leaders),
        equivalent_pairs(compared, found.correction),
    )
