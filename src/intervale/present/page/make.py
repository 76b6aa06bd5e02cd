"""``report``: from an evaluation to one HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from intervale.data.writing import refuse_clashes, write_whole
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluation import evaluation_of
from intervale.present.hasse import altair_library
from intervale.present.page.gather import TESTS, gather
from intervale.present.page.render import figures as draw_figures
from intervale.present.page.render import page

__all__ = ["report"]


def report(
    evaluation: Evaluation,
    output: str | Path | None = None,
    *,
    title: str = "",
    tests: Sequence[str] = TESTS,
    alpha: float = 0.05,
    correction: str = "holm",
    seed: int = 0,
    figures: str | Path | None = None,
    provenance: bool = False,
    command: str = "",
) -> str:
    """One self-contained HTML page: what was evaluated, which system is better, how sure, on what scale, and what the
    differences rest on. It is returned, and written to ``output`` where that is named.

    Interval forms are those in the evaluation (``evaluate(..., interval=True)``); without judged runs the parts that
    need them are left out. ``figures`` is a folder for all charts as SVG, PDF and PNG. ``provenance`` puts the names of
    the files with their SHA-256, and the ``command`` if there was one, into the page; without it a page that is passed
    on tells neither.

    >>> from intervale.evaluation import evaluate
    >>> qrels = {"1": {"a": 1}, "2": {"b": 1}}
    >>> runs = {"A": {"1": {"a": 1.0}, "2": {"b": 1.0}}, "B": {"1": {"x": 1.0}, "2": {"b": 1.0}}}
    >>> "<h1>2 systems on 2 topics</h1>" in report(evaluate(qrels, runs, ["RR@5"], interval=True))
    True
    """
    evaluation_of(evaluation, "report").needed_scores("a report")
    altair_library()
    if output is not None:
        refuse_clashes([output], [one.name for one in evaluation.provenance.seen])
    made_with = evaluation.provenance.versions
    about: dict[str, Any] = {"version": made_with.get("intervale", ""), "Python": made_with.get("Python", "")}
    about |= {"alpha": f"{alpha:g}", "correction": correction, "seed": str(seed)}
    if provenance:
        about |= {"command": command} if command else {}
        about["files"] = {one.name: one.sha256 for one in evaluation.provenance.files}
    found = gather(evaluation, title=title, tests=tests, alpha=alpha, correction=correction, seed=seed, about=about)
    text = page(found)
    if figures is not None:
        draw_figures(found, Path(figures))
    if output is not None:
        write_whole(output, text)
    return text
