"""What is to be noted about a comparison: what tests assume, and what their decisions leave open."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from intervale.errors import OptionError
from intervale.evaluation import MeasureScale
from intervale.measures import Measure
from intervale.stats.decisions import Decisions
from intervale.stats.registry import TESTS, Test

__all__ = ["assumed", "remarked"]


def assumed(
    name: str,
    measure: Measure,
    scale: MeasureScale,
    tests: list[Test],
    strict: bool,
    *,
    form: str | None,
    possible: bool,
    beside: Sequence[str] = (),
) -> list[str]:
    """What tests assume that the measure does not give, without its name. ``form`` is its interval form, ``possible``
    says whether there could be one, ``beside`` names what else assumes an interval scale.
    """
    beyond = [test for test in tests if not scale.permits(test.scale)]
    said = []
    if beyond and strict:
        instead = f"use its interval form, {form or f'interval({name})'}, " if form or possible else "use "
        raise OptionError(
            f"{name} is on {scale.text} ({scale.why}), and {beyond[0].name} needs an {beyond[0].scale} scale: "
            f"{instead}a test for an ordinal scale, or remove --strict"
        )
    if beyond or (beside and not scale.permits("interval")):
        hint = " (--interval shows its interval form beside it)" if possible else ""
        is_on = "not on an interval scale" if scale.equal_steps is False else "perhaps not on an interval scale"
        names = ", ".join(test.name for test in beyond)
        those = [f"the {names} test{'s' * (len(beyond) > 1)}"] if beyond else []
        those += beside
        one = len(those) == 1 and len(beyond) < 2
        all_of = those[0] if len(those) == 1 else f"{', '.join(those[:-1])} and {those[-1]}"
        assume = f"{all_of} assume{'s' * one} one"
        said.append(f"{is_on} ({scale.why}); {assume}, and may decide otherwise on another increasing scale{hint}")
    pooled = [test for test in tests if not test.within_topics]
    if strict and pooled and not scale.shared:
        within = " or ".join(test.name for test in TESTS.values() if test.within_topics)
        raise OptionError(
            f"{name}: {scale.apart(measure)}, and {pooled[0].name} compares scores across topics: use {within}, "
            "which compare within each topic, a measure without recall base, or remove --strict"
        )
    if measure.aggregate != "mean":
        said.append(f"tests compare the scores of topics, not their {measure.aggregate}")
    if not scale.shared:
        said.append(f"{scale.apart(measure)}; means and tests over topics assume that they do")
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
        said += [f"{name}, {test}: {constant:,} of the pairs differ by the same amount on every topic"] * bool(constant)
        low = decisions.outcome.low
        if low is not None and len(low) and np.isnan(low).all() and not np.isnan(decisions.outcome.statistic).all():
            said.append(
                f"{name}, {test}: no confidence intervals, as too few resamples lie beyond the ends of "
                f"{decisions.pairs:,} simultaneous ones: use --resamples, --baseline or --correction none"
            )
        shaky = decisions.outcome.shaky
        if shaky is not None and shaky.any():
            said.append(
                f"{name}, {test}: {int(shaky.sum()):,} of the pairs differ by the same amount on nearly every topic, "
                "and resamples without spread decide there: use the sign or the randomisation test"
            )
    return said
