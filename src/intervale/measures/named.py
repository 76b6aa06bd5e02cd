"""Measures by the names that the user wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from intervale.errors import MeasureError
from intervale.measures.measure import Measure
from intervale.measures.parse import load_measure, load_measures, written_apart

__all__ = ["named_measures"]

MeasureLike = str | Measure | Callable[..., Any]


def named_measures(measures: MeasureLike | Iterable[MeasureLike] | dict[str, MeasureLike]) -> dict[str, Measure]:
    """Measures by the names that the user wrote; a name that stands for several gives each its canonical one.

    >>> named_measures(["map", "P.5,10"])
    {'map': AP, 'P@5': P@5, 'P@10': P@10}
    >>> named_measures("map,ndcg_at_10")
    {'map': AP, 'ndcg_at_10': nDCG@10}
    """
    if isinstance(measures, dict):
        return {name: load_measure(measure) for name, measure in measures.items()}
    single = isinstance(measures, str | Measure) or callable(measures) or not isinstance(measures, Iterable)
    found: dict[str, Measure] = {}
    given = [measures] if single else measures
    listed = [one for asked in given for one in (written_apart(asked) if isinstance(asked, str) else [asked])]  # type: ignore[union-attr]
    for asked in listed:
        several = load_measures(asked)
        for measure in several:
            name = asked if isinstance(asked, str) and len(several) == 1 else str(measure)
            if found.setdefault(name.strip(), measure) != measure:
                raise MeasureError(f"two measures are called {name!r}; name them: {{'first': .., 'second': ..}}")
    return found
