"""Statements in the words that papers use: ``A is significantly better than B by t-test at 0.01 with holm``, ``A
improves over B by 5%``, ``A > B on most topics``, ``A is best``.

Each rule reads a whole sentence about two systems, or about one among all. What stands for the mean is said so:
``A outperforms B`` is ``mean(A) > mean(B)``.
"""

from __future__ import annotations

from difflib import get_close_matches
from fractions import Fraction

from intervale.errors import shown
from intervale.exact import bounded_number
from intervale.statements.expressions import Combination, Quotient, Statistic, mean, score
from intervale.statements.forms.comparison import Compared
from intervale.statements.forms.compound import AllOf, Not
from intervale.statements.forms.quotient import QuotientIs
from intervale.statements.forms.ranked import Extreme, Ranked
from intervale.statements.forms.significance import Significant
from intervale.statements.forms.wins import Count, CountsCompared
from intervale.statements.names import (
    averaged,
    correction_called,
    correction_named,
    measure_named,
    statistic_named,
    test_called,
)
from intervale.statements.reading import NUMBER, Reader
from intervale.statements.relations import MIRRORED
from intervale.statements.statement import Statement

__all__ = [
    "ON",
    "is_extreme",
    "is_on_topics",
    "is_other",
    "is_plain",
    "is_significance",
    "on_topics",
    "other",
    "plain",
    "read_extreme",
    "significance",
]

ABOVE = ("outperforms", "outperform", "beats", "beat", "exceeds", "wins")
BELOW = ("underperforms", "underperform")
BETTER = ("better", "higher", "larger", "greater", "superior")
WORSE = ("worse", "lower", "smaller", "inferior")
LARGEST = ("best", "largest", "highest", "top", "first")
SMALLEST = ("worst", "smallest", "lowest", "last")
HAS = ("has", "achieves", "obtains", "reaches", "gets")
DIFFERENT = ("different", "differs", "differ")
VERBS = (*ABOVE, *BELOW, *HAS, "improves", "is", "does", "scores", "ranks", "performs", "significantly", "differs")
TOPICS = ("topics", "topic", "queries", "query")
ON = ("topic", "most", "all", "every", "each", "the", "at", "more")
"""How what follows *on* begins where it is topics."""


# ------------------------------------------------------------ tests


def is_significance(reader: Reader) -> bool:
    return "significantly" in reader.words


def significance(reader: Reader) -> Statement:
    """``A [is] [not] significantly better than B [by TEST] [at LEVEL] [with CORRECTION]``, in any order; ``A differs
    significantly from B``.
    """
    first = reader.name("a system")
    any(reader.takes(word) for word in ("is", "was", "does", "performs"))
    denied = reader.takes("not")
    reader.takes("statistically")
    how = reader.words[reader.at] if reader.takes("differs") or reader.takes("differ") else ""
    reader.expect("significantly")
    how = "differs" if how else reader.name("better than, worse than or different from").casefold()
    better, worse = how in (*BETTER, *ABOVE), how in (*WORSE, *BELOW)
    if not better and not worse and how not in DIFFERENT:
        reader.stop(f"expected better, worse or different, found {shown(how)}")
    if how in DIFFERENT:
        reader.expect("from")
    elif how in (*BETTER, *WORSE):
        reader.expect("than", "to")
    found = _tested(reader, first, reader.name("a system"), worse=worse, better=better or worse)
    return Not(found) if denied else found


def _tested(reader: Reader, first: str, second: str, *, worse: bool, better: bool) -> Significant:
    test, level, correction = _how_tested(reader)
    pair = (second, first) if worse else (first, second)
    return Significant(*pair, test, better, level, correction)


def _how_tested(reader: Reader) -> tuple[str, Fraction | None, str | None]:
    """What follows: the test, the level and the correction, with or without brackets and commas."""
    test, level, correction = None, None, None
    opened = 0
    while reader.at < len(reader.tokens):
        if reader.is_mark("(", ",", ")"):
            opened += {"(": 1, ")": -1}.get(reader.next_token("")[1], 0)
            continue
        named = any(reader.takes(*words) for words in (("by",), ("using",), ("according", "to")))
        if not named and (reader.takes("at") or reader.takes("with") or reader.takes("after")):
            reader.takes("a")
        word = reader.words[reader.at] if reader.kind == "word" else ""
        if word in ("p", "alpha", "the", "level") or NUMBER.fullmatch(word):
            level = _level(reader)
        elif correction_named(word) is not None and not named:
            correction = correction_called(reader)
        elif named or reader.tokens[reader.at - 1][1] in ("(", ","):
            if test is not None:
                reader.stop("it names two tests; write one sentence for each")
            test = test_called(reader)
        elif reader.words[reader.at - 1] in ("with", "after", "a"):
            correction = correction_called(reader)
        else:
            break
    if opened:
        reader.stop("a bracket is not closed, or closed twice")
    return test or "t", level, correction


