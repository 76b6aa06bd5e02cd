"""intervale: evaluate retrieval and recommendation runs, and know what the numbers mean.

>>> import intervale as iv
>>> iv.evaluate({"q1": {"d1": 1}}, {"A": {"q1": {"d2": 2.0, "d1": 1.0}}}, ["RR"]).mean("A", "RR")
0.5

Importing this package loads nothing heavy: each name below is fetched from its package when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from intervale._version import __version__
from intervale.errors import InputError, IntervaleError, MeasureError, OptionError, UndecidedError, WorkerError

if TYPE_CHECKING:
    from intervale import rankings
    from intervale.data import JudgedRuns, Policy, Qrels, Run, from_arrays, judge, read_qrels, read_run, read_runs
    from intervale.data.made_up import made_up_collection
    from intervale.evaluation import Evaluation, MeasureScale, evaluate, read_scores, scale_changes
    from intervale.evaluation.aggregates import Aggregates
    from intervale.evaluation.topic_scales import topic_scales
    from intervale.exact.differences import difference_structure
    from intervale.exact.progress import parallel
    from intervale.exact.structures import relational
    from intervale.measures import Measure, measure, parse_measure, parse_measures, rank_by_rank
    from intervale.orders import RunSpace, axiom_orders, construct, poset, valuation
    from intervale.present.measures import Catalogue, catalogue
    from intervale.present.page import report
    from intervale.present.progress_bar import progress
    from intervale.scales import (
        AxiomResult,
        BalancingExperiment,
        Calibration,
        Deviation,
        GainRegion,
        IntervalScale,
        IntervalScales,
        NumberRegion,
        Relation,
        ScaleRegion,
        ScaleResult,
        TopicScales,
        Universes,
        axioms,
        balancing_experiment,
        balancing_index,
        calibration,
        distance_from_interval,
        interval,
        interval_scale,
        interval_scales,
        order,
        relate,
        scale,
        scale_region,
        universes,
    )
    from intervale.statements import (
        CheckedClaims,
        Dominance,
        Evidence,
        Leaderboard,
        Meaning,
        check_claims,
        dominance,
        evidence,
        leaderboard,
        meaningful,
        read_claims,
    )
    from intervale.stats import (
        Comparison,
        Correlations,
        Design,
        DiscriminativePower,
        Mixing,
        Robustness,
        Stability,
        Study,
        compare,
        correlate,
        design,
        discriminative_power,
        mixing,
        robustness,
        stability,
        study,
    )

_PACKAGES = {
    "data.made_up": ("made_up_collection",),
    "data": ("JudgedRuns", "Policy", "Qrels", "Run", "from_arrays", "judge", "read_qrels", "read_run", "read_runs"),
    "scales": (
        "AxiomResult",
        "BalancingExperiment",
        "Calibration",
        "Deviation",
        "GainRegion",
        "IntervalScale",
        "IntervalScales",
        "NumberRegion",
        "Relation",
        "ScaleRegion",
        "ScaleResult",
        "TopicScales",
        "Universes",
        "axioms",
        "balancing_experiment",
        "balancing_index",
        "calibration",
        "distance_from_interval",
        "interval",
        "interval_scale",
        "interval_scales",
        "order",
        "relate",
        "scale",
        "scale_region",
        "universes",
    ),
    "statements": (
        "CheckedClaims",
        "Dominance",
        "Evidence",
        "Leaderboard",
        "Meaning",
        "check_claims",
        "dominance",
        "evidence",
        "leaderboard",
        "meaningful",
        "read_claims",
    ),
    "stats": (
        "Comparison",
        "Correlations",
        "Design",
        "DiscriminativePower",
        "Mixing",
        "Robustness",
        "Stability",
        "Study",
        "compare",
        "correlate",
        "design",
        "discriminative_power",
        "mixing",
        "robustness",
        "stability",
        "study",
    ),
    "orders": ("RunSpace", "axiom_orders", "construct", "poset", "valuation"),
    "measures": ("Measure", "measure", "parse_measure", "parse_measures", "rank_by_rank"),
    "present.measures": ("Catalogue", "catalogue"),
    "present.page": ("report",),
    "present.progress_bar": ("progress",),
    "evaluation.aggregates": ("Aggregates",),
    "evaluation.topic_scales": ("topic_scales",),
    "exact.differences": ("difference_structure",),
    "exact.progress": ("parallel",),
    "exact.structures": ("relational",),
    "evaluation": ("Evaluation", "MeasureScale", "evaluate", "read_scores", "scale_changes"),
}
_PACKAGE_OF = {name: package for package, names in _PACKAGES.items() for name in names}

__all__ = [
    "Aggregates",
    "AxiomResult",
    "BalancingExperiment",
    "Calibration",
    "Catalogue",
    "CheckedClaims",
    "Comparison",
    "Correlations",
    "Design",
    "Deviation",
    "DiscriminativePower",
    "Dominance",
    "Evaluation",
    "Evidence",
    "GainRegion",
    "InputError",
    "IntervalScale",
    "IntervalScales",
    "IntervaleError",
    "JudgedRuns",
    "Leaderboard",
    "Meaning",
    "Measure",
    "MeasureError",
    "MeasureScale",
    "Mixing",
    "NumberRegion",
    "OptionError",
    "Policy",
    "Qrels",
    "Relation",
    "Robustness",
    "Run",
    "RunSpace",
    "ScaleRegion",
    "ScaleResult",
    "Stability",
    "Study",
    "TopicScales",
    "UndecidedError",
    "Universes",
    "WorkerError",
    "__version__",
    "axiom_orders",
    "axioms",
    "balancing_experiment",
    "balancing_index",
    "calibration",
    "catalogue",
    "check_claims",
    "compare",
    "construct",
    "correlate",
    "design",
    "difference_structure",
    "discriminative_power",
    "distance_from_interval",
    "dominance",
    "evaluate",
    "evidence",
    "from_arrays",
    "interval",
    "interval_scale",
    "interval_scales",
    "judge",
    "leaderboard",
    "made_up_collection",
    "meaningful",
    "measure",
    "mixing",
    "order",
    "parallel",
    "parse_measure",
    "parse_measures",
    "poset",
    "progress",
    "rank_by_rank",
    "rankings",
    "read_claims",
    "read_qrels",
    "read_run",
    "read_runs",
    "read_scores",
    "relate",
    "relational",
    "report",
    "robustness",
    "scale",
    "scale_changes",
    "scale_region",
    "stability",
    "study",
    "topic_scales",
    "universes",
    "valuation",
]


def __getattr__(name: str) -> Any:
    if name == "rankings":  # a package whose names stay together
        return import_module("intervale.rankings")
    if name not in _PACKAGE_OF:
        raise AttributeError(f"module 'intervale' has no attribute {name!r}")
    return getattr(import_module(f"intervale.{_PACKAGE_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
