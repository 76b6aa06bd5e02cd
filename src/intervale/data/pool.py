"""The pool: qrels made ready for looking up grades."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from intervale.data.arrow import one_chunk, strings, taken, to_numpy, truths
from intervale.data.columns import Qrels
from intervale.data.frames import text_of
from intervale.data.hashing import hash_strings
from intervale.data.judged import TopicJudgments
from intervale.data.locate import line_of
from intervale.data.lookup import SEEDS, KeyTable, StringTable, all_distinct, confirmed
from intervale.data.policy import LARGEST_GRADE, Policy
from intervale.errors import InputError, OptionError, shown

__all__ = ["Pool", "pair_keys"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Pool:
    """Qrels ready for looking up. Place i holds the judgment of the document with the id ``documents[i]`` and the
    grade ``grades[i]``; ``unwanted`` topics have judgments too, but were not asked for.
    """

    topics: TopicJudgments
    documents: pa.Array
    grades: Array
    source: str
    unwanted: frozenset[str]
    _codes: StringTable
    _places: KeyTable
    _seed: int

    @staticmethod
    def of(qrels: Qrels, policy: Policy, wanted: Iterable[str | int] | None = None) -> Pool:
        """The pool of all topics, or of those wanted."""
        names = _chosen(qrels, wanted)
        codes = StringTable(qrels.topic_ids if wanted is None else strings(names))
        topic, document, grade = _codes_of(qrels.topic, codes), one_chunk(qrels.document), qrels.grade
        if wanted is not None:
            kept = np.flatnonzero(topic >= 0)
            topic, document, grade = topic[kept], taken(document, kept), grade[kept]
        for seed in SEEDS:
            keys = pair_keys(topic, document, seed)
            if all_distinct(keys):
                break
            order = np.argsort(keys)
            alike = np.flatnonzero(keys[order][1:] == keys[order][:-1])
            _refuse_twice(names, topic, document, order[alike], order[alike + 1], qrels)
        else:
            raise InputError("some document ids have the same hash for every seed tried", source=qrels.source)
        digests = _digests(len(names), topic, document, grade)
        topics = _constants(names, topic, grade, digests, qrels, policy)
        unwanted = frozenset() if wanted is None else frozenset(qrels.topic_names).difference(names)
        return Pool(topics, document, grade, qrels.source, unwanted, codes, KeyTable(keys), seed)

    def codes_of(self, topic: pa.DictionaryArray) -> Array:
        """The place of each row's topic among the topics of the pool, or -1."""
        return _codes_of(topic, self._codes)

    def keys_of(self, topic: Array, documents: pa.Array | pa.ChunkedArray) -> Array:
        """A key for each row, to find duplicates and to look up grades by."""
        return pair_keys(topic, documents, self._seed)

    def look_up(self, keys: Array, documents: pa.Array | pa.ChunkedArray) -> Array:
        """For each retrieved document, by its key, its place in ``grades``, or -1 where it is not pooled."""
        return confirmed(self._places.find(keys), documents, self.documents)


def pair_keys(topic: Array, documents: pa.Array | pa.ChunkedArray, seed: int) -> Array:
    """A 64-bit hash of each pair of a topic code and a document id."""
    keys = hash_strings(documents, seed)
    keys ^= topic.astype(np.uint64) * np.uint64(0xD1B54A32D192ED03)
    keys *= np.uint64(0x9E3779B97F4A7C15)
    return keys


def _refuse_twice(
    names: tuple[str, ...], topic: Array, document: pa.Array, one: Array, two: Array, qrels: Qrels
) -> None:
    """Refuse a document that is judged twice; keys that are equal by chance are let through."""
    same = truths(pc.equal(taken(document, one), taken(document, two))) & (topic[one] == topic[two])
    if same.any():
        row = int(np.maximum(one, two)[same].min())
        pair = names[topic[row]], document[row].as_py()
        what = f"topic {pair[0]}: document {pair[1]} is judged twice; keep one of the lines"
        raise InputError(what, source=qrels.source, line=line_of(qrels.source, *pair, 2, qrels.columns))


def _codes_of(topic: pa.DictionaryArray, table: StringTable) -> Array:
    code = table.find(topic.dictionary)
    return np.asarray(code[to_numpy(topic.indices)]) if len(code) else np.empty(0, dtype=np.int32)


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


def _digests(topics: int, topic: Array, document: pa.Array, grade: Array) -> Array:
    """For each topic a sum over its documents, in any order, of a hash of document and grade."""
    pairs = hash_strings(document) ^ grade.astype(np.float64).view(np.uint64) * np.uint64(0xD1B54A32D192ED03)
    mixed = (pairs ^ (pairs >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    found = np.zeros(topics, dtype=np.uint64)
    np.add.at(found, topic, mixed ^ (mixed >> np.uint64(29)))
    return found


def _constants(
    names: tuple[str, ...], topic: Array, grade: Array, digests: Array, qrels: Qrels, policy: Policy
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
    topic, grade = topic[judged], grade[judged]
    order = np.lexsort((-grade, topic))
    offsets = np.searchsorted(topic[order], np.arange(len(names) + 1))
    return TopicJudgments(names, offsets, grade[order], top, digests)
