"""The properties of a measure in plain words: the axioms that hold, fail or are not known, with counterexamples."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from intervale.exact.verdict import Verdict
from intervale.measures import Measure
from intervale.orders import RunSpace
from intervale.present.digits import in_words
from intervale.present.order import run_text
from intervale.scales import axioms
from intervale.scales.axioms import AXIOMS, statements
from intervale.scales.values import RunValues
from intervale.web.words import AXIOM_WORDS

__all__ = ["Property", "properties_of"]

MARKS = {True: "yes", False: "no", None: "none"}


@dataclass(frozen=True)
class Property:
    """An axiom: whether it holds (``yes``, ``no``, ``unknown`` or ``none`` where it does not apply), what it is called
    in plain words and in papers, what it states, and what breaks it or why it is not known.
    """

    mark: str
    words: str
    name: str
    statement: str
    detail: str


@lru_cache(maxsize=64)
def properties_of(measure: Measure, space: RunSpace) -> tuple[Property, ...]:
    """The properties on lists of up to the length of a space."""
    found = axioms(measure, length=space.length, grades=space.grades)
    values, known = RunValues(measure, space), statements()
    return tuple(
        Property(
            "unknown" if verdict.undecided else MARKS[verdict.holds],
            AXIOM_WORDS[name],
            name,
            known[name][0],
            _detail(name, verdict, values),
        )
        for name, verdict in found.verdicts.items()
    )


def _detail(name: str, verdict: Verdict, values: RunValues) -> str:
    if verdict.holds:
        return name
    if verdict.undecided or verdict.holds is None:
        return f"{name}: {verdict.why}".replace(" run", " list")
    if name in AXIOMS:
        return _pair(verdict.witness, values)
    return verdict.why.replace(" run ", " list ")


def _pair(runs: Any, values: RunValues) -> str:
    """A case with the scores of its lists."""
    scores = in_words(*(values.of(run) for run in runs))
    return ", ".join(f"{run_text(run)} → {score}" for run, score in zip(runs, scores, strict=True))
