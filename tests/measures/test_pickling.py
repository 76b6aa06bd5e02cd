"""Measures can be pickled, and the copy is the measure: equal, and found under the same key."""

import copy
import functools
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import intervale as iv
from intervale.measures import CATALOGUE

RUNS = np.array([[1, 0, 2], [2, 2, 0]])

AT = {"cutoff": "@10", "recall": "@0.5"}
NAMES = [
    *(f"{name}{AT.get(kind.at, '')}" for name, kind in CATALOGUE.items()),
    "AP",
    "RBP(p=0.95)@20",
    "nDCG(gains={2:3,3:7.5})@10",
    "nDCG(dcg='exp-log2')",
    "ERR(max_rel=4)@10",
    "interval(AP@10)",
    "interval(nDCG@10,tie_rule='mid',grades=3)",
]


@iv.measure
def first_two(grades):
    return grades[..., :2].sum(-1)


@iv.measure(exact=lambda profile: sum(profile[:2]))
def with_twin(grades):
    return grades[..., :2].sum(-1)


def only_a_function(grades):
    return grades[..., 0]


class Mine:
    @iv.measure
    def inside(grades):  # noqa: N805 - it is no method
        return grades[..., 0]


class Counted:
    """What can be called, and compared, and has no name of its own."""

    def __init__(self, depth):
        self.depth = depth

    def __call__(self, grades):
        return grades[..., : self.depth].sum(-1)

    def __eq__(self, other):
        return isinstance(other, Counted) and other.depth == self.depth

    def __hash__(self):
        return hash(self.depth)


def made(depth):
    @iv.measure
    def of_depth(grades):
        return grades[..., :depth].sum(-1)

    return of_depth


def is_the_same(found, measure):
    """Equal in all that is asked of equal things."""
    assert type(found) is type(measure)
    assert found == measure
    assert hash(found) == hash(measure)
    assert {measure: "kept"}[found] == "kept"
    assert str(found) == str(measure)
    return True


@pytest.mark.parametrize("name", NAMES)
def test_measures_of_the_catalogue(name):
    measure = iv.parse_measure(name)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert is_the_same(pickle.loads(pickle.dumps(measure, protocol)), measure)


@pytest.mark.parametrize(
    "measure",
    [
        first_two,
        with_twin,
        Mine.inside,
        iv.measure(only_a_function),
        iv.measure(first_two.function),
        iv.measure(Counted(2)),
        iv.interval(first_two, length=3),
    ],
)
def test_own_measures_of_a_module(measure):
    found = pickle.loads(pickle.dumps(measure))
    assert is_the_same(found, measure)
    assert is_the_same(pickle.loads(pickle.dumps(found)), measure)
    assert is_the_same(copy.deepcopy(measure), measure)
    assert found.score(RUNS, grades=2).tolist() == measure.score(RUNS, grades=2).tolist()


def test_a_name_is_enough():
    """What a module has is not sent, and neither is an exact twin without a name."""
    assert len(pickle.dumps(first_two)) < 200
    assert len(pickle.dumps(with_twin)) < 200
    assert pickle.loads(pickle.dumps(with_twin)).exact((1, 2, 3)) == 3


def test_different_measures_stay_different():
    assert made(2) != made(2)
    assert iv.measure(only_a_function) == iv.measure(only_a_function)
    assert iv.measure(only_a_function) != iv.measure(only_a_function, exact=sum)
    assert first_two != with_twin
    assert first_two != "first_two"
    assert iv.measure(Counted(2)) == iv.measure(Counted(2)) != iv.measure(Counted(3))
    assert iv.measure(Counted(2).__call__) != iv.measure(Counted(2))


def test_what_can_only_be_told_by_its_code_needs_cloudpickle():
    with pytest.raises((pickle.PicklingError, AttributeError), match="local object"):
        pickle.dumps(made(2))


