"""The evaluation: the one value between data and answers."""

from intervale.evaluation.changes import ScaleChange, ScaleChanges, scale_changes
from intervale.evaluation.evaluate import evaluate
from intervale.evaluation.evaluation import Evaluation
from intervale.evaluation.matrix import read_scores
from intervale.evaluation.named import NamedScores
from intervale.evaluation.scale import MeasureScale

__all__ = [
    "Evaluation",
    "MeasureScale",
    "NamedScores",
    "ScaleChange",
    "ScaleChanges",
    "evaluate",
    "read_scores",
    "scale_changes",
]
