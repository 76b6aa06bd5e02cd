"""Long work by any executor: results in order, what is given sent once to each process, errors as they were raised,
work of workers that die done again, and nothing left open that was opened here.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import OrderedDict, deque
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from pathlib import Path

import pytest

import intervale as iv
from intervale import errors
from intervale.errors import InputError, OptionError, WorkerError
from intervale.exact import executors, tasks
from intervale.exact.executors import Engine
from intervale.exact.progress import elsewhere, in_order, parallel, parallel_map
from intervale.exact.tasks import Given, Task

LARGE = 1_000_000
"""How many bytes of what is given are too many to travel with every task."""


# ---------------------------------------------------------------- what workers do


def square(item):
    return item * item


def last_first(item):
    """Of ten, the last is done first."""
    time.sleep(0.01 * (10 - item))
    return item


def with_given(given, item):
    return len(given), given[:1], item


def by_process(given, item):
    """Which process does it; slow enough for others to take part."""
    time.sleep(0.01)
    return len(given), os.getpid()


begun: list[int] = []
"""What threads of this process have begun."""


def noted(item):
    begun.append(item)
    time.sleep(0.01)
    return item


def refused(item):
    if item == 3:
        raise InputError("expected 6 columns, found 3", source="some.run", line=17)
    return item


class OddError(Exception):
    """One that pickle cannot make again from what it says."""

    def __init__(self, one, other):
        super().__init__(f"{one} does not go with {other}")


def odd(item):
    raise OddError("this", "that")


def zero_division(given, item):
    return given // item


def killed_once(flag, item):
    """The worker that first does the item 3 is killed."""
    if item == 3 and not Path(flag).exists():
        Path(flag).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def killed_once_with_much(given, item):
    return killed_once(given[0], item), len(given[1])


def always_killed(folder, item):
    """A task that kills every worker, and leaves a trace each time."""
    Path(folder, f"{item} {time.monotonic_ns()}").touch()
    os.kill(os.getpid(), signal.SIGKILL)


# ---------------------------------------------------------------- executors


def process_pool():
    ways = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in ways else "spawn")
    return ProcessPoolExecutor(2, mp_context=context)


def loky_pool():
    return pytest.importorskip("loky", reason="loky is not installed").ProcessPoolExecutor(2)


def dask_executor(stack):
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    stack.enter_context(import_module("dask").config.set({"distributed.scheduler.allowed-failures": 0}))
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    cluster = stack.enter_context(distributed.LocalCluster(**options))
    return stack.enter_context(distributed.Client(cluster, set_as_default=False)).get_executor(pure=False)


ALL = {
    "threads": lambda stack: "threads",
    "a function": lambda stack: partial(ThreadPoolExecutor, 2),
    "processes": lambda stack: "processes",
    "thread pool": lambda stack: stack.enter_context(ThreadPoolExecutor(2)),
    "process pool": lambda stack: stack.enter_context(process_pool()),
    "loky": lambda stack: stack.enter_context(loky_pool()),
    "dask": dask_executor,
}
OTHERS = ("process pool", "loky", "dask")
"""Those that are given, with processes of their own."""


@pytest.fixture(scope="module")
def opened():
    """Executors by their names, opened when they are first asked for."""
    with ExitStack() as stack:
        yield cache(lambda name: ALL[name](stack))


@pytest.fixture(params=ALL)
def executor(request, opened):
    return opened(request.param)


@pytest.fixture(params=OTHERS)
def other_processes(request, opened):
    return opened(request.param)


class Lazy(Executor):
    """Does a task when its result is asked for; knows how many are waiting, and what became of all."""

    def __init__(self, fail=None):
        self.futures, self.open, self.most, self.closed = [], 0, [], 0
        self.fail = fail or {}

    def submit(self, function, *args):
        future = LazyFuture(self, partial(function, *args), self.fail.get(len(self.futures)))
        self.futures.append(future)
        self.open += 1
        self.most.append(self.open)
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self.closed += 1


class LazyFuture(Future):
    def __init__(self, home, call, error):
        super().__init__()
        self.home, self.call, self.error = home, call, error

    def result(self, timeout=None):
        if isinstance(self.home, Simulated):
            self.home.wait_for(self)
        elif not self.done():
            self.home.open -= 1
            if isinstance(self.error, KeyboardInterrupt):
                raise self.error
            if self.error is not None:
                self.set_exception(self.error)
            else:
                self.set_result(self.call())
        return super().result()


@dataclass
class SimulatedWorker:
    """A process with a clock of its own, and what it was given."""

    clock: int
    kept: OrderedDict = field(default_factory=OrderedDict)
    done: int = 0


class Simulated(Executor):
    """Processes that start at some times and take tasks from one queue. A task takes 10, to say that something is
    lacking 1.
    """

    def __init__(self, monkeypatch, starts):
        self.patch, self.clock, self.queue = monkeypatch, 0, deque()
        self.workers = [SimulatedWorker(start) for start in starts]

    def submit(self, function, *args):
        future = LazyFuture(self, None, None)
        self.queue.append((future, self.clock, partial(function, *args)))
        return future

    def wait_for(self, future):
        while not future.done():
            one, since, call = self.queue.popleft()
            worker = min(self.workers, key=lambda worker: max(worker.clock, since))
            self.patch.setattr(tasks, "_kept", worker.kept)
            one.set_result(answer := call())
            lacking = answer == tasks.LACKING
            worker.clock = max(worker.clock, since) + (1 if lacking else 10)
            worker.done += not lacking
            one.ended = worker.clock
        self.clock = max(self.clock, future.ended)


def mapped(function, items, **options):
    return list(parallel_map(function, items, "a test", local=False, **options))


# ---------------------------------------------------------------- results


class TestResults:
    def test_come_in_the_order_of_the_items(self, executor):
        with parallel(2, executor):
            assert mapped(last_first, range(10)) == list(map(last_first, range(10)))

    def test_with_something_given(self, executor):
        for given in (b"x", b"y" * LARGE):
            with parallel(2, executor):
                assert mapped(with_given, range(40), given=given) == [with_given(given, item) for item in range(40)]

    def test_of_no_items(self, executor):
        with parallel(2, executor) as work:
            assert mapped(square, []) == []
        assert work.tasks == 0

    def test_what_must_stay_here_does(self, executor):
        with parallel(2, executor) as work:
            assert set(parallel_map(by_process, range(4), "a test", given=b"")) == {(0, os.getpid())}
        assert work.tasks == 0

    def test_are_those_of_other_processes(self, other_processes):
        with parallel(executor=other_processes):
            found = {process for _, process in mapped(by_process, range(20), given=b"x")}
        assert os.getpid() not in found

    def test_of_functions_that_have_no_name(self, other_processes):
        """They travel by their code."""
        pytest.importorskip("cloudpickle", reason="functions travel by their code where cloudpickle is installed")
        factor = 7
        with parallel(executor=other_processes):
            assert mapped(lambda item: factor * item, range(5)) == [0, 7, 14, 21, 28]
            assert mapped(lambda given, item: given + factor * item, [1, 2], given=100) == [107, 114]

    def test_of_functions_of_a_script(self):
        """Workers cannot import what was typed in."""
        pytest.importorskip("cloudpickle", reason="functions travel by their code where cloudpickle is installed")
        script = (
            "from intervale.exact.progress import parallel, parallel_map\n"
            "factor = 3\n"
            "class Pair:\n"
            "    def __init__(self, one): self.one = one\n"
            "def tripled(item): return Pair(factor * item.one)\n"
            "with parallel(2, 'processes') as work:\n"
            "    found = list(parallel_map(tripled, [Pair(1), Pair(2)], 'a test', local=False))\n"
            "print([pair.one for pair in found], work.tasks)"
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
        assert (done.stdout, done.returncode) == ("[3, 6] 2\n", 0), done.stderr

    def test_each_is_told_to_who_listens(self, executor):
        told = []
        with parallel(2, executor, listener=lambda what, done, total: told.append((what.split(" (")[0], done, total))):
            mapped(square, range(5))
        assert told == [("a test", done, 5) for done in range(6)]


class TestWhatIsSent:
    @pytest.fixture
    def threads(self):
        with ThreadPoolExecutor(2) as found:
            yield found

    def test_is_counted(self, threads):
        with parallel(executor=threads) as work:
            found = mapped(square, range(20))
        assert work.sent == sum(len(Task(square, item).content) for item in range(20))
        assert work.received == sum(len(pickle.dumps(one, protocol=pickle.HIGHEST_PROTOCOL)) for one in found)
        assert (work.tasks, work.redone) == (20, 0)

    def test_what_is_small_goes_with_every_task(self, threads):
        given = Given(os.urandom(100))
        with parallel(executor=threads) as work:
            mapped(with_given, range(20), given=given.value)
        own = sum(len(Task(with_given, item, given).content) for item in range(20))
        assert (work.tasks, work.sent) == (20, own + 20 * len(given.content))

    def test_what_is_large_goes_once(self, threads):
        given = Given(os.urandom(LARGE))
        with parallel(executor=threads) as work:
            mapped(with_given, range(20), given=given.value)
        own = sum(len(Task(with_given, item, given).content) for item in range(20))
        assert (work.tasks, work.sent) == (20, own + len(given.content))

    def test_what_is_large_reaches_each_process(self, other_processes):
        given = os.urandom(LARGE)
        with parallel(executor=other_processes) as work:
            found = mapped(by_process, range(60), given=given)
        assert {size for size, _ in found} == {LARGE}
        assert LARGE * len({process for _, process in found}) <= work.sent

    @pytest.mark.parametrize("starts", [0, 25, 400])
    @pytest.mark.parametrize("workers", [1, 2, 3])
    def test_what_is_large_goes_once_to_each_process(self, workers, starts, monkeypatch):
        """Also where one starts late, and answers faster that it lacks something than others do their work."""
        given = os.urandom(LARGE)
        simulated = Simulated(monkeypatch, [0] + [starts] * (workers - 1))
        with parallel(executor=simulated, in_flight=30) as work:
            assert mapped(with_given, range(100), given=given) == [with_given(given, item) for item in range(100)]
        assert all(worker.done > 1 for worker in simulated.workers)
        assert LARGE * workers <= work.sent < LARGE * (workers + 1)

    def test_it_is_kept_for_further_work(self, threads):
        given = os.urandom(LARGE)
        with parallel(executor=threads) as work:
            mapped(with_given, range(5), given=given)
            before = work.sent
            mapped(with_given, range(5), given=given)
        assert work.sent - before < LARGE + 5_000

    def test_only_a_few_are_kept(self, threads):
        """What a worker no longer has is sent once more."""
        some = [os.urandom(LARGE) for _ in range(tasks.MOST_KEPT + 2)]
        with parallel(executor=threads) as work:
            for given in (*some, *some):
                assert mapped(with_given, [1, 2, 3], given=given) == [with_given(given, item) for item in (1, 2, 3)]
        assert len(tasks._kept) == tasks.MOST_KEPT
        assert work.sent > 2 * len(some) * LARGE

    def test_a_worker_that_lacks_it_says_so(self):
        given = Given(os.urandom(50))
        content = Task(with_given, 1, given).content
        assert tasks.made(content) == tasks.LACKING
        assert tasks.unpacked(tasks.made(content, given.content)) == (50, given.value[:1], 1)
        assert tasks.unpacked(tasks.made(content)) == (50, given.value[:1], 1)


class TestHowManyAtATime:
    @pytest.mark.parametrize("most", [1, 2, 7, 100])
    def test_so_many_as_was_said(self, most):
        lazy = Lazy()
        with parallel(executor=lazy, in_flight=most):
            assert mapped(square, range(50)) == [item * item for item in range(50)]
        assert max(lazy.most) == min(most, 50)

    def test_by_default(self):
        lazy = Lazy()
        with parallel(executor=lazy):
            mapped(square, range(600))
        assert max(lazy.most) == 256
        with parallel(executor=lazy, in_flight=9), parallel(2):  # who says nothing changes nothing
            lazy.most.clear()
            mapped(square, range(600))
        assert max(lazy.most) == 9
        assert (Engine("processes", 3).in_flight, Engine(Lazy, 3).in_flight) == (24, 256)

    def test_what_is_large_spreads_slowly(self):
        """One task at first, and twice as many each time one is done: who lacks what is given is sent it."""
        lazy = Lazy()
        with parallel(executor=lazy, in_flight=20):
            found = parallel_map(with_given, range(60), "a test", given=os.urandom(LARGE), local=False)
            seen = [lazy.most[-1] for _ in found]
        assert seen[:5] == [1, 2, 4, 8, 16]
        assert max(lazy.most) == 20

    def test_of_threads_of_this_process(self):
        """Not more items are taken from their source than are worked on."""
        taken = []
        items = (taken.append(item) or item for item in range(50))
        for done, found in enumerate(in_order(square, items, workers=2, ahead=3)):
            assert found == done * done
            assert len(taken) <= done + 3
        assert len(taken) == 50


# ---------------------------------------------------------------- what goes wrong


class TestErrors:
    def test_come_through_as_they_were_raised(self, executor):
        with parallel(2, executor), pytest.raises(InputError) as found:
            mapped(refused, range(6))
        assert str(found.value) == "some.run:17: expected 6 columns, found 3"
        assert (found.value.source, found.value.line) == ("some.run", 17)

    def test_of_any_type(self, executor):
        with parallel(2, executor), pytest.raises(ZeroDivisionError):
            mapped(zero_division, [1, 0, 2], given=10)

    def test_that_cannot_travel_are_told(self):
        with parallel(1, process_pool), pytest.raises((OddError, WorkerError), match="this does not go with that"):
            mapped(odd, [1])

    def test_what_came_before_is_there(self, executor):
        found = []
        with parallel(2, executor), pytest.raises(InputError):
            found += (one for one in parallel_map(refused, range(6), "a test", local=False) if found.append(one))
        assert found == [0, 1, 2]

    def test_the_executor_is_good_for_more(self, other_processes):
        with parallel(executor=other_processes):
            with pytest.raises(InputError):
                mapped(refused, range(6))
            assert mapped(square, range(6)) == [0, 1, 4, 9, 16, 25]

    def test_what_was_not_begun_is_cancelled(self):
        lazy = Lazy({3: InputError("wrong")})
        with parallel(executor=lazy, in_flight=10), pytest.raises(InputError):
            mapped(square, range(50))
        assert [future.cancelled() for future in lazy.futures] == [False] * 4 + [True] * (len(lazy.futures) - 4)
        assert len(lazy.futures) == 13

    @pytest.mark.parametrize("name", [name for name in errors.__all__ if name.endswith("Error")])
    def test_all_of_ours_travel(self, name):
        kind = getattr(errors, name)
        about = {"source": "a", "line": 2} if name == "InputError" else {}
        again = pickle.loads(pickle.dumps(kind("what is wrong", **about)))
        assert (type(again), str(again)) == (kind, str(kind("what is wrong", **about)))
        assert vars(again) == about


class TestStopped:
    def test_ctrl_c_cancels_what_was_not_begun(self):
        lazy = Lazy({2: KeyboardInterrupt()})
        with pytest.raises(KeyboardInterrupt), parallel(executor=lazy, in_flight=8):
            mapped(square, range(50))
        assert [future.cancelled() for future in lazy.futures] == [False, False] + [True] * 8

    @pytest.mark.parametrize("local", [True, False])
    def test_by_who_listens(self, local):
        """As Ctrl-C does while results are told."""
        begun.clear()

        def stop(what, done, total):
            if done == 3:
                raise KeyboardInterrupt

        with (
            ThreadPoolExecutor(1) as threads,
            pytest.raises(KeyboardInterrupt),
            parallel(2, threads, listener=stop),
        ):
            list(parallel_map(noted, range(500), "a test", local=local))
        assert 3 <= len(begun) < 30

    def test_who_wants_no_more_results_leaves_nothing(self):
        lazy = Lazy()
        with parallel(executor=lazy, in_flight=5):
            found = parallel_map(square, range(50), "a test", local=False)
            assert [next(found), next(found)] == [0, 1]
            found.close()
        assert [future.cancelled() for future in lazy.futures] == [False, False, *[True] * (len(lazy.futures) - 2)]
        assert len(lazy.futures) <= 7


class TestLostWorkers:
    @pytest.mark.parametrize("make", ["processes", process_pool, loky_pool])
    def test_their_work_is_done_again(self, make, tmp_path):
        with parallel(2, make) as work:
            assert mapped(killed_once, range(12), given=str(tmp_path / "flag")) == list(range(12))
        assert (tmp_path / "flag").exists()
        assert work.redone >= 1
        assert work.tasks == 12 + work.redone
        assert f"{work.redone} lost and redone" in str(work)

    def test_what_is_large_is_given_to_new_ones_too(self, tmp_path):
        given = str(tmp_path / "flag"), os.urandom(LARGE)
        with parallel(2, "processes") as work:
            assert mapped(killed_once_with_much, range(12), given=given) == [(item, LARGE) for item in range(12)]
        assert work.redone >= 1
        assert work.sent > 2 * LARGE

    @pytest.mark.parametrize("make", [process_pool, loky_pool])
    def test_an_executor_that_was_given_is_not_opened_anew(self, make, tmp_path):
        with make() as given, parallel(executor=given) as work:
            with pytest.raises(
                WorkerError, match=r"^the executor lost a worker \(\w+\): it was killed, or ran out of"
            ) as found:
                mapped(killed_once, range(12), given=str(tmp_path / "flag"))
            assert isinstance(found.value.__cause__, BrokenExecutor)
            with pytest.raises(WorkerError, match="the executor lost a worker"):
                mapped(square, range(3))
        assert work.redone == 0

    @pytest.mark.parametrize("make", ["processes", process_pool, loky_pool])
    def test_a_task_that_always_kills_its_worker_ends_the_work(self, make, tmp_path):
        with parallel(1, make), pytest.raises(WorkerError, match=r"the executor lost a worker 4 times \(\w+\): "):
            mapped(always_killed, [1], given=str(tmp_path))
        assert len(list(tmp_path.iterdir())) == 1 + executors.MOST_LOST

    def test_why_is_said_where_nothing_was_done_before(self, tmp_path):
        with parallel(1, "processes"), pytest.raises(WorkerError, match="killed, or ran out of memory"):
            mapped(always_killed, [1], given=str(tmp_path))

    def test_also_where_others_go_well(self, tmp_path):
        """What went well before does not make it endless."""
        with parallel(1, "processes"):
            assert mapped(square, range(3)) == [0, 1, 4]
            with pytest.raises(
                WorkerError, match="it was killed, or ran out of memory; start again with fewer workers"
            ):
                mapped(always_killed, [1, 2], given=str(tmp_path))
        assert len(list(tmp_path.iterdir())) <= 2 * (1 + executors.MOST_LOST)

    def test_an_executor_that_breaks_while_work_is_given_out(self):
        """Before the first is asked for, and again while what was lost is given out anew."""

        class Breaking(Lazy):
            def __init__(self, after):
                super().__init__()
                self.after = after

            def submit(self, *args):
                if len(self.futures) == self.after:
                    for future in self.futures:
                        future.error = BrokenExecutor("broken")
                    raise BrokenExecutor("broken")
                return super().submit(*args)

        made = [Breaking(3), Breaking(1), Breaking(-1)]
        left = iter(made)
        with parallel(executor=lambda: next(left)) as work:
            assert mapped(square, range(10)) == [item * item for item in range(10)]
        assert [one.closed for one in made] == [1, 1, 1]
        assert work.redone >= 3

    def test_a_scheduler_that_is_gone(self):
        """Futures of dask are cancelled then."""
        lazy = Lazy()
        with parallel(executor=lazy):
            found = parallel_map(square, range(5), "a test", local=False)
            assert next(found) == 0
            for future in lazy.futures:
                future.cancel()
            with pytest.raises(WorkerError, match="cancelled where it was sent"):
                next(found)

    def test_of_dask(self, opened, tmp_path):
        """Which does it again itself, and says so where it gave up."""
        with (
            parallel(executor=opened("dask")),
            pytest.raises(WorkerError, match="a task cannot be done, as workers die of it"),
        ):
            mapped(always_killed, [1], given=str(tmp_path))
        assert list(tmp_path.iterdir())


# ---------------------------------------------------------------- what is opened and closed


class TestOpened:
    @pytest.fixture
    def made(self):
        """Executors that a function made."""
        return []

    @pytest.fixture
    def make(self, made):
        def open_one():
            made.append(Lazy())
            return made[-1]

        return open_one

    def test_when_it_is_needed_and_closed_at_the_end(self, make, made):
        with parallel(executor=make):
            assert elsewhere()
            assert mapped(square, []) == []
            assert list(parallel_map(square, [2], "a test")) == [4]
            assert not made
            assert mapped(square, [2]) == [4]
            assert mapped(square, [3]) == [9]
            assert [one.closed for one in made] == [0]
        assert [one.closed for one in made] == [1]
        assert not elsewhere()

    def test_closed_after_errors_too(self, make, made):
        with pytest.raises(InputError), parallel(executor=make):
            mapped(refused, range(6))
        assert [one.closed for one in made] == [1]

    def test_what_was_given_stays_open(self):
        lazy = Lazy()
        for _ in range(2):
            with parallel(executor=lazy):
                assert mapped(square, [2]) == [4]
        assert lazy.closed == 0

    @pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked for in /proc, which Linux has")
    def test_processes_are_gone_at_the_end(self):
        with parallel(2, "processes"):
            found = {process for _, process in mapped(by_process, range(10), given=b"")}
        end = time.monotonic() + 10
        while any(Path(f"/proc/{process}").exists() for process in found) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(Path(f"/proc/{process}").exists() for process in found)

    def test_a_class_is_a_function_that_makes_one(self):
        with parallel(2, ThreadPoolExecutor) as work:
            assert mapped(square, [2, 3]) == [4, 9]
        assert work.tasks == 2

    def test_inside_another(self, make, made):
        outer = Lazy()
        with parallel(executor=outer) as work:
            with parallel(workers=2) as same:
                assert mapped(square, [2]) == [4]
            assert same is work
            assert (len(outer.futures), work.tasks) == (1, 1)
            with parallel(executor="threads") as none:
                assert not elsewhere()
                assert mapped(square, [2]) == [4]
            assert none.tasks == 0
            with parallel(executor=make) as inner:
                assert mapped(square, [2]) == [4]
            assert (len(made), made[0].closed, inner.tasks) == (1, 1, 1)
            assert mapped(square, [3]) == [9]
            assert (len(outer.futures), work.tasks, outer.closed) == (2, 2, 0)

    def test_who_says_nothing_closes_nothing(self, make, made):
        with parallel(executor=make):
            for workers in (1, 2):
                with parallel(workers):
                    assert mapped(square, [2]) == [4]
            assert [one.closed for one in made] == [0]
        assert [one.closed for one in made] == [1]

    def test_work_inside_work(self):
        """A task of this process may have tasks of its own."""
        outer = Lazy()

        def both(item):
            with parallel(executor=outer):
                return sum(mapped(square, [item, item + 1]))

        with parallel(2):
            assert list(parallel_map(both, range(4), "a test")) == [1, 5, 13, 25]
        assert len(outer.futures) == 8


def entered(**options):
    with parallel(**options):
        pass


class TestRefused:
    @pytest.mark.parametrize("name", ["", "process", "Processes", "ray", "tcp://127.0.0.1:8786", "x" * 1000])
    def test_unknown_names(self, name):
        with pytest.raises(OptionError, match=r"^executor='.*'…? is unknown; .*use threads, process") as found:
            entered(executor=name)
        assert len(str(found.value)) < 250

    @pytest.mark.parametrize("what", [5, 0.5, [], {"processes": 2}, object()])
    def test_what_is_no_executor(self, what):
        with pytest.raises(OptionError, match=r"^executor=.* is not an executor, a function that makes one, or thread"):
            entered(executor=what)

    @pytest.mark.parametrize("made", [5, [1]])
    def test_functions_that_make_none(self, made):
        said = rf"must make an executor, with submit\(\); it made a {type(made).__name__}$"
        with pytest.raises(OptionError, match=said), parallel(executor=lambda: made):
            mapped(square, [1])

    @pytest.mark.parametrize("option", ["workers", "in_flight"])
    @pytest.mark.parametrize("value", [0, -1, 1.5, "two", True, 10**7])
    def test_numbers_out_of_range(self, option, value):
        with pytest.raises(OptionError, match=f"^{option}=.* must be a whole number from 1 to"):
            entered(**{option: value})

    def test_a_scheduler_that_does_not_answer(self, monkeypatch):
        pytest.importorskip("distributed", reason="dask.distributed is not installed")
        monkeypatch.setattr(executors, "PATIENCE", "500ms")
        said = r"^no dask scheduler answers at tcp://127\.0\.0\.1:9: "
        with pytest.raises(OptionError, match=said), parallel(executor="dask:tcp://127.0.0.1:9"):
            mapped(square, [1])

    def test_an_executor_that_was_closed(self):
        closed = ThreadPoolExecutor(1)
        closed.shutdown()
        with parallel(executor=closed), pytest.raises((OptionError, WorkerError)):
            mapped(square, [1])

    def test_dask_where_it_is_not_installed(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "distributed", None)
        with parallel(executor="dask"), pytest.raises(OptionError, match=r"pip install 'intervale\[dask\]'"):
            mapped(square, [1])

    def test_in_calls_that_take_one(self):
        with pytest.raises(OptionError, match="executor='nobody' is unknown"):
            iv.evaluate({"q1": {"a": 1}}, {"A": {"q1": {"a": 1.0}}}, "AP", executor="nobody")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("process", "did you mean processes"),
        ("tcp://127.0.0.1:8786", r"for dask write dask:tcp://127\.0\.0\.1:8786"),
        ("dask:", "has no address"),
        ("dask:nosuch.json", "there is no scheduler file 'nosuch.json'"),
    ],
)
def test_names_that_are_nearly_right(name, message):
    with pytest.raises(OptionError, match=message):
        Engine(name)


INTERRUPTED = """
import os, sys, time
from concurrent.futures import ThreadPoolExecutor
import intervale.exact.progress as progress

def slow(given, item):
    print(os.getpid(), flush=True)
    time.sleep(0.2)
    return b"x" * 200_000  # more than a pipe holds

if __name__ == "__main__":
    try:
        with progress.parallel(2, "processes"):
            for _ in progress.parallel_map(slow, range(100), "work", given=1, local=False):
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        os._exit(130)
"""


def test_interrupted_processes_end(tmp_path):
    """Those at work, too: nobody will read what they found."""
    script = tmp_path / "interrupted.py"
    script.write_text(INTERRUPTED)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 130, done.stderr
    workers = {int(line) for line in done.stdout.split()}
    assert workers
    for _ in range(100):
        alive = [pid for pid in workers if os.path.exists(f"/proc/{pid}")]
        if not alive:
            break
        time.sleep(0.1)
    assert alive == []
