"""Qrels and runs from dictionaries: numbers by topic and document, or lists of documents by topic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from intervale.data.columns import STRETCH, Qrels, Run, Stretch, plain_numbers, whole_grades
from intervale.data.shapes import is_ranked
from intervale.data.texts import Blocks, Texts
from intervale.errors import InputError, shown

__all__ = ["RunDict", "qrels_from_dict", "text_of"]

LARGEST_ID = 10**1000


def qrels_from_dict(judgments: Mapping[str, Mapping[str, float]], name: str = "the qrels") -> Qrels:
    """Judgments from ``{topic: {document: grade}}``."""
    topics, documents, grade = _flatten(judgments.items(), name, "grade")
    return Qrels(topics, documents, whole_grades(grade, name), name)


@dataclass(frozen=True, eq=False)
class RunDict:
    """A run as ``{topic: {document: score}}``, not read yet."""

    answers: Mapping[str, Mapping[str, float]]
    name: str
    source: str

    expected = ""

    def runs(self) -> list[Run]:
        found = self._some(slice(None))
        if not found:
            raise InputError("no retrieved documents", source=self.source)
        return found

    def stretches(self) -> Iterator[Stretch]:
        """Stretches of about ``STRETCH`` documents."""
        start, size = 0, 0
        for place, (_, inner) in enumerate(self._items, start=1):
            size += len(inner) if isinstance(inner, Mapping) or is_ranked(inner) else 0
            if size >= STRETCH or place == len(self._items):
                yield partial(self._some, slice(start, place))
                start, size = place, 0

    def units(self, size: int) -> None:
        """None: it is in the memory of this process."""

    def _some(self, items: slice) -> list[Run]:
        topics, documents, score = _flatten(self._items[items], self.source, "score")
        return [Run(self.name, topics, documents, score.astype(np.float64), source=self.source)] if len(score) else []

    @cached_property
    def _items(self) -> list[tuple[str, Any]]:
        return list(self.answers.items())


def _flatten(
    nested: Iterable[tuple[str, Mapping[str, float]]], name: str, what: str
) -> tuple[Blocks, Texts, np.ndarray[Any, Any]]:
    topics: list[str] = []
    documents: list[str] = []
    numbers: list[float] = []
    sizes: list[int] = []
    for topic, inner in nested:
        topics.append(topic)
        if isinstance(inner, Mapping):
            documents.extend(inner.keys())
            numbers.extend(inner.values())
        elif what == "score" and is_ranked(inner):  # best first, so that none are tied
            documents.extend(inner)
            numbers.extend(range(len(inner), 0, -1))
        else:
            raise InputError(f"topic {shown(topic)}: {_expected(inner, what)}", source=name)
        sizes.append(len(inner))
    ids = _texts(topics, name)
    if not all(isinstance(topic, str) for topic in topics) and len(set(ids.tolist())) < len(topics):
        raise InputError("a topic appears twice, as a number and as text", source=name)
    filled = np.flatnonzero(sizes)
    column = Blocks(ids.take(filled), np.array(sizes, dtype=np.int64)[filled])
    try:
        values = np.array(numbers) if numbers else np.empty(0)
    except ValueError:  # lists of different lengths
        values = np.empty(0, dtype=object)
    if values.dtype.kind not in "iufb" or values.ndim != 1:
        if any(isinstance(number, Mapping) for number in numbers):
            raise InputError(f"expected {{topic: {{document: {what}}}}}, found one level more", source=name)
        raise InputError(f"every {what} must be a number", source=name)
    return column, _texts(documents, name), plain_numbers(values)


def _expected(found: Any, what: str) -> str:
    if what == "grade" and (is_ranked(found) or isinstance(found, set | frozenset)):
        return "documents without grades; write a grade for each, such as {'d1': 1, 'd2': 1}"
    return f"expected a dictionary document → {what}, found {type(found).__name__}"


def _texts(ids: list[Any], name: str) -> Texts:
    """Ids as texts: whole numbers are written out, as data frames with whole ids are."""
    try:
        return Texts.of(ids)
    except (TypeError, UnicodeEncodeError):
        return Texts.of([text_of(one, name) for one in ids])


def text_of(one: Any, name: str) -> str:
    """An id as text."""
    if isinstance(one, int | np.integer) and abs(int(one)) < LARGEST_ID:
        return str(one)
    try:
        one.encode()
    except (AttributeError, UnicodeEncodeError):
        raise InputError(f"topic and document ids must be text; {shown(one)} is not", source=name) from None
    return str(one)
