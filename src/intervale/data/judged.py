"""Judged runs: what a measure sees.

``JudgedRuns`` holds, for each system and topic, the pooled documents that were retrieved, as pairs (rank, grade) in
rank order. ``Profiles`` is a block of such rows laid out for vectorised work: the first pooled document of every
row, then the second.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from intervale.data.policy import LARGEST_GRADE, Policy
from intervale.errors import MeasureError
from intervale.exact import whole
from intervale.exact.shown import Shown

__all__ = ["JudgedRuns", "Profiles", "TopicJudgments"]

Array = np.ndarray[Any, Any]
NOT_POOLED = -2
"""The grade of a place that holds no pooled document. A grade of -1 is a pooled document that was not judged."""
BLOCK_CELLS = 4_000_000


@dataclass(frozen=True, eq=False)
class TopicJudgments:
    """The constants of the topics: the grades of all judged documents of each, in descending order.

    ``offsets`` delimits the topics in ``grades`` (0 or more each). ``top`` is the top grade c, or None where grades
    are floats. ``digests`` has a 64-bit number for each topic, made of its documents and their grades: the same where
    the judgments are the same, and different where they differ, but for chance.
    """

    names: tuple[str, ...]
    offsets: Array
    grades: Array
    top: int | None
    digests: Array

    def recall_base(self, rel: float = 1) -> Array:
        """The number of documents with a grade of at least ``rel``, by topic."""
        return self.sums(self.grades >= rel).astype(np.int64)

    def judged(self) -> Array:
        """The number of judged documents, by topic."""
        return np.diff(self.offsets)

    def sums(self, values: Array) -> Array:
        """Sums by topic of one value for each judged document."""
        return np.bincount(self.topic_of, weights=values, minlength=len(self.names)).astype(np.float64)

    @cached_property
    def topic_of(self) -> Array:
        """The topic of each judged document."""
        return np.repeat(np.arange(len(self.names)), self.judged())

    def only(self, topics: Array) -> TopicJudgments:
        """The constants of some topics, by their places."""
        grades = [self.grades[self.offsets[t] : self.offsets[t + 1]] for t in topics]
        offsets = np.concatenate([[0], np.cumsum([len(some) for some in grades])]).astype(self.offsets.dtype)
        joined = np.concatenate(grades) if grades else self.grades[:0]
        return TopicJudgments(tuple(self.names[t] for t in topics), offsets, joined, self.top, self.digests[topics])

    def same_as(self, other: TopicJudgments) -> bool:
        """Whether names, judgments and top grade are the same."""
        return (
            (self.names, self.top) == (other.names, other.top)
            and np.array_equal(self.offsets, other.offsets)
            and np.array_equal(self.grades, other.grades)
            and np.array_equal(self.digests, other.digests)
        )

    def descending(self, values: Array) -> tuple[Array, Array]:
        """Values of the judged documents sorted downwards inside each topic, and the place of each, from 1."""
        place = np.arange(1, len(values) + 1) - self.offsets[:-1][self.topic_of]
        return values[np.lexsort((-values, self.topic_of))], place


@dataclass(frozen=True, eq=False)
class Profiles:
    """A block of judged runs, one a row, laid out by pooled document: ``grade[j, row]`` stands at ``rank[j, row]``.

    Rows with fewer pooled documents are filled up with ``NOT_POOLED`` at a rank past the end. ``retrieved`` counts
    the documents of each row, ``topic`` says which topic of ``topics`` it is; on a run space ``topics`` is None,
    and the constants of a topic are left out.
    """

    rank: Array
    grade: Array
    retrieved: Array
    topic: Array
    topics: TopicJudgments | None
    top: int | None

    @property
    def width(self) -> int:
        return len(self.rank)

    @property
    def depth(self) -> int:
        """The largest rank that can occur."""
        return int(self.retrieved.max(initial=0))

    def cut(self, cutoff: int | None) -> Profiles:
        """The same rows down to a cutoff."""
        if cutoff is None or cutoff >= self.depth:
            return self
        inside = self.rank <= cutoff
        used = 1 + int(np.flatnonzero(inside.any(axis=1)).max(initial=-1))
        grade = np.where(inside, self.grade, NOT_POOLED)
        return replace(self, rank=self.rank[:used], grade=grade[:used], retrieved=np.minimum(self.retrieved, cutoff))

    def judged_only(self) -> Profiles:
        """The same rows without the documents that were not judged (trec_eval ``-J``): ranks close up."""
        judged = self.grade >= 0
        rank = np.cumsum(judged, axis=0)
        return replace(
            self,
            rank=np.where(judged, rank, np.iinfo(np.int32).max),
            grade=np.where(judged, self.grade, NOT_POOLED),
            retrieved=judged.sum(0),
        )

    def constant(self, by_topic: Array) -> Array:
        """A constant of the topics as one value a row."""
        return by_topic[self.topic]

    @staticmethod
    def of_grades(grades: Array, top: int | None = None) -> Profiles:
        """Fully judged runs from an array of grades (…, depth): a run space, where no topic constant applies."""
        grades = np.asarray(grades)
        if grades.ndim == 0:
            raise MeasureError("expected an array of grades with the ranks in the last axis, found a single number")
        if grades.dtype.kind not in "iufb":
            raise MeasureError(f"grades must be numbers, not {grades.dtype}")
        flat = grades.reshape(int(np.prod(grades.shape[:-1])), grades.shape[-1]).T
        levels = grades.dtype.kind in "iub"
        if top is not None:
            top = whole("grades", top, 1, LARGEST_GRADE)
        elif levels:
            top = max(1, int(flat.max(initial=0)))
        largest = LARGEST_GRADE if top is None else min(top, LARGEST_GRADE)
        if not ((flat >= 0) & (flat <= largest)).all():
            raise MeasureError(f"grades must be from 0 to {largest}; the array has others")
        rank = np.broadcast_to(np.arange(1, len(flat) + 1, dtype=np.int32)[:, None], flat.shape)
        rows = flat.shape[1]
        grade = flat.astype(np.int16) if levels else flat
        return Profiles(
            rank, grade, np.full(rows, len(flat)), np.zeros(rows, dtype=np.intp), None, top if levels else None
        )


@dataclass(frozen=True, eq=False, repr=False)
class JudgedRuns(Shown):
    """Systems × topics × depth: the grades of what each system retrieved for each topic.

    Row ``s * len(topics) + t`` has the pooled documents ``offsets[row]:offsets[row + 1]`` of ``rank`` and ``grade``.
    ``retrieved[s, t]`` counts the documents retrieved, ``answered[s, t]`` says whether the run has the topic at all.
    """

    systems: tuple[str, ...]
    topics: TopicJudgments
    offsets: Array
    rank: Array
    grade: Array
    retrieved: Array
    answered: Array
    policy: Policy
    notes: tuple[str, ...] = field(default=())
    noted_on: tuple[int, int] | None = None
    """How many systems and topics the notes are about, where these are more than there are."""
    tied: Array | None = None
    """By system, how many documents had the score of another on some topic; None where that is not known."""

    def __repr__(self) -> str:
        systems, topics = self.shape
        return f"JudgedRuns({systems:,} systems × {topics:,} topics, {len(self.rank):,} pooled documents retrieved)"

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.systems), len(self.topics.names)

    @property
    def depth(self) -> int:
        return int(self.retrieved.max(initial=0))

    def pooled(self, system: int, topic: int) -> tuple[Array, Array]:
        """Ranks and grades of the pooled documents that a system retrieved for a topic, in rank order."""
        row = system * len(self.topics.names) + topic
        part = slice(self.offsets[row], self.offsets[row + 1])
        return self.rank[part], self.grade[part]

    def only(self, systems: Array, topics: Array) -> JudgedRuns:
        """The judged runs of some systems on some topics, by their places."""
        rows = (np.asarray(systems)[:, None] * len(self.topics.names) + np.asarray(topics)).ravel()
        sizes = np.diff(self.offsets)[rows]
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(self.offsets.dtype)
        place = np.repeat(self.offsets[rows] - offsets[:-1], sizes) + np.arange(offsets[-1])
        part = np.ix_(systems, topics)
        return replace(
            self,
            systems=tuple(self.systems[s] for s in systems),
            topics=self.topics.only(topics),
            offsets=offsets,
            rank=self.rank[place],
            grade=self.grade[place],
            retrieved=self.retrieved[part],
            answered=self.answered[part],
            noted_on=self._noted_on(len(systems), len(topics), self.noted_on or self.shape),
            tied=None if self.tied is None or len(topics) < self.shape[1] else self.tied[systems],
        )

    @staticmethod
    def _noted_on(systems: int, topics: int, whole: tuple[int, int] | None) -> tuple[int, int] | None:
        return None if whole is None or (systems >= whole[0] and topics >= whole[1]) else whole

    def beside(self, other: JudgedRuns) -> JudgedRuns:
        """These systems and those of judged runs on the same topics and judgments."""
        return replace(
            self,
            systems=(*self.systems, *other.systems),
            offsets=np.concatenate([self.offsets, self.offsets[-1] + other.offsets[1:]]),
            rank=np.concatenate([self.rank, other.rank]),
            grade=np.concatenate([self.grade, other.grade]),
            retrieved=np.concatenate([self.retrieved, other.retrieved]),
            answered=np.concatenate([self.answered, other.answered]),
            notes=tuple(dict.fromkeys((*self.notes, *other.notes))),
            noted_on=self._noted_on(
                len(self.systems) + len(other.systems), len(self.topics.names), self.noted_on or other.noted_on
            ),
            tied=None if self.tied is None or other.tied is None else np.concatenate([self.tied, other.tied]),
        )

    def same_as(self, other: JudgedRuns) -> bool:
        """Whether all that measures see is the same."""
        return (
            self.systems == other.systems
            and self.topics.same_as(other.topics)
            and all(
                np.array_equal(getattr(self, name), getattr(other, name))
                for name in ("offsets", "rank", "grade", "retrieved", "answered")
            )
        )

    def same_grades(self, systems: Sequence[str]) -> bool:
        """Whether systems have the same grades at the same ranks, and as many documents, on every topic."""
        topics = np.arange(len(self.topics.names))
        first, *others = (self.only(np.array([self.systems.index(name)]), topics) for name in systems)
        names = ("offsets", "rank", "grade", "retrieved")
        return all(np.array_equal(getattr(one, name), getattr(first, name)) for one in others for name in names)

    def unjudged(self, depth: int) -> Array:
        """By system, the share of the documents in its first ``depth`` ranks, over all topics, that nobody judged; 0
        where it has none.
        """
        topics = len(self.topics.names)
        row = np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets)) // topics
        seen = np.bincount(row[(self.grade >= 0) & (self.rank <= depth)], minlength=len(self.systems))
        shown = np.minimum(self.retrieved, depth).sum(axis=1)
        return np.asarray((shown - seen) / np.maximum(shown, 1))

    @cached_property
    def relevant(self) -> JudgedRuns:
        """The same runs without the pooled documents of grade 0 and below, which most are; ranks stay."""
        kept = np.flatnonzero(self.grade > 0)
        offsets = np.searchsorted(kept, self.offsets)
        return replace(self, offsets=offsets, rank=self.rank[kept], grade=self.grade[kept])

    def blocks(self) -> Iterable[tuple[Array, Profiles]]:
        """Rows and their profiles, in blocks of rows of similar size, so that little of a block is filling."""
        return self._kept_blocks if len(self.rank) <= 2 * BLOCK_CELLS else self._made_blocks()

    @cached_property
    def _kept_blocks(self) -> list[tuple[Array, Profiles]]:
        """The blocks, kept for the next measure where they are not too large."""
        return list(self._made_blocks())

    def _made_blocks(self) -> Iterator[tuple[Array, Profiles]]:
        sizes = np.diff(self.offsets)
        order = np.argsort(sizes, kind="stable")
        retrieved = self.retrieved.ravel()
        start = 0
        while start < len(order):
            end = self._block_end(sizes[order], start)
            rows = order[start:end]
            yield rows, self._profiles(rows, int(sizes[rows[-1]]), retrieved[rows])
            start = end

    @staticmethod
    def _block_end(sizes: Array, start: int) -> int:
        """Where a block that starts here ends: rows at most twice as wide as its first (or 32), and a bounded
        number of cells.
        """
        end = int(np.searchsorted(sizes, max(32, 2 * int(sizes[start])), side="right"))
        while end - start > 1 and (end - start) * max(1, int(sizes[end - 1])) > BLOCK_CELLS:
            end = start + (end - start) // 2
        return end

    def _profiles(self, rows: Array, width: int, retrieved: Array) -> Profiles:
        place = self.offsets[rows][None, :] + np.arange(width)[:, None]
        inside = place < self.offsets[rows + 1][None, :]
        np.minimum(place, max(len(self.rank) - 1, 0), out=place)
        beyond = np.int32(np.iinfo(np.int32).max)
        rank = np.where(inside, self.rank[place], beyond) if width else np.empty((0, len(rows)), dtype=np.int32)
        grade = (
            np.where(inside, self.grade[place], self.grade.dtype.type(NOT_POOLED))
            if width
            else np.empty((0, len(rows)), self.grade.dtype)
        )
        return Profiles(rank, grade, retrieved, rows % len(self.topics.names), self.topics, self.topics.top)

    def dense(self, rows: Array) -> tuple[Array, Array]:
        """Grades and judged mask of some rows as full matrices (rows, depth); unjudged places have grade 0."""
        depth = self.depth
        grades = np.zeros((len(rows), depth), dtype=self.grade.dtype)
        judged = np.zeros((len(rows), depth), dtype=bool)
        sizes = self.offsets[rows + 1] - self.offsets[rows]
        line = np.repeat(np.arange(len(rows)), sizes)
        place = (
            np.arange(int(sizes.sum()))
            - np.repeat(np.cumsum(sizes) - sizes, sizes)
            + np.repeat(self.offsets[rows], sizes)
        )
        seen = self.grade[place] >= 0
        line, place = line[seen], place[seen]
        grades[line, self.rank[place] - 1] = self.grade[place]
        judged[line, self.rank[place] - 1] = True
        return grades, judged

    @property
    def grades(self) -> Array:
        """The systems × topics × depth matrix of grades; 0 where a document was not judged or nothing was retrieved."""
        return self.dense(np.arange(len(self.offsets) - 1))[0].reshape(*self.shape, self.depth)

    @property
    def judged(self) -> Array:
        """The systems × topics × depth mask of judged documents."""
        return self.dense(np.arange(len(self.offsets) - 1))[1].reshape(*self.shape, self.depth)
