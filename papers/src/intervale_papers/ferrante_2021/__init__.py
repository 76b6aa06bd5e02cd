"""Claims of Ferrante, Ferro and Fuhr 2021 (004), by parts of the paper."""

from intervale_papers.ferrante_2021 import (
    aggregates,
    changes,
    contents,
    correlations,
    curves,
    decisions,
    examples,
    mapping,
    relations,
    significance,
    spacing,
    trec8,
    trec8_tests,
    universe,
    verdicts,
)

__all__ = [
    "aggregates",
    "changes",
    "contents",
    "correlations",
    "curves",
    "decisions",
    "examples",
    "mapping",
    "relations",
    "significance",
    "spacing",
    "trec8",
    "trec8_tests",
    "universe",
    "verdicts",
]
