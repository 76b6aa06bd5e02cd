"""Evaluations joined, and parts of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

import numpy as np

from intervale.errors import OptionError, shown
from intervale.evaluation.evaluation import Evaluation
from intervale.evaluation.notes import with_notes

__all__ = ["join", "subset"]

Array = np.ndarray[Any, Any]


def subset(
    whole: Evaluation,
    systems: Iterable[str] | None,
    topics: Iterable[str] | None,
    measures: Iterable[str] | None,
) -> Evaluation:
    """Some systems, topics and measures of an evaluation, in the order in which they are named."""
    rows = _places(systems, whole.systems, "system")
    columns = _places(topics, whole.topics, "topic")
    kept = list(range(len(whole.names))) if measures is None else _indices(whole, measures)
    part = np.ix_(kept, rows, columns)
    values, errors, order = (None if one is None else one[part] for one in (whole.values, whole.errors, whole.order))
    assert values is not None
    names = tuple(whole.names[m] for m in kept)
    found = replace(
        whole,
        systems=tuple(whole.systems[s] for s in rows),
        topics=tuple(whole.topics[t] for t in columns),
        names=names,
        measures=tuple(whole.measures[m] for m in kept),
        values=values,
        errors=errors if errors is not None and errors.any() else None,
        order=order if order is not None and (order >= 0).any() else None,
        judged=None if whole.judged is None else whole.judged.only(np.array(rows), np.array(columns)),
        scales={name: scale for name, scale in whole.scales.items() if name in names},
        no_form={name: why for name, why in whole.no_form.items() if name in names},
    )
    return with_notes(found)


def _places(asked: Iterable[str] | None, known: Sequence[str], what: str) -> list[int]:
    if asked is None:
        return list(range(len(known)))
    names = [asked] if isinstance(asked, str) else list(dict.fromkeys(asked))
    if not names:
        raise OptionError(f"a subset needs at least one {what}")
    place = {name: n for n, name in enumerate(known)}
    for name in names:
        if name not in place:
            near = get_close_matches(str(name), known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"the {what}s are: {', '.join(known[:10])}"
            raise OptionError(f"unknown {what} {shown(name)}; {hint}")
    return [place[name] for name in names]


def _indices(whole: Evaluation, measures: Iterable[str]) -> list[int]:
    asked = [measures] if isinstance(measures, str) else list(measures)
    return list(dict.fromkeys(whole.index(name) for name in asked))


def join(first: Evaluation, second: Evaluation) -> Evaluation:
    """The systems of both, where everything else is the same. Topics and measures are found by their names."""
    _refuse_what_differs(first, second)
    columns = np.array([second.topics.index(topic) for topic in first.topics])
    rows = np.arange(len(second.systems))
    part = np.ix_(np.array([second.names.index(name) for name in first.names], dtype=int), rows, columns)
    provenance = first.provenance.beside(second.provenance)
    judged = None
    if first.judged is not None and second.judged is not None:
        judged = first.judged.beside(second.judged.only(rows, columns))
    bounded = first.errors is not None or second.errors is not None
    if judged is not None and bounded and all(measure.defined_by != "scores" for measure in first.measures):
        from intervale.evaluation.evaluate import score_judged  # the exact order is one of all systems

        whole = score_judged(judged, dict(zip(first.names, first.measures, strict=True)), provenance)
        return with_notes(replace(whole, no_form=first.no_form, scales=first.scales))
    found = replace(
        first,
        systems=(*first.systems, *second.systems),
        values=np.concatenate([first.values, second.values[part]], axis=1),
        errors=_both_errors(first, second, part) if bounded else None,
        order=None,
        judged=judged,
        notes=tuple(dict.fromkeys((*first.notes, *second.notes))),
        provenance=provenance,
    )
    return with_notes(found)


def _both_errors(first: Evaluation, second: Evaluation, part: Any) -> Array:
    left, right = (np.zeros(one.values.shape) if one.errors is None else one.errors for one in (first, second))
    return np.concatenate([left, right[part]], axis=1)


def _refuse_what_differs(first: Evaluation, second: Evaluation) -> None:
    """Two evaluations are joined where systems alone differ."""
    if twice := sorted(set(first.systems) & set(second.systems)):
        raise OptionError(f"the system {twice[0]} is in both evaluations; leave it out of one (subset), or rename it")
    if (first.judged is None) != (second.judged is None):
        raise OptionError("one evaluation has judged runs and the other only scores; make both from runs")
    for what, one, other in (
        ("topics", first.topics, second.topics),
        ("measures", first.names, second.names),
    ):
        if odd := sorted(set(one) ^ set(other)):
            more = ", …" if len(odd) > 3 else ""
            raise OptionError(f"the evaluations have different {what}: {', '.join(odd[:3])}{more} in one of them only")
    for name in first.names:
        if first.measure(name) != second.measure(name):
            raise OptionError(
                f"{name} is {_what(first, name)} in one evaluation and {_what(second, name)} in the other"
            )
        given, also = (side.given_scales.get(name) for side in (first, second))
        if (given is None) != (also is None) or (given is not None and not given.same_as(also)):
            raise OptionError(f"{name} was given a scale in one evaluation, and another or none in the other")
    if first.policy != second.policy:
        raise OptionError(
            f"the evaluations were made under different policies: {'; '.join(sorted(_policy(first) ^ _policy(second)))}"
        )
    if first.judged is not None and second.judged is not None:
        places = np.array([second.topics.index(topic) for topic in first.topics])
        if not first.judged.topics.same_as(second.judged.topics.only(places)):
            raise OptionError("the evaluations have different judgments for the same topics")


def _what(one: Evaluation, name: str) -> str:
    measure = one.measure(name)
    return "scores without a definition" if measure.defined_by == "scores" else f"the measure {measure}"


def _policy(one: Evaluation) -> set[str]:
    return {f"{name}={getattr(one.policy, name)}" for name in one.policy.__slots__}
