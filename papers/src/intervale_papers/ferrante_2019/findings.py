"""What the claims of 001 share: outcomes, the spaces looked at, values of runs, ways up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import Any

import intervale as iv
from intervale.orders import RunPoset
from intervale_papers.register import Finding, Outcome

CONFIRMED, REFUTED, CONDITIONAL = Outcome.CONFIRMED, Outcome.REFUTED, Outcome.CONDITIONAL
UNDECIDED = Outcome.UNDECIDED
Run = tuple[int, ...]
SMALL = [(length, grades) for length in range(1, 7) for grades in range(1, 5) if (grades + 1) ** length <= 256]
"""Lengths and top grades of the spaces looked at."""
LOOKED_AT = "on all spaces of up to 256 runs with lengths to 6 and top grades to 4"


def decided(broken: Any, shown: Any = None, remark: str = LOOKED_AT) -> Finding:
    """Confirmed where nothing breaks it. One computation alone refutes nothing: what breaks it leaves it undecided."""
    if broken:
        return Finding(UNDECIDED, broken, "one computation breaks it, and no second one was made")
    return Finding(CONFIRMED, f"{shown} cases" if isinstance(shown, int) else shown, remark)


def under(right: bool, witness: Any, condition: str) -> Finding:
    """Conditional, where the condition named was found to be the right one."""
    return Finding(CONDITIONAL, witness, condition) if right else Finding(UNDECIDED, witness, f"not just: {condition}")


def twice(first: bool, second: bool, witness: Any, remark: str, again: str) -> Finding:
    """Refuted where two computations break it, confirmed where neither does, undecided where they do not agree."""
    if first != second:
        return Finding(UNDECIDED, witness, "two computations do not agree")
    return Finding(REFUTED, witness, remark, again) if first else Finding(CONFIRMED, witness, remark)


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
