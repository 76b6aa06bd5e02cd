"""What a page carries: the numbers that its script shows, sorts and subtracts, packed.

Scores go as float64, bit by bit, so that the page counts wins as Python does; texts of numbers are Python's.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from intervale.data import JudgedRuns
from intervale.present.page.gather import Gathered
from intervale.present.page.packed import mean_texts, packed_marks, packed_scores, texts
from intervale.present.page.pairs import case, pairs, sign_table
from intervale.present.page.words import TEMPLATES
from intervale.present.wording.averaging import OWN_SCALES
from intervale.present.wording.checks import CHECKS, UNTESTED
from intervale.present.wording.pair import Chance, pair_template
from intervale.present.wording.scale import Scale, on_equal_steps
from intervale.present.wording.texts import percent, the_test
from intervale.statements.evidence import ASSUMED, MeasureEvidence
from intervale.stats.comparison import MeasureComparison
from intervale.stats.decisions import Decisions

__all__ = ["carried", "first_systems"]

Array = np.ndarray[Any, Any]
MOST_SCORES, MOST_MARKS = 600_000, 600_000
"""How many scores, and how many grades of judged runs, a page carries."""
LEAST_DEPTH, TOP_GRADE, HALF_BYTE_GRADE = 10, 35, 12
"""How many ranks of a judged run are carried at least; up to which grade, and up to which in half a byte a rank."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
UNJUDGED, PAST_THE_END, LEFT_OUT = "-", ".", " "


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
        "unjudged": None if found.unjudged is None else texts([f"{100 * x:.0f}" for x in found.unjudged]),
        "depth": found.depth,
        "runs": _runs(found.judged, found.depth, scored),
        "columns": [_column(found, name) for name in found.measures],
        "measures": [_measure(found, name, scored) for name in found.evidence.measures],
        "sentences": {case(chance, scale): pair_template(chance, scale) for chance in Chance for scale in Scale},
        "clear": case(Chance.CLEAR, Scale.UNKNOWN)[0],
        "same": case(Chance.NONE, Scale.UNKNOWN),
        "not_tested": case(Chance.UNTESTED, Scale.UNKNOWN),
        "untested": {case(chance, Scale.UNKNOWN)[0]: why for chance, why in UNTESTED.items()},
        "command": _command(found),
        "checks": {name: asdict(check) for name, check in CHECKS.items()},
        "words": TEMPLATES
        | {
            "no_runs": "there are scores alone" if found.judged is None else "some runs lack topics",
            "every_note": _intervals(found),
        },
        "sign": sign_table(found),
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
        "mean": mean_texts(compared.means),
        "place": _places(compared.mean_order.places),
        "ranking": list(compared.ranking),
    }
    if form is not None:
        order = found.evaluation.mean_order(form)
        column |= {"form": form, "equal": mean_texts(order.means), "equal_place": _places(order.places)}
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
        "low": mean_texts(around[:, 0]),
        "high": mean_texts(around[:, 1]),
        "possible": None if compared.best is None else "".join("1" if yes else "0" for yes in compared.best.possible),
        "scores": packed_scores(compared.scores[scored]),
        "order": None if compared.order is None else packed_scores(compared.order[scored]),
        "pairs": pairs(found, compared, evidence),
        "places": _common(compared, evidence, decisions, found.comparison.alpha),
    }


def _command(found: Gathered) -> str:
    """The command that tests every pair as those of the page are, without baselines; the measure is named behind it."""
    comparison, test = found.comparison, found.test
    words = ["intervale compare", "QRELS RUN..." if found.judged is not None else "SCORES", "--pairs"]
    words += [] if test == "t" else [f"--test {test}"]
    words += [] if comparison.alpha == 0.05 else [f"--alpha {comparison.alpha:g}"]
    words += [] if comparison.correction == "holm" else [f"--correction {comparison.correction}"]
    return " ".join(words)


def _intervals(found: Gathered) -> str:
    """What the p-values and intervals of pairs are."""
    decisions = next(iter(found.comparison.measures.values())).tests[found.test]
    said = f"p by {decisions.title}{_over(decisions)}."
    if decisions.outcome.low is None or decisions.pairs == 1:
        return said
    if not decisions.together:
        return f"{said} Intervals are of each pair alone."
    reach = " (Bonferroni's): one may reach 0 where Holm decides that systems differ" * (decisions.correction == "holm")
    return f"{said} Intervals hold for all comparisons together{reach}."


def _over(decisions: Decisions) -> str:
    """Over how many comparisons p is corrected."""
    if decisions.pairs == 1:
        return ""
    if decisions.correction == "none" and not decisions.test.family:
        return f", not corrected for {decisions.pairs:,} comparisons"
    return f" among {decisions.pairs:,} comparisons"


def _common(
    compared: MeasureComparison, evidence: MeasureEvidence, decisions: Decisions, alpha: float
) -> dict[str, str]:
    """What stands in the places of sentences, the same for every pair."""
    return {
        "m": compared.name,
        "k": f"{decisions.pairs:,}",
        "test": the_test(decisions.test.title),
        "by": decisions.title,
        "steps": on_equal_steps(bool(evidence.scale.shared)),
        "over": _over(decisions),
        "ci": f"{'simultaneous ' * (decisions.together and decisions.pairs > 1)}{percent(alpha)} CI",
        "by_what": "by the mean" if decisions.test.scale == "interval" else f"by {the_test(decisions.test.title)}",
        "no_form": evidence.no_form,
        "own": OWN_SCALES[evidence.scale.shared],
        "assumed": "" if evidence.scale.shared else f", {ASSUMED}",
    }


def _runs(judged: JudgedRuns | None, depth: int, scored: list[int]) -> dict[str, Any] | None:
    """The grades of the first documents, one text a system: for each topic a digit a rank, - where not judged, . past
    the end, spaces where the run lacks the topic and it is left out. None where there are none, or grades do not fit.
    """
    if judged is None or judged.topics.top is None or judged.topics.top > TOP_GRADE:
        return None
    topics = len(judged.topics.names)
    shown = min(depth, max(LEAST_DEPTH, MOST_MARKS // (topics * len(scored))))
    marks = [_marks(judged, system, shown) for system in scored]
    halves = judged.topics.top <= HALF_BYTE_GRADE
    return {"depth": shown, "halves": halves, "marks": [packed_marks(one) for one in marks] if halves else marks}


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
