"""Tests in statements: which one is named, how it is run, and which changes of scale leave its decisions alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.statements.decision import Decision, invariant
from intervale.statements.scores import Scores
from intervale.stats.outcome import Outcome, Setting
from intervale.stats.registry import Test, named_tests

__all__ = ["invariant_test", "outcome", "test_named"]

Array = np.ndarray[Any, Any]


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


def outcome(test: Test, values: Array, setting: Setting) -> Outcome:
    """The test on systems × topics."""
    if values.shape[1] < 2:
        raise OptionError("a test needs at least two topics that both systems have")
    if np.isnan(values).any():
        raise OptionError(f"the {test.title} needs every system on every topic")
    return test.run(values, None, setting)


def invariant_test(test: Test, scores: Scores) -> Decision | None:
    """Where no permissible transformation changes what a test decides."""
    if scores.level == "nominal":
        return None
    if test.within_topics:
        return invariant(f"the {test.title} depends only on the order of systems within each topic")
    if scores.shared and test.scale == "ordinal":
        return invariant(f"the {test.title} depends only on the order of scores")
    if scores.shared and scores.level in ("interval", "ratio"):
        return invariant(f"the {test.title} does not change under αx + β")
    return None
