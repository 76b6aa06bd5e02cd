"""The pages: templates, and what they are filled with."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2
from markupsafe import Markup, escape

from intervale.measures import CATALOGUE
from intervale.present.diagram import svg_picture
from intervale.present.page.ruler import double_ruler
from intervale.web.answer import Answer
from intervale.web.controls import Control, controls_of
from intervale.web.selection import selection_of
from intervale.web.state import LONGEST, ORDER_NAMES, TOP, State, plain_gains
from intervale.web.words import FIRST_AXIOMS, ORDER_WORDS, about_measure, counted

__all__ = ["ASSETS", "asset", "explorer_page", "filled", "hasse_file"]

ASSETS = {
    "base.css": ("intervale.present.page", "text/css"),
    "explorer.css": ("intervale.web", "text/css"),
    "explorer.js": ("intervale.web", "text/javascript"),
    "htmx.min.js": ("intervale.web", "text/javascript"),
}
"""What a page may ask for, where it lies, and what it is."""

ABOUT_GRADES = ("rel", "max_rel")
"""Parameters that say nothing where documents are relevant or not."""


@cache
def asset(name: str) -> bytes:
    """A file that pages use."""
    package, _ = ASSETS[name]
    return (files(package) / "assets" / name).read_bytes()


def in_code(text: str) -> Markup:
    """A sentence in which lists, between backticks, are code.

    >>> in_code("from `00` to <b>")
    Markup('from <code>00</code> to &lt;b&gt;')
    """
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


@cache
def templates() -> jinja2.Environment:
    found = jinja2.Environment(
        loader=jinja2.PackageLoader("intervale.web", "assets"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["in_code"] = in_code
    found.globals["counted"] = counted
    return found


def filled(template: str, **context: Any) -> str:
    """A template with what it shows."""
    return templates().get_template(template).render(**context)


def explorer_page(state: State, answer: Answer | None, wrong: str = "", origin: str = "") -> str:
    """The page of a state. Without an answer it says what is ``wrong`` and can be used all the same."""
    return filled(
        "explore.html",
        state=state,
        answer=answer,
        wrong=wrong,
        origin=origin,
        controls=_controls(state),
        measures=[name for name, kind in CATALOGUE.items() if kind.on_run_space],
        others=[name for name, kind in CATALOGUE.items() if not kind.on_run_space],
        orders=[(name, ORDER_WORDS[name]) for name in ORDER_WORDS if name in ORDER_NAMES],
        about=about_measure(state.measure),
        longest=LONGEST,
        top=TOP,
        plain=",".join(plain_gains(state.grades)),
        **({} if answer is None else shown(state, answer)),
    )


def _controls(state: State) -> list[tuple[Control, str]]:
    """The controls of the measure with what is written in each; those about grades only where there are several."""
    given = dict(state.parameters)
    return [
        (control, given.get(control.name, control.default))
        for control in controls_of(state.measure)
        if state.grades > 1 or control.name in given or control.name not in ABOUT_GRADES
    ]


def shown(state: State, answer: Answer, *, linked: bool = True) -> dict[str, Any]:
    """What a template shows of an answer: pictures, what was pressed, properties in two parts, and Python."""
    picked = selection_of(state, answer.diagram)
    picture = None
    if answer.diagram is not None:
        picture = Markup(
            svg_picture(
                answer.diagram,
                hasse_label(state),
                link=(lambda run: state.picked(run).address) if linked else None,
                picked=state.runs,
                path=() if picked is None else picked.edges,
            )
        )
    steps, ruler = answer.steps, None
    if len(steps.scores) > 1:
        label = f"{counted(len(steps.scores), 'score')} of {answer.written}, above as they are, below at equal steps"
        ruler = Markup(double_ruler(steps.scores, label=label))
    first = [one for one in answer.properties if one.name in FIRST_AXIOMS]
    return {
        "picture": picture,
        "picked": picked,
        "ruler": ruler,
        "first_properties": first,
        "other_properties": [one for one in answer.properties if one not in first],
        "python": state.python() if state.kind.on_run_space else "",
    }


def hasse_label(state: State) -> str:
    """What the diagram shows, in words."""
    lists = f"lists of {state.length} over the grades 0 to {state.grades}"
    return f"Hasse diagram of {lists} in the order {state.order}, better lists above"


def hasse_file(state: State, answer: Answer) -> str | None:
    """The diagram as a file of its own; None where there is none."""
    if answer.diagram is None:
        return None
    picked = selection_of(state, answer.diagram)
    path = () if picked is None else picked.edges
    return svg_picture(answer.diagram, hasse_label(state), picked=state.runs, path=path, alone=True)
