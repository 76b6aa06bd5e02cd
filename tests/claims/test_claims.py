"""The verdicts of the register: a claim that changes its verdict fails here."""

from pathlib import Path

import pytest

import intervale as iv
from intervale.claims import CLAIMS, CONTENTS, PAPERS, Outcome, run_claims

OUTCOMES = {
    name: verdict
    for path in sorted((Path(__file__).parent / "outcomes").glob("*.txt"))
    for name, verdict in (line.split() for line in path.read_text().splitlines())
}


def test_every_claim_has_its_verdict_here():
    assert set(OUTCOMES) == set(CLAIMS)


@pytest.mark.parametrize("name", sorted(name for name, claim in CLAIMS.items() if not claim.on_data))
def test_the_verdict_stands(name):
    looked_at(CLAIMS[name].check(), name)


def looked_at(found, name):
    assert str(found.outcome) == OUTCOMES[name]
    if found.outcome is not Outcome.CONFIRMED:
        assert found.remark
        assert found.witness is not None or found.outcome is Outcome.UNDECIDED


def test_an_unknown_paper_is_refused():
    assert set(PAPERS) >= {"000", "001"}
    with pytest.raises(iv.OptionError, match="no paper is called"):
        list(run_claims("999"))


def test_contents_name_claims_or_say_why_not():
    for paper, items in CONTENTS.items():
        named = [name for item in items for name in item.claims]
        assert sorted(named) == sorted(name for name in CLAIMS if name.startswith(f"{paper}/"))
        assert all(bool(item.claims) != bool(item.why) for item in items)
