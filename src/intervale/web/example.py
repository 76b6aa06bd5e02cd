"""The example behind a verdict: the steps that decide it, and what they say in plain words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from intervale.exact.verdict import Verdict
from intervale.orders import JudgedRun
from intervale.present.digits import in_words
from intervale.present.order import run_text
from intervale.scales import OrderScale
from intervale.web.words import Kind

__all__ = ["Example", "MarkedStep", "example_of", "kind_of"]

Value = Callable[[JudgedRun], Any]
SAFE = "So: order, medians and rank tests are safe; a mean needs a caveat."


@dataclass(frozen=True)
class MarkedStep:
    """A step that the diagram shows in colour, and by how much the score grows on it."""

    low: JudgedRun
    high: JudgedRun
    growth: Any
    colour: str
    """``first`` or ``second``."""


@dataclass(frozen=True)
class Example:
    """What is said about a verdict, lists between backticks, and the steps it speaks of."""

    sentence: str
    steps: tuple[MarkedStep, ...] = ()
    above: str = ""
    below: str = ""
    """The two lists that a contradiction is about, the one with the higher score first."""


def kind_of(one: OrderScale) -> Kind:
    """The verdict, as the page names it."""
    if not one.applies:
        return "does not apply"
    if one.scale is None:
        return "not known"
    nothing = one.equal_steps.holds is None and not one.equal_steps.undecided
    return "one value" if one.scale == "ordinal" and nothing else one.scale


def example_of(one: OrderScale, value: Value, own_values: tuple[JudgedRun, ...] | None, *, own_topics: bool) -> Example:
    """The example of a verdict. ``own_values`` has one list of each score, ascending, where the order is the measure's
    own and they are few; ``own_topics`` says that each topic has a scale of its own.
    """
    kind = kind_of(one)
    if kind == "interval":
        return _interval(one, own_topics)
    if kind == "ordinal":
        return _unequal_scores(value, own_values) if one.order == "induced" else _ordinal(one.equal_steps, value)
    if kind == "weakly ordinal":
        return _weak(one.strict, value)
    if kind == "none":
        return _contradiction(one.isotone, value)
    if kind == "does not apply":
        return _not_symmetric(one.isotone, value)
    if kind == "one value":
        return Example("There is nothing to compare: choose another threshold or other gains.")
    known = {"none": "Nothing is proved", "weakly ordinal": "It never contradicts this order, which is proved"}
    first = known.get(str(one.at_least), "It ranks lists correctly, which is proved")
    rest = "whether its steps are equal" if one.at_least == "ordinal" else "whether it tells all better lists apart"
    return Example(f"{first}; {rest} is not known.")


def _step(low: JudgedRun, high: JudgedRun, value: Value, colour: str) -> MarkedStep:
    return MarkedStep(low, high, value(high) - value(low), colour)


def _interval(one: OrderScale, own_topics: bool) -> Example:
    (growth,) = in_words(one.alpha) if one.alpha is not None else ("the same",)
    first = f"Every step up in this order adds {growth}."
    if own_topics:
        return Example(f"{first} So: on one topic means are safe; each topic has a scale of its own.")
    return Example(f"{first} So: means, standard deviations and t tests are safe, too.")


def _ordinal(equal: Verdict, value: Value) -> Example:
    """Two steps of different size; or two ways up with different numbers of steps."""
    runs: tuple[Any, ...] = equal.witness or ()
    if len(runs) == 4 and all(isinstance(run[0], int) for run in runs):
        one, two = _step(runs[0], runs[1], value, "first"), _step(runs[2], runs[3], value, "second")
        x, y = in_words(one.growth, two.growth)
        only = "adds only" if two.growth < one.growth else "adds"
        there = f"the next step up, to `{_text(two.high)}`," if one.high == two.low else _from_to(two)
        first = f"Going from `{_text(one.low)}` to `{_text(one.high)}` adds {x}; {there} {only} {y}."
        return Example(f"{first} Both are one step in this order. {SAFE}", (one, two))
    if len(runs) == 2 and not isinstance(runs[0][0], int):
        short, long = runs
        steps = [_step(a, b, value, "first") for a, b in pairwise(short)]
        steps += [_step(a, b, value, "second") for a, b in pairwise(long)]
        first = f"From `{_text(short[0])}` to `{_text(short[-1])}` there are ways up of {len(short) - 1} and of "
        return Example(f"{first}{len(long) - 1} steps, so that steps cannot all be equal. {SAFE}", tuple(steps))
    return Example(f"Equal steps would not lead from the worst list to the best. {SAFE}")


def _from_to(step: MarkedStep) -> str:
    return f"going from `{_text(step.low)}` to `{_text(step.high)}`"


def _unequal_scores(value: Value, own: tuple[JudgedRun, ...] | None) -> Example:
    """The smallest and the largest step between neighbouring scores."""
    if own is None or len(own) < 3:
        return Example(f"Its neighbouring scores are not equally far apart. {SAFE}")
    steps = [_step(low, high, value, "first") for low, high in pairwise(own)]
    small, large = min(steps, key=lambda step: step.growth), max(steps, key=lambda step: step.growth)
    x, y = in_words(large.growth, small.growth)
    first = f"From `{_text(large.low)}` to the next score, that of `{_text(large.high)}`, it is {x}; "
    then = f"from `{_text(small.low)}` to `{_text(small.high)}` only {y}."
    marked = MarkedStep(small.low, small.high, small.growth, "second")
    return Example(f"{first}{then} Both are one step. {SAFE}", (large, marked))


def _weak(strict: Verdict, value: Value) -> Example:
    low, high = strict.witness
    (score,) = in_words(value(low))
    first = f"`{_text(high)}` is better than `{_text(low)}` in this order, but both score {score}."
    then = "So: a list with a lower score is never the better one; equal scores may hide a difference."
    return Example(f"{first} {then}", (_step(low, high, value, "second"),))


def _contradiction(isotone: Verdict, value: Value) -> Example:
    low, high = isotone.witness
    x, y = in_words(value(high), value(low))
    first = f"In this order `{_text(high)}` is better, but it scores {x} against {y} for `{_text(low)}`."
    then = "So: a higher score does not mean a better list in this sense."
    step = _step(low, high, value, "second")
    return Example(f"{first} {then}", (step,), above=_text(low), below=_text(high))


def _not_symmetric(verdict: Verdict, value: Value) -> Example:
    low, high = verdict.witness
    x, y = in_words(value(low), value(high))
    first = f"The same documents in another order score differently: `{_text(low)}` has {x}, `{_text(high)}` has {y}."
    return Example(f"{first} Choose an order that looks at ranks.")


def _text(run: JudgedRun) -> str:
    return run_text(run)
