"""The values of runs: those of the definition, each computed once."""

import pytest

import intervale as iv
from intervale.measures import load_measure
from intervale.orders import RunSpace
from intervale.scales.values import RunValues


@pytest.mark.parametrize("text", ["AP", "ERR@3", "nDCG@2", "P", "RBP(p=0.8)", "RR@2", "SBTO", "Success@3"])
def test_values_of_runs_of_any_length(text):
    measure = load_measure(text)
    values = RunValues(measure, RunSpace(4, 2))
    for length in range(1, 6):
        for run in RunSpace(length, 2):
            assert values.of(run) == measure.exact(run, grades=2), run


def test_a_run_is_computed_once_and_a_fold_once_for_each_length(monkeypatch):
    measure = load_measure("AP@6")
    computed, folds = [], []
    of, fold = RunValues._computed, type(measure).fold
    monkeypatch.setattr(RunValues, "_computed", lambda self, run: computed.append(run) or of(self, run))
    monkeypatch.setattr(
        type(measure), "fold", lambda self, length, grades: folds.append(length) or fold(self, length, grades)
    )
    values = RunValues(measure, RunSpace(6, 1))
    for _ in range(3):
        for length in range(1, 8):
            for run in RunSpace(length, 1):
                values.of(run)
    assert len(computed) == len(set(computed)) == sum(2**length for length in range(1, 8))
    assert sorted(folds) == [1, 2, 3, 4, 5, 6, 7]


def test_long_runs_take_few_steps(monkeypatch):
    """AP at 1,000 is decided on some twenty runs, most of whose steps are the same."""
    measure = load_measure("AP@1000")
    taken, computed = [], []
    step, of = type(measure).step, RunValues._computed
    monkeypatch.setattr(RunValues, "_computed", lambda self, run: computed.append(run) or of(self, run))
    monkeypatch.setattr(type(measure), "step", lambda self, *given: taken.append(1) or step(self, *given))
    found = iv.scale(measure)
    assert (found["rank-swap"].scale, found["rank-total"].scale) == ("ordinal", "none")
    assert len(computed) == len(set(computed)) < 40
    assert len(taken) < 10 * 1000
