"""What the page shows of a state: the verdict in a sentence, its example, tiles, diagram, scores and properties.

All of it is computed by the library; nothing is decided here. An :class:`Answer` is plain data, so that it can be made
in another process. A part that is refused says so and does not cancel the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from intervale.errors import IntervaleError
from intervale.exact.verdict import Proof
from intervale.measures import Measure
from intervale.orders import ORDERS, InducedOrder, JudgedRun, Order, RunPoset, RunSpace, poset, theorem_facts
from intervale.present.diagram import MOST_DRAWN, Diagram, diagram_of
from intervale.present.digits import in_words
from intervale.present.order import run_text
from intervale.present.wording import Tile
from intervale.scales import OrderScale, balancing_index, scale
from intervale.scales.values import RunValues
from intervale.web.example import Example, example_of, kind_of
from intervale.web.properties import Property, properties_of
from intervale.web.state import LONGEST, State
from intervale.web.steps_table import EqualSteps, equal_steps_of
from intervale.web.words import Kind, averaging, counted, headline

__all__ = ["Answer", "answer_of", "longest_decided", "order_of", "without_verdict"]

DECIDED = 20_000
"""On so many lists every step is looked at."""
PROOFS = {
    Proof.THEOREM: "proved, not sampled",
    Proof.CERTIFIED: "proved by an example, checked exactly",
}
NO_STEPS = EqualSteps()


@dataclass(frozen=True)
class Answer:
    """Everything that is shown of a state, except what was pressed."""

    kind: Kind
    written: str
    headline: str
    example: str
    """Lists stand between backticks."""
    tiles: tuple[Tile, ...] = ()
    diagram: Diagram | None = None
    no_diagram: str = ""
    steps: EqualSteps = NO_STEPS
    properties: tuple[Property, ...] = ()
    no_properties: str = ""
    notes: tuple[str, ...] = ()
    size: int = 0
    """How many lists there are."""
    exact: bool = True


def answer_of(state: State) -> Answer:
    """The answer to a state.

    >>> answer_of(State()).headline
    'RBP ranks lists correctly, but its steps are not equal.'
    """
    if not state.kind.on_run_space:
        why = state.kind.why_no_exact.replace("on a run space", "in a list of grades")
        return without_verdict(state, "refused", f"The grades of a list are not enough: {why}.")
    try:
        measure, space = state.built(), state.space
        one = scale(measure, length=state.length, grades=state.grades, order=state.order)[state.order]
        values = RunValues(measure, RunSpace(state.length, state.grades))
    except IntervaleError as error:
        return without_verdict(state, "refused", f"{error}.")
    found = _poset(state, values, space)
    own = None if found is None or found.classes is None else tuple(found.runs)
    example = example_of(one, values.of, own, own_topics=measure.recall_based)
    kind = kind_of(one)
    diagram = None if found is None else diagram_of(found, values.of if one.applies else None, example.steps)
    properties, no_properties = _properties(measure, values.space)
    return Answer(
        kind,
        state.written,
        _headline(kind, state, example),
        example.sentence,
        _tiles(kind, one, state, measure, found, example),
        diagram,
        "" if diagram is not None else _too_many(space),
        equal_steps_of(measure, space if one.applies else values.space, state.written),
        properties,
        no_properties,
        _notes(measure),
        space.size,
        not values.numeric,
    )


def without_verdict(state: State, kind: Kind, why: str) -> Answer:
    """An answer that names no scale, and says why."""
    written = state.written if state.kind.on_run_space else state.measure
    return Answer(kind, written, headline(kind, state.measure), why, size=state.space.size)


def longest_decided(grades: int) -> int:
    """Up to which length every step is looked at, with these grades.

    >>> longest_decided(1), longest_decided(4)
    (12, 6)
    """
    return max(n for n in range(1, LONGEST + 1) if (grades + 1) ** n <= DECIDED)


def order_of(state: State, value: Any) -> Order:
    """The order of a state; the measure's own is made of its values."""
    return ORDERS[state.order] if state.order in ORDERS else InducedOrder(value)