def _level(reader: Reader) -> Fraction:
    """``0.01``, ``the 0.01 level``, ``5%``, ``p < 0.05``, ``alpha = 0.05``; 95% is the confidence of 0.05."""
    reader.takes("the")
    if reader.takes("p"):
        if reader.kind == "relation" and reader.tokens[reader.at][1] == "=":
            reader.stop("p = is a p-value, and no level; write p < 0.01, or p(A, B, t) < 0.01")
        reader.expect("<", "<=")
    elif reader.takes("alpha") or reader.takes("level"):
        reader.expect("<", "<=", "=")
    percent = reader.kind == "word" and reader.tokens[reader.at][1].endswith("%")
    level = bounded_number(reader.number())
    confidence = reader.takes("confidence") or (percent and level > Fraction(1, 2))
    level = 1 - level if confidence else level
    reader.takes("level")
    if not 0 < level < 1:
        reader.stop(f"a level of {shown(level)} is not above 0 and below 1")
    if level > Fraction(1, 2):
        reader.stop(f"{float(level):g} is no level of significance; write at 0.05, or at 95%")
    return level


# ------------------------------------------------------------ topics


def is_on_topics(reader: Reader) -> bool:
    """Whether it names topics: ``A > B on 401``, ``A beats B on most topics``."""
    words, tokens = reader.words, reader.tokens
    return (
        "on" in words[2:] and len(tokens) > 1 and (tokens[1][0] == "relation" or words[1] in (*ABOVE, "is", "scores"))
    )


def on_topics(reader: Reader) -> Statement:
    first, relation, second = _two_compared(reader)
    reader.expect("on")
    more, at_least = reader.takes("more", "than"), reader.takes("at", "least")
    if reader.takes("the", "majority", "of") or reader.takes("most"):
        any(reader.takes(word) for word in ("of", "the"))
        reader.expect(*TOPICS)
        return CountsCompared(Count(first, relation, second, share=True), ">", Fraction(1, 2))
    if reader.takes("all") or reader.takes("every") or reader.takes("each"):
        reader.takes("the")
        reader.expect(*TOPICS)
        return CountsCompared(Count(first, relation, second, share=True), "=", Fraction(1))
    if reader.takes("topic"):
        return _on_one(first, relation, second, reader.name("a topic"))
    topic = reader.name("a topic")
    of = reader.takes("of")
    if not of and not any(reader.takes(word) for word in TOPICS):
        return _on_one(first, relation, second, topic)
    whole = None
    if of:  # 30 of 50 topics, 30 of the topics
        reader.takes("the")
        whole = bounded_number(reader.number()) if NUMBER.fullmatch(reader.words[reader.at]) else None
        reader.expect(*TOPICS)
    found = NUMBER.fullmatch(topic)
    if found is None:
        reader.stop(f"expected a number of topics, found {shown(topic)}")
    number = bounded_number(topic.removesuffix("%")) / (100 if found[3] else 1)
    if number < 0 or (number.denominator > 1 and not found[3]):
        reader.stop(
            f"{shown(topic)} is not a number of topics; write, for instance, on 30 topics, or on 60% of the topics"
        )
    how = ">" if more else ">=" if at_least else "="
    counted = CountsCompared(Count(first, relation, second, share=bool(found[3])), how, number)
    if not whole or how != "=":
        return counted
    share = CountsCompared(Count(first, relation, second, share=True), "=", bounded_number(number / whole))
    return AllOf((counted, share))


def _on_one(first: str, relation: str, second: str, topic: str) -> Statement:
    return Compared(score(first, topic), relation, score(second, topic))


def _two_compared(reader: Reader) -> tuple[str, str, str]:
    """Two systems, and what stands between them."""
    first = reader.name("a system")
    if reader.kind == "relation":
        relation = reader.relation()
    elif reader.takes("is") or reader.takes("scores"):
        relation = ">" if reader.expect(*BETTER, *WORSE) in BETTER else "<"
        reader.expect("than", "to")
    else:
        relation = ">" if reader.expect(*ABOVE, *BELOW) in ABOVE else "<"
        any(reader.takes(word) for word in ("against", "over"))
    return first, relation, reader.name("a system")


# ------------------------------------------------------------ means


def is_plain(reader: Reader) -> bool:
    """Whether it begins with a system and what it does: ``A outperforms B``, ``A is 5% better than B``."""
    return len(reader.tokens) > 2 and reader.tokens[0][0] != "mark" and reader.words[1] in VERBS


