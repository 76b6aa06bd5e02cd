"""From an order to an interval measure: the construction of Ferrante, Ferro and Pontarollo 2019, §3.3, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from intervale.data.tabular import VERDICT, Columns, Tabular, columns_of, verdict_cells
from intervale.errors import OptionError
from intervale.exact import short_text
from intervale.exact.differences import difference_structure
from intervale.exact.shapes import hasse_distances
from intervale.exact.verdict import Proof, Verdict
from intervale.orders.affine import affine_in_rank
from intervale.orders.generated import as_known
from intervale.orders.listed import NotAnOrderError
from intervale.orders.named import order
from intervale.orders.order import ORDERS, Order
from intervale.orders.own import exact_values
from intervale.orders.paths import natural_distance
from intervale.orders.poset import RunPoset, poset, theorem_facts
from intervale.orders.space import JudgedRun, RunSpace

__all__ = ["Construction", "PairInOrder", "RunInOrder", "construct"]


@dataclass(frozen=True)
class RunInOrder:
    """A run in an order: ρ, and J_r, the join-irreducible runs at or below it, where all runs were looked at."""

    run: JudgedRun
    rank: int | None
    irreducibles: tuple[JudgedRun, ...] | None


@dataclass(frozen=True)
class PairInOrder:
    """Two runs in an order: how they compare (``<``, ``>``, ``~`` where they are tied, or ``incomparable``), meet, join
    and natural distance.
    """

    runs: tuple[JudgedRun, JudgedRun]
    relation: str
    meet: JudgedRun | None
    join: JudgedRun | None
    distance: int | None
    why: str = ""
    """Why the distance is not known, where it is not."""


@dataclass(frozen=True, repr=False)
class Construction(Tabular):
    """The steps of the construction, each with its verdict, down to the one that fails; ``measure`` where none does.

    ``measure`` maps every run to its rank ρ from 0, which is an interval scale for the order: M = ρ, or αρ + β with any
    α > 0. It is None where the construction fails, and where a theorem stands for runs that are too many to list.
    ``alpha`` and ``beta`` are those of the values that were given, where they are an interval scale.
    """

    steps: dict[str, Verdict]
    measure: dict[JudgedRun, int] | None
    order: Order
    space: RunSpace
    classes: int | None = None
    """How many classes of tied runs there are, where runs are tied."""
    alpha: Any = None
    beta: Any = None
    runs: tuple[RunInOrder, ...] = ()
    pairs: tuple[PairInOrder, ...] = field(default=())

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
        return next((name for name, verdict in self.steps.items() if verdict.holds is False), None)


UNIQUE = "every other interval scale of the order is αρ + β, α > 0"


def construct(
    chosen: str | Order, space: RunSpace, value: Any = None, *, runs: Iterable[JudgedRun] = ()
) -> Construction:
    """Order → poset → graded? → rank function → difference structure → interval measure, and whether ``value``, a
    measure or a function of runs, is one.

    All runs are looked at where they are few; for more, the five orders are known by theorem. In a partial order,
    differences are compared along maximal chains; all of them have the ranks 0, 1, …, n, so one check is enough. What
    the order says of ``runs`` is in :attr:`Construction.runs` and :attr:`Construction.pairs`.

    >>> made = construct("rank-swap", RunSpace(4, 1))
    >>> made.failed, made.measure[(1, 0, 1, 1)]
    (None, 7)
    >>> construct("rank-swap", RunSpace(3, 2)).failed
    'graded'
    >>> list(construct("rank-swap", RunSpace(1000, 1)).steps)[:3]
    ['order', 'poset', 'graded']
    """
    chosen = order(chosen)
    chosen.check_space(space)
    if space.size > chosen.most_runs:
        chosen = as_known(chosen, space)
    asked = [space.checked(run) for run in runs]
    if space.size > chosen.most_runs and chosen.name in ORDERS:
        steps = _by_theorem(chosen, space)
        if value is not None:
            steps["M = αρ + β"] = Verdict(None, why="not checked: too many runs to list; scale decides it")
        return Construction(steps, None, chosen, space, **_about(chosen, space, None, asked))
    chosen.check_size(space)
    try:
        found = poset(chosen, space.length, space.over)
    except NotAnOrderError as error:
        broken = Verdict(False, error.runs, space.size, why=error.what)
        return Construction({"order": broken}, None, chosen, space)
    steps, ranks = _checked(chosen, found)
    alpha = beta = None
    if ranks is not None and value is not None:
        steps["M = αρ + β"], alpha, beta = _affine(found, ranks, exact_values(value, space))
    classes = len(found.runs) if found.tied else None
    return Construction(steps, ranks, chosen, space, classes, alpha, beta, **_about(chosen, space, found, asked))


def _checked(chosen: Order, found: RunPoset) -> tuple[dict[str, Verdict], dict[JudgedRun, int] | None]:
    """The steps on all runs of a space, and the ranks of runs where none fails."""
    space, facts = found.space, found.facts
    steps = {"order": _kind(found), "poset": _quotient(found), "graded": facts["graded"]}
    if not steps["graded"]:
        return steps, None
    ranks = {run: found.rank(run) for run in space}
    other = next((run for run in found.runs if chosen.rank(run, space) not in (None, ranks[run])), None)
    steps["rank function"] = Verdict(other is None, None if other is None else (other,), space.size)
    steps |= difference_structure(list(ranks.values())).axioms
    if all(steps.values()):
        steps |= _represented(space.size, _parts(found))
        return steps, ranks
    return steps, None


def _represented(cases: int, parts: Sequence[Sequence[JudgedRun]]) -> dict[str, Verdict]:
    """That ρ is an interval scale, and the only one up to α and β where steps connect all runs."""
    made = Verdict(True, cases=cases, proof=Proof.THEOREM, why="M = ρ is an interval scale (Theorem 1)")
    unique = Verdict(True, cases=cases, proof=Proof.THEOREM, why=UNIQUE)
    if len(parts) > 1:
        why = f"no step connects the {len(parts):,} parts of the order: each may have a β of its own"
        unique = Verdict(False, (parts[0][0], parts[1][0]), cases, why=why)
    return {"representation": made, "uniqueness": unique}


def _parts(found: RunPoset) -> list[list[JudgedRun]]:
    """The runs by connected part of the Hasse diagram."""
    part: dict[int, int] = {}
    for start in range(found.poset.size):
        if start not in part:
            reached = hasse_distances(found.poset, start)
            part |= {x: start for x, steps in enumerate(reached) if steps is not None}
    runs: dict[int, list[JudgedRun]] = {}
    for run in found.space:
        runs.setdefault(part[found.number(run)], []).append(run)
    return list(runs.values())


def _affine(
    found: RunPoset, ranks: dict[JudgedRun, int], value: Callable[[JudgedRun], Any]
) -> tuple[Verdict, Any, Any]:
    """Whether values are αρ + β, with one α > 0 for all parts of the order and a β for each."""
    parts = _parts(found)
    several = [affine_in_rank(runs, [value(run) for run in runs], [ranks[run] for run in runs]) for runs in parts]
    broken = next((one for one, _, _ in several if one.holds is False), None)
    if broken is not None:
        return broken, None, None
    verdict, alpha, beta = several[0]
    other = next((number for number, (_, slope, _) in enumerate(several) if slope != alpha), None)
    if other is not None:
        why = f"α = {short_text(alpha)} in one part of the order, {short_text(several[other][1])} in another"
        return Verdict(False, (parts[0][0], parts[other][0]), len(ranks), why=why), None, None
    if len(parts) > 1 and verdict.holds:
        return Verdict(True, cases=len(ranks), why=f"α = {short_text(alpha)}, and a β for each part"), alpha, None
    return verdict, alpha, beta


def _kind(found: RunPoset) -> Verdict:
    """What sort of order it is."""
    total, tied = bool(found.facts["total"]), found.tied
    kinds = {
        (True, False): "a total order",
        (True, True): "a weak order: any two runs compare, and some are tied",
        (False, False): "a partial order",
        (False, True): "a preorder: some runs are tied, and some cannot be compared",
    }
    return Verdict(True, cases=found.space.size, why=kinds[total, tied])


def _quotient(found: RunPoset) -> Verdict:
    many = len(found.runs)
    why = f"{many:,} classes of tied runs" if found.tied else f"{many:,} runs"
    return Verdict(True, cases=found.space.size, why=why)


def _by_theorem(chosen: Order, space: RunSpace) -> dict[str, Verdict]:
    """The steps of one of the five orders at any length."""
    facts = theorem_facts(chosen, space)
    what = "a total order" if facts["total"] else "a partial order"
    steps = {
        "order": Verdict(True, proof=Proof.THEOREM, why=what),
        "poset": Verdict(True, proof=Proof.THEOREM, why=space.size_text),
        "graded": facts["graded"],
    }
    if not facts["graded"]:
        return steps
    steps["rank function"] = Verdict(True, proof=Proof.THEOREM, why=chosen.reason)
    equal = Verdict(True, proof=Proof.THEOREM, why="ranks are 0, 1, …, n along every maximal chain")
    return steps | dict.fromkeys(difference_structure([0]).axioms, equal) | _represented(0, ())


def _about(chosen: Order, space: RunSpace, found: RunPoset | None, runs: list[JudgedRun]) -> dict[str, Any]:
    """What the order says of single runs and of each two of them."""
    return {
        "runs": tuple(RunInOrder(run, chosen.rank(run, space), _irreducibles(found, run)) for run in runs),
        "pairs": tuple(_pair(chosen, space, found, r, s) for r, s in combinations(runs, 2)),
    }


def _irreducibles(found: RunPoset | None, run: JudgedRun) -> tuple[JudgedRun, ...] | None:
    if found is None or found.lattice is None:
        return None
    number = found.number(run)
    return tuple(found.runs[j] for j in found.lattice.join_irreducibles if found.lattice.leq(j, number))


def _pair(chosen: Order, space: RunSpace, found: RunPoset | None, r: JudgedRun, s: JudgedRun) -> PairInOrder:
    up, down = bool(chosen.leq(r, s, space.grades)), bool(chosen.leq(s, r, space.grades))
    relation = {(True, True): "~", (True, False): "<", (False, True): ">"}.get((up, down), "incomparable")
    meet, join = chosen.meet(r, s, space.grades), chosen.join(r, s, space.grades)
    if found is not None and (meet is None or join is None):
        x, y = found.number(r), found.number(s)
        bounds = found.poset.meet(x, y), found.poset.join(x, y)
        meet, join = (None if bound is None else found.runs[bound] for bound in bounds)
    try:
        return PairInOrder((r, s), relation, meet, join, natural_distance(chosen, r, s, space))
    except OptionError:
        return PairInOrder((r, s), relation, meet, join, None, "natural distance not known: too far apart to search")
