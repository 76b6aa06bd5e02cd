"""intervale: evaluate retrieval and recommendation runs, and know what the numbers mean.

>>> import intervale as iv
>>> iv.evaluate({"q1": {"d1": 1}}, {"A": {"q1": {"d2": 2.0, "d1": 1.0}}}, ["RR"]).mean("A", "RR")
0.5

Importing this package loads nothing heavy: each name below is fetched from its room when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from intervale._version import __version__
from intervale.errors import InputError, IntervaleError, MeasureError, OptionError, UndecidedError

if TYPE_CHECKING:
    from intervale import claims, rankings
    from intervale.data import JudgedRuns, Policy, Qrels, Run, judge, read_qrels, read_run, read_runs
    from intervale.measures import Measure, ScoreTable, evaluate, measure, parse_measure, parse_measures, score
    from intervale.orders import RunSpace, construct, order, poset, valuation
    from intervale.present.page import report
    from intervale.scales import (
        AxiomFindings,
        IntervalScale,
        ScaleFindings,
        axioms,
        balancing_index,
        interval,
        interval_scale,
        scale,
        scale_changes,
    )
    from intervale.statements import Dominance, Meaning, Standings, dominance, may_be_said, meaningful, standings
    from intervale.stats import Comparison, Correlations, compare, compare_table, correlate, correlate_table

_ROOMS = {
    "data": ("JudgedRuns", "Policy", "Qrels", "Run", "judge", "read_qrels", "read_run", "read_runs"),
    "scales": (
        "AxiomFindings",
        "IntervalScale",
        "ScaleFindings",
        "axioms",
        "balancing_index",
        "interval",
        "interval_scale",
        "scale",
        "scale_changes",
    ),
    "statements": ("Dominance", "Meaning", "Standings", "dominance", "may_be_said", "meaningful", "standings"),
    "stats": ("Comparison", "Correlations", "compare", "compare_table", "correlate", "correlate_table"),
    "orders": ("RunSpace", "construct", "order", "poset", "valuation"),
    "measures": ("Measure", "ScoreTable", "evaluate", "measure", "parse_measure", "parse_measures", "score"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "AxiomFindings",
    "Comparison",
    "Correlations",
    "Dominance",
    "InputError",
    "IntervalScale",
    "IntervaleError",
    "JudgedRuns",
    "Meaning",
    "Measure",
    "MeasureError",
    "OptionError",
    "Policy",
    "Qrels",
    "Run",
    "RunSpace",
    "ScaleFindings",
    "ScoreTable",
    "Standings",
    "UndecidedError",
    "__version__",
    "axioms",
    "balancing_index",
    "claims",
    "compare",
    "compare_table",
    "construct",
    "correlate",
    "correlate_table",
    "dominance",
    "evaluate",
    "interval",
    "interval_scale",
    "judge",
    "may_be_said",
    "meaningful",
    "measure",
    "order",
    "parse_measure",
    "parse_measures",
    "poset",
    "rankings",
    "read_qrels",
    "read_run",
    "read_runs",
    "report",
    "scale",
    "scale_changes",
    "score",
    "standings",
    "valuation",
]


def __getattr__(name: str) -> Any:
    if name in ("claims", "rankings"):  # rooms whose names stay together; claims can be called
        return import_module(f"intervale.{name}")
    if name == "report":
        return import_module("intervale.present.page").report
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'intervale' has no attribute {name!r}")
    return getattr(import_module(f"intervale.{_ROOM_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
