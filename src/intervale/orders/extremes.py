"""The least and the greatest run among those with a number of relevant documents (Ferrante, Ferro and Maistro 2015,
eq. 1).
"""

from __future__ import annotations

from intervale.exact import whole
from intervale.orders.listed import ListedOrder
from intervale.orders.named import order
from intervale.orders.order import Order
from intervale.orders.space import JudgedRun, RunSpace

__all__ = ["least_and_greatest"]


def least_and_greatest(
    chosen: str | Order, space: RunSpace, relevant: int
) -> tuple[JudgedRun | None, JudgedRun | None]:
    """The least and the greatest of the runs with so many documents of a grade above 0; None where none of them is
    below, or above, all the others. Of tied runs it is one.

    Under ``rank-swap``, the total orders and the orders of multisets they are (0, …, 0, 1, …, 1) and (c, …, c, 0, …,
    0): each run with k relevant documents comes from the first by swaps and replacements, and leads to the second.
    Under ``rank-replacement`` there are none for 0 < k < N, as (0, 1) and (1, 0) are not comparable.

    >>> least_and_greatest("rank-swap", RunSpace(5, 3), 2)
    ((0, 0, 0, 1, 1), (3, 3, 0, 0, 0))
    >>> least_and_greatest("rank-replacement", RunSpace(5, 3), 2)
    (None, None)
    """
    chosen = order(chosen)
    chosen.check_space(space)
    whole("relevant", relevant, 0, space.length)
    if isinstance(chosen, ListedOrder):
        return _listed(chosen, space, relevant)
    if chosen.name == "rank-replacement" and 0 < relevant < space.length:
        return None, None
    zeros = (0,) * (space.length - relevant)
    return space.checked((*zeros, *(1,) * relevant)), space.checked(((space.grades,) * relevant) + zeros)


def _listed(chosen: ListedOrder, space: RunSpace, relevant: int) -> tuple[JudgedRun | None, JudgedRun | None]:
    poset = chosen.poset(space)
    runs = [run for run in space if sum(grade > 0 for grade in run) == relevant]
    numbers = {run: chosen.number(run, space) for run in runs}
    among = 0
    for number in numbers.values():
        among |= 1 << poset.place[number]
    least = next((run for run in runs if not among & ~poset.up[numbers[run]]), None)
    greatest = next((run for run in runs if not among & ~poset.down[numbers[run]]), None)
    return least, greatest