def test_functions_made_inside_others_by_their_code():
    cloudpickle = pytest.importorskip("cloudpickle", reason="cloudpickle is not installed")
    two, three = made(2), made(3)
    again = [pickle.loads(cloudpickle.dumps(measure)) for measure in (two, three)]
    assert [is_the_same(found, measure) for found, measure in zip(again, (two, three), strict=True)]
    assert again[0] != again[1]
    assert [found.score(RUNS).tolist() for found in again] == [[1.0, 4.0], [3.0, 4.0]]
    assert is_the_same(pickle.loads(cloudpickle.dumps(again[0])), two)  # a copy of a copy
    twin = iv.measure(exact=lambda profile: sum(profile))(lambda grades: grades.sum(-1))
    assert is_the_same(pickle.loads(cloudpickle.dumps(twin)), twin)
    assert is_the_same(pickle.loads(cloudpickle.dumps(with_twin)), with_twin)


def test_modules_that_are_sent_by_their_code():
    """As users do whose workers do not have the module."""
    cloudpickle = pytest.importorskip("cloudpickle", reason="cloudpickle is not installed")
    module = sys.modules[__name__]
    cloudpickle.register_pickle_by_value(module)
    try:
        content = cloudpickle.dumps(first_two)
    finally:
        cloudpickle.unregister_pickle_by_value(module)
    assert b"_make_function" in content
    found = pickle.loads(content)
    assert found.function is not first_two.function
    assert is_the_same(found, first_two)


def test_a_wrapper_is_not_what_it_wraps():
    @functools.wraps(only_a_function)
    def other(grades):
        return grades[..., 1]

    assert iv.measure(other) != iv.measure(only_a_function)


SCRIPT = """
import pickle, sys
import numpy as np
import intervale as iv

@iv.measure
def of_a_script(grades):
    return grades[..., :LENGTH].sum(-1)

LENGTH = 2

def scored(measure):
    return measure.score(np.array([[1, 0, 2]])).tolist(), measure

if __name__ == "__main__":
    {body}
"""
SENT = """
    import cloudpickle
    content = cloudpickle.dumps(of_a_script)
    found = pickle.loads(content)
    assert found.function is not of_a_script.function
    assert found == of_a_script and hash(found) == hash(of_a_script)
    import subprocess
    there = "import pickle, sys, cloudpickle; m = pickle.load(sys.stdin.buffer); print(m.score([[1, 2, 4]]), m)"
    there += "; sys.stdout.flush(); sys.stdout.buffer.write(b'|' + cloudpickle.dumps(m))"
    done = subprocess.run([sys.executable, "-c", there], input=content, capture_output=True, check=True).stdout
    said, _, back = done.partition(b"|")
    assert said.strip() == b"[3.] of_a_script", said
    assert pickle.loads(back) == of_a_script
"""
PROCESSES = """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    for way in multiprocessing.get_all_start_methods():
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(way)) as executor:
            scores, found = executor.submit(scored, of_a_script).result()
        assert scores == [1.0] and found == of_a_script, way
"""


@pytest.mark.parametrize("body", [SENT, PROCESSES], ids=["by its code", "to processes that have it"])
def test_a_measure_of_a_script(tmp_path, body):
    if body is SENT:
        pytest.importorskip("cloudpickle", reason="cloudpickle is not installed")
    path = tmp_path / "script.py"
    path.write_text(SCRIPT.replace("{body}", body.strip()))
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def scored(measure):
    return measure.score(RUNS, grades=2).tolist(), measure


def test_other_processes_give_back_the_same_measures():
    measures = [first_two, with_twin, iv.measure(only_a_function), iv.parse_measure("AP@2"), iv.interval("AP@3")]
    with ProcessPoolExecutor(1) as executor:
        for (scores, found), measure in zip(executor.map(scored, measures), measures, strict=True):
            assert scores == measure.score(RUNS, grades=2).tolist()
            assert is_the_same(found, measure)
