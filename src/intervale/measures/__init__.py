"""Measures: what they are, what there is, and how they are written."""

from intervale.measures.catalogue import ALIASES, CATALOGUE
from intervale.measures.measure import Additive, Direct, Fold, Folded, Measure
from intervale.measures.named import named_measures
from intervale.measures.own import measure
from intervale.measures.own_fold import rank_by_rank
from intervale.measures.parse import load_measure, load_measures, parse_measure, parse_measures

__all__ = [
    "ALIASES",
    "CATALOGUE",
    "Additive",
    "Direct",
    "Fold",
    "Folded",
    "Measure",
    "load_measure",
    "load_measures",
    "measure",
    "named_measures",
    "parse_measure",
    "parse_measures",
    "rank_by_rank",
]
