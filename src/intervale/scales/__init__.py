"""Scales: what kind of numbers a measure gives, and the mapping of any measure to an interval scale."""

from intervale.scales.axioms import AxiomFindings, axioms
from intervale.scales.balance import balancing_curve, balancing_experiment, balancing_index
from intervale.scales.form import Interval, interval
from intervale.scales.mapping import TIES, IntervalScale, interval_scale
from intervale.scales.universe import scale_changes
from intervale.scales.verdicts import OrderScale, ScaleFindings, Spacing, scale

__all__ = [
    "TIES",
    "AxiomFindings",
    "Interval",
    "IntervalScale",
    "OrderScale",
    "ScaleFindings",
    "Spacing",
    "axioms",
    "balancing_curve",
    "balancing_experiment",
    "balancing_index",
    "interval",
    "interval_scale",
    "scale",
    "scale_changes",
]
