"""``intervale order``: the facts of an order on a run space, and its Hasse diagram."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intervale.cli import options
from intervale.cli.arguments import parse_order, parse_run
from intervale.cli.output import chosen_format, refuse_clashes, rendered, write
from intervale.cli.pictures import draw, prepared, raise_refused
from intervale.errors import OptionError

if TYPE_CHECKING:
    from intervale.orders import (
        AxiomOrders,
        Construction,
        Grades,
        JudgedRun,
        Order,
        RunPoset,
        RunSpace,
        Step,
        Substitutes,
    )
    from intervale.present.look import Look
    from intervale.present.order import OrderReport

__all__ = ["order"]

MOST_EXHAUSTIVE, MOST_DRAWN, MOST_STEPS = 4096, 300, 1000


def order(
    name: Annotated[
        str,
        typer.Argument(
            metavar="ORDER",
            help="set-total, set-replacement, rank-total, rank-replacement, rank-swap, induced (by -m), moves that "
            "generate an order such as replacement+neighbour-swap (set:… of multisets; all: every combination), or "
            "module:function with your own comparison of two runs.",
        ),
    ],
    length: Annotated[int, typer.Option(metavar="N", help="Number of documents in a run.")],
    grades: options.TopGrade = 1,
    hasse: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the Hasse diagram: .svg, .png, .pdf or .html.")
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            "-m",
            "--measure",
            metavar="MEASURE",
            help="Measure that colours the diagram, defines the induced order, or is checked by --construct.",
        ),
    ] = None,
    path: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="RUN RUN", help="Show a shortest path from one run to another, such as 0,1,0 1,1,0."),
    ] = None,
    construct: Annotated[
        bool, typer.Option("--construct", help="Show each step from the order to an interval measure.")
    ] = False,
    run: Annotated[
        list[str] | None,
        typer.Option(metavar="RUN", help="With --construct: a run to show with its rank, meets and joins; repeat it."),
    ] = None,
    completion: Annotated[
        bool,
        typer.Option("--completion", help="Show the completion of an order that is not a graded lattice."),
    ] = False,
    size: options.Size = "screen",
    font: options.Font = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Describe an order on judged runs: whether it is bounded, total, graded, a lattice, modular, distributive."""
    from intervale.present.order import order_document, order_tables

    if name in ("all", "set:all"):
        if measure is not None or path is not None or construct or run or completion:
            raise OptionError(f"{name} takes none of -m, --path, --construct, --run and --completion")
        _every(name, length, grades, hasse, prepared(size, font, hasse), form, output, as_json)
        return
    if run and not construct:
        raise OptionError("--run names runs for the construction: add --construct")
    value = None if measure is None else _value(measure, grades)
    if value is not None and name != "induced" and hasse is None and not (construct or completion):
        raise OptionError("-m colours the diagram, or defines the induced order: add --hasse FILE or --construct")
    refuse_clashes(hasse, output)
    look = prepared(size, font, hasse)
    chosen = _order(name, value)
    space = chosen.space(length, grades)
    sys.set_int_max_str_digits(0)  # sizes are exact, and may have more digits than Python prints by itself
    report = _report(chosen, space, path, drawn=hasse is not None)
    if construct:
        report = replace(report, construction=_constructed(chosen, space, value, run or []))
    if completion:
        report = replace(report, substitutes=_completed(chosen, space, value))
    text = rendered(
        partial(order_tables, report),
        partial(order_document, report),
        report,
        chosen_format(form, as_json, output),
        output,
    )
    refused = draw(hasse, look, partial(_chart, report, value, measure, look))
    write(text, output)
    raise_refused([refused])


def _every(
    name: str,
    length: int,
    grades: Any,
    hasse: Path | None,
    look: Look,
    form: options.OutFormat,
    output: options.Out,
    as_json: bool,
) -> None:
    """Every combination of moves, and the orders they make."""
    from intervale.orders import axiom_orders
    from intervale.present.order import axiom_orders_document, axiom_orders_table

    refuse_clashes(hasse, output)
    found = axiom_orders(length, grades, "set" if name == "set:all" else "rank")
    tables, document = partial(axiom_orders_table, found), partial(axiom_orders_document, found)
    text = rendered(tables, document, found, chosen_format(form, as_json, output), output)
    refused = draw(hasse, look, partial(_chart_of_orders, found, look))
    write(text, output)
    raise_refused([refused])


def _chart_of_orders(found: AxiomOrders, look: Look) -> Any:
    from intervale.orders.layout import layout
    from intervale.present.hasse import hasse_chart
    from intervale.present.order import space_text

    labels = [[*one.names, *("+".join(moves) for moves in one.combinations)] for one in found.orders]
    return hasse_chart(
        layout(found.included),
        labels,
        [float(one.comparable) for one in found.orders],
        title=f"The orders that moves generate on {space_text(found.space)}",
        subtitle="a line leads up to an order that says all the lower one says, and more",
        legend="share of comparable pairs",
        look=look,
    )


