"""Sentences for a paper about two systems: what to write, what to add, and what to avoid."""

from __future__ import annotations

from dataclasses import dataclass

from intervale.present.wording.averaging import OWN_SCALES
from intervale.present.wording.numbers import Numbers, p_both
from intervale.present.wording.pair import Chance, Pair, pair_of
from intervale.present.wording.scale import Scale, on_equal_steps
from intervale.present.wording.texts import p_text, percent, plain, signed
from intervale.statements.evidence import MeasureEvidence
from intervale.stats.comparison import Comparison, MeasureComparison

__all__ = ["Advice", "advice_on", "only_best", "untested_advice"]


@dataclass(frozen=True)
class Advice:
    """A sentence, what to do with it, and why."""

    kind: str
    """``write``, ``add`` or ``avoid``."""
    sentence: str
    why: str = ""


def untested_advice(evidence: MeasureEvidence, a: int, b: int) -> list[Advice]:
    """What may be written of two systems that no test compared, the first having the larger mean."""
    if not evidence.means.larger[a, b]:
        return []
    means, (first, second) = evidence.means.means, (evidence.systems[a], evidence.systems[b])
    numbers = f"{plain(float(means[a]))} against {plain(float(means[b]))}"
    sentence = f"{first} has a higher mean {evidence.measure} than {second} ({numbers}); the two were not tested."
    return [Advice("write", sentence, "The comparisons are those with the baselines.")]


def only_best(found: Comparison, compared: MeasureComparison, leader: str) -> list[Advice]:
    """What may be written of a leader beside whom no other system may be the best."""
    if compared.best is None or int(compared.best.possible.sum()) != 1:
        return []
    level = percent(found.alpha)
    sentence = f"Of {len(found.systems):,} systems only {leader} may be the best on {compared.name} "
    sentence += f"(Hsu's multiple comparisons with the best, {level} confidence)."
    return [Advice("write", sentence, "Another question than that of a pair, and another test: the two may differ.")]


def advice_on(
    found: Comparison, compared: MeasureComparison, evidence: MeasureEvidence, test: str, a: int, b: int
) -> list[Advice]:
    """What may be written of two systems by one measure; nothing where bounds leave their order open."""
    pair = pair_of(compared, evidence, test, a, b, found.alpha)
    behind = pair.numbers.difference < 0  # on the topics that both have
    if pair.silent or behind or pair.chance in (Chance.OPEN, Chance.OPPOSED):
        return []
    other = float(evidence.means.means[evidence.systems.index(pair.smaller)])
    ratio = evidence.scale.level == "ratio"
    return [*_write(pair), *_add(compared, evidence, test, pair, (a, b)), *_avoid(pair, other, ratio)]


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
    return [Advice("write", f"{a} and {b} did not differ significantly on {measure} {numbers}.")]


def _numbers(numbers: Numbers) -> str:
    """The difference with its interval and p, as a paper gives them."""
    lead = f"difference {signed(numbers.difference)}"
    if not numbers.measured:
        return f"{lead}, {numbers.topics}, sign test: {p_text(numbers.sign)}"
    return f"{lead}, {numbers.measured}"


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
    if decisions.opened[place]:
        return [Advice("add", f"{means}.", "On equal steps bounds of the scores leave the difference open.")]
    p = p_both(float(decisions.outcome.p[place]), float(decisions.p[place]), decisions.pairs)
    shown = f"on equal steps the difference is {signed(difference)} ({p})"
    steps = {True: "are equal", False: "are uneven", None: "are not known to be equal"}[evidence.scale.equal_steps]
    each = f" and {OWN_SCALES[evidence.scale.shared]}" if own else ""
    return [Advice("add", f"{means}; {shown}.", f"Its steps {steps}{each}.")]


def _avoid(pair: Pair, smaller: float, ratio: bool) -> list[Advice]:
    a, b, numbers = pair.larger, pair.smaller, pair.numbers
    if pair.chance in (Chance.CLOSE, Chance.SUGGESTIVE):
        found = [Advice("avoid", f"{a} outperforms {b}.", _not_enough(numbers))]
        if pair.chance is Chance.CLOSE:
            allowed = f"; the interval still allows {signed(max(numbers.ci, key=abs))}" if numbers.ci else ""
            why = f"Not significantly different is not the same as equal{allowed}."
            found.append(Advice("avoid", "Both systems perform equally well.", why))
        return found
    percent_gain = f"{numbers.difference / smaller:.0%}" if smaller > 0 else "so many percent"
    steps = on_equal_steps(pair.shared)
    turned = {Scale.EQUAL: "they are equal", Scale.REVERSES: "the order reverses"}.get(pair.scale)
    found = []
    if turned:
        found.append(Advice("avoid", f"{a} is better than {b}.", f"{steps[:1].upper()}{steps[1:]} {turned}."))
    elif pair.scale in (Scale.AGREES, Scale.UNKNOWN):
        found.append(
            Advice("avoid", f"{a} is {plain(abs(numbers.difference))} better than {b}.", _how_much(pair.measure))
        )
    if ratio:
        return found
    gain = "Percentages need a ratio scale, with a true zero."
    return [*found, Advice("avoid", f"{a} improves on {b} by {percent_gain}.", gain)]


def _not_enough(numbers: Numbers) -> str:
    among = f"After correction for {numbers.comparisons:,} comparisons" if numbers.comparisons > 1 else "By the test"
    return f"{among} the difference is not clear at {percent(numbers.alpha)} confidence."


def _how_much(measure: str) -> str:
    return f"It does score higher; by how much depends on how {measure} spaces its scores."
