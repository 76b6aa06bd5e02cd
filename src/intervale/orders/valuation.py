"""Valuations of run lattices, and the distances between runs that they make (Giner, §2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from intervale.errors import OptionError
from intervale.exact import valuations
from intervale.exact.posets import Lattice, bits
from intervale.exact.shown import Shown
from intervale.exact.verdict import Proof, Verdict
from intervale.orders.named import order
from intervale.orders.order import Order
from intervale.orders.own import exact_values
from intervale.orders.poset import RunPoset
from intervale.orders.space import JudgedRun

__all__ = ["RunValuation", "run_distance", "valuation", "valuation_from_weights", "valuations_exist"]


@dataclass(frozen=True, eq=False)
class RunValuation(Shown):
    """A function on a run lattice: is it a valuation, isotone, positive; its weights; the distance it makes.

    v is a valuation where v(r ∨ s) + v(r ∧ s) = v(r) + v(s). An isotone one makes d(r, s) = v(r ∨ s) − v(r ∧ s) a
    pseudo-metric, a positive one a metric.
    """

    poset: RunPoset
    values: tuple[Any, ...]

    @cached_property
    def _lattice(self) -> Lattice:
        if self.poset.lattice is None:
            what, r, s = self.poset.facts["lattice"].witness
            raise OptionError(f"{self.poset.order.name} is not a lattice here: {r} and {s} have no {what}")
        return self.poset.lattice

    @cached_property
    def _report(self) -> valuations.ValuationReport:
        return valuations.examine(self._lattice, self.values)

    @property
    def is_valuation(self) -> Verdict:
        """Whether v(r ∨ s) + v(r ∧ s) = v(r) + v(s) for all runs."""
        return self._named(self._report.valuation)

    @property
    def isotone(self) -> Verdict:
        """Whether a better run never has a smaller value."""
        return self._named(self._report.isotone)

    @property
    def positive(self) -> Verdict:
        """Whether a better run has a larger value."""
        return self._named(self._report.positive)

    @property
    def metric(self) -> str:
        """``metric``, ``pseudo-metric`` or ``none``: what the distance is."""
        return self._report.metric

    @cached_property
    def weights(self) -> dict[JudgedRun, Any]:
        """What the function grows by at each join-irreducible run."""
        return {self.poset.runs[j]: weight for j, weight in self._report.weights.items()}

    @cached_property
    def natural(self) -> Verdict:
        """Whether every step up counts the same, so that the distance is the number of steps, times a constant."""
        edges = list(self.poset.cover_pairs())
        steps = [self.value(high) - self.value(low) for low, high in edges]
        other = next((i for i, step in enumerate(steps) if step != steps[0] or not step > 0), None)
        return Verdict(other is None, None if other is None else (edges[0], edges[other]), len(edges))

    def value(self, run: JudgedRun) -> Any:
        return self.values[self.poset.number(run)]

    def distance(self, r: JudgedRun, s: JudgedRun) -> Any:
        """v(r ∨ s) − v(r ∧ s)."""
        return valuations.distance(self._lattice, self.values, self.poset.number(r), self.poset.number(s))

    def paths_agree(self) -> Verdict:
        """Whether the weighted shortest path between any two runs is the sum of the weights of the join-irreducibles
        below one of them and not the other (Giner, eq. 2). The witness is a pair of runs.
        """
        lattice, runs = self._lattice, self.poset.runs
        weights = [self._report.weights[j] for j in lattice.join_irreducibles]
        for x in range(lattice.size):
            lengths = valuations.weighted_paths(lattice, self.values, x)
            for y in range(lattice.size):
                apart = bits(lattice.irreducibles_below[x] ^ lattice.irreducibles_below[y])
                if lengths[y] != sum(weights[number] for number in apart):
                    return Verdict(False, (runs[x], runs[y]), x * lattice.size + y)
        return Verdict(True, cases=lattice.size**2)

    def _named(self, verdict: Verdict) -> Verdict:
        witness = verdict.witness and tuple(self.poset.runs[x] for x in verdict.witness)
        return Verdict(verdict.holds, witness, verdict.cases, verdict.proof, verdict.why)


def valuation(found: RunPoset, value: Any) -> RunValuation:
    """A function of runs on a run lattice; a measure stands for its exact values.

    >>> from intervale.orders.poset import poset
    >>> counted = valuation(poset("rank-swap", 3), sum)
    >>> bool(counted.is_valuation), counted.metric, counted.positive.witness
    (True, 'pseudo-metric', ((0, 0, 1), (0, 1, 0)))
    """
    if not isinstance(found, RunPoset):
        raise OptionError("a valuation needs a poset of runs: make one with iv.poset(order, length, grades)")
    exact = exact_values(value, found.space)
    return RunValuation(found, tuple(exact(run) for run in found.runs))


def valuation_from_weights(found: RunPoset, weights: Mapping[JudgedRun, Any] | None = None) -> RunValuation:
    """The valuation with these weights on the join-irreducible runs of a distributive run lattice; without weights
    all are 1, and it is the rank function.

    >>> from intervale.orders.poset import poset
    >>> made = valuation_from_weights(poset("rank-replacement", 2), {(1, 0): 3, (0, 1): 1})
    >>> made.value((1, 1)), made.distance((1, 0), (0, 1)), bool(made.paths_agree())
    (4, 4, True)
    """
    lattice = found.lattice
    if lattice is None or not lattice.distributive:
        raise OptionError(f"{found.order.name} is not a distributive lattice here: weights do not define a valuation")
    irreducible = {found.runs[j]: j for j in lattice.join_irreducibles}
    given = dict.fromkeys(irreducible, 1) if weights is None else dict(weights)
    if given.keys() != irreducible.keys():
        odd = next(iter(given.keys() ^ irreducible.keys()))
        raise OptionError(f"weights must be given for exactly the {len(irreducible)} join-irreducible runs: see {odd}")
    by_number = {irreducible[run]: weight for run, weight in given.items()}
    return RunValuation(found, tuple(valuations.from_weights(lattice, by_number)))


def valuations_exist(found: RunPoset) -> dict[str, Verdict]:
    """Whether a run lattice has a positive valuation, and whether it has an isotone one that is not constant.

    The witness against is a step up on which every isotone valuation is flat.

    >>> from intervale.orders.poset import poset
    >>> {name: bool(verdict) for name, verdict in valuations_exist(poset("rank-swap", 4)).items()}
    {'positive': True, 'isotone': True}
    """
    if found.lattice is None:
        none = Verdict(None, why="not a lattice")
        return {"positive": none, "isotone": none}
    edges = sum(len(covers) for covers in found.lattice.above)
    if not edges:
        none = Verdict(None, why="a single element")
        return {"positive": none, "isotone": none}
    if found.lattice.modular:
        why = "the rank function of a modular lattice is a positive valuation"
        known = Verdict(True, cases=edges, proof=Proof.THEOREM, why=why)
        return {"positive": known, "isotone": known}
    flat = valuations.collapsed_edges(found.lattice)
    step = min(flat)
    witness = found.runs[step[0]], found.runs[step[1]]
    return {
        "positive": Verdict(False, witness, edges, why="every isotone valuation is flat on this step"),
        "isotone": Verdict(len(flat) < edges, None if len(flat) < edges else witness, edges),
    }


def run_distance(chosen: str | Order, value: Any, r: JudgedRun, s: JudgedRun, grades: int = 1) -> Any:
    """d(r, s) = v(r ∨ s) − v(r ∧ s) for runs of any length, where meets and joins have a closed form.

    >>> from intervale.orders.named import order
    >>> run_distance(order("rank-swap"), sum, (1, 0, 0, 1), (0, 1, 1, 1))
    1
    """
    chosen = order(chosen)
    space = chosen.space(len(r), grades)
    r, s = space.checked(r), space.checked(s)
    low, high = chosen.meet(r, s, grades), chosen.join(r, s, grades)
    if low is None or high is None:
        raise OptionError(f"meets and joins of {chosen.name} have no closed form with grades up to {grades}")
    exact = exact_values(value, space)
    return exact(high) - exact(low)
