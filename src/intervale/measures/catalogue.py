"""The catalogue: every measure by name, and the other names people write."""

from __future__ import annotations

from intervale.measures.cumulated import DCG, nDCG
from intervale.measures.interval import RBPO, RBTO, SBPO, SBTO
from intervale.measures.measure import Measure
from intervale.measures.persistence import INSQ, INST, RBP, RBPresid, gRBP
from intervale.measures.pools import Bpref, GMBpref, Judged, Unjudged, infAP
from intervale.measures.precision import F, P, R, Rprec, Success, gP, gR
from intervale.measures.ranked import AP, ERR, GMAP, RR
from intervale.measures.recall_points import IPrec, IPrecAvg
from intervale.measures.sets import NumNonRelRet, NumQ, NumRel, NumRelRet, NumRet, SetAP, SetF, SetP, SetR

__all__ = ["ALIASES", "CATALOGUE", "FOLDED"]

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

ALIASES: dict[str, str] = {
    "Precision": "P",
    "Recall": "R",
    "MAP": "AP",
    "MRR": "RR",
    "NDCG": "nDCG",
    "RPrec": "Rprec",
    "BPref": "Bpref",
    "HitRate": "Success",
    "hit_rate": "Success",
    "F1": "F",
}
"""Other names of the same measures."""

FOLDED: dict[str, str] = {
    **{other.casefold(): name for other, name in ALIASES.items()},
    **{name.casefold(): name for name in CATALOGUE},
}
"""All names without regard to capitals."""
