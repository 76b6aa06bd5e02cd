"""Qrels and runs together: ranks are given, ties broken, duplicates found, grades looked up.

Runs are judged one by one, and a long one a stretch of topics at a time, so that what is worked on stays in the
processor's cache and little memory is ever touched. What needs no looking at is not looked at: most runs are sorted
already, ids are compared only inside tied groups that hold a pooled document, duplicates are looked for among hashes,
and only pooled documents are kept.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from intervale.data.arrow import from_numpy, one_chunk, taken, to_numpy
from intervale.data.column_names import columns_given
from intervale.data.columns import Run, Unread
from intervale.data.files import Source, file_stem
from intervale.data.judged import JudgedRuns
from intervale.data.locate import line_of
from intervale.data.policy import Policy
from intervale.data.pool import Pool
from intervale.data.read import open_runs, read_qrels, read_topics, run_sources
from intervale.data.shapes import one_run, settled
from intervale.errors import InputError, OptionError
from intervale.exact import whole
from intervale.exact.progress import MOST_WORKERS

__all__ = ["judge"]

Array = np.ndarray[Any, Any]


def judge(
    qrels: Any,
    runs: Any,
    policy: Policy | None = None,
    *,
    topics: Iterable[str | int] | Source | None = None,
    encoding: str | None = None,
    workers: int | None = None,
    columns: Any = None,
) -> JudgedRuns:
    """Judge runs by qrels: files, dictionaries, frames, whatever :func:`read_qrels` and :func:`read_run` take or gave.

    ``runs`` is one run, a list of runs, or a dictionary from system names to runs; a folder or a pattern stands for
    its files, and a file with several tags for several runs. ``topics``, ids or a file with one a line, restricts
    to some topics of the qrels. ``workers`` is how many runs, or stretches of a long one, are worked on at a time; by
    default one for each processor. ``columns`` says what the columns of files without a header are: with a grade those
    of the qrels, with a score or a rank those of the runs.

    >>> judged = judge({"q": {"a": 2, "b": 0}}, {"A": {"q": {"a": 1.0, "x": 3.0, "b": 2.0}}})
    >>> judged.systems, judged.grades.tolist(), judged.judged.tolist()
    (('A',), [[[0, 0, 2]]], [[[False, True, True]]])
    """
    policy = policy or Policy()
    said = columns_given(columns)
    home = _path(qrels)
    files = [(name, file) for name, source in _named(settled(runs)) for file in run_sources(source)]
    sources = [(name, file) for name, file in files if not isinstance(file, Path) or file != home]
    if not sources:
        raise InputError("no runs given")
    inputs = [qrels, *(source for _, source in sources)]
    if sum(isinstance(source, str | os.PathLike) and str(source) == "-" for source in inputs) > 1:
        raise OptionError("standard input can be read only once: use one - among QRELS and RUN")
    if isinstance(topics, str | os.PathLike):
        topics = read_topics(topics)
    read = read_qrels(qrels, encoding=encoding, columns=said.get("qrels"), relevant_from=policy.relevant_from)
    policy = replace(policy, relevant_from=read.relevant_from)
    pool = Pool.of(read, policy, topics)

    count = os.cpu_count() or 1 if workers is None else whole("workers", workers, 1, MOST_WORKERS)
    runs_at_once = min(count, len(sources))
    stretches_at_once = count // runs_at_once

    def judged(source: tuple[str | None, Any]) -> list[_JudgedRun]:
        name, file = source
        opened = open_runs(file, name=name, ranks=policy.ties == "rank", encoding=encoding, columns=said.get("run"))
        found = _judge_runs(pool, opened, policy, stretches_at_once)
        return [replace(found[0], name=name)] if name is not None and len(found) == 1 else found

    rows = _mapped(judged, sources, runs_at_once)
    given = Counter(Path(file) for _, file in sources if isinstance(file, str | os.PathLike))
    again = [f"{file} is given {n} times: the same run under other names" for file, n in given.items() if n > 1]
    return _together(pool, [row for some in rows for row in some], policy, again)


def _path(source: Any) -> Path | None:
    """The path of the qrels, so that a folder of runs may hold them too."""
    return Path(source) if isinstance(source, str | os.PathLike) else None


def _mapped(work: Callable[[Any], Any], items: Sequence[Any], workers: int) -> list[Any]:
    """The results of the work on each item, in order, a few at a time."""
    count = min(workers, len(items))
    if count == 1:
        return [work(item) for item in items]
    executor, wait = ThreadPoolExecutor(count), True
    try:
        return list(executor.map(work, items))
    except KeyboardInterrupt:
        wait = False  # who presses Ctrl-C does not want to
        raise
    finally:
        executor.shutdown(wait=wait, cancel_futures=True)


def _named(runs: Any) -> list[tuple[str | None, Any]]:
    """One run, a sequence of runs or a dictionary of runs as pairs (name or None, source)."""
    if one_run(runs):
        return [(None, runs)]
    return list(runs.items()) if isinstance(runs, Mapping) else [(None, run) for run in runs]


@dataclass(frozen=True, eq=False)
class _JudgedRun:
    """One run, or a stretch of it, judged: the topics it has with the number of documents retrieved, and the topics,
    ranks and grades of its pooled documents, in rank order inside each topic. ``unknown`` are its topics without
    judgments, in the order of the file.
    """

    name: str
    source: str
    topics: Array
    retrieved: Array
    topic: Array
    rank: Array
    grade: Array
    unknown: tuple[str, ...]
    duplicates: int
    ties: int
    by_rank: bool


@dataclass(frozen=True, eq=False)
class _Rows:
    """Retrieved documents as columns: topic code, document, score, rank column."""

    topic: Array
    document: pa.Array | pa.ChunkedArray
    score: Array
    rank: Array | None

    def at(self, rows: Array) -> _Rows:
        rank = None if self.rank is None else self.rank[rows]
        return _Rows(self.topic[rows], taken(self.document, rows), self.score[rows], rank)


def _judge_runs(pool: Pool, runs: Unread | list[Run], policy: Policy, workers: int) -> list[_JudgedRun]:
    """The runs of one source, by stretches where that is the same."""
    if not isinstance(runs, list):
        whole = _by_stretches(pool, runs, policy, workers)
        if whole is not None:
            return [whole]
        runs = runs.runs()
    return [_judge_run(pool, run, policy) for run in runs]


def _by_stretches(pool: Pool, unread: Unread, policy: Policy, workers: int) -> _JudgedRun | None:
    """A run that was judged by stretches; None where it is short, something is wrong with it (errors name lines of
    the whole source), it has several tags, or a topic comes back later.
    """
    stretches = list(unread.stretches())
    if len(stretches) < 2:
        return None

    def judged(stretch: slice) -> list[_JudgedRun]:
        return [_judge_run(pool, run, policy) for run in unread.runs(stretch)]

    try:
        parts = [part for found in _mapped(judged, stretches, workers) for part in found]
    except InputError:
        return None
    whole = _joined(parts)
    again = len(np.unique(whole.topics)) < len(whole.topics) or len(set(whole.unknown)) < len(whole.unknown)
    return None if again or any(part.name != whole.name for part in parts) else whole


def _joined(parts: list[_JudgedRun]) -> _JudgedRun:
    """Stretches of a run one after the other."""
    return _JudgedRun(
        parts[0].name,
        parts[0].source,
        np.concatenate([part.topics for part in parts]),
        np.concatenate([part.retrieved for part in parts]),
        np.concatenate([part.topic for part in parts]),
        np.concatenate([part.rank for part in parts]),
        np.concatenate([part.grade for part in parts]),
        tuple(name for part in parts for name in part.unknown),
        sum(part.duplicates for part in parts),
        sum(part.ties for part in parts),
        parts[0].by_rank,
    )


def _judge_run(pool: Pool, run: Run, policy: Policy) -> _JudgedRun:
    rows = _Rows(pool.codes_of(run.topic), run.document, run.score, run.rank)
    unknown: tuple[str, ...] = ()
    if len(rows.topic) and rows.topic.min() < 0:
        known = rows.topic >= 0
        strangers = np.unique(to_numpy(run.topic.indices)[~known])
        unknown = tuple(taken(run.topic.dictionary, strangers).to_pylist())
        rows = rows.at(np.flatnonzero(known))
    keys = pool.keys_of(rows.topic, rows.document)
    kept = _without_duplicates(rows, keys, pool, run, policy)
    duplicates = 0 if kept is None else len(keys) - len(kept)
    if kept is not None:
        rows, keys = rows.at(kept), keys[kept]
    with np.errstate(over="ignore"):  # beyond float32 is infinity, as in C
        score = rows.score.astype(np.float32) if policy.ties == "trec9" else rows.score
    order = _order(rows.topic, score)
    place = pool.look_up(keys, rows.document)
    topic = rows.topic if order is None else rows.topic[order]
    if order is not None:
        score, place = score[order], place[order]
    ties = _break_ties(rows, run, pool, policy, order, topic, score, place)
    columns = _ranked(pool, policy, topic, place)
    return _JudgedRun(run.name, run.source, *columns, unknown, duplicates, ties, run.by_rank)


def _ranked(pool: Pool, policy: Policy, topic: Array, place: Array) -> tuple[Array, Array, Array, Array, Array]:
    """Of rows in their final order: the topics, how many documents each has, and topic, rank and grade of the pooled
    documents.
    """
    starts = np.flatnonzero(np.diff(topic, prepend=-1))
    retrieved = np.diff(np.append(starts, len(topic)))
    pooled = np.flatnonzero(place >= 0)
    block = np.searchsorted(starts, pooled, side="right") - 1
    rank = pooled - starts[block] + 1
    if policy.depth is not None:
        inside = rank <= policy.depth
        pooled, block, rank = pooled[inside], block[inside], rank[inside]
        retrieved = np.minimum(retrieved, policy.depth)
    grade = np.maximum(pool.grades[place[pooled]], -1)
    kind = np.int16 if grade.dtype.kind == "i" else np.float64
    topics = topic[starts]
    return topics, retrieved, topics[block], rank.astype(np.int32), grade.astype(kind)


def _without_duplicates(rows: _Rows, keys: Array, pool: Pool, run: Run, policy: Policy) -> Array | None:
    """The rows that are left without further mentions of a document that the topic already has; None for all."""
    ordered = np.sort(keys)
    suspects = ordered[1:][ordered[1:] == ordered[:-1]]
    if not len(suspects):
        return None
    candidates = np.flatnonzero(np.isin(keys, suspects))
    code = to_numpy(pc.dictionary_encode(one_chunk(taken(rows.document, candidates))).indices)
    worth = -rows.score[candidates] if policy.duplicates == "best" else candidates
    by_pair = np.lexsort((candidates, worth, code, rows.topic[candidates]))
    pair = np.stack([rows.topic[candidates][by_pair], code[by_pair]])
    again = candidates[by_pair[1:][(pair[:, 1:] == pair[:, :-1]).all(axis=0)]]
    if not len(again):
        return None
    if policy.duplicates == "error":
        row = int(again.min())
        topic, document = pool.topics.names[rows.topic[row]], rows.document[row].as_py()
        remedy = "fix the run, or keep one: duplicates='first' or duplicates='best'"
        what = f"topic {topic}: document {document} is retrieved twice; {remedy}"
        raise InputError(what, source=run.source, line=line_of(run.source, topic, document, 2, run.columns))
    kept = np.ones(len(rows.topic), dtype=bool)
    kept[again] = False
    return np.flatnonzero(kept)


def _order(topic: Array, score: Array) -> Array | None:
    """Rows by topic and score downwards, equal scores in the order of the file; None where they stand so already."""
    changes = np.diff(topic, prepend=-1) != 0
    if ((score[1:] <= score[:-1]) | changes[1:]).all():
        firsts = topic[changes]
        if len(np.unique(firsts)) == len(firsts):  # each topic in one piece
            return None
    return np.lexsort((-score, topic))


def _break_ties(
    rows: _Rows, run: Run, pool: Pool, policy: Policy, order: Array | None, topic: Array, score: Array, place: Array
) -> int:
    """Put equal scores in the order that the policy asks for, in ``place``; how many documents are tied.

    ``topic``, ``score`` and ``place`` are in order already, ``order`` says which of the rows each of them is.
    """
    equal = (score[1:] == score[:-1]) & (topic[1:] == topic[:-1])
    if not equal.any():
        return 0
    if policy.ties == "error":
        first = int(equal.argmax())
        one, two = (rows.document[int(i if order is None else order[i])].as_py() for i in (first, first + 1))
        name = pool.topics.names[topic[first]]
        what = f"topic {name}: documents {one} and {two} have the same score; choose another rule than ties='error'"
        raise InputError(what, source=run.source, line=line_of(run.source, name, two, columns=run.columns))
    starts = np.concatenate([[0], np.flatnonzero(~equal) + 1])
    sizes = np.diff(np.append(starts, len(topic)))
    count = int(sizes[sizes > 1].sum())
    if policy.ties == "file":
        return count
    groups = np.searchsorted(starts, np.flatnonzero(place >= 0), side="right") - 1  # ascending, some more than once
    groups = groups[(np.diff(groups, prepend=-1) > 0) & (sizes[groups] > 1)]  # tied groups that hold a pooled document
    if len(groups):
        group = np.repeat(np.arange(len(groups)), sizes[groups])
        spots = np.arange(len(group)) - np.repeat(
            np.cumsum(sizes[groups]) - sizes[groups] - starts[groups], sizes[groups]
        )
        row = spots if order is None else order[spots]
        place[spots] = place[spots[_inside_groups(rows, row, group, policy)]]
    return count


def _inside_groups(rows: _Rows, row: Array, group: Array, policy: Policy) -> Array:
    """The order of tied rows: by group, then by the rank column or by document id downwards, byte by byte."""
    if policy.ties == "rank":
        if rows.rank is None:
            raise OptionError(
                "ties by rank need the rank column: the run has none, or was read without it (use ranks=True)"
            )
        return np.lexsort((rows.rank[row], group))
    ids = one_chunk(taken(rows.document, row)).cast(pa.large_binary())
    table = pa.Table.from_arrays([from_numpy(group), ids], names=["group", "id"])
    return to_numpy(pc.sort_indices(table, sort_keys=[("group", "ascending"), ("id", "descending")]))


def _together(pool: Pool, runs: list[_JudgedRun], policy: Policy, again: list[str]) -> JudgedRuns:
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
        tied=np.array([run.ties for run in runs], dtype=np.int64),
    )


def _system_names(runs: list[_JudgedRun]) -> tuple[str, ...]:
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
    pool: Pool, systems: tuple[str, ...], runs: list[_JudgedRun], answered: Array, policy: Policy
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
            lambda run: run.duplicates,
            f"{{n}} duplicate documents left out ({policy.duplicates})",
            "have duplicate documents left out",
        ),
        (lambda run: run.ties, "{n} documents have tied scores", "have tied scores"),
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
