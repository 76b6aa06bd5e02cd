"""Standardised scores: each score relative to those of reference systems on the same topic.

With μ_t and σ_t the mean and the standard deviation (n − 1) of the reference systems on topic t, z = (x − μ_t)/σ_t:

- ``z`` is z itself (Webber, Moffat and Zobel 2008; trec_eval ``-Z``);
- ``normal`` is Φ(z), the distribution function of the normal distribution (Webber, Moffat and Zobel 2008);
- ``linear`` is 0.15·z + 0.5, cut off at 0 and 1 (Sakai 2016);
- ``ecdf`` is the share of the reference systems that score x at most (Urbano, Lima and Hanjalic 2019).

On a topic on which the reference systems have one score, σ_t is 0 and z undefined; it is taken as 0, as in trec_eval.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from intervale.errors import OptionError, shown
from intervale.evaluation.evaluation import Evaluation, evaluation_of
from intervale.evaluation.named import NamedScores
from intervale.evaluation.scale import MeasureScale
from intervale.exact.rounding import NOISE, merged

__all__ = ["FORMS", "standardise"]

Array = np.ndarray[Any, Any]
UNIT, MIDDLE = 0.15, 0.5
"""Sakai's A and B: 89% of any distribution lies within 3 standard deviations, 0.05 to 0.95 (Chebyshev)."""


def _z(scores: Array, reference: Array) -> tuple[Array, Array]:
    """z of each score (systems × topics), and on which topics the reference has no spread."""
    unit = _unit(reference)
    with np.errstate(over="ignore"):  # a score far beyond the reference
        x, r = scores / unit, reference / unit
    known = ~np.isnan(r)
    count = known.sum(axis=0)
    mean = np.where(known, r, 0.0).sum(axis=0) / np.maximum(count, 1)
    squares = (np.where(known, r - mean, 0.0) ** 2).sum(axis=0)
    spread = np.sqrt(squares / np.maximum(count - 1, 1))
    flat = spread <= NOISE * np.abs(mean)
    found = np.divide(x - mean, spread, out=np.zeros_like(x), where=~flat)
    return np.where(np.isnan(scores), np.nan, found), flat


def _unit(reference: Array) -> Array:
    """By topic, a power of two near the largest score, so that squares of large and small scores are floats too."""
    largest = np.nanmax(np.abs(reference), axis=0)
    return np.where(largest > 0, np.ldexp(1.0, np.frexp(largest)[1] - 1), 1.0)


def _normal(z: Array) -> Array:
    from scipy.special import ndtr

    found: Array = ndtr(z)
    return found


def _linear(z: Array) -> Array:
    return np.clip(UNIT * z + MIDDLE, 0.0, 1.0)


def _ecdf(scores: Array, reference: Array) -> Array:
    """By topic, the share of the reference scores that are at most each score; those that differ by rounding alone are
    the same.
    """
    found = np.full(scores.shape, np.nan)
    for topic in range(scores.shape[1]):
        both = merged(np.concatenate([scores[:, topic], reference[:, topic]]))
        x, r = both[: len(scores)], np.sort(both[len(scores) :])
        r = r[~np.isnan(r)]
        found[:, topic] = np.where(np.isnan(x), np.nan, np.searchsorted(r, x, side="right") / len(r))
    return found


@dataclass(frozen=True)
class _Form:
    """A way to standardise: its title, and what it makes of z, where it is made of z."""

    title: str
    of_z: Callable[[Array], Array] | None


FORMS = {
    "z": _Form("z-scores", lambda z: z),
    "normal": _Form("normal distribution function of z-scores", _normal),
    "linear": _Form(f"{UNIT:g} z + {MIDDLE:g}, cut off at 0 and 1", _linear),
    "ecdf": _Form("share of the reference systems that are not better", None),
}
"""The ways to standardise."""


