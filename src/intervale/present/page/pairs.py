"""The pairs of systems that a page carries: their numbers as texts, a letter each for chance and scale, and what their
difference rests on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from intervale.present.page.gather import Gathered
from intervale.present.page.packed import p_texts, packed, plain_texts
from intervale.present.wording.checks import CHECKS, UNTESTED
from intervale.present.wording.pair import Chance, chance_at
from intervale.present.wording.scale import Scale, scale_of_lead
from intervale.statements.evidence import MeasureEvidence
from intervale.statements.means import dominates
from intervale.statements.scores import scores_of
from intervale.stats.comparison import MeasureComparison
from intervale.stats.decisions import Decisions
from intervale.stats.outcome import pairs_of
from intervale.stats.pairwise import sign_p

__all__ = ["case", "pairs", "sign_table"]

Array = np.ndarray[Any, Any]
FIRST = 40
"""Among so many systems every pair is carried."""
CHANCES, SCALES = tuple(Chance), tuple(Scale)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def case(chance: Chance, scale: Scale) -> str:
    """Two letters for what is said of a pair.

    >>> case(Chance.CLEAR, Scale.STRONGEST)
    'aa'
    """
    return LETTERS[CHANCES.index(chance)] + LETTERS[SCALES.index(scale)]


def pairs(found: Gathered, compared: MeasureComparison, evidence: MeasureEvidence) -> dict[str, Any]:
    """The pairs with the leader, with the baselines and among the first systems, the one with the larger mean first.
    Those that are not in the family of comparisons have neither p nor interval.
    """
    decisions, means, alpha = compared.tests[found.test], evidence.means, found.comparison.alpha
    a, b = _wanted(found, compared)
    turn = means.larger[b, a]
    a, b = np.where(turn, b, a), np.where(turn, a, b)
    place, sign = _places(decisions, a, b, len(compared.means))
    four = list(zip(place.tolist(), sign.tolist(), a.tolist(), b.tolist(), strict=True))
    chances = [Chance.UNTESTED if one[0] < 0 else chance_at(decisions, means, *one, alpha) for one in four]
    scales = [scale_of_lead(evidence, larger, np.array([smaller])) for *_, larger, smaller in four]
    whys = list(dict.fromkeys(why for _, why in scales))
    cases = [case(chance, scale) for chance, (scale, _) in zip(chances, scales, strict=True)]
    made: dict[str, Any] = {
        "a": packed(a, "u2"),
        "b": packed(b, "u2"),
        "chance": "".join(letters[0] for letters in cases),
        "scale": "".join(letters[1] for letters in cases),
        "why": "".join(LETTERS[whys.index(why)] for _, why in scales),
        "whys": whys,
        "states": _states(found, compared, evidence, a, b, chances),
        "difference": plain_texts(_differences(compared.scores, a, b)),
        "alone": p_texts(_taken(decisions.outcome.p, place)),
        "p": p_texts(_taken(decisions.p, place)),
    }
    low, high = decisions.outcome.low, decisions.outcome.high
    if low is not None and high is not None:
        ends = np.sort(np.stack([sign * _taken(low, place), sign * _taken(high, place)]), axis=0)
        made |= {"low": plain_texts(ends[0]), "high": plain_texts(ends[1])}
    sign_test = compared.tests.get("sign")
    if sign_test is not None:
        made["sign_p"] = p_texts(_taken(sign_test.p, _places(sign_test, a, b, len(compared.means))[0]))
    form = compared.interval.get(found.test)
    if form is not None and compared.form_scores is not None:
        made |= {"equal": plain_texts(_differences(compared.form_scores, a, b))}
        made |= {"equal_alone": p_texts(_taken(form.outcome.p, place)), "equal_p": p_texts(_taken(form.p, place))}
    return made


def _wanted(found: Gathered, compared: MeasureComparison) -> tuple[Array, Array]:
    """The pairs that are carried, by their systems."""
    rank = np.empty(len(compared.ranking), dtype=np.intp)
    rank[compared.ranking] = np.arange(len(rank))
    base = [found.evaluation.systems.index(name) for name in found.comparison.baselines]
    first, second = pairs_of(len(rank))
    wanted = (rank[first] == 0) | (rank[second] == 0) | np.isin(first, base) | np.isin(second, base)
    wanted |= (rank[first] < FIRST) & (rank[second] < FIRST)
    return first[wanted], second[wanted]


def _places(decisions: Decisions, a: Array, b: Array, systems: int) -> tuple[Array, Array]:
    """Which pair of the decisions each is, −1 where it is none of them; and −1 where its systems stand there the other
    way round, else 1.
    """
    known = np.full((systems, systems), -1, dtype=np.int64)
    known[decisions.first, decisions.second] = np.arange(decisions.pairs)
    ahead = known[a, b]
    return np.maximum(ahead, known[b, a]), np.where(ahead >= 0, 1, -1)


def _taken(numbers: Array, place: Array) -> Array:
    """Numbers of the decisions; not a number for pairs that are none of them."""
    return np.where(place >= 0, numbers[place], np.nan)


def _differences(scores: Array, a: Array, b: Array) -> Array:
    """The mean difference over the topics that both have; not a number where they share none."""
    apart = scores[a] - scores[b]
    known = ~np.isnan(apart)
    many = np.where(known.any(axis=1), known.sum(axis=1), np.nan)
    return np.asarray(np.where(known, apart, 0.0).sum(axis=1) / many)


def _states(
    found: Gathered, compared: MeasureComparison, evidence: MeasureEvidence, a: Array, b: Array, chances: list[Chance]
) -> str:
    """For each pair a letter for each of the checks (``wording/checks``): y, n, or u where it is not known."""
    larger, equal, form = evidence.means.larger[a, b], evidence.means.equal[a, b], evidence.form
    scores, whole = scores_of(found.evaluation, compared.name, None, None), found.evidence.dominance
    nothing = np.zeros(len(a), dtype=bool)
    known = nothing if whole is None else np.asarray(whole.known.all(axis=0))[a, b]
    sensible = nothing if whole is None else whole.dominates[a, b] & known & larger
    rescaling = (dominates(scores)[a, b] & larger) | sensible if evidence.scale.shared else sensible
    more, _, less = compared.records(a, b)
    exact = found.evaluation.bounds_of(compared.name) is None or compared.order is not None
    even = evidence.scale.level in ("interval", "ratio")
    ahead = larger if even else nothing if form is None else form.larger[a, b]
    behind = equal if even else nothing if form is None else form.larger[b, a] | form.equal[a, b]
    decided = np.array([one not in UNTESTED for one in chances], dtype=bool)
    columns = {
        "chance": (np.array([one is Chance.CLEAR for one in chances], dtype=bool), decided),
        "sign": _sign_states(found, compared, a, b),
        "mean": (larger, larger | equal),
        "equal": (ahead | rescaling, ahead | rescaling | behind),
        "rescaling": (rescaling, rescaling | ((larger | equal) & bool(evidence.scale.shared) & exact)),
        "topics": ((more > 0) & (less == 0) & exact, (more + less > 0) & exact),
        "sensible": (sensible, sensible | known),
    }
    letters = [np.where(yes, "y", np.where(decided, "n", "u")) for yes, decided in (columns[name] for name in CHECKS)]
    return "".join("".join(row) for row in zip(*(one.tolist() for one in letters), strict=True))


def _sign_states(found: Gathered, compared: MeasureComparison, a: Array, b: Array) -> tuple[Array, Array]:
    """Whether the first is clearly ahead by the sign test, corrected as all tests are, and whether that is known: where
    the test was not run, or not of this pair, p of the pair alone can only say no.
    """
    more, _, less = compared.records(a, b)
    run = compared.tests.get("sign")
    if run is None:
        place = np.full(len(a), -1)
        clear = np.zeros(len(a), dtype=bool)
    else:
        place, _ = _places(run, a, b, len(compared.means))
        clear = (place >= 0) & run.significant[place]
    alone = sign_p(np.minimum(more, less), more + less)
    return clear & (more > less), (place >= 0) | (alone > found.comparison.alpha)


def sign_table(found: Gathered) -> dict[str, str]:
    """p of the sign test by topics won and lost, for every pair that is carried: ``"19 10"`` and ``"0.14"``."""
    seen: dict[str, str] = {}
    for name in found.evidence.measures:
        compared = found.comparison.measures[name]
        more, _, less = compared.records(*_wanted(found, compared))
        counts = list({tuple(sorted(both)) for both in zip(more.tolist(), less.tolist(), strict=True)})
        fewer, number = np.array([min(both) for both in counts]), np.array([sum(both) for both in counts])
        for (lost, won), p in zip(counts, sign_p(fewer, number), strict=True):
            seen[f"{won} {lost}"] = p_texts([p])
    return seen
