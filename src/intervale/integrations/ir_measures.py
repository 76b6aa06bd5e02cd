"""Measures of intervale as measures of ir_measures: interval forms, and every measure that ir_measures lacks.

Importing this module is enough: the measures bring their own implementation, which the provider ``runtime`` of
ir_measures calls, and its pipeline stays as it is. They stand beside its own measures in ``calc_aggregate``,
``iter_calc``, ``calc`` and ``evaluator``, and in PyTerrier.

>>> import ir_measures
>>> from ir_measures import nDCG
>>> from intervale.integrations.ir_measures import DCG, interval
>>> qrels = {"q1": {"a": 2, "b": 1}, "q2": {"c": 1}}
>>> run = {"q1": {"a": 2.0, "x": 1.0}, "q2": {"x": 2.0, "c": 1.0}}
>>> ir_measures.calc_aggregate([interval(nDCG @ 2, grades=2)], qrels, run)
{interval(nDCG@2,grades=2): 0.375}
>>> DCG(base=2) @ 10, interval("AP@20", grades=2)
(DCG(base=2)@10, interval(AP@20,grades=2))

Conventions: scores are those of :func:`~intervale.evaluate` with ``ties="trec9"``, as documents are ordered in
ir_measures' provider ``pytrec_eval``, and a topic that the run lacks counts as nothing retrieved. In texts, ir_measures
takes parameters by name only: ``parse_measure("interval(of='nDCG@10',grades=2)")``.

Where the top grade works in a score and nothing fixes it, it is that of the judgments at hand, and a warning says so,
with what to write.
"""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Iterator
from dataclasses import fields
from traceback import walk_stack
from typing import Any, cast

import numpy as np
from ir_measures import Metric, measures
from ir_measures.measures.base import Agg, ParamInfo

from intervale.data import JudgedRuns
from intervale.errors import MeasureError, shown
from intervale.evaluation import evaluate
from intervale.measures import Measure, load_measure
from intervale.measures.catalogue import CATALOGUE
from intervale.scales.form import Interval, interval_as_written

__all__ = ["SERVED", "interval", "measure"]

TIES = "trec9"
PASSED_THROUGH = ("intervale", "ir_measures", "pyterrier")


class Served(measures.Measure):
    """A measure of intervale that ir_measures can run; ``ours`` is None where a parameter is still missing."""

    RUN_INPUTS = ("query_id", "doc_id", "score")
    QREL_INPUTS = ("query_id", "doc_id", "relevance")
    ours: Measure | None = None

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)  # type: ignore[no-untyped-call]
        self.warned: set[str] = set()

    def validate_params(self) -> None:
        """Refuse a measure without its parameters; wrong ones were refused when it was made."""
        self.needed()

    def needed(self) -> Measure:
        """The measure of intervale."""
        if self.ours is None:
            raise MeasureError(f"{self.NAME} needs a measure: write {self.NAME}('nDCG@10')")
        return self.ours

    @property
    def DEFAULT(self) -> float:  # type: ignore[override]
        """What a topic scores for which nothing was retrieved, where the run is empty."""
        return 1.0 if self.ours is not None and self.ours.name == "RBPresid" else 0.0

    def aggregator(self) -> Agg:
        """Topics put together as the measure asks."""
        return TopicAggregate(self.needed())

    def runtime_impl(self, qrels: Any, run: Any) -> Iterator[Metric]:
        """The score of each topic of the judgments; nothing where the run has none of them."""
        ours = self.needed()
        topics = {str(topic): topic for topic in qrels["query_id"].unique()}
        if topics.keys().isdisjoint(map(str, run["query_id"].unique())):
            return
        judgments, answers = qrels[list(self.QREL_INPUTS)], {"run": run[list(self.RUN_INPUTS)]}
        name = str(ours)
        found = evaluate(judgments, answers, {name: ours}, ties=TIES)
        self._warn_of_top(ours, found.needed_runs("a score"))
        for topic, score in found.by_topic("run", name).items():
            yield Metric(topics[topic], self, score)

    def _warn_of_top(self, ours: Measure, judged: JudgedRuns) -> None:
        """Warn once where the top grade is that of the judgments, and another one would change the scores."""
        top = judged.topics.top
        if top is None or not (ours.takes_top_from(judged, top) if isinstance(ours, Interval) else ours.top_matters):
            return
        fix = f"{str(ours)[:-1]},grades={top})" if isinstance(ours, Interval) else f"max_rel={top}"
        text = f"{self}: top grade {top}, from these judgments; write {fix} to fix it"
        if text not in self.warned:
            warnings.warn(text, stacklevel=_callers_level())
            self.warned.add(text)

    def __matmul__(self, at: Any) -> Served:
        if self.AT_PARAM not in self.SUPPORTED_PARAMS:
            raise MeasureError(f"{self} takes no @{at}")
        return cast(Served, super().__matmul__(at))

    def __eq__(self, other: object) -> bool:
        """By what is computed, and not by names alone: two functions may share one."""
        if not isinstance(other, measures.Measure) or repr(self) != repr(other):
            return False
        return bool(getattr(other, "ours", self.ours) == self.ours)

    __hash__ = measures.Measure.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        """Its class may have been made by :func:`_served`: it is found by name."""
        return _restored, (self.NAME, self.params)

    def __repr__(self) -> str:
        return str(self.NAME if self.ours is None else self.ours)


