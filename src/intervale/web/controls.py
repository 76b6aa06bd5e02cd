"""The controls of a measure's parameters, made from the catalogue: what is asked, and what may be written."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from intervale.exact import bounded_number
from intervale.measures import CATALOGUE
from intervale.measures.parameters import checked, printed
from intervale.web.words import PARAMETER_WORDS

__all__ = ["Control", "controls_of", "read_value"]

ELSEWHERE = ("cutoff", "gains", "stop", "judged_only", "recall", "levels")
"""What is no control of its own: the length is the cutoff, gains are asked for all measures, chances of stopping are
written by grade, and in a list of grades every document is judged."""
CHOICES = {"dcg": (("log2", "the grade"), ("exp-log2", "2^grade − 1"))}


@dataclass(frozen=True)
class Control:
    """A parameter as the page asks for it. Texts are what an address holds."""

    name: str
    label: str
    look: str
    """``slider``, ``number``, ``choice`` or ``switch``."""
    default: str
    rule: str
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def shown_always(self) -> bool:
        """Whether an address names it though it is the default."""
        return self.look in ("slider", "number") and bool(self.default) and self.name != "rel"

    def text_of(self, value: Any) -> str:
        """A value as an address has it."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return "true" if value else ""
        return value if isinstance(value, str) else printed(value)


@cache
def controls_of(measure: str) -> tuple[Control, ...]:
    """The controls of a measure of the catalogue, in the order of its definition.

    >>> [(one.name, one.look, one.default) for one in controls_of("RBP")]
    [('p', 'slider', '0.8'), ('rel', 'number', '1'), ('normalised', 'switch', '')]
    """
    kind = CATALOGUE[measure]
    if not kind.on_run_space:
        return ()
    found = []
    for field in fields(kind):
        if field.name in ELSEWHERE:
            continue
        rule = kind.rules.get(field.name, field.name)
        look = "switch" if isinstance(field.default, bool) else "choice" if field.name in CHOICES else "number"
        look = "slider" if field.name == "p" else look
        blank = Control(field.name, PARAMETER_WORDS[field.name], look, "", rule, CHOICES.get(field.name, ()))
        found.append(
            Control(blank.name, blank.label, look, blank.text_of(field.default), rule, CHOICES.get(field.name, ()))
        )
    return tuple(found)


def read_value(control: Control, text: str) -> Any:
    """The value that a text stands for, checked as the catalogue checks it; None where it is empty and may be."""
    if control.look == "switch":
        return text == "true"
    if not text:
        return None
    if control.choices or text == "topic":
        return checked(control.name, text, control.rule)
    return checked(control.name, bounded_number(text), control.rule)
