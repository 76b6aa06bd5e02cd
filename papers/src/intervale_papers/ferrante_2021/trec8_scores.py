"""The runs of TREC-8, scored once for all claims."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import intervale as iv
from intervale_papers.ferrante_2021.printed import FREE, RECALL_BASED
from intervale_papers.ferrante_2021.printed_tests import INTERVAL_TESTS, ORDINAL_TESTS

__all__ = ["NOT_AP", "comparison", "correlations", "judged", "scored_runs"]

NOT_AP = tuple(measure for measure in RECALL_BASED if measure != "AP")


@lru_cache(maxsize=1)
def scored_runs(folder: Path) -> iv.Evaluation:
    """The 129 runs, equal scores in the order in which TREC had them."""
    return iv.evaluate(folder / "qrels.trec8.txt", sorted((folder / "runs").iterdir()), ties="trec9")


def judged(folder: Path) -> iv.JudgedRuns:
    return scored_runs(folder).needed_runs("TREC-8")


@lru_cache(maxsize=1)
def _table(folder: Path) -> iv.Evaluation:
    """All measures at N = 30, and their interval forms."""
    measures = (*FREE, *RECALL_BASED)
    wanted: dict[str, Any] = {measure: f"{measure}@30" for measure in measures}
    wanted |= {f"interval {measure}": iv.interval(f"{measure}@30") for measure in measures}
    return scored_runs(folder).score(wanted)


@lru_cache(maxsize=1)
def correlations(folder: Path) -> iv.Correlations:
    return iv.correlate(_table(folder), digits=8)


@lru_cache(maxsize=1)
def comparison(folder: Path) -> iv.Comparison:
    return iv.compare(_table(folder), tests=[*ORDINAL_TESTS, *INTERVAL_TESTS], correction="none")
