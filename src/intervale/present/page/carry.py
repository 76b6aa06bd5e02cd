"""What a page carries: the numbers that its script shows, sorts and subtracts, packed.

Texts of numbers are Python's, joined by spaces. Scores go as float64, bit by bit, so that the page counts wins as
Python does; a measure with few values as these values and the place of each score among them.
"""

from __future__ import annotations

import base64
from dataclasses import asdict
from typing import Any

import numpy as np

from intervale.data import JudgedRuns
from intervale.present.page.gather import Gathered
from intervale.present.page.words import TEMPLATES
from intervale.present.wording.checks import CHECKS
from intervale.present.wording.pair import Chance, chance_at, pair_template
from intervale.present.wording.scale import Scale, on_equal_steps, scale_of_lead
from intervale.present.wording.texts import percent, plain, the_test
from intervale.statements.evidence import ASSUMED, MeasureEvidence
from intervale.statements.means import dominates
from intervale.statements.scores import scores_of
from intervale.stats.comparison import MeasureComparison
from intervale.stats.decisions import Decisions
from intervale.stats.outcome import Setting
from intervale.stats.registry import TESTS

__all__ = ["carried", "first_systems", "packed", "packed_scores"]

Array = np.ndarray[Any, Any]
FIRST = 40
"""Among so many systems every pair is carried."""
MOST_SCORES, MOST_MARKS = 600_000, 600_000
"""How many scores, and how many grades of judged runs, a page carries."""
LEAST_DEPTH, TOP_GRADE = 10, 35
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
UNJUDGED, PAST_THE_END, LEFT_OUT = "-", ".", " "
CHANCES, SCALES = tuple(Chance), tuple(Scale)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
GROUNDS = ("form", "rescaling", "sensible")
"""What a pair may rest on beside what the page counts itself, a bit each."""


