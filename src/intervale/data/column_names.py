"""What columns are called: one table of names for frames, named tuples and files, and ``columns=`` where a file has
none.

Case, hyphens and underscores do not count (``query-id``, ``query_id``, ``queryId``), nor do the types that RecBole
writes behind a colon (``user_id:token``). Where two columns could be meant, an id is taken before a bare noun (``qid``
before ``query``, which is often the text of it), and ``docno`` before ``docid``, which in PyTerrier is a number of the
index. Two names that are as good as each other are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from intervale.errors import InputError, OptionError, shown

__all__ = [
    "COLUMN_NAMES",
    "Columns",
    "What",
    "columns_for",
    "columns_given",
    "find_columns",
    "is_header",
    "known_columns",
    "picked",
    "role_of",
]

What = Literal["qrels", "run"]

COLUMN_NAMES: dict[str, tuple[tuple[str, ...], ...]] = {
    "topic": (
        ("topic_id", "query_id", "qid", "q_id", "user_id", "uid"),
        ("topic", "query", "user"),
    ),
    "document": (
        ("docno",),
        ("document_id", "doc_id", "corpus_id", "pid", "passage_id", "item_id", "iid", "movie_id"),
        ("document", "doc", "item", "passage"),
    ),
    "grade": (("grade", "relevance", "rel", "label"),),
    "rating": (("rating", "r_ui"),),
    "score": (("score", "similarity", "sim", "prediction", "pred", "est"),),
    "rank": (("rank",),),
    "tag": (("tag", "run", "run_id", "system"),),
}
"""The names of each column, in tiers: a name of an earlier tier is taken first."""
NUMBERS: dict[What, tuple[str, ...]] = {"qrels": ("grade", "rating"), "run": ("score", "rank")}
"""The columns that say whether a list of columns is about judgments or about runs."""
SKIPPED = ("-", "_")
SWAPPED = {
    "qrels": "this looks like a run: judgments come first, then runs",
    "run": "this looks like judgments: judgments come first, then runs",
}
"""What is said where one is given for the other."""
ASK_FROM = "say from which on an item is relevant: relevant_from=4"

_TYPE = re.compile(r":(token|float|token_seq|float_seq)$")


def _plain(name: Any) -> str:
    return re.sub(r"[-_ ]", "", _TYPE.sub("", str(name).strip())).lower()


_ROLE = {_plain(name): role for role, tiers in COLUMN_NAMES.items() for tier in tiers for name in tier}


def role_of(name: Any) -> str | None:
    """What a column of this name holds; None where the name is not in the table."""
    return _ROLE.get(_plain(name))


def picked(names: Iterable[Any], role: str, source: str | None = None) -> Any:
    """The name of the column with this role, or None; two that are as good as each other are refused.

    >>> picked(["query", "qid", "docno", "score"], "topic"), picked(["a", "b"], "topic")
    ('qid', None)
    >>> picked(["qid", "query_id"], "topic")
    Traceback (most recent call last):
    intervale.errors.InputError: both 'qid' and 'query_id' could be the topic; leave one out, or rename it
    """
    names = list(names)
    for tier in COLUMN_NAMES[role]:
        known = {_plain(name) for name in tier}
        found = [name for name in names if _plain(name) in known]
        if len(found) > 1 and len(set(found)) == 1:
            raise InputError(f"column {found[0]!r} appears twice", source=source)
        if len(found) > 1:
            both = f"both {shown(found[0])} and {shown(found[1])} could be the {role}"
            raise InputError(f"{both}; leave one out, or rename it", source=source)
        if found:
            return found[0]
    return None


def known_columns(names: Iterable[Any]) -> list[Any]:
    """Those names that are in the table.

    >>> known_columns(["qid", "docno", "text", "score"])
    ['qid', 'docno', 'score']
    """
    return [name for name in names if _plain(name) in _ROLE]


def find_columns(
    names: Iterable[Any], what: What, source: str, *, relevant_from: float | None = None
) -> dict[str, Any]:
    """The columns that judgments or runs need, by their roles, and those that a run may have.

    In judgments a score is the grade only where no column is one, and ratings are taken only with ``relevant_from``. In
    a run a rating is a score only where no column is one, and ranks are enough where there are no scores.

    >>> find_columns(["query-id", "corpus-id", "score"], "qrels", "qrels.tsv")
    {'topic': 'query-id', 'document': 'corpus-id', 'grade': 'score'}
    >>> find_columns(["qid", "docno", "rank", "name"], "run", "run.tsv")
    {'topic': 'qid', 'document': 'docno', 'rank': 'rank'}
    """
    names = list(names)
    roles = tuple(COLUMN_NAMES) if what == "run" else ("topic", "document", "grade", "rating", "score")
    found = {role: name for role in roles if (name := picked(names, role, source)) is not None}
    for role in ("topic", "document"):
        if role not in found:
            raise InputError(_missing(names, role), source=source)
    if what == "run":
        return _of_run(found, names, source)
    return _of_qrels(found, names, source, relevant_from)


def _of_qrels(found: dict[str, Any], names: list[Any], source: str, relevant_from: float | None) -> dict[str, Any]:
    pair = {role: found[role] for role in ("topic", "document")}
    grades = {role: found[role] for role in ("grade", "rating", "score") if role in found}
    if "grade" in grades and ("rating" not in grades or relevant_from is None):
        return {**pair, "grade": grades["grade"]}
    if len(grades) > 1 and grades.keys() != {"grade", "score"}:
        one, two = [shown(name) for name in grades.values()][:2]
        raise InputError(f"both {one} and {two} could be the grade; leave one out, or rename it", source=source)
    if "rating" in grades:
        if relevant_from is None:
            raise InputError(f"column {shown(grades['rating'])} holds ratings; {ASK_FROM}", source=source)
        return {**pair, "rating": grades["rating"]}
    if "score" in grades and any(_ROLE.get(_plain(name)) in ("rank", "tag") for name in names):
        raise InputError(f"no column 'grade' among {_shown(names)}; {SWAPPED['qrels']}", source=source)
    if "score" in grades and _plain(grades["score"]) == "score":
        return {**pair, "grade": grades["score"]}
    if "score" in grades:
        raise InputError(f"no column 'grade' among {_shown(names)}; {SWAPPED['qrels']}", source=source)
    clicks = "where every document listed is relevant, say the columns without one (--columns topic,document)"
    raise InputError(f"{_missing(names, 'grade')}; {clicks}", source=source)


def _of_run(found: dict[str, Any], names: list[Any], source: str) -> dict[str, Any]:
    if "score" not in found and "rating" in found:
        found["score"] = found["rating"]
    if "score" not in found and "rank" not in found:
        if "grade" in found:
            raise InputError(f"no column 'score' among {_shown(names)}; {SWAPPED['run']}", source=source)
        raise InputError(_missing(names, "score"), source=source)
    return {role: found[role] for role in ("topic", "document", "score", "rank", "tag") if role in found}


def _missing(names: list[Any], role: str) -> str:
    known = [name for tier in COLUMN_NAMES[role] for name in tier]
    others = ", ".join(name for name in known if name != role)
    return f"no column {role!r} (or {others}) among {_shown(names)}; rename it, or give columns="


def _shown(names: list[Any]) -> str:
    return shown([name for name in names if isinstance(name, str)] or names)


def is_header(fields: Iterable[str]) -> bool:
    """Whether the fields of a first line name the columns of judgments or of a run.

    >>> is_header(["query-id", "corpus-id", "score"]), is_header(["301", "Q0", "d1"])
    (True, False)
    """
    roles = {_ROLE.get(_plain(field)) for field in fields}
    return {"topic", "document"} <= roles and bool(roles & {"grade", "rating", "score", "rank"})


# ---------------------------------------------------------------- columns=


@dataclass(frozen=True)
class Columns:
    """What the columns of a file without a header are, in their order; None for a column that is skipped."""

    roles: tuple[str | None, ...]
    what: What

    @property
    def all_relevant(self) -> bool:
        """Whether the judgments have no grade: every document listed is relevant."""
        return self.what == "qrels" and not set(NUMBERS["qrels"]) & set(self.roles)

    def __str__(self) -> str:
        return ",".join(role or "-" for role in self.roles)


def columns_given(given: Any) -> dict[What, Columns]:
    """What was said about columns, by what it is about: with a score or a rank about runs, else about judgments, in
    which every document is relevant where there is neither grade nor rating.

    ``given`` is a text such as ``"topic,document,rank"``, a list of names, or a list of such texts.

    >>> {what: str(one) for what, one in columns_given(["qid,-,docid,grade", "qid,docid,rank"]).items()}
    {'qrels': 'topic,-,document,grade', 'run': 'topic,document,rank'}
    """
    found: dict[What, Columns] = {}
    for names in _lists(given):
        one = _columns(names)
        if one.what in found:
            twice = "judgments" if one.what == "qrels" else "runs"
            raise OptionError(f"columns of {twice} are given twice: {found[one.what]} and {one}")
        found[one.what] = one
    return found


def columns_for(what: What, given: Any) -> Columns | None:
    """What was said about the columns of judgments, or of runs; anything else is refused."""
    found = columns_given(given)
    for other in found:
        if other != what:
            need = "grade" if what == "qrels" else "score or rank"
            raise OptionError(f"columns={str(found[other])!r} has no {need}")
    return found.get(what)


def _lists(given: Any) -> list[Sequence[str]]:
    if given is None:
        return []
    if isinstance(given, Columns):
        return [str(given).split(",")]
    if isinstance(given, str):
        return [given.split(",")]
    if not isinstance(given, Iterable):
        raise OptionError(f"columns={shown(given)} must be names such as 'topic,document,rank'")
    several = list(given)
    if several and all(isinstance(one, str) and "," not in one for one in several):
        return [several]
    return [names for one in several for names in _lists(one)]


def _columns(names: Sequence[str]) -> Columns:
    roles = [None if name.strip() in SKIPPED else _ROLE.get(_plain(name), name) for name in names]
    written = shown(",".join(names))
    for role in roles:
        if role is not None and role not in COLUMN_NAMES:
            known = ", ".join(COLUMN_NAMES)
            raise OptionError(f"columns={written}: {shown(role)} is unknown; use {known}, or - to skip a column")
        if role is not None and roles.count(role) > 1:
            raise OptionError(f"columns={written}: {role} is named twice")
    about: list[What] = [what for what, numbers in NUMBERS.items() if set(numbers) & set(roles)]
    if len(about) > 1 or not {"topic", "document"} <= set(roles) or {"grade", "rating"} <= set(roles):
        raise OptionError(
            f"columns={written} must name topic and document, and grade for judgments, or score or rank for runs"
        )
    return Columns(tuple(roles), about[0] if about else "qrels")
