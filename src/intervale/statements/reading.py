"""The parts of a statement as they are written, read from the left: names, relations, numbers, expressions."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NoReturn

from intervale.errors import OptionError, shown
from intervale.exact import bounded_number
from intervale.statements.expressions import (
    STATISTICS,
    Expression,
    Figure,
    Score,
    Statistic,
    as_text,
    quantile,
)
from intervale.statements.forms.magnitude import Magnitude
from intervale.statements.forms.paired import PAIRED, Paired
from intervale.statements.forms.ranked import Rank
from intervale.statements.forms.spread import SPREADS, Spread
from intervale.statements.forms.wins import COUNTS, Count
from intervale.statements.names import COEFFICIENT_NAMES, averaged, measure_named, statistic_named, test_called
from intervale.statements.outcomes import Correlation, Effect, Interval, PValue, SignificantCount
from intervale.statements.relations import RELATIONS

__all__ = ["Reader"]

TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<relation>>=|<=|==|!=|<>|[<>=≥≤≠≈])|(?P<mark>[(),*/+−×·])"""
    r"""|(?P<word>[^\s(),<>=!*/"'≥≤≠≈−×·]+(?:'s(?=\s))?))"""
)
MEANT = {"==": "=", "≥": ">=", "≤": "<=", "≠": "!=", "<>": "!=", "−": "-", "×": "*", "·": "*"}
SPOKEN: dict[tuple[str, ...], str] = {
    ("exceeds",): ">",
    ("equals",): "=",
    ("is", "equal", "to"): "=",
    ("is", "at", "least"): ">=",
    ("is", "at", "most"): "<=",
    **{("is", word, "than"): ">" for word in ("larger", "greater", "higher", "more", "above", "better")},
    **{("is", word, "than"): "<" for word in ("smaller", "less", "lower", "below", "worse")},
    ("is", "above"): ">",
    ("is", "below"): "<",
}
"""Relations in words, after an expression."""
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?(%?)")
LONGEST, DEEPEST = 2_000, 20
"""How many characters a statement may have, and how deep its brackets may be nested."""
EXAMPLES = 'such as "mean(A) > mean(B)", "A > B on most topics" or "A significantly better than B by t"'


