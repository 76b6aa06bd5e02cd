"""The register: claims of the papers with the checks that decide them, and the contents of each paper.

A claim is what a sentence, formula, table or example of a paper says, as it is printed. Its check says of which kind it
is. Where it is wrong as printed, the claim has an erratum: what to print instead.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path

from intervale.errors import OptionError

__all__ = [
    "CLAIMS",
    "CONTENTS",
    "PAPERS",
    "Checked",
    "Claim",
    "Erratum",
    "Finding",
    "Item",
    "Kind",
    "Paper",
    "Section",
    "claim",
    "run_claims",
]


@dataclass(frozen=True)
class Paper:
    """A paper: the name it is asked for by, its authors and year, both with its title, and how to cite it."""

    slug: str
    short: str
    title: str
    citation: str


PAPERS = {
    "000": Paper(
        "giner",
        "Giner",
        "Giner, On the metric properties of IR evaluation measures based on ranking axioms",
        "F. Giner. On the metric properties of IR evaluation measures based on ranking axioms. Manuscript.",
    ),
    "001": Paper(
        "ferrante-2019",
        "Ferrante, Ferro and Pontarollo 2019",
        "Ferrante, Ferro and Pontarollo 2019, A general theory of IR evaluation measures",
        "M. Ferrante, N. Ferro and S. Pontarollo. A general theory of IR evaluation measures. IEEE Transactions on "
        "Knowledge and Data Engineering 31(3), 2019, 409-422, with its electronic appendix.",
    ),
    "002": Paper(
        "ferrante-2015",
        "Ferrante, Ferro and Maistro 2015",
        "Ferrante, Ferro and Maistro 2015, Towards a formal framework for utility-oriented measurements",
        "M. Ferrante, N. Ferro and M. Maistro. Towards a formal framework for utility-oriented measurements of "
        "retrieval effectiveness. ICTIR 2015. [doi:10.1145/2808194.2809452](https://doi.org/10.1145/2808194.2809452).",
    ),
    "003": Paper(
        "group-theoretic",
        "Group-theoretic perspective (anonymous)",
        "Ranking evaluation metrics from a group-theoretic perspective (anonymous)",
        "Anonymous authors. Ranking evaluation metrics from a group-theoretic perspective. Under double-blind review, "
        "without its appendices.",
    ),
    "004": Paper(
        "ferrante-2021",
        "Ferrante, Ferro and Fuhr 2021",
        "Ferrante, Ferro and Fuhr 2021, Towards meaningful statements in IR evaluation",
        "M. Ferrante, N. Ferro and N. Fuhr. Towards meaningful statements in IR evaluation: mapping evaluation "
        "measures to interval scales. IEEE Access 9, 2021.",
    ),
}
"""The papers by the number with which the ids of their claims begin."""


class Kind(StrEnum):
    """What became of a claim."""

    CONFIRMED = "confirmed"
    """As it is printed, on all cases looked at or by proof."""
    TABLES = "agrees with its own tables"
    """Prose compared with figures that the paper prints; nothing is computed from runs."""
    CONFORMITY = "conformity of our definitions"
    """A definition or formula of the paper, and what intervale computes by it; nothing about the world."""
    CONDITION = "holds under a condition"
    """True once a condition is added that is not stated there; the remark names it."""
    MISPRINT = "misprint"
    """A slip of symbols or words: what is meant is clear from the paper itself, and right."""
    NUMBER = "wrong number"
    """A printed figure is not the one that its own definition gives."""
    GAP = "gap in a proof, result stands"
    FALSE = "false statement"
    """A counterexample breaks it."""
    NOT_CHECKABLE = "not checkable"
    """What would be needed is not in the paper; the remark says what."""
    UNDECIDED = "undecided"
    """Computations that do not agree."""
    NOT_RUN = "not run"
    """The collection that it is about is not at hand."""

    @property
    def wrong(self) -> bool:
        """Whether something has to be printed otherwise."""
        return self in (Kind.MISPRINT, Kind.NUMBER, Kind.GAP, Kind.FALSE)


@dataclass(frozen=True)
class Finding:
    """What a check found: the kind, what was looked at that shows it, and in words why or under which condition.

    The witness is a phrase that a reader can check by hand. ``again`` names a second computation, of another sort than
    the first, which the check did, too; where there is none it is empty.
    """

    kind: Kind
    witness: str = ""
    remark: str = ""
    again: str = ""


@dataclass(frozen=True)
class Erratum:
    """What to print instead: the words by which the place is found, what should stand there, and what else in the paper
    rests on it. ``symbol``: all turns on one symbol, which taking text from a PDF may have changed.
    """

    printed: str
    reads: str
    depends: str = "nothing else"
    symbol: bool = False


@dataclass(frozen=True)
class Claim:
    """One statement of a paper: where it stands, what it says in our words, the check that decides it, and the erratum
    where it is wrong as printed. One about a collection takes the folder of its data.
    """

    id: str
    where: str
    statement: str
    check: Callable[..., Finding]
    erratum: Erratum | None = None
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
class Section:
    """A section of a paper with its items, in the order of the pages."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Checked:
    """A claim that was run."""

    claim: Claim
    finding: Finding
    seconds: float


