"""Scales: what kind of numbers a measure gives, and the mapping of any measure to an interval scale."""

from intervale.scales.form import Interval, interval
from intervale.scales.mapping import TIES, IntervalScale, interval_scale

__all__ = ["TIES", "Interval", "IntervalScale", "interval", "interval_scale"]
