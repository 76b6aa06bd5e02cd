"""The answer of a result in a sentence or two, where its tables do not begin with one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from intervale.data.tabular import Tabular
from intervale.evaluation import Evaluation
from intervale.evaluation.aggregates import Aggregates
from intervale.exact.verdict import Verdict
from intervale.orders import Construction
from intervale.present.dominance import pair_verdict
from intervale.present.verdicts import scale_text
from intervale.rankings.properties import PropertyResult
from intervale.scales import AxiomResult, IntervalScale, ScaleResult
from intervale.scales.verdicts import SCALES
from intervale.statements import Dominance, Meaning
from intervale.statements.dominance import PairDominance

__all__ = ["ANSWERS", "LIFTED"]

LIFTED: dict[type[Tabular], int] = {Evaluation: 1, Aggregates: 1, IntervalScale: 2, Dominance: 1}
"""Where the first notes of a table are its answer, and how many."""
INDUCED = "induced"
"""The order of the measure's own values."""


def _listed(names: Sequence[str]) -> str:
    """Names as a sentence has them.

    >>> _listed(["a"]), _listed(["a", "b"]), _listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def _scale(found: ScaleResult) -> list[str]:
    """The richest scale that is proven and where, and whether it is an interval scale anywhere."""
    where: dict[str, list[str]] = {}
    own = found.orders.get(INDUCED)
    for order, one in found.orders.items():
        if order != INDUCED or len(found.orders) == 1:
            where.setdefault(scale_text(one), []).append(order)
    proven = [scale for scale in reversed(SCALES[1:]) if scale in where]
    if not proven:
        sentences = [f"{found.measure} is on no scale that is proven under these orders."]
    else:
        best = proven[0]
        sentences = [f"{found.measure} is on {_article(best)} {best} scale under {_listed(where[best])}."]
        open_ = any("interval" in text or text == "not known" for text in where)
        if not open_ and (own is None or own.scale not in (None, "interval")):
            sentences.append("It is on an interval scale under none of these orders.")
    if own is not None and own.scale is not None and len(found.orders) > 1:
        sentences.append(f"In the order of its own values it is on {_article(own.scale)} {own.scale} scale.")
    spacing = found.spacing
    if spacing is not None and spacing.equal is not None and spacing.values:
        even = "equally spaced" if spacing.equal else "not equally spaced"
        proof = ", as far as floats can tell" if found.measure.numeric and spacing.equal else ""
        sentences.append(f"Its values on these runs are {even}{proof}.")
    return sentences


def _axioms(found: AxiomResult) -> list[str]:
    held = [name for name, verdict in found.verdicts.items() if verdict.holds]
    broken = [name for name, verdict in found.verdicts.items() if verdict.holds is False]
    sentence = f"{found.measure} satisfies {len(held)} of {len(found.verdicts)} axioms on these runs"
    return [f"{sentence}; it breaks {_listed(broken)}." if broken else f"{sentence}, and breaks none."]


def _meaning(found: Meaning) -> list[str]:
    true = "true" if found.truth else "false"
    means = {True: "meaningful", False: "not meaningful", None: "whether it is meaningful is undecided"}
    return [f"“{found.statement}” is {true} here; {means[found.meaningful.holds]}: {found.meaningful.why}"]


def _construction(found: Construction) -> list[str]:
    if found.failed is None:
        return ["Every step holds: counting the steps up from the worst run is an interval scale for this order."]
    return [f"The construction fails at: {found.failed}. The order has no interval scale made in this way."]


def _properties(found: PropertyResult) -> list[str]:
    def having(test: Callable[[Verdict], bool]) -> list[str]:
        return [name for name, verdict in found.verdicts.items() if test(verdict)]

    held, broken = having(lambda one: one.holds is True), having(lambda one: one.holds is False)
    sentence = f"{found.metric.name} has {len(held)} of {len(found.verdicts)} properties"
    return [f"{sentence}; it lacks {_listed(broken)}." if broken else f"{sentence}, and lacks none."]


def _pair(found: PairDominance) -> list[str]:
    return [f"{pair_verdict(found)}."]


ANSWERS: dict[type[Tabular], Callable[[Any], list[str]]] = {
    ScaleResult: _scale,
    AxiomResult: _axioms,
    Meaning: _meaning,
    Construction: _construction,
    PropertyResult: _properties,
    PairDominance: _pair,
}
"""The answer of each kind of result whose tables begin without one."""
