"""One address, one state: which measure, on which lists, in which order.

``/?m=RBP&p=0.8&n=4&c=1&g=0,1&o=rank-swap`` is RBP with persistence 0.8 on lists of 4 documents over the grades 0 to 1,
with the gains 0 and 1, in the order rank-swap; ``r`` names up to two lists that were pressed. What an address does not
say has a default, so that ``/`` is a state too. Only measures of the catalogue are known, by their names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from urllib.parse import quote, urlencode

from intervale.errors import IntervaleError, MeasureError, NumberError
from intervale.exact import bounded_number
from intervale.measures import CATALOGUE, Measure
from intervale.measures.parameters import allowed, checked, printed
from intervale.orders import ORDERS, JudgedRun, RunSpace
from intervale.scales.arguments import with_gains
from intervale.web.controls import Control, controls_of, read_value

__all__ = ["LONGEST", "ORDER_NAMES", "TOP", "State", "StateError", "parse_state", "state_of"]

LONGEST, TOP, MOST_PICKED = 12, 4, 2
"""How long lists may be, how high grades, and how many lists can be pressed."""
DEFAULTS = {"m": "RBP", "n": "4", "c": "1", "o": "rank-swap"}
MOST_TEXT = 200
"""How many characters one part of an address may have."""
ORDER_NAMES = (*ORDERS, "induced")
_WHOLE = re.compile(r"[0-9]{1,3}")


class StateError(Exception):
    """What is wrong with an address, in one sentence, and a state that shows the rest of it."""

    def __init__(self, sentence: str, nearest: State) -> None:
        super().__init__(sentence)
        self.nearest = nearest


@dataclass(frozen=True)
class State:
    """What the page shows. Two states are equal where their addresses are."""

    measure: str = "RBP"
    parameters: tuple[tuple[str, str], ...] = (("p", "0.8"),)
    """What is written for the parameters that an address names, in the order of the definition."""
    length: int = 4
    grades: int = 1
    gains: tuple[str, ...] = ("0", "1")
    order: str = "rank-swap"
    runs: tuple[JudgedRun, ...] = ()

    @property
    def query(self) -> str:
        """What stands behind the ``?`` of the address."""
        parts = [("m", self.measure), *self.parameters, ("n", str(self.length)), ("c", str(self.grades))]
        parts += [("g", ",".join(self.gains)), ("o", self.order)]
        parts += [("r", ",".join("".join(map(str, run)) for run in self.runs))] if self.runs else []
        return urlencode(parts, quote_via=quote, safe=",/")

    @property
    def address(self) -> str:
        """The address, without the server.

        >>> State().address
        '/?m=RBP&p=0.8&n=4&c=1&g=0,1&o=rank-swap'
        """
        return f"/?{self.query}"

    @property
    def kind(self) -> type[Measure]:
        return CATALOGUE[self.measure]

    @property
    def takes_gains(self) -> bool:
        """Whether the gains of grades work in the measure."""
        known, given = {field.name for field in fields(self.kind)}, dict(self.parameters)
        graded = "graded" not in known or given.get("graded") == "true"
        return "gains" in known and graded and given.get("dcg") != "exp-log2"

    def built(self) -> Measure:
        """The measure, with its parameters and the length as its cutoff."""
        controls = {control.name: control for control in controls_of(self.measure)}
        given = {name: read_value(controls[name], text) for name, text in self.parameters}
        if self.kind.at == "cutoff":
            given["cutoff"] = self.length
        made = self.kind(**given)
        if self.takes_gains and self.gains != plain_gains(self.grades):
            made = with_gains(made, [bounded_number(gain) for gain in self.gains], self.grades)
        return made

    @property
    def space(self) -> RunSpace:
        """The lists that the order compares."""
        kind = ORDERS[self.order].kind if self.order in ORDERS else "rank"
        return RunSpace(self.length, self.grades, kind)

    def picked(self, run: JudgedRun) -> State:
        """The state once a list was pressed: taken away where it was there, and alone where there were two."""
        if run in self.runs:
            return replace(self, runs=tuple(other for other in self.runs if other != run))
        return replace(self, runs=(*self.runs, run) if len(self.runs) < MOST_PICKED else (run,))

    @property
    def written(self) -> str:
        """The measure as people write it, with the parameters that the address names.

        >>> State().written
        'RBP(p=0.8)@4'
        """
        made = self.built()
        named = {name: getattr(made, name) for name, _ in self.parameters}
        if self.takes_gains and self.gains != plain_gains(self.grades):
            named["gains"] = vars(made)["gains"]
        inside = ",".join(f"{name}={printed(value)}" for name, value in named.items() if value is not None)
        return self.measure + (f"({inside})" if inside else "") + f"@{self.length}"

    def python(self) -> str:
        """The same question, asked in Python."""
        measure = self.written
        quoted = f'"{measure}"' if '"' not in measure else repr(measure)
        return (
            "import intervale as iv\n\n"
            f'found = iv.scale({quoted}, length={self.length}, grades={self.grades}, order="{self.order}")\n'
            f'print(found["{self.order}"].scale)\n'
        )


def plain_gains(grades: int) -> tuple[str, ...]:
    """The gains where each grade is its own."""
    return tuple(str(grade) for grade in range(grades + 1))


def state_of(measure: str, length: int, grades: int, order: str) -> State:
    """The state of a measure with its own parameters.

    >>> state_of("AP", 3, 2, "rank-total").address
    '/?m=AP&n=3&c=2&g=0,1,2&o=rank-total'
    """
    given = tuple((control.name, control.default) for control in controls_of(measure) if control.shown_always)
    return State(measure, given, length, grades, plain_gains(grades), order)


def parse_state(query: Mapping[str, str]) -> State:
    """The state that the parts of an address ask for; a :class:`StateError` with a sentence where there is none."""
    wrong: list[str] = []
    given = {name: text.strip() for name, text in query.items()}
    for name, text in list(given.items()):
        if len(text) > MOST_TEXT:
            wrong.append("The address is too long.")
            del given[name]
    given = {**DEFAULTS, **{name: text for name, text in given.items() if text}}
    name = given["m"]
    if name not in CATALOGUE:
        wrong.append("There is no such measure. Choose one from the list.")
        name = DEFAULTS["m"]
    length = _whole(given["n"], "The length", LONGEST, int(DEFAULTS["n"]), wrong)
    grades = _whole(given["c"], "The top grade", TOP, int(DEFAULTS["c"]), wrong)
    order = given["o"]
    if order not in ORDER_NAMES:
        wrong.append("There is no such order. Choose one from the list.")
        order = DEFAULTS["o"]
    parameters = tuple(_parameters(name, given, wrong))
    found = State(name, parameters, length, grades, plain_gains(grades), order)
    found = replace(found, gains=_gains(given.get("g"), found, wrong))
    found = replace(found, runs=_runs(given.get("r", ""), found, wrong))
    try:
        if found.kind.on_run_space:
            found.built()
    except IntervaleError as error:
        wrong.append(f"{error}.")
    if wrong:
        raise StateError(wrong[0], found)
    return found


def _whole(text: str, what: str, most: int, default: int, wrong: list[str]) -> int:
    if _WHOLE.fullmatch(text) and 1 <= int(text) <= most:
        return int(text)
    wrong.append(f"{what} must be a whole number from 1 to {most}.")
    return default


def _parameters(measure: str, given: Mapping[str, str], wrong: list[str]) -> list[tuple[str, str]]:
    """What is written for each parameter, in one way: only where it is not the default, or always shown."""
    found = []
    for control in controls_of(measure):
        text = _written(control, given.get(control.name, control.default), wrong)
        if control.shown_always or text != control.default:
            found.append((control.name, text))
    return found


def _written(control: Control, text: str, wrong: list[str]) -> str:
    try:
        value = read_value(control, text)
    except IntervaleError:
        wrong.append(f"{control.label.partition(' (')[0]} must be {allowed(control.rule)}.")
        return control.default
    return control.text_of(value)


def _gains(text: str | None, state: State, wrong: list[str]) -> tuple[str, ...]:
    """The gains of the grades: those that are their own grade follow the top grade; a measure without gains has no
    others.
    """
    plain = plain_gains(state.grades)
    if text is None or not state.takes_gains:
        return plain
    try:
        gains = tuple(printed(_short(bounded_number(word.strip()))) for word in text.split(","))
    except NumberError:
        wrong.append(f"The gains must be numbers, one for each grade, such as {','.join(plain)}.")
        return plain
    if gains == plain_gains(len(gains) - 1):
        return plain
    if len(gains) != len(plain):
        wrong.append(f"Give one gain for each of the grades 0 to {state.grades}, such as {','.join(plain)}.")
        return plain
    rule = state.kind.rules.get("gains")
    try:
        checked("gains", dict(enumerate(map(bounded_number, gains))), rule)
    except MeasureError:
        numbers = "numbers of at least 0" if rule is None else "whole numbers from 0 to 32000"
        wrong.append(f"The gains of {state.measure} must be {numbers}, such as {','.join(plain)}.")
        return plain
    return gains


def _short(number: Fraction) -> int | float | Fraction:
    """A number as it is written in the shortest way."""
    if number.denominator == 1:
        return int(number)
    near = float(number)
    return near if bounded_number(repr(near)) == number and "e" not in repr(near) else number


def _runs(text: str, state: State, wrong: list[str]) -> tuple[JudgedRun, ...]:
    """The lists that were pressed; those that are none of this space, as after a change of length, are left out."""
    found: list[JudgedRun] = []
    for word in text.split(",")[:MOST_PICKED]:
        if re.fullmatch(r"[0-9]{1,12}", word):
            run = tuple(int(grade) for grade in word)
            if run in state.space and run not in found:
                found.append(run)
        elif word:
            wrong.append("A list is written by its grades, such as 0110.")
    return tuple(found)
