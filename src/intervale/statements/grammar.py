"""Statements as they are written: ``mean(A) > mean(B)``, ``A > B on topic 401``, ``A significantly better than B by
t``.

=====================  ==============================================================================================
a number on the scale  ``mean(A)`` ``median(A)`` ``quantile(A, 0.25)`` ``percentile(A, 25)`` ``mode(A)`` ``min(A)``
                       ``max(A)`` ``gmean(A)`` ``hmean(A)``, ``score(A, topic)``, ``MAP(A)``, or a plain number; sums,
                       differences, multiples and ratios of them; ``abs(mean(A) - mean(B))``
other numbers          ``sd(A)`` ``var(A)``, ``median(A - B)``, ``wins(A, B)`` ``losses(A, B)`` ``ties(A, B)``
                       ``share(A > B)``, ``rank(A)``, ``p(A, B, t)``, ``d(A, B)``, ``ci(A, B)``
statements             NUMBER > NUMBER, NUMBER > NUMBER > NUMBER; ``A > B on topic`` (``on most topics``, ``on 30
                       topics``); ``A is best``, ``mean(A) is the largest``; ``A outperforms B``, ``A improves over B by
                       5%``; ``A significantly better than B by t at 0.01 with holm`` (worse than, different from);
                       ``significant(t) > 100``; ``tau(AP, nDCG@10) > 0.9`` (two measures or two systems; a third name
                       is a topic)
several                ``… and …``, ``… or …``, ``not …``, with brackets; ``… in nDCG@10`` names the measure
relations              ``>`` ``<`` ``>=`` ``<=`` ``=`` ``!=``
=====================  ==============================================================================================

A name that holds a blank, a bracket or the like stands in quotation marks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from intervale.errors import MeasureError
from intervale.measures import parse_measure
from intervale.statements import phrases
from intervale.statements.forms.compound import AllOf, AnyOf, Measured, Not
from intervale.statements.names import measure_named
from intervale.statements.reading import DEEPEST, NUMBER, Reader
from intervale.statements.stated import stated
from intervale.statements.statement import Statement

__all__ = ["RULES", "Rule", "parse_statement"]

FOLLOWS = ("by", "at", "with", "using", "after", "and", "or")
"""What may follow a measure."""


class Rule(NamedTuple):
    """How one form of statement is written: whether a text is meant so, and the statement that it makes."""

    fits: Callable[[Reader], bool]
    read: Callable[[Reader], Statement]


def parse_statement(text: str) -> Statement:
    """The statement that a text makes, by the first rule that fits each of its parts.

    >>> print(parse_statement("mean(A)/mean(B) >= 2"), "|", parse_statement("A > B on topic 401"))
    mean(A) / mean(B) >= 2 | score(A, 401) > score(B, 401)
    >>> print(parse_statement("A is significantly better than 'run 2' by Wilcoxon at 1% in MAP"))
    A significantly better than "run 2" by signed-rank at 0.01 in AP
    >>> print(parse_statement("mean(A) > mean(B) > mean(C) and not A > B on most topics"))
    (mean(A) > mean(B) and mean(B) > mean(C)) and not share(A > B) > 0.5
    """
    reader = Reader(text.rstrip().rstrip(".!?"))
    _take_measure(reader)
    statement = _sentence(reader)
    return statement if reader.measure is None else Measured(statement, reader.measure)


def _take_measure(reader: Reader) -> None:
    """The measure that is named: ``in nDCG@10``, ``in terms of MAP``, ``on P@10``; how a test is made may follow."""
    words = reader.words
    places = [place for place in range(1, len(words)) if _names_measure(reader, place)]
    if not places:
        return
    if len(places) > 1:
        reader.stop("a sentence is about one measure; write one sentence for each")
    (place,) = places
    start = place + 3 if words[place + 1 : place + 3] == ["terms", "of"] else place + 1
    end = next((n for n in range(start, len(words)) if words[n] in FOLLOWS or reader.tokens[n][1] == ","), len(words))
    name = "".join(word for _, word in reader.tokens[start:end])
    if end == start + 1 and reader.tokens[start][0] == "text":  # a measure of the user's own
        reader.name_measure(measure_named(name[1:-1]) or name[1:-1])
        del reader.tokens[place:end]
        return
    try:
        measure = str(parse_measure(name))
    except MeasureError as error:
        reader.stop(f"{error}; write, for instance, in nDCG@10" if name else "in what? write, for instance, in nDCG@10")
    if words[end : end + 1] == ["and"] and _is_measure(reader, end + 1):
        reader.stop("a sentence is about one measure; write one sentence for each")
    reader.name_measure(measure)
    del reader.tokens[place:end]


def _names_measure(reader: Reader, place: int) -> bool:
    word = reader.words[place]
    if word == "on":  # a measure, where it is not topics
        named = reader.words[place + 1 : place + 2]
        return (
            bool(named)
            and named[0] not in phrases.ON
            and not NUMBER.fullmatch(named[0])
            and _is_measure(reader, place + 1)
        )
    return word in ("in", "for") and reader.words[place + 1 : place + 3] != ["the", "top"]


def _is_measure(reader: Reader, place: int) -> bool:
    return place < len(reader.tokens) and measure_named(reader.tokens[place][1]) is not None


def _sentence(reader: Reader) -> Statement:
    """*or* binds less than *and*, *and* less than *not*."""
    for word, kind in (("or", AnyOf), ("and", AllOf)):
        parts = _shared(_split(reader, word))
        if len(parts) > 1:
            return kind(tuple(_within(reader, part, _sentence) for part in parts))
    if reader.takes("not"):
        return Not(_within(reader, reader.tokens[reader.at :], _sentence))
    if _is_wrapped(reader.tokens):
        reader.depth += 1
        if reader.depth > DEEPEST:
            reader.stop(f"brackets are nested more than {DEEPEST} deep")
        return _within(reader, reader.tokens[1:-1], _sentence)
    read = next(rule.read for rule in RULES if rule.fits(reader))
    statement = read(reader)
    reader.end()
    return statement


def _within(reader: Reader, tokens: list[tuple[str, str]], read: Callable[[Reader], Statement]) -> Statement:
    inner = reader.within(tokens)
    found = read(inner)
    reader.measure = inner.measure
    return found


def _split(reader: Reader, word: str) -> list[list[tuple[str, str]]]:
    """The tokens between the places where a word stands outside of brackets."""
    parts: list[list[tuple[str, str]]] = [[]]
    depth = 0
    for kind, token in reader.tokens[reader.at :]:
        depth += {"(": 1, ")": -1}.get(token, 0) if kind == "mark" else 0
        if kind == "word" and token.casefold() == word and not depth:
            parts.append([])
        else:
            parts[-1].append((kind, token))
    return parts


def _shared(parts: list[list[tuple[str, str]]]) -> list[list[tuple[str, str]]]:
    """``A outperforms B and C`` is about A and B, and A and C; ``A and B outperform C`` about A and C, and B and C."""
    parts = [part[:-1] if part and part[-1] == ("mark", ",") else part for part in parts]
    for place in range(1, len(parts)):
        if len(parts[place]) == 1 and len(parts[place - 1]) > 2 and parts[place - 1][-1][0] in ("word", "text"):
            parts[place] = parts[place - 1][:-1] + parts[place]
    for place in range(len(parts) - 2, -1, -1):
        if len(parts[place]) == 1 and len(parts[place + 1]) > 2 and parts[place + 1][1][0] == "word":
            parts[place] = parts[place] + parts[place + 1][1:]
    return parts


def _is_wrapped(tokens: list[tuple[str, str]]) -> bool:
    """Whether one pair of brackets holds it all, and a relation or a word between them."""
    depth = 0
    for place, token in enumerate(tokens):
        depth += {("mark", "("): 1, ("mark", ")"): -1}.get(token, 0)
        if not depth:
            return place == len(tokens) - 1 and place > 0
    return False


def _related_expressions(reader: Reader) -> Statement:
    """What it makes depends on what is compared: see :mod:`intervale.statements.stated`. A chain is all of its
    links.
    """
    sides, relations = [reader.expression()], list[str]()
    while not relations or reader.kind == "relation":
        relations.append(reader.relation())
        sides.append(reader.expression())
    found = tuple(stated(sides[n], relation, sides[n + 1]) for n, relation in enumerate(relations))
    return found[0] if len(found) == 1 else AllOf(found)


RULES: tuple[Rule, ...] = (
    Rule(phrases.is_significance, phrases.significance),
    Rule(phrases.is_on_topics, phrases.on_topics),
    Rule(phrases.is_extreme, phrases.read_extreme),
    Rule(phrases.is_plain, phrases.plain),
    Rule(phrases.is_other, phrases.other),
    Rule(lambda reader: True, _related_expressions),
)
"""The first that fits reads the text; what stands last fits all."""
