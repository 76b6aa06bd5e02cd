"""``intervale claims``: the verdicts as a table and as a document."""

import json


def test_claims_on_the_command_line(intervale):
    claims = json.loads(intervale("claims", "001", "--json").out)["claims"]
    assert {claim["paper"] for claim in claims} == {"001"}
    verdicts = {claim["id"]: claim["verdict"] for claim in claims}
    assert verdicts["001/example-8"] == "refuted"
    assert verdicts["001/example-3"] == "confirmed"
    assert "461" in intervale("claims", "001", "--verbose").out


def test_an_unknown_paper_is_refused(intervale):
    done = intervale("claims", "999")
    assert done.code == 2
    assert "no paper is called '999'" in done.err
