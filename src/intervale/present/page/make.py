"""``report``: from qrels and runs, judged runs or a saved table of scores to one HTML file."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from intervale._version import __version__
from intervale.data.writing import refuse_clashes, write_whole
from intervale.errors import OptionError
from intervale.measures import ScoreTable
from intervale.present.hasse import altair_library
from intervale.present.page.gather import TESTS, gather
from intervale.present.page.render import figures as draw_figures
from intervale.present.page.render import page
from intervale.stats.api import scored

__all__ = ["report"]

CHUNK = 1 << 20


def report(
    qrels: Any,
    runs: Any = None,
    measures: Any = None,
    output: str | Path | None = None,
    *,
    interval: bool = True,
    strict: bool = False,
    title: str = "",
    tests: Sequence[str] = TESTS,
    alpha: float = 0.05,
    correction: str = "holm",
    seed: int = 0,
    figures: str | Path | None = None,
    provenance: bool = False,
    command: str = "",
    **data: Any,
) -> str:
    """One self-contained HTML page: what was evaluated, which system is better, how sure, on what scale, and what may
    be said. It is returned, and written to ``output`` where that is named.

    ``qrels``, ``runs``, ``measures`` and what else is named are as in :func:`~intervale.evaluate`; a
    :class:`~intervale.ScoreTable` or the path of a Parquet file that it wrote may stand in the place of ``qrels``, then
    without the parts that need judged runs. ``interval`` adds the interval form of each measure that has one;
    ``strict`` refuses a measure that has none. ``figures`` is a folder for all charts as SVG, PDF and PNG.
    ``provenance`` puts the paths of the files with their SHA-256, and the ``command`` if there was one, into the page;
    without it a page that is passed on tells neither.

    >>> qrels = {"1": {"a": 1}, "2": {"b": 1}}
    >>> runs = {"A": {"1": {"a": 1.0}, "2": {"b": 1.0}}, "B": {"1": {"x": 1.0}, "2": {"b": 1.0}}}
    >>> "<h1>2 systems on 2 topics</h1>" in report(qrels, runs, ["RR@5"])
    True
    """
    altair_library()
    if output is not None:
        refuse_clashes([output], [qrels, *_several(runs), data.get("topics")])
    if runs is None:
        if measures is not None or data:
            raise OptionError("a report of saved scores is about what was saved: leave -m and options about data out")
        table, judged = _saved(qrels), None
    else:
        if not measures:
            raise OptionError("a report needs at least one measure")
        table, judged = scored(qrels, runs, measures, interval=interval, strict=strict, **data)
    about: dict[str, Any] = {"version": __version__, "Python": platform.python_version()}
    about |= {"alpha": f"{alpha:g}", "correction": correction, "seed": str(seed)}
    if provenance:
        about |= {"command": command} if command else {}
        about["files"] = _hashes([qrels, *_several(runs)])
    found = gather(table, judged, title=title, tests=tests, alpha=alpha, correction=correction, seed=seed, about=about)
    text = page(found)
    if figures is not None:
        draw_figures(found, Path(figures))
    if output is not None:
        write_whole(output, text)
    return text


def _saved(source: Any) -> ScoreTable:
    if isinstance(source, ScoreTable):
        return source
    if not isinstance(source, str | Path):
        raise OptionError("a report is of qrels and runs, of a table of scores, or of the path of a saved one")
    if Path(source).suffix.lower() != ".parquet":
        raise OptionError(f"{source}: name the runs and measures too, or a Parquet file of scores alone")
    return ScoreTable.from_parquet(source)


def _several(runs: Any) -> list[Any]:
    if runs is None:
        return []
    if isinstance(runs, dict):
        return list(runs.values())
    return list(runs) if isinstance(runs, list | tuple) else [runs]


def _hashes(sources: list[Any]) -> dict[str, str]:
    """The SHA-256 of each file by its path as it was named."""
    found = {}
    for source in sources:
        if isinstance(source, str | Path) and Path(source).is_file():
            digest = hashlib.sha256()
            with Path(source).open("rb") as file:
                while piece := file.read(CHUNK):
                    digest.update(piece)
            found[str(source)] = digest.hexdigest()
    return found
