"""The catalogue: every measure by name, and the other names people write."""

from __future__ import annotations

import difflib
from dataclasses import fields
from typing import Any

from intervale.errors import MeasureError
from intervale.measures.cumulated import DCG, nDCG
from intervale.measures.interval import RBPO, RBTO, SBPO, SBTO
from intervale.measures.measure import Measure
from intervale.measures.other_names import OTHER_NAMES
from intervale.measures.persistence import INSQ, INST, RBP, RBPresid, gRBP
from intervale.measures.pools import Bpref, GMBpref, Judged, Unjudged, infAP
from intervale.measures.precision import F, P, R, Rprec, Success, gP, gR
from intervale.measures.ranked import AP, ERR, GMAP, RR
from intervale.measures.recall_points import IPrec, IPrecAvg
from intervale.measures.sets import NumNonRelRet, NumQ, NumRel, NumRelRet, NumRet, SetAP, SetF, SetP, SetR

__all__ = ["ALIASES", "CATALOGUE", "FOLDED", "build"]

_MEASURES: tuple[type[Measure], ...] = (
    *(P, R, F, gP, gR, Success, Rprec),
    *(AP, GMAP, RR, ERR),
    *(DCG, nDCG),
    *(RBP, gRBP, RBPresid, INSQ, INST),
    *(Bpref, GMBpref, infAP, Judged, Unjudged),
    *(IPrec, IPrecAvg),
    *(SetP, SetR, SetF, SetAP),
    *(SBTO, SBPO, RBTO, RBPO),
    *(NumQ, NumRet, NumRel, NumRelRet, NumNonRelRet),
)

CATALOGUE: dict[str, type[Measure]] = {measure.__name__: measure for measure in _MEASURES}
"""Every measure by its canonical name."""

ALIASES: dict[str, str] = {other.name: other.measure for other in OTHER_NAMES if other.measure in CATALOGUE}
"""Other names of the same measures."""

FOLDED: dict[str, str] = {
    **{other.name.casefold(): other.measure for other in OTHER_NAMES},
    **{name.casefold(): name for name in CATALOGUE},
}
"""All names without regard to capitals, and the measures that they stand for."""


def build(kind: type[Measure], given: dict[str, Any], at: Any = None) -> Measure:
    """The measure with these parameters; ``at`` is what stands after ``@``."""
    known = [field.name for field in fields(kind)]
    for parameter in given:
        if parameter not in known:
            near = difflib.get_close_matches(parameter, known, n=1, cutoff=0.8)
            has = f"it has {', '.join(known)}" if known else "it has none"
            has = f"did you mean {near[0]}?" if near else has
            raise MeasureError(f"{kind.__name__} has no parameter {parameter!r}; {has}")
    if at is not None:
        if kind.at is None:
            raise MeasureError(f"{kind.__name__} takes no @{at}: it uses the whole run")
        if kind.at in given:
            raise MeasureError(f"{kind.__name__}@{at} gives {kind.at} twice, in parentheses and after @")
        given = {**given, kind.at: at}
    return kind(**given)
