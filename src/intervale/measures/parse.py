"""Reading measures: the grammar of ir_measures, trec_eval's names, and those of other tools.

``parse_measure`` reads names and never runs or imports anything: data may hold whatever text they like. Only
``load_measure`` also takes ``module:function``, which is code; it is for what the user asked for, on the command line
(``-m``) or in a call from Python.

.. code-block:: text

    measure   :=  form | NAME [ "(" [ NAME "=" value { "," NAME "=" value } ] ")" ] [ "@" number ]
    form      :=  NAME "(" measure { "," NAME "=" value } ")"
    value     :=  number | number "/" number | "-" number | text | True | False | { value ":" value, … } | ( value, … )
"""

from __future__ import annotations

import ast
import difflib
import re
import warnings
from collections.abc import Callable, Iterable
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Any, NoReturn

from intervale.errors import MeasureError, shown
from intervale.measures.catalogue import CATALOGUE, FOLDED, build
from intervale.measures.derived import derived
from intervale.measures.ir_measures_objects import from_ir_measures, of_ir_measures
from intervale.measures.measure import Measure
from intervale.measures.other_names import Spelling, refused_name, spelling
from intervale.measures.own import load_function, wrap
from intervale.measures.trec_names import LEFT_OUT, TREC_FAMILIES, TREC_SINGLE, from_trec_name

__all__ = ["load_measure", "load_measures", "parse_measure", "parse_measures", "written_apart"]

MeasureLike = str | Measure | Callable[..., Any]

LONGEST, DEEPEST = 20_000, 20
"""How many characters a measure may have, and how deep its brackets may be nested."""
_OWN = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
_PARAMETER = re.compile(r"[0-9]*\.?[0-9]+(?:=[0-9]*\.?[0-9]+)?")
_CUTOFFS = re.compile(r"([^@]+?)(?:@|_at_)([0-9.]+(?:,[0-9.]+)+)", re.IGNORECASE)
_GLUED = re.compile(r"([^\W\d]+)([0-9]+)")


def parse_measure(text: MeasureLike) -> Measure:
    """The measure that a text names. No code is loaded.

    >>> parse_measure("nDCG(gains={0:0,1:1,2:3})@10")
    nDCG(gains={2:3})@10
    >>> parse_measure("ndcg_cut_10") == parse_measure("nDCG@10")
    True
    >>> parse_measure("P@-5")
    Traceback (most recent call last):
    intervale.errors.MeasureError: P: cutoff=-5 must be a whole number from 1 to a billion
    >>> parse_measure("nDGC@10")
    Traceback (most recent call last):
    intervale.errors.MeasureError: unknown measure 'nDGC'; did you mean nDCG?
    >>> parse_measure("os:getcwd")
    Traceback (most recent call last):
    intervale.errors.MeasureError: 'os:getcwd' refers to code, which is not loaded here: pass the function, or use -m
    """
    return _one(text, parse_measures(text))


def load_measure(text: MeasureLike) -> Measure:
    """The measure that the user asks for: as :func:`parse_measure`, and ``module:function`` is imported."""
    return _one(text, load_measures(text))


def parse_measures(text: MeasureLike | Iterable[MeasureLike]) -> list[Measure]:
    """All measures that a text names: trec_eval's families (``P.5,10``, ``official``) stand for several.

    >>> parse_measures("P.5,10")
    [P@5, P@10]
    """
    return _several(text, _refuse_code)


def load_measures(text: MeasureLike | Iterable[MeasureLike]) -> list[Measure]:
    """All measures that the user asks for: as :func:`parse_measures`, and ``module:function`` is imported."""
    return _several(text, load_function)


def _refuse_code(text: str) -> NoReturn:
    raise MeasureError(f"{text!r} refers to code, which is not loaded here: pass the function, or use -m")


def _one(text: MeasureLike, found: list[Measure]) -> Measure:
    if len(found) != 1:
        raise MeasureError(f"{text!r} names {len(found)} measures: {', '.join(map(str, found))}; name one")
    return found[0]


def _several(text: MeasureLike | Iterable[MeasureLike], load: Callable[[str], Callable[..., Any]]) -> list[Measure]:
    if isinstance(text, Measure):
        return [text]
    if of_ir_measures(text):  # before functions: these can be called
        return [from_ir_measures(text)]
    if callable(text):
        return [wrap(text)]
    if not isinstance(text, str | Iterable):
        raise MeasureError(f"{shown(text)} is not a measure; write a name such as nDCG@10")
    if not isinstance(text, str):
        return [measure for part in text for measure in _several(part, load)]
    text = text.strip()
    if not text:
        raise MeasureError("the name of a measure is empty; write one such as nDCG@10")
    if len(text) > LONGEST:
        raise MeasureError(f"the name of a measure is {len(text):,} characters long; at most {LONGEST:,} are allowed")
    if _depth(text) > DEEPEST:
        raise MeasureError(f"{shown(text)}: brackets are nested {_depth(text)} deep; at most {DEEPEST} are allowed")
    if _OWN.fullmatch(text):
        return [wrap(load(text))]
    if (parts := written_apart(text)) != [text]:
        return [measure for part in parts for measure in _several(part, load)]
    if (made := _derived(text, load)) is not None:
        return [made]
    from_trec = from_trec_name(text)
    if from_trec is not None:
        return from_trec
    if match := _CUTOFFS.fullmatch(text):
        return [measure for at in match[2].split(",") for measure in _several(f"{match[1]}@{at}", load)]
    return _spelled(text) or [_build(text)]


