"""The evaluation: scores of systems on topics, with everything that answers need."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import product
from math import isnan
from os import PathLike
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from intervale.data import JudgedRuns, Policy
from intervale.data.provenance import Provenance
from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.data.writing import write_whole
from intervale.errors import MeasureError, OptionError, did_you_mean
from intervale.evaluation.confidence import t_interval
from intervale.exact.rounding import NOISE
from intervale.measures import Measure, parse_measure
from intervale.measures.mean_order import MeanOrder, mean_order
from intervale.measures.spread import effective_number

if TYPE_CHECKING:
    import pyarrow

    from intervale.evaluation.aggregates import Aggregates
    from intervale.evaluation.evaluate import MeasureLike
    from intervale.evaluation.scale import MeasureScale
    from intervale.scales import ScaleResult

__all__ = ["CONFIDENCE", "Evaluation", "evaluation_of"]

Array = np.ndarray[Any, Any]
CONFIDENCE = 0.95
MOST_NAMED = 5


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation(Tabular):
    """Scores of systems × topics for some measures, with the policy they were made under, what is to be noted, where
    they came from, and the judged runs behind them.

    ``values[m, s, t]`` is the score of system s on topic t under measure m, not a number where the run has no such
    topic and the policy is to drop it. ``names`` are the measures as the user wrote them, ``measures`` the values
    behind the names. Made by :func:`~intervale.evaluate` and :func:`~intervale.read_scores`.

    >>> from intervale.evaluation import evaluate
    >>> found = evaluate(
    ...     {"q1": {"a": 1}, "q2": {"b": 1}}, {"A": {"q1": {"a": 1.0}, "q2": {"x": 2.0, "b": 1.0}}}, ["RR", "P@1"]
    ... )
    >>> found.mean("A", "RR"), found.by_topic("A", "RR")
    (0.75, {'q1': 1.0, 'q2': 0.5})
    >>> found
    Evaluation(1 system × 2 topics × 2 measures: RR, P@1)
    """

    systems: tuple[str, ...]
    topics: tuple[str, ...]
    names: tuple[str, ...]
    measures: tuple[Measure, ...]
    values: Array
    policy: Policy = field(default_factory=Policy)
    notes: tuple[str, ...] = ()
    errors: Array | None = None
    """How far each score can be off to either side, shaped like ``values``; None where all are exact."""
    order: Array | None = None
    """The place of each score in the exact order of its measure, shaped like ``values``: the same where scores are the
    same by definition, higher where they are larger, however far they can be off. −1 where the order is not known; None
    where it is for no measure, or not needed."""
    judged: JudgedRuns | None = None
    """The judged runs that were scored; None where there were scores alone."""
    provenance: Provenance = field(default_factory=Provenance)
    scales: dict[str, MeasureScale] = field(default_factory=dict)
    """The scales known so far, by the names of measures: those that were given, and those that :meth:`scale` has
    computed."""
    no_form: dict[str, str] = field(default_factory=dict)
    """Why measures have no interval form on these judgments, where one was asked for."""
    by_order: dict[str, ScaleResult] = field(default_factory=dict)
    """What :meth:`scale_by_order` has computed so far."""

    def __post_init__(self) -> None:
        for array in (self.values, self.errors, self.order):
            if array is not None:
                array.setflags(write=False)
        for name in ("scales", "by_order"):
            object.__setattr__(self, name, dict(getattr(self, name)))

    def __repr__(self) -> str:
        parts = (_count(len(self.systems), "system"), _count(len(self.topics), "topic"))
        if not self.names:
            return f"Evaluation({' × '.join(parts)}, {'no' if self.judged is None else 'judged runs without'} measures)"
        more = ", …" if len(self.names) > MOST_NAMED else ""
        named = f"{', '.join(self.names[:MOST_NAMED])}{more}"
        return f"Evaluation({' × '.join((*parts, _count(len(self.names), 'measure')))}: {named})"

    def __eq__(self, other: object) -> bool:
        """Whether all that was evaluated is the same; scales that were computed do not count."""
        if not isinstance(other, Evaluation):
            return NotImplemented
        names = ("systems", "topics", "names", "measures", "policy", "notes")
        arrays = ("values", "errors", "order")
        return (
            all(getattr(self, name) == getattr(other, name) for name in names)
            and all(_same(getattr(self, name), getattr(other, name)) for name in arrays)
            and self.given_scales.keys() == other.given_scales.keys()
            and all(scale.same_as(other.scales[name]) for name, scale in self.given_scales.items())
            and (self.judged is None) == (other.judged is None)
            and (self.judged is None or other.judged is None or self.judged.same_as(other.judged))
        )

    __hash__ = None  # type: ignore[assignment]

    # ------------------------------------------------------------ scores

    @property
    def grades(self) -> int | None:
        """The top grade of the judgments; None where they are not whole numbers, or not known."""
        return self.policy.grades

    def measure(self, name: str) -> Measure:
        """The measure behind a name."""
        return self.measures[self.index(name)]

    def matrix(self, measure: str) -> Array:
        """The systems × topics scores of one measure."""
        values: Array = self.values[self.index(measure)]
        return values

    @overload
    def by_topic(self, system: str, measure: str) -> dict[str, float]: ...

    @overload
    def by_topic(self, system: str) -> dict[str, dict[str, float]]: ...

    def by_topic(self, system: str, measure: str | None = None) -> dict[str, float] | dict[str, dict[str, float]]:
        """The score on each topic; without a measure, those of all measures on each topic that the system has, as
        pytrec_eval gives them.

        >>> from intervale.evaluation import evaluate
        >>> evaluate({"q1": {"a": 1}}, {"A": {"q1": {"x": 2.0, "a": 1.0}}}, ["recip_rank", "P@1"]).by_topic("A")
        {'q1': {'recip_rank': 0.5, 'P@1': 0.0}}
        """
        scores = self.values[:, self._system(system)]
        if measure is not None:
            return {topic: float(x) for topic, x in zip(self.topics, scores[self.index(measure)], strict=True)}
        rows = zip(self.topics, scores.T.tolist(), strict=True)
        found = {topic: {m: x for m, x in zip(self.names, row, strict=True) if not isnan(x)} for topic, row in rows}
        return {topic: row for topic, row in found.items() if row}

    def flat(self, system: str, style: str = "mlflow") -> dict[str, float]:
        """:meth:`means` under names that a tracker of experiments accepts: ``mlflow`` (letters, digits, ``_``, ``-``
        and ``.``), ``wandb`` (letters, digits and ``_``) or ``plain`` (the names as they are).

        Two measures never share a name: where they would, or where a name is too long, the beginning of the SHA-256 of
        the measure's own name follows.

        >>> from intervale.evaluation import evaluate
        >>> found = evaluate({"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}}, ["P@1", "interval(AP@5)", "RBP(p=0.5)"])
        >>> found.flat("A")
        {'P_at_1': 1.0, 'interval_AP_at_5': 0.3, 'RBP_p_0.5': 0.5}
        """
        from intervale.evaluation.tracker_names import tracker_names

        return dict(zip(tracker_names(self.names, style), self.means(system).values(), strict=True))

    def mean(self, system: str, measure: str) -> float:
        """The topics put together as the measure asks: the mean, for counts the sum, for GMAP and GMBpref the
        geometric mean.
        """
        index = self.index(measure)
        return self.measures[index].combine(self.values[index, self._system(system)])

    def means(self, system: str) -> dict[str, float]:
        """:meth:`mean` for every measure."""
        return {name: self.mean(system, name) for name in self.names}

    def all_means(self) -> dict[str, dict[str, float]]:
        """:meth:`means` for every system."""
        return {system: self.means(system) for system in self.systems}

    def ci(self, system: str, measure: str, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The confidence interval of :meth:`mean` by Student's t over topics; not a number for sums and for fewer
        than two topics.

        It treats topics as a sample and scores as roughly normal: it shows the noise and is not a test. That of scores
        from 0 to 1 ends there, as the mean does. For a geometric mean it is the confidence interval of the logarithms.

        >>> from intervale.evaluation import evaluate
        >>> found = evaluate(
        ...     {"1": {"a": 1}, "2": {"a": 1}}, {"A": {"1": {"a": 1.0}, "2": {"x": 2.0, "a": 1.0}}}, ["RR"]
        ... )
        >>> [round(x, 4) for x in found.ci("A", "RR")]
        [0.0, 1.0]
        """
        index = self.index(measure)
        low, high = t_interval(self.values[index, self._system(system)], confidence, self.measures[index].aggregate)
        return (max(low, 0.0), min(high, 1.0)) if self.measures[index].in_unit else (low, high)

    def effective_topics(self, system: str, measure: str) -> float:
        """The effective number of topics in the mean, (Σ x)² / Σ x²: the number of topics if all score the same, 1 if
        only one scores above 0.
        """
        values = self.values[self.index(measure), self._system(system)]
        return float(effective_number(values[~np.isnan(values)][None])[0])

    def aggregate(self, statistics: str | Iterable[str], *, strict: bool = False) -> Aggregates:
        """Statistics of each system and measure over the topics that the system has: ``mode`` (needs a nominal scale),
        ``median``, ``quantile:q`` (ordinal), ``mean``, ``sd`` (interval), ``gmean``, ``hmean``, ``cv`` (ratio). Several
        are a list, or one text with commas.

        Where the measure is not known to be on the scale that a statistic needs, a note says so, or it is refused with
        ``strict``. A quantile that falls between two scores is interpolated on an interval scale, and the lower score
        on an ordinal one. Undefined, and not a number, are: the mode where several scores are the most frequent, ``sd``
        and ``cv`` of one topic, ``cv`` of a mean of 0, ``gmean`` and ``hmean`` of negative scores. A score of 0 makes
        ``gmean`` and ``hmean`` 0: the floor of 0.00001 belongs to GMAP and GMBpref alone.

        >>> from intervale.evaluation import read_scores
        >>> stars = read_scores({"X": [5, 3, 4], "Y": [4, 2, 2]}, measure="stars", scale="ordinal")
        >>> found = stars.aggregate("median,mode")
        >>> found.value("X", "stars"), found.value("Y", "stars", "mode")
        (4.0, 2.0)
        """
        from intervale.evaluation.aggregates import aggregate

        return aggregate(self, statistics, strict=strict)

    # ------------------------------------------------------------ bounds and order

    def mean_bounds(self, system: str, measure: str) -> tuple[float, float]:
        """Bounds of :meth:`mean`, where scores lie between bounds; (mean, mean) otherwise. For an estimated scale they
        have at least the confidence of its scores.
        """
        mean = self.mean(system, measure)
        if self.errors is None:
            return mean, mean
        index, row = self.index(measure), self._system(system)
        errors = self.errors[index, row][~np.isnan(self.values[index, row])]
        off = float(errors.mean()) if len(errors) else 0.0
        return mean - off, mean + off

    def bounds_of(self, measure: str) -> tuple[Array, Array | None] | None:
        """How far the scores of a measure can be off, and their exact order where that is known; None where they are
        exact.
        """
        index = self.index(measure)
        if self.errors is None or not self.errors[index].any():
            return None
        order = None if self.order is None or (self.order[index] < 0).any() else self.order[index]
        return self.errors[index], order

    def mean_order(self, measure: str) -> MeanOrder:
        """Which of two systems has the larger mean: known, equal, or left open by the bounds of scores."""
        index = self.index(measure)
        means = np.array([self.mean(system, measure) for system in self.systems])
        errors, order = self.bounds_of(measure) or (None, None)
        return mean_order(means, self.values[index], errors, order, across=self.measures[index].one_order)

    def best(self, measure: str) -> set[str]:
        """The systems with the largest mean, up to rounding; none where the bounds of scores leave it open."""
        if self.bounds_of(measure) is not None:
            marked = self.mean_order(measure).best
        else:
            means = np.array([self.mean(system, measure) for system in self.systems])
            most = np.nanmax(means, initial=-np.inf)
            with np.errstate(invalid="ignore"):
                marked = most - means <= NOISE * (np.abs(most) + np.abs(means))
        return {system for system, best in zip(self.systems, marked, strict=True) if best}

    # ------------------------------------------------------------ scales

    @property
    def given_scales(self) -> dict[str, MeasureScale]:
        """The scales that were given, and not computed, by the names of measures."""
        return {name: scale for name, scale in self.scales.items() if scale.given and not scale.as_saved}

    def scale(self, measure: str) -> MeasureScale:
        """The scale of a measure's scores on the order that it induces: computed once, or as it was given."""
        from intervale.evaluation.ask import scale_of

        index = self.index(measure)
        name = self.names[index]
        if name not in self.scales:
            self.scales[name] = scale_of(self.measures[index], self.grades, self.by_order.get(name))
        return self.scales[name]

    def scale_by_order(self, measure: str) -> ScaleResult:
        """The scale of a measure under every order on runs: computed once."""
        from intervale.evaluation.ask import top_grade
        from intervale.scales import scale

        index = self.index(measure)
        name = self.names[index]
        if name not in self.by_order:
            top = top_grade(self.measures[index], self.grades)
            if top is None:
                raise OptionError(f"{name}: the top grade is not known, or grades are not whole numbers; give grades=")
            self.by_order[name] = scale(self.measures[index], grades=top, order="all")
        return self.by_order[name]

    @property
    def interval_forms(self) -> dict[str, str]:
        """The measures whose interval forms stand beside them, each with the name of its form."""
        if not any(measure.is_derived for measure in self.measures):
            return {}
        from intervale.evaluation.interval_forms import forms_among

        return forms_among(self.names, self.measures, self.grades)

    # ------------------------------------------------------------ other evaluations

    def score(
        self,
        measures: MeasureLike | Iterable[MeasureLike] | dict[str, MeasureLike] | None = None,
        *,
        interval: bool = False,
        strict: bool = False,
    ) -> Evaluation:
        """The same systems and topics by these measures: those that are here are taken, others are computed from the
        judged runs. ``interval`` puts interval forms behind them, as in :func:`~intervale.evaluate`; without
        ``measures``, behind those that are here.
        """
        from intervale.evaluation.rescore import rescored

        return rescored(self, measures, interval=interval, strict=strict)

    def subset(
        self,
        *,
        systems: Iterable[str] | None = None,
        topics: Iterable[str] | None = None,
        measures: Iterable[str] | None = None,
    ) -> Evaluation:
        """Some systems, topics and measures, in the order in which they are named; interval forms follow their
        measures only where they are named, too.
        """
        from intervale.evaluation.combine import subset

        return subset(self, systems, topics, measures)

    def join(self, other: Evaluation) -> Evaluation:
        """These systems and those of another evaluation of the same measures, topics, judgments and policy."""
        from intervale.evaluation.combine import join

        return join(self, evaluation_of(other, "join"))

    def standardise(self, form: str, reference: Evaluation | None = None) -> Evaluation:
        """Each score relative to those of reference systems on the same topic, as scores with names such as ``z(AP)``
        and a scale of their own: ``z`` is (x − mean)/sd, ``normal`` the normal distribution function of z, ``linear``
        0.15 z + 0.5 cut off at 0 and 1, ``ecdf`` the share of reference systems that score x at most.

        ``reference`` is an evaluation of the reference systems by the same measures, on these topics or more; without
        one, the systems are their own reference. ``z``, ``normal`` and ``linear`` need an interval scale on each topic,
        ``ecdf`` an ordinal one. Where the reference has one score on a topic, z is taken as 0, with a note.

        >>> from intervale.evaluation import read_scores
        >>> scores = read_scores({"A": [1, 5], "B": [2, 5], "C": [3, 8]}, measure="points", scale="interval")
        >>> found = scores.standardise("z")
        >>> found.by_topic("A", "z(points)"), found.scale("z(points)").level
        ({'1': -1.0, '2': -0.5773502691896258}, 'interval')
        """
        from intervale.evaluation.standardise import standardise

        return standardise(self, form, reference)

    def noted(self, notes: tuple[str, ...]) -> Evaluation:
        """The same with other notes."""
        return replace(self, notes=notes)

    # ------------------------------------------------------------ handing it on

    def save(self, path: str | PathLike[str]) -> None:
        """Write the whole evaluation to one Parquet file that :func:`~intervale.read_scores` reads back."""
        write_whole(path, self.saved_bytes())

    def saved_bytes(self) -> bytes:
        """The file that :meth:`save` writes, not written anywhere."""
        from intervale.evaluation.saved import parquet_bytes

        return parquet_bytes(self)

    def columns(self) -> Columns:
        """A row for each measure, system and topic: its score, and how far it can be off where scores lie between
        bounds.
        """
        names = product(self.names, self.systems, self.topics)
        found = columns_of(("measure", "system", "topic"), names)
        values = [None if np.isnan(x) else x for x in self.values.ravel().tolist()]
        ordered = {"system": found["system"], "topic": found["topic"], "measure": found["measure"], "value": values}
        return ordered | ({} if self.errors is None else {"error": self.errors.ravel().tolist()})

    def to_arrow(self) -> pyarrow.Table:
        """The same as an Arrow table, made at once."""
        from intervale.evaluation.saved import long_table

        return long_table(self)

    # ------------------------------------------------------------ finding things

    def index(self, name: str) -> int:
        """The place of a measure by its name here, or another name of the same measure."""
        if name in self.names:
            return self.names.index(name)
        with contextlib.suppress(MeasureError, ValueError):
            return self.measures.index(parse_measure(name))
        if not self.names:
            raise OptionError(f"unknown measure {name!r}: the evaluation has no scores")
        raise OptionError(f"unknown measure {name!r}; the measures are: {', '.join(self.names)}")

    def _system(self, name: str) -> int:
        if name in self.systems:
            return self.systems.index(name)
        hint = did_you_mean(name, self.systems)
        raise OptionError(f"unknown system {name!r}; {hint}the systems are: {', '.join(self.systems[:10])}")

    def needed_runs(self, what: str) -> JudgedRuns:
        """The judged runs, or a refusal that says what needs them."""
        if self.judged is None:
            raise OptionError(f"{what} needs judged runs, but there are only scores; give qrels and runs")
        return self.judged

    def needed_scores(self, what: str, *, systems: int = 1) -> None:
        """Refuse an evaluation without measures, or with too few systems."""
        if not self.names:
            raise OptionError(f"{what} needs at least one measure, such as nDCG@10")
        if len(self.systems) < systems:
            raise OptionError("a comparison needs two systems, found one")


def evaluation_of(value: Any, what: str) -> Evaluation:
    """The value, or a refusal that says what is meant."""
    if isinstance(value, Evaluation):
        return value
    raise OptionError(
        f"{what} needs an evaluation, not {type(value).__name__}: iv.{what}(iv.evaluate(qrels, runs, measures)), or "
        "with iv.read_scores(scores)"
    )


def _same(first: Array | None, second: Array | None) -> bool:
    if first is None or second is None:
        return first is second
    return np.array_equal(first, second, equal_nan=True)


def _count(n: int, noun: str) -> str:
    return f"{n:,} {noun}" + ("" if n == 1 else "s")
