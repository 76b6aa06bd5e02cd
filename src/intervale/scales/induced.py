"""Orders by name, the induced one among them, which needs a measure."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from intervale.errors import OptionError
from intervale.measures import Measure, load_measure
from intervale.orders import Grades, InducedOrder, Order
from intervale.orders import order as named
from intervale.scales.grade_sets import on_levels

__all__ = ["order"]


def order(name: str | Order, *, measure: str | Measure | Callable[..., Any] | None = None, grades: Grades = 1) -> Order:
    """An order by name: one of the five of the papers, the moves that generate it (``replacement+swap``), or
    ``induced``, the order that the values of a ``measure`` make on runs over ``grades``. An order stays what it is.

    >>> order("rank-swap").leq((0, 1), (1, 0))
    True
    >>> order("induced", measure="P").leq((1, 0), (0, 1))
    True
    """
    if name != "induced":
        if measure is not None:
            raise OptionError(f"only the induced order takes a measure, not {name}")
        return named(name)
    if measure is None:
        raise OptionError("the induced order needs a measure, such as order('induced', measure='AP')")
    chosen, top = on_levels(load_measure(measure), grades)
    return InducedOrder(partial(chosen.exact, grades=top))
