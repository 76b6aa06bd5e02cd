"""Axioms: what holds of known measures, smallest counterexamples, sampling."""

from itertools import product

import numpy as np
import pytest

import intervale as iv
from intervale.exact.verdict import Proof
from intervale.scales.axioms import AXIOMS, statements
from tests.sizes import MORE


@pytest.fixture(scope="module")
def found():
    """The verdicts of some measures on binary runs up to length 5."""
    texts = ("P@5", "P", "AP", "RR", "ERR", "DCG", "nDCG", "RBP(p=0.8)", "RBP(p=0.5)", "Success@5")
    return {text: iv.axioms(text, length=5) for text in texts}


def not_refuted(verdict):
    """Proven, or undecided with nothing that speaks against it."""
    assert verdict.holds is None or verdict.proof is not Proof.SAMPLED
    against = ("failed" in verdict.why) or ("for no m" in verdict.why)
    return verdict.holds or (verdict.undecided and not against)


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
        ("realizability", {"RR", "Success@5"}),
        ("priority", {"AP", "DCG", "nDCG", "RBP(p=0.8)", "RBP(p=0.5)", "ERR"}),
        ("confidence", {"P"}),
        ("deepness threshold", {"P@5", "Success@5", "RR", "ERR", "RBP(p=0.8)", "RBP(p=0.5)"}),
        ("closeness threshold", {"P@5", "P", "AP", "DCG", "nDCG", "RBP(p=0.8)"}),
    ],
)
def test_who_satisfies_what(found, axiom, those):
    """As Moffat 2013 and Amigó et al. 2013 have it for the measures they discuss."""
    holding = {text for text, one in found.items() if not_refuted(one[axiom])}
    assert holding == (set(found) if those == "all" else those)


def test_every_broken_axiom_has_runs_that_break_it(found):
    for text, one in found.items():
        measure = iv.parse_measure(text)
        for name, verdict in one.verdicts.items():
            if verdict.holds is False:
                assert verdict.witness, (text, name)
                if name in AXIOMS:
                    low, high = (measure.exact(run, grades=1) for run in verdict.witness)
                    assert not AXIOMS[name].holds((high > low) - (high < low))
                    assert len(verdict.witness[0]) <= 5


@pytest.mark.parametrize(
    ("text", "holds"), [("nDCG@4", True), ("AP@4", False), ("R@4", False), ("RR@4", True), ("P(relative=True)@4", True)]
)
def test_realizability_looks_at_topics_with_more_documents_than_a_run_holds(text, holds):
    assert bool(iv.axioms(text, length=4)["realizability"].undecided) == holds


def test_realizability_takes_the_best_run_whatever_it_is():
    last = iv.measure(lambda grades: (grades[..., -1] > 0) * 1.0)
    assert iv.axioms(last, length=4)["realizability"].undecided


def test_completeness_is_looked_at():
    safe = iv.measure(lambda grades, recall_base=1: grades.sum(-1) / (1 + np.asarray(recall_base)))
    assert iv.axioms(safe, length=3)["completeness"].undecided
    assert iv.axioms(safe, length=3)["localization"].holds is False


def test_thresholds_are_looked_at_far_down_and_not_called_proven():
    deep = iv.axioms("RBP(p=0.99)", length=5)["deepness threshold"]
    assert (deep.holds, deep.undecided) == (None, True)
    assert "at n = 512 it held" in deep.why
    short = iv.axioms(rewards_late, length=5)["deepness threshold"]
    assert (short.holds, short.why) == (None, "runs of length 5 are too short to decide")


def test_long_runs_of_an_own_function_and_many_grades_come_to_an_end():
    weights = 0.8 ** np.arange(100)
    own = iv.measure(lambda grades: (grades * weights[: grades.shape[-1]]).sum(-1))
    assert iv.axioms(own, length=100)["swap"].undecided  # a sample proves nothing
    many = iv.axioms("P@2", length=2, grades=500)
    assert many["replacement"].proof is Proof.THEOREM
    assert many["boundedness"].undecided


@iv.measure
def rewards_late(grades):
    return (grades * np.arange(1, grades.shape[-1] + 1)).sum(-1)


def test_a_broken_measure_is_shown_with_the_smallest_runs():
    one = iv.axioms(rewards_late, length=8, steps=10_000)
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

    one = iv.axioms(odd, length=16, grades=2)
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


def test_what_the_order_proves_is_proven():
    """Beyond what the cases reach, rank-swap settles replacements and swaps."""
    found = iv.axioms("nDCG@10", grades=2, steps=500)
    for name in ("replacement", "swap", "top-weightedness", "priority"):
        assert (found[name].holds, found[name].proof) == (True, Proof.THEOREM)
    assert found.utility_oriented.holds
    precision = iv.axioms("P@10", grades=2, steps=500)
    assert (precision["swap"].proof, precision["top-weightedness"].holds) == (Proof.THEOREM, False)


def test_long_runs_get_fewer_cases_and_the_same_answer():
    length = 400 if MORE else 120
    one, same = (iv.axioms(f"AP@{length}") for _ in range(2))
    assert one.verdicts == same.verdicts
    assert one["swap"].undecided
    assert one["swap"].cases <= 1_500 + 1_500 * 50 // length + 8
    assert iv.axioms(f"AP@{length}", steps=200)["swap"].cases <= 208


def test_statements_cover_all_axioms(found):
    assert list(found["AP"].verdicts) == list(statements())


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: iv.axioms("AP"), "the length of runs is missing"),
        (lambda: iv.axioms("AP", length=3, steps=0), "steps=0"),
        (lambda: iv.axioms("AP", length=3, steps=float("nan")), "steps=nan"),
        (lambda: iv.axioms("AP", length=3, steps="x"), "steps='x'"),
        (lambda: iv.axioms("AP", length=3, seed=-1), "seed=-1"),
        (lambda: iv.axioms("AP", length=3)["beauty"], "unknown axiom"),
        (lambda: iv.axioms(iv.measure(lambda grades, *, recall_base: grades.sum(-1)), length=3), "needs recall_base"),
        (lambda: iv.axioms("Bpref", length=3), "no exact value"),
    ],
)
def test_bad_calls(call, reason):
    with pytest.raises(iv.IntervaleError, match=reason):
        call()
