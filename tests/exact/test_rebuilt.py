"""Tables that other processes make themselves: the same numbers, once in each process, and no table on the way."""

import pickle
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from intervale.exact import sums, totals
from intervale.exact.independent import independent_parts
from intervale.exact.progress import parallel
from intervale.exact.sums import PairSums, Rebuilt, stretches

SIZE, PARTS = 400, 3
BEGUN = []
"""Which threads of this process made a table."""


def lists(seed):
    """A table of random lists, the same for a seed; some are empty."""
    BEGUN.append(threading.get_ident())
    time.sleep(0.01)
    random = np.random.default_rng(seed)
    sizes = [(SIZE, SIZE)] * PARTS + [(0, SIZE), (SIZE, 0)]
    return [tuple(np.unique(random.integers(0, 1 << 20, size)) for size in pair) for pair in sizes]


class Recording(Executor):
    """Does what it is given by threads, and keeps how many bytes each task would have."""

    def __init__(self):
        self.inner, self.sizes = ThreadPoolExecutor(4), []

    def submit(self, function, /, *args, **kwargs):
        self.sizes.append(len(pickle.dumps((function, args, kwargs))))
        return self.inner.submit(function, *args, **kwargs)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self.inner.shutdown(wait, cancel_futures=cancel_futures)


def loky():
    found = pytest.importorskip("loky", reason="loky is not installed")
    return found.ProcessPoolExecutor(2)


EXECUTORS = {"processes": lambda: ProcessPoolExecutor(2), "loky": loky, "threads": lambda: ThreadPoolExecutor(3)}


@pytest.fixture
def small_buckets(monkeypatch):
    monkeypatch.setattr(sums, "BUCKET", 3000)


@pytest.fixture
def expected():
    everything = np.unique(np.concatenate([(a[:, None] + b[None]).ravel() for a, b in lists(5) if len(a) and len(b)]))
    asked = np.random.default_rng(6).integers(-10, (1 << 21) + 10, 200).tolist()
    return everything, asked, np.searchsorted(everything, asked, side="right").tolist()


@pytest.mark.parametrize("kind", EXECUTORS)
@pytest.mark.parametrize("with_recipe", [True, False])
def test_executors_count_like_a_set(small_buckets, expected, kind, with_recipe):
    everything, asked, at_most = expected
    found = PairSums(lists(5), partial(lists, 5) if with_recipe else None)
    with EXECUTORS[kind]() as executor, parallel(executor=executor) as work:
        assert found.at_most(asked) == at_most
        assert work.tasks >= sums.FEWEST_TASKS
        assert found.size == len(everything)
        assert found.at_most(asked[:7]) == at_most[:7]  # some buckets only


@pytest.mark.parametrize("fewest", [1, 5, 1000])
@pytest.mark.parametrize("seconds", [1e-9, 0.03, 10.0])
def test_the_grouping_changes_nothing(small_buckets, expected, monkeypatch, fewest, seconds):
    everything, asked, at_most = expected
    monkeypatch.setattr(sums, "FEWEST_TASKS", fewest)
    monkeypatch.setattr(sums, "A_BUCKET", seconds)
    found = PairSums(lists(5), partial(lists, 5))
    assert found.at_most(asked) == at_most
    assert found.at_most(asked[:3]) == at_most[:3]
    assert found.size == len(everything)
    assert found.at_most([]) == []


def test_no_task_has_the_table(small_buckets, expected):
    _, asked, at_most = expected
    table = len(pickle.dumps(lists(5)))
    with Recording() as executor, parallel(executor=executor):
        assert PairSums(lists(5), partial(lists, 5)).at_most(asked) == at_most
        assert len(executor.sizes) >= sums.FEWEST_TASKS
        assert max(executor.sizes) < 2000 < table / 5
        executor.sizes.clear()
        assert PairSums(lists(5)).at_most(asked) == at_most
        assert max(executor.sizes) > table / 2  # without a recipe there is nothing else to send


def test_threads_of_a_process_make_the_table_once(small_buckets, expected):
    """An executor of threads stands for the threads of one worker."""
    _, asked, at_most = expected
    found = PairSums(lists(7), partial(lists, 7))
    BEGUN.clear()
    with ThreadPoolExecutor(8) as executor, parallel(executor=executor):
        found.at_most(asked)
        assert len(BEGUN) == 1
        found.at_most(asked)
    assert len(BEGUN) == 1  # and kept it
    assert at_most


def test_a_value_is_made_when_it_is_needed_and_once():
    BEGUN.clear()
    rebuilt = pickle.loads(pickle.dumps(Rebuilt(partial(lists, 1))))
    assert not BEGUN
    with ThreadPoolExecutor(8) as executor:
        found = list(executor.map(lambda _: rebuilt.value, range(16)))
    assert len(BEGUN) == 1
    assert all(one is found[0] for one in found)
    assert Rebuilt(partial(lists, 1), "known").value == "known"
    assert len(BEGUN) == 1


@pytest.mark.parametrize("number", [0, 1, 2, 31, 32, 33, 858, 8192])
@pytest.mark.parametrize("seconds", [0.0, 1e-6, 0.03, 0.2, 1.0])
def test_stretches_cover_everything_once(number, seconds):
    found = stretches(number, seconds)
    assert [item for some in found for item in range(number)[some]] == list(range(number))
    assert len(found) >= min(number, sums.FEWEST_TASKS)
    longest = max((len(range(number)[some]) for some in found), default=0)
    assert longest == 1 or longest * seconds <= sums.A_TASK


# ---------------------------------------------------------------- totals counted by halves


def half_sums(length=12):
    """Totals of powers of 4/5, all different."""
    places = [[Fraction(0), Fraction(4, 5) ** rank] for rank in range(length)]
    return totals.HalfSums(independent_parts(places, 1000, (1, 2)))


@pytest.mark.parametrize("kind", EXECUTORS)
def test_half_sums_elsewhere(monkeypatch, kind):
    monkeypatch.setattr(totals.HalfSums, "_seconds", lambda self, asked: (1.0, 0.0))
    here = half_sums()
    values = here.values[:: 1 << 6]
    expected = here.at_most(values), here.ways_at_most(values)
    assert expected[0] == list(range(1, here.size + 1, 1 << 6))
    with EXECUTORS[kind]() as executor, parallel(executor=executor) as work:
        there = half_sums()
        assert (there.at_most(values), there.ways_at_most(values)) == expected
        assert work.tasks >= 2 * sums.FEWEST_TASKS


def test_what_half_sums_computed_is_not_sent():
    found = half_sums()
    _ = found.values, found.ways_at_most([found.extremes[1]]), found.has(Fraction(1))
    again = pickle.loads(pickle.dumps(found))
    assert len(pickle.dumps(found)) == len(pickle.dumps(half_sums())) < 5000
    assert (again.size, again.bits, again.values) == (found.size, found.bits, found.values)


@pytest.mark.parametrize("seconds", [(0.1, 0.0), (10.0, 20.0), (10.0, 0.0)])
def test_short_work_and_large_parts_stay_here(monkeypatch, seconds):
    """Also where making the halves would take longer than searching them."""
    monkeypatch.setattr(totals.HalfSums, "_seconds", lambda self, asked: seconds)
    if seconds[0] > max(seconds[1], totals.WORTH_SENDING):
        monkeypatch.setattr(totals, "MOST_SENT", 3)
    with Recording() as executor, parallel(executor=executor):
        here = half_sums(10)
        assert here.at_most(here.values[:100]) == list(range(1, 101))
        assert not executor.sizes
