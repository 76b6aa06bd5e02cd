"""What one should know of the data before quoting a result."""

from __future__ import annotations

from typing import Any

import numpy as np

from intervale.data import JudgedRuns
from intervale.evaluation import Evaluation
from intervale.present.wording.texts import listing

__all__ = ["cautions_of", "same_results"]

Array = np.ndarray[Any, Any]
MOST = 4
"""How many are shown."""
MANY_UNJUDGED, HALF, MANY_TIED, FEW_TOPICS = 0.2, 0.5, 0.1, 4
"""From which share on unjudged documents, one topic in a mean, and documents with tied scores are spoken of; with fewer
topics, one of them carries much of a mean anyway."""


def cautions_of(evaluation: Evaluation, measure: str, leader: str | None, depth: int) -> list[str]:
    """The gravest first: documents that nobody judged, runs with the same grades, missing topics, a mean that one topic
    carries, many tied scores, runs that are too short; four at most.
    """
    judged = evaluation.judged
    said: list[str] = []
    if judged is not None:
        counted = not evaluation.measure(measure).judged_only
        said += [*_unjudged(judged, leader, depth, counted), *_same(judged), *_missing(judged)]
    said += _one_topic(evaluation, measure, leader)
    if judged is not None:
        said += [*_tied(judged), *_short(judged, evaluation.measure(measure).cutoff)]
    return said[:MOST]


def _unjudged(judged: JudgedRuns, leader: str | None, depth: int, counted: bool) -> list[str]:
    shares = judged.unjudged(depth)
    own = 0.0 if leader is None else float(shares[judged.systems.index(leader)])
    if max(shares.mean(), own) <= MANY_UNJUDGED:
        return []
    half = int((shares > HALF).sum())
    some = f" For {half:,} system{'s' * (half != 1)} it is more than half." if half else ""
    first = f" For {leader} it is {own:.0%}." if leader is not None else ""
    count = " and count as not relevant" if counted else ""
    average = f"{shares.mean():.1%} of the documents in the top {depth} of a run were never judged"
    return [f"On average {average}{count}.{some}{first}"]


def same_results(judged: JudgedRuns) -> list[tuple[str, ...]]:
    """Systems with the same grades at the same ranks, and as many documents, on every topic."""
    groups: dict[tuple[bytes, ...], list[str]] = {}
    topics = len(judged.topics.names)
    for s, name in enumerate(judged.systems):
        part = slice(judged.offsets[s * topics], judged.offsets[(s + 1) * topics])
        ends = judged.offsets[s * topics : (s + 1) * topics + 1] - judged.offsets[s * topics]
        key = tuple(one.tobytes() for one in (ends, judged.rank[part], judged.grade[part], judged.retrieved[s]))
        groups.setdefault(key, []).append(name)
    return [tuple(names) for names in groups.values() if len(names) > 1]


def _same(judged: JudgedRuns) -> list[str]:
    groups = same_results(judged)
    if not groups:
        return []
    named = "; ".join(listing(names) for names in groups[:2]) + ("; …" if len(groups) > 2 else "")
    if len(groups) == 1:
        return [f"{named} have the same grades at every rank on every topic: they are one result, not several."]
    return [
        f"{len(groups):,} groups of systems have the same grades at every rank on every topic ({named}): each is one "
        "result, not several."
    ]


def _missing(judged: JudgedRuns) -> list[str]:
    lacking = (~judged.answered).sum(axis=1)
    runs, topics, most = int((lacking > 0).sum()), judged.shape[1], int(lacking.argmax())
    if not runs:
        return []
    scored = "count as 0" if judged.policy.missing == "zero" else "are left out of its mean"
    if runs == 1:
        return [f"{judged.systems[most]} has no documents for {lacking[most]:,} of {topics:,} topics, which {scored}."]
    each = scored.replace("its mean", "their means")
    worst = f"{judged.systems[most]} for {lacking[most]:,}"
    return [f"{runs:,} systems have no documents for some of the {topics:,} topics ({worst}), which {each}."]


def _one_topic(evaluation: Evaluation, measure: str, leader: str | None) -> list[str]:
    if leader is None:
        return []
    scores = evaluation.matrix(measure)[evaluation.systems.index(leader)]
    known = ~np.isnan(scores)
    total = float(scores[known].sum())
    if known.sum() < FEW_TOPICS or total <= 0 or scores[known].min() < 0:
        return []
    most = int(np.nanargmax(scores))
    share = float(scores[most]) / total
    if share < HALF:
        return []
    return [f"Topic {evaluation.topics[most]} alone makes up {share:.0%} of the mean {measure} of {leader}."]


def _tied(judged: JudgedRuns) -> list[str]:
    if judged.tied is None:
        return []
    shares = judged.tied / np.maximum(judged.retrieved.sum(axis=1), 1)
    many = int((shares > MANY_TIED).sum())
    if not many:
        return []
    most = int(shares.argmax())
    worst = f"{judged.systems[most]}: {shares[most]:.0%}"
    who = "One system has" if many == 1 else f"{many:,} systems have"
    return [f"{who} many documents with tied scores ({worst}): which of them comes first was decided by a rule."]


def _short(judged: JudgedRuns, cutoff: int | None) -> list[str]:
    if cutoff is None:
        return []
    short = (judged.retrieved < cutoff) & judged.answered
    runs = int(short.any(axis=1).sum())
    if not runs:
        return []
    lists, topics = int(short.sum()), judged.shape[1]
    padded = "padded with documents that are not relevant"
    if runs == 1:
        who = judged.systems[int(short.any(axis=1).argmax())]
        return [f"{who} has fewer than {cutoff:,} documents on {lists:,} of {topics:,} topics, which were {padded}."]
    names = tuple(judged.systems[s] for s in np.flatnonzero(short.any(axis=1)))
    which = f"{lists:,} list{'s were' if lists > 1 else ' was'} {padded}"
    return [f"{listing(names)} have fewer than {cutoff:,} documents on some topics: {which}."]