def _constructed(
    chosen: Order, space: RunSpace, value: Callable[[JudgedRun], Any] | None, runs: list[str]
) -> Construction:
    from intervale.orders import construct

    return construct(chosen, space, value, runs=[parse_run(text, space) for text in runs])


def _completed(chosen: Order, space: RunSpace, value: Callable[[JudgedRun], Any] | None) -> Substitutes:
    from intervale.orders import substitutes

    return substitutes(chosen, space, value)


def _value(measure: str, grades: Grades) -> Callable[[JudgedRun], Any]:
    """The exact value of a run under a measure."""
    from intervale.measures import load_measure
    from intervale.scales.grade_sets import on_levels

    chosen, top = on_levels(load_measure(measure), grades)
    return partial(chosen.exact, grades=top)


def _order(name: str, value: Callable[[JudgedRun], Any] | None) -> Order:
    from intervale.orders import InducedOrder

    found = parse_order(name)
    if not isinstance(found, str):
        return found
    if value is None:
        raise OptionError("the induced order needs a measure: name it with -m")
    return InducedOrder(value)


def _report(chosen: Order, space: RunSpace, path: tuple[str, str] | None, *, drawn: bool) -> OrderReport:
    from intervale.orders import ORDERS, as_known, poset, theorem_facts, valuations_exist
    from intervale.present.order import OrderReport

    if space.size > MOST_EXHAUSTIVE:
        chosen = as_known(chosen, space)
    steps = None if path is None else _path(chosen, space, path)
    if drawn and space.size > MOST_DRAWN:
        raise OptionError(_too_large(chosen, space))
    if space.size > MOST_EXHAUSTIVE and chosen.name in ORDERS:
        return OrderReport(chosen, space, theorem_facts(chosen, space), path=steps)
    found = poset(chosen, space.length, space.over)
    return OrderReport(chosen, space, found.facts, valuations_exist(found), found, steps)


def _path(chosen: Order, space: RunSpace, path: tuple[str, str]) -> list[Step]:
    from intervale.orders import natural_distance, shortest_path

    low, high = (parse_run(text, space) for text in path)
    distance = natural_distance(chosen, low, high, space)
    if distance is not None and distance > MOST_STEPS:
        shown = f"{distance:,}" if distance < 10**15 else f"{distance.bit_length()} bits long"
        raise OptionError(f"the path has too many steps to list ({MOST_STEPS:,} at most): {shown}")
    return list(shortest_path(chosen, low, high, space))


def _too_large(chosen: Order, space: RunSpace) -> str:
    """Why a diagram is refused, and what to do instead."""
    fits = [n for n in range(1, MOST_DRAWN) if n < space.length and chosen.space(n, space.grades).size <= MOST_DRAWN]
    smaller = f"use --length {fits[-1]} or less" if fits else "use fewer --grades"
    others = "--path RUN RUN shows the steps between two runs, and -o FILE.csv writes the facts"
    return f"a diagram of {space.size_text} is too large to read (at most {MOST_DRAWN}): {smaller}; {others}"


def _chart(report: OrderReport, value: Callable[[JudgedRun], Any] | None, measure: str | None, look: Look) -> Any:
    from intervale.orders.layout import layout
    from intervale.present.hasse import hasse_chart
    from intervale.present.order import run_text, space_text

    found = report.poset
    assert found is not None
    ends = [(step.after, step.before) if step.down else (step.before, step.after) for step in report.path or ()]
    edges = [(found.number(low), found.number(high)) for low, high in ends]
    values, legend = [float(sum(grade > 0 for grade in run)) for run in found.runs], "relevant documents"
    if value is not None:
        values, legend = [float(value(run)) for run in found.runs], f"{measure} of the run"
    said = "a line leads up to a better run"
    if report.path:
        both = (report.path[0].before, report.path[-1].after)
        said += f"; marked: a shortest path from {' to '.join(map(run_text, both))}"
    order = f"The order of {measure}" if report.order.name == "induced" else f"The order {report.order.name}"
    return hasse_chart(
        layout(found.poset),
        _labels(found),
        values,
        title=f"{order} on {space_text(found.space)}",
        subtitle=said,
        legend=legend,
        path=edges,
        look=look,
    )


def _labels(found: RunPoset) -> list[str]:
    from intervale.present.order import run_text

    if found.classes is None:
        return [run_text(run) for run in found.runs]
    return [
        " ".join(run_text(run) for run in members[:4]) + (f" +{len(members) - 4}" if len(members) > 4 else "")
        for members in found.classes
    ]
