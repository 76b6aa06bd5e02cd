"""Qrels and runs together: ranks are given, ties broken, duplicates found, grades looked up.

The work is done run by run, so that only one run's text is in memory at a time. What needs no looking at is not
looked at: most runs are sorted already, ids are compared only inside tied groups that hold a pooled document, and
only pooled documents are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from intervale.data.columns import Qrels, Run
from intervale.data.judged import JudgedRuns, TopicJudgments
from intervale.data.policy import Policy
from intervale.data.read import read_qrels, read_run
from intervale.errors import InputError, OptionError

__all__ = ["judge"]

Array = np.ndarray[Any, Any]
LARGEST_GRADE = 32_000


def judge(qrels: Any, runs: Any, policy: Policy | None = None, *, topics: Iterable[str] | None = None) -> JudgedRuns:
    """Judge runs by qrels: files, dictionaries, frames or what :func:`read_qrels` and :func:`read_run` gave.

    ``runs`` is one run, a list of runs, or a dictionary from system names to runs. ``topics`` restricts to some
    topics of the qrels.

    >>> judged = judge({"q": {"a": 2, "b": 0}}, {"A": {"q": {"a": 1.0, "x": 3.0, "b": 2.0}}})
    >>> judged.systems, judged.grades.tolist(), judged.judged.tolist()
    (('A',), [[[0, 0, 2]]], [[[False, True, True]]])
    """
    policy = policy or Policy()
    pool = _Pool.of(read_qrels(qrels), policy, topics)
    rows: list[_JudgedRun] = []
    for name, source in _named(runs):
        rows.append(_judge_run(pool, read_run(source, name=name, ranks=policy.ties == "rank"), policy))
    if not rows:
        raise InputError("no run given")
    return _together(pool, rows, policy)


def _named(runs: Any) -> list[tuple[str | None, Any]]:
    """One run, a sequence of runs or a dictionary of runs as pairs (name or None, source)."""
    if isinstance(runs, Mapping):
        inner = next(iter(runs.values()), None)
        if isinstance(inner, Mapping) and not isinstance(next(iter(inner.values()), None), Mapping):
            return [(None, runs)]
        return list(runs.items())
    if isinstance(runs, Sequence) and not isinstance(runs, str | bytes):
        return [(None, run) for run in runs]
    return [(None, runs)]


@dataclass(frozen=True, eq=False)
class _Pool:
    """The qrels, ready for looking up: topics by code, documents by code, grades by (topic, document)."""

    topics: TopicJudgments
    documents: pa.Array
    keys: Array
    grades: Array
    source: str

    @cached_property
    def codes(self) -> dict[str, int]:
        return {name: code for code, name in enumerate(self.topics.names)}

    @staticmethod
    def of(qrels: Qrels, policy: Policy, wanted: Iterable[str] | None) -> _Pool:
        names = _chosen(qrels, wanted)
        codes = {name: code for code, name in enumerate(names)}
        code_of = np.array([codes.get(name, -1) for name in qrels.topic.dictionary.to_pylist()], dtype=np.int64)
        topic = code_of[qrels.topic.indices.to_numpy()]
        encoded = pc.dictionary_encode(qrels.document)
        document = encoded.indices.to_numpy().astype(np.int64)
        kept = topic >= 0
        keys, grade = (topic * len(encoded.dictionary) + document)[kept], qrels.grade[kept]
        order = np.argsort(keys, kind="stable")
        keys, grade = keys[order], grade[order]
        twice = keys[1:] == keys[:-1]
        if twice.any():
            topic_code, document_code = divmod(int(keys[1:][twice][0]), len(encoded.dictionary))
            what = f"topic {names[topic_code]}: document {encoded.dictionary[document_code].as_py()} is judged twice"
            raise InputError(f"{what}; keep one of the lines", source=qrels.source)
        return _Pool(
            _constants(names, keys // len(encoded.dictionary), grade, qrels, policy),
            encoded.dictionary,
            keys,
            grade,
            qrels.source,
        )

    def look_up(self, topic: Array, documents: pa.Array) -> Array:
        """For each retrieved document its place in ``grades``, or -1 where it is not pooled."""
        if documents.type != self.documents.type:
            documents = documents.cast(self.documents.type)
        code = pc.index_in(documents, value_set=self.documents)
        known = np.flatnonzero(code.is_valid().to_numpy(zero_copy_only=False))
        keys = topic[known] * len(self.documents) + code.drop_null().to_numpy()
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        found = np.full(len(topic), -1, dtype=np.int64)
        hit = self.keys[place] == keys
        found[known[hit]] = place[hit]
        return found


def _chosen(qrels: Qrels, wanted: Iterable[str] | None) -> tuple[str, ...]:
    if wanted is None:
        return qrels.topic_names
    chosen = set(wanted)
    unknown = sorted(chosen - set(qrels.topic_names))
    if unknown:
        raise InputError(
            f"no judgments for topic {unknown[0]!r} (of {len(chosen)} topics asked for)", source=qrels.source
        )
    if not chosen:
        raise OptionError("no topic was asked for; name at least one or leave the choice out")
    return tuple(name for name in qrels.topic_names if name in chosen)


def _constants(names: tuple[str, ...], topic: Array, grade: Array, qrels: Qrels, policy: Policy) -> TopicJudgments:
    top = qrels.top_grade
    if top is not None and top > LARGEST_GRADE:
        raise InputError(f"a grade of {top} is no grade; grades go up to {LARGEST_GRADE}", source=qrels.source)
    if policy.grades is not None:
        if top is None:
            raise OptionError("grades= needs integer grades; the qrels have floats")
        if top > policy.grades:
            raise OptionError(f"grades={policy.grades}, but the qrels hold a grade of {top}")
        top = policy.grades
    judged = grade >= 0
    topic, grade = topic[judged], grade[judged]
    order = np.lexsort((-grade, topic))
    offsets = np.searchsorted(topic, np.arange(len(names) + 1))
    return TopicJudgments(names, offsets, grade[order], top)


@dataclass(frozen=True, eq=False)
class _JudgedRun:
    name: str
    source: str
    sizes: Array
    rank: Array
    grade: Array
    retrieved: Array
    notes: list[str]


def _judge_run(pool: _Pool, run: Run, policy: Policy) -> _JudgedRun:
    notes: list[str] = []
    code_of = np.array([pool.codes.get(name, -1) for name in run.topic.dictionary.to_pylist()], dtype=np.int64)
    topic = code_of[run.topic.indices.to_numpy()]
    rows = np.flatnonzero(topic >= 0)
    if not len(rows):
        raise InputError(
            f"has no topic in common with {pool.source}; are the topic ids written alike?", source=run.source
        )
    unknown = len(np.unique(run.topic.indices.to_numpy()[topic < 0])) if len(rows) < len(topic) else 0
    if unknown:
        notes.append(f"{run.name}: {unknown} topics without judgments were left out")
    score = run.score.astype(np.float32) if policy.ties == "trec9" else run.score
    order = _by_topic_and_score(topic, score, rows)
    order = _without_duplicates(run, topic, order, policy, notes)
    place = pool.look_up(topic, run.document)[order]
    order, place, tied = _break_ties(run, topic, score, order, place, policy)
    if tied:
        notes.append(f"{run.name}: {tied:,} documents have tied scores")
    sorted_topic = topic[order]
    starts = np.searchsorted(sorted_topic, np.arange(len(pool.topics.names) + 1))
    rank = np.arange(1, len(order) + 1) - starts[sorted_topic]
    retrieved = np.diff(starts)
    pooled = place >= 0
    if policy.depth is not None:
        pooled &= rank <= policy.depth
        retrieved = np.minimum(retrieved, policy.depth)
    sizes = np.bincount(sorted_topic[pooled], minlength=len(retrieved))
    grade = pool.grades[place[pooled]]
    kind = np.int16 if grade.dtype.kind == "i" else np.float64
    return _JudgedRun(
        run.name, run.source, sizes, rank[pooled].astype(np.int32), np.maximum(grade, -1).astype(kind), retrieved, notes
    )


def _by_topic_and_score(topic: Array, score: Array, rows: Array) -> Array:
    """Rows by topic, inside a topic by score downwards, equal scores in the order of the file."""
    t, s = topic[rows], score[rows]
    same = t[1:] == t[:-1]
    if (s[1:] <= s[:-1])[same].all():
        if (t[1:] >= t[:-1]).all():
            return rows
        changes = t[1:][~same]
        if (
            len(np.unique(changes)) == len(changes) and t[0] not in changes
        ):  # topics stand together: move them as wholes
            return rows[np.argsort(t, kind="stable")]
    return rows[np.lexsort((-s, t))]


def _without_duplicates(run: Run, topic: Array, order: Array, policy: Policy, notes: list[str]) -> Array:
    """Rows without further mentions of a document that the topic already has."""
    code = pc.dictionary_encode(run.document)
    keys = topic[order] * len(code.dictionary) + code.indices.to_numpy()[order]
    by_key = np.lexsort((order, keys)) if policy.duplicates == "first" else np.argsort(keys, kind="stable")
    again = np.zeros(len(order), dtype=bool)
    again[by_key[1:]] = keys[by_key[1:]] == keys[by_key[:-1]]
    if not again.any():
        return order
    if policy.duplicates == "error":
        row = int(order[again].min())
        what = f"topic {run.topic[row].as_py()}: document {run.document[row].as_py()} is retrieved twice"
        raise InputError(f"{what}; mend the run, or choose duplicates=first or best", source=run.source)
    notes.append(f"{run.name}: {int(again.sum()):,} duplicate documents were left out (duplicates={policy.duplicates})")
    return order[~again]


def _break_ties(
    run: Run, topic: Array, score: Array, order: Array, place: Array, policy: Policy
) -> tuple[Array, Array, int]:
    """Put rows with equal scores in the order that the policy asks for. Also: how many rows are tied."""
    t, s = topic[order], score[order]
    equal = (t[1:] == t[:-1]) & (s[1:] == s[:-1])
    if not equal.any():
        return order, place, 0
    tied = np.zeros(len(order), dtype=bool)
    tied[1:] |= equal
    tied[:-1] |= equal
    count = int(tied.sum())
    if policy.ties == "error":
        one, two = (run.document[int(order[i])].as_py() for i in (int(equal.argmax()), int(equal.argmax()) + 1))
        name = run.topic[int(order[int(equal.argmax())])].as_py()
        raise InputError(
            f"topic {name}: documents {one} and {two} have the same score; choose another --ties", source=run.source
        )
    if policy.ties == "file":
        return order, place, count
    group = np.cumsum(np.concatenate([[True], ~equal]))
    matters = np.zeros(int(group[-1]) + 1, dtype=bool)
    matters[group[tied & (place >= 0)]] = True
    spots = np.flatnonzero(tied & matters[group])
    if not len(spots):
        return order, place, count
    if policy.ties == "rank":
        if run.rank is None:
            raise OptionError("ties=rank needs the rank column: read the run with ranks=True")
        inside = np.lexsort((run.rank[order[spots]], group[spots]))
    else:
        ids = pc.take(run.document, order[spots])
        table = pa.table({"group": group[spots], "id": ids.cast(pa.large_binary())})
        inside = pc.sort_indices(table, sort_keys=[("group", "ascending"), ("id", "descending")]).to_numpy()
    new_order, new_place = order.copy(), place.copy()
    new_order[spots], new_place[spots] = order[spots[inside]], place[spots[inside]]
    return new_order, new_place, count


def _together(pool: _Pool, runs: list[_JudgedRun], policy: Policy) -> JudgedRuns:
    offsets = np.concatenate([[0], np.cumsum(np.concatenate([run.sizes for run in runs]))])
    retrieved = np.stack([run.retrieved for run in runs])
    answered = retrieved > 0
    notes = _topic_notes(pool, runs, answered, policy)
    for run in runs:
        notes.extend(run.notes)
    policy = Policy(policy.ties, policy.missing, policy.duplicates, pool.topics.top, policy.depth)
    return JudgedRuns(
        _system_names(runs),
        pool.topics,
        offsets,
        np.concatenate([run.rank for run in runs]),
        np.concatenate([run.grade for run in runs]),
        retrieved,
        answered,
        policy,
        tuple(notes),
    )


def _system_names(runs: list[_JudgedRun]) -> tuple[str, ...]:
    """Systems by tag, by file where tags clash, with a number where files clash too."""
    tags = Counter(run.name for run in runs)
    names: dict[str, None] = {}
    for run in runs:
        name = unique = run.name if tags[run.name] == 1 else run.source
        copies = 2
        while unique in names:
            unique, copies = f"{name} ({copies})", copies + 1
        names[unique] = None
    return tuple(names)


def _topic_notes(pool: _Pool, runs: list[_JudgedRun], answered: Array, policy: Policy) -> list[str]:
    notes = []
    empty = int((pool.topics.recall_base() == 0).sum())
    if empty:
        notes.append(
            f"{empty} of {len(pool.topics.names)} topics have no relevant document: what needs one scores 0 there"
        )
    for run, row in zip(runs, answered, strict=True):
        lacking = int((~row).sum())
        if lacking:
            done = "they score 0" if policy.missing == "zero" else "its mean is over the others"
            notes.append(f"{run.name}: no documents for {lacking} of {len(row)} topics; {done}")
    return notes
