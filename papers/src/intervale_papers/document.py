"""The claims as a document to read beside the papers: Markdown, by paper, in the order of the pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from intervale_papers.register import CONTENTS, PAPERS, Checked, Outcome

__all__ = ["appendix", "shown", "summary_rows"]

OUTCOMES = tuple(Outcome)
LONGEST = 300
HEAD = """# The papers, checked

Every item of the papers that can be checked, in the order of the pages, with what became of it. *Confirmed*: on all
cases looked at, or by proof. *Refuted*: as it is printed it is wrong; a witness breaks it, and a second computation
agrees. *Conditional*: true under a condition that is not stated there, or in one of two readings. *Undecided*: and why.
Items that cannot be checked say so. The papers are read as text taken from PDFs, in which symbols may be garbled; of
the group-theoretic one the appendices with definitions and proofs are missing, and the usual definitions stand in. Made
by `intervale claims -f md`; a test keeps it current.
"""


def summary_rows(found: Sequence[Checked]) -> list[tuple[str, ...]]:
    """By paper: its number, how many items and claims it has, and how many of each outcome."""
    rows = []
    for paper in PAPERS:
        outcomes = [one.finding.outcome for one in found if one.claim.paper == paper]
        if outcomes:
            items = str(len(CONTENTS.get(paper, ())))
            rows.append((paper, items, str(len(outcomes)), *(str(outcomes.count(kind)) for kind in OUTCOMES)))
    return rows


def appendix(found: Sequence[Checked]) -> str:
    """The document."""
    by_id = {one.claim.id: one for one in found}
    columns = ("", "paper", "items", "claims", *OUTCOMES)
    parts = [HEAD, _row(columns), _row(["---"] * 2 + ["---:"] * (len(columns) - 2))]
    parts += [_row((PAPERS[paper].slug, PAPERS[paper].title, *numbers)) for paper, *numbers in summary_rows(found)]
    for paper, about in PAPERS.items():
        if not any(one.claim.paper == paper for one in found):
            continue
        parts += ["", f"## {about.title}", ""]
        for item in CONTENTS.get(paper, ()):
            parts.append(f"**{item.place}.** {item.what}" + (f" *Not checked: {item.why}.*" if item.why else "") + "\n")
            parts += [_claim(by_id[name]) for name in item.claims if name in by_id]
            if item.claims:
                parts.append("")
    return "\n".join(parts).rstrip() + "\n"


def _claim(one: Checked) -> str:
    """A claim as an item of a list."""
    finding = one.finding
    said = [f"- **{finding.outcome}** `{one.claim.id}` ({one.claim.where}): {one.claim.statement}."]
    if finding.remark:
        said.append(f"  {_sentence(finding.remark)}")
    if finding.again:
        said.append(f"  Again by {finding.again}.")
    if finding.witness is not None:
        said.append(f"  Witness: `{shown(finding.witness)}`.")
    return "\n".join(said)


def _sentence(text: str) -> str:
    """With a capital, where it begins with a word and not with a symbol."""
    word = re.match(r"[a-z]{2,}(?=[ ,:])|a ", text)
    return (text[:1].upper() + text[1:] if word else text).rstrip(".") + "."


def shown(witness: Any) -> str:
    """A witness as text, cut where it is long."""
    text = "" if witness is None else str(witness).replace("`", "'").replace("\n", " ")
    return text if len(text) <= LONGEST else text[:LONGEST] + " …"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
