"""Claims of Ferrante, Ferro and Fuhr 2021 (004), by parts of the paper."""

from intervale_papers.ferrante_2021 import (
    changes,
    contents,
    correlations,
    curves,
    decisions,
    examples,
    mapping,
    spacing,
    trec8,
    universe,
    verdicts,
)

__all__ = [
    "changes",
    "contents",
    "correlations",
    "curves",
    "decisions",
    "examples",
    "mapping",
    "spacing",
    "trec8",
    "universe",
    "verdicts",
]
