"""The answer for each measure of a comparison."""

from __future__ import annotations

from dataclasses import replace

from intervale.present.wording.against import against_of
from intervale.present.wording.headline import headline_of
from intervale.present.wording.pair import pair_of
from intervale.present.wording.scale import on_equal_steps
from intervale.present.wording.texts import Answer
from intervale.statements.evidence import Evidence, MeasureEvidence
from intervale.stats.comparison import Comparison, MeasureComparison

__all__ = ["answers", "changed_on_equal_steps"]


def answers(found: Comparison, said: Evidence, test: str | None = None) -> list[Answer]:
    """The answer for each measure, by a test or the first: of two systems the pair, of several with baselines each
    baseline, else who has the highest mean. Measures that are no mean over topics have none.
    """
    given = []
    for name, evidence in said.measures.items():
        compared = found.measures[name]
        by = test or next(iter(compared.tests))
        if len(found.systems) == 2:
            given.append(pair_of(compared, evidence, by, 0, 1, found.alpha).answer)
        else:
            about = (
                [against_of(found, compared, evidence, by, one).answer for one in found.baselines]
                if found.baselines
                else [headline_of(found, compared, evidence).answer]
            )
            last = changed_on_equal_steps(compared, evidence, by)
            given += [*about[:-1], replace(about[-1], numbers=f"{about[-1].numbers} {last}".strip())]
    return given


def changed_on_equal_steps(compared: MeasureComparison, evidence: MeasureEvidence, test: str) -> str:
    """What the interval form changes among the pairs of many systems, where it was computed."""
    if test not in compared.interval or evidence.scale.level == "interval":
        return ""
    decisions = compared.tests[test]
    turned = evidence.against[decisions.first, decisions.second] | evidence.against[decisions.second, decisions.first]
    changed, reversed_ = sum(compared.changed(test)), int(turned.sum())
    told = f"{changed:,} of {decisions.pairs:,} decisions change" if changed else "no decision changes"
    orders = f"{reversed_:,} order{'s' * (reversed_ != 1)} of means reverse{'s' * (reversed_ == 1)}"
    orders = orders if reversed_ else "no order of means reverses"
    steps = on_equal_steps(bool(evidence.scale.shared))
    return f"{steps[:1].upper()}{steps[1:]} {told}, and {orders}."
