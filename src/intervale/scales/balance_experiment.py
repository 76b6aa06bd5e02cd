"""The experiment with the balancing index: how far down two systems must be alike until a measure cannot tell them
apart (Ferrante, Ferro and Maistro 2015, §6, Figures 1b and 2).

Two made-up systems have the same share of relevant documents down to rank rnk. From there to rank 20 the first has
more, and in the long tail below much less. A measure whose index is small sees the top only: the systems differ while
rnk is below the index, and hardly beyond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import MeasureError, OptionError, shown
from intervale.exact.progress import announce, parallel_map
from intervale.measures import Measure, load_measure
from intervale.orders import RunSpace
from intervale.scales.affine_folds import AffineFold
from intervale.scales.balance import balancing_index
from intervale.scales.folds import fold_of

__all__ = ["BalancingExperiment", "TrialShare", "balancing_experiment"]

Array = np.ndarray[Any, Any]
BLOCK = 1 << 22
"""About how many documents of a system are held at a time."""
MOST_DOCUMENTS, MOST_AT_ONCE, MOST_TRIALS, MOST_RANKS = 2 * 10**10, 1 << 26, 10**6, 200
"""How many documents are looked at in all at most; how many in one trial of a system; trials; ranks."""
CONFIDENCE = 0.95
PER_SECOND, PER_SECOND_BY_RUN = 1.4e8, 4e7
"""About how many documents are looked at, and scored where a measure has no fold, in a second."""
WORTH_SAYING = 4.0


class TrialShare(NamedTuple):
    """How often the systems differ significantly where they are alike down to rank ``rnk``."""

    rnk: int
    share: float
    ci: tuple[float, float]
    """95%, as trials are a sample (Clopper and Pearson)."""
    first_better: float
    """In which share of trials the first system is significantly better."""
    second_better: float


@dataclass(frozen=True, repr=False)
class BalancingExperiment(Tabular):
    """In which share of trials two made-up systems differ significantly, by measure and for rnk = 0, …, ``ranks``.

    >>> found = balancing_experiment("RBP(p=0.8)", trials=40, length=100)
    >>> found.index["RBP(p=0.8)"], len(found["RBP(p=0.8)"]), found["RBP(p=0.8)"][0]
    (8, 21, 1.0)
    """

    counts: Mapping[str, tuple[tuple[int, int], ...]]
    """By measure and rnk, in how many trials the first system is significantly better, and the second."""
    index: Mapping[str, int | None]
    """The balancing index of each measure on runs of the length."""
    top: float
    middle: tuple[float, float]
    tail: tuple[float, float]
    ranks: int
    exact_shares: bool
    trials: int
    topics: int
    length: int
    alpha: float
    seed: int

    def __repr__(self) -> str:
        return f"BalancingExperiment({', '.join(self.counts)}; {self.trials:,} trials, {self.topics:,} topics)"

    def __getitem__(self, measure: str) -> tuple[float, ...]:
        """The share of trials with a significant difference, for rnk = 0, …, ``ranks``."""
        if measure not in self.counts:
            raise OptionError(f"{shown(measure)} is not in the experiment; it has: {', '.join(self.counts)}")
        return tuple((first + second) / self.trials for first, second in self.counts[measure])

    def shares(self, measure: str) -> list[TrialShare]:
        """The same with confidence intervals, and by who is better."""
        found = zip(self[measure], self.counts[measure], strict=True)
        return [
            TrialShare(rnk, share, _interval(a + b, self.trials), a / self.trials, b / self.trials)
            for rnk, (share, (a, b)) in enumerate(found)
        ]

    def half(self, measure: str) -> int | None:
        """The last rnk down to which the systems differ in more than half of the trials, whichever is better; None
        where they do not with rnk = 0. They may differ again further down: see :meth:`majority`.
        """
        shares = self[measure]
        first_below = next((rnk for rnk, share in enumerate(shares) if share <= 0.5), len(shares))
        return first_below - 1 if first_below else None

    def majority(self, measure: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Every rnk at which the first system is significantly better in more than half of the trials, and every rnk
        at which the second is.
        """
        self[measure]
        counts = self.counts[measure]
        first, second = (
            tuple(rnk for rnk, both in enumerate(counts) if 2 * both[system] > self.trials) for system in (0, 1)
        )
        return first, second

    def columns(self) -> Columns:
        rows = [
            (name, self.index[name], one.rnk, one.share, *one.ci, one.first_better, one.second_better)
            for name in self.counts
            for one in self.shares(name)
        ]
        names = ("measure", "index", "rnk", "share", "ci_low", "ci_high", "first_better", "second_better")
        return columns_of(names, rows)


