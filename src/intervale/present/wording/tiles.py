"""The four questions that a reader has, each answered in a word and a sentence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intervale.present.wording.averaging import averaging
from intervale.present.wording.headline import Headline, headline_of
from intervale.present.wording.pair import Chance, Pair, pair_of
from intervale.present.wording.scale import Scale, on_equal_steps
from intervale.present.wording.texts import listing, p_text, percent, plain, signed
from intervale.statements.evidence import MeasureEvidence
from intervale.stats.comparison import Comparison, MeasureComparison

__all__ = ["Tile", "ci_text", "tiles_of"]

CHANCE = {
    Chance.CLEAR: ("Yes", "yes"),
    Chance.SUGGESTIVE: ("Suggestive", "caveat"),
    Chance.CLOSE: ("Too close to call", "no"),
    Chance.OPPOSED: ("Not settled", "caveat"),
    Chance.NONE: ("There is none", "no"),
}
UNKNOWN = ("Not known", "unknown")


@dataclass(frozen=True)
class Tile:
    """A question, the answer in a word, how it is coloured, and what it rests on."""

    ask: str
    say: str
    tone: str
    """``yes``, ``caveat``, ``no``, ``unknown`` or ``plain``."""
    small: str


def tiles_of(found: Comparison, compared: MeasureComparison, evidence: MeasureEvidence, test: str) -> list[Tile]:
    """Who leads, whether the lead is real, whether one may average, and whether the scale decides."""
    headline = headline_of(found, compared, evidence)
    pair = pair_of(compared, evidence, test, 0, 1, found.alpha) if len(found.systems) == 2 else None
    average = averaging(found.evaluation, compared.name)
    return [
        _leads(found, compared, headline),
        _real(headline, pair),
        Tile("May I average this?", average.say, average.tone, average.why),
        _scale_decides(evidence, headline, pair),
    ]


def ci_text(found: Comparison, system: str, measure: str) -> str:
    """The confidence interval of a mean, in words; empty where there is none."""
    low, high = found.evaluation.ci(system, measure, 1 - found.alpha)
    return "" if np.isnan(low) else f"{percent(found.alpha)} CI {plain(low)} to {plain(high)}"


def _leads(found: Comparison, compared: MeasureComparison, headline: Headline) -> Tile:
    ask = "Who leads?"
    if not headline.leaders:
        return Tile(ask, *UNKNOWN, "Scores lie between bounds, and these leave it open.")
    first = headline.leaders[0]
    if len(headline.leaders) > 1:
        return Tile(ask, listing(headline.leaders), "plain", f"They average {plain(headline.mean)}.")
    around = ci_text(found, first, compared.name)
    return Tile(ask, first, "plain", f"Mean {plain(headline.mean)}{f', {around}' if around else ''}.")


def _real(headline: Headline, pair: Pair | None) -> Tile:
    ask = "Is the lead real?"
    if pair is not None:
        return Tile(ask, *CHANCE.get(pair.chance, UNKNOWN), "" if pair.silent else _numbers(pair))
    if not headline.leaders:
        return Tile(ask, *UNKNOWN, "Which system leads is not known.")
    if len(headline.leaders) > 1:
        many = "the same grades on every topic" if headline.same else "the same mean"
        return Tile(ask, *CHANCE[Chance.NONE], f"{listing(headline.leaders)} have {many}.")
    lead = ""
    if headline.runner_up:
        lead = f"{signed(headline.mean - headline.runner_up_mean)} over {headline.runner_up}. "
    if headline.possible is None:
        why = f"Which systems may be the best was not tested: {headline.not_asked}."
        return Tile(ask, "Not tested", "unknown", f"{lead}{why}")
    if headline.possible == 1:
        return Tile(ask, "No other may be best", "yes", f"{lead}Only {headline.leaders[0]} may be the best (Hsu).")
    return Tile(ask, f"{headline.possible:,} may be best", "no", f"{lead}The top is too close to call (Hsu).")


def _numbers(pair: Pair) -> str:
    numbers = pair.numbers
    shared = " on the topics that both have" if numbers.missing else ""
    measured = numbers.measured or f"{numbers.topics}, sign test: {p_text(numbers.sign)}"
    way = "above" if numbers.difference >= 0 else "below"
    return f"{plain(abs(numbers.difference))} {way} {pair.smaller}{shared}; {measured}."


def _scale_decides(evidence: MeasureEvidence, headline: Headline, pair: Pair | None) -> Tile:
    ask, steps = "Does the scale decide?", on_equal_steps(bool(evidence.scale.shared))
    if not headline.leaders:
        return Tile(ask, *UNKNOWN, "Which system leads is not known.")
    rests = headline.scale if pair is None else pair.scale
    if len(headline.leaders) == 1 and rests is Scale.STRONGEST:
        return Tile(ask, "No", "yes", "No rescaling of the scores can reverse the lead.")
    if evidence.scale.level in ("interval", "ratio") and evidence.scale.shared:
        return Tile(ask, "No", "yes", "Its steps are equal already.")
    form = evidence.form
    if form is None:
        why = headline.why or evidence.no_form
        return Tile(ask, *UNKNOWN, f"{why[:1].upper()}{why[1:]}.")
    best = [system for system, first in zip(evidence.systems, form.best, strict=True) if first]
    if not best:
        return Tile(ask, *UNKNOWN, f"Bounds of the equal-step scores leave open who leads {steps}.")
    if set(best) == set(headline.leaders):
        by = _form_lead(form.means, [evidence.systems.index(name) for name in best])
        still = f"still leads{by}" if len(best) == 1 else "still tie"
        return Tile(ask, "Same leader", "yes", f"{steps[:1].upper()}{steps[1:]} {_named(best)} {still}.")
    if set(best) < set(headline.leaders):
        by = _form_lead(form.means, [evidence.systems.index(name) for name in best])
        ahead = f"leads{by}" if len(best) == 1 else "still tie"
        return Tile(ask, "It breaks the tie", "caveat", f"{steps[:1].upper()}{steps[1:]} {_named(best)} {ahead}.")
    if set(headline.leaders) <= set(best):
        return Tile(ask, "It decides", "no", f"{steps[:1].upper()}{steps[1:]} {_named(best)} tie.")
    by = _form_lead(form.means, [evidence.systems.index(name) for name in best])
    lead = f"leads{by}" if len(best) == 1 else "lead"
    return Tile(ask, "Another leader", "no", f"{steps[:1].upper()}{steps[1:]} {_named(best)} {lead}.")


def _named(names: list[str]) -> str:
    return names[0] if len(names) == 1 else listing(tuple(names))


def _form_lead(means: np.ndarray, best: list[int]) -> str:
    """By how much the best mean on equal steps is ahead of the next."""
    others = np.delete(means, best)
    others = others[~np.isnan(others)]
    return f", by {plain(float(means[best[0]] - others.max()))}" if len(others) else ""