class TopicAggregate(Agg):
    """Topics put together by a measure: the mean, the sum or the geometric mean."""

    def __init__(self, ours: Measure) -> None:
        self.ours = ours
        self.values: list[float] = []

    def add(self, value: float) -> None:
        self.values.append(value)

    def result(self) -> float:
        return self.ours.combine(np.array(self.values, dtype=np.float64))


def _callers_level() -> int:
    """The ``stacklevel``, for whoever calls this, of the line outside of these packages that asks for scores."""
    packages = [frame.f_globals.get("__name__", "").partition(".")[0] for frame, _ in walk_stack(sys._getframe(1))]
    return next((level for level, package in enumerate(packages, start=1) if package not in PASSED_THROUGH), 1)


# ---------------------------------------------------------------- measures of measures


class _OfMeasure(Served):
    """A measure that is written with another one inside."""

    AT_PARAM = "of"

    def __call__(self, of: Any = None, /, **options: Any) -> _OfMeasure:
        return type(self)(**self.params | ({} if of is None else {"of": of}) | options)

    def __matmul__(self, at: Any) -> Served:
        raise MeasureError(f"{self}: the cutoff belongs to the measure inside, as in {self.NAME}('nDCG@10')")


class _Interval(_OfMeasure):
    """The interval form of a measure: ``interval(nDCG@10)``, ``interval("AP@20", grades=2)``."""

    NAME = __name__ = "interval"
    PRETTY_NAME = "Interval form"
    SHORT_DESC = "Where a value stands among all values that the measure can have: equal steps."
    SUPPORTED_PARAMS = {  # noqa: RUF012
        "of": ParamInfo(required=True, desc="the measure, such as 'nDCG@10'"),
        **{
            field.name: ParamInfo(default=field.default, desc="as in intervale.interval")
            for field in fields(Interval)
            if field.name != "inner"
        },
    }

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        if "of" in params:
            options = {name: value for name, value in params.items() if name != "of"}
            self.ours = interval_as_written(_meant(params["of"]), **options)
            self.params = params | {"of": self.ours.derived_from}


class _Measure(_OfMeasure):
    """Any measure of intervale, under a name that says whose it is: ``measure("ERR@10")`` is ``intervale(ERR@10)``."""

    NAME = __name__ = "intervale"
    PRETTY_NAME = "Measure of intervale"
    SHORT_DESC = "A measure as intervale defines it."
    SUPPORTED_PARAMS = {"of": ParamInfo(required=True, desc="the measure, such as 'ERR@10'")}  # noqa: RUF012

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        if unknown := sorted(set(params) - {"of"}):
            raise MeasureError(f"intervale has no option {unknown[0]!r}: options belong to the measure inside")
        if "of" in params:
            self.ours = _meant(params["of"])

    def __repr__(self) -> str:
        return "intervale" if self.ours is None else f"intervale({self.ours})"


def _meant(of: Any) -> Measure:
    """The measure of intervale that is meant by a text, by a function, or by a measure of either package."""
    if not isinstance(of, str | Measure) and not callable(of):
        raise MeasureError(f"{shown(of)} is not a measure: write one such as 'nDCG@10'")
    return load_measure(of)


# ---------------------------------------------------------------- the catalogue


def _served(kind: type[Measure]) -> Served:
    """A measure of the catalogue as one of ir_measures."""
    base = Served  # where this module is loaded again, another class has this name

    def init(self: Served, **params: Any) -> None:
        base.__init__(self, **params)
        if unknown := sorted(set(params) - set(known)):
            raise MeasureError(f"{kind.__name__} has no parameter {unknown[0]!r}; it has {', '.join(known)}")
        self.ours = kind(**params)

    known = {field.name: ParamInfo(default=field.default) for field in fields(kind)}
    inside = {
        "NAME": kind.__name__,
        "__name__": kind.__name__,
        "__module__": __name__,
        "__doc__": kind.__doc__,
        "SHORT_DESC": (inspect.getdoc(kind) or "").partition("\n")[0],
        "AT_PARAM": kind.at,
        "SUPPORTED_PARAMS": known,
        "__init__": init,
    }
    return cast(Served, type(f"_{kind.__name__}", (base,), inside)())


def _register(served: Served) -> Served:
    """Known to ``parse_measure``: once, also where this module is loaded again."""
    if served.NAME not in measures.registry:
        measures.register(served, name=served.NAME)
    return cast(Served, measures.registry[served.NAME])


def _restored(name: str, params: dict[str, Any]) -> Served:
    """A measure that was pickled."""
    return cast(Served, type(measures.registry[name])(**params))


def _lacking() -> list[str]:
    """The measures of the catalogue whose names ir_measures does not have itself."""
    registered = measures.registry
    return [name for name in CATALOGUE if type(registered.get(name, None)).__module__ in ("builtins", __name__)]


interval = cast(_Interval, _register(_Interval()))
measure = cast(_Measure, _register(_Measure()))
SERVED: dict[str, Served] = {name: _register(_served(CATALOGUE[name])) for name in _lacking()}
"""The measures that ir_measures lacks, by their names, each also a name of this module."""


def __getattr__(name: str) -> Any:
    if name in SERVED:
        return SERVED[name]
    own = f": ir_measures has its own; for that of intervale write measure({name!r})" if name in CATALOGUE else ""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{own}")


def __dir__() -> list[str]:
    return [*__all__, *SERVED]
