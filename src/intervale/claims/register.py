"""The register: claims of the papers with the checks that decide them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from intervale.errors import OptionError

__all__ = ["CLAIMS", "PAPERS", "Claim", "Finding", "Outcome", "claim", "run_claims"]

PAPERS = {
    "000": "Giner, On the metric properties of IR evaluation measures based on ranking axioms",
    "001": "Ferrante, Ferro and Pontarollo 2019, A general theory of IR evaluation measures",
    "002": "Ferrante, Ferro and Maistro 2015, Towards a formal framework for utility-oriented measurements",
    "003": "Ranking evaluation metrics from a group-theoretic perspective (anonymous)",
    "004": "Ferrante, Ferro and Fuhr 2021, Towards meaningful statements in IR evaluation",
}


class Outcome(StrEnum):
    """What became of a claim."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    CONDITIONAL = "conditional"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Finding:
    """What a check found: the outcome, what shows it, and in words why or under which condition."""

    outcome: Outcome
    witness: Any = None
    remark: str = ""


@dataclass(frozen=True)
class Claim:
    """One statement of a paper: where it stands, what it says in our words, and the check that decides it."""

    id: str
    where: str
    statement: str
    check: Callable[[], Finding]

    @property
    def paper(self) -> str:
        return self.id.partition("/")[0]


CLAIMS: dict[str, Claim] = {}
"""All claims by id: the paper, the place, and a word where a place has several."""


def claim(id: str, where: str, statement: str) -> Callable[[Callable[[], Finding]], Callable[[], Finding]]:
    """Register a check as the claim with this id."""

    def registered(check: Callable[[], Finding]) -> Callable[[], Finding]:
        if id in CLAIMS or id.partition("/")[0] not in PAPERS:
            raise ValueError(f"the claim {id} is there already, or of no known paper")
        CLAIMS[id] = Claim(id, where, statement, check)
        return check

    return registered


def run_claims(paper: str | None = None) -> Iterable[tuple[Claim, Finding]]:
    """Check the claims of a paper, or of all, one after the other."""
    if paper is not None and paper not in PAPERS:
        raise OptionError(f"no paper is called {paper!r}; the papers are: {', '.join(PAPERS)}")
    for found in sorted(CLAIMS.values(), key=lambda one: one.id):
        if paper in (None, found.paper):
            yield found, found.check()