def carried(found: Gathered) -> dict[str, Any]:
    """All data of the page."""
    evaluation, comparison = found.evaluation, found.comparison
    scored = first_systems(found, MOST_SCORES // max(1, len(evaluation.topics) * len(found.evidence.measures)))
    return {
        "systems": list(evaluation.systems),
        "topics": list(evaluation.topics),
        "level": percent(comparison.alpha),
        "baselines": [evaluation.systems.index(name) for name in comparison.baselines],
        "scored": scored,
        "unjudged": None if found.unjudged is None else _texts([f"{100 * x:.0f}" for x in found.unjudged]),
        "depth": found.depth,
        "runs": _runs(found.judged, found.depth, scored),
        "columns": [_column(found, name) for name in found.measures],
        "measures": [_measure(found, name, scored) for name in found.evidence.measures],
        "sentences": {
            f"{_letter(CHANCES, chance)}{_letter(SCALES, scale)}": pair_template(chance, scale)
            for chance in CHANCES
            for scale in SCALES
        },
        "untested": pair_template(Chance.UNTESTED, Scale.UNKNOWN),
        "same": pair_template(Chance.NONE, Scale.UNKNOWN),
        "checks": {name: asdict(check) for name, check in CHECKS.items()},
        "words": TEMPLATES
        | {
            "no_runs": "there are scores alone" if found.judged is None else "some runs lack topics",
            "own": "each topic has a scale of its own",
            "already": "Its steps are equal already.",
        },
        "sign": _sign_table(found),
    }


def first_systems(found: Gathered, most: int) -> list[int]:
    """The systems whose scores by topic are carried: all where there is room, else the first by each measure in turn,
    and the baselines.
    """
    many = len(found.evaluation.systems)
    if many <= max(most, 2):
        return list(range(many))
    wanted = dict.fromkeys(found.evaluation.systems.index(name) for name in found.comparison.baselines)
    rankings = [found.comparison.measures[name].ranking for name in found.evidence.measures]
    for place in range(many):
        for ranking in rankings:
            if len(wanted) < max(most, 2):
                wanted[ranking[place]] = None
    return sorted(wanted)


def packed(numbers: Any, kind: str) -> str:
    """Numbers in base64, little end first; ``kind`` as numpy has it: f8, u2, u1."""
    return base64.b64encode(np.ascontiguousarray(numbers, dtype=f"<{kind}").tobytes()).decode()


def packed_scores(scores: Array) -> dict[str, str]:
    """A table of scores: all of them, or where these are few its values and the place of each score among them."""
    values, places = np.unique(scores, return_inverse=True)
    for kind, most in (("u1", 2**8), ("u2", 2**16)):
        if len(values) <= most and 8 * len(values) + int(kind[1]) * scores.size < 8 * scores.size:
            return {"values": packed(values, "f8"), "kind": kind, "places": packed(places.ravel(), kind)}
    return {"values": packed(scores, "f8"), "kind": ""}


def _texts(texts: list[str]) -> str:
    """Texts of numbers without a space in them, with a minus that JSON writes in one character."""
    return " ".join(text.replace("−", "-") for text in texts)


def _plain(numbers: Any) -> str:
    return _texts([plain(float(x)) if np.isfinite(x) else "?" for x in numbers])


def _means(numbers: Any) -> str:
    return _texts([f"{x:.4f}" if np.isfinite(x) else "?" for x in numbers])


def _p(numbers: Any) -> str:
    """p as :func:`~intervale.present.wording.p_text` has it, without its ``p = ``."""
    return _texts(["?" if np.isnan(p) else "<0.0001" if p < 0.0001 else f"{p:.2g}" for p in np.asarray(numbers)])


def _places(places: Array) -> list[int | None]:
    """The place of each system, from 1; equal ones share it, and who has no mean has none."""
    with np.errstate(invalid="ignore"):
        found = 1 + (places[None] > places[:, None]).sum(axis=1)
    return [None if np.isnan(x) else int(n) for x, n in zip(places, found, strict=True)]


def _column(found: Gathered, name: str) -> dict[str, Any]:
    """A column of the leaderboard: the means of a measure, those that are no mean over topics among them."""
    compared, form = found.comparison.measures[name], found.measures[name]
    column: dict[str, Any] = {
        "name": name,
        "mean": _means(compared.means),
        "place": _places(compared.mean_order.places),
        "ranking": list(compared.ranking),
    }
    if form is not None:
        order = found.evaluation.mean_order(form)
        column |= {"form": form, "equal": _means(order.means), "equal_place": _places(order.places)}
    return column


def _measure(found: Gathered, name: str, scored: list[int]) -> dict[str, Any]:
    """All that is shown where this measure is chosen."""
    compared, evidence = found.comparison.measures[name], found.evidence.measures[name]
    decisions = compared.tests[found.test]
    confidence = 1 - found.comparison.alpha
    around = np.array([found.evaluation.ci(system, name, confidence) for system in found.evaluation.systems])
    return {
        "name": name,
        "column": list(found.measures).index(name),
        "cutoff": found.evaluation.measure(name).cutoff,
        "low": _means(around[:, 0]),
        "high": _means(around[:, 1]),
        "possible": None if compared.best is None else "".join("1" if yes else "0" for yes in compared.best.possible),
        "scores": packed_scores(compared.scores[scored]),
        "order": None if compared.order is None else packed_scores(compared.order[scored]),
        "pairs": _pairs(found, compared, evidence),
        "places": _common(compared, evidence, decisions),
        "shared": bool(evidence.scale.shared),
        "even": evidence.scale.level in ("interval", "ratio"),
    }


def _letter(names: tuple[Any, ...], one: Any) -> str:
    return LETTERS[names.index(one)]


def _common(compared: MeasureComparison, evidence: MeasureEvidence, decisions: Decisions) -> dict[str, str]:
    """What stands in the places of sentences, whatever the pair."""
    return {
        "m": compared.name,
        "k": f"{decisions.pairs:,}",
        "test": the_test(decisions.test.title),
        "by": decisions.title,
        "steps": on_equal_steps(bool(evidence.scale.shared)),
        "why": evidence.no_form,
        "no_form": evidence.no_form,
        "assumed": "" if evidence.scale.shared else f", {ASSUMED}",
    }


def _carried_pairs(found: Gathered, compared: MeasureComparison) -> Array:
    """The places in the decisions of the pairs with the leader, with the baselines and among the first systems."""
    decisions = compared.tests[found.test]
    rank = np.empty(len(compared.ranking), dtype=np.intp)
    rank[compared.ranking] = np.arange(len(rank))
    base = [found.evaluation.systems.index(name) for name in found.comparison.baselines]
    first, second = decisions.first, decisions.second
    wanted = (rank[first] == 0) | (rank[second] == 0) | np.isin(first, base) | np.isin(second, base)
    return np.flatnonzero(wanted | ((rank[first] < FIRST) & (rank[second] < FIRST)))


def _pairs(found: Gathered, compared: MeasureComparison, evidence: MeasureEvidence) -> dict[str, Any]:
    """The pairs that are carried, the one with the larger mean first: texts of their numbers, and a letter each for
    chance, scale and why that is not known.
    """
    decisions, means = compared.tests[found.test], evidence.means
    at = _carried_pairs(found, compared)
    first, second = decisions.first[at], decisions.second[at]
    turn = means.larger[second, first]
    a, b, sign = np.where(turn, second, first), np.where(turn, first, second), np.where(turn, -1, 1)
    pairs = list(zip(at.tolist(), sign.tolist(), a.tolist(), b.tolist(), strict=True))
    chances = [chance_at(decisions, means, *pair, found.comparison.alpha) for pair in pairs]
    scales = [scale_of_lead(evidence, larger, np.array([smaller])) for *_, larger, smaller in pairs]
    whys = list(dict.fromkeys(why for _, why in scales))
    made: dict[str, Any] = {
        "a": packed(a, "u2"),
        "b": packed(b, "u2"),
        "chance": "".join(_letter(CHANCES, one) for one in chances),
        "scale": "".join(_letter(SCALES, one) for one, _ in scales),
        "why": "".join(LETTERS[whys.index(why)] for _, why in scales),
        "whys": whys,
        "grounds": "".join(str(bits) for bits in _grounds(found, compared, evidence, a, b)),
        "difference": _plain(sign * decisions.difference[at]),
        "alone": _p(decisions.outcome.p[at]),
        "p": _p(decisions.p[at]),
    }
    low, high = decisions.outcome.low, decisions.outcome.high
    if low is not None and high is not None:
        ends = np.sort(np.stack([sign * low[at], sign * high[at]]), axis=0)
        made |= {"low": _plain(ends[0]), "high": _plain(ends[1])}
    form = compared.interval.get(found.test)
    if form is not None:
        made |= {"equal": _plain(sign * form.difference[at])}
        made |= {"equal_alone": _p(form.outcome.p[at]), "equal_p": _p(form.p[at])}
    return made


def _grounds(found: Gathered, compared: MeasureComparison, evidence: MeasureEvidence, a: Array, b: Array) -> list[int]:
    """For each pair, as bits: whether the first has the larger mean on equal steps, under any rescaling, and by any
    sensible measure.
    """
    nothing = np.zeros(len(a), dtype=bool)
    form = nothing if evidence.form is None else evidence.form.larger[a, b]
    if evidence.scale.level in ("interval", "ratio"):
        form = evidence.means.larger[a, b]
    scores = scores_of(found.evaluation, compared.name, None, None)
    rescaling = dominates(scores)[a, b] if evidence.scale.shared else nothing
    whole = found.evidence.dominance
    sensible = nothing if whole is None else whole.dominates[a, b] & np.asarray(whole.known.all(axis=0))[a, b]
    bits = form + 2 * (rescaling | sensible) + 4 * sensible
    return [int(some) for some in bits * evidence.means.larger[a, b]]


def _sign_table(found: Gathered) -> dict[str, str]:
    """p of the sign test by topics won and lost, for every pair that is carried: ``"19 10"`` and ``"0.14"``."""
    seen: dict[str, str] = {}
    for name in found.evidence.measures:
        compared = found.comparison.measures[name]
        decisions, at = compared.tests[found.test], _carried_pairs(found, compared)
        more, _, less = compared.records(decisions.first[at], decisions.second[at])
        for won, lost in {tuple(sorted(both)) for both in zip(more.tolist(), less.tolist(), strict=True)}:
            if f"{lost} {won}" not in seen:
                counted = np.array([[1.0] * lost + [0.0] * won, [0.0] * lost + [1.0] * won])
                seen[f"{lost} {won}"] = _p(TESTS["sign"].run(counted, None, Setting()).p)
    return seen


def _runs(judged: JudgedRuns | None, depth: int, scored: list[int]) -> dict[str, Any] | None:
    """The grades of the first documents, one text a system: for each topic a digit a rank, - where not judged, . past
    the end, spaces where the run lacks the topic and it is left out. None where there are none, or grades do not fit.
    """
    if judged is None or judged.topics.top is None or judged.topics.top > TOP_GRADE:
        return None
    topics = len(judged.topics.names)
    shown = min(depth, max(LEAST_DEPTH, MOST_MARKS // (topics * len(scored))))
    return {"depth": shown, "marks": [_marks(judged, system, shown) for system in scored]}


def _marks(judged: JudgedRuns, system: int, depth: int) -> str:
    topics = len(judged.topics.names)
    rows = slice(system * topics, (system + 1) * topics + 1)
    offsets = judged.offsets[rows]
    part = slice(offsets[0], offsets[-1])
    topic = np.repeat(np.arange(topics), np.diff(offsets))
    rank, grade = judged.rank[part], judged.grade[part]
    inside = (rank <= depth) & (grade >= 0)
    marks = np.where(np.arange(depth) < judged.retrieved[system][:, None], UNJUDGED, PAST_THE_END)
    marks[topic[inside], rank[inside] - 1] = np.array(list(DIGITS))[grade[inside].astype(np.intp)]
    if judged.policy.missing == "drop":
        marks[~judged.answered[system]] = LEFT_OUT
    return "".join(marks.ravel().tolist())
