"""Bands of cells: what leaves them is no more than is said, and tables within them count as tables without them do."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest

from intervale.exact import walk_tables
from intervale.exact.walk_bands import Bands
from intervale.exact.walk_tables import Course
from intervale.exact.walks import Walk


def precisions(length: int) -> Walk:
    """The walk of the sum of precisions."""
    walk = Walk.of(0, length, lambda seen, step: [(seen, 0, 1), (seen + 1, (seen + 1) / step, 1)])
    assert walk is not None
    return walk


def stopping(length: int) -> Walk:
    """A walk whose states are reached from several others."""

    def ways(state, step):
        return [(state, 0, 2), (state + 1, 0.9**state / step, 1), (state + 2, 0.8**state / step, 1)]

    walk = Walk.of(0, length, ways)
    assert walk is not None
    return walk


def walks(walk: Walk, unit: float):
    """Every walk: its states and cells after each step, its total, and in how many ways it comes about."""
    found = [([0], [0], 0.0, 1.0)]
    for moves in walk.steps:
        shifts = np.rint(moves.adds / unit).astype(int)
        found = [
            (
                [*states, int(moves.target[n])],
                [*cells, cells[-1] + int(shifts[n])],
                total + float(moves.adds[n]),
                ways * float(moves.times[n]),
            )
            for states, cells, total, ways in found
            for n in range(moves.of_state(states[-1]).start, moves.of_state(states[-1]).stop)
        ]
    return found


@pytest.mark.parametrize("walk", [precisions(9), stopping(6)], ids=["precisions", "stopping"])
@pytest.mark.parametrize("lost", [1e-1, 1e-2, 1e-4])
def test_what_leaves_the_bands_is_no_more_than_is_said(walk, lost):
    x = np.array([0.4, 0.8]) * walk.most
    course = Course.of(walk, x, lost)
    plan = course.plan(0.3)
    bands, every = plan.bands, walks(walk, plan.unit)
    for theta, log_lost in zip(course.theta.tolist(), course.log_lost.tolist(), strict=True):
        outside = 0.0
        for states, cells, total, ways in every:
            inside = all(
                keep[state] and first[state] <= cell <= last[state]
                for state, cell, keep, first, last in zip(
                    states, cells, course.kept, bands.first, bands.last, strict=True
                )
            )
            if not inside and max(cells) < plan.cells:
                outside += ways * exp(-theta * total)
        assert outside <= exp(log_lost)
        assert outside or lost < 0.1  # of a tenth something is cut


@pytest.mark.parametrize("together", [1, 2, 3, 8])
def test_steps_made_together_count_as_single_steps_do(together, monkeypatch):
    course = Course.of(precisions(30), np.array([2.0, 4.0]))
    monkeypatch.setattr(walk_tables, "TOGETHER", 1)
    alone, _ = walk_tables.Table.of(course.plan(0.1)).counts()
    monkeypatch.setattr(walk_tables, "TOGETHER", together)
    found, _ = walk_tables.Table.of(course.plan(0.1)).counts()
    assert found == pytest.approx(alone, rel=1e-12)


def test_a_state_that_is_reached_from_two_others_is_no_chain():
    assert all(map(walk_tables._in_a_chain, precisions(6).steps))
    assert not all(map(walk_tables._in_a_chain, stopping(6).steps))


def test_bands_leave_cells_out():
    course = Course.of(precisions(120), np.array([8.0, 12.0, 16.0]))
    plan = course.plan(0.05)
    area = sum(int((last - first + 1)[keep].clip(0).sum()) for first, last, keep in _rows(plan.bands, course))
    assert area < 0.8 * plan.cells * sum(int(keep.sum()) for keep in course.kept)


def _rows(bands: Bands, course: Course):
    return zip(bands.first, bands.last, course.kept, strict=True)
