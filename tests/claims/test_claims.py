"""The verdicts of the register: a claim that changes its verdict fails here."""

import pytest

import intervale as iv
from intervale.claims import CLAIMS, PAPERS, Outcome, run_claims

OUTCOMES = {
    "000/2/eq-2": "confirmed",
    "000/2/isotone-is-positive": "refuted",
    "000/3/lattices": "refuted",
    "000/4.2/natural": "conditional",
    "000/5.1/AP": "conditional",
    "000/5.1/DCG": "confirmed",
    "000/5.1/binary-order": "refuted",
    "000/5.1/gP": "confirmed",
    "000/5.3/gP-0.22": "refuted",
    "000/5.3/modular": "refuted",
    "000/5.3/natural-distance": "conditional",
    "000/5.3/positive": "refuted",
    "000/proposition-1": "confirmed",
    "000/proposition-2": "confirmed",
    "000/proposition-4": "confirmed",
    "000/proposition-5": "confirmed",
    "000/proposition-6": "confirmed",
    "000/proposition-7": "conditional",
    "000/proposition-8": "conditional",
    "001/5.1/set-total": "confirmed",
    "001/5.1/chain": "confirmed",
    "001/5.2/set-replacement": "confirmed",
    "001/6.1/rank-total": "confirmed",
    "001/6.2/not-graded": "confirmed",
    "001/6.2/rank-swap-binary": "confirmed",
    "001/6.2/partial": "conditional",
    "001/example-10": "confirmed",
    "001/example-14": "confirmed",
    "001/example-3": "confirmed",
    "001/example-8": "refuted",
    "001/5.1/binary": "confirmed",
    "001/5.1/graded": "conditional",
    "001/5.2/gains": "confirmed",
    "001/6.1/RBP-interval": "confirmed",
    "001/6.1/RBP-ordinal": "conditional",
    "001/6.1/others": "conditional",
    "001/6.2/not-interval": "conditional",
    "001/6.2/ordinal": "conditional",
    "001/6.3/induced": "conditional",
    "002/5/example": "refuted",
    "002/5/theorem-5.2": "confirmed",
    "002/5.1/measures": "confirmed",
    "002/6/AP": "confirmed",
    "002/6/ERR": "refuted",
    "002/6/RBP": "refuted",
    "002/6/algorithm-1": "refuted",
    "002/6/figure-1a": "confirmed",
    "002/6/nDCG": "conditional",
    "003/4.1/groups": "conditional",
    "003/4.1/most": "confirmed",
    "003/5.1/table-3": "confirmed",
    "003/5.4/others": "refuted",
    "003/5.4/prevents": "refuted",
    "003/5.6/kendall": "conditional",
    "003/5.6/table-3": "refuted",
    "003/6/kendall": "confirmed",
    "003/6/only": "refuted",
    "003/definition-1/reversed": "refuted",
    "003/definition-1/symmetric": "conditional",
    "003/lemma-5.3": "conditional",
    "003/proposition-5.1": "refuted",
    "003/proposition-5.2": "refuted",
    "003/proposition-5.4": "refuted",
    "003/table-2": "conditional",
    "003/table-3/kendall-robust": "conditional",
    "003/table-3/robustness-1": "conditional",
    "003/table-3/stability": "conditional",
    "003/table-3/symmetry": "confirmed",
    "004/4.4/F1": "confirmed",
    "004/4.4/orders": "confirmed",
    "004/4.4/precision": "confirmed",
    "004/4.4/recall": "confirmed",
    "004/4.2/equally-spaced": "conditional",
    "004/4.2/unused-ap": "conditional",
    "004/4.2/unused-rr": "confirmed",
    "004/6/example": "confirmed",
    "004/6/example-12": "confirmed",
    "004/6/limits": "conditional",
    "004/6/rbp-formula": "refuted",
    "004/6/rr-formula": "refuted",
    "004/6/sizes": "confirmed",
    "004/6/ties": "confirmed",
    "004/8.1/dcg-base": "confirmed",
    "004/8.1/rbp-no-ties": "confirmed",
    "004/8.1/rbp-p03": "confirmed",
}


def test_every_claim_has_its_verdict_here():
    assert set(OUTCOMES) == set(CLAIMS)


@pytest.mark.parametrize("name", sorted(CLAIMS))
def test_the_verdict_stands(name):
    found = CLAIMS[name].check()
    assert str(found.outcome) == OUTCOMES[name]
    if found.outcome is not Outcome.CONFIRMED:
        assert found.witness is not None
        assert found.remark


def test_an_unknown_paper_is_refused():
    assert set(PAPERS) >= {"000", "001"}
    with pytest.raises(iv.OptionError, match="no paper is called"):
        list(run_claims("999"))
