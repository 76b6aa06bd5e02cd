"""One list of tests: what names them elsewhere says the same."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import numpy as np

from intervale.cli.compare import compare
from intervale.measures.declared import LEVELS
from intervale.stats.corrections import CORRECTED, CORRECTIONS
from intervale.stats.outcome import Outcome, Setting
from intervale.stats.permitted import permitted
from intervale.stats.registry import TESTS

SCORES = np.array([[0.1, 0.5, 0.2], [0.3, 0.4, 0.9]])
DOCS = Path(__file__).parents[2] / "docs"


def test_every_test_has_its_function_and_a_scale():
    for name, test in TESTS.items():
        assert name == test.name
        assert test.scale in LEVELS
        assert isinstance(test.run(SCORES, None, Setting(resamples=100, baseline=0)), Outcome)


def test_what_scales_permit_comes_from_the_list():
    for level in LEVELS:
        tests = permitted(level)[1]
        assert set(tests) == {test.name for test in TESTS.values() if LEVELS.index(test.scale) <= LEVELS.index(level)}
        assert len(tests) == len(set(tests))


def test_the_manual_lists_them():
    text = (DOCS / "statistics.md").read_text(encoding="utf-8")
    table = text.split("## The tests\n", 1)[1].strip().split("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    assert [(row[0], row[1], row[3]) for row in rows] == [
        (f"`{test.name}`", test.scale, test.effect) for test in TESTS.values()
    ]
    within = " and ".join(f"`{test.name}`" for test in TESTS.values() if test.within_topics)
    assert f"(all but {within})" in text
    ordinal = ", ".join(f"`{test.name}`" for test in TESTS.values() if test.scale == "ordinal")
    assert f"Tests that only use the order ({ordinal})" in text


def test_help_lists_tests_and_corrections():
    options = {
        name: parameter.annotation for name, parameter in inspect.signature(compare, eval_str=True).parameters.items()
    }
    (test,), (correction,) = options["test"].__metadata__, options["correction"].__metadata__
    assert test.help.startswith(", ".join(TESTS) + ", or all")
    listed = re.split(r", | or ", correction.help.partition("; over ")[0])
    assert listed == list(CORRECTIONS) == list(CORRECTED)
