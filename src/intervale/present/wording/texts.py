"""Numbers and names in sentences."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Answer", "filled", "listing", "p_text", "percent", "plain", "signed", "the_test", "topics_text"]

MOST_NAMED = 3


@dataclass(frozen=True)
class Answer:
    """What is said first about a measure: the verdict, and the numbers that carry it."""

    measure: str
    verdict: str
    numbers: str

    def __str__(self) -> str:
        return f"{self.measure}: {self.verdict}" + (f" {self.numbers}" if self.numbers else "")


def filled(template: str, places: Mapping[str, str]) -> str:
    """A sentence with names and numbers in its places; what is put in is not looked at again.

    >>> filled("{a} is better than {b}.", {"a": "run {b}", "b": "x"})
    'run {b} is better than x.'
    """
    return re.sub(r"\{(\w+)\}", lambda place: places[place[1]], template)


def p_text(p: float) -> str:
    """A p-value in a sentence.

    >>> p_text(0.0213), p_text(3e-9), p_text(1.0), p_text(float("nan"))
    ('p = 0.021', 'p < 0.0001', 'p = 1', 'p not known')
    """
    if math.isnan(p):
        return "p not known"
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.2g}"


def plain(x: float) -> str:
    """A number in a sentence: four digits behind the point, six in all where it is large.

    >>> plain(0.05112), plain(-0.00002), plain(0.0), plain(1e300)
    ('0.0511', '−0.00002', '0', '1e+300')
    """
    if x == 0:
        return "0"
    text = f"{x:.6g}" if abs(x) >= 100 else f"{x:.4f}" if abs(x) >= 0.001 else f"{x:.2g}"
    if "e" in text and 1e-6 <= abs(x) < 1:
        text = f"{x:.6f}".rstrip("0")
    return text.replace("-", "−", 1) if text.startswith("-") else text


def signed(x: float) -> str:
    return f"+{plain(x)}" if x > 0 else plain(x)


def listing(names: tuple[str, ...]) -> str:
    """Names in a sentence.

    >>> listing(("A", "B")), listing(tuple("ABCDE"))
    ('A and B', 'A, B, C and 2 more')
    """
    if len(names) > MOST_NAMED + 1:
        return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED:,} more"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def percent(alpha: float) -> str:
    """The confidence that goes with a level.

    >>> percent(0.05), percent(0.001), percent(1e-9)
    ('95%', '99.9%', '99.9999999%')
    """
    return f"{100 * (1 - alpha):.10g}%"


def topics_text(ahead: int, tied: int, behind: int) -> str:
    """On how many topics one system is ahead of another.

    >>> topics_text(17, 2, 6), topics_text(1, 0, 0)
    ('ahead on 17 topics, behind on 6, 2 tied', 'ahead on 1 topic, behind on none')
    """
    rest = f", {tied:,} tied" if tied else ""
    first = f"{ahead:,} topic{'s' * (ahead != 1)}" if ahead else "no topic"
    return f"ahead on {first}, behind on {f'{behind:,}' if behind else 'none'}{rest}"


def the_test(title: str) -> str:
    """A test as the subject of a sentence.

    >>> the_test("sign test"), the_test("Student's t test")
    ('the sign test', "Student's t test")
    """
    return title if title.startswith("Student's") else f"the {title}"
