"""``report``: from an evaluation to one HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from intervale.data.writing import refuse_clashes, write_whole
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluation import evaluation_of
from intervale.present.page.anonymous import anonymous as renamed
from intervale.present.page.gather import TESTS, gather
from intervale.present.page.pictures import figures as draw_figures
from intervale.present.page.render import page, template_library
from intervale.present.picture import altair_library

__all__ = ["report"]


def report(
    evaluation: Evaluation,
    output: str | Path | None = None,
    *,
    title: str = "",
    comment: str = "",
    baseline: str | Sequence[str] = (),
    anonymous: bool = False,
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
    need them are left out. ``comment`` is shown as the author's words, as plain text. With a ``baseline``, the one
    family of comparisons is that of the pairs with it. ``anonymous`` names systems S01, S02, … in an order drawn with
    ``seed``, and leaves out files, hashes and the command. ``figures`` is a folder for all charts as SVG, PDF and PNG.
    ``provenance`` puts the names of the files with their SHA-256, and the ``command`` if there was one, into the page;
    without it a page that is passed on tells neither.

    >>> from intervale.evaluation import evaluate
    >>> qrels = {"1": {"a": 1}, "2": {"b": 1}}
    >>> runs = {"A": {"1": {"a": 1.0}, "2": {"b": 1.0}}, "B": {"1": {"x": 1.0}, "2": {"b": 1.0}}}
    >>> "2 systems on 2 topics" in report(evaluate(qrels, runs, ["RR@5"], interval=True))
    True
    """
    evaluation_of(evaluation, "report").needed_scores("a report")
    template_library()
    if figures is not None:
        altair_library()
    if output is not None:
        refuse_clashes([output], [one.file for one in evaluation.provenance.seen])
    about: dict[str, Any] = {"version": evaluation.provenance.versions.get("intervale", "")}
    if anonymous:
        wanted = [baseline] if isinstance(baseline, str) else list(baseline)
        evaluation, names = renamed(evaluation, seed)
        baseline = [names.get(name, name) for name in wanted]
    about["command"] = command if provenance and not anonymous else ""
    about["files"] = {one.name: one.sha256 for one in evaluation.provenance.files} if provenance else {}
    found = gather(
        evaluation,
        title=title,
        comment=comment,
        baseline=baseline,
        tests=tests,
        alpha=alpha,
        correction=correction,
        seed=seed,
        about=about,
    )
    text = page(found)
    if figures is not None:
        draw_figures(found, Path(figures))
    if output is not None:
        write_whole(output, text)
    return text
