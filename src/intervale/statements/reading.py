"""The parts of a statement as they are written, read from the left: names, relations, numbers, expressions."""

from __future__ import annotations

import re
from typing import Any

from intervale.errors import OptionError, shown
from intervale.exact import bounded_number
from intervale.statements.expressions import STATISTICS, Expression, Number, Score, Statistic, Term, as_text, quantile
from intervale.statements.relations import RELATIONS
from intervale.stats.coefficients import COEFFICIENTS

__all__ = ["Reader"]

TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<relation>>=|<=|==|!=|[<>=≥≤≠])|(?P<mark>[(),*/−])"""
    r"""|(?P<word>[^\s(),<>=!*/"'≥≤≠−]+))"""
)
MEANT = {"==": "=", "≥": ">=", "≤": "<=", "≠": "!="}
LONGEST, DEEPEST = 2_000, 20
"""How many characters a statement may have, and how deep its brackets may be nested."""
EXAMPLES = 'such as "mean(A) > mean(B)", "A > B on 401" or "A significantly better than B by t"'


class Reader:
    """The tokens of a text, each a pair (kind, text), and the place of the next one."""

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

    @property
    def words(self) -> list[str]:
        """All tokens, in small letters."""
        return [word.casefold() for _, word in self.tokens]

    def end(self) -> None:
        """Everything was read."""
        if self.at < len(self.tokens):
            self.stop(f"unexpected {shown(self.tokens[self.at][1])}")

    def _take(self, kind: str, word: str) -> None:
        if kind == "word" and word[0] == "-" and (len(word) == 1 or (self.tokens and self.tokens[-1][1] == ")")):
            self.tokens.append(("mark", "-"))
            if len(word) > 1:
                self.tokens.append(("word", word[1:]))
        elif kind == "mark" and word == "−":
            self.tokens.append(("mark", "-"))
        else:
            self.tokens.append((kind, MEANT.get(word, word)))

    # ------------------------------------------------------------ expressions

    def expression(self) -> Any:
        """A term, a multiple, a difference or a ratio of these; or a plain number."""
        left = self._part()
        while self.is_mark("-", "*", "/"):
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
        self.stop(f"{as_text(left)} {mark} {as_text(right)} is not a statistic, difference, multiple or ratio")

    def _part(self) -> Any:
        if self.is_mark("("):
            self.at, self.depth = self.at + 1, self.depth + 1
            if self.depth > DEEPEST:
                self.stop(f"brackets are nested more than {DEEPEST} deep")
            inside = self.expression()
            self.expect(")")
            self.depth -= 1
            return inside
        if self.is_mark("-"):
            self.at += 1
            return -self.number()
        kind, word = self.next_token("a statistic or a number")
        if kind == "word" and not self.is_mark("("):
            self.at -= 1
            return self.number()
        name = word.casefold()
        if name != "score" and name not in STATISTICS:
            known = ", ".join((*STATISTICS, "score", *COEFFICIENTS, "significant"))
            self.stop(f"{shown(word)} is not a statistic, correlation or count; use one of: {known}")
        self.expect("(")
        system = self.name("a system")
        second = None
        if self.is_mark(","):
            self.at += 1
            second = self.name("a topic" if name == "score" else "a share")
        self.expect(")")
        if name == "score":
            return Score(system, second) if second is not None else self.stop("score takes a system and a topic")
        if name == "quantile" and second is not None:
            return quantile(system, self._read(second))
        if second is not None:
            self.stop(f"{name} takes one system")
        return Statistic(name, system)

    # ------------------------------------------------------------ tokens

    def is_mark(self, *marks: str) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at] in [("mark", mark) for mark in marks]

    def next_token(self, wanted: str) -> tuple[str, str]:
        if self.at >= len(self.tokens):
            self.stop(f"expected {wanted}, found the end")
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, word: str) -> None:
        found = self.next_token(f"{word!r}")[1]
        if found.casefold() != word:
            self.stop(f"expected {word!r}, found {shown(found)}")

    def name(self, wanted: str) -> str:
        kind, word = self.next_token(wanted)
        if kind == "text":
            return re.sub(r"\\(.)", r"\1", word[1:-1])
        if kind != "word":
            self.stop(f"expected {wanted}, found {shown(word)}")
        return word

    def relation(self) -> str:
        word = self.next_token("a relation")[1]
        if word not in RELATIONS:
            self.stop(f"expected a relation ({' '.join(RELATIONS)}), found {shown(word)}")
        return word

    def number(self) -> Any:
        return self._read(self.name("a number"))

    def _read(self, word: str) -> Any:
        if not re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", word):
            self.stop(
                f"expected a number or a statistic, such as mean({word[:40]}), found {shown(word)}; or name a topic "
                "(on …)"
            )
        return bounded_number(word)

    def stop(self, why: str) -> Any:
        raise OptionError(f"{shown(self.text)}: {why}; write a statement {EXAMPLES}")
