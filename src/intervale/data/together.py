"""Judged runs put together: systems named, grades in one table, and what is to be noted in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from intervale.data.files import file_stem
from intervale.data.judged import JudgedRuns
from intervale.data.judging import JudgedRun
from intervale.data.policy import Policy
from intervale.data.pool import Pool
from intervale.errors import InputError

__all__ = ["together"]

Array = np.ndarray[Any, Any]


def together(pool: Pool, runs: list[JudgedRun], policy: Policy, again: list[str]) -> JudgedRuns:
    for run in runs:
        if not len(run.topics):
            example = f"it has {run.unknown[0]!r}, the qrels have {pool.topics.names[0]!r}"
            raise InputError(f"has no topic in common with {pool.source}: {example}", source=run.source)
    systems = _system_names(runs)
    retrieved = np.zeros((len(runs), len(pool.topics.names)), dtype=np.int64)
    sizes = np.zeros_like(retrieved)
    ranks, grades = [], []
    for row, run in enumerate(runs):
        retrieved[row, run.topics] = run.retrieved
        sizes[row] = np.bincount(run.topic, minlength=sizes.shape[1])
        by_topic = slice(None) if (run.topic[1:] >= run.topic[:-1]).all() else np.argsort(run.topic, kind="stable")
        ranks.append(run.rank[by_topic])
        grades.append(run.grade[by_topic])
    answered = retrieved > 0
    return JudgedRuns(
        systems=systems,
        topics=pool.topics,
        offsets=np.concatenate([[0], np.cumsum(sizes)]),
        rank=np.concatenate(ranks),
        grade=np.concatenate(grades),
        retrieved=retrieved,
        answered=answered,
        policy=replace(policy, grades=pool.topics.top),
        notes=(*again, *_notes(pool, systems, runs, answered, policy)),
        tied=np.array([run.ties.sum() for run in runs], dtype=np.int64),
    )


def _system_names(runs: list[JudgedRun]) -> tuple[str, ...]:
    """Systems by tag; where tags clash or there is none, by file, without folder and ending where that is enough; with
    a number where files clash too.
    """
    tags = Counter(run.name for run in runs)
    stems = Counter(file_stem(run.source) for run in runs)
    names: dict[str, None] = {}
    for run in runs:
        stem = file_stem(run.source)
        tagged = tags[run.name] == 1 and run.name != run.source
        name = unique = run.name if tagged else stem if stems[stem] == 1 else run.source
        copies = 2
        while unique in names:
            unique, copies = f"{name} ({copies})", copies + 1
        names[unique] = None
    return tuple(names)


def _notes(
    pool: Pool, systems: tuple[str, ...], runs: list[JudgedRun], answered: Array, policy: Policy
) -> Iterator[str]:
    """What is to be noted, the gravest first; many runs with the same note share one sentence."""
    topics = len(pool.topics.names)
    if pool.unwanted:
        yield f"{topics:,} of the {topics + len(pool.unwanted):,} topics of the qrels were selected"
    if pool.grades.dtype.kind == "f":
        low = "binary measures such as AP take those below 1 as not relevant"
        yield f"grades are not whole numbers, and {low}; are judgments and runs swapped?"
    empty = int((pool.topics.recall_base() == 0).sum())
    if empty:
        yield f"{empty} of {topics} topics have no relevant document: measures that need one score 0 there"
    done = "they score 0" if policy.missing == "zero" else "means are over the others"
    lacking = {name: int((~row).sum()) for name, row in zip(systems, answered, strict=True)}
    yield from _told(lacking, f"no documents for {{n}} of {topics} topics; {done}", "have no documents for some topics")
    for count, sentence, shared in (
        (
            lambda run: sum(topic not in pool.unwanted for topic in run.unknown),
            "{n} topics without judgments left out",
            "have topics without judgments, which are left out",
        ),
        (
            lambda run: int(run.duplicates.sum()),
            f"{{n}} duplicate documents left out ({policy.duplicates})",
            "have duplicate documents left out",
        ),
        (lambda run: int(run.ties.sum()), "{n} documents have tied scores", "have tied scores"),
        (lambda run: run.by_rank, "ranks only; the score is minus the rank", "have ranks only, and no scores"),
    ):
        counts = {name: count(run) for name, run in zip(systems, runs, strict=True)}
        yield from _told(counts, sentence, shared)


def _told(counts: dict[str, int], sentence: str, shared: str) -> Iterator[str]:
    """One sentence for each run that has something to tell, or one for all where there are many."""
    found = {name: n for name, n in counts.items() if n}
    if len(found) <= 3:
        yield from (f"{name}: {sentence.format(n=f'{n:,}')}" for name, n in found.items())
    else:
        most = max(found, key=lambda name: found[name])
        yield f"{len(found)} of {len(counts)} runs {shared}; most in {most}: {sentence.format(n=f'{found[most]:,}')}"
