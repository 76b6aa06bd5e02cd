"""The facts of an order on a run space, as a table and as a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from intervale.data.tabular import VERDICT, Columns, Tabular, columns_of, verdict_cells
from intervale.exact.verdict import Proof, Verdict
from intervale.orders import Construction, Order, RunPoset, RunSpace, Step
from intervale.present.table import Cell, Table

__all__ = ["OrderReport", "construction_table", "order_document", "order_table", "run_text", "space_text"]

SHORT = 24
"""Up to how many grades a run is written out."""


@dataclass(frozen=True)
class OrderReport(Tabular):
    """An order on a space: its facts, the poset where it was small enough to look at, and a path where one was
    requested.
    """

    order: Order
    space: RunSpace
    facts: dict[str, Verdict]
    valuations: dict[str, Verdict] = field(default_factory=dict)
    poset: RunPoset | None = None
    path: Sequence[Step] | None = None

    def columns(self) -> Columns:
        """A row for each fact; with a path, a row for each of its steps."""
        about = (self.order.name, self.space.length, self.space.grades)
        if self.path is not None:
            steps = ((*about, run_text(one.before), run_text(one.after), str(one)) for one in self.path)
            return columns_of(("order", "length", "grades", "before", "after", "step"), steps)
        named = {**self.facts, **{f"{name} valuation": verdict for name, verdict in self.valuations.items()}}
        rows = ((*about, name, *verdict_cells(verdict)) for name, verdict in named.items())
        return columns_of(("order", "length", "grades", "fact", *VERDICT), rows)


def run_text(run: Sequence[int]) -> str:
    """A run as it is written in labels: its digits, or grades with commas where a grade has two. In a long run
    ``0{998}`` stands for 998 zeros.

    >>> run_text((1, 0, 2)), run_text((10, 0)), run_text((0,) * 998 + (1, 2))
    ('102', '10,0', '0{998}12')
    """
    comma = "" if max(run, default=0) < 10 else ","
    if len(run) <= SHORT:
        return comma.join(map(str, run))
    stretches = [(grade, len(list(same))) for grade, same in groupby(run)]
    return comma.join(f"{grade}{{{n}}}" if n > 3 else comma.join([str(grade)] * n) for grade, n in stretches)


def space_text(space: RunSpace) -> str:
    """A run space as titles of pictures have it.

    >>> space_text(RunSpace(4)), space_text(RunSpace(1, 3))
    ('runs of 4 documents, grades 0 to 1', 'runs of 1 document, grades 0 to 3')
    """
    things = "sets" if space.kind == "set" else "runs"
    return f"{things} of {space.length:,} document{'' if space.length == 1 else 's'}, grades 0 to {space.grades:,}"


def order_table(report: OrderReport) -> Table:
    """The facts for people, with a witness where one fails."""
    named = {**report.facts, **{f"{name} valuation": verdict for name, verdict in report.valuations.items()}}
    rows = _fact_rows(named)
    space = report.space
    title = f"{report.order.name}, length {space.length}, grades 0..{space.grades}: {space.size_text}"
    return Table(("fact", "holds", "because", "known by"), rows, title, footer=tuple(_sentences(report)))


def construction_table(made: Construction) -> Table:
    """The steps from an order to an interval measure, with a witness where one fails."""
    return Table(("step", "holds", "because", "known by"), _fact_rows(made.steps))


def _fact_rows(named: dict[str, Verdict]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        (
            Cell(name),
            Cell({True: "yes", False: "no", None: "does not apply"}[verdict.holds]),
            Cell(_witness(name, verdict) if verdict.holds is False else verdict.why if verdict.holds is None else ""),
            Cell("" if verdict.holds is None else _known_by(verdict)),
        )
        for name, verdict in named.items()
    )


def _known_by(verdict: Verdict) -> str:
    return (
        _counted(verdict.cases, "case") if verdict.cases and verdict.proof is Proof.EXHAUSTIVE else str(verdict.proof)
    )


def _sentences(report: OrderReport) -> list[str]:
    found, said = report.poset, []
    for chain in report.facts["graded"].witness or ():
        said.append(f"{_counted(len(chain) - 1, 'step')}: {' < '.join(map(run_text, chain))}")
    if found is not None:
        poset = found.poset
        edges = sum(len(covers) for covers in poset.above)
        said.append(
            f"height {poset.height}, width {poset.width}, {_counted(edges, 'cover')}, "
            f"{_counted(poset.maximal_chain_count, 'maximal chain')}"
        )
        if found.classes is not None:
            said.append(f"{_counted(len(found.classes), 'value')}: runs with equal values are one element")
        if found.lattice is not None:
            said.append(_counted(len(found.lattice.join_irreducibles), "join-irreducible run"))
    if report.path is not None:
        said.append(f"natural distance {len(report.path)}" + (":" if report.path else ""))
        said.extend(f"  {run_text(step.before)} → {run_text(step.after)}: {step}" for step in report.path)
    return said


def _counted(n: int, what: str) -> str:
    shown = f"{n:,}" if n < 10**15 else f"{n:.3e}"
    return f"{shown} {what}{'' if n == 1 else 's'}"


def _witness(name: str, verdict: Verdict) -> str:
    witness = verdict.witness
    if name == "lattice":
        what, r, s = witness
        return f"{run_text(r)} and {run_text(s)} have no {what}"
    if name == "graded":
        short, long = witness
        lengths = f"paths up of {len(short) - 1} and {_counted(len(long) - 1, 'step')}"
        same = short[0] == long[0] and short[-1] == long[-1]
        return lengths + (f" from {run_text(short[0])} to {run_text(short[-1])}" if same else "")
    if name == "total":
        return f"{' and '.join(map(run_text, witness))} are not comparable"
    runs = ", ".join(run_text(part) if isinstance(part, tuple) else str(part) for part in witness or ())
    return ": ".join(part for part in (verdict.why, runs) if part)


def order_document(report: OrderReport) -> dict[str, Any]:
    """The facts as one JSON document."""
    space, found = report.space, report.poset
    document: dict[str, Any] = {
        "order": report.order.name,
        "length": space.length,
        "grades": space.grades,
        "size": space.size,
        "facts": {name: verdict.to_json() for name, verdict in report.facts.items()},
        "valuations": {name: verdict.to_json() for name, verdict in report.valuations.items()},
    }
    if found is not None:
        document["poset"] = {
            "elements": found.poset.size,
            "covers": sum(len(covers) for covers in found.poset.above),
            "height": found.poset.height,
            "width": found.poset.width,
            "maximal_chains": found.poset.maximal_chain_count,
        }
    if report.path is not None:
        steps = [{"before": list(step.before), "after": list(step.after), "step": str(step)} for step in report.path]
        document["path"] = {"distance": len(steps), "steps": steps}
    return document
