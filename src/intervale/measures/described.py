"""What the catalogue says of a measure: taken from the docstring of its class, the one place where it stands."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from intervale.errors import MeasureError
from intervale.measures.catalogue import CATALOGUE
from intervale.measures.measure import Measure
from intervale.measures.other_names import DIFFERENT, OTHER_NAMES, refused_name, spelling
from intervale.measures.parameters import printed
from intervale.measures.parse import parse_measures
from intervale.measures.trec_names import TREC_FAMILIES, TREC_SINGLE

__all__ = ["Described", "described", "found_measures"]

_ALSO_IN_TREC_EVAL = re.compile(r"[;.] trec_eval(?::|'s)? ")
_LETTERS = {"iprec_at_recall": "ρ", "Rprec_mult": "m"}
"""How the parameter of a family is called, where it is not a cutoff."""


@dataclass(frozen=True)
class Described:
    """A measure in words: what it is, its formula, conventions and source; its parameters with their defaults; its
    names elsewhere, by tool; and what tools compute differently under its name.
    """

    name: str
    about: str
    formula: str
    conventions: str
    source: str
    parameters: dict[str, Any]
    names: dict[str, tuple[str, ...]]
    different: tuple[str, ...]

    @property
    def short(self) -> str:
        """The formula without the letters that it explains."""
        return self.formula.partition("; ")[0]

    @property
    def other_names(self) -> tuple[str, ...]:
        """All names elsewhere, each once."""
        return tuple(dict.fromkeys(name for names in self.names.values() for name in names))

    @property
    def example(self) -> str:
        """The measure as it may be written, with a cutoff where it takes one."""
        return f"{self.name}{'@10' if CATALOGUE[self.name].at == 'cutoff' else ''}"

    def holds(self, words: str) -> bool:
        """Whether all words, or their beginnings, stand in what is said of it; short ones as they are."""
        texts = (self.name, self.about, self.formula, self.conventions, self.source, *self.other_names)
        text = " ".join(texts).casefold()
        text += " " + text.replace("_", " ").replace("-", " ")
        ends = {word: r"\b" if len(word) < 3 else "" for word in words.casefold().split()}
        return all(re.search(rf"(?<!\w){re.escape(word)}{end}", text) for word, end in ends.items())


@lru_cache(maxsize=256)
def described(name: str) -> Described:
    """What is said of a measure of the catalogue.

    >>> found = described("P")
    >>> found.formula
    'P@k = (1/k) · Σ_{i ≤ k} [r[i] ≥ rel]; `relative`: divided by min(k, RB) instead, the most that is possible'
    >>> found.short
    'P@k = (1/k) · Σ_{i ≤ k} [r[i] ≥ rel]'
    >>> found.parameters
    {'rel': '1', 'relative': 'False', 'judged_only': 'False', 'cutoff': 'none: it must be given'}
    """
    kind = CATALOGUE[name]
    parts = [part for part in _paragraphs(kind) if not part.startswith(">>>")]
    about, formula, *rest = parts if len(parts) > 1 else (kind.__name__, "")  # docstrings may be left out (python -OO)
    conventions, _, source = " ".join(rest).partition("Source: ")
    return Described(
        name,
        about,
        formula,
        conventions.replace("Conventions: ", "").strip(),
        _ALSO_IN_TREC_EVAL.split(source)[0].removesuffix("."),
        {field.name: _default(kind, field.name, field.default) for field in fields(kind)},
        _names(name),
        tuple(f"{one.name} of {' and '.join(one.tools)}: {one.why}" for one in DIFFERENT if one.measure == name),
    )


def found_measures(words: str = "") -> tuple[list[Described], list[Described]]:
    """The measures of the catalogue that words lead to, and others that they are said of: one by its name or as it may
    be written, else all in whose description the words stand. A name of another tool that is refused is refused here,
    too, where nothing is found.

    >>> found, others = found_measures("hit rate")
    >>> [one.name for one in found], found_measures("ndcg_at_10")[0][0].name
    (['Success'], 'nDCG')
    """
    said_of = [one for name in CATALOGUE if (one := described(name)).holds(words)]
    named = {measure.name for measure in _read(words, refuse=not said_of)} if words.strip() else set()
    if len(named) != 1 or not named <= set(CATALOGUE):
        return said_of, []
    (name,) = named
    return [described(name)], [one for one in said_of if one.name != name]


def _read(words: str, *, refuse: bool) -> list[Measure]:
    """The measures that words name; none where they name none. One that is known and refused may raise an error."""
    text = "_".join(words.split())
    try:
        return parse_measures(text)
    except MeasureError:
        found = spelling(text)
        if refuse and found is not None and refused_name(found.name) is not None:
            raise
        return []


def _paragraphs(kind: type[Measure]) -> list[str]:
    """The paragraphs of the docstring, each in one line, with code in single marks."""
    text = inspect.cleandoc(kind.__doc__ or "").replace("``", "`")
    return [" ".join(part.split()) for part in text.split("\n\n")]


def _default(kind: type[Measure], name: str, default: Any) -> str:
    """The default of a parameter in words."""
    if default is not None:
        return printed(default)
    if name == kind.at:
        return "none: it must be given" if kind.needs_cutoff or name == "recall" else "the whole run"
    return {
        "gains": "gain = grade",
        "max_rel": "the top grade of the collection",
        "stop": "as the gains say",
    }.get(name, "none")


def _names(name: str) -> dict[str, tuple[str, ...]]:
    """Other names by tool; those without a tool under none."""
    by_tool: dict[str, list[str]] = {}
    for trec, measure in TREC_SINGLE.items():
        if measure.name == name != trec:
            by_tool.setdefault("trec_eval", []).append(trec)
    for family, (build, parameters) in TREC_FAMILIES.items():
        if build(parameters[0]).name == name:  # type: ignore[arg-type]
            by_tool.setdefault("trec_eval", []).append(f"{family}_{_LETTERS.get(family, 'k')}")
    for other in OTHER_NAMES:
        if other.measure.partition("(")[0] == name:
            for tool in other.tools or ("papers",):
                by_tool.setdefault(tool, []).append(other.name)
    return {tool: tuple(names) for tool, names in by_tool.items()}
