"""The pool: qrels made ready for looking up grades."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.data.columns import Qrels
from intervale.data.dicts import text_of
from intervale.data.judged import TopicJudgments
from intervale.data.locate import line_of
from intervale.data.lookup import SEEDS, KeyTable, TextTable, confirmed
from intervale.data.policy import LARGEST_GRADE, Policy
from intervale.data.texts import Blocks, Texts
from intervale.errors import InputError, OptionError, shown

__all__ = ["Grouped", "Pool"]

Array = np.ndarray[Any, Any]
MOST_LEVELS = 16


@dataclass(frozen=True, eq=False)
class Grouped:
    """Rows in one block for each topic, as most files have them: the place of each topic in the pool, how many rows it
    has, and which rows of the source these are, in turn.
    """

    code: Array
    sizes: Array
    rows: Array | slice

    @staticmethod
    def of(code: Array, blocks: Blocks) -> Grouped:
        """The rows of blocks whose topics have these places; those of other topics (-1) are left out."""
        known = code >= 0
        rows: Array | slice = slice(None) if known.all() else np.flatnonzero(blocks.repeated(known))
        if (np.diff(np.sort(code[known])) > 0).all():
            return Grouped(code[known], blocks.sizes[known], rows)
        found = blocks.repeated(code)[rows]
        small = found.astype(np.uint16) if found.max() < 1 << 16 else found  # which is sorted faster
        order = np.argsort(small, kind="stable")
        rows = order if isinstance(rows, slice) else rows[order]
        sizes = np.bincount(found)
        present = np.flatnonzero(sizes)
        return Grouped(present, sizes[present], rows)

    @property
    def blocks(self) -> tuple[Array, Array]:
        return self.code, self.sizes

    @property
    def start(self) -> Array:
        """The first row of each topic."""
        return np.cumsum(self.sizes) - self.sizes

    def repeated(self, values: Array) -> Array:
        """One value for each row from one for each topic."""
        return np.repeat(values, self.sizes)

    def only(self, rows: Array) -> Grouped:
        """Some of these rows, in their order; at least one of each topic."""
        sizes = np.bincount(self.repeated(np.arange(len(self.code)))[rows], minlength=len(self.code))
        return Grouped(self.code, sizes, rows)


@dataclass(frozen=True, eq=False)
class Pool:
    """Qrels ready for looking up. Place i holds the judgment of the document with the id ``documents[i]`` and the
    grade ``grades[i]``; ``unwanted`` topics have judgments too, but were not asked for.
    """

    topics: TopicJudgments
    documents: Texts
    grades: Array
    source: str
    unwanted: frozenset[str]
    _codes: TextTable
    _places: KeyTable
    _seed: int

    @staticmethod
    def of(qrels: Qrels, policy: Policy, wanted: Iterable[str | int] | None = None) -> Pool:
        """The pool of all topics, or of those wanted."""
        names = _chosen(qrels, wanted)
        codes = TextTable(qrels.topic_ids if wanted is None else Texts.of(names))
        rows = Grouped.of(codes.find(qrels.topics.texts), qrels.topics)
        documents, grade = qrels.documents.take(rows.rows), qrels.grade[rows.rows]
        for seed in SEEDS:
            keys = _pair_keys(rows, documents, seed)
            places = KeyTable(keys, rows.blocks, len(names))
            if not len(places.again):
                break
            _refuse_twice(names, rows, documents, np.flatnonzero(np.isin(keys, places.again)), qrels)
        else:
            raise InputError("some document ids have the same hash for every seed tried", source=qrels.source)
        digests = _digests(len(names), rows, documents, grade)
        topics = _constants(names, rows, grade, digests, qrels, policy)
        unwanted = frozenset() if wanted is None else frozenset(qrels.topic_names).difference(names)
        return Pool(topics, documents, grade, qrels.source, unwanted, codes, places, seed)

    def codes_of(self, topics: Texts) -> Array:
        """The place of each topic among the topics of the pool, or -1."""
        return self._codes.find(topics)

    def keys_of(self, rows: Grouped, documents: Texts) -> Array:
        """A key for each row, to find duplicates and to look up grades by."""
        return _pair_keys(rows, documents, self._seed)

    def look_up(self, keys: Array, rows: Grouped, documents: Texts) -> Array:
        """For each retrieved document, by its key, its place in ``grades``, or -1 where it is not pooled."""
        return confirmed(self._places.find(keys, rows.blocks), documents, self.documents)


def _pair_keys(rows: Grouped, documents: Texts, seed: int) -> Array:
    """A 64-bit hash of each pair of a topic's place and a document id. The same document has different keys in
    different topics.
    """
    keys = documents.hashes(seed)
    keys ^= rows.repeated(rows.code.astype(np.uint64) * np.uint64(0xD1B54A32D192ED03))
    keys *= np.uint64(0x9E3779B97F4A7C15)
    return keys


def _refuse_twice(names: tuple[str, ...], rows: Grouped, documents: Texts, suspects: Array, qrels: Qrels) -> None:
    """Refuse a document that is judged twice; keys that are equal by chance are let through."""
    seen: set[tuple[str, str]] = set()
    in_file = suspects if isinstance(rows.rows, slice) else rows.rows[suspects]
    for row in suspects[np.argsort(in_file)]:
        pair = names[rows.code[np.searchsorted(rows.start, row, side="right") - 1]], documents[row]
        if pair in seen:
            what = f"topic {pair[0]}: document {pair[1]} is judged twice; keep one of the lines"
            raise InputError(what, source=qrels.source, line=line_of(qrels.source, *pair, 2, qrels.columns))
        seen.add(pair)


def _chosen(qrels: Qrels, wanted: Iterable[str | int] | None) -> tuple[str, ...]:
    """The requested topics, in the order of the qrels; whole numbers are ids too, as in dictionaries and frames."""
    if wanted is None:
        return qrels.topic_names
    if not isinstance(wanted, Iterable):
        raise OptionError(f"topics={shown(wanted)} must be a list of ids, or the name of a file with one per line")
    chosen = {text_of(topic, "the requested topics") for topic in wanted}
    unknown = sorted(chosen - set(qrels.topic_names))
    if unknown:
        asked = f"topic {shown(unknown[0])}" + (f" and {len(unknown) - 1} more" if len(unknown) > 1 else "")
        raise InputError(f"no judgments for {asked}", source=qrels.source)
    if not chosen:
        raise OptionError("the list of topics is empty; name at least one, or leave it out")
    return tuple(name for name in qrels.topic_names if name in chosen)


def _digests(topics: int, rows: Grouped, documents: Texts, grade: Array) -> Array:
    """For each topic a sum over its documents, in any order, of a hash of document and grade."""
    pairs = documents.hashes() ^ grade.astype(np.float64).view(np.uint64) * np.uint64(0xD1B54A32D192ED03)
    mixed = (pairs ^ (pairs >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    found = np.zeros(topics, dtype=np.uint64)
    found[rows.code] = np.add.reduceat(mixed ^ (mixed >> np.uint64(29)), rows.start)
    return found


def _constants(
    names: tuple[str, ...], rows: Grouped, grade: Array, digests: Array, qrels: Qrels, policy: Policy
) -> TopicJudgments:
    top = qrels.top_grade
    if qrels.grade.max() > LARGEST_GRADE:
        largest = f"{qrels.grade.max():.15g}"
        raise InputError(f"grade {largest} is out of range (0 to {LARGEST_GRADE})", source=qrels.source)
    if policy.grades is not None:
        if top is None:
            raise OptionError("grades= needs integer grades; the qrels have floats")
        if top > policy.grades:
            raise OptionError(f"grades={policy.grades}, but the qrels contain grade {top}")
        top = policy.grades
    judged = grade >= 0
    topic, grade = rows.repeated(rows.code)[judged], grade[judged]
    offsets = np.concatenate([[0], np.cumsum(np.bincount(topic, minlength=len(names)))])
    return TopicJudgments(names, offsets, _descending(topic, grade, len(names)), top, digests)


def _descending(topic: Array, grade: Array, topics: int) -> Array:
    """The grades of each topic downwards. Where there are few different ones, they are counted and not sorted."""
    levels = 1 + int(grade.max(initial=0))
    if grade.dtype.kind == "f" or levels > MOST_LEVELS:
        return grade[np.lexsort((-grade, topic))]
    counts = np.bincount(topic * levels + (levels - 1 - grade), minlength=topics * levels)
    return np.repeat(np.tile(np.arange(levels)[::-1], topics), counts)
