"""How two measures relate: in sentences, as tables, and as a document."""

from __future__ import annotations

from typing import Any

from intervale.exact.verdict import Proof, Verdict
from intervale.present.order import run_text
from intervale.present.plain import plain_number
from intervale.present.table import Cell, Table
from intervale.scales import Relation
from intervale.scales.measure_pair import number_text
from intervale.scales.relate import QUESTIONS
from intervale.scales.run_pairs import KINDS, RunPairs

__all__ = ["relation_document", "relation_tables"]

ASKED = {
    "same_scale": "one scale up to unit and origin",
    "same_order": "order all runs alike",
    "never_opposite": "never order two runs oppositely",
    "agree": "order alike what {order} compares",
}
"""The questions as a table asks them."""


def relation_tables(found: Relation, names: tuple[str, str] | None = None) -> list[Table]:
    """The answer in sentences, the questions in rows, and the pairs of runs by how they are ordered."""
    a, b = names or (str(found.a), str(found.b))
    rows = tuple(
        (
            Cell(ASKED[question].format(order=found.order)),
            Cell("?" if verdict.undecided else {True: "yes", False: "no", None: "-"}[verdict.holds]),
            Cell(_known_by(verdict)),
        )
        for question in QUESTIONS
        for verdict in [getattr(found, question)]
    )
    space = found.space
    title = f"{a} and {b} on {space.size_text} of length {space.length} over {space.grades_text}"
    reasons = dict.fromkeys(
        verdict.why for question in QUESTIONS for verdict in [getattr(found, question)] if verdict.why
    )
    asked = Table(
        ("question", "holds", "known by"), rows, title, lead=tuple(_sentences(found, a, b)), footer=(*reasons,)
    )
    return [asked, _pairs_table(found, a, b)]


def _pairs_table(found: Relation, a: str, b: str) -> Table:
    kinds = {"all": found.pairs}
    if found.comparable is not None:
        kinds[f"compared by {found.order}"] = found.comparable
        kinds["not compared"] = RunPairs(
            *(getattr(found.pairs, kind) - getattr(found.comparable, kind) for kind in KINDS)
        )
    rows = tuple(
        (
            Cell(name),
            Cell(_many(counts.pairs), figures=True),
            *(Cell(_share(counts, kind), percent=True) for kind in KINDS),
            Cell(counts.tau, digits=4),
        )
        for name, counts in kinds.items()
    )
    title = "Pairs of runs" if found.sample is None else f"Pairs of {found.sample:,} runs drawn at random"
    columns = ("pairs", "number", "alike", "opposite", f"tied by {a} only", f"by {b} only", "by both", "tau")
    return Table(columns, rows, title)


def _share(counts: RunPairs, kind: str) -> float | None:
    share = counts.shares.get(kind)
    return None if share is None else float(share)


def _many(count: int) -> str:
    return f"{count:,}" if count < 10**15 else f"about 10^{int(count.bit_length() * 0.30103)}"


def _known_by(verdict: Verdict) -> str:
    if verdict.holds is None:
        return ""
    return "all runs" if verdict.proof is Proof.EXHAUSTIVE else str(verdict.proof)


# ---------------------------------------------------------------- sentences


def _sentences(found: Relation, a: str, b: str) -> list[str]:
    sentences = [_relation(found, a, b)]
    agree, order = found.agree, found.order
    if agree.holds and found.relation == "different orders":
        known = found.shares["comparable"]
        share = "" if known is None else f", {float(known):.1%} of all pairs"
        sentences.append(f"They agree on the pairs that {order} compares{share}.")
    elif agree.holds is False:
        low, high = agree.witness
        sentences.append(f"They disagree where {order} compares runs: on {run_text(low)} and {run_text(high)}.")
    if found.relation == "different orders":
        alike, opposite = (f"{_share(found.pairs, kind) or 0:.1%}" for kind in KINDS[:2])
        of = "all pairs of runs" if found.sample is None else f"the pairs of {found.sample:,} runs drawn at random"
        sentences.append(f"Of {of} they order {alike} alike and {opposite} oppositely; one or both tie the others.")
    return sentences


def _relation(found: Relation, a: str, b: str) -> str:
    if found.relation == "same scale":
        constant = " up to a constant of the topic" if found.topic_constant else ""
        return f"{a} and {b} are one scale up to unit and origin: {b} = {_affine(found, a)}{constant}."
    if found.relation == "same order":
        return f"{a} and {b} order all runs alike, with other spacing."
    if found.relation is None:
        return _open(found, a, b)
    pair = found.never_opposite.witness or found.same_order.witness
    low, high = map(run_text, pair)
    floats = "In floats " if Proof.NUMERIC in (found.same_order.proof, found.never_opposite.proof) else ""
    if found.never_opposite.holds is False:
        return f"{floats}{a} and {b} order {low} and {high} differently."
    never = "never order two runs oppositely, but" if found.never_opposite.holds else "differ:"
    return f"{floats}{a} and {b} {never} only one of them ties {low} and {high}."


def _affine(found: Relation, a: str) -> str:
    shift = "" if found.beta == 0 else f" + {number_text(found.beta)}"
    return f"{'' if found.alpha == 1 else f'{number_text(found.alpha)}·'}{a}{shift}"


def _open(found: Relation, a: str, b: str) -> str:
    """What is known where the relation is not."""
    if found.same_scale.holds:
        return f"In floats {a} and {b} are one scale up to unit and origin; an exact version would prove it."
    if found.same_order.holds:
        how = "" if found.same_order.proven else " in floats"
        return f"{a} and {b} order all runs alike{how}; more is not known."
    return f"It is not known whether {a} and {b} order all runs alike: {found.same_order.why}."


# ---------------------------------------------------------------- a document


def relation_document(found: Relation, names: tuple[str, str]) -> dict[str, Any]:
    """The relation as one JSON document."""
    return {
        "a": names[0],
        "b": names[1],
        "length": found.space.length,
        "grades": found.space.grades,
        "order": found.order,
        "relation": found.relation,
        "alpha": plain_number(found.alpha),
        "beta": plain_number(found.beta),
        "topic_constant": found.topic_constant,
        **{question: getattr(found, question).to_json() for question in QUESTIONS},
        "pairs": _counts(found.pairs),
        "comparable": None if found.comparable is None else _counts(found.comparable),
        "sample": found.sample,
    }


def _counts(counts: RunPairs) -> dict[str, Any]:
    return {"pairs": counts.pairs, **{kind: getattr(counts, kind) for kind in KINDS}, "tau": counts.tau}