def standardise(evaluation: Evaluation, form: str, reference: Evaluation | None = None) -> Evaluation:
    """Scores relative to reference systems; see :meth:`Evaluation.standardise`."""
    if form not in FORMS:
        raise OptionError(f"standardise={shown(form)} is unknown; use one of: {', '.join(FORMS)}")
    evaluation.needed_scores("standardise")
    base = _fitting(evaluation, evaluation if reference is None else evaluation_of(reference, "standardise"))
    values = np.empty(evaluation.values.shape)
    names, scales, notes = [], {}, []
    chosen = FORMS[form]
    if chosen.of_z is not None and len(base.systems) < 2:
        raise OptionError(f"{form} needs at least two reference systems, found one: give more, or use ecdf")
    others = "systems themselves" if reference is None else "reference systems"
    notes.append(f"{form}: {chosen.title}, relative to the {len(base.systems):,} {others} on each topic")
    for m, name in enumerate(evaluation.names):
        scores, beside = evaluation.values[m], base.values[m]
        label, cut, flat, lost = f"{form}({name})", 0, 0, False
        if chosen.of_z is None:
            values[m] = _ecdf(scores, beside)
        else:
            z, without = _z(scores, beside)
            values[m], flat = chosen.of_z(z), int(without.sum())
            lost = bool(without.any()) and bool((np.ptp(scores[:, without], axis=0) > 0).any())
            cut = int((np.abs(z) > MIDDLE / UNIT).sum()) if form == "linear" else 0
        if flat:
            notes.append(
                f"{label}: the reference systems have one score on {flat:,} of {len(evaluation.topics):,} topics; z is "
                "taken as 0 there, as trec_eval does"
            )
        if cut:
            notes.append(f"{label}: {cut:,} of {scores.size:,} scores are cut off at 0 or 1")
        names.append(label)
        scales[label] = _scale(form, name, evaluation.scale(name), cut=bool(cut), lost=lost)
    measures = tuple(
        NamedScores(label=label, has_best=measure.has_best)
        for label, measure in zip(names, evaluation.measures, strict=True)
    )
    return replace(
        evaluation,
        names=tuple(names),
        measures=measures,
        values=values,
        errors=None,
        order=None,
        judged=None,
        notes=(*notes, *evaluation.notes),
        scales=scales,
        no_form={},
        by_order={},
    )


def _scale(form: str, name: str, base: MeasureScale, *, cut: bool, lost: bool) -> MeasureScale:
    """The scale of standardised scores, from the scale of the scores on each topic.

    z: where that is an interval scale, permissible are α_t·x + β_t on each topic, and (α_t·x + β_t − α_t·μ_t − β_t) /
    (α_t·σ_t) = (x − μ_t)/σ_t. So z does not depend on the unit of any topic, and topics share an interval scale whose
    unit is one standard deviation of the reference systems. On an ordinal scale an increasing function changes
    differences, and z with them, on each topic in another way: z is ordinal, and each topic has its own scale. 0.15 z +
    0.5 is z in another unit as long as nothing is cut off. Φ(z), and what is cut off, are increasing functions of z
    that are not linear: ordinal, on one scale for all topics where z is.

    ecdf: #{r ≤ x}/n is the same for f(r) and f(x), f any increasing function of the topic's own, so an ordinal scale on
    each topic is enough. It is a share of systems, of which no transformation is left that would change it: equal steps
    are equally many reference systems on every topic, an interval scale that topics share. (Its mean over topics is a
    mean rank, which the Friedman test compares on ordinal scales for the same reason.) What it measures is how many
    systems are reached, not how much better a run is.
    """
    if base.level == "nominal":
        return MeasureScale("nominal", f"{name} has no order", False, False, given=True)
    if form == "ecdf":
        why = "equal steps are equally many reference systems, whatever the scale of each topic"
        return MeasureScale("interval", why, True, True, given=True)
    linear = (form == "z" or (form == "linear" and not cut)) and not lost
    known = base.permits("interval")
    if known and linear:
        why = "equal steps are equal parts of a standard deviation of the reference systems"
        return MeasureScale("interval", why, True, True, given=True)
    if not known:
        why = f"z needs an interval scale on each topic, and {name} is on {base.text}"
        return MeasureScale("ordinal", why, False, None if base.equal_steps is None else False, given=True)
    why = "some scores are cut off" if cut else "the normal distribution function is not linear"
    why = "different scores are taken as 0 where the reference systems have one score" if lost else why
    return MeasureScale("ordinal", why, True, False, given=True)


def _fitting(evaluation: Evaluation, reference: Evaluation) -> Evaluation:
    """The reference on the measures and topics of an evaluation; what it lacks is refused."""
    lacking = [topic for topic in evaluation.topics if topic not in set(reference.topics)]
    if lacking:
        more = f" and {len(lacking) - 1:,} more" if len(lacking) > 1 else ""
        raise OptionError(
            f"the reference has no topic {lacking[0]}{more}: evaluate the reference systems on these topics, too, or "
            "leave topics out (subset, or --topics FILE)"
        )
    if reference is not evaluation:
        wanted = dict(zip(evaluation.names, evaluation.measures, strict=True))
        try:
            reference = reference.score(wanted).subset(topics=evaluation.topics)
        except OptionError as error:
            raise OptionError(f"the reference: {error}") from None
    for name in evaluation.names:
        if any(one.bounds_of(name) is not None for one in (evaluation, reference)):
            raise OptionError(
                f"{name}: its scores are known between bounds only, and cannot be standardised: leave it out"
            )
        empty = np.isnan(reference.matrix(name)).all(axis=0)
        if empty.any():
            topic = reference.topics[int(empty.argmax())]
            raise OptionError(f"{name}: the reference has no score on topic {topic}: leave the topic out (subset)")
    return reference
