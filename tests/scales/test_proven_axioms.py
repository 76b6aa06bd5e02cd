"""Axioms by theorem: against all runs of small spaces, for known measures and for arbitrary sums over ranks."""

import sys
from itertools import product

import pytest

import intervale as iv
from intervale.exact.verdict import Proof
from intervale.measures import load_measure
from intervale.orders import RunSpace
from intervale.scales.axioms import AXIOMS, BY_ORDER
from intervale.scales.proven_axioms import CONDITIONS, _by_weights, proven_axioms
from intervale.scales.values import RunValues

axioms_module = sys.modules["intervale.scales.axioms"]  # the package has a function of this name
MEASURES = (
    "P", "P@2", "R", "AP", "AP(rel=2)", "GMAP@3", "RR", "RR@2", "ERR", "ERR(max_rel=1)", "ERR@3", "Success@2", "DCG",
    "DCG(base=2)", "nDCG@3", "DCG(gains={1:0,2:3})", "DCG(gains={1:2,2:1})", "gP@3", "RBP(p=0.5)", "RBP(p=0.4)",
    "RBP(p=0.8)@3", "gRBP(p=0.3)", "INSQ(T=2)", "RBTO@3", "SBTO", "F",
)  # fmt: skip


def on_all_runs(axiom, value, length, grades):
    """Whether an axiom holds on all runs to a length, by its cases; None where there is none."""
    found = None
    for size in range(1, length + 1):
        for run in RunSpace(size, grades):
            for low, high in AXIOMS[axiom].cases(run, grades):
                if len(high) <= length:
                    difference = value(high) - value(low)
                    if not AXIOMS[axiom].holds((difference > 0) - (difference < 0)):
                        return False
                    found = True
    return found


@pytest.mark.parametrize("grades", [1, 2])
@pytest.mark.parametrize("text", MEASURES)
def test_verdicts_are_those_of_all_runs(text, grades):
    measure = load_measure(text)
    for length in range(1, 5 if grades == 1 else 4):
        verdicts = iv.axioms(measure, length=length, grades=grades, steps=10_000).verdicts
        for name in AXIOMS:
            expected = on_all_runs(name, lambda run: measure.exact(run, grades=grades), length, grades)
            assert verdicts[name].holds is expected, (name, length, verdicts[name])


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_arbitrary_sums_over_ranks(length):
    """What the weights and gains prove holds on all runs; where gains rise they prove all that holds."""
    numbers = (-1, 0, 1, 3) if length == 4 else (-1, 0, 1, 2, 5)
    for gains in ((0, 1), (1, 0), (-1, 1), (0, 0), (0, 1, 3), (0, 2, 1), (0, 0, 1)):
        if length == 4 and len(gains) > 2 and gains != (0, 1, 3):
            continue
        for weights in product(numbers, repeat=length):
            proven = _by_weights(list(weights), list(gains))

            def value(run, weights=weights, gains=gains):
                return sum(weight * gains[grade] for weight, grade in zip(weights, run, strict=False))

            for name in CONDITIONS:
                expected = on_all_runs(name, value, length, len(gains) - 1)
                if name in proven:
                    assert expected, (name, weights, gains)
                elif gains in ((0, 1), (0, 1, 3)) and (name != "projection" or min(weights) >= 0):
                    assert not expected, (name, weights, gains)


@pytest.mark.parametrize("text", ["nDCG@5", "P", "P@5", "RBP(p=0.5)@5", "AP@5", "ERR@5", "RBTO", "SBTO", "Success@5"])
def test_what_is_proven_says_so(text):
    found = iv.axioms(text, length=5, grades=2)
    proven = proven_axioms(RunValues(load_measure(text), RunSpace(5, 2)))
    for name, verdict in proven.items():
        assert found[name] == verdict
        assert (verdict.holds, verdict.proof) == (True, Proof.THEOREM)
        assert verdict.cases
    if text in ("P", "RBTO", "SBTO"):  # their weights change with the length, or they are no such sums
        assert not proven


def test_runs_are_looked_at_only_where_nothing_is_proven(monkeypatch):
    asked, computed = [], []
    at, of = axioms_module._Looked.at, RunValues._computed
    monkeypatch.setattr(
        axioms_module._Looked, "at", lambda self, axiom, *how: asked.append(axiom.name) or at(self, axiom, *how)
    )
    monkeypatch.setattr(RunValues, "_computed", lambda self, run: computed.append(run) or of(self, run))
    for text in ("nDCG@10", "nDCG@1000"):
        asked.clear()
        computed.clear()
        iv.axioms(text, grades=2)
        assert set(asked) == {"projection", "confidence"}  # which both fail
        assert len(computed) < 100


def test_lengths_are_asked_as_far_as_it_holds(monkeypatch):
    lengths = []
    scale = axioms_module.scale
    monkeypatch.setattr(
        axioms_module,
        "scale",
        lambda *given, **how: lengths.append((how["order"], how["length"])) or scale(*given, **how),
    )
    found = iv.axioms("AP@20")
    assert found["convergence"].why == "it is strict under rank-replacement at every length to 19"
    assert max(length for order, length in lengths if order == "rank-total") < 6  # projection fails
    assert len(lengths) == len(set(lengths))
    assert set(BY_ORDER) <= set(AXIOMS)