def written_apart(text: str) -> list[str]:
    """The measures of a text as they are written: blanks and commas stand between them. A number after a comma is one
    more parameter of the measure before it.

    >>> written_apart("nDCG@10 RBP(p=0.8, rel=2)"), written_apart("map,P.5,10, ndcg_cut_10")
    (['nDCG@10', 'RBP(p=0.8, rel=2)'], ['map', 'P.5,10', 'ndcg_cut_10'])
    """
    parts = _apart(text)
    if len(parts) > 1 and all(part[0].isalnum() for part in parts[1:]) and not parts[-1].isdigit():
        return [one for part in parts for one in written_apart(part)]
    found: list[str] = []
    for part in _apart(text, ","):
        if found and _PARAMETER.fullmatch(part.strip()):
            found[-1] += f",{part.strip()}"
        else:
            found.append(part.strip())
    return found or [text]


def _spelled(text: str) -> list[Measure] | None:
    """The measures of a name as another tool writes it; None where it is no such name."""
    found = spelling(text)
    if found is None:
        return _recased(text)
    _refuse_other(found, text)
    folded = _folded(found.name)
    if folded is None:
        return _recased(text)
    name, _, inside = folded.removesuffix(")").partition("(")
    parameters = ",".join(filter(None, (inside, _from_level(name, inside, found.level, text))))
    at = "" if found.cutoff is None else f"@{found.cutoff}"
    return [_build(f"{name}({parameters}){at}" if parameters else name + at)]


def _folded(name: str) -> str | None:
    """The measure of a name in any capitals, where hyphens may stand for ``_`` or for nothing: hit-rate, R-Prec."""
    name = name.casefold()
    return next((FOLDED[one] for one in (name, name.replace("-", "_"), name.replace("-", "")) if one in FOLDED), None)


def _refuse_other(found: Spelling, text: str) -> None:
    """Refuse a name that means several things, or a measure of other tools that is not here."""
    why = refused_name(found.name)
    if why is not None:
        raise MeasureError(f"{text!r} is not read: {why}")
    if found.name == "rbp" and found.cutoff is not None:
        raise MeasureError(
            f"{text!r} is a cutoff in some tools and p in ranx: write RBP@{found.cutoff}, or RBP(p=0.{found.cutoff})"
        )
    if found.name == "rbp" and found.level:
        raise MeasureError(f"{text!r}: rbp is graded and has no lowest relevant grade: write RBP(rel={found.level})")


def _from_level(name: str, inside: str, level: int | None, text: str) -> str:
    """The parameter that ranx's ``-l2`` sets: documents of lower grades are not relevant and have no gain."""
    if level is None:
        return ""
    if level == 0:
        raise MeasureError(f"{text!r}: relevant means a grade of at least 1: write -l1, or leave -l0 out")
    known = {field.name for field in fields(CATALOGUE[name])}
    if "rel" in known:
        return f"rel={level}"
    if "gains" in known and "max_rel" not in known and not inside:
        return f"gains={dict.fromkeys(range(1, level), 0)}"
    raise MeasureError(
        f"{text!r}: -l{level} says from which grade on documents are relevant, and {name} has no such grade"
    )


def _recased(text: str) -> list[Measure] | None:
    """The measures of a trec_eval name in other capitals; None where there is none. RBP in capitals is another."""
    for name in (*TREC_SINGLE, *TREC_FAMILIES, *LEFT_OUT):
        begins = name != "rbp" and text[: len(name)].casefold() == name.casefold()
        if begins and (found := from_trec_name(name + text[len(name) :])):
            return found
    return None


