"""Names of measures as other tools write them, and what they mean there.

One table, read without regard to capitals; hyphens may stand for ``_`` or for nothing. Behind a name may stand a
cutoff, as ``@10``, ``_at_10`` or ``_10``, and ranx's lowest relevant grade, as ``-l2``. The rule where tools differ: a
name of the catalogue or of trec_eval means what it means there; another name on which tools disagree is
refused, with what to write for each meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["DIFFERENT", "OTHER_NAMES", "Different", "OtherName", "Spelling", "absent", "refused_name", "spelling"]


@dataclass(frozen=True)
class OtherName:
    """A name, the measure that it stands for, and the tools that write it; none for words of papers."""

    name: str
    measure: str
    tools: tuple[str, ...] = ()


OTHER_NAMES: tuple[OtherName, ...] = (
    OtherName("Precision", "P", ("ir_measures", "MTEB", "ranx", "RecBole", "sentence-transformers")),
    OtherName("R_cap", "P(relative=True)", ("BEIR",)),
    OtherName("Recall", "R", ("ir_measures", "BEIR", "MTEB", "ranx", "RecBole", "sentence-transformers")),
    OtherName("F1", "F", ("ranx",)),
    OtherName("f1_score", "F"),
    OtherName("f_measure", "F"),
    OtherName("hit_rate", "Success", ("ranx", "MTEB")),
    OtherName("HitRate", "Success"),
    OtherName("hit_ratio", "Success"),
    OtherName("Hit", "Success", ("RecBole",)),
    OtherName("HR", "Success"),
    OtherName("RPrec", "Rprec", ("ir_measures",)),
    OtherName("r-precision", "Rprec", ("ranx",)),
    OtherName("r_precision", "Rprec"),
    OtherName("MAP", "AP", ("ir_measures", "BEIR", "MTEB", "ranx")),
    OtherName("average_precision", "AP"),
    OtherName("mean_average_precision", "AP"),
    OtherName("MRR", "RR", ("ir_measures", "BEIR", "MTEB", "ranx", "RecBole", "sentence-transformers")),
    OtherName("reciprocal_rank", "RR"),
    OtherName("mean_reciprocal_rank", "RR"),
    OtherName("expected_reciprocal_rank", "ERR"),
    OtherName("NDCG", "nDCG", ("ir_measures", "BEIR", "MTEB", "ranx", "RecBole", "sentence-transformers")),
    OtherName("ndcg_burges", "nDCG(dcg='exp-log2')", ("ranx",)),
    OtherName("dcg_burges", "DCG(dcg='exp-log2')", ("ranx",)),
    OtherName("rank_biased_precision", "RBP"),
    OtherName("BPref", "Bpref", ("ir_measures",)),
    OtherName("SetRelP", "SetP(relative=True)", ("ir_measures",)),
)
"""Names that stand for one measure, in the order of the catalogue."""


@dataclass(frozen=True)
class Different:
    """A name that is read as the measure of the catalogue, though these tools compute something else by it."""

    measure: str
    name: str
    tools: tuple[str, ...]
    why: str


DIFFERENT: tuple[Different, ...] = (
    Different("P", "precision", ("ranx",), "without a cutoff it is the precision of the whole run: write SetP"),
    Different("R", "recall", ("ranx",), "without a cutoff it is the recall of the whole run: write SetR"),
    Different("F", "f1", ("ranx",), "without a cutoff it is the F measure of the whole run: write SetF"),
    Different(
        "AP",
        "MAP@k",
        ("RecBole", "sentence-transformers"),
        "divides by min(k, RB), AP@k by RB: write AP(relative=True)@k",
    ),
    Different("ERR", "ERR@k", ("ir_measures",), "fixes the top grade at 4: write ERR(max_rel=4)@k"),
    Different("nDCG", "NDCG@k", ("RecBole", "sentence-transformers"), "knows relevant and not relevant only"),
    Different("RBP", "RBP", ("ir_measures",), "without rel it has graded gains: write gRBP"),
    Different("RBP", "rbp.95", ("ranx",), "adds up grades: RBP(p=0.95) on binary judgments, no more than 1"),
    Different("INSQ", "INSQ", ("ir_measures",), "stops at rank 1000: write INSQ@1000"),
    Different("INST", "INST", ("ir_measures",), "stops at rank 1000: write INST@1000"),
    Different("Bpref", "bpref", ("ranx",), "not a number where no document was judged not relevant"),
    Different("IPrec", "IPrec@r", ("ir_measures", "pytrec_eval"), "rounds recall levels as trec_eval 9 does"),
    Different("SetF", "SetF(beta=x)", ("ir_measures",), "x is the square of our beta"),
)
"""What tools compute by a name that is another measure here."""

_SCORES = "it needs the scores of all items, not the grades of a ranked list"
_ITEMS = "it is about the items that are recommended, not about which of them are relevant"
_CATALOGUE = "it is not in the catalogue"
_DIVERSITY = "diversity measures are out of scope"

_SEVERAL: dict[str, str] = {
    "hits": "hits@k is the number of relevant documents among the first k in ranx, and whether there is one elsewhere: "
    "write Success@k for the second, P@k for the first over k, or NumRelRet, summed over topics, for the whole run",
    "accuracy": "Accuracy@k is whether the first k hold a relevant document in BEIR and sentence-transformers: write "
    "Success@k; Accuracy of ir_measures is not in the catalogue",
    "hole": "Hole@k counts documents that no topic judged (BEIR): write Unjudged@k for those that the topic did not "
    "judge",
}
"""Names on which tools disagree, and what to write."""
_ABSENT: dict[str, str] = {
    **dict.fromkeys(("auc", "gauc", "logloss", "mae", "rmse"), _SCORES),
    **dict.fromkeys(("itemcoverage", "averagepopularity", "giniindex", "shannonentropy", "tailpercentage"), _ITEMS),
    **dict.fromkeys(("bpm", "compat", "sdcg", "nerr8", "nerr9", "nerr10", "nerr11"), _CATALOGUE),
    **dict.fromkeys(("err_ia", "nerr_ia", "alpha_dcg", "alpha_ndcg", "α_dcg", "α_ndcg"), _DIVERSITY),
    **dict.fromkeys(("nrbp", "nnrbp", "ap_ia", "map_ia", "p_ia", "strecall"), _DIVERSITY),
}
"""Measures of other tools that are not here, and why."""


def absent(name: str) -> str | None:
    """Why a measure of other tools is not here; None where nothing is known of it."""
    return _ABSENT.get(name.casefold())


def refused_name(name: str) -> str | None:
    """Why a name is refused, or what to write in its place; None where it is not.

    >>> refused_name("GAUC")
    'it needs the scores of all items, not the grades of a ranked list'
    """
    name = name.casefold().replace("-", "_")
    return _SEVERAL.get(name) or absent(name)


@dataclass(frozen=True)
class Spelling:
    """A name taken apart: without a cutoff and a lowest relevant grade, which are None where there are none."""

    name: str
    cutoff: int | None = None
    level: int | None = None


_SPELLED = re.compile(
    r"(?P<name>[^\W\d][\w-]*?)(?:(?:@|_at_|(?<=\w\w)_)(?P<cutoff>[0-9]{1,12}))?(?:-l(?P<level>[0-9]{1,3}))?",
    re.IGNORECASE,
)


def spelling(text: str) -> Spelling | None:
    """A name with what stands behind it, or None where a text has another form.

    >>> spelling("ndcg_at_10"), spelling("map@100-l2"), spelling("RBP(p=0.8)")
    (Spelling(name='ndcg', cutoff=10, level=None), Spelling(name='map', cutoff=100, level=2), None)
    """
    match = _SPELLED.fullmatch(text)
    if match is None:
        return None
    cutoff, level = (None if match[part] is None else int(match[part]) for part in ("cutoff", "level"))
    return Spelling(match["name"], cutoff, level)
