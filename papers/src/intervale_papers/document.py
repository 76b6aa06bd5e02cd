"""The claims as pages to read beside the papers, in Markdown: an overview, and a page for each paper, errata first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from intervale_papers.register import CONTENTS, PAPERS, Checked, Item, Kind

__all__ = ["anchor", "ended", "kind_rows", "overview", "paper_page", "plain", "quoted", "sentence"]

TITLE = "# The papers, checked"
METHOD = (
    "Each paper was read sentence by sentence. What can be checked is a claim: what the paper prints, in our words, "
    "with a program that decides it by exact arithmetic on all small cases, by a theorem, or on the collection that "
    "the paper used. A claim is called wrong only where the program finds it so; where a second computation of "
    "another sort was made, the page says which. The papers are read as text taken from PDFs, without figures: an "
    "erratum that turns on one symbol says so, as the slip may be that of the text. Definitions, opinions and what "
    "others showed are listed and not checked."
)
KINDS = {
    Kind.CONFIRMED: "as printed, on all cases looked at or by proof",
    Kind.TABLES: "prose compared with figures that the paper prints; nothing was computed from runs",
    Kind.CONFORMITY: "a definition or formula, and what intervale computes by it; nothing about the world",
    Kind.CONDITION: "true once a condition is added that is not stated; it is named",
    Kind.MISPRINT: "a slip: what is meant is clear from the paper itself, and right",
    Kind.NUMBER: "a printed figure is not the one that its own definition gives",
    Kind.GAP: "a step does not follow as printed; what is proved is true",
    Kind.FALSE: "a counterexample breaks it where the paper says all, any or only, or needs that case for what follows",
    Kind.NOT_CHECKABLE: "what would be needed is not in the paper",
    Kind.UNDECIDED: "computations that do not agree",
    Kind.NOT_RUN: "the collection that it is about was not at hand",
}
WAYS = (
    "[Proposed errata](#proposed-errata) · [section by section](#section-by-section), with a search box in the manual "
    "· [by kind](#by-kind)"
)
ONE_SYMBOL = "All turns on one symbol, read in text taken from a PDF."


def kind_rows(found: Sequence[Checked]) -> list[tuple[str, ...]]:
    """By kind, how many claims each paper and all have; the first row names the papers."""
    papers = [paper for paper in PAPERS if any(one.claim.paper == paper for one in found)]
    rows = [("", *(PAPERS[paper].slug for paper in papers), "all")]
    for kind in Kind:
        counts = [sum(one.finding.kind is kind and one.claim.paper == paper for one in found) for paper in papers]
        if sum(counts):
            rows.append((kind, *(str(count) for count in (*counts, sum(counts)))))
    every = [sum(one.claim.paper == paper for one in found) for paper in papers]
    return [*rows, ("claims", *(str(count) for count in (*every, len(found))))]


def overview(found: Sequence[Checked]) -> str:
    """The first page: method, kinds, counts, and where the papers are."""
    counts = kind_rows(found)
    lines = [TITLE, "", METHOD, "", *_table(counts), ""]
    present = {row[0] for row in counts}
    lines += [f"- *{kind}*: {about}." for kind, about in KINDS.items() if kind in present]
    lines += ["", "Proposed errata, and every claim, by paper; ids of claims begin with its number:", ""]
    for paper, about in PAPERS.items():
        some = [one for one in found if one.claim.paper == paper]
        if some:
            wrong = sum(one.finding.kind.wrong for one in some)
            lines.append(f"- {paper}, [{about.title}](claims-{about.slug}.md): {wrong} errata, {len(some)} claims.")
    return "\n".join(lines) + "\n"


def paper_page(paper: str, found: Sequence[Checked]) -> str:
    """The page of a paper by its number: citation, counts, errata, conditions, every section, and an index by kind."""
    some = {one.claim.id: one for one in found if one.claim.paper == paper}
    ordered = [
        some[name]
        for section in CONTENTS[paper]
        for item in section.items
        for name in dict.fromkeys(item.claims)
        if name in some
    ]
    wrong = [one for one in ordered if one.finding.kind.wrong and one.finding.kind is not Kind.MISPRINT]
    slips = [one for one in ordered if one.finding.kind is Kind.MISPRINT]
    about = PAPERS[paper]
    lines = [f"# {about.title}", "", about.citation, "", WAYS, "", METHOD, ""]
    lines += [*_table([("kind", "claims"), *((row[0], row[-1]) for row in kind_rows(list(some.values()))[1:])]), ""]
    lines += ["## Proposed errata", "", *([] if wrong or slips else ["None.", ""])]
    for number, one in enumerate(wrong, start=1):
        lines += [*_erratum(number, one), ""]
    if slips:
        lines += ["### Misprints", "", "What is meant is clear, and right:", "", *map(_slip, slips), ""]
    lines += _conditions(ordered)
    lines += ["## Section by section", ""]
    for section in CONTENTS[paper]:
        lines += [f"### {section.title}", ""]
        for item in section.items:
            lines += [*_item(item, some), ""]
    lines += ["## By kind", ""]
    for kind in Kind:
        named = [f"[{one.claim.id}](#{anchor(one.claim.id)})" for one in ordered if one.finding.kind is kind]
        lines += [f"**{kind}** ({len(named)}): {', '.join(named)}.", ""] if named else []
    return "\n".join(lines).rstrip() + "\n"


def anchor(id: str) -> str:
    """Where a claim is on its page.

    >>> anchor("001/4.1/two-cases")
    'c-001-4-1-two-cases'
    """
    return "c-" + re.sub(r"[^a-z0-9]+", "-", id.lower()).strip("-")


def _erratum(number: int, one: Checked) -> Iterator[str]:
    assert one.claim.erratum is not None, one.claim.id
    erratum, finding = one.claim.erratum, one.finding
    yield f"### {number}. {plain(one.claim.where)}: {finding.kind}"
    yield ""
    yield f"As printed: {quoted(erratum.printed)}"
    yield ""
    yield f"Should read: {plain(ended(erratum.reads))}"
    yield ""
    why = [plain(sentence(finding.remark))] if finding.remark else []
    why += [f"Witness: {plain(finding.witness.rstrip('.'))}."] if finding.witness else []
    why += [f"Found a second time by {plain(finding.again.rstrip('.'))}."] if finding.again else ["One computation."]
    why += [ONE_SYMBOL] if erratum.symbol else []
    yield f"Why: {' '.join(why)}"
    yield ""
    yield f"Depends on it: {plain(sentence(erratum.depends))} Claim: [{one.claim.id}](#{anchor(one.claim.id)})."


def _slip(one: Checked) -> str:
    """A misprint as an item of a list."""
    assert one.claim.erratum is not None, one.claim.id
    erratum = one.claim.erratum
    said = f"- {plain(one.claim.where)}: {quoted(erratum.printed)} should read {plain(ended(erratum.reads))}"
    said += f" {plain(sentence(one.finding.remark))}" + (f" {ONE_SYMBOL}" if erratum.symbol else "")
    return f"{said} ([{one.claim.id}](#{anchor(one.claim.id)}))"


def _conditions(ordered: Sequence[Checked]) -> list[str]:
    some = [one for one in ordered if one.finding.kind is Kind.CONDITION]
    if not some:
        return []
    lines = ["## Conditions to state", "", "What is true once a condition is added:", ""]
    for one in some:
        link = f"[{one.claim.id}](#{anchor(one.claim.id)})"
        said = plain(f"{one.claim.where}: {sentence(one.claim.statement)} {sentence(one.finding.remark)}")
        lines.append(f"- {said} ({link})")
    return [*lines, ""]


def _item(item: Item, some: dict[str, Checked]) -> Iterator[str]:
    about = plain(sentence(item.what))
    yield f"**{plain(item.place)}.** {about}" + (f" *Not checked: {plain(item.why)}.*" if item.why else "")
    if item.claims:
        yield ""
    for name in item.claims:
        if name in some:
            yield _claim(some[name])


def _claim(one: Checked) -> str:
    """A claim as an item of a list."""
    claim, finding = one.claim, one.finding
    said = [
        f'- <a id="{anchor(claim.id)}"></a>**{finding.kind}** `{claim.id}` ({plain(claim.where)}): '
        f"{plain(claim.statement)}."
    ]
    if finding.remark:
        said.append(f"  {plain(sentence(finding.remark))}")
    if finding.again:
        said.append(f"  Again by {plain(finding.again)}.")
    if finding.witness:
        said.append(f"  Witness: {plain(finding.witness)}.")
    return "\n".join(said)


def plain(text: str) -> str:
    """A text in which nothing is Markdown, but for what stands in backticks.

    >>> plain("S_4 < S[2,2]"), plain("as `a_b` says")
    ('S\\\\_4 \\\\< S\\\\[2,2\\\\]', 'as `a_b` says')
    """
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_<\[\]|$~])", r"\\\1", part) for part in parts)


def quoted(text: str) -> str:
    """Words of a paper: as code where they are a formula in LaTeX, which the text has.

    >>> quoted("is not null"), quoted("m_2(id, \\\\mu)")
    ('“is not null”', '`m_2(id, \\\\mu)`')
    """
    return f"`{text}`" if re.search(r"[\\_^${}]", text) else f"“{plain(text)}”"


def sentence(text: str) -> str:
    """With a full stop, and a capital where it begins with a word and not with a symbol.

    >>> sentence("on all spaces"), sentence("p = 1/2"), sentence("Done.")
    ('On all spaces.', 'p = 1/2.', 'Done.')
    """
    word = re.match(r"[a-z]{2,}(?=[ ,:])|a (?=[a-z]{2})", text)
    return ended(text[:1].upper() + text[1:] if word else text)


def ended(text: str) -> str:
    """With a full stop."""
    return text if text.endswith((".", "?", "!")) else text + "."


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    first, *others = rows
    lines = [_row(first), _row(["---", *["---:"] * (len(first) - 1)])]
    return lines + [_row(row) for row in others]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