def plain(reader: Reader) -> Statement:
    """Of two means: ``A outperforms B [by 5%]``, ``A is [5%] better than B``, ``A improves over B by 5%``; with a level
    (``A outperforms B (p < 0.05)``) it is about a test.
    """
    first = reader.name("a system")
    verb = reader.name("is, has, improves or outperforms").casefold()
    denied, share, relation = False, None, ">="
    if verb == "does":
        reader.expect("not")
        denied, verb = True, reader.name("outperform").casefold()
    if verb == "improves":
        any(reader.takes(word) for word in ("over", "on", "upon"))
        above = True
    elif verb in (*ABOVE, *BELOW):
        above = verb in ABOVE
        any(reader.takes(word) for word in ("over", "against"))
        if reader.takes("all") or reader.takes("every"):
            any(reader.takes(word) for word in ("other", "others"))
            any(reader.takes(word) for word in ("systems", "system", "runs", "run"))
            return Extreme(mean(first), above)
    elif verb in HAS:
        return _has(reader, first)
    elif verb == "ranks" or (verb == "is" and (reader.takes("ranked") or _in_the_top(reader))):
        return _ranked(reader, first)
    else:
        denied = reader.takes("not")
        relation, share = _share(reader)
        above = reader.expect(*BETTER, *WORSE) in BETTER
        reader.expect("than", "to")
    second = reader.name("a system")
    if reader.is_mark("(") or reader.takes("with"):
        found: Statement = _tested(reader, first, second, worse=not above, better=True)
        return Not(found) if denied else found
    if share is None and reader.takes("by"):
        relation, share = _share(reader)
        if share is None:
            reader.stop("expected a percentage, such as 5%; for a difference write mean(A) - mean(B) > 0.05")
    found = _compared(first, second, above, share, relation)
    return Not(found) if denied else found


def _in_the_top(reader: Reader) -> bool:
    return any(reader.takes(*words) for words in (("in", "the"), ("among", "the")))


def _ranked(reader: Reader, first: str) -> Statement:
    """``first``, ``last``, ``3``; ``the top 3``."""
    if reader.takes("top"):
        return Ranked(first, "<=", bounded_number(reader.number()))
    if reader.takes("first"):
        return Ranked(first, "=", Fraction(1))
    if reader.takes("last"):
        return Extreme(mean(first), largest=False)
    return Ranked(first, "=", bounded_number(reader.number()))


def _compared(first: str, second: str, above: bool, share: Fraction | None, relation: str) -> Statement:
    if share is None:
        return Compared(mean(first), ">" if above else "<", mean(second))
    one = Fraction(1)
    change = Combination(((one, mean(first)), (-one, mean(second))))
    quotient = Quotient(change, Combination(((one, mean(second)),)))
    return QuotientIs(quotient, relation if above else MIRRORED[relation], share if above else -share)


def _share(reader: Reader) -> tuple[str, Fraction | None]:
    """``[at least | more than] 5%``: 5% is at least 5%."""
    relation = ">" if reader.takes("more", "than") else ">="
    reader.takes("at", "least")
    word = reader.tokens[reader.at][1] if reader.at < len(reader.tokens) else ""
    found = NUMBER.fullmatch(word) and word.endswith("%")
    return relation, bounded_number(reader.number()) if found else None


def _has(reader: Reader, first: str) -> Statement:
    """``A has a higher mean than B``, ``A has the highest median``, ``A achieves the highest MAP``."""
    if reader.takes("the"):
        most = reader.expect(*LARGEST, *SMALLEST) in LARGEST
        found = Extreme(Statistic(_kind(reader), first), most)
        if reader.takes("of", "all"):
            any(reader.takes(word) for word in ("systems", "runs"))
        return found
    reader.takes("a")
    relation = ">" if reader.expect(*BETTER, *WORSE) in BETTER else "<"
    kind = _kind(reader)
    reader.expect("than")
    return Compared(Statistic(kind, first), relation, Statistic(kind, reader.name("a system")))


def _kind(reader: Reader) -> str:
    """A statistic; or a measure, whose mean is meant."""
    word = reader.name("a statistic, such as mean")
    kind = statistic_named(word.casefold())
    if kind is None:
        if measure_named(word) is None:
            reader.stop(f"{shown(word)} is no statistic and no measure")
        reader.name_measure(averaged(word))
        return "mean"
    if reader.kind == "word" and (measure := measure_named(reader.tokens[reader.at][1])) is not None:
        reader.at += 1
        reader.name_measure(measure)
    return kind


# ------------------------------------------------------------ one among all


def is_extreme(reader: Reader) -> bool:
    """Whether it says of one that it is the best: ``A is best``, ``mean(A) is the largest``."""
    words = reader.words
    after = words[words.index("is") + 1 :] if "is" in words else []
    after = [word for word in after if word not in ("not", "the")]
    return bool(after) and after[0] in (*LARGEST, *SMALLEST)


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
    any(reader.takes(*words) for words in (("system",), ("run",), ("of", "all", "systems"), ("of", "all")))
    return Not(found) if denied else found


# ------------------------------------------------------------ what is none of these


def is_other(reader: Reader) -> bool:
    """Whether it begins with two words, or is one, so that it can only be meant as a sentence in words."""
    kinds = [kind for kind, _ in reader.tokens[:2]]
    return kinds in (["word"], ["text"]) or (len(kinds) == 2 and kinds[0] in ("word", "text") and kinds[1] == "word")


def other(reader: Reader) -> Statement:
    if len(reader.tokens) == 1:
        reader.stop("this is one word, and no sentence; write it in quotation marks, such as 'A outperforms B'")
    first, second = (word for _, word in reader.tokens[:2])
    near = get_close_matches(second.casefold(), VERBS, n=1)
    hint = f"did you mean {near[0]}?" if near else "write, for instance, A outperforms B, or mean(A) > mean(B)"
    reader.stop(f"{shown(second)} is not understood after {shown(first)}; {hint}")
