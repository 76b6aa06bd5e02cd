"""The facts of an order on a run space, as a table and as a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from intervale.data.tabular import VERDICT, Columns, Tabular, columns_of, verdict_cells
from intervale.exact.verdict import Proof, Verdict, plain
from intervale.orders import (
    AxiomOrders,
    Construction,
    Order,
    PairInOrder,
    RunInOrder,
    RunPoset,
    RunSpace,
    Step,
    Substitutes,
)
from intervale.present.table import Cell, Table

__all__ = [
    "OrderReport",
    "axiom_orders_document",
    "axiom_orders_table",
    "construction_table",
    "order_document",
    "order_table",
    "order_tables",
    "run_text",
    "space_text",
    "substitutes_table",
]

SHORT = 24
"""Up to how many grades a run is written out."""
FEW_CLASSES, FEW_TIED, FEW_IRREDUCIBLE = 12, 8, 12
"""Up to how many classes of tied runs are shown, how many runs of each, and how many join-irreducible runs."""


@dataclass(frozen=True)
class OrderReport(Tabular):
    """An order on a space: its facts, the poset where it was small enough to look at, and where they were requested a
    path, the construction of an interval measure, and what can be had where there is none.
    """

    order: Order
    space: RunSpace
    facts: dict[str, Verdict]
    valuations: dict[str, Verdict] = field(default_factory=dict)
    poset: RunPoset | None = None
    path: Sequence[Step] | None = None
    construction: Construction | None = None
    substitutes: Substitutes | None = None

    def columns(self) -> Columns:
        """A row for each fact; with a path, a row for each of its steps."""
        about = (self.order.name, self.space.length, self.space.grades)
        if self.path is not None:
            steps = ((*about, run_text(one.before), run_text(one.after), str(one)) for one in self.path)
            return columns_of(("order", "length", "grades", "before", "after", "step"), steps)
        named = {**self.facts, **{f"{name} valuation": verdict for name, verdict in self.valuations.items()}}
        if self.construction is not None:
            named |= {f"construction: {name}": verdict for name, verdict in self.construction.steps.items()}
        if self.substitutes is not None:
            named |= {**self.substitutes.facts, **self.substitutes.measure}
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
    grades = f"grades 0 to {space.grades:,}" if space.values is None else space.grades_text
    return f"{things} of {space.length:,} document{'' if space.length == 1 else 's'}, {grades}"


def order_tables(report: OrderReport) -> list[Table]:
    """The facts, and what else was asked for: the construction, and what can be had without it."""
    tables = [order_table(report)]
    if report.construction is not None:
        tables.append(construction_table(report.construction))
    if report.substitutes is not None:
        tables.append(substitutes_table(report.substitutes))
    return tables


def order_table(report: OrderReport) -> Table:
    """The facts for people, with a witness where one fails."""
    named = {**report.facts, **{f"{name} valuation": verdict for name, verdict in report.valuations.items()}}
    rows = _fact_rows(named)
    space = report.space
    title = f"{report.order.name}, length {space.length}, {space.grades_text}: {space.size_text}"
    return Table(("fact", "holds", "because", "known by"), rows, title, footer=tuple(_sentences(report)))


def construction_table(made: Construction) -> Table:
    """The steps from an order to an interval measure, with a witness where one fails."""
    rows = _fact_rows(made.steps, explained=True)
    title = "From the order to an interval measure: " + (
        "every step holds" if made.failed is None else f"{made.failed} fails"
    )
    said = [*map(_run_sentence, made.runs), *map(_pair_sentence, made.pairs)]
    return Table(("step", "holds", "because", "known by"), rows, title, footer=tuple(said))


def _run_sentence(one: RunInOrder) -> str:
    rank = "no rank: the order is not graded" if one.rank is None else f"rank ρ = {_number(one.rank)}"
    if one.irreducibles is None:
        return f"{run_text(one.run)}: {rank}"
    shown = " ".join(map(run_text, one.irreducibles[:FEW_IRREDUCIBLE]))
    more = len(one.irreducibles) - FEW_IRREDUCIBLE
    inside = shown + (f" and {more:,} more" if more > 0 else "")
    counted = _counted(len(one.irreducibles), "join-irreducible run")
    return f"{run_text(one.run)}: {rank}; {counted} at or below it" + (f": {inside}" if inside else "")


def _pair_sentence(one: PairInOrder) -> str:
    r, s = map(run_text, one.runs)
    said = {"<": f"{r} is below {s}", ">": f"{r} is above {s}", "~": f"{r} and {s} are tied"}
    bounds = [
        f"no {name}" if bound is None else f"{name} {run_text(bound)}"
        for name, bound in (("meet", one.meet), ("join", one.join))
    ]
    distance = one.why or (
        "no path between them" if one.distance is None else f"natural distance {_number(one.distance)}"
    )
    return f"{said.get(one.relation, f'{r} and {s} are not comparable')}; {', '.join(bounds)}; {distance}"


def _number(n: int) -> str:
    return f"{n:,}" if n < 10**15 else f"about 10^{len(str(n)) - 1}"


def substitutes_table(found: Substitutes) -> Table:
    title = f"The completion has {found.completed.size:,} elements, {found.new:,} of them new"
    rows = _fact_rows({**found.facts, **found.measure}, explained=True)
    return Table(("fact", "holds", "because", "known by"), rows, title)


def axiom_orders_table(found: AxiomOrders) -> Table:
    """The orders that combinations of moves generate, for people."""
    facts = ("total", "graded", "lattice", "distributive")
    rows = tuple(
        (
            Cell(" or ".join("+".join(moves) for moves in one.combinations)),
            Cell(", ".join(one.names)),
            Cell(f"{one.classes:,}"),
            Cell(f"{float(one.comparable):.1%}"),
            *(Cell({True: "yes", False: "no", None: ""}[one.facts[fact].holds]) for fact in facts),
        )
        for one in found.orders
    )
    made = sum(one.all_combinations for one in found.orders)
    space = found.space
    title = f"{made} combinations of moves make {len(rows)} orders, length {space.length}, {space.grades_text}"
    columns = ("moves", "order", "elements", "comparable", *facts)
    tied = any(one.poset.classes is not None for one in found.orders)
    footer = ("fewer elements than runs: tied runs are one element",) if tied else ()
    return Table(columns, rows, title, footer=footer)


def axiom_orders_document(found: AxiomOrders) -> dict[str, Any]:
    """The same as one JSON document."""
    space = found.space
    return {
        "length": space.length,
        "grades": space.grades,
        "kind": space.kind,
        "size": space.size,
        "orders": [
            {
                "moves": [list(moves) for moves in one.combinations],
                "combinations": one.all_combinations,
                "names": list(one.names),
                "elements": one.classes,
                "comparable": float(one.comparable),
                "facts": {name: verdict.to_json() for name, verdict in one.facts.items()},
            }
            for one in found.orders
        ],
    }


def _fact_rows(named: dict[str, Verdict], *, explained: bool = False) -> tuple[tuple[Cell, ...], ...]:
    """A row for each fact: why it fails or does not apply, and with ``explained`` also why it holds."""
    return tuple(
        (
            Cell(name),
            Cell({True: "yes", False: "no", None: "does not apply"}[verdict.holds]),
            Cell(
                _witness(name, verdict)
                if verdict.holds is False
                else verdict.why
                if explained or verdict.holds is None
                else ""
            ),
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
        if found.tied:
            said += _class_sentences(found.classes or ())
        if found.lattice is not None:
            said.append(_counted(len(found.lattice.join_irreducibles), "join-irreducible run"))
    if report.path is not None:
        said.append(f"natural distance {len(report.path)}" + (":" if report.path else ""))
        said.extend(f"  {run_text(step.before)} → {run_text(step.after)}: {step}" for step in report.path)
    return said


def _class_sentences(classes: Sequence[Sequence[Sequence[int]]]) -> list[str]:
    """Which runs are tied, where the classes are few."""
    counted = f"{_counted(len(classes), 'class')}: tied runs are one element"
    if len(classes) > FEW_CLASSES:
        return [counted]
    lines = [" ".join(map(run_text, members[:FEW_TIED])) for members in classes if len(members) > 1]
    more = [len(members) - FEW_TIED for members in classes if len(members) > 1]
    return [counted, *(f"  {line}{f' and {n:,} more' if n > 0 else ''}" for line, n in zip(lines, more, strict=True))]


def _counted(n: int, what: str) -> str:
    shown = f"{n:,}" if n < 10**15 else f"{n:.3e}"
    return f"{shown} {what}{'' if n == 1 else 'es' if what.endswith('s') else 's'}"


def _witness(name: str, verdict: Verdict) -> str:
    witness = verdict.witness
    if name == "lattice":
        what, r, s = witness
        return f"{run_text(r)} and {run_text(s)} have no {what}"
    if name == "ranked" and witness and verdict.proof is not Proof.THEOREM:
        up, _ = witness
        return f"two paths from {run_text(up[0])} to {run_text(up[-1])} climb by different numbers of steps"
    if name in ("graded", "ranked"):
        short, long = witness
        lengths = f"paths up of {len(short) - 1} and {_counted(len(long) - 1, 'step')}"
        same = short[0] == long[0] and short[-1] == long[-1]
        return lengths + (f" from {run_text(short[0])} to {run_text(short[-1])}" if same else "")
    if name == "bounded":
        shown = ", ".join(map(run_text, witness[:FEW_CLASSES])) + (", …" if len(witness) > FEW_CLASSES else "")
        return f"{verdict.why}: {shown}"
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
    if found is not None and found.classes is not None:
        document["classes"] = [[list(run) for run in members] for members in found.classes]
    if report.path is not None:
        steps = [{"before": list(step.before), "after": list(step.after), "step": str(step)} for step in report.path]
        document["path"] = {"distance": len(steps), "steps": steps}
    if report.construction is not None:
        document["construction"] = _construction_document(report.construction)
    if report.substitutes is not None:
        document["completion"] = _completion_document(report.substitutes)
    return document


def _construction_document(made: Construction) -> dict[str, Any]:
    return {
        "steps": {name: verdict.to_json() for name, verdict in made.steps.items()},
        "failed": made.failed,
        "alpha": plain(made.alpha),
        "beta": plain(made.beta),
        "runs": [
            {"run": list(one.run), "rank": one.rank, "irreducibles": plain(one.irreducibles)} for one in made.runs
        ],
        "pairs": [
            {
                "runs": plain(one.runs),
                "relation": one.relation,
                "meet": plain(one.meet),
                "join": plain(one.join),
                "distance": one.distance,
            }
            for one in made.pairs
        ],
    }


def _completion_document(found: Substitutes) -> dict[str, Any]:
    return {
        "elements": found.completed.size,
        "new": found.new,
        "facts": {name: verdict.to_json() for name, verdict in found.facts.items()},
        "measure": {name: verdict.to_json() for name, verdict in found.measure.items()},
    }
