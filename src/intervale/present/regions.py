"""For which values of a parameter a measure is on which scale: as a table, as a document, and as strips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from intervale.errors import OptionError
from intervale.exact.polynomials import Root
from intervale.exact.verdict import plain
from intervale.present.look import PALE, SCREEN, Look, framed
from intervale.present.order import run_text, space_text
from intervale.present.picture import altair_library
from intervale.present.table import Cell, Table
from intervale.scales.measure_pair import SHORT as SHORT_FRACTION
from intervale.scales.parts import NEVER, End
from intervale.scales.region_ends import Region, exact_end
from intervale.scales.regions import QUESTIONS, GainRegion, NearestGains, NumberRegion, ScaleRegion
from intervale.scales.verdicts import SCALES

if TYPE_CHECKING:
    import altair

__all__ = ["regions_document", "regions_table", "strip_chart"]

LEVELS = {"affine": "interval", "strict": "ordinal", "isotone": "weakly ordinal"}
"""The questions that decide a scale, and the scale that each makes."""
COLOURS = {"none": PALE, "weakly ordinal": "#9ecae1", "ordinal": "#2f6fab", "interval": "#d94801"}
"""The colours of scales, from the poorest to the richest."""
OUTSIDE = "does not apply"
"""Of an order that says nothing about a measure."""
WORDS = {"p": "p", "beta": "β", "base": "b", "gains": "gains"}


# ------------------------------------------------------------ tables


def regions_table(found: Sequence[ScaleRegion], name: str, given: Sequence[Fraction] | None = None) -> Table:
    """Orders in rows: where the measure is on an interval scale, an ordinal or better one, and a weakly ordinal or
    better one; above it the answer, below the conditions with the steps that break them.
    """
    columns = ("order", "interval", "ordinal or better", "weakly ordinal or better")
    rows = tuple((Cell(one.order), *(Cell(_where(one, question)) for question in LEVELS)) for one in found)
    first = found[0]
    title = f"{name} over {first.over}, {space_text(first.space)}"
    near = _given_sentences(found, given)
    return Table(columns, rows, title, footer=tuple(_notes(found, name)), lead=(*_answers(found, name), *near))


def _where(found: ScaleRegion, question: str) -> str:
    """Where something holds, in words: conditions on gains, or the values of a number."""
    if isinstance(found, GainRegion):
        if found.known is None:
            return OUTSIDE
        if question == "affine" and not found.graded:
            return NEVER
        return ", ".join(one.text for one in found.conditions[question]) or "every gain"
    assert isinstance(found, NumberRegion)
    if not any(part.applies for part in found.parts):
        return OUTSIDE
    regions = found.regions[question]
    held = [region.text(found.symbol) for region in regions if region.holds]
    if held and len(regions) == 1:
        return f"every {found.symbol}"
    return " or ".join(held) or NEVER


def _answers(found: Sequence[ScaleRegion], name: str) -> list[str]:
    """Where it is on an interval scale, and where on an ordinal one; where there is none, on a weakly ordinal one."""
    sentences: list[str] = []
    applying = [one.order for one in found if _where(one, "isotone") != OUTSIDE]
    if not applying:
        some = [one.order for one in found]
        return [f"{_listed(some)} {'do' if len(some) > 1 else 'does'} not apply: {_why(found[0], name)}."]
    for question, scale in LEVELS.items():
        where: dict[str, list[str]] = {}
        for one in found:
            text = _where(one, question)
            if text not in (NEVER, OUTSIDE, "all gains are 0"):
                where.setdefault(text, []).append(one.order)
        parts = [f"{_if(text)} under {_listed(orders)}" for text, orders in where.items()]
        parts = parts or [f"for no {WORDS[found[0].over]} under {_listed(applying)}"]
        article, better = "a" if scale[0] == "w" else "an", "" if scale == "interval" else " or a better one"
        sentences.append(f"{'It' if sentences else name} is on {article} {scale} scale{better} {'; '.join(parts)}.")
        if question == "strict" and where:
            break
    return sentences


def _if(text: str) -> str:
    return f"for {text}" if text.startswith("every") else f"where {text}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _notes(found: Sequence[ScaleRegion], name: str) -> list[str]:
    """The conditions with their steps, what letters mean, and why an order does not apply."""
    reasons: dict[str, list[str]] = {}
    for one in found:
        for reason in _reasons(one, name):
            reasons.setdefault(reason, []).append(one.order)
    notes = [
        reason if len(orders) == len(found) > 1 else f"{', '.join(orders)}: {reason}"
        for reason, orders in reasons.items()
    ]
    if found[0].over == "base":
        weights = any("w1" in one or "w2" in one for one in notes)
        notes.append("b is the base" + ("; w1, w2, … are the weights of ranks, 1/max(1, log_b i)" if weights else ""))
    if found[0].over == "gains":
        notes.append("g1, g2, … are the gains of grades 1, 2, …; that of grade 0 is 0")
    ordinal = [one.order for one in found if one.lattice and _where(one, "strict") not in (NEVER, OUTSIDE)]
    if ordinal:
        notes.append(f"the distance it induces is a metric where it is ordinal or better, on {', '.join(ordinal)}")
    return notes


def _reasons(found: ScaleRegion, name: str) -> Iterator[str]:
    """What is to be known of one order."""
    gains = isinstance(found, GainRegion)
    for condition in found.conditions.get("strict", ()):
        steps = [f"from {run_text(low)} to {run_text(high)}" for low, high in condition.steps]
        if condition.text == NEVER:
            broken = f", as the step{'s' if len(steps) > 1 else ''} {_listed(steps)} cannot go up" if steps else ""
            yield f"never ordinal{broken}"
        elif not gains:
            yield f"ordinal needs {condition.text}; elsewhere the step {steps[0]} does not go up"
    for condition in found.conditions.get("affine", ()):
        steps = [f"from {run_text(low)} to {run_text(high)}" for low, high in condition.steps]
        if steps and condition.text != NEVER:
            yield f"steps are equal where {condition.text}; elsewhere those {' and '.join(steps)} differ"
    yield from [_why(found, name)] if found.why else []
    if not isinstance(found, NumberRegion):
        return
    for applies, words in ((False, OUTSIDE), (True, "is not known")):
        open_ = [region for region in found.unanswered(applies) if len(found.scales) > 1 or applies]
        if open_:
            yield f"{words} where {' or '.join(region.text(found.symbol) for region in open_)}"


def _why(found: ScaleRegion, name: str) -> str:
    """A reason, with the measure as it was named."""
    return found.why.replace(str(found.measure), name, 1) if found.why.startswith(str(found.measure)) else found.why


def _given_sentences(found: Sequence[ScaleRegion], given: Sequence[Fraction] | None) -> list[str]:
    """What scale given gains make under each order, and the nearest ones that make a better one."""
    known = [one for one in found if isinstance(one, GainRegion) and one.known is not None]
    if given is None or not known:
        return []
    scales = {one.order: one.scale_at(given) for one in known}
    by_scale: dict[str, list[str]] = {}
    for order, scale in scales.items():
        by_scale.setdefault("on no scale" if scale in (None, "none") else str(scale), []).append(order)
    parts = [f"{scale} under {_listed(orders)}" for scale, orders in by_scale.items()]
    sentences = [f"With the gains {_gains(given)} it is {', '.join(parts)}."]
    for better in SCALES[2:]:
        poorer = [one for one in known if SCALES.index(scales[one.order] or "none") < SCALES.index(better)]
        sentences += _nearest_sentences(poorer, given, better)
    return sentences


def _nearest_sentences(found: Sequence[GainRegion], given: Sequence[Fraction], scale: str) -> list[str]:
    """The nearest gains that make a scale, orders with the same ones together."""
    together: dict[tuple[str, bool] | None, list[str]] = {}
    for one in found:
        near = _nearest(one, given, scale)
        together.setdefault(None if near is None else (_gains(near.gains), near.nearest), []).append(one.order)
    sentences = []
    for which, orders in together.items():
        if which is not None:
            gains, nearest = which
            how = "the nearest" if nearest else "a thousandth of the way inside the edge that is nearest"
            sentences.append(f"The gains {gains} make it {scale} under {_listed(orders)}: {how}, by least squares.")
    if None in together:
        sentences.append(f"No gains make it {scale} under {_listed(together[None])}.")
    return sentences


def _gains(gains: Sequence[Fraction]) -> str:
    """Gains, exactly where they are short; else with six digits, and it is said that these are about it."""
    texts = [_exact_text(gain) for gain in gains]
    if None not in texts:
        return ", ".join(str(text) for text in texts)
    return "of about " + ", ".join(f"{float(gain):.6g}" for gain in gains) + " (exactly with --json)"


def _exact_text(gain: Fraction) -> str | None:
    """A number as a decimal or as a fraction, where one of them is exact and short; None else."""
    decimal = f"{float(gain):.6g}"
    if len(decimal) <= SHORT_FRACTION and Fraction(decimal) == gain:
        return decimal
    return str(gain) if len(str(gain)) <= SHORT_FRACTION else None


def _nearest(found: GainRegion, given: Sequence[Fraction], scale: str) -> NearestGains | None:
    try:
        return found.nearest(given, scale)
    except OptionError:
        return None


# ------------------------------------------------------------ documents


def regions_document(
    found: Sequence[ScaleRegion], name: str, given: Sequence[Fraction] | None = None
) -> dict[str, Any]:
    """The regions as one JSON document."""
    first = found[0]
    return {
        "measure": name,
        "over": first.over,
        "length": first.space.length,
        "grades": first.space.grades,
        "orders": {one.order: _order(one, given) for one in found},
    }


def _order(found: ScaleRegion, given: Sequence[Fraction] | None) -> dict[str, Any]:
    conditions = {
        question: [{"condition": one.text, "steps": plain(one.steps)} for one in some]
        for question, some in found.conditions.items()
    }
    if isinstance(found, NumberRegion):
        regions = {question: [_region(one, found) for one in some] for question, some in found.regions.items()}
        scales = [_region(one, found) for one in found.scales]
        return {"scales": scales, "regions": regions, "conditions": conditions, "why": found.why}
    assert isinstance(found, GainRegion)
    document: dict[str, Any] = {"possible": found.possible, "conditions": conditions, "why": found.why}
    if given is not None:
        answers: Mapping[str, bool | None] = found.holds_at(given)
        near = {scale: _nearest(found, given, scale) for scale in SCALES[2:]} if found.known is not None else {}
        document["given"] = {
            "gains": [str(gain) for gain in given],
            "scale": found.scale_at(given),
            **{question: answers[question] for question in QUESTIONS},
            "nearest": {scale: None if one is None else _near(one) for scale, one in near.items()},
        }
    return document


def _near(found: NearestGains) -> dict[str, Any]:
    gains = [str(gain) for gain in found.gains]
    return {"gains": gains, "squares": str(found.squares), "nearest": found.nearest}


def _region(region: Region, found: NumberRegion) -> dict[str, Any]:
    return {
        "low": _end(region.low, found.symbol, region.digits[0]),
        "high": None if region.high is None else _end(region.high, found.symbol, region.digits[1]),
        "low_included": region.low_included,
        "high_included": region.high_included,
        "holds": region.holds,
        "text": region.text(found.symbol),
    }


def _end(end: End, symbol: str, digits: int) -> dict[str, Any]:
    """A number: a fraction, or digits and what it is."""
    if isinstance(end, Fraction):
        return {"value": str(end), "exact": True}
    document: dict[str, Any] = {"value": exact_end(end, digits), "exact": False}
    if isinstance(end, Root):
        return document | {"root_of": end.polynomial.text(symbol), "between": [str(end.low), str(end.high)]}
    return document | ({"power": end.text} if end.text else {})


# ------------------------------------------------------------ pictures


def strip_chart(found: Sequence[ScaleRegion], name: str, look: Look = SCREEN) -> altair.LayerChart:
    """A strip for each order that applies, over the range of the parameter and coloured by scale; a single value is a
    line across the strip, and has its number; a strip that has no end goes on as an arrow.
    """
    numbers = [one for one in found if isinstance(one, NumberRegion) and any(part.applies for part in one.parts)]
    if not numbers or numbers[0].over == "beta":
        raise OptionError("a picture is drawn for p and base, under orders that apply")
    alt = altair_library()
    last = float(numbers[0].space.length + 1)
    rows = [
        {
            "order": one.order,
            "low": float(region.low),
            "high": last if region.high is None else float(region.high),
            "scale": region.holds,
            "where": region.text(one.symbol),
            "label": _short(region),
            "open": region.high is None,
            "kind": "band" if region.low != region.high else "interval" if region.holds == "interval" else "point",
        }
        for one in numbers
        for region in one.scales
        if region.holds is not None
    ]
    endless = [row | {"kind": "endless", "low": last} for row in rows if row["open"]]
    rows += endless
    used = [scale for scale in COLOURS if any(row["scale"] == scale for row in rows)]
    first, end, title = (0.0, 1.0, "p") if numbers[0].over == "p" else (1.0, last, "base b")
    encoded: dict[str, Any] = {
        "x": alt.X("low:Q", title=title, scale=alt.Scale(domain=[first, end]), axis=alt.Axis(grid=False)),
        "y": alt.Y(
            "order:N", title=None, sort=[one.order for one in numbers], axis=alt.Axis(ticks=False, domain=False)
        ),
    }
    coloured = encoded | {
        "color": alt.Color(
            "scale:N",
            title=None,
            scale=alt.Scale(domain=used, range=[COLOURS[scale] for scale in used]),
            legend=look.names_legend(used, orient="top"),
        ),
        "tooltip": ["order:N", "scale:N", "where:N"],
    }

    def of(kind: str) -> Any:
        return alt.Chart(alt.Data(values=[row for row in rows if row["kind"] == kind]))

    height = look.pick(22, 12)
    layers = [
        of("band").mark_bar(height=height).encode(x2="high:Q", **coloured),
        of("point").mark_tick(thickness=1, size=height, opacity=1).encode(**coloured),
        of("interval").mark_tick(thickness=look.pick(4, 2), size=height, opacity=1).encode(**coloured),
        of("endless")
        .mark_point(shape="triangle-right", size=height**2 * 0.9, opacity=1, filled=True)
        .encode(**coloured),
        of("interval").mark_text(dy=look.pick(-18, -11), fontSize=look.pick(11, 8)).encode(text="label:N", **encoded),
    ]
    blank = any(not part.applies for one in numbers for part in one.parts)
    chart: altair.LayerChart = framed(
        alt.layer(*layers).properties(height=look.pick(46, 26) * len(numbers)),
        look,
        title=f"Scale of {name} by {title}",
        subtitle=space_text(numbers[0].space)
        + ("; blank where an order does not apply" if blank else "")
        + ("; arrows: the same for all larger b" if endless else ""),
        width=420,
    )
    return chart


def _short(region: Region) -> str:
    return region.text("").removeprefix(" = ")
