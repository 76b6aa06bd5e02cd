"""Orders by name: the five of the papers, and those that moves generate."""

from __future__ import annotations

from difflib import get_close_matches

from intervale.errors import OptionError
from intervale.orders.generated import MOVES, generated
from intervale.orders.order import ORDERS, Order

__all__ = ["order"]


def order(name: str | Order) -> Order:
    """An order by name: one of the five, or the moves that generate it, such as ``replacement+neighbour-swap``, and
    ``set:replacement`` of multisets. An order stays what it is.

    >>> order("rank-swap").leq((0, 1), (1, 0))
    True
    >>> order("replacement+units").leq((0, 1), (1, 0))
    True
    """
    if isinstance(name, Order):
        return name
    if str(name) in ORDERS:
        return ORDERS[name]
    words = [word.strip() for word in str(name).removeprefix("set:").split("+")]
    if len(words) > 1 or words[0] in MOVES:
        return generated(str(name))
    if callable(name):
        raise OptionError("a function is not an order by itself: make one with OwnOrder(name, leq=function)")
    near = get_close_matches(str(name), [*ORDERS, *MOVES], n=1)
    meant = f"did you mean {near[0]}? " if near else ""
    raise OptionError(
        f"unknown order {name!r}; {meant}the orders are: {', '.join(ORDERS)}, or moves that generate one, joined by +: "
        f"{', '.join(MOVES)}"
    )
