"""docs/claims.md is what the claims say now, but for those on data, of which the statement is compared."""

import re
from pathlib import Path

import pytest

from intervale.claims import CLAIMS, CONTENTS, PAPERS, Outcome, appendix, run_claims

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "claims.md"
ENTRY = re.compile(r"^- \*\*(\w+)\*\* `([^`]+)` \(.*?\): .*?(?=^- |^\*\*|^## |\Z)", re.MULTILINE | re.DOTALL)


def entries(text):
    return {found[2]: found[0].strip() for found in ENTRY.finditer(text)}


@pytest.fixture(scope="module")
def checked():
    return list(run_claims())


def test_the_document_is_current(checked):
    now, kept = entries(appendix(checked)), entries(DOCUMENT.read_text("utf-8"))
    assert set(now) == set(kept) == set(CLAIMS)
    for name, claim in CLAIMS.items():
        if claim.on_data:
            assert claim.statement in kept[name]
        else:
            assert now[name] == kept[name], f"make exhaustivedoc writes it anew: {name}"


def test_items_and_papers_stand_in_the_document():
    text = DOCUMENT.read_text("utf-8")
    assert set(CONTENTS) == set(PAPERS)
    for paper, items in CONTENTS.items():
        assert f"## {paper}: {PAPERS[paper]}" in text
        for item in items:
            assert f"**{item.place}.** {item.what}" in text
            assert not item.why or f"*Not checked: {item.why}.*" in text


def test_there_are_enough_of_them(checked):
    assert len(checked) >= 150
    outcomes = [one.finding.outcome for one in checked]
    assert outcomes.count(Outcome.CONFIRMED) > outcomes.count(Outcome.REFUTED) > 0


def test_a_refutation_is_argued_twice(checked):
    once = [one.claim.id for one in checked if one.finding.outcome is Outcome.REFUTED and not one.finding.again]
    assert once == []
