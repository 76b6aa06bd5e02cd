"""Tests by blocks: the same to the bit whoever does them and however large the blocks are; draws do not travel."""

import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import fields, replace
from fractions import Fraction

import numpy as np
import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection
from intervale.exact.progress import parallel
from intervale.stats import blocks, randomised_tukey, resampling
from intervale.stats.blocks import Table
from intervale.stats.outcome import Bounds, Outcome, Setting, pairs_of
from intervale.stats.pairwise import mean_differences
from intervale.stats.registry import TESTS

PAIRWISE = ("t", "sign", "signed-rank")
BY_BLOCKS = (*PAIRWISE, "randomisation", "bootstrap", "randomised-tukey")
RANDOM = np.random.default_rng(21)
SCORES = RANDOM.random((9, 20)) + 0.3 * RANDOM.random((9, 1))
ERRORS = np.where(RANDOM.random(SCORES.shape) < 0.5, 0.0, 1e-3 * RANDOM.random(SCORES.shape))
TABLES = {
    "sampled": (SCORES, None),
    "two systems": (SCORES[:2], None),
    "exact": (SCORES[:6, :8], None),
    "all exchanges": (SCORES[:3, :5], None),
    "tied": (RANDOM.integers(0, 3, (8, 18)) / 2, None),
    "all the same": (np.full((4, 14), 0.5), None),
    "bounds": (SCORES, Bounds(ERRORS)),
    "bounds, exact": (SCORES[:6, :8], Bounds(ERRORS[:6, :8])),
    "bounds and order": (SCORES, Bounds(ERRORS, SCORES.argsort(axis=0).argsort(axis=0))),
}
SETTING = Setting(resamples=1_250, seed=7, interval_alpha=0.1)


@contextmanager
def _processes():
    ways = multiprocessing.get_all_start_methods()
    with ProcessPoolExecutor(
        2, mp_context=multiprocessing.get_context("forkserver" if "forkserver" in ways else "spawn")
    ) as found:
        yield found


@contextmanager
def _loky():
    loky = pytest.importorskip("loky", reason="needs loky")
    with loky.ProcessPoolExecutor(2) as found:
        yield found


@pytest.fixture(scope="module", params=[ThreadPoolExecutor, _processes, _loky], ids=["threads", "processes", "loky"])
def executor(request):
    """An executor of the caller's."""
    with request.param() as found:
        yield found


@pytest.fixture
def small_blocks(monkeypatch):
    """Blocks of a few pairs, and of one group of resamples."""
    monkeypatch.setattr(blocks, "FEW", 0)
    monkeypatch.setattr(blocks, "PIECE", 60)
    monkeypatch.setattr(blocks, "TOGETHER", 2)
    monkeypatch.setattr(resampling, "PIECE", 1)
    monkeypatch.setattr(resampling, "LEAST_PAIRS", 3)
    monkeypatch.setattr(randomised_tukey, "PIECE", 1)
    monkeypatch.setattr(randomised_tukey, "TASK", 1)


def run(name, scores, bounds, setting=SETTING):
    setting = replace(setting, baseline=1 if TESTS[name].needs_baseline else None)
    return TESTS[name].run(scores, bounds, setting)


def same(one, other):
    """Whether two outcomes are equal to the bit."""
    for field in fields(Outcome):
        x, y = getattr(one, field.name), getattr(other, field.name)
        if field.name == "omnibus" or x is None or y is None:
            if x != y:
                return False
        elif x.dtype != y.dtype or not np.array_equal(x, y, equal_nan=True):
            return False
    return True


@pytest.fixture(scope="module")
def by_one_worker():
    """By test and table: the outcome in this thread, with blocks as large as they are."""
    with parallel(1):
        return {(name, of): run(name, *table) for name in TESTS for of, table in TABLES.items()}


