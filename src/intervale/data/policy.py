"""What is done where data leave a choice: ties, missing topics, duplicates, the top grade, the depth, relevance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real

from intervale.errors import OptionError, shown
from intervale.exact import whole
from intervale.exact.shown import Shown

__all__ = ["DUPLICATES", "LARGEST_GRADE", "MISSING", "TIES", "Policy", "finite"]

LARGEST_GRADE, DEEPEST = 32_000, 10**9
"""The largest grade, and how many documents of a run are used at most."""

TIES = {
    "trec": "by score as float64, equal scores by document id descending (trec_eval 10)",
    "trec9": "by score as float32, equal scores by document id descending (trec_eval 9 and pytrec_eval)",
    "rank": "by score, equal scores by the rank column",
    "file": "by score, equal scores in the order of the file",
    "error": "by score, equal scores are refused",
}
MISSING = {
    "zero": "missing topics score 0 (trec_eval -c)",
    "drop": "each run is averaged over its own topics (trec_eval without -c)",
}
DUPLICATES = {
    "error": "a document retrieved twice for a topic is refused",
    "first": "if a document is retrieved twice, its first line in the file is kept",
    "best": "if a document is retrieved twice, its highest score is kept",
}


@dataclass(frozen=True, slots=True)
class Policy(Shown):
    """The choices in force; every result carries the one it was made with.

    >>> Policy(ties="trec9").ties
    'trec9'
    >>> Policy(missing="skip")
    Traceback (most recent call last):
    intervale.errors.OptionError: missing='skip' is unknown; use one of: zero, drop
    """

    ties: str = "trec"
    missing: str = "zero"
    duplicates: str = "error"
    grades: int | None = None
    depth: int | None = None
    relevant_from: float | None = None

    def __post_init__(self) -> None:
        for name, known in (("ties", TIES), ("missing", MISSING), ("duplicates", DUPLICATES)):
            if getattr(self, name) not in known:
                raise OptionError(f"{name}={shown(getattr(self, name))} is unknown; use one of: {', '.join(known)}")
        for name, most in (("grades", LARGEST_GRADE), ("depth", DEEPEST)):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, whole(name, value, 1, most))
        if self.relevant_from is not None:
            object.__setattr__(self, "relevant_from", finite(self.relevant_from))

    def sentences(self) -> list[str]:
        """The policy in words, for the footer of a table."""
        words = [f"ties: {TIES[self.ties]}", f"topics: {MISSING[self.missing]}"]
        if self.depth is not None:
            words.append(f"depth: at most {self.depth:,} documents per topic")
        if self.relevant_from is not None:
            words.append(f"grades: 1 from {self.relevant_from:g} on, 0 below")
        return words


def finite(relevant_from: object) -> float:
    """The grade or rating from which on documents are relevant, as a float.

    >>> finite("all")
    Traceback (most recent call last):
    intervale.errors.OptionError: relevant_from='all' must be a grade or a rating, such as 4
    """
    if isinstance(relevant_from, Real) and not isinstance(relevant_from, bool):
        try:
            least = float(relevant_from)
        except OverflowError:
            least = math.inf
        if math.isfinite(least):
            return least
    raise OptionError(f"relevant_from={shown(relevant_from)} must be a grade or a rating, such as 4")
