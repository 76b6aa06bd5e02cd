"""The evaluation holds what tables of scores held, to the bit."""

from __future__ import annotations

import numpy as np
import pytest

from intervale.data.made_up import made_up_collection
from intervale.evaluation import evaluate
from intervale.stats.api import scored
from intervale.stats.scale_of import interval_forms, table_scale

QRELS, RUNS = made_up_collection()


@pytest.mark.parametrize("options", [{}, {"missing": "drop"}, {"depth": 3}])
@pytest.mark.parametrize("measures", [["P@5", "AP@5", "num_ret", "GMAP", "Bpref"], ["RBP(p=0.85)@60"]])
def test_same_scores_notes_and_scales(measures, options) -> None:
    table, _ = scored(QRELS, RUNS, measures, interval=True, **options)
    found = evaluate(QRELS, RUNS, measures, interval=True, **options)
    assert (found.systems, found.topics, found.names) == (table.systems, table.topic_names, table.names)
    assert (found.measures, found.policy, found.notes) == (table.measures, table.policy, table.notes)
    for mine, other in ((found.values, table.values), (found.errors, table.errors), (found.order, table.order)):
        assert (mine is None) == (other is None)
        assert mine is None or np.array_equal(mine, other, equal_nan=True)
    assert found.interval_forms == interval_forms(table)
    for name in found.names:
        one, two = found.scale(name), table_scale(table, name)
        assert (one.level, one.why, one.shared, one.equal_steps) == (two.level, two.why, two.shared, two.equal_steps)
        for system in found.systems:
            assert np.array_equal(found.ci(system, name), table.interval(system, name), equal_nan=True)
            assert found.mean_bounds(system, name) == table.mean_bounds(system, name)