def _poset(state: State, values: RunValues, space: RunSpace) -> RunPoset | None:
    if space.size > MOST_DRAWN:
        return None
    return poset(order_of(state, values.of), state.length, state.grades)


def _headline(kind: Kind, state: State, example: Example) -> str:
    most = longest_decided(state.grades)
    return headline(kind, state.measure, above=example.above, below=example.below, most=most)


def _too_many(space: RunSpace) -> str:
    what = f"{counted(space.size, 'list')} are too many for a diagram (at most {MOST_DRAWN})"
    return f"{what}: choose a shorter length or fewer grades."


def _notes(measure: Measure) -> tuple[str, ...]:
    if not measure.recall_based:
        return ()
    return ("Scores are shown before a topic's own constant divides them, which changes no order and no ratio.",)


def _properties(measure: Measure, space: RunSpace) -> tuple[tuple[Property, ...], str]:
    try:
        return properties_of(measure, space), ""
    except IntervaleError as error:
        return (), f"{error}."


# ---------------------------------------------------------------- tiles


def _tiles(
    kind: Kind, one: OrderScale, state: State, measure: Measure, found: RunPoset | None, example: Example
) -> tuple[Tile, ...]:
    say, tone, small = averaging(kind, own_topics=measure.recall_based)
    if say == "Yes" and one.alpha is not None:
        small = f"its steps are equal: each adds {in_words(one.alpha)[0]}"
    return (
        Tile("Scale", _scale_words(kind), _tone(kind), _known(kind, one)),
        Tile("May I average?", say, tone, small),
        _balance(measure, state),
        _order(state, found),
    )


def _scale_words(kind: Kind) -> str:
    return {"one value": "One score only"}.get(kind, kind.capitalize())


def _tone(kind: Kind) -> str:
    return {"interval": "yes", "ordinal": "caveat", "weakly ordinal": "caveat", "none": "no"}.get(kind, "plain")


def _known(kind: Kind, one: OrderScale) -> str:
    """How the verdict is known: by the weakest of the verdicts that decide it."""
    if kind == "does not apply":
        return "shown by an example"
    if kind == "not known":
        return f"at least {one.at_least}, at most {one.at_most}"
    weakest = max(one.decisive, key=lambda verdict: list(Proof).index(verdict.proof))
    if weakest.proof is Proof.EXHAUSTIVE and weakest.cases:
        return f"all {counted(weakest.cases, 'step')} looked at" if weakest.cases > 1 else "the only step looked at"
    return PROOFS.get(weakest.proof, f"known by {weakest.proof}")


def _balance(measure: Measure, state: State) -> Tile:
    ask = "Balancing index"
    try:
        index = balancing_index(measure, length=state.length, grades=state.grades)
    except IntervaleError as error:
        return Tile(ask, "Refused", "plain", f"{error}.")
    low, high = ("relevant documents", "one") if state.grades == 1 else ("documents of grade 1", "the best grade")
    if index is None:
        return Tile(ask, "None", "plain", f"{low}, however many, never make up for {high} at the top")
    say = f"{index} of {state.length}"
    if index == 1:
        return Tile(ask, say, "plain", f"{low} below rank 1 never make up for {high} at the top")
    return Tile(ask, say, "plain", f"{low} from rank {index} on are worth {high} at the top")


def _order(state: State, found: RunPoset | None) -> Tile:
    space = state.space
    if state.order == "induced":
        size = f"; {counted(len(found.runs), 'different score')}" if found is not None else ""
        return Tile("Order", "Total", "plain", f"made by the scores themselves{size}, {counted(space.size, 'list')}")
    total = theorem_facts(ORDERS[state.order], space)["total"] if found is None else found.facts["total"]
    what = "set" if space.kind == "set" else "list"
    facts = [counted(space.size, what)]
    if found is not None:
        facts.append(counted(sum(len(covers) for covers in found.poset.above), "cover step"))
        facts.append(f"height {found.poset.height}")
    said = ", ".join(facts)
    if total.holds:
        return Tile("Order", "Total", "plain", f"any two can be compared; {said}")
    pair: tuple[JudgedRun, ...] = total.witness
    return Tile("Order", "Not total", "plain", f"{' and '.join(map(run_text, pair))} cannot be compared; {said}")