class TestTheSame:
    @pytest.mark.parametrize("name", TESTS)
    def test_by_threads(self, name, by_one_worker):
        for of, table in TABLES.items():
            assert same(run(name, *table), by_one_worker[name, of]), of

    @pytest.mark.parametrize("workers", [1, 3])
    @pytest.mark.parametrize("name", TESTS)
    def test_by_small_blocks(self, name, workers, by_one_worker, small_blocks):
        for of, table in TABLES.items():
            with parallel(workers):
                assert same(run(name, *table), by_one_worker[name, of]), of

    @pytest.mark.parametrize("name", TESTS)
    def test_by_an_executor(self, name, by_one_worker, executor, small_blocks):
        for of, table in TABLES.items():
            with parallel(executor=executor) as work:
                assert same(run(name, *table), by_one_worker[name, of]), of
            if of == "sampled":
                assert (work.tasks > 2) == (name in BY_BLOCKS)

    @pytest.mark.parametrize("name", BY_BLOCKS)
    def test_by_blocks_as_large_as_they_are(self, name, executor):
        scores = np.random.default_rng(3).random((260 if name in PAIRWISE else 60, 33))
        setting = Setting(resamples=1_200)
        with parallel(1):
            alone = run(name, scores, None, setting)
        with parallel(executor=executor) as work:
            assert same(run(name, scores, None, setting), alone)
        assert work.tasks > 1

    @pytest.mark.parametrize("name", BY_BLOCKS)
    def test_few_pairs_stay_here(self, name, executor):
        with parallel(executor=executor) as work:
            run(name, SCORES[:4], None)
        assert work.tasks == 0

    @pytest.mark.parametrize("name", BY_BLOCKS)
    def test_however_scores_lie_in_memory(self, name, executor, small_blocks):
        for scores in (np.asfortranarray(SCORES), np.repeat(SCORES, 2, axis=1)[:, ::2]):
            with parallel(1):
                alone = run(name, scores, None)
            with parallel(executor=executor):
                assert same(run(name, scores, None), alone)


class TestDraws:
    @pytest.mark.parametrize(("kind", "what"), [(resampling.Flips, "signs"), (resampling.Draws, "drawn")])
    def test_do_not_travel(self, kind, what):
        table = kind(SCORES, Bounds(ERRORS), Setting(resamples=10_000, seed=3))
        draws = getattr(table, what)
        table.pairs(slice(0, 1))
        packed = pickle.dumps(table)
        assert draws.nbytes > 1_000_000
        assert len(packed) < SCORES.nbytes + ERRORS.nbytes + 1_000
        came = pickle.loads(packed)
        assert vars(came).keys() == {"scores", "bounds", "setting"}
        assert np.array_equal(getattr(came, what), draws)

    @pytest.mark.parametrize("name", ["randomisation", "bootstrap", "randomised-tukey"])
    def test_nothing_large_is_sent(self, name, executor, small_blocks):
        with parallel(executor=executor) as work:
            run(name, SCORES, None, Setting(resamples=2_000))
        assert 0 < work.sent < work.tasks * (SCORES.nbytes + 1_000)
        assert 0 < work.received < 100_000

    def test_exchanges_do_not_depend_on_blocks(self, monkeypatch):
        whole = randomised_tukey._sampled(SCORES, Setting(resamples=1_730, seed=5))
        for piece, task in ((1, 1), (1_000, 1 << 30), (1 << 30, 1), (4_000, 40_000)):
            monkeypatch.setattr(randomised_tukey, "PIECE", piece)
            monkeypatch.setattr(randomised_tukey, "TASK", task)
            assert np.array_equal(randomised_tukey._sampled(SCORES, Setting(resamples=1_730, seed=5)), whole)

    def test_exchanges_do_not_depend_on_how_many_there_are(self):
        many = randomised_tukey._sampled(SCORES, Setting(resamples=2_100, seed=5))
        for fewer in (1, 499, 500, 501, 1_555):
            assert np.array_equal(randomised_tukey._sampled(SCORES, Setting(resamples=fewer, seed=5)), many[:fewer])
        table = Table(SCORES, None, Setting(resamples=2_100, seed=5))
        assert np.array_equal(randomised_tukey._ranges(table, slice(1, 3)), many[500:1_500])

    def test_groups_differ(self):
        many = randomised_tukey._sampled(SCORES, Setting(resamples=1_000, seed=0))
        assert len(np.unique(many)) > 990  # of two groups
        other = randomised_tukey._sampled(SCORES, Setting(resamples=1_000, seed=1))
        assert not np.isin(other, many).any()