def balancing_experiment(
    measures: str | Measure | Callable[..., Any] | Sequence[str | Measure | Callable[..., Any]] = "RBP(p=0.8)",
    *,
    top: float = 0.2,
    middle: tuple[float, float] = (0.7, 0.3),
    tail: tuple[float, float] = (0.1, 0.7),
    ranks: int = 20,
    exact_shares: bool = False,
    trials: int = 1000,
    topics: int = 50,
    length: int = 1000,
    alpha: float = 0.05,
    seed: int = 0,
) -> BalancingExperiment:
    """How often two made-up systems differ significantly, for rnk = 0, …, ``ranks`` and each measure (Ferrante, Ferro
    and Maistro 2015, Figures 1b and 2).

    Both have the share ``top`` of relevant documents down to rank rnk; from there to ``ranks`` the first and the second
    have the shares ``middle``, and below that the shares ``tail``. Each document is drawn independently;
    with ``exact_shares`` each segment has exactly its share, to the nearest document, in any order. The paper does not
    say which it did. A paired t test over ``topics`` at level ``alpha``; constants of a topic, such as its recall base,
    are left out. In a trial the same documents are drawn for all measures, and for all rnk as far as they can be.

    >>> found = balancing_experiment(["RBP(p=0.8)", "AP"], trials=100, length=200, seed=1)
    >>> found["RBP(p=0.8)"][0], found["RBP(p=0.8)"][20] < 0.2, found["AP"][20]
    (1.0, True, 1.0)
    """
    given = _listed(measures)
    loaded = {one if isinstance(one, str) else str(load_measure(one)): load_measure(one) for one in given}
    plan = _Plan(
        _share("top", top), _shares("middle", middle), _shares("tail", tail),
        ranks, exact_shares, trials, topics, length, alpha, seed,
    )  # fmt: skip
    plan.check(loaded)
    index = {name: balancing_index(measure, length=length) for name, measure in loaded.items()}
    scorers = {name: _scorer(measure, plan) for name, measure in loaded.items()}
    plan.announce(scorers)
    found = {name: np.zeros((ranks + 1, 2), dtype=np.int64) for name in loaded}
    for drawn in parallel_map(lambda block: plan.counted(block, scorers), plan.blocks(), "drawing trials"):
        for name, some in drawn.items():
            found[name] += some
    counts = {name: tuple((int(a), int(b)) for a, b in some) for name, some in found.items()}
    return BalancingExperiment(
        counts, index, plan.top, plan.middle, plan.tail, ranks, exact_shares, trials, topics, length, alpha, seed
    )


# ---------------------------------------------------------------- what is asked


class _Block(NamedTuple):
    """Some trials, and the seed of what is drawn for them: the same whoever draws them."""

    trials: int
    seed: np.random.SeedSequence


