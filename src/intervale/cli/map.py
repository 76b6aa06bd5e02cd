"""``intervale map``: the interval scale of a measure, and runs on it; or several scales side by side."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intervale.cli import options
from intervale.cli.arguments import parse_gains, parse_lengths, parse_run
from intervale.cli.output import chosen_format, refuse_clashes, rendered, write
from intervale.cli.pictures import draw, prepared, raise_refused
from intervale.cli.progress import Running, long_work
from intervale.errors import IntervaleError, OptionError

if TYPE_CHECKING:
    from intervale.present.look import Look
    from intervale.scales import IntervalScales

__all__ = ["map_runs"]


def map_runs(
    measure: Annotated[str, typer.Argument(metavar="MEASURE", help="AP@10, nDCG(base=2)@20, module:function.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MEASURE|PROFILE",
            help="Runs to place on the scale, as grades: 1,0,2 or 102 or 10{98}2. Or more measures: their scales stand "
            "side by side.",
        ),
    ] = None,
    grades: options.TopGrade = 1,
    length: options.Length = None,
    lengths: Annotated[
        str | None, typer.Option(metavar="5,10,…", help="Several lengths of runs: their scales stand side by side.")
    ] = None,
    gains: options.Gains = None,
    tie_rule: Annotated[
        str | None, typer.Option(metavar="unq|mid|min|max", help="Which rank runs with equal values get.")
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="How values are counted: exact, grid, residues, …; automatic by default."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Random seed for estimates.")] = 0,
    precise: Annotated[
        bool,
        typer.Option("--precise", help="Aim at places among all runs within 1%, also where that takes long."),
    ] = False,
    spacing: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw how the measure spaces the runs: .svg, .png, .pdf, .html.")
    ] = None,
    curve: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the values of all runs, in increasing order.")
    ] = None,
    size: options.Size = "screen",
    font: options.Font = None,
    workers: options.Workers = None,
    executor: options.Executor = None,
    in_flight: options.InFlight = None,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Map a measure to an interval scale: value, rank and score of runs, and the neighbouring values."""
    sys.set_int_max_str_digits(0)  # ranks are exact, and may have more digits than Python prints by itself
    look = prepared(size, font, spacing, curve)
    refuse_clashes(spacing, curve, output)
    chosen_form = chosen_format(form, as_json, output)
    profiles = [word for word in words or () if _is_run(word)]
    others = [word for word in words or () if not _is_run(word)]
    cuts = _cuts(length, lengths)
    several = bool(others) or lengths is not None
    if several:
        _refuse_of_one(profiles, tie_rule, precise)
    asked: dict[str, Any] = {"grades": grades, "method": method, "seed": seed}
    with long_work(Running(workers, executor, in_flight), no_cache):
        asked["gains"] = None if gains is None else parse_gains(gains)
        if several:
            text, drawn = _side_by_side([measure, *others], cuts, asked, chosen_form, output)
        else:
            asked |= {"length": length, "tie_rule": tie_rule, "precise": precise}
            text, drawn = _alone(measure, profiles, asked, chosen_form, output)
        refused = [
            draw(path, look, partial(drawn, kind, look)) for kind, path in (("spacing", spacing), ("curve", curve))
        ]
    write(text, output)
    raise_refused(refused)


def _is_run(word: str) -> bool:
    """Runs begin with a digit, and measures never do."""
    return word.strip()[:1].isdigit()


def _cuts(length: int | None, lengths: str | None) -> list[int] | None:
    if lengths is None:
        return None if length is None else [length]
    if length is not None:
        raise OptionError("--length and --lengths ask for two things; use one of them")
    return parse_lengths(lengths)


def _refuse_of_one(profiles: list[str], tie_rule: str | None, precise: bool) -> None:
    """Refuse what is about runs on one scale."""
    if profiles:
        raise OptionError("runs are placed on one scale: name one measure and one length, or leave the runs out")
    if tie_rule not in (None, "unq"):
        raise OptionError("--tie-rule is about runs on one scale: name one measure and one length, or leave it out")
    if precise:
        raise OptionError("--precise is about runs on one scale: name one measure and one length, or leave it out")


def _check_measures(words: list[str]) -> None:
    """Refuse a word behind the first measure that is no measure: it may be meant as a run."""
    from intervale.measures import load_measure

    for word in words:
        try:
            load_measure(word)
        except IntervaleError as error:
            raise OptionError(f"{error}; to place a run, write its grades, such as 1,0,2 or 102") from None


def _alone(
    measure: str, profiles: list[str], asked: dict[str, Any], form: options.Format, out: Path | None
) -> tuple[str | bytes, Any]:
    """One scale, written; and what draws it."""
    from intervale.measures import load_measure
    from intervale.present.mapping import MapReport, map_document, map_table
    from intervale.present.spacing import curve_chart, spacing_chart
    from intervale.scales import interval_scale

    chosen = load_measure(measure)
    if chosen.is_derived:
        raise OptionError(f"{measure} is already an interval form: map the measure inside it")
    scale = interval_scale(chosen, **asked)
    report = MapReport.of(scale, measure, [parse_run(text, scale.space) for text in profiles], asked["tie_rule"])
    text = rendered(partial(map_table, report), partial(map_document, report), report, form, out)

    def drawn(kind: str, look: Look) -> Any:
        return (spacing_chart if kind == "spacing" else curve_chart)(scale, measure, look)

    return text, drawn


def _side_by_side(
    measures: list[str], lengths: list[int] | None, asked: dict[str, Any], form: options.Format, out: Path | None
) -> tuple[str | bytes, Any]:
    """Several scales, written; and what draws them."""
    from intervale.present.side_by_side import maps_document, maps_table
    from intervale.scales import interval_scales

    _check_measures(measures[1:])
    found: IntervalScales = interval_scales(measures, lengths=lengths, **asked)
    if all(one.scale is None for one in found):
        raise OptionError(found.maps[0].refusal)
    text = rendered(partial(maps_table, found), partial(maps_document, found), found, form, out)

    def drawn(kind: str, look: Look) -> Any:
        from intervale.present.side_by_side_charts import curves_chart, spacings_chart

        return (spacings_chart if kind == "spacing" else curves_chart)(found, look)

    return text, drawn
