"""Scales: what kind of numbers a measure gives, and the mapping of any measure to an interval scale."""

from intervale.scales.axioms import AxiomResult, axioms
from intervale.scales.balance import balancing_curve, balancing_experiment, balancing_index
from intervale.scales.deviation import Deviation, distance_from_interval
from intervale.scales.form import Interval, interval
from intervale.scales.induced import order
from intervale.scales.mapping import TIE_RULES, IntervalScale, interval_scale
from intervale.scales.regions import GainRegion, NumberRegion, ScaleRegion, scale_region
from intervale.scales.relate import Relation, relate
from intervale.scales.universe import order_flip, universe, universe_scale
from intervale.scales.verdicts import OrderScale, ScaleResult, Spacing, scale

__all__ = [
    "TIE_RULES",
    "AxiomResult",
    "Deviation",
    "GainRegion",
    "Interval",
    "IntervalScale",
    "NumberRegion",
    "OrderScale",
    "Relation",
    "ScaleRegion",
    "ScaleResult",
    "Spacing",
    "axioms",
    "balancing_curve",
    "balancing_experiment",
    "balancing_index",
    "distance_from_interval",
    "interval",
    "interval_scale",
    "order",
    "order_flip",
    "relate",
    "scale",
    "scale_region",
    "universe",
    "universe_scale",
]