@dataclass(frozen=True)
class _Plan:
    """The runs of an experiment."""

    top: float
    middle: tuple[float, float]
    tail: tuple[float, float]
    ranks: int
    exact_shares: bool
    trials: int
    topics: int
    length: int
    alpha: float
    seed: int

    def check(self, measures: Mapping[str, Measure]) -> None:
        """Refuse numbers that are none, and what would take too long."""
        _whole("ranks", self.ranks, 1, MOST_RANKS)
        _whole("trials", self.trials, 1, MOST_TRIALS)
        _whole("topics", self.topics, 2, MOST_AT_ONCE)
        _whole("seed", self.seed, 0, None)
        if not measures:
            raise OptionError("the experiment needs a measure, such as RBP(p=0.8)")
        if not isinstance(self.alpha, Real) or not 0 < self.alpha < 1:
            raise OptionError(f"alpha={shown(self.alpha)} must be between 0 and 1")
        if type(self.length) is not int or self.length <= self.ranks:
            raise OptionError(
                f"length={shown(self.length)} must be above {self.ranks}: the systems differ down to rank {self.ranks} "
                "and below"
            )
        if self.topics * (self.length + self.tops) > MOST_AT_ONCE or self.documents > MOST_DOCUMENTS:
            raise OptionError(
                f"trials={self.trials:,} with {self.topics:,} topics, runs of {self.length:,} documents and "
                f"{self.ranks + 1:,} tops of {self.ranks:,} are too many; use fewer trials, topics or ranks, or a "
                "smaller length"
            )

    @property
    def tops(self) -> int:
        """How many documents the tops of a run have, for all rnk together."""
        return self.ranks * (self.ranks + 1)

    @property
    def documents(self) -> int:
        """How many documents are looked at."""
        return 2 * self.trials * self.topics * (self.length + self.tops)

    def announce(self, scorers: Mapping[str, _Scorer]) -> None:
        """Say what will take long, and refuse what would take too long run by run."""
        runs = 2 * self.trials * self.topics * (self.ranks + 1)
        by_run = sum(isinstance(scorer, _ByRun) for scorer in scorers.values()) * runs * self.length
        if by_run > MOST_DOCUMENTS:
            raise OptionError(
                "a function of your own is asked for every run, and these are too many; use fewer trials or a smaller "
                "length"
            )
        seconds = len(scorers) * self.documents / PER_SECOND + by_run / PER_SECOND_BY_RUN
        if seconds > WORTH_SAYING:
            announce(f"{self.trials:,} trials take about {seconds:.0f} s")

    def blocks(self) -> list[_Block]:
        """The trials in blocks of a size that depends on nothing but the size of a trial."""
        size = max(1, BLOCK // (self.topics * max(self.length, self.tops)))
        number = -(-self.trials // size)
        seeds = np.random.SeedSequence(self.seed).spawn(number)
        return [_Block(min(size, self.trials - n * size), one) for n, one in enumerate(seeds)]

    # ------------------------------------------------------------ drawing

    def counted(self, block: _Block, scorers: Mapping[str, _Scorer]) -> dict[str, Array]:
        """Of some trials, by rnk, in how many the first system is significantly better, and the second."""
        random = np.random.default_rng(block.seed)
        drawn = [self._drawn(random, block.trials * self.topics, system) for system in (0, 1)]
        found = {}
        for name, scorer in scorers.items():
            first, second = (scorer(tops, tail) for tops, tail in drawn)
            found[name] = _decisions((first - second).reshape(self.ranks + 1, block.trials, self.topics), self.alpha)
        return found

    def _drawn(self, random: np.random.Generator, runs: int, system: int) -> tuple[Array, Array]:
        """Which documents of a system are relevant: the first ranks by rnk (rnk × ranks × runs), and the tail, which
        is the same for all (ranks × runs).
        """
        chance = random.random((self.ranks, runs), dtype=np.float32)
        tops = np.empty((self.ranks + 1, self.ranks, runs), dtype=np.bool_)
        for rnk in range(self.ranks + 1):
            tops[rnk, :rnk] = self._segment(chance[:rnk], self.top)
            tops[rnk, rnk:] = self._segment(chance[rnk:], self.middle[system])
        rest = random.random((self.length - self.ranks, runs), dtype=np.float32)
        return tops, self._segment(rest, self.tail[system])

    def _segment(self, chance: Array, share: float) -> Array:
        """The documents of a segment that are relevant, given a number between 0 and 1 for each."""
        if not self.exact_shares:
            return np.asarray(chance < np.float32(share))
        relevant = np.empty(chance.shape, dtype=np.bool_)
        left = np.full(chance.shape[1], round(share * len(chance)))
        for place, one in enumerate(chance):  # each order has the same chance: so many of those that are left
            others = len(chance) - place
            relevant[place] = (one * others < left) | (left == others)
            left -= relevant[place]
        return relevant


def _decisions(difference: Array, alpha: float) -> Array:
    """By rnk, in how many trials a paired t test finds the first system better, and the second (rnk × trials ×
    topics).
    """
    from scipy.special import stdtr

    topics = difference.shape[-1]
    mean, error = difference.mean(axis=-1), difference.std(axis=-1, ddof=1) / topics**0.5
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(mean == 0, 0.0, np.abs(mean) / error)
    significant = 2 * stdtr(topics - 1, -t) < alpha
    return np.stack([(significant & (mean > 0)).sum(axis=1), (significant & (mean < 0)).sum(axis=1)], axis=1)


# ---------------------------------------------------------------- scores


@dataclass(frozen=True, eq=False)
class _ByFold:
    """Scores of runs that share a tail: it is worked out once."""

    fold: AffineFold

    def __call__(self, tops: Array, tail: Array) -> Array:
        state, total = self.fold.after(tops)
        slope, rest = self.fold.tail(tail, tops.shape[1])
        return np.asarray(total + slope * state + rest)


@dataclass(frozen=True, eq=False)
class _ByRun:
    """Scores of runs one by one, for any measure."""

    measure: Measure

    def __call__(self, tops: Array, tail: Array) -> Array:
        return np.stack(list(self._scores(tops, tail)))

    def _scores(self, tops: Array, tail: Array) -> Iterator[Array]:
        for top in tops:
            runs = np.concatenate([top, tail]).T.astype(np.int64)
            scores = np.asarray(self.measure.score(runs, grades=1), dtype=np.float64)
            if not np.isfinite(scores).all():
                raise MeasureError(f"{self.measure} has no finite value on some of the runs that were drawn")
            yield scores


_Scorer = _ByFold | _ByRun


def _scorer(measure: Measure, plan: _Plan) -> _Scorer:
    """By its fold where that is known to be affine if it looks so, else run by run."""
    if measure.has_fold and measure.defined_by == "formula":
        try:
            affine = AffineFold.of(fold_of(measure, RunSpace(plan.length, 1)))
        except OptionError:
            affine = None
        if affine is not None:
            return _ByFold(affine)
    return _ByRun(measure)


# ---------------------------------------------------------------- numbers


def _interval(successes: int, trials: int) -> tuple[float, float]:
    """The confidence interval of a share (Clopper and Pearson 1934)."""
    from scipy.special import betaincinv

    tail = (1 - CONFIDENCE) / 2
    low = float(betaincinv(successes, trials - successes + 1, tail)) if successes else 0.0
    high = float(betaincinv(successes + 1, trials - successes, 1 - tail)) if successes < trials else 1.0
    return low, high


def _listed(measures: Any) -> list[Any]:
    if isinstance(measures, str | Measure) or callable(measures):
        return [measures]
    if not isinstance(measures, Iterable):
        raise OptionError(f"measures={shown(measures)} must be a measure or several, such as RBP(p=0.8)")
    return list(measures)


def _whole(name: str, value: object, least: int, most: int | None) -> None:
    if type(value) is not int or value < least or (most is not None and value > most):
        between = f"of at least {least}" if most is None else f"from {least:,} to {most:,}"
        raise OptionError(f"{name}={shown(value)} must be a whole number {between}")


def _share(name: str, value: Any) -> float:
    try:
        share = float(value)
    except (TypeError, ValueError):
        share = -1.0
    if not 0 <= share <= 1:
        raise OptionError(f"{name}: {shown(value)} must be a share from 0 to 1, such as 0.7")
    return share


def _shares(name: str, values: Any) -> tuple[float, float]:
    try:
        first, second = values
    except (TypeError, ValueError):
        raise OptionError(f"{name}={shown(values)} must be two shares, of the first and of the second system") from None
    return _share(name, first), _share(name, second)
