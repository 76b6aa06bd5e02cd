"""The catalogue of measures, as a list and measure by measure."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import OptionError
from intervale.evaluation import MeasureScale
from intervale.evaluation.ask import scale_of
from intervale.measures import CATALOGUE, Measure
from intervale.measures.described import Described, found_measures
from intervale.measures.parameters import allowed
from intervale.present.table import Cell, Table

__all__ = ["Catalogue", "catalogue", "catalogue_document", "catalogue_table"]

CUTOFF, GRADES = 10, 1
"""For which scales are given: the cutoff of measures that take one, and the top grade."""
COLUMNS = ("measure", "about", "formula", "parameters", "scale", "topic_scale", "why", "other_names", "source")


@dataclass(frozen=True)
class Catalogue(Tabular):
    """Measures in words: what each is, its formula, scale, parameters and other names. A table in a notebook; for one
    measure, its page. ``also`` names others that the words are said of.
    """

    found: tuple[Described, ...]
    also: tuple[str, ...] = ()

    @cached_property
    def scales(self) -> dict[str, MeasureScale]:
        """The scale of each at cutoff 10, with binary grades and the defaults of its parameters, on the order that it
        makes itself.
        """
        return {one.name: scale_of(_instance(one.name), GRADES) for one in self.found}

    def __repr__(self) -> str:
        return f"Catalogue({', '.join(one.name for one in self.found)})"

    def columns(self) -> Columns:
        """A row for each measure."""
        return columns_of(COLUMNS, (self._row(one) for one in self.found))

    def _row(self, one: Described) -> tuple[Any, ...]:
        scale = self.scales[one.name]
        given = ", ".join(f"{name}={value}" for name, value in one.parameters.items())
        names = ", ".join(one.other_names)
        return one.name, one.about, one.formula, given, _level(scale), _topics(scale), scale.why, names, one.source


def catalogue(query: str | None = None) -> Catalogue:
    """The measures that there are; with a ``query``, the one of that name, whoever's name it is, or those in whose
    description the words stand.

    >>> catalogue("hit_rate@10")
    Catalogue(Success)
    >>> catalogue("interpolated")
    Catalogue(IPrec, IPrecAvg)
    """
    found, others = found_measures(query or "")
    if not found:
        raise OptionError(f"no measure matches {query!r}; intervale measures lists all")
    return Catalogue(tuple(found), tuple(one.name for one in others))


def catalogue_table(found: Catalogue) -> Table:
    """Measures in rows, or the page of a single one."""
    if len(found.found) == 1:
        return _page(found, found.found[0])
    rows = tuple(
        (
            Cell(one.name),
            Cell(one.short),
            Cell(_level(found.scales[one.name])),
            Cell(_topics(found.scales[one.name])),
            Cell(", ".join(one.other_names[:4]) + (", …" if len(one.other_names) > 4 else "")),
        )
        for one in found.found
    )
    footer = (
        f"scale: on the order of its own values, at cutoff {CUTOFF} where it takes one, with binary grades and the "
        "defaults of its parameters; intervale scale MEASURE --grades C decides others",
        "topics: whether all topics share the scale, or each has its own",
        "intervale measures NAME shows what a measure is, its letters, parameters and other names",
    )
    return Table(("measure", "formula", "scale", "topics", "other names"), rows, footer=footer)


def _page(found: Catalogue, one: Described) -> Table:
    scale, kind = found.scales[one.name], CATALOGUE[one.name]
    by_name = {name: [tool for tool, names in one.names.items() if name in names] for name in one.other_names}
    names = "; ".join(f"{name} ({', '.join(tools)})" for name, tools in by_name.items())
    example = _instance(one.name)
    lead = [
        f"{one.name}. {one.about}",
        f"Formula: {one.formula}.",
        f"Conventions: {one.conventions}" if one.conventions else "",
        f"Scale of {example} with binary grades: {scale.text}: {scale.why}.",
        f"Other cutoffs, grades and orders: intervale scale {example} --grades 2" if kind.on_run_space else "",
        f"Other names: {names}." if names else "",
        *(f"Not the same: {different}." for different in one.different),
        f"Source: {one.source}.",
        f"Example: intervale evaluate qrels.txt a.run -m {example}",
        f"See also: {', '.join(found.also)}." if found.also else "",
    ]
    rows = tuple(
        (Cell(name), Cell(value), Cell(allowed(kind.rules.get(name, name)))) for name, value in one.parameters.items()
    )
    return Table(("parameter", "default", "allowed"), rows, lead=tuple(text.replace("`", "") for text in lead if text))


def catalogue_document(found: Catalogue) -> dict[str, Any]:
    """The catalogue as one JSON document."""
    return {
        "measures": [
            {
                "name": one.name,
                "about": one.about,
                "formula": one.formula,
                "conventions": one.conventions,
                "parameters": one.parameters,
                "scale": {
                    "measure": str(_instance(one.name)),
                    "grades": GRADES,
                    "level": found.scales[one.name].level,
                    "equal_steps": found.scales[one.name].equal_steps,
                    "topic_scale": _topics(found.scales[one.name]),
                    "why": found.scales[one.name].why,
                },
                "names": {tool: list(names) for tool, names in one.names.items()},
                "different": list(one.different),
                "source": one.source,
            }
            for one in found.found
        ],
        "also": list(found.also),
    }


def _instance(name: str) -> Measure:
    """The measure with its defaults, and a cutoff or level where it takes one."""
    kind = CATALOGUE[name]
    known = {field.name for field in fields(kind)}
    given: dict[str, Any] = {"cutoff": CUTOFF} if "cutoff" in known else {}
    return kind(**given, **({"recall": 0.5} if "recall" in known else {}))


def _level(scale: MeasureScale) -> str:
    return f"at least {scale.level}" if scale.equal_steps is None else scale.level


def _topics(scale: MeasureScale) -> str:
    return "shared" if scale.shared else "own"
