"""How a measure uses its range: in sentences, as tables, and as a document."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from intervale.exact import LogSum, decimal_text
from intervale.present.plain import plain_number
from intervale.present.table import Cell, Table
from intervale.scales.calibration import Calibration, Number
from intervale.scales.mapping import approximate
from intervale.scales.run_shares import Bounds

__all__ = ["calibration_document", "calibration_tables"]

FIGURES = 6
"""How many significant digits numbers have."""


def calibration_tables(found: Calibration, name: str) -> list[Table]:
    """The answer in sentences, the numbers in rows with their places in the range, and the runs by quarter, where that
    is known.
    """
    title = f"The range of {name} on runs of length {found.space.length} over {found.space.grades_text}"
    rows = tuple(
        (Cell(label), Cell(_text(value), figures=True), Cell(share, percent=True, blank=True))
        for label, value, share in _numbers(found)
        if value is not None
    )
    numbers = Table(("number", "value", "of what it reaches"), rows, title, lead=tuple(_sentences(found, name)))
    if found.attained_shares is None or found.attained[0] == found.attained[1]:
        return [replace(numbers, footer=found.notes)]
    return [numbers, _quarters_table(found)]


def _numbers(found: Calibration) -> list[tuple[str, Number | str | None, float | None]]:
    """The numbers: what each is, its value, and where it lies in the attained range, or how much of it it is."""
    low, high = found.attained
    median: Number | str | None = found.median
    if median is None and found.median_bounds is not None:
        median = " to ".join(map(_text, found.median_bounds))
    places: list[tuple[str, Number | None]] = [
        ("least value", low),
        ("greatest value", high),
        ("middle of what it reaches", found.middle),
        ("mean of all runs", found.mean),
    ]
    others: list[tuple[str, Number | None]] = [
        ("mean of the different values", found.value_mean),
        ("median of the different values", found.value_median),
    ]
    lengths: list[tuple[str, Number | None]] = [
        ("standard deviation of all runs", found.sd),
        ("largest gap between values", found.largest_gap),
        ("nominal range above the greatest value", found.unused_top or None),
    ]
    return [
        *((label, value, _place(found, value)) for label, value in places),
        ("median of all runs", median, _place(found, found.median)),
        *((label, value, _place(found, value)) for label, value in others),
        *((label, value, _part(found, value)) for label, value in lengths),
    ]


def _place(found: Calibration, value: Number | None) -> float | None:
    """Where a number lies between the least and the greatest value, from 0 to 1."""
    return None if value is None else _part(found, value - found.attained[0])


def _part(found: Calibration, value: Number | None) -> float | None:
    """How much of the attained range a difference is."""
    span = found.attained[1] - found.attained[0]
    if value is None or not span:
        return None
    if any(isinstance(one, float | LogSum) for one in (value, span)):
        return float(value) / float(span)
    return float(value / span)  # type: ignore[operator]


def _quarters_table(found: Calibration) -> Table:
    """The share of runs in each quarter of the attained range, and of the nominal one where that is another."""
    ranges = [("attained", found.limits(), found.attained_shares or ())]
    if found.nominal != found.attained:
        ranges.append(("nominal", found.limits(nominal=True), found.nominal_shares or ()))
    columns = tuple(text for name, _, _ in ranges for text in (f"{name} range", f"runs, {name}"))
    rows = tuple(
        tuple(
            Cell(text, figures=True)
            for _, limits, shares in ranges
            for text in (_quarter(*limits[quarter], last=quarter == 3), _share(shares[quarter]))
        )
        for quarter in range(4)
    )
    return Table(columns, rows, "Runs by quarter of the range", footer=found.notes)


def _quarter(low: Number, high: Number, *, last: bool) -> str:
    return f"{_text(low)} to {'' if last else 'below '}{_text(high)}"


def _share(bounds: Bounds) -> str:
    low, high = (f"{float(one):.2%}" for one in bounds)
    return low if low == high else f"{low} to {high}"


def _text(value: Any) -> str:
    """A number for people, six digits at most; what is in words stays."""
    if isinstance(value, str):
        return value
    near = approximate(value)
    if near is None:
        return decimal_text(value, FIGURES)
    return f"{near:.{FIGURES}g}"


# ---------------------------------------------------------------- sentences


def _sentences(found: Calibration, name: str) -> list[str]:
    return [*_of_range(found, name), *_of_gap(found), *_of_middle(found)]


def _said(found: Calibration, name: str) -> str:
    """The measure as it is on a run space: without a constant of the topic."""
    if not found.measure.recall_based:
        return name
    return f"{name}, not yet divided by a constant of the topic (recall base, ideal run),"


def _of_range(found: Calibration, name: str) -> list[str]:
    low, high = map(_text, found.attained)
    name = _said(found, name)
    if found.attained[0] == found.attained[1]:
        return [f"{name} has the value {low} on all runs."]
    if found.unused_top and high != _text(found.nominal[1]):
        nominal = " to ".join(map(_text, found.nominal))
        return [f"{name} reaches {low} to {high} of its range {nominal}: {_text(found.unused_top)} is out of reach."]
    return [f"{name} has values from {low} to {high}."]


def _of_gap(found: Calibration) -> list[str]:
    share = _part(found, found.largest_gap)
    if share is None or found.values == 2 or found.largest_gap is None:
        return []
    if found.gap is None:
        return [f"The largest gap between two values is {_text(found.largest_gap)}, {share:.1%} of what it reaches."]
    low, high = map(_text, found.gap)
    if (equal := _equal_gaps(found)) is not None:
        return [f"Its {equal:,} values are equally spaced."] if equal < 10**15 else ["Its values are equally spaced."]
    return [f"The largest gap, {share:.1%} of what it reaches, is between {low} and {high}."]


def _equal_gaps(found: Calibration) -> int | None:
    """How many values there are where all gaps are equal: the largest one fits in the range once less."""
    span = found.attained[1] - found.attained[0]
    if found.values is None or found.largest_gap is None or found.measure.numeric:
        return None
    return found.values if found.largest_gap * (found.values - 1) == span else None


def _of_middle(found: Calibration) -> list[str]:
    middle = _text(found.middle)
    if found.attained[0] == found.attained[1] or found.mean is None:
        return []
    if found.mean == found.median == found.middle:
        sentence = f"The mean and the median of all runs are the middle of what it reaches, {middle}"
    else:
        halfway = ", halfway between two values" if found.median_is_value is False else ""
        at = f" and the median {_text(found.median)}{halfway}" if found.median is not None else ""
        sentence = f"The mean of all runs is {_text(found.mean)}{at}; the middle of what it reaches is {middle}"
    if found.value_mean is None:
        return [f"{sentence}."]
    if found.value_mean == found.middle:
        also = "so is" if found.mean == found.median == found.middle else "which is"
        return [f"{sentence}{'; ' if also == 'so is' else ', '}{also} the mean of its different values."]
    return [f"{sentence}, and the mean of its different values {_text(found.value_mean)}."]


# ---------------------------------------------------------------- a document


def calibration_document(found: Calibration) -> dict[str, Any]:
    """The numbers as a JSON document has them."""
    return {
        "nominal": _pair(found.nominal),
        "attained": _pair(found.attained),
        "middle": plain_number(found.middle),
        "unused_top": plain_number(found.unused_top),
        "values": found.values,
        "largest_gap": plain_number(found.largest_gap),
        "gap": _pair(found.gap),
        "mean": plain_number(found.mean),
        "median": plain_number(found.median),
        "median_bounds": _pair(found.median_bounds),
        "sd": found.sd,
        "value_mean": plain_number(found.value_mean),
        "value_median": plain_number(found.value_median),
        "exact": found.exact,
        "quarters": {"attained": _shares(found, nominal=False), "nominal": _shares(found, nominal=True)},
        "notes": list(found.notes),
    }


def _shares(found: Calibration, *, nominal: bool) -> list[dict[str, Any]] | None:
    shares = found.nominal_shares if nominal else found.attained_shares
    if shares is None:
        return None
    return [
        {
            "from": plain_number(ends[0]),
            "to": plain_number(ends[1]),
            "share": str(low) if low == high else None,
            "low": float(low),
            "high": float(high),
        }
        for ends, (low, high) in zip(found.limits(nominal), shares, strict=True)
    ]


def _pair(ends: tuple[Number, Number] | None) -> list[str | float | None] | None:
    return None if ends is None else [plain_number(end) for end in ends]
