"""Statements as they are written: ``mean(A) > mean(B)``, ``A > B on topic 401``, ``A significantly better than B by
t``.

=====================  ==============================================================================================
a number on the scale  ``mean(A)`` ``median(A)`` ``quantile(A, 0.25)`` ``mode(A)`` ``min(A)`` ``max(A)`` ``gmean(A)``
                       ``hmean(A)``, ``score(A, topic)``, or a plain number
statements             NUMBER > NUMBER; NUMBER > 2 * NUMBER; NUMBER / NUMBER > 2;
                       (NUMBER - NUMBER) / (NUMBER - NUMBER) > 2; NUMBER - NUMBER > NUMBER - NUMBER; ``A > B on topic``;
                       ``tau(AP, nDCG@10) > 0.9`` (two measures or two systems; a third name is a topic);
                       ``A significantly better than B by t`` (worse than, different from); ``significant(t) > 100``
relations              ``>`` ``<`` ``>=`` ``<=`` ``=`` ``!=``
=====================  ==============================================================================================

A name that holds a blank, a bracket or the like stands in quotation marks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from intervale.errors import shown
from intervale.statements.expressions import score
from intervale.statements.forms.comparison import Compared
from intervale.statements.forms.correlation import Correlated
from intervale.statements.forms.significance import Significant
from intervale.statements.forms.significant_pairs import SignificantPairs
from intervale.statements.reading import Reader
from intervale.statements.stated import stated
from intervale.statements.statement import Statement
from intervale.stats.coefficients import COEFFICIENTS

__all__ = ["RULES", "Rule", "parse_statement"]

ALSO = {"rho": "spearman", "kendall": "tau"}
"""Other names of coefficients."""


class Rule(NamedTuple):
    """How one form of statement is written: whether a text is meant so, and the statement that it makes."""

    fits: Callable[[Reader], bool]
    read: Callable[[Reader], Statement]


def parse_statement(text: str) -> Statement:
    """The statement that a text makes, by the first rule that fits.

    >>> print(parse_statement("mean(A)/mean(B) >= 2"), "|", parse_statement("A > B on topic 401"))
    mean(A) / mean(B) >= 2 | score(A, 401) > score(B, 401)
    >>> parse_statement("A significantly better than 'run 2' by signed-rank")
    Significant(first='A', second='run 2', test='signed-rank', better=True)
    """
    reader = Reader(text)
    read = next(rule.read for rule in RULES if rule.fits(reader))
    statement = read(reader)
    reader.end()
    return statement


def _significance(reader: Reader) -> Statement:
    first = reader.name("a system")
    reader.expect("significantly")
    how = reader.name("better than, worse than or different from").casefold()
    if how not in ("better", "worse", "different"):
        reader.stop(f"expected better, worse or different, found {shown(how)}")
    reader.expect("from" if how == "different" else "than")
    second = reader.name("a system")
    reader.expect("by")
    test = reader.name("a test").casefold()
    if how == "worse":
        first, second = second, first
    return Significant(first, second, test, better=how != "different")


def _names_a_topic(reader: Reader) -> bool:
    return "on" in reader.words[3:] and reader.tokens[1][0] == "relation"


def _on_a_topic(reader: Reader) -> Statement:
    first = reader.name("a system")
    relation = reader.relation()
    second = reader.name("a system")
    reader.expect("on")
    if reader.at + 1 < len(reader.tokens) and reader.words[reader.at] == "topic":
        reader.at += 1
    topic = reader.name("a topic")
    return Compared(score(first, topic), relation, score(second, topic))


def _significant_pairs(reader: Reader) -> Statement:
    reader.at = 2
    test = reader.name("a test")
    reader.expect(")")
    return SignificantPairs(test.casefold(), reader.relation(), reader.number())


def _names_a_coefficient(reader: Reader) -> bool:
    return reader.words[1:2] == ["("] and (reader.words[0] in COEFFICIENTS or reader.words[0] in ALSO)


def _correlation(reader: Reader) -> Statement:
    word = reader.words[0]
    coefficient = ALSO.get(word, word)
    reader.at = 2
    names = [reader.name("a measure or a system")]
    while reader.is_mark(","):
        reader.at += 1
        names.append(reader.name("a name"))
    reader.expect(")")
    if len(names) not in (2, 3):
        reader.stop(f"{coefficient} takes two measures or two systems, and optionally a topic")
    topic = names[2] if len(names) == 3 else None
    return Correlated(coefficient, names[0], names[1], reader.relation(), reader.number(), topic)


def _related_expressions(reader: Reader) -> Statement:
    """What it makes depends on what is compared: see :mod:`intervale.statements.stated`."""
    left = reader.expression()
    relation = reader.relation()
    return stated(left, relation, reader.expression())


RULES: tuple[Rule, ...] = (
    Rule(lambda reader: "significantly" in reader.words, _significance),
    Rule(_names_a_topic, _on_a_topic),
    Rule(lambda reader: reader.words[:2] == ["significant", "("], _significant_pairs),
    Rule(_names_a_coefficient, _correlation),
    Rule(lambda reader: True, _related_expressions),
)
"""The first that fits reads the text; what stands last fits all."""
