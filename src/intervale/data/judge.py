"""Qrels and runs together: ranks are given, ties broken, duplicates found, grades looked up.

Runs are judged one by one, so that no more than one run's text a worker is in memory. What needs no looking at is
not looked at: most runs are sorted already, ids are compared only inside tied groups that hold a pooled document,
duplicates are looked for among hashes, and only pooled documents are kept.
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
from intervale.data.columns import Run
from intervale.data.files import Source
from intervale.data.judged import JudgedRuns
from intervale.data.locate import line_of
from intervale.data.policy import Policy
from intervale.data.pool import Pool, codes_of, pair_keys
from intervale.data.read import read_qrels, read_runs, read_topics, run_sources
from intervale.errors import InputError, OptionError

__all__ = ["judge"]

Array = np.ndarray[Any, Any]


def judge(
    qrels: Any,
    runs: Any,
    policy: Policy | None = None,
    *,
    topics: Iterable[str] | Source | None = None,
    encoding: str | None = None,
    workers: int | None = None,
) -> JudgedRuns:
    """Judge runs by qrels: files, dictionaries, frames or what :func:`read_qrels` and :func:`read_run` gave.

    ``runs`` is one run, a list of runs, or a dictionary from system names to runs; a folder or a pattern stands for
    its files, and a file with several tags for several runs. ``topics``, ids or a file with one a line, restricts
    to some topics of the qrels. ``workers`` runs are read at a time, by default one for each processor.

    >>> judged = judge({"q": {"a": 2, "b": 0}}, {"A": {"q": {"a": 1.0, "x": 3.0, "b": 2.0}}})
    >>> judged.systems, judged.grades.tolist(), judged.judged.tolist()
    (('A',), [[[0, 0, 2]]], [[[False, True, True]]])
    """
    policy = policy or Policy()
    home = _path(qrels)
    files = [(name, file) for name, source in _named(runs) for file in run_sources(source)]
    sources = [(name, file) for name, file in files if not isinstance(file, Path) or file != home]
    if not sources:
        raise InputError("no run given")
    inputs = [qrels, *(source for _, source in sources)]
    if sum(isinstance(source, str | os.PathLike) and str(source) == "-" for source in inputs) > 1:
        raise OptionError("standard input can be read once: one - among QRELS and RUN")
    if isinstance(topics, str | os.PathLike):
        topics = read_topics(topics)
    pool = Pool.of(read_qrels(qrels, encoding=encoding), policy, topics)

    def judged(source: tuple[str | None, Any]) -> list[_JudgedRun]:
        name, file = source
        found = read_runs(file, name=name, ranks=policy.ties == "rank", encoding=encoding)
        return [_judge_run(pool, run, policy) for run in found]

    rows = _mapped(judged, sources, workers)
    return _together(pool, [row for some in rows for row in some], policy)


def _path(source: Any) -> Path | None:
    """The path of the qrels, so that a folder of runs may hold them too."""
    return Path(source) if isinstance(source, str | os.PathLike) else None


def _mapped(work: Callable[[Any], Any], items: Sequence[Any], workers: int | None) -> list[Any]:
    """The results of the work on each item, in order, a few at a time."""
    if workers is not None and workers < 1:
        raise OptionError(f"workers={workers} must be a whole number of at least 1")
    count = min(workers or os.cpu_count() or 1, len(items))
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
    if isinstance(runs, Mapping):
        inner = next(iter(runs.values()), None)
        if isinstance(inner, Mapping) and not isinstance(next(iter(inner.values()), None), Mapping):
            return [(None, runs)]
        return list(runs.items())
    if isinstance(runs, Sequence) and not isinstance(runs, str | bytes):
        return [(None, run) for run in runs]
    return [(None, runs)]


@dataclass(frozen=True, eq=False)
class _JudgedRun:
    """One run judged: ``sizes[t]`` pooled documents for topic t, their ranks and grades one topic after the other."""

    name: str
    source: str
    sizes: Array
    rank: Array
    grade: Array
    retrieved: Array
    notes: dict[str, int]


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


def _judge_run(pool: Pool, run: Run, policy: Policy) -> _JudgedRun:
    notes: dict[str, int] = {}
    rows = _with_judgments(
        _Rows(codes_of(run.topic, pool.topic_ids), run.document, run.score, run.rank), pool, run, notes
    )
    keys = pair_keys(rows.topic, rows.document, pool.seed)
    kept = _without_duplicates(rows, keys, pool, run, policy, notes)
    if kept is not None:
        rows, keys = rows.at(kept), keys[kept]
    with np.errstate(over="ignore"):  # beyond float32 is infinity, as in C
        score = rows.score.astype(np.float32) if policy.ties == "trec9" else rows.score
    order = _order(rows.topic, score)
    place = pool.look_up(keys, rows.document)
    topic = rows.topic if order is None else rows.topic[order]
    if order is not None:
        score, place = score[order], place[order]
    tied = _break_ties(rows, run, pool, policy, order, topic, score, place)
    if tied:
        notes["ties"] = tied
    return _ranked(run, pool, policy, topic, place, notes)


def _ranked(run: Run, pool: Pool, policy: Policy, topic: Array, place: Array, notes: dict[str, int]) -> _JudgedRun:
    """Ranks and grades of the pooled documents of rows in their final order."""
    starts = np.concatenate([[0], np.flatnonzero(topic[1:] != topic[:-1]) + 1])
    topic_of = topic[starts]
    pooled = np.flatnonzero(place >= 0)
    block = np.searchsorted(starts, pooled, side="right") - 1
    rank = pooled - starts[block] + 1
    retrieved = np.zeros(len(pool.topics.names), dtype=np.int64)
    retrieved[topic_of] = np.diff(np.append(starts, len(topic)))
    if policy.depth is not None:
        inside = rank <= policy.depth
        pooled, block, rank = pooled[inside], block[inside], rank[inside]
        retrieved = np.minimum(retrieved, policy.depth)
    of_topic = topic_of[block]
    if (of_topic[1:] < of_topic[:-1]).any():
        by_topic = np.argsort(of_topic, kind="stable")
        pooled, rank, of_topic = pooled[by_topic], rank[by_topic], of_topic[by_topic]
    grade = np.maximum(pool.grades[place[pooled]], -1)
    kind = np.int16 if grade.dtype.kind == "i" else np.float64
    sizes = np.bincount(of_topic, minlength=len(retrieved))
    return _JudgedRun(run.name, run.source, sizes, rank.astype(np.int32), grade.astype(kind), retrieved, notes)


def _with_judgments(rows: _Rows, pool: Pool, run: Run, notes: dict[str, int]) -> _Rows:
    """The rows whose topic has judgments."""
    known = rows.topic >= 0
    if known.all():
        return rows
    if not known.any():
        example = f"it has {run.topic[0].as_py()!r}, the qrels have {pool.topics.names[0]!r}"
        raise InputError(f"has no topic in common with {pool.source}: {example}", source=run.source)
    unknown = len(np.unique(to_numpy(run.topic.indices)[codes_of(run.topic, pool.judged_ids) < 0]))
    if unknown:
        notes["unknown"] = unknown
    return rows.at(np.flatnonzero(known))


def _without_duplicates(
    rows: _Rows, keys: Array, pool: Pool, run: Run, policy: Policy, notes: dict[str, int]
) -> Array | None:
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
        what = (
            f"topic {topic}: document {document} is retrieved twice; mend the run, or choose duplicates=first or best"
        )
        raise InputError(what, source=run.source, line=line_of(run.source, topic, document, mention=2))
    notes["duplicates"] = len(again)
    kept = np.ones(len(rows.topic), dtype=bool)
    kept[again] = False
    return np.flatnonzero(kept)


def _order(topic: Array, score: Array) -> Array | None:
    """Rows by topic and score downwards, equal scores in the order of the file; None where they stand so already."""
    same = topic[1:] == topic[:-1]
    if ((score[1:] <= score[:-1]) | ~same).all():
        firsts = topic[np.concatenate([[0], np.flatnonzero(~same) + 1])]
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
        what = f"topic {name}: documents {one} and {two} have the same score; choose another rule for ties"
        raise InputError(what, source=run.source, line=line_of(run.source, name, two))
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
            raise OptionError("ties=rank needs the rank column: read the run with ranks=True")
        return np.lexsort((rows.rank[row], group))
    ids = one_chunk(taken(rows.document, row)).cast(pa.large_binary())
    table = pa.Table.from_arrays([from_numpy(group), ids], names=["group", "id"])
    return to_numpy(pc.sort_indices(table, sort_keys=[("group", "ascending"), ("id", "descending")]))


def _together(pool: Pool, runs: list[_JudgedRun], policy: Policy) -> JudgedRuns:
    retrieved = np.stack([run.retrieved for run in runs])
    answered = retrieved > 0
    systems = _system_names(runs)
    return JudgedRuns(
        systems=systems,
        topics=pool.topics,
        offsets=np.concatenate([[0], np.cumsum(np.concatenate([run.sizes for run in runs]))]),
        rank=np.concatenate([run.rank for run in runs]),
        grade=np.concatenate([run.grade for run in runs]),
        retrieved=retrieved,
        answered=answered,
        policy=replace(policy, grades=pool.topics.top),
        notes=tuple(_notes(pool, systems, runs, answered, policy)),
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


def _notes(
    pool: Pool, systems: tuple[str, ...], runs: list[_JudgedRun], answered: Array, policy: Policy
) -> Iterator[str]:
    """What is to be noted, the gravest first; many runs with the same note share one sentence."""
    topics = len(pool.topics.names)
    if topics < len(pool.judged_ids):
        yield f"{topics:,} of the {len(pool.judged_ids):,} topics of the qrels were asked for"
    empty = int((pool.topics.recall_base() == 0).sum())
    if empty:
        yield f"{empty} of {topics} topics have no relevant document: what needs one scores 0 there"
    done = "they score 0" if policy.missing == "zero" else "means are over the others"
    lacking = {name: int((~row).sum()) for name, row in zip(systems, answered, strict=True)}
    yield from _told(lacking, f"no documents for {{n}} of {topics} topics; {done}", "lack documents for some topics")
    for kind, sentence, shared in (
        ("unknown", "{n} topics without judgments left out", "have topics without judgments, which are left out"),
        (
            "duplicates",
            f"{{n}} duplicate documents left out ({policy.duplicates})",
            "have duplicate documents left out",
        ),
        ("ties", "{n} documents have tied scores", "have tied scores"),
    ):
        counts = {name: run.notes.get(kind, 0) for name, run in zip(systems, runs, strict=True)}
        yield from _told(counts, sentence, shared)


def _told(counts: dict[str, int], sentence: str, shared: str) -> Iterator[str]:
    """One sentence for each run that has something to tell, or one for all where there are many."""
    found = {name: n for name, n in counts.items() if n}
    if len(found) <= 3:
        yield from (f"{name}: {sentence.format(n=f'{n:,}')}" for name, n in found.items())
    else:
        most = max(found, key=lambda name: found[name])
        yield f"{len(found)} of {len(counts)} runs {shared}; the most: {most}, {sentence.format(n=f'{found[most]:,}')}"
