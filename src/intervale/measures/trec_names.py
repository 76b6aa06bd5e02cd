"""trec_eval's names for measures: ``map``, ``ndcg_cut_10``, ``P.5,10``, ``official``."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from intervale.errors import MeasureError, NumberError, shown
from intervale.exact import exact_number
from intervale.measures.cumulated import nDCG
from intervale.measures.measure import Measure
from intervale.measures.persistence import RBPresid, gRBP
from intervale.measures.pools import Bpref, GMBpref, Unjudged, infAP
from intervale.measures.precision import P, R, Rprec, Success
from intervale.measures.ranked import AP, GMAP, RR
from intervale.measures.recall_points import IPrec, IPrecAvg
from intervale.measures.sets import NumNonRelRet, NumQ, NumRel, NumRelRet, NumRet, SetAP, SetF, SetP, SetR

__all__ = ["LEFT_OUT", "TREC_FAMILIES", "TREC_SINGLE", "from_trec_name"]

TREC_SINGLE: dict[str, Measure] = {
    "num_q": NumQ(),
    "num_ret": NumRet(),
    "num_rel": NumRel(),
    "num_rel_ret": NumRelRet(),
    "num_nonrel_judged_ret": NumNonRelRet(),
    "map": AP(),
    "gm_map": GMAP(),
    "Rprec": Rprec(),
    "bpref": Bpref(),
    "gm_bpref": GMBpref(),
    "recip_rank": RR(),
    "infAP": infAP(),
    "11pt_avg": IPrecAvg(),
    "ndcg": nDCG(),
    "set_P": SetP(),
    "set_relative_P": SetP(relative=True),
    "set_recall": SetR(),
    "set_map": SetAP(),
    "set_F": SetF(),
    "rbp": gRBP(p=0.9, max_rel="topic"),
    "rbp_resid": RBPresid(p=0.9),
}
"""Names that stand for one measure."""

_CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
_TENTHS = tuple(Fraction(tenth, 10) for tenth in range(11))
_FIFTHS = tuple(Fraction(fifth, 5) for fifth in range(1, 11))

TREC_FAMILIES: dict[str, tuple[Callable[[Fraction], Measure], tuple[Fraction | int, ...]]] = {
    "P": (lambda k: P(cutoff=_whole(k)), _CUTOFFS),
    "recall": (lambda k: R(cutoff=_whole(k)), _CUTOFFS),
    "ndcg_cut": (lambda k: nDCG(cutoff=_whole(k)), _CUTOFFS),
    "map_cut": (lambda k: AP(cutoff=_whole(k)), _CUTOFFS),
    "relative_P": (lambda k: P(relative=True, cutoff=_whole(k)), _CUTOFFS),
    "success": (lambda k: Success(cutoff=_whole(k)), (1, 5, 10)),
    "unj": (lambda k: Unjudged(cutoff=_whole(k)), (5, 10, 20)),
    "iprec_at_recall": (lambda r: IPrec(recall=r), _TENTHS),
    "Rprec_mult": (lambda m: Rprec(mult=m), _FIFTHS),
}
"""Names that stand for one measure a parameter, with trec_eval's own parameters."""

OFFICIAL = (
    *(
        "num_q",
        "num_ret",
        "num_rel",
        "num_rel_ret",
        "map",
        "gm_map",
        "Rprec",
        "bpref",
        "recip_rank",
        "iprec_at_recall",
        "P",
    ),
)
NICKNAMES: dict[str, tuple[str, ...]] = {
    "official": OFFICIAL,
    "all_trec": (
        *(name for name in TREC_SINGLE if name not in OFFICIAL),
        *OFFICIAL,
        *(f for f in TREC_FAMILIES if f not in OFFICIAL),
    ),
    "set": ("num_q", "num_ret", "num_rel", "num_rel_ret", "set_P", "set_relative_P", "set_recall", "set_map", "set_F"),
}
LEFT_OUT = {
    **dict.fromkeys(("utility", "G", "binG", "ndcg_rel", "Rndcg", "relstring", "runid"), "it exists in trec_eval only"),
    **dict.fromkeys(("all_prefs", "prefs", "qrels_jg", "qrels_prefs"), "preference judgments are out of scope"),
}
"""Names that are not here, and why."""