class Reader:
    """The tokens of a text, each (kind, text), and the place of the next one; ``measure`` is the one that the text
    names, as in ``MAP(A) > MAP(B)``.
    """

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise OptionError(f"a statement has at most {LONGEST:,} characters; this one has {len(text):,}")
        self.text = text
        self.tokens: list[tuple[str, str]] = []
        self.at = self.depth = 0
        self.measure: str | None = None
        place = 0
        while place < len(text.rstrip()):
            found = TOKEN.match(text, place)
            if found is None:
                self.stop(f"{text[place:].strip()[:10]!r} cannot be read")
            kind = str(found.lastgroup)
            self._take(kind, found[kind])
            place = found.end()

    def within(self, tokens: list[tuple[str, str]]) -> Reader:
        """A reader of some of the tokens, with the same text for messages."""
        other = Reader("")
        other.text, other.tokens, other.depth, other.measure = self.text, tokens, self.depth, self.measure
        return other

    @property
    def words(self) -> list[str]:
        """All tokens, in small letters; names in quotation marks are none."""
        return ["" if kind == "text" else word.casefold() for kind, word in self.tokens]

    @property
    def kind(self) -> str:
        """What kind of token comes next; empty at the end."""
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def end(self) -> None:
        """Everything was read."""
        if self.at < len(self.tokens):
            self.stop(f"unexpected {shown(self.tokens[self.at][1])}")

    def _take(self, kind: str, word: str) -> None:
        if kind == "word" and len(word) > 2 and word.endswith(("'s", "’s")):  # Student's
            word = word[:-2]
        if kind == "word" and word[0] in "-+" and (len(word) == 1 or (self.tokens and self.tokens[-1][1] == ")")):
            self.tokens.append(("mark", word[0]))
            if len(word) > 1:
                self.tokens.append(("word", word[1:]))
        else:
            self.tokens.append((kind, MEANT.get(word, word) if kind != "text" else word))
            self._hear()

    def _hear(self) -> None:
        """A relation in words becomes one."""
        words = self.words
        for said, relation in SPOKEN.items():
            before = len(words) - len(said)
            if before > 0 and words[before:] == list(said) and self.tokens[before - 1] == ("mark", ")"):
                self.tokens[before:] = [("relation", relation)]
                return

    # ------------------------------------------------------------ expressions

    def expression(self) -> Any:
        """Products and ratios, added up."""
        left = self._product()
        while self.is_mark("-", "+"):
            mark = self.next_token("")[1]
            right = self._product()
            left = self._combined(left, mark, right)
        return left

    def _product(self) -> Any:
        left = self._part()
        while self.is_mark("*", "/"):
            mark = self.next_token("")[1]
            left = self._combined(left, mark, self._part())
        return left

    def _combined(self, left: Any, mark: str, right: Any) -> Any:
        with self._own_words():
            if mark == "*" and (not isinstance(left, Expression) or not isinstance(right, Expression)):
                return left * right
            if mark == "/" and (isinstance(right, Expression) or right) and isinstance(left, Expression):
                return left / right
            if mark == "/" and not isinstance(right, Expression) and right:
                return bounded_number(left / right)
            if mark in "+-":
                return left + right if mark == "+" else left - right
        self.stop(f"{as_text(left)} {mark} {as_text(right)} is not a sum, multiple or ratio of statistics")

    @contextmanager
    def _own_words(self) -> Any:
        """Refusals with the whole statement, and what to write."""
        try:
            yield
        except OptionError as error:
            self.stop(str(error))

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
        if not self.is_mark("("):
            self.at -= 1
            return self._plain(kind, word)
        name = word.casefold()
        if word[0] == "-" and len(word) > 1:  # less what follows
            self.at -= 1
            self.tokens[self.at] = (kind, word[1:])
            with self._own_words():
                return -self._part()
        with self._own_words():
            if name in HEADS:
                self.expect("(")
                found = HEADS[name](self)
                self.expect(")")
                return found
            statistic = statistic_named(name)
            if statistic is None:
                statistic = self._measured(word)
            self.expect("(")
            found = self._statistic(statistic, name)
            self.expect(")")
            return found

    def _plain(self, kind: str, word: str) -> Any:
        if kind == "word" and NUMBER.fullmatch(word):
            return self.number()
        if self.tokens[self.at + 1 : self.at + 2] and self.tokens[self.at + 1][0] == "relation":
            topics = "or name topics: A > B on 401, A > B on most topics"
            self.stop(f"{shown(word)} alone is no number; write a statistic, such as mean(A) > mean(B), {topics}")
        self.stop(f"expected a statistic or a number, found {shown(word)}")

    def _measured(self, word: str) -> str:
        """A measure in place of a statistic is its mean."""
        if measure_named(word) is None:
            known = ", ".join((*STATISTICS, *HEADS))
            self.stop(
                f"{shown(word)} is no statistic and no measure; use one of: {known}; or a measure, such as MAP(A)"
            )
        self.name_measure(averaged(word))
        return "mean"

    def name_measure(self, measure: str) -> None:
        if self.measure not in (None, measure):
            self.stop(f"it is about {self.measure} and about {measure}; write one sentence for each measure")
        self.measure = measure

    def _statistic(self, kind: str, word: str) -> Any:
        system = self.name("a system")
        if self.is_mark("-"):
            self.at += 1
            second = self.name("a system")
            if kind not in PAIRED:
                self.stop(f"{kind} is not for differences; use one of: {', '.join(PAIRED)}")
            return Paired(kind, system, second, self._share(word) if kind == "quantile" else None)
        if kind == "quantile":
            return quantile(system, self._share(word))
        if self.is_mark(","):
            both = f"{kind}({system}) + {kind}(B) > 2 * {kind}(C)"
            self.stop(f"{kind} takes one system; for the average of two write {both}")
        return Statistic(kind, system)

    def _share(self, word: str) -> Fraction:
        """Of a quantile; in percent of a percentile."""
        if not self.is_mark(","):
            raise OptionError(f"{word} needs a share, as in quantile(A, 0.25) or percentile(A, 25)")
        self.at += 1
        share = bounded_number(self.number())
        return share / 100 if word == "percentile" else share

    # ------------------------------------------------------------ tokens

    def is_mark(self, *marks: str) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at] in [("mark", mark) for mark in marks]

    def next_token(self, wanted: str) -> tuple[str, str]:
        if self.at >= len(self.tokens):
            self.stop(f"expected {wanted}, found the end")
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, *words: str) -> str:
        found = self.next_token(" or ".join(map(repr, words)))[1]
        if found.casefold() not in words:
            self.stop(f"expected {' or '.join(map(repr, words))}, found {shown(found)}")
        return found.casefold()

    def takes(self, *words: str) -> bool:
        """Whether these words come next; they are read then."""
        if self.words[self.at : self.at + len(words)] != list(words):
            return False
        self.at += len(words)
        return True

    def name(self, wanted: str) -> str:
        kind, word = self.next_token(wanted)
        if kind == "text":
            return re.sub(r"\\(.)", r"\1", word[1:-1])
        if kind != "word":
            self.stop(f"expected {wanted}, found {shown(word)}")
        return word

    def relation(self) -> str:
        word = self.next_token("a relation")[1]
        if word == "≈":
            self.stop("how near? write abs(mean(A) - mean(B)) < 0.01 with what is near enough")
        if word not in RELATIONS:
            self.stop(f"expected a relation ({' '.join(RELATIONS)}), found {shown(word)}")
        return word

    def number(self) -> Any:
        """A plain number; 5% is 0.05."""
        word = self.name("a number")
        found = NUMBER.fullmatch(word)
        if found is None:
            self.stop(f"expected a number, found {shown(word)}")
        return bounded_number(word.removesuffix("%")) / (100 if found[3] else 1)

    def stop(self, why: str) -> NoReturn:
        text = shown(self.text)
        why = why.removeprefix(f"{text}: ")
        hint = "" if "write" in why else f"{'' if why.endswith('?') else ';'} write a statement {EXAMPLES}"
        raise OptionError(f"{text}: {why}{hint}")


