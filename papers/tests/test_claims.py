"""The kinds of the register: a claim that changes its kind fails here. Errata are borne out by checks, witnesses are
words, printed digits are those transcribed, and the pages in docs/ are what the checks say now.
"""

import hashlib
import re
from functools import cache
from pathlib import Path

import pytest

import intervale as iv
import intervale_papers
from intervale_papers import CLAIMS, CONTENTS, PAPERS, Checked, Kind, overview, paper_page, run_claims
from intervale_papers.document import plain, quoted
from intervale_papers.printed import printed_table
from intervale_papers.register import NO_DATA

HERE = Path(__file__).resolve().parent
KINDS = {
    name: Kind(kind)
    for path in sorted((HERE / "kinds").glob("*.txt"))
    for name, kind in (line.split(maxsplit=1) for line in path.read_text("utf-8").splitlines())
}
DOCS, TABLES = HERE.parent / "docs", Path(intervale_papers.__file__).parent / "tables"
DATA = HERE.parents[1].parent / "shared" / "data" / "trec8-adhoc"
ENTRY = re.compile(
    r'^- <a id="[\w-]+"></a>\*\*([\w ,]+)\*\* `([^`]+)` .*?(?=^- |^\*\*|^##|\Z)', re.MULTILINE | re.DOTALL
)
PYTHON = re.compile(r"\{'|\['|\[\(|\('|Fraction\(|np\.|\bNone\b|\bTrue\b|\bFalse\b|dict_|array\(|frozenset|, '")
"""What Python prints, and no person writes."""
ERRATA = [name for name, claim in CLAIMS.items() if claim.erratum is not None]


@cache
def found(name):
    """What a claim says, found once."""
    return NO_DATA if CLAIMS[name].on_data else CLAIMS[name].check()


def all_found():
    return [Checked(claim, found(name), 0.0) for name, claim in CLAIMS.items()]


def test_every_claim_has_its_kind_here():
    assert set(KINDS) == set(CLAIMS)
    assert len(CLAIMS) >= 650
    assert not {Kind.UNDECIDED, Kind.NOT_RUN} & set(KINDS.values())


@pytest.mark.parametrize("name", sorted(name for name, claim in CLAIMS.items() if not claim.on_data))
def test_the_kind_stands(name):
    one = found(name)
    assert one.kind is KINDS[name]
    assert isinstance(one.witness, str)
    assert not PYTHON.search(one.witness), one.witness
    assert not PYTHON.search(one.remark), one.remark
    if one.kind.wrong or one.kind in (Kind.CONDITION, Kind.NOT_CHECKABLE):
        assert one.remark


@pytest.mark.parametrize("name", sorted(CLAIMS))
def test_errata_are_those_of_wrong_claims(name):
    claim = CLAIMS[name]
    assert (claim.erratum is not None) == KINDS[name].wrong
    if claim.erratum is not None:
        assert claim.erratum.printed
        assert claim.erratum.reads
        assert claim.erratum.printed != claim.erratum.reads


def test_claims_on_data_have_their_kinds():
    if not DATA.is_dir():
        pytest.skip("needs the TREC-8 collection")
    names = sorted(name for name, claim in CLAIMS.items() if claim.on_data)
    assert len(names) > 15
    assert {name: CLAIMS[name].check(DATA).kind for name in names} == {name: KINDS[name] for name in names}


def test_names_that_are_not_known():
    assert set(PAPERS) == {"000", "001", "002", "003", "004"}
    with pytest.raises(iv.OptionError, match="unknown paper or claim '999'; the papers are: giner, ferrante-2019, "):
        list(run_claims("999"))
    with pytest.raises(iv.OptionError, match="claims by that name or place: 001/example-8"):
        list(run_claims("/example-8"))
    with pytest.raises(iv.OptionError, match=r"claims by that name or place: .*001/example-8"):
        list(run_claims("001/exmple-8"))
    with pytest.raises(iv.OptionError, match="TREC-8 collection"):
        list(run_claims("004", "nowhere"))


def test_one_claim_by_its_id():
    (one,) = run_claims("001/example-8")
    assert one.claim.id == "001/example-8"
    assert one.finding.kind is Kind.NUMBER


def test_contents_name_claims_or_say_why_not():
    assert set(CONTENTS) == set(PAPERS)
    for paper, sections in CONTENTS.items():
        items = [item for section in sections for item in section.items]
        named = [name for item in items for name in item.claims]
        assert sorted(named) == sorted(name for name in CLAIMS if name.startswith(f"{paper}/"))
        assert all(bool(item.claims) != bool(item.why) for item in items)
        assert all(section.title and section.items for section in sections)
        assert len({section.title for section in sections}) == len(sections)


# ------------------------------------------------------------ what the papers print


def test_printed_digits_are_those_transcribed():
    sums = dict(line.split()[::-1] for line in (TABLES / "SHA256SUMS").read_text().splitlines())
    files = {path.relative_to(TABLES).as_posix(): path.read_bytes() for path in TABLES.rglob("*.csv")}
    assert {name: hashlib.sha256(content).hexdigest() for name, content in files.items()} == sums
    assert all(printed_table(name.removesuffix(".csv")) for name in files)


# ------------------------------------------------------------ pages


def entries(text):
    return {entry[2]: entry[0].strip() for entry in ENTRY.finditer(text)}


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_are_current(paper):
    kept = (DOCS / f"claims-{PAPERS[paper].slug}.md").read_text("utf-8")
    now, before = entries(paper_page(paper, all_found())), entries(kept)
    names = {name for name in CLAIMS if CLAIMS[name].paper == paper}
    assert set(now) == set(before) == names
    for name in names:
        if CLAIMS[name].on_data:
            assert f"**{KINDS[name]}**" in before[name]
            assert plain(CLAIMS[name].statement) in before[name]
        else:
            assert now[name] == before[name], f"make claimsdoc writes it anew: {name}"


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_begins_with_its_errata(paper):
    text = (DOCS / f"claims-{PAPERS[paper].slug}.md").read_text("utf-8")
    heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert heads[0] == "Proposed errata"
    assert {"Section by section", "By kind"} < set(heads)
    errata = text[text.index("## Proposed errata") : text.index("## Section by section")]
    assert PAPERS[paper].citation in text
    for name in ERRATA:
        if CLAIMS[name].paper == paper:
            assert quoted(CLAIMS[name].erratum.printed) in errata
    sections = [section.title for section in CONTENTS[paper]]
    assert [title for title in sections if f"### {title}\n" not in text] == []


def test_every_link_of_a_page_leads_to_a_claim():
    for paper in PAPERS.values():
        text = (DOCS / f"claims-{paper.slug}.md").read_text("utf-8")
        anchors = re.findall(r'<a id="([\w-]+)"></a>', text)
        assert len(anchors) == len(set(anchors))
        heads = {"proposed-errata", "section-by-section", "by-kind"}
        assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= {*anchors, *heads}


def test_the_overview_and_the_readme_have_the_counts():
    kept = (DOCS / "claims.md").read_text("utf-8")
    known = [Checked(claim, NO_DATA.__class__(KINDS[name]), 0.0) for name, claim in CLAIMS.items()]
    assert overview(known) == kept
    rows = [line for line in kept.splitlines() if line.startswith("| ")]
    readme = (DOCS.parent / "README.md").read_text("utf-8")
    assert all(row in readme for row in rows)
