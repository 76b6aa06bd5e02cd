"""Scales: what kind of numbers a measure gives, and the mapping of any measure to an interval scale."""

from intervale.scales.interval import TIES, IntervalScale, interval_scale

__all__ = ["TIES", "IntervalScale", "interval_scale"]
