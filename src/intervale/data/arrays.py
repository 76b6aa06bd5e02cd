"""Judgments and a run from arrays, in scikit-learn's convention."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from intervale.data.columns import Qrels, Run, whole_grades
from intervale.data.dicts import text_of
from intervale.data.texts import Blocks, Texts
from intervale.errors import InputError, OptionError, shown

__all__ = ["from_arrays"]

Array = np.ndarray[Any, Any]


def from_arrays(
    y_true: Any,
    y_score: Any,
    *,
    topics: Iterable[str | int] | None = None,
    documents: Iterable[str | int] | None = None,
    name: str = "run",
) -> tuple[Qrels, Run]:
    """Judgments and a run from arrays as ``sklearn.metrics.ndcg_score`` takes them: ``y_true[i, j]`` is the grade of
    document j for topic i, ``y_score[i, j]`` its score. Arrays of one dimension are one topic.

    What is not a number, or masked, is absent: in ``y_true`` a document that was not judged, in ``y_score`` one that
    was not retrieved. Topics and documents are named by their places from 0, with as many digits as the last has, so
    that topics stay in the order of rows; ``topics`` and ``documents`` give other names, and ``name`` names the system.

    >>> import intervale as iv
    >>> qrels, run = from_arrays([[10, 0, 0, 1, 5]], [[0.1, 0.2, 0.3, 4, 70]])
    >>> round(iv.evaluate(qrels, run, "nDCG").mean("run", "nDCG"), 3)
    0.696

    Without equal scores the numbers are scikit-learn's: nDCG is ``ndcg_score``, nDCG@k with ``k=k``, DCG ``dcg_score``,
    AP ``label_ranking_average_precision_score`` and, on one topic, ``average_precision_score``; Success@k of one
    relevant document is ``top_k_accuracy_score``. Equal scores are treated differently: scikit-learn takes the mean
    over their orders in ``ndcg_score`` (unless ``ignore_ties=True``) and puts all of them at the last rank in
    ``label_ranking_average_precision_score``; here they are ordered by document id, the later column first. A topic
    without a relevant document scores 0 here, and 1 in ``label_ranking_average_precision_score``.
    """
    grades, scores = _matrix(y_true, "y_true"), _matrix(y_score, "y_score")
    if hasattr(y_true, "axes") and hasattr(y_score, "axes") and [*map(list, y_true.axes)] != [*map(list, y_score.axes)]:
        raise InputError("y_true and y_score have different labels; bring them into one order first")
    if grades.shape != scores.shape:
        raise InputError(f"y_true has the shape {np.shape(y_true)}, y_score {np.shape(y_score)}; they must be the same")
    rows, columns = (
        _ids(given, size, what)
        for given, size, what in (
            (topics, grades.shape[0], "topics"),
            (documents, grades.shape[1], "documents"),
        )
    )
    judged, retrieved = ~np.isnan(grades), ~np.isnan(scores)
    qrels = Qrels(*_pairs(judged, rows, columns), whole_grades(grades[judged], "y_true"), "y_true")
    return qrels, Run(text_of(name, "name"), *_pairs(retrieved, rows, columns), scores[retrieved], source="y_score")


def _matrix(values: Any, what: str) -> Array:
    """Numbers by topic and document; not a number where there is none."""
    try:
        found = np.ma.asarray(values)
        if found.dtype.kind not in "iufb":
            raise TypeError
        filled = np.asarray(np.ma.filled(found.astype(np.float64), np.nan))
    except (TypeError, ValueError):
        raise InputError(f"{what} must be an array of numbers") from None
    if filled.ndim not in (1, 2) or not filled.size:
        raise InputError(f"{what} must have the shape (topics, documents), but has {filled.shape}")
    return np.atleast_2d(filled)


def _ids(given: Iterable[str | int] | None, size: int, what: str) -> Texts:
    if given is not None and (isinstance(given, str | bytes) or not isinstance(given, Iterable)):
        raise OptionError(f"{what} must be {size:,} names, found {shown(given)}")
    digits = len(str(size - 1))
    names = [f"{place:0{digits}}" for place in range(size)] if given is None else [text_of(one, what) for one in given]
    if len(names) != size or len(set(names)) < size:
        raise OptionError(f"{what} must be {size:,} different names, found {len(set(names)):,}")
    return Texts.of(names)


def _pairs(there: Array, topics: Texts, documents: Texts) -> tuple[Blocks, Texts]:
    row, column = np.nonzero(there)
    sizes = np.bincount(row, minlength=len(topics))
    filled = np.flatnonzero(sizes)
    return Blocks(topics.take(filled), sizes[filled]), documents.take(column)