_LEFT_OUT_FAMILY = re.compile(r"(utility|relstring|G|binG|ndcg_rel|Rndcg)[._].*")
_SET_F = re.compile(r"set_F[._].+")
_PERSISTENCE = re.compile(r"rbp[._](?:p=)?(\d*\.?\d+)")
_PARAMETER = r"\d*\.?\d+"
_FAMILY = re.compile(rf"([A-Za-z_]+?)[._]({_PARAMETER}(?:,{_PARAMETER})*)")
_NDCG_GAINS = re.compile(r"ndcg[._](\d+=\d*\.?\d+(?:,\d+=\d*\.?\d+)*)")
_LEVELS = re.compile(rf"11pt_avg[._]({_PARAMETER}(?:,{_PARAMETER})*)")


def from_trec_name(text: str) -> list[Measure] | None:
    """The measures that a trec_eval name stands for, or None where it is no such name.

    >>> from_trec_name("iprec_at_recall_0.10"), from_trec_name("success.1,5"), from_trec_name("nDCG@10")
    ([IPrec@0.1], [Success@1, Success@5], None)
    """
    if text in TREC_SINGLE:
        return [TREC_SINGLE[text]]
    if text in NICKNAMES:
        return [measure for name in NICKNAMES[text] for measure in from_trec_name(name) or _default_family(name)]
    family = _LEFT_OUT_FAMILY.fullmatch(text)
    if text in LEFT_OUT or family:
        raise MeasureError(f"trec_eval's {text!r} is not in the catalogue: {LEFT_OUT[family[1] if family else text]}")
    if _SET_F.fullmatch(text):
        raise MeasureError(f"trec_eval's {text!r} has a parameter x, which is beta squared: write SetF(beta=..)")
    if match := _PERSISTENCE.fullmatch(text):
        return [_persistence(text, match[1])]
    if text in TREC_FAMILIES and text != "P":
        return _default_family(text)
    if match := _LEVELS.fullmatch(text):
        return [IPrecAvg(levels=tuple(_number(level) for level in match[1].split(",")))]
    if match := _NDCG_GAINS.fullmatch(text):
        pairs = (pair.split("=") for pair in match[1].split(","))
        return [nDCG(gains={int(_number(grade)): _number(gain) for grade, gain in pairs})]  # type: ignore[arg-type]
    match = _FAMILY.fullmatch(text)
    if match and match[1] in TREC_FAMILIES:
        build = TREC_FAMILIES[match[1]][0]
        return [build(_number(parameter)) for parameter in match[2].split(",")]
    return None


def _default_family(name: str) -> list[Measure]:
    build, parameters = TREC_FAMILIES[name]
    return [build(Fraction(parameter)) for parameter in parameters]


def _number(text: str) -> Fraction:
    try:
        return exact_number(text)
    except NumberError as error:
        raise MeasureError(str(error)) from None


def _persistence(text: str, number: str) -> Measure:
    """trec_eval's ``rbp``; its p is below 1, and ``rbp.95`` says 95. ranx means 0.95 by that, and adds up grades."""
    p = _number(number)
    if p >= 1:
        meant = f"0.{number}" if number.isdigit() and len(number) < 20 else "0.95"
        raise MeasureError(
            f"{shown(text)} has p={shown(p)}, which is not below 1: write RBP(p={meant}), which is ranx's on binary "
            f"judgments, or rbp_{meant}, trec_eval's"
        )
    return gRBP(p=p, max_rel="topic")


def _whole(k: Fraction) -> int:
    """A cutoff, cut down to a whole number as trec_eval reads it."""
    return int(k)
