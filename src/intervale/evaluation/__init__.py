"""The evaluation: the one value between data and answers."""

from intervale.evaluation.evaluate import evaluate
from intervale.evaluation.evaluation import Evaluation
from intervale.evaluation.matrix import read_scores
from intervale.evaluation.scale import MeasureScale

__all__ = ["Evaluation", "MeasureScale", "evaluate", "read_scores"]
