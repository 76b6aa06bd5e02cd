"""Statements in the words that papers use: ``A is significantly better than B by t-test at 0.01 with holm``, ``A
improves over B by 5%``, ``A > B on most topics``, ``A is best``.

Each rule reads a whole sentence about two systems, or about one among all. What stands for the mean is said so:
``A outperforms B`` is ``mean(A) > mean(B)``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from intervale.errors import shown
from intervale.exact import bounded_number
from intervale.statements.expressions import Combination, Quotient, Statistic, mean, score
from intervale.statements.forms.comparison import Compared
from intervale.statements.forms.compound import Not
from intervale.statements.forms.quotient import QuotientIs
from intervale.statements.forms.ranked import Extreme
from intervale.statements.forms.significance import Significant
from intervale.statements.forms.wins import Count, CountsCompared
from intervale.statements.names import correction_called, test_called
from intervale.statements.reading import NUMBER, Reader
from intervale.statements.relations import MIRRORED
from intervale.statements.statement import Statement

__all__ = [
    "is_extreme",
    "is_on_topics",
    "is_plain",
    "is_significance",
    "on_topics",
    "plain",
    "read_extreme",
    "significance",
]

ABOVE = ("outperforms", "beats", "exceeds", "wins")
BELOW = ("underperforms",)
BETTER = ("better", "higher", "larger", "greater", "superior")
WORSE = ("worse", "lower", "smaller", "inferior")
LARGEST = ("best", "largest", "highest", "top", "first")
SMALLEST = ("worst", "smallest", "lowest", "last")
SAYS = (*ABOVE, *BELOW, "improves", "is", "has", "does")


# ------------------------------------------------------------ tests


def is_significance(reader: Reader) -> bool:
    return "significantly" in reader.words or ("significant" in reader.words and _after(reader, "significant") != "(")


def _after(reader: Reader, word: str) -> str:
    place = reader.words.index(word) + 1
    return reader.words[place] if place < len(reader.words) else ""


def significance(reader: Reader) -> Statement:
    """``A [is] [not] significantly better than B [by TEST] [at LEVEL] [with CORRECTION]``, in any order."""
    first = reader.name("a system")
    reader.takes("is") or reader.takes("was") or reader.takes("does") or reader.takes("performs")
    denied = reader.takes("not")
    reader.expect("significantly")
    how = reader.name("better than, worse than or different from").casefold()
    better, worse = how in (*BETTER, *ABOVE, "outperform"), how in (*WORSE, *BELOW)
    if not better and not worse and how not in ("different", "differs", "differ"):
        reader.stop(f"expected better, worse or different, found {shown(how)}")
    if how in (*BETTER, *WORSE, "different", "differs", "differ"):
        reader.expect("from" if how.startswith("differ") else "than")
    second = reader.name("a system")
    test, level, correction = _how_tested(reader)
    if worse:
        first, second = second, first
    found = Significant(first, second, test, better or worse, level, correction)
    return Not(found) if denied else found


def _how_tested(reader: Reader) -> tuple[str, Fraction | None, str | None]:
    test, level, correction = "t", None, None
    inside = False
    while reader.at < len(reader.tokens):
        if reader.is_mark("(", ",") or (inside and reader.is_mark(")")):
            inside = inside or reader.is_mark("(")
            reader.at += 1
        elif reader.takes("by") or reader.takes("using") or reader.takes("according", "to"):
            test = test_called(reader)
        elif reader.takes("at") or (reader.words[reader.at] in ("p", "alpha") and reader.tokens[reader.at + 1 :]):
            level = _level(reader)
        elif reader.takes("with") or reader.takes("after"):
            reader.takes("a")
            correction = correction_called(reader)
        elif inside:
            test = test_called(reader)
        else:
            break
    return test, level, correction


def _level(reader: Reader) -> Fraction:
    """``0.01``, ``the 0.01 level``, ``5%``, ``p < 0.05``, ``alpha = 0.05``."""
    reader.takes("the")
    if reader.takes("p") or reader.takes("alpha") or reader.takes("level"):
        reader.expect("<", "<=", "=")
    level = bounded_number(reader.number())
    reader.takes("level")
    if not 0 < level < 1:
        reader.stop(f"a level of {shown(level)} is not above 0 and below 1")
    return level


# ------------------------------------------------------------ topics


def is_on_topics(reader: Reader) -> bool:
    """Whether it names topics: ``A > B on 401``, ``A beats B on most topics``."""
    words, tokens = reader.words, reader.tokens
    return "on" in words[2:] and len(tokens) > 1 and (tokens[1][0] == "relation" or words[1] in (*ABOVE, "is"))


def on_topics(reader: Reader) -> Statement:
    first, relation, second = _two_compared(reader)
    reader.expect("on")
    at_least = reader.takes("at", "least")
    for words, share in ((("most",), Fraction(1, 2)), (("all",), None), (("every",), None)):
        if reader.takes(*words):
            reader.expect("topics", "topic", "queries")
            above = Count(first, relation, second, share=True)
            return CountsCompared(above, "=", Fraction(1)) if share is None else CountsCompared(above, ">", share)
    if reader.takes("topic"):
        return _on_one(first, relation, second, reader.name("a topic"))
    topic = reader.name("a topic")
    if not (reader.takes("topics") or reader.takes("queries") or reader.words[reader.at : reader.at + 1] == ["of"]):
        return _on_one(first, relation, second, topic)
    if reader.takes("of"):  # 30 of 50 topics, 30 of the topics
        reader.takes("the")
        if reader.at < len(reader.tokens) and NUMBER.fullmatch(reader.tokens[reader.at][1]):
            reader.at += 1
        reader.expect("topics", "queries")
    found = NUMBER.fullmatch(topic)
    if found is None:
        reader.stop(f"expected a number of topics, found {shown(topic)}")
    number = bounded_number(topic.removesuffix("%")) / (100 if found[3] else 1)
    above = Count(first, relation, second, share=bool(found[3]))
    return CountsCompared(above, ">=" if at_least else "=", number)


def _on_one(first: str, relation: str, second: str, topic: str) -> Statement:
    return Compared(score(first, topic), relation, score(second, topic))


def _two_compared(reader: Reader) -> tuple[str, str, str]:
    """Two systems, and what stands between them."""
    first = reader.name("a system")
    if reader.kind == "relation":
        relation = reader.relation()
    elif reader.takes("is"):
        how = reader.expect(*BETTER, *WORSE, "at")
        relation = ">" if how in BETTER else "<"
        reader.expect("than")
    else:
        how = reader.expect(*ABOVE, *BELOW)
        relation = ">" if how in ABOVE else "<"
        reader.takes("against") or reader.takes("over")
    return first, relation, reader.name("a system")


# ------------------------------------------------------------ means


def is_plain(reader: Reader) -> bool:
    """Whether it begins with a system and what it does: ``A outperforms B``, ``A is 5% better than B``."""
    return len(reader.tokens) > 2 and reader.tokens[0][0] != "mark" and reader.words[1] in SAYS


def plain(reader: Reader) -> Statement:
    """Of two means: ``A outperforms B [by 5%]``, ``A is [5%] better than B``, ``A improves over B by 5%``."""
    first = reader.name("a system")
    verb = reader.name("is, has, improves or outperforms").casefold()
    denied, share = False, None
    if verb == "does":
        reader.expect("not")
        denied, verb = True, f"{reader.name('outperform').casefold()}s"
    if verb == "improves":
        reader.takes("over") or reader.takes("on") or reader.takes("upon")
        above = True
    elif verb in (*ABOVE, *BELOW):
        above = verb in ABOVE
    elif verb == "has":
        return _has(reader, first)
    else:
        denied = reader.takes("not")
        share = _percent(reader)
        above = reader.expect(*BETTER, *WORSE) in BETTER
        reader.expect("than")
    second = reader.name("a system")
    at_least = True
    if share is None and reader.takes("by"):
        at_least = not reader.takes("more", "than")
        reader.takes("at", "least")
        share = _percent(reader)
        if share is None:
            reader.stop("expected a percentage, such as 5%; for a difference write mean(A) - mean(B) > 0.05")
    found = _compared(first, second, above, share, ">=" if at_least else ">")
    return Not(found) if denied else found


def _compared(first: str, second: str, above: bool, share: Any, relation: str) -> Statement:
    if share is None:
        return Compared(mean(first), ">" if above else "<", mean(second))
    one = Fraction(1)
    change = Combination(((one, mean(first)), (-one, mean(second))))
    quotient = Quotient(change, Combination(((one, mean(second)),)))
    return QuotientIs(quotient, relation if above else MIRRORED[relation], share if above else -share)


def _percent(reader: Reader) -> Fraction | None:
    word = reader.tokens[reader.at][1] if reader.at < len(reader.tokens) else ""
    return bounded_number(reader.number()) if NUMBER.fullmatch(word) and word.endswith("%") else None


def _has(reader: Reader, first: str) -> Statement:
    """``A has a higher mean than B``, ``A has the highest median``."""
    if reader.takes("the"):
        most = reader.expect(*LARGEST, *SMALLEST) in LARGEST
        return Extreme(Statistic(_kind(reader), first), most)
    reader.takes("a")
    relation = ">" if reader.expect(*BETTER, *WORSE) in BETTER else "<"
    kind = _kind(reader)
    reader.expect("than")
    return Compared(Statistic(kind, first), relation, Statistic(kind, reader.name("a system")))


def _kind(reader: Reader) -> str:
    """A statistic; or a measure, whose mean is meant."""
    from intervale.statements.names import measure_named, statistic_named

    word = reader.name("a statistic, such as mean")
    kind = statistic_named(word.casefold())
    if kind is None:
        measure = measure_named(word)
        if measure is None:
            reader.stop(f"{shown(word)} is no statistic and no measure")
        reader.name_measure(measure)
        kind = "mean"
    elif reader.at < len(reader.tokens) and reader.words[reader.at] not in ("than", "of") and kind == "mean":
        measure = measure_named(reader.tokens[reader.at][1])
        if measure is not None:
            reader.at += 1
            reader.name_measure(measure)
    return kind


# ------------------------------------------------------------ one among all


def is_extreme(reader: Reader) -> bool:
    """Whether it says of one that it is the best: ``A is best``, ``mean(A) is the largest``."""
    words = reader.words
    return "is" in words and any(word in (*LARGEST, *SMALLEST) for word in words[words.index("is") + 1 :][:3])


def read_extreme(reader: Reader) -> Statement:
    if reader.words[1:2] == ["("]:
        term = reader.expression()
        if not isinstance(term, Statistic):
            reader.stop(f"{term} is not a statistic of one system, such as mean(A)")
    else:
        term = mean(reader.name("a system"))
    reader.expect("is")
    denied = reader.takes("not")
    reader.takes("the")
    found = Extreme(term, reader.expect(*LARGEST, *SMALLEST) in LARGEST)
    reader.takes("system") or reader.takes("run") or reader.takes("of", "all")
    return Not(found) if denied else found