# ------------------------------------------------------------ what stands before a bracket


def _score(reader: Reader) -> Score:
    system = reader.name("a system")
    if not reader.is_mark(","):
        reader.stop("score takes a system and a topic")
    reader.at += 1
    return Score(system, reader.name("a topic"))


def _two(reader: Reader) -> tuple[str, str]:
    first = reader.name("a system")
    reader.expect(",")
    return first, reader.name("a system")


def _share(reader: Reader) -> Count:
    first, relation = reader.name("a system"), reader.relation()
    return Count(first, relation, reader.name("a system"), share=True)


def _count(reader: Reader) -> Count:
    first, relation = reader.name("a system"), reader.relation()
    return Count(first, relation, reader.name("a system"))


def _p_value(reader: Reader) -> PValue:
    first, second = _two(reader)
    if not reader.is_mark(","):
        return PValue(first, second, "t")
    reader.at += 1
    return PValue(first, second, test_called(reader))


def _interval(reader: Reader) -> Interval:
    first, second = _two(reader)
    if not reader.is_mark(","):
        return Interval(first, second)
    reader.at += 1
    return Interval(first, second, bounded_number(reader.number()))


def _correlation(coefficient: str) -> Callable[[Reader], Figure]:
    def read(reader: Reader) -> Figure:
        names = [reader.name("a measure or a system")]
        while reader.is_mark(","):
            reader.at += 1
            names.append(reader.name("a name"))
        if len(names) not in (2, 3):
            reader.stop(f"{coefficient} takes two measures or two systems, and optionally a topic")
        return Correlation(names[0], names[1], coefficient, names[2] if len(names) == 3 else None)

    return read


def _counts(relation: str) -> Callable[[Reader], Figure]:
    def read(reader: Reader) -> Figure:
        first, second = _two(reader)
        return Count(first, relation, second)

    return read


def _spread(kind: str) -> Callable[[Reader], Figure]:
    return lambda reader: Spread(kind, reader.name("a system"))


SPREAD_NAMES = {kind: kind for kind in SPREADS} | {"std": "sd", "stdev": "sd", "stddev": "sd", "variance": "var"}
HEADS: dict[str, Callable[[Reader], Expression]] = {
    "score": _score,
    **{name: _counts(relation) for name, relation in COUNTS.items()},
    "share": _share,
    "count": _count,
    "rank": lambda reader: Rank(reader.name("a system")),
    **{name: _spread(kind) for name, kind in SPREAD_NAMES.items()},
    **dict.fromkeys(("p", "p-value", "pvalue"), _p_value),
    **dict.fromkeys(("d", "effect", "cohen"), lambda reader: Effect(*_two(reader))),
    "ci": _interval,
    "abs": lambda reader: Magnitude(reader.expression()),
    **{name: _correlation(coefficient) for name, coefficient in COEFFICIENT_NAMES.items()},
    "significant": lambda reader: SignificantCount(test_called(reader)),
}
"""What is read inside the brackets of a name that is not a statistic."""
