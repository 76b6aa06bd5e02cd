"""``intervale order``: the facts of an order on a run space, and its Hasse diagram."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from intervale.cli import options
from intervale.errors import OptionError

if TYPE_CHECKING:
    from intervale.orders import JudgedRun, Order, RunPoset, RunSpace, Step
    from intervale.report import OrderReport

__all__ = ["order"]

MOST_EXHAUSTIVE, MOST_DRAWN = 4096, 600


def order(
    name: Annotated[
        str,
        typer.Argument(
            metavar="ORDER",
            help="set-total, set-replacement, rank-total, rank-replacement, rank-swap, induced (by -m), or "
            "module:function with your own comparison of two runs.",
        ),
    ],
    length: Annotated[int, typer.Option(metavar="N", help="How many documents a run has.")],
    grades: Annotated[int, typer.Option(metavar="C", help="The top grade: grades are 0..C.")] = 1,
    hasse: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the Hasse diagram: .svg, .png, .pdf or .html.")
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option("-m", "--measure", metavar="MEASURE", help="Colours the diagram; makes the order induced."),
    ] = None,
    path: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="RUN RUN", help="A shortest way up from one run to another, such as 0,1,0 1,1,0."),
    ] = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Say what an order on judged runs is: bounded, total, graded, a lattice, modular, distributive."""
    from intervale.report import order_document, order_table

    chosen = _order(name, measure, grades)
    space = chosen.space(length, grades)
    report = _report(chosen, space, path, drawn=hasse is not None)
    picture = None if hasse is None else _picture(report, hasse, measure)
    text = options.rendered(
        partial(order_table, report),
        partial(order_document, report),
        options.chosen_format(form, as_json, output),
        output,
    )
    if hasse is not None and picture is not None:
        options.write(picture, hasse)
    options.write(text, output)


def _order(name: str, measure: str | None, grades: int) -> Order:
    from intervale.measures.own import load_function
    from intervale.orders import InducedOrder, OwnOrder
    from intervale.orders import order as built_in

    if name == "induced":
        if measure is None:
            raise OptionError("the order induced is made by a measure: name it with -m")
        return InducedOrder(partial(_value, measure, grades))
    if ":" in name:
        return OwnOrder(name, leq=load_function(name))
    return built_in(name)


def _value(measure: str, grades: int, run: JudgedRun) -> object:
    from intervale.measures import parse_measure

    return parse_measure(measure).exact(run, grades=grades)


def _report(chosen: Order, space: RunSpace, path: tuple[str, str] | None, *, drawn: bool) -> OrderReport:
    from intervale.orders import ORDERS, poset, theorem_facts, valuations_exist
    from intervale.report import OrderReport

    steps = None if path is None else _path(chosen, space, path)
    if drawn and space.size > MOST_DRAWN:
        raise OptionError(
            f"a diagram of {space.size:,} runs cannot be read; {MOST_DRAWN} is the most: take a smaller length"
        )
    if space.size > MOST_EXHAUSTIVE and chosen.name in ORDERS:
        return OrderReport(chosen, space, theorem_facts(chosen, space), path=steps)
    found = poset(chosen, space.length, space.grades)
    return OrderReport(chosen, space, found.facts, valuations_exist(found), found, steps)


def _path(chosen: Order, space: RunSpace, path: tuple[str, str]) -> list[Step]:
    from intervale.orders import shortest_path

    low, high = (_run(text, space) for text in path)
    return list(shortest_path(chosen, low, high, space))


def _run(text: str, space: RunSpace) -> JudgedRun:
    """A run as it is written: 1,0,2 or, with grades below ten, 102."""
    try:
        return space.checked(int(grade) for grade in (text.split(",") if "," in text else text))
    except ValueError:
        raise OptionError(f"{text!r} is not a run; write grades with commas, such as 1,0,2") from None


def _picture(report: OrderReport, path: Path, measure: str | None) -> bytes:
    from intervale.orders.layout import layout
    from intervale.report.hasse import FORMATS, chart_bytes, hasse_chart

    form = path.suffix.lower().lstrip(".")
    if form not in FORMATS:
        raise OptionError(f"{path}: a diagram is drawn as {', '.join('.' + known for known in FORMATS)}")
    found = report.poset
    assert found is not None
    space = found.space
    edges = [(found.number(step.before), found.number(step.after)) for step in report.path or ()]
    values, legend = [float(sum(grade > 0 for grade in run)) for run in found.runs], "relevant documents"
    if measure is not None:
        values, legend = [float(_value(measure, space.grades, run)) for run in found.runs], measure  # type: ignore[arg-type]
    chart = hasse_chart(
        layout(found.poset),
        _labels(found),
        values,
        title=f"{report.order.name}, length {space.length}, grades 0..{space.grades}",
        legend=legend,
        path=edges,
    )
    return chart_bytes(chart, form)


def _labels(found: RunPoset) -> list[str]:
    from intervale.report import run_text

    if found.classes is None:
        return [run_text(run) for run in found.runs]
    return [
        " ".join(run_text(run) for run in members[:4]) + (f" +{len(members) - 4}" if len(members) > 4 else "")
        for members in found.classes
    ]
