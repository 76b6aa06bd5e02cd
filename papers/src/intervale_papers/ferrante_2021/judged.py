"""Scores of judged runs that are written as grades, topic by topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import intervale as iv

__all__ = ["evaluated"]


def evaluated(
    grades: Mapping[str, Sequence[Sequence[int]]], measures: Sequence[str], bases: Sequence[int]
) -> iv.Evaluation:
    """Scores of judged runs that are written as binary grades, topic by topic, with these recall bases."""
    qrels = {str(t): {f"{t}-{d}": 1 for d in range(base)} for t, base in enumerate(bases)}
    runs: dict[str, dict[str, dict[str, float]]] = {}
    for system, profiles in grades.items():
        runs[system] = {}
        for t, profile in enumerate(profiles):
            relevant = iter(range(bases[t]))
            names = [f"{t}-{next(relevant)}" if grade else f"x{n}" for n, grade in enumerate(profile)]
            runs[system][str(t)] = {name: float(len(names) - n) for n, name in enumerate(names)}
    return iv.evaluate(qrels, runs, list(measures))
