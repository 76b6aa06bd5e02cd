"""Runs and judgments that look as archives do: scores, ids and orders of rows as many tools write them.

Every run has one style of scores, and every fourth one has the rows of a topic in no order; in one file the topics are
mixed, too. Ids have 1 to 60 characters, some of them outside ASCII.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
FAMILIES = (
    "FBIS4-LA010189-",
    "clueweb12-0000tw-05-",
    "msmarco_v2.1_doc_01_",
    "https://archive.example.org/2024/07/a_page_that_has_a_long_address/",
    "doi:10.1145/",
    "Straße_Übersicht_",
    "東京都の文書_",
)
LONGEST = 60
MIXED_FILE = 5
"""The run whose rows stand in no order at all."""


def topic_name(topic: int) -> str:
    """Numbers as in TREC, and names as in test collections that people make.

    >>> topic_name(1), topic_name(17)
    ('q-1', 'q-17')
    >>> topic_name(2)
    '402'
    """
    return f"q-{topic}" if topic % 2 else str(400 + topic)


def document_name(document: int) -> str:
    """An id of 1 to 60 characters: what stands behind its last hyphen is the number, so that no two are the same.

    >>> document_name(7), document_name(106)
    ('7', 'clueweb12-00-2y')
    """
    number, rest = "", document
    while rest or not number:
        number, rest = DIGITS[rest % 36] + number, rest // 36
    length = document * 7919 % LONGEST + 1
    room = length - len(number)
    if document < 36 or room < 1:
        return number
    family = FAMILIES[document % len(FAMILIES)]
    return (family * LONGEST)[: room - 1] + "-" + number


def _full(random: np.random.Generator, scores: np.ndarray) -> Iterator[str]:
    return (f"{score:.17g}" for score in scores)


def _mixed(random: np.random.Generator, scores: np.ndarray) -> Iterator[str]:
    decimals = random.integers(0, 9, len(scores))
    return (f"{score:.{digits}f}" for score, digits in zip(scores * 100, decimals, strict=True))


def _exponents(random: np.random.Generator, scores: np.ndarray) -> Iterator[str]:
    decimals = random.integers(1, 7, len(scores))
    return (f"{10 ** (score - 20):.{digits}e}" for score, digits in zip(scores, decimals, strict=True))


def _negative(random: np.random.Generator, scores: np.ndarray) -> Iterator[str]:
    return (f"{score - 20:.15g}" for score in scores)


def _whole(random: np.random.Generator, scores: np.ndarray) -> Iterator[str]:
    return (str(int(score * 50)) for score in scores)


def _rounded(random: np.random.Generator, scores: np.ndarray) -> Iterator[str]:
    return (f"{score:.4f}" for score in scores)


STYLES: dict[str, Callable[[np.random.Generator, np.ndarray], Iterator[str]]] = {
    "17 digits": _full,
    "mixed decimals": _mixed,
    "exponents": _exponents,
    "negative": _negative,
    "whole numbers": _whole,
    "4 decimals": _rounded,
}
"""How scores between 0 and 20, the best first, are written: the style of run n is the n-th, over and over."""


def write_run(random: np.random.Generator, number: int, answers: list[tuple[int, np.ndarray]]) -> str:
    """The text of a run, from topics and their documents, the best first."""
    styles = list(STYLES.values())
    style = styles[number % len(styles)]
    space = "\t" if number % 5 == 2 else " "
    rows = []
    for topic, documents in answers:
        scores = random.random(len(documents)) * 20
        scores[::-1].sort()
        written = style(random, scores)
        block = [
            space.join((topic_name(topic), "Q0", document_name(document), str(rank), score, f"run{number:03d}"))
            for rank, (document, score) in enumerate(zip(documents.tolist(), written, strict=True), start=1)
        ]
        if number % 4 == 1:
            random.shuffle(block)
        rows += block
    if number == MIXED_FILE:
        random.shuffle(rows)
    return "\n".join(rows) + "\n"
