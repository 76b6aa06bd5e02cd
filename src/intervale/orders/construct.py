"""From an order to an interval measure: the construction of Ferrante, Ferro and Pontarollo 2019, §3.3."""

from __future__ import annotations

from dataclasses import dataclass

from intervale.data.tabular import VERDICT, Columns, Tabular, columns_of, verdict_cells
from intervale.errors import OptionError
from intervale.exact.differences import difference_structure
from intervale.exact.verdict import Verdict
from intervale.orders.order import Order, order
from intervale.orders.poset import poset
from intervale.orders.space import JudgedRun, RunSpace

__all__ = ["Construction", "construct"]


@dataclass(frozen=True, repr=False)
class Construction(Tabular):
    """The steps of the construction, each with its verdict, down to the one that fails; ``measure`` where none does.

    ``measure`` maps every run to its rank ρ from 0, which is an interval scale for the order.
    """

    steps: dict[str, Verdict]
    measure: dict[JudgedRun, int] | None

    def __repr__(self) -> str:
        made = "every step holds" if self.failed is None else f"fails at {self.failed}"
        return f"Construction({len(self.steps)} steps: {made})"

    def columns(self) -> Columns:
        """A row for each step."""
        rows = ((name, *verdict_cells(verdict)) for name, verdict in self.steps.items())
        return columns_of(("step", *VERDICT), rows)

    @property
    def failed(self) -> str | None:
        """The name of the step that fails, or None."""
        return next((name for name, verdict in self.steps.items() if not verdict), None)


def construct(chosen: str | Order, space: RunSpace) -> Construction:
    """Order → poset → graded? → rank function → difference structure → interval measure, on a space small enough to
    check.

    In a partial order, differences are compared along maximal chains; all of them have the ranks 0, 1, …, n, so one
    check is enough.

    >>> from intervale.orders.order import RankSwap
    >>> made = construct(RankSwap(), RunSpace(4, 1))
    >>> made.failed, made.measure[(1, 0, 1, 1)]
    (None, 7)
    >>> construct(RankSwap(), RunSpace(3, 2)).failed
    'graded'
    """
    chosen = order(chosen)
    chosen.check_space(space)
    chosen.check_size(space)
    steps: dict[str, Verdict] = {}
    try:
        found = poset(chosen, space.length, space.grades)
    except OptionError as error:
        steps["poset"] = Verdict(False, cases=space.size, why=str(error))
        return Construction(steps, None)
    steps["poset"] = Verdict(True, cases=space.size)
    steps["graded"] = found.facts["graded"]
    if not steps["graded"]:
        return Construction(steps, None)
    ranks = {run: found.rank(run) for run in space}
    closed = [run for run in found.runs if chosen.rank(run, space) not in (None, ranks[run])]
    steps["rank function"] = Verdict(not closed, tuple(closed[:1]) or None, space.size)
    steps |= difference_structure(list(ranks.values()))
    return Construction(steps, ranks if all(steps.values()) else None)
