"""The register: claims of the papers with the checks that decide them, and the contents of each paper."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from intervale.errors import OptionError

__all__ = [
    "CLAIMS",
    "CONTENTS",
    "PAPERS",
    "Checked",
    "Claim",
    "Finding",
    "Item",
    "Outcome",
    "Paper",
    "claim",
    "run_claims",
]


@dataclass(frozen=True)
class Paper:
    """A paper: the name it is asked for by, its authors and year, and both with its title."""

    slug: str
    short: str
    title: str


PAPERS = {
    "000": Paper(
        "giner",
        "Giner",
        "Giner, On the metric properties of IR evaluation measures based on ranking axioms",
    ),
    "001": Paper(
        "ferrante-2019",
        "Ferrante, Ferro and Pontarollo 2019",
        "Ferrante, Ferro and Pontarollo 2019, A general theory of IR evaluation measures",
    ),
    "002": Paper(
        "ferrante-2015",
        "Ferrante, Ferro and Maistro 2015",
        "Ferrante, Ferro and Maistro 2015, Towards a formal framework for utility-oriented measurements",
    ),
    "003": Paper(
        "group-theoretic",
        "Group-theoretic perspective (anonymous)",
        "Ranking evaluation metrics from a group-theoretic perspective (anonymous)",
    ),
    "004": Paper(
        "ferrante-2021",
        "Ferrante, Ferro and Fuhr 2021",
        "Ferrante, Ferro and Fuhr 2021, Towards meaningful statements in IR evaluation",
    ),
}
"""The papers by the number with which the ids of their claims begin."""


class Outcome(StrEnum):
    """What became of a claim."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    CONDITIONAL = "conditional"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Finding:
    """What a check found: the outcome, what shows it, and in words why or under which condition.

    A refutation is argued twice: ``again`` names the second computation, which the check did, too.
    """

    outcome: Outcome
    witness: Any = None
    remark: str = ""
    again: str = ""


@dataclass(frozen=True)
class Claim:
    """One statement of a paper: where it stands, what it says in our words, and the check that decides it. One about a
    collection takes the folder of its data.
    """

    id: str
    where: str
    statement: str
    check: Callable[..., Finding]
    on_data: bool = False

    @property
    def paper(self) -> str:
        return self.id.partition("/")[0]


@dataclass(frozen=True)
class Item:
    """One item of a paper's contents: a proposition, definition, example, table, figure, formula or number. It is
    checked by some claims, or ``why`` says why there is nothing to check.
    """

    place: str
    what: str
    claims: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Checked:
    """A claim that was run."""

    claim: Claim
    finding: Finding
    seconds: float


CLAIMS: dict[str, Claim] = {}
"""All claims by id: the paper, the place, and a word where a place has several."""
CONTENTS: dict[str, tuple[Item, ...]] = {}
"""By paper, every item in the order of the pages."""
NO_DATA = Finding(Outcome.UNDECIDED, None, "not run: it needs the TREC-8 collection (--data DIR)")


def claim(
    id: str, where: str, statement: str, *, on_data: bool = False
) -> Callable[[Callable[..., Finding]], Callable[..., Finding]]:
    """Register a check as the claim with this id."""

    def registered(check: Callable[..., Finding]) -> Callable[..., Finding]:
        if id in CLAIMS or id.partition("/")[0] not in PAPERS:
            raise ValueError(f"the claim {id} exists already, or its paper is unknown")
        CLAIMS[id] = Claim(id, where, statement, check, on_data)
        return check

    return registered


def run_claims(paper: str | None = None, data: str | Path | None = None) -> Iterator[Checked]:
    """Check the claims of a paper, by its name (``ferrante-2019``) or number, or of all, one after the other; those
    about TREC-8 where ``data`` names the folder with ``qrels.trec8.txt`` and ``runs``.
    """
    number = None if paper is None else _number(paper)
    folder = None if data is None else Path(data)
    if folder is not None and not (folder / "qrels.trec8.txt").exists():
        raise OptionError(f"{folder} has no qrels.trec8.txt: --data names the folder with the TREC-8 collection")
    for found in sorted(CLAIMS.values(), key=lambda one: one.id):
        if number in (None, found.paper):
            start = time.perf_counter()
            finding = NO_DATA if found.on_data and folder is None else found.check(*([folder] if found.on_data else []))
            yield Checked(found, finding, time.perf_counter() - start)


def _number(paper: str) -> str:
    """The number of a paper, from its name or as it is."""
    numbers = {one.slug: number for number, one in PAPERS.items()}
    if paper not in PAPERS and paper not in numbers:
        raise OptionError(f"unknown paper {paper!r}; the papers are: {', '.join(numbers)}")
    return numbers.get(paper, paper)
