"""Measures: what they are, what there is, how they are written, and scores."""

from intervale.measures.catalogue import ALIASES, CATALOGUE
from intervale.measures.evaluate import evaluate, score
from intervale.measures.measure import Additive, Direct, Fold, Folded, Measure
from intervale.measures.named import named_measures
from intervale.measures.own import measure
from intervale.measures.parse import load_measure, load_measures, parse_measure, parse_measures
from intervale.measures.saved import SavedMeasure
from intervale.measures.scores import ScoreTable

__all__ = [
    "ALIASES",
    "CATALOGUE",
    "Additive",
    "Direct",
    "Fold",
    "Folded",
    "Measure",
    "SavedMeasure",
    "ScoreTable",
    "evaluate",
    "load_measure",
    "load_measures",
    "measure",
    "named_measures",
    "parse_measure",
    "parse_measures",
    "score",
]