CLAIMS: dict[str, Claim] = {}
"""All claims by id: the paper, the place, and a word where a place has several."""
CONTENTS: dict[str, tuple[Section, ...]] = {}
"""By paper, its sections with every item."""
NO_DATA = Finding(Kind.NOT_RUN, "", "it needs the TREC-8 collection (--data DIR)")


def claim(
    id: str, where: str, statement: str, *, erratum: Erratum | None = None, on_data: bool = False
) -> Callable[[Callable[..., Finding]], Callable[..., Finding]]:
    """Register a check as the claim with this id."""

    def registered(check: Callable[..., Finding]) -> Callable[..., Finding]:
        if id in CLAIMS or id.partition("/")[0] not in PAPERS:
            raise ValueError(f"the claim {id} exists already, or its paper is unknown")
        CLAIMS[id] = Claim(id, where, statement, check, erratum, on_data)
        return check

    return registered


def run_claims(which: str | None = None, data: str | Path | None = None, *, errata: bool = False) -> Iterator[Checked]:
    """Check claims one after the other: all, those of a paper by its name (``ferrante-2019``) or number, or one by its
    id; those about TREC-8 where ``data`` names the folder with ``qrels.trec8.txt`` and ``runs``. With ``errata``, only
    those with an erratum: no other can be wrong.
    """
    chosen = _chosen(which)
    folder = None if data is None else Path(data)
    if folder is not None and not (folder / "qrels.trec8.txt").exists():
        raise OptionError(f"{folder} has no qrels.trec8.txt: --data names the folder with the TREC-8 collection")
    for found in chosen:
        if errata and found.erratum is None:
            continue
        start = time.perf_counter()
        finding = NO_DATA if found.on_data and folder is None else found.check(*([folder] if found.on_data else []))
        yield Checked(found, finding, time.perf_counter() - start)


def _chosen(which: str | None) -> list[Claim]:
    """The claims that a name stands for."""
    numbers = {one.slug: number for number, one in PAPERS.items()}
    if which is not None and which not in (*numbers, *numbers.values(), *CLAIMS):
        near = [name for name, one in sorted(CLAIMS.items()) if which.lower() in f"{name} {one.where}".lower()]
        near = near or get_close_matches(which, CLAIMS, n=3)
        more = f" and {len(near) - 8} more" if len(near) > 8 else ""
        known = f"; claims by that name or place: {', '.join(near[:8])}{more}" if near else ""
        raise OptionError(f"unknown paper or claim {which!r}; the papers are: {', '.join(numbers)}{known}")
    paper = numbers.get(which or "", which)
    return [one for name, one in sorted(CLAIMS.items()) if paper in (None, one.paper, name)]
