"""The systems of an evaluation by other measures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.evaluation.evaluate import MeasureLike, score_judged
from intervale.evaluation.evaluation import Evaluation
from intervale.evaluation.notes import with_notes
from intervale.measures import Measure, named_measures

__all__ = ["rescored"]

Array = np.ndarray[Any, Any]
ALONE = "interval forms need judged runs, but there are only scores"


def rescored(
    whole: Evaluation,
    measures: MeasureLike | Iterable[MeasureLike] | dict[str, MeasureLike] | None,
    *,
    interval: bool,
    strict: bool,
) -> Evaluation:
    """These measures of an evaluation: taken where they are there, otherwise computed from its judged runs."""
    wanted = dict(zip(whole.names, whole.measures, strict=True)) if measures is None else _resolved(whole, measures)
    no_form = {name: why for name, why in whole.no_form.items() if name in wanted}
    notes = whole.notes
    derived = any(one.is_derived for name, one in wanted.items() if _index(whole, name, one) is None)
    if (interval or derived) and whole.judged is not None:
        from intervale.evaluation.interval_forms import with_forms

        wanted, no_form = with_forms(wanted, whole.judged, add=interval, strict=strict)
    elif interval:
        if strict:
            raise OptionError(f"{ALONE}; give qrels and runs, or remove --strict")
        notes = tuple(dict.fromkeys((ALONE, *notes)))
        wanted |= {form: whole.measure(form) for name, form in whole.interval_forms.items() if name in wanted}
    here = {name: index for name, one in wanted.items() if (index := _index(whole, name, one)) is not None}
    missing = {name: one for name, one in wanted.items() if name not in here}
    if missing and whole.judged is None:
        whole.index(next(iter(missing)))  # which says what there is
    if not missing:
        kept = whole.subset(measures=[whole.names[index] for index in here.values()])
        named = replace(kept, names=tuple(here), notes=notes, no_form=no_form, **_known_scales(whole, here))
        return with_notes(named)
    more = score_judged(whole.needed_runs("other measures"), missing, whole.provenance)
    found = replace(
        whole,
        names=tuple(wanted),
        measures=tuple(wanted.values()),
        values=_together(wanted, here, missing, whole.values, more.values),
        errors=_optional(wanted, here, missing, whole.errors, more.errors, 0.0),
        order=_optional(wanted, here, missing, whole.order, more.order, -1),
        no_form=no_form,
        **_known_scales(whole, here),
    )
    return with_notes(found)


def _known_scales(whole: Evaluation, here: dict[str, int]) -> dict[str, Any]:
    """What is known of the scales of measures that are kept, by the names they have now."""
    old = {name: whole.names[index] for name, index in here.items()}
    return {
        "scales": {name: whole.scales[was] for name, was in old.items() if was in whole.scales},
        "by_order": {name: whole.by_order[was] for name, was in old.items() if was in whole.by_order},
    }


def _resolved(
    whole: Evaluation, measures: MeasureLike | Iterable[MeasureLike] | dict[str, MeasureLike]
) -> dict[str, Measure]:
    """Measures by name: a name that is here is what it is here."""
    if isinstance(measures, dict):
        return named_measures(measures)
    single = isinstance(measures, str | Measure) or callable(measures)
    found: dict[str, Measure] = {}
    for asked in [measures] if single else measures:  # type: ignore[union-attr]
        if isinstance(asked, str) and asked in whole.names:
            found[asked] = whole.measure(asked)
        else:
            found |= named_measures([asked])  # type: ignore[list-item]
    return found


def _index(whole: Evaluation, name: str, measure: Measure) -> int | None:
    if name in whole.names and whole.measure(name) == measure:
        return whole.names.index(name)
    return whole.measures.index(measure) if measure in whole.measures else None


def _together(wanted: Iterable[str], here: dict[str, int], missing: Iterable[str], kept: Array, more: Array) -> Array:
    """The scores of each measure, from where they are."""
    new = {name: place for place, name in enumerate(missing)}
    return np.stack([kept[here[name]] if name in here else more[new[name]] for name in wanted])


def _optional(
    wanted: Iterable[str],
    here: dict[str, int],
    missing: Iterable[str],
    kept: Array | None,
    more: Array | None,
    usual: float,
) -> Array | None:
    """The same of bounds or orders, which neither, one or both have; nothing where all are as usual."""
    some = kept if kept is not None else more
    if some is None:
        return None
    shape, new = some.shape[1:], list(missing)
    kept = np.full((1 + max(here.values(), default=0), *shape), usual, some.dtype) if kept is None else kept
    more = np.full((len(new), *shape), usual, some.dtype) if more is None else more
    found = _together(wanted, here, new, kept, more)
    return None if (found == usual).all() else found
