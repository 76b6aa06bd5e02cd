"""What the claims share: the spaces looked at, values and scales of runs, ways up, gains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import Any

import intervale as iv
from intervale.orders import RunPoset

Run = tuple[int, ...]
SMALL = [(length, grades) for length in range(1, 7) for grades in range(1, 5) if (grades + 1) ** length <= 256]
"""Lengths and top grades of the spaces looked at."""
LOOKED_AT = "on all spaces of up to 256 runs with lengths to 6 and top grades to 4"


def value(measure: str, run: Sequence[int], grades: int = 1) -> Any:
    """The exact value of a run."""
    return iv.parse_measure(measure).exact(run, grades=grades)


def on_scale(measure: str, order: str, length: int, grades: int = 1, gains: Sequence[Any] | None = None) -> str | None:
    """The scale that a measure is on under an order."""
    return iv.scale(measure, length=length, grades=grades, gains=gains, order=order)[order].scale


def scored(run: Sequence[int], missed: Sequence[int], measures: Sequence[str]) -> Mapping[str, float]:
    """The scores of a run on a topic whose other documents have the grades ``missed``."""
    grades = {f"d{place:03}": grade for place, grade in enumerate((*run, *missed))}
    documents = {f"d{place:03}": float(-place) for place in range(len(run))}
    return iv.evaluate({"q": grades}, {"A": {"q": documents}}, list(measures)).means("A")


def ways(found: RunPoset, low: Run, high: Run) -> list[tuple[Run, ...]]:
    """All maximal chains from one run up to another."""
    top, open_ways, done = found.number(high), [[found.number(low)]], []
    while open_ways:
        way = open_ways.pop()
        if way[-1] == top:
            done.append(tuple(found.runs[x] for x in way))
        open_ways += [[*way, y] for y in found.poset.above[way[-1]] if found.poset.leq(y, top)]
    return done


def gain_sets(grades: int, most: int) -> list[tuple[int, ...]]:
    """All increasing whole gains 0 = g(0) < … < g(c) ≤ ``most``."""
    rising = product(range(1, most + 1), repeat=grades)
    return [(0, *gains) for gains in rising if all(a < b for a, b in pairwise(gains))]


def proportional(gains: Sequence[Any]) -> bool:
    """Whether gains are a multiple of the grades."""
    return all(gain == grade * gains[1] for grade, gain in enumerate(gains))
