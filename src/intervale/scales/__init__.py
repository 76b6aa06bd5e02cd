"""Scales: what kind of numbers a measure gives, and the mapping of any measure to an interval scale."""

from intervale.scales.axioms import AxiomResult, axioms
from intervale.scales.balance import balancing_curve, balancing_index
from intervale.scales.balance_experiment import BalancingExperiment, balancing_experiment
from intervale.scales.calibration import Calibration, calibration
from intervale.scales.deviation import Deviation, distance_from_interval
from intervale.scales.form import Interval, interval
from intervale.scales.induced import order
from intervale.scales.mapping import TIE_RULES, IntervalScale, interval_scale
from intervale.scales.regions import GainRegion, NumberRegion, ScaleRegion, scale_region
from intervale.scales.relate import Relation, relate
from intervale.scales.side_by_side import IntervalScales, interval_scales
from intervale.scales.topic_scales import TopicScales, topic_scales
from intervale.scales.universe import constant_flip, order_flip, universe, universe_scale
from intervale.scales.universes import Universes, universes
from intervale.scales.verdicts import OrderScale, ScaleResult, Spacing, scale

__all__ = [
    "TIE_RULES",
    "AxiomResult",
    "BalancingExperiment",
    "Calibration",
    "Deviation",
    "GainRegion",
    "Interval",
    "IntervalScale",
    "IntervalScales",
    "NumberRegion",
    "OrderScale",
    "Relation",
    "ScaleRegion",
    "ScaleResult",
    "Spacing",
    "TopicScales",
    "Universes",
    "axioms",
    "balancing_curve",
    "balancing_experiment",
    "balancing_index",
    "calibration",
    "constant_flip",
    "distance_from_interval",
    "interval",
    "interval_scale",
    "interval_scales",
    "order",
    "order_flip",
    "relate",
    "scale",
    "scale_region",
    "topic_scales",
    "universe",
    "universe_scale",
    "universes",
]
