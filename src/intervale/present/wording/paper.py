"""Sentences for a paper about two systems: what to write, what to add, and what to avoid."""

from __future__ import annotations

from dataclasses import dataclass

from intervale.present.wording.numbers import Numbers
from intervale.present.wording.pair import Chance, Pair, pair_of
from intervale.present.wording.scale import Scale, on_equal_steps
from intervale.present.wording.texts import p_text, percent, plain, signed
from intervale.statements.evidence import MeasureEvidence
from intervale.stats.comparison import Comparison, MeasureComparison

__all__ = ["Advice", "advice_on"]


@dataclass(frozen=True)
class Advice:
    """A sentence, what to do with it, and why."""

    kind: str
    """``write``, ``add`` or ``avoid``."""
    sentence: str
    why: str = ""


def advice_on(
    found: Comparison, compared: MeasureComparison, evidence: MeasureEvidence, test: str, a: int, b: int
) -> list[Advice]:
    """What may be written of two systems by one measure; nothing where bounds leave their order open."""
    pair = pair_of(compared, evidence, test, a, b, found.alpha)
    if pair.silent or pair.chance in (Chance.OPEN, Chance.OPPOSED):
        return []
    return [*_write(pair), *_add(compared, evidence, test, pair, (a, b)), *_avoid(pair)]


def _write(pair: Pair) -> list[Advice]:
    a, b, measure = pair.larger, pair.smaller, pair.measure
    numbers = f"({_numbers(pair.numbers)}, n = {pair.topics:,})"
    if pair.chance is Chance.CLEAR:
        how = "is better" if pair.scale in (Scale.STRONGEST, Scale.INTERVAL) else "scores higher"
        return [Advice("write", f"{a} {how} than {b} on {measure} {numbers}.")]
    if pair.chance is Chance.SUGGESTIVE:
        return [
            Advice("write", f"{a} scored higher than {b} on {measure}, but not clearly after correction {numbers}.")
        ]
    return [Advice("write", f"{a} and {b} were not told apart on {measure} {numbers}.")]


def _numbers(numbers: Numbers) -> str:
    """The difference with its interval and p, as a paper gives them."""
    lead = f"difference {signed(numbers.difference)}"
    return f"{lead}, {numbers.measured}" if numbers.measured else f"{lead}, {numbers.topics}"


def _add(
    compared: MeasureComparison, evidence: MeasureEvidence, test: str, pair: Pair, systems: tuple[int, int]
) -> list[Advice]:
    if pair.scale in (Scale.STRONGEST, Scale.INTERVAL):
        return []
    measure = pair.measure
    own = "" if evidence.scale.shared else ", and the same on every topic"
    means = f"Means treat the scores of {measure} as if their steps were equal{own}"
    if test not in compared.interval:
        return [Advice("add", f"{means}.", f"On equal steps nothing is known: {evidence.no_form}.")]
    decisions = compared.interval[test]
    place, sign = decisions.place(*systems)
    turned = -1 if evidence.systems[systems[0]] != pair.larger else 1
    difference = turned * sign * float(decisions.difference[place])
    shown = f"on equal steps the difference is {signed(difference)} ({p_text(float(decisions.outcome.p[place]))})"
    steps = {True: "are equal", False: "are uneven", None: "are not known to be equal"}[evidence.scale.equal_steps]
    each = " and each topic has a scale of its own" if own else ""
    return [Advice("add", f"{means}; {shown}.", f"Its steps {steps}{each}.")]


def _avoid(pair: Pair) -> list[Advice]:
    a, b, numbers = pair.larger, pair.smaller, pair.numbers
    if pair.chance in (Chance.CLOSE, Chance.SUGGESTIVE):
        wide = numbers.ci is not None
        why = "The interval of the difference includes 0." if wide and _around_zero(numbers) else _not_enough(numbers)
        allowed = f"the interval still allows {signed(max(numbers.ci, key=abs))}" if numbers.ci else "it says little"
        return [
            Advice("avoid", f"{a} outperforms {b}.", why),
            Advice(
                "avoid", "Both systems perform equally well.", f"Not told apart is not the same as equal; {allowed}."
            ),
        ]
    steps = on_equal_steps(pair.shared)
    turned = {Scale.EQUAL: "they are equal", Scale.REVERSES: "the order reverses"}.get(pair.scale)
    found = []
    if turned:
        found.append(Advice("avoid", f"{a} is better than {b}.", f"{steps[:1].upper()}{steps[1:]} {turned}."))
    elif pair.scale in (Scale.AGREES, Scale.UNKNOWN):
        found.append(
            Advice("avoid", f"{a} is {plain(abs(numbers.difference))} better than {b}.", _how_much(pair.measure))
        )
    gain = "Percentages need a ratio scale, with a zero that is no choice."
    return [*found, Advice("avoid", f"{a} improves on {b} by so many percent.", gain)]


def _around_zero(numbers: Numbers) -> bool:
    low, high = numbers.ci or (1.0, 1.0)
    return low <= 0 <= high


def _not_enough(numbers: Numbers) -> str:
    among = f"After correction for {numbers.comparisons:,} comparisons" if numbers.comparisons > 1 else "By the test"
    return f"{among} the difference is not clear at {percent(numbers.alpha)} confidence."


def _how_much(measure: str) -> str:
    return f"That it scores higher stands; by how much depends on how {measure} spaces its scores."
