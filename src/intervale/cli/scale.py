"""``intervale scale``: which scale a measure is on, and why; for which parameters; and how far it is from interval."""

from __future__ import annotations

import sys
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
    from intervale.orders import Order
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
    if over is not None and deviation:
        raise OptionError("--over and --deviation are two questions; ask one of them")
    if over is None and plot is not None:
        raise OptionError("--plot draws the scales over a parameter; name it, as in --over p")
    look = prepared(size, font, plot)
    wanted: Any = "all" if not order or "all" in order else [parse_order(name) for name in order]
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
    if not deviation:
        write(rendered(table, document, result, form, output), output)
        return
    from intervale.data.tabular import Rows
    from intervale.present.deviation import deviation_document, deviation_table

    orders = list(result.orders) if wanted == "all" else wanted
    numbers, why = _deviations(chosen, orders, {"length": length, "grades": grades, "gains": named})
    content = rendered(
        lambda: [table(), deviation_table(numbers, measure, why)],
        lambda: document() | {"deviation": deviation_document(numbers, why)},
        lambda: Rows.joined(numbers),
        form,
        output,
    )
    write(content, output)


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
