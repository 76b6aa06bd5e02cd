"""``intervale scale``: which scale a measure is on, and why; for which parameters; how far it is from interval, and how
it uses its range.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intervale.cli import options
from intervale.cli.arguments import parse_gains, parse_order
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.pictures import draw, prepared, raise_refused
from intervale.errors import IntervaleError, OptionError

if TYPE_CHECKING:
    from intervale.data.tabular import Tabular
    from intervale.orders import Order
    from intervale.present.table import Table
    from intervale.scales.deviation import Deviation

__all__ = ["scale"]


def scale(
    measure: Annotated[str, typer.Argument(metavar="MEASURE", help="AP@8, RBP(p=0.5)@10, module:function.")],
    grades: options.TopGrade = 1,
    length: options.Length = None,
    order: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME|all", help="The order on runs; may be repeated; default: all."),
    ] = None,
    gains: options.Gains = None,
    over: Annotated[
        str | None,
        typer.Option(
            metavar="p|beta|base|gains",
            help="Find the values of this parameter for which the measure is on each scale; with gains, --gains are "
            "those to find the nearest to.",
        ),
    ] = None,
    deviation: Annotated[bool, typer.Option("--deviation", help="Add how far it is from an interval scale.")] = False,
    calibration: Annotated[
        bool, typer.Option("--calibration", help="Add which part of its range it uses, and where runs lie there.")
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the scales over p or base (with --over): .svg, .png, .pdf or .html."),
    ] = None,
    steps: options.Steps = 2_000,
    seed: options.Seed = 0,
    size: options.Size = "screen",
    font: options.Font = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Find the scale of a measure under each order: interval, ordinal, weakly ordinal or none, and why."""
    from intervale.measures import load_measure
    from intervale.present.verdicts import scale_document, scale_table
    from intervale.scales import scale as find

    sys.set_int_max_str_digits(0)  # exact numbers may have more digits than Python prints by itself
    if over is not None and (deviation or calibration):
        other = "--deviation" if deviation else "--calibration"
        raise OptionError(f"--over and {other} are two questions; ask one of them")
    if over is None and plot is not None:
        raise OptionError("--plot draws the scales over a parameter; name it, as in --over p")
    look = prepared(size, font, plot)
    wanted: Any = _wanted(order or ["all"])
    named = None if gains is None else parse_gains(gains)
    form = chosen_format(form, as_json, output)
    if over is not None:
        found = _regions(measure, over, wanted, {"length": length, "grades": grades}, named)
        given = named if over == "gains" else None
        refused = draw(plot, look, partial(_chart, found, measure, look))
        _write_regions(found, measure, given, form, output)
        raise_refused([refused])
        return
    chosen = load_measure(measure)
    result = find(chosen, length=length, grades=grades, order=wanted, gains=named, steps=steps, seed=seed)
    table, document = partial(scale_table, result, measure), partial(scale_document, result, measure)
    space = {"length": length, "grades": grades, "gains": named}
    added = []
    if deviation:
        added.append(_deviation(chosen, list(result.orders) if wanted == "all" else wanted, space, measure))
    if calibration:
        added.append(_calibration(chosen, space, measure))
    _write_result(_Part(lambda: [table()], document, result), added, form, output)


def _wanted(names: list[str]) -> str | list[str | Order]:
    """The orders that are named, each once; ``all`` where that is among them, and none of the others is wrong."""
    parsed = {name: parse_order(name) for name in names if name != "all"}
    return "all" if "all" in names else list(parsed.values())


@dataclass(frozen=True)
class _Part:
    """A part of the answer: its tables, its document, and its rows."""

    tables: Callable[[], list[Table]]
    document: Callable[[], dict[str, Any]]
    rows: Tabular
    leads: bool = False
    """Whether its sentences stand above all tables."""


def _write_result(scale: _Part, added: list[_Part], form: options.Format, output: Path | None) -> None:
    """The scale with what was added to it; as rows, what was added alone."""
    if len(added) > 1 and form in (options.Format.csv, options.Format.parquet):
        raise OptionError(f"--deviation and --calibration are two tables of rows; ask one of them for {form}")
    parts = [scale, *added]
    content = rendered(
        lambda: _answers_first(parts),
        lambda: {name: value for part in parts for name, value in part.document().items()},
        parts[-1].rows,
        form,
        output,
    )
    write(content, output)


def _answers_first(parts: list[_Part]) -> list[Table]:
    """The tables of all parts; sentences of those that ask for it stand above the first."""
    first, *others = [(table, part.leads) for part in parts for table in part.tables()]
    lead = tuple(sentence for table, leads in others if leads for sentence in table.lead)
    rest = [replace(table, lead=()) if leads else table for table, leads in others]
    return [replace(first[0], lead=(*lead, *first[0].lead)), *rest]


def _deviation(measure: Any, orders: list[str | Order], space: dict[str, Any], name: str) -> _Part:
    from intervale.data.tabular import Rows
    from intervale.present.deviation import deviation_document, deviation_table

    found, why = _deviations(measure, orders, space)
    return _Part(
        lambda: [deviation_table(found, name, why)],
        lambda: {"deviation": deviation_document(found, why)},
        Rows.joined(found),
        leads=True,
    )


def _calibration(measure: Any, space: dict[str, Any], name: str) -> _Part:
    from intervale.present.calibration import calibration_document, calibration_tables
    from intervale.scales.calibration import calibration

    found = calibration(measure, **space)
    return _Part(lambda: calibration_tables(found, name), lambda: {"calibration": calibration_document(found)}, found)


def _regions(measure: str, over: str, wanted: Any, space: dict[str, Any], gains: list[Any] | None) -> list[Any]:
    """The regions of a parameter under each order."""
    from intervale.orders import ORDERS
    from intervale.scales.regions import scale_region

    changed = space if over == "gains" else space | {"gains": gains}
    return [scale_region(measure, over, order=one, **changed) for one in (list(ORDERS) if wanted == "all" else wanted)]


def _chart(found: list[Any], measure: str, look: Any) -> Any:
    from intervale.present.regions import strip_chart

    return strip_chart(found, measure, look)


def _write_regions(
    found: list[Any], measure: str, given: list[Any] | None, form: options.Format, output: Path | None
) -> None:
    from intervale.data.tabular import Rows
    from intervale.present.regions import regions_document, regions_table

    table, document = partial(regions_table, found, measure, given), partial(regions_document, found, measure, given)
    write(rendered(table, document, lambda: Rows.joined(found), form, output), output)


def _deviations(
    measure: Any, orders: list[str | Order], space: dict[str, Any]
) -> tuple[list[Deviation], dict[str, str]]:
    """How far the measure is from an interval scale under each order; where that is not known, why. Refused where it is
    known under none.
    """
    from intervale.scales.deviation import distance_from_interval

    found: list[Deviation] = []
    refused: dict[str, str] = {}
    for one in orders:
        name = one if isinstance(one, str) else one.name
        try:
            found.append(distance_from_interval(measure, order=one, **space))
        except IntervaleError as error:
            refused[name] = str(error).removeprefix(f"{name}: ")
    if not found:
        raise OptionError(f"no deviation is known: {'; '.join(dict.fromkeys(refused.values()))}")
    return found, refused
