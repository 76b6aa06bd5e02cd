"""Axioms: what holds of known measures, smallest counterexamples, sampling."""

from itertools import product

import numpy as np
import pytest

import intervale as iv
from intervale.exact.verdict import Proof
from intervale.scales.axioms import AXIOMS, statements


@pytest.fixture(scope="module")
def found():
    """The verdicts of some measures on binary runs up to length 5."""
    texts = ("P@5", "P", "AP", "RR", "ERR", "DCG", "nDCG", "RBP(p=0.8)", "RBP(p=0.5)", "Success@5")
    return {text: iv.axioms(text, length=5, seconds=20) for text in texts}


@pytest.mark.parametrize(
    ("axiom", "those"),
    [
        ("replacement", "all"),
        ("swap", "all"),
        ("projection", {"RR", "RBP(p=0.5)", "Success@5"}),
        ("boundedness", {"P@5", "P", "AP", "RR", "ERR", "nDCG", "RBP(p=0.8)", "RBP(p=0.5)", "Success@5"}),
        ("monotonicity", {"P@5", "AP", "RR", "ERR", "DCG", "nDCG", "RBP(p=0.8)", "RBP(p=0.5)", "Success@5"}),
        ("convergence", {"P@5", "P", "AP", "DCG", "nDCG", "RBP(p=0.8)", "RBP(p=0.5)", "ERR"}),
        ("top-weightedness", {"AP", "DCG", "nDCG", "RBP(p=0.8)", "RBP(p=0.5)", "ERR"}),
        ("localization", {"P@5", "P", "RR", "ERR", "DCG", "RBP(p=0.8)", "RBP(p=0.5)", "Success@5"}),
        ("completeness", {"P@5", "P", "RR", "ERR", "DCG", "RBP(p=0.8)", "RBP(p=0.5)", "Success@5"}),
        ("realizability", {"AP", "RR", "nDCG", "Success@5"}),
        ("priority", {"AP", "DCG", "nDCG", "RBP(p=0.8)", "RBP(p=0.5)", "ERR"}),
        ("confidence", {"P"}),
        ("deepness threshold", {"P@5", "Success@5", "RR", "ERR", "RBP(p=0.8)", "RBP(p=0.5)"}),
        ("closeness threshold", {"P@5", "P", "AP", "DCG", "nDCG", "RBP(p=0.8)"}),
    ],
)
def test_who_satisfies_what(found, axiom, those):
    """As Moffat 2013 and Amigó et al. 2013 have it for the measures they discuss."""
    holding = {text for text, one in found.items() if one[axiom].holds}
    assert holding == (set(found) if those == "all" else those)


def test_every_broken_axiom_has_runs_that_break_it(found):
    for text, one in found.items():
        measure = iv.parse_measure(text)
        for name, verdict in one.verdicts.items():
            if verdict.holds is False:
                assert verdict.witness, (text, name)
                if name in AXIOMS:
                    axiom, low = AXIOMS[name], verdict.witness[0]

                    def value(run, measure=measure):
                        return measure.exact(run, grades=1)

                    assert not axiom.holds(value, lambda x: (x > 0) - (x < 0), verdict.witness)
                    assert len(low) <= 5


@iv.measure
def rewards_late(grades):
    return (grades * np.arange(1, grades.shape[-1] + 1)).sum(-1)


def test_a_broken_measure_is_shown_with_the_smallest_runs():
    one = iv.axioms(rewards_late, length=8, seconds=4)
    assert one["replacement"].holds
    assert (one["swap"].holds, one["swap"].witness) == (False, ((0, 1), (1, 0)))
    assert one["swap"].proof is Proof.NUMERIC
    assert not one.utility_oriented
    assert one.utility_oriented.why.startswith("swap:")


def test_a_fault_that_only_long_runs_have_is_found_and_made_small():
    """Rank 13 weighs more than rank 12."""
    weights = np.ones(16)
    weights[12] = 2.0

    @iv.measure
    def odd(grades):
        return (grades * weights[: grades.shape[-1]]).sum(-1)

    one = iv.axioms(odd, length=16, grades=2, seconds=6)
    swap = one["swap"]
    assert not swap.holds
    low = swap.witness[0]
    assert len(low) == 13
    assert sum(low) == 1  # the document at rank 13, and nothing else
    assert one["replacement"].proof in (Proof.SAMPLED, Proof.NUMERIC)


def test_cases_are_those_of_the_definitions():
    """Against plain loops over all pairs of runs of one length."""
    runs = list(product(range(3), repeat=3))
    replaced = {case for run in runs for case in AXIOMS["replacement"].cases(run, 2)}
    assert replaced == {
        (r, s)
        for r in runs
        for s in runs
        if sum(a != b for a, b in zip(r, s, strict=True)) == 1 and sum(s) - sum(r) == 1
    }
    swapped = {case for run in runs for case in AXIOMS["swap"].cases(run, 2)}
    different = {
        (r, s)
        for r in runs
        for s in runs
        if sorted(r) == sorted(s) and sum(a != b for a, b in zip(r, s, strict=True)) == 2 and s > r
    }
    assert swapped == different
    projected = {case for run in runs for case in AXIOMS["projection"].cases(run, 2)}
    assert projected == {
        (r, s)
        for r in runs
        for s in runs
        if any(r[:k] == s[:k] and r[k] < s[k] and not any(s[k + 1 :]) for k in range(3))
    }


def test_statements_cover_all_axioms(found):
    assert list(found["AP"].verdicts) == list(statements())


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: iv.axioms("AP"), "say how long runs are"),
        (lambda: iv.axioms("AP", length=3, seconds=0), "seconds=0"),
        (lambda: iv.axioms("Bpref", length=3), "no exact value"),
    ],
)
def test_bad_calls(call, reason):
    with pytest.raises(iv.IntervaleError, match=reason):
        call()