def _derived(text: str, load: Callable[[str], Callable[..., Any]]) -> Measure | None:
    """A derived measure: ``interval(AP@10)``; None where the text is none."""
    name, bracket, inside = text.partition("(")
    make = derived(name.strip().casefold()) if bracket else None
    if make is None:
        return None
    inside, closed, behind = inside.rpartition(")")
    if not closed:
        raise MeasureError(f"{text!r}: a bracket is not closed")
    if behind:
        raise MeasureError(f"{text!r}: the cutoff belongs to the measure inside, as in {name.strip()}(AP@10)")
    words = _apart(inside, ",")
    if not words:
        raise MeasureError(f"{text!r} names no measure; write {name.strip()}(AP@10)")
    options: dict[str, Any] = {}
    for word in words[1:]:
        option, equals, value = (part.strip() for part in word.partition("="))
        if not equals or not option.isidentifier():
            raise MeasureError(
                f"{text!r}: {name.strip()} takes one measure, and options by name, such as tie_rule='mid'"
            )
        if value.isidentifier() and value not in ("True", "False"):
            raise MeasureError(f"{text!r}: text needs quotes: {option}='{value}'")
        options |= _taken_apart(f"{name.strip()}({word.strip()})")[1]
    return make(_one(words[0], _several(words[0], load)), **options)


def _depth(text: str) -> int:
    """How deep brackets are nested."""
    return max(accumulate((c in "([{") - (c in ")]}") for c in text))


def _apart(text: str, between: str = " ") -> list[str]:
    """The words of a text, where what is between them stands outside of any bracket.

    >>> _apart("nDCG@10 RBP(p=0.8, rel=2)")
    ['nDCG@10', 'RBP(p=0.8, rel=2)']
    """
    words, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if (character.isspace() if between == " " else character == between) and depth <= 0:
            words.append("")
        else:
            words[-1] += character
    return [word for word in words if word.strip()]


@lru_cache(maxsize=1024)
def _build(text: str) -> Measure:
    name, given, at = _taken_apart(text)
    name, other, _ = _taken_apart(FOLDED.get(name.casefold(), name)) if name not in CATALOGUE else (name, {}, None)
    if name not in CATALOGUE:
        raise MeasureError(f"unknown measure {name[:60]!r}{_nearest(name[:60])}")
    return build(CATALOGUE[name], other | given, at)


def _taken_apart(text: str) -> tuple[str, dict[str, Any], Any]:
    """Name, parameters and what stands after ``@``."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            whole = node = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise MeasureError(f"{text!r} is not a measure: write NAME, NAME@10 or NAME(p=0.8)@10") from None
    at = None
    match whole:
        case ast.BinOp(op=ast.MatMult(), right=ast.Name()):
            raise MeasureError(f"{text!r}: write a number after @, as in AP@10")
        case ast.BinOp(op=ast.MatMult(), left=node, right=right):
            at = _value(right, text)
        case ast.BinOp(op=ast.Div(), left=ast.BinOp(op=ast.MatMult(), left=node, right=above), right=below):  # A@1/3
            at = _value(ast.BinOp(above, ast.Div(), below), text)
    given: dict[str, Any] = {}
    if isinstance(node, ast.Call):
        if node.args:
            raise MeasureError(f"{text!r}: parameters are given by name, as in RBP(p=0.8)")
        for keyword in node.keywords:
            if keyword.arg is None:
                raise MeasureError(f"{text!r}: parameters are given by name, as in RBP(p=0.8)")
            given[keyword.arg] = _value(keyword.value, text)
        node = node.func
    if not isinstance(node, ast.Name):
        raise MeasureError(f"{text!r} is not a measure: write NAME, NAME@10 or NAME(p=0.8)@10")
    return node.id, given, at


def _value(node: ast.expr, text: str) -> Any:
    """The value of a literal; nothing is ever run."""
    match node:
        case ast.Constant(value=bool() | int() | float() | str() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant() | ast.BinOp() as operand):
            number = _value(operand, text)
            if isinstance(number, int | float | Fraction):
                return -number
        case ast.BinOp(op=ast.Div(), left=ast.Constant(value=int() as above), right=ast.Constant(value=int() as below)):
            if below:
                return Fraction(above, below)
        case ast.Dict(keys=keys, values=values) if all(isinstance(key, ast.Constant | ast.BinOp) for key in keys):
            pairs = zip(keys, values, strict=True)
            return {_value(key, text): _value(value, text) for key, value in pairs if key is not None}
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return tuple(_value(part, text) for part in parts)
    if isinstance(node, ast.Call):
        raise MeasureError(f"{text!r}: the cutoff comes last, as in P(rel=2)@10")
    raise MeasureError(
        f"{text!r}: a parameter must be a number, a text in quotes, True, False, or gains such as {{1:1,2:3}}"
    )


def _nearest(name: str) -> str:
    glued = _GLUED.fullmatch(name)
    if glued and glued[1].casefold() in FOLDED:
        return f"; did you mean {glued[1]}@{glued[2]}?"
    known = {other.casefold(): measure for other, measure in FOLDED.items()}
    known |= {other.casefold(): str(measure) for other, measure in TREC_SINGLE.items() if other.casefold() not in known}
    near = dict.fromkeys(known[match] for match in difflib.get_close_matches(name.casefold(), known, n=3, cutoff=0.6))
    if not near:
        return "; the measures are: " + ", ".join(CATALOGUE)
    return f"; did you mean {' or '.join(near)}?"
