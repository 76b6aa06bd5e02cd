"""Measure objects of ir_measures, as what they mean there. Nothing of that package is imported: an object is known by
the module of its class.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import Any

from intervale.errors import MeasureError
from intervale.exact import exact_number
from intervale.measures.catalogue import CATALOGUE, build
from intervale.measures.measure import Measure
from intervale.measures.other_names import absent

__all__ = ["from_ir_measures", "of_ir_measures"]

TOP_GRADE, LAST_RANK = 4, 1000
"""The top grade of gdeval, and the rank at which readers of cwl-eval stop, which compute ERR and RBP, INSQ and INST for
ir_measures."""
NEGLIGIBLE = 1e-12

Parameters = dict[str, Any]


def of_ir_measures(asked: object) -> bool:
    """Whether an object is a measure of ir_measures."""
    return any(kind.__name__ == "Measure" and _package(kind) == "ir_measures" for kind in type(asked).__mro__)


def _package(kind: type) -> str:
    """The package that a class is from."""
    return kind.__module__.partition(".")[0]


def from_ir_measures(asked: Any) -> Measure:
    """The measure that an object of ir_measures stands for, with the parameters that give its numbers, or refused with
    what to write. One that intervale made itself has its measure inside.

    Not the same are: where scores are tied, Judged, INSQ, INST, RBP, and RR with a cutoff, for which ir_measures orders
    documents differently; Judged, for which a negative grade is a judgment there; and NumRel and NumQ, which are 0
    there for a topic that the run lacks.
    """
    kind = type(asked)
    if _package(kind) == _package(Measure):
        measure: Measure = asked.needed()
        return measure
    if not kind.__module__.startswith("ir_measures.measures"):
        raise MeasureError(
            f"{asked} of ir_measures is a function of data frames: pass a function of grades in its place"
        )
    name = str(asked.NAME)
    given = {parameter: value for parameter, value in asked.params.items() if value is not None}
    if name not in CATALOGUE:
        raise MeasureError(f"{asked} of ir_measures: {absent(name) or 'it is not in the catalogue'}")
    converted = _CONVERTED[name](given) if name in _CONVERTED else given
    if isinstance(converted, str):
        raise MeasureError(f"{asked} of ir_measures {converted}")
    return build(CATALOGUE[name], converted)


def _err(given: Parameters) -> Parameters:
    return {**given, "max_rel": TOP_GRADE}


def _rbp(given: Parameters) -> Parameters | str:
    p = given.get("p", 0.8)
    if "rel" not in given:
        at = f"@{given['cutoff']}" if "cutoff" in given else ""
        return f"has graded gains without rel: write 'gRBP(p={p}){at}', or RBP(p={p},rel=1){at}"
    if "cutoff" not in given and p**LAST_RANK > NEGLIGIBLE:
        return f"stops at rank {LAST_RANK}, which matters for p={p}: write 'RBP(p={p},rel={given['rel']})'"
    return given


def _until_rank_1000(given: Parameters) -> Parameters | str:
    """``min_rel`` is the grade from which on gains count: its own gain is 0."""
    lowest, top = given.pop("min_rel", 0), given.get("max_rel")
    if top is None:
        return "needs max_rel, the top grade"
    if not 0 <= lowest < top:
        return f"needs 0 <= min_rel < max_rel, and has {lowest} and {top}"
    gains = {"gains": {grade: max(grade - lowest, 0) for grade in range(1, top + 1)}} if lowest else {}
    return {**given, **gains, "cutoff": LAST_RANK}


def _set_f(given: Parameters) -> Parameters | str:
    """Its beta is handed to trec_eval, where it stands for β²."""
    square = exact_number(given.get("beta", 1))
    if square <= 0:
        return "needs beta above 0"
    above, below = isqrt(square.numerator), isqrt(square.denominator)
    root = Fraction(above, below)
    return {**given, "beta": root if root**2 == square else float(square) ** 0.5}


def _iprec(given: Parameters) -> Parameters | str:
    level = given.get("recall")
    if level not in (0, 1):
        return f"rounds recall levels as trec_eval 9 does: write 'IPrec@{level or 0.1}' for those of trec_eval 10"
    return given


_CONVERTED: dict[str, Callable[[Parameters], Parameters | str]] = {
    "ERR": _err,
    "RBP": _rbp,
    "INSQ": _until_rank_1000,
    "INST": _until_rank_1000,
    "SetF": _set_f,
    "IPrec": _iprec,
}
"""Measures that mean something else there: the parameters that give the same numbers here, or why there are none."""
