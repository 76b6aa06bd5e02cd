"""What is to be noted about a comparison: what tests assume, and what their decisions leave open."""

from __future__ import annotations

import numpy as np

from intervale.errors import OptionError
from intervale.measures import Measure
from intervale.stats.decisions import Decisions
from intervale.stats.outcome import Test
from intervale.stats.scale_of import TableScale, has_form

__all__ = ["assumed", "remarked"]


def assumed(
    name: str, measure: Measure, scale: TableScale, tests: list[Test], strict: bool, *, shown: bool
) -> list[str]:
    """What tests assume that the measure does not give."""
    beyond = [test for test in tests if not scale.permits(test.scale)]
    formed = has_form(measure) and measure.cutoff is not None
    said = []
    if beyond and strict:
        instead = f"take its interval form, interval({name}), " if formed else "take "
        raise OptionError(
            f"{name} is on {scale.text} ({scale.why}), and {beyond[0].name} needs an {beyond[0].scale} scale: "
            f"{instead}a test for an ordinal scale, or leave --strict out"
        )
    if beyond:
        titles = ", ".join(test.name for test in beyond)
        hint = " (--interval shows its interval form beside it)" if formed and not shown else ""
        is_on = "is not on an interval scale" if scale.equal_steps is False else "may not be on an interval scale"
        one = f"{titles} {'assume' if len(beyond) > 1 else 'assumes'} one"
        said.append(f"{name} {is_on} ({scale.why}); {one}, and another increasing scale may decide otherwise{hint}")
    pooled = [test for test in tests if not test.within_topics]
    if strict and pooled and not scale.shared:
        raise OptionError(
            f"{name}: topics do not share one scale, as the measure depends on their judgments, and {pooled[0].name} "
            "puts topics together: take sign or friedman, which look at each topic by itself, a measure without recall "
            "base, or leave --strict out"
        )
    if measure.aggregate != "mean":
        said.append(f"{name}: tests are about the scores of topics, and not about their {measure.aggregate}")
    if not scale.shared:
        said.append(
            f"{name}: topics do not share one scale, as the measure depends on their judgments; what puts topics "
            "together takes them as if they did"
        )
    return said


def remarked(name: str, found: dict[str, Decisions]) -> list[str]:
    """What is to be noted about the decisions of each test."""
    said = []
    for test, decisions in found.items():
        if opened := int(decisions.opened.sum()):
            said.append(
                f"{name}, {test}: {opened:,} of {decisions.pairs:,} decisions are open, as scores lie between bounds"
            )
        few = int(np.isnan(decisions.outcome.statistic).sum())
        constant = int(np.isinf(decisions.outcome.statistic).sum())
        said += [f"{name}, {test}: {few:,} of the pairs share fewer than two topics and are not compared"] * bool(few)
        said += [f"{name}, {test}: {constant:,} of the pairs differ by the same on every topic"] * bool(constant)
        shaky = decisions.outcome.shaky
        if shaky is not None and shaky.any():
            said.append(
                f"{name}, {test}: {int(shaky.sum()):,} of the pairs differ by the same on nearly every topic, and "
                "samples without any spread decide there: take the sign or the randomisation test"
            )
    return said