class TestSums:
    @pytest.mark.parametrize("topics", [2, 50, 250, 1_000])
    def test_of_drawn_topics_do_not_depend_on_their_order(self, topics):
        random = np.random.default_rng(topics)
        drawn = random.multinomial(topics, np.full(topics, 1 / topics), size=60).astype(float)
        values = random.uniform(-1, 1, (7, topics)) * 10.0 ** random.integers(-6, 1, (7, topics))
        values[0, 0], values[1] = 1.0, -1.0
        found = resampling._summed(values, drawn)
        for _ in range(5):
            order = random.permutation(topics)
            assert np.array_equal(resampling._summed(values[:, order], drawn[:, order]), found)
        for row, draw in ((0, 0), (1, 1), (6, 59)):
            exact = sum(Fraction(int(n)) * Fraction(x) for n, x in zip(drawn[draw], values[row].tolist(), strict=True))
            assert abs(Fraction(found[row, draw]) - exact) <= abs(exact) / 2**52 + Fraction(topics, 2**80)

    def test_the_quantile_is_numpys(self):
        random = np.random.default_rng(0)
        for count in (100, 101, 999, 10_000):
            for share in (0.95, 0.5, 0.999, 1 - 0.05 / 3, *random.random(20)):
                place = np.quantile(np.arange(count), share, method="inverted_cdf")
                assert resampling._place(count, share) == place


def test_pairs_are_in_their_order():
    for systems in range(12):
        table = Table(np.zeros((systems, 3)), None, Setting())
        first, second = pairs_of(systems)
        assert table.count == len(first)
        for part in (slice(0, None), slice(2, 5)):
            assert [x.tolist() for x in table.pairs(part)] == [first[part].tolist(), second[part].tolist()]


def test_mean_differences_over_the_topics_of_both(small_blocks):
    scores = SCORES.copy()
    scores[RANDOM.random(scores.shape) < 0.3] = np.nan
    scores[0, :10] = scores[1, 10:] = np.nan
    first, second = pairs_of(len(scores))
    found = mean_differences(scores)
    assert np.isnan(found[0])
    assert np.array_equal(found[1:], np.nanmean(scores[first[1:]] - scores[second[1:]], axis=1))


class TestCompare:
    def test_by_workers_and_executors(self, executor, small_blocks):
        table = {f"S{s}": row.tolist() for s, row in enumerate(SCORES)}
        evaluation = iv.read_scores(table, measure="M", scale="interval")
        asked = {"tests": "all", "resamples": 300, "correction": "holm"}
        alone = iv.compare(evaluation, **asked, workers=1)
        assert iv.compare(evaluation, **asked, workers=2).columns() == alone.columns()
        assert iv.compare(evaluation, **asked, executor=executor).columns() == alone.columns()

    @pytest.mark.parametrize("test", ["t", "bootstrap", "randomised-tukey"])
    def test_discriminative_power(self, test, executor):
        table = {f"S{s}": row.tolist() for s, row in enumerate(SCORES[:5])}
        evaluation = iv.read_scores(table, measure="M", scale="interval")
        alone = iv.discriminative_power(evaluation, test=test, resamples=200, workers=1)
        found = iv.discriminative_power(evaluation, test=test, resamples=200, executor=executor)
        assert found.columns() == alone.columns()
        assert alone.measures[0].ci is not None
        assert [one.ci for one in found.measures] == [one.ci for one in alone.measures]

    @pytest.mark.parametrize("by", ["uniform", "depth"])
    def test_robustness(self, by, executor):
        asked = {"by": by, "draws": 3, "interval": True}
        alone = iv.robustness(*made_up_collection(), ["RR@10", "nDCG@5"], **asked)
        found = iv.robustness(*made_up_collection(), ["RR@10", "nDCG@5"], **asked, executor=executor)
        assert found.columns() == alone.columns()
        assert found.judgments == alone.judgments
