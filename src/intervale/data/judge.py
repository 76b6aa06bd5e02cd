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

from intervale.data.column_names import columns_given
from intervale.data.columns import Run, Unread
from intervale.data.files import Source, file_stem
from intervale.data.judged import JudgedRuns
from intervale.data.locate import line_of
from intervale.data.lookup import KeyTable
from intervale.data.policy import Policy
from intervale.data.pool import Grouped, Pool
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
        found = [run for one in opened for run in _judge_source(pool, one, policy, stretches_at_once)]
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


def _judge_source(pool: Pool, unread: Unread, policy: Policy, workers: int) -> list[_JudgedRun]:
    """The runs of one source, by stretches where that is the same."""
    whole = _by_stretches(pool, unread, policy, workers)
    return [_judge_run(pool, run, policy) for run in unread.runs()] if whole is None else [whole]


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
    again = np.bincount(whole.topics, minlength=1).max() > 1 or len(set(whole.unknown)) < len(whole.unknown)
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
    code = pool.codes_of(run.topics.texts)
    strangers = dict.fromkeys(run.topics.texts.take(np.flatnonzero(code < 0)).tolist())
    rows = Grouped.of(code, run.topics)
    if not len(rows.code):
        empty = np.empty(0, dtype=np.int64)
        return _JudgedRun(run.name, run.source, empty, empty, empty, empty, empty, tuple(strangers), 0, 0, run.by_rank)
    if not isinstance(rows.rows, slice):
        run = run.take(rows.rows)
    keys = pool.keys_of(rows, run.documents)
    kept = _without_duplicates(rows, keys, run, policy)
    duplicates = 0 if kept is None else len(keys) - len(kept)
    if kept is not None:
        run, rows, keys = run.take(kept), rows.only(kept), keys[kept]
    with np.errstate(over="ignore"):  # beyond float32 is infinity, as in C
        score = run.score.astype(np.float32) if policy.ties == "trec9" else run.score
    first = np.zeros(len(keys), dtype=bool)
    first[rows.start] = True
    order = _order(rows, first, score)
    place = pool.look_up(keys, rows, run.documents)
    if order is not None:
        score, place = score[order], place[order]
    ties = _break_ties(first, run, policy, order, score, place)
    columns = _ranked(pool, policy, rows, place)
    return _JudgedRun(run.name, run.source, *columns, tuple(strangers), duplicates, ties, run.by_rank)


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
    return rows.code, retrieved, rows.code[block], rank.astype(np.int32), grade.astype(kind)


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


def _break_ties(first: Array, run: Run, policy: Policy, order: Array | None, score: Array, place: Array) -> int:
    """Put equal scores in the order that the policy asks for, in ``place``; how many documents are tied.

    ``score`` and ``place`` are in order already, ``order`` says which of the rows each of them is, ``first`` where a
    topic begins.
    """
    equal = score[1:] == score[:-1]
    equal &= ~first[1:]
    if not equal.any():
        return 0
    if policy.ties == "error":
        place_of_one = int(equal.argmax())
        one, two = (int(i if order is None else order[i]) for i in (place_of_one, place_of_one + 1))
        name, last = run.topic_of(one), run.documents[two]
        same = f"documents {run.documents[one]} and {last} have the same score"
        what = f"topic {name}: {same}; choose another rule than ties='error'"
        raise InputError(what, source=run.source, line=line_of(run.source, name, last, columns=run.columns))
    starts = np.concatenate([[0], np.flatnonzero(~equal) + 1])
    sizes = np.diff(starts, append=len(score))
    count = int(sizes[sizes > 1].sum())
    if policy.ties == "file":
        return count
    groups = np.cumsum(np.append(False, ~equal))[place >= 0]  # ascending, some more than once
    groups = groups[(np.diff(groups, prepend=-1) > 0) & (sizes[groups] > 1)]  # tied groups that hold a pooled document
    if len(groups):
        group = np.repeat(np.arange(len(groups)), sizes[groups])
        spots = np.arange(len(group)) - np.repeat(
            np.cumsum(sizes[groups]) - sizes[groups] - starts[groups], sizes[groups]
        )
        row = spots if order is None else order[spots]
        place[spots] = place[spots[_inside_groups(run, row, group, policy)]]
    return count


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
