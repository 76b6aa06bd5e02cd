"""Interval scales counted by other processes, which are sent a measure and a space: the same numbers, and no table."""

import pickle
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import accumulate

import numpy as np
import pytest

import intervale as iv
from intervale.exact import sums, totals
from intervale.exact.progress import parallel
from intervale.scales import halves, mapping
from intervale.scales.choices import Choices
from intervale.scales.sizes import Sizes


def loky():
    found = pytest.importorskip("loky", reason="loky is not installed")
    return found.ProcessPoolExecutor(2)


EXECUTORS = {"processes": lambda: ProcessPoolExecutor(2), "loky": loky}
CASES = [
    *((f"AP@{length}", {}) for length in (12, 13, 14, 16)),
    ("AP(rel=2)@8", {"grades": 3}),
    ("AP@14", {"most": [5]}),
    ("AP@7", {"grades": 2, "most": [2, 3]}),
    ("ERR@5", {"grades": 3}),
    ("ERR@6", {"grades": 2}),
    ("RBP(p=0.8)@12", {"method": "halves"}),
    ("gRBP(p=0.7)@7", {"grades": 2, "method": "halves"}),
    ("RBP(p=0.8)@14", {}),
    ("nDCG@9", {"grades": 2}),
]
MOST_RUNS = 5000


@pytest.fixture
def sent(monkeypatch):
    """Everything is worth sending, in many tasks; scales are made anew."""
    monkeypatch.setattr(sums, "BUCKET", 200)
    monkeypatch.setattr(halves, "WORTH_SENDING", 0.0)
    monkeypatch.setattr(totals.HalfSums, "_seconds", lambda self, asked: (1.0, 0.0))
    mapping._scale.cache_clear()
    yield
    mapping._scale.cache_clear()


def counted(text, options, runs):
    """The size of a scale, and ranks of runs by two rules."""
    mapping._scale.cache_clear()
    scale = iv.interval_scale(text, **options)
    return scale.size, scale.ranks_of(runs), scale.ranks_of(runs, "mid")


def some_runs(text, options):
    space = iv.RunSpace(iv.parse_measure(text).cutoff, options.get("grades", 1))
    drawn = np.random.default_rng(2).binomial(space.grades, 0.3, (60, space.length)).tolist()
    most = options.get("most", [space.length] * space.grades)
    return space, [r for r in map(tuple, drawn) if all(r.count(g) <= n for g, n in enumerate(most, start=1))]


@pytest.mark.parametrize("kind", EXECUTORS)
def test_other_processes_count_like_threads_and_like_enumeration(sent, kind):
    with EXECUTORS[kind]() as executor:
        for text, options in CASES:
            space, runs = some_runs(text, options)
            expected = counted(text, options, runs)
            with parallel(executor=executor) as work:
                assert counted(text, options, runs) == expected, text
            assert work.tasks > 10, text
            assert work.sent < work.tasks * 6000, text
            if space.size <= MOST_RUNS and "most" not in options:
                assert enumerated(text, space, runs) == expected, text


def enumerated(text, space, runs):
    """The same from the values of all runs."""
    measure = iv.parse_measure(text)
    counts = Counter(measure.exact(run, grades=space.grades) for run in space)
    ordered = sorted(counts)
    rank = {value: n for n, value in enumerate(ordered, start=1)}
    last = dict(zip(ordered, accumulate(counts[value] for value in ordered), strict=True))
    values = [measure.exact(run, grades=space.grades) for run in runs]
    middle = [last[value] - (counts[value] - 1) / 2 for value in values]
    return len(counts), [rank[value] for value in values], middle


class StoppedError(Exception):
    pass


@pytest.mark.parametrize("text", ["AP@28", "AP@30"])
@pytest.mark.parametrize("asked", [0, 6450])
def test_what_is_sent_is_small(monkeypatch, text, asked):
    """All tasks of a long counting together have no more bytes than a part of the table."""
    seen = {}

    def stop(function, items, what, *, given, local):
        seen.update(function=function, items=items, given=given, local=local)
        raise StoppedError

    monkeypatch.setattr(sums, "parallel_map", stop)
    mapping._scale.cache_clear()
    counting = iv.interval_scale(text).counting
    low, high = counting.extremes
    values = [low + (high - low) * n / 7000 for n in range(asked)]
    with pytest.raises(StoppedError):
        counting.at_most(values)
    table = sum(a.nbytes + b.nbytes for a, b in counting.sums.parts)
    tasks = [len(pickle.dumps((seen["function"], item))) for item in seen["items"]]
    assert not seen["local"]
    assert len(pickle.dumps(seen["given"])) < 1000
    assert max(tasks) < 1500 + 8 * asked
    assert sum(tasks) < 100_000 + 10 * asked < table / 5
    rebuilt = pickle.loads(pickle.dumps(seen["given"])).value
    for (a, b), (c, d) in zip(rebuilt.parts, counting.sums.parts, strict=True):
        assert (a == c).all()
        assert (b == d).all()


@pytest.mark.parametrize(
    ("text", "options"), [("AP@12", {}), ("AP@9", {"grades": 3, "most": [2, 3, 1]}), ("ERR@5", {"grades": 3})]
)
def test_a_counting_is_pickled_as_its_recipe(text, options):
    counting = iv.interval_scale(text, **options).counting
    content = pickle.dumps(counting)
    assert len(content) < 1000
    again = pickle.loads(content)
    assert (again.size, again.denominator, again.extremes) == (counting.size, counting.denominator, counting.extremes)
    values = counting.values
    assert again.values == values
    assert again.ways_at_most(values) == counting.ways_at_most(values)


def test_a_counting_without_a_recipe_counts_here(sent):
    choices = Choices.of(iv.parse_measure("AP").fold(12, 1))
    counting = halves.Halves.of(choices, Sizes.of(choices))
    with pytest.raises(TypeError, match="without a recipe"):
        pickle.dumps(counting)
    values = counting.values
    with ProcessPoolExecutor(1) as executor, parallel(executor=executor):
        assert counting.at_most(values) == list(range(1, len(values) + 1))
        assert counting.ways_at_most(values)[-1] == 2**12


def test_a_table_of_runs_is_made_once_in_a_process(sent, monkeypatch):
    """An executor of threads stands for the threads of one worker."""
    begun = []
    grown = halves._tails
    monkeypatch.setattr(halves, "_tails", lambda *given: begun.append(1) or grown(*given))
    counting = iv.interval_scale("AP@13").counting
    values = counting.values
    begun.clear()
    with ThreadPoolExecutor(6) as executor, parallel(executor=executor) as work:
        assert counting.ways_at_most(values)[-1] == 2**13
        assert work.tasks > 30
    assert len(begun) == 1
