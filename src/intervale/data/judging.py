"""One run, or a stretch of it, and a pool: ranks are given, ties broken, duplicates found, grades looked up.

What needs no looking at is not looked at: most runs are sorted already, ids are compared only inside tied groups that
hold a pooled document, duplicates are looked for among hashes, and only pooled documents are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from intervale.data.columns import Run
from intervale.data.locate import line_of
from intervale.data.lookup import KeyTable
from intervale.data.policy import Policy
from intervale.data.pool import Grouped, Pool
from intervale.errors import InputError, OptionError

__all__ = ["JudgedRun", "judge_run"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class JudgedRun:
    """One run, or a stretch of it, judged: the topics it has, each with the number of documents retrieved, those left
    out as duplicates and those tied; and the topics, ranks and grades of its pooled documents, in rank order inside
    each topic. ``unknown`` are its topics without judgments, in the order of the file.
    """

    name: str
    source: str
    topics: Array
    retrieved: Array
    duplicates: Array
    ties: Array
    topic: Array
    rank: Array
    grade: Array
    unknown: tuple[str, ...]
    by_rank: bool

    def without(self, topics: Array) -> JudgedRun:
        """The run without some topics."""
        kept, some = ~np.isin(self.topics, topics), ~np.isin(self.topic, topics)
        columns: dict[str, Any] = {name: getattr(self, name)[kept] for name in BY_TOPIC}
        return replace(self, **columns | {name: getattr(self, name)[some] for name in BY_DOCUMENT})

    @staticmethod
    def joined(parts: list[JudgedRun]) -> JudgedRun:
        """Parts of one run, one after the other."""
        names = (*BY_TOPIC, *BY_DOCUMENT)
        columns: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
        unknown = tuple(dict.fromkeys(name for part in parts for name in part.unknown))
        return replace(parts[0], **columns, unknown=unknown, by_rank=any(part.by_rank for part in parts))


BY_TOPIC, BY_DOCUMENT = ("topics", "retrieved", "duplicates", "ties"), ("topic", "rank", "grade")
"""What a judged run has for each topic, and for each pooled document."""


def judge_run(pool: Pool, run: Run, policy: Policy) -> JudgedRun:
    """Judge a run, or a stretch of one."""
    code = pool.codes_of(run.topics.texts)
    strangers = tuple(dict.fromkeys(run.topics.texts.take(np.flatnonzero(code < 0)).tolist()))
    rows = Grouped.of(code, run.topics)
    if not len(rows.code):
        empty = np.empty(0, dtype=np.int64)
        few = np.empty(0, dtype=np.int32)
        grade = np.empty(0, dtype=np.int16 if pool.grades.dtype.kind == "i" else np.float64)
        return JudgedRun(run.name, run.source, *(empty,) * 4, few, few, grade, strangers, run.by_rank)
    if not isinstance(rows.rows, slice):
        run = run.take(rows.rows)
    keys = pool.keys_of(rows, run.documents)
    kept = _without_duplicates(rows, keys, run, policy)
    duplicates = np.zeros(len(rows.code), dtype=np.int64)
    if kept is not None:
        before = rows.sizes
        run, rows, keys = run.take(kept), rows.only(kept), keys[kept]
        duplicates = before - rows.sizes
    with np.errstate(over="ignore"):  # beyond float32 is infinity, as in C
        score = run.score.astype(np.float32) if policy.ties == "trec9" else run.score
    first = np.zeros(len(keys), dtype=bool)
    first[rows.start] = True
    order = _order(rows, first, score)
    place = pool.look_up(keys, rows, run.documents)
    if order is not None:
        score, place = score[order], place[order]
    tied = _break_ties(first, run, policy, order, score, place)
    ties = np.zeros_like(duplicates) if tied is None else np.add.reduceat(tied, rows.start, dtype=np.int64)
    topics, retrieved, topic, rank, grade = _ranked(pool, policy, rows, place)
    return JudgedRun(
        run.name, run.source, topics, retrieved, duplicates, ties, topic, rank, grade, strangers, run.by_rank
    )


def _ranked(pool: Pool, policy: Policy, rows: Grouped, place: Array) -> tuple[Array, Array, Array, Array, Array]:
    """Of rows in their final order: the topics, how many documents each has, and topic, rank and grade of the pooled
    documents.
    """
    retrieved, start = rows.sizes, rows.start
    pooled = np.flatnonzero(place >= 0)
    block = rows.repeated(np.arange(len(start)))[pooled]
    rank = pooled - start[block] + 1
    if policy.depth is not None:
        inside = rank <= policy.depth
        pooled, block, rank = pooled[inside], block[inside], rank[inside]
        retrieved = np.minimum(retrieved, policy.depth)
    grade = np.maximum(pool.grades[place[pooled]], -1)
    kind = np.int16 if grade.dtype.kind == "i" else np.float64
    return rows.code, retrieved, rows.code[block].astype(np.int32), rank.astype(np.int32), grade.astype(kind)


def _without_duplicates(rows: Grouped, keys: Array, run: Run, policy: Policy) -> Array | None:
    """The rows that are left without further mentions of a document that the topic already has; None for all."""
    suspects = KeyTable(keys, (np.arange(len(rows.code)), rows.sizes), len(rows.code)).again
    if not len(suspects):
        return None
    candidates = np.flatnonzero(np.isin(keys, suspects))
    topic, document = rows.repeated(rows.code)[candidates], run.documents.take(candidates).codes()
    worth = -run.score[candidates] if policy.duplicates == "best" else candidates
    by_pair = np.lexsort((candidates, worth, document, topic))
    pair = np.stack([topic[by_pair], document[by_pair]])
    again = candidates[by_pair[1:][(pair[:, 1:] == pair[:, :-1]).all(axis=0)]]
    if not len(again):
        return None
    if policy.duplicates == "error":
        row = int(again[again.argmin() if isinstance(rows.rows, slice) else rows.rows[again].argmin()])
        name, twice = run.topic_of(row), run.documents[row]
        remedy = "fix the run, or keep one: duplicates='first' or duplicates='best'"
        what = f"topic {name}: document {twice} is retrieved twice; {remedy}"
        raise InputError(what, source=run.source, line=line_of(run.source, name, twice, 2, run.columns))
    kept = np.ones(len(keys), dtype=bool)
    kept[again] = False
    return np.flatnonzero(kept)


def _order(rows: Grouped, first: Array, score: Array) -> Array | None:
    """Rows by topic and score downwards, equal scores in the order of the file; None where they stand so already."""
    down = score[1:] <= score[:-1]
    down |= first[1:]
    if down.all():
        return None
    by_score = np.argsort(-score, kind="stable")
    block = rows.repeated(np.arange(len(rows.code)))
    small = block.astype(np.uint16) if len(rows.code) < 1 << 16 else block  # which is sorted faster
    return by_score[np.argsort(small[by_score], kind="stable")]


def _break_ties(
    first: Array, run: Run, policy: Policy, order: Array | None, score: Array, place: Array
) -> Array | None:
    """Put equal scores in the order that the policy asks for, in ``place``; which documents are tied, or None.

    ``score`` and ``place`` are in order already, ``order`` says which of the rows each of them is, ``first`` where a
    topic begins.
    """
    equal = score[1:] == score[:-1]
    equal &= ~first[1:]
    if not equal.any():
        return None
    if policy.ties == "error":
        place_of_one = int(equal.argmax())
        one, two = (int(i if order is None else order[i]) for i in (place_of_one, place_of_one + 1))
        name, last = run.topic_of(one), run.documents[two]
        same = f"documents {run.documents[one]} and {last} have the same score"
        what = f"topic {name}: {same}; choose another rule than ties='error'"
        raise InputError(what, source=run.source, line=line_of(run.source, name, last, columns=run.columns))
    starts = np.concatenate([[0], np.flatnonzero(~equal) + 1])
    sizes = np.diff(starts, append=len(score))
    tied = np.zeros(len(score), dtype=bool)
    tied[1:] = equal
    tied[:-1] |= equal
    if policy.ties == "file":
        return tied
    groups = np.cumsum(np.append(False, ~equal))[place >= 0]  # ascending, some more than once
    groups = groups[(np.diff(groups, prepend=-1) > 0) & (sizes[groups] > 1)]  # tied groups that hold a pooled document
    if len(groups):
        group = np.repeat(np.arange(len(groups)), sizes[groups])
        spots = np.arange(len(group)) - np.repeat(
            np.cumsum(sizes[groups]) - sizes[groups] - starts[groups], sizes[groups]
        )
        row = spots if order is None else order[spots]
        place[spots] = place[spots[_inside_groups(run, row, group, policy)]]
    return tied


def _inside_groups(run: Run, row: Array, group: Array, policy: Policy) -> Array:
    """The order of tied rows: by group, then by the rank column or by document id downwards, byte by byte."""
    if policy.ties != "rank":
        ids = run.documents.take(row)
        return np.lexsort((~ids.length, *(~word for word in ids.sort_keys()), group))
    if run.rank is None:
        raise OptionError(
            "ties by rank need the rank column: the run has none, or was read without it (use ranks=True)"
        )
    return np.lexsort((run.rank[row], group))
