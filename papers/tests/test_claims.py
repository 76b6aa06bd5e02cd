"""The verdicts of the register: a claim that changes its verdict fails here. And docs/claims.md, which is what they say
now, but for those on data, of which the statement is compared.
"""

import re
from functools import cache
from pathlib import Path

import pytest

import intervale as iv
from intervale_papers import CLAIMS, CONTENTS, PAPERS, Checked, Outcome, appendix, run_claims
from intervale_papers.register import NO_DATA

OUTCOMES = {
    name: verdict
    for path in sorted((Path(__file__).parent / "outcomes").glob("*.txt"))
    for name, verdict in (line.split() for line in path.read_text().splitlines())
}
DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "claims.md"
ENTRY = re.compile(r"^- \*\*(\w+)\*\* `([^`]+)` \(.*?\): .*?(?=^- |^\*\*|^## |\Z)", re.MULTILINE | re.DOTALL)


@cache
def found(name):
    """What a claim says, found once."""
    return NO_DATA if CLAIMS[name].on_data else CLAIMS[name].check()


def all_found():
    return [Checked(claim, found(name), 0.0) for name, claim in CLAIMS.items()]


def test_every_claim_has_its_verdict_here():
    assert set(OUTCOMES) == set(CLAIMS)
    assert len(CLAIMS) >= 150


@pytest.mark.parametrize("name", sorted(name for name, claim in CLAIMS.items() if not claim.on_data))
def test_the_verdict_stands(name):
    one = found(name)
    assert str(one.outcome) == OUTCOMES[name]
    if one.outcome is not Outcome.CONFIRMED:
        assert one.remark
        assert one.witness is not None or one.outcome is Outcome.UNDECIDED
    if one.outcome is Outcome.REFUTED:
        assert one.again  # argued twice


def test_an_unknown_paper_is_refused():
    assert set(PAPERS) == {"000", "001", "002", "003", "004"}
    with pytest.raises(iv.OptionError, match="unknown paper '999'; the papers are: giner, ferrante-2019, "):
        list(run_claims("999"))
    with pytest.raises(iv.OptionError, match="TREC-8 collection"):
        list(run_claims("004", "nowhere"))


def test_contents_name_claims_or_say_why_not():
    assert set(CONTENTS) == set(PAPERS)
    for paper, items in CONTENTS.items():
        named = [name for item in items for name in item.claims]
        assert sorted(named) == sorted(name for name in CLAIMS if name.startswith(f"{paper}/"))
        assert all(bool(item.claims) != bool(item.why) for item in items)


# ------------------------------------------------------------ docs/claims.md


def entries(text):
    return {entry[2]: entry[0].strip() for entry in ENTRY.finditer(text)}


def test_the_document_is_current():
    now, kept = entries(appendix(all_found())), entries(DOCUMENT.read_text("utf-8"))
    assert set(now) == set(kept) == set(CLAIMS)
    for name, claim in CLAIMS.items():
        if claim.on_data:
            assert claim.statement in kept[name]
        else:
            assert now[name] == kept[name], f"make claimsdoc writes it anew: {name}"


def test_verdicts_on_data_are_those_of_the_document():
    kept = entries(DOCUMENT.read_text("utf-8"))
    for name, claim in CLAIMS.items():
        if claim.on_data:
            assert kept[name].startswith(f"- **{OUTCOMES[name]}**"), name


def test_items_and_papers_stand_in_the_document():
    text = DOCUMENT.read_text("utf-8")
    for paper, items in CONTENTS.items():
        assert f"## {PAPERS[paper].title}\n" in text
        for item in items:
            assert f"**{item.place}.** {item.what}" in text
            assert not item.why or f"*Not checked: {item.why}.*" in text


def test_the_readme_has_the_summary():
    slugs = tuple(f"| {paper.slug} |" for paper in PAPERS.values())
    rows = [line for line in DOCUMENT.read_text("utf-8").splitlines() if line.startswith(slugs)]
    assert len(rows) == len(PAPERS)
    readme = (DOCUMENT.parents[1] / "README.md").read_text("utf-8")
    assert all(row in readme for row in rows)
