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

import re
from typing import Any

from intervale.errors import OptionError, shown
from intervale.exact import bounded_number
from intervale.statements.expressions import (
    RELATIONS,
    STATISTICS,
    Compared,
    Correlated,
    Expression,
    Number,
    Score,
    Significant,
    SignificantPairs,
    Statement,
    Statistic,
    Term,
    as_text,
    quantile,
    stated,
)
from intervale.stats.coefficients import COEFFICIENTS

__all__ = ["parse_statement"]

TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<relation>>=|<=|==|!=|[<>=≥≤≠])|(?P<mark>[(),*/−])"""
    r"""|(?P<word>[^\s(),<>=!*/"'≥≤≠−]+))"""
)
MEANT = {"==": "=", "≥": ">=", "≤": "<=", "≠": "!="}
MEANT_COEFFICIENTS = {"rho": "spearman", "kendall": "tau"}
LONGEST, DEEPEST = 2_000, 20
"""How many characters a statement may have, and how deep its brackets may be nested."""
EXAMPLES = 'such as "mean(A) > mean(B)", "A > B on 401" or "A significantly better than B by t"'


def parse_statement(text: str) -> Statement:
    """The statement that a text makes.

    >>> print(parse_statement("mean(A)/mean(B) >= 2"), "|", parse_statement("A > B on topic 401"))
    mean(A) / mean(B) >= 2 | score(A, 401) > score(B, 401)
    >>> parse_statement("A significantly better than 'run 2' by signed-rank")
    Significant(first='A', second='run 2', test='signed-rank', better=True)
    """
    return _Parser(text).statement()


class _Parser:
    """Tokens from the left, each a pair (kind, text)."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise OptionError(f"a statement has at most {LONGEST:,} characters; this one has {len(text):,}")
        self.text = text
        self.tokens: list[tuple[str, str]] = []
        self.at = self.depth = 0
        place = 0
        while place < len(text.rstrip()):
            found = TOKEN.match(text, place)
            if found is None:
                raise OptionError(
                    f"{shown(text)}: {text[place:].strip()[:10]!r} cannot be read; write a statement {EXAMPLES}"
                )
            kind = str(found.lastgroup)
            self._take(kind, found[kind])
            place = found.end()

    def _take(self, kind: str, word: str) -> None:
        if kind == "word" and word[0] == "-" and (len(word) == 1 or (self.tokens and self.tokens[-1][1] == ")")):
            self.tokens.append(("mark", "-"))
            if len(word) > 1:
                self.tokens.append(("word", word[1:]))
        elif kind == "mark" and word == "−":
            self.tokens.append(("mark", "-"))
        else:
            self.tokens.append((kind, MEANT.get(word, word)))

    # ------------------------------------------------------------ forms

    def statement(self) -> Statement:
        words = [word.casefold() for _, word in self.tokens]
        if "significantly" in words:
            found = self._significantly()
        elif "on" in words[3:] and len(words) > 3 and self.tokens[1][0] == "relation":
            found = self._on_topic()
        elif words[:2] == ["significant", "("]:
            self.at = 2
            test = self._name("a test")
            self._expect(")")
            found = SignificantPairs(test.casefold(), self._relation(), self._number())
        elif words and (words[0] in COEFFICIENTS or words[0] in MEANT_COEFFICIENTS) and words[1:2] == ["("]:
            found = self._correlation()
        else:
            left = self._expression()
            relation = self._relation()
            found = stated(left, relation, self._expression())
        if self.at < len(self.tokens):
            self._stop(f"unexpected {shown(self.tokens[self.at][1])}")
        return found

    def _significantly(self) -> Statement:
        first = self._name("a system")
        self._expect("significantly")
        how = self._name("better than, worse than or different from").casefold()
        if how not in ("better", "worse", "different"):
            self._stop(f"{shown(how)} was read where better, worse or different should stand")
        self._expect("from" if how == "different" else "than")
        second = self._name("a system")
        self._expect("by")
        test = self._name("a test").casefold()
        if how == "worse":
            first, second = second, first
        return Significant(first, second, test, better=how != "different")

    def _on_topic(self) -> Statement:
        first = self._name("a system")
        relation = self._relation()
        second = self._name("a system")
        self._expect("on")
        if self.at + 1 < len(self.tokens) and self.tokens[self.at][1].casefold() == "topic":
            self.at += 1
        topic = self._name("a topic")
        return Compared(Score(first, topic), relation, Score(second, topic))

    def _correlation(self) -> Statement:
        word = self.tokens[0][1].casefold()
        coefficient = MEANT_COEFFICIENTS.get(word, word)
        self.at = 2
        names = [self._name("a measure or a system")]
        while self._is(","):
            self.at += 1
            names.append(self._name("a name"))
        self._expect(")")
        if len(names) not in (2, 3):
            self._stop(f"{coefficient} takes two measures or two systems, and a topic where one is meant")
        topic = names[2] if len(names) == 3 else None
        return Correlated(coefficient, names[0], names[1], self._relation(), self._number(), topic)

    # ------------------------------------------------------------ expressions

    def _expression(self) -> Any:
        """A term, a multiple, a difference or a ratio of these; or a plain number."""
        left = self._part()
        while self._is("-", "*", "/"):
            mark = self.tokens[self.at][1]
            self.at += 1
            right = self._part()
            left = self._combined(left, mark, right)
        return left

    def _combined(self, left: Any, mark: str, right: Any) -> Any:
        if mark == "*":
            if isinstance(left, Expression) and not isinstance(right, Expression):
                left, right = right, left
            if isinstance(right, Term) and not isinstance(left, Expression):
                return left * right
        elif not isinstance(left, Expression) and not isinstance(right, Expression):
            if mark == "/" and right:
                return bounded_number(left / right)
        elif mark == "-":
            first, second = (Number(x) if not isinstance(x, Expression) else x for x in (left, right))
            if isinstance(first, Term) and isinstance(second, Term):
                return first - second
        elif isinstance(left, Expression) and (isinstance(right, Expression) or (isinstance(left, Term) and right)):
            return left / right
        self._stop(f"{as_text(left)} {mark} {as_text(right)} is no statistic, difference, multiple or ratio")

    def _part(self) -> Any:
        if self._is("("):
            self.at, self.depth = self.at + 1, self.depth + 1
            if self.depth > DEEPEST:
                self._stop(f"brackets are nested more than {DEEPEST} deep")
            inside = self._expression()
            self._expect(")")
            self.depth -= 1
            return inside
        if self._is("-"):
            self.at += 1
            return -self._number()
        kind, word = self._next("a statistic or a number")
        if kind == "word" and not self._is("("):
            self.at -= 1
            return self._number()
        name = word.casefold()
        if name != "score" and name not in STATISTICS:
            known = ", ".join((*STATISTICS, "score", *COEFFICIENTS, "significant"))
            self._stop(f"{shown(word)} is no statistic, correlation or count; one of: {known}")
        self._expect("(")
        system = self._name("a system")
        second = None
        if self._is(","):
            self.at += 1
            second = self._name("a topic" if name == "score" else "a share")
        self._expect(")")
        if name == "score":
            return Score(system, second) if second is not None else self._stop("score names a system and a topic")
        if name == "quantile" and second is not None:
            return quantile(system, self._read(second))
        if second is not None:
            self._stop(f"{name} takes one system")
        return Statistic(name, system)

    # ------------------------------------------------------------ tokens

    def _is(self, *marks: str) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at] in [("mark", mark) for mark in marks]

    def _next(self, wanted: str) -> tuple[str, str]:
        if self.at >= len(self.tokens):
            self._stop(f"it ends where {wanted} should stand")
        self.at += 1
        return self.tokens[self.at - 1]

    def _expect(self, word: str) -> None:
        found = self._next(f"{word!r}")[1]
        if found.casefold() != word:
            self._stop(f"{shown(found)} was read where {word!r} should stand")

    def _name(self, wanted: str) -> str:
        kind, word = self._next(wanted)
        if kind == "text":
            return re.sub(r"\\(.)", r"\1", word[1:-1])
        if kind != "word":
            self._stop(f"{shown(word)} was read where {wanted} should stand")
        return word

    def _relation(self) -> str:
        word = self._next("a relation")[1]
        if word not in RELATIONS:
            self._stop(f"{shown(word)} was read where a relation should stand: {' '.join(RELATIONS)}")
        return word

    def _number(self) -> Any:
        return self._read(self._name("a number"))

    def _read(self, word: str) -> Any:
        if not re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", word):
            self._stop(
                f"{shown(word)} was read where a number or a statistic should stand, such as mean({word[:40]}), or a "
                "topic is to be named (on …)"
            )
        return bounded_number(word)

    def _stop(self, why: str) -> Any:
        raise OptionError(f"{shown(self.text)}: {why}; write a statement {EXAMPLES}")
